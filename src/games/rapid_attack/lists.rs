//! Lists of the game's named things.

use super::battlefield::{self, Layout};
use super::muster::{built_in_company, built_ins};
use super::players::spec::built_in;
use super::record::{SHARES, Side, Whole};
use super::roster;
use super::rules_files::rulebook;
use crate::games::lists::{BuiltInPolicy, Measured, headline};
use hitchart_report::table::Table;

/// Returns the policies of companies.
pub fn policies() -> Vec<BuiltInPolicy> {
    built_in().map(|(name, meaning)| BuiltInPolicy { side: "company", name, meaning }).collect()
}

/// Returns the metrics of a game, and of each company in it.
pub fn metrics() -> Vec<Measured> {
    let of = |side, metrics: &'static [_]| metrics.iter().map(move |metric| Measured { side, metric });
    let shares = SHARES.iter().map(|share| Measured { side: "game", metric: &share.metric });
    of("game", Whole::ALL).chain(shares).chain(of("company", Side::ALL)).collect()
}

/// Returns a table of the built-in companies.
pub fn companies() -> Table {
    let rules = rulebook();
    let fit = |id: &str| built_in_company(id, &rules).ok();
    let all: Vec<_> = built_ins().iter().filter_map(|known| Some((known, fit(&known.id)?))).collect();
    Table::new("companies", "Companies", "Systems does not include rockets.")
        .text("name", "Name", all.iter().map(|(known, _)| known.id.as_str()))
        .text("company", "Company", all.iter().map(|(_, company)| company.name.as_str()))
        .count("frames", "Frames", all.iter().map(|(_, company)| company.frames.len() as u64))
        .count("systems", "Systems", all.iter().map(|(_, company)| systems(company)))
        .count("rockets", "Rockets", all.iter().map(|(_, company)| u64::from(company.rockets())))
        .text("summary", "Description", all.iter().map(|(known, _)| known.summary.as_str()))
}

fn systems(company: &super::muster::FightingCompany) -> u64 {
    company.frames.iter().map(|frame| frame.loadout.systems() as u64).sum()
}

/// Returns a table of the built-in battlefields.
pub fn battlefields() -> Table {
    let read = |name| Some((name, battlefield::source(name).ok()?, battlefield::named(name).ok()?));
    let all: Vec<(&str, &str, Layout)> = battlefield::names().filter_map(read).collect();
    let drawn = |layout: &Layout| layout.generator.as_ref().map_or(1, |generator| u64::from(generator.layouts));
    Table::new("battlefields", "Battlefields", "If a battlefield has several layouts, the games use them in turn.")
        .text("name", "Name", all.iter().map(|(name, ..)| *name))
        .count("layouts", "Layouts", all.iter().map(|(.., layout)| drawn(layout)))
        .text("summary", "Description", all.iter().map(|(_, text, _)| headline(text)))
}

/// Returns a table of the Handbook's archetypes.
pub fn archetypes() -> Table {
    let all = roster::archetypes();
    Table::new("archetypes", "Archetypes", "You can write the name of an archetype instead of a loadout everywhere.")
        .text("name", "Name", all.iter().map(|archetype| archetype.name.as_str()))
        .text("group", "Group", all.iter().map(|archetype| archetype.group.as_str()))
        .text("loadout", "Loadout", all.iter().map(|archetype| archetype.loadout.as_str()))
        .text("role", "Role", all.iter().map(|archetype| archetype.role.as_str()))
}
