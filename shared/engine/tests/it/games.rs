//! Whole games: whatever happens, what is answered is legal.

use damero_engine::{Action, Engine, Level, Limits, TableSize, reply};
use damero_rules::{Line, RuleSet};

/// No game takes longer here.
const MOST_TURNS: u64 = 400;

/// How many games: a few, or as many as `DAMERO_SOAK_GAMES` says.
fn games() -> u64 {
    std::env::var("DAMERO_SOAK_GAMES")
        .ok()
        .and_then(|games| games.parse().ok())
        .unwrap_or(240)
}

/// Levels of both sides go through all rule sets. 10,000 games: `DAMERO_SOAK_GAMES=10000`.
#[test]
fn games_over_all_rule_sets_come_to_an_end_without_an_illegal_move() {
    let mut engine = Engine::new(TableSize::megabytes(1));
    let mut ended = 0;
    let games = games();
    for game in 0..games {
        let rules = &RuleSet::ALL[usize::try_from(game % 12).unwrap()];
        let mut line = Line::new(rules);
        let levels = [game * 7 % 30 + 1, game * 13 % 30 + 1]
            .map(|number| Level::new(u8::try_from(number).unwrap()).unwrap());
        for turn in 0..MOST_TURNS {
            let level = levels[line.turn() as usize];
            let Some(action) = reply(&mut engine, &line, level, game << 16 | turn) else {
                break;
            };
            let text = format!("{} game {game}, turn {turn}: {action:?}", rules.id);
            action.on(&mut line).expect(&text);
        }
        ended += u64::from(line.outcome().is_some());
    }
    assert!(ended * 10 > games * 7, "{ended} of {games}");
}

/// With budgets from nothing up, and a stop at any time.
#[test]
fn a_search_that_is_cut_short_anywhere_still_answers() {
    let mut engine = Engine::new(TableSize::megabytes(1));
    for rules in RuleSet::ALL {
        let mut line = Line::new(rules);
        for nodes in 0..60 {
            let found = engine.search(&line, Limits::nodes(nodes * nodes), &mut || false);
            let Some(action) = found.action else {
                assert!(line.outcome().is_some(), "{} at {nodes}", rules.id);
                break;
            };
            assert!(found.nodes < nodes * nodes + 2_000, "{}", found.nodes);
            action.on(&mut line).unwrap();
        }
        let mut asked = 0;
        let mut stop = || {
            asked += 1;
            asked == 3
        };
        let found = engine.search(&Line::new(rules), Limits::depth(60), &mut stop);
        assert!(
            matches!(found.action, Some(Action::Play(_))),
            "{}",
            rules.id
        );
        assert_eq!(found.nodes, 3 * 2048, "{}", rules.id);
    }
}
