//! What each change to an Ace is worth: the same missions with and without it.

use super::super::ace::Ace;
use super::super::catalogue::Catalogue;
use super::super::catalogue::armament::Armament;
use super::super::catalogue::frame::Attributes;
use super::super::catalogue::item::{Class, Item, ItemTag};
use super::super::catalogue::numbers::Mark;
use super::super::catalogue::tag::Tag;
use super::super::record::{Tally, Whole};
use super::super::ruleset::Ruleset;
use super::batch::{Batch, COSTS, Cell, class, tells_apart, total, with_cells};
use super::batched::Batched;
use super::checker::Checker;
use super::ground::Found;
use super::raw::{RawChanges, RawMarginal};
use crate::input::{InputError, some_of, within};
use crate::plot::{Figure, Kind};
use crate::stats::{Estimate, benjamini_hochberg};
use crate::study::{self, Answer, Asked, Estimates, Written};
use crate::table::Table;
use std::cmp::Reverse;
use std::sync::Arc;

/// All sorts of changes.
const ALL: [RawChanges; 6] = [
    RawChanges::Tags,
    RawChanges::SystemTags,
    RawChanges::Traits,
    RawChanges::Systems,
    RawChanges::Attributes,
    RawChanges::Upgrades,
];

/// A changed Ace, and what was changed.
type Change = (String, &'static str, Ace);

/// What each change to an Ace is worth; the first cell is the team as it is.
#[derive(Clone, Debug)]
pub struct MarginalStudy(Batch);

impl Batched for MarginalStudy {
    const KIND: &'static str = "marginal";

    fn with(&self, batch: Batch) -> MarginalStudy {
        MarginalStudy(batch)
    }

    fn batch(&self) -> &Batch {
        &self.0
    }

    fn told(&self, name: &str, tally: &Tally) -> Answer {
        answer(name, &self.0, tally)
    }
}

/// Checks the study: the first cell is the team as it is.
pub(super) fn check(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Asked>, InputError> {
    let (ground, raw): (Found, RawMarginal) = checker.on_ground(written)?;
    let shared = checker.shared(ground, raw.policies.as_ref(), raw.games.as_ref())?;
    let aces = checker.aces(&raw.aces)?;
    let of = match &raw.ace {
        None => 0,
        Some(ace) => usize::from(within(checker.file, ace, "ace", 1, aces.len() as u8)?) - 1,
    };
    let sorts = match &raw.changes {
        None => ALL.to_vec(),
        Some(sorts) => {
            some_of(checker.file, sorts, "sort of change", ALL.len())?.iter().map(|sort| sort.value).collect()
        }
    };
    let as_it_is = (format!("{} as it is", aces[of].name), "", aces[of].clone());
    let changed = sorts.iter().flat_map(|sort| changes(&aces[of], *sort, &checker.common.rules));
    let cell = |(label, series, ace): Change| {
        let mut team = aces.clone();
        team[of] = Ace { name: aces[of].name.clone(), ..ace };
        let (plan, policies) = (shared.plan.clone(), shared.policies.clone());
        Cell { label, series: series.to_owned(), x: 0, aces: team, plan, policies }
    };
    let cells: Vec<Cell> = std::iter::once(as_it_is).chain(changed).map(cell).collect();
    if cells.len() == 1 {
        let span = raw.changes.as_ref().map_or(raw.aces.span.clone(), |changes| changes.span.clone());
        let problem = format!("nothing of {} can be changed so", aces[of].name);
        return Err(InputError::at(checker.file, span, problem));
    }
    Ok(Arc::new(MarginalStudy(checker.batch(cells, shared.games, shared.kept, raw.aces.span.clone())?)))
}

/// Every change of a sort.
fn changes(ace: &Ace, sort: RawChanges, rules: &Ruleset) -> Vec<Change> {
    match sort {
        RawChanges::Tags => tags(ace, &rules.catalogue),
        RawChanges::SystemTags => item_tags(ace, &rules.catalogue),
        RawChanges::Traits => traits(ace, &rules.catalogue),
        RawChanges::Systems => without_items(ace),
        RawChanges::Attributes => attributes(ace, rules),
        RawChanges::Upgrades => upgrades(ace),
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

/// Other spreads of the attributes (A62), and a point more of each.
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

/// The Ace with other attributes and the resources that follow.
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

/// Changes from the greatest gain down, and the team as it is; shares won are drawn only where they tell changes apart.
fn answer(name: &str, asked: &Batch, tally: &Tally) -> Answer {
    let changes = table(name, asked, tally);
    let ranking = |column: &str, what: &str| Figure {
        name: format!("{name}-{}", column.replace('_', "-")),
        title: format!("What a change is worth: {what}"),
        alt: format!("Changes by difference in {what}, with intervals; the numbers are in {name}-changes."),
        kind: Kind::Ranking {
            label: "change".to_owned(),
            value: column.to_owned(),
            interval: format!("{column}_interval"),
            value_title: format!("Difference in {what}, 95% intervals"),
            reference: Some(0.0),
        },
    };
    let mut figures = vec![ranking("harm_taken", "Harm taken")];
    if tells_apart(tally) {
        figures.push(ranking("victory", "the share of missions won"));
    }
    let figures = figures.into_iter().map(|figure| (figure, changes.clone())).collect();
    Answer { tables: vec![baseline(name, asked, tally), changes], figures, ..Answer::default() }
}

fn baseline(name: &str, asked: &Batch, tally: &Tally) -> Table {
    let cell = &asked.cells[0];
    let note = format!(
        "Against {}, {} for the Aces and {} for the game master.",
        cell.plan.name,
        cell.policies[0].name(),
        cell.policies[1].name()
    );
    let table =
        Table::new(format!("{name}-baseline"), "Without a change", note).text("team", "Team", [cell.label.as_str()]);
    with_cells(table, &[0], &COSTS, tally)
}

/// What a cell has more than the first, a mission, and the p-value of nothing; pairs of missions with common dice are the
/// observations.
fn difference(tally: &Tally, cell: usize, which: Whole) -> (Estimate, f64) {
    let i = which as usize;
    study::difference(&Whole::ALL[i], &tally.cells[cell].differences, i, tally.observations())
}

fn table(name: &str, asked: &Batch, tally: &Tally) -> Table {
    let cells: Vec<usize> = (1..asked.cells.len()).collect();
    let p: Vec<f64> = cells.iter().map(|cell| difference(tally, *cell, Whole::Taken).1).collect();
    let adjusted = benjamini_hochberg(&p);
    let mut rows: Vec<(usize, f64)> = cells.into_iter().zip(adjusted).collect();
    rows.sort_by_key(|(cell, _)| (Reverse(class(tally, *cell)), total(tally, *cell, Whole::Taken)));
    let note = "Each change against the team without it, in missions with common dice: mean differences, a pair of \
                missions being one observation. Adjusted p: of the difference in Harm taken, for the false discovery rate among all \
                changes. Changes with shares won that differ by less than a twentieth follow each other by Harm taken.";
    let mut table = Table::new(format!("{name}-changes"), "Changes, most missions won first, then least Harm", note)
        .text("change", "Change", rows.iter().map(|(cell, _)| asked.cells[*cell].label.as_str()))
        .text("sort", "Sort", rows.iter().map(|(cell, _)| asked.cells[*cell].series.as_str()));
    for (which, column, title, decimals) in [
        (Whole::Taken, "harm_taken", "Harm taken", 2),
        (Whole::FrameDamage, "frame_damage", "Frame damage", 3),
        (Whole::AmmoLeft, "ammo_left", "Ammo left", 2),
        (Whole::Rounds, "rounds", "Rounds", 2),
        (Whole::Victory, "victory", "Share won", 4),
    ] {
        let means: Vec<Estimate> = rows.iter().map(|(cell, _)| difference(tally, *cell, which).0).collect();
        table = table.estimates([column, &format!("{column}_interval")], title, decimals, means);
    }
    table.number("adjusted_p", "Adjusted p", 4, rows.iter().map(|(_, p)| *p)).count(
        "n",
        "N",
        rows.iter().map(|_| tally.games),
    )
}
