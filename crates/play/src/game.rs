//! The interfaces of a game, of a policy and of an observer; the play loop; restricted play; features of a state.

/// The rules of a game.
///
/// Players decide one at a time, and a policy sees the whole state. For choices at the same time, let the players decide
/// one after the other, keep the first choice in the state, and apply both after the last. A policy must not read a choice
/// that the game keeps secret; the type cannot prevent it, so keep such fields private to the rules.
pub trait Game: Sync {
    /// All that changes in play: flat, copied without allocation.
    type State: Copy + Send;
    /// One choice of one player.
    type Action: Copy + PartialEq + std::fmt::Debug;
    /// Something that happened, for observers.
    type Event;

    /// Starts a game with dice from the streams of `key`, and plays up to its first decision.
    fn start<O: Observer<Self>>(&self, key: u64, watch: &mut O) -> Self::State;

    /// Returns the player of the next decision; `None` once the game is over.
    fn to_decide(&self, state: &Self::State) -> Option<usize>;

    /// Appends every candidate for the next decision: at least one while the game lasts, all legal, none twice.
    fn candidates(&self, state: &Self::State, into: &mut Vec<Self::Action>);

    /// Carries out a legal action and plays on to the next decision.
    fn apply<O: Observer<Self>>(&self, state: &mut Self::State, action: &Self::Action, watch: &mut O);

    /// Returns each player's score; higher is better.
    fn scores(&self, state: &Self::State) -> Scores;

    /// Renames the streams of all dice still to come, so that search does not see them.
    fn rekey(&self, state: &mut Self::State, key: u64);
}

/// A game with state features, for evaluations that are learned from play.
pub trait Featured: Game {
    /// Names of the features, in order.
    const FEATURES: &'static [&'static str];

    /// Names of the kinds of actions, for a network that ranks candidates; none if the game does not tell them apart.
    const KINDS: &'static [&'static str] = &[];

    /// Returns the place of an action's kind in [`Featured::KINDS`].
    fn kind(action: &Self::Action) -> usize {
        let _ = action;
        0
    }

    /// Returns true if a state lies between two turns. Such states are learned from and evaluated.
    fn is_quiet(&self, state: &Self::State) -> bool;

    /// Writes the features of a state as a player sees it, in their order.
    fn write_features(&self, state: &Self::State, player: usize, into: &mut [f64]);

    /// Returns the value of a finished game to a player, from 0 to 1. By default, it is 1 for a victory, ½ for a shared
    /// one, and else 0.
    fn outcome(&self, state: &Self::State, player: usize) -> f64 {
        let scores = self.scores(state);
        match scores.winner() {
            Some(winner) if winner == player => 1.0,
            None if scores.as_slice().get(player) == Some(&scores.best()) => 0.5,
            _ => 0.0,
        }
    }
}

/// Maximum number of players of a game: a state holds its scores without allocation.
pub const MAX_PLAYERS: usize = 5;

/// Scores by player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scores {
    values: [i32; MAX_PLAYERS],
    players: u8,
}

impl Scores {
    /// Creates the scores of up to [`MAX_PLAYERS`] players.
    ///
    /// # Panics
    /// If there are more scores than [`MAX_PLAYERS`]. The conformance suite reports such a game by name.
    pub fn new(scores: impl Iterator<Item = i32>) -> Scores {
        let mut all = Scores { values: [0; MAX_PLAYERS], players: 0 };
        for score in scores {
            let Some(value) = all.values.get_mut(usize::from(all.players)) else { panic!("{}", too_many_players()) };
            *value = score;
            all.players += 1;
        }
        all
    }

    /// Returns the scores in order of players.
    #[inline]
    pub fn as_slice(&self) -> &[i32] {
        &self.values[..usize::from(self.players)]
    }

    /// Returns the highest score.
    #[inline]
    pub fn best(&self) -> i32 {
        self.as_slice().iter().copied().max().unwrap_or(0)
    }

