//! What can be wrong with a question, in a line each.

use std::io;
use std::path::PathBuf;

use damero_rules::FenError;
use thiserror::Error;

/// Why a command could not be carried out.
#[derive(Debug, Error)]
pub(crate) enum Error {
    /// The position given is none.
    #[error("--fen {fen:?}: {error}")]
    Fen { fen: String, error: FenError },
    /// A file cannot be read.
    #[error("{}: {error}", file.display())]
    Read { file: PathBuf, error: io::Error },
    /// A PDN game is none: where and why.
    #[error("{0}")]
    Pdn(String),
    /// What was to be replayed or audited cannot be.
    #[error("{place}: {reason}")]
    Place { place: String, reason: String },
    /// Standard output does not take it.
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
}

impl Error {
    pub(crate) fn place(place: impl ToString, reason: impl ToString) -> Self {
        Self::Place {
            place: place.to_string(),
            reason: reason.to_string(),
        }
    }
}
