//! Integer tallies of two values.

/// Number of observations of each pair of two values, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JointCounts {
    columns: usize,
    counts: Vec<u64>,
}

impl JointCounts {
    /// Creates a table without observations.
    pub(super) fn new(rows: usize, columns: usize) -> JointCounts {
        JointCounts { columns, counts: vec![0; rows * columns] }
    }

    /// Returns the number of values of the column variable (0 to `columns - 1`).
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Returns the number of values of the row variable.
    pub fn rows(&self) -> usize {
        self.counts.len() / self.columns
    }

    /// Returns the observations of (row, column); 0 beyond the table.
    pub fn at(&self, row: usize, column: usize) -> u64 {
        if column >= self.columns { 0 } else { self.counts.get(row * self.columns + column).copied().unwrap_or(0) }
    }

    /// Returns the observations row by row.
    pub fn as_slice(&self) -> &[u64] {
        &self.counts
    }

    pub(super) fn as_mut_slice(&mut self) -> &mut [u64] {
        &mut self.counts
    }

    /// Returns the observations by value of the column variable.
    pub fn column_counts(&self) -> Vec<u64> {
        let mut sums = vec![0; self.columns];
        for row in self.counts.chunks(self.columns) {
            add(&mut sums, row);
        }
        sums
    }

    /// Returns the observations by value of the row variable.
    pub fn row_counts(&self) -> Vec<u64> {
        self.counts.chunks(self.columns).map(|row| row.iter().sum()).collect()
    }

    /// Adds the observations of another table of the same shape.
    pub(super) fn merge(&mut self, other: &JointCounts) {
        debug_assert_eq!((self.rows(), self.columns), (other.rows(), other.columns));
        add(&mut self.counts, &other.counts);
    }
}

/// Adds `terms` to `sums`, element by element.
pub(super) fn add(sums: &mut [u64], terms: &[u64]) {
    sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
}

/// Counts the values for which `is` holds. Callers pass fewer than 2^16 values, so 16-bit partial sums suffice; they
/// count as many lanes at once as were compared.
#[inline(always)]
pub(super) fn count(values: &[u16], is: impl Fn(u16) -> bool) -> usize {
    debug_assert!(values.len() < 1 << 16);
    values.iter().fold(0u16, |sum, value| sum + u16::from(is(*value))).into()
}
