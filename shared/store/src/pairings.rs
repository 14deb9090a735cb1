//! Two who may begin, from the transaction that brings them together to the one that
//! starts their game or sends them back.

use crate::client::{Item, Store, key_item, number, read_item, whole_item};
use crate::error::{Saved, StoreError};
use crate::games::HeldGame;
use crate::items::pairing::PairingItem;
use crate::keys;
use crate::locks::Hold;
use crate::tickets::HeldTicket;
use crate::transact::Transacted;
use aws_sdk_dynamodb::types::{ConditionCheck, Put, TransactWriteItem};
use damero_domain::game::{Game, Setup};
use damero_domain::ids::{ConnectionId, PairingId};
use damero_domain::period::LocalDate;
use damero_domain::queue::{Pairing, State, Ticket};
use damero_domain::rating::pair_day::{MOST_A_DAY, Players};
use damero_domain::rating::{Rated, Standing};
use damero_domain::side::BySide;
use damero_domain::time::{Millis, Timestamp};
use damero_rules::Side;

/// As long as somebody may ask how the two came to play, and from where.
pub const PAIRING_KEPT: Millis = Millis::seconds(90 * 24 * 60 * 60);

const SIDES: [Side; 2] = [Side::White, Side::Black];

/// What is kept of one of the two beside what decides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Name when the ticket was drawn.
    pub name: String,
    /// Games as first mover minus those as second.
    pub balance: i32,
    /// The part of the queue that the ticket stood in.
    pub part: u8,
    /// From where they confirmed: an address, hashed under a key of the month.
    pub address: Option<[u8; 16]>,
}

/// A pairing as it stood when it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldPairing {
    /// The pairing.
    pub pairing: Pairing,
    /// What else is kept of both.
    pub about: BySide<About>,
    /// Its version: every write is conditional on it.
    pub v: u64,
}

impl HeldPairing {
    /// Pairs two tickets.
    #[must_use]
    pub fn new(tickets: [&HeldTicket; 2], now: Timestamp) -> HeldPairing {
        let [a, b] = tickets;
        let with = |held: &HeldTicket| (held.ticket, held.standing());
        let ((a_ticket, a_stands), (b_ticket, b_stands)) = (with(a), with(b));
        let both = [(&a_ticket, &a_stands), (&b_ticket, &b_stands)];
        let pairing = Pairing::new(a.rules, both, now);
        let about = BySide::new(|side| {
            let is_a = pairing.players[side].account == a.ticket.account;
            let held = if is_a { a } else { b };
            About {
                name: held.name.clone(),
                balance: held.balance,
                part: held.part,
                address: None,
            }
        });
        HeldPairing {
            pairing,
            about,
            v: 1,
        }
    }

    /// Reads the pairing of an item.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] if it is none.
    pub fn from_item(id: PairingId, item: Item) -> Result<HeldPairing, StoreError> {
        read_item::<PairingItem>(item)?.held(id)
    }

    /// The whole item.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn to_item(&self) -> Result<Item, StoreError> {
        whole_item(
            keys::pairing(self.pairing.id),
            &PairingItem::from_held(self),
        )
    }

    /// The database drops it some days later.
    pub(crate) fn kept_until(&self) -> Timestamp {
        self.pairing.deadline + PAIRING_KEPT
    }

    /// What both accounts are held by while it stands.
    #[must_use]
    pub fn hold(&self) -> Hold {
        Hold::Paired {
            pairing: self.pairing.id,
            deadline: self.pairing.deadline,
        }
    }

    /// The ticket with which a side goes back to the queue, if it does.
    #[must_use]
    pub fn ticket_back(&self, side: Side, at: Timestamp) -> Option<HeldTicket> {
        let ticket: Ticket = self.pairing.ticket_back(side, at)?;
        let about = &self.about[side];
        Some(HeldTicket {
            ticket,
            rules: self.pairing.rules,
            part: about.part,
            name: about.name.clone(),
            games: self.pairing.players[side].games,
            balance: about.balance,
        })
    }

    fn next_to(&self, before: &HeldPairing) -> HeldPairing {
        HeldPairing {
            v: before.v + 1,
            ..self.clone()
        }
    }

    /// Both standings, as far as the tickets told.
    fn standings(&self) -> BySide<Standing> {
        BySide::new(|side| Standing {
            elo: self.pairing.players[side].elo,
            games: self.pairing.players[side].games,
            balance: self.about[side].balance,
            ..Standing::default()
        })
    }
}

/// What became of an attempt to pair two tickets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paired {
    /// They are.
    Done,
    /// One of them is not in the queue with that ticket any more: one's own, or the
    /// rival's, or both.
    Gone {
        /// The first of the two.
        own: bool,
        /// The second.
        rival: bool,
    },
    /// They have met often enough today.
    MetEnough,
    /// Another transaction was under way.
    Conflict,
}

impl Store {
    /// A pairing.
    ///
    /// # Errors
    /// [`StoreError`].
    pub async fn pairing(&self, id: PairingId) -> Result<Option<HeldPairing>, StoreError> {
        let item = self.get("PAIRING", keys::pairing(id)).await?;
        item.map(|item| HeldPairing::from_item(id, item))
            .transpose()
    }

