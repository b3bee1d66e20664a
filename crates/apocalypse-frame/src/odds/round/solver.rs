//! The dynamic programme: the states and moves of a round, and the worth of every state under the best policy.

use super::super::roll::{Circumstance, band, rolls};
use super::super::single::behind;
use super::{Objective, Round};
use crate::attack::{Guard, Outcome, Through, cover_goes, cover_takes};
use crate::attack::{Shot, by_resources};
use crate::catalogue::tag::{Band, Tag};
use crate::ids::{ArmSlot, ArmSlots};
use crate::{catalogue::numbers::Number, ruleset::Ruleset};
use std::{collections::HashMap, rc::Rc};

/// Smaller gains count as rounding: of equally good moves, the cheaper one is chosen.
const TIE: f64 = 1e-12;

/// Expectations from a state to the end of the turn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Worth {
    pub value: f64,
    pub harm: f64,
    pub removals: f64,
    pub consequences: f64,
    pub spent: f64,
    pub actions: f64,
    pub vigor: f64,
}

impl Worth {
    /// Adds another worth, weighted by a probability.
    fn add(&mut self, p: f64, other: &Worth) {
        self.value += p * other.value;
        self.harm += p * other.harm;
        self.removals += p * other.removals;
        self.consequences += p * other.consequences;
        self.spent += p * other.spent;
        self.actions += p * other.actions;
        self.vigor += p * other.vigor;
    }
}

/// Rolls of a shot with the same effect.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    pub result: u8,
    pub consequence: bool,
    pub p: f64,
    /// Ends of the blow, with their probabilities.
    pub ends: Vec<(Through, f64)>,
    /// True if cover absorbed Harm.
    pub covered: bool,
    harm: u8,
}

/// A continuation of an accepted roll.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    pub next: State,
    pub p: f64,
    /// Gains before the next state.
    pub gain: Worth,
}

/// The best play of one attack.
#[derive(Clone, Debug)]
pub(super) struct Attack {
    pub worth: Worth,
    /// For each number of rerolls paid: the kinds of rolls, each with true if it is rerolled once more.
    pub stages: Vec<Vec<(Kind, bool)>>,
}

/// A round being solved.
pub(super) struct Solver<'a> {
    pub round: &'a Round<'a>,
    pub rules: &'a Ruleset,
    /// For each armament, true if it attacks at Far; `None` out of reach.
    far: Vec<Option<bool>>,
    worths: HashMap<State, (Worth, Move)>,
    kinds: HashMap<(Shot, [u8; 3]), Rc<Vec<Kind>>>,
}

