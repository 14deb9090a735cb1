//! Many games by chance, in several worlds at once, each judged at its end.

use crate::bots::{Pair, Temper, Turn};
use crate::player::PlayerError;
use crate::referee::{Foul, Judged, judge};
use crate::world::World;
use damero_local::StartError;
use damero_protocol::client::Colour;
use damero_protocol::server::Side;
use damero_rules::RuleSet;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use std::collections::BTreeMap;
use std::fmt;

/// Grace after a deadline, and what a timer in whole seconds may add.
const SURELY_OVER: i64 = 2_500;
/// The longest step of the clock: one watchdog message.
const STEP: i64 = 15 * 60 * 1_000;

/// How much to play.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Games in all.
    pub games: u32,
    /// Worlds side by side.
    pub worlds: u32,
    /// The same seed plays the same games, as far as nothing waits for a network.
    pub seed: u64,
}

/// What was played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games by the reason of their end.
    pub ends: BTreeMap<String, u32>,
    /// Moves.
    pub plies: u32,
    /// Huffs.
    pub huffs: u32,
    /// Times that a page was closed and opened again.
    pub returns: u32,
}

impl Tally {
    /// Games in all.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.ends.values().sum()
    }

    fn count(&mut self, judged: &Judged) {
        let reason = judged.game.ended.as_ref().map(|ended| ended.reason.clone());
        *self.ends.entry(reason.unwrap_or_default()).or_default() += 1;
        self.plies += judged.plies;
        self.huffs += judged.huffs;
    }

    fn add(&mut self, other: Tally) {
        for (reason, count) in other.ends {
            *self.ends.entry(reason).or_default() += count;
        }
        self.plies += other.plies;
        self.huffs += other.huffs;
        self.returns += other.returns;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} games", self.games())?;
        for (reason, count) in &self.ends {
            writeln!(f, "{count:>6} {reason}")?;
        }
        write!(
            f,
            "{} plies, {} huffs, {} returns",
            self.plies, self.huffs, self.returns
        )
    }
}

/// Why the games broke off.
#[derive(Debug, thiserror::Error)]
pub enum SoakError {
    /// A world did not start.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A game went wrong; the seed is its world's.
    #[error("world of seed {seed}: {foul}")]
    Foul {
        /// Of the world.
        seed: u64,
        /// What went wrong.
        #[source]
        foul: Foul,
    },
}

/// Plays and judges.
///
/// # Errors
/// The first game that goes wrong.
pub async fn run(plan: Plan) -> Result<Tally, SoakError> {
    let worlds = plan.worlds.max(1);
    let lanes = (0..worlds).map(|lane| {
        let games = plan.games / worlds + u32::from(lane < plan.games % worlds);
        one_world(games, plan.seed.wrapping_add(lane.into()))
    });
    let mut all = Tally::default();
    for tally in futures_util::future::try_join_all(lanes).await? {
        all.add(tally);
    }
    Ok(all)
}

async fn one_world(games: u32, seed: u64) -> Result<Tally, SoakError> {
    let world = World::still().await?;
    let mut lane = Lane {
        world,
        rng: StdRng::seed_from_u64(seed),
        tally: Tally::default(),
    };
    // A cloud as it can be: what is delivered twice, and what never.
    let controls = lane.world.stack().controls();
    controls.duplicate_timers(lane.rng.random_bool(0.5));
    controls.drop_disconnects(lane.rng.random_bool(0.5));
    while lane.tally.games() < games {
        let left = games - lane.tally.games();
        lane.room(left)
            .await
            .map_err(|foul| SoakError::Foul { seed, foul })?;
    }
    Ok(lane.tally)
}

struct Lane {
    world: World,
    rng: StdRng,
    tally: Tally,
}

/// A score as the host's room tells it.
type Score = (u16, u16, u16);

