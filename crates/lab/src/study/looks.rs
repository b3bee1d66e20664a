//! Interim looks at games, and games that are played until they are precise enough.
//!
//! The looks are planned beforehand (group-sequential test), so that the results of each look hold whenever play ends.

use super::{Answer, Changes, Games, MAX_GAMES, Run, RunCounts, Study};
use crate::runner::{BlockCounts, Job};
use hitchart_config::{InputError, words::grouped};
use hitchart_report::table::rounded_up;
use hitchart_stats::sequential::{Boundary, MOST, RATIO};
use hitchart_stats::{Estimate, LEVEL, normal_quantile};
use serde_json::Value;
use std::{ops::Range, sync::Arc};

// Interim looks.

/// Minimum number of groups at the first look: fewer give no useful bound.
const FEWEST: u64 = 40;

/// Plan of the looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Looks {
    /// Number of groups after each look, at least one; the last is the maximum.
    ends: Vec<u64>,
}

impl Looks {
    /// Plans looks at `games` games, in groups of `size`.
    pub fn at(games: u64, size: u64) -> Looks {
        let most = games.div_ceil(size.max(1)).max(1);
        let ends = (0..MOST as i32).rev().map(|before| (most as f64 * RATIO.powi(-before)).round() as u64);
        let mut ends: Vec<u64> = ends.filter(|end| *end >= FEWEST && *end < most).collect();
        ends.push(most);
        Looks { ends }
    }

    /// Returns the plan with only the last look.
    pub fn last(self) -> Looks {
        Looks { ends: vec![self.groups()] }
    }

    /// Returns the number of looks.
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// Returns the maximum number of groups.
    pub fn groups(&self) -> u64 {
        self.ends.last().copied().unwrap_or(1)
    }

    /// Returns the number of groups at the end of a look.
    pub fn end(&self, look: usize) -> u64 {
        self.ends[look]
    }

    /// Returns the groups that a look adds. `None` after the last look.
    pub fn added(&self, look: usize) -> Option<Range<u64>> {
        let from = look.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied())?;
        Some(from..*self.ends.get(look)?)
    }

    /// Returns the confidence level of an interval at a look, so that the intervals of all looks hold together with
    /// probability `1 - alpha`.
    pub fn level(&self, look: usize, alpha: f64) -> f64 {
        Boundary::of(self.count()).level(look, alpha)
    }

    /// Returns the p-value over all looks of a p-value at one of them.
    pub fn p_value(&self, look: usize, p: f64) -> f64 {
        Boundary::of(self.count()).p_value(look, p)
    }
}

/// Returns the total games needed for a 90% chance that the interval excludes `boundary`, assuming that the estimate of
/// `games` games is true. `None` if the estimate is too close to the boundary.
pub fn enough(games: u64, estimate: &Estimate, boundary: f64) -> Option<u64> {
    enough_at(games, estimate, boundary, LEVEL)
}

/// Returns the games as [`enough`] does, if the interval is wider by the correction of `level` for multiple tests: as
/// wide as an interval at `level` against one at [`LEVEL`].
pub fn enough_at(games: u64, estimate: &Estimate, boundary: f64, level: f64) -> Option<u64> {
    let (low, high) = estimate.interval;
    let reach = if boundary < estimate.point { estimate.point - low } else { high - estimate.point };
    games_to_reach((games, level), estimate, reach, (estimate.point - boundary).abs())
}

/// Returns the total games needed for a 90% chance that the whole interval lies within `margin` of 0, as [`enough`] does.
/// `None` if the estimate lies at the margin or beyond.
pub fn enough_within(games: u64, estimate: &Estimate, margin: f64) -> Option<u64> {
    games_to_reach((games, LEVEL), estimate, estimate.margin(), margin - estimate.point.abs())
}

/// Returns the total games needed for a 90% chance that the interval of `first` lies above that of `second`, as
/// [`enough`] does.
pub fn enough_apart(games: u64, first: &Estimate, second: &Estimate) -> Option<u64> {
    let (point, low) = (first.point - second.point, first.interval.0 - second.interval.1);
    let gap = Estimate {
        point,
        standard_error: first.standard_error + second.standard_error,
        interval: (low, f64::INFINITY),
        ..*first
    };
    enough(games, &gap, 0.0)
}

