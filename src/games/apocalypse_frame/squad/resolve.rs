//! Conversion of an Ace in a file to an Ace ready for a mission; every error has its place.

use super::gear::{armament, backup, default_backup, item, under};
use super::raw::{RawAce, RawAceTable, RawTrait};
use crate::games::apocalypse_frame::ace::Ace;
use crate::games::apocalypse_frame::catalogue::Catalogue;
use crate::games::apocalypse_frame::catalogue::advancement::Upgrade;
use crate::games::apocalypse_frame::catalogue::armament::Armament;
use crate::games::apocalypse_frame::catalogue::frame::{Attributes, FrameModel, Trait};
use crate::games::apocalypse_frame::catalogue::numbers::Mark;
use crate::games::apocalypse_frame::ruleset::{AttributeRules, Ruleset};
use hitchart_config::{At, FileText, InputError};

/// Armaments and modular systems of a frame before breakthroughs ("Frames").
const SLOTS: usize = 2;

/// Returns the Ace of a frame's ready-made sheet.
pub fn stock(model: &FrameModel, rules: &Ruleset) -> Ace {
    const LISTED: &str = "a ruleset is checked to list what its frames carry";
    let catalogue = &rules.catalogue;
    let gear = rules.armaments.gear;
    let armaments: Vec<Armament> =
        model.armaments.iter().map(|name| catalogue.armament(name, gear).expect(LISTED).clone()).collect();
    let modular = model.modular.iter().map(|name| under(catalogue.modular(name).expect(LISTED), rules));
    let mut ace = Ace {
        name: model.name.clone(),
        model: model.name.clone(),
        attributes: model.attributes,
        vigor: 0,
        tension: 0,
        ammo: 0,
        build: model.build,
        integral_trait: model.integral_trait.clone(),
        backups: backups(&armaments, model, catalogue),
        armaments,
        integral: Some(under(catalogue.integral(&model.integral).expect(LISTED), rules)),
        modular: modular.collect(),
        reroll_dice: 0,
        rerolls_a_drop: false,
    };
    equip(&mut ace, model, &[], rules);
    ace
}

/// Returns the Ace that a file describes.
///
/// # Errors
/// Returns the first mistake, with its place.
pub fn resolve(file: &FileText, written: &At<RawAce>, rules: &Ruleset) -> Result<Ace, InputError> {
    match &written.value {
        RawAce::Frame(name) => {
            let model = rules.catalogue.frame(name).map_err(|error| error.or_at(file, written.span.clone()))?;
            Ok(stock(model, rules))
        }
        RawAce::Table(table) => changed(file, table, rules),
    }
}

fn changed(file: &FileText, raw: &RawAceTable, rules: &Ruleset) -> Result<Ace, InputError> {
    let model = placed(file, &raw.frame, |name| rules.catalogue.frame(name))?;
    let mut ace = stock(model, rules);
    if let Some(name) = &raw.name {
        ace.name = placed(file, name, |name| not_empty(name))?;
    }
    if let Some(attributes) = &raw.attributes {
        ace.attributes = placed(file, attributes, |attributes| allowed(*attributes, &rules.attributes))?;
    }
    let upgrades = upgrades(file, raw, &rules.catalogue)?;
    let slots = |slot| SLOTS + usize::from(upgrades.contains(&slot));
    if let Some(written) = &raw.armaments {
        ace.armaments =
            list(file, written, (1, slots(Upgrade::ArmamentSlot)), "armaments", |text| armament(text, rules))?;
        ace.backups = backups(&ace.armaments, model, &rules.catalogue);
    }
    if let Some(written) = &raw.backups {
        ace.backups = own_backups(file, written, &ace.armaments, rules)?;
    }
    if let Some(written) = &raw.modular {
        let most = slots(Upgrade::SystemsSlot);
        ace.modular = list(file, written, (0, most), "modular systems", |text| item(text, rules))?;
    }
    if raw.integral == Some(false) {
        ace.integral = None;
    }
    if let Some(written) = &raw.integral_trait {
        ace.integral_trait = placed(file, written, |written| integral_trait(written, model, &rules.catalogue))?;
    }
    equip(&mut ace, model, &upgrades, rules);
    Ok(ace)
}

/// Sets the values that follow from the model, the attributes and the upgrades ("Resources", "Ace Upgrades", A11).
fn equip(ace: &mut Ace, model: &FrameModel, upgrades: &[Upgrade], rules: &Ruleset) {
    let one = |upgrade| u8::from(upgrades.contains(&upgrade));
    let tension = model.tension.saturating_sub(rules.resources.tension_less);
    ace.vigor = model.vigor + ace.attributes.drive + one(Upgrade::Spirit);
    ace.tension = tension + ace.attributes.speed + one(Upgrade::Clarity);
    ace.ammo = model.ammo + ace.attributes.control + one(Upgrade::Preparation);
    ace.reroll_dice = one(Upgrade::Commitment);
    ace.rerolls_a_drop = upgrades.contains(&Upgrade::Perseverance);
}

