//! Exact odds of a battle's attacks, as tables that players read in a few nanoseconds.
//!
//! An attack is a difference of two best dice plus a spot, read as damage dice off a chart. The distribution of the
//! difference depends on the dice alone, the damage of so many dice on the situation alone; both come from the exact
//! engine, and an expectation is one short sum over the product.

mod caps;
mod situation;

pub use situation::Situation;

use super::approach::{STEPS, Steps};
use hitchart_dice::{Pmf, Pool};
use hitchart_dice::exact::{damage_by_dice, defense_of};
use crate::games::rapid_attack::dice_rules::Circumstance;
use crate::games::rapid_attack::frame::best_and;
use crate::games::rapid_attack::loadout::{Kind, Loadout, RANGES, Range};
use crate::games::rapid_attack::ruleset::{ChartName, Ruleset};
use hitchart_dice::plan::{Cover, DefenseDice};
use caps::Caps;

/// Most hit points of a target whose destruction is told apart.
pub const MOST_HIT_POINTS: usize = 10;
/// Most white dice of a frame.
const MOST_WHITES: u8 = 6;
/// One more than movement can come to, and one for rounding up: dice have at most 20 sides, and modifiers 6 pips.
const MOST_PIPS: usize = 28;

/// Share of an attack's worth that gets past the usual cover of the rulebook. A weight set by hand: on its charts two hits
/// of cover let 0.53 of the damage of three dice through and 0.58 of that of four, but make destruction rarer than that,
/// and cover lasts beyond one attack.
const THROUGH_COVER: f64 = 0.3;

/// The first situations: those of most attacks that a player weighs, with nothing in the way, or behind the usual piece
/// of cover.
const USUAL: [Situation; 3] = [Situation::CLOSE, Situation::OPEN, Situation(2)];

/// Damage of a number of dice in a situation.
#[derive(Clone, Copy, Debug, Default)]
struct Damage {
    mean: f64,
    /// Probability of at least so much damage, from 1.
    at_least: [f64; MOST_HIT_POINTS],
}

/// What a player expects of a target's defense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defense {
    /// It is known.
    Known(u8),
    /// The best of so many blue dice, and one white.
    Rolled { blues: u8 },
}

/// The attack dice of a frame, as a row of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackDice(u16);

/// The movement dice of a frame, as a row of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MovementDice(u8);

/// The tables.
#[derive(Clone, Debug)]
pub struct Odds {
    /// By situation, then by number of damage dice.
    damage: Vec<Damage>,
    dice: usize,
    /// Best attack die by weapons and rockets, with a white: probability by pips.
    attack: Vec<Vec<f64>>,
    /// Best attack die less best defense die, by attack, then number of blues: probability by difference, from that of
    /// the lowest attack against the highest defense on.
    difference: Vec<Vec<f64>>,
    /// Best defense die by number of blues, with a white.
    defense: Vec<Vec<f64>>,
    /// Highest pips of any defense and of any spot.
    most_defense: usize,
    most_spot: usize,
    /// Share of a target's life and chance of destruction, by hit points from 1, in the [`USUAL`] situations: by leads,
    /// then by spot over defense from the lowest on, then by situation.
    usual: Vec<[(f64, f64); MOST_HIT_POINTS]>,
    /// Best movement die by number of greens, and whether it sprints, with a white: probability of at least so many pips.
    movement: Vec<[f64; MOST_PIPS]>,
    /// The same without the white, and of so many whites alone.
    greens: Vec<[f64; MOST_PIPS]>,
    whites: Vec<[f64; MOST_PIPS]>,
    /// The most pips of each.
    most_movement: Vec<f64>,
    /// How distances fall into steps, and for each of the movement dice the chance to bring each range to bear.
    pub steps: Steps,
    approaches: Vec<[[f64; STEPS]; RANGES]>,
    /// Attack dice without the white, as `attack` and `difference`.
    bare: Vec<Vec<f64>>,
    bare_difference: Vec<Vec<f64>>,
    /// Share of the worth of an attack that is taken to get past cover where the cover's own hits are not looked up.
    pub through_cover: f64,
    /// The spot of a frame with one comms system, rounded down.
    pub usual_spot: u8,
    caps: Caps,
}

