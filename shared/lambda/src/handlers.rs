//! One handler a function: the event in, the answer out.

use crate::clerks;
use crate::events;
use crate::host::Settings;
use aws_lambda_events::event::sqs::SqsEvent;
use damero_app::actions::{self, Action};
use damero_app::{Admission, App, BoxFuture, Fault, Opened, Tick, authorize, timers, websocket};
use damero_domain::ids::InvalidId;
use damero_protocol::SUBPROTOCOL;
use serde::Deserialize;
use serde_json::{Value, json};

/// A handler's failure: Lambda reports it, and whoever invoked the function tries again.
pub type Error = Box<dyn std::error::Error + Send + Sync>;

/// What a function does with one event.
pub type Handler = for<'a> fn(&'a App, &'a Settings, Value) -> BoxFuture<'a, Result<Value, Error>>;

/// The handler of the function with this name.
#[must_use]
pub fn handler(function: &str) -> Option<Handler> {
    Some(match function {
        "ws-authorize" => ws_authorize as Handler,
        "ws-connect" => ws_connect,
        "ws-disconnect" => ws_disconnect,
        "ws-default" => ws_default,
        "timer-clock" => timer_clock,
        "timer-queue" => timer_queue,
        "invite-expire" => invite_expire,
        "audit-active" => audit_active,
        "sync" => action::<actions::Sync>,
        "room-create" => action::<actions::RoomCreate>,
        "room-join" => action::<actions::RoomJoin>,
        "room-accept" => action::<actions::RoomAccept>,
        "room-cancel" => action::<actions::RoomCancel>,
        "game-move" => action::<actions::GameMove>,
        "game-huff" => action::<actions::GameHuff>,
        "game-draw" => action::<actions::GameDraw>,
        "game-claim-draw" => action::<actions::GameClaimDraw>,
        "game-resign" => action::<actions::GameResign>,
        "game-flag" => action::<actions::GameFlag>,
        "game-cancel" => action::<actions::GameCancel>,
        "game-rematch" => action::<actions::GameRematch>,
        "level-start" => action::<actions::LevelStart>,
        "level-move" => action::<actions::LevelMove>,
        "level-leave" => action::<actions::LevelLeave>,
        "levels-get" => action::<actions::LevelsGet>,
        "queue-join" => action::<actions::QueueJoin>,
        "queue-leave" => action::<actions::QueueLeave>,
        "queue-confirm" => action::<actions::QueueConfirm>,
        "account-link" => action::<actions::AccountLink>,
        "account-name" => action::<actions::AccountName>,
        "account-delete" => action::<actions::AccountDelete>,
        "terms-accept" => action::<actions::TermsAccept>,
        "session-revoke" => action::<actions::SessionRevoke>,
        "history-get" => action::<actions::HistoryGet>,
        "rankings-get" => action::<actions::RankingsGet>,
        "league-get" => action::<actions::LeagueGet>,
        "evidence-get" => action::<actions::EvidenceGet>,
        "period-close" => clerks::period_close,
        "admin-invalidate" => clerks::admin_invalidate,
        "admin-reinstate" => clerks::admin_reinstate,
        "admin-signals" => clerks::admin_signals,
        _ => return None,
    })
}

/// A route's action.
pub fn action<'a, A: Action + 'static>(
    app: &'a App,
    _: &'a Settings,
    event: Value,
) -> BoxFuture<'a, Result<Value, Error>> {
    Box::pin(async move {
        let message = events::gateway(event)?;
        websocket::serve::<A>(app, &message.caller()?, &message.body).await?;
        Ok(ok())
    })
}

/// `$default`: what no route takes.
pub fn ws_default<'a>(
    app: &'a App,
    _: &'a Settings,
    event: Value,
) -> BoxFuture<'a, Result<Value, Error>> {
    Box::pin(async move {
        let message = events::gateway(event)?;
        websocket::serve_unknown(app, &message.caller()?, &message.body).await?;
        Ok(ok())
    })
}

/// The authorizer of `$connect`: origin, protocol, token.
pub fn ws_authorize<'a>(
    app: &'a App,
    settings: &'a Settings,
    event: Value,
) -> BoxFuture<'a, Result<Value, Error>> {
    Box::pin(async move {
        let attempt = events::attempt(event)?;
        let admission = match attempt.secret {
            _ if !settings.allows(attempt.origin.as_deref()) => {
                Admission::Deny("origin not allowed")
            }
            None => Admission::Deny("no protocol or token"),
            Some(secret) => authorize::authorize(app, &attempt.address, &secret).await?,
        };
        Ok(policy(&admission, &attempt.method_arn))
    })
}

/// `$connect`: answers the subprotocol, never the token.
pub fn ws_connect<'a>(
    app: &'a App,
    _: &'a Settings,
    event: Value,
) -> BoxFuture<'a, Result<Value, Error>> {
    Box::pin(async move {
        let connection = events::gateway(event)?;
        let caller = connection.caller()?;
        Ok(match authorize::connected(app, &caller).await? {
            Opened::Yes => json!({
                "statusCode": 200,
                "headers": { "Sec-WebSocket-Protocol": SUBPROTOCOL },
            }),
            // The browser tries again and is admitted as who it is by then.
            Opened::Stale => json!({ "statusCode": 409 }),
        })
    })
}

