//! ID tokens of an OpenID Connect provider: whom they name, and whether they may be
//! believed.

use crate::app::{App, Fault};
use damero_domain::account::name::Name;
use damero_domain::ids::ProviderId;
use damero_domain::time::{Millis, Timestamp};
use jsonwebtoken::errors::ErrorKind;
use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk};
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use serde::Deserialize;

/// How far a provider's clock may be off.
const LEEWAY: Millis = Millis::seconds(60);

/// Whom a token names.
pub(crate) struct Named {
    /// As the provider knows them.
    pub(crate) provider: ProviderId,
    /// What the token is bound to.
    pub(crate) nonce: String,
    /// Whether the provider has verified their e-mail address.
    pub(crate) verified: bool,
    /// What they are called there, if that can be a name here.
    pub(crate) name: Option<Name>,
}

/// Why a token is not believed, by the refusal's code.
pub(crate) type Unbelieved = &'static str;

/// What is read of a token. The address itself is not.
#[derive(Deserialize)]
struct Claims {
    iss: String,
    sub: String,
    aud: Audience,
    azp: Option<String>,
    exp: i64,
    iat: i64,
    nbf: Option<i64>,
    #[serde(default)]
    nonce: String,
    #[serde(default)]
    email_verified: Flag,
    preferred_username: Option<String>,
    nickname: Option<String>,
    name: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Several(Vec<String>),
}

/// Some providers write it as a text.
#[derive(Deserialize)]
#[serde(untagged)]
enum Flag {
    Plain(bool),
    Text(String),
}

impl Default for Flag {
    fn default() -> Flag {
        Flag::Plain(false)
    }
}

/// Judges a token at a time. Its nonce is the caller's to judge.
///
/// # Errors
/// [`Fault`], if the provider's keys cannot be had.
pub(crate) async fn read(
    app: &App,
    token: &str,
    now: Timestamp,
) -> Result<Result<Named, Unbelieved>, Fault> {
    let issuer = &app.club.issuer;
    if issuer.is_empty() {
        return Ok(Err("no_accounts"));
    }
    let Ok(header) = jsonwebtoken::decode_header(token) else {
        return Ok(Err("token_bad"));
    };
    let key = match &header.kid {
        Some(kid) => app.keys.find(issuer, kid, now).await?,
        None => None,
    };
    Ok(match key.as_ref().and_then(usable) {
        Some((key, algorithm)) => believe(app, token, &key, algorithm, now),
        None => Err("token_bad"),
    })
}

/// A key and the one algorithm that it is for: whatever a token says of itself, an RSA
/// key is never taken for a shared secret, and nothing is left unsigned.
fn usable(jwk: &Jwk) -> Option<(DecodingKey, Algorithm)> {
    let algorithm = match &jwk.algorithm {
        AlgorithmParameters::RSA(_) => Algorithm::RS256,
        AlgorithmParameters::EllipticCurve(key) if key.curve == EllipticCurve::P256 => {
            Algorithm::ES256
        }
        _ => return None,
    };
    Some((DecodingKey::from_jwk(jwk).ok()?, algorithm))
}

fn believe(
    app: &App,
    token: &str,
    key: &DecodingKey,
    algorithm: Algorithm,
    now: Timestamp,
) -> Result<Named, Unbelieved> {
    let mut validation = Validation::new(algorithm);
    // Times are judged by the club's clock, below.
    validation.validate_exp = false;
    validation.set_issuer(&[&app.club.issuer]);
    validation.set_audience(&[&app.club.client_id]);
    validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
    let claims = jsonwebtoken::decode::<Claims>(token, key, &validation)
        .map_err(|error| match error.kind() {
            ErrorKind::InvalidIssuer => "token_issuer",
            ErrorKind::InvalidAudience => "token_audience",
            _ => "token_bad",
        })?
        .claims;
    if !is_for(&claims, &app.club.client_id) {
        return Err("token_audience");
    }
    if claims.sub.is_empty() {
        return Err("token_bad");
    }
    let seconds = |at: i64| Timestamp(at.saturating_mul(1000));
    let (earliest, latest) = (now + LEEWAY, now - seconds(claims.exp));
    if latest >= LEEWAY {
        return Err("token_expired");
    }
    if seconds(claims.iat) > earliest || claims.nbf.is_some_and(|nbf| seconds(nbf) > earliest) {
        return Err("token_early");
    }
    let names = [&claims.preferred_username, &claims.nickname, &claims.name];
    Ok(Named {
        provider: ProviderId::of(&claims.iss, &claims.sub),
        name: Name::of_claims(names.into_iter().flatten().map(String::as_str)),
        verified: match &claims.email_verified {
            Flag::Plain(verified) => *verified,
            Flag::Text(text) => text == "true",
        },
        nonce: claims.nonce,
    })
}

/// A token for several must have been given to this club.
fn is_for(claims: &Claims, client: &str) -> bool {
    let alone = match &claims.aud {
        Audience::One(only) => only == client,
        Audience::Several(all) => all == &[client],
    };
    match &claims.azp {
        Some(party) => party == client,
        None => alone,
    }
}
