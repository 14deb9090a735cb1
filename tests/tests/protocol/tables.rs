//! The tables of the page are the code's.

use crate::Outcome;
use crate::page::{Step, actions, fields, page, quoted, steps, table};
use crate::whole::{
    keys, whole_account, whole_clock, whole_draws, whole_ended, whole_entry, whole_game,
    whole_identity, whole_level, whole_messages, whole_outcome, whole_pairing, whole_player,
    whole_refused, whole_room, whole_session, whole_waiting,
};
use damero_lambda::Limits;
use damero_protocol::client::{self, CancelAct, Claim, Colour, DrawAct, RematchAct};
use damero_protocol::server::ranking::Table;
use damero_protocol::server::{Envelope, Side};
use damero_protocol::{MAX_MESSAGE_BYTES, REFUSALS};
use damero_store::MAX_TABS;
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn every_action_is_documented_with_its_fields() -> Outcome {
    let id = String::new;
    let in_room = client::InRoom { room: id() };
    let in_game = client::InGame { game: id() };
    let sync = client::Sync {
        room: Some(id()),
        game: Some(id()),
        page: Some(client::Page::Account),
    };
    let create = client::RoomCreate {
        rule_set: id(),
        clock: Some(id()),
        colour: Colour::Random,
    };
    let mv = client::Move {
        game: id(),
        turn_no: 0,
        path: Vec::new(),
    };
    let huff = client::Huff {
        game: id(),
        turn_no: 0,
        square: 1,
    };
    let claim = client::ClaimDraw {
        game: id(),
        turn_no: 0,
        claim: Claim::Repetition,
        path: Some(Vec::new()),
    };
    let draw = client::Draw {
        game: id(),
        seq: 0,
        act: DrawAct::Offer,
    };
    let cancel = client::Cancel {
        game: id(),
        seq: 0,
        act: CancelAct::Ask,
    };
    let rematch = client::Rematch {
        game: id(),
        act: RematchAct::Accept,
    };
    let history = client::History {
        game: Some(id()),
        before: Some(id()),
    };
    let join = client::QueueJoin { rule_set: id() };
    let confirm = client::QueueConfirm { pairing: id() };
    let link = client::AccountLink { id_token: id() };
    let name = client::AccountName { name: id() };
    let terms = client::TermsAccept { version: 1 };
    let revoke = client::SessionRevoke { session: id() };
    let league = client::LeagueGet {
        period: Some(id()),
        revision: Some(0),
        from: Some(0),
    };
    let evidence = client::EvidenceGet {
        rule_set: id(),
        table: Table::Week,
        period: id(),
        revision: 0,
        page: 0,
    };
    let start = client::LevelStart {
        rule_set: id(),
        side: Side::White,
    };
    let level_move = client::LevelMove {
        game: id(),
        act: client::LevelAct::Offer { seq: 0 },
    };
    let leave = client::LevelLeave {
        game: id(),
        cancel: Some(0),
    };
    let levels = client::LevelsGet::Credits { before: Some(id()) };
    let expected = BTreeMap::from([
        ("levelStart", keys(&start)?),
        ("levelMove", keys(&level_move)?),
        ("levelLeave", keys(&leave)?),
        ("levelsGet", keys(&levels)?),
        ("accountLink", keys(&link)?),
        ("accountName", keys(&name)?),
        ("accountDelete", keys(&client::AccountDelete {})?),
        ("termsAccept", keys(&terms)?),
        ("sessionRevoke", keys(&revoke)?),
        ("queueJoin", keys(&join)?),
        ("queueLeave", keys(&client::QueueLeave {})?),
        ("queueConfirm", keys(&confirm)?),
        ("sync", keys(&sync)?),
        ("roomCreate", keys(&create)?),
        ("roomJoin", keys(&in_room)?),
        ("roomAccept", keys(&in_room)?),
        ("roomCancel", keys(&in_room)?),
        ("gameMove", keys(&mv)?),
        ("gameHuff", keys(&huff)?),
        ("gameClaimDraw", keys(&claim)?),
        ("gameDraw", keys(&draw)?),
        ("gameCancel", keys(&cancel)?),
        ("gameResign", keys(&in_game)?),
        ("gameFlag", keys(&in_game)?),
        ("gameRematch", keys(&rematch)?),
        ("historyGet", keys(&history)?),
        ("rankingsGet", whole_rankings()?),
        ("leagueGet", keys(&league)?),
        ("evidenceGet", keys(&evidence)?),
        ("ping", BTreeSet::new()),
    ]);
    let expected: BTreeMap<_, _> = expected
        .into_iter()
        .map(|(action, fields)| (action.to_owned(), fields))
        .collect();
    assert_eq!(
        expected.keys().cloned().collect::<BTreeSet<_>>(),
        actions()?
    );
    let page = page()?;
    let documented: BTreeMap<_, _> = table(&page, "### What a client sends")?
        .iter()
        .map(|row| (row[0].trim_matches('`').to_owned(), quoted(row[1])))
        .collect();
    assert_eq!(documented, expected);
    let played: BTreeSet<_> = steps(&page)?
        .iter()
        .filter_map(|step| match step {
            Step::Says(_, message) => Some(message["action"].as_str()?.to_owned()),
            _ => None,
        })
        .collect();
    assert!(actions()?.is_subset(&played), "without an example");
    Ok(())
}

