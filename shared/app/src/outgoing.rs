//! What an action wants said, and to whom.

use damero_domain::ids::ConnectionId;
use damero_protocol::server::Message;
use damero_store::Place;

/// One message to one connection.
#[derive(Clone, Debug, PartialEq)]
pub struct Outgoing {
    /// To whom.
    pub to: ConnectionId,
    /// What.
    pub message: Message,
    /// The list that named it, which forgets a connection that is gone.
    pub listed: Option<Place>,
}

impl Outgoing {
    /// One message to one connection.
    #[must_use]
    pub fn new(to: &ConnectionId, message: Message) -> Outgoing {
        Outgoing {
            to: to.clone(),
            message,
            listed: None,
        }
    }

    /// The same, to a connection that this list named.
    #[must_use]
    pub fn listed(self, place: Place) -> Outgoing {
        Outgoing {
            listed: Some(place),
            ..self
        }
    }
}
