//! The game *Mobile Frame Zero: Rapid Attack* in the program: its entry in the list of games, its lists, and its exact
//! results.

pub(crate) mod design;
#[cfg(test)]
mod record_tests;
pub(crate) mod replay;
pub(crate) mod studies;

use super::entry::{
    BuiltInPolicy, Entry, Listed, ListedMetric, StudyFields, StudySource, blind_of, entries_of, exact_of, headline,
    rules_text,
};
use crate::games::mobile_frame::listed;
use hitchart_config::rules;
use hitchart_config::rules::{Rules, RulesText};
use hitchart_config::{InputError, read, read_node, read_table};
use hitchart_lab::study::{Exact, Limit, schema_of};
use hitchart_rapid_attack::assignment::{AssignedTurn, Weights};
use hitchart_rapid_attack::durability::{Objective, Ordeal, durability};
use hitchart_rapid_attack::frame::{Arithmetic, Frame, MEASURES, frame_graph};
use hitchart_rapid_attack::loadout::{Loadout, Range};
use hitchart_rapid_attack::loadouts::{all_archetypes, archetypes};
use hitchart_rapid_attack::muster::{COMPANIES, built_in_company};
use hitchart_rapid_attack::record::{SHARES, Side, Whole};
use hitchart_rapid_attack::ruleset::{ChartName, Ruleset};
use hitchart_rapid_attack::{
    attack::Shelter, battle::battlefield_rules, battlefield, battlefield::Layout, bidding::Size,
    loadouts::attack_table, players::ROLES, rules_files::rulebook,
};
use hitchart_report::table::Table;

/// The entry of this game in the list of games.
pub const ENTRY: Entry = Entry {
    name: "rapid-attack",
    title: "Mobile Frame Zero: Rapid Attack",
    rulesets: Ruleset::BUILT_IN,
    has_values: true,
    rules: rules_text::<Ruleset>,
    checked: RulesText::checked::<Ruleset>,
    exact: |rules| exact_of(rules, exact),
    blind: |rules, base| blind_of(rules, base, hitchart_rapid_attack::rules_files::played_blind),
    not_exact: |rules, base| blind_of(rules, base, hitchart_rapid_attack::rules_files::not_exact),
    half_changed: |rules, base| {
        let read = |text: &RulesText| text.read::<Ruleset>().ok();
        hitchart_rapid_attack::rules_files::half_changed(read(rules)?.as_ref(), read(base)?.as_ref())
    },
    rules_schema: rules::schema::<Ruleset>,
    plays: "games",
    meetings: ("compare-rapid-attack.toml", include_str!("../../../../../scenarios/compare-rapid-attack.toml")),
    study_schema: || schema_of(studies::kinds()),
    policies,
    distance: |player| ROLES.get(player.role)?.distance(&player.policy),
    metrics,
    limits: &[Limit { reached: "ended_by_clock", of: "rounds", field: "clock.start" }],
    lists: &[
        (Listed::Companies, companies),
        (Listed::Battlefields, battlefields),
        (Listed::Archetypes, archetype_table),
    ],
    texts: &[(Listed::Companies, |id| COMPANIES.text(id)), (Listed::Battlefields, battlefield::text)],
    study_fields: StudyFields {
        sides: "companies",
        stored: "battlefield",
        named: &["size", "battlefield", "companies"],
        written_out,
    },
    check: studies::check,
};

// Lists of the game's named things.

/// Returns the policies of companies.
pub(crate) fn policies() -> Vec<BuiltInPolicy> {
    ROLES[0].meanings().map(|(name, meaning)| BuiltInPolicy { side: "company", role: 0, name, meaning }).collect()
}

/// Returns the metrics of a game, and of each company in it.
pub(crate) fn metrics() -> Vec<ListedMetric> {
    listed((Whole::ALL, SHARES), ("company", Side::ALL))
}

/// Returns a table of the built-in companies.
pub(crate) fn companies() -> Table {
    let rules = rulebook();
    let fit = |id: &str| built_in_company(id, &rules).ok();
    let all: Vec<_> = COMPANIES.all().iter().filter_map(|known| Some((known, fit(&known.id)?))).collect();
    Table::new("companies", "Companies", "Systems does not include rockets.")
        .text("name", "Name", all.iter().map(|(known, _)| known.id.as_str()))
        .text("company", "Company", all.iter().map(|(_, company)| company.name.as_str()))
        .count("frames", "Frames", all.iter().map(|(_, company)| company.frames.len() as u64))
        .count("systems", "Systems", all.iter().map(|(_, company)| systems(company)))
        .count("rockets", "Rockets", all.iter().map(|(_, company)| u64::from(company.rockets())))
        .text("summary", "Description", all.iter().map(|(known, _)| known.summary.as_str()))
}

fn systems(company: &hitchart_rapid_attack::muster::FightingCompany) -> u64 {
    company.frames.iter().map(|frame| frame.loadout.systems() as u64).sum()
}

/// Returns a table of the built-in battlefields.
pub(crate) fn battlefields() -> Table {
    let read = |name| Some((name, battlefield::source(name).ok()?, battlefield::named(name).ok()?));
    let all: Vec<(&str, &str, Layout)> = battlefield::names().filter_map(read).collect();
    let drawn = |layout: &Layout| layout.generator.as_ref().map_or(1, |generator| u64::from(generator.layouts));
    Table::new(
        "battlefields",
        "Battlefields",
        "If a battlefield has several layouts, the random stream of a game chooses one.",
    )
    .text("name", "Name", all.iter().map(|(name, ..)| *name))
    .count("layouts", "Layouts", all.iter().map(|(.., layout)| drawn(layout)))
    .text("summary", "Description", all.iter().map(|(_, text, _)| headline(text)))
}

