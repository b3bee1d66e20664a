//! Integer sums over missions.

use hitchart_apocalypse_frame::encounter::{MAX_ACES, MAX_BATTLES};
use hitchart_apocalypse_frame::record::{COUNTED, MissionRecord, Pilot, ROUNDS, TOOLS, TurnCount, Whole};
use hitchart_lab::study::{Observations, Sums, add_all};
use hitchart_stats::{Bounds, Estimate, LEVEL, Moments};
use serde::{Deserialize, Serialize};

/// Reported ratios: the first count per unit of the second. The squares of the sum of both give their covariance.
const RATIOS: [(TurnCount, TurnCount); 3] = [
    (TurnCount::Activations, TurnCount::Turns),
    (TurnCount::Harm, TurnCount::Turns),
    (TurnCount::Attacks, TurnCount::Activations),
];
/// Number of sums for each number of Aces.
const SUMS: usize = COUNTED + RATIOS.len();

/// Sums over the missions of one cell: one team, plan and pair of policies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellTally {
    /// Sum of the missions' signatures; independent of their order.
    #[serde(with = "hitchart_lab::study::hex")]
    pub signature: u64,
    /// Sums in the order of [`Whole`].
    pub metrics: Sums,
    /// Sums for each Ace, in the order of [`Pilot`].
    pub pilots: Vec<Sums>,
    /// Uses, Harm and removals of each Ace's tools, tool by tool.
    pub tools: Vec<Sums>,
    /// GM turns by the number of Aces that count, from 1; see [`TurnCount`].
    pub turns: Vec<Sums>,
    /// For each battle, the last round with a GM turn that reached its changes in any mission; 0 if there is none.
    pub lasted: Vec<u8>,
    /// Missions by rounds.
    pub rounds: Vec<u64>,
    /// Differences of each mission from that of the first cell on common random numbers, in the order of [`Whole`].
    pub differences: Sums,
}

/// Cells that are counted jointly, in addition to each cell alone.
#[derive(Clone, Debug, Default)]
pub struct Compared {
    /// Sets of cells; the missions of a set are summed per seed.
    pub sets: Vec<Vec<usize>>,
    /// Pairs of cells compared mission by mission, the second with the first.
    pub rungs: Vec<[usize; 2]>,
}

/// Paired comparison of two cells on common random numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rung {
    /// Missions that the second won and the first did not, and the reverse.
    pub won: [u64; 2],
    /// Of the rest, missions that left the second, or the first, better off: Vigor left less Harm taken.
    pub better: [u64; 2],
}

/// Sums over missions, cell by cell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Missions of each cell.
    pub games: u64,
    pub cells: Vec<CellTally>,
    /// Missions won by each set of cells, summed per seed; then the Harm taken in them.
    pub together: Sums,
    /// Cells compared mission by mission.
    #[serde(default)]
    pub rungs: Vec<Rung>,
}

impl CellTally {
    fn new(aces: usize) -> CellTally {
        CellTally {
            signature: 0,
            metrics: Sums::new(Whole::ALL.len()),
            pilots: (0..aces).map(|_| Sums::new(Pilot::ALL.len())).collect(),
            tools: (0..aces).map(|_| Sums::new(3 * TOOLS)).collect(),
            turns: (0..MAX_ACES).map(|_| Sums::new(SUMS)).collect(),
            lasted: vec![0; MAX_BATTLES],
            rounds: vec![0; ROUNDS],
            differences: Sums::new(Whole::ALL.len()),
        }
    }

    fn add(&mut self, game: u64, record: &MissionRecord, first: &MissionRecord) {
        self.signature = self.signature.wrapping_add(record.signature(game));
        self.metrics.add(record.wholes().iter().map(|count| i64::from(*count)));
        let more =
            record.wholes().iter().zip(first.wholes()).map(|(count, first)| i64::from(*count) - i64::from(*first));
        self.differences.add(more);
        self.metrics.close(true);
        self.differences.close(true);
        for (ace, sums) in self.pilots.iter_mut().enumerate() {
            sums.add(record.pilots(ace).iter().map(|count| i64::from(*count)));
            sums.close(true);
            let works = record.tools(ace).iter().flat_map(|work| [work.uses, work.harm, work.removed]);
            self.tools[ace].add(works.map(i64::from));
            self.tools[ace].close(true);
        }
        add_turns(&mut self.turns, record.turns().rows());
        self.last(record.lasted());
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

    /// Returns true if the sums can be of `games` missions of `aces` Aces.
    fn fits(&self, games: u64, aces: usize) -> bool {
        let of = Observations::of(games);
        self.metrics.fits(Whole::ALL.len(), of)
            && self.differences.fits(Whole::ALL.len(), of)
            && self.pilots.len() == aces
            && self.pilots.iter().all(|sums| sums.fits(Pilot::ALL.len(), of))
            && self.tools.len() == aces
            && self.tools.iter().all(|sums| sums.fits(3 * TOOLS, of))
            && self.turns.len() == MAX_ACES
            && self.turns.iter().all(|sums| sums.fits(SUMS, of))
            && self.lasted.len() == MAX_BATTLES
            && self.rounds.len() == ROUNDS
            && self.rounds.iter().try_fold(0u64, |sum, count| sum.checked_add(*count)) == Some(games)
            && u64::try_from(self.metrics.total[Whole::Victory as usize]).is_ok_and(|won| won <= games)
    }
}

impl Tally {
    /// Returns an empty tally; `aces` are the numbers of Aces in each cell.
    pub fn new(aces: impl Iterator<Item = usize>, compared: &Compared) -> Tally {
        Tally {
            games: 0,
            cells: aces.map(CellTally::new).collect(),
            together: Sums::new(2 * compared.sets.len()),
            rungs: vec![Rung::default(); compared.rungs.len()],
        }
    }

