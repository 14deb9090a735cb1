//! Judges a finished game: its record is replayed by the rules and compared with
//! what both players were told.

use crate::bots::{Pair, squares};
use crate::player::{Player, PlayerError};
use damero_protocol::server::{Envelope, Game, Message, Refused, Side};
use damero_rules::{Line, Path, RuleSet, Square, write_fen};

/// What is wrong with a game, or why it could not be judged.
#[derive(Debug, thiserror::Error)]
pub enum Foul {
    /// The game could not be played or read.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The record or what was heard of it is wrong.
    #[error("game {game}: {what}")]
    Wrong {
        /// Which game.
        game: String,
        /// What is wrong.
        what: String,
    },
}

/// A game judged and found right.
#[derive(Clone, Debug)]
pub struct Judged {
    /// Its last state.
    pub game: Game,
    /// Moves.
    pub plies: u32,
    /// Huffs.
    pub huffs: u32,
}

/// Reads the present game's record and judges it. The game must be over.
///
/// # Errors
/// [`Foul`].
pub async fn judge(pair: &mut Pair) -> Result<Judged, Foul> {
    let (game, pdn, times) = pair.whole_record().await?;
    let wrong = |what: String| Foul::Wrong {
        game: game.id.clone(),
        what,
    };
    let (line, plies, huffs) = replay(&game).map_err(wrong)?;
    end_fits(&game, &line).map_err(wrong)?;
    clock_fits(&game, &times).map_err(wrong)?;
    pdn_fits(&game, &pdn).map_err(wrong)?;
    for player in [&pair.host, &pair.guest] {
        heard_fits(&game, player).map_err(wrong)?;
    }
    Ok(Judged { game, plies, huffs })
}

