//! `queueConfirm`: the one confirmation before a rated game. The second starts it.

use super::{Action, Failure, parse_id};
use crate::address;
use crate::app::{App, Caller, Fault};
use crate::outgoing::Outgoing;
use crate::periods;
use crate::play::write_stamp;
use crate::queue::{self, ATTEMPTS, Stand};
use crate::refuse::from_domain;
use damero_domain::game::Setup;
use damero_domain::ids::{AccountId, CommandId, PairingId};
use damero_domain::queue::{Event, State, Verdict};
use damero_domain::refusal::Refusal;
use damero_domain::time::{GRACE, Stamp};
use damero_protocol::client;
use damero_protocol::server::Message;
use damero_store::{HeldPairing, Saved};
use futures_util::future::try_join;

/// There is no second wait: with the second confirmation the clock runs.
#[derive(Debug)]
pub struct QueueConfirm;

impl Action for QueueConfirm {
    const NAME: &'static str = "queueConfirm";
    type Fields = client::QueueConfirm;

    async fn handle(
        app: &App,
        caller: &Caller,
        _id: CommandId,
        fields: client::QueueConfirm,
    ) -> Result<Vec<Outgoing>, Failure> {
        let pairing = parse_id("pairing", &fields.pairing)?;
        match caller.account {
            Some(account) => Ok(confirm(app, caller, account, pairing).await?),
            None => Ok(vec![queue::refuse(caller, "account_needed")]),
        }
    }
}

async fn confirm(
    app: &App,
    caller: &Caller,
    account: AccountId,
    pairing: PairingId,
) -> Result<Vec<Outgoing>, Fault> {
    let mut told = Vec::new();
    for _ in 0..ATTEMPTS {
        let stamp = write_stamp(caller.stamp(app))?;
        let Some(held) = app.store.pairing(pairing).await? else {
            told.push(queue::refuse(caller, "pairing_unknown"));
            return Ok(told);
        };
        if held.pairing.side_of(account).is_some()
            && let Some(lapse) = held.pairing.settle(stamp)
        {
            let parted = queue::part(app, &held, &lapse, stamp).await?;
            told.extend(parted.unwrap_or_default());
            continue;
        }
        let news = match held.pairing.confirm(account, stamp) {
            Err(refusal) => {
                told.extend(refuse(app, caller, account, &refusal, stamp).await?);
                return Ok(told);
            }
            Ok(Verdict::Known) => {
                told.extend(again(app, caller, &held).await?);
                return Ok(told);
            }
            Ok(Verdict::Accepted(event)) => commit(app, caller, &held, &event).await?,
        };
        if let Some(news) = news {
            told.extend(news);
            return Ok(told);
        }
    }
    told.push(queue::refuse(caller, "busy"));
    Ok(told)
}

/// Writes a confirmation; none if somebody else wrote first.
async fn commit(
    app: &App,
    caller: &Caller,
    held: &HeldPairing,
    event: &Event,
) -> Result<Option<Vec<Outgoing>>, Fault> {
    let mut after = held.clone();
    after.pairing.evolve(event);
    if let Event::Confirmed(side, _) | Event::Started(side, _) = event {
        // One moment for both: their tags can be told apart also at the end of a month.
        let at = held.pairing.deadline;
        after.about[*side].address = address::tag(&app.club, caller.address.as_deref(), at);
    }
    if let Event::Started(_, setup) = event {
        return start(app, held, &after, setup).await;
    }
    match app.store.confirm_pairing(held, &after).await? {
        Saved::Done(()) => {
            let tabs = queue::audience(app, held).await?;
            let mut told = queue::paired(&after, &tabs);
            if told.iter().all(|outgoing| outgoing.to != caller.connection) {
                // The rival has left since: the command is answered all the same.
                told.extend(queue::page(app, caller, true).await?);
            }
            Ok(Some(told))
        }
        Saved::Lost(_) => Ok(None),
    }
}

/// Starts the game: the watchdog is armed before the commit it guards.
async fn start(
    app: &App,
    held: &HeldPairing,
    after: &HeldPairing,
    setup: &Setup,
) -> Result<Option<Vec<Outgoing>>, Fault> {
    if let Some(control) = setup.control {
        app.timers
            .watch_clock(setup.id, control.initial + GRACE)
            .await?;
    }
    // The audience before the write: from then on the locks are the game's.
    let began = periods::began(app, held.pairing.rules);
    let (tabs, began) = try_join(queue::audience(app, held), began).await?;
    if began.is_none_or(|began| setup.started < began) {
        // Whose clock it was by: a game that ends before rated play is in no period.
        tracing::warn!(game = %setup.id, "rated play had not begun when this game was to start");
        return Err(Fault::Busy);
    }
    match app.store.start_rated(held, after, setup).await? {
        Saved::Done(game) => Ok(Some(queue::started(held, &game, &tabs))),
        Saved::Lost(_) => Ok(None),
    }
}

/// Confirmed before: told again where it stands.
async fn again(app: &App, caller: &Caller, held: &HeldPairing) -> Result<Vec<Outgoing>, Fault> {
    match held.pairing.state {
        State::Started(game) => queue::game_of(app, caller, game).await,
        // Whoever committed it may have ended before anybody was told.
        _ => {
            let mut told = queue::paired(held, &queue::audience(app, held).await?);
            told.retain(|outgoing| outgoing.to != caller.connection);
            told.extend(queue::paired_to(caller, held));
            Ok(told)
        }
    }
}

/// A refusal, after where the account stands now.
async fn refuse(
    app: &App,
    caller: &Caller,
    account: AccountId,
    refusal: &Refusal,
    stamp: Stamp,
) -> Result<Vec<Outgoing>, Fault> {
    let mut told = Vec::new();
    if *refusal == Refusal::PairingOver {
        let (stand, news) = queue::settled(app, account, stamp).await?;
        told.extend(news);
        if let Stand::Nowhere = stand {
            told.push(queue::free(caller, None));
        }
    }
    let refused = Message::Refused(from_domain(refusal));
    told.push(Outgoing::new(&caller.connection, refused));
    Ok(told)
}
