//! Captures walked the slow and obvious way: square by square over rows and columns, every order,
//! every landing. What the rules count as one move is found here as often as it can be played.

use std::collections::BTreeSet;
use std::collections::btree_map::{BTreeMap, Entry};

use damero_rules::{
    Capturing, Crowning, Kind, KingReach, Lines, Move, Position, Removal, RuleSet, Side, Square,
    legal_moves,
};

/// So many landings are walked at most; a king among many rivals has more ways than there is time.
const MOST_LANDINGS: u32 = 200_000;

/// Rows down and columns right of one step.
type Step = (i8, i8);

/// In how many ways legal moves can be played.
#[derive(Default, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ways {
    /// By the order in which the pieces are taken.
    pub(super) orders: u64,
    /// By the squares landed on.
    pub(super) landings: u64,
}

/// The ways of all legal moves together; nothing if there are too many.
pub(super) fn ways(rules: &RuleSet, position: &Position) -> Option<Ways> {
    let moves = ways_by_move(rules, position)?;
    Some(moves.iter().fold(Ways::default(), |sum, (_, ways)| Ways {
        orders: sum.orders + ways.orders,
        landings: sum.landings + ways.landings,
    }))
}

/// Each legal move with the number of orders in which it can take its pieces; nothing if there are
/// too many ways.
pub(super) fn orders(rules: &RuleSet, position: &Position) -> Option<Vec<(Move, u64)>> {
    let moves = ways_by_move(rules, position)?.into_iter();
    Some(moves.map(|(mv, ways)| (mv, ways.orders)).collect())
}

/// Each legal move with its ways; nothing if there are too many.
fn ways_by_move(rules: &RuleSet, position: &Position) -> Option<Vec<(Move, Ways)>> {
    let mut walk = Walk {
        rules,
        position,
        left: MOST_LANDINGS,
    };
    let mut chains: BTreeMap<Square, Vec<Chain>> = BTreeMap::new();
    let mut found = Vec::new();
    for mv in legal_moves(rules, position) {
        // There is one way to take one piece and end where the move ends.
        if mv.captured.len() < 2 {
            let ways = Ways {
                orders: 1,
                landings: 1,
            };
            found.push((mv, ways));
            continue;
        }
        let of_piece = match chains.entry(mv.from()) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place.insert(walk.chains(mv.from())?),
        };
        let ways = count(&mv, of_piece);
        found.push((mv, ways));
    }
    Some(found)
}

/// The ways of a move among the chains of its piece.
fn count(mv: &Move, chains: &[Chain]) -> Ways {
    let same: Vec<&Chain> = chains
        .iter()
        .filter(|chain| chain.landings.last() == Some(&mv.to()) && chain.crowns == mv.crowns)
        .filter(|chain| {
            chain.taken.iter().copied().collect::<BTreeSet<_>>() == mv.captured.iter().collect()
        })
        .collect();
    let orders: BTreeSet<_> = same.iter().map(|chain| &chain.taken).collect();
    Ways {
        orders: orders.len() as u64,
        landings: same.len() as u64,
    }
}

/// A piece under way, or at the end of its chain.
#[derive(Clone)]
struct Chain {
    from: Square,
    at: Square,
    landings: Vec<Square>,
    /// In the order of taking.
    taken: Vec<Square>,
    king: bool,
    crowns: bool,
    heading: Option<Step>,
}

/// A jump: its direction, the piece taken, the squares behind it.
struct Hop {
    step: Step,
    victim: Square,
    landings: Vec<Square>,
}

struct Walk<'a> {
    rules: &'a RuleSet,
    position: &'a Position,
    left: u32,
}

