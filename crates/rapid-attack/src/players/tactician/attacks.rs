//! The tactician's attacks, its defenses, and its losses.
//!
//! The value of a declaration includes the movement that follows it.

use super::worth::{FAR, View, need};
use super::{Scratch, ground::Ground, order::MOST_DICE, turn::Scales};
use crate::battle::candidates::{target_goal, way_to};
use crate::battle::legal::{can_dodge, defenses, dodges, may_lose_white, ranges_and_rockets};
use crate::battle::odds::{AttackDice, MovementDice, Situation};
use crate::battle::state::{Colour, Die, Stage, Target, Turn, Unit};
use crate::battle::{Action, BattleDice};
use crate::ids::{UnitId, UnitSet};
use crate::loadout::{Range, SystemKind};
use crate::{battle::dice::whites_rolled, battlefield::Anchors};

// Choice of target, range and rockets.

/// An attack that a frame may declare.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attack {
    pub target: UnitId,
    pub range: Range,
    pub rockets: u8,
    /// Value that the attack adds to the turn.
    pub worth: f64,
    /// Units to move before the attack.
    need: f64,
    /// Value of the attack once in range, with a free white and without.
    strike: f64,
    bare: f64,
    price: f64,
}

/// A range with its attack dice, and the rockets fired with their price.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weapon {
    range: Range,
    rockets: u8,
    dice: AttackDice,
    price: f64,
}

/// A frame about to declare.
#[derive(Clone, Copy, Debug)]
struct Attacker<'u> {
    number: UnitId,
    unit: &'u Unit,
    mover: MovementDice,
    whites: u8,
    /// True if a white that moves leaves another white for the attack.
    has_white_to_spare: bool,
    /// Value of the turn without an attack, from its movement.
    otherwise: f64,
}

/// Least probability of getting into range for an attack to be named.
const LEAST: f64 = 0.6;
/// Least value of an attack that needs a move, in assets. Attacks of less value are mostly given up for something else
/// once the dice are rolled.
const WORTH_NAMING: f64 = 0.06;
/// Probabilities that an enemy who has attacked but not moved stays in range of the answer, and stays near enough to be
/// walked to. They describe play by tacticians, and are set by hand.
const STAYS: f64 = 0.65;
const STAYS_NEAR: f64 = 0.4;
/// Share of a hit point's value that remains in the last round.
const THIS_ROUND: f64 = 0.2;

/// Number of attacks that are checked closely, with the path to their place and the danger there.
const LOOKED_AT: usize = 4;

