//! The check of `costs`: armaments, modular systems, traits or frames in one place of a squad.

use super::Checker;
use super::raw::{RawCosts, SquadKeys};
use super::setting::{GearSetting, Measure};
use crate::games::apocalypse_frame::design::Squad;
use hitchart_apocalypse_frame::sheet::{Piece, Sheet};
use hitchart_apocalypse_frame::{ruleset::Ruleset, squad::RawTrait};
use hitchart_config::{At, InputError, each_once, within};
use hitchart_lab::builds::{Costs, pairs};
use hitchart_lab::study::{Study, With, Written};
use std::{ops::Range, sync::Arc};

/// Default number of missions of each alternative.
const ALTERNATIVE_MISSIONS: u64 = 1_000;
/// Most alternatives of a study.
const MAX_ALTERNATIVES: usize = 200;

/// The part of a sheet that alternatives replace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Armament,
    Modular,
    Trait,
    Frame,
}

impl Part {
    /// Returns the words for an alternative: column, heading, plural.
    fn words(self) -> [&'static str; 3] {
        match self {
            Part::Armament => ["armament", "Armament", "armaments"],
            Part::Modular => ["system", "System", "systems"],
            Part::Trait => ["integral_trait", "Integral trait", "integral traits"],
            Part::Frame => ["frame", "Frame", "frames"],
        }
    }

    /// Returns the name of an alternative, and the sheet with it.
    fn put(self, text: &str, slot: usize, sheet: &Sheet, rules: &Ruleset) -> Result<(String, Sheet), InputError> {
        let mut sheet = sheet.clone();
        let name = match self {
            Part::Armament => {
                sheet.armaments[slot] = Piece::armament(text, rules)?;
                // The backup of the replaced armament may not fit.
                sheet.backups = None;
                sheet.armaments[slot].to_string()
            }
            Part::Modular => {
                sheet.modular[slot] = Piece::system(text, rules)?;
                sheet.modular[slot].to_string()
            }
            Part::Trait => {
                let name = rules.catalogue.integral_trait(text)?.name.clone();
                sheet.integral_trait = RawTrait::Name(name.clone());
                name
            }
            Part::Frame => {
                let model = rules.catalogue.frame(text)?;
                sheet = sheet.on(model);
                model.name.clone()
            }
        };
        sheet.ace(rules)?;
        Ok((name, sheet))
    }
}

/// Checks the study.
pub(in super::super) fn check(checker: &Checker<'_>, mut written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (encounter, kind) = (written.take("encounter"), written.kind.clone());
    let With(squad, raw): With<SquadKeys, RawCosts> = written.read()?;
    let (setting, field) = checker.gear(encounter, &squad, Measure::Victory)?;
    let (part, listed) = part(checker, &raw, kind)?;
    let alternatives = alternatives(checker, &raw, (part, listed), &setting)?;
    if alternatives.len() < 2 {
        let problem =
            format!("one {} has nothing to be compared with; name two or more", part.words()[1].to_lowercase());
        return Err(InputError::at(checker.file, listed.span.clone(), problem));
    }
    let pairs = pairs(checker.file, &raw.games, "games", ALTERNATIVE_MISSIONS)?;
    Ok(Arc::new(Costs { setting, what: part.words(), alternatives, field: Arc::new(field), pairs }))
}

/// A list of names, as written.
type Names = At<Vec<At<String>>>;

/// Returns the part whose alternatives a study lists.
fn part<'a>(checker: &Checker<'_>, raw: &'a RawCosts, kind: Range<usize>) -> Result<(Part, &'a Names), InputError> {
    let lists = [
        (Part::Armament, &raw.armaments),
        (Part::Modular, &raw.modular),
        (Part::Trait, &raw.traits),
        (Part::Frame, &raw.frames),
    ];
    let mut named = lists.into_iter().filter_map(|(part, list)| Some((part, list.as_ref()?)));
    let Some((part, listed)) = named.next() else {
        let problem = "nothing to compare: name `armaments`, `modular`, `traits` or `frames`";
        return Err(InputError::at(checker.file, kind, problem));
    };
    if let Some((_, second)) = named.next() {
        let problem = "the study compares one kind of gear: leave out one of the lists";
        return Err(InputError::at(checker.file, second.span.clone(), problem));
    }
    if let Some(slot) = raw.slot.as_ref().filter(|_| matches!(part, Part::Trait | Part::Frame)) {
        return Err(InputError::at(checker.file, slot.span.clone(), "`slot` goes with `armaments` or `modular`"));
    }
    Ok((part, listed))
}

/// Returns the squad with each alternative.
fn alternatives(
    checker: &Checker<'_>,
    raw: &RawCosts,
    (part, listed): (Part, &Names),
    setting: &GearSetting,
) -> Result<Vec<(String, Squad)>, InputError> {
    let (own, rules) = (&setting.space.own, &checker.common.rules);
    let ace = match &raw.ace {
        None => 0,
        Some(ace) => usize::from(within(checker.file, ace, "ace", 1, own.len() as u8)?) - 1,
    };
    let slots = if part == Part::Modular { own[ace].modular.len() } else { own[ace].armaments.len() };
    let slot = match &raw.slot {
        None if part == Part::Modular && slots == 0 => {
            let problem = format!("{} has no modular system to replace", setting.space.names[ace]);
            return Err(InputError::at(checker.file, listed.span.clone(), problem));
        }
        None => 0,
        Some(slot) => usize::from(within(checker.file, slot, "slot", 1, slots as u8)?) - 1,
    };
    each_once(checker.file, listed, "alternative", MAX_ALTERNATIVES, |text: &At<String>| {
        let put = part.put(&text.value, slot, &own[ace], rules);
        let (name, sheet) = put.map_err(|error| error.or_at(checker.file, text.span.clone()))?;
        let mut sheets = own.clone();
        sheets[ace] = sheet;
        Ok((name, setting.space.priced(sheets)))
    })
}
