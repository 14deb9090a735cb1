//! The search for captures.

use std::collections::BTreeSet;
use std::marker::PhantomData;

use crate::bits::{Indices, bit, lowest};
use crate::board::{Board, Rules};
use crate::compiled::Mover;
use crate::found::{Capture, Captures, Counted, Found, Listed, Singles};
use crate::geometry::Direction;
use crate::ruleset::{Choice, Crowning};

/// A chain of so many jumps is quicker walked again than looked up.
const SHORT_CHAIN: u32 = 4;

impl<const ROW: usize, S: Mover> Rules<ROW, S> {
    /// Every legal capture, each once.
    pub(crate) fn captures(board: &Board) -> Captures {
        let mut listed = Listed::<false>::default();
        Self::find_captures(board, &mut listed);
        listed.captures
    }

    /// How many legal captures there are. Most positions have none, which is quickly seen; what is
    /// to be done for the others stays out of the way.
    #[inline(always)]
    pub(crate) fn count_captures<const ORDERS: bool>(board: &Board) -> u32 {
        if Self::may_capture(board) {
            Self::count_what_there_is::<ORDERS>(board)
        } else {
            0
        }
    }

    #[inline(never)]
    fn count_what_there_is<const ORDERS: bool>(board: &Board) -> u32 {
        let mut counted = Counted::<ORDERS>::default();
        Self::find_captures(board, &mut counted);
        counted.count
    }

    /// First jumps of men and short kings are found for all of them at once. Only who can go on is
    /// followed from there.
    #[inline(always)]
    pub(crate) fn find_captures<F: Found>(board: &Board, found: &mut F) {
        let takeoffs = Self::takeoffs(board, Self::MAN_CAPTURES);
        let men = Self::men(board);
        if men & Self::open(&takeoffs, Self::MAN_CAPTURES) != 0 {
            Self::jumps::<F, false>(board, &takeoffs, men, found);
        }
        let kings = board.own & board.kings;
        if kings == 0 {
            return;
        }
        if Self::FLYING {
            Self::flights(board, kings, found);
        } else {
            let takeoffs = Self::takeoffs(board, Self::ALL_LINES);
            Self::jumps::<F, true>(board, &takeoffs, kings, found);
        }
    }

    /// The captures of men, or of short kings.
    #[inline(always)]
    fn jumps<F: Found, const KING: bool>(
        board: &Board,
        takeoffs: &[u64; 4],
        pieces: u64,
        found: &mut F,
    ) {
        let mut chains = Chains::<F, ROW, S>::new(board, found);
        chains.along::<KING, 0>(takeoffs, pieces);
        chains.along::<KING, 1>(takeoffs, pieces);
        chains.along::<KING, 2>(takeoffs, pieces);
        chains.along::<KING, 3>(takeoffs, pieces);
    }

    /// Where a piece that has jumped may have to go on, given where a jump is open.
    #[inline(always)]
    const fn goes_on<const KING: bool>(onward: u64) -> u64 {
        match Self::CROWNING {
            Crowning::EndsMove if !KING => onward & !Self::FAR_ROW,
            Crowning::GoesOnAsKing if !KING => onward | Self::FAR_ROW,
            _ => onward,
        }
    }

    /// The captures of flying kings.
    fn flights<F: Found>(board: &Board, kings: u64, found: &mut F) {
        let mut chains = Chains::<F, ROW, S>::new(board, found);
        for from in Indices(kings) {
            chains.start = from;
            chains.fly_on(from, 0, None, false);
        }
    }

    /// How much the taken pieces count, where that decides. Kings decide only between equal
    /// numbers, and there are fewer than 64 of them.
    #[inline(always)]
    const fn weight(board: &Board, taken: u64) -> Option<u32> {
        let pieces = taken.count_ones();
        match Self::CHOICE {
            Choice::Any => None,
            Choice::MostPieces => Some(pieces),
            Choice::MostPiecesThenKings => Some(pieces * 64 + (taken & board.kings).count_ones()),
        }
    }

