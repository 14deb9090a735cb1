//! How fast the engine is.

use std::time::Instant;

use damero_engine::{Engine, Limits, TableSize};
use damero_rules::{Line, RuleSet, perft_to_leaves};

/// What to measure.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Of this rule set alone.
    #[arg(long)]
    ruleset: Option<String>,
    /// So many positions are searched.
    #[arg(long, default_value_t = 2_000_000)]
    nodes: u64,
}

pub(crate) fn run(options: &Options) {
    for rules in RuleSet::ALL {
        if options.ruleset.as_deref().is_some_and(|id| id != rules.id) {
            continue;
        }
        let line = Line::new(rules);
        let mut engine = Engine::new(TableSize::megabytes(16));
        let began = Instant::now();
        let found = engine.search(&line, Limits::nodes(options.nodes), &mut || false);
        let took = began.elapsed().as_secs_f64();
        let began = Instant::now();
        let leaves = perft_to_leaves(rules, line.position(), 7);
        let perft = leaves as f64 / began.elapsed().as_secs_f64() / 1e6;
        let rate = found.nodes as f64 / took / 1e6;
        let text: Vec<String> = found
            .line
            .iter()
            .map(|action| match action {
                damero_engine::Action::Play(mv) => mv.to_string(),
                damero_engine::Action::Huff(at) => format!("!{at}"),
            })
            .collect();
        println!(
            "{:22} {rate:6.2} M nodes/s, perft {perft:5.0} M, depth {}, {} {}",
            rules.id,
            found.depth,
            found.score,
            text.join(" ")
        );
    }
}
