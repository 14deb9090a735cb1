//! A whole club in this process, on a clock that moves when it is told to.

use crate::player::{Player, PlayerError, Secret};
use damero_lambda::Limits;
use damero_local::{Config, Data, Stack, StartError, in_process};
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, Ordering};

/// A running stack, and addresses for its visitors.
pub struct World {
    stack: Stack,
    visitors: AtomicU8,
}

impl World {
    /// A club with an empty database in memory.
    ///
    /// # Errors
    /// [`StartError`].
    pub async fn new() -> Result<World, StartError> {
        World::start(Data::Memory, None).await
    }

    /// A club whose database lives in `dir` and outlives it.
    ///
    /// # Errors
    /// [`StartError`].
    pub async fn at(dir: &Path) -> Result<World, StartError> {
        World::start(Data::Dir(dir.to_owned()), None).await
    }

    /// A club whose gateway shuffles each connection's messages.
    ///
    /// # Errors
    /// [`StartError`].
    pub async fn shuffled(seed: u64) -> Result<World, StartError> {
        World::start(Data::Memory, Some(seed)).await
    }

    async fn start(data: Data, shuffle_seed: Option<u64>) -> Result<World, StartError> {
        let config = Config {
            template: template(),
            data,
            shuffle_seed,
            ..Config::default()
        };
        // Bots think faster than people: only what creates things stays limited.
        let limits = Limits {
            messages_per_second: 10_000,
            ..Limits::default()
        };
        let stack = Stack::start(config, |functions| in_process(functions, &limits)).await?;
        Ok(World {
            stack,
            visitors: AtomicU8::new(1),
        })
    }

    /// The stack itself.
    #[must_use]
    pub fn stack(&self) -> &Stack {
        &self.stack
    }

    /// A new browser, at an address of its own.
    ///
    /// # Errors
    /// [`PlayerError`].
    pub async fn visitor(&self) -> Result<Player, PlayerError> {
        let number = self.visitors.fetch_add(1, Ordering::Relaxed);
        let mut player = Player::connect(
            self.stack.http_addr(),
            Ipv4Addr::new(127, 0, 1, number),
            Secret::random(),
        )
        .await?;
        player.now = self.stack.clock().now_ms();
        Ok(player)
    }

    /// Moves the clock and lets everything due happen.
    pub async fn pass(&self, ms: i64) {
        self.stack.clock().advance(ms);
        self.stack.settle().await;
    }

    /// Stops as `kill -9` does.
    pub fn kill(self) {
        self.stack.kill();
    }
}

/// The project's template.
fn template() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../template.yaml")
}
