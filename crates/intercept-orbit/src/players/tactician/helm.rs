//! Rough value of a ship's move, and places in set-up.

use super::super::super::attack::{BANDS, Band};
use super::super::super::battle::legal::attack::worth_giving;
use super::super::super::battle::legal::places::{base_speed, is_free, may_place, to_place};
use super::super::super::battle::odds::{OddsRow, TargetCover};
use super::super::super::battle::state::{Asset, Colour, MAX_HVAS, Phase, SetupStep, Target, Turn};
use super::super::super::battle::{Action, BattleDice, candidates};
use super::super::super::space::{Body, Pose};
use super::super::view::{TargetKey, View};
use super::{boarding::LOST, flight::serves};
use crate::ids::{AssetId, AssetSet};
use hitchart_dice::Throw;
use hitchart_mobile_frame::geometry::{Point, larger};

// Rough value of a ship's move before a closer look: weapons in range, the edge, goals.

/// Maximum number of enemy ships to consider.
const BEARINGS: usize = 16;
/// Distance in units outside a band at which weapons bear on nothing at the next turn. Farther out, the share `FAINT`
/// of their value rewards an approach, up to `FAR_OFF` units.
const FADING: f64 = 5.0;
const FAINT: f64 = 0.2;
const FAR_OFF: f64 = 25.0;
/// Maximum number of goals besides weapons: high value assets of other players and own companies adrift.
const CALLS: usize = 16;
/// Number of units by which a company adrift counts as nearer than a high value asset.
const SOONER: f64 = 4.0;
/// Distance ahead, in usual moves, below which the edge is near.
const SAFE_MOVES: f64 = 2.5;

/// An enemy ship: its position, and at each band the harm to it and by it.
#[derive(Clone, Copy)]
struct Bearing {
    at: Point,
    size: f64,
    mine: [f64; BANDS],
    theirs: [f64; BANDS],
}
/// A high value asset that the ship may be in range of at the end of its move.
#[derive(Clone, Copy)]
pub(super) struct Berth {
    /// Its body and pose.
    hva: (Body, Pose),
    /// Value of being in range of it.
    worth: f64,
    size: f64,
}

/// Precomputed parts of the value of a ship's moves.
pub(super) struct Helm {
    berths: [Berth; MAX_HVAS],
    berth_count: usize,
    /// Range in units at which a ship holds a high value asset.
    holds: f64,
    bearings: [Bearing; BEARINGS],
    count: usize,
    /// Positions of goals at the ship's next turn: high value assets, then own companies adrift.
    calls: [Point; CALLS],
    call_count: usize,
    /// Index of the first company adrift in `calls`.
    adrift_from: usize,
    /// Nearest and farthest distance of each band.
    bands: [(f64, f64); BANDS],
    /// The own companies adrift that the ship could fetch and launch again.
    pub(super) adrift: AssetSet,
    /// Length of the ship's usual move straight ahead, in units.
    usual: f64,
    /// Chance, by number of units, that no die of the next turn shortens that move by as much.
    fails: [f64; 7],
    /// Value of having the declared target in band at the end of the move.
    pub(super) pending: f64,
    size: f64,
}

