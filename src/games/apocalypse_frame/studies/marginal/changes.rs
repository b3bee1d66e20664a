//! The changes to an Ace, one thing at a time.

use crate::games::apocalypse_frame::ace::Ace;
use crate::games::apocalypse_frame::catalogue::Catalogue;
use crate::games::apocalypse_frame::catalogue::armament::Armament;
use crate::games::apocalypse_frame::catalogue::frame::Attributes;
use crate::games::apocalypse_frame::catalogue::item::{Class, Item, ItemTag};
use crate::games::apocalypse_frame::catalogue::numbers::Mark;
use crate::games::apocalypse_frame::catalogue::tag::Tag;
use crate::games::apocalypse_frame::ruleset::Ruleset;
use crate::games::apocalypse_frame::studies::raw::RawChanges;

/// All sorts of changes.
pub const ALL: [RawChanges; 6] = [
    RawChanges::Tags,
    RawChanges::SystemTags,
    RawChanges::Traits,
    RawChanges::Systems,
    RawChanges::Attributes,
    RawChanges::Upgrades,
];

/// Name of a change, its sort, and the changed Ace.
pub type Change = (String, &'static str, Ace);

/// Returns every change of a sort.
pub fn changes(ace: &Ace, sort: RawChanges, rules: &Ruleset) -> Vec<Change> {
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
