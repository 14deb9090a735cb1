//! Lists of connections: four tabs a seat, and never in the way of a move.

use crate::play::{Chance, a_move};
use crate::table::{Beginning, Table, connection, names};
use damero_domain::ids::ConnectionId;
use damero_domain::room::Seat;
use damero_rules::Side;
use damero_store::{HeldGame, MAX_TABS, Place, Saved};
use futures_util::future::join_all;

fn white(held: &HeldGame) -> Place {
    Place::Game(held.game.setup().id, Side::White)
}

/// Connections that have been opened.
async fn opened(table: &Table, count: usize) -> Vec<ConnectionId> {
    let tabs: Vec<_> = (0..count)
        .map(|nth| connection(&format!("tab-{nth}")))
        .collect();
    for tab in &tabs {
        table.store.put_connection(tab, 0).await.unwrap();
    }
    tabs
}

async fn whites(table: &Table, held: &HeldGame) -> Vec<ConnectionId> {
    table.game(held).await.connections.white
}

#[tokio::test]
async fn a_fifth_tab_retires_the_oldest() {
    let table = Table::new().await;
    let held = table.started(&Beginning::default()).await;
    let mut retired = Vec::new();
    for tab in opened(&table, 6).await {
        let seen = whites(&table, &held).await;
        retired.extend(table.store.bind(white(&held), &seen, &tab).await.unwrap());
    }
    assert_eq!(names(&retired), ["guest-1", "tab-0", "tab-1"]);
    assert_eq!(
        names(&whites(&table, &held).await),
        ["tab-2", "tab-3", "tab-4", "tab-5"]
    );
}

#[tokio::test]
async fn binding_what_is_bound_and_unbinding_what_is_not_change_nothing() {
    let table = Table::new().await;
    let held = table.started(&Beginning::default()).await;
    let before = table.game(&held).await;
    let own = connection("guest-1");
    let seen = &before.connections.white;
    assert_eq!(
        table.store.bind(white(&held), seen, &own).await.unwrap(),
        None
    );
    let stranger = connection("stranger");
    table.store.unbind(white(&held), &stranger).await.unwrap();
    assert_eq!(
        format!("{:?}", table.game(&held).await),
        format!("{before:?}")
    );
}

#[tokio::test]
async fn a_list_that_changed_meanwhile_is_read_again() {
    let table = Table::new().await;
    let held = table.started(&Beginning::default()).await;
    let tabs = opened(&table, 2).await;
    let seen = whites(&table, &held).await;
    for tab in &tabs {
        // Both saw the list before either wrote it.
        assert_eq!(
            table.store.bind(white(&held), &seen, tab).await.unwrap(),
            None
        );
    }
    assert_eq!(
        names(&whites(&table, &held).await),
        ["guest-1", "tab-0", "tab-1"]
    );
    // One that thinks it is not in the list, and is.
    assert_eq!(
        table
            .store
            .bind(white(&held), &seen, &tabs[1])
            .await
            .unwrap(),
        None
    );
    assert_eq!(whites(&table, &held).await.len(), 3);
}

#[tokio::test]
async fn tabs_that_open_and_close_at_once_all_count() {
    let table = Table::new().await;
    let held = table.started(&Beginning::default()).await;
    let tabs = opened(&table, MAX_TABS - 1).await;
    let seen = whites(&table, &held).await;
    let binds = tabs
        .iter()
        .map(|tab| table.store.bind(white(&held), &seen, tab));
    assert!(
        join_all(binds)
            .await
            .into_iter()
            .all(|bound| bound.unwrap().is_none())
    );
    assert_eq!(whites(&table, &held).await.len(), MAX_TABS);
    let unbinds = tabs.iter().map(|tab| table.store.unbind(white(&held), tab));
    assert!(join_all(unbinds).await.into_iter().all(|done| done.is_ok()));
    assert_eq!(names(&whites(&table, &held).await), ["guest-1"]);
}

