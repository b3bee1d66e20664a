//! Who reaches whom, for play and for policies.

use super::super::catalogue::enemy::Rank;
use super::super::catalogue::frame::Trait;
use super::super::catalogue::tag::Bands;
use super::super::hexes::NOWHERE;
use super::Mission;
use super::state::{Mask, State, each};

/// Enemies by their distance from a hex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ranges {
    /// Those at 0 to 3 hexes as an attack counts them, with what rooftops add.
    pub by: [Mask; 4],
    /// Those at 0 to 2 hexes, for the conditions of tags and traits (A27).
    pub present: [Mask; 3],
}

impl Ranges {
    /// Enemies in any of these bands.
    #[inline]
    pub fn within(&self, bands: Bands) -> Mask {
        let band = |steps: u8| if bands.reaches(steps) { self.by[usize::from(steps)] } else { 0 };
        band(0) | band(1) | band(2)
    }

    /// Whether no enemy is Close or Near.
    #[inline]
    pub fn none_near(&self) -> bool {
        self.present[0] | self.present[1] == 0
    }

    /// Whether no enemy is in any band.
    #[inline]
    pub fn none_at_all(&self) -> bool {
        self.present[0] | self.present[1] | self.present[2] == 0
    }
}

/// By distance, where its mask begins in the two words that hold the masks of 0 to 3 hexes. There are entries for all
/// distances, so that no branch need foresee which are farther.
static HALVES: [(u64, u64); 256] = {
    let mut halves = [(0, 0); 256];
    (halves[0], halves[1], halves[2], halves[3]) = ((1, 0), (1 << 32, 0), (0, 1), (0, 1 << 32));
    halves
};

impl<D> Mission<D> {
    /// Hexes between two places as attacks count them: rooftops are farther from the ground ("Rooftop").
    #[inline]
    pub fn range(&self, state: &State, from: u8, to: u8) -> u8 {
        let steps = self.encounter(state).map.distance(from, to);
        let roofs = state.fields.rooftops;
        if roofs != 0 && roofs >> to & 1 == 1 && roofs >> from & 1 == 0 {
            return steps + self.rules.fields.rooftop_hexes;
        }
        steps
    }

    /// Enemies by their distance from an Ace.
    #[inline]
    pub fn ranges(&self, state: &State, ace: u8) -> Ranges {
        self.ranges_from(state, state.ace(ace).at)
    }

    /// Enemies by their distance from a hex.
    #[inline]
    pub fn ranges_from(&self, state: &State, at: u8) -> Ranges {
        let downed = self.rules.armaments.downed_primes_near && state.marks.down != 0;
        if state.fields.rooftops != 0 || downed { self.widened(state, at) } else { self.on_the_ground(state, at) }
    }

    /// The same where nothing but hexes lies between.
    #[inline]
    fn on_the_ground(&self, state: &State, at: u8) -> Ranges {
        let row = self.encounter(state).map.row(at);
        // Two masks to a word: a table of masks indexed by distance would wait for its own writes.
        let (mut low, mut high) = (0u64, 0u64);
        for enemy in each(state.marks.up) {
            let steps = row[usize::from(state.enemy(enemy).at & NOWHERE)];
            let (to_low, to_high) = HALVES[usize::from(steps)];
            low |= to_low << enemy;
            high |= to_high << enemy;
        }
        let (close, near, far, third) = (low as Mask, (low >> 32) as Mask, high as Mask, (high >> 32) as Mask);
        Ranges { by: [close, near, far, third], present: [close, near, far] }
    }

