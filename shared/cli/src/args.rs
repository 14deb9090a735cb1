//! What may be asked on the command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use damero_domain::rating::Digest;
use damero_rules::{Position, RuleSet, parse_fen};

use crate::error::Error;

mod contest;

pub(crate) use self::contest::{HubArgs, LadderArgs, MatchArgs};

/// Deeper trees than this have never been counted, and each level takes some stack.
pub(crate) const DEEPEST: i64 = 100;

/// Legal moves, counts, games and test data of draughts, under twelve rule sets.
#[derive(Parser)]
#[command(name = "damero", version)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// List the rule sets.
    Rulesets,
    /// List the legal moves of a position.
    Moves(MovesArgs),
    /// Count the lines of so many legal moves.
    Perft(PerftArgs),
    /// Show a game move by move.
    Replay(ReplayArgs),
    /// Read PDN files.
    #[command(subcommand)]
    Pdn(PdnCommand),
    /// Check files of test vectors against the rules and the ratings.
    Check(CheckArgs),
    /// Compute a closed ranking again from its evidence.
    Audit(AuditArgs),
    /// Play as an engine: the Hub protocol on standard input and output.
    Hub(HubArgs),
    /// Let two players play a match, and tell their difference in Elo.
    Match(MatchArgs),
    /// Measure the levels against each other and write a page about them.
    Ladder(LadderArgs),
}

/// A position of a rule set.
#[derive(Args)]
pub(crate) struct Start {
    /// The rule set; `damero rulesets` lists them.
    #[arg(long, value_name = "ID", value_parser = ruleset)]
    pub(crate) ruleset: &'static RuleSet,
    /// The position, as in `W:W21,22,K31:B1,2,K5`; the initial one if not given.
    #[arg(long)]
    fen: Option<String>,
}

impl Start {
    pub(crate) fn position(&self) -> Result<Position, Error> {
        position(self.ruleset, self.fen.as_deref())
    }
}

/// The position of an option `--fen`, or else the initial one.
pub(crate) fn position(rules: &RuleSet, fen: Option<&str>) -> Result<Position, Error> {
    match fen {
        None => Ok(Position::initial(rules)),
        Some(fen) => parse_fen(rules, fen).map_err(|error| Error::Fen {
            fen: fen.to_owned(),
            error,
        }),
    }
}

#[derive(Args)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) start: Start,
    /// Print one JSON array of `{path, captured, promotes, huff?}`.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) start: Start,
    /// How many plies deep.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=DEEPEST))]
    pub(crate) depth: u32,
    /// Print the count of each first move, too.
    #[arg(long)]
    pub(crate) divide: bool,
}

#[derive(Args)]
pub(crate) struct ReplayArgs {
    /// The file of the game, `-` for standard input: PDN, moves alone (`9-14 !17 11-18-27`, `!`
    /// before a huff), or JSON lines of a vector file.
    #[arg(value_name = "FILE", required_unless_present = "moves")]
    pub(crate) file: Option<PathBuf>,
    /// The moves themselves, instead of a file.
    #[arg(long, value_name = "MOVES", conflicts_with = "file")]
    pub(crate) moves: Option<String>,
    /// The rule set, where the game itself does not say; `damero rulesets` lists them.
    #[arg(long, value_name = "ID", value_parser = ruleset)]
    pub(crate) ruleset: Option<&'static RuleSet>,
    /// Where the game starts, if moves alone are given; the initial position otherwise.
    #[arg(long)]
    pub(crate) fen: Option<String>,
    /// Which game of the file, counted from 1.
    #[arg(long, value_name = "N")]
    pub(crate) game: Option<usize>,
    /// Show only the end.
    #[arg(long)]
    pub(crate) end: bool,
}

#[derive(Subcommand)]
pub(crate) enum PdnCommand {
    /// Read every game and say what is wrong with it.
    Check(PdnArgs),
    /// Write every game as the club does: PDN 3.0, squares by number.
    Convert(PdnArgs),
}

#[derive(Args)]
pub(crate) struct PdnArgs {
    /// PDN files; `-` for standard input.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The rule set, where a game's tags leave it open; `damero rulesets` lists them.
    #[arg(long, value_name = "ID", value_parser = ruleset)]
    pub(crate) ruleset: Option<&'static RuleSet>,
}

#[derive(Args)]
pub(crate) struct CheckArgs {
    /// Files of vectors, one JSON object a line; `-` for standard input.
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Leave out counts above this many nodes.
    #[arg(long, value_name = "N")]
    pub(crate) max_nodes: Option<u64>,
}

#[derive(Args)]
pub(crate) struct AuditArgs {
    /// The evidence, as the club offers it with the ranking; `-` for standard input.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The digest that was published: the SHA-256 of the file.
    #[arg(long, value_name = "SHA256")]
    pub(crate) digest: Option<Digest>,
}

fn ruleset(id: &str) -> Result<&'static RuleSet, String> {
    RuleSet::by_id(id)
        .ok_or_else(|| "there is no such rule set; `damero rulesets` lists them".to_owned())
}
