//! What a game's record tells after a game.

use crate::study::Metric;

/// Rounds that are told apart: as many as the highest clock has hours, after the set-up, which is round 0.
pub const ROUNDS: usize = 31;
/// Tactical positions.
pub const POSITIONS: usize = 3;

/// A record of one game between the players of a table.
pub trait Recorded: Default {
    /// Metrics of the whole game.
    const WHOLE: &'static [Metric];
    /// Metrics of each player.
    const SIDE: &'static [Metric];
    /// Which of them everybody reads.
    const ROLES: Roles;
    /// Tactical positions, from the highest starting score down: who has it, those between, who has the lowest.
    const POSITIONS: [&'static str; POSITIONS];
    /// Kinds of attacks that are told apart.
    const STRIKES: usize;

    /// Number of players.
    fn players(&self) -> usize;
    /// Who won; none in a tie.
    fn winner(&self) -> Option<usize>;
    /// The metrics of the game, in their order.
    fn wholes(&self) -> &[u32];
    /// The metrics of a player, in their order.
    fn side(&self, player: usize) -> &[i32];
    /// Attacks by kind, and hits by kind.
    fn strikes(&self) -> [&[u32]; 2];
    /// What was lost by round, [`ROUNDS`] numbers.
    fn lost(&self) -> &[u32];
    /// The player who alone led at the end of each of [`ROUNDS`] rounds.
    fn led(&self) -> &[Option<u8>];
    /// Scores of a player at the end of each of [`ROUNDS`] rounds; after the end they stay as they are.
    fn scores(&self, player: usize) -> &[i16];
    /// Whose turn was the first of the game.
    fn first(&self) -> Option<usize>;
    /// Whose turn was the last.
    fn last(&self) -> Option<usize>;
    /// A player's tactical position at the start, a place in the list of positions.
    fn position(&self, player: usize) -> usize;
    /// A 64-bit number that any other count of the game would change.
    fn signature(&self, game: u64) -> u64;

    /// A metric of the game, by its place.
    fn whole_at(&self, place: usize) -> u32 {
        self.wholes()[place]
    }
}

/// Places of the metrics that everybody reads.
#[derive(Clone, Copy, Debug)]
pub struct Roles {
    /// Of the whole game: rounds begun, the best score less the next, 1 where several share the best score.
    pub rounds: usize,
    pub margin: usize,
    pub tied: usize,
    /// Of each player: score at the end, and that less the best of the others.
    pub score: usize,
    pub lead: usize,
}

/// Stirs a number into a hash: a multiplication spreads low bits upwards, the shift brings them down again.
pub fn stir(hash: u64, value: u32) -> u64 {
    let spread = (hash ^ u64::from(value)).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    spread ^ (spread >> 29)
}
