//! The item that an account holds while it waits for a rated game or plays one.

use crate::error::StoreError;
use crate::items::game::{corrupt, ulid};
use crate::keys::Key;
use damero_domain::ids::{ConnectionId, GameId, PairingId};
use damero_domain::time::Timestamp;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

/// What an account is held by: one thing at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hold {
    /// A place in a queue: the exact key of its ticket.
    Queued(Key),
    /// A pairing that is to be confirmed.
    Paired {
        /// Which.
        pairing: PairingId,
        /// Until when.
        deadline: Timestamp,
    },
    /// A rated game. Its end lets go of both, in the same transaction.
    Playing(GameId),
}

/// A lock as stored.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct LockItem {
    /// 0 queued, 1 paired, 2 playing.
    pub s: u8,
    /// The ticket's partition key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub k: Option<String>,
    /// The ticket's sort key.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub t: Option<String>,
    /// Pairing, 16 bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p: Option<ByteBuf>,
    /// Its deadline, ms.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub x: Option<i64>,
    /// Game, 16 bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub g: Option<ByteBuf>,
    /// The connections that wait with it, oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub c: Vec<String>,
}

/// The state of a lock that plays.
pub(crate) const PLAYING: u8 = 2;

impl LockItem {
    pub(crate) fn from_hold(hold: &Hold, connections: &[ConnectionId]) -> LockItem {
        let c = connections.iter().map(ToString::to_string).collect();
        let empty = LockItem {
            c,
            ..LockItem::default()
        };
        match hold {
            Hold::Queued(ticket) => LockItem {
                s: 0,
                k: Some(ticket.pk.clone()),
                t: Some(ticket.sk.clone()),
                ..empty
            },
            Hold::Paired { pairing, deadline } => LockItem {
                s: 1,
                p: Some(ByteBuf::from(pairing.0.to_bytes())),
                x: Some(deadline.0),
                ..empty
            },
            Hold::Playing(game) => LockItem {
                s: PLAYING,
                g: Some(ByteBuf::from(game.0.to_bytes())),
                ..empty
            },
        }
    }

    pub(crate) fn hold(&self) -> Result<Hold, StoreError> {
        match (self.s, &self.k, &self.t, &self.p, self.x, &self.g) {
            (0, Some(pk), Some(sk), None, None, None) => Ok(Hold::Queued(Key {
                pk: pk.clone(),
                sk: sk.clone(),
            })),
            (1, None, None, Some(pairing), Some(deadline), None) => Ok(Hold::Paired {
                pairing: PairingId(ulid(pairing)?),
                deadline: Timestamp(deadline),
            }),
            (PLAYING, None, None, None, None, Some(game)) => Ok(Hold::Playing(GameId(ulid(game)?))),
            _ => Err(corrupt("lock")),
        }
    }

    pub(crate) fn connections(self) -> Vec<ConnectionId> {
        self.c.into_iter().map(ConnectionId).collect()
    }
}
