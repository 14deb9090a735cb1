//! Every reason to refuse a move, a huff or a claim, and that nothing changes by it.

use damero_rules::{ClaimError, HuffError, IllegalMove, Line, find_move, write_fen};

use crate::data::{line, path, position, rules, set, square};

/// Asserts why a path is refused, and the code of that reason.
#[track_caller]
fn refused(id: &str, fen: &str, text: &str, code: &str, reason: &IllegalMove) {
    let position = position(id, fen);
    assert_eq!(
        find_move(rules(id), &position, &path(text)),
        Err(reason.clone()),
        "{text}"
    );
    assert_eq!(reason.code(), code);
    let mut line = line(id, fen);
    assert_eq!(line.play(&path(text)), Err(reason.clone()));
    assert_eq!(
        (
            line.plies(),
            write_fen(line.rules(), line.position()).as_str()
        ),
        (0, fen)
    );
}

#[test]
fn a_path_is_short_or_off_the_board() {
    let start = Line::new(rules("vezz-8x8"));
    for short in [&[][..], &[square(9)]] {
        let found = find_move(start.rules(), start.position(), short);
        assert_eq!(found, Err(IllegalMove::TooShort));
    }
    assert_eq!(IllegalMove::TooShort.code(), "too_short");
    let off = IllegalMove::NoSuchSquare { at: square(33) };
    refused("vezz-8x8", "W:W30:B1", "30-33", "no_such_square", &off);
}

#[test]
fn the_start_is_not_the_movers() {
    let empty = IllegalMove::EmptySquare { at: square(29) };
    refused("vezz-8x8", "W:W30:B1", "29-25", "empty_square", &empty);
    let rivals = IllegalMove::NotYourPiece { at: square(1) };
    refused("vezz-8x8", "W:W30:B1", "1-5", "not_your_piece", &rivals);
}

#[test]
fn a_quiet_move_does_not_get_there() {
    let occupied = IllegalMove::Occupied { at: square(25) };
    refused("vezz-8x8", "W:W25,30:B1", "30-25", "occupied", &occupied);
    refused(
        "vezz-8x8",
        "W:W30:B1",
        "30-22",
        "not_on_a_line",
        &IllegalMove::NotOnALine,
    );
    refused(
        "vezz-8x8",
        "W:W30:B1",
        "30-23",
        "not_reachable",
        &IllegalMove::NotReachable,
    );
    refused(
        "vezz-8x8",
        "W:W22:B1",
        "22-25",
        "backward_move",
        &IllegalMove::BackwardMove,
    );
    let own = IllegalMove::JumpsOwn { at: square(22) };
    refused("vezz-8x8", "W:W22,K29:B1", "29-18", "jumps_own", &own);
    refused(
        "kondavo-turkish",
        "W:W34:B1",
        "34-42",
        "backward_move",
        &IllegalMove::BackwardMove,
    );
    refused(
        "kondavo-turkish",
        "W:W34:B1",
        "34-27",
        "not_on_a_line",
        &IllegalMove::NotOnALine,
    );
    refused(
        "clasica-8x8",
        "W:W22,30:B18",
        "30-26",
        "must_capture",
        &IllegalMove::MustCapture,
    );
}

#[test]
fn a_jump_is_not_possible() {
    let several = IllegalMove::JumpsSeveral {
        over: set(&[18, 22]),
    };
    refused(
        "vezz-8x8",
        "W:WK29:B18,22",
        "29x15",
        "jumps_several",
        &several,
    );
    let nothing = IllegalMove::NothingToCapture;
    refused(
        "vezz-8x8",
        "W:W22:B18",
        "22x15x8",
        "nothing_to_capture",
        &nothing,
    );
    let twice = IllegalMove::JumpsTwice;
    refused(
        "kondavo-polish",
        "W:WK46:B41",
        "46x37x46",
        "jumps_twice",
        &twice,
    );
    let turn = IllegalMove::TurnOf180;
    refused(
        "kondavo-turkish",
        "W:WK35:B34,36",
        "35x37x33",
        "turn_of_180",
        &turn,
    );
    let crowned = IllegalMove::CrowningEndsMove { at: square(2) };
    refused(
        "vezz-8x8",
        "W:W11:B6,7",
        "11x2x9",
        "crowning_ends_move",
        &crowned,
    );
    let must = IllegalMove::KingMustLandWhereItContinues {
        landings: set(&[15]),
    };
    let code = "king_must_land_where_it_continues";
    refused("mesita-russian", "W:WK29:B10,22", "29x18", code, &must);
}

