//! Companies of files and of the built-in list, and the check that companies may meet (rulebook, "Company Size",
//! "Single-Shot Rockets"; S19, S42, R49). Every error in a file has its place.

use super::{COMPANIES, FightingCompany, FightingFrame, RawCompany, RawEntry, RawFrame, share_out};
use crate::bidding::{Limits, PlayersError, Size, limits};
use crate::loadout::{Loadout, LoadoutError};
use crate::loadouts::{archetype, loadout_of};
use crate::ruleset::Ruleset;
use hitchart_config::words::counted;
use hitchart_config::{At, Color, FileText, InputError, at_most, numbered, read, read_table};
use hitchart_mobile_frame::built_in::BuiltIn;
use std::{collections::BTreeSet, ops::Range};

// Companies of files and of the built-in list.

/// Most frames of a company that are read; battles allow fewer.
const MAX_FRAMES: usize = 24;

/// An error at a place in the file that contains the company.
struct Misfit {
    span: Range<usize>,
    error: InputError,
}

impl Misfit {
    fn new(span: &Range<usize>, problem: impl ToString) -> Misfit {
        Misfit { span: span.clone(), error: InputError::plain(problem) }
    }
}

/// Resolves the companies of a battle, built-in names and tables: names, colours and checks them.
///
/// Built-in companies that occur several times are numbered. Companies without a color take the first free color, in
/// their order.
///
/// # Errors
/// Returns the first mistake, with its place.
pub fn resolve(
    file: &FileText,
    entries: &At<Vec<At<RawEntry>>>,
    size: Size,
    rules: &Ruleset,
) -> Result<Vec<FightingCompany>, InputError> {
    limits(entries.value.len(), size, &rules.sizes)
        .map_err(|error| InputError::at(file, entries.span.clone(), error))?;
    let mut companies = Vec::with_capacity(entries.value.len());
    for entry in &entries.value {
        companies.push(company(entry, rules).map_err(|misfit| misfit.error.or_at(file, misfit.span))?);
    }
    color_all(file, &entries.value, &mut companies)?;
    name_all(&entries.value, &mut companies);
    check(&companies, size, rules).map_err(|error| {
        let span = span_of(&error, entries);
        InputError::at(file, span, &error).with_help(error.help())
    })?;
    Ok(companies)
}

/// Resolves companies that meet in pairs, and checks each separately. Built-in companies that occur several times are
/// numbered; colours are as written.
///
/// # Errors
/// Returns the first mistake, with its place.
pub fn resolve_each(
    file: &FileText,
    entries: &At<Vec<At<RawEntry>>>,
    size: Size,
    rules: &Ruleset,
) -> Result<Vec<FightingCompany>, InputError> {
    let one = |entry| company(entry, rules).map_err(|misfit: Misfit| misfit.error.or_at(file, misfit.span));
    let mut companies = entries.value.iter().map(one).collect::<Result<Vec<_>, InputError>>()?;
    name_all(&entries.value, &mut companies);
    check_each(&companies, 2, size, rules).map_err(|error| {
        let span = span_of(&error, entries);
        InputError::at(file, span, &error).with_help(error.help())
    })?;
    Ok(companies)
}

/// Numbers built-in companies that occur several times.
fn name_all(entries: &[At<RawEntry>], companies: &mut [FightingCompany]) {
    let named = entries.iter().zip(&*companies).map(|(entry, company)| {
        let given = matches!(&entry.value, RawEntry::Company(raw) if raw.name.is_some());
        (company.name.clone(), given)
    });
    let names = numbered(named.collect());
    companies.iter_mut().zip(names).for_each(|(company, name)| company.name = name);
}

/// Returns a built-in company by name, with the first colour, for callers without a file. Its size is not checked.
///
/// # Errors
/// Fails on unknown names, with a suggestion, and on frames that the ruleset does not allow.
pub fn built_in_company(id: &str, rules: &Ruleset) -> Result<FightingCompany, InputError> {
    allowed(COMPANIES.named(id)?, &(0..0), rules).map_err(|misfit| misfit.error)
}

