//! From a path somebody gave to the legal move it means, or to the reason why there is none.

use crate::bits::{bit, size};
use crate::found::Capture;
use crate::generate::{capture_move, captures, is_quiet, quiet_move};
use crate::geometry::Direction;
use crate::jump::{Field, Jumper};
use crate::moves::Move;
use crate::position::Position;
use crate::refusal::IllegalMove;
use crate::ruleset::RuleSet;
use crate::square::Square;

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

    if landings.len() == 1 && is_quiet(rules, position, *from, *to) {
        return Ok(quiet_move(rules, position, *from, *to));
    }
    let field = Field::new(rules, position);
    let captures = captures(rules, position);
    let walked = walk(&field, *from, landings);
    if let Some(capture) = captures
        .iter()
        .find(|capture| ends(&field, &walked, capture))
    {
        return Ok(capture_move(&field, capture));
    }
    let (start, end) = (field.layout.bit(*from), field.layout.bit(*to));
    let mut fitting: Vec<Move> = captures
        .iter()
        .filter(|capture| landings.len() == 1 && (capture.from, capture.to) == (start, end))
        .map(|capture| capture_move(&field, capture))
        .collect();
    match (fitting.pop(), walked) {
        (Some(mv), _) if fitting.is_empty() => Ok(mv),
        (Some(last), _) => {
            fitting.push(last);
            fitting.sort_by(|a, b| a.path.cmp(&b.path));
            Err(IllegalMove::Ambiguous {
                candidates: fitting,
            })
        }
        (None, Ok(jumper)) => Err(why_not_chain(&field, &jumper, captures.first())),
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

/// Whether a walked path is a complete chain and gives this capture.
fn ends(field: &Field<'_>, walked: &Result<Jumper, IllegalMove>, capture: &Capture) -> bool {
    walked
        .as_ref()
        .is_ok_and(|jumper| field.ends(jumper, capture))
}

/// Follows a path as a chain of jumps.
fn walk(field: &Field<'_>, from: Square, landings: &[Square]) -> Result<Jumper, IllegalMove> {
    let mut jumper = field.jumper(field.layout.bit(from));
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
            at: field.layout.square(jumper.at),
        });
    }
    let hops = field.hops(jumper);
    let at = field.layout.bit(landing);
    let Some(hop) = hops.iter().find(|hop| hop.landings & bit(at) != 0) else {
        return Err(why_not_jump(field, jumper, landing, only));
    };
    let allowed = field.landings(jumper, hop);
    if allowed & bit(at) == 0 {
        let landings = field.layout.set(allowed);
        return Err(IllegalMove::KingMustLandWhereItContinues { landings });
    }
    Ok(field.land(jumper, hop, at))
}

/// Why a piece under way cannot jump to a square.
fn why_not_jump(field: &Field<'_>, jumper: &Jumper, landing: Square, only: bool) -> IllegalMove {
    let standing = field.standing(jumper);
    let at = field.layout.bit(landing);
    if standing & bit(at) != 0 {
        return IllegalMove::Occupied { at: landing };
    }
    let Some((direction, between)) = line(field, jumper.at, at) else {
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
    if let Some(at) = field.layout.set(crossed & field.board.own).iter().next() {
        return IllegalMove::JumpsOwn { at };
    }
    match crossed.count_ones() {
        0 if only => why_not_quiet(field, jumper, direction, at),
        0 => IllegalMove::NothingToCapture,
        1 if !open && crossed == between => IllegalMove::BackwardCapture,
        1 => IllegalMove::NotReachable,
        _ => IllegalMove::JumpsSeveral {
            over: field.layout.set(crossed),
        },
    }
}

/// The direction from one square to another along the rule set's lines, and the squares between.
fn line(field: &Field<'_>, from: u8, to: u8) -> Option<(Direction, u64)> {
    let direction = field
        .rules
        .king_directions()
        .iter()
        .find(|&direction| field.layout.ray(from, direction) & bit(to) != 0)?;
    Some((direction, field.run(from, direction, bit(to))))
}

/// Why a move over free squares only is refused.
fn why_not_quiet(field: &Field<'_>, jumper: &Jumper, direction: Direction, to: u8) -> IllegalMove {
    if field.targets(jumper.at) & bit(to) != 0 {
        IllegalMove::MustCapture
    } else if !jumper.king && !field.steps.contains(direction) {
        IllegalMove::BackwardMove
    } else {
        IllegalMove::NotReachable
    }
}

/// Why a chain of possible jumps is no legal move: it goes on, or the legal ones take more. They
/// all weigh the same, so that one of them will do.
fn why_not_chain(field: &Field<'_>, jumper: &Jumper, legal: Option<&Capture>) -> IllegalMove {
    let next = field
        .hops(jumper)
        .iter()
        .fold(0, |set, hop| set | field.landings(jumper, hop));
    if next != 0 {
        return IllegalMove::ChainNotFinished {
            next: field.layout.set(next),
        };
    }
    let best = legal.map_or(0, |capture| capture.taken);
    if best.count_ones() > jumper.captured.count_ones() {
        IllegalMove::MoreCaptureExists { most: size(best) }
    } else {
        IllegalMove::MoreKingsCaptureExists {
            most: size(best & field.board.kings),
        }
    }
}
