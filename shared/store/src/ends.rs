//! The end of a rated game, or of one against the computer: one transaction, so that it
//! counts for all or for nothing.

mod level;
mod writes;

pub use level::LevelBefore;

use crate::client::Store;
use crate::error::StoreError;
use crate::games::HeldGame;
use crate::items::game::corrupt;
use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::transact_write_items::{
    TransactWriteItemsError, TransactWriteItemsOutput,
};
use aws_sdk_dynamodb::types::{CancellationReason, ReturnConsumedCapacity, TransactWriteItem};
use backon::{ExponentialBuilder, Retryable};
use damero_domain::game::Event;
use damero_domain::ids::CommandTag;
use damero_domain::period::LocalDate;
use damero_domain::rating::{PairDay, Standing, conclude};
use damero_domain::side::BySide;
use damero_rules::Side;
use futures_util::future::{Either, select};
use std::pin::pin;
use std::time::Duration;
use writes::Writes;

/// What an end is decided on. It is written only if all of it still stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Before {
    /// Both standings.
    pub standings: BySide<Standing>,
    /// The local date of the end.
    pub date: LocalDate,
    /// The week of the League that it falls into.
    pub week: LocalDate,
    /// What the two have played on that date.
    pub day: PairDay,
}

/// A part of the transaction, by what it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    /// The game has a result.
    Game,
    /// A side's standing follows from its new entry.
    Standing(Side),
    /// A side's log has one entry more.
    Entry(Side),
    /// The pair has one game more that day.
    PairDay,
    /// A side's account is free again.
    Lock(Side),
    /// The pair's first game of the day counts in the League, for each.
    League(Side),
    /// The player's level follows from the result.
    Progress,
    /// The level is beaten.
    Win,
    /// The League has heard of a level beaten.
    LeagueLevel,
    /// The account's ledger says what the level earned, or why nothing.
    Ledger,
    /// The level has earned in this week.
    Guard,
    /// The week's credits are as many more.
    Sum,
}

impl Slot {
    fn entity(self) -> &'static str {
        match self {
            Slot::Game => "GAME",
            Slot::Standing(_) => "STAND",
            Slot::Entry(_) => "RE",
            Slot::PairDay => "PAIRDAY",
            Slot::Lock(_) => "LOCK",
            Slot::League(_) | Slot::LeagueLevel => "LG",
            Slot::Progress | Slot::Win => "PROG",
            Slot::Ledger => "CREDIT",
            Slot::Guard => "CRGUARD",
            Slot::Sum => "CRSUM",
        }
    }
}

/// An end, ready to be written.
#[derive(Debug)]
pub struct Ending {
    next: HeldGame,
    slots: Vec<(Slot, TransactWriteItem)>,
    token: String,
}

/// What became of it.
#[derive(Debug)]
pub enum Ended {
    /// All of it is written; this is the game, with the lists that were read with it.
    Done(HeldGame),
    /// None of it, for good: something stands otherwise, or is being written.
    Lost {
        /// The parts that did not hold.
        slots: Vec<Slot>,
        /// The game as it stands, if that was told.
        present: Option<HeldGame>,
    },
    /// It may still come to be written: only the game can tell.
    Unknown(StoreError),
}

/// So long the same bytes are sent again before somebody looks what became of them.
const INSISTS: Duration = Duration::from_secs(5);

/// Before they are sent again; each time twice as long, and by chance up to twice that.
const FIRST_PAUSE: Duration = Duration::from_millis(100);

/// The longest pause, before chance has its say.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

/// With more than five pauses [`INSISTS`] is over.
const REPEATS: usize = 5;

const SIDES: [Side; 2] = [Side::White, Side::Black];

impl Ending {
    /// What `event` ends, `held` and everything else standing as it did `before`.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] if it ends no rated game.
    pub fn new(
        held: &HeldGame,
        event: &Event,
        by: Option<(Side, CommandTag)>,
        before: &Before,
        table: &str,
    ) -> Result<Ending, StoreError> {
        let mut next = held.after(event, by)?;
        let end = next.game.rated_end().zip(held.rated.as_ref());
        let (end, rated) = end.ok_or_else(|| corrupt("no end of a rated game"))?;
        let concluded = conclude(&end, &before.standings);
        next.rated = Some(rated.concluded(&concluded));

        let mut writes = Writes::of(table, held.game.setup().rules, &end);
        writes.game(held, &next, by)?;
        for side in SIDES {
            writes.standing(side, &before.standings[side], &concluded.standings[side])?;
        }
        for side in SIDES {
            writes.entry(side, &concluded.entries[side])?;
        }
        writes.pair_day(before)?;
        for side in SIDES {
            writes.unlock(side)?;
        }
        if before.day.first.is_none() {
            for side in SIDES {
                writes.league(side, before)?;
            }
        }
        Ok(Ending::of(next, writes.done()))
    }

