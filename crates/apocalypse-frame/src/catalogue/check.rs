//! Checks of a ruleset's catalogue: numbers that depend on others, and references to entries. The bounds of a single
//! number are declared with it.

use super::entries::Gear;
use super::entries::{MAX_ATTACKS, Rank};
use super::item::{Effect, ItemTag};
use super::numbers::{EffectKind, Number};
use super::tag::{Band, Tag};
use super::written::{ByName, Written, WrittenArmament, WrittenEnemy, WrittenFrame, WrittenItem, WrittenMark};
use super::{Catalogue, book_files};
use hitchart_config::rules::{RulesError, dotted};
use hitchart_config::{listed, nearest, same_name};

/// Most characters of an entry's name.
const LONGEST: usize = 60;
/// Most entries of a sort.
const MOST: usize = 200;

/// Tags without an effect on an enemy's attack.
const NOT_OF_ENEMIES: [Tag; 6] =
    [Tag::Focused, Tag::Hot, Tag::Impulsive, Tag::Incendiary, Tag::Invigorating, Tag::SpinUp];

type Checked = Result<(), RulesError>;

/// A place in the ruleset: keys from the top.
#[derive(Clone)]
struct At(Vec<String>);

impl At {
    fn of(section: &str) -> At {
        At(vec!["catalogue".to_owned(), section.to_owned()])
    }

    fn at(&self, key: &str) -> At {
        At(self.0.iter().cloned().chain([key.to_owned()]).collect())
    }

    /// Returns an error for this place.
    fn wrong(&self, problem: impl std::fmt::Display) -> RulesError {
        RulesError { problem: format!("`{}` {problem}", dotted(&self.0)), paths: vec![self.0.clone()], help: None }
    }

    fn within(&self, key: &str, found: impl Into<u16>, low: u16, high: u16) -> Checked {
        let found = found.into();
        match (low..=high).contains(&found) {
            true => Ok(()),
            false => Err(self.at(key).wrong(format!("is {found}; allowed: {low} to {high}"))),
        }
    }

    /// Returns an error if no entry has this name. The error also points to the line that removes the entry, if there
    /// is one.
    fn refers<'a>(
        &self,
        what: &str,
        name: &str,
        there: impl Iterator<Item = &'a str> + Clone,
        section: &str,
    ) -> Checked {
        if there.clone().any(|known| same_name(known, name)) {
            return Ok(());
        }
        let mut error = self.wrong(format!("is `{name}`, and there is no {what} of that name"));
        error.paths.push(At::of(section).at(name).0);
        let near = nearest(name, there).map(|near| format!("did you mean `{near}`?"));
        let owner = self.0.get(2).map(|entry| format!("a removed entry must not be used, but `{entry}` still uses it"));
        error.help = near.or(owner);
        Err(error)
    }
}

impl Catalogue {
    /// Checks the catalogue that the ruleset defines.
    ///
    /// # Errors
    /// Returns the first number that does not fit its entry, invalid name, or reference to a missing entry.
    pub fn check(&self) -> Checked {
        let written = &self.written;
        names("armaments", &written.armaments, 1)?;
        names("backups", &written.backups, 1)?;
        names("systems", &written.systems, 1)?;
        names("frames", &written.frames, 1)?;
        names("enemies", &written.enemies, 1)?;
        names("tags", &written.tags, 0)?;
        names("system_tags", &written.system_tags, 0)?;
        names("traits", &written.traits, 0)?;
        marks("tags", &written.tags)?;
        marks("system_tags", &written.system_tags)?;
        marks("traits", &written.traits)?;
        for (name, armament) in written.armaments.iter() {
            self.armament_of(&At::of("armaments").at(name), armament)?;
        }
        for (name, backup) in written.backups.iter() {
            let at = At::of("backups").at(name);
            self.rolled(&at, Some(&backup.range), Some(&backup.tags))?;
        }
        for (name, item) in written.systems.iter() {
            self.item_of(&At::of("systems").at(name), item)?;
        }
        for (name, frame) in written.frames.iter() {
            frame_of(&At::of("frames").at(name), frame, written)?;
        }
        for (name, enemy) in written.enemies.iter() {
            self.enemy_of(&At::of("enemies").at(name), enemy)?;
        }
        Ok(())
    }

