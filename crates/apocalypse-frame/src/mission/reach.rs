//! Rules that steps, candidates and policies share: ranges between units, shots before the roll, payable uses of
//! systems, legal targets, and free steps.

use super::super::attack::{Guard, Outcome};
use super::super::attack::{Shot, ShotInputs, by_resources, is_half};
use super::super::catalogue::tag::{Bands, Tag, Tags};
use super::super::ids::{AceId, ArmId, ArmSet, ArmSlot, AttackId, EnemyId, EnemySet, HexId, ItemSet, ItemSlot};
use super::super::ruleset::{EmptyPool, Movement};
use super::super::{
    catalogue::entries::Rank, catalogue::entries::Trait, catalogue::item::Effect, catalogue::numbers::Number,
};
use super::state::{Attack, Life, State};
use super::{Mission, action::Step};

/// Enemies by their distance from a hex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ranges {
    /// Enemies at 0 to 3 hexes as an attack counts them, with the distance that rooftops add.
    pub by: [EnemySet; 4],
    /// Enemies at 0 to 2 hexes, for the conditions of tags and traits (A27).
    pub present: [EnemySet; 3],
}

impl Ranges {
    /// Returns the enemies in any of these bands.
    #[inline]
    pub fn within(&self, bands: Bands) -> EnemySet {
        let band = |steps: u8| if bands.reaches(steps) { self.by[usize::from(steps)] } else { EnemySet::EMPTY };
        band(0) | band(1) | band(2)
    }

    /// Returns true if no enemy is Close or Near.
    #[inline]
    pub fn none_near(&self) -> bool {
        (self.present[0] | self.present[1]).is_empty()
    }

    /// Returns true if no enemy is in any band.
    #[inline]
    pub fn none_at_all(&self) -> bool {
        (self.present[0] | self.present[1] | self.present[2]).is_empty()
    }
}

/// Four flags for each distance, of which that for the same number of hexes (0 to 3) is 1. The table covers all
/// distances, so no branch on larger ones is needed.
static BANDS: [[u64; 4]; 256] = {
    let mut bands = [[0; 4]; 256];
    let mut steps = 0;
    while steps < 4 {
        bands[steps][steps] = 1;
        steps += 1;
    }
    bands
};

impl<D> Mission<D> {
    /// Returns the hexes between two places as attacks count them: rooftops are farther from the ground ("Rooftop").
    #[inline]
    pub fn range(&self, state: &State, from: HexId, to: impl Into<Option<HexId>>) -> u8 {
        let to = to.into();
        let steps = self.encounter(state).map.distance(from, to);
        let roofs = state.fields.rooftops;
        if !roofs.is_empty() && to.is_some_and(|to| roofs.has(to)) && !roofs.has(from) {
            return steps + self.rules.fields.rooftop_hexes;
        }
        steps
    }

    /// Returns the enemies by their distance from an Ace.
    #[inline]
    pub fn ranges(&self, state: &State, ace: AceId) -> Ranges {
        self.ranges_from(state, state.ace(ace).hex())
    }

    /// Returns the enemies by their distance from a hex.
    #[inline]
    pub fn ranges_from(&self, state: &State, at: HexId) -> Ranges {
        let downed = self.rules.armaments.downed_primes_near && !state.marks.down.is_empty();
        if !state.fields.rooftops.is_empty() || downed {
            self.widened(state, at)
        } else {
            self.on_the_ground(state, at)
        }
    }

    /// Returns the enemies by distance if only hexes count.
    #[inline]
    fn on_the_ground(&self, state: &State, at: HexId) -> Ranges {
        let row = self.encounter(state).map.row(at);
        // Four masks in registers: a table of masks indexed by distance would wait for its stores.
        let [mut close, mut near, mut far, mut third] = [0u64; 4];
        for enemy in state.marks.up.iter() {
            let band = &BANDS[usize::from(row.to(state.enemy(enemy).at))];
            let number = enemy.number();
            close |= band[0] << number;
            near |= band[1] << number;
            far |= band[2] << number;
            third |= band[3] << number;
        }
        let [close, near, far, third] = [close, near, far, third].map(EnemySet::of_bits);
        Ranges { by: [close, near, far, third], present: [close, near, far] }
    }