    /// The position after a capture, to whom it then stands before.
    #[inline(always)]
    pub(crate) const fn after_capture(board: &Board, capture: &Capture) -> Board {
        board.after(*capture)
    }
}

/// A piece in the middle of a chain: it stands on one of `landings`, to which it came along
/// `heading`. Equal ones go on alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Midway {
    start: u8,
    landings: u64,
    heading: Direction,
    taken: u64,
    king: bool,
}

/// A walk through the chains of a position.
struct Chains<'a, F, const ROW: usize, S> {
    board: &'a Board,
    found: &'a mut F,
    /// Where the present piece began.
    start: u8,
    /// Who has been where in the middle of long chains. Without this, the orders in which a piece
    /// can take what it takes may be too many to walk.
    been: Option<BTreeSet<Midway>>,
    side: PhantomData<S>,
}

impl<'a, F: Found, const ROW: usize, S: Mover> Chains<'a, F, ROW, S> {
    #[inline(always)]
    fn new(board: &'a Board, found: &'a mut F) -> Self {
        Self {
            board,
            found,
            start: 0,
            been: None,
            side: PhantomData,
        }
    }

    /// First jumps along a line, and what follows. The line is known to the compiler.
    #[inline(always)]
    fn along<const KING: bool, const LINE: usize>(&mut self, takeoffs: &[u64; 4], pieces: u64) {
        let direction = Rules::<ROW, S>::LINES[LINE];
        let back = direction.opposite();
        let directions = if KING {
            Rules::<ROW, S>::ALL_LINES
        } else {
            Rules::<ROW, S>::MAN_CAPTURES
        };
        let capturers = pieces & takeoffs[LINE];
        if !directions.contains(direction) || capturers == 0 {
            return;
        }
        let victims = Rules::<ROW, S>::shift(capturers, direction);
        let landings = Rules::<ROW, S>::shift(victims, direction);
        // What was just taken is not taken again: nobody turns back.
        let onward = Rules::<ROW, S>::open(takeoffs, directions.without(back));
        let going_on = landings & Rules::<ROW, S>::goes_on::<KING>(onward);
        self.singles::<KING>(landings & !going_on, direction);
        for at in Indices(going_on) {
            let victim = Rules::<ROW, S>::shift(bit(at), back);
            self.start = lowest(Rules::<ROW, S>::shift(victim, back));
            self.step_to(bit(at), victim, direction, KING);
        }
    }

    /// Takes note of single jumps that cannot go on.
    #[inline(always)]
    fn singles<const KING: bool>(&mut self, landings: u64, direction: Direction) {
        let far_row = if KING { 0 } else { Rules::<ROW, S>::FAR_ROW };
        let mut note = |landings, weight| {
            let singles = Singles {
                landings,
                direction,
                far_row,
            };
            self.found.singles::<ROW, S>(weight, singles);
        };
        match Rules::<ROW, S>::CHOICE {
            Choice::Any => note(landings, None),
            Choice::MostPieces => note(landings, Some(1)),
            Choice::MostPiecesThenKings => {
                let of_kings = landings & Rules::<ROW, S>::shift(self.board.kings, direction);
                note(of_kings, Some(65));
                note(landings & !of_kings, Some(64));
            }
        }
    }

    /// What stands in the way of the present piece when it has taken so many.
    #[inline(always)]
    const fn standing(&self, taken: u64) -> u64 {
        let standing = self.board.occupied() & !bit(self.start);
        if Rules::<ROW, S>::LEAVES_AT_ONCE {
            standing & !taken
        } else {
            standing
        }
    }

    /// Whether the present piece has been in the middle of this chain before.
    #[inline(always)]
    fn again(&mut self, landings: u64, taken: u64, heading: Direction, king: bool) -> bool {
        !F::ORDERS
            && taken.count_ones() > SHORT_CHAIN
            && !self.been.get_or_insert_default().insert(Midway {
                start: self.start,
                landings,
                heading,
                taken,
                king,
            })
    }

