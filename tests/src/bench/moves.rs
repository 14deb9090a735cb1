//! How long a move takes, from its sender's socket to the eyes of both players.

use crate::bots::{Pair, squares};
use crate::player::{Player, PlayerError};
use crate::world::World;
use aws_sdk_dynamodb::types::AttributeValue;
use damero_protocol::client::{self, Colour};
use hdrhistogram::Histogram;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use std::fmt;
use std::time::{Duration, Instant};

/// Moves and calls before any is timed: connections, pools and caches are warm then.
const WARM_UP: u32 = 100;

/// A move so often, ms: a connection may send no more than ten messages a second.
const PACE: Duration = Duration::from_millis(60);

/// A minute: what takes longer counts as that.
const LONGEST_MICROS: u64 = 60_000_000;

/// Why nothing was measured.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// The game could not be played.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// The database did not answer.
    #[error("the database: {0}")]
    Database(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// There is nowhere to count.
    #[error(transparent)]
    Histogram(#[from] hdrhistogram::CreationError),
}

/// How long each of many like things took.
pub struct Times {
    micros: Histogram<u64>,
    skip: u32,
}

impl Times {
    fn new() -> Result<Times, BenchError> {
        Ok(Times {
            micros: Histogram::new_with_bounds(1, LONGEST_MICROS, 3)?,
            skip: WARM_UP,
        })
    }

    fn note(&mut self, took: Duration) {
        if self.skip > 0 {
            self.skip -= 1;
            return;
        }
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.micros.saturating_record(micros);
    }

    fn len(&self) -> u64 {
        self.micros.len()
    }

    /// The time, ms, that this share of them did not pass.
    #[must_use]
    pub fn quantile(&self, share: f64) -> f64 {
        let micros = self.micros.value_at_quantile(share);
        Duration::from_micros(micros).as_secs_f64() * 1000.0
    }
}

impl fmt::Display for Times {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [p50, p90, p99, max] = [0.5, 0.9, 0.99, 1.0].map(|share| self.quantile(share));
        write!(
            f,
            "{:>7} {p50:>8.2} {p90:>8.2} {p99:>8.2} {max:>8.2}",
            self.len()
        )
    }
}

/// Plays `count` moves by chance, one after the other, and times each from its sending
/// until both players have heard the state with it.
///
/// # Errors
/// [`BenchError`].
pub async fn moves(world: &World, count: u32, seed: u64) -> Result<Times, BenchError> {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut times = Times::new()?;
    let (host, guest) = (world.visitor().await?, world.visitor().await?);
    let mut pair = Pair::sit(host, guest, "vezz-8x8", Some("60+30"), Colour::Mine).await?;
    let mut pace = tokio::time::interval(PACE);
    while times.len() < count.into() {
        pace.tick().await;
        let (mover, waiter) = pair.by_turn();
        let Some(game) = mover.game.clone().filter(|game| game.ended.is_none()) else {
            pair.rematch().await?;
            continue;
        };
        let path = game.legal.choose(&mut rng).map(|mv| squares(mv));
        let fields = client::Move {
            game: game.id,
            turn_no: game.turn_no,
            path: path.unwrap_or_default(),
        };
        let id = Player::new_id(mover.now);
        let began = Instant::now();
        mover.send(&id, "gameMove", fields).await?;
        let seen = [mover, waiter].map(|player| player.until_version(game.v + 1));
        futures_util::future::try_join_all(seen).await?;
        times.note(began.elapsed());
    }
    Ok(times)
}

/// The two database calls of a move alone, `count` times: a strongly consistent read
/// and a conditional write of an item of like size.
///
/// # Errors
/// [`BenchError`].
pub async fn calls(world: &World, count: u32) -> Result<Times, BenchError> {
    let client = world.database();
    let database = |error: aws_sdk_dynamodb::Error| BenchError::Database(Box::new(error));
    let text = |text: &str| AttributeValue::S(text.into());
    let mut times = Times::new()?;
    while times.len() < count.into() {
        let began = Instant::now();
        let read = client.get_item().table_name("damero").consistent_read(true);
        let read = read.key("PK", text("BENCH#move")).key("SK", text("META"));
        let read = read.send().await.map_err(|error| database(error.into()))?;
        let seen = read
            .item
            .as_ref()
            .and_then(|item| item.get("v")?.as_n().ok());
        let seen: u64 = seen.and_then(|seen| seen.parse().ok()).unwrap_or_default();
        let write = client.update_item().table_name("damero");
        let write = write
            .key("PK", text("BENCH#move"))
            .key("SK", text("META"))
            .update_expression("SET v = :next, e = :record")
            .condition_expression("attribute_not_exists(v) OR v = :seen")
            .expression_attribute_values(":seen", AttributeValue::N(seen.to_string()))
            .expression_attribute_values(":next", AttributeValue::N((seen + 1).to_string()))
            .expression_attribute_values(":record", text(&"x".repeat(600)));
        write.send().await.map_err(|error| database(error.into()))?;
        times.note(began.elapsed());
    }
    Ok(times)
}
