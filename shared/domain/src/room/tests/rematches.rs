//! After a game: colours, score, one next game whatever the number of acceptances.

use super::*;

fn score(wins: (u16, u16), draws: u16) -> Score {
    Score {
        wins: BySeat {
            host: wins.0,
            guest: wins.1,
        },
        draws,
    }
}

/// REMA-01, REMA-05: colours swap each time, whatever the host once chose.
#[test]
fn colours_swap_over_five_rematches() {
    for choice in [ColourChoice::Mine, ColourChoice::Theirs] {
        let mut given = Given::of(1, choice).playing();
        let mut openers = vec![given.opener()];
        for _ in 0..5 {
            given = given.ends(Some(Seat::Host), Reason::Resignation).rematch();
            openers.push(given.opener());
        }
        let (first, second) = match choice {
            ColourChoice::Mine => (HOST, GUEST),
            _ => (GUEST, HOST),
        };
        assert_eq!(openers, [first, second, first, second, first, second]);
        assert_eq!(given.room.score, score((5, 0), 0));
    }
}

#[test]
fn every_game_has_its_own_number_and_id() {
    let mut given = room().playing();
    for _ in 0..5 {
        given = given.ends(None, Reason::Agreement).rematch();
    }
    let numbers: Vec<_> = given
        .games
        .iter()
        .map(|setup| setup.origin.number())
        .collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6]);
    let ids: Vec<_> = given.games.iter().map(|setup| setup.id).collect();
    assert!(ids.is_sorted_by(|a, b| a < b), "and ids sort by date");
}

/// REMA-05: wins, draws and losses belong to persons, not to colours.
#[test]
fn the_score_is_by_person_and_knows_draws_and_no_result() {
    let results = [
        (Some(Seat::Host), Reason::Resignation, score((1, 0), 0)),
        (Some(Seat::Host), Reason::Time, score((2, 0), 0)),
        (Some(Seat::Guest), Reason::Time, score((2, 1), 0)),
        (None, Reason::Agreement, score((2, 1), 1)),
        (None, Reason::PlyLimit, score((2, 1), 2)),
        (None, Reason::Cancelled, score((2, 1), 2)),
        (Some(Seat::Guest), Reason::Resignation, score((2, 2), 2)),
    ];
    let mut given = room().playing();
    for (winner, reason, expected) in results {
        given = given.ends(winner, reason);
        let shown = given.room.score_with(given.ended.as_ref());
        assert_eq!(shown, expected, "readers add the current game: {reason:?}");
        given = given.rematch();
        assert_eq!(given.room.score, expected, "the next start folds it in");
        assert_eq!(given.room.score_with(None), expected);
    }
}

/// REMA-02: one next game whatever the number or order of acceptances.
#[test]
fn any_number_of_acceptances_makes_one_game() {
    for order in [[HOST, GUEST], [GUEST, HOST]] {
        let mut given = room().playing().ends(None, Reason::Agreement);
        let game = given.game();
        let ids = order.map(|by| {
            let id = given.does(by, Command::AcceptRematch(game));
            if given.games.len() == 1 {
                let twice = given.judge(by, Command::AcceptRematch(game));
                assert_eq!(twice, Ok(Verdict::Known), "from the phone too");
            }
            id
        });
        assert_eq!(given.games.len(), 2);
        for (by, id) in order.into_iter().zip(ids) {
            let command = Command::AcceptRematch(game);
            let again = given.room.decide(by, id, command, None, given.stamp());
            assert_eq!(again, Ok(Verdict::Known));
            assert_eq!(given.refuses(by, command), Refusal::Stale, "a new command");
        }
    }
}

#[test]
fn two_acceptances_at_once_name_the_same_game() {
    let given = room().playing().ends(None, Reason::Agreement);
    let game = given.game();
    let mut first = given.clone();
    first.does(HOST, Command::AcceptRematch(game));
    // Two hosts decide the second acceptance from the same stored room.
    let [one, other] = [10, 900].map(|later| {
        let mut racing = first.clone();
        racing.now += later;
        racing.does(GUEST, Command::AcceptRematch(game));
        racing.games[1].clone()
    });
    assert_eq!(one.id, other.id);
    assert_eq!(one.players, other.players);
}

#[test]
fn a_one_sided_acceptance_waits() {
    let mut given = room().playing().ends(Some(Seat::Guest), Reason::Time);
    let game = given.game();
    given.does(HOST, Command::AcceptRematch(game));
    let mut given = given.at(30 * 24 * 3_600_000);
    assert_eq!(given.games.len(), 1);
    given.does(GUEST, Command::AcceptRematch(game));
    assert_eq!(given.games.len(), 2);
}

#[test]
fn either_may_decline_and_that_is_final() {
    for (decliner, seat) in [(HOST, Seat::Host), (GUEST, Seat::Guest)] {
        let mut given = room().playing().ends(None, Reason::Agreement);
        let game = given.game();
        given.does(HOST, Command::AcceptRematch(game));
        given.does(decliner, Command::DeclineRematch(game));
        assert_eq!(given.room.declined, Some(seat));
        for by in [HOST, GUEST] {
            let refusal = given.refuses(by, Command::AcceptRematch(game));
            assert_eq!(refusal, Refusal::RematchDeclined);
        }
        assert_eq!(given.games.len(), 1);
    }
}

#[test]
fn a_rematch_needs_a_game_that_has_ended() {
    let given = room().playing();
    let game = given.game();
    for command in [Command::AcceptRematch(game), Command::DeclineRematch(game)] {
        assert_eq!(given.refuses(HOST, command), Refusal::GameRunning);
        assert_eq!(given.refuses(THIRD, command), Refusal::NotYours);
    }
    let invitation = room().joined();
    let refusal = invitation.refuses(HOST, Command::AcceptRematch(game));
    assert_eq!(refusal, Refusal::Stale, "no game at all");
}

#[test]
fn a_late_answer_never_meets_a_later_game() {
    let given = room().playing().ends(None, Reason::Agreement);
    let earlier = given.game();
    let given = given.rematch().ends(None, Reason::Agreement);
    for command in [
        Command::AcceptRematch(earlier),
        Command::DeclineRematch(earlier),
    ] {
        assert_eq!(given.refuses(HOST, command), Refusal::Stale);
    }
}

#[test]
fn a_rematch_is_stamped_after_the_end_of_the_game_before() {
    let mut given = room().playing().ends(None, Reason::Agreement);
    let ended = given.ended.unwrap().at;
    // The accepting host's clock lags behind the one that ended the game.
    given.now -= 2000;
    let game = given.game();
    given.does(HOST, Command::AcceptRematch(game));
    assert_eq!(given.room.rematch.host, Some(ended));
    assert_eq!(given.room.last_stamp(), ended);
}

#[test]
fn everything_about_a_game_is_kept_in_its_setup() {
    let given = room().playing();
    let setup = &given.games[0];
    let red_is_host = BySide {
        white: GUEST,
        black: HOST,
    };
    assert_eq!(setup.players, red_is_host);
    assert_eq!(setup.origin.room().unwrap(), given.room.conditions.id);
    let current = given.room.current.unwrap();
    assert_eq!(current.side_of(Seat::Host), Side::Black);
    assert_eq!(current.side_of(Seat::Guest), Side::White);
}
