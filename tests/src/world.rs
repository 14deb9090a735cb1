//! A whole club of one's own, on a clock that moves when it is told to.

use crate::player::{Player, PlayerError, Secret};
use aws_sdk_dynamodb::config::{BehaviorVersion, Credentials, Region};
use damero_lambda::Limits;
use damero_local::{
    Binaries, ClockStart, Config, Data, Functions, Invoker, Sandboxes, Stack, StartError,
    in_process,
};
use std::collections::BTreeMap;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};

/// When a [`World::still`] begins: 2026-06-01T12:00:00Z.
pub const NOON: i64 = 1_780_315_200_000;

/// A running stack, and addresses for its visitors.
pub struct World {
    stack: Stack,
    visitors: AtomicU16,
}

/// How the functions run.
#[derive(Clone, Debug)]
pub enum Running {
    /// As handlers in this process.
    Handlers,
    /// As the binaries that are deployed, in processes of their own. They take no
    /// [`Making::limits`], and no clock that stands still.
    Binaries(Binaries),
}

/// How a world is made.
#[derive(Clone, Debug)]
pub struct Making {
    /// Where its database lives.
    pub data: Data,
    /// Seed of a gateway that shuffles each connection's messages.
    pub shuffle_seed: Option<u64>,
    /// How its clock begins.
    pub clock: ClockStart,
    /// What is too much.
    pub limits: Limits,
    /// How its functions run.
    pub functions: Running,
    /// Origins whose pages may connect, with commas between.
    pub origins: String,
}

/// Bots think faster than people: only what creates things stays limited.
impl Default for Making {
    fn default() -> Making {
        Making {
            data: Data::Memory,
            shuffle_seed: None,
            clock: ClockStart::Running,
            limits: Limits {
                messages_per_second: 10_000,
                ..Limits::default()
            },
            functions: Running::Handlers,
            origins: String::new(),
        }
    }
}

impl World {
    /// A club with an empty database in memory.
    ///
    /// # Errors
    /// [`StartError`].
    pub async fn new() -> Result<World, StartError> {
        World::made(Making::default()).await
    }

    /// The same, on a clock that stands still between moves.
    ///
    /// # Errors
    /// [`StartError`].
    pub async fn still() -> Result<World, StartError> {
        World::made(Making {
            clock: ClockStart::Frozen(NOON),
            ..Making::default()
        })
        .await
    }

    /// A club whose database lives in `dir` and outlives it, on a still clock.
    ///
    /// # Errors
    /// [`StartError`].
    pub async fn at(dir: &Path) -> Result<World, StartError> {
        World::made(Making {
            data: Data::Dir(dir.to_owned()),
            clock: ClockStart::Frozen(NOON),
            ..Making::default()
        })
        .await
    }

    /// A club whose gateway shuffles each connection's messages.
    ///
    /// # Errors
    /// [`StartError`].
    pub async fn shuffled(seed: u64) -> Result<World, StartError> {
        World::made(Making {
            shuffle_seed: Some(seed),
            ..Making::default()
        })
        .await
    }

    /// A club whose functions are the binaries built beside this one.
    ///
    /// # Errors
    /// [`StartError`], which says how to build them if they are not there.
    pub async fn of_binaries() -> Result<World, StartError> {
        World::made(Making {
            functions: Running::Binaries(Binaries::beside()?),
            ..Making::default()
        })
        .await
    }

    /// A club made to measure.
    ///
    /// # Errors
    /// [`StartError`].
    pub async fn made(making: Making) -> Result<World, StartError> {
        let limits = making.limits.clone();
        match &making.functions {
            Running::Handlers => {
                World::run_by(making, |functions| in_process(functions, &limits)).await
            }
            Running::Binaries(binaries) => {
                let binaries = binaries.clone();
                let stack = Stack::start_binaries(config(making), &binaries).await?;
                Ok(World::around(stack))
            }
        }
    }

    /// The same, whose functions somebody else runs; they keep the limits or do not.
    ///
    /// # Errors
    /// [`StartError`].
    pub async fn run_by(
        making: Making,
        invoker: impl FnOnce(&Functions) -> Arc<dyn Invoker>,
    ) -> Result<World, StartError> {
        Ok(World::around(Stack::start(config(making), invoker).await?))
    }

    fn around(stack: Stack) -> World {
        World {
            stack,
            visitors: AtomicU16::new(0),
        }
    }

    /// The stack itself.
    #[must_use]
    pub fn stack(&self) -> &Stack {
        &self.stack
    }

    /// The database as the AWS SDK reaches it.
    #[must_use]
    pub fn database(&self) -> aws_sdk_dynamodb::Client {
        let config = aws_sdk_dynamodb::Config::builder()
            .behavior_version(BehaviorVersion::latest())
            .region(Region::new("us-east-1"))
            .credentials_provider(Credentials::new("local", "local", None, None, "local"))
            .http_client(aws_smithy_http_client::Builder::new().build_http())
            .endpoint_url(format!("http://{}", self.stack.dynamodb_addr()))
            .build();
        aws_sdk_dynamodb::Client::from_conf(config)
    }

    /// The functions' processes.
    ///
    /// # Panics
    /// If they have none, being handlers in this process.
    #[must_use]
    #[expect(clippy::panic, reason = "whoever asks has made the world so")]
    pub fn sandboxes(&self) -> &Sandboxes {
        match self.stack.sandboxes() {
            Some(sandboxes) => sandboxes,
            None => panic!("this world's functions are no processes"),
        }
    }

    /// The club's time, ms since 1970.
    #[must_use]
    pub fn now(&self) -> i64 {
        self.stack.clock().now_ms()
    }

    /// A loopback address that nobody has used here.
    pub fn address(&self) -> Ipv4Addr {
        let number = self.visitors.fetch_add(1, Ordering::Relaxed);
        let [third, fourth] = [number / 250, number % 250].map(|part| part.to_be_bytes()[1]);
        Ipv4Addr::new(127, 0, third.saturating_add(1), fourth + 1)
    }

    /// A new browser, at an address of its own: limits count by address.
    ///
    /// # Errors
    /// [`PlayerError`].
    pub async fn visitor(&self) -> Result<Player, PlayerError> {
        let server = self.stack.http_addr();
        let mut player = Player::connect(server, self.address(), Secret::random()).await?;
        player.now = self.now();
        Ok(player)
    }

    /// Moves the clock and lets everything due happen.
    pub async fn pass(&self, ms: i64) {
        self.stack.clock().advance(ms);
        self.stack.settle().await;
    }

    /// Lets everything that is under way end.
    pub async fn settle(&self) {
        self.stack.settle().await;
    }

    /// Stops as `kill -9` does.
    pub fn kill(self) {
        self.stack.kill();
    }
}

fn config(making: Making) -> Config {
    Config {
        template: template(),
        data: making.data,
        shuffle_seed: making.shuffle_seed,
        clock: making.clock,
        parameters: BTreeMap::from([
            ("SiteZone".to_owned(), "Europe/Rome".to_owned()),
            ("AllowedOrigins".to_owned(), making.origins),
        ]),
        ..Config::default()
    }
}

/// The project's template.
fn template() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../template.yaml")
}
