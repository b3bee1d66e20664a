//! Expert iteration: in each round a search plays, networks are fitted to its games, and the search with these networks is
//! tested in other matchups. One network evaluates states, the other ranks candidates. Networks that do not pass the test
//! are not taken, and the next round plays with those before (T. Anthony, Z. Tian and D. Barber, 2017, "Thinking fast and
//! slow with deep learning and tree search", NIPS 30). Independent of the game.

mod answer;
#[cfg(test)]
mod tests;

use super::learning::{Learned, LearningPlan, LearningStudy};
use super::runner::{Job, Streams};
use super::study::{Answer, Contest, Duel, LearnedSearch, Response, Run, RunCounts, Study};
use super::tuning::total;
use answer::{rounds_table, summarise, tests_table};
use hitchart_stats::{Estimate, LEVEL};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

/// Settings of an expert iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpertPlan {
    /// Number of rounds.
    pub rounds: usize,
    /// Settings of the fit of each round; the games are those of each study.
    pub learning: LearningPlan,
    /// Settings of the fit of a ranking of candidates; `None` fits none.
    pub ranking: Option<LearningPlan>,
    /// Pairs of games of each tested study in the test of a round.
    pub test_pairs: u64,
}

/// A round whose games are counted.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpertRound {
    /// Round whose network the player used; `None` for the starting player.
    pub played_by: Option<usize>,
    /// The network that evaluates states.
    pub learned: Learned,
    /// The network that ranks candidates, if one was fitted.
    pub ranking: Option<Learned>,
    /// A search with the networks against the fixed policy, one duel for each tested study.
    pub duels: Vec<Duel>,
    /// Share of points in all duels, less that of the player of the round against the starting player.
    pub gain: Estimate,
}

impl ExpertRound {
    /// Returns true if the test shows that the search with the network is stronger than the player of the round.
    pub fn is_taken(&self) -> bool {
        self.gain.interval.0 > 0.0
    }
}

/// An expert iteration.
#[derive(Debug)]
pub struct ExpertStudy {
    /// Studies to learn from, by name. The fixed policy is the starting player if sides swap seats, else the study's
    /// policy of the other side.
    grounds: Vec<(String, Contest)>,
    /// Studies to test on, likewise.
    tested: Vec<(String, Contest)>,
    /// Name of the starting player.
    player: String,
    /// Settings.
    pub plan: ExpertPlan,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Learning of each round, set once the rounds before are counted; `None` inside if the game has no state features.
    learning: Vec<OnceLock<Option<RoundLearning>>>,
}

/// The learning of a round.
#[derive(Debug)]
struct RoundLearning {
    states: LearningStudy,
    ranking: Option<LearningStudy>,
}

impl ExpertStudy {
    /// Creates an expert iteration that learns from the first studies and is tested on the others, at least one each.
    /// `player` is the starting player, and `seed` names all random numbers.
    pub fn new(
        [grounds, tested]: [Vec<(String, Contest)>; 2],
        player: &str,
        plan: ExpertPlan,
        seed: u64,
    ) -> ExpertStudy {
        let learning = (0..plan.rounds).map(|_| OnceLock::new()).collect();
        ExpertStudy { grounds, tested, player: player.to_owned(), plan, seed, learning }
    }

    /// Returns the name of the starting player.
    pub fn player(&self) -> &str {
        &self.player
    }

    /// Returns true if the fixed policy of the tests is the starting player.
    pub fn meets_player(&self) -> bool {
        self.tested.iter().all(|(_, contest)| contest.swaps_seats)
    }

    /// Returns the names of the studies to learn from and to test on.
    pub fn names(&self) -> [Vec<&str>; 2] {
        [&self.grounds, &self.tested].map(|studies| studies.iter().map(|(name, _)| name.as_str()).collect())
    }

    /// Returns the learning of a round's evaluation, once its games are known.
    pub fn learning(&self, round: usize) -> Option<&LearningStudy> {
        self.learned_round(round).map(|round| &round.states)
    }

    /// Returns the learning of a round's ranking, once its games are known; `None` if none is fitted.
    pub fn ranking(&self, round: usize) -> Option<&LearningStudy> {
        self.learned_round(round).and_then(|round| round.ranking.as_ref())
    }

