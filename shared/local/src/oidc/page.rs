//! The page on which one says who one is.

use super::flow::{Ask, urlencoded};
use super::{PATH, PEOPLE};

const STYLE: &str = "
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 26rem; margin: 3rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; margin: 0; }
p { margin: .25rem 0 1.5rem; opacity: .75; }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .5rem; }
a { display: grid; padding: .75rem 1rem; border: 1px solid; border-color: color-mix(in srgb,
    currentColor 25%, transparent); border-radius: .75rem; color: inherit; text-decoration: none; }
a:hover, a:focus-visible { border-color: currentColor; }
small { opacity: .75; }";

/// Everybody, as links that lead back with a code.
pub(crate) fn login(ask: &Ask) -> String {
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
            "correo verificado"
        } else {
            "correo sin verificar"
        };
        format!(
            "<li><a href=\"{PATH}/authorize?{query}&amp;person={}\"><strong>{}</strong>\
             <small>{} · {mail}</small></a></li>",
            somebody.subject, somebody.name, somebody.email
        )
    });
    let people: String = people.collect();
    format!(
        "<!doctype html><html lang=\"es\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <title>¿Quién eres?</title><style>{STYLE}</style></head><body>\
         <h1>¿Quién eres?</h1><p>Este proveedor de identidad solo existe en esta máquina. \
         Nadie tiene contraseña.</p><ul>{people}</ul></body></html>"
    )
}
