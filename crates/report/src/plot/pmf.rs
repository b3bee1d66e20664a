//! Probability mass functions: bars side by side if few and wide enough, otherwise lines.

use super::PlotError;
use super::axis::{Axis, Plot};
use super::font;
use super::legend::{Swatch, legend};
use super::lines;
use super::scene::{Point, Scene, Side, Text};
use super::source::{Series, Source, notes, range};
use super::style::{self, SMALL, TINY};

const HEIGHT: f64 = 400.0;
/// Height for a few bars.
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

/// Lays out columns series, x and y.
pub(super) fn lay_out(source: &Source<'_>, columns: [&str; 3], x_title: &str) -> Result<Scene, PlotError> {
    let (mut series, more) = source.series(columns)?;
    let rare = trim(&mut series);
    let xs = || series.iter().flat_map(|series| &series.points).map(|point| point.0);
    let gap = smallest_gap(xs().collect());
    let x = Axis::of(xs(), gap * 0.6);
    let top = range(series.iter().flat_map(|series| &series.points).map(|point| point.1)).1;
    let y = Axis::over(0.0, if top > 0.0 { top * 1.08 } else { 1.0 }, 6).rounded().of_shares();

    let mut scene = source.scene();
    let values: std::collections::BTreeSet<u64> = xs().map(f64::to_bits).collect();
    let height = if values.len() <= FEW { LOW } else { HEIGHT };
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

/// Draws the outline of each series' bars: a level stretch for each value.
fn steps(scene: &mut Scene, plot: &Plot, series: &[Series], gap: f64) {
    for (index, series) in series.iter().enumerate() {
        let level = |(x, y): &Point| [(x - gap / 2.0, *y), (x + gap / 2.0, *y)];
        let points: Vec<Point> = series.points.iter().flat_map(level).map(|point| plot.at(point)).collect();
        lines::stroke(scene, &points, index);
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