fn games_to_reach((games, level): (u64, f64), estimate: &Estimate, reach: f64, goal: f64) -> Option<u64> {
    if goal <= 0.0 {
        return None;
    }
    let wider = normal_quantile(level) / normal_quantile(LEVEL);
    let (reach, error) = (reach * wider, estimate.standard_error);
    // Games that just reach the boundary decide in half of all cases; for chances of 90% the spread counts more.
    let (spread, sure) = ((normal_quantile(level) * error).min(reach), 1.0 + (SURE - 1.0) / wider);
    let wide = Estimate { standard_error: error * sure, ..*estimate };
    let needed = (games as f64 * wide.times_to_reach(level, reach + spread * (sure - 1.0), goal)).ceil();
    (needed.is_finite() && needed < MOST_GAMES).then_some((needed as u64).max(games + 1))
}

/// Factor of the spread for a chance of 90%: 3.24 standard errors, not 1.96.
const SURE: f64 = 1.65;
/// Numbers of games beyond this are not reported.
const MOST_GAMES: f64 = 1e9;

// Games that are played until they are precise enough.

/// A study of games that stops at the first look at which both bounds of the win rate of every player and policy are
/// within a goal.
///
/// The rule looks at the width of 95% intervals, not at their place, so these intervals keep their level (Y. S. Chow and
/// H. Robbins, 1965, Ann. Math. Stat. 36, 457-462): for shares of 2 to 50% and goals of 5 and 10 points, they held the share
/// in 94 to 97% of 4,000 simulated runs.
#[derive(Debug)]
pub struct Precise {
    /// The study with the maximum number of games.
    inner: Arc<dyn Study>,
    /// The goal: the largest distance of a win rate from a bound of its interval.
    goal: f64,
}

/// Counts of the looks that were taken.
struct Taken {
    /// The sum of their counts.
    sum: Value,
    /// The largest distance of a win rate from a bound of its interval.
    reached: f64,
}

/// Returns the maximum number of games if only the precision is given. This is about twice the number that a share of one
/// half needs, because games with common dice can tell less than independent ones.
fn most_games(goal: f64) -> u64 {
    ((2.0 / (goal * goal)).ceil() as u64).clamp(1, MAX_GAMES)
}

impl Precise {
    /// Returns the study, played until the win rate of every player and policy is within `goal`; `games` is the maximum
    /// number of games.
    ///
    /// `None` if the study has no single batch of games.
    ///
    /// # Errors
    /// Changes that the study refuses.
    pub fn of(asked: &dyn Study, goal: f64, games: Option<u64>) -> Result<Option<Arc<dyn Study>>, InputError> {
        let games = Some(games.unwrap_or_else(|| most_games(goal)));
        let inner = asked.changed(&Changes { games, ..Changes::default() })?;
        let precise = inner.map(|inner| Precise { inner, goal });
        // Studies of several simulations have a different plan.
        let precise = precise.filter(|precise| precise.whole(&Run { name: "", seed: 0, samples: 1 }).is_some());
        Ok(precise.map(|precise| Arc::new(precise) as Arc<dyn Study>))
    }

    /// Returns the simulation of all games. `None` if the study has several.
    fn whole(&self, run: &Run<'_>) -> Option<Job> {
        match <[Job; 1]>::try_from(self.inner.next_jobs(run, &RunCounts::default())) {
            Ok([whole]) => Some(whole),
            Err(_) => None,
        }
    }

    /// Returns the blocks of each look. The maximum number of games changes the first looks only by the size of blocks.
    fn looks(whole: &Job) -> Vec<Range<u64>> {
        let (games, blocks) = (whole.count.size(), whole.count.blocks());
        let later = |end: &u64| (*end < games).then(|| ((*end as f64 * RATIO).ceil() as u64).min(games));
        let ends = std::iter::successors(Some(FEWEST.min(games)), later);
        let mut ends: Vec<u64> = ends.map(|end| end.div_ceil(whole.count.block_size()).min(blocks)).collect();
        ends.dedup();
        let starts = std::iter::once(0).chain(ends.clone());
        starts.zip(ends).map(|(start, end)| start..end).collect()
    }

