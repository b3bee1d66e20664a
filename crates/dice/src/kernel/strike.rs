//! Conversion of the dice of attack, spot and defense to the number of damage dice.

use super::lanes::{Lanes, SIDES_COLUMN, SharedWord, Sides, Slot, WORDS_PER_DRAW, Word, share_words};
use crate::Pool;
use crate::plan::{AttackPlan, DefenseDice, SeriesPlan, WearingDie};

/// Attacks (or runs of attacks) processed at once: the fastest of 512, 1,024, 2,048 and 4,096 for single attacks. The
/// few arrays of one pass stay in the first-level cache, and the scalar ends of passes over a front part of the lanes
/// cost little.
pub(super) const LANES: usize = 4096;
const _: () = assert!(LANES.is_multiple_of(WORDS_PER_DRAW) && LANES.is_multiple_of(SIDES_COLUMN) && LANES < 1 << 16);

/// Arrays with one element per lane, one array per quantity.
#[repr(C, align(64))]
pub(super) struct Tray {
    /// Random words; each die uses up the high bits.
    pub words: [Word; LANES],
    pub attack: [u16; LANES],
    pub spot: [u16; LANES],
    /// Highest of the dice that are added to the spot.
    pub second: [u16; LANES],
    pub defense: [u16; LANES],
    /// Sum of the defense dice that are added up.
    pub summed: [u16; LANES],
    /// Number of damage dice.
    pub dice: [u16; LANES],
}

impl Tray {
    pub(super) fn new() -> Tray {
        let zero = [0; LANES];
        Tray { words: [[0; 2]; LANES], attack: zero, spot: zero, second: zero, defense: zero, summed: zero, dice: zero }
    }
}

/// Dice and constants that give the number of damage dice.
pub(super) struct Strike {
    words: Vec<SharedWord>,
    /// True if any die is added to the spot.
    seconds: bool,
    /// Constant to add to the highest attack and spot digits: 1 for each pool with dice (a digit is a face less 1),
    /// plus the bonus.
    plus: u16,
    /// The same for the defense.
    minus: u16,
    /// True if any die of the defense is added up.
    sums: bool,
    /// Bonus to the defense of targets with a defense die left.
    guard: u16,
}

impl Strike {
    pub(super) fn of_attack(plan: &AttackPlan) -> Strike {
        let DefenseDice { best, summed, bonus } = &plan.defense;
        let defense = [slots(best, Slot::Defense), slots(summed, Slot::Summed(u16::MAX))].concat();
        // The highest digit is 1 less than its face; sums already add faces.
        let minus = if summed.is_empty() { u16::from(!best.is_empty()) } else { 0 };
        let spots = [&plan.spot, &plan.second_spot];
        let strike = Strike::new((&plan.attack, spots, plan.bonus), defense, minus);
        let lifts = if plan.defense.is_empty() { 0 } else { u16::from(*bonus) };
        Strike { minus: strike.minus + lifts, ..strike }
    }

    pub(super) fn of_series(plan: &SeriesPlan) -> Strike {
        let slot = |die: &WearingDie| match die.summed {
            true => Slot::Summed(die.until.into()),
            false => Slot::Wearing(die.until.into()),
        };
        let defense = plan.defense.iter().map(|die| (slot(die), die.sides)).collect();
        let strike = Strike::new((&plan.attack, [&plan.spot, &Pool::EMPTY], plan.bonus), defense, 0);
        Strike { guard: plan.defense_bonus.into(), ..strike }
    }

    /// Builds a strike; without an attack die, nothing is rolled.
    fn new((attack, spots, bonus): (&Pool, [&Pool; 2], u8), defense: Vec<(Slot, u8)>, minus: u16) -> Strike {
        if attack.is_empty() {
            return Strike { words: Vec::new(), seconds: false, plus: 0, minus: 0, sums: false, guard: 0 };
        }
        let sums = defense.iter().any(|(slot, _)| matches!(slot, Slot::Summed(_)));
        // If some dice are added up, the highest die is read as a face too, as wearing dice are.
        let as_face =
            |(slot, sides)| (if sums && slot == Slot::Defense { Slot::Wearing(u16::MAX) } else { slot }, sides);
        let defense: Vec<(Slot, u8)> = defense.into_iter().map(as_face).collect();
        let [spot, second] = spots;
        let added = [slots(spot, Slot::Spot), slots(second, Slot::Second)].concat();
        let dice = [slots(attack, Slot::Attack), added, defense].concat();
        let plus = 1 + spots.iter().map(|pool| u16::from(!pool.is_empty())).sum::<u16>() + u16::from(bonus);
        Strike { words: share_words(&dice), seconds: !second.is_empty(), plus, minus, sums, guard: 0 }
    }

