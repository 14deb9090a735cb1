//! What is written is what is read: whole items through the database, records as bytes.

use crate::play::Chance;
use crate::table::{Beginning, START, Table, connection};
use damero_domain::game::{Game, What};
use damero_domain::side::BySide;
use damero_domain::time::Timestamp;
use damero_rules::{RuleSet, Side};
use damero_store::items::record;
use damero_store::{HeldGame, Place, Saved};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, Strategy, any};
use proptest::sample::{Index, select};
use proptest::{prop_assert, prop_assert_eq, proptest};
use std::collections::BTreeSet;

const CONTROLS: [Option<&str>; 3] = [None, Some("10+5"), Some("60+30")];

fn rule_sets() -> impl Strategy<Value = &'static RuleSet> {
    select(RuleSet::ALL.iter().collect::<Vec<_>>())
}

fn start(rules: &'static RuleSet, control: Option<&'static str>) -> Game {
    let beginning = Beginning {
        rules,
        control,
        ..Beginning::default()
    };
    Game::start(beginning.both_accept().2)
}

/// A random game of at most so many events, in memory.
fn played(game: &Game, seed: u64, events: usize) -> Game {
    let mut chance = Chance(seed);
    let mut game = game.clone();
    for _ in 0..events {
        if game.ended().is_some() {
            break;
        }
        let (event, by) = chance.next(&game);
        game.evolve(event).unwrap();
        if let Some((side, tag)) = by {
            game.remember(side, tag);
        }
    }
    game
}

/// What a record can say of a game: everything but the remembered ids.
fn told(game: &Game) -> String {
    let mut game = game.clone();
    // Four of the same are no memory of anything.
    for side in [Side::White, Side::Black] {
        for _ in 0..damero_domain::game::REMEMBERED {
            game.remember(side, damero_domain::CommandTag(0));
        }
    }
    format!("{game:?}")
}

/// Plays a random game into the table, tabs opening and closing meanwhile.
async fn play_into(table: &Table, mut held: HeldGame, seed: u64, events: usize) -> HeldGame {
    let mut chance = Chance(seed);
    for _ in 0..events {
        if held.game.ended().is_some() {
            break;
        }
        if chance.below(8) == 0 {
            held = reconnect(table, held, &mut chance).await;
        }
        let (event, by) = chance.next(&held.game);
        held = match table.store.append(&held, &event, by).await {
            Ok(Saved::Done(next)) => next,
            other => panic!("nobody else writes: {other:?}"),
        };
    }
    held
}

async fn reconnect(table: &Table, mut held: HeldGame, chance: &mut Chance) -> HeldGame {
    let side = [Side::White, Side::Black][chance.below(2)];
    let place = Place::Game(held.game.setup().id, side);
    let name = connection(&format!("tab-{}", chance.below(6)));
    if chance.below(2) == 0 {
        let seen = &held.connections[side];
        table.bind(place, seen, &name).await;
    } else {
        table.unbind(place, &name).await;
    }
    held.connections = table.game(&held).await.connections;
    held
}

#[tokio::test]
async fn every_rule_set_s_games_survive_the_table() {
    let table = Table::new().await;
    let mut kinds = BTreeSet::new();
    for (nth, rules) in RuleSet::ALL.iter().enumerate() {
        for (times, control) in CONTROLS.into_iter().enumerate() {
            let room = (nth * CONTROLS.len() + times + 1) as u128;
            let beginning = Beginning {
                room,
                rules,
                control,
                ..Beginning::default()
            };
            let held = table.started(&beginning).await;
            let seed = u64::try_from(room).unwrap() * 7919;
            let held = play_into(&table, held, seed, 120).await;
            let read = table.game(&held).await;
            assert_eq!(format!("{read:?}"), format!("{held:?}"), "{}", rules.id);
            kinds.extend(held.game.events().iter().map(kind));
        }
    }
    let expected = [
        "AskCancel",
        "Decline",
        "End",
        "Huff",
        "Move",
        "Offer",
        "RefuseCancel",
    ];
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), expected);
}

