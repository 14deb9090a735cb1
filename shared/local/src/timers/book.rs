//! All timers: in memory for finding what is due, in the database for good.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::database::Keep;

/// A message in a queue.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Message {
    pub(super) queue: String,
    pub(super) id: String,
    pub(super) body: String,
    pub(super) sent_ms: i64,
    pub(super) receives: u32,
    pub(super) first_receive_ms: Option<i64>,
}

/// A schedule, the template's or a one-off.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Scheduled {
    pub(super) name: String,
    pub(super) group: String,
    pub(super) expression: String,
    pub(super) zone: String,
    pub(super) function: String,
    pub(super) input: Option<String>,
    pub(super) delete_after: bool,
    pub(super) token: Option<String>,
    pub(super) made_ms: i64,
    /// The template's own are dropped when the template no longer has them.
    pub(super) declared: bool,
}

/// An asynchronous invocation that Lambda has accepted.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Call {
    pub(super) function: String,
    pub(super) payload: serde_json::Value,
    pub(super) attempts: usize,
    /// By a schedule: what a jump of the clock makes due at once comes in its order.
    #[serde(default)]
    pub(super) scheduled: bool,
}

/// What is to happen.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) enum Job {
    Message(Message),
    Schedule(Box<Scheduled>),
    Call(Call),
}

/// A job and its time. Without a time it is over but still has its name.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Row {
    pub(super) due_ms: Option<i64>,
    pub(super) job: Job,
}

const PREFIX: &str = "TIMER#";

/// The rows, and which of them are being delivered right now.
pub(super) struct Book {
    keep: Keep,
    rows: BTreeMap<String, Row>,
    busy: BTreeSet<String>,
    /// ARNs of the queues that feed a function: messages of others just lie.
    fed: BTreeSet<String>,
}

pub(super) fn message_key(id: &str) -> String {
    format!("{PREFIX}MESSAGE#{id}")
}

pub(super) fn schedule_key(group: &str, name: &str) -> String {
    format!("{PREFIX}SCHEDULE#{group}/{name}")
}

pub(super) fn call_key(id: &str) -> String {
    format!("{PREFIX}CALL#{id}")
}

impl Book {
    /// Reads what an earlier process left.
    pub(super) fn load(keep: Keep, fed: BTreeSet<String>) -> Result<Self, String> {
        let rows = keep.all().map_err(|error| error.to_string())?;
        let rows = rows
            .into_iter()
            .filter(|(key, _)| key.starts_with(PREFIX))
            .map(|(key, value)| {
                serde_json::from_value(value)
                    .map(|row| (key, row))
                    .map_err(|error| error.to_string())
            })
            .collect::<Result<_, _>>()?;
        Ok(Self {
            keep,
            rows,
            busy: BTreeSet::new(),
            fed,
        })
    }

    /// Writes a row down; it counts only when that has worked.
    pub(super) fn put(&mut self, key: String, row: Row) -> Result<(), String> {
        let value = serde_json::to_value(&row).map_err(|error| error.to_string())?;
        self.keep
            .put(&key, &value)
            .map_err(|error| error.to_string())?;
        self.rows.insert(key, row);
        Ok(())
    }

    pub(super) fn remove(&mut self, key: &str) -> Result<(), String> {
        self.keep.delete(key).map_err(|error| error.to_string())?;
        self.rows.remove(key);
        Ok(())
    }

    pub(super) fn get(&self, key: &str) -> Option<&Row> {
        self.rows.get(key)
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = (&String, &Row)> {
        self.rows.iter()
    }

    /// Keys of what is due and not being delivered, the longest due first.
    pub(super) fn due(&self, now: i64) -> Vec<String> {
        let mut due: Vec<(i64, &String)> = self
            .idle()
            .filter_map(|(key, row)| Some((row.due_ms.filter(|due| *due <= now)?, key)))
            .collect();
        due.sort();
        due.into_iter().map(|(_, key)| key.clone()).collect()
    }

    /// When the next one comes.
    pub(super) fn next_due(&self) -> Option<i64> {
        self.idle().filter_map(|(_, row)| row.due_ms).min()
    }

    fn idle(&self) -> impl Iterator<Item = (&String, &Row)> {
        self.rows.iter().filter(|(key, row)| {
            let fed = match &row.job {
                Job::Message(message) => self.fed.contains(&message.queue),
                Job::Schedule(_) | Job::Call(_) => true,
            };
            fed && !self.busy.contains(*key) && !self.waits(row)
        })
    }

    /// Whether a schedule's invocation waits until an earlier one of the same function is
    /// over. Without a jump of the clock they lie minutes apart.
    pub(super) fn waits(&self, row: &Row) -> bool {
        let scheduled = |row: &Row| match &row.job {
            Job::Call(call) if call.scheduled => Some(call.function.clone()),
            _ => None,
        };
        let own = scheduled(row);
        let busy = self.busy.iter().filter_map(|key| self.rows.get(key));
        own.is_some() && busy.into_iter().any(|busy| scheduled(busy) == own)
    }

    /// Keeps a row from being delivered again while it is being delivered.
    pub(super) fn begin(&mut self, key: &str) {
        self.busy.insert(key.to_owned());
    }

    pub(super) fn end(&mut self, key: &str) {
        self.busy.remove(key);
    }
}
