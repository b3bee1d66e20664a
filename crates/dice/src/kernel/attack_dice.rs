//! The dice of attack, spot and defense of single attacks: how many attacks have how many damage dice.

use super::bytes::{DROPPED, LANES, Reading, raise, shared_bytes, tally};
use super::lanes::{BYTES_PER_DRAW, Lanes};
use crate::{Pool, plan::AttackPlan};

/// The pools of an attack, in the order in which they are rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Attack,
    Spot,
    /// Dice of which the highest is added to the spot.
    Second,
    Defense,
    /// Defense dice that are added up.
    Summed,
}

/// Number of [`Part`]s.
const PARTS: usize = 5;

/// Arrays with one byte per lane, one array per quantity.
#[repr(C, align(64))]
pub(super) struct Tray {
    random: [u8; LANES],
    /// Random bytes that replace those without a roll.
    spare: [u8; LANES],
    /// Highest of some random bytes.
    highest: [u8; LANES],
    /// Highest face or sum of each part.
    parts: [[u8; LANES]; PARTS],
    /// Marks of lanes with a byte that shows no roll.
    dropped: [u8; LANES],
    /// Number of damage dice.
    dice: [u8; LANES],
}

impl Tray {
    pub(super) fn new() -> Tray {
        let zero = [0; LANES];
        Tray { random: zero, spare: zero, highest: zero, parts: [zero; PARTS], dropped: zero, dice: zero }
    }
}

/// Random bytes that are read alike.
pub(super) struct Bytes {
    pub part: Part,
    /// Number of bytes.
    pub count: usize,
    pub reading: Reading,
}

/// Dice and constants that give the number of damage dice of an attack that has attack dice.
pub(super) struct AttackDice {
    bytes: Vec<Bytes>,
    /// True if bytes without a roll are drawn again; false if their attack is dropped for another.
    redraw: bool,
    /// Pips added to attack and spot.
    bonus: u8,
    /// Pips added to the defense.
    guard: u8,
}

impl AttackDice {
    pub(super) fn new(plan: &AttackPlan) -> AttackDice {
        let highest = [
            (Part::Attack, &plan.attack),
            (Part::Spot, &plan.spot),
            (Part::Second, &plan.second_spot),
            (Part::Defense, &plan.defense.best),
        ];
        let shared = |(part, pool): (Part, &Pool)| -> Vec<Bytes> {
            shared_bytes(pool).into_iter().map(|(count, reading)| Bytes { part, count, reading }).collect()
        };
        let single = |(count, sides): (usize, u8)| Bytes { part: Part::Summed, count, reading: Reading::new(sides, 1) };
        let bytes: Vec<Bytes> =
            highest.into_iter().flat_map(shared).chain(plan.defense.summed.groups().map(single)).collect();
        let redraw = drops_most(&bytes);
        let guard = if plan.defense.is_empty() { 0 } else { plan.defense.bonus };
        AttackDice { bytes, redraw, bonus: plan.bonus, guard }
    }

    /// Rolls attacks until `attacks` are counted, and adds the number of those with n damage dice to `counts[n]`.
    #[inline(always)]
    pub(super) fn count(&self, lanes: &mut Lanes, tray: &mut Tray, attacks: u64, counts: &mut [u64]) {
        let mut left = attacks;
        while left > 0 {
            let len = left.min(LANES as u64) as usize;
            let draws = len.next_multiple_of(BYTES_PER_DRAW);
            self.roll(lanes, tray, draws);
            tray.dice[len..draws].fill(DROPPED);
            left -= tally(&tray.dice[..draws], counts);
        }
    }

    /// Rolls the number of damage dice of the first `len` lanes, whole draws. Which attacks are dropped depends on
    /// their bytes without a roll alone, so the others are as likely as without dropping.
    #[inline(always)]
    fn roll(&self, lanes: &mut Lanes, tray: &mut Tray, len: usize) {
        tray.dropped[..len].fill(0);
        for bytes in &self.bytes {
            tray.parts[bytes.part as usize][..len].fill(0);
        }
        for bytes in &self.bytes {
            self.roll_part(lanes, tray, bytes, len);
        }
        let [attack, spot, second, defense, summed] = tray.parts.each_ref().map(|part| &part[..len]);
        let (dice, dropped) = (&mut tray.dice[..len], &tray.dropped[..len]);
        for i in 0..len {
            let strike = attack[i] + spot[i] + second[i] + self.bonus;
            // Saturated defenses are above any strike.
            let defense = defense[i].max(summed[i]).saturating_add(self.guard);
            dice[i] = strike.saturating_sub(defense) | dropped[i];
        }
    }

    /// Rolls dice of a part and joins their faces to it.
    #[inline(always)]
    fn roll_part(&self, lanes: &mut Lanes, tray: &mut Tray, bytes: &Bytes, len: usize) {
        let Tray { random, spare, highest, parts, dropped, .. } = tray;
        let (random, spare) = (&mut random[..len], &mut spare[..len]);
        let (highest, dropped) = (&mut highest[..len], &mut dropped[..len]);
        let (reading, total) = (&bytes.reading, &mut parts[bytes.part as usize][..len]);
        if bytes.part == Part::Summed {
            for _ in 0..bytes.count {
                self.draw(lanes, random, spare, reading);
                reading.read(random, total, dropped, u8::saturating_add);
            }
            return;
        }
        // The highest face of all bytes is that of the highest byte.
        self.draw(lanes, highest, spare, reading);
        for _ in 1..bytes.count {
            self.draw(lanes, random, spare, reading);
            raise(random, highest);
        }
        reading.read(highest, total, dropped, u8::max);
    }

    #[inline(always)]
    fn draw(&self, lanes: &mut Lanes, bytes: &mut [u8], spare: &mut [u8], reading: &Reading) {
        lanes.bytes(bytes);
        if self.redraw && reading.last() < u8::MAX {
            lanes.redraw_bytes(bytes, spare, reading.last());
        }
    }
}

/// Returns true if more than half of all attacks have a byte that shows no roll, such as an attack with eleven d20.
fn drops_most(bytes: &[Bytes]) -> bool {
    // Integers: the answer must be the same on every machine.
    const ALL: u64 = 1 << 32;
    let each = bytes.iter().flat_map(|bytes| std::iter::repeat_n(u64::from(bytes.reading.last()) + 1, bytes.count));
    each.fold(ALL, |kept, rolls| kept * rolls / 256) < ALL / 2
}
