//! Worth of places for an enemy: reach, cover, distance for the wounded, hazards and bombardments.

use super::prospects::Prospects;
use super::view::View;
use crate::ids::{EnemyId, HexId};
use crate::mission::Dice;
use crate::mission::reach::is_open;

/// Weight of an attack in reach, for answers and the next GM turn.
const POISED: f64 = 0.05;
/// Worth of cover, and for infantry, which it protects at all ranges.
const COVER: f64 = 0.04;
const COVER_OF_INFANTRY: f64 = 0.1;
/// Cost of a point of Vigor, and of the last point.
const VIGOR: f64 = 0.3;
const LIFE: f64 = 1.2;
/// Worth of each hex to the nearest Ace, up to a step beyond Far, times the lost share of the enemy's Vigor.
const WARY: f64 = 0.12;
const FAR_ENOUGH: u8 = 3;

impl<D: Dice> View<'_, D> {
    /// Cost of Harm past Armor and Shields for an enemy.
    fn cost(&self, enemy: EnemyId, harm: u8) -> f64 {
        let vigor = self.state.enemy(enemy).vigor;
        if harm >= vigor { LIFE.max(VIGOR * f64::from(vigor)) } else { VIGOR * f64::from(harm) }
    }

    /// Cost of attacking from a hex: Harm outside cover in a pitched firefight.
    pub(super) fn toll(&self, enemy: EnemyId, at: HexId) -> f64 {
        let pitched = self.state.everywhere.pitched_firefight;
        if pitched && !self.is_covered(enemy, at) {
            self.cost(enemy, self.mission.rules.fields.firefight_harm)
        } else {
            0.0
        }
    }

    /// Cost of an attack with Energy in reactive gas.
    pub(super) fn gas_toll(&self, enemy: EnemyId) -> f64 {
        if self.state.everywhere.reactive_gas { self.cost(enemy, self.mission.rules.fields.gas_harm) } else { 0.0 }
    }

    fn is_covered(&self, enemy: EnemyId, at: HexId) -> bool {
        let fields = &self.state.fields;
        fields.cover.has(at) || self.state.marks.infantry.has(enemy) && fields.low_cover.has(at)
    }

    /// Returns the worth of a hex without an attack now, and the worth of the attack from there.
    #[inline]
    pub(super) fn place(&self, prospects: &Prospects, at: HexId) -> (f64, f64) {
        let (strike, near) = self.reach(prospects, at, true);
        (near + POISED * strike + self.safety(prospects.enemy, at), strike)
    }

    /// Worth of cover and distance, less the dangers of the hex.
    fn safety(&self, enemy: EnemyId, at: HexId) -> f64 {
        let cover = match (self.is_covered(enemy, at), self.state.marks.infantry.has(enemy)) {
            (false, _) => 0.0,
            (true, false) => COVER,
            (true, true) => COVER_OF_INFANTRY,
        };
        let this = self.state.enemy(enemy);
        let lacking = 1.0 - f64::from(this.vigor) / f64::from(this.max_vigor.max(1));
        let apart = if lacking > 0.0 { self.nearest(at).min(FAR_ENOUGH) } else { 0 };
        cover + WARY * lacking * f64::from(apart) - self.danger(enemy, at)
    }

    /// Expected cost of hazards and bombardments for an enemy that ends its turn at a hex.
    pub(super) fn danger(&self, enemy: EnemyId, at: HexId) -> f64 {
        let rules = &self.mission.rules.fields;
        let hazard = if self.state.hazards().has(at) { self.cost(enemy, rules.hazard_harm) } else { 0.0 };
        let falling = self.state.fields.bombardments;
        if falling.is_empty() {
            return hazard;
        }
        let armor = self.mission.enemy_guard(self.state, enemy).armor;
        let cost = self.cost(enemy, rules.bombardment_harm.saturating_sub(armor));
        let astray = f64::from(rules.bombardment_hits_from - 1) / 6.0;
        let here = if falling.has(at) { 1.0 - astray } else { 0.0 };
        let around = self.mission.encounter(self.state).map.around(at);
        let beside = around.iter().filter(|hex| falling.has(**hex)).count() as f64;
        hazard + cost * (here + beside * astray / 6.0).min(1.0)
    }

    /// Distance to the nearest Ace.
    pub(super) fn nearest(&self, at: HexId) -> u8 {
        let row = self.mission.encounter(self.state).map.row(at);
        self.on_map().iter().map(|(_, place)| row.to(*place)).min().unwrap_or(u8::MAX)
    }

    /// Adds the hexes in reach of a Move or Sprint from a hex.
    pub(super) fn walks(&self, at: HexId, into: &mut Vec<HexId>) {
        let map = &self.mission.encounter(self.state).map;
        // Sprint needs every Ace beyond Far (A59).
        let beyond = if self.nearest(at) > 2 { map.beyond(at) } else { &[] };
        into.extend(map.around(at).iter().chain(beyond).copied().filter(|to| is_open(self.state, *to)));
    }
}
