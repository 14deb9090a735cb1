//! Who is listed where, and hears of what.

mod steps;

use crate::page::{Chapter, LeftOut, hold};
use stateright::{Model, Property};

const ABOUT: &str = "\
Two pages, one of them a game in which moves are made, and the tabs of one person. A tab that opens a page is
listed there and leaves its other pages; the messages of one tab run side by side and overtake each other. A
tab may close, with or without the gateway saying so, and one too many retires the oldest. The lists live in
the game's item but are written on their own. What is modelled here is the shell alone, step by step: each
step is one call to the database or one round of posts.";

#[test]
fn a_live_tab_hears_and_a_dead_one_is_forgotten() {
    hold(chapter());
}

/// The page with the game.
const GAME: u8 = 0;
/// Another page.
const OTHER: u8 = 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mend {
    /// Lists do not touch the version.
    ListsApart,
    /// A move writes what it changes, not the whole item.
    PartialWrite,
    /// A list is written if it is still as read.
    AsRead,
    /// A move is told to the list as the write found it.
    TellsPresent,
    /// Who is listed is told the state as the write found it.
    HearsPresent,
    /// A connection is forgotten before it leaves its lists.
    ForgetFirst,
    /// What was read before a page was noted is not believed, if another was shown.
    Believed,
    /// A connection notes its page before the page lists it.
    NoteFirst,
    /// Whoever has written lists looks again.
    Confirm,
    /// What a tab said later counts.
    Told,
    /// A retired tab is told.
    TellsRetired,
    /// Whoever lists a tab on behalf of another message tells it the state.
    AnswersForOthers,
    /// And whom that retired.
    TellsForOthers,
    /// A post to a dead connection takes it off its list.
    Prune,
}

/// Tabs and what they will do.
#[derive(Clone, Debug)]
pub(crate) struct Tabs {
    /// The pages that each tab opens, one after the other.
    pages: Vec<Vec<u8>>,
    /// Whether the first tab has opened its first page already.
    begun: bool,
    /// Tabs that close.
    closing: Vec<u8>,
    /// Whether the gateway may fail to say so.
    silent: bool,
    /// How many tabs a list holds.
    room_for: usize,
    moves: u8,
    /// Whether a last move is made when all is quiet.
    last_move: bool,
    deaths: u8,
    without: Option<Mend>,
    sometimes: fn() -> Vec<Property<Tabs>>,
}

/// A connection's own item.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Item {
    shown: Option<u8>,
    told: u8,
    places: Vec<u8>,
}

/// A tab as its person sees it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Tab {
    open: bool,
    /// How many of its pages it has opened.
    opened: usize,
    /// The newest state of the game that it was told.
    heard: Option<u8>,
    retired: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Job {
    /// A tab asks for a page.
    Sync { tab: u8, page: u8, told: u8 },
    /// The gateway says that a tab has closed.
    Gone { tab: u8 },
    /// A move.
    Move,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum At {
    Read,
    Show,
    Bind,
    Leave,
    Confirm,
    Answer,
    Delete,
    Write,
    Post,
    Prune,
}

/// A process and what it knows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Process {
    job: Job,
    at: At,
    /// The state of the game and its version.
    moves: u8,
    v: u8,
    /// The page's list, or, after a move, who is told.
    seen: Vec<u8>,
    /// What the connection shows, as noted.
    shown: Option<Item>,
    /// Places yet to leave, and those left.
    others: Vec<u8>,
    left: Vec<u8>,
    written: bool,
    /// Whether the list is known to be no older than the connection's note.
    fresh: bool,
    /// Whether it lists the tab for what another message asked.
    for_other: bool,
    retired: Option<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    moves: u8,
    v: u8,
    lists: [Vec<u8>; 2],
    items: Vec<Option<Item>>,
    tabs: Vec<Tab>,
    running: Vec<Process>,
    told: u8,
    begun: u8,
    deaths: u8,
    last_move: bool,
    put_off: bool,
}

const NOT_PUT_OFF: &str = "no move is put off by a tab";
const HEARS: &str = "in the end a live tab has heard the last move, or that it is retired";
const LISTED: &str = "in the end a live tab that is not retired is listed where it is";
const NOWHERE_ELSE: &str = "in the end no tab is listed where it is not";
const FORGOTTEN: &str = "in the end no closed tab is listed";

fn always() -> Vec<Property<Tabs>> {
    vec![
        Property::always(NOT_PUT_OFF, |_, state: &State| !state.put_off),
        Property::always(HEARS, |tabs: &Tabs, state: &State| {
            tabs.in_the_end(state, |nth, tab| {
                !tab.open
                    || tab.retired
                    || tabs.page(state, nth) != GAME
                    || tab.heard == Some(state.moves)
            })
        }),
        Property::always(LISTED, |tabs: &Tabs, state: &State| {
            tabs.in_the_end(state, |nth, tab| {
                !tab.open || tab.retired || state.lists(tabs.page(state, nth), nth)
            })
        }),
        Property::always(NOWHERE_ELSE, |tabs: &Tabs, state: &State| {
            tabs.in_the_end(state, |nth, tab| {
                !tab.open || !state.lists(1 - tabs.page(state, nth), nth)
            })
        }),
        Property::always(FORGOTTEN, |tabs: &Tabs, state: &State| {
            tabs.in_the_end(state, |nth, tab| {
                tab.open || !(state.lists(GAME, nth) || state.lists(OTHER, nth))
            })
        }),
    ]
}

