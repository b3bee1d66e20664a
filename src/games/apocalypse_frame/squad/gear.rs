//! Armaments and systems as people write them: a name, and tags after plus signs.

use crate::games::apocalypse_frame::catalogue::Catalogue;
use crate::games::apocalypse_frame::catalogue::armament::Armament;
use crate::games::apocalypse_frame::catalogue::item::{Class, Item, ItemTag};
use crate::games::apocalypse_frame::catalogue::numbers::Mark;
use crate::games::apocalypse_frame::ruleset::Ruleset;
use hitchart_config::{InputError, same_name};

/// The system that v1.x makes Efficient (A63).
const BACKDRAFT: &str = "Reactor Backdraft";

/// The armament of a text as `Assault Rifle + Hot`, from the list that the ruleset asks for ("Armament/System
/// Improvement"). It keeps the name without the tags.
///
/// # Errors
/// Unknown names and tags, with the nearest; tags that it has already; more tags than may be added.
pub fn armament(text: &str, rules: &Ruleset) -> Result<Armament, InputError> {
    let (name, tags) = split(text);
    let catalogue = &rules.catalogue;
    let mut armament = catalogue.armament(name, rules.armaments.gear)?.clone();
    at_most(catalogue.advancement.limits.armament_tags, &tags, &armament.name)?;
    for text in tags {
        let mark = catalogue.tag(text)?;
        if armament.tags.has(mark.does) {
            return Err(has_already(&armament.name, &mark.name));
        }
        armament.bear(mark);
    }
    Ok(armament)
}

/// The backup armament of a name ("Backup Armaments"); tags are not added to these.
///
/// # Errors
/// Unknown names, with the nearest; tags.
pub fn backup(text: &str, rules: &Ruleset) -> Result<Armament, InputError> {
    let (name, tags) = split(text);
    let backup = rules.catalogue.backup(name)?;
    at_most(0, &tags, &backup.name)?;
    Ok(backup.clone())
}

/// The modular system of a text as `Chaingun + Holdout`, under a ruleset ("Armament/System Improvement", A63). It keeps
/// the name without the tag.
///
/// # Errors
/// Unknown names and tags, with the nearest; a tag that it has already or that is not for its class; more tags than may
/// be added.
pub fn item(text: &str, rules: &Ruleset) -> Result<Item, InputError> {
    let (name, tags) = split(text);
    let catalogue = &rules.catalogue;
    let mut item = under(catalogue.modular(name)?, rules);
    at_most(catalogue.advancement.limits.item_tags, &tags, &item.name)?;
    for text in tags {
        let mark = catalogue.item_tag(text)?;
        if item.tags.has(mark.does) {
            return Err(has_already(&item.name, &mark.name));
        }
        if mark.does.class().is_some_and(|class| class != item.class) {
            return Err(not_of_class(&item, mark, catalogue));
        }
        item.bear(mark);
    }
    Ok(item)
}

/// A system of the catalogue as a ruleset has it (A63).
pub fn under(item: &Item, rules: &Ruleset) -> Item {
    let mut item = item.clone();
    if rules.items.backdraft_efficient && item.name == BACKDRAFT && !item.tags.has(ItemTag::Efficient) {
        let efficient = rules.catalogue.item_tags.iter().find(|mark| mark.does == ItemTag::Efficient);
        efficient.into_iter().for_each(|mark| item.bear(mark));
    }
    item
}

/// The name and the tags of a text.
fn split(text: &str) -> (&str, Vec<&str>) {
    let mut parts = text.split('+').map(str::trim);
    (parts.next().unwrap_or_default(), parts.collect())
}

fn at_most(most: u8, tags: &[&str], name: &str) -> Result<(), InputError> {
    if tags.len() <= usize::from(most) {
        return Ok(());
    }
    Err(InputError::plain(format!("{} tags added to `{name}`; allowed: at most {most}", tags.len())))
}

fn has_already(name: &str, tag: &str) -> InputError {
    InputError::plain(format!("`{name}` has the tag {tag} already"))
}

fn not_of_class(item: &Item, tag: &Mark<ItemTag>, catalogue: &Catalogue) -> InputError {
    let fits = |known: &&Mark<ItemTag>| {
        !item.tags.has(known.does) && known.does.class().is_none_or(|class| class == item.class)
    };
    let allowed: Vec<&str> = catalogue.item_tags.iter().filter(fits).map(|known| known.name.as_str()).collect();
    let class = match item.class {
        Class::Offensive => "an offensive",
        Class::Support => "a support",
    };
    let problem =
        format!("{} is not a tag for `{}`, {class} system; allowed: {}", tag.name, item.name, allowed.join(", "));
    InputError::plain(problem)
}

/// The backup of an armament where none is named: that of the frame's sheet for an armament of the sheet, as long as
/// the two share a range band, else the first that shares one.
pub(super) fn default_backup(armament: &Armament, sheet: &[(&str, &str)], catalogue: &Catalogue) -> Armament {
    let usable = armament.usable();
    let shares = |backup: &&Armament| backup.bands.and(usable) != Default::default();
    let on_sheet = sheet.iter().find(|(name, _)| same_name(name, &armament.name));
    let own = on_sheet.and_then(|(_, backup)| catalogue.backup(backup).ok()).filter(shares);
    let backups = &catalogue.backups;
    own.or_else(|| backups.iter().find(shares)).unwrap_or(&backups[0]).clone()
}
