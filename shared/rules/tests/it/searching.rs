//! The rules for searches against the rules for everybody: the same moves, the same positions.

use damero_rules::search::{Board, Generator, Key, Ply};
use damero_rules::{Line, Move, RuleSet, Side, apply, legal_moves};

/// As many plies of a game as are looked at.
const PLIES: usize = 140;

fn plies(generator: &Generator, side: Side, board: &Board) -> Vec<Ply> {
    let mut plies = Vec::new();
    generator.captures(side, board, &mut plies);
    assert_eq!(!plies.is_empty(), generator.can_capture(side, board));
    if plies.is_empty() || generator.rules().huffs() {
        generator.quiets(side, board, &mut plies);
    }
    plies
}

/// What tells moves apart.
fn identity(mv: &Move) -> (u8, u8, String, bool) {
    let (from, to) = (mv.from().number(), mv.to().number());
    (from, to, mv.captured.to_string(), mv.crowns)
}

/// Along games in which every ply is the move of another rank.
fn along_games(mut look: impl FnMut(&Generator, &Line)) {
    for (nth, rules) in RuleSet::ALL.iter().enumerate() {
        let generator = Generator::of(rules);
        for game in 0..12 {
            let mut line = Line::new(rules);
            for ply in 0..PLIES {
                look(&generator, &line);
                let moves = line.legal_moves();
                let rank = (ply * ply + ply * (game * 5 + 3) + nth) * 31 % 97;
                let Some(mv) = moves.get(rank % moves.len().max(1)) else {
                    break;
                };
                line.play(&mv.path).unwrap();
            }
        }
    }
}

#[test]
fn a_search_has_the_moves_of_everybody() {
    let mut captures = 0;
    along_games(|generator, line| {
        let position = line.position();
        let board = generator.board(position);
        let found = plies(generator, line.turn(), &board);
        let mut moves: Vec<_> = found
            .iter()
            .map(|&ply| generator.with_path(position, ply))
            .collect();
        captures += moves.iter().filter(|mv| mv.is_capture()).count();
        let mut expected = legal_moves(line.rules(), position);
        moves.sort_by_key(identity);
        expected.sort_by_key(identity);
        assert_eq!(moves, expected, "{} {position:?}", line.rules().id);
        assert_eq!(
            generator.has_move(line.turn(), &board),
            !expected.is_empty()
        );
    });
    assert!(captures > 1_000, "{captures}");
}

#[test]
fn a_move_in_bits_makes_the_same_position_and_its_key() {
    along_games(|generator, line| {
        let (position, side) = (line.position(), line.turn());
        let board = generator.board(position);
        assert_eq!(generator.position(side, &board), *position);
        let key = Key::of(side, &board);
        for ply in plies(generator, side, &board) {
            let after = apply(line.rules(), position, &generator.with_path(position, ply));
            let made = board.after(ply);
            assert_eq!(generator.position(side.other(), &made), after);
            assert_eq!(key.after(side, &board, ply), Key::of(side.other(), &made));
        }
    });
}

#[test]
fn a_piece_that_is_taken_off_leaves_the_key_of_what_is_left() {
    along_games(|generator, line| {
        let board = generator.board(line.position());
        let lowest = board.rivals() & board.rivals().wrapping_neg();
        let key = Key::of(line.turn(), &board).without(line.turn(), &board, lowest);
        assert_eq!(key, Key::of(line.turn(), &board.without(lowest)));
    });
}

#[test]
fn positions_that_may_come_again_are_those_since_the_last_that_cannot() {
    along_games(|generator, line| {
        let again = line.repeatable().count();
        assert!(again <= usize::from(line.turn_no()));
        let board = generator.board(line.position());
        for ply in plies(generator, line.turn(), &board) {
            let mut next = line.clone();
            let mv = generator.with_path(line.position(), ply);
            if next.play_found(&mv).is_ok() {
                let for_good = mv.is_capture() || generator.advances(&board, ply);
                let left = next.repeatable().count();
                assert_eq!(left, if for_good { 0 } else { again + 1 });
            }
        }
    });
}
