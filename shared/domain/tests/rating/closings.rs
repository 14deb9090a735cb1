//! What a closing's text is, and that it is the same whoever writes it.

use crate::world::{World, account, game, header, history, moment, week};
use damero_domain::Timestamp;
use damero_domain::ids::AccountId;
use damero_domain::period::Span;
use damero_domain::rating::closing::{CHUNK, Chunk, FeedError, ROWS_A_CHUNK, ReplayError};
use damero_domain::rating::evidence::{InvalidLine, Line, Ranking};
use damero_domain::rating::{AsOf, Closing, Digest, Entry, Header, Manifest, Ordinal};
use damero_rules::Side;

/// 2026-11-24 20:00 in Buenos Aires.
const TUESDAY: i64 = 1_795_561_200_000;
const WEEK: i64 = 7 * 86_400_000;

/// Three players and a void game.
fn small() -> World {
    let mut games = [
        game(21, 1, 2, Some(Side::White)),
        game(22, 3, 1, None),
        game(23, 2, 3, Some(Side::Black)),
    ];
    for (game, after) in games.iter_mut().zip([5_000, 60_000, 700_000]) {
        game.moment.ended_at = Timestamp(TUESDAY + after);
    }
    let mut world = World::of(&games);
    let correction = world.decide(1, &games[1], false);
    world.ledger.correct(correction).unwrap();
    world
}

fn closed(world: &World, header: Header<Ranking>) -> String {
    world.ledger.close(header).unwrap().0
}

/// The page about the format shows this text.
#[test]
fn the_text_is_what_it_always_was() {
    let text = closed(&small(), header(TUESDAY, TUESDAY + WEEK, 0));
    let expected = include_str!("../data/closing.jsonl");
    assert_eq!(text, expected);
    let world = small();
    let (text, manifest) = world
        .ledger
        .close(header(TUESDAY, TUESDAY + WEEK, 1))
        .unwrap();
    assert_eq!(manifest.digest, Digest::of(&text));
    let expected = "a0ea745db17ac6b7ecf96bcdb2bddb95a6afdadabb242ca30ec1de65853dc85c";
    assert_eq!(manifest.digest.to_string(), expected);
}

#[test]
fn a_page_of_decisions_shows_the_text_as_it_is() {
    let page = include_str!("../../../../docs/adr/0032-snapshots.md");
    let text = include_str!("../data/closing.jsonl");
    assert!(page.contains(text), "docs/adr/0032-snapshots.md");
}

#[test]
fn an_end_at_the_cut_belongs_to_the_next_period() {
    let mut games = history(1, 4, 12);
    games[5].moment = moment(1_000, 5);
    for (nth, game) in (0..).zip(&mut games) {
        game.moment.ended_at = Timestamp(1_000 + (nth - 5) * 7);
    }
    let world = World::of(&games);
    let count = |start, end| world.ledger.close(header(start, end, 0)).unwrap().1.entries;
    assert_eq!((count(0, 1_000), count(1_000, 2_000)), (10, 14));
    assert_eq!((count(0, 1_001), count(1_001, 2_000)), (12, 12));
}

/// Everybody is rated by the cut, whatever came later, and listed for a game within.
#[test]
fn ratings_are_those_at_the_cut() {
    let games = history(2, 6, 60);
    let world = World::of(&games);
    for cut in [5, 100, 333, 600] {
        let text = closed(&world, header(0, cut, 0));
        let before: Vec<_> = games
            .iter()
            .filter(|g| g.moment.ended_at.0 < cut)
            .copied()
            .collect();
        assert_eq!(
            text,
            closed(&World::of(&before), header(0, cut, 0)),
            "{cut}"
        );
    }
}

#[test]
fn a_correction_shows_from_its_revision_on() {
    let games = history(3, 5, 30);
    let mut world = World::of(&games);
    let original = closed(&world, header(0, 200, 0));
    let untouched = world.ledger.close(header(0, 100, 0)).unwrap().1;
    let correction = world.decide(1, &games[12], false);
    world.ledger.correct(correction).unwrap();
    assert_eq!(closed(&world, header(0, 200, 0)), original);
    let revised = closed(&world, header(0, 200, 1));
    assert_ne!(revised.lines().last(), original.lines().last());
    assert!(!revised.contains(&games[12].moment.game.to_string()));
    // A revision of a period before it says the same under another number.
    let revision = world.ledger.close(header(0, 100, 1)).unwrap().1;
    assert_eq!(revision.body, untouched.body);
    assert_ne!(revision.digest, untouched.digest);
}

#[test]
fn the_first_period_begins_with_rated_play() {
    let games = history(4, 4, 20);
    let world = World::of(&games);
    let whole = header(0, 200, 0);
    let partial = Header {
        span: Span::since(whole.span.period, Timestamp(50)),
        ..whole.clone()
    };
    let text = closed(&world, partial);
    let began = r#""began":"1970-01-01T00:00:00.050Z","#;
    assert!(text.lines().next().unwrap().contains(began), "{text}");
    assert_eq!(
        text.lines().filter(|line| line.contains("rival")).count(),
        2 * 15
    );
    assert!(!closed(&world, whole).contains("began"));
}

