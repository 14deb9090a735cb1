//! `queueJoin`: look for a rival.

use super::{Action, Failure};
use crate::app::{App, Caller, Fault};
use crate::outgoing::Outgoing;
use crate::people::reconnect;
use crate::periods;
use crate::play::write_stamp;
use crate::queue::{self, ATTEMPTS, How, Stand};
use crate::refuse::{refused, refused_with};
use damero_domain::account::{Account, LinkedSession, Missing};
use damero_domain::ids::{AccountId, CommandId};
use damero_domain::queue::Ticket;
use damero_domain::time::{Millis, Stamp};
use damero_protocol::client;
use damero_protocol::server::Message;
use damero_rules::RuleSet;
use damero_store::{HeldLock, HeldTicket, Joined, Place};
use futures_util::future::try_join;

/// A ticket's id is its command's; one whose time is further off is refused.
const MAX_ID_AGE: Millis = Millis::seconds(5 * 60);

/// A ticket and the account's lock, then a look at who else is there.
#[derive(Debug)]
pub struct QueueJoin;

impl Action for QueueJoin {
    const NAME: &'static str = "queueJoin";
    type Fields = client::QueueJoin;

    async fn handle(
        app: &App,
        caller: &Caller,
        id: CommandId,
        fields: client::QueueJoin,
    ) -> Result<Vec<Outgoing>, Failure> {
        let stamp = write_stamp(caller.stamp(app))?;
        let owner = match admit(app, caller, id, &fields).await? {
            Ok(owner) => owner,
            Err(refusal) => return Ok(vec![refusal]),
        };
        Ok(join(app, caller, id, &owner, stamp).await?)
    }
}

/// Who may queue, and where.
struct Owner {
    account: AccountId,
    name: String,
    rules: &'static RuleSet,
}

/// Whether the caller may queue at all; the refusal names what is missing.
async fn admit(
    app: &App,
    caller: &Caller,
    id: CommandId,
    fields: &client::QueueJoin,
) -> Result<Result<Owner, Outgoing>, Fault> {
    let refuse = |code| Ok(Err(queue::refuse(caller, code)));
    let Some(rules) = RuleSet::by_id(&fields.rule_set) else {
        let refused = refused_with("unknown_rule_set", "rule_set", fields.rule_set.as_str());
        let refused = Message::Refused(refused);
        return Ok(Err(Outgoing::new(&caller.connection, refused)));
    };
    if !app.club.is_open(rules) {
        return refuse("not_rated");
    }
    let age = caller.received - id.made_at();
    if age > MAX_ID_AGE || age < Millis::ZERO - MAX_ID_AGE {
        return refuse("id_time");
    }
    let held = match caller.account {
        Some(account) => app.store.account(account).await?,
        None => None,
    };
    let Some(held) = held.filter(|held| !held.deleted) else {
        return refuse("account_needed");
    };
    if !is_listed(&held.account, caller) {
        return Ok(Err(reconnect(caller)));
    }
    if held.account.suspended {
        return refuse("account_suspended");
    }
    match held.account.missing(app.club.terms).first() {
        Some(Missing::Account) => refuse("account_needed"),
        Some(Missing::VerifiedEmail) => refuse("email_unverified"),
        Some(Missing::Terms) => refuse("terms_needed"),
        None => Ok(Ok(Owner {
            account: held.account.id,
            name: held.account.name.to_string(),
            rules,
        })),
    }
}

/// A browser that signed out, or in as somebody else, may have connections of before.
fn is_listed(account: &Account, caller: &Caller) -> bool {
    let of_caller =
        |listed: &LinkedSession| (listed.hash, listed.link) == (caller.session.0, caller.link);
    account.sessions.iter().any(of_caller)
}

