//! Exact odds of a battle's attacks, as tables that players read in a few nanoseconds.
//!
//! An attack is a difference of two best dice plus a spot, read as damage dice off a chart. The distribution of the
//! difference depends only on the dice. The damage of a number of dice depends only on the situation. Both come from
//! the exact engine, and an expectation is one short sum over the product.

mod pools;
#[cfg(test)]
mod tests;

use super::range_band::{STEPS, Steps};
use super::state::CoverBy;
use crate::loadout::{Loadout, RANGES, Range, SystemKind};
use crate::ruleset::{ChartName, Ruleset};
use hitchart_dice::{Pmf, exact::damage_by_dice, plan::Cover};
use hitchart_mobile_frame::dice::DamageOdds;
use pools::{Caps, Pools};

// The tables.

/// Largest number of hit points that the tables distinguish.
pub const MOST_HIT_POINTS: usize = 10;
/// Most white dice of a frame.
const MOST_WHITES: u8 = 6;
/// Length of a row of movement pips: 0 to 32, and one more for rounding up. Dice have at most 20 sides, modifiers at
/// most 6 pips, and pips by circumstance another 6.
const MOST_PIPS: usize = 34;

/// Share of an attack's value that gets past the usual cover of the rulebook. The weight was set by hand. On the
/// rulebook's charts two hits of cover let 0.53 of the damage of three dice through, and 0.58 of the damage of four.
/// But they make destruction rarer than that, and cover lasts beyond one attack.
const THROUGH_COVER: f64 = 0.3;

/// The first situations, which most of the attacks that a player considers are in: nothing in the way, or a piece of
/// cover that takes one hit.
const USUAL: [Situation; 3] = [Situation::CLOSE, Situation::OPEN, Situation(2)];

/// Damage of a number of dice in a situation.
type Damage = DamageOdds<MOST_HIT_POINTS>;

/// The defense that a player expects of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defense {
    /// A known value.
    Known(u8),
    /// The dice of the target and one white, combined as the rules say.
    Rolled(DefenseDice),
}

/// The defense dice of a frame, as a row of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DefenseDice(u8);

/// The attack dice of a frame, as a row of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackDice(u16);

/// The movement dice of a frame, as a row of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovementDice(u8);

/// The tables of a ruleset.
#[derive(Clone, Debug)]
pub struct Odds {
    /// By situation, then by number of damage dice.
    damage: Vec<Damage>,
    dice: usize,
    /// Best attack die by weapons, rockets and comms, with a white: probability by pips.
    attack: Vec<Vec<f64>>,
    /// Best attack die minus best defense die, by attack, then number of blues: probability by difference, starting
    /// with the lowest attack against the highest defense.
    difference: Vec<Vec<f64>>,
    /// Best defense die by number of blues, without and with extras, with a white.
    defense: Vec<Vec<f64>>,
    /// Highest pips of any defense and of any spot.
    most_defense: usize,
    most_spot: usize,
    /// Share of a target's life and probability of destruction, by hit points from 1, in the [`USUAL`] situations.
    /// Ordered by leads, then by spot minus defense from the lowest, then by situation.
    usual: Vec<[(f64, f64); MOST_HIT_POINTS]>,
    /// Best movement die by number of greens and by sprinting, with a white: probability of at least 0, 1, 2, … pips.
    movement: Vec<[f64; MOST_PIPS]>,
    /// The same without the white, and for whites alone by their number.
    greens: Vec<[f64; MOST_PIPS]>,
    whites: Vec<[f64; MOST_PIPS]>,
    /// Most pips of each row of `movement`.
    most_movement: Vec<f64>,
    /// The steps of distance; for each of the movement dice and each step, the probability of bringing each range to
    /// bear.
    pub steps: Steps,
    approaches: Vec<[[f64; RANGES]; STEPS]>,
    /// Attack dice without the white, laid out as `attack` and `difference`.
    bare: Vec<Vec<f64>>,
    bare_difference: Vec<Vec<f64>>,
    /// Share of an attack's value that is assumed to get past cover if the hits of the cover are not looked up.
    pub through_cover: f64,
    /// Mean spot of a frame with one comms system, rounded down, but at least 1.
    pub usual_spot: u8,
    caps: Caps,
}

