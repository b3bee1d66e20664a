//! Parts of charts: axes with round ticks, the plot area between two axes, lines with markers, and legends.

use super::font;
use super::scene::{Bounds, Mark, Point, Scene, Side, Text};
use super::style::{self, AXIS, BODY, Colour, GRID, LEADING, MARGIN, PAPER, SMALL, SOFT_INK};
use super::{Series, range};

/// Unit in which an axis shows its values.
#[derive(Clone, Copy, Debug, PartialEq)]
enum AxisUnit {
    Number,
    Percent,
    /// Differences of shares.
    Points,
}

/// A range of values with its ticks.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Axis {
    pub low: f64,
    pub high: f64,
    step: f64,
    unit: AxisUnit,
}

impl Axis {
    /// Returns an axis over the values with about `most_ticks` round ticks at most; a single value gets some room
    /// around it.
    pub(super) fn over(low: f64, high: f64, most_ticks: usize) -> Axis {
        let (low, high) = if low < high { (low, high) } else { (low - spread(low), high + spread(high)) };
        Axis { low, high, step: round_step((high - low) / most_ticks.max(1) as f64), unit: AxisUnit::Number }
    }

    /// Extends the axis to the next ticks.
    pub(super) fn rounded(self) -> Axis {
        let (low, high) = ((self.low / self.step).floor() * self.step, (self.high / self.step).ceil() * self.step);
        Axis { low, high, ..self }
    }

    /// Returns an axis over counts: ticks at whole numbers only, at each of them while they are few.
    pub(super) fn counts(low: f64, high: f64) -> Axis {
        let most = if high - low < 21.0 && high.abs() < 1000.0 { 21 } else { 12 };
        let axis = Axis::over(low, high, most);
        Axis { step: axis.step.max(1.0), ..axis }
    }

    /// Returns an axis over values, as counts if all are whole.
    pub(super) fn of(mut values: impl Iterator<Item = f64> + Clone, margin: f64) -> Axis {
        let (low, high) = range(values.clone());
        let (low, high) = (low - margin, high + margin);
        if values.all(|x| x.fract() == 0.0) { Axis::counts(low, high) } else { Axis::over(low, high, 12) }
    }

    /// Limits the axis to the range of shares and shows percentages.
    pub(super) fn of_shares(self) -> Axis {
        Axis { low: self.low.max(0.0), high: self.high.min(1.0), unit: AxisUnit::Percent, ..self }
    }

    /// Shows the values of the axis as percentages.
    pub(super) fn percent(self) -> Axis {
        Axis { unit: AxisUnit::Percent, ..self }
    }

    /// Shows the values of the axis as differences in percentage points.
    pub(super) fn points(self) -> Axis {
        Axis { unit: AxisUnit::Points, ..self }
    }

    /// Returns the position of a value between the ends, from 0 to 1.
    pub(super) fn share(&self, value: f64) -> f64 {
        (value - self.low) / (self.high - self.low)
    }

    /// Returns the ticks within the range.
    pub(super) fn ticks(&self) -> Vec<f64> {
        // A small tolerance keeps the ticks at both ends in spite of rounding.
        let first = (self.low / self.step - 1e-6).ceil();
        let last = (self.high / self.step + 1e-6).floor();
        let count = if first <= last { (last - first).min(1000.0) as usize + 1 } else { 0 };
        (0..count).map(|i| (first + i as f64) * self.step).collect()
    }

    /// Returns `n` such that every `n`-th tick has room for its label on an axis of this length.
    pub(super) fn every(&self, length: f64) -> usize {
        const GAP: f64 = 10.0;
        let ticks = self.ticks();
        let widest = ticks.iter().map(|tick| font::width(&self.label(*tick), SMALL, false)).fold(0.0, f64::max);
        let pitch = self.step / (self.high - self.low) * length;
        if pitch > 0.0 { (((widest + GAP) / pitch).ceil() as usize).max(1) } else { 1 }
    }

    /// Formats a value with more digits than the ticks.
    pub(super) fn fine_label(&self, value: f64) -> String {
        let fine = Axis { step: self.step / 100.0, ..self.clone() };
        fine.label(value)
    }

    /// Widens a range to at least `span`, symmetrically.
    pub(super) fn at_least(low: f64, high: f64, span: f64) -> (f64, f64) {
        let short = (span - (high - low)).max(0.0) / 2.0;
        (low - short, high + short)
    }

