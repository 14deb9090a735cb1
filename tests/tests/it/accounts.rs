//! Accounts over the real socket, with the local provider: from its page to a linked browser.

use damero_app::SessionHash;
use damero_protocol::client;
use damero_protocol::server::Message;
use damero_protocol::server::account::{Identity, Missing};
use damero_tests::player::Answer;
use damero_tests::sign_in::{SignIn, fetch};
use damero_tests::{Player, PlayerError, World};
use serde_json::{Value, json};

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// A token for the browser's `link`th link, as somebody.
async fn token(
    world: &World,
    player: &Player,
    link: u64,
    person: &str,
) -> Result<String, Box<dyn std::error::Error>> {
    let server = world.stack().http_addr();
    let nonce = SessionHash::of(&player.secret().0).nonce(link);
    Ok(SignIn::new(server, nonce).token(server, person).await?)
}

async fn link(
    world: &World,
    player: &mut Player,
    link: u64,
    person: &str,
) -> Result<Identity, Box<dyn std::error::Error>> {
    let id_token = token(world, player, link, person).await?;
    let answer = player
        .ask("accountLink", json!({"id_token": id_token}))
        .await?;
    assert!(matches!(answer, Answer::Accepted(_)), "{answer:?}");
    player.reconnect().await?;
    identity(player).await
}

async fn identity(player: &mut Player) -> Result<Identity, Box<dyn std::error::Error>> {
    let page = client::Sync {
        page: Some(client::Page::Account),
        ..client::Sync::default()
    };
    match player.ask("sync", page).await? {
        Answer::Accepted(message) => match *message {
            Message::Identity(identity) => Ok(identity),
            other => Err(format!("{other:?}").into()),
        },
        Answer::Refused(refused) => Err(refused.code.into()),
    }
}

#[tokio::test]
async fn everybody_of_the_provider_can_link_and_only_eva_is_unverified() -> Outcome {
    let world = World::still().await?;
    let people = [
        ("ana-0001", "Ana", true),
        ("beto-0002", "beto rios", true),
        ("carla-0003", "Carla Núñez", true),
        ("dario-0004", "Darío Paz", true),
        ("eva-0005", "Eva Soto", false),
    ];
    for (person, name, verified) in people {
        let mut player = world.visitor().await?;
        assert_eq!(identity(&mut player).await?.missing, [Missing::Account]);
        let linked = link(&world, &mut player, 0, person).await?;
        let account = linked.account.ok_or("no account")?;
        assert_eq!((account.name.as_str(), account.verified), (name, verified));
        let missing = [Missing::VerifiedEmail, Missing::Terms];
        assert_eq!(linked.missing, missing[usize::from(verified)..]);
    }
    Ok(())
}

#[tokio::test]
async fn linking_tells_every_tab_and_revoking_closes_the_other_browser() -> Outcome {
    let world = World::still().await?;
    let mut phone = world.visitor().await?;
    let mut tab = phone.another_tab().await?;
    let id_token = token(&world, &phone, 0, "ana-0001").await?;
    phone
        .ask("accountLink", json!({"id_token": id_token}))
        .await?;
    let told = tab.hear().await?.ok_or("nothing")?;
    assert_eq!(told.message, Message::Reconnect {});
    tab.reconnect().await?;
    let mut computer = world.visitor().await?;
    let linked = link(&world, &mut computer, 0, "ana-0001").await?;
    let sessions = linked.account.ok_or("no account")?.sessions;
    let other = sessions.iter().find(|session| !session.here);
    let other = other.ok_or("one browser only")?.id.clone();
    computer
        .ask("sessionRevoke", json!({"session": other}))
        .await?;
    let closed = loop {
        match tab.hear().await {
            Ok(_) => {}
            Err(error) => break error,
        }
    };
    assert!(matches!(closed, PlayerError::Closed(_)), "{closed}");
    tab.reconnect().await?;
    assert_eq!(identity(&mut tab).await?.missing, [Missing::Account]);
    Ok(())
}

#[tokio::test]
async fn the_provider_keeps_its_codes_and_its_key() -> Outcome {
    let dir = tempfile::tempdir()?;
    let world = World::at(dir.path()).await?;
    let server = world.stack().http_addr();
    let sign_in = SignIn::new(server, "n".into());
    let redeem = async |form: String| -> Result<Value, Box<dyn std::error::Error>> {
        let reply = fetch(server, "/oidc/token", Some(&form)).await?;
        assert_eq!(reply.header("access-control-allow-origin"), Some("*"));
        Ok(reply.json()?)
    };
    let invalid = json!({"error": "invalid_grant"});
    let code = sign_in.code(server, "ana-0001").await?;
    assert!(redeem(sign_in.redemption(&code)).await?["id_token"].is_string());
    assert_eq!(redeem(sign_in.redemption(&code)).await?, invalid, "once");
    let code = sign_in.code(server, "ana-0001").await?;
    let thief = SignIn::new(server, "n".into());
    assert_eq!(redeem(thief.redemption(&code)).await?, invalid, "PKCE");
    let code = sign_in.code(server, "ana-0001").await?;
    world.pass(60_000).await;
    assert_eq!(
        redeem(sign_in.redemption(&code)).await?,
        invalid,
        "a minute"
    );
    for (change, status) in [
        (("damero-local", "another"), 400),
        ((server.to_string().as_str(), "evil.example"), 400),
        (("S256", "plain"), 303),
        (("response_type=code", "response_type=token"), 303),
        (("openid", "closed"), 303),
    ] {
        let path = sign_in.page().replace(change.0, change.1);
        let reply = fetch(server, &path, None).await?;
        assert_eq!(reply.status, status, "{path}");
        assert!(!reply.head.contains("code="), "{path}");
    }
    let keys = fetch(server, "/oidc/jwks.json", None).await?.json()?;
    world.kill();
    let world = World::at(dir.path()).await?;
    let again = fetch(world.stack().http_addr(), "/oidc/jwks.json", None).await?;
    assert_eq!(again.json()?, keys);
    Ok(())
}

#[tokio::test]
async fn the_client_is_told_of_the_provider() -> Outcome {
    let world = World::still().await?;
    let server = world.stack().http_addr();
    let config = fetch(server, "/config.json", None).await?.json()?;
    assert_eq!(config["issuer"], format!("http://{server}/oidc"));
    assert_eq!(config["client_id"], "damero-local");
    assert_eq!(config["terms"], 1);
    assert_eq!(config["rated"], json!(["vezz-8x8"]));
    let found = fetch(server, "/oidc/.well-known/openid-configuration", None).await?;
    assert_eq!(found.json()?["issuer"], config["issuer"]);
    Ok(())
}
