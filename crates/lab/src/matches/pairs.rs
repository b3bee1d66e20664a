//! Pairs of games between two policies, on common random numbers and with swapped seats.

use super::setting::{Policies, Setting};
use crate::runner::Counting;
use crate::runner::games::{Stoppable, block_size, key};
use crate::study::{Bout, Duel, Meeting, Response, in_pairs};
use hitchart_play::policy::{Evaluation, PolicyKind, SearchSettings, Settings, Spec};
use hitchart_play::{Game, Unwatched, play};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Pairs of games of a study between two policies that swap seats.
pub struct Pairs<S: Setting> {
    game: Arc<S::Game>,
    policies: [Policies<S>; 2],
    pairs: u64,
    /// Name that, with the seed, selects the random streams.
    dice: String,
    seed: u64,
}

impl<S: Setting> Pairs<S> {
    /// Returns the pairs of games of a meeting between two tacticians.
    pub fn new(game: Arc<S::Game>, meeting: Meeting) -> Pairs<S> {
        let Meeting { name, seed, pairs, values } = meeting;
        Pairs { game, policies: values.map(|values| tuned::<S>(&values)), pairs, dice: name, seed }
    }

    /// Returns the pairs of games between a response and the policy that it answers.
    pub fn of_bout(game: Arc<S::Game>, bout: Bout, all: &[Policies<S>], policy: Policies<S>) -> Pairs<S> {
        let Bout { dice, seed, pairs, response, .. } = bout;
        Pairs { game, policies: [answer::<S>(all, response), policy], pairs, dice, seed }
    }
}

/// Returns the policy of a response: a named one, tuned values, or a learned evaluation.
pub fn answer<S: Setting>(all: &[Policies<S>], response: Response) -> Policies<S> {
    match response {
        Response::Named(place) => all[place].clone(),
        Response::Of(values) => tuned::<S>(&values),
        Response::Learned(network) => {
            let settings = SearchSettings { evaluation: Evaluation::Network(network), ..S::quick() };
            Spec::new("learned", PolicyKind::Search(settings))
        }
    }
}

/// Returns a tactician with these values.
fn tuned<S: Setting>(values: &[f64]) -> Policies<S> {
    Spec::new("tuned", PolicyKind::Tactician(S::Tactics::default().with(values)))
}

impl<S: Setting> Counting for Pairs<S> {
    type Counts = Duel;

    fn size(&self) -> u64 {
        2 * self.pairs
    }

    fn block_size(&self) -> u64 {
        block_size(2 * self.pairs, 2)
    }

    fn count(&self, _: u64, games: Range<u64>, stop: &AtomicBool) -> Option<Duel> {
        let mut seated: Vec<Stoppable<'_, S::Player, <S::Game as Game>::Action>> =
            self.policies.iter().map(|policy| Stoppable::new(S::build(policy), stop)).collect();
        in_pairs(games, stop, |pair| {
            let key = key(self.seed, &self.dice, pair);
            [0, 1].map(|first| {
                let state = play(self.game.as_ref(), key, &mut seated, &mut Unwatched);
                seated.rotate_left(1);
                self.game.scores(&state).winner().map_or(0, |winner| if winner == first { 1 } else { -1 })
            })
        })
    }

    fn fits(&self, duel: &Duel, games: u64) -> bool {
        duel.fits(games)
    }

    fn effort(&self) -> f64 {
        self.policies.iter().map(S::effort).fold(0.0, f64::max)
    }
}
