//! The application and who calls it.

use crate::club::Club;
use crate::identity::SessionHash;
use crate::keys::Keys;
use crate::ports::{BoxFuture, Clock, Opponent, PortError, Push, Timers, Web};
use crate::throttle::Throttle;
use damero_domain::game::{Event, Game};
use damero_domain::identity::Identity;
use damero_domain::ids::{AccountId, ConnectionId};
use damero_domain::time::{Stamp, Timestamp};
use damero_store::{Store, StoreError};
use std::sync::Arc;

/// Everything an action needs. Cheap to clone.
#[derive(Clone)]
pub struct App {
    /// The table.
    pub store: Store,
    /// To browsers.
    pub push: Arc<dyn Push>,
    /// To later.
    pub timers: Arc<dyn Timers>,
    /// This host's clock.
    pub clock: Arc<dyn Clock>,
    /// What is too much.
    pub limits: Limits,
    /// What the deployment says of itself.
    pub club: Arc<Club>,
    /// The keys of the provider whose people may link accounts.
    pub keys: Arc<Keys>,
    /// Who plays against people.
    pub opponent: Arc<dyn Opponent>,
    pub(crate) throttle: Arc<Throttle>,
}

/// What is too much.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// New sessions an address may open in an hour.
    pub sessions_per_hour: u64,
    /// Connections an address may open in a minute.
    pub connections_per_minute: u64,
    /// Rooms a person may create in an hour.
    pub rooms_per_hour: u64,
    /// Games against the computer a person may start in an hour.
    pub levels_per_hour: u64,
    /// Messages a connection may send in a second, over ten seconds.
    pub messages_per_second: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            sessions_per_hour: 20,
            connections_per_minute: 120,
            rooms_per_hour: 60,
            levels_per_hour: 60,
            messages_per_second: 10,
        }
    }
}

impl App {
    /// An application over its ports.
    #[must_use]
    pub fn new(
        store: Store,
        push: Arc<dyn Push>,
        timers: Arc<dyn Timers>,
        clock: Arc<dyn Clock>,
        limits: Limits,
    ) -> App {
        let throttle = Arc::new(Throttle::new(limits.messages_per_second));
        App {
            store,
            push,
            timers,
            clock,
            limits,
            club: Arc::default(),
            keys: Arc::new(Keys::new(Arc::new(Nowhere))),
            opponent: Arc::new(Nobody),
            throttle,
        }
    }

    /// The same application in a club of these settings, whose provider it can ask.
    #[must_use]
    pub fn in_club(self, club: Club, web: Arc<dyn Web>) -> App {
        App {
            club: Arc::new(club),
            keys: Arc::new(Keys::new(web)),
            ..self
        }
    }

    /// The same application, in which this one plays for the computer.
    #[must_use]
    pub fn against(self, opponent: Arc<dyn Opponent>) -> App {
        App { opponent, ..self }
    }

    /// The same application with a fresh record that keeps each database call.
    #[must_use]
    pub fn observed(&self) -> App {
        App {
            store: self.store.observed(),
            ..self.clone()
        }
    }

    /// The stamp of something no client sent.
    #[must_use]
    pub fn stamp(&self) -> Stamp {
        Stamp::at(self.clock.now())
    }
}

/// Where no provider is: nothing can be asked.
struct Nowhere;

impl Web for Nowhere {
    fn get<'a>(&'a self, address: &'a str) -> BoxFuture<'a, Result<String, PortError>> {
        let error = PortError(format!("{address} cannot be asked from here").into());
        Box::pin(std::future::ready(Err(error)))
    }
}

/// Where no computer is: a level goes nowhere.
struct Nobody;

impl Opponent for Nobody {
    fn answer<'a>(&'a self, _: &'a Game) -> BoxFuture<'a, Result<Vec<Event>, PortError>> {
        let error = PortError("no computer plays here".into());
        Box::pin(std::future::ready(Err(error)))
    }
}

/// Who sent a message, as the gateway tells.
#[derive(Clone, Debug)]
pub struct Caller {
    /// Over which connection.
    pub connection: ConnectionId,
    /// With which session.
    pub session: SessionHash,
    /// The account that the session was linked to when the connection was opened.
    pub account: Option<AccountId>,
    /// How often the session had been linked or unlinked by then.
    pub link: u64,
    /// When that session lapses.
    pub expires: Timestamp,
    /// When the gateway received the message.
    pub received: Timestamp,
    /// From which address, if the gateway says so.
    pub address: Option<String>,
}

impl Caller {
    /// By which names the caller may hold a seat.
    #[must_use]
    pub fn identity(&self) -> Identity {
        match self.account {
            Some(account) => Identity::linked(&self.session.0, account),
            None => Identity::guest(&self.session.0),
        }
    }

    /// The message's stamp, taken now.
    #[must_use]
    pub fn stamp(&self, app: &App) -> Stamp {
        Stamp {
            received: self.received,
            now: app.clock.now(),
        }
    }
}

/// The command may or may not have been carried out: the client sends it again.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Another service.
    #[error(transparent)]
    Port(#[from] PortError),
    /// This host's clock is too far from the gateway's to write anything.
    #[error("this host's clock is {0} ms off the gateway's")]
    Skew(i64),
    /// There was no time for the rest: another run goes on with it.
    #[error("not finished: to be run again")]
    Unfinished,
    /// Too many others wrote at the same time.
    #[error("busy: to be tried again")]
    Busy,
    /// What is stored of ratings does not hang together.
    #[error("the rating log: {0}")]
    Log(String),
    /// An instant beyond every calendar.
    #[error("no date at {0} ms")]
    Calendar(i64),
    /// An event that the template's own configuration cannot send.
    #[error("malformed event: {0}")]
    Event(String),
}

impl Fault {
    /// The log does not hang together.
    pub(crate) fn log(error: impl std::error::Error) -> Fault {
        Fault::Log(error.to_string())
    }
}
