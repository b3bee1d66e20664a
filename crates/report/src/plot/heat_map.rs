//! Heat maps: a coloured cell per pair of row and column, with its value.

use super::chart::{Axis, number};
use super::font;
use super::scene::{Scene, Side, Text};
use super::style::{self, ABSENT, AXIS, BODY, INK, LEADING, MARGIN, SMALL, SOFT_INK, TINY};
use super::{PlotError, Source, notes, remainder};
use std::collections::HashMap;

const MOST_ROWS: usize = 120;
const MOST_COLUMNS: usize = 60;
/// Most columns for which cells are wide enough for numbers.
const MOST_WRITTEN: usize = 30;
/// Room for names of rows before they break into lines.
const NAMES: f64 = 350.0;
/// Room for names of columns that read upwards.
const HEADS: f64 = 220.0;
/// Least height of a row.
const SHORTEST: f64 = 32.0;
const BAR: f64 = 320.0;
/// Least width of all columns together on a phone.
const NARROWEST: f64 = 202.0;
/// Width of a line that divides cells.
const DIVIDE: f64 = 3.0;

/// Names in order of appearance, and the value at each pair of indices.
struct Cells<'a> {
    rows: Vec<&'a str>,
    columns: Vec<&'a str>,
    values: HashMap<(usize, usize), f64>,
}

/// Sizes that follow from the content.
struct Layout {
    names: Vec<Vec<String>>,
    name_room: f64,
    heads: Vec<Vec<String>>,
    turned: bool,
    cell: f64,
    decimals: usize,
    /// True if values are shares, shown in percent.
    percent: bool,
    em: Option<f64>,
}

/// Colours of the cells of a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Colours {
    /// Colours from the lowest value to the highest.
    Rising,
    /// Two colours around one half, with one scale for all figures; they are strongest at 0.2 and 0.8, and beyond.
    Even,
    /// Two colours around a threshold in the unit of the values, with a line between neighbouring cells of which
    /// exactly one reaches it.
    Divided(f64),
}

/// Shares with the strongest colours in maps around one half.
const EVEN: (f64, f64) = (0.2, 0.8);
/// Values this many interquartile ranges above the upper quartile all take the strongest colour.
const FENCE: f64 = 3.0;

/// The colours of values: the map, and the values at both ends.
#[derive(Clone, Copy)]
struct Paint {
    diverging: bool,
    low: f64,
    high: f64,
    /// True for an end that values exceed: low and high.
    passed: (bool, bool),
}

impl Paint {
    fn new(colours: Colours, cells: &Cells<'_>) -> Paint {
        let mut values: Vec<f64> = cells.values.values().copied().collect();
        values.sort_by(f64::total_cmp);
        let (least, most) = (values[0], values[values.len() - 1]);
        let (diverging, low, high) = match colours {
            Colours::Rising => (false, least, fenced(&values)),
            Colours::Even => (true, EVEN.0, EVEN.1),
            Colours::Divided(line) => {
                // A threshold between 0 and 1 has a scale that does not depend on the values.
                let farthest = (line - least).abs().max((most - line).abs());
                let half = if line > 0.0 && line < 1.0 { line.min(1.0 - line) * 0.6 } else { farthest };
                (true, line - half, line + half)
            }
        };
        Paint { diverging, low, high, passed: (least < low, most > high) }
    }

    fn fill(&self, value: f64) -> style::Colour {
        let share = share(value, self.low, self.high);
        if self.diverging { style::diverging(share) } else { style::heat(share) }
    }
}

/// Returns the highest of sorted values, or, if some are far above the rest, the highest of the rest.
fn fenced(values: &[f64]) -> f64 {
    let at = |share: f64| values[((values.len() - 1) as f64 * share) as usize];
    let (most, fence) = (values[values.len() - 1], at(0.75) + FENCE * (at(0.75) - at(0.25)));
    let rest = values.iter().rev().find(|value| **value <= fence).copied().unwrap_or(most);
    if at(0.75) > at(0.25) && rest > values[0] { rest } else { most }
}

