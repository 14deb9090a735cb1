//! `damero-bench`: what the whole club takes, as its players feel it.

use clap::{Parser, Subcommand};
use damero_tests::World;
use damero_tests::bench::{self, Times};
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
        #[arg(long, default_value_t = 1000)]
        count: u32,
        /// Plays the same games again.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
}

async fn a_move(count: u32, seed: u64) -> Result<(), Box<dyn Error>> {
    println!(
        "{:<30}   count      p50      p90      p99      max   ms",
        ""
    );
    let world = World::new().await?;
    let calls = bench::calls(&world, count).await?;
    row("its two database calls alone", &calls, None);
    let inside = bench::moves(&world, count, seed).await?;
    row("functions in process", &inside, Some(&calls));
    let world = World::of_binaries().await?;
    let binaries = bench::moves(&world, count, seed).await?;
    row("functions from their binaries", &binaries, Some(&calls));
    if let Some(line) = cold_starts(&world) {
        println!("{line}");
    }
    Ok(())
}

/// How long processes took from their start to their readiness.
fn cold_starts(world: &World) -> Option<String> {
    let sandboxes = world.sandboxes().list();
    let mut ms: Vec<_> = sandboxes
        .iter()
        .filter_map(|view| view.cold_start_ms)
        .collect();
    ms.sort_unstable();
    let (least, middle, most) = (ms.first()?, ms.get(ms.len() / 2)?, ms.last()?);
    Some(format!(
        "{} cold starts, {least} to {most} ms, {middle} ms in the middle",
        ms.len()
    ))
}

/// One line, with how many times longer the middle one took than that of `than`.
fn row(what: &str, times: &Times, than: Option<&Times>) {
    let ratio = than.map(|than| times.quantile(0.5) / than.quantile(0.5));
    let ratio = ratio.map(|ratio| format!("   {ratio:.1} times the calls alone"));
    println!("{what:<30} {times}{}", ratio.unwrap_or_default());
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
