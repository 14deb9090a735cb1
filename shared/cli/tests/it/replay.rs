//! Games shown move by move.

use crate::run::{damero, damero_reading, vectors};

#[test]
fn a_game_is_shown_ply_by_ply() {
    let fen = "B:W14,30:B9";
    let args = [
        "replay",
        "--ruleset",
        "vezz-8x8",
        "--fen",
        fen,
        "--moves",
        "9-13 !13",
    ];
    let expected = "vezz-8x8

      .1      .2      .3      .4
  .5      .6      .7      .8
      b9     .10     .11     .12
 .13     w14     .15     .16
     .17     .18     .19     .20
 .21     .22     .23     .24
     .25     .26     .27     .28
 .29     w30     .31     .32

1. red 9-13

      .1      .2      .3      .4
  .5      .6      .7      .8
      .9     .10     .11     .12
 b13     w14     .15     .16
     .17     .18     .19     .20
 .21     .22     .23     .24
     .25     .26     .27     .28
 .29     w30     .31     .32

white huffs the piece on 13

      .1      .2      .3      .4
  .5      .6      .7      .8
      .9     .10     .11     .12
 .13     w14     .15     .16
     .17     .18     .19     .20
 .21     .22     .23     .24
     .25     .26     .27     .28
 .29     w30     .31     .32

W:W14,30:B
1-0 no_pieces: red has no pieces
";
    assert_eq!(damero(&args).ok(), expected);
}

#[test]
fn the_end_alone_has_kings_and_names_of_rows_and_columns() {
    let fen = "B:W10,K41:BK64,55";
    let args = [
        "replay",
        "--ruleset",
        "kondavo-turkish",
        "--fen",
        fen,
        "--end",
        "-",
    ];
    let expected = "kondavo-turkish

8  .1  W2  .3  .4  .5  .6  .7  .8
7  .9 .10 .11 .12 .13 .14 .15 .16
6 .17 .18 .19 .20 .21 .22 .23 .24
5 .25 .26 .27 .28 .29 .30 .31 .32
4 .33 .34 .35 .36 .37 .38 .39 .40
3 W41 .42 .43 .44 .45 .46 .47 B48
2 .49 .50 .51 .52 .53 .54 b55 .56
1 .57 .58 .59 .60 .61 .62 .63 .64
    a   b   c   d   e   f   g   h

B:WK2,K41:BK48,55
* unfinished: dark to move
";
    assert_eq!(
        damero_reading(&args, "\u{feff}64-48\r\n10-2\r\n").ok(),
        expected
    );
}

/// Every kind of end, from the games that the rules are held to, and how it is told.
#[test]
fn every_end_is_told() {
    let ends = [
        ("1", "1-0 no_pieces: red has no pieces"),
        ("2", "1/2-1/2 claim_no_progress: the claim was right"),
        ("3", "* unfinished: white to move"),
        ("4", "1/2-1/2 claim_threefold: the claim was right"),
        ("11", "1-0 blocked: red has no legal move"),
        ("25", "1/2-1/2 no_progress: 50 plies without progress"),
        ("53", "1/2-1/2 threefold: the position came a third time"),
        (
            "126",
            "0-1 one_v_one_king_beats_man: white has a man against a king",
        ),
        (
            "129",
            "1/2-1/2 one_v_one_equal: one piece each, of equal kind",
        ),
    ];
    for (game, end) in ends {
        let run = damero(&["replay", "--game", game, &vectors("games.jsonl")]);
        assert_eq!((run.status, run.last_line()), (0, end));
    }
}

#[test]
fn claims_are_told_with_the_move_intended() {
    let out = damero(&["replay", "--game", "4", &vectors("games.jsonl")]).ok();
    let end = "
red claims a draw, intending 32-28

B:WK7,12,20:B5,6,K9,13,K22,27,K32
1/2-1/2 claim_threefold: the claim was right
";
    assert!(out.ends_with(end), "{out}");
}

/// People went on where a house sees a draw.
#[test]
fn real_games_are_shown_to_their_recorded_end() {
    let file = vectors("pdn/international.jsonl");
    let out = damero(&["replay", "--game", "188", &file]).ok();
    let drawn = "1/2-1/2 threefold: the position came a third time; the record goes on\n";
    assert_eq!(out.matches(drawn).count(), 1);
    let recorded = out.lines().last().unwrap();
    assert_eq!(recorded, "recorded as 1/2-1/2");
    // A rule set given counts for more than the variant's.
    let args = [
        "replay",
        "--game",
        "188",
        "--ruleset",
        "youzai-international",
        &file,
    ];
    let out = damero(&args).ok();
    assert!(out.starts_with("youzai-international\n"));
    assert!(!out.contains(drawn));
}

#[test]
fn a_file_of_many_games_wants_a_choice() {
    let file = vectors("games.jsonl");
    let cases: [(&[&str], &str); 3] = [
        (&[], "288 games: choose one with --game"),
        (&["--game", "0"], "--game 0: there are games 1 to 288"),
        (&["--game", "289"], "--game 289: there are games 1 to 288"),
    ];
    for (choice, reason) in cases {
        let run = damero(&[&["replay", &file], choice].concat());
        let err = format!("damero: {file}: {reason}\n");
        assert_eq!((run.status, run.err), (2, err));
    }
}

/// Nor is one asked for that is not there, whatever has the games.
#[test]
fn a_choice_among_fewer_games_is_refused() {
    let cases = [
        ("9-14 23-18", "-: --game 2: there is one game"),
        (
            "[RuleSet \"vezz-8x8\"] 9-14",
            "-: --game 2: there is one game",
        ),
        ("% nothing but this", "-: --game 2: there is no game"),
    ];
    for (text, told) in cases {
        let args = ["replay", "--ruleset", "vezz-8x8", "--game", "2", "-"];
        let run = damero_reading(&args, text);
        assert_eq!(
            (run.status, run.err),
            (2, format!("damero: {told}\n")),
            "{text}"
        );
    }
}
