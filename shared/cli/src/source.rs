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

/// The same as text: UTF-16 if it begins with its mark, else UTF-8. What is neither is taken for
/// Latin-1, in which old collections are.
pub(crate) fn read_text(file: &Path) -> Result<String, Error> {
    let bytes = read(file)?;
    let text = match &bytes[..] {
        [0xff, 0xfe, rest @ ..] => utf_16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf_16(rest, u16::from_be_bytes),
        _ => String::from_utf8(bytes)
            .unwrap_or_else(|error| error.as_bytes().iter().copied().map(char::from).collect()),
    };
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}

fn utf_16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes
        .chunks_exact(2)
        .filter_map(|pair| pair.try_into().ok().map(unit));
    char::decode_utf16(units)
        .map(|decoded| decoded.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}
