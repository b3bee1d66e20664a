//! Players of whole battles: kinds of policies, and the built-in policies.

#[cfg(test)]
mod blunders;
pub mod features;
mod habits;
pub mod search;
mod seizer;
mod shown;
mod simple;
pub mod tactician;

pub use habits::{PointFirst, Stander};
pub use search::{Search, SearchSettings};
pub use seizer::Seizer;
pub use simple::{Greedy, Random};
pub use tactician::Tactician;

use super::battle::{Action, Decision};
use hitchart_play::policy::{BuiltIn, DEEP, DEEP_MEANING, QUICK, Role};
use search::{deep, ends, leads, quick};
use tactician::{STYLES, Tactics};

hitchart_play::plain_policies! {
    actions: Action, decisions: Decision::ALL.map(Decision::name).to_vec();
    tactician: Tactician, Tactics, 8e5;
    search: Search, 9e6;
    Random(Random = Random::new()) "random" "chooses any legal candidate with equal chances" 8e4;
    Greedy(Greedy = Greedy::new()) "greedy" "chooses the highest expected damage now" 2e5;
    Seizer(Seizer = Seizer::new()) "seizer" "greedy, but moves to stations that it does not hold" 2e5;
    PointFirst(PointFirst = PointFirst::default()) "point-first" "tactician, but fields its first frame on point" 8e5;
    Stander(Stander = Stander::default()) "stander" "tactician, but stands still in every other round" 8e5;
}

/// The roles of players; all players of a battle have the same.
pub static ROLES: [Role<Kind>; 1] =
    [Role { what: "policy", default: "tactician", built_in: all, distances: include_str!("distances.toml") }];

/// Returns the built-in policies, including the styles of the tactician.
fn all() -> Vec<BuiltIn<Kind>> {
    let policy = |name, meaning, kind| BuiltIn { name, meaning, kind };
    let tactician = Kind::Tactician(Tactics::default());
    let untuned = Kind::Tactician(Tactics::start());
    // Fitted to the length of people's games and to the direction in which their winners differ (docs/people.md).
    let people = Kind::Tactician(Tactics { tick: -1.5, danger_later: 0.4, ..Tactics::default() });
    let mut all: Vec<BuiltIn<Kind>> = Plain::ALL.iter().map(|plain| plain.built_in()).collect();
    all.extend([
        policy("tactician", "plans one turn ahead with exact odds", tactician),
        policy("people", "tactician that hurries the clock and keeps back, as people do", people),
        policy("untuned", "tactician before tuning, for comparison", untuned),
        policy(
            "search",
            "compares the tactician's candidates by simulated playouts",
            Kind::Search(SearchSettings::default()),
        ),
        policy(QUICK, "search with a third of the playouts, for studies of many games", Kind::Search(quick())),
        policy(DEEP, DEEP_MEANING, Kind::Search(deep())),
        policy("search-ends", "search before playouts were evaluated twice, for comparison", Kind::Search(ends())),
        policy("search-leads", "first version of search, for comparison", Kind::Search(leads())),
    ]);
    all.extend(STYLES.iter().map(|style| policy(style.name, style.meaning, Kind::Tactician(style.tactics()))));
    all
}
