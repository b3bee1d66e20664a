//! `hitchart train FILE`: improves the evaluation of a search, round by round.

use super::super::names::{GameOptions, PathParser, count, scenarios, source, within};
use super::learn::{NETWORK_FILE, NETWORK_HEADING, RATES, learns, not_learnable, unlearned};
use super::meetings::drawn;
use super::{MOST, Trained, TrainingArgs};
use crate::AskError;
use crate::reply::Reply;
use crate::scenario::{Scenario, grounds};
use clap::Args;
use hitchart_config::InputError;
use hitchart_lab::expert::{ExpertPlan, ExpertRound, ExpertStudy, taken};
use hitchart_lab::learning::{Learned, LearningPlan, LearningStudy};
use hitchart_lab::runner::TrainingRows;
use hitchart_lab::study::{Contest, Games, Overrides, RunCounts, Study, games_of};
use hitchart_play::policy::QUICK;
use hitchart_report::table::tables_json;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Debug, Args)]
pub struct TrainArgs {
    /// Scenario: a file, a built-in name, or `-` for standard input; with at least two studies of games or of missions
    #[arg(value_name = "SCENARIO", value_parser = PathParser(scenarios), hide_possible_values = true)]
    file: PathBuf,
    /// Number of rounds, 1 to 20: each plays games, fits networks and tests them
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=20))]
    rounds: u8,
    /// Studies to play and learn from [default: all that are not tested on]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    study: Vec<String>,
    /// Studies to test on, which no network is fitted to [default: every fourth]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    held_out: Vec<String>,
    /// Meetings to draw at random from the studies to learn from, and to play in their place: each has two to five of
    /// their companies or fleets, or the Aces of one with the enemies of another. 0 plays the studies themselves
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = count(0..=1000))]
    meetings: u64,
    /// Games of each study in each round, 16 or more; one game in eight measures the loss
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = count(16..=MOST))]
    games: u64,
    /// Games of each test, over all tested studies; rounded up to whole pairs
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = count(1..=MOST))]
    test: u64,
    /// Maximum number of states to use from a game
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = count(1..=200))]
    states: u64,
    /// Widths of the hidden layers of the network
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "32", value_parser = count(1..=128))]
    hidden: Vec<u64>,
    /// Number of passes over all states
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..=1000))]
    epochs: u32,
    /// Learning rate of the first step
    #[arg(long, value_name = "X", default_value_t = 0.003, value_parser = within(RATES))]
    rate: f64,
    /// TD(λ): weight of the final result against the first pass's predictions; 1 disables the second pass
    #[arg(long, value_name = "X", default_value_t = 0.7, value_parser = within(0.0..=1.0))]
    lambda: f64,
    /// Maximum number of decisions of a game whose candidates are compared for a ranking; 0 fits no ranking
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = count(0..=200))]
    decisions: u64,
    /// Playouts of each of these candidates
    #[arg(long, value_name = "N", default_value_t = 48, value_parser = clap::value_parser!(u32).range(2..=10_000))]
    playouts: u32,
    /// File to write the last evaluation to that was taken; the ranking gets the same name with `-ranking.toml`
    #[arg(long, value_name = "FILE", default_value = "network.toml")]
    pub out: PathBuf,
    /// Continue an unfinished run for the same file
    #[arg(long)]
    pub resume: bool,
    #[command(flatten)]
    pub options: GameOptions,
}

/// Name of the file of the ranking.
pub const RANKING_FILE: &str = "network-ranking.toml";
/// Games of each study for one game with evaluated candidates.
const RANKED: u64 = 2;
/// One study in this number is tested on, if none is named.
const TESTED: usize = 4;

