//! Aces in scenario files: a frame's name, or a table of changes to it; gear as text; and the Ace ready for a mission.

use super::catalogue::entries::{Attributes, FrameModel, Trait};
use super::catalogue::item::{Class, Item, ItemTag};
use super::ruleset::{AttributeRules, Ruleset};
use super::{
    ace::Ace, catalogue::Catalogue, catalogue::advancement::Upgrade, catalogue::entries::Armament,
    catalogue::numbers::Mark,
};
use hitchart_config::{At, FileText, InputError, same_name, text_or_table};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};

/// An Ace: the frame as the book has it, or a table.
#[derive(Clone, Debug, PartialEq, JsonSchema)]
#[schemars(untagged, description = "The two forms of an Ace in the schema.")]
pub enum RawAce {
    /// A frame of the book, unchanged.
    Frame(String),
    /// A frame with changes.
    Table(Box<RawAceTable>),
}

/// An Ace in a changed frame; keys that are left out have the values of the ready-made sheet.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RawAceTable {
    /// The frame, such as `M1-SOLDIER`, `M1` or `soldier`.
    pub frame: At<String>,
    /// Name of the Ace in reports; the name of the frame by default.
    pub name: Option<At<String>>,
    /// Drive, Speed and Control.
    pub attributes: Option<At<Attributes>>,
    /// All armaments, such as `Assault Rifle`, or with up to two added tags, such as `Assault Rifle + Hot + Energy`.
    pub armaments: Option<At<Vec<At<String>>>>,
    /// Backup armaments in the order of the armaments; each shares a range band with its armament.
    pub backups: Option<At<Vec<At<String>>>>,
    /// All modular systems, such as `Chaingun`, or with one added tag, such as `Chaingun + Holdout`.
    pub modular: Option<At<Vec<At<String>>>>,
    /// True if the frame has its integral system; `true` by default.
    pub integral: Option<bool>,
    /// `false` for no integral trait, or the name of another trait.
    #[serde(rename = "trait")]
    pub integral_trait: Option<At<RawTrait>>,
    /// Upgrades, each once: `commitment`, `spirit`, `clarity`, `preparation`, `perseverance`, `armament-slot`,
    /// `systems-slot`.
    pub upgrades: Option<At<Vec<At<String>>>>,
}

/// An integral trait: `true` for that of the frame, `false` for none, or the name of another.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "`trait` is the name of an integral trait, or `false`")]
pub enum RawTrait {
    /// `true` for the trait of the frame, `false` for none.
    Own(bool),
    /// Name of an integral trait of the ruleset.
    Name(String),
}

impl<'de> Deserialize<'de> for RawAce {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RawAce, D::Error> {
        let table = |ace| RawAce::Table(Box::new(ace));
        text_or_table(deserializer, "the name of a frame, or a table with `frame`", RawAce::Frame, table)
    }
}

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
    at_most(catalogue.advancement.limits.system_tags, &tags, &item.name)?;
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
fn default_backup(armament: &Armament, sheet: &[(&str, &str)], catalogue: &Catalogue) -> Armament {
    let usable = armament.usable();
    let shares = |backup: &&Armament| backup.bands.and(usable) != Default::default();
    let on_sheet = sheet.iter().find(|(name, _)| same_name(name, &armament.name));
    let own = on_sheet.and_then(|(_, backup)| catalogue.backup(backup).ok()).filter(shares);
    let backups = &catalogue.backups;
    own.or_else(|| backups.iter().find(shares)).unwrap_or(&backups[0]).clone()
}

/// Armaments and modular systems of a frame before breakthroughs ("Frames").
const SLOTS: usize = 2;

