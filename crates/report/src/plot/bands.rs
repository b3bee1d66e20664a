//! Response curves: values over a number, each series with a band of its intervals.

use super::PlotError;
use super::axis::{Axis, Plot};
use super::legend::{Swatch, legend};
use super::lines;
use super::scene::{Mark, Point, Scene};
use super::source::{Source, notes, range};
use super::style::{self};
use std::collections::BTreeMap;

const HEIGHT: f64 = 440.0;
/// Share of a series' colour in its band, and along the edges of the band.
const BAND: f64 = 0.16;
const EDGE: f64 = 0.55;

/// Least span of an axis of shares, and of other values as a share of the largest.
const LEAST_SHARE: f64 = 0.2;
const LEAST_PART: f64 = 0.2;

/// Low and high ends of a series' intervals by the bits of x.
type Ends = BTreeMap<u64, (f64, f64)>;

/// Lays out columns series, x, y and interval under titles for x and y; with `share` the y axis is in percent.
pub(super) fn lay_out(
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
    let plot = Plot::new(&mut scene, HEIGHT, (Axis::of(xs(), margin), x_title), (y, y_title));
    for (index, (series, ends)) in all.iter().zip(&drawn).enumerate() {
        let Some(ends) = ends else { continue };
        band(&mut scene, &plot, &series.points, ends, index);
    }
    lines::curves(&mut scene, &plot, &all);
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