impl Trained<'_, TrainArgs> {
    /// Returns the last networks that were taken as the texts of files, by name.
    fn networks(&self, rounds: &[ExpertRound]) -> Vec<(String, String)> {
        let Some(round) = taken(rounds) else { return Vec::new() };
        let ExpertRound { learned, ranking, .. } = &rounds[round];
        let networks = [
            (NETWORK_FILE, self.study.learning(round), Some(learned)),
            (RANKING_FILE, self.study.ranking(round), ranking.as_ref()),
        ];
        let file = |(name, study, learned): (&str, Option<&LearningStudy>, Option<&Learned>)| {
            Some((name.to_owned(), self.file_of(study?).file(NETWORK_HEADING, learned?)))
        };
        networks.into_iter().filter_map(file).collect()
    }

    /// Returns true if a ranking is fitted.
    pub fn ranks(&self) -> bool {
        self.args.decisions > 0
    }
}

impl TrainingArgs for TrainArgs {
    type Study = ExpertStudy;
    const NAME: &'static str = "train";

    fn place(&self) -> (&Path, &GameOptions) {
        (&self.file, &self.options)
    }

    fn study(&self, scenario: &Scenario, overrides: &Overrides) -> Result<ExpertStudy, InputError> {
        let [learned, tested] = chosen_studies(self, scenario)?;
        let grounds_of = |scenario: &Scenario, names: &[String]| grounds(scenario, names, contest);
        let learned = match self.meetings {
            0 => grounds_of(scenario, &learned)?,
            count => grounds_of(&drawn(scenario, overrides, (&learned, count))?, &[])?,
        };
        let studies: [Vec<(String, Contest)>; 2] = [learned, grounds_of(scenario, &tested)?];
        let hidden = self.hidden.iter().map(|width| *width as usize).collect();
        let (games, states) = (Some(self.games), self.states as usize);
        let TrainArgs { epochs, rate, lambda, .. } = *self;
        let learning = LearningPlan { games, rows: TrainingRows::States, states, hidden, epochs, rate, lambda };
        // A game with evaluated candidates takes longer.
        let ranking = (self.decisions > 0).then(|| LearningPlan {
            games: Some(self.games.div_ceil(RANKED).max(16)),
            rows: TrainingRows::Candidates(self.playouts),
            states: self.decisions as usize,
            ..learning.clone()
        });
        let test_pairs = self.test.div_ceil(2 * studies[1].len() as u64);
        Ok(ExpertStudy::new(
            studies,
            QUICK,
            ExpertPlan { rounds: self.rounds.into(), learning, ranking, test_pairs },
            scenario.seed,
        ))
    }

    fn settings(study: &ExpertStudy) -> Value {
        let plan = &study.plan;
        json!({
            "studies": study.names(),
            "player": study.player(),
            "rounds": plan.rounds,
            "games": plan.learning.games,
            "states": plan.learning.states,
            "hidden": plan.learning.hidden,
            "epochs": plan.learning.epochs,
            "rate": plan.learning.rate,
            "lambda": plan.learning.lambda,
            "decisions": plan.ranking.as_ref().map(|ranking| ranking.states),
            "playouts": plan.ranking.as_ref().and_then(|ranking| ranking.rows.playouts()),
            "test_pairs": plan.test_pairs,
        })
    }

    fn reply(asked: &Trained<'_, Self>, counted: &RunCounts, stop: &AtomicBool) -> Result<Reply, AskError> {
        let rounds = asked.study.rounds(counted, stop);
        if rounds.len() < asked.study.plan.rounds {
            let is_stopped = stop.load(Ordering::Relaxed);
            return Err(if is_stopped { AskError::Interrupted } else { unlearned(asked.args.rate).into() });
        }
        let answer = asked.study.answer(Self::NAME, counted);
        let data = tables_json(&answer.tables).into();
        let files = asked.networks(&rounds);
        let unshown = files.is_empty().then(|| "no network was taken, so no file was written".to_owned());
        let reply = Reply {
            files,
            warnings: unshown.into_iter().collect(),
            ..Reply::of(
                "Does the search play better with what it learned from its games?",
                &answer,
                &source(&asked.scenario),
            )
        };
        Ok(reply.finish(&asked.args.options.output, data))
    }
}

