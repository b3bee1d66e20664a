//! Look-ahead search: candidates are played on with separate dice, and the best one is chosen if it is clearly better.
//!
//! One step of policy improvement by rollouts (Tesauro and Galperin, 1996; Bertsekas, Tsitsiklis and Wu, 1997). The
//! budget goes to the candidates by sequential halving (Karnin, Koren and Somekh, 2013). Rounds have equal shares, and
//! each drops the worse half. With `resolve`, rounds keep a third, and clear cases end early. All candidates use common
//! random numbers in playouts of the same number. The search compares mean paired differences to the first candidate,
//! the one that would be played without looking ahead. Another is chosen only if its mean difference exceeds `caution`
//! standard errors.
//!
//! All information but the dice to come is open. Before a copy of the state is played on, its dice are renamed
//! ([`Game::rekey`]). So the search sees none of the dice that the game will bring.

mod ranking;
#[cfg(test)]
mod tests;

use super::network::MAX_WIDTH;
use super::{EvaluatedCandidate, Featured, Game, Policy, Unwatched};
use hitchart_dice::Stream;
use ranking::CandidateFeatures;
pub use ranking::{RankedAdvisor, candidate_features};
use std::ops::Range;

/// A policy that can propose other candidates.
pub trait Advisor<G: Game>: Policy<G> {
    /// Appends 1 to `most` candidates for the next decision, all legal, none twice; the first is the policy's choice.
    fn shortlist(&mut self, game: &G, state: &G::State, most: usize, into: &mut Vec<G::Action>);

    /// Appends the candidates that a ranking chooses from for a shortlist of at most `most`; the first is the policy's
    /// choice.
    fn collect(&mut self, game: &G, state: &G::State, most: usize, into: &mut Vec<G::Action>) {
        self.shortlist(game, state, ranking::COLLECTED * most, into);
    }

    /// Called if another candidate than the first is played: plans of the policy are void.
    fn overrule(&mut self);
}

/// Horizon of playouts, and evaluation of their ends.
pub trait Evaluator<G: Game> {
    /// Returns true if a playout that began at `from` ends here, before the game does.
    fn is_far_enough(&self, game: &G, from: &G::State, state: &G::State) -> bool;

    /// Returns true if a playout that began at `from` is evaluated here, in addition to its end. Only the first such
    /// state of a playout counts.
    fn is_midway(&self, game: &G, from: &G::State, state: &G::State) -> bool {
        let _ = (game, from, state);
        false
    }

    /// Returns the value of a state to a player, from 0 to 1; higher is better.
    fn worth(&self, game: &G, state: &G::State, player: usize) -> f64;

    /// Returns true if the values for a player predict [`Featured::outcome`].
    fn predicts(&self, player: usize) -> bool {
        let _ = player;
        false
    }
}

/// Settings of a look-ahead search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lookahead {
    /// Playouts of a decision with a full shortlist. With a `resolve`, shorter lists have a proportional share.
    pub budget: u32,
    /// Maximum number of candidates to compare; 1 is the first alone.
    pub shortlist: usize,
    /// Standard errors by which another candidate must be better than the first.
    pub caution: f64,
    /// Standard errors by which a candidate must be worse than the best to be dropped early; 0 drops none.
    pub resolve: f64,
    /// Sum of squared differences that is added for every candidate: a few playouts that happen to agree prove nothing.
    pub doubt: f64,
}

impl Lookahead {
    /// Returns the settings with the budget for a number of candidates: fewer candidates get fewer playouts.
    #[inline]
    fn with_budget_for(self, candidates: usize) -> Lookahead {
        if self.resolve == 0.0 {
            return self;
        }
        let full = self.shortlist.max(1) as u64;
        let share = (u64::from(self.budget) * candidates as u64).div_ceil(full);
        Lookahead { budget: share.min(self.budget.into()) as u32, ..self }
    }
}

/// A search: advisor `A` proposes candidates, policies `P` play on, evaluator `O` rates the ends. `C` is the game's action.
#[derive(Clone, Debug)]
pub struct Searcher<C, A, P, O> {
    lookahead: Lookahead,
    advisor: A,
    /// The policies that play on, one for each player.
    players: Vec<P>,
    evaluator: O,
    key: u64,
    decisions: u64,
    candidates: Vec<C>,
    arms: Vec<Arm>,
    /// Outcome that the last decision promised; `None` without playouts, or if their values predict no outcome.
    predicted: Option<f64>,
}

