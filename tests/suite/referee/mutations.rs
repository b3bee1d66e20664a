//! Tests that lines with tampering are refused, and that the refusal names the line. Each kind of tampering is tried in
//! many places of several games, one place at a time.

use super::lines::Ruled;
use super::replays::Replay;
use serde_json::{Value, json};

/// Number of places in which a kind of tampering is tried.
const PLACES: usize = 40;

/// Largest distance between the tampered line and the refused line. A later line may show the mistake, or an earlier
/// line may have announced something that is now missing.
const NEAR: usize = 12;

/// Number of lines that tampering may change, from its place on.
const SEEN: usize = 2;

/// A change of lines at a place; returns true if it changed anything.
type Tamper = fn(&mut Vec<Value>, usize) -> bool;

/// A kind of tampering, with the shares of its places that must be refused, and refused near the place. Some lines have
/// no effect, such as a spot on a frame that is never attacked.
pub(crate) struct Kind {
    pub name: &'static str,
    tamper: Tamper,
    refused: f64,
    near: f64,
}

pub(crate) const fn sure(name: &'static str, tamper: Tamper) -> Kind {
    Kind { name, tamper, refused: 1.0, near: 1.0 }
}

pub(crate) const fn often(name: &'static str, refused: f64, near: f64, tamper: Tamper) -> Kind {
    Kind { name, tamper, refused, near }
}

pub(crate) fn is(lines: &[Value], place: usize, event: &str) -> bool {
    lines[place]["event"] == event
}

/// Adds to an integer in a line of an event.
pub(crate) fn add(lines: &mut [Value], place: usize, event: &str, key: &str, by: i64) -> bool {
    if !is(lines, place, event) {
        return false;
    }
    let Some(value) = lines[place].pointer_mut(key) else { return false };
    let Some(number) = value.as_i64().filter(|number| number + by >= 0) else { return false };
    *value = json!(number + by);
    true
}

/// Adds to a length in a line of an event.
pub(crate) fn shift(lines: &mut [Value], place: usize, event: &str, key: &str, by: f64) -> bool {
    if !is(lines, place, event) {
        return false;
    }
    let Some(value) = lines[place].pointer_mut(key) else { return false };
    let Some(number) = value.as_f64() else { return false };
    *value = json!(number + by);
    true
}

/// Replaces a value in a line of an event.
pub(crate) fn put(lines: &mut [Value], place: usize, event: &str, key: &str, new: Value) -> bool {
    if !is(lines, place, event) {
        return false;
    }
    match lines[place].pointer_mut(key) {
        Some(value) if *value != new => {
            *value = new;
            true
        }
        _ => false,
    }
}

pub(crate) fn flip(lines: &mut [Value], place: usize, event: &str, key: &str) -> bool {
    let now = lines[place].pointer(key).and_then(Value::as_bool).unwrap_or(false);
    put(lines, place, event, key, json!(!now))
}

/// Adds to a number in the state of the first item of a list in which the number changed.
fn add_to_state(lines: &mut [Value], place: usize, list: &str, key: &str, by: i64) -> bool {
    let Some(Value::Object(items)) = lines[place].pointer(&format!("/change/{list}")) else { return false };
    let Some((item, _)) = items.iter().find(|(_, item)| item[key].is_u64()) else { return false };
    let (path, event) = (format!("/change/{list}/{item}/{key}"), lines[place]["event"].clone());
    add(lines, place, event.as_str().unwrap_or(""), &path, by)
}

pub(crate) fn remove(lines: &mut Vec<Value>, place: usize) -> bool {
    lines.remove(place);
    true
}

pub(crate) fn repeat(lines: &mut Vec<Value>, place: usize) -> bool {
    let again = lines[place].clone();
    lines.insert(place, again);
    true
}

/// Swaps two lines of different events. Lines of one event may come in any order: fielded frames of a company, targets
/// of a volley.
pub(crate) fn swap(lines: &mut [Value], place: usize) -> bool {
    let differ = place + 1 < lines.len() && lines[place]["event"] != lines[place + 1]["event"];
    if differ {
        lines.swap(place, place + 1);
    }
    differ
}