    /// Rolls the number of damage dice of every lane; `damage` is the damage that the target of each lane has taken.
    #[inline(always)]
    pub(super) fn roll(&self, lanes: &mut Lanes, tray: &mut Tray, damage: &[u16]) {
        tray.attack.fill(0);
        tray.spot.fill(0);
        tray.defense.fill(0);
        if self.seconds {
            tray.second.fill(0);
        }
        if self.sums {
            tray.summed.fill(0);
        }
        for word in &self.words {
            lanes.fill(&mut tray.words, word.product);
            for (slot, sides) in &word.runs {
                match *slot {
                    Slot::Attack => raise(&mut tray.words, &mut tray.attack, sides),
                    Slot::Spot => raise(&mut tray.words, &mut tray.spot, sides),
                    Slot::Second => raise(&mut tray.words, &mut tray.second, sides),
                    Slot::Defense => raise(&mut tray.words, &mut tray.defense, sides),
                    Slot::Wearing(until) => raise_worn(&mut tray.words, &mut tray.defense, sides, damage, until),
                    Slot::Summed(until) => add_worn(&mut tray.words, &mut tray.summed, sides, damage, until),
                }
            }
        }
        if self.seconds {
            tray.spot.iter_mut().zip(&tray.second).for_each(|(spot, second)| *spot += *second);
        }
        if self.sums {
            tray.defense.iter_mut().zip(&tray.summed).for_each(|(best, sum)| *best = (*best).max(*sum));
        }
        if self.guard > 0 {
            tray.defense.iter_mut().for_each(|defense| *defense += self.guard * u16::from(*defense > 0));
        }
        let strike = tray.attack.iter().zip(&tray.spot).zip(&tray.defense);
        for (dice, ((attack, spot), defense)) in tray.dice.iter_mut().zip(strike) {
            *dice = (attack + spot + self.plus).saturating_sub(defense + self.minus);
        }
    }
}

fn slots(pool: &Pool, slot: Slot) -> Vec<(Slot, u8)> {
    pool.groups().flat_map(|(count, sides)| std::iter::repeat_n((slot, sides), count)).collect()
}

/// Takes the next die of a word: its face less 1.
#[inline(always)]
pub(super) fn digit(word: &mut u16, sides: u16) -> u16 {
    let digit = (u32::from(*word) * u32::from(sides)) >> 16;
    *word = word.wrapping_mul(sides);
    digit as u16
}

/// Raises `best` to the highest digit of dice with these sides. Three dice per pass save most of the loads and stores.
#[inline(always)]
fn raise(words: &mut [Word], best: &mut [u16], sides: &[Sides]) {
    for dice in sides.chunks(3) {
        match dice {
            [a, b, c] => {
                raise_by(words, best, |w, best, i| best.max(digit(w, a[i])).max(digit(w, b[i])).max(digit(w, c[i])));
            }
            [a, b] => raise_by(words, best, |w, best, i| best.max(digit(w, a[i])).max(digit(w, b[i]))),
            [a] => raise_by(words, best, |w, best, i| best.max(digit(w, a[i]))),
            _ => {}
        }
    }
}

/// Replaces each `best` by `roll(word, best, column index)`.
#[inline(always)]
fn raise_by(words: &mut [Word], best: &mut [u16], roll: impl Fn(&mut u16, u16, usize) -> u16) {
    let columns = words.as_chunks_mut::<SIDES_COLUMN>().0.iter_mut().zip(best.as_chunks_mut::<SIDES_COLUMN>().0);
    for (words, best) in columns {
        for i in 0..SIDES_COLUMN {
            let mut left = u16::from_le_bytes(words[i]);
            best[i] = roll(&mut left, best[i], i);
            words[i] = left.to_le_bytes();
        }
    }
}

/// Raises `best` to the highest face of dice that the target of the lane still has.
#[inline(always)]
fn raise_worn(words: &mut [Word], best: &mut [u16], sides: &[Sides], damage: &[u16], until: u16) {
    each_worn(words, best, sides, (damage, until), u16::max);
}

/// Adds the faces of dice that the target of the lane still has.
#[inline(always)]
fn add_worn(words: &mut [Word], sum: &mut [u16], sides: &[Sides], damage: &[u16], until: u16) {
    each_worn(words, sum, sides, (damage, until), |face, sum| face + sum);
}

