//! From a path somebody gave to the legal move it means, or to the reason why there is none.

use crate::bits::size;
use crate::generate::{legal_moves, quiet_targets};
use crate::geometry::Direction;
use crate::jump::{Field, Jumper};
use crate::moves::Move;
use crate::position::Position;
use crate::refusal::IllegalMove;
use crate::ruleset::RuleSet;
use crate::square::{Square, SquareSet};

/// The legal move a path means, with its canonical path.
///
/// Any complete landing sequence of a legal move is accepted. A path of two squares that is not
/// itself one is taken for the ends of a capture and accepted when it fits exactly one.
///
/// # Errors
/// The reason why the path is no legal move; [`IllegalMove::Ambiguous`] when it gives only ends
/// and fits several.
pub fn find_move(
    rules: &RuleSet,
    position: &Position,
    path: &[Square],
) -> Result<Move, IllegalMove> {
    let [from, landings @ ..] = path else {
        return Err(IllegalMove::TooShort);
    };
    let Some(to) = landings.last() else {
        return Err(IllegalMove::TooShort);
    };
    if let Some(&at) = path.iter().find(|&&at| !rules.board().contains(at)) {
        return Err(IllegalMove::NoSuchSquare { at });
    }
    check_mover(position, *from)?;

    let field = Field::new(rules, position);
    let moves = legal_moves(rules, position);
    let walked = walk(&field, *from, landings);
    if let Some(mv) = moves
        .iter()
        .find(|mv| mv.path[..] == *path || ends(&field, &walked, mv))
    {
        return Ok(mv.clone());
    }
    let mut fitting: Vec<&Move> = moves
        .iter()
        .filter(|mv| landings.len() == 1 && mv.from() == *from && mv.to() == *to)
        .collect();
    match (fitting.pop(), walked) {
        (Some(mv), _) if fitting.is_empty() => Ok(mv.clone()),
        (Some(last), _) => {
            let candidates = fitting.into_iter().chain([last]).cloned().collect();
            Err(IllegalMove::Ambiguous { candidates })
        }
        (None, Ok(jumper)) => Err(why_not_chain(&field, &jumper, &moves)),
        (None, Err(reason)) => Err(reason),
    }
}

fn check_mover(position: &Position, at: Square) -> Result<(), IllegalMove> {
    match position.piece(at) {
        None => Err(IllegalMove::EmptySquare { at }),
        Some(piece) if piece.side != position.turn() => Err(IllegalMove::NotYourPiece { at }),
        Some(_) => Ok(()),
    }
}

/// Whether a walked path is a complete chain and gives this move.
fn ends(field: &Field<'_>, walked: &Result<Jumper, IllegalMove>, mv: &Move) -> bool {
    walked.as_ref().is_ok_and(|jumper| {
        mv.captured.bits() == jumper.captured
            && mv.from().bit() == jumper.start
            && mv.to().index() == jumper.at
            && mv.crowns == field.crowns(jumper)
            && !field.can_capture(jumper)
    })
}

/// Follows a path as a chain of jumps.
fn walk(field: &Field<'_>, from: Square, landings: &[Square]) -> Result<Jumper, IllegalMove> {
    let mut jumper = field.jumper(from.index());
    for &landing in landings {
        jumper = jump(field, &jumper, landing, landings.len() == 1)?;
    }
    Ok(jumper)
}

/// One jump of a path. `only` says that the path has no other, so that a quiet move may be meant.
fn jump(
    field: &Field<'_>,
    jumper: &Jumper,
    landing: Square,
    only: bool,
) -> Result<Jumper, IllegalMove> {
    if field.is_stopped(jumper) {
        return Err(IllegalMove::CrowningEndsMove {
            at: Square::from_index(jumper.at),
        });
    }
    let hops = field.hops(jumper);
    let Some(hop) = hops.iter().find(|hop| hop.landings & landing.bit() != 0) else {
        return Err(why_not_jump(field, jumper, landing, only));
    };
    let allowed = field.landings(jumper, hop);
    if allowed & landing.bit() == 0 {
        let landings = SquareSet::from_bits(allowed);
        return Err(IllegalMove::KingMustLandWhereItContinues { landings });
    }
    Ok(field.land(jumper, hop, landing.index()))
}

/// Why a piece under way cannot jump to a square.
fn why_not_jump(field: &Field<'_>, jumper: &Jumper, landing: Square, only: bool) -> IllegalMove {
    let standing = field.standing(jumper);
    if standing & landing.bit() != 0 {
        return IllegalMove::Occupied { at: landing };
    }
    let Some((direction, between)) = line(field, jumper.at, landing) else {
        return IllegalMove::NotOnALine;
    };
    let open = field.open_directions(jumper).contains(direction);
    if jumper.turns_back(direction) {
        return IllegalMove::TurnOf180;
    }
    let crossed = standing & between;
    if crossed & jumper.captured != 0 {
        return IllegalMove::JumpsTwice;
    }
    if let Some(at) = SquareSet::from_bits(crossed & field.own).iter().next() {
        return IllegalMove::JumpsOwn { at };
    }
    match crossed.count_ones() {
        0 if only => why_not_quiet(field, jumper, direction, landing),
        0 => IllegalMove::NothingToCapture,
        1 if !open && crossed == between => IllegalMove::BackwardCapture,
        1 => IllegalMove::NotReachable,
        _ => IllegalMove::JumpsSeveral {
            over: SquareSet::from_bits(crossed),
        },
    }
}

/// The direction from one square to another along the rule set's lines, and the squares between.
fn line(field: &Field<'_>, from: u8, to: Square) -> Option<(Direction, u64)> {
    let board = field.rules.geometry;
    let direction = field
        .rules
        .king_directions()
        .iter()
        .find(|&direction| board.ray(from, direction) & to.bit() != 0)?;
    let between = board.ray(from, direction) & !board.ray(to.index(), direction) & !to.bit();
    Some((direction, between))
}

/// Why a move over free squares only is refused.
fn why_not_quiet(
    field: &Field<'_>,
    jumper: &Jumper,
    direction: Direction,
    to: Square,
) -> IllegalMove {
    if quiet_targets(field, jumper.at) & to.bit() != 0 {
        IllegalMove::MustCapture
    } else if !jumper.king && !field.steps.contains(direction) {
        IllegalMove::BackwardMove
    } else {
        IllegalMove::NotReachable
    }
}

/// Why a chain of possible jumps is no legal move: it goes on, or the legal ones take more.
fn why_not_chain(field: &Field<'_>, jumper: &Jumper, legal: &[Move]) -> IllegalMove {
    let hops = field.hops(jumper);
    if !hops.is_empty() {
        let next = hops
            .iter()
            .fold(0, |set, hop| set | field.landings(jumper, hop));
        return IllegalMove::ChainNotFinished {
            next: SquareSet::from_bits(next),
        };
    }
    // All legal captures weigh the same.
    let best = legal.first().map_or(0, |mv| mv.captured.bits());
    if best.count_ones() > jumper.captured.count_ones() {
        IllegalMove::MoreCaptureExists { most: size(best) }
    } else {
        IllegalMove::MoreKingsCaptureExists {
            most: size(best & field.kings),
        }
    }
}
