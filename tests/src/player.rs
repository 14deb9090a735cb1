//! One browser tab: a socket, the newest state of its room and game.

use crate::secrets;
pub use crate::socket::Secret;
use crate::socket::{broken, open, protocols};
use damero_protocol::client;
use damero_protocol::server::{Envelope, Game, Message, Refused, Room};
use futures_util::{SinkExt, StreamExt};
use rand::Rng;
use serde::Serialize;
use serde_json::{Value, json};
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite;
use ulid::Ulid;

/// Nothing on loopback takes this long: a test that waits longer has lost a message.
const PATIENCE: Duration = Duration::from_secs(30);

/// What a tab can run into.
#[derive(Debug, thiserror::Error)]
pub enum PlayerError {
    /// The connection was refused, with this status.
    #[error("the connection was refused with status {0}")]
    Status(u16),
    /// The connection broke.
    #[error("the connection broke: {0}")]
    Socket(#[source] Box<tungstenite::Error>),
    /// The server closed it, with this code.
    #[error("the connection was closed with code {0:?}")]
    Closed(Option<u16>),
    /// Something that is no message of the protocol.
    #[error("not a message of the protocol: {0}")]
    Unreadable(String),
    /// The address cannot be reached.
    #[error(transparent)]
    Network(#[from] std::io::Error),
    /// Nothing came for too long.
    #[error("no message came while waiting for {0}")]
    Silence(&'static str),
}

/// How often a command that lost its races is sent again.
const RACES: u32 = 3;

/// A tab.
pub struct Player {
    server: SocketAddr,
    from: Ipv4Addr,
    secret: Secret,
    socket: WebSocketStream<TcpStream>,
    /// The newest room it was told.
    pub room: Option<Room>,
    /// The newest game it was told.
    pub game: Option<Game>,
    /// Every message so far, as text.
    pub heard: Vec<String>,
    /// The server's time in its newest message.
    pub now: i64,
}

impl Player {
    /// Opens a tab from an address of its own: limits count by address.
    ///
    /// # Errors
    /// [`PlayerError`].
    pub async fn connect(
        server: SocketAddr,
        from: Ipv4Addr,
        secret: Secret,
    ) -> Result<Player, PlayerError> {
        secrets::keep(secret);
        let socket = open(server, from, &protocols(secret), None).await?;
        Ok(Player {
            server,
            from,
            secret,
            socket,
            room: None,
            game: None,
            heard: Vec::new(),
            now: 0,
        })
    }

    /// The same browser, connected anew.
    ///
    /// # Errors
    /// [`PlayerError`].
    pub async fn reconnect(&mut self) -> Result<(), PlayerError> {
        self.socket = open(self.server, self.from, &protocols(self.secret), None).await?;
        Ok(())
    }

    /// Closes the tab as a browser does and waits until the server has seen it.
    /// One that is closed already stays so.
    pub async fn close(&mut self) {
        if self.socket.close(None).await.is_ok() {
            while let Some(Ok(_)) = self.socket.next().await {}
        }
    }

    /// The secret of this browser.
    #[must_use]
    pub fn secret(&self) -> Secret {
        self.secret
    }

    /// Another tab of the same browser.
    ///
    /// # Errors
    /// [`PlayerError`].
    pub async fn another_tab(&self) -> Result<Player, PlayerError> {
        Player::connect(self.server, self.from, self.secret).await
    }

    /// A fresh command id, made at the server's time `at`.
    #[must_use]
    pub fn new_id(at: i64) -> String {
        Ulid::from_parts(u64::try_from(at).unwrap_or(0), rand::rng().random()).to_string()
    }

    /// Sends a command under a fresh id and waits for its answer.
    ///
    /// # Errors
    /// [`PlayerError`].
    pub async fn ask(
        &mut self,
        action: &str,
        fields: impl Serialize,
    ) -> Result<Answer, PlayerError> {
        let id = Player::new_id(self.now);
        self.ask_as(&id, action, fields).await
    }

    /// Sends a command under this id and waits for its answer; sends it again
    /// if its outcome is unknown or, as the protocol asks for, after a lost race.
    ///
    /// # Errors
    /// [`PlayerError`].
    pub async fn ask_as(
        &mut self,
        id: &str,
        action: &str,
        fields: impl Serialize,
    ) -> Result<Answer, PlayerError> {
        let message = command(id, action, fields)?;
        let mut races = 0;
        loop {
            self.send_text(&message).await?;
            match self.answer_to(id).await? {
                None => {}
                Some(answer) if answer.code() == Some("busy") && races < RACES => races += 1,
                Some(answer) => return Ok(answer),
            }
        }
    }

    /// Sends anything.
    ///
    /// # Errors
    /// [`PlayerError`].
    pub async fn send_text(&mut self, text: &str) -> Result<(), PlayerError> {
        self.socket
            .send(tungstenite::Message::text(text))
            .await
            .map_err(broken)
    }

    /// Sends a command without waiting.
    ///
    /// # Errors
    /// [`PlayerError`].
    pub async fn send(
        &mut self,
        id: &str,
        action: &str,
        fields: impl Serialize,
    ) -> Result<(), PlayerError> {
        let message = command(id, action, fields)?;
        self.send_text(&message).await
    }

    /// Waits for the answer to a command; `None` if its outcome is unknown.
    ///
    /// # Errors
    /// [`PlayerError`].
    pub async fn answer_to(&mut self, id: &str) -> Result<Option<Answer>, PlayerError> {
        loop {
            let Some(envelope) = self.hear().await? else {
                return Ok(None);
            };
            match envelope.message {
                Message::Refused(refused)
                    if refused.id.as_deref().is_none_or(|named| named == id) =>
                {
                    return Ok(Some(Answer::Refused(Box::new(refused))));
                }
                message if envelope.ack.as_deref() == Some(id) => {
                    return Ok(Some(Answer::Accepted(Box::new(message))));
                }
                _ => {}
            }
        }
    }

    /// The next message; `None` for the gateway's own word that a function failed.
    ///
    /// # Errors
    /// [`PlayerError`].
    pub async fn hear(&mut self) -> Result<Option<Envelope>, PlayerError> {
        let text = loop {
            let next = tokio::time::timeout(PATIENCE, self.socket.next());
            match next.await.map_err(|_| PlayerError::Silence("a message"))? {
                Some(Ok(tungstenite::Message::Text(text))) => break text.to_string(),
                Some(Ok(tungstenite::Message::Close(frame))) => {
                    return Err(PlayerError::Closed(frame.map(|frame| frame.code.into())));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(broken(error)),
                None => return Err(PlayerError::Closed(None)),
            }
        };
        secrets::check(&text);
        self.heard.push(text.clone());
        if text.contains("\"Internal server error\"") {
            return Ok(None);
        }
        let envelope: Envelope = serde_json::from_str(&text)
            .map_err(|error| PlayerError::Unreadable(format!("{error}: {text}")))?;
        self.absorb(&envelope);
        Ok(Some(envelope))
    }

    /// Hears until `reached` holds.
    ///
    /// # Errors
    /// [`PlayerError`].
    pub async fn until(&mut self, reached: impl Fn(&Player) -> bool) -> Result<(), PlayerError> {
        while !reached(self) {
            self.hear().await?;
        }
        Ok(())
    }

    /// Waits for its game to reach version `v`.
    ///
    /// # Errors
    /// [`PlayerError`].
    pub async fn until_version(&mut self, v: u64) -> Result<(), PlayerError> {
        self.until(|player| player.game.as_ref().is_some_and(|game| game.v >= v))
            .await
    }

    /// Shows a room's page and waits for all of it: the room, and its game for who plays it.
    ///
    /// # Errors
    /// [`PlayerError`].
    pub async fn sync_room(&mut self, room: &str) -> Result<Answer, PlayerError> {
        let id = Player::new_id(self.now);
        let fields = client::Sync {
            room: Some(room.into()),
            ..client::Sync::default()
        };
        self.send(&id, "sync", &fields).await?;
        let (mut shown, mut state) = (None, false);
        loop {
            let Some(envelope) = self.hear().await? else {
                self.send(&id, "sync", &fields).await?;
                continue;
            };
            match envelope.message {
                Message::Refused(refused) if refused.id.as_ref() == Some(&id) => {
                    return Ok(Answer::Refused(Box::new(refused)));
                }
                _ if envelope.ack.as_ref() != Some(&id) => {}
                Message::Room { room } => shown = Some(room),
                Message::State { .. } => state = true,
                _ => {}
            }
            if let Some(room) = &shown
                && (state || room.game.is_none() || room.you.is_none())
            {
                let room = room.clone();
                return Ok(Answer::Accepted(Box::new(Message::Room { room })));
            }
        }
    }

    /// Hears what was posted to it so far, by asking for games older than any. What
    /// another command has set off may still be on its way, unless the world has settled.
    ///
    /// # Errors
    /// [`PlayerError`].
    pub async fn listen(&mut self) -> Result<(), PlayerError> {
        let fields = client::History {
            game: None,
            before: Some(ulid::Ulid::nil().to_string()),
        };
        self.ask("historyGet", fields).await.map(|_| ())
    }

    /// Older states are dropped, as every client does.
    fn absorb(&mut self, envelope: &Envelope) {
        self.now = self.now.max(envelope.now);
        match &envelope.message {
            Message::Room { room } => self.absorb_room(room),
            Message::State { game } => self.absorb_game(game),
            Message::Refused(Refused { game, room, .. }) => {
                game.iter().for_each(|game| self.absorb_game(game));
                room.iter().for_each(|room| self.absorb_room(room));
            }
            _ => {}
        }
    }

    fn absorb_room(&mut self, room: &Room) {
        if self
            .room
            .as_ref()
            .is_none_or(|known| known.id != room.id || known.v <= room.v)
        {
            self.room = Some(room.clone());
        }
    }

    fn absorb_game(&mut self, game: &Game) {
        // Of two games of a room the later one counts; a new room may start at 1 again.
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
    }
}

/// What became of a command.
#[derive(Debug)]
pub enum Answer {
    /// Accepted; the message that said so.
    Accepted(Box<Message>),
    /// Refused.
    Refused(Box<Refused>),
}

impl Answer {
    /// The code of a refusal.
    #[must_use]
    pub fn code(&self) -> Option<&str> {
        match self {
            Answer::Accepted(_) => None,
            Answer::Refused(refused) => Some(&refused.code),
        }
    }
}

/// A command as it goes over the wire.
///
/// # Errors
/// [`PlayerError::Unreadable`] if the fields are no object.
pub fn command(id: &str, action: &str, fields: impl Serialize) -> Result<String, PlayerError> {
    let unreadable = |error: String| PlayerError::Unreadable(error);
    let fields = serde_json::to_value(fields).map_err(|error| unreadable(error.to_string()))?;
    let Value::Object(mut message) = fields else {
        return Err(unreadable("fields are no object".into()));
    };
    message.insert("action".into(), json!(action));
    message.insert("id".into(), json!(id));
    Ok(Value::Object(message).to_string())
}
