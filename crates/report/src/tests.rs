//! Tests that write one small report in every format.

use super::{Labels, MARKER, Report, ReportError, Section, Warning, html, markdown, terminal};
use crate::plot::{Drawing, Figure, FigureKind};
use crate::table::Table;
use std::collections::HashSet;

const SVG: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 2 1\"><g id=\"a\"/><use href=\"#a\"/></svg>";

fn odds() -> Table {
    Table::new("odds", "Odds of a hit", "At 95 %.")
        .text("frame", "Frame", ["Mule", "Harrier | Mk 2"])
        .flag("legal", "Legal", [true, false])
        .count("dice", "Dice", [Some(3), None])
        .number("p", "P(hit)", 2, [Some(1.0 / 3.0), None])
        .interval("p_95", "Interval", 1, [Some((0.25, 0.5)), None])
}

/// Returns the message of a panic.
fn panic_of(action: impl FnOnce() + std::panic::UnwindSafe) -> String {
    let panic = std::panic::catch_unwind(action).unwrap_err();
    panic.downcast_ref::<String>().cloned().unwrap_or_default()
}

#[test]
fn a_ragged_table_and_an_unknown_column_to_sort_by_are_named() {
    let ragged = panic_of(|| drop(odds().count("hits", "Hits", [1, 2, 3])));
    assert_eq!(ragged, "column `hits` of table `odds` has 3 rows; the columns before it have 2");
    let unknown = panic_of(|| drop(odds().sorted("dise", true)));
    assert!(unknown.contains("`odds` has no column `dise`; did you mean `dice`?"), "{unknown}");
}

fn figure(name: &str, alt: &str) -> (Figure, Drawing) {
    let kind = FigureKind::FrameGraph { bars: Vec::new() };
    let figure = Figure { name: name.into(), title: "Damage <by frame>".into(), alt: alt.into(), kind };
    (figure, Drawing { svg: SVG.into(), narrow: SVG.into(), png: Vec::new() })
}

fn section(name: &str, tables: Vec<Table>, figures: Vec<(Figure, Drawing)>) -> Section {
    let (title, text) = ("Attacks [all]".into(), "Read the first\ncolumn.\n\nThen the rest.".into());
    Section {
        name: name.into(),
        title,
        text,
        said: Vec::new(),
        line: String::new(),
        numbers: Vec::new(),
        undecided: String::new(),
        tables,
        figures,
        json: None,
    }
}

fn sample() -> Report {
    let nothing = Table::new("none", "Outside the band", "").text("frame", "Frame", [""; 0]);
    Report {
        title: "Cover".into(),
        description: "Does cover matter, with P < 0.5?".into(),
        provenance: vec![("Seed".into(), "7".into()), ("Rules".into(), "<standard>".into())],
        warnings: vec![Warning::Capped { what: "frames".into(), shown: 2, of: 1_000 }],
        sections: vec![section("attacks", vec![odds(), nothing], vec![figure("damage", "Bars of [three] frames")])],
        labels: Labels::new(),
    }
}

/// Returns a report with injection attempts in every text and with colliding names.
fn hostile() -> Report {
    let evil = "\"'><script>alert(1)</script><!--";
    let table = Table::new("odds", evil, evil).text("a", evil, [evil; 20]).count("n", "N", 0..20u64);
    let (mut drawn, drawing) = figure("x", evil);
    drawn.title = evil.into();
    let mut part = section("provenance", vec![table.clone(), table], vec![(drawn, drawing), figure("x", evil)]);
    (part.title, part.text) = (evil.into(), evil.into());
    Report {
        title: evil.into(),
        description: evil.into(),
        provenance: vec![(evil.into(), evil.into())],
        warnings: vec![Warning::NothingSelected { what: evil.into() }],
        sections: vec![part.clone(), part],
        labels: Labels::new(),
    }
}

