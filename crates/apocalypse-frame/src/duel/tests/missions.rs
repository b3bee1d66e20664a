//! One round of a duel, played by the engine of missions on a map of hexes with every face of every die.

use super::super::state::{Enemy, Frame, Stage, State as DuelState};
use super::super::{Duel, Opponent};
use crate::encounter::{Encounter, MissionPlan, Placed, RawEncounter, check};
use crate::ids::{AceId, EnemyId};
use crate::mission::action::{ACES, Action, Decision};
use crate::mission::state::{Life, Phase};
use crate::mission::{Mission, State};
use crate::ruleset::{LastDamage, Ruleset};
use crate::{ace::Ace, catalogue::entries::EnemyKind, catalogue::tag::Band};
use hitchart_config::{FileText, from_toml};
use hitchart_dice::Throw;
use hitchart_play::{Game, Unwatched};
use std::{cell::RefCell, collections::HashMap, sync::Mutex};

/// Faces in the order in which they are rolled; further dice show a 1 and become part of the script.
#[derive(Debug, Default)]
struct Script(Mutex<(Vec<u8>, usize)>);

hitchart_play::compile_engine!(Script, Mission<Script>, crate::mission::engine::run, crate::mission::candidates::all);

impl hitchart_dice::Dice for Script {
    fn die(&self, _: &mut Throw, _: u8) -> u8 {
        let (faces, next) = &mut *self.0.lock().unwrap();
        if *next == faces.len() {
            faces.push(1);
        }
        *next += 1;
        faces[*next - 1]
    }
}

impl Script {
    /// Turns to the next faces; returns false after the last ones.
    fn advance(&self) -> bool {
        let (faces, next) = &mut *self.0.lock().unwrap();
        *next = 0;
        while faces.last() == Some(&6) {
            faces.pop();
        }
        faces.last_mut().map(|face| *face += 1).is_some()
    }

    fn weight(&self) -> f64 {
        6f64.powi(-(self.0.lock().unwrap().0.len() as i32))
    }
}

/// Missions with one Ace and one enemy, and the solved duel of the rounds after the first.
pub(super) struct Missions<'a> {
    ace: Ace,
    kind: EnemyKind,
    rules: &'a Ruleset,
    duel: &'a Duel<'a>,
    known: RefCell<HashMap<String, f64>>,
}

const TEXT: &str = "name = 'duel'\nmap = { hexagon = 5 }\naces = '0,0'\nenemies = [{ kind = 'Drone', at = ['0,1'] }]";

