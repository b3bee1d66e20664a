//! Sums over games, and wins that are read from them.
//!
//! Games with swapped seats share their random numbers within a group, so a group is one observation: squares and cubes
//! are those of a group's sums. Games of an incomplete group count in totals only.

use super::{GamesStudy, Policies, Setting};
use crate::study::{Observations, Ratio, Sums, Won, add_all as merge, powers_fit, shared, shared_at};
use hitchart_play::record::{POSITIONS, ROUNDS, Recorded};
use hitchart_stats::Estimate;
use serde::{Deserialize, Serialize};

/// Games won out of some.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// Number of games; a game counts once for each player concerned.
    pub games: u64,
    /// Number of these that the player won.
    pub won: u64,
}

impl Share {
    fn add(&mut self, won: bool) {
        self.games += 1;
        self.won += u64::from(won);
    }

    fn merge(&mut self, other: &Share) {
        self.games += other.games;
        self.won += other.won;
    }
}

/// Sums of one side of the table, or of one policy.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideTally {
    /// Number of games won; a tie is no win.
    pub wins: u64,
    /// Sums in the order of the record's metrics of a player.
    pub metrics: Sums,
}

/// Pairs of games with swapped seats: the first policy against the second (pentanomial).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairs {
    /// Number of pairs by half points of the first policy: a win is two, a tie one.
    pub half_points: [u64; 5],
    /// Sum over pairs of the first policy's lead, of its square and of its cube.
    pub lead: i64,
    /// Sum over pairs of the square of the first policy's lead.
    pub lead_squares: u64,
    /// Sum over pairs of the cube of the first policy's lead.
    pub lead_cubes: i64,
}

/// Sums over games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Number of games, including those of incomplete groups.
    pub games: u64,
    /// Games per group: the number of players if seats are swapped, else 1.
    pub rotations: u64,
    /// Complete groups.
    pub groups: u64,
    /// Number of games without a winner.
    pub ties: u64,
    /// Sum of the games' signatures; independent of the order of games.
    #[serde(with = "crate::study::hex")]
    pub signature: u64,
    /// Sums in the order of the record's metrics of the whole game.
    pub metrics: Sums,
    /// Attacks by kind, then hits by kind.
    pub strikes: Sums,
    /// Losses by round, from the set-up on.
    pub lost: Sums,
    /// Scores by side and round, rounds innermost.
    pub scores: Sums,
    /// Number of games by number of rounds.
    pub rounds: Vec<u64>,
    /// Number of games by margin.
    pub margins: Vec<u64>,
    /// Games won by the sole leader after a round, by round.
    pub led: Vec<Ratio>,
    /// Games won by players of each tactical position, from the highest starting score down.
    pub positions: [Share; POSITIONS],
    /// Games won by the player with the first turn, and by the player with the last.
    pub first: Ratio,
    /// Games won by the player with the last turn.
    pub last: Ratio,
    /// Number of games in which each [`Fact`] is true, by its place.
    pub facts: Sums,
    /// For each policy the index of the first policy of the same name.
    pub namesakes: Vec<usize>,
    /// Sums of each side of the table, in order of players.
    pub sides: Vec<SideTally>,
    /// Sums of each policy, in the order of the study.
    pub policies: Vec<SideTally>,
    /// Present if two players swap seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairs: Option<Pairs>,
    #[serde(skip)]
    open: Pair,
}

/// A property that is true or false of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The game had this number of rounds.
    Rounds(usize),
    /// The game was won by this margin.
    Margin(usize),
    /// A player of this tactical position won.
    Position(usize),
    /// This side won.
    Side(usize),
    /// This policy won.
    Policy(usize),
    /// A policy won that has the same name as this policy, the first of that name.
    Name(usize),
}

