//! The best few of many places, at a distance from each other.

use crate::geometry::Point;

/// A place and its score.
#[derive(Clone, Copy, Debug)]
pub struct Pick {
    pub at: Point,
    pub score: f64,
}

/// Places tried for each place wanted, before the search gives up.
const TRIES: usize = 8;

/// Takes the best `most` places that `take` accepts, each at least `apart` from those taken before. Of equal scores,
/// places farther left, then lower, come first.
pub fn pick(
    picks: &mut [Pick],
    taken: &mut Vec<Point>,
    (most, apart): (usize, f64),
    mut take: impl FnMut(Point) -> bool,
) {
    let left_below = |a: &Pick, b: &Pick| a.at.x.total_cmp(&b.at.x).then(a.at.y.total_cmp(&b.at.y));
    picks.sort_unstable_by(|a, b| b.score.total_cmp(&a.score).then_with(|| left_below(a, b)));
    let (mut found, mut tries) = (0, 0);
    for place in picks.iter() {
        if found == most || tries == TRIES * most {
            return;
        }
        if taken.iter().any(|other| other.distance_squared(place.at) < apart * apart) {
            continue;
        }
        tries += 1;
        if take(place.at) {
            taken.push(place.at);
            found += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_that_are_apart_and_accepted_are_taken() {
        let at = |x: f64| Point::new(x, 0.0);
        let mut picks: Vec<Pick> = [0.0, 0.2, 1.0, 3.0, 3.1].map(|x| Pick { at: at(x), score: -x }).to_vec();
        let mut taken = vec![];
        pick(&mut picks, &mut taken, (3, 0.5), |at| at.x != 1.0);
        assert_eq!(taken, [at(0.0), at(3.0)]);
        pick(&mut picks, &mut taken, (3, 0.5), |_| true);
        assert_eq!(taken, [at(0.0), at(3.0), at(1.0)]);
    }
}
