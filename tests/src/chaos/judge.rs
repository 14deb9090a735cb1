//! The end of a game: record, table, ledgers and everybody's last view must tell one story.

use super::bot::Bot;
use super::intents::Intent;
use super::lane::Lane;
use super::ledger::{Command, Outcome, What};
use crate::bots::other;
use crate::referee::{end_fits, ensure, pdn_fits, replay};
use damero_domain::game::{End, Event, What as Happened};
use damero_domain::time::Timestamp;
use damero_lambda::{Endpoints, Limits, Settings, SystemClock};
use damero_protocol::server::{Game, Side};
use damero_store::keys::ACTIVE_SHARDS;
use damero_store::{HeldGame, Store};
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How far a host's clock may be ahead and still write.
const AHEAD: i64 = 15_000;
/// How long after zero nobody acts on it.
const GRACE: i64 = 1_500;

/// Wins of host and guest, and draws.
pub(super) type Score = (u16, u16, u16);

/// A game judged and found right.
pub(super) struct Judged {
    pub(super) reason: String,
    pub(super) plies: u32,
    pub(super) huffs: u32,
}

impl Lane {
    /// The table as functions see it.
    fn store(&self) -> Store {
        let endpoints = Endpoints {
            dynamodb: format!("http://{}", self.world().stack().dynamodb_addr()),
            ..Endpoints::default()
        };
        let settings = Settings {
            table: "damero".into(),
            ..Settings::default()
        };
        let clock = Arc::new(SystemClock::default());
        damero_lambda::app(&endpoints, &settings, clock, Limits::default()).store
    }

    pub(super) async fn is_over_in_the_table(&self, game: &str) -> Result<bool, String> {
        let held = self.held(&self.store(), game).await?;
        Ok(held.game.ended().is_some())
    }

    async fn held(&self, store: &Store, game: &str) -> Result<HeldGame, String> {
        let id = game.parse().map_err(|_| format!("no id: {game}"))?;
        let held = store.game(id).await.map_err(|error| error.to_string())?;
        held.ok_or_else(|| format!("{game} is not in the table"))
    }

    /// Judges the present game, which is over, under a clear sky.
    pub(super) async fn judge(&mut self, score: &mut Score) -> Result<Judged, String> {
        let last = self.bots[0].game.clone().ok_or("no game")?;
        let history = Intent::plain("historyGet", json!({ "game": last.id }));
        let asked = vec![(0, history.clone()), (1, history)];
        self.ask(asked).await?;
        let (game, pdn, times) = self.bots[0].record.clone().ok_or("no record")?;
        let (line, plies, huffs) = replay(&game)?;
        end_fits(&game, &line)?;
        pdn_fits(&game, &pdn)?;
        let ended = game.ended.clone().ok_or("not over")?;
        for bot in &self.bots {
            let (own, own_pdn, own_times) = bot.record.as_ref().ok_or("no record")?;
            same(bot.name, &game, own)?;
            ensure((own_pdn, own_times) == (&pdn, &times), || {
                format!("{} has another record", bot.name)
            })?;
            same(bot.name, &game, bot.game.as_ref().ok_or("no game")?)?;
        }
        self.heard_fits(&game)?;

        let store = self.store();
        let held = self.held(&store, &game.id).await?;
        let events = held.game.events();
        clocks_fit(&game, &held)?;
        ensure(usize::from(game.seq) == events.len(), || "seq".into())?;
        let played = events.iter().filter(|event| on_board(event));
        let confirmed: Vec<i64> = played.map(|event| event.confirmed.0).collect();
        ensure(confirmed == times, || "times".into())?;
        ensure(ended.at <= self.now() + AHEAD, || {
            "ended in the future".into()
        })?;
        ledgers_fit(&game, events, &self.bots)?;

        match (ended.winner, ended.reason.as_str()) {
            (Some(side), _)
                if self.bots[0].game.as_ref().and_then(|game| game.you) == Some(side) =>
            {
                score.0 += 1;
            }
            (Some(_), _) => score.1 += 1,
            (None, "cancelled") => {}
            (None, _) => score.2 += 1,
        }
        self.check_score(*score)?;
        self.check_lists(&store, &game, &held).await?;
        Ok(Judged {
            reason: ended.reason,
            plies,
            huffs,
        })
    }

