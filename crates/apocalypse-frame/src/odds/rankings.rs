//! Rankings of armaments, of tags added to armaments, and of frames.

use super::super::catalogue::item::{Effect, Item};
use super::super::catalogue::numbers::{Mark, Number};
use super::super::catalogue::tag::{Band, Tag};
use super::super::{ace::Ace, attack::Blow, catalogue::entries::Armament, catalogue::entries::Trait, ruleset::Ruleset};
use super::items::{self, ItemConditions, best_uses, harm};
use super::roll::{Circumstance, band, plan};
use super::round::{Objective, Round, solve, value};
use super::single::{TargetDefenses, attack, behind, of_armament};
use serde::Serialize;

/// Conditions of a ranking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankingConditions {
    /// Defenses of the target.
    pub target: TargetDefenses,
    /// Vigor of the enemies that removals count, at least 1.
    pub vigor: u8,
    /// Conditions of the attacks.
    pub circumstance: Circumstance,
    /// Tension at the start of the round, and its maximum.
    pub tension: u8,
    /// Maximum Tension, for Focused (A22).
    pub max_tension: u8,
}

impl RankingConditions {
    /// Returns the round of some armaments with Harm as the objective.
    pub fn round<'a>(&self, armaments: &'a [Armament]) -> Round<'a> {
        let new = Round::new(armaments, self.target, self.tension, self.max_tension);
        Round { circumstance: self.circumstance, ..new }
    }

    /// Returns the same round with removed enemies as the objective.
    fn removals<'a>(&self, armaments: &'a [Armament]) -> Round<'a> {
        Round { objective: Objective::Removals { vigor: self.vigor }, ..self.round(armaments) }
    }
}

/// Sorts by value, highest first; the sort is stable.
fn by_value<T>(rows: &mut [T], value: impl Fn(&T) -> f64) {
    rows.sort_by(|a, b| value(b).total_cmp(&value(a)));
}

/// A row of the ranking.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ArmamentRank {
    /// Name of the armament.
    pub armament: String,
    /// Expected Harm of one attack.
    pub attack: f64,
    /// Probability of a consequence of one attack.
    pub consequence: f64,
    /// Expected Harm of a round.
    pub round: f64,
    /// Harm for each action of the round.
    pub per_action: f64,
    /// Harm that the last point of Tension adds.
    pub per_tension: f64,
    /// Expected consequences of the round.
    pub consequences: f64,
    /// Expected number of enemies removed in a round that is played for removals.
    pub removals: f64,
}

/// Returns all armaments that reach the target, the most Harm in a round first.
pub fn rank_armaments(armaments: &[Armament], against: &RankingConditions, rules: &Ruleset) -> Vec<ArmamentRank> {
    let row = |armament: &Armament| {
        let attack = of_armament(armament, &against.circumstance, &against.target, rules)?;
        let alone = std::slice::from_ref(armament);
        let round = solve(&against.round(alone), rules);
        Some(ArmamentRank {
            armament: armament.name.clone(),
            attack: attack.harm.mean(),
            consequence: attack.consequence,
            round: round.harm,
            per_action: round.harm_per_action.unwrap_or(0.0),
            per_tension: round.per_tension.last().copied().unwrap_or(0.0),
            consequences: round.consequences,
            removals: value(&against.removals(alone), rules),
        })
    };
    let mut rows: Vec<ArmamentRank> = armaments.iter().filter_map(row).collect();
    by_value(&mut rows, |row| row.round);
    rows
}

/// The gain of a tag on an armament without it: differences from the armament without the tag in the same circumstance.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TagGain {
    /// Name of the armament without the tag.
    pub armament: String,
    /// Key of the tag in rulesets.
    pub tag: String,
    /// Name of the tag.
    #[serde(skip)]
    pub tag_name: String,
    /// Expected Harm of one attack, with the tag's condition not in force.
    pub attack_off: f64,
    /// Expected Harm of one attack, with the condition in force; equal for a tag that always counts.
    pub attack_on: f64,
    /// Expected Harm of a round. Charge, Spin Up, Focused and Impulsive follow the round in both cases.
    pub round_off: f64,
    /// Expected Harm of a round, with the condition in force.
    pub round_on: f64,
    /// Expected enemies removed in a round that is played for removals, with the condition in force: the purpose of
    /// Hot.
    pub removals_on: f64,
    /// Expected Harm of one attack to each other enemy Close to the target.
    pub to_others: f64,
    /// True if the tag lets the armament reach one more band.
    pub reaches_farther: bool,
}