    /// A man or a short king has jumped. It is crowned, goes on, or has arrived.
    fn step_to(&mut self, landing: u64, taken: u64, heading: Direction, king: bool) {
        let at = lowest(landing);
        let on_far_row = !king && landing & Rules::<ROW, S>::FAR_ROW != 0;
        if self.again(landing, taken, heading, king) {
            return;
        }
        let goes_on = match Rules::<ROW, S>::CROWNING {
            Crowning::EndsMove if on_far_row => false,
            Crowning::GoesOnAsKing if on_far_row => self.fly_on(at, taken, Some(heading), true),
            _ => self.step_on(landing, taken, heading, king),
        };
        if !goes_on {
            self.arrive(at, taken, on_far_row);
        }
    }

    /// A man or a short king goes on from a square. Whether it can.
    fn step_on(&mut self, at: u64, taken: u64, heading: Direction, king: bool) -> bool {
        let free = Rules::<ROW, S>::SQUARES & !self.standing(taken);
        let rivals = self.board.rivals & !taken;
        let mut goes_on = false;
        Rules::<ROW, S>::each_line(|_, direction| {
            let open = king || Rules::<ROW, S>::MAN_CAPTURES.contains(direction);
            // Where nobody may turn back, what was taken has left; elsewhere it is in the way.
            if !open || Rules::<ROW, S>::LEAVES_AT_ONCE && heading == direction.opposite() {
                return;
            }
            let victim = Rules::<ROW, S>::shift(at, direction) & rivals;
            let landing = Rules::<ROW, S>::shift(victim, direction) & free;
            if landing != 0 {
                goes_on = true;
                self.step_to(landing, taken | victim, direction, king);
            }
        });
        goes_on
    }

    /// A flying king goes on from a square, along every line but the one it came by. Whether it
    /// can.
    fn fly_on(&mut self, at: u8, taken: u64, heading: Option<Direction>, crowned: bool) -> bool {
        let mut goes_on = false;
        Rules::<ROW, S>::each_line(|_, direction| {
            if heading.is_none_or(|heading| !heading.is_along(direction)) {
                goes_on |= self.fly(at, taken, direction, crowned);
            }
        });
        goes_on
    }

    /// A flying king jumps along a line, if it can.
    #[inline(always)]
    fn fly(&mut self, at: u8, taken: u64, direction: Direction, crowned: bool) -> bool {
        let standing = self.standing(taken);
        let Some(victim) = Rules::<ROW, S>::first(at, direction, standing) else {
            return false;
        };
        let landings = Rules::<ROW, S>::run(victim, direction, standing);
        if self.board.rivals & !taken & bit(victim) == 0 || landings == 0 {
            return false;
        }
        self.fly_to(landings, taken | bit(victim), direction, crowned);
        true
    }

    /// Goes on from every landing, straight ahead once for all, and arrives where it cannot.
    fn fly_to(&mut self, landings: u64, taken: u64, heading: Direction, crowned: bool) {
        if self.again(landings, taken, heading, true) {
            return;
        }
        let mut going_on = 0;
        if self.fly(lowest(landings), taken, heading, crowned) {
            going_on = landings;
        }
        for at in Indices(landings) {
            if self.fly_on(at, taken, Some(heading), crowned) {
                going_on |= bit(at);
            }
        }
        if going_on != 0 && Rules::<ROW, S>::MUST_CONTINUE {
            return;
        }
        for at in Indices(landings & !going_on) {
            self.arrive(at, taken, crowned);
        }
    }

    #[inline(always)]
    fn arrive(&mut self, to: u8, taken: u64, crowns: bool) {
        let weight = Rules::<ROW, S>::weight(self.board, taken);
        let capture = Capture {
            taken,
            from: self.start,
            to,
            crowns,
        };
        self.found.chain(weight, capture);
    }
}
