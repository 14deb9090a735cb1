//! The page about the tool shows what it does: each example is run.

use crate::run::damero_in;

/// Runs the commands of a block one after the other; `$ echo $?` asks for the last status.
fn run_block(block: &str) {
    let mut status = 0;
    for example in block.split("\n$ ").filter(|example| !example.is_empty()) {
        let (command, shown) = example.split_once('\n').unwrap_or((example, ""));
        let found = if command == "echo $?" {
            status.to_string()
        } else {
            let args = command.strip_prefix("damero ").expect(command);
            let run = damero_in("tests/examples", &words(args));
            status = run.status;
            run.out + &run.err
        };
        assert!(
            is_shown(shown.trim_end(), found.trim_end()),
            "$ {command}\n{shown}\nis shown, and found is\n\n{found}"
        );
    }
}

/// Arguments as a shell would split them; quotes are the only thing it knows.
fn words(args: &str) -> Vec<&str> {
    let parts = args.split('"').enumerate();
    parts
        .flat_map(|(nth, part)| match nth % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        })
        .collect()
}

/// Whether a text is what is shown, where a line `…` stands for any lines.
fn is_shown(shown: &str, found: &str) -> bool {
    match shown.split_once("…\n") {
        None => shown == found,
        Some((start, end)) => found.starts_with(start) && found.ends_with(end),
    }
}

fn blocks(page: &str) -> Vec<&str> {
    page.split("```console\n")
        .skip(1)
        .map(|block| block.split("```").next().unwrap_or_default())
        .collect()
}

#[test]
fn the_pages_show_what_happens() {
    let page = blocks(include_str!("../../../../docs/command-line.md"));
    let readme = blocks(include_str!("../../../../README.md"));
    assert_eq!((page.len(), readme.len()), (12, 1));
    for block in page.into_iter().chain(readme) {
        run_block(&format!("\n{block}"));
    }
}
