//! Openings: some plies of chance, where neither side then stands better.

use damero_engine::{Action, Engine, Limits, TableSize};
use damero_rules::{Line, RuleSet};

use super::chance::Chance;
use super::game::Course;

/// How many plies of chance there are, at least and at most.
const PLIES: [u64; 2] = [4, 9];

/// Hundredths of a man by which neither side stands better.
const BALANCED: i32 = 40;

/// How many positions it takes to say so.
const NODES: u64 = 20_000;

/// How often it is tried; after that any will do.
const TRIES: u64 = 100;

/// The opening of a seed.
pub(crate) fn opening(rules: &'static RuleSet, seed: u64) -> Course {
    let mut engine = Engine::new(TableSize::megabytes(1));
    let drawn = (0..TRIES).map(|nth| draw(rules, &mut Chance::of(seed, nth)));
    let mut last = None;
    for course in drawn {
        if is_balanced(&mut engine, &course.line) {
            return course;
        }
        last = Some(course).filter(|course| course.line.outcome().is_none());
    }
    last.unwrap_or_else(|| Course::new(Line::new(rules)))
}

fn draw(rules: &'static RuleSet, chance: &mut Chance) -> Course {
    let mut course = Course::new(Line::new(rules));
    let plies = PLIES[0] + chance.number() % (PLIES[1] - PLIES[0] + 1);
    for _ in 0..plies {
        let Some(mv) = chance.one(course.line.legal_moves()) else {
            break;
        };
        // It is legal.
        let _ = course.act(Action::Play(mv));
    }
    course
}

fn is_balanced(engine: &mut Engine, line: &Line) -> bool {
    if line.outcome().is_some() || !line.huffable().is_empty() {
        return false;
    }
    engine.forget();
    let found = engine.search(line, Limits::nodes(NODES), &mut || false);
    found.score.hundredths().abs() <= BALANCED
}
