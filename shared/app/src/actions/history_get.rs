//! `historyGet`: a page of the caller's games, or one of them with its record.

use super::{Action, Failure, parse_id};
use crate::app::{App, Caller, Fault};
use crate::names;
use crate::outgoing::Outgoing;
use crate::pdn;
use crate::people::people_of;
use crate::play;
use crate::views;
use damero_domain::game::What;
use damero_domain::ids::{CommandId, GameId};
use damero_domain::refusal::Refusal;
use damero_protocol::client;
use damero_protocol::server::Message;
use damero_store::{HeldGame, HistoryPage};
use futures_util::future::try_join_all;

/// Games on a page.
const PAGE: i32 = 20;
const PAGE_LEN: usize = 20;

/// Only to those who played them.
#[derive(Debug)]
pub struct HistoryGet;

impl Action for HistoryGet {
    const NAME: &'static str = "historyGet";
    type Fields = client::History;

    async fn handle(
        app: &App,
        caller: &Caller,
        _id: CommandId,
        fields: client::History,
    ) -> Result<Vec<Outgoing>, Failure> {
        match (fields.game, fields.before) {
            (Some(game), None) => Ok(record(app, caller, parse_id("game", &game)?).await?),
            (None, before) => {
                let before = before
                    .map(|before| parse_id("before", &before))
                    .transpose()?;
                Ok(page(app, caller, before).await?)
            }
            (Some(_), Some(_)) => Err(Failure::Malformed(
                "game and before are one too many".into(),
            )),
        }
    }
}

async fn page(app: &App, caller: &Caller, before: Option<GameId>) -> Result<Vec<Outgoing>, Fault> {
    let people = people_of(app, caller).await?;
    let lists = people
        .names()
        .iter()
        .map(|person| app.store.history(*person, before, PAGE));
    let (listed, more) = newest(try_join_all(lists).await?);
    let (found, mut told) = play::settled_all(app, &listed, caller.stamp(app)).await?;
    let entry = |held: &HeldGame| Some(views::entry(held, people.side_of(&held.game)?));
    let games = found.iter().filter_map(entry).collect();
    let games = names::listed(app, games).await?;
    let next = listed.last().filter(|_| more).map(ToString::to_string);
    told.push(Outgoing::new(
        &caller.connection,
        Message::History { games, next },
    ));
    Ok(told)
}

/// The newest of several lists' pages, and whether there are older ones.
fn newest(pages: Vec<HistoryPage>) -> (Vec<GameId>, bool) {
    let mut more = pages.iter().any(|page| page.more);
    let mut games: Vec<_> = pages.into_iter().flat_map(|page| page.games).collect();
    games.sort_unstable_by(|one, other| other.cmp(one));
    // Who played against another browser of their own has the game twice.
    games.dedup();
    more |= games.len() > PAGE_LEN;
    games.truncate(PAGE_LEN);
    (games, more)
}

async fn record(app: &App, caller: &Caller, id: GameId) -> Result<Vec<Outgoing>, Fault> {
    let Some((held, mut told)) = play::settled(app, id, caller.stamp(app)).await? else {
        return Ok(vec![play::refuse_unknown(caller)]);
    };
    let mut side = held.game.side_of(caller.identity());
    if side.is_none() && caller.account.is_some() {
        side = people_of(app, caller).await?.side_of(&held.game);
    }
    let Some(side) = side else {
        return Ok(play::refuse(told, &held, caller, &Refusal::NotYours));
    };
    let played = held
        .game
        .events()
        .iter()
        .filter(|event| matches!(event.what, What::Move(_) | What::Huff(_)));
    let game = names::with_names(app, &held, views::game(&held, Some(side))).await?;
    let message = Message::Record {
        game: Box::new(game),
        pdn: pdn::of(&held),
        times: played.map(|event| event.confirmed.0).collect(),
    };
    told.push(Outgoing::new(&caller.connection, message));
    Ok(told)
}
