//! Fields of a ruleset that players follow without using them to their advantage.

use super::catalogue::frame::Trait;
use super::catalogue::item::ItemTag;
use super::catalogue::numbers::Mark;
use super::ruleset::Ruleset;
use hitchart_config::rules::{RulesText, diff, dotted};

/// Fields that no policy reads, neither directly nor through odds and choices. A search meets them in its playouts, in
/// which both sides play by the same rules of thumb.
const BLIND: [&str; 14] = [
    "armaments.incendiary_goes",
    "colossi.parts_return",
    "damage.ammo_gained",
    "damage.last_stand_extra",
    "damage.repeated",
    "damage.replacement",
    "damage.superstructure",
    "damage.tension_gained",
    "fields.bombardment_hits_from",
    "fields.storm_harm",
    "gm.downed_aces_count",
    "items.recoil_ignores_armor",
    "resources.vigor_refilled",
    "traits.suppression",
];

/// Sections that are entirely blind: results of drops, and prices and rewards of campaigns.
const SECTIONS: [&str; 4] = ["drops.", "catalogue.costs.", "catalogue.limits.", "catalogue.rewards."];

/// Returns the fields in which a ruleset differs from another and to which no player can react, in the order of the
/// rules. Results show the effect of these fields on players who do not adapt to them.
pub fn played_blind(rules: &Ruleset, base: &Ruleset) -> Vec<String> {
    let marks = [rules, base].map(unseen).concat();
    let differing = diff(&RulesText::of(rules), &RulesText::of(base)).into_iter().map(|(path, ..)| path);
    let is_blind = |path: &String| {
        BLIND.contains(&path.as_str())
            || SECTIONS.iter().any(|section| path.starts_with(section))
            || (path.starts_with("catalogue.enemies.") && path.ends_with(".no_drop"))
            || (path.starts_with("catalogue.builds.") && path.ends_with(".vigor"))
            || marks.iter().any(|mark| path.starts_with(mark))
    };
    differing.filter(is_blind).collect()
}

/// Returns the paths of the tags and traits whose numbers no policy weighs: Superhot, Support Drones.
fn unseen(rules: &Ruleset) -> Vec<String> {
    fn path<K: super::catalogue::numbers::Does>(section: &str, mark: &Mark<K>) -> String {
        dotted(&["catalogue".to_owned(), section.to_owned(), mark.key()]) + "."
    }
    let catalogue = &rules.catalogue;
    let traits = catalogue.traits.iter().filter(|mark| mark.does == Trait::SupportDrones);
    let tags = catalogue.item_tags.iter().filter(|mark| mark.does == ItemTag::Superhot);
    traits.map(|mark| path("traits", mark)).chain(tags.map(|mark| path("system_tags", mark))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::rules_files::standard;
    use super::*;
    use hitchart_config::FileText;
    use hitchart_config::rules::written;
    use toml::de::DeTable;

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

    /// Every field of the list exists.
    #[test]
    fn blind_fields_exist() {
        let table: toml::Table = toml::from_str(&RulesText::of(&standard()).toml).unwrap();
        for path in BLIND {
            let mut value = &toml::Value::Table(table.clone());
            for key in path.split('.') {
                value = value.get(key).unwrap_or_else(|| panic!("no field `{path}`"));
            }
        }
    }
}
