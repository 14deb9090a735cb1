//! The table as a whole: copied, put back, compared, and held to what must be true of it.

mod queue;

use crate::script::Armed;
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::{AttributeValue, DeleteRequest, PutRequest, WriteRequest};
use damero_domain::game::Game;
use damero_domain::ids::{GameId, Person, RoomId};
use damero_rules::Side;
use damero_store::keys::{self, GSI1PK, GSI1SK, Key, PK, SK};
use damero_store::{HeldGame, Store};
use std::collections::{BTreeMap, HashMap};

type Item = HashMap<String, AttributeValue>;

/// Every item, by its key.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Items(BTreeMap<(String, String), Item>);

/// The attributes of each item, as text.
pub(crate) type Compared = BTreeMap<String, BTreeMap<String, String>>;

const TABLE: &str = "damero";

/// A value as text: a map has no order of its own, nor has a list of connections.
fn written(value: &AttributeValue) -> String {
    match value {
        AttributeValue::L(list) => {
            let mut list: Vec<_> = list.iter().map(written).collect();
            list.sort();
            format!("{list:?}")
        }
        AttributeValue::Ss(set) => {
            let mut set = set.clone();
            set.sort();
            format!("{set:?}")
        }
        AttributeValue::M(map) => {
            let map: BTreeMap<_, _> = map
                .iter()
                .map(|(name, value)| (name, written(value)))
                .collect();
            format!("{map:?}")
        }
        other => format!("{other:?}"),
    }
}

fn text(item: &Item, name: &str) -> String {
    item[name].as_s().unwrap().clone()
}

impl Items {
    /// The table as it stands.
    pub(crate) async fn read(client: &Client) -> Items {
        let mut pages = client
            .scan()
            .table_name(TABLE)
            .consistent_read(true)
            .into_paginator()
            .items()
            .send();
        let mut items = BTreeMap::new();
        while let Some(item) = pages.try_next().await.unwrap() {
            items.insert((text(&item, PK), text(&item, SK)), item);
        }
        Items(items)
    }

    /// Makes the table, which stands at `present`, these items.
    pub(crate) async fn put_back(&self, client: &Client, present: &Items) {
        let put = |item: &Item| {
            let put = PutRequest::builder().set_item(Some(item.clone()));
            let put = put.build().unwrap();
            WriteRequest::builder().put_request(put).build()
        };
        let delete = |item: &Item| {
            let delete = DeleteRequest::builder()
                .key(PK, item[PK].clone())
                .key(SK, item[SK].clone());
            let delete = delete.build().unwrap();
            WriteRequest::builder().delete_request(delete).build()
        };
        let changed = self
            .0
            .iter()
            .filter(|(key, item)| present.0.get(*key) != Some(item));
        let gone = present
            .0
            .iter()
            .filter(|(key, _)| !self.0.contains_key(*key));
        let writes = changed
            .map(|(_, item)| put(item))
            .chain(gone.map(|(_, item)| delete(item)));
        let writes: Vec<_> = writes.collect();
        for batch in writes.chunks(25) {
            let request = client
                .batch_write_item()
                .request_items(TABLE, batch.to_vec());
            request.send().await.unwrap();
        }
    }

    /// As text, without what may differ between two ways to the same state: the order
    /// of a list's connections, an ended game's list, which nobody enters any more,
    /// and how often a rate limit counted.
    pub(crate) fn compared(&self) -> Compared {
        let row = |((pk, sk), item): (&(String, String), &Item)| {
            let state = |state: &str| item.get("s") == Some(&AttributeValue::N(state.into()));
            let over = state("0");
            let may_differ = |name: &str| match name {
                "cw" | "cb" => over,
                // Nobody waits with whoever plays: the game has lists of its own.
                "c" if pk.starts_with("LOCK#") => state("2"),
                "c" => pk.starts_with("RL#"),
                _ => false,
            };
            let own = item.iter().filter(|(name, _)| !may_differ(name));
            let own = own.map(|(name, value)| (name.clone(), written(value)));
            let own: BTreeMap<_, _> = own.collect();
            (format!("{pk} {sk}"), own)
        };
        self.0.iter().map(row).collect()
    }

    pub(crate) fn ids<T: std::str::FromStr>(&self, prefix: &str) -> Vec<T> {
        let ids = self.0.keys().filter_map(|(pk, _)| pk.strip_prefix(prefix));
        ids.filter_map(|id| id.parse().ok()).collect()
    }

