//! One attack: its outcomes, and its effect on the target alone; and the odds of every armament of a gear list.

use super::super::attack::{Blow, Guard, Outcome, Roll, Through, through};
use super::super::catalogue::entries::{Armament, Gear};
use super::super::catalogue::tag::{Band, Tags};
use super::super::{attack::Shot, catalogue::entries::EnemyKind, ruleset::Ruleset};
use super::roll::{Circumstance, OutcomeOdds, band, outcomes, plan, rolls};
use hitchart_dice::Pmf;
use serde::{Serialize, Serializer};

/// Defenses of a target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TargetDefenses {
    /// Armor, which reduces each Harm.
    pub armor: u8,
    /// Number of Shields, which is the highest face on which a Shield holds.
    pub shields: u8,
    /// True in cover, which absorbs Harm from attacks at Far (A60).
    pub cover: bool,
    /// Further reductions of every attack.
    pub less: u8,
}

impl TargetDefenses {
    /// Returns the armor and shields of a kind of enemy.
    pub fn of(kind: &EnemyKind) -> TargetDefenses {
        TargetDefenses { armor: kind.written.armor, shields: kind.written.shields, ..TargetDefenses::default() }
    }

    /// Returns the reductions of an attack.
    pub fn guard(&self, at_far: bool, rules: &Ruleset) -> Guard {
        let cover = if self.cover && at_far { rules.fields.cover_less } else { 0 };
        Guard { less: self.less + cover, armor: self.armor, shields: self.shields }
    }
}

/// The odds of one attack.
#[derive(Clone, Debug, PartialEq)]
pub struct Single {
    /// Probabilities of the three outcomes of the roll.
    pub outcomes: OutcomeOdds,
    /// Harm that the target takes.
    pub harm: Pmf,
    /// Probability of a splash.
    pub splash: f64,
    /// Probability of a consequence (A04, A05).
    pub consequence: f64,
    /// Probability that a Shield absorbs the attack.
    pub shielded: f64,
}

/// A way an attack can end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ending {
    /// Result of the roll, and the faces shown.
    pub roll: Roll,
    /// Outcome of the roll.
    pub outcome: Outcome,
    /// Harm that the target takes.
    pub through: Through,
    /// Probability of this end.
    pub p: f64,
}

/// Returns the possible ends of a blow behind a guard, each with its probability.
pub fn behind(blow: Blow, guard: Guard, rules: &Ruleset) -> Vec<(Through, f64)> {
    let mut ends: Vec<(Through, f64)> = Vec::new();
    for face in 1..=6 {
        let end = through(blow, guard, rules.harm.order, || face);
        match ends.iter_mut().find(|(known, _)| *known == end) {
            Some((_, p)) => *p += 1.0 / 6.0,
            None => ends.push((end, 1.0 / 6.0)),
        }
    }
    if let [(_, p)] = ends.as_mut_slice() {
        // Six times one sixth is 1 only up to rounding.
        *p = 1.0;
    }
    ends
}

/// Returns all ways an attack can end.
pub fn endings(shot: Shot, guard: Guard, rules: &Ruleset) -> Vec<Ending> {
    let end = |(roll, p): (Roll, f64)| {
        let outcome = roll.outcome(&rules.rolls);
        let ends = behind(shot.blow(roll, &rules.rolls), guard, rules);
        ends.into_iter().map(move |(through, q)| Ending { roll, outcome, through, p: p * q })
    };
    rolls(shot.dice, &rules.rolls).into_iter().flat_map(end).collect()
}

