//! The game item.

use crate::error::StoreError;
use crate::items::record::{self, RecordError};
use damero_domain::clock::TimeControl;
use damero_domain::game::{Game, Origin, Setup};
use damero_domain::ids::{CommandTag, ConnectionId, GameId, PairingId, Person, RoomId, first_u64};
use damero_domain::level::Level;
use damero_domain::side::BySide;
use damero_domain::time::Timestamp;
use damero_rules::{Kind, Piece, RuleSet, Side, Square};
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use sha2::{Digest, Sha256};
use ulid::Ulid;

/// A game as stored.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct GameItem {
    /// Version: counts writes, guards writes.
    pub v: u64,
    /// 1 while it runs, 0 after.
    pub s: u8,
    /// Room or pairing, 16 bytes; the level of one against the computer, 1 byte.
    pub r: ByteBuf,
    /// Number in the room; 0 elsewhere.
    pub n: u16,
    /// Rule set and its version, `id@version`.
    pub k: String,
    /// Clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub c: Option<String>,
    /// Who plays White, 17 bytes.
    pub w: ByteBuf,
    /// Who plays Black.
    pub b: ByteBuf,
    /// Started, ms.
    pub t: i64,
    /// Events; see [`record`].
    pub e: ByteBuf,
    /// Digest of where they lead, 8 bytes.
    pub d: ByteBuf,
    /// White's remembered commands, 8 bytes each.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub iw: ByteBuf,
    /// Black's.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub ib: ByteBuf,
    /// White's connections, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cw: Vec<String>,
    /// Black's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cb: Vec<String>,
}

fn is_empty(bytes: &ByteBuf) -> bool {
    bytes.is_empty()
}

impl GameItem {
    pub(crate) fn from_game(game: &Game, v: u64, connections: &BySide<Vec<String>>) -> GameItem {
        let setup = game.setup();
        let (r, n) = match setup.origin {
            Origin::Room { room, number } => (room.0.to_bytes().to_vec(), number),
            Origin::Pairing(pairing) => (pairing.0.to_bytes().to_vec(), 0),
            Origin::Level(level) => (vec![level.number()], 0),
        };
        GameItem {
            v,
            s: u8::from(game.ended().is_none()),
            r: ByteBuf::from(r),
            n,
            k: versioned(setup.rules),
            c: setup.control.map(|control| control.to_string()),
            w: ByteBuf::from(setup.players.white.to_bytes()),
            b: ByteBuf::from(setup.players.black.to_bytes()),
            t: setup.started.0,
            e: ByteBuf::from(record::write(game)),
            d: ByteBuf::from(digest(game)),
            iw: tags_to_bytes(game.remembered(Side::White)),
            ib: tags_to_bytes(game.remembered(Side::Black)),
            cw: connections.white.clone(),
            cb: connections.black.clone(),
        }
    }

    /// The connections of both sides, oldest first.
    pub(crate) fn connections(self) -> BySide<Vec<ConnectionId>> {
        BySide {
            white: self.cw.into_iter().map(ConnectionId).collect(),
            black: self.cb.into_iter().map(ConnectionId).collect(),
        }
    }

    /// Replays the game.
    pub(crate) fn game(&self, id: GameId) -> Result<Game, StoreError> {
        let origin = match (&self.r[..], self.n) {
            ([level], 0) => Origin::Level(Level::new(*level).ok_or_else(|| corrupt("level"))?),
            (pairing, 0) => Origin::Pairing(PairingId(ulid(pairing)?)),
            (room, number) => Origin::Room {
                room: RoomId(ulid(room)?),
                number,
            },
        };
        let setup = Setup {
            id,
            origin,
            rules: rules(&self.k)?,
            control: self.c.as_deref().map(control).transpose()?,
            players: BySide {
                white: person(&self.w)?,
                black: person(&self.b)?,
            },
            started: Timestamp(self.t),
        };
        let mut game = record::read(Game::start(setup), &self.e)?;
        if digest(&game)[..] != self.d[..] {
            return Err(RecordError::Digest.into());
        }
        for (side, bytes) in [(Side::White, &self.iw), (Side::Black, &self.ib)] {
            tags(bytes)?
                .into_iter()
                .for_each(|tag| game.remember(side, tag));
        }
        Ok(game)
    }
}

/// Eight bytes that tell whether a replay led where the writer stood.
pub(crate) fn digest(game: &Game) -> [u8; 8] {
    let line = game.line();
    let position = line.position();
    // By what the pieces are, not by how the rules keep them or anybody writes them.
    let pieces: Vec<u8> = position.pieces().map(piece_byte).collect();
    let mut hash = Sha256::new();
    hash.update(pieces);
    hash.update([u8::from(position.turn() == Side::Black)]);
    hash.update(game.seq().to_be_bytes());
    hash.update(line.no_progress().to_be_bytes());
    hash.update([u8::from(game.ended().is_some())]);
    first_u64(&hash.finalize()).to_be_bytes()
}

/// A piece on its square: six bits of the number less one, the side, the kind.
fn piece_byte((square, piece): (Square, Piece)) -> u8 {
    let side = u8::from(piece.side == Side::Black);
    let kind = u8::from(piece.kind == Kind::King);
    (square.number() - 1) << 2 | side << 1 | kind
}

/// The rule set and the version a game keeps for ever.
pub(crate) fn versioned(rules: &RuleSet) -> String {
    format!("{}@{}", rules.id, rules.version)
}

/// Reads [`versioned`].
pub(crate) fn rules(text: &str) -> Result<&'static RuleSet, StoreError> {
    let (id, version) = text.split_once('@').ok_or_else(|| corrupt("rule set"))?;
    RuleSet::by_id(id)
        .filter(|rules| rules.version.to_string() == version)
        .ok_or_else(|| corrupt("rule set"))
}

fn control(text: &str) -> Result<TimeControl, StoreError> {
    TimeControl::of_game(text).ok_or_else(|| corrupt("clock"))
}

pub(crate) fn person(bytes: &[u8]) -> Result<Person, StoreError> {
    Person::from_bytes(bytes).ok_or_else(|| corrupt("person"))
}

pub(crate) fn ulid(bytes: &[u8]) -> Result<Ulid, StoreError> {
    bytes
        .try_into()
        .map(Ulid::from_bytes)
        .map_err(|_| corrupt("id"))
}

pub(crate) fn tags_to_bytes(tags: &[CommandTag]) -> ByteBuf {
    ByteBuf::from(
        tags.iter()
            .flat_map(|tag| tag.0.to_be_bytes())
            .collect::<Vec<u8>>(),
    )
}

pub(crate) fn tags(bytes: &[u8]) -> Result<Vec<CommandTag>, StoreError> {
    let chunks = bytes.chunks_exact(8);
    if !chunks.remainder().is_empty() {
        return Err(corrupt("command tags"));
    }
    Ok(chunks.map(|chunk| CommandTag(first_u64(chunk))).collect())
}

/// A version that still can be counted on from: nobody writes an item so often, and
/// a client's numbers are exact below this.
pub(crate) fn version(v: u64) -> Result<u64, StoreError> {
    if v < 1 << 53 {
        Ok(v)
    } else {
        Err(corrupt("version"))
    }
}

pub(crate) fn corrupt(what: &str) -> StoreError {
    StoreError::Corrupt(what.into())
}