impl Walk<'_> {
    /// Every complete chain of a piece, whatever the rule set's choice says of it.
    fn chains(&mut self, from: Square) -> Option<Vec<Chain>> {
        let mut ended = Vec::new();
        let start = Chain {
            from,
            at: from,
            landings: Vec::new(),
            taken: Vec::new(),
            king: self.position.piece(from)?.kind == Kind::King,
            crowns: false,
            heading: None,
        };
        self.go_on(start, &mut ended)?;
        Some(ended)
    }

    fn go_on(&mut self, chain: Chain, ended: &mut Vec<Chain>) -> Option<()> {
        let hops = self.hops(&chain);
        if hops.is_empty() {
            let crowns = chain.crowns || (!chain.king && self.on_last_row(chain.at));
            ended.push(Chain { crowns, ..chain });
            return Some(());
        }
        for hop in &hops {
            let next = self.landed(&chain, hop);
            self.left = self.left.checked_sub(u32::try_from(next.len()).ok()?)?;
            for landed in next {
                self.go_on(landed, ended)?;
            }
        }
        Some(())
    }

    /// The piece on each square where it may land.
    fn landed(&self, chain: &Chain, hop: &Hop) -> Vec<Chain> {
        let landed: Vec<Chain> = hop
            .landings
            .iter()
            .map(|&at| self.land(chain, hop, at))
            .collect();
        let going_on = |chain: &Chain| !self.hops(chain).is_empty();
        if self.rules.king_must_continue && chain.king && landed.iter().any(going_on) {
            landed.into_iter().filter(going_on).collect()
        } else {
            landed
        }
    }

    fn land(&self, chain: &Chain, hop: &Hop, at: Square) -> Chain {
        let mut next = chain.clone();
        next.at = at;
        next.landings.push(at);
        next.taken.push(hop.victim);
        next.heading = Some(hop.step);
        if !next.king && self.rules.crowning != Crowning::OnlyAtEnd && self.on_last_row(at) {
            next.king = true;
            next.crowns = true;
        }
        next
    }

    fn hops(&self, chain: &Chain) -> Vec<Hop> {
        if chain.crowns && self.rules.crowning == Crowning::EndsMove {
            return Vec::new();
        }
        self.steps(chain)
            .into_iter()
            .filter_map(|step| self.hop(chain, step))
            .collect()
    }

    /// The directions in which the piece may capture.
    fn steps(&self, chain: &Chain) -> Vec<Step> {
        let forward = match self.position.turn() {
            Side::White => -1,
            Side::Black => 1,
        };
        let lines: [Step; 4] = match self.rules.lines {
            Lines::Diagonal => [(-1, -1), (-1, 1), (1, -1), (1, 1)],
            Lines::Orthogonal => [(-1, 0), (0, -1), (0, 1), (1, 0)],
        };
        let every_way = chain.king || self.rules.capturing == Capturing::EveryWay;
        let may_turn = |(down, right): Step| {
            self.rules.removal == Removal::AfterChain || chain.heading != Some((-down, -right))
        };
        lines
            .into_iter()
            .filter(|&(down, _)| every_way || down != -forward)
            .filter(|&step| may_turn(step))
            .collect()
    }

    fn hop(&self, chain: &Chain, step: Step) -> Option<Hop> {
        let flying = chain.king && self.rules.king == KingReach::Flying;
        let reach = if flying { usize::MAX } else { 1 };
        let is_free = |&at: &Square| !self.stands(chain, at);
        let before = if flying {
            self.ray(chain.at, step).take_while(is_free).count()
        } else {
            0
        };
        let mut ray = self.ray(chain.at, step).skip(before);
        let victim = ray.next()?;
        let is_rival = self.position.piece(victim)?.side != self.position.turn();
        if !is_rival || chain.taken.contains(&victim) {
            return None;
        }
        let landings: Vec<Square> = ray.take(reach).take_while(is_free).collect();
        (!landings.is_empty()).then_some(Hop {
            step,
            victim,
            landings,
        })
    }

    /// Whether a piece stands on a square while this one is under way.
    fn stands(&self, chain: &Chain, at: Square) -> bool {
        let gone = self.rules.removal == Removal::AtOnce && chain.taken.contains(&at);
        at != chain.from && !gone && self.position.piece(at).is_some()
    }

    /// The squares from one along a direction, to the edge.
    fn ray(&self, from: Square, (down, right): Step) -> impl Iterator<Item = Square> {
        let board = self.rules.board();
        let next = move |at: &Square| {
            let (row, col) = board.row_col(*at);
            let row = row.checked_add_signed(down)?;
            board.square(row, col.checked_add_signed(right)?)
        };
        std::iter::successors(Some(from), next).skip(1)
    }

    fn on_last_row(&self, at: Square) -> bool {
        let last = match self.position.turn() {
            Side::White => 1,
            Side::Black => self.rules.board().rows(),
        };
        self.rules.board().row_col(at).0 == last
    }
}
