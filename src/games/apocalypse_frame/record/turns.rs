//! What the game master does with its turns, by the number of Aces for whom it has activations (A40).

use super::super::encounter::MAX_ACES;
use crate::stats::{Bounds, Estimate, LEVEL, Moments};
use crate::study::Sums;

/// What is counted of GM turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Per {
    /// GM turns.
    Turns,
    /// Activations of enemies.
    Activations,
    /// Attacks of enemies activated.
    Attacks,
    /// Harm that reached Aces, from the first activation to the end of the turn.
    Harm,
}

/// How many of these there are.
const COUNTED: usize = Per::Harm as usize + 1;
/// The number of sums of each number of Aces: with that of activations and attacks together, whose squares tell how the
/// two go together.
const SUMS: usize = COUNTED + 1;

/// GM turns of one mission.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GmTurns {
    /// By Aces that count, from 1.
    by: [[u32; COUNTED]; MAX_ACES],
    /// Aces that count in the turn that is on; 0 between turns.
    open: u8,
}

impl GmTurns {
    /// A GM turn begins, with so many activations.
    pub(super) fn begin(&mut self, activations: u8) {
        self.open = activations;
        self.count(Per::Turns, 1);
    }

    /// The GM turn is over.
    pub(super) fn end(&mut self) {
        self.open = 0;
    }

    /// Counts in the turn that is on, if one is.
    pub(super) fn count(&mut self, what: Per, by: u32) {
        if let Some(row) = usize::from(self.open).checked_sub(1).and_then(|row| self.by.get_mut(row)) {
            row[what as usize] += by;
        }
    }

    /// A count of the turns of so many Aces, from 1.
    pub fn of(&self, aces: usize, what: Per) -> u32 {
        self.by[aces - 1][what as usize]
    }

    /// All counts.
    pub(super) fn counts(&self) -> impl Iterator<Item = u32> + '_ {
        self.by.iter().flatten().copied()
    }

    /// Sums over missions, for each number of Aces.
    pub(super) fn sums() -> Vec<Sums> {
        (0..MAX_ACES).map(|_| Sums::new(SUMS)).collect()
    }

    /// Whether they can be such sums.
    pub(super) fn fit(sums: &[Sums]) -> bool {
        sums.len() == MAX_ACES && sums.iter().all(|sums| sums.has(SUMS))
    }

    /// Adds the turns of a mission to sums.
    pub(super) fn add_to(&self, sums: &mut [Sums]) {
        for (counts, sums) in self.by.iter().zip(sums) {
            let both = counts[Per::Activations as usize] + counts[Per::Attacks as usize];
            sums.add(counts.iter().copied().chain([both]).map(i64::from));
            sums.close(true);
        }
    }

    /// Attacks an activation, over the missions of some sums; none without activations.
    pub fn attacks_per_activation(sums: &Sums, missions: u64) -> Option<Estimate> {
        let [over, under] = [Per::Attacks as usize, Per::Activations as usize];
        let squares = |i: usize| sums.squares[i] as f64;
        let products = (squares(COUNTED) - squares(over) - squares(under)) / 2.0;
        let totals = (sums.total[over], sums.total[under]);
        (totals.1 > 0).then(|| {
            let moments = Moments::of_ratio(missions, totals, [squares(over), products, squares(under)]);
            Estimate::of(&moments, &Bounds::SHARE, LEVEL)
        })
    }
}