    /// Returns the name of the simulation of a look.
    fn occasion(name: &str, look: usize) -> String {
        format!("{name}/look-{}", look + 1)
    }

    /// Returns the counted looks, up to the first that reaches the goal. `None` without a look.
    fn taken(&self, name: &str, whole: &Job, counted: &RunCounts) -> Option<(Taken, usize)> {
        let looks = Precise::looks(whole);
        let mut parts: Vec<BlockCounts> = Vec::new();
        let mut taken = None;
        for (look, blocks) in looks.iter().enumerate() {
            let Some(counts) = counted.0.get(&Precise::occasion(name, look)) else { break };
            parts.push(BlockCounts { blocks: blocks.clone(), counts: counts.clone() });
            let sum = whole.count.sum(&mut parts.iter())?;
            let reached = self.reached(&sum);
            taken = Some((Taken { sum, reached }, look + 1));
            if reached <= self.goal {
                break;
            }
        }
        taken
    }

    /// Returns the largest distance of a win rate from a bound of its interval. The two sides of an interval differ near 0
    /// and 1.
    fn reached(&self, sum: &Value) -> f64 {
        let rates = self.inner.games().map(|games| games.win_rates(sum, LEVEL)).unwrap_or_default();
        rates.iter().map(Estimate::margin).fold(0.0, f64::max)
    }

    /// Returns the looks of a finished run.
    fn finished(&self, name: &str, counted: &RunCounts) -> Option<Taken> {
        // Seed and samples change the dice, not the number of games.
        let whole = self.whole(&Run { name, seed: 0, samples: 1 })?;
        Some(self.taken(name, &whole, counted)?.0)
    }
}

impl Study for Precise {
    fn next_jobs(&self, run: &Run<'_>, counted: &RunCounts) -> Vec<Job> {
        let Some(whole) = self.whole(run) else { return self.inner.next_jobs(run, counted) };
        let looks = Precise::looks(&whole);
        let taken = self.taken(run.name, &whole, counted);
        let next = match &taken {
            Some((taken, _)) if taken.reached <= self.goal => return Vec::new(),
            Some((_, next)) => *next,
            None => 0,
        };
        let job = |blocks: &Range<u64>| Job {
            name: Precise::occasion(run.name, next),
            blocks: blocks.clone(),
            ..whole.clone()
        };
        looks.get(next).map(job).into_iter().collect()
    }

    fn is_sampled(&self) -> bool {
        self.inner.is_sampled()
    }

    fn games(&self) -> Option<&dyn Games> {
        self.inner.games()
    }

    fn changed(&self, changes: &Changes<'_>) -> Result<Option<Arc<dyn Study>>, InputError> {
        let inner = self.inner.changed(changes)?;
        Ok(inner.map(|inner| Arc::new(Precise { inner, goal: self.goal }) as Arc<dyn Study>))
    }

    fn takes_games(&self) -> bool {
        self.inner.takes_games()
    }

    fn held(&self) -> u64 {
        self.inner.held()
    }

    fn files(&self) -> Vec<String> {
        self.inner.files()
    }

    fn kept(&self) -> Option<Value> {
        self.inner.kept()
    }

    fn tally(&self, name: &str, counted: &RunCounts) -> Option<Value> {
        self.finished(name, counted).map(|taken| taken.sum)
    }

    fn answer(&self, name: &str, counted: &RunCounts) -> Answer {
        let Some(Taken { sum, reached }) = self.finished(name, counted) else {
            return self.inner.answer(name, counted);
        };
        let games = self.inner.games().and_then(|games| games.outcome(name, &sum)).map_or(0, |outcome| outcome.games);
        let alone = RunCounts([(name.to_owned(), sum)].into_iter().collect());
        let mut answer = self.inner.answer(name, &alone);
        let points = |share: f64| format!("±{:.1} points", share * 100.0);
        let (goal, played) = (points(self.goal), grouped(games));
        let said = if reached <= self.goal {
            format!(
                "We stopped after {played} games: the win rate of each player and policy is within {} (goal: {goal}).",
                points(reached)
            )
        } else {
            let needed = (games as f64 * (reached / self.goal).powi(2)).ceil() as u64;
            let open = format!("About {} games reach {goal}.", grouped(rounded_up(needed)));
            answer.undecided = format!("{} {open}", answer.undecided).trim().to_owned();
            format!(
                "We stopped at the limit of {played} games: the widest win rate of a player or policy is within {} (goal: \
                 {goal}).",
                points(reached)
            )
        };
        // Within the three sentences that a terminal shows.
        answer.said.insert(answer.said.len().min(2), said);
        answer
    }

