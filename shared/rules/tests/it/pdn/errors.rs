//! What is refused: each kind of mistake at its line and column.

use damero_rules::{
    FenErrorKind, HuffError, IllegalMove, PdnEntry, PdnError, PdnErrorKind as Kind, read_pdn,
    write_fen,
};

use crate::data::{rules, set, square};

/// The first error of a text, read as `id`.
fn error(id: &str, text: &str) -> PdnError {
    let mut games = read_pdn(text, Some(rules(id)));
    let found = games.find_map(|PdnEntry { game, .. }| game.err());
    found.unwrap_or_else(|| panic!("{id} reads {text}"))
}

fn check(id: &str, cases: Vec<(&str, usize, usize, Kind)>) {
    for (text, line, column, kind) in cases {
        assert_eq!(error(id, text), PdnError { line, column, kind }, "{text}");
    }
}

fn text(name: &str) -> String {
    name.to_owned()
}

#[test]
fn mistakes_in_tags_are_refused_where_they_are() {
    let cases = vec![
        ("[ \"x\"]", 1, 3, Kind::TagNameExpected),
        ("[1 \"x\"]", 1, 2, Kind::TagNameExpected),
        ("[Event x]", 1, 8, Kind::TagValueExpected),
        ("[Event", 1, 7, Kind::TagValueExpected),
        ("[Event \"x]\n32-28", 1, 9, Kind::UnclosedTagValue),
        (
            "[Site \"é\"]\n[Event \"x\\\"]",
            2,
            9,
            Kind::UnclosedTagValue,
        ),
        ("[Event \"x\" \"y\"]", 1, 12, Kind::TagEndExpected),
        (
            "[FEN \"W:W50:B1\"]\n[FEN \"W:W50:B1\"]",
            2,
            2,
            Kind::TagTwice { name: text("FEN") },
        ),
    ];
    check("mesita-international", cases);
}

#[test]
fn tags_that_say_nothing_sensible_are_refused_at_their_value() {
    let cases = vec![
        (
            "[RuleSet \"italian\"] 1-5",
            1,
            11,
            Kind::UnknownRuleSet {
                name: text("italian"),
            },
        ),
        (
            "\r\n[RuleSet \"vezz-8x8 2\"]",
            2,
            11,
            Kind::UnknownRuleSet {
                name: text("vezz-8x8 2"),
            },
        ),
        ("[SetUp \"1\"] 32-28", 1, 9, Kind::FenMissing),
        (
            "[Event \"ñ\"] [FEN \"W:W31,51:B1\"]",
            1,
            25,
            Kind::Fen(FenErrorKind::NoSuchSquare { name: text("51") }),
        ),
        (
            "[FEN \"W:W31:B\u{e9}\"]",
            1,
            14,
            Kind::Fen(FenErrorKind::SquareExpected),
        ),
        ("[FEN \"W\"]", 1, 8, Kind::Fen(FenErrorKind::ColonExpected)),
    ];
    check("mesita-international", cases);
    let nothing = read_pdn("\n 32-28", None).next().map(|entry| entry.game);
    let (line, column, kind) = (2, 2, Kind::NoRuleSet);
    assert_eq!(nothing, Some(Err(PdnError { line, column, kind })));
}

#[test]
fn mistakes_in_the_text_of_moves_are_refused_where_they_are() {
    let unexpected = |found| Kind::Unexpected { found };
    let cases = vec![
        ("32-28 & 19-23", 1, 7, unexpected('&')),
        ("1. - -", 1, 4, unexpected('-')),
        ("32-28 - -", 1, 9, Kind::SquareExpected),
        ("1. 32-28 .. 19-23", 1, 10, unexpected('.')),
        ("{ñandú}\n\n  32-28 é", 3, 9, unexpected('é')),
        ("32-28 E4", 1, 7, unexpected('E')),
        ("]", 1, 1, unexpected(']')),
        ("32-28 {never\nends", 1, 7, Kind::UnclosedComment),
        ("{ends} 32-28\r\n{", 2, 1, Kind::UnclosedComment),
        ("32-28 (31-27 (31-26) 19-23", 1, 7, Kind::UnclosedVariation),
        ("32-28 (31-27\n[Event \"x\"]", 1, 7, Kind::UnclosedVariation),
        ("32-28 19-23)", 1, 12, Kind::NoVariation),
        ("(32-28)", 1, 1, Kind::VariationWithoutMove),
        ("32-28 ((31-27))", 1, 8, Kind::VariationWithoutMove),
        ("32-28 (31-27 1-0)", 1, 14, Kind::ResultInVariation),
        ("32-28 2-0\n1-0", 2, 1, Kind::ResultWithoutGame),
        ("*", 1, 1, Kind::ResultWithoutGame),
        ("32-28 /FEN \"B:W1:B2\"/ 19-23", 1, 7, Kind::SetUpInGame),
        ("32-", 1, 4, Kind::SquareExpected),
        ("32 - x", 1, 6, Kind::SquareExpected),
        ("x 28", 1, 1, Kind::SquareExpected),
        ("32 28", 1, 3, Kind::SeparatorExpected),
        ("3228 1923", 1, 5, Kind::SeparatorExpected),
        ("32-28 12\n", 1, 9, Kind::SeparatorExpected),
        ("32-28x19", 1, 6, Kind::MixedSeparators),
        ("32 x 28 : 19", 1, 9, Kind::MixedSeparators),
        ("32-28 $", 1, 8, Kind::NagExpected),
        ("32-28 $256", 1, 8, Kind::NagExpected),
    ];
    check("mesita-international", cases);
}

