//! Every answer in every format: a table for people, and JSON, CSV and Markdown for programs.

use crate::common::{Desk, MIRROR};

const QUESTIONS: [&str; 14] = [
    "ra frame RdYBG",
    "ra frame RaRaYY+SSR2",
    "ra company RdYBG Tank",
    "ra attack --attack 3d6+1d8 --spot 1d6 --defense 2d6 --chart cover --cover-hits 2",
    "ra attack --attack 3d6 --simulate 1000",
    "ra attack RdRdYB --range direct --whites 1 --target YYBG --target-whites 1 --spot-by YY --cover-hits 2",
    "ra loadouts --top 5",
    "ra durability RdYBG --whites 1 --cover-hits 2",
    "ra assign RdYBG --range direct --target-defense 3",
    "ra assign RdYBG --range direct --roll 'W5 W3 R2 R6 Y4 B1 G3'",
    "rules list",
    "list policies",
    "list encounters",
    "rules diff rulebook draft-2012",
];

#[test]
fn json_is_json() {
    let desk = Desk::new();
    for question in QUESTIONS {
        let json = desk.json(question);
        assert!(json.is_object() || json.is_array(), "{question}");
    }
}

/// Counts the fields of a CSV line; quoted fields may contain commas and doubled quotes.
fn fields(line: &str) -> usize {
    let mut quoted = false;
    1 + line
        .chars()
        .filter(|c| {
            quoted ^= *c == '"';
            *c == ',' && !quoted
        })
        .count()
}

#[test]
fn csv_has_as_many_fields_on_every_line_of_a_table() {
    let desk = Desk::new();
    for question in QUESTIONS {
        let csv = desk.ok(&format!("{question} --format csv"));
        for table in csv.trim_end().split("\n\n") {
            let counts: Vec<usize> = table.lines().map(fields).collect();
            assert!(counts.len() > 1 && counts[0] > 1, "{question}:\n{table}");
            assert!(counts.iter().all(|count| *count == counts[0]), "{question}:\n{table}");
        }
    }
}

#[test]
fn markdown_is_pipe_tables() {
    let desk = Desk::new();
    for question in QUESTIONS {
        let markdown = desk.ok(&format!("{question} --format md"));
        // A list has no sentence before it.
        let (line, tables) = markdown.split_once("\n\n").unwrap_or(("", &markdown));
        assert!(!line.contains('\n'), "{line}");
        let is_title = |block: &&str| block.starts_with("**") && block.ends_with("**");
        let (titles, tables): (Vec<&str>, Vec<&str>) = tables.trim_end().split("\n\n").partition(is_title);
        assert_eq!(titles.len(), if tables.len() > 1 { tables.len() } else { 0 }, "{question}: {titles:?}");
        for table in tables {
            let pipes: Vec<usize> = table.lines().map(|line| line.replace("\\|", "").matches('|').count()).collect();
            assert!(pipes.len() > 2 && pipes.iter().all(|count| *count == pipes[0]), "{question}:\n{table}");
            assert!(table.lines().all(|line| line.starts_with("| ") && line.ends_with(" |")), "{question}:\n{table}");
            assert!(table.lines().nth(1).unwrap().contains("---"), "{question}:\n{table}");
        }
    }
}

#[test]
fn tables_are_the_default_plain_where_nobody_looks_and_not_wide_of_the_mark() {
    let desk = Desk::new();
    for question in QUESTIONS {
        let table = desk.ok(question);
        assert_eq!(table, desk.ok(&format!("{question} --format table")), "{question}");
        assert!(table.lines().count() > 2 && !table.contains('\u{1b}'), "{question}:\n{table}");
    }
}

#[test]
fn nothing_is_said_beside_an_answer() {
    let desk = Desk::new();
    for question in QUESTIONS {
        assert_eq!(desk.say(question).err, "", "{question}");
    }
}

#[test]
fn an_unknown_format_is_refused() {
    Desk::new().refuses("ra frame RdYBG --format jsno", &["jsno", "table, line, json, csv, md", "`json`"]);
}

/// A run has tables of its rules and players after those of its studies.
#[test]
fn csv_of_a_run_is_the_first_table_of_its_first_study() {
    let desk = Desk::new();
    desk.write("x.toml", MIRROR);
    let csv = desk.ok("run x.toml --games 8 --format csv");
    assert_eq!(csv, desk.read(&format!("reports/x/tables/{}.csv", first_table(&desk, "reports/x"))));
}

/// Returns the name of the first table of a report.
fn first_table(desk: &Desk, folder: &str) -> String {
    let page = desk.read(&format!("{folder}/report.md"));
    let (_, after) = page.split_once("Files: [tables/").unwrap();
    after.split('.').next().unwrap().to_owned()
}
