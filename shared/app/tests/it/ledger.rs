//! What must be true of ratings at any moment: everything that rated play has left in
//! the table is what the games that have ended lead to, in order, and nothing else.

use crate::items::Items;
use damero_domain::ids::AccountId;
use damero_domain::period::{LocalDate, PeriodKind, Zone};
use damero_domain::rating::league::Activity;
use damero_domain::rating::pair_day::Players;
use damero_domain::rating::{Entry, MicroElo, Ordinal, PairDay, Standing, conclude};
use damero_domain::side::BySide;
use damero_rules::{RuleSet, Side};
use damero_store::{HeldGame, Hold, LeagueLine, Span, Store, keys};
use std::collections::{BTreeMap, BTreeSet};

const SIDES: [Side; 2] = [Side::White, Side::Black];

/// Whose, in which rule set.
type Name = (&'static str, AccountId);

/// Everything that ended games lead to.
#[derive(Default)]
struct Replay {
    standings: BTreeMap<Name, Standing>,
    logs: BTreeMap<Name, Vec<Entry>>,
    days: BTreeMap<(Players, LocalDate), PairDay>,
    league: Vec<(LocalDate, LeagueLine)>,
}

impl Replay {
    /// Plays the ratings of these games again, in the order in which they ended.
    fn of(games: &[&HeldGame]) -> Replay {
        let mut replay = Replay::default();
        let mut ended: Vec<_> = games
            .iter()
            .filter_map(|held| Some((held.game.rated_end()?.moment, *held)))
            .collect();
        ended.sort_by_key(|(moment, _)| *moment);
        for (_, held) in ended {
            replay.add(held);
        }
        replay
    }

    fn add(&mut self, held: &HeldGame) {
        let end = held.game.rated_end().unwrap();
        let rules = held.game.setup().rules;
        let name = |side: Side| (rules.id, end.players[side]);
        let before = BySide::new(|side| {
            let standing = self.standings.get(&name(side));
            standing.copied().unwrap_or_default()
        });
        let concluded = conclude(&end, &before);
        let change = held.rated.as_ref().unwrap().change.unwrap();
        for side in SIDES {
            let entry = &concluded.entries[side];
            assert_eq!(
                change[side].delta, entry.delta,
                "the game says what the log says"
            );
            assert_eq!(change[side].before, entry.before);
            assert_eq!(change[side].games, entry.games);
            self.logs.entry(name(side)).or_default().push(entry.clone());
            self.standings.insert(name(side), concluded.standings[side]);
        }
        let at = end.moment.ended_at;
        let players = Players::of(end.players.white, end.players.black);
        let date = Zone::UTC.day(at).unwrap();
        let day = self.days.entry((players, date)).or_default();
        if day.first.is_none() {
            let week = Zone::UTC.period(PeriodKind::Week, at).unwrap().id;
            let line = |side: Side| -> LeagueLine {
                let activity = Activity {
                    moment: end.moment,
                    ordinal: Ordinal::END,
                    rival: end.players[side.other()],
                    day: date,
                    counts: true,
                };
                (end.players[side], activity)
            };
            self.league.extend(SIDES.map(|side| (week, line(side))));
        }
        *day = day.with(rules.id, end.moment.game);
    }
}

impl Items {
    /// Holds standings, logs, pairs of a day, the League's log and locks to these games.
    pub(crate) async fn hold_ratings(&self, store: &Store, games: &[HeldGame]) {
        let games: Vec<_> = games.iter().filter(|held| held.rated.is_some()).collect();
        let replay = Replay::of(&games);
        for (&(id, account), standing) in &replay.standings {
            let rules = RuleSet::by_id(id).unwrap();
            let stored = store.standing(rules, account).await.unwrap();
            assert_eq!(stored, *standing, "the log replays to the standing");
            let log = store.entries(rules, account, Span::ALL).await.unwrap();
            assert_eq!(
                log.rows,
                replay.logs[&(id, account)],
                "each game counts once"
            );
        }
        self.hold_sum(&replay);
        for ((players, date), day) in &replay.days {
            let stored = store.pair_day(*players, *date).await.unwrap();
            assert_eq!(stored, *day);
        }
        self.hold_league(store, &replay).await;
        let logged: usize = replay.logs.values().map(Vec::len).sum();
        for (prefix, count) in [
            ("STAND#", replay.standings.len()),
            ("RE#", logged),
            ("PAIRDAY#", replay.days.len()),
            ("LG#", replay.league.len() + self.count("CREDIT#")),
        ] {
            assert_eq!(self.count(prefix), count, "{prefix} has nothing else");
        }
        self.hold_locks(store, &games).await;
    }

    /// What one wins the other loses: nobody's first thousand points go anywhere.
    fn hold_sum(&self, replay: &Replay) {
        let sum: i64 = replay
            .standings
            .values()
            .map(|standing| standing.elo.0)
            .sum();
        let people = i64::try_from(replay.standings.len()).unwrap();
        assert_eq!(sum, people * MicroElo::START.0);
    }

    /// One entry for each of a pair and day.
    async fn hold_league(&self, store: &Store, replay: &Replay) {
        let weeks: BTreeSet<_> = replay.league.iter().map(|(week, _)| *week).collect();
        let mut lines = Vec::new();
        for week in weeks {
            for shard in 0..keys::STAND_SHARDS {
                let page = store.league(week, shard, None, None).await.unwrap();
                lines.extend(page.rows.into_iter().map(|line| (week, line)));
            }
        }
        let order = |(week, (account, activity)): &(LocalDate, LeagueLine)| {
            (*week, activity.moment, *account)
        };
        let mut expected = replay.league.clone();
        expected.sort_by_key(order);
        lines.sort_by_key(order);
        assert_eq!(lines, expected, "one entry a pair and day");
    }

    /// Whoever plays is held by just that game; nobody else is held by one.
    async fn hold_locks(&self, store: &Store, games: &[&HeldGame]) {
        let mut playing = BTreeMap::new();
        for held in games.iter().filter(|held| held.game.ended().is_none()) {
            let accounts = held.game.accounts().unwrap();
            for side in SIDES {
                let other = playing.insert(accounts[side], held.game.setup().id);
                assert_eq!(other, None, "one rated game an account");
            }
        }
        for account in self.ids::<AccountId>("LOCK#") {
            let lock = store.lock(account).await.unwrap().unwrap();
            if let Hold::Playing(game) = lock.hold {
                assert_eq!(playing.remove(&account), Some(game), "no lock stays");
            }
        }
        assert!(playing.is_empty(), "whoever plays is held: {playing:?}");
    }
}
