//! The value of each change to an Ace: the same missions with and without it. Changes that seem to make no difference
//! are dropped early, half of them at a time.

mod race;
mod tested;

#[cfg(test)]
mod tests;

use super::super::tally::Tally;
use super::batch::{Batch, Cell};
use super::batched::{BatchStudy, Heats, warned};
use super::kinds::{RawChanges, RawMarginal};
use super::{checker::Checker, gear::MOST_MATERIALS};
use crate::games::apocalypse_frame::design::{ChangedSquad, GearSpace, Sort, all_single};
use hitchart_apocalypse_frame::catalogue::item::{Class, Item, ItemTag};
use hitchart_apocalypse_frame::{
    ace::Ace, catalogue::Catalogue, catalogue::entries::Armament, catalogue::entries::Attributes,
    catalogue::numbers::Mark, catalogue::tag::Tag, encounter::ground::EncounterAndFile, ruleset::Ruleset,
};
use hitchart_config::{InputError, some_of, within};
use hitchart_lab::study::{Answer, RunCounts, Study, Written};
use race::Arm;
use std::sync::Arc;

/// Returns the answer if all changes have equally many missions, as outside of reports.
fn outright(name: &str, batch: &Batch, tally: &Tally) -> Answer {
    let arms: Vec<Arm> = (1..batch.cells.len()).map(|cell| Arm { cell, tally: tally.alone(cell) }).collect();
    race::answer(name, batch, &tally.alone(0), &arms)
}

/// Returns the answer of all heats.
fn answer(name: &str, batch: &Batch, counted: &RunCounts) -> Answer {
    let (as_it_is, arms) = race::run(batch, name, counted);
    if arms.is_empty() {
        return Answer::default();
    }
    let mut answer = race::answer(name, batch, &as_it_is, &arms);
    let rows = arms.iter().map(|arm| (&batch.cells[arm.cell], &arm.tally, 0));
    answer.warnings.extend(warned(name, std::iter::once((&batch.cells[0], &as_it_is, 0)).chain(rows)));
    answer
}

/// Checks the study; the first cell is the unchanged team.
pub(super) fn check(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (ground, raw): (EncounterAndFile, RawMarginal) = checker.on_ground(written)?;
    let shared = checker.shared(ground, raw.policies.as_ref(), raw.games.as_ref())?;
    let aces = checker.aces(&raw.aces)?;
    let only = match &raw.ace {
        None => None,
        Some(ace) => Some(usize::from(within(checker.file, ace, "ace", 1, aces.len() as u8)?) - 1),
    };
    let of = only.unwrap_or(0);
    let sorts = checker.sorts(&raw)?;
    let space = checker.gear_space(&raw, &sorts, if raw.materials.is_some() { only } else { Some(of) })?;
    let changed = if aces.len() == 1 { aces[of].name.as_str() } else { "the team" };
    let as_it_is = (format!("{changed} unchanged"), "", aces[of].clone());
    let priced = raw.materials.is_some();
    let own = sorts.iter().filter(|_| !priced).flat_map(|sort| changes(&aces[of], *sort, &checker.common.rules));
    let team = |label: String, series: &str, mut team: Vec<Ace>| {
        team.iter_mut().zip(&aces).for_each(|(ace, before)| ace.name.clone_from(&before.name));
        let (plan, policies) = (shared.plan.clone(), shared.policies.clone());
        Cell { label, series: series.to_owned(), x: 0, aces: team, plan, policies }
    };
    let cell = |(label, series, ace): Change| {
        let mut changed = aces.clone();
        changed[of] = ace;
        team(label, series, changed)
    };
    let squads = all_single(&space.start(), &space).into_iter().map(|ChangedSquad { changes, label, build }| {
        let label = if priced { format!("{label} ({})", build.price) } else { label };
        team(label, changes[0].sort().name(), build.aces(&space.rules).unwrap_or_default())
    });
    let cells: Vec<Cell> = std::iter::once(as_it_is).chain(own).map(cell).chain(squads).collect();
    if cells.len() == 1 {
        let span = raw.changes.as_ref().map_or(raw.aces.span.clone(), |changes| changes.span.clone());
        let problem = format!("nothing of {} can be changed so", aces[of].name);
        return Err(InputError::at(checker.file, span, problem));
    }
    let batch = checker.batch(cells, shared.games, shared.kept, raw.aces.span.clone())?;
    let heats = match priced {
        false => Heats { missions: race::missions, next_jobs: race::next_jobs, answer },
        true => Heats { missions: tested::missions, next_jobs: tested::next_jobs, answer: tested::answer },
    };
    Ok(Arc::new(BatchStudy::new(batch, outright).in_heats(heats)))
}

