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

#[cfg(test)]
use super::mission::{Mission, State};
use super::{catalogue::tag::Bands, mission::Action, mission::action::Decision};
pub use gm::{GameMaster, Temper};
pub use greedy::Greedy;
#[cfg(test)]
use hitchart_play::Policy;
use hitchart_play::policy::{self, BuiltIn, DEEP, DEEP_MEANING, QUICK, Role};
pub use search::{Search, SearchSettings};
pub use tactician::{Tactician, Tactics};

/// A player that draws any candidate with equal chances, in either seat.
pub type Random = policy::Random<Action>;

// Kinds of policies, and the built-in policies of the Aces and of the game master.

/// The side of a policy, an index into [`ROLES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The Aces' team, player 0.
    Aces,
    /// The game master, player 1.
    Gm,
}

hitchart_play::plain_policies! {
    actions: Action, decisions: Decision::KINDS.to_vec();
    tactician: Tactician, Tactics, 7e4;
    search: Search, 2e6;
    Random(Random = Random::new()) "random" "chooses any legal candidate with equal chances" 3e4;
    Greedy(Greedy = Greedy::new()) "greedy" "chooses the highest expected Harm now" 5e4;
    GentleMaster(GameMaster = GameMaster::new(Temper::Gentle)) "gentle"
        "prefers Moves without Harm; else attacks the Ace with the most Vigor" 3e4;
    GreedyMaster(GameMaster = GameMaster::new(Temper::Greedy)) "greedy"
        "chooses the highest expected Harm, and avoids the same attack twice in a row if another is as good" 3e4;
    RuthlessMaster(GameMaster = GameMaster::new(Temper::Ruthless)) "ruthless"
        "attacks the weakest Ace, takes it down if possible, and armors the enemies" 3e4;
    SpreadMaster(GameMaster = GameMaster::new(Temper::Spread)) "spread"
        "attacks every Ace in turn, with every enemy in turn" 3e4;
}

/// The sides, in the order of [`Side`].
pub static ROLES: [Role<Kind>; 2] = [
    Role {
        what: "policy of Aces",
        default: "tactician",
        built_in: of_aces,
        distances: include_str!("distances-of-aces.toml"),
    },
    Role {
        what: "policy of a game master",
        default: "greedy",
        built_in: of_game_masters,
        distances: include_str!("distances-of-game-masters.toml"),
    },
];

fn of_aces() -> Vec<BuiltIn<Kind>> {
    let policy = |name, meaning, kind| BuiltIn { name, meaning, kind };
    let search = Kind::Search(SearchSettings::default());
    let quick = SearchSettings { budget: 8, shortlist: 4, caution: 0.5, resolve: 1.0, ..SearchSettings::default() };
    let planning = [
        policy("tactician", "plans one turn ahead with exact odds", Kind::Tactician(Tactics::default())),
        policy(QUICK, "search with an eighth of the playouts, for many missions", Kind::Search(quick)),
        policy("search", "compares the tactician's candidates by simulated playouts", search),
        policy(DEEP, DEEP_MEANING, Kind::Search(SearchSettings::default().deep())),
    ];
    [Plain::Random, Plain::Greedy].map(Plain::built_in).into_iter().chain(planning).collect()
}

fn of_game_masters() -> Vec<BuiltIn<Kind>> {
    let search = SearchSettings { shortlist: 3, caution: 0.5, resolve: 1.0, ..SearchSettings::default() };
    let policy = |name, meaning, search| BuiltIn { name, meaning, kind: Kind::Search(search) };
    let quick = SearchSettings { budget: 16, ..search.clone() };
    let searches = [
        policy(QUICK, "search with a quarter of the playouts, for many missions", quick),
        policy("search", "compares the choices of three of these by simulated playouts", search.clone()),
        policy(DEEP, DEEP_MEANING, search.deep()),
    ];
    let masters = Plain::ALL.iter().filter(|plain| **plain != Plain::Greedy).map(|plain| plain.built_in());
    masters.chain(searches).collect()
}

/// Returns the names and meanings of the built-in policies of a side.
pub fn built_in(side: Side) -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    ROLES[side as usize].meanings()
}

// Reach of enemy attacks.

/// Returns true if an attack reaches `steps` hexes away, at once or after a Move if the enemy can make one.
#[inline]
fn comes_to(moves: bool, bands: Bands, steps: u8) -> bool {
    bands.reaches(steps) || moves && (bands.reaches(steps.saturating_sub(1)) || bands.reaches(steps + 1))
}
