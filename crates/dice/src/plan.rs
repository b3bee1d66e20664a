//! The plan of an attack: dice steps as data. [`crate::exact`] computes its odds and [`crate::kernel`] samples it.
//!
//! A game system converts attacker, weapon and target to a plan; neither engine depends on a game.

use crate::{MAX_DICE, MAX_SIDES, MIN_SIDES, Pool};

/// One attack: damage dice = max(0, highest attack die + highest spot die + highest second spot die + bonus - defense),
/// then read on a chart.
///
/// An empty attack pool is no attack: no damage dice, even with spot dice (ruling R19).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AttackPlan {
    /// Dice of the attack; the highest counts.
    pub attack: Pool,
    /// Dice of the spot; the highest is added to that of the attack.
    pub spot: Pool,
    /// Dice of which the highest is added to the spot.
    pub second_spot: Pool,
    /// Pips added to the attack and spot dice, 0 to [`MAX_BONUS`].
    pub bonus: u8,
    /// Dice of the target's defense.
    pub defense: DefenseDice,
    /// Effects of the damage dice.
    pub chart: HitChart,
    /// Cover of the target.
    pub cover: Cover,
}

/// A number of a plan that is out of bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field} of a plan is {value}; allowed: {least} to {most}")]
pub struct PlanError {
    /// Field of the plan.
    pub field: &'static str,
    /// The number found.
    pub value: usize,
    /// Smallest number allowed.
    pub least: usize,
    /// Largest number allowed.
    pub most: usize,
}

/// Checks a number of a plan.
fn within(field: &'static str, value: usize, least: usize, most: usize) -> Result<(), PlanError> {
    if (least..=most).contains(&value) { Ok(()) } else { Err(PlanError { field, value, least, most }) }
}

/// Most pips added to an attack and its spot together.
pub const MAX_BONUS: u8 = 12;

/// The dice of a defense: the highest die of `best` or the sum of `summed`, if greater, plus `bonus` if there is any
/// die.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DefenseDice {
    /// Dice of which only the highest counts.
    pub best: Pool,
    /// Dice that are added up.
    pub summed: Pool,
    /// Pips added to either.
    pub bonus: u8,
}

impl From<Pool> for DefenseDice {
    /// Makes a defense of dice of which only the highest counts.
    fn from(best: Pool) -> DefenseDice {
        DefenseDice { best, ..DefenseDice::default() }
    }
}

impl DefenseDice {
    /// Returns true if there are no dice.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.best.is_empty() && self.summed.is_empty()
    }

    /// Returns the lowest possible defense.
    fn least(&self) -> usize {
        let least = self.summed.len().max(usize::from(!self.best.is_empty()));
        if self.is_empty() { 0 } else { least + usize::from(self.bonus) }
    }
}

impl std::fmt::Display for DefenseDice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let summed = format!("sum of {}", self.summed);
        let mut text = match (self.best.is_empty(), self.summed.is_empty()) {
            (_, true) => self.best.to_string(),
            (true, false) => summed,
            (false, false) => format!("{}, or {summed}", self.best),
        };
        if self.bonus > 0 && !self.is_empty() {
            text.push_str(&format!(", plus {}", self.bonus));
        }
        f.pad(&text)
    }
}

/// Effects of the damage dice (one d6 each), by lowest face: a face counts for the highest of the three limits it
/// reaches.
///
/// 7 means never. `cover <= blow_through <= target`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HitChart {
    /// Lowest face that hits cover; excess hits are lost once the cover is ruined.
    pub cover: u8,
    /// Lowest face that hits cover or, once the cover is ruined, the target.
    pub blow_through: u8,
    /// Lowest face that always hits the target.
    pub target: u8,
    /// Order in which the dice that hit cover are spent on it.
    pub order: CoverOrder,
}

/// A face that no d6 shows: "never" in a [`HitChart`].
pub const NEVER: u8 = 7;

/// Order in which dice are spent on cover (rulings S01, S02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CoverOrder {
    /// The lower faces first: 4s, then 5s, which go through once the cover is ruined.
    LowFirst,
    /// The higher faces first: 5s, then 4s.
    HighFirst,
    /// No carry-over: every die that hits cover is spent on it, ruined or not.
    Static,
}

/// The cover between attacker and target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cover {
    /// No cover, or the chart ignores it.
    None,
    /// Cover, or a covering unit, that absorbs this many hits; 0 is a ruin.
    Hits(u8),
    /// Cover that dice can hit any number of times without harm to it (ruling S45).
    Immune,
}

