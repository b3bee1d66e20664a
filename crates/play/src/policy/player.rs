//! The player of a policy, of the kinds that every game has.

use super::{PolicyKind, SearchSettings};
use crate::{EvaluatedCandidate, External, Game, Policy, Shown};
use hitchart_dice::Throw;

/// A player of any policy: one without parameters `P`, a tactician `T`, a search `S`, or a player outside the program.
/// `A` is the game's action.
#[derive(Clone, Debug)]
pub enum Player<P, T, S, A> {
    /// A player without parameters.
    Plain(P),
    /// A player that plans ahead by its weights.
    Tactician(Box<T>),
    /// A player that compares candidates by simulated playouts.
    Search(Box<S>),
    /// A player outside the program.
    External(Box<External<Player<P, T, S, A>, A>>),
}

impl<P, T, S, A> Player<P, T, S, A> {
    /// Creates the player of a policy from the functions that create each kind.
    pub fn of<K, W: Copy>(
        kind: &PolicyKind<K, W>,
        plain: fn(&K) -> P,
        tactician: fn(W) -> T,
        search: fn(&SearchSettings<W>) -> S,
    ) -> Player<P, T, S, A> {
        match kind {
            PolicyKind::Plain(kind) => Player::Plain(plain(kind)),
            PolicyKind::Tactician(weights) => Player::Tactician(Box::new(tactician(*weights))),
            PolicyKind::Search(settings) => Player::Search(Box::new(search(settings))),
            PolicyKind::External(player, base) => {
                let base = Player::of(base, plain, tactician, search);
                Player::External(Box::new(External::new(player.clone(), base)))
            }
        }
    }
}

impl<G, P, T, S> Policy<G> for Player<P, T, S, G::Action>
where
    G: Shown,
    P: Policy<G>,
    T: Policy<G>,
    S: Policy<G>,
{
    fn begin(&mut self, key: u64) {
        match self {
            Player::Plain(player) => Policy::<G>::begin(player, key),
            Player::Tactician(player) => Policy::<G>::begin(player.as_mut(), key),
            Player::Search(player) => Policy::<G>::begin(player.as_mut(), key),
            Player::External(player) => Policy::<G>::begin(player.as_mut(), key),
        }
    }

    fn decide(&mut self, game: &G, state: &G::State) -> G::Action {
        match self {
            Player::Plain(player) => player.decide(game, state),
            Player::Tactician(player) => player.decide(game, state),
            Player::Search(player) => player.decide(game, state),
            Player::External(player) => player.decide(game, state),
        }
    }

    fn evaluate_candidates(
        &mut self,
        game: &G,
        state: &G::State,
        playouts: u32,
        into: &mut Vec<EvaluatedCandidate>,
    ) -> Option<G::Action> {
        match self {
            Player::Search(player) => player.evaluate_candidates(game, state, playouts, into),
            Player::Plain(_) | Player::Tactician(_) | Player::External(_) => None,
        }
    }

    fn predicted(&self) -> Option<f64> {
        if let Player::Search(player) = self { player.predicted() } else { None }
    }
}

/// Defines the players of a game: [`Players`](crate::policy::Players) and the types that it needs. The first lines have
/// the type of actions, the names of decisions, the tactician with its weights, and the search. A line follows for each
/// policy without parameters, with its player, its name and its meaning. Numbers are approximate times of a game in
/// nanoseconds. The game defines its `ROLES`.
#[macro_export]
macro_rules! plain_policies {
    (
        actions: $action:ty, decisions: $decisions:expr;
        tactician: $tactician:ty, $tactics:ty, $tactician_effort:literal;
        search: $search:ty, $search_effort:literal;
        $($variant:ident($player:ty = $new:expr) $name:literal $meaning:literal $effort:literal;)*
    ) => {
        /// A player of any policy.
        pub type Player = $crate::policy::Player<PlainPlayer, $tactician, $search, $action>;

        /// A checked policy.
        pub type PolicySpec = $crate::policy::Spec<Kind>;

        /// The kind of a policy, with its parameters.
        pub type Kind = $crate::policy::PolicyKind<Plain, $tactics>;

        impl $crate::policy::Players for Plain {
            type Tactics = $tactics;
            type Player = Player;

            fn roles() -> &'static [$crate::policy::Role<Kind>] {
                &ROLES
            }

            fn decisions() -> Vec<&'static str> {
                $decisions
            }

            fn effort(kind: &Kind) -> f64 {
                kind.effort(Plain::effort, $tactician_effort, $search_effort)
            }

            fn build(kind: &Kind) -> Player {
                Player::of(kind, Plain::player, <$tactician>::new, <$search>::new)
            }
        }

        /// The policies without parameters.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Plain { $(#[doc = $meaning] $variant,)* }

        /// A player without parameters.
        #[derive(Clone, Debug)]
        pub enum PlainPlayer { $(#[doc = $meaning] $variant($player),)* }

        impl Plain {
            /// All policies without parameters.
            pub const ALL: &'static [Plain] = &[$(Plain::$variant,)*];

            /// Returns the policy with its name and its meaning.
            fn built_in<T>(self) -> $crate::policy::BuiltIn<$crate::policy::PolicyKind<Plain, T>> {
                let (name, meaning) = match self { $(Plain::$variant => ($name, $meaning),)* };
                $crate::policy::BuiltIn { name, meaning, kind: $crate::policy::PolicyKind::Plain(self) }
            }

            /// Creates a player.
            fn player(&self) -> PlainPlayer {
                match self { $(Plain::$variant => PlainPlayer::$variant($new),)* }
            }

            /// Returns the approximate time of a game, in nanoseconds.
            fn effort(&self) -> f64 {
                match self { $(Plain::$variant => $effort,)* }
            }
        }

        impl<G: $crate::Game> $crate::Policy<G> for PlainPlayer
        where
            $($player: $crate::Policy<G>,)*
        {
            fn begin(&mut self, key: u64) {
                match self { $(PlainPlayer::$variant(player) => $crate::Policy::<G>::begin(player, key),)* }
            }

            fn decide(&mut self, game: &G, state: &G::State) -> G::Action {
                match self { $(PlainPlayer::$variant(player) => player.decide(game, state),)* }
            }
        }
    };
}