#[test]
fn a_period_without_games_closes_too() {
    let (text, manifest) = World::default().ledger.close(header(0, 10, 0)).unwrap();
    assert_eq!(text.lines().count(), 2);
    assert_eq!(
        (manifest.entries, manifest.rows, manifest.chunks.len()),
        (0, 0, 1)
    );
    assert_eq!(manifest.chunk_of_row(0), None);
}

/// A club large enough for several chunks.
fn large() -> (World, Header<Ranking>) {
    (World::of(&history(5, 250, 1_500)), header(0, 20_000, 0))
}

struct Closed {
    evidence: Vec<Chunk>,
    rows: Vec<Chunk>,
    manifest: Manifest,
}

/// Closes from where `closing` is; stops feeding behind the account `until`.
fn feed(world: &World, closing: &mut Closing<Entry>, until: Option<AccountId>) -> Vec<Chunk> {
    let from = closing.resumes_at();
    let accounts = world
        .ledger
        .accounts()
        .filter(|account| Some(*account) >= from);
    let accounts = accounts.filter(|account| until.is_none_or(|until| *account <= until));
    let chunks = accounts.map(|account| {
        let log = world.ledger.log(account, Ordinal(0));
        closing.feed(account, &log).unwrap()
    });
    chunks.flatten().collect()
}

fn finish(closing: Closing<Entry>, mut evidence: Vec<Chunk>) -> Closed {
    let mut table = closing.finish();
    let mut chunks: Vec<Chunk> = std::iter::from_fn(|| table.chunk()).collect();
    let manifest = table.manifest();
    let first_row = usize::try_from(manifest.evidence).unwrap();
    let rows = chunks.split_off(first_row - evidence.len());
    evidence.extend(chunks);
    Closed {
        evidence,
        rows,
        manifest,
    }
}

#[test]
fn chunks_are_whole_lines_that_fit_a_message() {
    let (world, header) = large();
    let mut closing = Closing::open(header.clone());
    let evidence = feed(&world, &mut closing, None);
    let closed = finish(closing, evidence);
    assert!(closed.evidence.len() > 6, "{}", closed.evidence.len());
    assert_eq!(closed.rows.len(), 3);
    let all = closed.evidence.iter().chain(&closed.rows);
    for (number, chunk) in (0..).zip(all.clone()) {
        assert_eq!(chunk.number, number);
        assert!(chunk.text.len() <= CHUNK && chunk.text.ends_with('\n'));
        assert_eq!(chunk.digest, Digest::of(&chunk.text));
        assert_eq!(
            closed.manifest.chunks[usize::try_from(number).unwrap()],
            chunk.digest
        );
        let message = serde_json::to_string(&chunk.text).unwrap();
        assert!(message.len() < 127 * 1024, "{}", message.len());
    }
    let text: String = all.map(|chunk| chunk.text.as_str()).collect();
    assert_eq!(closed.manifest.digest, Digest::of(&text));
    let of_body = |line: &&str| !line.starts_with("{\"damero") && !line.starts_with("{\"entries");
    let body: String = text.split_inclusive('\n').filter(of_body).collect();
    assert_eq!(closed.manifest.body, Digest::of(&body));
    assert_eq!(text, self::closed(&world, header));
    for row in [0, 99, 100, 249] {
        let chunk = closed.manifest.chunk_of_row(row).unwrap() - closed.manifest.evidence;
        let chunk = &closed.rows[usize::try_from(chunk).unwrap()];
        let nth = usize::try_from(row).unwrap() % ROWS_A_CHUNK;
        let place = format!("{{\"place\":{},", row + 1);
        let line = chunk.text.lines().nth(nth).unwrap();
        // Nobody is listed above their own number.
        assert!(
            line < place.as_str() || line.starts_with(&place),
            "{row}: {line}"
        );
    }
}

#[test]
fn a_closing_goes_on_from_its_chunks_wherever_it_was_killed() {
    let (world, header) = large();
    let mut whole = Closing::open(header.clone());
    let evidence = feed(&world, &mut whole, None);
    let expected = finish(whole, evidence.clone());
    for stored in 0..=evidence.len() {
        let mut again = Closing::open(header.clone());
        for chunk in &evidence[..stored] {
            again.replay(&chunk.text).unwrap();
        }
        assert_eq!(again.resumes_at().is_some(), stored > 0);
        let rest = feed(&world, &mut again, None);
        let all = [&evidence[..stored], &rest].concat();
        let found = finish(again, all);
        assert_eq!(found.manifest, expected.manifest, "{stored}");
        assert_eq!(found.evidence, expected.evidence);
        assert_eq!(found.rows, expected.rows);
    }
}

