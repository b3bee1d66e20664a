//! `hitchart serve` from outside: the page, its questions, and requests that must be refused.

use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A running server, ended when dropped.
struct Server {
    child: Child,
    host: String,
}

impl Server {
    fn start() -> Server {
        let mut serve = Command::new(cargo_bin!("hitchart"));
        let mut child =
            serve.args(["serve", "--port", "0"]).stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
        let host = line.split("http://").nth(1).unwrap().split('/').next().unwrap().to_owned();
        Server { child, host }
    }

    /// Sends bytes and nothing more, and returns the status and the whole answer; status 0 if there is none.
    fn send(&self, bytes: &[u8]) -> (u16, String) {
        self.exchange(bytes, true)
    }

    fn exchange(&self, bytes: &[u8], is_cut_off: bool) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let _ = stream.write_all(bytes);
        if is_cut_off {
            let _ = stream.shutdown(std::net::Shutdown::Write);
        }
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        (answer.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0), answer)
    }

    fn request(&self, first: &str, headers: &[(&str, &str)], body: &str) -> (u16, String) {
        let mut text = format!("{first} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            text += &format!("Host: {}\r\n", self.host);
        }
        headers.iter().for_each(|(name, value)| text += &format!("{name}: {value}\r\n"));
        text += &format!("Content-Length: {}\r\n\r\n{body}", body.len());
        self.exchange(text.as_bytes(), false)
    }

    fn ask(&self, headers: &[(&str, &str)]) -> (u16, String) {
        let headers = [headers, &[("Content-Type", "application/json")]].concat();
        self.request("POST /ask", &headers, r#"{ "ask": "ra frame", "loadout": "RdYBG" }"#)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_page_and_the_answers_come_from_this_machine_only() {
    let server = Server::start();
    let (status, page) = server.request("GET /", &[], "");
    assert_eq!(status, 200, "{page}");
    let (head, body) = page.split_once("\r\n\r\n").unwrap();
    let policy = head.lines().find(|line| line.starts_with("content-security-policy")).unwrap();
    assert!(policy.contains("default-src 'none'") && policy.contains("connect-src 'self'"), "{policy}");
    assert!(!policy.contains("unsafe-eval") && !policy.contains("script-src 'unsafe-inline'"), "{policy}");
    for file in body.split('"').filter(|text| text.ends_with(".js") || text.ends_with(".css") || text.ends_with(".mjs"))
    {
        let (status, _) = server.request(&format!("GET /{}", file.trim_start_matches("./")), &[], "");
        assert_eq!(status, 200, "{file}");
    }
    let (status, answer) = server.ask(&[]);
    assert_eq!(status, 200, "{answer}");
    let answer: Value = serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
    assert!(answer["line"].as_str().unwrap().starts_with("RdYBG: damage"), "{answer}");
}

/// Long questions on every core do not make a short one wait.
#[test]
fn a_short_question_is_answered_while_long_ones_are() {
    let server = Server::start();
    let long = r#"{ "ask": "play", "scenario": "mirror-five", "games": 10000000 }"#;
    let length = long.len();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let started: Vec<TcpStream> = (0..cores + 1)
        .map(|_| {
            let mut stream = TcpStream::connect(&server.host).unwrap();
            let head = format!("POST /ask HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n", server.host);
            write!(stream, "{head}Content-Length: {length}\r\n\r\n{long}").unwrap();
            stream
        })
        .collect();
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(server.ask(&[]).0, 200);
    for stream in started {
        stream.set_nonblocking(true).unwrap();
        let unanswered = (&stream).read(&mut [0; 1]).unwrap_err();
        assert_eq!(unanswered.kind(), std::io::ErrorKind::WouldBlock);
    }
}

#[test]
fn requests_from_elsewhere_are_refused() {
    let server = Server::start();
    let own = format!("http://{}", server.host);
    assert_eq!(server.ask(&[("Origin", &own), ("Sec-Fetch-Site", "same-origin")]).0, 200);
    for headers in [
        &[("Host", "evil.example")][..],
        &[("Host", "evil.example:4816")],
        &[("Origin", "http://evil.example")],
        &[("Origin", "null")],
        &[("Sec-Fetch-Site", "cross-site")],
        &[("Sec-Fetch-Site", "same-site")],
    ] {
        let (status, answer) = server.ask(headers);
        assert_eq!(status, 403, "{headers:?}: {answer}");
        assert!(!answer.contains("RdYBG"), "{answer}");
    }
    // A form of another page can send these types only.
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
        let (status, _) = server.request("POST /ask", &[("Content-Type", kind)], r#"{ "ask": "about" }"#);
        assert_eq!(status, 415, "{kind}");
    }
}

#[test]
fn malformed_requests_do_no_harm() {
    let server = Server::start();
    let json = [("Content-Type", "application/json")];
    for number in 0..500 {
        let (status, answer) = match number % 10 {
            0 => server.send(b"\r\n\r\n"),
            1 => server.send(b"GET / HTTP/9.9\r\n\r\n"),
            2 => server.send(
                format!("POST /ask HTTP/1.1\r\nHost: {}\r\nContent-Length: 99\r\n\r\n{{", server.host).as_bytes(),
            ),
            3 => server.send(&[0xff; 300]),
            4 => server.request("POST /ask", &json, "nonsense"),
            5 => server.request("POST /ask", &json, &"[".repeat(5000)),
            6 => server.request("GET /../../../../etc/passwd", &[], ""),
            7 => server.request("DELETE /ask", &[], ""),
            8 => server.request("GET /%00", &[("X", &"y".repeat(9000))], ""),
            _ => server.request("POST /ask", &json, r#"{ "ask": "show scenario", "name": "/etc/passwd" }"#),
        };
        assert!(!answer.contains("root:"), "{number}: {answer}");
        assert!(status != 200 || answer.contains("\"ok\":false"), "{number}: {answer}");
    }
    let (status, _) = server.request("POST /ask", &json, &" ".repeat((16 << 20) + 1));
    assert_eq!(status, 413);
    assert_eq!(server.ask(&[]).0, 200);
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_server() {
    let mut server = Server::start();
    let sent = Command::new("kill").args(["-INT", &server.child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    assert!(server.child.wait().unwrap().success());
    assert!(TcpStream::connect(&server.host).is_err());
}

#[test]
fn a_port_that_is_taken_gives_a_message() {
    let server = Server::start();
    let port = server.host.rsplit(':').next().unwrap();
    let output = Command::new(cargo_bin!("hitchart")).args(["serve", "--port", port]).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && message.contains(port) && message.contains("--port 0"), "{message}");
}
