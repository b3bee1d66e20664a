//! Frames ranked by the Harm of a round: both armaments, with Tension and with Ammo.

use super::{Against, by_value};
use crate::games::apocalypse_frame::ace::Ace;
use crate::games::apocalypse_frame::catalogue::frame::Trait;
use crate::games::apocalypse_frame::catalogue::item::{Effect, Item};
use crate::games::apocalypse_frame::catalogue::numbers::Number;
use crate::games::apocalypse_frame::catalogue::tag::Band;
use crate::games::apocalypse_frame::odds::ammo::best_uses;
use crate::games::apocalypse_frame::odds::circumstance::Circumstance;
use crate::games::apocalypse_frame::odds::items::{self, Situation, harm};
use crate::games::apocalypse_frame::odds::round::{Round, value};
use crate::games::apocalypse_frame::ruleset::Ruleset;
use serde::Serialize;

/// A row of the ranking.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FrameRank {
    pub frame: String,
    /// Tension at the start of the round.
    pub tension: u8,
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
pub fn rank_frames(aces: &[Ace], against: &Against, rules: &Ruleset) -> Vec<FrameRank> {
    let mut rows: Vec<FrameRank> = aces.iter().map(|ace| rank(ace, against, rules)).collect();
    by_value(&mut rows, |row| row.round);
    rows
}

fn rank(ace: &Ace, against: &Against, rules: &Ruleset) -> FrameRank {
    let tension = ace.tension.saturating_sub(rules.resources.tension_start_below);
    let own_trait = |does| ace.integral_trait.as_ref().filter(|mark| mark.does == does);
    let feed_motors = own_trait(Trait::TripledFeedMotors).map_or(0, |mark| mark.numbers.get(Number::Harm));
    let circumstance = Circumstance { feed_motors, ..against.circumstance };
    let own = Against { circumstance, tension, max_tension: ace.tension, ..*against };
    let parallel = own_trait(Trait::ParallelProcessors).is_some();
    let of = |round: Round<'_>| value(&Round { parallel, reroll_dice: ace.reroll_dice, ..round }, rules);
    let at = |circumstance| of(Against { circumstance, ..own }.round(&ace.armaments));
    let round = at(circumstance);
    let less = of(Against { tension: tension.saturating_sub(1), ..own }.round(&ace.armaments));
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

fn items_of(ace: &Ace) -> impl Iterator<Item = &Item> {
    ace.integral.iter().chain(&ace.modular)
}

fn best_item(ace: &Ace, own: &Against, rules: &Ruleset) -> Option<(String, f64)> {
    let per_ammo = |item: &Item| {
        let odds = items::of(item, &own.target, &situation(own), rules);
        Some((item.name.clone(), odds.harm_per_ammo?[0]))
    };
    items_of(ace).filter_map(per_ammo).reduce(|a, b| if b.1 > a.1 { b } else { a })
}

fn situation(own: &Against) -> Situation {
    let Circumstance { at, painted, extended, .. } = own.circumstance;
    Situation { at, painted, extended, ..Situation::default() }
}

/// Returns the best Harm of a round with all Ammo: with or without radar and mark first, then systems that harm.
fn with_ammo(ace: &Ace, own: &Against, at: &impl Fn(Circumstance) -> f64, rules: &Ruleset) -> f64 {
    let all: Vec<&Item> = items_of(ace).collect();
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
            let situation = Situation { painted, ..situation(own) };
            let mark = painter.filter(|_| paints).and_then(|item| harm(item, 1, &own.target, &situation, rules));
            let uses = best_uses(&all, ace.ammo - spent, 1, &own.target, &situation, rules);
            best = best.max(at(circumstance) + mark.map_or(0.0, |mark| mark.mean()) + uses);
        }
    }
    best
}
