//! Queues: sending, feeding functions, dead letters.

use std::sync::Arc;

use serde_json::{Value, json};

use super::book::{Book, Job, Message, Row, message_key};
use super::engine::{Timers, give_up};
use crate::InvokeError;
use crate::mishaps::TimerFate;
use crate::template::{Queue, REGION, Source};

/// Longest delay of one message.
const MAX_DELAY_S: i64 = 900;
/// Largest message, in bytes.
const MAX_BODY: usize = 1024 * 1024;

/// Why a message was not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SendError {
    NoQueue,
    Invalid(String),
    Internal(String),
}

/// Receipt for a message.
pub(crate) struct Sent {
    pub(crate) id: String,
    pub(crate) md5: String,
}

fn md5_hex(body: &str) -> String {
    format!("{:x}", md5::compute(body.as_bytes()))
}

impl Timers {
    /// Takes a message for the queue with this URL (or name).
    pub(crate) fn send(
        &self,
        queue: &str,
        body: &str,
        delay_s: Option<i64>,
    ) -> Result<Sent, SendError> {
        let name = queue.rsplit('/').next().unwrap_or(queue);
        let queues = &self.runner.template.queues;
        let queue = queues.iter().find(|queue| queue.name == name);
        let queue = queue.ok_or(SendError::NoQueue)?;
        if body.is_empty() || body.len() > MAX_BODY {
            let reason = "One or more parameters are invalid. Reason: Message must be between \
                          1 byte and 1 MiB.";
            return Err(SendError::Invalid(reason.to_owned()));
        }
        let delay_ms = match delay_s {
            None => queue.delay_ms,
            Some(seconds @ 0..=MAX_DELAY_S) => seconds * 1000,
            Some(seconds) => {
                return Err(SendError::Invalid(format!(
                    "Value {seconds} for parameter DelaySeconds is invalid. Reason: \
                     DelaySeconds must be >= 0 and <= {MAX_DELAY_S}."
                )));
            }
        };
        self.keep_message(queue, body, delay_ms)
    }

    fn keep_message(&self, queue: &Queue, body: &str, delay_ms: i64) -> Result<Sent, SendError> {
        let now = self.clock.now_ms();
        let id = self.ids.uuid();
        let message = Message {
            queue: queue.arn.clone(),
            id: id.clone(),
            body: body.to_owned(),
            sent_ms: now,
            receives: 0,
            first_receive_ms: None,
        };
        let sent = Sent {
            md5: md5_hex(body),
            id,
        };
        let late_ms = match self.controls.timer_fate() {
            TimerFate::InTime => 0,
            TimerFate::Late(late_ms) => late_ms,
            TimerFate::Lost => return Ok(sent),
        };
        let row = Row {
            due_ms: Some(now.saturating_add(delay_ms).saturating_add(late_ms)),
            job: Job::Message(message),
        };
        let kept = self.book().put(message_key(&sent.id), row);
        kept.map_err(SendError::Internal)?;
        self.wake();
        Ok(sent)
    }

    /// Bodies of the messages in the queue with this name, for tests.
    pub(crate) fn messages(&self, name: &str) -> Vec<String> {
        let queues = &self.runner.template.queues;
        let queue = queues.iter().find(|queue| queue.name == name);
        let book = self.book();
        let jobs = book.rows().map(|(_, row)| &row.job);
        jobs.filter_map(|job| match job {
            Job::Message(message) if queue.is_some_and(|queue| queue.arn == message.queue) => {
                Some(message.body.clone())
            }
            _ => None,
        })
        .collect()
    }

