//! Any two at once come out as if one had come after the other. Held against
//! `docs/proofs/races.md`.

use crate::club::Club;
use crate::items::Items;
use crate::matrix::{ALL, Act, SIX, SIX_RATED, Situation};
use crate::page;
use crate::ports::Posts;
use crate::script::{Alarms, Script, Watch};
use crate::spec::{self, Op, Ret};
use crate::stand::Stand;
use crate::step::Step;
use crate::turns::{Choices, Moment, Turns, Turnstile, play};
use damero_app::{App, BoxFuture, Limits};
use damero_domain::ids::ConnectionId;
use damero_store::Store;
use serde_json::Value;
use stateright::semantics::{ConsistencyTester, LinearizabilityTester};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Set, the page is written instead of compared.
const REGENERATE: &str = "DAMERO_WRITE_RACES";

/// Set, only situations that contain it are tried, and the document is left alone.
const ONLY: &str = "DAMERO_RACES_ONLY";

/// Rounds of a pair for the document, if there are not fewer ways in which it can go.
const ROUNDS: usize = 100;

/// Rounds of a pair that are enough to hold the document to; and of a rated game all that
/// it has: a hundred of each are not through in an hour.
const SAMPLE: usize = 4;

/// Set, so many.
const ROUNDS_SET: &str = "DAMERO_RACES_ROUNDS";

fn rounds(rated: bool) -> usize {
    let set = std::env::var(ROUNDS_SET).ok();
    let usual = match std::env::var_os(REGENERATE) {
        Some(_) if !rated => ROUNDS,
        _ => SAMPLE,
    };
    set.map_or(usual, |set| set.parse().unwrap())
}

/// Whoever looks when all is over.
const LAST: usize = 99;

/// A situation, as often as one likes.
struct Course<'a> {
    stand: Stand<'a>,
    model: spec::Club,
    turns: Arc<Turns>,
    /// So many of each pair, if there are not fewer ways in which it can go.
    rounds: usize,
    /// One for each command at once, as each has a process of its own.
    stores: Vec<Store>,
    /// How each table was understood.
    known: Vec<(Items, Arc<After>)>,
    wrong: Vec<String>,
}

/// Where a round left everything.
struct After {
    model: spec::Club,
    positions: BTreeMap<(String, u64), String>,
    /// Whoever is listed in what was changed: with the room's or game's id and version.
    listed: Vec<(ConnectionId, String, u64)>,
}

/// The most commands at once.
const LANES: usize = 6;

/// Where six commands meet.
const AT_ONCE: [&Situation; 2] = [&SIX, &SIX_RATED];

/// What a round of commands came to.
struct Round {
    answers: Vec<String>,
    calls: Vec<usize>,
}

/// One command's own process.
struct Lane {
    app: App,
    posts: Arc<Posts>,
    step: Step,
}

