//! One browser tab: a socket, the newest state of its room and game.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use damero_protocol::client;
use damero_protocol::server::{Envelope, Game, Message, Refused, Room};
use futures_util::{SinkExt, StreamExt};
use rand::Rng;
use serde::Serialize;
use serde_json::{Value, json};
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, http};
use ulid::Ulid;

/// Nothing on loopback takes this long: a test that waits longer has lost a message.
const PATIENCE: Duration = Duration::from_secs(30);

/// A browser's 256-bit session secret.
#[derive(Clone, Copy)]
pub struct Secret(pub [u8; 32]);

impl Secret {
    /// A new browser.
    #[must_use]
    pub fn random() -> Secret {
        Secret(rand::rng().random())
    }

    fn token(self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }
}

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
        let socket = open(server, from, secret).await?;
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
        self.socket = open(self.server, self.from, self.secret).await?;
        Ok(())
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
    /// if its outcome is unknown.
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
        loop {
            self.send_text(&message).await?;
            if let Some(answer) = self.answer_to(id).await? {
                return Ok(answer);
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

    /// Shows its room's page.
    ///
    /// # Errors
    /// [`PlayerError`].
    pub async fn sync_room(&mut self, room: &str) -> Result<Answer, PlayerError> {
        self.ask(
            "sync",
            client::Sync {
                room: Some(room.into()),
                game: None,
            },
        )
        .await
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

async fn open(
    server: SocketAddr,
    from: Ipv4Addr,
    secret: Secret,
) -> Result<WebSocketStream<TcpStream>, PlayerError> {
    let tcp = TcpSocket::new_v4()?;
    tcp.bind(SocketAddr::from((from, 0)))?;
    let tcp = tcp.connect(server).await?;
    tcp.set_nodelay(true)?;
    let mut request = format!("ws://{server}/")
        .into_client_request()
        .map_err(broken)?;
    let protocols = format!("damero.v1, {}", secret.token());
    let protocols = http::HeaderValue::from_str(&protocols)
        .map_err(|error| PlayerError::Unreadable(error.to_string()))?;
    request
        .headers_mut()
        .insert("Sec-WebSocket-Protocol", protocols);
    match tokio_tungstenite::client_async(request, tcp).await {
        Ok((socket, _)) => Ok(socket),
        Err(tungstenite::Error::Http(response)) => {
            Err(PlayerError::Status(response.status().as_u16()))
        }
        Err(error) => Err(broken(error)),
    }
}

fn broken(error: tungstenite::Error) -> PlayerError {
    PlayerError::Socket(Box::new(error))
}
