//! The browser client beside the socket: files, caching, headers.

use serde_json::json;

use crate::bench::{Bench, Response, Script, config};

/// Enough of anything to be worth compressing.
const CODE: &str = "console.log('one line of code that comes again and again');\n";

/// A stack with a built client.
async fn built() -> (tempfile::TempDir, Bench) {
    let files = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(files.path().join(name), text).unwrap();
    std::fs::create_dir(files.path().join("assets")).unwrap();
    write("index.html", "front page");
    write("sw.js", "worker");
    write("manifest.webmanifest", "{}");
    write("assets/app-1a2b.js", &CODE.repeat(100));
    write("assets/serif-3c4d.woff2", &CODE.repeat(100));
    let mut config = config();
    config.static_dir = Some(files.path().to_owned());
    let bench = Bench::with(config, Script::default()).await;
    (files, bench)
}

async fn get(bench: &Bench, path: &str) -> Response {
    bench.http("GET", path, "").await
}

#[tokio::test]
async fn the_client_is_served_beside_the_socket() {
    let (_files, bench) = built().await;
    for path in ["/", "/game/1", "/r/01K8ZJ3W5T7Y9A1C3E5G7J9M1P"] {
        let answer = get(&bench, path).await;
        assert_eq!(
            (answer.status, answer.body.as_str()),
            (200, "front page"),
            "{path}"
        );
        assert_eq!(answer.header("content-type"), Some("text/html"), "{path}");
    }
    bench.client().await;
    let shown = get(&bench, "/config.json").await.json();
    let socket = bench.stack.socket_url();
    assert_eq!(
        shown,
        json!({
            "socket": socket, "zone": "Europe/Rome", "protocol": "damero.v1",
            "issuer": format!("http://{}/oidc", bench.stack.http_addr()),
            "client_id": "damero-local", "terms": 1, "rated": ["vezz-8x8"],
        })
    );
}

#[tokio::test]
async fn a_file_that_is_not_there_is_no_page() {
    let (_files, bench) = built().await;
    for path in [
        "/assets/app-0000.js",
        "/assets/old",
        "/robots.txt",
        "/a/b.map",
        "/../Cargo.toml",
    ] {
        let answer = get(&bench, path).await;
        assert_eq!((answer.status, answer.body.as_str()), (404, ""), "{path}");
        assert_eq!(answer.header("cache-control"), Some("no-cache"), "{path}");
    }
    assert_eq!(bench.http("POST", "/", "").await.status, 405);
}

#[tokio::test]
async fn a_path_that_no_file_can_have_is_too_long() {
    let (_files, bench) = built().await;
    for length in [256, 9_000] {
        let path = format!("/{}", "a".repeat(length));
        assert_eq!(get(&bench, &path).await.status, 414, "{length}");
    }
}

#[tokio::test]
async fn only_what_never_changes_may_be_kept_unasked() {
    let (_files, bench) = built().await;
    for path in [
        "/",
        "/game/1",
        "/index.html",
        "/sw.js",
        "/manifest.webmanifest",
        "/config.json",
    ] {
        let answer = get(&bench, path).await;
        assert_eq!(
            (answer.status, answer.header("cache-control")),
            (200, Some("no-cache")),
            "{path}"
        );
    }
    let year = Some("public, max-age=31536000, immutable");
    let asset = get(&bench, "/assets/app-1a2b.js").await;
    assert_eq!((asset.status, asset.header("cache-control")), (200, year));
    // What is asked for again is not sent again.
    let page = get(&bench, "/sw.js").await;
    let since = [("If-Modified-Since", page.header("last-modified").unwrap())];
    let again = bench.http_with("GET", "/sw.js", &since, "").await;
    assert_eq!((again.status, again.body.as_str()), (304, ""));
}

#[tokio::test]
async fn text_is_compressed_for_whoever_takes_it() {
    let (_files, bench) = built().await;
    let encoding = async |path, accepts| {
        let accepts = [("Accept-Encoding", accepts)];
        let answer = bench.http_with("GET", path, &accepts, "").await;
        assert_eq!(answer.status, 200, "{path}");
        let encoding = answer.header("content-encoding").map(str::to_owned);
        let smaller = answer.body.len() < 10 * CODE.len();
        assert_eq!(smaller, encoding.is_some(), "{path}");
        encoding
    };
    let gzip = Some("gzip".to_owned());
    assert_eq!(encoding("/assets/app-1a2b.js", "gzip, br").await, gzip);
    assert_eq!(encoding("/assets/app-1a2b.js", "identity").await, None);
    assert_eq!(encoding("/assets/serif-3c4d.woff2", "gzip").await, None);
}

#[tokio::test]
async fn the_head_of_a_page_can_be_asked_for_alone() {
    let (_files, bench) = built().await;
    for path in ["/", "/game/1", "/assets/app-1a2b.js", "/config.json"] {
        let (head, whole) = (bench.http("HEAD", path, "").await, get(&bench, path).await);
        assert_eq!((head.status, head.body.as_str()), (200, ""), "{path}");
        for name in ["content-type", "content-length", "cache-control"] {
            assert_eq!(head.header(name), whole.header(name), "{path} {name}");
        }
    }
}

#[tokio::test]
async fn every_answer_says_what_a_page_may_do() {
    let (_files, bench) = built().await;
    let socket = bench.stack.socket_url();
    let origin = socket.rsplit_once('/').unwrap().0;
    for path in [
        "/",
        "/game/1",
        "/assets/app-1a2b.js",
        "/config.json",
        "/none.js",
    ] {
        let answer = get(&bench, path).await;
        let policy = answer.header("content-security-policy").unwrap();
        let rules: Vec<_> = policy.split("; ").collect();
        for rule in [
            "default-src 'none'",
            "script-src 'self' 'wasm-unsafe-eval'",
            "style-src 'self'",
            &format!("connect-src 'self' {origin}"),
            "frame-ancestors 'none'",
        ] {
            assert!(rules.contains(&rule), "{path}: {policy}");
        }
        assert!(!policy.contains("unsafe-inline"), "{policy}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "same-origin"),
            ("cross-origin-opener-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{path}");
        }
        let permissions = answer.header("permissions-policy").unwrap();
        assert!(
            permissions.contains("screen-wake-lock=(self)") && permissions.contains("camera=()")
        );
    }
}

#[tokio::test]
async fn without_a_client_there_is_nothing_at_the_root() {
    let bench = Bench::new().await;
    let answer = get(&bench, "/").await;
    assert_eq!(answer.status, 404);
    assert!(answer.body.contains("scripts/dev"), "{}", answer.body);
}
