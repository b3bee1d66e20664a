//! Game masters: activations, Moves and answers of the enemies (A06, A42).

mod colossi;
mod ground;
mod prospects;
#[cfg(test)]
mod tests;
mod view;

use super::super::encounter::MAX_ACES;
use super::super::ids::{AttackId, EnemyId, HexId};
use super::super::mission::action::Damaged;
use super::super::mission::{Action, Decision, Dice, Mission, State};
use colossi::Swing;
use hitchart_play::{Game, Policy};
use prospects::Prospects;
use view::View;

/// The style of a game master.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Temper {
    /// Prefers Moves without Harm and never attacks twice in a row; attacks the Ace with the most Vigor.
    Gentle,
    /// Takes the highest expected Harm. Avoids the same attack twice in a row if another is nearly as good (A42).
    Greedy,
    /// Attacks the weakest Ace, takes it down if possible, and armors the enemies.
    Ruthless,
    /// Attacks every Ace in turn, with every enemy in turn.
    Spread,
}

/// A game master.
#[derive(Clone, Debug)]
pub struct GameMaster {
    temper: Temper,
    memory: Memory,
    buffer: Vec<Action>,
    room: Room,
}

/// Scratch space for decisions.
#[derive(Clone, Debug, Default)]
struct Room {
    parts: Vec<Prospects>,
    swings: Vec<Swing>,
    ways: Vec<HexId>,
    worths: Vec<f64>,
}

/// The game master's Moves of this round.
#[derive(Clone, Copy, Debug, Default)]
struct Memory {
    /// Battle and round.
    round: (u8, u8),
    /// Kind of enemy and number of the attack of the last Move. `None` if the last Move was no attack.
    last: Option<(u8, AttackId)>,
    /// Attacks on each Ace.
    on: [u8; MAX_ACES],
}

/// Returns the enemy that an action moves; `None` for other actions.
fn mover(action: &Action) -> Option<EnemyId> {
    match *action {
        Action::EnemyMove { enemy, .. }
        | Action::EnemySprint { enemy, .. }
        | Action::EnemyAttack { enemy, .. }
        | Action::Protect { enemy, .. }
        | Action::Reinforce { enemy, .. }
        | Action::Reinvigorate(enemy)
        | Action::Endure(enemy)
        | Action::Shield(enemy)
        | Action::Purge(enemy) => Some(enemy),
        _ => None,
    }
}

/// Returns the action of greatest worth, the first of equals.
fn best(actions: &[Action], mut worth: impl FnMut(&Action) -> f64) -> Action {
    let first = (f64::NEG_INFINITY, actions[0]);
    let best = actions.iter().fold(first, |best, action| {
        let worth = worth(action);
        if worth > best.0 { (worth, *action) } else { best }
    });
    best.1
}

impl GameMaster {
    /// Returns a game master of this temper.
    pub fn new(temper: Temper) -> GameMaster {
        // A hex has 18 within two steps; a Consul has 14 parts.
        let (parts, swings, ways) = (Vec::with_capacity(16), Vec::with_capacity(18), Vec::with_capacity(18));
        let room = Room { parts, swings, ways, worths: Vec::with_capacity(256) };
        GameMaster { temper, memory: Memory::default(), buffer: Vec::with_capacity(256), room }
    }

    /// Appends candidates that are not in the list yet, best first, until the list has `most`.
    pub fn rank<D: Dice>(&mut self, mission: &Mission<D>, state: &State, most: usize, into: &mut Vec<Action>) {
        self.buffer.clear();
        mission.candidates(state, &mut self.buffer);
        let GameMaster { temper, memory, buffer, room: Room { parts, swings, ways, worths } } = self;
        let mut view = View::new(mission, state, *temper, *memory);
        view.swings(parts, swings);
        view.swings = swings;
        worths.clear();
        let mut known = Known::default();
        worths.extend(buffer.iter().map(|action| match *action {
            Action::Activate(enemy) => view.activation(enemy, ways),
            _ => known.worth(&view, action).0,
        }));
        while into.len() < most {
            let left = worths.iter().zip(&*buffer).enumerate().filter(|(_, (_, action))| !into.contains(action));
            let best = left.fold(None, |best: Option<(usize, f64)>, (place, (worth, _))| match best {
                Some(best) if best.1 >= *worth => Some(best),
                _ => Some((place, *worth)),
            });
            let Some((place, _)) = best else { return };
            into.push(buffer[place]);
        }
    }

