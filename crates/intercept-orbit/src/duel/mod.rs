//! Exact duels: one ship against one, with the whole turn of the rules on range bands instead of positions.
//!
//! The model is [`hitchart_mobile_frame::duel`]; this module has the rules of ships. `docs/methods/duels.md` lists what
//! the model keeps and what it leaves out.

#[cfg(test)]
mod tests;

pub use hitchart_mobile_frame::duel::{DuelError, FirstAction, Rule, Setting};

use super::attack::{AttackAim, Band, Shelter, TargetKind, plan};
use super::ruleset::Ruleset;
use super::ship::{Class, Ship, System, Systems};
use hitchart_config::rules::Unmodelled;
use hitchart_dice::{Pool, exact::highest_of, plan::Cover};
use hitchart_mobile_frame::duel::{self, Bands, DamageOutcome, Declared, DuelRules, HandDice};

/// Most pairs of states of a duel.
pub const MOST_PAIRS: usize = 2_500;

/// Lowest face that no die shows: a ruleset with this face has no repair.
const NO_REPAIR: u8 = 7;

/// Sides of a white die.
const WHITE: u8 = 6;

/// Duels of several ships with several others.
pub type ShipDuels = duel::Duels<Gunship, Band>;

/// A ship in a duel, with what it has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Gunship {
    class: Class,
    /// Systems as built, and those left. Catapults count as comms: both are only hit points in a duel.
    built: Systems,
    systems: Systems,
    whites: u8,
}

impl Gunship {
    fn new(ship: &Ship, rules: &Ruleset) -> Gunship {
        let mut systems = ship.systems;
        while let Some(fewer) = systems.minus(System::Catapult) {
            systems = fewer.plus(System::Comms);
        }
        Gunship { class: ship.class, built: systems, systems, whites: rules.ships.whites }
    }

    /// Returns the ship after each change of its systems by one.
    fn changed(self, change: impl Fn(Systems, System) -> Option<Systems>) -> Vec<Gunship> {
        let systems = System::ALL.into_iter().filter_map(|(system, _)| change(self.systems, system));
        systems.map(|systems| Gunship { systems, ..self }).collect()
    }
}

/// Finds all states of a duel between two ships.
///
/// # Errors
/// Fails if the ruleset has a rule that duels do not model, or if the ships have more than [`MOST_PAIRS`] pairs of states.
pub fn duel(ships: [&Ship; 2], setting: Setting, rules: &Ruleset) -> Result<ShipDuels, DuelError> {
    check(rules)?;
    let [first, second] = ships.map(|ship| [Gunship::new(ship, rules)]);
    ShipDuels::new([&first, &second], setting, MOST_PAIRS, &ShipRules { rules })
}

/// Checks that duels model the rules.
fn check(rules: &Ruleset) -> Result<(), Unmodelled> {
    let fields = [(!rules.order.passing, "order.passing", "true"), rules.movement.unmodelled_in_duels()];
    Unmodelled::check(rules, fields)
}

/// The rules of ships in duels.
struct ShipRules<'a> {
    rules: &'a Ruleset,
}

impl ShipRules<'_> {
    /// Returns the distances of the bands. A ship in dogfight band is at its far edge, in support band at its near
    /// edge, and elsewhere in the middle.
    fn places(&self) -> [f64; 4] {
        let ranges = &self.rules.ranges;
        let (near, middle, far) = (ranges.dogfight, ranges.point_defense, ranges.assault);
        [near, f64::midpoint(near, middle), f64::midpoint(middle, far), far]
    }

    /// Returns the mask of the bands in which a weapon hits. Support band begins beyond its place.
    fn mask(&self, weapon: Band) -> u8 {
        let [near, middle, far, edge] = self.places();
        let distances = [near, middle, far, edge + 1.0].into_iter().enumerate();
        let is_hit = |(_, distance): &(usize, f64)| weapon.reaches(*distance, &self.rules.ranges);
        distances.filter(is_hit).map(|(band, _)| 1 << band).sum()
    }

    fn has_attack(&self, ship: &Gunship, band: Band) -> bool {
        ship.systems.may_attack(band, self.rules.turn.dogfight)
    }
}