impl Course<'_> {
    async fn of<'a>(club: &'a Club, situation: &Situation, day: u32) -> Course<'a> {
        let stand = Stand::of(club, situation.stage, situation.rated, situation.wait, day).await;
        let turns = Turns::new(LANES);
        let gate = |nth| Turnstile(Arc::clone(&turns), nth);
        let store = |nth| Store::new(club.client(Arc::new(gate(nth))), "damero");
        Course {
            model: model(&stand).await,
            stores: (0..LANES).map(store).collect(),
            turns: Arc::clone(&turns),
            rounds: rounds(situation.rated),
            known: Vec::new(),
            wrong: Vec::new(),
            stand,
        }
    }

    fn lane(&self, step: &Step, nth: usize, watch: &Arc<Watch>) -> Lane {
        let posts = Arc::new(Posts::default());
        let app = App::new(
            self.stores[nth].clone(),
            posts.clone(),
            Arc::new(Alarms(Script::new(None, None), Arc::clone(watch))),
            self.stand.club.clock.clone(),
            Limits::default(),
        );
        Lane {
            app,
            posts,
            step: step.clone(),
        }
    }

    /// What to make of the table as it stands.
    async fn understood(&mut self) -> Arc<After> {
        let known = self.known.iter();
        let mut known = known.filter(|(items, _)| *items == self.stand.present);
        if let Some((_, after)) = known.next() {
            return Arc::clone(after);
        }
        let model = model(&self.stand).await;
        let store = &self.stand.club.app.store;
        let mut listed = Vec::new();
        for held in self.stand.present.games(store).await {
            let id = held.game.setup().id.to_string();
            if self.stand.before.version(&format!("GAME#{id}")) != Some(held.v) {
                let tabs = held.audience();
                listed.extend(tabs.map(|(_, tab)| (tab.clone(), id.clone(), held.v)));
            }
        }
        let id = self.stand.scene.room.to_string();
        let held = store.room(self.stand.scene.room).await.unwrap().unwrap();
        if self.stand.before.version(&format!("ROOM#{id}")) != Some(held.v) {
            let tabs = held.audience();
            listed.extend(tabs.map(|(_, tab)| (tab.clone(), id.clone(), held.v)));
        }
        let after = Arc::new(After {
            positions: model.positions(),
            model,
            listed,
        });
        let known = (self.stand.present.clone(), Arc::clone(&after));
        self.known.push(known);
        after
    }

    /// Plays one round and holds it to what must be true.
    async fn round(&mut self, steps: &[Step], choices: &mut Choices, name: &str) -> Round {
        let watch = self.stand.come_back().await;
        let lanes = steps.iter().enumerate();
        let lanes: Vec<_> = lanes
            .map(|(nth, step)| self.lane(step, nth, &watch))
            .collect();
        let commands = lanes.iter().map(|lane| {
            let (app, step) = (lane.app.clone(), lane.step.clone());
            let run: BoxFuture<'static, ()> = Box::pin(async move {
                step.run(&app).await.unwrap();
            });
            run
        });
        let mut history = LinearizabilityTester::new(self.model.clone());
        let mut rets = vec![Ret::default(); lanes.len()];
        let commands = commands.collect();
        play(&self.turns, commands, choices, |moment| match moment {
            Moment::Begins(nth) => {
                history.on_invoke(nth, spec::op(&lanes[nth].step)).unwrap();
            }
            Moment::Ends(nth) => {
                rets[nth] = spec::ret(&lanes[nth].step, &lanes[nth].posts.heard());
                history.on_return(nth, rets[nth].clone()).unwrap();
            }
        })
        .await;
        self.stand.look(&watch).await;
        let after = self.understood().await;
        history.on_invoke(LAST, Op::All).unwrap();
        let all = Ret {
            answer: "done".into(),
            all: Some(after.model.all()),
            ..Ret::default()
        };
        history.on_return(LAST, all.clone()).unwrap();
        let name = format!("{name} by {:?}", choices.schedule);
        if !history.is_consistent() {
            let all = after.model.all();
            self.wrong.push(format!("{name}: {rets:#?}\n{all}"));
        }
        let heard: Vec<_> = lanes.iter().flat_map(|lane| lane.posts.heard()).collect();
        let wrong = after.told_wrong(&heard);
        self.wrong
            .extend(wrong.into_iter().map(|wrong| format!("{name}: {wrong}")));
        let lane_calls = |nth: usize| choices.schedule.iter().filter(|lane| **lane == nth).count();
        Round {
            answers: rets.into_iter().map(|ret| ret.answer).collect(),
            calls: (0..lanes.len()).map(lane_calls).collect(),
        }
    }

    /// Every way in which it can go, or so many of them.
    async fn race(&mut self, steps: &[Step], name: &str) -> Race {
        let mut choices = Choices::default();
        let first = self.round(steps, &mut choices, name).await;
        if ways(&first.calls) > ROUNDS
            && let Some(race) = self.race_by_chance(steps, name).await
        {
            return race;
        }
        let mut race = Race::default();
        race.note(&first);
        while self.rounds >= ROUNDS || race.rounds < self.rounds {
            if !choices.advance() {
                race.all = true;
                break;
            }
            let round = self.round(steps, &mut choices, name).await;
            race.note(&round);
        }
        race
    }

    /// So many ways by chance; nothing if chance finds no others long before. Who is refused
    /// early calls less often than who goes first, so that there are fewer ways than it seemed.
    async fn race_by_chance(&mut self, steps: &[Step], name: &str) -> Option<Race> {
        let mut race = Race::default();
        let mut seen = BTreeSet::new();
        let mut in_vain = 0;
        let mut seeds = 0..;
        while seen.len() < self.rounds {
            let mut choices = Choices::by_chance(seeds.next()?);
            let round = self.round(steps, &mut choices, name).await;
            if seen.insert(choices.schedule) {
                race.note(&round);
                in_vain = 0;
            } else if in_vain == ROUNDS {
                return None;
            } else {
                in_vain += 1;
            }
        }
        Some(race)
    }
}

