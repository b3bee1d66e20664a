//! Counts of the game master's turns, by the number of Aces that give activations (A40).

use super::super::encounter::MAX_ACES;
use hitchart_lab::study::{Observations, Sums};
use hitchart_stats::{Bounds, Estimate, LEVEL, Moments};

/// Counts of GM turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Per {
    /// GM turns.
    Turns,
    /// Activations of enemies that could bring an attack: an Ace could be harmed, and an enemy had not attacked yet.
    Activations,
    /// Attacks of enemies activated.
    Attacks,
    /// Harm that reached Aces, from the first activation to the end of the turn.
    Harm,
}

/// Number of these counts.
const COUNTED: usize = Per::Harm as usize + 1;
/// Reported ratios: the first count per unit of the second. The squares of the sum of both give their covariance.
const RATIOS: [(Per, Per); 3] =
    [(Per::Activations, Per::Turns), (Per::Harm, Per::Turns), (Per::Attacks, Per::Activations)];
/// Number of sums for each number of Aces.
const SUMS: usize = COUNTED + RATIOS.len();

/// GM turns of one mission.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GmTurns {
    /// Counts by the number of Aces that count, from 1.
    by: [[u32; COUNTED]; MAX_ACES],
    /// Aces that count in the current turn; 0 between turns.
    open: u8,
}

impl GmTurns {
    /// Begins a GM turn with this number of activations.
    pub(super) fn begin(&mut self, activations: u8) {
        self.open = activations;
        self.count(Per::Turns, 1);
    }

    /// Ends the GM turn.
    pub(super) fn end(&mut self) {
        self.open = 0;
    }

    /// Adds to a count of the current turn, if there is one.
    pub(super) fn count(&mut self, what: Per, by: u32) {
        if let Some(row) = usize::from(self.open).checked_sub(1).and_then(|row| self.by.get_mut(row)) {
            row[what as usize] += by;
        }
    }

    /// Returns a count of the turns of `aces` Aces, from 1.
    pub fn of(&self, aces: usize, what: Per) -> u32 {
        self.by[aces - 1][what as usize]
    }

    /// Returns all counts.
    pub(super) fn counts(&self) -> impl Iterator<Item = u32> + '_ {
        self.by.iter().flatten().copied()
    }

    /// Returns empty sums over missions, for each number of Aces.
    pub(super) fn sums() -> Vec<Sums> {
        (0..MAX_ACES).map(|_| Sums::new(SUMS)).collect()
    }

    /// Returns true if the sums are valid.
    pub(super) fn fit(sums: &[Sums], of: Observations) -> bool {
        sums.len() == MAX_ACES && sums.iter().all(|sums| sums.fits(SUMS, of))
    }

    /// Adds the turns of a mission to sums.
    pub(super) fn add_to(&self, sums: &mut [Sums]) {
        for (counts, sums) in self.by.iter().zip(sums) {
            let both = RATIOS.iter().map(|(over, under)| counts[*over as usize] + counts[*under as usize]);
            sums.add(counts.iter().copied().chain(both).map(i64::from));
            sums.close(true);
        }
    }

    /// Returns activations per GM turn, Harm per GM turn, and attacks per activation, over the missions of some sums;
    /// `None` without activations.
    pub fn ratios(sums: &Sums, missions: u64) -> Option<[Estimate; RATIOS.len()]> {
        let ratio = |i: usize| {
            let (over, under) = (RATIOS[i].0 as usize, RATIOS[i].1 as usize);
            let squares = |i: usize| sums.squares[i] as f64;
            let products = (squares(COUNTED + i) - squares(over) - squares(under)) / 2.0;
            let totals = (sums.total[over], sums.total[under]);
            let moments = Moments::of_ratio(missions, totals, [&[squares(over), products, squares(under)], &[]]);
            let step = if RATIOS[i].0 == Per::Harm { 3.0 } else { 1.0 };
            Estimate::of(&moments, &Bounds { step, ..Bounds::COUNT }, LEVEL)
        };
        (sums.total[Per::Activations as usize] > 0).then(|| std::array::from_fn(ratio))
    }
}
