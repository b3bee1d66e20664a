//! Trade-offs: all points, with the names of those that no other point beats in every measure.
//!
//! Labels are placed greedily, so that no label covers another or an important point: each in turn takes the first free
//! place of rings around its point, near before far.

use super::chart::{Axis, Plot, Swatch, legend};
use super::font;
use super::scene::{Bounds, Point, Scene, Side, Text};
use super::style::{self, AXIS, FAINT, LEADING, PAPER, SMALL};
use super::{PlotError, Source, notes, range};
use std::collections::BTreeMap;

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
    let labels: Vec<LabelBox> =
        solid.iter().zip(&words).map(|(dot, lines)| LabelBox { dot: *dot, size: size(lines) }).collect();
    let places = place_labels(&plot.bounds, &labels, &faint);
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

/// A round point on the page.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Dot {
    at: Point,
    radius: f64,
}

/// A label to place: its point and the size of its text.
#[derive(Clone, Copy, Debug, PartialEq)]
struct LabelBox {
    dot: Dot,
    size: Point,
}

/// The place of a label, and the leader line to its point if the label is not next to the point.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Place {
    bounds: Bounds,
    leader: Option<(Point, Point)>,
}

/// Distances between a point and its label.
const RINGS: [f64; 9] = [4.0, 14.0, 26.0, 42.0, 62.0, 86.0, 114.0, 148.0, 190.0];
/// Labels this near need no leader.
const NEAR: f64 = 8.0;
/// Least distance of a label from the points of others, so that it is clear which point it names.
const CLEARANCE: f64 = 9.0;
/// Directions around a point, the easiest to read first.
const DIRECTIONS: [Point; 20] = [
    (1.0, 0.0),
    (1.0, -0.5),
    (1.0, 0.5),
    (0.0, -1.0),
    (0.0, 1.0),
    (-1.0, 0.0),
    (-1.0, -0.5),
    (-1.0, 0.5),
    (0.7, -1.0),
    (0.7, 1.0),
    (-0.7, -1.0),
    (-0.7, 1.0),
    (0.35, -1.0),
    (0.35, 1.0),
    (-0.35, -1.0),
    (-0.35, 1.0),
    (1.0, -1.0),
    (1.0, 1.0),
    (-1.0, -1.0),
    (-1.0, 1.0),
];

/// Number of attempts; each starts with the labels that found no room in the one before.
const ROUNDS: usize = 12;

/// Returns a place inside the frame for each label, or `None`. Labels avoid all other labels, their leaders and the
/// points of the labels; they avoid the faint points too while there is room.
fn place_labels(frame: &Bounds, labels: &[LabelBox], faint: &[Dot]) -> Vec<Option<Place>> {
    let mut order: Vec<usize> = (0..labels.len()).collect();
    let mut best = vec![None; labels.len()];
    for _ in 0..ROUNDS {
        let places = in_order(frame, labels, faint, &order);
        let found = |places: &[Option<Place>]| places.iter().flatten().count();
        order.sort_by_key(|i| places[*i].is_some());
        if found(&places) > found(&best) {
            best = places;
        }
        if found(&best) == labels.len() {
            break;
        }
    }
    best
}

fn in_order(frame: &Bounds, labels: &[LabelBox], faint: &[Dot], order: &[usize]) -> Vec<Option<Place>> {
    let mut placed: Vec<Place> = Vec::new();
    let solid: Vec<Dot> = labels.iter().map(|label| label.dot).collect();
    let free = |placed: &[Place], label: &LabelBox, place: &Place, faint: &[Dot]| {
        frame.holds(&place.bounds)
            && !faint.iter().chain([&label.dot]).any(|dot| touches(&place.bounds, dot, 1.0))
            && !solid.iter().any(|dot| *dot != label.dot && touches(&place.bounds, dot, CLEARANCE))
            && !solid.iter().any(|dot| *dot != label.dot && place.leader.is_some_and(|line| strikes(line, dot)))
            && !placed.iter().any(|other| collide(place, other))
    };
    let mut places = vec![None; labels.len()];
    for &i in order {
        let label = &labels[i];
        let find = |faint: &[Dot]| candidates(label).find(|place| free(&placed, label, place, faint));
        let found = find(faint).or_else(|| find(&[]));
        placed.extend(found);
        places[i] = found;
    }
    places
}

fn candidates(label: &LabelBox) -> impl Iterator<Item = Place> + '_ {
    RINGS.iter().flat_map(move |ring| DIRECTIONS.iter().map(move |direction| candidate(label, *ring, *direction)))
}

