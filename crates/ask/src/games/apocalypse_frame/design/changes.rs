//! Changes of a squad: other gear, tags, attributes, upgrades, traits and frames; and pairs of changes.

use super::{GearSpace, Squad};
use hitchart_apocalypse_frame::sheet::{Piece, Sheet};
use hitchart_apocalypse_frame::{
    catalogue::advancement::Upgrade, catalogue::entries::Attributes, catalogue::item::ItemTag, catalogue::tag::Tag,
    ruleset::Ruleset, squad::RawTrait,
};
use hitchart_config::named;
use hitchart_lab::builds::{self, BuildSpace};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeSet;

/// One change of an Ace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    /// Index of the Ace.
    pub ace: u8,
    pub what: ChangeKind,
}

/// Content of a change. Gear, tags, traits and frames are given by their places in the lists of the ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChangeKind {
    /// An armament of the list instead of the one in a slot.
    Armament {
        slot: u8,
        from: u16,
        to: u16,
    },
    /// One more tag on the armament in a slot.
    Tag {
        slot: u8,
        on: u16,
        tag: u16,
    },
    /// A modular system of the list instead of the one in a slot.
    System {
        slot: u8,
        from: u16,
        to: u16,
    },
    /// One more tag on the modular system in a slot.
    SystemTag {
        slot: u8,
        on: u16,
        tag: u16,
    },
    Attributes(Attributes),
    /// An upgrade; a breakthrough comes with an armament or system for its slot.
    Upgrade(Upgrade, Option<u16>),
    /// Another integral trait, or none.
    Trait(Option<u16>),
    /// The ready-made sheet of another frame, with the attributes, the name and the upgrades of the Ace.
    Frame(u16),
}

named! {
    /// Kinds of changes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub(crate) enum Sort {
        /// Another armament of the list
        Armaments = "armament",
        /// One more tag on an armament
        Tags = "tag",
        /// Another modular system of the list
        Systems = "system",
        /// One more tag on a modular system
        SystemTags = "system tag",
        /// Another distribution of attributes
        Attributes = "attributes",
        /// An Ace upgrade
        Upgrades = "upgrade",
        /// Another integral trait, or none
        Traits = "trait",
        /// Another frame, with the gear of its ready-made sheet
        Frames = "frame",
    }
}

impl Sort {
    /// Kinds that players may choose between missions: gear for Materials, and attributes ("Advancement").
    pub(crate) const BETWEEN_MISSIONS: [Sort; 5] =
        [Sort::Armaments, Sort::Tags, Sort::Systems, Sort::SystemTags, Sort::Attributes];
}

/// A changed squad, and its changes.
pub(crate) type ChangedSquad = builds::ChangedBuild<Squad, Change>;

impl Change {
    /// Returns the kind of the change.
    pub(crate) fn sort(&self) -> Sort {
        match self.what {
            ChangeKind::Armament { .. } => Sort::Armaments,
            ChangeKind::Tag { .. } => Sort::Tags,
            ChangeKind::System { .. } => Sort::Systems,
            ChangeKind::SystemTag { .. } => Sort::SystemTags,
            ChangeKind::Attributes(_) => Sort::Attributes,
            ChangeKind::Upgrade(..) => Sort::Upgrades,
            ChangeKind::Trait(_) => Sort::Traits,
            ChangeKind::Frame(_) => Sort::Frames,
        }
    }

    /// Describes the change of a squad, such as `replace Machinegun with Shotgun`. Squads of several Aces have the name
    /// of the Ace before it.
    fn label(&self, squad: &Squad, space: &GearSpace) -> String {
        let place = usize::from(self.ace);
        let what = self.what.label(&squad.sheets[place], &space.rules);
        if squad.sheets.len() == 1 { what } else { format!("{}: {what}", space.names[place]) }
    }
}

