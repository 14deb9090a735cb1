//! Everything that can be asked of the application, each at a stage where it is
//! accepted, with what somebody else may ask at the same moment.

mod accounts;
mod levels;
mod queue;

use crate::scenes::{Scene, Stage};
use crate::step::Step;
use serde_json::{Value, json};

/// One row of the table.
pub(crate) struct Scenario {
    pub(crate) what: &'static str,
    pub(crate) stage: Stage,
    /// In a rated game.
    pub(crate) rated: bool,
    pub(crate) step: fn(&Scene) -> Step,
    /// What gets in between.
    pub(crate) rival: fn(&Scene) -> Step,
    /// What happens later, whatever came before.
    pub(crate) then: fn(&Scene) -> Vec<Step>,
}

const fn row(
    what: &'static str,
    stage: Stage,
    step: fn(&Scene) -> Step,
    rival: fn(&Scene) -> Step,
) -> Scenario {
    Scenario {
        what,
        stage,
        rated: false,
        step,
        rival,
        then: |_| Vec::new(),
    }
}

/// One that ends a rated game.
const fn rated(
    what: &'static str,
    stage: Stage,
    step: fn(&Scene) -> Step,
    rival: fn(&Scene) -> Step,
) -> Scenario {
    Scenario {
        rated: true,
        ..row(what, stage, step, rival)
    }
}

/// A connection whose end was not told is found out by the next news to it, in the
/// game and in the room.
const fn left(what: &'static str, stage: Stage, rival: fn(&Scene) -> Step) -> Scenario {
    Scenario {
        what,
        stage,
        rated: false,
        step: |scene| Step::Disconnected(scene.white.clone()),
        rival,
        then: |scene| match scene.stage {
            Stage::Joined => vec![scene.in_room(&scene.red, "roomAccept")],
            _ => vec![
                red_moves(scene),
                scene.in_game(&scene.red, "gameResign", &json!({})),
                scene.in_game(&scene.red, "gameRematch", &act("accept")),
            ],
        },
    }
}

fn act(what: &str) -> Value {
    json!({"do": what})
}

fn at(seq: u16, what: &str) -> Value {
    json!({"seq": seq, "do": what})
}

fn resigns(scene: &Scene) -> Step {
    scene.in_game(&scene.white, "gameResign", &json!({}))
}

fn red_moves(scene: &Scene) -> Step {
    scene.moves(&scene.red, 0, "11-15")
}

fn other_tab_moves(scene: &Scene) -> Step {
    scene.moves(&scene.other, 0, "9-13")
}

fn host_cancels(scene: &Scene) -> Step {
    scene.in_room(&scene.other, "roomCancel")
}

fn guest_leaves(scene: &Scene) -> Step {
    scene.in_room(&scene.white, "roomCancel")
}

fn create(scene: &Scene) -> Step {
    let conditions = json!({"rule_set": "vezz-8x8", "clock": "20+10", "colour": "mine"});
    scene.says(&scene.red, "roomCreate", conditions)
}

fn other_tab_creates(scene: &Scene) -> Step {
    let conditions = json!({"rule_set": "vezz-8x8", "colour": "theirs"});
    scene.says(&scene.other, "roomCreate", conditions)
}

fn last(scene: &Scene) -> Step {
    let (tab, action, fields) = scene.last.clone().unwrap();
    scene.says(&tab, action, fields)
}

fn loser_resigns(scene: &Scene) -> Step {
    let (winner, ..) = scene.last.as_ref().unwrap();
    let red_wins = winner.connection == scene.red.connection;
    let loser = if red_wins { &scene.white } else { &scene.red };
    scene.in_game(loser, "gameResign", &json!({}))
}

fn accept_rematch(scene: &Scene) -> Step {
    scene.in_game(&scene.white, "gameRematch", &act("accept"))
}

fn decline_rematch(scene: &Scene) -> Step {
    scene.in_game(&scene.white, "gameRematch", &act("decline"))
}

fn red_home(scene: &Scene) -> Step {
    scene.says(&scene.red, "sync", json!({}))
}

/// The rows, in the order of a visit, and then of rated play.
pub(crate) fn all() -> impl Iterator<Item = &'static Scenario> {
    let rated = ALL.iter().chain(queue::ALL);
    rated.chain(accounts::ALL).chain(levels::ALL)
}