/// Lays out columns row, column and value.
pub(super) fn lay_out(
    source: &Source<'_>,
    [row, column, value]: [&str; 3],
    value_title: &str,
    colours: Colours,
) -> Result<Scene, PlotError> {
    let mut cells = read(source, [row, column, value])?;
    let more =
        [remainder(cells.rows.len(), MOST_ROWS, "rows"), remainder(cells.columns.len(), MOST_COLUMNS, "columns")];
    cells.rows.truncate(MOST_ROWS);
    cells.columns.truncate(MOST_COLUMNS);
    let layout = measure(&cells, (source.decimals(value), source.is_share(value)), source.width);
    let width = source.width.max(2.0 * MARGIN + layout.name_room + cells.columns.len() as f64 * layout.cell);
    let mut scene = source.scene_of(width);
    heads(&mut scene, &layout);
    let paint = Paint::new(colours, &cells);
    let edges = grid(&mut scene, &layout, &cells, paint);
    if let Colours::Divided(line) = colours {
        divide(&mut scene, &layout, &cells, &edges, line);
    }
    scene.bottom += 18.0;
    scale(&mut scene, (paint, &layout), value_title, source.width);
    let unwritten = layout.em.is_none().then(|| "The numbers are in the table.".to_owned());
    notes(&mut scene, more.into_iter().chain([unwritten]));
    Ok(scene)
}

fn read<'a>(source: &Source<'a>, [row, column, value]: [&str; 3]) -> Result<Cells<'a>, PlotError> {
    let (rows, columns, values) = (source.texts(row)?, source.texts(column)?, source.numbers(value)?);
    let mut cells = Cells { rows: Vec::new(), columns: Vec::new(), values: HashMap::new() };
    let (mut row_places, mut column_places) = (HashMap::new(), HashMap::new());
    for ((row, column), value) in rows.iter().zip(columns).zip(values) {
        let place =
            (place(&mut cells.rows, &mut row_places, row), place(&mut cells.columns, &mut column_places, column));
        if let Some(value) = value {
            cells.values.insert(place, value);
        }
    }
    if cells.values.is_empty() { Err(source.nothing(value)) } else { Ok(cells) }
}

/// Returns the index of a name in order of appearance, adding new names.
fn place<'a>(names: &mut Vec<&'a str>, places: &mut HashMap<&'a str, usize>, name: &'a str) -> usize {
    *places.entry(name).or_insert_with(|| {
        names.push(name);
        names.len() - 1
    })
}

impl Layout {
    fn value_text(&self, value: f64) -> String {
        value_text(value, self.decimals, self.percent)
    }
}

/// Formats a value for a cell.
fn value_text(value: f64, decimals: usize, percent: bool) -> String {
    match percent {
        // Small chances need a decimal; others read better in whole percents.
        true => number(value * 100.0, decimals.saturating_sub(3).min(1)) + "%",
        false => number(value, decimals),
    }
}

