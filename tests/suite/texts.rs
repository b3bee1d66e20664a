//! Texts of a user in everything that the program writes: any text comes out as plain text. Each output is compared
//! with that of plain words: it has the same elements, links, rows and cells, with other words in them.

use crate::common::Desk;
use pulldown_cmark::{Event, Options, Parser};
use std::collections::BTreeSet;

/// Returns the hostile texts that replace plain words.
fn hostile() -> Vec<String> {
    let long = "x".repeat(5_000);
    let texts = [
        "Q3 \\[click\\](javascript:alert(4)) [x](http://evil.example) \\<img src=x onerror=alert(2)>",
        "</title><script>alert(1)</script> <b>&lt;i&gt; &#60; <!-- --> ![x](y)",
        "a\n\n## Balance: pass\n\n- b\n1. c\n> d\n\n    e\r# f\n---\n```\n<div>",
        "rulebook\n\n|a|b|\n|-|-|\n|1|2\\|3|\\",
        "**bold** _it_ ~~gone~~ `code` $math$ <http://a.example> www.a.example a@b.example",
        "\u{1b}[2J\u{1b}]0;pwn\u{7}\u{9b}31m\u{7f}\u{202e}drow\u{2066}\u{2028}next\u{85}\0",
        "=1+1;=cmd|' /C calc'!A0;\t=2;@SUM(1);-x",
        "- a",
        "1. a",
        "# a",
        "\\",
        "](x) [",
        "\"'><script>alert(1)</script>",
    ];
    texts.into_iter().map(str::to_owned).chain([long]).collect()
}

const PLAIN: &str = "Plain words";

/// Quotes a text for TOML, as a value and as a key.
fn quoted(text: &str) -> String {
    let escaped = |c: char| match c {
        '"' | '\\' => format!("\\{c}"),
        c if c == '\n' || is_obeyed(c) => format!("\\u{:04X}", u32::from(c)),
        c => c.to_string(),
    };
    format!("\"{}\"", text.chars().map(escaped).collect::<String>())
}

/// Returns the visible form of a text: one line without control characters.
fn shown(text: &str) -> String {
    let kept: String = text.chars().filter(|c| c.is_whitespace() || !is_obeyed(*c)).collect();
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_obeyed(c: char) -> bool {
    let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c != '\n' && (c.is_control() || turns || matches!(c, '\u{2028}' | '\u{2029}'))
}

#[track_caller]
fn obeys_nothing(text: &str, what: &str) {
    let found: BTreeSet<char> = text.chars().filter(|c| is_obeyed(*c)).collect();
    assert!(found.is_empty(), "{what}: {found:?}");
}

/// Returns a scenario with a text in every place that takes one.
fn scenario(text: &str) -> String {
    // A blank line separates paragraphs.
    let (text, lines) = (&quoted(text), quoted(&text.replace("\n\n", "\n")));
    format!(
        "title = {text}\ndescription = {lines}\ngame = \"rapid-attack\"\nseed = 4\n\
         rules = {{ extends = \"rulebook\", name = {text}, movement = {{ standing_on_cover = false }} }}\n\
         [policies.{text}]\nbase = \"greedy\"\n\
         [[study]]\nkind = \"games\"\nname = \"games\"\ntitle = {text}\ntext = {lines}\ngames = 2\nswap_seats = true\n\
         companies = [{{ name = {text}, company = \"mirror-four\" }}, \"scouts\"]\npolicies = [\"random\", {text}]\n"
    )
}

/// Parses Markdown with all of CommonMark, GitHub and more; quotes and dashes do not change.
fn markdown(text: &str) -> Parser<'_> {
    let changed = Options::ENABLE_HEADING_ATTRIBUTES | Options::ENABLE_SMART_PUNCTUATION;
    Parser::new_ext(text, Options::all() - changed)
}

/// Lists everything but the words of a Markdown text: its elements with link targets, and all of its HTML.
fn elements(text: &str) -> Vec<String> {
    let element = |event: Event<'_>| match event {
        Event::Text(_) => None,
        other => Some(format!("{other:?}")),
    };
    markdown(text).filter_map(element).collect()
}

/// Returns the words of a Markdown text.
fn words(text: &str) -> String {
    let word = |event: Event<'_>| if let Event::Text(text) = event { text.into_string() } else { String::new() };
    markdown(text).map(word).collect()
}

/// Lists the tags of a page, without their contents.
fn tags(page: &str) -> Vec<String> {
    let tag = |piece: &str| piece.split([' ', '>', '\n']).next().unwrap_or_default().to_owned();
    page.split('<').skip(1).map(tag).filter(|tag| !["text", "/text"].contains(&tag.as_str())).collect()
}

