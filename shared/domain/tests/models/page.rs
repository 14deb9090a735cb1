//! Checks a chapter's models and holds `docs/proofs/models.md` against what came out.

use crate::{
    closings, commands, connections, corrections, deadlines, ends, queue, rated, rooms, timers,
};
use stateright::{Checker, Expectation, HasDiscoveries, Model, Path, Property};
use std::fmt::{Debug, Write};
use std::hash::Hash;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Set, the page is written instead of compared.
const REGENERATE: &str = "DAMERO_WRITE_MODELS";

const INTRODUCTION: &str = "\
# Models

What can happen to commands, deadlines, rooms, connections and rated play when messages are late, doubled or
lost and processes die between any two steps. Each model is explored exhaustively: every order of every step, to
the last state, no depth cut. What decides in it is the product's own code (`damero-domain`); the shell around
it is modelled as it is built: one read, one decision, one write that is conditional on the version read, a lost
race decided again. Connections and the chapters after them are shell alone.

With every safeguard in, all properties hold. Then each safeguard is left out, alone, and a property has to
fail; the shortest way there is told, and how many states were looked at to find it. A second net is left out
together with the first, since alone it would never be missed. A test explores all of it and fails when this
page says otherwise; to write the page anew:

    DAMERO_WRITE_MODELS=1 cargo test -p damero-domain --test models
";

/// What a model has to offer to be reported on.
pub(crate) trait Explored:
    Model<State: Explorable, Action: Told> + Send + Sync + 'static
{
}
impl<M: Model<State: Explorable, Action: Told> + Send + Sync + 'static> Explored for M {}

/// A state that can be told apart.
pub(crate) trait Explorable:
    Clone + Debug + Hash + PartialEq + Send + Sync + 'static
{
}
impl<S: Clone + Debug + Hash + PartialEq + Send + Sync + 'static> Explorable for S {}

/// A step that can be told of.
pub(crate) trait Told: Clone + Debug + PartialEq + Send + Sync + 'static {}
impl<A: Clone + Debug + PartialEq + Send + Sync + 'static> Told for A {}

/// Models about one thing.
pub(crate) struct Chapter<M> {
    pub(crate) title: &'static str,
    pub(crate) about: &'static str,
    /// The chapter that tells what always holds, if it is another.
    pub(crate) holds_as_in: Option<&'static str>,
    /// With every safeguard in.
    pub(crate) whole: Vec<(&'static str, M)>,
    pub(crate) left_out: Vec<LeftOut<M>>,
}

/// A safeguard that is left out, and what has to come of it.
pub(crate) struct LeftOut<M> {
    pub(crate) what: &'static str,
    pub(crate) fails: &'static str,
    pub(crate) model: M,
}

/// A chapter whose models can be checked.
pub(crate) trait Check {
    fn title(&self) -> &'static str;
    fn check(self: Box<Self>) -> String;
}

impl<M: Explored> Check for Chapter<M> {
    fn title(&self) -> &'static str {
        self.title
    }

    /// # Panics
    /// If a whole model fails, or one with something left out does not.
    fn check(self: Box<Self>) -> String {
        let mut text = format!("\n## {}\n\n{}\n", self.title, self.about);
        match self.holds_as_in {
            Some(other) => writeln!(text, "\nAlways: what holds under {other}.").unwrap(),
            None => text += &always(&self.whole[0].1),
        }
        text += "\n| with every safeguard | states | longest way |\n| --- | ---: | ---: |\n";
        for (name, model) in self.whole {
            text += &whole(name, model);
        }
        text += "\n| left out | what fails | states | how |\n| --- | --- | ---: | --- |\n";
        for row in self.left_out {
            text += &broken(row);
        }
        text
    }
}

fn always<M: Explored>(model: &M) -> String {
    let properties = model.properties().into_iter();
    let always = properties.filter(|property| property.expectation == Expectation::Always);
    let lines = always.map(|property| format!("- {}\n", property.name));
    format!("\nAlways:\n\n{}", lines.collect::<String>())
}

fn whole<M: Explored>(name: &str, model: M) -> String {
    let checker = model
        .checker()
        .finish_when(HasDiscoveries::AnyFailures)
        .spawn_bfs()
        .join();
    for property in checker.model().properties() {
        let found = checker.discovery(property.name);
        match property.expectation {
            Expectation::Always => {
                let steps = found.map(|path| steps(checker.model(), path));
                assert_eq!(steps, None, "{name}: not \"{}\"", property.name);
            }
            _ => assert!(found.is_some(), "{name}: never \"{}\"", property.name),
        }
    }
    let (states, depth) = (checker.unique_state_count(), checker.max_depth());
    format!("| {name} | {} | {depth} |\n", thousands(states))
}

