//! Faults that other draughts programs had, each by the name it has in our list of them.

use damero_rules::{
    ClaimError, Colour, EndReason, FenErrorKind, HuffError, IllegalMove, Kind, Outcome, PdnGame,
    PdnLine, PdnPly, PdnResult, Position, RuleSet, Side, find_move, legal_moves, notation,
    parse_fen, parse_path, read_pdn, write_pdn,
};

use crate::data::{line, path, position, rules, set, square, texts};

/// A man that is crowned ends its move in these.
const CROWNING_ENDS_MOVE: [&str; 5] = [
    "vezz-8x8",
    "clasica-8x8",
    "mesita-english",
    "kondavo-english",
    "kondavo-spanish",
];

fn moves(id: &str, fen: &str) -> Vec<String> {
    texts(&legal_moves(rules(id), &position(id, fen)))
}

#[test]
fn rule_01_one_jump_crosses_exactly_one_rival() {
    for id in ["mesita-russian", "kondavo-brazilian", "kondavo-spanish"] {
        // Beyond the second rival only by taking it as well, in a jump of its own.
        assert_eq!(moves(id, "W:WK29:B11,22"), ["29x15x4", "29x15x8"], "{id}");
        let over_both = find_move(rules(id), &position(id, "W:WK29:B11,22"), &path("29x8x4"));
        let over = set(&[11, 22]);
        assert_eq!(over_both, Err(IllegalMove::JumpsSeveral { over }), "{id}");
        assert_eq!(
            moves(id, "W:WK29:B18,22"),
            ["29-25"],
            "{id}: two in a row are not jumped"
        );
    }
}

#[test]
fn rule_04_crowning_ends_the_move() {
    for id in CROWNING_ENDS_MOVE {
        let mut line = line(id, "W:W11:B6,7");
        let mv = line.play(&path("11x2")).unwrap();
        assert_eq!((mv.captured, mv.crowns), (set(&[7]), true), "{id}");
        assert_eq!(line.turn(), Side::Black, "{id}");
        assert_eq!(
            line.position().piece(square(2)).unwrap().kind,
            Kind::King,
            "{id}"
        );
    }
}

#[test]
fn rule_05_international_man_passes_the_last_row_as_a_man() {
    for id in ["mesita-international", "kondavo-polish"] {
        let mut line = line(id, "W:W12:B8,9,45");
        let mv = line.play(&path("12x3x14")).unwrap();
        assert!(!mv.crowns, "{id}");
        assert_eq!(
            line.position().piece(square(14)).unwrap().kind,
            Kind::Man,
            "{id}"
        );
    }
}

#[test]
fn rule_05_youzai_man_is_crowned_on_the_way_and_goes_on() {
    let found = legal_moves(
        rules("youzai-international"),
        &position("youzai-international", "W:W12:B8,9"),
    );
    assert_eq!(texts(&found), ["12x3x14", "12x3x20", "12x3x25"]);
    assert!(found.iter().all(|mv| mv.crowns));
}

#[test]
fn rule_05_russian_man_is_king_at_once() {
    let id = "mesita-russian";
    let found = legal_moves(rules(id), &position(id, "W:W10:B7,20"));
    assert_eq!(
        texts(&found),
        ["10x3"],
        "the king sees nothing on its lines"
    );
    // The second victim is not adjacent: only a king reaches it.
    let found = legal_moves(rules(id), &position(id, "W:W9:B6,11"));
    assert_eq!(texts(&found), ["9x2x16", "9x2x20"]);
    assert!(found.iter().all(|mv| mv.crowns));
}