    /// Pairs two tickets: both accounts are held by the pairing instead of their
    /// tickets, which are gone; only if the two may still meet on this date.
    ///
    /// # Errors
    /// [`StoreError`]; it may or may not have happened.
    pub async fn pair(
        &self,
        held: &HeldPairing,
        [own, rival]: [&HeldTicket; 2],
        date: LocalDate,
    ) -> Result<Paired, StoreError> {
        let to = held.hold();
        let lock = |ticket: &HeldTicket| {
            self.relock(ticket.ticket.account, &Hold::Queued(ticket.key()), &to)
        };
        let items = vec![
            lock(own)?,
            lock(rival)?,
            own.delete(&self.table)?,
            rival.delete(&self.table)?,
            self.put_new(held.to_item()?)?,
            self.may_meet(held, date)?,
        ];
        let entities = ["LOCK", "LOCK", "Q", "Q", "PAIRING", "PAIRDAY"];
        Ok(match self.try_all(items, &entities).await? {
            Transacted::Done => Paired::Done,
            Transacted::Lost(slots) => {
                let any = |of: [usize; 2]| of.iter().any(|slot| slots.contains(slot));
                let (own, rival) = (any([0, 2]), any([1, 3]));
                // A pairing of these tickets that is there has taken both of them.
                if own || rival || slots.contains(&4) {
                    Paired::Gone { own, rival }
                } else if slots.contains(&5) {
                    Paired::MetEnough
                } else {
                    Paired::Conflict
                }
            }
        })
    }

    fn may_meet(
        &self,
        held: &HeldPairing,
        date: LocalDate,
    ) -> Result<TransactWriteItem, StoreError> {
        let players = &held.pairing.players;
        let pair = Players::of(players.white.account, players.black.account);
        let check = ConditionCheck::builder()
            .table_name(&self.table)
            .set_key(Some(key_item(keys::pair_day(pair, date))))
            .condition_expression("attribute_not_exists(v.#rules) OR v.#rules < :most")
            .expression_attribute_names("#rules", held.pairing.rules.id)
            .expression_attribute_values(":most", number(MOST_A_DAY))
            .build()?;
        Ok(TransactWriteItem::builder().condition_check(check).build())
    }

    /// Writes a first confirmation, if nobody wrote since `before` was read.
    ///
    /// # Errors
    /// [`StoreError`]; the write may or may not have happened.
    pub async fn confirm_pairing(
        &self,
        before: &HeldPairing,
        after: &HeldPairing,
    ) -> Result<Saved<()>, StoreError> {
        let put = self
            .client
            .put_item()
            .set_item(Some(after.next_to(before).to_item()?))
            .condition_expression("v = :seen")
            .expression_attribute_values(":seen", number(before.v));
        self.put_if_holds("PAIRING", put).await
    }

    /// Starts the game of a pairing together with everything that belongs to it: both
    /// locks, the game, both histories, both running pointers. All or nothing.
    ///
    /// # Errors
    /// [`StoreError`]; it may or may not have happened.
    pub async fn start_rated(
        &self,
        before: &HeldPairing,
        after: &HeldPairing,
        setup: &Setup,
    ) -> Result<Saved<HeldGame>, StoreError> {
        let nobody: BySide<Vec<ConnectionId>> = BySide::default();
        let game = HeldGame::new(Game::start(setup.clone()), 1, nobody)
            .rated(Rated::begin(&after.standings()));
        let mut items = vec![
            self.put_pairing(before, after)?,
            self.put_new(game.to_item()?)?,
        ];
        for side in SIDES {
            let account = before.pairing.players[side].account;
            items.push(self.relock(account, &before.hold(), &Hold::Playing(setup.id))?);
            for key in [
                keys::history(setup.players[side], setup.id),
                keys::running(setup.players[side], setup.id),
            ] {
                items.push(self.put_new(key_item(key))?);
            }
        }
        let entities = [
            "PAIRING", "GAME", "LOCK", "HIST", "RUN", "LOCK", "HIST", "RUN",
        ];
        Ok(match self.try_all(items, &entities).await? {
            Transacted::Done => Saved::Done(game),
            Transacted::Lost(_) => Saved::Lost(None),
        })
    }

    /// Ends a pairing that came to nothing: who goes back stands in the queue again,
    /// the others are let go.
    ///
    /// # Errors
    /// [`StoreError`]; it may or may not have happened.
    pub async fn part(
        &self,
        before: &HeldPairing,
        after: &HeldPairing,
        back: &BySide<Option<HeldTicket>>,
    ) -> Result<Saved<()>, StoreError> {
        debug_assert!(after.pairing.state != State::Open);
        let mut items = vec![self.put_pairing(before, after)?];
        let mut entities = vec!["PAIRING"];
        for side in SIDES {
            let account = before.pairing.players[side].account;
            match &back[side] {
                None => items.push(self.unlock(account, &before.hold())?),
                Some(ticket) => {
                    let queued = Hold::Queued(ticket.key());
                    items.push(self.relock(account, &before.hold(), &queued)?);
                    items.push(self.put_over(ticket.to_item()?)?);
                    entities.push("Q");
                }
            }
            entities.push("LOCK");
        }
        Ok(self.try_all(items, &entities).await?.saved())
    }

    fn put_pairing(
        &self,
        before: &HeldPairing,
        after: &HeldPairing,
    ) -> Result<TransactWriteItem, StoreError> {
        let put = Put::builder()
            .table_name(&self.table)
            .set_item(Some(after.next_to(before).to_item()?))
            .condition_expression("v = :seen")
            .expression_attribute_values(":seen", number(before.v))
            .build()?;
        Ok(TransactWriteItem::builder().put(put).build())
    }
}
