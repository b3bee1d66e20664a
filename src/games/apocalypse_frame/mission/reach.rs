//! Ranges between units, for play and for policies.

use super::super::catalogue::enemy::Rank;
use super::super::catalogue::frame::Trait;
use super::super::catalogue::tag::Bands;
use super::super::ids::{AceId, ArmId, ArmSlot, AttackId, EnemyId, EnemySet, HexId};
use super::super::shot::is_half;
use super::Mission;
use super::state::State;

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
