//! `damero-local`: the whole club on this machine.

use std::io::Write as _;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use damero_lambda::Limits;
use damero_local::{Binaries, Config, Data, Stack, StartError, in_process};
use tracing_subscriber::EnvFilter;

/// Plays the cloud of this project on this machine.
#[derive(Parser)]
struct Args {
    /// Address of the socket, the client and the other services.
    #[arg(long, default_value = "127.0.0.1:4510")]
    http: SocketAddr,
    /// Address of the database.
    #[arg(long, default_value = "127.0.0.1:4511")]
    dynamodb: SocketAddr,
    /// Directory of the data.
    #[arg(long, default_value = ".local")]
    data: PathBuf,
    /// Deployment template.
    #[arg(long, default_value = "template.yaml")]
    template: PathBuf,
    /// Directory of the built client.
    #[arg(long = "static", default_value = "web/dist")]
    static_dir: PathBuf,
    /// Shuffle the messages of each connection from this seed.
    #[arg(long, value_name = "SEED")]
    shuffle: Option<u64>,
    /// Run the functions' binaries, from this directory or the one this binary is in,
    /// instead of their handlers in this process.
    #[arg(long, value_name = "DIR")]
    lambdas: Option<Option<PathBuf>>,
    /// A parameter of the template.
    #[arg(long = "parameter", value_name = "NAME=VALUE", value_parser = parameter)]
    parameters: Vec<(String, String)>,
}

fn parameter(text: &str) -> Result<(String, String), String> {
    text.split_once('=')
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .ok_or_else(|| "NAME=VALUE is needed".to_owned())
}

fn config(args: Args) -> Config {
    // What a deployment must be told has a sensible value on one's own machine.
    let mut parameters = std::collections::BTreeMap::from([
        (
            "SiteZone".to_owned(),
            "America/Argentina/Buenos_Aires".to_owned(),
        ),
        (
            "AllowedOrigins".to_owned(),
            format!(
                "http://{0},http://localhost:{1},http://localhost:5173",
                args.http,
                args.http.port()
            ),
        ),
    ]);
    parameters.extend(args.parameters);
    Config {
        template: args.template,
        data: Data::Dir(args.data),
        http: args.http,
        dynamodb: args.dynamodb,
        static_dir: args.static_dir.is_dir().then_some(args.static_dir),
        shuffle_seed: args.shuffle,
        parameters,
        ..Config::default()
    }
}

/// The binaries that the functions are to run from, if they are to.
fn binaries(lambdas: Option<Option<PathBuf>>) -> std::io::Result<Option<Binaries>> {
    match lambdas {
        None => Ok(None),
        Some(Some(dir)) => Ok(Some(Binaries::at(dir))),
        Some(None) => Binaries::beside().map(Some),
    }
}

async fn start(config: Config, binaries: Option<Binaries>) -> Result<Stack, StartError> {
    match binaries {
        Some(binaries) => Stack::start_binaries(config, &binaries).await,
        None => {
            Stack::start(config, |functions| {
                in_process(functions, &Limits::default())
            })
            .await
        }
    }
}

async fn run(mut args: Args) -> Result<(), StartError> {
    let binaries = binaries(args.lambdas.take())?;
    let config = config(args);
    let client = config.static_dir.is_some();
    let stack = start(config, binaries).await?;
    // Whoever started it may not want to hear this: the club runs on all the same.
    let _ = std::io::stdout().write_all(welcome(&stack, client).as_bytes());
    tokio::signal::ctrl_c().await?;
    tokio::select! {
        () = stack.stop() => Ok(()),
        // Who asks twice does not want to wait.
        again = tokio::signal::ctrl_c() => Ok(again?),
    }
}

/// Where everything is.
fn welcome(stack: &Stack, client: bool) -> String {
    let (http, database) = (stack.http_addr(), stack.dynamodb_addr());
    let site = if client {
        format!("Open http://{http}/ to play.")
    } else {
        format!("Damero is at http://{http}/, without its client: it has not been built.")
    };
    format!(
        "{site}\nCtrl-C stops it. The database is at http://{database}, all else at the one \
         address.\n"
    )
}

/// What is logged unless `RUST_LOG` says otherwise. To the database's server a lost
/// race is an error, and here it is nothing.
const QUIET: &str = "warn,dynoxide::server=error";

#[tokio::main]
async fn main() -> ExitCode {
    tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::try_from_default_env().unwrap_or_else(|_| QUIET.into()))
        .with_writer(std::io::stderr)
        // A log that nobody reads any more must not end the club.
        .log_internal_errors(false)
        .init();
    match run(Args::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "damero-local: {error}");
            ExitCode::FAILURE
        }
    }
}
