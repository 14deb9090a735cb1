//! One address for everything but the database.

mod clock;
mod lambda;
mod oidc;
mod sandboxes;
mod scheduler;
mod site;
mod sqs;

use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;

use crate::LocalClock;
use crate::activity::Activity;
use crate::gateway::{self, Gateway};
use crate::oidc::Issuer;
use crate::runner::Runner;
use crate::timers::Timers;

/// Lambda takes payloads of 6 MB; nothing here takes more.
const MAX_BODY: usize = 6 * 1024 * 1024;

/// What the handlers share.
pub(crate) struct Services {
    pub(crate) runner: Arc<Runner>,
    pub(crate) timers: Arc<Timers>,
    pub(crate) gateway: Arc<Gateway>,
    pub(crate) clock: LocalClock,
    pub(crate) activity: Activity,
    /// Address of the socket, for the client.
    pub(crate) socket: String,
    pub(crate) static_dir: Option<PathBuf>,
    /// The identity provider.
    pub(crate) issuer: Arc<Issuer>,
}

/// The whole address.
pub(crate) fn router(services: Services) -> Router {
    let stage = services.runner.template.api.stage.clone();
    let gateway = Arc::clone(&services.gateway);
    let static_dir = services.static_dir.clone();
    let services = Arc::new(services);
    Router::new()
        .merge(clock::routes())
        .merge(lambda::routes())
        .merge(oidc::routes())
        .merge(sandboxes::routes())
        .merge(scheduler::routes())
        .merge(sqs::routes())
        .with_state(Arc::clone(&services))
        .merge(gateway::routes(&stage).with_state(gateway))
        .merge(site::routes(&stage, static_dir, services))
        .layer(DefaultBodyLimit::max(MAX_BODY))
}
