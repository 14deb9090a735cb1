//! When a rated game ends, and who is told what of it.

use crate::club::{Club, Tab, in_game, tab};
use crate::rated;
use damero_app::actions;
use damero_domain::ids::GameId;
use damero_domain::time::Timestamp;
use damero_protocol::server::{Message, queue};
use damero_rules::{RuleSet, Side};
use serde_json::json;

/// Two linked people, red and white.
async fn two(club: &Club) -> [Tab; 2] {
    let tabs = [1, 2].map(|person| tab(person, 0).linked(rated::account(person), 1));
    for tab in &tabs {
        club.open(tab).await;
    }
    tabs
}

async fn begin(club: &Club, [red, white]: &[Tab; 2]) -> GameId {
    rated::begin(club, &RuleSet::ALL[0], red, white).await
}

async fn ended_at(club: &Club, game: GameId) -> Timestamp {
    club.game(game).await.game.ended().unwrap().at
}

#[tokio::test]
async fn what_a_closing_found_running_ends_after_its_cut() {
    let club = Club::new().await;
    let tabs = two(&club).await;
    let game = begin(&club, &tabs).await;
    let cut = Timestamp(club.clock_now() + 60_000);
    assert!(club.app.store.fence(game, cut).await.unwrap());
    club.does::<actions::GameResign>(&tabs[0], in_game(game))
        .await;
    assert_eq!(ended_at(&club, game).await, cut);
    let rules = &RuleSet::ALL[0];
    let standing = club.app.store.standing(rules, rated::account(1)).await;
    let (moment, _) = standing.unwrap().last.unwrap();
    assert_eq!(moment.ended_at, cut, "the log says the same");
}

/// A flag is received when it is found; with a cut in between that is the cut.
#[tokio::test]
async fn a_clock_that_fell_before_a_cut_ends_the_game_after_it() {
    let club = Club::new().await;
    let tabs = two(&club).await;
    let game = begin(&club, &tabs).await;
    let fell = club.game(game).await.game.deadline().unwrap();
    club.clock.set(fell.0 + 2000);
    let cut = Timestamp(club.clock_now() + 5000);
    assert!(club.app.store.fence(game, cut).await.unwrap());
    club.does::<actions::GameFlag>(&tabs[1], in_game(game))
        .await;
    let held = club.game(game).await;
    assert_eq!(held.game.ended().unwrap().at, cut);
    assert_eq!(held.game.fell(), Some(fell), "the notice says when it fell");
    assert_eq!(held.game.ended().unwrap().winner, Some(Side::White));
}

#[tokio::test]
async fn a_log_is_in_order_whatever_a_host_s_clock_says() {
    let club = Club::new().await;
    let tabs = two(&club).await;
    let first = begin(&club, &tabs).await;
    club.does::<actions::GameResign>(&tabs[0], in_game(first))
        .await;
    let first = ended_at(&club, first).await;
    club.clock.set(first.0 - 30_000);
    let second = begin(&club, &tabs).await;
    club.does::<actions::GameResign>(&tabs[1], in_game(second))
        .await;
    assert_eq!(ended_at(&club, second).await.0, first.0 + 1);
}

fn rated_of(told: &[damero_app::Outgoing], to: &Tab) -> Option<queue::Rated> {
    told.iter()
        .rev()
        .find_map(|outgoing| match &outgoing.message {
            Message::State { game } if outgoing.to == to.connection => {
                game.rated.as_deref().cloned()
            }
            _ => None,
        })
}

#[tokio::test]
async fn both_players_see_at_once_what_the_end_changed_and_nobody_else_sees_anything() {
    let club = Club::new().await;
    let tabs = two(&club).await;
    let game = begin(&club, &tabs).await;
    let moved = json!({"game": game.to_string(), "turn_no": 0, "path": [11, 15]});
    let moved = club.does::<actions::GameMove>(&tabs[0], moved).await;
    for tab in &tabs {
        let rated = rated_of(&moved.told, tab).unwrap();
        let white = &rated.players.white;
        assert_eq!(white.account, rated::account(2).to_string());
        assert_eq!((white.elo, white.provisional), (1000, true));
        assert_eq!((rated.change, rated.void), (None, None));
    }
    let ended = club
        .does::<actions::GameResign>(&tabs[1], in_game(game))
        .await;
    for tab in &tabs {
        let change = rated_of(&ended.told, tab).unwrap().change.unwrap();
        assert_eq!(
            (change.black.before, change.black.delta),
            (1_000_000_000, 12_000_000)
        );
        assert_eq!((change.white.delta, change.white.games), (-12_000_000, 1));
    }
    let stranger = tab(3, 0).linked(rated::account(3), 1);
    club.open(&stranger).await;
    for fields in [in_game(game), json!({})] {
        let looked = club.act::<actions::Sync>(&stranger, fields.clone()).await;
        let asked = club.act::<actions::HistoryGet>(&stranger, fields).await;
        for outgoing in looked.told.iter().chain(&asked.told) {
            let text = serde_json::to_string(&outgoing.message).unwrap();
            assert!(!text.contains("rated"), "{text}");
            assert!(!text.contains(&game.to_string()), "{text}");
        }
    }
}

#[tokio::test]
async fn a_rated_game_has_its_ratings_in_pdn() {
    let club = Club::new().await;
    let tabs = two(&club).await;
    let first = begin(&club, &tabs).await;
    club.does::<actions::GameResign>(&tabs[0], in_game(first))
        .await;
    let game = begin(&club, &tabs).await;
    club.does::<actions::GameResign>(&tabs[0], in_game(game))
        .await;
    let record = club
        .does::<actions::HistoryGet>(&tabs[0], in_game(game))
        .await;
    let pdn = record
        .told
        .iter()
        .find_map(|outgoing| match &outgoing.message {
            Message::Record { pdn, .. } => Some(pdn.clone()),
            _ => None,
        });
    let pdn = pdn.unwrap();
    for tag in [
        "[Event \"Damero, rated game\"]",
        "[WhiteRating \"1012\"]",
        "[BlackRating \"988\"]",
        "[TimeControl \"900+10\"]",
    ] {
        assert!(pdn.contains(tag), "{tag} is missing: {pdn}");
    }
}

#[tokio::test]
async fn a_rated_game_is_neither_cancelled_nor_played_again() {
    let club = Club::new().await;
    let tabs = two(&club).await;
    let game = begin(&club, &tabs).await;
    let ask = json!({"game": game.to_string(), "seq": 0, "do": "ask"});
    let asked = club.act::<actions::GameCancel>(&tabs[0], ask).await;
    assert_eq!(asked.refusal(), Some("not_cancellable"));
    club.does::<actions::GameResign>(&tabs[0], in_game(game))
        .await;
    let again = json!({"game": game.to_string(), "do": "accept"});
    let again = club.act::<actions::GameRematch>(&tabs[1], again).await;
    assert_eq!(again.refusal(), Some("no_rematch"));
}
