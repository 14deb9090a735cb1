//! The room item.

use crate::error::StoreError;
use crate::items::game::{corrupt, person, rules, tags, tags_to_bytes, ulid, versioned};
use damero_domain::ids::{ConnectionId, GameId, RoomId};
use damero_domain::room::{BySeat, Closed, ColourChoice, Conditions, Current, Room, Score, Seat};
use damero_domain::time::{Millis, Timestamp};
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

/// How long a room that lapsed can still say so.
const KEPT_AFTER_LAPSE: Millis = Millis::seconds(30 * 24 * 60 * 60);

/// A room as stored. Absent attributes are `None`.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct RoomItem {
    /// Version.
    pub v: u64,
    /// Rule set and its version.
    pub k: String,
    /// Clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub c: Option<String>,
    /// Colour choice: 0 mine, 1 theirs, 2 random.
    pub o: u8,
    /// Created, ms.
    pub t: i64,
    /// Host, 17 bytes.
    pub h: ByteBuf,
    /// Guest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub g: Option<ByteBuf>,
    /// When the host accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ah: Option<i64>,
    /// When the guest accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ag: Option<i64>,
    /// Closed: 0 cancelled, 1 lapsed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub x: Option<u8>,
    /// Current game, 16 bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub u: Option<ByteBuf>,
    /// Its number.
    pub n: u16,
    /// Whether the host plays White in it.
    pub hw: bool,
    /// Games the host won, before the current one.
    pub sh: u16,
    /// Games the guest won.
    pub sg: u16,
    /// Games drawn.
    pub sd: u16,
    /// When the host accepted a rematch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rh: Option<i64>,
    /// When the guest did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rg: Option<i64>,
    /// Who declined it: 0 host, 1 guest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rd: Option<u8>,
    /// Remembered commands, 8 bytes each.
    pub i: ByteBuf,
    /// The host's connections, oldest first.
    pub ch: Vec<String>,
    /// The guest's.
    pub cg: Vec<String>,
    /// When the database may drop it, s; only while no game has started.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ttl: Option<i64>,
}

impl RoomItem {
    pub(crate) fn from_room(room: &Room, v: u64, connections: &BySeat<Vec<String>>) -> RoomItem {
        let conditions = &room.conditions;
        let bytes = |person: damero_domain::Person| ByteBuf::from(person.to_bytes());
        let kept_until = conditions.created + damero_domain::room::INVITE_LIFE + KEPT_AFTER_LAPSE;
        RoomItem {
            v,
            k: versioned(conditions.rules),
            c: conditions.control.map(|control| control.to_string()),
            o: match conditions.colour {
                ColourChoice::Mine => 0,
                ColourChoice::Theirs => 1,
                ColourChoice::Random => 2,
            },
            t: conditions.created.0,
            h: room.seats.host.map(bytes).unwrap_or_default(),
            g: room.seats.guest.map(bytes),
            ah: room.accepted.host.map(|at| at.0),
            ag: room.accepted.guest.map(|at| at.0),
            x: room.closed.map(|closed| u8::from(closed == Closed::Lapsed)),
            u: room
                .current
                .map(|current| ByteBuf::from(current.game.0.to_bytes())),
            n: room.current.map_or(0, |current| current.number),
            hw: room
                .current
                .is_some_and(|current| current.white == Seat::Host),
            sh: room.score.wins.host,
            sg: room.score.wins.guest,
            sd: room.score.draws,
            rh: room.rematch.host.map(|at| at.0),
            rg: room.rematch.guest.map(|at| at.0),
            rd: room.declined.map(|seat| u8::from(seat == Seat::Guest)),
            i: tags_to_bytes(&room.remembered),
            ch: connections.host.clone(),
            cg: connections.guest.clone(),
            ttl: room.current.is_none().then_some(kept_until.0 / 1000),
        }
    }

    /// The connections of both seats, oldest first.
    pub(crate) fn connections(self) -> BySeat<Vec<ConnectionId>> {
        BySeat {
            host: self.ch.into_iter().map(ConnectionId).collect(),
            guest: self.cg.into_iter().map(ConnectionId).collect(),
        }
    }

    pub(crate) fn room(&self, id: RoomId) -> Result<Room, StoreError> {
        let seat = |guest: bool| if guest { Seat::Guest } else { Seat::Host };
        let current = self.u.as_ref().map(|game| {
            let white = seat(!self.hw);
            Ok::<_, StoreError>(Current {
                game: GameId(ulid(game)?),
                number: self.n,
                white,
            })
        });
        Ok(Room {
            conditions: Conditions {
                id,
                rules: rules(&self.k)?,
                control: self
                    .c
                    .as_deref()
                    .map(str::parse)
                    .transpose()
                    .map_err(|_| corrupt("clock"))?,
                colour: match self.o {
                    0 => ColourChoice::Mine,
                    1 => ColourChoice::Theirs,
                    2 => ColourChoice::Random,
                    _ => return Err(corrupt("colour choice")),
                },
                created: Timestamp(self.t),
            },
            seats: BySeat {
                host: Some(person(&self.h)?),
                guest: self.g.as_ref().map(|guest| person(guest)).transpose()?,
            },
            accepted: BySeat {
                host: self.ah.map(Timestamp),
                guest: self.ag.map(Timestamp),
            },
            closed: self.x.map(|x| {
                if x == 1 {
                    Closed::Lapsed
                } else {
                    Closed::Cancelled
                }
            }),
            current: current.transpose()?,
            score: Score {
                wins: BySeat {
                    host: self.sh,
                    guest: self.sg,
                },
                draws: self.sd,
            },
            rematch: BySeat {
                host: self.rh.map(Timestamp),
                guest: self.rg.map(Timestamp),
            },
            declined: self.rd.map(|declined| seat(declined == 1)),
            remembered: tags(&self.i)?,
        })
    }
}
