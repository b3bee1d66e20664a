//! Sheets of Aces by names, as scenario files write them: a sheet can be changed part by part, checked, and priced.

use super::catalogue::entries::{Attributes, FrameModel};
use super::catalogue::{advancement::Upgrade, written::WrittenCosts as Costs};
use super::squad::{self, RawAce, RawAceTable, RawTrait};
use super::{ace::Ace, catalogue::Catalogue, ruleset::Ruleset};
use hitchart_config::words::counted;
use hitchart_config::{At, FileText, InputError, same_name};
use serde_json::{Map, Value, json};
use std::fmt;

/// An armament or a modular system with its added tags, by the names of the ruleset.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Piece {
    /// Name without the added tags.
    pub name: String,
    /// Names of the added tags.
    pub tags: Vec<String>,
}

impl Piece {
    /// Returns the piece of the list, without added tags.
    pub fn stock(name: &str) -> Piece {
        Piece { name: name.to_owned(), tags: Vec::new() }
    }

    /// Reads an armament such as `assault rifle + hot`, with the names of the ruleset.
    ///
    /// # Errors
    /// As [`squad::armament`].
    pub fn armament(text: &str, rules: &Ruleset) -> Result<Piece, InputError> {
        let armament = squad::armament(text, rules)?;
        piece(text, &armament.name, |tag| Ok(rules.catalogue.tag(tag)?.name.clone()))
    }

    /// Reads a modular system such as `chaingun + holdout`, with the names of the ruleset.
    ///
    /// # Errors
    /// As [`squad::item`].
    pub fn system(text: &str, rules: &Ruleset) -> Result<Piece, InputError> {
        let item = squad::item(text, rules)?;
        piece(text, &item.name, |tag| Ok(rules.catalogue.item_tag(tag)?.name.clone()))
    }

    /// Returns the piece with one more tag.
    pub fn plus(&self, tag: &str) -> Piece {
        let mut piece = self.clone();
        piece.tags.push(tag.to_owned());
        piece
    }
}

/// Writes the piece as in files: `Assault Rifle + Hot`.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.tags.iter().try_for_each(|tag| write!(f, " + {tag}"))
    }
}

/// The sheet of an Ace. Names are those of a ruleset; [`Sheet::ace`] checks them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Name in reports; `None` for that of the frame.
    pub name: Option<String>,
    /// Name of the frame.
    pub frame: String,
    /// Drive, Speed and Control.
    pub attributes: Attributes,
    /// Armaments by slot.
    pub armaments: Vec<Piece>,
    /// Backups of the armaments; `None` for the default ones.
    pub backups: Option<Vec<String>>,
    /// Modular systems by slot.
    pub modular: Vec<Piece>,
    /// True if the Ace has the integral system of its frame.
    pub integral: bool,
    /// The integral trait.
    pub integral_trait: RawTrait,
    /// Upgrades, each once.
    pub upgrades: Vec<Upgrade>,
}

/// Price of a change of gear: Materials, and upgrades, which have no price in Materials.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Price {
    /// Materials ("Loadout and Frame Changes", "Armament/System Improvement").
    pub materials: u32,
    /// Upgrades ("Ace Upgrades").
    pub upgrades: u32,
}

impl Price {
    /// Returns the sum of two prices.
    pub fn and(self, other: Price) -> Price {
        Price { materials: self.materials + other.materials, upgrades: self.upgrades + other.upgrades }
    }
}

impl fmt::Display for Price {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&counted(self.materials.into(), "Materials"))?;
        match self.upgrades {
            0 => Ok(()),
            upgrades => write!(f, " and {}", counted(upgrades.into(), "upgrades")),
        }
    }
}

