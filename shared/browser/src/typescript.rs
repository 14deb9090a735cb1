//! The client's copy of the answers, written from these types.
//!
//! `DAMERO_WRITE_WEB=1 cargo test -p damero-browser` writes it; without the variable the test says
//! whether it is current.

use std::fs;
use std::path::Path;

use ts_rs::{Config, TS};

use crate::pdn::types as pdn;
use crate::perft;
use crate::play::types as play;

#[test]
fn the_client_has_these_types() {
    let config = Config::default().with_large_int("number");
    let mut text = String::from(
        "// Written from shared/browser by its tests: change the Rust types, not this file.\n",
    );
    for declared in [
        perft::Count::decl(&config),
        pdn::Opened::decl(&config),
        pdn::Entry::decl(&config),
        pdn::Game::decl(&config),
        pdn::Tag::decl(&config),
        pdn::Clocks::decl(&config),
        pdn::Ended::decl(&config),
        pdn::Problem::decl(&config),
        play::Stand::decl(&config),
        play::Turn::decl(&config),
        play::Over::decl(&config),
        play::Thought::decl(&config),
        play::Answered::decl(&config),
        play::Hint::decl(&config),
        play::Record::decl(&config),
    ] {
        text.push_str("\nexport ");
        text.push_str(&declared);
        text.push('\n');
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/engine/types.ts");
    if std::env::var_os("DAMERO_WRITE_WEB").is_some() {
        fs::write(&file, &text).unwrap();
    }
    assert_eq!(
        fs::read_to_string(&file).unwrap_or_default(),
        text,
        "types.ts is not current: run DAMERO_WRITE_WEB=1 cargo test -p damero-browser"
    );
}
