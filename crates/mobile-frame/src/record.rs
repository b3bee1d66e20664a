//! Records of the Mobile Frame games: the counts of one battle that all of these games have.
//!
//! Metrics that two games count in the same way have the same name in both. The code here finds them by that name.

use crate::order::{PlayerId, by_seat};
pub use hitchart_play::record::Shared;
use hitchart_play::record::{Metric, ROUNDS, Recorded, Roles, stir};
use hitchart_play::{MAX_PLAYERS, Scores};

/// Lists ratios of two metrics of a battle: `share` or `ratio`, name, title, the two variants of `Whole`, and the rule.
#[macro_export]
macro_rules! ratios {
    ($($kind:ident $name:literal $title:literal $part:ident / $whole:ident $how:literal)*) => {
        &[$($crate::record::Shared::$kind($name, $title, [Whole::$part as usize, Whole::$whole as usize], $how)),*]
    };
}

/// The part of a record that belongs to one game.
pub trait OfGame: Copy + Default {
    /// Names of the metrics of a whole battle, as indices.
    type Whole: Into<usize>;
    /// Names of the metrics of a player, as indices.
    type Side: Into<usize>;

    /// Metrics of a whole battle.
    const WHOLE: &'static [Metric];
    /// Metrics of each player.
    const SIDE: &'static [Metric];
    /// Names of the tactical positions, from the highest starting score down: highest, between, lowest.
    const POSITIONS: [&'static str; 3];

    /// Returns the numbers of metrics and of kinds of attacks that the signature of a battle covers, the first ones.
    fn signed(whole: &[u32], strikes: &[u32]) -> (usize, usize) {
        (whole.len(), strikes.len())
    }
}

/// Counts of one battle: `W` metrics of the battle, `S` of each player, and attacks of `K` kinds. A record lives on the
/// stack, and counts without allocating.
#[derive(Clone, Copy, Debug)]
pub struct BattleRecord<G, const W: usize, const S: usize, const K: usize> {
    players: usize,
    /// Metrics of the battle.
    pub whole: [u32; W],
    /// Metrics of each player.
    pub sides: [[i32; S]; MAX_PLAYERS],
    /// Attacks by kind.
    pub strikes: [u32; K],
    /// Hits on targets, by kind of attack.
    pub hits: [u32; K],
    /// Losses by round.
    pub lost: [u32; ROUNDS],
    /// The sole leader at the end of each round.
    led: [Option<u8>; ROUNDS],
    /// Scores at the end of each round, by player. Round 0 is the set-up; rounds after the end repeat the last scores.
    pub scores: [[i16; ROUNDS]; MAX_PLAYERS],
    /// The last sole leader.
    leader: Option<u8>,
    first: Option<PlayerId>,
    last: Option<PlayerId>,
    /// Players from the highest starting score down.
    seats: [PlayerId; MAX_PLAYERS],
    winner: Option<usize>,
    /// Counts of one game alone.
    pub own: G,
}

impl<G: OfGame, const W: usize, const S: usize, const K: usize> Default for BattleRecord<G, W, S, K> {
    fn default() -> Self {
        BattleRecord {
            players: 0,
            whole: [0; W],
            sides: [[0; S]; MAX_PLAYERS],
            strikes: [0; K],
            hits: [0; K],
            lost: [0; ROUNDS],
            led: [None; ROUNDS],
            scores: [[0; ROUNDS]; MAX_PLAYERS],
            leader: None,
            first: None,
            last: None,
            seats: [PlayerId::default(); MAX_PLAYERS],
            winner: None,
            own: G::default(),
        }
    }
}

impl<G: OfGame, const W: usize, const S: usize, const K: usize> Recorded for BattleRecord<G, W, S, K> {
    const WHOLE: &'static [Metric] = G::WHOLE;
    const SIDE: &'static [Metric] = G::SIDE;
    const ROLES: Roles = Roles {
        rounds: index_of(G::WHOLE, "rounds"),
        margin: index_of(G::WHOLE, "margin"),
        tied: index_of(G::WHOLE, "tied"),
        score: index_of(G::SIDE, "score"),
        lead: index_of(G::SIDE, "lead"),
    };
    const POSITIONS: [&'static str; 3] = G::POSITIONS;
    const STRIKES: usize = K;

    fn players(&self) -> usize {
        self.players
    }

    fn winner(&self) -> Option<usize> {
        self.winner
    }

    fn wholes(&self) -> &[u32] {
        &self.whole
    }

    fn side(&self, player: usize) -> &[i32] {
        &self.sides[player]
    }

    fn strikes(&self) -> [&[u32]; 2] {
        [&self.strikes, &self.hits]
    }

    fn lost(&self) -> &[u32] {
        &self.lost
    }

    fn led(&self) -> &[Option<u8>] {
        &self.led
    }

    fn scores(&self, player: usize) -> &[i16] {
        &self.scores[player]
    }

    fn first(&self) -> Option<usize> {
        self.first.map(PlayerId::index)
    }

    fn last(&self) -> Option<usize> {
        self.last.map(PlayerId::index)
    }

    fn position(&self, player: usize) -> usize {
        by_seat(&self.seats[..self.players], PlayerId::new(player as u8), [0, 1, 2])
    }

    fn signature(&self, game: u64) -> u64 {
        let sides = self.sides[..self.players].as_flattened().iter().map(|value| *value as u32);
        let (whole, kinds) = G::signed(&self.whole, &self.strikes);
        let strikes = self.strikes[..kinds].iter().chain(&self.hits[..kinds]);
        let counts = self.whole[..whole].iter().chain(strikes).chain(&self.lost).copied();
        let [first, last] = [self.first, self.last].map(|player| player.map(PlayerId::number));
        let who = [first, last, self.winner.map(|winner| winner as u8)];
        let who = who.into_iter().chain(self.led).map(|player| player.map_or(u32::MAX, u32::from));
        let seats = self.seats.iter().map(|seat| u32::from(seat.number()));
        counts.chain(sides).chain(who).chain(seats).fold(stir(game, 0), stir)
    }
}

/// An attack that was made, and the players of its two sides.
pub struct Attack {
    /// Index among the kinds of attacks.
    pub kind: usize,
    /// Player who attacks.
    pub attacker: PlayerId,
    /// Owner of the target; `None` for terrain and debris.
    pub target: Option<PlayerId>,
    /// Number of damage dice.
    pub dice: u8,
    /// Number of hits on the target.
    pub hits: u8,
    /// Number of hits on the cover of the target.
    pub on_cover: u8,
}

impl<G: OfGame, const W: usize, const S: usize, const K: usize> BattleRecord<G, W, S, K> {
    const TURNS: [usize; 2] = [index_of(G::WHOLE, "turns"), index_of(G::SIDE, "turns")];
    const ANSWERS: usize = index_of(G::WHOLE, "answers");
    const ATTACKS: [usize; 2] = [index_of(G::WHOLE, "attacks"), index_of(G::SIDE, "attacks")];
    const DICE: usize = index_of(G::WHOLE, "damage_dice");
    const MISSES: usize = index_of(G::WHOLE, "misses");
    /// Damage of a battle, damage dealt and damage taken.
    const DAMAGE: [usize; 3] =
        [index_of(G::WHOLE, "damage"), index_of(G::SIDE, "damage_dealt"), index_of(G::SIDE, "damage_taken")];
    const TICKS: [usize; 2] = [index_of(G::WHOLE, "ticks"), index_of(G::SIDE, "ticks")];
    const LEAD_CHANGES: usize = index_of(G::WHOLE, "lead_changes");
    const START_SCORE: usize = index_of(G::SIDE, "start_score");
    /// Turns taken first and last.
    const ENDS: [usize; 2] = [index_of(G::SIDE, "acted_first"), index_of(G::SIDE, "acted_last")];

