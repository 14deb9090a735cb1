//! Runs of rated games, and what they are without those that are invalidated.

use std::collections::{BTreeMap, BTreeSet};

use damero_domain::ids::{AccountId, GameId};
use damero_domain::rating::recalculate::Correction;
use damero_domain::rating::table::Places;
use damero_domain::rating::{Entry, Ledger, Moment, Ordinal, RatedEnd, Score};
use damero_domain::{BySide, Timestamp};
use damero_rules::Side;
use ulid::Ulid;

use crate::check::elo;
use crate::check::findings::Findings;
use crate::vector::{PlaceRow, RatingRow, RunGame, RunLine};

pub(super) fn check(line: &RunLine) -> Findings {
    let mut findings = Findings::of("rating run", None);
    let run = match Run::of(line) {
        Ok(run) => run,
        Err(reason) => return findings.with(reason),
    };
    let mut ledger = Ledger::default();
    let entries = run.play(&mut ledger, |_| true);
    check_ratings(&line.ratings, &line.games, &entries, &mut findings);
    check_table("table", &line.table, &run.table(&ledger), &mut findings);
    match &line.table_after {
        Some(expected) => match run.without(&line.invalidated, ledger) {
            Ok(found) => check_table("table_after", expected, &found, &mut findings),
            Err(reason) => findings.add(reason),
        },
        None if line.invalidated.is_empty() => {}
        None => findings.add("games are invalidated, and there is no table_after"),
    }
    findings
}

/// The games under ids of our own, in the same order.
struct Run<'a> {
    names: Vec<&'a str>,
    ends: Vec<RatedEnd>,
    games: BTreeMap<&'a str, usize>,
}

impl<'a> Run<'a> {
    fn of(line: &'a RunLine) -> Result<Self, String> {
        let players = line
            .games
            .iter()
            .flat_map(|game| [&game.white, &game.black]);
        let names: BTreeSet<&str> = players.map(String::as_str).collect();
        let mut run = Run {
            names: names.into_iter().collect(),
            ends: Vec::new(),
            games: BTreeMap::new(),
        };
        for (game, nth) in line.games.iter().zip(0..) {
            let end = run.end(game, nth)?;
            if run.games.insert(&game.id, run.ends.len()).is_some() {
                return Err(format!("there are two games {}", game.id));
            }
            run.ends.push(end);
        }
        Ok(run)
    }

    fn end(&self, game: &RunGame, nth: i64) -> Result<RatedEnd, String> {
        if game.white == game.black {
            return Err(format!("game {}: {} plays alone", game.id, game.white));
        }
        let score = elo::score(game.score_white)
            .ok_or_else(|| format!("game {}: {}", game.id, elo::no_score(game.score_white)))?;
        let id = |number: usize| Ulid(u128::try_from(number).unwrap_or_default());
        let player = |name: &str| AccountId(id(self.names.partition_point(|known| *known < name)));
        Ok(RatedEnd {
            moment: Moment {
                ended_at: Timestamp(nth),
                game: GameId(id(self.ends.len())),
            },
            players: BySide {
                white: player(&game.white),
                black: player(&game.black),
            },
            winner: match score {
                Score::Win => Some(Side::White),
                Score::Loss => Some(Side::Black),
                Score::Draw => None,
            },
            first_mover: Side::White,
        })
    }

    /// Plays every game that counts, one after the other.
    fn play(&self, ledger: &mut Ledger, counts: impl Fn(usize) -> bool) -> Vec<BySide<Entry>> {
        let games = self.ends.iter().enumerate();
        let games = games.filter(|(nth, _)| counts(*nth));
        games.map(|(_, end)| ledger.end(end)).collect()
    }

    /// The table after corrections, which must be the one of a run without those games.
    fn without(&self, invalidated: &[String], mut ledger: Ledger) -> Result<Vec<String>, String> {
        let mut void = BTreeSet::new();
        for (id, ordinal) in invalidated.iter().zip(1..) {
            let nth = self.games.get(id.as_str()).copied();
            let end = nth.and_then(|nth| Some((nth, self.ends.get(nth)?)));
            let (nth, end) = end.ok_or_else(|| format!("invalidated: there is no game {id}"))?;
            void.insert(nth);
            let correction = Correction {
                ordinal: Ordinal(ordinal),
                game: end.moment,
                players: end.players,
                valid: false,
            };
            ledger
                .correct(correction)
                .map_err(|torn| torn.to_string())?;
        }
        let mut replayed = Ledger::default();
        self.play(&mut replayed, |nth| !void.contains(&nth));
        let (corrected, replayed) = (self.table(&ledger), self.table(&replayed));
        match corrected == replayed {
            true => Ok(corrected),
            false => Err("the corrected table is not that of a run without the games".to_owned()),
        }
    }

    /// The general table, a row a line.
    fn table(&self, ledger: &Ledger) -> Vec<String> {
        let mut places = Places::default();
        let rows = ledger.table();
        let rows = rows.iter().map(|row| {
            let number = usize::try_from(row.account.0.0).unwrap_or(usize::MAX);
            let row = PlaceRow {
                place: places.next(row),
                player: self
                    .names
                    .get(number)
                    .copied()
                    .unwrap_or_default()
                    .to_owned(),
                shown: row.elo.shown(),
                exact: row.elo.0,
                games: row.games,
                provisional: row.provisional,
            };
            row.to_string()
        });
        rows.collect()
    }
}

fn check_ratings(
    expected: &[RatingRow],
    games: &[RunGame],
    found: &[BySide<Entry>],
    findings: &mut Findings,
) {
    findings.compare("number of ratings", &games.len(), &expected.len());
    for ((expected, game), found) in expected.iter().zip(games).zip(found) {
        let id = &game.id;
        findings.compare("order of ratings", id, &expected.id);
        let fields = [
            ("white_before", expected.white_before, found.white.before.0),
            ("black_before", expected.black_before, found.black.before.0),
            ("delta_white", expected.delta_white, found.white.delta.0),
        ];
        for (name, expected, found) in fields {
            findings.compare(format_args!("{id} {name}"), &expected, &found);
        }
    }
}

/// Each row with both answers where they differ.
fn check_table(name: &str, expected: &[PlaceRow], found: &[String], findings: &mut Findings) {
    let expected: Vec<String> = expected.iter().map(PlaceRow::to_string).collect();
    let none = || "no row".to_owned();
    for nth in 0..expected.len().max(found.len()) {
        let what = format!("{name} row {}", nth + 1);
        let expected = expected.get(nth).cloned().unwrap_or_else(none);
        let found = found.get(nth).cloned().unwrap_or_else(none);
        findings.compare(what, &expected, &found);
    }
}
