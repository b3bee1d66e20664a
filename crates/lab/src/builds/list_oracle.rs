//! Equilibria of builds against a list of opponents that another player chooses from.
//!
//! The game is zero-sum and not symmetric: one player mixes builds, the other mixes the opponents of the list. The list is
//! finite, so that only builds are searched for: the double oracle of McMahan, Gordon and Blum (2003) with one oracle. A
//! linear program solves the game of all builds of the field against all opponents.
//!
//! The value of the measured game has the standard error of the payoffs at the mixtures: by the envelope theorem its
//! derivative by the payoff of a pair is the product of the two shares (J. M. Danskin, 1966, SIAM J. Appl. Math. 14).

use super::double_oracle::ends_in_the_field;
use super::search::{BuildSearch, Drafts, SearchSize};
use super::tables::{rounds_figure, undecided};
use super::{field::trial, held, keys::Rounds, space::ListedSetting};
use crate::metagame::{effective, zero_sum};
use crate::racing::Margins;
use crate::runner::{Job, Streams};
use crate::study::{Answer, PlayedBy, Run, RunCounts, Study, estimate_json};
use hitchart_config::words::{capitalised, counted as number_of};
use hitchart_play::Built;
use hitchart_report::KeyNumber;
use hitchart_report::table::{Table, bounds, number};
use hitchart_stats::{Estimate, LEVEL, normal_quantile};
use serde_json::{Value, json};
use std::sync::Arc;

/// Number of builds per generation of each search, and number of generations.
const SIZE: (usize, usize) = (32, 3);

/// A search for the equilibrium of builds and a list of opponents.
#[derive(Clone, Debug)]
pub struct ListOracle<W: ListedSetting> {
    /// Setting of the games, with the search space of the builds.
    pub setting: W,
    /// Opponents that the other player chooses from.
    pub field: Arc<W::Field>,
    /// The first build.
    pub start: W::Build,
    /// Margin, maximum number of rounds, and numbers of games.
    pub rounds: Rounds,
    /// Seed of all games and draws.
    pub seed: u64,
    /// Builds that the searches have drawn.
    pub drafts: Drafts<W::Build>,
}

/// The equilibrium of the builds so far.
#[derive(Clone, Debug)]
struct Solved {
    /// Shares of the builds, and of the opponents.
    builds: Vec<f64>,
    opponents: Vec<f64>,
    /// Share of points of the builds.
    value: Estimate,
}

/// A round: the equilibrium, and the best reply to the opponents in it.
struct Round<B> {
    builds: usize,
    solved: Solved,
    reply: B,
    /// Share of points of the reply in the race that chose it, above the value.
    raw: f64,
    /// Gain of the reply over the value, on fresh seeds.
    gain: Estimate,
    /// True if the reply is one of the builds already.
    is_known: bool,
}

/// Progress of the search.
struct Course<B> {
    builds: Vec<B>,
    rounds: Vec<Round<B>>,
    /// Games of each build against each opponent. `None` until they are played.
    cells: Option<Vec<Vec<Margins>>>,
    next: Vec<Job>,
}

impl<W: ListedSetting> ListOracle<W> {
    /// Runs the rounds up to the first games that are not yet played.
    fn course(&self, name: &str, counted: &RunCounts) -> Course<W::Build> {
        let mut course = Course { builds: vec![self.start.clone()], rounds: Vec::new(), cells: None, next: Vec::new() };
        loop {
            course.cells = self.cells(name, &course.builds, counted, &mut course.next);
            let Some(cells) = &course.cells else { return course };
            let Some(solved) = solved(cells).filter(|_| course.rounds.len() < self.rounds.most) else { return course };
            let Some(round) = self.round(name, &mut course, solved, counted) else { return course };
            let joins = round.gain.point > self.rounds.margin && !round.is_known;
            course.builds.extend(joins.then(|| round.reply.clone()));
            course.rounds.push(round);
            if !joins {
                return course;
            }
        }
    }

    /// Returns the games of all builds against all opponents. `None` if some are still to be played; these are added to
    /// `next`.
    fn cells(
        &self,
        name: &str,
        builds: &[W::Build],
        counted: &RunCounts,
        next: &mut Vec<Job>,
    ) -> Option<Vec<Vec<Margins>>> {
        let setting = Arc::new(self.setting.clone());
        let names = W::names(&self.field);
        let mut cell = |build: &W::Build, place: usize| {
            let occasion = format!("{name}/meet/{} / {}", W::key(build), names[place]);
            let played = counted.of::<Margins>(&occasion);
            if played.is_none() {
                let mut alone = vec![0.0; names.len()];
                alone[place] = 1.0;
                let field = Arc::new(W::listed(&self.field, &alone));
                let streams = Streams { name: occasion.clone(), seed: self.seed, groups: 0..self.rounds.pairs };
                next.push(trial(occasion, &setting, (build, &field), streams));
            }
            played.unwrap_or_default()
        };
        let cells = builds.iter().map(|build| (0..names.len()).map(|place| cell(build, place)).collect()).collect();
        next.is_empty().then_some(cells)
    }

