//! A game as PDN, with the club's own tags.

use chrono::DateTime;
use damero_domain::clock::Clocks;
use damero_domain::game::{Game, Origin, What};
use damero_domain::time::Millis;
use damero_rules::{
    PdnClocks, PdnGame, PdnLine, PdnNotes, PdnPly, PdnResult, PdnTag, Position, Side, Tenths,
    write_pdn,
};
use damero_store::HeldGame;

/// PDN 3.0 of a game; unfinished and cancelled games end in `*`.
pub(crate) fn of(held: &HeldGame) -> String {
    let game = &held.game;
    let setup = game.setup();
    write_pdn(&PdnGame {
        rules: setup.rules,
        tags: tags(game)
            .into_iter()
            .chain(ratings(held))
            .filter_map(|(name, value)| PdnTag::new(name, &value))
            .collect(),
        start: Position::initial(setup.rules),
        line: line(game),
        result: match game.ended() {
            Some(ended) if ended.reason != damero_domain::game::Reason::Cancelled => {
                ended.winner.map_or(PdnResult::Drawn, PdnResult::Won)
            }
            _ => PdnResult::Open,
        },
    })
}

fn tags(game: &Game) -> Vec<(&'static str, String)> {
    let setup = game.setup();
    let date = DateTime::from_timestamp_millis(setup.started.0).unwrap_or_default();
    let colour = |side| setup.rules.colour_name(side).as_str().to_owned();
    let mut tags = vec![
        ("Event", event(setup.origin)),
        ("Site", format!("Damero {}", setup.id)),
        ("Date", date.format("%Y.%m.%d").to_string()),
        ("Time", date.format("%H:%M:%S UTC").to_string()),
        ("Round", setup.origin.number().to_string()),
        ("White", "?".to_owned()),
        ("Black", "?".to_owned()),
        ("WhiteColour", colour(Side::White)),
        ("BlackColour", colour(Side::Black)),
    ];
    if let Some(control) = setup.control {
        tags.push((
            "TimeControl",
            format!(
                "{}+{}",
                control.initial.0 / 1000,
                control.increment.0 / 1000
            ),
        ));
    }
    if let Some(ended) = game.ended() {
        tags.push(("Reason", ended.reason.as_str().to_owned()));
    }
    tags
}

fn event(origin: Origin) -> String {
    match origin {
        Origin::Room { .. } => "Damero".into(),
        Origin::Pairing(_) => "Damero, rated game".into(),
        Origin::Level(level) => format!("Damero, computer's level {level}"),
    }
}

/// Both players' ratings before the game, as everyone may see them.
fn ratings(held: &HeldGame) -> Vec<(&'static str, String)> {
    let Some(rated) = &held.rated else {
        return Vec::new();
    };
    let before = |side: Side| {
        let at_the_end = rated.change.map(|change| change[side].before);
        at_the_end
            .unwrap_or(rated.began[side].elo)
            .shown()
            .to_string()
    };
    vec![
        ("WhiteRating", before(Side::White)),
        ("BlackRating", before(Side::Black)),
    ]
}

/// The plies with each mover's clock after it, and a huff that no ply followed.
fn line(game: &Game) -> PdnLine {
    let setup = game.setup();
    let mut clocks = setup
        .control
        .map(|control| Clocks::start(control, setup.started));
    let mut mover = setup.rules.first();
    let mut huff = None;
    let mut plies = Vec::new();
    for event in game.events() {
        match &event.what {
            What::Huff(square) => huff = Some(*square),
            What::Move(mv) => {
                let shown = clocks.as_mut().map(|clocks| {
                    clocks.press(mover, event.received, event.confirmed);
                    tenths(clocks.remaining(mover))
                });
                plies.push(PdnPly {
                    huff: huff.take(),
                    notes: PdnNotes {
                        clocks: PdnClocks::one(mover, shown),
                        ..PdnNotes::default()
                    },
                    ..PdnPly::from(mv.clone())
                });
                mover = mover.other();
            }
            _ => {}
        }
    }
    PdnLine {
        plies,
        last_huff: huff,
        ..PdnLine::default()
    }
}

fn tenths(remaining: Millis) -> Tenths {
    Tenths(u32::try_from(remaining.0 / 100).unwrap_or(0))
}
