//! One thing after another.

use super::*;
use damero_domain::clock::TimeControl;
use damero_domain::game::Origin;
use damero_protocol::server::Mode;

#[tokio::test]
async fn two_near_ones_are_paired_and_the_second_confirmation_is_their_game() {
    let hall = Hall::new().await;
    let (ana, beto) = (hall.rated(1, 1000).await, hall.rated(2, 1100).await);
    let waits = hall.join(&ana).await;
    let waiting = place(&waits, &ana).unwrap();
    assert_eq!((waiting.gap, waiting.you.elo), (Some(100), 1000));
    assert_eq!(waiting.grows, Some(waiting.since + 10_000));
    let comes = hall.join(&beto).await;
    let (own, other) = (
        notice(&comes, &beto).unwrap(),
        notice(&comes, &ana).unwrap(),
    );
    assert_eq!(own.id, other.id);
    assert_ne!(own.side, other.side);
    assert_eq!(own.clock, "15+10");
    assert_eq!(own.players.rival, other.players.you);
    let pairing = hall.pairing_of(&ana).await.unwrap();
    assert_eq!(hall.tickets().await, []);

    let first = hall.confirm(&beto, pairing).await;
    assert!(notice(&first, &ana).unwrap().confirmed.rival, "both see it");
    assert!(notice(&first, &beto).unwrap().confirmed.you);
    let second = hall.confirm(&ana, pairing).await;
    for tab in [&ana, &beto] {
        let Some(Message::State { game }) = told(&second, tab).first().copied() else {
            panic!("no game");
        };
        assert_eq!(game.mode, Mode::Rated);
        assert_eq!(hall.game_of(tab).await.unwrap().to_string(), game.id);
    }
    let game = hall.game_of(&ana).await.unwrap();
    let held = hall.club.game(game).await;
    assert_eq!(held.game.setup().control, Some(TimeControl::RATED));
    assert_eq!(held.game.setup().origin, Origin::Pairing(pairing));
    assert!(held.rated.is_some());
    for tab in [&ana, &beto] {
        let person = damero_domain::Person::Account(tab.account.unwrap());
        let store = &hall.club.app.store;
        assert_eq!(store.running(person, None).await.unwrap().games, [game]);
        assert_eq!(store.history(person, None, 9).await.unwrap().games, [game]);
    }
    hall.check(&[ana, beto]).await;
}

#[tokio::test]
async fn who_confirms_leaves_a_keyed_trace_of_the_address() {
    let hall = Hall::new().await;
    let (ana, beto) = (hall.member(1).await, hall.member(2).await);
    let pairing = hall.paired(&ana, &beto).await;
    hall.confirm(&ana, pairing).await;
    let held = hall.pairing(pairing).await;
    let side = held.pairing.side_of(account(1)).unwrap();
    assert!(held.about[side].address.is_some());
    assert!(held.about[side.other()].address.is_none(), "not yet");
}

#[tokio::test]
async fn a_gap_that_has_grown_is_found_by_a_tick() {
    let hall = Hall::new().await;
    let (ana, beto) = (hall.rated(1, 1000).await, hall.rated(2, 1150).await);
    hall.join(&ana).await;
    let done = hall.join(&beto).await;
    assert_eq!(notice(&done, &beto), None);
    hall.pass(7_000);
    hall.tick(&ana, 0).await;
    assert_eq!(hall.pairing_of(&ana).await, None, "not ten seconds yet");
    hall.pass(2_000);
    hall.tick(&ana, 0).await;
    assert!(hall.pairing_of(&beto).await.is_some(), "by the longer wait");
}

#[tokio::test]
async fn after_two_minutes_any_rival_will_do_and_ticks_go_on() {
    let hall = Hall::new().await;
    let (ana, beto) = (hall.rated(1, 500).await, hall.rated(2, 2500).await);
    hall.join(&ana).await;
    hall.join(&beto).await;
    hall.club.armed.take();
    hall.pass(117_000);
    hall.tick(&ana, 0).await;
    assert_eq!(hall.pairing_of(&ana).await, None);
    let next = hall.club.armed.take();
    let [crate::ports::Timer::Tick(_, delay)] = next[..] else {
        panic!("{next:?}");
    };
    hall.pass(delay.0.max(3_000));
    hall.tick(&ana, 0).await;
    assert!(hall.pairing_of(&beto).await.is_some());
}

