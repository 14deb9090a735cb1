//! `leagueGet`: a week of the League.

use super::{Action, Failure, parse_date};
use crate::app::{App, Caller};
use crate::outgoing::Outgoing;
use crate::rankings::{self, Wanted};
use damero_domain::ids::CommandId;
use damero_protocol::client;

/// Open to everybody, guests included.
#[derive(Debug)]
pub struct LeagueGet;

impl Action for LeagueGet {
    const NAME: &'static str = "leagueGet";
    type Fields = client::LeagueGet;

    async fn handle(
        app: &App,
        caller: &Caller,
        _id: CommandId,
        fields: client::LeagueGet,
    ) -> Result<Vec<Outgoing>, Failure> {
        let wanted = Wanted {
            period: parse_date("period", fields.period.as_deref())?,
            revision: fields.revision,
            from: fields.from.unwrap_or(0),
        };
        let message = rankings::league(app, caller, wanted).await?;
        Ok(vec![Outgoing::new(&caller.connection, message)])
    }
}
