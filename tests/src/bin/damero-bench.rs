//! `damero-bench`: what the whole club takes, as its players feel it.

use clap::{Parser, Subcommand};
use damero_tests::World;
use damero_tests::bench::{self, Times};
use damero_tests::world::Making;
use std::error::Error;
use std::process::ExitCode;

/// Measures on this machine, in one run.
#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// A move, from its sending until both players see it.
    Move {
        /// Moves to time.
        #[arg(long, default_value_t = 3000)]
        count: u32,
        /// Plays the same games again.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
}

async fn a_move(count: u32, seed: u64) -> Result<(), Box<dyn Error>> {
    println!(
        "{:<28}   count      p50      p90      p99      max   ms",
        ""
    );
    let world = World::made(Making::default()).await?;
    let calls = bench::calls(&world, count).await?;
    row("its two database calls alone", &calls, None);
    let inside = bench::moves(&world, count, seed).await?;
    row("functions in process", &inside, Some(&calls));
    Ok(())
}

/// One line, with how many times longer the middle one took than that of `than`.
fn row(what: &str, times: &Times, than: Option<&Times>) {
    let ratio = than.map(|than| times.quantile(0.5) / than.quantile(0.5));
    let ratio = ratio.map(|ratio| format!("   {ratio:.1} times the calls alone"));
    println!("{what:<28} {times}{}", ratio.unwrap_or_default());
}

#[tokio::main]
async fn main() -> ExitCode {
    let Args { what } = Args::parse();
    let outcome = match what {
        What::Move { count, seed } => a_move(count, seed).await,
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("damero-bench: {error}");
            ExitCode::FAILURE
        }
    }
}
