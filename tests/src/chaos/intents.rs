//! What a bot has in mind, by the newest state that it knows.

use super::bot::Bot;
use super::ledger::What;
use super::weather::Weather;
use crate::bots::squares;
use damero_protocol::server::{Game, Side};
use rand::Rng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use serde_json::{Value, json};

/// A command to be.
#[derive(Clone, Debug)]
pub(super) struct Intent {
    pub(super) what: What,
    pub(super) fields: Value,
}

impl Intent {
    /// Of a game, at a turn or an event.
    fn of(
        game: &Game,
        action: &'static str,
        number: Option<u16>,
        token: &str,
        mut fields: Value,
    ) -> Intent {
        fields["game"] = json!(game.id);
        Intent {
            what: What {
                action,
                game: Some(game.id.clone()),
                number,
                token: token.to_owned(),
            },
            fields,
        }
    }

    pub(super) fn mv(game: &Game, turn_no: u16, mv: &str) -> Intent {
        let fields = json!({ "turn_no": turn_no, "path": squares(mv) });
        Intent::of(game, "gameMove", Some(turn_no), mv, fields)
    }

    fn huff(game: &Game, square: u8) -> Intent {
        let fields = json!({ "turn_no": game.turn_no, "square": square });
        let token = format!("!{square}");
        Intent::of(game, "gameHuff", Some(game.turn_no), &token, fields)
    }

    pub(super) fn draw(game: &Game, act: &str) -> Intent {
        let fields = json!({ "seq": game.seq, "do": act });
        Intent::of(game, "gameDraw", Some(game.seq), act, fields)
    }

    pub(super) fn cancel(game: &Game, act: &str) -> Intent {
        let fields = json!({ "seq": game.seq, "do": act });
        Intent::of(game, "gameCancel", Some(game.seq), act, fields)
    }

    pub(super) fn resign(game: &Game) -> Intent {
        Intent::of(game, "gameResign", None, "", json!({}))
    }

    pub(super) fn flag(game: &Game) -> Intent {
        Intent::of(game, "gameFlag", None, "", json!({}))
    }

    pub(super) fn rematch(game: &str, act: &str) -> Intent {
        let what = What {
            action: "gameRematch",
            game: Some(game.to_owned()),
            number: None,
            token: act.to_owned(),
        };
        let fields = json!({ "game": game, "do": act });
        Intent { what, fields }
    }

    /// What no game's record shows.
    pub(super) fn plain(action: &'static str, fields: Value) -> Intent {
        let what = What {
            action,
            ..What::default()
        };
        Intent { what, fields }
    }
}

/// What a bot wants to send now, to be under way at once.
pub(super) fn intents(bot: &Bot, weather: &Weather, rng: &mut StdRng) -> Vec<Intent> {
    let Some(game) = bot.game.as_ref().filter(|game| game.ended.is_none()) else {
        return Vec::new();
    };
    if bot.my_turn() {
        mover(game, weather, rng)
    } else if chance(rng, 120) {
        waiter(game, rng)
    } else {
        Vec::new()
    }
}

pub(super) fn chance(rng: &mut StdRng, per_mille: u32) -> bool {
    rng.random_range(0..1000) < per_mille
}

fn mover(game: &Game, weather: &Weather, rng: &mut StdRng) -> Vec<Intent> {
    if let Some(answer) = answer(game, rng) {
        return vec![answer];
    }
    let mut wanted = Vec::new();
    if chance(rng, 3) {
        return vec![Intent::resign(game)];
    }
    if game.can_offer && chance(rng, 25) {
        wanted.push(Intent::draw(game, "offer"));
    } else if game.can_cancel && chance(rng, 12) {
        wanted.push(Intent::cancel(game, "ask"));
    }
    if !wanted.is_empty() && !chance(rng, weather.ahead) {
        return wanted;
    }
    if game.draws.can_claim && chance(rng, 700) {
        let fields = json!({ "turn_no": game.turn_no, "claim": "no_progress" });
        let turn = Some(game.turn_no);
        return vec![Intent::of(
            game,
            "gameClaimDraw",
            turn,
            "no_progress",
            fields,
        )];
    }
    if let Some(&square) = game.huffable.choose(rng).filter(|_| chance(rng, 600)) {
        wanted.push(Intent::huff(game, square));
        if chance(rng, weather.ahead) {
            let stays = |mv: &&String| squares(mv).first() != Some(&square);
            let next = game.legal.iter().filter(stays).collect::<Vec<_>>();
            if let Some(mv) = next.choose(rng) {
                wanted.push(Intent::mv(game, game.turn_no + 1, mv));
            }
        }
        return wanted;
    }
    let Some(mv) = choose(game, rng) else {
        return wanted;
    };
    if game.draws.occurrences.len() >= 2 && chance(rng, 500) {
        let turn = Some(game.turn_no);
        let fields = json!({
            "turn_no": game.turn_no, "claim": "repetition", "path": squares(&mv)
        });
        wanted.push(Intent::of(
            game,
            "gameClaimDraw",
            turn,
            "repetition",
            fields,
        ));
    }
    wanted.push(Intent::mv(game, game.turn_no, &mv));
    if chance(rng, weather.rival_command)
        && let Some(other) = choose(game, rng)
    {
        wanted.push(Intent::mv(game, game.turn_no, &other));
    }
    if chance(rng, 10) {
        let nonsense = Intent::mv(game, game.turn_no, "1-1");
        wanted.insert(0, nonsense);
    }
    wanted
}

/// An answer to the rival's offer or request, if there is one and it is to be answered.
fn answer(game: &Game, rng: &mut StdRng) -> Option<Intent> {
    let rivals = |by: Option<Side>| by.is_some() && by != game.you;
    if rivals(game.offer) {
        return match rng.random_range(0..10) {
            0 => Some(Intent::draw(game, "accept")),
            1..=3 => Some(Intent::draw(game, "decline")),
            _ => None,
        };
    }
    if rivals(game.cancel) {
        return match rng.random_range(0..10) {
            0 => Some(Intent::cancel(game, "agree")),
            1..=3 => Some(Intent::cancel(game, "refuse")),
            _ => None,
        };
    }
    None
}

/// Out of turn: answers, flags, resignations and moves that come too early.
fn waiter(game: &Game, rng: &mut StdRng) -> Vec<Intent> {
    if let Some(answer) = answer(game, rng) {
        return vec![answer];
    }
    match rng.random_range(0..100) {
        0 => vec![Intent::resign(game)],
        1..=20 => vec![Intent::flag(game)],
        21..=40 if game.can_offer => vec![Intent::draw(game, "offer")],
        41..=50 if game.can_cancel => vec![Intent::cancel(game, "ask")],
        51..=80 => {
            let move_of_theirs = choose(game, rng).unwrap_or_else(|| "1-5".to_owned());
            let turn = game.turn_no + rng.random_range(0..2);
            vec![Intent::mv(game, turn, &move_of_theirs)]
        }
        _ => Vec::new(),
    }
}

/// A legal move by lot, preferring captures.
pub(super) fn choose(game: &Game, rng: &mut StdRng) -> Option<String> {
    let captures: Vec<&String> = game.legal.iter().filter(|mv| mv.contains('x')).collect();
    if !captures.is_empty() && chance(rng, 800) {
        captures.choose(rng).map(|mv| (*mv).clone())
    } else {
        game.legal.choose(rng).cloned()
    }
}
