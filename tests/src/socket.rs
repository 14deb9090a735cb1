//! Opening a socket as a browser does.

use crate::player::PlayerError;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rand::Rng;
use std::net::{Ipv4Addr, SocketAddr};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, http};

/// A browser's 256-bit session secret.
#[derive(Clone, Copy)]
pub struct Secret(pub [u8; 32]);

impl Secret {
    /// A new browser.
    #[must_use]
    pub fn random() -> Secret {
        Secret(rand::rng().random())
    }

    /// As it goes over the wire.
    #[must_use]
    pub fn token(self) -> String {
        URL_SAFE_NO_PAD.encode(self.0)
    }
}

/// Tries to connect as any client might: with these subprotocols, from a page of this origin.
///
/// # Errors
/// [`PlayerError::Status`] if it is refused.
pub async fn knock(
    server: SocketAddr,
    from: Ipv4Addr,
    protocols: &str,
    origin: Option<&str>,
) -> Result<(), PlayerError> {
    let mut socket = open(server, from, protocols, origin).await?;
    socket.close(None).await.map_err(broken)
}

/// The subprotocols that the site's client offers.
#[must_use]
pub fn protocols(secret: Secret) -> String {
    format!("damero.v1, {}", secret.token())
}

pub(crate) async fn open(
    server: SocketAddr,
    from: Ipv4Addr,
    protocols: &str,
    origin: Option<&str>,
) -> Result<WebSocketStream<TcpStream>, PlayerError> {
    let tcp = TcpSocket::new_v4()?;
    tcp.bind(SocketAddr::from((from, 0)))?;
    let tcp = tcp.connect(server).await?;
    tcp.set_nodelay(true)?;
    let mut request = format!("ws://{server}/")
        .into_client_request()
        .map_err(broken)?;
    let headers = [
        ("Sec-WebSocket-Protocol", Some(protocols)),
        ("Origin", origin),
    ];
    for (name, value) in headers {
        let Some(value) = value else { continue };
        let value = http::HeaderValue::from_str(value)
            .map_err(|error| PlayerError::Unreadable(error.to_string()))?;
        request.headers_mut().insert(name, value);
    }
    match tokio_tungstenite::client_async(request, tcp).await {
        Ok((socket, _)) => Ok(socket),
        Err(tungstenite::Error::Http(response)) => {
            Err(PlayerError::Status(response.status().as_u16()))
        }
        Err(error) => Err(broken(error)),
    }
}

pub(crate) fn broken(error: tungstenite::Error) -> PlayerError {
    PlayerError::Socket(Box::new(error))
}
