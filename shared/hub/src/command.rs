//! A line of the protocol: a command and its arguments.

use thiserror::Error;
use winnow::ascii::{space0, space1};
use winnow::combinator::{alt, delimited, opt, preceded, repeat, terminated};
use winnow::prelude::*;
use winnow::token::{take_till, take_while};

/// A command with its arguments, in the order in which they stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command<'t> {
    /// What it is.
    pub name: &'t str,
    args: Vec<(&'t str, &'t str)>,
}

/// Why a line is no command: the character at which it cannot be read on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the line cannot be read from character {column} on")]
pub struct CommandError {
    /// That character, counted from 1.
    pub column: usize,
}

impl<'t> Command<'t> {
    /// Reads a line; none if it is blank.
    ///
    /// # Errors
    /// Where it is no command.
    pub fn parse(line: &'t str) -> Result<Option<Self>, CommandError> {
        let line = line.trim_end_matches(['\r', '\n']);
        let mut rest = line;
        // Neither can fail.
        let blank: winnow::Result<&str> = space0.parse_next(&mut rest);
        if blank.is_ok() && rest.is_empty() {
            return Ok(None);
        }
        let found = command.parse_next(&mut rest);
        match found {
            Ok(found) if rest.is_empty() => Ok(Some(found)),
            _ => {
                let read = line.get(..line.len() - rest.len()).unwrap_or(line);
                let column = read.chars().count() + 1;
                Err(CommandError { column })
            }
        }
    }

    /// The value of an argument; the empty text if it has none. The first counts.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&'t str> {
        let found = self.args.iter().find(|(other, _)| *other == name)?;
        Some(found.1)
    }

    /// Whether there is such an argument.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }
}

/// A value as it is written: in quotes where it needs them. The protocol has no way to write a
/// quote or a line break.
pub(crate) fn quoted(value: &str) -> String {
    let tame = |c: char| match c {
        '"' => '\'',
        c if c.is_control() => ' ',
        c => c,
    };
    let value: String = value.chars().map(tame).collect();
    if value.is_empty() || value.contains(|c: char| c == '=' || c.is_whitespace()) {
        format!("\"{value}\"")
    } else {
        value
    }
}

fn command<'t>(input: &mut &'t str) -> winnow::Result<Command<'t>> {
    let args = repeat(0.., preceded(space1, argument));
    terminated((word, args), space0)
        .map(|(name, args)| Command { name, args })
        .parse_next(input)
}

fn argument<'t>(input: &mut &'t str) -> winnow::Result<(&'t str, &'t str)> {
    let value = preceded('=', alt((in_quotes, word)));
    (word, opt(value).map(Option::unwrap_or_default)).parse_next(input)
}

fn in_quotes<'t>(input: &mut &'t str) -> winnow::Result<&'t str> {
    delimited('"', take_till(0.., '"'), '"').parse_next(input)
}

fn word<'t>(input: &mut &'t str) -> winnow::Result<&'t str> {
    let plain = |c: char| c != '=' && c != '"' && !c.is_whitespace();
    take_while(1.., plain).parse_next(input)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_command_with_values_flags_and_quotes() {
        let line = "  level moves=9  time=291.587 note=\"a = b\" empty=\"\" infinite \r\n";
        let command = Command::parse(line).unwrap().unwrap();
        assert_eq!(command.name, "level");
        let values = ["moves", "time", "note", "empty", "infinite", "inc"].map(|n| command.get(n));
        let expected = [
            Some("9"),
            Some("291.587"),
            Some("a = b"),
            Some(""),
            Some(""),
            None,
        ];
        assert_eq!(values, expected);
    }

    #[test]
    fn a_blank_line_is_none() {
        for line in ["", " ", "\t \r\n"] {
            assert_eq!(Command::parse(line), Ok(None), "{line:?}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_told_by_its_place() {
        for (line, column) in [
            ("=3", 1),
            ("pos pos=", 8),
            ("pos pos=\"W", 8),
            ("pos a=b=c", 8),
            ("p\u{e9}s \"x\"", 5),
        ] {
            assert_eq!(Command::parse(line), Err(CommandError { column }), "{line}");
        }
    }

    #[test]
    fn a_written_value_is_read_back() {
        for value in ["", "a b", "a=b", "32-28", "\u{f1}and\u{fa}"] {
            let line = format!("param name={}", quoted(value));
            let command = Command::parse(&line).unwrap().unwrap();
            assert_eq!(command.get("name"), Some(value));
        }
        assert_eq!(quoted("\"quit\"\nquit"), "\"'quit' quit\"");
    }
}
