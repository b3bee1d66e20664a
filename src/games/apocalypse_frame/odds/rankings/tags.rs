//! Gains of each tag on each armament ("Armament/System Improvement").

use super::{Against, by_value};
use crate::games::apocalypse_frame::attack::Blow;
use crate::games::apocalypse_frame::catalogue::armament::Armament;
use crate::games::apocalypse_frame::catalogue::numbers::Mark;
use crate::games::apocalypse_frame::catalogue::tag::{Band, Tag};
use crate::games::apocalypse_frame::odds::circumstance::{Circumstance, band, plan};
use crate::games::apocalypse_frame::odds::round::value;
use crate::games::apocalypse_frame::odds::single::{attack, behind};
use crate::games::apocalypse_frame::ruleset::Ruleset;
use serde::Serialize;

/// The gain of a tag on an armament without it: differences from the armament without the tag in the same circumstance.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TagGain {
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

/// Returns the gain of every tag that an armament lacks, for every armament; the greatest gain of a round first.
pub fn tag_gains(armaments: &[Armament], against: &Against, rules: &Ruleset) -> Vec<TagGain> {
    let mut gains: Vec<TagGain> = armaments.iter().flat_map(|armament| of(armament, against, rules)).collect();
    by_value(&mut gains, |gain| gain.round_on);
    gains
}

fn of(armament: &Armament, against: &Against, rules: &Ruleset) -> Vec<TagGain> {
    let legal = rules.catalogue.armament_tags().filter(|mark| !armament.tags.has(mark.does));
    let bare = measures(armament, against, rules);
    let gain = |mark: &Mark<Tag>| {
        let (tag, tagged) = (mark.does, armament.plus(mark.clone()));
        let in_force = against.circumstance.in_force;
        let with = |in_force| Against { circumstance: Circumstance { in_force, ..against.circumstance }, ..*against };
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
fn measures(armament: &Armament, against: &Against, rules: &Ruleset) -> Measures {
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

/// Returns for each armament the tag that adds the most Harm to a round, in the order of the gains.
pub fn best_tag_of_each_armament(gains: &[TagGain]) -> Vec<&TagGain> {
    first_of_each(gains, |gain| gain.armament.clone())
}

/// Returns for each tag the armament with the largest gain of Harm in a round, in the order of the gains.
pub fn best_armament_of_each_tag(gains: &[TagGain]) -> Vec<&TagGain> {
    first_of_each(gains, |gain| gain.tag.clone())
}

fn first_of_each<K: PartialEq>(gains: &[TagGain], key: impl Fn(&TagGain) -> K) -> Vec<&TagGain> {
    let mut firsts: Vec<&TagGain> = Vec::new();
    for gain in gains {
        if firsts.iter().all(|first| key(first) != key(gain)) {
            firsts.push(gain);
        }
    }
    firsts
}