    /// Returns the enemies by distance if there are rooftops, or if Primes that are down count.
    #[cold]
    fn widened(&self, state: &State, at: HexId) -> Ranges {
        let mut ranges = Ranges { by: [EnemySet::EMPTY; 4], ..self.on_the_ground(state, at) };
        for enemy in state.marks.up.iter() {
            let steps = usize::from(self.range(state, at, state.enemy(enemy).at));
            if let Some(band) = ranges.by.get_mut(steps) {
                band.insert(enemy);
            }
        }
        if self.rules.armaments.downed_primes_near {
            for enemy in state.marks.down.iter() {
                let steps = usize::from(self.encounter(state).map.distance(at, state.enemy(enemy).at));
                if let Some(band) = ranges.present.get_mut(steps) {
                    band.insert(enemy);
                }
            }
        }
        ranges
    }

    /// Returns true if an Ace reaches 3 hexes (A28).
    #[inline]
    pub fn sees_far(&self, ace: AceId, ranges: &Ranges) -> bool {
        self.kit(ace).has(Trait::LongRangeOptics) && ranges.none_near()
    }

    /// Returns the armament that an Ace has in a slot of its frame, or its backup.
    #[inline]
    pub fn arm_in_use(&self, state: &State, ace: AceId, armament: ArmSlot) -> ArmId {
        if state.ace(ace).backups.has(armament) { armament.backup() } else { armament.own() }
    }

    /// Returns the enemies in these bands, with extended range if the Ace has it (A28).
    #[inline]
    pub fn within(&self, ace: AceId, bands: Bands, ranges: &Ranges) -> EnemySet {
        let far = bands.reaches(2) && self.sees_far(ace, ranges);
        ranges.within(bands) | if far { ranges.by[3] } else { EnemySet::EMPTY }
    }

    /// Returns the enemies that an Ace can attack with an armament from its hex.
    #[inline]
    pub fn attackable(&self, state: &State, ace: AceId, armament: ArmSlot, ranges: &Ranges) -> EnemySet {
        self.within(ace, self.kit(ace).arms[self.arm_in_use(state, ace, armament).index()].bands, ranges)
    }

    /// Returns true if an enemy can Move: it is not held, and its kind has a Move (A65, A67).
    #[inline]
    pub fn may_move(&self, state: &State, enemy: EnemyId) -> bool {
        !state.marks.held.has(enemy) && self.kind(state, enemy).walks
    }

    /// Returns true if an enemy can step alone by Approach and Retreat: its Moves must not move a whole colossus.
    #[inline]
    pub fn may_step(&self, state: &State, enemy: EnemyId) -> bool {
        self.may_move(state, enemy) && !self.carries(state, enemy)
    }

    /// Returns true if EMP prevents the activation of an enemy: only Standard enemies (A34).
    #[inline]
    pub fn is_stunned(&self, state: &State, enemy: EnemyId) -> bool {
        state.marks.emp.has(enemy) && self.kind(state, enemy).rank == Rank::Standard
    }

    /// Returns the enemies on the field that EMP prevents from being activated.
    #[inline]
    pub fn stunned(&self, state: &State) -> EnemySet {
        (state.marks.up & state.marks.emp).iter().filter(|enemy| self.is_stunned(state, *enemy)).collect()
    }

    /// Returns true if an enemy is desperate by the state alone: a Prime without restorations left, or a part of a
    /// colossus that has half its parts or fewer (A54, A57).
    #[inline]
    pub fn is_desperate(&self, state: &State, enemy: EnemyId) -> bool {
        match self.kind(state, enemy).rank {
            Rank::Standard => false,
            Rank::Prime => state.enemy(enemy).restorations == 0,
            Rank::Part => state.parts_of(enemy).is_some_and(|(left, had)| had > 0 && is_half(left, had)),
        }
    }

    /// Returns true if an enemy's attack reaches an Ace from a hex, regardless of restrictions on its choice.
    #[inline]
    pub fn reaches_from(&self, state: &State, enemy: EnemyId, attack: AttackId, ace: AceId, from: HexId) -> bool {
        let bands = self.kind(state, enemy).attacks[attack.index()].bands;
        bands.reaches(self.range(state, from, state.ace(ace).at))
    }

