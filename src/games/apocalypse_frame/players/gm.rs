//! Game masters: which enemies they activate, how these move, and how they answer (A06, A42).

use super::super::ace::MAX_ARMAMENTS;
use super::super::catalogue::tag::Tag;
use super::super::encounter::MAX_ACES;
use super::super::ids::{AceId, ArmSlot, AttackId, EnemyId, HexId};
use super::super::mission::action::Damaged;
use super::super::mission::{Action, Decision, Dice, Mission, State};
use super::chances::expected;
use crate::play::{Game, Policy};

/// How a game master plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Temper {
    /// Moves without Harm where it may, never two attacks in a row, on the Ace with the most Vigor.
    Gentle,
    /// The highest expected Harm, and not the same attack twice in a row where another is nearly as good (A42).
    Greedy,
    /// All on the Ace that is weakest: takes it down where it can, and armors the enemies besides.
    Ruthless,
    /// Every Ace in turn, by every enemy in turn.
    Spread,
}

/// A game master.
#[derive(Clone, Debug)]
pub struct GameMaster {
    temper: Temper,
    memory: Memory,
    buffer: Vec<Action>,
}

/// What it did in this round.
#[derive(Clone, Copy, Debug, Default)]
struct Memory {
    /// Battle and round.
    round: (u8, u8),
    /// Kind and number of the attack that was the last Move; none if it was no attack.
    last: Option<(u8, AttackId)>,
    /// Attacks on each Ace.
    on: [u8; MAX_ACES],
}

/// Share of the Harm that an attack is worth if the enemy has to move for it first.
const AFTER_A_MOVE: f64 = 0.95;
/// Harm that an attack must promise beyond another to be made twice in a row.
const REPETITION: f64 = 0.5;
/// Worth of each hex nearer to where an attack reaches, for each point of its Harm.
const NEARER: f64 = 0.02;
/// Worth of what makes enemies last, in Harm.
const REINVIGORATE: f64 = 0.12;
const SHIELD: f64 = 0.10;
const ENDURE: f64 = 0.09;
const PURGE: f64 = 0.15;
const REINFORCE: f64 = 0.2;
/// Ruthless: worth of taking an Ace down, of its last damage, and of what is missing to it.
const DOWN: f64 = 1.5;
const OUT: f64 = 4.0;
const FOCUS: f64 = 0.5;
/// Ruthless: what each frame damage adds to that, and what Armor is worth to it, above any other Move but an attack.
const WOUND: f64 = 0.3;
const ARMOR: f64 = 0.3;

impl GameMaster {
    /// A game master of this temper.
    pub fn new(temper: Temper) -> GameMaster {
        GameMaster { temper, memory: Memory::default(), buffer: Vec::with_capacity(256) }
    }

    /// The candidate of greatest worth, the first of equals.
    fn best<D: Dice>(&mut self, mission: &Mission<D>, state: &State, worth: impl Fn(&Action) -> f64) -> Action {
        self.buffer.clear();
        mission.candidates(state, &mut self.buffer);
        let first = (f64::NEG_INFINITY, self.buffer[0]);
        let best = self.buffer.iter().fold(first, |best, action| {
            let worth = worth(action);
            if worth > best.0 { (worth, *action) } else { best }
        });
        best.1
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

/// What a game master sees when it decides.
struct View<'a, D> {
    mission: &'a Mission<D>,
    state: &'a State,
    temper: Temper,
    memory: Memory,
    answer: bool,
}

impl<D: Dice> View<'_, D> {
    /// Worth of an attack of an enemy on an Ace.
    fn attack(&self, enemy: EnemyId, attack: AttackId, ace: AceId) -> f64 {
        let (blow, guard) = self.mission.harm_to(self.state, enemy, attack, ace, self.answer);
        let frame = self.state.ace(ace);
        let harm = expected(blow, guard, self.mission.rules.harm.order, frame.vigor);
        let hits = f64::from(self.memory.on[ace.index()]);
        match self.temper {
            Temper::Gentle => 0.2 + 0.05 * f64::from(frame.vigor) - 0.3 * hits - 0.01 * harm,
            Temper::Greedy => harm,
            Temper::Spread => harm.min(1.0) + 0.1 * harm - 0.5 * hits,
            Temper::Ruthless => {
                let missing = 1.0 - f64::from(frame.vigor) / f64::from(frame.max_vigor.max(1));
                let last = frame.damage >= self.mission.rules.damage.allowed;
                let down =
                    if harm + 0.01 >= f64::from(frame.vigor) { DOWN + if last { OUT } else { 0.0 } } else { 0.0 };
                let wounds = f64::from(frame.damage);
                harm * (1.0 + FOCUS * (missing + WOUND * wounds)) + down
            }
        }
    }

    /// The same with what it would repeat.
    fn attack_now(&self, enemy: EnemyId, attack: AttackId, ace: AceId) -> f64 {
        let repeats = self.memory.last == Some((self.state.enemy(enemy).kind, attack));
        let worth = self.attack(enemy, attack, ace);
        match self.temper {
            Temper::Gentle if self.answer || self.memory.last.is_some() => worth - 10.0,
            Temper::Greedy | Temper::Spread if repeats => worth - REPETITION.min(worth * 0.5),
            _ => worth,
        }
    }

