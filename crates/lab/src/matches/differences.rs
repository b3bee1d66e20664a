//! Paired comparison of two policies that swap seats: a pair of games is one observation.
//!
//! A pair gives the first policy 0 to 4 half points (the pentanomial outcome). The mean has its interval over pairs:
//! any advantage of seats or dice cancels within a pair.

use super::setting::{GamesStudy, Setting};
use super::tally::Tally;
use crate::study::{Estimates, POINTS, half_points};
use hitchart_report::table::Table;
use hitchart_stats::{Estimate, LEVEL, Moments};

/// Paired difference of the first policy against the second.
#[derive(Clone, Debug)]
pub struct Difference {
    /// Share of points of the first policy; a tie is half a point, and 0.5 is even.
    pub points: Estimate,
    /// Number of pairs by half points, 0 to 4.
    pub half_points: [u64; 5],
    /// Mean score of the first policy less that of the second, per game.
    pub lead: Estimate,
}

/// Returns the difference of two policies. `None` without swapped seats, with more than two players, or before the
/// first pair is complete.
pub fn difference(tally: &Tally) -> Option<Difference> {
    let pairs = tally.pairs.filter(|_| tally.groups > 0)?;
    let points = half_points(&pairs.half_points, LEVEL);
    let lead = Moments::of_sums(tally.groups, pairs.lead, pairs.lead_squares, pairs.lead_cubes).scaled(0.5);
    Some(Difference { points, half_points: pairs.half_points, lead: Estimate::of(&lead, &POINTS, LEVEL) })
}

/// Returns the difference as a table.
pub(super) fn table<S: Setting>(name: &str, asked: &GamesStudy<S>, difference: &Difference) -> Table {
    let names: Vec<&str> = asked.policies.iter().map(|policy| policy.name()).collect();
    let rows = [("points", &difference.points), ("lead", &difference.lead)];
    let note = format!(
        "{} against {}, in pairs of games with common dice and swapped seats; a pair is one observation. Points: share of \
         all, a tie being half a point; 0.5 is even. Lead: difference of scores; 0 is even. Pairs by half points, 0 to 4: \
         {}.",
        names[0],
        names[1],
        difference.half_points.map(|pairs| pairs.to_string()).join(", ")
    );
    Table::new(format!("{name}-difference"), "Difference of the policies", note)
        .text("what", "What", rows.iter().map(|(what, _)| *what))
        .estimates(["mean", "interval"], "Mean", 4, rows.iter().map(|(_, estimate)| **estimate))
        .count("pairs", "Pairs", rows.iter().map(|(_, estimate)| estimate.n))
}