impl Odds {
    /// The tables of a ruleset.
    pub fn new(rules: &Ruleset) -> Odds {
        let per_type = rules.frame.max_per_type;
        let comms = if rules.weapons.comms.is_empty() { 0 } else { per_type };
        let caps = Caps { whole: per_type, halves: 2 * per_type, rockets: rules.rockets.per_frame, comms, per_type };
        let (extra, modifiers) = (&rules.extra, &rules.modifiers);
        let always = u8::from(extra.when == Circumstance::Always);
        let white = Pool::of(1, rules.frame.white_sides).unwrap_or_default();
        let all = |parts: &[(&Pool, u8)]| {
            let pools = parts.iter().filter_map(|(pool, count)| pool.times(*count).ok());
            pools.fold(Pool::EMPTY, |sum, more| sum.and(more).unwrap_or(sum))
        };
        let best = |parts: &[(&Pool, u8)], bonus| best_and(&all(parts), bonus);
        let weapons = &rules.weapons;
        let attack = |whites| {
            caps.all().map(move |(whole, halves, rockets, comms)| {
                let parts = [
                    (&weapons.first, whole.min(1)),
                    (&weapons.second, whole.saturating_sub(1)),
                    (&weapons.half, halves),
                    (&rules.rockets.dice, rockets),
                    (&weapons.comms, comms),
                    (&extra.attack, always),
                    (&white, whites),
                ];
                best(&parts, modifiers.attack).as_slice().to_vec()
            })
        };
        let counts = 0..=per_type;
        let guard = |blues: u8| {
            let blues = [(&rules.dice.defense, blues), (&extra.defense, always)];
            let whites = [(&white, u8::from(rules.defense.whites))];
            let (best, summed) = match rules.defense.sum_blues {
                true => (all(&whites), all(&blues)),
                false => (all(&[blues[0], blues[1], whites[0]]), Pool::EMPTY),
            };
            defense_of(&DefenseDice { best, summed, bonus: modifiers.defense })
        };
        let movers = counts.clone().flat_map(|greens| [(greens, 0), (greens, 1)]);
        let movement = |whites| {
            movers.clone().map(move |(greens, sprint)| {
                let parts = [
                    (&rules.dice.movement, greens),
                    (&rules.frame.sprint, sprint),
                    (&extra.movement, always),
                    (&white, whites),
                ];
                best(&parts, modifiers.movement)
            })
        };
        let row = |pmf: &Pmf| std::array::from_fn(|pips| at_least(pmf, pips));
        let greens = movement(0).map(|pmf| row(&pmf)).collect();
        let whites = (0..=MOST_WHITES).map(|count| row(&best(&[(&white, count)], modifiers.movement))).collect();
        let movement: Vec<Pmf> = movement(1).collect();
        let (attack, bare): (Vec<Vec<f64>>, Vec<Vec<f64>>) = (attack(1).collect(), attack(0).collect());
        let defense: Vec<Vec<f64>> = counts.clone().map(|blues| guard(blues).as_slice().to_vec()).collect();
        let most_defense = defense.iter().map(Vec::len).max().unwrap_or(1) - 1;
        let less_defense = |attack: &[Vec<f64>]| {
            let pairs = attack.iter().flat_map(|attack| defense.iter().map(move |defense| (attack, defense)));
            pairs.map(|(attack, defense)| differences(attack, defense, most_defense)).collect()
        };
        let (difference, bare_difference) = (less_defense(&attack), less_defense(&bare));
        let most_attack = attack.iter().map(Vec::len).max().unwrap_or(1);
        let most_spot = rules.dice.comms.max_face().max(extra.comms.max_face()).max(rules.frame.white_sides);
        let most_spot = most_spot + modifiers.spot;
        let by_white = u8::from(rules.spotting.whites);
        let usual_spot = best(&[(&rules.dice.comms, 1), (&extra.comms, always), (&white, by_white)], modifiers.spot);
        let dice = most_attack + usize::from(most_spot);
        let movement: Vec<(f64, [f64; MOST_PIPS])> =
            movement.iter().map(|pmf| ((pmf.as_slice().len() - 1) as f64, row(pmf))).collect();
        let steps = Steps::new(rules);
        let approach = |row: &[f64; MOST_PIPS]| {
            let moves = |units: f64| beyond(row, units / rules.movement.units_per_pip);
            Range::ALL.map(|(range, _)| steps.chances(range, rules, moves))
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
            most_movement: movement.iter().map(|(most, _)| *most).collect(),
            steps,
            approaches: movement.iter().map(|(_, row)| approach(row)).collect(),
            movement: movement.into_iter().map(|(_, row)| row).collect(),
            greens,
            whites,
            bare,
            bare_difference,
            through_cover: THROUGH_COVER,
            usual_spot: (usual_spot.mean() as u8).max(1),
            caps,
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

    /// What gets past cover, by what it lets through of three dice, against what the rulebook's cover does.
    fn share_through(&self, cover: Situation) -> f64 {
        /// Of three dice on the rulebook's charts, damage past cover of two hits: a 6 each, and seven rolls of 4s and 5s.
        const RULEBOOK: f64 = 115.0 / 216.0;
        let (open, past) = (self.damage(3, Situation::OPEN, 1).0, self.damage(3, cover, 1).0);
        if open == 0.0 {
            return 1.0;
        }
        let share = THROUGH_COVER * (past / open / RULEBOOK);
        // The last digits are those of the order of a sum.
        ((share * 1e9).round() / 1e9).min(1.0)
    }

    /// Number of differences of a spot and a defense.
    fn spots_over_defenses(&self) -> usize {
        self.most_defense + self.most_spot + 1
    }

    /// The attack dice of a loadout at a range with so many rockets, and a white.
    pub fn attack(&self, loadout: &Loadout, range: Range, rockets: u8) -> AttackDice {
        let whole = loadout.count(range.weapon());
        let rockets = if range == Range::Direct { rockets } else { 0 };
        let comms = loadout.count(Kind::Comms).min(self.caps.comms);
        let row = self.caps.index(whole, loadout.halves_at(range) - 2 * whole, rockets);
        AttackDice((row * (usize::from(self.caps.comms) + 1) + usize::from(comms)) as u16)
    }

    /// Expected share of a target's life, and the chance that it is destroyed, by attack dice with a spot against a
    /// defense.
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

    /// The same without the white die.
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
            Defense::Rolled { blues } => {
                let blues = usize::from(blues.min(self.caps.per_type));
                (&self.bare_difference[row * self.defense.len() + blues], self.most_defense)
            }
        };
        share_of_life(self.over_leads(by_lead, usize::from(spot), offset, situation, hit_points), hit_points)
    }

