//! Companies and their carriers: a company's turn, the way home, and repair, fuel and launches.

use super::super::super::battle::candidates::moves::{DIRECTIONS, direction, goal};
use super::super::super::battle::legal::attack::{company_targets, crosses, launch_dice, worth_giving};
use super::super::super::battle::legal::places::{in_hangar, launches_left, may_be_placed, may_fly, missing};
use super::super::super::battle::state::{Asset, Colour, Die, Life, Part, Target, Turn};
use super::super::super::battle::{Action, BattleDice};
use super::super::view::{TargetKey, View};
use super::super::{super::battle::odds::OddsRow, super::fleet::Ace, super::ship::System};
use super::Few;
use crate::ids::{AssetId, AssetSet};
use hitchart_mobile_frame::geometry::Point;
use hitchart_play::Game;

// A company's turn: dogfights and flights.

/// A place to fly to, with its value.
#[derive(Clone, Copy)]
struct FlightOption {
    worth: f64,
    to: Point,
    die: Die,
    /// Value of the attack from there.
    attack: f64,
}

/// Share of a place's value that is left for each turn that the flight takes.
const PER_TURN: f64 = 0.7;
/// Distance in units beyond which no asset is considered.
const FAR: f64 = 20.0;

impl<D: BattleDice> View<'_, D> {
    /// Returns the next action of a company: its attack and its flight in the better order.
    pub(super) fn fly(&self, turn: &Turn) -> Option<Action> {
        let company = self.state.asset(turn.asset);
        let here = self.berth(turn.asset, company.pose.at, company.on, company.fuel);
        let attack = if turn.attacked { None } else { self.best_attack(turn) };
        let gain = attack.map_or(0.0, |(worth, _)| worth.max(0.0));
        let way = if turn.moved { None } else { self.best_way(turn, here) };
        if let Some(way) = way {
            let later = if turn.attacked { 0.0 } else { way.attack };
            // The attack comes first if it is as good from here.
            if way.worth > here && (later > gain || gain <= 0.0) {
                return Some(Action::Fly { die: way.die, to: way.to });
            }
        }
        match attack {
            Some((worth, action)) if worth > 0.0 => Some(action),
            _ => Some(Action::Finish),
        }
    }

    /// Returns the most valuable attack of a company from its current place.
    pub(in super::super) fn best_attack(&self, turn: &Turn) -> Option<(f64, Action)> {
        let mut best: Option<(f64, Action)> = None;
        for target in company_targets(self.battle, self.state, turn) {
            for die in worth_giving(turn, Colour::Red) {
                let pips = turn.hand().value(Colour::Red, die);
                let worth = self.dogfight(turn.asset, target, pips) - self.cost_of(turn, die);
                if best.is_none_or(|(most, _)| worth > most) {
                    best = Some((worth, Action::Attack { die, target: Target::Asset(target) }));
                }
            }
        }
        best
    }

    /// Returns the value of a company's attack with a rolled die.
    fn dogfight(&self, _: AssetId, target: AssetId, pips: u8) -> f64 {
        let TargetKey { spot, defense, life, kind } = TargetKey::new(self.state.asset(target));
        self.harm(target, self.odds.pips(pips, spot, defense, OddsRow::dogfight(kind), life))
    }

    /// Returns the cheapest die that pays for a flight of `far` units.
    fn pays(&self, turn: &Turn, far: f64) -> Option<Die> {
        let dice = worth_giving(turn, Colour::Green);
        let pips = |die: &Die| turn.hand().value(Colour::Green, *die);
        dice.filter(|die| f64::from(pips(die)) >= far)
            .min_by(|a, b| self.cost_of(turn, *a).total_cmp(&self.cost_of(turn, *b)).then(pips(a).cmp(&pips(b))))
    }

    fn best_way(&self, turn: &Turn, here: f64) -> Option<FlightOption> {
        let company = self.state.asset(turn.asset);
        let (from, passes) = (company.pose.at, crosses(company));
        let mut best: Option<FlightOption> = None;
        let far = self.each_way(turn, here, |way| {
            if best.is_none_or(|best| way.worth > best.worth) && may_fly(self.battle, self.state, passes, from, way.to)
            {
                best = Some(way);
            }
        });
        let toward = far.filter(|(late, _)| best.is_none_or(|best| *late > best.worth));
        toward.and_then(|(late, to)| self.toward(turn, to, late)).or(best)
    }

    /// Returns the best few flights of a company.
    pub(in super::super) fn flights<const K: usize>(&self, turn: &Turn) -> Few<K> {
        let company = self.state.asset(turn.asset);
        let (from, passes) = (company.pose.at, crosses(company));
        let here = self.berth(turn.asset, from, company.on, company.fuel);
        let mut few = Few::default();
        self.each_way(turn, here, |way| {
            if few.wants(way.worth) && may_fly(self.battle, self.state, passes, from, way.to) {
                few.add(way.worth, Action::Fly { die: way.die, to: way.to });
            }
        });
        few
    }

    /// Passes each flight with a purpose at another asset to `see`. Returns the best place beyond one flight, with its
    /// value.
    fn each_way(&self, turn: &Turn, here: f64, mut see: impl FnMut(FlightOption)) -> Option<(f64, Point)> {
        let company = self.state.asset(turn.asset);
        let budget = worth_giving(turn, Colour::Green).map(|die| turn.hand().value(Colour::Green, die)).max()?;
        let from = company.pose.at;
        let mut far: Option<(f64, Point)> = None;
        for other in self.each(self.state.on_table() - AssetSet::of(turn.asset)) {
            if self.is_idle(turn, other) {
                continue;
            }
            let (place, attack) = self.goal_worth(turn, other, company.fuel);
            if place <= here && attack <= 0.0 {
                continue;
            }
            let Some(to) = goal(self.battle, self.state, turn.asset, other) else { continue };
            let way = from.distance(to);
            if way > f64::from(budget) {
                let late = self.late(turn, other, way - f64::from(budget));
                if late > here && far.is_none_or(|(most, _)| late > most) {
                    far = Some((late, to));
                }
                continue;
            }
            let Some(die) = self.pays(turn, way) else { continue };
            see(FlightOption { worth: place + attack - self.cost_of(turn, die), to, die, attack });
        }
        far
    }

    /// Returns the value of a place that is `beyond` units farther than one flight; negative infinity if the fuel does
    /// not last.
    fn late(&self, turn: &Turn, other: AssetId, beyond: f64) -> f64 {
        let turns = 1 + (beyond / USUAL) as u8;
        let burned = turns.saturating_mul(self.battle.rules.fuel.per_round);
        match self.state.asset(turn.asset).fuel.checked_sub(burned) {
            Some(fuel) if fuel > 0 => self.goal_worth(turn, other, fuel).0 * PER_TURN.powi(turns.into()),
            _ => f64::NEG_INFINITY,
        }
    }

    /// Returns true if a company has nothing to do at another asset. Idle are far assets, enemy companies that are
    /// docked or adrift, and own companies without need of rescue. Own ships matter only if they can refuel the
    /// company, or are boarded or captured from another player.
    fn is_idle(&self, turn: &Turn, other: AssetId) -> bool {
        let (company, asset) = (self.state.asset(turn.asset), self.state.asset(other));
        if company.pose.at.distance_squared(asset.pose.at) > FAR * FAR {
            return true;
        }
        if asset.side() != self.me {
            return asset.is_company() && !asset.stands();
        }
        if !asset.is_ship() {
            return asset.is_company() && !self.wants_rescue(other);
        }
        let fuels = serves(asset) && (!self.lasts(company.fuel) || self.carries(turn.asset));
        let strangers = !(self.state.aboard(other) - self.state.of(self.me)).is_empty();
        !fuels && !strangers && asset.captor() != Some(self.me)
    }

    /// Returns the value of the place at another asset with `fuel` left, and that of an attack from there.
    fn goal_worth(&self, turn: &Turn, other: AssetId, fuel: u8) -> (f64, f64) {
        let asset = self.state.asset(other);
        let on = asset.is_ship().then_some(other);
        // A unit more or less does not matter for what is near.
        let at = asset.pose.at;
        let place = if asset.is_hva() {
            self.beside(turn.asset, other) - self.drifting(at, None, fuel, false)
        } else if asset.is_company() && asset.side() == self.me {
            self.tactics.rescue * self.value(self.me) - self.drifting(at, None, fuel, false)
        } else {
            let brings = asset.side() == self.me && serves(asset) && self.carries(turn.asset);
            let rescued = if brings { self.tactics.rescue * self.value(self.me) } else { 0.0 };
            self.berth(turn.asset, at, on, fuel) + rescued
        };
        let may = !turn.attacked && asset.side() != self.me && !asset.is_hva() && asset.stands();
        let attack = if may { self.usual_attack(turn, other) } else { 0.0 };
        (place, attack)
    }

    fn usual_attack(&self, turn: &Turn, target: AssetId) -> f64 {
        let pips = worth_giving(turn, Colour::Red).map(|die| turn.hand().value(Colour::Red, die)).max();
        pips.map_or(0.0, |pips| self.dogfight(turn.asset, target, pips))
    }

    /// Returns the flight of full length in the direction closest to a far place.
    fn toward(&self, turn: &Turn, to: Point, worth: f64) -> Option<FlightOption> {
        let company = self.state.asset(turn.asset);
        let from = company.pose.at;
        let die = worth_giving(turn, Colour::Green).max_by_key(|die| turn.hand().value(Colour::Green, *die))?;
        let far = f64::from(turn.hand().value(Colour::Green, die));
        let way = (to - from).unit()?;
        let nth = (0..DIRECTIONS).max_by(|a, b| {
            let along = |nth: usize| direction(self.battle, nth).dot(way);
            along(*a).total_cmp(&along(*b))
        })?;
        let at = from + direction(self.battle, nth) * far;
        may_fly(self.battle, self.state, crosses(company), from, at).then_some(FlightOption {
            worth,
            to: at,
            die,
            attack: 0.0,
        })
    }
}

