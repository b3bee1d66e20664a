//! Games of all entrants of a field against each other, and their equilibrium.

use super::trial::Trial;
use super::workshop::Enters;
use crate::meta::{Cell, Results, Square, most_even};
use crate::racing::Margins;
use crate::runner::Wanted;
use crate::study::Counted;
use std::sync::Arc;

/// Slack of payoffs: the error that the solver leaves.
const SLACK: f64 = 1e-9;
/// Number of turns in a field with unequal shares.
const TURNS: usize = 120;

/// Settings of the games of entrants against each other.
pub struct Meets<'a, W> {
    pub setting: &'a W,
    /// Name of the study; with the seed and the entrants, it names the dice of a matchup.
    pub name: &'a str,
    pub seed: u64,
    /// Pairs of games of each two entrants.
    pub pairs: u64,
}

/// An entrant with its key in the names of games and its name in results.
pub struct Named<'a, E> {
    pub key: String,
    pub name: String,
    pub entrant: &'a E,
}

impl<W: Enters> Meets<'_, W> {
    /// Returns all games among entrants. `None` if some are still to be played; these are added to `next`.
    pub fn results(
        &self,
        entrants: &[Named<'_, W::Entrant>],
        counted: &Counted,
        next: &mut Vec<Wanted>,
    ) -> Option<Results> {
        let mut results = Results::new(entrants.iter().map(|entrant| entrant.name.clone()).collect());
        for (second, other) in entrants.iter().enumerate() {
            for (first, own) in entrants[..second].iter().enumerate() {
                let occasion = format!("{}/meet/{} / {}", self.name, own.key, other.key);
                match counted.of::<Margins>(&occasion) {
                    Some(margins) => results.add(first, second, &Cell::from(&margins.duel())),
                    None => {
                        // Each matchup has independent dice, because resampling assumes independent matchups.
                        let trial = self.trial([own.entrant, other.entrant], &occasion);
                        next.push(Wanted::whole(occasion, Arc::new(trial)));
                    }
                }
            }
        }
        next.is_empty().then_some(results)
    }

    /// Returns the games of two entrants with the dice `dice`.
    fn trial(&self, two: [&W::Entrant; 2], dice: &str) -> Trial {
        let (_, effort) = self.setting.meeting(two);
        let (setting, [own, other]) = (self.setting.clone(), two.map(Clone::clone));
        let dice = (dice.to_owned(), self.seed);
        Trial::new(move || setting.meeting([&own, &other]).0, effort, 0..self.pairs, dice)
    }
}

/// Returns the most even equilibrium of games as they were played.
pub fn shares(results: &Results) -> Vec<f64> {
    let share = |first: usize, second: usize| results.cell(first, second).points().unwrap_or(0.5) - 0.5;
    let payoffs = Square::from_fn(results.len(), share);
    most_even(&payoffs, &vec![SLACK; results.len()])
}

/// Returns the opponent of each turn by shares that sum to 1, spread as evenly as possible.
pub fn spread(shares: &[f64]) -> Vec<usize> {
    let mut met = vec![0.0; shares.len()];
    let next = |turn: usize| {
        let due = |place: &usize| shares[*place] * (turn + 1) as f64 - met[*place];
        let place = (0..met.len()).max_by(|a, b| due(a).total_cmp(&due(b)).then(b.cmp(a))).unwrap_or(0);
        met[place] += 1.0;
        place
    };
    (0..TURNS).map(next).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// At every turn each opponent is less than one turn off its share, and opponents without a share are never met.
    #[test]
    fn turns_are_spread_by_shares() {
        let shares = [0.5, 0.0, 0.3, 0.2];
        let turns = spread(&shares);
        for end in 1..=turns.len() {
            for (place, share) in shares.iter().enumerate() {
                let met = turns[..end].iter().filter(|turn| **turn == place).count() as f64;
                assert!((met - share * end as f64).abs() < 1.0, "{place} of {end}: {met}");
            }
        }
    }
}
