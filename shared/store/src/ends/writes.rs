//! The parts of an ending's transaction, each with what it depends on.

use super::{Before, Slot};
use crate::client::{Item, key_item, number};
use crate::error::StoreError;
use crate::games::{HeldGame, update_expression};
use crate::items::lock::PLAYING;
use crate::items::rated::{CHANGE, RatedItem};
use crate::keys;
use crate::ratings::{entry_item, league_item, pair_day_put, standing_item, unless_newer};
use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::{
    AttributeValue, Delete, Put, ReturnValuesOnConditionCheckFailure, TransactWriteItem, Update,
};
use damero_domain::ids::CommandTag;
use damero_domain::rating::league::Activity;
use damero_domain::rating::pair_day::Players;
use damero_domain::rating::{Entry, Ordinal, RatedEnd, Standing};
use damero_rules::{RuleSet, Side};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// The writes of one ending, in order.
pub(super) struct Writes<'a> {
    table: &'a str,
    rules: &'static RuleSet,
    end: &'a RatedEnd,
    slots: Vec<(Slot, TransactWriteItem)>,
}

impl<'a> Writes<'a> {
    pub(super) fn of(table: &'a str, rules: &'static RuleSet, end: &'a RatedEnd) -> Writes<'a> {
        Writes {
            table,
            rules,
            end,
            slots: Vec::with_capacity(10),
        }
    }

    pub(super) fn done(self) -> Vec<(Slot, TransactWriteItem)> {
        self.slots
    }

    /// As any event is appended, and with what the end did to both.
    pub(super) fn game(
        &mut self,
        held: &HeldGame,
        next: &HeldGame,
        by: Option<(Side, CommandTag)>,
    ) -> Result<(), StoreError> {
        let mut change = Item::new();
        if let Some(rated) = &next.rated {
            let mut rated: Item =
                serde_dynamo::aws_sdk_dynamodb_1::to_item(RatedItem::from_rated(rated))?;
            let changed = CHANGE.iter().filter_map(|name| rated.remove_entry(*name));
            change.extend(changed);
        }
        let update = game_update(self.table, held, next, by, change)?;
        self.slots.push((Slot::Game, update));
        Ok(())
    }

    /// Only if the newest entry is still the one that was seen.
    pub(super) fn standing(
        &mut self,
        side: Side,
        seen: &Standing,
        after: &Standing,
    ) -> Result<(), StoreError> {
        let item = standing_item(self.rules, self.end.players[side], after)?;
        let (condition, values) = unless_newer(seen);
        let put = Put::builder()
            .table_name(self.table)
            .set_item(item)
            .condition_expression(condition)
            .set_expression_attribute_values(values)
            .build()?;
        self.put(Slot::Standing(side), put);
        Ok(())
    }

    pub(super) fn entry(&mut self, side: Side, entry: &Entry) -> Result<(), StoreError> {
        let item = entry_item(self.rules, self.end.players[side], entry)?;
        self.put_new(Slot::Entry(side), item)
    }

    /// Only if the day is still as it was seen, over all rule sets.
    pub(super) fn pair_day(&mut self, before: &Before) -> Result<(), StoreError> {
        let players = Players::of(self.end.players.white, self.end.players.black);
        let after = before.day.with(self.rules.id, self.end.moment.game);
        let put = pair_day_put(self.table, players, before.date, &before.day, &after)?;
        self.put(Slot::PairDay, put);
        Ok(())
    }

    /// An account that somebody freed by hand keeps nobody's game from ending.
    pub(super) fn unlock(&mut self, side: Side) -> Result<(), StoreError> {
        let game = Blob::new(self.end.moment.game.0.to_bytes());
        let delete = Delete::builder()
            .table_name(self.table)
            .set_key(Some(key_item(keys::lock(self.end.players[side]))))
            .condition_expression("attribute_not_exists(PK) OR (s = :playing AND g = :game)")
            .expression_attribute_values(":playing", number(PLAYING))
            .expression_attribute_values(":game", AttributeValue::B(game))
            .build()?;
        let delete = TransactWriteItem::builder().delete(delete).build();
        self.slots.push((Slot::Lock(side), delete));
        Ok(())
    }

    pub(super) fn league(&mut self, side: Side, before: &Before) -> Result<(), StoreError> {
        let word = Activity {
            moment: self.end.moment,
            ordinal: Ordinal::END,
            rival: self.end.players[side.other()],
            day: before.date,
            counts: true,
        };
        let item = league_item(before.week, self.end.players[side], &word)?;
        self.put_new(Slot::League(side), item)
    }

    /// What nobody has written before.
    fn put_new(&mut self, slot: Slot, item: Item) -> Result<(), StoreError> {
        let put = Put::builder()
            .table_name(self.table)
            .set_item(Some(item))
            .condition_expression("attribute_not_exists(PK)")
            .build()?;
        self.put(slot, put);
        Ok(())
    }

    fn put(&mut self, slot: Slot, put: Put) {
        let put = TransactWriteItem::builder().put(put).build();
        self.slots.push((slot, put));
    }
}

/// The write of an ended game, with what its end adds to it.
pub(super) fn game_update(
    table: &str,
    held: &HeldGame,
    next: &HeldGame,
    by: Option<(Side, CommandTag)>,
    added: Item,
) -> Result<TransactWriteItem, StoreError> {
    let mut values = held.values(next, by);
    let added: BTreeMap<_, _> = added.into_iter().collect();
    let mut set = String::new();
    for (name, value) in added {
        set += &format!("{name} = :{name}, ");
        values.insert(format!(":{name}"), value);
    }
    let expression = update_expression(next, by).replacen("SET ", &format!("SET {set}"), 1);
    let update = Update::builder()
        .table_name(table)
        .set_key(Some(key_item(keys::game(held.game.setup().id))))
        .update_expression(expression)
        .condition_expression("v = :seen AND s = :active")
        .set_expression_attribute_values(Some(values))
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
        .build()?;
    Ok(TransactWriteItem::builder().update(update).build())
}

/// The name of just these bytes: the same request may be sent again under it, and no
/// other. A stamp that was taken anew makes another request.
pub(super) fn token(slots: &[(Slot, TransactWriteItem)]) -> String {
    let mut hash = Sha256::new();
    for (_, item) in slots {
        let (expressions, parts) = match (item.update(), item.put(), item.delete()) {
            (Some(update), ..) => (
                vec![
                    Some(update.update_expression()),
                    update.condition_expression(),
                ],
                [Some(update.key()), update.expression_attribute_values()],
            ),
            (_, Some(put), _) => (
                vec![put.condition_expression()],
                [Some(put.item()), put.expression_attribute_values()],
            ),
            (.., Some(delete)) => (
                vec![delete.condition_expression()],
                [Some(delete.key()), delete.expression_attribute_values()],
            ),
            _ => continue,
        };
        hash.update(format!("{expressions:?}"));
        for part in parts.into_iter().flatten() {
            // Sorted, maps within it as well: the order of a hash map is nobody's.
            let sorted: BTreeMap<_, _> = part
                .iter()
                .map(|(name, value)| (name, text(value)))
                .collect();
            hash.update(format!("{sorted:?}"));
        }
    }
    let digest = hash.finalize();
    // As long as the database takes at most.
    digest[..16]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

fn text(value: &AttributeValue) -> String {
    match value {
        AttributeValue::M(map) => {
            let sorted: BTreeMap<_, _> = map
                .iter()
                .map(|(name, value)| (name, text(value)))
                .collect();
            format!("{sorted:?}")
        }
        other => format!("{other:?}"),
    }
}