pub(crate) fn ensure(holds: bool, what: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

/// The line of play by the rules alone, with its plies and huffs.
pub(crate) fn replay(game: &Game) -> Result<(Line, u32, u32), String> {
    let rules = RuleSet::by_id(&game.rule_set).ok_or("no such rule set")?;
    let mut line = Line::new(rules);
    let (mut plies, mut huffs) = (0, 0);
    for token in game.moves.split_whitespace() {
        if let Some(square) = token.strip_prefix('!') {
            let square = square.parse().ok().and_then(Square::new);
            let square = square.ok_or_else(|| format!("no square: {token}"))?;
            line.huff(square).map_err(|why| format!("{token}: {why}"))?;
            huffs += 1;
        } else {
            let mv = line
                .play(&path(token))
                .map_err(|why| format!("{token}: {why}"))?;
            ensure(mv.to_string() == token, || {
                format!("{token} is {mv} in full")
            })?;
            plies += 1;
        }
    }
    let fen = write_fen(rules, line.position());
    ensure(fen == game.fen, || {
        format!("{fen} by the rules, {} told", game.fen)
    })?;
    ensure(line.turn_no() == game.turn_no, || "turn_no".into())?;
    ensure(line.no_progress() == game.draws.no_progress, || {
        "no_progress".into()
    })?;
    Ok((line, plies, huffs))
}

fn path(token: &str) -> Path {
    squares(token).into_iter().filter_map(Square::new).collect()
}

fn wire(side: damero_rules::Side) -> Side {
    match side {
        damero_rules::Side::White => Side::White,
        damero_rules::Side::Black => Side::Black,
    }
}

/// Reason and winner follow from the board, or the board leaves them open.
pub(crate) fn end_fits(game: &Game, line: &Line) -> Result<(), String> {
    let ended = game.ended.as_ref().ok_or("not over")?;
    let told = (ended.reason.as_str(), ended.winner);
    if let Some(outcome) = line.outcome() {
        let by_rules = (outcome.reason.as_str(), outcome.winner.map(wire));
        return ensure(told == by_rules, || {
            format!("{told:?}, by the rules {by_rules:?}")
        });
    }
    let waiting = wire(line.turn().other());
    let right = match told {
        ("time", winner) => winner == Some(waiting) && ended.fell.is_some(),
        ("resignation", winner) => winner.is_some(),
        ("agreement" | "cancelled", winner) => winner.is_none(),
        ("claim_no_progress", winner) => winner.is_none() && line.check_no_progress_claim().is_ok(),
        ("claim_repetition", winner) => {
            let intended = ended.intended.as_deref().unwrap_or_default();
            winner.is_none() && line.check_repetition_claim(&path(intended)).is_ok()
        }
        ("ply_limit", winner) => winner.is_none() && line.plies() >= 1500,
        _ => false,
    };
    ensure(right, || format!("the board does not allow {told:?}"))
}

/// On a clock that stands still between moves each clock follows from the times alone.
fn clock_fits(game: &Game, times: &[i64]) -> Result<(), String> {
    let tokens: Vec<&str> = game.moves.split_whitespace().collect();
    ensure(tokens.len() == times.len(), || "a time is missing".into())?;
    ensure(
        times.is_sorted() && times.iter().all(|&at| at >= game.started),
        || "times run backwards".into(),
    )?;
    let (Some(clock), Some(ended)) = (&game.clock, &game.ended) else {
        return Ok(());
    };
    let part = |part: usize| {
        let number = clock.control.split('+').nth(part)?.parse::<i64>().ok()?;
        Some(number * 1_000)
    };
    let (initial, increment) = (part(0).unwrap_or(0) * 60, part(1).unwrap_or(0));
    let rules = RuleSet::by_id(&game.rule_set).ok_or("no such rule set")?;
    let mut mover = wire(rules.first());
    let (mut white, mut black, mut since) = (initial, initial, game.started);
    for (token, &at) in tokens.iter().zip(times) {
        if token.starts_with('!') {
            continue;
        }
        let left = if mover == Side::White {
            &mut white
        } else {
            &mut black
        };
        ensure(at - since < *left, || {
            format!("{token} was played after zero")
        })?;
        *left += increment - (at - since);
        since = at;
        mover = crate::bots::other(mover);
    }
    let left = if mover == Side::White {
        &mut white
    } else {
        &mut black
    };
    if let Some(fell) = ended.fell {
        ensure(fell == since + *left, || {
            format!("fell at {fell}, not {}", since + *left)
        })?;
        ensure(ended.at >= fell + 1_500, || {
            "flagged within the grace".into()
        })?;
    }
    *left = (*left - (ended.at - since)).max(0);
    ensure((white, black) == (clock.white, clock.black), || {
        format!(
            "clocks {white} {black} by the times, told {} {}",
            clock.white, clock.black
        )
    })
}

pub(crate) fn pdn_fits(game: &Game, pdn: &str) -> Result<(), String> {
    let ended = game.ended.as_ref().ok_or("not over")?;
    let reason = format!("[Reason \"{}\"]", ended.reason);
    ensure(pdn.contains(&reason), || format!("no {reason} in {pdn}"))?;
    let result = match (ended.winner, ended.reason.as_str()) {
        (Some(Side::White), _) => "1-0",
        (Some(Side::Black), _) => "0-1",
        (None, "cancelled") => "*",
        (None, _) => "1/2-1/2",
    };
    ensure(pdn.trim_end().ends_with(result), || {
        format!("no {result} in {pdn}")
    })?;
    let huffs = game.moves.matches('!').count();
    ensure(pdn.matches("%huff").count() == huffs, || {
        "a huff is not in the PDN".into()
    })
}

/// Every state that a player heard was a beginning of the game, and what the player
/// was left with is the record's. Messages may overtake each other, as in the cloud:
/// a client drops what is older than what it has.
fn heard_fits(game: &Game, player: &Player) -> Result<(), String> {
    for text in &player.heard {
        let Ok(envelope) = serde_json::from_str::<Envelope>(text) else {
            return Err(format!("heard {text}"));
        };
        let state = match envelope.message {
            Message::State { game } => game,
            Message::Refused(Refused {
                game: Some(game), ..
            }) => game,
            _ => continue,
        };
        if state.id != game.id {
            continue;
        }
        ensure(state.v <= game.v, || {
            format!("version {} of {}", state.v, game.v)
        })?;
        let rest = game.moves.strip_prefix(state.moves.as_str());
        ensure(
            rest.is_some_and(|rest| {
                rest.is_empty() || rest.starts_with(' ') || state.moves.is_empty()
            }),
            || format!("heard {:?} in {:?}", state.moves, game.moves),
        )?;
    }
    let told = player.game.as_ref().ok_or("a player knows no game")?;
    ensure(
        (&told.fen, &told.moves, &told.ended, told.v)
            == (&game.fen, &game.moves, &game.ended, game.v),
        || format!("a player was left with {told:?}"),
    )
}
