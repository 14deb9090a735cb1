//! A scene to which one can come back.

use crate::club::Club;
use crate::items::{Items, guarded};
use crate::scenes::{Scene, Stage};
use crate::script::{Armed, Database, Script, Watch};
use aws_sdk_dynamodb::Client;
use damero_domain::ids::RoomId;
use std::sync::Arc;

/// A scene, with the table as it was there and as it was last looked at.
pub(crate) struct Stand<'a> {
    pub(crate) club: &'a Club,
    pub(crate) scene: Scene,
    pub(crate) before: Items,
    pub(crate) present: Items,
    client: Client,
    armed: Armed,
    /// What was found to be right.
    right: Vec<(Items, Armed)>,
}

impl Stand<'_> {
    /// Sets a scene, on a day of its own and in an empty table.
    pub(crate) async fn of(
        club: &Club,
        stage: Stage,
        rated: bool,
        wait: i64,
        day: u32,
    ) -> Stand<'_> {
        club.turn_to_day(day);
        let client = club.client(Arc::new(Database(Script::new(None, None))));
        let left = Items::read(&client).await;
        Items::default().put_back(&client, &left).await;
        let scene = Scene::of(club, stage, rated, wait).await;
        let before = Items::read(&client).await;
        let games = before.games(&club.app.store).await;
        let games = games.iter().filter(|held| guarded(&held.game));
        let armed = Armed {
            games: games.map(|held| (held.game.setup().id, 1)).collect(),
            rooms: before.ids::<RoomId>("ROOM#").into_iter().collect(),
            tickets: scene.tickets.values().map(|ticket| (*ticket, 1)).collect(),
            pairings: before.pairings(&club.app.store).await.into_keys().collect(),
        };
        Stand {
            club,
            client,
            scene,
            present: before.clone(),
            before,
            armed,
            right: Vec::new(),
        }
    }

    /// Everything as it was; returns the timers that are armed.
    pub(crate) async fn come_back(&mut self) -> Arc<Watch> {
        self.before.put_back(&self.client, &self.present).await;
        self.club.begin_a_life();
        self.present = self.before.clone();
        Arc::new(Watch::new(self.armed.clone()))
    }

    /// Looks at the table, which must be right; what was right once is right.
    pub(crate) async fn look(&mut self, watch: &Watch) {
        let found = (Items::read(&self.client).await, watch.armed());
        if !self.right.contains(&found) {
            found.0.hold(&self.club.app.store, &found.1).await;
            self.right.push(found.clone());
        }
        self.present = found.0;
    }
}