/// Returns the Ace of a frame's ready-made sheet.
pub fn stock(model: &FrameModel, rules: &Ruleset) -> Ace {
    const LISTED: &str = "a ruleset is checked to list what its frames carry";
    let (catalogue, of) = (&rules.catalogue, &model.written);
    let gear = rules.armaments.gear;
    let armaments: Vec<Armament> =
        of.armaments.iter().map(|name| catalogue.armament(name, gear).expect(LISTED).clone()).collect();
    let modular = of.modular.iter().map(|name| under(catalogue.modular(name).expect(LISTED), rules));
    let mut ace = Ace {
        name: model.name.clone(),
        model: model.name.clone(),
        attributes: of.attributes,
        vigor: 0,
        tension: 0,
        ammo: 0,
        build: of.build,
        integral_trait: model.integral_trait.clone(),
        backups: backups(&armaments, model, catalogue),
        armaments,
        integral: Some(under(catalogue.integral(&of.integral).expect(LISTED), rules)),
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
    let tension = model.written.tension.saturating_sub(rules.resources.tension_less);
    ace.vigor = model.written.vigor + ace.attributes.drive + one(Upgrade::Spirit);
    ace.tension = tension + ace.attributes.speed + one(Upgrade::Clarity);
    ace.ammo = model.written.ammo + ace.attributes.control + one(Upgrade::Preparation);
    ace.reroll_dice = one(Upgrade::Commitment);
    ace.rerolls_a_drop = upgrades.contains(&Upgrade::Perseverance);
}

/// Returns the default backups of armaments.
fn backups(armaments: &[Armament], model: &FrameModel, catalogue: &Catalogue) -> Vec<Armament> {
    let of = &model.written;
    let sheet: Vec<(&str, &str)> =
        of.armaments.iter().zip(&of.backups).map(|(armament, backup)| (&**armament, &**backup)).collect();
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

#[cfg(test)]
mod tests {
    use super::super::ace::{Ace, MAX_ITEMS};
    use super::super::catalogue::book;
    use super::super::catalogue::entries::Gear;
    use super::super::catalogue::entries::Trait;
    use super::super::catalogue::item::ItemTag;
    use super::super::catalogue::tag::Tag;
    use super::super::rules_files::standard;
    use super::super::ruleset::Ruleset;
    use super::*;
    use crate::ids::MAX_ARMAMENTS;
    use hitchart_config::rules::load;
    use hitchart_config::{At, FileText, InputError, from_toml};
    use serde::Deserialize;

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        ace: At<RawAce>,
    }

    fn read_under(text: &str, rules: &Ruleset) -> Result<Ace, InputError> {
        let file = FileText { path: "squad.toml".into(), text: format!("ace = {text}\n") };
        let read: File = from_toml(&file.text).map_err(|error| InputError::read(&file, &error))?;
        resolve(&file, &read.ace, rules)
    }

    fn read(text: &str) -> Ace {
        read_under(text, &standard()).unwrap()
    }

    fn refuses_under(rules: &Ruleset, text: &str, parts: &[&str]) {
        let message = read_under(text, rules).unwrap_err().to_string();
        parts.iter().for_each(|part| assert!(message.contains(part), "no `{part}` in\n{message}"));
    }

    fn refuses(text: &str, parts: &[&str]) {
        refuses_under(&standard(), text, parts);
    }

    fn resources(ace: &Ace) -> [u8; 3] {
        [ace.vigor, ace.tension, ace.ammo]
    }

    fn backups(ace: &Ace) -> Vec<&str> {
        ace.backups.iter().map(|backup| backup.name.as_str()).collect()
    }

    /// The example round's Ace, and the other sheets by the same sums.
    #[test]
    fn stock_frames_have_the_resources_of_their_sheets() {
        let of = |name: &str| resources(&read(&format!("'{name}'")));
        assert_eq!([of("M1-SOLDIER"), of("L1"), of("vanguard")], [[10, 6, 5], [7, 9, 5], [10, 3, 8]]);
        assert_eq!([of("archer"), of("l2 brawler"), of("H2")], [[8, 6, 7], [7, 10, 4], [10, 5, 6]]);
        assert_eq!([of("SENTINEL"), of("L3"), of("h3-angler")], [[7, 6, 8], [8, 7, 6], [10, 3, 8]]);
        let v1: Ruleset = load("v1.x").unwrap();
        for model in &book().frames {
            let (ace, later) = (stock(model, &standard()), stock(model, &v1));
            assert_eq!(ace.tension, later.tension + 2);
            let backups: Vec<&String> = ace.backups.iter().map(|backup| &backup.name).collect();
            assert_eq!(backups, model.written.backups.each_ref());
            assert_eq!(read(&format!("{{ frame = '{}' }}", model.name)), ace);
        }
    }

    #[test]
    fn a_table_changes_what_it_names() {
        let ace = read(
            "{ frame = 'M1', name = 'Ada', attributes = { drive = 1, speed = 3, control = 2 }, \
         armaments = ['assault rifle + Hot + energy', 'Sniper Rifle', 'Plasma Blade'], \
         modular = ['Elbow Blades + Superhot', 'Shield Projector + projecting', 'Afterburner'], \
         integral = false, trait = 'riot shield', \
         upgrades = ['spirit', 'Exceptional Clarity', 'preparation', 'commitment', 'perseverance', 'Armament slot', \
         'systems-slot'] }",
        );
        assert_eq!((ace.name.as_str(), ace.model.as_str()), ("Ada", "M1-SOLDIER"));
        assert_eq!(resources(&ace), [7 + 1 + 1, 4 + 3 + 1, 4 + 2 + 1]);
        let tags: Vec<Tag> = ace.armaments[0].tags.iter().collect();
        assert_eq!(tags, [Tag::Burst, Tag::Energy, Tag::Hot]);
        assert_eq!(backups(&ace), ["Handgun", "Revolver", "Shiv"]);
        assert!(ace.modular[0].name == "Elbow Spikes" && ace.modular[0].tags.has(ItemTag::Superhot));
        assert_eq!((ace.integral, ace.integral_trait), (None, Some(Trait::RiotShield.into())));
        assert_eq!((ace.reroll_dice, ace.rerolls_a_drop), (1, true));
        assert!(ace.armaments.len() == MAX_ARMAMENTS && ace.modular.len() < MAX_ITEMS);
        let bare = read("{ frame = 'M1', modular = [], trait = false, integral = true }");
        assert!(bare.modular.is_empty() && bare.integral_trait.is_none() && bare.integral.is_some());
    }

    #[test]
    fn rulesets_change_gear() {
        let mut rules = standard();
        rules.armaments.gear = Gear::Stock;
        let vanguard = read_under("'H1'", &rules).unwrap();
        assert!(vanguard.armaments[0].tags.has(Tag::Piercing));
        assert_eq!(backups(&vanguard), ["Revolver", "Revolver"]);
        let v1: Ruleset = load("v1.x").unwrap();
        assert!(item("Reactor Backdraft", &v1).unwrap().tags.has(ItemTag::Efficient));
        assert!(!item("reactor-backdraft", &standard()).unwrap().tags.has(ItemTag::Efficient));
        refuses_under(&v1, "{ frame = 'L2', modular = ['Reactor Backdraft + Efficient'] }", &["Efficient already"]);
        let even = "{ frame = 'L2', attributes = { drive = 2, speed = 2, control = 2 } }";
        assert_eq!(resources(&read(even)), [7, 9, 5]);
        refuses_under(&v1, even, &["squad.toml:1:36", "2/2/2; allowed: 1 to 3 each, 6 in all, but not 2/2/2"]);
    }

    #[test]
    fn backups_share_a_band_also_one_that_a_tag_adds() {
        let ace = read("{ frame = 'M1', armaments = ['Assault Rifle + Scoped'], backups = ['Revolver'] }");
        assert_eq!(backups(&ace), ["Revolver"]);
        refuses(
            "{ frame = 'M1', armaments = ['Assault Rifle'], backups = ['Revolver'] }",
            &["squad.toml:1:65", "`Revolver` (Far) shares no range band with `Assault Rifle` (Near)", "`Handgun` does"],
        );
        refuses("{ frame = 'M1', backups = ['Shiv'] }", &["squad.toml:1:33", "1 backups; allowed: 2 to 2"]);
        refuses(
            "{ frame = 'M1', backups = ['Shiv', 'Handgun + Energy'] }",
            &["1 tags added to `Handgun`; allowed: at most 0"],
        );
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        refuses("'M1-SOLDEIR'", &["squad.toml:1:7", "unknown frame `M1-SOLDEIR`", "did you mean `M1-SOLDIER`?"]);
        refuses("'glaidator'", &["did you mean `L3-GLADIATOR`?"]);
        refuses("3", &["the name of a frame, or a table with `frame`"]);
        refuses("{ name = 'Ada' }", &["missing key `frame`"]);
        refuses("{ frame = 'M1', armament = [] }", &["unknown key `armament`", "did you mean `armaments`?"]);
        refuses("{ frame = 'M1', name = ' ' }", &["squad.toml:1:30", "`name` is empty"]);
        let attributes = "{ frame = 'M1', attributes = { drive = 3, speed = 3, control = 1 } }";
        refuses(attributes, &["attributes 3/3/1; allowed: 1 to 3 each, 6 in all"]);
        refuses("{ frame = 'M1', attributes = { drive = 4, speed = 1, control = 1 } }", &["4/1/1"]);
        refuses("{ frame = 'M1', attributes = { drive = 300, speed = 1, control = 1 } }", &["squad.toml:1:"]);
        refuses("{ frame = 'M1', trait = 'Riot Sheild' }", &["squad.toml:1:31", "did you mean `Riot Shield`?"]);
        refuses("{ frame = 'M1', trait = 3 }", &["`trait` is the name of an integral trait, or `false`"]);
        refuses("{ frame = 'M1', upgrades = ['spirit', 'Spirit'] }", &["squad.toml:1:45", "`spirit` is given twice"]);
        refuses("{ frame = 'M1', upgrades = ['claritty'] }", &["unknown upgrade", "did you mean `clarity`?"]);
        refuses("{ frame = 'M1', upgrades = ['Mark of Heroism'] }", &["Mark of Heroism"]);
    }

    #[test]
    fn gear_is_checked_with_its_tags() {
        let armaments =
            |list: &str, parts: &[&str]| refuses(&format!("{{ frame = 'M1', armaments = [{list}] }}"), parts);
        armaments("", &["squad.toml:1:35", "0 armaments; allowed: 1 to 2"]);
        armaments("'Shotgun', 'Carbine', 'Gatling'", &["3 armaments; allowed: 1 to 2", "armament-slot"]);
        armaments("'Asault Rifle'", &["squad.toml:1:36", "unknown armament", "did you mean `Assault Rifle`?"]);
        armaments("'Shiv'", &["`Shiv` is a backup armament"]);
        armaments("'Carbine + Burst'", &["squad.toml:1:36", "`Carbine` has the tag Burst already"]);
        armaments("'Carbine + Hot + Hot'", &["`Carbine` has the tag Hot already"]);
        armaments("'Carbine + Hott'", &["unknown tag `Hott`", "did you mean `Hot`?"]);
        armaments("'Carbine + Deliberate'", &["unknown tag `Deliberate`"]);
        armaments("'Carbine +'", &["unknown tag ``"]);
        armaments("'Carbine + Hot + Energy + Piercing'", &["3 tags added to `Carbine`; allowed: at most 2"]);
        let modular = |list: &str, parts: &[&str]| refuses(&format!("{{ frame = 'M1', modular = [{list}] }}"), parts);
        modular("'Railgun', 'Railgun', 'Railgun'", &["3 modular systems; allowed: 0 to 2", "systems-slot"]);
        modular("'Chaingun + Energy + Holdout'", &["2 tags added to `Chaingun`; allowed: at most 1"]);
        modular("'Afterburner + Energy'", &["squad.toml:1:34", "Energy", "`Afterburner`, a support system"]);
        modular(
            "'Railgun + Projecting'",
            &["an offensive system; allowed: Efficient, Holdout, Distracting, Energy, Flashy"],
        );
        modular("'Railgun + Limited'", &["`Railgun` has the tag Limited already"]);
        modular("'Flamethrower'", &["`Flamethrower` is the integral system of H2-LANCER"]);
        modular("'Chain gunn'", &["did you mean `Chaingun`?"]);
    }

    #[test]
    fn the_schema_has_both_forms() {
        let schema = schemars::schema_for!(RawAce).to_value().to_string();
        ["anyOf", "armaments", "\"trait\"", "upgrades"]
            .iter()
            .for_each(|part| assert!(schema.contains(part), "{schema}"));
    }
}
