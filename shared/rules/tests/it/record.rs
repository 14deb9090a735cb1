//! The compact record of a move, byte by byte: stored games depend on it.

use damero_rules::{
    DecodeError, IllegalMove, Position, RuleSet, decode_move, encode_move, find_move,
};

use crate::data::{path, position, rules, square};

fn encoded(rules: &RuleSet, position: &Position, text: &str) -> Vec<u8> {
    let mv = find_move(rules, position, &path(text)).unwrap();
    let mut bytes = Vec::new();
    encode_move(rules, position, &mv, &mut bytes);
    let decoded = decode_move(rules, position, &mut &bytes[..]);
    assert_eq!(decoded, Ok(mv), "{text}");
    bytes
}

#[test]
fn the_ends_are_two_bytes() {
    let rules = rules("vezz-8x8");
    // 8 and 13 in six bits each, then 0.
    assert_eq!(
        encoded(rules, &Position::initial(rules), "9-14"),
        [0b0010_0000, 0b1101_0000]
    );
    let chain = position("clasica-8x8", "W:W22:B11,18");
    assert_eq!(
        encoded(rules, &chain, "22x15x8").len(),
        2,
        "the ends decide"
    );
}

#[test]
fn landings_are_added_where_the_ends_do_not_decide() {
    let two = position("kondavo-polish", "W:WK1:B7,13,19,20");
    let bytes = encoded(rules("kondavo-polish"), &two, "1x18x9x25");
    assert_eq!(bytes, [0b0000_0001, 0b1000_0010, 18, 9]);
}

#[test]
fn a_long_chain_has_its_count_in_a_third_byte() {
    let fen = "W:WK49:BK2,K4,K6,K10,K11,K13,K15,K17,K20,K21,K22,K27,K31,K38,K43,K44,K47,K48,K51,\
               K55,K60,K63";
    let text = "49x52x28x12x14x16x56x49x1x3x19x35x59x61x5x7x39x34x2x6x46x48";
    let bytes = encoded(
        rules("kondavo-turkish"),
        &position("kondavo-turkish", fen),
        text,
    );
    assert_eq!(bytes[..4], [0b1100_0010, 0b1111_1111, 20, 52]);
    assert_eq!(bytes.len(), 3 + 20);
}

#[test]
fn records_are_refused_with_a_reason() {
    let rules = rules("vezz-8x8");
    let start = Position::initial(rules);
    let illegal = IllegalMove::EmptySquare { at: square(16) };
    let cases: [(&[u8], DecodeError); 6] = [
        (&[], DecodeError::CutOff),
        (&[0x20], DecodeError::CutOff),
        (&[0x20, 0xD1], DecodeError::CutOff),
        (&[0x20, 0xD1, 65], DecodeError::NoSuchSquare { number: 65 }),
        (&[0x20, 0xDF, 255], DecodeError::CutOff),
        (&[0x3C, 0xD0], DecodeError::Illegal(illegal)),
    ];
    for (bytes, error) in cases {
        let mut rest = bytes;
        assert_eq!(decode_move(rules, &start, &mut rest), Err(error));
        assert_eq!(rest, bytes, "nothing is consumed");
    }
    let mut long = vec![0x20, 0xDF, 100];
    long.extend([1; 100]);
    assert_eq!(
        decode_move(rules, &start, &mut &long[..]),
        Err(DecodeError::TooLong)
    );
}
