//! The game *Mobile Frame Zero: Intercept Orbit* in the program: its entry in the list of games, its exact results, and
//! its lists.

pub(crate) mod design;
#[cfg(test)]
mod record_tests;
pub mod replay;
pub(crate) mod studies;

use super::entry::{
    BuiltInPolicy, Entry, Listed, ListedMetric, StudyFields, blind_of, entries_of, exact_of, rules_text,
};
use crate::games::mobile_frame::listed;
use hitchart_config::rules;
use hitchart_config::rules::{Rules, RulesText};
use hitchart_config::words::counted;
use hitchart_dice::{Pool, exact::attack};
use hitchart_intercept_orbit::attack::{AttackAim, Band, Shelter, TargetKind, plan};
use hitchart_intercept_orbit::durability::{Asset, Ordeal, durability};
use hitchart_intercept_orbit::exact_odds::{Boarding, Flight, Party, Rammed, flown, ram};
use hitchart_intercept_orbit::fleet::{Ace, MEASURES, value};
use hitchart_intercept_orbit::muster::{FLEETS, Size, built_in_fleet};
use hitchart_intercept_orbit::players::ROLES;
use hitchart_intercept_orbit::record::{SHARES, Side, Whole};
use hitchart_intercept_orbit::ruleset::{Ruleset, standard};
use hitchart_intercept_orbit::ship::{Class, System, Systems, all};
use hitchart_lab::study::{Exact, schema_of};
use hitchart_report::table::Table;
use std::collections::BTreeSet;

/// This game's entry.
pub const ENTRY: Entry = Entry {
    name: "intercept-orbit",
    title: "Mobile Frame Zero: Intercept Orbit",
    rulesets: Ruleset::BUILT_IN,
    has_values: true,
    rules: rules_text::<Ruleset>,
    checked: RulesText::checked::<Ruleset>,
    exact: |rules| exact_of(rules, exact),
    blind: |rules, base| blind_of(rules, base, hitchart_intercept_orbit::ruleset::played_blind),
    not_exact: |_, _| Vec::new(),
    half_changed: |_, _| None,
    rules_schema: rules::schema::<Ruleset>,
    plays: "games",
    meetings: ("compare-intercept-orbit.toml", include_str!("../../../../../scenarios/compare-intercept-orbit.toml")),
    study_schema: || schema_of(studies::kinds()),
    policies,
    distance: |player| ROLES.get(player.role)?.distance(&player.policy),
    metrics,
    limits: &[],
    lists: &[(Listed::Fleets, fleets)],
    texts: &[(Listed::Fleets, |id| FLEETS.text(id))],
    study_fields: StudyFields {
        sides: "fleets",
        stored: "",
        named: &["size", "fleets"],
        written_out: |key, value, _| match (key, value) {
            // The name in files differs from the name for people.
            ("size", None) => Ok(toml::Value::try_from(Size::default()).ok()),
            ("fleets", Some(list)) => entries_of(list, |id| FLEETS.text(id)),
            _ => Ok(None),
        },
    },
    check: studies::check,
};

// Exact results of a ruleset.

/// Computes all exact results.
pub(crate) fn exact(rules: &Ruleset) -> Vec<Exact> {
    let mut found = Vec::new();
    let mut add = |measure, item: String, value: f64| found.push(Exact { measure, item, value });
    attacks(rules, &mut add);
    boardings(rules, &mut add);
    collisions(rules, &mut add);
    assets(rules, &mut add);
    flights(rules, &mut add);
    for (class, _, name) in Class::ALL {
        for (split, how) in [(false, "without"), (true, "with")] {
            let ships = all(class, split, rules).len() as f64;
            add("legal ships", format!("{name}s {how} weapons for two bands"), ships);
        }
    }
    found
}