    /// Returns true if an enemy may choose an Ace for an attack from a hex: Flashy and Obfuscating restrict the choice.
    #[inline]
    pub fn may_choose(&self, state: &State, enemy: EnemyId, attack: AttackId, ace: AceId, from: HexId) -> bool {
        let free = state.enemy(enemy).flashed_by.is_empty() && !state.ace(ace).obfuscated;
        free || self.may_choose_bound(state, enemy, attack, ace, from)
    }

    /// Returns the same if the choice is restricted.
    #[cold]
    fn may_choose_bound(&self, state: &State, enemy: EnemyId, attack: AttackId, ace: AceId, from: HexId) -> bool {
        let flashed_by = state.enemy(enemy).flashed_by;
        let mut others = state.exposed().filter(|(other, _)| *other != ace);
        if !flashed_by.is_empty() && !flashed_by.has(ace) {
            // By any of its attacks: the enemy may not pick an attack that does not reach the Aces that bind it.
            let attacks = || state.enemy(enemy).attacks.iter();
            let reaches = |other| attacks().any(|attack| self.reaches_from(state, enemy, attack, other, from));
            return !others.any(|(other, _)| flashed_by.has(other) && reaches(other));
        }
        let reaches = |other| self.reaches_from(state, enemy, attack, other, from);
        !state.ace(ace).obfuscated || !others.any(|(other, at)| !at.obfuscated && reaches(other))
    }
}

/// Returns true if a hex can be entered on foot: a rooftop cannot ("Rooftop").
#[inline]
pub fn is_open(state: &State, hex: HexId) -> bool {
    state.fields.rooftops.is_empty() || !state.fields.rooftops.has(hex)
}

impl<D> Mission<D> {
    /// Returns the shot of an Ace against an enemy with an armament now, and the reductions of its Harm.
    #[inline]
    pub fn shot(&self, state: &State, ace: AceId, armament: ArmSlot, target: EnemyId) -> (Shot, Guard) {
        let ranges = self.ranges(state, ace);
        let steps = self.range(state, state.ace(ace).hex(), state.enemy(target).at);
        let mut guard = self.enemy_guard(state, target);
        guard.less = self.cover_less(state, steps, target);
        (self.shot_at(state, ace, armament, target, &ranges), guard)
    }

    /// Returns the dice of the roll that a damaged system needs, integral or modular (A49).
    #[inline]
    pub fn item_dice(&self, state: &State, ace: AceId, item: ItemSlot) -> i8 {
        let (frame, attributes) = (state.ace(ace), self.ace(ace).attributes);
        match self.kit(ace).integral.has(item) {
            true => attributes.drive as i8 - frame.superstructure as i8,
            false => attributes.control as i8 - frame.sensors as i8,
        }
    }

    /// Returns the dice of the roll that damaged legs need to move; `None` without damage. The first hit makes the roll
    /// necessary, and each further hit takes a die (A47).
    #[inline]
    pub fn legs_dice(&self, state: &State, ace: AceId) -> Option<i8> {
        let legs = state.ace(ace).legs;
        (legs > 0).then(|| self.ace(ace).attributes.speed as i8 - (legs as i8 - 1))
    }

    /// Returns the highest face of an attack of an Ace: lower in a firefight outside cover ("Pitched Firefight").
    #[inline]
    pub fn best_face(&self, state: &State, ace: AceId) -> u8 {
        let covered = || state.ace(ace).at.is_some_and(|at| state.fields.cover.has(at));
        if state.everywhere.pitched_firefight && !covered() { self.rules.fields.firefight_face } else { 6 }
    }

    /// Returns the Harm of a system to an enemy before reductions: marks add to it (A33), extended range subtracts
    /// (A28).
    #[inline]
    pub fn item_harm(&self, state: &State, harm: u8, enemy: EnemyId, steps: u8) -> u8 {
        (harm + u8::from(state.marks.painted.has(enemy))).saturating_sub(u8::from(steps > 2))
    }

