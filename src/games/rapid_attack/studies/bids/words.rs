//! Summary of bids: the best bids, and a verdict on the advice of the rulebook.

use super::grid::Grid;
use hitchart_lab::builds::Meetings;
use hitchart_lab::study::Answer;
use hitchart_report::table::percent_within;
use hitchart_stats::{Estimate, dyadic};

/// An even share of the points.
const EVEN: f64 = 0.5;
/// Level of each of the two intervals of the verdict, so that both hold together at 95%.
const PART: f64 = 0.975;

/// Adds the bids that do best against all others, and the verdict on the advice on sizes.
pub fn summarise(answer: &mut Answer, grid: &Grid, met: &Meetings) {
    met.summarise(answer, "bids", "companies");
    answer.said.extend(Advice::of(grid).map(|advice| advice.sentence()));
}

/// The advice to bid very slightly smaller than the opponent, or much larger (claim S01).
struct Advice {
    slightly_smaller: Estimate,
    much_larger: Estimate,
}

/// Range of fewer systems that counts as slightly smaller, and least number of more systems that counts as much larger.
const SLIGHTLY: (i32, i32) = (1, 2);
const MUCH: i32 = 6;

impl Advice {
    /// Estimates shares of points by difference in systems; `None` with too few pairs. Pairs that share a bid are
    /// correlated, because the same companies play in all of them.
    fn of(grid: &Grid) -> Option<Advice> {
        let shares = |fits: &dyn Fn(i32) -> bool| {
            let mut shares = Vec::new();
            for (own, mine) in grid.bids.iter().enumerate() {
                for (other, theirs) in grid.bids.iter().enumerate() {
                    if own != other && fits(i32::from(mine.systems) - i32::from(theirs.systems)) {
                        shares.extend(grid.share(own, other).map(|share| ([own, other], share.point)));
                    }
                }
            }
            (shares.len() > 2).then(|| dyadic(&shares, PART))
        };
        Some(Advice {
            slightly_smaller: shares(&|more| (SLIGHTLY.0..=SLIGHTLY.1).contains(&-more))?,
            much_larger: shares(&|more| more >= MUCH)?,
        })
    }

    fn sentence(&self) -> String {
        let told = |estimate: &Estimate| percent_within(estimate.point, estimate.interval);
        let pays = |estimate: &Estimate| match estimate.interval {
            (low, _) if low > EVEN => Some(true),
            (_, high) if high < EVEN => Some(false),
            _ => None,
        };
        let verdict = match (pays(&self.slightly_smaller), pays(&self.much_larger)) {
            (Some(true), Some(true)) => "upheld",
            (Some(false), _) | (_, Some(false)) => "refuted",
            _ => "undecided",
        };
        format!(
            "The advice to bid very slightly smaller or much larger (claim S01) is {verdict}: bids of {} to {} systems less win {} of \
             the points, bids of {MUCH} or more systems more win {}. Both intervals hold together.",
            SLIGHTLY.0,
            SLIGHTLY.1,
            told(&self.slightly_smaller),
            told(&self.much_larger)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::saved::Saved;
    use super::*;
    use hitchart_lab::builds::MatchupCounts;
    use hitchart_lab::study::Duel;

    /// The verdict on claim S01 depends on the games: it is upheld as they were played, and refuted with all results
    /// reversed.
    #[test]
    fn the_advice_is_judged_by_the_games() {
        let grid = Saved::built_in().unwrap().grid;
        let verdict = |grid: &Grid| Advice::of(grid).unwrap().sentence();
        assert!(verdict(&grid).contains("is upheld"), "{}", verdict(&grid));
        let page = include_str!("../../../../../docs/bids.md");
        assert!(page.contains("claim S01") && page.contains("upheld"), "docs/bids.md: {}", verdict(&grid));
        let turned = |met: &MatchupCounts| {
            MatchupCounts::of(met.first, met.second, met.repeats.iter().map(|duel| duel.turned()).collect())
        };
        let backwards = Grid { met: grid.met.iter().map(turned).collect(), ..grid.clone() };
        assert!(verdict(&backwards).contains("is refuted"));
        let even = Duel { ties: 20, half_points: [0, 0, 10, 0, 0], ..Duel::default() };
        let all = |met: &MatchupCounts| MatchupCounts::of(met.first, met.second, vec![even; met.repeats.len()]);
        let all_even = Grid { met: grid.met.iter().map(all).collect(), ..grid };
        assert!(verdict(&all_even).contains("is undecided"), "{}", verdict(&all_even));
    }
}
