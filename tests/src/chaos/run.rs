//! Many games in several clubs at once.

use super::judge::{Judged, Score};
use super::lane::{Lane, Runs, Troubles};
use super::weather::Weather;
use damero_local::on_hosts;
use rand::Rng;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How much to play.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Games in all.
    pub games: u32,
    /// Clubs side by side.
    pub worlds: u32,
    /// The same seed makes the same trouble, as far as nothing waits for a network.
    pub seed: u64,
    /// No room is opened after so much real time, however few games there were.
    pub within: Option<Duration>,
}

/// What was played, and what went wrong without anybody's being the worse for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games by the reason of their end.
    pub ends: BTreeMap<String, u32>,
    /// Moves.
    pub plies: u32,
    /// Huffs.
    pub huffs: u32,
    /// Rooms.
    pub rooms: u32,
    /// Each kind of trouble, as often as it happened.
    pub troubles: BTreeMap<&'static str, u64>,
}

impl Tally {
    /// Games in all.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.ends.values().sum()
    }

    fn count(&mut self, judged: Judged) {
        *self.ends.entry(judged.reason).or_default() += 1;
        self.plies += judged.plies;
        self.huffs += judged.huffs;
    }

    fn trouble(&mut self, troubles: Troubles) {
        for (what, count) in troubles {
            *self.troubles.entry(what).or_default() += count;
        }
    }

    fn add(&mut self, other: Tally) {
        for (reason, count) in other.ends {
            *self.ends.entry(reason).or_default() += count;
        }
        self.plies += other.plies;
        self.huffs += other.huffs;
        self.rooms += other.rooms;
        self.trouble(other.troubles);
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally {
            plies,
            huffs,
            rooms,
            ..
        } = self;
        let games = self.games();
        writeln!(
            f,
            "{games} games in {rooms} rooms, {plies} plies, {huffs} huffs"
        )?;
        for (reason, count) in &self.ends {
            writeln!(f, "{count:>8} {reason}")?;
        }
        writeln!(f, "What went wrong:")?;
        for (what, count) in &self.troubles {
            writeln!(f, "{count:>8} {what}")?;
        }
        Ok(())
    }
}

/// A game that went wrong.
#[derive(Debug, thiserror::Error)]
#[error("seed {seed}, world {world}, its game {number} ({game}): {what}\n{tail}")]
pub struct ChaosError {
    /// Of the whole run.
    pub seed: u64,
    /// Which of its worlds, from 0.
    pub world: u32,
    /// Which game of that world, from 1.
    pub number: u32,
    /// The game, if there was one.
    pub game: String,
    /// What is wrong.
    pub what: String,
    /// What the bots did last.
    pub tail: String,
}

/// Plays and judges.
///
/// # Errors
/// The first game that goes wrong.
pub async fn run(plan: Plan) -> Result<Tally, ChaosError> {
    let runs: Runs = Arc::new(on_hosts);
    let worlds = plan.worlds.max(1);
    let lanes = (0..worlds).map(|world| {
        let games = plan.games / worlds + u32::from(world < plan.games % worlds);
        let runs = Arc::clone(&runs);
        async move {
            let lane = tokio::spawn(one_world(plan, games, world, runs));
            lane.await.unwrap_or_else(|error| {
                Err(Box::new(ChaosError {
                    seed: plan.seed,
                    world,
                    number: 0,
                    game: String::new(),
                    what: error.to_string(),
                    tail: String::new(),
                }))
            })
        }
    });
    let mut all = Tally::default();
    for tally in futures_util::future::try_join_all(lanes)
        .await
        .map_err(|error| *error)?
    {
        all.add(tally);
    }
    Ok(all)
}

async fn one_world(
    plan: Plan,
    games: u32,
    world: u32,
    runs: Runs,
) -> Result<Tally, Box<ChaosError>> {
    let Plan { seed, within, .. } = plan;
    let began = Instant::now();
    let mut tally = Tally::default();
    // Neighbouring seeds are to have no world in common.
    let own = seed
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .wrapping_add(world.into());
    let failed = |what: String, tally: &Tally, lane: Option<&Lane>| {
        let game = lane.and_then(|lane| lane.bots.first()?.game.as_ref());
        Box::new(ChaosError {
            seed,
            world,
            number: tally.games() + 1,
            game: game.map(|game| game.id.clone()).unwrap_or_default(),
            what,
            tail: lane.map(Lane::tail).unwrap_or_default(),
        })
    };
    let lane = Lane::open(own, runs).await;
    let mut lane = lane.map_err(|what| failed(what, &tally, None))?;
    while tally.games() < games && within.is_none_or(|limit| began.elapsed() < limit) {
        let left = games - tally.games();
        let played = lane.visit(left, &mut tally).await;
        played.map_err(|what| failed(what, &tally, Some(&lane)))?;
    }
    lane.add_happened();
    tally.trouble(std::mem::take(&mut lane.troubles));
    tally.trouble(lane.hosts.happened());
    Ok(tally)
}

impl Lane {
    /// A room with up to four games.
    async fn visit(&mut self, most: u32, tally: &mut Tally) -> Result<(), String> {
        let weather = Weather::forecast(&mut self.rng);
        self.sit(weather).await?;
        tally.rooms += 1;
        let mut score: Score = (0, 0, 0);
        for number in 1..=most.min(4) {
            let weather = Weather::forecast(&mut self.rng);
            self.play(weather).await?;
            let judged = self.judge(&mut score).await?;
            self.bots
                .iter_mut()
                .for_each(super::bot::Bot::turn_the_page);
            tally.count(judged);
            if number == most.min(4) || self.rng.random_bool(0.4) {
                break;
            }
            self.rematch(weather).await?;
            self.count("rematches");
        }
        self.part().await
    }

    /// Everybody leaves; what the bots themselves counted is added up.
    async fn part(&mut self) -> Result<(), String> {
        self.decline().await?;
        self.check_connections().await?;
        for bot in std::mem::take(&mut self.bots) {
            *self.troubles.entry("gateway errors heard").or_default() += bot.failures;
            *self.troubles.entry("tabs retired").or_default() += bot.retired;
        }
        self.calm().await
    }
}
