//! A company's turn: dogfights, flights, and the way home before the fuel is gone.

use super::super::super::battle::candidates::moves::{DIRECTIONS, direction, goal};
use super::super::super::battle::legal::attack::{company_targets, crosses};
use super::super::super::battle::legal::dice::worth_giving;
use super::super::super::battle::legal::flight::may_fly;
use super::super::super::battle::odds::Situation;
use super::super::super::battle::state::{Colour, Die, Target, Turn};
use super::super::super::battle::{Action, Dice};
use super::super::view::{Mark, View};
use super::few::Few;
use super::home::{USUAL, serves};
use crate::geometry::Point;

/// A place to fly to, with its value.
#[derive(Clone, Copy)]
struct Way {
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

impl<D: Dice> View<'_, D> {
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
    fn dogfight(&self, _: u8, target: u8, pips: u8) -> f64 {
        let Mark { spot, defense, life, kind } = Mark::new(self.state.asset(target));
        self.harm(target, self.odds.pips(pips, spot, defense, Situation::dogfight(kind), life))
    }

    /// Returns the cheapest die that pays for a flight of `far` units.
    fn pays(&self, turn: &Turn, far: f64) -> Option<Die> {
        let dice = worth_giving(turn, Colour::Green);
        let pips = |die: &Die| turn.hand().value(Colour::Green, *die);
        dice.filter(|die| f64::from(pips(die)) >= far)
            .min_by(|a, b| self.cost_of(turn, *a).total_cmp(&self.cost_of(turn, *b)).then(pips(a).cmp(&pips(b))))
    }

    fn best_way(&self, turn: &Turn, here: f64) -> Option<Way> {
        let company = self.state.asset(turn.asset);
        let (from, passes) = (company.pose.at, crosses(company));
        let mut best: Option<Way> = None;
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
    fn each_way(&self, turn: &Turn, here: f64, mut see: impl FnMut(Way)) -> Option<(f64, Point)> {
        let company = self.state.asset(turn.asset);
        let budget = worth_giving(turn, Colour::Green).map(|die| turn.hand().value(Colour::Green, die)).max()?;
        let from = company.pose.at;
        let mut far: Option<(f64, Point)> = None;
        for other in self.each(self.state.on_table() & !(1 << turn.asset)) {
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
            see(Way { worth: place + attack - self.cost_of(turn, die), to, die, attack });
        }
        far
    }

    /// Returns the value of a place that is `beyond` units farther than one flight; negative infinity if the fuel does
    /// not last.
    fn late(&self, turn: &Turn, other: u8, beyond: f64) -> f64 {
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
    fn is_idle(&self, turn: &Turn, other: u8) -> bool {
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
        let strangers = self.state.aboard(other) & !self.state.of(self.me) != 0;
        !fuels && !strangers && asset.captor() != Some(self.me)
    }

    /// Returns the value of the place at another asset with `fuel` left, and that of an attack from there.
    fn goal_worth(&self, turn: &Turn, other: u8, fuel: u8) -> (f64, f64) {
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

    fn usual_attack(&self, turn: &Turn, target: u8) -> f64 {
        let pips = worth_giving(turn, Colour::Red).map(|die| turn.hand().value(Colour::Red, die)).max();
        pips.map_or(0.0, |pips| self.dogfight(turn.asset, target, pips))
    }

    /// Returns the flight of full length in the direction closest to a far place.
    fn toward(&self, turn: &Turn, to: Point, worth: f64) -> Option<Way> {
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
        may_fly(self.battle, self.state, crosses(company), from, at).then_some(Way { worth, to: at, die, attack: 0.0 })
    }
}
