//! What the levels do.

use damero_engine::{Action, Claim, Engine, Level, TableSize, accepts_draw, claims_draw, reply};
use damero_rules::{Line, RuleSet, Side, Square, parse_fen};

fn level(number: u8) -> Level {
    Level::new(number).unwrap()
}

fn engine() -> Engine {
    Engine::new(TableSize::megabytes(1))
}

fn line(ruleset: &str, fen: &str) -> Line {
    let rules = RuleSet::by_id(ruleset).unwrap();
    Line::from_position(rules, parse_fen(rules, fen).unwrap())
}

#[test]
fn there_are_a_hundred_levels_and_each_works_more_than_the_one_below() {
    assert_eq!(Level::new(0), None);
    assert_eq!(Level::new(101), None);
    let nodes: Vec<u64> = (1..=100).map(|number| level(number).nodes()).collect();
    assert!(nodes.is_sorted_by(|below, above| below < above));
    assert_eq!(nodes[0], 30);
    assert!(
        (2_700_000..=3_000_000).contains(&nodes[99]),
        "{}",
        nodes[99]
    );
}

#[test]
fn a_reply_depends_on_line_level_and_seed_alone() {
    let mut engine = engine();
    for rules in RuleSet::ALL {
        let line = Line::new(rules);
        for number in [1, 20, 45, 55] {
            let first = reply(&mut engine, &line, level(number), 7);
            let _ = reply(&mut engine, &line, level(60), 8);
            let again = reply(&mut engine, &line, level(number), 7);
            assert_eq!(first, again, "{} {number}", rules.id);
        }
    }
}

#[test]
fn other_seeds_make_other_games() {
    let mut engine = engine();
    for number in [1, 30, 55] {
        let game = |engine: &mut Engine, seed: u64| {
            let mut line = Line::new(&RuleSet::ALL[2]);
            for turn in 0..8 {
                let action = reply(engine, &line, level(number), seed << 8 | turn).unwrap();
                action.on(&mut line).unwrap();
            }
            *line.position()
        };
        let games: std::collections::HashSet<_> =
            (0..6).map(|seed| game(&mut engine, seed)).collect();
        assert!(games.len() >= 2, "level {number}: {} games", games.len());
    }
}

#[test]
fn the_lowest_level_forgoes_captures_where_it_may() {
    let mut engine = engine();
    let line = line("vezz-8x8", "W:W18,29,30:B14,3,4");
    let forgone = (0..100)
        .filter(
            |&seed| match reply(&mut engine, &line, Level::LOWEST, seed) {
                Some(Action::Play(mv)) => !mv.is_capture(),
                _ => false,
            },
        )
        .count();
    assert!((40..100).contains(&forgone), "{forgone}");
}

#[test]
fn a_draw_is_taken_by_who_is_not_ahead() {
    let mut engine = engine();
    let ahead = line("mesita-international", "W:WK3,31,32,33:B18,K46");
    for number in [1, 50, 70] {
        let white = accepts_draw(&mut engine, &ahead, Side::White, level(number), 1);
        let black = accepts_draw(&mut engine, &ahead, Side::Black, level(number), 1);
        assert_eq!([white, black], [false, true], "level {number}");
    }
}

/// Kings that go to and fro, one round of four plies.
fn to_and_fro(line: &mut Line, plies: usize) {
    let round = [[29, 25], [12, 16], [25, 29], [16, 12]];
    for nth in 0..plies {
        let path = round[nth % 4].map(|at| Square::new(at).unwrap());
        line.play(&path).unwrap();
    }
}

#[test]
fn in_the_classical_rules_a_draw_is_taken_after_eighty_plies_whatever_the_score() {
    let mut engine = engine();
    let mut line = line("clasica-8x8", "W:WK29,K30,K31,K32:BK12");
    to_and_fro(&mut line, 79);
    assert!(!accepts_draw(&mut engine, &line, Side::White, level(30), 1));
    let path = [16, 12].map(|at| Square::new(at).unwrap());
    line.play(&path).unwrap();
    assert!(accepts_draw(&mut engine, &line, Side::White, level(30), 1));
}

#[test]
fn in_the_house_rules_it_claims_what_it_may_unless_it_is_ahead() {
    let mut engine = engine();
    let start = line("vezz-8x8", "B:WK29:BK12,K3,K1");
    assert_eq!(claims_draw(&mut engine, &start, level(40), 1), None);
    let mut even = line("vezz-8x8", "W:WK29:BK12");
    to_and_fro(&mut even, 7);
    let claimed = claims_draw(&mut engine, &even, level(40), 1);
    let Some(Claim::Repetition(mv)) = claimed else {
        panic!("{claimed:?}");
    };
    assert_eq!(mv.to_string(), "16-12");
    let mut ahead = line("vezz-8x8", "W:WK29:BK12,K32,3,2,1");
    to_and_fro(&mut ahead, 7);
    assert_eq!(claims_draw(&mut engine, &ahead, level(40), 1), None);
}
