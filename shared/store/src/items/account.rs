//! The account item.

use crate::accounts::HeldAccount;
use crate::error::StoreError;
use crate::items::game::{corrupt, version};
use damero_domain::account::name::Name;
use damero_domain::account::{Account, LinkedSession};
use damero_domain::ids::{AccountId, ProviderId};
use damero_domain::time::Timestamp;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

/// An account as stored. Absent attributes are `None` or false.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct AccountItem {
    /// Version.
    v: u64,
    /// Name; none once deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    m: Option<String>,
    /// Created, ms.
    t: i64,
    /// Whether its e-mail address is verified.
    y: bool,
    /// Accepted terms.
    #[serde(skip_serializing_if = "Option::is_none")]
    q: Option<u32>,
    /// Its browsers.
    s: Vec<SessionItem>,
    /// Whether it is kept out of rated play.
    #[serde(skip_serializing_if = "is_false")]
    z: bool,
    /// Who the provider says it is, 32 bytes; nobody once deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    g: Option<ByteBuf>,
}

#[derive(Debug, Deserialize, Serialize)]
struct SessionItem {
    /// Hash of its secret, 32 bytes.
    h: ByteBuf,
    /// Link count.
    n: u64,
    /// Linked, ms.
    t: i64,
}

fn is_false(value: &bool) -> bool {
    !value
}

impl AccountItem {
    pub(crate) fn from_held(held: &HeldAccount) -> AccountItem {
        let account = &held.account;
        let session = |session: &LinkedSession| SessionItem {
            h: ByteBuf::from(session.hash),
            n: session.link,
            t: session.at.0,
        };
        AccountItem {
            v: held.v,
            m: (!held.deleted).then(|| account.name.to_string()),
            t: account.created.0,
            y: account.verified,
            q: account.accepted,
            s: account.sessions.iter().map(session).collect(),
            z: account.suspended,
            g: (!held.deleted).then(|| ByteBuf::from(held.provider.0)),
        }
    }

    pub(crate) fn held(self, id: AccountId) -> Result<HeldAccount, StoreError> {
        let deleted = self.m.is_none();
        let provider = self.g.as_ref().map(hash).transpose()?;
        let session = |session: &SessionItem| {
            Ok::<_, StoreError>(LinkedSession {
                hash: hash(&session.h)?,
                link: session.n,
                at: Timestamp(session.t),
            })
        };
        Ok(HeldAccount {
            account: Account {
                id,
                name: self.m.map_or_else(|| Name::fallback(id), Name::stored),
                created: Timestamp(self.t),
                verified: self.y,
                accepted: self.q,
                sessions: self.s.iter().map(session).collect::<Result<_, _>>()?,
                suspended: self.z,
            },
            v: version(self.v)?,
            provider: ProviderId(provider.unwrap_or_default()),
            deleted,
        })
    }
}

fn hash(bytes: &ByteBuf) -> Result<[u8; 32], StoreError> {
    bytes[..].try_into().map_err(|_| corrupt("account"))
}
