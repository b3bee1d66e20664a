//! The stopping rule: decides at a look if the aim is settled.

use super::plan::{Aim, Plan};
use super::standings::Standings;
use hitchart_stats::{LEVEL, normal_quantile};

/// Undecided results at a look.
#[derive(Clone, Debug, PartialEq)]
pub struct Open {
    /// Judged entrants with undecided results.
    pub entrants: Vec<usize>,
    /// Largest possible error of a result, in shares of points.
    pub reach: f64,
}

/// Function that returns the level of an interval for an error, so that the intervals of all looks hold together.
pub type Level<'a> = &'a dyn Fn(f64) -> f64;

/// Returns the undecided results at the levels of a look. By aim, an entrant is undecided if
///
/// - its score is less precise than the margin,
/// - it can be better than all others by more than the margin, or
/// - it can gain more than the margin against the mixture.
pub fn open(plan: &Plan, standings: &Standings, mixture: &[f64], level: Level<'_>) -> Open {
    match plan.aim {
        Aim::Ratings => scores(plan, standings, level),
        Aim::Best => contenders(plan, standings, level),
        Aim::Equilibrium => gains(plan, standings, mixture, level),
    }
}

fn scores(plan: &Plan, standings: &Standings, level: Level<'_>) -> Open {
    let level = level(1.0 - LEVEL);
    let reach = |entrant: usize| {
        let (low, high) = standings.scored(entrant, level).interval;
        (high - low) / 2.0
    };
    let all: Vec<f64> = (0..plan.judged).map(reach).collect();
    let entrants = (0..plan.judged).filter(|entrant| all[*entrant] > plan.margin).collect();
    Open { entrants, reach: all.into_iter().fold(0.0, f64::max) }
}

/// Successive elimination (E. Even-Dar, S. Mannor and Y. Mansour, 2006, J. Mach. Learn. Res. 7, 1079-1105): entrants
/// that are certainly worse than another are out. The best is compared with all others, with a part of the error for
/// each.
fn contenders(plan: &Plan, standings: &Standings, level: Level<'_>) -> Open {
    let level = level(plan.apart());
    let alive: Vec<usize> = (0..plan.judged)
        .filter(|a| (0..plan.judged).all(|b| b == *a || standings.lead(*a, b, level).interval.1 >= 0.0))
        .collect();
    let best = standings.ranking(plan.judged)[0];
    let beyond = |entrant: &usize| standings.lead(*entrant, best, level).interval.1;
    let reach = alive.iter().filter(|entrant| **entrant != best).map(beyond).fold(0.0, f64::max);
    let entrants = if alive.len() <= 1 || reach <= plan.margin { Vec::new() } else { alive };
    Open { entrants, reach }
}

/// Bounds the gains of entrants against a mixture that the same games chose. The bounds hold for all mixtures together
/// (H. Scheffe, 1953, Biometrika 40, 87-104), with a part of the error for each entrant.
fn gains(plan: &Plan, standings: &Standings, mixture: &[f64], level: Level<'_>) -> Open {
    let n = plan.judged as f64;
    let times = scheffe(n - 1.0, level(2.0 * (1.0 - LEVEL) / n));
    let most = |entrant: usize| {
        let (gain, spread) = standings.gain(entrant, mixture);
        gain + times * spread
    };
    let all: Vec<f64> = (0..plan.judged).map(most).collect();
    let entrants = (0..plan.judged).filter(|entrant| all[*entrant] > plan.margin).collect();
    Open { entrants, reach: all.into_iter().fold(0.0, f64::max) }
}

/// Returns the root of a quantile of chi-square. A chi-square number exceeds the quantile as often as a normal number
/// exceeds one end of an interval of `level` (E. B. Wilson and M. M. Hilferty, 1931, Proc. Natl. Acad. Sci. 17,
/// 684-688).
fn scheffe(freedom: f64, level: f64) -> f64 {
    let part = 2.0 / (9.0 * freedom.max(1.0));
    let root = 1.0 - part + normal_quantile(level) * part.sqrt();
    (freedom.max(1.0) * root.powi(3)).max(0.0).sqrt()
}
