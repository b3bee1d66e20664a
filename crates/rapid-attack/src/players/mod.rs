//! Players of whole battles: kinds of policies, and the built-in policies.

#[cfg(test)]
mod blunders;
pub mod features;
pub mod search;
mod shown;
pub mod simple;
pub mod tactician;

pub use search::{Search, SearchSettings};
pub use simple::{Greedy, Random};
pub use tactician::Tactician;

use super::battle::{Action, Battle, Dice, State};
use hitchart_play::policy::{self, BuiltIn, Players, Role, Spec};
use hitchart_play::{External, Policy};
use search::{leads, quick};
use tactician::{STYLES, Tactics};

/// A player of any policy.
#[derive(Clone, Debug)]
pub enum Player {
    /// A player that chooses any legal candidate with equal chances.
    Random(Random),
    /// A player that chooses the highest expected damage now.
    Greedy(Greedy),
    /// A player that plans one turn ahead with exact odds.
    Tactician(Box<Tactician>),
    /// A player that compares the tactician's candidates by simulated playouts.
    Search(Box<Search>),
    /// A player outside the program.
    External(Box<External<Player, Action>>),
}

impl<D: Dice> Policy<Battle<D>> for Player {
    fn begin(&mut self, key: u64) {
        match self {
            Player::Random(player) => Policy::<Battle<D>>::begin(player, key),
            Player::Greedy(player) => Policy::<Battle<D>>::begin(player, key),
            Player::Tactician(player) => Policy::<Battle<D>>::begin(player.as_mut(), key),
            Player::Search(player) => Policy::<Battle<D>>::begin(player.as_mut(), key),
            Player::External(player) => Policy::<Battle<D>>::begin(player.as_mut(), key),
        }
    }

    fn decide(&mut self, battle: &Battle<D>, state: &State) -> Action {
        match self {
            Player::Random(player) => player.decide(battle, state),
            Player::Greedy(player) => player.decide(battle, state),
            Player::Tactician(player) => player.decide(battle, state),
            Player::Search(player) => player.decide(battle, state),
            Player::External(player) => player.decide(battle, state),
        }
    }
}

/// A checked policy.
pub type PolicySpec = Spec<Kind>;

/// The kind of a policy, with its parameters.
pub type Kind = policy::PolicyKind<Plain, Tactics>;

/// The policies without parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plain {
    /// Chooses any legal candidate with equal chances.
    Random,
    /// Chooses the highest expected damage now.
    Greedy,
}

/// The roles of players; all players of a battle have the same.
pub static ROLES: [Role<Kind>; 1] = [Role { what: "policy", default: "tactician", built_in: all }];

/// Returns the built-in policies, including the styles of the tactician.
fn all() -> Vec<BuiltIn<Kind>> {
    let policy = |name, meaning, kind| BuiltIn { name, meaning, kind };
    let tactician = Kind::Tactician(Tactics::default());
    let untuned = Kind::Tactician(Tactics::start());
    let mut all = vec![
        policy("random", "chooses any legal candidate with equal chances", Kind::Plain(Plain::Random)),
        policy("greedy", "chooses the highest expected damage now", Kind::Plain(Plain::Greedy)),
        policy("tactician", "plans one turn ahead with exact odds", tactician),
        policy("untuned", "tactician before tuning, for comparison", untuned),
        policy(
            "search",
            "compares the tactician's candidates by simulated playouts",
            Kind::Search(SearchSettings::default()),
        ),
        policy("quick-search", "search with half the playouts, for studies of many games", Kind::Search(quick())),
        policy("search-leads", "first version of search, for comparison", Kind::Search(leads())),
    ];
    all.extend(STYLES.iter().map(|style| policy(style.name, style.meaning, Kind::Tactician(style.tactics()))));
    all
}

/// Returns names and meanings of all built-in policies.
pub fn built_in() -> impl Iterator<Item = (&'static str, &'static str)> + Clone {
    all().into_iter().map(|policy| (policy.name, policy.meaning))
}

impl Players for Plain {
    type Tactics = Tactics;
    type Player = Player;

    fn roles() -> &'static [Role<Kind>] {
        &ROLES
    }

    fn effort(kind: &Kind) -> f64 {
        match kind {
            Kind::Plain(Plain::Random) => 8e4,
            Kind::Plain(Plain::Greedy) => 2e5,
            Kind::Tactician(_) => 8e5,
            Kind::Search(settings) => 9e6 * f64::from(settings.budget),
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
        }
    }
}
