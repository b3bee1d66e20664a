//! Games played on from positions: every group plays all arms with the same dice.

use super::games::Stoppable;
use super::{Counts, GroupCounter, Matchup};
use hitchart_dice::Stream;
use hitchart_play::{Game, Policy, Unwatched, play_on};
use hitchart_stats::{Bounds, Estimate, LEVEL, Moments, proportion};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, ops::Range, sync::Arc, sync::atomic::AtomicBool};

/// Builds a player of a policy.
pub type Build<P> = Arc<dyn Fn() -> P + Send + Sync>;

/// A decision from which games are played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayoutArm {
    /// Index of the decision.
    pub at: usize,
    /// Place of the candidate that is taken first; `None` leaves the choice to the policies.
    pub action: Option<usize>,
}

/// Results by group: for each arm and each player, the share of the game that the player won, in 64ths.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayoutRows(pub BTreeMap<u64, Vec<u8>>);

/// A whole victory in the numbers of [`PlayoutRows`].
const WHOLE: u8 = 64;

impl Counts for PlayoutRows {
    fn add(&mut self, other: &PlayoutRows) {
        self.0.extend(other.0.iter().map(|(group, row)| (*group, row.clone())));
    }
}

impl PlayoutRows {
    /// Returns the results of one column by group.
    fn column(&self, column: usize) -> impl Iterator<Item = i64> + Clone {
        self.0.values().map(move |row| row.get(column).copied().unwrap_or(0).into())
    }

    /// Returns the share of games won in a column.
    pub fn share(&self, column: usize) -> Estimate {
        let n = self.0.len() as u64;
        let won = self.column(column).filter(|share| *share == i64::from(WHOLE)).count() as u64;
        let lost = self.column(column).filter(|share| *share == 0).count() as u64;
        if won + lost == n { proportion(won, n, LEVEL) } else { of(self.column(column), &Bounds::SHARE, LEVEL) }
    }

    /// Returns the mean of a sum of columns, each with its sign, within bounds.
    pub fn sum(&self, columns: &[(usize, i64)], bounds: &Bounds) -> Estimate {
        self.sum_at(columns, bounds, LEVEL)
    }

    fn sum_at(&self, columns: &[(usize, i64)], bounds: &Bounds, level: f64) -> Estimate {
        let row = |row: &Vec<u8>| columns.iter().map(|(at, sign)| sign * i64::from(row[*at])).sum::<i64>();
        of(self.0.values().map(row), bounds, level)
    }

    /// Returns the lead of a column over another in shares of games won, on common random numbers, with its interval at a
    /// level.
    pub fn lead(&self, column: usize, over: usize, level: f64) -> Estimate {
        self.sum_at(&[(column, 1), (over, -1)], &Bounds::DIFFERENCE_OF_SHARES, level)
    }

    /// Returns the mean of a column.
    pub fn mean(&self, column: usize) -> f64 {
        self.column(column).sum::<i64>() as f64 / (f64::from(WHOLE) * self.0.len().max(1) as f64)
    }
}

/// Returns the mean of results in 64ths.
fn of(values: impl Iterator<Item = i64>, bounds: &Bounds, level: f64) -> Estimate {
    let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
    values.for_each(|value| *counts.entry(value).or_default() += 1);
    let counts = counts.iter().map(|(value, count)| (*value as f64 / f64::from(WHOLE), *count));
    Estimate::of(&Moments::of_counts(counts), bounds, level)
}

/// Games from several starts.
pub struct Playouts<G: Game, P> {
    /// Game that is played on.
    pub game: Arc<G>,
    /// States, each with the action that is taken first.
    pub starts: Vec<(G::State, Option<G::Action>)>,
    /// Builders of the policies, in order of players.
    pub builds: Vec<Build<P>>,
    /// Returns the share of a finished game that a player won.
    pub won: fn(&G, &G::State, usize) -> f64,
    /// Estimated nanoseconds of a group.
    pub effort: f64,
}

impl<G, P> Matchup for Playouts<G, P>
where
    G: Game + Send,
    G::State: Sync,
    G::Action: Send + Sync,
    P: Policy<G>,
{
    type Counts = PlayoutRows;

    fn effort(&self) -> f64 {
        self.effort
    }

    fn empty(&self) -> PlayoutRows {
        PlayoutRows::default()
    }

    fn seat<'s>(&'s self, stop: &'s AtomicBool) -> Option<GroupCounter<'s, PlayoutRows>> {
        let mut policies: Vec<Stoppable<'_, P, G::Action>> =
            self.builds.iter().map(|build| Stoppable::new(build(), stop)).collect();
        Some(Box::new(move |group, rows| {
            let mut row = Vec::with_capacity(self.starts.len() * policies.len());
            for (state, action) in &self.starts {
                for (player, policy) in (1..).zip(policies.iter_mut()) {
                    policy.begin(Stream { seed: group.key, job: player, stream: 0 }.key());
                }
                let mut state = *state;
                self.game.rekey(&mut state, group.key);
                if let Some(action) = action {
                    self.game.apply(&mut state, action, &mut Unwatched);
                }
                play_on(self.game.as_ref(), &mut state, &mut policies, &mut Unwatched);
                let won = |player| ((self.won)(&self.game, &state, player).clamp(0.0, 1.0) * f64::from(WHOLE)).round();
                row.extend((0..policies.len()).map(|player| won(player) as u8));
            }
            rows.0.insert(group.number, row);
        }))
    }

    fn fits(&self, rows: &PlayoutRows, games: u64, groups: &Range<u64>) -> bool {
        let width = self.starts.len() * self.builds.len();
        let fits = |(group, row): (&u64, &Vec<u8>)| {
            groups.contains(group) && row.len() == width && row.iter().all(|share| *share <= WHOLE)
        };
        rows.0.len() as u64 == games && rows.0.iter().all(fits)
    }
}
