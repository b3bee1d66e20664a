//! The slow twin of single attacks: reads the same random bytes, shows every die, and plays attacks one by one.

use crate::kernel::bytes::{self, LANES, tests::rolls};
use crate::kernel::lanes::{BYTES_PER_DRAW, Lanes};
use crate::{Pool, Stream};
use crate::{kernel::AttackCounts, kernel::spend_one_by_one, plan::AttackPlan};

/// The rolls that the 256 bytes show: byte b shows roll number b / q, and the last bytes show none.
struct Table {
    rolls: Vec<Vec<u8>>,
    /// Number of bytes of each roll.
    each: usize,
}

impl Table {
    /// Returns the rolls of `dice` dice in the order of `key`.
    fn new(sides: u8, dice: u32, key: impl Fn(&[u8]) -> usize) -> Table {
        let rolls = rolls(sides, dice, |faces| key(faces));
        let each = 256 / rolls.len();
        Table { rolls, each }
    }

    fn highest(sides: u8, dice: u32) -> Table {
        Table::new(sides, dice, |faces| faces.iter().max().copied().map_or(0, usize::from))
    }

    fn faces(&self, byte: u8) -> Option<&[u8]> {
        self.rolls.get(usize::from(byte) / self.each).map(Vec::as_slice)
    }

    /// Returns the highest byte that shows a roll.
    fn last(&self) -> u8 {
        (self.rolls.len() * self.each - 1) as u8
    }
}

/// Returns the counts of the kernel, row by row.
pub(super) fn attacks(plan: &AttackPlan, stream: Stream, attacks: u64) -> Vec<u64> {
    let joint = AttackCounts::new(plan).joint;
    let mut counts = vec![0; joint.as_slice().len()];
    if plan.attack.is_empty() {
        counts[0] = attacks;
        return counts;
    }
    let mut lanes = Lanes::new(stream);
    let by_dice = attacks_by_dice(plan, &mut lanes, attacks);
    counts[0] = by_dice[0];
    for (dice, attacks) in by_dice.into_iter().enumerate().skip(1) {
        let tables = damage_tables(plan, dice, joint.rows() > 1);
        let mut left = attacks;
        while left > 0 {
            for faces in columns(&tables, &mut lanes, left, false).into_iter().flatten() {
                let faces: Vec<u16> = faces.concat().into_iter().map(u16::from).collect();
                let (spent, damage) = spend_one_by_one(&faces, &plan.chart, plan.cover);
                counts[usize::from(spent) * joint.columns() + usize::from(damage)] += 1;
                left -= 1;
            }
        }
    }
    counts
}

/// Rolls the attack dice of attacks, and counts them by damage dice.
fn attacks_by_dice(plan: &AttackPlan, lanes: &mut Lanes, attacks: u64) -> Vec<u64> {
    let highest = [&plan.attack, &plan.spot, &plan.second_spot, &plan.defense.best].map(pool_tables);
    let summed = plan.defense.summed.groups();
    let summed: Vec<Table> =
        summed.flat_map(|(dice, sides)| (0..dice).map(move |_| Table::highest(sides, 1))).collect();
    let sizes: Vec<usize> = highest.iter().map(Vec::len).collect();
    let tables: Vec<Table> = highest.into_iter().flatten().chain(summed).collect();
    let kept: f64 = tables.iter().map(|table| (f64::from(table.last()) + 1.0) / 256.0).product();
    let mut by_dice = vec![0; plan.max_damage_dice() + 1];
    let mut left = attacks;
    while left > 0 {
        for mut faces in columns(&tables, lanes, left, kept < 0.5).into_iter().flatten() {
            let mut take = |dice: usize| -> Vec<u8> { faces.drain(..dice).flatten().collect() };
            let [attack, spot, second, best] = [0, 1, 2, 3].map(|part| highest_face(&take(sizes[part])));
            let summed: usize = faces.concat().into_iter().map(usize::from).sum();
            let guard = if plan.defense.is_empty() { 0 } else { usize::from(plan.defense.bonus) };
            let strike = attack + spot + second + usize::from(plan.bonus);
            by_dice[strike.saturating_sub(best.max(summed) + guard)] += 1;
            left -= 1;
        }
    }
    by_dice
}

fn highest_face(faces: &[u8]) -> usize {
    faces.iter().max().copied().unwrap_or(0).into()
}

/// Returns the table of each byte of a pool of which the highest die counts.
fn pool_tables(pool: &Pool) -> Vec<Table> {
    let mut tables = Vec::new();
    for (mut dice, sides) in pool.groups() {
        while dice > 0 {
            let shared = (bytes::dice_per_byte(sides) as usize).min(dice);
            tables.push(Table::highest(sides, shared as u32));
            dice -= shared;
        }
    }
    tables
}

/// Returns the table of each byte of damage dice: one die each in cover; else two, in the order of their hits.
fn damage_tables(plan: &AttackPlan, dice: usize, covered: bool) -> Vec<Table> {
    if covered {
        return (0..dice).map(|_| Table::highest(6, 1)).collect();
    }
    let low = plan.chart.target_face(plan.cover);
    let hits = |faces: &[u8]| faces.iter().filter(|face| **face >= low).count();
    let pairs = (0..dice / 2).map(|_| Table::new(6, 2, hits));
    pairs.chain((dice % 2 == 1).then(|| Table::highest(6, 1))).collect()
}

/// Rolls a batch of at most `left` attacks, a byte for each table: the faces of each byte, or nothing if a byte shows
/// no roll.
fn columns(tables: &[Table], lanes: &mut Lanes, left: u64, redraw: bool) -> Vec<Option<Vec<Vec<u8>>>> {
    let len = left.min(LANES as u64) as usize;
    let mut attacks = vec![Some(Vec::new()); len];
    for table in tables {
        let mut bytes = vec![0; len.next_multiple_of(BYTES_PER_DRAW)];
        lanes.bytes(&mut bytes);
        if redraw && table.last() < u8::MAX {
            lanes.redraw_bytes(&mut bytes, &mut vec![0; len.next_multiple_of(BYTES_PER_DRAW)], table.last());
        }
        for (attack, byte) in attacks.iter_mut().zip(bytes) {
            match table.faces(byte) {
                Some(faces) => attack.iter_mut().for_each(|attack| attack.push(faces.to_vec())),
                None => *attack = None,
            }
        }
    }
    attacks
}
