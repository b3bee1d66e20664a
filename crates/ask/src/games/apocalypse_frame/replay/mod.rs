//! Replays of whole missions: a log of events with all changes of the state, and a page that plays it on the hex map.
//!
//! [`Log`] observes a mission and records a line per event; [`PAGE`] shows the lines. `docs/apocalypse-frame.md`
//! describes them.

mod cast;
mod header;
mod words;

#[cfg(test)]
mod tests;

pub(crate) use header::Header;

use cast::{Cast, Enemy};
use hitchart_apocalypse_frame::encounter::{Global, GlobalEffects};
use hitchart_apocalypse_frame::ids::{AceId, ArmSlot, EnemyId, HexId, HexSet, ItemSlot};
use hitchart_apocalypse_frame::mission::state::{AceState, Life, Marks, Phase};
use hitchart_apocalypse_frame::mission::{Event, Mission, MissionDice, State};
use hitchart_lab::replay::{Line, Lines, Page};
use hitchart_lab::study::ReplayOrigin;
use hitchart_play::Observer;
use serde_json::{Value, json};
use words::Moment;

/// Records every event of a mission with all changes of the state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    lines: Lines,
    start: Option<(Header, Cast)>,
}

impl Log {
    /// Returns the lines so far.
    pub(crate) fn lines(&self) -> &[Line] {
        &self.lines.lines
    }

    /// Returns the first line of the replay, once the mission has begun; `policies` are the names of the policies of
    /// the Aces and of the game master.
    pub(crate) fn header(&self, about: ReplayOrigin, policies: &[String]) -> Option<Header> {
        self.start.as_ref().map(|(header, _)| header.clone().with(about, policies))
    }
}

impl<D: MissionDice> Observer<Mission<D>> for Log {
    const WANTS_FACES: bool = true;

    fn see(&mut self, mission: &Mission<D>, state: &State, event: &Event) {
        let (_, cast) = self.start.get_or_insert_with(|| {
            let header = Header::of(mission, state);
            let cast = Cast::of(&header);
            (header, cast)
        });
        cast.follow(mission, state, event);
        let moment = Moment { mission, state, cast };
        let (fields, text, now) = (moment.fields(event), moment.words(event), state_now(mission, state, cast));
        self.lines.add(state.round, fields, text, now);
    }
}

/// The page of a mission: the map, and the participants.
pub(crate) const PAGE: Page = Page {
    styles: &[include_str!("replay.css")],
    // Short names; the map; the rest of the page.
    scripts: &[include_str!("names.js"), include_str!("map.js"), include_str!("replay.js")],
    standing: "",
    aside: r#"  <section id="roster" aria-label="Who takes part">
    <div id="aces"></div>
    <div id="enemies"></div>
    <details id="legend"><summary>Legend</summary><div id="signs"></div></details>
  </section>
"#,
    below: "",
    drawing: "The map",
    view: "Look closer, where the figures are",
};

// The state of a mission, as the page and other readers of lines rebuild it.

/// Returns the state of a mission.
fn state_now<D>(mission: &Mission<D>, state: &State, cast: &Cast) -> Value {
    let there = state.marks.up | state.marks.down;
    let enemy = |enemy: &Enemy| {
        let is_there = there.has(enemy.slot) && cast.number(enemy.slot) == Some(enemy.enemy);
        if is_there { enemy_now(mission, state, enemy) } else { json!(enemy) }
    };
    json!({
        "battle": state.battle,
        "round": state.round,
        "aces": mission.ace_ids().map(|ace| ace_now(state, ace)).collect::<Vec<Value>>(),
        "enemies": cast.enemies.iter().map(enemy).collect::<Vec<Value>>(),
        "field": field_now(state),
        "turn": turn_now(state, cast),
        "materials": state.materials,
    })
}

