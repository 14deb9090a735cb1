//! What is read: the forms that the format has, and those found in the wild.

use damero_rules::{
    IllegalMove, PdnClocks, PdnErrorKind, PdnGame, PdnResult, RuleSet, Side, Tenths, read_pdn,
    write_fen,
};

use super::{compact, only};
use crate::data::{rules, texts};

#[test]
fn moves_are_read_in_every_form() {
    let four = "32-28 19-23 28x19 14x23";
    let two = "32-28 19-23";
    let cases = [
        ("32-28 19-23 28x19 14x23", four),
        ("1. 32-28 19-23 2. 28x19 14x23", four),
        ("1.32-28 1...19-23 2.28x19 2...14x23 *", four),
        ("1. 32 - 28 19\n-\n23 28 x 19 14 x\r\n23", four),
        ("32-28 19-23 28:19 14:23", four),
        ("32-28 19-23 28-19 14-23", four),
        ("32-28!19-23?28x19!?14x23(?!)", four),
        ("1. ... 32-28 7... 19-23", two),
        ("% a line\n32-28 % the rest\n19-23", two),
        ("32-28 ; 19-24 is no better\n19-23", two),
        ("\u{feff}32-28\t19-23", two),
        (
            "31-27 17-21 37-31 11-17 41-37 06-11",
            "31-27 17-21 37-31 11-17 41-37 6-11",
        ),
    ];
    for (text, expected) in cases {
        let game = only(text, Some(rules("mesita-international")));
        assert_eq!(compact(&game.line), expected, "{text}");
    }
}

#[test]
fn algebraic_moves_are_read_where_that_is_the_tradition() {
    let russian = "22-18 11-15 18x11 8x15";
    let cases = [
        ("mesita-russian", "c3-d4 f6-e5 d4:f6 g7:e5", russian),
        ("mesita-russian", "c3d4 f6e5 d4f6 g7e5", russian),
        ("mesita-russian", "c3 - d4 11-15 d4xf6 g7x15", russian),
        ("kondavo-brazilian", "c3-d4 f6-e5 d4xf6 g7xe5", russian),
        ("mesita-turkish", "a3-a4 b6b5", "41-33 18-26"),
        ("kondavo-turkish", "a3-a4 18-26", "41-33 18-26"),
        // Elsewhere if the file says so, from whichever corner it says.
        (
            "mesita-english",
            "[GameType \"21,B,8,8,A0\"] c3-b4",
            "11-16",
        ),
        (
            "kondavo-polish",
            "[GameType \"20,W,10,10,A0\"] b4-a5 i7-j6",
            "31-26 20-25",
        ),
    ];
    for (id, text, expected) in cases {
        let game = only(text, Some(rules(id)));
        assert_eq!(compact(&game.line), expected, "{id}: {text}");
    }
}

#[test]
fn captures_are_read_by_ends_by_turns_and_in_full() {
    let cases = [
        ("clasica-8x8", "B:W14,22:B9", "9x18x25", "9x18x25"),
        ("clasica-8x8", "B:W14,22:B9", "9x25", "9x18x25"),
        ("mesita-russian", "W:W22:B18,11", "c3:e5:g7", "22x15x8"),
        ("mesita-russian", "W:W22:B18,11", "c3e5g7", "22x15x8"),
        ("mesita-russian", "W:W22:B18,11", "c3:g7", "22x15x8"),
        // A king that takes 9, 37 and 39: it passes 22, turns on 48, and may land on 31.
        ("kondavo-polish", "W:WK4:B9,37,39", "4x48x30", "4x31x48x30"),
        ("kondavo-polish", "W:WK4:B9,37,39", "4x22x30", "4x31x48x30"),
        // The house's king may go there or take its way there: the mark says which.
        ("vezz-8x8", "B:W14,22,23:BK12", "12-3", "12-3"),
        ("vezz-8x8", "B:W14,22,23:BK12", "12x3", "12x26x17x3"),
        ("vezz-8x8", "B:W14,22,23:BK12", "12x8", "12-8"),
    ];
    for (id, fen, written, expected) in cases {
        let text = format!("[FEN \"{fen}\"] {written}");
        let game = only(&text, Some(rules(id)));
        assert_eq!(compact(&game.line), expected, "{text}");
    }
}