/// Returns the games of a search and its responses: against itself, or against the study's game master.
fn contest(games: &dyn Games) -> Result<Contest, InputError> {
    // Only missions have a second role.
    let contest = match games.players().iter().find(|player| player.role > 0) {
        Some(master) => games.training(&master.policy, Some("game-master"))?,
        None => games.training(QUICK, None)?,
    };
    if learns(&contest) { Ok(contest) } else { Err(not_learnable()) }
}

/// Returns the names of the studies to learn from, and of those to test on.
fn chosen_studies(args: &TrainArgs, scenario: &Scenario) -> Result<[Vec<String>; 2], InputError> {
    let typed = |names: &[String]| names.iter().map(|name| name.trim().to_owned()).collect::<Vec<String>>();
    let (mut learned, mut tested) = (typed(&args.study), typed(&args.held_out));
    // An unknown study is reported where its games are looked for.
    let is_known = |name: &str| scenario.studies.iter().any(|study| study.name == name);
    if let Some(both) = learned.iter().find(|name| tested.contains(name) && is_known(name)) {
        return Err(InputError::plain(format!("study `{both}` is under --study and under --held-out")));
    }
    let all =
        || games_of(&scenario.studies).filter(|(_, games)| contest(*games).is_ok()).map(|(name, _)| name.to_owned());
    if tested.is_empty() {
        let free: Vec<String> = all().filter(|name| !learned.contains(name)).collect();
        tested = free.into_iter().rev().step_by(TESTED).collect();
    }
    if learned.is_empty() {
        learned = all().filter(|name| !tested.contains(name)).collect();
    }
    if learned.is_empty() || tested.is_empty() {
        let refused = |(name, games)| Some(contest(games).err()?.of_key(&format!("study `{name}`")));
        if let Some(error) = games_of(&scenario.studies).find_map(refused).filter(|_| all().next().is_none()) {
            return Err(error);
        }
        let problem =
            "training needs two studies of games, or of missions of one row: one to learn from, one to test on";
        return Err(InputError::plain(problem));
    }
    Ok([learned, tested])
}

#[cfg(test)]
mod tests {
    use super::contest;
    use crate::scenario::check;
    use hitchart_config::FileText;
    use hitchart_lab::runner::{Progress, Streams, count_one};
    use hitchart_lab::study::{Duel, Overrides, Response, games_of};
    use serde::Deserialize;
    use std::sync::atomic::AtomicBool;

    /// Returns games of three players between `quick-search` and a policy, which has one of the seats.
    fn played(policy: &str, pairs: u64) -> Duel {
        let text = "title = \"T\"\ngame = \"rapid-attack\"\n[[study]]\nkind = \"games\"\nname = \"three\"\n\
                    companies = [\"estars-anvil\", \"suns-fang\", \"piercing-eye\"]\n";
        let file = FileText { path: "t.toml".into(), text: text.to_owned() };
        let scenario = check(file, &Overrides::default()).unwrap();
        let contest = contest(games_of(&scenario.studies).next().unwrap().1).unwrap();
        let place = contest.responders.iter().position(|responder| responder.name == policy).unwrap();
        let streams = Streams { name: "three".to_owned(), seed: 1, groups: 0..pairs };
        let job = contest.meet("three".to_owned(), streams, Response::Named(place));
        let counts = count_one(&job, &Progress::hidden(), &AtomicBool::new(false)).unwrap();
        Duel::deserialize(counts).unwrap()
    }

    /// Equal policies play the same game twice, seen from two seats: each pair is one point of two.
    #[test]
    fn equal_policies_at_a_table_of_three_score_half() {
        let duel = played("quick-search", 12);
        assert_eq!((duel.half_points, duel.points().point), ([0, 0, 12, 0, 0], 0.5));
        // The same player does not win every game, and some pairs have a win and a loss.
        assert!(duel.divided > 0 && duel.divided < 12, "{duel:?}");
    }

    /// A player by chance does not win against two searches: it has at most the games that the third player wins.
    #[test]
    fn chance_loses_at_a_table_of_three() {
        let duel = played("random", 12);
        assert!(duel.wins <= 1 && duel.losses > 4, "{duel:?}");
    }
}
