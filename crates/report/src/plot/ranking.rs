//! Rankings: a row for each entry, its estimate as a dot and its interval as a line.

use super::chart::{Axis, number};
use super::font;
use super::scene::{Scene, Side, Text};
use super::style::{self, AXIS, BODY, FAINT, GRID, LEADING, MARGIN, PAPER, SMALL, SOFT_INK, WIDTH};
use super::{PlotError, Source, notes, range};
use crate::table::{number as significant, percent, percent_within, points_within};
use hitchart_config::words::capitalised;

/// Most rows of a ranking; a longer one shows its first and last rows.
const MOST_ROWS: usize = 40;
/// Rows that a longer ranking shows at either end.
const ENDS: usize = 15;
/// Room for names before they break into lines.
const NAMES: f64 = 340.0;
const ROW: f64 = 26.0;
const DOT: f64 = 5.0;
/// Height of the ends of an interval.
const END: f64 = 9.0;
const GAP: f64 = 12.0;

/// An entry.
struct Row {
    /// Heading above the rows of one group; may be empty.
    group: String,
    name: String,
    value: f64,
    interval: Option<(f64, f64)>,
    /// Text next to the row.
    text: String,
}

/// Lays out columns label, value and interval under a title for the values, with a vertical line at `reference`.
pub(super) fn lay_out(
    source: &Source<'_>,
    [label, value, interval]: [&str; 3],
    value_title: &str,
    reference: Option<f64>,
) -> Result<Scene, PlotError> {
    let (decimals, share) = (source.decimals(value), source.is_share(value));
    let intervals = source.intervals(interval)?;
    // A line at 0 marks differences.
    let points = source.is_change_of_shares(value) || (share && reference == Some(0.0));
    let text = |(value, interval): (Option<f64>, Option<(f64, f64)>)| match (value, interval) {
        (Some(value), Some(within)) if points => points_within(value, within),
        (Some(value), Some(within)) if share => percent_within(value, within),
        (Some(value), None) if share => percent(value),
        (value, _) => value.map_or(String::new(), |value| number(value, decimals)),
    };
    let texts = source.numbers(value)?.into_iter().zip(intervals).map(text).collect();
    let (mut rows, more) = read(source, [label, value, interval], texts)?;
    let zeros = if share && reference.is_none() { without_zeros(&mut rows) } else { None };
    let labelled = match (points, share) {
        (true, _) => Axis::points,
        (_, true) => Axis::of_shares,
        _ => |axis| axis,
    };
    let value_title = if points { &format!("{value_title} (percentage points)") } else { value_title };
    scene_of(source, &rows, (value_title, reference.map(|at| (at, false))), [more, zeros], labelled)
}

/// Drops rows of 0% if they are at least half of the rows, and returns a note.
fn without_zeros(rows: &mut Vec<Row>) -> Option<String> {
    const NOTHING: f64 = 0.0005;
    let all = rows.len();
    let some = rows.iter().filter(|row| row.value.abs() >= NOTHING).count();
    if some == 0 || 2 * some > all {
        return None;
    }
    rows.retain(|row| row.value.abs() >= NOTHING);
    Some(format!("Not shown: {} of {all} with 0%.", all - some))
}

/// Lays out changes as shares of the value before: columns label, change and interval, and the text of columns before
/// and after.
pub(super) fn moved(source: &Source<'_>, columns: [&str; 3], [before, after]: [&str; 2]) -> Result<Scene, PlotError> {
    let units = source.table.texts("unit");
    let pairs = source.numbers(before)?.into_iter().zip(source.numbers(after)?).enumerate();
    let text = |(row, (before, after)): (usize, (Option<f64>, Option<f64>))| {
        let share = units.get(row).is_some_and(|unit| unit == "share");
        let value = |value| if share { percent(value) } else { significant(value) };
        let known = |number: Option<f64>| number.map_or("none".to_owned(), value);
        format!("{} to {}", known(before), known(after))
    };
    let (rows, more) = read(source, columns, pairs.map(text).collect())?;
    scene_of(
        source,
        &rows,
        ("Change: shares in percentage points, other numbers in percent of the larger", Some((0.0, true))),
        [more, None],
        Axis::percent,
    )
}