    fn armament_of(&self, at: &At, armament: &WrittenArmament) -> Checked {
        let WrittenArmament { range, tags, pregen, .. } = armament;
        self.rolled(at, Some(range), Some(tags))?;
        self.rolled(&at.at(Gear::Pregen.name()), pregen.range.as_ref(), pregen.tags.as_ref())
    }

    fn rolled(&self, at: &At, range: Option<&Vec<Band>>, tags: Option<&Vec<String>>) -> Checked {
        range.map_or(Ok(()), |range| bands(at, "range", range))?;
        let all: Vec<(&str, Tag)> = self.tags.iter().map(|mark| (mark.name.as_str(), mark.does)).collect();
        let fits = |tag: &Tag| Tag::OF_ARMAMENTS.contains(tag);
        tags.map_or(Ok(()), |tags| borne(at, tags, &all, fits, "is only for attacks of enemies", "tags"))
    }

    fn item_of(&self, at: &At, item: &WrittenItem) -> Checked {
        let all: Vec<(&str, ItemTag)> = self.item_tags.iter().map(|mark| (mark.name.as_str(), mark.does)).collect();
        let fits = |tag: &ItemTag| tag.class().is_none_or(|class| class == item.class);
        borne(at, &item.tags, &all, fits, "is only for the other class of systems", "system_tags")?;
        effect(&at.at("effect"), item.effect)
    }

    fn enemy_of(&self, at: &At, enemy: &WrittenEnemy) -> Checked {
        at.within("restorations", enemy.restorations, 0, if enemy.rank == Rank::Prime { 5 } else { 0 })?;
        at.within("count", enemy.count, 1, if enemy.rank == Rank::Part { 16 } else { 1 })?;
        if (enemy.rank == Rank::Part) == enemy.part_of.trim().is_empty() {
            let problem = format!("is \"{}\"; a part of a colossus names it, all others leave it empty", enemy.part_of);
            return Err(at.at("part_of").wrong(problem));
        }
        let attacks = at.at("attacks");
        if !(1..=MAX_ATTACKS).contains(&enemy.attacks.0.len()) {
            let problem = format!("has {} entries; allowed: 1 to {MAX_ATTACKS}", enemy.attacks.0.len());
            return Err(attacks.wrong(problem));
        }
        let all: Vec<(&str, Tag)> = self.tags.iter().map(|mark| (mark.name.as_str(), mark.does)).collect();
        for (name, attack) in enemy.attacks.iter() {
            let at = attacks.at(name);
            bands(&at, "range", &attack.range)?;
            borne(
                &at,
                &attack.tags,
                &all,
                |tag| !NOT_OF_ENEMIES.contains(tag),
                "does nothing on an enemy's attack",
                "tags",
            )?;
        }
        Ok(())
    }
}

/// Checks that names are valid, and that the number of entries is within the limits.
fn names<T>(section: &str, entries: &ByName<T>, least: usize) -> Checked {
    let at = At::of(section);
    let count = entries.0.len();
    if !(least..=MOST).contains(&count) {
        return Err(at.wrong(format!("has {count} entries; allowed: {least} to {MOST}")));
    }
    let possible = |name: &str| {
        (1..=LONGEST).contains(&name.chars().count())
            && name.chars().any(char::is_alphanumeric)
            && !name.contains(['+', ','])
            && !name.chars().any(char::is_control)
    };
    match entries.names().find(|name| !possible(name)) {
        None => Ok(()),
        Some(name) => {
            let problem = format!("is not a valid name; a name has 1 to {LONGEST} characters, no `+` and no comma");
            Err(at.at(name).wrong(problem))
        }
    }
}