/// A policy that chooses among the candidates by a function or a closure of the form of [`Choose`].
///
/// A closure gives the policy a parameter; its arguments need their types. `Box<dyn Policy<G>>` is a policy of any type.
///
/// ```
/// use hitchart_dice::Throw;
/// use hitchart_play::{Game, Policy, policy::Chooser};
///
/// /// Returns a policy that takes the first candidate once in `n` decisions, and otherwise the last.
/// fn hasty<G: Game>(n: usize) -> Chooser<G, impl FnMut(&G, &G::State, &[G::Action], &mut Throw) -> G::Action + Clone> {
///     Chooser::new(move |_: &G, _: &G::State, all: &[G::Action], throw: &mut Throw| {
///         if throw.below(n) == 0 { all[0] } else { all[all.len() - 1] }
///     })
/// }
///
/// fn players<G: Game + 'static>() -> Vec<Box<dyn Policy<G>>> {
///     let last: Chooser<G> = Chooser::new(|_, _, all, _| all[all.len() - 1]);
///     vec![Box::new(hasty(3)), Box::new(last)]
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Chooser<G: Game, F = Choose<G>> {
    choose: F,
    throw: Throw,
    candidates: Vec<G::Action>,
}

/// Chooses one of the candidates of a decision, by the game with its rules and the state. All random draws use the
/// dice, whose stream is new for each game.
pub type Choose<G> = fn(&G, &<G as Game>::State, &[<G as Game>::Action], &mut Throw) -> <G as Game>::Action;

impl<G: Game, F: FnMut(&G, &G::State, &[G::Action], &mut Throw) -> G::Action> Chooser<G, F> {
    /// Creates the player of a function. Calls of a closure must not depend on each other.
    pub fn new(choose: F) -> Chooser<G, F> {
        Chooser { choose, throw: Throw::new(0), candidates: Vec::new() }
    }
}

impl<G: Game, F: FnMut(&G, &G::State, &[G::Action], &mut Throw) -> G::Action> Policy<G> for Chooser<G, F> {
    fn begin(&mut self, key: u64) {
        self.throw = Throw::new(key);
    }

    fn decide(&mut self, game: &G, state: &G::State) -> G::Action {
        self.candidates.clear();
        game.candidates(state, &mut self.candidates);
        (self.choose)(game, state, &self.candidates, &mut self.throw)
    }
}

/// A policy that draws a candidate with equal chances. `A` is the game's action.
#[derive(Clone, Debug)]
pub struct Random<A> {
    throw: Throw,
    buffer: Vec<A>,
}

impl<A> Random<A> {
    /// Creates a random player; [`Random::begin`] names its stream.
    pub fn new() -> Random<A> {
        Random { throw: Throw::new(0), buffer: Vec::with_capacity(512) }
    }

    /// Prepares for a game. All draws come from the stream of `key`.
    pub fn begin(&mut self, key: u64) {
        self.throw = Throw::new(key);
    }

    /// Draws a number smaller than `below` with equal chances.
    pub fn below(&mut self, below: usize) -> usize {
        self.throw.below(below)
    }

    /// Lists all candidates, and draws one.
    pub fn listed<G: Game<Action = A>>(&mut self, game: &G, state: &G::State) -> A
    where
        A: Copy,
    {
        self.buffer.clear();
        game.candidates(state, &mut self.buffer);
        self.buffer[self.throw.below(self.buffer.len())]
    }
}

impl<A> Default for Random<A> {
    fn default() -> Random<A> {
        Random::new()
    }
}

impl<G: Game> Policy<G> for Random<G::Action> {
    fn begin(&mut self, key: u64) {
        Random::begin(self, key);
    }

    fn decide(&mut self, game: &G, state: &G::State) -> G::Action {
        self.listed(game, state)
    }
}
