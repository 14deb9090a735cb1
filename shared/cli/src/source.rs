//! Files, and standard input under the name `-`.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use crate::error::Error;

/// Everything in a file. Bytes, since what is no UTF-8 is for the reader of a line to say.
pub(crate) fn read(file: &Path) -> Result<Vec<u8>, Error> {
    let bytes = if file == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        std::fs::read(file)
    };
    bytes.map_err(|error| Error::Read {
        file: PathBuf::from(file),
        error,
    })
}

/// The same as text. What is no UTF-8 is taken for Latin-1, in which old collections are.
pub(crate) fn read_text(file: &Path) -> Result<String, Error> {
    let text = String::from_utf8(read(file)?)
        .unwrap_or_else(|error| error.as_bytes().iter().copied().map(char::from).collect());
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}