#[test]
fn rule_06_a_forgone_capture_may_be_huffed_once_before_the_next_move() {
    let start = "B:W14,15,30:B5,9,10,12";
    let mut game = line("vezz-8x8", start);
    game.play(&path("12-16")).unwrap();
    assert_eq!(game.huffable(), set(&[9, 10]));

    let mut huffed = game.clone();
    let piece = huffed.huff(square(10)).unwrap();
    assert_eq!((piece.side, piece.kind), (Side::Black, Kind::Man));
    assert_eq!(huffed.turn(), Side::White);
    assert!(huffed.huffable().is_empty(), "one piece for one omission");

    game.play(&path("30-25")).unwrap();
    let refused = HuffError::NotHuffable {
        allowed: set(&[14, 15]),
    };
    assert_eq!(
        game.huff(square(10)),
        Err(refused),
        "the right is gone with the move"
    );

    let mut mover = line("vezz-8x8", start);
    mover.play(&path("9-13")).unwrap();
    assert_eq!(
        mover.huffable(),
        set(&[10, 13]),
        "the piece that moved is on its new square"
    );

    let mut taker = line("vezz-8x8", start);
    taker.play(&path("9x18")).unwrap();
    assert!(taker.huffable().is_empty(), "no huff after a capture");
}

#[test]
fn rule_11_red_moves_first_in_the_house() {
    for id in ["vezz-8x8", "clasica-8x8"] {
        let rules = rules(id);
        assert_eq!(Position::initial(rules).turn(), Side::Black, "{id}");
        assert_eq!(rules.first(), Side::Black, "{id}");
        assert_eq!(rules.colour_name(rules.first()), Colour::Red, "{id}");
        assert_eq!(rules.colour_name(Side::White), Colour::White, "{id}");
        let text = write_pdn(&PdnGame {
            rules,
            tags: Vec::new(),
            start: Position::initial(rules),
            line: PdnLine::default(),
            result: PdnResult::Open,
        });
        assert!(text.contains(",B,8,8,"), "{id}: {text}");
    }
    let black_first: Vec<_> = RuleSet::ALL
        .iter()
        .filter(|rules| rules.first() == Side::Black)
        .map(|r| r.id)
        .collect();
    assert_eq!(
        black_first,
        [
            "vezz-8x8",
            "clasica-8x8",
            "mesita-english",
            "kondavo-english"
        ]
    );
}

#[test]
fn rule_13_a_backward_capture_of_a_man_is_refused_as_such() {
    for id in CROWNING_ENDS_MOVE {
        let position = position(id, "W:W15:B18");
        let found = find_move(rules(id), &position, &path("15x22"));
        assert_eq!(found, Err(IllegalMove::BackwardCapture), "{id}");
    }
    assert_eq!(moves("mesita-russian", "W:W15:B18"), ["15x22"]);
}

#[test]
fn draw_01_a_claim_carries_the_move_that_makes_the_third() {
    let mut line = line("vezz-8x8", "B:WK32:BK4");
    for text in ["4-8", "32-28", "8-4"] {
        line.play(&path(text)).unwrap();
    }
    let second = ClaimError::NotYet {
        occurrence: 2,
        needed: 3,
    };
    assert_eq!(line.check_repetition_claim(&path("28-32")), Err(second));
    for text in ["28-32", "4-8", "32-28", "8-4"] {
        line.play(&path(text)).unwrap();
    }
    let illegal = line.check_repetition_claim(&path("28-31"));
    assert!(
        matches!(illegal, Err(ClaimError::Illegal(_))),
        "{illegal:?}"
    );
    let mv = line.check_repetition_claim(&path("28-32")).unwrap();
    assert_eq!(mv.to_string(), "28-32");
    assert_eq!(
        (line.plies(), line.outcome()),
        (7, None),
        "the move is not played"
    );
    line.play(&path("28-32")).unwrap();
    assert_eq!(line.outcome(), None, "and nothing is automatic");
}

