//! Choices of movement, and other choices of ships: declarations, repairs, and the actions of a hangar.

use super::super::super::attack::{BANDS, Band};
use super::super::super::ship::{System, Systems};
use super::super::super::space::{Body, MAX_SPEED, Maneuver};
use super::super::legal::attack::{
    band_of_company, company_may_attack, crosses, declared_bands, foes, launch_dice, may_declare, ship_can_attack,
    worth_giving,
};
use super::super::legal::places::{
    base_speed, company_at, in_hangar, is_full_repair, is_near_debris, launches_left, may_fly, missing, most_clicks,
    pips_of_clicks,
};
use super::super::state::{Colour, Die, Life, Parts, State, Target, Turn, numbers_in};
use super::super::{Battle, action::Action};
use super::Net;
use crate::ids::{AssetId, AssetSet};
use hitchart_mobile_frame::{dice::DiceLeft, geometry::Point};

// Moves: maneuvers of ships, flights of companies, and attacks that may come before or after them.

/// Most choices of dice to pay for a move: none, the green, four whites.
const MOVE_DICE: usize = 6;

/// Ways to steer a ship with a number of pips: every speed straight ahead, or with hinges clicked. One hinge is clicked
/// at the start or the end of the ruler, or a run of two or of as many as possible. Or both ends are clicked, in
/// opposite directions. The rules also allow other maneuvers.
#[derive(Clone, Copy, Debug)]
pub struct Maneuvers {
    base: u8,
    most: u8,
    clicks: u8,
    /// Pips that each number of clicks costs.
    pips: [u8; 5],
    /// Pips to spend.
    budget: u8,
    /// Number of maneuvers by speed.
    of_speeds: [u8; MAX_SPEED + 1],
}

impl Maneuvers {
    /// Creates the maneuvers of an asset with `budget` pips.
    pub fn new<D>(battle: &Battle<D>, state: &State, asset: AssetId, budget: u8) -> Maneuvers {
        let asset = state.asset(asset);
        let most = battle.rules.movement.most.min(MAX_SPEED as u8);
        let mut maneuvers = Maneuvers {
            base: base_speed(battle, asset).min(most),
            most,
            clicks: most_clicks(battle, asset.body),
            pips: std::array::from_fn(|clicks| pips_of_clicks(battle, clicks as u8)),
            budget,
            of_speeds: [0; MAX_SPEED + 1],
        };
        for speed in maneuvers.speeds() {
            maneuvers.of_speeds[usize::from(speed)] = maneuvers.shapes_of(speed);
        }
        maneuvers
    }

    fn speeds(&self) -> std::ops::RangeInclusive<u8> {
        self.base.saturating_sub(self.budget)..=self.base.saturating_add(self.budget).min(self.most)
    }

    /// Returns the number of hinges that can be clicked `clicks` times each on a course of a speed, and the number of
    /// shapes that this gives on each side.
    fn shapes(&self, speed: u8, clicks: u8) -> (u8, usize) {
        let left = self.budget - self.base.abs_diff(speed);
        let hinges = match self.pips[usize::from(clicks)] {
            0 | 1 => left.min(speed),
            pips => (left / pips).min(speed),
        };
        let singles = usize::from(speed.min(2)) * usize::from(hinges > 0);
        let runs = usize::from(hinges >= 2) + usize::from(hinges >= 3);
        let bends = usize::from(hinges >= 2);
        (hinges, singles + runs + bends)
    }

    /// Returns the number of shapes of a speed: straight ahead, and every shape on either side; at most 41.
    fn shapes_of(&self, speed: u8) -> u8 {
        1 + (1..=self.clicks).map(|clicks| 2 * self.shapes(speed, clicks).1 as u8).sum::<u8>()
    }

    /// Returns the number of maneuvers.
    pub fn count(&self) -> usize {
        self.of_speeds.iter().map(|there| usize::from(*there)).sum()
    }