#[test]
fn squares_that_cannot_be_are_named() {
    let no_such = |name| Kind::NoSuchSquare { name: text(name) };
    let cases = vec![
        ("32-51", 1, 4, no_such("51")),
        ("0-5", 1, 1, no_such("0")),
        ("32-0001000", 1, 4, no_such("0001000")),
        ("1-0-2", 1, 3, no_such("0")),
        ("32-c5", 1, 4, Kind::NotNumeric { name: text("c5") }),
    ];
    check("mesita-international", cases);
    let light = Kind::LightSquare { name: text("c4") };
    let cases = vec![
        ("c3-c4", 1, 4, light),
        ("c3-i9", 1, 4, no_such("i9")),
        ("c3-33", 1, 4, no_such("33")),
    ];
    check("mesita-russian", cases);
    let long = ["1"; 65].join("x");
    assert_eq!(error("vezz-8x8", &long).kind, Kind::PathTooLong);
    assert_eq!(error("vezz-8x8", &long).column, 129);
}

#[test]
fn illegal_moves_are_refused_with_the_rules_reason() {
    let empty = |at| Kind::Illegal(IllegalMove::EmptySquare { at: square(at) });
    let cases = vec![
        ("32-28 19-23\n28x19 23-29", 2, 7, empty(23)),
        (
            "32-28 19-23 2. 31-27",
            1,
            16,
            Kind::Illegal(IllegalMove::MustCapture),
        ),
        ("32-28 (32-27 21-26) 19-23", 1, 14, empty(21)),
        (
            "[FEN \"W:W28:B22,12,23\"]\n28x19",
            2,
            1,
            Kind::Illegal(IllegalMove::MoreCaptureExists { most: 2 }),
        ),
        // 4x31x48x30 is legal; it passes no 36, and 48 after 31.
        (
            "[FEN \"W:WK4:B9,37,39\"]\n4x36x30",
            2,
            1,
            Kind::Illegal(IllegalMove::NotOnALine),
        ),
        (
            "[FEN \"W:WK4:B9,37,39\"]\n4x48x31x30",
            2,
            1,
            Kind::Illegal(IllegalMove::NotOnALine),
        ),
    ];
    check("mesita-international", cases);
}

/// A blank at an end of a position is no part of it, and does not shift what is wrong with it.
#[test]
fn a_position_has_blanks_around_it() {
    let read = super::only("[FEN \" W:WK7:BK50 \"] 7-1", Some(rules("kondavo-polish")));
    assert_eq!(write_fen(read.rules, &read.start), "W:WK7:BK50");
    let none = FenErrorKind::NoSuchSquare { name: text("51") };
    let text = "[FEN \" W:WK7:B51 \"]";
    check("mesita-international", vec![(text, 1, 15, Kind::Fen(none))]);
}

/// That is when somebody has no piece, or no move, and not before.
#[test]
fn a_game_that_is_over_does_not_go_on() {
    let cases = vec![
        (
            "[FEN \"W:W28:B23\"] 28x19 19-13",
            1,
            25,
            Kind::Illegal(IllegalMove::Over),
        ),
        (
            "[FEN \"W:W28:B\"] 28-23",
            1,
            17,
            Kind::Illegal(IllegalMove::Over),
        ),
        (
            "[FEN \"B:W26,21:B16\"] 16-11",
            1,
            22,
            Kind::Illegal(IllegalMove::BackwardMove),
        ),
        (
            "[FEN \"W:W36:B31,27\"] 36-32",
            1,
            22,
            Kind::Illegal(IllegalMove::Over),
        ),
    ];
    check("mesita-international", cases);
}

