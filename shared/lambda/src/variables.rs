//! Which variables of the template a function needs. What it has no use for it is not
//! told about, and what it needs has no default: without it the function does not start.

const TABLE: &[&str] = &["TABLE_NAME"];
const PUSH: &[&str] = &["PUSH_ENDPOINT"];
/// Days, weeks and months: of ends of rated games, of pairings, of tables.
const ZONE: &[&str] = &["SITE_ZONE"];
const CLOCKS: &[&str] = &["CLOCK_QUEUE_URL"];
const QUEUE: &[&str] = &["TICKET_QUEUE_URL", "QUEUE_PARTS", "QUEUE_PARTS_EVER"];
const TERMS: &[&str] = &["TERMS_VERSION"];
const RATED: &[&str] = &["RATED_RULE_SETS"];
const LEVELS: &[&str] = &["LEVEL_RULE_SETS"];
const CAPS: &[&str] = &["CREDITS_A_LEVEL", "CREDITS_A_WEEK"];
const LAPSES: &[&str] = &["SCHEDULE_GROUP", "SCHEDULER_ROLE_ARN", "INVITE_EXPIRE_ARN"];
const PROVIDER: &[&str] = &["ISSUER", "CLIENT_ID"];
const ORIGINS: &[&str] = &["ALLOWED_ORIGINS"];
const ADDRESSES: &[&str] = &["ADDRESS_KEY"];

/// Those that say something also when they are empty: nobody, none.
const MAY_BE_EMPTY: [&[&str]; 3] = [PROVIDER, ORIGINS, ADDRESSES];

/// The variables of a function, in groups; none of a function that there is not.
#[must_use]
pub fn needed(function: &str) -> Option<&'static [&'static [&'static str]]> {
    Some(match function {
        "ws-default" => &[PUSH],
        "ws-authorize" => &[TABLE, ORIGINS],
        "ws-connect" | "ws-disconnect" | "room-join" | "room-cancel" | "invite-expire"
        | "evidence-get" => &[TABLE, PUSH],
        "room-create" => &[TABLE, PUSH, LAPSES],
        "room-accept" => &[TABLE, PUSH, CLOCKS],
        "game-move" | "game-huff" | "game-draw" | "game-claim-draw" | "game-resign"
        | "game-flag" | "game-cancel" | "history-get" | "league-get" => &[TABLE, PUSH, ZONE],
        "game-rematch" | "timer-clock" | "audit-active" => &[TABLE, PUSH, ZONE, CLOCKS],
        "level-start" => &[TABLE, PUSH, LEVELS],
        "level-move" | "level-leave" => &[TABLE, PUSH, ZONE, TERMS, CAPS],
        "levels-get" => &[TABLE, PUSH, ZONE, LEVELS, CAPS],
        "rankings-get" => &[TABLE, PUSH, ZONE, RATED],
        "sync" => &[TABLE, PUSH, ZONE, QUEUE, TERMS],
        "queue-leave" | "timer-queue" => &[TABLE, PUSH, ZONE, QUEUE],
        "queue-join" => &[TABLE, PUSH, ZONE, QUEUE, TERMS, RATED],
        "queue-confirm" => &[TABLE, PUSH, ZONE, QUEUE, CLOCKS, ADDRESSES],
        "account-name" | "terms-accept" | "session-revoke" => &[TABLE, PUSH, TERMS],
        "account-delete" => &[TABLE, PUSH, ZONE, QUEUE, TERMS],
        "account-link" => &[TABLE, PUSH, TERMS, PROVIDER, LEVELS],
        "period-close" => &[TABLE, ZONE, RATED],
        "admin-invalidate" | "admin-reinstate" => &[TABLE, ZONE],
        "admin-signals" => &[TABLE],
        _ => return None,
    })
}

/// A function that is not configured as it must be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misconfigured {
    /// Nobody knows what it needs.
    #[error("there is no function {0}")]
    Function(String),
    /// Variables that are not set.
    #[error("not set: {}", .0.join(", "))]
    Missing(Vec<&'static str>),
    /// A variable that says nothing.
    #[error("{name} says {value:?}")]
    Value {
        /// Which.
        name: &'static str,
        /// What; no secret is ever quoted, since none has a form.
        value: String,
    },
}

/// Whether everything that a function needs is there.
///
/// # Errors
/// What is not.
pub(crate) fn check(
    function: &str,
    variable: &impl Fn(&str) -> Option<String>,
) -> Result<(), Misconfigured> {
    let needed = needed(function).ok_or_else(|| Misconfigured::Function(function.to_owned()))?;
    let names = needed.iter().copied().flatten().copied();
    let missing = names.filter(|name| match variable(name) {
        None => true,
        Some(text) => text.is_empty() && !MAY_BE_EMPTY.iter().any(|group| group.contains(name)),
    });
    match missing.collect::<Vec<_>>() {
        missing if missing.is_empty() => Ok(()),
        missing => Err(Misconfigured::Missing(missing)),
    }
}
