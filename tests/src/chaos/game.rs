//! One game: some steps in its weather, then to its end under a clear sky.

use super::intents::{Intent, choose, intents};
use super::lane::{Lane, QUARTER};
use super::weather::Weather;
use damero_protocol::server::{Game, Side};
use rand::Rng;

/// Grace after a deadline, a clock that runs ahead, and a timer in whole seconds.
const SURELY_OVER: i64 = 20_000;
/// Steps in the weather at most.
const STORMY_STEPS: u32 = 60;
/// Steps under a clear sky after which a game is stuck: no game has more plies.
const CLEAR_STEPS: u32 = 1_600;
/// Between two daily walks, and some.
const DAY: i64 = 25 * 60 * 60 * 1_000;

/// How a game is brought to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Finish {
    Board,
    Resign,
    Agree,
    Cancel,
    /// Somebody sleeps, and timers or anybody's question end it.
    Sleep,
    /// Everybody is gone, and the first to come back finds it ended.
    Gone,
    /// Every timer is lost, nobody reads, and the daily walk ends it.
    Audit,
}

impl Lane {
    fn over(&self) -> bool {
        let over = |game: &Option<Game>| game.as_ref().is_some_and(|game| game.ended.is_some());
        self.bots.iter().any(|bot| over(&bot.game))
    }

    fn told_version(&self) -> u64 {
        let versions = self.bots.iter().filter_map(|bot| bot.game.as_ref());
        versions.map(|game| game.v).max().unwrap_or(0)
    }

    /// Plays the present game to its end.
    pub(super) async fn play(&mut self, weather: Weather) -> Result<(), String> {
        self.set_weather(weather);
        let steps = self.rng.random_range(0..STORMY_STEPS);
        for _ in 0..steps {
            self.step().await?;
            if self.over() {
                break;
            }
        }
        self.clear().await?;
        if !self.over() {
            self.finish().await?;
        }
        self.show_all().await
    }

    /// Everybody does something or not, and something goes wrong or not.
    async fn step(&mut self) -> Result<(), String> {
        let before = self.told_version();
        let weather = self.weather;
        for bot in 0..self.bots.len() {
            if self.bots[bot].open.is_empty() {
                let intents = intents(&self.bots[bot], &weather, &mut self.rng);
                for intent in intents {
                    self.command(bot, intent).await;
                }
            }
            if self.chance(weather.replay) {
                self.replay(bot).await;
            }
        }
        self.resend_old().await?;
        self.mischief().await?;
        self.come_back().await?;
        self.calm_or_dark().await?;
        if self.told_version() == before || self.chance(100) {
            // Silence: has something been missed?
            for bot in 0..self.bots.len() {
                if let Some(tab) = self.bots[bot].any_tab(&mut self.rng) {
                    self.sync(bot, tab).await;
                }
            }
            self.calm().await?;
        }
        if self.chance(100) {
            let thought = self.rng.random_range(1..15_000);
            self.pass(thought).await?;
        }
        if self.chance(weather.away) {
            self.count("everybody away");
            for _ in 0..self.rng.random_range(1..4) {
                self.pass(QUARTER).await?;
            }
            self.come_back().await?;
            self.calm().await?;
        }
        Ok(())
    }

    /// Commands that had no answer in an earlier step.
    async fn resend_old(&mut self) -> Result<(), String> {
        let now = self.now();
        let fresh = |bot: &super::bot::Bot, command: usize| {
            let sent = &bot.commands[command].sent;
            sent.len() == 1 && sent[0].0 == now && bot.commands[command].answer.is_none()
        };
        if self.bots.iter().any(|bot| {
            let mut open = bot.open.iter();
            open.any(|&command| !fresh(bot, command))
        }) {
            self.resend().await?;
        }
        Ok(())
    }

    async fn finish(&mut self) -> Result<(), String> {
        let clocked = self.bots[0]
            .game
            .as_ref()
            .is_some_and(|game| game.clock.is_some());
        let finish = match self.rng.random_range(0..100) {
            0..40 => Finish::Board,
            40..50 => Finish::Resign,
            50..58 => Finish::Agree,
            58..64 => Finish::Cancel,
            64..76 if clocked => Finish::Sleep,
            76..88 if clocked => Finish::Gone,
            88..100 if clocked => Finish::Audit,
            _ => Finish::Board,
        };
        // First of all both sides can move: nothing is stuck.
        for _ in 0..3 {
            self.clear_move().await?;
            if self.over() {
                return Ok(());
            }
        }
        match finish {
            Finish::Board => self.finish_on_the_board().await,
            Finish::Resign => {
                let bot = self.rng.random_range(0..2);
                self.asked(bot, Intent::resign).await
            }
            Finish::Agree => self.both("offer", Intent::draw, "accept").await,
            Finish::Cancel => self.both("ask", Intent::cancel, "agree").await,
            Finish::Sleep | Finish::Gone | Finish::Audit => self.sleep(finish).await,
        }
    }

