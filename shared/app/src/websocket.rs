//! From a message to an action and back to everybody.

use crate::actions::{Action, Failure};
use crate::app::{App, Caller, Fault};
use crate::identity::SessionHash;
use crate::outgoing::Outgoing;
use crate::ports::Delivery;
use crate::presence;
use crate::refuse::{refused, refused_with};
use damero_domain::ids::{CommandId, ConnectionId};
use damero_protocol::MAX_MESSAGE_BYTES;
use damero_protocol::server::{Envelope, Message, Refused};
use damero_store::Place;
use futures_util::future::join_all;
use serde_json::{Map, Value};

/// Serves one message of action `A`.
///
/// # Errors
/// [`Fault`]: the outcome is unknown, the client sends the command again.
pub async fn serve<A: Action>(app: &App, caller: &Caller, body: &str) -> Result<(), Fault> {
    let (id, told) = match admit(app, caller, body) {
        Ok(message) => (Some(message.id), act::<A>(app, caller, message).await?),
        Err(rejection) => (rejection.id, rejection.told(caller)),
    };
    let told = told
        .into_iter()
        .map(|outgoing| named(outgoing, Some(A::NAME), id))
        .collect();
    deliver(app, Some(caller), id, told).await
}

/// Answers a message that no route takes.
///
/// # Errors
/// [`Fault`], if even that cannot be done.
pub async fn serve_unknown(app: &App, caller: &Caller, body: &str) -> Result<(), Fault> {
    let rejection = match admit(app, caller, body) {
        Err(rejection) => *rejection,
        Ok(Admitted { id, action, .. }) => {
            let refused = refused("unknown_action");
            let refused = Refused { action, ..refused };
            Rejection {
                id: Some(id),
                refused,
            }
        }
    };
    let id = rejection.id;
    let told = rejection.told(caller);
    let told = told
        .into_iter()
        .map(|outgoing| named(outgoing, None, id))
        .collect();
    deliver(app, Some(caller), id, told).await
}

/// A connection is no more: it leaves every list, its session's as well, and rivals
/// see it.
///
/// # Errors
/// [`Fault`].
pub async fn disconnected(
    app: &App,
    connection: &ConnectionId,
    session: Option<SessionHash>,
) -> Result<(), Fault> {
    let told = presence::forget(app, connection).await?;
    deliver(app, None, None, told).await?;
    if let Some(session) = session {
        let gone = std::slice::from_ref(connection);
        app.store.close_sockets(&session.0, gone).await?;
    }
    Ok(())
}

/// A message that is a command of some action.
struct Admitted {
    id: CommandId,
    action: Option<String>,
    fields: Map<String, Value>,
}

/// Why a message is none.
struct Rejection {
    id: Option<CommandId>,
    refused: Refused,
}

impl Rejection {
    fn told(self, caller: &Caller) -> Vec<Outgoing> {
        vec![Outgoing::new(
            &caller.connection,
            Message::Refused(self.refused),
        )]
    }
}

/// Size, rate, session, form: what is wrong with a message before its action matters.
fn admit(app: &App, caller: &Caller, body: &str) -> Result<Admitted, Box<Rejection>> {
    let reject = |id, code| {
        Err(Box::new(Rejection {
            id,
            refused: refused(code),
        }))
    };
    if body.len() > MAX_MESSAGE_BYTES {
        return reject(None, "too_large");
    }
    let Ok(Value::Object(mut fields)) = serde_json::from_str(body) else {
        return reject(None, "bad_json");
    };
    let mut text = |name| Some(fields.remove(name)?.as_str()?.to_owned());
    let (id, action) = (text("id").and_then(|id| id.parse().ok()), text("action"));
    if !app.throttle.admit(&caller.connection, app.clock.now()) {
        return reject(id, "too_frequent");
    }
    if caller.received >= caller.expires {
        return reject(id, "session_expired");
    }
    match id {
        Some(id) => Ok(Admitted { id, action, fields }),
        None => reject(None, "bad_id"),
    }
}

async fn act<A: Action>(
    app: &App,
    caller: &Caller,
    Admitted { id, fields, .. }: Admitted,
) -> Result<Vec<Outgoing>, Fault> {
    let outcome = match serde_json::from_value(Value::Object(fields)) {
        Ok(fields) => A::handle(app, caller, id, fields).await,
        Err(error) => Err(Failure::Malformed(error.to_string())),
    };
    match outcome {
        Ok(told) => Ok(told),
        Err(Failure::Fault(fault)) => Err(fault),
        Err(Failure::Malformed(why)) => {
            let refused = refused_with("bad_message", "why", why);
            Ok(vec![Outgoing::new(
                &caller.connection,
                Message::Refused(refused),
            )])
        }
    }
}

/// A refusal names the command it refuses.
fn named(mut outgoing: Outgoing, action: Option<&str>, id: Option<CommandId>) -> Outgoing {
    if let Message::Refused(refused) = &mut outgoing.message {
        refused.action = action.map(Into::into).or(refused.action.take());
        refused.id = id.map(|id| id.to_string());
    }
    outgoing
}

/// Posts everything, acknowledges the command to its sender, takes connections that
/// are gone off the lists that named them, which rivals are told, and closes one
/// that is refused too often.
pub(crate) async fn deliver(
    app: &App,
    caller: Option<&Caller>,
    id: Option<CommandId>,
    told: Vec<Outgoing>,
) -> Result<(), Fault> {
    let now = app.clock.now();
    let refusal = told.iter().find_map(|outgoing| match &outgoing.message {
        Message::Refused(refused) => Some(refused.code.clone()),
        _ => None,
    });
    let own = caller.map(|caller| &caller.connection);
    let ack = id.filter(|_| refusal.is_none()).map(|id| id.to_string());
    let mut gone = post(app, own.zip(ack.as_deref()), told).await;
    // Each round leaves lists that are shorter, so this ends.
    while !gone.is_empty() {
        let told = presence::prune(app, gone).await?;
        gone = post(app, None, told).await;
    }
    if let Some(caller) = caller
        && counts(refusal.as_deref())
        && app
            .throttle
            .refused(&caller.connection, now, refusal.is_some())
    {
        app.push.close(&caller.connection).await;
    }
    Ok(())
}

/// Posts everything side by side, with `ack` to the connection that it is for.
/// Returns which connections are gone, with the list that named them.
async fn post(
    app: &App,
    ack: Option<(&ConnectionId, &str)>,
    told: Vec<Outgoing>,
) -> Vec<(Place, ConnectionId)> {
    let now = app.clock.now().0;
    let posts = told.into_iter().map(|outgoing| {
        let Outgoing {
            to,
            message,
            listed,
        } = outgoing;
        let ack = ack.filter(|(own, _)| **own == to);
        let envelope = Envelope {
            now,
            ack: ack.map(|(_, id)| id.to_owned()),
            message,
        };
        async move {
            let text = serde_json::to_string(&envelope).ok()?;
            let gone = app.push.post(&to, text).await == Delivery::Gone;
            listed.filter(|_| gone).map(|place| (place, to))
        }
    });
    join_all(posts).await.into_iter().flatten().collect()
}

/// Refusals that an honest client meets in a race say nothing about it, either way.
fn counts(refusal: Option<&str>) -> bool {
    !matches!(
        refusal,
        Some("stale" | "early" | "time_up" | "busy" | "not_flagged")
    )
}
