//! A match's file: its games as PDN, which is also what it is resumed from.

use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use damero_engine::Action;
use damero_rules::{
    PdnComment, PdnGame, PdnLine, PdnPly, PdnResult, PdnTag, RuleSet, Side, read_pdn, write_pdn,
};

use super::game::{Course, End};

/// A game of a match that is over.
pub(crate) struct Played {
    pub(crate) course: Course,
    pub(crate) end: End,
}

impl Played {
    /// The half points of the player of this side.
    pub(crate) fn half_points(&self, side: Side) -> usize {
        half_points(self.end.winner, side)
    }

    /// As PDN; the tag that names the match says with what it can be resumed.
    pub(crate) fn pdn(&self, round: &str, names: [&str; 2], settings: &str) -> String {
        let tags = [
            ("Event", "damero match"),
            ("Round", round),
            ("White", names[0]),
            ("Black", names[1]),
            ("Settings", settings),
            ("Termination", &self.end.how),
        ];
        write_pdn(&PdnGame {
            rules: self.course.line.rules(),
            tags: tags
                .iter()
                .filter_map(|(name, value)| PdnTag::new(name, value))
                .collect(),
            start: self.course.start,
            line: self.line(),
            result: match self.end.winner {
                Some(side) => PdnResult::Won(side),
                None => PdnResult::Drawn,
            },
        })
    }

    fn line(&self) -> PdnLine {
        let mut line = PdnLine::default();
        for action in &self.course.actions {
            match action {
                Action::Huff(square) => line.last_huff = Some(*square),
                Action::Play(mv) => {
                    let mut ply = PdnPly::from(mv.clone());
                    ply.huff = line.last_huff.take();
                    line.plies.push(ply);
                }
            }
        }
        let notes = line.plies.last_mut().map(|ply| &mut ply.notes);
        if let (true, Some(notes)) = (self.end.fault, notes) {
            notes.comments.extend(PdnComment::new(&self.end.how));
        }
        line
    }
}

fn half_points(winner: Option<Side>, side: Side) -> usize {
    match winner {
        None => 1,
        Some(winner) if winner == side => 2,
        Some(_) => 0,
    }
}

/// A pair of games that a file has: the first player's half points, and how many faults.
pub(crate) type Kept = (usize, u32);

/// What a file has of a match, pair by pair from the first on. What is left of a pair that was
/// being written when the match broke off is cut away.
///
/// # Errors
/// That the file cannot be read, or is of another match.
pub(crate) fn resume(
    file: &Path,
    rules: &'static RuleSet,
    settings: &str,
) -> Result<Vec<Kept>, io::Error> {
    let text = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let games: Vec<_> = read_pdn(&text, Some(rules))
        .map_while(|entry| entry.game.ok())
        .collect();
    if games
        .iter()
        .any(|game| game.tag("Settings") != Some(settings))
    {
        return Err(io::Error::other("the file is of another match"));
    }
    let mut kept = Vec::new();
    let mut whole = String::new();
    let (pairs, _) = games.as_chunks::<2>();
    for (nth, pair) in pairs.iter().enumerate() {
        let rounds = [1, 2].map(|game| format!("{}.{game}", nth + 1));
        if pair
            .iter()
            .zip(&rounds)
            .any(|(game, round)| game.tag("Round") != Some(round))
        {
            break;
        }
        let points = pair
            .iter()
            .zip([Side::White, Side::Black])
            .map(|(game, side)| match game.result {
                PdnResult::Won(winner) => half_points(Some(winner), side),
                _ => 1,
            });
        let faults = pair.iter().filter(|game| {
            game.tag("Termination")
                .is_some_and(|how| how.contains(" loses: "))
        });
        kept.push((points.sum(), u32::try_from(faults.count()).unwrap_or(2)));
        whole.extend(pair.iter().map(|game| write_pdn(game) + "\n"));
    }
    fs::write(file, whole)?;
    Ok(kept)
}

/// Writes a pair behind those that a file has.
pub(crate) fn append(file: &Path, pair: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().create(true).append(true).open(file)?;
    file.write_all(pair.as_bytes())
}