fn ace_now(state: &State, number: AceId) -> Value {
    let ace = state.ace(number);
    json!({
        "ace": number,
        "at": ace.at,
        "life": if ace.life == Life::Absent { Life::Lost } else { ace.life },
        "vigor": ace.vigor,
        "max_vigor": ace.max_vigor,
        "tension": ace.tension,
        "max_tension": ace.max_tension,
        "ammo": ace.ammo,
        "shields": ace.shields,
        "fleeting": ace.fleeting,
        "plate": ace.plate,
        "chaff": ace.chaff,
        "aim": ace.aim,
        "damage": ace.damage,
        "superstructure": ace.superstructure,
        "legs": ace.legs,
        "sensors": ace.sensors,
        "damaged_systems": ace.rolled_items.iter().map(ItemSlot::number).collect::<Vec<u8>>(),
        "backups": ace.backups.iter().map(ArmSlot::number).collect::<Vec<u8>>(),
        "marks": ace_marks(ace, state.acted.has(number)),
    })
}

fn ace_marks(ace: &AceState, acted: bool) -> Vec<&'static str> {
    holding(&[
        ("acted", acted),
        ("protected", ace.protected),
        ("encouraged", ace.encouraged),
        ("obfuscated", ace.obfuscated),
        ("distracted", ace.distracted),
        ("distracted-next", ace.distracted_next),
    ])
}

/// Returns the state of an enemy on the field.
fn enemy_now<D>(mission: &Mission<D>, state: &State, known: &Enemy) -> Value {
    let (enemy, guard) = (state.enemy(known.slot), mission.enemy_guard(state, known.slot));
    let mut now = json!({
        "at": enemy.at,
        "vigor": enemy.vigor,
        "armor": guard.armor,
        "shields": guard.shields,
        "restorations": enemy.restorations,
        "flashed_by": enemy.flashed_by.iter().map(AceId::number).collect::<Vec<u8>>(),
        "marks": enemy_marks(&state.marks, known.slot),
    });
    if let (Some(now), Value::Object(known)) = (now.as_object_mut(), json!(known)) {
        now.extend(known);
    }
    now
}

fn enemy_marks(marks: &Marks, slot: EnemyId) -> Vec<&'static str> {
    let all = [
        ("down", marks.down),
        ("infantry", marks.infantry),
        ("held", marks.held),
        ("emp", marks.emp),
        ("painted", marks.painted),
        ("distracted", marks.distracted),
        ("enduring", marks.enduring),
        ("activated", marks.activated),
        ("attacked", marks.attacked),
    ];
    holding(&all.map(|(mark, set)| (mark, set.has(slot))))
}

fn field_now(state: &State) -> Value {
    let fields = &state.fields;
    let places = |set: HexSet| set.iter().map(HexId::number).collect::<Vec<u8>>();
    let mortars = state.mortars[..usize::from(state.mortar_count)].iter();
    json!({
        "cover": places(fields.cover),
        "low_cover": places(fields.low_cover),
        "hazards": places(fields.hazards),
        "fires": places(state.fires),
        "rooftops": places(fields.rooftops),
        "bombardments": places(fields.bombardments),
        "everywhere": everywhere(&state.everywhere),
        "mortars": mortars.map(|mortar| json!({ "ace": mortar.ace, "at": mortar.at })).collect::<Vec<Value>>(),
    })
}

fn everywhere(everywhere: &GlobalEffects) -> Vec<Global> {
    holding(&[
        (Global::ReactiveGas, everywhere.reactive_gas),
        (Global::ElectricalStorm, everywhere.electrical_storm),
        (Global::LowOxygen, everywhere.low_oxygen),
        (Global::PitchedFirefight, everywhere.pitched_firefight),
    ])
}

fn turn_now(state: &State, cast: &Cast) -> Value {
    let (turn, gm) = (&state.turn, &state.gm);
    let of_gm = matches!(state.phase, Phase::Primes | Phase::Activations);
    let ace = turn.ace.filter(|_| state.phase == Phase::Turn);
    json!({
        "phase": state.phase,
        "ace": ace,
        "actions": if ace.is_some() { turn.actions } else { 0 },
        "enemy": gm.enemy.filter(|_| of_gm).and_then(|enemy| cast.number(enemy)),
        "moves": if of_gm { gm.moves } else { 0 },
        "activations": if of_gm { gm.activations } else { 0 },
    })
}

fn holding<T: Copy>(all: &[(T, bool)]) -> Vec<T> {
    all.iter().filter(|(_, holds)| *holds).map(|(what, _)| *what).collect()
}
