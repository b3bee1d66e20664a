//! Records of missions: what an observer counts in one, and the integer sums over many.

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

/// Rounds that are told apart; later ones count with the last.
pub const ROUNDS: usize = 64;
/// Things an Ace can harm with: armaments, their backups, systems.
pub const TOOLS: usize = 2 * MAX_ARMAMENTS + MAX_ITEMS;

/// What a tool did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Attacks, or uses of a system.
    pub uses: u16,
    /// Harm that reached enemies.
    pub harm: u16,
    /// Enemies taken out for good.
    pub removed: u16,
}

/// What was counted in one mission. It lives on the stack and watches without allocating.
#[derive(Clone, Copy, Debug)]
pub struct Record {
    aces: usize,
    whole: [u32; Whole::ALL.len()],
    pilots: [[u32; Pilot::ALL.len()]; MAX_ACES],
    tools: [[Work; TOOLS]; MAX_ACES],
    turns: GmTurns,
    /// Of each battle, the last round whose GM turn came to its changes; 0 for none.
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
    /// A metric of the mission.
    pub fn whole(&self, metric: Whole) -> u32 {
        self.whole[metric as usize]
    }

    /// All metrics of the mission.
    pub fn wholes(&self) -> &[u32] {
        &self.whole
    }

    /// A metric of an Ace.
    pub fn pilot(&self, ace: usize, metric: Pilot) -> u32 {
        self.pilots[ace][metric as usize]
    }

    /// What a tool of an Ace did: armaments, then backups from [`MAX_ARMAMENTS`] on, then systems.
    pub fn tool(&self, ace: usize, tool: usize) -> Work {
        self.tools[ace][tool]
    }

    /// What the game master did in its turns.
    pub fn turns(&self) -> &GmTurns {
        &self.turns
    }

    /// A number that depends on everything counted in the mission of this number.
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
