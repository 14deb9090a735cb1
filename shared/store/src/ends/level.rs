//! The end of a game against the computer: the game, its player's progress, and of a level
//! beaten the win, the League's log, and what it earned.

use super::writes::game_update;
use super::{Ending, Slot};
use crate::client::{Item, Store, key_item, number, whole_item};
use crate::error::StoreError;
use crate::games::HeldGame;
use crate::items::game::corrupt;
use crate::items::level::{BeatenItem, LedgerItem, OutcomeItem};
use crate::keys;
use crate::levels::{HeldProgress, progress_put};
use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::{AttributeValue, Put, TransactWriteItem, Update};
use damero_domain::credit::{Credit, Earned, LedgerLine};
use damero_domain::game::Event;
use damero_domain::ids::{AccountId, CommandTag, Person};
use damero_domain::level::{Beaten, Climb, LevelEnd, Outcome};
use damero_domain::period::LocalDate;
use damero_domain::rating::Ordinal;
use damero_rules::Side;

/// What the end of a level is decided on. It is written only if all of it still stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelBefore {
    /// Whose progress it moves: the account's, if the player has one by now.
    pub who: Person,
    /// The progress.
    pub progress: HeldProgress,
    /// The week of the League that the end falls into.
    pub week: LocalDate,
    /// What the account has earned in it.
    pub earned: Earned,
    /// What a beaten level earns by that.
    pub credit: Option<Credit>,
}

impl LevelBefore {
    /// The account whose ledger tells of it.
    fn account(&self) -> Option<AccountId> {
        match self.who {
            Person::Account(account) => Some(account),
            Person::Session(_) | Person::Computer => None,
        }
    }
}

impl Store {
    /// Prepares the end of a game against the computer.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] if it is none.
    pub fn level_ending(
        &self,
        held: &HeldGame,
        events: &[Event],
        by: Option<(Side, CommandTag)>,
        before: &LevelBefore,
    ) -> Result<Ending, StoreError> {
        let mut next = held.after_all(events, by)?;
        let end = next.game.level_end();
        let end = end.ok_or_else(|| corrupt("no end of a level"))?;
        let after = before.progress.progress.after(&end);
        next.outcome = end.score.map(|_| Outcome {
            climb: Climb {
                from: before.progress.progress.level,
                to: after.level,
            },
            credit: before.credit,
        });
        let outcome = next.outcome.as_ref().map(OutcomeItem::from_outcome);
        let outcome = outcome.map(serde_dynamo::aws_sdk_dynamodb_1::to_item);
        let outcome: Item = outcome.transpose()?.unwrap_or_default();

        let table = &self.table;
        let progress = before.progress.with(after);
        let mut slots = vec![
            (Slot::Game, game_update(table, held, &next, by, outcome)?),
            (
                Slot::Progress,
                progress_put(table, before.who, end.rules, &before.progress, &progress)?,
            ),
        ];
        if end.is_beaten() {
            let writes = Writes {
                table,
                before,
                end: &end,
            };
            slots.push((Slot::Win, writes.win()?));
            if let (Some(account), Some(credit)) = (before.account(), before.credit) {
                writes.earned(account, credit, &mut slots)?;
            }
        }
        Ok(Ending::of(next, slots))
    }
}

/// The writes that belong to a beaten level.
struct Writes<'a> {
    table: &'a str,
    before: &'a LevelBefore,
    end: &'a LevelEnd,
}

impl Writes<'_> {
    /// The first game in which it was beaten, and how often it has been.
    fn win(&self) -> Result<TransactWriteItem, StoreError> {
        let game = Blob::new(self.end.moment.game.0.to_bytes());
        let key = keys::level_win(self.before.who, self.end.rules, self.end.level);
        let update = Update::builder()
            .table_name(self.table)
            .set_key(Some(key_item(key)))
            .update_expression(
                "SET g = if_not_exists(g, :game), t = if_not_exists(t, :at) ADD n :one",
            )
            .expression_attribute_values(":game", AttributeValue::B(game))
            .expression_attribute_values(":at", number(self.end.moment.ended_at.0))
            .expression_attribute_values(":one", number(1))
            .build()?;
        Ok(TransactWriteItem::builder().update(update).build())
    }

    fn earned(
        &self,
        account: AccountId,
        credit: Credit,
        slots: &mut Vec<(Slot, TransactWriteItem)>,
    ) -> Result<(), StoreError> {
        slots.push((Slot::LeagueLevel, self.league(account, credit)?));
        slots.push((Slot::Ledger, self.ledger(account, credit)?));
        if let Credit::Granted(amount) = credit {
            slots.push((Slot::Guard, self.guard(account)?));
            slots.push((Slot::Sum, self.sum(account, amount)?));
        }
        Ok(())
    }

    fn league(&self, account: AccountId, credit: Credit) -> Result<TransactWriteItem, StoreError> {
        let beaten = Beaten {
            moment: self.end.moment,
            rules: self.end.rules,
            level: self.end.level,
            credits: credit.amount(),
        };
        let key = keys::league_line(self.before.week, account, self.end.moment, Ordinal::END);
        self.put_new(whole_item(key, &BeatenItem::from_beaten(&beaten))?)
    }

    fn ledger(&self, account: AccountId, credit: Credit) -> Result<TransactWriteItem, StoreError> {
        let line = LedgerLine {
            moment: self.end.moment,
            rules: self.end.rules,
            level: self.end.level,
            week: self.before.week,
            credit,
        };
        let key = keys::ledger_line(account, line.moment);
        self.put_new(whole_item(key, &LedgerItem::from_line(&line))?)
    }

    fn guard(&self, account: AccountId) -> Result<TransactWriteItem, StoreError> {
        let week = self.before.week;
        let key = keys::credit_guard(account, week, self.end.rules, self.end.level);
        self.put_new(key_item(key))
    }

    /// Only if the week still is as it was seen: else the cap would leave something else.
    fn sum(&self, account: AccountId, amount: u32) -> Result<TransactWriteItem, StoreError> {
        let seen = self.before.earned.week;
        let mut item = key_item(keys::credit_sum(account, self.before.week));
        item.insert("c".into(), number(seen.saturating_add(amount)));
        let put = Put::builder().table_name(self.table).set_item(Some(item));
        let put = match seen {
            0 => put.condition_expression("attribute_not_exists(PK)"),
            seen => put
                .condition_expression("c = :seen")
                .expression_attribute_values(":seen", number(seen)),
        };
        Ok(TransactWriteItem::builder().put(put.build()?).build())
    }

    /// What nobody has written before.
    fn put_new(&self, item: Item) -> Result<TransactWriteItem, StoreError> {
        let put = Put::builder()
            .table_name(self.table)
            .set_item(Some(item))
            .condition_expression("attribute_not_exists(PK)")
            .build()?;
        Ok(TransactWriteItem::builder().put(put).build())
    }
}
