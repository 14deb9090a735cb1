//! `damero perft`.

use std::io::Write;

use damero_rules::{Position, RuleSet, apply, legal_moves, perft};

use crate::args::PerftArgs;
use crate::error::Error;

pub(crate) fn run(args: &PerftArgs, out: &mut impl Write) -> Result<(), Error> {
    let rules = args.start.ruleset;
    let position = args.start.position()?;
    let nodes = match args.depth.checked_sub(1) {
        Some(rest) if args.divide => divide(rules, &position, rest, out)?,
        _ => perft(rules, &position, args.depth),
    };
    writeln!(out, "{nodes}")?;
    Ok(())
}

/// The counts by first move, shown as they come, since a deep one takes its time.
fn divide(
    rules: &RuleSet,
    position: &Position,
    rest: u32,
    out: &mut impl Write,
) -> Result<u64, Error> {
    let mut total = 0;
    for mv in legal_moves(rules, position) {
        let nodes = perft(rules, &apply(rules, position, &mv), rest);
        writeln!(out, "{mv}: {nodes}")?;
        out.flush()?;
        total += nodes;
    }
    Ok(total)
}