    /// Formats the label of a tick.
    pub(super) fn label(&self, value: f64) -> String {
        let factor = if self.unit == AxisUnit::Number { 1.0 } else { 100.0 };
        let decimals = (-((self.step * factor).log10() + 1e-9).floor()).clamp(0.0, 20.0) as usize;
        let text = number(value * factor, decimals);
        match self.unit {
            AxisUnit::Number => text,
            AxisUnit::Percent => text + "%",
            AxisUnit::Points if value > self.step / 2.0 => format!("+{text}"),
            AxisUnit::Points => text,
        }
    }
}

/// Returns the room around a single value.
fn spread(value: f64) -> f64 {
    if value == 0.0 { 1.0 } else { value.abs() * 0.1 }
}

/// Rounds a step up to 1, 2 or 5 times a power of ten.
fn round_step(raw: f64) -> f64 {
    let power = 10f64.powf(raw.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|step| *step >= raw * (1.0 - 1e-9)).unwrap_or(raw)
}

/// Formats a number with `decimals` decimals, thousands separators and a minus sign; very large or small ones have an
/// exponent.
pub(super) fn number(value: f64, decimals: usize) -> String {
    if value.abs() >= 1e15 || decimals > 8 {
        return format!("{value:.3e}").replace('-', "−");
    }
    let text = format!("{:.decimals$}", value.abs());
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut grouped = String::new();
    for (i, c) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) && whole.len() > 4 {
            grouped.push(',');
        }
        grouped.push(c);
    }
    let negative = value < 0.0 && text.contains(|c: char| ('1'..='9').contains(&c));
    format!("{}{grouped}{rest}", if negative { "−" } else { "" })
}

/// The rectangle that two axes span on the page.
pub(super) struct Plot {
    pub bounds: Bounds,
    pub x: Axis,
    pub y: Axis,
}

impl Plot {
    /// Draws grid, ticks and axis titles below the current content of the scene.
    pub(super) fn new(scene: &mut Scene, height: f64, (x, x_title): (Axis, &str), (y, y_title): (Axis, &str)) -> Plot {
        let label_room = y.ticks().iter().map(|t| font::width(&y.label(*t), SMALL, false)).fold(0.0, f64::max);
        heading(scene, y_title);
        let top = scene.bottom + 16.0;
        let left = MARGIN + label_room + 10.0;
        let bounds = Bounds { left, top, right: scene.width - MARGIN - 16.0, bottom: top + height };
        let plot = Plot { bounds, x, y };
        plot.grid(scene);
        scene.bottom = bounds.bottom + 8.0 + SMALL * LEADING;
        for line in font::wrap(x_title, BODY, false, bounds.right - bounds.left) {
            let at = ((bounds.left + bounds.right) / 2.0, scene.bottom + BODY * LEADING / 2.0);
            scene.text(Text::new(at, line).side(Side::Middle).colour(SOFT_INK));
            scene.bottom += BODY * LEADING;
        }
        scene.bottom += 8.0;
        plot
    }

    /// Returns the place of a pair of values.
    pub(super) fn at(&self, (x, y): Point) -> Point {
        let Bounds { left, right, top, bottom } = self.bounds;
        (left + self.x.share(x) * (right - left), bottom - self.y.share(y) * (bottom - top))
    }

    fn grid(&self, scene: &mut Scene) {
        let Bounds { left, right, top, bottom } = self.bounds;
        for tick in self.y.ticks() {
            let y = self.at((self.x.low, tick)).1;
            scene.line(vec![(left, y), (right, y)], 1.0, GRID);
            scene.text(tick_label((left - 10.0, y), self.y.label(tick)).side(Side::End));
        }
        let ticks = self.x.ticks();
        let widest = ticks.iter().map(|tick| font::width(&self.x.label(*tick), SMALL, false)).fold(0.0, f64::max);
        let fitting = ((right - left) / (widest + 10.0)).max(1.0);
        let every = (ticks.len() as f64 / fitting).ceil() as usize;
        for (i, tick) in ticks.into_iter().enumerate() {
            let x = self.at((tick, self.y.low)).0;
            scene.line(vec![(x, top), (x, bottom + 6.0)], 1.0, GRID);
            if !i.is_multiple_of(every) {
                continue;
            }
            scene.text(tick_label((x, bottom + 10.0 + SMALL / 2.0), self.x.label(tick)).side(Side::Middle));
        }
        scene.line(vec![(left, bottom), (right, bottom)], 1.5, AXIS);
    }
}

