//! `docs/protocol.md` holds: its tables are the code's, and its conversation is
//! played, message by message, against a whole club.

use damero_lambda::Limits;
use damero_protocol::client::{self, CancelAct, Claim, Colour, DrawAct, RematchAct};
use damero_protocol::server::{
    BySeat, BySide, Clock, Draws, Ended, Entry, Envelope, Game, Message, Refused, Room, RoomStatus,
    Score, Seat, Side,
};
use damero_protocol::{MAX_MESSAGE_BYTES, REFUSALS};
use damero_store::MAX_TABS;
use damero_tests::{Player, World};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::path::Path;

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// In an example: further fields are left out.
const MORE: &str = "…";

/// Fields whose values differ from one play to the next: only their type counts.
const VARYING: [&str; 11] = [
    "now", "created", "lapses", "started", "at", "fell", "white", "black", "since", "pdn", "times",
];

/// The objects of which the page has a table, and under which names they travel.
const TABLES: [(&str, &[&str]); 6] = [
    ("room", &["room"]),
    ("game", &["game"]),
    ("clock", &["clock"]),
    ("draws", &["draws"]),
    ("ended", &["ended"]),
    ("entry", &["running", "games"]),
];

fn read(path: &str) -> Outcome<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    Ok(fs::read_to_string(root.join(path))?)
}

fn page() -> Outcome<String> {
    read("docs/protocol.md")
}

/// The cells of the table under a heading, a row each, without its head.
fn table<'a>(page: &'a str, heading: &str) -> Outcome<Vec<Vec<&'a str>>> {
    let lines = page.lines().skip_while(|line| *line != heading).skip(1);
    let rows: Vec<_> = lines
        .take_while(|line| !line.starts_with('#'))
        .filter(|line| line.starts_with('|'))
        .skip(2)
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    if rows.is_empty() {
        return Err(format!("the page has no table under {heading}").into());
    }
    Ok(rows)
}

/// What a cell has in backticks.
fn quoted(cell: &str) -> BTreeSet<String> {
    let parts = cell.split('`').skip(1).step_by(2);
    parts.map(str::to_owned).collect()
}

fn keys(value: &impl Serialize) -> Outcome<BTreeSet<String>> {
    match serde_json::to_value(value)? {
        Value::Object(fields) => Ok(fields.into_iter().map(|(name, _)| name).collect()),
        other => Err(format!("no object: {other}").into()),
    }
}

/// The fields that the page's table of an object names.
fn fields(page: &str, object: &str) -> Outcome<BTreeSet<String>> {
    let rows = table(page, &format!("#### `{object}`"))?;
    Ok(rows.iter().flat_map(|row| quoted(row[0])).collect())
}

/// Every route but the gateway's own.
fn actions() -> Outcome<BTreeSet<String>> {
    let template = read("template.yaml")?;
    let of_functions = template
        .lines()
        .filter_map(|line| line.trim().split_once(": { FunctionArn:"))
        .map(|(route, _)| route.to_owned());
    let of_itself = template
        .lines()
        .filter_map(|line| line.trim().strip_prefix("RouteKey: "))
        .map(str::to_owned);
    let routes = of_functions.chain(of_itself);
    Ok(routes.filter(|route| !route.starts_with('$')).collect())
}