impl<'a> Solver<'a> {
    /// Returns a solver without solved states.
    pub(super) fn new(round: &'a Round<'a>, rules: &'a Ruleset) -> Solver<'a> {
        let at = |armament| band(armament, &round.circumstance).map(|band| band == Band::Far);
        let far = round.armaments.iter().map(at).collect();
        Solver { round, rules, far, worths: HashMap::new(), kinds: HashMap::new() }
    }

    /// Returns the worth of a state under the best policy.
    pub(super) fn worth(&mut self, state: State) -> Worth {
        self.best(state).0
    }

    /// Returns the worth of a state and the move of the best policy.
    pub(super) fn best(&mut self, state: State) -> (Worth, Move) {
        if let Some(known) = self.worths.get(&state) {
            return *known;
        }
        let mut best: Option<(Worth, Move)> = None;
        for next in state.moves(self.round, self.rules, &self.far) {
            let worth = self.of_move(state, next);
            if best.is_none_or(|(known, _)| worth.value > known.value + TIE) {
                best = Some((worth, next));
            }
        }
        let best = best.unwrap_or((Worth::default(), Move::Stop));
        self.worths.insert(state, best);
        best
    }

    fn of_move(&mut self, state: State, next: Move) -> Worth {
        match next {
            Move::Stop => Worth::default(),
            Move::Skip => self.worth(state.skipped()),
            Move::Buy => {
                let worth = self.worth(state.bought());
                Worth { spent: worth.spent + 1.0, ..worth }
            }
            Move::Attack { .. } => self.attack(state, next).worth,
        }
    }

    /// Returns the best play of an attack: the rolls to accept, computed backwards from the last reroll that can be
    /// paid.
    pub(super) fn attack(&mut self, state: State, attack: Move) -> Attack {
        let rerolls = state.rerolls(self.rules);
        let mut stages = Vec::with_capacity(usize::from(rerolls) + 1);
        let mut after: Option<Worth> = None;
        for paid in (0..=rerolls).rev() {
            let left = State { tension: state.tension - paid, ..state };
            let mut worth = Worth::default();
            let mut stage = Vec::new();
            for kind in self.kinds(state, attack, paid > 0).iter() {
                let accepted = self.accepted(left, attack, kind);
                let again = after.filter(|again| again.value > accepted.value + TIE);
                worth.add(kind.p, &again.unwrap_or(accepted));
                stage.push((kind.clone(), again.is_some()));
            }
            stages.push(stage);
            after = Some(Worth { spent: worth.spent + 1.0, ..worth });
        }
        stages.reverse();
        let worth = after.map_or(Worth::default(), |worth| Worth { spent: worth.spent - 1.0, ..worth });
        Attack { worth, stages }
    }

    fn accepted(&mut self, state: State, attack: Move, kind: &Kind) -> Worth {
        let mut worth = Worth::default();
        for branch in self.branches(state, attack, kind) {
            worth.add(branch.p, &branch.gain);
            let next = self.worth(branch.next);
            worth.add(branch.p, &next);
        }
        worth
    }

    /// Returns the continuations of an accepted roll, with the Tension that the state has left.
    pub(super) fn branches(&self, state: State, attack: Move, kind: &Kind) -> Vec<Branch> {
        let faces = (1..=6).filter(|face| kind.covered && cover_goes(*face, &self.rules.fields)).count();
        let goes = faces as f64 / 6.0;
        let mut branches = Vec::with_capacity(kind.ends.len() * 2);
        for (through, p) in &kind.ends {
            for (cover_gone, q) in [(false, 1.0 - goes), (true, goes)] {
                if q > 0.0 {
                    let (next, removed) = state.after(self.round, attack, *through, cover_gone);
                    let gain = self.gain(state, attack, kind, *through, removed);
                    branches.push(Branch { next, p: p * q, gain });
                }
            }
        }
        branches
    }

    fn gain(&self, state: State, attack: Move, kind: &Kind, through: Through, removed: bool) -> Worth {
        let Move::Attack { armament, elsewhere } = attack else { return Worth::default() };
        let harm = f64::from(through.harm);
        let removals = f64::from(u8::from(removed));
        let consequences = f64::from(u8::from(kind.consequence));
        let reward = match self.round.objective {
            Objective::Harm => harm,
            Objective::Removal { .. } | Objective::Removals { .. } => removals,
        };
        let fresh = !state.removed_by.has(slot(armament));
        let by = &self.round.armaments[armament];
        let invigorates = removed && fresh && by.tags.has(Tag::Invigorating);
        let vigor = if invigorates { by.numbers.get(Tag::Invigorating, Number::Vigor) } else { 0 };
        let counts = !elsewhere || !matches!(self.round.objective, Objective::Removal { .. });
        Worth {
            value: reward - self.round.consequence_price * consequences,
            harm: if counts { harm } else { 0.0 },
            removals,
            consequences,
            spent: 0.0,
            actions: f64::from(u8::from(state.pair.is_none())),
            vigor: f64::from(vigor),
        }
    }

    /// Returns the kinds of rolls of an attack declared in a state, for the first roll or for a reroll.
    fn kinds(&mut self, state: State, attack: Move, again: bool) -> Rc<Vec<Kind>> {
        let Move::Attack { armament, elsewhere } = attack else { return Rc::default() };
        let mut shot = state.shot(self.round, armament);
        if again {
            shot.dice += self.round.reroll_dice as i8;
        }
        let far = self.far[armament] == Some(true);
        let guard = state.guard(self.round, self.rules, far, elsewhere);
        let beside_cover = self.round.target.less;
        let key = (shot, [guard.less, guard.armor, guard.shields]);
        if let Some(known) = self.kinds.get(&key) {
            return known.clone();
        }
        let kinds = Rc::new(kinds(shot, guard, beside_cover, self.rules));
        self.kinds.insert(key, kinds.clone());
        kinds
    }
}

/// Returns the kinds of rolls of a shot. `beside_cover` are the other reductions of Harm: cover is used only if Harm is
/// left after them.
fn kinds(shot: Shot, guard: Guard, beside_cover: u8, rules: &Ruleset) -> Vec<Kind> {
    let mut kinds: Vec<Kind> = Vec::new();
    for (roll, p) in rolls(shot.dice, &rules.rolls) {
        let blow = shot.blow(roll, &rules.rolls);
        match kinds.iter_mut().find(|kind| kind.result == roll.result && kind.harm == blow.harm) {
            Some(known) => known.p += p,
            None => kinds.push(Kind {
                result: roll.result,
                consequence: roll.outcome(&rules.rolls) != Outcome::Full,
                p,
                ends: behind(blow, guard, rules),
                covered: cover_takes(guard.less - beside_cover, blow.harm, beside_cover) > 0,
                harm: blow.harm,
            }),
        }
    }
    kinds
}

/// A limit of this number or more means no limit ("as many as there is Tension").
const UNLIMITED: u8 = 20;

/// Returns the slot of an armament by index; there are 3 at most.
pub(super) fn slot(armament: usize) -> ArmSlot {
    ArmSlot::new(armament as u8)
}

/// The state of a round before a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct State {
    pub actions: u8,
    pub tension: u8,
    /// Actions that may still be bought.
    pub buyable: u8,
    /// Armaments that have attacked this round.
    pub attacked: ArmSlots,
    /// Armaments of the last Attack action; two after Parallel Processors.
    pub last: ArmSlots,
    /// The armament of an attack with a pending second part by Parallel Processors.
    pub pair: Option<ArmSlot>,
    /// Armaments that have removed an enemy this round, and so used up Hot and Invigorating.
    pub removed_by: ArmSlots,
    /// Shields, cover and Vigor that the enemy has left.
    pub shields: u8,
    pub cover: bool,
    pub vigor: u8,
    /// True if no moves are left.
    pub over: bool,
}

