//! Descriptions of events that both games have.

use crate::order::{PlayerId, by_seat};

/// Describes the seats of a battle: the first player defends, the last plays the `last` role.
pub fn seating(names: &[String], points_per_asset: &[i8], seats: &[PlayerId], last: &str) -> String {
    let seats = &seats[..names.len()];
    let part = |seat: &PlayerId| {
        let (role, player) = (by_seat(seats, *seat, ["defends", "attacks", last]), seat.index());
        format!("{} {role} at {} points an asset", names[player], points_per_asset[player])
    };
    let parts: Vec<String> = seats.iter().map(part).collect();
    format!("{}.", parts.join("; "))
}

/// Describes the winners and the scores of all players. Scores beyond the last name are skipped.
pub fn standings(names: &[String], scores: &[i32]) -> String {
    let scores = &scores[..names.len()];
    let best = scores.iter().max();
    let leaders: Vec<&str> =
        names.iter().zip(scores).filter(|(_, score)| Some(*score) == best).map(|(name, _)| name.as_str()).collect();
    let each: Vec<String> = names.iter().zip(scores).map(|(name, score)| format!("{name} {score}")).collect();
    let verdict = match leaders.as_slice() {
        [winner] => format!("{winner} wins"),
        _ => format!("{} share the win", leaders.join(" and ")),
    };
    format!("{verdict}: {}", each.join(", "))
}
