//! Games as PDN.

use damero_rules::{PdnEntry, PdnError, RuleSet, read_pdn, write_pdn};

/// The first line is the rule set that is meant where no tag says it, or nothing; the rest are
/// games. Whatever is read can be written and is read again as the same; whatever is refused is
/// refused at a place that the text has.
///
/// # Panics
/// If it is otherwise.
pub fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (id, text) = text.split_once('\n').unwrap_or(("", &text));
    let mut begun = 1;
    for PdnEntry { line, game } in read_pdn(text, RuleSet::by_id(id.trim_end())) {
        assert!(begun <= line, "games stand one after the other");
        begun = line;
        match game {
            Ok(game) => {
                let written = write_pdn(&game);
                let read: Vec<_> = read_pdn(&written, None).map(|entry| entry.game).collect();
                assert_eq!(read, [Ok(game)], "{written}");
            }
            Err(error) => place(text, line, &error),
        }
    }
}

fn place(text: &str, begun: usize, error: &PdnError) {
    assert!(begun <= error.line, "{error}");
    // A line ends as any system ends one.
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let line = text.split('\n').nth(error.line - 1);
    let characters = line.map(|line| line.chars().count());
    assert!(
        characters.is_some_and(|count| (1..=count + 1).contains(&error.column)),
        "{error}"
    );
    assert!(!error.kind.code().is_empty());
}
