//! A person at a few tabs, who writes everything down.

use super::ledger::{Answer, Command, Told, What};
use super::tab::Tab;
use crate::socket::Secret;
use damero_protocol::server::{Entry, Envelope, Game, Message, Refused, Room};
use rand::Rng;
use rand::rngs::StdRng;
use serde_json::{Value, json};
use std::net::{Ipv4Addr, SocketAddr};
use ulid::Ulid;

/// So many commands are kept to be sent again much later.
const OLD: usize = 24;

pub(super) struct Bot {
    pub(super) name: &'static str,
    pub(super) secret: Secret,
    pub(super) from: Ipv4Addr,
    pub(super) tabs: Vec<Tab>,
    /// How many tabs it likes to have.
    pub(super) wants: usize,
    pub(super) commands: Vec<Command>,
    /// Commands that wait for their answers, by index.
    pub(super) open: Vec<usize>,
    /// Texts of commands long settled.
    pub(super) old: Vec<String>,
    pub(super) room: Option<Room>,
    pub(super) game: Option<Game>,
    /// The last page of a history, and the last record.
    pub(super) entries: Option<(Vec<Entry>, Option<String>)>,
    pub(super) record: Option<(Game, String, Vec<i64>)>,
    pub(super) running: Option<Vec<Entry>>,
    /// Times that the gateway said that a function failed.
    pub(super) failures: u64,
    /// Times that a tab was retired.
    pub(super) retired: u64,
}

impl Bot {
    pub(super) fn new(name: &'static str, from: Ipv4Addr, rng: &mut StdRng) -> Bot {
        Bot {
            name,
            secret: Secret(rng.random()),
            from,
            tabs: Vec::new(),
            wants: rng.random_range(1..3),
            commands: Vec::new(),
            open: Vec::new(),
            old: Vec::new(),
            room: None,
            game: None,
            entries: None,
            record: None,
            running: None,
            failures: 0,
            retired: 0,
        }
    }

    /// Writes down a command that is about to be sent, and keeps it until it is answered.
    pub(super) fn note(&mut self, what: What, fields: Value, now: i64, rng: &mut StdRng) -> usize {
        let id = Ulid::from_parts(u64::try_from(now).unwrap_or(0), rng.random()).to_string();
        let mut text = fields;
        text["action"] = json!(what.action);
        text["id"] = json!(id);
        self.commands.push(Command {
            id,
            what,
            text: text.to_string(),
            sent: Vec::new(),
            acked: false,
            given_up: false,
            refusals: Default::default(),
            answer: None,
            floors: Default::default(),
        });
        self.open.push(self.commands.len() - 1);
        self.commands.len() - 1
    }

    /// Sends a command over a tab.
    pub(super) async fn send(&mut self, command: usize, tab: usize, now: i64, told: &Told) {
        let command = &mut self.commands[command];
        command.sent.push((now, now));
        command.answer = None;
        command.floors = told.floors();
        if let Some(tab) = self.tabs.get_mut(tab) {
            tab.send(&command.text).await;
        }
    }

    /// The clock moved from `from` while commands were under way.
    pub(super) fn delayed(&mut self, from: i64, to: i64) {
        for command in &mut self.commands {
            if let Some((_, last)) = command.sent.last_mut().filter(|(sent, _)| *sent == from) {
                *last = to;
            }
        }
    }

    /// Reads what arrived at all tabs.
    pub(super) fn read(&mut self, told: &mut Told) -> Result<(), String> {
        for tab in 0..self.tabs.len() {
            for text in std::mem::take(&mut self.tabs[tab].inbox) {
                self.hear(tab, &text, told)?;
            }
        }
        Ok(())
    }

