//! How large a game's item is, by the database's own rule.

use crate::play::{Chance, a_move};
use crate::rated::begun;
use crate::table::{Beginning, Item, START, Table, connection};
use aws_sdk_dynamodb::types::AttributeValue;
use damero_domain::game::Game;
use damero_domain::time::Timestamp;
use damero_rules::{RuleSet, Side};
use damero_store::{HeldGame, Place, Saved, keys};

/// Connection ids as the gateway makes them are this long.
const TABS: [&str; 4] = [
    "L0SM9cOFvHcCIhw=",
    "L0SNdcOFPHcCJAA=",
    "L0SPwfQkvHcAc0w=",
    "L0SQ9eXUPHcCE6Q=",
];

/// An item's size: each attribute's name and value.
fn size(item: &Item) -> usize {
    item.iter()
        .map(|(name, value)| name.len() + value_size(value))
        .sum()
}

fn value_size(value: &AttributeValue) -> usize {
    match value {
        AttributeValue::S(text) => text.len(),
        AttributeValue::B(bytes) => bytes.as_ref().len(),
        // One byte for two digits, and one more.
        AttributeValue::N(number) => number.trim_start_matches('-').len().div_ceil(2) + 1,
        AttributeValue::L(list) => 3 + list.iter().map(|one| 1 + value_size(one)).sum::<usize>(),
        other => panic!("games have no such attribute: {other:?}"),
    }
}

/// The seed of a game that goes on for so many plies.
fn lasting(start: &Game, plies: u16) -> u64 {
    let lasts = |seed: &u64| {
        let mut chance = Chance(*seed);
        let mut game = start.clone();
        while game.ended().is_none() && game.line().plies() < plies {
            let (event, _) = a_move(&game, &mut chance);
            game.evolve(event).unwrap();
        }
        game.line().plies() == plies
    };
    (0..).find(lasts).unwrap()
}

/// A game with two tabs a seat.
async fn watched(table: &Table, beginning: &Beginning) -> HeldGame {
    let mut held = table.started(beginning).await;
    let id = held.game.setup().id;
    for (side, old, tabs) in [
        (Side::White, "guest-1", &TABS[..2]),
        (Side::Black, "host-1", &TABS[2..]),
    ] {
        let place = Place::Game(id, side);
        for old in [old, "host-1", "guest-1"] {
            table.unbind(place, &connection(old)).await;
        }
        for tab in tabs {
            let seen = table.game(&held).await.connections[side].clone();
            let retired = table.bind(place, &seen, &connection(tab)).await;
            assert_eq!(retired, None);
        }
    }
    held = table.game(&held).await;
    assert!(held.connections.white.len() == 2 && held.connections.black.len() == 2);
    held
}

/// The sizes after each number of plies, of one long game.
async fn sizes(rules: &'static RuleSet, plies: &[u16]) -> Vec<usize> {
    let table = Table::new().await;
    let beginning = Beginning {
        rules,
        control: Some("20+10"),
        ..Beginning::default()
    };
    let held = watched(&table, &beginning).await;
    grown(&table, held, plies).await
}

/// The sizes of a game after each number of plies.
async fn grown(table: &Table, mut held: HeldGame, plies: &[u16]) -> Vec<usize> {
    let start = Game::start(held.game.setup().clone());
    let mut chance = Chance(lasting(&start, plies[plies.len() - 1]));
    let mut sizes = Vec::new();
    for &wanted in plies {
        while held.game.line().plies() < wanted {
            let (event, by) = a_move(&held.game, &mut chance);
            held = match table.store.append(&held, &event, by).await {
                Ok(Saved::Done(next)) => next,
                other => panic!("nobody else writes: {other:?}"),
            };
        }
        let item = table.item(keys::game(held.game.setup().id)).await.unwrap();
        sizes.push(size(&item));
    }
    for side in [Side::White, Side::Black] {
        assert_eq!(held.game.remembered(side).len(), 4);
    }
    sizes
}

const PLIES: [u16; 4] = [40, 60, 110, 200];

/// With both ratings, the cut of a closing and two tabs a seat.
#[tokio::test]
async fn a_rated_game_of_sixty_plies_stays_under_900_bytes() {
    let table = Table::new().await;
    let held = begun(&table, &RuleSet::ALL[0], 0).await;
    let id = held.game.setup().id;
    for (side, old, tabs) in [
        (Side::White, "white-1", &TABS[..2]),
        (Side::Black, "black-1", &TABS[2..]),
    ] {
        let place = Place::Game(id, side);
        table.unbind(place, &connection(old)).await;
        for tab in tabs {
            let seen = table.game(&held).await.connections[side].clone();
            assert_eq!(table.bind(place, &seen, &connection(tab)).await, None);
        }
    }
    assert!(table.store.fence(id, Timestamp(START)).await.unwrap());
    let held = table.game(&held).await;
    let sizes = grown(&table, held, &PLIES[..3]).await;
    for ((plies, size), limit) in PLIES.into_iter().zip(sizes).zip([640, 900, 1024]) {
        println!("rated: {plies} plies, {size} bytes");
        assert!(size < limit, "{plies} plies are {size} bytes");
    }
}

/// A move is one write unit while its item is at most 1,024 bytes.
#[tokio::test]
async fn a_game_of_sixty_plies_stays_under_900_bytes() {
    for (id, limits) in [
        ("vezz-8x8", [600, 900, 1024, 1536]),
        ("mesita-international", [600, 900, 1024, 1536]),
    ] {
        let sizes = sizes(RuleSet::by_id(id).unwrap(), &PLIES).await;
        for ((plies, size), limit) in PLIES.into_iter().zip(sizes).zip(limits) {
            println!("{id}: {plies} plies, {size} bytes");
            assert!(size < limit, "{id}: {plies} plies are {size} bytes");
        }
    }
}
