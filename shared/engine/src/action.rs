//! What is asked of a search, and what it answers.

use damero_rules::{IllegalMove, Line, Move, Square};

use crate::score::Score;

/// What the side to move may do: a move or, where the rule set has huffs, one before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// A legal move.
    Play(Move),
    /// Removes the piece on this square, which forwent its capture. The turn stays.
    Huff(Square),
}

impl Action {
    /// Does it.
    ///
    /// # Errors
    /// That it is none of this line's; nothing has then changed.
    pub fn on(&self, line: &mut Line) -> Result<(), IllegalMove> {
        match self {
            Self::Play(mv) => line.play(&mv.path).map(|_| ()),
            // Which refusal is of no interest here: none comes for what a search found.
            Self::Huff(square) => line
                .huff(*square)
                .map(|_| ())
                .map_err(|_| IllegalMove::Over),
        }
    }
}

/// How far a search goes at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// How many positions it looks at. The first ply is always looked at whole.
    pub nodes: u64,
    /// How many plies it looks ahead before it only follows captures.
    pub depth: u32,
}

impl Limits {
    /// Only so many plies.
    #[must_use]
    pub const fn depth(depth: u32) -> Self {
        Self {
            nodes: u64::MAX,
            depth,
        }
    }

    /// Only so many positions.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self {
            nodes,
            depth: u32::MAX,
        }
    }
}

/// What a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The best action; none when the game is over.
    pub action: Option<Action>,
    /// What the position is worth to the side to move.
    pub score: Score,
    /// How many plies ahead it looked, the last time it came to an end with that.
    pub depth: u32,
    /// How many positions it looked at.
    pub nodes: u64,
    /// The actions that both sides would choose, `action` first.
    pub line: Vec<Action>,
}