    fn hear(&mut self, tab: usize, text: &str, told: &mut Told) -> Result<(), String> {
        if text.contains("\"Internal server error\"") {
            self.failures += 1;
            return Ok(());
        }
        let envelope: Envelope =
            serde_json::from_str(text).map_err(|error| format!("heard {text}: {error}"))?;
        if let Some(ack) = &envelope.ack {
            self.acked(tab, ack, &envelope.message)?;
        }
        match envelope.message {
            Message::Room { room } => self.absorb_room(&room, told)?,
            Message::State { game } => self.absorb_game(&game, told)?,
            Message::Refused(refused) => {
                if let Some(game) = &refused.game {
                    self.absorb_game(game, told)?;
                }
                if let Some(room) = &refused.room {
                    self.absorb_room(room, told)?;
                }
                self.refused(text, refused);
            }
            Message::Retired {} => {
                self.retired += 1;
                self.tabs[tab].shows = false;
            }
            Message::Home { running } => self.running = Some(running),
            Message::History { games, next } => self.entries = Some((games, next)),
            Message::Record { game, pdn, times } => self.record = Some((*game, pdn, times)),
            other => return Err(format!("heard {other:?}, which these games never tell")),
        }
        Ok(())
    }

    fn acked(&mut self, tab: usize, id: &str, message: &Message) -> Result<(), String> {
        let Some(command) = self.commands.iter_mut().find(|command| command.id == id) else {
            return Ok(());
        };
        command.acked = true;
        command.answer = Some(Answer::Accepted);
        if command.what.action == "sync" {
            self.tabs[tab].shows = true;
        }
        let told = match message {
            Message::Room { room } => (&room.id, room.v),
            Message::State { game } => (&game.id, game.v),
            _ => return Ok(()),
        };
        // Shuffled, the answer to an earlier sending may come later: of a command
        // that was sent once the floor is sure.
        let floor = command
            .floors
            .get(told.0)
            .filter(|_| command.sent.len() == 1);
        if floor.is_some_and(|&floor| told.1 < floor) {
            return Err(format!(
                "{} was answered with version {} of {} after {floor:?} had been told",
                command.line(),
                told.1,
                told.0
            ));
        }
        Ok(())
    }

    fn refused(&mut self, text: &str, refused: Refused) {
        let of = |command: &&mut Command| Some(&command.id) == refused.id.as_ref();
        if let Some(command) = self.commands.iter_mut().find(of) {
            command
                .refusals
                .insert(text.to_owned(), refused.code.clone());
            command.answer = Some(Answer::Refused(refused.code));
        }
    }

    fn absorb_room(&mut self, room: &Room, told: &mut Told) -> Result<(), String> {
        told.room(room)?;
        let newer = |known: &Room| known.id != room.id || known.v <= room.v;
        if self.room.as_ref().is_none_or(newer) {
            self.room = Some(room.clone());
        }
        Ok(())
    }

    fn absorb_game(&mut self, game: &Game, told: &mut Told) -> Result<(), String> {
        told.game(game)?;
        let newer = |known: &Game| {
            if known.id == game.id {
                known.v <= game.v
            } else {
                known.room != game.room || known.number < game.number
            }
        };
        if self.game.as_ref().is_none_or(newer) {
            self.game = Some(game.clone());
        }
        Ok(())
    }

    /// Forgets what is settled or given up; what remains is sent again.
    pub(super) fn tidy(&mut self) {
        let commands = &self.commands;
        self.open.retain(|&command| !commands[command].is_settled());
    }

    /// A game is judged: its commands are old now.
    pub(super) fn turn_the_page(&mut self) {
        let played = |command: &Command| command.what.game.is_some();
        let texts = self.commands.drain(..).filter(played);
        self.old.extend(texts.map(|command| command.text));
        let excess = self.old.len().saturating_sub(OLD);
        self.old.drain(..excess);
        self.open.clear();
    }

    pub(super) fn my_turn(&self) -> bool {
        let game = self.game.as_ref().filter(|game| game.ended.is_none());
        game.is_some_and(|game| game.you == Some(game.turn))
    }

    /// An open tab by lot.
    pub(super) fn any_tab(&self, rng: &mut StdRng) -> Option<usize> {
        let open: Vec<usize> = (0..self.tabs.len())
            .filter(|&tab| self.tabs[tab].open)
            .collect();
        (!open.is_empty()).then(|| open[rng.random_range(0..open.len())])
    }

    /// Opens one more tab; false if the handshake failed.
    pub(super) async fn open_tab(&mut self, server: SocketAddr) -> bool {
        match Tab::open(server, self.from, self.secret).await {
            Ok(tab) => {
                self.tabs.push(tab);
                true
            }
            Err(_) => false,
        }
    }
}