    /// Returns a maneuver by its number, with its cost in pips.
    pub fn nth(&self, mut nth: usize) -> Option<(Maneuver, u8)> {
        for speed in self.speeds() {
            let there = usize::from(self.of_speeds[usize::from(speed)]);
            if nth < there {
                return Some(self.shape(speed, nth));
            }
            nth -= there;
        }
        None
    }

    /// Calls `visit` with every maneuver that costs at most `most` pips, and with its cost, in order.
    pub fn each_within(&self, most: u8, mut visit: impl FnMut(Maneuver, u8)) {
        for speed in self.speeds() {
            let (straight, changed) = (Maneuver::straight(speed), self.base.abs_diff(speed));
            if changed > most {
                continue;
            }
            visit(straight, changed);
            for clicks in 1..=self.clicks {
                let (hinges, shapes) = self.shapes(speed, clicks);
                for by in [clicks as i8, -(clicks as i8)] {
                    for shape in 0..shapes {
                        let (maneuver, clicked) = bent(straight, hinges, by, shape);
                        let pips = changed + clicked * self.pips[usize::from(clicks)];
                        if pips <= most {
                            visit(maneuver, pips);
                        }
                    }
                }
            }
        }
    }

    fn shape(&self, speed: u8, nth: usize) -> (Maneuver, u8) {
        let (straight, changed) = (Maneuver::straight(speed), self.base.abs_diff(speed));
        let Some(mut nth) = nth.checked_sub(1) else { return (straight, changed) };
        for clicks in 1..=self.clicks {
            let (hinges, shapes) = self.shapes(speed, clicks);
            if nth < 2 * shapes {
                let by = if nth < shapes { clicks as i8 } else { -(clicks as i8) };
                let (maneuver, clicked) = bent(straight, hinges, by, nth % shapes);
                return (maneuver, changed + clicked * self.pips[usize::from(clicks)]);
            }
            nth -= 2 * shapes;
        }
        (straight, changed)
    }
}

/// Returns a straight course with hinges clicked in the shape of this number, and the number of clicked hinges.
fn bent(straight: Maneuver, hinges: u8, by: i8, nth: usize) -> (Maneuver, u8) {
    let last = usize::from(straight.speed) - 1;
    let singles = usize::from(straight.speed.min(2));
    let run = |length: u8| (0..length.into()).fold(straight, |maneuver, hinge| maneuver.with_turn(hinge, by));
    match nth {
        0 => (straight.with_turn(0, by), 1),
        1 if singles == 2 => (straight.with_turn(last, by), 1),
        _ => match nth - singles {
            0 => (straight.with_turn(0, by).with_turn(last, -by), 2),
            1 => (run(2), 2),
            _ => (run(hinges), hinges),
        },
    }
}

/// Dice to steer a ship with, cheapest first; the first entry is no die.
#[derive(Clone, Copy, Debug)]
struct Purse {
    dice: [(u8, Die); MOVE_DICE],
    count: usize,
}

impl Purse {
    fn new(turn: &Turn) -> Purse {
        let mut purse = Purse { dice: [(0, Die::None); MOVE_DICE], count: 1 };
        for die in worth_giving(turn, Colour::Green) {
            let value = turn.hand().value(Colour::Green, die);
            let place = purse.dice[..purse.count].iter().position(|(other, _)| *other > value).unwrap_or(purse.count);
            purse.dice.copy_within(place..purse.count, place + 1);
            purse.dice[place] = (value, die);
            purse.count += 1;
        }
        purse
    }

    fn dearest(&self) -> (u8, Die) {
        self.dice[self.count - 1]
    }

    /// Returns the cheapest die that pays this many pips.
    fn pays(&self, pips: u8) -> Option<Die> {
        self.dice[..self.count].iter().find(|(value, _)| *value >= pips).map(|(_, die)| *die)
    }
}

