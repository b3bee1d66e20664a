//! Replays of whole missions: a log that holds every state, and a page that plays it on the hex map.
//!
//! [`Log`] observes a mission and records a [`Line`] per event with all changes of the state, [`PAGE`] shows them,
//! [`Now`] folds them.

mod events;
mod header;
mod line;
mod now;
mod words;

#[cfg(test)]
mod tests;

pub(crate) use header::Header;
pub(crate) use line::Line;
pub(crate) use now::{
    AceMark, AceNow, EnemyMark, EnemyNow, FieldNow, Joined, LifeNow, MortarNow, Now, PhaseNow, TurnNow,
};

use events::happening;
use hitchart_apocalypse_frame::encounter::{Global, GlobalEffects, MAX_ENEMIES};
use hitchart_apocalypse_frame::ids::{
    AceId, ArmSlot, AttackId, ColossusId, EnemyId, EnemySet, HexId, HexSet, ItemSlot,
};
use hitchart_apocalypse_frame::mission::state::{AceState, Life, Marks, Phase};
use hitchart_apocalypse_frame::mission::{Dice, Event, Mission, State};
use hitchart_lab::replay::Page;
use hitchart_lab::study::ReplayOrigin;
use hitchart_play::Observer;
use words::{Names, words};

/// Records every event of a mission with all changes of the state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    /// The lines so far.
    pub lines: Vec<Line>,
    header: Option<Header>,
    /// Names, and the enemies of the current battle.
    seen: (Names, Vec<Joined>),
    slots: Slots,
    now: Now,
}

impl Log {
    /// Returns a log without lines.
    pub(crate) fn new() -> Log {
        Log::default()
    }

    /// Returns the first line of the replay, once the mission has begun; `policies` are the names of the policies of
    /// the Aces and of the game master.
    pub(crate) fn header(&self, about: ReplayOrigin, policies: &[String]) -> Option<Header> {
        self.header.as_ref().map(|header| header.clone().with(about, policies))
    }

    /// Returns the state after the last line.
    #[cfg(test)]
    pub(crate) fn now(&self) -> &Now {
        &self.now
    }
}

impl<D: Dice> Observer<Mission<D>> for Log {
    const WANTS_FACES: bool = true;

    fn see(&mut self, mission: &Mission<D>, state: &State, event: &Event) {
        if self.header.is_none() {
            let header = Header::of(mission, state);
            self.seen.0 = Names::of(&header);
            self.header = Some(header);
        }
        self.slots.follow(mission, state, event, &mut self.seen);
        let (names, joined) = &self.seen;
        let next = self.slots.now(mission, state, joined, &self.now);
        let what = happening(mission, state, event, &self.slots);
        let text = words(names, &what);
        let n = self.lines.len() as u32 + 1;
        self.lines.push(Line { n, battle: next.battle, round: next.round, what, text, now: self.now.update(&next) });
        self.now = next;
    }
}

/// The page of a mission: the map, and the participants.
pub(crate) const PAGE: Page = Page {
    styles: &[include_str!("replay.css")],
    // States from lines; the map; the rest of the page.
    scripts: &[include_str!("states.js"), include_str!("map.js"), include_str!("replay.js")],
    standing: "",
    aside: r#"  <section id="roster" aria-label="Who takes part">
    <div id="aces"></div>
    <div id="enemies"></div>
    <details id="legend"><summary>Legend</summary><div id="signs"></div></details>
  </section>
"#,
    below: "",
    drawing: "The map",
    view: (
        "Look closer, where the figures are",
        "M10 3a7 7 0 1 0 4.2 12.600l5.1 5.1 1.4-1.4-5.1-5.100A7 7 0 0 0 10 3zm0 2a5 5 0 1 1 0 10 5 5 0 0 1 0-10zm-1 \
         2v2H7v2h2v2h2v-2h2V9h-2V7z",
    ),
};

/// Numbers in the battle of the enemies in each slot of the state: slots are reused, numbers are not.
#[derive(Clone, Debug)]
struct Slots {
    numbers: [Option<u16>; MAX_ENEMIES],
    /// Enemies that were up or down at the last event.
    present: EnemySet,
}

