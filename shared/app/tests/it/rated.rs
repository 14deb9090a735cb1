//! Rated games as the queue makes them, put into the table directly.

use crate::club::{Club, Tab, in_game};
use crate::script::{Database, Script};
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::AttributeValue;
use damero_app::actions;
use damero_domain::TimeControl;
use damero_domain::game::{Game, Origin, Setup};
use damero_domain::ids::{AccountId, GameId, PairingId, Person};
use damero_domain::rating::Rated;
use damero_domain::side::BySide;
use damero_domain::time::Timestamp;
use damero_rules::RuleSet;
use damero_store::keys::{self, Key, PK, SK};
use damero_store::{HeldGame, HeldLock, Hold, Item};
use serde_json::json;
use std::sync::Arc;
use ulid::Ulid;

/// What a person's browsers are linked to.
pub(crate) fn account(person: u8) -> AccountId {
    AccountId(Ulid::from_parts(1, u128::from(person)))
}

/// A client of its own, which nothing happens to.
pub(crate) fn client(club: &Club) -> Client {
    club.client(Arc::new(Database(Script::new(None, None))))
}

async fn put(client: &Client, item: Item) {
    let put = client.put_item().table_name("damero").set_item(Some(item));
    put.send().await.unwrap();
}

fn bare(key: Key) -> Item {
    [(PK, key.pk), (SK, key.sk)]
        .map(|(name, value)| (name.to_owned(), AttributeValue::S(value)))
        .into()
}

/// A rated game that begins now, with all that belongs to it; red moves first. Both
/// look at it.
pub(crate) async fn begin(club: &Club, rules: &'static RuleSet, red: &Tab, white: &Tab) -> GameId {
    let started = Timestamp(club.clock_now());
    let pairing = PairingId(Ulid::from_parts(started.0.unsigned_abs(), 7));
    let accounts = BySide {
        white: white.account.unwrap(),
        black: red.account.unwrap(),
    };
    let setup = Setup {
        id: GameId::of_pairing(pairing, started),
        origin: Origin::Pairing(pairing),
        rules,
        control: Some(TimeControl::RATED),
        players: BySide::new(|side| Person::Account(accounts[side])),
        started,
    };
    let id = setup.id;
    let standing = async |account| club.app.store.standing(rules, account).await.unwrap();
    let standings = BySide {
        white: standing(accounts.white).await,
        black: standing(accounts.black).await,
    };
    let held = HeldGame::new(Game::start(setup), 1, BySide::default());
    let held = held.rated(Rated::begin(&standings));
    let client = client(club);
    put(&client, held.to_item().unwrap()).await;
    for account in [accounts.white, accounts.black] {
        let lock = HeldLock {
            account,
            hold: Hold::Playing(id),
            connections: Vec::new(),
        };
        put(&client, lock.to_item().unwrap()).await;
        let player = Person::Account(account);
        put(&client, bare(keys::history(player, id))).await;
        put(&client, bare(keys::running(player, id))).await;
    }
    for tab in [red, white] {
        club.does::<actions::Sync>(tab, in_game(id)).await;
    }
    id
}

/// Two who played yesterday begin again today: white has won.
pub(crate) async fn second_game(club: &Club, red: &Tab, white: &Tab) -> GameId {
    let rules = RuleSet::by_id("vezz-8x8").unwrap();
    let first = begin(club, rules, red, white).await;
    club.does::<actions::GameResign>(red, json!({"game": first.to_string()}))
        .await;
    club.clock.pass(24 * 3_600_000);
    begin(club, rules, red, white).await
}
