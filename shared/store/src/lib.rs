//! The one table: every key on one page ([`keys`]), item codecs, reads and
//! conditional writes.
//!
//! A game is one item; every write to it is conditional on the version that was
//! read. Connection lists are written on their own and never touch the version,
//! and no codec ever puts a whole game back.

mod accounts;
mod calls;
mod client;
mod connections;
mod corrections;
mod ends;
mod error;
mod games;
mod history;
pub mod items;
pub mod keys;
mod levels;
mod limits;
mod locks;
mod pairings;
mod periods;
mod ratings;
mod reads;
mod rivals;
mod rooms;
mod sessions;
mod tickets;
mod transact;
mod views;
mod writes;

pub use accounts::{HeldAccount, Linking};
pub use calls::{Call, Calls, Units};
pub use client::{Item, Store};
pub use connections::{Confirmed, Listing, Place, Shown};
pub use corrections::{Decision, Head, LeagueDecision};
pub use ends::{Before, Ended, Ending, LevelBefore, Slot};
pub use error::{Saved, StoreError};
pub use games::{HeldGame, MAX_TABS};
pub use history::HistoryPage;
pub use items::record::RecordError;
pub use levels::{HeldProgress, LedgerPage};
pub use locks::{HeldLock, Hold};
pub use pairings::{About, HeldPairing, PAIRING_KEPT, Paired};
pub use periods::{ArchiveLine, First, ListedPeriod, Meta, OpenPeriod};
pub use ratings::{LeagueLine, LeaguePlace, LogPlace, Page, Span};
pub use rivals::{MOST_RIVALS, Rivals};
pub use rooms::HeldRoom;
pub use sessions::{Link, Opening, SOCKET_LIFE, Session, Socket};
pub use tickets::{HeldTicket, Joined, Near};
pub use views::ViewHead;