    fn remember(&mut self, state: &State, action: Action) {
        match action {
            Action::EnemyAttack { enemy, attack, ace, .. } => {
                self.memory.last = Some((state.enemy(enemy).kind, attack));
                self.memory.on[ace.index()] += 1;
            }
            Action::Activate(_) | Action::Damage(_) => {}
            _ => self.memory.last = None,
        }
    }
}

/// Cache of an enemy's prospects, and of its worth of staying.
#[derive(Default)]
struct Known(Option<(Prospects, f64)>);

impl Known {
    /// Returns the worths of [`View::worth`]. Moves of one enemy must come in sequence.
    fn worth<D: Dice>(&mut self, view: &View<'_, D>, action: &Action) -> (f64, f64) {
        let Some(enemy) = mover(action) else { return (0.0, 0.0) };
        if self.0.as_ref().is_none_or(|known| known.0.enemy != enemy) {
            let prospects = view.prospects(enemy);
            self.0 = Some((prospects, view.stay(&prospects)));
        }
        self.0.as_ref().map_or((0.0, 0.0), |(prospects, stay)| view.worth(action, prospects, *stay))
    }
}

/// Returns the best Move among candidates, which list the Moves of each enemy in sequence.
fn best_move<D: Dice>(view: &View<'_, D>, actions: &[Action]) -> Action {
    let mut known = Known::default();
    let mut attack = (f64::NEG_INFINITY, None);
    let (mut other, mut rest) = ((f64::NEG_INFINITY, actions[0]), 0.0f64);
    for action in actions {
        let (worth, beside) = known.worth(view, action);
        match action {
            Action::EnemyAttack { .. } if worth > attack.0 => attack = (worth, Some(*action)),
            Action::EnemyAttack { .. } => {}
            _ => {
                rest = rest.max(beside);
                other = if worth > other.0 { (worth, *action) } else { other };
            }
        }
    }
    // After an attack there may be another Move. An answer and the last Move of an activation have none.
    let more = !view.answer && view.state.gm.moves > 1;
    match attack {
        (worth, Some(attack)) if worth + if more { rest } else { 0.0 } >= other.0 => attack,
        _ => other.1,
    }
}

impl<D: Dice> Policy<Mission<D>> for GameMaster {
    fn begin(&mut self, _: u64) {
        self.memory = Memory::default();
    }

    fn decide(&mut self, mission: &Mission<D>, state: &State) -> Action {
        let asked = state.asked.expect("a decision is due");
        if self.memory.round != (state.battle, state.round) {
            self.memory = Memory { round: (state.battle, state.round), ..Memory::default() };
        }
        self.buffer.clear();
        mission.candidates(state, &mut self.buffer);
        let Room { parts, swings, ways, .. } = &mut self.room;
        let mut view = View::new(mission, state, self.temper, self.memory);
        view.swings(parts, swings);
        view.swings = swings;
        let action = match asked {
            Decision::DamagedArmament | Decision::DamagedModule => best(&self.buffer, |action| match action {
                Action::Damage(Damaged::Armament(which)) => view.armament(*which),
                _ => 0.0,
            }),
            Decision::Activate => best(&self.buffer, |action| match action {
                Action::Activate(enemy) => view.activation(*enemy, ways),
                _ => 0.0,
            }),
            _ => best_move(&view, &self.buffer),
        };
        self.remember(state, action);
        action
    }
}
