//! Draws by agreement and by claim, and cancelling.

use super::*;
use damero_rules::ClaimError;

#[test]
fn an_accepted_offer_ends_the_game_drawn() {
    let mut given = game().played("11-15");
    given.does(RED, given.offer());
    given.does(WHITE, given.accept());
    assert_eq!(given.result(), Some((None, "agreement")));
}

#[test]
fn an_offer_waits_for_the_other_side_s_answer() {
    // DRAW-09: neither the offerer's own move nor time ends it.
    let mut given = game();
    given.does(RED, given.offer());
    let mut given = given.played("11-15").at(3_600_000);
    assert_eq!(given.game.offer(), Some(RED));
    // One open offer a game, whoever asks.
    assert_eq!(given.refuses(RED, &given.offer()), Refusal::OfferOpen);
    assert_eq!(given.refuses(WHITE, &given.offer()), Refusal::OfferOpen);
    // DRAW-11: it cannot be withdrawn.
    assert_eq!(given.refuses(RED, &given.decline()), Refusal::OwnOffer);
    assert_eq!(given.refuses(RED, &given.accept()), Refusal::OwnOffer);
    given.does(WHITE, given.accept());
    assert_eq!(given.result(), Some((None, "agreement")));
}

#[test]
fn the_other_side_s_move_declines_an_offer() {
    let mut given = game().played("11-15");
    given.does(RED, given.offer());
    let given = given.played("22-17");
    assert_eq!(given.game.offer(), None);
    assert_eq!(given.refuses(WHITE, &given.accept()), Refusal::NoOffer);
    assert_eq!(given.refuses(WHITE, &given.decline()), Refusal::NoOffer);
    assert_eq!(given.refuses(RED, &given.offer()), Refusal::OfferTooSoon);
}

#[test]
fn a_huff_declines_nothing() {
    let mut given = game().played(FORGONE);
    given.does(RED, given.offer());
    let given = given.played("!15");
    assert_eq!(given.game.offer(), Some(RED));
}

/// DRAW-08: the allowance is the server's, and the same after a reload.
#[test]
fn a_declined_offer_may_be_repeated_after_the_next_own_move() {
    let mut given = game();
    given.does(RED, given.offer());
    given.does(WHITE, given.decline());
    for _reload in 0..2 {
        assert_eq!(given.refuses(RED, &given.offer()), Refusal::OfferTooSoon);
        assert!(!given.game.can_offer(RED));
    }
    assert!(given.game.can_offer(WHITE), "the other may");
    let given = given.played("11-15");
    assert!(given.game.can_offer(RED));
    assert!(given.judge(RED, &given.offer()).is_ok());
}

#[test]
fn the_rival_s_move_gives_no_new_allowance() {
    let mut given = game().played("11-15");
    given.does(RED, given.offer());
    given.does(WHITE, given.decline());
    let given = given.played("22-17");
    assert_eq!(given.refuses(RED, &given.offer()), Refusal::OfferTooSoon);
    let given = given.played("15-19");
    assert!(given.judge(RED, &given.offer()).is_ok());
}

#[test]
fn an_answer_never_meets_a_later_offer() {
    let mut given = game().played("11-15");
    given.does(WHITE, given.offer());
    let delayed = given.accept();
    given.does(RED, given.decline());
    let mut given = given.played("22-17");
    given.does(WHITE, given.offer());
    assert_eq!(given.refuses(RED, &delayed), Refusal::Stale);
    assert_eq!(given.game.offer(), Some(WHITE));
}

#[test]
fn cancelling_needs_both_and_has_no_result() {
    let mut given = game();
    given.does(RED, given.ask_cancel());
    assert_eq!(
        given.refuses(RED, &given.agree_cancel()),
        Refusal::OwnCancel
    );
    assert_eq!(
        given.refuses(RED, &given.refuse_cancel()),
        Refusal::OwnCancel
    );
    assert_eq!(
        given.refuses(WHITE, &given.ask_cancel()),
        Refusal::CancelOpen
    );
    given.does(WHITE, given.agree_cancel());
    assert_eq!(given.result(), Some((None, "cancelled")));
}

#[test]
fn a_rated_game_is_not_cancelled() {
    let origin = Origin::Pairing(PairingId(Ulid(3)));
    let given = Given::of(Setup {
        origin,
        ..setup(RuleSet::ALL[0].id, None)
    });
    for side in [RED, WHITE] {
        assert!(!given.game.can_cancel(side));
        for command in [
            given.ask_cancel(),
            given.agree_cancel(),
            given.refuse_cancel(),
        ] {
            assert_eq!(given.refuses(side, &command), Refusal::NotCancellable);
        }
    }
}