    fn precision(&self, name: &str, counted: &RunCounts) -> Option<[f64; 2]> {
        self.finished(name, counted).map(|taken| [self.goal, taken.reached])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_come_closer_than_doubling_and_end_with_all_games() {
        let looks = Looks::at(8000, 2);
        assert_eq!([looks.count(), looks.groups() as usize], [MOST, 4000]);
        assert!(looks.ends.is_sorted() && looks.ends[0] == 281);
        assert_eq!(Looks::at(80, 2).ends, [40]);
        assert_eq!(Looks::at(1, 3).ends, [1]);
        assert_eq!(looks.last(), Looks { ends: vec![4000] });
    }

    fn estimate(point: f64, standard_error: f64, interval: (f64, f64)) -> Estimate {
        Estimate { point, standard_error, interval, n: 100, observations: 100 }
    }

    /// With a corrected level a chance of 90% needs the quantile of that level and 1.28 standard errors more.
    #[test]
    fn games_to_decide_allow_for_a_correction() {
        let spread = estimate(0.52, 0.05, (0.422, 0.618));
        let level = 1.0 - 0.05 / 19.0;
        let ratio = ((normal_quantile(level) + 1.28) / (1.96 + 1.28)).powi(2);
        let [once, corrected] = [LEVEL, level].map(|level| enough_at(100, &spread, 0.5, level).unwrap() as f64);
        assert!((corrected / once - ratio).abs() < 0.02, "{once} {corrected} {ratio}");
    }

    #[test]
    fn games_to_decide_fall_with_the_root_of_the_spread_and_with_what_is_unseen() {
        // An interval of the spread alone: 2.7 times the games whose interval just reaches the boundary.
        let spread = estimate(0.52, 0.05, (0.422, 0.618));
        let needed = enough(100, &spread, 0.5).unwrap();
        assert!((100.0 * (0.098_f64 / 0.02).powi(2) * 2.7 - needed as f64).abs() < 0.02 * needed as f64, "{needed}");
        // Games that all ended alike: the interval falls with their number.
        let alike = estimate(0.0, 0.0, (-0.12, 0.12));
        assert_eq!(enough_within(100, &alike, 0.03), Some(400));
        assert_eq!(enough(100, &estimate(1.0, 0.0, (0.4, 1.0)), 0.5), Some(120));
        // The next number decides at the earliest; at the boundary no number does.
        assert_eq!(enough(100, &estimate(1.0, 0.0, (0.51, 1.0)), 0.5), Some(101));
        assert_eq!(enough(100, &spread, 0.52), None);
        assert_eq!(enough_within(100, &spread, 0.5), None);
        let [first, second] = [estimate(0.9, 0.0, (0.6, 1.0)), estimate(0.1, 0.0, (0.0, 0.8))];
        assert_eq!(enough_apart(100, &first, &second), Some(125));
    }

    /// The number of times that is found reaches the goal.
    #[test]
    fn times_to_reach_a_goal_reach_it() {
        for (error, reach) in [(0.0, 0.3), (0.05, 0.3), (0.05, 0.098), (0.5, 0.3)] {
            let one = estimate(0.5, error, (0.5 - reach, 0.5 + reach));
            for goal in [0.2, 0.05, 0.001] {
                let times = one.times_to_reach(LEVEL, reach, goal);
                assert!((one.reach_with(LEVEL, reach, times) - goal).abs() < 1e-9, "{error} {reach} {goal}");
            }
        }
    }

    #[test]
    fn looks_add_all_groups_once() {
        let looks = Looks::at(700, 2);
        let parts: Vec<_> = (0..).map_while(|look| looks.added(look)).collect();
        let all: Vec<u64> = parts.iter().flat_map(|part| part.clone()).collect();
        assert!(parts.len() == looks.count() && all == (0..350).collect::<Vec<_>>());
    }
}