/// Sets the highest damage die to 1 if it hits the target, otherwise to 6.
fn damage_face(lines: &mut [Value], place: usize) -> bool {
    if !is(lines, place, "attacked") {
        return false;
    }
    let chart = lines[place]["chart"].as_str().unwrap_or("").to_owned();
    let Some(mut faces) = lines[place]["faces"].as_array().cloned() else { return false };
    let Some(last) = faces.last_mut() else { return false };
    let hits_from = match chart.as_str() {
        "hand-to-hand" | "terrain" => 4,
        "open" => 5,
        _ => 6,
    };
    *last = if last.as_i64() >= Some(hits_from) { json!(1) } else { json!(6) };
    faces.sort_by_key(Value::as_i64);
    lines[place]["faces"] = json!(faces);
    true
}

/// Removes one die of a hand.
pub(crate) fn fewer_dice(lines: &mut [Value], place: usize) -> bool {
    is(lines, place, "rolled") && lines[place]["faces"].as_array_mut().is_some_and(|faces| faces.pop().is_some())
}

/// Assigns the action of a frame to another frame.
fn another_unit(lines: &mut [Value], place: usize, event: &str) -> bool {
    add(lines, place, event, "/unit", 1)
}

/// Kinds of tampering with battles.
pub(crate) const BATTLES: [Kind; 36] = [
    often("a line is missing", 1.0, 0.97, remove),
    often("a line comes twice", 1.0, 0.97, repeat),
    often("two lines are swapped", 0.99, 0.97, |l, i| swap(l, i)),
    often("a face of damage", 0.95, 0.95, |l, i| damage_face(l, i)),
    sure("a die less", |l, i| fewer_dice(l, i)),
    sure("a face beyond its die", |l, i| put(l, i, "rolled", "/faces/0/face", json!(9))),
    sure("a hit more on the target", |l, i| add(l, i, "attacked", "/on_target", 1)),
    sure("a hit less on the target", |l, i| add(l, i, "attacked", "/on_target", -1)),
    sure("a hit more on cover", |l, i| add(l, i, "attacked", "/on_cover", 1)),
    sure("cover takes more", |l, i| add(l, i, "attacked", "/cover_hits", 1)),
    sure("another chart", |l, i| {
        put(l, i, "attacked", "/chart", json!("hand-to-hand")) && l[i]["range"] != "hand-to-hand"
    }),
    sure("cover that is not there", |l, i| {
        is(l, i, "attacked") && l[i]["cover_pieces"].is_null() && {
            l[i]["cover_pieces"] = json!([0]);
            true
        }
    }),
    sure("a defense of one more", |l, i| add(l, i, "attacked", "/defense", 1)),
    sure("a damage die more", |l, i| add(l, i, "attacked", "/dice", 1)),
    sure("an attack of one more", |l, i| add(l, i, "attacked", "/attack", 1)),
    often("a defense die of one more", 0.9, 0.9, |l, i| add(l, i, "defended", "/value", 1)),
    sure("a range that is another", |l, i| {
        is(l, i, "attacked") && {
            let other = if l[i]["range"] == "direct" { "artillery" } else { "direct" };
            l[i]["range"] = json!(other);
            true
        }
    }),
    often("a rocket more", 1.0, 1.0, |l, i| add(l, i, "declared", "/rockets", 1)),
    sure("a place that is moved by 0.5", |l, i| shift(l, i, "moved", "/to/0", 0.5)),
    sure("a start that is moved by 0.5", |l, i| shift(l, i, "moved", "/from/1", 0.5)),
    sure("a longer way", |l, i| shift(l, i, "moved", "/length", 0.5)),
    often("a frame fielded 0.5 aside", 0.85, 0.0, |l, i| shift(l, i, "frame-placed", "/at/0", 0.5)),
    sure("another owner of a station", |l, i| {
        is(l, i, "station-taken") && {
            let other = if l[i]["to"] == 0 { 1 } else { 0 };
            l[i]["to"] = json!(other);
            true
        }
    }),
    sure("a station of another when it is placed", |l, i| {
        let path = format!("/change/stations/{}/owner", l[i]["station"]);
        add(l, i, "station-placed", &path, 1)
    }),
    sure("a wrong clock", |l, i| add(l, i, "ticked", "/clock", 1) || add(l, i, "round-began", "/clock", -1)),
    sure("a score", |l, i| {
        let event = l[i]["event"].as_str().unwrap_or("").to_owned();
        add(l, i, &event, "/change/scores/0", 1)
    }),
    sure("a white too many", |l, i| add(l, i, "white-lost", "/left", 1)),
    sure("a white in the state", |l, i| {
        let path = format!("/change/units/{}/whites", l[i]["unit"]);
        add(l, i, "white-lost", &path, 1)
    }),
    sure("a hit on terrain in the state", |l, i| {
        let path = format!("/change/pieces/{}/hits", l[i]["piece"]);
        add(l, i, "cover-hit", &path, 1)
    }),
    sure("another system", |l, i| put(l, i, "system-lost", "/system", json!("B"))),
    sure("systems in the state", |l, i| {
        let path = format!("/change/units/{}/systems", l[i]["unit"]);
        put(l, i, "system-lost", &path, json!(["B", "B", "B", "B"]))
    }),
    sure("another frame acts", |l, i| another_unit(l, i, "turn-began")),
    sure("another frame is destroyed", |l, i| another_unit(l, i, "destroyed")),
    sure("dice left over", |l, i| add(l, i, "turn-ended", "/unused_whites", 1)),
    sure("another company passes", |l, i| add(l, i, "passed", "/company", 1)),
    sure("points per asset", |l, i| add(l, i, "setup", "/points_per_asset/0", 1)),
];

