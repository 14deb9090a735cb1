//! Games that people played, by the moves alone: a house's draws would cut some of them short.

use damero_rules::{Move, Position, RuleSet, Square, apply, find_move, legal_moves, write_fen};

use crate::check::findings::Findings;
use crate::check::read_fen;
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
        replay(rules, game, &mut findings);
    }
    findings
}

fn replay(rules: &RuleSet, game: &RealLine, findings: &mut Findings) {
    let Some(mut position) = read_fen(rules, &game.start_fen, findings) else {
        return;
    };
    for (nth, path) in game.paths.iter().enumerate() {
        let what = format!("{}, ply {}", rules.id, nth + 1);
        let found = squares(path).and_then(|path| {
            let mv = find_move(rules, &position, &path).map_err(|e| e.to_string())?;
            Ok((mv, path))
        });
        let (mv, path) = match found {
            Ok(found) => found,
            Err(reason) => {
                let path = numbers_text(path);
                findings.say(what, path, format_args!("refused: {reason}"));
                return;
            }
        };
        if let Some(written) = game.pdn_moves.as_ref().and_then(|moves| moves.get(nth))
            && let Err(found) = check_written(rules, &position, written, &mv, &path)
        {
            findings.say(format_args!("{what}, written {written:?}"), &mv, found);
        }
        position = apply(rules, &position, &mv);
    }
    let fen = write_fen(rules, &position);
    findings.compare(
        format_args!("{}, final_fen", rules.id),
        &game.final_fen,
        &fen,
    );
    let terminal = legal_moves(rules, &position).is_empty();
    let what = format_args!("{}, final_terminal", rules.id);
    findings.compare(what, &game.final_terminal, &terminal);
}

/// The move as it was written must be read as the move of the path. Where that takes more than
/// was written (ends that several captures have, a few landings of many), it must at least fit.
fn check_written(
    rules: &RuleSet,
    position: &Position,
    written: &str,
    mv: &Move,
    path: &[Square],
) -> Result<(), String> {
    let read = read(rules, written).map_err(|reason| format!("refused: {reason}"))?;
    match find_move(rules, position, &read) {
        Ok(found) if found == *mv => Ok(()),
        Ok(found) => Err(found.to_string()),
        Err(_) if thins_out(path, &read) => Ok(()),
        Err(reason) => Err(format!("refused: {reason}")),
    }
}

/// Whether what is written is the path with some of its landings left out.
fn thins_out(path: &[Square], written: &[Square]) -> bool {
    let mut rest = path.iter();
    written.first() == path.first()
        && written.last() == path.last()
        && written
            .iter()
            .all(|square| rest.any(|other| other == square))
}

/// The squares of a move as books write it, by numbers or names, whatever the rule set's own
/// tradition: the files have what players wrote.
fn read(rules: &RuleSet, written: &str) -> Result<Vec<Square>, String> {
    let board = rules.board();
    let named = |part: &str| {
        (1..=board.squares())
            .filter_map(Square::new)
            .find(|&square| part == square.to_string() || part == board.algebraic(square))
            .ok_or_else(|| format!("{part:?} is no square"))
    };
    written.split(['-', 'x', ':']).map(named).collect()
}