impl DuelRules for ShipRules<'_> {
    type Fighter = Gunship;
    type Attack = Band;
    const FEWER_PAIRS: &'static str = "ships with fewer kinds of systems";

    /// Returns the bands. Both ships fly on at the same speed; each pip changes the speed of one by a unit, and with it
    /// the distance, up to the highest and down to the lowest speed.
    fn bands(&self, _: &[&[Gunship]; 2]) -> Bands {
        let movement = &self.rules.movement;
        let most = movement.speed.max(movement.most.saturating_sub(movement.speed));
        let top = self.rules.ships.frigate_green.max_face().max(WHITE);
        Bands::new(self.places().to_vec(), top, |die, distance| f64::from(die.min(most)) + 1e-9 >= distance)
    }

    fn hit_points(&self, ship: &Gunship) -> usize {
        usize::from(ship.systems.total()) + usize::from(ship.whites)
    }

    /// Lists the states after a hit: a system less, or without systems a white less (I06, I07).
    fn losses(&self, ship: &Gunship) -> Vec<Gunship> {
        let systems = ship.changed(|systems, system| systems.minus(system));
        match (systems.is_empty(), ship.whites) {
            (true, 2..) => vec![Gunship { whites: ship.whites - 1, ..*ship }],
            _ => systems,
        }
    }

    /// Lists the states after a repair: a lost system returns (I22).
    fn repairs(&self, ship: &Gunship) -> Vec<Gunship> {
        let is_lost = |systems: &Systems, system| systems.count(system) < ship.built.count(system);
        match self.rules.repair.face {
            NO_REPAIR => Vec::new(),
            _ => ship.changed(|systems, system| is_lost(&systems, system).then(|| systems.plus(system))),
        }
    }

    fn attacks(&self, ship: &Gunship) -> Vec<Declared<Self>> {
        let bands = Band::ALL.into_iter().map(|(band, _)| band).filter(|band| self.has_attack(ship, *band));
        let declared = |band| Declared { attack: band, bands: self.mask(band), chart: band as usize, left: *ship };
        bands.map(declared).collect()
    }

    fn ammunition(&self, _: &Gunship) -> usize {
        0
    }

    fn dice(&self, ship: &Gunship, band: Band) -> HandDice {
        let rules = self.rules;
        let greens = if ship.class == Class::Frigate { rules.ships.frigate_green } else { Pool::EMPTY };
        HandDice {
            defense: highest_of(&ship.systems.blues(rules)),
            attack: highest_of(&ship.systems.reds(band, rules)),
            movement: highest_of(&greens),
            whites: ship.whites,
            white_sides: WHITE,
            may_attack: true,
            whites_defend: true,
            repair_face: (rules.repair.face < NO_REPAIR).then_some(rules.repair.face),
            defense_bonus: 0,
            attack_bonus: 0,
        }
    }

    /// Returns 1 for a ship that its own defenses screen (I42).
    fn shelter(&self, ship: &Gunship, _: u8) -> usize {
        let cover = &self.rules.cover;
        usize::from(cover.screen_self && ship.systems.count(System::Defense) >= cover.screen_from)
    }

    fn outcomes(&self, _: u8, most: u8) -> Vec<Vec<Vec<Vec<DamageOutcome>>>> {
        let of = |band: Band, shelter: Shelter| {
            let aim = AttackAim { band, target: TargetKind::Ship, red_ace: false };
            let plan = plan(Pool::EMPTY, Pool::EMPTY, Pool::EMPTY, aim, shelter, self.rules);
            let cover = if plan.cover == Cover::None { Cover::None } else { Cover::Immune };
            duel::outcomes(most, &plan.chart, cover)
        };
        Band::ALL.map(|(band, _)| [Shelter::Open, Shelter::Lasting].map(|shelter| of(band, shelter)).to_vec()).to_vec()
    }
}
