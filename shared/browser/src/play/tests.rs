//! Games played here, and what the computer does in them.

use damero_rules::RuleSet;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::answer;

fn ask(request: &str) -> Value {
    serde_json::from_str(&answer(request)).unwrap()
}

fn stand(rules: &str, moves: &str) -> Value {
    ask(&format!("stand {rules}\n\n{moves}"))
}

#[test]
fn a_game_begins_as_its_rule_set_does() {
    for rules in RuleSet::ALL {
        let stand = stand(rules.id, "");
        assert_eq!(stand["turn_no"], 0, "{}", rules.id);
        assert_eq!(stand["occurrences"], json!([0]));
        assert!(stand["legal"].as_array().unwrap().len() > 4, "{}", rules.id);
        assert_eq!(stand.get("over"), None);
    }
}

#[test]
fn what_was_played_is_told_with_full_paths_and_huffs() {
    let stand = stand("vezz-8x8", "9-14 23-18 14-17 !17 26-23");
    assert_eq!(stand["moves"], "9-14 23-18 14-17 !17 26-23");
    assert_eq!(stand["turn_no"], 5);
    assert_eq!(stand["turn"], "black");
    let waits = ask("stand vezz-8x8\n\n9-14 23-18 14-17");
    assert_eq!(waits["huffable"], json!([17]));
}

#[test]
fn other_ways_into_a_capture_are_told_beside_its_own() {
    // A king takes two on one line, and may rest on either square between them.
    let stand = ask("stand vezz-8x8\nW:WK5:B9,23\n");
    let legal = stand["legal"].as_array().unwrap();
    for own in ["5x14x27", "5x14x32"] {
        assert!(legal.contains(&json!(own)), "{stand}");
    }
    assert_eq!(stand["ways"], json!(["5x18x27", "5x18x32"]));
}

#[test]
fn a_game_ends_on_the_board() {
    let over = ask("stand vezz-8x8\nW:W18:B14\n18x9");
    assert_eq!(
        over["over"],
        json!({"winner": "white", "reason": "no_pieces"})
    );
    assert_eq!(over["legal"], json!([]));
    let over = ask("think vezz-8x8 easy 1\nW:W18:B14\n18x9");
    assert_eq!(over, json!({"failed": "game_over"}));
}

#[test]
fn a_game_ends_drawn_at_the_length_where_every_game_does() {
    // Kings walk to and fro; nothing of it draws by itself in this rule set.
    let round = "32-28 1-5 28-32 5-1";
    let moves = |plies: usize| [round].repeat(plies / 4).join(" ");
    let start = "W:WK32:BK1,K3";
    let of = |plies| ask(&format!("stand clasica-8x8\n{start}\n{}", moves(plies)));
    assert_eq!(of(1_496).get("over"), None, "{}", of(1_496));
    assert_eq!(of(1_500)["over"], json!({"reason": "ply_limit"}));
    assert_eq!(of(1_504), json!({"failed": "game_over"}));
}

#[test]
fn a_claim_is_told_when_it_would_hold() {
    let round = "32-28 1-5 28-32 5-1 ";
    let start = "W:WK32:BK1,K3";
    let after = |moves: &str| ask(&format!("stand vezz-8x8\n{start}\n{moves}"));
    assert_eq!(after(round)["repeating"], json!([]));
    let twice = after(&format!("{round}32-28 1-5 28-32"));
    assert_eq!(twice["repeating"], json!(["5-1"]));
}

#[test]
fn a_record_holds_the_game_its_result_and_its_tags() {
    let told = ask(
        "record vezz-8x8\n\n9-14 23-18 14-17 !17\nwhite\nWhite Tú\nBlack Computadora (fácil)\nno tag",
    );
    let pdn = told["pdn"].as_str().unwrap();
    for part in [
        "[White \"Tú\"]",
        "[Black \"Computadora (fácil)\"]",
        "[Result \"1-0\"]",
        "9-14 23-18 2. 14-17 {[%huff 17]}",
    ] {
        assert!(pdn.contains(part), "{part} in {pdn}");
    }
    let back = ask(&format!("pdn -\n{pdn}"));
    assert_eq!(back["entries"][0]["game"]["moves"], "9-14 23-18 14-17 !17");
}

