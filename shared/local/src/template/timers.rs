//! Queues, what they feed, and recurring schedules.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Function, Names, Resource, arn, of_kind, whole};

/// A queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Queue {
    pub(crate) name: String,
    pub(crate) arn: String,
    pub(crate) url: String,
    pub(crate) visibility_ms: i64,
    pub(crate) delay_ms: i64,
    pub(crate) retention_ms: i64,
    /// Where a message goes after so many vain deliveries.
    pub(crate) redrive: Option<(String, u32)>,
}

/// A queue feeding a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Source {
    pub(crate) queue_arn: String,
    pub(crate) function: String,
    pub(crate) batch: usize,
    /// Whether the answer says which messages failed.
    pub(crate) partial: bool,
}

/// A schedule of the template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Schedule {
    pub(crate) name: String,
    pub(crate) group: String,
    pub(crate) expression: String,
    pub(crate) zone: String,
    pub(crate) function: String,
    pub(crate) input: Option<String>,
}

const DEFAULT_VISIBILITY_S: u64 = 30;
const DEFAULT_RETENTION_S: u64 = 4 * 24 * 3600;

fn millis(seconds: u64) -> i64 {
    i64::try_from(seconds)
        .unwrap_or(i64::MAX)
        .saturating_mul(1000)
}

pub(super) fn queues(resources: &[Resource<'_>], names: &Names) -> Result<Vec<Queue>, String> {
    let queues: Vec<Queue> = of_kind(resources, "AWS::SQS::Queue")
        .map(|queue| {
            let name = queue
                .optional("/QueueName")
                .unwrap_or_else(|| queue.logical.to_owned());
            let seconds = |key: &str, default| millis(queue.number(key).unwrap_or(default));
            Queue {
                arn: arn("sqs", &name),
                url: names.queue_url(&name),
                visibility_ms: seconds("/VisibilityTimeout", DEFAULT_VISIBILITY_S),
                delay_ms: seconds("/DelaySeconds", 0),
                retention_ms: seconds("/MessageRetentionPeriod", DEFAULT_RETENTION_S),
                redrive: redrive(queue),
                name,
            }
        })
        .collect();
    let known = |arn: &str| queues.iter().any(|queue| queue.arn == arn);
    let lost = queues
        .iter()
        .find(|queue| queue.redrive.as_ref().is_some_and(|(arn, _)| !known(arn)));
    match lost {
        Some(queue) => Err(format!("{}: its dead-letter queue is unknown", queue.name)),
        None => Ok(queues),
    }
}

fn redrive(queue: &Resource<'_>) -> Option<(String, u32)> {
    let target = queue.optional("/RedrivePolicy/deadLetterTargetArn")?;
    let most = queue.number("/RedrivePolicy/maxReceiveCount")?;
    Some((target, u32::try_from(most).unwrap_or(u32::MAX)))
}

/// Events of all functions: (function, logical id of the function, event's
/// name, its type, its properties).
fn events<'r>(
    resources: &'r [Resource<'_>],
    functions: &'r BTreeMap<String, Function>,
) -> impl Iterator<Item = (&'r Function, &'r String, &'r str, &'r Value)> {
    of_kind(resources, "AWS::Serverless::Function").flat_map(move |resource| {
        let function = functions
            .values()
            .find(|function| function.spec.logical_id == resource.logical);
        resource
            .entries("/Events")
            .filter_map(move |(name, event)| {
                let kind = event.get("Type")?.as_str()?;
                Some((function?, name, kind, event.get("Properties")?))
            })
    })
}

fn optional(properties: &Value, key: &str) -> Option<String> {
    properties.get(key)?.as_str().map(str::to_owned)
}

pub(super) fn sources(
    resources: &[Resource<'_>],
    functions: &BTreeMap<String, Function>,
) -> Result<Vec<Source>, String> {
    let mut sources = Vec::new();
    for (function, name, kind, properties) in events(resources, functions) {
        match kind {
            "SQS" => sources.push(Source {
                queue_arn: optional(properties, "Queue")
                    .ok_or_else(|| format!("event {name} has no queue"))?,
                function: function.spec.name.clone(),
                batch: properties
                    .get("BatchSize")
                    .and_then(whole)
                    .and_then(|size| usize::try_from(size).ok())
                    .unwrap_or(10),
                partial: properties
                    .get("FunctionResponseTypes")
                    .and_then(Value::as_array)
                    .is_some_and(|types| types.iter().any(|t| t == "ReportBatchItemFailures")),
            }),
            "ScheduleV2" => {}
            other => return Err(format!("event {name}: {other} is not played")),
        }
    }
    Ok(sources)
}

pub(super) fn schedules(
    resources: &[Resource<'_>],
    functions: &BTreeMap<String, Function>,
) -> Result<Vec<Schedule>, String> {
    let mut schedules = Vec::new();
    for (function, name, kind, properties) in events(resources, functions) {
        if kind == "ScheduleV2" {
            let default_name = format!("{}{name}", function.spec.logical_id);
            schedules.push(Schedule {
                name: optional(properties, "Name").unwrap_or(default_name),
                group: optional(properties, "GroupName").unwrap_or_else(|| "default".to_owned()),
                expression: optional(properties, "ScheduleExpression")
                    .ok_or_else(|| format!("event {name} has no expression"))?,
                zone: optional(properties, "ScheduleExpressionTimezone")
                    .unwrap_or_else(|| "UTC".to_owned()),
                function: function.spec.name.clone(),
                input: optional(properties, "Input"),
            });
        }
    }
    for schedule in of_kind(resources, "AWS::Scheduler::Schedule") {
        schedules.push(raw_schedule(schedule, functions)?);
    }
    Ok(schedules)
}

fn raw_schedule(
    schedule: &Resource<'_>,
    functions: &BTreeMap<String, Function>,
) -> Result<Schedule, String> {
    let target = schedule.text("/Target/Arn")?;
    let function = functions
        .values()
        .find(|function| function.arn == target)
        .ok_or_else(|| format!("{}: {target} is no function", schedule.logical))?;
    let or = |pointer: &str, default: &str| {
        schedule
            .optional(pointer)
            .unwrap_or_else(|| default.to_owned())
    };
    Ok(Schedule {
        name: or("/Name", schedule.logical),
        group: or("/GroupName", "default"),
        expression: schedule.text("/ScheduleExpression")?,
        zone: or("/ScheduleExpressionTimezone", "UTC"),
        function: function.spec.name.clone(),
        input: schedule.optional("/Target/Input"),
    })
}

pub(super) fn groups(resources: &[Resource<'_>]) -> Vec<String> {
    let own = of_kind(resources, "AWS::Scheduler::ScheduleGroup").map(|group| {
        group
            .optional("/Name")
            .unwrap_or_else(|| group.logical.to_owned())
    });
    std::iter::once("default".to_owned()).chain(own).collect()
}