    /// The same where there are rooftops, or Primes that are down count.
    #[cold]
    fn widened(&self, state: &State, at: u8) -> Ranges {
        let mut ranges = Ranges { by: [0; 4], ..self.on_the_ground(state, at) };
        for enemy in each(state.marks.up) {
            let steps = usize::from(self.range(state, at, state.enemy(enemy).at));
            if let Some(band) = ranges.by.get_mut(steps) {
                *band |= 1 << enemy;
            }
        }
        if self.rules.armaments.downed_primes_near {
            for enemy in each(state.marks.down) {
                let steps = usize::from(self.encounter(state).map.distance(at, state.enemy(enemy).at));
                if let Some(band) = ranges.present.get_mut(steps) {
                    *band |= 1 << enemy;
                }
            }
        }
        ranges
    }

    /// Whether an Ace reaches 3 hexes (A28).
    #[inline]
    pub fn sees_far(&self, ace: u8, ranges: &Ranges) -> bool {
        self.kit(ace).has(Trait::LongRangeOptics) && ranges.none_near()
    }

    /// Number of the armament an Ace has at a place of its frame: the armament's own, or its backup's.
    #[inline]
    pub fn arm_in_use(&self, state: &State, ace: u8, armament: u8) -> u8 {
        let backup = state.ace(ace).backups >> armament & 1;
        armament + backup * super::super::ace::MAX_ARMAMENTS as u8
    }

    /// Enemies that an Ace can attack with an armament from where it is.
    #[inline]
    pub fn attackable(&self, state: &State, ace: u8, armament: u8, ranges: &Ranges) -> Mask {
        let arm = &self.kit(ace).arms[usize::from(self.arm_in_use(state, ace, armament))];
        let far = arm.bands.reaches(2) && self.sees_far(ace, ranges);
        ranges.within(arm.bands) | if far { ranges.by[3] } else { 0 }
    }

    /// Whether an enemy can move, or be moved.
    #[inline]
    pub fn may_move(&self, state: &State, enemy: u8) -> bool {
        state.marks.held >> enemy & 1 == 0 && self.kind(state, enemy).rank != Rank::Part
    }

    /// Whether an enemy, from a hex, reaches an Ace with one of its attacks, if it may choose that Ace at all.
    #[inline]
    pub fn reaches_from(&self, state: &State, enemy: u8, attack: u8, ace: u8, from: u8) -> bool {
        let bands = self.kind(state, enemy).attacks[usize::from(attack)].bands;
        bands.reaches(self.range(state, from, state.ace(ace).at))
    }

    /// Whether an enemy may choose an Ace for an attack from a hex: Flashy and Obfuscating bind it.
    #[inline]
    pub fn may_choose(&self, state: &State, enemy: u8, attack: u8, ace: u8, from: u8) -> bool {
        let free = state.enemy(enemy).flashed_by == 0 && !state.ace(ace).obfuscated;
        free || self.may_choose_bound(state, enemy, attack, ace, from)
    }

    /// The same where something binds it.
    #[cold]
    fn may_choose_bound(&self, state: &State, enemy: u8, attack: u8, ace: u8, from: u8) -> bool {
        let flashed_by = state.enemy(enemy).flashed_by;
        let mut others = state.exposed().filter(|(other, _)| *other != ace);
        if flashed_by != 0 && flashed_by >> ace & 1 == 0 {
            // By any of its attacks: it may not choose one that happens not to reach those who bind it.
            let attacks = || each(u32::from(state.enemy(enemy).attacks));
            let reaches = |other| attacks().any(|attack| self.reaches_from(state, enemy, attack, other, from));
            return !others.any(|(other, _)| flashed_by >> other & 1 == 1 && reaches(other));
        }
        let reaches = |other| self.reaches_from(state, enemy, attack, other, from);
        !state.ace(ace).obfuscated || !others.any(|(other, at)| !at.obfuscated && reaches(other))
    }
}

/// Whether a hex is on the map and can be entered on foot: a rooftop cannot ("Rooftop").
#[inline]
pub fn is_open(state: &State, hex: u8) -> bool {
    hex != NOWHERE && (state.fields.rooftops == 0 || state.fields.rooftops >> hex & 1 == 0)
}
