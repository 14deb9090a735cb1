//! The browser client's copy of the protocol, written from these types.
//!
//! `DAMERO_WRITE_WEB=1 cargo test -p damero-protocol` writes it; without the
//! variable the test says whether it is current.

use crate::server::{account, level, queue, ranking};
use crate::{REFUSALS, RefusalText, client, server};
use std::fs;
use std::path::PathBuf;
use ts_rs::{Config, TS};

fn web(path: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../web")).join(path)
}

fn write_or_compare(path: &str, text: &str) {
    let file = web(path);
    if std::env::var_os("DAMERO_WRITE_WEB").is_some() {
        fs::write(&file, text).unwrap();
    }
    assert_eq!(
        fs::read_to_string(&file).unwrap_or_default(),
        text,
        "web/{path} is not current: run DAMERO_WRITE_WEB=1 cargo test -p damero-protocol"
    );
}

#[test]
fn the_client_has_these_types() {
    let config = Config::default().with_large_int("number");
    let mut text = String::from(
        "// Written from shared/protocol by its tests: change the Rust types, not this file.\n",
    );
    macro_rules! declare {
        ($($type:ty),* $(,)?) => {
            $(
                text.push_str("\nexport ");
                text.push_str(&<$type>::decl(&config));
                text.push('\n');
            )*
        };
    }
    declare!(
        client::Sync,
        client::RoomCreate,
        client::Colour,
        client::InRoom,
        client::Move,
        client::Huff,
        client::ClaimDraw,
        client::Claim,
        client::Draw,
        client::DrawAct,
        client::Cancel,
        client::CancelAct,
        client::InGame,
        client::Rematch,
        client::RematchAct,
        client::History,
        client::Page,
        client::AccountLink,
        client::AccountName,
        client::AccountDelete,
        client::TermsAccept,
        client::SessionRevoke,
        client::QueueJoin,
        client::QueueLeave,
        client::QueueConfirm,
        client::Rankings,
        client::LeagueGet,
        client::EvidenceGet,
        client::LevelStart,
        client::LevelMove,
        client::LevelAct,
        client::LevelLeave,
        client::LevelsGet,
        server::Envelope,
        server::Message,
        server::Refused,
        server::Side,
        server::BySide<()>,
        server::RoomStatus,
        server::BySeat<()>,
        server::Room,
        server::Seat,
        server::Score,
        server::Mode,
        server::Game,
        server::Clock,
        server::Draws,
        server::Ended,
        server::Entry,
        account::Identity,
        account::Missing,
        account::Account,
        account::LinkedSession,
        queue::Player,
        queue::Waiting,
        queue::Pairing,
        queue::Rated,
        queue::Change,
        queue::Void,
        ranking::Table,
        ranking::Period,
        ranking::Ranking,
        ranking::Row,
        ranking::Closed,
        ranking::Revision,
        ranking::Correction,
        ranking::Archive,
        ranking::ClosedPeriod,
        ranking::Corrected,
        ranking::First,
        ranking::Profile,
        ranking::RatedGame,
        ranking::League,
        ranking::LeagueRow,
        ranking::Evidence,
        level::Levels,
        level::Ladder,
        level::LevelGame,
        level::Outcome,
        level::Credit,
        level::Credits,
        level::LedgerLine,
    );
    write_or_compare("src/proto/wire.ts", &text);
}

#[test]
fn the_client_has_these_sentences() {
    for (locale, sentence) in [
        ("es", (|text| text.es) as fn(&RefusalText) -> &'static str),
        ("en", |text| text.en),
    ] {
        let catalogue: serde_json::Map<_, _> = REFUSALS
            .iter()
            .map(|text| (format!("refused_{}", text.code), sentence(text).into()))
            .collect();
        let text = serde_json::to_string_pretty(&catalogue).unwrap();
        write_or_compare(&format!("messages/refusals.{locale}.json"), &(text + "\n"));
    }
}
