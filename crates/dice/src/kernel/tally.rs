//! Conversion of lanes to counts: number of attacks in each cell of a joint tally.

use super::counts::{JointCounts, count};
use super::lanes::WORDS_PER_DRAW;

/// Largest number of rows for counting cell by cell. Each row adds to the cost of that method, while counting attack by
/// attack costs the same for any table. Counting by cell saves 0.5 ns per attack with three rows, and 0.25 ns with six
/// (measured).
const FEW_ROWS: usize = 6;

/// Counts the first `len` attacks by cell number. Only the first `longer[k]` attacks have more than k damage dice.
#[inline(always)]
pub(super) fn tally(cells: &[u16], len: usize, longer: &[usize], joint: &mut JointCounts) {
    if joint.rows() <= FEW_ROWS {
        tally_cells(cells, len, longer, joint);
    } else {
        let counts = joint.as_mut_slice();
        cells[..len].iter().for_each(|cell| counts[usize::from(*cell)] += 1);
    }
}

/// Counts pairs of hits on cover and damage cell by cell. A pair needs as many dice as hits and damage together, so it
/// only occurs in a front part of the lanes.
#[inline(always)]
fn tally_cells(cells: &[u16], len: usize, longer: &[usize], joint: &mut JointCounts) {
    let (rows, columns) = (joint.rows(), joint.columns());
    let counts = joint.as_mut_slice();
    let mut nothing = len;
    for (less, &len) in longer.iter().enumerate() {
        // Whole vectors avoid a scalar tail; the extra lanes have too few dice to be counted.
        let front = &cells[..len.next_multiple_of(WORDS_PER_DRAW)];
        for spent in 0..rows.min(less + 2) {
            let cell = spent * columns + (less + 1 - spent);
            let seen = count(front, |seen| seen == cell as u16);
            counts[cell] += seen as u64;
            nothing -= seen;
        }
    }
    counts[0] += nothing as u64;
}