/// Killed again before anything was added.
#[test]
fn a_closing_that_was_all_fed_may_still_be_taken_up() {
    let (world, header) = large();
    let mut closing = Closing::open(header.clone());
    let evidence = feed(&world, &mut closing, None);
    let expected = finish(closing, evidence.clone()).manifest;
    let mut again = Closing::open(header);
    for chunk in &evidence {
        again.replay(&chunk.text).unwrap();
    }
    let from = again.resumes_at().unwrap();
    assert_eq!(
        again.feed(account(3), &AsOf::new(Ordinal(0))),
        Err(FeedError::OutOfOrder(account(3)))
    );
    let rest = feed(&world, &mut again, None);
    assert!(rest.is_empty() && from > account(3));
    assert_eq!(finish(again, evidence).manifest, expected);
}

#[test]
fn what_was_stored_from_another_log_is_told_apart() {
    let (world, header) = large();
    let mut closing = Closing::open(header.clone());
    let evidence = feed(&world, &mut closing, None);
    let other = Header {
        revision: Ordinal(1),
        ..header.clone()
    };
    assert_eq!(
        Closing::<Entry>::open(other).replay(&evidence[0].text),
        Err(ReplayError(0))
    );
    let mut again = Closing::<Entry>::open(header.clone());
    assert_eq!(again.replay(&evidence[1].text), Err(ReplayError(0)));
    let mut again = Closing::<Entry>::open(header);
    again.replay(&evidence[0].text).unwrap();
    let changed = again.resumes_at().unwrap();
    let nothing = AsOf::new(Ordinal(0));
    assert_eq!(
        again.feed(changed, &nothing),
        Err(FeedError::Changed(changed))
    );
    // The right log is still taken.
    assert!(
        again
            .feed(changed, &world.ledger.log(changed, Ordinal(0)))
            .is_ok()
    );
    assert_eq!(again.replay(&evidence[1].text), Err(ReplayError(1)));
}

#[test]
fn accounts_come_in_order_and_as_of_the_revision() {
    let mut closing = Closing::<Entry>::open(header(0, 10, 3));
    let log = AsOf::new(Ordinal(3));
    assert_eq!(closing.feed(account(2), &log), Ok(Vec::new()));
    for wrong in [2, 1] {
        assert_eq!(
            closing.feed(account(wrong), &log),
            Err(FeedError::OutOfOrder(account(wrong)))
        );
    }
    let other = AsOf::new(Ordinal(2));
    assert!(matches!(
        closing.feed(account(4), &other),
        Err(FeedError::OtherOrdinal { .. })
    ));
}

#[test]
fn a_line_is_read_in_its_canonical_spelling_only() {
    let text = closed(&small(), header(TUESDAY, TUESDAY + WEEK, 0));
    for line in text.lines() {
        assert_eq!(Line::<Entry>::read(line).unwrap().write(), line);
        for wrong in [
            format!(" {line}"),
            line.replace(':', ": "),
            line.replace("account\"", "player\""),
            line.to_lowercase(),
            line.replace("000,", "000.0,"),
            line.replace('}', ",\"more\":1}"),
            line[..line.len() - 1].to_owned(),
            line.replace('"', ""),
        ] {
            let is_same = wrong == line;
            assert_eq!(Line::<Entry>::read(&wrong).is_ok(), is_same, "{wrong}");
        }
    }
    for wrong in ["", "{", "{}", "[]", "null", "{\"\":", "{\"place\":1}", "ñ"] {
        assert_eq!(Line::<Entry>::read(wrong), Err(InvalidLine), "{wrong}");
    }
}

#[test]
fn the_log_is_read_as_of_a_correction_in_any_order() {
    let games = history(6, 3, 12);
    let mut world = World::of(&games);
    for (ordinal, nth) in [(1, 4), (2, 7)] {
        let correction = world.decide(ordinal, &games[nth], false);
        world.ledger.correct(correction).unwrap();
    }
    let player = games[7].white;
    let entries: Vec<Entry> = world
        .ledger
        .entries()
        .filter(|(account, _)| *account == player)
        .map(|(_, entry)| entry.clone())
        .collect();
    for ordinal in 0..4 {
        let forwards = AsOf::new(Ordinal(ordinal)).with(entries.clone());
        let backwards = AsOf::new(Ordinal(ordinal)).with(entries.iter().rev().cloned());
        let twice = backwards.clone().with(entries.clone());
        assert_eq!(forwards, backwards);
        assert_eq!(forwards, twice);
        let counts = |nth: usize| {
            let at = games[nth].moment;
            forwards
                .entries()
                .find(|entry| entry.moment == at)
                .map(|entry| entry.valid)
        };
        assert_eq!(counts(7), Some(ordinal < 2));
        let newest = forwards.newest_before(games[7].moment.ended_at + damero_domain::Millis(1));
        assert_eq!(newest.unwrap().moment == games[7].moment, ordinal < 2);
        let before = forwards.newest_before(games[7].moment.ended_at).unwrap();
        assert!(before.moment < games[7].moment);
    }
    assert!(week(0, 10).holds(Timestamp(0)) && !week(0, 10).holds(Timestamp(10)));
}