fn tick_label(at: Point, words: String) -> Text {
    Text::new(at, words).em(SMALL).colour(SOFT_INK)
}

/// Draws the title of the vertical axis horizontally above the axis, for easy reading.
fn heading(scene: &mut Scene, words: &str) {
    for line in font::wrap(words, BODY, false, scene.width - 2.0 * MARGIN) {
        let at = (MARGIN, scene.bottom + BODY * LEADING / 2.0);
        scene.text(Text::new(at, line).colour(SOFT_INK));
        scene.bottom += BODY * LEADING;
    }
}

/// Width of a swatch in a legend, with its distance from the name.
const SWATCH: f64 = 46.0;
/// Distance between columns of a legend.
const GAP: f64 = 26.0;

/// The sample next to a name.
pub(super) enum Swatch {
    Block(Colour),
    /// Line and marker of the series with this index.
    Line(usize),
    Dot(Colour, f64),
}

/// Draws swatches and names in rows; the scene grows by their height.
pub(super) fn legend(scene: &mut Scene, entries: &[(Swatch, String)]) {
    let room = scene.width - 2.0 * MARGIN;
    let names: Vec<_> = entries.iter().map(|(_, name)| font::wrap(name, SMALL, false, room - SWATCH)).collect();
    let widest = names.iter().flatten().map(|line| font::width(line, SMALL, false)).fold(0.0, f64::max);
    let pitch = SWATCH + widest + GAP;
    let columns = (((room + GAP) / pitch) as usize).clamp(1, entries.len().max(1));
    for (row, names) in entries.chunks(columns).zip(names.chunks(columns)) {
        let top = scene.bottom + SMALL * LEADING / 2.0;
        for (column, ((swatch, _), name)) in row.iter().zip(names).enumerate() {
            let left = MARGIN + column as f64 * pitch;
            sample(scene, (left, top), swatch);
            for (i, line) in name.iter().enumerate() {
                scene.text(Text::new((left + SWATCH, top + i as f64 * SMALL * LEADING), line.as_str()).em(SMALL));
            }
        }
        let most = names.iter().map(Vec::len).max().unwrap_or(1).max(1);
        scene.bottom += most as f64 * SMALL * LEADING + 5.0;
    }
}

fn sample(scene: &mut Scene, (left, middle): Point, swatch: &Swatch) {
    let centre = (left + 18.0, middle);
    match swatch {
        Swatch::Block(colour) => scene.area((left + 8.0, middle - 8.0), (28.0, 16.0), *colour),
        Swatch::Line(index) => {
            stroke(scene, &[(left, middle), (left + 36.0, middle)], *index);
            marker(scene, centre, *index);
        }
        Swatch::Dot(colour, radius) => scene.disc(centre, *radius, *colour),
    }
}

/// Sizes of series: the width of a line, the radius of a marker, the length of a dash.
const STROKE: f64 = 2.5;
const RADIUS: f64 = 5.5;
const DASH: f64 = 9.0;
/// Least distance between markers on one line.
const SPACING: f64 = 16.0;

/// Draws each series as a line with markers.
pub(super) fn curves(scene: &mut Scene, plot: &Plot, series: &[Series]) {
    for (index, series) in series.iter().enumerate() {
        let points: Vec<Point> = series.points.iter().map(|point| plot.at(*point)).collect();
        stroke(scene, &points, index);
        for (at, value) in points.iter().zip(&series.points) {
            scene.point_tip(*at, format!("{} at {}: {}", series.name, value.0, plot.y.fine_label(value.1)));
        }
        let length = points.last().map_or(0.0, |last| last.0 - points[0].0);
        let pitch = length / points.len().saturating_sub(1).max(1) as f64;
        let every = if pitch > 0.0 { (SPACING / pitch).ceil() as usize } else { 1 };
        // Lines that run together show their markers in turn.
        let floor = plot.bounds.bottom - 3.0;
        for (i, point) in points.iter().enumerate().filter(|(i, _)| (i + index).is_multiple_of(every)) {
            // Along the axis, where all lines end, markers would overlap.
            if point.1 < floor || points[..i].iter().all(|earlier| earlier.1 < floor) {
                marker(scene, *point, index);
            }
        }
    }
}