impl<C: Copy, A, P, O> Searcher<C, A, P, O> {
    /// Creates a searcher; `players` play on in the seats of their places, one for each possible player of the game.
    #[inline]
    pub fn new(lookahead: Lookahead, advisor: A, players: Vec<P>, evaluator: O) -> Searcher<C, A, P, O> {
        let (candidates, arms) = (Vec::with_capacity(lookahead.shortlist), Vec::with_capacity(lookahead.shortlist));
        Searcher { lookahead, advisor, players, evaluator, key: 0, decisions: 0, candidates, arms, predicted: None }
    }

    /// Begins a game: `key` names the streams of all playouts to come.
    pub fn begin<G: Game<Action = C>>(&mut self, key: u64)
    where
        A: Advisor<G>,
    {
        self.advisor.begin(key);
        (self.key, self.decisions, self.predicted) = (key, 0, None);
    }

    /// Returns the outcome for the player that the last decision promised: the mean value of the playouts of the choice.
    /// `None` without playouts, and if their values predict no outcome.
    pub fn predicted(&self) -> Option<f64> {
        self.predicted
    }

    /// Returns the advisor's choice, without looking ahead.
    pub fn follow<G: Game<Action = C>>(&mut self, game: &G, state: &G::State) -> C
    where
        A: Advisor<G>,
    {
        self.predicted = None;
        self.advisor.decide(game, state)
    }

    /// Returns the choice for the next decision.
    pub fn choose<G: Game<Action = C>>(&mut self, game: &G, state: &G::State) -> C
    where
        A: Advisor<G>,
        P: Policy<G>,
        O: Evaluator<G>,
    {
        self.choose_within(game, state, self.lookahead.budget)
    }

    /// Returns the choice for the next decision, with another budget.
    pub fn choose_within<G: Game<Action = C>>(&mut self, game: &G, state: &G::State, budget: u32) -> C
    where
        A: Advisor<G>,
        P: Policy<G>,
        O: Evaluator<G>,
    {
        self.candidates.clear();
        self.advisor.shortlist(game, state, self.lookahead.shortlist.max(1), &mut self.candidates);
        self.decisions += 1;
        self.predicted = None;
        let candidates = &self.candidates;
        let Some(player) = game.to_decide(state).filter(|_| candidates.len() > 1) else { return candidates[0] };
        let table = Table { game, state, player, evaluator: &self.evaluator, key: self.key, decision: self.decisions };
        let players = &mut self.players;
        let worth = |candidate: usize, playout| table.play_out(players, &candidates[candidate], playout);
        let lookahead = Lookahead { budget, ..self.lookahead }.with_budget_for(candidates.len());
        let (chosen, value) = halve(&lookahead, candidates.len(), &mut self.arms, worth);
        self.predicted = value.filter(|_| self.evaluator.predicts(player));
        if chosen != 0 {
            self.advisor.overrule();
        }
        self.candidates[chosen]
    }