    fn of(next: HeldGame, slots: Vec<(Slot, TransactWriteItem)>) -> Ending {
        Ending {
            token: writes::token(&slots),
            next,
            slots,
        }
    }

    /// The game as it is to be.
    #[must_use]
    pub fn next(&self) -> &HeldGame {
        &self.next
    }

    /// What did not hold, by the database's reasons in the order of the slots.
    fn lost(&self, reasons: &[CancellationReason]) -> Result<Ended, StoreError> {
        let failed = |reason: &CancellationReason| reason.code().is_some_and(|code| code != "None");
        let slots = self.slots.iter().zip(reasons);
        let slots = slots.filter(|(_, reason)| failed(reason));
        let id = self.next.game.setup().id;
        let game = reasons.first().filter(|reason| failed(reason));
        let present = game.and_then(CancellationReason::item);
        Ok(Ended::Lost {
            slots: slots.map(|((slot, _), _)| *slot).collect(),
            present: present
                .map(|item| HeldGame::from_item(id, item.clone()))
                .transpose()?,
        })
    }
}

type Answer = Result<TransactWriteItemsOutput, SdkError<TransactWriteItemsError>>;

impl Store {
    /// Prepares the end of a rated game.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] if it is none.
    pub fn ending(
        &self,
        held: &HeldGame,
        event: &Event,
        by: Option<(Side, CommandTag)>,
        before: &Before,
    ) -> Result<Ending, StoreError> {
        Ending::new(held, event, by, before, &self.table)
    }

    /// Writes an end. While nobody says what became of it the same
    /// bytes are sent again: under their token they are written once at most.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] if what stands in its way cannot be read.
    pub async fn end(&self, ending: &Ending) -> Result<Ended, StoreError> {
        let pauses = ExponentialBuilder::new()
            .with_min_delay(FIRST_PAUSE)
            .with_max_delay(LONGEST_PAUSE)
            .with_max_times(REPEATS)
            .with_jitter();
        let store = self.clone();
        let repeated = (|| self.send(ending))
            .retry(pauses)
            .sleep(move |span| {
                let store = store.clone();
                async move { store.pause(span).await }
            })
            .when(|error| cancelled(error).is_none());
        let enough = self.pause(INSISTS);
        let answer = match select(pin!(repeated), pin!(enough)).await {
            Either::Left((answer, _)) => answer,
            Either::Right(_) => {
                return Ok(Ended::Unknown(StoreError::Database(
                    "no answer for too long".into(),
                )));
            }
        };
        let entities: Vec<_> = ending.slots.iter().map(|(slot, _)| slot.entity()).collect();
        match answer {
            Ok(output) => {
                let capacity = output.consumed_capacity();
                self.calls.note("TransactWriteItems", &entities, capacity);
                Ok(Ended::Done(ending.next.clone()))
            }
            Err(error) => match cancelled(&error) {
                Some(reasons) => {
                    self.calls.note("TransactWriteItems", &entities, None);
                    ending.lost(reasons)
                }
                None => Ok(Ended::Unknown(error.into())),
            },
        }
    }

    async fn send(&self, ending: &Ending) -> Answer {
        let items = ending.slots.iter().map(|(_, item)| item.clone());
        self.client
            .transact_write_items()
            .set_transact_items(Some(items.collect()))
            .client_request_token(&ending.token)
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await
    }
}

/// Why a transaction was not carried out, if that is certain.
fn cancelled(error: &SdkError<TransactWriteItemsError>) -> Option<&[CancellationReason]> {
    match error.as_service_error()? {
        TransactWriteItemsError::TransactionCanceledException(cancelled) => {
            Some(cancelled.cancellation_reasons())
        }
        _ => None,
    }
}