/// The measures that gains are differences of.
struct Measures {
    attack: f64,
    round: f64,
    removals: f64,
    to_others: f64,
}

/// Returns the gain of every tag that an armament lacks, for every armament; the greatest gain of a round without the
/// tag's condition first. Of equal gains, that with the greater gain in force comes first.
pub fn tag_gains(armaments: &[Armament], against: &RankingConditions, rules: &Ruleset) -> Vec<TagGain> {
    let mut gains: Vec<TagGain> = armaments.iter().flat_map(|armament| of(armament, against, rules)).collect();
    // Equal gains differ by rounding.
    let rounded = |gain: &TagGain| [gain.round_off, gain.round_on].map(|gain| (gain * 1e9).round());
    gains.sort_by(|a, b| {
        let ([a_off, a_on], [b_off, b_on]) = (rounded(a), rounded(b));
        b_off.total_cmp(&a_off).then(b_on.total_cmp(&a_on))
    });
    gains
}

fn of(armament: &Armament, against: &RankingConditions, rules: &Ruleset) -> Vec<TagGain> {
    let legal = rules.catalogue.armament_tags().filter(|mark| !armament.tags.has(mark.does));
    let bare = measures(armament, against, rules);
    let gain = |mark: &Mark<Tag>| {
        let (tag, tagged) = (mark.does, armament.plus(mark.clone()));
        let in_force = against.circumstance.in_force;
        let with = |in_force| RankingConditions {
            circumstance: Circumstance { in_force, ..against.circumstance },
            ..*against
        };
        let off = measures(&tagged, &with(in_force.without(tag)), rules);
        let on = measures(&tagged, &with(in_force.with(tag)), rules);
        TagGain {
            armament: armament.name.clone(),
            tag: mark.key(),
            tag_name: mark.name.clone(),
            attack_off: off.attack - bare.attack,
            attack_on: on.attack - bare.attack,
            round_off: off.round - bare.round,
            round_on: on.round - bare.round,
            removals_on: on.removals - bare.removals,
            to_others: on.to_others - bare.to_others,
            reaches_farther: tagged.usable() != armament.usable(),
        }
    };
    legal.map(gain).collect()
}

/// Returns the measures of an armament; all 0 out of reach.
fn measures(armament: &Armament, against: &RankingConditions, rules: &Ruleset) -> Measures {
    let Some(at) = band(armament, &against.circumstance) else {
        return Measures { attack: 0.0, round: 0.0, removals: 0.0, to_others: 0.0 };
    };
    let shot = plan(armament, &against.circumstance);
    let far = at == Band::Far;
    let single = attack(shot, &against.target, far, rules);
    let blow = Blow { harm: shot.splash, ignores_armor: shot.ignores_armor, ignores_shields: shot.ignores_shields };
    let ends = behind(blow, against.target.guard(far, rules), rules);
    let splash: f64 = ends.iter().map(|(through, p)| p * f64::from(through.harm)).sum();
    let alone = std::slice::from_ref(armament);
    Measures {
        attack: single.harm.mean(),
        round: value(&against.round(alone), rules),
        removals: value(&against.removals(alone), rules),
        to_others: single.splash * splash,
    }
}

/// Returns for each armament the first of its tags, in the order of the gains.
pub fn best_tag_of_each_armament(gains: &[TagGain]) -> Vec<&TagGain> {
    let mut firsts: Vec<&TagGain> = Vec::new();
    for gain in gains {
        if firsts.iter().all(|first| first.armament != gain.armament) {
            firsts.push(gain);
        }
    }
    firsts
}

