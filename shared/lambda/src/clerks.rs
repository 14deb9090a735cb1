//! Handlers of functions that only schedules and operators call: closings, corrections,
//! the review of signals. What they refuse, a malformed event too, they answer with its
//! code, and nothing was written then; a failure is one of the function.

use crate::handlers::Error;
use crate::host::Settings;
use damero_app::closings::{self, ClosedPeriod};
use damero_app::corrections::{self, Order};
use damero_app::{App, BoxFuture, Fault, signals};
use damero_domain::correction::Mark;
use damero_domain::ladder::Ladder;
use damero_domain::period::PeriodKind;
use serde::Deserialize;
use serde_json::{Value, json};
use std::fmt::Display;

/// What an operator is told of an event that nobody can act on.
fn malformed(why: impl Display) -> Value {
    json!({ "refused": "malformed", "why": why.to_string() })
}

/// What is to be closed: everything that is due, or one period.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Closing {
    run: Option<Run>,
    rule_set: Option<String>,
    kind: Option<String>,
    period: Option<String>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Run {
    /// Everything that is due.
    Due,
    /// Make the newest closings again and compare.
    Check,
}

/// Closes weeks and months: whatever is due, one by hand, or checks the newest.
pub fn period_close<'a>(
    app: &'a App,
    _: &'a Settings,
    event: Value,
) -> BoxFuture<'a, Result<Value, Error>> {
    Box::pin(async move {
        let event: Closing = match serde_json::from_value(event) {
            Ok(event) => event,
            Err(error) => return Ok(malformed(error)),
        };
        match (event.run, event.rule_set, event.kind, event.period) {
            (Some(run), None, None, None) => by_schedule(app, run).await,
            (None, Some(rule_set), Some(kind), Some(period)) => {
                by_hand(app, &rule_set, &kind, &period).await
            }
            _ => Ok(malformed("either run, or rule_set, kind and period")),
        }
    })
}

async fn by_schedule(app: &App, run: Run) -> Result<Value, Error> {
    match run {
        Run::Due => {
            let closed = closings::run(app, "schedule").await?;
            Ok(json!({ "closed": closed.iter().map(closed_json).collect::<Vec<_>>() }))
        }
        Run::Check => match closings::check(app).await? {
            wrong if wrong.is_empty() => Ok(json!({ "wrong": [] })),
            // The function's own alarm rings.
            wrong => Err(Fault::Log(format!(
                "closings differ or were missing: {}",
                wrong.join(", ")
            ))
            .into()),
        },
    }
}

async fn by_hand(app: &App, rule_set: &str, kind: &str, period: &str) -> Result<Value, Error> {
    let Ok(ladder) = rule_set.parse::<Ladder>() else {
        return Ok(json!({ "refused": "unknown_rule_set" }));
    };
    let Some(kind) = PeriodKind::named(kind) else {
        return Ok(malformed("kind is week or month"));
    };
    let Ok(period) = period.parse() else {
        return Ok(malformed("period is no date"));
    };
    let outcome = closings::by_hand(app, ladder, kind, period, "hand").await?;
    Ok(match outcome {
        Ok(closed) => json!({ "closed": [closed_json(&closed)] }),
        Err(refusal) => json!({ "refused": refusal.code(), "why": refusal.to_string() }),
    })
}

fn closed_json(closed: &ClosedPeriod) -> Value {
    json!({
        "rule_set": closed.ladder.to_string(),
        "kind": closed.kind.name(),
        "period": closed.id.to_string(),
        "revision": closed.original.revision.0,
        "digest": closed.original.digest.to_string(),
        "total": closed.original.total,
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OrderEvent {
    game: String,
    reason: String,
    who: String,
}

/// Invalidates a rated game.
pub fn admin_invalidate<'a>(
    app: &'a App,
    _: &'a Settings,
    event: Value,
) -> BoxFuture<'a, Result<Value, Error>> {
    Box::pin(correct(app, Mark::Void, event))
}

/// Takes an invalidation back.
pub fn admin_reinstate<'a>(
    app: &'a App,
    _: &'a Settings,
    event: Value,
) -> BoxFuture<'a, Result<Value, Error>> {
    Box::pin(correct(app, Mark::Reinstate, event))
}

async fn correct(app: &App, mark: Mark, event: Value) -> Result<Value, Error> {
    let event: OrderEvent = match serde_json::from_value(event) {
        Ok(event) => event,
        Err(error) => return Ok(malformed(error)),
    };
    let Ok(game) = event.game.parse() else {
        return Ok(malformed("game is no id"));
    };
    let order = Order {
        game,
        reason: event.reason,
        who: event.who,
    };
    let corrected = match corrections::correct(app, mark, &order).await {
        Ok(Ok(corrected)) => corrected,
        Ok(Err(refusal)) => {
            return Ok(json!({ "refused": refusal.code(), "why": refusal.to_string() }));
        }
        Err(Fault::Event(why)) => return Ok(malformed(why)),
        Err(fault) => return Err(fault.into()),
    };
    Ok(json!({
        "correction": corrected.correction.ordinal.0,
        "decided": corrected.correction.at.0,
        "done": corrected.done,
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Review {
    rule_set: String,
    #[serde(default = "month")]
    days: u16,
}

fn month() -> u16 {
    30
}

/// Lists what stands out in a rule set's newest games, with its figures. It changes
/// nothing and sanctions nobody.
pub fn admin_signals<'a>(
    app: &'a App,
    _: &'a Settings,
    event: Value,
) -> BoxFuture<'a, Result<Value, Error>> {
    Box::pin(async move {
        let review: Review = match serde_json::from_value(event) {
            Ok(review) => review,
            Err(error) => return Ok(malformed(error)),
        };
        let Ok(Ladder::Elo(rules)) = review.rule_set.parse() else {
            return Ok(json!({ "refused": "unknown_rule_set" }));
        };
        Ok(signals::review(app, rules, review.days).await?)
    })
}
