//! The record of a game: all that studies read after it.

use crate::study::Metric;

/// Number of rounds with separate counts: the set-up (round 0) and one for each hour of the highest clock.
pub const ROUNDS: usize = 31;
/// Number of tactical positions.
pub const POSITIONS: usize = 3;

/// A record of one game between the players of a table.
pub trait Recorded: Default {
    /// Metrics of the whole game.
    const WHOLE: &'static [Metric];
    /// Metrics of each player.
    const SIDE: &'static [Metric];
    /// Places of the metrics that all studies read.
    const ROLES: Roles;
    /// Names of the tactical positions, from the highest starting score down: highest, between, lowest.
    const POSITIONS: [&'static str; POSITIONS];
    /// Number of kinds of attacks that are counted separately.
    const STRIKES: usize;

    /// Returns the number of players.
    fn players(&self) -> usize;
    /// Returns the winner; `None` in a tie.
    fn winner(&self) -> Option<usize>;
    /// Returns the metrics of the game, in the order of `WHOLE`.
    fn wholes(&self) -> &[u32];
    /// Returns the metrics of a player, in the order of `SIDE`.
    fn side(&self, player: usize) -> &[i32];
    /// Returns attacks by kind, and hits by kind.
    fn strikes(&self) -> [&[u32]; 2];
    /// Returns the losses by round, [`ROUNDS`] numbers.
    fn lost(&self) -> &[u32];
    /// Returns the player who alone led at the end of each of [`ROUNDS`] rounds.
    fn led(&self) -> &[Option<u8>];
    /// Returns the scores of a player at the end of each of [`ROUNDS`] rounds; rounds after the end repeat the last
    /// score.
    fn scores(&self, player: usize) -> &[i16];
    /// Returns the player with the first turn of the game.
    fn first(&self) -> Option<usize>;
    /// Returns the player with the last turn of the game.
    fn last(&self) -> Option<usize>;
    /// Returns a player's tactical position at the start, an index into `POSITIONS`.
    fn position(&self, player: usize) -> usize;
    /// Returns a 64-bit hash of the game; a change of any count changes the hash.
    fn signature(&self, game: u64) -> u64;

    /// Returns the metric of the game at an index.
    fn whole_at(&self, place: usize) -> u32 {
        self.wholes()[place]
    }
}

/// Indices of the metrics that all studies read.
#[derive(Clone, Copy, Debug)]
pub struct Roles {
    /// Metrics of the whole game: rounds begun, the best score less the next, 1 if several share the best score.
    pub rounds: usize,
    pub margin: usize,
    pub tied: usize,
    /// Metrics of each player: final score, and that score less the best of the others.
    pub score: usize,
    pub lead: usize,
}

/// Mixes a number into a hash: the multiplication spreads low bits upwards, the shift brings them down again.
pub fn stir(hash: u64, value: u32) -> u64 {
    let spread = (hash ^ u64::from(value)).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    spread ^ (spread >> 29)
}
