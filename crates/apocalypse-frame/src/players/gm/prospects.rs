//! Worth of an enemy's attacks by distance, computed once and looked up for every hex in reach.

use super::view::View;
use crate::catalogue::tag::Tag;
use crate::encounter::MAX_ACES;
use crate::ids::{AttackId, AttackSet, EnemyId, HexId};
use crate::mission::kit::AttackKit;
use crate::mission::state::Enemy;
use crate::mission::{Dice, candidates};

/// Distances between enemy and Ace with different attacks: the bands, and a step beyond the last.
const APART: usize = 4;
/// Distances with a stored nearness; beyond, nearness falls by the same amount per hex.
const KEPT: usize = 8;
/// Worth of each hex nearer to the reach of an attack, per point of its Harm.
const NEARER: f64 = 0.05;

/// The prospects of one enemy.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prospects {
    pub enemy: EnemyId,
    /// True if the enemy may still attack in this turn.
    pub attacks: bool,
    /// Worth of the best attack without and with a Move before, by Ace and distance; 0 without an attack.
    worth: [[[f64; APART]; MAX_ACES]; 2],
    /// The highest value in `worth`.
    pub most: f64,
    /// Cost of the distance to any attack, by distance to the Ace: 0 if an attack reaches, else negative.
    near: [f64; KEPT],
    /// An attack to check for bound targets, if Flashy or Obfuscating restricts the enemy's targets.
    bound: Option<AttackId>,
}

/// Distance at which an attack is made from `steps` hexes away, after the step of its tags. `None` if the attack does
/// not reach.
fn made_at(kit: &AttackKit, steps: u8) -> Option<u8> {
    let reaches = |steps: u8| kit.bands.reaches(steps).then_some(steps);
    let nearer = || if kit.tags.has(Tag::Approach) && steps > 0 { reaches(steps - 1) } else { None };
    let farther = || if kit.tags.has(Tag::Retreat) { reaches(steps + 1) } else { None };
    reaches(steps).or_else(nearer).or_else(farther)
}

impl<D: Dice> View<'_, D> {
    /// Computes the prospects of an enemy.
    pub(super) fn prospects(&self, enemy: EnemyId) -> Prospects {
        let (mission, state) = (self.mission, self.state);
        let usable = candidates::usable(mission, state, enemy, self.answer);
        let mut prospects = Prospects {
            enemy,
            attacks: !usable.is_empty() && (self.answer || !state.marks.attacked.has(enemy)),
            worth: [[[0.0; APART]; MAX_ACES]; 2],
            most: 0.0,
            near: [f64::NEG_INFINITY; KEPT],
            bound: self.binds(enemy).then(|| usable.lowest()).flatten(),
        };
        self.fill(&mut prospects, usable);
        prospects
    }

    /// Returns true if Flashy or Obfuscating restricts the enemy's targets.
    fn binds(&self, enemy: EnemyId) -> bool {
        !self.state.enemy(enemy).flashed_by.is_empty() || self.state.exposed().any(|(_, ace)| ace.obfuscated)
    }

    fn fill(&self, prospects: &mut Prospects, usable: AttackSet) {
        let this = self.state.enemy(prospects.enemy);
        let moved = Enemy { moves: this.moves + 1, hexes: this.hexes + 1, ..*this };
        let kind = self.mission.kind(self.state, prospects.enemy);
        for attack in usable.iter() {
            let kit = &kind.attacks[attack.index()];
            // Only these tags depend on movement.
            let varies = kit.tags.has(Tag::Stationary) || kit.tags.has(Tag::Mobile);
            self.fill_attack(prospects, (attack, kit), (this, varies.then_some(&moved)));
            let far = kit.bands.farthest().map_or(0, |band| band.hexes());
            let close = kit.bands.nearest().map_or(0, |band| band.hexes());
            for (near, steps) in prospects.near.iter_mut().zip(0u8..) {
                let gap = f64::from(steps.saturating_sub(far)) + 0.5 * f64::from(close.saturating_sub(steps));
                *near = near.max(-NEARER * f64::from(kit.harm) * gap);
            }
        }
    }

    fn fill_attack(
        &self,
        prospects: &mut Prospects,
        (attack, kit): (AttackId, &AttackKit),
        (this, moved): (&Enemy, Option<&Enemy>),
    ) {
        let enemy = prospects.enemy;
        for (steps, from) in (0..APART as u8).filter_map(|steps| made_at(kit, steps).map(|from| (steps, from))) {
            for (ace, _) in self.state.exposed() {
                let standing = self.attack((enemy, this), attack, (ace, from));
                let after = moved.map_or(standing, |moved| self.attack((enemy, moved), attack, (ace, from)));
                let [first, second] = &mut prospects.worth;
                for (place, worth) in [(first, standing), (second, after)] {
                    let place = &mut place[ace.index()][usize::from(steps)];
                    *place = place.max(worth);
                    prospects.most = prospects.most.max(worth);
                }
            }
        }
    }

    /// Returns the worth of the enemy's best attack from a hex, 0 without an attack, and the cost of the distance to
    /// any attack: 0 if an attack reaches, else negative. `moved` is true after a Move.
    #[inline]
    pub(super) fn reach(&self, prospects: &Prospects, at: HexId, moved: bool) -> (f64, f64) {
        let (state, worth) = (self.state, &prospects.worth[usize::from(moved)]);
        let row = self.mission.encounter(state).map.row(at);
        let level = state.fields.rooftops.is_empty();
        let (mut best, mut near) = (0.0f64, f64::NEG_INFINITY);
        for (ace, place) in self.on_map().iter().copied() {
            let steps = if level { row.to(place) } else { self.mission.range(state, at, place) };
            if let Some(worth) = worth[ace.index()].get(usize::from(steps)).filter(|worth| **worth > best) {
                let free = prospects
                    .bound
                    .is_none_or(|attack| self.mission.may_choose(state, prospects.enemy, attack, ace, at));
                best = if free { *worth } else { best };
            }
            near = near.max(prospects.nearness(steps));
        }
        let strike = if best > 0.0 { best - self.toll(prospects.enemy, at) } else { 0.0 };
        (strike, if near.is_finite() { near } else { 0.0 })
    }
}

impl Prospects {
    /// Cost of the distance to any attack on an Ace `steps` hexes away: 0 if an attack reaches, else negative.
    #[inline]
    fn nearness(&self, steps: u8) -> f64 {
        match self.near.get(usize::from(steps)) {
            Some(near) => *near,
            None => {
                let slope = self.near[KEPT - 1] - self.near[KEPT - 2];
                self.near[KEPT - 1] + slope * f64::from(steps - (KEPT as u8 - 1))
            }
        }
    }
}