    /// Adds one mission of every cell, all on common random numbers.
    pub fn add(&mut self, game: u64, records: &[MissionRecord], compared: &Compared) {
        self.games += 1;
        let of = |metric: Whole| {
            let sum = move |set: &Vec<usize>| set.iter().map(|cell| i64::from(records[*cell].whole(metric))).sum();
            compared.sets.iter().map(sum)
        };
        self.together.add(of(Whole::Victory).chain(of(Whole::Taken)));
        self.together.close(true);
        for (rung, cells) in self.rungs.iter_mut().zip(&compared.rungs) {
            rung.add(cells.map(|cell| &records[cell]));
        }
        for (cell, record) in self.cells.iter_mut().zip(records) {
            cell.add(game, record, &records[0]);
        }
    }

    /// Returns the tally of one cell.
    pub fn alone(&self, cell: usize) -> Tally {
        Tally { games: self.games, cells: vec![self.cells[cell].clone()], ..Tally::default() }
    }

    /// Adds the missions of another block; an empty tally becomes a copy of the block.
    pub fn merge(&mut self, other: &Tally) {
        if self.games == 0 {
            return self.clone_from(other);
        }
        self.games += other.games;
        self.together.merge(&other.together);
        self.rungs.iter_mut().zip(&other.rungs).for_each(|(rung, more)| rung.merge(more));
        self.cells.iter_mut().zip(&other.cells).for_each(|(cell, more)| cell.merge(more));
    }

    /// Returns the number of observations of each cell.
    pub fn observations(&self) -> Observations {
        Observations::of(self.games)
    }

    /// Returns true if the tally can be of `games` missions of cells with these numbers of Aces and these comparisons.
    pub fn fits(&self, games: u64, aces: impl ExactSizeIterator<Item = usize>, compared: &Compared) -> bool {
        let Compared { sets, rungs } = compared;
        let of = |metric: Whole| {
            let sum = move |set: &Vec<usize>| {
                set.iter().map(|cell| i128::from(self.cells[*cell].metrics.total[metric as usize])).sum::<i128>()
            };
            sets.iter().map(sum)
        };
        self.games == games
            && self.cells.len() == aces.len()
            && self.cells.iter().zip(aces).all(|(cell, aces)| cell.fits(self.games, aces))
            && self.together.fits(2 * sets.len(), self.observations())
            && of(Whole::Victory).chain(of(Whole::Taken)).eq(self.together.total.iter().map(|total| i128::from(*total)))
            && self.rungs.len() == rungs.len()
            && self.rungs.iter().all(|rung| rung.decided().is_some_and(|decided| decided <= games))
    }
}

impl Rung {
    fn add(&mut self, records: [&MissionRecord; 2]) {
        let of = |metric: Whole| records.map(|record| i64::from(record.whole(metric)));
        let (won, left, taken) = (of(Whole::Victory), of(Whole::VigorLeft), of(Whole::Taken));
        let after = [left[0] - taken[0], left[1] - taken[1]];
        for (values, counts) in [(won, &mut self.won), (after, &mut self.better)] {
            match values[1].cmp(&values[0]) {
                std::cmp::Ordering::Greater => return counts[0] += 1,
                std::cmp::Ordering::Less => return counts[1] += 1,
                std::cmp::Ordering::Equal => {}
            }
        }
    }

    fn merge(&mut self, other: &Rung) {
        add_all(&mut self.won, &other.won);
        add_all(&mut self.better, &other.better);
    }