#[tokio::test]
async fn of_ten_tabs_at_once_four_stay_and_the_others_are_told() {
    let table = Table::new().await;
    let held = table.started(&Beginning::default()).await;
    let tabs = opened(&table, 10).await;
    let seen = whites(&table, &held).await;
    let binds = tabs
        .iter()
        .map(|tab| table.store.bind(white(&held), &seen, tab));
    let outcomes = join_all(binds).await;
    let mut all: Vec<_> = outcomes.into_iter().filter_map(Result::unwrap).collect();
    assert_eq!(all.len(), 11 - MAX_TABS);
    all.extend(whites(&table, &held).await);
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 11, "each is either listed or was told");
}

#[tokio::test]
async fn a_tab_never_voids_a_move_nor_a_move_a_tab() {
    let table = Table::new().await;
    let mut held = table.started(&Beginning::default()).await;
    let tabs = opened(&table, 30).await;
    let mut chance = Chance(11);
    for (nth, tab) in tabs.iter().enumerate() {
        let seen = whites(&table, &held).await;
        let (event, by) = a_move(&held.game, &mut chance);
        let (bound, saved) = futures_util::future::join(
            table.store.bind(white(&held), &seen, tab),
            table.store.append(&held, &event, by),
        )
        .await;
        bound.unwrap();
        held = match saved {
            Ok(Saved::Done(next)) => next,
            other => panic!("move {nth} was void: {other:?}"),
        };
        let read = table.game(&held).await;
        assert_eq!(read.v, held.v, "a list's write is no version");
        assert_eq!(read.connections.white.last(), Some(tab));
    }
}

#[tokio::test]
async fn a_connection_names_every_place_that_names_it() {
    let table = Table::new().await;
    let beginning = Beginning::default();
    let held = table.started(&beginning).await;
    let tab = &opened(&table, 1).await[0];
    let places = [Place::Room(beginning.room_id(), Seat::Guest), white(&held)];
    for place in places {
        table.store.bind(place, &[], tab).await.unwrap();
    }
    assert_eq!(table.store.places(tab).await.unwrap(), places);
    let room = table
        .store
        .room(beginning.room_id())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(names(&room.connections.guest), ["guest-1", "tab-0"]);
    assert_eq!(room.v, 2, "a list's write is no version");

    table.store.delete_connection(tab).await.unwrap();
    assert_eq!(table.store.places(tab).await.unwrap(), []);
}

#[tokio::test]
async fn a_connection_that_is_gone_is_not_brought_back() {
    let table = Table::new().await;
    let held = table.started(&Beginning::default()).await;
    let gone = connection("gone");
    table.store.note_binding(white(&held), &gone).await.unwrap();
    let key = damero_store::keys::connection(&gone);
    assert!(table.item(key).await.is_none());
}

#[tokio::test]
async fn a_place_that_is_gone_binds_nobody() {
    let table = Table::new().await;
    let tab = &opened(&table, 1).await[0];
    let nowhere = Place::Room(Beginning::default().room_id(), Seat::Host);
    assert_eq!(table.store.bind(nowhere, &[], tab).await.unwrap(), None);
    table.store.unbind(nowhere, tab).await.unwrap();
    let room = Beginning::default().room_id();
    assert!(table.store.room(room).await.unwrap().is_none());
}

#[tokio::test]
async fn a_tab_that_opened_since_the_read_hears_of_the_move() {
    let table = Table::new().await;
    let held = table.started(&Beginning::default()).await;
    let tab = &opened(&table, 1).await[0];
    let seen = &held.connections.white;
    table.store.bind(white(&held), seen, tab).await.unwrap();
    let (event, by) = a_move(&held.game, &mut Chance(3));
    let Ok(Saved::Done(next)) = table.store.append(&held, &event, by).await else {
        panic!("nobody else writes");
    };
    assert_eq!(names(&next.connections.white), ["guest-1", "tab-0"]);
}