/// Returns the scene of some rows under a title for their values. A vertical line marks the reference; if the reference
/// is the value before, every row also has a ring there.
fn scene_of(
    source: &Source<'_>,
    rows: &[Row],
    (value_title, reference): (&str, Option<(f64, bool)>),
    more: [Option<String>; 2],
    labelled: fn(Axis) -> Axis,
) -> Result<Scene, PlotError> {
    let ends = rows.iter().flat_map(|row| {
        let (low, high) = row.interval.unwrap_or((row.value, row.value));
        [low, row.value, high]
    });
    let ends = ends.filter(|end| end.is_finite());
    let (low, high) = range(ends.chain(reference.map(|(at, _)| at)));
    let axis = labelled(Axis::over(low, high, (source.width / 120.0) as usize).rounded());
    let mut scene = source.scene();
    for line in font::wrap(value_title, BODY, false, scene.width - 2.0 * MARGIN) {
        let at = (MARGIN, scene.bottom + BODY * LEADING / 2.0);
        scene.text(Text::new(at, line).colour(SOFT_INK));
        scene.bottom += BODY * LEADING;
    }
    scene.bottom += GAP;
    draw(&mut scene, rows, &axis, reference);
    let is_open = rows.iter().any(|row| row.interval.is_some_and(is_open));
    let open =
        is_open.then(|| "A pale bar from edge to edge: an interval without bounds, from too few games.".to_owned());
    notes(&mut scene, more.into_iter().chain([open]));
    Ok(scene)
}

/// Returns true if an interval has no bound at all.
fn is_open((low, high): (f64, f64)) -> bool {
    low.is_infinite() && high.is_infinite()
}

fn read(
    source: &Source<'_>,
    [label, value, interval]: [&str; 3],
    texts: Vec<String>,
) -> Result<(Vec<Row>, Option<String>), PlotError> {
    let values = source.numbers(value)?.into_iter().zip(source.open_intervals(interval)?).zip(texts);
    let [by, rulesets] = ["by", "ruleset"].map(|column| source.table.texts(column));
    // Names of rulesets are not capitalised.
    let group = |at: usize| match (by.get(at), rulesets.get(at)) {
        (Some(by), _) => capitalised(by),
        (None, ruleset) => ruleset.cloned().unwrap_or_default(),
    };
    let named = source.texts(label)?.iter().enumerate().zip(values);
    let mut rows: Vec<Row> = named
        .filter_map(|((at, name), ((value, interval), text))| {
            Some(Row { group: group(at), name: name.clone(), value: value?, interval, text })
        })
        .collect();
    if rows.is_empty() {
        return Err(source.nothing(value));
    }
    let more = (rows.len() > MOST_ROWS).then(|| {
        let (all, between) = (rows.len(), rows.len() - 2 * ENDS);
        rows.drain(ENDS..ENDS + between);
        format!("The first and the last {ENDS} of {all}; the table has the {between} between them.")
    });
    Ok((rows, more))
}

/// Horizontal places of the parts of a row.
struct Layout {
    left: f64,
    right: f64,
    /// True if names are written above their rows, for lack of room next to them.
    above: bool,
    /// Room of a name.
    names: f64,
}

impl Layout {
    fn new(width: f64, rows: &[Row]) -> Layout {
        let text = rows.iter().map(|row| font::width(&row.text, SMALL, false)).fold(0.0, f64::max);
        if width < WIDTH / 2.0 {
            let (left, right) = (MARGIN + DOT, width - MARGIN - DOT);
            return Layout { left, right, above: true, names: right - left };
        }
        let room = NAMES.min(width * 0.36);
        let lines = rows.iter().flat_map(|row| font::balance(&row.name, SMALL, false, room));
        let names = lines.map(|line| font::width(&line, SMALL, false)).fold(0.0, f64::max);
        Layout { left: MARGIN + names + GAP, right: width - MARGIN - text - GAP, above: false, names: room }
    }

    fn lines(&self, row: &Row) -> Vec<String> {
        match self.above {
            true => font::wrap(&format!("{}: {}", row.name, row.text), SMALL, false, self.names),
            false => font::balance(&row.name, SMALL, false, self.names),
        }
    }

    /// Returns the height of a row with `lines` lines of text.
    fn height(&self, lines: usize) -> f64 {
        let text = lines as f64 * SMALL * LEADING;
        if self.above { text + ROW } else { (text + 6.0).max(ROW) }
    }
}

/// Returns true if a heading precedes a row: the row is the first of its group.
fn heads(rows: &[Row], at: usize) -> bool {
    !rows[at].group.is_empty() && (at == 0 || rows[at - 1].group != rows[at].group)
}

