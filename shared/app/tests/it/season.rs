//! A season of rated play: games that end when they are told to, and what their
//! ratings must be by a plain replay.

use crate::border::{Answer, Attempt, Gate};
use crate::club::Club;
use aws_sdk_dynamodb::Client;
use damero_app::closings;
use damero_app::corrections::{self, Order};
use damero_app::{App, BoxFuture, Clock, Limits, periods};
use damero_domain::TimeControl;
use damero_domain::correction::Mark;
use damero_domain::game::{End, Event, Game, Origin, Setup, What};
use damero_domain::ids::{AccountId, GameId, PairingId, Person};
use damero_domain::ladder::Ladder;
use damero_domain::period::{Period, PeriodKind, Span, Zone};
use damero_domain::rating::evidence::Line;
use damero_domain::rating::pair_day::Players;
use damero_domain::rating::table::Row;
use damero_domain::rating::{Entry, Ledger, Moment, Ordinal, Rated, RatedEnd, audit};
use damero_domain::side::BySide;
use damero_domain::time::Timestamp;
use damero_rules::{RuleSet, Side};
use damero_store::{Before, Ended, HeldGame, Meta, Store};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use tokio::sync::Notify;
use ulid::Ulid;

/// Tuesday, 2 December 2025, 20:00 UTC: a cut of the club's weeks.
pub(crate) const CUT: i64 = 1_764_705_600_000;
pub(crate) const MINUTE: i64 = 60_000;
pub(crate) const WEEK: i64 = 7 * 24 * 60 * MINUTE;

pub(crate) fn rules() -> &'static RuleSet {
    &RuleSet::ALL[0]
}

pub(crate) fn ladder() -> Ladder {
    Ladder::Elo(rules())
}

pub(crate) fn player(nth: u64) -> AccountId {
    AccountId(Ulid(u128::from(nth + 1) << 64 | 0x51))
}

pub(crate) fn order(game: GameId) -> Order {
    Order {
        game,
        reason: "an engine was used".into(),
        who: "arn:aws:iam::1:user/umpire".into(),
    }
}

/// Chance by a seed.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % most
    }

    pub(crate) fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        let many = u64::try_from(all.len()).unwrap();
        all[usize::try_from(self.below(many)).unwrap()]
    }

    pub(crate) fn winner(&mut self) -> Option<Side> {
        [Some(Side::White), Some(Side::Black), None][usize::try_from(self.below(3)).unwrap()]
    }
}

/// Lets everything pass.
struct Open;

impl Gate for Open {
    fn pass(&self, _: Attempt, go: BoxFuture<'static, Answer>) -> BoxFuture<'static, Answer> {
        go
    }
}

/// Lets so many attempts pass; then whoever asks is dead, before or after what it asked.
pub(crate) struct Mortal {
    left: AtomicUsize,
    after: bool,
    dead: Notify,
}

impl Gate for Mortal {
    fn pass(&self, _: Attempt, go: BoxFuture<'static, Answer>) -> BoxFuture<'static, Answer> {
        let was = self
            .left
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| {
                Some(left.saturating_sub(1))
            });
        if was != Ok(1) && was != Ok(0) {
            return go;
        }
        let last = was == Ok(1) && self.after;
        self.dead.notify_one();
        Box::pin(async move {
            if last {
                let _ = go.await;
            }
            std::future::pending().await
        })
    }
}

/// Rated play in one rule set.
pub(crate) struct Season {
    pub(crate) club: Club,
    client: Client,
    games: AtomicU64,
    ends: Mutex<Vec<RatedEnd>>,
}

impl Season {
    /// Rated play begins at `at`.
    pub(crate) async fn from(at: i64) -> Season {
        Season::in_zone(at, "UTC").await
    }

    /// The same by the wall clocks of a zone.
    pub(crate) async fn in_zone(at: i64, zone: &str) -> Season {
        let mut club = Club::new().await;
        let settings = damero_app::Club {
            zone: zone.parse().unwrap(),
            ..(*club.app.club).clone()
        };
        club.app.club = Arc::new(settings);
        club.clock.set(at);
        periods::begin(&club.app, rules()).await.unwrap();
        Season {
            client: club.client(Arc::new(Open)),
            club,
            games: AtomicU64::new(1),
            ends: Mutex::default(),
        }
    }