/// Returns the odds of one attack of a shot; `at_far` decides if cover counts.
pub fn attack(shot: Shot, target: &TargetDefenses, at_far: bool, rules: &Ruleset) -> Single {
    let endings = endings(shot, target.guard(at_far, rules), rules);
    // Folded from 0, since the sum of an empty list is -0.
    let chance = |of: &dyn Fn(&Ending) -> bool| endings.iter().filter(|end| of(end)).fold(0.0, |sum, end| sum + end.p);
    let most = endings.iter().map(|end| end.through.harm).max().unwrap_or(0);
    let harm = (0..=most).map(|harm| chance(&|end| end.through.harm == harm)).collect();
    Single {
        outcomes: outcomes(shot.dice, &rules.rolls),
        harm: Pmf::new(harm),
        splash: chance(&|end| shot.splash_blow(end.roll, &rules.rolls).is_some()),
        consequence: chance(&|end| end.outcome != Outcome::Full),
        shielded: chance(&|end| end.through.shielded),
    }
}

/// Returns the odds of one attack of an armament in a circumstance; `None` out of reach.
pub fn of_armament(
    armament: &Armament,
    circumstance: &Circumstance,
    target: &TargetDefenses,
    rules: &Ruleset,
) -> Option<Single> {
    let band = band(armament, circumstance)?;
    Some(attack(plan(armament, circumstance), target, band == Band::Far, rules))
}

/// Returns the probability that one attack removes an enemy of a kind from full Vigor; a Prime goes down (A54). Armor
/// and shields are the kind's, cover and reductions those of the given target.
pub fn removes(shot: Shot, kind: &EnemyKind, beside: &TargetDefenses, at_far: bool, rules: &Ruleset) -> f64 {
    let target = TargetDefenses { armor: kind.written.armor, shields: kind.written.shields, ..*beside };
    attack(shot, &target, at_far, rules).harm.at_least(usize::from(kind.written.vigor))
}

/// One attack of an armament in a circumstance, against one target alone.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ArmamentOdds {
    /// Name as printed, without added tags.
    pub name: String,
    /// Dice rolled in the circumstance; 0 or less rolls by A02.
    pub dice: i8,
    /// Probability of no success (A05).
    pub p_failure: f64,
    /// Probability of a success with a consequence (A04).
    pub p_mixed: f64,
    /// Probability of a success without a consequence.
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
pub fn armaments(gear: Gear, target: &TargetDefenses, with: Tags, rules: &Ruleset) -> Vec<ArmamentOdds> {
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
    target: &TargetDefenses,
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
        remove_unsourced: enemies.iter().filter(|kind| kind.written.unsourced).map(|kind| kind.name.clone()).collect(),
    })
}

/// A distribution over 0, 1, 2, … Harm, or other whole numbers, with its moments.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HarmOdds {
    /// Probability by value.
    pub pmf: Vec<f64>,
    /// Expected value.
    pub mean: f64,
    /// Standard deviation.
    pub sd: f64,
}

impl HarmOdds {
    /// Returns the probability of at least `vigor` Harm, which removes an enemy of that Vigor.
    pub fn at_least(&self, vigor: u8) -> f64 {
        // Folded from 0, since the sum of an empty list is -0.
        self.pmf.iter().skip(usize::from(vigor)).fold(0.0, |sum, p| sum + p)
    }
}

