//! Tampering with replays of Intercept Orbit: an added line, a missing line, a changed number.

use super::super::mutations::{Kind, add, fewer_dice, flip, is, often, put, remove, repeat, shift, sure, swap};
use serde_json::{Value, json};

/// Changes the highest die of an event to a face that hits or does not. Skips attacks in which low faces hit too,
/// because under such rules any face hits and the change has no effect.
fn another_face(lines: &mut [Value], place: usize, event: &str) -> bool {
    let line = &lines[place];
    if !is(lines, place, event) || line["dogfight"] == true {
        return false;
    }
    let Some(mut faces) = line["faces"].as_array().cloned() else { return false };
    let hits = line["on_target"].as_u64().unwrap_or(0) + line["on_cover"].as_u64().unwrap_or(0);
    if event == "attacked" && hits == faces.len() as u64 && faces.iter().any(|face| face.as_u64() < Some(4)) {
        return false;
    }
    let Some(last) = faces.last_mut() else { return false };
    *last = if last.as_i64() >= Some(4) { json!(3) } else { json!(6) };
    faces.sort_by_key(Value::as_i64);
    lines[place]["faces"] = json!(faces);
    true
}

/// Replaces the band by one that the target is not in.
fn another_band(lines: &mut [Value], place: usize, event: &str) -> bool {
    let far = is(lines, place, event) && lines[place]["band"] != "support";
    far && put(lines, place, event, "/band", json!("support"))
}

/// Kinds of tampering.
pub(crate) const KINDS: [Kind; 40] = [
    // No later line needs the information that a die is better kept.
    often("a line is missing", 0.8, 0.6, remove),
    often("a line comes twice", 0.8, 0.8, repeat),
    sure("a die less", |l, i| fewer_dice(l, i)),
    sure("a face beyond its die", |l, i| put(l, i, "rolled", "/faces/0/face", json!(9))),
    sure("a damage die more", |l, i| add(l, i, "attacked", "/dice", 1)),
    // If all faces hit, another face changes nothing.
    often("a face of damage", 0.8, 0.8, |l, i| another_face(l, i, "attacked")),
    sure("a face of a collision", |l, i| another_face(l, i, "collided")),
    sure("a hit more on the target", |l, i| add(l, i, "attacked", "/on_target", 1)),
    sure("a hit less on the target", |l, i| add(l, i, "attacked", "/on_target", -1)),
    sure("a hit more on cover", |l, i| add(l, i, "attacked", "/on_cover", 1)),
    sure("a defense of one more", |l, i| add(l, i, "attacked", "/defense", 1)),
    sure("an attack of one more", |l, i| add(l, i, "attacked", "/attack", 1)),
    sure("a defense die of one more", |l, i| add(l, i, "defended", "/value", 7)),
    sure("a band that is another", |l, i| another_band(l, i, "attack-declared")),
    sure("a maneuver that costs less", |l, i| add(l, i, "set-out", "/pips", -1)),
    sure("a faster maneuver", |l, i| add(l, i, "set-out", "/speed", 1)),
    sure("a ship off its course", |l, i| {
        shift(l, i, "sailed", "/to/0", 0.05) && l[i]["path"].as_array().is_some_and(|path| path.len() > 1)
    }),
    sure("a start that is another", |l, i| shift(l, i, "set-out", "/from/1", 0.5)),
    sure("a company that flies on", |l, i| shift(l, i, "flew", "/from/0", 0.5)),
    sure("more fuel", |l, i| add(l, i, "burned", "/fuel", 1)),
    sure("more fuel at the launch", |l, i| add(l, i, "launched", "/fuel", 7)),
    sure("a boarding die that counts more", |l, i| add(l, i, "boarded", "/rolls/0/counted", 1)),
    sure("more damage in boarding", |l, i| add(l, i, "boarding-hit", "/damage", 9)),
    sure("another winner", |l, i| put(l, i, "boarded", "/winner", json!(7))),
    sure("another captor", |l, i| add(l, i, "taken", "/to", 1)),
    sure("a wrong clock", |l, i| add(l, i, "ticked", "/clock", 1) || add(l, i, "round-began", "/clock", -1)),
    // Before the comparison of fleets, scores cannot be checked.
    often("a score", 0.95, 0.95, |l, i| {
        let event = l[i]["event"].as_str().unwrap_or("").to_owned();
        add(l, i, &event, "/change/scores/0", 1)
    }),
    sure("fuel in the state", |l, i| {
        let path = format!("/change/assets/{}/fuel", l[i]["asset"]);
        add(l, i, "burned", &path, 1)
    }),
    // Losses of two assets by one event may come in any order.
    often("two lines are swapped", 0.7, 0.7, |l, i| swap(l, i)),
    sure("another player passes", |l, i| add(l, i, "passed", "/fleet", 1)),
    sure("another asset acts", |l, i| add(l, i, "turn-began", "/asset", 1)),
    sure("a turn without an attack", |l, i| put(l, i, "turn-began", "/attacked_by", Value::Null)),
    sure("an answer to another", |l, i| add(l, i, "turn-began", "/attacked_by", 1)),
    // A player with nothing left to act with has no choice, at any place in the order.
    often("another order of those level", 0.7, 0.7, |l, i| {
        let order: Option<Vec<Value>> = l[i]["order"].as_array().map(|order| order.iter().rev().cloned().collect());
        order.is_some_and(|order| put(l, i, "rolled-off", "/order", json!(order)))
    }),
    // Attackers' ships may also be placed farther away, and the defender's last ones anywhere.
    often("a ship that is placed elsewhere", 0.5, 0.3, |l, i| {
        let inward = if l[i]["at"][0].as_f64() > Some(0.0) { -9.0 } else { 9.0 };
        shift(l, i, "placed", "/at/0", inward)
    }),
    sure("another is placed", |l, i| add(l, i, "placed", "/asset", 1)),
    sure("debris next to other debris", |l, i| {
        let at = l[i]["at"].clone();
        let is_next = i + 1 < l.len() && is(l, i, "debris-placed") && is(l, i + 1, "debris-placed");
        is_next && put(l, i + 1, "debris-placed", "/at", at)
    }),
    sure("more hits are spared", |l, i| add(l, i, "spared", "/hits", 1)),
    sure("dice left over", |l, i| add(l, i, "turn-ended", "/unused_whites", 1)),
    sure("the table of companies", |l, i| is(l, i, "attacked") && flip(l, i, "attacked", "/dogfight")),
];
