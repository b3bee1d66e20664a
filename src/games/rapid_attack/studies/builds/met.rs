//! A field that meets itself: the games of all its entrants with one another, and the equilibrium of these.

use super::sitting::Sitting;
use crate::builds::Trial;
use crate::games::rapid_attack::studies::arena::{Entrant, Venue};
use crate::meta::{Cell, Results, Square, most_even};
use crate::racing::Margins;
use crate::runner::Wanted;
use crate::study::Counted;
use std::sync::Arc;

/// Slack of payoffs: what solving leaves.
const SLACK: f64 = 1e-9;

/// How entrants meet each other.
pub struct Meets<'a> {
    pub venue: &'a Arc<Venue>,
    /// Names the study, and with the seed all dice.
    pub name: &'a str,
    pub seed: u64,
    /// Pairs of games of each two.
    pub pairs: u64,
}

impl Meets<'_> {
    /// All games among entrants, who go by these names in the results; none where some are still to be played, which are then
    /// wanted.
    pub fn results(
        &self,
        (entrants, names): (&[Entrant], Vec<String>),
        counted: &Counted,
        next: &mut Vec<Wanted>,
    ) -> Option<Results> {
        let mut results = Results::new(names);
        for (second, other) in entrants.iter().enumerate() {
            for (first, own) in entrants[..second].iter().enumerate() {
                let occasion = format!("{}/meet/{} / {}", self.name, own.name, other.name);
                match counted.of::<Margins>(&occasion) {
                    Some(margins) => results.add(first, second, &Cell::from(&margins.duel())),
                    None => {
                        let sitting = Sitting::of_two(self.venue, [own, other]);
                        let (effort, dice) = (sitting.effort(), format!("{}/meet", self.name));
                        let (table, seed) = (sitting.in_pairs(), self.seed);
                        let trial = Trial { table, effort, pairs: 0..self.pairs, dice, seed };
                        next.push(Wanted::whole(occasion, Arc::new(trial)));
                    }
                }
            }
        }
        next.is_empty().then_some(results)
    }
}

/// The most even equilibrium of games as they were played.
pub fn shares(results: &Results) -> Vec<f64> {
    let share = |first: usize, second: usize| results.cell(first, second).points().unwrap_or(0.5) - 0.5;
    let payoffs = Square::from_fn(results.len(), share);
    most_even(&payoffs, &vec![SLACK; results.len()])
}