/// A row of the ranking.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FrameRank {
    /// Name of the Ace, which is the name of the frame by default.
    pub frame: String,
    /// Tension at the start of the round.
    pub tension: u8,
    /// Ammo at the start of the round, which is the maximum.
    pub ammo: u8,
    /// Expected Harm of a round by the armaments, each at a band that it reaches.
    pub round: f64,
    /// The same against a target at Close, Near and Far alone.
    pub by_band: [f64; 3],
    /// Harm that the last point of Tension adds.
    pub per_tension: f64,
    /// The system with the most Harm for its first Ammo, and that Harm, on one target; `None` if no system harms.
    pub best_item: Option<(String, f64)>,
    /// Expected Harm of a round that spends all Ammo on one target, Targeting Radar and Target Painter included.
    /// Systems are used against targets with all their Shields.
    pub with_ammo: f64,
    /// Expected number of enemies removed by the armaments in a round that is played for removals.
    pub removals: f64,
}

/// Ranks Aces at the start of a battle (A10), the most Harm in a round first. Tension is that of the Ace, not of
/// `against`; traits are added to the circumstance.
pub fn rank_frames(aces: &[Ace], against: &RankingConditions, rules: &Ruleset) -> Vec<FrameRank> {
    let mut rows: Vec<FrameRank> = aces.iter().map(|ace| rank(ace, against, rules)).collect();
    by_value(&mut rows, |row| row.round);
    rows
}

fn rank(ace: &Ace, against: &RankingConditions, rules: &Ruleset) -> FrameRank {
    let tension = ace.tension.saturating_sub(rules.resources.tension_start_below);
    let own_trait = |does| ace.integral_trait.as_ref().filter(|mark| mark.does == does);
    let feed_motors = own_trait(Trait::TripledFeedMotors).map_or(0, |mark| mark.numbers.get(Number::Harm));
    let circumstance = Circumstance { feed_motors, ..against.circumstance };
    let own = RankingConditions { circumstance, tension, max_tension: ace.tension, ..*against };
    let parallel = own_trait(Trait::ParallelProcessors).is_some();
    let of = |round: Round<'_>| value(&Round { parallel, reroll_dice: ace.reroll_dice, ..round }, rules);
    let at = |circumstance| of(RankingConditions { circumstance, ..own }.round(&ace.armaments));
    let round = at(circumstance);
    let less = of(RankingConditions { tension: tension.saturating_sub(1), ..own }.round(&ace.armaments));
    FrameRank {
        frame: ace.name.clone(),
        tension,
        ammo: ace.ammo,
        round,
        by_band: Band::ALL.map(|band| at(Circumstance { at: Some(band), ..circumstance })),
        per_tension: round - less,
        best_item: best_item(ace, &own, rules),
        with_ammo: with_ammo(ace, &own, &at, rules),
        removals: of(own.removals(&ace.armaments)),
    }
}

fn best_item(ace: &Ace, own: &RankingConditions, rules: &Ruleset) -> Option<(String, f64)> {
    let per_ammo = |item: &Item| {
        let odds = items::of(item, &own.target, &situation(own), rules);
        Some((item.name.clone(), odds.harm_per_ammo?[0]))
    };
    ace.items().filter_map(per_ammo).reduce(|a, b| if b.1 > a.1 { b } else { a })
}

fn situation(own: &RankingConditions) -> ItemConditions {
    let Circumstance { at, painted, extended, .. } = own.circumstance;
    ItemConditions { at, painted, extended, ..ItemConditions::default() }
}

