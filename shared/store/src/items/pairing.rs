//! The pairing item.

use crate::error::StoreError;
use crate::items::game::{corrupt, rules, ulid, version, versioned};
use crate::pairings::{About, HeldPairing};
use damero_domain::ids::{AccountId, GameId, PairingId};
use damero_domain::queue::{Pairing, Player, State};
use damero_domain::rating::MicroElo;
use damero_domain::side::BySide;
use damero_domain::time::Timestamp;
use damero_rules::Side;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

/// One of the two, as stored.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct PlayerItem {
    /// Account, 16 bytes.
    pub a: ByteBuf,
    /// Its name.
    pub m: String,
    /// Rating, micro-points.
    pub e: i64,
    /// Valid games.
    pub g: u32,
    /// Games as first mover minus those as second.
    pub b: i32,
    /// Waiting since, ms.
    pub s: i64,
    /// The part of the queue that the ticket stood in.
    pub q: u8,
    /// Confirmed, ms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub c: Option<i64>,
    /// Whose address it was, under a key of the month.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub h: Option<ByteBuf>,
}

/// A pairing as stored.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct PairingItem {
    /// Version.
    pub v: u64,
    /// Rule set and its version.
    pub k: String,
    /// White.
    pub w: PlayerItem,
    /// Black.
    pub b: PlayerItem,
    /// Deadline, ms.
    pub x: i64,
    /// 0 open, 1 started, 2 White declined, 3 Black did, 4 lapsed.
    pub s: u8,
    /// Game, 16 bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub g: Option<ByteBuf>,
    /// When the database may drop it, s.
    pub ttl: i64,
}

impl PairingItem {
    pub(crate) fn from_held(held: &HeldPairing) -> PairingItem {
        let pairing = &held.pairing;
        let player = |side| PlayerItem::of(&pairing.players[side], &held.about[side]);
        let (state, game) = match pairing.state {
            State::Open => (0, None),
            State::Started(game) => (1, Some(ByteBuf::from(game.0.to_bytes()))),
            State::Declined(Side::White) => (2, None),
            State::Declined(Side::Black) => (3, None),
            State::Lapsed => (4, None),
        };
        PairingItem {
            v: held.v,
            k: versioned(pairing.rules),
            w: player(Side::White),
            b: player(Side::Black),
            x: pairing.deadline.0,
            s: state,
            g: game,
            ttl: held.kept_until().0 / 1000,
        }
    }

    pub(crate) fn held(self, id: PairingId) -> Result<HeldPairing, StoreError> {
        let state = match (self.s, &self.g) {
            (0, None) => State::Open,
            (1, Some(game)) => State::Started(GameId(ulid(game)?)),
            (2, None) => State::Declined(Side::White),
            (3, None) => State::Declined(Side::Black),
            (4, None) => State::Lapsed,
            _ => return Err(corrupt("pairing")),
        };
        let (white, about_white) = self.w.player()?;
        let (black, about_black) = self.b.player()?;
        Ok(HeldPairing {
            pairing: Pairing {
                id,
                rules: rules(&self.k)?,
                players: BySide { white, black },
                deadline: Timestamp(self.x),
                state,
            },
            about: BySide {
                white: about_white,
                black: about_black,
            },
            v: version(self.v)?,
        })
    }
}

impl PlayerItem {
    fn of(player: &Player, about: &About) -> PlayerItem {
        PlayerItem {
            a: ByteBuf::from(player.account.0.to_bytes()),
            m: about.name.clone(),
            e: player.elo.0,
            g: player.games,
            b: about.balance,
            s: player.since.0,
            q: about.part,
            c: player.confirmed.map(|at| at.0),
            h: about.address.map(ByteBuf::from),
        }
    }

    fn player(self) -> Result<(Player, About), StoreError> {
        let address = self.h.map(|tag| tag.into_vec().try_into());
        let player = Player {
            account: AccountId(ulid(&self.a)?),
            elo: MicroElo(self.e),
            games: self.g,
            since: Timestamp(self.s),
            confirmed: self.c.map(Timestamp),
        };
        let about = About {
            name: self.m,
            balance: self.b,
            part: self.q,
            address: address.transpose().map_err(|_| corrupt("address"))?,
        };
        Ok((player, about))
    }
}
