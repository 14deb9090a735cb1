//! What functions are told by the template, and what they need.

use damero_lambda::variables::needed;
use damero_lambda::{Limits, Misconfigured, Settings};
use damero_local::in_process;
use damero_tests::World;
use damero_tests::world::Making;
use std::collections::{BTreeMap, BTreeSet};

type Told = BTreeMap<String, BTreeMap<String, String>>;

/// The variables of every function of the template, with a local club's values.
async fn told() -> Told {
    let mut told = Told::new();
    let world = World::run_by(Making::default(), |functions| {
        let all = functions.by_name.iter();
        told.extend(all.map(|(name, spec)| (name.clone(), spec.env.clone())));
        in_process(functions, &Limits::default())
    });
    world.await.unwrap();
    told
}

fn start(function: &str, told: &BTreeMap<String, String>) -> Result<Settings, Misconfigured> {
    Settings::of(function, |name| told.get(name).cloned())
}

#[tokio::test]
async fn every_function_is_told_what_it_needs_and_nothing_else() {
    let all = told().await;
    assert!(all.len() >= 37, "{}", all.len());
    for (function, told) in all {
        let names: BTreeSet<_> = told.keys().map(String::as_str).collect();
        let needed = needed(&function).unwrap_or_else(|| panic!("{function} has no list"));
        let needed: BTreeSet<_> = needed.iter().copied().flatten().copied().collect();
        assert_eq!(names, needed, "{function}");
    }
}

#[tokio::test]
async fn no_function_starts_without_something_that_it_needs() {
    for (function, told) in told().await {
        start(&function, &told).unwrap_or_else(|error| panic!("{function}: {error}"));
        for name in told.keys() {
            let mut less = told.clone();
            less.remove(name);
            let refused = start(&function, &less).unwrap_err().to_string();
            assert_eq!(refused, format!("not set: {name}"), "{function}");
        }
    }
}

#[tokio::test]
async fn a_variable_that_says_nothing_keeps_a_function_from_starting() {
    let all = told().await;
    for (function, name, value) in [
        ("period-close", "SITE_ZONE", "Europe/Atlantis"),
        ("period-close", "RATED_RULE_SETS", "vezz-8x8,vez-8x8"),
        ("rankings-get", "RATED_RULE_SETS", ","),
        ("queue-join", "TERMS_VERSION", "one"),
        ("queue-join", "QUEUE_PARTS", "-1"),
        ("timer-queue", "QUEUE_PARTS_EVER", "many"),
    ] {
        let mut told = all[function].clone();
        told.insert(name.into(), value.into());
        let refused = start(function, &told).unwrap_err().to_string();
        assert_eq!(refused, format!("{name} says {value:?}"), "{function}");
        told.insert(name.into(), String::new());
        let refused = start(function, &told).unwrap_err().to_string();
        assert_eq!(refused, format!("not set: {name}"), "{function}");
    }
    let unknown = start("dance", &BTreeMap::new()).unwrap_err();
    assert_eq!(unknown.to_string(), "there is no function dance");
}
