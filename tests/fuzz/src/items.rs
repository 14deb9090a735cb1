//! Items as the table might have them: `KIND RULES CLOCK`, and on the next lines the
//! bytes of a record, or attributes in DynamoDB's JSON that replace those of an item
//! that was well, or bytes from which such attributes are made.

use crate::club::{Club, NOON, PEOPLE, connection, pick, runtime, session, store};
use crate::database::{Database, Item};
use crate::grammar;
use damero_domain::game::{End, Event, Game, Origin, Setup, What};
use damero_domain::ids::{CommandTag, GameId, Person, RoomId};
use damero_domain::side::BySide;
use damero_domain::time::{Millis, Timestamp};
use damero_rules::{RuleSet, Side};
use damero_store::items::record;
use damero_store::{HeldGame, Saved, Store};
use std::cell::RefCell;
use tokio::runtime::Runtime;

/// What is fuzzed here: records, and each kind of item.
const KINDS: [&str; 6] = ["record", "game", "room", "connection", "session", "list"];

/// Every attribute of every item.
const NAMES: [&str; 40] = [
    "PK", "SK", "GSI1PK", "GSI1SK", "v", "s", "r", "n", "k", "c", "w", "b", "t", "e", "d", "iw",
    "ib", "cw", "cb", "o", "h", "g", "ah", "ag", "x", "u", "hw", "sh", "sg", "sd", "rh", "rg",
    "rd", "i", "ch", "cg", "ttl", "bound", "shown", "told",
];

/// A club whose items are spoiled one at a time, and the table that has them.
struct Bench {
    club: Club,
    database: Database,
    store: Store,
    runtime: Runtime,
}

impl Default for Bench {
    fn default() -> Bench {
        let database = Database::default();
        Bench {
            club: Club::default(),
            store: store(&database),
            database,
            runtime: runtime(),
        }
    }
}

thread_local! {
    static BENCH: RefCell<Bench> = RefCell::default();
}

/// Whatever lies in the table is refused, or read, written and read again the same.
///
/// # Panics
/// If it is otherwise.
pub fn check(data: &[u8]) {
    let (head, rest) = crate::head(data);
    let word = |nth: usize| head.get(nth).map_or("", String::as_str);
    let kind = KINDS[pick(&KINDS, word(0))];
    if kind == "record" {
        let rules = RuleSet::ALL.iter().map(|rules| rules.id);
        let rules: Vec<_> = rules.collect();
        let rules = &RuleSet::ALL[pick(&rules, word(1))];
        replayed(&start(rules, word(2)), rest);
        return;
    }
    BENCH.with_borrow(|bench| {
        let said = serde_json::from_slice(rest).ok();
        let said = said.or_else(|| grammar::attributes(&NAMES, rest).ok());
        bench.spoil(kind, said.unwrap_or_default());
    });
}

fn start(rules: &'static RuleSet, control: &str) -> Game {
    Game::start(Setup {
        id: GameId(2.into()),
        origin: Origin::Room {
            room: RoomId(1.into()),
            number: 1,
        },
        rules,
        control: control.parse().ok(),
        players: BySide {
            white: Person::guest(&session(0).0),
            black: Person::guest(&session(1).0),
        },
        started: Timestamp(NOON),
    })
}

fn replayed(start: &Game, bytes: &[u8]) {
    let Ok(game) = record::read(start.clone(), bytes) else {
        return;
    };
    let written = record::write(&game);
    let again = record::read(start.clone(), &written);
    assert_eq!(format!("{:?}", again.ok()), format!("{:?}", Some(&game)));
    assert!(written.len() <= bytes.len(), "the shortest form is written");
    let stamps = game.events().iter().map(|event| event.confirmed);
    assert!(stamps.is_sorted());
    if let Some(clocks) = game.clocks() {
        for side in [Side::White, Side::Black] {
            assert!(clocks.remaining(side) >= Millis::ZERO);
        }
    }
}

impl Bench {
    fn spoil(&self, kind: &str, said: Item) {
        // The game that runs on a clock, and its room, by the guest.
        let scene = self.club.scene(3);
        let (pk, sk) = match kind {
            "game" => (format!("GAME#{}", scene.game), "META".into()),
            "room" => (format!("ROOM#{}", scene.room), "META".into()),
            "connection" => (format!("CONN#{}", connection(1)), "META".into()),
            "session" => (format!("SESS#{}", session(1).to_hex()), "META".into()),
            _ => (
                format!("RUN#{}", Person::guest(&session(1).0)),
                format!("G#{}", scene.game),
            ),
        };
        self.club.reset([]);
        let mut items = self.club.database.items();
        let mut item = items.remove(&(pk.clone(), sk.clone())).unwrap_or_default();
        for (name, value) in said {
            if value.is_null() {
                item.remove(&name);
            } else {
                item.insert(name, value);
            }
        }
        if kind != "list" {
            // A read asks for this key, so the item has it.
            item.insert("PK".into(), serde_json::json!({ "S": pk }));
            item.insert("SK".into(), serde_json::json!({ "S": sk }));
        }
        self.database.reset(&items, []);
        self.database.put(item);
        self.runtime.block_on(async {
            match kind {
                "game" => self.game(GameId(scene.game)).await,
                "room" => self.room(RoomId(scene.room)).await,
                "connection" => self.connection().await,
                "session" => {
                    let _ = self.store.session(&session(1).0).await;
                }
                _ => {
                    let person = Person::guest(&session(1).0);
                    let _ = self.store.running(person, None).await;
                    let _ = self.store.history(person, None, 20).await;
                }
            }
        });
    }

    /// A game that can be read goes on, and is then what was told of it.
    async fn game(&self, id: GameId) {
        let Ok(Some(held)) = self.store.game(id).await else {
            return;
        };
        if held.game.ended().is_some() {
            return;
        }
        let at = held.game.last_stamp();
        let event = Event {
            received: at,
            confirmed: at,
            what: What::End(End::Resigned(held.game.turn())),
        };
        let by = (held.game.turn(), CommandTag(7));
        let Ok(Saved::Done(next)) = self.store.append(&held, &event, Some(by)).await else {
            return;
        };
        let read: Option<HeldGame> = self.store.game(id).await.ok().flatten();
        assert_eq!(format!("{read:?}"), format!("{:?}", Some(next)));
    }

    /// A room that can be read is written whole and read again.
    async fn room(&self, id: RoomId) {
        let Ok(Some(held)) = self.store.room(id).await else {
            return;
        };
        let made = self.store.create_room(&held).await;
        assert!(matches!(made, Ok(Saved::Done(()))), "{made:?}");
        let read = self.store.room(id).await.ok().flatten();
        assert_eq!(format!("{read:?}"), format!("{:?}", Some(held)));
    }

    /// What a connection says it shows can be confirmed, and left.
    async fn connection(&self) {
        for person in 0..PEOPLE.len() {
            let connection = connection(person);
            let _ = self.store.places(&connection).await;
            let shown = self.store.show(&connection, None, Timestamp(NOON)).await;
            if let Ok(Some(shown)) = shown {
                let left = shown.places.clone();
                let _ = self.store.confirm(&connection, &shown, &left).await;
            }
            let _ = self.store.delete_connection(&connection).await;
        }
    }
}
