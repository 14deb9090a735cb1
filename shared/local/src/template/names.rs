//! Names, ARNs and addresses that the cloud would give out.

use super::resolve::scalar;
use serde_json::Value;

/// Account that owns everything here.
pub(crate) const ACCOUNT: &str = "000000000000";
/// Region that everything here is in.
pub(crate) const REGION: &str = "us-east-1";
/// Id of the only API.
pub(crate) const API_ID: &str = "local";
const URL_SUFFIX: &str = "amazonaws.com";

/// Host that the deployed API would have.
pub(crate) fn api_host() -> String {
    format!("{API_ID}.execute-api.{REGION}.{URL_SUFFIX}")
}

/// An ARN of this account and region.
pub(crate) fn arn(service: &str, resource: &str) -> String {
    format!("arn:aws:{service}:{REGION}:{ACCOUNT}:{resource}")
}

/// Value of a pseudo parameter.
pub(super) fn pseudo(name: &str) -> Option<&'static str> {
    Some(match name {
        "AWS::AccountId" => ACCOUNT,
        "AWS::Region" => REGION,
        "AWS::Partition" => "aws",
        "AWS::URLSuffix" => URL_SUFFIX,
        "AWS::StackName" => "damero-local",
        _ => return None,
    })
}

/// Property that holds a resource's physical name.
pub(super) fn name_property(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "AWS::Serverless::Function" => "FunctionName",
        "AWS::DynamoDB::Table" => "TableName",
        "AWS::SQS::Queue" => "QueueName",
        "AWS::IAM::Role" => "RoleName",
        "AWS::Scheduler::ScheduleGroup" | "AWS::Scheduler::Schedule" => "Name",
        _ => return None,
    })
}

/// Gives resources the names they have on this machine.
#[derive(Debug, Clone)]
pub(crate) struct Names {
    /// `http://127.0.0.1:port`, without a slash at the end.
    pub(crate) base: String,
}

impl Names {
    /// What `Ref` gives.
    pub(super) fn reference(&self, kind: &str, physical: &str) -> String {
        match kind {
            "AWS::SQS::Queue" => self.queue_url(physical),
            "AWS::Serverless::WebSocketApi" | "AWS::ApiGatewayV2::Api" => API_ID.to_owned(),
            _ => physical.to_owned(),
        }
    }

    /// What `Fn::GetAtt` gives.
    pub(super) fn attribute(&self, kind: &str, physical: &str, attribute: &str) -> String {
        match (kind, attribute) {
            ("AWS::Serverless::Function", "Arn") => arn("lambda", &format!("function:{physical}")),
            ("AWS::DynamoDB::Table", "Arn") => arn("dynamodb", &format!("table/{physical}")),
            ("AWS::SQS::Queue", "Arn") => arn("sqs", physical),
            ("AWS::IAM::Role", "Arn") => format!("arn:aws:iam::{ACCOUNT}:role/{physical}"),
            ("AWS::Scheduler::ScheduleGroup", "Arn") => {
                arn("scheduler", &format!("schedule-group/{physical}"))
            }
            (_, "ApiId") => API_ID.to_owned(),
            (_, "ApiEndpoint") => format!("wss://{}", api_host()),
            (_, "Arn") => arn("local", physical),
            _ => physical.to_owned(),
        }
    }

    pub(crate) fn queue_url(&self, name: &str) -> String {
        format!("{}/_aws/sqs/{ACCOUNT}/{name}", self.base)
    }

    /// A value for a function's environment: the deployed API's address gives
    /// way to this machine's.
    pub(super) fn localized(&self, value: &Value) -> Result<String, String> {
        let host = api_host();
        let socket = self.base.replacen("http", "ws", 1);
        Ok(scalar(value)?
            .replace(&format!("https://{host}"), &self.base)
            .replace(&format!("wss://{host}"), &socket))
    }
}
