//! How much of a text is looked at, and how often: no text costs more than its length.

use super::read::read_pdn;
use crate::ruleset::RuleSet;

/// Texts that have tempted parsers to begin again; each is repeated.
const SHAPES: [&str; 23] = [
    "[Event \"x\"]\n1. 32-28 19-23 {c} 2. 28x19 14x23 *\n",
    "[GameType \"24\"]\n1. 1-5 19-23 *\n",
    "32-28 ",
    "{",
    "{\n[A \"x\"]\n",
    "{}",
    "{[%",
    "{[%a [%a [%a ",
    "32-28 {[%a ",
    "(",
    "32-28 (",
    "32-28 (31-27) ",
    ")",
    "[",
    "[A \"",
    "[A \"\\\\",
    "[A \"x\"]",
    "1 ",
    "1-",
    "1",
    "a1",
    "/",
    "; % \n",
];

/// How many bytes the games of a text cost.
fn seen(text: &str) -> usize {
    let mut games = read_pdn(text, RuleSet::by_id("mesita-international"));
    while games.next().is_some() {}
    games.seen()
}

#[test]
fn no_byte_is_looked_at_more_than_a_few_times() {
    for shape in SHAPES {
        for (before, after) in [
            ("", ""),
            ("32-28 {", "}"),
            ("[A \"", "\"]"),
            ("1. ", " 1-0"),
        ] {
            let text = format!("{before}{}{after}", shape.repeat(20_000));
            let (seen, length) = (seen(&text), text.len());
            assert!(
                (length..8 * length).contains(&seen),
                "{before}{shape}…{after}: {seen} for {length}"
            );
        }
    }
}