#[test]
fn a_chain_is_not_the_one_to_choose() {
    let unfinished = IllegalMove::ChainNotFinished { next: set(&[8]) };
    refused(
        "clasica-8x8",
        "W:W22:B11,18",
        "22x15",
        "chain_not_finished",
        &unfinished,
    );
    let more = IllegalMove::MoreCaptureExists { most: 2 };
    refused(
        "kondavo-spanish",
        "W:W22:B11,17,18",
        "22x13",
        "more_capture_exists",
        &more,
    );
    let kings = IllegalMove::MoreKingsCaptureExists { most: 1 };
    refused(
        "kondavo-spanish",
        "W:W22:B17,K18",
        "22x13",
        "more_kings_capture_exists",
        &kings,
    );
}

#[test]
fn a_huff_is_not_due() {
    let mut english = Line::new(rules("clasica-8x8"));
    assert_eq!(english.huff(square(9)), Err(HuffError::NotThisRuleSet));

    let mut house = line("vezz-8x8", "B:W14,30:B5,9,12");
    assert_eq!(house.huff(square(30)), Err(HuffError::NothingToHuff));
    house.play(&path("9-13")).unwrap();
    let refused = HuffError::NotHuffable {
        allowed: set(&[13]),
    };
    assert_eq!(house.huff(square(12)), Err(refused));
    assert_eq!(refused.code(), "not_huffable");
    assert_eq!(
        house.huffable(),
        set(&[13]),
        "the right stays after a refusal"
    );
    house.huff(square(13)).unwrap();
    assert_eq!(
        house.huff(square(13)),
        Err(HuffError::NothingToHuff),
        "it is used up"
    );
    assert_eq!(house.turn_no(), 2);
    assert_eq!(house.plies(), 1);
}

#[test]
fn a_claim_is_not_due() {
    let start = Line::new(rules("vezz-8x8"));
    let not_yet = ClaimError::NotYet {
        occurrence: 1,
        needed: 3,
    };
    assert_eq!(
        start.check_repetition_claim(&path("9-14")),
        Err(not_yet.clone())
    );
    assert_eq!(not_yet.code(), "not_yet");
    let missing = ClaimError::PliesMissing { missing: 80 };
    assert_eq!(start.check_no_progress_claim(), Err(missing));
    let illegal = start.check_repetition_claim(&path("9-18")).unwrap_err();
    assert_eq!(illegal.code(), "not_reachable");

    let automatic = Line::new(rules("mesita-english"));
    assert_eq!(
        automatic.check_repetition_claim(&path("9-14")),
        Err(ClaimError::NotThisRuleSet)
    );
    assert_eq!(
        automatic.check_no_progress_claim(),
        Err(ClaimError::NotThisRuleSet)
    );
}

#[test]
fn nothing_is_possible_when_it_is_over() {
    let mut over = line("vezz-8x8", "B:W14:B");
    assert_eq!(over.play(&path("1-5")), Err(IllegalMove::Over));
    assert_eq!(over.huff(square(14)), Err(HuffError::Over));
    assert_eq!(
        over.check_repetition_claim(&path("1-5")),
        Err(ClaimError::Over)
    );
    assert_eq!(over.check_no_progress_claim(), Err(ClaimError::Over));
}