impl Sheet {
    /// Returns the ready-made sheet of a frame.
    pub fn stock(model: &FrameModel) -> Sheet {
        Sheet {
            name: None,
            frame: model.name.clone(),
            attributes: model.written.attributes,
            armaments: model.written.armaments.iter().map(|name| Piece::stock(name)).collect(),
            backups: None,
            modular: model.written.modular.iter().map(|name| Piece::stock(name)).collect(),
            integral: true,
            integral_trait: RawTrait::Own(true),
            upgrades: Vec::new(),
        }
    }

    /// Returns the ready-made sheet of a frame with the name, attributes and upgrades of this sheet.
    pub fn on(&self, model: &FrameModel) -> Sheet {
        let Sheet { name, attributes, upgrades, .. } = self.clone();
        Sheet { name, attributes, upgrades, ..Sheet::stock(model) }
    }

    /// Returns the sheet that a file describes.
    ///
    /// # Errors
    /// As [`squad::resolve`]: the first mistake, with its place.
    pub fn of(file: &FileText, written: &At<RawAce>, rules: &Ruleset) -> Result<Sheet, InputError> {
        let ace = squad::resolve(file, written, rules)?;
        let mut sheet = Sheet::stock(rules.catalogue.frame(&ace.model)?);
        let RawAce::Table(raw) = &written.value else { return Ok(sheet) };
        sheet.read(raw, &ace, rules)?;
        Ok(sheet)
    }

    /// Takes over the parts that a table names; `ace` is the Ace of the table.
    fn read(&mut self, raw: &RawAceTable, ace: &Ace, rules: &Ruleset) -> Result<(), InputError> {
        let catalogue = &rules.catalogue;
        self.name = raw.name.as_ref().map(|_| ace.name.clone());
        self.attributes = ace.attributes;
        if let Some(written) = &raw.armaments {
            let read = |text: &At<String>| Piece::armament(&text.value, rules);
            self.armaments = written.value.iter().map(read).collect::<Result<_, _>>()?;
        }
        if let Some(written) = &raw.modular {
            let read = |text: &At<String>| Piece::system(&text.value, rules);
            self.modular = written.value.iter().map(read).collect::<Result<_, _>>()?;
        }
        self.backups = raw.backups.as_ref().map(|_| ace.backups.iter().map(|backup| backup.name.clone()).collect());
        self.integral = raw.integral != Some(false);
        self.integral_trait = match &raw.integral_trait {
            None => RawTrait::Own(true),
            Some(written) => named_trait(&written.value, catalogue)?,
        };
        let upgrades = raw.upgrades.iter().flat_map(|upgrades| &upgrades.value);
        self.upgrades = upgrades.map(|name| catalogue.upgrade(&name.value)).collect::<Result<_, _>>()?;
        Ok(())
    }

    /// Returns the Ace of the sheet.
    ///
    /// # Errors
    /// As [`squad::resolve`], if the sheet breaks a rule.
    pub fn ace(&self, rules: &Ruleset) -> Result<Ace, InputError> {
        let file = FileText { path: "sheet".into(), text: String::new() };
        squad::resolve(&file, &nowhere(RawAce::Table(Box::new(self.table()))), rules)
    }

    /// Returns the table of the sheet as in a file.
    fn table(&self) -> RawAceTable {
        let listed = |pieces: &[Piece]| nowhere(pieces.iter().map(|piece| nowhere(piece.to_string())).collect());
        RawAceTable {
            frame: nowhere(self.frame.clone()),
            name: self.name.clone().map(nowhere),
            attributes: Some(nowhere(self.attributes)),
            armaments: Some(listed(&self.armaments)),
            backups: self.backups.as_ref().map(|backups| nowhere(backups.iter().cloned().map(nowhere).collect())),
            modular: Some(listed(&self.modular)),
            integral: Some(self.integral),
            integral_trait: Some(nowhere(self.integral_trait.clone())),
            upgrades: Some(nowhere(self.upgrades.iter().map(|upgrade| nowhere(upgrade.name().to_owned())).collect())),
        }
    }

