//! The examples of the rules page, played by these rules.
//!
//! Each begins with a position and goes on step by step: what the learner is asked for, what is
//! refused on the way and why, what the rival answers. The page gets the legal moves with every
//! position, so that its board is live without rules in the browser.
//!
//! `DAMERO_WRITE_WEB=1 cargo test -p damero-rules` writes the file; without the variable the test
//! says whether it is current.

use damero_rules::{EndReason, Line, Move, Side, write_fen};
use serde_json::{Value, json};

use crate::data::{line, path, square};

/// The rule set of them all.
const RULES: &str = "vezz-8x8";

/// Every move of the position.
const ANY: &[&str] = &["*"];

/// A claim of a draw for want of progress.
const CLAIM: &str = "claim";

struct Example {
    id: &'static str,
    fen: &'static str,
    /// Moves made before, over and over, so many plies in all.
    worn: Option<(&'static [&'static str], u16)>,
    /// The rival's move that leads in.
    lead: Option<&'static str>,
    steps: &'static [Step],
    /// How the game ends with the last step, if it does.
    ends: Option<EndReason>,
}

struct Step {
    /// Moves (`9-14`), a huff (`!14`), [`CLAIM`] or [`ANY`]. Only the last step has several.
    wanted: &'static [&'static str],
    /// Paths that are refused, and the code of the reason.
    wrong: &'static [(&'static str, &'static str)],
    /// What the rival does then.
    replies: &'static [&'static str],
}

/// White, the learner, is at the bottom and moves up.
const EXAMPLES: &[Example] = &[
    Example {
        id: "step",
        fen: "W:W23,29,31:B2,5,8",
        worn: None,
        lead: None,
        steps: &[Step {
            wanted: &["23-18", "23-19"],
            wrong: &[
                ("23-26", "backward_move"),
                ("23-27", "backward_move"),
                ("23-14", "not_reachable"),
                ("23-16", "not_reachable"),
            ],
            replies: &[],
        }],
        ends: None,
    },
    Example {
        id: "capture",
        fen: "W:W21,23,32:B1,6,18,26",
        worn: None,
        lead: None,
        steps: &[Step {
            wanted: &["23x14"],
            wrong: &[("23x30", "backward_capture")],
            replies: &[],
        }],
        ends: None,
    },
    Example {
        id: "chain",
        fen: "W:W27,29,30:B3,5,14,23",
        worn: None,
        lead: None,
        steps: &[Step {
            wanted: &["27x18x9"],
            wrong: &[("27x18", "chain_not_finished")],
            replies: &[],
        }],
        ends: None,
    },
    Example {
        id: "forgo",
        fen: "W:W21,23,32:B2,8,18",
        worn: None,
        lead: None,
        steps: &[
            Step {
                wanted: &["32-28"],
                wrong: &[],
                replies: &["!23", "8-11"],
            },
            Step {
                wanted: ANY,
                wrong: &[],
                replies: &[],
            },
        ],
        ends: None,
    },
    Example {
        id: "huff",
        fen: "B:W15,22,31:B1,3,10,12",
        worn: None,
        lead: Some("1-6"),
        steps: &[
            Step {
                wanted: &["!10"],
                wrong: &[],
                replies: &[],
            },
            Step {
                wanted: ANY,
                wrong: &[],
                replies: &[],
            },
        ],
        ends: None,
    },
    Example {
        id: "king",
        fen: "W:W24,32,K29:B1,5,12",
        worn: None,
        lead: None,
        steps: &[Step {
            wanted: &["29-8"],
            wrong: &[
                ("29-30", "not_on_a_line"),
                ("29-21", "not_on_a_line"),
                ("29-13", "not_on_a_line"),
            ],
            replies: &[],
        }],
        ends: None,
    },
    Example {
        id: "landing",
        fen: "W:W32,K29:B5,16,18",
        worn: None,
        lead: None,
        steps: &[Step {
            wanted: &["29x11x20"],
            wrong: &[("29x11", "chain_not_finished")],
            replies: &[],
        }],
        ends: None,
    },
    Example {
        id: "crowning",
        fen: "W:W11,32:B6,7,16",
        worn: None,
        lead: None,
        steps: &[
            Step {
                wanted: &["11x2"],
                wrong: &[("11x2x9", "crowning_ends_move")],
                replies: &["16-20"],
            },
            Step {
                wanted: &["2x9", "2x13"],
                wrong: &[],
                replies: &[],
            },
        ],
        ends: None,
    },
    Example {
        id: "block",
        fen: "W:W15,29,30:B21",
        worn: None,
        lead: None,
        steps: &[Step {
            wanted: &["29-25"],
            wrong: &[],
            replies: &[],
        }],
        ends: Some(EndReason::Blocked),
    },
    Example {
        id: "draw",
        fen: "W:W32,K29:BK1,12",
        worn: Some((&["29-25", "1-5", "25-29", "5-1"], 78)),
        lead: None,
        steps: &[
            Step {
                wanted: &["25-29"],
                wrong: &[],
                replies: &["5-1"],
            },
            Step {
                wanted: &[CLAIM],
                wrong: &[],
                replies: &[],
            },
        ],
        ends: None,
    },
];