/// The fault's position: 1x25 is 1x18x9x25, which leaves 19, or 1x23x14x25, which leaves 13.
#[test]
fn nota_01_what_follows_says_which_capture_was_meant() {
    let read = |moves: &str| {
        let text = format!("[FEN \"W:WK1:B7,13,19,20\"] {moves}");
        let mut games = read_pdn(&text, Some(rules("kondavo-polish")));
        games.next().map(|entry| entry.game)
    };
    let line = |moves| read(moves).unwrap().map(|game| compact(&game.line));
    assert_eq!(line("1x25 19-24"), Ok("1x18x9x25 19-24".into()));
    assert_eq!(line("1x25 13-18"), Ok("1x23x14x25 13-18".into()));
    assert_eq!(
        line("1x25 (1x25 13-18) 19-24"),
        Ok("1x18x9x25 (1x23x14x25 13-18) 19-24".into())
    );
    for undecided in ["1x25", "1x25 *", "1x25 {[%clk 0:01:00]} (1x25 13-18)"] {
        let error = read(undecided).unwrap().unwrap_err();
        let PdnErrorKind::Illegal(IllegalMove::Ambiguous { candidates }) = &error.kind else {
            panic!("{undecided}: {error}");
        };
        assert_eq!(texts(candidates), ["1x18x9x25", "1x23x14x25"]);
        assert_eq!((error.line, error.column), (1, 27), "{undecided}: {error}");
        assert!(error.to_string().ends_with(": 1x18x9x25, 1x23x14x25"));
    }
}

#[test]
fn notes_belong_to_the_ply_before_them() {
    let text = "{Before $3} $10 1. 32-28!? $200 {Optional leading comments\n\
        [%clock 0:49:11.27] optional  trailing [%emt 0:00:04] comments} 19-23 ; to the end {[%x]\n\
        (19-24 {[%clk W0:00:10 b0:00:03]} 28-23) {[%clk 4:59][%} {[%a [%b c]}";
    let game = only(text, Some(rules("mesita-international")));
    let words = |notes: &damero_rules::PdnNotes| -> Vec<String> {
        let commands = notes.commands.iter();
        commands
            .map(|command| format!("%{} {}", command.name(), command.value()))
            .chain(notes.comments.iter().map(|said| said.as_str().to_owned()))
            .collect()
    };
    assert_eq!(words(&game.line.lead), ["Before $3"]);
    assert_eq!(game.line.lead.nags, [10]);
    let [first, second] = &game.line.plies[..] else {
        panic!("two plies: {game:?}");
    };
    assert_eq!(first.notes.nags, [5, 200]);
    let white = PdnClocks::one(Side::White, Some(Tenths(29_512)));
    assert_eq!(first.notes.clocks, white);
    let said = "Optional leading comments optional trailing comments";
    assert_eq!(words(&first.notes), ["%emt 0:00:04", said]);
    // A clock without hours is no clock of the format's: it is kept as it is.
    let kept = ["%x ", "%clk 4:59", "%b c", "to the end {", "[ %", "[ %a"];
    assert_eq!(words(&second.notes), kept);
    let both = PdnClocks {
        white: Some(Tenths(100)),
        black: Some(Tenths(30)),
    };
    let variation = &second.variations[0];
    assert_eq!(variation.plies[0].notes.clocks, both);
    assert_eq!(compact(variation), "19-24 28-23");
}

#[test]
fn marks_are_glyphs() {
    let cases = [
        ("!", 1),
        ("?", 2),
        ("!!", 3),
        ("??", 4),
        ("!?", 5),
        ("?!", 6),
        ("(!)", 1),
        (" $0", 0),
        (" $255", 255),
        ("!!!", 3),
    ];
    for (mark, nag) in cases {
        let game = only(&format!("32-28{mark}"), Some(rules("kondavo-polish")));
        assert_eq!(game.line.plies[0].notes.nags, [nag], "{mark}");
    }
}

