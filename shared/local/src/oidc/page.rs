//! The page on which one says who one is.

use super::flow::{Ask, urlencoded};
use super::{PATH, PEOPLE};

const STYLE: &str = "
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 26rem; margin: 3rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; margin: 0; }
p { margin: .25rem 0 1.5rem; opacity: .75; }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .5rem; }
li a { display: grid; padding: .75rem 1rem; border: 1px solid; border-color: color-mix(in srgb,
    currentColor 25%, transparent); border-radius: .75rem; color: inherit; text-decoration: none; }
li a:hover, li a:focus-visible { border-color: currentColor; }
.back { display: inline-block; margin-top: 1rem; padding: .25rem 0; color: inherit; }
small { opacity: .75; }";

/// What the page says, in one language.
struct Words {
    lang: &'static str,
    title: &'static str,
    about: &'static str,
    verified: &'static str,
    unverified: &'static str,
    cancel: &'static str,
}

const SPANISH: Words = Words {
    lang: "es",
    title: "¿Quién eres?",
    about: "Este proveedor de identidad solo existe en esta máquina. Nadie tiene contraseña.",
    verified: "correo verificado",
    unverified: "correo sin verificar",
    cancel: "Volver sin entrar",
};

const ENGLISH: Words = Words {
    lang: "en",
    title: "Who are you?",
    about: "This identity provider exists on this machine alone. Nobody has a password.",
    verified: "verified address",
    unverified: "address not verified",
    cancel: "Go back without signing in",
};

/// The first language asked for that the page has; Spanish is the club's own.
fn words(locales: &str) -> &'static Words {
    let known = |locale: &str| match locale.split('-').next() {
        Some("es") => Some(&SPANISH),
        Some("en") => Some(&ENGLISH),
        _ => None,
    };
    locales.split(' ').find_map(known).unwrap_or(&SPANISH)
}

/// Everybody, as links that lead back with a code; and one that leads back with none.
pub(crate) fn login(ask: &Ask) -> String {
    let words = words(&ask.ui_locales);
    let query = [
        ("response_type", &ask.response_type),
        ("client_id", &ask.client_id),
        ("redirect_uri", &ask.redirect_uri),
        ("scope", &ask.scope),
        ("state", &ask.state),
        ("nonce", &ask.nonce),
        ("code_challenge", &ask.code_challenge),
        ("code_challenge_method", &ask.code_challenge_method),
    ];
    let query = query.map(|(name, value)| format!("{name}={}", urlencoded(value)));
    let query = query.join("&amp;");
    let people = PEOPLE.iter().map(|somebody| {
        let mail = if somebody.verified {
            words.verified
        } else {
            words.unverified
        };
        format!(
            "<li><a href=\"{PATH}/authorize?{query}&amp;person={}\"><strong>{}</strong>\
             <small>{} · {mail}</small></a></li>",
            somebody.subject, somebody.name, somebody.email
        )
    });
    let people: String = people.collect();
    let Words {
        lang,
        title,
        about,
        cancel,
        ..
    } = words;
    format!(
        "<!doctype html><html lang=\"{lang}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <title>{title}</title><style>{STYLE}</style></head><body><main>\
         <h1>{title}</h1><p>{about}</p><ul>{people}</ul>\
         <a class=\"back\" href=\"{PATH}/authorize?{query}&amp;person=\">{cancel}</a>\
         </main></body></html>"
    )
}