#[tokio::test]
async fn each_refusal_names_the_missing_step() {
    let hall = Hall::new().await;
    let join = |tab: Tab, fields| {
        let hall = &hall;
        async move { hall.club.act::<actions::QueueJoin>(&tab, fields).await }
    };
    let code = |done: &Done| done.refusal().unwrap_or("none").to_owned();
    assert_eq!(code(&join(tab(1, 0), here()).await), "account_needed");
    hall.registers(2, |account| account.verified = false).await;
    let unverified = browser(2, 0);
    assert_eq!(code(&join(unverified, here()).await), "email_unverified");
    hall.registers(3, |account| account.accepted = Some(0))
        .await;
    let older = browser(3, 0);
    assert_eq!(code(&join(older, here()).await), "terms_needed");
    hall.registers(5, |account| account.suspended = true).await;
    let suspended = browser(5, 0);
    assert_eq!(code(&join(suspended, here()).await), "account_suspended");
    let ana = hall.member(4).await;
    let none = json!({"rule_set": "ludo"});
    assert_eq!(code(&join(ana.clone(), none).await), "unknown_rule_set");
    let closed = json!({"rule_set": "mesita-russian"});
    assert_eq!(code(&join(ana.clone(), closed).await), "not_rated");
    let old = hall.club.new_id();
    hall.pass(301_000);
    let done = hall.club.act_as::<actions::QueueJoin>(&ana, old, here());
    assert_eq!(code(&done.await), "id_time");
    assert_eq!(hall.tickets().await, []);
}

/// MATC-07: who plays is shown the way back, and never gets a second rated game.
#[tokio::test]
async fn who_has_a_rated_game_running_is_sent_back_to_it() {
    let hall = Hall::new().await;
    let (ana, beto) = (hall.member(1).await, hall.member(2).await);
    let pairing = hall.paired(&ana, &beto).await;
    hall.confirm(&ana, pairing).await;
    hall.confirm(&beto, pairing).await;
    let game = hall.game_of(&ana).await.unwrap();
    let second = browser(1, 1);
    for (tab, rule_set) in [(&ana, "vezz-8x8"), (&second, "mesita-english")] {
        let fields = json!({"rule_set": rule_set});
        let done = hall.club.act::<actions::QueueJoin>(tab, fields).await;
        let Some(Message::Refused(refused)) = told(&done, tab).last().copied() else {
            panic!("{done:?}");
        };
        assert_eq!(refused.code, "already_playing");
        assert_eq!(refused.params["game"], game.to_string());
    }
    let page = hall.sync(&ana).await;
    let playing = told(&page, &ana).into_iter().any(|message| {
        matches!(message, Message::NotWaiting { playing: Some(id), .. } if *id == game.to_string())
    });
    assert!(playing);
    hall.check(&[ana, beto]).await;
}

#[tokio::test]
async fn an_account_waits_in_one_queue_only() {
    let hall = Hall::new().await;
    let ana = hall.member(1).await;
    hall.join(&ana).await;
    let other = browser(1, 1);
    hall.club.open(&other).await;
    let elsewhere = json!({"rule_set": "mesita-english"});
    let done = hall.club.act::<actions::QueueJoin>(&other, elsewhere).await;
    assert_eq!(done.refusal(), Some("already_waiting"));
    let done = hall.join(&other).await;
    assert_eq!(done.refusal(), None, "here it is shown its place");
    assert!(place(&done, &other).is_some());
    assert_eq!(hall.tickets().await.len(), 1);
}

#[tokio::test]
async fn five_games_a_day_are_enough_and_both_are_told() {
    let hall = Hall::new().await;
    let (ana, beto) = (hall.member(1).await, hall.member(2).await);
    hall.met(1, 2, "vezz-8x8", 5).await;
    hall.join(&ana).await;
    let done = hall.join(&beto).await;
    assert!(place(&done, &beto).unwrap().met_enough);
    let done = hall.sync(&ana).await;
    assert!(place(&done, &ana).unwrap().met_enough);
    hall.pass(3_000);
    let carla = hall.member(3).await;
    hall.join(&carla).await;
    let rival = hall.pairing_of(&carla).await;
    assert!(rival.is_some(), "somebody else is no problem");
    hall.check(&[ana, beto, carla]).await;
}

#[tokio::test]
async fn four_games_or_five_of_another_kind_are_not() {
    for (rule_set, games) in [("vezz-8x8", 4), ("mesita-english", 5)] {
        let hall = Hall::new().await;
        let (ana, beto) = (hall.member(1).await, hall.member(2).await);
        hall.met(1, 2, rule_set, games).await;
        hall.paired(&ana, &beto).await;
    }
}

