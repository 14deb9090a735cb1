//! Corrections while people play and machines die.

use crate::world::{Played, World, account, moment};
use damero_domain::BySide;
use damero_domain::rating::recalculate::{Correction, Cursor, Step};
use damero_domain::rating::{Ordinal, Standing, Walk, conclude};
use damero_rules::Side;
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, any};
use proptest::proptest;
use proptest::sample::Index;
use proptest::test_runner::RngSeed;

const PLAYERS: u32 = 6;

/// What happens next, drawn from bytes; nothing any more once they are used up.
struct Schedule(std::vec::IntoIter<u8>);

impl Schedule {
    fn next(&mut self) -> u8 {
        self.0.next().unwrap_or(0)
    }
}

/// A game whose end is under way: what was read of both.
struct Ending {
    game: Played,
    seen: BySide<Standing>,
}

/// A club in which games end between any two steps of a correction.
struct Club {
    world: World,
    schedule: Schedule,
    ending: Option<Ending>,
    time: i64,
    crash_below: u8,
}

impl Club {
    /// Something may happen; whether the walk dies of it.
    fn tick(&mut self) -> bool {
        match self.schedule.next() {
            0 => false,
            fate if fate < self.crash_below => true,
            fate if fate % 2 == 0 => false,
            fate => {
                self.play(fate);
                false
            }
        }
    }

    /// The end of a game reads both standings at one time and writes at another, if both
    /// are still as read; otherwise it reads again.
    fn play(&mut self, fate: u8) {
        let Some(ending) = self.ending.take() else {
            let who = self.schedule.next();
            let white = u32::from(who) % PLAYERS;
            let black = (white + 1 + u32::from(who / 8) % (PLAYERS - 1)) % PLAYERS;
            let winners = [None, Some(Side::White), Some(Side::Black)];
            self.time += 10;
            let number = u32::try_from(self.world.games.len()).unwrap();
            self.begin(Played {
                moment: moment(self.time, number),
                white: account(white),
                black: account(black),
                winner: winners[usize::from(fate / 2) % 3],
            });
            return;
        };
        let now = self.standings(&ending.game);
        if now != ending.seen {
            return self.begin(ending.game);
        }
        let conclusion = conclude(&ending.game.end(), &ending.seen);
        assert_eq!(
            self.world.ledger.end(&ending.game.end()),
            conclusion.entries
        );
        self.world.games.push(ending.game);
    }

    fn begin(&mut self, game: Played) {
        let seen = self.standings(&game);
        self.ending = Some(Ending { game, seen });
    }

    fn standings(&self, game: &Played) -> BySide<Standing> {
        BySide {
            white: self.world.ledger.standing(game.white),
            black: self.world.ledger.standing(game.black),
        }
    }

    /// Runs a walk to its end or its death; the cursor that was kept last, if it died.
    fn run(&mut self, mut walk: Walk, mut kept: Option<Cursor>) -> Result<(), Option<Cursor>> {
        loop {
            match walk.step().unwrap() {
                Step::Read(asks) => {
                    for ask in asks {
                        let page = self.world.ledger.page(&ask);
                        self.survive(&kept)?;
                        walk.page(ask.account, page).unwrap();
                    }
                }
                Step::Put(entries) => {
                    for (account, entry) in entries {
                        self.put_once(account, entry);
                        self.survive(&kept)?;
                    }
                    walk.stored();
                }
                Step::Move(moves) => {
                    for wanted in moves {
                        let moved = self.world.ledger.move_standing(&wanted);
                        self.survive(&kept)?;
                        walk.moved(wanted.account, moved);
                    }
                }
                Step::Done(_) => return Ok(()),
            }
            kept = walk.cursor().or(kept);
        }
    }

    fn survive(&mut self, kept: &Option<Cursor>) -> Result<(), Option<Cursor>> {
        match self.tick() {
            true => Err(kept.clone()),
            false => Ok(()),
        }
    }

    /// What is put again is what was put.
    fn put_once(
        &mut self,
        account: damero_domain::ids::AccountId,
        entry: damero_domain::rating::Entry,
    ) {
        let known = self.world.ledger.entries().find(|(of, known)| {
            *of == account && (known.moment, known.ordinal) == (entry.moment, entry.ordinal)
        });
        if let Some((_, known)) = known {
            assert_eq!(known, &entry);
        }
        self.world.ledger.put([(account, entry)]);
    }

    /// A correction, however often it dies; every other time the cursor is lost.
    fn correct(&mut self, correction: Correction) {
        let mut kept: Option<Cursor> = None;
        let mut deaths = 0_u32;
        loop {
            let walk = match kept.clone() {
                Some(cursor) => Walk::resume(correction, cursor),
                None => Walk::start(correction),
            };
            match self.run(walk, kept) {
                Ok(()) => return,
                Err(cursor) => kept = cursor.filter(|_| deaths.is_multiple_of(2)),
            }
            deaths += 1;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 600,
        rng_seed: RngSeed::Fixed(6),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn whatever_happens_meanwhile_ratings_are_those_of_a_replay(
        before in vec(any::<(u8, u8)>(), 2..20),
        corrections in vec(any::<(Index, bool)>(), 1..4),
        schedule in vec(any::<u8>(), 0..700),
        crash_below in 1..24_u8,
    ) {
        check(&before, &corrections, schedule, crash_below);
    }
}

fn check(before: &[(u8, u8)], corrections: &[(Index, bool)], schedule: Vec<u8>, crash_below: u8) {
    let mut club = Club {
        world: World::default(),
        schedule: Schedule(Vec::new().into_iter()),
        ending: None,
        time: 0,
        crash_below,
    };
    for (who, result) in before {
        club.schedule = Schedule(vec![*who].into_iter());
        club.play(*result);
        club.play(0);
    }
    club.schedule = Schedule(schedule.into_iter());
    let mut closed = Vec::new();
    for (ordinal, (game, again)) in (1..).zip(corrections) {
        let game = match again {
            // The newest, which somebody may be playing on from.
            true => club.world.games[club.world.games.len() - 1],
            false => *game.get(&club.world.games),
        };
        let valid = club.world.void.contains(&game.moment.game);
        let cut = club.time + 1;
        let correction = club.world.decide(ordinal, &game, valid);
        closed.push((cut, ordinal - 1, club.close(cut, ordinal - 1)));
        club.correct(correction);
        club.settle();
        club.world.assert_replayed(ordinal);
    }
    // What was closed is closed the same, whatever was decided since.
    for (cut, ordinal, text) in closed {
        assert_eq!(club.close(cut, ordinal), text, "as of {ordinal}");
    }
}

impl Club {
    /// The game that is ending ends, so that it is in no replay alone.
    fn settle(&mut self) {
        while self.ending.is_some() {
            self.play(0);
        }
    }

    fn close(&self, cut: i64, ordinal: u32) -> String {
        let header = crate::world::header(0, cut, ordinal);
        assert_eq!(header.revision, Ordinal(ordinal));
        self.world.ledger.close(header).unwrap().0
    }
}
