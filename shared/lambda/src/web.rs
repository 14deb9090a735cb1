//! Asking an identity provider over HTTPS, with the TLS that the AWS clients use.

use damero_app::{BoxFuture, PortError, Web};
use http_body_util::{BodyExt as _, Empty, Limited};
use hyper::body::Bytes;
use hyper_rustls::{ConfigBuilderExt as _, HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use std::sync::OnceLock;
use std::time::Duration;

/// A provider's keys are a few kilobytes.
const MAX_BODY: usize = 256 * 1024;

/// Longer than a provider takes, shorter than a function may.
const PATIENCE: Duration = Duration::from_secs(4);

type Pool = Client<HttpsConnector<HttpConnector>, Empty<Bytes>>;

/// HTTPS, and plain HTTP for a provider on this machine. Made when it is first used: of
/// all functions one asks a provider.
#[derive(Debug, Default)]
pub(crate) struct Https(OnceLock<Pool>);

impl Https {
    fn pool(&self) -> Result<&Pool, PortError> {
        if let Some(pool) = self.0.get() {
            return Ok(pool);
        }
        let connector = HttpsConnectorBuilder::new()
            .with_tls_config(tls()?)
            .https_or_http()
            .enable_http1()
            .build();
        let pool = Client::builder(TokioExecutor::new()).build(connector);
        Ok(self.0.get_or_init(|| pool))
    }
}

fn tls() -> Result<rustls::ClientConfig, PortError> {
    let ring = rustls::crypto::ring::default_provider();
    let config = rustls::ClientConfig::builder_with_provider(ring.into())
        .with_safe_default_protocol_versions()
        .map_err(port)?;
    // A machine without any roots can still ask itself.
    let config = match config.clone().with_native_roots() {
        Ok(config) => config,
        Err(_) => config.with_root_certificates(rustls::RootCertStore::empty()),
    };
    Ok(config.with_no_client_auth())
}

impl Web for Https {
    fn get<'a>(&'a self, address: &'a str) -> BoxFuture<'a, Result<String, PortError>> {
        Box::pin(async move {
            let answer = tokio::time::timeout(PATIENCE, self.ask(address));
            answer.await.map_err(port)?
        })
    }
}

impl Https {
    async fn ask(&self, address: &str) -> Result<String, PortError> {
        let address = address.parse().map_err(port)?;
        let answer = self.pool()?.get(address).await.map_err(port)?;
        if !answer.status().is_success() {
            return Err(PortError(answer.status().to_string().into()));
        }
        let body = Limited::new(answer.into_body(), MAX_BODY);
        let body = body.collect().await.map_err(PortError)?;
        String::from_utf8(body.to_bytes().into()).map_err(port)
    }
}

fn port(error: impl std::error::Error + Send + Sync + 'static) -> PortError {
    PortError(Box::new(error))
}