impl Fact {
    /// Returns the index of the fact among those of a game with `players` players.
    fn place(self, players: usize) -> usize {
        match self {
            Fact::Rounds(rounds) => rounds.min(ROUNDS - 1),
            Fact::Margin(margin) => ROUNDS + margin.min(MARGINS - 1),
            Fact::Position(position) => ROUNDS + MARGINS + position,
            Fact::Side(side) => ROUNDS + MARGINS + POSITIONS + side,
            Fact::Policy(policy) => ROUNDS + MARGINS + POSITIONS + players + policy,
            Fact::Name(policy) => ROUNDS + MARGINS + POSITIONS + 2 * players + policy,
        }
    }

    /// Returns the number of facts.
    fn all(players: usize) -> usize {
        Fact::Name(players).place(players)
    }
}

/// An incomplete pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Pair {
    half_points: usize,
    lead: i64,
}

/// Number of margins with separate counts; wider margins are counted with the widest.
const MARGINS: usize = 128;

impl Tally {
    /// Returns an empty tally for records of type `R` and one player per entry of `namesakes`. An entry is the index of
    /// the first policy with the same name.
    pub fn new<R: Recorded>(namesakes: &[usize], swapped: bool) -> Tally {
        let players = namesakes.len();
        let rotations = if swapped { players as u64 } else { 1 };
        let side = || SideTally { wins: 0, metrics: Sums::new(R::SIDE.len()) };
        let sides = || (0..players).map(|_| side()).collect();
        Tally {
            games: 0,
            rotations,
            groups: 0,
            ties: 0,
            signature: 0,
            metrics: Sums::new(R::WHOLE.len()),
            strikes: Sums::new(2 * R::STRIKES),
            lost: Sums::new(ROUNDS),
            scores: Sums::new(players * ROUNDS),
            rounds: vec![0; ROUNDS],
            margins: vec![0; MARGINS],
            led: vec![Ratio::new(rotations); ROUNDS],
            positions: Default::default(),
            first: Ratio::new(rotations),
            last: Ratio::new(rotations),
            facts: Sums::new(Fact::all(players)),
            namesakes: namesakes.to_vec(),
            sides: sides(),
            policies: sides(),
            pairs: (swapped && players == 2).then(Pairs::default),
            open: Pair::default(),
        }
    }

    /// Returns the policy that plays a side in a game.
    pub fn policy_of(&self, side: usize, game: u64) -> usize {
        policy_of(side, game, self.rotations, self.sides.len())
    }

    /// Adds a game. Games are added in order of number, and a block begins with the first game of a group.
    pub fn add<R: Recorded>(&mut self, game: u64, record: &R) {
        self.games += 1;
        self.ties += u64::from(record.winner().is_none());
        self.signature = self.signature.wrapping_add(record.signature(game));
        self.metrics.add(record.wholes().iter().map(|count| i64::from(*count)));
        self.strikes.add(record.strikes().into_iter().flatten().map(|count| i64::from(*count)));
        self.lost.add(record.lost().iter().map(|count| i64::from(*count)));
        let scores = (0..record.players()).flat_map(|player| record.scores(player));
        self.scores.add(scores.map(|score| i64::from(*score)));
        let rounds = record.whole_at(R::ROLES.rounds) as usize;
        self.rounds[rounds.min(ROUNDS - 1)] += 1;
        self.margins[(record.whole_at(R::ROLES.margin) as usize).min(MARGINS - 1)] += 1;
        self.add_shares(record);
        self.add_facts(game, record);
        for player in 0..record.players() {
            let policy = self.policy_of(player, game);
            for side in [&mut self.sides[player], &mut self.policies[policy]] {
                side.wins += u64::from(record.winner() == Some(player));
                side.metrics.add(record.side(player).iter().map(|count| i64::from(*count)));
            }
            if policy == 0 {
                self.open.half_points += match record.winner() {
                    None => 1,
                    Some(winner) => 2 * usize::from(winner == player),
                };
                self.open.lead += i64::from(record.side(player)[R::ROLES.lead]);
            }
        }
        if (game + 1).is_multiple_of(self.rotations) {
            self.close(true);
        }
    }