fn measure(cells: &Cells<'_>, (decimals, percent): (usize, bool), width: f64) -> Layout {
    let narrow = width < style::WIDTH / 2.0;
    let words = cells.rows.iter().flat_map(|name| name.split(&[' ', '-'][..]));
    let longest = words.map(|word| font::width(word, SMALL, false)).fold(0.0, f64::max) + 8.0;
    // On a phone the map needs the room.
    let room = NAMES.min(width * if narrow { 0.27f64.max(longest.min(width * 0.36) / width) } else { 0.36 });
    let names: Vec<_> = cells.rows.iter().map(|name| font::balance(name, SMALL, false, room)).collect();
    let widest =
        |lines: &[Vec<String>]| lines.iter().flatten().map(|line| font::width(line, SMALL, false)).fold(0.0, f64::max);
    let name_room = widest(&names) + 12.0;
    let count = cells.columns.len();
    let em = (count <= MOST_WRITTEN).then_some(if count <= 16 { SMALL } else { TINY });
    let text = em.map_or(0.0, |em| {
        cells
            .values
            .values()
            .map(|value| font::width(&value_text(*value, decimals, percent), em, false))
            .fold(0.0, f64::max)
    });
    let fair = (width - 2.0 * MARGIN - name_room) / count as f64;
    let least = if narrow { (NARROWEST / count as f64).min(110.0) } else { 0.0 };
    let wide = fair.min(110.0).max(least).max(text + 10.0).max(SMALL * LEADING + 2.0);
    let level: Vec<_> = cells.columns.iter().map(|name| font::wrap(name, SMALL, false, f64::INFINITY)).collect();
    let turned = widest(&level) > wide - 6.0;
    let heads = if turned {
        cells.columns.iter().map(|name| font::balance(name, SMALL, false, HEADS)).collect()
    } else {
        level
    };
    let stacked = |lines: &[Vec<String>]| lines.iter().map(Vec::len).max().unwrap_or(1) as f64 * SMALL * LEADING;
    let wide = if turned { wide.max(stacked(&heads) + 4.0) } else { wide };
    Layout { cell: wide, names, name_room, heads, turned, decimals, percent, em }
}

fn heads(scene: &mut Scene, layout: &Layout) {
    let room = layout.heads.iter().flatten().map(|line| font::width(line, SMALL, false)).fold(0.0, f64::max);
    scene.bottom += if layout.turned { room + 8.0 } else { SMALL * LEADING + 6.0 };
    for (i, lines) in layout.heads.iter().enumerate() {
        let middle = MARGIN + layout.name_room + (i as f64 + 0.5) * layout.cell;
        for (line, words) in lines.iter().enumerate() {
            let shift = (line as f64 - (lines.len() - 1) as f64 / 2.0) * SMALL * LEADING;
            let text = if layout.turned {
                Text::new((middle + shift, scene.bottom - 8.0), words.as_str()).turned()
            } else {
                Text::new((middle, scene.bottom - 6.0 - SMALL / 2.0), words.as_str()).side(Side::Middle)
            };
            scene.text(text.em(SMALL));
        }
    }
}

/// Draws the cells; returns the upper edge of each row, and the lower edge of the last.
fn grid(scene: &mut Scene, layout: &Layout, cells: &Cells<'_>, paint: Paint) -> Vec<f64> {
    let (left, wide) = (MARGIN + layout.name_room, layout.cell);
    let mut edges = vec![scene.bottom];
    for (row, lines) in layout.names.iter().enumerate() {
        let tall = (lines.len() as f64 * SMALL * LEADING + 6.0).max(SHORTEST);
        let middle = scene.bottom + tall / 2.0;
        for (line, words) in lines.iter().enumerate() {
            let shift = (line as f64 - (lines.len() - 1) as f64 / 2.0) * SMALL * LEADING;
            scene.text(Text::new((left - 10.0, middle + shift), words.as_str()).em(SMALL).side(Side::End));
        }
        for column in 0..layout.heads.len() {
            let value = cells.values.get(&(row, column)).copied();
            let fill = value.map_or(ABSENT, |value| paint.fill(value));
            let corner = (left + column as f64 * wide, scene.bottom);
            scene.area(corner, (wide - 1.0, tall - 1.0), fill);
            if let Some(value) = value {
                let (row, column) = (cells.rows[row], cells.columns[column]);
                let words = format!("{row}, {column}: {}", layout.value_text(value));
                scene.tip(corner, (wide - 1.0, tall - 1.0), words);
            }
            if let Some(em) = layout.em {
                let words = value.map_or_else(|| "–".to_owned(), |value| layout.value_text(value));
                let at = (corner.0 + (wide - 1.0) / 2.0, middle - 0.5);
                // A dash takes a colour that changes on dark pages, as its cell does.
                let ink = if value.is_some() { style::ink_on(fill) } else { SOFT_INK };
                scene.text(Text::new(at, words).em(em).side(Side::Middle).colour(ink));
            }
        }
        scene.bottom += tall;
        edges.push(scene.bottom);
    }
    edges
}

