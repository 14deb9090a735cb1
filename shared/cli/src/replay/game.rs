//! Games to be shown, from whatever text has them.

use std::path::Path;

use damero_rules::{PdnEntry, Position, RuleSet, parse_fen, read_pdn};

use crate::args::{self, ReplayArgs};
use crate::error::Error;
use crate::pdn;
use crate::play::{Action, rule_set, rule_sets_of, squares};
use crate::source;
use crate::vector::{GameLine, RealLine, Vector};

/// A game to be shown.
pub(super) struct Game {
    /// Where it was read, for whoever must be told what is wrong there.
    pub(super) place: String,
    pub(super) rules: &'static RuleSet,
    pub(super) start: Position,
    pub(super) actions: Vec<Action>,
    /// The result that the record has where the board does not decide.
    pub(super) recorded: Option<String>,
}

/// Reads the game asked for.
pub(super) fn read(args: &ReplayArgs) -> Result<Game, Error> {
    let (place, text) = match (&args.moves, &args.file) {
        (Some(moves), _) => ("--moves".to_owned(), moves.clone()),
        (None, file) => {
            let file = file.as_deref().unwrap_or(Path::new("-"));
            (file.display().to_string(), source::read_text(file)?)
        }
    };
    match Form::of(&text) {
        Form::Moves => from_moves(args, place, &text),
        _ if args.fen.is_some() => Err(Error::place(place, "--fen goes with moves alone")),
        Form::Lines => from_lines(args, place, &text),
        Form::Pdn => from_pdn(args, place, &text),
    }
}

/// In what form a text has games.
enum Form {
    Moves,
    Lines,
    Pdn,
}

impl Form {
    /// PDN begins with a tag, a comment or a move's number.
    fn of(text: &str) -> Self {
        let word = text.split_whitespace().next().unwrap_or_default();
        match word.bytes().next() {
            Some(b'{') if text.trim_start().starts_with("{\"") => Self::Lines,
            Some(b'[' | b'{' | b';' | b'%') => Self::Pdn,
            Some(b'0'..=b'9') if word.contains('.') => Self::Pdn,
            _ => Self::Moves,
        }
    }
}

fn from_pdn(args: &ReplayArgs, file: String, text: &str) -> Result<Game, Error> {
    let mut games: Vec<PdnEntry> = read_pdn(text, args.ruleset).collect();
    let nth = choose(args, &file, games.len())?;
    if nth >= games.len() {
        return Err(Error::place(file, "no game"));
    }
    let entry = games.swap_remove(nth);
    let game = entry
        .game
        .map_err(|error| Error::Pdn(pdn::told(&file, &error)))?;
    let mut actions = Vec::new();
    for ply in &game.line.plies {
        actions.extend(ply.huff.map(Action::Huff));
        actions.push(Action::Move(ply.mv.path.to_vec()));
    }
    actions.extend(game.line.last_huff.map(Action::Huff));
    Ok(Game {
        place: format!("{file}:{}", entry.line),
        rules: game.rules,
        start: game.start,
        actions,
        recorded: Some(game.result.as_str().to_owned()),
    })
}

/// The moves alone, in short.
fn from_moves(args: &ReplayArgs, place: String, text: &str) -> Result<Game, Error> {
    let Some(rules) = args.ruleset else {
        return Err(Error::place(
            place,
            "moves do not say by which rules: give --ruleset",
        ));
    };
    choose(args, &place, 1)?;
    let mut actions = Vec::new();
    for (word, nth) in text.split_whitespace().zip(1..) {
        let action = Action::parse(word)
            .map_err(|reason| Error::place(format!("{place}: action {nth}, {word:?}"), reason))?;
        actions.push(action);
    }
    Ok(Game {
        place,
        rules,
        start: args::position(rules, args.fen.as_deref())?,
        actions,
        recorded: None,
    })
}

/// A line of a vector file.
fn from_lines(args: &ReplayArgs, file: String, text: &str) -> Result<Game, Error> {
    let lines: Vec<(&str, usize)> = text
        .lines()
        .zip(1..)
        .filter(|(line, _)| !line.trim().is_empty())
        .collect();
    let nth = choose(args, &file, lines.len())?;
    let Some(&(line, number)) = lines.get(nth) else {
        return Err(Error::place(file, "no game"));
    };
    let place = format!("{file}:{number}");
    let game = match Vector::parse(line.as_bytes()) {
        Ok(Vector::Game(game)) => from_game(&game),
        Ok(Vector::Real(game)) => from_real(args, &game),
        Ok(_) => Err("no game".to_owned()),
        Err(reason) => Err(reason),
    };
    game.map(|game| game.at(&place))
        .map_err(|reason| Error::place(place, reason))
}

/// Which of so many games is asked for, counted from 0. Where there is only one nobody has to say.
fn choose(args: &ReplayArgs, file: &str, games: usize) -> Result<usize, Error> {
    match args.game {
        None if games > 1 => {
            let reason = format!("{games} games: choose one with --game");
            Err(Error::place(file, reason))
        }
        Some(nth) if !(1..=games).contains(&nth) => {
            let there_is = match games {
                0 => "there is no game".to_owned(),
                1 => "there is one game".to_owned(),
                many => format!("there are games 1 to {many}"),
            };
            Err(Error::place(file, format!("--game {nth}: {there_is}")))
        }
        chosen => Ok(chosen.map_or(0, |nth| nth - 1)),
    }
}

fn from_game(game: &GameLine) -> Result<Game, String> {
    let rules = rule_set(&game.ruleset)?;
    let actions = game.actions.iter().map(Action::from_step);
    Ok(Game {
        place: String::new(),
        rules,
        start: start(rules, &game.start_fen)?,
        actions: actions.collect::<Result<_, _>>()?,
        recorded: None,
    })
}

fn from_real(args: &ReplayArgs, game: &RealLine) -> Result<Game, String> {
    let rules = match args.ruleset {
        Some(rules) => rules,
        None => first_rule_set_of(&game.variant)?,
    };
    let actions = game
        .paths
        .iter()
        .map(|path| squares(path).map(Action::Move));
    Ok(Game {
        place: String::new(),
        rules,
        start: start(rules, &game.start_fen)?,
        actions: actions.collect::<Result<_, _>>()?,
        recorded: game.result.clone(),
    })
}

fn first_rule_set_of(variant: &str) -> Result<&'static RuleSet, String> {
    let first = rule_sets_of(variant)?.first().copied();
    first.ok_or_else(|| format!("no rule set is known for the variant {variant:?}"))
}

fn start(rules: &RuleSet, fen: &str) -> Result<Position, String> {
    parse_fen(rules, fen).map_err(|error| format!("position {fen:?}: {error}"))
}

impl Game {
    fn at(self, place: &str) -> Self {
        Self {
            place: place.to_owned(),
            ..self
        }
    }
}
