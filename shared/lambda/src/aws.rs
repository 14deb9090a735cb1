//! The ports over AWS.

use aws_sdk_apigatewaymanagement::Client as Management;
use aws_sdk_apigatewaymanagement::operation::delete_connection::DeleteConnectionError;
use aws_sdk_apigatewaymanagement::operation::post_to_connection::PostToConnectionError;
use aws_sdk_apigatewaymanagement::primitives::Blob;
use aws_sdk_scheduler::Client as Scheduler;
use aws_sdk_scheduler::operation::create_schedule::CreateScheduleError;
use aws_sdk_scheduler::types::{
    ActionAfterCompletion, FlexibleTimeWindow, FlexibleTimeWindowMode, Target,
};
use aws_sdk_sqs::Client as Queues;
use chrono::DateTime;
use damero_app::timers::MAX_DELAY;
use damero_app::{BoxFuture, Delivery, PortError, Push, Timers};
use damero_domain::ids::{ConnectionId, GameId, RoomId};
use damero_domain::time::{Millis, Timestamp};
use serde_json::json;

/// Posts through the gateway's management API.
#[derive(Clone, Debug)]
pub(crate) struct Gateway(pub Management);

impl Push for Gateway {
    fn post<'a>(&'a self, to: &'a ConnectionId, message: String) -> BoxFuture<'a, Delivery> {
        Box::pin(async move {
            let post = self
                .0
                .post_to_connection()
                .connection_id(&to.0)
                .data(Blob::new(message))
                .send()
                .await;
            match post {
                Ok(_) => Delivery::Delivered,
                Err(error)
                    if matches!(
                        error.as_service_error(),
                        Some(PostToConnectionError::GoneException(_))
                    ) =>
                {
                    Delivery::Gone
                }
                Err(error) => {
                    tracing::warn!(error = &error as &dyn std::error::Error, "post failed");
                    Delivery::Failed
                }
            }
        })
    }

    fn close<'a>(&'a self, connection: &'a ConnectionId) -> BoxFuture<'a, Delivery> {
        Box::pin(async move {
            let close = self
                .0
                .delete_connection()
                .connection_id(&connection.0)
                .send()
                .await;
            match close {
                Ok(_) => Delivery::Delivered,
                Err(error)
                    if matches!(
                        error.as_service_error(),
                        Some(DeleteConnectionError::GoneException(_))
                    ) =>
                {
                    Delivery::Gone
                }
                Err(error) => {
                    tracing::warn!(error = &error as &dyn std::error::Error, "close failed");
                    Delivery::Failed
                }
            }
        })
    }
}

/// Delayed messages for clocks, one-off schedules for what is hours away.
#[derive(Clone, Debug)]
pub(crate) struct AwsTimers {
    pub queues: Queues,
    pub scheduler: Scheduler,
    pub clock_queue_url: String,
    pub group: String,
    pub scheduler_role: String,
    pub invite_expire: String,
}

impl Timers for AwsTimers {
    fn watch_clock(&self, game: GameId, delay: Millis) -> BoxFuture<'_, Result<(), PortError>> {
        Box::pin(async move {
            let seconds = delay.0.clamp(0, MAX_DELAY.0).saturating_add(999) / 1000;
            self.queues
                .send_message()
                .queue_url(&self.clock_queue_url)
                .message_body(json!({ "game": game.to_string() }).to_string())
                .delay_seconds(i32::try_from(seconds).unwrap_or(900))
                .send()
                .await
                .map_err(port)?;
            Ok(())
        })
    }

    fn lapse_room(&self, room: RoomId, at: Timestamp) -> BoxFuture<'_, Result<(), PortError>> {
        Box::pin(async move {
            // A schedule fires on a whole second: the next one.
            let at = DateTime::from_timestamp((at.0 + 999).div_euclid(1000), 0).unwrap_or_default();
            let target = Target::builder()
                .arn(&self.invite_expire)
                .role_arn(&self.scheduler_role)
                .input(json!({ "room": room.to_string() }).to_string())
                .build()
                .map_err(|error| PortError(Box::new(error)))?;
            let exactly = FlexibleTimeWindow::builder()
                .mode(FlexibleTimeWindowMode::Off)
                .build()
                .map_err(|error| PortError(Box::new(error)))?;
            let created = self
                .scheduler
                .create_schedule()
                .name(format!("room-{room}"))
                .group_name(&self.group)
                .schedule_expression(format!("at({})", at.format("%Y-%m-%dT%H:%M:%S")))
                .schedule_expression_timezone("UTC")
                .flexible_time_window(exactly)
                .action_after_completion(ActionAfterCompletion::Delete)
                .target(target)
                .send()
                .await;
            match created {
                Ok(_) => Ok(()),
                // Armed already.
                Err(error)
                    if matches!(
                        error.as_service_error(),
                        Some(CreateScheduleError::ConflictException(_))
                    ) =>
                {
                    Ok(())
                }
                Err(error) => Err(port(error)),
            }
        })
    }
}

fn port(error: impl std::error::Error + Send + Sync + 'static) -> PortError {
    PortError(Box::new(error))
}
