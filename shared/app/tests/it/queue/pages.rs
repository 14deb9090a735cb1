//! Which tabs hear.

use super::*;
use damero_app::websocket;

async fn tabs(hall: &Hall, nth: u8, count: u8) -> Vec<Tab> {
    let mut tabs = vec![hall.member(nth).await];
    for more in 1..count {
        let tab = browser(nth, more);
        hall.club.open(&tab).await;
        tabs.push(tab);
    }
    tabs
}

#[tokio::test]
async fn a_rival_reaches_every_tab_whatever_page_it_shows() {
    let hall = Hall::new().await;
    let ana = tabs(&hall, 1, 4).await;
    let beto = hall.member(2).await;
    hall.join(&ana[0]).await;
    let room = hall.club.create(&ana[3]).await;
    let pages = [
        json!({"page": "queue"}),
        json!({}),
        json!({"room": room.to_string()}),
    ];
    for (tab, page) in ana[1..].iter().zip(pages) {
        let done = hall.club.act::<actions::Sync>(tab, page).await;
        assert!(place(&done, tab).is_some(), "it is shown the search");
    }
    // From page to page, a tab stays listed.
    hall.club.does::<actions::Sync>(&ana[3], json!({})).await;
    let done = hall.join(&beto).await;
    for tab in &ana {
        assert!(notice(&done, tab).is_some(), "{:?}", tab.connection);
    }
    let pairing = hall.pairing_of(&beto).await.unwrap();
    hall.confirm(&beto, pairing).await;
    let done = hall.confirm(&ana[2], pairing).await;
    for tab in &ana {
        let game = told(&done, tab)
            .into_iter()
            .any(|message| matches!(message, Message::State { .. }));
        assert!(game, "and the game");
    }
}

#[tokio::test]
async fn the_fifth_tab_retires_the_first() {
    let hall = Hall::new().await;
    let ana = tabs(&hall, 1, 5).await;
    hall.join(&ana[0]).await;
    for tab in &ana[1..4] {
        hall.sync(tab).await;
    }
    let done = hall.sync(&ana[4]).await;
    assert!(told(&done, &ana[0]).contains(&&Message::Retired {}));
    let listed = hall.lock(&ana[0]).await.unwrap().connections;
    let last: Vec<_> = ana[1..].iter().map(|tab| tab.connection.clone()).collect();
    assert_eq!(listed, last);
}

#[tokio::test]
async fn a_closed_tab_is_off_the_list() {
    let hall = Hall::new().await;
    let ana = tabs(&hall, 1, 2).await;
    hall.join(&ana[0]).await;
    hall.sync(&ana[1]).await;
    let gone = &ana[0];
    websocket::disconnected(&hall.club.app, &gone.connection, Some(gone.session))
        .await
        .unwrap();
    let listed = hall.lock(&ana[1]).await.unwrap().connections;
    assert_eq!(listed, [ana[1].connection.clone()]);
}

#[tokio::test]
async fn who_looks_for_nobody_hears_so_on_the_queue_s_page_alone() {
    let hall = Hall::new().await;
    let ana = hall.member(1).await;
    assert_eq!(free(&hall.sync(&ana).await, &ana), Some(None));
    let home = hall.club.does::<actions::Sync>(&ana, json!({})).await;
    assert_eq!(free(&home, &ana), None);
    let guest = tab(9, 0);
    hall.club.open(&guest).await;
    let home = hall.club.does::<actions::Sync>(&guest, json!({})).await;
    let locks = home
        .calls
        .iter()
        .filter(|call| call.entities.contains(&"LOCK"));
    assert_eq!(locks.count(), 0, "a guest's page costs nothing more");
}

#[tokio::test]
async fn an_open_page_finds_a_rival_though_no_timer_ever_comes() {
    let hall = Hall::new().await;
    let (ana, beto) = (hall.rated(1, 1000).await, hall.rated(2, 1150).await);
    hall.join(&ana).await;
    hall.join(&beto).await;
    hall.pass(10_000);
    let done = hall.sync(&ana).await;
    assert!(notice(&done, &beto).is_some());
}