    /// Returns the only player with the highest score; `None` if several share it.
    #[inline]
    pub fn winner(&self) -> Option<usize> {
        let best = self.best();
        let mut leaders = (0..self.as_slice().len()).filter(|player| self.values[*player] == best);
        let first = leaders.next()?;
        leaders.next().is_none().then_some(first)
    }

    /// Returns a player's score minus the best of all others. A margin outside the range of `i32` is its nearest bound.
    #[inline]
    pub fn margin(&self, player: usize) -> i32 {
        let others = self.as_slice().iter().enumerate().filter(|(other, _)| *other != player);
        self.values[player].saturating_sub(others.map(|(_, score)| *score).max().unwrap_or(0))
    }
}

/// Returns the message about a game with more players than scores can hold.
#[cold]
pub(crate) fn too_many_players() -> String {
    format!("the game has more than {MAX_PLAYERS} scores; allowed: at most {MAX_PLAYERS} players")
}

/// A policy, which decides for a player.
pub trait Policy<G: Game> {
    /// Prepares for a game. All random choices of the policy come from the streams of `key`.
    fn begin(&mut self, key: u64);

    /// Returns one of the candidates for the next decision.
    fn decide(&mut self, game: &G, state: &G::State) -> G::Action;

    /// Makes the next decision after `playouts` playouts of every candidate, at least 2, and appends the values that they
    /// had. Returns `None` if the policy does not compare candidates by playouts here; then nothing is appended.
    fn evaluate_candidates(
        &mut self,
        game: &G,
        state: &G::State,
        playouts: u32,
        into: &mut Vec<EvaluatedCandidate>,
    ) -> Option<G::Action> {
        let _ = (game, state, playouts, into);
        None
    }

    /// Returns the [`Featured::outcome`] for the player that the last decision promised by playouts; `None` if there were none.
    fn predicted(&self) -> Option<f64> {
        None
    }
}

/// Allows policies of several kinds at one table.
impl<G: Game, P: Policy<G> + ?Sized> Policy<G> for Box<P> {
    fn begin(&mut self, key: u64) {
        (**self).begin(key);
    }

    fn decide(&mut self, game: &G, state: &G::State) -> G::Action {
        (**self).decide(game, state)
    }

    fn evaluate_candidates(
        &mut self,
        game: &G,
        state: &G::State,
        playouts: u32,
        into: &mut Vec<EvaluatedCandidate>,
    ) -> Option<G::Action> {
        (**self).evaluate_candidates(game, state, playouts, into)
    }

    fn predicted(&self) -> Option<f64> {
        (**self).predicted()
    }
}

/// The values of a decision's candidates, as a search found them by playouts.
#[derive(Clone, Debug, PartialEq)]
pub struct EvaluatedCandidate {
    /// Features, in the order of `search::candidate_features`.
    pub features: Vec<f64>,
    /// Mean value of its playouts less that of the first candidate, from -1 to 1.
    pub gain: f64,
}

/// An observer of a game.
pub trait Observer<G: Game + ?Sized> {
    /// True if the observer uses events; if not, events are not created.
    const WATCHES: bool = true;
    /// True if the observer needs the face of every die, which costs time.
    const WANTS_FACES: bool = false;

    /// Receives an event, with the state right after it.
    fn see(&mut self, game: &G, state: &G::State, event: &G::Event);
}

/// An observer that ignores all events.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl<G: Game> Observer<G> for Unwatched {
    const WATCHES: bool = false;

    fn see(&mut self, _: &G, _: &G::State, _: &G::Event) {}
}

/// An observer as an object.
pub trait AnyObserver<G: Game> {
    /// Receives an event, with the state right after it.
    fn see_event(&mut self, game: &G, state: &G::State, event: &G::Event);
}

impl<G: Game, O: Observer<G>> AnyObserver<G> for O {
    fn see_event(&mut self, game: &G, state: &G::State, event: &G::Event) {
        self.see(game, state, event);
    }
}

