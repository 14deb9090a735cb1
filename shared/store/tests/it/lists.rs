//! Lists of connections: four tabs a seat, and never in the way of a move.

use crate::play::{Chance, a_move};
use crate::table::{Beginning, Table, connection, names};
use damero_domain::ids::ConnectionId;
use damero_domain::room::Seat;
use damero_domain::time::Timestamp;
use damero_rules::Side;
use damero_store::{Confirmed, HeldGame, MAX_TABS, Place, Saved, Shown};
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
        retired.extend(table.bind(white(&held), &seen, &tab).await);
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
    assert_eq!(table.bind(white(&held), seen, &own).await, None);
    let stranger = connection("stranger");
    table.unbind(white(&held), &stranger).await;
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
        assert_eq!(table.bind(white(&held), &seen, tab).await, None);
    }
    assert_eq!(
        names(&whites(&table, &held).await),
        ["guest-1", "tab-0", "tab-1"]
    );
    // One that thinks it is not in the list, and is.
    assert_eq!(table.bind(white(&held), &seen, &tabs[1]).await, None);
    assert_eq!(whites(&table, &held).await.len(), 3);
}

#[tokio::test]
async fn tabs_that_open_and_close_at_once_all_count() {
    let table = Table::new().await;
    let held = table.started(&Beginning::default()).await;
    let tabs = opened(&table, MAX_TABS - 1).await;
    let seen = whites(&table, &held).await;
    let binds = tabs.iter().map(|tab| table.bind(white(&held), &seen, tab));
    assert!(join_all(binds).await.iter().all(Option::is_none));
    assert_eq!(whites(&table, &held).await.len(), MAX_TABS);
    join_all(tabs.iter().map(|tab| table.unbind(white(&held), tab))).await;
    assert_eq!(names(&whites(&table, &held).await), ["guest-1"]);
}

#[tokio::test]
async fn of_ten_tabs_at_once_four_stay_and_the_others_are_told() {
    let table = Table::new().await;
    let held = table.started(&Beginning::default()).await;
    let tabs = opened(&table, 10).await;
    let seen = whites(&table, &held).await;
    let binds = tabs.iter().map(|tab| table.bind(white(&held), &seen, tab));
    let outcomes = join_all(binds).await;
    let mut all: Vec<_> = outcomes.into_iter().flatten().collect();
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
            table.bind(white(&held), &seen, tab),
            table.store.append(&held, &event, by),
        )
        .await;
        assert!(bound.is_none_or(|retired| retired != *tab));
        held = match saved {
            Ok(Saved::Done(next)) => next,
            other => panic!("move {nth} was void: {other:?}"),
        };
        let read = table.game(&held).await;
        assert_eq!(read.v, held.v, "a list's write is no version");
        assert_eq!(read.connections.white.last(), Some(tab));
    }
}

/// One whose item says where it is to be listed, and that is listed there.
async fn noted(table: &Table, places: &[Place], tab: &ConnectionId) {
    for place in places {
        let shown = table.store.note_binding(*place, tab).await.unwrap();
        assert!(shown.unwrap().places.contains(place));
        table.bind(*place, &[], tab).await;
    }
}

async fn places(table: &Table, tab: &ConnectionId) -> Vec<String> {
    let places = table.store.places(tab).await.unwrap();
    let mut names: Vec<_> = places.iter().map(|place| format!("{place:?}")).collect();
    names.sort();
    names
}

#[tokio::test]
async fn a_connection_names_every_place_that_names_it_once() {
    let table = Table::new().await;
    let beginning = Beginning::default();
    let held = table.started(&beginning).await;
    let tab = &opened(&table, 1).await[0];
    let both = [white(&held), Place::Room(beginning.room_id(), Seat::Guest)];
    noted(&table, &both, tab).await;
    noted(&table, &both, tab).await;
    let expected = both.map(|place| format!("{place:?}"));
    assert_eq!(places(&table, tab).await, expected);
    let room = table
        .store
        .room(beginning.room_id())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(names(&room.connections.guest), ["guest-1", "tab-0"]);
    assert_eq!(room.v, 2, "a list's write is no version");

    let named = table.store.delete_connection(tab).await.unwrap();
    assert_eq!(named.len(), 2, "whoever forgets it can go there");
    assert_eq!(table.store.places(tab).await.unwrap(), []);
}