impl ChangeKind {
    /// Returns the changed sheet; `None` if the change does not fit the sheet, such as a tag for another armament. Does
    /// not check if the changed sheet is legal.
    pub(super) fn of(self, sheet: &Sheet, rules: &Ruleset) -> Option<Sheet> {
        let (catalogue, gear) = (&rules.catalogue, rules.armaments.gear);
        let mut changed = sheet.clone();
        let armament = |number: u16| catalogue.armaments(gear)[usize::from(number)].name.as_str();
        let system = |number: u16| catalogue.modular[usize::from(number)].name.as_str();
        match self {
            ChangeKind::Armament { slot, from, to } => {
                *piece(&mut changed.armaments, slot, armament(from))? = Piece::stock(armament(to));
                changed.backups = backups(&changed, slot.into(), rules);
            }
            ChangeKind::Tag { slot, on, tag } => {
                let piece = piece(&mut changed.armaments, slot, armament(on))?;
                *piece = piece.plus(&catalogue.tags[usize::from(tag)].name);
            }
            ChangeKind::System { slot, from, to } => {
                *piece(&mut changed.modular, slot, system(from))? = Piece::stock(system(to));
            }
            ChangeKind::SystemTag { slot, on, tag } => {
                let piece = piece(&mut changed.modular, slot, system(on))?;
                *piece = piece.plus(&catalogue.item_tags[usize::from(tag)].name);
            }
            ChangeKind::Attributes(attributes) => changed.attributes = attributes,
            ChangeKind::Upgrade(upgrade, with) => {
                if changed.upgrades.contains(&upgrade) {
                    return None;
                }
                changed.upgrades.push(upgrade);
                match (upgrade, with) {
                    (Upgrade::ArmamentSlot, Some(with)) => {
                        changed.armaments.push(Piece::stock(armament(with)));
                        changed.backups = backups(&changed, changed.armaments.len() - 1, rules);
                    }
                    (Upgrade::SystemsSlot, Some(with)) => changed.modular.push(Piece::stock(system(with))),
                    _ => {}
                }
            }
            ChangeKind::Trait(to) => {
                changed.integral_trait = match to {
                    None => RawTrait::Own(false),
                    Some(to) => RawTrait::Name(catalogue.traits[usize::from(to)].name.clone()),
                }
            }
            ChangeKind::Frame(to) => {
                changed = changed.on(&catalogue.frames[usize::from(to)]);
            }
        }
        Some(changed)
    }

    /// Describes the change of a sheet.
    fn label(self, sheet: &Sheet, rules: &Ruleset) -> String {
        let catalogue = &rules.catalogue;
        let armament = |number: u16| &catalogue.armaments(rules.armaments.gear)[usize::from(number)].name;
        let system = |number: u16| &catalogue.modular[usize::from(number)].name;
        match self {
            ChangeKind::Armament { slot, to, .. } => {
                format!("replace {} with {}", sheet.armaments[usize::from(slot)], armament(to))
            }
            ChangeKind::Tag { slot, tag, .. } => {
                format!("add {} to {}", catalogue.tags[usize::from(tag)].name, sheet.armaments[usize::from(slot)])
            }
            ChangeKind::System { slot, to, .. } => {
                format!("replace {} with {}", sheet.modular[usize::from(slot)], system(to))
            }
            ChangeKind::SystemTag { slot, tag, .. } => {
                format!("add {} to {}", catalogue.item_tags[usize::from(tag)].name, sheet.modular[usize::from(slot)])
            }
            ChangeKind::Attributes(Attributes { drive, speed, control }) => {
                format!("Drive {drive}, Speed {speed}, Control {control}")
            }
            ChangeKind::Upgrade(upgrade, with) => {
                let entry = catalogue.advancement.upgrade.iter().find(|entry| entry.gives == Some(upgrade));
                let name = entry.map_or(upgrade.name(), |entry| entry.name.as_str());
                match (upgrade, with) {
                    (Upgrade::ArmamentSlot, Some(with)) => format!("{name} with {}", armament(with)),
                    (Upgrade::SystemsSlot, Some(with)) => format!("{name} with {}", system(with)),
                    _ => name.to_owned(),
                }
            }
            ChangeKind::Trait(None) => "no integral trait".to_owned(),
            ChangeKind::Trait(Some(to)) => format!("{} as integral trait", catalogue.traits[usize::from(to)].name),
            ChangeKind::Frame(to) => format!("fly {}", catalogue.frames[usize::from(to)].name),
        }
    }

