//! Integer tallies of two values.

/// How often each pair of two values was seen, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JointCounts {
    columns: usize,
    counts: Vec<u64>,
}

impl JointCounts {
    /// No observation yet.
    pub(super) fn new(rows: usize, columns: usize) -> JointCounts {
        JointCounts { columns, counts: vec![0; rows * columns] }
    }

    /// Number of values of the column variable (0 to `columns - 1`).
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Number of values of the row variable.
    pub fn rows(&self) -> usize {
        self.counts.len() / self.columns
    }

    /// Observations of (row, column); 0 beyond the table.
    pub fn at(&self, row: usize, column: usize) -> u64 {
        if column >= self.columns { 0 } else { self.counts.get(row * self.columns + column).copied().unwrap_or(0) }
    }

    /// Observations row by row.
    pub fn as_slice(&self) -> &[u64] {
        &self.counts
    }

    pub(super) fn as_mut_slice(&mut self) -> &mut [u64] {
        &mut self.counts
    }

    /// Observations by value of the column variable.
    pub fn column_counts(&self) -> Vec<u64> {
        let mut sums = vec![0; self.columns];
        for row in self.counts.chunks(self.columns) {
            add(&mut sums, row);
        }
        sums
    }

    /// Observations by value of the row variable.
    pub fn row_counts(&self) -> Vec<u64> {
        self.counts.chunks(self.columns).map(|row| row.iter().sum()).collect()
    }

    /// Adds the observations of another table of the same shape.
    pub(super) fn merge(&mut self, other: &JointCounts) {
        debug_assert_eq!((self.rows(), self.columns), (other.rows(), other.columns));
        add(&mut self.counts, &other.counts);
    }
}

/// Adds term by term.
pub(super) fn add(sums: &mut [u64], terms: &[u64]) {
    sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
}

/// Number of values for which `is` holds. Partial sums of 16 bits count as many lanes at once as were compared; callers
/// pass less than 2^16 values.
#[inline(always)]
pub(super) fn count(values: &[u16], is: impl Fn(u16) -> bool) -> usize {
    debug_assert!(values.len() < 1 << 16);
    values.iter().fold(0u16, |sum, value| sum + u16::from(is(*value))).into()
}
