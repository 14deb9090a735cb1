//! Looking for a rival.

use super::{ATTEMPTS, tell};
use crate::app::{App, Fault};
use crate::outgoing::Outgoing;
use damero_domain::ids::ConnectionId;
use damero_domain::period::LocalDate;
use damero_domain::queue::{Attempt, CONFIRM_TIME, Gap, Ticket, Tickets, accepted_gap, order};
use damero_domain::rating::MicroElo;
use damero_domain::side::BySide;
use damero_domain::time::{GRACE, Timestamp};
use damero_store::{HeldPairing, HeldTicket, Hold, MOST_RIVALS, Near, Paired, Rivals};

/// A newcomer looks at so many tickets on either side of its own.
const EACH_WAY: i32 = 50;

/// So many of the best rivals are looked at closely.
const CLOSELY: usize = 8;

/// How a ticket looks for a rival.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// It has just come, with others perhaps.
    Comes,
    /// It has been there a while: everything within its gap.
    Waits,
    /// It only wants to know who else is about.
    Looks,
}

/// Who else is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct About {
    /// Somebody else is in the queue.
    pub(crate) company: bool,
    /// All who fit have met this one often enough today.
    pub(crate) met_enough: bool,
}

/// What became of a search.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// What is to be told: of the rival, to all tabs of both.
    pub(crate) told: Vec<Outgoing>,
    /// Whether the ticket is no more: a rival was found, here or by somebody else.
    pub(crate) is_paired: bool,
    /// Who else is about.
    pub(crate) about: About,
}

/// What one look at the queue shows.
struct View {
    rivals: Vec<HeldTicket>,
    known: Rivals,
    about: About,
}

/// Looks for a rival and pairs the ticket with the best that can be had.
pub(crate) async fn search(app: &App, own: &HeldTicket, how: How) -> Result<Found, Fault> {
    let mut found = Found::default();
    let mut attempt = Attempt::default();
    for _ in 0..ATTEMPTS {
        let now = app.clock.now();
        let Some(today) = app.club.zone.day(now) else {
            return Ok(found);
        };
        let Some(view) = look(app, own, how, attempt, now, today).await? else {
            found.is_paired = true;
            return Ok(found);
        };
        found.about = view.about;
        let best = view.rivals.first().filter(|_| how != How::Looks);
        let Some(rival) = best else {
            return Ok(found);
        };
        let held = HeldPairing::new([own, rival], now);
        let after = CONFIRM_TIME + GRACE;
        app.timers.end_pairing(held.pairing.id, after).await?;
        match app.store.pair(&held, [own, rival], today).await? {
            Paired::Done => {
                found.told = tell::paired(&held, &tabs(&held, &view.known));
                found.is_paired = true;
                return Ok(found);
            }
            Paired::Gone { own: true, .. } => {
                found.is_paired = true;
                return Ok(found);
            }
            // Read again: they have met since, or the rival has gone.
            Paired::Gone { .. } | Paired::MetEnough | Paired::Conflict => {
                attempt = attempt.next();
            }
        }
    }
    Ok(found)
}

/// Looks at the queue. None if the ticket does not stand in it any more.
async fn look(
    app: &App,
    own: &HeldTicket,
    how: How,
    attempt: Attempt,
    now: Timestamp,
    today: LocalDate,
) -> Result<Option<View>, Fault> {
    let near = near(own, how, now);
    let mut seen = app.store.tickets(own.rules, app.club.parts(), near).await?;
    seen.retain(|other| other.ticket.account != own.ticket.account);
    let tickets: Vec<_> = seen.iter().map(|held| held.ticket).collect();
    let best = match how {
        How::Comes => Tickets {
            own: &own.ticket,
            others: &tickets,
            now,
        }
        .to_try(attempt),
        How::Waits | How::Looks => order(&own.ticket, &tickets, now, attempt),
    };
    let best: Vec<_> = best
        .into_iter()
        .take(CLOSELY.min(MOST_RIVALS))
        .filter_map(|ticket| held_of(&seen, &ticket))
        .collect();
    let accounts: Vec<_> = best.iter().map(|held| held.ticket.account).collect();
    let known = app
        .store
        .rivals(own.ticket.account, &accounts, today)
        .await?;
    if !names(&known, own) {
        return Ok(None);
    }
    let mut rivals = Vec::new();
    let mut met = false;
    for rival in best {
        if !names(&known, &rival) {
            // Left over from a lock that somebody took over: in nobody's way any more.
            app.store.drop_ticket(&rival).await?;
        } else if known.may_meet(rival.ticket.account, own.rules.id) {
            rivals.push(rival);
        } else {
            met = true;
        }
    }
    let about = About {
        company: !seen.is_empty(),
        met_enough: met && rivals.is_empty(),
    };
    Ok(Some(View {
        rivals,
        known,
        about,
    }))
}

fn near(own: &HeldTicket, how: How, now: Timestamp) -> Near {
    let elo = own.ticket.elo;
    match (how, accepted_gap(own.ticket.wait(now))) {
        (How::Comes | How::Looks, _) => Near::Tickets(elo, EACH_WAY),
        (How::Waits, Gap::Any) => Near::All,
        (How::Waits, Gap::Points(points)) => {
            let gap = MicroElo::points(points.into()).0;
            Near::Between(MicroElo(elo.0 - gap), MicroElo(elo.0 + gap))
        }
    }
}

fn held_of(seen: &[HeldTicket], ticket: &Ticket) -> Option<HeldTicket> {
    seen.iter().find(|held| held.ticket == *ticket).cloned()
}

/// Whether the lock of a ticket's account names it.
fn names(known: &Rivals, held: &HeldTicket) -> bool {
    let lock = known.lock(held.ticket.account);
    lock.is_some_and(|lock| lock.hold == Hold::Queued(held.key()))
}

/// Everybody who waits with one of the two.
fn tabs(held: &HeldPairing, known: &Rivals) -> BySide<Vec<ConnectionId>> {
    BySide::new(|side| {
        let lock = known.lock(held.pairing.players[side].account);
        lock.map(|lock| lock.connections.clone())
            .unwrap_or_default()
    })
}
