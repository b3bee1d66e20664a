//! The built-in rulesets and ruleset files, and the fields that no built-in policy takes into account.

use super::ruleset::{Circumstance, Ruleset};
use hitchart_config::InputError;
use hitchart_config::rules::{self, Rules, RulesError, differing};

// Rulesets.

impl Rules for Ruleset {
    const BUILT_IN: &'static [(&'static str, &'static str)] = &[
        ("rulebook", include_str!("rulesets/rulebook.toml")),
        ("draft-2012", include_str!("rulesets/draft-2012.toml")),
        ("handbook", include_str!("rulesets/handbook.toml")),
    ];

    fn name(&self) -> &str {
        &self.name
    }

    fn cross_check(&self) -> Result<(), RulesError> {
        self.check_contradictions()
    }
}

/// Loads the ruleset of a built-in name or of a file.
///
/// # Errors
/// As [`rules::load`].
pub fn load(name: &str) -> Result<Ruleset, InputError> {
    rules::load(name)
}

/// Returns the default ruleset.
pub fn rulebook() -> Ruleset {
    rules::standard()
}

// Fields of a ruleset that no built-in policy takes into account.

/// Fields that affect neither the exact tables nor the rules of thumb of the policies. A search meets these fields only
/// in its playouts, in which both sides play by the same rules of thumb.
const BLIND: [&str; 14] = [
    "repair.face",
    "repair.most",
    "spotting.none.targets",
    "spotting.one.targets",
    "spotting.two.targets",
    "order.per_unit_sides",
    "order.per_unit_second",
    "stations.seized",
    "stations.seized_by",
    "stations.limbo",
    "stations.in_passing",
    "turn.destroyed_responder_acts",
    "clock.concede",
    "clock.keep_polling",
];

/// Section of the extra dice: blind if they are for frames that stood still, and not exact if only some rolls get them.
const EXTRA: &str = "extra.";

/// Returns the fields in which two rulesets differ and that no built-in policy reacts to, in the order of the rules.
/// The simulated effect of these fields is only the effect on players who do not look for their use.
pub fn played_blind(rules: &Ruleset, base: &Ruleset) -> Vec<String> {
    let sees_extra = [rules, base].iter().all(|rules| rules.extra.when != Circumstance::StoodStill);
    let is_blind = |path: &String| BLIND.contains(&path.as_str()) || (path.starts_with(EXTRA) && !sees_extra);
    differing(rules, base).into_iter().filter(is_blind).collect()
}

/// Returns the fields in which two rulesets differ and that exact odds leave out, in the order of the rules: the extra dice
/// and pips that only some rolls get.
pub fn not_exact(rules: &Ruleset, base: &Ruleset) -> Vec<String> {
    let leaves_out = [rules, base].iter().any(|rules| rules.extra.depends_on_play());
    differing(rules, base).into_iter().filter(|path| leaves_out && path.starts_with(EXTRA)).collect()
}

/// Hits of cover: of exact numbers, and of the bricks in games.
const COVER: [&str; 2] = ["cover.default_hits", "shelter.bricks_per_hit"];

