//! The transaction by which a correction is decided.

use super::CorrectionItem;
use crate::client::{Store, key_item, number, whole_item};
use crate::error::{Saved, StoreError};
use crate::games::HeldGame;
use crate::keys;
use crate::ratings::{league_item, pair_day_put};
use aws_sdk_dynamodb::types::{AttributeValue, TransactWriteItem, Update};
use damero_domain::correction::{Correction, Progress};
use damero_domain::ids::AccountId;
use damero_domain::ladder::Ladder;
use damero_domain::period::LocalDate;
use damero_domain::rating::league::Activity;
use damero_domain::rating::pair_day::Players;
use damero_domain::rating::{Ordinal, PairDay, Void};
use damero_rules::RuleSet;

use super::Head;

/// A correction, with all that it was decided on.
#[derive(Clone, Debug)]
pub struct Decision {
    /// In which rule set.
    pub rules: &'static RuleSet,
    /// The game as it was read.
    pub held: HeldGame,
    /// Its mark from now on.
    pub void: Option<Void>,
    /// The head as it was read.
    pub head: Head,
    /// Who played.
    pub pair: Players,
    /// The local date of the end.
    pub date: LocalDate,
    /// The pair's day as it was read.
    pub day: PairDay,
    /// As it is from now on.
    pub day_after: PairDay,
    /// What it changes in the League.
    pub league: Option<LeagueDecision>,
    /// The correction.
    pub correction: Correction,
}

/// What a correction changes in the League.
#[derive(Clone, Debug)]
pub struct LeagueDecision {
    /// The League's head as it was read.
    pub head: Head,
    /// The League's number for it.
    pub ordinal: Ordinal,
    /// The entries: the week of each, whose it is, what it says.
    pub words: Vec<(LocalDate, AccountId, Activity)>,
}

impl Store {
    /// Writes a decision if all that it rests on still stands.
    ///
    /// # Errors
    /// [`StoreError`]; it may or may not have been written.
    pub async fn decide(&self, decision: &Decision) -> Result<Saved<()>, StoreError> {
        let ladder = Ladder::Elo(decision.rules);
        let correction = &decision.correction;
        let mut items = self.decided(ladder, &decision.head, correction, Progress::Decided)?;
        let mut entities = vec!["REVS", "REVS", "GAME", "PAIRDAY"];
        items.push(self.mark(decision)?);
        let (day, after) = (&decision.day, &decision.day_after);
        let day = pair_day_put(&self.table, decision.pair, decision.date, day, after)?;
        items.push(TransactWriteItem::builder().put(day).build());
        if let Some(league) = &decision.league {
            let own = Correction {
                ordinal: league.ordinal,
                ..correction.clone()
            };
            let head = &league.head;
            items.extend(self.decided(Ladder::League, head, &own, Progress::Done)?);
            entities.extend(["REVS", "REVS"]);
            for (week, account, word) in &league.words {
                items.push(self.put_new(league_item(*week, *account, word)?)?);
                entities.push("LG");
            }
        }
        Ok(self.try_all(items, &entities).await?.saved())
    }

    /// The head moves on, if it is still the one read, and the correction is put.
    fn decided(
        &self,
        ladder: Ladder,
        head: &Head,
        correction: &Correction,
        progress: Progress,
    ) -> Result<Vec<TransactWriteItem>, StoreError> {
        let item = CorrectionItem::from(correction, progress);
        let item = whole_item(keys::correction(ladder, correction.ordinal), &item)?;
        let update = Update::builder()
            .table_name(&self.table)
            .set_key(Some(key_item(keys::corrections_head(ladder))))
            .update_expression("SET n = :n, t = :at, f = :f, v = :next")
            .expression_attribute_values(":n", number(correction.ordinal.0))
            .expression_attribute_values(":at", number(correction.at.0))
            .expression_attribute_values(":f", number(head.done.0))
            .expression_attribute_values(":next", number(head.v + 1));
        let update = match head.v {
            0 => update.condition_expression("attribute_not_exists(v)"),
            seen => update
                .condition_expression("v = :seen")
                .expression_attribute_values(":seen", number(seen)),
        };
        let update = TransactWriteItem::builder().update(update.build()?).build();
        Ok(vec![update, self.put_new(item)?])
    }

    /// The game's mark, if nobody has written the game since it was read.
    fn mark(&self, decision: &Decision) -> Result<TransactWriteItem, StoreError> {
        let id = decision.held.game.setup().id;
        let update = Update::builder()
            .table_name(&self.table)
            .set_key(Some(key_item(keys::game(id))))
            .condition_expression("v = :seen")
            .expression_attribute_values(":seen", number(decision.held.v))
            .expression_attribute_values(":next", number(decision.held.v + 1));
        let update = match &decision.void {
            Some(void) => update
                .update_expression("SET v = :next, xo = :ordinal, xa = :at, xr = :reason")
                .expression_attribute_values(":ordinal", number(void.ordinal.0))
                .expression_attribute_values(":at", number(void.at.0))
                .expression_attribute_values(":reason", AttributeValue::S(void.reason.clone())),
            None => update.update_expression("SET v = :next REMOVE xo, xa, xr"),
        };
        Ok(TransactWriteItem::builder().update(update.build()?).build())
    }
}
