//! One club after another on one directory, two or three bots, and the weather.

use super::bot::Bot;
use super::intents::{Intent, chance};
use super::ledger::Told;
use super::weather::Weather;
use crate::world::{Making, NOON, World};
use damero_lambda::Limits;
use damero_local::{ClockStart, Data, Functions, Hosts, Invoker, Mishaps};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::Arc;
use tempfile::TempDir;

/// The longest step of the clock: one watchdog message.
pub(super) const QUARTER: i64 = 15 * 60 * 1_000;
/// Handshakes that fail in a row before something else must be wrong.
const HANDSHAKES: u32 = 200;
/// A power cut comes within so many steps of all invocations together.
const POWER: u32 = 12;

/// What went wrong, how often.
pub(super) type Troubles = BTreeMap<&'static str, u64>;

/// How functions are run.
pub(super) type Runs = Arc<dyn Fn(&Functions, &Limits, &Hosts) -> Arc<dyn Invoker> + Send + Sync>;

pub(super) struct Lane {
    world: Option<World>,
    dir: TempDir,
    runs: Runs,
    pub(super) hosts: Hosts,
    pub(super) rng: StdRng,
    pub(super) weather: Weather,
    pub(super) bots: Vec<Bot>,
    pub(super) told: Told,
    pub(super) room: String,
    pub(super) troubles: Troubles,
}

/// Nobody is limited: bots come back more often than people.
fn limits() -> Limits {
    Limits {
        sessions_per_hour: 1_000_000,
        connections_per_minute: 1_000_000,
        rooms_per_hour: 1_000_000,
        levels_per_hour: 1_000_000,
        messages_per_second: 1_000_000,
    }
}

fn io(error: impl std::fmt::Display) -> String {
    error.to_string()
}

impl Lane {
    pub(super) async fn open(seed: u64, runs: Runs) -> Result<Lane, String> {
        let mut lane = Lane {
            world: None,
            dir: tempfile::tempdir().map_err(io)?,
            runs,
            hosts: Hosts::new(seed),
            rng: StdRng::seed_from_u64(seed),
            weather: Weather::default(),
            bots: Vec::new(),
            told: Told::default(),
            room: String::new(),
            troubles: Troubles::new(),
        };
        lane.start().await?;
        Ok(lane)
    }

    /// Starts a club where the one before left its data.
    async fn start(&mut self) -> Result<(), String> {
        let making = Making {
            data: Data::Dir(self.dir.path().to_owned()),
            clock: ClockStart::Frozen(NOON),
            limits: limits(),
            ..Making::default()
        };
        self.hosts.restore_power();
        let (runs, hosts) = (Arc::clone(&self.runs), self.hosts.clone());
        let world = World::run_by(making, |functions| runs(functions, &limits(), &hosts));
        self.world = Some(world.await.map_err(io)?);
        self.set_controls();
        Ok(())
    }

    #[expect(clippy::panic, reason = "between a kill and a start nobody asks")]
    pub(super) fn world(&self) -> &World {
        match &self.world {
            Some(world) => world,
            None => panic!("no club is open"),
        }
    }

    pub(super) fn now(&self) -> i64 {
        self.world().now()
    }

    pub(super) fn chance(&mut self, per_mille: u32) -> bool {
        chance(&mut self.rng, per_mille)
    }

    pub(super) fn count(&mut self, trouble: &'static str) {
        *self.troubles.entry(trouble).or_default() += 1;
    }

    /// Whatever the weather is from now on.
    pub(super) fn set_weather(&mut self, weather: Weather) {
        self.weather = weather;
        self.set_controls();
    }

    fn set_controls(&mut self) {
        let weather = self.weather;
        let seed = self.rng.random();
        let controls = self.world().stack().controls();
        controls.mishaps(weather.mishaps, seed);
        controls.shuffle(weather.shuffle.then_some(seed));
        controls.drop_disconnects(weather.drop_disconnects);
        controls.duplicate_timers(weather.double_timers);
        self.hosts.befall(weather.fates);
    }

    /// No timer that is armed from now on comes at all.
    pub(super) fn lose_timers(&mut self) {
        self.set_weather(Weather {
            mishaps: Mishaps {
                timer_lost: 1000,
                ..Mishaps::default()
            },
            ..Weather::default()
        });
    }

    /// Adds what the club itself counted.
    pub(super) fn add_happened(&mut self) {
        for (what, count) in self.world().stack().controls().happened() {
            *self.troubles.entry(what).or_default() += count;
        }
    }

    /// Stops as `kill -9` does and starts again.
    pub(super) async fn kill(&mut self) -> Result<(), String> {
        self.add_happened();
        self.count("stacks killed");
        if let Some(world) = self.world.take() {
            world.kill();
        }
        for bot in &mut self.bots {
            for tab in &mut bot.tabs {
                // What had been written before is still there to be read.
                tab.drain().await.map_err(io)?;
            }
            bot.read(&mut self.told)?;
            bot.tabs.clear();
        }
        self.start().await
    }

