//! Sessions: the server knows the SHA-256 of a browser's secret and nothing else of it.
//!
//! A session names the account it is linked to and counts its links, and it lists its
//! open connections with the count that each was opened at: a connection of an older
//! count stands for somebody that the browser no longer is.

use crate::client::{Item, Store, key_item, number, read_item, whole_item};
use crate::error::{Saved, StoreError};
use crate::keys;
use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use aws_sdk_dynamodb::types::{AttributeValue, ReturnValue};
use damero_domain::ids::{AccountId, ConnectionId};
use damero_domain::time::{Millis, Timestamp};
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

/// What the list of a session's connections is made of: an attribute each, so that
/// those that come and go never write over each other.
const SOCKET: &str = "c/";

/// No connection is open for so long: the gateway closes it after two hours.
pub const SOCKET_LIFE: Millis = Millis::seconds(2 * 60 * 60 + 60);

/// A session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// From this instant on it is refused.
    pub expires: Timestamp,
    /// How often it has been linked or unlinked.
    pub link: u64,
    /// The account it is linked to, lapsed or not.
    pub linked: Option<Link>,
    /// Its connections, oldest first. Some may be gone.
    pub sockets: Vec<Socket>,
}

/// A session's link to an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// To which.
    pub account: AccountId,
    /// From this instant on it counts no more.
    pub lapses: Timestamp,
}

/// An open connection of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Socket {
    /// Its name.
    pub connection: ConnectionId,
    /// The session's link count when it was opened.
    pub link: u64,
    /// When it was opened.
    pub opened: Timestamp,
}

impl Session {
    /// The account that it stands for at this time.
    #[must_use]
    pub fn account_at(&self, now: Timestamp) -> Option<AccountId> {
        let link = self.linked.filter(|link| now < link.lapses)?;
        Some(link.account)
    }

    /// The connections that were opened before the present link.
    pub fn stale(&self) -> impl Iterator<Item = &ConnectionId> {
        let older = |socket: &&Socket| socket.link < self.link;
        self.sockets
            .iter()
            .filter(older)
            .map(|socket| &socket.connection)
    }

    pub(crate) fn from_item(item: Item) -> Result<Session, StoreError> {
        let mut sockets: Vec<_> = item.iter().filter_map(socket).collect();
        sockets.sort_by(|one, other| {
            (one.opened, &one.connection).cmp(&(other.opened, &other.connection))
        });
        let own = item
            .into_iter()
            .filter(|(name, _)| !name.starts_with(SOCKET));
        let item: SessionItem = read_item(own.collect())?;
        let linked = item.a.map(|account| {
            Ok::<_, StoreError>(Link {
                account: AccountId(crate::items::game::ulid(&account)?),
                lapses: Timestamp(item.l),
            })
        });
        Ok(Session {
            expires: Timestamp(item.x),
            link: crate::items::game::version(item.n)?,
            linked: linked.transpose()?,
            sockets,
        })
    }
}

/// Reads one attribute of a session's item.
fn socket((name, value): (&String, &AttributeValue)) -> Option<Socket> {
    let connection = ConnectionId(name.strip_prefix(SOCKET)?.to_owned());
    let (link, opened) = value.as_s().ok()?.split_once('@')?;
    Some(Socket {
        connection,
        link: link.parse().ok()?,
        opened: Timestamp(opened.parse().ok()?),
    })
}

fn attribute_of(connection: &ConnectionId) -> String {
    format!("{SOCKET}{connection}")
}

#[derive(Default, Deserialize, Serialize)]
#[serde(default)]
struct SessionItem {
    /// Created, ms.
    t: i64,
    /// Expires, ms.
    x: i64,
    /// Link count.
    n: u64,
    /// Account, 16 bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    a: Option<ByteBuf>,
    /// When the link lapses, ms.
    l: i64,
}

/// A connection that is opened for a session, as the authorizer admitted it.
#[derive(Clone, Copy, Debug)]
pub struct Opening<'a> {
    /// The session.
    pub hash: &'a [u8; 32],
    /// The new connection.
    pub connection: &'a ConnectionId,
    /// The session's link count when it was admitted.
    pub link: u64,
    /// When.
    pub now: Timestamp,
    /// When the session lapses from now on.
    pub expires: Timestamp,
    /// When its link does, if it has one.
    pub lapses: Option<Timestamp>,
}

impl Store {
    /// A session by its hash.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn session(&self, hash: &[u8; 32]) -> Result<Option<Session>, StoreError> {
        let item = self.get("SESS", keys::session(hash)).await?;
        item.map(Session::from_item).transpose()
    }

    /// Admits a new session; `Lost` if it is known already.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn admit_session(
        &self,
        hash: &[u8; 32],
        created: Timestamp,
        expires: Timestamp,
    ) -> Result<Saved<()>, StoreError> {
        let session = SessionItem {
            t: created.0,
            x: expires.0,
            ..SessionItem::default()
        };
        let item = whole_item(keys::session(hash), &session)?;
        self.put_once("SESS", item).await
    }

    /// Lists a connection with its session and renews both the session and its link.
    /// `Lost` if the session has lapsed, or was linked or unlinked since the
    /// connection was admitted: it would stand for somebody else.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn open_socket(&self, opening: Opening<'_>) -> Result<Saved<Session>, StoreError> {
        let mut expression = "SET x = :expires, #socket = :socket".to_owned();
        let mut update = self
            .client
            .update_item()
            .set_key(Some(key_item(keys::session(opening.hash))))
            .expression_attribute_names("#socket", attribute_of(opening.connection))
            .expression_attribute_values(
                ":socket",
                AttributeValue::S(format!("{}@{}", opening.link, opening.now.0)),
            )
            .expression_attribute_values(":expires", number(opening.expires.0))
            .expression_attribute_values(":now", number(opening.now.0))
            .expression_attribute_values(":link", number(opening.link))
            .condition_expression(if opening.link == 0 {
                "x > :now AND (attribute_not_exists(n) OR n = :link)"
            } else {
                "x > :now AND n = :link"
            });
        if let Some(lapses) = opening.lapses {
            expression += ", l = :lapses";
            update = update.expression_attribute_values(":lapses", number(lapses.0));
        }
        self.change_session(update.update_expression(expression))
            .await
    }

    /// Takes connections off a session's list, if they are on it. Returns the session
    /// as it is then; none if there is no such session.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn close_sockets(
        &self,
        hash: &[u8; 32],
        connections: &[ConnectionId],
    ) -> Result<Option<Session>, StoreError> {
        let mut update = self
            .client
            .update_item()
            .set_key(Some(key_item(keys::session(hash))))
            .condition_expression("attribute_exists(PK)");
        let mut names = Vec::new();
        for (nth, connection) in connections.iter().enumerate() {
            let name = format!("#s{nth}");
            update = update.expression_attribute_names(&name, attribute_of(connection));
            names.push(name);
        }
        let update = update.update_expression(format!("REMOVE {}", names.join(", ")));
        match self.change_session(update).await? {
            Saved::Done(session) => Ok(Some(session)),
            Saved::Lost(_) => Ok(None),
        }
    }

    pub(crate) async fn change_session(
        &self,
        update: UpdateItemFluentBuilder,
    ) -> Result<Saved<Session>, StoreError> {
        let change = self.change("SESS", ReturnValue::AllNew, update).await?;
        change.saved(Session::from_item)
    }
}
