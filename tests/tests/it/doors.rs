//! Who may connect.

use crate::club::{DAY, HOUR, accepted, club, listen, open_room};
use damero_local::ClockStart;
use damero_tests::player::{Player, PlayerError};
use damero_tests::socket::{Secret, knock, protocols};
use damero_tests::world::{Making, NOON, World};
use serde_json::json;

const PAGE: &str = "https://damero.example";
/// How long a session lives after its last connection.
const SESSION: i64 = 400 * DAY;

async fn status(world: &World, offered: &str, origin: Option<&str>) -> Option<u16> {
    let server = world.stack().http_addr();
    match knock(server, world.address(), offered, origin).await {
        Ok(()) => None,
        Err(PlayerError::Status(status)) => Some(status),
        Err(other) => panic!("{other}"),
    }
}

async fn with_page() -> World {
    let making = Making {
        clock: ClockStart::Frozen(NOON),
        origins: format!("{PAGE}, https://www.damero.example"),
        ..Making::default()
    };
    World::made(making).await.unwrap()
}

#[tokio::test]
async fn only_the_site_s_own_pages_may_connect() {
    let world = with_page().await;
    let offered = protocols(Secret::random());
    for page in [Some(PAGE), Some("https://www.damero.example"), None] {
        assert_eq!(status(&world, &offered, page).await, None, "{page:?}");
    }
    for page in [
        "https://damero.example.evil.example",
        "http://damero.example",
        "https://damero.example:8443",
        "null",
        "*",
    ] {
        assert_eq!(
            status(&world, &offered, Some(page)).await,
            Some(403),
            "{page}"
        );
    }
}

#[tokio::test]
async fn a_token_that_is_none_is_refused() {
    let world = club().await;
    let token = Secret::random().token();
    let short = &token[..42];
    for offered in [
        "damero.v1",
        "damero.v1, not-a-token",
        &format!("damero.v2, {token}"),
        &format!("damero.v1, {short}"),
        &format!("damero.v1, {token}A"),
        &token,
    ] {
        assert_eq!(status(&world, offered, None).await, Some(403), "{offered}");
    }
    assert_eq!(status(&world, "", None).await, Some(401), "nothing offered");
    assert_eq!(
        status(&world, &format!("damero.v1, {token}"), None).await,
        None
    );
}

#[tokio::test]
async fn the_twenty_first_new_session_of_an_address_in_an_hour_is_refused() {
    let world = club().await;
    let server = world.stack().http_addr();
    let (home, elsewhere) = (world.address(), world.address());
    let mut known = Player::connect(server, home, Secret::random())
        .await
        .unwrap();
    for _ in 1..20 {
        Player::connect(server, home, Secret::random())
            .await
            .unwrap();
    }
    let one_more = Player::connect(server, home, Secret::random()).await;
    assert!(matches!(one_more, Err(PlayerError::Status(403))));
    // Known sessions come and go, other addresses are others' affair.
    known.reconnect().await.unwrap();
    Player::connect(server, elsewhere, Secret::random())
        .await
        .unwrap();
    world.pass(HOUR).await;
    Player::connect(server, home, Secret::random())
        .await
        .unwrap();
}

#[tokio::test]
async fn the_hundred_and_twenty_first_connection_of_an_address_in_a_minute_is_refused() {
    let world = club().await;
    let server = world.stack().http_addr();
    let mut known = world.visitor().await.unwrap();
    for _ in 1..120 {
        known.reconnect().await.unwrap();
    }
    assert!(matches!(
        known.reconnect().await,
        Err(PlayerError::Status(403))
    ));
    let (elsewhere, secret) = (world.address(), known.secret());
    Player::connect(server, elsewhere, secret).await.unwrap();
    world.pass(60_000).await;
    known.reconnect().await.unwrap();
}

#[tokio::test]
async fn a_session_lapses_400_days_after_its_last_connection() {
    let world = club().await;
    let mut host = world.visitor().await.unwrap();
    open_room(&mut host, None, "mine").await;
    world.pass(SESSION - 1).await;
    // The last millisecond counts, and starts the time anew.
    host.reconnect().await.unwrap();
    host.now = world.now();
    listen(&mut host).await;
    world.pass(SESSION - 1).await;
    host.reconnect().await.unwrap();
    listen(&mut host).await;
    world.pass(SESSION).await;
    for _ in 0..2 {
        assert!(matches!(
            host.reconnect().await,
            Err(PlayerError::Status(403))
        ));
    }
    let mut stranger = world.visitor().await.unwrap();
    accepted(&mut stranger, "sync", json!({})).await;
}
