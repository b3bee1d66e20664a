//! Games of all entrants of a field against each other.
//!
//! Each entrant was built several times, in independent repetitions. An estimate is a mean over repetitions, and its
//! interval is that of their spread. The interval therefore includes the search for builds as well as the dice.

use super::space::{Entrant, EntrantSetting};
use crate::metagame::{PairCell, Repeats, Results, Square, most_even};
use crate::racing::Margins;
use crate::runner::{Job, Streams};
use crate::study::{Answer, Duel, PairTable, RunCounts, rivals};
use hitchart_config::words::grouped;
use hitchart_report::plot::{Figure, FigureKind};
use hitchart_report::{KeyNumber, table::Table};
use hitchart_stats::{Estimate, LEVEL, chosen, normal_quantile, order::largest_first, repeated};
use serde::{Deserialize, Serialize};

/// Slack of payoffs: the error that the solver leaves.
const SLACK: f64 = 1e-9;
/// Number of turns in a field with unequal shares.
const TURNS: usize = 120;

/// Settings of the games of entrants against each other.
pub(super) struct AllPairs<'a, W> {
    pub setting: &'a W,
    /// Name of the study; with the seed and the entrants, it names the dice of a matchup.
    pub name: &'a str,
    pub seed: u64,
    /// Pairs of games of each two entrants.
    pub pairs: u64,
}

/// An entrant with its key in the names of games and its name in results.
pub(super) struct NamedEntrant<'a, E> {
    pub key: String,
    pub name: String,
    pub entrant: &'a E,
}

impl<W: EntrantSetting> AllPairs<'_, W> {
    /// Returns all games among entrants. `None` if some are still to be played; these are added to `next`.
    pub(super) fn results(
        &self,
        entrants: &[NamedEntrant<'_, Entrant<W>>],
        counted: &RunCounts,
        next: &mut Vec<Job>,
    ) -> Option<Results> {
        let mut results = Results::new(entrants.iter().map(|entrant| entrant.name.clone()).collect());
        for (second, other) in entrants.iter().enumerate() {
            for (first, own) in entrants[..second].iter().enumerate() {
                let occasion = format!("{}/meet/{} / {}", self.name, own.key, other.key);
                match counted.of::<Margins>(&occasion) {
                    Some(margins) => results.add(first, second, &PairCell::from(&margins.duel())),
                    None => {
                        // Each matchup has independent dice, because resampling assumes independent matchups.
                        next.push(self.trial([own.entrant, other.entrant], occasion));
                    }
                }
            }
        }
        next.is_empty().then_some(results)
    }

    /// Returns the games of two entrants; the name of the counts is also that of the random streams.
    fn trial(&self, two: [&Entrant<W>; 2], name: String) -> Job {
        let (_, effort) = self.setting.meeting(two);
        let (setting, [own, other]) = (self.setting.clone(), two.map(Clone::clone));
        let streams = Streams { name: name.clone(), seed: self.seed, groups: 0..self.pairs };
        PairTable::new(effort, move || setting.meeting([&own, &other]).0).job::<Margins>(name, streams)
    }
}

/// Returns the most even equilibrium of games as they were played.
pub(super) fn shares(results: &Results) -> Vec<f64> {
    let share = |first: usize, second: usize| results.cell(first, second).points().unwrap_or(0.5) - 0.5;
    let payoffs = Square::from_fn(results.len(), share);
    most_even(&payoffs, &vec![SLACK; results.len()])
}

/// Returns the opponent of each turn by shares that sum to 1, spread as evenly as possible.
pub fn spread(shares: &[f64]) -> Vec<usize> {
    let mut met = vec![0.0; shares.len()];
    let next = |turn: usize| {
        let due = |place: &usize| shares[*place] * (turn + 1) as f64 - met[*place];
        let place = (0..met.len()).max_by(|a, b| due(a).total_cmp(&due(b)).then(b.cmp(a))).unwrap_or(0);
        met[place] += 1.0;
        place
    };
    (0..TURNS).map(next).collect()
}

/// Games of two entrants, seen from the first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchupCounts {
    /// Indices of the entrants.
    pub first: usize,
    /// Index of the second entrant.
    pub second: usize,
    /// All games.
    pub duel: Duel,
    /// Games of each repetition, between the builds of that repetition.
    pub repeats: Vec<Duel>,
}

impl MatchupCounts {
    /// Creates a matchup from its games by repetition.
    pub fn of(first: usize, second: usize, repeats: Vec<Duel>) -> MatchupCounts {
        let duel = repeats.iter().fold(Duel::default(), |all, next| all.and(next));
        MatchupCounts { first, second, duel, repeats }
    }

