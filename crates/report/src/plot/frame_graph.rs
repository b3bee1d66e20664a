//! The frame graph: a small panel per frame or company, a row per measure, with nested bars for the values.

use super::chart::{Axis, Swatch, legend, number};
use super::font;
use super::scene::{Point, Scene, Side, Text};
use super::style::{self, AXIS, GRID, LEADING, MARGIN, PANEL, SMALL, SOFT_INK, TINY, WIDTH};
use super::{PlotError, Source, notes, range, remainder};
use std::collections::HashMap;

const MOST_PANELS: usize = 60;
const GAP: f64 = 12.0;
const PAD: f64 = 10.0;
const ROW: f64 = 23.0;
/// Thickness of the bars from the innermost out, and the share of the colour in each.
const BARS: [(f64, f64); 3] = [(5.0, 1.0), (11.0, 0.58), (17.0, 0.28)];

/// A measure of a frame, and its values from the innermost bar out.
type Row = (String, Vec<Option<f64>>);
type Frame = (String, Vec<Row>);

/// Layout that all panels share.
struct Layout {
    panel: f64,
    names: f64,
    values: f64,
    /// True if values are written above their bars, for lack of room next to them.
    above: bool,
    axis: Axis,
    decimals: usize,
}

impl Layout {
    /// Returns the height of a row.
    fn row(&self) -> f64 {
        if self.above { ROW + TINY * LEADING } else { ROW }
    }
}

/// Lays out up to three bars, each a column and its title, innermost first.
pub(super) fn lay_out(source: &Source<'_>, bars: &[(String, String)]) -> Result<Scene, PlotError> {
    let bars = &bars[..bars.len().min(BARS.len())];
    let mut frames = read(source, bars)?;
    let more = remainder(frames.len(), MOST_PANELS, "frames");
    frames.truncate(MOST_PANELS);
    let (columns, width) = match frames.len() {
        _ if source.width < WIDTH => (1, source.width),
        1 => (1, 640.0),
        2 | 4 => (2, 900.0),
        3 | 5..=9 => (3, 960.0),
        _ => (4, 1200.0),
    };
    let layout = measure(source, bars, &frames, (width - 2.0 * MARGIN - (columns - 1) as f64 * GAP) / columns as f64);
    let mut scene = source.scene_of(width);
    let swatch = |((_, title), (_, share)): (&(String, String), &(f64, f64))| {
        (Swatch::Block(style::tint(style::measure(""), *share)), title.clone())
    };
    legend(&mut scene, &bars.iter().zip(&BARS).map(swatch).collect::<Vec<_>>());
    scene.bottom += 6.0;
    for frames in frames.chunks(columns) {
        row(&mut scene, &layout, frames);
    }
    let step = layout.axis.ticks().get(1).map_or_else(String::new, |tick| layout.axis.label(*tick));
    let high = number(layout.axis.high, layout.decimals);
    let scale = format!("All bars start at 0 and share one scale up to {high}; the upright lines are {step} apart.");
    notes(&mut scene, [Some(scale), more]);
    Ok(scene)
}

fn read(source: &Source<'_>, bars: &[(String, String)]) -> Result<Vec<Frame>, PlotError> {
    let (frames, measures) = (source.texts("frame")?, source.texts("measure")?);
    let values: Result<Vec<_>, PlotError> = bars.iter().map(|(column, _)| source.numbers(column)).collect();
    let values = values?;
    if values.iter().flatten().all(Option::is_none) {
        return Err(source.nothing(bars.first().map_or("bars", |(column, _)| column)));
    }
    let mut found: Vec<Frame> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for (i, (frame, measure)) in frames.iter().zip(measures).enumerate() {
        let place = *places.entry(frame).or_insert_with(|| {
            found.push((frame.clone(), Vec::new()));
            found.len() - 1
        });
        let row = values.iter().map(|column| column.get(i).copied().flatten()).collect();
        found[place].1.push((measure.clone(), row));
    }
    Ok(found)
}