/// Returns the only move of an asset on its turn; `None` if it can pay for a maneuver or attack first.
pub fn only_sail<D>(battle: &Battle<D>, state: &State, turn: &Turn) -> Option<Maneuver> {
    let asset = state.asset(turn.asset);
    let forced = worth_giving(turn, Colour::Green).is_none() && !ship_can_attack(battle, state, turn);
    forced.then(|| Maneuver::straight(base_speed(battle, asset).min(battle.rules.movement.most)))
}

/// Attacks and maneuvers of a ship or a high value asset. After its move, attacks or nothing more.
///
/// Each maneuver is paid with the cheapest die that suffices. Near debris it may also be paid with the dearest die,
/// because pips may be needed on the way.
pub struct Sails {
    attacks: DiceLeft<Die>,
    target: Target,
    moved: bool,
    maneuvers: Maneuvers,
    maneuver_count: usize,
    purse: Purse,
    spares_pips: bool,
}

impl Sails {
    /// Creates the attacks and maneuvers that a ship or high value asset can still make in its turn.
    pub fn new<D>(battle: &Battle<D>, state: &State, turn: &Turn) -> Sails {
        let mut attacks = worth_giving(turn, Colour::Red);
        if !ship_can_attack(battle, state, turn) {
            attacks = DiceLeft::NONE;
        }
        let purse = Purse::new(turn);
        let maneuvers = Maneuvers::new(battle, state, turn.asset, purse.dearest().0);
        let maneuver_count = if turn.moved { 1 } else { maneuvers.count() };
        let spares_pips = is_near_debris(battle, state, state.asset(turn.asset), battle.rules.movement.most);
        Sails { attacks, target: turn.target, moved: turn.moved, maneuvers, maneuver_count, purse, spares_pips }
    }
}

impl Net for Sails {
    fn entries(&self) -> usize {
        let ways = if self.spares_pips && !self.moved { 2 } else { 1 };
        self.attacks.len() + self.maneuver_count * ways
    }

    fn get(&self, nth: usize) -> Option<Action> {
        let Some(nth) = nth.checked_sub(self.attacks.len()) else {
            let mut dice = self.attacks;
            return dice.nth(nth).map(|die| Action::Attack { die, target: self.target });
        };
        if self.moved {
            return Some(Action::Finish);
        }
        let (maneuver, pips) = self.maneuvers.nth(nth % self.maneuver_count)?;
        let cheapest = self.purse.pays(pips)?;
        if nth < self.maneuver_count {
            return Some(Action::Sail { die: cheapest, maneuver });
        }
        let (_, die) = self.purse.dearest();
        (die != cheapest).then_some(Action::Sail { die, maneuver })
    }
}

/// Shares of the length of a flight at which it may end.
pub const FRACTIONS: [f64; 3] = [1.0, 2.0 / 3.0, 1.0 / 3.0];
/// Number of directions in which companies fly.
pub const DIRECTIONS: usize = 16;
/// Number of free flights with one die.
const FREE: usize = DIRECTIONS * FRACTIONS.len();
/// Share of a reach to which a company flies in order to be within that reach.
const WELL_WITHIN: f64 = 0.98;

/// Distance below which two places look alike to a player.
const ALIKE: f64 = 2e-4;

/// Choices of a company: nothing more, then flights, then attacks. Flights go in every direction at three lengths. They
/// also go to the nearest place at which the company can act on an asset. That place is aboard a ship, within reach of
/// a company or a high value asset, or at a company that drifts.
pub struct Flights<'a, D> {
    battle: &'a Battle<D>,
    state: &'a State,
    turn: &'a Turn,
    attacks: DiceLeft<Die>,
    foes: AssetSet,
    greens: DiceLeft<Die>,
}