impl<D: BattleDice> View<'_, D> {
    /// Computes the parts of a move's value that all maneuvers share: enemy ships, own weapons and goals.
    pub(super) fn helm(&self, turn: &Turn) -> Helm {
        let asset = self.state.asset(turn.asset);
        let none = Bearing { at: Point::ORIGIN, size: 0.0, mine: [0.0; BANDS], theirs: [0.0; BANDS] };
        let (size, ranges) = (self.battle.space.half_sizes(asset.body).0, &self.battle.rules.ranges);
        let nowhere = Berth { hva: (Body::Hva, Pose::default()), worth: 0.0, size: 0.0 };
        let mut helm = Helm {
            berths: [nowhere; MAX_HVAS],
            berth_count: 0,
            holds: ranges.point_defense,
            bearings: [none; BEARINGS],
            count: 0,
            calls: [Point::ORIGIN; CALLS],
            call_count: 0,
            adrift_from: 0,
            bands: Band::ALL.map(|(band, _)| (band.beyond(ranges), band.farthest(ranges))),
            adrift: if serves(asset) { self.adrift() } else { AssetSet::EMPTY },
            usual: f64::from(base_speed(self.battle, asset)),
            fails: fails(asset),
            pending: 0.0,
            size,
        };
        self.call(&mut helm);
        self.look_for_berths(turn.asset, &mut helm);
        let own = TargetKey::new(asset);
        let ships = self.foes() & self.state.ships();
        for foe in self.each(ships).take(BEARINGS) {
            let to = self.state.asset(foe);
            helm.bearings[helm.count] = none;
            let bearing = &mut helm.bearings[helm.count];
            (bearing.at, bearing.size) = (to.pose.at, self.battle.space.half_sizes(to.body).0);
            let mark = TargetKey::new(to);
            for band in [Band::PointDefense, Band::Assault, Band::Support] {
                let at = OddsRow::of(band, mark.kind, TargetCover::Nothing);
                if let Some(dice) = self.arms(asset, band) {
                    let harm = self.odds.strike(dice, 0, mark.defense, at, mark.life);
                    bearing.mine[band as usize] = self.tactics.bear * self.harm(foe, harm);
                }
                if let Some(dice) = self.arms(to, band) {
                    let harm = self.odds.strike(dice, own.spot, own.defense, at, own.life);
                    bearing.theirs[band as usize] = self.tactics.danger * self.own_harm(asset, harm);
                }
            }
            // Enemies that neither deal nor take harm are left out.
            let bears = bearing.mine.iter().chain(&bearing.theirs).any(|worth| *worth != 0.0);
            helm.count += usize::from(bears);
        }
        if !turn.attacked && turn.target != Target::Nothing {
            let pips = worth_giving(turn, Colour::Red).map(|die| turn.hand().value(Colour::Red, die)).max();
            helm.pending = pips.map_or(0.0, |pips| self.attack_of(turn, pips));
        }
        helm
    }

    /// Collects the high value assets that the ship may be in range of at the end of its move.
    fn look_for_berths(&self, ship: AssetId, helm: &mut Helm) {
        let own = self.state.asset(ship);
        let most = f64::from(self.battle.rules.movement.most) + self.battle.space.reach(own.body) + helm.holds;
        for number in self.each(self.state.hvas() & self.state.standing()) {
            let (hva, worth) = (self.state.placed(number), self.beside(ship, number));
            let far = most + self.battle.space.reach(hva.0);
            let is_near = own.pose.at.distance_squared(hva.1.at) <= far * far;
            if worth > 0.0 && is_near && helm.berth_count < MAX_HVAS {
                helm.berths[helm.berth_count] = Berth { hva, worth, size: self.battle.space.half_sizes(hva.0).0 };
                helm.berth_count += 1;
            }
        }
    }

    /// Returns the value of the high value assets in range of the ship at the end of its move. Those that it gives up
    /// are missing.
    pub(super) fn beside_at(&self, helm: &Helm, end: (Body, Pose)) -> f64 {
        let berths = helm.berths[..helm.berth_count].iter();
        berths.filter(|berth| self.battle.space.within(end, berth.hva, helm.holds)).map(|berth| berth.worth).sum()
    }

    /// Returns the same by distances of centres alone.
    pub(super) fn beside_roughly(&self, helm: &Helm, end: Pose) -> f64 {
        let reach = |berth: &Berth| berth.size + helm.size + helm.holds;
        let near = |berth: &&Berth| berth.hva.1.at.distance_squared(end.at) <= reach(berth) * reach(berth);
        helm.berths[..helm.berth_count].iter().filter(near).map(|berth| berth.worth).sum()
    }

    /// Returns the value of the end of a course by distances of centres alone.
    pub(super) fn roughly(&self, turn: &Turn, helm: &Helm, end: Pose) -> f64 {
        let value = self.value(self.me);
        if !self.battle.space.on_table(end.at) {
            return -self.ruin();
        }
        let room = self.room_ahead(end);
        let mut worth = -self.tactics.edge * value * self.nearness(room);
        if room < helm.usual {
            worth -= self.ruin() * helm.fails[(helm.usual - room).ceil().min(6.0) as usize];
        }
        let mut bears: f64 = 0.0;
        for bearing in &helm.bearings[..helm.count] {
            let gap = bearing.at.distance(end.at) - bearing.size - helm.size;
            let mut feared: f64 = 0.0;
            for band in [Band::PointDefense, Band::Assault, Band::Support] {
                if bearing.mine[band as usize] <= bears && bearing.theirs[band as usize] <= feared {
                    continue;
                }
                let (beyond, farthest) = helm.bands[band as usize];
                let fit = fit(larger(beyond - gap, gap - farthest));
                bears = larger(bears, bearing.mine[band as usize] * fit);
                feared = larger(feared, bearing.theirs[band as usize] * fit);
            }
            worth -= feared;
        }
        worth += bears;
        if helm.pending > 0.0
            && let Some(target) = turn.target.asset()
        {
            let out = self.out_of_band(self.state.asset(turn.asset), end, self.state.asset(target), turn.band);
            worth += helm.pending * (1.0 - out).max(0.0);
        }
        worth += self.beside_roughly(helm, end);
        worth - self.tactics.advance * value * self.to_next_call(helm, end)
    }

    /// Returns the nearness of the edge, from 0 to 1, with `room` units ahead.
    pub(super) fn nearness(&self, room: f64) -> f64 {
        let safe = SAFE_MOVES * f64::from(self.battle.rules.movement.speed.max(1));
        let near = (1.0 - room / safe).max(0.0);
        near * near
    }

    /// Predicts the positions of other players' high value assets and of own companies adrift at the ship's next turn.
    fn call(&self, helm: &mut Helm) {
        let (half, hvas) = (self.battle.space.half(), self.state.hvas() & self.state.standing());
        let others = self.each(hvas - self.state.of(self.me));
        for thing in others.chain(self.each(helm.adrift)).take(CALLS) {
            let asset = self.state.asset(thing);
            let moves = if asset.is_hva() { 1.0 + f64::from(u8::from(!self.state.has_acted(thing))) } else { 0.0 };
            let way = self.battle.space.direction(asset.pose.heading) * f64::from(base_speed(self.battle, asset));
            let at = asset.pose.at + way * moves;
            helm.calls[helm.call_count] = Point::new(at.x.clamp(-half, half), at.y.clamp(-half, half));
            helm.call_count += 1;
            helm.adrift_from += usize::from(asset.is_hva());
        }
    }

    /// Returns the distance in units to the nearest goal from one usual move beyond the end; 0 if there is no goal.
    fn to_next_call(&self, helm: &Helm, end: Pose) -> f64 {
        let ahead = end.at + self.battle.space.direction(end.heading) * helm.usual;
        let nearest = |calls: &[Point]| {
            let least = calls.iter().map(|at| at.distance_squared(ahead)).fold(f64::INFINITY, f64::min);
            least.sqrt()
        };
        let (hvas, adrift) = helm.calls[..helm.call_count].split_at(helm.adrift_from);
        let least = nearest(hvas).min(nearest(adrift) - SOONER);
        if least.is_finite() { least } else { 0.0 }
    }
}