    fn learned_round(&self, round: usize) -> Option<&RoundLearning> {
        self.learning[round].get().and_then(Option::as_ref)
    }

    /// Returns the rounds that are counted, up to the first that is not. The fit of a network ends early without a
    /// result if `stop` is set.
    pub fn rounds(&self, counted: &RunCounts, stop: &AtomicBool) -> Vec<ExpertRound> {
        let mut rounds: Vec<ExpertRound> = Vec::new();
        while rounds.len() < self.plan.rounds {
            let Some(round) = self.round(&rounds, counted, stop) else { break };
            rounds.push(round);
        }
        rounds
    }

    /// Returns the next round after others; `None` if it is not counted.
    fn round(&self, before: &[ExpertRound], counted: &RunCounts, stop: &AtomicBool) -> Option<ExpertRound> {
        let (learned, ranking) = self.learn(before)?.learned(counted, stop)?;
        let duels = self.duels(before.len(), counted)?;
        let played_by = taken(before);
        // The intervals of all rounds hold together (Bonferroni): each round is a chance to take a network by luck.
        let level = 1.0 - (1.0 - LEVEL) / self.plan.rounds as f64;
        let points = |duels: &[Duel]| total(duels).points_at(level);
        let before = match played_by {
            Some(round) => Some(points(&before[round].duels)),
            None if self.meets_player() => None,
            None => Some(points(&self.started(counted)?)),
        };
        let gain = gained(points(&duels), before);
        Some(ExpertRound { played_by, learned, ranking, duels, gain })
    }

    /// Returns the duels of a round's test; `None` if one is not counted.
    fn duels(&self, round: usize, counted: &RunCounts) -> Option<Vec<Duel>> {
        self.tested.iter().map(|(name, _)| counted.of(&tested(round, name))).collect()
    }

    /// Returns the duels of the starting player on the tested studies, against the fixed policies; `None` if one is not
    /// counted.
    pub fn started(&self, counted: &RunCounts) -> Option<Vec<Duel>> {
        self.tested.iter().map(|(name, _)| counted.of(&start(name))).collect()
    }

    /// Returns the starting player as a response; `None` if the game has no such policy.
    fn start(&self) -> Option<Response> {
        let responders = &self.grounds[0].1.responders;
        responders.iter().position(|responder| responder.name == self.player).map(Response::Named)
    }

    /// Returns the learning of the next round after others; `None` if the game has no state features.
    fn learn(&self, before: &[ExpertRound]) -> Option<&RoundLearning> {
        let round = before.len();
        let begun = || {
            let player = self.player_after(before)?;
            let on = |(name, contest): &(String, Contest)| {
                Some((format!("{}/{name}", round + 1), contest.learnable(player.clone())?))
            };
            let grounds = || self.grounds.iter().map(on).collect::<Option<Vec<_>>>();
            let states = LearningStudy::new(grounds()?, self.plan.learning.clone(), self.seed);
            let ranking = match &self.plan.ranking {
                Some(plan) => Some(LearningStudy::new(grounds()?, plan.clone(), self.seed)),
                None => None,
            };
            Some(RoundLearning { states, ranking })
        };
        self.learning[round].get_or_init(begun).as_ref()
    }

    /// Returns the player of the round after others: a search with the last network that was taken, or the starting
    /// player.
    fn player_after(&self, before: &[ExpertRound]) -> Option<Response> {
        match taken(before) {
            Some(round) => Some(response(&before[round].learned, before[round].ranking.as_ref())),
            None => self.start(),
        }
    }
}

impl RoundLearning {
    /// Returns the jobs of the games that are not counted.
    fn next_jobs(&self, run: &Run<'_>, counted: &RunCounts) -> Vec<Job> {
        let of = |study: &LearningStudy| study.next_jobs(run, counted);
        let all = of(&self.states).into_iter().chain(self.ranking.iter().flat_map(of));
        all.filter(|job| !counted.has(&job.name)).collect()
    }