    /// Whatever anybody was told was a beginning of the record.
    fn heard_fits(&self, game: &Game) -> Result<(), String> {
        for moves in self.told.moves.get(&game.id).into_iter().flatten() {
            let rest = game.moves.strip_prefix(moves.as_str());
            let fits = rest
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(' ') || moves.is_empty());
            ensure(fits, || format!("heard {moves:?} in {:?}", game.moves))?;
        }
        Ok(())
    }

    fn check_score(&self, score: Score) -> Result<(), String> {
        self.seats_held()?;
        for (bot, mine, theirs) in [
            (&self.bots[0], score.0, score.1),
            (&self.bots[1], score.1, score.0),
        ] {
            let told = bot.room.as_ref().map(|room| {
                let wins = room.score.wins;
                (wins.you, wins.rival, room.score.draws)
            });
            ensure(told == Some((mine, theirs, score.2)), || {
                format!("{}: the score is {score:?}, told {told:?}", bot.name)
            })?;
        }
        Ok(())
    }

    /// The game is in both histories once, runs nowhere, and nobody is listed who is gone.
    async fn check_lists(
        &mut self,
        store: &Store,
        game: &Game,
        held: &HeldGame,
    ) -> Result<(), String> {
        let entries = Intent::plain("historyGet", json!({}));
        let home = Intent::plain("sync", json!({}));
        let asked = vec![(0, entries.clone()), (1, entries)];
        self.ask(asked).await?;
        for bot in &self.bots {
            let (entries, next) = bot.entries.as_ref().ok_or("no history")?;
            let rows = entries.iter().filter(|entry| entry.game == game.id).count();
            ensure(rows == 1 && next.is_none(), || {
                format!("{} has the game {rows} times", bot.name)
            })?;
            ensure(entries.len() == usize::from(game.number), || {
                format!("{} has {} games", bot.name, entries.len())
            })?;
        }
        self.ask(vec![(0, home.clone()), (1, home)]).await?;
        let fault = |error: damero_store::StoreError| error.to_string();
        for bot in &self.bots {
            let running = bot.running.as_ref().ok_or("no home")?;
            ensure(running.is_empty(), || {
                format!("{} runs {running:?}", bot.name)
            })?;
        }
        let players = held.game.setup().players;
        for side in [damero_rules::Side::White, damero_rules::Side::Black] {
            let left = store.running(players[side], None).await.map_err(fault)?;
            ensure(left.games.is_empty(), || {
                format!("a pointer to {:?} is left", left.games)
            })?;
        }
        for shard in 0..ACTIVE_SHARDS {
            let active = store.active(shard).await.map_err(fault)?;
            let runs = active.iter().any(|id| id.to_string() == game.id);
            ensure(!runs, || "it is still listed as running".into())?;
        }
        // The home pages left the room: back to it.
        self.show_all().await
    }

    /// After something was posted to everybody in the room, who is listed is there.
    pub(super) async fn check_connections(&mut self) -> Result<(), String> {
        let open = self.world().stack().controls().connections();
        let id = self.room.parse().map_err(|_| "no room")?;
        let room = self
            .store()
            .room(id)
            .await
            .map_err(|error| error.to_string())?;
        let room = room.ok_or("the room is not in the table")?;
        for (_, listed) in room.audience() {
            ensure(open.contains(&listed.to_string()), || {
                format!("{listed} is listed and gone")
            })?;
        }
        Ok(())
    }
}

fn same(who: &str, game: &Game, told: &Game) -> Result<(), String> {
    let of = |game: &Game| {
        let board = (
            game.id.clone(),
            game.v,
            game.seq,
            game.fen.clone(),
            game.moves.clone(),
        );
        (board, game.ended.clone(), game.clock.clone())
    };
    ensure(of(game) == of(told), || {
        format!("{who} was left with {told:?} of {game:?}")
    })
}

fn on_board(event: &Event) -> bool {
    matches!(event.what, Happened::Move(_) | Happened::Huff(_))
}

fn wire(side: damero_rules::Side) -> Side {
    match side {
        damero_rules::Side::White => Side::White,
        damero_rules::Side::Black => Side::Black,
    }
}

/// Both clocks by both times of every event, whatever the hosts' clocks said.
fn clocks_fit(game: &Game, held: &HeldGame) -> Result<(), String> {
    let setup = held.game.setup();
    let mut last = setup.started;
    for event in held.game.events() {
        let (received, confirmed) = (event.received, event.confirmed);
        let by_a_timer = matches!(event.what, Happened::End(End::TimeUp(_)));
        ensure(confirmed >= received && confirmed >= last, || {
            format!("times run backwards at {event:?}")
        })?;
        ensure(
            by_a_timer || confirmed == last || confirmed.0 <= received.0 + AHEAD,
            || format!("a host too far ahead wrote {event:?}"),
        )?;
        last = confirmed;
    }
    let (Some(told), Some(control), Some(ended)) = (&game.clock, setup.control, &game.ended) else {
        return ensure(game.clock.is_none() == setup.control.is_none(), || {
            "a clock".into()
        });
    };
    let mut left = BTreeMap::from([(false, control.initial.0), (true, control.initial.0)]);
    let mut mover = wire(setup.rules.first());
    let mut since = setup.started.0;
    for event in held.game.events() {
        let own = left.entry(mover == Side::White).or_default();
        let Timestamp(received) = event.received;
        if on_board(event) {
            ensure(received < since + *own, || format!("after zero: {event:?}"))?;
        }
        if matches!(event.what, Happened::Move(_)) {
            *own += control.increment.0 - (received - since).max(0);
            since = event.confirmed.0;
            mover = other(mover);
        }
    }
    let own = left.entry(mover == Side::White).or_default();
    if let Some(fell) = ended.fell {
        ensure(fell == since + *own && ended.at >= fell + GRACE, || {
            format!("fell at {fell}, not {}", since + *own)
        })?;
    }
    *own = (*own - (ended.at - since).max(0)).max(0);
    let by_times = (left[&true], left[&false]);
    ensure(by_times == (told.white, told.black), || {
        format!("clocks {by_times:?} by the times, told {told:?}")
    })
}

