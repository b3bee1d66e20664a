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

mod halving;
#[cfg(test)]
mod tests;

use super::{Game, Policy, Unwatched};
use halving::{Arm, halve};
use hitchart_dice::Stream;

/// A policy that can propose other candidates.
pub trait Advisor<G: Game>: Policy<G> {
    /// Appends 1 to `most` candidates for the next decision, all legal, none twice; the first is the policy's choice.
    fn shortlist(&mut self, game: &G, state: &G::State, most: usize, into: &mut Vec<G::Action>);

    /// Called if another candidate than the first is played: plans of the policy are void.
    fn overrule(&mut self);
}

/// Horizon of playouts, and evaluation of their ends.
pub trait Outlook<G: Game> {
    /// Returns true if a playout that began at `from` ends here, before the game does.
    fn is_far_enough(&self, game: &G, from: &G::State, state: &G::State) -> bool;

    /// Returns the value of a state to a player, from 0 to 1; higher is better.
    fn worth(&self, game: &G, state: &G::State, player: usize) -> f64;
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
}

impl Lookahead {
    /// Returns the settings with the budget for a number of candidates: fewer candidates get fewer playouts.
    fn for_so_many(self, candidates: usize) -> Lookahead {
        if self.resolve == 0.0 {
            return self;
        }
        let full = self.shortlist.max(1) as u64;
        let share = (u64::from(self.budget) * candidates as u64).div_ceil(full);
        Lookahead { budget: share.min(self.budget.into()) as u32, ..self }
    }
}

/// A search: advisor `A` proposes candidates, policies `P` play on, outlook `O` evaluates. `C` is the game's action.
#[derive(Clone, Debug)]
pub struct Searcher<C, A, P, O> {
    lookahead: Lookahead,
    advisor: A,
    /// The policies that play on, one for each player.
    players: Vec<P>,
    outlook: O,
    key: u64,
    decisions: u64,
    candidates: Vec<C>,
    arms: Vec<Arm>,
}

impl<C: Copy, A, P, O> Searcher<C, A, P, O> {
    /// Creates a searcher; `players` play on in the seats of their places, one for each possible player of the game.
    pub fn new(lookahead: Lookahead, advisor: A, players: Vec<P>, outlook: O) -> Searcher<C, A, P, O> {
        let (candidates, arms) = (Vec::with_capacity(lookahead.shortlist), Vec::with_capacity(lookahead.shortlist));
        Searcher { lookahead, advisor, players, outlook, key: 0, decisions: 0, candidates, arms }
    }

    /// Begins a game: `key` names the streams of all playouts to come.
    pub fn begin<G: Game<Action = C>>(&mut self, key: u64)
    where
        A: Advisor<G>,
    {
        self.advisor.begin(key);
        (self.key, self.decisions) = (key, 0);
    }

    /// Returns the advisor's choice, without looking ahead.
    pub fn follow<G: Game<Action = C>>(&mut self, game: &G, state: &G::State) -> C
    where
        A: Advisor<G>,
    {
        self.advisor.decide(game, state)
    }

    /// Returns the choice for the next decision.
    pub fn choose<G: Game<Action = C>>(&mut self, game: &G, state: &G::State) -> C
    where
        A: Advisor<G>,
        P: Policy<G>,
        O: Outlook<G>,
    {
        self.choose_within(game, state, self.lookahead.budget)
    }

    /// Returns the choice for the next decision, with another budget.
    pub fn choose_within<G: Game<Action = C>>(&mut self, game: &G, state: &G::State, budget: u32) -> C
    where
        A: Advisor<G>,
        P: Policy<G>,
        O: Outlook<G>,
    {
        self.candidates.clear();
        self.advisor.shortlist(game, state, self.lookahead.shortlist.max(1), &mut self.candidates);
        self.decisions += 1;
        let candidates = &self.candidates;
        let Some(player) = game.to_decide(state).filter(|_| candidates.len() > 1) else { return candidates[0] };
        let table = Table { game, state, player, outlook: &self.outlook, key: self.key, decision: self.decisions };
        let players = &mut self.players;
        let worth = |candidate: usize, playout| table.play_out(players, &candidates[candidate], playout);
        let lookahead = Lookahead { budget, ..self.lookahead }.for_so_many(candidates.len());
        let chosen = halve(&lookahead, candidates.len(), &mut self.arms, worth);
        if chosen != 0 {
            self.advisor.overrule();
        }
        self.candidates[chosen]
    }
}

/// A decision that playouts begin at.
struct Table<'a, G: Game, O> {
    game: &'a G,
    state: &'a G::State,
    player: usize,
    outlook: &'a O,
    key: u64,
    decision: u64,
}

impl<G: Game, O: Outlook<G>> Table<'_, G, O> {
    /// Returns the value of one candidate in one playout. Candidates use the same dice in playouts of the same number.
    fn play_out<P: Policy<G>>(&self, players: &mut [P], action: &G::Action, playout: u32) -> f64 {
        let key = Stream { seed: self.key, job: self.decision, stream: playout.into() }.key();
        for (player, policy) in (1..).zip(players.iter_mut()) {
            policy.begin(Stream { seed: key, job: player, stream: 0 }.key());
        }
        let mut state = *self.state;
        self.game.rekey(&mut state, key);
        self.game.apply(&mut state, action, &mut Unwatched);
        while let Some(player) = self.game.to_decide(&state) {
            if self.outlook.is_far_enough(self.game, self.state, &state) {
                break;
            }
            let action = players[player].decide(self.game, &state);
            self.game.apply(&mut state, &action, &mut Unwatched);
        }
        self.outlook.worth(self.game, &state, self.player)
    }
}