    /// Plays every candidate that a ranking would choose from out `playouts` times and appends their values. Returns the
    /// choice: the best candidate if it is better than the first by `caution` standard errors, else the first. `None` if no decision
    /// is due.
    pub fn evaluate_candidates<G: Featured<Action = C>>(
        &mut self,
        game: &G,
        state: &G::State,
        playouts: u32,
        into: &mut Vec<EvaluatedCandidate>,
    ) -> Option<C>
    where
        A: Advisor<G>,
        P: Policy<G>,
        O: Evaluator<G>,
    {
        let player = game.to_decide(state)?;
        self.candidates.clear();
        self.advisor.collect(game, state, self.lookahead.shortlist.max(1), &mut self.candidates);
        self.decisions += 1;
        self.predicted = None;
        let candidates = &self.candidates;
        let table = Table { game, state, player, evaluator: &self.evaluator, key: self.key, decision: self.decisions };
        let players = &mut self.players;
        let arms = &mut self.arms;
        begin(arms, candidates.len());
        play_out_all(arms, 0..playouts, |candidate, playout| table.play_out(players, &candidates[candidate], playout));
        let key = Stream { seed: self.key, job: self.decisions, stream: u64::MAX }.key();
        let of_candidates = CandidateFeatures::of(game, state, key)?;
        let mut features = [0.0; MAX_WIDTH];
        let gains = std::iter::once(0.0).chain(arms.iter().map(|arm| arm.mean(playouts)));
        for (place, (action, gain)) in candidates.iter().zip(gains).enumerate() {
            let count = of_candidates.write(place, action, &mut features);
            into.push(EvaluatedCandidate { features: features[..count].to_vec(), gain });
        }
        let best = arms.iter().reduce(|best, arm| if arm.sum > best.sum { arm } else { best });
        let chosen = clearly_better(&self.lookahead, best, playouts);
        if chosen != 0 {
            self.advisor.overrule();
        }
        Some(self.candidates[chosen])
    }
}

/// A decision that playouts begin at.
struct Table<'a, G: Game, O> {
    game: &'a G,
    state: &'a G::State,
    player: usize,
    evaluator: &'a O,
    key: u64,
    decision: u64,
}

impl<G: Game, O: Evaluator<G>> Table<'_, G, O> {
    /// Returns the value of one candidate in one playout: that of its end, or the mean of its end and a state midway.
    /// The earlier state depends less on the dice, the later one more on the choice. Candidates use the same dice in
    /// playouts of the same number.
    fn play_out<P: Policy<G>>(&self, players: &mut [P], action: &G::Action, playout: u32) -> f64 {
        let key = Stream { seed: self.key, job: self.decision, stream: playout.into() }.key();
        for (player, policy) in (1..).zip(players.iter_mut()) {
            policy.begin(Stream { seed: key, job: player, stream: 0 }.key());
        }
        let mut state = *self.state;
        self.game.rekey(&mut state, key);
        self.game.apply(&mut state, action, &mut Unwatched);
        let worth = |state: &G::State| self.evaluator.worth(self.game, state, self.player);
        let mut midway = None;
        while let Some(player) = self.game.to_decide(&state) {
            if self.evaluator.is_far_enough(self.game, self.state, &state) {
                break;
            }
            if midway.is_none() && self.evaluator.is_midway(self.game, self.state, &state) {
                midway = Some(worth(&state));
            }
            let action = players[player].decide(self.game, &state);
            self.game.apply(&mut state, &action, &mut Unwatched);
        }
        let end = worth(&state);
        midway.map_or(end, |midway| (midway + end) / 2.0)
    }
}

// Allocation of playouts: candidates are cut round by round, on paired differences to the first.

/// A candidate and its paired differences to the first candidate.
#[derive(Clone, Copy, Debug)]
struct Arm {
    candidate: usize,
    sum: f64,
    squares: f64,
}

impl Arm {
    #[inline]
    fn mean(&self, playouts: u32) -> f64 {
        self.sum / f64::from(playouts)
    }

    /// Returns the standard error of the mean difference. `doubt` is added to the sum of squares.
    #[inline]
    fn standard_error(&self, playouts: u32, doubt: f64) -> f64 {
        let n = f64::from(playouts);
        let spread = (self.squares - self.sum * self.sum / n).max(0.0) + doubt;
        (spread / (n * (n - 1.0).max(1.0))).sqrt()
    }
}

/// Fills the list with all of `count` candidates but the first, without playouts.
#[inline]
fn begin(arms: &mut Vec<Arm>, count: usize) {
    arms.clear();
    arms.extend((1..count).map(|candidate| Arm { candidate, sum: 0.0, squares: 0.0 }));
}

/// Adds playouts of these numbers to all candidates in the list. Returns the sum of the values of the first candidate.
#[inline]
fn play_out_all(arms: &mut [Arm], playouts: Range<u32>, mut worth: impl FnMut(usize, u32) -> f64) -> f64 {
    let mut sum = 0.0;
    for playout in playouts {
        let first = worth(0, playout);
        sum += first;
        for arm in arms.iter_mut() {
            let difference = worth(arm.candidate, playout) - first;
            arm.sum += difference;
            arm.squares += difference * difference;
        }
    }
    sum
}

