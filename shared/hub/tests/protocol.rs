//! Conversations with a session, and texts of the protocol in every rule set.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use std::time::Duration;

use damero_engine::{Action, Level};
use damero_hub::{
    Answer, Clock, Limit, Mode, Order, Params, Session, Time, parse_action, parse_board,
    write_action, write_board,
};
use damero_rules::{Line, Position, RuleSet, parse_fen, write_fen};

fn rules(id: &str) -> &'static RuleSet {
    RuleSet::by_id(id).unwrap()
}

fn session(id: &str) -> Session {
    let params = Params {
        rules: rules(id),
        level: Level::HIGHEST,
        memory: 16,
    };
    Session::new(params)
}

/// What a session says to the last of these lines: an error's message, or whatever it is.
fn said(session: &mut Session, lines: &[&str]) -> String {
    let orders: Vec<_> = lines.iter().map(|line| session.read(line)).collect();
    match orders.into_iter().next_back().flatten() {
        Some(Order::Say(answer)) => answer.to_string(),
        other => format!("{other:?}"),
    }
}

#[test]
fn an_engine_introduces_itself_with_what_can_be_set() {
    let hello = said(&mut session("kondavo-spanish"), &["hub"]);
    let lines: Vec<_> = hello.lines().collect();
    assert!(lines[0].starts_with("id name=Damero version="), "{hello}");
    assert_eq!(
        lines[1],
        "param name=variant value=spanish type=enum \
         values=\"normal english russian brazilian spanish turkish huffing\""
    );
    assert!(
        lines[2]
            .starts_with("param name=rule-set value=kondavo-spanish type=enum values=\"vezz-8x8 ")
    );
    assert_eq!(
        lines[3..],
        [
            "param name=level value=100 type=int min=1 max=100",
            "param name=memory value=16 type=int min=1 max=16384",
            "wait"
        ]
    );
}

#[test]
fn parameters_set_are_those_it_begins_with() {
    let mut session = session("vezz-8x8");
    for line in [
        "set-param name=variant value=normal",
        "set-param name=level value=7",
    ] {
        assert!(session.read(line).is_none(), "{line}");
    }
    // A variant that its rule set belongs to changes nothing.
    session.read("set-param name=rule-set value=kondavo-polish");
    session.read("set-param name=variant value=normal");
    let Some(Order::Init(params)) = session.read("init") else {
        panic!("it is to begin");
    };
    assert_eq!(
        (params.rules.id, params.level.number(), params.memory),
        ("kondavo-polish", 7, 16)
    );
}

#[test]
fn a_search_has_its_past_its_limits_and_its_purpose() {
    let mut session = session("mesita-international");
    session.read("init");
    let start = write_board(
        rules("mesita-international"),
        &Position::initial(rules("mesita-international")),
    );
    session.read(&format!("pos pos={start} moves=\"32-28 19-23 28x19x23\""));
    session.read("level moves=9 time=291.5 inc=2");
    let Some(Order::Search(task)) = session.read("go ponder") else {
        panic!("it is to search");
    };
    assert_eq!((task.line.plies(), task.mode), (3, Mode::Ponder));
    let clock = Clock {
        left: Duration::from_millis(291_500),
        moves: Some(9),
        increment: Duration::from_secs(2),
    };
    assert_eq!(
        task.limit,
        Limit {
            depth: None,
            nodes: None,
            time: Time::Clock(clock)
        }
    );
}

#[test]
fn what_makes_no_sense_is_answered_and_changes_nothing() {
    let start = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
    let moved = format!("pos pos={start} moves=\"32-28 1-2\"");
    let over = "pos pos=Weeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeb";
    for (lines, message) in [
        (
            &["pos pos=\"W"][..],
            "the line cannot be read from character 8 on",
        ),
        (&["pos"], "pos wants a position, as pos=…"),
        (
            &["pos pos=Xee"],
            "a position begins with W or B, whose turn it is",
        ),
        (
            &["pos pos=Wee"],
            "this board has 50 squares, and the position 2",
        ),
        (
            &[&start.replace('e', "x").replacen('W', "pos pos=W", 1)],
            "on square 21 stands none of w, b, W, B and e",
        ),
        (&[&moved], "move 2: 1-2 is not legal here"),
        (
            &["level"],
            "a level has depth, nodes, move-time, time or infinite",
        ),
        (&["level depth=-1"], "depth is no number that fits: '-1'"),
        (&["level time=NaN"], "time is no number that fits: 'NaN'"),
        (&["set-param name=level value=101"], "level cannot be '101'"),
        (
            &["set-param name=variant value=chess"],
            "variant cannot be 'chess'",
        ),
        (&["set-param name=level"], "set-param wants a value"),
        (&["go think"], "init has not been said yet"),
        (&["init", "go"], "go wants think, ponder or analyze"),
        (&["init", over, "go think"], "the game is over"),
    ] {
        let mut session = session("mesita-international");
        assert_eq!(
            said(&mut session, lines),
            format!("error message=\"{message}\""),
            "{lines:?}"
        );
    }
}

