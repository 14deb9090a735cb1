//! One-off and recurring schedules.

use serde_json::{Value, json};

use super::book::{Book, Call, Job, Row, Scheduled, call_key, schedule_key};
use super::engine::Timers;
use super::expression::Expression;
use crate::mishaps::TimerFate;
use crate::template::{REGION, arn};

/// A schedule to be made.
pub(crate) struct NewSchedule {
    pub(crate) name: String,
    pub(crate) group: String,
    pub(crate) expression: String,
    pub(crate) zone: String,
    pub(crate) target_arn: String,
    pub(crate) input: Option<String>,
    pub(crate) delete_after: bool,
    pub(crate) token: Option<String>,
}

/// Why a schedule was not made, found or deleted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ScheduleError {
    Invalid(String),
    NotFound(String),
    Conflict(String),
    Internal(String),
}

/// ARN of a schedule.
pub(crate) fn schedule_arn(group: &str, name: &str) -> String {
    arn("scheduler", &format!("schedule/{group}/{name}"))
}

impl Timers {
    /// Makes a schedule and gives its ARN.
    pub(crate) fn schedule(&self, new: NewSchedule) -> Result<String, ScheduleError> {
        let template = &self.runner.template;
        if !template.groups.contains(&new.group) {
            let message = format!("Schedule group {} does not exist.", new.group);
            return Err(ScheduleError::NotFound(message));
        }
        let expression =
            Expression::parse(&new.expression, &new.zone).map_err(ScheduleError::Invalid)?;
        let function = template.function_by_arn(&new.target_arn).ok_or_else(|| {
            ScheduleError::Invalid(format!("Provided Arn {} is not a target.", new.target_arn))
        })?;
        let scheduled = Scheduled {
            function: function.spec.name.clone(),
            made_ms: self.clock.now_ms(),
            declared: false,
            name: new.name,
            group: new.group,
            expression: new.expression,
            zone: new.zone,
            input: new.input,
            delete_after: new.delete_after,
            token: new.token,
        };
        self.keep_schedule(scheduled, &expression)
    }

    fn keep_schedule(
        &self,
        scheduled: Scheduled,
        expression: &Expression,
    ) -> Result<String, ScheduleError> {
        let key = schedule_key(&scheduled.group, &scheduled.name);
        let made = schedule_arn(&scheduled.group, &scheduled.name);
        let mut book = self.book();
        if let Some(Row {
            job: Job::Schedule(present),
            ..
        }) = book.get(&key)
        {
            // The same request sent again: its first answer was lost.
            if present.token.is_some() && present.token == scheduled.token {
                return Ok(made);
            }
            let message = format!("Schedule {} already exists.", scheduled.name);
            return Err(ScheduleError::Conflict(message));
        }
        let late_ms = match self.controls.timer_fate() {
            TimerFate::InTime => 0,
            TimerFate::Late(late_ms) => late_ms,
            TimerFate::Lost => return Ok(made),
        };
        let first = expression.first(scheduled.made_ms);
        let row = Row {
            due_ms: first.map(|due| due.saturating_add(late_ms)),
            job: Job::Schedule(Box::new(scheduled)),
        };
        book.put(key, row).map_err(ScheduleError::Internal)?;
        drop(book);
        self.wake();
        Ok(made)
    }

    /// Deletes a schedule; an invocation it has already caused goes on.
    pub(crate) fn unschedule(&self, group: &str, name: &str) -> Result<(), ScheduleError> {
        let key = schedule_key(group, name);
        let mut book = self.book();
        if book.get(&key).is_none() {
            return Err(no_schedule(name));
        }
        book.remove(&key).map_err(ScheduleError::Internal)
    }

    /// A schedule as `GetSchedule` shows it.
    pub(crate) fn describe_schedule(
        &self,
        group: &str,
        name: &str,
    ) -> Result<Value, ScheduleError> {
        let book = self.book();
        let Some(Row {
            job: Job::Schedule(schedule),
            ..
        }) = book.get(&schedule_key(group, name))
        else {
            return Err(no_schedule(name));
        };
        let function = self.runner.template.functions.get(&schedule.function);
        Ok(json!({
            "Arn": schedule_arn(group, name),
            "Name": schedule.name,
            "GroupName": schedule.group,
            "ScheduleExpression": schedule.expression,
            "ScheduleExpressionTimezone": schedule.zone,
            "State": "ENABLED",
            "FlexibleTimeWindow": {"Mode": "OFF"},
            "ActionAfterCompletion": if schedule.delete_after { "DELETE" } else { "NONE" },
            "Target": {
                "Arn": function.map(|function| function.arn.clone()),
                "RoleArn": "arn:aws:iam::000000000000:role/local",
                "Input": schedule.input,
            },
        }))
    }

