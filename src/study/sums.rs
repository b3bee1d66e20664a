//! Integer sums over games. Adding them is all that blocks of games, threads and machines do to one another.
//!
//! Games may share their dice within a group, as those that swap seats do. A group is one observation: squares and cubes are
//! those of a group's sums, and games without a whole group count in totals only.

use serde::{Deserialize, Serialize};

/// What sums are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observations {
    pub games: u64,
    /// Games of a group.
    pub size: u64,
    /// Whole groups.
    pub whole: u64,
}

impl Observations {
    /// Games with dice of their own.
    pub fn of(games: u64) -> Observations {
        Observations { games, size: 1, whole: games }
    }
}

/// Sums over games of several numbers at once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sums {
    /// Over all games.
    pub total: Vec<i64>,
    /// Over all games of whole groups.
    pub grouped: Vec<i64>,
    /// Squares of the sums of whole groups.
    pub squares: Vec<u64>,
    /// Cubes of the sums of whole groups.
    pub cubes: Vec<i64>,
    /// The group under way.
    #[serde(skip)]
    open: Vec<i64>,
}

impl Sums {
    /// No game yet, of so many numbers.
    pub fn new(numbers: usize) -> Sums {
        let zeros = || vec![0; numbers];
        Sums { total: zeros(), grouped: zeros(), squares: vec![0; numbers], cubes: zeros(), open: zeros() }
    }

    /// Adds the numbers of a game to the group under way.
    pub fn add(&mut self, values: impl Iterator<Item = i64>) {
        self.open.iter_mut().zip(values).for_each(|(open, value)| *open += value);
    }

    /// Adds 1 to one of the numbers.
    pub fn add_one(&mut self, i: usize) {
        self.open[i] += 1;
    }

    /// Ends the group under way; one that is not whole counts in totals only.
    pub fn close(&mut self, whole: bool) {
        for (i, open) in self.open.iter_mut().enumerate() {
            self.total[i] += *open;
            if whole {
                self.grouped[i] += *open;
                self.squares[i] += open.unsigned_abs().pow(2);
                self.cubes[i] += open.pow(3);
            }
            *open = 0;
        }
    }

    /// Adds the sums of other games.
    pub fn merge(&mut self, other: &Sums) {
        add_all(&mut self.total, &other.total);
        add_all(&mut self.grouped, &other.grouped);
        add_all(&mut self.squares, &other.squares);
        add_all(&mut self.cubes, &other.cubes);
    }

    /// Whether they are of so many numbers.
    pub fn has(&self, numbers: usize) -> bool {
        [self.total.len(), self.grouped.len(), self.squares.len(), self.cubes.len()] == [numbers; 4]
    }
}

/// Adds numbers to numbers, place by place.
pub fn add_all<T: Copy + std::ops::AddAssign>(sums: &mut [T], more: &[T]) {
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += *more);
}
