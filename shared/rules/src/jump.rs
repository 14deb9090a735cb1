//! One piece's captures, jump by jump: what generating moves and judging a given path share.

use arrayvec::ArrayVec;

use crate::bits::{Indices, bit};
use crate::geometry::{Direction, Directions};
use crate::position::Position;
use crate::ruleset::{Crowning, KingReach, Removal, RuleSet};

/// A position as the side to move sees it.
#[derive(Clone, Copy)]
pub(crate) struct Field<'a> {
    pub(crate) rules: &'a RuleSet,
    pub(crate) own: u64,
    pub(crate) rivals: u64,
    pub(crate) kings: u64,
    pub(crate) far_row: u64,
    pub(crate) steps: Directions,
    man_captures: Directions,
}

/// A piece on its way through a chain. Equal ones have the same ways on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Jumper {
    pub(crate) start: u64,
    pub(crate) at: u8,
    pub(crate) king: bool,
    pub(crate) captured: u64,
    /// The direction of the last jump, kept only where the rule set forbids to reverse it.
    heading: Option<Direction>,
    crowned: bool,
}

/// A jump that is open to a piece: over which rival, onto which squares.
#[derive(Clone, Copy)]
pub(crate) struct Hop {
    pub(crate) direction: Direction,
    pub(crate) victim: u8,
    pub(crate) landings: u64,
}

/// The jumps open to a piece, at most one for each of the four directions of its lines.
pub(crate) type Hops = ArrayVec<Hop, 4>;

impl Jumper {
    /// Whether a jump that way would be a turn by 180° that the rule set forbids.
    pub(crate) fn turns_back(&self, direction: Direction) -> bool {
        self.heading == Some(direction.opposite())
    }
}

impl<'a> Field<'a> {
    pub(crate) fn new(rules: &'a RuleSet, position: &Position) -> Self {
        let side = position.turn();
        Self {
            rules,
            own: position.of(side),
            rivals: position.of(side.other()),
            kings: position.kings(),
            far_row: rules.far_row(side),
            steps: rules.step_directions(side),
            man_captures: rules.capture_directions(side),
        }
    }

    pub(crate) const fn occupied(&self) -> u64 {
        self.own | self.rivals
    }

    /// One of the side's own pieces before its first jump.
    pub(crate) const fn jumper(&self, index: u8) -> Jumper {
        Jumper {
            start: bit(index),
            at: index,
            king: self.kings & bit(index) != 0,
            captured: 0,
            heading: None,
            crowned: false,
        }
    }

    /// What stands on the board while the piece is under way. Its own start is empty.
    pub(crate) const fn standing(&self, jumper: &Jumper) -> u64 {
        let all = self.occupied() & !jumper.start;
        match self.rules.removal {
            Removal::AfterChain => all,
            Removal::AtOnce => all & !jumper.captured,
        }
    }

    /// The directions in which the piece may capture now.
    pub(crate) const fn open_directions(&self, jumper: &Jumper) -> Directions {
        let lines = if jumper.king {
            self.rules.king_directions()
        } else {
            self.man_captures
        };
        match jumper.heading {
            Some(heading) => lines.without(heading.opposite()),
            None => lines,
        }
    }

    /// Whether crowning has ended the piece's move.
    pub(crate) const fn is_stopped(&self, jumper: &Jumper) -> bool {
        jumper.crowned && matches!(self.rules.crowning, Crowning::EndsMove)
    }

    /// Every jump open to the piece from where it is.
    pub(crate) fn hops(&self, jumper: &Jumper) -> Hops {
        let mut hops = Hops::new();
        if !self.is_stopped(jumper) {
            hops.extend(
                self.open_directions(jumper)
                    .iter()
                    .filter_map(|d| self.hop(jumper, d)),
            );
        }
        hops
    }

    /// Whether any jump is open to the piece.
    pub(crate) fn can_capture(&self, jumper: &Jumper) -> bool {
        !self.is_stopped(jumper)
            && self
                .open_directions(jumper)
                .iter()
                .any(|d| self.hop(jumper, d).is_some())
    }

    fn hop(&self, jumper: &Jumper, direction: Direction) -> Option<Hop> {
        let board = self.rules.geometry;
        let flying = jumper.king && self.rules.king == KingReach::Flying;
        let standing = self.standing(jumper);
        let victim = if flying {
            board.reach(jumper.at, direction, standing).met
        } else {
            board.next(jumper.at, direction)
        }?;
        if self.rivals & !jumper.captured & bit(victim) == 0 {
            return None;
        }
        let landings = if flying {
            board.reach(victim, direction, standing).free
        } else {
            bit(board.next(victim, direction)?) & !standing
        };
        (landings != 0).then_some(Hop {
            direction,
            victim,
            landings,
        })
    }

    /// The piece after a jump.
    pub(crate) const fn land(&self, jumper: &Jumper, hop: &Hop, landing: u8) -> Jumper {
        let crowned = !jumper.king
            && self.far_row & bit(landing) != 0
            && !matches!(self.rules.crowning, Crowning::OnlyAtEnd);
        let heading = match self.rules.removal {
            Removal::AfterChain => None,
            Removal::AtOnce => Some(hop.direction),
        };
        Jumper {
            start: jumper.start,
            at: landing,
            king: jumper.king || crowned,
            captured: jumper.captured | bit(hop.victim),
            heading,
            crowned: jumper.crowned || crowned,
        }
    }

    /// Those landing squares of a jump that the rules leave to the piece.
    pub(crate) fn landings(&self, jumper: &Jumper, hop: &Hop) -> u64 {
        if !(self.rules.king_must_continue && jumper.king) || hop.landings.count_ones() < 2 {
            return hop.landings;
        }
        let going_on = Indices(hop.landings)
            .filter(|&landing| self.can_capture(&self.land(jumper, hop, landing)))
            .fold(0, |set, landing| set | bit(landing));
        if going_on == 0 {
            hop.landings
        } else {
            going_on
        }
    }

    /// Whether a piece that ends its chain here has become a king by it.
    pub(crate) const fn crowns(&self, jumper: &Jumper) -> bool {
        jumper.crowned || (!jumper.king && self.far_row & bit(jumper.at) != 0)
    }
}
