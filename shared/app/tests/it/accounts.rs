//! Accounts: linking, what may be done with one, whose seats are whose.

mod deleting;
mod links;
mod seats;
mod tokens;
mod unlinking;

use crate::club::{Club, Done, Tab};
use crate::provider::Provider;
use damero_app::actions::{self, Action};
use damero_app::authorize::{self, Opened};
use damero_app::{Admission, App, SessionHash};
use damero_domain::ids::{AccountId, CommandId, ConnectionId};
use damero_protocol::server::Message;
use damero_protocol::server::account::{Identity, LinkedSession};
use damero_store::{HeldAccount, Session};
use serde_json::{Value, json};
use std::sync::Arc;

/// A club whose people a provider knows.
pub(crate) struct Linking {
    pub(crate) club: Club,
    pub(crate) provider: Arc<Provider>,
}

impl Linking {
    pub(crate) async fn new() -> Linking {
        let provider = Arc::new(Provider::new());
        let mut club = Club::new().await;
        club.app = club.app.in_club(Provider::club(), provider.clone());
        Linking { club, provider }
    }

    /// A browser's tab, as the authorizer and `$connect` let it in.
    pub(crate) async fn arrive(&self, browser: u8, nth: u8) -> Tab {
        let secret = [browser; 32];
        // Each browser at home: new sessions are counted by address.
        let address = format!("192.0.2.{browser}");
        let admission = authorize::authorize(&self.club.app, &address, &secret);
        let Admission::Allow {
            session,
            account,
            link,
            ..
        } = admission.await.unwrap()
        else {
            panic!("turned away");
        };
        let tab = Tab {
            connection: ConnectionId(format!("L0SM9cOFvHc{browser:02}{nth:02}=")),
            session,
            account,
            link,
            address: "203.0.113.7",
        };
        let caller = tab.caller(self.club.app.clock.now());
        let opened = authorize::connected(&self.club.app, &caller).await.unwrap();
        assert_eq!(opened, Opened::Yes);
        tab
    }

    /// A token that names `subject`, for the session's next link.
    pub(crate) fn token(&self, tab: &Tab, subject: &str) -> Value {
        let now = self.club.clock_now();
        let claims = Provider::claims(tab.session, tab.link, subject, now);
        json!({"id_token": self.provider.token(&claims)})
    }

    pub(crate) async fn link(&self, tab: &Tab, subject: &str) -> Done {
        let token = self.token(tab, subject);
        self.club.act::<actions::AccountLink>(tab, token).await
    }

    /// A browser that is linked and has connected again.
    pub(crate) async fn linked(&self, browser: u8, subject: &str) -> Tab {
        let tab = self.arrive(browser, 0).await;
        let done = self.link(&tab, subject).await;
        assert_eq!(done.refusal(), None);
        self.arrive(browser, 1).await
    }

    pub(crate) async fn session(&self, tab: &Tab) -> Session {
        let session = self.club.app.store.session(&tab.session.0).await;
        session.unwrap().unwrap()
    }

    pub(crate) async fn account(&self, id: AccountId) -> HeldAccount {
        self.club.app.store.account(id).await.unwrap().unwrap()
    }

    /// What the account page tells.
    pub(crate) async fn identity(&self, tab: &Tab) -> Identity {
        let page = json!({"page": "account"});
        identity(&self.club.does::<actions::Sync>(tab, page).await)
    }

    /// What the account page calls a browser.
    pub(crate) async fn listed(&self, tab: &Tab) -> String {
        let sessions = self.identity(tab).await.account.unwrap().sessions;
        let own = |listed: &&LinkedSession| listed.here;
        sessions.iter().find(own).unwrap().id.clone()
    }

    /// An action in an application of one's own.
    pub(crate) async fn act_in<A: Action>(
        &self,
        app: &App,
        tab: &Tab,
        id: CommandId,
        fields: Value,
    ) {
        let caller = tab.caller(app.clock.now());
        let fields = serde_json::from_value(fields).unwrap();
        let _ = A::handle(app, &caller, id, fields).await;
    }
}

/// The identity that an action told.
pub(crate) fn identity(done: &Done) -> Identity {
    let told = done
        .told
        .iter()
        .find_map(|outgoing| match &outgoing.message {
            Message::Identity(identity) => Some(identity.clone()),
            _ => None,
        });
    told.unwrap_or_else(|| panic!("{:?}", done.told))
}

/// Who was told to connect again.
pub(crate) fn to_reconnect(done: &Done) -> Vec<ConnectionId> {
    let told = done.told.iter();
    let told = told.filter(|outgoing| outgoing.message == Message::Reconnect {});
    let mut told: Vec<_> = told.map(|outgoing| outgoing.to.clone()).collect();
    told.sort();
    told
}

/// The session of a browser's secret.
pub(crate) fn session_of(browser: u8) -> SessionHash {
    SessionHash::of(&[browser; 32])
}
