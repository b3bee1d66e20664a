//! The plan of an attack: dice steps as data, which [`crate::exact`] answers and [`crate::kernel`] samples.
//!
//! A system lowers attacker, weapon and target to a plan; neither engine knows a game.

mod hits;

pub use hits::FaceCounts;

use crate::Pool;

/// One attack: damage dice = max(0, highest attack die + highest spot die + highest second spot die + bonus - defense), read
/// off a chart.
///
/// An empty attack pool is no attack: no damage dice, whatever the spot (ruling R19).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AttackPlan {
    pub attack: Pool,
    pub spot: Pool,
    /// Dice of which the highest is added to the spot.
    pub second_spot: Pool,
    /// Pips added to them, 0 to [`MAX_BONUS`].
    pub bonus: u8,
    pub defense: DefenseDice,
    pub chart: HitChart,
    pub cover: Cover,
}

/// Most pips added to an attack and its spot together.
pub const MAX_BONUS: u8 = 12;

/// The dice of a defense: the highest of `best` or the sum of `summed`, whichever is more, and `bonus` where any die lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DefenseDice {
    /// Dice of which the highest counts.
    pub best: Pool,
    /// Dice that are added up.
    pub summed: Pool,
    /// Pips added to either.
    pub bonus: u8,
}

impl From<Pool> for DefenseDice {
    /// Dice of which the highest counts, as they lie.
    fn from(best: Pool) -> DefenseDice {
        DefenseDice { best, ..DefenseDice::default() }
    }
}

impl DefenseDice {
    /// True if no die lies.
    pub fn is_empty(&self) -> bool {
        self.best.is_empty() && self.summed.is_empty()
    }

    /// The least that it can be.
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

/// What the damage dice (one d6 each) do, by lowest face: a face counts for the highest of the three it reaches.
///
/// 7 means never. `cover <= blow_through <= target`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HitChart {
    /// Lowest face that hits cover; left over once the cover is ruined, it is lost.
    pub cover: u8,
    /// Lowest face that hits cover and, once the cover is ruined, the target.
    pub blow_through: u8,
    /// Lowest face that always hits the target.
    pub target: u8,
    /// Which of the dice that hit cover are spent on it first.
    pub order: CoverOrder,
}

/// A face no d6 shows: "never" in a [`HitChart`].
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

/// What stands between attacker and target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cover {
    /// Nothing, or the chart ignores it.
    None,
    /// Cover, or a covering unit, that absorbs this many hits; 0 is a ruin.
    Hits(u8),
    /// Cover that dice can hit for ever without harm to it (ruling S45).
    Immune,
}

impl HitChart {
    /// A chart without cover: this face or higher hits the target.
    pub const fn target_only(target: u8) -> HitChart {
        HitChart { cover: target, blow_through: target, target, order: CoverOrder::LowFirst }
    }

    /// Probability that a d6 shows `face` or higher; 0 for [`NEVER`].
    pub fn chance(face: u8) -> f64 {
        f64::from(NEVER.saturating_sub(face).min(6)) / 6.0
    }

    /// The lowest face that hits the target when these dice meet cover that is gone, or that never goes.
    pub fn target_face(&self, cover: Cover) -> u8 {
        match cover {
            Cover::Immune => self.target,
            Cover::None | Cover::Hits(_) => self.blow_through,
        }
    }
}

impl Cover {
    /// Hits that can be spent on it; `None` where no hit is counted.
    pub fn hits(&self) -> u8 {
        match self {
            Cover::Hits(hits) => *hits,
            Cover::None | Cover::Immune => 0,
        }
    }
}

impl AttackPlan {
    /// Most damage dice that this attack can roll.
    pub fn max_damage_dice(&self) -> usize {
        if self.attack.is_empty() {
            return 0;
        }
        let pools = [&self.attack, &self.spot, &self.second_spot];
        let most = pools.iter().map(|pool| usize::from(pool.max_face())).sum::<usize>() + usize::from(self.bonus);
        most.saturating_sub(self.defense.least())
    }
}

/// A run of attacks on one target, in which cover and target wear away between them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SeriesPlan {
    pub attack: Pool,
    pub spot: Pool,
    /// Pips added to the two, 0 to [`MAX_BONUS`].
    pub bonus: u8,
    /// Dice of the target's defense.
    pub defense: Vec<WearingDie>,
    /// Pips added to it while any of its dice lies.
    pub defense_bonus: u8,
    /// Chart while the cover stands.
    pub covered: HitChart,
    /// Chart once it is ruined.
    pub open: HitChart,
    /// Hits the cover absorbs; 0 for none.
    pub cover_hits: u8,
    /// Damage that destroys the target, 1 to 255.
    pub hit_points: u8,
    /// Number of attacks, 1 to 255; those on a destroyed target do nothing.
    pub attacks: u8,
}

/// A die that is rolled as long as its owner has taken less damage than `until`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WearingDie {
    pub sides: u8,
    /// Damage at which the die is lost.
    pub until: u8,
    /// True if it is added up with others of its kind; else the highest counts.
    pub summed: bool,
}

impl SeriesPlan {
    /// The single attack on a target that has taken `damage`, with `cover` hits left on its cover.
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