    /// Returns true if the games are those of `repeats` repetitions.
    pub fn is_whole(&self, repeats: usize) -> bool {
        self.repeats.len() == repeats
            && self.repeats.iter().all(|duel| duel.pairs() > 0 && duel.fits(duel.games()))
            && self.duel == MatchupCounts::of(self.first, self.second, self.repeats.clone()).duel
    }
}

/// Games of all pairs of entrants.
#[derive(Clone, Debug, PartialEq)]
pub struct Meetings {
    /// Unique names of the entrants.
    pub labels: Vec<String>,
    /// Games of each pair of entrants, each pair once.
    pub met: Vec<MatchupCounts>,
}

/// Number of bids among the numbers behind an answer.
const NUMBERS: usize = 5;
/// Share of an entrant against itself.
const EVEN: Estimate = Estimate { point: 0.5, standard_error: 0.0, interval: (0.5, 0.5), n: 0, observations: 0 };

impl Meetings {
    /// Returns games of one entrant against another by repetition, seen from the first. `None` if they did not meet, or
    /// are the same.
    fn duels(&self, own: usize, other: usize) -> Option<Vec<Duel>> {
        let met = |first: usize, second: usize| self.met.iter().find(|met| (met.first, met.second) == (first, second));
        let turned = |met: &MatchupCounts| met.repeats.iter().map(|duel| duel.turned()).collect();
        met(own, other).map(|met| met.repeats.clone()).or_else(|| met(other, own).map(turned))
    }

    /// Returns the number of repetitions.
    pub fn repeats(&self) -> usize {
        self.met.first().map_or(0, |met| met.repeats.len())
    }

    /// Returns the share of points of one entrant against another in each repetition; one half against itself.
    pub fn shares(&self, own: usize, other: usize) -> Option<Vec<f64>> {
        match own == other {
            true => Some(vec![EVEN.point; self.repeats()]),
            false => Some(self.duels(own, other)?.iter().map(|duel| duel.points().point).collect()),
        }
    }

    /// Returns the share of points of one entrant against another, a tie being half a point; one half against itself.
    pub fn share(&self, own: usize, other: usize) -> Option<Estimate> {
        if own == other { Some(EVEN) } else { Duel::repeated(&self.duels(own, other)?) }
    }

    /// Returns the share with the uncertainty of the dice alone, as if the builds were known.
    pub fn share_by_dice(&self, own: usize, other: usize) -> Option<Estimate> {
        if own == other {
            return Some(EVEN);
        }
        Some(self.duels(own, other)?.iter().fold(Duel::default(), |all, next| all.and(next)).points())
    }

    /// Returns the answers to an entrant, best first, by index.
    pub fn answers(&self, against: usize) -> Vec<(usize, Estimate)> {
        let shares = (0..self.labels.len()).filter_map(|own| Some((own, self.share(own, against)?)));
        let mut answers: Vec<(usize, Estimate)> = shares.collect();
        largest_first(&mut answers, |row| row.1.point);
        answers
    }

    /// Returns the best answer to an entrant, and its share. The interval corrects for selection.
    pub fn best_answer(&self, against: usize) -> Option<(usize, Estimate)> {
        let candidates: Vec<Vec<f64>> =
            (0..self.labels.len()).map(|own| self.shares(own, against)).collect::<Option<_>>()?;
        chosen(&candidates, |own| self.share_by_dice(own, against).unwrap_or(EVEN))
    }

    fn others(&self, own: usize) -> impl Iterator<Item = usize> + use<> {
        (0..self.labels.len()).filter(move |other| *other != own)
    }

    /// Returns the mean share of an entrant against all others in each repetition. `None` if it met no other.
    pub fn means(&self, own: usize) -> Option<Vec<f64>> {
        let shares: Vec<Vec<f64>> = self.others(own).filter_map(|other| self.shares(own, other)).collect();
        let mean = |repeat: usize| shares.iter().map(|shares| shares[repeat]).sum::<f64>() / shares.len() as f64;
        (!shares.is_empty()).then(|| (0..self.repeats()).map(mean).collect())
    }

    /// Returns the mean share with the uncertainty of the dice alone.
    fn mean_by_dice(&self, own: usize) -> Option<Estimate> {
        let shares: Vec<Estimate> = self.others(own).filter_map(|other| self.share_by_dice(own, other)).collect();
        // Matchups have independent dice, so that their variances add up.
        let many = shares.len() as f64;
        let point = shares.iter().map(|share| share.point).sum::<f64>() / many;
        let error = shares.iter().map(|share| share.standard_error.powi(2)).sum::<f64>().sqrt() / many;
        let reach = normal_quantile(LEVEL) * error;
        Some(Estimate {
            point,
            standard_error: error,
            interval: (point - reach, point + reach),
            n: shares.iter().map(|share| share.n).sum(),
            observations: shares.iter().map(|share| share.observations).min()?,
        })
    }

