//! Checks of requests: only pages of this server may ask.

use super::refused;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::{middleware::Next, response::Response};
use std::net::SocketAddr;

/// Refuses requests that name another host or come from another page.
///
/// A web site can give this address a name of its own, and so reach the server under that name; the header `Host` then
/// has the other name. A request from a page elsewhere has the other page as `Origin`, or says `cross-site`.
pub(super) async fn check(State(address): State<SocketAddr>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    if !one(headers, header::HOST).is_some_and(|host| is_own(host, address)) {
        return refused(StatusCode::FORBIDDEN, "another host is named");
    }
    let is_own_page = |origin: &str| origin.strip_prefix("http://").is_some_and(|host| is_own(host, address));
    if headers.contains_key(header::ORIGIN) && !one(headers, header::ORIGIN).is_some_and(is_own_page) {
        return refused(StatusCode::FORBIDDEN, "the request comes from another page");
    }
    let site = headers.get("sec-fetch-site").and_then(|site| site.to_str().ok());
    if site.is_some_and(|site| !["same-origin", "none"].contains(&site)) {
        return refused(StatusCode::FORBIDDEN, "the request comes from another site");
    }
    next.run(request).await
}

/// Returns a header that is there exactly once.
fn one(headers: &HeaderMap, name: header::HeaderName) -> Option<&str> {
    let mut all = headers.get_all(name).iter();
    let first = all.next()?;
    if all.next().is_some() { None } else { first.to_str().ok() }
}

/// Returns true for the names of this server.
fn is_own(host: &str, address: SocketAddr) -> bool {
    let port = address.port();
    ["127.0.0.1", "localhost"].iter().any(|name| host.eq_ignore_ascii_case(&format!("{name}:{port}")))
}

/// Returns true for questions. A form of another page cannot send this type.
pub(super) fn is_json(headers: &HeaderMap) -> bool {
    let kind = one(headers, header::CONTENT_TYPE).unwrap_or_default();
    kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json")
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn only_the_names_of_this_machine_are_its_own() {
        let address = SocketAddr::from(([127, 0, 0, 1], 4816));
        for host in ["127.0.0.1:4816", "localhost:4816", "LOCALHOST:4816"] {
            assert!(is_own(host, address), "{host}");
        }
        for host in ["127.0.0.1", "localhost:80", "evil.example:4816", "127.0.0.1:4816.evil.example", ""] {
            assert!(!is_own(host, address), "{host}");
        }
    }

    #[test]
    fn a_header_given_twice_counts_as_missing() {
        let mut headers = HeaderMap::new();
        headers.append(header::CONTENT_TYPE, HeaderValue::from_static("application/json; charset=utf-8"));
        assert!(is_json(&headers));
        headers.append(header::CONTENT_TYPE, HeaderValue::from_static("text/plain"));
        assert!(!is_json(&headers));
    }
}
