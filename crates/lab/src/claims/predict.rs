//! Predictions, and the effects that they are about.
//!
//! A prediction is written as people would say it: `share_direct falls`, `win of defender rises`, `win of company A
//! trails company B`, `tied at most 0.05`.

use super::verdict::EffectDirection;
use super::{ClaimPart, ClaimsStudy};
use crate::compare::{ALPHA, Arms, Cell, NumberChange, change_of};
use crate::study::{Looks, MetricUnit, Quantity, metric_words};
use hitchart_stats::{Bounds, Estimate, Moments};
use std::fmt;

// Predictions.

/// Predicted direction of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Higher than under the unchanged rules.
    Rises,
    /// Lower than under the unchanged rules.
    Falls,
    /// Up or down.
    Changes,
    /// No change beyond the margin.
    Stays,
    /// Lower than the number of another side, under the changed rules.
    Trails,
    /// Higher than the number of another side, under the changed rules.
    Leads,
    /// At least a bound.
    AtLeast,
    /// At most a bound.
    AtMost,
}

impl Direction {
    /// Directions of one number, by name.
    pub const OF_ONE: [(&'static str, Direction); 4] = [
        ("rises", Direction::Rises),
        ("falls", Direction::Falls),
        ("changes", Direction::Changes),
        ("stays", Direction::Stays),
    ];
    /// Directions of one number against another, by name.
    pub const OF_TWO: [(&'static str, Direction); 2] = [("trails", Direction::Trails), ("leads", Direction::Leads)];
    /// Directions of one number against a bound, by name.
    pub const OF_BOUND: [(&'static str, Direction); 2] =
        [("at least", Direction::AtLeast), ("at most", Direction::AtMost)];

    /// Returns the name of the direction.
    pub fn name(self) -> &'static str {
        let mut all = Direction::OF_ONE.iter().chain(&Direction::OF_TWO).chain(&Direction::OF_BOUND);
        all.find(|(_, direction)| *direction == self).map_or("", |(name, _)| name)
    }

    /// Returns the sign of an effect as claimed: 1 up, -1 down, 0 for none or either.
    pub fn sign(self) -> i8 {
        match self {
            Direction::Rises | Direction::Leads | Direction::AtLeast => 1,
            Direction::Falls | Direction::Trails | Direction::AtMost => -1,
            Direction::Changes | Direction::Stays => 0,
        }
    }
}

/// Predicted effect of a change on a number, or a number of an answer against a bound or against another number.
#[derive(Clone, Debug, PartialEq)]
pub struct Prediction {
    /// Name of the metric in files, as in [`Quantity::metric`].
    pub metric: String,
    /// Owner of the number, as in [`Quantity::of`]; empty for the whole game.
    pub of: String,
    /// Predicted direction of the change, or of the lead over the other number.
    pub direction: Direction,
    /// Owner of the number to compare with, under the changed rules.
    pub than: Option<String>,
    /// Bound of the number, or of its ratio to the other number.
    pub bound: Option<f64>,
}

/// Part of a prediction after its number: a direction, and the owner of another number or a bound.
type Ending<'a> = (&'a str, Direction, Option<&'a str>, Option<f64>);

impl Prediction {
    /// Reads `METRIC [of WHOSE] rises|falls|changes|stays`, `METRIC of WHOSE trails|leads WHOSE`, `METRIC [of WHOSE]
    /// at least|at most NUMBER`, and the last one with `NUMBER times WHOSE`.
    ///
    /// # Errors
    /// A message if the text has another form.
    pub fn read(text: &str) -> Result<Prediction, String> {
        let wrong = || {
            let names = Direction::OF_ONE.map(|(name, _)| name).join(", ");
            format!(
                "`{text}` is no prediction; write `METRIC rises` or `METRIC of WHOSE falls`, with one of {names}, or \
                 `METRIC of WHOSE trails WHOSE` or `leads`, or `METRIC of WHOSE at most NUMBER` or `at least`"
            )
        };
        let found = Self::of_one(text).or_else(|| Self::of_bound(text)).or_else(|| Self::of_two(text));
        let (what, direction, than, bound) = found.ok_or_else(wrong)?;
        let (metric, of) = what.split_once(" of ").unwrap_or((what, ""));
        let (metric, of) = (metric.trim(), of.trim());
        if metric.is_empty() || metric.contains(' ') || (than.is_some() && of.is_empty()) {
            return Err(wrong());
        }
        Ok(Prediction { metric: metric.to_owned(), of: of.to_owned(), direction, than: than.map(str::to_owned), bound })
    }

    fn of_one(text: &str) -> Option<Ending<'_>> {
        let (what, verb) = text.trim().rsplit_once(' ')?;
        let (_, direction) = Direction::OF_ONE.iter().find(|(name, _)| *name == verb)?;
        Some((what, *direction, None, None))
    }

    fn of_two(text: &str) -> Option<Ending<'_>> {
        Direction::OF_TWO.iter().find_map(|(name, direction)| {
            let (what, than) = text.split_once(&format!(" {name} "))?;
            let than = than.trim();
            (!than.is_empty()).then_some((what, *direction, Some(than), None))
        })
    }

    fn of_bound(text: &str) -> Option<Ending<'_>> {
        Direction::OF_BOUND.iter().find_map(|(name, direction)| {
            let (what, bound) = text.rsplit_once(&format!(" {name} "))?;
            let (bound, than) = match bound.split_once(" times ") {
                Some((factor, than)) if !than.trim().is_empty() => (factor, Some(than.trim())),
                _ => (bound, None),
            };
            let bound = bound.trim().parse::<f64>().ok().filter(|bound| bound.is_finite())?;
            Some((what, *direction, than, Some(bound)))
        })
    }

    /// Returns the other number or the bound as text, with a leading space; empty without either.
    fn ending(&self) -> String {
        match (self.bound, &self.than) {
            (Some(factor), Some(than)) => format!(" {factor} times {than}"),
            (Some(bound), None) => format!(" {bound}"),
            (None, Some(than)) => format!(" {than}"),
            (None, None) => String::new(),
        }
    }

    /// Returns true if a quantity is the number of the prediction.
    pub fn is_of(&self, quantity: &Quantity) -> bool {
        quantity.metric == self.metric && quantity.of == self.of
    }

    /// Returns true if a quantity is the number to compare with.
    pub fn is_than(&self, quantity: &Quantity) -> bool {
        quantity.metric == self.metric && self.than.as_ref() == Some(&quantity.of)
    }

    /// Returns true if games count all numbers of the prediction.
    pub fn is_counted(&self, quantities: &[Quantity]) -> bool {
        quantities.iter().any(|known| self.is_of(known))
            && (self.than.is_none() || quantities.iter().any(|known| self.is_than(known)))
    }

    /// Returns the prediction in words: `share of hand to hand rises`.
    pub fn words(&self) -> String {
        let whose = if self.of.is_empty() { String::new() } else { format!(" of {}", self.of) };
        format!("{}{whose} {}{}", metric_words(&self.metric), self.direction.name(), self.ending())
    }

    /// Returns the metric and its owner.
    pub fn what(&self) -> String {
        if self.of.is_empty() { self.metric.clone() } else { format!("{} of {}", self.metric, self.of) }
    }
}

impl fmt::Display for Prediction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}{}", self.what(), self.direction.name(), self.ending())
    }
}

