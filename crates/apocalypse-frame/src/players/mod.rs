//! Players of missions: the kinds of policies of the Aces and of the game master, and the random player.

#[cfg(test)]
mod blunders;
pub mod chances;
pub mod gm;
pub mod greedy;
mod rounds;
pub mod search;
mod shown;
mod sight;
pub mod tactician;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod thrift;

use super::catalogue::tag::Bands;
use super::mission::{Action, Dice, Mission, State};
pub use gm::{GameMaster, Temper};
pub use greedy::Greedy;
use hitchart_dice::Throw;
use hitchart_play::policy::{BuiltIn, Players, Role, Spec};
use hitchart_play::{External, Game, Policy, policy};
pub use search::{Search, SearchSettings};
pub use tactician::{Tactician, Tactics};

/// A player of any policy, in either seat.
#[derive(Clone, Debug)]
pub enum Player {
    /// Draws any candidate with equal chances, in either seat.
    Random(Random),
    /// Takes the highest expected Harm now, for the Aces.
    Greedy(Greedy),
    /// Plays the game master by its [`Temper`].
    Gm(GameMaster),
    /// Plans one turn ahead by exact odds, for the Aces.
    Tactician(Box<Tactician>),
    /// Compares candidates by simulated playouts, in either seat.
    Search(Box<Search>),
    /// A player outside the program.
    External(Box<External<Player, Action>>),
}

impl<D: Dice> Policy<Mission<D>> for Player {
    fn begin(&mut self, key: u64) {
        match self {
            Player::Random(player) => Policy::<Mission<D>>::begin(player, key),
            Player::Greedy(player) => Policy::<Mission<D>>::begin(player, key),
            Player::Gm(player) => Policy::<Mission<D>>::begin(player, key),
            Player::Tactician(player) => Policy::<Mission<D>>::begin(player.as_mut(), key),
            Player::Search(player) => Policy::<Mission<D>>::begin(player.as_mut(), key),
            Player::External(player) => Policy::<Mission<D>>::begin(player.as_mut(), key),
        }
    }

    fn decide(&mut self, mission: &Mission<D>, state: &State) -> Action {
        match self {
            Player::Random(player) => player.decide(mission, state),
            Player::Greedy(player) => player.decide(mission, state),
            Player::Gm(player) => player.decide(mission, state),
            Player::Tactician(player) => player.decide(mission, state),
            Player::Search(player) => player.decide(mission, state),
            Player::External(player) => player.decide(mission, state),
        }
    }
}

// Kinds of policies, and the built-in policies of the Aces and of the game master.

/// The side of a policy, an index into [`ROLES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The Aces' team, player 0.
    Aces,
    /// The game master, player 1.
    Gm,
}

/// A checked policy.
pub type PolicySpec = Spec<Kind>;

/// The kind of a policy, with its parameters.
pub type Kind = policy::PolicyKind<Plain, Tactics>;

/// The policies without parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plain {
    /// Random choices, for either side.
    Random,
    /// Highest expected Harm now, for the Aces.
    Greedy,
    /// Game master of this temper.
    Gm(Temper),
}

/// The sides, in the order of [`Side`].
pub static ROLES: [Role<Kind>; 2] = [
    Role { what: "policy of Aces", default: "tactician", built_in: of_aces },
    Role { what: "policy of a game master", default: "greedy", built_in: of_game_masters },
];

fn of_aces() -> Vec<BuiltIn<Kind>> {
    let policy = |name, meaning, kind| BuiltIn { name, meaning, kind };
    vec![
        policy("random", "chooses any legal candidate with equal chances", Kind::Plain(Plain::Random)),
        policy("greedy", "chooses the highest expected Harm now", Kind::Plain(Plain::Greedy)),
        policy("tactician", "plans one turn ahead with exact odds", Kind::Tactician(Tactics::default())),
        policy(
            "search",
            "compares the tactician's candidates by simulated playouts",
            Kind::Search(SearchSettings::default()),
        ),
    ]
}

