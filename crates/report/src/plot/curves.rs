//! Figures over a number axis: probability mass functions, curves of shares, and response curves with bands.

use super::chart::{self, Axis, Plot, Swatch, legend};
use super::font;
use super::scene::{Mark, Point, Scene, Side, Text};
use super::style::{self, SMALL, TINY};
use super::{PlotError, Series, Source, notes, range};
use std::collections::{BTreeMap, BTreeSet};

/// Height of a probability mass function, and its height for a few bars.
const PMF_HEIGHT: f64 = 400.0;
const LOW: f64 = 220.0;
/// Most values of a low figure.
const FEW: usize = 3;
/// Most series that are drawn as bars.
const MOST_BARRED: usize = 4;
/// Least width of a bar; narrower bars become lines.
const NARROWEST: f64 = 5.0;
const WIDEST: f64 = 96.0;
/// Least chance of a value at either end; values rarer than this in every series are not drawn.
const RAREST: f64 = 1e-4;

/// Lays out probability mass functions from columns series, x and y: bars side by side if few and wide enough, otherwise
/// lines.
pub(super) fn pmf(source: &Source<'_>, columns: [&str; 3], x_title: &str) -> Result<Scene, PlotError> {
    let (mut series, more) = source.series(columns)?;
    let rare = trim(&mut series);
    let xs = || series.iter().flat_map(|series| &series.points).map(|point| point.0);
    let gap = smallest_gap(xs().collect());
    let x = Axis::of(xs(), gap * 0.6);
    let top = range(series.iter().flat_map(|series| &series.points).map(|point| point.1)).1;
    let y = Axis::over(0.0, if top > 0.0 { top * 1.08 } else { 1.0 }, 6).rounded().of_shares();

    let mut scene = source.scene();
    let values: BTreeSet<u64> = xs().map(f64::to_bits).collect();
    let height = if values.len() <= FEW { LOW } else { PMF_HEIGHT };
    let plot = Plot::new(&mut scene, height, (x, x_title), (y, "Chance"));
    let slot = plot.at((gap, 0.0)).0 - plot.at((0.0, 0.0)).0;
    let bar = (slot * 0.84 / series.len() as f64).min(WIDEST);
    let barred = series.len() <= MOST_BARRED && bar >= NARROWEST;
    if barred {
        bars(&mut scene, &plot, &series, bar);
        tips(&mut scene, &plot, &series);
    } else {
        steps(&mut scene, &plot, &series, gap);
    }
    if series.len() > 1 {
        let swatch = |i| if barred { Swatch::Block(style::series(i)) } else { Swatch::Line(i) };
        let entries: Vec<_> = series.iter().enumerate().map(|(i, series)| (swatch(i), series.name.clone())).collect();
        legend(&mut scene, &entries);
    }
    notes(&mut scene, [more, rare]);
    Ok(scene)
}

/// Draws the outline of each series' bars: a level stretch for each value, and none between values that are further apart.
fn steps(scene: &mut Scene, plot: &Plot, series: &[Series], gap: f64) {
    for (index, series) in series.iter().enumerate() {
        let mut points: Vec<Point> = Vec::new();
        for (x, y) in &series.points {
            let (left, right) = (x - gap / 2.0, x + gap / 2.0);
            // The neighbour before this value ends at its left edge.
            if points.pop_if(|(end, _)| left - *end < gap / 4.0).is_none() {
                points.push((left, 0.0));
            }
            points.extend([(left, *y), (right, *y), (right, 0.0)]);
        }
        let points: Vec<Point> = points.into_iter().map(|point| plot.at(point)).collect();
        chart::stroke(scene, &points, index);
    }
    tips(scene, plot, series);
}

/// Adds the text that each value of each series shows under a pointer.
fn tips(scene: &mut Scene, plot: &Plot, series: &[Series]) {
    for series in series {
        for (x, y) in &series.points {
            scene.point_tip(plot.at((*x, *y)), format!("{}, {x}: {}", series.name, percent(*y)));
        }
    }
}

