//! The convex hull of points.

use super::Point;

/// Returns the corners of the convex hull, counter-clockwise from the leftmost, without points on its edges. Uses
/// Andrew's monotone chain (1979). Fewer than 3 corners if all points are in a line.
pub fn hull(points: &[Point]) -> Vec<Point> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let mut lower = half(sorted.iter());
    let upper = half(sorted.iter().rev());
    lower.pop();
    lower.extend_from_slice(&upper[..upper.len() - 1]);
    lower
}

/// Returns the chain of points that only turns left.
fn half<'a>(points: impl Iterator<Item = &'a Point>) -> Vec<Point> {
    let mut chain: Vec<Point> = Vec::new();
    for &point in points {
        while let [.., before, last] = chain[..]
            && (last - before).cross(point - last) <= 0.0
        {
            chain.pop();
        }
        chain.push(point);
    }
    chain
}
