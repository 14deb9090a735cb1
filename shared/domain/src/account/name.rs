//! The name that everybody sees.

use crate::ids::AccountId;
use std::fmt;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Fewest characters of a name.
pub const SHORTEST: usize = 3;

/// Most characters of a name.
pub const LONGEST: usize = 20;

/// How the club calls whoever has no name, in Spanish and in English.
const NOBODY: [&str; 2] = ["jugador", "player"];

/// From so many capital letters and digits on a word may be taken for an id.
const ID_LIKE: usize = 8;

/// A name: letters, digits and single spaces, in Unicode's composed form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name(String);

/// What is wrong with a text as a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Too few or too many characters.
    #[error("a name has 3 to 20 characters")]
    Length,
    /// Something other than letters, digits and single spaces between them.
    #[error("a name has letters, digits and single spaces only")]
    Characters,
    /// It looks like an id, or like the name of somebody who has none.
    #[error("the name could be taken for an id")]
    Reserved,
}

impl Name {
    /// Takes a name that somebody chose.
    ///
    /// # Errors
    /// [`NameError`].
    pub fn new(text: &str) -> Result<Name, NameError> {
        // Before it is composed: a long text is not worth the work.
        if text.len() > LONGEST * 16 {
            return Err(NameError::Length);
        }
        let name: String = text.nfc().collect();
        if !(SHORTEST..=LONGEST).contains(&name.chars().count()) {
            return Err(NameError::Length);
        }
        if !name.split(' ').all(is_word) {
            return Err(NameError::Characters);
        }
        if name.split(' ').any(looks_like_id) || looks_like_nobody(&name) {
            return Err(NameError::Reserved);
        }
        Ok(Name(name))
    }

    /// The first of what a provider calls a person that can be made a name. What looks
    /// like an e-mail address is none.
    #[must_use]
    pub fn of_claims<'a>(claims: impl IntoIterator<Item = &'a str>) -> Option<Name> {
        claims
            .into_iter()
            .filter(|claim| !claim.contains('@'))
            .find_map(|claim| Name::new(&sanitised(claim)).ok())
    }

    /// The name of an account whose provider tells none: `Jugador` and the end of its id.
    #[must_use]
    pub fn fallback(account: AccountId) -> Name {
        let id = account.to_string();
        Name(format!("Jugador {}", &id[id.len() - 4..]))
    }

    /// A name as it was stored.
    #[must_use]
    pub fn stored(text: String) -> Name {
        Name(text)
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn is_word(word: &str) -> bool {
    !word.is_empty() && word.chars().all(may_stand) && !word.starts_with(is_combining_mark)
}

/// Letters and plain digits. Unicode counts some fillers of Hangul syllables among the
/// letters, which show nothing: a name of them would be no name, or somebody else's.
fn may_stand(character: char) -> bool {
    let fills = matches!(character, '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}');
    (character.is_alphabetic() && !fills) || character.is_ascii_digit()
}

/// Capital letters and digits in one word, both of them, many of them.
fn looks_like_id(word: &str) -> bool {
    let id = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
    word.len() >= ID_LIKE && word.bytes().all(id) && word.bytes().any(|byte| byte.is_ascii_digit())
}

fn looks_like_nobody(name: &str) -> bool {
    let Some((word, end)) = name.split_once(' ') else {
        return false;
    };
    NOBODY.contains(&word.to_lowercase().as_str())
        && end.len() == 4
        && end.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Only what a name may have, and no more of it.
fn sanitised(claim: &str) -> String {
    let composed: String = claim.nfc().take(LONGEST * 4).collect();
    let words = composed
        .split(|character: char| !may_stand(character))
        .map(|word| word.trim_start_matches(is_combining_mark));
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    let name: String = words.join(" ").chars().take(LONGEST).collect();
    name.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ulid::Ulid;

    #[test]
    fn names_are_letters_digits_and_single_spaces() {
        let taken = [
            ("Ana", "Ana"),
            ("Beto 2", "Beto 2"),
            ("Íñigo de la Ñata", "Íñigo de la Ñata"),
            ("n\u{303}andu\u{301}", "ñandú"),
            ("ΑΒΓ", "ΑΒΓ"),
            ("12345678901234567890", ""),
            ("abcdefghijklmnopqrst", "abcdefghijklmnopqrst"),
        ];
        for (text, name) in taken {
            let expected = (!name.is_empty()).then(|| Name(name.to_owned()));
            assert_eq!(Name::new(text).ok(), expected, "{text}");
        }
        let refused = [
            ("", NameError::Length),
            ("Al", NameError::Length),
            ("abcdefghijklmnopqrstu", NameError::Length),
            (" Ana", NameError::Characters),
            ("Ana ", NameError::Characters),
            ("Ana  Beto", NameError::Characters),
            ("Ana\tBeto", NameError::Characters),
            ("ana@example.com", NameError::Characters),
            ("Ana\u{202e}ateb", NameError::Characters),
            ("Ana\u{200b}", NameError::Characters),
            ("\u{3164}\u{3164}\u{3164}", NameError::Characters),
            ("Ana\u{115f}", NameError::Characters),
            ("Ana \u{1160}\u{ffa0}", NameError::Characters),
            ("\u{93f}\u{93f}\u{93f}", NameError::Characters),
            ("<b>Ana</b>", NameError::Characters),
            ("Ana ½", NameError::Characters),
            ("01M8NPSK7VTPG9", NameError::Reserved),
            ("la 7VTPG9HJSH", NameError::Reserved),
            ("Jugador 7F3K", NameError::Reserved),
            ("PLAYER 0000", NameError::Reserved),
        ];
        for (text, error) in refused {
            assert_eq!(Name::new(text), Err(error), "{text}");
        }
    }

    #[test]
    fn a_provider_s_names_are_made_to_fit_and_addresses_are_none() {
        let cases: [(&[&str], Option<&str>); 8] = [
            (
                &["\u{3164}\u{3164}\u{3164}\u{3164}", "Ana\u{3164}"],
                Some("Ana"),
            ),
            (&["ana_lopez"], Some("ana lopez")),
            (&["ana@example.com", "Ana"], Some("Ana")),
            (&["x", "", "Beto Díaz-Paz"], Some("Beto Díaz Paz")),
            (
                &["Maximiliano Alejandro de la Fuente"],
                Some("Maximiliano Alejandr"),
            ),
            (&["google-oauth2|1234567890"], Some("google oauth2 123456")),
            (&["Jugador AB12"], None),
            (&["ana@example.com", "??"], None),
        ];
        for (claims, name) in cases {
            let made = Name::of_claims(claims.iter().copied());
            assert_eq!(made.as_ref().map(Name::as_str), name, "{claims:?}");
        }
    }

    #[test]
    fn who_has_no_name_is_called_by_the_end_of_the_id() {
        let name = Name::fallback(AccountId(Ulid(0x1234)));
        assert_eq!(name.as_str(), "Jugador 04HM");
        assert_eq!(Name::new(name.as_str()), Err(NameError::Reserved));
    }
}