#[test]
fn what_is_not_known_is_ignored() {
    let mut session = session("mesita-english");
    for line in [
        "",
        "hello there=1",
        "set-param name=book value=true",
        "level infinite new=1",
    ] {
        assert!(session.read(line).is_none(), "{line}");
    }
}

#[test]
fn play_goes_on_beyond_a_draw_that_others_do_not_see() {
    // A king each goes to and fro: the third time is a draw here.
    let rules = rules("mesita-international");
    let start = parse_fen(rules, "W:WK6,30:BK36").unwrap();
    let around = "6-1 36-41 1-6 41-36";
    let moves = [around; 5].join(" ");
    let mut session = session("mesita-international");
    session.read("init");
    let board = write_board(rules, &start);
    assert!(
        session
            .read(&format!("pos pos={board} moves=\"{moves}\""))
            .is_none()
    );
    let Some(Order::Search(task)) = session.read("go think") else {
        panic!("it is to search");
    };
    assert_eq!(task.line.position(), &start);
}

/// Plays a game of each rule set by a fixed chance; every action of every position is written,
/// and read back as itself.
#[test]
fn boards_and_actions_are_read_as_they_are_written() {
    let mut chance = 1_u64;
    let mut seen = [0; 3];
    for rules in RuleSet::ALL {
        for _ in 0..20 {
            let mut line = Line::new(rules);
            while line.outcome().is_none() && line.no_progress() < 40 {
                let board = write_board(rules, line.position());
                assert_eq!(parse_board(rules, &board).as_ref(), Ok(line.position()));
                let huffs = line.huffable().iter().map(Action::Huff);
                let actions: Vec<_> = line
                    .legal_moves()
                    .into_iter()
                    .map(Action::Play)
                    .chain(huffs)
                    .collect();
                for action in &actions {
                    let text = write_action(&line, action);
                    assert_eq!(
                        parse_action(&line, &text).as_ref(),
                        Ok(action),
                        "{} {text}",
                        rules.id
                    );
                    seen[match action {
                        Action::Huff(_) => 2,
                        Action::Play(mv) => usize::from(mv.is_capture()),
                    }] += 1;
                }
                chance = chance
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                let nth = usize::try_from(chance >> 33).unwrap() % actions.len();
                actions[nth].on(&mut line).unwrap();
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
}

#[test]
fn a_capture_names_what_it_takes_in_any_order() {
    let rules = rules("mesita-international");
    let line = Line::from_position(rules, parse_fen(rules, "W:W32:B28,18,8").unwrap());
    let moves = line.legal_moves();
    assert_eq!(moves.len(), 1);
    for text in ["32x3x8x18x28", "32x3x28x18x8", "32x3"] {
        let expected = Ok(Action::Play(moves[0].clone()));
        assert_eq!(parse_action(&line, text), expected, "{text}");
    }
    for text in [
        "32x3x28", "32-3", "32x", "32", "x", "", "!18", "!", "32x3m", "+32x3", "32x3x99", "32-3-9",
    ] {
        assert!(parse_action(&line, text).is_err(), "{text}");
    }
}

#[test]
fn a_huff_is_an_action_after_which_the_turn_stays() {
    let house = rules("vezz-8x8");
    let start = parse_fen(house, "B:W14,30:B9").unwrap();
    let mut line = Line::from_position(house, start);
    let forgone = parse_action(&line, "9-13").unwrap();
    forgone.on(&mut line).unwrap();
    let turn = line.turn();
    let huff = parse_action(&line, "!13").unwrap();
    assert_eq!(write_action(&line, &huff), "!13");
    huff.on(&mut line).unwrap();
    assert_eq!(
        (line.turn(), write_fen(house, line.position())),
        (turn, "W:W14,30:B".to_owned())
    );
    assert_eq!(Answer::Pong.to_string(), "pong");
}
