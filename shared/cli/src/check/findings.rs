//! What checking a line found.

use std::fmt::Display;

/// What became of a line.
pub(super) enum Verdict {
    Passed,
    Failed,
    /// There was nothing that could be checked, or it was too much.
    LeftOut,
}

/// The disagreements of one line with the rules, and what else there is to say about it.
#[derive(Default)]
pub(super) struct Findings {
    name: String,
    disagreements: Vec<String>,
    notes: Vec<String>,
    left_out: bool,
}

impl Findings {
    /// Of a line that goes by its rule set (or variant) and its id, if it has one.
    pub(super) fn of(ruleset: &str, id: Option<&str>) -> Self {
        let name = match id {
            Some(id) => format!("{ruleset} {id}: "),
            None => format!("{ruleset}: "),
        };
        Self {
            name,
            ..Self::default()
        }
    }

    /// Of a line that cannot even be read.
    pub(super) fn broken(reason: String) -> Self {
        let mut findings = Self::default();
        findings.add(reason);
        findings
    }

    /// The same with something wrong that has no two answers.
    pub(super) fn with(mut self, reason: impl Display) -> Self {
        self.add(reason);
        self
    }

    /// Something wrong that has no two answers.
    pub(super) fn add(&mut self, reason: impl Display) {
        self.disagreements.push(format!("{}{reason}", self.name));
    }

    /// Two answers that differ.
    pub(super) fn say(&mut self, what: impl Display, expected: impl Display, found: impl Display) {
        self.add(format_args!("{what}: expected {expected}, found {found}"));
    }

    /// Two answers that may differ.
    pub(super) fn compare<T: PartialEq + Display + ?Sized>(
        &mut self,
        what: impl Display,
        expected: &T,
        found: &T,
    ) {
        if expected != found {
            self.say(what, expected, found);
        }
    }

    /// The same, where the line may say nothing of it.
    pub(super) fn compare_said<T: PartialEq + Display>(
        &mut self,
        what: impl Display,
        expected: Option<&T>,
        found: &T,
    ) {
        if let Some(expected) = expected {
            self.compare(what, expected, found);
        }
    }

    /// Something that is no disagreement.
    pub(super) fn note(&mut self, note: impl Display) {
        self.notes.push(format!("{}{note}", self.name));
    }

    /// Leaves the line out, unless something is wrong with it already.
    pub(super) fn leave_out(mut self, why: impl Display) -> Self {
        self.note(format_args!("left out: {why}"));
        self.left_out = true;
        self
    }

    pub(super) fn disagreements(&self) -> &[String] {
        &self.disagreements
    }

    pub(super) fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Whether there is nothing to say of it.
    pub(super) fn is_silent(&self) -> bool {
        self.disagreements.is_empty() && self.notes.is_empty()
    }

    pub(super) fn verdict(&self) -> Verdict {
        match (self.disagreements.is_empty(), self.left_out) {
            (false, _) => Verdict::Failed,
            (true, true) => Verdict::LeftOut,
            (true, false) => Verdict::Passed,
        }
    }
}
