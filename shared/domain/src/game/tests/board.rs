//! What the board decides: moves, huffs, ends, the ply limit.

use super::*;
use crate::game::PLY_LIMIT;
use damero_rules::HuffError;

#[test]
fn an_illegal_move_says_why_and_changes_nothing() {
    let cases = [
        ("22-17", "not_your_piece"),
        ("16-20", "empty_square"),
        ("11-20", "not_reachable"),
        ("11-17", "not_on_a_line"),
        ("7-11", "occupied"),
    ];
    for (text, code) in cases {
        let given = game();
        assert_eq!(
            given.refuses(RED, &given.mv(text)).code(),
            code,
            "red opens with {text}"
        );
    }
}

#[test]
fn a_huff_removes_the_piece_and_keeps_the_turn() {
    let mut given = game().played(FORGONE);
    let (plies, turn_no) = (given.game.line().plies(), given.game.turn_no());
    given.does(WHITE, given.huff(15));
    assert_eq!(given.game.turn(), WHITE);
    assert_eq!(given.game.line().plies(), plies, "a huff is no ply");
    assert_eq!(given.game.turn_no(), turn_no + 1, "but it counts as a turn");
    assert_eq!(given.game.line().position().piece(square(15)), None);
    let twice = given.refuses(WHITE, &given.huff(13));
    assert_eq!(twice, Refusal::Huff(HuffError::NothingToHuff));
}

#[test]
fn a_huff_is_refused_where_nothing_was_forgone() {
    let given = game().played(FORGONE);
    let cases = [(13, "not_huffable"), (22, "not_huffable")];
    for (number, code) in cases {
        let refusal = given.refuses(WHITE, &given.huff(number));
        assert_eq!(refusal.code(), code, "{number}");
    }
    let quiet = game().played("11-15");
    let refusal = quiet.refuses(WHITE, &quiet.huff(15));
    assert_eq!(refusal.code(), "nothing_to_huff");
    let elsewhere = Given::of(setup("clasica-8x8", None)).played("11-15");
    let refusal = elsewhere.refuses(WHITE, &elsewhere.huff(15));
    assert_eq!(refusal.code(), "not_this_rule_set");
}

/// HUFF-01: the position is judged right after the removal.
#[test]
fn a_huff_that_takes_the_last_piece_wins() {
    let mut given = last_piece_forgoes();
    let victim = given.game.line().huffable().iter().next().unwrap();
    let huffer = given.game.turn();
    given.does(huffer, given.huff(victim.number()));
    assert_eq!(given.result(), Some((Some(huffer), "no_pieces")));
}

/// Plays until a side with one piece left forgoes a capture: whoever is ahead
/// captures what it can, and the other never does.
fn last_piece_forgoes() -> Given {
    for seed in 0..u64::MAX {
        let mut given = game();
        let mut lot = seed;
        while given.game.ended().is_none() {
            let line = given.game.line();
            if !line.huffable().is_empty() && line.position().count(line.turn().other()) == 1 {
                return given;
            }
            lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let moves = line.legal_moves();
            let wanted = |mv: &&damero_rules::Move| mv.is_capture() == (line.turn() == WHITE);
            let wanted: Vec<_> = moves.iter().filter(wanted).collect();
            let from = usize::try_from(lot >> 40).unwrap();
            let text = match wanted.len() {
                0 => moves[from % moves.len()].to_string(),
                count => wanted[from % count].to_string(),
            };
            given = given.played(&text);
        }
    }
    unreachable!("one of the first games does it")
}

#[test]
fn a_side_that_loses_its_last_piece_or_move_has_lost() {
    let mut ends = std::collections::BTreeSet::new();
    for seed in 0..200 {
        let given = random_game(seed);
        if let Some((winner, reason)) = given.result() {
            assert_eq!(winner, Some(given.game.turn().other()), "{reason}");
            assert!(given.game.deadline().is_none(), "no clock runs");
            ends.insert(reason);
        }
    }
    assert_eq!(
        ends.into_iter().collect::<Vec<_>>(),
        ["blocked", "no_pieces"]
    );
}

fn random_game(seed: u64) -> Given {
    let mut given = game().with_clock("60+30");
    let mut lot = seed;
    while given.game.ended().is_none() && given.game.line().plies() < 300 {
        lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let moves = given.game.line().legal_moves();
        let mv = &moves[usize::try_from(lot >> 40).unwrap() % moves.len()];
        given = given.played(&mv.to_string());
    }
    given
}

#[test]
fn the_ply_limit_ends_a_game_drawn() {
    let moves = KINGS.split(' ').chain(SHUFFLE.into_iter().cycle());
    let moves: Vec<_> = moves.take(usize::from(PLY_LIMIT) - 1).collect();
    let mut given = game().played(&moves.join(" "));
    assert_eq!(given.game.line().plies(), PLY_LIMIT - 1);
    assert_eq!(given.result(), None, "one short of it the game goes on");
    let last = SHUFFLE[(usize::from(PLY_LIMIT) - 11) % 4];
    given.does(given.game.turn(), given.mv(last));
    assert_eq!(given.result(), Some((None, "ply_limit")));
}