    /// Returns the name of what the change adds to a sheet. `None` for attributes, and if something only goes.
    fn added(self, rules: &Ruleset) -> Option<&str> {
        let (catalogue, gear) = (&rules.catalogue, rules.armaments.gear);
        let name = match self {
            ChangeKind::Armament { to, .. } => &catalogue.armaments(gear)[usize::from(to)].name,
            ChangeKind::Tag { tag, .. } => &catalogue.tags[usize::from(tag)].name,
            ChangeKind::System { to, .. } => &catalogue.modular[usize::from(to)].name,
            ChangeKind::SystemTag { tag, .. } => &catalogue.item_tags[usize::from(tag)].name,
            ChangeKind::Upgrade(upgrade, _) => return Some(upgrade.name()),
            ChangeKind::Trait(to) => &catalogue.traits[usize::from(to?)].name,
            ChangeKind::Frame(to) => &catalogue.frames[usize::from(to)].name,
            ChangeKind::Attributes(_) => return None,
        };
        Some(name)
    }

    /// Returns the order in which changes of a pair are applied: a frame first, because it brings its gear.
    fn late(self) -> bool {
        !matches!(self, ChangeKind::Frame(_))
    }
}

/// Returns true if a change adds something by name.
pub(super) fn gives(change: &Change, name: &str, rules: &Ruleset) -> bool {
    change.what.added(rules) == Some(name)
}

/// Returns the piece in a slot if it has this name.
fn piece<'a>(pieces: &'a mut [Piece], slot: u8, name: &str) -> Option<&'a mut Piece> {
    pieces.get_mut(usize::from(slot)).filter(|piece| piece.name == name)
}

/// Returns the backups of a sheet, with the default one for the new armament in a slot. `None` if all are default ones.
fn backups(sheet: &Sheet, slot: usize, rules: &Ruleset) -> Option<Vec<String>> {
    let mut backups = sheet.backups.clone()?;
    let default = Sheet { backups: None, ..sheet.clone() }.ace(rules).ok()?.backups.swap_remove(slot).name;
    match backups.get_mut(slot) {
        Some(backup) => *backup = default,
        None => backups.push(default),
    }
    Some(backups)
}

/// Lists all changes of a space's kinds, legal or not.
pub(super) fn candidates(squad: &Squad, space: &GearSpace) -> Vec<Change> {
    let aces = squad.sheets.iter().enumerate().filter(|(place, _)| space.only.is_none_or(|only| only == *place));
    let of_ace = |(place, sheet): (usize, &Sheet)| {
        let kinds = space.sorts.iter().flat_map(|sort| of_sort(*sort, sheet, &space.rules)).collect::<Vec<_>>();
        kinds.into_iter().map(move |what| Change { ace: place as u8, what })
    };
    aces.flat_map(of_ace).collect()
}

/// Lists the changes of a sheet of one kind.
fn of_sort(sort: Sort, sheet: &Sheet, rules: &Ruleset) -> Vec<ChangeKind> {
    let (catalogue, gear) = (&rules.catalogue, rules.armaments.gear);
    let numbers = |many: usize| 0..many as u16;
    let armament = |piece: &Piece| place(catalogue.armaments(gear).iter().map(|armament| &armament.name), &piece.name);
    let system = |piece: &Piece| place(catalogue.modular.iter().map(|item| &item.name), &piece.name);
    let (armaments, systems) = (slots(&sheet.armaments, armament), slots(&sheet.modular, system));
    match sort {
        Sort::Armaments => {
            swaps(&armaments, catalogue.armaments(gear).len(), |slot, from, to| ChangeKind::Armament { slot, from, to })
        }
        Sort::Systems => {
            swaps(&systems, catalogue.modular.len(), |slot, from, to| ChangeKind::System { slot, from, to })
        }
        Sort::Tags => {
            let of_armaments = |tag: &u16| Tag::OF_ARMAMENTS.contains(&catalogue.tags[usize::from(*tag)].does);
            let tag = |(slot, on): &(u8, u16)| {
                let (slot, on) = (*slot, *on);
                numbers(catalogue.tags.len()).filter(of_armaments).map(move |tag| ChangeKind::Tag { slot, on, tag })
            };
            armaments.iter().flat_map(tag).collect()
        }
        Sort::SystemTags => {
            // Limited only takes away.
            let useful = |tag: &u16| catalogue.item_tags[usize::from(*tag)].does != ItemTag::Limited;
            let tag = |(slot, on): &(u8, u16)| {
                let (slot, on) = (*slot, *on);
                numbers(catalogue.item_tags.len()).filter(useful).map(move |tag| ChangeKind::SystemTag {
                    slot,
                    on,
                    tag,
                })
            };
            systems.iter().flat_map(tag).collect()
        }
        Sort::Attributes => spreads().filter(|other| *other != sheet.attributes).map(ChangeKind::Attributes).collect(),
        Sort::Upgrades => upgrades(rules).filter(|kind| kind.of(sheet, rules).is_some()).collect(),
        Sort::Traits => std::iter::once(None)
            .chain(numbers(catalogue.traits.len()).map(Some))
            .map(ChangeKind::Trait)
            .filter(|kind| differs(*kind, sheet, rules))
            .collect(),
        Sort::Frames => numbers(catalogue.frames.len())
            .filter(|number| catalogue.frames[usize::from(*number)].name != sheet.frame)
            .map(ChangeKind::Frame)
            .collect(),
    }
}

