//! One open socket.

use std::sync::Arc;
use std::time::Duration;

use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt as _, StreamExt as _};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::sync::mpsc;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message};

use super::connection::{Connection, Ending, Queued};
use super::{Gateway, IDLE_MS, MAX_FRAME, MAX_MESSAGE};
use crate::template::Target;

type Socket = WebSocketStream<TokioIo<Upgraded>>;
type Reader = SplitStream<Socket>;
type Writer = SplitSink<Socket, Message>;

/// Real time that a client gets to take the closing handshake.
const CLOSING: Duration = Duration::from_secs(2);

/// Code of a connection that ended without one.
const ABNORMAL: u16 = 1006;
/// Code of a closing frame without one.
const NO_STATUS: u16 = 1005;

/// How a connection ended.
struct Ended {
    code: u16,
    reason: String,
    how: How,
}

enum How {
    /// The client sent a closing frame, which wants an answer.
    Client,
    /// The server closes.
    Server,
    /// There is nobody left to talk to.
    Lost,
}

impl Ended {
    fn server(code: u16, reason: &str) -> Self {
        Self {
            code,
            reason: reason.to_owned(),
            how: How::Server,
        }
    }

    fn lost() -> Self {
        Self {
            code: ABNORMAL,
            reason: "Connection closed abnormally".to_owned(),
            how: How::Lost,
        }
    }
}

impl From<Ending> for Ended {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Close(code, reason) => Self::server(code, reason),
            Ending::Cut => Self::lost(),
        }
    }
}

impl Gateway {
    /// Serves a connection to its end.
    pub(super) async fn serve(
        self: Arc<Self>,
        connection: Arc<Connection>,
        upgraded: hyper::Result<Upgraded>,
        mut queue: mpsc::Receiver<Queued>,
    ) {
        let Ok(upgraded) = upgraded else {
            return self.leave(&connection, &Ended::lost()).await;
        };
        let limits = WebSocketConfig::default()
            .max_frame_size(Some(MAX_FRAME))
            .max_message_size(Some(MAX_MESSAGE));
        let io = TokioIo::new(upgraded);
        let socket = Socket::from_raw_socket(io, Role::Server, Some(limits)).await;
        let (mut writer, mut reader) = socket.split();
        let ended = tokio::select! {
            ended = self.read(&connection, &mut reader) => ended,
            () = write(&mut writer, &mut queue) => Ended::lost(),
            ending = connection.ended() => ending.into(),
            ended = self.expire(&connection) => ended,
        };
        tokio::join!(
            self.leave(&connection, &ended),
            close(&ended, writer, reader, queue)
        );
    }

    async fn read(self: &Arc<Self>, connection: &Arc<Connection>, reader: &mut Reader) -> Ended {
        loop {
            match reader.next().await {
                Some(Ok(Message::Text(text))) => self.receive(connection, text.as_str().to_owned()),
                Some(Ok(Message::Binary(_))) => {
                    return Ended::server(1003, "Binary messages are not supported");
                }
                Some(Ok(Message::Close(frame))) => return closed_by_client(frame),
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                Some(Err(Error::Capacity(_))) => return Ended::server(1009, "Message too long"),
                Some(Err(Error::Utf8(_))) => return Ended::server(1007, "Invalid UTF-8"),
                Some(Err(Error::Protocol(ProtocolError::ResetWithoutClosingHandshake))) => {
                    return Ended::lost();
                }
                Some(Err(Error::Protocol(error))) => {
                    tracing::debug!(%error, "protocol error");
                    return Ended::server(1002, "Protocol error");
                }
                Some(Err(_)) | None => return Ended::lost(),
            }
        }
    }

    /// Resolves when the connection has been silent, or open, for too long.
    async fn expire(&self, connection: &Connection) -> Ended {
        loop {
            let expires = connection.expires_ms();
            self.clock.sleep_until(expires).await;
            let now = self.clock.now_ms();
            if connection.expires_ms() <= now {
                let idle = connection.active_ms().saturating_add(IDLE_MS) <= now;
                let reason = if idle {
                    "Idle connection timeout"
                } else {
                    "Connection duration limit"
                };
                return Ended::server(1001, reason);
            }
        }
    }

    /// Forgets the connection and tells `$disconnect`, once, if at all.
    async fn leave(&self, connection: &Connection, ended: &Ended) {
        let busy = self.activity.enter();
        self.registry.remove(&connection.id);
        let route = self.runner.template.api.routes.get("$disconnect");
        if let Some(Target::Function(name)) = route.map(|route| &route.target)
            && !self.controls.drops_disconnects()
        {
            let event = self.disconnect_event(connection, ended.code, &ended.reason);
            // Best effort: whatever comes of it, nobody hears.
            let _ = self.runner.run(name, event).await;
        }
        drop(busy);
    }
}

fn closed_by_client(frame: Option<CloseFrame>) -> Ended {
    let how = How::Client;
    match frame {
        Some(frame) => Ended {
            code: frame.code.into(),
            reason: frame.reason.to_string(),
            how,
        },
        None => Ended {
            code: NO_STATUS,
            reason: "Client-side close frame status not set".to_owned(),
            how,
        },
    }
}

/// Writes what is queued until the client is gone.
async fn write(writer: &mut Writer, queue: &mut mpsc::Receiver<Queued>) {
    while let Some(queued) = queue.recv().await {
        if writer.send(Message::text(&*queued.text)).await.is_err() {
            return;
        }
    }
}

async fn close(
    ended: &Ended,
    mut writer: Writer,
    mut reader: Reader,
    mut queue: mpsc::Receiver<Queued>,
) {
    let closing = async {
        match ended.how {
            How::Lost => {}
            // Reading on sends the answer and sees the end.
            How::Client => while let Some(Ok(_)) = reader.next().await {},
            How::Server => {
                // What was posted before the end still goes out.
                while let Ok(queued) = queue.try_recv() {
                    let _ = writer.feed(Message::text(&*queued.text)).await;
                }
                let frame = CloseFrame {
                    code: CloseCode::from(ended.code),
                    reason: ended.reason.as_str().into(),
                };
                if writer.send(Message::Close(Some(frame))).await.is_ok()
                    && let Ok(mut socket) = writer.reunite(reader)
                {
                    drain(&mut socket).await;
                }
            }
        }
    };
    // Not a test's business: only a client that does not read runs into it.
    let _ = tokio::time::timeout(CLOSING, closing).await;
}

/// Reads the rest without looking at it: closing a socket over unread bytes
/// resets it, and the client might never see the closing frame.
async fn drain(socket: &mut Socket) {
    let raw = socket.get_mut();
    if raw.shutdown().await.is_err() {
        return;
    }
    let mut rest = [0; 4096];
    while raw.read(&mut rest).await.is_ok_and(|count| count > 0) {}
}
