//! Whether companies may meet (rulebook, "Company Size", "Single-Shot Rockets"; S19, S42, R49).

use super::FightingCompany;
use crate::games::rapid_attack::bidding::{Limits, PlayersError, Size, limits};
use crate::games::rapid_attack::loadout::LoadoutError;
use crate::games::rapid_attack::ruleset::Ruleset;
use crate::table::counted;

/// Why companies may not meet. `company` is the place in the list, from 0.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MusterError {
    /// A number of players for which there is no battle.
    #[error(transparent)]
    Players(#[from] PlayersError),
    /// Two companies of one name.
    #[error("two companies are named `{name}`")]
    SameName { company: usize, name: String },
    /// Two companies of one colour.
    #[error("two companies have the color {color}")]
    SameColor { company: usize, color: String },
    /// More or fewer frames than allowed.
    #[error(
        "`{name}` has {}; allowed in a {} of {players} players: {allowed}",
        counted(*found as u64, "frames"),
        size.name()
    )]
    Frames { company: usize, name: String, found: usize, size: Size, players: usize, allowed: Limits },
    /// A frame that the ruleset does not allow.
    #[error("`{name}`: {fault}")]
    Frame { company: usize, name: String, fault: LoadoutError },
    /// More or fewer rockets than a company carries.
    #[error(
        "`{name}` carries {}; a company must carry exactly {needed} under `{rules}`",
        counted((*found).into(), "rockets")
    )]
    Rockets { company: usize, name: String, found: u16, needed: u8, rules: String },
    /// More rockets than a company of a demo may carry.
    #[error("`{name}` carries {}; allowed in a demo: 0 to {most} under `{rules}`", counted((*found).into(), "rockets"))]
    DemoRockets { company: usize, name: String, found: u16, most: u8, rules: String },
}

impl MusterError {
    /// The company at fault; `None` where it is their number.
    pub fn company(&self) -> Option<usize> {
        match self {
            MusterError::Players(_) => None,
            MusterError::SameName { company, .. }
            | MusterError::SameColor { company, .. }
            | MusterError::Frames { company, .. }
            | MusterError::Frame { company, .. }
            | MusterError::Rockets { company, .. }
            | MusterError::DemoRockets { company, .. } => Some(*company),
        }
    }

    /// How to mend it.
    pub fn help(&self) -> Option<&'static str> {
        match self {
            MusterError::Rockets { found, needed, .. } if *found < u16::from(*needed) => {
                Some("write `rockets = \"auto\"` in the company to have the missing ones given out")
            }
            MusterError::Rockets { .. } => Some("rockets are written in loadouts, such as RdYBG+SSR2, or as `rockets`"),
            _ => None,
        }
    }
}

/// Checks companies against a size of battle and a ruleset.
///
/// # Errors
/// The first company that may not fight, or a number of players other than 2 to 5.
pub fn check(companies: &[FightingCompany], size: Size, rules: &Ruleset) -> Result<(), MusterError> {
    let players = companies.len();
    let allowed = limits(players, size)?;
    for (i, company) in companies.iter().enumerate() {
        let name = company.name.clone();
        let (found, before) = (company.frames.len(), &companies[..i]);
        if before.iter().any(|other| other.name == name) {
            return Err(MusterError::SameName { company: i, name });
        }
        if before.iter().any(|other| other.color == company.color) {
            return Err(MusterError::SameColor { company: i, color: company.color.to_string() });
        }
        if !allowed.allow(found) {
            return Err(MusterError::Frames { company: i, name, found, size, players, allowed });
        }
        for frame in company.frames.iter().chain(&company.spare) {
            if let Err(fault) = frame.loadout.check(rules) {
                let fault = LoadoutError { loadout: frame.loadout.to_string(), fault };
                return Err(MusterError::Frame { company: i, name, fault });
            }
        }
        rockets(i, company, size, rules)?;
    }
    Ok(())
}

/// A company carries its rockets exactly (S19); in a demo, as many at most.
fn rockets(company: usize, checked: &FightingCompany, size: Size, rules: &Ruleset) -> Result<(), MusterError> {
    let (found, most) = (checked.rockets(), rules.rockets.per_company);
    let (name, rules) = (checked.name.clone(), rules.name.clone());
    let carries = found.cmp(&u16::from(most));
    match size {
        Size::Demo if carries.is_gt() => Err(MusterError::DemoRockets { company, name, found, most, rules }),
        Size::Skirmish | Size::Battle if carries.is_ne() => {
            Err(MusterError::Rockets { company, name, found, needed: most, rules })
        }
        _ => Ok(()),
    }
}
