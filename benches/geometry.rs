//! Benchmarks of the `geometry` functions against the `geo` crate, and of the queries of a battlefield.
//!
//! Cases: 28 boxes, with a thousand points and segments among them. The distance of each point to each box, and whether
//! each segment meets each box, by `geometry` and by `geo`. Then the queries of a move and an attack in a dense town.
//!
//! Purpose: a well-maintained crate is preferable unless it costs too much. Whole games need millions of distances. The
//! functions of `geometry` are justified only while they are several times faster than those of the crate.
//!
//! How to compare: read the ratios `geo` / `own` within one run, and the battlefield's times divided by the number of
//! queries, 1,000.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use geo::{Distance, Euclidean, Intersects};
use hitchart_dice::Stream;
use hitchart_mobile_frame::geometry::{Point, Polygon, Segment, Shape};
use hitchart_rapid_attack::battlefield::{Anchors, Battlefield, BattlefieldRules, battlefields, named};
use rand::RngExt;
use std::hint::black_box;

/// Queries per iteration.
const QUESTIONS: usize = 1000;

/// Draws pairs of points at most 8 units apart in each coordinate.
fn pairs() -> Vec<(Point, Point)> {
    let mut rng = Stream { seed: 1, job: 2, stream: 3 }.rng();
    let mut within = |reach: f64| Point::new(rng.random_range(-reach..reach), rng.random_range(-reach..reach));
    (0..QUESTIONS).map(|_| (within(13.0), within(8.0))).map(|(from, by)| (from, from + by)).collect()
}

fn boxes() -> Vec<Polygon> {
    let mut rng = Stream { seed: 1, job: 2, stream: 4 }.rng();
    let mut draw = |low: f64, high: f64| rng.random_range(low..high);
    let along = Point::new(0.8, 0.6);
    let make = |_| {
        let at = Point::new(draw(-13.0, 13.0), draw(-13.0, 13.0));
        Polygon::rectangle(at, draw(1.0, 3.0), draw(1.0, 3.0), along).expect("a rectangle")
    };
    (0..28).map(make).collect()
}

fn beside_geo(c: &mut Criterion) {
    let (pairs, ours) = (pairs(), boxes());
    let corners = |polygon: &Polygon| polygon.corners().iter().map(|corner| (corner.x, corner.y)).collect();
    let theirs: Vec<geo::Polygon> = ours.iter().map(|polygon| geo::Polygon::new(corners(polygon), vec![])).collect();
    let ours: Vec<Shape> = ours.into_iter().map(Shape::Polygon).collect();
    let points: Vec<geo::Point> = pairs.iter().map(|(at, _)| geo::Point::new(at.x, at.y)).collect();
    let line = |(from, to): &(Point, Point)| geo::Line::new((from.x, from.y), (to.x, to.y));
    let lines: Vec<geo::Line> = pairs.iter().map(line).collect();
    let segments: Vec<Segment> = pairs.iter().map(|(from, to)| Segment::new(*from, *to)).collect();
    let mut group = c.benchmark_group("beside geo");
    group.throughput(Throughput::Elements((QUESTIONS * ours.len()) as u64));
    group.bench_function("point distance/own", |b| {
        b.iter(|| pairs.iter().flat_map(|(at, _)| ours.iter().map(move |shape| shape.distance(*at))).sum::<f64>());
    });
    group.bench_function("point distance/geo", |b| {
        b.iter(|| {
            points.iter().flat_map(|at| theirs.iter().map(move |shape| Euclidean.distance(at, shape))).sum::<f64>()
        });
    });
    group.bench_function("segment meets/own", |b| {
        b.iter(|| {
            segments
                .iter()
                .flat_map(|line| ours.iter().map(move |shape| shape.meets(line, 0.0)))
                .filter(|meets| *meets)
                .count()
        });
    });
    group.bench_function("segment meets/geo", |b| {
        b.iter(|| {
            lines
                .iter()
                .flat_map(|line| theirs.iter().map(move |shape| shape.intersects(line)))
                .filter(|meets| *meets)
                .count()
        });
    });
    group.finish();
}

fn town() -> Battlefield {
    let layout = named("dense-town").expect("a built-in battlefield");
    battlefields(&layout, &BattlefieldRules::default(), 1).expect("battlefields").remove(0)
}

fn questions(c: &mut Criterion) {
    let (pairs, town) = (pairs(), town());
    let standing = town.standing();
    let spots: Vec<Point> = town.spots().iter().map(|spot| spot.at).cycle().take(QUESTIONS).collect();
    let frames: Vec<Point> = spots.iter().copied().step_by(61).take(12).collect();
    let mut group = c.benchmark_group("dense town");
    group.throughput(Throughput::Elements(QUESTIONS as u64));
    group.bench_function("near", |b| {
        b.iter(|| pairs.iter().map(|(at, _)| town.near(*at, standing)).fold(0, |a, b| a ^ b));
    });
    group.bench_function("near and cover", |b| {
        let cover = |(target, attacker): &(Point, Point)| town.cover(*target, *attacker, town.near(*target, standing));
        b.iter(|| pairs.iter().map(cover).fold(0, |a, b| a ^ b));
    });
    group.bench_function("clear", |b| {
        b.iter(|| pairs.iter().filter(|(from, to)| town.clear(*from, *to, standing)).count());
    });
    for budget in [3.0, 6.0] {
        let mut anchors = Anchors::default();
        for (name, frames) in [("anchors", &[][..]), ("anchors among 12 frames", &frames)] {
            group.bench_function(format!("{name}/{budget}"), |b| {
                b.iter(|| {
                    for at in &spots {
                        town.anchors(*at, budget, standing, frames, &mut anchors);
                        black_box(&anchors);
                    }
                });
            });
        }
        town.anchors(spots[300], budget, standing, &[], &mut anchors);
        let near = pairs.iter().map(|(from, to)| spots[300] + (*to - *from) * (budget / 12.0));
        let places: Vec<Point> = near.collect();
        group.bench_function(format!("reach/{budget}"), |b| {
            b.iter(|| places.iter().filter(|to| town.reach(&anchors, **to, standing, &[]).is_some()).count());
        });
    }
    group.finish();
}

criterion_group!(benches, beside_geo, questions);
criterion_main!(benches);