    fn add_shares<R: Recorded>(&mut self, record: &R) {
        let winner = record.winner();
        for (share, player) in [(&mut self.first, record.first()), (&mut self.last, record.last())] {
            if let Some(player) = player {
                share.add(winner == Some(player));
            }
        }
        for (share, leader) in self.led.iter_mut().zip(record.led()) {
            if let Some(leader) = leader {
                share.add(winner == Some(usize::from(*leader)));
            }
        }
        for player in 0..record.players() {
            self.positions[record.position(player)].add(winner == Some(player));
        }
    }

    fn add_facts<R: Recorded>(&mut self, game: u64, record: &R) {
        let players = record.players();
        let mut so = |fact: Fact| self.facts.add_one(fact.place(players));
        so(Fact::Rounds(record.whole_at(R::ROLES.rounds) as usize));
        so(Fact::Margin(record.whole_at(R::ROLES.margin) as usize));
        if let Some(winner) = record.winner() {
            let policy = policy_of(winner, game, self.rotations, players);
            so(Fact::Position(record.position(winner)));
            so(Fact::Side(winner));
            so(Fact::Policy(policy));
            so(Fact::Name(self.namesakes[policy]));
        }
    }

    /// Closes the last block; an incomplete group counts in totals only.
    pub fn finish(&mut self) {
        self.close(false);
    }

    fn close(&mut self, whole: bool) {
        self.groups += u64::from(whole);
        let sides = self.sides.iter_mut().chain(&mut self.policies).map(|side| &mut side.metrics);
        let sums = [&mut self.metrics, &mut self.strikes, &mut self.lost, &mut self.scores, &mut self.facts];
        let sums = sums.into_iter().chain(sides);
        sums.for_each(|sums| sums.close(whole));
        self.led.iter_mut().chain([&mut self.first, &mut self.last]).for_each(|ratio| ratio.close(whole));
        let pair = std::mem::take(&mut self.open);
        if let Some(pairs) = self.pairs.as_mut().filter(|_| whole) {
            pairs.half_points[pair.half_points.min(4)] += 1;
            pairs.lead += pair.lead;
            pairs.lead_squares += pair.lead.unsigned_abs().pow(2);
            pairs.lead_cubes += pair.lead.pow(3);
        }
    }

    /// Returns the number of games, the games per group, and the number of complete groups.
    pub fn observations(&self) -> Observations {
        Observations { games: self.games, size: self.rotations, whole: self.groups }
    }

    /// Adds the games of another block.
    pub fn merge(&mut self, other: &Tally) {
        self.games += other.games;
        self.groups += other.groups;
        self.ties += other.ties;
        self.signature = self.signature.wrapping_add(other.signature);
        self.metrics.merge(&other.metrics);
        self.strikes.merge(&other.strikes);
        self.lost.merge(&other.lost);
        self.scores.merge(&other.scores);
        merge(&mut self.rounds, &other.rounds);
        merge(&mut self.margins, &other.margins);
        self.led.iter_mut().zip(&other.led).for_each(|(share, more)| share.merge(more));
        self.positions.iter_mut().zip(&other.positions).for_each(|(share, more)| share.merge(more));
        self.first.merge(&other.first);
        self.last.merge(&other.last);
        self.facts.merge(&other.facts);
        let sides = self.sides.iter_mut().chain(&mut self.policies);
        for (side, more) in sides.zip(other.sides.iter().chain(&other.policies)) {
            side.wins += more.wins;
            side.metrics.merge(&more.metrics);
        }
        if let (Some(pairs), Some(more)) = (&mut self.pairs, &other.pairs) {
            merge(&mut pairs.half_points, &more.half_points);
            pairs.lead = pairs.lead.saturating_add(more.lead);
            pairs.lead_squares = pairs.lead_squares.saturating_add(more.lead_squares);
            pairs.lead_cubes = pairs.lead_cubes.saturating_add(more.lead_cubes);
        }
    }