impl From<&Pmf> for HarmOdds {
    fn from(pmf: &Pmf) -> HarmOdds {
        HarmOdds { pmf: pmf.as_slice().to_vec(), mean: pmf.mean(), sd: pmf.variance().max(0.0).sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::{armament, ruleset};
    use super::*;
    use crate::catalogue::tag::Tag;
    use crate::ruleset::{GuardOrder, HarmRules};
    use Band::{Far, Near};

    fn is_close(found: f64, expected: f64) -> bool {
        (found - expected).abs() < 1e-12
    }

    /// Three dice fail in 1 of 27; two Shields absorb a third of the blows; Burst adds one on 91 of 216 rolls.
    #[test]
    fn by_hand() {
        let carbine = armament("Carbine", 3, 2, &[Near], &[Tag::Burst]);
        let target = TargetDefenses { armor: 1, shields: 2, ..TargetDefenses::default() };
        let single = of_armament(&carbine, &Circumstance::default(), &target, &ruleset()).unwrap();
        let expected = [1.0 - 208.0 / 216.0 * 2.0 / 3.0, 117.0 / 216.0 * 2.0 / 3.0, 91.0 / 216.0 * 2.0 / 3.0];
        assert!(single.harm.as_slice().iter().zip(expected).all(|(p, q)| is_close(*p, q)), "{:?}", single.harm);
        assert!(is_close(single.consequence, 8.0 / 27.0) && is_close(single.shielded, 208.0 / 216.0 / 3.0));
        assert_eq!(single.splash, 0.0);
    }

    /// Armor 2 stops all Harm of 2, so that only the other order rolls Shields for it (A15).
    #[test]
    fn the_order_of_armor_and_shields() {
        let armor_first = ruleset();
        let order = GuardOrder::ShieldsFirst;
        let shields_first = Ruleset { harm: HarmRules { order, ..armor_first.harm.clone() }, ..armor_first.clone() };
        let shot = plan(&armament("Rifle", 1, 2, &[Near], &[]), &Circumstance::default());
        let target = TargetDefenses { armor: 2, shields: 3, ..TargetDefenses::default() };
        let [first, then] = [&armor_first, &shields_first].map(|rules| attack(shot, &target, false, rules));
        assert_eq!((first.shielded, first.harm.mean()), (0.0, 0.0));
        assert!(is_close(then.shielded, 1.0 / 3.0));
    }

    #[test]
    fn cover_counts_at_far_only() {
        let rules = ruleset();
        let rifle = armament("Rifle", 2, 3, &[Near, Far], &[]);
        let target = TargetDefenses { cover: true, ..TargetDefenses::default() };
        let mean = |at| {
            let circumstance = Circumstance { at: Some(at), ..Circumstance::default() };
            of_armament(&rifle, &circumstance, &target, &rules).unwrap().harm.mean()
        };
        assert!(is_close(mean(Near), 8.0 / 3.0) && is_close(mean(Far), 16.0 / 9.0));
    }

    #[test]
    fn energy_and_piercing_pass_by() {
        let rules = ruleset();
        let target = TargetDefenses { armor: 5, shields: 5, ..TargetDefenses::default() };
        let blade = armament("Blade", 2, 5, &[Band::Close], &[Tag::Energy, Tag::Piercing]);
        let single = of_armament(&blade, &Circumstance::default(), &target, &rules).unwrap();
        assert!(is_close(single.harm.at(5), 8.0 / 9.0));
        assert_eq!(single.shielded, 0.0);
    }

    fn find<'a>(odds: &'a [ArmamentOdds], name: &str) -> &'a ArmamentOdds {
        odds.iter().find(|odds| odds.name == name).unwrap()
    }

    #[test]
    fn stock_gear_with_circumstances_off_and_on() {
        let target = TargetDefenses::default();
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
        let odds =
            armaments(Gear::Stock, &TargetDefenses { armor: 3, ..TargetDefenses::default() }, Tags::NONE, &ruleset());
        let rifle = find(&odds, "Assault Rifle");
        let legionnaire = rifle.remove.iter().find(|(name, _)| name == "Legionnaire").unwrap().1;
        assert!((legionnaire - 671.0 / 1296.0).abs() < 1e-12);
        assert_eq!(rifle.harm.mean, 0.0);
    }

    #[test]
    fn the_names_of_the_json() {
        let odds = armaments(Gear::Stock, &TargetDefenses::default(), Tags::NONE, &ruleset());
        let json = serde_json::to_value(&odds).unwrap();
        for key in ["name", "dice", "p_failure", "p_mixed", "p_full", "remove"] {
            assert!(!json[0][key].is_null(), "{key}");
        }
        assert!(json[0]["harm"]["pmf"].is_array() && json[0]["harm"]["mean"].is_f64());
        assert!(json[0]["remove"]["Decanus"].is_f64());
    }
}
