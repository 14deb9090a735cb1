//! What an action wants said, and to whom.

use damero_domain::ids::ConnectionId;
use damero_protocol::server::Message;

/// One message to one connection.
#[derive(Clone, Debug, PartialEq)]
pub struct Outgoing {
    /// To whom.
    pub to: ConnectionId,
    /// What.
    pub message: Message,
}

impl Outgoing {
    /// One message to one connection.
    #[must_use]
    pub fn new(to: &ConnectionId, message: Message) -> Outgoing {
        Outgoing {
            to: to.clone(),
            message,
        }
    }
}
