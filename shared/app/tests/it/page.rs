//! Pages of the documentation that tests write and hold to be true.

use crate::club::in_project;

/// Writes the page if `variable` is set; returns what it says.
pub(crate) fn stored(path: &str, variable: &str, text: &str) -> String {
    let path = in_project(path);
    if std::env::var_os(variable).is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
    }
    std::fs::read_to_string(&path).unwrap_or_default()
}

/// Writes the page if `variable` is set; otherwise it has to say just this.
pub(crate) fn hold(path: &str, variable: &str, text: &str) {
    let stored = stored(path, variable, text);
    let different = stored
        .lines()
        .zip(text.lines())
        .find(|(old, new)| old != new);
    assert_eq!(different, None, "{path}: write it anew with {variable}=1");
    assert!(stored == text, "{path}: write it anew with {variable}=1");
}
