//! `evidenceGet`: a page of what a closing was made from.

use super::{Action, Failure, parse_date};
use crate::app::{App, Caller};
use crate::outgoing::Outgoing;
use crate::rankings;
use crate::refuse::refused;
use damero_domain::ids::CommandId;
use damero_domain::ladder::Ladder;
use damero_protocol::client;
use damero_protocol::server::Message;

/// Open to everybody: a stranger can recompute the ranking from it.
#[derive(Debug)]
pub struct EvidenceGet;

impl Action for EvidenceGet {
    const NAME: &'static str = "evidenceGet";
    type Fields = client::EvidenceGet;

    async fn handle(
        app: &App,
        caller: &Caller,
        _id: CommandId,
        fields: client::EvidenceGet,
    ) -> Result<Vec<Outgoing>, Failure> {
        let malformed = |why: &str| Failure::Malformed(why.into());
        let kind = rankings::kind_of(fields.table);
        let kind = kind.ok_or_else(|| malformed("the general table has no periods"))?;
        let id = parse_date("period", Some(&fields.period))?;
        let id = id.ok_or_else(|| malformed("no period"))?;
        let message = match fields.rule_set.parse::<Ladder>() {
            Ok(ladder) => {
                let (revision, page) = (fields.revision, fields.page);
                rankings::evidence(app, ladder, kind, id, revision, page).await?
            }
            Err(_) => Message::Refused(refused("unknown_rule_set")),
        };
        Ok(vec![Outgoing::new(&caller.connection, message)])
    }
}