#[test]
fn huffs_are_played_where_they_stand() {
    let id = Some(rules("vezz-8x8"));
    let text = "9-14 23-18 10-15 {[%huff 14] a trap} (14-17) 18-14 (22-17) ({[%huff 14]} 22-17)";
    let game = only(text, id);
    assert_eq!(
        compact(&game.line),
        "9-14 23-18 10-15 (14-17) !14 18-14 (22-17) (!14 22-17)"
    );
    let last = only("[FEN \"B:W14,30:B9\"] 9-13 {[%huff 13]} 1-0", id);
    assert_eq!(compact(&last.line), "9-13 !13");
}

#[test]
fn results_are_read_from_the_end_or_from_the_tag() {
    let white = PdnResult::Won(Side::White);
    let cases = [
        ("32-28 1-0", white),
        ("32-28 2-0", white),
        ("32-28 0-1", PdnResult::Won(Side::Black)),
        ("32-28 0-2", PdnResult::Won(Side::Black)),
        ("32-28 1/2-1/2", PdnResult::Drawn),
        ("32-28 1-1", PdnResult::Drawn),
        ("32-28 0-0", PdnResult::BothLost),
        ("32-28 *", PdnResult::Open),
        ("32-28", PdnResult::Open),
        ("[Result \"2-0\"] 32-28 *", white),
        ("[Result \"2-0\"] 32-28", white),
        ("[Result \"2-0\"] 32-28 1-1", PdnResult::Drawn),
        ("[Result \"1+ - 1-\"] 32-28", PdnResult::Open),
        ("[Result \"1-0\"]", white),
        ("1. 2-0", white),
    ];
    for (text, expected) in cases {
        let game = only(text, Some(rules("mesita-international")));
        assert_eq!(game.result, expected, "{text}");
    }
}

/// The caller's wish, the tags, and what is played.
const PLAYED: [(Option<&str>, &str, &str); 15] = [
    (
        None,
        "[RuleSet \"youzai-international 1\"]",
        "youzai-international",
    ),
    (None, "[RuleSet \"kondavo-polish\"]", "kondavo-polish"),
    (
        Some("vezz-8x8"),
        "[RuleSet \"kondavo-polish 1\"]",
        "kondavo-polish",
    ),
    (None, "[GameType \"20\"]", "mesita-international"),
    (
        Some("kondavo-polish"),
        "[GameType \"20\"]",
        "kondavo-polish",
    ),
    (
        Some("clasica-8x8"),
        "[GameType \"20\"]",
        "mesita-international",
    ),
    (None, "[GameType \"24\"]", "kondavo-spanish"),
    (None, "[GameType \"25\"]", "mesita-russian"),
    (None, "[GameType \"26, W, 8\"]", "kondavo-brazilian"),
    (
        Some("kondavo-turkish"),
        "[GameType \"30,W,8,8,A0,0\"]",
        "kondavo-turkish",
    ),
    (None, "[GameType \"30,W,8,8,A0,0\"]", "mesita-turkish"),
    (Some("vezz-8x8"), "[GameType \"29\"]", "vezz-8x8"),
    (Some("vezz-8x8"), "[GameType \"Italian\"]", "vezz-8x8"),
    (Some("vezz-8x8"), "[Event \"?\"]", "vezz-8x8"),
    (
        None,
        "[GameType \"20\"][RuleSet \"clasica-8x8\"]",
        "clasica-8x8",
    ),
];

#[test]
fn tags_say_what_is_played() {
    let by = |wish: Option<&str>, tags: &str| {
        let text = format!("{tags} *");
        let game: PdnGame = only(&text, wish.map(rules));
        game.rules.id
    };
    for (wish, tags, expected) in PLAYED {
        assert_eq!(by(wish, tags), expected, "{tags} {wish:?}");
    }
}

#[test]
fn squares_are_counted_from_the_corner_that_the_file_says() {
    let start = "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
    let read = |text: &str| {
        let game = only(text, None);
        (write_fen(game.rules, &game.start), compact(&game.line))
    };
    // Spanish books count from White's right on a board that is mirrored: White has 1 to 12.
    let fen = "[FEN \"W:W1-12:B21-32\"]";
    for game_type in ["24", "24,W,8,8,N1,1", "24,W,8,8,N0,0"] {
        let text = format!("[GameType \"{game_type}\"] {fen} 10-13 23-19");
        let expected = (start.to_owned(), "22-17 11-15".to_owned());
        assert_eq!(read(&text), expected, "{text}");
    }
    let same = read("[GameType \"24,W,8,8,N2,0\"] 22-17 11-15");
    assert_eq!(same, (start.to_owned(), "22-17 11-15".to_owned()));
    let from_the_right = read("[GameType \"25,W,8,8,N3,0\"] 23-20 10-14");
    assert_eq!(from_the_right.1, "22-17 11-15");
}

