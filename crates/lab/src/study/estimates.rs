//! Estimates from sums of games: as numbers, as columns and as JSON.

use super::{Metric, MetricUnit, Observations, Sums, bounds_of_difference, bounds_of_mean};
use crate::runner::AttackTally;
use hitchart_report::Warning;
use hitchart_report::table::{Table, bounds, object};
use hitchart_stats::{Bounds, ChiSquare, Estimate, LEVEL, Moments, chi_square, holm, proportion};
use serde_json::{Map, Value, json};

/// A share of games with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Won {
    /// Number of games in the share, such as games won.
    pub count: u64,
    /// Share of all games, with its 95% interval.
    pub share: Estimate,
}

/// Returns the share of `count` games out of `games` games with independent dice.
pub fn won(count: u64, games: u64) -> Won {
    Won { count, share: proportion(count, games, LEVEL) }
}

impl Won {
    /// Formats the share with its interval: `50% (46 to 54%)`.
    pub fn percent(&self) -> String {
        self.share.percent()
    }

    /// Returns the width of the interval.
    pub fn width(&self) -> f64 {
        self.share.interval.1 - self.share.interval.0
    }
}

/// Returns the share of a quantity that is 0 or 1 for each of `players` players of a game.
pub fn shared(sums: &Sums, i: usize, players: u64, of: Observations) -> Won {
    Won { count: sums.total[i].unsigned_abs(), share: shared_at(sums, i, players, of, LEVEL) }
}

/// Returns the share as [`shared`] does, with its interval at a level.
pub fn shared_at(sums: &Sums, i: usize, players: u64, of: Observations, level: f64) -> Estimate {
    if of.size == 1 && players == 1 {
        return proportion(sums.total[i].unsigned_abs(), of.games, level);
    }
    let estimate = Estimate::of(&moments(sums, i, of, players), &Bounds::SHARE, level);
    Estimate { n: of.games * players, ..estimate }
}

/// Returns the mean per game of a metric, within its bounds; for a metric that is 0 or 1, the share of games.
pub fn metric(known: &Metric, sums: &Sums, i: usize, of: Observations) -> Estimate {
    match known.unit {
        MetricUnit::Share => shared(sums, i, 1, of).share,
        unit => count(sums, i, unit, of),
    }
}

/// Returns the mean per game of one of several counts in a unit. An unseen game may have a count of zero or of twice
/// the mean.
pub fn count(sums: &Sums, i: usize, unit: MetricUnit, of: Observations) -> Estimate {
    let size = sums.total[i] as f64 / of.games as f64;
    mean(sums, i, of, 1, &bounds_of_mean(unit).stepping(size.abs()))
}

/// Returns the mean difference per game in a metric, from sums of differences, and the p-value of no difference. The
/// interval has the given level.
pub fn difference(known: &Metric, sums: &Sums, i: usize, of: Observations, level: f64) -> (Estimate, f64) {
    let (bounds, moments) = (bounds_of_difference(known.unit), moments(sums, i, of, 1));
    let estimate = Estimate { n: of.games, ..Estimate::of(&moments, &bounds, level) };
    (estimate, moments.p_value(&bounds, 0.0))
}

/// Returns the mean per game and player of one of several sums.
///
/// The point uses all games. The spread is that of whole groups of games with common dice, each of which is one
/// observation; `n` counts games nevertheless.
pub fn mean(sums: &Sums, i: usize, of: Observations, players: u64, bounds: &Bounds) -> Estimate {
    Estimate { n: of.games, ..Estimate::of(&moments(sums, i, of, players), bounds, LEVEL) }
}

/// Returns the moments of a number per game; the observations are whole groups.
pub fn metric_moments(sums: &Sums, i: usize, of: Observations) -> Moments {
    moments(sums, i, of, 1)
}

fn moments(sums: &Sums, i: usize, of: Observations, players: u64) -> Moments {
    let groups = Moments::of_sums(of.whole, sums.grouped[i], sums.squares[i], sums.cubes[i]);
    groups.scaled(1.0 / (of.size * players) as f64).around(sums.total[i] as f64 / (of.games * players) as f64)
}

/// Adds the columns of metrics: names, units, means, and the rule of each count.
pub fn metric_columns(table: Table, rows: &[&Metric], means: &[Estimate]) -> Table {
    table
        .text("metric", "Metric", rows.iter().map(|known| known.name))
        .text("unit", "Unit", rows.iter().map(|known| known.unit.name()))
        .estimates(["mean", "interval"], "Mean", 3, means.iter().copied())
        .count("n", "N", means.iter().map(|mean| mean.n))
        .count("observations", "Observations", means.iter().map(|mean| mean.observations))
        .text("how", "What is counted", rows.iter().map(|known| known.how))
}

/// Returns the means of metrics as JSON, by name.
pub fn metrics_json(known: &[Metric], sums: &Sums, of: Observations) -> Map<String, Value> {
    let named = known.iter().enumerate();
    object(named.map(|(i, known)| (known.name, mean_json(&metric(known, sums, i, of)))))
}

