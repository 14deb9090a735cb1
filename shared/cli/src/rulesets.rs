//! `damero rulesets`.

use std::io::Write;

use damero_rules::{
    Capturing, Choice, Crowning, KingReach, Lines, Obligation, Playing, Position, RuleSet, Side,
};

use crate::error::Error;

const HEADS: [&str; 9] = [
    "id",
    "board",
    "men",
    "begins",
    "man takes",
    "king",
    "capture",
    "choice",
    "last row while taking",
];

pub(crate) fn run(out: &mut impl Write) -> Result<(), Error> {
    let rows: Vec<[String; 9]> = std::iter::once(HEADS.map(str::to_owned))
        .chain(RuleSet::ALL.iter().map(row))
        .collect();
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let widths: [usize; 9] = std::array::from_fn(width);
    for row in &rows {
        let cells = row
            .iter()
            .zip(widths)
            .map(|(cell, width)| format!("{cell:width$}"));
        let line = cells.collect::<Vec<_>>().join("  ");
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn row(rules: &RuleSet) -> [String; 9] {
    let board = rules.board();
    let playing = match board.playing() {
        Playing::Dark => "dark",
        Playing::All => "all",
    };
    [
        rules.id.to_owned(),
        format!("{}x{} {playing}", board.cols(), board.rows()),
        Position::initial(rules).count(Side::White).to_string(),
        rules.colour_name(rules.first()).as_str().to_owned(),
        man(rules).to_owned(),
        king(rules).to_owned(),
        capture(rules).to_owned(),
        choice(rules).to_owned(),
        last_row(rules).to_owned(),
    ]
}

const fn man(rules: &RuleSet) -> &'static str {
    match (rules.capturing, rules.lines) {
        (Capturing::EveryWay, _) => "every way",
        (Capturing::AsItSteps, Lines::Diagonal) => "forward",
        (Capturing::AsItSteps, Lines::Orthogonal) => "forward, sideways",
    }
}

const fn king(rules: &RuleSet) -> &'static str {
    match rules.king {
        KingReach::Short => "one step",
        KingReach::Flying => "flying",
    }
}

const fn capture(rules: &RuleSet) -> &'static str {
    match rules.obligation {
        Obligation::OptionalWithHuff => "optional, huff",
        Obligation::Mandatory => "mandatory",
    }
}

const fn choice(rules: &RuleSet) -> &'static str {
    match rules.choice {
        Choice::Any => "any",
        Choice::MostPieces => "most pieces",
        Choice::MostPiecesThenKings => "most pieces, most kings",
    }
}

const fn last_row(rules: &RuleSet) -> &'static str {
    match rules.crowning {
        Crowning::EndsMove => "crowned, ends",
        Crowning::GoesOnAsKing => "goes on as king",
        Crowning::OnlyAtEnd => "goes on as man",
    }
}