// The way home: companies fly no farther than their fuel brings them back, unless a goal is worth their loss.
// Companies adrift are fetched.

/// Usual length of a company's flight in a turn, in units.
pub(in super::super) const USUAL: f64 = 4.0;
/// Decrease of the chance to drift for each flight to spare.
const TO_SPARE: f64 = 0.35;
/// Chance to drift on an own carrier, which will refuel the company, with one turn of fuel and without. The third is
/// the maximum on an enemy carrier, which may be captured.
const AT_HOME: f64 = 0.1;
const EMPTY_AT_HOME: f64 = 0.5;
const ON_ANOTHERS: f64 = 0.5;

impl<D: BattleDice> View<'_, D> {
    /// Returns the expected cost of fuel that does not last to the end of the battle. `acts` is true if the company
    /// still has a turn this round.
    pub(super) fn drifting(&self, at: Point, on: Option<AssetId>, fuel: u8, acts: bool) -> f64 {
        if self.lasts(fuel) {
            return 0.0;
        }
        let turns = self.lasting(fuel) - if acts { 0.0 } else { 1.0 };
        self.tactics.drift * self.value(self.me) * self.chance_to_drift(at, on, turns)
    }

    /// Returns the chance that a company does not get home within `turns` turns.
    fn chance_to_drift(&self, at: Point, on: Option<AssetId>, turns: f64) -> f64 {
        let carrier = on.map(|ship| self.state.asset(ship)).filter(|ship| serves(ship));
        if carrier.is_some_and(|ship| ship.side() == self.me) {
            return if turns < 1.0 { EMPTY_AT_HOME } else { AT_HOME / turns };
        }
        let spare = turns - self.flights_home(at);
        let chance = (self.tactics.just_enough - TO_SPARE * spare).clamp(self.tactics.stranded.min(1.0), 1.0);
        if carrier.is_some() { chance.min(ON_ANOTHERS) } else { chance }
    }

    /// Returns the approximate number of flights from a point to the nearest own ship with a catapult; infinite if
    /// there is none.
    pub(in super::super) fn flights_home(&self, at: Point) -> f64 {
        let carriers = (self.state.ships() & self.state.of(self.me)).iter().map(|ship| self.state.asset(ship));
        let apart = carriers.filter(|ship| serves(ship)).map(|ship| ship.pose.at.distance_squared(at));
        let least = apart.fold(f64::INFINITY, f64::min);
        if least.is_finite() { (least.sqrt() - 1.0).max(0.0) / USUAL } else { f64::INFINITY }
    }

    /// Returns true if an own company is adrift and not carried.
    pub(super) fn wants_rescue(&self, company: AssetId) -> bool {
        let asset = self.state.asset(company);
        asset.is_company() && asset.side() == self.me && asset.life() == Life::Drifting && asset.carried_by.is_none()
    }

    /// Returns the own companies adrift that are not carried.
    pub(super) fn adrift(&self) -> AssetSet {
        let drifting = (self.state.companies() - self.state.standing()) & self.state.of(self.me);
        AssetSet::from_iter(drifting.iter().filter(|company| self.wants_rescue(*company)))
    }

    /// Returns true if a company carries an own company adrift.
    pub(super) fn carries(&self, company: AssetId) -> bool {
        ((self.state.companies() - self.state.standing()) & self.state.of(self.me))
            .iter()
            .any(|other| self.state.asset(other).carried_by == Some(company))
    }
}

