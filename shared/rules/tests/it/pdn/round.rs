//! What is written is read back as the same, whatever is built.

use damero_rules::{
    Line, Move, PdnClocks, PdnCommand, PdnComment, PdnEntry, PdnGame, PdnLine, PdnNotes, PdnPly,
    PdnResult, PdnTag, Position, RuleSet, Side, Square, Tenths, apply, huffable, legal_moves,
    read_pdn, write_pdn,
};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, any};
use proptest::sample::select;
use proptest::{prop_assert, prop_assert_eq, proptest};

/// Decisions in a row; when there are no more, the last thing on every list.
struct Dice<'a> {
    rolls: std::slice::Iter<'a, u16>,
}

impl Dice<'_> {
    /// One of 0 to `below - 1`.
    fn roll(&mut self, below: usize) -> usize {
        let roll = self
            .rolls
            .next()
            .map_or(usize::MAX, |roll| usize::from(*roll));
        roll % below.max(1)
    }

    /// Yes, once in so many times.
    fn once_in(&mut self, times: usize) -> bool {
        self.roll(times) == 0
    }

    fn is_empty(&self) -> bool {
        self.rolls.len() == 0
    }

    fn pick<T: Clone>(&mut self, list: &[T]) -> Option<T> {
        let nth = self.roll(list.len());
        list.get(nth).cloned()
    }

    /// Text that means something elsewhere in a file.
    fn text(&mut self) -> String {
        const PIECES: [&str; 24] = [
            "{",
            "}",
            "[",
            "]",
            "[%",
            "[%clk 0:01:00]",
            "[%huff 14]",
            "(",
            ")",
            ";",
            "%",
            "\"",
            "\\",
            "\\\"",
            "1-0",
            "*",
            "$5",
            " ",
            "\r\n",
            "\t",
            "[Event \"x\"]",
            "ñandú",
            "\u{0}",
            "\u{feff}",
        ];
        let count = self.roll(6);
        (0..count).filter_map(|_| self.pick(&PIECES)).collect()
    }
}

/// A position, and what may be huffed in it.
type Standing = (Position, Vec<Square>);

fn notes(dice: &mut Dice<'_>) -> PdnNotes {
    let mut notes = PdnNotes::default();
    let clock = |dice: &mut Dice<'_>| {
        let shown = Tenths(u32::try_from(dice.roll(40_000)).unwrap() * 7);
        dice.once_in(3).then_some(shown)
    };
    notes.clocks = PdnClocks {
        white: clock(dice),
        black: clock(dice),
    };
    while dice.once_in(4) {
        notes.nags.push(u8::try_from(dice.roll(256)).unwrap());
    }
    while dice.once_in(6) {
        let name = dice
            .pick(&["eval", "clk", "clock", "mct", "x_1", "huff"])
            .unwrap();
        let value = dice.text();
        notes.commands.extend(PdnCommand::new(name, &value));
    }
    while dice.once_in(4) {
        notes.comments.extend(PdnComment::new(&dice.text()));
    }
    notes
}

fn line(dice: &mut Dice<'_>, rules: &'static RuleSet, start: &Standing, depth: usize) -> PdnLine {
    let mut line = PdnLine {
        lead: notes(dice),
        ..PdnLine::default()
    };
    let mut now = start.clone();
    let most = if depth == 0 { usize::MAX } else { dice.roll(6) };
    while line.plies.len() < most && !dice.is_empty() {
        let before = now.clone();
        let huff = huff(dice, rules, &mut now);
        let over = [Side::White, Side::Black]
            .map(|side| now.0.count(side))
            .contains(&0);
        let moves = if over {
            Vec::new()
        } else {
            legal_moves(rules, &now.0)
        };
        let Some(mv) = dice.pick(&moves) else {
            line.last_huff = huff;
            break;
        };
        now = played(rules, &now.0, &mv);
        let mut ply = PdnPly {
            huff,
            mv,
            notes: notes(dice),
            variations: Vec::new(),
        };
        while depth < 3 && dice.once_in(8) {
            ply.variations
                .push(self::line(dice, rules, &before, depth + 1));
        }
        line.plies.push(ply);
    }
    line
}

