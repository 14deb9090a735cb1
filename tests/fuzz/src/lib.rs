//! What is fuzzed, one module a target. An input is text as far as it can be, so
//! that seeds can be read; whatever else comes is taken for something too.

#![forbid(unsafe_code)]

pub mod answers;
pub mod club;
pub mod database;
pub mod event;
pub mod fen;
pub mod grammar;
pub mod hub;
pub mod items;
pub mod message;
pub mod pdn;

/// The first line, and what follows it.
fn head(data: &[u8]) -> (Vec<String>, &[u8]) {
    let end = data.iter().position(|byte| *byte == b'\n');
    let (line, rest) = match end {
        Some(end) => (&data[..end], &data[end + 1..]),
        None => (data, &[][..]),
    };
    let line = String::from_utf8_lossy(line);
    (line.split_whitespace().map(Into::into).collect(), rest)
}
