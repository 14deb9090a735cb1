//! The socket and the browser client share `/`: an upgrade is the one, a plain
//! `GET` the other.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{any, get};
use axum::{Json, Router};
use serde_json::json;
use tower_http::services::{ServeDir, ServeFile};

use super::Services;
use crate::gateway::is_upgrade;

/// The root, the stage's root, the client's settings and files.
pub(super) fn routes(stage: &str, files: Option<PathBuf>, services: Arc<Services>) -> Router {
    let paths = Router::new().route("/config.json", get(config));
    let paths = match files {
        // The client has its own paths: an unknown one is its front page.
        Some(files) => paths.fallback_service(
            ServeDir::new(&files).fallback(ServeFile::new(files.join("index.html"))),
        ),
        None => paths.fallback(any(nothing)),
    };
    let roots = Roots {
        stage: format!("/{stage}"),
        services: Arc::clone(&services),
    };
    paths
        .with_state(services)
        .layer(from_fn_with_state(Arc::new(roots), socket_first))
}

struct Roots {
    stage: String,
    services: Arc<Services>,
}

async fn socket_first(
    State(roots): State<Arc<Roots>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path();
    if !is_upgrade(request.headers()) {
        return next.run(request).await;
    }
    if path == "/" || path.trim_end_matches('/') == roots.stage {
        return Arc::clone(&roots.services.gateway)
            .handshake(peer, request)
            .await;
    }
    // As the gateway answers for a stage that there is not.
    (StatusCode::FORBIDDEN, Json(json!({"message": "Forbidden"}))).into_response()
}

async fn config(State(services): State<Arc<Services>>) -> Response {
    Json(json!({
        "socket": services.socket,
        "zone": services.runner.template.zone,
        "protocol": "damero.v1",
    }))
    .into_response()
}

async fn nothing() -> Response {
    (StatusCode::NOT_FOUND, "The client has not been built.").into_response()
}
