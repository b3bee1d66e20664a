//! Two policies against each other, in pairs of games with common dice and swapped seats.

use crate::games::rapid_attack::battle::{Action, Battle, KeyedDice};
use crate::games::rapid_attack::players::search::SearchSettings;
use crate::games::rapid_attack::players::spec::Kind;
use crate::games::rapid_attack::players::tactician::Tactics;
use crate::games::rapid_attack::players::{Player, PolicySpec};
use crate::play::{Game, Unwatched, play};
use crate::policy::Judge;
use crate::runner::Counting;
use crate::runner::games::{Stoppable, block_size, key};
use crate::study::{Bout, Duel, Meeting, Response, in_pairs};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Pairs of games of a study between two policies that swap seats.
pub struct Pairs {
    battle: Arc<Battle<KeyedDice>>,
    policies: [PolicySpec; 2],
    pairs: u64,
    /// With the seed, the name of all dice.
    dice: String,
    seed: u64,
}

impl Pairs {
    /// The pairs of a meeting of two tacticians.
    pub fn new(battle: Arc<Battle<KeyedDice>>, meeting: Meeting) -> Pairs {
        let Meeting { name, seed, pairs, values } = meeting;
        Pairs { battle, policies: values.map(|values| tuned(&values)), pairs, dice: name, seed }
    }

    /// The pairs of a response and the policy that it answers.
    pub fn of_bout(battle: Arc<Battle<KeyedDice>>, bout: Bout, all: &[PolicySpec], policy: PolicySpec) -> Pairs {
        let Bout { dice, seed, pairs, response, .. } = bout;
        Pairs { battle, policies: [answer(all, response), policy], pairs, dice, seed }
    }
}

/// The policy that a response is: one of all that have a name, or one that was found.
pub fn answer(all: &[PolicySpec], response: Response) -> PolicySpec {
    match response {
        Response::Named(place) => all[place].clone(),
        Response::Of(values) => tuned(&values),
        Response::Learned(network) => {
            let settings = SearchSettings { outlook: Judge::Network(network), ..SearchSettings::quick() };
            PolicySpec::new("learned", Kind::Search(settings))
        }
    }
}

/// A tactician of these values.
fn tuned(values: &[f64]) -> PolicySpec {
    PolicySpec::new("tuned", Kind::Tactician(Tactics::of_values(values)))
}

impl Counting for Pairs {
    type Counts = Duel;

    fn size(&self) -> u64 {
        2 * self.pairs
    }

    fn block_size(&self) -> u64 {
        block_size(2 * self.pairs, 2)
    }

    fn count(&self, _: u64, games: Range<u64>, stop: &AtomicBool) -> Option<Duel> {
        let mut seated: Vec<Stoppable<'_, Player, Action>> =
            self.policies.iter().map(|policy| Stoppable::new(policy.build(), stop)).collect();
        in_pairs(games, stop, |pair| {
            let key = key(self.seed, &self.dice, pair);
            [0, 1].map(|first| {
                let state = play(self.battle.as_ref(), key, &mut seated, &mut Unwatched);
                seated.rotate_left(1);
                self.battle.scores(&state).winner().map_or(0, |winner| if winner == first { 1 } else { -1 })
            })
        })
    }

    fn fits(&self, duel: &Duel, games: u64) -> bool {
        duel.fits(games)
    }

    fn effort(&self) -> f64 {
        self.policies.iter().map(PolicySpec::effort).fold(0.0, f64::max)
    }
}