impl Odds {
    /// Computes the tables of a ruleset.
    pub fn new(rules: &Ruleset) -> Odds {
        let pools = Pools::new(rules);
        let row = |pmf: &Pmf| std::array::from_fn(|pips| pmf.at_least(pips));
        let movement = pools.movement(1);
        let rows: Vec<[f64; MOST_PIPS]> = movement.iter().map(row).collect();
        let (attack, bare) = (pools.attack(1), pools.attack(0));
        let defense: Vec<Vec<f64>> = pools.guards().map(|guard| guard.as_slice().to_vec()).collect();
        let most_defense = defense.iter().map(Vec::len).max().unwrap_or(1) - 1;
        let less_defense = |attack: &[Vec<f64>]| {
            let pairs = attack.iter().flat_map(|attack| defense.iter().map(move |defense| (attack, defense)));
            pairs.map(|(attack, defense)| differences(attack, defense, most_defense)).collect()
        };
        let (difference, bare_difference) = (less_defense(&attack), less_defense(&bare));
        let (most_spot, usual_spot) = pools.spot();
        let dice = attack.iter().map(Vec::len).max().unwrap_or(1) + usize::from(most_spot);
        let steps = Steps::new(rules);
        let approach = |row: &[f64; MOST_PIPS]| {
            let moves = |units: f64| beyond(row, units / rules.movement.units_per_pip);
            let by_range = Range::ALL.map(|(range, _)| steps.chances(range, rules, moves));
            std::array::from_fn(|step| by_range.map(|chances| chances[step]))
        };
        let mut odds = Odds {
            damage: damage_table(rules, dice),
            dice,
            attack,
            difference,
            defense,
            most_defense,
            most_spot: usize::from(most_spot),
            usual: Vec::new(),
            most_movement: movement.iter().map(|pmf| (pmf.as_slice().len() - 1) as f64).collect(),
            approaches: rows.iter().map(approach).collect(),
            steps,
            movement: rows,
            greens: pools.movement(0).iter().map(row).collect(),
            whites: pools.white_movement().iter().map(row).collect(),
            bare,
            bare_difference,
            through_cover: THROUGH_COVER,
            usual_spot: (usual_spot.mean() as u8).max(1),
            caps: pools.caps,
        };
        odds.usual = odds.usual_table();
        odds.through_cover = odds.share_through(Situation::cover(rules.cover.default_hits));
        odds
    }

    fn usual_table(&self) -> Vec<[(f64, f64); MOST_HIT_POINTS]> {
        let leads = || self.attack.iter().chain(&self.difference);
        let mut table = Vec::with_capacity(leads().count() * self.spots_over_defenses() * USUAL.len());
        for by_lead in leads() {
            for spot in 0..self.spots_over_defenses() {
                for situation in USUAL {
                    let strike = |hit_points| self.over_leads(by_lead, spot, self.most_defense, situation, hit_points);
                    table.push(std::array::from_fn(|i| share_of_life(strike(i as u8 + 1), i as u8 + 1)));
                }
            }
        }
        table
    }

    /// Returns the share of an attack's value that gets past cover. The hand-set share is scaled by the damage of three
    /// dice past this cover, relative to the rulebook's cover.
    fn share_through(&self, cover: Situation) -> f64 {
        /// Damage of three dice past cover of two hits, on the rulebook's charts: a 6 each, and seven rolls of 4s and
        /// 5s.
        const RULEBOOK: f64 = 115.0 / 216.0;
        let (open, past) = (self.damage(3, Situation::OPEN, 1).0, self.damage(3, cover, 1).0);
        if open == 0.0 {
            return 1.0;
        }
        let share = THROUGH_COVER * (past / open / RULEBOOK);
        // The last digits depend on the order of a sum, so they are rounded off.
        ((share * 1e9).round() / 1e9).min(1.0)
    }

    /// Returns the number of differences of a spot and a defense.
    fn spots_over_defenses(&self) -> usize {
        self.most_defense + self.most_spot + 1
    }