impl Lane {
    /// A room with up to four games.
    async fn room(&mut self, most: u32) -> Result<(), Foul> {
        let mut pair = self.sit().await?;
        let mut score = (0, 0, 0);
        for _ in 0..most.min(4) {
            self.game(&mut pair).await?;
            let judged = judge(&mut pair).await?;
            self.tally.count(&judged);
            count(&mut score, &judged.game.ended, judged.game.you);
            self.check_score(&mut pair, score, &judged).await?;
            if self.rng.random_bool(0.4) {
                break;
            }
            pair.rematch().await?;
        }
        Ok(())
    }

    async fn sit(&mut self) -> Result<Pair, PlayerError> {
        let clocks = [
            None,
            Some("10+5"),
            Some("20+10"),
            Some("30+20"),
            Some("60+30"),
        ];
        let clock = clocks.choose(&mut self.rng).copied().flatten();
        let colours = [Colour::Mine, Colour::Theirs, Colour::Random];
        let colour = colours.choose(&mut self.rng).copied();
        // Mostly the default rule set, which has most to say.
        let rules = RuleSet::ALL
            .choose(&mut self.rng)
            .filter(|_| self.rng.random_bool(0.25))
            .map_or(RuleSet::ALL[0].id, |rules| rules.id);
        let (host, guest) = (self.world.visitor().await?, self.world.visitor().await?);
        Pair::sit(host, guest, rules, clock, colour.unwrap_or(Colour::Random)).await
    }

    /// Plays the present game to its end.
    async fn game(&mut self, pair: &mut Pair) -> Result<(), Foul> {
        for player in [&mut pair.host, &mut pair.guest] {
            player.heard.clear();
        }
        loop {
            match pair.turn(&mut self.rng, &Temper::WILD).await? {
                Turn::Over => return Ok(()),
                Turn::Asleep => self.sleep(pair).await?,
                Turn::Done => {}
            }
            if self.rng.random_bool(0.1) {
                let thought = self.rng.random_range(1..15_000);
                self.world.pass(thought).await;
            }
            if self.rng.random_bool(0.02) {
                self.tally.returns += 1;
                pair.come_back().await?;
            }
        }
    }

    /// Nobody does anything until the mover's time is over, with closed pages or not.
    async fn sleep(&mut self, pair: &mut Pair) -> Result<(), Foul> {
        for player in [&mut pair.host, &mut pair.guest] {
            if self.rng.random_bool(0.5) {
                player.close().await;
            }
        }
        let game = pair.game();
        let left = game.clock.as_ref().map_or(0, |clock| {
            let running = match clock.running {
                Some(Side::White) => clock.white,
                _ => clock.black,
            };
            clock.since + running - self.world.now()
        });
        let mut left = left + SURELY_OVER;
        while left > 0 {
            self.world.pass(left.min(STEP)).await;
            left -= STEP;
        }
        self.tally.returns += 1;
        Ok(pair.come_back().await?)
    }

    async fn check_score(
        &mut self,
        pair: &mut Pair,
        score: Score,
        judged: &Judged,
    ) -> Result<(), Foul> {
        let room = judged.game.room.clone().unwrap_or_default();
        pair.host.sync_room(&room).await?;
        let told = pair.host.room.as_ref().map(|room| {
            let wins = room.score.wins;
            (wins.you, wins.rival, room.score.draws)
        });
        if told == Some(score) {
            return Ok(());
        }
        Err(Foul::Wrong {
            game: judged.game.id.clone(),
            what: format!("the score is {score:?}, told {told:?}"),
        })
    }
}

fn count(score: &mut Score, ended: &Option<damero_protocol::server::Ended>, host: Option<Side>) {
    match ended {
        Some(ended) if ended.winner.is_some() && ended.winner == host => score.0 += 1,
        Some(ended) if ended.winner.is_some() => score.1 += 1,
        Some(ended) if ended.reason != "cancelled" => score.2 += 1,
        _ => {}
    }
}
