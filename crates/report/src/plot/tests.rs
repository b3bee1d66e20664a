//! Tests of every kind of figure, with small and awkward tables.

use super::scene::{Bounds, Mark};
use super::*;

fn frame_graph() -> FigureKind {
    let bars = [("sys", "Sys"), ("plus_1w", "+1W"), ("plus_2w", "+2W")];
    FigureKind::FrameGraph { bars: bars.map(|(column, title)| (column.to_owned(), title.to_owned())).to_vec() }
}

fn figure(kind: FigureKind) -> Figure {
    Figure { name: "f".into(), title: "Title & <more>".into(), alt: "What \"it\" shows: a < b".into(), kind }
}

fn pmf() -> Figure {
    figure(FigureKind::Pmf { series: "s".into(), x: "x".into(), y: "y".into(), x_title: "Damage".into() })
}

fn shares() -> Figure {
    let [series, x, y] = ["s", "x", "y"].map(String::from);
    figure(FigureKind::Shares { series, x, y, x_title: "Attacks".into(), y_title: "Still standing".into() })
}

fn bands(share: bool) -> Figure {
    let [series, x, y, interval] = ["s", "x", "y", "interval"].map(String::from);
    figure(FigureKind::Bands { series, x, y, interval, x_title: "Reach".into(), y_title: "win".into(), share })
}

/// Curves with intervals of `by` on either side; every seventh row has none.
fn banded(series: usize, values: u64, y: impl Fn(u64) -> f64, by: f64) -> Table {
    let table = curves(series, values, y);
    let ends = table.numbers("y").into_iter().enumerate();
    let ends: Vec<_> = ends.map(|(i, y)| y.filter(|_| i % 7 != 6).map(|y| (y - by, y + by))).collect();
    table.interval("interval", "I", 3, ends)
}

fn heat_map() -> Figure {
    figure(FigureKind::heat_map(["r", "c", "v"], "Damage"))
}

fn pareto() -> Figure {
    let [x, y, label, front] = ["x", "y", "label", "front"].map(String::from);
    figure(FigureKind::Pareto { x, y, x_title: "Attack".into(), y_title: "Defence".into(), label, front })
}

fn ranking(reference: Option<f64>) -> Figure {
    let [label, value, interval] = ["label", "value", "interval"].map(String::from);
    figure(FigureKind::Ranking { label, value, interval, value_title: "Share of missions won".into(), reference })
}

/// Returns `count` entries, every third without an interval.
fn entries(count: usize, name: &str) -> Table {
    let value = |i: usize| 0.9 - 0.7 * i as f64 / count as f64;
    Table::new("t", "T", "")
        .text("label", "L", (0..count).map(|i| format!("{name} {i}")))
        .number("value", "V", 3, (0..count).map(value))
        .interval("interval", "I", 3, (0..count).map(|i| (i % 3 != 2).then(|| (value(i) - 0.05, value(i) + 0.04))))
}

/// Returns `series` series of `values` values each.
fn curves(series: usize, values: u64, y: impl Fn(u64) -> f64) -> Table {
    let rows = || (0..series).flat_map(|s| (0..values).map(move |x| (s, x)));
    Table::new("t", "T", "")
        .text("s", "S", rows().map(|(s, _)| format!("RdRdYB direct, {s} white, YYBG in cover 2")))
        .count("x", "X", rows().map(|(_, x)| x))
        .number("y", "Y", 3, rows().map(|(s, x)| y(x) / (s + 1) as f64))
}

fn frames(count: usize, value: Option<f64>) -> Table {
    let rows = || (0..count).flat_map(|f| ["Rh", "Rd", "Ra", "Y", "B", "G", "D"].map(|m| (f, m)));
    Table::new("frames", "Frames", "")
        .text("frame", "Frame", rows().map(|(f, _)| format!("RdRdYBGG with a one-use rocket, number {f}")))
        .text("measure", "Measure", rows().map(|(_, m)| m))
        .number("sys", "Sys", 2, rows().map(|(_, m)| value.filter(|_| m != "Ra")))
        .number("plus_1w", "+1W", 2, rows().map(|_| value.map(|v| v + 0.16)))
        .number("plus_2w", "+2W", 2, rows().map(|_| value.map(|v| v + 0.26)))
}

fn cells(rows: usize, columns: usize, name: &str, value: impl Fn(usize) -> Option<f64>) -> Table {
    let pairs = || (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c)));
    Table::new("t", "T", "")
        .text("r", "R", pairs().map(|(r, _)| format!("{name} {r}")))
        .text("c", "C", pairs().map(|(_, c)| format!("{name} {c}")))
        .number("v", "V", 2, pairs().map(|(r, c)| value(r * columns + c)))
}