impl HitChart {
    /// Returns a chart without cover: `target` or higher hits the target.
    #[inline]
    pub const fn target_only(target: u8) -> HitChart {
        HitChart { cover: target, blow_through: target, target, order: CoverOrder::LowFirst }
    }

    /// Checks that the limits are faces in order.
    fn check(&self) -> Result<(), PlanError> {
        let [cover, through, target] = [self.cover, self.blow_through, self.target].map(usize::from);
        within("the face to hit the target", target, 1, NEVER.into())?;
        within("the face to blow through cover", through, 1, target)?;
        within("the face to hit cover", cover, 1, through)
    }

    /// Returns the probability that a d6 shows `face` or higher; 0 for [`NEVER`].
    #[inline]
    pub fn chance(face: u8) -> f64 {
        f64::from(NEVER.saturating_sub(face).min(6)) / 6.0
    }

    /// Returns the lowest face that hits the target if the cover is ruined, absent or cannot be ruined.
    #[inline]
    pub fn target_face(&self, cover: Cover) -> u8 {
        match cover {
            Cover::Immune => self.target,
            Cover::None | Cover::Hits(_) => self.blow_through,
        }
    }
}

impl Cover {
    /// Returns the hits that can be spent on the cover; 0 if hits on it are not counted.
    #[inline]
    pub fn hits(&self) -> u8 {
        match self {
            Cover::Hits(hits) => *hits,
            Cover::None | Cover::Immune => 0,
        }
    }
}

impl AttackPlan {
    /// Checks the numbers of the plan. The engines do not: they panic on a plan that is refused, or answer wrongly.
    ///
    /// # Errors
    /// Returns the first number that is out of bounds.
    pub fn check(&self) -> Result<(), PlanError> {
        within("the bonus", self.bonus.into(), 0, MAX_BONUS.into())?;
        self.chart.check()
    }

    /// Returns the most damage dice that this attack can roll.
    pub fn max_damage_dice(&self) -> usize {
        if self.attack.is_empty() {
            return 0;
        }
        let pools = [&self.attack, &self.spot, &self.second_spot];
        let most = pools.iter().map(|pool| usize::from(pool.max_face())).sum::<usize>() + usize::from(self.bonus);
        most.saturating_sub(self.defense.least())
    }
}

/// A series of attacks on one target; cover and target wear down between them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SeriesPlan {
    /// Dice of the attack; the highest counts.
    pub attack: Pool,
    /// Dice of the spot; the highest is added to that of the attack.
    pub spot: Pool,
    /// Pips added to the attack and spot dice, 0 to [`MAX_BONUS`].
    pub bonus: u8,
    /// Dice of the target's defense.
    pub defense: Vec<WearingDie>,
    /// Pips added to the defense while the target has any of these dice.
    pub defense_bonus: u8,
    /// Chart while the cover stands.
    pub covered: HitChart,
    /// Chart once the cover is ruined.
    pub open: HitChart,
    /// Hits the cover absorbs; 0 for no cover.
    pub cover_hits: u8,
    /// Damage that destroys the target, 1 to 255.
    pub hit_points: u8,
    /// Number of attacks, 1 to 255; attacks on a destroyed target do nothing.
    pub attacks: u8,
}

/// A die that is rolled as long as its owner has taken less damage than `until`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WearingDie {
    /// Number of sides.
    pub sides: u8,
    /// Damage at which the die is lost.
    pub until: u8,
    /// True if the die is added to other such dice; otherwise only the highest counts.
    pub summed: bool,
}

impl SeriesPlan {
    /// Checks the numbers of the plan. The engines do not: they panic on a plan that is refused, or answer wrongly.
    ///
    /// # Errors
    /// Returns the first number that is out of bounds.
    pub fn check(&self) -> Result<(), PlanError> {
        within("the bonus", self.bonus.into(), 0, MAX_BONUS.into())?;
        within("the number of defense dice", self.defense.len(), 0, MAX_DICE)?;
        let sides =
            |die: &WearingDie| within("the number of sides", die.sides.into(), MIN_SIDES.into(), MAX_SIDES.into());
        self.defense.iter().try_for_each(sides)?;
        within("the number of hit points", self.hit_points.into(), 1, u8::MAX.into())?;
        within("the number of attacks", self.attacks.into(), 1, u8::MAX.into())?;
        self.covered.check().and_then(|()| self.open.check())
    }