/// Checks that no cell of a CSV file is run as a formula, with any separator.
#[track_caller]
fn runs_nothing(csv: &str) {
    for cell in csv.lines().flat_map(|line| line.split([',', ';', '\t'])) {
        let cell = cell.trim_matches([' ', '"']);
        assert!(!cell.starts_with(['=', '+', '-', '@']) || cell.parse::<f64>().is_ok(), "{cell} in\n{csv}");
    }
}

/// Creates a desk with the report of a scenario that contains a text.
fn reported(text: &str) -> Desk {
    let desk = Desk::new();
    desk.write("x.toml", &scenario(text));
    desk.ok("run x.toml --out report --quiet");
    desk
}

#[test]
fn reports() {
    let plain = reported(PLAIN);
    for text in hostile() {
        let desk = reported(&text);
        let report = desk.read("report/report.md");
        obeys_nothing(&report, "report.md");
        assert_eq!(elements(&report), elements(&plain.read("report/report.md")), "{text}\n{report}");
        let title: String = words(report.lines().next().unwrap());
        assert_eq!(title, shown(&text));
        let page = desk.read("report/report.html");
        // HTML shows a tab as a blank.
        obeys_nothing(&page.replace('\t', " "), "report.html");
        assert_eq!(tags(&page), tags(&plain.read("report/report.html")), "{text}");
        for (path, content) in desk.files() {
            let Ok(content) = String::from_utf8(content) else { continue };
            let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_owned();
            if ["csv", "json", "svg"].contains(&ending.as_str()) && path.starts_with("report") {
                obeys_nothing(&content, &path.display().to_string());
            }
            match ending.as_str() {
                "csv" => runs_nothing(&content),
                "json" => drop(serde_json::from_str::<serde_json::Value>(&content).unwrap()),
                _ => {}
            }
        }
    }
}

#[test]
fn answers_of_commands() {
    let said = |text: &str, format: &str| {
        let desk = Desk::new();
        desk.write("x.toml", &scenario(text));
        desk.ok(&format!("play x.toml --format {format}"))
    };
    let plain = said(PLAIN, "md");
    for text in hostile() {
        let [table, md, csv, json] = ["table", "md", "csv", "json"].map(|format| said(&text, format));
        for (answer, format) in [(&table, "table"), (&md, "md"), (&csv, "csv"), (&json, "json")] {
            obeys_nothing(answer, format);
        }
        assert!(!table.lines().any(|line| line.trim() == "## Balance: pass"), "{table}");
        assert_eq!(elements(&md), elements(&plain), "{text}\n{md}");
        runs_nothing(&csv);
        serde_json::from_str::<serde_json::Value>(&json).unwrap();
    }
}

#[test]
fn checks_of_a_baseline() {
    let said = |text: &str, format: &str| {
        let desk = Desk::new();
        desk.write("x.toml", &scenario(text));
        desk.ok("baseline x.toml --games 4 --out b.json --quiet");
        let rules = format!("extends = \"rulebook\"\nname = {}\n[charts]\nopen = {{ target = 2 }}\n", quoted(text));
        desk.write("evil.toml", &rules);
        desk.say(&format!("check b.json --rules evil.toml --format {format}")).out
    };
    let [plain, xml] = ["markdown", "junit"].map(|format| said(PLAIN, format));
    for text in hostile().iter().take(7) {
        let found = said(text, "markdown");
        obeys_nothing(&found, "check");
        assert_eq!(elements(&found), elements(&plain), "{text}\n{found}");
        let junit = said(text, "junit");
        obeys_nothing(&junit, "junit");
        assert_eq!(tags(&junit), tags(&xml), "{text}\n{junit}");
        let people = said(text, "text");
        obeys_nothing(&people, "text");
        assert!(!people.lines().any(|line| line.starts_with("## Balance")), "{people}");
    }
}

/// Typed texts in the messages of the program and of the command-line parser.
#[test]
fn messages() {
    let desk = Desk::new();
    for typed in ["--\u{1b}[2J\u{1b}]0;pwn\u{7}", "a\u{202e}b\u{9b}c", "x\nerror: forged\n\npass"] {
        for line in [
            format!("'{typed}'"),
            format!("run '{typed}'"),
            format!("run x.toml '--{typed}'"),
            format!("ra frame '{typed}'"),
            format!("rules check '{typed}'"),
            format!("list policies '{typed}'"),
            format!("play x.toml --policies '{typed}'"),
        ] {
            let said = desk.say(&line);
            assert_eq!(said.code, Some(2), "{line}: {}", said.err);
            obeys_nothing(&said.err, &line);
            assert!(!said.err.lines().any(|line| line == "pass" || line == "error: forged"), "{line}: {}", said.err);
        }
    }
    for text in hostile().iter().take(6) {
        desk.write("x.toml", &scenario(text).replace("\"scouts\"", &quoted(text)));
        let message = desk.refused("run x.toml");
        obeys_nothing(&message, "message");
        assert!(!message.lines().any(|line| line.starts_with("## Balance")), "{message}");
    }
}
