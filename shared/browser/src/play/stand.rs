//! How a game stands, and its record.

use damero_rules::{
    Line, Move, Outcome, PdnGame, PdnResult, PdnTag, Side, paths, write_fen, write_pdn,
};

use super::game::{Game, by_way};
use super::types::{Over, Record, Stand, Turn};
use crate::Failure;

/// So many other ways to enter captures are told at most, as the club does.
const MOST_WAYS: usize = 64;

/// How a game stands.
pub(crate) fn stand(rules: &str, body: &str) -> Result<Stand, Failure> {
    let game = Game::read(rules, body)?;
    let line = &game.line;
    let over = over(&game);
    let legal = match over {
        Some(_) => Vec::new(),
        None => line.legal_moves(),
    };
    let huffable = line.huffable().iter().filter(|_| over.is_none());
    Ok(Stand {
        turn: turn(line.turn()),
        turn_no: line.turn_no(),
        fen: write_fen(game.rules(), line.position()),
        moves: game.moves(),
        ways: ways(line, &legal),
        repeating: repeating(line, &legal),
        huffable: huffable.map(|square| square.number()).collect(),
        no_progress: line.no_progress(),
        can_claim: over.is_none() && line.check_no_progress_claim().is_ok(),
        occurrences: line.occurrences(),
        legal: legal.iter().map(ToString::to_string).collect(),
        over,
    })
}

/// A game as PDN. The rest of the request is its result (`white`, `black`, `drawn` or `open`), then
/// its tags, `Name value`, one a line; what cannot be a tag is left out.
pub(crate) fn record(rules: &str, body: &str) -> Result<Record, Failure> {
    let game = Game::read(rules, body)?;
    let mut rest = game.rest.iter();
    let result = match rest.next().map(String::as_str) {
        Some("white") => PdnResult::Won(Side::White),
        Some("black") => PdnResult::Won(Side::Black),
        Some("drawn") => PdnResult::Drawn,
        Some("open") => PdnResult::Open,
        _ => return Err(Failure::new("no_result")),
    };
    let tags = rest.filter_map(|line| line.split_once(' '));
    let pdn = write_pdn(&PdnGame {
        rules: game.rules(),
        tags: tags
            .filter_map(|(name, value)| PdnTag::new(name, value))
            .collect(),
        start: game.start,
        line: game.played,
        result,
    });
    Ok(Record { pdn })
}

fn over(game: &Game) -> Option<Over> {
    let of = |Outcome { winner, reason }: Outcome| Over {
        winner: winner.map(turn),
        reason: reason.as_str(),
    };
    let too_long = game.is_too_long().then_some(Over {
        winner: None,
        reason: "ply_limit",
    });
    game.line.outcome().map(of).or(too_long)
}

/// The paths to these moves that are not their canonical ones.
fn ways(line: &Line, legal: &[Move]) -> Vec<String> {
    let chains = legal.iter().filter(|mv| mv.path.len() > 2);
    let all = chains.flat_map(|mv| {
        let ways = paths(line.rules(), line.position(), mv, MOST_WAYS + 1);
        ways.into_iter().skip(1).map(|path| by_way(mv, path))
    });
    all.take(MOST_WAYS).collect()
}

fn repeating(line: &Line, legal: &[Move]) -> Vec<String> {
    let may = |mv: &&Move| line.check_repetition_claim(&mv.path).is_ok();
    legal.iter().filter(may).map(ToString::to_string).collect()
}

const fn turn(side: Side) -> Turn {
    match side {
        Side::White => Turn::White,
        Side::Black => Turn::Black,
    }
}
