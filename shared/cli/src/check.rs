//! `damero check`: every line of vector files held against the rules and the ratings.

mod chains;
mod elo;
mod findings;
mod game;
mod perft;
mod period;
mod pool;
mod position;
mod real;
mod run;
mod written;

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use damero_rules::{Position, RuleSet, parse_fen, write_fen};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::args::CheckArgs;
use crate::check::findings::{Findings, Verdict};
use crate::error::Error;
use crate::source;
use crate::totals::Totals;
use crate::vector::Vector;

/// A line of a file, and where it stands.
struct Case<'a> {
    file: &'a Path,
    number: usize,
    text: &'a [u8],
}

pub(crate) fn run(args: &CheckArgs, out: &mut impl Write) -> Result<ExitCode, Error> {
    // All before any: minutes of counting should not end at a name misspelt.
    let contents: Vec<Vec<u8>> = args
        .files
        .iter()
        .map(|file| source::read(file))
        .collect::<Result<_, _>>()?;
    let cases: Vec<Case<'_>> = args
        .files
        .iter()
        .zip(&contents)
        .flat_map(|(file, bytes)| cases(file, bytes))
        .collect();
    let bar = progress(cases.len());
    let mut totals = Totals::default();
    pool::in_order(
        &cases,
        |case| check(case.text, args.max_nodes),
        |case, findings| {
            bar.inc(1);
            match findings.verdict() {
                Verdict::Passed => totals.count(true),
                Verdict::Failed => totals.count(false),
                Verdict::LeftOut => {}
            }
            if findings.is_silent() {
                return Ok(());
            }
            bar.suspend(|| tell(case, &findings, out))
        },
    )?;
    bar.finish_and_clear();
    writeln!(out, "{totals}")?;
    Ok(totals.exit_code())
}

/// The lines of a file that are not blank.
fn cases<'a>(file: &'a Path, bytes: &'a [u8]) -> impl Iterator<Item = Case<'a>> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    bytes
        .split(|&byte| byte == b'\n')
        .map(<[u8]>::trim_ascii)
        .zip(1..)
        .filter(|(text, _)| !text.is_empty())
        .map(move |(text, number)| Case { file, number, text })
}

/// How far it has come, on a terminal; elsewhere nothing is drawn.
fn progress(lines: usize) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(lines as u64), ProgressDrawTarget::stderr());
    match ProgressStyle::with_template("{bar:40} {pos} of {len} lines, {elapsed}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Prints what there is to say of a line.
fn tell(case: &Case<'_>, findings: &Findings, out: &mut impl Write) -> io::Result<()> {
    let place = format!("{}:{}", case.file.display(), case.number);
    for note in findings.notes() {
        // Where stderr is closed nobody wants to know.
        let _ = writeln!(io::stderr(), "{place}: {note}");
    }
    for disagreement in findings.disagreements() {
        writeln!(out, "{place}: {disagreement}")?;
    }
    // A long check is read while it runs.
    out.flush()
}

/// Checks one line.
fn check(text: &[u8], max_nodes: Option<u64>) -> Findings {
    match Vector::parse(text) {
        Ok(Vector::Position(line)) => position::check(&line),
        Ok(Vector::Perft(line)) => perft::check(&line, max_nodes),
        Ok(Vector::Game(line)) => game::check(&line),
        Ok(Vector::Real(line)) => real::check(&line),
        Ok(Vector::Elo(line)) => elo::check(&line),
        Ok(Vector::Period(line)) => period::check(&line),
        Ok(Vector::Run(line)) => run::check(&line),
        Err(reason) => Findings::broken(reason),
    }
}

/// Reads a position of a vector and checks that it is written the same.
fn read_fen(rules: &RuleSet, fen: &str, findings: &mut Findings) -> Option<Position> {
    match parse_fen(rules, fen) {
        Ok(position) => {
            findings.compare("fen", fen, &write_fen(rules, &position));
            Some(position)
        }
        Err(error) => {
            findings.say("fen", fen, format!("refused: {error}"));
            None
        }
    }
}
