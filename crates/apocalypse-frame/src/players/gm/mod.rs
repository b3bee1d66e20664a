//! Game masters: activations, Moves and answers of the enemies (A06, A42).
//!
//! A game master takes the choice of greatest worth, in points of Harm. Tempers weigh choices differently.

mod prospects;
#[cfg(test)]
mod tests;

use super::super::ids::{AceId, ArmSlot, AttackId, EnemyId, HexId};
use super::super::mission::{Action, Decision, Mission, MissionDice, State};
use super::super::{
    attack::Guard, catalogue::tag::Tag, encounter::MAX_ACES, ids::MAX_ARMAMENTS, mission::action::Damaged,
    mission::state::Enemy,
};
use super::chances::expected;
use hitchart_dice::KeyedDice;
use hitchart_play::{Game, Policy};
use prospects::{Prospects, Swing};

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
    pub fn rank<D: MissionDice>(&mut self, mission: &Mission<D>, state: &State, most: usize, into: &mut Vec<Action>) {
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
    fn worth<D: MissionDice>(&mut self, view: &View<'_, D>, action: &Action) -> (f64, f64) {
        let Some(enemy) = mover(action) else { return (0.0, 0.0) };
        if self.0.as_ref().is_none_or(|known| known.0.enemy != enemy) {
            let prospects = view.prospects(enemy);
            self.0 = Some((prospects, view.stay(&prospects)));
        }
        self.0.as_ref().map_or((0.0, 0.0), |(prospects, stay)| view.worth(action, prospects, *stay))
    }
}