/// Draws a line between neighbouring cells if exactly one of them reaches the value `line`.
fn divide(scene: &mut Scene, layout: &Layout, cells: &Cells<'_>, edges: &[f64], line: f64) {
    let (left, wide) = (MARGIN + layout.name_room, layout.cell);
    let reaches = |row: usize, column: usize| cells.values.get(&(row, column)).map(|value| *value >= line);
    let parted = |one: Option<bool>, other: Option<bool>| one.zip(other).is_some_and(|(one, other)| one != other);
    for row in 0..layout.names.len() {
        // Half a pixel back, to the middle of the gap between cells.
        let (top, bottom) = (edges[row] - 0.5, edges[row + 1] - 0.5);
        for column in 0..layout.heads.len() {
            let (from, to) = (left + column as f64 * wide - 0.5, left + (column + 1) as f64 * wide - 0.5);
            let here = reaches(row, column);
            if parted(here, reaches(row, column + 1)) {
                scene.line(vec![(to, top), (to, bottom)], DIVIDE, INK);
            }
            if parted(here, reaches(row + 1, column)) {
                scene.line(vec![(from, bottom), (to, bottom)], DIVIDE, INK);
            }
        }
    }
}

/// Returns the position of a value in its range, from 0 to 1; one half if the range is empty.
fn share(value: f64, low: f64, high: f64) -> f64 {
    if low < high { (value - low) / (high - low) } else { 0.5 }
}

/// Draws the bar that explains the colours, with its title, inside the width of the page.
fn scale(scene: &mut Scene, (paint, layout): (Paint, &Layout), title: &str, width: f64) {
    let Paint { low, high, .. } = paint;
    let bar = BAR.min(width - 2.0 * MARGIN - 40.0);
    for line in font::wrap(title, BODY, false, width - 2.0 * MARGIN) {
        scene.text(Text::new((MARGIN, scene.bottom + BODY * LEADING / 2.0), line).colour(SOFT_INK));
        scene.bottom += BODY * LEADING;
    }
    let (left, top) = (MARGIN + 20.0, scene.bottom + 6.0);
    let strips = if low < high { 80 } else { 1 };
    let strip = bar / 80.0;
    for i in 0..strips {
        let fill = paint.fill(low + (high - low) * (f64::from(i) + 0.5) / f64::from(strips));
        // Strips of a shorter bar cover part of a pixel; they overlap, so that no gap shows between them.
        let wide = if bar < BAR { strip + 1.0 } else { strip };
        scene.area((left + f64::from(i) * strip, top), (wide.min(bar - f64::from(i) * strip), 16.0), fill);
    }
    let ends = [(low, left), (high, left + bar)];
    let single = [(low, left)];
    let inner = Axis::over(low, high, 4);
    let label = |value| layout.value_text(value);
    let room = font::width(&label(low), SMALL, false).max(font::width(&label(high), SMALL, false)) + 34.0;
    let ticks = inner.ticks().into_iter().map(|tick| (label(tick), left + inner.share(tick) * bar));
    let inside = |x: f64| x - left > room && left + bar - x > room;
    let ends = if low < high { &ends[..] } else { &single[..] };
    let end = |value: f64| match paint.passed {
        (true, _) if value <= low => format!("≤ {}", label(value)),
        (_, true) if value >= high => format!("≥ {}", label(value)),
        _ => label(value),
    };
    let labels = ends.iter().map(|(value, x)| (end(*value), *x));
    for (words, x) in labels.chain(ticks.filter(|(_, x)| low < high && inside(*x))) {
        scene.line(vec![(x, top + 16.0), (x, top + 21.0)], 1.0, AXIS);
        scene.text(Text::new((x, top + 32.0), words).em(SMALL).side(Side::Middle).colour(SOFT_INK));
    }
    scene.bottom = top + 46.0;
}
