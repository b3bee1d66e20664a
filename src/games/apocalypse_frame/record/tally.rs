//! Integer sums over missions.

use super::{GmTurns, Pilot, ROUNDS, Record, TOOLS, Whole};
use crate::games::apocalypse_frame::encounter::MAX_BATTLES;
use crate::study::{Observations, Sums, add_all};
use serde::{Deserialize, Serialize};

/// Sums over the missions of one cell: one team, plan and pair of policies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellTally {
    /// Sum of the missions' signatures; it does not depend on their order.
    #[serde(with = "crate::study::hex")]
    pub signature: u64,
    /// In the order of [`Whole`].
    pub metrics: Sums,
    /// Of each Ace, in the order of [`Pilot`].
    pub pilots: Vec<Sums>,
    /// Uses, Harm and removals of each Ace's tools, tool by tool.
    pub tools: Vec<Sums>,
    /// GM turns by the number of Aces that count, from 1; see [`GmTurns`].
    pub turns: Vec<Sums>,
    /// Of each battle, the last round whose GM turn came to its changes in any mission; 0 for none.
    pub lasted: Vec<u8>,
    /// Missions by rounds.
    pub rounds: Vec<u64>,
    /// What each mission had more than that of the first cell with the same dice, in the order of [`Whole`].
    pub differences: Sums,
}

/// Sums over missions, cell by cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Missions of each cell.
    pub games: u64,
    pub cells: Vec<CellTally>,
    /// Missions won by sets of cells, in all of a set with the same dice.
    pub together: Sums,
}

impl CellTally {
    fn new(aces: usize) -> CellTally {
        CellTally {
            signature: 0,
            metrics: Sums::new(Whole::ALL.len()),
            pilots: (0..aces).map(|_| Sums::new(Pilot::ALL.len())).collect(),
            tools: (0..aces).map(|_| Sums::new(3 * TOOLS)).collect(),
            turns: GmTurns::sums(),
            lasted: vec![0; MAX_BATTLES],
            rounds: vec![0; ROUNDS],
            differences: Sums::new(Whole::ALL.len()),
        }
    }

    fn add(&mut self, game: u64, record: &Record, first: &Record) {
        self.signature = self.signature.wrapping_add(record.signature(game));
        self.metrics.add(record.whole.iter().map(|count| i64::from(*count)));
        let more = record.whole.iter().zip(&first.whole).map(|(count, first)| i64::from(*count) - i64::from(*first));
        self.differences.add(more);
        self.metrics.close(true);
        self.differences.close(true);
        for (ace, sums) in self.pilots.iter_mut().enumerate() {
            sums.add(record.pilots[ace].iter().map(|count| i64::from(*count)));
            sums.close(true);
            let works = record.tools[ace].iter().flat_map(|work| [work.uses, work.harm, work.removed]);
            self.tools[ace].add(works.map(i64::from));
            self.tools[ace].close(true);
        }
        record.turns.add_to(&mut self.turns);
        self.last(&record.lasted);
        self.rounds[(record.whole(Whole::Rounds) as usize).min(ROUNDS - 1)] += 1;
    }

    fn last(&mut self, rounds: &[u8]) {
        self.lasted.iter_mut().zip(rounds).for_each(|(lasted, round)| *lasted = (*lasted).max(*round));
    }

    fn merge(&mut self, other: &CellTally) {
        self.last(&other.lasted);
        self.signature = self.signature.wrapping_add(other.signature);
        self.metrics.merge(&other.metrics);
        self.differences.merge(&other.differences);
        let sums = self.pilots.iter_mut().chain(&mut self.tools).chain(&mut self.turns);
        sums.zip(other.pilots.iter().chain(&other.tools).chain(&other.turns)).for_each(|(sums, more)| sums.merge(more));
        add_all(&mut self.rounds, &other.rounds);
    }

    /// Whether it can be of so many missions of so many Aces.
    fn fits(&self, games: u64, aces: usize) -> bool {
        self.metrics.has(Whole::ALL.len())
            && self.differences.has(Whole::ALL.len())
            && self.pilots.len() == aces
            && self.pilots.iter().all(|sums| sums.has(Pilot::ALL.len()))
            && self.tools.len() == aces
            && self.tools.iter().all(|sums| sums.has(3 * TOOLS))
            && GmTurns::fit(&self.turns)
            && self.lasted.len() == MAX_BATTLES
            && self.rounds.len() == ROUNDS
            && self.rounds.iter().try_fold(0u64, |sum, count| sum.checked_add(*count)) == Some(games)
            && u64::try_from(self.metrics.total[Whole::Victory as usize]).is_ok_and(|won| won <= games)
    }
}

impl Tally {
    /// No missions yet; `aces` are those of each cell, and so many sets of cells are taken together.
    pub fn new(aces: impl Iterator<Item = usize>, sets: usize) -> Tally {
        Tally { games: 0, cells: aces.map(CellTally::new).collect(), together: Sums::new(sets) }
    }

    /// Adds one mission of every cell, all with the same dice; `sets` are cells to be taken together.
    pub fn add(&mut self, game: u64, records: &[Record], sets: &[Vec<usize>]) {
        self.games += 1;
        let won = |set: &Vec<usize>| set.iter().map(|cell| i64::from(records[*cell].whole(Whole::Victory))).sum();
        self.together.add(sets.iter().map(won));
        self.together.close(true);
        for (cell, record) in self.cells.iter_mut().zip(records) {
            cell.add(game, record, &records[0]);
        }
    }

    /// Adds the missions of another block.
    pub fn merge(&mut self, other: &Tally) {
        self.games += other.games;
        self.together.merge(&other.together);
        self.cells.iter_mut().zip(&other.cells).for_each(|(cell, more)| cell.merge(more));
    }

    /// What the sums of each cell are of.
    pub fn observations(&self) -> Observations {
        Observations::of(self.games)
    }

    /// Whether it can be of so many missions of cells with so many Aces each and of such sets of them.
    pub fn fits(&self, games: u64, aces: impl ExactSizeIterator<Item = usize>, sets: &[Vec<usize>]) -> bool {
        let won = |cell: &usize| self.cells[*cell].metrics.total[Whole::Victory as usize];
        self.games == games
            && self.cells.len() == aces.len()
            && self.cells.iter().zip(aces).all(|(cell, aces)| cell.fits(self.games, aces))
            && self.together.has(sets.len())
            && sets.iter().zip(&self.together.total).all(|(set, all)| set.iter().map(won).sum::<i64>() == *all)
    }
}
