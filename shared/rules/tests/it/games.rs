//! Whole games: played ones with their ends, huffs and claims, and real ones.

use damero_rules::{
    ClaimError, EndReason, IllegalMove, Line, Outcome, RuleSet, Side, legal_moves, write_fen,
};
use serde::Deserialize;

use crate::data::{line, lines, rules, square, squares};

#[derive(Deserialize)]
struct Game {
    id: String,
    ruleset: String,
    start_fen: String,
    actions: Vec<Action>,
    plies: u16,
    final_fen: String,
    result: String,
    reason: String,
    no_progress_at_end: u16,
    max_no_progress: u16,
    first_threefold_ply: Option<u16>,
    first_claims: Option<Vec<Claim>>,
}

#[derive(Deserialize)]
struct Action {
    path: Option<Vec<u8>>,
    huff: Option<u8>,
    claim: Option<String>,
}

#[derive(Deserialize, PartialEq, Eq, Debug)]
struct Claim {
    ply: u16,
    #[serde(rename = "type")]
    kind: String,
}

/// What a replay observes on its way.
#[derive(Default)]
struct Seen {
    max_no_progress: u16,
    first_threefold_ply: Option<u16>,
    first_claims: Vec<Claim>,
}

impl Seen {
    /// Looks at the line after each action, and tries every claim there is.
    fn look(&mut self, line: &Line) {
        self.max_no_progress = self.max_no_progress.max(line.no_progress());
        if line.occurrences().len() >= 3 {
            self.first_threefold_ply.get_or_insert(line.plies());
        }
        let repetition = legal_moves(line.rules(), line.position())
            .iter()
            .map(|mv| line.check_repetition_claim(&mv.path))
            .fold(false, |any, claim| any | self.is_claim(line, claim));
        let no_progress = self.is_claim(line, line.check_no_progress_claim());
        for (available, kind) in [(repetition, "threefold"), (no_progress, "no_progress")] {
            if available && !self.first_claims.iter().any(|claim| claim.kind == kind) {
                self.first_claims.push(Claim {
                    ply: line.plies(),
                    kind: kind.to_owned(),
                });
            }
        }
    }

    /// Whether a claim is right; one that is not must be refused for a fitting reason.
    fn is_claim<T>(&self, line: &Line, claim: Result<T, ClaimError>) -> bool {
        match claim {
            Ok(_) => return true,
            Err(ClaimError::NotYet { occurrence, needed }) => assert!(occurrence < needed),
            Err(ClaimError::PliesMissing { missing }) => {
                assert_eq!(missing + line.no_progress(), 80);
            }
            Err(ClaimError::NotThisRuleSet) => assert_ne!(line.rules().id, "vezz-8x8"),
            Err(ClaimError::Over) => assert!(line.outcome().is_some()),
            Err(ClaimError::Illegal(reason)) => panic!("a legal move is refused: {reason}"),
        }
        false
    }
}

fn act(line: &mut Line, action: &Action, name: &str) {
    match (action.claim.as_deref(), &action.path, action.huff) {
        (Some("threefold"), Some(path), None) => {
            line.check_repetition_claim(&squares(path)).expect(name);
        }
        (Some("no_progress"), None, None) => line.check_no_progress_claim().expect(name),
        (None, None, Some(at)) => {
            let turn = line.turn();
            let piece = line.huff(square(at)).expect(name);
            assert_eq!((piece.side, line.turn()), (turn.other(), turn), "{name}");
            assert!(line.huffable().is_empty(), "{name}");
        }
        (None, Some(path), None) => {
            line.play(&squares(path))
                .unwrap_or_else(|e| panic!("{name} {path:?}: {e}"));
        }
        _ => panic!("{name}: an action of no known form"),
    }
}

fn outcome(game: &Game) -> Option<Outcome> {
    let reason = match game.reason.as_str() {
        "no_pieces" => EndReason::NoPieces,
        "blocked" => EndReason::Blocked,
        "threefold" => EndReason::Repetition,
        "no_progress" => EndReason::NoProgress,
        "one_v_one_equal" => EndReason::OneOnOneEqual,
        "one_v_one_king_beats_man" => EndReason::OneOnOneKingBeatsMan,
        "unfinished" | "claim_threefold" | "claim_no_progress" => return None,
        other => panic!("no such reason: {other}"),
    };
    let winner = match game.result.as_str() {
        "1-0" => Some(Side::White),
        "0-1" => Some(Side::Black),
        _ => None,
    };
    Some(Outcome { winner, reason })
}

fn replay(game: &Game) {
    let name = format!("{} {}", game.ruleset, game.id);
    let mut line = line(&game.ruleset, &game.start_fen);
    let mut seen = Seen::default();
    for action in &game.actions {
        assert_eq!(line.outcome(), None, "{name}: over at ply {}", line.plies());
        seen.look(&line);
        act(&mut line, action, &name);
    }
    if !game.reason.starts_with("claim") {
        seen.look(&line);
    }
    assert_eq!(line.outcome(), outcome(game), "{name}");
    assert_eq!(line.plies(), game.plies, "{name}");
    assert_eq!(
        write_fen(line.rules(), line.position()),
        game.final_fen,
        "{name}"
    );
    assert_eq!(line.no_progress(), game.no_progress_at_end, "{name}");
    assert_eq!(seen.max_no_progress, game.max_no_progress, "{name}");
    assert_eq!(seen.first_threefold_ply, game.first_threefold_ply, "{name}");
    if let Some(claims) = &game.first_claims {
        assert_eq!(&seen.first_claims, claims, "{name}");
    }
    if line.outcome().is_some() {
        assert!(line.legal_moves().is_empty(), "{name}");
        assert_eq!(
            line.play(&squares(&[1, 2])),
            Err(IllegalMove::Over),
            "{name}"
        );
    }
}

#[test]
fn games_end_as_they_should() {
    let games: Vec<Game> = lines("games.jsonl");
    assert_eq!(games.len(), 288);
    games.iter().for_each(replay);
}

#[derive(Deserialize)]
struct RealGame {
    id: String,
    start_fen: String,
    paths: Vec<Vec<u8>>,
    final_fen: String,
    final_terminal: bool,
}

/// Plays a real game by the moves alone: a house's draws would cut some of them short.
fn replay_real(rules: &'static RuleSet, game: &RealGame) {
    let name = format!("{} {}", rules.id, game.id);
    let mut position = crate::data::position(rules.id, &game.start_fen);
    for path in &game.paths {
        let mv = damero_rules::find_move(rules, &position, &squares(path))
            .unwrap_or_else(|e| panic!("{name} {path:?}: {e}"));
        position = damero_rules::apply(rules, &position, &mv);
    }
    assert_eq!(write_fen(rules, &position), game.final_fen, "{name}");
    let is_over = legal_moves(rules, &position).is_empty();
    assert_eq!(is_over, game.final_terminal, "{name}");
}

#[test]
fn real_games_are_legal() {
    let files: [(&str, usize, &[&str]); 5] = [
        ("brazilian", 15, &["kondavo-brazilian"]),
        ("czech", 168, &["vezz-8x8"]),
        (
            "english",
            144,
            &["mesita-english", "kondavo-english", "clasica-8x8"],
        ),
        (
            "international",
            242,
            &["mesita-international", "kondavo-polish"],
        ),
        ("russian", 130, &["mesita-russian"]),
    ];
    for (file, count, ids) in files {
        let games: Vec<RealGame> = lines(&format!("pdn/{file}.jsonl"));
        assert_eq!(games.len(), count, "{file}");
        for id in ids {
            games.iter().for_each(|game| replay_real(rules(id), game));
        }
    }
}
