//! Rankings: a row for each entry, its estimate as a dot and its interval as a line.

use super::PlotError;
use super::axis::{Axis, number};
use super::font;
use super::scene::{Scene, Side, Text};
use super::source::{Source, notes, range};
use super::style::{self, AXIS, BODY, GRID, LEADING, MARGIN, PAPER, SMALL, SOFT_INK};

const MOST_ROWS: usize = 60;
/// Room for names before they break into lines.
const NAMES: f64 = 340.0;
const ROW: f64 = 26.0;
const DOT: f64 = 5.0;
/// Height of the ends of an interval.
const END: f64 = 9.0;
const GAP: f64 = 12.0;

/// An entry.
struct Row {
    name: String,
    value: f64,
    interval: Option<(f64, f64)>,
    /// What stands beside it.
    told: String,
}

/// Lays out columns label, value and interval under a title for the values. An upright line stands at `reference`.
pub(super) fn lay_out(
    source: &Source<'_>,
    [label, value, interval]: [&str; 3],
    value_title: &str,
    reference: Option<f64>,
) -> Result<Scene, PlotError> {
    let decimals = source.decimals(value);
    let told =
        source.numbers(value)?.into_iter().map(|value| value.map_or(String::new(), |value| number(value, decimals)));
    let (rows, more) = read(source, [label, value, interval], told.collect())?;
    scene_of(source, &rows, (value_title, reference.map(|at| (at, false))), more, |axis| axis)
}

/// Lays out what numbers were and came to, in parts of what they were: columns label, change and interval, and beside them
/// columns before and after.
pub(super) fn moved(source: &Source<'_>, columns: [&str; 3], [before, after]: [&str; 2]) -> Result<Scene, PlotError> {
    let decimals = source.decimals(before);
    let pairs = source.numbers(before)?.into_iter().zip(source.numbers(after)?);
    let told = |(before, after): (Option<f64>, Option<f64>)| {
        let told = |value: Option<f64>| value.map_or("none".to_owned(), |value| number(value, decimals));
        format!("{} to {}", told(before), told(after))
    };
    let (rows, more) = read(source, columns, pairs.map(told).collect())?;
    scene_of(
        source,
        &rows,
        ("Change, in parts of the larger of before and after", Some((0.0, true))),
        more,
        Axis::percent,
    )
}

/// The scene of some rows under a title for their values. At a reference stands an upright line; where it is what was
/// before, a ring in every row.
fn scene_of(
    source: &Source<'_>,
    rows: &[Row],
    (value_title, reference): (&str, Option<(f64, bool)>),
    more: Option<String>,
    labelled: fn(Axis) -> Axis,
) -> Result<Scene, PlotError> {
    let ends = rows.iter().flat_map(|row| {
        let (low, high) = row.interval.unwrap_or((row.value, row.value));
        [low, row.value, high]
    });
    let (low, high) = range(ends.chain(reference.map(|(at, _)| at)));
    let axis = labelled(Axis::over(low, high, (source.width / 110.0) as usize).rounded());
    let mut scene = source.scene();
    for line in font::wrap(value_title, BODY, false, scene.width - 2.0 * MARGIN) {
        let at = (MARGIN, scene.bottom + BODY * LEADING / 2.0);
        scene.text(Text::new(at, line).colour(SOFT_INK));
        scene.bottom += BODY * LEADING;
    }
    scene.bottom += GAP;
    draw(&mut scene, rows, &axis, reference);
    notes(&mut scene, [more]);
    Ok(scene)
}

fn read(
    source: &Source<'_>,
    [label, value, interval]: [&str; 3],
    told: Vec<String>,
) -> Result<(Vec<Row>, Option<String>), PlotError> {
    let values = source.numbers(value)?.into_iter().zip(source.intervals(interval)?).zip(told);
    let named = source.texts(label)?.iter().zip(values);
    let mut rows: Vec<Row> = named
        .filter_map(|(name, ((value, interval), told))| Some(Row { name: name.clone(), value: value?, interval, told }))
        .collect();
    if rows.is_empty() {
        return Err(source.nothing(value));
    }
    let more = (rows.len() > MOST_ROWS).then(|| {
        let between = rows.len() - MOST_ROWS;
        rows.drain(MOST_ROWS / 2..MOST_ROWS / 2 + between);
        format!(
            "The first and the last {} of {}; {between} between them in the table.",
            MOST_ROWS / 2,
            between + MOST_ROWS
        )
    });
    Ok((rows, more))
}

fn draw(scene: &mut Scene, rows: &[Row], axis: &Axis, reference: Option<(f64, bool)>) {
    let room = NAMES.min(scene.width * 0.36);
    let names: Vec<Vec<String>> = rows.iter().map(|row| font::balance(&row.name, SMALL, false, room)).collect();
    let wide = |lines: &[String]| lines.iter().map(|line| font::width(line, SMALL, false)).fold(0.0, f64::max);
    let room = names.iter().map(|lines| wide(lines)).fold(0.0, f64::max);
    let told = rows.iter().map(|row| font::width(&row.told, SMALL, false)).fold(0.0, f64::max);
    let (left, right) = (MARGIN + room + GAP, scene.width - MARGIN - told - GAP);
    let place = |value: f64| left + axis.share(value) * (right - left);
    let heights: Vec<f64> = names.iter().map(|lines| (lines.len() as f64 * SMALL * LEADING + 6.0).max(ROW)).collect();
    let (top, bottom) = (scene.bottom, scene.bottom + heights.iter().sum::<f64>());
    for tick in axis.ticks() {
        scene.line(vec![(place(tick), top), (place(tick), bottom + 6.0)], 1.0, GRID);
        let at = (place(tick), bottom + 10.0 + SMALL / 2.0);
        scene.text(Text::new(at, axis.label(tick)).em(SMALL).colour(SOFT_INK).side(Side::Middle));
    }
    if let Some(at) = reference.map(|(at, _)| place(at)) {
        scene.line(vec![(at, top), (at, bottom)], 2.0, AXIS);
    }
    let mut y = top;
    for ((lines, height), row) in names.iter().zip(&heights).zip(rows) {
        let middle = y + height / 2.0;
        for (i, line) in lines.iter().enumerate() {
            let at = middle + (i as f64 - (lines.len() - 1) as f64 / 2.0) * SMALL * LEADING;
            scene.text(Text::new((left - GAP, at), line.as_str()).em(SMALL).side(Side::End));
        }
        if let Some((at, true)) = reference {
            scene.disc((place(at), middle), DOT + 1.5, AXIS);
            scene.disc((place(at), middle), DOT - 1.0, PAPER);
        }
        if let Some((low, high)) = row.interval {
            scene.line(vec![(place(low), middle), (place(high), middle)], 2.0, style::series(0));
            for end in [low, high] {
                let (up, down) = (middle - END / 2.0, middle + END / 2.0);
                scene.line(vec![(place(end), up), (place(end), down)], 2.0, style::series(0));
            }
        }
        scene.disc((place(row.value), middle), DOT, style::series(0));
        scene.text(Text::new((right + GAP, middle), row.told.as_str()).em(SMALL));
        y += height;
    }
    scene.bottom = bottom + 10.0 + SMALL * LEADING + 8.0;
}
