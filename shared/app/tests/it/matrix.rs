//! For each situation, what everybody in it may ask: any two of these may meet.

use crate::scenes::{Scene, Stage};
use crate::step::Step;
use serde_json::json;

/// Something to ask, by name.
pub(crate) type Act = (&'static str, fn(&Scene) -> Step);

/// Where things stand, and what may be asked there.
pub(crate) struct Situation {
    pub(crate) what: &'static str,
    pub(crate) stage: Stage,
    /// In a rated game.
    pub(crate) rated: bool,
    /// How long it has stood so, ms.
    pub(crate) wait: i64,
    pub(crate) acts: &'static [Act],
}

const HOUR: i64 = 3_600_000;

/// A quarter of an hour and more before the first clock falls, or the invitation
/// lapses, so that half a second is left, or has passed, or two.
const fn of_clock(offset: i64) -> i64 {
    20 * 60_000 - 1000 + offset
}

const fn of_rated_clock(offset: i64) -> i64 {
    15 * 60_000 - 1000 + offset
}

const fn of_invitation(since_creation: i64, offset: i64) -> i64 {
    24 * HOUR - 1000 - since_creation + offset
}

const IN_TIME: i64 = -500;
const LATE: i64 = 500;
const OVER: i64 = 2000;

const JOIN: Act = ("white joins", |scene| {
    scene.in_room(&scene.white, "roomJoin")
});
const VISITOR_JOINS: Act = ("a third joins", |scene| {
    scene.in_room(&scene.visitor, "roomJoin")
});
const HOST_ACCEPTS: Act = ("red accepts", |scene| {
    scene.in_room(&scene.red, "roomAccept")
});
const HOST_ACCEPTS_TOO: Act = ("red's other tab accepts", |scene| {
    scene.in_room(&scene.other, "roomAccept")
});
const GUEST_ACCEPTS: Act = ("white accepts", |scene| {
    scene.in_room(&scene.white, "roomAccept")
});
const HOST_CANCELS: Act = ("red cancels", |scene| {
    scene.in_room(&scene.red, "roomCancel")
});
const GUEST_LEAVES: Act = ("white leaves", |scene| {
    scene.in_room(&scene.white, "roomCancel")
});
const OPENS_ROOM: Act = ("red's other tab opens the room", |scene| {
    scene.in_room(&scene.other, "sync")
});
const LAPSE: Act = ("the lapse fires", |scene| Step::Lapse(scene.room));
const GUEST_GONE: Act = ("white's tab closes", |scene| {
    Step::Disconnected(scene.white.clone())
});

const MOVES: Act = ("red moves", |scene| scene.moves(&scene.red, 0, "11-15"));
const MOVES_TOO: Act = ("red's other tab moves", |scene| {
    scene.moves(&scene.other, 0, "9-13")
});
const WHITE_ANSWERS: Act = ("white answers that move", |scene| {
    scene.moves(&scene.white, 1, "22-18")
});
const RED_RESIGNS: Act = ("red resigns", |scene| {
    scene.in_game(&scene.red, "gameResign", &json!({}))
});
const WHITE_RESIGNS: Act = ("white resigns", |scene| {
    scene.in_game(&scene.white, "gameResign", &json!({}))
});
const RED_OFFERS: Act = ("red offers a draw", |scene| {
    talk(scene, false, "gameDraw", 0, "offer")
});
const WHITE_OFFERS: Act = ("white offers a draw", |scene| {
    talk(scene, true, "gameDraw", 0, "offer")
});
const RED_ASKS: Act = ("red asks to cancel", |scene| {
    talk(scene, false, "gameCancel", 0, "ask")
});
const WHITE_ASKS: Act = ("white asks to cancel", |scene| {
    talk(scene, true, "gameCancel", 0, "ask")
});
const RED_ACCEPTS_DRAW: Act = ("red accepts", |scene| {
    talk(scene, false, "gameDraw", 1, "accept")
});
const FLAG: Act = ("white says that red's time is over", |scene| {
    scene.in_game(&scene.white, "gameFlag", &json!({}))
});
const WATCHDOG: Act = ("the watchdog looks", |scene| Step::Clock(scene.game));
const OPENS_GAME: Act = ("red's other tab opens the game", |scene| {
    scene.in_game(&scene.other, "sync", &json!({}))
});

fn talk(scene: &Scene, white: bool, action: &'static str, seq: u16, what: &str) -> Step {
    let tab = if white { &scene.white } else { &scene.red };
    scene.in_game(tab, action, &json!({"seq": seq, "do": what}))
}

fn last(scene: &Scene) -> Step {
    let (tab, action, fields) = scene.last.clone().unwrap();
    scene.says(&tab, action, fields)
}

/// Only red has another tab; white sends it twice, by two commands.
fn last_from_other_tab(scene: &Scene) -> Step {
    let (tab, action, fields) = scene.last.clone().unwrap();
    let red = tab.connection == scene.red.connection;
    let tab = if red { scene.other.clone() } else { tab };
    scene.says(&tab, action, fields)
}

fn rematch(scene: &Scene, who: fn(&Scene) -> &crate::club::Tab, answer: &str) -> Step {
    scene.in_game(who(scene), "gameRematch", &json!({ "do": answer }))
}

const ON_THE_CLOCK: &[Act] = &[
    MOVES,
    FLAG,
    WATCHDOG,
    OPENS_GAME,
    RED_RESIGNS,
    WHITE_RESIGNS,
    WHITE_OFFERS,
];
const AT_THE_END: &[Act] = &[
    JOIN,
    VISITOR_JOINS,
    HOST_ACCEPTS,
    HOST_CANCELS,
    LAPSE,
    OPENS_ROOM,
];
const AT_THE_END_ACCEPTED: &[Act] = &[HOST_ACCEPTS, HOST_CANCELS, GUEST_LEAVES, LAPSE];
const REMATCHES: &[Act] = &[
    ("red accepts", |scene| {
        rematch(scene, |scene| &scene.red, "accept")
    }),
    ("red's other tab accepts", |scene| {
        rematch(scene, |scene| &scene.other, "accept")
    }),
    ("white accepts", |scene| {
        rematch(scene, |scene| &scene.white, "accept")
    }),
    ("red declines", |scene| {
        rematch(scene, |scene| &scene.red, "decline")
    }),
    ("white declines", |scene| {
        rematch(scene, |scene| &scene.white, "decline")
    }),
    ("red resigns the game before", |scene| {
        scene.in_game(&scene.red, "gameResign", &json!({}))
    }),
    OPENS_ROOM,
];

const fn at(what: &'static str, stage: Stage, wait: i64, acts: &'static [Act]) -> Situation {
    Situation {
        what,
        stage,
        rated: false,
        wait,
        acts,
    }
}

/// The same in a rated game, with its own clock.
const fn rated(what: &'static str, stage: Stage, wait: i64, acts: &'static [Act]) -> Situation {
    Situation {
        rated: true,
        ..at(what, stage, wait, acts)
    }
}

/// Every situation.
pub(crate) static ALL: &[Situation] = &[
    at(
        "an invitation",
        Stage::Invited,
        0,
        &[
            JOIN,
            VISITOR_JOINS,
            HOST_ACCEPTS,
            HOST_ACCEPTS_TOO,
            HOST_CANCELS,
            OPENS_ROOM,
            LAPSE,
        ],
    ),
    at(
        "an invitation, half a second before it lapses",
        Stage::Invited,
        of_invitation(0, IN_TIME),
        AT_THE_END,
    ),
    at(
        "an invitation that lapsed half a second ago",
        Stage::Invited,
        of_invitation(0, LATE),
        AT_THE_END,
    ),
    at(
        "an invitation that lapsed two seconds ago",
        Stage::Invited,
        of_invitation(0, OVER),
        AT_THE_END,
    ),
    at(
        "both sit",
        Stage::Joined,
        0,
        &[
            HOST_ACCEPTS,
            HOST_ACCEPTS_TOO,
            GUEST_ACCEPTS,
            GUEST_LEAVES,
            HOST_CANCELS,
            VISITOR_JOINS,
            OPENS_ROOM,
            GUEST_GONE,
        ],
    ),
    at(
        "white has accepted",
        Stage::Accepted,
        0,
        &[
            HOST_ACCEPTS,
            HOST_ACCEPTS_TOO,
            GUEST_ACCEPTS,
            GUEST_LEAVES,
            HOST_CANCELS,
            VISITOR_JOINS,
            OPENS_ROOM,
            GUEST_GONE,
        ],
    ),
    at(
        "white has accepted, half a second before the lapse",
        Stage::Accepted,
        of_invitation(2000, IN_TIME),
        AT_THE_END_ACCEPTED,
    ),
    at(
        "white has accepted, half a second after the lapse",
        Stage::Accepted,
        of_invitation(2000, LATE),
        AT_THE_END_ACCEPTED,
    ),
    at(
        "white has accepted, two seconds after the lapse",
        Stage::Accepted,
        of_invitation(2000, OVER),
        AT_THE_END_ACCEPTED,
    ),
    at(
        "a game, red to move",
        Stage::Playing,
        0,
        &[
            MOVES,
            MOVES_TOO,
            WHITE_ANSWERS,
            RED_RESIGNS,
            WHITE_RESIGNS,
            RED_OFFERS,
            WHITE_OFFERS,
            RED_ASKS,
            WHITE_ASKS,
            FLAG,
            WATCHDOG,
            OPENS_GAME,
            GUEST_GONE,
        ],
    ),
    at(
        "half a second before red's clock falls",
        Stage::Playing,
        of_clock(IN_TIME),
        ON_THE_CLOCK,
    ),
    at(
        "half a second after red's clock fell",
        Stage::Playing,
        of_clock(LATE),
        ON_THE_CLOCK,
    ),
    at(
        "two seconds after red's clock fell",
        Stage::Playing,
        of_clock(OVER),
        ON_THE_CLOCK,
    ),
    at(
        "white has offered a draw",
        Stage::Offered,
        0,
        &[
            RED_ACCEPTS_DRAW,
            ("red declines", |scene| {
                talk(scene, false, "gameDraw", 1, "decline")
            }),
            ("red's other tab accepts", |scene| {
                scene.in_game(&scene.other, "gameDraw", &json!({"seq": 1, "do": "accept"}))
            }),
            ("white offers again", |scene| {
                talk(scene, true, "gameDraw", 1, "offer")
            }),
            MOVES,
            RED_RESIGNS,
            WHITE_RESIGNS,
        ],
    ),
    at(
        "white has asked to cancel",
        Stage::Asked,
        0,
        &[
            ("red agrees", |scene| {
                talk(scene, false, "gameCancel", 1, "agree")
            }),
            ("red refuses", |scene| {
                talk(scene, false, "gameCancel", 1, "refuse")
            }),
            ("red's other tab refuses", |scene| {
                scene.in_game(
                    &scene.other,
                    "gameCancel",
                    &json!({"seq": 1, "do": "refuse"}),
                )
            }),
            ("white asks again", |scene| {
                talk(scene, true, "gameCancel", 1, "ask")
            }),
            MOVES,
            WHITE_RESIGNS,
        ],
    ),
    at(
        "white may huff",
        Stage::Huffable,
        0,
        &[
            ("white huffs", |scene| {
                scene.in_game(
                    &scene.white,
                    "gameHuff",
                    &json!({"turn_no": 3, "square": 15}),
                )
            }),
            ("and then moves", |scene| {
                scene.moves(&scene.white, 4, "25-22")
            }),
            ("white moves at once", |scene| {
                scene.moves(&scene.white, 3, "25-22")
            }),
            RED_RESIGNS,
            WHITE_RESIGNS,
        ],
    ),
    at(
        "red may claim the repetition",
        Stage::Repeated,
        0,
        &[
            ("the claim", |scene| {
                let claim = json!({"turn_no": 17, "claim": "repetition", "path": [6, 2]});
                scene.in_game(&scene.white, "gameClaimDraw", &claim)
            }),
            ("the move itself", |scene| {
                scene.moves(&scene.white, 17, "6-2")
            }),
            RED_RESIGNS,
            WHITE_RESIGNS,
        ],
    ),
    at(
        "one move ends the game, which its player has asked to cancel",
        Stage::LastMoveAsked,
        0,
        &[
            ("the last move", last),
            ("the loser agrees", |scene| {
                let (winner, ..) = scene.last.as_ref().unwrap();
                let red_wins = winner.connection == scene.red.connection;
                talk(scene, red_wins, "gameCancel", scene.seq, "agree")
            }),
            RED_RESIGNS,
            WHITE_RESIGNS,
        ],
    ),
    rated(
        "one move ends a rated game",
        Stage::LastMove,
        0,
        &[
            ("the last move", last),
            ("the last move from the other tab", last_from_other_tab),
            RED_RESIGNS,
            WHITE_RESIGNS,
            OPENS_GAME,
        ],
    ),
    rated(
        "a rated game in which white has offered a draw",
        Stage::Offered,
        0,
        &[
            RED_ACCEPTS_DRAW,
            ("red's other tab accepts", |scene| {
                scene.in_game(&scene.other, "gameDraw", &json!({"seq": 1, "do": "accept"}))
            }),
            ("red declines", |scene| {
                talk(scene, false, "gameDraw", 1, "decline")
            }),
            MOVES,
            RED_RESIGNS,
            WHITE_RESIGNS,
        ],
    ),
    rated(
        "a rated game, two seconds after red's clock fell",
        Stage::Playing,
        of_rated_clock(OVER),
        ON_THE_CLOCK,
    ),
    at("the game has ended", Stage::Ended, 0, REMATCHES),
    at(
        "white has accepted a rematch",
        Stage::Rematched,
        0,
        REMATCHES,
    ),
];

/// Six at once, each of which ends a rated game.
pub(crate) static SIX_RATED: Situation = rated(
    "a rated game in which white has offered a draw, and red's clock fell two seconds ago",
    Stage::Offered,
    of_rated_clock(OVER) - 1000,
    &[
        RED_ACCEPTS_DRAW,
        RED_RESIGNS,
        WHITE_RESIGNS,
        FLAG,
        WATCHDOG,
        OPENS_GAME,
    ],
);

/// Six at once, each of which ends the game.
pub(crate) static SIX: Situation = at(
    "white has offered a draw and asked to cancel, and red's clock fell two seconds ago",
    Stage::OfferedAndAsked,
    of_clock(OVER) - 3000,
    &[
        ("red accepts the draw", |scene| {
            talk(scene, false, "gameDraw", 2, "accept")
        }),
        ("red agrees to cancel", |scene| {
            talk(scene, false, "gameCancel", 2, "agree")
        }),
        RED_RESIGNS,
        WHITE_RESIGNS,
        FLAG,
        WATCHDOG,
    ],
);