/// Kinds of tampering with missions.
pub(crate) const MISSIONS: [Kind; 27] = [
    // An encounter's changes of the field may never matter again.
    often("a line is missing", 0.93, 0.9, remove),
    often("a line comes twice", 0.92, 0.9, repeat),
    often("two lines are swapped", 0.95, 0.9, |l, i| swap(l, i)),
    sure("Harm of one more", |l, i| add(l, i, "harmed", "/harm", 1)),
    sure("Harm of one less", |l, i| add(l, i, "harmed", "/harm", -1)),
    sure("more Harm comes through", |l, i| add(l, i, "harmed", "/through", 1)),
    sure("Vigor left", |l, i| add(l, i, "harmed", "/left", 1)),
    sure("a Shield that took it", |l, i| is(l, i, "harmed") && flip(l, i, "harmed", "/shielded")),
    sure("who did it", |l, i| put(l, i, "harmed", "/source/cause", json!("hazard"))),
    sure("a die less", |l, i| fewer_dice(l, i)),
    sure("the face that counts", |l, i| add(l, i, "rolled", "/counts", 1) || add(l, i, "rolled", "/counts", -1)),
    sure("another outcome", |l, i| {
        is(l, i, "rolled") && {
            let other = if l[i]["outcome"] == "full" { "mixed" } else { "full" };
            l[i]["outcome"] = json!(other);
            true
        }
    }),
    sure("the face of a drop", |l, i| add(l, i, "dropped", "/face", 1)),
    sure("more Shields than there are", |l, i| add(l, i, "die-rolled", "/holds_to", 1)),
    sure("a Tension more is spent", |l, i| add(l, i, "resource-changed", "/by", 1)),
    sure("Tension that is not there", |l, i| add_to_state(l, i, "aces", "tension", 1)),
    // Only these lines show the changes of an encounter.
    often("Vigor that is not there", 1.0, 0.9, |l, i| add_to_state(l, i, "enemies", "vigor", 1)),
    sure("an action more", |l, i| {
        let event = l[i]["event"].as_str().unwrap_or("").to_owned();
        let goes_on = l[i]["change"]["turn"]["actions"].as_u64() > Some(0);
        goes_on && add(l, i, &event, "/change/turn/actions", 1)
    }),
    sure("an activation more", |l, i| add(l, i, "gm-turn-began", "/activations", 1)),
    sure("a Move more", |l, i| add(l, i, "activated", "/moves", 1)),
    sure("another enemy is active", |l, i| add(l, i, "activated", "/enemy", 1)),
    sure("another hex", |l, i| add(l, i, "moved", "/to", 1)),
    sure("another way to move", |l, i| put(l, i, "moved", "/manner", json!("climb"))),
    sure("an answer that is none", |l, i| is(l, i, "enemy-attacked") && flip(l, i, "enemy-attacked", "/answer")),
    sure("harmless or not", |l, i| is(l, i, "provoked") && flip(l, i, "provoked", "/harmless")),
    sure("gone for good or not", |l, i| is(l, i, "taken-out") && flip(l, i, "taken-out", "/for_good")),
    sure("frame damage", |l, i| add(l, i, "frame-damaged", "/face", 1)),
];