    /// The same of an attack die that lies.
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

    /// The distribution of an attack's lead, by its number among all, and the lead that it begins with, below 0.
    fn leads(&self, attack: AttackDice, defense: Defense) -> (usize, usize) {
        let row = usize::from(attack.0);
        match defense {
            Defense::Known(value) => (row, usize::from(value)),
            Defense::Rolled { blues } => {
                let blues = usize::from(blues.min(self.caps.per_type));
                (self.attack.len() + row * self.defense.len() + blues, self.most_defense)
            }
        }
    }

    /// Expected damage, and probability of at least `hit_points` of it, of attack dice with a spot against a defense.
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

    /// Expected damage, and probability of at least `hit_points` of it, of an attack die that lies, with a spot.
    fn pips(&self, pips: u8, spot: u8, defense: Defense, situation: Situation, hit_points: u8) -> (f64, f64) {
        match defense {
            Defense::Known(value) => self.damage((pips + spot).saturating_sub(value), situation, hit_points),
            Defense::Rolled { blues } => {
                let rolled = &self.defense[usize::from(blues.min(self.caps.per_type))];
                let weighted = rolled.iter().zip(0u8..).map(|(p, value)| {
                    let (mean, kill) = self.damage((pips + spot).saturating_sub(value), situation, hit_points);
                    (p * mean, p * kill)
                });
                weighted.fold((0.0, 0.0), |sum, next| (sum.0 + next.0, sum.1 + next.1))
            }
        }
    }