#[test]
fn draw_02_occurrences_need_not_be_consecutive() {
    let mut line = line("mesita-english", "B:WK32:BK4");
    let later = ["4-8", "32-27", "8-4"];
    let elsewhere = [
        "4-8", "32-28", "8-12", "28-24", "12-8", "24-28", "8-4", "28-32",
    ];
    for text in elsewhere.iter().chain(&later) {
        line.play(&path(text)).unwrap();
    }
    assert_eq!(line.occurrences(), [11]);
    let mv = find_move(line.rules(), line.position(), &path("27-32")).unwrap();
    assert_eq!(line.occurrences_after(&mv), [0, 8]);
    line.play(&path("27-32")).unwrap();
    assert_eq!(line.occurrences(), [0, 8, 12]);
    let drawn = Outcome {
        winner: None,
        reason: EndReason::Repetition,
    };
    assert_eq!(line.outcome(), Some(drawn));
}

#[test]
fn draw_05_eighty_plies_without_capture_or_advance_allow_a_claim() {
    let mut line = line("vezz-8x8", "B:W21,K32:BK4");
    line.play(&path("4-8")).unwrap();
    line.play(&path("21-17")).unwrap();
    assert_eq!(line.no_progress(), 0, "a man moved");
    for text in ["8-4", "32-28", "4-8", "28-32"].iter().cycle().take(79) {
        line.play(&path(text)).unwrap();
    }
    let one = ClaimError::PliesMissing { missing: 1 };
    assert_eq!(line.check_no_progress_claim(), Err(one));
    line.play(&path("28-32")).unwrap();
    assert_eq!(line.check_no_progress_claim(), Ok(()));
    assert_eq!(line.outcome(), None, "it is not automatic");
    line.play(&path("8-4")).unwrap();
    line.play(&path("17-13")).unwrap();
    assert_eq!(
        line.check_no_progress_claim().unwrap_err().code(),
        "plies_missing"
    );
}

#[test]
fn draw_05_a_sideways_step_is_progress_to_one_house_and_not_to_the_other() {
    for (id, counter) in [("mesita-turkish", 0), ("kondavo-turkish", 1)] {
        let mut line = line(id, "W:W34,K64:BK1,K2");
        line.play(&path("34-35")).unwrap();
        assert_eq!(line.no_progress(), counter, "{id}");
        line.play(&path("1-9")).unwrap();
        line.play(&path("35-27")).unwrap();
        assert_eq!(line.no_progress(), 0, "{id}: an advance");
    }
}

#[test]
fn nota_01_the_full_path_is_written_when_the_ends_do_not_decide() {
    let id = "kondavo-polish";
    let position = position(id, NOTA_01_FEN);
    let found = legal_moves(rules(id), &position);
    assert_eq!(texts(&found), ["1x18x9x25", "1x23x14x25"]);
    let written: Vec<_> = found
        .iter()
        .map(|mv| notation(rules(id), &position, mv))
        .collect();
    assert_eq!(written, ["1x18x9x25", "1x23x14x25"]);
    for (mv, text) in found.iter().zip(&written) {
        let read = find_move(rules(id), &position, &path(text));
        assert_eq!(read.as_ref(), Ok(mv));
        let game = PdnGame {
            rules: rules(id),
            tags: Vec::new(),
            start: position,
            line: PdnLine {
                plies: vec![PdnPly::from(mv.clone())],
                ..PdnLine::default()
            },
            result: PdnResult::Open,
        };
        let text = write_pdn(&game);
        assert!(text.contains(&format!("1. {mv} *")), "{text}");
        let read: Vec<_> = read_pdn(&text, None).map(|entry| entry.game).collect();
        assert_eq!(read, [Ok(game)], "{text}");
    }
    let ends = [found[0].from(), found[0].to()];
    let refused = find_move(rules(id), &position, &ends);
    assert_eq!(refused, Err(IllegalMove::Ambiguous { candidates: found }));
}

/// The fault's own case: 1x25 stands for 1x18x9x25 and for 1x23x14x25.
const NOTA_01_FEN: &str = "W:WK1:B7,13,19,20";

