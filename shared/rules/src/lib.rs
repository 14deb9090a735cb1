//! The rules of draughts as twelve rule sets play them.
//!
//! A rule set is a record of points ([`RuleSet`]), one row of a table; one generator reads the
//! record and serves them all. Around it stand the game's texts (FEN, PDN, a compact record of a
//! move) and [`Line`], which adds to a position what draws and huffs need.
//!
//! The crate is pure: no clock, no randomness, no input or output. Whatever text or bytes it is
//! given, it answers with a value or a typed error that says why.
//!
//! White (`W`) sits at the bottom of the diagram and moves up, Black (`B`) at the top and moves
//! down; squares are numbered row by row from the top left.

mod bits;
mod board;
mod capture;
mod compiled;
mod fen;
mod find;
mod found;
mod generate;
mod geometry;
mod jump;
mod layout;
mod line;
mod moves;
mod names;
mod pdn;
mod perft;
mod position;
mod record;
mod refusal;
mod ruleset;
pub mod search;
mod square;
mod table;
mod text;
mod zobrist;

pub use fen::{FenError, FenErrorKind, parse_fen, write_fen};
pub use find::find_move;
pub use generate::{apply, huffable, legal_moves, paths};
pub use geometry::{Geometry, Playing};
pub use line::{EndReason, Line, Outcome};
pub use moves::{Move, Path};
pub use pdn::{
    PdnClocks, PdnCommand, PdnComment, PdnEntry, PdnError, PdnErrorKind, PdnGame, PdnGames,
    PdnLine, PdnNotes, PdnPly, PdnResult, PdnTag, Tenths, read_pdn, write_pdn,
};
pub use perft::{perft, perft_by_order, perft_to_leaves};
pub use position::{Kind, Piece, Position, Side};
pub use record::{DecodeError, decode_move, decode_path, encode_move};
pub use refusal::{ClaimError, HuffError, IllegalMove, NotThisPosition};
pub use ruleset::{
    Capturing, Choice, Colour, Crowning, DrawPolicy, Ending, KingReach, Lines, NoProgress,
    Notation, Obligation, Removal, Repetition, Resets, RuleSet,
};
pub use square::{Square, SquareSet};
pub use text::{PathError, PathErrorKind, notation, parse_path};
