use super::*;
use std::collections::BinaryHeap;

/// Checks that every leg of a route is clear and that the legs add up to its length.
fn check(field: &Battlefield, from: Point, to: Point, frames: &[Point], route: &Route) {
    let stops: Vec<Point> = [from].into_iter().chain(route.bends().iter().copied()).chain([to]).collect();
    for leg in stops.windows(2) {
        assert!(field.clear(leg[0], leg[1], field.standing()), "{route:?}");
        assert!(field.clear_of_frames(leg[0], leg[1], frames), "{route:?}");
        assert!(field.contains(leg[1], 0.5));
    }
    let length: f64 = stops.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
    assert!((length - route.length).abs() < 1e-9 && length >= from.distance(to) - 1e-9);
}

/// Spacing of the lattice that the naive search uses.
const STEP: f64 = 0.1;
/// Points of the lattice on either side of the start.
const REACH: i32 = 80;

/// Returns the steps to the 16 nearest lattice points of different directions.
fn steps() -> Vec<(i32, i32)> {
    let all = (-2..=2).flat_map(|x| (-2..=2).map(move |y| (x, y)));
    all.filter(|(x, y): &(i32, i32)| x.abs().max(y.abs()) == 1 || x.abs() + y.abs() == 3).collect()
}

/// Computes the lengths of shortest ways from the start along a fine lattice by Dijkstra's algorithm: at most 3 % too
/// long.
fn lattice_ways(field: &Battlefield, from: Point, frames: &[Point]) -> impl Fn(i32, i32) -> Option<f64> {
    let width = 2 * REACH + 1;
    let place = move |x: i32, y: i32| ((y + REACH) * width + x + REACH) as usize;
    let at = |x: i32, y: i32| from + Point::new(f64::from(x), f64::from(y)) * STEP;
    let is_free = |at: Point| {
        field.contains(at, 0.5) && field.clear(at, at, field.standing()) && field.clear_of_frames(at, at, frames)
    };
    let free: Vec<bool> =
        (-REACH..=REACH).flat_map(|y| (-REACH..=REACH).map(move |x| (x, y))).map(|(x, y)| is_free(at(x, y))).collect();
    let steps = steps();
    let mut lengths = vec![f64::INFINITY; free.len()];
    let mut heap = BinaryHeap::from([(std::cmp::Reverse(0_u64), 0, 0)]);
    lengths[place(0, 0)] = 0.0;
    while let Some((_, x, y)) = heap.pop() {
        for &(right, up) in &steps {
            let (nx, ny) = (x + right, y + up);
            if nx.abs() > REACH || ny.abs() > REACH || !free[place(nx, ny)] {
                continue;
            }
            let length = lengths[place(x, y)] + STEP * f64::from(right * right + up * up).sqrt();
            if length < lengths[place(nx, ny)] && length < 8.5 {
                lengths[place(nx, ny)] = length;
                heap.push((std::cmp::Reverse((length * 1e6) as u64), nx, ny));
            }
        }
    }
    move |x, y| Some(lengths[place(x, y)]).filter(|length| length.is_finite())
}

/// Compares ways to places around a start with those of the lattice. Returns the number of bent ways and the number of
/// missed or far too long ways.
fn compare(field: &Battlefield, from: Point, frames: &[Point]) -> (usize, usize) {
    let naive = lattice_ways(field, from, frames);
    let mut anchors = Anchors::default();
    let budget = 8.0;
    field.anchors(from, budget, field.standing(), frames, &mut anchors);
    let mut alone = Anchors::default();
    let (mut bent, mut missed) = (0, 0);
    for (x, y) in (-REACH..=REACH).step_by(8).flat_map(|x| (-REACH..=REACH).step_by(8).map(move |y| (x, y))) {
        let to = from + Point::new(f64::from(x), f64::from(y)) * STEP;
        let route = field.reach(&anchors, to, field.standing(), frames).filter(|_| field.contains(to, 0.5));
        field.anchors_to((from, to), budget, field.standing(), frames, &mut alone);
        let directly = field.reach(&alone, to, field.standing(), frames).filter(|_| field.contains(to, 0.5));
        if let Some(directly) = &directly {
            check(field, from, to, frames, directly);
        }
        // Searching for one place looks at fewer corners, so the limit on corners drops none that `anchors` finds, and
        // it may even find a shorter way.
        let length = |route: Option<Route>| route.map_or(f64::INFINITY, |route| route.length);
        assert!(length(directly) <= length(route), "{from:?} {to:?}: {directly:?} beside {route:?}");
        if let Some(route) = &route {
            check(field, from, to, frames, route);
            bent += usize::from(!route.bends().is_empty());
            let naive = naive(x, y).unwrap_or(9.0);
            assert!(naive <= 1.04 * route.length + 0.3, "{from:?} {to:?}: {route:?} beside {naive}");
        }
        if let Some(naive) = naive(x, y)
            && naive < 7.5
        {
            let length = route.map_or(f64::INFINITY, |route| route.length);
            missed += usize::from(length > 1.04 * naive + 0.05);
        }
    }
    (bent, missed)
}

