//! Parts of simulated games, and states sampled from games.

use super::{Counts, GroupCounter, Matchup};
use hitchart_dice::{Stream, Throw, job_id};
use hitchart_play::{EvaluatedCandidate, Featured, Game, Policy, Unwatched};
use hitchart_play::{network::fit::OUTCOME, search::candidate_features};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::{collections::BTreeMap, ops::Range};

/// Most games of a block: so large that the overhead is negligible, and so small that a run stops soon. It is a
/// multiple of the size of a group for any number of players who swap seats.
const BLOCK: u64 = 60;
/// Short runs are cut into this many blocks, because of slow policies.
const BLOCKS: u64 = 64;

/// Returns the key of all dice of a group of games, from the run's seed, the name of the study, and the group's number.
pub fn key(seed: u64, study: &str, group: u64) -> u64 {
    Stream { seed, job: job_id(study), stream: group }.key()
}

/// Returns the number of games of a block: a multiple of the size of a group, and 60 at most.
pub fn block_size(games: u64, group: u64) -> u64 {
    games.div_ceil(BLOCKS).next_multiple_of(group).clamp(group, BLOCK)
}

/// Wraps a policy so that it stops thinking once the run is stopped. It then takes the first candidate, so that a game
/// that will not be counted ends at once.
pub struct Stoppable<'a, P, A> {
    policy: P,
    stop: &'a AtomicBool,
    candidates: Vec<A>,
}

impl<'a, P, A> Stoppable<'a, P, A> {
    /// Wraps a policy with a flag that stops it.
    pub fn new(policy: P, stop: &'a AtomicBool) -> Stoppable<'a, P, A> {
        Stoppable { policy, stop, candidates: Vec::new() }
    }
}

impl<G: Game, P: Policy<G>> Policy<G> for Stoppable<'_, P, G::Action> {
    fn begin(&mut self, key: u64) {
        self.policy.begin(key);
    }

    fn decide(&mut self, game: &G, state: &G::State) -> G::Action {
        if !self.stop.load(Ordering::Relaxed) {
            return self.policy.decide(game, state);
        }
        self.candidates.clear();
        game.candidates(state, &mut self.candidates);
        self.candidates[0]
    }

    fn evaluate_candidates(
        &mut self,
        game: &G,
        state: &G::State,
        playouts: u32,
        into: &mut Vec<EvaluatedCandidate>,
    ) -> Option<G::Action> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        self.policy.evaluate_candidates(game, state, playouts, into)
    }

    fn predicted(&self) -> Option<f64> {
        self.policy.predicted()
    }
}

/// States or candidates sampled from games, by the number of the game, as a text of rows. A row has one character for
/// its outcome, one for the predicted outcome, and two characters for each feature. Text is used because numbers in JSON would take ten times the
/// memory.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seen(pub BTreeMap<u64, String>);

/// A state as seen by one player.
#[derive(Clone, Debug, PartialEq)]
pub struct SeenState {
    /// Outcome for the player in 64ths: 0 to 64.
    pub outcome: u8,
    /// The same as a search of the player predicted it in the turn after the state; `None` without a search.
    pub predicted: Option<u8>,
    /// Features of [`Featured::write_features`], converted to integers.
    pub features: Vec<i16>,
}

/// First of the characters that represent six bits.
const FIRST: u8 = b'0';
/// Character of a row without a predicted outcome.
const UNKNOWN: u8 = b'-';
/// Offset of a feature's integer, so that none is negative.
const SHIFT: i16 = 1024;

impl Seen {
    /// Parses the rows of a game with `width` features each; `None` if the text has another format.
    pub fn rows(text: &str, width: usize) -> Option<Vec<SeenState>> {
        let rows = text.as_bytes().chunks_exact(2 * width + 2);
        if !rows.remainder().is_empty() {
            return None;
        }
        rows.map(SeenState::read).collect()
    }
}

impl SeenState {
    fn write(&self, into: &mut String) {
        let predicted = self.predicted.map_or(UNKNOWN, |predicted| FIRST + predicted);
        into.extend([FIRST + self.outcome, predicted].map(char::from));
        for feature in &self.features {
            let word = (feature + SHIFT) as u16;
            into.extend([word >> 6, word & 63].map(|bits| char::from(FIRST + bits as u8)));
        }
    }

