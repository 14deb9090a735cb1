//! The weights of evaluations, as `damero-lab fit` left them.

use damero_rules::{KingReach, RuleSet};

use crate::shape::{FIRST_KING, KINGS, MEN};

/// By the name of the rule set on whose games they were fitted: 16 bits a weight, the lower byte
/// first.
#[cfg(not(feature = "weights"))]
const FITTED: [(&str, &[u8]); 0] = [];

/// The same.
#[cfg(feature = "weights")]
const FITTED: [(&str, &[u8]); 6] = [
    (
        "mesita-english",
        include_bytes!("../weights/mesita-english.bin"),
    ),
    ("vezz-8x8", include_bytes!("../weights/vezz-8x8.bin")),
    (
        "mesita-russian",
        include_bytes!("../weights/mesita-russian.bin"),
    ),
    (
        "mesita-international",
        include_bytes!("../weights/mesita-international.bin"),
    ),
    (
        "kondavo-brazilian",
        include_bytes!("../weights/kondavo-brazilian.bin"),
    ),
    (
        "kondavo-spanish",
        include_bytes!("../weights/kondavo-spanish.bin"),
    ),
];

/// Whose weights serve a rule set: that of the first one whose games are much the same.
fn fitted_on(id: &str) -> &str {
    match id {
        "clasica-8x8" | "kondavo-english" => "mesita-english",
        "youzai-international" | "kondavo-polish" => "mesita-international",
        "kondavo-turkish" => "mesita-turkish",
        own => own,
    }
}

/// A rule set's weights; men and kings alone where fitting made nothing better of them.
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
pub(crate) fn plain(rules: &RuleSet) -> Vec<i16> {
    let mut weights = vec![0; KINGS + 1];
    weights[MEN] = 100;
    [weights[FIRST_KING], weights[KINGS]] = match rules.king {
        KingReach::Short => [10, 130],
        KingReach::Flying => [50, 250],
    };
    weights
}