    /// Returns the shot of an attack.
    #[inline]
    pub(super) fn shot_at(
        &self,
        state: &State,
        ace: AceId,
        armament: ArmSlot,
        target: EnemyId,
        ranges: &Ranges,
    ) -> Shot {
        let (kit, number) = (self.kit(ace), self.arm_in_use(state, ace, armament));
        let arm = &kit.arms[number.index()].armament;
        let frame = state.ace(ace);
        let steps = self.range(state, frame.hex(), state.enemy(target).at);
        let mut dice = i8::from(state.marks.painted.has(target)) + frame.aim as i8;
        dice -= frame.sensors as i8 + i8::from(frame.distracted) + i8::from(steps > 2);
        if state.everywhere.reactive_gas && arm.tags.has(Tag::Energy) {
            dice += self.rules.fields.gas_dice as i8;
        }
        let inputs = ShotInputs {
            in_force: self.in_force(state, ace, (arm.tags, number), steps, ranges),
            dice,
            harm: u8::from(frame.encouraged),
            feed_motors: kit.number(Trait::TripledFeedMotors, Number::Harm),
        };
        Shot::of(arm, &inputs)
    }

    /// Returns the tags with a condition that holds for an armament now.
    #[inline]
    fn in_force(&self, state: &State, ace: AceId, (tags, number): (Tags, ArmId), steps: u8, ranges: &Ranges) -> Tags {
        let frame = state.ace(ace);
        let mut holding = Tags::NONE;
        if tags.and(BY_RESOURCES) != Tags::NONE {
            holding = by_resources(frame.vigor, frame.max_vigor, frame.tension, frame.max_tension);
        }
        let mut see = |tag: Tag, holds: bool| {
            if holds {
                holding = holding.with(tag);
            }
        };
        see(Tag::Charge, !frame.fired.has(number));
        see(Tag::Stationary, frame.moves == 0);
        let moved = match self.rules.armaments.mobile_counts {
            Movement::Events => frame.moves,
            Movement::Bands => frame.hexes,
        };
        see(Tag::Mobile, moved >= 2);
        let memory = self.last_fired(state, ace);
        see(Tag::SpinUp, memory.has(number));
        see(Tag::Scoped, steps >= 2 && ranges.none_near());
        see(Tag::Sighted, steps == 0 && (ranges.present[1] | ranges.present[2]).is_empty());
        holding
    }

    /// Returns the armaments of the last attack action; the two attacks of Parallel Processors are one action.
    fn last_fired(&self, state: &State, ace: AceId) -> ArmSet {
        let turn = &state.turn;
        let frame = state.ace(ace);
        if turn.ace == Some(ace) && turn.due.second { turn.before_second } else { frame.last_fired }
    }
}

/// Tags that depend on Vigor and Tension.
const BY_RESOURCES: Tags = Tags::NONE.with(Tag::Critical).with(Tag::Focused).with(Tag::Impulsive).with(Tag::Polished);

impl<D> Mission<D> {
    /// Returns true if an Ace can pay for a use of a system now, with `tension` Tension in addition (A38).
    #[inline]
    pub fn can_pay(&self, state: &State, ace: AceId, item: ItemSlot, tension: u8) -> bool {
        self.payable(state, ace, tension).has(item)
    }

    /// Returns the systems that an Ace can pay for now, with `tension` Tension in addition (A38).
    #[inline]
    pub(super) fn payable(&self, state: &State, ace: AceId, tension: u8) -> ItemSet {
        let (frame, kit) = (state.ace(ace), self.kit(ace));
        if frame.tension < tension {
            return ItemSet::EMPTY;
        }
        let (used, held_out) =
            if frame.life == Life::LastStand { Default::default() } else { (frame.used, frame.held_out) };
        let ready = kit.all - held_out - (used & kit.limited);
        match frame.ammo {
            0 if frame.tension > tension => (ready & kit.holdout) - used,
            0 => ItemSet::EMPTY,
            _ => ready,
        }
    }
}

