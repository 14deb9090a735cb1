//! `/oidc`: the identity provider's endpoints.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Query, State};
use axum::http::{HeaderName, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Json, http::HeaderValue};
use serde_json::json;

use super::Services;
use crate::oidc::{self, Ask, Asked, Redeem};

/// What scripts of other origins may read: the club's pages need not be served from here.
const EVERYBODY: (HeaderName, HeaderValue) = (
    header::ACCESS_CONTROL_ALLOW_ORIGIN,
    HeaderValue::from_static("*"),
);

/// The page has a style of its own and nothing else.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

pub(super) fn routes() -> Router<Arc<Services>> {
    let path = |rest: &str| format!("{}{rest}", oidc::PATH);
    Router::new()
        .route(
            &path("/.well-known/openid-configuration"),
            get(async |State(services): State<Arc<Services>>| {
                ([EVERYBODY], Json(services.issuer.discovery()))
            }),
        )
        .route(
            &path("/jwks.json"),
            get(async |State(services): State<Arc<Services>>| {
                ([EVERYBODY], Json(services.issuer.keys()))
            }),
        )
        .route(&path("/authorize"), get(authorize))
        .route(&path("/token"), post(token))
}

async fn authorize(State(services): State<Arc<Services>>, Query(ask): Query<Ask>) -> Response {
    match services.issuer.ask(&ask) {
        Asked::Page => {
            let headers = [
                (header::CONTENT_SECURITY_POLICY, POLICY),
                (header::CACHE_CONTROL, "no-store"),
                (header::REFERRER_POLICY, "no-referrer"),
            ];
            (headers, Html(oidc::login(&ask))).into_response()
        }
        Asked::Back(address) => {
            let headers = [
                (header::LOCATION, address),
                (header::CACHE_CONTROL, "no-store".to_owned()),
            ];
            (StatusCode::SEE_OTHER, headers).into_response()
        }
        Asked::Refused(why) => (StatusCode::BAD_REQUEST, why).into_response(),
    }
}

async fn token(State(services): State<Arc<Services>>, form: String) -> Response {
    // A form is spelled as a query is.
    let redeem = Uri::builder()
        .path_and_query(format!("/?{form}"))
        .build()
        .ok()
        .and_then(|uri| Query::<Redeem>::try_from_uri(&uri).ok());
    let redeemed = match redeem {
        Some(Query(redeem)) => services.issuer.redeem(&redeem),
        None => Err("invalid_request"),
    };
    let headers = [
        EVERYBODY,
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    match redeemed {
        Ok(tokens) => (headers, Json(tokens)).into_response(),
        Err(error) => {
            let error = Json(json!({ "error": error }));
            (StatusCode::BAD_REQUEST, headers, error).into_response()
        }
    }
}