/// Returns the share of a weapon's value that counts `out` units outside its band, or within it.
#[inline]
fn fit(out: f64) -> f64 {
    // Most distances need no division.
    if out <= 0.0 {
        1.0
    } else if out >= FAR_OFF {
        0.0
    } else {
        larger(1.0 - out / FADING, FAINT * (1.0 - out / FAR_OFF))
    }
}

/// Returns, by number of pips, the chance that no white, and no green of a frigate, shows as many.
fn fails(ship: &Asset) -> [f64; 7] {
    let dice = ship.whites + u8::from(ship.body == Body::Frigate);
    std::array::from_fn(|pips| {
        let lower = pips.saturating_sub(1) as f64 / 6.0;
        (0..dice).fold(1.0, |all, _| all * lower)
    })
}

// Set-up: places of ships, high value assets and debris.

/// The grid of candidate places in set-up: places per side, distance of the outer ones from the edge, and headings.
const SIDE: usize = 9;
const MARGIN: f64 = 3.0;
const HEADINGS: u8 = 4;
/// One in `EACH` places is considered, from a random first one.
const EACH: usize = 4;
/// Number of random candidates to compare if the grid does not apply.
const DRAWS: usize = 6;
/// Distance in units between high value assets, placed before any own ship, beyond which each unit costs 1.
const TOGETHER: f64 = 6.5;
/// Room ahead, in ruler units, beyond which more has no value.
const ROOM: f64 = 16.0;

