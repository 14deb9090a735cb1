//! The search against one that is slow and obvious: no table, no windows, over a line of play.

use damero_engine::{Action, Engine, Evaluation, Limits, Parts, TableSize};
use damero_rules::Line;

/// Nothing comes again within so many plies, so that repetition needs no thought here.
const DEPTH: u32 = 3;

/// A game that is won here and now.
const WON: i32 = 30_000;

/// What it costs to leave a capture for the rival to huff.
const HUFFED: i32 = 100;

struct Slow<'a> {
    evaluation: &'a Evaluation,
}

impl Slow<'_> {
    /// What a line is worth to its side to move.
    fn score(&self, line: &Line, depth: u32, ply: i32) -> i32 {
        if let Some(outcome) = line.outcome() {
            return match outcome.winner {
                None => 0,
                Some(winner) if winner == line.turn() => WON - ply,
                Some(_) => ply - WON,
            };
        }
        let moves = line.legal_moves();
        let captures = moves.iter().any(|mv| mv.is_capture());
        let huffs = line.rules().huffs();
        let mut best = -WON;
        let rest = depth == 0;
        if rest && (huffs || !captures) {
            let worth = self.evaluation.score(line.rules(), line.position());
            best = worth.hundredths() - if captures { HUFFED } else { 0 };
        }
        for square in line.huffable().iter() {
            let next = after(line, &Action::Huff(square));
            best = best.max(self.score(&next, depth, ply + 1));
        }
        for mv in moves {
            if rest && !mv.is_capture() {
                continue;
            }
            let next = after(line, &Action::Play(mv));
            best = best.max(-self.score(&next, depth.saturating_sub(1), ply + 1));
        }
        best
    }
}

fn after(line: &Line, action: &Action) -> Line {
    let mut next = line.clone();
    action.on(&mut next).unwrap();
    next
}

/// Along games of chance in all rule sets.
#[test]
fn what_a_search_finds_is_what_a_slow_one_finds() {
    let mut engine = Engine::with_parts(TableSize::megabytes(1), Parts::NONE);
    let (mut looked_at, mut huffs) = (0, 0);
    for (nth, rules) in damero_rules::RuleSet::ALL.iter().enumerate() {
        let evaluation = Evaluation::of(rules);
        let slow = Slow {
            evaluation: &evaluation,
        };
        let mut line = Line::new(rules);
        for ply in 0..70_usize {
            if line.outcome().is_some() {
                break;
            }
            if ply % 3 == nth % 3 {
                engine.forget();
                let found = engine.search(&line, Limits::depth(DEPTH), &mut || false);
                let score = slow.score(&line, DEPTH, 0);
                let text = format!("{} at {ply}: {:?}", rules.id, line.position());
                assert_eq!(found.score.hundredths(), score, "{text}");
                looked_at += 1;
                huffs += usize::from(!line.huffable().is_empty());
            }
            let moves = line.legal_moves();
            let rank = (ply * ply + ply * 3 + nth) * 31 % 97;
            line.play(&moves[rank % moves.len()].path).unwrap();
        }
    }
    assert!(looked_at > 150 && huffs > 2, "{looked_at} {huffs}");
}