/// A move of an Ace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Move {
    /// Ends the turn.
    Stop,
    /// Skips the second attack of Parallel Processors.
    Skip,
    /// Pays 1 Tension for an action.
    Buy,
    /// Attacks with the armament at this index; `elsewhere` for another enemy.
    Attack { armament: usize, elsewhere: bool },
}

impl State {
    /// Returns the start of a turn.
    pub(super) fn start(round: &Round<'_>, rules: &Ruleset) -> State {
        let remembered = round.last.filter(|_| rules.armaments.spin_up_lasts);
        State {
            actions: rules.turn.actions,
            tension: round.tension,
            buyable: rules.turn.extra_actions,
            attacked: ArmSlots::EMPTY,
            last: remembered.map(slot).into_iter().collect(),
            pair: None,
            removed_by: ArmSlots::EMPTY,
            shields: round.target.shields,
            cover: round.target.cover,
            vigor: round.objective.vigor(),
            over: false,
        }
    }

    /// Returns all moves; `far[i]` is true if armament `i` attacks at Far, and `None` out of reach.
    pub(super) fn moves(self, round: &Round<'_>, rules: &Ruleset, far: &[Option<bool>]) -> Vec<Move> {
        let reaching = (0..far.len()).filter(|armament| far[*armament].is_some());
        if self.over {
            return Vec::new();
        }
        if let Some(first) = self.pair {
            let others = reaching.filter(|armament| slot(*armament) != first);
            let both = others.flat_map(|armament| [true, false].map(|elsewhere| Move::Attack { armament, elsewhere }));
            let may = |next: &Move| {
                !rules.traits.parallel_targets_differ || matches!(next, Move::Attack { elsewhere: true, .. })
            };
            return [Move::Skip].into_iter().chain(both.filter(may)).collect();
        }
        let mut moves = vec![Move::Stop];
        if self.actions > 0 {
            moves.extend(reaching.map(|armament| Move::Attack { armament, elsewhere: false }));
        }
        // Buying an action late keeps its Tension for rerolls. Only Impulsive may need the Tension gone earlier, and
        // Hot the room.
        let wants = |tag| round.armaments.iter().any(|armament| armament.tags.has(tag));
        let early = wants(Tag::Impulsive) || wants(Tag::Hot);
        if self.tension > 0 && self.buyable > 0 && (self.actions == 0 || early) {
            moves.push(Move::Buy);
        }
        moves
    }