fn points(count: usize, at: impl Fn(usize) -> (f64, f64)) -> Table {
    Table::new("t", "T", "")
        .text("label", "L", (0..count).map(|i| format!("RdRdYB {i} direct, in cover 2")))
        .number("x", "X", 2, (0..count).map(|i| at(i).0))
        .number("y", "Y", 2, (0..count).map(|i| at(i).1))
        .flag("front", "Front", (0..count).map(|i| i % 3 == 0))
}

/// Returns counts with wide tick labels.
fn wide_counts() -> Table {
    let table = Table::new("t", "T", "").text("s", "S", ["a"; 13]);
    table.count("x", "X", (0..13).map(|i| i * 123_456_789)).number("y", "Y", 2, [0.07; 13])
}

/// The most uncertain entry is drawn as such: its interval reaches both edges, and a note names it.
#[test]
fn an_interval_without_bounds_is_drawn() {
    let mut intervals = vec![Some((-1.0, 1.0)); 3];
    let table = |intervals: &[Option<(f64, f64)>]| {
        let table =
            Table::new("t", "T", "").text("label", "L", ["a", "b", "c"]).number("value", "V", 3, [0.5, 0.4, 0.3]);
        table.interval("interval", "I", 3, intervals.iter().copied())
    };
    let count = |intervals: &[Option<(f64, f64)>]| {
        let text = words(&ranking(None), &table(intervals));
        text.matches("from edge to edge").count()
    };
    assert_eq!(count(&intervals), 0);
    intervals[1] = Some((f64::NEG_INFINITY, f64::INFINITY));
    assert_eq!(count(&intervals), 1);
}

/// Returns the `i`-th of scattered points, some of which coincide.
fn scattered(i: usize) -> (f64, f64) {
    ((i * 37 % 23) as f64 / 5.0, (i * 53 % 19) as f64 / 4.0)
}

fn falling(x: u64) -> f64 {
    0.4 * 0.6f64.powi(x as i32)
}

/// Returns ordinary and awkward figures with their tables.
fn all() -> Vec<(Figure, Table)> {
    let long =
        "RdRdYBGG, whose name is long enough to be broken, and_has_one_word_of_more_than_a_whole_line_of_letters";
    let mixed = |i: usize| (i % 5 != 3).then_some(i as f64 / 3.0 - 2.0);
    vec![
        (pmf(), curves(1, 9, falling)),
        (pmf(), curves(4, 12, falling)),
        (pmf(), curves(12, 40, falling)),
        (pmf(), curves(35, 20, falling)),
        (pmf(), curves(1, 1, |_| 1.0)),
        (pmf(), curves(2, 5, |_| 0.0)),
        (pmf(), curves(3, 400, |_| 0.0025)),
        (shares(), curves(3, 12, |x| 1.0 - x as f64 / 12.0)),
        (pmf(), wide_counts()),
        (shares(), curves(13, 300, |_| 1.0)),
        (shares(), wide_counts()),
        (shares(), curves(1, 1, |_| 1.0)),
        (bands(true), banded(3, 12, |x| 1.0 - x as f64 / 12.0, 0.2)),
        (bands(false), banded(13, 7, |x| x as f64 * 40.0 - 90.0, 12.0)),
        (bands(true), banded(1, 1, |_| 0.0, 0.0)),
        (ranking(None), entries(1, "one")),
        (ranking(Some(0.5)), entries(12, "M1-SOLDIER, L1-RECON and H1-VANGUARD")),
        (ranking(Some(-3.0)), entries(90, long)),
        (figure(frame_graph()), frames(35, Some(1.49))),
        (figure(frame_graph()), frames(1, Some(0.0))),
        (figure(frame_graph()), frames(70, Some(12345.0))),
        (heat_map(), cells(12, 9, "D", mixed)),
        (heat_map(), cells(3, 12, long, mixed)),
        (heat_map(), cells(35, 12, "B1 G2 in cover", mixed)),
        (heat_map(), cells(1, 1, "only", |_| Some(0.0))),
        (heat_map(), cells(2, 2, "same", |_| Some(7.25))),
        (heat_map(), cells(4, 50, "narrow", mixed)),
        (pareto(), points(168, scattered)),
        (pareto(), points(168, |_| (2.0, 2.0))),
        (pareto(), points(1, |_| (0.0, 0.0))),
        (pareto(), points(9, |i| (i as f64, 3.0))),
    ]
}

/// Source line of the figures.
const FROM: &str = "games · rulebook · N = 4,000";