async fn join(
    app: &App,
    caller: &Caller,
    id: CommandId,
    owner: &Owner,
    stamp: Stamp,
) -> Result<Vec<Outgoing>, Fault> {
    let mut told = Vec::new();
    for _ in 0..ATTEMPTS {
        let (stand, news) = queue::settled(app, owner.account, stamp).await?;
        told.extend(news);
        let over = match queue::unless_over(app, stand, stamp).await? {
            Stand::Nowhere => None,
            Stand::Broken(lock) => Some(lock),
            stand => {
                told.extend(held_already(app, caller, owner, stand).await?);
                return Ok(told);
            }
        };
        match draw(app, caller, id, owner, over.as_ref(), stamp).await? {
            (Joined::Held, _) => {}
            (Joined::Nobody, _) => {
                told.push(queue::refuse(caller, "account_needed"));
                return Ok(told);
            }
            (Joined::DrawnBefore, _) => {
                told.extend(queue::page(app, caller, true).await?);
                return Ok(told);
            }
            (Joined::Done, ticket) => {
                told.extend(first_look(app, caller, &ticket).await?);
                return Ok(told);
            }
        }
    }
    told.push(queue::refuse(caller, "busy"));
    Ok(told)
}

/// Draws the ticket: its first tick is armed before the write that puts it.
async fn draw(
    app: &App,
    caller: &Caller,
    id: CommandId,
    owner: &Owner,
    over: Option<&HeldLock>,
    stamp: Stamp,
) -> Result<(Joined, HeldTicket), Fault> {
    let standing = async {
        let standing = app.store.standing(owner.rules, owner.account).await;
        standing.map_err(Fault::from)
    };
    // No ticket without a week and a month that its game belongs to.
    let (standing, _) = try_join(standing, periods::begin(app, owner.rules)).await?;
    let at = stamp.confirmed(stamp.received);
    let ticket = HeldTicket {
        ticket: Ticket {
            id: id.into(),
            account: owner.account,
            elo: standing.elo,
            since: at,
            entered: at,
        },
        rules: owner.rules,
        part: damero_store::keys::part_of(owner.account, app.club.queue.now),
        name: owner.name.clone(),
        games: standing.games,
        balance: standing.balance,
    };
    queue::arm_tick(app, &ticket, 0, at).await?;
    // Before the put, as everywhere: `$disconnect` has to find what names the tab.
    let place = Place::Lock(owner.account);
    let noted = app.store.note_binding(place, &caller.connection).await?;
    let tabs = noted.map(|_| caller.connection.clone());
    let joined = app.store.join(&ticket, tabs.into_iter().collect(), over);
    Ok((joined.await?, ticket))
}

/// Whoever has just come tries for a rival at once.
async fn first_look(
    app: &App,
    caller: &Caller,
    ticket: &HeldTicket,
) -> Result<Vec<Outgoing>, Fault> {
    let found = queue::search(app, ticket, How::Comes).await?;
    let mut told = found.told;
    if told.iter().all(|outgoing| outgoing.to != caller.connection) {
        if found.is_paired {
            // By somebody else, who may have ended before anybody was told.
            told.extend(queue::page(app, caller, true).await?);
        } else {
            let now = app.clock.now();
            told.push(queue::waiting_to(caller, ticket, &found.about, now));
        }
    }
    Ok(told)
}

/// An account that is held already: in this queue it is shown where it stands,
/// elsewhere it is told where to go.
async fn held_already(
    app: &App,
    caller: &Caller,
    owner: &Owner,
    stand: Stand,
) -> Result<Vec<Outgoing>, Fault> {
    match stand {
        Stand::Waiting(_, ticket) if ticket.rules.id != owner.rules.id => {
            let refused = refused_with("already_waiting", "rule_set", ticket.rules.id);
            let refused = Message::Refused(refused);
            Ok(vec![Outgoing::new(&caller.connection, refused)])
        }
        Stand::Playing(_, game) => Ok(vec![queue::refuse_playing(caller, game)]),
        Stand::Paired(held) if held.pairing.rules.id != owner.rules.id => {
            let mut told = queue::page(app, caller, true).await?;
            told.push(Outgoing::new(
                &caller.connection,
                Message::Refused(refused("already_paired")),
            ));
            Ok(told)
        }
        _ => queue::page(app, caller, true).await,
    }
}
