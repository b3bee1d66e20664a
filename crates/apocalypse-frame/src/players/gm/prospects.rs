//! Worth of the attacks, places and steps of an enemy, for a game master.
//!
//! The worth of attacks by distance is computed once and looked up for every hex in reach.

use super::View;
use crate::ids::{AttackId, AttackSet, ColossusId, EnemyId, EnemySet, HexId};
use crate::mission::{MissionDice, candidates};
use crate::{
    catalogue::tag::Tag, encounter::MAX_ACES, mission::kit::AttackKit, mission::reach::is_open, mission::state::Enemy,
};

// Worth of attacks by distance.

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

impl<D: MissionDice> View<'_, D> {
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

// Worth of places for an enemy: reach, cover, distance for the wounded, hazards and bombardments.

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

impl<D: MissionDice> View<'_, D> {
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

// Worth of a step of a whole colossus: the attacks of its parts after the step (A65).

/// Weight of an attack that a part can make in later turns.
const LATER: f64 = 0.15;

/// A possible step of a colossus, and its gain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Swing {
    colossus: ColossusId,
    step: (i8, i8),
    gain: f64,
}

/// The sum of the highest few values.
struct Top {
    all: [f64; MAX_ACES],
    count: usize,
}

impl Top {
    fn new(count: u8) -> Top {
        Top { all: [0.0; MAX_ACES], count: usize::from(count).min(MAX_ACES) }
    }

    fn push(&mut self, worth: f64) {
        let mut worth = worth;
        for place in &mut self.all[..self.count] {
            if worth > *place {
                std::mem::swap(place, &mut worth);
            }
        }
    }

    fn sum(&self) -> f64 {
        self.all[..self.count].iter().sum()
    }
}

impl<D: MissionDice> View<'_, D> {
    /// Lists the steps of every colossus that moves as a whole; `parts` is scratch space.
    pub(super) fn swings(&self, parts: &mut Vec<Prospects>, into: &mut Vec<Swing>) {
        into.clear();
        let (mission, state) = (self.mission, self.state);
        if mission.encounter(state).colossi.is_empty() {
            return;
        }
        let mut seen = EnemySet::EMPTY;
        for part in state.marks.up.iter() {
            if seen.has(part) || !mission.carries(state, part) {
                continue;
            }
            let all = mission.parts_beside(state, part);
            seen |= all;
            parts.clear();
            parts.extend(all.iter().map(|part| self.prospects(part)));
            let Some(colossus) = state.enemy(part).colossus else { continue };
            let now = self.might(parts, (0, 0));
            for (to, _) in mission.carried_ways(state, part) {
                let step = mission.step_between(state, state.enemy(part).at, to);
                into.push(Swing { colossus, step, gain: self.might(parts, step) - now });
            }
        }
    }

    /// Worth of the attacks and places of the parts after a step, in this turn and in later turns.
    fn might(&self, parts: &[Prospects], step: (i8, i8)) -> f64 {
        let state = self.state;
        let others = if self.answer { 0 } else { state.gm.activations };
        let (mut soon, mut later) = (Top::new(others), Top::new(self.mission.activations(state)));
        let (mut near, mut safety) = (f64::NEG_INFINITY, 0.0);
        for part in parts {
            let Some(at) = self.mission.shifted(state, state.enemy(part.enemy).at, step) else { continue };
            let (strike, nearness) = self.reach(part, at, true);
            later.push(strike);
            if part.attacks && !self.answer {
                soon.push(strike);
            }
            near = near.max(nearness);
            safety -= self.danger(part.enemy, at);
        }
        soon.sum() + LATER * later.sum() + safety + if near.is_finite() { near } else { 0.0 }
    }

    /// Returns the worth of a hex that an enemy moves to, and the worth of the attack from there. The caller subtracts
    /// the worth of staying. A part of a colossus moves the whole colossus.
    #[inline]
    pub(super) fn goal(&self, prospects: &Prospects, to: HexId) -> (f64, f64) {
        let this = self.state.enemy(prospects.enemy);
        let Some(colossus) = this.colossus.filter(|_| self.mission.carries(self.state, prospects.enemy)) else {
            return self.place(prospects, to);
        };
        let step = self.mission.step_between(self.state, this.at, to);
        let same = |swing: &&Swing| swing.colossus == colossus && swing.step == step;
        let gain = self.swings.iter().find(same).map_or(0.0, |swing| swing.gain);
        (gain, self.reach(prospects, to, true).0)
    }

    /// Worth of staying for an enemy, on the scale of `goal`.
    pub(super) fn stay(&self, prospects: &Prospects) -> f64 {
        match self.mission.carries(self.state, prospects.enemy) {
            true => 0.0,
            false => self.place(prospects, self.state.enemy(prospects.enemy).at).0,
        }
    }

    /// Lists the hexes in reach of one Move or Sprint of an enemy.
    pub(super) fn ways(&self, enemy: EnemyId, into: &mut Vec<HexId>) {
        into.clear();
        let (mission, state) = (self.mission, self.state);
        if !mission.may_move(state, enemy) {
            return;
        }
        let at = state.enemy(enemy).at;
        match state.enemy(enemy).colossus.filter(|_| mission.carries(state, enemy)) {
            Some(colossus) => {
                let steps = self.swings.iter().filter(|swing| swing.colossus == colossus);
                into.extend(steps.filter_map(|swing| mission.shifted(state, at, swing.step)));
            }
            None => self.walks(at, into),
        }
    }
}
