//! An account's rated play, as everybody may see it.

use super::names::Names;
use super::{general, public_cut};
use crate::app::{App, Fault};
use crate::refuse::refused;
use damero_domain::ids::AccountId;
use damero_domain::ladder::Ladder;
use damero_domain::rating::game::SECRET;
use damero_domain::rating::table::Row;
use damero_domain::rating::{Entry, MicroElo, Ordinal};
use damero_domain::time::Timestamp;
use damero_protocol::server::{Message, ranking as wire};
use damero_rules::RuleSet;
use damero_store::{LogPlace, Span, keys};

/// Games on a page.
const PAGE: usize = 50;

/// A page of an account's course, newest first. Whose it is sees what ended just now.
pub(crate) async fn profile(
    app: &App,
    rules: &'static RuleSet,
    account: AccountId,
    before: Option<LogPlace>,
    viewer: Option<AccountId>,
) -> Result<Message, Fault> {
    let now = app.clock.now();
    let cut = if viewer == Some(account) {
        // A game may end by a clock that is ahead of this host's.
        now + SECRET
    } else {
        public_cut(now)
    };
    let as_of = app.store.head(Ladder::Elo(rules)).await?.done;
    let standing = app.store.standing(rules, account).await?;
    let row = general::row(app, rules, account, &standing, cut, as_of).await?;
    let (course, more) = course(app, rules, account, before, cut, as_of).await?;
    let rivals = course.iter().map(|entry| entry.rival);
    let names = Names::of(app, rivals.chain([account])).await?;
    if standing.last.is_none() && names.name(account).is_none() {
        return Ok(Message::Refused(refused("account_unknown")));
    }
    let next = course.last().filter(|_| more);
    let next = next.map(|last| keys::sort_of_entry(last.moment, Ordinal::END));
    let unrated = Row {
        account,
        elo: MicroElo::START,
        games: 0,
        provisional: true,
    };
    let row = row.unwrap_or(unrated);
    Ok(Message::Profile(wire::Profile {
        account: account.to_string(),
        name: names.name(account),
        rule_set: rules.id.into(),
        elo: row.elo.0,
        games: row.games,
        provisional: row.provisional,
        course: course.iter().map(|entry| game(entry, &names)).collect(),
        next,
    }))
}

/// The newest games before a place in the log, each as of a correction.
async fn course(
    app: &App,
    rules: &RuleSet,
    account: AccountId,
    before: Option<LogPlace>,
    cut: Timestamp,
    as_of: Ordinal,
) -> Result<(Vec<Entry>, bool), Fault> {
    let mut span = Span {
        to: cut,
        backwards: true,
        // What is asked for may be younger than what is public.
        after: before.filter(|(moment, _)| moment.ended_at < cut),
        ..Span::ALL
    };
    let mut course: Vec<Entry> = Vec::new();
    loop {
        let page = app.store.entries(rules, account, span).await?;
        for entry in page.rows {
            // Backwards, the newest word on a game comes first.
            let is_word = entry.ordinal <= as_of;
            if !is_word
                || course
                    .last()
                    .is_some_and(|last| last.moment == entry.moment)
            {
                continue;
            }
            if course.len() == PAGE {
                return Ok((course, true));
            }
            course.push(entry);
        }
        span.after = page.next;
        if span.after.is_none() {
            return Ok((course, false));
        }
    }
}

fn game(entry: &Entry, names: &Names) -> wire::RatedGame {
    wire::RatedGame {
        game: entry.moment.game.to_string(),
        ended: entry.moment.ended_at.0,
        rival: entry.rival.to_string(),
        rival_name: names.name(entry.rival),
        score: entry.score.halves(),
        after: entry.after().0,
        delta: entry.delta.0,
        valid: entry.valid,
    }
}