    /// Returns the sheet as the entries of a table in a scenario; parts that every frame has by default are left out.
    pub fn json(&self) -> Value {
        let listed = |pieces: &[Piece]| json!(pieces.iter().map(Piece::to_string).collect::<Vec<_>>());
        let Attributes { drive, speed, control } = self.attributes;
        let mut all = Map::new();
        all.extend(self.name.as_ref().map(|name| ("name".to_owned(), json!(name))));
        all.insert("frame".to_owned(), json!(self.frame));
        all.insert("attributes".to_owned(), json!({ "drive": drive, "speed": speed, "control": control }));
        all.insert("armaments".to_owned(), listed(&self.armaments));
        all.extend(self.backups.as_ref().map(|backups| ("backups".to_owned(), json!(backups))));
        all.insert("modular".to_owned(), listed(&self.modular));
        if !self.integral {
            all.insert("integral".to_owned(), json!(false));
        }
        match &self.integral_trait {
            RawTrait::Own(true) => None,
            RawTrait::Own(false) => all.insert("trait".to_owned(), json!(false)),
            RawTrait::Name(name) => all.insert("trait".to_owned(), json!(name)),
        };
        if !self.upgrades.is_empty() {
            let names: Vec<&str> = self.upgrades.iter().map(|upgrade| upgrade.name()).collect();
            all.insert("upgrades".to_owned(), json!(names));
        }
        Value::Object(all)
    }

    /// Returns a text that is equal for sheets with the same parts in any order of slots.
    pub fn key(&self) -> String {
        let mut sorted = self.clone();
        sorted.name = None;
        if sorted.backups.is_none() {
            sorted.armaments.sort();
        }
        sorted.modular.sort();
        sorted.upgrades.sort();
        let backups = self.backups.as_ref().map_or_else(String::new, |backups| format!("; {}", backups.join(", ")));
        format!("{sorted}{backups}")
    }

    /// Returns the price of this sheet for an Ace who has another. A frame comes with the gear of its ready-made sheet.
    /// Attributes and traits have no price.
    pub fn price_from(&self, before: &Sheet, rules: &Ruleset) -> Price {
        let catalogue = &rules.catalogue;
        let costs = &catalogue.advancement.costs;
        let new_frame = self.frame != before.frame;
        let stock = catalogue.frame(&self.frame).ok().filter(|_| new_frame).map(Sheet::stock);
        let owned = |of: fn(&Sheet) -> &Vec<Piece>| -> Vec<Piece> {
            of(before).iter().chain(stock.iter().flat_map(of)).cloned().collect()
        };
        let frame = if new_frame { u32::from(costs.frame) } else { 0 };
        let armaments = pieces_price(&self.armaments, owned(|sheet| &sheet.armaments), costs, armament_tags);
        let modular = pieces_price(&self.modular, owned(|sheet| &sheet.modular), costs, item_tags);
        let upgrades = self.upgrades.iter().filter(|upgrade| !before.upgrades.contains(upgrade)).count();
        Price { materials: frame + armaments + modular, upgrades: upgrades as u32 }
    }

    /// Returns the names of everything on the sheet that a ruleset lists: frame, gear, tags, trait and upgrades.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let pieces = self.armaments.iter().chain(&self.modular);
        let gear = pieces.flat_map(|piece| std::iter::once(piece.name.as_str()).chain(piece.tags.iter().map(|t| &**t)));
        let named = match &self.integral_trait {
            RawTrait::Name(name) => Some(name.as_str()),
            RawTrait::Own(_) => None,
        };
        let upgrades = self.upgrades.iter().map(|upgrade| upgrade.name());
        std::iter::once(self.frame.as_str()).chain(gear).chain(named).chain(upgrades)
    }
}

