//! The game *Apocalypse Frame* in the program: its entry in the list of games, its lists, and its exact values.

mod design;
pub(crate) mod replay;
pub(crate) mod studies;
pub mod tally;

use super::entry::{
    BuiltInPolicy, Entry, Listed, ListedMetric, StudyFields, blind_of, exact_of, headline, rules_text, table_of,
};
use hitchart_apocalypse_frame::attack::{Blow, Guard};
use hitchart_apocalypse_frame::catalogue::entries::{Armament, EnemyAttack, EnemyKind, Gear, Trait};
use hitchart_apocalypse_frame::catalogue::tag::{Bands, Tag, Tags};
use hitchart_apocalypse_frame::encounter::{Encounter, ground};
use hitchart_apocalypse_frame::odds::single::{TargetDefenses, armaments as armament_odds, behind};
use hitchart_apocalypse_frame::players::{ROLES, Side, built_in};
use hitchart_apocalypse_frame::record::{Pilot, Whole};
use hitchart_apocalypse_frame::ruleset::{Ruleset, Sharing};
use hitchart_apocalypse_frame::{
    ace::Ace, catalogue::book, catalogue::item::ItemTag, catalogue::numbers::Mark, mission::kit::AttackKit,
    odds::rankings::rank_frames, squad::stock,
};
use hitchart_config::rules;
use hitchart_config::rules::{Rules, RulesText, differing, dotted};
use hitchart_lab::study::{Exact, schema_of};
use hitchart_report::table::Table;
use studies::exact::item_odds;
use studies::{OddsTarget, against};

/// This game's entry in the list of games.
pub const ENTRY: Entry = Entry {
    name: "apocalypse-frame",
    title: "Apocalypse Frame",
    rulesets: Ruleset::BUILT_IN,
    has_values: true,
    rules: rules_text::<Ruleset>,
    checked: RulesText::checked::<Ruleset>,
    exact: |rules| exact_of(rules, exact),
    blind: |rules, base| blind_of(rules, base, played_blind),
    not_exact: |_, _| Vec::new(),
    half_changed: |_, _| None,
    rules_schema: rules::schema::<Ruleset>,
    plays: "missions",
    meetings: ("compare-apocalypse-frame.toml", include_str!("../../../../../scenarios/compare-apocalypse-frame.toml")),
    study_schema: || schema_of(studies::kinds()),
    policies,
    distance: |player| ROLES.get(player.role)?.distance(&player.policy),
    metrics,
    limits: &[],
    lists: &[(Listed::Armaments, armaments), (Listed::Encounters, encounters)],
    texts: &[(Listed::Encounters, ground::text)],
    study_fields: StudyFields {
        sides: "",
        stored: "",
        named: &["encounter"],
        written_out: |key, value, _| match (key, value.map(toml::Value::as_str)) {
            ("encounter", None) => Ok(Some(ground::BUILT_IN[0].0.into())),
            ("encounter", Some(Some(name))) if !name.ends_with(".toml") => table_of(&ground::text(name)?).map(Some),
            _ => Ok(None),
        },
    },
    check: studies::check,
};

// Lists of policies, metrics, armaments and encounters.

/// Returns the policies of the Aces and of the game master.
pub(crate) fn policies() -> Vec<BuiltInPolicy> {
    let of = |side, who: Side| {
        built_in(who).map(move |(name, meaning)| BuiltInPolicy { side, role: who as usize, name, meaning })
    };
    of("Aces", Side::Aces).chain(of("game master", Side::Gm)).collect()
}

/// Returns the metrics of a mission and of each Ace.
pub(crate) fn metrics() -> Vec<ListedMetric> {
    let of = |side, metrics: &'static [_]| metrics.iter().map(move |metric| ListedMetric { side, metric });
    of("mission", Whole::ALL).chain(of("Ace", Pilot::ALL)).collect()
}

/// Returns all armaments with the lists that contain them; armaments that differ between the lists have two rows (A12).
pub(crate) fn armaments() -> Table {
    let catalogue = book();
    let mut all: Vec<(&Armament, &str)> = Vec::new();
    for (stock, pregen) in catalogue.armaments(Gear::Stock).iter().zip(catalogue.armaments(Gear::Pregen)) {
        match stock == pregen {
            true => all.push((stock, "stock, pregen")),
            false => all.extend([(stock, "stock"), (pregen, "pregen")]),
        }
    }
    all.extend(catalogue.backups.iter().map(|backup| (backup, "backup")));
    let tags = |armament: &Armament| armament.tag_names().join(", ");
    Table::new("armaments", "Armaments", "Values of the book; ranges do not include tags.")
        .text("name", "Name", all.iter().map(|(armament, _)| armament.name.as_str()))
        .text("gear", "List", all.iter().map(|(_, gear)| *gear))
        .text("range", "Range", all.iter().map(|(armament, _)| armament.bands.text()))
        .count("dice", "Dice", all.iter().map(|(armament, _)| u64::from(armament.dice)))
        .count("listed_harm", "Harm", all.iter().map(|(armament, _)| u64::from(armament.harm)))
        .text("tags", "Tags", all.iter().map(|(armament, _)| tags(armament)))
}