impl<D: BattleDice> View<'_, D> {
    /// Returns the best attack of a frame from its place, by distances alone; the frame may move first. `otherwise` is
    /// the value of its movement without an attack.
    pub(super) fn best_attack(&self, number: UnitId, otherwise: f64, weapons: &mut Vec<Weapon>) -> Option<Attack> {
        let attacker = self.attacker(number, otherwise);
        self.arm(&attacker, weapons);
        let mut best: Option<Attack> = None;
        self.each_attack(&attacker, weapons, false, |attack| {
            if best.is_none_or(|best| attack.worth > best.worth) {
                best = Some(attack);
            }
        });
        best
    }

    /// Returns the best attack to declare, with the actual cover, the actual path, and the danger where it ends.
    pub(super) fn attack_to_declare(&self, turn: &Turn, otherwise: f64, scratch: &mut Scratch) -> Option<Attack> {
        let Scratch { rivals, sites, weapons, anchors, .. } = scratch;
        let attacker = self.attacker(turn.unit, otherwise);
        self.arm(&attacker, weapons);
        let mut best: [Option<Attack>; LOOKED_AT] = [None; LOOKED_AT];
        self.each_attack(&attacker, weapons, true, |attack| insert(&mut best, attack));
        // Computed only if an attack needs a move.
        let (mut ground, mut buffers) = (None, Some((rivals, sites)));
        let mut chosen: Option<Attack> = None;
        for attack in best.into_iter().flatten() {
            let least = chosen.map_or(0.0, |chosen| chosen.worth);
            // Attacks come best first, and a closer look seldom finds more.
            if attack.worth <= least {
                break;
            }
            let looked_at = match attack.need == 0.0 {
                true => Some(attack),
                false => {
                    if let Some((rivals, sites)) = buffers.take() {
                        ground = Some(Ground::new(self, turn.unit, rivals, sites));
                    }
                    ground.as_ref().and_then(|ground| self.with_way(&attacker, turn, attack, ground, anchors))
                }
            };
            chosen = looked_at.filter(|attack| attack.worth > least).or(chosen);
        }
        chosen
    }

    /// Returns a system to drop before the roll: the last ranged weapon of a frame that gets farther by sprinting. That
    /// must be worth more than the turn with the weapon and the hit that it would have taken (S37, S21).
    pub(super) fn system_to_drop(&self, number: UnitId, worth: f64, scratch: &mut Scratch) -> Option<SystemKind> {
        let unit = self.state.unit(number);
        if !self.battle.rules.options.jettison || !unit.has_ranged_weapons() {
            return None;
        }
        let without = |kind: &SystemKind| unit.loadout.minus(*kind).map(|loadout| (*kind, loadout));
        let mut dropped = unit.loadout.kinds().filter_map(|kind| without(&kind));
        let (kind, loadout) = dropped.find(|(_, rest)| !rest.is_ranged())?;
        let mut state = *self.state;
        state.unit_mut(number).loadout = loadout;
        let then = View::new(self.battle, &state, self.tactics, self.me);
        let movement = then.worth_of_movement(number);
        let attack = then.best_attack(number, movement, &mut scratch.weapons).map_or(0.0, |attack| attack.worth);
        // The weapon is a hit point, this turn's attack, and an attack in every later turn.
        let hit_point = self.asset(self.me) * self.tactics.attrition / f64::from(unit.hit_points().max(1));
        let lost = hit_point * (THIS_ROUND + (1.0 - THIS_ROUND) * self.future);
        let later =
            self.future * FAR * self.best_attack(number, 0.0, &mut scratch.weapons).map_or(0.0, |attack| attack.worth);
        (movement + attack - lost - later > worth).then_some(kind)
    }

    fn attacker(&self, number: UnitId, otherwise: f64) -> Attacker<'_> {
        let unit = self.state.unit(number);
        let whites = whites_rolled(self.battle, self.state, number);
        let for_defense = u8::from(unit.loadout.count(SystemKind::Defense) == 0 && self.battle.rules.defense.whites);
        let has_white_to_spare = whites > 1 + for_defense;
        Attacker { number, unit, mover: self.mover(unit), whites, has_white_to_spare, otherwise }
    }

    fn arm(&self, attacker: &Attacker, weapons: &mut Vec<Weapon>) {
        weapons.clear();
        weapons.extend(ranges_and_rockets(self.battle, self.state, attacker.number).map(|(range, rockets)| Weapon {
            range,
            rockets,
            dice: self.battle.attack_dice(self.state, attacker.unit, range, rockets),
            // Towards the end there is no reason to save rockets.
            price: f64::from(rockets) * self.tactics.rocket * self.asset(self.me) * self.future,
        }));
    }

    /// Calls `show` with every attack that the dice are likely enough to allow.
    fn each_attack(&self, attacker: &Attacker, weapons: &[Weapon], looks: bool, mut show: impl FnMut(Attack)) {
        let are_gone = !self.battle.rules.turn.rockets_spent_on_attack;
        for target in self.state.enemies(self.me) {
            let enemy = self.state.unit(target);
            let (distance, mark) = (self.battle.between(attacker.unit.at, enemy.at), self.mark(enemy));
            // Cover is computed once for all ranges.
            let mut ranged = None;
            for weapon in weapons {
                let need = need(distance, self.battle.band(weapon.range));
                let stays = self.chance_to_stay(target, need);
                let chance = stays * self.chance_to_walk(attacker, need);
                // Rockets that are lost in any case (R16) are fired only from the present place.
                let is_wasteful = are_gone && weapon.rockets > 0 && (need > 0.0 || chance < 1.0);
                if chance < LEAST || is_wasteful {
                    continue;
                }
                let situation = match weapon.range {
                    Range::HandToHand => Situation::CLOSE,
                    _ if looks => *ranged
                        .get_or_insert_with(|| self.situation(attacker.number, attacker.unit.at, target, weapon.range)),
                    _ if enemy.near & self.state.standing != 0 => Situation::cover(1),
                    _ => Situation::OPEN,
                };
                let strike = stays * self.attack(weapon.dice, &mark, situation);
                let bare = match need == 0.0 || attacker.has_white_to_spare {
                    true => strike,
                    false => stays * self.bare_attack(weapon.dice, &mark, situation),
                };
                let Weapon { range, rockets, price, .. } = *weapon;
                let mut attack = Attack { target, range, rockets, worth: 0.0, need, strike, bare, price };
                attack.worth = self.gain(attacker, &attack, need, 0.0);
                let least = if need > 0.0 { WORTH_NAMING * self.asset(self.me) } else { 0.0 };
                if attack.worth > least {
                    show(attack);
                }
            }
        }
    }

    /// Returns the value that an attack adds to a turn. `units` is the length of the movement, `change` the change in
    /// the value of the frame's place.
    fn gain(&self, attacker: &Attacker, attack: &Attack, units: f64, change: f64) -> f64 {
        if attack.need == 0.0 {
            return attack.strike - attack.price;
        }
        let (by_green, by_white) = self.chances_to_walk(attacker, units);
        let gain = |strike: f64| (strike + change - attacker.otherwise).max(0.0);
        by_green * gain(attack.strike) + by_white * gain(attack.bare) - attack.price
    }

    /// Returns the probabilities that a frame moves `units` by a green die, and only by a white.
    fn chances_to_walk(&self, attacker: &Attacker, units: f64) -> (f64, f64) {
        let pips = units * self.pips_per_unit;
        let by_green = self.battle.odds.moves_by_green(attacker.mover, pips);
        (by_green, (1.0 - by_green) * self.battle.odds.moves_by_white(attacker.mover, attacker.whites, pips))
    }

    fn chance_to_walk(&self, attacker: &Attacker, units: f64) -> f64 {
        if units == 0.0 {
            return 1.0;
        }
        let (by_green, by_white) = self.chances_to_walk(attacker, units);
        by_green + by_white
    }

    /// Returns the probability that a target, in range or to be walked to, is still there when the attack comes. A
    /// target that attacks the declaring frame and has not moved may move first (R09).
    fn chance_to_stay(&self, target: UnitId, need: f64) -> f64 {
        match &self.state.turn {
            Some(turn) if turn.unit == target && !turn.moved && turn.stage != Stage::Declare => match need == 0.0 {
                true => STAYS,
                false => STAYS_NEAR,
            },
            _ => 1.0,
        }
    }

    /// Returns an attack with the path to its place, and the gain or loss of being there. `None` if there is no path.
    fn with_way(
        &self,
        attacker: &Attacker,
        turn: &Turn,
        mut attack: Attack,
        ground: &Ground<'_, '_, D>,
        anchors: &mut Option<Anchors>,
    ) -> Option<Attack> {
        let mut turn = *turn;
        (turn.target, turn.range) = (Target::Frame(attack.target), attack.range);
        (turn.greens, turn.crosses) = (attacker.unit.greens(), self.battle.crosses_cover(attacker.unit));
        let longest = self.battle.odds.most_pips(attacker.mover) / self.pips_per_unit;
        let place = target_goal(self.battle, self.state, &turn, longest)?;
        let path = way_to(self.battle, self.state, &turn, place, longest, anchors)?;
        let change = ground.at_first_sight(place).worth - ground.at_first_sight(attacker.unit.at).worth;
        attack.worth = self.gain(attacker, &attack, path.length, change);
        Some(attack)
    }
}

