//! The kinds of policies, and the built-in ones.

use super::Player;
use super::greedy::Greedy;
use super::random::Random;
use super::search::{Search, SearchSettings, leads, quick};
use super::tactician::{Tactician, Tactics};
use hitchart_play::policy::{self, BuiltIn, Players, Role, Spec};

/// A checked policy.
pub type PolicySpec = Spec<Kind>;

/// A kind of policy, with its parameters.
pub type Kind = policy::PolicyKind<Plain, Tactics>;

/// The policies without parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plain {
    Random,
    Greedy,
}

/// The only role: all players of a battle are alike.
pub static ROLES: [Role<Kind>; 1] = [Role { what: "policy", default: "tactician", built_in: all }];

/// Returns the built-in policies.
fn all() -> Vec<BuiltIn<Kind>> {
    let policy = |name, meaning, kind| BuiltIn { name, meaning, kind };
    let tactician = Kind::Tactician(Tactics::default());
    let untuned = Kind::Tactician(Tactics::start());
    let search = Kind::Search(SearchSettings::default());
    let quick = Kind::Search(quick());
    let leads = Kind::Search(leads());
    vec![
        policy("random", "chooses any legal candidate with equal chances", Kind::Plain(Plain::Random)),
        policy("greedy", "chooses the highest expected damage now", Kind::Plain(Plain::Greedy)),
        policy("tactician", "plans one turn ahead with exact odds", tactician),
        policy("untuned", "tactician with hand-chosen weights, for comparison", untuned),
        policy("search", "compares the tactician's candidates by simulated playouts", search),
        policy("quick-search", "search with a quarter of the playouts, for studies of many games", quick),
        policy("search-leads", "search without a learned evaluation, for comparison", leads),
    ]
}

/// Returns the names and meanings of all built-in policies.
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
            Kind::Plain(Plain::Random) => 1e5,
            Kind::Plain(Plain::Greedy) => 4e5,
            Kind::Tactician(_) => 1e6,
            Kind::Search(settings) => 1e7 * f64::from(settings.budget),
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