#[test]
fn ways_are_nearly_the_shortest() {
    let (mut alone, mut among_frames) = ((0, 0), (0, 0));
    for (name, number) in [("dense-town", 0), ("dense-town", 1), ("ruins-of-alluel", 0), ("avenues", 0), ("duel", 0)] {
        let field = field(name, number);
        for start in field.spots().iter().skip(17).step_by(97) {
            let others = [Point::new(2.3, 0.4), Point::new(-1.2, 1.9), Point::new(0.9, -3.1), Point::new(1.9, -3.1)];
            let frames: Vec<Point> = others.map(|other| start.at + other).to_vec();
            let (bent, missed) = compare(&field, start.at, &[]);
            alone = (alone.0 + bent, alone.1 + missed);
            let (bent, missed) = compare(&field, start.at, &frames);
            among_frames = (among_frames.0 + bent, among_frames.1 + missed);
        }
    }
    assert!(alone.0 > 1000 && alone.1 * 500 < alone.0, "{} of {} ways missed or far too long", alone.1, alone.0);
    // The search may miss a gap between a frame and a piece that is hardly wider than a frame: the corners in the gap
    // overlap.
    let (bent, missed) = among_frames;
    assert!(bent > 1000 && missed * 33 < bent, "{missed} of {bent} ways missed or far too long");
}

#[test]
fn round_the_end_of_a_wall() {
    let field = read("pieces = [{ shape = 'box', at = [0, 0], size = [4, 0.4] }]").expect("a battlefield");
    let (from, to) = (Point::new(1.0, -0.7), Point::new(1.0, 0.7));
    let mut anchors = Anchors::default();
    field.anchors(from, 8.0, field.standing(), &[], &mut anchors);
    let route = field.reach(&anchors, to, field.standing(), &[]).expect("a way");
    assert_eq!(route.bends().len(), 4);
    check(&field, from, to, &[], &route);
    // The way runs along the wall, around two quarter circles and past the end of the wall. Cutting corners makes it a
    // little longer.
    let shortest = 1.0 + 1.0 + 0.4 + std::f64::consts::PI * 0.5;
    assert!(route.length > shortest && route.length < shortest + 0.1, "{}", route.length);
    let beside = [Point::new(3.2, 0.0)];
    field.anchors(from, 10.0, field.standing(), &beside, &mut anchors);
    let longer = field.reach(&anchors, to, field.standing(), &beside).expect("a way round the other end or the frame");
    assert!(longer.length > route.length + 0.5);
    field.anchors(from, 3.0, field.standing(), &[], &mut anchors);
    assert_eq!(field.reach(&anchors, to, field.standing(), &[]), None);
    field.anchors(from, 3.0, 0, &[], &mut anchors);
    assert_eq!(field.reach(&anchors, to, 0, &[]).expect("a straight way").bends().len(), 0);
}

#[test]
fn the_edge_of_the_table_is_in_the_way() {
    let half = 20.0 * std::f64::consts::FRAC_1_SQRT_2;
    let text = format!("pieces = [{{ shape = 'box', at = [0, {}], size = [1, 3] }}]", half - 1.5);
    let field = read(&text).expect("a battlefield");
    let mut anchors = Anchors::default();
    let (from, to) = (Point::new(-2.0, half - 1.0), Point::new(2.0, half - 1.0));
    field.anchors(from, 8.0, field.standing(), &[], &mut anchors);
    let route = field.reach(&anchors, to, field.standing(), &[]).expect("a way");
    assert!(route.bends().iter().all(|bend| bend.y < half - 3.0));
    check(&field, from, to, &[], &route);
}