/// Returns the company of a company file, with the first colour. Its size is not checked.
///
/// # Errors
/// Returns the first mistake, with its place.
pub fn company_of_file(file: &FileText, rules: &Ruleset) -> Result<FightingCompany, InputError> {
    let table = read_table(file)?;
    let span = table.span();
    let raw: RawCompany = read(file, table)?;
    let entry = At { value: RawEntry::Company(Box::new(raw)), span };
    company(&entry, rules).map_err(|misfit| misfit.error.or_at(file, misfit.span))
}

/// Returns built-in companies that meet: numbered if they occur several times, coloured and checked, as [`resolve`]
/// does.
///
/// # Errors
/// Fails on unknown names, with a suggestion, and on companies that may not meet in a battle of this size.
pub fn built_in_companies(ids: &[&str], size: Size, rules: &Ruleset) -> Result<Vec<FightingCompany>, InputError> {
    let none = FileText { path: Default::default(), text: String::new() };
    let entry = |id: &&str| At { value: RawEntry::BuiltIn((*id).to_owned()), span: 0..0 };
    let entries = At { value: ids.iter().map(entry).collect(), span: 0..0 };
    resolve(&none, &entries, size, rules).map_err(|error| InputError { place: None, ..error })
}

/// Returns the place of a company that may not fight: the written part at fault, or else the entry.
fn span_of(error: &MusterError, entries: &At<Vec<At<RawEntry>>>) -> Range<usize> {
    let Some(entry) = error.company().and_then(|company| entries.value.get(company)) else {
        return entries.span.clone();
    };
    let RawEntry::Company(raw) = &entry.value else { return entry.span.clone() };
    let written = match error {
        MusterError::SameName { .. } => raw.name.as_ref().map(|name| &name.span),
        MusterError::SameColor { .. } => raw.color.as_ref().map(|color| &color.span),
        _ => raw.frames.as_ref().map(|frames| &frames.span).or(raw.company.as_ref().map(|company| &company.span)),
    };
    written.unwrap_or(&entry.span).clone()
}

/// Gives every company its colour: first the companies that name a color, then the rest.
fn color_all(file: &FileText, entries: &[At<RawEntry>], companies: &mut [FightingCompany]) -> Result<(), InputError> {
    let written = entries.iter().map(|entry| match &entry.value {
        RawEntry::Company(raw) => raw.color.as_ref(),
        RawEntry::BuiltIn(_) => None,
    });
    let colors = Color::of_all(file, written)?;
    companies.iter_mut().zip(colors).for_each(|(company, color)| company.color = color);
    Ok(())
}

/// Returns a company without its colour and the number of its name.
fn company(entry: &At<RawEntry>, rules: &Ruleset) -> Result<FightingCompany, Misfit> {
    let raw = match &entry.value {
        RawEntry::BuiltIn(id) => return from_built_in(id, &entry.span, rules),
        RawEntry::Company(raw) => raw,
    };
    let mut company = match (&raw.company, &raw.frames) {
        (Some(id), None) => {
            let beside = [raw.rockets.as_ref().map(|at| &at.span), raw.spare.as_ref().map(|at| &at.span)];
            if let Some(span) = beside.into_iter().flatten().next() {
                return Err(Misfit::new(span, "can be used only with `frames`; a built-in company has its own"));
            }
            from_built_in(&id.value, &id.span, rules)?
        }
        (None, Some(_)) => own(raw, &entry.span, rules)?,
        (Some(_), Some(frames)) => {
            return Err(Misfit::new(&frames.span, "a company has `frames` or is a built-in `company`, not both"));
        }
        (None, None) => {
            let problem = "the company has no frames; write `frames`, or name a built-in company as `company`";
            return Err(Misfit::new(&entry.span, problem));
        }
    };
    if let Some(name) = &raw.name {
        company.name = not_empty(name)?;
    }
    company.policy.clone_from(&raw.policy);
    Ok(company)
}

/// Returns a built-in company that a file names at `span`.
fn from_built_in(id: &str, span: &Range<usize>, rules: &Ruleset) -> Result<FightingCompany, Misfit> {
    let with_help =
        |error: InputError| error.with_help(Some("write another company as a table with `name` and `frames`"));
    let known = COMPANIES.named(id).map_err(|error| Misfit { span: span.clone(), error: with_help(error) })?;
    allowed(known, span, rules)
}