#[test]
fn nota_03_a_side_without_pieces_is_read_and_has_lost() {
    let over = line("kondavo-polish", "B:W50:B").outcome();
    assert_eq!(
        over,
        Some(Outcome {
            winner: Some(Side::White),
            reason: EndReason::NoPieces
        })
    );
    let rivals = line("kondavo-polish", "W:W50:B").outcome();
    assert_eq!(rivals, over, "the side to move has nobody to play against");
}

#[test]
fn nota_05_an_algebraic_position_is_read_or_refused() {
    let text = "W:We3,g3,h4,a5,b2,h2,a3,Kf8:Bc5,e5,g5,g7,h8";
    let id = "mesita-russian";
    let position = parse_fen(rules(id), text).unwrap();
    let king = position.piece(square(3)).unwrap();
    assert_eq!((king.side, king.kind), (Side::White, Kind::King));
    assert!(!legal_moves(rules(id), &position).is_empty());

    let error = parse_fen(rules("kondavo-spanish"), text).unwrap_err();
    assert_eq!(
        (error.column, error.kind),
        (4, FenErrorKind::NotNumeric { name: "e3".into() })
    );
}

#[test]
fn nota_06_squares_that_cannot_be_are_named() {
    let no_such = |name: &str| FenErrorKind::NoSuchSquare { name: name.into() };
    let cases = [
        (
            "W:W1,30:B5",
            4,
            FenErrorKind::ManOnLastRow { square: square(1) },
        ),
        (
            "W:W30:B5,29",
            10,
            FenErrorKind::ManOnLastRow { square: square(29) },
        ),
        (
            "W:W30,31,30:B5",
            10,
            FenErrorKind::SquareTwice { square: square(30) },
        ),
        ("W:W0:B5", 4, no_such("0")),
        ("W:W30:B33", 8, no_such("33")),
        ("W:W30:B4294967297", 8, no_such("4294967297")),
        (
            "W:W21:BK21",
            9,
            FenErrorKind::BothSides { square: square(21) },
        ),
        (
            "W:Wa2:B5",
            4,
            FenErrorKind::LightSquare { name: "a2".into() },
        ),
        ("W:Wi1:B5", 4, no_such("i1")),
    ];
    for (text, column, kind) in cases {
        let error = parse_fen(rules("mesita-russian"), text).unwrap_err();
        assert_eq!(
            (error.column, &error.kind),
            (column, &kind),
            "{text}: {error}"
        );
    }
    assert!(parse_path("0-5").is_err());
}

#[test]
fn huff_01_the_game_is_judged_right_after_a_huff() {
    let mut line = line("vezz-8x8", "B:W14,30:B9");
    line.play(&path("9-13")).unwrap();
    assert_eq!(line.outcome(), None);
    line.huff(square(13)).unwrap();
    let won = Outcome {
        winner: Some(Side::White),
        reason: EndReason::NoPieces,
    };
    assert_eq!(
        (line.outcome(), line.turn(), line.plies()),
        (Some(won), Side::White, 1)
    );
}

#[test]
fn huff_01_a_side_left_with_blocked_pieces_loses_by_the_next_move() {
    let mut line = line("vezz-8x8", "B:W9,14,16,30:B5,11");
    line.play(&path("11-15")).unwrap();
    line.huff(square(15)).unwrap();
    assert_eq!(
        (line.outcome(), line.turn()),
        (None, Side::White),
        "White still has to move"
    );
    line.play(&path("30-25")).unwrap();
    let won = Outcome {
        winner: Some(Side::White),
        reason: EndReason::Blocked,
    };
    assert_eq!(line.outcome(), Some(won));
}

#[test]
fn huff_01_a_quiet_move_that_blocks_wins_at_once_huff_or_no_huff() {
    let mut line = line("vezz-8x8", "B:W13,22:B5,6,15,17,18");
    line.play(&path("5-9")).unwrap();
    let won = Outcome {
        winner: Some(Side::Black),
        reason: EndReason::Blocked,
    };
    assert_eq!(line.outcome(), Some(won));
    assert_eq!(line.huff(square(17)), Err(HuffError::Over));
}