fn candidate(label: &LabelBox, ring: f64, (dx, dy): Point) -> Place {
    let ((x, y), (wide, high)) = (label.dot.at, label.size);
    let away = label.dot.radius + ring;
    let (cx, cy) = (x + dx * (away + wide / 2.0), y + dy * (away + high / 2.0));
    let (half_wide, half_high) = (wide / 2.0, high / 2.0);
    let bounds = Bounds { left: cx - half_wide, right: cx + half_wide, top: cy - half_high, bottom: cy + half_high };
    let end = (x.clamp(bounds.left, bounds.right), y.clamp(bounds.top, bounds.bottom));
    let length = (end.0 - x).hypot(end.1 - y);
    let leader = (length > label.dot.radius + NEAR).then(|| {
        let share = label.dot.radius / length;
        ((x + (end.0 - x) * share, y + (end.1 - y) * share), end)
    });
    Place { bounds, leader }
}

fn touches(bounds: &Bounds, dot: &Dot, margin: f64) -> bool {
    let (x, y) = dot.at;
    let (dx, dy) = (x - x.clamp(bounds.left, bounds.right), y - y.clamp(bounds.top, bounds.bottom));
    dx.hypot(dy) < dot.radius + margin
}

fn collide(a: &Place, b: &Place) -> bool {
    a.bounds.overlaps(&b.bounds)
        || a.leader.is_some_and(|line| enters(line, &b.bounds))
        || b.leader.is_some_and(|line| enters(line, &a.bounds))
        || matches!((a.leader, b.leader), (Some(a), Some(b)) if cross(a, b))
}

/// Returns true if a line passes through a dot.
fn strikes((from, to): (Point, Point), dot: &Dot) -> bool {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let along = (dot.at.0 - from.0) * dx + (dot.at.1 - from.1) * dy;
    let share = (along / (dx * dx + dy * dy).max(1e-9)).clamp(0.0, 1.0);
    (from.0 + dx * share - dot.at.0).hypot(from.1 + dy * share - dot.at.1) < dot.radius + 1.0
}

/// Returns true if a part of a line is inside the bounds.
fn enters(line: (Point, Point), bounds: &Bounds) -> bool {
    let inside = |(x, y): Point| bounds.left < x && x < bounds.right && bounds.top < y && y < bounds.bottom;
    let Bounds { left, right, top, bottom } = *bounds;
    let diagonals = [((left, top), (right, bottom)), ((left, bottom), (right, top))];
    inside(line.0) || inside(line.1) || diagonals.into_iter().any(|diagonal| cross(line, diagonal))
}

/// Returns true if two lines cross.
fn cross(a: (Point, Point), b: (Point, Point)) -> bool {
    let turn = |p: Point, q: Point, r: Point| (q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0);
    turn(a.0, a.1, b.0) * turn(a.0, a.1, b.1) < 0.0 && turn(b.0, b.1, a.0) * turn(b.0, b.1, a.1) < 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Bounds = Bounds { left: 0.0, top: 0.0, right: 900.0, bottom: 500.0 };

    /// Returns many points on a coarse grid, in a fixed but irregular order.
    fn crowd(count: usize) -> Vec<LabelBox> {
        let at = |i: usize| (60.0 + (i * 37 % 13) as f64 * 60.0, 40.0 + (i * 53 % 11) as f64 * 40.0);
        (0..count).map(|i| LabelBox { dot: Dot { at: at(i), radius: 6.0 }, size: (150.0, 20.0) }).collect()
    }

    #[test]
    fn labels_keep_off_one_another_and_off_points() {
        let labels = crowd(30);
        let places = place_labels(&FRAME, &labels, &[]);
        let found: Vec<_> = places.iter().flatten().collect();
        assert!(found.len() >= 20, "{}", found.len());
        for (i, a) in found.iter().enumerate() {
            assert!(FRAME.holds(&a.bounds));
            assert!(found[i + 1..].iter().all(|b| !collide(a, b)));
            assert!(labels.iter().all(|label| !touches(&a.bounds, &label.dot, 1.0)));
        }
    }

    #[test]
    fn a_lone_label_sits_to_the_right_without_a_leader() {
        let label = LabelBox { dot: Dot { at: (100.0, 100.0), radius: 6.0 }, size: (80.0, 20.0) };
        let place = place_labels(&FRAME, &[label], &[])[0].expect("room");
        assert_eq!((place.bounds.left, place.leader), (110.0, None));
    }

    #[test]
    fn what_does_not_fit_is_dropped() {
        let label = LabelBox { dot: Dot { at: (100.0, 100.0), radius: 6.0 }, size: (2000.0, 20.0) };
        assert_eq!(place_labels(&FRAME, &[label], &[]), [None]);
    }

    #[test]
    fn faint_points_give_way_when_there_is_no_other_room() {
        let label = LabelBox { dot: Dot { at: (450.0, 250.0), radius: 6.0 }, size: (80.0, 20.0) };
        let faint: Vec<Dot> =
            (0..90 * 50).map(|i| Dot { at: ((i % 90 * 10) as f64, (i / 90 * 10) as f64), radius: 4.0 }).collect();
        assert!(place_labels(&FRAME, &[label], &faint)[0].is_some());
    }
}