/// Returns true if a ship can fuel and launch companies.
pub(super) fn serves(ship: &Asset) -> bool {
    ship.systems.count(System::Catapult) > 0
}

// Carriers: repair, fuel and launches.

/// Number of places around a ship or high value asset for a launch, and their distance from a high value asset, as in
/// the candidates.
const AROUND: usize = 4;
const BESIDE: f64 = 0.5;
/// Hit points from which on a carrier is expected to survive the round.
const SOUND: f64 = 4.0;
/// Number of ranked goals of a launch.
const RANKED: usize = 6;

/// The best few goals of a launch, the best first.
#[derive(Clone, Copy)]
pub(super) struct Ranked {
    pub(super) best: [(f64, AssetId); RANKED],
    pub(super) count: usize,
}

impl Ranked {
    fn new() -> Ranked {
        Ranked { best: [(f64::NEG_INFINITY, AssetId::default()); RANKED], count: 0 }
    }

    fn add(&mut self, worth: f64, thing: AssetId) {
        let place = self.best[..self.count].iter().position(|(other, _)| worth > *other).unwrap_or(self.count);
        if place == RANKED {
            return;
        }
        let end = self.count.min(RANKED - 1);
        self.best.copy_within(place..end, place + 1);
        self.best[place] = (worth, thing);
        self.count = end + 1;
    }
}