    /// Rated play that began an hour before a cut, with two games of its week: one that the
    /// first player won, and a draw of the second one.
    pub(crate) async fn of_two_games() -> (Season, GameId) {
        let season = Season::from(CUT - 60 * MINUTE).await;
        let won = season.play((0, 1), Some(Side::White), CUT - 30 * MINUTE);
        let game = won.await.game;
        season.play((1, 2), None, CUT - 20 * MINUTE).await;
        (season, game)
    }

    /// A week that was closed with a win and a draw of its first player, and of which the
    /// win was voided then.
    pub(crate) async fn corrected() -> (Season, GameId) {
        let season = Season::from(CUT - 60 * MINUTE).await;
        let won = season.play((0, 1), Some(Side::White), CUT - 30 * MINUTE);
        let game = won.await.game;
        season.play((0, 2), None, CUT - 29 * MINUTE).await;
        season.club.clock.set(CUT + 2 * MINUTE);
        closings::run(season.app(), "test").await.unwrap();
        let order = order(game);
        let corrected = corrections::correct(season.app(), Mark::Void, &order).await;
        corrected.unwrap().unwrap();
        (season, game)
    }

    /// A way to the database that nothing disturbs.
    pub(crate) fn client(&self) -> Client {
        self.client.clone()
    }

    pub(crate) fn app(&self) -> &App {
        &self.club.app
    }

    pub(crate) fn store(&self) -> &Store {
        &self.club.app.store
    }

    pub(crate) fn zone(&self) -> Zone {
        self.club.app.club.zone
    }

    /// A function that dies at its `nth` attempt on the database.
    pub(crate) fn mortal(&self, nth: usize, after: bool) -> (App, Arc<Mortal>) {
        let gate = Arc::new(Mortal {
            left: AtomicUsize::new(nth),
            after,
            dead: Notify::new(),
        });
        let app = self.host(gate.clone(), self.club.clock.clone());
        (app, gate)
    }

    /// A function on a host of its own: its way to the database, its clock.
    pub(crate) fn host(&self, gate: Arc<dyn Gate>, clock: Arc<dyn Clock>) -> App {
        let store = Store::new(self.club.client(gate), "damero");
        let club = &self.club;
        let ports = (club.posts.clone(), club.armed.clone());
        let mut app = App::new(store, ports.0, ports.1, clock, Limits::default());
        app.club = Arc::clone(&club.app.club);
        app
    }

    /// A way to the database in which nothing happens.
    pub(crate) fn open_gate() -> Arc<dyn Gate> {
        Arc::new(Open)
    }

    /// Runs something that may die; whether it came to its end.
    pub(crate) async fn try_run<T>(
        gate: &Mortal,
        run: impl Future<Output = Result<T, damero_app::Fault>>,
    ) -> bool {
        tokio::select! {
            done = Box::pin(run) => done.is_ok(),
            () = gate.dead.notified() => false,
        }
    }

    /// A game that runs.
    pub(crate) async fn start(&self, white: AccountId, black: AccountId, at: i64) -> HeldGame {
        let nth = self.games.fetch_add(1, Ordering::SeqCst);
        let pairing = PairingId(Ulid(u128::from(nth)));
        let started = Timestamp(at);
        let players = BySide { white, black };
        let setup = Setup {
            id: GameId::of_pairing(pairing, started),
            origin: Origin::Pairing(pairing),
            rules: rules(),
            control: Some(TimeControl::RATED),
            players: BySide::new(|side| Person::Account(players[side])),
            started,
        };
        let rated = Rated::begin(&BySide::default());
        let held = HeldGame::new(Game::start(setup), 1, BySide::default()).rated(rated);
        // So that it may end drawn as well.
        let offer = Event {
            received: started,
            confirmed: started,
            what: What::Offer(Side::White),
        };
        let held = held.after(&offer, None).unwrap();
        let put = self.client.put_item().table_name("damero");
        let put = put.set_item(Some(held.to_item().unwrap()));
        put.send().await.unwrap();
        held
    }