fn scene_of(width: f64, figure: &Figure, table: &Table) -> Scene {
    lay_out(&Source { figure, table, from: FROM, width }).expect("the table has what the figure reads")
}

fn scene(figure: &Figure, table: &Table) -> Scene {
    scene_of(WIDTH, figure, table)
}

#[test]
fn no_text_is_cut_off_or_covers_another() {
    let all = all();
    let both =
        [WIDTH, NARROW].into_iter().flat_map(|width| all.iter().enumerate().map(move |(i, drawn)| (width, i, drawn)));
    for (width, i, (figure, table)) in both {
        let scene = scene_of(width, figure, table);
        let page = Bounds { left: 0.0, top: 0.0, right: scene.width, bottom: scene.height() };
        let texts: Vec<_> = scene.texts().map(|text| (text.bounds(), &text.words)).collect();
        for (place, (bounds, words)) in texts.iter().enumerate() {
            assert!(
                page.holds(bounds),
                "figure {i} of width {width}: {words:?} at {bounds:?} leaves the page {page:?}"
            );
            let other = texts[place + 1..].iter().find(|other| bounds.overlaps(&other.0));
            assert!(other.is_none(), "figure {i} of width {width}: {words:?} covers {other:?}");
        }
    }
}

#[test]
fn every_mark_is_at_a_finite_place_on_the_page() {
    let both = [WIDTH, NARROW].into_iter().flat_map(|width| all().into_iter().map(move |drawn| (width, drawn)));
    for (width, (figure, table)) in both {
        let scene = scene_of(width, &figure, &table);
        let on_page = |(x, y): (f64, f64)| (0.0..=scene.width).contains(&x) && (0.0..=scene.height()).contains(&y);
        assert!(scene.marks.iter().all(|mark| match mark {
            Mark::Area { bounds, .. } => on_page((bounds.left, bounds.top)) && on_page((bounds.right, bounds.bottom)),
            Mark::Line { points, .. } | Mark::Polygon { points, .. } => points.iter().all(|point| on_page(*point)),
            Mark::Disc { centre, .. } => on_page(*centre),
            Mark::Text(text) => on_page(text.at),
        }));
        assert!(
            !scene.tips.is_empty()
                || matches!(
                    figure.kind,
                    FigureKind::FrameGraph { .. } | FigureKind::Pareto { .. } | FigureKind::Network { .. }
                )
        );
    }
}

/// Losses of shares have places of their own below 0, whether or not there are gains.
#[test]
fn losses_of_shares_are_told_apart() {
    for values in [[-0.45, -0.2, -0.01, 0.1], [-0.45, -0.3, -0.2, -0.1]] {
        let table = Table::new("t", "T", "")
            .text("label", "L", ["a", "b", "c", "d"])
            .number("gain", "Gain", 3, values)
            .interval("interval", "I", 3, values.map(|value| (value - 0.02, value + 0.02)));
        let [label, value, interval] = ["label", "gain", "interval"].map(String::from);
        let figure =
            figure(FigureKind::Ranking { label, value, interval, value_title: "Gain".into(), reference: Some(0.0) });
        let svg = draw(&figure, &table, FROM).expect("drawn").svg;
        let place = |circle: &str| circle.split('"').next().and_then(|x| x.parse::<f64>().ok());
        let places: Vec<f64> = svg.split("<circle cx=\"").skip(1).filter_map(place).collect();
        assert!(places.windows(2).all(|pair| pair[0] + 5.0 < pair[1]) && places.len() >= 4, "{places:?}");
        assert!(places[0] > 0.0, "{places:?}");
        assert!(svg.contains("percentage points") && svg.contains("−10\n") && !svg.contains("10%\n"), "{svg}");
    }
}

/// A value that no game had has no line above it: the outlines of many series go down to the axis on both sides of it.
#[test]
fn outlines_do_not_join_values_that_are_apart() {
    let rows = || (0..6).flat_map(|s| [0, 1, 2, 7, 8].map(|x| (s, x)));
    let table = Table::new("t", "T", "")
        .text("s", "S", rows().map(|(s, _)| format!("{s}")))
        .count("x", "X", rows().map(|(_, x)| x))
        .number("y", "Y", 3, rows().map(|_| 0.2));
    let scene = scene(&pmf(), &table);
    let outlines = scene.marks.iter().filter_map(|mark| match mark {
        Mark::Line { points, .. } if points.len() > 4 => Some(points),
        _ => None,
    });
    let outlines: Vec<&Vec<_>> = outlines.collect();
    assert_eq!(outlines.len(), 6);
    for points in outlines {
        let level = points.windows(2).filter(|pair| pair[0].1 == pair[1].1 && pair[0].0 < pair[1].0).count();
        let slanted = points.windows(2).any(|pair| pair[0].0 != pair[1].0 && pair[0].1 != pair[1].1);
        assert!(level == 6 && !slanted, "five values and the gap on the axis: {points:?}");
    }
}