// Effects of a change on the number of a prediction.

/// Smallest change of a share of games that matters.
pub(super) const SHARE: f64 = 0.03;

/// Effect of one change on the number of a prediction, on one rung: the mean over the studies that count the number.
#[derive(Clone, Debug)]
pub struct PredictionEffect {
    /// Index of the changed ruleset among those of the study.
    pub ruleset: usize,
    /// Name of the rung of players.
    pub rung: String,
    /// Means under the first ruleset and under the change. If the prediction compares two numbers: the means of the
    /// other and of the number, both under the change. Of an answer: the bound or the other number, and the number.
    pub means: [f64; 2],
    /// The second mean less the first, with an interval that holds over all looks.
    pub estimate: Estimate,
    /// Lead of the number under the first ruleset, if the prediction compares two numbers.
    pub unchanged: Option<Estimate>,
    /// p-value of no effect, corrected for the number of all predicted effects (Benjamini and Hochberg).
    pub p_adjusted: f64,
    /// p-value of no effect over all looks, before that correction.
    pub p: f64,
    /// Largest effect to ignore.
    pub margin: f64,
    /// True if the effect lies within the margin on both sides.
    pub(super) within: bool,
    /// Sign of the claim, see [`super::Direction::sign`].
    pub(super) claimed: i8,
    /// True if the number can change as claimed by more than the margin.
    pub(super) room: bool,
}

