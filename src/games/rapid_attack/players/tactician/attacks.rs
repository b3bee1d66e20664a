//! What to attack, at which range, with how many rockets: a declaration is worth what the movement that follows it
//! would do.

use super::Scratch;
use super::ground::Ground;
use super::worth::{FAR, Mark, View, need};
use crate::games::rapid_attack::battle::Dice;
use crate::games::rapid_attack::battle::candidates::{target_goal, way_to};
use crate::games::rapid_attack::battle::legal::declare::ranges_and_rockets;
use crate::games::rapid_attack::battle::odds::{AttackDice, MovementDice, Situation};
use crate::games::rapid_attack::battle::state::{Stage, Target, Turn, Unit};
use crate::games::rapid_attack::battle::whites::whites_rolled;
use crate::games::rapid_attack::battlefield::Anchors;
use crate::games::rapid_attack::loadout::{Kind, Range};

/// An attack that a frame may declare.
#[derive(Clone, Copy, Debug)]
pub struct Attack {
    pub target: u8,
    pub range: Range,
    pub rockets: u8,
    /// What it adds to the turn.
    pub worth: f64,
    /// Units to move before it.
    need: f64,
    /// Worth of the attack once in range, with a white that is free and without.
    strike: f64,
    bare: f64,
    price: f64,
}

/// What a frame may attack with, and what its rockets are worth.
#[derive(Clone, Copy, Debug)]
pub struct Weapon {
    range: Range,
    rockets: u8,
    dice: AttackDice,
    price: f64,
}

/// A frame about to declare.
#[derive(Clone, Copy, Debug)]
struct Attacker<'u> {
    number: u8,
    unit: &'u Unit,
    mover: MovementDice,
    whites: u8,
    /// Whether a white that moves leaves another one for the attack.
    has_white_to_spare: bool,
    /// What the turn is worth without an attack: its movement may do something else.
    otherwise: f64,
}

/// Least chance to come to an attack for it to be named.
const LEAST: f64 = 0.6;
/// Least worth of an attack that must be walked to for it to be named, in assets: what is worth less is mostly given up
/// for something else once the dice lie.
const WORTH_NAMING: f64 = 0.06;
/// The chance that an enemy who has attacked and not moved is in range of the answer still, and can still be walked to:
/// as the tactician plays, by weights set by hand.
const STAYS: f64 = 0.65;
const STAYS_NEAR: f64 = 0.4;
/// Share of a hit point's worth that it has in the last round.
const THIS_ROUND: f64 = 0.2;

/// Attacks looked at closely: the way to where they are made from, and the danger there.
const LOOKED_AT: usize = 4;