    /// A game ends, in the way every game does: decided again with a new stamp as often
    /// as something stood otherwise.
    pub(crate) async fn end(&self, held: &HeldGame, winner: Option<Side>, at: i64) -> Moment {
        let mut held = held.clone();
        loop {
            match self.try_end(&held, winner, at).await {
                Ok(moment) => return moment,
                Err(present) => held = present,
            }
        }
    }

    async fn try_end(
        &self,
        held: &HeldGame,
        winner: Option<Side>,
        at: i64,
    ) -> Result<Moment, HeldGame> {
        let players = held.game.accounts().unwrap();
        let of = async |account| self.store().standing(rules(), account).await.unwrap();
        let standings = BySide {
            white: of(players.white).await,
            black: of(players.black).await,
        };
        let cut = held.rated.as_ref().and_then(|rated| rated.not_before);
        let at = [standings.white.not_before(), standings.black.not_before()]
            .into_iter()
            .chain(cut)
            .fold(Timestamp(at), Timestamp::max);
        let pair = Players::of(players.white, players.black);
        let date = self.zone().day(at).unwrap();
        let before = Before {
            standings,
            date,
            week: self.zone().period(PeriodKind::Week, at).unwrap().id,
            day: self.store().pair_day(pair, date).await.unwrap(),
        };
        let end = match winner {
            Some(winner) => End::Resigned(winner.other()),
            None => End::Agreed,
        };
        let event = Event {
            received: at,
            confirmed: at,
            what: What::End(end),
        };
        let ending = self.store().ending(held, &event, None, &before).unwrap();
        match self.store().end(&ending).await.unwrap() {
            Ended::Done(next) => {
                let end = next.game.rated_end().unwrap();
                self.ends.lock().unwrap().push(end);
                Ok(end.moment)
            }
            Ended::Lost { .. } => {
                let id = held.game.setup().id;
                Err(self.store().game(id).await.unwrap().unwrap())
            }
            Ended::Unknown(error) => panic!("{error}"),
        }
    }

    /// A whole game.
    pub(crate) async fn play(&self, pair: (u64, u64), winner: Option<Side>, at: i64) -> Moment {
        let held = self.start(player(pair.0), player(pair.1), at - 1).await;
        self.end(&held, winner, at).await
    }

    /// Takes note of a game that an action has ended.
    pub(crate) async fn learn(&self, game: GameId) -> Moment {
        let held = self.store().game(game).await.unwrap().unwrap();
        let end = held.game.rated_end().unwrap();
        self.ends.lock().unwrap().push(end);
        end.moment
    }

    /// All games so far, in their order.
    pub(crate) fn ends(&self) -> Vec<RatedEnd> {
        let mut ends = self.ends.lock().unwrap().clone();
        ends.sort_by_key(|end| end.moment);
        ends
    }

    /// Which games are void as of a correction.
    pub(crate) async fn void(&self, as_of: Ordinal) -> BTreeSet<GameId> {
        let mut void = BTreeSet::new();
        let all = self
            .store()
            .corrections(ladder(), Ordinal::END, None)
            .await
            .unwrap();
        for (correction, _) in all {
            if correction.ordinal <= as_of {
                let game = correction.moment.game;
                match correction.mark {
                    damero_domain::correction::Mark::Void => void.insert(game),
                    damero_domain::correction::Mark::Reinstate => void.remove(&game),
                };
            }
        }
        void
    }

    /// The season had these games never been rated.
    pub(crate) fn without(&self, void: &BTreeSet<GameId>) -> Ledger {
        let mut ledger = Ledger::default();
        for end in self.ends() {
            if !void.contains(&end.moment.game) {
                ledger.end(&end);
            }
        }
        ledger
    }

    /// A revision's whole text.
    pub(crate) async fn text(&self, period: &Period, meta: &Meta) -> String {
        let mut text = String::new();
        for chunk in &meta.chunks {
            text += &self.store().chunk(ladder(), period, chunk).await.unwrap();
        }
        text
    }

