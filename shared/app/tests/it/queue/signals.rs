//! What a review is told of the addresses from which people played.

use super::*;
use crate::club::in_game;
use damero_app::signals;

/// A month's last second, 2025-06-30, 23:59:59 UTC.
const MONTH_ENDS: i64 = 1_751_327_999_000;
const DAY: i64 = 24 * 60 * 60 * 1000;

/// Two play from these addresses, and one resigns.
async fn play(hall: &Hall, red: (&Tab, &'static str), white: (&Tab, &'static str)) -> PairingId {
    let pairing = hall.paired(red.0, white.0).await;
    for (tab, address) in [red, white] {
        let from = Tab {
            address,
            ..tab.clone()
        };
        hall.confirm(&from, pairing).await;
        // Into the next month, if this one ends.
        hall.pass(2_000);
    }
    let game = hall.game_of(red.0).await.unwrap();
    let resign = in_game(game);
    hall.club.act::<actions::GameResign>(red.0, resign).await;
    pairing
}

async fn review(hall: &Hall, days: u16) -> Value {
    signals::review(&hall.club.app, rules(), days)
        .await
        .unwrap()
}

#[tokio::test]
async fn two_accounts_at_one_address_are_listed_without_it_for_ninety_days() {
    let hall = Hall::new().await;
    hall.club.clock.set(MONTH_ENDS);
    let (ana, beto, carla) = (
        hall.member(1).await,
        hall.member(2).await,
        hall.member(3).await,
    );
    let pairing = play(&hall, (&ana, "198.51.100.7"), (&beto, "198.51.100.7")).await;
    play(&hall, (&ana, "198.51.100.7"), (&carla, "192.0.2.1")).await;
    let told = review(&hall, 30).await;
    let shared = json!({
        "signal": "shared_connection",
        "accounts": [account(1).to_string(), account(2).to_string()],
        "games": 2,
        "against_each_other": 1,
        "alone": true,
    });
    assert_eq!(told, json!({ "games": 2, "signals": [shared] }));

    // The database may drop the pairing days later; nobody is told any more.
    hall.pass(89 * DAY);
    assert_eq!(review(&hall, 200).await["signals"], json!([shared]));
    hall.pass(2 * DAY);
    assert!(
        hall.club
            .app
            .store
            .pairing(pairing)
            .await
            .unwrap()
            .is_some()
    );
    assert_eq!(
        review(&hall, 200).await,
        json!({ "games": 2, "signals": [] })
    );
}