#[test]
fn every_action_is_documented_with_its_fields() -> Outcome {
    let id = String::new;
    let in_room = client::InRoom { room: id() };
    let in_game = client::InGame { game: id() };
    let sync = client::Sync {
        room: Some(id()),
        game: Some(id()),
    };
    let create = client::RoomCreate {
        rule_set: id(),
        clock: Some(id()),
        colour: Colour::Random,
    };
    let mv = client::Move {
        game: id(),
        turn_no: 0,
        path: Vec::new(),
    };
    let huff = client::Huff {
        game: id(),
        turn_no: 0,
        square: 1,
    };
    let claim = client::ClaimDraw {
        game: id(),
        turn_no: 0,
        claim: Claim::Repetition,
        path: Some(Vec::new()),
    };
    let draw = client::Draw {
        game: id(),
        seq: 0,
        act: DrawAct::Offer,
    };
    let cancel = client::Cancel {
        game: id(),
        seq: 0,
        act: CancelAct::Ask,
    };
    let rematch = client::Rematch {
        game: id(),
        act: RematchAct::Accept,
    };
    let history = client::History {
        game: Some(id()),
        before: Some(id()),
    };
    let expected = BTreeMap::from([
        ("sync", keys(&sync)?),
        ("roomCreate", keys(&create)?),
        ("roomJoin", keys(&in_room)?),
        ("roomAccept", keys(&in_room)?),
        ("roomCancel", keys(&in_room)?),
        ("gameMove", keys(&mv)?),
        ("gameHuff", keys(&huff)?),
        ("gameClaimDraw", keys(&claim)?),
        ("gameDraw", keys(&draw)?),
        ("gameCancel", keys(&cancel)?),
        ("gameResign", keys(&in_game)?),
        ("gameFlag", keys(&in_game)?),
        ("gameRematch", keys(&rematch)?),
        ("historyGet", keys(&history)?),
        ("ping", BTreeSet::new()),
    ]);
    let expected: BTreeMap<_, _> = expected
        .into_iter()
        .map(|(action, fields)| (action.to_owned(), fields))
        .collect();
    assert_eq!(
        expected.keys().cloned().collect::<BTreeSet<_>>(),
        actions()?
    );
    let page = page()?;
    let documented: BTreeMap<_, _> = table(&page, "### What a client sends")?
        .iter()
        .map(|row| (row[0].trim_matches('`').to_owned(), quoted(row[1])))
        .collect();
    assert_eq!(documented, expected);
    let played: BTreeSet<_> = steps(&page)?
        .iter()
        .filter_map(|step| match step {
            Step::Says(_, message) => Some(message["action"].as_str()?.to_owned()),
            _ => None,
        })
        .collect();
    assert!(actions()?.is_subset(&played), "without an example");
    Ok(())
}

fn both<T: Clone>(value: T) -> BySide<T> {
    BySide {
        white: value.clone(),
        black: value,
    }
}

fn seats<T: Clone>(value: T) -> BySeat<T> {
    BySeat {
        you: value.clone(),
        rival: value,
    }
}

fn whole_ended() -> Ended {
    Ended {
        at: 0,
        winner: Some(Side::White),
        reason: String::new(),
        fell: Some(0),
        intended: Some(String::new()),
    }
}

fn whole_entry() -> Entry {
    Entry {
        game: String::new(),
        room: String::new(),
        mode: String::new(),
        rule_set: String::new(),
        you: Side::White,
        colour: String::new(),
        clock: Some(String::new()),
        started: 0,
        plies: 0,
        your_turn: false,
        ended: Some(whole_ended()),
    }
}

fn whole_clock() -> Clock {
    Clock {
        control: String::new(),
        white: 0,
        black: 0,
        since: 0,
        running: Some(Side::White),
    }
}

fn whole_draws() -> Draws {
    Draws {
        no_progress: 0,
        can_claim: false,
        occurrences: vec![0],
    }
}

fn whole_game() -> Game {
    Game {
        id: String::new(),
        room: String::new(),
        number: 1,
        v: 1,
        rule_set: String::new(),
        you: Some(Side::White),
        colours: both(String::new()),
        present: both(false),
        turn: Side::White,
        turn_no: 0,
        seq: 0,
        fen: String::new(),
        moves: String::new(),
        legal: vec![String::new()],
        huffable: vec![1],
        clock: Some(whole_clock()),
        offer: Some(Side::White),
        can_offer: false,
        can_cancel: false,
        cancel: Some(Side::White),
        draws: whole_draws(),
        started: 0,
        ended: Some(whole_ended()),
    }
}

fn whole_room() -> Room {
    Room {
        id: String::new(),
        v: 1,
        status: RoomStatus::Invite,
        you: Some(Seat::Host),
        rule_set: String::new(),
        clock: Some(String::new()),
        colour: Colour::Random,
        created: 0,
        lapses: Some(0),
        seated: seats(false),
        present: seats(false),
        accepted: seats(false),
        game: Some(String::new()),
        number: 0,
        score: Score {
            wins: seats(0),
            draws: 0,
        },
        rematch: seats(false),
        rematch_declined: false,
    }
}

fn whole_refused() -> Refused {
    Refused {
        action: Some(String::new()),
        id: Some(String::new()),
        code: String::new(),
        params: BTreeMap::from([(String::new(), Value::Null)]),
        v: Some(1),
        turn_no: Some(0),
        seq: Some(0),
        game: Some(Box::new(whole_game())),
        room: Some(Box::new(whole_room())),
    }
}

