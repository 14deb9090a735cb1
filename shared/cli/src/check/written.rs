//! Moves as people wrote them, read as PDN reads them.

use damero_rules::{Move, PdnErrorKind, Position, RuleSet, Square, read_pdn, write_fen};

/// Holds a move as it was written against the move of a path.
///
/// What is written may say less than the path: ends that several captures have, some of many
/// landings. Then it must at least fit.
///
/// # Errors
/// What is read instead, in words.
pub(super) fn check(
    rules: &RuleSet,
    position: &Position,
    written: &str,
    mv: &Move,
    path: &[Square],
) -> Result<(), String> {
    match read(rules, position, written) {
        Ok(found) if found == *mv => Ok(()),
        Ok(found) => Err(found.to_string()),
        Err(_) if squares(rules, written).is_some_and(|squares| thins_out(path, &squares)) => {
            Ok(())
        }
        Err(reason) => Err(format!("refused: {reason}")),
    }
}

/// The move, read as the only one of a game. Numbers and names of squares are both read, whatever
/// the rule set's own tradition: what people wrote depends on where they published it.
fn read(rules: &RuleSet, position: &Position, written: &str) -> Result<Move, PdnErrorKind> {
    let (number, board) = (rules.game_type, rules.board());
    let (cols, rows) = (board.cols(), board.rows());
    let id = rules.id;
    let fen = write_fen(rules, position);
    let game = format!(
        "[RuleSet \"{id}\"]\n[GameType \"{number},W,{cols},{rows},A0,0\"]\n\
         [SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{written} *\n"
    );
    let Some(entry) = read_pdn(&game, None).next() else {
        return Err(PdnErrorKind::EndOfText);
    };
    let mut plies = entry.game.map_err(|error| error.kind)?.line.plies;
    match (plies.pop(), plies.is_empty()) {
        (Some(ply), true) => Ok(ply.mv),
        _ => Err(PdnErrorKind::EndOfText),
    }
}

/// The squares that are written, if nothing but squares is.
fn squares(rules: &RuleSet, written: &str) -> Option<Vec<Square>> {
    let board = rules.board();
    let named = |part: &str| {
        (1..=board.squares())
            .filter_map(Square::new)
            .find(|&square| part == square.to_string() || part == board.algebraic(square))
    };
    written.split(['-', 'x', ':']).map(named).collect()
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
