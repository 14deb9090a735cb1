//! `damero ladder`: how strong the levels are, measured, as a page.

use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::time::Duration;

use damero_engine::Level;
use damero_rules::RuleSet;

use super::{Match, Pace, Results, Sprt, Terms, Verdict, Who, file_of};
use crate::args::LadderArgs;
use crate::error::Error;

/// Ten levels more are to be worth clearly more than nothing.
const STEP: Sprt = Sprt {
    elo0: 0.0,
    elo1: 40.0,
    alpha: 0.05,
    beta: 0.05,
};

/// What level 1 may score at most, in hundredths, against the two simple minds.
const MAY_SCORE: [(Who, f64); 2] = [(Who::Random, 60.0), (Who::OnePly, 25.0)];

/// The page's head.
const HEAD: &str = "# Strength of the levels

Written by `scripts/strength`. Each level plays the one ten below it, two games from each of a row of balanced
openings drawn by a seed, with both colours, until a sequential test says whether it is stronger (no difference
against 40 Elo, each error at most 5 %, on the five results of a pair) or the pairs are used up. What counts for
each reply are positions, never time, so that the same build plays the same games again. Matches are drawn at the
third repetition or after 80 plies without a capture or a man's move where the rule set has no automatic draw.
Elo is logistic, with its 95 % interval. Pairs are counted by the half points that the stronger level made, 0 to 4.
A fault is an illegal move, a crash or an overrun; it loses the game.
";

pub(crate) fn run(args: &LadderArgs, out: &mut impl Write) -> Result<(), Error> {
    fs::create_dir_all(&args.games)?;
    let mut page = HEAD.to_owned();
    let numbers = args.levels.iter().map(|level| level.number().to_string());
    let numbers = numbers.collect::<Vec<_>>().join(", ");
    let (pairs, seed) = (args.pairs, args.seed);
    // A string takes everything.
    let _ = writeln!(
        page,
        "\nLevels {numbers}; at most {pairs} pairs a match; seed {seed}."
    );
    for &rules in &args.rulesets {
        let _ = write!(
            page,
            "\n## `{}`\n\n| match | pairs | by half points | score | Elo | verdict | faults |\n\
             | --- | ---: | --- | ---: | --- | --- | ---: |\n",
            rules.id
        );
        for game in matches(args, rules) {
            let row = row(&game, &game.play()?);
            write!(out, "{} {row}", rules.id)?;
            out.flush()?;
            page.push_str(&row);
            fs::write(&args.page, &page)?;
        }
    }
    Ok(())
}

/// The matches of a rule set: level 1 against the simple minds, and every step of ten.
fn matches(args: &LadderArgs, rules: &'static RuleSet) -> Vec<Match> {
    let between = |stronger: Who, weaker: Who, sprt| {
        let mut game = Match {
            rules,
            players: [stronger, weaker],
            // Levels limit themselves.
            terms: Terms {
                pace: Pace::Nodes(0),
                grace: Duration::ZERO,
            },
            seed: args.seed,
            most: args.pairs,
            sprt,
            jobs: args.jobs,
            file: None,
        };
        game.file = Some(file_of(&args.games, &game));
        game
    };
    let lowest = Who::Level(Level::LOWEST);
    let simple = MAY_SCORE.map(|(who, _)| between(lowest.clone(), who, None));
    let above = |level: Level| {
        Level::new(level.number().checked_add(10)?).filter(|up| args.levels.contains(up))
    };
    let steps = args.levels.iter().filter_map(|&level| {
        let players = (Who::Level(above(level)?), Who::Level(level));
        Some(between(players.0, players.1, Some(STEP)))
    });
    simple.into_iter().chain(steps).collect()
}

fn row(game: &Match, results: &Results) -> String {
    let [first, second] = &game.players;
    let pairs = &results.pairs;
    let elo = pairs.elo();
    let split = pairs.0.map(|count| count.to_string()).join(" ");
    let score = 100.0 * pairs.score();
    let verdict = match (game.sprt, MAY_SCORE.iter().find(|(who, _)| who == second)) {
        (Some(sprt), _) => match sprt.verdict(pairs) {
            Some(Verdict::Better) => "stronger".to_owned(),
            Some(Verdict::NotBetter) => "not stronger".to_owned(),
            None => "open".to_owned(),
        },
        (None, Some((_, most))) => {
            let is = if score <= *most {
                "as it should be"
            } else {
                "too much"
            };
            format!("at most {most} %: {is}")
        }
        (None, None) => String::new(),
    };
    format!(
        "| {first} v {second} | {} | {split} | {score:.1} % | {elo} | {verdict} | {} |\n",
        pairs.count(),
        results.faults,
    )
}