/// One of each kind, every field filled.
fn whole_messages() -> Vec<Message> {
    let of_each = [
        Message::Room { room: whole_room() },
        Message::State {
            game: Box::new(whole_game()),
        },
        Message::Home {
            running: vec![whole_entry()],
        },
        Message::History {
            games: vec![whole_entry()],
            next: Some(String::new()),
        },
        Message::Record {
            game: Box::new(whole_game()),
            pdn: String::new(),
            times: vec![0],
        },
        Message::Refused(whole_refused()),
        Message::Retired {},
    ];
    // A new kind does not compile until it stands above.
    for message in &of_each {
        match message {
            Message::Room { .. }
            | Message::State { .. }
            | Message::Home { .. }
            | Message::History { .. }
            | Message::Record { .. }
            | Message::Refused(_)
            | Message::Retired {} => {}
        }
    }
    of_each.into()
}

#[test]
fn every_server_message_is_documented_with_its_fields() -> Outcome {
    let page = page()?;
    let documented: BTreeMap<_, _> = table(&page, "### What the server sends")?
        .iter()
        .map(|row| (row[0].trim_matches('`').to_owned(), quoted(row[1])))
        .collect();
    let mut expected = BTreeMap::new();
    for message in whole_messages() {
        let envelope = Envelope {
            now: 0,
            ack: None,
            message,
        };
        let mut fields = keys(&envelope)?;
        fields.remove("now");
        fields.remove("type");
        let kind = serde_json::to_value(&envelope)?["type"].clone();
        expected.insert(kind.as_str().unwrap_or_default().to_owned(), fields);
    }
    assert_eq!(documented, expected);
    for (object, whole) in [
        ("room", keys(&whole_room())?),
        ("game", keys(&whole_game())?),
        ("clock", keys(&whole_clock())?),
        ("draws", keys(&whole_draws())?),
        ("ended", keys(&whole_ended())?),
        ("entry", keys(&whole_entry())?),
        ("refused", keys(&whole_refused())?),
    ] {
        assert_eq!(fields(&page, object)?, whole, "{object}");
    }
    let heard: BTreeSet<_> = steps(&page)?
        .iter()
        .filter_map(|step| match step {
            Step::Hears(_, message) => Some(message["type"].as_str()?.to_owned()),
            _ => None,
        })
        .collect();
    assert_eq!(heard, expected.keys().cloned().collect(), "examples");
    Ok(())
}

#[test]
fn every_refusal_is_documented_with_its_sentences() -> Outcome {
    let page = page()?;
    let documented: Vec<_> = table(&page, "### Every code")?
        .iter()
        .map(|row| (row[0].trim_matches('`').to_owned(), row[1], row[2]))
        .map(|(code, en, es)| (code, en.to_owned(), es.to_owned()))
        .collect();
    let expected: Vec<_> = REFUSALS
        .iter()
        .map(|text| (text.code.to_owned(), text.en.to_owned(), text.es.to_owned()))
        .collect();
    assert_eq!(documented, expected);
    Ok(())
}

#[test]
fn every_limit_is_documented() -> Outcome {
    let page = page()?;
    let documented: Vec<_> = table(&page, "## Limits")?
        .iter()
        .map(|row| row[1].to_owned())
        .collect();
    let limits = Limits::default();
    let expected = [
        format!("{} KB", MAX_MESSAGE_BYTES / 1024),
        format!("{} a second, over ten seconds", limits.messages_per_second),
        "4".into(),
        format!("{} an hour and person", limits.rooms_per_hour),
        format!("{} a minute and address", limits.connections_per_minute),
        format!("{} an hour and address", limits.sessions_per_hour),
        format!("{MAX_TABS} a person on a room or game"),
        "5 minutes either way".into(),
    ];
    assert_eq!(documented, expected);
    Ok(())
}

/// A piece of the conversation.
#[derive(Debug)]
enum Step {
    /// `**ana →**` and a message.
    Says(String, Value),
    /// `**← ana**` and a message.
    Hears(String, Value),
    /// `<!-- play: 602 s pass -->`
    Pass(i64),
    /// `<!-- play: ana opens 4 more tabs on ROOM -->`
    Tabs(String, usize, String),
}

/// Every example and stage direction of the page, in order.
fn steps(page: &str) -> Outcome<Vec<Step>> {
    let mut steps = Vec::new();
    let mut title = "";
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(direction) = line.strip_prefix("<!-- play: ") {
            steps.push(direction_of(direction.trim_end_matches(" -->"))?);
        } else if line == "```json" {
            let text: Vec<_> = lines.by_ref().take_while(|line| *line != "```").collect();
            let message = serde_json::from_str(&text.join("\n"))
                .map_err(|error| format!("after {title}: {error}"))?;
            steps.push(example(title, message)?);
        } else if !line.is_empty() {
            title = line;
        }
    }
    Ok(steps)
}

