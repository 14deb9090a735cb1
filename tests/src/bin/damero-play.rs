//! `damero-play`: watch two bots play over the WebSocket of a running club.

use clap::Parser;
use damero_protocol::client::Colour;
use damero_protocol::server::Game;
use damero_tests::bots::{Pair, Temper, Turn};
use damero_tests::player::{Player, PlayerError, Secret};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use std::net::{Ipv4Addr, SocketAddr};
use std::process::ExitCode;
use std::time::Duration;

/// Two bots meet in a friend room, play to the end and take a rematch.
#[derive(Parser)]
struct Args {
    /// Where the club listens.
    #[arg(long, default_value = "127.0.0.1:4510")]
    server: SocketAddr,
    /// Milliseconds between moves.
    #[arg(long, default_value_t = 150)]
    pause: u64,
    /// Games to play at least; more until a huff, a chain and a crowning were seen.
    #[arg(long, default_value_t = 2)]
    games: u16,
    /// Plays the same games again.
    #[arg(long)]
    seed: Option<u64>,
}

/// What there was to see.
#[derive(Default)]
struct Seen {
    huff: bool,
    chain: bool,
    crowning: bool,
}

impl Seen {
    fn everything(&self) -> bool {
        self.huff && self.chain && self.crowning
    }

    fn look(&mut self, before: &Game, after: &Game) {
        for mv in after
            .moves
            .strip_prefix(before.moves.as_str())
            .unwrap_or_default()
            .split_whitespace()
        {
            self.huff |= mv.starts_with('!');
            self.chain |= mv.matches('x').count() > 1;
        }
        self.crowning |= after.fen.matches('K').count() > before.fen.matches('K').count();
    }
}

async fn run(args: &Args) -> Result<(), PlayerError> {
    let seed = args.seed.unwrap_or_else(|| rand::rng().random());
    let mut rng = StdRng::seed_from_u64(seed);
    let host = tab(args).await?;
    let guest = tab(args).await?;
    println!("Seed {seed}. Ana makes a room; Beto opens its link.");
    let mut pair = Pair::sit(host, guest, "vezz-8x8", Some("10+5"), Colour::Random).await?;
    let mut seen = Seen::default();
    for number in 1.. {
        announce(&pair, number);
        play(&mut pair, &mut rng, args.pause, &mut seen).await?;
        result(&mut pair).await?;
        if number >= args.games && seen.everything() {
            break;
        }
        println!("Both accept a rematch.\n");
        pair.rematch().await?;
    }
    Ok(())
}

/// A new browser; its clock is the club's, which may have been moved.
async fn tab(args: &Args) -> Result<Player, PlayerError> {
    let mut player = Player::connect(args.server, Ipv4Addr::LOCALHOST, Secret::random()).await?;
    player
        .ask("sync", damero_protocol::client::Sync::default())
        .await?;
    Ok(player)
}

fn announce(pair: &Pair, number: u16) {
    let game = pair.game();
    let colour = match game.you {
        Some(damero_protocol::server::Side::White) => &game.colours.white,
        _ => &game.colours.black,
    };
    println!(
        "Game {number}, {}: Ana plays {colour}. Replay and PDN under id {}",
        game.rule_set, game.id
    );
}

async fn play(
    pair: &mut Pair,
    rng: &mut StdRng,
    pause: u64,
    seen: &mut Seen,
) -> Result<(), PlayerError> {
    loop {
        let before = pair.game().clone();
        let turn = pair.turn(rng, &Temper::CALM).await?;
        let after = pair.game();
        seen.look(&before, after);
        let news = after
            .moves
            .strip_prefix(before.moves.as_str())
            .unwrap_or_default()
            .trim();
        if !news.is_empty() {
            let mover = if before.you == Some(before.turn) {
                "Ana "
            } else {
                "Beto"
            };
            println!("{:>4} {mover} {news:<12} {}", before.turn_no + 1, after.fen);
        }
        if turn == Turn::Over {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(pause)).await;
    }
}

async fn result(pair: &mut Pair) -> Result<(), PlayerError> {
    let (game, pdn) = pair.record().await?;
    if let Some(ended) = &game.ended {
        let outcome = match ended.winner {
            Some(winner) if Some(winner) == game.you => "Ana wins",
            Some(_) => "Beto wins",
            None => "Drawn",
        };
        println!("{outcome}: {}.\n\n{pdn}", ended.reason);
    }
    Ok(())
}

#[tokio::main]
async fn main() -> ExitCode {
    match run(&Args::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("damero-play: {error}");
            eprintln!("Is the club running? Start it with scripts/dev.");
            ExitCode::FAILURE
        }
    }
}
