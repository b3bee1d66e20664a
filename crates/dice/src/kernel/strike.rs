//! Conversion of the dice of attack, spot and defense to the number of damage dice, in runs of attacks.

use super::lanes::{Lanes, SIDES_COLUMN, SharedWord, Sides, Slot, WORDS_PER_DRAW, Word, share_words};
use crate::Pool;
use crate::plan::{SeriesPlan, WearingDie};

/// Runs of attacks processed at once. The few arrays of one pass stay in the first-level cache.
pub(super) const LANES: usize = 4096;
const _: () = assert!(LANES.is_multiple_of(WORDS_PER_DRAW) && LANES.is_multiple_of(SIDES_COLUMN) && LANES < 1 << 16);

/// Arrays with one element per lane, one array per quantity.
#[repr(C, align(64))]
pub(super) struct Tray {
    /// Random words; each die uses up the high bits.
    pub words: [Word; LANES],
    pub attack: [u16; LANES],
    pub spot: [u16; LANES],
    pub defense: [u16; LANES],
    /// Sum of the defense dice that are added up.
    pub summed: [u16; LANES],
    /// Number of damage dice.
    pub dice: [u16; LANES],
}

impl Tray {
    pub(super) fn new() -> Tray {
        let zero = [0; LANES];
        Tray { words: [[0; 2]; LANES], attack: zero, spot: zero, defense: zero, summed: zero, dice: zero }
    }
}

/// Dice and constants that give the number of damage dice.
pub(super) struct Strike {
    words: Vec<SharedWord>,
    /// Constant to add to the highest attack and spot digits: 1 for each pool with dice (a digit is a face less 1),
    /// plus the bonus.
    plus: u16,
    /// True if any die of the defense is added up.
    sums: bool,
    /// Bonus to the defense of targets with a defense die left.
    guard: u16,
}

impl Strike {
    /// Builds a strike; without an attack die, nothing is rolled.
    pub(super) fn of_series(plan: &SeriesPlan) -> Strike {
        if plan.attack.is_empty() {
            return Strike { words: Vec::new(), plus: 0, sums: false, guard: 0 };
        }
        let slot = |die: &WearingDie| match die.summed {
            true => Slot::Summed(die.until.into()),
            false => Slot::Wearing(die.until.into()),
        };
        let defense = plan.defense.iter().map(|die| (slot(die), die.sides)).collect();
        let dice = [slots(&plan.attack, Slot::Attack), slots(&plan.spot, Slot::Spot), defense].concat();
        let plus = 1 + u16::from(!plan.spot.is_empty()) + u16::from(plan.bonus);
        let sums = plan.defense.iter().any(|die| die.summed);
        Strike { words: share_words(&dice), plus, sums, guard: plan.defense_bonus.into() }
    }

    /// Rolls the number of damage dice of every lane; `damage` is the damage that the target of each lane has taken.
    #[inline(always)]
    pub(super) fn roll(&self, lanes: &mut Lanes, tray: &mut Tray, damage: &[u16]) {
        tray.attack.fill(0);
        tray.spot.fill(0);
        tray.defense.fill(0);
        if self.sums {
            tray.summed.fill(0);
        }
        for word in &self.words {
            lanes.fill(&mut tray.words, word.product);
            for (slot, sides) in &word.runs {
                match *slot {
                    Slot::Attack => raise(&mut tray.words, &mut tray.attack, sides),
                    Slot::Spot => raise(&mut tray.words, &mut tray.spot, sides),
                    Slot::Wearing(until) => raise_worn(&mut tray.words, &mut tray.defense, sides, damage, until),
                    Slot::Summed(until) => add_worn(&mut tray.words, &mut tray.summed, sides, damage, until),
                }
            }
        }
        if self.sums {
            tray.defense.iter_mut().zip(&tray.summed).for_each(|(best, sum)| *best = (*best).max(*sum));
        }
        if self.guard > 0 {
            tray.defense.iter_mut().for_each(|defense| *defense += self.guard * u16::from(*defense > 0));
        }
        let strike = tray.attack.iter().zip(&tray.spot).zip(&tray.defense);
        for (dice, ((attack, spot), defense)) in tray.dice.iter_mut().zip(strike) {
            *dice = (attack + spot + self.plus).saturating_sub(*defense);
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
    use crate::plan::HitChart;

    const STREAM: Stream = Stream { seed: 5, job: 6, stream: 7 };

    /// Computes max(0, highest attack + highest spot - defense) from faces.
    fn damage_dice(faces: &[Face], damage: u16) -> u16 {
        let highest = |of: fn(Slot) -> bool| faces.iter().filter(|f| of(f.slot)).map(|f| f.face).max().unwrap_or(0);
        let worn = |f: &&Face| matches!(f.slot, Slot::Wearing(until) if damage < until);
        let best = faces.iter().filter(worn).map(|f| f.face).max().unwrap_or(0);
        let summed = |f: &&Face| matches!(f.slot, Slot::Summed(until) if damage < until);
        let defense = best.max(faces.iter().filter(summed).map(|f| f.face).sum());
        (highest(|slot| slot == Slot::Attack) + highest(|slot| slot == Slot::Spot)).saturating_sub(defense)
    }

    fn check(plan: &SeriesPlan, damage: &[u16; LANES]) {
        let strike = Strike::of_series(plan);
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

    /// Returns a plan with these dice; `defense` has sides, the damage at which a die is lost, and "added up".
    fn plan([attack, spot]: [&str; 2], defense: &[(u8, u8, bool)]) -> SeriesPlan {
        let chart = HitChart::target_only(5);
        let die =
            |(sides, until, summed): &(u8, u8, bool)| WearingDie { sides: *sides, until: *until, summed: *summed };
        SeriesPlan {
            attack: attack.parse().unwrap(),
            spot: spot.parse().unwrap(),
            bonus: 0,
            defense: defense.iter().map(die).collect(),
            defense_bonus: 0,
            covered: chart,
            open: chart,
            cover_hits: 0,
            hit_points: 12,
            attacks: 1,
        }
    }

    #[test]
    fn equals_the_highest_faces_of_the_same_words() {
        let lasting = |dice: &[u8]| -> Vec<(u8, u8, bool)> { dice.iter().map(|sides| (*sides, 255, false)).collect() };
        check(&plan(["4d6+1d8", "1d6"], &lasting(&[6, 6])), &[0; LANES]);
        check(&plan(["5d20", ""], &lasting(&[12, 12, 12, 4])), &[0; LANES]);
        check(&plan(["20d2", "7d3"], &[]), &[0; LANES]);
        check(&plan(["100d20", "100d19"], &lasting(&[20; 100])), &[0; LANES]);
    }

    #[test]
    fn lost_dice_defend_no_more() {
        let plan = plan(["3d6", "2d8"], &[(6, 3, false), (20, 1, false), (4, 9, true), (4, 5, false)]);
        check(&plan, &std::array::from_fn(|lane| lane as u16 % 12));
    }

    #[test]
    fn no_attack_die_is_no_attack_even_with_a_spot() {
        let mut tray = Tray::new();
        Strike::of_series(&plan(["", "2d6"], &[])).roll(&mut Lanes::new(STREAM), &mut tray, &[0; LANES]);
        assert_eq!(tray.dice, [0; LANES]);
    }
}