impl PredictionEffect {
    /// Returns the number of games behind the effect; `None` if it is known without games.
    pub fn games(&self) -> Option<u64> {
        Some(self.estimate.n).filter(|n| *n > 0)
    }

    /// Returns the direction of the effect.
    pub fn way(&self) -> EffectDirection {
        // An exact number that equals its bound is as claimed.
        let up = self.estimate.point > 0.0 || (self.estimate.point == 0.0 && self.claimed > 0);
        let shown = !self.within && self.p_adjusted <= ALPHA;
        match (shown, self.within) {
            (true, _) if self.room || up == (self.claimed < 0) => {
                if up {
                    EffectDirection::Up
                } else {
                    EffectDirection::Down
                }
            }
            _ if !self.room => EffectDirection::NoRoom,
            (_, true) => EffectDirection::Small,
            _ => EffectDirection::Open,
        }
    }

    /// Returns true if the interval lies beyond the margin, so that more games would not show a smaller effect.
    pub fn is_beyond(&self) -> bool {
        let (low, high) = self.estimate.interval;
        low > self.margin || high < -self.margin
    }

    /// Returns the sign of a significant effect of any size: 1 up, -1 down, 0 if undecided.
    pub fn sign(&self) -> i8 {
        match self.p_adjusted <= ALPHA {
            true if self.estimate.point > 0.0 => 1,
            true => -1,
            false => 0,
        }
    }
}

/// Returns the effects of a part's changes on the number of a prediction, rung by rung.
pub(super) fn held(
    study: &ClaimsStudy,
    counted: &[(Option<Arms>, usize)],
    of: &ClaimPart,
    prediction: &Prediction,
) -> Vec<PredictionEffect> {
    let mut all = Vec::new();
    for rung in &of.rungs {
        for ruleset in &of.rulesets {
            let is_of = |cell: &Cell| of.plays(cell) && cell.changed == *ruleset && cell.rung == *rung;
            let cells = study.cells.iter().zip(counted).filter(|(cell, _)| is_of(cell));
            let pieces =
                cells.filter_map(|(cell, (arms, taken))| piece(study, cell, (arms.as_ref()?, *taken), prediction));
            let pieces: Vec<Piece> = pieces.collect();
            all.extend(pooled(study, &pieces, prediction, (*ruleset, rung)));
        }
    }
    all
}

/// Result of one cell for a prediction.
struct Piece {
    change: NumberChange,
    /// Lead of the number under the first ruleset, if the prediction compares two numbers.
    unchanged: Option<Moments>,
    /// The planned looks, and the last look taken.
    looks: (Looks, usize),
    /// True if the number is a share.
    is_share: bool,
    /// True if the number is a share of games.
    of_games: bool,
    games: u64,
}

fn piece(study: &ClaimsStudy, cell: &Cell, (arms, taken): (&Arms, usize), prediction: &Prediction) -> Option<Piece> {
    let games = &cell.arms[0];
    let place = games.quantities.iter().position(|quantity| prediction.is_of(quantity))?;
    let quantity = &games.quantities[place];
    let (change, unchanged) = match prediction.than {
        None => (change_of(&games.quantities, games.size, arms, place)?, None),
        Some(_) => {
            let other = games.quantities.iter().position(|quantity| prediction.is_than(quantity))?;
            lead_of(&games.quantities, games.size, arms, [place, other])?
        }
    };
    let is_share = quantity.unit == MetricUnit::Share;
    Some(Piece {
        change,
        unchanged,
        looks: (Looks::at(study.games, games.size), taken.checked_sub(1)?),
        is_share,
        of_games: is_share && quantity.under.is_none(),
        games: arms.groups * games.size,
    })
}

