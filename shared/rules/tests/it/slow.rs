//! Legal moves once more, slowly and as the rules are told: a board of rows and columns, every path
//! walked to its end. The rules' own generator must find the same.

use std::collections::BTreeSet;

use damero_rules::{
    Capturing, Choice, Crowning, Kind, KingReach, Lines, Obligation, Piece, Position, Removal,
    RuleSet, Side, Square, legal_moves, perft, perft_to_leaves, write_fen,
};
use proptest::collection::btree_map;
use proptest::prelude::{ProptestConfig, Strategy, any};
use proptest::sample::select;
use proptest::{prop_assert_eq, proptest};

/// Down and right, in rows and columns.
type Step = (i8, i8);

/// Start, end, captured squares and whether it crowns: what makes a move that move.
type Identity = (Square, Square, BTreeSet<Square>, bool);

struct Slow<'a> {
    rules: &'a RuleSet,
    position: &'a Position,
    side: Side,
    found: BTreeSet<Identity>,
}

/// A piece on its way.
#[derive(Clone)]
struct Walker {
    start: Square,
    at: Square,
    kind: Kind,
    crowned: bool,
    captured: BTreeSet<Square>,
    came: Option<Step>,
}

fn back((down, right): Step) -> Step {
    (-down, -right)
}

impl Slow<'_> {
    fn lines(&self) -> [Step; 4] {
        match self.rules.lines {
            Lines::Diagonal => [(-1, -1), (-1, 1), (1, -1), (1, 1)],
            Lines::Orthogonal => [(-1, 0), (0, 1), (1, 0), (0, -1)],
        }
    }

    fn forward(&self) -> i8 {
        match self.side {
            Side::White => -1,
            Side::Black => 1,
        }
    }

    fn next(&self, at: Square, (down, right): Step) -> Option<Square> {
        let (row, col) = self.rules.board().row_col(at);
        self.rules.board().square(
            row.wrapping_add_signed(down),
            col.wrapping_add_signed(right),
        )
    }

    /// What a walker meets on a square; its own start is empty, and so is, where captured pieces
    /// leave at once, what it captured.
    fn met(&self, walker: &Walker, at: Square) -> Option<Piece> {
        let left = self.rules.removal == Removal::AtOnce && walker.captured.contains(&at);
        if at == walker.start || left {
            return None;
        }
        self.position.piece(at)
    }

    /// The free squares from one on, up to the next piece; a short piece sees one.
    fn free(&self, walker: &Walker, from: Square, step: Step, flying: bool) -> Vec<Square> {
        let mut free = Vec::new();
        let mut at = from;
        while let Some(next) = self.next(at, step) {
            if self.met(walker, next).is_some() || !flying && free.len() == 1 {
                break;
            }
            free.push(next);
            at = next;
        }
        free
    }

    fn is_flying(&self, walker: &Walker) -> bool {
        walker.kind == Kind::King && self.rules.king == KingReach::Flying
    }

    fn on_far_row(&self, at: Square) -> bool {
        let row = self.rules.board().row_col(at).0;
        row == match self.side {
            Side::White => 1,
            Side::Black => self.rules.board().rows(),
        }
    }

    fn may_step(&self, walker: &Walker, step: Step) -> bool {
        walker.kind == Kind::King || step.0 != -self.forward()
    }

    fn may_capture_that_way(&self, walker: &Walker, step: Step) -> bool {
        let turned = self.rules.removal == Removal::AtOnce && walker.came == Some(back(step));
        !turned
            && (walker.kind == Kind::King
                || self.rules.capturing == Capturing::EveryWay
                || step.0 != -self.forward())
    }

    /// Every jump: the victim, and each landing.
    fn jumps(&self, walker: &Walker) -> Vec<(Step, Square, Vec<Square>)> {
        let stopped = walker.crowned && self.rules.crowning == Crowning::EndsMove;
        let mut jumps = Vec::new();
        for step in self.lines() {
            if stopped || !self.may_capture_that_way(walker, step) {
                continue;
            }
            let flying = self.is_flying(walker);
            let before = match flying {
                true => self.free(walker, walker.at, step, true).last().copied(),
                false => None,
            };
            let Some(victim) = self.next(before.unwrap_or(walker.at), step) else {
                continue;
            };
            let rival = self
                .met(walker, victim)
                .is_some_and(|piece| piece.side != self.side);
            let landings = self.free(walker, victim, step, flying);
            if rival && !walker.captured.contains(&victim) && !landings.is_empty() {
                jumps.push((step, victim, landings));
            }
        }
        jumps
    }

    fn landed(&self, walker: &Walker, step: Step, victim: Square, landing: Square) -> Walker {
        let mut walker = walker.clone();
        walker.at = landing;
        walker.captured.insert(victim);
        walker.came = Some(step);
        let reaches = walker.kind == Kind::Man && self.on_far_row(landing);
        if reaches && self.rules.crowning != Crowning::OnlyAtEnd {
            walker.kind = Kind::King;
            walker.crowned = true;
        }
        walker
    }

    fn walk(&mut self, walker: &Walker) {
        let jumps = self.jumps(walker);
        if jumps.is_empty() && !walker.captured.is_empty() {
            let crowns = walker.crowned || walker.kind == Kind::Man && self.on_far_row(walker.at);
            let captured = walker.captured.clone();
            self.found
                .insert((walker.start, walker.at, captured, crowns));
        }
        for (step, victim, landings) in jumps {
            let landed: Vec<Walker> = landings
                .iter()
                .map(|&landing| self.landed(walker, step, victim, landing))
                .collect();
            let goes_on = |walker: &&Walker| !self.jumps(walker).is_empty();
            let must = self.rules.king_must_continue
                && walker.kind == Kind::King
                && landed.iter().any(|walker| goes_on(&walker));
            let allowed: Vec<Walker> = landed
                .iter()
                .filter(|walker| !must || goes_on(walker))
                .cloned()
                .collect();
            for walker in allowed {
                self.walk(&walker);
            }
        }
    }

    fn quiet(&mut self, walker: &Walker) {
        for step in self.lines() {
            if !self.may_step(walker, step) {
                continue;
            }
            for to in self.free(walker, walker.at, step, self.is_flying(walker)) {
                let crowns = walker.kind == Kind::Man && self.on_far_row(to);
                self.found
                    .insert((walker.start, to, BTreeSet::new(), crowns));
            }
        }
    }

    /// How much a capture counts, where that decides.
    fn weight(&self, captured: &BTreeSet<Square>) -> (usize, usize) {
        let is_king = |at: &&Square| {
            self.position
                .piece(**at)
                .is_some_and(|piece| piece.kind == Kind::King)
        };
        match self.rules.choice {
            Choice::Any => (0, 0),
            Choice::MostPieces => (captured.len(), 0),
            Choice::MostPiecesThenKings => {
                (captured.len(), captured.iter().filter(is_king).count())
            }
        }
    }
}