/// The events that an observer wants, and the observer as an object. A crate compiles its game's engine once for each of
/// these, not once for each observer; an event then costs one indirect call.
pub enum Watch<'a, G: Game> {
    /// No events.
    Nothing,
    /// Events without the faces of dice.
    Events(&'a mut dyn AnyObserver<G>),
    /// Events with the face of every die.
    Faces(&'a mut dyn AnyObserver<G>),
}

impl<'a, G: Game> Watch<'a, G> {
    /// Returns what this observer wants.
    #[inline]
    pub fn of<O: Observer<G>>(observer: &'a mut O) -> Watch<'a, G> {
        match (O::WATCHES, O::WANTS_FACES) {
            (false, _) => Watch::Nothing,
            (true, false) => Watch::Events(observer),
            (true, true) => Watch::Faces(observer),
        }
    }
}

/// Passes all events to an observer of any type, with the faces of dice if `FACES`.
pub struct Watching<'a, G: Game, const FACES: bool>(pub &'a mut dyn AnyObserver<G>);

impl<G: Game, const FACES: bool> Observer<G> for Watching<'_, G, FACES> {
    const WANTS_FACES: bool = FACES;

    fn see(&mut self, game: &G, state: &G::State, event: &G::Event) {
        self.0.see_event(game, state, event);
    }
}

