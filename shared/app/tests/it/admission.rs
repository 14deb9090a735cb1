//! What is not served, whatever it asks for: lapsed sessions, hosts whose clock is off, floods.

use crate::club::{Club, Tab, move_fields, tab};
use damero_app::actions::{Action, GameMove};
use damero_app::{Caller, Fault, websocket};
use damero_domain::ids::GameId;
use damero_domain::time::Timestamp;
use serde_json::{Value, json};

/// A game, red to move.
async fn playing(club: &Club) -> (Tab, GameId) {
    let red = tab(1, 0);
    let (_, game) = club.playing(&red, &tab(2, 0)).await;
    club.posts.take();
    (red, game)
}

/// Sends a move; what its sender is told.
async fn moves(club: &Club, caller: &Caller, mut fields: Value) -> Result<Vec<Value>, Fault> {
    fields["action"] = json!(GameMove::NAME);
    fields["id"] = json!(club.new_id().to_string());
    websocket::serve::<GameMove>(&club.app, caller, &fields.to_string()).await?;
    let told = club.posts.to(&caller.connection);
    club.posts.take();
    Ok(told
        .iter()
        .map(|text| serde_json::from_str(text).unwrap())
        .collect())
}

#[tokio::test]
async fn a_session_counts_until_the_instant_at_which_it_lapses() {
    let club = Club::new().await;
    let (red, game) = playing(&club).await;
    let mut caller = red.caller(Timestamp(club.clock_now()));
    for expires in [caller.received.0 - 1, caller.received.0] {
        caller.expires = Timestamp(expires);
        let told = moves(&club, &caller, move_fields(game, 0, "11-15")).await;
        assert_eq!(told.unwrap()[0]["code"], "session_expired");
        assert_eq!(club.game(game).await.game.seq(), 0);
    }
    caller.expires = Timestamp(caller.received.0 + 1);
    let told = moves(&club, &caller, move_fields(game, 0, "11-15")).await;
    assert_eq!(told.unwrap()[0]["type"], "state");
    assert_eq!(club.game(game).await.game.seq(), 1);
}

#[tokio::test]
async fn a_host_whose_clock_is_off_answers_nothing_and_writes_nothing() {
    let club = Club::new().await;
    let (red, game) = playing(&club).await;
    let now = club.clock_now();
    for (ahead, writes) in [(-1001, false), (15_001, false), (15_000, true)] {
        let caller = red.caller(Timestamp(now - ahead));
        let outcome = moves(&club, &caller, move_fields(game, 0, "11-15")).await;
        match outcome {
            Ok(_) => assert!(writes, "{ahead}"),
            Err(fault) => {
                assert!(matches!(fault, Fault::Skew(by) if by == ahead), "{fault}");
                assert!(!writes, "{ahead}");
            }
        }
        let seq = club.game(game).await.game.seq();
        assert_eq!(seq, u16::from(writes), "{ahead}");
    }
}

#[tokio::test]
async fn five_refusals_close_a_connection_but_not_those_of_a_lost_race() {
    let club = Club::new().await;
    let (red, game) = playing(&club).await;
    let caller = red.caller(Timestamp(club.clock_now()));
    for code in ["early", "illegal_move"] {
        let turn_no = u16::from(code == "early");
        for nth in 1..=5 {
            assert!(club.posts.closed().is_empty(), "{code} {nth}");
            let told = moves(&club, &caller, move_fields(game, turn_no, "1-32")).await;
            assert_eq!(told.unwrap()[0]["type"], "refused");
        }
    }
    assert_eq!(club.posts.closed(), [red.connection]);
}
