//! What a stack is started with, and why it may refuse to start.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

/// Where the tables and the timers live.
#[derive(Debug, Clone, Default)]
pub enum Data {
    /// Gone with the process.
    #[default]
    Memory,
    /// A directory that outlives it.
    Dir(PathBuf),
}

/// How the stack's clock begins.
#[derive(Debug, Clone, Copy, Default)]
pub enum ClockStart {
    /// Runs with the machine's clock (plus the offset kept in the data).
    #[default]
    Running,
    /// Stands at this time (or the kept one) and moves only when told to.
    Frozen(i64),
}

/// Settings of one stack. `Default` gives memory, free loopback ports and
/// `template.yaml` of the working directory.
#[derive(Debug, Clone)]
pub struct Config {
    /// The deployment template.
    pub template: PathBuf,
    /// Where data is kept.
    pub data: Data,
    /// Address of everything but the database; port 0 picks a free one.
    pub http: SocketAddr,
    /// Address of the database; port 0 picks a free one.
    pub dynamodb: SocketAddr,
    /// Files served to a plain `GET`, for the browser client.
    pub static_dir: Option<PathBuf>,
    /// Delivers the messages of each connection in an order shuffled from this
    /// seed.
    pub shuffle_seed: Option<u64>,
    /// Values for the template's parameters.
    pub parameters: BTreeMap<String, String>,
    /// How the clock begins.
    pub clock: ClockStart,
    /// Seed of connection and message ids; `None` takes a random one.
    pub id_seed: Option<u64>,
}

impl Default for Config {
    fn default() -> Self {
        let loopback = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        Self {
            template: PathBuf::from("template.yaml"),
            data: Data::Memory,
            http: loopback,
            dynamodb: loopback,
            static_dir: None,
            shuffle_seed: None,
            parameters: BTreeMap::new(),
            clock: ClockStart::Running,
            id_seed: None,
        }
    }
}

/// Why a stack did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The template cannot be read, or says something that cannot be played.
    #[error("template: {0}")]
    Template(String),
    /// An address cannot be served.
    #[error("{address}: {source}")]
    Bind {
        /// The address asked for.
        address: SocketAddr,
        /// What the system said.
        source: std::io::Error,
    },
    /// Only loopback addresses are served: nothing here checks credentials.
    #[error("{0} is not a loopback address")]
    NotLoopback(SocketAddr),
    /// The data directory is unusable, or in use by another stack.
    #[error("data directory {path}: {message}")]
    Data {
        /// The directory.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
    },
    /// A function in a process of its own has the machine's clock and an offset.
    #[error("the functions' binaries need a clock that runs: theirs cannot stand still")]
    FrozenClock,
    /// Not every function has its binary.
    #[error(
        "{dir} lacks {missing}: build the functions with \
         `cargo build --workspace --bins --locked`"
    )]
    NotBuilt {
        /// The directory.
        dir: PathBuf,
        /// The binaries that are not in it.
        missing: String,
    },
    /// The embedded database refused.
    #[error("database: {0}")]
    Database(String),
    /// The system gave no threads.
    #[error("runtime: {0}")]
    Runtime(#[from] std::io::Error),
}