/// Writes the sheet in one line: `M1-SOLDIER (Assault Rifle, Plasma Blade; Chaingun, Shield Generator; 3/2/1)`. The
/// numbers are Drive, Speed and Control.
impl fmt::Display for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listed = |pieces: &[Piece]| pieces.iter().map(Piece::to_string).collect::<Vec<_>>().join(", ");
        let Attributes { drive, speed, control } = self.attributes;
        let mut parts = vec![listed(&self.armaments), listed(&self.modular), format!("{drive}/{speed}/{control}")];
        parts.retain(|part| !part.is_empty());
        if !self.integral {
            parts.push("no integral system".to_owned());
        }
        match &self.integral_trait {
            RawTrait::Own(true) => {}
            RawTrait::Own(false) => parts.push("no integral trait".to_owned()),
            RawTrait::Name(name) => parts.push(name.clone()),
        }
        parts.extend(self.upgrades.iter().map(|upgrade| upgrade.name().to_owned()));
        write!(f, "{} ({})", self.frame, parts.join("; "))
    }
}

/// Returns a value without a place in a file.
fn nowhere<T>(value: T) -> At<T> {
    At { value, span: 0..0 }
}

/// Returns a piece from its text, such as `assault rifle + hot`, with the names of the ruleset.
fn piece(text: &str, name: &str, tag: impl Fn(&str) -> Result<String, InputError>) -> Result<Piece, InputError> {
    let tags = text.split('+').skip(1).map(|text| tag(text.trim())).collect::<Result<_, _>>()?;
    Ok(Piece { name: name.to_owned(), tags })
}

/// Returns a trait with its name of the ruleset.
fn named_trait(written: &RawTrait, catalogue: &Catalogue) -> Result<RawTrait, InputError> {
    match written {
        RawTrait::Own(own) => Ok(RawTrait::Own(*own)),
        RawTrait::Name(name) => catalogue.integral_trait(name).map(|mark| RawTrait::Name(mark.name.clone())),
    }
}

/// Returns the price of the tags of choice that an armament gets, from the number that it has to the number that it
/// will have.
fn armament_tags(had: usize, has: usize, costs: &Costs) -> u32 {
    let price = |number: usize| if number == 0 { costs.armament_tag } else { costs.second_armament_tag };
    (had..has).map(|number| u32::from(price(number))).sum()
}

/// Returns the same price for a modular system.
fn item_tags(had: usize, has: usize, costs: &Costs) -> u32 {
    (has - had.min(has)) as u32 * u32::from(costs.system_tag)
}

/// Returns the price of pieces for an Ace who owns others: a piece of the same name whose tags all stay is improved,
/// and the others are bought from the list.
fn pieces_price(pieces: &[Piece], mut owned: Vec<Piece>, costs: &Costs, tags: fn(usize, usize, &Costs) -> u32) -> u32 {
    let mut sorted: Vec<&Piece> = pieces.iter().collect();
    // Pieces with more tags first, so that they get the pieces that have the most of them.
    sorted.sort_by_key(|piece| std::cmp::Reverse(piece.tags.len()));
    let price = |piece: &Piece| {
        let has = |tag: &String| piece.tags.iter().any(|own| same_name(own, tag));
        let fits = |(_, other): &(usize, &Piece)| other.name == piece.name && other.tags.iter().all(has);
        let best = owned.iter().enumerate().filter(fits).max_by_key(|(_, other)| other.tags.len());
        match best.map(|(place, other)| (place, other.tags.len())) {
            Some((place, had)) => {
                owned.remove(place);
                tags(had, piece.tags.len(), costs)
            }
            None => u32::from(costs.gear) + tags(0, piece.tags.len(), costs),
        }
    };
    sorted.into_iter().map(price).sum()
}