    /// Returns a metric of the battle.
    pub fn whole(&self, metric: G::Whole) -> u32 {
        self.whole[metric.into()]
    }

    /// Adds to a metric of the battle.
    pub fn add(&mut self, metric: G::Whole, count: u32) {
        self.whole[metric.into()] += count;
    }

    /// Adds to a metric of a player.
    pub fn add_to(&mut self, player: PlayerId, metric: G::Side, count: i32) {
        self.sides[player.index()][metric.into()] += count;
    }

    /// Counts something of the battle that a player did once.
    fn count_both(&mut self, [whole, side]: [usize; 2], player: PlayerId) {
        self.whole[whole] += 1;
        self.sides[player.index()][side] += 1;
    }

    /// Begins the first round.
    pub fn begin(&mut self, scores: &Scores) {
        self.leader = leader(scores);
        self.follow_scores(scores, 0);
        for (side, score) in self.sides.iter_mut().zip(scores.as_slice()) {
            side[Self::START_SCORE] = *score;
        }
    }

    /// Begins a turn of a player.
    pub fn begin_turn(&mut self, player: PlayerId, answer: bool) {
        self.count_both(Self::TURNS, player);
        self.whole[Self::ANSWERS] += u32::from(answer);
        self.first.get_or_insert(player);
        self.last = Some(player);
    }

