//! `damero-bench`: what the whole club takes, as its players feel it.

use clap::{Parser, Subcommand};
use damero_rules::{Position, RuleSet, perft};
use damero_tests::World;
use damero_tests::bench::moves::{self, Times};
use damero_tests::bench::queue::{self, Report};
use damero_tests::bench::{plies, ranking, rules};
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
    /// Closing a week, and the worst invalidation, with ten games a player.
    Ranking {
        /// How many players; several, one after the other.
        #[arg(long, value_delimiter = ',', default_value = "1000,10000")]
        players: Vec<u32>,
        /// Plays the same games again.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// The rules: positions counted a second, and what a ply costs without the database.
    Rules,
    /// The queue: people who come by chance, and 200 equals at once.
    Queue {
        /// People to come.
        #[arg(long, default_value_t = 2000)]
        count: usize,
        /// The same people again.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// One count of positions, for who counts what it takes.
    Count {
        /// The rule set.
        rule_set: String,
        /// How deep.
        depth: u32,
        /// From a position with kings in the open.
        #[arg(long)]
        kings: bool,
    },
}

async fn a_move(count: u32, seed: u64) -> Result<(), Box<dyn Error>> {
    println!(
        "{:<30}   count      p50      p90      p99      max   ms",
        ""
    );
    let world = World::new().await?;
    let calls = moves::calls(&world, count).await?;
    row("its two database calls alone", &calls, None);
    let inside = moves::moves(&world, count, seed).await?;
    row("functions in process", &inside, Some(&calls));
    let world = World::of_binaries().await?;
    let binaries = moves::moves(&world, count, seed).await?;
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

async fn the_ranking(players: &[u32], seed: u64) -> Result<(), Box<dyn Error>> {
    println!(
        "{:>8}  {:<28} {:>8} {:>9} {:>12} {:>12}",
        "players", "", "s", "MB more", "read units", "write units"
    );
    for &players in players {
        for took in ranking::run(players, seed).await? {
            println!(
                "{players:>8}  {:<28} {:>8.1} {:>9.1} {:>12.0} {:>12.0}",
                took.what,
                took.time.as_secs_f64(),
                took.memory as f64 / 1024.0,
                took.reads,
                took.writes
            );
        }
    }
    Ok(())
}

fn the_rules() -> Result<(), Box<dyn Error>> {
    println!("million positions a second; bulk: the last moves are counted, not made");
    println!("{:<22} {:>28} {:>20}", "", "from the start", "with kings");
    println!(
        "{:<22} {:>8} {:>8} {:>10} {:>10} {:>9}",
        "", "bulk", "leaves", "to kish", "bulk", "leaves"
    );
    let mut kish = rules::kish();
    for rules in RuleSet::ALL {
        let rates = rules::rates(rules);
        kish = kish.max(rules::kish());
        let (initial, kings) = (rates.initial, rates.kings);
        println!(
            "{:<22} {:>8.0} {:>8.0} {:>10.2} {:>10.0} {:>9.0}",
            rules.id,
            initial.bulk,
            initial.leaves,
            initial.bulk / kish,
            kings.bulk,
            kings.leaves
        );
    }
    println!("{:<22} {kish:>8.0}\n", "kish (Turkish)");

    println!(
        "microseconds, games by chance of up to {} plies",
        plies::PLIES
    );
    println!(
        "{:<22} {:>6} {:>12} {:>14} {:>8}",
        "", "plies", "the fortieth", "in the middle", "replay"
    );
    for rules in RuleSet::ALL {
        let costs = plies::costs(rules, 1)?;
        let [fortieth, middle, replay] =
            [costs.fortieth, costs.middle, costs.replay].map(|took| took.as_secs_f64() * 1e6);
        println!(
            "{:<22} {:>6} {fortieth:>12.1} {middle:>14.1} {replay:>8.1}",
            rules.id, costs.plies
        );
    }
    Ok(())
}

async fn the_queue(count: usize, seed: u64) -> Result<(), Box<dyn Error>> {
    println!("{:<26} gap, points        wait, seconds", "");
    println!(
        "{:<26} {:>5} {:>5} {:>5}  {:>5} {:>5} {:>5}  transactions a pairing",
        "", "p50", "p90", "max", "p50", "p90", "max"
    );
    let rows = [
        ("come by chance", queue::arrivals(count, seed).await?),
        ("equals, at once", queue::at_once(200).await?),
    ];
    for (what, report) in rows {
        let [gaps, waits] = [&report.gaps, &report.waits]
            .map(|values| [50, 90, 100].map(|percent| Report::quantile(values, percent)));
        println!(
            "{:<26} {:>5} {:>5} {:>5}  {:>5} {:>5} {:>5}  {:.2} ({} pairings, {} left)",
            format!("{} {what}", report.came),
            gaps[0],
            gaps[1],
            gaps[2],
            waits[0],
            waits[1],
            waits[2],
            report.tries_a_pairing(),
            report.pairings,
            report.left
        );
    }
    Ok(())
}

fn count(rule_set: &str, depth: u32, kings: bool) -> Result<(), Box<dyn Error>> {
    let rules = RuleSet::by_id(rule_set).ok_or("no such rule set")?;
    let position = if kings {
        rules::kings(rules)
    } else {
        Position::initial(rules)
    };
    println!("{}", perft(rules, &position, depth));
    Ok(())
}

#[tokio::main]
async fn main() -> ExitCode {
    let Args { what } = Args::parse();
    let outcome = match what {
        What::Move { count, seed } => a_move(count, seed).await,
        What::Queue { count, seed } => the_queue(count, seed).await,
        What::Ranking { players, seed } => the_ranking(&players, seed).await,
        What::Rules => the_rules(),
        What::Count {
            rule_set,
            depth,
            kings,
        } => count(&rule_set, depth, kings),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("damero-bench: {error}");
            ExitCode::FAILURE
        }
    }
}