static ALL: &[Scenario] = &[
    row(
        "authorizer, a new session",
        Stage::Arrived,
        |_| Step::Authorize([1; 32]),
        |_| Step::Authorize([1; 32]),
    ),
    row(
        "authorizer, a known session",
        Stage::Known,
        |_| Step::Authorize([1; 32]),
        |_| Step::Authorize([1; 32]),
    ),
    row(
        "`$connect`",
        Stage::Known,
        |scene| Step::Connected(scene.red.clone()),
        |_| Step::Authorize([1; 32]),
    ),
    left("`$disconnect`, before the game", Stage::Joined, |scene| {
        scene.in_room(&scene.red, "roomAccept")
    }),
    left("`$disconnect`, during a game", Stage::Playing, red_moves),
    row(
        "`sync`, home page",
        Stage::Arrived,
        red_home,
        other_tab_creates,
    ),
    row(
        "`sync`, home page, from a game",
        Stage::Playing,
        red_home,
        resigns,
    ),
    row(
        "`sync`, home page, a game ended",
        Stage::Ended,
        red_home,
        accept_rematch,
    ),
    row(
        "`sync`, home page, time is up",
        Stage::TimeOver,
        red_home,
        resigns,
    ),
    row(
        "`sync`, a visitor's look",
        Stage::Invited,
        |scene| scene.in_room(&scene.visitor, "sync"),
        host_cancels,
    ),
    row(
        "`sync`, the room in a second tab",
        Stage::Accepted,
        |scene| scene.in_room(&scene.other, "sync"),
        |scene| scene.in_room(&scene.red, "roomAccept"),
    ),
    row(
        "`sync`, the room and its game in a second tab",
        Stage::Playing,
        |scene| scene.in_room(&scene.other, "sync"),
        red_moves,
    ),
    row(
        "`sync`, the game in a second tab",
        Stage::Playing,
        |scene| scene.in_game(&scene.other, "sync", &json!({})),
        resigns,
    ),
    row(
        "`sync`, an invitation that is over",
        Stage::InviteOver,
        |scene| scene.in_room(&scene.red, "sync"),
        |scene| Step::Lapse(scene.room),
    ),
    row("`roomCreate`", Stage::Arrived, create, other_tab_creates),
    row(
        "`roomJoin`",
        Stage::Invited,
        |scene| scene.in_room(&scene.white, "roomJoin"),
        |scene| scene.in_room(&scene.visitor, "roomJoin"),
    ),
    row(
        "`roomAccept`, the host's, before anybody came",
        Stage::Invited,
        |scene| scene.in_room(&scene.red, "roomAccept"),
        |scene| scene.in_room(&scene.white, "roomJoin"),
    ),
    row(
        "`roomAccept`, the first of two",
        Stage::Joined,
        |scene| scene.in_room(&scene.white, "roomAccept"),
        host_cancels,
    ),
    row(
        "`roomAccept`, the second: the game starts",
        Stage::Accepted,
        |scene| scene.in_room(&scene.red, "roomAccept"),
        guest_leaves,
    ),
    row(
        "`roomCancel`, the guest leaves",
        Stage::Accepted,
        guest_leaves,
        |scene| scene.in_room(&scene.red, "roomAccept"),
    ),
    row(
        "`roomCancel`, the host cancels",
        Stage::Joined,
        |scene| scene.in_room(&scene.red, "roomCancel"),
        |scene| scene.in_room(&scene.white, "roomAccept"),
    ),
    row("`gameMove`", Stage::Playing, red_moves, other_tab_moves),
    row(
        "`gameMove`, which declines an offer",
        Stage::Offered,
        red_moves,
        |scene| scene.in_game(&scene.other, "gameDraw", &at(1, "accept")),
    ),
    row(
        "`gameMove`, which ends the game",
        Stage::LastMove,
        last,
        loser_resigns,
    ),
    row(
        "`gameHuff`",
        Stage::Huffable,
        |scene| {
            let huff = json!({"turn_no": 3, "square": 15});
            scene.in_game(&scene.white, "gameHuff", &huff)
        },
        |scene| scene.moves(&scene.white, 3, "25-22"),
    ),
    row(
        "`gameHuff`, which ends the game",
        Stage::LastHuff,
        last,
        loser_resigns,
    ),
    row(
        "`gameDraw`, an offer",
        Stage::Playing,
        |scene| scene.in_game(&scene.white, "gameDraw", &at(0, "offer")),
        red_moves,
    ),
    row(
        "`gameDraw`, accepted",
        Stage::Offered,
        |scene| scene.in_game(&scene.red, "gameDraw", &at(1, "accept")),
        resigns,
    ),
    row(
        "`gameDraw`, declined",
        Stage::Offered,
        |scene| scene.in_game(&scene.red, "gameDraw", &at(1, "decline")),
        |scene| scene.in_game(&scene.other, "gameDraw", &at(1, "accept")),
    ),
    row(
        "`gameClaimDraw`, repetition",
        Stage::Repeated,
        |scene| {
            let claim = json!({"turn_no": 17, "claim": "repetition", "path": [6, 2]});
            scene.in_game(&scene.white, "gameClaimDraw", &claim)
        },
        |scene| scene.in_game(&scene.red, "gameResign", &json!({})),
    ),
    row(
        "`gameClaimDraw`, no progress",
        Stage::NoProgress,
        |scene| {
            let claim = json!({"turn_no": 151, "claim": "no_progress"});
            scene.in_game(&scene.white, "gameClaimDraw", &claim)
        },
        |scene| scene.in_game(&scene.red, "gameResign", &json!({})),
    ),
    row("`gameResign`", Stage::Playing, resigns, red_moves),
    row(
        "`gameCancel`, asked",
        Stage::Playing,
        |scene| scene.in_game(&scene.white, "gameCancel", &at(0, "ask")),
        red_moves,
    ),
    row(
        "`gameCancel`, agreed",
        Stage::Asked,
        |scene| scene.in_game(&scene.red, "gameCancel", &at(1, "agree")),
        resigns,
    ),
    row(
        "`gameCancel`, refused",
        Stage::Asked,
        |scene| scene.in_game(&scene.red, "gameCancel", &at(1, "refuse")),
        other_tab_moves,
    ),
    row(
        "`gameFlag`",
        Stage::TimeOver,
        |scene| scene.in_game(&scene.white, "gameFlag", &json!({})),
        resigns,
    ),
    row(
        "`gameRematch`, accepted first",
        Stage::Ended,
        |scene| scene.in_game(&scene.red, "gameRematch", &act("accept")),
        decline_rematch,
    ),
    row(
        "`gameRematch`, accepted second: the game starts",
        Stage::Rematched,
        |scene| scene.in_game(&scene.red, "gameRematch", &act("accept")),
        decline_rematch,
    ),
    row(
        "`gameRematch`, declined",
        Stage::Ended,
        |scene| scene.in_game(&scene.red, "gameRematch", &act("decline")),
        accept_rematch,
    ),
    row(
        "`historyGet`, a page",
        Stage::Playing,
        |scene| scene.says(&scene.red, "historyGet", json!({})),
        resigns,
    ),
    row(
        "`historyGet`, one game, time is up",
        Stage::TimeOver,
        |scene| scene.in_game(&scene.red, "historyGet", &json!({})),
        resigns,
    ),
    row(
        "watchdog, nothing due",
        Stage::Playing,
        |scene| Step::Clock(scene.game),
        red_moves,
    ),
    row(
        "watchdog, time is up",
        Stage::TimeOver,
        |scene| Step::Clock(scene.game),
        resigns,
    ),
    row(
        "lapse of an invitation",
        Stage::InviteOver,
        |scene| Step::Lapse(scene.room),
        |scene| scene.in_room(&scene.white, "roomJoin"),
    ),
    row(
        "daily walk, a game is due",
        Stage::TimeOver,
        |_| Step::Audit,
        resigns,
    ),
    rated(
        "`gameMove`, which ends a rated game",
        Stage::LastMove,
        last,
        loser_resigns,
    ),
    rated(
        "`gameHuff`, which ends a rated game",
        Stage::LastHuff,
        last,
        loser_resigns,
    ),
    rated(
        "`gameDraw`, accepted in a rated game",
        Stage::Offered,
        |scene| scene.in_game(&scene.red, "gameDraw", &at(1, "accept")),
        resigns,
    ),
    rated(
        "`gameClaimDraw`, repetition in a rated game",
        Stage::Repeated,
        |scene| {
            let claim = json!({"turn_no": 17, "claim": "repetition", "path": [6, 2]});
            scene.in_game(&scene.white, "gameClaimDraw", &claim)
        },
        |scene| scene.in_game(&scene.red, "gameResign", &json!({})),
    ),
    rated(
        "`gameResign`, a rated game",
        Stage::Playing,
        resigns,
        red_moves,
    ),
    rated(
        "`gameFlag`, time is up in a rated game",
        Stage::TimeOver,
        |scene| scene.in_game(&scene.white, "gameFlag", &json!({})),
        resigns,
    ),
    rated(
        "watchdog, time is up in a rated game",
        Stage::TimeOver,
        |scene| Step::Clock(scene.game),
        resigns,
    ),
    rated(
        "`sync`, a rated game whose time is up",
        Stage::TimeOver,
        |scene| scene.in_game(&scene.other, "sync", &json!({})),
        resigns,
    ),
    rated(
        "`historyGet`, a rated game whose time is up",
        Stage::TimeOver,
        |scene| scene.in_game(&scene.red, "historyGet", &json!({})),
        resigns,
    ),
    rated(
        "daily walk, a rated game whose time is up",
        Stage::TimeOver,
        |_| Step::Audit,
        resigns,
    ),
];