#[tokio::test]
async fn who_leaves_is_out_at_once_and_a_late_copy_of_the_search_changes_nothing() {
    let hall = Hall::new().await;
    let ana = hall.member(1).await;
    let joined = hall.join(&ana).await;
    let left = hall.leave(&ana).await;
    assert_eq!(free(&left, &ana), Some(None));
    assert_eq!(hall.lock(&ana).await, None);
    let copy = hall
        .club
        .act_as::<actions::QueueJoin>(&ana, joined.id, here());
    assert_eq!(free(&copy.await, &ana), Some(None));
    assert_eq!(hall.tickets().await, []);
    assert_eq!(
        free(&hall.leave(&ana).await, &ana),
        Some(None),
        "twice is once"
    );
}

/// MATC-05: who leaves sends the rival back to the old place, and nobody is punished.
#[tokio::test]
async fn who_leaves_a_pairing_sends_the_rival_back_with_the_old_wait() {
    for confirms in [false, true] {
        let hall = Hall::new().await;
        let (ana, beto) = (hall.member(1).await, hall.member(2).await);
        hall.join(&ana).await;
        let since = hall.ticket(&ana).await.unwrap().ticket.since;
        hall.pass(3_000);
        hall.join(&beto).await;
        let pairing = hall.pairing_of(&ana).await.unwrap();
        if confirms {
            hall.confirm(&ana, pairing).await;
        }
        let left = hall.leave(&beto).await;
        assert_eq!(place(&left, &ana).unwrap().since, since.0);
        assert_eq!(free(&left, &beto), Some(Some(pairing.to_string())));
        assert_eq!(hall.ticket(&ana).await.unwrap().ticket.since, since);
        assert_eq!(hall.lock(&beto).await, None);
        let late = hall.confirm(&ana, pairing).await;
        assert_eq!(late.refusal(), Some("pairing_over"));
        hall.join(&beto).await;
        let again = hall.pairing_of(&beto).await.unwrap();
        assert_ne!(again, pairing, "they may meet again");
        hall.check(&[ana, beto]).await;
    }
}

/// Whoever comes after the twenty seconds ends the pairing: no timer is needed.
#[tokio::test]
async fn a_pairing_whose_time_is_over_is_ended_by_whoever_comes() {
    let comes = [
        "timer",
        "the other's page",
        "own page",
        "a confirmation",
        "a search",
        "leaving",
    ];
    for by in comes {
        let hall = Hall::new().await;
        let (ana, beto) = (hall.member(1).await, hall.member(2).await);
        hall.join(&ana).await;
        let since = hall.ticket(&ana).await.unwrap().ticket.since;
        hall.join(&beto).await;
        let pairing = hall.pairing_of(&ana).await.unwrap();
        hall.confirm(&ana, pairing).await;
        hall.pass(OVER);
        match by {
            "timer" => timers::acceptance(&hall.club.app, pairing).await.unwrap(),
            "the other's page" => drop(hall.sync(&beto).await),
            "own page" => drop(hall.sync(&ana).await),
            "a confirmation" => {
                let late = hall.confirm(&beto, pairing).await;
                assert_eq!(late.refusal(), Some("pairing_over"));
            }
            "a search" => {
                hall.join(&beto).await;
                let again = hall.pairing_of(&ana).await.unwrap();
                assert_ne!(again, pairing, "{by}");
                continue;
            }
            _ => drop(hall.leave(&beto).await),
        }
        let ticket = hall.ticket(&ana).await.unwrap();
        assert_eq!(ticket.ticket.since, since, "{by}: the place is kept");
        assert_eq!(hall.lock(&beto).await, None, "{by}: the other has left");
        assert_eq!(hall.pairing(pairing).await.pairing.state, State::Lapsed);
        hall.check(&[ana, beto]).await;
    }
}

