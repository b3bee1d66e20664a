//! From the dice of attack, spot and defense to the number of damage dice.

use super::lanes::{Lanes, Word};
use super::words::{SharedWord, Slot, share_words};
use crate::dice::Pool;
use crate::plan::{AttackPlan, SeriesPlan};

/// Attacks (or runs of attacks) worked on at once. All arrays of a [`Tray`] together stay in the first-level cache.
pub(super) const LANES: usize = 2048;

/// One array per quantity, one element per lane.
#[repr(C, align(64))]
pub(super) struct Tray {
    /// Random words, used up from the top by each die.
    pub words: [Word; LANES],
    pub attack: [u16; LANES],
    pub spot: [u16; LANES],
    pub defense: [u16; LANES],
    /// Number of damage dice.
    pub dice: [u16; LANES],
}

impl Tray {
    pub fn new() -> Tray {
        let zero = [0; LANES];
        Tray { words: [[0; 2]; LANES], attack: zero, spot: zero, defense: zero, dice: zero }
    }
}

/// How the number of damage dice is rolled.
pub(super) struct Strike {
    words: Vec<SharedWord>,
    /// What the highest attack and spot digits lack to be faces: a digit is a face less 1.
    plus: u16,
    /// The same for defense.
    minus: u16,
}

impl Strike {
    pub fn of_attack(plan: &AttackPlan) -> Strike {
        let defense = slots(&plan.defense, Slot::Defense);
        Strike::new(&plan.attack, &plan.spot, defense, u16::from(!plan.defense.is_empty()))
    }

    pub fn of_series(plan: &SeriesPlan) -> Strike {
        let defense = plan.defense.iter().map(|die| (Slot::Wearing(die.until.into()), die.sides)).collect();
        Strike::new(&plan.attack, &plan.spot, defense, 0)
    }

    /// Without an attack die nothing is rolled.
    fn new(attack: &Pool, spot: &Pool, defense: Vec<(Slot, u8)>, minus: u16) -> Strike {
        if attack.is_empty() {
            return Strike { words: Vec::new(), plus: 0, minus: 0 };
        }
        let dice = [slots(attack, Slot::Attack), slots(spot, Slot::Spot), defense].concat();
        Strike { words: share_words(&dice), plus: 1 + u16::from(!spot.is_empty()), minus }
    }

    /// Rolls the number of damage dice of every lane; `damage` is what the target of each lane has taken.
    #[inline(always)]
    pub fn roll(&self, lanes: &mut Lanes, tray: &mut Tray, damage: &[u16]) {
        tray.attack.fill(0);
        tray.spot.fill(0);
        tray.defense.fill(0);
        for word in &self.words {
            lanes.fill(&mut tray.words, word.product);
            for (slot, sides) in &word.runs {
                match *slot {
                    Slot::Attack => raise(&mut tray.words, &mut tray.attack, sides),
                    Slot::Spot => raise(&mut tray.words, &mut tray.spot, sides),
                    Slot::Defense => raise(&mut tray.words, &mut tray.defense, sides),
                    Slot::Wearing(until) => raise_worn(&mut tray.words, &mut tray.defense, sides, damage, until),
                }
            }
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

/// The next die of a word: its face less 1.
#[inline(always)]
pub(super) fn digit(word: &mut u16, sides: u16) -> u16 {
    let digit = (u32::from(*word) * u32::from(sides)) >> 16;
    *word = word.wrapping_mul(sides);
    digit as u16
}

/// Raises `best` to the highest digit of dice of these sides. Three dice a pass save most of the loads and stores.
#[inline(always)]
fn raise(words: &mut [Word], best: &mut [u16], sides: &[u16]) {
    for dice in sides.chunks(3) {
        let lanes = words.iter_mut().zip(best.iter_mut());
        match *dice {
            [a, b, c] => lanes.for_each(|(word, best)| raise_by(word, best, [a, b, c])),
            [a, b] => lanes.for_each(|(word, best)| raise_by(word, best, [a, b])),
            [a] => lanes.for_each(|(word, best)| raise_by(word, best, [a])),
            _ => {}
        }
    }
}

#[inline(always)]
fn raise_by<const DICE: usize>(word: &mut Word, best: &mut u16, sides: [u16; DICE]) {
    let mut left = u16::from_le_bytes(*word);
    for sides in sides {
        *best = digit(&mut left, sides).max(*best);
    }
    *word = left.to_le_bytes();
}

/// Raises `best` to the highest face of dice that the lane's target still has.
#[inline(always)]
fn raise_worn(words: &mut [Word], best: &mut [u16], sides: &[u16], damage: &[u16], until: u16) {
    for &sides in sides {
        for ((word, best), damage) in words.iter_mut().zip(best.iter_mut()).zip(damage) {
            let mut left = u16::from_le_bytes(*word);
            let face = digit(&mut left, sides) + 1;
            *word = left.to_le_bytes();
            *best = if *damage < until { face.max(*best) } else { *best };
        }
    }
}