/// Returns the best Harm of a round with all Ammo: with or without radar and mark first, then systems that harm.
fn with_ammo(ace: &Ace, own: &RankingConditions, at: &impl Fn(Circumstance) -> f64, rules: &Ruleset) -> f64 {
    let all: Vec<&Item> = ace.items().collect();
    let radar = all.iter().find_map(|item| if let Effect::Aim { dice } = item.effect { Some(dice) } else { None });
    let painter = all.iter().find(|item| matches!(item.effect, Effect::Paint { .. }));
    let mut best = f64::NEG_INFINITY;
    for aims in [false, true] {
        for paints in [false, true] {
            let spent = u8::from(aims) + u8::from(paints);
            if (aims && radar.is_none()) || (paints && painter.is_none()) || spent > ace.ammo {
                continue;
            }
            let painted = own.circumstance.painted || paints;
            let radar = if aims { radar.unwrap_or(0) } else { 0 };
            let circumstance = Circumstance { painted, radar: own.circumstance.radar + radar, ..own.circumstance };
            let situation = ItemConditions { painted, ..situation(own) };
            let mark = painter.filter(|_| paints).and_then(|item| harm(item, 1, &own.target, &situation, rules));
            let uses = best_uses(&all, ace.ammo - spent, 1, &own.target, &situation, rules);
            best = best.max(at(circumstance) + mark.map_or(0.0, |mark| mark.mean()) + uses);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::ruleset;
    use super::*;
    use crate::catalogue::book;
    use crate::catalogue::entries::Gear;
    use crate::catalogue::numbers::EffectKind;
    use crate::catalogue::tag::Tag;
    use crate::squad::stock;

    fn against(armor: u8, shields: u8) -> RankingConditions {
        let target = TargetDefenses { armor, shields, ..TargetDefenses::default() };
        RankingConditions { target, vigor: 2, circumstance: Circumstance::default(), tension: 3, max_tension: 6 }
    }

    #[test]
    fn armaments_in_order() {
        let rows = rank_armaments(book().armaments(Gear::Stock), &against(0, 0), &ruleset());
        assert_eq!(rows.len(), 18);
        assert!(rows.windows(2).all(|pair| pair[0].round >= pair[1].round));
        assert_eq!(rows[0].armament, "Gatling");
        let rifle = rows.iter().find(|row| row.armament == "Assault Rifle").unwrap();
        assert!((rifle.round - 5.0 * rifle.attack).abs() < 1e-12 && (rifle.removals - 5.0 * 80.0 / 81.0).abs() < 1e-12);
    }

    #[test]
    fn every_tag_that_is_not_borne_has_a_row() {
        let list = book().armaments(Gear::Stock);
        let gains = tag_gains(list, &against(1, 2), &ruleset());
        let borne: usize = list.iter().map(|armament| armament.tags.iter().count()).sum();
        assert_eq!(gains.len(), list.len() * 18 - borne);
        assert!(
            gains.iter().all(|gain| gain.attack_on > -1e-12 && gain.round_on > -1e-12 && gain.removals_on > -1e-12)
        );
        let find = |armament: &str, tag: Tag| {
            gains.iter().find(|gain| gain.armament == armament && gain.tag == tag.key()).unwrap()
        };
        let burst = find("Scout Rifle", Tag::Burst);
        assert!((burst.attack_on - 91.0 / 216.0 * 2.0 / 3.0).abs() < 1e-12 && burst.attack_on == burst.attack_off);
        let stationary = find("Scout Rifle", Tag::Stationary);
        assert!(stationary.attack_off.abs() < 1e-12 && stationary.attack_on > 0.0);
        assert!(find("Assault Rifle", Tag::Hot).removals_on > 0.0);
        assert!(
            find("Assault Rifle", Tag::Scoped).reaches_farther && !find("Electrolaser", Tag::Scoped).reaches_farther
        );
        let best = best_tag_of_each_armament(&gains);
        assert_eq!(best.len(), 18);
        assert!(best.windows(2).all(|pair| pair[0].round_off >= pair[1].round_off - 1e-9));
    }

    #[test]
    fn frames_in_order() {
        let rules = ruleset();
        let aces: Vec<_> = book().frames.iter().map(|frame| stock(frame, &rules)).collect();
        let rows = rank_frames(&aces, &against(0, 0), &rules);
        assert_eq!(rows.len(), 9);
        assert!(
            rows.iter()
                .all(|row| row.with_ammo >= row.round && row.by_band.iter().all(|harm| *harm <= row.round + 1e-9))
        );
        let soldier = rows.iter().find(|row| row.frame == "M1-SOLDIER").unwrap();
        assert_eq!((soldier.tension, soldier.ammo), (3, 5));
        // Five attacks of an Assault Rifle at 2 and 1 for the motors, and 1 more on a 6.
        assert!((soldier.round - 5.0 * (3.0 * 80.0 / 81.0 + 671.0 / 1296.0)).abs() < 1e-12);
    }
}
