//! A game as it is asked about.

use damero_rules::{Line, Move, PdnLine, PdnPly, Position, RuleSet, Square, parse_fen, parse_path};

use crate::{Failure, rule_set};

/// At so many plies every game ends drawn, as in the club.
const MOST_PLIES: u16 = 1_500;

/// No game has more moves and huffs than this: what is asked about takes no longer than that.
const MOST_ACTIONS: usize = 2 * MOST_PLIES as usize;

/// A game: what was done in it, and where that led.
pub(super) struct Game {
    pub(super) start: Position,
    pub(super) line: Line,
    pub(super) played: PdnLine,
    /// The text that is about it and no game: what follows the second line.
    pub(super) rest: Vec<String>,
}

impl Game {
    /// Plays what a request is about.
    pub(super) fn read(rules: &str, body: &str) -> Result<Game, Failure> {
        let rules = rule_set(rules)?;
        let mut lines = body.split('\n');
        let start = start(rules, lines.next().unwrap_or_default())?;
        let mut game = Game {
            start,
            line: Line::from_position(rules, start),
            played: PdnLine::default(),
            rest: Vec::new(),
        };
        let moves = lines.next().unwrap_or_default();
        for (nth, word) in moves.split(' ').filter(|word| !word.is_empty()).enumerate() {
            if nth >= MOST_ACTIONS || game.is_too_long() {
                return Err(Failure::new("game_over"));
            }
            game.act(word)?;
        }
        game.rest = lines.map(str::to_owned).collect();
        Ok(game)
    }

    pub(super) fn rules(&self) -> &'static RuleSet {
        self.line.rules()
    }

    /// Whether it has as many plies as any may have.
    pub(super) fn is_too_long(&self) -> bool {
        self.line.plies() >= MOST_PLIES
    }

    fn act(&mut self, word: &str) -> Result<(), Failure> {
        match word.strip_prefix('!') {
            Some(square) => self.huff(square),
            None => self.play(word),
        }
    }

    fn play(&mut self, word: &str) -> Result<(), Failure> {
        let path = parse_path(word).map_err(|_| Failure::new("no_move"))?;
        let mv = self.line.play(&path);
        let mv = mv.map_err(|_| Failure::new("illegal_move"))?;
        self.played.plies.push(PdnPly {
            huff: self.played.last_huff.take(),
            ..PdnPly::from(mv)
        });
        Ok(())
    }

    fn huff(&mut self, square: &str) -> Result<(), Failure> {
        let number = square.parse().ok();
        let square = number.and_then(Square::new);
        let square = square.ok_or(Failure::new("no_square"))?;
        let huffed = self.line.huff(square);
        huffed.map_err(|_| Failure::new("illegal_huff"))?;
        self.played.last_huff = Some(square);
        Ok(())
    }

    /// What was done, as the club writes it.
    pub(super) fn moves(&self) -> String {
        let mut words = Vec::new();
        for ply in &self.played.plies {
            words.extend(ply.huff.map(huffed));
            words.push(ply.mv.to_string());
        }
        words.extend(self.played.last_huff.map(huffed));
        words.join(" ")
    }
}

/// A huff, as the club writes it.
pub(super) fn huffed(square: Square) -> String {
    format!("!{square}")
}

/// A move by another of its paths, as the club writes it.
pub(super) fn by_way(mv: &Move, path: damero_rules::Path) -> String {
    Move { path, ..mv.clone() }.to_string()
}

fn start(rules: &'static RuleSet, fen: &str) -> Result<Position, Failure> {
    match fen {
        "" => Ok(Position::initial(rules)),
        fen => parse_fen(rules, fen).map_err(|_| Failure::new("no_position")),
    }
}