fn slow_moves(rules: &RuleSet, position: &Position) -> BTreeSet<Identity> {
    let mut slow = Slow {
        rules,
        position,
        side: position.turn(),
        found: BTreeSet::new(),
    };
    let walkers: Vec<Walker> = position
        .pieces()
        .filter(|(_, piece)| piece.side == position.turn())
        .map(|(at, piece)| Walker {
            start: at,
            at,
            kind: piece.kind,
            crowned: false,
            captured: BTreeSet::new(),
            came: None,
        })
        .collect();
    for walker in &walkers {
        slow.walk(walker);
    }
    let heaviest = slow.found.iter().map(|mv| slow.weight(&mv.2)).max();
    let captures = slow.found.clone();
    slow.found = captures
        .into_iter()
        .filter(|mv| Some(slow.weight(&mv.2)) == heaviest)
        .collect();
    if slow.found.is_empty() || rules.obligation == Obligation::OptionalWithHuff {
        for walker in &walkers {
            slow.quiet(walker);
        }
    }
    slow.found
}

/// What stands where, by numbers that fit every board: no man where he would be crowned.
fn placed(rules: &'static RuleSet, turn: Side, pieces: &[(u8, Side, bool)]) -> Position {
    let mut position = Position::empty(turn);
    for &(number, side, king) in pieces {
        let number = (number - 1) % rules.board().squares() + 1;
        let Some(at) = Square::new(number) else {
            continue;
        };
        let row = rules.board().row_col(at).0;
        let last = match side {
            Side::White => 1,
            Side::Black => rules.board().rows(),
        };
        let kind = if king || row == last {
            Kind::King
        } else {
            Kind::Man
        };
        position = position.with(at, Piece { side, kind });
    }
    position
}

/// Up to a dozen and a half pieces: with more, the slow way is walked for ever.
fn pieces() -> impl Strategy<Value = Vec<(u8, Side, bool)>> {
    let piece = (select(vec![Side::White, Side::Black]), 0..4_u8);
    btree_map(1..=64_u8, piece, 1..18).prop_map(|pieces| {
        pieces
            .into_iter()
            .map(|(number, (side, crown))| (number, side, crown == 0))
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, failure_persistence: None, ..Default::default() })]

    #[test]
    fn any_position_has_the_moves_that_the_slow_way_finds(
        pieces in pieces(),
        white in any::<bool>(),
    ) {
        let turn = if white { Side::White } else { Side::Black };
        for rules in RuleSet::ALL {
            let position = placed(rules, turn, &pieces);
            let moves = legal_moves(rules, &position);
            let found: BTreeSet<Identity> = moves
                .iter()
                .map(|mv| (mv.from(), mv.to(), mv.captured.iter().collect(), mv.crowns))
                .collect();
            prop_assert_eq!(moves.len(), found.len(), "twice: {} {}", rules.id, write_fen(rules, &position));
            prop_assert_eq!(&found, &slow_moves(rules, &position), "{} {}", rules.id, write_fen(rules, &position));
            prop_assert_eq!(perft(rules, &position, 1), found.len() as u64);
            prop_assert_eq!(perft(rules, &position, 2), perft_to_leaves(rules, &position, 2));
        }
    }
}