    /// Returns true if this can be the tally of `games` games with one player per entry of `namesakes`.
    pub fn fits<R: Recorded>(&self, games: u64, namesakes: &[usize], swapped: bool) -> bool {
        let players = namesakes.len();
        let rotations = if swapped { players as u64 } else { 1 };
        let sides = || self.sides.iter().chain(&self.policies);
        let of = self.observations();
        (self.games, self.rotations, self.groups) == (games, rotations, games / rotations.max(1))
            && [self.sides.len(), self.policies.len()] == [players; 2]
            && sides().all(|side| side.wins <= games && side.metrics.fits(R::SIDE.len(), of))
            && self.metrics.fits(R::WHOLE.len(), of)
            && self.strikes.fits(2 * R::STRIKES, of)
            && self.lost.fits(ROUNDS, of)
            && self.scores.fits(players * ROUNDS, of)
            && [self.rounds.len(), self.led.len(), self.margins.len()] == [ROUNDS, ROUNDS, MARGINS]
            && [&self.rounds, &self.margins].iter().all(|counts| total(counts) == games)
            && self.positions.iter().all(|share| share.won <= share.games)
            && self.positions.iter().map(|share| u128::from(share.games)).sum::<u128>()
                == u128::from(games) * players as u128
            && self.led.iter().chain([&self.first, &self.last]).all(|ratio| ratio.fits(of))
            && self.namesakes == namesakes
            && self.facts_fit()
            && self.sides.iter().fold(self.ties, |sum, side| sum.saturating_add(side.wins)) == games
            && self.pairs.is_some() == (swapped && players == 2)
            && self.pairs.is_none_or(|pairs| self.pairs_fit(&pairs))
    }

    /// Returns true if points and lead of the pairs agree with the wins and ties of the first policy in complete
    /// groups.
    fn pairs_fit(&self, pairs: &Pairs) -> bool {
        let points: u128 = (0..).zip(pairs.half_points).map(|(half, pairs)| half * u128::from(pairs)).sum();
        let own = self.policies.first().map_or(0, |policy| 2 * u128::from(policy.wins)) + u128::from(self.ties);
        let rest = u128::from(self.games - self.groups * self.rotations);
        total(&pairs.half_points) == self.groups
            && (points..=points + 2 * rest).contains(&own)
            && powers_fit(self.groups, pairs.lead, pairs.lead_squares, pairs.lead_cubes.into())
    }

    /// Returns true if the facts have the totals that other fields hold.
    fn facts_fit(&self) -> bool {
        let players = self.sides.len();
        let counted = |(fact, count): (Fact, u64)| self.facts.total[fact.place(players)] == count as i64;
        let rounds = self.rounds.iter().enumerate().map(|(i, games)| (Fact::Rounds(i), *games));
        let margins = self.margins.iter().enumerate().map(|(i, games)| (Fact::Margin(i), *games));
        let positions = self.positions.iter().enumerate().map(|(i, share)| (Fact::Position(i), share.won));
        let sides = self.sides.iter().enumerate().map(|(i, side)| (Fact::Side(i), side.wins));
        let policies = self.policies.iter().enumerate().map(|(i, side)| (Fact::Policy(i), side.wins));
        let names = (0..players).map(|name| (Fact::Name(name), self.wins_of_name(name)));
        let mut all = rounds.chain(margins).chain(positions).chain(sides).chain(policies).chain(names);
        self.facts.fits(Fact::all(players), self.observations()) && all.all(counted)
    }

    /// Returns the wins of all policies that share a name; `name` is the index of the first of them.
    fn wins_of_name(&self, name: usize) -> u64 {
        let named = self.namesakes.iter().zip(&self.policies).filter(|(first, _)| **first == name);
        named.fold(0, |sum, (_, side)| sum.saturating_add(side.wins))
    }

    /// Returns the number of players whose policy has the name of that of player `name`. Zero if an earlier player's has.
    fn players_of(&self, name: usize) -> u64 {
        self.namesakes.iter().filter(|first| **first == name).count() as u64
    }

    /// Returns the shares of games won by each side and by each policy, with intervals at `level`.
    pub(super) fn win_rates(&self, level: f64) -> Vec<Estimate> {
        let players = self.sides.len();
        let sides = (0..players).map(|side| (Fact::Side(side), 1));
        let names = (0..players).map(|name| (Fact::Name(name), self.players_of(name)));
        let all = sides.chain(names.filter(|(_, players)| *players > 0));
        all.map(|(fact, many)| shared_at(&self.facts, fact.place(players), many, self.observations(), level)).collect()
    }