    /// Returns the mean share of an entrant against all others. `None` if it met no other.
    pub fn mean(&self, own: usize) -> Option<Estimate> {
        Some(repeated(&self.means(own)?, &self.mean_by_dice(own)?))
    }

    /// Fills in an answer with the best and the worst against all others; does nothing if no entrants met. `what` names
    /// the entrants, such as `bids`, and `builds` what was built.
    pub fn summarise(&self, answer: &mut Answer, what: &str, builds: &str) {
        let means: Option<Vec<Vec<f64>>> = (0..self.labels.len()).map(|own| self.means(own)).collect();
        let Some(means) = means else { return };
        let turned: Vec<Vec<f64>> = means.iter().map(|means| means.iter().map(|mean| 1.0 - mean).collect()).collect();
        let by_dice = |own: usize| self.mean_by_dice(own).unwrap_or(EVEN);
        let best = chosen(&means, by_dice);
        let worst = chosen(&turned, |own| turn(by_dice(own))).map(|(own, mean)| (own, turn(mean)));
        let (Some((best, mean)), Some((worst, least))) = (best, worst) else { return };
        let label = |own: usize| &self.labels[own];
        let mut ranked: Vec<(usize, Estimate)> =
            (0..self.labels.len()).filter_map(|own| Some((own, self.mean(own)?))).collect();
        largest_first(&mut ranked, |row| row.1.point);
        // The intervals of both ends correct for the choice of these ends.
        for (own, share) in &mut ranked {
            let end = [(best, mean), (worst, least)].into_iter().find(|(end, _)| end == own);
            *share = end.map_or(*share, |(_, corrected)| corrected);
        }
        let but =
            |end: usize| ranked.iter().filter(move |row| row.0 != end).map(|(own, mean)| (label(*own).as_str(), *mean));
        let level = rivals(&mean, but(best), "good");
        if !level.is_empty() {
            answer.undecided = format!("Undecided: which bid is best. More {builds} of each bid would decide it.");
        }
        answer.said.push(format!(
            "Of {} {what}, {} does best against all others: {} of the points{}. {} does worst: {}{}.",
            self.labels.len(),
            label(best),
            mean.percent(),
            level,
            label(worst),
            least.percent(),
            rivals(&least, but(worst), "bad")
        ));
        answer.said.push(format!("{} {} games were played.", self.holds(builds), grouped(self.games())));
        let number = |(own, share): &(usize, Estimate)| {
            KeyNumber::new(format!("{} against all others, share of points", label(*own)), share.percent())
        };
        answer.numbers = ranked.iter().take(NUMBERS).map(number).collect();
    }

    /// Describes what intervals include; `builds` names what was built.
    pub fn holds(&self, builds: &str) -> String {
        format!(
            "The intervals include the dice and the search for {builds}: {} {builds} were built independently for each bid.",
            self.repeats()
        )
    }

    /// Returns the games as results of entrants.
    pub fn results(&self) -> Results {
        let mut results = Results::new(self.labels.clone());
        self.met.iter().for_each(|met| results.add(met.first, met.second, &PairCell::from(&met.duel)));
        results
    }

    /// Returns the uncertainty between repetitions of these results.
    pub fn open(&self) -> Repeats {
        let met = self.met.iter().map(|met| (met.first, met.second, met.repeats.as_slice()));
        Repeats::of(self.labels.len(), met)
    }

    /// Returns the total number of games.
    pub fn games(&self) -> u64 {
        self.met.iter().map(|met| met.duel.games()).sum()
    }

    /// Returns the table of every two bids, including each bid against itself.
    pub fn matrix(&self, name: &str, what: &str) -> Table {
        let places = 0..self.labels.len();
        let cells: Vec<(usize, usize, Estimate)> = places
            .clone()
            .flat_map(|own| places.clone().map(move |other| (own, other)))
            .filter_map(|(own, other)| Some((own, other, self.share(own, other)?)))
            .collect();
        let note = format!(
            "Share of points of {what} built for the bid in the row against those in the column. A tie is half a point. A bid \
             against itself is even. {}",
            self.holds(what)
        );
        Table::new(format!("{name}-grid"), "Each bid against each other", note)
            .text("own_bid", "Bid", cells.iter().map(|(own, ..)| self.labels[*own].as_str()))
            .text("other_bid", "Against", cells.iter().map(|(_, other, _)| self.labels[*other].as_str()))
            .estimate("points_share", "Share of points", 3, cells.iter().map(|(.., share)| *share))
            .count("n", "Games", cells.iter().map(|(own, other, share)| (own != other).then_some(share.n)))
    }

