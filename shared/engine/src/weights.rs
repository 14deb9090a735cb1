//! The weights of evaluations, as `damero-lab fit` left them.

use damero_rules::{KingReach, RuleSet};

use crate::shape::{FIRST_KING, KINGS, MEN};

/// By the name of the rule set on whose games they were fitted: 16 bits a weight, the lower byte
/// first.
const FITTED: [(&str, &[u8]); 0] = [];

/// Whose weights serve a rule set: that of the first one whose games are much the same.
fn fitted_on(id: &str) -> &str {
    match id {
        "clasica-8x8" | "kondavo-english" => "mesita-english",
        "youzai-international" | "kondavo-polish" => "mesita-international",
        "kondavo-turkish" => "mesita-turkish",
        own => own,
    }
}

/// A rule set's weights.
pub(crate) fn of(rules: &RuleSet) -> Vec<i16> {
    let name = fitted_on(rules.id);
    let fitted = FITTED.iter().find(|(fitted, _)| *fitted == name);
    fitted.map_or_else(|| plain(rules), |(_, bytes)| read(bytes))
}

fn read(bytes: &[u8]) -> Vec<i16> {
    let (pairs, _) = bytes.as_chunks();
    pairs.iter().map(|&pair| i16::from_le_bytes(pair)).collect()
}

/// Men and kings alone: where fitting begins.
fn plain(rules: &RuleSet) -> Vec<i16> {
    let mut weights = vec![0; KINGS + 1];
    weights[MEN] = 100;
    [weights[FIRST_KING], weights[KINGS]] = match rules.king {
        KingReach::Short => [10, 130],
        KingReach::Flying => [50, 250],
    };
    weights
}