/// Returns the values of an attribute, in order.
fn attributes<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let open = format!(" {name}=\"");
    page.split(&open).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn markdown_golden() {
    let expected = r##"# Cover

<!-- hitchart report -->

Does cover matter, with P < 0.5?

> **Warnings**
>
> - frames: only 2 of 1000 are shown; select fewer to see them all.

## Contents

- [Attacks \[all\]](#attacks)
  - [Damage \<by frame>](#figure-damage)
  - [Odds of a hit](#table-odds)
  - [Outside the band](#table-none)

<a id="attacks"></a>

## Attacks \[all\]

Read the first column.

Then the rest.

<a id="figure-damage"></a>

### Damage \<by frame>

![Bars of \[three\] frames](plots/damage.svg)

Files: [plots/damage.svg](plots/damage.svg), [plots/damage.png](plots/damage.png)

<a id="table-odds"></a>

### Odds of a hit

At 95 %.

"##;
    let text = markdown(&sample());
    assert!(text.starts_with(expected), "{text}");
    assert!(text.contains(&odds().to_markdown()), "{text}");
    let end = r##"Files: [tables/odds.csv](tables/odds.csv), [tables/odds.parquet](tables/odds.parquet)

<a id="table-none"></a>

### Outside the band

No rows.

Files: [tables/none.csv](tables/none.csv), [tables/none.parquet](tables/none.parquet)

<a id="provenance"></a>

## Provenance

- **Seed:** 7
- **Rules:** \<standard>
"##;
    assert!(text.ends_with(end), "{text}");
    assert_eq!(text.lines().nth(2), Some(MARKER));
}

#[test]
fn page_needs_nothing_from_outside() {
    let page = html(&sample()).unwrap();
    let inside = page.replace("http://www.w3.org/2000/svg", "");
    for outside in ["http:", "https:", "src=", "@import", "url("] {
        assert!(!inside.contains(outside), "{outside}");
    }
    for link in attributes(&page, "href") {
        assert!(["#", "data:,"].iter().any(|start| link.starts_with(start)), "{link}");
    }
}

#[test]
fn ids_are_unique_and_links_resolve() {
    for report in [sample(), hostile()] {
        let page = html(&report).unwrap();
        let ids = attributes(&page, "id");
        let unique: HashSet<&str> = ids.iter().copied().collect();
        assert_eq!(ids.len(), unique.len(), "{ids:?}");
        let references = attributes(&page, "href").into_iter().filter_map(|link| link.strip_prefix('#'));
        for target in references.chain(attributes(&page, "aria-labelledby")) {
            assert!(unique.contains(target), "{target}");
        }
        let text = markdown(&report);
        let targets: Vec<&str> = text.split("](#").skip(1).filter_map(|rest| rest.split(')').next()).collect();
        assert!(
            targets.len() >= 4 && targets.iter().all(|id| text.contains(&format!("<a id=\"{id}\"></a>"))),
            "{text}"
        );
    }
}

/// Sections without a sentence are among the answers only if no section has one.
#[test]
fn answers_list_sections_with_a_sentence() {
    let links = |report: &Report| {
        let page = html(report).unwrap();
        let answers = page.split("<div class=\"answers\">").nth(1).unwrap().split("</div>").next().unwrap().to_owned();
        answers.matches("<li>").count()
    };
    let mut report = sample();
    report.sections.push(section("players", vec![odds()], Vec::new()));
    assert_eq!(links(&report), 2);
    report.sections[0].said = vec!["Cover matters.".into()];
    assert_eq!(links(&report), 1);
}

#[test]
fn hostile_text_stays_text() {
    let page = html(&hostile()).unwrap();
    assert_eq!(page.matches("<script").count(), 1);
    assert_eq!(page.matches("</script").count(), 1);
    assert!(!page.contains("<!--"));
    assert!(page.contains("&lt;script&gt;alert(1)"));
    let text = markdown(&Report { sections: Vec::new(), ..hostile() });
    assert_eq!(text.matches("<script").count(), text.matches("\\<script").count(), "{text}");
}

#[test]
fn cells_carry_sort_keys_and_absence() {
    let page = html(&sample()).unwrap();
    let expected = [
        r#"<th scope="row" class="t h">Mule</th>"#,
        r#"<td class="f" data-sort="1">yes</td>"#,
        r#"<td class="n">3</td>"#,
        r#"<td class="n" data-sort="0.3333333333333333">33%</td>"#,
        r#"<td class="n" data-sort="0.25">0.2 to 0.5</td>"#,
        r#"<td class="f" data-sort="0"></td>"#,
        r#"<td class="n a">–</td>"#,
    ];
    for cell in expected {
        assert!(page.contains(cell), "{cell}\n{page}");
    }
    assert_eq!(page.matches("<div class=\"table\"").count(), 2);
    assert!(!page.contains("\" data-filter>"), "a short table needs no filter");
    assert!(html(&hostile()).unwrap().contains("id=\"table-odds\" data-filter>"));
}

#[test]
fn figures_are_described() {
    let page = html(&sample()).unwrap();
    assert!(page.contains("<svg role=\"img\" aria-label=\"Bars of [three] frames\" xmlns="), "{page}");
    assert!(page.contains("<g id=\"figure-damage-a\"/><use href=\"#figure-damage-a\"/>"), "{page}");
    let mut broken = sample();
    broken.sections[0].figures[0].1.svg = "nothing".into();
    assert!(matches!(html(&broken), Err(ReportError::Drawing { figure }) if figure == "damage"));
}

#[test]
fn an_empty_report_is_still_a_report() {
    let (title, description) = ("Empty".to_owned(), String::new());
    let report = Report {
        title,
        description,
        provenance: Vec::new(),
        warnings: Vec::new(),
        sections: Vec::new(),
        labels: Labels::new(),
    };
    assert_eq!(markdown(&report), format!("# Empty\n\n{MARKER}\n"));
    assert!(html(&report).unwrap().contains("<h1>Empty</h1>"));
}

#[test]
fn terminal_golden() {
    let expected = "\
Odds of a hit
─────────────────────────────────────────────────────
 Frame            Legal   Dice   P(hit)     Interval
═════════════════════════════════════════════════════
 Mule             yes        3     0.33   0.2 to 0.5
 Harrier | Mk 2              –        –            –
─────────────────────────────────────────────────────

At 95 %.
";
    assert_eq!(terminal(&odds(), None), expected);
}

#[test]
fn terminal_keeps_to_the_width() {
    for width in 32..100 {
        let text = terminal(&odds(), Some(width));
        assert!(text.lines().all(|line| line.chars().count() <= width), "{width}\n{text}");
        assert_eq!(text.matches("Mule").count(), 1, "no second block: {width}\n{text}");
        assert!(text.contains("0.33"), "the value stays: {width}\n{text}");
        assert_eq!(text.contains("Not shown"), width < 54, "{width}\n{text}");
        assert!(width < 40 || text.contains("0.2 to 0.5"), "its interval, too: {width}\n{text}");
    }
    let narrow = terminal(&odds(), Some(45));
    let left = narrow.split_once("Not shown").unwrap().1;
    assert!(left.contains("Dice") && !left.contains("P(hit)") && left.contains("--format md"), "{narrow}");
    let clean = terminal(&Table::new("x", "\u{1b}[31mred", "").text("a", "A", ["\u{1b}[2J"]), None);
    assert!(!clean.contains('\u{1b}'));
}
