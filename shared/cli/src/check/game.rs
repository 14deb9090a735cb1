//! Whole games: every action, every claim, and the end.

use damero_rules::{Line, legal_moves, write_fen};

use crate::check::findings::Findings;
use crate::check::read_fen;
use crate::play::{Action, Claimed, ending, rule_set};
use crate::vector::{FirstClaim, GameLine};

pub(super) fn check(game: &GameLine) -> Findings {
    let mut findings = Findings::of(&game.ruleset, game.id.as_deref());
    let rules = match rule_set(&game.ruleset) {
        Ok(rules) => rules,
        Err(reason) => return findings.with(reason),
    };
    let Some(start) = read_fen(rules, &game.start_fen, &mut findings) else {
        return findings;
    };
    let mut replay = Replay {
        line: Line::from_position(rules, start),
        claimed: None,
        seen: Seen::default(),
    };
    if replay.run(game, &mut findings) {
        replay.compare(game, &mut findings);
    }
    findings
}

struct Replay {
    line: Line,
    claimed: Option<Claimed>,
    seen: Seen,
}

impl Replay {
    /// Plays the game; false if it stops short of the end.
    fn run(&mut self, game: &GameLine, findings: &mut Findings) -> bool {
        for (step, nth) in game.actions.iter().zip(1..) {
            if self.is_over() {
                let (result, reason) = ending(self.line.outcome(), self.claimed);
                let what = format!("before action {nth}");
                findings.say(what, "no end", format_args!("{result} {reason}"));
                return false;
            }
            self.seen.look(&self.line);
            let done = Action::from_step(step).and_then(|action| action.act(&mut self.line));
            match done {
                Ok(claimed) => self.claimed = claimed,
                Err(reason) => {
                    let what = format!("action {nth}, ply {}", self.line.plies() + 1);
                    findings.say(what, step, format_args!("refused: {reason}"));
                    return false;
                }
            }
        }
        // What a claim ended was looked at before it.
        if self.claimed.is_none() {
            self.seen.look(&self.line);
        }
        true
    }

    fn is_over(&self) -> bool {
        self.claimed.is_some() || self.line.outcome().is_some()
    }

    fn compare(&self, game: &GameLine, findings: &mut Findings) {
        let line = &self.line;
        let (result, reason) = ending(line.outcome(), self.claimed);
        findings.compare("result", game.result.as_str(), result);
        findings.compare("reason", game.reason.as_str(), reason);
        let fen = write_fen(line.rules(), line.position());
        findings.compare("final_fen", &game.final_fen, &fen);
        findings.compare_said("plies", game.plies.as_ref(), &line.plies());
        let at_end = game.no_progress_at_end.as_ref();
        findings.compare_said("no_progress_at_end", at_end, &line.no_progress());
        let most = game.max_no_progress.as_ref();
        findings.compare_said("max_no_progress", most, &self.seen.max_no_progress);
        if let Some(expected) = game.first_threefold_ply {
            let found = ply(self.seen.first_threefold_ply);
            findings.compare("first_threefold_ply", &ply(expected), &found);
        }
        if let Some(expected) = &game.first_claims {
            let found = claims(&self.seen.first_claims);
            findings.compare("first_claims", &claims(expected), &found);
        }
    }
}

fn ply(ply: Option<u16>) -> String {
    ply.map_or_else(|| "none".to_owned(), |ply| ply.to_string())
}

fn claims(claims: &[FirstClaim]) -> String {
    if claims.is_empty() {
        return "none".to_owned();
    }
    let mut claims: Vec<&FirstClaim> = claims.iter().collect();
    claims.sort_by_key(|claim| (claim.ply, &claim.kind));
    let texts: Vec<String> = claims
        .into_iter()
        .map(|claim| format!("{} at {}", claim.kind, claim.ply))
        .collect();
    texts.join(", ")
}

/// What a replay observes on its way.
#[derive(Default)]
struct Seen {
    max_no_progress: u16,
    first_threefold_ply: Option<u16>,
    first_claims: Vec<FirstClaim>,
}

impl Seen {
    /// Looks at the line as it stands when somebody is about to act, and tries every claim.
    fn look(&mut self, line: &Line) {
        self.max_no_progress = self.max_no_progress.max(line.no_progress());
        if self.first_threefold_ply.is_none() && line.occurrences().len() >= 3 {
            self.first_threefold_ply = Some(line.plies());
        }
        if !self.has(Claimed::Repetition) {
            let right = legal_moves(line.rules(), line.position())
                .iter()
                .any(|mv| line.check_repetition_claim(&mv.path).is_ok());
            self.claim(line, Claimed::Repetition, right);
        }
        if !self.has(Claimed::NoProgress) {
            let right = line.check_no_progress_claim().is_ok();
            self.claim(line, Claimed::NoProgress, right);
        }
    }

    fn has(&self, claimed: Claimed) -> bool {
        self.first_claims.iter().any(|c| c.kind == claimed.name())
    }

    fn claim(&mut self, line: &Line, claimed: Claimed, right: bool) {
        if right {
            self.first_claims.push(FirstClaim {
                ply: line.plies(),
                kind: claimed.name().to_owned(),
            });
        }
    }
}