/// Distances of a place in set-up from the nearest own ship or company, the nearest of other players, and the nearest own
/// high value asset; infinite if there is none.
#[derive(Clone, Copy)]
struct Surroundings {
    friend: f64,
    foe: f64,
    hva: f64,
    /// Own high value assets on the table.
    hvas: AssetSet,
}

impl<D: BattleDice> View<'_, D> {
    /// Returns the best grid place of the next asset to place.
    pub(super) fn place(&self, throw: &mut Throw) -> Option<Action> {
        let Phase::Setup(step) = self.state.phase else { return None };
        let mask = to_place(self.state, step, self.me);
        if step == SetupStep::PrimaryShip {
            return self.drawn(throw);
        }
        let asset = self.each(mask).max_by_key(|asset| self.state.asset(*asset).hit_points())?;
        let body = self.state.asset(asset).body;
        let first = throw.below(EACH);
        let mut best: Option<(f64, Pose)> = None;
        // More places are considered as long as a high value asset is lost.
        for from in (0..EACH).map(|further| (first + further) % EACH) {
            let found = self.best_place(step, body, from);
            best = if found.map(|(worth, _)| worth) > best.map(|(worth, _)| worth) { found } else { best };
            if best.is_some_and(|(worth, _)| worth > -LOST / 2.0) {
                break;
            }
        }
        best.map(|(_, pose)| Action::Place { asset, pose }).or_else(|| self.drawn(throw))
    }

    /// Returns the best of every `EACH`th place of the grid, from the `first` on.
    fn best_place(&self, step: SetupStep, body: Body, first: usize) -> Option<(f64, Pose)> {
        let mut best: Option<(f64, Pose)> = None;
        for at in self.battle.space.grid(SIDE, MARGIN).skip(first).step_by(EACH) {
            let around = self.around(at);
            for turn in 0..HEADINGS {
                let heading = (u32::from(self.battle.space.headings()) * u32::from(turn) / u32::from(HEADINGS)) as u8;
                let pose = Pose { at, heading };
                if let Some(worth) = self.place_worth(&around, (body, pose), best.map(|(most, _)| most))
                    && may_place(self.battle, self.state, step, (body, pose))
                    && is_free(self.battle, self.state, (body, pose))
                {
                    best = Some((worth, pose));
                }
            }
        }
        best
    }

    /// Returns the best of a few random candidates.
    fn drawn(&self, throw: &mut Throw) -> Option<Action> {
        let mut best: Option<(f64, Action)> = None;
        for _ in 0..DRAWS {
            let action = candidates::any(self.battle, self.state, |count| throw.below(count))?;
            let most = best.map(|(most, _)| most);
            let better = match action {
                Action::Place { asset, pose } => {
                    self.place_worth(&self.around(pose.at), (self.state.asset(asset).body, pose), most)
                }
                _ => most.is_none_or(|most| most < 0.0).then_some(0.0),
            };
            best = better.map(|worth| (worth, action)).or(best);
        }
        best.map(|(_, action)| action)
    }

    /// Returns the distances of a place in set-up from what is on the table.
    fn around(&self, at: Point) -> Surroundings {
        let (own, others) = (self.state.of(self.me), self.state.standing() - self.state.hvas());
        let nearest = |mask: AssetSet| {
            let apart = |number: AssetId| self.state.asset(number).pose.at.distance(at);
            mask.iter().map(apart).fold(f64::INFINITY, f64::min)
        };
        let hvas = self.state.hvas() & self.state.standing() & own;
        Surroundings { friend: nearest(others & own), foe: nearest(others - own), hva: nearest(hvas), hvas }
    }

    /// Returns the value of a place in set-up if it exceeds that of another, `most`. Every asset needs room ahead. Ships
    /// are placed at assault range from enemies and near own high value assets. High value assets are placed near own ships
    /// with the same heading, and away from enemies.
    fn place_worth(&self, around: &Surroundings, (body, pose): (Body, Pose), most: Option<f64>) -> Option<f64> {
        let is_better = |worth: &f64| most.is_none_or(|most| *worth > most);
        let room = self.room_ahead(pose).min(ROOM) * 0.1;
        let Surroundings { friend, foe, hva, hvas } = *around;
        if body != Body::Hva {
            let reach = self.battle.rules.ranges.assault;
            let toward = if foe.is_finite() { -0.02 * (foe - reach).abs() } else { 0.0 };
            let guarded = if hva.is_finite() { -0.03 * hva } else { 0.0 };
            let worth = room + toward + guarded;
            // Exposed assets only lower the value.
            return Some(worth).filter(is_better).map(|worth| worth + self.exposing((body, pose))).filter(is_better);
        }
        let escort = |ship: AssetId| {
            let ship: &Asset = self.state.asset(ship);
            let along = self.battle.space.direction(ship.pose.heading).dot(self.battle.space.direction(pose.heading));
            along - 0.2 * ship.pose.at.distance(pose.at)
        };
        // Before any own ship is placed: so near to each other that one ship can guard all.
        let apart = |other: AssetId| (self.state.asset(other).pose.at.distance(pose.at) - TOGETHER).max(0.0);
        let escorted = match friend.is_finite() {
            true => {
                let ships = self.state.ships() & self.state.of(self.me);
                ships.iter().map(escort).fold(f64::NEG_INFINITY, f64::max)
            }
            false => -hvas.iter().map(apart).sum::<f64>(),
        };
        let away = if foe.is_finite() { 0.03 * foe } else { 0.0 };
        let worth = room + escorted + away;
        let lost = || if self.may_be_taken((body, pose)) { -LOST } else { 0.0 };
        Some(worth).filter(is_better).map(|worth| worth + lost()).filter(is_better)
    }

    /// Returns a random legal place for debris.
    pub(super) fn place_debris(&self, throw: &mut Throw) -> Option<Action> {
        candidates::any(self.battle, self.state, |count| throw.below(count))
    }

    /// Returns the distance in units from a pose straight ahead to the edge of the table.
    pub(in super::super) fn room_ahead(&self, pose: Pose) -> f64 {
        let (way, half) = (self.battle.space.direction(pose.heading), self.battle.space.half());
        match self.battle.rules.table.shape {
            super::super::super::battle_rules::TableShape::Square => {
                let along = |at: f64, way: f64| {
                    if way.abs() < 1e-9 { f64::INFINITY } else { (half.copysign(way) - at) / way }
                };
                along(pose.at.x, way.x).min(along(pose.at.y, way.y))
            }
            super::super::super::battle_rules::TableShape::Circle => {
                let at: Point = pose.at;
                let (b, c) = (at.dot(way), at.dot(at) - half * half);
                (b * b - c).max(0.0).sqrt() - b
            }
        }
    }
}
