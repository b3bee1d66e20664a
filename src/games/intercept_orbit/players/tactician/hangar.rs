//! Carriers: repair, fuel and launches.

use super::super::super::battle::legal::dice::launch_dice;
use super::super::super::battle::legal::launch::{in_hangar, launches_left, may_be_placed, missing};
use super::super::super::battle::state::{Colour, Die, Life, Part, Turn, numbers_in};
use super::super::super::battle::{Action, Dice};
use super::super::super::fleet::Ace;
use super::super::view::View;
use crate::geometry::Point;
use hitchart_play::Game;

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
    pub(super) best: [(f64, u8); RANKED],
    pub(super) count: usize,
}

impl Ranked {
    fn new() -> Ranked {
        Ranked { best: [(f64::NEG_INFINITY, 0); RANKED], count: 0 }
    }

    fn add(&mut self, worth: f64, thing: u8) {
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

impl<D: Dice> View<'_, D> {
    /// Returns a repair if a die is to spare, else the launch that gains the most, else none.
    pub(super) fn launch(&self, actions: &mut Vec<Action>) -> Option<Action> {
        let turn = self.state.turn_in_control()?;
        let companies = in_hangar(self.state, turn.asset);
        let mut best: Option<(f64, u8, Die)> = None;
        if launches_left(self.state, turn) {
            for company in numbers_in(companies) {
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
    pub(super) fn launch_gain(&self, ship: u8, company: u8, fuel: u8) -> f64 {
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
    fn fuelled(&self, ship: u8, company: u8, fuel: u8) -> f64 {
        let at = self.state.asset(ship).pose.at;
        self.aboard_worth(company, ship, fuel) - self.drifting(at, Some(ship), fuel, !self.state.has_acted(company))
    }

    /// Returns the smallest die that lasts to the end of the battle, else the greatest, with its fuel. `None` if the
    /// company has no fuel and no die is left.
    fn fuel_for(&self, turn: &Turn, company: u8) -> Option<(Die, u8)> {
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
    fn mend(&self, turn: &Turn, companies: u64, kept: Option<Die>, actions: &mut Vec<Action>) -> Option<Action> {
        let hurt = |company: &u8| {
            let (parts, whites) = missing(self.battle, self.state, *company);
            parts.0 != 0 || whites > 0
        };
        let spare = launch_dice(turn).any(|die| Some(die) != kept);
        if !spare || !numbers_in(companies).any(|company| hurt(&company)) {
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
    pub(super) fn berths(&self, company: u8, fuel: u8) -> Ranked {
        let mut ranked = Ranked::new();
        let own = self.state.asset(company);
        let acts = !self.state.has_acted(company);
        let (green, ace) = (own.parts.has(Part::Movement), own.ace == Some(Ace::Green));
        let mut prizes = [(0.0, 0u8); 16];
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
            let onward = |(prize, ship): &(f64, u8)| {
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