/// Returns true if the attack under way may be rerolled: this needs Tension and a possible better result (A08).
pub fn may_reroll<D>(mission: &Mission<D>, state: &State) -> bool {
    let (ace, rules) = (state.turn.acting(), &mission.rules);
    let Some(Attack { shot, roll, rerolls, .. }) = state.turn.attack else { return false };
    let dice = shot.dice + mission.ace(ace).reroll_dice as i8;
    let fixed = dice <= 0 && rules.rolls.empty_pool == EmptyPool::Failure;
    let may = state.ace(ace).tension > 0 && rerolls < rules.turn.rerolls;
    may && roll.result < mission.best_face(state, ace) && !fixed
}

/// Returns true if a system could remove Armor and Shields from the target of the attack under way before its Harm
/// (A34, A68). All other systems can wait until after the Harm.
pub fn may_lay_bare<D>(mission: &Mission<D>, state: &State) -> bool {
    let ace = state.turn.acting();
    let kit = mission.kit(ace);
    let Some(Attack { target, roll, .. }) = state.turn.attack else { return false };
    if kit.emp.is_empty() || roll.outcome(&mission.rules.rolls) == Outcome::Failure {
        return false;
    }
    let guard = mission.enemy_guard(state, target);
    let bare = guard.armor == 0 && guard.shields == 0;
    !bare && !(mission.payable(state, ace, 0) & kit.emp).is_empty()
}

/// Returns the systems that an Ace can pay for while something else is under way (A68). Damaged systems are excluded if
/// no further consequence can become due.
pub fn payable_meanwhile<D>(mission: &Mission<D>, state: &State) -> ItemSet {
    let (ace, due) = (state.turn.acting(), &state.turn.due);
    let payable = mission.payable(state, ace, 0);
    let full = due.later.is_some() || due.roll && due.answer.is_some();
    if full { payable - state.ace(ace).rolled_items } else { payable }
}

/// Returns the enemies that may be picked next: in reach, with a higher number than those picked, and near those if the
/// system requires it.
pub fn picks<D>(mission: &Mission<D>, state: &State) -> EnemySet {
    let (ace, aim) = (state.turn.acting(), &state.turn.aim);
    let Effect::Volley { at, together, .. } = mission.kit(ace).items[aim.item.index()].effect else {
        return EnemySet::EMPTY;
    };
    let ranges = mission.ranges(state, ace);
    let further = mission.within(ace, at, &ranges).above(aim.picked);
    if !together {
        return further;
    }
    let map = &mission.encounter(state).map;
    let apart = |a: EnemyId, b: EnemyId| map.distance(state.enemy(a).at, state.enemy(b).at) > 1;
    let fits = |enemy: &EnemyId| !aim.picked.iter().any(|other| apart(*enemy, other));
    further.iter().filter(fits).collect()
}

/// Returns the targets of a second attack of Parallel Processors: with another armament, and by the rules at another
/// target (A29).
pub fn second_targets<D>(mission: &Mission<D>, state: &State, armament: ArmSlot, ranges: &Ranges) -> EnemySet {
    let Some(first) = state.turn.attack.filter(|first| first.armament != armament) else { return EnemySet::EMPTY };
    let targets = mission.attackable(state, state.turn.acting(), armament, ranges);
    if mission.rules.traits.parallel_targets_differ { targets - EnemySet::of(first.target) } else { targets }
}

/// Returns true if a second attack is possible.
pub fn has_second<D>(mission: &Mission<D>, state: &State) -> bool {
    let ace = state.turn.acting();
    let ranges = mission.ranges(state, ace);
    mission.kit(ace).slots().any(|armament| !second_targets(mission, state, armament, &ranges).is_empty())
}

/// Returns the hexes of a free step: systems can reach rooftops, motors cannot.
pub fn steps<'a, D>(
    mission: &'a Mission<D>,
    state: &'a State,
    ace: AceId,
    why: Step,
) -> impl Iterator<Item = HexId> + 'a {
    let around = mission.encounter(state).map.around(state.ace(ace).hex()).iter().copied();
    around.filter(move |to| why != Step::Drive || is_open(state, *to))
}

/// Returns true if a free step is possible.
pub fn can_step<D>(mission: &Mission<D>, state: &State, ace: AceId, why: Step) -> bool {
    steps(mission, state, ace, why).next().is_some()
}