    /// Returns that table as a map.
    pub fn map(&self, name: &str, matrix: &Table) -> Figure {
        Figure::new(
            format!("{name}-map"),
            "Chance to win by bid",
            format!(
                "Share of points of each bid, in rows, against each other, in columns. The numbers are in {}.",
                matrix.name
            ),
            FigureKind::even_map(["own_bid", "other_bid", "points_share"], "Share of points of the bid in the row"),
        )
    }

    /// Returns the table of the best answer to each bid.
    pub fn best(&self, name: &str) -> Table {
        let best = |against| self.best_answer(against).map(|(own, share)| (against, own, share));
        let rows: Vec<(usize, usize, Estimate)> = (0..self.labels.len()).filter_map(best).collect();
        let note = format!(
            "The bid with the greatest share of points against each. As the best of several estimates, it is slightly exaggerated \
             (selection bias): the lower end of its interval holds for all bids together that may be the best. {}",
            self.holds("builds")
        );
        Table::new(format!("{name}-best"), "The best answer to each bid", note)
            .text("other_bid", "Against", rows.iter().map(|(against, ..)| self.labels[*against].as_str()))
            .text("own_bid", "Best answer", rows.iter().map(|(_, own, _)| self.labels[*own].as_str()))
            .estimate("points_share", "Share of points", 3, rows.iter().map(|(.., share)| *share))
            .count("n", "Games", rows.iter().map(|(.., share)| share.n))
    }
}

/// Returns the same share, seen from the other side.
fn turn(share: Estimate) -> Estimate {
    let (low, high) = share.interval;
    Estimate { point: 1.0 - share.point, interval: (1.0 - high, 1.0 - low), ..share }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// At every turn each opponent is less than one turn off its share, and opponents without a share are never met.
    #[test]
    fn turns_are_spread_by_shares() {
        let shares = [0.5, 0.0, 0.3, 0.2];
        let turns = spread(&shares);
        for end in 1..=turns.len() {
            for (place, share) in shares.iter().enumerate() {
                let met = turns[..end].iter().filter(|turn| **turn == place).count() as f64;
                assert!((met - share * end as f64).abs() < 1.0, "{place} of {end}: {met}");
            }
        }
    }

    fn duel(pairs: &[[i8; 2]]) -> Duel {
        let mut duel = Duel::default();
        pairs.iter().for_each(|pair| duel.add_pair(*pair));
        duel
    }

    #[test]
    fn answers_are_ranked_and_turned() {
        let labels = ["a", "b", "c"].map(str::to_owned).to_vec();
        let wins = vec![duel(&[[1, 1], [1, -1]]), duel(&[[1, -1], [1, 1]])];
        let turned: Vec<Duel> = wins.iter().map(|wins| wins.turned()).collect();
        let met =
            vec![MatchupCounts::of(0, 1, wins.clone()), MatchupCounts::of(0, 2, turned), MatchupCounts::of(1, 2, wins)];
        let all = Meetings { labels, met };
        assert_eq!((all.games(), all.repeats()), (24, 2));
        assert!(all.met.iter().all(|met| met.is_whole(2) && !met.is_whole(3)));
        assert_eq!(all.share(1, 0).unwrap().point, 0.25);
        assert_eq!(all.answers(0).iter().map(|(own, _)| *own).collect::<Vec<_>>(), [2, 0, 1]);
        assert_eq!([0, 1, 2].map(|own| all.mean(own).unwrap().point), [0.5; 3]);
        let mut answer = Answer::default();
        all.summarise(&mut answer, "bids", "companies");
        let said = answer.said.join(" ");
        assert!(said.contains("50%") && said.contains("2 companies were built independently"), "{said}");
        assert_eq!(answer.numbers.len(), 3);
        let mut nobody = Answer::default();
        Meetings { labels: vec!["a".to_owned()], met: Vec::new() }.summarise(&mut nobody, "bids", "companies");
        assert!(nobody.said.is_empty());
        assert_eq!(all.best("x").texts("own_bid"), ["c", "a", "b"]);
    }

    /// The interval includes builds that differ between repetitions, although each played many games.
    #[test]
    fn intervals_hold_what_repetitions_differ_by() {
        let games = |wins: usize| duel(&[vec![[1, 1]; wins], vec![[-1, -1]; 1000 - wins]].concat());
        let met = vec![MatchupCounts::of(0, 1, vec![games(700), games(500), games(600)])];
        let all = Meetings { labels: ["a", "b"].map(str::to_owned).to_vec(), met };
        let (low, high) = all.share(0, 1).unwrap().interval;
        assert!((low - 0.3516).abs() < 1e-3 && (high - 0.8484).abs() < 1e-3, "0.6 ± 4.303 · 0.1 / √3: {low} {high}");
        assert!(all.share_by_dice(0, 1).unwrap().interval.0 > 0.57);
    }
}