/// As a great site writes it: it says that square 1 is at White's right, and counts as all do.
#[test]
fn a_corner_that_makes_no_game_is_not_believed() {
    let text = "[GameType \"20,W,10,10,N1,0\"] 32-28 18-23 33-29 23x32";
    assert_eq!(compact(&only(text, None).line), "32-28 18-23 33-29 23x32");
    // The error is of the reading that came further.
    for (text, column) in [
        ("[GameType \"20,W,10,10,N1,0\"] 32-28 18-23 33-29 29-23", 48),
        ("[GameType \"24\"] 10-13 23-19 9-10", 29),
        ("[GameType \"24\"] 22-17 11-15 9-10", 29),
    ] {
        let error = read_pdn(text, None).find_map(|entry| entry.game.err());
        assert_eq!(error.map(|error| error.column), Some(column), "{text}");
    }
}

/// As files are that were put together of several, typed in a word processor or kept since DOS.
#[test]
fn whatever_is_blank_separates() {
    let game = "[GameType \"20\"]\u{a0}\n1.\u{a0}32-28\u{c}19-23 *\r\n";
    let text = format!("\u{feff}{game}\u{feff}{game}\u{1a}");
    let lines: Vec<_> = read_pdn(&text, None)
        .map(|entry| entry.game.map(|game| compact(&game.line)))
        .collect();
    assert_eq!(lines, [Ok("32-28 19-23".into()), Ok("32-28 19-23".into())]);
}

#[test]
fn variations_may_be_left_out_with_their_mistakes() {
    let text =
        "32-28 (31-27 (1-0 {[%x] )}) 77-78 $999 &) 19-23 2-0\n32-28 (31-27 * 31-27\n[A \"\"]*";
    let read: Vec<_> = read_pdn(text, Some(rules("kondavo-polish")))
        .main_line_only()
        .map(|entry| entry.game.map(|game| compact(&game.line)))
        .collect();
    let [Ok(first), Err(unclosed), Ok(third)] = &read[..] else {
        panic!("{read:?}");
    };
    assert_eq!((&first[..], &third[..]), ("32-28 19-23", ""));
    assert_eq!(
        unclosed.to_string(),
        "line 2, column 7: this variation is not closed"
    );
}

#[test]
fn a_file_of_another_tradition_may_have_the_other_side_begin() {
    let turn = |text: &str| only(text, Some(rules("vezz-8x8"))).start.turn();
    assert_eq!(turn("[GameType \"29,W,8,8,A0,0\"] c3-d4"), Side::White);
    assert_eq!(turn("[GameType \"99,B,8,8,N1,0\"] 9-14"), Side::Black);
    let ours = "[RuleSet \"vezz-8x8 1\"][GameType \"99,W,8,8,N2,0\"] 9-14";
    assert_eq!(turn(ours), Side::Black);
}

#[test]
fn draws_of_the_house_do_not_end_a_game_that_is_read() {
    let rules: &'static RuleSet = rules("mesita-turkish");
    let text = "[FEN \"W:WK57:BK1,K8\"] ".to_owned() + &"57-58 1-2 58-57 2-1 ".repeat(40);
    let game = only(&text, Some(rules));
    assert_eq!(game.line.plies.len(), 160);
}

#[test]
fn tags_are_read_with_their_escapes() {
    let text = r#"[ Event  "a \"b\" c:\d \\" ] [a_1 "é[{;%"] 32-28"#;
    let game = only(text, Some(rules("kondavo-polish")));
    assert_eq!(game.tag("Event"), Some(r#"a "b" c:\d \"#));
    assert_eq!(game.tag("a_1"), Some("é[{;%"));
    assert_eq!(game.tag("FEN"), None);
}