fn huff(dice: &mut Dice<'_>, rules: &RuleSet, now: &mut Standing) -> Option<Square> {
    if !dice.once_in(2) || legal_moves(rules, &now.0).is_empty() {
        return None;
    }
    let at = dice.pick(&now.1)?;
    *now = (now.0.without(at), Vec::new());
    Some(at)
}

fn played(rules: &RuleSet, position: &Position, mv: &Move) -> Standing {
    let huffable = huffable(rules, position, mv).iter().collect();
    (apply(rules, position, mv), huffable)
}

fn game(dice: &mut Dice<'_>, rules: &'static RuleSet) -> PdnGame {
    let mut start = Line::new(rules);
    if dice.once_in(2) {
        for _ in 0..dice.roll(60) {
            if let Some(mv) = dice.pick(&start.legal_moves()) {
                start.play(&mv.path).unwrap();
            }
        }
    }
    let start = *start.position();
    let results = [
        PdnResult::Won(Side::White),
        PdnResult::Won(Side::Black),
        PdnResult::Drawn,
        PdnResult::BothLost,
        PdnResult::Open,
    ];
    let names = ["Event", "White", "reason", "Result", "FEN", "a b", ""];
    let mut tags = Vec::new();
    while dice.once_in(2) {
        let name = dice.pick(&names).unwrap();
        tags.extend(PdnTag::new(name, &dice.text()));
    }
    PdnGame {
        rules,
        tags,
        start,
        result: dice.pick(&results).unwrap(),
        line: line(dice, rules, &(start, Vec::new()), 0),
    }
}

/// What files are made of; the moves are legal from some starting position or other.
const WORDS: [&str; 40] = [
    "[",
    "]",
    "[Event \"",
    "\"]",
    "[FEN \"W:W31,K48:B20,K4\"]",
    "[FEN \"B:W14,30:B9\"]",
    "[GameType \"24\"]",
    "[GameType \"25,W,8,8,A0,0\"]",
    "[RuleSet \"kondavo-polish 1\"]",
    "[SetUp \"1\"]",
    "[Result \"1-0\"]",
    "{",
    "}",
    "{[%clk 0:01:00]}",
    "{[%huff 14]}",
    "[%x y]",
    "(",
    ")",
    "(!)",
    "!?",
    "$5",
    "$",
    ";",
    "%",
    "*",
    "1-0",
    "1/2-1/2",
    "1.",
    "...",
    "9-14",
    "23-18",
    "10-15",
    "32-28",
    "19-23",
    "28x19",
    "c3-d4",
    "f6e5",
    "-",
    "x",
    "/FEN",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..Default::default() })]

    #[test]
    fn whatever_is_written_is_read_back(
        games in vec((select(RuleSet::ALL.iter().collect::<Vec<_>>()), vec(any::<u16>(), 0..600)), 1..4),
    ) {
        let games: Vec<_> = games
            .iter()
            .map(|(rules, rolls)| game(&mut Dice { rolls: rolls.iter() }, rules))
            .collect();
        let text: String = games.iter().map(write_pdn).collect();
        let read: Vec<_> = read_pdn(&text, None).map(|entry| entry.game).collect();
        let expected: Vec<_> = games.into_iter().map(Ok).collect();
        prop_assert_eq!(read, expected, "{}", text);
    }

    /// What begins like games and is none: whatever of it is read is read again as the same.
    #[test]
    fn any_text_is_read_or_refused(
        rules in select(RuleSet::ALL.iter().collect::<Vec<_>>()),
        words in vec((select(&WORDS[..]), select(&["", " ", "\n"][..])), 0..60),
        noise in any::<String>(),
    ) {
        let soup: String = words.into_iter().flat_map(|(word, space)| [word, space]).collect();
        for text in [soup.clone() + &noise, noise + &soup] {
            let lines: Vec<_> = text.split('\n').map(|line| line.chars().count()).collect();
            for PdnEntry { line, game } in read_pdn(&text, Some(rules)) {
                match game {
                    Ok(game) => {
                        let again: Vec<_> = read_pdn(&write_pdn(&game), None).collect();
                        prop_assert_eq!(again, [PdnEntry { line: 1, game: Ok(game) }], "{}", text);
                    }
                    Err(error) => {
                        prop_assert!(line <= error.line && error.line <= lines.len());
                        prop_assert!((1..=lines[error.line - 1] + 1).contains(&error.column));
                    }
                }
            }
        }
    }
}
