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
use hitchart_play::Policy;
use hitchart_play::policy::{self, BuiltIn, Players, Role, Simple, Spec};
pub use search::{Search, SearchSettings};
pub use tactician::{Tactician, Tactics};

/// A player of any policy, in either seat.
pub type Player = policy::Player<PlainPlayer, Tactician, Search, Action>;

/// A player that draws any candidate with equal chances, in either seat.
pub type Random = policy::Random<Action>;

/// A player without parameters.
#[derive(Clone, Debug)]
pub enum PlainPlayer {
    /// Random or greedy; the greedy player takes the highest expected Harm now, for the Aces.
    Simple(Simple<Random, Greedy>),
    /// Plays the game master by its [`Temper`].
    Gm(GameMaster),
}

impl<D: Dice> Policy<Mission<D>> for PlainPlayer {
    fn begin(&mut self, key: u64) {
        match self {
            PlainPlayer::Simple(player) => Policy::<Mission<D>>::begin(player, key),
            PlainPlayer::Gm(player) => Policy::<Mission<D>>::begin(player, key),
        }
    }

    fn decide(&mut self, mission: &Mission<D>, state: &State) -> Action {
        match self {
            PlainPlayer::Simple(player) => player.decide(mission, state),
            PlainPlayer::Gm(player) => player.decide(mission, state),
        }
    }
}

impl Plain {
    /// Creates a player of the policy.
    fn player(&self) -> PlainPlayer {
        match self {
            Plain::Random => PlainPlayer::Simple(Simple::Random(Random::new())),
            Plain::Greedy => PlainPlayer::Simple(Simple::Greedy(Greedy::new())),
            Plain::Gm(temper) => PlainPlayer::Gm(GameMaster::new(*temper)),
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

/// Returns the names and meanings of the built-in policies of a side.
pub fn built_in(side: Side) -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    ROLES[side as usize].meanings()
}

impl Players for Plain {
    type Tactics = Tactics;
    type Player = Player;

    fn roles() -> &'static [Role<Kind>] {
        &ROLES
    }

    fn effort(kind: &Kind) -> f64 {
        kind.effort(|kind| if *kind == Plain::Greedy { 5e4 } else { 3e4 }, 7e4, 2e6)
    }

    fn build(kind: &Kind) -> Player {
        Player::of(kind, Plain::player, Tactician::new, Search::new)
    }
}

// Reach of enemy attacks.

/// Returns true if an attack reaches `steps` hexes away, at once or after a Move if the enemy can make one.
#[inline]
fn comes_to(moves: bool, bands: Bands, steps: u8) -> bool {
    bands.reaches(steps) || moves && (bands.reaches(steps.saturating_sub(1)) || bands.reaches(steps + 1))
}