    /// The items of an entity.
    fn of<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = &'a Item> {
        let own = self
            .0
            .iter()
            .filter(move |((pk, _), _)| pk.starts_with(prefix));
        own.map(|(_, item)| item)
    }

    /// Every item, by its key.
    pub(crate) fn each(&self) -> impl Iterator<Item = (&str, &str, &Item)> {
        self.0
            .iter()
            .map(|((pk, sk), item)| (pk.as_str(), sk.as_str(), item))
    }

    /// How many items there are of an entity.
    pub(crate) fn count(&self, prefix: &str) -> usize {
        self.of(prefix).count()
    }

    /// The version of a room or game.
    pub(crate) fn version(&self, pk: &str) -> Option<u64> {
        let item = self.0.get(&(pk.to_owned(), keys::META.to_owned()))?;
        item["v"].as_n().unwrap().parse().ok()
    }

    fn has(&self, key: Key) -> bool {
        self.0.contains_key(&(key.pk, key.sk))
    }

    /// Every game, replayed: a wrong digest or an impossible event panics here.
    pub(crate) async fn games(&self, store: &Store) -> Vec<HeldGame> {
        let mut games = Vec::new();
        for id in self.ids::<GameId>("GAME#") {
            games.push(store.game(id).await.unwrap().unwrap());
        }
        games
    }

    /// What must be true between any two writes, with these timers under way.
    pub(crate) async fn hold(&self, store: &Store, armed: &Armed) {
        let games = self.games(store).await;
        for held in &games {
            self.hold_game(held, armed);
        }
        self.hold_ratings(store, &games).await;
        self.hold_queue(store, armed).await;
        self.hold_levels(store, &games).await;
        for room in self.ids::<RoomId>("ROOM#") {
            let held = store.room(room).await.unwrap().unwrap();
            let lapses = held.room.lapses().is_some();
            assert!(!lapses || armed.rooms.contains(&room), "an invitation ends");
            let own = games
                .iter()
                .map(|held| held.game.setup())
                .filter(|setup| setup.origin.room() == Some(room));
            let mut numbers: Vec<_> = own.map(|setup| (setup.origin.number(), setup.id)).collect();
            numbers.sort_unstable();
            let current = held
                .room
                .current
                .map(|current| (current.number, current.game));
            assert_eq!(
                numbers.last().copied(),
                current,
                "a room knows its newest game"
            );
            let expected = 1..=current.map_or(0, |(number, _)| number);
            assert!(
                numbers.iter().map(|(number, _)| *number).eq(expected),
                "one game a number"
            );
        }
        for (pk, sk) in self.0.keys() {
            if pk.starts_with("HIST#") || pk.starts_with("RUN#") {
                let game: GameId = sk.strip_prefix("G#").unwrap().parse().unwrap();
                assert!(self.has(keys::game(game)), "{pk} names a game that is");
            }
        }
    }

    /// A level that runs is its player's running one, and of each that an account has beaten
    /// the ledger has a line.
    async fn hold_levels(&self, store: &Store, games: &[HeldGame]) {
        let mut beaten = 0;
        for held in games {
            let setup = held.game.setup();
            let Some(computer) = held.game.computer() else {
                continue;
            };
            let player = setup.players[computer.other()];
            let progress = store.progress(player, setup.rules).await.unwrap().progress;
            let runs = held.game.ended().is_none();
            assert_eq!(progress.running == Some(setup.id), runs, "one level runs");
            let is_account = matches!(player, Person::Account(_));
            let end = held.game.level_end().filter(|_| is_account);
            beaten += usize::from(end.is_some_and(|end| end.is_beaten()));
        }
        assert_eq!(self.count("CREDIT#"), beaten, "a line a level beaten");
        assert_eq!(
            self.count("CRGUARD#"),
            self.count("CRSUM#"),
            "granted once here"
        );
    }

    fn hold_game(&self, held: &HeldGame, armed: &Armed) {
        let setup = held.game.setup();
        let id = setup.id;
        let events = u64::from(held.game.seq());
        match held.game.computer() {
            None => assert_eq!(held.v, 1 + events, "a version is an event"),
            Some(_) => assert!(held.v <= 1 + events, "what is answered is written with it"),
        }
        let runs = held.game.ended().is_none();
        let key = keys::game(id);
        let item = &self.0[&(key.pk, key.sk)];
        assert_eq!(item["s"], AttributeValue::N(u8::from(runs).to_string()));
        for name in [GSI1PK, GSI1SK] {
            assert_eq!(item.contains_key(name), runs, "{name} lists what runs");
        }
        for side in [Side::White, Side::Black] {
            let player: Person = setup.players[side];
            if player == Person::Computer {
                continue;
            }
            assert!(
                self.has(keys::history(player, id)),
                "in the history of both"
            );
            assert!(
                !runs || self.has(keys::running(player, id)),
                "on the home page of both"
            );
            let remembered = held.game.remembered(side);
            let once = |nth: usize| !remembered[..nth].contains(&remembered[nth]);
            assert!((0..remembered.len()).all(once), "a command counts once");
        }
        assert!(
            !guarded(&held.game) || armed.games.contains_key(&id),
            "somebody watches the clock"
        );
    }
}

/// Whether a game needs a watchdog.
pub(crate) fn guarded(game: &Game) -> bool {
    game.ended().is_none() && game.clocks().is_some()
}