/// Inserts an attack into the best attacks, best first.
fn insert(best: &mut [Option<Attack>; LOOKED_AT], attack: Attack) {
    let place = best.iter().position(|kept| kept.is_none_or(|kept| attack.worth > kept.worth));
    if let Some(place) = place {
        best[place..].rotate_right(1);
        best[place] = Some(attack);
    }
}

// Defenses of a turn, with the value of the dice that they leave.

/// The defenses of a turn, each with its pips and the value of the best plan for the rest of the turn.
#[derive(Clone, Copy, Debug)]
pub struct DefensePlans {
    plans: [(Die, u8, f64); MOST_DICE],
    count: usize,
}

impl DefensePlans {
    /// Returns the highest defense above this one that leaves a plan of at least the same value; `None` if there is
    /// none.
    #[inline]
    pub fn better_than(&self, die: Die) -> Option<Die> {
        let plans = &self.plans[..self.count];
        let (_, value, worth) = *plans.iter().find(|plan| plan.0 == die)?;
        let better = plans.iter().filter(|plan| plan.1 > value && plan.2 >= worth);
        better.max_by_key(|plan| plan.1).map(|plan| plan.0)
    }
}

impl<D: BattleDice> View<'_, D> {
    /// Returns the defenses of a turn with the plans that they leave.
    pub(super) fn defense_plans(&self, turn: &Turn, scratch: &mut Scratch) -> DefensePlans {
        // This finds the same places as the decision itself, so that both views agree.
        self.look_around(turn, scratch);
        let scales = Scales { spot: self.spot_slope(turn), exposure: 1.0 };
        let mut found = DefensePlans { plans: [(Die::None, 0, 0.0); MOST_DICE], count: 0 };
        for (plan, die) in found.plans.iter_mut().zip(defenses(turn)) {
            let mut rest = *turn;
            rest.spend(Colour::Blue, die);
            let worth = self.best_plan(&rest, &scratch.positions, &scales).worth;
            *plan = (die, turn.hand().value(Colour::Blue, die), worth);
            found.count += 1;
        }
        found
    }
}

// Losses by damage: the system of least value, or a step away from a station.

/// Weight of an environmental system when damage is taken.
const KEEP_ENVIRONMENT: f64 = 0.3;

/// Share of an action's weight that a white has if the action has its own die: a chance to show more.
const SPARE_WHITE: f64 = 0.3;

