//! How two come to sit in a room, with all the trouble that rooms know, and how they
//! go on to a rematch.

use super::bot::Bot;
use super::intents::Intent;
use super::lane::{Lane, QUARTER};
use super::weather::Weather;
use damero_protocol::server::{RoomStatus, Seat};
use damero_rules::RuleSet;
use rand::Rng;
use rand::seq::IndexedRandom;
use serde_json::json;

/// Rounds after which a game that both accepted has to be there.
const ROUNDS: u32 = 20;

/// What befalls a room before its first game.
#[derive(Clone, Copy, Debug)]
enum Fate {
    Plain,
    /// Two visitors race for the seat.
    Race,
    /// It is cancelled while somebody joins.
    Cancelled,
    /// The guest gives the seat back while the host accepts.
    Left,
    /// It lapses while somebody joins.
    Lapsed,
}

impl Lane {
    /// Two new bots and a room of theirs with its first game.
    pub(super) async fn sit(&mut self, weather: Weather) -> Result<(), String> {
        let host = self.bot("host");
        let guest = self.bot("guest");
        self.bots = vec![host, guest];
        self.room.clear();
        self.told = super::ledger::Told::default();
        self.set_weather(weather);
        loop {
            self.create().await?;
            let fate = match self.rng.random_range(0..100) {
                0..50 => Fate::Plain,
                50..70 => Fate::Race,
                70..80 => Fate::Cancelled,
                80..93 => Fate::Left,
                _ => Fate::Lapsed,
            };
            if self.meet(fate).await? {
                break;
            }
            self.set_weather(weather);
        }
        let accept = Intent::plain("roomAccept", json!({ "room": self.room }));
        let codes = self.ask(vec![(0, accept.clone()), (1, accept)]).await?;
        accepted(&codes, "accepting at once")?;
        self.await_game(1).await
    }

    fn bot(&mut self, name: &'static str) -> Bot {
        let from = self.world().address();
        Bot::new(name, from, &mut self.rng)
    }

    async fn create(&mut self) -> Result<(), String> {
        self.room.clear();
        self.come_back().await?;
        let clocks = [
            None,
            Some("10+5"),
            Some("20+10"),
            Some("30+20"),
            Some("60+30"),
        ];
        let clock = clocks.choose(&mut self.rng).copied().flatten();
        let colours = ["mine", "theirs", "random"];
        let colour = colours.choose(&mut self.rng).copied().unwrap_or("random");
        // Mostly the default rule set, which has most to say.
        let other = self.rng.random_bool(0.25);
        let rules = RuleSet::ALL.choose(&mut self.rng).filter(|_| other);
        let rules = rules.map_or(RuleSet::ALL[0].id, |rules| rules.id);
        let mut fields = json!({ "rule_set": rules, "colour": colour });
        if let Some(clock) = clock {
            fields["clock"] = json!(clock);
        }
        // Whoever gave this up would have no room to play in.
        let given_up = std::mem::take(&mut self.weather.given_up);
        let command = self.command(0, Intent::plain("roomCreate", fields)).await;
        // The room's id is the command's: it can be shown before the answer is there.
        let id = self.bots[0].commands[command].id.clone();
        let mut rounds = 0;
        while !self.bots[0].commands[command].is_settled() {
            self.mischief().await?;
            self.come_back().await?;
            self.resend().await?;
            self.calm_or_dark().await?;
            rounds += 1;
            if rounds > ROUNDS * 4 {
                return Err("stuck: no room is made".to_owned());
            }
        }
        self.weather.given_up = given_up;
        let refused = self.bots[0].commands[command].refused().map(str::to_owned);
        match refused {
            None => self.room = id,
            Some(code) => return Err(format!("roomCreate: {code}")),
        }
        for bot in &mut self.bots {
            bot.tabs.iter_mut().for_each(|tab| tab.shows = false);
        }
        self.come_back().await
    }