/// Adds the mean damage of attacks with one weapon, two weapons and half a weapon, on targets in the open, in lasting cover
/// and behind debris. The hits of debris are those of the rules and not in the name, so that a change of them changes a
/// number and not a name.
fn attacks(rules: &Ruleset, add: &mut impl FnMut(&'static str, String, f64)) {
    let company = |_: Band| vec![("company", rules.companies.weapon)];
    let ship = |band: Band| {
        let of = |systems: &[System]| systems.iter().fold(Systems::default(), |all, system| all.plus(*system));
        let devoted: Vec<System> = System::devoted(band).into_iter().collect();
        let (one, two) = (of(&devoted), of(&[devoted.clone(), devoted].concat()));
        let half = of(&System::halves(band)[..1]);
        [("one weapon", one), ("two weapons", two), ("half a weapon", half)]
            .map(|(name, systems)| (name, systems.reds(band, rules)))
            .to_vec()
    };
    let shelters = [("open", Shelter::Open), ("cover", Shelter::Lasting), ("debris", Shelter::debris(rules))];
    for (band, band_name) in Band::ALL {
        let weapons = if band == Band::Dogfight { company(band) } else { ship(band) };
        for (target, target_name) in TargetKind::ALL {
            let aim = AttackAim { band, target, red_ace: false };
            if aim.check(rules).is_err() {
                continue;
            }
            for (weapon, reds) in &weapons {
                for (blues, (label, shelter)) in (0..=2).flat_map(|blues| shelters.map(|shelter| (blues, shelter))) {
                    let defense = rules.dice.defense.times(blues).unwrap_or_default();
                    let odds = attack(&plan(*reds, Pool::EMPTY, defense, aim, shelter, rules));
                    let blues = counted(blues as u64, "blues");
                    let item = format!("{weapon} at {band_name} band on a {target_name} with {blues}, {label}");
                    add("attack", item, odds.damage().mean());
                }
            }
        }
    }
}

/// Adds the chance to capture a ship and the damage to both sides.
fn boardings(rules: &Ruleset, add: &mut impl FnMut(&'static str, String, f64)) {
    for (defenders, armed) in (0..=2).flat_map(|defenders| [(defenders, false), (defenders, true)]) {
        let reds = if armed { rules.weapons.first } else { Pool::EMPTY };
        let owner = Party { companies: defenders, ace: false, reds };
        for (companies, ace) in (1..=3).flat_map(|companies| [(companies, false), (companies, true)]) {
            let boarder = Party { companies, ace, ..Party::default() };
            let Ok(boarding) = Boarding::new(owner, &[boarder]) else { continue };
            let odds = boarding.odds(rules);
            let led = if ace { " with an ace" } else { "" };
            let guns = if armed { " and point defense" } else { "" };
            let item = format!("{companies} companies{led} on a ship with {defenders} companies{guns}");
            add("boarding, capture", item.clone(), odds.holds[1]);
            for (measure, damage) in
                ["boarding, damage to the owner", "boarding, damage to the boarder"].iter().zip(&odds.damage)
            {
                damage.iter().for_each(|damage| add(measure, item.clone(), damage.mean()));
            }
        }
    }
}

fn collisions(rules: &Ruleset, add: &mut impl FnMut(&'static str, String, f64)) {
    for speed in 0..=rules.movement.most {
        let Ok(odds) = ram(speed, Rammed::Ship, rules) else { continue };
        add("collision, hits on the rammer", format!("speed {speed}"), odds.rammer.mean());
        add("collision, hits on its target", format!("speed {speed}"), odds.target.mean());
    }
}

/// Adds the values of every legal ship without split weapons and of every kind of company, and their durability. Ships
/// with the same numbers of defenses, other systems and whites are equally durable, so only the first of them is
/// listed.
fn assets(rules: &Ruleset, add: &mut impl FnMut(&'static str, String, f64)) {
    let ships: Vec<Asset> =
        Class::ALL.iter().flat_map(|(class, ..)| all(*class, false, rules)).map(Asset::Ship).collect();
    let aces = Ace::ALL.iter().map(|(ace, _)| Asset::Company(Some(*ace)));
    let companies: Vec<Asset> = [Asset::Company(None)].into_iter().chain(aces).collect();
    for asset in ships.iter().chain(&companies) {
        for (measure, name) in MEASURES {
            let item = format!("{}, {name}", asset.name());
            value(asset, measure, 0, rules).into_iter().for_each(|value| add("fleet graph", item.clone(), value));
        }
    }
    let mut seen = BTreeSet::new();
    for asset in ships.iter().filter(|asset| seen.insert(asset.parts(rules))).chain(&companies) {
        let typical = Ordeal::typical(asset.kind(), rules);
        let ways = match asset {
            Asset::Ship(_) => vec![("without repair", Ordeal { mends: false, ..typical }), ("with repair", typical)],
            Asset::Company(_) => vec![
                ("without repair", typical),
                ("with a catapult", Ordeal { carrier: rules.dice.catapult, ..typical }),
                ("with two catapults", Ordeal { carrier: rules.dice.catapults, ..typical }),
            ],
        };
        for (way, ordeal) in ways {
            let stands = durability(asset, &ordeal, 0, rules).mean_attacks;
            stands.into_iter().for_each(|attacks| add("durability", format!("{}, {way}", asset.name()), attacks));
        }
    }
}

fn flights(rules: &Ruleset, add: &mut impl FnMut(&'static str, String, f64)) {
    for (catapults, dice) in [("a catapult", rules.dice.catapult), ("two catapults", rules.dice.catapults)] {
        for dodges in 0..=2 {
            let rounds = flown(&Flight { dice, dodges, chance: 1.0 }, 0, rules).rounds;
            let item = format!("launched by {catapults}, {dodges} dodges a round");
            rounds.into_iter().for_each(|rounds| add("rounds of flight", item.clone(), rounds));
        }
    }
}

// Lists of the policies, metrics and fleets of the game.

/// Lists the policies of fleets.
pub(crate) fn policies() -> Vec<BuiltInPolicy> {
    ROLES[0].meanings().map(|(name, meaning)| BuiltInPolicy { side: "fleet", role: 0, name, meaning }).collect()
}

/// Lists the metrics of a game, and those of each fleet in it.
pub(crate) fn metrics() -> Vec<ListedMetric> {
    listed((Whole::ALL, SHARES), ("fleet", Side::ALL))
}

/// Lists the built-in fleets.
pub(crate) fn fleets() -> Table {
    let rules = standard();
    let all: Vec<_> =
        FLEETS.all().iter().filter_map(|known| Some((known, built_in_fleet(&known.id, &rules).ok()?))).collect();
    let bids = || all.iter().map(|(_, fleet)| fleet.fleet.bid(0));
    Table::new("fleets", "Fleets", "Systems counts the systems of ships.")
        .text("name", "Name", all.iter().map(|(known, _)| known.id.as_str()))
        .text("fleet", "Fleet", all.iter().map(|(_, fleet)| fleet.name.as_str()))
        .text("notation", "Ships and ace", all.iter().map(|(_, fleet)| fleet.fleet.to_string()))
        .count("ships", "Ships", bids().map(|bid| u64::from(bid.ships)))
        .count("companies", "Companies", bids().map(|bid| u64::from(bid.companies)))
        .count("systems", "Systems", bids().map(|bid| u64::from(bid.systems)))
        .text("summary", "Description", all.iter().map(|(known, _)| known.summary.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitchart_intercept_orbit::ruleset::standard;

    #[test]
    fn every_item_is_named_once_and_changes_of_rules_are_seen() {
        let rules = standard();
        let before = exact(&rules);
        let names: BTreeSet<(&str, &str)> = before.iter().map(|one| (one.measure, one.item.as_str())).collect();
        assert_eq!(names.len(), before.len());
        assert!(before.iter().all(|one| one.value.is_finite()));
        let changes: [fn(&mut Ruleset); 8] = [
            |rules| rules.charts.assault.hits = 5,
            |rules| rules.cover.blow_through = false,
            |rules| rules.boarding.threshold = 4,
            |rules| rules.collisions.target = 5,
            |rules| rules.repair.face = 4,
            |rules| rules.fuel.per_dodge = 2,
            |rules| rules.ships.max_per_type = 3,
            |rules| rules.movement.speed = 3,
        ];
        for change in changes {
            let mut house = standard();
            change(&mut house);
            assert_ne!(exact(&house), before);
        }
    }
}