impl<'a, D> Flights<'a, D> {
    /// Creates the flights and attacks that a company can still make in its turn.
    pub fn new(battle: &'a Battle<D>, state: &'a State, turn: &'a Turn) -> Self {
        let may_attack = company_may_attack(turn);
        let foes = if may_attack { foes(state, state.asset(turn.asset).side()) } else { AssetSet::EMPTY };
        let greens = if turn.moved { DiceLeft::NONE } else { worth_giving(turn, Colour::Green) };
        Flights { battle, state, turn, attacks: worth_giving(turn, Colour::Red), foes, greens }
    }

    fn attack(&self, nth: usize) -> Option<Action> {
        let mut dice = self.attacks;
        let targets = self.foes.len();
        let (die, target) = (dice.nth(nth / targets)?, self.foes.iter().nth(nth % targets)?);
        band_of_company(self.battle, self.state, self.turn.asset, target)?;
        Some(Action::Attack { die, target: Target::Asset(target) })
    }

    fn ways(&self) -> usize {
        FREE + usize::from(self.state.asset_count)
    }

    /// Returns true if a free flight ends at a place, up to rounding: players see four decimals.
    fn is_free(&self, from: Point, to: Point, budget: f64) -> bool {
        let length = from.distance(to);
        let as_long = FRACTIONS.into_iter().map(|share| budget * share).find(|free| (free - length).abs() < ALIKE);
        let ends = |free: f64, nth| from + direction(self.battle, nth) * free;
        as_long.is_some_and(|free| (0..DIRECTIONS).any(|nth| ends(free, nth).distance(to) < ALIKE))
    }

    fn flight(&self, nth: usize) -> Option<Action> {
        let mut dice = self.greens;
        let die = dice.nth(nth / self.ways())?;
        let budget = f64::from(self.turn.hand().value(Colour::Green, die));
        let asset = self.state.asset(self.turn.asset);
        let from = asset.pose.at;
        let way = nth % self.ways();
        let to = match way.checked_sub(FREE) {
            None => from + direction(self.battle, way / FRACTIONS.len()) * (budget * FRACTIONS[way % FRACTIONS.len()]),
            Some(other) => goal(self.battle, self.state, self.turn.asset, AssetId::new(other as u8))?,
        };
        let near = from.distance_squared(to) <= budget * budget;
        let may = way < FREE || near && !self.is_free(from, to, budget);
        (may && may_fly(self.battle, self.state, crosses(asset), from, to)).then_some(Action::Fly { die, to })
    }
}

/// Returns the direction with this number, below [`DIRECTIONS`].
pub fn direction<D>(battle: &Battle<D>, nth: usize) -> Point {
    let headings = usize::from(battle.space.headings());
    battle.space.direction((nth * headings / DIRECTIONS) as u8)
}

/// Returns the nearest place at which a company can act on another asset; `None` if it already can, or never can.
pub fn goal<D>(battle: &Battle<D>, state: &State, company: AssetId, other: AssetId) -> Option<Point> {
    let (own, asset) = (state.asset(company), state.asset(other));
    if other == company || !state.on_table().has(other) || own.on == Some(other) {
        return None;
    }
    let dogfight = battle.rules.ranges.dogfight * WELL_WITHIN;
    let gap = match asset.body {
        Body::Capital | Body::Frigate => 0.0,
        Body::Hva => dogfight,
        Body::Company if asset.life() == Life::Drifting => 0.0,
        Body::Company if asset.side() != own.side() => dogfight,
        Body::Company | Body::Debris => return None,
    };
    let from = own.pose.at;
    let (here, there) = battle.space.base(company_at(from)).closest(&battle.space.base(asset.placed()));
    let (way, apart) = (there - here, here.distance(there));
    (apart > gap).then(|| from + way * ((apart - gap) / apart))
}