impl<D: BattleDice> View<'_, D> {
    /// Returns a repair if a die is to spare, else the launch that gains the most, else none.
    pub(super) fn launch(&self, actions: &mut Vec<Action>) -> Option<Action> {
        let turn = self.state.turn_in_control()?;
        let companies = in_hangar(self.state, turn.asset);
        let mut best: Option<(f64, AssetId, Die)> = None;
        if launches_left(self.state, turn) {
            for company in companies.iter() {
                let Some((die, fuel)) = self.fuel_for(turn, company) else { continue };
                let gain = self.launch_gain(turn.asset, company, fuel) - self.cost_of(turn, die);
                if gain > 0.0 && best.is_none_or(|(most, ..)| gain > most) {
                    best = Some((gain, company, die));
                }
            }
        }
        if let Some(mend) = self.mend(turn, companies, best.map(|(_, _, die)| die), actions) {
            return Some(mend);
        }
        Some(best.map_or(Action::NoLaunch, |(_, company, die)| Action::Launch { company, die }))
    }

    /// Returns the value of a launch over that of staying.
    pub(super) fn launch_gain(&self, ship: AssetId, company: AssetId, fuel: u8) -> f64 {
        let (own, carrier) = (self.state.asset(company), self.state.asset(ship));
        let ranked = self.berths(company, fuel);
        // Without a better goal, the company is fuelled and stays.
        let near = self.fuelled(ship, company, fuel);
        let best = ranked.best[..ranked.count].first().copied();
        let (goes, to) = best.filter(|(worth, _)| *worth >= near).unwrap_or((near, ship));
        // A company that is aboard with that fuel already would be launched to where it is.
        if own.life() == Life::Standing && own.on == Some(to) && own.fuel >= fuel {
            return 0.0;
        }
        let stays = match own.life() {
            Life::Standing => self.berth(company, own.pose.at, Some(ship), own.fuel),
            Life::Drifting => -self.value(self.me),
            _ => {
                // A docked company drifts if its ship is destroyed.
                let risk = (1.0 - f64::from(carrier.hit_points()) / SOUND).max(0.0) * self.value(self.me);
                self.aboard_worth(company, ship, fuel) + self.tactics.reserve * self.value(self.me) - risk
            }
        };
        goes - stays
    }

    /// Returns the value of a company that is fuelled and stays on its carrier.
    fn fuelled(&self, ship: AssetId, company: AssetId, fuel: u8) -> f64 {
        let at = self.state.asset(ship).pose.at;
        self.aboard_worth(company, ship, fuel) - self.drifting(at, Some(ship), fuel, !self.state.has_acted(company))
    }

    /// Returns the smallest die that lasts to the end of the battle, else the greatest, with its fuel. `None` if the
    /// company has no fuel and no die is left.
    fn fuel_for(&self, turn: &Turn, company: AssetId) -> Option<(Die, u8)> {
        let asset = self.state.asset(company);
        let own = (asset.life() == Life::Standing).then_some((Die::None, asset.fuel));
        let dice = launch_dice(turn).map(|die| (die, turn.hand().value(Colour::Yellow, die)));
        let better = |a: (Die, u8), b: (Die, u8)| {
            let (lasts_a, lasts_b) = (self.lasts(a.1), self.lasts(b.1));
            match (lasts_a, lasts_b) {
                (true, true) => {
                    if b.1 < a.1 {
                        b
                    } else {
                        a
                    }
                }
                (true, false) => a,
                (false, true) => b,
                (false, false) => {
                    if b.1 > a.1 {
                        b
                    } else {
                        a
                    }
                }
            }
        };
        own.into_iter().chain(dice).reduce(better)
    }

    /// Returns the best repair of a company with a die that no launch needs.
    fn mend(&self, turn: &Turn, companies: AssetSet, kept: Option<Die>, actions: &mut Vec<Action>) -> Option<Action> {
        let hurt = |company: &AssetId| {
            let (parts, whites) = missing(self.battle, self.state, *company);
            parts.0 != 0 || whites > 0
        };
        let spare = launch_dice(turn).any(|die| Some(die) != kept);
        if !spare || !companies.iter().any(|company| hurt(&company)) {
            return None;
        }
        actions.clear();
        self.battle.candidates(self.state, actions);
        let mut best: Option<(f64, Action)> = None;
        for action in actions.iter() {
            let Action::Mend { company, die, parts, whites } = *action else { continue };
            if Some(die) == kept {
                continue;
            }
            let full = f64::from(self.state.asset(company).hit_points().max(1)) + 3.0;
            let of_parts: f64 = parts.iter().map(|part| self.keeping_part(part)).sum();
            let back = (of_parts + f64::from(whites)) / full;
            let worth = self.tactics.repair * self.value(self.me) * back - self.cost_of(turn, die);
            if worth > 0.0 && best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, *action));
            }
        }
        best.map(|(_, action)| action)
    }

    /// Returns the goals of a company launched with `fuel`, the best first: enemy ships, own ships with boarders, and
    /// high value assets. From a high value asset, the company may go on to a ship nearby.
    pub(super) fn berths(&self, company: AssetId, fuel: u8) -> Ranked {
        let mut ranked = Ranked::new();
        let own = self.state.asset(company);
        let acts = !self.state.has_acted(company);
        let (green, ace) = (own.parts.has(Part::Movement), own.ace == Some(Ace::Green));
        let mut prizes = [(0.0, AssetId::default()); 16];
        let mut count = 0;
        // A captured ship reverts at once if its last holder leaves (I34).
        let held = own.on.filter(|ship| self.state.asset(*ship).captor() == Some(self.me));
        let reverts = held.filter(|ship| own.stands() && self.aboard(*ship, self.me).companies <= 1);
        for ship in self.each(self.state.ships()) {
            let worth = self.aboard_worth(company, ship, fuel);
            if worth <= 0.0 {
                continue;
            }
            let at = self.state.asset(ship).pose.at;
            ranked.add(worth + self.hvas_at(company, at) - self.drifting(at, Some(ship), fuel, acts), ship);
            if count < prizes.len() && reverts != Some(ship) {
                prizes[count] = (worth, ship);
                count += 1;
            }
        }
        for hva in self.each(self.state.hvas() & self.state.standing()) {
            let worth = self.beside(company, hva);
            if worth <= 0.0 || self.state.asset(hva).side() == self.me {
                continue;
            }
            let at = self.state.asset(hva).pose.at;
            let onward = |(prize, ship): &(f64, AssetId)| {
                let gap = self.state.asset(*ship).pose.at.distance(at)
                    - self.battle.space.reach(self.state.asset(*ship).body);
                self.odds.flies(green, ace, gap - BESIDE) * prize
            };
            let next = if acts { prizes[..count].iter().map(onward).fold(0.0, f64::max) } else { 0.0 };
            ranked.add(worth + next - self.drifting(at, None, fuel, acts), hva);
        }
        ranked
    }

    /// Returns the place of a launched company: at its best goal with room, or on or near its carrier if no goal is
    /// better.
    pub(super) fn place_company(&self, actions: &mut Vec<Action>) -> Option<Action> {
        let turn = self.state.turn_in_control()?;
        let (company, fuel) = (turn.launching, self.state.asset(turn.launching).fuel);
        let ranked = self.berths(company, fuel);
        let near = self.fuelled(turn.asset, company, fuel);
        let better = ranked.best[..ranked.count].iter().filter(|(worth, _)| *worth >= near);
        for thing in better.map(|(_, thing)| *thing).chain([turn.asset]) {
            let asset = self.state.asset(thing);
            let gap = if asset.is_ship() { 0.0 } else { BESIDE };
            let ring = self.battle.space.ring(asset.placed(), gap, AROUND);
            let legal = ring.filter(|at| may_be_placed(self.battle, self.state, turn.asset, *at));
            let worth = |at: &Point| self.hvas_at(company, *at);
            if let Some(at) = legal.max_by(|a, b| worth(a).total_cmp(&worth(b))) {
                return Some(Action::PlaceCompany(at));
            }
        }
        actions.clear();
        self.battle.candidates(self.state, actions);
        let worth = |action: &Action| match *action {
            Action::PlaceCompany(at) => self.hvas_at(company, at) - self.flights_home(at),
            _ => f64::NEG_INFINITY,
        };
        actions.iter().copied().max_by(|a, b| worth(a).total_cmp(&worth(b)))
    }
}
