//! One piece's captures, jump by jump, for who follows a path: to judge it, or to find it.
//!
//! Squares are bits of the layout's words.

use std::collections::BTreeSet;

use arrayvec::ArrayVec;
use smallvec::SmallVec;

use crate::bits::{Indices, bit};
use crate::board::{Board, Rules};
use crate::compiled::{Mover, Task, compiled};
use crate::found::Capture;
use crate::geometry::{Direction, Directions};
use crate::layout::{self, Layout};
use crate::moves::Path;
use crate::position::{Position, Side};
use crate::ruleset::{Crowning, KingReach, Removal, RuleSet};

/// A position as the side to move sees it, under the rules of its rule set.
#[derive(Clone, Copy)]
pub(crate) struct Field<'a> {
    pub(crate) rules: &'a RuleSet,
    pub(crate) layout: &'a Layout,
    pub(crate) board: Board,
    pub(crate) steps: Directions,
    turn: Side,
    far_row: u64,
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
        let layout = rules.geometry.layout();
        Self {
            rules,
            layout,
            board: Board::of(layout.groups, position),
            steps: rules.step_directions(side),
            turn: side,
            far_row: layout.word(rules.far_row(side)),
            man_captures: rules.capture_directions(side),
        }
    }

    /// One of the side's own pieces before its first jump.
    pub(crate) const fn jumper(&self, index: u8) -> Jumper {
        Jumper {
            start: bit(index),
            at: index,
            king: self.board.kings & bit(index) != 0,
            captured: 0,
            heading: None,
            crowned: false,
        }
    }

    /// What stands on the board while the piece is under way. Its own start is empty.
    pub(crate) const fn standing(&self, jumper: &Jumper) -> u64 {
        let all = self.board.occupied() & !jumper.start;
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

    /// The squares along a direction up to the first of `standing`.
    pub(crate) const fn run(&self, at: u8, direction: Direction, standing: u64) -> u64 {
        let ray = self.layout.ray(at, direction);
        layout::run(ray, standing, self.layout.steps.rises(direction))
    }

    const fn first(&self, at: u8, direction: Direction, standing: u64) -> Option<u8> {
        let ray = self.layout.ray(at, direction);
        layout::first(ray, standing, self.layout.steps.rises(direction))
    }

    fn hop(&self, jumper: &Jumper, direction: Direction) -> Option<Hop> {
        let flying = jumper.king && self.rules.king == KingReach::Flying;
        let standing = self.standing(jumper);
        let next = |at| self.layout.steps.shift(bit(at), direction) & self.layout.board;
        let victim = if flying {
            self.first(jumper.at, direction, standing)?
        } else {
            Indices(next(jumper.at)).next()?
        };
        if self.board.rivals & !jumper.captured & bit(victim) == 0 {
            return None;
        }
        let landings = if flying {
            self.run(victim, direction, standing)
        } else {
            next(victim) & !standing
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

    /// Where a piece of the side to move may go without capturing.
    pub(crate) fn targets(&self, at: u8) -> u64 {
        struct Targets<'a>(&'a Board, u8);
        impl Task for Targets<'_> {
            type Output = u64;
            fn run<const ROW: usize, S: Mover>(self) -> u64 {
                Rules::<ROW, S>::targets(self.0, self.1)
            }
        }
        compiled(self.rules, self.turn, Targets(&self.board, at))
    }

    /// Whether the piece has come to the end of this capture.
    pub(crate) fn ends(&self, jumper: &Jumper, capture: &Capture) -> bool {
        capture.taken == jumper.captured
            && bit(capture.from) == jumper.start
            && capture.to == jumper.at
            && capture.crowns == self.crowns(jumper)
            && !self.can_capture(jumper)
    }

    /// The squares a legal capture visits: all its paths are equally long, and this is the
    /// lexicographically first.
    pub(crate) fn path(&self, capture: &Capture) -> Path {
        if capture.taken.is_power_of_two() {
            return Path::from_iter([capture.from, capture.to].map(|at| self.layout.square(at)));
        }
        let found = self.paths(capture, 1).pop();
        debug_assert!(found.is_some(), "a capture that no path makes");
        found.unwrap_or_default()
    }

    /// Every way to make a legal capture, in lexicographic order, the canonical first; at most so
    /// many.
    pub(crate) fn paths(&self, capture: &Capture, most: usize) -> Vec<Path> {
        let mut ways = Ways {
            capture,
            most,
            path: Path::from_iter([self.layout.square(capture.from)]),
            found: Vec::new(),
            vain: BTreeSet::new(),
        };
        self.collect(&self.jumper(capture.from), &mut ways);
        ways.found
    }

    /// Extends a path in every way that leads to the capture's end. Whether one does.
    fn collect(&self, jumper: &Jumper, ways: &mut Ways<'_>) -> bool {
        if self.ends(jumper, ways.capture) {
            ways.found.push(ways.path.clone());
            return true;
        }
        let mut leads = false;
        for landed in self.onward(jumper, ways.capture) {
            if ways.found.len() >= ways.most || ways.vain.contains(&landed) {
                continue;
            }
            ways.path.push(self.layout.square(landed.at));
            if self.collect(&landed, ways) {
                leads = true;
            } else {
                ways.vain.insert(landed);
            }
            ways.path.pop();
        }
        leads
    }

    /// Where the piece may go on to, taking what the capture takes, by rising squares.
    fn onward(&self, jumper: &Jumper, capture: &Capture) -> SmallVec<[Jumper; 8]> {
        let mut onward: SmallVec<[Jumper; 8]> = self
            .hops(jumper)
            .iter()
            .filter(|hop| capture.taken & bit(hop.victim) != 0)
            .flat_map(|hop| {
                let landings = Indices(self.landings(jumper, hop));
                landings.map(|landing| self.land(jumper, hop, landing))
            })
            .collect();
        onward.sort_unstable_by_key(|landed| landed.at);
        onward
    }
}

/// A search for the ways to make a capture.
struct Ways<'a> {
    capture: &'a Capture,
    most: usize,
    path: Path,
    found: Vec<Path>,
    /// Whoever was in vain somewhere need not come again.
    vain: BTreeSet<Jumper>,
}