/// Draws a line in the style of a series.
pub(super) fn stroke(scene: &mut Scene, points: &[Point], index: usize) {
    let colour = style::series(index);
    if !style::dashed(index) {
        return scene.line(points.to_vec(), STROKE, colour);
    }
    for dash in dashes(points) {
        scene.line(dash, STROKE, colour);
    }
}

/// Returns every other stretch of a path.
fn dashes(points: &[Point]) -> Vec<Vec<Point>> {
    let mut dashes = Vec::new();
    let (mut left, mut on) = (DASH, true);
    let mut dash: Vec<Point> = points.first().copied().into_iter().collect();
    for pair in points.windows(2) {
        let (mut from, to) = (pair[0], pair[1]);
        let mut length = (to.0 - from.0).hypot(to.1 - from.1);
        while length > left {
            let share = left / length;
            from = (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share);
            length -= left;
            dash.push(from);
            if on {
                dashes.push(dash);
            }
            dash = vec![from];
            (left, on) = (DASH, !on);
        }
        left -= length;
        dash.push(to);
    }
    if on {
        dashes.push(dash);
    }
    dashes
}

/// Draws the marker of a series, hollow if an earlier series has the same colour.
pub(super) fn marker(scene: &mut Scene, centre: Point, index: usize) {
    shape(scene, centre, index, RADIUS, style::series(index));
    if style::dashed(index) {
        shape(scene, centre, index, RADIUS - 2.5, PAPER);
    }
}

fn shape(scene: &mut Scene, (x, y): Point, index: usize, radius: f64, fill: Colour) {
    let corners: &[Point] = match index % 5 {
        0 => return scene.disc((x, y), radius, fill),
        1 => &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
        2 => &[(0.0, -1.3), (1.2, 0.85), (-1.2, 0.85)],
        3 => &[(0.0, -1.35), (1.35, 0.0), (0.0, 1.35), (-1.35, 0.0)],
        _ => &[(0.0, 1.3), (1.2, -0.85), (-1.2, -0.85)],
    };
    let points = corners.iter().map(|(dx, dy)| (x + dx * radius, y + dy * radius)).collect();
    scene.marks.push(Mark::Polygon { points, fill });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within() {
        assert_eq!(Axis::over(0.0, 7.0, 8).ticks().len(), 8);
        assert_eq!(Axis::counts(0.0, 3.0).ticks(), [0.0, 1.0, 2.0, 3.0]);
        let axis = Axis::over(0.0, 0.234, 6).rounded().percent();
        let labels: Vec<_> = axis.ticks().iter().map(|t| axis.label(*t)).collect();
        assert_eq!(labels, ["0%", "5%", "10%", "15%", "20%", "25%"]);
        let axis = Axis::over(-0.1, 0.1, 4).rounded().points();
        let labels: Vec<_> = axis.ticks().iter().map(|t| axis.label(*t)).collect();
        assert_eq!(labels, ["−10", "−5", "0", "+5", "+10"]);
    }

    #[test]
    fn a_single_value_still_spans_an_axis() {
        for value in [0.0, 5.0, -3.0, 1e9, 1e-9, 1e300] {
            let axis = Axis::over(value, value, 5).rounded();
            assert!(axis.low < value && value < axis.high && !axis.ticks().is_empty(), "{value}: {axis:?}");
        }
    }

    #[test]
    fn numbers_are_tidy() {
        let tidy = [(0.0, 0), (-0.001, 2), (1234.5, 1), (12345.0, 0), (-1234567.25, 2), (1e18, 0)];
        let texts: Vec<_> = tidy.into_iter().map(|(value, decimals)| number(value, decimals)).collect();
        assert_eq!(texts, ["0", "0.00", "1234.5", "12,345", "−1,234,567.25", "1.000e18"]);
    }

    #[test]
    fn dashes_cover_half_of_a_path() {
        let path = [(0.0, 0.0), (30.0, 40.0), (130.0, 40.0)];
        let length = |path: &[Point]| path.windows(2).map(|p| (p[1].0 - p[0].0).hypot(p[1].1 - p[0].1)).sum::<f64>();
        let dashed: f64 = dashes(&path).iter().map(|dash| length(dash)).sum();
        assert!((dashed - length(&path) / 2.0).abs() <= DASH, "{dashed}");
        assert!(dashes(&[]).concat().is_empty() && dashes(&path[..1]).concat().len() == 1);
    }
}
