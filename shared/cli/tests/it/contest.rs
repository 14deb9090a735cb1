//! Engines that talk, and play each other.

use std::fs;
use std::io::{BufRead, BufReader, Write as _};
use std::process::{Command, Stdio};

use crate::run::{Run, damero, damero_reading};

const DAMERO: &str = env!("CARGO_BIN_EXE_damero");

/// A program that answers every search alike.
fn answers(how: &str) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/examples/program.sh");
    format!("hub:sh {script} {how}")
}

fn matched(args: &[&str]) -> Run {
    damero(&[&["match"], args].concat())
}

#[test]
fn an_engine_answers_and_ends_with_its_input() {
    let said = damero_reading(
        &["hub", "--ruleset", "mesita-english", "--level", "5"],
        "hub\ninit\nping\npos pos=x\n\u{0}\npos\ngo think\nlevel depth=3\ngo think\n",
    )
    .ok();
    let lines: Vec<_> = said.lines().collect();
    assert!(lines[0].starts_with("id name=Damero"), "{said}");
    // Memory is made beside what is read; everything else comes in its order.
    let rest: Vec<_> = lines
        .iter()
        .skip(6)
        .filter(|line| **line != "ready")
        .collect();
    assert_eq!(rest[0], &"pong", "{said}");
    assert!(
        rest[1..3]
            .iter()
            .all(|line| line.starts_with("error message=")),
        "{said}"
    );
    let done: Vec<_> = lines
        .iter()
        .filter(|line| line.starts_with("done move="))
        .collect();
    assert_eq!(done.len(), 2, "{said}");
}

#[test]
fn a_search_without_end_hears_ping_and_stop() {
    let mut child = Command::new(DAMERO)
        .arg("hub")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut until = |start: &str| {
        lines
            .by_ref()
            .map(Result::unwrap)
            .find(|line| line.starts_with(start))
            .expect("it says more")
    };
    writeln!(input, "hub\ninit\nlevel infinite\ngo ponder").unwrap();
    until("info depth=3");
    writeln!(input, "ping").unwrap();
    until("pong");
    writeln!(input, "stop").unwrap();
    let done = until("done");
    assert!(done.contains(" ponder="), "{done}");
    // Another search ends the one that is under way, which still says what it found.
    writeln!(input, "go analyze\nlevel depth=2\ngo think").unwrap();
    until("done");
    until("done");
    writeln!(input, "quit").unwrap();
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_match_is_the_same_again_however_many_play_and_wherever_it_broke_off() {
    let directory = tempfile::tempdir().unwrap();
    let file = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let play = |name: &str, jobs: &str| {
        let players = [
            "level:12",
            "level:3",
            "--ruleset",
            "vezz-8x8",
            "--pairs",
            "4",
        ];
        matched(&[&players[..], &["--jobs", jobs, "--pdn", &file(name)]].concat()).ok()
    };
    let alone = play("alone", "1");
    assert_eq!(play("together", "3"), alone);
    let games = fs::read_to_string(file("alone")).unwrap();
    assert_eq!(fs::read_to_string(file("together")).unwrap(), games);
    // In the middle of a game of the third pair.
    let cut = games.find("[Round \"3.2\"]").unwrap() + 100;
    fs::write(file("broken"), &games[..cut]).unwrap();
    assert_eq!(play("broken", "1"), alone);
    assert_eq!(fs::read_to_string(file("broken")).unwrap(), games);
    // Every game is one, and none begins like another pair's.
    assert_eq!(
        damero(&["pdn", "check", &file("alone")]).last_line(),
        "8 passed, 0 failed"
    );
    let other = matched(&[
        "level:12",
        "level:4",
        "--ruleset",
        "vezz-8x8",
        "--pdn",
        &file("alone"),
    ]);
    assert_eq!(
        (
            other.status,
            other.err.contains("the file is of another match")
        ),
        (2, true)
    );
}

#[test]
fn programs_play_every_rule_set_without_a_fault() {
    for ruleset in [
        "vezz-8x8",
        "mesita-turkish",
        "kondavo-spanish",
        "youzai-international",
    ] {
        let program = format!("hub:{DAMERO} hub --memory 1");
        let players = [
            &program,
            "random",
            "--ruleset",
            ruleset,
            "--pairs",
            "1",
            "--nodes",
            "300",
        ];
        let said = matched(&players).ok();
        assert!(said.ends_with("\n0 games lost by a fault\n"), "{said}");
        assert!(
            said.contains("1 pairs by half points: 0 0 0 0 1; 100.0 %"),
            "{said}"
        );
    }
}

#[test]
fn who_errs_crashes_or_refuses_loses_and_is_named() {
    for (how, fault) in [
        ("illegal", "\"1-50\" is illegal"),
        ("silent", "\"\" is illegal"),
        ("crash", "it crashed: it has ended"),
        ("error", "it crashed: no idea"),
        ("absent", "it crashed: it has ended"),
    ] {
        let program = answers(how);
        let run = matched(&[
            "random",
            &program,
            "--ruleset",
            "mesita-international",
            "--pairs",
            "1",
        ]);
        let told = format!("damero: {program} loses: {fault}\n");
        assert_eq!(run.err, told.repeat(2), "{how}");
        assert_eq!(run.last_line(), "2 games lost by a fault", "{how}");
        assert!(
            run.out.contains(": 0 0 0 0 1; 100.0 %"),
            "{how}: {}",
            run.out
        );
    }
}

#[test]
fn a_test_ends_a_match_as_soon_as_it_is_decided() {
    let players = [
        "level:40",
        "random",
        "--ruleset",
        "mesita-english",
        "--pairs",
        "1000",
    ];
    let said = matched(&[&players[..], &["--sprt", "0,400", "--jobs", "2"]].concat()).ok();
    assert!(said.contains("+400 against +0: better"), "{said}");
    let pairs: u32 = said
        .lines()
        .nth(1)
        .unwrap()
        .split(' ')
        .next()
        .unwrap()
        .parse()
        .unwrap();
    assert!(pairs < 30, "{said}");
}

#[test]
fn a_ladder_is_a_page() {
    let directory = tempfile::tempdir().unwrap();
    let page = directory.path().join("page.md");
    let (games, page_name) = (directory.path().to_str().unwrap(), page.to_str().unwrap());
    let args = [
        "ladder",
        "--rulesets",
        "mesita-english",
        "--levels",
        "1,11,21",
        "--pairs",
        "2",
    ];
    damero(&[&args[..], &["--games", games, "--page", page_name]].concat()).ok();
    let page = fs::read_to_string(page).unwrap();
    let rows: Vec<_> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| level:"))
        .collect();
    let matches: Vec<_> = rows
        .iter()
        .filter_map(|row| row.split(" |").next())
        .collect();
    assert_eq!(
        matches,
        ["1 v random", "1 v one-ply", "11 v level:1", "21 v level:11"],
        "{page}"
    );
    assert!(page.contains("\n## `mesita-english`\n"));
}

#[test]
fn what_makes_no_sense_is_refused() {
    for args in [
        &["level:0", "random"][..],
        &["nobody", "random"],
        &["hub:", "random"],
        &["full", "full", "--sprt", "20,0"],
        &["full", "full", "--sprt", "0,10", "--alpha", "0"],
        &["full", "full", "--move-time", "-1"],
    ] {
        let run = matched(&[args, &["--ruleset", "vezz-8x8"]].concat());
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{args:?}");
    }
}
