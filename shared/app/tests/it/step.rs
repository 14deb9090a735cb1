//! One invocation, as an event brings it: what can be done again is done by the same event.

use crate::club::Tab;
use damero_app::actions::{self, Action};
use damero_app::{App, BoxFuture, Caller, Fault, Tick, authorize, timers, websocket};
use damero_domain::ids::{CommandId, ConnectionId, GameId, PairingId, RoomId};
use serde_json::{Value, json};

/// One invocation.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// A message of some action.
    Message {
        action: &'static str,
        tab: Tab,
        id: CommandId,
        fields: Value,
    },
    /// The authorizer, with a browser's secret.
    Authorize([u8; 32]),
    /// `$connect`.
    Connected(Tab),
    /// `$disconnect`.
    Disconnected(Tab),
    /// The watchdog of a game's clock.
    Clock(GameId),
    /// The end of an invitation.
    Lapse(RoomId),
    /// The tick of a ticket.
    Tick(Tick),
    /// The end of a pairing.
    Acceptance(PairingId),
    /// The daily walk.
    Audit,
}

impl Step {
    /// Runs it at the application's present time.
    pub(crate) async fn run(&self, app: &App) -> Result<(), Fault> {
        match self {
            Step::Message {
                action,
                tab,
                id,
                fields,
            } => Box::pin(serve(app, action, tab, *id, fields)).await,
            Step::Authorize(secret) => {
                let admission = authorize::authorize(app, "192.0.2.1", secret).await?;
                assert!(matches!(admission, damero_app::Admission::Allow { .. }));
                Ok(())
            }
            Step::Connected(tab) => {
                let caller = tab.caller(app.clock.now());
                let opened = authorize::connected(app, &caller).await?;
                assert_eq!(opened, damero_app::Opened::Yes);
                Ok(())
            }
            Step::Disconnected(tab) => {
                websocket::disconnected(app, &tab.connection, Some(tab.session)).await
            }
            Step::Clock(game) => timers::clock(app, *game).await,
            Step::Lapse(room) => timers::lapse(app, *room).await,
            Step::Tick(tick) => timers::tick(app, *tick).await,
            Step::Acceptance(pairing) => timers::acceptance(app, *pairing).await,
            Step::Audit => timers::audit(app).await.map(|_| ()),
        }
    }

    /// The crate of the function that it is an invocation of.
    pub(crate) fn function(&self) -> String {
        let name = match self {
            Step::Message { action, .. } => return in_words(action),
            Step::Authorize(_) => "ws-authorize",
            Step::Connected(_) => "ws-connect",
            Step::Disconnected(_) => "ws-disconnect",
            Step::Clock(_) => "timer-clock",
            Step::Lapse(_) => "invite-expire",
            Step::Tick(_) | Step::Acceptance(_) => "timer-queue",
            Step::Audit => "audit-active",
        };
        name.to_owned()
    }

    /// What its sender was told of it: that it is done, or a refusal's code. An event
    /// that is no message is answered when it has run.
    pub(crate) fn answer(&self, heard: &[(ConnectionId, String)]) -> Option<String> {
        let Step::Message { tab, id, .. } = self else {
            return None;
        };
        let id = id.to_string();
        heard.iter().find_map(|(to, text)| {
            if *to != tab.connection {
                return None;
            }
            let message: Value = serde_json::from_str(text).unwrap();
            if message["ack"] == id {
                Some("done".to_owned())
            } else if message["type"] == "refused" && message["id"] == id {
                Some(message["code"].as_str().unwrap().to_owned())
            } else {
                None
            }
        })
    }
}

/// `game-move` of `gameMove`.
fn in_words(action: &str) -> String {
    let letter = |letter: char| match letter.is_ascii_uppercase() {
        true => format!("-{}", letter.to_ascii_lowercase()),
        false => letter.to_string(),
    };
    action.chars().map(letter).collect()
}

/// Made in a frame of its own, which is gone when it runs: all actions' futures side by
/// side would fill the stack.
fn apart<'a, A: Action + 'a>(
    app: &'a App,
    caller: &'a Caller,
    body: &'a str,
) -> BoxFuture<'a, Result<(), Fault>> {
    Box::pin(websocket::serve::<A>(app, caller, body))
}

async fn serve(
    app: &App,
    action: &str,
    tab: &Tab,
    id: CommandId,
    fields: &Value,
) -> Result<(), Fault> {
    let caller = tab.caller(app.clock.now());
    let mut body = fields.clone();
    body["action"] = json!(action);
    body["id"] = json!(id.to_string());
    let body = body.to_string();
    macro_rules! route {
        ($($action:ident),*) => {
            match action {
                $(actions::$action::NAME => {
                    apart::<actions::$action>(app, &caller, &body).await
                })*
                _ => websocket::serve_unknown(app, &caller, &body).await,
            }
        };
    }
    route!(
        RoomCreate,
        RoomJoin,
        RoomAccept,
        RoomCancel,
        Sync,
        GameMove,
        GameHuff,
        GameDraw,
        GameClaimDraw,
        GameResign,
        GameCancel,
        GameFlag,
        GameRematch,
        HistoryGet,
        LevelStart,
        LevelMove,
        LevelLeave,
        LevelsGet,
        QueueJoin,
        QueueConfirm,
        QueueLeave,
        TermsAccept,
        AccountName,
        SessionRevoke,
        AccountDelete
    )
}
