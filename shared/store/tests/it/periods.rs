//! Periods, snapshots and corrections survive the table; what is put once stays.

use crate::table::{START, Table};
use damero_domain::ids::AccountId;
use damero_domain::ladder::Ladder;
use damero_domain::period::{PeriodKind, Span, Zone};
use damero_domain::rating::{Digest, Ordinal};
use damero_domain::time::{Millis, Timestamp};
use damero_rules::RuleSet;
use damero_store::{ArchiveLine, First, Meta, OpenPeriod, Saved, ViewHead};
use ulid::Ulid;

fn ladder() -> Ladder {
    Ladder::Elo(&RuleSet::ALL[0])
}

/// Weeks one after the other, the first of them partial.
fn weeks(count: usize) -> Vec<OpenPeriod> {
    let zone: Zone = "Europe/Rome".parse().unwrap();
    let first = zone.period(PeriodKind::Week, Timestamp(START)).unwrap();
    let first = Span::since(first, Timestamp(START));
    let next = |span: &Span| zone.following(&span.period).map(Span::whole);
    let spans = std::iter::successors(Some(first), next);
    let open = |span| OpenPeriod {
        span,
        zone,
        version: 3,
    };
    spans.take(count).map(open).collect()
}

fn meta(revision: u32) -> Meta {
    Meta {
        revision: Ordinal(revision),
        digest: Digest::of("text"),
        rows: Digest::of("rows"),
        total: 2,
        chunks: vec![Digest::of("one"), Digest::of("two")],
        firsts: vec![First {
            rank: -3,
            account: AccountId(Ulid(7)),
        }],
        made: Timestamp(START),
        by: "test".into(),
    }
}

#[tokio::test]
async fn periods_are_listed_newest_first_with_their_revisions() {
    let table = Table::new().await;
    let weeks = weeks(5);
    for week in &weeks {
        table.store.open_period(ladder(), week).await.unwrap();
    }
    let line = |revision| ArchiveLine {
        revision: Ordinal(revision),
        total: revision,
        first: "{}\n".into(),
    };
    let period = weeks[1].span.period;
    for revision in [12, 0, 3] {
        let line = line(revision);
        table
            .store
            .put_line(ladder(), &period, &line)
            .await
            .unwrap();
    }
    let (mut listed, mut before) = (Vec::new(), None);
    loop {
        let page = table.store.periods(ladder(), PeriodKind::Week, before, 2);
        let (page, more) = page.await.unwrap();
        assert!(page.len() <= 2);
        before = page.last().map(|listed| listed.open.span.period.id);
        listed.extend(page);
        if !more {
            break;
        }
    }
    let opened: Vec<_> = listed.iter().rev().map(|listed| &listed.open).collect();
    assert_eq!(opened, weeks.iter().collect::<Vec<_>>());
    assert_eq!(listed[3].lines, [line(0), line(3), line(12)]);
    let lines = table.store.lines(ladder(), &period).await.unwrap();
    assert_eq!(lines, listed[3].lines);
    assert!(listed[0].lines.is_empty());
    let (months, _) = table
        .store
        .periods(ladder(), PeriodKind::Month, None, 9)
        .await
        .unwrap();
    assert_eq!(months, []);
}

#[tokio::test]
async fn what_was_put_once_stays() {
    let table = Table::new().await;
    let store = &table.store;
    let week = &weeks(1)[0];
    let period = &week.span.period;
    let put = store.put_meta(ladder(), period, &meta(3)).await;
    assert!(matches!(put, Ok(Saved::Done(()))));
    let other = Meta {
        by: "somebody else".into(),
        ..meta(3)
    };
    let put = store.put_meta(ladder(), period, &other).await;
    assert!(matches!(put, Ok(Saved::Lost(_))));
    store.put_meta(ladder(), period, &meta(11)).await.unwrap();
    store.put_same(ladder(), period, Ordinal(5)).await.unwrap();
    let revisions = store
        .revisions(ladder(), period.kind, period.id)
        .await
        .unwrap();
    assert_eq!(revisions, [meta(3), meta(11)]);
    assert_eq!(store.same(ladder(), period).await.unwrap(), [Ordinal(5)]);

    let began = store
        .activate(Ladder::League, Timestamp(5), &[])
        .await
        .unwrap();
    assert_eq!(began, Timestamp(5));
    let again = store
        .activate(Ladder::League, Timestamp(9), &weeks(1))
        .await
        .unwrap();
    assert_eq!(again, Timestamp(5));
    assert_eq!(store.activated(ladder()).await.unwrap(), None);

    let digest = Digest::of("one");
    store
        .put_chunk(ladder(), period, &digest, "one")
        .await
        .unwrap();
    assert_eq!(store.chunk(ladder(), period, &digest).await.unwrap(), "one");
    assert!(
        store
            .chunk(ladder(), period, &Digest::of("none"))
            .await
            .is_err()
    );
}

#[tokio::test]
async fn a_cursor_is_read_back_whole_or_not_at_all() {
    let table = Table::new().await;
    let store = &table.store;
    let ordinal = Ordinal(4);
    assert_eq!(store.walked(ladder(), ordinal).await.unwrap(), None);
    let long: Vec<u8> = (0..700_000_u32).map(|nth| nth.to_le_bytes()[0]).collect();
    store.put_walked(ladder(), ordinal, &long).await.unwrap();
    assert_eq!(store.walked(ladder(), ordinal).await.unwrap(), Some(long));
    // Whoever kept a newer one stopped before its end.
    let key = damero_store::keys::correction_cursor(ladder(), ordinal, 2);
    let mut piece = table.item(key).await.unwrap();
    let other = aws_sdk_dynamodb::primitives::Blob::new([1, 2, 3]);
    piece.insert(
        "b".into(),
        aws_sdk_dynamodb::types::AttributeValue::B(other),
    );
    table.put(piece).await;
    assert_eq!(store.walked(ladder(), ordinal).await.unwrap(), None);
    store.put_walked(ladder(), ordinal, b"short").await.unwrap();
    assert_eq!(
        store.walked(ladder(), ordinal).await.unwrap(),
        Some(b"short".to_vec())
    );
}

#[tokio::test]
async fn one_of_many_takes_the_lease_of_a_view() {
    let table = Table::new().await;
    let store = &table.store;
    let (now, until) = (Timestamp(START), Timestamp(START) + Millis::seconds(20));
    let lease = |now| store.lease_view(ladder(), "general", now, now + Millis::seconds(20));
    assert!(lease(now).await.unwrap());
    assert!(!lease(now + Millis(19_999)).await.unwrap());
    assert_eq!(store.view(ladder(), "general").await.unwrap(), None);
    assert!(lease(until).await.unwrap());
    let head = ViewHead {
        cut: now,
        as_of: Ordinal(2),
        total: 1,
        firsts: meta(0).firsts,
    };
    let rows = ["row\n".into()];
    store
        .put_view(ladder(), "general", &head, &rows)
        .await
        .unwrap();
    let read = store.view(ladder(), "general").await.unwrap();
    assert_eq!(read.as_ref(), Some(&head));
    assert_eq!(
        store
            .view_chunk(ladder(), "general", &head, 0)
            .await
            .unwrap(),
        "row\n"
    );
    assert!(lease(until).await.unwrap());
}