/// Results of a kind of tampering: places tried, refused, refused near the place, and the first place that was not
/// refused.
#[derive(Debug, Default)]
pub(crate) struct Fared {
    pub tried: usize,
    pub refused: usize,
    pub near: usize,
    pub missed: Option<String>,
}

impl Kind {
    /// Tries the tampering in as many places of the replays as possible, up to a limit.
    pub(crate) fn try_on<'a>(&self, replays: &'a [Replay], judge: impl Fn(&Value, &[&Value]) -> Ruled) -> Fared {
        let all = replays.iter().flat_map(|replay| (0..replay.lines.len()).map(move |place| (replay, place)));
        let tampered = |(replay, place): (&'a Replay, usize)| {
            let mut lines = replay.lines[place..replay.lines.len().min(place + SEEN)].to_vec();
            (self.tamper)(&mut lines, 0).then_some((replay, place, lines))
        };
        let all: Vec<(&Replay, usize, Vec<Value>)> = all.filter_map(tampered).collect();
        let step = all.len().div_ceil(PLACES).max(1);
        let mut fared = Fared::default();
        for (replay, place, lines) in all.into_iter().step_by(step) {
            fared.tried += 1;
            let Err(refusal) = judged(replay, place, lines, &judge) else {
                fared.missed = Some(format!("line {}: {}", place + 1, replay.lines[place]));
                continue;
            };
            fared.refused += 1;
            let near = refusal.line.abs_diff(place + 1) <= NEAR;
            fared.near += usize::from(near);
            if !near && fared.missed.is_none() {
                fared.missed = Some(format!("line {}: refused line {}: {}", place + 1, refusal.line, refusal.why));
            }
        }
        fared
    }

    /// Panics unless enough places were tried and refused.
    pub(crate) fn check(&self, fared: &Fared) {
        let share = |part: usize| part as f64 / fared.tried.max(1) as f64;
        let holds = fared.tried > 0 && share(fared.refused) >= self.refused && share(fared.near) >= self.near;
        assert!(holds, "{}: {fared:?}", self.name);
    }
}

/// Judges a replay with some lines replaced from a place on, and with numbers in order.
fn judged(replay: &Replay, place: usize, mut lines: Vec<Value>, judge: impl Fn(&Value, &[&Value]) -> Ruled) -> Ruled {
    let own = replay.lines.len().min(place + SEEN) - place;
    let mut after = Vec::new();
    if lines.len() != own {
        after = replay.lines[place + own..].to_vec();
    }
    let moved = place + 1..;
    lines.iter_mut().chain(&mut after).zip(moved).for_each(|(line, n)| line["n"] = json!(n));
    let rest = if lines.len() == own { &replay.lines[place + own..] } else { &after };
    let all: Vec<&Value> = replay.lines[..place].iter().chain(&lines).chain(rest).collect();
    judge(&replay.header, &all)
}