    /// Returns the attack dice of a loadout at a range with `rockets` rockets, and a white; `extra` is true if the frame
    /// has the extra dice and pips by circumstance.
    pub fn attack(&self, loadout: &Loadout, range: Range, rockets: u8, extra: bool) -> AttackDice {
        let whole = loadout.count(range.weapon());
        let rockets = if range == Range::Direct { rockets } else { 0 };
        let comms = loadout.count(SystemKind::Comms).min(self.caps.comms);
        let row = self.caps.index(whole, loadout.halves_at(range) - 2 * whole, rockets);
        let row = row * (usize::from(self.caps.comms) + 1) + usize::from(comms);
        AttackDice(self.caps.with_extra(row, extra) as u16)
    }

    /// Returns the expected share of a target's life that attack dice with a spot take against a defense, and the
    /// probability of destruction.
    pub fn harm(
        &self,
        attack: AttackDice,
        spot: u8,
        defense: Defense,
        situation: Situation,
        hit_points: u8,
    ) -> (f64, f64) {
        let (leads, offset) = self.leads(attack, defense);
        let above = (usize::from(spot) + self.most_defense).wrapping_sub(offset);
        let lives = usize::from(hit_points).wrapping_sub(1);
        let place = usize::from(situation.0);
        if place < USUAL.len() && above < self.spots_over_defenses() && lives < MOST_HIT_POINTS {
            return self.usual[(leads * self.spots_over_defenses() + above) * USUAL.len() + place][lives];
        }
        share_of_life(self.strike(attack, spot, defense, situation, hit_points), hit_points)
    }

    /// Returns the same as `harm`, without the white die.
    pub fn bare_harm(
        &self,
        attack: AttackDice,
        spot: u8,
        defense: Defense,
        situation: Situation,
        hit_points: u8,
    ) -> (f64, f64) {
        let row = usize::from(attack.0);
        let (by_lead, offset) = match defense {
            Defense::Known(value) => (&self.bare[row], usize::from(value)),
            Defense::Rolled(dice) => {
                (&self.bare_difference[row * self.defense.len() + usize::from(dice.0)], self.most_defense)
            }
        };
        share_of_life(self.over_leads(by_lead, usize::from(spot), offset, situation, hit_points), hit_points)
    }

    /// Returns the same as `harm`, for an attack die that is already rolled.
    pub fn harm_of_pips(
        &self,
        pips: u8,
        spot: u8,
        defense: Defense,
        situation: Situation,
        hit_points: u8,
    ) -> (f64, f64) {
        share_of_life(self.pips(pips, spot, defense, situation, hit_points), hit_points)
    }

    /// Returns the index of an attack's distribution of leads, and the offset: the distribution begins at minus the
    /// offset.
    fn leads(&self, attack: AttackDice, defense: Defense) -> (usize, usize) {
        let row = usize::from(attack.0);
        match defense {
            Defense::Known(value) => (row, usize::from(value)),
            Defense::Rolled(dice) => {
                (self.attack.len() + row * self.defense.len() + usize::from(dice.0), self.most_defense)
            }
        }
    }

    /// Returns the defense by the dice of a number of defensive systems and a white, without or with the extras.
    pub fn rolled(&self, blues: u8, extra: bool) -> Defense {
        Defense::Rolled(DefenseDice(self.caps.with_extra(blues.min(self.caps.per_type).into(), extra) as u8))
    }

    /// Returns the expected damage of attack dice with a spot against a defense, and the probability of at least
    /// `hit_points` damage.
    pub fn strike(
        &self,
        attack: AttackDice,
        spot: u8,
        defense: Defense,
        situation: Situation,
        hit_points: u8,
    ) -> (f64, f64) {
        let (leads, offset) = self.leads(attack, defense);
        let by_lead = self.attack.get(leads).unwrap_or_else(|| &self.difference[leads - self.attack.len()]);
        self.over_leads(by_lead, usize::from(spot), offset, situation, hit_points)
    }