fn of_game_masters() -> Vec<BuiltIn<Kind>> {
    let policy = |name, meaning, kind| BuiltIn { name, meaning, kind };
    let gentle = "prefers Moves without Harm; else attacks the Ace with the most Vigor";
    let greedy = "chooses the highest expected Harm, and avoids the same attack twice in a row if another is as good";
    let search = SearchSettings { budget: 48, caution: 0.5, ..SearchSettings::default() };
    let ruthless = "attacks the weakest Ace, takes it down if possible, and armors the enemies";
    vec![
        policy("random", "chooses any legal candidate with equal chances", Kind::Plain(Plain::Random)),
        policy("gentle", gentle, Kind::Plain(Plain::Gm(Temper::Gentle))),
        policy("greedy", greedy, Kind::Plain(Plain::Gm(Temper::Greedy))),
        policy("ruthless", ruthless, Kind::Plain(Plain::Gm(Temper::Ruthless))),
        policy("spread", "attacks every Ace in turn, with every enemy in turn", Kind::Plain(Plain::Gm(Temper::Spread))),
        policy("search", "compares the choices of three of these by simulated playouts", Kind::Search(search)),
    ]
}

/// Names and meanings of the built-in policies of a side.
pub fn built_in(side: Side) -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    (ROLES[side as usize].built_in)().into_iter().map(|policy| (policy.name, policy.meaning))
}

impl Players for Plain {
    type Tactics = Tactics;
    type Player = Player;

    fn roles() -> &'static [Role<Kind>] {
        &ROLES
    }

    fn effort(kind: &Kind) -> f64 {
        match kind {
            Kind::Plain(Plain::Random) | Kind::Plain(Plain::Gm(_)) => 3e4,
            Kind::Plain(Plain::Greedy) => 5e4,
            Kind::Tactician(_) => 7e4,
            Kind::Search(settings) => 2e6 * f64::from(settings.budget),
            // An answer from outside takes much longer than a choice of the program.
            Kind::External(_, base) => 1e7 + Self::effort(base),
        }
    }

    fn build(kind: &Kind) -> Player {
        match kind {
            Kind::Plain(Plain::Random) => Player::Random(Random::new()),
            Kind::Plain(Plain::Greedy) => Player::Greedy(Greedy::new()),
            Kind::Tactician(tactics) => Player::Tactician(Box::new(Tactician::new(*tactics))),
            Kind::Search(settings) => Player::Search(Box::new(Search::new(settings))),
            Kind::External(player, base) => {
                Player::External(Box::new(External::new(player.clone(), Self::build(base))))
            }
            Kind::Plain(Plain::Gm(temper)) => Player::Gm(GameMaster::new(*temper)),
        }
    }
}

// The random player.

/// Plays a candidate drawn with equal chances.
#[derive(Clone, Debug)]
pub struct Random {
    throw: Throw,
    buffer: Vec<Action>,
}

impl Random {
    /// A random player; [`Policy::begin`] names its stream.
    pub fn new() -> Random {
        Random { throw: Throw::new(0), buffer: Vec::with_capacity(256) }
    }
}

impl Default for Random {
    fn default() -> Random {
        Random::new()
    }
}

impl<D: Dice> Policy<Mission<D>> for Random {
    fn begin(&mut self, key: u64) {
        self.throw = Throw::new(key);
    }

    fn decide(&mut self, mission: &Mission<D>, state: &State) -> Action {
        self.buffer.clear();
        mission.candidates(state, &mut self.buffer);
        self.buffer[self.throw.below(self.buffer.len())]
    }
}

// Reach of enemy attacks.

/// Returns true if an attack reaches `steps` hexes away, at once or after a Move if the enemy can make one.
#[inline]
fn comes_to(moves: bool, bands: Bands, steps: u8) -> bool {
    bands.reaches(steps) || moves && (bands.reaches(steps.saturating_sub(1)) || bands.reaches(steps + 1))
}