impl Checker<'_> {
    /// Returns the sorts of changes: those of the study, or all, or all that can be bought.
    fn sorts(&self, raw: &RawMarginal) -> Result<Vec<RawChanges>, InputError> {
        Ok(match &raw.changes {
            None if raw.materials.is_some() => FOR_SALE.to_vec(),
            None => ALL.to_vec(),
            Some(sorts) => {
                some_of(self.file, sorts, "sort of change", MOST_SORTS)?.iter().map(|one| one.value).collect()
            }
        })
    }

    /// Returns the space of a team with the sorts of changes that replace or buy something.
    fn gear_space(
        &self,
        raw: &RawMarginal,
        sorts: &[RawChanges],
        only: Option<usize>,
    ) -> Result<GearSpace, InputError> {
        let materials = raw.materials.as_ref().map(|most| within(self.file, most, "materials", 1, MOST_MATERIALS));
        let materials = materials.transpose()?;
        let sort = |sort: &RawChanges| match sort {
            RawChanges::Armaments => Some(Sort::Armaments),
            RawChanges::Modular => Some(Sort::Systems),
            RawChanges::Frames => Some(Sort::Frames),
            _ if materials.is_none() => None,
            RawChanges::Tags => Some(Sort::Tags),
            RawChanges::SystemTags => Some(Sort::SystemTags),
            RawChanges::Attributes => Some(Sort::Attributes),
            RawChanges::Traits => Some(Sort::Traits),
            RawChanges::Upgrades => Some(Sort::Upgrades),
            RawChanges::Systems => None,
        };
        let (names, own) = self.sheets(&raw.aces)?;
        let (rules, sorts) = (Arc::clone(&self.common.rules), sorts.iter().filter_map(sort).collect());
        let (banned, required) = (Vec::new(), Vec::new());
        Ok(GearSpace { rules, own, names, only, sorts, materials, banned, required })
    }
}

/// Number of sorts of changes.
const MOST_SORTS: usize = 9;

/// Sorts of changes that Materials pay for, and attributes, which players also choose between missions.
const FOR_SALE: [RawChanges; 6] = [
    RawChanges::Armaments,
    RawChanges::Modular,
    RawChanges::Tags,
    RawChanges::SystemTags,
    RawChanges::Frames,
    RawChanges::Attributes,
];

/// Sorts of changes by default.
const ALL: [RawChanges; 6] = [
    RawChanges::Tags,
    RawChanges::SystemTags,
    RawChanges::Traits,
    RawChanges::Systems,
    RawChanges::Attributes,
    RawChanges::Upgrades,
];

