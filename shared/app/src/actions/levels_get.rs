//! `levelsGet`: where the caller stands, and what they have earned.

use super::{Action, Failure};
use crate::accounts;
use crate::app::{App, Caller, Fault};
use crate::levels;
use crate::outgoing::Outgoing;
use crate::views;
use damero_domain::credit::LedgerLine;
use damero_domain::ids::CommandId;
use damero_domain::level::{Level, Progress};
use damero_domain::period::PeriodKind;
use damero_domain::rating::Moment;
use damero_protocol::client;
use damero_protocol::server::{Message, level as wire};
use damero_rules::RuleSet;
use damero_store::keys;
use futures_util::future::try_join;
use std::collections::HashMap;

/// Lines of the ledger on a page.
const PAGE: i32 = 20;

/// Looking starts nothing.
#[derive(Debug)]
pub struct LevelsGet;

impl Action for LevelsGet {
    const NAME: &'static str = "levelsGet";
    type Fields = client::LevelsGet;

    async fn handle(
        app: &App,
        caller: &Caller,
        _id: CommandId,
        fields: client::LevelsGet,
    ) -> Result<Vec<Outgoing>, Failure> {
        match fields {
            client::LevelsGet::Levels {} => Ok(standings(app, caller).await?),
            client::LevelsGet::Credits { before } => {
                let before = before.map(|sort| {
                    let moment = keys::moment_of_line(&sort);
                    moment.ok_or_else(|| Failure::Malformed("before is no line".into()))
                });
                Ok(credits(app, caller, before.transpose()?).await?)
            }
        }
    }
}

async fn standings(app: &App, caller: &Caller) -> Result<Vec<Outgoing>, Fault> {
    let identity = caller.identity();
    if let Some(account) = identity.account() {
        levels::take_over(app, account, identity.session()).await?;
    }
    let open = &app.club.levels;
    let reached = app.store.all_progress(identity.holder(), open).await?;
    let reached: HashMap<_, _> = reached
        .into_iter()
        .map(|(rules, held)| (rules.id, held.progress))
        .collect();
    let ladders = open.iter().map(|rules| {
        let progress = reached.get(rules.id).copied().unwrap_or_default();
        ladder(rules, progress)
    });
    let levels = wire::Levels {
        ladders: ladders.collect(),
    };
    Ok(vec![Outgoing::new(
        &caller.connection,
        Message::Levels(levels),
    )])
}

fn ladder(rules: &RuleSet, progress: Progress) -> wire::Ladder {
    wire::Ladder {
        rule_set: rules.id.into(),
        level: progress.level.number(),
        highest: progress.highest.map(Level::number),
        losses: progress.losses,
        running: progress.running.map(|game| game.to_string()),
    }
}

async fn credits(
    app: &App,
    caller: &Caller,
    before: Option<Moment>,
) -> Result<Vec<Outgoing>, Fault> {
    let account = match accounts::own(app, caller).await? {
        Ok((_, held)) => held.account.id,
        Err(told) => return Ok(told),
    };
    let now = app.clock.now();
    let week = app.club.zone.period(PeriodKind::Week, now);
    let week = week.ok_or(Fault::Calendar(now.0))?;
    let (granted, page) = try_join(
        app.store.granted_in(account, week.id),
        app.store.ledger(account, before, PAGE),
    )
    .await?;
    let last = page.lines.last().filter(|_| page.more);
    let caps = app.club.caps;
    let message = Message::Credits(wire::Credits {
        week: week.id.to_string(),
        ends: week.end.0,
        granted,
        left: caps.left(granted),
        level_cap: caps.level,
        week_cap: caps.week,
        next: last.map(|line| keys::sort_of_line(line.moment)),
        lines: page.lines.iter().map(line).collect(),
    });
    Ok(vec![Outgoing::new(&caller.connection, message)])
}

fn line(line: &LedgerLine) -> wire::LedgerLine {
    wire::LedgerLine {
        game: line.moment.game.to_string(),
        at: line.moment.ended_at.0,
        week: line.week.to_string(),
        rule_set: line.rules.id.into(),
        level: line.level.number(),
        credit: views::credit(line.credit),
    }
}
