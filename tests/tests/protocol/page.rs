//! Reads the page: tables, examples and stage directions.

use crate::Outcome;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn read(path: &str) -> Outcome<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    Ok(fs::read_to_string(root.join(path))?)
}

pub(crate) fn page() -> Outcome<String> {
    read("docs/protocol.md")
}

/// The cells of the table under a heading, a row each, without its head.
pub(crate) fn table<'a>(page: &'a str, heading: &str) -> Outcome<Vec<Vec<&'a str>>> {
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
pub(crate) fn quoted(cell: &str) -> BTreeSet<String> {
    let parts = cell.split('`').skip(1).step_by(2);
    parts.map(str::to_owned).collect()
}

/// The fields that the page's table of an object names.
pub(crate) fn fields(page: &str, object: &str) -> Outcome<BTreeSet<String>> {
    let rows = table(page, &format!("#### `{object}`"))?;
    Ok(rows.iter().flat_map(|row| quoted(row[0])).collect())
}

/// Every route but the gateway's own.
pub(crate) fn actions() -> Outcome<BTreeSet<String>> {
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

/// A piece of the conversation.
#[derive(Debug)]
pub(crate) enum Step {
    /// `**ana →**` and a message.
    Says(String, Value),
    /// `**← ana**` and a message.
    Hears(String, Value),
    /// `<!-- play: 602 s pass -->`
    Pass(i64),
    /// `<!-- play: ana opens 4 more tabs on ROOM -->`
    Tabs(String, usize, String),
    /// `<!-- play: ana connects again -->`
    Connects(String),
}

/// Every example and stage direction of the page, in order.
pub(crate) fn steps(page: &str) -> Outcome<Vec<Step>> {
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
        [who, "connects", "again"] => Ok(Step::Connects(who.into())),
        _ => Err(format!("what is to be played? {text}").into()),
    }
}