/// The engine of a game `G`, compiled for a type of dice. [`compile_engine`](crate::compile_engine) implements it.
pub trait Engine<G: Game>: Sized {
    /// Begins the game, or carries out an action, and plays up to the next decision.
    fn play_on(game: &G, state: &mut G::State, action: Option<G::Action>, watch: Watch<'_, G>);

    /// Appends every candidate for the next decision.
    fn candidates(game: &G, state: &G::State, into: &mut Vec<G::Action>);
}

/// Compiles the engine of a game for a type of dice, in the crate that calls the macro: functions that are generic over the
/// dice would be compiled in every crate that plays. `$run` and `$candidates` are functions of the game.
#[macro_export]
macro_rules! compile_engine {
    ($dice:ty, $game:ty, $run:path, $candidates:path) => {
        impl $crate::Engine<$game> for $dice {
            fn play_on(
                game: &$game,
                state: &mut <$game as $crate::Game>::State,
                action: Option<<$game as $crate::Game>::Action>,
                watch: $crate::Watch<'_, $game>,
            ) {
                match watch {
                    $crate::Watch::Nothing => $run(game, state, action, &mut $crate::Unwatched),
                    $crate::Watch::Events(watch) => $run(game, state, action, &mut $crate::Watching::<_, false>(watch)),
                    $crate::Watch::Faces(watch) => $run(game, state, action, &mut $crate::Watching::<_, true>(watch)),
                }
            }

            fn candidates(
                game: &$game,
                state: &<$game as $crate::Game>::State,
                into: &mut Vec<<$game as $crate::Game>::Action>,
            ) {
                $candidates(game, state, into);
            }
        }
    };
}

/// Plays a game from its start to its end; `policies` are in order of players.
pub fn play<G: Game, P: Policy<G>, O: Observer<G>>(game: &G, key: u64, policies: &mut [P], watch: &mut O) -> G::State {
    begin(key, policies);
    let mut state = game.start(key, watch);
    play_on(game, &mut state, policies, watch);
    state
}

/// Returns the number of players of a game: those that have a score at its start.
pub fn player_count<G: Game>(game: &G) -> usize {
    game.scores(&game.start(0, &mut Unwatched)).as_slice().len()
}

/// Prepares the policies for a game with the dice of `key`.
pub(crate) fn begin<G: Game, P: Policy<G>>(key: u64, policies: &mut [P]) {
    for (player, policy) in (0u64..).zip(policies.iter_mut()) {
        policy.begin(key ^ (player + 1).wrapping_mul(SPREAD));
    }
}

/// An odd constant that makes the policies' keys differ; their streams are mixed from the keys.
const SPREAD: u64 = 0xd6e8_feb8_6659_fd93;

/// Plays a game of two players twice, with the same dice and with seats swapped. Returns the half points of the first
/// policy, 0 to 4: 2 for a win, 1 for a tie. An advantage of a seat favours both policies alike.
///
/// The pair is one observation: over many results, `stats::mean` of their counts is the share of points, times 4.
pub fn play_swapped<G: Game, P: Policy<G>>(game: &G, key: u64, policies: &mut [P; 2]) -> usize {
    let half_points = [0, 1].map(|seat| {
        let winner = game.scores(&play(game, key, policies, &mut Unwatched)).winner();
        policies.swap(0, 1);
        winner.map_or(1, |winner| if winner == seat { 2 } else { 0 })
    });
    half_points.iter().sum()
}

/// Plays a game on from any state to its end.
pub fn play_on<G: Game, P: Policy<G>, O: Observer<G>>(
    game: &G,
    state: &mut G::State,
    policies: &mut [P],
    watch: &mut O,
) {
    while let Some(player) = game.to_decide(state) {
        let count = policies.len();
        let policy = policies.get_mut(player).unwrap_or_else(|| no_policy(player, count));
        let action = policy.decide(game, state);
        game.apply(state, &action, watch);
    }
}

/// Panics because a game has more players than policies.
#[cold]
fn no_policy(player: usize, policies: usize) -> ! {
    panic!("player {player} of the game decides, but there are only {policies} policies; pass one for each player")
}

// Restricted play: policies without some actions.

/// A restriction of a player: actions that it does not take.
pub trait Restriction<G: Game>: Copy {
    /// Returns true if an action is allowed.
    fn allows(self, game: &G, state: &G::State, action: &G::Action) -> bool;
    /// Returns the distance of another action from the wanted one. The nearest allowed action replaces it, the first of
    /// equals.
    fn apart(self, game: &G, wanted: &G::Action, other: &G::Action) -> f64;
}

/// A policy with a restriction, or without one. A choice that is not allowed is replaced by the nearest allowed
/// candidate; if there is none, it is played all the same.
#[derive(Clone, Debug)]
pub struct RestrictedPolicy<P, F, A> {
    player: P,
    restriction: Option<F>,
    candidates: Vec<A>,
}

impl<P, F, A> RestrictedPolicy<P, F, A> {
    /// Creates a player with a restriction, or with `None`.
    #[inline]
    pub fn new(player: P, restriction: Option<F>) -> RestrictedPolicy<P, F, A> {
        RestrictedPolicy { player, restriction, candidates: Vec::new() }
    }
}

impl<G: Game, P: Policy<G>, F: Restriction<G>> Policy<G> for RestrictedPolicy<P, F, G::Action> {
    fn begin(&mut self, key: u64) {
        self.player.begin(key);
    }

    fn decide(&mut self, game: &G, state: &G::State) -> G::Action {
        let wanted = self.player.decide(game, state);
        let Some(restriction) = self.restriction.filter(|restriction| !restriction.allows(game, state, &wanted)) else {
            return wanted;
        };
        self.candidates.clear();
        game.candidates(state, &mut self.candidates);
        let allowed = self.candidates.iter().filter(|candidate| restriction.allows(game, state, candidate));
        let apart = |candidate: &G::Action| restriction.apart(game, &wanted, candidate);
        allowed.min_by(|a, b| apart(a).total_cmp(&apart(b))).copied().unwrap_or(wanted)
    }
}

// Kinds of actions.

/// Defines the kinds of a game's actions: a name and a pattern for each. An action has the first kind whose pattern it
/// matches; all others are of the kind "other", the first.
#[macro_export]
macro_rules! action_kinds {
    ($action:ident { $($name:literal = $pattern:pat),+ $(,)? }) => {
        impl $action {
            /// Names of the kinds of actions, for networks that rank candidates.
            pub const KINDS: &'static [&'static str] = &["other", $($name),+];

            /// Returns the place of the action's kind in `KINDS`.
            pub fn kind(&self) -> usize {
                let mut place = 0;
                $(
                    place += 1;
                    if matches!(self, $pattern) {
                        return place;
                    }
                )+
                0
            }
        }
    };
}

