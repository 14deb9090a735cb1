//! What holds in every position of every rule set, tried on random games.

use damero_rules::{
    Kind, Line, Move, Position, RuleSet, Side, apply, decode_move, encode_move, find_move,
    legal_moves, notation, parse_fen, parse_path, write_fen,
};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, any};
use proptest::sample::{Index, select};
use proptest::{prop_assert, prop_assert_eq, proptest};

/// Plays a random game and shows every position of it to `look`.
fn play(rules: &'static RuleSet, choices: &[Index], mut look: impl FnMut(&Position, &[Move])) {
    let mut position = Position::initial(rules);
    for choice in choices {
        let moves = legal_moves(rules, &position);
        look(&position, &moves);
        if moves.is_empty() {
            return;
        }
        position = apply(rules, &position, choice.get(&moves));
    }
}

fn kings(position: &Position, side: Side) -> usize {
    position
        .pieces()
        .filter(|(_, piece)| piece.side == side && piece.kind == Kind::King)
        .count()
}

fn check_applied(rules: &RuleSet, position: &Position, mv: &Move) {
    let (mover, rival) = (position.turn(), position.turn().other());
    let after = apply(rules, position, mv);
    assert_eq!(after.turn(), rival);
    assert_eq!(after.count(mover), position.count(mover));
    assert_eq!(
        after.count(rival) as usize,
        position.count(rival) as usize - mv.captured.len()
    );
    assert_eq!(
        kings(&after, mover),
        kings(position, mover) + usize::from(mv.crowns)
    );
    assert!(
        after
            .piece(mv.to())
            .is_some_and(|piece| piece.side == mover)
    );
    assert!(
        mv.captured
            .iter()
            .all(|at| after.piece(at).is_none_or(|piece| piece.side == mover))
    );
    let jumps = mv.path.len() - 1;
    assert_eq!(mv.captured.len(), if mv.is_capture() { jumps } else { 0 });
}

fn check_texts(rules: &RuleSet, position: &Position, mv: &Move) {
    assert_eq!(find_move(rules, position, &mv.path).as_ref(), Ok(mv));
    assert_eq!(parse_path(&mv.to_string()).as_ref(), Ok(&mv.path));
    let short = parse_path(&notation(rules, position, mv)).unwrap();
    assert_eq!(find_move(rules, position, &short).as_ref(), Ok(mv));

    let mut bytes = Vec::new();
    encode_move(rules, position, mv, &mut bytes);
    bytes.push(0xAB);
    let mut rest = &bytes[..];
    assert_eq!(decode_move(rules, position, &mut rest).as_ref(), Ok(mv));
    assert_eq!(rest, [0xAB], "what follows the record is left");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..Default::default() })]

    #[test]
    fn legal_moves_apply_and_are_read_back(
        rules in select(RuleSet::ALL.iter().collect::<Vec<_>>()),
        choices in vec(any::<Index>(), 0..160),
    ) {
        play(rules, &choices, |position, moves| {
            assert_eq!(parse_fen(rules, &write_fen(rules, position)).as_ref(), Ok(position));
            for (nth, mv) in moves.iter().enumerate() {
                check_applied(rules, position, mv);
                check_texts(rules, position, mv);
                assert!(!moves[..nth].contains(mv), "{mv} is listed twice");
            }
        });
    }

    #[test]
    fn a_line_counts_what_happens(
        rules in select(RuleSet::ALL.iter().collect::<Vec<_>>()),
        choices in vec((any::<Index>(), any::<bool>()), 0..200),
    ) {
        let mut line = Line::new(rules);
        let (mut moves, mut huffs) = (0, 0);
        for (choice, huff) in choices {
            if line.outcome().is_some() {
                prop_assert!(line.legal_moves().is_empty());
                break;
            }
            if huff && let Some(at) = line.huffable().iter().next() {
                let turn = line.turn();
                line.huff(at).unwrap();
                huffs += 1;
                prop_assert_eq!(line.turn(), turn);
            } else {
                let mv = choice.get(&line.legal_moves()).clone();
                let expected = line.occurrences_after(&mv);
                prop_assert_eq!(line.play(&mv.path), Ok(mv));
                moves += 1;
                let mut found = line.occurrences();
                prop_assert_eq!(found.pop(), Some(line.turn_no()));
                prop_assert_eq!(found, expected);
            }
            prop_assert_eq!((line.plies(), line.turn_no()), (moves, moves + huffs));
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>(), near in "[WB:K,.0-9a-hx -]{0,40}") {
        for text in [text, near] {
            for rules in RuleSet::ALL {
                if let Ok(position) = parse_fen(rules, &text) {
                    prop_assert_eq!(parse_fen(rules, &write_fen(rules, &position)), Ok(position));
                }
            }
            if let Ok(path) = parse_path(&text) {
                prop_assert!(path.len() >= 2);
            }
        }
    }

    #[test]
    fn any_path_and_any_bytes_are_a_move_or_refused(
        rules in select(RuleSet::ALL.iter().collect::<Vec<_>>()),
        choices in vec(any::<Index>(), 0..40),
        numbers in vec(1_u8..=64, 0..6),
        bytes in vec(any::<u8>(), 0..8),
    ) {
        let path = crate::data::squares(&numbers);
        play(rules, &choices, |position, moves| {
            if let Ok(mv) = find_move(rules, position, &path) {
                assert!(moves.contains(&mv));
            }
            let mut rest = &bytes[..];
            match decode_move(rules, position, &mut rest) {
                Ok(mv) => assert!(moves.contains(&mv)),
                Err(_) => assert_eq!(rest, bytes, "a refused record is left"),
            }
        });
    }
}
