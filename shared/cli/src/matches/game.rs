//! A game: its course so far, and how it ends.

use std::time::{Duration, Instant};

use damero_engine::Action;
use damero_hub::{Clock, Limit, Time, write_action};
use damero_rules::{Ending, Line, Position, Side};

use super::player::{Fault, Player};

/// What a match asks of its players' time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Terms {
    pub(crate) pace: Pace,
    /// What a pipe and a busy machine may cost a move beside thinking.
    pub(crate) grace: Duration,
}

/// How much each player may think.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Pace {
    /// Positions a move.
    Nodes(u64),
    /// Time a move.
    Move(Duration),
    /// Time for the game, and what is added before every move.
    Clock(Duration, Duration),
}

/// Where programs without a draw of their own are stopped: so many plies without progress.
const MOST_QUIET: u16 = 80;

/// What happened so far.
#[derive(Debug, Clone)]
pub(crate) struct Course {
    pub(crate) start: Position,
    pub(crate) line: Line,
    pub(crate) actions: Vec<Action>,
    /// The actions as programs are told of them.
    pub(crate) texts: Vec<String>,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct End {
    pub(crate) winner: Option<Side>,
    /// In words.
    pub(crate) how: String,
    /// Whether somebody did what nobody may.
    pub(crate) fault: bool,
}

impl Course {
    pub(crate) fn new(line: Line) -> Self {
        Self {
            start: *line.position(),
            line,
            actions: Vec::new(),
            texts: Vec::new(),
        }
    }

    /// Goes on by an action.
    ///
    /// # Errors
    /// The action, if it is none of this position.
    pub(crate) fn act(&mut self, action: Action) -> Result<(), String> {
        let text = write_action(&self.line, &action);
        if action.on(&mut self.line).is_err() {
            return Err(text);
        }
        self.actions.push(action);
        self.texts.push(text);
        Ok(())
    }

    /// How it ended: on the board, or as a draw where the rule set has none that comes by itself.
    fn end(&self) -> Option<End> {
        let draw = |how: &str| End {
            winner: None,
            how: how.to_owned(),
            fault: false,
        };
        if let Some(outcome) = self.line.outcome() {
            return Some(End {
                winner: outcome.winner,
                how: outcome.reason.as_str().to_owned(),
                fault: false,
            });
        }
        let draws = &self.line.rules().draws;
        let automatic = |rule: Option<Ending>| rule == Some(Ending::Automatic);
        if !automatic(draws.repetition) && self.line.occurrences().len() >= 3 {
            return Some(draw("adjudicated: third repetition"));
        }
        let counted = draws.no_progress.map(|rule| rule.ending);
        (!automatic(counted) && self.line.no_progress() >= MOST_QUIET)
            .then(|| draw("adjudicated: 80 plies without progress"))
    }
}

/// Plays a game on to its end, White's player first.
pub(crate) fn play(
    course: &mut Course,
    players: [&mut dyn Player; 2],
    terms: Terms,
    seed: u64,
) -> End {
    let pace = terms.pace;
    let [white, black] = players;
    for (side, player) in [(Side::White, &mut *white), (Side::Black, &mut *black)] {
        if let Err(fault) = player.begin(course.line.rules()) {
            return lost(side, player.name(), &fault);
        }
    }
    let mut clocks = [full(pace), full(pace)];
    loop {
        if let Some(end) = course.end() {
            return end;
        }
        let side = course.line.turn();
        let (player, left) = match side {
            Side::White => (&mut *white, &mut clocks[0]),
            Side::Black => (&mut *black, &mut clocks[1]),
        };
        let began = Instant::now();
        let seed = seed.wrapping_add(u64::from(course.line.turn_no()));
        let acted = player.act(course, limit(pace, *left), seed);
        let done = acted.and_then(|action| {
            in_time(terms, left, began.elapsed())?;
            course.act(action).map_err(Fault::Illegal)
        });
        if let Err(fault) = done {
            return lost(side, player.name(), &fault);
        }
    }
}

fn lost(side: Side, name: &str, fault: &Fault) -> End {
    End {
        winner: Some(side.other()),
        how: format!("{name} loses: {fault}"),
        fault: true,
    }
}

const fn full(pace: Pace) -> Duration {
    match pace {
        Pace::Clock(time, _) => time,
        _ => Duration::ZERO,
    }
}

fn limit(pace: Pace, left: Duration) -> Limit {
    let mut limit = Limit::default();
    match pace {
        Pace::Nodes(nodes) => limit.nodes = Some(nodes),
        Pace::Move(time) => limit.time = Time::Move(time),
        Pace::Clock(_, increment) => {
            limit.time = Time::Clock(Clock {
                left,
                moves: None,
                increment,
            });
        }
    }
    limit
}

/// Books the time that a move took.
fn in_time(terms: Terms, left: &mut Duration, taken: Duration) -> Result<(), Fault> {
    let grace = terms.grace;
    let over = match terms.pace {
        Pace::Nodes(_) => false,
        Pace::Move(time) => taken > time + grace,
        Pace::Clock(_, increment) => {
            let had = *left + increment;
            *left = had.saturating_sub(taken);
            taken > had + grace
        }
    };
    if over {
        Err(Fault::Overrun(taken))
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use damero_rules::{RuleSet, parse_fen};

    use super::*;

    /// Kings that go to and fro for so many rounds of four plies.
    fn shuffled(id: &str, rounds: usize) -> Option<End> {
        let rules = RuleSet::by_id(id).unwrap();
        let start = parse_fen(rules, "B:WK29,K30:BK1,K4").unwrap();
        let mut course = Course::new(Line::from_position(rules, start));
        for text in ["1-6", "29-25", "6-1", "25-29"]
            .iter()
            .cycle()
            .take(rounds * 4)
        {
            let action = damero_hub::parse_action(&course.line, text).unwrap();
            course.act(action).unwrap();
        }
        course.end()
    }

    #[test]
    fn a_third_repetition_is_a_draw_where_the_rule_set_sees_none() {
        assert_eq!(shuffled("clasica-8x8", 1), None);
        let end = shuffled("clasica-8x8", 2).unwrap();
        let expected = (None, "adjudicated: third repetition", false);
        assert_eq!((end.winner, end.how.as_str(), end.fault), expected);
        assert_eq!(shuffled("mesita-english", 2).unwrap().how, "repetition");
    }

    #[test]
    fn time_is_booked_and_overrun_with_some_grace() {
        let ms = Duration::from_millis;
        let terms = |pace| Terms {
            pace,
            grace: ms(200),
        };
        let clock = terms(Pace::Clock(ms(1_000), ms(100)));
        let mut left = ms(1_000);
        assert_eq!(in_time(clock, &mut left, ms(600)), Ok(()));
        assert_eq!(left, ms(500));
        assert_eq!(
            in_time(clock, &mut left, ms(801)),
            Err(Fault::Overrun(ms(801)))
        );
        let each = terms(Pace::Move(ms(100)));
        assert_eq!(in_time(each, &mut left, ms(300)), Ok(()));
        assert_eq!(
            in_time(each, &mut left, ms(301)),
            Err(Fault::Overrun(ms(301)))
        );
        assert_eq!(in_time(terms(Pace::Nodes(1)), &mut left, ms(9_000)), Ok(()));
    }
}