#[test]
fn both_files_are_whole_and_the_same_each_time() {
    for (figure, table) in [
        (pmf(), curves(3, 9, falling)),
        (shares(), curves(9, 9, falling)),
        (bands(true), banded(2, 9, falling, 0.1)),
        (figure(frame_graph()), frames(2, Some(1.5))),
        (heat_map(), cells(3, 4, "D", |i| Some(i as f64))),
        (pareto(), points(12, scattered)),
    ] {
        let drawing = draw(&figure, &table, FROM).expect("drawn");
        assert!(drawing.svg.starts_with("<svg ") && drawing.svg.ends_with("</svg>\n"));
        assert!(drawing.svg.contains("role=\"img\"") && drawing.svg.contains("viewBox=\"0 0 "));
        assert!(drawing.svg.contains("<title>Title &amp; &lt;more&gt;</title>"));
        assert!(drawing.svg.contains("<desc>What &quot;it&quot; shows: a &lt; b</desc>"));
        let again = draw(&figure, &table, FROM).expect("drawn");
        assert!(drawing.svg == again.svg && drawing.png == again.png);
        let mut reader = png::Decoder::new(std::io::Cursor::new(&drawing.png)).read_info().expect("a PNG file");
        let mut pixels = vec![0; reader.output_buffer_size().expect("a small picture")];
        let info = reader.next_frame(&mut pixels).expect("whole");
        assert_eq!(pixels[..3], [255, 255, 255]);
        assert!(drawing.svg.contains(&format!("width=\"{}\" height=\"{}\"", info.width, info.height)));
    }
}

/// Returns all texts of a figure, one per line.
fn words(figure: &Figure, table: &Table) -> String {
    scene(figure, table).texts().map(|text| text.words.clone() + "\n").collect()
}

#[test]
fn names_values_and_titles_are_written() {
    let text = words(&pmf(), &curves(2, 3, falling));
    let expected = ["Title & <more>", "Damage", "Chance", "40.0%", "RdRdYB direct, 1 white, YYBG in cover 2"];
    assert!(expected.iter().all(|words| text.contains(words)), "{text}");
    let text = words(&figure(frame_graph()), &frames(1, Some(1.49)));
    assert!(["1.49 / 1.65 / 1.75", "– / 1.65 / 1.75", "Rh", "+2W"].iter().all(|words| text.contains(words)), "{text}");
    let text = words(&heat_map(), &cells(2, 2, "D", |i| (i != 2).then_some(-1.25)));
    assert!(["D 0", "D 1", "−1.25", "–"].iter().all(|words| text.contains(words)), "{text}");
    let text = words(&pareto(), &points(2, scattered));
    assert!(["RdRdYB 0 direct,", "Attack", "Defence"].iter().all(|words| text.contains(words)), "{text}");
    assert!(!text.contains("RdRdYB 1"), "{text}");
}

/// A line divides neighbours of which exactly one reaches the value, and no others. For cells 0, 1, 2, 3 in two rows
/// and the value 1.5 it lies between the rows; there is none if all cells reach the value.
#[test]
fn a_line_divides_cells_that_reach_a_value_from_those_that_do_not() {
    let lines = |line: f64, value: fn(usize) -> Option<f64>| {
        let divided = figure(FigureKind::divided_map(["r", "c", "v"], "Share", line));
        let table = cells(2, 2, "D", value);
        let count = |figure: &Figure| {
            let scene = scene_of(960.0, figure, &table);
            scene.marks.iter().filter(|mark| matches!(mark, Mark::Line { width: 3.0, .. })).count()
        };
        count(&divided)
    };
    assert_eq!(lines(1.5, |i| Some(i as f64)), 2);
    assert_eq!(lines(2.5, |i| Some(i as f64)), 2);
    assert_eq!(lines(-1.0, |i| Some(i as f64)), 0);
    assert_eq!(lines(1.5, |i| (i != 1).then_some(i as f64)), 1);
}

/// Values far above the rest share the strongest colour, so that the rest can be distinguished.
#[test]
fn one_extreme_value_does_not_take_the_scale() {
    let table = cells(4, 4, "D", |i| Some(if i == 5 { 1000.0 } else { i as f64 }));
    let text = words(&heat_map(), &table);
    assert!(text.contains("≥ 15") && !text.contains("≥ 1000"), "{text}");
}

