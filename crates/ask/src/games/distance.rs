//! Distances of players from the best play known, as answers and lists give them.

use super::Entry;
use hitchart_lab::study::PlayedBy;
use hitchart_play::policy::Distance;
use hitchart_report::table::{Table, percent_within};

/// Explanation of a distance.
const NOTE: &str = "Points that the best response found takes from a policy, in games for two under the default rules. \
                    The response is another policy, or one that was trained against it. A better one may exist. \
                    docs/exploitability.md has the method and the budget.";

/// Returns the distances of the players that were measured. If the sides of a game have separate policies, a name has
/// its side: `greedy (Aces)`.
pub fn distances(game: &Entry, players: &[PlayedBy]) -> Vec<Distance> {
    let built_in = (game.policies)();
    let has_roles = built_in.iter().any(|policy| policy.role > 0);
    let side = |player: &PlayedBy| {
        let policy = built_in.iter().find(|policy| policy.role == player.role && policy.name == player.policy);
        policy.filter(|_| has_roles).map(|policy| policy.side)
    };
    let of = |player: &PlayedBy| {
        let distance = (game.distance)(player)?;
        let name = side(player).map_or_else(|| distance.name.clone(), |side| format!("{} ({side})", distance.name));
        Some(Distance { name, ..distance })
    };
    players.iter().filter_map(of).collect()
}

/// Describes distances in a sentence; empty if there is none.
pub fn distance_sentence(distances: &[Distance]) -> String {
    let of = |(i, distance): (usize, &Distance)| {
        let Distance { name, share, interval: [low, high], games, response } = distance;
        let of_points = if i == 0 { " of the points" } else { "" };
        format!("{}{of_points} from {name} ({response}, {games} games)", percent_within(*share, (*low, *high)))
    };
    let all: Vec<String> = distances.iter().enumerate().map(of).collect();
    if all.is_empty() {
        return String::new();
    }
    // Only games without sides, which a name would have, have tables of other sizes.
    let size = if distances.iter().any(|distance| distance.name.ends_with(')')) { "" } else { " for two" };
    format!("By the default rules{size}, the best opponent found takes {}.", all.join(", "))
}

/// Returns distances as a table; `None` if there is none.
pub fn distance_table(distances: Vec<Distance>) -> Option<Table> {
    let names = distances.iter().map(|distance| distance.name.as_str());
    let table = Table::new("players", "Distance from the best play known", NOTE).text("policy", "Policy", names);
    let all: Vec<Option<Distance>> = distances.iter().cloned().map(Some).collect();
    (!all.is_empty()).then(|| with_distances(table, &all))
}

/// Adds the columns of distances, one for each row; they are empty for policies without one.
pub(super) fn with_distances(table: Table, all: &[Option<Distance>]) -> Table {
    let each = || all.iter().map(Option::as_ref);
    table
        .number("taken", "Points taken by a response", 3, each().map(|of| of.map(|distance| distance.share)))
        .interval("taken_interval", "95% interval", 3, each().map(|of| of.map(|of| (of.interval[0], of.interval[1]))))
        .count("n", "N", each().map(|of| of.map(|distance| distance.games)))
        .text("response", "Best response found", each().map(|of| of.map_or("", |of| of.response.as_str())))
}
