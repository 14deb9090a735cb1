//! What stands out in rated play, for people to look at: figures, no sanctions.

use crate::app::{App, Fault};
use crate::closings::WIDTH;
use damero_domain::game::{End, Game, Origin, What};
use damero_domain::ids::AccountId;
use damero_domain::rating::Entry;
use damero_domain::side::BySide;
use damero_domain::signals::{Observed, Signal, signals};
use damero_domain::time::{Millis, Timestamp};
use damero_rules::{RuleSet, Side};
use damero_store::keys::STAND_SHARDS;
use damero_store::{PAIRING_KEPT, Span};
use futures_util::stream::{self, StreamExt as _, TryStreamExt as _};
use serde_json::{Value, json};

/// Reviews a rule set's valid games of so many days.
///
/// # Errors
/// [`Fault`].
pub async fn review(app: &App, rules: &'static RuleSet, days: u16) -> Result<Value, Fault> {
    let now = app.clock.now();
    let from = now + Millis::seconds(-i64::from(days) * 24 * 60 * 60);
    let mut games = Vec::new();
    for account in active(app, rules, from).await? {
        games.extend(games_of(app, rules, account, from).await?);
    }
    let observed = games.into_iter().map(|entry| observe(app, entry));
    let observed = stream::iter(observed).buffered(WIDTH);
    let observed: Vec<Option<Observed>> = observed.try_collect().await?;
    let observed: Vec<Observed> = observed.into_iter().flatten().collect();
    let found = signals(&observed);
    Ok(json!({
        "games": observed.len(),
        "signals": found.iter().map(told).collect::<Vec<_>>(),
    }))
}

/// Who has played since.
async fn active(app: &App, rules: &RuleSet, from: Timestamp) -> Result<Vec<AccountId>, Fault> {
    let mut accounts = Vec::new();
    for shard in 0..STAND_SHARDS {
        let mut after = None;
        loop {
            let page = app.store.standings(rules, shard, after, None).await?;
            let since = page.rows.into_iter().filter(|(_, standing)| {
                let last = standing.last;
                last.is_some_and(|(moment, _)| moment.ended_at >= from)
            });
            accounts.extend(since.map(|(account, _)| account));
            after = page.next;
            if after.is_none() {
                break;
            }
        }
    }
    Ok(accounts)
}

/// An account's games as White: each game is found once.
async fn games_of(
    app: &App,
    rules: &RuleSet,
    account: AccountId,
    from: Timestamp,
) -> Result<Vec<Entry>, Fault> {
    let mut span = Span { from, ..Span::ALL };
    let mut games = Vec::new();
    loop {
        let page = app.store.entries(rules, account, span).await?;
        let own = page.rows.into_iter();
        // The first word on a game: what it was, whatever became of it since.
        games.extend(own.filter(|entry| entry.side == Side::White && entry.ordinal.0 == 0));
        span.after = page.next;
        if span.after.is_none() {
            return Ok(games);
        }
    }
}

async fn observe(app: &App, entry: Entry) -> Result<Option<Observed>, Fault> {
    let Some(held) = app.store.game(entry.moment.game).await? else {
        return Ok(None);
    };
    let Some(players) = held.game.accounts() else {
        return Ok(None);
    };
    let resigned = held
        .game
        .events()
        .iter()
        .find_map(|event| match event.what {
            What::End(End::Resigned(side)) => Some(side),
            _ => None,
        });
    let moves = held.game.events().iter();
    let moves = moves.filter(|event| matches!(event.what, What::Move(_)));
    Ok(Some(Observed {
        game: entry.moment.game,
        players,
        score: entry.score,
        resigned,
        plies: moves.count(),
        times: times(&held.game),
        tags: tags(app, &held.game).await?,
    }))
}

/// The traces of the addresses from which both confirmed, for as long as the pairing is
/// kept: the database may be late in dropping it, so the date of the game decides.
async fn tags(app: &App, game: &Game) -> Result<BySide<Option<[u8; 16]>>, Fault> {
    let Origin::Pairing(id) = game.setup().origin else {
        return Ok(BySide::default());
    };
    if app.clock.now() - game.setup().started >= PAIRING_KEPT {
        return Ok(BySide::default());
    }
    let held = app.store.pairing(id).await?;
    let tags = held.map(|held| BySide::new(|side| held.about[side].address));
    Ok(tags.unwrap_or_default())
}

/// How long each move took, from the confirmation of the one before to its receipt;
/// both first moves are left out.
fn times(game: &Game) -> BySide<Vec<u64>> {
    let mut times: BySide<Vec<u64>> = BySide::default();
    let mut side = game.setup().rules.first();
    let mut since = None;
    let moves = game.events().iter();
    let moves = moves.filter(|event| matches!(event.what, What::Move(_)));
    for (nth, event) in moves.enumerate() {
        if let Some(since) = since.filter(|_| nth >= 2) {
            times[side].push(u64::try_from((event.received - since).0).unwrap_or(0));
        }
        since = Some(event.confirmed);
        side = side.other();
    }
    times
}

fn told(signal: &Signal) -> Value {
    match signal {
        Signal::OneSided {
            pair,
            games,
            low,
            shared,
        } => json!({
            "signal": "one_sided",
            "accounts": [pair.low.to_string(), pair.high.to_string()],
            "games": games,
            "half_points": [low, 2 * games - low],
            "shared_connections": shared,
        }),
        Signal::EvenTimes {
            account,
            game,
            moves,
            mean,
            deviation,
        } => json!({
            "signal": "even_times",
            "account": account.to_string(),
            "game": game.to_string(),
            "moves": moves,
            "mean_ms": mean,
            "deviation_ms": deviation,
        }),
        Signal::Resignations {
            account,
            games,
            shared,
        } => json!({
            "signal": "instant_resignations",
            "account": account.to_string(),
            "games": games.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "shared_connections": shared,
        }),
        Signal::SharedConnection {
            accounts,
            games,
            met,
            alone,
        } => json!({
            "signal": "shared_connection",
            "accounts": accounts.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "games": games,
            "against_each_other": met,
            "alone": alone,
        }),
    }
}
