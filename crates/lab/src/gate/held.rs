//! Groups of games compared with those of a baseline: the same group on the same dice is one observation of the
//! difference.

use super::followed::Followed;
use crate::compare::Arms;
use crate::runner::games::{block_size, key};
use crate::runner::{Counting, Counts};
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Results of some groups, in the baseline and now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Held {
    pub arms: Arms,
    /// Number of groups with a different mark.
    pub differing: u64,
    /// The first of these groups.
    pub first: Option<u64>,
}

impl Counts for Held {
    fn add(&mut self, other: &Held) {
        Counts::add(&mut self.arms, &other.arms);
        self.differing += other.differing;
        self.first = self.first.into_iter().chain(other.first).min();
    }
}

/// Results of all groups of a study in a baseline.
#[derive(Debug)]
pub struct Recorded {
    /// Values column by column, in the order of the tracked quantities.
    pub values: Vec<Vec<i64>>,
    pub marks: Vec<i64>,
}

/// Groups to be played again.
pub struct Again {
    pub followed: Followed,
    pub recorded: Arc<Recorded>,
    /// Numbers of the groups.
    pub groups: Range<u64>,
    /// Name of the random streams, together with the seed.
    pub dice: String,
    pub seed: u64,
}

impl Counting for Again {
    type Counts = Held;

    fn size(&self) -> u64 {
        self.groups.end - self.groups.start
    }

    fn block_size(&self) -> u64 {
        block_size(self.size(), 1)
    }

    fn count(&self, _: u64, groups: Range<u64>, stop: &AtomicBool) -> Option<Held> {
        let quantities = &self.followed.quantities;
        let mut held = Held { arms: Arms::new(quantities), differing: 0, first: None };
        let mut player = self.followed.player(stop);
        let mut numbers = [(); 2].map(|()| vec![0i64; quantities.len()]);
        for group in groups {
            let group = self.groups.start + group;
            let at = group as usize;
            numbers[0].iter_mut().zip(&self.recorded.values).for_each(|(number, column)| *number = column[at]);
            let key = key(self.seed, &self.dice, group);
            let mark = player(key, &mut numbers[1])?;
            held.arms.add(quantities, key, &numbers);
            if mark != self.recorded.marks[at] {
                held.differing += 1;
                held.first = held.first.or(Some(group));
            }
        }
        Some(held)
    }

    fn fits(&self, held: &Held, groups: u64) -> bool {
        held.arms.groups == groups
            && held.arms.are_of(&self.followed.quantities)
            && held.differing <= groups
            && held.first.is_none_or(|first| self.groups.contains(&first))
            && (held.differing > 0) == held.first.is_some()
    }

    fn effort(&self) -> f64 {
        self.followed.games.effort * self.followed.games.size as f64
    }
}