impl<D> Net for Flights<'_, D> {
    fn entries(&self) -> usize {
        let attacks = self.attacks.len() * self.foes.len();
        1 + attacks + self.greens.len() * self.ways()
    }

    fn get(&self, nth: usize) -> Option<Action> {
        let Some(nth) = nth.checked_sub(1) else { return Some(Action::Finish) };
        match nth.checked_sub(self.greens.len() * self.ways()) {
            None => self.flight(nth),
            Some(nth) => self.attack(nth),
        }
    }
}

// Choices of ships: declarations, repairs, and the actions of a hangar.

/// No attack, then every band with every target that the ship may have in it.
pub struct Declarations<'a, D> {
    battle: &'a Battle<D>,
    state: &'a State,
    ship: AssetId,
    bands: [Band; BANDS],
    band_count: usize,
    foes: AssetSet,
}

impl<'a, D> Declarations<'a, D> {
    /// Creates the declarations of the ship with this number.
    pub fn new(battle: &'a Battle<D>, state: &'a State, ship: AssetId) -> Self {
        let (mut bands, mut band_count) = ([Band::Dogfight; BANDS], 0);
        for band in declared_bands(battle, state.asset(ship)) {
            bands[band_count] = band;
            band_count += 1;
        }
        let foes = foes(state, state.asset(ship).side());
        Declarations { battle, state, ship, bands, band_count, foes }
    }

    fn targets(&self) -> usize {
        self.foes.len() + self.state.debris_left.count_ones() as usize
    }
}

impl<D> Net for Declarations<'_, D> {
    fn entries(&self) -> usize {
        1 + self.band_count * self.targets()
    }

    fn get(&self, nth: usize) -> Option<Action> {
        let Some(nth) = nth.checked_sub(1) else {
            return Some(Action::Declare { target: Target::Nothing, band: Band::Dogfight });
        };
        let (band, at) = (self.bands[nth / self.targets()], nth % self.targets());
        let ships = self.foes.len();
        let target = match at.checked_sub(ships) {
            None => Target::Asset(self.foes.iter().nth(at)?),
            Some(piece) => Target::Debris(numbers_in(self.state.debris_left.into()).nth(piece)?),
        };
        let may = may_declare(self.battle, self.state, self.ship, target, band);
        may.then_some(Action::Declare { target, band })
    }
}

/// No repair, then every white that shows enough with every system that was lost (I22).
pub struct Repairs<'a> {
    turn: &'a Turn,
    whites: u8,
    lost: Systems,
    kinds: usize,
}

impl<'a> Repairs<'a> {
    /// Creates the repairs with the unused whites of a ship's turn.
    pub fn new<D>(battle: &Battle<D>, state: &State, turn: &'a Turn) -> Self {
        let (face, hand) = (battle.rules.repair.face, turn.hand());
        // On a captured ship only whites that the first owner did not give to an action can repair (I33).
        let given = |place: u8| {
            turn.given.is_some_and(|given| {
                [given.attack, given.movement, given.spot, given.defense].contains(&Die::White(place))
            })
        };
        let shows =
            |place: &u8| turn.whites() >> place & 1 == 1 && hand.whites[usize::from(*place)] >= face && !given(*place);
        let whites = (0..hand.white_count).filter(shows).fold(0, |mask, place| mask | 1 << place);
        let lost = match whites {
            0 => Systems::default(),
            _ => lost_systems(&battle.built(turn.asset), &state.asset(turn.asset).systems),
        };
        Repairs { turn, whites, lost, kinds: lost.kinds().count() }
    }
}

/// Returns the systems that a ship was built with and has lost.
fn lost_systems(built: &Systems, left: &Systems) -> Systems {
    let mut lost = Systems::default();
    for system in built.kinds() {
        for _ in left.count(system)..built.count(system) {
            lost = lost.plus(system);
        }
    }
    lost
}