    /// Everything that was sent has arrived and been carried out, and everything
    /// that was posted was heard.
    pub(super) async fn calm(&mut self) -> Result<(), String> {
        self.drain().await?;
        self.world().settle().await;
        self.drain().await?;
        for bot in &mut self.bots {
            bot.read(&mut self.told)?;
            bot.tidy();
        }
        Ok(())
    }

    async fn drain(&mut self) -> Result<(), String> {
        for bot in &mut self.bots {
            for tab in &mut bot.tabs {
                tab.drain().await.map_err(io)?;
            }
        }
        Ok(())
    }

    /// Waits for calm, unless the power goes before: then everything is killed there
    /// and started again.
    pub(super) async fn calm_or_dark(&mut self) -> Result<(), String> {
        let hosts = self.hosts.clone();
        let dark = tokio::select! {
            () = hosts.power_lost() => true,
            calm = self.calm() => { calm?; false }
        };
        if dark {
            self.count("powers lost half-way");
            self.kill().await?;
        }
        Ok(())
    }

    /// Moves the clock and lets everything due happen.
    pub(super) async fn pass(&mut self, ms: i64) -> Result<(), String> {
        self.world().pass(ms).await;
        self.calm().await
    }

    /// Sends a command over a tab by lot, with the copies that the weather makes.
    pub(super) async fn send(&mut self, bot: usize, command: usize) {
        let weather = self.weather;
        let copies = match self.rng.random_range(0..1000) {
            lot if lot < weather.thrice => 3,
            lot if lot < weather.thrice + weather.twice => 2,
            _ => 1,
        };
        let now = self.now();
        let Some(mut tab) = self.bots[bot].any_tab(&mut self.rng) else {
            return;
        };
        if !self.bots[bot].commands[command].sent.is_empty() {
            self.count("commands sent again");
        }
        for copy in 0..copies {
            if copy > 0 {
                self.count("commands doubled");
                if self.chance(weather.other_tab) {
                    tab = self.bots[bot].any_tab(&mut self.rng).unwrap_or(tab);
                }
            }
            self.bots[bot].send(command, tab, now, &self.told).await;
        }
    }

    /// Notes a new command and sends it.
    pub(super) async fn command(&mut self, bot: usize, intent: Intent) -> usize {
        let now = self.now();
        let command = self.bots[bot].note(intent.what, intent.fields, now, &mut self.rng);
        self.send(bot, command).await;
        command
    }

    /// An old command comes again, as from a network that held it back.
    pub(super) async fn replay(&mut self, bot: usize) {
        let Some(tab) = self.bots[bot].any_tab(&mut self.rng) else {
            return;
        };
        let now = self.now();
        let (old, settled) = (self.bots[bot].old.len(), self.bots[bot].commands.len());
        if old + settled == 0 {
            return;
        }
        self.count("old commands replayed");
        let lot = self.rng.random_range(0..old + settled);
        if lot < old {
            let text = self.bots[bot].old[lot].clone();
            self.bots[bot].tabs[tab].send(&text).await;
        } else {
            self.bots[bot].send(lot - old, tab, now, &self.told).await;
        }
    }

    /// What goes wrong while commands are under way.
    pub(super) async fn mischief(&mut self) -> Result<(), String> {
        let weather = self.weather;
        if self.chance(weather.cut) {
            let bot = self.rng.random_range(0..self.bots.len());
            if let Some(tab) = self.bots[bot].any_tab(&mut self.rng) {
                self.bots[bot].tabs.remove(tab);
                self.count("tabs cut");
            }
        }
        if self.chance(weather.cut_all) {
            self.world().stack().controls().disconnect_all();
            self.count("everybody cut");
        }
        if self.chance(weather.slow) {
            let (from, by) = (self.now(), self.rng.random_range(1..4_000));
            self.world().stack().clock().advance(by);
            self.bots
                .iter_mut()
                .for_each(|bot| bot.delayed(from, from + by));
            self.count("clocks moved under way");
        }
        if self.chance(weather.kill) {
            let steps = self.rng.random_range(0..POWER);
            self.hosts.lose_power_after(steps);
            self.calm_or_dark().await?;
            if self.hosts.restore_power() {
                // It would have gone later: now is as good.
                self.kill().await?;
            }
            return Ok(());
        }
        self.calm().await?;
        if self.chance(weather.close) {
            let bot = self.rng.random_range(0..self.bots.len());
            if let Some(tab) = self.bots[bot].any_tab(&mut self.rng) {
                self.bots[bot].tabs[tab].close().await;
                self.count("tabs closed");
            }
        }
        Ok(())
    }