impl<D: BattleDice> View<'_, D> {
    /// Returns the loss that hurts least.
    pub(super) fn lose(&self, scratch: &mut Scratch) -> Option<Action> {
        let wound = self.state.wounds[usize::from(self.state.wound_count).checked_sub(1)?];
        let unit = self.state.unit(wound.unit);
        let steps_away = can_dodge(self.battle, self.state, &wound) && self.hurt(unit) > self.parting(wound.unit);
        if steps_away {
            let ground = Ground::new(self, wound.unit, &mut scratch.rivals, &mut scratch.sites);
            let steps = dodges(self.battle, self.state, &wound).map(|to| (ground.worth(to), to));
            if let Some((_, to)) = steps.max_by(|a, b| a.0.total_cmp(&b.0)) {
                return Some(Action::Dodge(to));
            }
        }
        let systems = unit.loadout.kinds().map(|kind| (self.keep(unit, kind), Action::LoseSystem(kind)));
        let white = may_lose_white(self.battle, self.state, wound.unit);
        let white = white.then(|| (self.keep_white(unit), Action::LoseWhite));
        let least = systems.chain(white).reduce(|least, next| if next.0 < least.0 { next } else { least });
        least.map(|(_, action)| action)
    }

    /// Returns the value lost by a step away: own stations that no other friend keeps from the rivals there.
    fn parting(&self, number: UnitId) -> f64 {
        let friends = self.state.friends_set(self.me) - UnitSet::of(number);
        let rivals = || self.state.player_ids().filter(|other| *other != self.me);
        let lost = self.state.stations_beside(number).iter().filter_map(|station| {
            let (own, there) = (self.state.station(station), self.state.occupants(station));
            let keeps = own.owner == Some(self.me) && !own.beside().meets(friends);
            let takers = rivals().filter(|other| keeps && there >> other.number() & 1 == 1);
            Some(self.asset(self.me) + takers.map(|other| self.asset(other)).reduce(f64::max)?)
        });
        self.tactics.station * lost.sum::<f64>()
    }

    /// Returns the value of a hit on a frame: a share of its life, and the whole frame for the last hit.
    fn hurt(&self, unit: &Unit) -> f64 {
        let left = unit.hit_points().max(1);
        self.harm(unit, (1.0 / f64::from(left), f64::from(u8::from(left == 1))))
    }

    /// Returns the value of keeping the last of a frame's whites, if a white may be lost early (S36). Whites go to the
    /// most valuable actions without their own die; the value is that of the action left for the last white.
    fn keep_white(&self, unit: &Unit) -> f64 {
        let has = |kind: SystemKind| unit.loadout.count(kind) > 0;
        let sprints = !unit.has_ranged_weapons();
        let mut actions = [
            (self.tactics.keep_weapon, Range::ALL.iter().any(|(range, _)| unit.loadout.halves_at(*range) > 0)),
            (self.tactics.keep_defense, has(SystemKind::Defense)),
            (self.tactics.keep_movement, has(SystemKind::Movement) || sprints),
            (self.tactics.keep_comms, has(SystemKind::Comms)),
        ]
        .map(|(worth, has_own)| if has_own { SPARE_WHITE * worth } else { worth });
        actions.sort_unstable_by(|a, b| b.total_cmp(a));
        actions.get(usize::from(unit.whites).saturating_sub(1)).copied().unwrap_or(0.0)
    }

    /// Returns the value of keeping a system of a kind; a second one is worth less.
    fn keep(&self, unit: &Unit, kind: SystemKind) -> f64 {
        let count = f64::from(unit.loadout.count(kind));
        let weight = match kind {
            SystemKind::Defense => self.tactics.keep_defense,
            SystemKind::Movement => self.tactics.keep_movement,
            SystemKind::Comms => self.tactics.keep_comms,
            kind if kind.is_environment() => KEEP_ENVIRONMENT,
            _ => self.tactics.keep_weapon,
        };
        weight / (0.5 + 0.5 * count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_higher_defense_is_better_where_the_plan_it_leaves_is_as_good() {
        let of = |worths: [f64; 3]| {
            let mut plans = [(Die::None, 0, 0.0); MOST_DICE];
            for (plan, (value, worth)) in plans.iter_mut().zip([2, 4, 6].into_iter().zip(worths)) {
                *plan = (Die::White(value), value, worth);
            }
            DefensePlans { plans, count: 3 }
        };
        assert_eq!(of([1.0, 1.0, 0.5]).better_than(Die::White(2)), Some(Die::White(4)));
        assert_eq!(of([1.0, 1.0, 1.0]).better_than(Die::White(2)), Some(Die::White(6)));
        assert_eq!(of([1.0, 0.9, 0.5]).better_than(Die::White(2)), None);
        assert_eq!(of([1.0, 1.0, 1.0]).better_than(Die::White(6)), None);
        assert_eq!(of([1.0, 1.0, 1.0]).better_than(Die::Own), None);
    }
}
