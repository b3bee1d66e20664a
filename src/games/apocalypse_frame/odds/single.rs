//! One attack: its outcomes, and its effect on the target alone.

use super::circumstance::{Circumstance, band, plan};
use super::roll::{OutcomeOdds, outcomes, rolls};
use crate::games::apocalypse_frame::attack::{Blow, Guard, Outcome, Roll, Through, through};
use crate::games::apocalypse_frame::catalogue::armament::Armament;
use crate::games::apocalypse_frame::catalogue::enemy::EnemyKind;
use crate::games::apocalypse_frame::catalogue::tag::Band;
use crate::games::apocalypse_frame::ruleset::Ruleset;
use crate::games::apocalypse_frame::shot::Shot;
use hitchart_dice::Pmf;

/// Defenses of a target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Target {
    pub armor: u8,
    pub shields: u8,
    /// True in cover, which absorbs Harm from attacks at Far (A60).
    pub cover: bool,
    /// Further reductions of every attack.
    pub less: u8,
}

impl Target {
    /// Returns the armor and shields of a kind of enemy.
    pub fn of(kind: &EnemyKind) -> Target {
        Target { armor: kind.armor, shields: kind.shields, ..Target::default() }
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
    pub roll: Roll,
    pub outcome: Outcome,
    pub through: Through,
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
pub fn attack(shot: Shot, target: &Target, at_far: bool, rules: &Ruleset) -> Single {
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
    target: &Target,
    rules: &Ruleset,
) -> Option<Single> {
    let band = band(armament, circumstance)?;
    Some(attack(plan(armament, circumstance), target, band == Band::Far, rules))
}

/// Returns the probability that one attack removes an enemy of a kind from full Vigor; a Prime goes down (A54). Armor
/// and shields are the kind's, cover and reductions those of the given target.
pub fn removes(shot: Shot, kind: &EnemyKind, beside: &Target, at_far: bool, rules: &Ruleset) -> f64 {
    let target = Target { armor: kind.armor, shields: kind.shields, ..*beside };
    attack(shot, &target, at_far, rules).harm.at_least(usize::from(kind.vigor))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::apocalypse_frame::catalogue::tag::Tag;
    use crate::games::apocalypse_frame::odds::fixtures::{armament, ruleset};
    use crate::games::apocalypse_frame::ruleset::{GuardOrder, HarmRules};
    use Band::{Far, Near};

    fn is_close(found: f64, expected: f64) -> bool {
        (found - expected).abs() < 1e-12
    }

    /// Three dice fail in 1 of 27; two Shields absorb a third of the blows; Burst adds one on 91 of 216 rolls.
    #[test]
    fn by_hand() {
        let carbine = armament("Carbine", 3, 2, &[Near], &[Tag::Burst]);
        let target = Target { armor: 1, shields: 2, ..Target::default() };
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
        let target = Target { armor: 2, shields: 3, ..Target::default() };
        let [first, then] = [&armor_first, &shields_first].map(|rules| attack(shot, &target, false, rules));
        assert_eq!((first.shielded, first.harm.mean()), (0.0, 0.0));
        assert!(is_close(then.shielded, 1.0 / 3.0));
    }

    #[test]
    fn cover_counts_at_far_only() {
        let rules = ruleset();
        let rifle = armament("Rifle", 2, 3, &[Near, Far], &[]);
        let target = Target { cover: true, ..Target::default() };
        let mean = |at| {
            let circumstance = Circumstance { at: Some(at), ..Circumstance::default() };
            of_armament(&rifle, &circumstance, &target, &rules).unwrap().harm.mean()
        };
        assert!(is_close(mean(Near), 8.0 / 3.0) && is_close(mean(Far), 16.0 / 9.0));
    }

    #[test]
    fn energy_and_piercing_pass_by() {
        let rules = ruleset();
        let target = Target { armor: 5, shields: 5, ..Target::default() };
        let blade = armament("Blade", 2, 5, &[Band::Close], &[Tag::Energy, Tag::Piercing]);
        let single = of_armament(&blade, &Circumstance::default(), &target, &rules).unwrap();
        assert!(is_close(single.harm.at(5), 8.0 / 9.0));
        assert_eq!(single.shielded, 0.0);
    }
}