/// What it does in a game, again and again.
fn play_out(rules: &str, difficulty: &str, seed: u64, plies: usize) -> Vec<String> {
    let mut moves: Vec<String> = Vec::new();
    for _ in 0..plies {
        let so_far = moves.join(" ");
        let thought = ask(&format!("think {rules} {difficulty} {seed}\n\n{so_far}"));
        let Some(action) = thought["action"].as_str() else {
            break;
        };
        moves.push(action.to_owned());
        let stand = stand(rules, &moves.join(" "));
        assert_eq!(stand["moves"], moves.join(" "), "{rules}: {stand}");
        if stand.get("over").is_some() {
            break;
        }
    }
    moves
}

#[test]
fn what_it_does_is_legal_in_every_rule_set_at_every_difficulty() {
    for rules in RuleSet::ALL {
        assert!(
            play_out(rules.id, "easy", 7, 40).len() >= 20,
            "{}",
            rules.id
        );
        play_out(rules.id, "medium", 7, 6);
        play_out(rules.id, "hard", 7, 1);
    }
}

#[test]
fn one_seed_makes_one_game_and_others_make_others() {
    let game = |seed| play_out("vezz-8x8", "easy", seed, 12);
    assert_eq!(game(1), game(1));
    let others = (2..8).filter(|&seed| game(seed) != game(1)).count();
    assert!(others > 3, "{others}");
}

#[test]
fn it_takes_a_draw_when_it_is_behind_and_none_when_it_is_ahead() {
    // White has a king and a man more, and it is black's turn.
    let offer = |computer| {
        ask(&format!(
            "offer mesita-international medium 1 {computer}\nB:WK48,31,32,33:B12,13\n"
        ))
    };
    assert_eq!(offer("black"), json!({"accepts": true}));
    assert_eq!(offer("white"), json!({"accepts": false}));
}

#[test]
fn it_claims_a_draw_where_the_rules_let_it_and_it_is_not_ahead() {
    // White is a king behind, and its king can go back to where it stood twice before.
    let round = "32-28 1-5 28-32 5-1 ";
    let moves = format!("{round}{round}");
    let thought = ask(&format!(
        "think vezz-8x8 medium 1\nW:WK32:BK1,K3\n{}",
        moves.trim_end()
    ));
    assert_eq!(thought["do"], "claim_repetition", "{thought}");
}

#[test]
fn a_hint_captures_what_is_to_be_had() {
    let hint = ask("hint mesita-russian\nW:W22,32:B18,9\n");
    assert_eq!(hint["action"], "22x15");
    let hint = ask("hint vezz-8x8\n\n9-14 23-18 14-17");
    assert!(hint["action"].is_string(), "{hint}");
}

#[test]
fn what_is_no_game_is_refused_by_name() {
    for (request, failed) in [
        ("stand chess\n\n", "no_such_rule_set"),
        ("stand vezz-8x8\nW:W99:B\n", "no_position"),
        ("stand vezz-8x8\n\nnow", "no_move"),
        ("stand vezz-8x8\n\n9-15", "illegal_move"),
        ("stand vezz-8x8\n\n!", "no_square"),
        ("stand vezz-8x8\n\n!65", "no_square"),
        ("stand vezz-8x8\n\n!9", "illegal_huff"),
        ("think vezz-8x8 divine 1\n\n", "no_such_difficulty"),
        ("think vezz-8x8 easy soon\n\n", "no_number"),
        ("offer vezz-8x8 easy 1 red\n\n", "no_side"),
        ("record vezz-8x8\n\n\nperhaps", "no_result"),
        ("think vezz-8x8 easy", "no_such_request"),
    ] {
        assert_eq!(ask(request), json!({"failed": failed}), "{request}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn whatever_is_asked_is_answered(
        head in "(stand|record|hint|think|offer)( (vezz-8x8|mesita-turkish|easy|hard|1|white|[a-z]{1,3})){0,4}",
        fen in "|[WB]:W[K0-9,]{0,12}:B[K0-9,]{0,12}",
        moves in "([0-9!x\\-]{1,7} ?){0,6}",
        rest in "\\PC{0,20}",
    ) {
        let told = ask(&format!("{head}\n{fen}\n{moves}\n{rest}"));
        prop_assert!(told.is_object());
    }
}
