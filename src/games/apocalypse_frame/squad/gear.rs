//! Armaments and systems as text: a name, and tags after plus signs.

use crate::games::apocalypse_frame::catalogue::Catalogue;
use crate::games::apocalypse_frame::catalogue::armament::Armament;
use crate::games::apocalypse_frame::catalogue::item::{Class, Item, ItemTag};
use crate::games::apocalypse_frame::catalogue::numbers::Mark;
use crate::games::apocalypse_frame::ruleset::Ruleset;
use hitchart_config::{InputError, same_name};

/// The system that v1.x makes Efficient (A63).
const BACKDRAFT: &str = "Reactor Backdraft";

/// Parses an armament such as `Assault Rifle + Hot`, from the list that the ruleset selects ("Armament/System
/// Improvement"). The name of the armament does not include the tags.
///
/// # Errors
/// Returns an error for unknown names and tags, with the nearest; for tags that the armament already has; for too many
/// tags.
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

/// Parses the name of a backup armament ("Backup Armaments"), which cannot have added tags.
///
/// # Errors
/// Returns an error for unknown names, with the nearest, and for tags.
pub fn backup(text: &str, rules: &Ruleset) -> Result<Armament, InputError> {
    let (name, tags) = split(text);
    let backup = rules.catalogue.backup(name)?;
    at_most(0, &tags, &backup.name)?;
    Ok(backup.clone())
}

/// Parses a modular system such as `Chaingun + Holdout`, under a ruleset ("Armament/System Improvement", A63). The name
/// of the system does not include the tag.
///
/// # Errors
/// Returns an error for unknown names and tags, with the nearest; for a tag that the system already has or that is not
/// for its class; for too many tags.
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

/// Returns a system of the catalogue under a ruleset (A63).
pub fn under(item: &Item, rules: &Ruleset) -> Item {
    let mut item = item.clone();
    if rules.items.backdraft_efficient && item.name == BACKDRAFT && !item.tags.has(ItemTag::Efficient) {
        let efficient = rules.catalogue.item_tags.iter().find(|mark| mark.does == ItemTag::Efficient);
        efficient.into_iter().for_each(|mark| item.bear(mark));
    }
    item
}

/// Splits a text into the name and the tags.
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

/// Returns the default backup of an armament. For an armament of the frame's sheet, that is the backup on the sheet, if
/// the two share a range band; otherwise the first backup that shares one.
pub(super) fn default_backup(armament: &Armament, sheet: &[(&str, &str)], catalogue: &Catalogue) -> Armament {
    let usable = armament.usable();
    let shares = |backup: &&Armament| backup.bands.and(usable) != Default::default();
    let on_sheet = sheet.iter().find(|(name, _)| same_name(name, &armament.name));
    let own = on_sheet.and_then(|(_, backup)| catalogue.backup(backup).ok()).filter(shares);
    let backups = &catalogue.backups;
    own.or_else(|| backups.iter().find(shares)).unwrap_or(&backups[0]).clone()
}
