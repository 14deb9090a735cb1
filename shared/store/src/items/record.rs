//! A game's events as bytes.
//!
//! Each event: `received lag · 2 + kind` and `confirmed delta`, both as varints
//! (ms), then its body. Lag = confirmed − received, delta = confirmed − the
//! confirmation before. Kind 0 is a move in the rules' compact form (two bytes
//! where the ends decide); kind 1 is anything else: a tag, then its own bytes.

use damero_domain::game::{End, Event, Game, Impossible, Unplayable, What};
use damero_domain::time::{Millis, Timestamp};
use damero_rules::{DecodeError, Side, Square, decode_move, decode_path, encode_move};

/// Bytes that are no record of the game they claim to be of.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// They end in the middle of an event.
    #[error("the record ends in the middle of an event")]
    Short,
    /// An unknown tag, or a time or square out of range.
    #[error("no such event")]
    Unknown,
    /// A move that is not legal where it stands.
    #[error(transparent)]
    Move(#[from] DecodeError),
    /// An event that cannot have happened where it stands.
    #[error(transparent)]
    Impossible(#[from] Impossible),
    /// The position reached is not the one that was stored.
    #[error("the record does not lead to the stored position")]
    Digest,
}

impl From<Unplayable> for RecordError {
    fn from(why: Unplayable) -> RecordError {
        match why {
            Unplayable::Impossible(why) => why.into(),
            Unplayable::Illegal(why) => DecodeError::from(why).into(),
        }
    }
}

const HUFF: u8 = 0;
const OFFER: u8 = 1;
const DECLINE: u8 = 3;
const ASK_CANCEL: u8 = 4;
const REFUSE_CANCEL: u8 = 6;
const RESIGNED: u8 = 7;
const AGREED: u8 = 9;
const REPETITION: u8 = 10;
const NO_PROGRESS: u8 = 11;
const TIME_UP: u8 = 12;
const CANCELLED: u8 = 14;

/// Writes all events of a game.
#[must_use]
pub fn write(game: &Game) -> Vec<u8> {
    let mut out = Vec::with_capacity(game.events().len() * 6);
    let mut replayed = Game::start(game.setup().clone());
    for event in game.events() {
        write_event(&replayed, event, &mut out);
        // What was decided can be replayed; the digest guards it on reading.
        if replayed.evolve(event.clone()).is_err() {
            break;
        }
    }
    out
}

/// Appends one event that follows `before`.
pub fn write_event(before: &Game, event: &Event, out: &mut Vec<u8>) {
    let lag = event.confirmed - event.received;
    let delta = event.confirmed - before.last_stamp();
    let is_move = matches!(event.what, What::Move(_));
    put_varint(out, unsigned(lag) << 1 | u64::from(!is_move));
    put_varint(out, unsigned(delta));
    let mut tagged =
        |tag: u8, side: Option<Side>| out.push(tag + u8::from(side == Some(Side::Black)));
    match &event.what {
        What::Move(mv) => encode_move(before.setup().rules, before.line().position(), mv, out),
        What::Huff(square) => out.extend([HUFF, square.number()]),
        What::Offer(side) => tagged(OFFER, Some(*side)),
        What::Decline => tagged(DECLINE, None),
        What::AskCancel(side) => tagged(ASK_CANCEL, Some(*side)),
        What::RefuseCancel => tagged(REFUSE_CANCEL, None),
        What::End(End::Resigned(side)) => tagged(RESIGNED, Some(*side)),
        What::End(End::Agreed) => tagged(AGREED, None),
        What::End(End::NoProgress) => tagged(NO_PROGRESS, None),
        What::End(End::TimeUp(side)) => tagged(TIME_UP, Some(*side)),
        What::End(End::Cancelled) => tagged(CANCELLED, None),
        What::End(End::Repetition(mv)) => {
            out.push(REPETITION);
            encode_move(before.setup().rules, before.line().position(), mv, out);
        }
    }
}

/// Replays a record into `game`, which stands at its start.
///
/// # Errors
/// [`RecordError`], whatever the bytes; never a panic.
pub fn read(mut game: Game, mut bytes: &[u8]) -> Result<Game, RecordError> {
    while !bytes.is_empty() {
        read_event(&mut game, &mut bytes)?;
    }
    Ok(game)
}

fn read_event(game: &mut Game, bytes: &mut &[u8]) -> Result<(), RecordError> {
    let head = take_varint(bytes)?;
    let delta = signed(take_varint(bytes)?)?;
    let confirmed = Timestamp(
        game.last_stamp()
            .0
            .checked_add(delta.0)
            .ok_or(RecordError::Unknown)?,
    );
    let lag = signed(head >> 1)?;
    let received = Timestamp(confirmed.0.checked_sub(lag.0).ok_or(RecordError::Unknown)?);
    if head & 1 == 0 {
        game.evolve_path(received, confirmed, &decode_path(bytes)?)?;
    } else {
        let what = read_other(game, bytes)?;
        game.evolve(Event {
            received,
            confirmed,
            what,
        })?;
    }
    Ok(())
}

fn read_other(game: &Game, bytes: &mut &[u8]) -> Result<What, RecordError> {
    let tag = take_byte(bytes)?;
    let side = |base: u8| {
        if tag == base {
            Side::White
        } else {
            Side::Black
        }
    };
    Ok(match tag {
        HUFF => What::Huff(Square::new(take_byte(bytes)?).ok_or(RecordError::Unknown)?),
        1..DECLINE => What::Offer(side(OFFER)),
        DECLINE => What::Decline,
        ASK_CANCEL..REFUSE_CANCEL => What::AskCancel(side(ASK_CANCEL)),
        REFUSE_CANCEL => What::RefuseCancel,
        RESIGNED..AGREED => What::End(End::Resigned(side(RESIGNED))),
        AGREED => What::End(End::Agreed),
        REPETITION => What::End(End::Repetition(decode_move(
            game.setup().rules,
            game.line().position(),
            bytes,
        )?)),
        NO_PROGRESS => What::End(End::NoProgress),
        TIME_UP..CANCELLED => What::End(End::TimeUp(side(TIME_UP))),
        CANCELLED => What::End(End::Cancelled),
        _ => return Err(RecordError::Unknown),
    })
}

/// LEB128, at most nine bytes.
fn put_varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value.to_le_bytes()[0] | 0x80);
        value >>= 7;
    }
    out.push(value.to_le_bytes()[0]);
}

fn take_varint(bytes: &mut &[u8]) -> Result<u64, RecordError> {
    let mut value = 0;
    for shift in (0..63).step_by(7) {
        let byte = take_byte(bytes)?;
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Ok(value);
        }
    }
    Err(RecordError::Unknown)
}

fn take_byte(bytes: &mut &[u8]) -> Result<u8, RecordError> {
    let (first, rest) = bytes.split_first().ok_or(RecordError::Short)?;
    *bytes = rest;
    Ok(*first)
}

fn unsigned(span: Millis) -> u64 {
    u64::try_from(span.0).unwrap_or(0)
}

fn signed(value: u64) -> Result<Millis, RecordError> {
    i64::try_from(value)
        .map(Millis)
        .map_err(|_| RecordError::Unknown)
}
