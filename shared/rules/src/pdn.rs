//! Games as PDN 3.0: any number of them in a text, with comments, variations and clocks.
//!
//! What is written has numeric squares, counted as everywhere in this crate, and captures short
//! where the ends decide. The result token is PDN's `1-0`, `0-1`, `1/2-1/2`, `0-0` or `*`; the
//! older `2-0` style is read and not written.
//!
//! A huff is a comment command, `{[%huff 17]}`, that stands where it happened: after the ply
//! before it and before the ply that follows it, if one does. A huff that ends the game, or that
//! is the last thing that happened in an unfinished one, thus stands last before the result. A
//! clock, `{[%clk 0:04:59.3]}`, belongs to the ply before it. A reader plays huffs where it meets
//! them and needs to know no more.

mod command;
mod cursor;
mod error;
mod game_type;
mod grammar;
mod header;
mod lexer;
#[cfg(test)]
mod linear;
mod meant;
mod play;
mod read;
mod running;
mod tree;
mod words;
mod write;

pub use error::{PdnError, PdnErrorKind};
pub use read::{PdnEntry, PdnGames, read_pdn};
pub use tree::{
    PdnClocks, PdnCommand, PdnComment, PdnGame, PdnLine, PdnNotes, PdnPly, PdnResult, PdnTag,
    Tenths,
};
pub use write::write_pdn;
