//! Looking ahead: candidates are played on with dice of their own, and the best that is clearly better is chosen.
//!
//! One step of policy improvement by rollouts (Tesauro and Galperin, 1996; Bertsekas, Tsitsiklis and Wu, 1997). The
//! budget goes to the candidates by sequential halving (Karnin, Koren and Somekh, 2013): rounds of equal share, after
//! each of which the worse half is dropped. All candidates meet the same dice in playouts of the same number, so that
//! what is compared is a mean of paired differences to the first candidate, the one that would be played without
//! looking ahead. Another is chosen only if its mean difference exceeds `caution` standard errors.
//!
//! Information is that of a table: all is open but the dice to come. Before a copy of the state is played on, its dice
//! are renamed ([`Game::rekey`]), so that none of those that the game will bring is seen.

mod halving;
#[cfg(test)]
mod tests;

use super::{Game, Policy, Unwatched};
use hitchart_dice::Stream;
use halving::{Arm, halve};

/// A policy that can say what else it would consider.
pub trait Advisor<G: Game>: Policy<G> {
    /// Appends 1 to `most` candidates for the decision that is next, all legal, none twice; the first is what it would
    /// play.
    fn shortlist(&mut self, game: &G, state: &G::State, most: usize, into: &mut Vec<G::Action>);

    /// Told that another candidate than its first is played: no plan that it made goes on.
    fn overrule(&mut self);
}

/// How far playouts go, and what their ends are worth.
pub trait Outlook<G: Game> {
    /// Whether a playout that began at `from` ends here, before the game does.
    fn is_far_enough(&self, game: &G, from: &G::State, state: &G::State) -> bool;

    /// What a state is worth to a player, 0 to 1; higher is better.
    fn worth(&self, game: &G, state: &G::State, player: usize) -> f64;
}

/// How much is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lookahead {
    /// Playouts of a decision with a full shortlist. With a `resolve` shorter ones have their share of it.
    pub budget: u32,
    /// Most candidates compared; 1 is none but the first.
    pub shortlist: usize,
    /// Standard errors by which another candidate must be better than the first.
    pub caution: f64,
    /// Standard errors by which a candidate must be worse than the best to be dropped before its time; 0 is never.
    pub resolve: f64,
}

impl Lookahead {
    /// The same with the budget of so many candidates: the fewer, the less open is the choice.
    fn for_so_many(self, candidates: usize) -> Lookahead {
        if self.resolve == 0.0 {
            return self;
        }
        let full = self.shortlist.max(1) as u64;
        let share = (u64::from(self.budget) * candidates as u64).div_ceil(full);
        Lookahead { budget: share.min(self.budget.into()) as u32, ..self }
    }
}

/// Looks ahead: advisor `A` names candidates, policies `P` play on, outlook `O` judges. `C` is the game's action.
#[derive(Clone, Debug)]
pub struct Searcher<C, A, P, O> {
    lookahead: Lookahead,
    advisor: A,
    /// Plays on for each player.
    players: Vec<P>,
    outlook: O,
    key: u64,
    decisions: u64,
    candidates: Vec<C>,
    arms: Vec<Arm>,
}

impl<C: Copy, A, P, O> Searcher<C, A, P, O> {
    /// A searcher; `players` play on in the seats of their places, one for each that the game may have.
    pub fn new(lookahead: Lookahead, advisor: A, players: Vec<P>, outlook: O) -> Searcher<C, A, P, O> {
        let (candidates, arms) = (Vec::with_capacity(lookahead.shortlist), Vec::with_capacity(lookahead.shortlist));
        Searcher { lookahead, advisor, players, outlook, key: 0, decisions: 0, candidates, arms }
    }

    /// Names the streams of all playouts to come.
    pub fn begin<G: Game<Action = C>>(&mut self, key: u64)
    where
        A: Advisor<G>,
    {
        self.advisor.begin(key);
        (self.key, self.decisions) = (key, 0);
    }

    /// The advisor's own choice, without looking ahead.
    pub fn follow<G: Game<Action = C>>(&mut self, game: &G, state: &G::State) -> C
    where
        A: Advisor<G>,
    {
        self.advisor.decide(game, state)
    }

    /// The choice for the decision that is next.
    pub fn choose<G: Game<Action = C>>(&mut self, game: &G, state: &G::State) -> C
    where
        A: Advisor<G>,
        P: Policy<G>,
        O: Outlook<G>,
    {
        self.choose_within(game, state, self.lookahead.budget)
    }

    /// The same with a budget of its own.
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

/// Where playouts begin.
struct Table<'a, G: Game, O> {
    game: &'a G,
    state: &'a G::State,
    player: usize,
    outlook: &'a O,
    key: u64,
    decision: u64,
}

impl<G: Game, O: Outlook<G>> Table<'_, G, O> {
    /// The worth of one candidate in one playout. Candidates meet the same dice in playouts of the same number.
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