/// `$disconnect`, best effort.
pub fn ws_disconnect<'a>(
    app: &'a App,
    _: &'a Settings,
    event: Value,
) -> BoxFuture<'a, Result<Value, Error>> {
    Box::pin(async move {
        let connection = events::gateway(event)?;
        websocket::disconnected(app, &connection.connection, connection.session).await?;
        Ok(ok())
    })
}

#[derive(Deserialize)]
struct GameTimer {
    game: String,
}

#[derive(Deserialize)]
struct RoomTimer {
    room: String,
}

/// What a message of the ticket queue asks for.
#[derive(Deserialize)]
#[serde(untagged)]
enum QueueTimer {
    /// A ticket looks again.
    Tick {
        account: String,
        ticket: String,
        alone: u8,
    },
    /// A pairing's time is over.
    Acceptance { pairing: String },
}

/// The ticket queue: looks of tickets, ends of pairings.
pub fn timer_queue<'a>(
    app: &'a App,
    _: &'a Settings,
    event: Value,
) -> BoxFuture<'a, Result<Value, Error>> {
    Box::pin(async move {
        let each = |body: String| async move {
            let timer = serde_json::from_str(&body);
            match timer.map_err(|error| Fault::Event(error.to_string()))? {
                QueueTimer::Tick {
                    account,
                    ticket,
                    alone,
                } => {
                    let tick = Tick {
                        account: account.parse().map_err(no_id)?,
                        ticket: ticket.parse().map_err(no_id)?,
                        alone,
                    };
                    timers::tick(app, tick).await
                }
                QueueTimer::Acceptance { pairing } => {
                    timers::acceptance(app, pairing.parse().map_err(no_id)?).await
                }
            }
        };
        Ok(messages(event, each).await?)
    })
}

fn no_id(error: InvalidId) -> Fault {
    Fault::Event(error.to_string())
}

/// The clock queue: each message on its own, so that one failure repeats nothing else.
pub fn timer_clock<'a>(
    app: &'a App,
    _: &'a Settings,
    event: Value,
) -> BoxFuture<'a, Result<Value, Error>> {
    Box::pin(async move { Ok(clocks(app, event).await?) })
}

/// An invitation's 24 hours are over.
pub fn invite_expire<'a>(
    app: &'a App,
    _: &'a Settings,
    event: Value,
) -> BoxFuture<'a, Result<Value, Error>> {
    Box::pin(async move {
        let timer: RoomTimer = serde_json::from_value(event)?;
        timers::lapse(app, timer.room.parse()?).await?;
        Ok(Value::Null)
    })
}

/// The daily walk, and the clock queue's dead letters: whatever comes, running
/// games that are due are ended.
pub fn audit_active<'a>(
    app: &'a App,
    _: &'a Settings,
    event: Value,
) -> BoxFuture<'a, Result<Value, Error>> {
    Box::pin(async move {
        if event.get("Records").is_some() {
            return Ok(clocks(app, event).await?);
        }
        let ended = timers::audit(app).await?;
        Ok(json!({ "ended": ended }))
    })
}

async fn clocks(app: &App, event: Value) -> Result<Value, Fault> {
    let each = |body: String| async move {
        let timer = serde_json::from_str::<GameTimer>(&body);
        let timer = timer.map_err(|error| Fault::Event(error.to_string()))?;
        timers::clock(app, timer.game.parse().map_err(no_id)?).await
    };
    messages(event, each).await
}

/// Messages of a queue, each on its own, so that one failure repeats nothing else.
async fn messages<F>(event: Value, each: impl Fn(String) -> F) -> Result<Value, Fault>
where
    F: Future<Output = Result<(), Fault>>,
{
    let event: SqsEvent =
        serde_json::from_value(event).map_err(|error| Fault::Event(error.to_string()))?;
    let mut failures = Vec::new();
    for record in event.records {
        let outcome = each(record.body.unwrap_or_default()).await;
        if let Err(fault) = outcome {
            tracing::error!(error = %fault, "timer failed");
            failures.push(json!({ "itemIdentifier": record.message_id }));
        }
    }
    Ok(json!({ "batchItemFailures": failures }))
}

fn ok() -> Value {
    json!({ "statusCode": 200 })
}

/// The gateway hands the context on with every message, as texts.
fn policy(admission: &Admission, method_arn: &str) -> Value {
    let statement = |effect: &str| {
        json!({ "Version": "2012-10-17", "Statement": [
            { "Action": "execute-api:Invoke", "Effect": effect, "Resource": method_arn }
        ] })
    };
    match admission {
        Admission::Allow {
            session,
            account,
            link,
            expires,
        } => json!({
            "principalId": "session",
            "policyDocument": statement("Allow"),
            "context": {
                "session": session.to_hex(),
                "account": account.map(|account| account.to_string()).unwrap_or_default(),
                "link": link.to_string(),
                "expires": expires.0.to_string(),
            },
        }),
        Admission::Deny(why) => {
            tracing::info!(why, "connection refused");
            json!({ "principalId": "nobody", "policyDocument": statement("Deny") })
        }
    }
}
