//! From lanes to counts: how many attacks ended in each cell of a joint tally.

use super::counts::{JointCounts, count};
use super::lanes::WORDS_PER_DRAW;

/// Most rows of a tally that is counted cell by cell. Each row adds to the cost of that, while counting attack by
/// attack costs the same for any table: the first was measured at 0.5 ns an attack less with three rows, 0.25 with six.
const FEW_ROWS: usize = 6;

/// Counts the first `len` attacks by cell number. `longer[k]` of them, at the front, have more than k damage dice.
#[inline(always)]
pub(super) fn tally(cells: &[u16], len: usize, longer: &[usize], joint: &mut JointCounts) {
    if joint.rows() <= FEW_ROWS {
        tally_cells(cells, len, longer, joint);
    } else {
        let counts = joint.as_mut_slice();
        cells[..len].iter().for_each(|cell| counts[usize::from(*cell)] += 1);
    }
}

/// Counts pairs of hits on cover and damage cell by cell: a pair needs as many dice as both together, which only a
/// front of the lanes has.
#[inline(always)]
fn tally_cells(cells: &[u16], len: usize, longer: &[usize], joint: &mut JointCounts) {
    let (rows, columns) = (joint.rows(), joint.columns());
    let counts = joint.as_mut_slice();
    let mut nothing = len;
    for (less, &len) in longer.iter().enumerate() {
        // Whole vectors save a scalar tail; the lanes they add have too few dice to count.
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