#[cfg(test)]
mod tests {
    use super::super::rules_files::standard;
    use super::*;
    use hitchart_config::from_toml;
    use serde::Deserialize;

    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        ace: At<RawAce>,
    }

    fn read(text: &str) -> (Sheet, Ace) {
        let rules = standard();
        let file = FileText { path: "squad.toml".into(), text: format!("ace = {text}\n") };
        let read: File = from_toml(&file.text).unwrap();
        (Sheet::of(&file, &read.ace, &rules).unwrap(), squad::resolve(&file, &read.ace, &rules).unwrap())
    }

    const CHANGED: &str = "{ frame = 'M1', name = 'Ada', attributes = { drive = 1, speed = 3, control = 2 }, \
         armaments = ['assault rifle + Hot + energy', 'Sniper Rifle', 'Plasma Blade'], \
         backups = ['Handgun', 'Revolver', 'Shiv'], modular = ['Elbow Blades + Superhot'], integral = false, \
         trait = 'riot shield', upgrades = ['spirit', 'Armament slot'] }";

    #[test]
    fn a_sheet_gives_the_ace_that_was_written() {
        let rules = standard();
        for text in ["'M1'", "'l2 brawler'", CHANGED, "{ frame = 'H3', trait = false, modular = [] }"] {
            let (sheet, ace) = read(text);
            assert_eq!(sheet.ace(&rules).unwrap(), ace, "{sheet}");
            // The JSON of a sheet is a table for a file.
            let text = toml::to_string(&json!({ "ace": sheet.json() })).unwrap();
            let read: File = from_toml(&text).unwrap();
            let again = Sheet::of(&FileText { path: "a.toml".into(), text }, &read.ace, &rules).unwrap();
            assert_eq!(again.key(), sheet.key());
        }
        let (sheet, _) = read(CHANGED);
        assert_eq!(
            sheet.to_string(),
            "M1-SOLDIER (Assault Rifle + Hot + Energy, Sniper Rifle, Plasma Blade; Elbow Spikes + Superhot; 1/3/2; \
             no integral system; Riot Shield; spirit; armament-slot)"
        );
    }

    #[test]
    fn what_breaks_a_rule_is_refused() {
        let (mut sheet, _) = read("'M1'");
        sheet.armaments.push(Piece::stock("Sniper Rifle"));
        assert!(sheet.ace(&standard()).is_err(), "three armaments need a breakthrough");
        sheet.upgrades.push(Upgrade::ArmamentSlot);
        assert!(sheet.ace(&standard()).is_ok());
        sheet.armaments[1].tags = vec!["Burst".to_owned()];
        assert!(sheet.ace(&standard()).is_err(), "an Assault Rifle has Burst already");
    }

    #[test]
    fn prices_are_those_of_the_book() {
        let rules = standard();
        let (own, _) = read("{ frame = 'M1', armaments = ['Assault Rifle + Hot', 'Plasma Blade'] }");
        let price = |text: &str| read(text).0.price_from(&own, &rules).to_string();
        let armed = |armaments: &str| price(&format!("{{ frame = 'M1', armaments = [{armaments}] }}"));
        assert_eq!(armed("'Plasma Blade', 'Assault Rifle + Hot'"), "0 Materials");
        assert_eq!(armed("'Assault Rifle + Hot', 'Sniper Rifle'"), "1 Material");
        assert_eq!(armed("'Assault Rifle + Hot + Energy', 'Plasma Blade'"), "6 Materials");
        assert_eq!(armed("'Assault Rifle + Energy', 'Plasma Blade'"), "5 Materials", "another rifle, with one tag");
        assert_eq!(armed("'Assault Rifle + Hot', 'Shotgun + Hot + Energy'"), "11 Materials");
        let modular = |text: &str| {
            let rest = "armaments = ['Assault Rifle + Hot', 'Plasma Blade']";
            price(&format!("{{ frame = 'M1', {rest}, modular = [{text}] }}"))
        };
        assert_eq!(modular("'Railgun + Energy', 'Afterburner'"), "12 Materials");
        assert_eq!(price("'H1'"), "5 Materials");
        let upgraded = "{ frame = 'M1', armaments = ['Assault Rifle + Hot', 'Plasma Blade'], upgrades = ['spirit'] }";
        assert_eq!(price(upgraded), "0 Materials and 1 upgrade");
    }
}
