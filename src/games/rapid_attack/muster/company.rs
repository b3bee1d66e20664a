//! Conversion of the companies in a file to companies that may fight; every error has its place.

use super::raw::{RawCompany, RawEntry, RawFrame};
use super::rockets::share_out;
use super::{FightingCompany, FightingFrame, MusterError, built_in, check, check_each};
use crate::games::rapid_attack::bidding::{Size, limits};
use crate::games::rapid_attack::loadout::Loadout;
use crate::games::rapid_attack::roster::{archetypes, loadout_of};
use crate::games::rapid_attack::ruleset::Ruleset;
use hitchart_config::{At, Color, FileText, InputError, at_most, numbered, read, read_table, same_name};
use std::collections::BTreeSet;
use std::ops::Range;

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
    company(&At { value: RawEntry::BuiltIn(id.to_owned()), span: 0..0 }, rules).map_err(|misfit| misfit.error)
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

/// Returns a built-in company; anything that the ruleset does not allow is reported at `span`.
fn from_built_in(id: &str, span: &Range<usize>, rules: &Ruleset) -> Result<FightingCompany, Misfit> {
    let at = |error: InputError| Misfit { span: span.clone(), error };
    let known = built_in(id).map_err(at)?;
    own(&known.company, span, rules).map_err(|misfit| {
        let InputError { problem, help, .. } = misfit.error;
        at(InputError { place: None, problem: format!("built-in company `{}`: {problem}", known.id), help })
    })
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
    let archetype = archetypes().iter().find(|known| same_name(&known.name, text));
    let default = archetype.map_or_else(|| loadout.with_rockets(0).to_string(), |known| known.name.clone());
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
