//! Handlers of functions that only schedules and operators call: closings, corrections,
//! the review of signals. What they refuse they answer with its code; a failure is one
//! of the function.

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

/// What is to be closed.
#[derive(Deserialize)]
#[serde(untagged)]
enum Closing {
    /// One period, by hand.
    One {
        rule_set: String,
        kind: String,
        period: String,
    },
    /// By a schedule.
    Run { run: Run },
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
        match serde_json::from_value(event)? {
            Closing::Run { run: Run::Due } => {
                let closed = closings::run(app, "schedule").await?;
                Ok(json!({ "closed": closed.iter().map(closed_json).collect::<Vec<_>>() }))
            }
            Closing::Run { run: Run::Check } => match closings::check(app).await? {
                wrong if wrong.is_empty() => Ok(json!({ "wrong": [] })),
                // The function's own alarm rings.
                wrong => Err(Fault::Log(format!(
                    "closings differ or were missing: {}",
                    wrong.join(", ")
                ))
                .into()),
            },
            Closing::One {
                rule_set,
                kind,
                period,
            } => by_hand(app, &rule_set, &kind, &period).await,
        }
    })
}

async fn by_hand(app: &App, rule_set: &str, kind: &str, period: &str) -> Result<Value, Error> {
    let ladder: Ladder = rule_set.parse()?;
    let kind = PeriodKind::named(kind).ok_or("kind is week or month")?;
    let outcome = closings::by_hand(app, ladder, kind, period.parse()?, "hand").await?;
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
    let event: OrderEvent = serde_json::from_value(event)?;
    let order = Order {
        game: event.game.parse()?,
        reason: event.reason,
        who: event.who,
    };
    let corrected = match corrections::correct(app, mark, &order).await? {
        Ok(corrected) => corrected,
        Err(refusal) => {
            return Ok(json!({ "refused": refusal.code(), "why": refusal.to_string() }));
        }
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
        let review: Review = serde_json::from_value(event)?;
        let Ladder::Elo(rules) = review.rule_set.parse()? else {
            return Ok(json!({ "refused": "unknown_rule_set" }));
        };
        Ok(signals::review(app, rules, review.days).await?)
    })
}
