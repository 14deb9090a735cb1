//! What is accepted, and the order in which it is refused: known id, seat, end,
//! clock, number, rules.

use super::*;

/// A command that the builder makes for the present turn.
type Make = fn(&Given) -> Command;

#[test]
fn every_command_has_a_moment_when_it_is_accepted() {
    let cases: [(&str, Given, Side, Make); 11] = [
        ("move", game(), RED, |g| g.mv("11-15")),
        ("huff", game().played(FORGONE), WHITE, |g| g.huff(15)),
        ("offer", game(), WHITE, Given::offer),
        ("accept", offered(), RED, Given::accept),
        ("decline", offered(), RED, Given::decline),
        ("ask to cancel", game(), WHITE, Given::ask_cancel),
        ("agree to cancel", asked(), RED, Given::agree_cancel),
        ("refuse to cancel", asked(), RED, Given::refuse_cancel),
        ("resign", game(), WHITE, |_| Command::Resign),
        ("claim repetition", shuffled(7), WHITE, |g| g.claim("6-2")),
        ("claim no progress", shuffled(80), RED, |g| {
            Command::ClaimNoProgress {
                turn_no: g.game.turn_no(),
            }
        }),
    ];
    for (name, mut given, side, make) in cases {
        let (seq, command) = (given.game.seq(), make(&given));
        given.does(side, command);
        assert_eq!(given.game.seq(), seq + 1, "{name}: one event");
    }
}

/// White has offered a draw.
fn offered() -> Given {
    let mut given = game();
    given.does(WHITE, given.offer());
    given
}

/// White has asked to cancel.
fn asked() -> Given {
    let mut given = game();
    given.does(WHITE, given.ask_cancel());
    given
}

/// `plies` quiet plies by kings.
fn shuffled(plies: usize) -> Given {
    let moves: Vec<_> = SHUFFLE.into_iter().cycle().take(plies).collect();
    game().played(KINGS).played(&moves.join(" "))
}

#[test]
fn a_known_id_is_answered_whatever_stands_against_it_now() {
    let mut given = game().with_clock("10+5");
    let command = given.mv("11-15");
    let id = given.does(RED, command.clone());
    given.does(WHITE, Command::Resign);
    // Over, late, stale, not their turn: it was accepted all the same.
    let late = given.at(10_000_000);
    let again = late.game.decide(person(RED), id, &command, late.stamp());
    assert_eq!(again, Ok(Verdict::Known));
}

#[test]
fn an_id_is_known_to_its_own_seat_only() {
    let mut given = game();
    let id = given.does(RED, given.mv("11-15"));
    let command = given.mv("22-17");
    let theirs = given
        .game
        .decide(person(WHITE), id, &command, given.stamp());
    assert!(matches!(theirs, Ok(Verdict::Accepted(_))));
    let nobody = given.game.decide(stranger(), id, &command, given.stamp());
    assert_eq!(nobody, Err(Refusal::NotYours));
}

/// Each case is wrong in every way that comes after the refusal it expects.
#[test]
fn refusals_come_in_their_order() {
    let early = Command::Move {
        turn_no: 9,
        path: path("1-32"),
    };
    let stale = Command::Move {
        turn_no: 0,
        path: path("1-32"),
    };
    let running = game().with_clock("10+5").played("11-15");
    let flagged = running.clone().at(601_000);
    let mut over = flagged.clone().at(2000);
    over.does(WHITE, Command::Resign);
    let over = over.at(700_000);

    let outsider = over
        .game
        .decide(stranger(), CommandId(Ulid(7)), &early, over.stamp());
    assert_eq!(outsider, Err(Refusal::NotYours), "seat before end");
    assert_eq!(over.refuses(WHITE, &early), Refusal::GameOver);
    assert_eq!(flagged.refuses(WHITE, &early), Refusal::TimeUp);
    assert_eq!(running.refuses(RED, &early), Refusal::Early);
    assert_eq!(running.refuses(RED, &stale), Refusal::Stale);
    let wrong_turn = running.mv("1-32");
    assert_eq!(running.refuses(RED, &wrong_turn), Refusal::NotYourTurn);
    assert_eq!(
        running.refuses(WHITE, &wrong_turn).code(),
        "not_your_piece",
        "the rules come last"
    );
}

#[test]
fn every_numbered_command_is_bound_to_its_number() {
    let given = offered();
    let (turn_no, seq) = (given.game.turn_no(), given.game.seq());
    let bound = |turn_no, seq| {
        [
            Command::Move {
                turn_no,
                path: path("11-15"),
            },
            Command::Huff {
                turn_no,
                square: square(9),
            },
            Command::ClaimRepetition {
                turn_no,
                path: path("11-15"),
            },
            Command::ClaimNoProgress { turn_no },
            Command::OfferDraw { seq },
            Command::AcceptDraw { seq },
            Command::DeclineDraw { seq },
            Command::AskCancel { seq },
            Command::AgreeCancel { seq },
            Command::RefuseCancel { seq },
        ]
    };
    for command in bound(turn_no + 1, seq + 1) {
        assert_eq!(given.refuses(RED, &command), Refusal::Early, "{command:?}");
    }
    let given = given.played("11-15 22-17");
    for command in bound(turn_no, seq) {
        assert_eq!(given.refuses(RED, &command), Refusal::Stale, "{command:?}");
    }
}

#[test]
fn an_offer_does_not_void_a_move_that_was_made_before_it() {
    let mut given = game();
    let made_before = given.mv("11-15");
    given.does(WHITE, given.offer());
    given.does(RED, made_before);
    assert!(matches!(given.last(), What::Move(_)));
}

#[test]
fn a_seat_remembers_its_last_four_commands() {
    let mut given = game();
    let mut red = Vec::new();
    for (nth, text) in "11-15 22-17 15-19 24x15 10x19 23x16 12x19 27-24 8-11"
        .split(' ')
        .enumerate()
    {
        let id = given.does(given.game.turn(), given.mv(text));
        if nth % 2 == 0 {
            red.push(id);
        }
    }
    assert_eq!(red.len(), 5);
    let known = |id: &CommandId| given.game.remembered(RED).contains(&id.tag());
    assert_eq!(red.iter().filter(|id| known(id)).count(), 4);
    assert!(!known(&red[0]), "the oldest goes");
    let forgotten = given
        .game
        .decide(person(RED), red[0], &given.mv("24-20"), given.stamp());
    assert_eq!(forgotten, Err(Refusal::NotYourTurn));
}

#[test]
fn a_refused_command_leaves_the_game_and_its_memory_alone() {
    let given = game().played("11-15");
    let before = format!("{:?}", given.game);
    given.refuses(RED, &given.mv("15-19"));
    given.refuses(WHITE, &given.mv("24-15"));
    assert_eq!(format!("{:?}", given.game), before);
    assert!(given.game.remembered(WHITE).is_empty());
}

#[test]
fn after_the_end_everything_is_refused() {
    let mut given = game();
    given.does(RED, Command::Resign);
    assert_eq!(given.result(), Some((Some(WHITE), "resignation")));
    for side in [RED, WHITE] {
        for command in [
            Command::Resign,
            given.mv("11-15"),
            given.offer(),
            given.ask_cancel(),
        ] {
            assert_eq!(given.refuses(side, &command), Refusal::GameOver);
        }
        assert!(!given.game.can_offer(side));
    }
}