    /// Counts an attack. Hits on terrain and debris count for no player.
    pub fn attack(&mut self, attack: &Attack) {
        self.count_both(Self::ATTACKS, attack.attacker);
        self.whole[Self::DICE] += u32::from(attack.dice);
        self.whole[Self::MISSES] += u32::from(attack.hits == 0 && attack.on_cover == 0);
        self.strikes[attack.kind] += 1;
        let Some(target) = attack.target else { return };
        let [damage, dealt, taken] = Self::DAMAGE;
        self.hits[attack.kind] += u32::from(attack.hits);
        self.whole[damage] += u32::from(attack.hits);
        self.sides[attack.attacker.index()][dealt] += i32::from(attack.hits);
        self.sides[target.index()][taken] += i32::from(attack.hits);
    }

    /// Counts an extra step of the clock that a player chose.
    pub fn tick(&mut self, player: PlayerId) {
        self.count_both(Self::TICKS, player);
    }

    /// Counts the loss of a frame, a ship or a company.
    pub fn lose(&mut self, round: u8) {
        self.lost[at(round)] += 1;
    }

    /// Counts a change of the sole leader at the end of a turn. During a turn, scores may change back and forth.
    pub fn follow_lead(&mut self, scores: &Scores) {
        let now = leader(scores);
        if let (Some(before), Some(now)) = (self.leader, now)
            && before != now
        {
            self.whole[Self::LEAD_CHANGES] += 1;
        }
        self.leader = now.or(self.leader);
    }

    /// Stores the scores for a round and all later rounds, until a later call overwrites them.
    pub fn follow_scores(&mut self, scores: &Scores, round: u8) {
        for (by_round, score) in self.scores.iter_mut().zip(scores.as_slice()) {
            by_round[at(round)..].fill(*score as i16);
        }
    }

    /// Ends a round.
    pub fn end_round(&mut self, scores: &Scores, round: u8) {
        self.follow_lead(scores);
        self.led[at(round)] = leader(scores);
        self.follow_scores(scores, round);
    }

    /// Ends the battle: stores the result, and the seats at its start.
    pub fn end(&mut self, scores: &Scores, seats: &[PlayerId]) {
        let Roles { margin, tied, score, lead, .. } = Self::ROLES;
        self.players = scores.as_slice().len();
        self.seats[..seats.len()].copy_from_slice(seats);
        self.winner = scores.winner();
        self.whole[tied] += u32::from(self.winner.is_none());
        let ahead = self.winner.map_or(0, |winner| scores.margin(winner));
        self.whole[margin] += u32::try_from(ahead).unwrap_or(0);
        for (player, side) in self.sides[..self.players].iter_mut().enumerate() {
            (side[score], side[lead]) = (scores.as_slice()[player], scores.margin(player));
        }
        for (player, metric) in [self.first, self.last].into_iter().zip(Self::ENDS) {
            if let Some(player) = player {
                self.sides[player.index()][metric] += 1;
            }
        }
    }
}

/// Returns the index of a round; rounds beyond the last share its index.
fn at(round: u8) -> usize {
    usize::from(round).min(ROUNDS - 1)
}

/// Returns the only player with the highest score; `None` in a tie.
fn leader(scores: &Scores) -> Option<u8> {
    scores.winner().map(|player| player as u8)
}

/// Returns the index of the metric of a name. Without such a metric, the program does not compile.
const fn index_of(metrics: &[Metric], name: &str) -> usize {
    let mut index = 0;
    while !is_same(metrics[index].name.as_bytes(), name.as_bytes()) {
        index += 1;
    }
    index
}

const fn is_same(a: &[u8], b: &[u8]) -> bool {
    let mut same = a.len() == b.len();
    let mut at = 0;
    while same && at < a.len() {
        same = a[at] == b[at];
        at += 1;
    }
    same
}
