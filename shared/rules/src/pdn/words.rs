//! Words in lines.

/// How wide a line may be, if its words allow it.
const WIDTH: usize = 80;

/// A text to which words are added; none is broken.
#[derive(Debug)]
pub(super) struct Words {
    text: String,
    width: usize,
    /// The last word: something may still be put to its end.
    last: String,
    /// What goes before the next word.
    glue: String,
}

impl Words {
    /// Goes on with a text at the beginning of a line.
    pub(super) const fn new(text: String) -> Self {
        Self {
            text,
            width: 0,
            last: String::new(),
            glue: String::new(),
        }
    }

    /// Adds a word.
    pub(super) fn push(&mut self, word: &str) {
        self.flush();
        self.last = std::mem::take(&mut self.glue);
        self.last.push_str(word);
    }

    /// Puts something before the next word.
    pub(super) fn glue(&mut self, mark: &str) {
        self.glue.push_str(mark);
    }

    /// Puts something to the end of the last word, or after what waits for the next one.
    pub(super) fn append(&mut self, mark: &str) {
        if !self.glue.is_empty() {
            self.push("");
        }
        self.last.push_str(mark);
    }

    /// The text, ending in a line break.
    pub(super) fn end(mut self) -> String {
        self.flush();
        self.text.push('\n');
        self.text
    }

    fn flush(&mut self) {
        if self.last.is_empty() {
            return;
        }
        let length = self.last.chars().count();
        if self.width > 0 && self.width + 1 + length > WIDTH {
            self.text.push('\n');
            self.width = 0;
        } else if self.width > 0 {
            self.text.push(' ');
            self.width += 1;
        }
        self.text.push_str(&self.last);
        self.width += length;
        self.last.clear();
    }
}
