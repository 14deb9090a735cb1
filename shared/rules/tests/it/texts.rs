//! Texts: moves and positions, written and read.

use damero_rules::{
    FenErrorKind, PathError, PathErrorKind, Position, RuleSet, find_move, legal_moves, notation,
    parse_fen, parse_path, write_fen,
};

use crate::data::{lines, path, position, rules, square, squares};

#[test]
fn the_table_has_twelve_rule_sets_and_the_house_first() {
    let ids: Vec<_> = RuleSet::ALL.iter().map(|rules| rules.id).collect();
    assert_eq!(ids.len(), 12);
    assert_eq!(ids[0], "vezz-8x8");
    assert!(
        ids.iter()
            .all(|id| RuleSet::by_id(id).is_some_and(|rules| rules.id == *id))
    );
    assert_eq!(RuleSet::by_id("kondavo-italian"), None);
}

#[test]
fn squares_have_rows_columns_and_algebraic_names() {
    let named = |id: &str, number| rules(id).board().algebraic(square(number));
    assert_eq!(
        [1, 29, 32].map(|n| named("vezz-8x8", n)),
        ["b8", "a1", "g1"]
    );
    assert_eq!(
        [1, 46, 50].map(|n| named("kondavo-polish", n)),
        ["b10", "a1", "i1"]
    );
    assert_eq!(
        [1, 8, 57, 64].map(|n| named("kondavo-turkish", n)),
        ["a8", "h8", "a1", "h1"]
    );
    for rules in RuleSet::ALL {
        let board = rules.board();
        for at in (1..=board.squares()).map(square) {
            let (row, col) = board.row_col(at);
            assert_eq!(board.square(row, col), Some(at), "{rules:?}");
        }
        assert_eq!(board.square(0, 1), None);
        assert_eq!(board.square(1, board.cols() + 1), None);
    }
}

#[test]
fn paths_are_read_or_refused_with_column_and_reason() {
    assert_eq!(parse_path("9-14"), Ok(squares(&[9, 14])));
    assert_eq!(parse_path("11x18x27"), Ok(squares(&[11, 18, 27])));
    let cases = [
        ("", 1, PathErrorKind::NumberExpected),
        ("9", 2, PathErrorKind::SeparatorExpected),
        ("9-", 3, PathErrorKind::NumberExpected),
        ("9 -14", 2, PathErrorKind::SeparatorExpected),
        ("0-5", 1, PathErrorKind::NoSuchSquare),
        ("9x65", 3, PathErrorKind::NoSuchSquare),
        ("9x18-27", 5, PathErrorKind::MixedSeparators),
        ("9x1é", 4, PathErrorKind::SeparatorExpected),
    ];
    for (text, column, kind) in cases {
        assert_eq!(parse_path(text), Err(PathError { column, kind }), "{text}");
    }
    let long = vec!["1"; 65].join("x");
    assert_eq!(parse_path(&long).unwrap_err().kind, PathErrorKind::TooLong);
}

#[test]
fn positions_are_read_in_every_form_the_format_allows() {
    let id = "clasica-8x8";
    let start = Position::initial(rules(id));
    for text in [
        "B:W21-32:B1-12",
        "B:B1-12:W21-32.",
        "B:B1-8,9,10-12:W21-31,32",
        "B:W21-32:B1-12:H0:F1",
        "B:W21-32:B1-12:F17.",
    ] {
        assert_eq!(parse_fen(rules(id), text), Ok(start), "{text}");
    }
    assert_eq!(
        write_fen(rules(id), &position(id, "W:BK5:WK31-32")),
        "W:WK31,K32:BK5"
    );
}

#[test]
fn positions_are_refused_with_column_and_reason() {
    let cases = [
        ("", 1, FenErrorKind::SideExpected),
        ("X:W1:B2", 1, FenErrorKind::SideExpected),
        ("W", 2, FenErrorKind::ColonExpected),
        ("W:W30", 6, FenErrorKind::ColonExpected),
        ("W:W30:W31", 7, FenErrorKind::SideTwice),
        ("W:W30,:B1", 7, FenErrorKind::SquareExpected),
        ("W:W-30:B1", 4, FenErrorKind::SquareExpected),
        (
            "W:W30-21:B1",
            7,
            FenErrorKind::RangeRunsDown { name: "21".into() },
        ),
        ("W:W30:B1 ", 9, FenErrorKind::EndExpected),
        ("W:W30:B1:H:F1", 9, FenErrorKind::EndExpected),
        ("W:W30:B1:F1:H0", 12, FenErrorKind::EndExpected),
        ("W:W30é:B1", 6, FenErrorKind::ColonExpected),
    ];
    for (text, column, kind) in cases {
        let error = parse_fen(rules("clasica-8x8"), text).unwrap_err();
        assert_eq!(
            (error.column, &error.kind),
            (column, &kind),
            "{text}: {error}"
        );
    }
}

/// Every move of the position data, written short, is read back as itself.
#[test]
fn short_notation_is_read_back() {
    #[derive(serde::Deserialize)]
    struct Case {
        ruleset: String,
        fen: String,
    }
    let mut in_full = 0;
    for case in lines::<Case>("positions.jsonl") {
        let (rules, position) = (rules(&case.ruleset), position(&case.ruleset, &case.fen));
        for mv in legal_moves(rules, &position) {
            let text = notation(rules, &position, &mv);
            assert_eq!(
                find_move(rules, &position, &path(&text)),
                Ok(mv),
                "{text} {}",
                case.fen
            );
            in_full += usize::from(text.matches('x').count() > 1);
        }
    }
    assert!(in_full > 100, "only {in_full} moves needed their full path");
}
