//! Records of missions: an observer's counts in one mission, and integer sums over many.

mod metrics;
mod observe;
mod tally;
#[cfg(test)]
mod tests;
mod turns;

pub use metrics::{Pilot, Whole};
pub use tally::{CellTally, Compared, Rung, Tally};
pub use turns::{GmTurns, Per};

use super::ace::{MAX_ARMAMENTS, MAX_ITEMS};
use super::encounter::{MAX_ACES, MAX_BATTLES};

/// Number of rounds with separate counts; later rounds count with the last.
pub const ROUNDS: usize = 64;
/// Number of tools with which an Ace can harm: armaments, their backups, systems.
pub const TOOLS: usize = 2 * MAX_ARMAMENTS + MAX_ITEMS;

/// Work of a tool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Attacks, or uses of a system.
    pub uses: u16,
    /// Harm that reached enemies.
    pub harm: u16,
    /// Enemies taken out for good.
    pub removed: u16,
}

/// Counts of one mission. The record lives on the stack and observes without allocation.
#[derive(Clone, Copy, Debug)]
pub struct Record {
    aces: usize,
    whole: [u32; Whole::ALL.len()],
    pilots: [[u32; Pilot::ALL.len()]; MAX_ACES],
    tools: [[Work; TOOLS]; MAX_ACES],
    turns: GmTurns,
    /// For each battle, the last round with a GM turn that reached its changes; 0 if there is none.
    lasted: [u8; MAX_BATTLES],
    /// Result of the last attack roll.
    last: Whole,
}

impl Default for Record {
    fn default() -> Record {
        Record {
            aces: 0,
            whole: [0; Whole::ALL.len()],
            pilots: [[0; Pilot::ALL.len()]; MAX_ACES],
            tools: [[Work::default(); TOOLS]; MAX_ACES],
            turns: GmTurns::default(),
            lasted: [0; MAX_BATTLES],
            last: Whole::Failures,
        }
    }
}

impl Record {
    /// Returns a metric of the mission.
    pub fn whole(&self, metric: Whole) -> u32 {
        self.whole[metric as usize]
    }

    /// Returns all metrics of the mission.
    pub fn wholes(&self) -> &[u32] {
        &self.whole
    }

    /// Returns a metric of an Ace.
    pub fn pilot(&self, ace: usize, metric: Pilot) -> u32 {
        self.pilots[ace][metric as usize]
    }

    /// Returns the work of a tool of an Ace: armaments, then backups from [`MAX_ARMAMENTS`] on, then systems.
    pub fn tool(&self, ace: usize, tool: usize) -> Work {
        self.tools[ace][tool]
    }

    /// Returns the counts of the game master's turns.
    pub fn turns(&self) -> &GmTurns {
        &self.turns
    }

    /// Returns a hash of everything counted in the mission with this number.
    pub fn signature(&self, game: u64) -> u64 {
        let pilots = self.pilots[..self.aces].iter().flatten();
        let tools = self.tools[..self.aces].iter().flatten();
        let tools = tools.flat_map(|work| [work.uses, work.harm, work.removed]).map(u32::from);
        let turns = self.turns.counts();
        let counts = self.whole.iter().chain(pilots).copied().chain(tools).chain(turns);
        counts.fold(game ^ 0xcbf2_9ce4_8422_2325, |hash, count| {
            (hash.rotate_left(23) ^ u64::from(count)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    }
}
