//! Captures that may be forgone, and what the rival may do about it.

use damero_engine::{Action, Engine, Limits, TableSize};
use damero_rules::{Line, RuleSet, Side, Square, parse_fen};

fn house(fen: &str) -> Line {
    let rules = RuleSet::by_id("vezz-8x8").unwrap();
    Line::from_position(rules, parse_fen(rules, fen).unwrap())
}

fn best(line: &Line) -> Option<Action> {
    let mut engine = Engine::new(TableSize::megabytes(1));
    engine.search(line, Limits::depth(7), &mut || false).action
}

fn squares(path: &[u8]) -> Vec<Square> {
    path.iter().filter_map(|&at| Square::new(at)).collect()
}

/// 17 and 18 forwent 14: to huff one and take the other is better than to take one.
#[test]
fn a_piece_is_huffed_before_another_is_taken() {
    let mut line = house("W:W18,17,32:B14,1");
    line.play(&squares(&[32, 28])).unwrap();
    let Some(Action::Huff(huffed)) = best(&line) else {
        panic!("{:?}", best(&line));
    };
    line.huff(huffed).unwrap();
    let Some(Action::Play(mv)) = best(&line) else {
        panic!("the game goes on");
    };
    assert!(mv.is_capture(), "{mv}");
}

/// After the huff nobody is left.
#[test]
fn a_huff_that_leaves_a_side_without_pieces_wins() {
    let mut line = house("W:W18:B14,2");
    line.play(&squares(&[18, 15])).unwrap();
    let mut engine = Engine::new(TableSize::megabytes(1));
    let found = engine.search(&line, Limits::depth(5), &mut || false);
    assert_eq!(found.action, Some(Action::Huff(Square::new(15).unwrap())));
    found.action.unwrap().on(&mut line).unwrap();
    assert_eq!(line.outcome().and_then(|end| end.winner), Some(Side::Black));
}

/// 18 forwent 14 and cannot be taken itself.
#[test]
fn the_right_to_huff_makes_a_position_worth_something_else() {
    let mut line = house("W:W18,23,32:B14,1");
    let mut engine = Engine::new(TableSize::megabytes(1));
    line.play(&squares(&[32, 28])).unwrap();
    let pending = engine.search(&line, Limits::depth(3), &mut || false).score;
    let rules = line.rules();
    let bare = Line::from_position(rules, *line.position());
    let without = engine.search(&bare, Limits::depth(3), &mut || false).score;
    assert!(pending > without, "{pending} and {without}");
}
