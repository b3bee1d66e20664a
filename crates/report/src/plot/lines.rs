//! Lines with markers: colour, dash and shape distinguish the series.

use super::axis::Plot;
use super::scene::{Mark, Point, Scene};
use super::source::Series;
use super::style::{self, Colour, PAPER};

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
            scene.point_tip(*at, format!("{} at {}: {}", series.name, value.0, plot.y.told(value.1)));
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
    fn dashes_cover_half_of_a_path() {
        let path = [(0.0, 0.0), (30.0, 40.0), (130.0, 40.0)];
        let length = |path: &[Point]| path.windows(2).map(|p| (p[1].0 - p[0].0).hypot(p[1].1 - p[0].1)).sum::<f64>();
        let dashed: f64 = dashes(&path).iter().map(|dash| length(dash)).sum();
        assert!((dashed - length(&path) / 2.0).abs() <= DASH, "{dashed}");
        assert!(dashes(&[]).concat().is_empty() && dashes(&path[..1]).concat().len() == 1);
    }
}