    /// Brings the kept schedules in line with the template: new ones come,
    /// changed ones begin anew, dropped ones and orphans go.
    pub(super) fn arm_declared(&self) -> Result<(), String> {
        let template = &self.runner.template;
        let mut book = self.book();
        let kept: Vec<(String, Scheduled)> = book
            .rows()
            .filter_map(|(key, row)| match &row.job {
                Job::Schedule(schedule) => Some((key.clone(), schedule.as_ref().clone())),
                _ => None,
            })
            .collect();
        for (key, schedule) in kept {
            let still = template.schedules.iter().any(|one| {
                (
                    &one.name,
                    &one.group,
                    &one.expression,
                    &one.zone,
                    &one.input,
                ) == (
                    &schedule.name,
                    &schedule.group,
                    &schedule.expression,
                    &schedule.zone,
                    &schedule.input,
                )
            });
            let orphan = !template.functions.contains_key(&schedule.function);
            if orphan || (schedule.declared && !still) {
                book.remove(&key)?;
            }
        }
        for declared in &template.schedules {
            let key = schedule_key(&declared.group, &declared.name);
            if book.get(&key).is_none() {
                let expression = Expression::parse(&declared.expression, &declared.zone)?;
                let row = self.declared_row(declared, &expression);
                book.put(key, row)?;
            }
        }
        Ok(())
    }

    fn declared_row(&self, declared: &crate::template::Schedule, expression: &Expression) -> Row {
        let made_ms = self.clock.now_ms();
        let scheduled = Scheduled {
            name: declared.name.clone(),
            group: declared.group.clone(),
            expression: declared.expression.clone(),
            zone: declared.zone.clone(),
            function: declared.function.clone(),
            input: declared.input.clone(),
            delete_after: false,
            token: None,
            made_ms,
            declared: true,
        };
        Row {
            due_ms: expression.first(made_ms),
            job: Job::Schedule(Box::new(scheduled)),
        }
    }

    /// Turns a due schedule into an invocation and sets its next time. Runs
    /// that a jump of the clock has left behind are made up for by one.
    pub(super) fn fire(&self, book: &mut Book, key: &str, now: i64) -> Result<(), String> {
        let Some(Row {
            due_ms: Some(due),
            job: Job::Schedule(schedule),
        }) = book.get(key)
        else {
            return Ok(());
        };
        let (due, schedule) = (*due, schedule.as_ref().clone());
        let made = schedule_arn(&schedule.group, &schedule.name);
        let payload = payload(&schedule, &made, due)?;
        // Named after schedule and time: being killed between the two writes
        // makes the same invocation again, not another one.
        let call = call_key(&format!("{}/{}#{due}", schedule.group, schedule.name));
        let row = Row {
            // Not now: of several that a jump has made due the earliest comes first.
            due_ms: Some(due),
            job: Job::Call(Call {
                function: schedule.function.clone(),
                payload,
                attempts: 0,
                scheduled: true,
            }),
        };
        book.put(call, row)?;
        let expression = Expression::parse(&schedule.expression, &schedule.zone)?;
        match expression.next(now.max(due), schedule.made_ms) {
            None if schedule.delete_after => book.remove(key),
            next => book.put(
                key.to_owned(),
                Row {
                    due_ms: next,
                    job: Job::Schedule(Box::new(schedule)),
                },
            ),
        }
    }
}

fn no_schedule(name: &str) -> ScheduleError {
    ScheduleError::NotFound(format!("Schedule {name} does not exist."))
}

fn payload(schedule: &Scheduled, made: &str, due: i64) -> Result<Value, String> {
    let time = chrono::DateTime::from_timestamp_millis(due)
        .map(|time| time.to_rfc3339_opts(chrono::SecondsFormat::Secs, true))
        .unwrap_or_default();
    let Some(input) = &schedule.input else {
        return Ok(json!({
            "version": "0",
            "id": format!("{}-{due}", schedule.name),
            "detail-type": "Scheduled Event",
            "source": "aws.scheduler",
            "account": "000000000000",
            "time": time,
            "region": REGION,
            "resources": [made],
            "detail": "{}",
        }));
    };
    let input = input
        .replace("<aws.scheduler.schedule-arn>", made)
        .replace("<aws.scheduler.scheduled-time>", &time);
    serde_json::from_str(&input).map_err(|error| format!("input is not JSON: {error}"))
}