impl Default for Slots {
    fn default() -> Slots {
        Slots { numbers: [None; MAX_ENEMIES], present: EnemySet::EMPTY }
    }
}

impl Slots {
    /// Returns the number of an enemy in the battle.
    pub(crate) fn number(&self, slot: EnemyId) -> Option<u16> {
        self.numbers[slot.index()]
    }

    /// Gives numbers and names to the enemies that join with an event.
    pub(crate) fn follow<D>(
        &mut self,
        mission: &Mission<D>,
        state: &State,
        event: &Event,
        seen: &mut (Names, Vec<Joined>),
    ) {
        let (names, joined) = seen;
        if let Event::BattleBegan { battle } = event {
            *self = Slots::default();
            names.begin_battle(*battle);
            joined.clear();
        }
        let present = state.marks.up | state.marks.down;
        let come = match event {
            // A slot may be reused before an event shows it empty.
            Event::Reinforced { enemy, .. } => EnemySet::of(*enemy) | (present - self.present),
            _ => present - self.present,
        };
        for slot in come.iter() {
            let enemy = state.enemy(slot);
            let name = mission.enemy_name(state, slot);
            let several = come.iter().filter(|other| mission.enemy_name(state, *other) == name).count() > 1;
            let new = Joined {
                enemy: joined.len() as u16,
                kind: enemy.kind,
                name: names.coin(name, several),
                colossus: enemy.colossus.map(ColossusId::number),
                max_vigor: enemy.max_vigor,
            };
            self.numbers[slot.index()] = Some(new.enemy);
            names.join(&new);
            joined.push(new);
        }
        self.present = present;
    }

    /// Returns the state; `before` holds the removed enemies.
    pub(crate) fn now<D>(&self, mission: &Mission<D>, state: &State, joined: &[Joined], before: &Now) -> Now {
        let same = if before.battle == state.battle { before.enemies.as_slice() } else { &[] };
        let mut enemies: Vec<EnemyNow> = joined.iter().map(|joined| gone(joined, same)).collect();
        for slot in (state.marks.up | state.marks.down).iter() {
            if let Some(number) = self.number(slot) {
                enemies[usize::from(number)] = enemy(mission, state, (slot, number));
            }
        }
        Now {
            battle: state.battle,
            round: state.round,
            aces: mission.ace_ids().map(|number| ace(state, number)).collect(),
            joined: joined.to_vec(),
            enemies,
            field: field(state),
            turn: self.turn(state),
            materials: state.materials,
        }
    }

    fn turn(&self, state: &State) -> TurnNow {
        let (turn, gm) = (&state.turn, &state.gm);
        let (phase, of_gm) = match state.phase {
            Phase::Aces => (PhaseNow::Aces, false),
            Phase::Turn => (PhaseNow::Turn, false),
            Phase::Primes => (PhaseNow::Primes, true),
            Phase::Activations => (PhaseNow::Activations, true),
            Phase::End => (PhaseNow::End, false),
            Phase::Over => (PhaseNow::Over, false),
        };
        let ace = turn.ace.filter(|_| state.phase == Phase::Turn);
        TurnNow {
            phase,
            ace: ace.map(AceId::number),
            actions: if ace.is_some() { turn.actions } else { 0 },
            enemy: gm.enemy.filter(|_| of_gm).and_then(|enemy| self.number(enemy)),
            moves: if of_gm { gm.moves } else { 0 },
            activations: if of_gm { gm.activations } else { 0 },
        }
    }
}

/// Returns an enemy that is neither up nor down.
fn gone(joined: &Joined, before: &[EnemyNow]) -> EnemyNow {
    let attacks = before.get(usize::from(joined.enemy)).map(|enemy| enemy.attacks.clone());
    EnemyNow { enemy: joined.enemy, attacks: attacks.unwrap_or_default(), ..EnemyNow::default() }
}