#[tokio::test]
async fn what_a_connection_said_last_is_what_it_shows() {
    let table = Table::new().await;
    let held = table.started(&Beginning::default()).await;
    let tab = &opened(&table, 1).await[0];
    let room = Place::Room(Beginning::default().room_id(), Seat::Guest);
    let show = |page, told| table.store.show(tab, page, Timestamp(told));
    let first = show(Some(white(&held)), 5).await.unwrap().unwrap();
    assert_eq!((first.page, first.told), (Some(white(&held)), Timestamp(5)));
    let overtaken = show(Some(room), 4).await.unwrap();
    assert_eq!(overtaken, None, "it has said something later");
    let second = show(Some(room), 6).await.unwrap().unwrap();
    assert_eq!(second.places.len(), 2, "both lists may name it");
    let confirmed = |shown, left| table.store.confirm(tab, shown, left);
    // What was written for the first page is to be written anew.
    let now = confirmed(&first, &[]).await.unwrap();
    assert!(second.came, "from the first page");
    let present = Shown {
        came: false,
        ..second.clone()
    };
    assert_eq!(now, Confirmed::Now(present));
    let again = show(Some(room), 6).await.unwrap().unwrap();
    assert!(!again.came, "it was there");
    let left = [white(&held)];
    let now = confirmed(&second, &left).await.unwrap();
    assert_eq!(now, Confirmed::Still);
    assert_eq!(table.store.places(tab).await.unwrap(), [room]);
    // The page of nobody has no list, and all are forgotten in the end.
    let home = show(None, 7).await.unwrap().unwrap();
    assert_eq!((home.page, home.places.as_slice()), (None, &[room][..]));
    let now = confirmed(&home, &home.places).await.unwrap();
    assert_eq!(now, Confirmed::Still);
    assert_eq!(table.store.places(tab).await.unwrap(), []);
    let named = table.store.delete_connection(tab).await.unwrap();
    assert_eq!(named, []);
    assert_eq!(confirmed(&home, &[]).await.unwrap(), Confirmed::Gone);
    assert_eq!(show(None, 8).await.unwrap(), None);
}

#[tokio::test]
async fn who_had_to_make_room_elsewhere_makes_room_here() {
    let table = Table::new().await;
    let held = table.started(&Beginning::default()).await;
    let tabs = opened(&table, MAX_TABS).await;
    for tab in &tabs[..MAX_TABS - 1] {
        table.bind(white(&held), &[], tab).await;
    }
    let newest = &tabs[MAX_TABS - 1];
    let seen = whites(&table, &held).await;
    let store = &table.store;
    let listing = store
        .bind(white(&held), &seen, newest, Some(&tabs[0]))
        .await;
    assert_eq!(listing.unwrap().retired, None, "that one is known already");
    assert_eq!(
        names(&whites(&table, &held).await),
        ["guest-1", "tab-1", "tab-2", "tab-3"]
    );
    // Also if the newest is listed here already.
    let seen = whites(&table, &held).await;
    let listing = store
        .bind(white(&held), &seen, newest, Some(&tabs[1]))
        .await;
    assert_eq!(listing.unwrap().retired, None);
    assert_eq!(
        names(&whites(&table, &held).await),
        ["guest-1", "tab-2", "tab-3"]
    );
}

#[tokio::test]
async fn a_connection_that_is_gone_is_not_brought_back() {
    let table = Table::new().await;
    let held = table.started(&Beginning::default()).await;
    let gone = connection("gone");
    let noted = table.store.note_binding(white(&held), &gone).await.unwrap();
    assert_eq!(noted, None);
    let shown = table.store.show(&gone, Some(white(&held)), Timestamp(1));
    assert_eq!(shown.await.unwrap(), None);
    let key = damero_store::keys::connection(&gone);
    assert!(table.item(key).await.is_none());
}

#[tokio::test]
async fn a_place_that_is_gone_binds_nobody() {
    let table = Table::new().await;
    let tab = &opened(&table, 1).await[0];
    let nowhere = Place::Room(Beginning::default().room_id(), Seat::Host);
    assert_eq!(table.bind(nowhere, &[], tab).await, None);
    table.unbind(nowhere, tab).await;
    let room = Beginning::default().room_id();
    assert!(table.store.room(room).await.unwrap().is_none());
}

#[tokio::test]
async fn whoever_writes_a_list_has_what_it_belongs_to_from_the_write() {
    let table = Table::new().await;
    let held = table.started(&Beginning::default()).await;
    let tab = &opened(&table, 1).await[0];
    let (event, by) = a_move(&held.game, &mut Chance(5));
    table.store.append(&held, &event, by).await.unwrap();
    let store = table.store.observed();
    let seen = &held.connections.white;
    let listing = store.bind(white(&held), seen, tab, None).await.unwrap();
    let present = listing.game().unwrap().unwrap();
    assert_eq!(
        present.v,
        held.v + 1,
        "it sees the move made since the read"
    );
    assert_eq!(names(&present.connections.white), ["guest-1", "tab-0"]);
    assert_eq!(store.calls().list().len(), 1, "and needs no read for it");
}

#[tokio::test]
async fn a_tab_that_opened_since_the_read_hears_of_the_move() {
    let table = Table::new().await;
    let held = table.started(&Beginning::default()).await;
    let tab = &opened(&table, 1).await[0];
    table.bind(white(&held), &held.connections.white, tab).await;
    let (event, by) = a_move(&held.game, &mut Chance(3));
    let Ok(Saved::Done(next)) = table.store.append(&held, &event, by).await else {
        panic!("nobody else writes");
    };
    assert_eq!(names(&next.connections.white), ["guest-1", "tab-0"]);
}
