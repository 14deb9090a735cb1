//! Signing in with the local identity provider, as the site's client does: the code flow
//! with PKCE, over plain HTTP.

use crate::secrets;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rand::Rng;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// What can go wrong on the way.
#[derive(Debug, thiserror::Error)]
pub enum SignInError {
    /// The provider cannot be reached.
    #[error(transparent)]
    Network(#[from] std::io::Error),
    /// Something that is no answer of a provider.
    #[error("not an answer of a provider: {0}")]
    Unreadable(String),
}

/// An answer over HTTP.
#[derive(Debug)]
pub struct Reply {
    /// Its status.
    pub status: u16,
    /// Its headers, a line each.
    pub head: String,
    /// Its body.
    pub body: String,
}

impl Reply {
    /// A header's value.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (own, value) = line.split_once(':')?;
            own.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }

    /// The body as JSON.
    ///
    /// # Errors
    /// [`SignInError::Unreadable`].
    pub fn json(&self) -> Result<Value, SignInError> {
        serde_json::from_str(&self.body).map_err(|_| SignInError::Unreadable(self.body.clone()))
    }
}

/// Asks for a path; with a form, posts it.
///
/// # Errors
/// [`SignInError`].
pub async fn fetch(
    server: SocketAddr,
    path: &str,
    form: Option<&str>,
) -> Result<Reply, SignInError> {
    let request = match form {
        None => format!("GET {path} HTTP/1.0\r\nHost: {server}\r\n\r\n"),
        Some(form) => format!(
            "POST {path} HTTP/1.0\r\nHost: {server}\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{form}",
            form.len()
        ),
    };
    let mut socket = TcpStream::connect(server).await?;
    socket.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    socket.read_to_string(&mut answer).await?;
    let unreadable = || SignInError::Unreadable(answer.clone());
    let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(unreadable)?;
    let status = head
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    Ok(Reply {
        status: status.ok_or_else(unreadable)?,
        head: head.to_owned(),
        body: body.to_owned(),
    })
}

/// A browser that signs in: what it asks for, and what only it knows.
#[derive(Clone, Debug)]
pub struct SignIn {
    /// The club's name at the provider.
    pub client_id: String,
    /// The page that it comes back to.
    pub redirect_uri: String,
    /// What the token is to be bound to.
    pub nonce: String,
    verifier: String,
}

impl SignIn {
    /// On the way, from a page of the club's own.
    #[must_use]
    pub fn new(server: SocketAddr, nonce: String) -> SignIn {
        let random: [u8; 32] = rand::rng().random();
        SignIn {
            client_id: "damero-local".into(),
            redirect_uri: format!("http://{server}/"),
            nonce,
            verifier: URL_SAFE_NO_PAD.encode(random),
        }
    }

    /// Where the provider's page is.
    #[must_use]
    pub fn page(&self) -> String {
        let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(&self.verifier));
        format!(
            "/oidc/authorize?response_type=code&client_id={}&redirect_uri={}\
             &scope=openid+email+profile&state=s&nonce={}&code_challenge={challenge}\
             &code_challenge_method=S256",
            self.client_id, self.redirect_uri, self.nonce
        )
    }

    /// The form that redeems a code.
    #[must_use]
    pub fn redemption(&self, code: &str) -> String {
        format!(
            "grant_type=authorization_code&client_id={}&redirect_uri={}&code={code}\
             &code_verifier={}",
            self.client_id, self.redirect_uri, self.verifier
        )
    }

    /// The whole way, as this person of the provider's: an ID token.
    ///
    /// # Errors
    /// [`SignInError`].
    pub async fn token(&self, server: SocketAddr, person: &str) -> Result<String, SignInError> {
        let code = self.code(server, person).await?;
        let reply = fetch(server, "/oidc/token", Some(&self.redemption(&code))).await?;
        let tokens = reply.json()?;
        let token = tokens["id_token"].as_str();
        let token = token.ok_or_else(|| SignInError::Unreadable(reply.body.clone()))?;
        secrets::keep_text(token);
        Ok(token.to_owned())
    }

    /// The code that the page sends back for a click on a person.
    ///
    /// # Errors
    /// [`SignInError`].
    pub async fn code(&self, server: SocketAddr, person: &str) -> Result<String, SignInError> {
        let page = fetch(server, &self.page(), None).await?;
        let mut links = page.body.split("href=\"").skip(1);
        let link = links.find_map(|rest| {
            let link = rest.split('"').next()?.replace("&amp;", "&");
            link.ends_with(&format!("person={person}")).then_some(link)
        });
        let link = link.ok_or_else(|| SignInError::Unreadable(page.body.clone()))?;
        let back = fetch(server, &link, None).await?;
        let location = back.header("location").unwrap_or_default();
        let code = location
            .split_once("code=")
            .and_then(|(_, rest)| rest.split('&').next());
        let code = code.ok_or_else(|| SignInError::Unreadable(location.into()))?;
        Ok(code.to_owned())
    }
}