/// Moves as the wire has them.
fn words(moves: &[Move]) -> String {
    let moves: Vec<_> = moves.iter().map(ToString::to_string).collect();
    moves.join(" ")
}

/// Plays a move or a huff.
#[track_caller]
fn act(line: &mut Line, action: &str) {
    if let Some(number) = action.strip_prefix('!') {
        line.huff(square(number.parse().expect("a square's number")))
            .unwrap_or_else(|error| panic!("{action}: {error}"));
    } else {
        let mv = line
            .play(&path(action))
            .unwrap_or_else(|error| panic!("{action}: {error}"));
        assert_eq!(mv.to_string(), action, "the page compares whole paths");
    }
}

/// A line in which nothing has progressed for so many plies.
fn begun(example: &Example) -> Line {
    let mut line = line(RULES, example.fen);
    if let Some((moves, plies)) = example.worn {
        for mv in moves.iter().cycle().take(plies.into()) {
            act(&mut line, mv);
        }
        assert_eq!(line.no_progress(), plies);
    }
    line
}

fn check_refusals(line: &Line, wrong: &[(&str, &str)]) {
    for (text, code) in wrong {
        let refused = line.clone().play(&path(text)).expect_err(text);
        assert_eq!(refused.code(), *code, "{text}");
    }
}

/// A step as the page needs it; the line goes on to the next.
fn step(line: &mut Line, step: &Step, last: bool) -> Value {
    assert_eq!(line.turn(), Side::White, "the learner is to move");
    let legal = line.legal_moves();
    let huffable: Vec<_> = line.huffable().iter().map(|at| at.to_string()).collect();
    let wanted = if step.wanted == ANY {
        words(&legal)
    } else {
        step.wanted.join(" ")
    };
    assert!(last || step.wanted.len() == 1, "the next step needs one");
    check_refusals(line, step.wrong);
    assert!(
        huffable.is_empty() || wanted.starts_with('!'),
        "a huff is on offer where nothing is said of it: {wanted}"
    );

    let mut value = json!({
        "fen": write_fen(line.rules(), line.position()),
        "legal": words(&legal),
        "huffable": huffable.join(" "),
        "wanted": wanted,
        "wrong": step.wrong.iter().map(|(path, code)| json!({ "path": path, "code": code }))
            .collect::<Vec<_>>(),
        "replies": step.replies.join(" "),
        "without_progress": line.no_progress(),
    });
    if step.wanted == [CLAIM] {
        line.check_no_progress_claim().unwrap();
    } else {
        line.check_no_progress_claim().unwrap_err();
        let mut after = line.clone();
        for action in wanted.split(' ') {
            after = line.clone();
            act(&mut after, action);
            assert!(last || after.outcome().is_none(), "it goes on");
        }
        *line = after;
    }
    if let Some(outcome) = line.outcome() {
        value["ended"] = outcome.reason.as_str().into();
    }
    for action in step.replies {
        act(line, action);
    }
    value
}

fn played(example: &Example) -> Value {
    let mut line = begun(example);
    let mut value = json!({ "id": example.id });
    if let Some(lead) = example.lead {
        value["lead"] = json!({ "fen": write_fen(line.rules(), line.position()), "move": lead });
        act(&mut line, lead);
    }
    let count = example.steps.len();
    let steps: Vec<_> = (1..)
        .zip(example.steps)
        .map(|(nth, one)| step(&mut line, one, nth == count))
        .collect();
    value["steps"] = steps.into();
    assert_eq!(
        line.outcome().map(|outcome| outcome.reason),
        example.ends,
        "{}",
        example.id
    );
    value
}

#[test]
fn the_rules_page_shows_what_these_rules_play() {
    let examples: Vec<_> = EXAMPLES.iter().map(played).collect();
    let text = serde_json::to_string_pretty(&examples).unwrap() + "\n";
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../web/src/ui/rules/examples.json"
    );
    if std::env::var_os("DAMERO_WRITE_WEB").is_some() {
        std::fs::write(file, &text).unwrap();
    }
    assert_eq!(
        std::fs::read_to_string(file).unwrap_or_default(),
        text,
        "run DAMERO_WRITE_WEB=1 cargo test -p damero-rules"
    );
}