    fn read(text: &[u8]) -> Option<SeenState> {
        let bits = |byte: u8| byte.checked_sub(FIRST).filter(|bits| *bits < 64).map(i16::from);
        let ([outcome, predicted], rest) = text.split_first_chunk()?;
        let share = |byte: u8| byte.checked_sub(FIRST).filter(|outcome| *outcome <= OUTCOME);
        let outcome = share(*outcome)?;
        let predicted = if *predicted == UNKNOWN { None } else { Some(share(*predicted)?) };
        let feature = |pair: &[u8]| Some((bits(pair[0])? << 6 | bits(pair[1])?) - SHIFT);
        let features: Option<Vec<i16>> = rest.chunks_exact(2).map(feature).collect();
        Some(SeenState { outcome, predicted, features: features? })
    }
}

impl Counts for Seen {
    fn add(&mut self, other: &Seen) {
        self.0.extend(other.0.iter().map(|(game, text)| (*game, text.clone())));
    }
}

/// Rows that a network is fitted to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TrainingRows {
    /// States, and the results of their games.
    #[default]
    States,
    /// Candidates of searches, and their values in this number of playouts each.
    Candidates(u32),
}

impl TrainingRows {
    /// Returns the names of the features of a row in a game.
    pub fn features<G: Featured>(self) -> Vec<&'static str> {
        match self {
            TrainingRows::States => G::FEATURES.to_vec(),
            TrainingRows::Candidates(_) => candidate_features(G::KINDS, G::FEATURES),
        }
    }

    /// Returns the word for the rows: `states` or `candidates`.
    pub fn name(self) -> &'static str {
        match self {
            TrainingRows::States => "states",
            TrainingRows::Candidates(_) => "candidates",
        }
    }

    /// Returns the playouts of each candidate; `None` for states.
    pub fn playouts(self) -> Option<u32> {
        match self {
            TrainingRows::States => None,
            TrainingRows::Candidates(playouts) => Some(playouts),
        }
    }
}

/// Prepares the policies of a game, in the order of players.
fn begin<G: Game, P: Policy<G>>(policies: &mut [P], key: u64) {
    for (player, policy) in (1..).zip(policies) {
        policy.begin(Stream { seed: key, job: job_id("players"), stream: player }.key());
    }
}

/// Games from which states or candidates are sampled. `B` builds the policies of a game, in the order of players; `T`
/// converts a feature to an integer.
#[derive(Debug)]
pub struct SampledGames<G, B, T> {
    /// Game that is played.
    pub game: G,
    /// Function that builds the policies of a game by its number.
    pub build: B,
    /// Function that converts a feature to an integer.
    pub parts: T,
    /// Rows that are sampled.
    pub rows: TrainingRows,
    /// Most states, or decisions, sampled from each game.
    pub most: usize,
    /// Estimated nanoseconds of a game, for the time left of a run.
    pub effort: f64,
}

/// One decision in this number is sampled, until a game has as many as it may have.
const ONE_IN: usize = 6;
/// Advantage of a candidate, as a share of a victory, that has the outcome 1. Of 165,000 candidates in games of quick
/// searches of Rapid Attack, 0.94 are closer to the first.
const FULL_GAIN: f64 = 0.125;

/// Returns an outcome from 0 to 1 in 64ths.
fn parts_of(outcome: f64) -> u8 {
    (outcome.clamp(0.0, 1.0) * f64::from(OUTCOME)).round() as u8
}

impl<G: Featured, B, T: Fn(f64) -> i16> SampledGames<G, B, T> {
    /// Plays a game and returns its rows as a text.
    fn sample<P: Policy<G>>(&self, key: u64, policies: &mut [P]) -> String {
        match self.rows {
            TrainingRows::States => self.sample_states(key, policies),
            TrainingRows::Candidates(playouts) => self.sample_candidates(playouts, key, policies),
        }
    }

    /// Returns the features of a state as a player sees it.
    fn features(&self, state: &G::State, looking: usize) -> Vec<i16> {
        let mut features = vec![0.0; G::FEATURES.len()];
        self.game.write_features(state, looking, &mut features);
        features.into_iter().map(&self.parts).collect()
    }

