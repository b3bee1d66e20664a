//! Odds of every armament of a gear list against one target, as data.

use super::circumstance::{Circumstance, band, plan};
use super::harm_odds::HarmOdds;
use super::single::{Target, attack, removes};
use crate::games::apocalypse_frame::catalogue::armament::{Armament, Gear};
use crate::games::apocalypse_frame::catalogue::enemy::EnemyKind;
use crate::games::apocalypse_frame::catalogue::tag::{Band, Tags};
use crate::games::apocalypse_frame::ruleset::Ruleset;
use serde::{Serialize, Serializer};

/// One attack of an armament in a circumstance, against one target alone.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ArmamentOdds {
    pub name: String,
    /// Dice rolled in the circumstance; 0 or less rolls by A02.
    pub dice: i8,
    pub p_failure: f64,
    pub p_mixed: f64,
    pub p_full: f64,
    /// Harm that the target takes.
    pub harm: HarmOdds,
    /// Bands at which it can be used, as `Close/Near`.
    pub range: String,
    /// The band of this attack.
    pub at: Band,
    /// Names of the tags.
    pub tags: Vec<String>,
    /// True for a backup.
    pub backup: bool,
    /// Probability of a consequence.
    pub p_consequence: f64,
    /// Probability of a splash to the enemies Close to the target.
    pub p_splash: f64,
    /// Probability that a Shield absorbs it.
    pub p_shielded: f64,
    /// Probability of removing an enemy of each kind from full Vigor, with the kind's armor and shields.
    #[serde(serialize_with = "as_map")]
    pub remove: Vec<(String, f64)>,
    /// The enemies with a placeholder for their Vigor (A56).
    pub remove_unsourced: Vec<String>,
}

fn as_map<S: Serializer>(entries: &[(String, f64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(entries.iter().map(|(name, p)| (name, p)))
}

/// Returns the armaments of a gear list, then the backups. `with` are the tags in force among those that depend on a
/// circumstance; all others always count.
pub fn armaments(gear: Gear, target: &Target, with: Tags, rules: &Ruleset) -> Vec<ArmamentOdds> {
    let circumstance = Circumstance { in_force: with, ..Circumstance::default() };
    let catalogue = &rules.catalogue;
    let main = catalogue.armaments(gear).iter().map(|armament| (armament, false));
    let all = main.chain(catalogue.backups.iter().map(|armament| (armament, true)));
    let odds = all.filter_map(|(armament, backup)| {
        let odds = of(armament, &circumstance, target, &catalogue.enemies, rules)?;
        Some(ArmamentOdds { backup, ..odds })
    });
    odds.collect()
}

/// Returns the odds of one armament; `None` out of reach.
pub fn of(
    armament: &Armament,
    circumstance: &Circumstance,
    target: &Target,
    enemies: &[EnemyKind],
    rules: &Ruleset,
) -> Option<ArmamentOdds> {
    let at = band(armament, circumstance)?;
    let shot = plan(armament, circumstance);
    let single = attack(shot, target, at == Band::Far, rules);
    let removes = |kind: &EnemyKind| (kind.name.clone(), removes(shot, kind, target, at == Band::Far, rules));
    Some(ArmamentOdds {
        name: armament.name.clone(),
        dice: shot.dice,
        p_failure: single.outcomes.failure,
        p_mixed: single.outcomes.mixed,
        p_full: single.outcomes.full,
        harm: HarmOdds::from(&single.harm),
        range: armament.usable().text(),
        at,
        tags: armament.tag_names().into_iter().map(str::to_owned).collect(),
        backup: false,
        p_consequence: single.consequence,
        p_splash: single.splash,
        p_shielded: single.shielded,
        remove: enemies.iter().map(removes).collect(),
        remove_unsourced: enemies.iter().filter(|kind| kind.unsourced).map(|kind| kind.name.clone()).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::apocalypse_frame::catalogue::tag::Tag;
    use crate::games::apocalypse_frame::odds::fixtures::ruleset;

    fn find<'a>(odds: &'a [ArmamentOdds], name: &str) -> &'a ArmamentOdds {
        odds.iter().find(|odds| odds.name == name).unwrap()
    }

    #[test]
    fn stock_gear_with_circumstances_off_and_on() {
        let target = Target::default();
        let off = armaments(Gear::Stock, &target, Tags::NONE, &ruleset());
        assert_eq!((off.len(), off.iter().filter(|odds| odds.backup).count()), (21, 3));
        let rifle = find(&off, "Assault Rifle");
        assert!((rifle.harm.mean - (2.0 * 80.0 / 81.0 + 671.0 / 1296.0)).abs() < 1e-12);
        assert_eq!((find(&off, "Kinetic Cannon").dice, find(&off, "Gatling").harm.pmf.len()), (2, 5));
        let with = [Tag::Charge, Tag::Scoped, Tag::SpinUp, Tag::Focused].into_iter().collect();
        let on = armaments(Gear::Stock, &target, with, &ruleset());
        assert_eq!((find(&on, "Kinetic Cannon").dice, find(&on, "Gatling").harm.pmf.len()), (3, 7));
        assert_eq!((find(&on, "Recoilless Rifle").dice, find(&on, "Revolver").dice), (2, 3));
    }

    /// A Legionnaire has 3 Vigor and no armor: an Assault Rifle removes it on a 6, for any target of the table.
    #[test]
    fn enemies_removed_by_one_attack() {
        let odds = armaments(Gear::Stock, &Target { armor: 3, ..Target::default() }, Tags::NONE, &ruleset());
        let rifle = find(&odds, "Assault Rifle");
        let legionnaire = rifle.remove.iter().find(|(name, _)| name == "Legionnaire").unwrap().1;
        assert!((legionnaire - 671.0 / 1296.0).abs() < 1e-12);
        assert_eq!(rifle.harm.mean, 0.0);
    }

    #[test]
    fn the_names_of_the_json() {
        let odds = armaments(Gear::Stock, &Target::default(), Tags::NONE, &ruleset());
        let json = serde_json::to_value(&odds).unwrap();
        for key in ["name", "dice", "p_failure", "p_mixed", "p_full", "remove"] {
            assert!(!json[0][key].is_null(), "{key}");
        }
        assert!(json[0]["harm"]["pmf"].is_array() && json[0]["harm"]["mean"].is_f64());
        assert!(json[0]["remove"]["Decanus"].is_f64());
    }
}