    /// Returns the best reply to the opponents of an equilibrium. `None` if games are still to be played, which are then
    /// in `next`, or if no build is found.
    fn round(
        &self,
        name: &str,
        course: &mut Course<W::Build>,
        solved: Solved,
        counted: &RunCounts,
    ) -> Option<Round<W::Build>> {
        let field = Arc::new(W::listed(&self.field, &solved.opponents));
        let search = BuildSearch {
            setting: &self.setting,
            space: self.setting.space(),
            field: &field,
            name: format!("{name}/round {}", course.rounds.len() + 1),
            seed: self.seed,
            start: course.builds.clone(),
            breeding: SearchSize {
                population: SIZE.0,
                generations: SIZE.1,
                pairs: self.rounds.search_pairs,
                test_pairs: self.rounds.test_pairs,
            },
            tested: 1,
            drafts: &self.drafts,
        };
        let found = search.run(counted);
        course.next = found.next;
        let ((reply, raw), tested) = (found.best?, found.tested?);
        let (points, value) = (tested.points(), solved.value);
        let error = points.standard_error.hypot(value.standard_error);
        let gain = Estimate {
            n: points.n,
            observations: points.observations,
            ..about(points.point - value.point, error, (-1.0, 1.0))
        };
        let raw = raw.points().point - value.point;
        let is_known = course.builds.iter().any(|build| W::key(build) == W::key(&reply));
        Some(Round { builds: course.builds.len(), solved, reply, raw, gain, is_known })
    }
}

/// Returns an estimate with a normal interval, cut at the least and the largest possible value.
fn about(point: f64, standard_error: f64, (least, most): (f64, f64)) -> Estimate {
    let half = normal_quantile(LEVEL) * standard_error;
    let interval = ((point - half).max(least), (point + half).min(most));
    Estimate { point, standard_error, interval, n: 0, observations: 0 }
}

/// Least and largest share.
const SHARE: (f64, f64) = (0.0, 1.0);

/// Returns the mean of independent shares, each weighted by its part.
fn mixed(of: &[(f64, Estimate)]) -> Estimate {
    let error = of.iter().map(|(share, of)| (share * of.standard_error).powi(2)).sum::<f64>().sqrt();
    let played = || of.iter().filter(|(share, _)| *share > 0.0);
    let (n, observations) = (played().map(|(_, of)| of.n).sum(), played().map(|(_, of)| of.observations).sum());
    Estimate { n, observations, ..about(of.iter().map(|(share, of)| share * of.point).sum(), error, SHARE) }
}

/// Solves the game of builds against opponents. `None` if the solver fails.
fn solved(cells: &[Vec<Margins>]) -> Option<Solved> {
    let points: Vec<Vec<Estimate>> = cells.iter().map(|row| row.iter().map(Margins::points).collect()).collect();
    let opponents = points.first()?.len();
    let (value, builds, against) = zero_sum(points.len(), opponents, |row, column| points[row][column].point)?;
    let cell = |(row, column): (usize, usize)| (builds[row] * against[column], points[row][column]);
    let all = (0..points.len()).flat_map(|row| (0..opponents).map(move |column| (row, column)));
    let measured = mixed(&all.map(cell).collect::<Vec<_>>());
    let Estimate { interval, .. } = about(value, measured.standard_error, SHARE);
    let value = Estimate { point: value, interval, ..measured };
    Some(Solved { builds, opponents: against, value })
}

impl<W: ListedSetting> Study for ListOracle<W> {
    fn players(&self) -> Vec<PlayedBy> {
        self.setting.players()
    }

    fn held(&self) -> u64 {
        held(1 + self.rounds.most, self.rounds.search_pairs.saturating_mul(self.rounds.most as u64))
    }

    fn next_jobs(&self, run: &Run<'_>, counted: &RunCounts) -> Vec<Job> {
        self.course(run.name, counted).next
    }

    fn kept(&self) -> Option<Value> {
        self.setting.kept()
    }

    fn answer(&self, name: &str, counted: &RunCounts) -> Answer {
        answer(name, self, &self.course(name, counted))
    }
}

// The answer: summary, tables and figures.