/// Returns the built-in encounters.
pub(crate) fn encounters() -> Table {
    let read = |(name, text): &(&'static str, &'static str)| Some((*name, *text, ground::built_in(name, book()).ok()?));
    let all: Vec<(&str, &str, Encounter)> = ground::BUILT_IN.iter().filter_map(read).collect();
    Table::new("encounters", "Encounters", "Enemies at the start; more may arrive later.")
        .text("name", "Name", all.iter().map(|(name, ..)| *name))
        .count("hexes", "Hexes", all.iter().map(|(.., encounter)| encounter.map.len() as u64))
        .count("enemies", "Enemies", all.iter().map(|(.., encounter)| encounter.enemies.len() as u64))
        .text("kinds", "Kinds", all.iter().map(|(.., encounter)| kinds(encounter)))
        .text("summary", "Description", all.iter().map(|(_, text, _)| headline(text)))
}

/// Returns the kinds of enemies at the start, with their numbers.
fn kinds(encounter: &Encounter) -> String {
    let count = |kind| encounter.enemies.iter().filter(|enemy| usize::from(enemy.kind) == kind).count();
    let each = encounter.kinds.iter().enumerate().map(|(number, kind)| (count(number), &kind.name));
    let each = each.filter(|(count, _)| *count > 0).map(|(count, name)| format!("{count} {name}"));
    each.collect::<Vec<_>>().join(", ")
}

// Exact values of a ruleset.

/// Targets by Armor and Shields.
const TARGETS: [(u8, u8); 4] = [(0, 0), (1, 0), (0, 2), (1, 2)];
/// The target of systems and frames.
const PLAIN: OddsTarget =
    OddsTarget { target: TargetDefenses { armor: 0, shields: 0, cover: false, less: 0 }, vigor: 3 };

/// Returns the exact values: mean Harm of every armament of both lists, and its chance to remove an enemy of each kind;
/// effects of systems and frames; values of enemies and their attacks.
pub(crate) fn exact(rules: &Ruleset) -> Vec<Exact> {
    let mut all = Vec::new();
    for gear in [Gear::Stock, Gear::Pregen] {
        for (armor, shields) in TARGETS {
            let target = TargetDefenses { armor, shields, ..TargetDefenses::default() };
            for odds in armament_odds(gear, &target, Tags::default(), rules) {
                let name = format!("{} ({})", odds.name, gear.name());
                let item = format!("{name}, Armor {armor}, Shields {shields}");
                all.push(Exact { measure: "harm", item, value: odds.harm.mean });
                if (armor, shields) == TARGETS[0] {
                    let removes = |(enemy, value): (String, f64)| Exact {
                        measure: "removed",
                        item: format!("{enemy} by {name}"),
                        value,
                    };
                    all.extend(odds.remove.into_iter().map(removes));
                }
            }
        }
        all.extend(rules.catalogue.armaments(gear).iter().map(|armament| {
            let item = format!("{} ({})", armament.name, gear.name());
            Exact { measure: "reach", item, value: reach(armament.usable()) }
        }));
    }
    all.extend(item_odds(&PLAIN.target, rules).into_iter().filter_map(|odds| {
        let value = odds.harm_per_ammo?[0];
        Some(Exact { measure: "harm_per_ammo", item: odds.name, value })
    }));
    all.extend(frames(rules));
    rules.catalogue.enemies.iter().for_each(|kind| all.extend(enemy(kind, rules)));
    all
}

/// Encodes bands as the sum of 1, 2 and 4 for Close, Near and Far: different sets give different numbers.
fn reach(bands: Bands) -> f64 {
    bands.iter().map(|band| f64::from(1u8 << band as u8)).sum()
}

