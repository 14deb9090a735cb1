//! Steps of Elo.

use damero_domain::rating::elo::delta;
use damero_domain::rating::{MicroElo, Score};

use crate::check::findings::Findings;
use crate::vector::EloLine;

pub(super) fn check(line: &EloLine) -> Findings {
    let mut findings = Findings::of("Elo step", None);
    let Some(score) = score(line.score_a) else {
        return findings.with(no_score(line.score_a));
    };
    let (a, b) = (MicroElo(line.a), MicroElo(line.b));
    let gain = delta(a, b, score);
    findings.compare("delta_a", &line.delta_a, &gain.0);
    let shown = (a + gain).shown();
    findings.compare_said("shown_a_after", line.shown_a_after.as_ref(), &shown);
    // B's view of the same game.
    let loss = delta(b, a, score.other());
    findings.compare("delta_a, from the other side,", &-gain.0, &loss.0);
    findings
}

/// A score as vectors have it: 0, 0.5 or 1.
pub(super) fn score(points: f64) -> Option<Score> {
    let scores = [Score::Loss, Score::Draw, Score::Win];
    let halves = |score: &Score| f64::from(score.halves()) / 2.0;
    scores.into_iter().find(|score| halves(score) == points)
}

pub(super) fn no_score(points: f64) -> String {
    format!("{points} is no score")
}