/// Checks that a tag or trait has exactly the numbers that its effect needs, each within its range.
fn marks<K: EffectKind>(section: &str, entries: &ByName<WrittenMark<K>>) -> Checked {
    for (name, mark) in entries.iter() {
        let at = At::of(section).at(name);
        for number in Number::ALL {
            let asked = mark.does.number_specs().iter().find(|asked| asked.of == number);
            match (asked, mark.get(number)) {
                (Some(asked), Some(found)) => {
                    at.within(number.name(), found, u16::from(asked.low), u16::from(asked.high))?;
                }
                (None, Some(_)) => {
                    let has = mark.does.number_specs().iter().map(|asked| asked.of.name());
                    let has = if mark.does.number_specs().is_empty() { "no numbers".to_owned() } else { listed(has) };
                    let problem = format!("is not a number of {}, which has {has}", mark.does.title());
                    return Err(at.at(number.name()).wrong(problem));
                }
                (Some(_), None) => {
                    let problem = format!("is missing; {} needs it", mark.does.title());
                    return Err(at.at(number.name()).wrong(problem));
                }
                (None, None) => {}
            }
        }
    }
    Ok(())
}

fn bands(at: &At, key: &str, range: &[Band]) -> Checked {
    match range.is_empty() {
        true => Err(at.at(key).wrong("is empty; allowed: some of `close`, `near`, `far`")),
        false => Ok(()),
    }
}

/// Checks that tags exist, occur once, and fit their owner. Tags of the book that the ruleset removed are skipped.
fn borne<K: EffectKind>(
    at: &At,
    tags: &[String],
    all: &[(&str, K)],
    fits: impl Fn(&K) -> bool,
    unfit: &str,
    section: &str,
) -> Checked {
    let at = at.at("tags");
    let mut met: Vec<K> = Vec::new();
    for tag in tags {
        let found = all.iter().find(|(name, _)| same_name(name, tag));
        let Some((_, does)) = found else {
            if K::BOOK.iter().any(|does| same_name(does.title(), tag)) {
                continue;
            }
            return at.refers(K::WHAT, tag, all.iter().map(|(name, _)| *name), section);
        };
        if !fits(does) {
            return Err(at.wrong(format!("has `{tag}`, which {unfit}")));
        }
        if met.contains(does) {
            return Err(at.wrong(format!("has `{tag}` and another tag with the same effect ({})", does.title())));
        }
        met.push(*does);
    }
    Ok(())
}

/// Checks the ranges of an effect.
fn effect(at: &At, effect: Effect) -> Checked {
    match effect {
        Effect::Strike { close: 0, near: 0, far: 0, .. } => {
            Err(at.wrong("has no range; set at least one of `close`, `near`, `far` above 0"))
        }
        Effect::Volley { at: range, .. }
        | Effect::Blast { at: range, .. }
        | Effect::Mortar { at: range, .. }
        | Effect::Paint { at: range, .. } => bands(at, "at", &range.iter().collect::<Vec<Band>>()),
        _ => Ok(()),
    }
}

fn frame_of(at: &At, frame: &WrittenFrame, written: &Written) -> Checked {
    let removed = book_files().written.traits.get(&frame.integral_trait).is_some();
    if !removed && frame.integral_trait != "none" {
        at.at("trait").refers("trait", &frame.integral_trait, written.traits.names(), "traits")?;
    }
    let items = |integral: bool| {
        let of_sort = written.systems.iter().filter(move |(_, item)| item.integral == integral);
        of_sort.map(|(name, _)| name.as_str()).collect::<Vec<&str>>()
    };
    let (integral, modular) = (items(true), items(false));
    at.at("integral").refers("integral system", &frame.integral, integral.iter().copied(), "systems")?;
    for name in &frame.modular {
        at.at("modular").refers("modular system", name, modular.iter().copied(), "systems")?;
    }
    for name in &frame.armaments {
        at.at("armaments").refers("armament", name, written.armaments.names(), "armaments")?;
    }
    for name in &frame.backups {
        at.at("backups").refers("backup armament", name, written.backups.names(), "backups")?;
    }
    Ok(())
}