/// A long name breaks between its words, or after a hyphen, and at no other place.
#[test]
fn names_break_at_hyphens_only() {
    let mut table = entries(3, "h02-hand-to-hand-improved");
    table.title = "Entries".into();
    let scene = scene_of(NARROW, &ranking(None), &table);
    let lines: Vec<&str> = scene.texts().map(|text| text.words.as_str()).collect();
    assert!(lines.iter().any(|line| line.contains("improved")), "{lines:?}");
}

#[test]
fn one_series_needs_no_legend_and_many_are_cut_with_a_note() {
    assert!(!words(&pmf(), &curves(1, 5, falling)).contains("white"));
    let text = words(&shares(), &curves(35, 5, falling));
    assert!(text.contains("11 white") && !text.contains("12 white"), "{text}");
    assert!(text.contains("The first 12 of 35 series; 23 more in the table."), "{text}");
}

#[test]
fn points_in_one_place_share_a_label() {
    let text = words(&pareto(), &points(12, |_| (1.0, 1.0)));
    assert!(text.replace('\n', " ").contains("RdRdYB 0 direct, in cover 2 +3 more"), "{text}");
}

#[test]
fn a_figure_without_data_says_which_column_lacks_it() {
    let missing = |figure: &Figure, table: &Table| match draw(figure, table, FROM) {
        Err(PlotError::Nothing { column, .. } | PlotError::NoColumn { column, .. }) => column,
        other => panic!("{other:?}"),
    };
    let empty = Table::new("t", "T", "");
    assert_eq!(missing(&pmf(), &empty), "s");
    assert_eq!(missing(&figure(frame_graph()), &empty), "frame");
    assert_eq!(missing(&heat_map(), &empty), "r");
    assert_eq!(missing(&pareto(), &empty), "label");
    assert_eq!(missing(&pmf(), &curves(0, 0, falling)), "s");
    assert_eq!(missing(&pmf(), &curves(2, 2, |_| f64::NAN)), "y");
    assert_eq!(missing(&figure(frame_graph()), &frames(2, None)), "sys");
    assert_eq!(missing(&heat_map(), &cells(2, 2, "D", |_| None)), "v");
    let without = |name: &str, mut table: Table| {
        table.columns.retain(|column| column.name != name);
        table
    };
    assert_eq!(missing(&bands(true), &curves(2, 2, falling)), "interval");
    assert_eq!(missing(&shares(), &without("x", curves(1, 2, falling))), "x");
    assert_eq!(missing(&pareto(), &without("front", points(3, scattered))), "front");
}

#[test]
fn a_missing_column_is_named_with_the_nearest() {
    let table = curves(2, 2, falling).renamed("y", "win_rate");
    let misspelt = |y: &str| FigureKind::Pmf { series: "s".into(), x: "x".into(), y: y.into(), x_title: "X".into() };
    let error = draw(&figure(misspelt("win_rat")), &table, FROM).unwrap_err();
    assert!(matches!(&error, PlotError::NoColumn { column, .. } if column == "win_rat"), "{error}");
    assert!(error.to_string().contains("did you mean `win_rate`?"), "{error}");
}

#[test]
fn words_that_no_document_may_hold_are_replaced() {
    let table = Table::new("t", "T", "").text("s", "S", ["a\u{0}b <&> \u{b}", "c"]).count("x", "X", [1, 1]).number(
        "y",
        "Y",
        2,
        [0.5, 0.5],
    );
    let svg = draw(&pmf(), &table, FROM).expect("drawn").svg;
    assert!(!svg.contains(['\u{0}', '\u{b}']) && svg.contains("a b &lt;&amp;&gt;"));
}

/// An interval without an upper bound reaches the edge of the axis, and has a mark at its lower end only.
#[test]
fn an_interval_without_a_bound_reaches_the_edge() {
    let svg = |high: f64| {
        let table = Table::new("t", "T", "").text("label", "L", ["a", "b"]).number("value", "V", 3, [0.5, 0.2]);
        let table = table.interval("interval", "I", 3, [(0.3, high), (0.1, 0.9)].map(Some));
        draw(&ranking(None), &table, FROM).expect("drawn").svg
    };
    let (open, closed, none) = (svg(f64::INFINITY), svg(0.9), svg(f64::NAN));
    let lines = |svg: &str| svg.matches("<poly").count() + svg.matches("<line").count() + svg.matches("<path").count();
    assert!(!open.contains("inf") && !open.contains("NaN"), "{open}");
    assert_eq!(lines(&closed) - lines(&open), 1);
    assert!(lines(&none) < lines(&open) && !none.contains("NaN"), "{} and {}", lines(&none), lines(&open));
}