    /// The closed periods of a kind, the newest first.
    pub(crate) async fn closed(&self, kind: PeriodKind) -> Vec<Span> {
        let periods = self.store().periods(ladder(), kind, None, 500).await;
        let (periods, _) = periods.unwrap();
        let closed = periods.iter().filter(|listed| !listed.lines.is_empty());
        closed.map(|listed| listed.open.span).collect()
    }

    /// What was published of a period, the original first.
    pub(crate) async fn revisions(&self, span: Span) -> Vec<Meta> {
        let Period { kind, id, .. } = span.period;
        self.store().revisions(ladder(), kind, id).await.unwrap()
    }

    /// The numbers that a period's revisions must have: the original is as of the last
    /// correction decided before the cut; each later one has a revision if the ranking
    /// as of it is another than as of the one before.
    async fn numbers(&self, span: Span) -> Vec<Ordinal> {
        let all = self.store().corrections(ladder(), Ordinal::END, None).await;
        let all = all.unwrap();
        let before = all.iter().filter(|(it, _)| it.at < span.period.end);
        let original = before.map(|(it, _)| it.ordinal).max();
        let original = original.unwrap_or(Ordinal::END);
        let mut rows = table(&self.without(&self.void(original).await), span);
        let mut numbers = vec![original];
        for (correction, _) in all.iter().filter(|(it, _)| it.ordinal > original) {
            let after = self.without(&self.void(correction.ordinal).await);
            let before = std::mem::replace(&mut rows, table(&after, span));
            numbers.extend((before != rows).then_some(correction.ordinal));
        }
        numbers
    }

    /// Holds every revision of a period to a replay of the season as of its number, when
    /// every correction is done. Returns the games of its original.
    pub(crate) async fn hold(&self, span: Span) -> BTreeSet<GameId> {
        let period = span.period;
        let id = period.id;
        let revisions = self.revisions(span).await;
        let numbers: Vec<_> = revisions.iter().map(|meta| meta.revision).collect();
        assert_eq!(numbers, self.numbers(span).await, "{id}");
        let mut games = Vec::new();
        for meta in &revisions {
            let text = self.text(&period, meta).await;
            let audited = audit(&text).unwrap();
            assert_eq!(audited.disagreements, [], "{id} {:?}", meta.revision);
            assert_eq!(audited.digest, meta.digest);
            let void = self.void(meta.revision).await;
            let ledger = self.without(&void);
            let (entries, rows) = read(&text);
            assert_eq!(entries, counted(&ledger, span), "{id} {:?}", meta.revision);
            assert_eq!(rows, table(&ledger, span), "{id} {:?}", meta.revision);
            games.push(entries.iter().map(|(_, entry)| entry.moment.game).collect());
        }
        games.swap_remove(0)
    }
}

/// Entries without the numbers of the corrections that wrote them.
fn unnumbered(entry: &Entry) -> Entry {
    Entry {
        ordinal: Ordinal::END,
        ..entry.clone()
    }
}

fn read(text: &str) -> (Vec<(AccountId, Entry)>, Vec<Row>) {
    let (mut entries, mut rows) = (Vec::new(), Vec::new());
    for line in text.lines() {
        match Line::<Entry>::read(line).unwrap() {
            Line::Entry(account, entry) => entries.push((account, unnumbered(&entry))),
            Line::Row(_, row) => rows.push(row),
            _ => {}
        }
    }
    (entries, rows)
}

fn counted(ledger: &Ledger, span: Span) -> Vec<(AccountId, Entry)> {
    let entries = ledger.entries();
    let within = entries.filter(|(_, entry)| span.holds(entry.moment.ended_at));
    within
        .map(|(account, entry)| (account, entry.clone()))
        .collect()
}

fn table(ledger: &Ledger, span: Span) -> Vec<Row> {
    let mut accounts: BTreeMap<AccountId, Vec<Entry>> = BTreeMap::new();
    for (account, entry) in counted(ledger, span) {
        accounts.entry(account).or_default().push(entry);
    }
    let mut rows: Vec<Row> = accounts
        .into_iter()
        .map(|(account, entries)| {
            let games = u32::try_from(entries.len()).unwrap();
            Row::of(account, entries.last().unwrap(), games)
        })
        .collect();
    damero_domain::rating::table::sort(&mut rows);
    rows
}