    /// The side to move moves, and everybody hears of it.
    async fn clear_move(&mut self) -> Result<(), String> {
        let bot = self.bots.iter().position(super::bot::Bot::my_turn);
        let bot = bot.ok_or("stuck: it is nobody's turn")?;
        let game = self.bots[bot].game.clone().ok_or("no game")?;
        let mv = choose(&game, &mut self.rng).ok_or("stuck: no legal move, and not over")?;
        self.asked(bot, |game| Intent::mv(game, game.turn_no, &mv))
            .await
    }

    /// Under a clear sky a command is accepted at once and heard of by everybody.
    async fn asked(
        &mut self,
        bot: usize,
        intent: impl FnOnce(&Game) -> Intent,
    ) -> Result<(), String> {
        let game = self.bots[bot].game.clone().ok_or("no game")?;
        let intent = intent(&game);
        let command = self.command(bot, intent).await;
        self.calm().await?;
        let command = &self.bots[bot].commands[command];
        if !command.acked {
            return Err(format!("stuck: not accepted: {}", command.line()));
        }
        let heard = |bot: &super::bot::Bot| {
            bot.game
                .as_ref()
                .is_some_and(|told| told.id == game.id && told.v > game.v)
        };
        match self.bots.iter().find(|bot| !heard(bot)) {
            None => Ok(()),
            Some(deaf) => Err(format!(
                "{} did not hear of a move in clear weather",
                deaf.name
            )),
        }
    }

    async fn both(
        &mut self,
        first: &str,
        intent: fn(&Game, &str) -> Intent,
        second: &str,
    ) -> Result<(), String> {
        let bot = self.rng.random_range(0..2);
        let can = |game: &Game| {
            let open = game.offer.is_some() || game.cancel.is_some();
            let able = if first == "offer" {
                game.can_offer
            } else {
                game.can_cancel
            };
            able && !open
        };
        if !self.bots[bot].game.as_ref().is_some_and(can) {
            return self.asked(bot, Intent::resign).await;
        }
        self.asked(bot, |game| intent(game, first)).await?;
        self.asked(1 - bot, |game| intent(game, second)).await
    }

    async fn finish_on_the_board(&mut self) -> Result<(), String> {
        for step in 0..CLEAR_STEPS {
            if self.over() {
                return Ok(());
            }
            // Nobody plays kings against kings for ever.
            if step > 40 && self.chance(30) {
                let bot = self.rng.random_range(0..2);
                return self.asked(bot, Intent::resign).await;
            }
            self.clear_move().await?;
        }
        Err("stuck: it does not end".to_owned())
    }

    /// Nobody does anything until the mover's time is over.
    async fn sleep(&mut self, finish: Finish) -> Result<(), String> {
        if finish == Finish::Audit {
            self.lose_timers();
        }
        if finish != Finish::Sleep {
            for bot in 0..2 {
                for tab in 0..self.bots[bot].tabs.len() {
                    if self.rng.random_bool(0.5) {
                        self.bots[bot].tabs[tab].close().await;
                    }
                }
                self.bots[bot].read(&mut self.told)?;
                self.bots[bot].tabs.clear();
            }
        }
        let game = self.bots[0].game.clone().ok_or("no game")?;
        let fell = game.clock.as_ref().map_or(0, |clock| {
            let running = match clock.running {
                Some(Side::White) => clock.white,
                _ => clock.black,
            };
            clock.since + running
        });
        let until = fell + SURELY_OVER;
        while self.now() < until {
            let step = (until - self.now()).min(QUARTER);
            self.pass(step).await?;
        }
        let ended = self.is_over_in_the_table(&game.id).await?;
        match finish {
            Finish::Audit if !ended => {
                let walk = self.now() + DAY;
                self.set_weather(Weather::default());
                self.pass(DAY).await?;
                while self.now() < walk {
                    self.pass(QUARTER).await?;
                }
                if !self.is_over_in_the_table(&game.id).await? {
                    return Err("stuck: the daily walk did not end it".to_owned());
                }
                self.count("games ended by the daily walk");
            }
            _ if ended => self.count("games ended by a timer"),
            // Its timers were lost in the weather: whoever comes ends it.
            _ => self.count("games ended by a reader"),
        }
        self.set_weather(Weather::default());
        self.show_all().await?;
        if !self.over() && self.rng.random_bool(0.5) {
            let bot = self.rng.random_range(0..2);
            self.asked(bot, Intent::flag).await?;
        }
        if self.over() {
            Ok(())
        } else {
            Err("stuck: the flag does not fall".to_owned())
        }
    }
}
