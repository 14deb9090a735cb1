//! Items of rated play that no code wrote: an attribute gone, or saying something else.
//! Whoever reads one comes to an end: with an answer, or a fault that has a word for it.

use crate::club::{Tab, tab};
use crate::items::Items;
use crate::queue::Hall;
use crate::season::{CUT, MINUTE, Season, player};
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use damero_app::actions::{
    Action, EvidenceGet, Failure, LeagueGet, QueueConfirm, QueueJoin, QueueLeave, RankingsGet, Sync,
};
use damero_app::{App, Caller, Clock, closings};
use damero_domain::ids::CommandId;
use damero_store::Item;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// What an attribute is made, besides nothing.
fn others() -> [AttributeValue; 3] {
    [
        AttributeValue::S("~#~".into()),
        AttributeValue::N("-1".into()),
        AttributeValue::B(Blob::new([0xff; 3])),
    ]
}

/// An item of each kind that a table has, each attribute spoiled in every way.
fn spoiled(items: &Items) -> Vec<Item> {
    let mut kinds = BTreeSet::new();
    let mut all = Vec::new();
    for (pk, sk, item) in items.each() {
        let first = |key: &str| key.split(['#', '/']).next().unwrap_or_default().to_owned();
        let letters = |key: String| {
            key.trim_end_matches(|c: char| c.is_ascii_digit())
                .to_owned()
        };
        let kind = format!("{} {}", first(pk), letters(first(sk)));
        if !kinds.insert(kind) {
            continue;
        }
        let is_key = |name: &str| ["PK", "SK"].contains(&name);
        for name in item.keys().filter(|name| !is_key(name)) {
            let mut less = item.clone();
            less.remove(name);
            all.push(less);
            for value in others() {
                let mut other = item.clone();
                other.insert(name.clone(), value);
                all.push(other);
            }
        }
    }
    assert!(kinds.len() > 5, "{kinds:?}");
    all
}

/// Comes to an end; a client's command is never what is blamed.
async fn read<A: Action>(app: &App, caller: &Caller, id: CommandId, fields: &Value) {
    let fields = serde_json::from_value(fields.clone()).unwrap();
    match A::handle(app, caller, id, fields).await {
        Ok(_) => {}
        Err(Failure::Fault(fault)) => assert!(!fault.to_string().is_empty()),
        Err(Failure::Malformed(why)) => panic!("the command is well: {why}"),
    }
}

/// Spoils one item after the other; between two the table is as it was. How many.
async fn spoil(client: &Client, read: impl AsyncFn()) -> usize {
    let whole = Items::read(client).await;
    let spoiled = spoiled(&whole);
    let many = spoiled.len();
    for item in spoiled {
        let put = client.put_item().table_name("damero");
        // The table itself refuses a key of its index that is of another type.
        if put.set_item(Some(item)).send().await.is_ok() {
            read().await;
            whole.put_back(client, &Items::read(client).await).await;
        }
    }
    many
}

#[tokio::test]
async fn no_spoiled_rating_breaks_whoever_reads_it() {
    let (season, _) = Season::corrected().await;
    season.club.clock.set(CUT + 10 * MINUTE);

    let caller = tab(1, 1).linked(player(0), 1);
    let caller = caller.caller(season.club.clock.now());
    let vezz = |mut fields: Value| {
        fields["rule_set"] = "vezz-8x8".into();
        fields
    };
    let rankings = [
        json!({"what": "ranking", "table": "general"}),
        json!({"what": "ranking", "table": "week", "period": "2025-11-25"}),
        json!({"what": "ranking", "table": "month"}),
        json!({"what": "archive", "table": "week"}),
        json!({"what": "profile"}),
    ]
    .map(vezz);
    let evidence = vezz(json!({"table": "week", "period": "2025-11-25", "revision": 0, "page": 0}));
    let league = json!({"period": "2025-11-25"});
    let everything = async || {
        let app = season.app();
        let id = || season.club.new_id();
        for fields in &rankings {
            read::<RankingsGet>(app, &caller, id(), fields).await;
        }
        read::<EvidenceGet>(app, &caller, id(), &evidence).await;
        read::<LeagueGet>(app, &caller, id(), &league).await;
        let _ = closings::check(app).await;
    };
    everything().await;
    let many = spoil(&season.client(), everything).await;
    assert!(many > 100, "{many}");
}

#[tokio::test]
async fn no_spoiled_ticket_breaks_whoever_queues() {
    let hall = Hall::new().await;
    let people = [
        hall.member(1).await,
        hall.member(2).await,
        hall.member(3).await,
    ];
    let pairing = hall.paired(&people[0], &people[1]).await;
    hall.join(&people[2]).await;
    let fields = [
        json!({"page": "queue"}),
        json!({"pairing": pairing.to_string()}),
        json!({"rule_set": "vezz-8x8"}),
        json!({}),
    ];
    let everything = async || {
        let app = &hall.club.app;
        let caller = |tab: &Tab| tab.caller(hall.now());
        let id = || hall.club.new_id();
        for tab in &people {
            read::<Sync>(app, &caller(tab), id(), &fields[0]).await;
        }
        for tab in &people {
            read::<QueueConfirm>(app, &caller(tab), id(), &fields[1]).await;
            read::<QueueJoin>(app, &caller(tab), id(), &fields[2]).await;
            read::<QueueLeave>(app, &caller(tab), id(), &fields[3]).await;
        }
    };
    let many = spoil(&hall.club.client(Season::open_gate()), everything).await;
    assert!(many > 100, "{many}");
}