    /// Returns the state after an action is bought.
    pub(super) fn bought(self) -> State {
        State { actions: self.actions + 1, tension: self.tension - 1, buyable: self.less_buyable(), ..self }
    }

    fn less_buyable(self) -> u8 {
        if self.buyable >= UNLIMITED { self.buyable } else { self.buyable - 1 }
    }

    /// Returns the state after the second attack of a pair is skipped.
    pub(super) fn skipped(self) -> State {
        State { last: self.pair.into_iter().collect(), pair: None, ..self }
    }

    /// Returns the shot of an attack declared now.
    pub(super) fn shot(self, round: &Round<'_>, armament: usize) -> Shot {
        let first = self.attacked.is_empty();
        let given = &round.circumstance;
        let mut in_force = given.in_force;
        for tag in [Tag::Charge, Tag::SpinUp, Tag::Focused, Tag::Impulsive] {
            in_force = in_force.without(tag);
        }
        let resources = by_resources(0, 0, self.tension, round.max_tension);
        let holding = [
            (Tag::Charge, !self.attacked.has(slot(armament))),
            (Tag::SpinUp, self.last.has(slot(armament))),
            (Tag::Focused, resources.has(Tag::Focused)),
            (Tag::Impulsive, resources.has(Tag::Impulsive)),
        ];
        for (tag, _) in holding.into_iter().filter(|(_, holds)| *holds) {
            in_force = in_force.with(tag);
        }
        let (encouraged, distracted) = (given.encouraged && first, given.distracted && first);
        let now = Circumstance { in_force, encouraged, distracted, ..*given };
        Shot::of(&round.armaments[armament], &now.inputs())
    }

    /// Returns the reductions of an attack.
    pub(super) fn guard(self, round: &Round<'_>, rules: &Ruleset, at_far: bool, elsewhere: bool) -> Guard {
        let mut target = round.target;
        if !elsewhere {
            (target.shields, target.cover) = (self.shields, self.cover);
        }
        target.guard(at_far, rules)
    }

    /// Returns the state after an attack's roll is accepted, and true if the attack removed an enemy.
    pub(super) fn after(self, round: &Round<'_>, attack: Move, through: Through, cover_gone: bool) -> (State, bool) {
        let Move::Attack { armament, elsewhere } = attack else { return (self, false) };
        let this = slot(armament);
        let mut next = self;
        let pairs = round.parallel && self.attacked.is_empty();
        next.attacked.insert(this);
        if let Some(first) = self.pair {
            (next.last, next.pair) = ([first, this].into_iter().collect(), None);
        } else {
            next.actions -= 1;
            (next.last, next.pair) = if pairs { (self.last, Some(this)) } else { (ArmSlots::of(this), None) };
        }
        if !elsewhere {
            next.shields -= u8::from(through.shielded);
            next.cover &= !cover_gone;
            next.vigor = self.vigor.saturating_sub(through.harm);
        }
        let removed = match round.objective {
            Objective::Harm => false,
            Objective::Removal { .. } => !elsewhere && next.vigor == 0,
            Objective::Removals { vigor } if elsewhere => through.harm >= vigor,
            Objective::Removals { .. } => next.vigor == 0,
        };
        if removed {
            next = next.removed(self, round, armament, elsewhere);
        }
        (next, removed)
    }

    fn removed(mut self, before: State, round: &Round<'_>, armament: usize, elsewhere: bool) -> State {
        let this = slot(armament);
        let by = &round.armaments[armament];
        if by.tags.has(Tag::Hot) && !before.removed_by.has(this) {
            let hot = by.numbers.get(Tag::Hot, Number::Tension);
            self.tension = (self.tension + hot).min(round.max_tension.max(self.tension));
        }
        self.removed_by.insert(this);
        if matches!(round.objective, Objective::Removal { .. }) {
            self.over = true;
        } else if !elsewhere {
            (self.shields, self.cover) = (round.target.shields, round.target.cover);
            self.vigor = round.objective.vigor();
        }
        self
    }

    /// Returns the number of rerolls of one attack that the Tension allows.
    pub(super) fn rerolls(self, rules: &Ruleset) -> u8 {
        if rules.turn.rerolls >= UNLIMITED { self.tension } else { self.tension.min(rules.turn.rerolls) }
    }
}
