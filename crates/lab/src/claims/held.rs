//! The effects of changes on what predictions speak of, as means over studies.

use super::predict::Prediction;
use super::study::{ClaimsStudy, Part};
use super::verdict::Way;
use crate::compare::{ALPHA, Arms, Cell, Change, change_of};
use hitchart_stats::{Bounds, Estimate, Moments};
use crate::study::{Looks, Quantity, Unit};

/// The least change of a share of games that matters.
pub const SHARE: f64 = 0.03;

/// The effect of one change on a number that a prediction speaks of, by one rung: the mean over the studies that count it.
#[derive(Clone, Debug)]
pub struct Held {
    pub ruleset: usize,
    pub rung: String,
    /// By the first ruleset and by the change; of a number against another, the other and the number, both by the change.
    pub means: [f64; 2],
    pub estimate: Estimate,
    /// Of a number against another: how far it leads by the first ruleset.
    pub unchanged: Option<Estimate>,
    /// Of no effect, corrected for the number of all effects that are predicted (Benjamini and Hochberg).
    pub p_adjusted: f64,
    pub p: f64,
    /// The greatest effect that does not matter.
    pub margin: f64,
    /// Whether it lies within the margin, on both sides.
    within: bool,
    /// Which way is claimed, as [`super::Direction::sign`].
    claimed: i8,
    /// Whether the number can go as claimed by more than the margin.
    room: bool,
}

impl Held {
    /// The way it goes.
    pub fn way(&self) -> Way {
        let up = self.estimate.point > 0.0;
        let shown = !self.within && self.p_adjusted <= ALPHA;
        match (shown, self.within) {
            (true, _) if self.room || up == (self.claimed < 0) => {
                if up {
                    Way::Up
                } else {
                    Way::Down
                }
            }
            _ if !self.room => Way::NoRoom,
            (_, true) => Way::Small,
            _ => Way::Open,
        }
    }

    /// Whether its interval lies beyond the margin, so that more games would not show it to be smaller.
    pub fn is_beyond(&self) -> bool {
        let (low, high) = self.estimate.interval;
        low > self.margin || high < -self.margin
    }

    /// Which way it is shown to go, however small it is: 1 up, -1 down, 0 while that is open.
    pub fn sign(&self) -> i8 {
        match self.p_adjusted <= ALPHA {
            true if self.estimate.point > 0.0 => 1,
            true => -1,
            false => 0,
        }
    }
}

/// The effects of the changes of a part on what one of its predictions speaks of, rung by rung.
pub fn held(study: &ClaimsStudy, counted: &[(Option<Arms>, usize)], of: &Part, prediction: &Prediction) -> Vec<Held> {
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

/// What one cell says of a prediction.
struct Piece {
    change: Change,
    /// Of a number against another: its lead by the first ruleset.
    unchanged: Option<Moments>,
    /// Its looks, and the last of them that was taken.
    looks: (Looks, usize),
    /// Whether it is a share.
    is_share: bool,
    /// Whether it is a share of games.
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
    let is_share = quantity.unit == Unit::Share;
    Some(Piece {
        change,
        unchanged,
        looks: (Looks::at(study.games, games.size), taken.checked_sub(1)?),
        is_share,
        of_games: is_share && quantity.under.is_none(),
        games: arms.groups * games.size,
    })
}

/// The lead of a share of wins over another, by the changed rules and by the first.
fn lead_of(
    quantities: &[Quantity],
    size: u64,
    arms: &Arms,
    [own, other]: [usize; 2],
) -> Option<(Change, Option<Moments>)> {
    let moments = arms.lead(quantities, size, 1, [own, other])?;
    let share = |i: usize| arms.sums[1].total[i] as f64 / (arms.groups * size) as f64;
    let change = Change { means: [share(other), share(own)], moments, bounds: Bounds::DIFFERENCE_OF_SHARES };
    Some((change, arms.lead(quantities, size, 0, [own, other])))
}

/// The mean over studies, each with dice of its own.
fn pooled(
    study: &ClaimsStudy,
    pieces: &[Piece],
    prediction: &Prediction,
    (ruleset, rung): (usize, &str),
) -> Option<Held> {
    let Piece { is_share, of_games, change: Change { bounds, .. }, .. } = *pieces.first()?;
    let mean = |value: fn(&Piece) -> f64| pieces.iter().map(value).sum::<f64>() / pieces.len() as f64;
    let means = [mean(|piece| piece.change.means[0]), mean(|piece| piece.change.means[1])];
    let moments = mean_of(&pieces.iter().map(|piece| piece.change.moments).collect::<Vec<_>>());
    let bounds = pieces.iter().fold(bounds, |bounds, piece| bounds.stepping(piece.change.bounds.step));
    // Studies whose looks differ are held to the strictest.
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
    Some(Held {
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

/// Whether a number of this mean can go as claimed by more than the margin: shares end at 0 and 1, counts at 0.
fn has_room((mean, margin): (f64, f64), is_share: bool, claimed: i8) -> bool {
    match claimed {
        1 => !is_share || mean + margin < 1.0,
        -1 => !is_share || mean - margin > 0.0,
        _ => true,
    }
}

/// The mean of independent means.
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