/// Name of a change, its sort, and the changed Ace.
type Change = (String, &'static str, Ace);

/// Returns every change of a sort.
fn changes(ace: &Ace, sort: RawChanges, rules: &Ruleset) -> Vec<Change> {
    match sort {
        RawChanges::Tags => tags(ace, &rules.catalogue),
        RawChanges::SystemTags => item_tags(ace, &rules.catalogue),
        RawChanges::Traits => traits(ace, &rules.catalogue),
        RawChanges::Systems => without_items(ace),
        RawChanges::Attributes => attributes(ace, rules),
        RawChanges::Upgrades => upgrades(ace),
        // These come from the space of gear.
        RawChanges::Armaments | RawChanges::Modular | RawChanges::Frames => Vec::new(),
    }
}

fn tags(ace: &Ace, catalogue: &Catalogue) -> Vec<Change> {
    let each = ace.armaments.iter().enumerate().flat_map(|(i, armament)| {
        let free = catalogue.armament_tags().filter(|mark| !armament.tags.has(mark.does));
        free.map(move |mark| (i, armament, mark))
    });
    let change = |(i, armament, mark): (usize, &Armament, &Mark<Tag>)| {
        let mut changed = ace.clone();
        changed.armaments[i] = armament.plus(mark.clone());
        (format!("{} + {}", armament.name, mark.name), "tag", changed)
    };
    each.map(change).collect()
}

fn item_tags(ace: &Ace, catalogue: &Catalogue) -> Vec<Change> {
    let fits = |item: &Item, tag: ItemTag| {
        let class: Option<Class> = tag.class();
        !item.tags.has(tag) && tag != ItemTag::Limited && class.is_none_or(|class| class == item.class)
    };
    let each = ace.modular.iter().enumerate().flat_map(|(i, item)| {
        catalogue.item_tags.iter().filter(move |mark| fits(item, mark.does)).map(move |mark| (i, item, mark))
    });
    let change = |(i, item, mark): (usize, &Item, &Mark<ItemTag>)| {
        let mut changed = ace.clone();
        changed.modular[i].bear(mark);
        (format!("{} + {}", item.name, mark.name), "system tag", changed)
    };
    each.map(change).collect()
}

fn traits(ace: &Ace, catalogue: &Catalogue) -> Vec<Change> {
    let none = ("no integral trait".to_owned(), "trait", Ace { integral_trait: None, ..ace.clone() });
    let others = catalogue.traits.iter().filter(|other| ace.integral_trait.as_ref() != Some(*other)).map(|other| {
        (format!("{} instead", other.name), "trait", Ace { integral_trait: Some(other.clone()), ..ace.clone() })
    });
    let none = ace.integral_trait.is_some().then_some(none);
    none.into_iter().chain(others).collect()
}

fn without_items(ace: &Ace) -> Vec<Change> {
    let integral = ace
        .integral
        .as_ref()
        .map(|item| (format!("without {}", item.name), "system", Ace { integral: None, ..ace.clone() }));
    let modular = ace.modular.iter().enumerate().map(|(i, item)| {
        let mut changed = ace.clone();
        changed.modular.remove(i);
        (format!("without {}", item.name), "system", changed)
    });
    integral.into_iter().chain(modular).collect()
}

/// Returns other spreads of the attributes (A62), and changes by one more point of each.
fn attributes(ace: &Ace, rules: &Ruleset) -> Vec<Change> {
    let now = ace.attributes;
    let spreads = [[3, 2, 1], [3, 1, 2], [2, 3, 1], [2, 1, 3], [1, 3, 2], [1, 2, 3], [2, 2, 2]];
    let legal = |spread: &[u8; 3]| {
        spread.iter().sum::<u8>() == rules.attributes.sum && (rules.attributes.even_spread || *spread != [2, 2, 2])
    };
    let legal = spreads.into_iter().filter(legal);
    let others =
        legal.map(|[drive, speed, control]| Attributes { drive, speed, control }).filter(|other| *other != now);
    let told = |other: Attributes| {
        let label = format!("Drive {}, Speed {}, Control {}", other.drive, other.speed, other.control);
        (label, "attributes", with_attributes(ace, other))
    };
    let points = [
        ("Drive +1", Attributes { drive: now.drive + 1, ..now }),
        ("Speed +1", Attributes { speed: now.speed + 1, ..now }),
        ("Control +1", Attributes { control: now.control + 1, ..now }),
    ];
    let points = points.map(|(label, other)| (label.to_owned(), "attribute point", with_attributes(ace, other)));
    others.map(told).chain(points).collect()
}

/// Returns the Ace with other attributes and the resources that follow.
fn with_attributes(ace: &Ace, other: Attributes) -> Ace {
    let now = ace.attributes;
    Ace {
        vigor: ace.vigor + other.drive - now.drive,
        tension: ace.tension + other.speed - now.speed,
        ammo: ace.ammo + other.control - now.control,
        attributes: other,
        ..ace.clone()
    }
}

fn upgrades(ace: &Ace) -> Vec<Change> {
    let ace = || ace.clone();
    [
        ("Exceptional Commitment", Ace { reroll_dice: ace().reroll_dice + 1, ..ace() }),
        ("Exceptional Spirit", Ace { vigor: ace().vigor + 1, ..ace() }),
        ("Exceptional Clarity", Ace { tension: ace().tension + 1, ..ace() }),
        ("Exceptional Preparation", Ace { ammo: ace().ammo + 1, ..ace() }),
        ("Exceptional Perseverance", Ace { rerolls_a_drop: true, ..ace() }),
    ]
    .map(|(name, ace)| (name.to_owned(), "upgrade", ace))
    .to_vec()
}
