//! Exact duels: one frame against one, with the whole turn of the rules on range bands instead of positions.
//!
//! The model is [`hitchart_mobile_frame::duel`]; this module has the rules of frames. `docs/methods/duels.md` lists what
//! the model keeps and what it leaves out.

#[cfg(test)]
mod tests;

pub use hitchart_dice::exact::rounds::MAX_ROUNDS;
pub use hitchart_mobile_frame::duel::{DuelError, FirstAction, MOST_PAIRS, MOST_PAIRS_OF_A_STUDY, Rule, Setting};

use super::battle_rules::{PerUnit, ResponderRolls};
use super::ruleset::{Circumstance, RepairRules, Ruleset};
use super::{
    approach::pips_for, assignment::with_bonus, attack::Shelter, durability::losses, frame::Frame, loadout::Range,
};
use hitchart_config::rules::Unmodelled;
use hitchart_dice::exact::{highest_of, sum_of};
use hitchart_dice::plan::Cover;
use hitchart_mobile_frame::duel::{self, Bands, DamageOutcome, Declared, DuelRules, HandDice};

/// Most hits of cover in a duel: each hit of either frame's cover is a state more.
pub const MAX_COVER: u8 = 4;

/// A range, and the number of rockets fired.
pub type Fire = (Range, u8);

/// Duels of several frames with several others.
pub type FrameDuels = duel::Duels<Frame, Fire>;

/// Finds all states of duels between the frames of two lists.
///
/// # Errors
/// Fails if the ruleset has a rule that duels do not model, or if the frames have more than `most` pairs of states.
pub fn duels(frames: [&[Frame]; 2], setting: Setting, most: usize, rules: &Ruleset) -> Result<FrameDuels, DuelError> {
    check(rules)?;
    FrameDuels::new(frames, setting, most, &FrameRules { rules, ranges: Range::of(&rules.ranges).collect() })
}

/// Checks that duels model the rules.
fn check(rules: &Ruleset) -> Result<(), Unmodelled> {
    let turn = &rules.turn;
    let extra = matches!(rules.extra.when, Circumstance::Never | Circumstance::Always);
    let fields = [
        (!extra, "extra.when", "never, always"),
        (rules.repair.face != RepairRules::NEVER, "repair.face", "21"),
        (turn.commit_all_first, "turn.commit_all_first", "false"),
        (turn.responder_rolls != ResponderRolls::AfterAttackDie, "turn.responder_rolls", "after-attack-die"),
        (turn.destroyed_responder_acts, "turn.destroyed_responder_acts", "false"),
        (turn.rockets_spent_on_attack, "turn.rockets_spent_on_attack", "false"),
        (rules.order.per_unit != PerUnit::Off, "order.per_unit", "off"),
        (rules.options.jettison, "options.jettison", "false"),
    ];
    Unmodelled::check(rules, fields)
}

/// The rules of frames in duels.
struct FrameRules<'a> {
    rules: &'a Ruleset,
    /// Ranges, nearest first.
    ranges: Vec<Range>,
}

impl DuelRules for FrameRules<'_> {
    type Fighter = Frame;
    type Attack = Fire;
    const FEWER_PAIRS: &'static str = "less cover, fewer rockets or fewer frames";

    /// Returns the bands. A frame in hand-to-hand range stands at its far edge, in the farthest range at its near edge,
    /// and elsewhere in the middle. A move between bands costs the distance between their places, so that what one frame
    /// gains the other pays.
    fn bands(&self, frames: &[&[Frame]; 2]) -> Bands {
        let rules = self.rules;
        let movement = |frame: &Frame| frame.movement_dice(frame.whites, rules).max_face();
        let top = frames.iter().flat_map(|frames| frames.iter().map(movement)).max().unwrap_or(0);
        let places = self.ranges.iter().map(|range| place(*range, rules)).collect();
        Bands::new(places, top.max(rules.frame.sprint.max_face()), |die, distance| {
            with_bonus(die.into(), rules.modifiers.movement) >= pips_for(distance, rules)
        })
    }

    fn hit_points(&self, frame: &Frame) -> usize {
        frame.hit_points()
    }

    fn losses(&self, frame: &Frame) -> Vec<Frame> {
        losses(frame, self.rules)
    }

    fn repairs(&self, _: &Frame) -> Vec<Frame> {
        Vec::new()
    }

    /// Lists the ranges that a frame can attack in, each with the numbers of rockets that it can fire. A turn without a
    /// target is never better than one that declares hand-to-hand.
    fn attacks(&self, frame: &Frame) -> Vec<Declared<Self>> {
        let of = |(band, range): (usize, &Range)| {
            let range = *range;
            let most = if range == Range::Direct { frame.loadout.rockets() } else { 0 };
            let declared = |rockets: u8| {
                let loadout = frame.loadout.with_rockets(frame.loadout.rockets() - rockets);
                let left = Frame { loadout, ..*frame };
                Declared { attack: (range, rockets), bands: 1 << band, chart: band, left }
            };
            (0..=most).filter(|rockets| frame.may_attack(range, *rockets, self.rules)).map(declared).collect::<Vec<_>>()
        };
        self.ranges.iter().enumerate().flat_map(of).collect()
    }

    fn ammunition(&self, frame: &Frame) -> usize {
        frame.loadout.rockets().into()
    }

    fn dice(&self, frame: &Frame, (range, rockets): Fire) -> HandDice {
        let rules = self.rules;
        let blues = frame.defense_dice(0, rules);
        HandDice {
            defense: if rules.defense.sum_blues { sum_of(&blues.summed) } else { highest_of(&blues.best) },
            attack: highest_of(&frame.attack_dice(range, 0, rockets, rules).unwrap_or_default()),
            movement: highest_of(&frame.movement_dice(0, rules)),
            whites: frame.whites,
            white_sides: rules.frame.white_sides,
            may_attack: frame.may_attack(range, rockets, rules),
            whites_defend: rules.defense.whites,
            repair_face: None,
            defense_bonus: rules.modifiers.defense,
            attack_bonus: rules.modifiers.attack,
        }
    }

    fn shelter(&self, _: &Frame, cover: u8) -> usize {
        cover.into()
    }

    fn outcomes(&self, most_cover: u8, most: u8) -> Vec<Vec<Vec<Vec<DamageOutcome>>>> {
        self.ranges.iter().map(|range| outcomes(*range, most_cover, most, self.rules)).collect()
    }
}

/// Returns the distance that stands for a range.
fn place(range: Range, rules: &Ruleset) -> f64 {
    let ranges = &rules.ranges;
    let near = ranges.direct_from.max(ranges.hand_to_hand);
    match range {
        Range::HandToHand => ranges.hand_to_hand,
        Range::Direct => f64::midpoint(near, ranges.direct),
        Range::Artillery if ranges.bands == 4 => f64::midpoint(ranges.direct, ranges.artillery),
        Range::Artillery => ranges.direct,
        Range::Extreme => ranges.artillery,
    }
}

/// Returns the outcomes of attacks at a range, by hits left on the cover and number of damage dice.
fn outcomes(range: Range, most_cover: u8, most: u8, rules: &Ruleset) -> Vec<Vec<Vec<DamageOutcome>>> {
    let by_cover = |hits: u8| {
        let shelter = if hits > 0 { Shelter::Terrain(hits) } else { Shelter::Open };
        let chart = rules.charts.chart(shelter.chart(range));
        let cover = if hits > 0 && range != Range::HandToHand { Cover::Hits(hits) } else { Cover::None };
        duel::outcomes(most, &chart, cover)
    };
    (0..=most_cover).map(by_cover).collect()
}