/// Returns the resources of the stock frames, and their Harm over a round.
fn frames(rules: &Ruleset) -> Vec<Exact> {
    let aces: Vec<Ace> = rules.catalogue.frames.iter().map(|model| stock(model, rules)).collect();
    let of = |measure, ace: &Ace, value: f64| Exact { measure, item: ace.name.clone(), value };
    let resources = aces.iter().flat_map(|ace| {
        let values = [("vigor", ace.vigor), ("tension", ace.tension), ("ammo", ace.ammo)];
        values.map(|(measure, value)| of(measure, ace, f64::from(value)))
    });
    let mut all: Vec<Exact> = resources.collect();
    let ranked = rank_frames(&aces, &against(PLAIN, Tags::default(), 0, rules), rules);
    all.extend(ranked.into_iter().map(|rank| Exact { measure: "round_harm", item: rank.frame, value: rank.round }));
    all
}

/// Returns an enemy's boxes, and the Harm of its attacks on Aces, in the GM turn and as answers.
fn enemy(kind: &EnemyKind, rules: &Ruleset) -> Vec<Exact> {
    let boxes = [
        ("vigor", kind.written.vigor),
        ("armor", kind.written.armor),
        ("shields", kind.written.shields),
        ("restorations", kind.written.restorations),
    ];
    let boxes = boxes.map(|(measure, value)| Exact { measure, item: kind.name.clone(), value: f64::from(value) });
    let attacks = kind.attacks.iter().flat_map(|attack| {
        let name = format!("{}: {}", kind.name, attack.name);
        let harm = TARGETS.into_iter().flat_map({
            let name = name.clone();
            move |(armor, shields)| {
                [("turn_harm", false), ("answer_harm", true)].map(|(measure, answer)| {
                    let item = format!("{name}, Armor {armor}, Shields {shields}");
                    Exact { measure, item, value: harm(attack, answer, (armor, shields), rules) }
                })
            }
        });
        let reach = Exact { measure: "reach", item: name, value: reach(AttackKit::of(attack).with_step) };
        harm.chain([reach]).collect::<Vec<_>>()
    });
    boxes.into_iter().chain(attacks).collect()
}

/// Returns the mean Harm of an enemy's attack; the enemy has not moved and has full Vigor.
fn harm(attack: &EnemyAttack, answer: bool, (armor, shields): (u8, u8), rules: &Ruleset) -> f64 {
    let kit = AttackKit::of(attack);
    let holding = [
        (Tag::Burst, answer),
        (Tag::Deliberate, !answer),
        (Tag::Stationary, true),
        (Tag::Charge, true),
        (Tag::Polished, true),
    ];
    let counted = holding.into_iter().filter(|(tag, holds)| *holds && attack.tags.has(*tag));
    let blow = Blow::of_attack(attack.harm + counted.map(|(tag, _)| kit.adds(tag)).sum::<u8>(), attack.tags);
    let ends = behind(blow, Guard { less: 0, armor, shields }, rules);
    ends.iter().map(|(through, p)| p * f64::from(through.harm)).sum()
}

// Fields that are played blind.

/// Fields that no policy reads, neither directly nor through odds and choices. A search meets them in its playouts, in
/// which both sides play by the same rules of thumb.
const BLIND: [&str; 15] = [
    "armaments.incendiary_goes",
    "colossi.parts_return",
    "damage.ammo_gained",
    "damage.last_stand_extra",
    "damage.repeated",
    "damage.replacement",
    "damage.replacement_least",
    "damage.superstructure",
    "damage.tension_gained",
    "fields.bombardment_hits_from",
    "fields.storm_harm",
    "gm.downed_aces_count",
    "items.recoil_ignores_armor",
    "resources.vigor_refilled",
    "traits.suppression",
];

/// Sections that are entirely blind: results of drops, and clocks, prices and rewards of campaigns.
const SECTIONS: [&str; 5] =
    ["drops.", "catalogue.clocks.", "catalogue.costs.", "catalogue.limits.", "catalogue.rewards."];

/// Returns the fields in which a ruleset differs from another and to which no player can react, in the order of the
/// rules. Results show the effect of these fields on players who do not adapt to them.
pub(crate) fn played_blind(rules: &Ruleset, base: &Ruleset) -> Vec<String> {
    let marks = [rules, base].map(unseen).concat();
    // If the Aces choose who gets a drop, policies choose.
    let chosen = [rules, base].iter().any(|rules| rules.drops.sharing == Sharing::Choice);
    let is_chosen = |path: &str| chosen && path == "drops.sharing";
    let is_blind = |path: &String| {
        BLIND.contains(&path.as_str())
            || SECTIONS.iter().any(|section| path.starts_with(section)) && !is_chosen(path)
            || (path.starts_with("catalogue.enemies.") && path.ends_with(".no_drop"))
            || (path.starts_with("catalogue.builds.") && path.ends_with(".vigor"))
            || marks.iter().any(|mark| path.starts_with(mark))
    };
    differing(rules, base).into_iter().filter(is_blind).collect()
}

