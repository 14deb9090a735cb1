//! `damero match`: two players against each other, from balanced openings, each played with both
//! colours, until a number of pairs is reached or a sequential test is decided.
//!
//! All chance comes from a seed, pair by pair, and results count in the order of the pairs,
//! however many threads play: who limits thinking in positions gets the same match again.

mod chance;
mod game;
pub(crate) mod ladder;
mod opening;
mod player;
mod program;
mod record;
mod stats;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use damero_rules::{RuleSet, Side};

use self::chance::Chance;
use self::game::play;
pub(crate) use self::game::{Pace, Terms};
use self::opening::opening;
use self::player::Player;
pub(crate) use self::player::Who;
use self::record::{Kept, Played, append, resume};
pub(crate) use self::stats::{Pairs, Sprt, Verdict};
use crate::args::MatchArgs;
use crate::error::Error;

/// A match to be played.
#[derive(Debug, Clone)]
pub(crate) struct Match {
    pub(crate) rules: &'static RuleSet,
    pub(crate) players: [Who; 2],
    pub(crate) terms: Terms,
    pub(crate) seed: u64,
    /// At most so many pairs.
    pub(crate) most: u32,
    pub(crate) sprt: Option<Sprt>,
    /// Threads that play.
    pub(crate) jobs: u32,
    /// Where games are written, and read again when it is resumed.
    pub(crate) file: Option<PathBuf>,
}

/// What came of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Results {
    pub(crate) pairs: Pairs,
    /// Games that ended by an illegal move, a crash or an overrun.
    pub(crate) faults: u32,
}

pub(crate) fn run(args: &MatchArgs, out: &mut impl Write) -> Result<(), Error> {
    let game = Match {
        rules: args.ruleset,
        players: [args.first.clone(), args.second.clone()],
        terms: args.terms(),
        seed: args.seed,
        most: args.pairs,
        sprt: args.sprt(),
        jobs: args.jobs,
        file: args.pdn.clone(),
    };
    let results = game.play()?;
    report(&game, &results, out)?;
    Ok(())
}

impl Match {
    /// What decides every move of it, beside the programs.
    fn settings(&self) -> String {
        let [first, second] = &self.players;
        format!(
            "{} {first} v {second}, {:?}, seed {}",
            self.rules.id, self.terms.pace, self.seed
        )
    }

    /// Plays it, or what is missing of it.
    pub(crate) fn play(&self) -> Result<Results, Error> {
        let read = |error| Error::Read {
            file: self.file.clone().unwrap_or_default(),
            error,
        };
        let settings = self.settings();
        let kept = match &self.file {
            Some(file) => resume(file, self.rules, &settings).map_err(read)?,
            None => Vec::new(),
        };
        let mut results = Results::default();
        let mut begun = 0;
        for pair in kept {
            if self.is_decided(&results) {
                return Ok(results);
            }
            results.count(pair);
            begun += 1;
        }
        self.play_on(results, begun, &settings)
    }

    fn play_on(&self, mut results: Results, begun: u32, settings: &str) -> Result<Results, Error> {
        let next = AtomicU32::new(begun);
        let (sender, played) = channel();
        thread::scope(|scope| {
            for _ in 0..self.jobs.max(1) {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || self.play_pairs(next, |pair| sender.send(pair).is_ok()));
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut due = begun;
            while !self.is_decided(&results) {
                // Whoever plays ends only when nothing is left to play.
                let Ok((nth, pair)) = played.recv() else {
                    break;
                };
                waiting.insert(nth, pair);
                while let Some(pair) = waiting.remove(&due).filter(|_| !self.is_decided(&results)) {
                    due += 1;
                    self.keep(due, &pair, settings)?;
                    results.count(kept(&pair));
                }
            }
            next.store(self.most, Ordering::Relaxed);
            Ok(results)
        })
    }

    fn is_decided(&self, results: &Results) -> bool {
        let verdict = || self.sprt.and_then(|sprt| sprt.verdict(&results.pairs));
        results.pairs.count() >= self.most || verdict().is_some()
    }