#[test]
fn huffs_that_are_not_allowed_are_refused() {
    let huff = Kind::Huff;
    let start = "1. 9-14 23-18 2. 10-15";
    let cases = vec![
        ("{[%huff 14]} 9-14", 1, 9, huff(HuffError::NothingToHuff)),
        (
            "1. 9-14 23-18 2. 10-15 {[%huff 12]}",
            1,
            32,
            huff(HuffError::NotHuffable {
                allowed: set(&[14]),
            }),
        ),
        (
            "1. 9-14 23-18 2. 10-15\n{[%huff 14] [%huff 14]}",
            2,
            20,
            huff(HuffError::NothingToHuff),
        ),
        ("9-14 {[%huff]}", 1, 13, Kind::SquareExpected),
        ("9-14 {[%huff 14 15]}", 1, 14, Kind::SquareExpected),
        (
            "9-14 {[%huff a3]}",
            1,
            14,
            Kind::NotNumeric { name: text("a3") },
        ),
    ];
    check("vezz-8x8", cases);
    // Red cannot move after that, which ends the game, whatever White forwent.
    let blocked = "[FEN \"W:W18,19,22,24,29:B15\"] 1. 29-25 {[%huff 18]} 15-18";
    check("vezz-8x8", vec![(blocked, 1, 48, huff(HuffError::Over))]);
    let elsewhere = format!("{start} {{[%huff 14]}}");
    let reason = huff(HuffError::NotThisRuleSet);
    assert_eq!(
        error("mesita-international", "32-28 {[%huff 14]}").kind,
        reason
    );
    assert!(read_pdn(&elsewhere, Some(rules("vezz-8x8"))).all(|entry| entry.game.is_ok()));
}

/// Whoever corrects a text looks for the squares that stand in it.
#[test]
fn squares_are_numbered_as_the_text_does() {
    let cases = [
        ("[GameType \"24\"] 10-13 23-19 1-5", "square 5 is occupied"),
        (
            "[GameType \"24\"][FEN \"W:W1,1:B30\"]",
            "the position cannot be read: square 1 is given twice",
        ),
        (
            "[GameType \"24\"][FEN \"W:W1-9:BK5\"]",
            "the position cannot be read: square 5 is given to both sides",
        ),
        (
            "[GameType \"24\"][FEN \"W:W1,30:B31\"]",
            "the position cannot be read: a man cannot stand on its last row, on square 30",
        ),
        (
            "[GameType \"20,W,10,10,N3,0\"][FEN \"W:WK5:B9,13,16,17\"] 5x21",
            "several captures have these ends: 5x18x7x21, 5x23x12x21",
        ),
        (
            "[GameType \"99,B,8,8,N0,0\"] 12-15 22-19 11-14 {[%huff 9]}",
            "the huff is not allowed: only the pieces on 15 may be huffed",
        ),
        (
            "[GameType \"99,B,8,8,N0,0\"][FEN \"B:W15,23:B12\"] 12x19",
            "the capture goes on, to 28",
        ),
    ];
    for (text, told) in cases {
        assert_eq!(error("vezz-8x8", text).kind.to_string(), told, "{text}");
    }
}

/// Each opening replaces the move before it.
fn nested(depth: usize) -> String {
    "32-28 ".to_owned() + &"(31-27 ".repeat(depth) + &")".repeat(depth)
}

#[test]
fn variations_nest_as_deep_as_is_said_and_no_deeper() {
    let game = super::only(&nested(64), Some(rules("kondavo-polish")));
    let read: Vec<_> = read_pdn(&damero_rules::write_pdn(&game), None)
        .map(|entry| entry.game)
        .collect();
    assert_eq!(read, [Ok(game)]);
    for depth in [65, 100_000] {
        let error = error("kondavo-polish", &nested(depth));
        let expected = PdnError {
            line: 1,
            column: 6 + 7 * 64 + 1,
            kind: Kind::TooDeep,
        };
        assert_eq!(error, expected, "{depth}");
    }
}

/// `\n`, `\r\n`, and `\r` as in files of old.
#[test]
fn lines_are_counted_however_they_end() {
    for end in ["\n", "\r\n", "\r"] {
        let game = ["[Event \"x\"]", "; 19-23", "1. 32-28", "19-23 31-27"].join(end);
        let found = error("mesita-international", &game);
        assert_eq!((found.line, found.column), (4, 7), "{end:?}");
        let cut = ["[Event \"x", "[Site \"y\"]", "[Round"].join(end);
        let found = error("mesita-international", &cut);
        assert_eq!((found.line, found.column), (1, 9), "{end:?}");
    }
}

#[test]
fn errors_have_names_and_say_where() {
    let error = error("mesita-international", "32-28 19-23\n 31-27");
    assert_eq!(error.kind.code(), "must_capture");
    assert_eq!(
        error.to_string(),
        "line 2, column 2: there is a capture, and capturing is mandatory"
    );
}