fn measure(source: &Source<'_>, bars: &[(String, String)], frames: &[Frame], panel: f64) -> Layout {
    let rows = || frames.iter().flat_map(|(_, rows)| rows);
    let high = range(rows().flat_map(|(_, values)| values).flatten().copied()).1;
    let axis = Axis::over(0.0, if high > 0.0 { high } else { 1.0 }, 8);
    let decimals = bars.first().map_or(2, |(column, _)| source.decimals(column)).min(2);
    let widest = |words: &mut dyn Iterator<Item = f64>| words.fold(0.0, f64::max);
    let values = widest(&mut rows().map(|(_, values)| font::width(&figures(values, decimals), TINY, false)));
    let names = widest(&mut rows().map(|(name, _)| font::width(name, SMALL, false)));
    let above = source.width < WIDTH / 2.0;
    let values = if above { 0.0 } else { values.min(panel * 0.6) };
    Layout { panel, names: names.min(panel * 0.3), values, above, axis, decimals }
}

fn row(scene: &mut Scene, layout: &Layout, frames: &[Frame]) {
    let heads: Vec<_> =
        frames.iter().map(|(name, _)| font::balance(name, SMALL, true, layout.panel - 2.0 * PAD)).collect();
    let head = heads.iter().map(Vec::len).max().unwrap_or(0) as f64 * SMALL * LEADING;
    let rows = frames.iter().map(|(_, rows)| rows.len()).max().unwrap_or(0) as f64 * layout.row();
    let height = head + rows + 2.0 * PAD + 4.0;
    for (i, ((_, rows), lines)) in frames.iter().zip(&heads).enumerate() {
        let (left, top) = (MARGIN + i as f64 * (layout.panel + GAP), scene.bottom);
        scene.area((left, top), (layout.panel, height), PANEL);
        for (i, line) in lines.iter().enumerate() {
            let at = (left + PAD, top + PAD + (i as f64 + 0.5) * SMALL * LEADING);
            scene.text(Text::new(at, line.as_str()).em(SMALL).bold());
        }
        panel(scene, layout, (left, top + PAD + 4.0 + head), rows);
    }
    scene.bottom += height + GAP;
}

fn panel(scene: &mut Scene, layout: &Layout, (left, top): Point, rows: &[Row]) {
    let zero = left + PAD + layout.names + 6.0;
    let room = (left + layout.panel - PAD - layout.values - 6.0 - zero).max(10.0);
    for tick in layout.axis.ticks() {
        let x = zero + layout.axis.share(tick) * room;
        scene.line(vec![(x, top), (x, top + rows.len() as f64 * layout.row())], 1.0, GRID);
    }
    let figures_at = |at: f64| {
        if layout.above { (left + layout.panel - PAD, at - ROW + 6.0) } else { (left + layout.panel - PAD, at) }
    };
    for (i, (name, values)) in rows.iter().enumerate() {
        let middle = top + (i as f64 + 1.0) * layout.row() - ROW / 2.0;
        let em = SMALL.min(SMALL * layout.names / font::width(name, SMALL, false).max(1.0));
        scene.text(Text::new((zero - 6.0, middle), name.as_str()).em(em).side(Side::End));
        for ((thick, share), value) in BARS.iter().zip(values).rev() {
            let Some(value) = value else { continue };
            let wide = (layout.axis.share(*value).clamp(0.0, 1.0) * room).max(1.0);
            let colour = style::tint(style::measure(name), *share);
            scene.area((zero, middle - thick / 2.0), (wide, *thick), colour);
        }
        let words = figures(values, layout.decimals);
        let at = figures_at(middle);
        if layout.above {
            let wide = font::width(&words, TINY, false);
            scene.area((at.0 - wide, at.1 - TINY * 0.6), (wide, TINY * 1.2), PANEL);
        }
        scene.text(Text::new(at, words).em(TINY).colour(SOFT_INK).side(Side::End));
    }
    scene.line(vec![(zero, top), (zero, top + rows.len() as f64 * layout.row())], 1.5, AXIS);
}

/// Formats the values for the text next to the bars; a dash for an absent value.
fn figures(values: &[Option<f64>], decimals: usize) -> String {
    if values.iter().all(Option::is_none) {
        return "–".to_owned();
    }
    let words = values.iter().map(|value| value.map_or_else(|| "–".to_owned(), |value| number(value, decimals)));
    words.collect::<Vec<_>>().join(" / ")
}
