//! Games that people played, by the moves alone: a house's draws would cut some of them short.

use damero_rules::{Move, Position, RuleSet, Square, apply, find_move, legal_moves, write_fen};

use crate::check::findings::Findings;
use crate::check::{read_fen, written};
use crate::play::{rule_sets_of, squares};
use crate::vector::{RealLine, numbers_text};

pub(super) fn check(game: &RealLine) -> Findings {
    let mut findings = Findings::of(&game.variant, game.id.as_deref());
    let rule_sets = match rule_sets_of(&game.variant) {
        Ok(rule_sets) => rule_sets,
        Err(reason) => return findings.with(reason),
    };
    let moves = game.paths.len();
    findings.compare_said("plies", game.plies.as_ref(), &(moves as u64));
    if let Some(written) = &game.pdn_moves {
        findings.compare("number of pdn_moves", &written.len(), &moves);
    }
    for rules in rule_sets {
        if let Some(end) = replay(rules, game, &mut findings) {
            compare_end(rules, &end, game, &mut findings);
        }
    }
    findings
}

/// Plays the game to its end; nothing if it cannot be.
fn replay(rules: &RuleSet, game: &RealLine, findings: &mut Findings) -> Option<Position> {
    let mut position = read_fen(rules, &game.start_fen, findings)?;
    for (nth, numbers) in game.paths.iter().enumerate() {
        let what = format!("{}, ply {}", rules.id, nth + 1);
        let (mv, path) = match find(rules, &position, numbers) {
            Ok(found) => found,
            Err(reason) => {
                findings.say(what, numbers_text(numbers), format!("refused: {reason}"));
                return None;
            }
        };
        let written = game.pdn_moves.as_ref().and_then(|moves| moves.get(nth));
        if let Some(written) = written
            && let Err(found) = written::check(rules, &position, written, &mv, &path)
        {
            findings.say(format!("{what}, written {written:?}"), &mv, found);
        }
        position = apply(rules, &position, &mv);
    }
    Some(position)
}

fn find(
    rules: &RuleSet,
    position: &Position,
    numbers: &[u8],
) -> Result<(Move, Vec<Square>), String> {
    let path = squares(numbers)?;
    let mv = find_move(rules, position, &path).map_err(|reason| reason.to_string())?;
    Ok((mv, path))
}

fn compare_end(rules: &RuleSet, end: &Position, game: &RealLine, findings: &mut Findings) {
    let id = rules.id;
    let fen = write_fen(rules, end);
    findings.compare(format!("{id}, final_fen"), &game.final_fen, &fen);
    let terminal = legal_moves(rules, end).is_empty();
    findings.compare(
        format!("{id}, final_terminal"),
        &game.final_terminal,
        &terminal,
    );
}