#[inline(always)]
fn each_worn(
    words: &mut [Word],
    best: &mut [u16],
    sides: &[Sides],
    (damage, until): (&[u16], u16),
    join: impl Fn(u16, u16) -> u16,
) {
    for sides in sides {
        let words = words.as_chunks_mut::<SIDES_COLUMN>().0.iter_mut();
        let lanes = words.zip(best.as_chunks_mut::<SIDES_COLUMN>().0).zip(damage.as_chunks::<SIDES_COLUMN>().0);
        for ((words, best), damage) in lanes {
            for i in 0..SIDES_COLUMN {
                let mut left = u16::from_le_bytes(words[i]);
                let face = (digit(&mut left, sides[i]) + 1) * u16::from(damage[i] < until);
                best[i] = join(face, best[i]);
                words[i] = left.to_le_bytes();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stream;
    use crate::kernel::tests::{Face, replay_dice};
    use crate::plan::{Cover, CoverOrder, HitChart, WearingDie};

    const STREAM: Stream = Stream { seed: 5, job: 6, stream: 7 };

    /// Computes max(0, highest attack + highest spot + highest second spot - highest defense) from faces.
    fn damage_dice(faces: &[Face], damage: u16) -> u16 {
        let highest = |of: fn(Slot) -> bool| faces.iter().filter(|f| of(f.slot)).map(|f| f.face).max().unwrap_or(0);
        let worn = |f: &&Face| matches!(f.slot, Slot::Wearing(until) if damage < until);
        let defense =
            highest(|slot| slot == Slot::Defense).max(faces.iter().filter(worn).map(|f| f.face).max().unwrap_or(0));
        let summed = |f: &&Face| matches!(f.slot, Slot::Summed(until) if damage < until);
        let defense = defense.max(faces.iter().filter(summed).map(|f| f.face).sum());
        let spot = highest(|slot| slot == Slot::Spot) + highest(|slot| slot == Slot::Second);
        (highest(|slot| slot == Slot::Attack) + spot).saturating_sub(defense)
    }

    fn check(strike: &Strike, damage: &[u16; LANES]) {
        let (mut lanes, mut tray) = (Lanes::new(STREAM), Tray::new());
        let mut twin = lanes.clone();
        for _ in 0..2 {
            strike.roll(&mut lanes, &mut tray, damage);
            let faces = replay_dice(&strike.words, &mut twin);
            for i in 0..LANES {
                assert_eq!(tray.dice[i], damage_dice(&faces[i], damage[i]), "lane {i}: {:?}", faces[i]);
            }
        }
    }

    #[test]
    fn equals_the_highest_faces_of_the_same_words() {
        for [attack, spot, defense] in
            [["4d6+1d8", "1d6", "2d6"], ["5d20", "", "3d12+1d4"], ["20d2", "7d3", ""], ["100d20", "100d19", "100d20"]]
        {
            let [attack, spot, defense] = [attack, spot, defense].map(|dice| dice.parse().unwrap());
            let chart = HitChart { cover: 4, blow_through: 5, target: 6, order: CoverOrder::LowFirst };
            let (defense, second_spot, cover) = (Pool::into(defense), Pool::EMPTY, Cover::None);
            let plan = AttackPlan { attack, spot, second_spot, bonus: 0, defense, chart, cover };
            check(&Strike::of_attack(&plan), &[0; LANES]);
            let plan = AttackPlan { second_spot: "2d8+1d20".parse().unwrap(), ..plan };
            check(&Strike::of_attack(&plan), &[0; LANES]);
        }
    }

    #[test]
    fn lost_dice_defend_no_more() {
        let chart = HitChart::target_only(5);
        let defense = [(6, 3), (20, 1), (4, 9), (4, 5)]
            .map(|(sides, until)| WearingDie { sides, until, summed: until == 9 })
            .to_vec();
        let (attack, spot) = ("3d6".parse().unwrap(), "2d8".parse().unwrap());
        let plan = SeriesPlan {
            attack,
            spot,
            bonus: 0,
            defense,
            defense_bonus: 0,
            covered: chart,
            open: chart,
            cover_hits: 0,
            hit_points: 12,
            attacks: 1,
        };
        check(&Strike::of_series(&plan), &std::array::from_fn(|lane| lane as u16 % 12));
    }

    #[test]
    fn no_attack_die_is_no_attack_even_with_a_spot() {
        let [attack, spot, defense] = ["", "2d6", ""].map(|dice| dice.parse().unwrap());
        let plan = AttackPlan {
            attack,
            spot,
            second_spot: spot,
            bonus: 0,
            defense: Pool::into(defense),
            chart: HitChart::target_only(4),
            cover: Cover::None,
        };
        let mut tray = Tray::new();
        Strike::of_attack(&plan).roll(&mut Lanes::new(STREAM), &mut tray, &[0; LANES]);
        assert_eq!(tray.dice, [0; LANES]);
    }
}