fn answer<W: ListedSetting>(name: &str, study: &ListOracle<W>, course: &Course<W::Build>) -> Answer {
    let mut answer = Answer { warnings: study.setting.warnings(name, &study.field), ..Answer::default() };
    let Some(cells) = &course.cells else { return answer };
    let Some(last) = solved(cells) else { return answer };
    if let Some(round) = course.rounds.last() {
        summarise(&mut answer, study, (course.rounds.len(), round), &last);
        let rounds = rounds_table(name, study, course);
        answer.figures.push((rounds_figure(name, &rounds), rounds.clone()));
        answer.tables.push(rounds);
    }
    answer.tables.push(builds_table::<W>(name, course, &last));
    answer.tables.push(opponents_table(name, study, cells, &last));
    answer.tables.push(matrix(name, study, cells));
    let round = |round: &Round<W::Build>| {
        json!({ "builds": round.builds, "reply": round.reply.parts(), "gain": estimate_json(&round.gain),
            "raw_gain": round.raw, "in_field": round.is_known })
    };
    answer.json = Some(json!({
        "value": last.value.point, "value_interval": bounds(&last.value), "n": last.value.n,
        "builds": last.builds, "parts": course.builds.iter().map(Built::parts).collect::<Vec<_>>(),
        "opponents": last.opponents, "names": W::names(&study.field),
        "rounds": course.rounds.iter().map(round).collect::<Vec<_>>(),
    }));
    answer
}

fn summarise<W: ListedSetting>(
    answer: &mut Answer,
    study: &ListOracle<W>,
    (rounds, round): (usize, &Round<W::Build>),
    last: &Solved,
) {
    let (margin, found) = (study.rounds.margin * 100.0, round.gain.in_points());
    let rounds_played = number_of(rounds as u64, "rounds");
    answer.said.push(match (round.gain.point <= study.rounds.margin, round.is_known) {
        (true, _) => format!("After {rounds_played} no reply was found that gains more than {margin:.1} points: the last gains {found}."),
        (false, true) => ends_in_the_field(&rounds_played, &found),
        (false, false) => format!("The search ended after {rounds_played} while the best reply still gains {found}, more than {margin:.1} points."),
    });
    let hardest: Vec<&str> = W::names(&study.field)
        .into_iter()
        .zip(&last.opponents)
        .filter(|(_, share)| **share > 0.0)
        .map(|(name, _)| name)
        .collect();
    answer.said.push(format!(
        "In the equilibrium the {} win {} of the points, against {}. There may be a better reply.",
        W::WORDS.builds,
        last.value.percent(),
        hardest.join(", ")
    ));
    answer.numbers = vec![
        KeyNumber::new("Share of points in the equilibrium", last.value.percent()),
        KeyNumber::new("Gain of the best reply", found),
        KeyNumber::new(format!("Effective {}", W::WORDS.builds), number(effective(&last.builds))),
        KeyNumber::new("Effective opponents", number(effective(&last.opponents))),
        KeyNumber::new("Rounds", rounds.to_string()),
    ];
    answer.undecided = undecided("the gain of the best reply", &round.gain, W::WORDS.games);
}

fn rounds_table<W: ListedSetting>(name: &str, study: &ListOracle<W>, course: &Course<W::Build>) -> Table {
    let rounds = || course.rounds.iter();
    let note = format!(
        "The best reply to the opponents of each equilibrium, on new dice. There may be a better reply. Replies that gain more \
         than {:.1} points over the value join. {}.",
        study.rounds.margin * 100.0,
        capitalised(&study.setting.describe())
    );
    Table::new(format!("{name}-rounds"), "Gain of the best reply by round", note)
        .text("series", "Reply", rounds().map(|_| "best reply found"))
        .count("round", "Round", (1..).take(course.rounds.len()))
        .count("field_size", &capitalised(W::WORDS.builds), rounds().map(|round| round.builds as u64))
        .estimate("value", "Value", 4, rounds().map(|round| round.solved.value))
        .estimate("exploitability", "Gain", 4, rounds().map(|round| round.gain))
        .number("raw_gain", "Gain in the race", 4, rounds().map(|round| round.raw))
        .count("n", &W::WORDS.games_heading(), rounds().map(|round| round.gain.n))
        .text(W::WORDS.bid[0], W::WORDS.bid[1], rounds().map(|round| round.reply.bid()))
        .text(W::WORDS.parts[0], W::WORDS.parts[1], rounds().map(|round| round.reply.describe()))
}