fn draw(scene: &mut Scene, rows: &[Row], axis: &Axis, reference: Option<(f64, bool)>) {
    let layout = Layout::new(scene.width, rows);
    let (left, right) = (layout.left, layout.right);
    let place = |value: f64| left + axis.share(value).clamp(0.0, 1.0) * (right - left);
    let names: Vec<Vec<String>> = rows.iter().map(|row| layout.lines(row)).collect();
    let heading = |at| if heads(rows, at) { ROW + 4.0 } else { 0.0 };
    let heights: Vec<f64> = names.iter().map(|lines| layout.height(lines.len())).collect();
    let (top, bottom) =
        (scene.bottom, scene.bottom + heights.iter().sum::<f64>() + (0..rows.len()).map(heading).sum::<f64>());
    let every = axis.every(right - left);
    for (number, tick) in axis.ticks().into_iter().enumerate() {
        scene.line(vec![(place(tick), top), (place(tick), bottom + 6.0)], 1.0, GRID);
        if !number.is_multiple_of(every) {
            continue;
        }
        let at = (place(tick), bottom + 10.0 + SMALL / 2.0);
        scene.text(Text::new(at, axis.label(tick)).em(SMALL).colour(SOFT_INK).side(Side::Middle));
    }
    if let Some(at) = reference.map(|(at, _)| place(at)) {
        scene.line(vec![(at, top), (at, bottom)], 2.0, AXIS);
    }
    let mut y = top;
    for (at, ((lines, height), row)) in names.iter().zip(&heights).zip(rows).enumerate() {
        if heads(rows, at) {
            scene.area((MARGIN, y + 4.0), (font::width(&row.group, SMALL, true), ROW - 4.0), PAPER);
            scene.text(Text::new((MARGIN, y + ROW / 2.0 + 2.0), row.group.as_str()).em(SMALL).bold());
            y += heading(at);
        }
        let middle = if layout.above { y + height - ROW / 2.0 } else { y + height / 2.0 };
        write(scene, &layout, lines, (y, middle), row);
        mark(scene, row, middle, &place, reference);
        let words = format!("{}: {}", row.name, row.text);
        scene.tip((left, y), (right - left, *height), words);
        y += height;
    }
    scene.bottom = bottom + 10.0 + SMALL * LEADING + 8.0;
}

/// Writes the name and the text of a row.
fn write(scene: &mut Scene, layout: &Layout, lines: &[String], (top, middle): (f64, f64), row: &Row) {
    if layout.above {
        // Lines of the axis pass behind the words, not through them.
        let wide = lines.iter().map(|line| font::width(line, SMALL, false)).fold(0.0, f64::max);
        scene.area((MARGIN, top), (wide, lines.len() as f64 * SMALL * LEADING), PAPER);
    }
    for (i, line) in lines.iter().enumerate() {
        if layout.above {
            let at = (MARGIN, top + (i as f64 + 0.5) * SMALL * LEADING);
            scene.text(Text::new(at, line.as_str()).em(SMALL));
            continue;
        }
        let at = middle + (i as f64 - (lines.len() - 1) as f64 / 2.0) * SMALL * LEADING;
        scene.text(Text::new((layout.left - GAP, at), line.as_str()).em(SMALL).side(Side::End));
    }
    if !layout.above {
        scene.text(Text::new((layout.right + GAP, middle), row.text.as_str()).em(SMALL));
    }
}

/// Marks the estimate and the interval of a row, and the ring at the value before.
fn mark(scene: &mut Scene, row: &Row, middle: f64, place: &dyn Fn(f64) -> f64, reference: Option<(f64, bool)>) {
    if let Some((at, true)) = reference {
        scene.disc((place(at), middle), DOT + 1.5, AXIS);
        scene.disc((place(at), middle), DOT - 1.0, PAPER);
    }
    if let Some((low, high)) = row.interval {
        // An interval without a bound reaches the edge of the axis, without a mark for its end.
        let (width, colour) = if is_open((low, high)) { (END, FAINT) } else { (2.0, style::series(0)) };
        scene.line(vec![(place(low), middle), (place(high), middle)], width, colour);
        for end in [low, high].into_iter().filter(|end| end.is_finite()) {
            let (up, down) = (middle - END / 2.0, middle + END / 2.0);
            scene.line(vec![(place(end), up), (place(end), down)], 2.0, style::series(0));
        }
    }
    scene.disc((place(row.value), middle), DOT, style::series(0));
}