impl After {
    /// Who was shown what never was, or was listed and not shown what is.
    fn told_wrong(&self, heard: &[(ConnectionId, String)]) -> Vec<String> {
        let mut wrong = Vec::new();
        let mut shown = BTreeSet::new();
        for (to, text) in heard {
            let message: Value = serde_json::from_str(text).unwrap();
            for what in [&message["game"], &message["room"]] {
                let (Some(id), Some(v)) = (what["id"].as_str(), what["v"].as_u64()) else {
                    continue;
                };
                shown.insert((to.clone(), id.to_owned(), v));
                let stood = what["seq"]
                    .as_u64()
                    .map(|seq| self.positions.get(&(id.to_owned(), seq)));
                if stood.is_some_and(|fen| fen.map(String::as_str) != what["fen"].as_str()) {
                    wrong.push(format!("{to} was shown {what}"));
                }
            }
        }
        let missed = self.listed.iter().filter(|listed| !shown.contains(*listed));
        wrong.extend(missed.map(|missed| format!("not told: {missed:?}")));
        wrong
    }
}

/// What the domain makes of the table as it stands.
async fn model(stand: &Stand<'_>) -> spec::Club {
    let (room, game) = (stand.scene.room, stand.scene.game);
    let store = &stand.club.app.store;
    spec::Club::read(store, &stand.present, room, game, stand.club.clock_now()).await
}

/// In how many ways so many calls of each can follow each other.
fn ways(calls: &[usize]) -> usize {
    let mut ways = 1_usize;
    let mut all = 0;
    for &calls in calls {
        for nth in 1..=calls {
            all += 1;
            ways = ways.saturating_mul(all) / nth;
        }
    }
    ways
}

/// What became of a race.
#[derive(Default)]
struct Race {
    rounds: usize,
    /// Whether there are no other ways.
    all: bool,
    outcomes: BTreeMap<Vec<String>, usize>,
}

impl Race {
    fn note(&mut self, round: &Round) {
        self.rounds += 1;
        *self.outcomes.entry(round.answers.clone()).or_default() += 1;
    }
}

fn quoted(answers: &[String]) -> String {
    let answers: Vec<_> = answers.iter().map(|answer| format!("`{answer}`")).collect();
    answers.join(" / ")
}

/// A line of the document.
struct Row {
    who: Vec<&'static str>,
    race: Race,
}

impl Row {
    fn line(&self) -> String {
        let outcomes = self
            .race
            .outcomes
            .iter()
            .map(|(answers, times)| format!("{} {times}", quoted(answers)));
        let rounds = self.race.rounds;
        let all = if self.race.all { "all" } else { "of many" };
        format!(
            "| {} | {rounds} | {all} | {} |\n",
            self.who.join(" / "),
            outcomes.collect::<Vec<_>>().join(", ")
        )
    }
}

async fn matrix(club: &Club, situation: &Situation, day: u32) -> (Vec<Row>, Vec<String>) {
    let mut course = Course::of(club, situation, day).await;
    let mut rows = Vec::new();
    for (nth, one) in situation.acts.iter().enumerate() {
        for other in &situation.acts[nth..] {
            rows.push(course.pair(situation, one, other).await);
        }
    }
    (rows, course.wrong)
}

impl Course<'_> {
    /// Two commands, or one that is sent twice.
    async fn pair(&mut self, situation: &Situation, one: &Act, other: &Act) -> Row {
        let first = one.1(&self.stand.scene);
        let twice = one.0 == other.0;
        let second = if twice {
            first.clone()
        } else {
            other.1(&self.stand.scene)
        };
        let who = vec![one.0, if twice { "the same again" } else { other.0 }];
        let name = format!("{}: {who:?}", situation.what);
        let race = Box::pin(self.race(&[first, second], &name)).await;
        Row { who, race }
    }

    async fn at_once(&mut self, situation: &Situation) -> Row {
        let steps: Vec<_> = situation
            .acts
            .iter()
            .map(|act| act.1(&self.stand.scene))
            .collect();
        Row {
            who: situation.acts.iter().map(|act| act.0).collect(),
            race: Box::pin(self.race(&steps, situation.what)).await,
        }
    }
}