/// Returns the best candidate if it is better than the first by `caution` standard errors, else the first.
#[inline]
fn clearly_better(lookahead: &Lookahead, best: Option<&Arm>, playouts: u32) -> usize {
    let (Some(best), true) = (best, playouts > 0) else { return 0 };
    let is_better = best.mean(playouts) > lookahead.caution * best.standard_error(playouts, lookahead.doubt);
    if is_better { best.candidate } else { 0 }
}

/// The cut of candidates from round to round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cut {
    /// To a half, in rounds of equal budget (Karnin, Koren and Somekh, 2013).
    Half,
    /// To a third, in rounds that each get half of the remaining budget. With small budgets, no candidate is dropped
    /// unseen, and the last ones have had more of the budget.
    Third,
}

impl Cut {
    #[inline]
    fn of(lookahead: &Lookahead) -> Cut {
        if lookahead.resolve > 0.0 { Cut::Third } else { Cut::Half }
    }

    /// Returns the number by which a cut divides the candidates.
    #[inline]
    fn part(self) -> usize {
        match self {
            Cut::Half => 2,
            Cut::Third => 3,
        }
    }

    /// Returns the number of rounds that leave one of `count` candidates.
    #[inline]
    fn rounds(self, count: usize) -> u32 {
        let (mut rounds, mut reach) = (0, 1);
        while reach < count {
            (rounds, reach) = (rounds + 1, reach * self.part());
        }
        rounds.max(1)
    }

    /// Returns the budget of the next round, of what is left for a number of rounds.
    #[inline]
    fn share(self, left: u32, rounds: u32) -> u32 {
        match self {
            Cut::Third if rounds > 1 => left / 2,
            _ => left / rounds,
        }
    }
}

/// Drops candidates that are clearly worse than the best. Returns true if the choice is clear: the first is better than
/// all others, or the only one left is better than the first.
#[inline]
fn drop_the_worse(resolve: f64, doubt: f64, arms: &mut Vec<Arm>, playouts: u32) -> bool {
    let reach = |arm: &Arm| resolve * arm.standard_error(playouts, doubt);
    // Means are differences to the first candidate, which is at exactly 0.
    let floor = arms.first().map_or(0.0, |best| best.mean(playouts) - reach(best)).max(0.0);
    arms.retain(|arm| arm.mean(playouts) + reach(arm) > floor);
    match arms.as_slice() {
        [] => true,
        [only] => only.mean(playouts) > reach(only),
        _ => false,
    }
}

/// Returns the candidate to choose of `count`, at least 1, after playouts within the budget, and its mean value; `None`
/// without playouts. `worth` plays out a candidate, given the number of the playout. The first candidate stays to the end.
fn halve(
    lookahead: &Lookahead,
    count: usize,
    arms: &mut Vec<Arm>,
    mut worth: impl FnMut(usize, u32) -> f64,
) -> (usize, Option<f64>) {
    begin(arms, count);
    let by = Cut::of(lookahead);
    let rounds = by.rounds(count);
    let (mut left, mut playouts, mut first) = (lookahead.budget, 0, 0.0);
    for round in 0..rounds {
        let each = by.share(left, rounds - round) / (arms.len() as u32 + 1);
        first += play_out_all(arms, playouts..playouts + each, &mut worth);
        left -= each * (arms.len() as u32 + 1);
        playouts += each;
        // Of equals, the earlier candidate goes on.
        arms.sort_unstable_by(|a, b| b.sum.total_cmp(&a.sum).then(a.candidate.cmp(&b.candidate)));
        arms.truncate(arms.len().div_ceil(by.part()));
        if lookahead.resolve > 0.0 && playouts > 1 && drop_the_worse(lookahead.resolve, lookahead.doubt, arms, playouts)
        {
            break;
        }
    }
    let chosen = clearly_better(lookahead, arms.first(), playouts);
    let gain = arms.first().filter(|_| chosen != 0).map_or(0.0, |best| best.mean(playouts));
    (chosen, (playouts > 0).then(|| first / f64::from(playouts) + gain))
}