    /// The best attack an enemy could make from a hex, and how far it is from making any.
    fn from(&self, enemy: EnemyId, at: HexId) -> (f64, f64) {
        let kind = self.mission.kind(self.state, enemy);
        let (mut best, mut near) = (0.0f64, f64::NEG_INFINITY);
        for attack in self.state.enemy(enemy).attacks.iter() {
            let of = &kind.attacks[attack.index()];
            if of.tags.has(Tag::Desperation) && !self.mission.is_desperate(self.state, enemy) {
                continue;
            }
            let harm = f64::from(of.harm);
            for (ace, frame) in self.state.numbered() {
                if !frame.is_on_map() {
                    continue;
                }
                let steps = self.mission.range(self.state, at, frame.at);
                if frame.can_be_harmed() && of.with_step.reaches(steps) {
                    best = best.max(self.attack(enemy, attack, ace));
                }
                let far = of.bands.farthest().map_or(0, |band| band.hexes());
                let close = of.bands.nearest().map_or(0, |band| band.hexes());
                let gap = f64::from(steps.saturating_sub(far)) + 0.5 * f64::from(close.saturating_sub(steps));
                near = near.max(-NEARER * harm * gap);
            }
        }
        (best, near)
    }

    /// Worth of activating an enemy.
    fn activation(&self, enemy: EnemyId) -> f64 {
        let this = self.state.enemy(enemy);
        let attacked = self.state.marks.attacked.has(enemy);
        let first = !self.state.marks.activated.has(enemy);
        let (mut best, mut near) = self.from(enemy, this.at);
        if !attacked && first && self.mission.may_move(self.state, enemy) && self.mission.rules.gm.first_moves > 1 {
            for to in self.mission.encounter(self.state).map.around(this.at).iter().copied() {
                if super::super::mission::reach::is_open(self.state, to) {
                    let (there, gap) = self.from(enemy, to);
                    best = best.max(there * AFTER_A_MOVE);
                    near = near.max(gap);
                }
            }
        }
        if attacked {
            best = 0.0;
        }
        let again = if first { 0.0 } else { 1.0 };
        match self.temper {
            Temper::Spread => best + 0.1 * near - 2.0 * again,
            Temper::Gentle => best + 0.1 * near - 0.5 * again,
            _ => best + 0.1 * near,
        }
    }

    /// Worth of a Move to a hex: an attack from there if one is left, else a place nearer to where it attacks from.
    fn place(&self, enemy: EnemyId, to: HexId) -> f64 {
        let gm = &self.state.gm;
        let attacks = !self.answer && gm.moves > 1 && !self.state.marks.attacked.has(enemy);
        let (there, near) = self.from(enemy, to);
        let (here, gap) = self.from(enemy, self.state.enemy(enemy).at);
        let ahead = near - gap + 0.05 * (there - here);
        if attacks { there * AFTER_A_MOVE + ahead } else { ahead }
    }

    /// Worth of a Move.
    fn worth(&self, action: &Action) -> f64 {
        let calm = if self.temper == Temper::Gentle { 2.0 } else { 1.0 };
        match *action {
            Action::EnemyAttack { enemy, attack, ace, before, after } => {
                let steps = f64::from(u8::from(before.is_some()) + u8::from(after.is_some()));
                self.attack_now(enemy, attack, ace) - 0.001 * steps
            }
            Action::EnemyMove { enemy, to } | Action::EnemySprint { enemy, to } => self.place(enemy, to),
            Action::Reinvigorate(_) => REINVIGORATE * calm,
            Action::Shield(_) => SHIELD * calm,
            Action::Endure(_) if self.temper == Temper::Ruthless => ARMOR,
            Action::Endure(_) => ENDURE * calm,
            Action::Protect { .. } => 0.9 * ENDURE * calm,
            Action::Purge(_) => PURGE * calm,
            Action::Reinforce { .. } => REINFORCE,
            Action::Activate(enemy) => self.activation(enemy),
            _ => 0.0,
        }
    }

    /// Worth of damaging an armament: what it is good for.
    fn armament(&self, which: ArmSlot) -> f64 {
        let arms = &self.mission.kit(self.state.turn.acting()).arms;
        let of = |slot: usize| f64::from(arms[slot].armament.dice.min(3) * arms[slot].armament.harm);
        let lost = of(which.index()) - of(which.index() + MAX_ARMAMENTS);
        if self.temper == Temper::Gentle { -lost } else { lost }
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
        let answer = asked == Decision::Answer;
        let view = View { mission, state, temper: self.temper, memory: self.memory, answer };
        let action = match asked {
            Decision::DamagedArmament | Decision::DamagedModule => self.best(mission, state, |action| match action {
                Action::Damage(Damaged::Armament(which)) => view.armament(*which),
                _ => 0.0,
            }),
            _ => self.best(mission, state, |action| view.worth(action)),
        };
        self.remember(state, action);
        action
    }
}