/// Returns the pair of fields for the hits of cover, and true if the first of them differs, if two rulesets differ in
/// exactly one of the two.
pub fn half_changed(rules: &Ruleset, base: &Ruleset) -> Option<([&'static str; 2], bool)> {
    let differing = differing(rules, base);
    let [exact, games] = COVER.map(|field| differing.iter().any(|path| path == field));
    (exact != games).then_some((COVER, exact))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitchart_config::rules::RulesText;

    fn house(text: &str) -> Result<Ruleset, InputError> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("house.toml"), text).unwrap();
        rules::load_from("house.toml", folder.path())
    }

    fn diff(a: &Ruleset, b: &Ruleset) -> Vec<(String, String, String)> {
        rules::diff(&RulesText::of(a), &RulesText::of(b))
    }

    #[test]
    fn built_in_rulesets_load_under_their_names() {
        for (name, _) in Ruleset::BUILT_IN {
            assert_eq!(load(name).unwrap().name, *name);
        }
        let differences: Vec<String> =
            diff(&rulebook(), &load("draft-2012").unwrap()).into_iter().map(|(path, ..)| path).collect();
        let draft = [
            "charts.cover_order",
            "charts.terrain.target",
            "fielding.stations_first",
            "fielding.stations_together",
            "movement.sprint_crosses_cover",
            "movement.standing_on_cover",
            "options.climb_area",
            "order.forced",
            "ranges.direct_from",
            "rockets.open_direct_fire",
            "spotting.hand_to_hand",
            "spotting.terrain",
            "stations.limbo",
            "stations.seized",
            "stations.seized_by",
            "turn.commit_all_first",
        ];
        assert_eq!(differences, draft);
        assert!(!diff(&rulebook(), &load("handbook").unwrap()).iter().any(|(path, ..)| path.starts_with("charts")));
    }

    #[test]
    fn a_house_rule_changes_one_field() {
        let rules = house("name = 'h'\nextends = 'rulebook'\n[charts.open]\ntarget = 4\n").unwrap();
        assert_eq!(diff(&rulebook(), &rules), [("charts.open.target".into(), "5".into(), "4".into())]);
        assert_eq!(rules.name, "h");
        assert_eq!(house("[charts.open]\ntarget = 4\n").unwrap().name, "house");
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        let says = |text: &str, parts: &[&str]| {
            let message = house(text).unwrap_err().to_string();
            parts.iter().for_each(|part| assert!(message.contains(part), "{part} missing in\n{message}"));
        };
        says("[charts.open]\ntagret = 4", &["house.toml:2:1", "`tagret`", "did you mean `target`?"]);
        says("[charts.open]\ntarget = 9", &["house.toml:2:10", "charts.open.target", "1 to 7"]);
        says("[charts.cover]\nblow_through = 3", &["house.toml:2:16", "4 to 7"]);
        says("[frame]\nwhites = 'two'", &["house.toml:2:10", "frame.whites"]);
        says("[weapons]\nfirst = '2x6'", &["house.toml:2:9", "`2x6` is not dice"]);
        says("frame = 3", &["house.toml:1:1", "table of settings"]);
        says("extends = 'rulebok'", &["house.toml:1:11", "did you mean `rulebook`?"]);
        says("whites = ", &["house.toml:1:"]);
        says("[spotting.none]\nrech = 'ruler'", &["house.toml:2:1", "did you mean `reach`?"]);
        says("[design]\nbanned = ['SSRs']", &["house.toml:2:10", "design.banned", "did you mean `SSR`?"]);
        says("[design]\nbanned = ['Re']", &["design.banned", "`Re`"]);
        says("[sizes.skirmish]\nstations = [4, 4, 4, 2]", &["sizes.skirmish.stations", "4 for 4 players", "1 to 3"]);
        says("[sizes.battle]\nmax_frames = [8, 3, 6, 5]", &["3 for 3 players", "4 to 8"]);
    }

    #[test]
    fn fields_that_contradict_each_other_are_refused() {
        let says = |text: &str, parts: &[&str]| {
            let message = house(text).unwrap_err().to_string();
            parts.iter().for_each(|part| assert!(message.contains(part), "{part} missing in\n{message}"));
        };
        says("[bidding]\nstep_frames = 3\nstep_systems = 2", &["house.toml:3:16", "less than 5"]);
        says("[ranges]\nbands = 4\nartillery = 8.0", &["house.toml:3:13", "more than 8"]);
        says(
            "[spotting.two]\ntargets = 2\n[turn]\ncommit_all_first = true",
            &["spotting.two.targets", "commit_all_first"],
        );
        says("[design]\nbanned = ['Y']\ncompany_needs = ['Y']", &["design.company_needs", "design.banned"]);
        says("[design]\nframe_needs = ['Y', 'B']\nmax_average = 1.0", &["design.max_average", "2 to 8"]);
        says("[extra]\nwhen = 'always'\ndefense_pips = -1", &["extra.defense_pips", "-1", "`modifiers`"]);
        says("[extra]\nwhen = 'late'\nattack_pips = -7", &["extra.attack_pips", "-6 to 6"]);
        says("[frame]\nmax_per_type = 4\n[dice]\ndefense = '4d20'\n[defense]\nsum_blues = true", &["200"]);
    }

    #[test]
    fn what_the_tables_tell_is_not_blind() {
        let (base, mut rules) = (rulebook(), rulebook());
        (rules.charts.open.target, rules.modifiers.attack, rules.ranges.direct) = (4, 2, 10.0);
        (rules.extra.when, rules.extra.attack) = (Circumstance::Always, "1d6".parse().unwrap());
        assert!(played_blind(&rules, &base).is_empty());
        (rules.extra.when, rules.extra.defense_pips) = (Circumstance::BesideCover, -1);
        assert!(played_blind(&rules, &base).is_empty());
        rules.extra.defense_pips = 0;
        (rules.extra.when, rules.repair.face) = (Circumstance::StoodStill, 5);
        assert_eq!(played_blind(&rules, &base), ["extra.attack", "extra.when", "repair.face"]);
        assert!(played_blind(&rules, &rules).is_empty());
    }

    /// Every field in the list exists in the ruleset.
    #[test]
    fn blind_fields_exist() {
        let table: toml::Table = RulesText::of(&load("rulebook").unwrap()).table();
        for path in BLIND {
            let mut value = &toml::Value::Table(table.clone());
            for key in path.split('.') {
                value = value.get(key).unwrap_or_else(|| panic!("no field `{path}`"));
            }
        }
    }
}