type Table = Vec<(&'static Situation, Vec<Row>, Vec<String>)>;

async fn all() -> Table {
    let only = std::env::var(ONLY).unwrap_or_default();
    let next = Arc::new(AtomicUsize::new(0));
    let works: Vec<_> = (0..2)
        .map(|_| {
            let (next, only) = (Arc::clone(&next), only.clone());
            tokio::spawn(async move {
                let club = Club::new().await;
                let mut tables = Vec::new();
                loop {
                    let nth = next.fetch_add(1, Ordering::SeqCst);
                    let day = u32::try_from(nth).unwrap() * 10;
                    match ALL.get(nth) {
                        Some(situation) if !situation.what.contains(&only) => {}
                        Some(situation) => {
                            let (rows, wrong) = Box::pin(matrix(&club, situation, day)).await;
                            tables.push((nth, (situation, rows, wrong)));
                        }
                        None => match AT_ONCE.get(nth - ALL.len()) {
                            Some(six) if !six.what.contains(&only) => {}
                            Some(six) => {
                                let mut course = Course::of(&club, six, day).await;
                                let rows = vec![course.at_once(six).await];
                                tables.push((nth, (*six, rows, course.wrong)));
                            }
                            None => return tables,
                        },
                    }
                }
            })
        })
        .collect();
    let mut tables = Vec::new();
    for work in works {
        tables.extend(work.await.unwrap());
    }
    tables.sort_by_key(|(nth, _)| *nth);
    tables.into_iter().map(|(_, table)| table).collect()
}

const INTRODUCTION: &str = "\
# Races

In each situation of a room or a game, everything that anybody can do there meets everything else, and itself
sent twice. The commands run on the real actions over the embedded database; each of their calls to it waits
for its turn, and a chooser says whose turn it is, so that a round is a true interleaving and can be played
again. The ways in which the calls can follow each other are gone through in order where there are no more than
a hundred, and otherwise a hundred are chosen by a fixed seed; of a rated game, whose end is a transaction of
ten parts, four.

A test holds each round to this:

- what was done and answered, with the versions that were shown, is linearizable: there is an order of the
  commands, one after the other and true to when each began and ended, in which the domain alone would have
  answered each just so and left room, games, events and remembered commands just as they are stored
  (`LinearizabilityTester` of `stateright`, over a model that is nothing but the domain's `decide`, `settle`
  and `evolve`);
- what must be true of the table at any moment, as in [faults.md](faults.md), is true at the end;
- nobody was sent a position that never stood, and whoever is listed was sent the newest one.

The answers are counted in the order in which the commands are named; an event that no client sent is `done`.
In every run of the tests a few rounds of each race are played, which must be answered as this page says. To
play all of them and write the page anew, which takes some minutes:

    DAMERO_WRITE_RACES=1 cargo nextest run --workspace -E 'test(whatever_meets)'
";

fn document(tables: &Table) -> String {
    let mut text = INTRODUCTION.to_owned();
    let (mut pairs, mut rounds) = (0, 0);
    for (situation, rows, _) in tables {
        writeln!(text, "\n## {}\n", situation.what).unwrap();
        text += "| at once | rounds | of | answers |\n| --- | ---: | --- | --- |\n";
        for row in rows {
            text += &row.line();
            pairs += 1;
            rounds += row.race.rounds;
        }
    }
    writeln!(text, "\nAltogether {pairs} races in {rounds} rounds.").unwrap();
    text
}

/// RATI-05 among them: both sides and the clock report an end at the same moment.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_meets_comes_out_as_if_one_had_come_after_the_other() {
    let tables = all().await;
    let wrong: Vec<_> = tables.iter().flat_map(|(_, _, wrong)| wrong).collect();
    assert!(wrong.is_empty(), "{}: {wrong:#?}", wrong.len());
    let document = document(&tables);
    if std::env::var_os(ONLY).is_some() {
        println!("{document}");
        return;
    }
    let stored = page::stored("docs/proofs/races.md", REGENERATE, &document);
    assert!(
        stored.starts_with(INTRODUCTION),
        "write it anew with {REGENERATE}=1"
    );
    for (situation, rows, _) in &tables {
        let section = format!("\n## {}\n", situation.what);
        let section = stored
            .split_once(&section)
            .map(|(_, rest)| rest)
            .unwrap_or_default();
        let section = section.split("\n## ").next().unwrap_or_default();
        let kept = section
            .lines()
            .filter(|line| line.starts_with("| "))
            .skip(1);
        let kept: Vec<_> = kept.filter(|line| !line.starts_with("| ---")).collect();
        assert_eq!(kept.len(), rows.len(), "write it anew with {REGENERATE}=1");
        for (line, row) in kept.into_iter().zip(rows) {
            let named = line.starts_with(&format!("| {} |", row.who.join(" / ")));
            let mut outcomes = row.race.outcomes.keys();
            let answered = outcomes.all(|answers| line.contains(&format!("{} ", quoted(answers))));
            assert!(named && answered, "{line}: {:?}", row.race.outcomes);
        }
    }
}
