//! Checks that companies may meet (rulebook, "Company Size", "Single-Shot Rockets"; S19, S42, R49).

use super::FightingCompany;
use crate::games::rapid_attack::bidding::{Limits, PlayersError, Size, limits};
use crate::games::rapid_attack::loadout::{Loadout, LoadoutError};
use crate::games::rapid_attack::ruleset::Ruleset;
use hitchart_report::table::counted;

/// Reasons why companies may not meet. `company` is the index in the list.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MusterError {
    /// A number of players that has no battle.
    #[error(transparent)]
    Players(#[from] PlayersError),
    /// Two companies with the same name.
    #[error("two companies are named `{name}`")]
    SameName { company: usize, name: String },
    /// Two companies with the same colour.
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
    /// A missing system that the ruleset requires of every company.
    #[error("`{name}` has no {system}; ruleset `{rules}` requires it of every company (`design.company_needs`)")]
    Needs { company: usize, name: String, system: String, rules: String },
    /// More ranged weapons than a company may have.
    #[error("`{name}` has {}; at most {most} are allowed under `{rules}`", counted((*found).into(), "ranged weapons"))]
    Ranged { company: usize, name: String, found: u8, most: u8, rules: String },
    /// More systems per frame than a company may have on average.
    #[error(
        "`{name}` has {} on {}; at most {most} per frame are allowed on average under `{rules}`",
        counted(*systems as u64, "systems"),
        counted(*frames as u64, "frames")
    )]
    Average { company: usize, name: String, systems: usize, frames: usize, most: f64, rules: String },
    /// More rockets than a company of a demo may carry.
    #[error("`{name}` carries {}; allowed in a demo: 0 to {most} under `{rules}`", counted((*found).into(), "rockets"))]
    DemoRockets { company: usize, name: String, found: u16, most: u8, rules: String },
}

impl MusterError {
    /// Returns the company at fault; `None` if the number of companies is at fault.
    pub fn company(&self) -> Option<usize> {
        match self {
            MusterError::Players(_) => None,
            MusterError::SameName { company, .. }
            | MusterError::SameColor { company, .. }
            | MusterError::Frames { company, .. }
            | MusterError::Frame { company, .. }
            | MusterError::Rockets { company, .. }
            | MusterError::Needs { company, .. }
            | MusterError::Ranged { company, .. }
            | MusterError::Average { company, .. }
            | MusterError::DemoRockets { company, .. } => Some(*company),
        }
    }

    /// Returns advice on how to correct the error.
    pub fn help(&self) -> Option<&'static str> {
        match self {
            MusterError::Rockets { found, needed, .. } if *found < u16::from(*needed) => {
                Some("write `rockets = \"auto\"` in the company to distribute the missing ones")
            }
            MusterError::Rockets { .. } => Some("rockets are written in loadouts, such as RdYBG+SSR2, or as `rockets`"),
            _ => None,
        }
    }
}

/// Checks companies against a size of battle and a ruleset.
///
/// # Errors
/// Returns the fault of the first company that may not fight; also fails if the number of players is not 2 to 5.
pub fn check(companies: &[FightingCompany], size: Size, rules: &Ruleset) -> Result<(), MusterError> {
    let players = companies.len();
    let allowed = limits(players, size, &rules.sizes)?;
    for (i, company) in companies.iter().enumerate() {
        let name = company.name.clone();
        let before = &companies[..i];
        if before.iter().any(|other| other.name == name) {
            return Err(MusterError::SameName { company: i, name });
        }
        if before.iter().any(|other| other.color == company.color) {
            return Err(MusterError::SameColor { company: i, color: company.color.to_string() });
        }
        one(i, company, (size, players, allowed), rules)?;
    }
    Ok(())
}

/// Checks each company separately, as one of `players` companies that meet.
///
/// # Errors
/// Returns the fault of the first company that may not fight; also fails if the number of players is not 2 to 5.
pub fn check_each(
    companies: &[FightingCompany],
    players: usize,
    size: Size,
    rules: &Ruleset,
) -> Result<(), MusterError> {
    let allowed = limits(players, size, &rules.sizes)?;
    companies.iter().enumerate().try_for_each(|(i, company)| one(i, company, (size, players, allowed), rules))
}

/// Checks one of the companies that meet.
fn one(
    i: usize,
    company: &FightingCompany,
    (size, players, allowed): (Size, usize, Limits),
    rules: &Ruleset,
) -> Result<(), MusterError> {
    let (name, found) = (company.name.clone(), company.frames.len());
    if !allowed.allow(found) {
        return Err(MusterError::Frames { company: i, name, found, size, players, allowed });
    }
    for frame in company.frames.iter().chain(&company.spare) {
        if let Err(fault) = frame.loadout.check(rules).and_then(|()| frame.loadout.check_needs(rules)) {
            let fault = LoadoutError { loadout: frame.loadout.to_string(), fault };
            return Err(MusterError::Frame { company: i, name, fault });
        }
    }
    rockets(i, company, size, rules)?;
    design(i, company, rules)
}

/// Checks a company against the ruleset's parameters of design, without its spare frame.
fn design(company: usize, checked: &FightingCompany, rules: &Ruleset) -> Result<(), MusterError> {
    let (name, design) = (checked.name.clone(), &rules.design);
    let loadouts = || checked.frames.iter().map(|frame| &frame.loadout);
    if let Some(system) = design.company_needs.iter().find(|token| !loadouts().any(|loadout| loadout.has(token))) {
        return Err(MusterError::Needs { company, name, system: system.clone(), rules: rules.name.clone() });
    }
    let weapons =
        |loadout: &Loadout| loadout.kinds().filter(|kind| kind.is_ranged()).map(|kind| loadout.count(kind)).sum::<u8>();
    let found = loadouts().map(weapons).sum::<u8>();
    if found > design.max_ranged {
        let (most, rules) = (design.max_ranged, rules.name.clone());
        return Err(MusterError::Ranged { company, name, found, most, rules });
    }
    let systems = loadouts().map(|loadout| loadout.systems()).sum::<usize>();
    let frames = checked.frames.len();
    if systems as f64 > design.max_average * frames as f64 {
        let (most, rules) = (design.max_average, rules.name.clone());
        return Err(MusterError::Average { company, name, systems, frames, most, rules });
    }
    Ok(())
}

/// Checks that a company carries exactly its number of rockets (S19); in a demo, at most that number.
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