/// Returns a table of the Handbook's archetypes, and of the rulebook's weapons and frames.
pub(crate) fn archetype_table() -> Table {
    let all = all_archetypes;
    Table::new("archetypes", "Archetypes", "You can write the name of an archetype instead of a loadout everywhere.")
        .text("name", "Name", all().map(|archetype| archetype.name.as_str()))
        .text("group", "Group", all().map(|archetype| archetype.group.as_str()))
        .text("loadout", "Loadout", all().map(|archetype| archetype.loadout.as_str()))
        .text("role", "Role", all().map(|archetype| archetype.role.as_str()))
}

// Fields of the studies of games.

/// Writes out the size, the battlefield or the companies of a study.
fn written_out(
    key: &str,
    value: Option<&toml::Value>,
    source: &StudySource<'_>,
) -> Result<Option<toml::Value>, InputError> {
    Ok(match (key, value) {
        ("size", None) => Some(Size::Skirmish.name().into()),
        ("battlefield", None) => Some(studies::games::DEFAULT_BATTLEFIELD.into()),
        ("battlefield", Some(ground)) => Some(layout(ground, source)?),
        ("companies", Some(list)) => entries_of(list, |id| COMPANIES.text(id))?,
        _ => None,
    })
}

/// Returns a battlefield with the defaults of its generator.
fn layout(ground: &toml::Value, source: &StudySource<'_>) -> Result<toml::Value, InputError> {
    let name = ground.as_str().or_else(|| ground.get("file").and_then(toml::Value::as_str));
    let layout: Layout = match (source.kept, name) {
        (Some(kept), _) => read_node(kept.clone()).map_err(InputError::plain)?,
        (None, None) => read_node(ground.clone()).map_err(InputError::plain)?,
        (None, Some(name)) if name.ends_with(".toml") => {
            let file = source.file.beside().read(name)?;
            read(&file, read_table(&file)?)?
        }
        (None, Some(name)) => {
            battlefield::named(name).map_err(|error| InputError::plain(&error).with_help(error.help()))?
        }
    };
    let rules = battlefield_rules(source.rules.read::<Ruleset>()?.as_ref());
    let layout = layout.with_defaults(&rules).map_err(InputError::plain)?;
    toml::Value::try_from(layout).map_err(InputError::plain)
}

// Exact results of a ruleset: every attack, the frame graph, durability and the choice after the roll.

/// Number of attacks for which survival is computed.
const ATTACKS: usize = 12;
/// Defense of the target in the choice after the roll: the mean of a die, rounded down.
const DEFENSE: u8 = 3;

/// Computes all results for the archetypes of the Handbook, and every attack of every legal loadout.
pub(crate) fn exact(rules: &Ruleset) -> Vec<Exact> {
    let mut all = attacks(rules);
    for archetype in archetypes() {
        let name = format!("{} ({})", archetype.name, archetype.loadout);
        // An archetype that a house rule forbids is left out, and a comparison reports it as missing.
        let Ok(loadout) = Loadout::parse(&archetype.loadout, rules) else { continue };
        let frame = Frame::new(loadout, rules);
        let mut add = |measure, item: String, value| all.push(Exact { measure, item, value });
        add("systems", name.clone(), frame.loadout.systems() as f64);
        for ((_, measure), line) in MEASURES.iter().zip(frame_graph(&frame, Arithmetic::Exact, rules)) {
            let values = line.values.iter().enumerate().filter_map(|(whites, value)| Some((whites, (*value)?)));
            values.for_each(|(whites, value)| {
                add("frame graph", format!("{name}, {measure} with {whites} whites"), value);
            });
        }
        for whites in 0..=rules.frame.whites.min(2) {
            let of = durability(&frame, &Ordeal::typical(whites, rules), &Objective::default(), ATTACKS, rules);
            let item = format!("{name}, {whites} whites on defense");
            of.attrition.mean_attacks.into_iter().for_each(|value| add("durability", item.clone(), value));
        }
        for (range, label) in Range::ALL {
            if let Some(value) = best_play(frame, range, rules) {
                add("best play after the roll", format!("{name}, {label}"), value);
            }
        }
    }
    all
}

/// Returns the expected value of best play at a range; `None` if the frame cannot attack there.
fn best_play(frame: Frame, range: Range, rules: &Ruleset) -> Option<f64> {
    frame.attack_dice(range, 0, 0, rules)?;
    let chart = if range == Range::HandToHand { ChartName::HandToHand } else { ChartName::Open };
    let (shelter, weights) = (Shelter::Open, Weights::default());
    let turn = AssignedTurn { frame, range, target_defense: DEFENSE, chart, shelter, rockets: 0, gap: 0.0, weights };
    Some(turn.choice(rules).expected_best())
}

/// Returns the mean damage of every attack. Cover is that of the rules: its name is without its hits, so that a change of
/// the hits changes a number and not a name.
fn attacks(rules: &Ruleset) -> Vec<Exact> {
    let table = attack_table(rules.cover.default_hits, rules);
    let means: Vec<f64> = table.odds.iter().map(|odds| odds.damage().mean()).collect();
    let rows = table.rows.iter().filter_map(|row| {
        let (blues, whites) = row.defense;
        let range = Range::ALL.iter().find(|(range, _)| *range == row.range)?.1;
        let shelter = if row.shelter == Shelter::Open { "open" } else { "cover" };
        let item = format!(
            "{} {range} with {} whites on {blues} blues and {whites} whites, {shelter}",
            row.loadout, row.whites
        );
        Some(Exact { measure: "attack", item, value: means[row.odds?] })
    });
    rows.collect()
}