    /// Returns the number of missions in which one of the two did better; `None` on overflow.
    pub fn decided(&self) -> Option<u64> {
        self.won.iter().chain(&self.better).try_fold(0u64, |sum, count| sum.checked_add(*count))
    }
}

/// Adds the game master's turns of a mission to sums, each by the number of Aces that count.
fn add_turns(sums: &mut [Sums], turns: &[[u32; COUNTED]]) {
    for (counts, sums) in turns.iter().zip(sums) {
        let both = RATIOS.iter().map(|(over, under)| counts[*over as usize] + counts[*under as usize]);
        sums.add(counts.iter().copied().chain(both).map(i64::from));
        sums.close(true);
    }
}

/// Returns activations per GM turn, Harm per GM turn, and attacks per activation, over the missions of some sums;
/// `None` without activations.
pub fn turn_ratios(sums: &Sums, missions: u64) -> Option<[Estimate; RATIOS.len()]> {
    let ratio = |i: usize| {
        let (over, under) = (RATIOS[i].0 as usize, RATIOS[i].1 as usize);
        let squares = |i: usize| sums.squares[i] as f64;
        let products = (squares(COUNTED + i) - squares(over) - squares(under)) / 2.0;
        let totals = (sums.total[over], sums.total[under]);
        let moments = Moments::of_ratio(missions, totals, [&[squares(over), products, squares(under)], &[]]);
        let step = if RATIOS[i].0 == TurnCount::Harm { 3.0 } else { 1.0 };
        Estimate::of(&moments, &Bounds { step, ..Bounds::COUNT }, LEVEL)
    };
    (sums.total[TurnCount::Activations as usize] > 0).then(|| std::array::from_fn(ratio))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitchart_apocalypse_frame::catalogue::book;
    use hitchart_apocalypse_frame::encounter::MissionPlan;
    use hitchart_apocalypse_frame::encounter::ground::built_in;
    use hitchart_apocalypse_frame::mission::{KeyedDice, Mission};
    use hitchart_apocalypse_frame::players::Random;
    use hitchart_apocalypse_frame::rules_files::standard;
    use hitchart_apocalypse_frame::squad::stock;
    use hitchart_play::play;

    fn recorded(key: u64) -> MissionRecord {
        let rules = standard();
        let frames = ["M1-SOLDIER", "L1-RECON", "H1-VANGUARD"];
        let aces = frames.iter().map(|name| stock(book().frame(name).unwrap(), &rules)).collect();
        let plan = MissionPlan::single(built_in("patrol", book()).unwrap());
        let mut record = MissionRecord::default();
        play(&Mission::new(rules, aces, plan, KeyedDice), key, &mut [Random::new(), Random::new()], &mut record);
        record
    }

    #[test]
    fn a_tally_of_blocks_is_the_tally_of_all() {
        let records: Vec<MissionRecord> = (0..30).map(recorded).collect();
        let both = Compared { sets: vec![vec![0, 1]], rungs: vec![[0, 1]] };
        let tally = |games: std::ops::Range<usize>| {
            let mut tally = Tally::new([3, 3].into_iter(), &both);
            for game in games {
                tally.add(game as u64, &[records[game], records[(game + 1) % 30]], &both);
            }
            tally
        };
        let (all, mut parts) = (tally(0..30), tally(0..11));
        parts.merge(&tally(11..30));
        assert_eq!(all, parts);
        let fits = |games: u64, aces: &[usize], of: &Compared| all.fits(games, aces.iter().copied(), of);
        assert!(fits(30, &[3, 3], &both) && !fits(40, &[3, 3], &both));
        assert!(!fits(29, &[3, 3], &both) && !fits(30, &[3], &both) && !fits(30, &[3, 2], &both));
        let others = [
            Compared::default(),
            Compared { sets: vec![vec![0]], ..both.clone() },
            Compared { rungs: Vec::new(), ..both.clone() },
        ];
        assert!(others.iter().all(|other| !fits(30, &[3, 3], other)));
        // The second cell is the first one mission later: the sums are equal, and only paired missions decide.
        let decided = all.rungs[0].decided().unwrap();
        assert!(decided > 0 && decided <= 30, "{:?}", all.rungs);
        // The first cell has no difference from itself. The second is the first one mission later, so that the sums agree
        // but the squares are not 0.
        assert!(all.cells[0].differences.squares.iter().all(|square| *square == 0));
        assert_eq!(all.cells[1].differences.total, vec![0; Whole::ALL.len()]);
        assert!(all.cells[1].differences.squares[Whole::Rounds as usize] > 0);
    }

    /// Two missions with turns of two Aces: one with 2 activations and 2 attacks, one with 4 and 1. By hand the share is a
    /// half, and the residuals are 1 and -1, of 3 activations on average.
    #[test]
    fn attacks_an_activation_have_the_spread_of_a_ratio() {
        let mut sums = vec![Sums::new(SUMS); MAX_ACES];
        for (activations, attacks) in [(2, 2), (4, 1)] {
            let mut turns = [[0; COUNTED]; MAX_ACES];
            turns[1][TurnCount::Turns as usize] = 1;
            turns[1][TurnCount::Activations as usize] = activations;
            turns[1][TurnCount::Attacks as usize] = attacks;
            add_turns(&mut sums, &turns);
        }
        assert!(turn_ratios(&sums[0], 2).is_none() && sums.iter().all(|sums| sums.fits(SUMS, Observations::of(2))));
        let [activations, _, attacks] = turn_ratios(&sums[1], 2).unwrap();
        assert!((activations.point - 3.0).abs() < 1e-12 && (attacks.point - 0.5).abs() < 1e-12);
        let by_hand = (2.0f64).sqrt() / (2.0f64).sqrt() / 3.0;
        assert!((attacks.standard_error - by_hand).abs() < 1e-12, "{}", attacks.standard_error);
    }
}
