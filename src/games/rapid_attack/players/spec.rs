//! Kinds of policies, and the built-in policies.

use super::Player;
use super::greedy::Greedy;
use super::random::Random;
use super::search::{Search, SearchSettings, leads, quick};
use super::tactician::{STYLES, Tactician, Tactics};
use hitchart_play::policy::{self, BuiltIn, Players, Role, Spec};

/// A checked policy.
pub type PolicySpec = Spec<Kind>;

/// The kind of a policy, with its parameters.
pub type Kind = policy::PolicyKind<Plain, Tactics>;

/// The policies without parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plain {
    Random,
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
        }
    }

    fn build(kind: &Kind) -> Player {
        match kind {
            Kind::Plain(Plain::Random) => Player::Random(Random::new()),
            Kind::Plain(Plain::Greedy) => Player::Greedy(Greedy::new()),
            Kind::Tactician(tactics) => Player::Tactician(Box::new(Tactician::new(*tactics))),
            Kind::Search(settings) => Player::Search(Box::new(Search::new(settings))),
        }
    }
}