    /// Plays a game and samples its quiet states uniformly (reservoir sampling; Vitter, 1985). The states are in order,
    /// as seen by one player drawn at random.
    fn sample_states<P: Policy<G>>(&self, key: u64, policies: &mut [P]) -> String {
        let mut draw = Throw::new(Stream { seed: key, job: job_id("states"), stream: 0 }.key());
        begin(policies, key);
        let mut state = self.game.start(key, &mut Unwatched);
        let looking = draw.below(policies.len());
        let (mut kept, mut met) = (Vec::with_capacity(self.most), 0);
        // The place of a state whose outcome a search may predict in the turn that follows.
        let mut open = None;
        while let Some(player) = self.game.to_decide(&state) {
            if self.game.is_quiet(&state) {
                (met, open) = (met + 1, None);
                let place = if met <= self.most { met - 1 } else { draw.below(met) };
                if place < self.most {
                    let row = (met, None, self.features(&state, looking));
                    match kept.get_mut(place) {
                        Some(replaced) => *replaced = row,
                        None => kept.push(row),
                    }
                    open = Some(place);
                }
            }
            let action = policies[player].decide(&self.game, &state);
            if player == looking
                && let Some((place, predicted)) = open.zip(policies[player].predicted())
            {
                (kept[place].1, open) = (Some(parts_of(predicted)), None);
            }
            self.game.apply(&mut state, &action, &mut Unwatched);
        }
        kept.sort_unstable_by_key(|(met, ..)| *met);
        let outcome = parts_of(self.game.outcome(&state, looking));
        let mut text = String::new();
        for (_, predicted, features) in kept {
            SeenState { outcome, predicted, features }.write(&mut text);
        }
        text
    }

    /// Plays a game and evaluates the candidates of some of its decisions, by a number of playouts each. The rows of a
    /// decision are in the order of its candidates; the first of them has the outcome ½.
    fn sample_candidates<P: Policy<G>>(&self, playouts: u32, key: u64, policies: &mut [P]) -> String {
        let game = &self.game;
        let mut draw = Throw::new(Stream { seed: key, job: job_id("candidates"), stream: 0 }.key());
        begin(policies, key);
        let mut state = game.start(key, &mut Unwatched);
        let (mut rows, mut decisions, mut text) = (Vec::new(), 0, String::new());
        while let Some(player) = game.to_decide(&state) {
            let is_sampled = decisions < self.most && draw.below(ONE_IN) == 0;
            let chosen =
                is_sampled.then(|| policies[player].evaluate_candidates(game, &state, playouts, &mut rows)).flatten();
            // Two candidates cannot be ranked: a search compares both.
            if rows.len() > 2 {
                decisions += 1;
                rows.iter().for_each(|row| self.write_candidate(row, &mut text));
            }
            rows.clear();
            let action = chosen.unwrap_or_else(|| policies[player].decide(game, &state));
            game.apply(&mut state, &action, &mut Unwatched);
        }
        text
    }

    fn write_candidate(&self, row: &EvaluatedCandidate, into: &mut String) {
        let outcome = parts_of(0.5 + 0.5 * row.gain / FULL_GAIN);
        let features = row.features.iter().copied().map(&self.parts).collect();
        SeenState { outcome, predicted: None, features }.write(into);
    }
}

impl<G, P, B, T> Matchup for SampledGames<G, B, T>
where
    G: Featured + Send,
    P: Policy<G>,
    B: Fn(u64) -> Vec<P> + Send + Sync,
    T: Fn(f64) -> i16 + Send + Sync,
{
    type Counts = Seen;

    fn effort(&self) -> f64 {
        self.effort
    }

    fn empty(&self) -> Seen {
        Seen::default()
    }

    fn seat<'s>(&'s self, stop: &'s AtomicBool) -> Option<GroupCounter<'s, Seen>> {
        Some(Box::new(move |group, seen| {
            let mut policies: Vec<Stoppable<'_, P, G::Action>> =
                (self.build)(group.number).into_iter().map(|policy| Stoppable::new(policy, stop)).collect();
            seen.0.insert(group.number, self.sample(group.key, &mut policies));
        }))
    }

    fn fits(&self, seen: &Seen, games: u64, all: &Range<u64>) -> bool {
        let width = self.rows.features::<G>().len();
        let fits = |(game, text): (&u64, &String)| all.contains(game) && Seen::rows(text, width).is_some();
        seen.0.len() as u64 == games && seen.0.iter().all(fits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_hold_whole_groups() {
        for group in 1..=5 {
            for games in [1, 9, 100, 2000, 10_000, 1_000_000] {
                let size = block_size(games, group);
                assert!(size.is_multiple_of(group) && (group..=BLOCK).contains(&size));
            }
        }
    }

    #[test]
    fn rows_are_read_as_they_were_written() {
        let rows = [
            SeenState { outcome: 64, predicted: None, features: vec![0, -1023, 1023] },
            SeenState { outcome: 0, predicted: Some(64), features: vec![63, 64, -1] },
        ];
        let mut text = String::new();
        rows.iter().for_each(|row| row.write(&mut text));
        assert_eq!(Seen::rows(&text, 3).unwrap(), rows);
        assert!(
            Seen::rows(&text, 2).is_none()
                && ["q0000000", "0q000000", "00~~0000"].iter().all(|row| Seen::rows(row, 3).is_none())
        );
        assert_eq!(Seen::rows("", 3).unwrap(), []);
    }
}
