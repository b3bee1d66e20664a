//! Curves of shares: a chance over a number, such as the chance of still standing after `n` attacks.

use super::PlotError;
use super::axis::{Axis, Plot};
use super::legend::{Swatch, legend};
use super::lines;
use super::scene::Scene;
use super::source::{Source, notes, range};

const HEIGHT: f64 = 440.0;

/// Lays out columns series, x and y under titles for x and y.
pub(super) fn lay_out(
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
    let plot = Plot::new(&mut scene, HEIGHT, (x, x_title), (y, y_title));
    lines::curves(&mut scene, &plot, &series);
    if series.len() > 1 {
        let entries: Vec<_> =
            series.iter().enumerate().map(|(i, series)| (Swatch::Line(i), series.name.clone())).collect();
        legend(&mut scene, &entries);
    }
    notes(&mut scene, [more]);
    Ok(scene)
}