/// Returns a mean as JSON.
pub fn mean_json(estimate: &Estimate) -> Value {
    json!({ "mean": estimate.point, "interval": bounds(estimate), "n": estimate.n,
        "observations": estimate.observations })
}

/// Returns a share of games as JSON.
pub fn share_json(won: &Won) -> Value {
    json!({ "point": won.share.point, "interval": bounds(&won.share), "count": won.count, "n": won.share.n,
        "observations": won.share.observations })
}

/// Formats a signature for comparison by people.
pub fn signature(value: u64) -> String {
    format!("{value:016x}")
}

/// Names the rows whose intervals overlap the interval of the first or the last row of a ranking: `; Tank and 2 others
/// may be as good`, where `what` is the last word. Empty without such rows.
pub fn rivals<'a>(end: &Estimate, others: impl IntoIterator<Item = (&'a str, Estimate)>, what: &str) -> String {
    let is_near = |other: &Estimate| other.interval.0 <= end.interval.1 && other.interval.1 >= end.interval.0;
    let near: Vec<&str> = others.into_iter().filter(|(_, other)| is_near(other)).map(|(name, _)| name).collect();
    may_be(&near, what)
}

/// Returns the end of a sentence on an end of a ranking: `; Tank may be as good`, where `what` is the last word. Empty
/// without names.
pub fn may_be(names: &[&str], what: &str) -> String {
    match names {
        [] => String::new(),
        [one] => format!("; {one} may be as {what}"),
        [one, other] => format!("; {one} and {other} may be as {what}"),
        [one, others @ ..] => format!("; {one} and {} others may be as {what}", others.len()),
    }
}

/// Returns the end of a sentence on the best change, as [`may_be`]. The changes are in quotation marks, because their
/// descriptions contain `and`.
pub fn changes_may_be(labels: &[&str], what: &str) -> String {
    let quoted: Vec<String> = labels.iter().map(|label| format!("\"{label}\"")).collect();
    match quoted.as_slice() {
        [one, other] => format!("; {one} or {other} may be as {what}"),
        all => may_be(&all.iter().map(String::as_str).collect::<Vec<_>>(), what),
    }
}

/// Returns a warning if the largest margin of these estimates exceeds `useful` and is finite.
pub fn too_few(what: String, estimates: impl Iterator<Item = Estimate>, useful: f64) -> Option<Warning> {
    let widest = estimates.max_by(|a, b| a.margin().total_cmp(&b.margin()))?;
    let margin = widest.margin();
    if margin <= useful || !margin.is_finite() {
        return None;
    }
    let better = (widest.n as f64 * widest.times_to_reach(LEVEL, margin, useful)).ceil();
    Some(few(what, &widest, 10f64.powf(better.log10().ceil()) as u64))
}

/// Returns the warning that an estimate has too few samples, and that `better` samples would do.
pub fn few(what: String, estimate: &Estimate, better: u64) -> Warning {
    let (samples, margin) = (estimate.n, estimate.margin());
    let then = estimate.reach_with(LEVEL, margin, better as f64 / samples as f64);
    Warning::FewSamples { what, samples, margin, better, then }
}

/// Largest useful margin of a share of games.
pub const USEFUL_SHARE: f64 = 0.05;

/// Family-wise level at which simulation and exact engine count as different: one healthy study in a thousand is
/// flagged.
const DISAGREEMENT: f64 = 0.001;

/// Tests each tally against its exact joint distribution; p-values are corrected for the number of tests (Holm).
pub fn agreement<'a>(tests: impl Iterator<Item = (&'a str, &'a AttackTally, &'a [f64])>) -> (Vec<f64>, Vec<Warning>) {
    corrected(tests.map(|(name, tally, exact)| (name, test(tally, exact).p_value)))
}

/// Corrects the p-values of named tests for their number (Holm), and warns of disagreement with the exact answers.
pub fn corrected<'a>(tests: impl Iterator<Item = (&'a str, f64)>) -> (Vec<f64>, Vec<Warning>) {
    let (names, p): (Vec<&str>, Vec<f64>) = tests.unzip();
    let adjusted = holm(&p);
    let suspicious = names.iter().zip(&adjusted).filter(|(_, p)| **p < DISAGREEMENT);
    let warnings = suspicious
        .map(|(name, p)| Warning::Disagreement { what: (*name).to_owned(), p_value: *p, level: DISAGREEMENT })
        .collect();
    (adjusted, warnings)
}

/// Chi-square test of a tally against exact probabilities of the same cells.
pub fn test(tally: &AttackTally, exact: &[f64]) -> ChiSquare {
    chi_square(&tally.cells(), exact)
}

#[cfg(test)]
mod tests {
    use super::changes_may_be;

    #[test]
    fn each_of_several_changes_is_quoted() {
        let labels = ["replace B with Rp in C:RpBKK", "replace Rp with Rs and B with Rp"];
        let [none, one, two] = [0, 1, 2].map(|many| changes_may_be(&labels[..many], "good"));
        assert!(none.is_empty() && one.contains("\"replace B with Rp in C:RpBKK\" may"), "{one}");
        assert!(two.contains("C:RpBKK\" or \"replace Rp"), "{two}");
    }
}
