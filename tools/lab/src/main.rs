//! The engine's laboratory: speed, matches of the engine with itself, the fitting of its weights.

mod chance;
mod fit;
mod matches;
mod speed;

use clap::{Parser, Subcommand};

/// What can be done.
#[derive(Parser)]
#[command(
    name = "damero-lab",
    about = "Measures the engine and fits its weights"
)]
struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Positions a second, and the times of depths, replies and memory.
    Speed(speed::Options),
    /// Weights of an evaluation, from games of the engine with itself.
    Fit(fit::Options),
    /// A match.
    Match(matches::Options),
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    match Args::parse().task {
        Task::Speed(options) => speed::run(&options),
        Task::Fit(options) => fit::run(&options)?,
        Task::Match(options) => matches::run(&options)?,
    }
    Ok(())
}
