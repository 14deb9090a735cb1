//! What a written game looks like.

use damero_rules::{
    Line, PdnClocks, PdnCommand, PdnComment, PdnGame, PdnLine, PdnNotes, PdnPly, PdnResult, PdnTag,
    Side, Tenths, write_pdn,
};

use crate::data::{path, position, rules, square};

#[test]
fn clocks_are_written_to_the_tenth() {
    let texts = [0, 9, 610, 2_993, 36_000, 363_599].map(|tenths| Tenths(tenths).to_string());
    assert_eq!(
        texts,
        [
            "0:00:00.0",
            "0:00:00.9",
            "0:01:01.0",
            "0:04:59.3",
            "1:00:00.0",
            "10:05:59.9"
        ]
    );
}

/// Plays paths and huffs (`!17`) and makes a game of them.
fn write(line: &mut Line, actions: &str, clock: Option<Tenths>, result: PdnResult) -> String {
    let start = *line.position();
    let mut huff = None;
    let mut plies = Vec::new();
    for action in actions.split_whitespace() {
        if let Some(at) = action.strip_prefix('!') {
            let at = square(at.parse().unwrap());
            line.huff(at).unwrap();
            huff = Some(at);
        } else {
            let clocks = PdnClocks::one(line.turn(), clock);
            let mv = line.play(&path(action)).unwrap();
            plies.push(PdnPly {
                huff: huff.take(),
                notes: PdnNotes {
                    clocks,
                    ..PdnNotes::default()
                },
                ..PdnPly::from(mv)
            });
        }
    }
    write_pdn(&PdnGame {
        rules: line.rules(),
        tags: PdnTag::new("Event", "Copa \"A\\B\"\nde mayo")
            .into_iter()
            .collect(),
        start,
        line: PdnLine {
            plies,
            last_huff: huff,
            ..PdnLine::default()
        },
        result,
    })
}

#[test]
fn a_game_is_written_with_its_huffs_and_clocks() {
    let mut line = Line::new(rules("vezz-8x8"));
    let clock = Some(Tenths(2_993));
    let actions = "9-14 23-18 10-15 !14 18-14 6-10 22-18 10x17";
    let text = write(&mut line, actions, clock, PdnResult::Open);
    assert_eq!(
        text,
        r#"[Event "Copa \"A\\B\" de mayo"]
[Result "*"]
[RuleSet "vezz-8x8 1"]
[GameType "99,B,8,8,N1,0"]

1. 9-14 {[%clk 0:04:59.3]} 23-18 {[%clk 0:04:59.3]} 2. 10-15 {[%clk 0:04:59.3]}
{[%huff 14]} 18-14 {[%clk 0:04:59.3]} 3. 6-10 {[%clk 0:04:59.3]} 22-18
{[%clk 0:04:59.3]} 4. 10x17 {[%clk 0:04:59.3]} *
"#
    );
}

#[test]
fn a_last_huff_stands_before_the_result() {
    let mut line = Line::from_position(rules("vezz-8x8"), position("vezz-8x8", "B:W14,30:B9"));
    let text = write(&mut line, "9-13 !13", None, PdnResult::Won(Side::White));
    let end = text.split_once("[SetUp").unwrap().1;
    assert_eq!(
        end,
        " \"1\"]\n[FEN \"B:W14,30:B9\"]\n\n1. 9-13 {[%huff 13]} 1-0\n"
    );
}

#[test]
fn the_second_mover_may_begin() {
    let start = position("clasica-8x8", "W:W22,23:B1");
    let mut line = Line::from_position(rules("clasica-8x8"), start);
    let text = write(&mut line, "22-18 1-6 18-15", None, PdnResult::Drawn);
    assert!(
        text.ends_with("\n1... 22-18 2. 1-6 18-15 1/2-1/2\n"),
        "{text}"
    );
}

#[test]
fn lines_are_at_most_eighty_wide() {
    let mut line = Line::from_position(rules("vezz-8x8"), position("vezz-8x8", "B:WK32:BK4"));
    let actions = "4-8 32-28 8-4 28-32 ".repeat(20);
    let text = write(&mut line, &actions, Some(Tenths(1)), PdnResult::Open);
    let moves = text.split_once("\n\n").unwrap().1;
    assert!(
        moves
            .lines()
            .all(|line| (60..=80).contains(&line.len()) || line.ends_with('*'))
    );
    assert!(!moves.lines().any(|line| line.ends_with("[%clk")));
}

/// One line can be full to the last character, the other would be one too long.
#[test]
fn comments_are_broken_between_words_where_a_line_is_full() {
    for (first, widths) in [("a", [80, 20]), ("ab", [79, 22])] {
        let comment = format!("{{{first}{}}}", " c".repeat(48));
        let game = super::only(&comment, Some(rules("mesita-international")));
        let text = write_pdn(&game);
        let moves = text.split_once("\n\n").unwrap().1;
        let found: Vec<_> = moves.lines().map(str::len).collect();
        assert_eq!(found, widths, "{moves}");
    }
}

#[test]
fn everything_that_can_be_said_has_its_place() {
    let text = "[White \"a\"] {first} 1. 32-28 !? {{a} $7 {[%eval 1] b [%clk W1:00:00 b0:59:59]} \
        (31-27 {x} (31-26 $1) 19-23) (33-28) 19-23 () 2. 28x19 (28x19) 14x23 $2 2-0";
    let game = super::only(text, Some(rules("mesita-international")));
    assert_eq!(
        write_pdn(&game),
        r#"[White "a"]
[Result "1-0"]
[RuleSet "mesita-international 1"]
[GameType "20,W,10,10,N2,0"]

{first} 1. 32-28!? $7 {[%clk w1:00:00.0 B0:59:59.0]} {[%eval 1]} {{a} {b} (1.
31-27 {x} (1. 31-26!) 1... 19-23) (1. 33-28) 1... 19-23 () 2. 28x19 (2. 28x19)
2... 14x23? 1-0
"#
    );
}

#[test]
fn what_pdn_cannot_hold_cannot_be_built() {
    let tag = PdnTag::new("Event", "a\nb\u{0}c").unwrap();
    assert_eq!((tag.name(), tag.value()), ("Event", "a b c"));
    for name in [
        "", "a b", "1a", "é", "Result", "RuleSet", "GameType", "SetUp", "FEN",
    ] {
        assert_eq!(PdnTag::new(name, "x"), None, "{name}");
    }
    let said = PdnComment::new(" a}\n\tb [%clk 0:00:01] ").unwrap();
    assert_eq!(said.as_str(), "a) b [ %clk 0:00:01]");
    assert_eq!(PdnComment::new(" \n"), None);
    let command = PdnCommand::new("eval", " 0.3\n,  1 ").unwrap();
    assert_eq!((command.name(), command.value()), ("eval", "0.3 , 1"));
    for (name, value) in [
        ("huff", "14"),
        ("clk", "0:00:01"),
        ("clock", "w0:00:01"),
        ("a", "]"),
        ("a", "}"),
        ("a", "["),
        ("", "a"),
    ] {
        assert_eq!(PdnCommand::new(name, value), None, "{name} {value}");
    }
}