/// Returns the default backups of armaments.
fn backups(armaments: &[Armament], model: &FrameModel, catalogue: &Catalogue) -> Vec<Armament> {
    let sheet: Vec<(&str, &str)> =
        model.armaments.iter().zip(&model.backups).map(|(armament, backup)| (&**armament, &**backup)).collect();
    armaments.iter().map(|armament| default_backup(armament, &sheet, catalogue)).collect()
}

/// Reads a text or value of the file; an error gets its place.
fn placed<T, R>(
    file: &FileText,
    written: &At<T>,
    read: impl FnOnce(&T) -> Result<R, InputError>,
) -> Result<R, InputError> {
    read(&written.value).map_err(|error| error.or_at(file, written.span.clone()))
}

/// Reads a list with a number of entries within limits.
fn list<R>(
    file: &FileText,
    written: &At<Vec<At<String>>>,
    (least, most): (usize, usize),
    what: &str,
    read: impl Fn(&str) -> Result<R, InputError>,
) -> Result<Vec<R>, InputError> {
    let entries = &written.value;
    if !(least..=most).contains(&entries.len()) {
        let problem = format!("{} {what}; allowed: {least} to {most}", entries.len());
        let breakthrough = most == SLOTS && entries.len() == SLOTS + 1;
        let slot = if least == 0 { Upgrade::SystemsSlot } else { Upgrade::ArmamentSlot };
        let help = breakthrough.then(|| format!("the upgrade `{}` allows one more", slot.name()));
        return Err(InputError::at(file, written.span.clone(), problem).with_help(help));
    }
    entries.iter().map(|entry| placed(file, entry, |text| read(text))).collect()
}

/// Returns the backups that the file names, one for each armament ("Backup Armaments").
fn own_backups(
    file: &FileText,
    written: &At<Vec<At<String>>>,
    armaments: &[Armament],
    rules: &Ruleset,
) -> Result<Vec<Armament>, InputError> {
    let count = armaments.len();
    let backups = list(file, written, (count, count), "backups", |text| backup(text, rules))?;
    for ((entry, backup), armament) in written.value.iter().zip(&backups).zip(armaments) {
        let usable = armament.usable();
        if backup.bands.and(usable) == Default::default() {
            let problem = format!(
                "`{}` ({}) shares no range band with `{}` ({})",
                backup.name,
                backup.bands.text(),
                armament.name,
                usable.text()
            );
            let fits = default_backup(armament, &[], &rules.catalogue).name;
            let error = InputError::at(file, entry.span.clone(), problem);
            return Err(error.with_help(Some(format!("`{fits}` does"))));
        }
    }
    Ok(backups)
}

fn upgrades(file: &FileText, raw: &RawAceTable, catalogue: &Catalogue) -> Result<Vec<Upgrade>, InputError> {
    let mut upgrades = Vec::new();
    for written in raw.upgrades.iter().flat_map(|upgrades| &upgrades.value) {
        let upgrade = placed(file, written, |name| catalogue.upgrade(name))?;
        if upgrades.contains(&upgrade) {
            let problem = format!("the upgrade `{}` is given twice", upgrade.name());
            return Err(InputError::at(file, written.span.clone(), problem));
        }
        upgrades.push(upgrade);
    }
    Ok(upgrades)
}

fn integral_trait(
    written: &RawTrait,
    model: &FrameModel,
    catalogue: &Catalogue,
) -> Result<Option<Mark<Trait>>, InputError> {
    match written {
        RawTrait::Own(own) => Ok(model.integral_trait.clone().filter(|_| *own)),
        RawTrait::Name(name) => catalogue.integral_trait(name).map(|mark| Some(mark.clone())),
    }
}

/// Returns the attributes, if the ruleset allows them ("Recruiting an Ace", A62).
fn allowed(attributes: Attributes, rules: &AttributeRules) -> Result<Attributes, InputError> {
    let Attributes { drive, speed, control } = attributes;
    let all = [drive, speed, control];
    let each = all.iter().all(|value| (1..=3).contains(value));
    let sum = all.iter().map(|value| u16::from(*value)).sum::<u16>();
    if each && sum == u16::from(rules.sum) && (rules.even_spread || all != [2, 2, 2]) {
        return Ok(attributes);
    }
    let even = if rules.even_spread || rules.sum != 6 { "" } else { ", but not 2/2/2" };
    let problem = format!("attributes {drive}/{speed}/{control}; allowed: 1 to 3 each, {} in all{even}", rules.sum);
    Err(InputError::plain(problem))
}

fn not_empty(name: &str) -> Result<String, InputError> {
    match name.trim() {
        "" => Err(InputError::plain("`name` is empty")),
        name => Ok(name.to_owned()),
    }
}