/// Drops the values at both ends that are rarer than `RAREST` in every series; returns a note if it drops any.
fn trim(series: &mut [Series]) -> Option<String> {
    let common = series.iter().flat_map(|series| &series.points).filter(|point| point.1 >= RAREST).map(|point| point.0);
    let kept = common.map(|x| (x, x)).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))?;
    let (mut all, mut left) = (0, 0);
    for series in series {
        all += series.points.iter().filter(|point| point.1 > 0.0).count();
        series.points.retain(|point| kept.0 <= point.0 && point.0 <= kept.1);
        left += series.points.iter().filter(|point| point.1 > 0.0).count();
    }
    (left < all).then(|| "Values at either end that are rarer than 0.01% in every series are not drawn.".to_owned())
}

fn smallest_gap(mut xs: Vec<f64>) -> f64 {
    xs.sort_by(f64::total_cmp);
    xs.dedup();
    xs.windows(2).map(|pair| pair[1] - pair[0]).reduce(f64::min).unwrap_or(1.0)
}

fn bars(scene: &mut Scene, plot: &Plot, series: &[Series], bar: f64) {
    let words: Vec<Vec<String>> =
        series.iter().map(|series| series.points.iter().map(|point| percent(point.1)).collect()).collect();
    let fits = |em: f64| words.iter().flatten().all(|words| font::width(words, em, false) <= bar);
    let em = [SMALL, TINY].into_iter().find(|em| fits(*em));
    for (index, series) in series.iter().enumerate() {
        let shift = (index as f64 - words.len() as f64 / 2.0) * bar;
        for ((x, y), words) in series.points.iter().zip(&words[index]) {
            let (middle, top) = plot.at((*x, y.max(0.0)));
            // A thin gap separates neighbouring bars.
            let inset = if bar > 12.0 { 1.0 } else { 0.0 };
            let left = middle + shift + inset;
            scene.area((left, top), (bar - 2.0 * inset, plot.bounds.bottom - top), style::series(index));
            if let Some(em) = em.filter(|_| *y > 0.0) {
                let at = (middle + shift + bar / 2.0, top - em * 0.75);
                scene.text(Text::new(at, words.as_str()).em(em).side(Side::Middle));
            }
        }
    }
}

fn percent(share: f64) -> String {
    if share < 0.0005 { "<0.1%".to_owned() } else { format!("{:.1}%", share * 100.0) }
}

/// Height of curves.
const CURVE_HEIGHT: f64 = 440.0;

/// Lays out curves of shares, such as the chance of still standing after `n` attacks, from columns series, x and y under
/// titles for x and y.
pub(super) fn shares(
    source: &Source<'_>,
    columns: [&str; 3],
    [x_title, y_title]: [&str; 2],
) -> Result<Scene, PlotError> {
    let (series, more) = source.series(columns)?;
    let xs = || series.iter().flat_map(|series| &series.points).map(|point| point.0);
    let (low, high) = range(xs());
    let margin = if low < high { (high - low) * 0.015 } else { 1.0 };
    let x = Axis::of(xs(), margin);
    let y = Axis::over(0.0, 1.0, 6).percent();

    let mut scene = source.scene();
    let plot = Plot::new(&mut scene, CURVE_HEIGHT, (x, x_title), (y, y_title));
    chart::curves(&mut scene, &plot, &series);
    if series.len() > 1 {
        let entries: Vec<_> =
            series.iter().enumerate().map(|(i, series)| (Swatch::Line(i), series.name.clone())).collect();
        legend(&mut scene, &entries);
    }
    notes(&mut scene, [more]);
    Ok(scene)
}

/// Share of a series' colour in its band, and along the edges of the band.
const BAND: f64 = 0.16;
const EDGE: f64 = 0.55;

/// Least span of an axis of shares, and of other values as a share of the largest.
const LEAST_SHARE: f64 = 0.2;
const LEAST_PART: f64 = 0.2;

/// Low and high ends of a series' intervals by the bits of x.
type Ends = BTreeMap<u64, (f64, f64)>;

