//! `damero-soak`: many games by chance over whole clubs, each judged at its end.

use clap::Parser;
use damero_tests::soak::{Plan, run};
use rand::Rng;
use std::process::ExitCode;
use std::time::Instant;

/// Plays games by chance and checks each of them.
#[derive(Parser)]
struct Args {
    /// Games in all.
    #[arg(long, default_value_t = 500)]
    games: u32,
    /// Clubs side by side.
    #[arg(long, default_value_t = 4)]
    worlds: u32,
    /// Plays the same games again.
    #[arg(long)]
    seed: Option<u64>,
}

#[tokio::main]
async fn main() -> ExitCode {
    let Args {
        games,
        worlds,
        seed,
    } = Args::parse();
    let seed = seed.unwrap_or_else(|| rand::rng().random());
    println!("Seed {seed}, {worlds} worlds.");
    let began = Instant::now();
    let outcome = run(Plan {
        games,
        worlds,
        seed,
    })
    .await;
    let took = began.elapsed().as_secs_f64();
    match outcome {
        Ok(tally) => {
            println!(
                "{tally}, {took:.1} s, {:.1} games/s",
                f64::from(tally.games()) / took
            );
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("damero-soak: after {took:.1} s: {error}");
            ExitCode::FAILURE
        }
    }
}
