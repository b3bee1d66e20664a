//! Ships and companies at full strength, with their dice by colour.

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

/// Number of systems of a company: weapon, defence, comms and movement ("Mobile Frame Companies").
pub const COMPANY_SYSTEMS: u8 = 4;

/// Adds an ace's dice to dice of a colour if the ace has that colour.
fn led(dice: Pool, ace: Option<Ace>, colour: Ace, rules: &Ruleset) -> Pool {
    if ace == Some(colour) { dice.and(rules.aces.dice).unwrap_or(dice) } else { dice }
}

impl Asset {
    /// Lists the assets of a fleet: its ships, then its companies. The ace leads the first company.
    pub fn of(fleet: &Fleet) -> Vec<Asset> {
        let led = |nth: u8| if nth == 0 { fleet.ace } else { None };
        let companies = (0..fleet.companies()).map(|nth| Asset::Company(led(nth)));
        fleet.ships.iter().map(|ship| Asset::Ship(*ship)).chain(companies).collect()
    }

    /// Returns the ace that leads the company, or `None`.
    pub fn ace(&self) -> Option<Ace> {
        match self {
            Asset::Ship(_) => None,
            Asset::Company(ace) => *ace,
        }
    }

    /// Returns the kind of target that the asset is.
    pub fn kind(&self) -> TargetKind {
        match self {
            Asset::Ship(_) => TargetKind::Ship,
            Asset::Company(_) => TargetKind::Company,
        }
    }

    /// Returns the name: the ship in notation, or the company with its ace.
    pub fn name(&self) -> String {
        match self {
            Asset::Ship(ship) => ship.to_string(),
            Asset::Company(None) => "company".to_owned(),
            Asset::Company(Some(ace)) => format!("company+{}", ace.name()),
        }
    }

    /// Returns the numbers of defense systems, of other systems and of whites.
    pub fn parts(&self, rules: &Ruleset) -> (u8, u8, u8) {
        match self {
            Asset::Ship(ship) => {
                let defenses = ship.systems.count(System::Defense);
                (defenses, ship.systems.total() - defenses, rules.ships.whites)
            }
            Asset::Company(_) => (1, COMPANY_SYSTEMS - 1, rules.companies.whites),
        }
    }

    /// Returns the number of white dice.
    pub fn whites(&self, rules: &Ruleset) -> u8 {
        self.parts(rules).2
    }

    /// Returns the number of hits that destroy the asset: its systems, its whites and the ace (I06, I08).
    pub fn hit_points(&self, rules: &Ruleset) -> u8 {
        let (defenses, others, whites) = self.parts(rules);
        defenses + others + whites + u8::from(self.ace().is_some() && rules.aces.has_life)
    }

    /// Returns the red dice at a band; empty if the asset has no weapon for the band. At dogfight band ships have only
    /// whites. Companies reach beyond dogfight band only with a red ace (I44, I61).
    pub fn reds(&self, band: Band, rules: &Ruleset) -> Pool {
        match self {
            Asset::Ship(ship) => ship.systems.reds(band, rules),
            Asset::Company(ace) => match self.reaches(band, rules) {
                true => led(rules.companies.weapon, *ace, Ace::Red, rules),
                false => Pool::EMPTY,
            },
        }
    }

    /// Returns true if the asset may attack at a band, if only with a white.
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

    /// Returns the blue dice.
    pub fn blues(&self, rules: &Ruleset) -> Pool {
        match self {
            Asset::Ship(ship) => ship.systems.blues(rules),
            Asset::Company(ace) => led(rules.companies.defense, *ace, Ace::Blue, rules),
        }
    }

    /// Returns the yellow dice, of which the highest counts. The die of a yellow ace is separate: see
    /// [`Asset::second_spot`].
    pub fn yellows(&self, rules: &Ruleset) -> Pool {
        match self {
            Asset::Ship(ship) => ship.systems.yellows(rules),
            Asset::Company(_) => rules.companies.comms,
        }
    }

    /// Returns the dice that a yellow ace adds to its spot (I62).
    pub fn second_spot(&self, rules: &Ruleset) -> Pool {
        led(Pool::EMPTY, self.ace(), Ace::Yellow, rules)
    }

    /// Returns the black dice.
    pub fn blacks(&self, rules: &Ruleset) -> Pool {
        match self {
            Asset::Ship(ship) => ship.systems.blacks(rules),
            Asset::Company(_) => Pool::EMPTY,
        }
    }

    /// Returns the green dice.
    pub fn greens(&self, rules: &Ruleset) -> Pool {
        match self {
            Asset::Ship(ship) => ship.greens(rules),
            Asset::Company(ace) => led(rules.companies.movement, *ace, Ace::Green, rules),
        }
    }
}