    /// Returns the single attack on a target that has taken `damage`, with `cover` hits left on its cover.
    ///
    /// # Panics
    /// Panics on defense dice that [`SeriesPlan::check`] refuses.
    pub fn attack_at(&self, damage: u8, cover: u8) -> AttackPlan {
        let pool = |summed: bool| {
            let dice = self.defense.iter().filter(|die| damage < die.until && die.summed == summed);
            dice.fold(Pool::EMPTY, |pool, die| {
                pool.with(1, die.sides).expect("a checked series has at most 100 dice of 2 to 20 sides")
            })
        };
        let defense = DefenseDice { best: pool(false), summed: pool(true), bonus: self.defense_bonus };
        let (chart, cover) = if cover > 0 { (self.covered, Cover::Hits(cover)) } else { (self.open, Cover::None) };
        let (attack, spot, second_spot) = (self.attack, self.spot, Pool::EMPTY);
        AttackPlan { attack, spot, second_spot, bonus: self.bonus, defense, chart, cover }
    }
}

impl CoverOrder {
    /// Returns the number of dice spent on cover, and the number that go through it (S01, S02). `only_cover` dice hit
    /// only cover, `through` dice blow through it, and the cover absorbs `hits` hits.
    #[inline]
    pub fn spend(self, only_cover: usize, through: usize, hits: usize) -> (usize, usize) {
        let spent = (only_cover + through).min(hits);
        let passed = match self {
            // The lower faces hit the cover first; higher faces beyond the hits it can still take go through.
            CoverOrder::LowFirst => through.saturating_sub(hits.saturating_sub(only_cover)),
            CoverOrder::HighFirst => through.saturating_sub(hits),
            CoverOrder::Static => 0,
        };
        (spent, passed)
    }
}

/// Number of damage dice by their effect on a chart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FaceCounts {
    /// Dice that hit cover and cannot go through it.
    cover: u8,
    /// Dice that hit cover and go through once it is ruined.
    through: u8,
    /// Dice that always hit the target.
    target: u8,
}

impl FaceCounts {
    /// Counts a face.
    #[inline]
    pub fn add(&mut self, face: u8, chart: &HitChart) {
        let target = face >= chart.target;
        let through = face >= chart.blow_through;
        self.target += u8::from(target);
        self.through += u8::from(through && !target);
        self.cover += u8::from(face >= chart.cover && !through);
    }

    /// Returns the hits spent on cover and the hits on the target (S45).
    #[inline]
    pub fn resolve(&self, chart: &HitChart, cover: Cover) -> (u8, u8) {
        let hits = match cover {
            Cover::None | Cover::Hits(0) => return (0, self.target + self.through),
            Cover::Immune => return (0, self.target),
            Cover::Hits(hits) => hits,
        };
        let (on_cover, past) = chart.order.spend(self.cover.into(), self.through.into(), hits.into());
        (on_cover as u8, self.target + past as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_out_of_bounds_are_refused() {
        let (none, chart) = (Pool::EMPTY, HitChart::target_only(4));
        let die = WearingDie { sides: 6, until: 2, summed: false };
        let (bonus, defense, hits) = (0, vec![die], 1);
        let good = SeriesPlan {
            attack: none,
            spot: none,
            bonus,
            defense,
            defense_bonus: 0,
            covered: chart,
            open: chart,
            cover_hits: 0,
            hit_points: hits,
            attacks: 1,
        };
        assert_eq!(good.check().and(good.attack_at(0, 0).check()), Ok(()));
        let upside_down = HitChart { cover: 5, ..chart };
        let wrong = [
            SeriesPlan { bonus: MAX_BONUS + 1, ..good.clone() },
            SeriesPlan { defense: vec![WearingDie { sides: 1, ..die }], ..good.clone() },
            SeriesPlan { defense: vec![die; MAX_DICE + 1], ..good.clone() },
            SeriesPlan { hit_points: 0, ..good.clone() },
            SeriesPlan { attacks: 0, ..good.clone() },
            SeriesPlan { open: upside_down, ..good.clone() },
        ];
        wrong.iter().for_each(|plan| assert!(plan.check().is_err(), "{plan:?}"));
        let error = AttackPlan { chart: upside_down, ..good.attack_at(0, 0) }.check().unwrap_err();
        assert_eq!(error.to_string(), "the face to hit cover of a plan is 5; allowed: 1 to 4");
    }
}