    /// Everybody has a tab open that shows the room, or as far as the weather lets them.
    pub(super) async fn come_back(&mut self) -> Result<(), String> {
        let room = self.room.clone();
        for bot in 0..self.bots.len() {
            self.bots[bot].read(&mut self.told)?;
            self.bots[bot].tabs.retain(|tab| tab.open);
            if self.chance(60) {
                self.bots[bot].wants = self.rng.random_range(1..4);
            }
            let wants = self.bots[bot].wants;
            self.open_tabs(bot, wants).await?;
            if room.is_empty() {
                continue;
            }
            for tab in 0..self.bots[bot].tabs.len() {
                if !self.bots[bot].tabs[tab].shows {
                    self.sync(bot, tab).await;
                }
            }
        }
        Ok(())
    }

    async fn open_tabs(&mut self, bot: usize, most: usize) -> Result<(), String> {
        let server = self.world().stack().http_addr();
        let mut failed = 0;
        while self.bots[bot].tabs.len() < most {
            if !self.bots[bot].open_tab(server).await {
                failed += 1;
                self.count("handshakes failed");
            }
            if failed > HANDSHAKES {
                return Err(format!("{} cannot connect", self.bots[bot].name));
            }
        }
        Ok(())
    }

    /// A tab shows the room, and this is sent again by whoever waits for it.
    pub(super) async fn sync(&mut self, bot: usize, tab: usize) {
        let now = self.now();
        let intent = Intent::plain("sync", json!({ "room": self.room }));
        let bot = &mut self.bots[bot];
        let command = bot.note(intent.what, intent.fields, now, &mut self.rng);
        bot.open.retain(|&open| open != command);
        bot.send(command, tab, now, &self.told).await;
    }

    /// Every tab shows the room as it stands.
    pub(super) async fn show_all(&mut self) -> Result<(), String> {
        for bot in &mut self.bots {
            bot.tabs.iter_mut().for_each(|tab| tab.shows = false);
        }
        self.come_back().await?;
        self.calm().await
    }

    /// The weather clears: from now on everything works, everybody is there, and
    /// whatever was under way has its answer.
    pub(super) async fn clear(&mut self) -> Result<(), String> {
        self.set_weather(Weather::default());
        self.calm().await?;
        for _ in 0..3 {
            self.show_all().await?;
            self.resend().await?;
            self.calm().await?;
        }
        let waiting = self.bots.iter().find(|bot| !bot.open.is_empty());
        match waiting {
            None => Ok(()),
            Some(bot) => {
                let command = &bot.commands[bot.open[0]];
                Err(format!("no answer in clear weather: {}", command.line()))
            }
        }
    }

    /// Sends what has no answer again. A number of one's own that has yet to be
    /// reached never is, once nothing is under way: such a command is given up.
    pub(super) async fn resend(&mut self) -> Result<(), String> {
        let calm = self.weather.kill == 0;
        for bot in 0..self.bots.len() {
            for command in self.bots[bot].open.clone() {
                let early = self.bots[bot].commands[command].refused() == Some("early");
                let tries = self.bots[bot].commands[command].sent.len();
                if self.chance(self.weather.given_up) || (early && (tries > 3 || calm)) {
                    self.count("commands given up");
                    self.bots[bot].commands[command].given_up = true;
                    self.bots[bot].open.retain(|&open| open != command);
                } else {
                    self.send(bot, command).await;
                }
            }
        }
        Ok(())
    }

    /// Asks all this at once, over and over until each has its answer; returns the
    /// code of each refusal.
    pub(super) async fn ask(
        &mut self,
        questions: Vec<(usize, Intent)>,
    ) -> Result<Vec<Option<String>>, String> {
        let given_up = std::mem::take(&mut self.weather.given_up);
        let mut asked = Vec::new();
        for (bot, intent) in questions {
            asked.push((bot, self.command(bot, intent).await));
        }
        let mut rounds = 0;
        loop {
            self.mischief().await?;
            self.come_back().await?;
            self.calm_or_dark().await?;
            let waiting = asked.iter().any(|(bot, command)| {
                let command = &self.bots[*bot].commands[*command];
                !command.is_settled()
            });
            if !waiting {
                break;
            }
            rounds += 1;
            if rounds > 60 {
                let (bot, command) = asked[0];
                let line = self.bots[bot].commands[command].line();
                return Err(format!("no answer in sixty rounds: {line}"));
            }
            self.come_back().await?;
            self.resend().await?;
        }
        self.weather.given_up = given_up;
        let codes = asked.iter().map(|(bot, command)| {
            let command = &self.bots[*bot].commands[*command];
            command.refused().map(str::to_owned)
        });
        Ok(codes.collect())
    }

    /// What everybody did last, for a report.
    pub(super) fn tail(&self) -> String {
        let mut lines = vec![format!("now {} {:?}", self.now(), self.weather)];
        for bot in &self.bots {
            let game = bot.game.as_ref();
            let state = game.map(|game| (game.v, game.turn_no, &game.moves, &game.ended));
            lines.push(format!("{}: {state:?}", bot.name));
            let from = bot.commands.len().saturating_sub(12);
            let last = bot.commands[from..].iter();
            lines.extend(last.map(|command| format!("  {}", command.line())));
        }
        lines.join("\n")
    }
}