/// Returns a built-in company; anything that the ruleset does not allow is reported at `span`.
fn allowed(known: &BuiltIn<RawCompany>, span: &Range<usize>, rules: &Ruleset) -> Result<FightingCompany, Misfit> {
    own(&known.table, span, rules).map_err(|misfit| {
        let InputError { problem, help, .. } = misfit.error;
        let problem = format!("built-in company `{}`: {problem}", known.id);
        Misfit { span: span.clone(), error: InputError { place: None, problem, help } }
    })
}

/// Returns a company of code, which has no place in a file.
pub(super) fn of_code(raw: &RawCompany, rules: &Ruleset) -> Result<FightingCompany, InputError> {
    own(raw, &(0..0), rules).map_err(|misfit| misfit.error)
}

/// Returns a company that lists its frames.
fn own(raw: &RawCompany, span: &Range<usize>, rules: &Ruleset) -> Result<FightingCompany, Misfit> {
    let Some(name) = &raw.name else {
        return Err(Misfit::new(span, "the company has no `name`"));
    };
    if let Some(frames) = &raw.frames {
        at_most(frames.value.len(), "frames", MAX_FRAMES)
            .map_err(|error| Misfit { span: frames.span.clone(), error })?;
    }
    let written = raw.frames.iter().flat_map(|frames| &frames.value).chain(&raw.spare);
    let mut read = written.map(|written| frame(written, rules)).collect::<Result<Vec<_>, Misfit>>()?;
    if let Some(spare) = read.last_mut().filter(|spare| raw.spare.is_some() && spare.given.is_none()) {
        spare.name = format!("Spare {}", spare.name);
    }
    let names = unlike(&read)?;
    let named = read.into_iter().zip(names).map(|(frame, name)| FightingFrame { name, loadout: frame.loadout });
    let mut frames: Vec<FightingFrame> = named.collect();
    let spare = raw.spare.as_ref().and_then(|_| frames.pop());
    if let (Some(spare), Some(written)) = (&spare, &raw.spare)
        && spare.loadout.rockets() > 0
    {
        return Err(Misfit::new(
            &written.span,
            "the spare frame carries rockets; only the other frames can carry them",
        ));
    }
    let mut company = FightingCompany { name: not_empty(name)?, frames, spare, color: Color::free(&[]), policy: None };
    if raw.rockets.is_some() {
        let left = u16::from(rules.rockets.per_company).saturating_sub(company.rockets());
        share_out(&mut company.frames, u8::try_from(left).unwrap_or(u8::MAX), rules);
    }
    Ok(company)
}

/// A frame as read; its name may still need a number.
struct Named {
    name: String,
    /// The place of the name, if the user gave one.
    given: Option<Range<usize>>,
    loadout: Loadout,
}

fn frame(raw: &At<RawFrame>, rules: &Ruleset) -> Result<Named, Misfit> {
    let (text, span, rockets, name) = match &raw.value {
        RawFrame::Loadout(text) => (text, &raw.span, None, None),
        RawFrame::Table(table) => {
            (&table.loadout.value, &table.loadout.span, table.rockets.as_ref(), table.name.as_ref())
        }
    };
    let mut loadout = loadout_of(text, rules).map_err(|error| Misfit { span: span.clone(), error })?;
    let default = archetype(text).map_or_else(|| loadout.with_rockets(0).to_string(), |known| known.name.clone());
    if let Some(rockets) = rockets {
        let (written, most) = (loadout.rockets(), rules.rockets.per_frame);
        if written > 0 {
            let problem = format!("`rockets` is given twice: loadout `{text}` carries {written}");
            return Err(Misfit::new(&rockets.span, problem));
        }
        if rockets.value > most {
            let problem = format!("`rockets` is {}; allowed: 0 to {most}", rockets.value);
            return Err(Misfit::new(&rockets.span, problem));
        }
        loadout = loadout.with_rockets(rockets.value);
    }
    let given = name.map(|name| name.span.clone());
    Ok(Named { name: name.map_or(Ok(default), not_empty)?, given, loadout })
}

fn not_empty(name: &At<String>) -> Result<String, Misfit> {
    match name.value.trim() {
        "" => Err(Misfit::new(&name.span, "`name` is empty")),
        name => Ok(name.to_owned()),
    }
}

