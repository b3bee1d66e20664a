//! The files of the page, and the policy under which a browser runs them.

use super::{Shared, refused};
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::{Engine, engine::general_purpose::STANDARD};
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// Files by name, each with its type and text.
const FILES: &[(&str, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/lab.rs"));

const INDEX: &str = "index.html";

/// Returns the page.
pub(super) async fn index(State(shared): State<Arc<Shared>>) -> Response {
    named(INDEX, &shared)
}

/// Returns a file that the page names.
pub(super) async fn file(State(shared): State<Arc<Shared>>, Path(name): Path<String>) -> Response {
    named(&name, &shared)
}

fn named(name: &str, shared: &Shared) -> Response {
    let Some((_, kind, text)) = FILES.iter().find(|(known, ..)| *known == name) else {
        return refused(StatusCode::NOT_FOUND, "no such file");
    };
    let headers = [
        (header::CONTENT_TYPE, *kind),
        (header::CONTENT_SECURITY_POLICY, shared.policy.as_str()),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ];
    (headers, *text).into_response()
}

/// Returns the policy: the page runs its own files, asks this server, and nothing else. A replay runs inside the page
/// under the same policy, which therefore names the scripts and styles of replays by their hashes.
pub(super) fn policy() -> String {
    let index = FILES.iter().find(|(name, ..)| *name == INDEX).map_or("", |(.., text)| text);
    let replays = hitchart_ask::empty_replays();
    let texts = || std::iter::once(index).chain(replays.iter().map(String::as_str));
    let hashes = |tag: &str| texts().flat_map(|text| elements(text, tag)).map(|text| hash(&text)).collect::<String>();
    format!(
        "default-src 'none'; script-src 'self'{}; style-src 'self'{}; style-src-attr 'unsafe-inline'; connect-src 'self'; \
         img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        hashes("script"),
        hashes("style")
    )
}

/// Returns the texts of all elements of a kind.
fn elements(page: &str, tag: &str) -> Vec<String> {
    let (open, close) = (format!("<{tag}"), format!("</{tag}>"));
    let mut found = Vec::new();
    let mut rest = page;
    while let Some((_, after)) = rest.split_once(&open) {
        let Some((head, body)) = after.split_once('>') else { break };
        let Some((text, end)) = body.split_once(&close) else { break };
        if !head.contains("src=") && !text.is_empty() {
            found.push(text.to_owned());
        }
        rest = end;
    }
    found
}

fn hash(text: &str) -> String {
    format!(" 'sha256-{}'", STANDARD.encode(Sha256::digest(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_policy_has_a_hash_for_every_script_and_allows_no_other() {
        let policy = policy();
        let script = policy.split("; ").find(|rule| rule.starts_with("script-src")).unwrap();
        // The import map, and a script and its data for each of three games.
        assert!(script.matches("'sha256-").count() >= 4, "{script}");
        assert!(!script.contains("unsafe") && !script.contains("http"), "{script}");
    }

    #[test]
    fn elements_with_a_source_have_no_text() {
        let page = "<script src=\"a.js\"></script><script type=\"x\">one</script><p>two</p><script>three</script>";
        assert_eq!(elements(page, "script"), ["one", "three"]);
    }
}