fn broken<M: Explored>(LeftOut { what, fails, model }: LeftOut<M>) -> String {
    let properties = model.properties();
    let property = properties.iter().find(|property| property.name == fails);
    let holds = property
        .unwrap_or_else(|| panic!("no property \"{fails}\""))
        .condition;
    let hunt = Hunt {
        model,
        holds,
        seen: AtomicUsize::new(0),
        found: AtomicBool::new(false),
    };
    let checker = hunt.checker().spawn_bfs().join();
    let hunt = checker.model();
    // The way is told by walking it once more.
    hunt.found.store(false, Ordering::Relaxed);
    let Some(path) = checker.discovery(HUNTED) else {
        panic!("without {what}, \"{fails}\" holds all the same");
    };
    let seen = thousands(hunt.seen.load(Ordering::Relaxed));
    format!("| {what} | {fails} | {seen} | {} |\n", steps(hunt, path))
}

fn steps<M: Explored>(model: &M, path: Path<M::State, M::Action>) -> String {
    let actions = path.into_actions();
    let told = actions.iter().map(|action| model.format_action(action));
    told.collect::<Vec<_>>().join(" · ")
}

/// A model that is left at the first state that breaks one property. The checker
/// itself would go on to the end of its block, and tell of the last one.
struct Hunt<M: Model> {
    model: M,
    holds: fn(&M, &M::State) -> bool,
    seen: AtomicUsize,
    found: AtomicBool,
}

const HUNTED: &str = "holds";

impl<M: Explored> Model for Hunt<M> {
    type State = M::State;
    type Action = M::Action;

    fn init_states(&self) -> Vec<M::State> {
        self.model.init_states()
    }

    fn actions(&self, state: &M::State, actions: &mut Vec<M::Action>) {
        if !self.found.load(Ordering::Relaxed) {
            self.model.actions(state, actions);
        }
    }

    fn next_state(&self, state: &M::State, action: M::Action) -> Option<M::State> {
        self.model.next_state(state, action)
    }

    fn format_action(&self, action: &M::Action) -> String {
        self.model.format_action(action)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::always(HUNTED, |hunt: &Hunt<M>, state| {
            if hunt.found.load(Ordering::Relaxed) {
                return true;
            }
            hunt.seen.fetch_add(1, Ordering::Relaxed);
            let holds = (hunt.holds)(&hunt.model, state);
            hunt.found.store(!holds, Ordering::Relaxed);
            holds
        })]
    }
}

fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().collect();
    String::from_utf8(groups.join(&b',')).unwrap()
}

fn page() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/proofs/models.md")
}

fn chapters() -> Vec<Box<dyn Check>> {
    vec![
        Box::new(commands::chapter()),
        Box::new(ends::chapter()),
        Box::new(deadlines::chapter()),
        Box::new(timers::chapter()),
        Box::new(rooms::chapter()),
        Box::new(connections::chapter()),
        Box::new(queue::scenes::chapter()),
        Box::new(rated::chapter()),
        Box::new(corrections::chapter()),
        Box::new(closings::chapter()),
    ]
}

/// Checks a chapter and compares it with the page.
pub(crate) fn hold(chapter: impl Check + 'static) {
    let title = chapter.title();
    let found = Box::new(chapter).check();
    if std::env::var_os(REGENERATE).is_some() {
        return;
    }
    let page = std::fs::read_to_string(page()).unwrap();
    let from = page
        .find(&format!("\n## {title}\n"))
        .expect("the chapter is on the page");
    let length = page[from + 1..]
        .find("\n## ")
        .map_or(page.len() - from, |at| at + 1);
    assert_eq!(
        found,
        page[from..from + length],
        "{title}: see {REGENERATE}"
    );
}

#[test]
fn the_page_has_a_chapter_for_each_model_and_no_other() {
    if std::env::var_os(REGENERATE).is_some() {
        let chapters = chapters().into_iter().map(Check::check);
        let text = INTRODUCTION.to_owned() + &chapters.collect::<String>();
        std::fs::create_dir_all(page().parent().unwrap()).unwrap();
        std::fs::write(page(), text).unwrap();
    }
    let page = std::fs::read_to_string(page()).unwrap();
    assert!(page.starts_with(INTRODUCTION));
    let titles = page.lines().filter_map(|line| line.strip_prefix("## "));
    let expected: Vec<_> = chapters().iter().map(|chapter| chapter.title()).collect();
    assert_eq!(titles.collect::<Vec<_>>(), expected);
}
