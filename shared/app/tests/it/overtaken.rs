//! A person goes from page to page faster than the club follows: the messages of one
//! tab run side by side, with every order of their calls by chance.

use crate::club::{Club, Tab, in_game, in_room, move_fields, tab};
use crate::ports::Posts;
use crate::turns::{Choices, Turns, Turnstile, play};
use damero_app::actions::{self, Action};
use damero_app::{App, BoxFuture, Limits, websocket};
use damero_domain::ids::{GameId, RoomId};
use damero_domain::time::{Millis, Timestamp};
use damero_store::Store;
use serde_json::{Value, json};
use std::sync::Arc;

/// Orders of calls that are tried.
const ROUNDS: u64 = 150;

/// The most commands at once.
const LANES: usize = 4;

/// Commands under way at once, each in a process of its own.
struct Rush<'a> {
    club: &'a Club,
    turns: Arc<Turns>,
    stores: Vec<Store>,
    posts: Arc<Posts>,
    commands: Vec<BoxFuture<'static, ()>>,
}

impl Rush<'_> {
    fn of(club: &Club) -> Rush<'_> {
        let turns = Turns::new(LANES);
        let gate = |nth| Arc::new(Turnstile(Arc::clone(&turns), nth));
        let stores = (0..LANES).map(|nth| Store::new(club.client(gate(nth)), "damero"));
        Rush {
            stores: stores.collect(),
            turns: Arc::clone(&turns),
            posts: Arc::default(),
            commands: Vec::new(),
            club,
        }
    }

    /// Received so many milliseconds from now.
    fn sends<A: Action + 'static>(&mut self, tab: &Tab, after: i64, mut fields: Value) {
        fields["action"] = json!(A::NAME);
        fields["id"] = json!(self.club.new_id().to_string());
        let app = App::new(
            self.stores[self.commands.len()].clone(),
            self.posts.clone(),
            self.club.armed.clone(),
            self.club.clock.clone(),
            Limits::default(),
        );
        let received = Timestamp(self.club.clock_now()) + Millis(after);
        let (caller, text) = (tab.caller(received), fields.to_string());
        self.commands.push(Box::pin(async move {
            websocket::serve::<A>(&app, &caller, &text).await.unwrap();
        }));
    }

    async fn play(&mut self, seed: u64) {
        let commands = std::mem::take(&mut self.commands);
        let mut choices = Choices::by_chance(seed);
        play(&self.turns, commands, &mut choices, |_| {}).await;
    }

    /// The newest event of the game that a tab has heard of.
    fn newest(&self, tab: &Tab, game: GameId) -> Option<u64> {
        let heard = self.posts.to(&tab.connection).into_iter();
        let states = heard.map(|text| serde_json::from_str::<Value>(&text).unwrap());
        let own = states.filter(|state| state["game"]["id"] == json!(game.to_string()));
        own.filter_map(|state| state["game"]["seq"].as_u64()).max()
    }

    fn is_retired(&self, tab: &Tab) -> bool {
        let heard = self.posts.to(&tab.connection);
        heard
            .iter()
            .any(|text| text.contains(r#""type":"retired""#))
    }
}

/// A game whose host is to move, and a rush in it.
async fn game_of<'a>(club: &'a Club, rush: &mut Rush<'a>, seed: u64) -> (RoomId, GameId) {
    club.turn_to_day(u32::try_from(seed).unwrap());
    let playing = club.playing(&tab(1, 0), &tab(2, 0)).await;
    rush.posts.take();
    playing
}

/// Back on the game's page, or the room's, a tab is listed and knows of the move
/// that was made meanwhile.
#[tokio::test]
async fn who_ends_on_a_page_is_listed_there_and_knows_how_it_stands() {
    let club = Club::new().await;
    let mut rush = Rush::of(&club);
    for seed in 0..ROUNDS {
        let (room, game) = game_of(&club, &mut rush, seed).await;
        let (red, white) = (tab(1, 0), tab(2, 0));
        let page = if seed % 2 == 0 {
            in_game(game)
        } else {
            in_room(room)
        };
        club.does::<actions::Sync>(&white, page.clone()).await;
        rush.sends::<actions::Sync>(&white, 1, json!({}));
        rush.sends::<actions::Sync>(&white, 2, page);
        rush.sends::<actions::GameMove>(&red, 3, move_fields(game, 0, "11-15"));
        rush.play(seed).await;
        let held = club.game(game).await;
        let listed = held.connections.white.contains(&white.connection);
        assert!(listed, "order {seed}");
        assert_eq!(rush.newest(&white, game), Some(1), "order {seed}");
    }
}

/// A fifth tab retires the first, which is told so, whichever of its messages did it.
#[tokio::test]
async fn whoever_is_retired_by_a_tab_that_overtakes_itself_is_told() {
    let club = Club::new().await;
    let mut rush = Rush::of(&club);
    for seed in 0..ROUNDS {
        let (_, game) = game_of(&club, &mut rush, seed).await;
        let tabs: Vec<_> = (0..5).map(|nth| tab(2, nth)).collect();
        for tab in &tabs[1..4] {
            club.open(tab).await;
            club.does::<actions::Sync>(tab, in_game(game)).await;
        }
        // It comes from a page that it has to leave.
        club.open(&tabs[4]).await;
        let elsewhere = club.create(&tabs[4]).await;
        club.does::<actions::Sync>(&tabs[4], in_room(elsewhere))
            .await;
        rush.sends::<actions::Sync>(&tabs[4], 1, json!({}));
        rush.sends::<actions::Sync>(&tabs[4], 2, in_game(game));
        rush.play(seed).await;
        let held = club.game(game).await;
        for tab in &tabs {
            let listed = held.connections.white.contains(&tab.connection);
            assert!(listed != rush.is_retired(tab), "{tab:?}, order {seed}");
        }
    }
}
