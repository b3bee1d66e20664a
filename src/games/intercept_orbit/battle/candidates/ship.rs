//! Choices of ships: declarations, repairs, and the actions of a hangar.

use super::super::super::band::{BANDS, Band};
use super::super::super::ship::{System, Systems};
use super::super::Battle;
use super::super::action::Action;
use super::super::legal::attack::{declared_bands, foes, may_declare};
use super::super::legal::dice::{DiceLeft, launch_dice};
use super::super::legal::launch::{in_hangar, is_full_repair, launches_left, missing};
use super::super::state::{Colour, Die, Life, Parts, State, Target, Turn, numbers_in};
use super::Net;
use super::masks::nth_of;

/// No attack, then every band with every target that the ship may have in it.
pub struct Declarations<'a, D> {
    battle: &'a Battle<D>,
    state: &'a State,
    ship: u8,
    bands: [Band; BANDS],
    band_count: usize,
    foes: u64,
}

impl<'a, D> Declarations<'a, D> {
    pub fn new(battle: &'a Battle<D>, state: &'a State, ship: u8) -> Self {
        let (mut bands, mut band_count) = ([Band::Dogfight; BANDS], 0);
        for band in declared_bands(battle, state.asset(ship)) {
            bands[band_count] = band;
            band_count += 1;
        }
        let foes = foes(state, state.asset(ship).side());
        Declarations { battle, state, ship, bands, band_count, foes }
    }

    fn targets(&self) -> usize {
        (self.foes.count_ones() + self.state.debris_left.count_ones()) as usize
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
        let ships = self.foes.count_ones() as usize;
        let target = match at.checked_sub(ships) {
            None => Target::Asset(nth_of(self.foes, at)?),
            Some(piece) => Target::Debris(nth_of(self.state.debris_left.into(), piece)?),
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
        let white = nth_of(self.whites.into(), nth / self.kinds)?;
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
    dice: DiceLeft,
    companies: u64,
    /// Number of entries for launches.
    launches: usize,
}

impl<'a, D> Hangar<'a, D> {
    pub fn new(battle: &'a Battle<D>, state: &'a State, turn: &'a Turn) -> Self {
        let works = state.asset(turn.asset).systems.count(System::Catapult) > 0;
        let companies = if works { in_hangar(state, turn.asset) } else { 0 };
        let dice = launch_dice(turn);
        let launches = match launches_left(state, turn) {
            true => companies.count_ones() as usize * (dice.len() + 1),
            false => 0,
        };
        Hangar { battle, state, turn, dice, companies, launches }
    }

    /// Returns the number of sets of systems and whites that a company may get back, legal or not.
    fn sets(&self, company: u8) -> usize {
        let (parts, whites) = missing(self.battle, self.state, company);
        if parts.0 == 0 && whites == 0 { 0 } else { (1 << parts.count()) * (usize::from(whites) + 1) }
    }

    fn launch(&self, nth: usize) -> Option<Action> {
        let each = self.dice.len() + 1;
        let company = nth_of(self.companies, nth / each)?;
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
        for company in numbers_in(self.companies) {
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
        let sets: usize = numbers_in(self.companies).map(|company| self.sets(company)).sum();
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