fn example(title: &str, message: Value) -> Outcome<Step> {
    let named = title
        .strip_prefix("**")
        .and_then(|rest| rest.split_once("**"));
    let (name, _) = named.ok_or_else(|| format!("whose example is it? {title}"))?;
    match (name.strip_suffix(" →"), name.strip_prefix("← ")) {
        (Some(who), _) => Ok(Step::Says(who.into(), message)),
        (_, Some(who)) => Ok(Step::Hears(who.into(), message)),
        _ => Err(format!("neither said nor heard: {title}").into()),
    }
}

fn direction_of(text: &str) -> Outcome<Step> {
    match text.split(' ').collect::<Vec<_>>()[..] {
        [seconds, "s", "pass"] => Ok(Step::Pass(seconds.parse()?)),
        [who, "opens", tabs, "more", "tabs", "on", room] => {
            Ok(Step::Tabs(who.into(), tabs.parse()?, room.into()))
        }
        _ => Err(format!("what is to be played? {text}").into()),
    }
}

/// The people of the conversation and what each has yet to be shown to have heard.
struct Stage {
    world: World,
    tables: BTreeMap<&'static str, BTreeSet<String>>,
    people: BTreeMap<String, Person>,
    tabs: Vec<Player>,
    /// What placeholders such as ROOM stand for.
    bound: BTreeMap<String, String>,
}

struct Person {
    player: Player,
    read: usize,
    unread: Vec<Value>,
}

impl Person {
    /// Takes over what the player has heard.
    fn catch_up(&mut self) -> Outcome {
        for text in &self.player.heard[self.read..] {
            self.unread.push(serde_json::from_str(text)?);
        }
        self.read = self.player.heard.len();
        Ok(())
    }

    /// The first message of this kind that no example has shown yet.
    async fn hear(&mut self, kind: &Value) -> Outcome<Value> {
        loop {
            self.catch_up()?;
            if let Some(at) = self.unread.iter().position(|told| told["type"] == *kind) {
                return Ok(self.unread.remove(at));
            }
            self.player.hear().await?;
        }
    }

    /// Asks for what changes nothing, and so has everything that was sent before.
    async fn listen(&mut self) -> Outcome {
        let id = Player::new_id(self.player.now);
        let home = client::Sync::default();
        self.player.ask_as(&id, "sync", home).await?;
        self.catch_up()?;
        self.unread.retain(|told| told["ack"] != id.as_str());
        Ok(())
    }
}

impl Stage {
    async fn new(page: &str) -> Outcome<Stage> {
        let mut tables = BTreeMap::new();
        for (object, _) in TABLES {
            tables.insert(object, fields(page, object)?);
        }
        Ok(Stage {
            world: World::still().await?,
            tables,
            people: BTreeMap::new(),
            tabs: Vec::new(),
            bound: BTreeMap::new(),
        })
    }

    async fn play(&mut self, step: &Step) -> Outcome {
        if !matches!(step, Step::Hears(..)) {
            self.check_silence().await?;
        }
        match step {
            Step::Says(who, example) => {
                self.world.pass(1000).await;
                let now = self.person(who).await?.player.now;
                let message = self.spell_out(example, now);
                let person = self.person(who).await?;
                Ok(person.player.send_text(&message.to_string()).await?)
            }
            Step::Hears(who, example) => {
                let told = self.person(who).await?.hear(&example["type"]).await?;
                self.compare("message", example, &told)
                    .map_err(|why| format!("{why}, in {told}").into())
            }
            Step::Pass(seconds) => self.pass(*seconds).await,
            Step::Tabs(who, tabs, room) => {
                let room = self.bound.get(room).cloned().unwrap_or_default();
                for _ in 0..*tabs {
                    let mut tab = self.person(who).await?.player.another_tab().await?;
                    tab.now = self.world.stack().clock().now_ms();
                    tab.sync_room(&room).await?;
                    self.tabs.push(tab);
                }
                Ok(())
            }
        }
    }

    async fn person(&mut self, name: &str) -> Outcome<&mut Person> {
        if !self.people.contains_key(name) {
            let person = Person {
                player: self.world.visitor().await?,
                read: 0,
                unread: Vec::new(),
            };
            self.people.insert(name.into(), person);
        }
        self.people
            .get_mut(name)
            .ok_or_else(|| format!("{name} is not here").into())
    }