impl Net for Repairs<'_> {
    fn entries(&self) -> usize {
        1 + self.whites.count_ones() as usize * self.kinds
    }

    fn get(&self, nth: usize) -> Option<Action> {
        let Some(nth) = nth.checked_sub(1) else { return Some(Action::NoRepair) };
        let white = numbers_in(self.whites.into()).nth(nth / self.kinds)?;
        // Of whites with the same face only the first is listed.
        let shows = |place: u8| self.turn.hand().whites[usize::from(place)];
        let first = !numbers_in(self.whites.into()).any(|other| other < white && shows(other) == shows(white));
        let system: System = self.lost.kinds().nth(nth % self.kinds)?;
        first.then_some(Action::Repair { white, system })
    }
}

/// Nothing more, then launches, then repairs of companies.
pub struct Hangar<'a, D> {
    battle: &'a Battle<D>,
    state: &'a State,
    turn: &'a Turn,
    dice: DiceLeft<Die>,
    companies: AssetSet,
    /// Number of entries for launches.
    launches: usize,
}

impl<'a, D> Hangar<'a, D> {
    /// Creates the launches and repairs of a carrier's turn; none if the ship has no catapult left.
    pub fn new(battle: &'a Battle<D>, state: &'a State, turn: &'a Turn) -> Self {
        let works = state.asset(turn.asset).systems.count(System::Catapult) > 0;
        let companies = if works { in_hangar(state, turn.asset) } else { AssetSet::EMPTY };
        let dice = launch_dice(turn);
        let launches = match launches_left(state, turn) {
            true => companies.len() * (dice.len() + 1),
            false => 0,
        };
        Hangar { battle, state, turn, dice, companies, launches }
    }

    /// Returns the number of sets of systems and whites that a company may get back, legal or not.
    fn sets(&self, company: AssetId) -> usize {
        let (parts, whites) = missing(self.battle, self.state, company);
        if parts.0 == 0 && whites == 0 { 0 } else { (1 << parts.count()) * (usize::from(whites) + 1) }
    }

    fn launch(&self, nth: usize) -> Option<Action> {
        let each = self.dice.len() + 1;
        let company = self.companies.iter().nth(nth / each)?;
        let mut dice = self.dice;
        match dice.nth(nth % each) {
            Some(die) => Some(Action::Launch { company, die }),
            // With the fuel that it has left.
            None => {
                let has_fuel = self.state.asset(company).life() == Life::Standing;
                has_fuel.then_some(Action::Launch { company, die: Die::None })
            }
        }
    }

    fn mend(&self, mut nth: usize) -> Option<Action> {
        for company in self.companies.iter() {
            let sets = self.sets(company);
            let entries = sets * self.dice.len();
            if nth >= entries {
                nth -= entries;
                continue;
            }
            let mut dice = self.dice;
            let die = dice.nth(nth / sets)?;
            let (lost, _) = missing(self.battle, self.state, company);
            let set = nth % sets;
            let (parts, whites) = (spread(set % (1 << lost.count()), lost), (set >> lost.count()) as u8);
            let pips = self.turn.hand().value(Colour::Yellow, die);
            let full = is_full_repair(self.battle, self.state, company, pips, (parts, whites));
            return full.then_some(Action::Mend { company, die, parts, whites });
        }
        None
    }
}

/// Returns the systems that the bits of a number choose from a set.
fn spread(chosen: usize, among: Parts) -> Parts {
    let mut parts = 0;
    for (bit, part) in numbers_in(among.0.into()).enumerate() {
        parts |= ((chosen >> bit & 1) as u8) << part;
    }
    Parts(parts)
}

impl<D> Net for Hangar<'_, D> {
    fn entries(&self) -> usize {
        let sets: usize = self.companies.iter().map(|company| self.sets(company)).sum();
        1 + self.launches + sets * self.dice.len()
    }

    fn get(&self, nth: usize) -> Option<Action> {
        let Some(nth) = nth.checked_sub(1) else { return Some(Action::NoLaunch) };
        match nth.checked_sub(self.launches) {
            None => self.launch(nth),
            Some(nth) => self.mend(nth),
        }
    }
}