    /// Sums over an attack's lead on the defense, given from `-offset` on.
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

    /// Expected damage of so many dice, and the probability of at least `hit_points` of it.
    fn damage(&self, dice: u8, situation: Situation, hit_points: u8) -> (f64, f64) {
        let damage = &self.row(situation)[usize::from(dice).min(self.dice)];
        (damage.mean, damage.at_least[usize::from(hit_points).clamp(1, MOST_HIT_POINTS) - 1])
    }

    fn row(&self, situation: Situation) -> &[Damage] {
        let width = self.dice + 1;
        &self.damage[usize::from(situation.0) * width..][..width]
    }

    /// The movement dice of a loadout, a white included; with the sprint die or not.
    pub fn mover(&self, loadout: &Loadout, sprints: bool) -> MovementDice {
        MovementDice(loadout.count(Kind::Movement).min(self.caps.per_type) * 2 + u8::from(sprints))
    }

    /// Probability that the best movement die shows at least so many pips.
    #[inline]
    pub fn moves(&self, dice: MovementDice, pips: f64) -> f64 {
        beyond(&self.movement[usize::from(dice.0)], pips)
    }

    /// The same without the white die.
    #[inline]
    pub fn moves_by_green(&self, dice: MovementDice, pips: f64) -> f64 {
        beyond(&self.greens[usize::from(dice.0)], pips)
    }

    /// The same of so many whites alone.
    #[inline]
    pub fn moves_by_white(&self, whites: u8, pips: f64) -> f64 {
        beyond(&self.whites[usize::from(whites.min(MOST_WHITES))], pips)
    }

    /// The chances that movement dice bring each range to bear, by steps of distance.
    #[inline]
    pub fn approach(&self, dice: MovementDice) -> &[[f64; STEPS]; RANGES] {
        &self.approaches[usize::from(dice.0)]
    }

    /// Most pips that the best movement die can show.
    #[inline]
    pub fn most_pips(&self, dice: MovementDice) -> f64 {
        self.most_movement[usize::from(dice.0)]
    }
}

/// A row of probabilities of at least so many pips, read at a length that need not be whole.
#[inline]
fn beyond(row: &[f64; MOST_PIPS], pips: f64) -> f64 {
    /// At 2^52 the last bit of a number is worth 1: the sum is rounded to a whole number, which its low bits are. The
    /// library's ways of rounding are calls, or check for what cannot be here.
    const WHOLE: f64 = 4_503_599_627_370_496.0;
    let pips = pips.clamp(0.0, (MOST_PIPS - 1) as f64);
    let rounded = pips + WHOLE;
    let nearest = (rounded.to_bits() & 0xff) as usize;
    row[nearest + usize::from(rounded - WHOLE < pips)]
}

/// Expected damage as a share of a target's life, whole at most, and the chance of destruction.
fn share_of_life((mean, kill): (f64, f64), hit_points: u8) -> (f64, f64) {
    ((mean / f64::from(hit_points.max(1))).min(1.0), kill)
}

fn at_least(pmf: &Pmf, pips: usize) -> f64 {
    if pips < pmf.as_slice().len() { pmf.at_least(pips) } else { 0.0 }
}

/// Probability of each lead of an attack on a defense, from `-most_defense` on.
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
        let pmf = damage_by_dice(&Pmf::point(dice), &rules.charts.chart(chart), cover).column_pmf();
        Damage { mean: pmf.mean(), at_least: std::array::from_fn(|i| pmf.at_least(i + 1)) }
    };
    Situation::all()
        .flat_map(|(chart, cover)| (0..=dice).map(move |dice| (chart, cover, dice)))
        .map(|(chart, cover, dice)| of(chart, cover, dice))
        .collect()
}

#[cfg(test)]
mod tests;