    /// Returns the expected damage of a rolled attack die with a spot, and the probability of at least `hit_points`
    /// damage.
    fn pips(&self, pips: u8, spot: u8, defense: Defense, situation: Situation, hit_points: u8) -> (f64, f64) {
        match defense {
            Defense::Known(value) => self.damage((pips + spot).saturating_sub(value), situation, hit_points),
            Defense::Rolled(dice) => {
                let rolled = &self.defense[usize::from(dice.0)];
                let weighted = rolled.iter().zip(0u8..).map(|(p, value)| {
                    let (mean, kill) = self.damage((pips + spot).saturating_sub(value), situation, hit_points);
                    (p * mean, p * kill)
                });
                weighted.fold((0.0, 0.0), |sum, next| (sum.0 + next.0, sum.1 + next.1))
            }
        }
    }

    /// Sums the damage over an attack's lead on the defense. `by_lead` starts at a lead of `-offset`.
    fn over_leads(
        &self,
        by_lead: &[f64],
        spot: usize,
        offset: usize,
        situation: Situation,
        hit_points: u8,
    ) -> (f64, f64) {
        let rows = self.row(situation);
        let hit_points = usize::from(hit_points).clamp(1, MOST_HIT_POINTS) - 1;
        let least = (offset + 1).saturating_sub(spot);
        let mut sum = (0.0, 0.0);
        for (i, p) in by_lead.iter().enumerate().skip(least) {
            let damage = &rows[(i + spot - offset).min(self.dice)];
            sum.0 += p * damage.mean;
            sum.1 += p * damage.at_least[hit_points];
        }
        sum
    }

    /// Returns the expected damage of a number of dice, and the probability of at least `hit_points` damage.
    fn damage(&self, dice: u8, situation: Situation, hit_points: u8) -> (f64, f64) {
        let damage = &self.row(situation)[usize::from(dice).min(self.dice)];
        (damage.mean, damage.at_least[usize::from(hit_points).clamp(1, MOST_HIT_POINTS) - 1])
    }

    fn row(&self, situation: Situation) -> &[Damage] {
        let width = self.dice + 1;
        &self.damage[usize::from(situation.0) * width..][..width]
    }

    /// Returns the movement dice of a loadout with a white, with or without the sprint die and the extras.
    pub fn mover(&self, loadout: &Loadout, sprints: bool, extra: bool) -> MovementDice {
        let row = loadout.count(SystemKind::Movement).min(self.caps.per_type) * 2 + u8::from(sprints);
        MovementDice(self.caps.with_extra(row.into(), extra) as u8)
    }

    /// Returns the probability that the best movement die shows at least `pips`.
    #[inline]
    pub fn moves(&self, dice: MovementDice, pips: f64) -> f64 {
        beyond(&self.movement[usize::from(dice.0)], pips)
    }

    /// Returns the same as `moves`, without the white die.
    #[inline]
    pub fn moves_by_green(&self, dice: MovementDice, pips: f64) -> f64 {
        beyond(&self.greens[usize::from(dice.0)], pips)
    }

    /// Returns the same as `moves`, for a number of whites alone.
    #[inline]
    pub fn moves_by_white(&self, dice: MovementDice, whites: u8, pips: f64) -> f64 {
        let extra = dice.0 & self.caps.extra == 1;
        beyond(&self.whites[self.caps.with_extra(whites.min(MOST_WHITES).into(), extra)], pips)
    }

    /// Returns the probabilities that movement dice bring each range to bear from a step of distance.
    #[inline]
    pub fn approach(&self, dice: MovementDice, step: usize) -> &[f64; RANGES] {
        &self.approaches[usize::from(dice.0)][step]
    }

    /// Returns the most pips that the best movement die can show.
    #[inline]
    pub fn most_pips(&self, dice: MovementDice) -> f64 {
        self.most_movement[usize::from(dice.0)]
    }
}

/// Reads a row of probabilities of at least 0, 1, 2, … pips; fractional pips are rounded up.
#[inline]
fn beyond(row: &[f64; MOST_PIPS], pips: f64) -> f64 {
    /// 2^52, where the last bit of an `f64` is worth 1: adding it rounds to a whole number in the low bits. The
    /// library's rounding functions are calls, or check for values that cannot occur here.
    const WHOLE: f64 = 4_503_599_627_370_496.0;
    let pips = pips.clamp(0.0, (MOST_PIPS - 1) as f64);
    let rounded = pips + WHOLE;
    let nearest = (rounded.to_bits() & 0xff) as usize;
    row[nearest + usize::from(rounded - WHOLE < pips)]
}

