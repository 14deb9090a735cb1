//! A program that speaks Hub.

use std::io::{BufRead, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command as Process, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use damero_engine::Action;
use damero_hub::{Command, Limit, Time, parse_action, variant, write_board};
use damero_rules::RuleSet;

use super::game::Course;
use super::player::{Fault, Player};

/// How long a program may take to get ready, and to move where no clock runs.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long past its time a program is waited for. Whether it was late is judged elsewhere; this
/// is for those that never answer.
const HANGS: Duration = Duration::from_secs(10);

/// A program, run when it is first wanted and again after it failed.
pub(crate) struct Program {
    name: String,
    command: String,
    running: Option<Running>,
}

/// A process and its lines.
struct Running {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Program {
    pub(crate) const fn new(name: String, command: String) -> Self {
        Self {
            name,
            command,
            running: None,
        }
    }

    fn think(running: &mut Running, course: &Course, limit: Limit) -> Result<Action, Fault> {
        let board = write_board(course.line.rules(), &course.start);
        running.say(&format!(
            "pos pos={board} moves=\"{}\"",
            course.texts.join(" ")
        ))?;
        running.say(&level(limit))?;
        running.say("go think")?;
        let longest = match limit.time {
            Time::Unlimited => PATIENCE,
            Time::Move(time) => time + HANGS,
            Time::Clock(clock) => clock.left + clock.increment + HANGS,
        };
        let text = running.wait_for("done", longest, |command| {
            command.get("move").unwrap_or_default().to_owned()
        })?;
        parse_action(&course.line, &text).map_err(|_| Fault::Illegal(format!("{text:?}")))
    }
}

impl Player for Program {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&mut self, rules: &'static RuleSet) -> Result<(), Fault> {
        match &mut self.running {
            Some(running) => running.say("new-game"),
            none => {
                *none = Some(Running::start(&self.command, rules)?);
                Ok(())
            }
        }
    }

    fn act(&mut self, course: &Course, limit: Limit, _: u64) -> Result<Action, Fault> {
        let Some(running) = &mut self.running else {
            return Err(Fault::Crash("it does not run".to_owned()));
        };
        let action = Self::think(running, course, limit);
        if action.is_err() {
            // What it says later would be taken for an answer to something else.
            self.running = None;
        }
        action
    }
}

impl Running {
    fn start(command: &str, rules: &'static RuleSet) -> Result<Self, Fault> {
        let mut words = command.split_whitespace();
        let mut child = Process::new(words.next().unwrap_or_default())
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| Fault::Crash(error.to_string()))?;
        let pipes = (child.stdin.take(), child.stdout.take());
        let (Some(input), Some(output)) = pipes else {
            return Err(Fault::Crash("it has no pipes".to_owned()));
        };
        let (said, lines) = channel();
        // It ends with the program, or with whoever listens.
        thread::spawn(move || {
            for line in BufReader::new(output).split(b'\n') {
                let Ok(line) = line else { break };
                let line = String::from_utf8_lossy(&line).into_owned();
                if said.send(line).is_err() {
                    break;
                }
            }
        });
        let mut running = Self {
            child,
            input,
            lines,
        };
        running.greet(rules)?;
        Ok(running)
    }

    /// Says what is played, in whichever way the program knows.
    fn greet(&mut self, rules: &'static RuleSet) -> Result<(), Fault> {
        self.say("hub")?;
        let mut names: [Vec<String>; 2] = [Vec::new(), Vec::new()];
        self.listen("wait", PATIENCE, |command| {
            let nth = match command.get("name") {
                Some("rule-set") => 0,
                Some("variant") => 1,
                _ => return,
            };
            let values = command.get("values").unwrap_or_default();
            names[nth] = values.split_whitespace().map(str::to_owned).collect();
        })?;
        let wanted = [("rule-set", rules.id), ("variant", variant(rules))];
        for ((name, value), known) in wanted.into_iter().zip(names) {
            if known.iter().any(|known| known == value) {
                self.say(&format!("set-param name={name} value={value}"))?;
                break;
            }
        }
        self.say("init")?;
        self.listen("ready", PATIENCE, |_| ())
    }

    fn say(&mut self, line: &str) -> Result<(), Fault> {
        // Whether it is noticed here or when nothing comes back is chance.
        writeln!(self.input, "{line}").map_err(|_| ended())
    }

    /// Passes over what is said until this command comes, and takes something from that.
    fn wait_for<T>(
        &mut self,
        name: &str,
        longest: Duration,
        take: impl Fn(&Command<'_>) -> T,
    ) -> Result<T, Fault> {
        let mut taken = None;
        self.listen(name, longest, |command| {
            if command.name == name {
                taken = Some(take(command));
            }
        })?;
        taken.ok_or_else(|| Fault::Crash("it said nothing".to_owned()))
    }

    /// Hears everything that is said until this command has come.
    fn listen(
        &mut self,
        until: &str,
        longest: Duration,
        mut hear: impl FnMut(&Command<'_>),
    ) -> Result<(), Fault> {
        let began = Instant::now();
        loop {
            let left = longest.saturating_sub(began.elapsed());
            let line = self.lines.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => Fault::Overrun(began.elapsed()),
                RecvTimeoutError::Disconnected => ended(),
            })?;
            let Ok(Some(command)) = Command::parse(&line) else {
                continue;
            };
            if command.name == "error" {
                let message = command.get("message").unwrap_or_default();
                return Err(Fault::Crash(message.to_owned()));
            }
            hear(&command);
            if command.name == until {
                return Ok(());
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn ended() -> Fault {
    Fault::Crash("it has ended".to_owned())
}

fn level(limit: Limit) -> String {
    let mut text = "level".to_owned();
    if let Some(nodes) = limit.nodes {
        text += &format!(" nodes={nodes}");
    }
    match limit.time {
        Time::Unlimited => {}
        Time::Move(time) => text += &format!(" move-time={:.3}", time.as_secs_f64()),
        Time::Clock(clock) => {
            let (left, more) = (clock.left.as_secs_f64(), clock.increment.as_secs_f64());
            text += &format!(" time={left:.3} inc={more:.3}");
        }
    }
    text
}
