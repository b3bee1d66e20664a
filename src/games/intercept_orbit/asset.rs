//! Ships and companies as they go into battle: their dice by colour.

use super::band::{Band, TargetKind};
use super::fleet::{Ace, Fleet};
use super::ruleset::Ruleset;
use super::ship::{Ship, System};
use hitchart_dice::Pool;

/// A tactical asset at full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asset {
    Ship(Ship),
    /// A company, with the ace that leads it
    Company(Option<Ace>),
}

/// Systems of a company: weapon, defence, comms and movement ("Mobile Frame Companies").
pub const COMPANY_SYSTEMS: u8 = 4;

/// Dice of a colour, with what the ace adds to its own.
fn led(dice: Pool, ace: Option<Ace>, colour: Ace, rules: &Ruleset) -> Pool {
    if ace == Some(colour) { dice.and(rules.aces.dice).unwrap_or(dice) } else { dice }
}

impl Asset {
    /// The assets of a fleet: its ships, then its companies, the first led by the ace.
    pub fn of(fleet: &Fleet) -> Vec<Asset> {
        let led = |nth: u8| if nth == 0 { fleet.ace } else { None };
        let companies = (0..fleet.companies()).map(|nth| Asset::Company(led(nth)));
        fleet.ships.iter().map(|ship| Asset::Ship(*ship)).chain(companies).collect()
    }

    /// The ace that leads it.
    pub fn ace(&self) -> Option<Ace> {
        match self {
            Asset::Ship(_) => None,
            Asset::Company(ace) => *ace,
        }
    }

    /// As what it is shot at.
    pub fn kind(&self) -> TargetKind {
        match self {
            Asset::Ship(_) => TargetKind::Ship,
            Asset::Company(_) => TargetKind::Company,
        }
    }

    /// Its name: the ship in notation, or the company with its ace.
    pub fn name(&self) -> String {
        match self {
            Asset::Ship(ship) => ship.to_string(),
            Asset::Company(None) => "company".to_owned(),
            Asset::Company(Some(ace)) => format!("company+{}", ace.name()),
        }
    }

    /// Systems that defend, other systems, and whites.
    pub fn parts(&self, rules: &Ruleset) -> (u8, u8, u8) {
        match self {
            Asset::Ship(ship) => {
                let defenses = ship.systems.count(System::Defense);
                (defenses, ship.systems.total() - defenses, rules.ships.whites)
            }
            Asset::Company(_) => (1, COMPANY_SYSTEMS - 1, rules.companies.whites),
        }
    }

    /// White dice.
    pub fn whites(&self, rules: &Ruleset) -> u8 {
        self.parts(rules).2
    }

    /// Hits that destroy it: systems, whites and the ace (I06, I08).
    pub fn hit_points(&self, rules: &Ruleset) -> u8 {
        let (defenses, others, whites) = self.parts(rules);
        defenses + others + whites + u8::from(self.ace().is_some() && rules.aces.has_life)
    }

    /// Red dice at a band; none where it has no weapon for it. At dogfight band ships have whites alone; companies reach
    /// beyond with a red ace only (I44, I61).
    pub fn reds(&self, band: Band, rules: &Ruleset) -> Pool {
        match self {
            Asset::Ship(ship) => ship.systems.reds(band, rules),
            Asset::Company(ace) => match self.reaches(band, rules) {
                true => led(rules.companies.weapon, *ace, Ace::Red, rules),
                false => Pool::EMPTY,
            },
        }
    }

    /// Whether it may attack at a band at all, with a white if with nothing else.
    pub fn reaches(&self, band: Band, rules: &Ruleset) -> bool {
        match (self, band) {
            (_, Band::Dogfight) => true,
            (Asset::Ship(ship), _) => ship.systems.is_armed(band),
            (Asset::Company(ace), Band::PointDefense | Band::Assault) => {
                *ace == Some(Ace::Red) && rules.aces.red_reaches
            }
            (Asset::Company(_), Band::Support) => false,
        }
    }

    /// Blue dice.
    pub fn blues(&self, rules: &Ruleset) -> Pool {
        match self {
            Asset::Ship(ship) => ship.systems.blues(rules),
            Asset::Company(ace) => led(rules.companies.defense, *ace, Ace::Blue, rules),
        }
    }

    /// Yellow dice of which the highest counts; a yellow ace's own die is apart, see [`Asset::second_spot`].
    pub fn yellows(&self, rules: &Ruleset) -> Pool {
        match self {
            Asset::Ship(ship) => ship.systems.yellows(rules),
            Asset::Company(_) => rules.companies.comms,
        }
    }

    /// Dice that a yellow ace adds to its spot (I62).
    pub fn second_spot(&self, rules: &Ruleset) -> Pool {
        led(Pool::EMPTY, self.ace(), Ace::Yellow, rules)
    }

    /// Black dice.
    pub fn blacks(&self, rules: &Ruleset) -> Pool {
        match self {
            Asset::Ship(ship) => ship.systems.blacks(rules),
            Asset::Company(_) => Pool::EMPTY,
        }
    }

    /// Green dice.
    pub fn greens(&self, rules: &Ruleset) -> Pool {
        match self {
            Asset::Ship(ship) => ship.greens(rules),
            Asset::Company(ace) => led(rules.companies.movement, *ace, Ace::Green, rules),
        }
    }
}