/// An event's kind, as its type calls it.
fn kind(event: &damero_domain::game::Event) -> &'static str {
    match event.what {
        What::Move(_) => "Move",
        What::Huff(_) => "Huff",
        What::Offer(_) => "Offer",
        What::Decline => "Decline",
        What::AskCancel(_) => "AskCancel",
        What::RefuseCancel => "RefuseCancel",
        What::End(_) => "End",
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_record_leads_back_to_its_game(
        rules in rule_sets(),
        control in select(CONTROLS.to_vec()),
        seed in any::<u64>(),
        events in 0..200_usize,
    ) {
        let start = start(rules, control);
        let game = played(&start, seed, events);
        let bytes = record::write(&game);
        let read = record::read(start, &bytes).unwrap();
        prop_assert_eq!(told(&read), told(&game));
    }

    #[test]
    fn any_bytes_are_refused_or_a_legal_game(
        rules in rule_sets(),
        control in select(CONTROLS.to_vec()),
        bytes in vec(any::<u8>(), 0..300),
    ) {
        check(&start(rules, control), &bytes);
    }

    #[test]
    fn a_damaged_record_is_refused_or_a_legal_game(
        rules in rule_sets(),
        control in select(CONTROLS.to_vec()),
        seed in any::<u64>(),
        flips in vec((any::<Index>(), 0..8_u8), 0..4),
        keep in any::<Index>(),
        cut in any::<bool>(),
    ) {
        let start = start(rules, control);
        let mut bytes = record::write(&played(&start, seed, 80));
        for (at, bit) in flips {
            *at.get_mut(&mut bytes) ^= 1 << bit;
        }
        if cut {
            bytes.truncate(keep.index(bytes.len() + 1));
        }
        check(&start, &bytes);
    }

    #[test]
    fn a_record_cut_anywhere_is_a_shorter_game_or_none(
        seed in any::<u64>(),
        keep in any::<Index>(),
    ) {
        let start = start(&RuleSet::ALL[0], Some("10+5"));
        let game = played(&start, seed, 60);
        let bytes = record::write(&game);
        let cut = &bytes[..keep.index(bytes.len() + 1)];
        if let Ok(shorter) = record::read(start, cut) {
            let events = shorter.events();
            prop_assert_eq!(events, &game.events()[..events.len()]);
        } else {
            prop_assert!(cut.len() < bytes.len());
        }
    }
}

/// Whatever is read can be written and read again, in the order of time, with
/// clocks that were never overrun.
fn check(start: &Game, bytes: &[u8]) {
    let Ok(game) = record::read(start.clone(), bytes) else {
        return;
    };
    let again = record::read(start.clone(), &record::write(&game)).unwrap();
    assert_eq!(told(&again), told(&game));
    let stamps = game.events().iter().map(|event| event.confirmed);
    assert!(stamps.is_sorted());
    if let Some(clocks) = game.clocks() {
        for side in [Side::White, Side::Black] {
            assert!(clocks.remaining(side).0 >= 0);
        }
    }
}

#[tokio::test]
async fn an_item_whose_record_leads_elsewhere_is_corrupt() {
    use aws_sdk_dynamodb::primitives::Blob;
    use aws_sdk_dynamodb::types::AttributeValue;
    let table = Table::new().await;
    let held = table.started(&Beginning::default()).await;
    let held = play_into(&table, held, 5, 6).await;
    let key = damero_store::keys::game(held.game.setup().id);
    let whole = table.item(key).await.unwrap();
    let spoiled = [
        ("d", AttributeValue::B(Blob::new([0; 8]))),
        ("e", AttributeValue::B(Blob::new([0, 0]))),
        ("k", AttributeValue::S("vezz-8x8@99".into())),
        ("k", AttributeValue::S("whist".into())),
        ("c", AttributeValue::S("1+0".into())),
        ("w", AttributeValue::B(Blob::new([9; 17]))),
        ("r", AttributeValue::B(Blob::new([9; 15]))),
        ("iw", AttributeValue::B(Blob::new([9; 7]))),
        ("v", AttributeValue::S("1".into())),
        ("v", AttributeValue::N(u64::MAX.to_string())),
    ];
    for (name, value) in spoiled {
        let mut item = whole.clone();
        item.insert(name.into(), value.clone());
        table.put(item).await;
        let read = table.store.game(held.game.setup().id).await;
        assert!(
            matches!(read, Err(damero_store::StoreError::Corrupt(_))),
            "{name} = {value:?}: {read:?}"
        );
    }
    table.put(whole).await;
    assert_eq!(
        format!("{:?}", table.game(&held).await),
        format!("{held:?}")
    );
    assert!(held.game.last_stamp() > Timestamp(START));
}

#[test]
fn sides_are_told_apart_in_every_event() {
    let start = start(&RuleSet::ALL[0], None);
    let people: BySide<_> = start.setup().players;
    assert_ne!(people.white, people.black);
    for seed in 0..60 {
        let game = played(&start, seed, 60);
        let read = record::read(start.clone(), &record::write(&game)).unwrap();
        assert_eq!(read.events(), game.events());
    }
}