/// Returns expected damage as a share of a target's life, at most 1, and the probability of destruction.
fn share_of_life((mean, kill): (f64, f64), hit_points: u8) -> (f64, f64) {
    ((mean / f64::from(hit_points.max(1))).min(1.0), kill)
}

/// Returns the probability of each lead of an attack on a defense, from `-most_defense` on.
fn differences(attack: &[f64], defense: &[f64], most_defense: usize) -> Vec<f64> {
    let mut leads = vec![0.0; attack.len() + most_defense];
    for (pips, p) in attack.iter().enumerate() {
        for (value, q) in defense.iter().enumerate() {
            leads[pips + most_defense - value] += p * q;
        }
    }
    leads
}

fn damage_table(rules: &Ruleset, dice: usize) -> Vec<Damage> {
    let of = |chart: ChartName, cover: Cover, dice: usize| {
        Damage::of(&damage_by_dice(&Pmf::point(dice), &rules.charts.chart(chart), cover).column_pmf())
    };
    Situation::all()
        .flat_map(|(chart, cover)| (0..=dice).map(move |dice| (chart, cover, dice)))
        .map(|(chart, cover, dice)| of(chart, cover, dice))
        .collect()
}

// Situations between attacker and target, as rows of the tables.

/// Most hits of terrain that are distinguished; a single attack hardly ever takes more.
const MOST_COVER: u8 = 6;
/// Most hit points of a covering frame that are distinguished.
const MOST_FRAME: u8 = 10;

/// The situation between attacker and target, as a row of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Situation(u8);

impl Situation {
    /// Hand-to-hand.
    pub const CLOSE: Situation = Situation(0);
    /// Ranged, in the open.
    pub const OPEN: Situation = Situation(1);
    /// Attack on terrain.
    pub const TERRAIN: Situation = Situation(2 + MOST_COVER + MOST_FRAME);
    /// Cover without anything to damage (R48).
    pub const HEIGHT: Situation = Situation(3 + MOST_COVER + MOST_FRAME);
    /// A covering frame that takes no damage (S45).
    pub const IMMUNE_FRAME: Situation = Situation(4 + MOST_COVER + MOST_FRAME);

    /// Returns the situation behind terrain that takes a number of hits.
    pub fn cover(hits: u8) -> Situation {
        if hits == 0 { Situation::OPEN } else { Situation(1 + hits.min(MOST_COVER)) }
    }

    /// Returns the situation behind a frame that takes a number of hits.
    pub fn frame(hits: u8) -> Situation {
        if hits == 0 { Situation::OPEN } else { Situation(1 + MOST_COVER + hits.min(MOST_FRAME)) }
    }

    /// Returns the situation of an attack at a range, from the cover of the target.
    pub fn of(range: Range, cover: CoverBy, plan: Cover) -> Situation {
        match (range, cover, plan) {
            (Range::HandToHand, ..) => Situation::CLOSE,
            (_, CoverBy::Nothing, _) => Situation::OPEN,
            (_, CoverBy::Height, _) => Situation::HEIGHT,
            (_, CoverBy::Frame(_), Cover::Immune) => Situation::IMMUNE_FRAME,
            (_, CoverBy::Frame(_), plan) => Situation::frame(plan.hits()),
            (_, CoverBy::Pieces(_), plan) => Situation::cover(plan.hits()),
        }
    }

    /// Returns chart and cover of every row.
    fn all() -> impl Iterator<Item = (ChartName, Cover)> {
        let bare = [(ChartName::HandToHand, Cover::None), (ChartName::Open, Cover::None)];
        let lasting = [
            (ChartName::Terrain, Cover::None),
            (ChartName::Cover, Cover::Immune),
            (ChartName::FrameCover, Cover::Immune),
        ];
        let cover = (1..=MOST_COVER).map(|hits| (ChartName::Cover, Cover::Hits(hits)));
        let frame = (1..=MOST_FRAME).map(|hits| (ChartName::FrameCover, Cover::Hits(hits)));
        bare.into_iter().chain(cover).chain(frame).chain(lasting)
    }
}
