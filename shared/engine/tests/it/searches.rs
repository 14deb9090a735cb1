//! What a search finds.

use damero_engine::{Action, Engine, Limits, Score, TableSize};
use damero_rules::{Line, RuleSet, parse_fen};

fn line(ruleset: &str, fen: &str) -> Line {
    let rules = RuleSet::by_id(ruleset).unwrap();
    Line::from_position(rules, parse_fen(rules, fen).unwrap())
}

fn engine() -> Engine {
    Engine::new(TableSize::megabytes(1))
}

/// Position, depth, the move, and in how many plies it wins.
const WON: [(&str, &str, u32, &str, u32); 4] = [
    // The last piece is taken.
    ("mesita-english", "W:W18:B14", 3, "18x9", 1),
    ("mesita-international", "W:W28:B23", 3, "28x19", 1),
    // A man that can only step in front of two kings.
    ("mesita-russian", "W:WK29,K30:B12", 9, "", 3),
    ("kondavo-turkish", "W:WK1,K57:B10", 9, "", 5),
];

#[test]
fn a_win_by_force_is_seen_and_played_out() {
    for (ruleset, fen, depth, first, most) in WON {
        let mut line = line(ruleset, fen);
        let found = engine().search(&line, Limits::depth(depth), &mut || false);
        let plies = found.score.wins_in();
        assert!(
            plies.is_some_and(|plies| plies <= most),
            "{ruleset}: {}",
            found.score
        );
        if !first.is_empty() {
            let Some(Action::Play(mv)) = &found.action else {
                panic!("{ruleset}: {:?}", found.action);
            };
            assert_eq!(mv.to_string(), first, "{ruleset}");
        }
        let winner = line.turn();
        let mut engine = engine();
        for _ in 0..2 * most {
            let found = engine.search(&line, Limits::depth(depth), &mut || false);
            let Some(action) = found.action else { break };
            action.on(&mut line).unwrap();
        }
        assert_eq!(
            line.outcome().and_then(|end| end.winner),
            Some(winner),
            "{ruleset}"
        );
    }
}

#[test]
fn a_game_that_is_over_has_a_score_and_no_action() {
    let lost = line("mesita-english", "W:W:B14");
    let found = engine().search(&lost, Limits::depth(5), &mut || false);
    assert_eq!(found.action, None);
    assert_eq!(found.score.loses_in(), Some(0));
}

/// One king each, in the open: nobody can win.
#[test]
fn shuffling_kings_are_worth_nothing() {
    for rules in RuleSet::ALL {
        let fen = if rules.board().squares() == 64 {
            "W:WK1,K2:BK64,K63"
        } else {
            "W:WK3:BK32"
        };
        let line = line(rules.id, fen);
        let found = engine().search(&line, Limits::depth(9), &mut || false);
        assert!(
            found.score.hundredths().abs() < 60,
            "{}: {}",
            rules.id,
            found.score
        );
    }
}

/// With 119 quiet plies behind them, whoever is ahead must make progress now, or it is a draw.
#[test]
fn the_last_ply_before_a_draw_for_want_of_progress_is_seen() {
    let mut line = line("mesita-russian", "W:WK29,K30,K31:BK32");
    let shuffle = [[29, 25], [32, 28], [25, 29], [28, 32]];
    // Two such rounds repeat a position; the third occurrence is a draw by itself.
    for [from, to] in shuffle.iter().chain(&shuffle[..3]) {
        let path = [from, to].map(|&at| damero_rules::Square::new(at).unwrap());
        line.play(&path)
            .unwrap_or_else(|why| panic!("{from}-{to}: {why}"));
    }
    assert_eq!(line.outcome(), None);
    // Black, who is behind, has the move that makes the third occurrence.
    let found = engine().search(&line, Limits::depth(7), &mut || false);
    assert_eq!(found.score, Score::EVEN);
    let Some(Action::Play(mv)) = found.action else {
        panic!("there are moves");
    };
    assert_eq!(mv.to_string(), "28-32");
}

#[test]
fn the_same_search_finds_the_same_whatever_was_searched_before_it_was_forgotten() {
    let mut engine = engine();
    for rules in RuleSet::ALL {
        let line = Line::new(rules);
        engine.forget();
        let first = engine.search(&line, Limits::nodes(9_000), &mut || false);
        let _ = engine.search(&line, Limits::nodes(30_000), &mut || false);
        engine.forget();
        let again = engine.search(&line, Limits::nodes(9_000), &mut || false);
        assert_eq!(first, again, "{}", rules.id);
    }
}

#[test]
fn the_line_that_is_expected_can_be_played() {
    for rules in RuleSet::ALL {
        let mut line = Line::new(rules);
        let found = engine().search(&line, Limits::depth(8), &mut || false);
        assert!(found.line.len() >= 4, "{}: {:?}", rules.id, found.line);
        assert_eq!(found.line.first(), found.action.as_ref());
        for action in &found.line {
            action.on(&mut line).unwrap();
        }
    }
}
