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

/// The same as text; bytes that are none become `�`, which no format knows.
pub(crate) fn read_text(file: &Path) -> Result<String, Error> {
    let text = String::from_utf8_lossy(&read(file)?).into_owned();
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}
