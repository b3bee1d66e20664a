//! Networks: arrows between names on a circle, from the leading name to the other.

use super::font;
use super::heat_map::{self, Colours};
use super::scene::{Mark, Point, Scene, Side, Text};
use super::style::{self, FAINT, INK, LEADING, MARGIN, SMALL};
use super::{PlotError, Source, notes};
use std::collections::{HashMap, HashSet};
use std::f64::consts::PI;

/// Most names of a circle; a network with more is drawn as a heat map in the same order.
const MOST_CIRCLED: usize = 12;
/// Room for a name outside the circle before it breaks into lines.
const NAMES: f64 = 200.0;
const DOT: f64 = 7.0;
/// Distance from the middle of a dot to a name on its side. A name above or below is farther by `ABOVE`, for the height
/// of a line.
const BESIDE: f64 = 16.0;
const ABOVE: f64 = 6.0;
/// Widths of the faintest and the strongest arrow.
const THIN: f64 = 1.0;
const THICK: f64 = 5.0;
/// Length of an arrow's head, and the width that it adds on each side of the line.
const HEAD: f64 = 13.0;
const BROAD: f64 = 4.0;

/// An arrow between two places of the circle, and the excess of its value over the threshold.
struct Arrow {
    from: usize,
    to: usize,
    over: f64,
}

/// Lays out columns from, to, value and interval. Names go clockwise from the top in order of appearance. There is an
/// arrow if the whole interval lies above `above`, in another colour if it leads against that order.
pub(super) fn lay_out(
    source: &Source<'_>,
    [from, to, value, interval]: [&str; 4],
    above: f64,
) -> Result<Scene, PlotError> {
    if names_of(source, from, to)? > MOST_CIRCLED {
        return heat_map::lay_out(
            source,
            [from, to, value],
            "Share of points of the row against the column",
            Colours::Even,
        );
    }
    let (names, mut arrows) = read(source, [from, to, value, interval], above)?;
    let width = source.width;
    let mut scene = source.scene_of(width);
    let room = NAMES.min(width * 0.25);
    let radius = width / 2.0 - MARGIN - room;
    // Names above and below the circle may have several lines.
    let lines = |name: &&str| font::balance(name, SMALL, false, room - 20.0).len();
    let above_circle = names.first().map_or(1, lines);
    let below = names.iter().skip(1).map(lines).max().unwrap_or(1);
    let centre = (width / 2.0, scene.bottom + 20.0 + above_circle as f64 * SMALL * LEADING + radius);
    let places: Vec<Point> = (0..names.len()).map(|at| on_circle(centre, radius, at, names.len())).collect();
    let most = arrows.iter().map(|arrow| arrow.over).fold(f64::MIN_POSITIVE, f64::max);
    // Arrows against the order are drawn last, over the rest.
    arrows.sort_by(|a, b| (a.from > a.to).cmp(&(b.from > b.to)).then(a.over.total_cmp(&b.over)));
    for arrow in &arrows {
        let against = arrow.from > arrow.to;
        let colour = if against { style::series(4) } else { style::tint(style::series(0), 0.55) };
        let width = THIN + (THICK - THIN) * arrow.over / most;
        draw_arrow(&mut scene, (places[arrow.from], places[arrow.to]), width, colour);
    }
    for (at, (name, place)) in names.iter().zip(&places).enumerate() {
        scene.disc(
            *place,
            DOT,
            if arrows.iter().any(|arrow| arrow.from == at || arrow.to == at) { INK } else { FAINT },
        );
        let upright = (place.1 - centre.1).abs() / radius.max(1.0);
        let outside = on_circle(centre, radius + BESIDE + ABOVE * upright, at, names.len());
        label(&mut scene, (name, room), (*place, outside), centre);
    }
    scene.bottom = centre.1 + radius + 26.0 + below as f64 * SMALL * LEADING;
    let legend = "The wider an arrow, the greater the lead; none where the interval does not exclude an even one. Orange leads \
                  against the order, which goes clockwise from the top.";
    notes(&mut scene, [Some(legend.to_owned())]);
    Ok(scene)
}

/// Returns the number of different names.
fn names_of(source: &Source<'_>, from: &str, to: &str) -> Result<usize, PlotError> {
    let names: HashSet<&String> = source.texts(from)?.iter().chain(source.texts(to)?).collect();
    Ok(names.len())
}

fn on_circle((x, y): Point, radius: f64, at: usize, of: usize) -> Point {
    let angle = 2.0 * PI * at as f64 / of as f64;
    (x + radius * angle.sin(), y - radius * angle.cos())
}

/// Returns names in order of appearance, and the arrows between them.
fn read<'a>(
    source: &Source<'a>,
    [from, to, value, interval]: [&str; 4],
    above: f64,
) -> Result<(Vec<&'a str>, Vec<Arrow>), PlotError> {
    let (froms, tos) = (source.texts(from)?, source.texts(to)?);
    let values = source.numbers(value)?.into_iter().zip(source.intervals(interval)?);
    let mut names: Vec<&str> = Vec::new();
    let mut places = HashMap::new();
    for name in froms.iter().chain(tos) {
        places.entry(name.as_str()).or_insert_with(|| {
            names.push(name);
            names.len() - 1
        });
    }
    let mut arrows = Vec::new();
    for ((from, to), (value, interval)) in froms.iter().zip(tos).zip(values) {
        let (Some(value), Some((low, _))) = (value, interval) else { continue };
        if low > above {
            arrows.push(Arrow { from: places[from.as_str()], to: places[to.as_str()], over: value - above });
        }
    }
    Ok((names, arrows))
}

/// Draws a line from one dot to another, with a head that touches the second.
fn draw_arrow(scene: &mut Scene, (from, to): (Point, Point), width: f64, colour: style::Colour) {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let length = (x * x + y * y).sqrt().max(1.0);
    let (x, y) = (x / length, y / length);
    let along = |at: f64, aside: f64| (from.0 + x * at - y * aside, from.1 + y * at + x * aside);
    let tip = length - DOT - 2.0;
    let neck = tip - HEAD;
    scene.line(vec![along(DOT, 0.0), along(neck + 1.0, 0.0)], width, colour);
    let half = width / 2.0 + BROAD;
    scene
        .marks
        .push(Mark::Polygon { points: vec![along(tip, 0.0), along(neck, half), along(neck, -half)], fill: colour });
}

/// Writes a name outside the circle, aligned away from it.
fn label(scene: &mut Scene, (name, room): (&str, f64), (dot, at): (Point, Point), centre: Point) {
    let lines = font::balance(name, SMALL, false, room - 20.0);
    let side = match dot.0 - centre.0 {
        off if off > 1.0 => Side::Start,
        off if off < -1.0 => Side::End,
        _ => Side::Middle,
    };
    // Above and below the circle lines grow away from it.
    let rise = if side == Side::Middle && dot.1 < centre.1 { lines.len() as f64 - 1.0 } else { 0.0 };
    let rise = if side == Side::Middle { rise } else { (lines.len() as f64 - 1.0) / 2.0 };
    for (line, words) in lines.iter().enumerate() {
        let y = at.1 + (line as f64 - rise) * SMALL * LEADING;
        scene.text(Text::new((at.0, y), words.as_str()).em(SMALL).side(side));
    }
}