    /// Begins the delivery of due messages of one queue, in batches.
    pub(super) fn start_messages(
        self: &Arc<Self>,
        book: &mut Book,
        queue: &str,
        keys: &[String],
        now: i64,
    ) {
        let template = Arc::clone(&self.runner.template);
        let Some(queue) = template.queues.iter().find(|one| one.arn == queue) else {
            return;
        };
        let Some(source) = template
            .sources
            .iter()
            .find(|one| one.queue_arn == queue.arn)
        else {
            return;
        };
        let mut received = Vec::new();
        for key in keys {
            match receive(book, key, queue, now) {
                Ok(Some(message)) => received.push(message),
                Ok(None) => self.wake(),
                Err(error) => give_up(book, key, &error),
            }
        }
        for batch in received.chunks(source.batch.max(1)) {
            for message in batch {
                book.begin(&message_key(&message.id));
            }
            let delivery = Arc::clone(self).deliver_batch(source.clone(), batch.to_vec());
            let busy = self.activity.enter();
            tokio::spawn(async move {
                delivery.await;
                drop(busy);
            });
        }
    }

    async fn deliver_batch(self: Arc<Self>, source: Source, batch: Vec<Message>) {
        let records: Vec<Value> = batch.iter().map(record).collect();
        let event = json!({"Records": records});
        let answer = self.deliver(&source.function, event).await;
        let failed = failures(&source, &batch, answer);
        let mut book = self.book();
        for message in batch {
            let key = message_key(&message.id);
            book.end(&key);
            if failed.contains(&message.id) {
                continue;
            }
            if let Err(error) = book.remove(&key) {
                give_up(&mut book, &key, &error);
            }
        }
        drop(book);
        self.wake();
    }
}

/// Counts a receipt and hides the message for the visibility time, or moves it
/// to the dead letters when it has been received too often.
fn receive(book: &mut Book, key: &str, queue: &Queue, now: i64) -> Result<Option<Message>, String> {
    let Some(Row {
        job: Job::Message(message),
        ..
    }) = book.get(key)
    else {
        return Ok(None);
    };
    let mut message = message.clone();
    if let Some((dead, most)) = &queue.redrive
        && message.receives >= *most
    {
        message.queue.clone_from(dead);
        message.receives = 0;
        message.first_receive_ms = None;
        let row = Row {
            due_ms: Some(now),
            job: Job::Message(message),
        };
        // The same key: the move is one write.
        return book.put(key.to_owned(), row).map(|()| None);
    }
    message.receives += 1;
    message.first_receive_ms.get_or_insert(now);
    let row = Row {
        due_ms: Some(now.saturating_add(queue.visibility_ms)),
        job: Job::Message(message.clone()),
    };
    book.put(key.to_owned(), row).map(|()| Some(message))
}

fn record(message: &Message) -> Value {
    json!({
        "messageId": message.id,
        "receiptHandle": format!("{}#{}", message.id, message.receives),
        "body": message.body,
        "attributes": {
            "ApproximateReceiveCount": message.receives.to_string(),
            "SentTimestamp": message.sent_ms.to_string(),
            "SenderId": "AROALOCAL:local",
            "ApproximateFirstReceiveTimestamp":
                message.first_receive_ms.unwrap_or(message.sent_ms).to_string(),
        },
        "messageAttributes": {},
        "md5OfBody": md5_hex(&message.body),
        "eventSource": "aws:sqs",
        "eventSourceARN": message.queue,
        "awsRegion": REGION,
    })
}

/// Ids of the messages that stay in the queue.
fn failures(source: &Source, batch: &[Message], answer: Result<Value, InvokeError>) -> Vec<String> {
    let all = || batch.iter().map(|message| message.id.clone()).collect();
    let Ok(answer) = answer else { return all() };
    if !source.partial {
        return Vec::new();
    }
    let Some(items) = answer.get("batchItemFailures").and_then(Value::as_array) else {
        return Vec::new();
    };
    let mut failed = Vec::new();
    for item in items {
        match item.get("itemIdentifier").and_then(Value::as_str) {
            Some(id) if batch.iter().any(|message| message.id == id) => failed.push(id.to_owned()),
            // As Lambda does: an answer that makes no sense fails them all.
            _ => return all(),
        }
    }
    failed
}