    /// Plays one pair after the other, as long as there are any and somebody wants them.
    fn play_pairs(&self, next: &AtomicU32, tell: impl Fn((u32, [Played; 2])) -> bool) {
        let mut players = [self.players[0].player(), self.players[1].player()];
        loop {
            let nth = next.fetch_add(1, Ordering::Relaxed);
            if nth >= self.most || !tell((nth, self.pair(nth, &mut players))) {
                return;
            }
        }
    }

    fn pair(&self, nth: u32, [first, second]: &mut [Box<dyn Player>; 2]) -> [Played; 2] {
        let mut chance = Chance::of(self.seed, u64::from(nth));
        let start = opening(self.rules, chance.number());
        let mut one = |white: &mut dyn Player, black: &mut dyn Player| {
            let mut course = start.clone();
            let end = play(&mut course, [white, black], self.terms, chance.number());
            Played { course, end }
        };
        [
            one(&mut **first, &mut **second),
            one(&mut **second, &mut **first),
        ]
    }

    fn keep(&self, round: u32, [one, other]: &[Played; 2], settings: &str) -> Result<(), Error> {
        let Some(file) = &self.file else {
            return Ok(());
        };
        let [first, second] = self.players.each_ref().map(ToString::to_string);
        let pair = [
            one.pdn(&format!("{round}.1"), [&first, &second], settings),
            other.pdn(&format!("{round}.2"), [&second, &first], settings),
        ];
        append(file, &format!("{}\n{}\n", pair[0], pair[1]))?;
        Ok(())
    }
}

impl Results {
    fn count(&mut self, (half_points, faults): Kept) {
        self.pairs.0[half_points.min(4)] += 1;
        self.faults += faults;
    }
}

/// A pair as the first player sees it: White in the first game, Black in the second.
fn kept([one, other]: &[Played; 2]) -> Kept {
    let faults = [one, other].iter().filter(|game| game.end.fault).count();
    for game in [one, other].iter().filter(|game| game.end.fault) {
        // Where stderr is closed there is nobody to tell.
        let _ = writeln!(io::stderr(), "damero: {}", game.end.how);
    }
    let half_points = one.half_points(Side::White) + other.half_points(Side::Black);
    (half_points, u32::try_from(faults).unwrap_or(2))
}

fn report(game: &Match, results: &Results, out: &mut impl Write) -> io::Result<()> {
    let pairs = &results.pairs;
    let elo = pairs.elo();
    let [first, second] = &game.players;
    writeln!(out, "{}: {first} v {second}", game.rules.id)?;
    let mut split = String::new();
    for count in pairs.0 {
        // A string takes everything.
        let _ = write!(split, " {count}");
    }
    writeln!(
        out,
        "{} pairs by half points:{split}; {:.1} %",
        pairs.count(),
        100.0 * pairs.score()
    )?;
    writeln!(out, "Elo {elo}")?;
    if let Some(sprt) = game.sprt {
        let [low, high] = sprt.bounds();
        let verdict = match sprt.verdict(pairs) {
            Some(Verdict::Better) => "better",
            Some(Verdict::NotBetter) => "not better",
            None => "undecided",
        };
        let ratio = sprt.log_likelihood_ratio(pairs);
        let (elo0, elo1) = (sprt.elo0, sprt.elo1);
        writeln!(
            out,
            "{elo1:+} against {elo0:+}: {verdict}, {ratio:.2} of {low:.2} to {high:.2}"
        )?;
    }
    writeln!(out, "{} games lost by a fault", results.faults)
}

/// Where a match of a ladder is kept.
fn file_of(directory: &Path, game: &Match) -> PathBuf {
    let [first, second] = game
        .players
        .each_ref()
        .map(|who| who.to_string().replace(':', "-"));
    directory.join(format!("{}-{first}-{second}.pdn", game.rules.id))
}
