//! Keys of positions, for comparing many of them: the keys of what stands where, and of whose turn
//! it is, combined by exclusive or, so that a move changes a key by as little as it changes the
//! board (Zobrist, 1970). Different positions may share a key, if hardly ever.

use crate::bits::Indices;
use crate::position::{Position, Side};

/// The key of Black's turn.
pub(crate) const BLACK_TO_MOVE: u64 = mixed(4 * 64);

/// By kind of piece (White's men and kings, Black's men and kings) and square.
pub(crate) static KEYS: [[u64; 64]; 4] = keys();

const fn keys() -> [[u64; 64]; 4] {
    let mut keys = [[0; 64]; 4];
    let mut nth = 0;
    while nth < 4 * 64 {
        keys[nth / 64][nth % 64] = mixed(nth as u64);
        nth += 1;
    }
    keys
}

/// A number that looks like chance: the output of SplitMix64 (Steele, Lea and Flood, 2014).
const fn mixed(nth: u64) -> u64 {
    let mut z = (nth + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The key of a position.
pub(crate) fn key(position: &Position) -> u64 {
    key_after(0, &Position::empty(Side::White), position)
}

/// The key of what became of a position that had this one.
pub(crate) fn key_after(key: u64, before: &Position, after: &Position) -> u64 {
    let mut key = if before.turn() == after.turn() {
        key
    } else {
        key ^ BLACK_TO_MOVE
    };
    for ((was, is), keys) in sets(before).into_iter().zip(sets(after)).zip(&KEYS) {
        for index in Indices(was ^ is) {
            key ^= keys[usize::from(index)];
        }
    }
    key
}

/// White's men and kings, Black's men and kings.
const fn sets(position: &Position) -> [u64; 4] {
    let (white, black) = (position.of(Side::White), position.of(Side::Black));
    let kings = position.kings();
    [white & !kings, white & kings, black & !kings, black & kings]
}

#[cfg(test)]
mod tests {
    use super::{key, key_after};
    use crate::{Line, Position, RuleSet};
    use std::collections::HashMap;

    /// Along the games of all rule sets in which every ply is the move of another rank.
    #[test]
    fn a_key_goes_along_with_its_position_and_tells_it_from_others() {
        let mut seen: HashMap<u64, Position> = HashMap::new();
        for rules in RuleSet::ALL {
            let mut line = Line::new(rules);
            let mut along = key(line.position());
            for ply in 0..120 {
                let moves = line.legal_moves();
                let Some(mv) = moves.get(ply * 7 % moves.len().max(1)) else {
                    break;
                };
                let before = *line.position();
                line.play(&mv.path).unwrap();
                along = key_after(along, &before, line.position());
                assert_eq!(along, key(line.position()), "{} {ply}", rules.id);
                let other = seen.insert(along, *line.position());
                assert!(other.is_none_or(|other| other == *line.position()));
            }
        }
        assert!(seen.len() > 400, "{}", seen.len());
    }
}
