//! Files of many games.

use damero_rules::{PdnEntry, PdnErrorKind, RuleSet, read_pdn};

use super::compact;
use crate::data::rules;

/// Where each game begins, and its moves or its error.
fn read(text: &str, rules: &'static RuleSet) -> Vec<(usize, String)> {
    read_pdn(text, Some(rules))
        .map(|PdnEntry { line, game }| match game {
            Ok(game) => (line, compact(&game.line)),
            Err(error) => (line, error.to_string()),
        })
        .collect()
}

#[test]
fn games_end_with_a_result_or_before_the_next_tags() {
    let text = "[Event \"1\"]\n\n1. 32-28 1-0\n\n[Event \"2\"]\n31-27\n[Event \"3\"]\n\n\
        {no moves} *\n33-28 19-23 2-0 32-27\n *\n[Event \"6\"]\n";
    let expected = [
        (1, "32-28"),
        (5, "31-27"),
        (7, ""),
        (10, "33-28 19-23"),
        (10, "32-27"),
        (12, ""),
    ];
    let expected = expected.map(|(line, moves)| (line, moves.to_owned()));
    assert_eq!(read(text, rules("kondavo-polish")), expected);
}

#[test]
fn a_mistake_costs_its_own_game_and_no_other() {
    let text = "[Event \"1\"]\n32-27 & (31-26 ( 1-0\n\n\
        [Event \"2]\n[Site \"x\"]\n32-28 2-0\n\
        [Event \"3\"]\n32-28 1-5 (38-32 1-1) 1-1 31-27 *\n\
        [FEN \"?\"]\n[Event \"5\"]\n\n32-28 *\n\
        [Event \"6\"]\n{open\n\n[Event \"7\"]\n32-28\n";
    let expected = [
        (1, "line 2, column 7: `&` is not expected here"),
        (
            4,
            "line 4, column 9: this tag's value has no closing quote on its line",
        ),
        (7, "line 8, column 7: square 5 is occupied"),
        (8, "31-27"),
        (
            9,
            "line 9, column 7: the position cannot be read: `W` or `B` is expected",
        ),
        (13, "line 14, column 1: this comment is not closed"),
        (16, "32-28"),
    ];
    let expected = expected.map(|(line, moves)| (line, moves.to_owned()));
    assert_eq!(read(text, rules("kondavo-polish")), expected);
}

#[test]
fn what_stands_before_the_first_tag_belongs_to_the_game_after_it() {
    let text = "% from an archive\n{Games of May}\n; all of them\n[Event \"1\"]\n32-28 *\n";
    let games: Vec<_> = read_pdn(text, Some(rules("kondavo-polish"))).collect();
    let [
        PdnEntry {
            line: 2,
            game: Ok(game),
        },
    ] = &games[..]
    else {
        panic!("one game: {games:?}");
    };
    let said: Vec<_> = game
        .line
        .lead
        .comments
        .iter()
        .map(|text| text.as_str())
        .collect();
    assert_eq!(said, ["Games of May", "all of them"]);
    assert_eq!(game.tag("Event"), Some("1"));
}

#[test]
fn a_text_without_games_has_none() {
    for text in ["", "\u{feff}", " \r\n\t", "% nothing\n% here"] {
        assert_eq!(read_pdn(text, None).next(), None, "{text:?}");
    }
}

/// Each game of a file may be of another rule set.
#[test]
fn a_file_may_hold_all_rule_sets() {
    let text: String = RuleSet::ALL
        .iter()
        .map(|rules| format!("[RuleSet \"{} {}\"]\n*\n", rules.id, rules.version))
        .collect();
    let read: Vec<_> = read_pdn(&text, None)
        .map(|entry| entry.game.map(|game| game.rules))
        .collect();
    let expected: Vec<_> = RuleSet::ALL
        .iter()
        .map(Ok::<_, damero_rules::PdnError>)
        .collect();
    assert_eq!(read, expected);
    let kinds: Vec<_> = read_pdn("[RuleSet \"x\"]\n*\n[Event \"y\"]", None)
        .filter_map(|entry| entry.game.err())
        .map(|error| error.kind)
        .collect();
    let unknown = PdnErrorKind::UnknownRuleSet {
        name: "x".to_owned(),
    };
    assert_eq!(kinds, [unknown, PdnErrorKind::NoRuleSet]);
}