/// Returns the lead of one share of wins over another, under the changed rules and under the first.
fn lead_of(
    quantities: &[Quantity],
    size: u64,
    arms: &Arms,
    [own, other]: [usize; 2],
) -> Option<(NumberChange, Option<Moments>)> {
    let moments = arms.lead(quantities, size, 1, [own, other])?;
    let share = |i: usize| arms.sums[1].total[i] as f64 / (arms.groups * size) as f64;
    let change = NumberChange { means: [share(other), share(own)], moments, bounds: Bounds::DIFFERENCE_OF_SHARES };
    Some((change, arms.lead(quantities, size, 0, [own, other])))
}

/// Averages over studies with independent dice.
fn pooled(
    study: &ClaimsStudy,
    pieces: &[Piece],
    prediction: &Prediction,
    (ruleset, rung): (usize, &str),
) -> Option<PredictionEffect> {
    let Piece { is_share, of_games, change: NumberChange { bounds, .. }, .. } = *pieces.first()?;
    let mean = |value: fn(&Piece) -> f64| pieces.iter().map(value).sum::<f64>() / pieces.len() as f64;
    let means = [mean(|piece| piece.change.means[0]), mean(|piece| piece.change.means[1])];
    let moments = mean_of(&pieces.iter().map(|piece| piece.change.moments).collect::<Vec<_>>());
    let bounds = pieces.iter().fold(bounds, |bounds, piece| bounds.stepping(piece.change.bounds.step));
    // If looks differ between studies, the strictest level applies to all.
    let (looks, look) = pieces
        .iter()
        .map(|piece| (&piece.looks.0, piece.looks.1))
        .max_by(|(one, at), (other, there)| one.level(*at, ALPHA).total_cmp(&other.level(*there, ALPHA)))?;
    let relative = study.matters * means[0].abs();
    let margin = if of_games { relative.max(SHARE) } else { relative };
    let (low, high) = moments.interval(&bounds, looks.level(look, 2.0 * ALPHA));
    let games = pieces.iter().map(|piece| piece.games).sum();
    let estimate =
        |moments: &Moments| Estimate { n: games, ..Estimate::of(moments, &bounds, looks.level(look, ALPHA)) };
    let unchanged: Option<Vec<Moments>> = pieces.iter().map(|piece| piece.unchanged).collect();
    let claimed = prediction.direction.sign();
    Some(PredictionEffect {
        ruleset,
        rung: rung.to_owned(),
        means,
        estimate: estimate(&moments),
        unchanged: unchanged.map(|unchanged| estimate(&mean_of(&unchanged))),
        p_adjusted: 1.0,
        p: looks.p_value(look, moments.p_value(&bounds, 0.0)),
        margin,
        within: -margin < low && high < margin,
        claimed,
        room: prediction.than.is_some() || has_room((means[0], margin), is_share, claimed),
    })
}

/// Returns true if a number with this mean can change as claimed by more than the margin: shares are bounded by 0 and
/// 1.
fn has_room((mean, margin): (f64, f64), is_share: bool, claimed: i8) -> bool {
    match claimed {
        1 => !is_share || mean + margin < 1.0,
        -1 => !is_share || mean - margin > 0.0,
        _ => true,
    }
}

/// Averages independent means.
fn mean_of(all: &[Moments]) -> Moments {
    if let [only] = all {
        return *only;
    }
    Moments::pooled(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_near_their_ends_have_no_room() {
        for (mean, claimed, expected) in
            [(0.971, 1, false), (0.96, 1, true), (0.971, -1, true), (0.02, -1, false), (0.971, 0, true)]
        {
            assert_eq!(has_room((mean, 0.03), true, claimed), expected, "{mean} {claimed}");
        }
        assert!(has_room((40.0, 0.8), false, 1) && has_room((40.0, 0.8), false, -1));
    }
}