/// Returns the paths of the tags and traits whose numbers no policy weighs: Superhot, Support Drones.
fn unseen(rules: &Ruleset) -> Vec<String> {
    fn path<K: hitchart_apocalypse_frame::catalogue::numbers::EffectKind>(section: &str, mark: &Mark<K>) -> String {
        dotted(&["catalogue".to_owned(), section.to_owned(), mark.key()]) + "."
    }
    let catalogue = &rules.catalogue;
    let traits = catalogue.traits.iter().filter(|mark| mark.does == Trait::SupportDrones);
    let tags = catalogue.item_tags.iter().filter(|mark| mark.does == ItemTag::Superhot);
    traits.map(|mark| path("traits", mark)).chain(tags.map(|mark| path("system_tags", mark))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitchart_apocalypse_frame::catalogue::tag::Band;
    use hitchart_apocalypse_frame::rules_files::standard;
    use hitchart_config::FileText;
    use hitchart_config::rules::written;
    use toml::de::DeTable;

    /// The exact values agree with play: a Service Rifle does 2, an Assault Rifle of a Decanus 3 as an answer, and a
    /// Velite's Light Sniper 3 in the GM turn.
    #[test]
    fn attacks_of_enemies_are_as_listed() {
        let all = exact(&standard());
        let value = |measure, item: &str| {
            all.iter().find(|exact| exact.measure == measure && exact.item == item).map(|exact| exact.value)
        };
        assert_eq!(value("turn_harm", "Legionnaire: Service Rifle, Armor 0, Shields 0"), Some(2.0));
        assert_eq!(value("answer_harm", "Decanus: Assault Rifle, Armor 1, Shields 0"), Some(2.0));
        assert_eq!(value("turn_harm", "Velite: Light Sniper, Armor 0, Shields 0"), Some(3.0));
        assert_eq!(value("turn_harm", "Legionnaire: Service Rifle, Armor 0, Shields 2"), Some(2.0 * 4.0 / 6.0));
        assert_eq!(value("reach", "Herd Animal: Trample"), Some(reach(Bands::NONE.with(Band::Close).with(Band::Near))));
        assert_eq!((value("vigor", "Centurion"), value("vigor", "M1-SOLDIER")), (Some(8.0), Some(10.0)));
    }

    /// Names are unique, so that no number hides another.
    #[test]
    fn every_number_has_a_name_of_its_own() {
        let mut names: Vec<(&str, String)> =
            exact(&standard()).into_iter().map(|exact| (exact.measure, exact.item)).collect();
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    fn house(text: &str) -> Ruleset {
        let file = FileText { path: "house.toml".into(), text: format!("[rules]\n{text}") };
        let mut table = DeTable::parse(&file.text).unwrap().into_inner();
        written(&file, table.remove("rules")).unwrap()
    }

    #[test]
    fn what_players_read_is_not_blind() {
        let base = standard();
        let seen = house("catalogue.armaments.'Sniper Rifle'.dice = 1\ncatalogue.traits.riot-shield.armor = 2");
        assert!(played_blind(&seen, &base).is_empty());
        let blind = house(
            "drops.tension_to = 5\ncatalogue.traits.support-drones.vigor = 2\n\
             catalogue.enemies.Legionnaire = { no_drop = true, vigor = 4 }",
        );
        let found = played_blind(&blind, &base);
        let all =
            ["catalogue.enemies.Legionnaire.no_drop", "catalogue.traits.support-drones.vigor", "drops.tension_to"];
        assert_eq!(found, all);
    }

    #[test]
    fn a_choice_of_the_aces_is_not_played_blind() {
        let blind = |sharing| {
            let mut rules = standard();
            rules.drops.sharing = sharing;
            played_blind(&rules, &standard())
        };
        assert_eq!(blind(Sharing::MostMissing), ["drops.sharing"]);
        assert!(blind(Sharing::Choice).is_empty());
    }

    /// Every field of the list exists.
    #[test]
    fn blind_fields_exist() {
        let table: toml::Table = RulesText::of(&standard()).table();
        for path in BLIND {
            let mut value = &toml::Value::Table(table.clone());
            for key in path.split('.') {
                value = value.get(key).unwrap_or_else(|| panic!("no field `{path}`"));
            }
        }
    }
}