    /// Returns the share of games in which a fact is true; each of `players` players counts separately.
    pub fn fact(&self, fact: Fact, players: u64) -> Won {
        shared(&self.facts, fact.place(self.sides.len()), players, self.observations())
    }
}

/// Returns the sum of counts, saturating since a file may hold counts of any size.
fn total(counts: &[u64]) -> u64 {
    counts.iter().fold(0, |sum, count| sum.saturating_add(*count))
}

/// Returns the policy that plays a side in a game. With swapped seats, policies move on by one seat from game to game.
fn policy_of(side: usize, game: u64, rotations: u64, players: usize) -> usize {
    (side + (game % rotations) as usize) % players
}

/// One player of a study: a side with its policy, or, with swapped seats, a policy with all sides.
#[derive(Clone, Debug)]
pub(super) struct Entry<'a> {
    /// Names of the sides, joined by slashes.
    pub side: String,
    pub policy: &'a str,
    pub wins: Won,
    pub tally: &'a SideTally,
}

/// Returns the players of a study, in the order of their policies.
pub(super) fn entries<'a, S: Setting>(asked: &'a GamesStudy<S>, tally: &'a Tally) -> Vec<Entry<'a>> {
    let names = asked.setting.names();
    let all = names.join(" / ");
    let sides = names.iter().map(|name| if asked.swap_seats { all.clone() } else { (*name).to_owned() });
    let entry = |(number, ((side, policy), tally_of)): (usize, ((String, &'a Policies<S>), &'a SideTally))| Entry {
        side,
        policy: policy.name(),
        wins: tally.fact(Fact::Policy(number), 1),
        tally: tally_of,
    };
    sides.zip(&asked.policies).zip(&tally.policies).enumerate().map(entry).collect()
}

/// Returns the wins of each side.
pub(super) fn by_side<S: Setting>(asked: &GamesStudy<S>, tally: &Tally) -> Vec<(String, Won)> {
    let named = asked.setting.names().into_iter().enumerate();
    named.map(|(number, name)| (name.to_owned(), tally.fact(Fact::Side(number), 1))).collect()
}

/// Returns the wins of each policy. Policies of one name are merged; each of their players counts once.
pub(super) fn by_policy<S: Setting>(asked: &GamesStudy<S>, tally: &Tally) -> Vec<(String, Won)> {
    let named = asked.policies.iter().enumerate().map(|(number, policy)| (number, policy, tally.players_of(number)));
    let firsts = named.filter(|(.., players)| *players > 0);
    firsts
        .map(|(number, policy, players)| (policy.name().to_owned(), tally.fact(Fact::Name(number), players)))
        .collect()
}

/// Returns the wins by tactical position; with two players the middle position is absent.
pub(super) fn by_position<R: Recorded>(tally: &Tally) -> Vec<(String, Won)> {
    let players = |position: usize| tally.positions[position].games / tally.games.max(1);
    let positions = R::POSITIONS.iter().enumerate().filter(|(position, _)| players(*position) > 0);
    positions.map(|(at, name)| ((*name).to_owned(), tally.fact(Fact::Position(at), players(at)))).collect()
}

/// Returns the wins of the players with the first and with the last turn of the game.
pub(super) fn by_turn(tally: &Tally) -> Vec<(String, Won)> {
    let named = [("first turn of the game", &tally.first), ("last turn of the game", &tally.last)];
    let some = named.into_iter().filter(|(_, ratio)| ratio.games > 0);
    some.map(|(name, ratio)| (name.to_owned(), ratio.share(tally.observations()))).collect()
}

/// Returns the share of games in which several players share the best score.
pub(super) fn ties<R: Recorded>(tally: &Tally) -> Won {
    shared(&tally.metrics, R::ROLES.tied, 1, tally.observations())
}