    /// Whether a guest sits there afterwards.
    async fn meet(&mut self, fate: Fate) -> Result<bool, String> {
        let join = Intent::plain("roomJoin", json!({ "room": self.room }));
        let cancel = Intent::plain("roomCancel", json!({ "room": self.room }));
        let accept = Intent::plain("roomAccept", json!({ "room": self.room }));
        match fate {
            Fate::Plain => {
                let codes = self.ask(vec![(1, join)]).await?;
                accepted(&codes, "joining")?;
                Ok(true)
            }
            Fate::Race => {
                self.count("seats raced for");
                let visitor = self.bot("visitor");
                self.bots.push(visitor);
                self.come_back().await?;
                let codes = self.ask(vec![(1, join.clone()), (2, join)]).await?;
                let winner = match codes.iter().map(Option::as_deref).collect::<Vec<_>>()[..] {
                    [None, Some("room_full")] => 1,
                    [Some("room_full"), None] => 2,
                    _ => return Err(format!("two visitors, one seat: {codes:?}")),
                };
                self.bots.swap(1, winner);
                self.bots.truncate(2);
                self.bots[1].name = "guest";
                Ok(true)
            }
            Fate::Cancelled => {
                self.count("rooms cancelled under a join");
                let codes = self.ask(vec![(0, cancel), (1, join)]).await?;
                let joined = match codes.iter().map(Option::as_deref).collect::<Vec<_>>()[..] {
                    [None, None] => true,
                    [None, Some("room_cancelled")] => false,
                    _ => return Err(format!("cancelled under a join: {codes:?}")),
                };
                self.room_stands_at(RoomStatus::Cancelled, joined).await?;
                Ok(false)
            }
            Fate::Left => {
                self.count("seats given back");
                let codes = self.ask(vec![(1, join.clone())]).await?;
                accepted(&codes, "joining")?;
                let codes = self.ask(vec![(1, cancel), (0, accept)]).await?;
                accepted(&codes, "leaving while the host accepts")?;
                let codes = self.ask(vec![(1, join)]).await?;
                accepted(&codes, "joining again")?;
                Ok(true)
            }
            Fate::Lapsed => {
                self.count("rooms lapsed under a join");
                self.calm().await?;
                self.show_all().await?;
                let lapses = self.bots[0].room.as_ref().and_then(|room| room.lapses);
                let lapses = lapses.ok_or("the host does not see when the room lapses")?;
                let before = lapses - self.rng.random_range(-1..1_000);
                while self.now() < before {
                    let step = (before - self.now()).min(QUARTER * 40);
                    self.pass(step).await?;
                }
                self.come_back().await?;
                let codes = self.ask(vec![(1, join)]).await?;
                if !matches!(codes[0].as_deref(), None | Some("room_lapsed")) {
                    return Err(format!("lapsed under a join: {codes:?}"));
                }
                self.pass(20_000).await?;
                self.room_stands_at(RoomStatus::Lapsed, codes[0].is_none())
                    .await?;
                Ok(false)
            }
        }
    }

    /// Under a clear sky everybody who sits sees the room closed.
    async fn room_stands_at(&mut self, status: RoomStatus, joined: bool) -> Result<(), String> {
        self.set_weather(Weather::default());
        self.calm().await?;
        self.show_all().await?;
        for bot in 0..if joined { 2 } else { 1 } {
            let told = self.bots[bot].room.as_ref();
            let told = told.map(|room| (room.id == self.room, room.status, room.you.is_some()));
            if told != Some((true, status, true)) {
                let name = self.bots[bot].name;
                return Err(format!("{name} sees {told:?} of a room that is {status:?}"));
            }
        }
        for bot in &mut self.bots {
            bot.room = None;
            bot.open.clear();
        }
        Ok(())
    }

    /// Both have accepted: the game of this number is there, for both.
    async fn await_game(&mut self, number: u16) -> Result<(), String> {
        let room = self.room.clone();
        for _ in 0..ROUNDS {
            let there = self.bots.iter().all(|bot| {
                let game = bot.game.as_ref();
                game.is_some_and(|game| {
                    game.room.as_deref() == Some(&room) && game.number == number
                })
            });
            if there {
                return self.seats_held();
            }
            self.show_all().await?;
        }
        Err(format!("stuck: game {number} does not start"))
    }

    /// Nobody loses a seat.
    pub(super) fn seats_held(&self) -> Result<(), String> {
        for (bot, seat) in self.bots.iter().zip([Seat::Host, Seat::Guest]) {
            let room = bot.room.as_ref().filter(|room| room.id == self.room);
            let told = room.and_then(|room| room.you);
            if told != Some(seat) {
                return Err(format!("{} is told to be {told:?}", bot.name));
            }
        }
        Ok(())
    }

    /// Both accept at once, from all their tabs; colours are swapped.
    pub(super) async fn rematch(&mut self, weather: Weather) -> Result<(), String> {
        let before: Vec<_> = self.bots.iter().map(|bot| bot.game.clone()).collect();
        let game = before[0].clone().ok_or("no game")?;
        self.set_weather(weather);
        let accept = Intent::rematch(&game.id, "accept");
        let codes = self.ask(vec![(0, accept.clone()), (1, accept)]).await?;
        accepted(&codes, "accepting a rematch at once")?;
        self.await_game(game.number + 1).await?;
        for (bot, before) in self.bots.iter().zip(before) {
            let side = bot.game.as_ref().and_then(|game| game.you);
            if side == before.and_then(|game| game.you) {
                return Err(format!("{} plays the same colour again", bot.name));
            }
        }
        Ok(())
    }

    /// Somebody has had enough; everybody in the room is told, and who is gone is
    /// found out.
    pub(super) async fn decline(&mut self) -> Result<(), String> {
        let game = self.bots[0].game.as_ref().map(|game| game.id.clone());
        let decline = Intent::rematch(&game.ok_or("no game")?, "decline");
        let bot = self.rng.random_range(0..2);
        let codes = self.ask(vec![(bot, decline)]).await?;
        accepted(&codes, "declining a rematch")
    }
}

fn accepted(codes: &[Option<String>], doing: &str) -> Result<(), String> {
    if codes.iter().all(Option::is_none) {
        Ok(())
    } else {
        Err(format!("{doing}: {codes:?}"))
    }
}