/// Returns the best Move among candidates, which list the Moves of each enemy in sequence.
fn best_move<D: MissionDice>(view: &View<'_, D>, actions: &[Action]) -> Action {
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

impl Policy<Mission<KeyedDice>> for GameMaster {
    fn begin(&mut self, _: u64) {
        self.memory = Memory::default();
    }

    fn decide(&mut self, mission: &Mission<KeyedDice>, state: &State) -> Action {
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

// A game master's view of a state, and the worth of its choices.

/// Weight of an attack after a Move.
const AFTER_A_MOVE: f64 = 0.95;
/// Additional Harm required to make the same attack twice in a row.
const REPETITION: f64 = 0.5;
/// Cost of a step before or after an attack, to break ties.
const A_STEP: f64 = 0.001;
/// Worth of Moves that protect enemies.
const REINVIGORATE: f64 = 0.12;
const SHIELD: f64 = 0.10;
const ENDURE: f64 = 0.09;
const PURGE: f64 = 0.15;
const REINFORCE: f64 = 0.2;
/// Weight of protection for enemies without an Ace within `IN_SIGHT` hexes.
const UNSEEN: f64 = 0.25;
const IN_SIGHT: u8 = 3;
/// Weight of a second Move without Harm.
const SECOND: f64 = 0.5;
/// Greedy: worth of each point of Vigor of the attacked Ace. An Ace that is down cannot be harmed, and excess Harm is
/// lost (A46), so attacks on healthy Aces leave more for the others.
const LASTING: f64 = 0.06;
/// Ruthless: worth of taking an Ace down, of taking it out for good, and weight of its lost Vigor.
const DOWN: f64 = 1.5;
const OUT: f64 = 4.0;
const FOCUS: f64 = 0.5;
/// Ruthless: weight of each frame damage, and worth of Armor.
const WOUND: f64 = 0.3;
const ARMOR: f64 = 0.15;

/// All that a game master considers in a decision.
struct View<'a, D> {
    pub mission: &'a Mission<D>,
    pub state: &'a State,
    pub temper: Temper,
    pub memory: Memory,
    pub answer: bool,
    /// Possible steps of whole colossi.
    pub swings: &'a [Swing],
    /// Guard of each Ace by distance, for any attacker; the last applies to all greater distances.
    shelters: [[Guard; SHELTERS]; MAX_ACES],
    /// Aces on the map with their places; `count` of them are in use.
    on_map: [(AceId, HexId); MAX_ACES],
    count: usize,
}

/// Distances with different guards: same hex, adjacent, and farther.
const SHELTERS: usize = 3;

impl<'a, D: MissionDice> View<'a, D> {
    /// Returns the view of a state.
    fn new(mission: &'a Mission<D>, state: &'a State, temper: Temper, memory: Memory) -> View<'a, D> {
        let mut shelters = [[Guard::default(); SHELTERS]; MAX_ACES];
        for (ace, _) in state.exposed() {
            let of = |steps| mission.shelter(state, ace, steps as u8);
            shelters[ace.index()] = std::array::from_fn(of);
        }
        let (mut on_map, mut count) = ([Default::default(); MAX_ACES], 0);
        for (ace, frame) in state.numbered() {
            if let Some(at) = frame.at {
                on_map[count] = (ace, at);
                count += 1;
            }
        }
        let answer = state.asked == Some(Decision::Answer);
        View { mission, state, temper, memory, answer, swings: &[], shelters, on_map, count }
    }

    /// Aces on the map with their places.
    #[inline]
    fn on_map(&self) -> &[(AceId, HexId)] {
        &self.on_map[..self.count]
    }

    /// Worth of an attack on an Ace `steps` hexes away, by an enemy in its real or a hypothetical state.
    fn attack(&self, (enemy, this): (EnemyId, &Enemy), attack: AttackId, (ace, steps): (AceId, u8)) -> f64 {
        let blow = self.mission.blow_from(self.state, (enemy, this), attack, self.answer);
        let mut guard = self.shelters[ace.index()][usize::from(steps).min(SHELTERS - 1)];
        guard.less += u8::from(self.state.marks.distracted.has(enemy));
        let frame = self.state.ace(ace);
        let harm = expected(blow, guard, self.mission.rules.harm.order, frame.vigor);
        let hits = f64::from(self.memory.on[ace.index()]);
        let energy = self.mission.kind(self.state, enemy).attacks[attack.index()].tags.has(Tag::Energy);
        let toll = if energy { self.gas_toll(enemy) } else { 0.0 };
        let worth = match self.temper {
            Temper::Gentle => 0.2 + 0.05 * f64::from(frame.vigor) - 0.3 * hits - 0.01 * harm,
            Temper::Greedy if harm > 0.0 => harm + LASTING * f64::from(frame.vigor),
            Temper::Greedy => 0.0,
            Temper::Spread => harm.min(1.0) + 0.1 * harm - 0.5 * hits,
            Temper::Ruthless => {
                let missing = 1.0 - f64::from(frame.vigor) / f64::from(frame.max_vigor.max(1));
                let last = frame.damage >= self.mission.rules.damage.allowed;
                let down =
                    if harm + 0.01 >= f64::from(frame.vigor) { DOWN + if last { OUT } else { 0.0 } } else { 0.0 };
                let wounds = f64::from(frame.damage);
                harm * (1.0 + FOCUS * (missing + WOUND * wounds)) + down
            }
        };
        worth - toll
    }

    /// Worth of an attack now, with its steps, and less for a repetition of the last attack.
    fn attack_now(
        &self,
        (enemy, attack, ace): (EnemyId, AttackId, AceId),
        (before, after): (Option<HexId>, Option<HexId>),
    ) -> f64 {
        let this = self.state.enemy(enemy);
        let from = before.unwrap_or(this.at);
        let steps = self.mission.range(self.state, from, self.state.ace(ace).at);
        let moves = this.moves + u8::from(before.is_some());
        let then = Enemy { moves, hexes: this.hexes + u8::from(before.is_some()), ..*this };
        let worth = self.attack((enemy, &then), attack, (ace, steps)) - self.toll(enemy, from);
        let repeats = self.memory.last == Some((this.kind, attack));
        let worth = match self.temper {
            Temper::Gentle if self.answer || self.memory.last.is_some() => worth - 10.0,
            Temper::Greedy | Temper::Spread if repeats => worth - REPETITION.min(worth * 0.5),
            _ => worth,
        };
        let ends = after.or(before);
        worth + ends.map_or(0.0, |to| self.danger(enemy, this.at) - self.danger(enemy, to) - A_STEP)
    }

    /// Weight of protection for an enemy at its place.
    fn in_sight(&self, enemy: EnemyId) -> f64 {
        let calm = if self.temper == Temper::Gentle { 2.0 } else { 1.0 };
        calm * if self.nearest(self.state.enemy(enemy).at) <= IN_SIGHT { 1.0 } else { UNSEEN }
    }

    fn endures(&self) -> f64 {
        if self.temper == Temper::Ruthless { ARMOR } else { ENDURE }
    }

    /// Worth of an enemy's best Move that is neither attack nor movement.
    fn stance(&self, enemy: EnemyId) -> f64 {
        let this = self.state.enemy(enemy);
        let all = [
            (REINVIGORATE, this.vigor < this.max_vigor),
            (self.endures(), self.mission.can_endure(self.state, enemy)),
            (SHIELD, self.mission.can_shield(self.state, enemy)),
            (PURGE, self.mission.can_purge(self.state, enemy)),
            (REINFORCE, !self.mission.encounter(self.state).reinforce.is_empty()),
        ];
        let best = all.iter().filter(|(_, may)| *may).fold(0.0f64, |best, (worth, _)| best.max(*worth));
        best * self.in_sight(enemy)
    }

    /// Worth of activating an enemy: the best use of all Moves of the activation.
    fn activation(&self, enemy: EnemyId, ways: &mut Vec<HexId>) -> f64 {
        let gm = &self.mission.rules.gm;
        let first = !self.state.marks.activated.has(enemy);
        let moves = if first { gm.first_moves } else { gm.later_moves };
        let best = if self.state.marks.attacked.has(enemy) && self.danger(enemy, self.state.enemy(enemy).at) <= 0.0 {
            // The enemy has attacked from a safe place, so only protection is left.
            self.stance(enemy)
        } else {
            self.course(enemy, moves, ways)
        };
        match self.temper {
            Temper::Spread if !first => best - 2.0,
            Temper::Gentle if !first => best - 0.5,
            _ => best,
        }
    }

    /// Worth of the best use of `moves` Moves of an enemy: an attack at once or after a movement, and other Moves.
    fn course(&self, enemy: EnemyId, moves: u8, ways: &mut Vec<HexId>) -> f64 {
        let prospects = self.prospects(enemy);
        let at = self.state.enemy(enemy).at;
        let now = if prospects.attacks { self.reach(&prospects, at, false).0 } else { 0.0 };
        let mut rest = self.stance(enemy);
        let mut led = 0.0f64;
        // If the enemy can make its best attack from its place, a movement adds little.
        if now <= 0.0 || now < AFTER_A_MOVE * prospects.most {
            let stay = self.stay(&prospects);
            let follows = prospects.attacks && moves > 1;
            self.ways(enemy, ways);
            for to in ways.iter().copied() {
                let (goal, strike) = self.goal(&prospects, to);
                rest = rest.max(goal - stay);
                if follows && strike > 0.0 {
                    led = led.max(strike * AFTER_A_MOVE + goal - stay);
                }
            }
        }
        let others = f64::from(moves.saturating_sub(1));
        match now > 0.0 {
            true => (now + others.min(1.0) * rest).max(led),
            false => led.max(rest * (1.0 + SECOND * others)),
        }
    }

    /// Returns the worth of a Move with the attack that may follow, and its worth without that attack, 0 for an attack.
    /// `stay` is the worth of staying.
    fn worth(&self, action: &Action, prospects: &Prospects, stay: f64) -> (f64, f64) {
        let same = |worth: f64| (worth, worth);
        match *action {
            Action::EnemyAttack { enemy, attack, ace, before, after } => {
                (self.attack_now((enemy, attack, ace), (before, after)), 0.0)
            }
            Action::EnemyMove { to, .. } | Action::EnemySprint { to, .. } => {
                let (goal, strike) = self.goal(prospects, to);
                let follows = !self.answer && self.state.gm.moves > 1 && prospects.attacks && strike > 0.0;
                let led = if follows { strike * AFTER_A_MOVE } else { 0.0 };
                (led + goal - stay, goal - stay)
            }
            Action::Reinvigorate(enemy) => same(REINVIGORATE * self.in_sight(enemy)),
            Action::Shield(enemy) => same(SHIELD * self.in_sight(enemy)),
            Action::Endure(enemy) => same(self.endures() * self.in_sight(enemy)),
            Action::Protect { other, .. } => same(0.9 * ENDURE * self.in_sight(other)),
            Action::Purge(enemy) => same(PURGE * self.in_sight(enemy)),
            Action::Reinforce { .. } => same(REINFORCE),
            _ => same(0.0),
        }
    }

    /// Worth of damaging an armament: the loss against its backup.
    fn armament(&self, which: ArmSlot) -> f64 {
        let arms = &self.mission.kit(self.state.turn.acting()).arms;
        let of = |slot: usize| f64::from(arms[slot].armament.dice.clamp(1, 3) * arms[slot].armament.harm);
        let lost = of(which.index()) - of(which.index() + MAX_ARMAMENTS);
        if self.temper == Temper::Gentle { -lost } else { lost }
    }
}