    /// Returns the networks for states and, if one is wanted, for candidates. `None` until all games are counted, and if
    /// `stop` was set before.
    fn learned(&self, counted: &RunCounts, stop: &AtomicBool) -> Option<(Learned, Option<Learned>)> {
        let learned = self.states.learned_until(counted, stop)?;
        match &self.ranking {
            Some(ranking) => Some((learned, Some(ranking.learned_until(counted, stop)?))),
            None => Some((learned, None)),
        }
    }
}

/// Returns a quick search with learned networks.
fn response(learned: &Learned, ranking: Option<&Learned>) -> Response {
    let shared = |learned: &Learned| Arc::new(learned.network.clone());
    Response::Learned(LearnedSearch { outlook: shared(learned), ranking: ranking.map(shared) })
}

/// Returns the share of points of a player less that of another, both against the same opponent; without another, less
/// that of the opponent itself, which is one half. The interval combines those of the shares (R. G. Newcombe, 1998,
/// "Interval estimation for the difference between independent proportions", Statistics in Medicine 17). Games with the
/// same dice make it wider than necessary.
fn gained(points: Estimate, before: Option<Estimate>) -> Estimate {
    let (other, (low, high)) = before.map_or((0.5, (0.5, 0.5)), |before| (before.point, before.interval));
    let point = points.point - other;
    let reach = |own: f64, others: f64| (points.point - own).hypot(other - others);
    let interval = (point - reach(points.interval.0, high), point + reach(points.interval.1, low));
    let standard_error = points.standard_error.hypot(before.map_or(0.0, |before| before.standard_error));
    Estimate { point, standard_error, interval, ..points }
}

/// Returns the last of some rounds whose network was taken.
pub fn taken(rounds: &[ExpertRound]) -> Option<usize> {
    rounds.iter().rposition(ExpertRound::is_taken)
}

/// Returns the name of the job of the starting player's games on a tested study.
fn start(study: &str) -> String {
    format!("test/start/{study}")
}

/// Returns the name of the job of a round's test on a study.
fn tested(round: usize, study: &str) -> String {
    format!("test/{}/{study}", round + 1)
}

impl Study for ExpertStudy {
    fn next_jobs(&self, run: &Run<'_>, counted: &RunCounts) -> Vec<Job> {
        let before = self.rounds(counted, &AtomicBool::new(false));
        if before.len() == self.plan.rounds {
            return Vec::new();
        }
        let Some(learning) = self.learn(&before) else { return Vec::new() };
        let games = learning.next_jobs(run, counted);
        let learned = games.is_empty().then(|| learning.learned(counted, &AtomicBool::new(false))).flatten();
        let Some((learned, ranking)) = learned else { return games };
        let test = |(name, contest): &(String, Contest), job: String, response: Response| {
            // All rounds, and the starting player, play with the same dice.
            let streams = Streams { name: format!("test/{name}"), seed: self.seed, groups: 0..self.plan.test_pairs };
            contest.meet(job, streams, response)
        };
        let response = response(&learned, ranking.as_ref());
        let tests = self.tested.iter().map(|of| test(of, tested(before.len(), &of.0), response.clone()));
        let needs_start = before.is_empty() && !self.meets_player();
        let starts = needs_start.then(|| self.start()).flatten().into_iter();
        let starts = starts.flat_map(|player| self.tested.iter().map(move |of| test(of, start(&of.0), player.clone())));
        tests.chain(starts).filter(|job| !counted.has(&job.name)).collect()
    }

    /// Fits the networks of the round whose games are counted.
    fn prepare(&self, counted: &RunCounts, stop: &AtomicBool) {
        let before = self.rounds(counted, stop);
        if before.len() < self.plan.rounds
            && let Some(learning) = self.learn(&before)
        {
            learning.learned(counted, stop);
        }
    }

    fn answer(&self, _: &str, counted: &RunCounts) -> Answer {
        let rounds = self.rounds(counted, &AtomicBool::new(false));
        if rounds.is_empty() {
            return Answer::default();
        }
        let tables = vec![rounds_table(self, &rounds), tests_table(self, &rounds)];
        let mut answer = Answer { tables, ..Answer::default() };
        let started = (!self.meets_player()).then(|| self.started(counted)).flatten();
        summarise(&mut answer, self, &rounds, started.as_deref());
        answer
    }
}