/// Returns the names of the frames of a company, all different.
fn unlike(frames: &[Named]) -> Result<Vec<String>, Misfit> {
    let mut given = BTreeSet::new();
    for frame in frames {
        if let Some(span) = &frame.given
            && !given.insert(&frame.name)
        {
            return Err(Misfit::new(span, format!("two frames are named `{}`", frame.name)));
        }
    }
    Ok(numbered(frames.iter().map(|frame| (frame.name.clone(), frame.given.is_some())).collect()))
}

// The check that companies may meet.

/// Reasons why companies may not meet. `company` is the index in the list.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MusterError {
    /// A number of players that has no battle.
    #[error(transparent)]
    Players(#[from] PlayersError),
    /// Two companies with the same name.
    #[error("two companies are named `{name}`")]
    SameName {
        /// Index in the list of the later of the two.
        company: usize,
        /// The shared name.
        name: String,
    },
    /// Two companies with the same colour.
    #[error("two companies have the color {color}")]
    SameColor {
        /// Index in the list of the later of the two.
        company: usize,
        /// The shared colour, such as `#c0392b`.
        color: String,
    },
    /// More or fewer frames than allowed.
    #[error(
        "`{name}` has {}; allowed in a {} of {players} players: {allowed}",
        counted(*found as u64, "frames"),
        size.name()
    )]
    Frames {
        /// Index of the company in the list.
        company: usize,
        /// Name of the company.
        name: String,
        /// Number of frames of the company, without the spare.
        found: usize,
        /// Size of the battle.
        size: Size,
        /// Number of players.
        players: usize,
        /// Limits at this size and number of players.
        allowed: Limits,
    },
    /// A frame that the ruleset does not allow.
    #[error("`{name}`: {fault}")]
    Frame {
        /// Index of the company in the list.
        company: usize,
        /// Name of the company.
        name: String,
        /// The loadout of the frame, with its fault.
        fault: LoadoutError,
    },
    /// More or fewer rockets than a company carries.
    #[error(
        "`{name}` carries {}; a company must carry exactly {needed} under `{rules}`",
        counted((*found).into(), "rockets")
    )]
    Rockets {
        /// Index of the company in the list.
        company: usize,
        /// Name of the company.
        name: String,
        /// Number of rockets on its frames.
        found: u16,
        /// Exact number of rockets that a company must carry (S19).
        needed: u8,
        /// Name of the ruleset.
        rules: String,
    },
    /// A missing system that the ruleset requires of every company.
    #[error("`{name}` has no {system}; ruleset `{rules}` requires it of every company (`design.company_needs`)")]
    Needs {
        /// Index of the company in the list.
        company: usize,
        /// Name of the company.
        name: String,
        /// Token of the missing system, or `SSR` for rockets.
        system: String,
        /// Name of the ruleset.
        rules: String,
    },
    /// More ranged weapons than a company may have.
    #[error("`{name}` has {}; at most {most} are allowed under `{rules}`", counted((*found).into(), "ranged weapons"))]
    Ranged {
        /// Index of the company in the list.
        company: usize,
        /// Name of the company.
        name: String,
        /// Number of ranged weapons on its frames, without the spare.
        found: u8,
        /// Most ranged weapons of a company.
        most: u8,
        /// Name of the ruleset.
        rules: String,
    },
    /// More systems per frame than a company may have on average.
    #[error(
        "`{name}` has {} on {}; at most {most} per frame are allowed on average under `{rules}`",
        counted(*systems as u64, "systems"),
        counted(*frames as u64, "frames")
    )]
    Average {
        /// Index of the company in the list.
        company: usize,
        /// Name of the company.
        name: String,
        /// Number of systems on its frames, without the spare.
        systems: usize,
        /// Number of frames, without the spare.
        frames: usize,
        /// Most systems per frame on average.
        most: f64,
        /// Name of the ruleset.
        rules: String,
    },
    /// More rockets than a company of a demo may carry.
    #[error("`{name}` carries {}; allowed in a demo: 0 to {most} under `{rules}`", counted((*found).into(), "rockets"))]
    DemoRockets {
        /// Index of the company in the list.
        company: usize,
        /// Name of the company.
        name: String,
        /// Number of rockets on its frames.
        found: u16,
        /// Most rockets of a company.
        most: u8,
        /// Name of the ruleset.
        rules: String,
    },
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
