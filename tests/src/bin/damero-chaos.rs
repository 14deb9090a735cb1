//! `damero-chaos`: whole games while everything goes wrong, each judged at its end.

use clap::Parser;
use damero_tests::chaos::{Plan, run};
use rand::Rng;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Plays games in bad weather and checks each of them.
#[derive(Parser)]
struct Args {
    /// Games in all.
    #[arg(long, default_value_t = 2000)]
    games: u32,
    /// Clubs side by side.
    #[arg(long, default_value_t = 4)]
    worlds: u32,
    /// Makes the same trouble again.
    #[arg(long)]
    seed: Option<u64>,
    /// Opens no more rooms after so many minutes.
    #[arg(long)]
    minutes: Option<u64>,
}

#[tokio::main]
async fn main() -> ExitCode {
    let Args {
        games,
        worlds,
        seed,
        minutes,
    } = Args::parse();
    let seed = seed.unwrap_or_else(|| rand::rng().random_range(0..1_000_000));
    println!("Seed {seed}, {worlds} worlds.");
    let began = Instant::now();
    let outcome = run(Plan {
        games,
        worlds,
        seed,
        within: minutes.map(|minutes| Duration::from_secs(60 * minutes)),
    })
    .await;
    let took = began.elapsed().as_secs_f64();
    match outcome {
        Ok(tally) => {
            let rate = f64::from(tally.games()) / took;
            println!("{tally}No difference, nothing stuck; {took:.0} s, {rate:.1} games/s.");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("damero-chaos: after {took:.0} s: {error}");
            ExitCode::FAILURE
        }
    }
}