    /// Nobody may have heard anything that the page does not show.
    async fn check_silence(&mut self) -> Outcome {
        self.world.stack().settle().await;
        for (name, person) in &mut self.people {
            person.listen().await?;
            if !person.unread.is_empty() {
                return Err(format!("{name} also heard {}", json!(person.unread)).into());
            }
        }
        Ok(())
    }

    /// In steps, with a word from everyone: an idle connection is closed.
    async fn pass(&mut self, seconds: i64) -> Outcome {
        for step in [seconds / 2, seconds - seconds / 2] {
            for person in self.people.values_mut() {
                person.listen().await?;
            }
            self.world.pass(step * 1000).await;
        }
        Ok(())
    }

    /// A message with real ids; a placeholder that nothing is bound to gets a fresh one.
    fn spell_out(&mut self, example: &Value, now: i64) -> Value {
        match example {
            Value::String(text) if is_placeholder(text) => {
                let id = self.bound.entry(text.clone());
                json!(id.or_insert_with(|| Player::new_id(now)))
            }
            Value::Object(fields) => {
                let spelt = fields
                    .iter()
                    .map(|(name, value)| (name.clone(), self.spell_out(value, now)));
                Value::Object(spelt.collect())
            }
            other => other.clone(),
        }
    }

    /// Why a real message is not what the page shows.
    fn compare(&mut self, name: &str, example: &Value, told: &Value) -> Result<(), String> {
        match (example, told) {
            (Value::Object(example), Value::Object(told)) => {
                self.compare_fields(name, example, told)
            }
            (Value::Array(examples), Value::Array(all)) if examples.len() == all.len() => examples
                .iter()
                .zip(all)
                .try_for_each(|(example, told)| self.compare(name, example, told)),
            (Value::String(text), Value::String(told)) if is_placeholder(text) => {
                self.compare_id(name, text, told)
            }
            _ if example == told => Ok(()),
            _ => Err(format!("{name} is {told} and not {example}")),
        }
    }

    /// A placeholder that nothing is bound to yet stands for an id that has no other.
    fn compare_id(&mut self, name: &str, placeholder: &str, told: &str) -> Result<(), String> {
        match self.bound.iter().find(|(_, id)| *id == told) {
            Some((known, _)) if known == placeholder => Ok(()),
            Some((known, _)) => Err(format!("{name} is {known} and not {placeholder}")),
            None if self.bound.contains_key(placeholder) => {
                Err(format!("{name} is {told} and not {placeholder}"))
            }
            None => {
                self.bound.insert(placeholder.into(), told.into());
                Ok(())
            }
        }
    }

    fn compare_fields(
        &mut self,
        name: &str,
        example: &Map<String, Value>,
        told: &Map<String, Value>,
    ) -> Result<(), String> {
        let table = TABLES.iter().find(|(_, names)| names.contains(&name));
        let table = table.and_then(|(object, _)| self.tables.get(object));
        let shown = |field: &String| example.contains_key(field);
        for field in told.keys().filter(|field| !shown(field)) {
            let listed = table.is_some_and(|table| table.contains(field));
            if !listed || !example.contains_key(MORE) {
                return Err(format!("{name} has a field {field}"));
            }
        }
        for (field, example) in example.iter().filter(|(field, _)| *field != MORE) {
            let told = told
                .get(field)
                .ok_or_else(|| format!("{name} has no field {field}"))?;
            let number_or_text = !example.is_object();
            if VARYING.contains(&field.as_str()) && number_or_text && same_type(example, told) {
                continue;
            }
            self.compare(field, example, told)?;
        }
        Ok(())
    }
}

/// Capital letters and digits alone, which no ULID's length has.
fn is_placeholder(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit();
    text.starts_with(|c: char| c.is_ascii_uppercase()) && text.len() < 20 && text.chars().all(plain)
}

/// `white` and `black` are times in a clock only: elsewhere they are texts or truths.
fn same_type(example: &Value, told: &Value) -> bool {
    match (example, told) {
        (Value::Number(_), Value::Number(_)) => true,
        (Value::String(example), Value::String(_)) => example.contains('['),
        (Value::Array(examples), Value::Array(all)) => {
            examples.len() == all.len() && all.iter().all(Value::is_number)
        }
        _ => false,
    }
}

#[tokio::test]
async fn the_conversation_is_what_people_hear() -> Outcome {
    let page = page()?;
    let mut stage = Stage::new(&page).await?;
    for step in steps(&page)? {
        let played = stage.play(&step).await;
        played.map_err(|why| format!("{why}\nwhile playing {step:?}"))?;
    }
    stage.check_silence().await
}
