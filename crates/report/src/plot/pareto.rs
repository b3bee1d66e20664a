//! Trade-offs: all points, with the names of those that no other point beats in every measure.

use std::collections::BTreeMap;

use super::PlotError;
use super::axis::{Axis, Plot};
use super::font;
use super::labels::{self, Dot, Wish};
use super::legend::{Swatch, legend};
use super::scene::{Bounds, Point, Scene, Side, Text};
use super::source::{Source, notes, range};
use super::style::{self, AXIS, FAINT, LEADING, PAPER, SMALL};

const HEIGHT: f64 = 600.0;
const DOT: f64 = 5.0;
const LARGEST: f64 = 12.0;
/// Room for a label before it breaks into lines.
const LABEL: f64 = 190.0;
/// Most lines of a joined label of points in one place.
const MOST_LINES: usize = 3;

/// The names of the points that share a place on the page.
type Groups<'a> = BTreeMap<(i64, i64), Vec<&'a str>>;

/// Lays out columns x, y, label and front under titles for x and y.
pub(super) fn lay_out(
    source: &Source<'_>,
    [x, y, label, front]: [&str; 4],
    [x_title, y_title]: [&str; 2],
) -> Result<Scene, PlotError> {
    let (names, flags) = (source.texts(label)?, source.flags(front)?);
    let pairs = source.numbers(x)?.into_iter().zip(source.numbers(y)?);
    let points: Vec<(Point, &str, bool)> = (pairs.zip(names).zip(flags))
        .filter_map(|((pair, name), front)| Some(((pair.0?, pair.1?), name.as_str(), (*front)?)))
        .collect();
    if points.is_empty() {
        return Err(source.nothing(y));
    }
    let axis = |values: &mut dyn Iterator<Item = f64>, ticks| {
        let (low, high) = range(values);
        let room = (high - low) * 0.05;
        Axis::over(low - room, high + room, ticks)
    };
    let xs = axis(&mut points.iter().map(|point| point.0.0), 10);
    let ys = axis(&mut points.iter().map(|point| point.0.1), 8);
    let mut scene = source.scene();
    let plot = Plot::new(&mut scene, HEIGHT, (xs, x_title), (ys, y_title));
    let [rest, front] = [false, true].map(|wanted| group(&plot, &points, wanted));
    let dropped = points_and_labels(&mut scene, &plot, &rest, &front);
    key(&mut scene, &rest, &front);
    notes(&mut scene, [dropped]);
    Ok(scene)
}

/// Groups points by their place on the page, in whole pixels.
fn group<'a>(plot: &Plot, points: &[(Point, &'a str, bool)], front: bool) -> Groups<'a> {
    let mut groups = Groups::new();
    for (point, name, _) in points.iter().filter(|point| point.2 == front) {
        let (x, y) = plot.at(*point);
        groups.entry((x.round() as i64, y.round() as i64)).or_default().push(name);
    }
    groups
}

fn dots(groups: &Groups<'_>) -> Vec<Dot> {
    let radius = |count: usize| (DOT + 1.5 * ((count as f64).sqrt() - 1.0)).min(LARGEST);
    groups.iter().map(|((x, y), names)| Dot { at: (*x as f64, *y as f64), radius: radius(names.len()) }).collect()
}

/// Draws all points and labels inside the plot; returns a note if labels found no room.
fn points_and_labels(scene: &mut Scene, plot: &Plot, rest: &Groups<'_>, front: &Groups<'_>) -> Option<String> {
    let (faint, solid) = (dots(rest), dots(front));
    let words: Vec<Vec<String>> = front.values().map(|names| words(names)).collect();
    let wishes: Vec<Wish> =
        solid.iter().zip(&words).map(|(dot, lines)| Wish { dot: *dot, size: size(lines) }).collect();
    let places = labels::place(&plot.bounds, &wishes, &faint);
    for place in places.iter().flatten() {
        let Bounds { left, top, right, bottom } = place.bounds;
        scene.area((left, top), (right - left, bottom - top), PAPER);
    }
    for dot in &faint {
        scene.disc(dot.at, dot.radius, FAINT);
    }
    for leader in places.iter().flatten().filter_map(|place| place.leader) {
        scene.line(vec![leader.0, leader.1], 1.0, AXIS);
    }
    for dot in &solid {
        scene.disc(dot.at, dot.radius + 2.5, PAPER);
        scene.disc(dot.at, dot.radius + 1.0, style::series(0));
    }
    for ((place, lines), dot) in places.iter().zip(&words).zip(&solid) {
        if let Some(place) = place {
            label(scene, &place.bounds, lines, dot);
        }
    }
    let dropped = places.iter().filter(|place| place.is_none()).count();
    (dropped > 0).then(|| format!("{dropped} of {} labels found no room; the table names all.", places.len()))
}

/// Writes a label so that its lines end towards its point.
fn label(scene: &mut Scene, bounds: &Bounds, lines: &[String], dot: &Dot) {
    let (middle, quarter) = ((bounds.left + bounds.right) / 2.0, (bounds.right - bounds.left) / 4.0);
    let (x, side) = if middle > dot.at.0 + quarter {
        (bounds.left + 2.0, Side::Start)
    } else if middle < dot.at.0 - quarter {
        (bounds.right - 2.0, Side::End)
    } else {
        (middle, Side::Middle)
    };
    for (i, line) in lines.iter().enumerate() {
        let y = bounds.top + (i as f64 + 0.5) * SMALL * LEADING;
        scene.text(Text::new((x, y), line.as_str()).em(SMALL).side(side));
    }
}

/// Returns the label of a place: all its names, or the first and the number of others.
fn words(names: &[&str]) -> Vec<String> {
    let all = font::balance(&names.join(", "), SMALL, false, LABEL);
    if names.len() == 1 || all.len() <= MOST_LINES {
        return all;
    }
    font::balance(&format!("{} +{} more", names[0], names.len() - 1), SMALL, false, LABEL)
}

fn size(lines: &[String]) -> Point {
    let wide = lines.iter().map(|line| font::width(line, SMALL, false)).fold(0.0, f64::max);
    (wide + 4.0, lines.len() as f64 * SMALL * LEADING)
}

fn key(scene: &mut Scene, rest: &Groups<'_>, front: &Groups<'_>) {
    let mut entries = Vec::new();
    if !front.is_empty() {
        entries.push((Swatch::Dot(style::series(0), DOT + 1.0), "on the front".to_owned()));
    }
    if !rest.is_empty() {
        entries.push((Swatch::Dot(FAINT, DOT), "beaten by another".to_owned()));
    }
    if rest.values().chain(front.values()).any(|names| names.len() > 1) {
        entries.push((Swatch::Dot(FAINT, LARGEST - 2.0), "larger: several in one place".to_owned()));
    }
    legend(scene, &entries);
}
