//! Plays the conversation of the page against a whole club.

use crate::Outcome;
use crate::compare::{Comparison, is_placeholder};
use crate::page::{Step, page, steps};
use damero_app::SessionHash;
use damero_protocol::client;
use damero_tests::sign_in::SignIn;
use damero_tests::{Player, World};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The people of the conversation and what each has yet to be shown to have heard.
struct Stage {
    world: World,
    people: BTreeMap<String, Person>,
    tabs: Vec<Player>,
    page: Comparison,
}

/// The placeholder of an ID token.
const TOKEN: &str = "TOKEN";

struct Person {
    player: Player,
    read: usize,
    unread: Vec<Value>,
}

impl Person {
    /// Takes over what the player has heard.
    fn catch_up(&mut self) -> Outcome {
        for text in &self.player.heard[self.read..] {
            self.unread.push(serde_json::from_str(text)?);
        }
        self.read = self.player.heard.len();
        Ok(())
    }

    /// The first message of this kind that no example has shown yet.
    async fn hear(&mut self, kind: &Value) -> Outcome<Value> {
        loop {
            self.catch_up()?;
            if let Some(at) = self.unread.iter().position(|told| told["type"] == *kind) {
                return Ok(self.unread.remove(at));
            }
            self.player.hear().await?;
        }
    }

    /// Asks for what changes nothing, and so has everything that was sent before.
    async fn listen(&mut self) -> Outcome {
        let id = Player::new_id(self.player.now);
        let older_than_any = client::History {
            game: None,
            before: Some(ulid::Ulid::nil().to_string()),
        };
        let ask = self.player.ask_as(&id, "historyGet", older_than_any);
        ask.await?;
        self.catch_up()?;
        self.unread.retain(|told| told["ack"] != id.as_str());
        Ok(())
    }
}

impl Stage {
    async fn new(page: &str) -> Outcome<Stage> {
        Ok(Stage {
            world: World::still().await?,
            people: BTreeMap::new(),
            tabs: Vec::new(),
            page: Comparison::new(page)?,
        })
    }

    async fn play(&mut self, step: &Step) -> Outcome {
        if !matches!(step, Step::Hears(..)) {
            self.check_silence().await?;
        }
        match step {
            Step::Says(who, example) => {
                self.world.pass(1000).await;
                let now = self.person(who).await?.player.now;
                if example.get("id_token").is_some() {
                    let token = self.sign_in(who).await?;
                    self.page.bound.insert(TOKEN.into(), token);
                }
                let message = self.spell_out(example, now);
                let person = self.person(who).await?;
                Ok(person.player.send_text(&message.to_string()).await?)
            }
            Step::Hears(who, example) => {
                let told = self.person(who).await?.hear(&example["type"]).await?;
                self.page
                    .compare("message", example, &told)
                    .map_err(|why| format!("{why}, in {told}").into())
            }
            Step::Pass(seconds) => self.pass(*seconds).await,
            Step::Connects(who) => Ok(self.person(who).await?.player.reconnect().await?),
            Step::Tabs(who, tabs, room) => {
                let room = self.page.bound.get(room).cloned().unwrap_or_default();
                for _ in 0..*tabs {
                    let mut tab = self.person(who).await?.player.another_tab().await?;
                    tab.now = self.world.stack().clock().now_ms();
                    tab.sync_room(&room).await?;
                    self.tabs.push(tab);
                }
                Ok(())
            }
        }
    }

    async fn person(&mut self, name: &str) -> Outcome<&mut Person> {
        if !self.people.contains_key(name) {
            let person = Person {
                player: self.world.visitor().await?,
                read: 0,
                unread: Vec::new(),
            };
            self.people.insert(name.into(), person);
        }
        self.people
            .get_mut(name)
            .ok_or_else(|| format!("{name} is not here").into())
    }

    /// A token of the local provider's, for somebody's first link.
    async fn sign_in(&mut self, who: &str) -> Outcome<String> {
        let server = self.world.stack().http_addr();
        let secret = self.person(who).await?.player.secret();
        let nonce = SessionHash::of(&secret.0).nonce(0);
        // The provider's people, in the order in which it knows them.
        let nth = ["ana", "beto", "carla"]
            .iter()
            .position(|name| *name == who);
        let nth = nth.ok_or("the provider does not know them")? + 1;
        let person = format!("{who}-{nth:04}");
        Ok(SignIn::new(server, nonce).token(server, &person).await?)
    }

    /// Nobody may have heard anything that the page does not show.
    async fn check_silence(&mut self) -> Outcome {
        self.world.stack().settle().await;
        for (name, person) in &mut self.people {
            person.listen().await?;
            if !person.unread.is_empty() {
                return Err(format!("{name} also heard {}", json!(person.unread)).into());
            }
        }
        Ok(())
    }

    /// In steps, with a word from everyone: an idle connection is closed.
    async fn pass(&mut self, seconds: i64) -> Outcome {
        for step in [seconds / 2, seconds - seconds / 2] {
            for person in self.people.values_mut() {
                person.listen().await?;
            }
            self.world.pass(step * 1000).await;
        }
        Ok(())
    }

    /// A message with real ids; a placeholder that nothing is bound to gets a fresh one.
    fn spell_out(&mut self, example: &Value, now: i64) -> Value {
        match example {
            Value::String(text) if is_placeholder(text) => {
                let id = self.page.bound.entry(text.clone());
                json!(id.or_insert_with(|| Player::new_id(now)))
            }
            Value::Object(fields) => {
                let spelt = fields
                    .iter()
                    .map(|(name, value)| (name.clone(), self.spell_out(value, now)));
                Value::Object(spelt.collect())
            }
            other => other.clone(),
        }
    }
}

#[tokio::test]
async fn the_conversation_is_what_people_hear() -> Outcome {
    let page = page()?;
    let mut stage = Stage::new(&page).await?;
    for step in steps(&page)? {
        let played = stage.play(&step).await;
        played.map_err(|why| format!("{why}\nwhile playing {step:?}"))?;
    }
    stage.check_silence().await
}