#[tokio::test]
async fn before_the_grace_is_over_nobody_ends_a_pairing() {
    let hall = Hall::new().await;
    let (ana, beto) = (hall.member(1).await, hall.member(2).await);
    let pairing = hall.paired(&ana, &beto).await;
    let elsewhere = json!({"rule_set": "mesita-english"});
    let done = hall.club.act::<actions::QueueJoin>(&ana, elsewhere).await;
    assert_eq!(done.refusal(), Some("already_paired"));
    let nobody_s = PairingId(ulid::Ulid(1));
    let done = hall.confirm(&ana, nobody_s).await;
    assert_eq!(done.refusal(), Some("pairing_unknown"));
    let deadline = hall.pairing(pairing).await.pairing.deadline;
    hall.club.clock.set(deadline.0 - 1_000);
    let late = hall.confirm(&ana, pairing).await;
    assert_eq!(late.refusal(), Some("pairing_over"), "at zero");
    hall.club.clock.set(deadline.0 + GRACE.0 - 1);
    timers::acceptance(&hall.club.app, pairing).await.unwrap();
    assert_eq!(hall.pairing(pairing).await.pairing.state, State::Open);
    hall.pass(1);
    timers::acceptance(&hall.club.app, pairing).await.unwrap();
    assert_eq!(hall.pairing(pairing).await.pairing.state, State::Lapsed);
}

#[tokio::test]
async fn a_ticket_whose_owner_has_closed_every_tab_leaves_in_the_end() {
    let hall = Hall::new().await;
    let ana = hall.member(1).await;
    hall.join(&ana).await;
    hall.club.posts.lose(&ana.connection);
    hall.tick(&ana, 0).await;
    assert_eq!(hall.lock(&ana).await.unwrap().connections, []);
    hall.tick(&ana, 0).await;
    hall.tick(&ana, 1).await;
    assert!(hall.ticket(&ana).await.is_some(), "tabs come back");
    hall.tick(&ana, 2).await;
    assert_eq!(hall.lock(&ana).await, None);
    hall.check(&[ana]).await;
}

#[tokio::test]
async fn a_ticket_that_no_lock_names_is_in_nobody_s_way() {
    let hall = Hall::new().await;
    let (ana, beto, carla) = (
        hall.member(1).await,
        hall.member(2).await,
        hall.member(3).await,
    );
    hall.join(&ana).await;
    let key = keys::lock(account(1));
    let delete = hall.club.client(Season::open_gate()).delete_item();
    let delete = delete
        .table_name("damero")
        .key("PK", AttributeValue::S(key.pk))
        .key("SK", AttributeValue::S(key.sk));
    delete.send().await.unwrap();
    let done = hall.join(&beto).await;
    assert!(place(&done, &beto).is_some());
    assert_eq!(hall.ticket(&ana).await, None, "dropped on the way");
    hall.join(&carla).await;
    assert!(hall.pairing_of(&carla).await.is_some());
    hall.check(&[ana, beto, carla]).await;
}

#[tokio::test]
async fn a_lock_that_is_half_a_day_old_is_taken_over_with_its_ticket() {
    let hall = Hall::new().await;
    let ana = hall.rated(1, 1000).await;
    hall.join(&ana).await;
    hall.pass(12 * 3_600_000);
    hall.rated(1, 1012).await;
    let done = hall.join(&ana).await;
    assert!(place(&done, &ana).is_some());
    let tickets = hall.tickets().await;
    assert_eq!(tickets.len(), 1, "the old one is gone");
    assert_eq!(tickets[0].ticket.elo, MicroElo::points(1012));
    hall.check(&[ana]).await;
}

#[tokio::test]
async fn fewer_parts_than_there_once_were_hide_nobody() {
    let mut hall = Hall::new().await;
    let club = (*hall.club.app.club).clone();
    let with = |now, ever| damero_app::Club {
        queue: damero_app::Parts { now, ever },
        ..club.clone()
    };
    hall.club.app.club = Arc::new(with(16, 16));
    let mut people = Vec::new();
    for nth in 1..=4 {
        let tab = hall.rated(nth, 1000 + 200 * i64::from(nth)).await;
        hall.join(&tab).await;
        people.push(tab);
    }
    let parts: BTreeSet<_> = hall.tickets().await.iter().map(|held| held.part).collect();
    assert!(parts.len() > 1, "they are spread");
    hall.club.app.club = Arc::new(with(1, 16));
    let near = hall.rated(9, 1210).await;
    hall.join(&near).await;
    assert!(hall.pairing_of(&people[0]).await.is_some());
    people.push(near);
    hall.check(&people).await;
}

#[tokio::test]
async fn who_is_alone_is_offered_the_computer_at_once() {
    let hall = Hall::new().await;
    let (ana, beto) = (hall.rated(1, 1000).await, hall.rated(2, 2000).await);
    let alone = place(&hall.join(&ana).await, &ana).unwrap();
    assert_eq!(alone.offer_levels, alone.since);
    let company = place(&hall.join(&beto).await, &beto).unwrap();
    assert_eq!(company.offer_levels, company.since + 60_000);
}