impl State {
    fn lists(&self, page: u8, tab: usize) -> bool {
        self.lists[usize::from(page)]
            .iter()
            .any(|&other| usize::from(other) == tab)
    }
}

impl Tabs {
    fn has(&self, mend: Mend) -> bool {
        self.without != Some(mend)
    }

    fn without(mut self, mend: Mend) -> Tabs {
        self.without = Some(mend);
        self
    }

    /// The page that a tab shows.
    fn page(&self, state: &State, tab: usize) -> u8 {
        self.pages[tab][state.tabs[tab].opened - 1]
    }

    /// Whether something holds of every tab when nothing more happens.
    fn in_the_end(&self, state: &State, holds: impl Fn(usize, &Tab) -> bool) -> bool {
        let mut actions = Vec::new();
        self.actions(state, &mut actions);
        let mut tabs = state.tabs.iter().enumerate();
        !actions.is_empty() || tabs.all(|(nth, tab)| holds(nth, tab))
    }
}

/// Two tabs come while a move is made.
fn coming() -> Tabs {
    Tabs {
        pages: vec![vec![GAME], vec![GAME]],
        begun: false,
        closing: Vec::new(),
        silent: false,
        room_for: 2,
        moves: 1,
        last_move: false,
        deaths: 0,
        without: None,
        sometimes: || {
            vec![Property::sometimes(
                "both are listed",
                |_, state: &State| state.lists[0].len() == 2,
            )]
        },
    }
}

/// A tab closes, whatever of it is under way.
fn closing() -> Tabs {
    Tabs {
        pages: vec![vec![GAME, OTHER]],
        closing: vec![0],
        moves: 0,
        sometimes: || {
            vec![Property::sometimes("listed", |_, state: &State| {
                state.lists(GAME, 0)
            })]
        },
        ..coming()
    }
}

/// A tab goes to and fro.
fn browsing() -> Tabs {
    Tabs {
        pages: vec![vec![GAME, OTHER, GAME]],
        begun: true,
        moves: 1,
        sometimes: || {
            vec![Property::sometimes("elsewhere", |_, state: &State| {
                state.lists(OTHER, 0)
            })]
        },
        ..coming()
    }
}

/// A list holds one tab, and a second comes, straight or by way of another page.
fn one_too_many(first: &[u8]) -> Tabs {
    let mut second = first.to_vec();
    second.push(GAME);
    Tabs {
        pages: vec![vec![GAME], second],
        begun: true,
        room_for: 1,
        moves: 1,
        sometimes: || {
            vec![Property::sometimes("retired", |_, state: &State| {
                state.tabs[0].retired
            })]
        },
        ..coming()
    }
}

/// The gateway fails to say that a tab has closed, or whoever was told dies.
fn dying() -> Tabs {
    Tabs {
        pages: vec![vec![GAME], vec![GAME]],
        closing: vec![0],
        silent: true,
        moves: 0,
        last_move: true,
        deaths: 1,
        ..coming()
    }
}

pub(crate) fn chapter() -> Chapter<Tabs> {
    let row = |what, fails, model: Tabs, mend| LeftOut {
        what,
        fails,
        model: model.without(mend),
    };
    Chapter {
        title: "Connections",
        about: ABOUT,
        holds_as_in: None,
        whole: vec![
            ("two tabs come during a move", coming()),
            ("a tab changes its page and closes", closing()),
            ("a tab goes to and fro", browsing()),
            ("one tab too many", one_too_many(&[])),
            ("one too many, from another page", one_too_many(&[OTHER])),
            ("processes die, a last move is made", dying()),
        ],
        left_out: vec![
            row(
                "lists are written without the version",
                NOT_PUT_OFF,
                coming(),
                Mend::ListsApart,
            ),
            row(
                "a move does not write the lists",
                LISTED,
                coming(),
                Mend::PartialWrite,
            ),
            row(
                "a list is written if it is still as read",
                LISTED,
                coming(),
                Mend::AsRead,
            ),
            row(
                "a move is told to the list as its write found it",
                HEARS,
                coming(),
                Mend::TellsPresent,
            ),
            row(
                "who comes is told the state as the listing found it",
                HEARS,
                coming(),
                Mend::HearsPresent,
            ),
            row(
                "a connection is forgotten, then leaves its lists",
                FORGOTTEN,
                closing(),
                Mend::ForgetFirst,
            ),
            row(
                "a connection notes its page before it is listed",
                FORGOTTEN,
                closing(),
                Mend::NoteFirst,
            ),
            row(
                "a list read before the page was noted is not believed",
                LISTED,
                browsing(),
                Mend::Believed,
            ),
            row(
                "who lists a tab on behalf of another message tells it the state",
                HEARS,
                browsing(),
                Mend::AnswersForOthers,
            ),
            row(
                "whoever has written lists looks again",
                NOWHERE_ELSE,
                browsing(),
                Mend::Confirm,
            ),
            row(
                "what a tab said last counts",
                LISTED,
                browsing(),
                Mend::Told,
            ),
            row(
                "a retired tab is told",
                HEARS,
                one_too_many(&[]),
                Mend::TellsRetired,
            ),
            row(
                "… even if it was retired on behalf of another message",
                HEARS,
                one_too_many(&[OTHER]),
                Mend::TellsForOthers,
            ),
            row(
                "a post to a dead connection takes it off",
                FORGOTTEN,
                dying(),
                Mend::Prune,
            ),
        ],
    }
}