fn builds_table<W: ListedSetting>(name: &str, course: &Course<W::Build>, last: &Solved) -> Table {
    let note = format!(
        "Shares of the equilibrium. The first of the {} is the one that the study began with; the others are replies that joined.",
        W::WORDS.builds
    );
    let builds = || course.builds.iter();
    Table::new(format!("{name}-field"), capitalised(W::WORDS.builds), note)
        .count("number", "Number", (1..).take(course.builds.len()))
        .number("equilibrium_share", "Share", 4, last.builds.iter().copied())
        .text(W::WORDS.bid[0], W::WORDS.bid[1], builds().map(Built::bid))
        .text(W::WORDS.parts[0], W::WORDS.parts[1], builds().map(Built::describe))
}

fn opponents_table<W: ListedSetting>(
    name: &str,
    study: &ListOracle<W>,
    cells: &[Vec<Margins>],
    last: &Solved,
) -> Table {
    let names = W::names(&study.field);
    let against = |column: usize| {
        let points = cells.iter().map(|row| row[column].points());
        mixed(&last.builds.iter().copied().zip(points).collect::<Vec<_>>())
    };
    let all: Vec<Estimate> = (0..names.len()).map(against).collect();
    let note = format!(
        "Shares of the opponents that the other player mixes, and the points of the mixed {} against each.",
        W::WORDS.builds
    );
    Table::new(format!("{name}-opponents"), "Opponents", note)
        .text("opponent", "Opponent", names)
        .number("equilibrium_share", "Share", 4, last.opponents.iter().copied())
        .estimate("points_share", "Points against it", 4, all.iter().copied())
        .count("n", &W::WORDS.games_heading(), all.iter().map(|of| of.n))
}

fn matrix<W: ListedSetting>(name: &str, study: &ListOracle<W>, cells: &[Vec<Margins>]) -> Table {
    let names = W::names(&study.field);
    let rows = || cells.iter().enumerate().flat_map(|(row, of)| of.iter().enumerate().map(move |cell| (row, cell)));
    Table::new(
        format!("{name}-matrix"),
        "Points of each pair",
        "Share of points of each of the field against each opponent.",
    )
    .count("number", "Number", rows().map(|(row, _)| row as u64 + 1))
    .text("opponent", "Opponent", rows().map(|(_, (column, _))| names[column]))
    .estimate("points_share", "Points", 4, rows().map(|(_, (_, margins))| margins.points()))
    .count("n", &W::WORDS.games_heading(), rows().map(|(_, (_, margins))| margins.games()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitchart_dice::Throw;

    /// Payoffs of builds against opponents, with an equilibrium of two of each.
    const PAYOFFS: [[f64; 3]; 3] = [[0.7, 0.4, 0.6], [0.5, 0.6, 0.7], [0.3, 0.3, 0.8]];
    /// Its value, and the shares of both.
    const VALUE: f64 = 0.55;

    /// Plays pairs of games with the probabilities of the payoffs.
    fn cells(seed: u64, pairs: u64) -> Vec<Vec<Margins>> {
        let mut throw = Throw::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut cell = |chance: &f64| {
            let mut game = || if throw.below(1 << 20) < (chance * f64::from(1 << 20)) as usize { 1 } else { -1 };
            Margins::new(0, (0..pairs).map(|_| [game(), game()]).collect())
        };
        PAYOFFS.iter().map(|row| row.iter().map(&mut cell).collect()).collect()
    }

    #[test]
    fn mixtures_are_those_of_the_game() {
        let (value, builds, opponents) = zero_sum(3, 3, |row, column| PAYOFFS[row][column]).unwrap();
        let near = |found: &[f64], known: [f64; 3]| found.iter().zip(known).all(|(a, b)| (a - b).abs() < 1e-6);
        assert!((value - VALUE).abs() < 1e-6, "{value}");
        assert!(near(&builds, [0.25, 0.75, 0.0]) && near(&opponents, [0.5, 0.5, 0.0]), "{builds:?} {opponents:?}");
        // Games of one row have the least entry as their value.
        let (value, _, opponents) = zero_sum(1, 3, |_, column| PAYOFFS[1][column]).unwrap();
        assert!((value - 0.5).abs() < 1e-6 && near(&opponents, [1.0, 0.0, 0.0]));
    }

    /// The interval of the value holds the value of the true payoffs in at least 93% of 400 measured games.
    #[test]
    fn intervals_of_the_value_hold_it() {
        let holds = |seed: &u64| {
            let (low, high) = solved(&cells(*seed, 400)).unwrap().value.interval;
            (low..=high).contains(&VALUE)
        };
        let held = (1..=400).filter(holds).count();
        assert!(held >= 372, "{held} of 400");
    }
}