/// What a command would be in the record, if it is there.
/// The side is whether it is white.
type Deed = (bool, u16, String);

/// Every deed of the record with the time of its receipt, by side, number and token.
fn deeds(game: &Game, events: &[Event]) -> BTreeMap<Deed, i64> {
    let mut deeds = BTreeMap::new();
    let rules = damero_rules::RuleSet::by_id(&game.rule_set);
    let mut mover = rules.map_or(Side::White, |rules| wire(rules.first()));
    let (mut turn, mut offers, mut asks) = (0, None, None);
    for (seq, event) in (0..).zip(events) {
        let deed = match &event.what {
            Happened::Move(mv) => {
                let deed = (mover, turn, mv.to_string());
                mover = other(mover);
                turn += 1;
                deed
            }
            Happened::Huff(square) => {
                let deed = (mover, turn, format!("!{}", square.number()));
                turn += 1;
                deed
            }
            Happened::Offer(side) => {
                offers = Some(wire(*side));
                (wire(*side), seq, "offer".to_owned())
            }
            Happened::AskCancel(side) => {
                asks = Some(wire(*side));
                (wire(*side), seq, "ask".to_owned())
            }
            Happened::Decline => (other(offers.unwrap_or(mover)), seq, "decline".to_owned()),
            Happened::RefuseCancel => (other(asks.unwrap_or(mover)), seq, "refuse".to_owned()),
            Happened::End(End::Agreed) => {
                (other(offers.unwrap_or(mover)), seq, "accept".to_owned())
            }
            Happened::End(End::Cancelled) => {
                (other(asks.unwrap_or(mover)), seq, "agree".to_owned())
            }
            Happened::End(End::Resigned(side)) => (wire(*side), 0, String::new()),
            Happened::End(End::Repetition(_)) => (mover, turn, "repetition".to_owned()),
            Happened::End(End::NoProgress) => (mover, turn, "no_progress".to_owned()),
            Happened::End(End::TimeUp(_)) => continue,
        };
        let (side, number, token) = deed;
        deeds.insert((side == Side::White, number, token), event.received.0);
    }
    deeds
}

/// Every accepted command is in the record once, no refused one is, and nothing is
/// there that nobody sent, or received when nobody sent it.
fn ledgers_fit(game: &Game, events: &[Event], bots: &[Bot]) -> Result<(), String> {
    let deeds = deeds(game, events);
    let mut sent: BTreeMap<Deed, Vec<&Command>> = BTreeMap::new();
    for bot in bots {
        let side = bot
            .game
            .as_ref()
            .and_then(|game| game.you)
            .ok_or("no side")?;
        for command in &bot.commands {
            let What {
                action,
                game: of,
                number,
                token,
            } = &command.what;
            if of.as_ref() != Some(&game.id) || matches!(*action, "gameRematch" | "gameFlag") {
                continue;
            }
            let deed = (side == Side::White, number.unwrap_or(0), token.clone());
            sent.entry(deed).or_default().push(command);
        }
    }
    for (deed, commands) in &sent {
        let done = deeds.contains_key(deed);
        let acked = |command: &&&Command| command.outcome() == Outcome::Accepted;
        let acked: Vec<_> = commands.iter().filter(acked).collect();
        let lines = || {
            commands
                .iter()
                .map(|command| command.line())
                .collect::<Vec<_>>()
        };
        ensure(acked.is_empty() || done, || {
            format!("lost: acknowledged and not in the record: {:?}", lines())
        })?;
        ensure(acked.len() < 2, || {
            format!("two accepted for one: {:?}", lines())
        })?;
        // As long as somebody waits for its answer, the club remembers it.
        let forgotten = matches!(commands[..], [command] if done && command.was_forgotten());
        ensure(!forgotten, || {
            format!("done, and refused when sent again: {:?}", lines())
        })?;
        let open = commands
            .iter()
            .any(|command| command.outcome() != Outcome::Refused);
        ensure(!done || open, || format!("refused and done: {:?}", lines()))?;
    }
    for (deed, received) in &deeds {
        let commands = sent.get(deed);
        let commands = commands.ok_or_else(|| format!("nobody sent {deed:?}"))?;
        let mut times = commands.iter().flat_map(|command| &command.sent);
        ensure(
            times.any(|(from, to)| (from..=to).contains(&received)),
            || format!("{deed:?} received at {received}, when nobody sent it"),
        )?;
    }
    Ok(())
}