impl<'a> Missions<'a> {
    pub(super) fn new(ace: &Ace, kind: &EnemyKind, rules: &'a Ruleset, duel: &'a Duel<'a>) -> Missions<'a> {
        Missions { ace: ace.clone(), kind: kind.clone(), rules, duel, known: RefCell::default() }
    }

    /// Returns the value of a duel from a band.
    pub(super) fn value_from(&self, band: Band) -> f64 {
        let file = FileText { path: "test.toml".into(), text: TEXT.to_owned() };
        let raw: RawEncounter = from_toml(&file.text).unwrap();
        let encounter = check(&raw, &file, &self.rules.catalogue).unwrap();
        let at = encounter.map.at((0, band.hexes() as i8)).unwrap();
        let attacks = Opponent::all(&self.kind)[0].attacks;
        let enemy = Placed { at, vigor: self.kind.written.vigor, attacks, ..encounter.enemies[0] };
        let encounter = Encounter { kinds: vec![self.kind.clone()], enemies: vec![enemy], ..encounter };
        let plan = MissionPlan::single(encounter);
        // The first frame damage ends the mission, as it ends the duel.
        let mut rules = self.rules.clone();
        (rules.damage.allowed, rules.damage.last) = (0, LastDamage::Eject);
        let mission = Mission::new(rules, vec![self.ace.clone()], plan, Script::default());
        let state = mission.start(7, &mut Unwatched);
        self.value(&mission, &state)
    }

    fn value(&self, mission: &Mission<Script>, state: &State) -> f64 {
        if let Some(value) = self.is_over(mission, state) {
            return value;
        }
        let Some(player) = mission.to_decide(state) else { panic!("no decision in {state:?}") };
        let key = key(mission, state);
        if let Some(known) = self.known.borrow().get(&key) {
            return *known;
        }
        let values = candidates(mission, state).into_iter().map(|action| self.mean(mission, state, action));
        let value = match player {
            ACES => values.fold(f64::MIN, f64::max),
            _ => values.fold(f64::MAX, f64::min),
        };
        self.known.borrow_mut().insert(key, value);
        value
    }

    /// Returns the mean value after an action, over all faces of all dice that it rolls.
    fn mean(&self, mission: &Mission<Script>, state: &State, action: Action) -> f64 {
        *mission.dice.0.lock().unwrap() = Default::default();
        let mut ends: HashMap<String, (f64, State)> = HashMap::new();
        loop {
            let mut next = *state;
            mission.apply(&mut next, &action, &mut Unwatched);
            next.turn.attack = next.turn.attack.filter(|_| next.asked == Some(Decision::Roll));
            ends.entry(key(mission, &next)).or_insert((0.0, next)).0 += mission.dice.weight();
            if !mission.dice.advance() {
                break;
            }
        }
        ends.into_values().map(|(chance, next)| chance * self.value(mission, &next)).sum()
    }

    /// Returns the value of a mission that is decided or has begun its second round.
    fn is_over(&self, mission: &Mission<Script>, state: &State) -> Option<f64> {
        let (ace, gone) = (&state.aces[0], state.marks.all_gone());
        if ace.life != Life::Ready {
            return Some(if gone { 0.5 } else { 0.0 });
        }
        if state.phase == Phase::Over {
            return Some(1.0);
        }
        let begin = || self.duel_state(mission, state);
        (state.round > 1).then(|| self.duel.solved.worth(&begin()).expect("a state of the duel").value)
    }

    /// Returns the state of the duel at the beginning of a round of a mission.
    fn duel_state(&self, mission: &Mission<Script>, state: &State) -> DuelState {
        let (frame, enemy) = (state.ace(AceId::new(0)), state.enemy(EnemyId::new(0)));
        let (marks, number) = (&state.marks, EnemyId::new(0));
        let last = frame.last_fired.lowest().map_or(0, |armament| armament.number() + 1);
        DuelState {
            stage: Stage::Begin,
            band: mission.encounter(state).map.distance(frame.hex(), enemy.at),
            ace: Frame {
                vigor: frame.vigor,
                tension: frame.tension,
                last: if self.duel.solved.game().tracks.last { last } else { 0 },
                distracted_next: frame.distracted,
                ..Frame::default()
            },
            enemy: Enemy {
                vigor: enemy.vigor,
                shields: enemy.shields,
                granted: enemy.granted,
                granted_on: marks.granted_on.has(number),
                enduring: u8::from(marks.enduring.has(number)) + u8::from(marks.enduring_on.has(number)),
                restorations: enemy.restorations,
                ..Enemy::default()
            },
        }
    }
}

/// Returns the key of a state: everything that changes its value. Of places, only the distance does.
fn key(mission: &Mission<Script>, state: &State) -> String {
    let (ace, enemy, marks) = (&state.aces[0], &state.enemies[0], &state.marks);
    let distance = mission.encounter(state).map.distance(enemy.at, ace.at);
    let frame = (ace.life, ace.vigor, ace.tension, ace.moves, ace.fired.bits(), ace.last_fired.bits());
    let distracted = (ace.distracted, ace.distracted_next, marks.distracted.bits());
    let enemy_key = (enemy.vigor, enemy.shields, enemy.granted, enemy.restorations, enemy.moves, enemy.fired.bits());
    let sets = [marks.up, marks.down, marks.held, marks.enduring, marks.enduring_on, marks.granted_on, marks.attacked];
    let sets = (sets.map(|set| set.bits()), state.fires.has(enemy.at));
    let mut turn = state.turn;
    turn.hexes = 0;
    // The acting Ace matters in its turn alone, and the active enemy in the GM turn alone.
    let turn = (state.phase == Phase::Turn).then_some(turn);
    let gm = (state.phase != Phase::Turn).then_some((state.gm.moves, state.gm.restored.bits()));
    format!("{:?}", (state.round, state.phase, state.asked, frame, distracted, enemy_key, sets, turn, gm, distance))
}

/// Returns the actions that stay in the bands of a duel; of movements to the same band, one.
fn candidates(mission: &Mission<Script>, state: &State) -> Vec<Action> {
    let (ace, enemy) = (state.aces[0].hex(), state.enemies[0].at);
    let map = &mission.encounter(state).map;
    let mut all = Vec::new();
    mission.candidates(state, &mut all);
    let place = |action: &Action| -> (Vec<u8>, bool) {
        let bands = match *action {
            Action::Move(to) => vec![map.distance(to, enemy)],
            Action::EnemyMove { to, .. } => vec![map.distance(ace, to)],
            Action::EnemyAttack { attack, before, after, .. } => {
                let steps = [before, after].map(|to| to.map_or(9, |to| map.distance(ace, to)));
                return (vec![attack.number(), steps[0], steps[1]], steps.contains(&3));
            }
            _ => return (Vec::new(), false),
        };
        (bands.clone(), bands.iter().any(|band| *band > 2))
    };
    let mut seen = Vec::new();
    all.retain(|action| {
        let (place, leaves) = place(action);
        let way = (std::mem::discriminant(action), place);
        let is_new = !matches!(action, Action::Move(_) | Action::EnemyMove { .. } | Action::EnemyAttack { .. })
            || !seen.contains(&way);
        seen.push(way);
        is_new && !leaves && !matches!(action, Action::Sprint(_) | Action::EnemySprint { .. })
    });
    all
}