fn ace(state: &State, number: AceId) -> AceNow {
    let ace = state.ace(number);
    AceNow {
        ace: number.number(),
        at: ace.at.map(HexId::number),
        life: life(ace.life),
        vigor: ace.vigor,
        max_vigor: ace.max_vigor,
        tension: ace.tension,
        max_tension: ace.max_tension,
        ammo: ace.ammo,
        shields: ace.shields,
        fleeting: ace.fleeting,
        plate: ace.plate,
        chaff: ace.chaff,
        aim: ace.aim,
        damage: ace.damage,
        superstructure: ace.superstructure,
        legs: ace.legs,
        sensors: ace.sensors,
        damaged_systems: ace.rolled_items.iter().map(ItemSlot::number).collect(),
        backups: ace.backups.iter().map(ArmSlot::number).collect(),
        marks: ace_marks(ace, state.acted.has(number)),
    }
}

fn life(life: Life) -> LifeNow {
    match life {
        Life::Ready => LifeNow::Ready,
        Life::Down => LifeNow::Down,
        Life::LastStand => LifeNow::LastStand,
        Life::Ejected => LifeNow::Ejected,
        Life::Lost | Life::Absent => LifeNow::Lost,
    }
}

fn ace_marks(ace: &AceState, acted: bool) -> Vec<AceMark> {
    let all = [
        (AceMark::Acted, acted),
        (AceMark::Protected, ace.protected),
        (AceMark::Encouraged, ace.encouraged),
        (AceMark::Obfuscated, ace.obfuscated),
        (AceMark::Distracted, ace.distracted),
        (AceMark::DistractedNext, ace.distracted_next),
    ];
    holding(&all)
}

fn enemy<D>(mission: &Mission<D>, state: &State, (slot, number): (EnemyId, u16)) -> EnemyNow {
    let enemy = state.enemy(slot);
    let guard = mission.enemy_guard(state, slot);
    EnemyNow {
        enemy: number,
        at: Some(enemy.at.number()),
        vigor: enemy.vigor,
        armor: guard.armor,
        shields: guard.shields,
        restorations: enemy.restorations,
        attacks: enemy.attacks.iter().map(AttackId::number).collect(),
        flashed_by: enemy.flashed_by.iter().map(AceId::number).collect(),
        marks: enemy_marks(&state.marks, slot),
    }
}

fn enemy_marks(marks: &Marks, slot: EnemyId) -> Vec<EnemyMark> {
    let all = [
        (EnemyMark::Down, marks.down),
        (EnemyMark::Infantry, marks.infantry),
        (EnemyMark::Held, marks.held),
        (EnemyMark::Emp, marks.emp),
        (EnemyMark::Painted, marks.painted),
        (EnemyMark::Distracted, marks.distracted),
        (EnemyMark::Enduring, marks.enduring),
        (EnemyMark::Activated, marks.activated),
        (EnemyMark::Attacked, marks.attacked),
    ];
    holding(&all.map(|(mark, set)| (mark, set.has(slot))))
}

fn field(state: &State) -> FieldNow {
    let fields = &state.fields;
    let mortars = state.mortars[..usize::from(state.mortar_count)].iter();
    FieldNow {
        cover: places(fields.cover),
        low_cover: places(fields.low_cover),
        hazards: places(fields.hazards),
        fires: places(state.fires),
        rooftops: places(fields.rooftops),
        bombardments: places(fields.bombardments),
        everywhere: everywhere(&state.everywhere),
        mortars: mortars.map(|mortar| MortarNow { ace: mortar.ace.number(), at: mortar.at.number() }).collect(),
    }
}

fn everywhere(everywhere: &GlobalEffects) -> Vec<Global> {
    let all = [
        (Global::ReactiveGas, everywhere.reactive_gas),
        (Global::ElectricalStorm, everywhere.electrical_storm),
        (Global::LowOxygen, everywhere.low_oxygen),
        (Global::PitchedFirefight, everywhere.pitched_firefight),
    ];
    holding(&all)
}

fn holding<T: Copy>(all: &[(T, bool)]) -> Vec<T> {
    all.iter().filter(|(_, holds)| *holds).map(|(what, _)| *what).collect()
}

fn places(set: HexSet) -> Vec<u8> {
    set.iter().map(HexId::number).collect()
}
