//! A socket that is read to a known point instead of for a known time.

use crate::player::PlayerError;
use crate::socket::{Secret, open, protocols};
use futures_util::{SinkExt, StreamExt};
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

/// Only so that a gateway that hangs fails the run: nothing on loopback takes this long.
const PATIENCE: Duration = Duration::from_secs(60);

pub(super) struct Tab {
    socket: WebSocketStream<TcpStream>,
    pings: u32,
    /// What arrived and was not read yet.
    pub(super) inbox: Vec<String>,
    /// Whether the connection still stands, as far as this end knows.
    pub(super) open: bool,
    /// Whether it has shown its page since it was opened or sent away.
    pub(super) shows: bool,
}

impl Tab {
    pub(super) async fn open(
        server: SocketAddr,
        from: Ipv4Addr,
        secret: Secret,
    ) -> Result<Tab, PlayerError> {
        Ok(Tab {
            socket: open(server, from, &protocols(secret), None).await?,
            pings: 0,
            inbox: Vec::new(),
            open: true,
            shows: false,
        })
    }

    pub(super) async fn send(&mut self, text: &str) {
        if self.open && self.socket.send(Message::text(text)).await.is_err() {
            self.open = false;
        }
    }

    /// Reads up to the answer to a ping: the gateway has by then taken all that was
    /// sent before, and this end has everything that was written before.
    pub(super) async fn drain(&mut self) -> Result<(), PlayerError> {
        if !self.open {
            return Ok(());
        }
        self.pings += 1;
        let ping = self.pings.to_be_bytes().to_vec();
        if self
            .socket
            .send(Message::Ping(ping.clone().into()))
            .await
            .is_err()
        {
            self.open = false;
        }
        // A broken connection is still read: what came before the end counts.
        loop {
            let next = tokio::time::timeout(PATIENCE, self.socket.next());
            match next.await.map_err(|_| PlayerError::Silence("a pong"))? {
                Some(Ok(Message::Text(text))) => self.inbox.push(text.to_string()),
                Some(Ok(Message::Pong(pong))) if pong[..] == ping[..] => return Ok(()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => {
                    self.open = false;
                    return Ok(());
                }
                Some(Ok(_)) => {}
            }
        }
    }

    /// Closes as a browser does.
    pub(super) async fn close(&mut self) {
        if self.open && self.socket.close(None).await.is_ok() {
            while let Ok(Some(Ok(message))) =
                tokio::time::timeout(PATIENCE, self.socket.next()).await
            {
                if let Message::Text(text) = message {
                    self.inbox.push(text.to_string());
                }
            }
        }
        self.open = false;
    }
}
