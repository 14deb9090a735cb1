//! The socket and the browser client share `/`: an upgrade is the one, a plain
//! `GET` the other.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{MethodRouter, any, get};
use axum::{Json, Router};
use serde_json::json;
use tower_http::compression::predicate::{NotForContentType, Predicate as _};
use tower_http::compression::{CompressionLayer, DefaultPredicate};
use tower_http::services::{ServeDir, ServeFile};

use super::Services;
use crate::gateway::is_upgrade;

/// Directory of the client's files whose names change with their content.
const ASSETS: &str = "/assets/";

/// How long a browser may keep one of [`ASSETS`] unasked.
const FOR_A_YEAR: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// Whatever else may be kept, but is asked for again each time.
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("no-cache");

/// What a page of the club may do: what it needs, and nothing that it does not.
const PERMISSIONS: &str = "screen-wake-lock=(self), clipboard-write=(self), \
    accelerometer=(), camera=(), display-capture=(), encrypted-media=(), fullscreen=(), \
    geolocation=(), gyroscope=(), hid=(), idle-detection=(), magnetometer=(), microphone=(), \
    midi=(), payment=(), picture-in-picture=(), publickey-credentials-get=(), serial=(), usb=(), \
    xr-spatial-tracking=()";

/// The root, the stage's root, the client's settings and files.
pub(super) fn routes(stage: &str, files: Option<PathBuf>, services: Arc<Services>) -> Router {
    let paths = Router::new().route("/config.json", get(config));
    let paths = match files {
        Some(files) => {
            let front = any(front_page).with_state(Arc::new(files.join("index.html")));
            let files = ServeDir::new(&files).fallback(front);
            paths.fallback(move |request| file(files.clone(), request))
        }
        None => paths.fallback(any(nothing)),
    };
    let issuer = services.runner.template.issuer.as_deref();
    let headers = Headers::new(&services.socket, issuer.unwrap_or_default());
    let roots = Roots {
        stage: format!("/{stage}"),
        services: Arc::clone(&services),
    };
    // Fonts are compressed already.
    let compressible = DefaultPredicate::new().and(NotForContentType::const_new("font/"));
    paths
        .with_state(services)
        .layer(CompressionLayer::new().compress_when(compressible))
        .layer(from_fn_with_state(Arc::new(headers), with_headers))
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

/// What every answer of the site says about how it is to be treated.
struct Headers(Vec<(HeaderName, HeaderValue)>);

impl Headers {
    /// `socket` and `issuer` are what a page may speak to beside its own address.
    fn new(socket: &str, issuer: &str) -> Headers {
        let origin = socket.rsplit_once('/').map_or(socket, |(origin, _)| origin);
        // One on this address needs no word of its own.
        let issuer = if host(issuer) == host(socket) {
            String::new()
        } else {
            origin_of(issuer)
        };
        let policy = format!(
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
             img-src 'self' data:; font-src 'self'; connect-src 'self' {origin}{issuer}; \
             manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; \
             frame-ancestors 'none'"
        );
        let policy = HeaderValue::from_str(&policy);
        let fixed = HeaderValue::from_static;
        Headers(vec![
            (
                header::CONTENT_SECURITY_POLICY,
                policy.unwrap_or(fixed("default-src 'none'")),
            ),
            (header::X_CONTENT_TYPE_OPTIONS, fixed("nosniff")),
            (header::REFERRER_POLICY, fixed("same-origin")),
            (
                HeaderName::from_static("permissions-policy"),
                fixed(PERMISSIONS),
            ),
            (
                HeaderName::from_static("cross-origin-opener-policy"),
                fixed("same-origin"),
            ),
        ])
    }
}

/// Scheme and host of an address, with a space before it; nothing of nothing.
fn origin_of(address: &str) -> String {
    match (address.split_once("://"), host(address)) {
        (Some((scheme, _)), Some(host)) => format!(" {scheme}://{host}"),
        _ => String::new(),
    }
}

fn host(address: &str) -> Option<&str> {
    let (_, rest) = address.split_once("://")?;
    rest.split('/').next()
}

async fn with_headers(
    State(headers): State<Arc<Headers>>,
    request: Request,
    next: Next,
) -> Response {
    let asset = request.uri().path().starts_with(ASSETS);
    let mut response = next.run(request).await;
    let found = response.status().is_success() || response.status() == StatusCode::NOT_MODIFIED;
    let caching = if asset && found {
        FOR_A_YEAR
    } else {
        ASK_AGAIN
    };
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, caching);
    response.headers_mut().extend(headers.0.iter().cloned());
    response
}

async fn config(State(services): State<Arc<Services>>) -> Response {
    let template = &services.runner.template;
    Json(json!({
        "socket": services.socket,
        "zone": template.zone,
        "protocol": "damero.v1",
        "issuer": template.issuer,
        "client_id": template.client_id,
        "terms": template.terms,
        "rated": template.rated,
    }))
    .into_response()
}

async fn file(mut files: ServeDir<MethodRouter>, request: Request) -> Response {
    match files.try_call(request).await {
        Ok(file) => file.map(Body::new),
        // No file has a name of that length, and no page of the client.
        Err(error) if error.kind() == ErrorKind::InvalidFilename => {
            StatusCode::URI_TOO_LONG.into_response()
        }
        Err(error) => failed(&error),
    }
}

/// The client has its own paths: an unknown one is its front page, unless it looks
/// like a file's. A script that is no more must not be answered with a page.
async fn front_page(State(index): State<Arc<PathBuf>>, request: Request) -> Response {
    let path = request.uri().path();
    let name = path.rsplit('/').next().unwrap_or_default();
    if path.starts_with(ASSETS) || name.contains('.') {
        return StatusCode::NOT_FOUND.into_response();
    }
    match ServeFile::new(index.as_path()).try_call(request).await {
        Ok(page) => page.map(Body::new),
        Err(error) => failed(&error),
    }
}

fn failed(error: &std::io::Error) -> Response {
    (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response()
}

async fn nothing() -> Response {
    let message = "The client has not been built: scripts/dev builds it.";
    (StatusCode::NOT_FOUND, message).into_response()
}
