//! Rated games to begin with, and what belongs to them.

use crate::table::{START, Table, connection};
use damero_domain::TimeControl;
use damero_domain::game::{Command, Game, Origin, Setup};
use damero_domain::ids::{AccountId, GameId, PairingId, Person};
use damero_domain::period::{LocalDate, PeriodKind, Zone};
use damero_domain::rating::pair_day::Players;
use damero_domain::rating::{Rated, Standing};
use damero_domain::side::BySide;
use damero_domain::time::{Stamp, Timestamp};
use damero_rules::{RuleSet, Side};
use damero_store::{Before, HeldGame, HeldLock, Hold};
use ulid::Ulid;

/// Who plays: White, Black.
pub(crate) const PLAYERS: BySide<AccountId> = BySide {
    white: AccountId(Ulid(1 << 80)),
    black: AccountId(Ulid(2 << 80)),
};

pub(crate) fn rules() -> &'static RuleSet {
    &RuleSet::ALL[0]
}

/// A game of these two that begins so long after [`START`], with both locks.
pub(crate) async fn begun(table: &Table, rules: &'static RuleSet, nth: u64) -> HeldGame {
    let started = Timestamp(START + i64::try_from(nth).unwrap() * 60_000);
    let pairing = PairingId(Ulid(u128::from(nth) + 1));
    let setup = Setup {
        id: GameId::of_pairing(pairing, started),
        origin: Origin::Pairing(pairing),
        rules,
        control: Some(TimeControl::RATED),
        players: BySide::new(|side| Person::Account(PLAYERS[side])),
        started,
    };
    let standings = standings(table, rules).await;
    let tabs = BySide {
        white: vec![connection("white-1")],
        black: vec![connection("black-1")],
    };
    let held = HeldGame::new(Game::start(setup), 1, tabs).rated(Rated::begin(&standings));
    table.put(held.to_item().unwrap()).await;
    for account in [PLAYERS.white, PLAYERS.black] {
        let lock = HeldLock {
            account,
            hold: Hold::Playing(held.game.setup().id),
            connections: vec![connection("a-tab")],
        };
        table.put(lock.to_item().unwrap()).await;
    }
    held
}

pub(crate) async fn standings(table: &Table, rules: &RuleSet) -> BySide<Standing> {
    let of = async |account| table.store.standing(rules, account).await.unwrap();
    BySide {
        white: of(PLAYERS.white).await,
        black: of(PLAYERS.black).await,
    }
}

/// The local date and the week of an instant.
pub(crate) fn dates(at: Timestamp) -> (LocalDate, LocalDate) {
    let zone: Zone = "Europe/Rome".parse().unwrap();
    let week = zone.period(PeriodKind::Week, at).unwrap().id;
    (zone.day(at).unwrap(), week)
}

/// Everything as it stands before an end at `at`.
pub(crate) async fn before(table: &Table, rules: &RuleSet, at: Timestamp) -> Before {
    let (date, week) = dates(at);
    let pair = Players::of(PLAYERS.white, PLAYERS.black);
    Before {
        standings: standings(table, rules).await,
        date,
        week,
        day: table.store.pair_day(pair, date).await.unwrap(),
    }
}

/// A side's resignation, so many milliseconds after the last event.
pub(crate) fn resigns(held: &HeldGame, side: Side, later: i64) -> crate::play::Next {
    let stamp = Stamp::at(Timestamp(held.game.last_stamp().0 + later));
    crate::play::send(&held.game, side, 77, &Command::Resign, stamp).unwrap()
}
