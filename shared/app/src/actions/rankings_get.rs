//! `rankingsGet`: running and closed tables, the archive, an account's rated play.

use super::{Action, Failure, parse_date, parse_id};
use crate::app::{App, Caller, Fault};
use crate::outgoing::Outgoing;
use crate::periods;
use crate::rankings::{self, Wanted};
use crate::refuse::refused;
use damero_domain::ids::CommandId;
use damero_domain::ladder::Ladder;
use damero_protocol::client;
use damero_protocol::server::Message;
use damero_rules::RuleSet;
use damero_store::keys;

/// Open to everybody, guests included.
#[derive(Debug)]
pub struct RankingsGet;

impl Action for RankingsGet {
    const NAME: &'static str = "rankingsGet";
    type Fields = client::Rankings;

    async fn handle(
        app: &App,
        caller: &Caller,
        _id: CommandId,
        fields: client::Rankings,
    ) -> Result<Vec<Outgoing>, Failure> {
        let message = answer(app, caller, fields).await?;
        Ok(vec![Outgoing::new(&caller.connection, message)])
    }
}

async fn answer(app: &App, caller: &Caller, fields: client::Rankings) -> Result<Message, Failure> {
    let unknown = || Message::Refused(refused("unknown_rule_set"));
    match fields {
        client::Rankings::Ranking {
            rule_set,
            table,
            period,
            revision,
            from,
        } => {
            let Some(rules) = rated_rules(app, &rule_set).await? else {
                return Ok(unknown());
            };
            let wanted = Wanted {
                period: parse_date("period", period.as_deref())?,
                revision,
                from: from.unwrap_or(0),
            };
            Ok(rankings::ranking(app, caller, rules, table, wanted).await?)
        }
        client::Rankings::Archive {
            rule_set,
            table,
            before,
        } => {
            let ladder = match rated_rules(app, &rule_set).await? {
                Some(rules) => Ladder::Elo(rules),
                None if rule_set == Ladder::League.to_string() => Ladder::League,
                None => return Ok(unknown()),
            };
            let before = parse_date("before", before.as_deref())?;
            rankings::archive(app, ladder, table, before).await
        }
        client::Rankings::Profile {
            rule_set,
            account,
            before,
        } => {
            let Some(rules) = rated_rules(app, &rule_set).await? else {
                return Ok(unknown());
            };
            let account = match account {
                Some(account) => parse_id("account", &account)?,
                None => match caller.account {
                    Some(account) => account,
                    None => return Ok(Message::Refused(refused("account_unknown"))),
                },
            };
            let place = before.map(|before| {
                let place = keys::moment_of_entry(&before);
                place.ok_or_else(|| Failure::Malformed("before is no place in a course".into()))
            });
            let viewer = caller.account;
            Ok(rankings::profile(app, rules, account, place.transpose()?, viewer).await?)
        }
    }
}

/// A rule set that is open to rated play, or was: what was closed then is read for good.
async fn rated_rules(app: &App, id: &str) -> Result<Option<&'static RuleSet>, Fault> {
    let Some(rules) = RuleSet::by_id(id) else {
        return Ok(None);
    };
    let is_known = app.club.is_open(rules) || periods::began(app, rules).await?.is_some();
    Ok(is_known.then_some(rules))
}
