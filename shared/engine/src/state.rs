//! A position in a search, with what draws and huffs need to know of its past.

use damero_rules::search::{Board, Key, Ply};
use damero_rules::{Line, Side};

use crate::laws::{Fate, Laws};

/// An action in bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    Play(Ply),
    /// The bit of the piece that goes.
    Huff(u8),
}

/// A position in a search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct State {
    pub(crate) side: Side,
    pub(crate) board: Board,
    /// Of what stands where and whose turn it is: what repetition means.
    pub(crate) key: Key,
    /// The rival's pieces that may be huffed now.
    pub(crate) huffable: u64,
    pub(crate) no_progress: u16,
    /// How many of the positions before may come again.
    pub(crate) reversible: u16,
}

impl State {
    /// The present position of a line, and the keys of those before it that may come again.
    pub(crate) fn of(laws: &Laws, line: &Line, before: &mut Vec<u64>) -> Self {
        let (side, board) = (line.turn(), laws.moves.board(line.position()));
        before.clear();
        before.extend(line.repeatable().map(|position| {
            let Key(key) = Key::of(position.turn(), &laws.moves.board(position));
            key
        }));
        Self {
            side,
            board,
            key: Key::of(side, &board),
            huffable: laws.moves.word(line.huffable()),
            no_progress: line.no_progress(),
            reversible: u16::try_from(before.len()).unwrap_or(u16::MAX),
        }
    }

    /// What a table knows it by: the right to huff makes it another.
    pub(crate) const fn table_key(&self) -> u64 {
        if self.huffable == 0 {
            return self.key.0;
        }
        self.key.with(self.huffable).0
    }

    /// What an action makes of it.
    #[inline]
    pub(crate) fn after(&self, laws: &Laws, act: Act) -> Self {
        match act {
            Act::Play(ply) => self.played(laws, ply),
            Act::Huff(at) => self.huffed(at),
        }
    }

    /// What a move makes of it.
    #[inline]
    pub(crate) fn played(&self, laws: &Laws, ply: Ply) -> Self {
        let mut next = Self {
            side: self.side.other(),
            board: self.board.after(ply),
            key: self.key.after(self.side, &self.board, ply),
            huffable: 0,
            no_progress: 0,
            reversible: 0,
        };
        if ply.taken() != 0 {
            return next;
        }
        let advances = laws.moves.advances(&self.board, ply);
        if !advances {
            next.reversible = self.reversible.saturating_add(1);
        }
        if !laws.is_progress(&self.board, ply, advances) {
            next.no_progress = self.no_progress.saturating_add(1);
        }
        if laws.huffs {
            next.huffable = self.forgone(laws, ply);
        }
        next
    }

    /// Who had a capture and did not take it, on the squares where they stand after a quiet move.
    fn forgone(&self, laws: &Laws, ply: Ply) -> u64 {
        let capturers = laws.moves.capturers(self.side, &self.board);
        let (from, to) = (1 << ply.from(), 1 << ply.to());
        if capturers & from == 0 {
            capturers
        } else {
            capturers & !from | to
        }
    }

    /// What the huff of a piece makes of it; the turn stays.
    #[inline]
    pub(crate) fn huffed(&self, at: u8) -> Self {
        let piece = 1 << at;
        Self {
            side: self.side,
            board: self.board.without(piece),
            key: self.key.without(self.side, &self.board, piece),
            huffable: 0,
            no_progress: self.no_progress,
            reversible: 0,
        }
    }

    /// Whether the game is over by what stands on the board. Whether anybody can move is not asked.
    #[inline]
    pub(crate) fn fate(&self, laws: &Laws) -> Option<Fate> {
        if self.board.own() == 0 {
            return Some(Fate::Lost);
        }
        if self.board.rivals() == 0 {
            return Some(Fate::Won);
        }
        laws.one_on_one(&self.board)
    }
}