#[test]
fn a_request_to_cancel_may_be_refused() {
    let mut given = game();
    assert_eq!(
        given.refuses(WHITE, &given.agree_cancel()),
        Refusal::NoCancel
    );
    given.does(RED, given.ask_cancel());
    given.does(WHITE, given.refuse_cancel());
    assert_eq!(given.game.cancel(), None);
    assert_eq!(
        given.refuses(WHITE, &given.refuse_cancel()),
        Refusal::NoCancel
    );
}

#[test]
fn a_refused_request_to_cancel_waits_for_an_own_move() {
    let mut given = game();
    given.does(RED, given.ask_cancel());
    given.does(WHITE, given.refuse_cancel());
    let too_soon = |given: &Given| given.refuses(RED, &given.ask_cancel());
    assert!(given.game.can_cancel(WHITE), "the other may");
    assert_eq!(too_soon(&given), Refusal::CancelTooSoon);
    let given = given.played("9-14");
    assert!(given.game.can_cancel(RED));
    let mut given = given.played("23-18");
    given.does(RED, given.ask_cancel());
    assert_eq!(given.game.cancel(), Some(RED));
}

#[test]
fn anybody_s_move_withdraws_a_request_to_cancel() {
    for asker in [RED, WHITE] {
        let mut given = game();
        given.does(asker, given.ask_cancel());
        let agreed = given.agree_cancel();
        let given = given.played("11-15");
        assert_eq!(given.game.cancel(), None, "{asker:?} asked");
        assert_eq!(given.refuses(asker.other(), &agreed), Refusal::Stale);
    }
}

#[test]
fn offer_and_request_stand_side_by_side() {
    let mut given = game();
    given.does(RED, given.offer());
    given.does(RED, given.ask_cancel());
    assert_eq!(
        (given.game.offer(), given.game.cancel()),
        (Some(RED), Some(RED))
    );
    given.does(WHITE, given.accept());
    assert_eq!((given.game.offer(), given.game.cancel()), (None, None));
}

/// DRAW-01: the claim carries the move that would make the third occurrence.
#[test]
fn a_third_occurrence_is_claimed_with_the_move_that_makes_it() {
    let twice = game().played(KINGS).played(&SHUFFLE.join(" "));
    let mut given = twice.played("29-25 2-6 25-29");
    let early = game().played(KINGS).played("29-25 2-6 25-29");
    let not_yet = early.refuses(WHITE, &early.claim("6-2"));
    assert_eq!(
        not_yet,
        Refusal::Claim(ClaimError::NotYet {
            occurrence: 2,
            needed: 3
        })
    );
    let wrong = given.refuses(WHITE, &given.claim("6-1"));
    assert_eq!(wrong.code(), "occupied", "the intended move must be legal");
    let other = given.refuses(WHITE, &given.claim("6-9"));
    assert_eq!(other.code(), "not_yet", "and make the third occurrence");
    assert_eq!(
        given.refuses(RED, &given.claim("6-2")),
        Refusal::NotYourTurn
    );

    let position = *given.game.line().position();
    given.does(WHITE, given.claim("6-2"));
    assert_eq!(given.result(), Some((None, "claim_repetition")));
    assert_eq!(*given.game.line().position(), position, "it is not played");
}

/// DRAW-05: eighty quiet plies by kings, not one fewer; nothing by itself.
#[test]
fn forty_moves_of_each_without_progress_may_be_claimed() {
    let claim = |given: &Given| Command::ClaimNoProgress {
        turn_no: given.game.turn_no(),
    };
    let moves: Vec<_> = SHUFFLE.into_iter().cycle().take(79).collect();
    let given = game().played(KINGS).played(&moves.join(" "));
    let missing = given.refuses(WHITE, &claim(&given));
    assert_eq!(
        missing,
        Refusal::Claim(ClaimError::PliesMissing { missing: 1 })
    );
    let reset = given.clone().played("24-20 29-25");
    let again = reset.refuses(WHITE, &claim(&reset));
    assert_eq!(again.code(), "plies_missing", "a man's move starts anew");

    let mut given = given.played("6-2");
    assert_eq!(given.result(), None, "nothing ends by itself");
    given.does(RED, claim(&given));
    assert_eq!(given.result(), Some((None, "claim_no_progress")));
}

#[test]
fn a_rule_set_without_claims_says_so() {
    let given = Given::of(setup("clasica-8x8", None));
    let no_progress = Command::ClaimNoProgress { turn_no: 0 };
    for command in [given.claim("11-15"), no_progress] {
        assert_eq!(given.refuses(RED, &command).code(), "not_this_rule_set");
    }
}