/// Lays out response curves, each with a band of its intervals, from columns series, x, y and interval under titles for x
/// and y; with `share` the y axis is in percent.
pub(super) fn bands(
    source: &Source<'_>,
    [series, x, y, interval]: [&str; 4],
    [x_title, y_title]: [&str; 2],
    share: bool,
) -> Result<Scene, PlotError> {
    let (all, more) = source.series([series, x, y])?;
    let ends = ends(source, [series, x, interval])?;
    let drawn: Vec<Option<&Ends>> = all.iter().map(|series| ends.get(series.name.as_str())).collect();
    let values = || {
        let bands = drawn.iter().flatten().flat_map(|ends| ends.values()).flat_map(|(low, high)| [*low, *high]);
        all.iter().flat_map(|series| &series.points).map(|point| point.1).chain(bands)
    };
    let xs = || all.iter().flat_map(|series| &series.points).map(|point| point.0);
    let (low, high) = range(xs());
    let margin = if low < high { (high - low) * 0.015 } else { 1.0 };
    let (bottom, top) = range(values());
    // A least span keeps noise from looking like a trend.
    let least = if share { LEAST_SHARE } else { LEAST_PART * bottom.abs().max(top.abs()) };
    let (bottom, top) = Axis::at_least(bottom, top, least);
    let y = Axis::over(bottom, top, 6).rounded();
    // No chance lies beyond 100%.
    let y = if share { y.of_shares() } else { y };
    let mut scene = source.scene();
    let plot = Plot::new(&mut scene, CURVE_HEIGHT, (Axis::of(xs(), margin), x_title), (y, y_title));
    for (index, (series, ends)) in all.iter().zip(&drawn).enumerate() {
        let Some(ends) = ends else { continue };
        band(&mut scene, &plot, &series.points, ends, index);
    }
    chart::curves(&mut scene, &plot, &all);
    if all.len() > 1 {
        // A series without a name is named after the y axis.
        let name = |name: &str| if name.is_empty() { y_title.to_owned() } else { name.to_owned() };
        let named = all.iter().enumerate().map(|(i, series)| (Swatch::Line(i), name(&series.name)));
        legend(&mut scene, &named.collect::<Vec<_>>());
    }
    notes(&mut scene, [Some("Bands are 95% intervals.".to_owned()), more]);
    Ok(scene)
}

/// Returns the intervals of every series.
fn ends<'a>(source: &Source<'a>, [series, x, interval]: [&str; 3]) -> Result<BTreeMap<&'a str, Ends>, PlotError> {
    let mut all: BTreeMap<&str, Ends> = BTreeMap::new();
    let rows = source.texts(series)?.iter().zip(source.numbers(x)?).zip(source.intervals(interval)?);
    for ((name, x), interval) in rows {
        if let (Some(x), Some(interval)) = (x, interval) {
            all.entry(name).or_default().insert(x.to_bits(), interval);
        }
    }
    Ok(all)
}

/// Draws the area between the ends, from left to right below and back above; a single point becomes a line.
fn band(scene: &mut Scene, plot: &Plot, points: &[Point], ends: &Ends, index: usize) {
    let known: Vec<(f64, (f64, f64))> =
        points.iter().filter_map(|point| Some((point.0, *ends.get(&point.0.to_bits())?))).collect();
    let at = |x: f64, end: f64| plot.at((x, end.clamp(plot.y.low, plot.y.high)));
    let low: Vec<Point> = known.iter().map(|(x, ends)| at(*x, ends.0)).collect();
    let high: Vec<Point> = known.iter().map(|(x, ends)| at(*x, ends.1)).collect();
    let [fill, edge] = [BAND, EDGE].map(|share| style::tint(style::series(index), share));
    match (low.as_slice(), high.as_slice()) {
        ([], _) => {}
        ([low], [high]) => scene.line(vec![*low, *high], 2.0, edge),
        _ => {
            let around = low.iter().chain(high.iter().rev()).copied().collect();
            scene.marks.push(Mark::Polygon { points: around, fill });
            scene.line(low, 1.0, edge);
            scene.line(high, 1.0, edge);
        }
    }
}
