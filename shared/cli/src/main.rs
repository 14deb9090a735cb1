//! `damero`: the club's rules, rankings and engine at the command line, for people who work with
//! positions and games, for those who doubt a ranking, and for other programs that play.
//!
//! Whatever it is given, it answers with a result or with one line that says what is wrong. Exit
//! status 0 means done, 1 that something checked was found wrong, 2 that the question was.

mod args;
mod audit;
mod board;
mod check;
mod error;
mod hub;
mod matches;
mod moves;
mod pdn;
mod perft;
mod play;
mod replay;
mod rulesets;
mod source;
mod totals;
mod vector;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::Parser;

use crate::args::{Cli, Command, PdnCommand};
use crate::error::Error;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = BufWriter::new(io::stdout());
    let done = run(&cli.command, &mut out).and_then(|code| {
        out.flush()?;
        Ok(code)
    });
    match done {
        Ok(code) => code,
        // Whoever closed the pipe has read enough.
        Err(Error::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            // What was said before it comes before it.
            let _ = out.flush();
            // Where stderr is closed too there is nobody left to tell.
            let _ = writeln!(io::stderr(), "damero: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(command: &Command, out: &mut impl Write) -> Result<ExitCode, Error> {
    match command {
        Command::Rulesets => rulesets::run(out)?,
        Command::Moves(args) => moves::run(args, out)?,
        Command::Perft(args) => perft::run(args, out)?,
        Command::Replay(args) => replay::run(args, out)?,
        Command::Pdn(PdnCommand::Check(args)) => return pdn::check(args, out),
        Command::Pdn(PdnCommand::Convert(args)) => return pdn::convert(args, out),
        Command::Check(args) => return check::run(args, out),
        Command::Audit(args) => return audit::run(args, out),
        Command::Hub(args) => hub::run(args)?,
        Command::Match(args) => matches::run(args, out)?,
        Command::Ladder(args) => matches::ladder::run(args, out)?,
    }
    Ok(ExitCode::SUCCESS)
}
