//! `damero pdn`.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use damero_rules::{PdnError, PdnErrorKind, read_pdn, write_pdn};

use crate::args::PdnArgs;
use crate::error::Error;
use crate::source;
use crate::totals::Totals;

/// Reads every game and tells what is wrong with those that are none.
pub(crate) fn check(args: &PdnArgs, out: &mut impl Write) -> Result<ExitCode, Error> {
    let mut totals = Totals::default();
    for (file, text) in args.files.iter().zip(texts(args)?) {
        for entry in read_pdn(&text, args.ruleset) {
            totals.count(entry.game.is_ok());
            if let Err(error) = entry.game {
                writeln!(out, "{}", told(file.display(), &error))?;
            }
        }
    }
    writeln!(out, "{totals}")?;
    Ok(totals.exit_code())
}

/// Writes every game as this club does, and tells on the side which are none.
pub(crate) fn convert(args: &PdnArgs, out: &mut impl Write) -> Result<ExitCode, Error> {
    let mut totals = Totals::default();
    for (file, text) in args.files.iter().zip(texts(args)?) {
        for entry in read_pdn(&text, args.ruleset) {
            totals.count(entry.game.is_ok());
            match entry.game {
                Ok(game) if totals.passed == 1 => write!(out, "{}", write_pdn(&game))?,
                Ok(game) => write!(out, "\n{}", write_pdn(&game))?,
                Err(error) => {
                    // The games before it come before it.
                    out.flush()?;
                    // Where stderr is closed nobody wants to know.
                    let _ = writeln!(io::stderr(), "damero: {}", told(file.display(), &error));
                }
            }
        }
    }
    Ok(totals.exit_code())
}

/// All files before any game, so that a name misspelt is said at once.
fn texts(args: &PdnArgs) -> Result<Vec<String>, Error> {
    args.files
        .iter()
        .map(|file| source::read_text(file))
        .collect()
}

/// Where a game is broken and why, as in `games.pdn:16:25: square 18 is occupied`.
pub(crate) fn told(file: impl Display, error: &PdnError) -> String {
    let (line, column) = (error.line, error.column);
    let hint = match error.kind {
        PdnErrorKind::NoRuleSet => ": give --ruleset",
        _ => "",
    };
    format!("{file}:{line}:{column}: {}{hint}", error.kind)
}
