//! Texts and bytes of the rules: positions, paths and recorded moves, to every rule set.

use damero_rules::{
    Path, Position, RuleSet, Square, decode_move, encode_move, find_move, huffable, legal_moves,
    notation, parse_fen, parse_path, write_fen,
};

/// The first line is a position, the second a path, the rest a recorded move.
/// Whatever is read can be written and read again, and played from.
///
/// # Panics
/// If it is otherwise.
pub fn check(data: &[u8]) {
    let mut lines = data.splitn(3, |byte| *byte == b'\n');
    let mut text = || String::from_utf8_lossy(lines.next().unwrap_or_default()).into_owned();
    let (fen, path) = (text(), text());
    let record = lines.next().unwrap_or_default();
    let path = path_of(&path);
    for rules in RuleSet::ALL {
        let position = match parse_fen(rules, &fen) {
            Ok(position) => {
                let written = write_fen(rules, &position);
                assert_eq!(parse_fen(rules, &written), Ok(position), "{}", rules.id);
                position
            }
            Err(error) => {
                assert!((1..=fen.len() + 1).contains(&error.column), "{error}");
                Position::initial(rules)
            }
        };
        if let Some(path) = &path {
            let _ = find_move(rules, &position, path);
        }
        moves(rules, &position);
        recorded(rules, &position, record);
    }
}

fn path_of(text: &str) -> Option<Path> {
    let path = parse_path(text).ok()?;
    let numbers: Vec<_> = path.iter().map(ToString::to_string).collect();
    for separator in ["-", "x"] {
        assert_eq!(parse_path(&numbers.join(separator)), Ok(path.clone()));
    }
    Some(path)
}

/// Every legal move is found again by its text and by its record.
fn moves(rules: &RuleSet, position: &Position) {
    // A position out of nowhere may have captures without number.
    for mv in legal_moves(rules, position).iter().take(3) {
        for text in [notation(rules, position, mv), mv.to_string()] {
            let path = parse_path(&text);
            assert!(path.is_ok(), "{text}");
            let found = path.map(|path| find_move(rules, position, &path));
            assert_eq!(found, Ok(Ok(mv.clone())), "{}: {text}", rules.id);
        }
        let mut bytes = Vec::new();
        encode_move(rules, position, mv, &mut bytes);
        let mut rest = &bytes[..];
        let read = decode_move(rules, position, &mut rest);
        assert_eq!((read.as_ref(), rest), (Ok(mv), &[][..]), "{}", rules.id);
        let _: Vec<Square> = huffable(rules, position, mv).iter().collect();
    }
}

fn recorded(rules: &RuleSet, position: &Position, record: &[u8]) {
    let mut rest = record;
    if let Ok(mv) = decode_move(rules, position, &mut rest) {
        assert!(rest.len() < record.len());
        assert!(
            legal_moves(rules, position).contains(&mv),
            "{}: {mv}",
            rules.id
        );
    }
}