/// Returns the place of a name in a list.
fn place<'a>(names: impl Iterator<Item = &'a String>, name: &str) -> Option<u16> {
    names.into_iter().position(|known| known == name).map(|place| place as u16)
}

/// Returns the slots of pieces, each with the place of its piece in the list.
fn slots(pieces: &[Piece], number: impl Fn(&Piece) -> Option<u16>) -> Vec<(u8, u16)> {
    (0u8..).zip(pieces).filter_map(|(slot, piece)| Some((slot, number(piece)?))).collect()
}

/// Lists the changes of one piece for another of a list of `many`.
fn swaps(slots: &[(u8, u16)], many: usize, change: impl Fn(u8, u16, u16) -> ChangeKind) -> Vec<ChangeKind> {
    let each = slots.iter().flat_map(|(slot, from)| (0..many as u16).map(move |to| (*slot, *from, to)));
    each.filter(|(_, from, to)| from != to).map(|(slot, from, to)| change(slot, from, to)).collect()
}

/// Lists all spreads of attributes from 1 to 3; the sheet's check refuses those with another sum (A62).
fn spreads() -> impl Iterator<Item = Attributes> {
    let all = (1..=3).flat_map(|drive| (1..=3).map(move |speed| (drive, speed)));
    all.flat_map(|(drive, speed)| (1..=3).map(move |control| Attributes { drive, speed, control }))
}

/// Lists all upgrades. A breakthrough comes with each armament, or each system, of the list.
fn upgrades(rules: &Ruleset) -> impl Iterator<Item = ChangeKind> {
    let (armaments, systems) = (rules.catalogue.armaments(rules.armaments.gear).len(), rules.catalogue.modular.len());
    Upgrade::ALL.into_iter().flat_map(move |upgrade| {
        let with: Vec<Option<u16>> = match upgrade {
            Upgrade::ArmamentSlot => (0..armaments as u16).map(Some).collect(),
            Upgrade::SystemsSlot => (0..systems as u16).map(Some).collect(),
            _ => vec![None],
        };
        with.into_iter().map(move |with| ChangeKind::Upgrade(upgrade, with))
    })
}

/// Returns true if a change of the trait gives the Ace another trait.
fn differs(kind: ChangeKind, sheet: &Sheet, rules: &Ruleset) -> bool {
    let of = |sheet: &Sheet| sheet.ace(rules).ok().map(|ace| ace.integral_trait);
    kind.of(sheet, rules).is_some_and(|changed| of(&changed) != of(sheet))
}

/// Lists every squad of a space that is one change away from a squad, each once, in the order of the Aces.
pub(crate) fn all_single(squad: &Squad, space: &GearSpace) -> Vec<ChangedSquad> {
    let mut known = BTreeSet::from([squad.key()]);
    let changed = |change: Change| {
        let build = space.changed(&change, squad).filter(|build| space.allows(build))?;
        known.insert(build.key()).then(|| ChangedSquad {
            changes: vec![change],
            label: change.label(squad, space),
            build,
        })
    };
    candidates(squad, space).into_iter().filter_map(changed).collect()
}

/// Lists the squads that two of these changes make together, each once, without those that one change makes.
pub(crate) fn pairs_of(squad: &Squad, singles: &[ChangedSquad], space: &GearSpace) -> Vec<ChangedSquad> {
    let apply = |change: &Change, squad: &Squad| space.changed(change, squad);
    builds::pairs_of(
        squad,
        singles,
        apply,
        |squad| space.allows(squad),
        Squad::key,
        |change: &Change| change.what.late(),
    )
}