/// The fields of all three questions.
fn whole_rankings() -> Outcome<BTreeSet<String>> {
    let id = String::new;
    let ranking = client::Rankings::Ranking {
        rule_set: id(),
        table: Table::Week,
        period: Some(id()),
        revision: Some(0),
        from: Some(0),
    };
    let archive = client::Rankings::Archive {
        rule_set: id(),
        table: Table::Week,
        before: Some(id()),
    };
    let profile = client::Rankings::Profile {
        rule_set: id(),
        account: Some(id()),
        before: Some(id()),
    };
    let mut fields = keys(&ranking)?;
    fields.extend(keys(&archive)?);
    fields.extend(keys(&profile)?);
    Ok(fields)
}

#[test]
fn every_server_message_is_documented_with_its_fields() -> Outcome {
    let page = page()?;
    let documented: BTreeMap<_, _> = table(&page, "### What the server sends")?
        .iter()
        .map(|row| (row[0].trim_matches('`').to_owned(), quoted(row[1])))
        .collect();
    let mut expected = BTreeMap::new();
    for message in whole_messages() {
        let envelope = Envelope {
            now: 0,
            ack: None,
            message,
        };
        let mut fields = keys(&envelope)?;
        fields.remove("now");
        fields.remove("type");
        let kind = serde_json::to_value(&envelope)?["type"].clone();
        expected.insert(kind.as_str().unwrap_or_default().to_owned(), fields);
    }
    assert_eq!(documented, expected);
    for (object, whole) in [
        ("room", keys(&whole_room())?),
        ("game", keys(&whole_game())?),
        ("clock", keys(&whole_clock())?),
        ("draws", keys(&whole_draws())?),
        ("ended", keys(&whole_ended())?),
        ("entry", keys(&whole_entry())?),
        ("level", keys(&whole_level())?),
        ("outcome", keys(&whole_outcome())?),
        ("waiting", keys(&whole_waiting())?),
        ("pairing", keys(&whole_pairing())?),
        ("player", keys(&whole_player())?),
        ("identity", keys(&whole_identity())?),
        ("account", keys(&whole_account())?),
        ("session", keys(&whole_session())?),
        ("refused", keys(&whole_refused())?),
    ] {
        assert_eq!(fields(&page, object)?, whole, "{object}");
    }
    let mut heard: BTreeSet<_> = steps(&page)?
        .iter()
        .filter_map(|step| match step {
            Step::Hears(_, message) => Some(message["type"].as_str()?.to_owned()),
            _ => None,
        })
        .collect();
    // The first closing lies a week behind the end of the conversation.
    heard.insert("evidence".into());
    assert_eq!(heard, expected.keys().cloned().collect(), "examples");
    Ok(())
}

#[test]
fn every_refusal_is_documented_with_its_sentences() -> Outcome {
    let page = page()?;
    let documented: Vec<_> = table(&page, "### Every code")?
        .iter()
        .map(|row| (row[0].trim_matches('`').to_owned(), row[1], row[2]))
        .map(|(code, en, es)| (code, en.to_owned(), es.to_owned()))
        .collect();
    let expected: Vec<_> = REFUSALS
        .iter()
        .map(|text| (text.code.to_owned(), text.en.to_owned(), text.es.to_owned()))
        .collect();
    assert_eq!(documented, expected);
    Ok(())
}

#[test]
fn every_limit_is_documented() -> Outcome {
    let page = page()?;
    let documented: Vec<_> = table(&page, "## Limits")?
        .iter()
        .map(|row| row[1].to_owned())
        .collect();
    let limits = Limits::default();
    let expected = [
        format!("{} KB", MAX_MESSAGE_BYTES / 1024),
        format!("{} a second, over ten seconds", limits.messages_per_second),
        "4".into(),
        format!("{} an hour and person", limits.rooms_per_hour),
        format!("{} a minute and address", limits.connections_per_minute),
        format!("{} an hour and address", limits.sessions_per_hour),
        format!("{MAX_TABS} a person on a room or game"),
        "5 minutes either way".into(),
    ];
    assert_eq!(documented, expected);
    Ok(())
}
