//! What an enemy could do from any place: the worth of its attacks by distance, looked up for every hex it may go to.

use super::view::View;
use crate::games::apocalypse_frame::catalogue::tag::Tag;
use crate::games::apocalypse_frame::encounter::MAX_ACES;
use crate::games::apocalypse_frame::ids::{AttackId, AttackSet, EnemyId, HexId};
use crate::games::apocalypse_frame::mission::kit::AttackKit;
use crate::games::apocalypse_frame::mission::state::Enemy;
use crate::games::apocalypse_frame::mission::{Dice, candidates};

/// Hexes between enemy and Ace at which attacks are told apart: the bands, and a step beyond the last.
const APART: usize = 4;
/// Hexes for which nearness is kept; beyond, every hex counts alike.
const KEPT: usize = 8;
/// Worth of each hex nearer to where an attack reaches, for each point of its Harm.
const NEARER: f64 = 0.05;

/// The prospects of one enemy.
#[derive(Clone, Copy, Debug)]
pub struct Prospects {
    pub enemy: EnemyId,
    /// Whether it may still attack, as far as this turn goes.
    pub attacks: bool,
    /// Worth of its best attack where it has not moved before, and where it has: by Ace and hexes between; 0 for none.
    worth: [[[f64; APART]; MAX_ACES]; 2],
    /// The highest of these.
    pub most: f64,
    /// How far it is from making any attack, by hexes between: 0 where one reaches, else less.
    near: [f64; KEPT],
    /// An attack that is bound by what binds them all, where anything does: Flashy, Obfuscating.
    bound: Option<AttackId>,
}

/// Hexes between where an attack is made that is chosen from so many away, with the step it may make; none where it does
/// not reach.
fn made_at(kit: &AttackKit, steps: u8) -> Option<u8> {
    let reaches = |steps: u8| kit.bands.reaches(steps).then_some(steps);
    let nearer = || if kit.tags.has(Tag::Approach) && steps > 0 { reaches(steps - 1) } else { None };
    let farther = || if kit.tags.has(Tag::Retreat) { reaches(steps + 1) } else { None };
    reaches(steps).or_else(nearer).or_else(farther)
}

impl<D: Dice> View<'_, D> {
    /// The prospects of an enemy.
    pub fn prospects(&self, enemy: EnemyId) -> Prospects {
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

    /// Whether some Aces draw attacks from others.
    fn binds(&self, enemy: EnemyId) -> bool {
        !self.state.enemy(enemy).flashed_by.is_empty() || self.state.exposed().any(|(_, ace)| ace.obfuscated)
    }

    fn fill(&self, prospects: &mut Prospects, usable: AttackSet) {
        let this = self.state.enemy(prospects.enemy);
        let moved = Enemy { moves: this.moves + 1, hexes: this.hexes + 1, ..*this };
        let kind = self.mission.kind(self.state, prospects.enemy);
        for attack in usable.iter() {
            let kit = &kind.attacks[attack.index()];
            // Only these tags look at what it has moved.
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

    /// Worth of the best attack that an enemy could make from a hex, having moved or not, 0 for none; and how far it is
    /// there from making any attack: 0 where one reaches, else less.
    #[inline]
    pub fn reach(&self, prospects: &Prospects, at: HexId, moved: bool) -> (f64, f64) {
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
    /// How far an enemy so many hexes from an Ace is from making any attack on it: 0 where one reaches, else less.
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