// Features by side: those of the player, those of the leading rival, and the sum of all others.

/// Defines the names of features: those of a side for each of three sides, then those of no side.
#[macro_export]
macro_rules! sides {
    ([$($side:literal),+ $(,)?], [$($common:literal),+ $(,)?]) => {
        /// Number of features of a side.
        pub const SIDE_COUNT: usize = [$($side),+].len();
        /// Number of features of no side.
        pub const COMMON_COUNT: usize = [$($common),+].len();
        /// All names, in order.
        pub const FEATURES: &[&str] = &[
            $(concat!("own ", $side)),+,
            $(concat!("rival ", $side)),+,
            $(concat!("rest ", $side)),+,
            $($common),+
        ];
    };
}

/// Writes the features of all sides as a player sees them, then those of no side. The rival is the other player with
/// the best `standing`, the first of equals. `common` returns the features of no side, from the player's side and the
/// rival's.
pub fn write_sides<const N: usize, const C: usize>(
    sides: impl Iterator<Item = [f64; N]>,
    player: usize,
    standing: impl Fn(&[f64; N]) -> f64,
    common: impl FnOnce(&[f64; N], &[f64; N]) -> [f64; C],
    into: &mut [f64],
) {
    let (mut all, mut count) = ([[0.0; N]; MAX_PLAYERS], 0);
    for side in sides {
        all[count] = side;
        count += 1;
    }
    let others = (0..count).filter(|other| *other != player);
    let stronger = |best: usize, next: usize| if standing(&all[next]) > standing(&all[best]) { next } else { best };
    let rival = others.clone().reduce(stronger).unwrap_or(player);
    let (own, left) = into.split_at_mut(N);
    let (opposite, left) = left.split_at_mut(N);
    let (third, left) = left.split_at_mut(N);
    own.copy_from_slice(&all[player]);
    opposite.copy_from_slice(&all[rival]);
    third.fill(0.0);
    for other in others.filter(|other| *other != rival) {
        third.iter_mut().zip(&all[other]).for_each(|(sum, part)| *sum += part);
    }
    left.copy_from_slice(&common(&all[player], &all[rival]));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_hold_five_players_and_refuse_a_sixth() {
        assert_eq!(Scores::new(1..=5).as_slice(), [1, 2, 3, 4, 5]);
        assert!(std::panic::catch_unwind(|| Scores::new(1..=6)).is_err());
    }

    #[test]
    fn margins_end_at_the_bounds_of_their_type() {
        let scores = Scores::new([i32::MIN, i32::MAX].into_iter());
        assert_eq!((scores.margin(0), scores.margin(1)), (i32::MIN, i32::MAX));
    }

    #[test]
    fn the_first_of_the_strongest_others_is_the_rival_and_the_rest_are_summed() {
        let sides = [[1.0, 2.0], [3.0, 4.0], [3.0, 5.0], [0.5, 6.0]];
        let mut written = [9.0; 8];
        let common = |own: &[f64; 2], rival: &[f64; 2]| [own[1], rival[1]];
        write_sides(sides.into_iter(), 0, |side| side[0], common, &mut written);
        assert_eq!(written, [1.0, 2.0, 3.0, 4.0, 3.5, 11.0, 2.0, 4.0]);
        write_sides(sides.into_iter().take(2), 1, |side| side[0], common, &mut written);
        assert_eq!(written, [3.0, 4.0, 1.0, 2.0, 0.0, 0.0, 4.0, 2.0]);
    }
}