impl<D: Dice> View<'_, D> {
    /// The best attack of a frame from where it stands, by distances alone; it may move first. `otherwise` is what its
    /// movement would be worth without one.
    pub fn best_attack(&self, number: u8, otherwise: f64, weapons: &mut Vec<Weapon>) -> Option<Attack> {
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

    /// The best attack to declare, with cover as it is, the way as it is, and the danger where it leads.
    pub fn attack_to_declare(&self, turn: &Turn, otherwise: f64, scratch: &mut Scratch) -> Option<Attack> {
        let Scratch { rivals, sites, weapons, anchors, .. } = scratch;
        let attacker = self.attacker(turn.unit, otherwise);
        self.arm(&attacker, weapons);
        let mut best: [Option<Attack>; LOOKED_AT] = [None; LOOKED_AT];
        self.each_attack(&attacker, weapons, true, |attack| insert(&mut best, attack));
        // Looked at where an attack must be walked to.
        let (mut ground, mut buffers) = (None, Some((rivals, sites)));
        let mut chosen: Option<Attack> = None;
        for attack in best.into_iter().flatten() {
            let least = chosen.map_or(0.0, |chosen| chosen.worth);
            // They come best first, and a closer look seldom finds more.
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

    /// A system to drop before the roll: the last ranged weapon of a frame that gets farther by sprinting, where that is
    /// worth more than the turn with it and the hit that it would have taken (S37, S21).
    pub fn system_to_drop(&self, number: u8, worth: f64, scratch: &mut Scratch) -> Option<Kind> {
        let unit = self.state.unit(number);
        if !self.battle.rules.options.jettison || !unit.has_ranged_weapons() {
            return None;
        }
        let without = |kind: &Kind| unit.loadout.minus(*kind).map(|loadout| (*kind, loadout));
        let mut dropped = unit.loadout.kinds().filter_map(|kind| without(&kind));
        let (kind, loadout) = dropped.find(|(_, rest)| !rest.is_ranged())?;
        let mut state = *self.state;
        state.unit_mut(number).loadout = loadout;
        let then = View::new(self.battle, &state, self.tactics, self.me);
        let movement = then.worth_of_movement(number);
        let attack = then.best_attack(number, movement, &mut scratch.weapons).map_or(0.0, |attack| attack.worth);
        // The weapon is a hit point and this turn's attack, and an attack of every turn to come.
        let hit_point = self.asset(self.me) * self.tactics.attrition / f64::from(unit.hit_points().max(1));
        let lost = hit_point * (THIS_ROUND + (1.0 - THIS_ROUND) * self.future);
        let later =
            self.future * FAR * self.best_attack(number, 0.0, &mut scratch.weapons).map_or(0.0, |attack| attack.worth);
        (movement + attack - lost - later > worth).then_some(kind)
    }

    fn attacker(&self, number: u8, otherwise: f64) -> Attacker<'_> {
        let unit = self.state.unit(number);
        let whites = whites_rolled(self.battle, self.state, number);
        let for_defense = u8::from(unit.loadout.count(Kind::Defense) == 0 && self.battle.rules.defense.whites);
        let has_white_to_spare = whites > 1 + for_defense;
        Attacker { number, unit, mover: self.mover(unit), whites, has_white_to_spare, otherwise }
    }

    fn arm(&self, attacker: &Attacker, weapons: &mut Vec<Weapon>) {
        weapons.clear();
        weapons.extend(ranges_and_rockets(self.battle, self.state, attacker.number).map(|(range, rockets)| Weapon {
            range,
            rockets,
            dice: self.battle.odds.attack(&attacker.unit.loadout, range, rockets),
            // Towards the end there is nothing left to keep them for.
            price: f64::from(rockets) * self.tactics.rocket * self.asset(self.me) * self.future,
        }));
    }

    /// Shows every attack that the dice are likely enough to allow.
    fn each_attack(&self, attacker: &Attacker, weapons: &[Weapon], looks: bool, mut show: impl FnMut(Attack)) {
        let are_gone = !self.battle.rules.turn.rockets_spent_on_attack;
        for target in self.state.enemies(self.me) {
            let enemy = self.state.unit(target);
            let (distance, mark) = (self.battle.between(attacker.unit.at, enemy.at), Mark::new(enemy));
            // Cover is looked for once for all ranges.
            let mut ranged = None;
            for weapon in weapons {
                let need = need(distance, self.battle.band(weapon.range));
                let stays = self.chance_to_stay(target, need);
                let chance = stays * self.chance_to_walk(attacker, need);
                // Rockets that are gone in any case (R16) are fired from where the frame stands.
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

    /// What an attack adds to a turn whose movement of some units changes the worth of the frame's place.
    fn gain(&self, attacker: &Attacker, attack: &Attack, units: f64, change: f64) -> f64 {
        if attack.need == 0.0 {
            return attack.strike - attack.price;
        }
        let (by_green, by_white) = self.chances_to_walk(attacker, units);
        let gain = |strike: f64| (strike + change - attacker.otherwise).max(0.0);
        by_green * gain(attack.strike) + by_white * gain(attack.bare) - attack.price
    }

    /// The chances that a frame goes so many units by a green die, and by a white alone.
    fn chances_to_walk(&self, attacker: &Attacker, units: f64) -> (f64, f64) {
        let pips = units * self.pips_per_unit;
        let by_green = self.battle.odds.moves_by_green(attacker.mover, pips);
        (by_green, (1.0 - by_green) * self.battle.odds.moves_by_white(attacker.whites, pips))
    }

    fn chance_to_walk(&self, attacker: &Attacker, units: f64) -> f64 {
        if units == 0.0 {
            return 1.0;
        }
        let (by_green, by_white) = self.chances_to_walk(attacker, units);
        by_green + by_white
    }

    /// The chance that a target is still in range when the attack comes, where it is in range or must be walked to:
    /// whoever attacks the frame that declares, and has not moved, may do so first (R09).
    fn chance_to_stay(&self, target: u8, need: f64) -> f64 {
        match &self.state.turn {
            Some(turn) if turn.unit == target && !turn.moved && turn.stage != Stage::Declare => match need == 0.0 {
                true => STAYS,
                false => STAYS_NEAR,
            },
            _ => 1.0,
        }
    }

    /// An attack with the way to where it is made from, and what the frame gains or loses by being there; none where
    /// there is no way.
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

/// Keeps the best attacks, best first.
fn insert(best: &mut [Option<Attack>; LOOKED_AT], attack: Attack) {
    let place = best.iter().position(|kept| kept.is_none_or(|kept| attack.worth > kept.worth));
    if let Some(place) = place {
        best[place..].rotate_right(1);
        best[place] = Some(attack);
    }
}
