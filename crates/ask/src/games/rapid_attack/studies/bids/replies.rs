//! The best replies to a bid, and fair bids, for two players or more.
//!
//! The fair bid for a number of frames has the number of systems that makes the odds even. A line is fitted to the
//! chances of the bids with the same number of frames. This line crosses an even share, one half between two players,
//! at the fair bid. The crossing is a ratio of two uncertain numbers, so its interval is Fieller's (E. C. Fieller,
//! 1954, J. R. Stat. Soc. B 16, 175-185). The errors are the spread of the lines of independent repetitions with
//! separate companies and dice, because chances against the same bid share its companies and are correlated.

use super::answer::{fair_of, fair_table};
use super::grid::Built;
use hitchart_config::words::grouped;
use hitchart_lab::study::{Answer, estimate_json};
use hitchart_report::KeyNumber;
use hitchart_report::plot::{Figure, FigureKind};
use hitchart_report::table::{Table, number_within, percent};
use hitchart_stats::{Estimate, LEVEL, repeats_quantile};
use serde_json::{Value, json};

// The best replies to one bid, as summary, tables, a figure and JSON.

/// Number of replies among the key numbers.
const NUMBERS: usize = 5;

/// A reply to a bid.
pub(crate) struct Reply {
    /// Place of the reply among the bids.
    pub own: usize,
    /// Share of the points with two players, of the victories with more.
    pub share: Estimate,
    /// Loadouts of the reply's best company.
    pub loadouts: Vec<String>,
}

/// All replies to a bid that all other players make.
pub(crate) struct Replies<'a> {
    pub players: usize,
    pub bids: &'a [Built],
    /// Place of the bid that is answered.
    pub against: usize,
    /// The best reply. The interval allows for the choice among several bids.
    pub best: Option<(usize, Estimate)>,
    /// Replies from the best to the worst.
    pub answers: Vec<Reply>,
    pub chances: BidChances<'a>,
    pub games: u64,
}

impl Replies<'_> {
    fn label(&self, own: usize) -> String {
        self.bids[own].label()
    }

    /// Returns the name of the shares: points with two players, victories with more.
    fn what(&self) -> &'static str {
        if self.players == 2 { "points" } else { "victories" }
    }

    fn companies(&self) -> usize {
        self.bids.first().map_or(0, |built| built.companies.len())
    }

    /// Returns the complete answer.
    pub(crate) fn answer(&self, name: &str) -> Answer {
        let table = self.table(name);
        let mut answer = Answer {
            figures: vec![(self.figure(name, &table), table.clone())],
            tables: vec![fair_table(name, &self.chances, &[self.against]), table],
            json: Some(self.json()),
            ..Answer::default()
        };
        self.summarise(&mut answer);
        answer
    }

    fn summarise(&self, answer: &mut Answer) {
        let (against, what) = (self.label(self.against), self.what());
        let even = percent(self.even());
        if let Some((best, share)) = &self.best {
            let share = share.percent();
            let (opponents, scale) = match self.players {
                2 => (against.clone(), String::new()),
                n => (format!("{} opponents who all bid {against}", n - 1), format!(", where {even} is even")),
            };
            let bid = self.label(*best);
            let near = self.near(*best, share_of(&self.best).0);
            let none_is_best = self.answers.len() > 1 && near.len() + 1 == self.answers.len();
            answer.said.push(match *best == self.against {
                _ if none_is_best => format!(
                    "Against {opponents}, no bid (frames / systems) is shown to be better than another. Bid {bid} has the highest share of the {what}: {share}{scale}."
                ),
                true => format!("Against {opponents}, no other bid (frames / systems) did better than the same bid, which wins an even {even} of the {what}."),
                false => format!(
                    "Against {opponents}, bid {bid} (frames / systems): it wins {share} of the {what}{scale}; the interval includes the search for companies."
                ),
            });
            let advice = match none_is_best {
                true => format!(
                    "no bid is shown to be better than another; {bid} (frames / systems) has the highest share,"
                ),
                false => format!("bid {bid} (frames / systems):"),
            };
            answer.line = format!(
                "Against {opponents} {advice} {share} of the {what} ({} companies a bid, {} games)",
                self.companies(),
                grouped(self.games)
            );
            answer.undecided = undecided(&near);
        }
        answer.said.push(self.fair());
        answer.said.push(format!(
            "{} companies were built independently for each bid; {} games between them were played.",
            self.companies(),
            grouped(self.games)
        ));
        let number = |reply: &Reply| {
            // The interval of the best reply corrects for its choice.
            let best = self.best.as_ref().filter(|(best, _)| *best == reply.own);
            let share = best.map_or(&reply.share, |(_, share)| share).percent();
            KeyNumber::new(format!("Bid {}, share of the {what}", self.label(reply.own)), share)
        };
        answer.numbers = self.answers.iter().take(NUMBERS).map(number).collect();
    }

    /// Lists the numbers of systems that make the odds even.
    fn fair(&self) -> String {
        let of = |fair: &Fair| {
            let systems = number_within(fair.systems?, fair.interval?);
            Some(format!("{systems} systems with {} frames", fair.frames))
        };
        let own = self.bids[self.against].frames;
        let others = fair(&self.chances, self.against).into_iter().filter(|fair| fair.frames != own);
        let all: Vec<String> = others.filter_map(|fair| of(&fair)).collect();
        match all.is_empty() {
            true => format!(
                "These games do not show how many systems make the odds even with more or fewer than {own} frames."
            ),
            false => format!(
                "A straight line through the shares is even at {}. Points change in a step at the opponent's number, so look at \
                 the bids near it.",
                all.join("; ")
            ),
        }
    }

    /// Lists the bids that may be as good as the best, whose share is `low` at least.
    fn near(&self, best: usize, low: f64) -> Vec<String> {
        let near = self.answers.iter().filter(|reply| reply.own != best && reply.share.interval.1 >= low);
        near.map(|reply| self.label(reply.own)).collect()
    }

    fn even(&self) -> f64 {
        1.0 / self.players as f64
    }

    /// Returns the name of the column of shares.
    fn column(&self) -> &'static str {
        if self.players == 2 { "points_share" } else { "victory_share" }
    }

    fn table(&self, name: &str) -> Table {
        let others = if self.players == 2 { "" } else { " All other players make this bid." };
        let note = format!(
            "Answers to {}.{others} The intervals include the dice and the search for companies: {} companies were built \
             independently for each bid. Loadouts: the most successful of these companies.",
            self.label(self.against),
            self.companies()
        );
        let heading = format!("Share of {}", self.what());
        Table::new(format!("{name}-answers"), "Answers, the best first", note)
            .text("own_bid", "Bid", self.answers.iter().map(|reply| self.label(reply.own)))
            .estimate(self.column(), &heading, 3, self.answers.iter().map(|reply| reply.share))
            .count("n", "Games", self.answers.iter().map(|reply| reply.share.n))
            .text("loadouts", "Loadouts", self.answers.iter().map(|reply| reply.loadouts.join(", ")))
    }

    fn figure(&self, name: &str, table: &Table) -> Figure {
        let value = self.column();
        Figure::new(
            format!("{name}-answers"),
            format!("Answers to {}", self.label(self.against)),
            format!(
                "Share of {} of every bid against it, with intervals; the numbers are in {}.",
                self.what(),
                table.name
            ),
            FigureKind::ranking(
                ["own_bid", value],
                format!("Share of {}, 95% intervals", self.what()),
                Some(self.even()),
            ),
        )
    }

    fn json(&self) -> Value {
        let answers = self.answers.iter().map(|reply| {
            json!({
                "bid": self.label(reply.own),
                self.what(): estimate_json(&reply.share),
                "frames": reply.loadouts,
            })
        });
        let fair = fair_of(&self.chances, &[self.against])
            .into_iter()
            .map(|(_, fair)| json!({ "frames": fair.frames, "systems": fair.systems, "interval": fair.interval }));
        json!({
            "against": self.label(self.against),
            "players": self.players,
            "answers": answers.collect::<Vec<_>>(),
            "companies": self.companies(),
            "games": self.games,
            "fair": fair.collect::<Vec<_>>(),
        })
    }
}

/// Describes the bids that may be as good as the best; empty without any.
fn undecided(near: &[String]) -> String {
    match near.is_empty() {
        true => String::new(),
        false => format!(
            "Undecided: {} may be as good. More companies for each bid and more games would decide it.",
            near.join(", ")
        ),
    }
}

/// Returns the interval of the best reply.
fn share_of(best: &Option<(usize, Estimate)>) -> (f64, f64) {
    best.as_ref().map_or((0.0, 1.0), |(_, share)| share.interval)
}

// Fair bids.

/// The number of systems for even odds with a number of frames.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Fair {
    pub frames: u8,
    /// `None` if the chances do not change with systems, or if they become even beyond the bids that were played.
    pub systems: Option<f64>,
    /// `None` if the games do not determine the number.
    pub interval: Option<(f64, f64)>,
    /// Least and most systems of the bids that the line is fitted to.
    pub range: (u16, u16),
    /// Change of the share of points per additional system.
    pub slope: f64,
}

/// Bids and their chances against each other.
pub(crate) struct BidChances<'a> {
    pub bids: &'a [Built],
    /// The chance that counts as even.
    pub even: f64,
    /// Returns the chance of a bid against another, by their places.
    pub share: Box<dyn Fn(usize, usize) -> Option<Shares> + 'a>,
}

/// A chance as estimated in each repetition, and the number of observations of all repetitions.
pub(crate) struct Shares {
    pub repeats: Vec<f64>,
    pub observations: u64,
}

/// Returns the fair bids against one bid, by number of frames. Numbers of frames with only one bid are left out.
pub(crate) fn fair(all: &BidChances<'_>, against: usize) -> Vec<Fair> {
    let mut frames: Vec<u8> = all.bids.iter().map(|built| built.frames).collect();
    frames.sort_unstable();
    frames.dedup();
    frames.into_iter().filter_map(|frames| of_frames(all, against, frames)).collect()
}

fn of_frames(all: &BidChances<'_>, against: usize, frames: u8) -> Option<Fair> {
    let places = (0..all.bids.len()).filter(|own| all.bids[*own].frames == frames && *own != against);
    let rows: Vec<(f64, Shares)> =
        places.filter_map(|own| Some((f64::from(all.bids[own].systems), (all.share)(own, against)?))).collect();
    let systems = all.bids.iter().filter(|built| built.frames == frames).map(|built| built.systems);
    let range = (systems.clone().min()?, systems.max()?);
    let line = Line::through(&rows)?;
    let other = &all.bids[against];
    let (systems, interval) = match frames == other.frames {
        // Players who make the same bid have even chances.
        true => (Some(f64::from(other.systems)), Some((f64::from(other.systems), f64::from(other.systems)))),
        false => line.crossing(all.even),
    };
    let systems = systems.filter(|systems| (f64::from(range.0)..=f64::from(range.1)).contains(systems));
    Some(Fair { frames, systems, interval: interval.filter(|_| systems.is_some()), range, slope: line.slope })
}

/// A fitted line with the errors of its parameters, centred at the mean of x.
struct Line {
    centre: f64,
    height: f64,
    slope: f64,
    /// Variances of height and slope, and their covariance.
    variances: (f64, f64),
    covariance: f64,
    /// Student's quantile for the errors.
    quantile: f64,
}

impl Line {
    /// Fits a line by least squares to points with heights estimated in each repetition. `None` if there are fewer than
    /// two different x, or fewer than two repetitions.
    fn through(rows: &[(f64, Shares)]) -> Option<Line> {
        let many = rows.len() as f64;
        let centre = rows.iter().map(|(x, _)| x).sum::<f64>() / many;
        let spread: f64 = rows.iter().map(|(x, _)| (x - centre).powi(2)).sum();
        let repeats = rows.iter().map(|(_, shares)| shares.repeats.len()).min()?;
        if spread == 0.0 || repeats < 2 {
            return None;
        }
        let fitted = |repeat: usize| {
            let of = |(x, shares): &(f64, Shares)| (shares.repeats[repeat], (x - centre) * shares.repeats[repeat]);
            let (height, slope) = rows.iter().map(of).fold((0.0, 0.0), |sum, next| (sum.0 + next.0, sum.1 + next.1));
            (height / many, slope / spread)
        };
        let lines: Vec<(f64, f64)> = (0..repeats).map(fitted).collect();
        let count = repeats as f64;
        let mean = |of: &dyn Fn(&(f64, f64)) -> f64| lines.iter().map(of).sum::<f64>() / count;
        let (height, slope) = (mean(&|line| line.0), mean(&|line| line.1));
        let error = |of: &dyn Fn(&(f64, f64)) -> f64| mean(of) / (count - 1.0);
        // A chance that happened not to vary between repetitions still has an error.
        let least = |weight: &dyn Fn(f64) -> f64| -> f64 {
            rows.iter().map(|(x, shares)| (weight(*x) * 0.5 / shares.observations.max(1) as f64).powi(2)).sum()
        };
        Some(Line {
            centre,
            height,
            slope,
            variances: (
                error(&|line| (line.0 - height).powi(2)).max(least(&|_| 1.0 / many)),
                error(&|line| (line.1 - slope).powi(2)).max(least(&|x| (x - centre) / spread)),
            ),
            covariance: error(&|line| (line.0 - height) * (line.1 - slope)),
            quantile: repeats_quantile(repeats, LEVEL),
        })
    }

    /// Returns the x at which the line reaches `level`, with Fieller's interval. There is no x if the slope is 0, and
    /// no interval if the slope does not differ significantly from 0.
    fn crossing(&self, level: f64) -> (Option<f64>, Option<(f64, f64)>) {
        let (rise, slope) = (level - self.height, self.slope);
        if slope == 0.0 {
            return (None, None);
        }
        let point = self.centre + rise / slope;
        let square = self.quantile * self.quantile;
        let (of_height, of_slope) = self.variances;
        // Ratios q for which rise - q·slope is no further from 0 than its error allows: a q² - 2 b q + c <= 0.
        let a = slope * slope - square * of_slope;
        if a <= 0.0 {
            return (Some(point), None);
        }
        let b = rise * slope + square * self.covariance;
        let c = rise * rise - square * of_height;
        let reach = (b * b - a * c).max(0.0).sqrt();
        let ends = [b - reach, b + reach].map(|end| self.centre + end / a);
        (Some(point), Some((ends[0], ends[1])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(of: &[(f64, [f64; 3])]) -> Vec<(f64, Shares)> {
        of.iter().map(|(x, shares)| (*x, Shares { repeats: shares.to_vec(), observations: 1000 })).collect()
    }

    /// Lines with a slope of 0.05 and heights of 0.49, 0.5 and 0.51 in the middle. The interval is that of the height:
    /// 18 ± 4.30265 · 0.01 / √3 / 0.05.
    #[test]
    fn a_line_crosses_where_it_must() {
        let at = |x: i32| [-0.01, 0.0, 0.01].map(|more| 0.5 + 0.05 * f64::from(x - 18) + more);
        let line = Line::through(&rows(&[16, 17, 18, 19, 20].map(|x| (f64::from(x), at(x))))).unwrap();
        let (point, interval) = line.crossing(0.5);
        assert!((point.unwrap() - 18.0).abs() < 1e-9);
        let (low, high) = interval.unwrap();
        assert!((18.0 - low - 0.4968).abs() < 0.01 && (high - 18.0 - 0.4968).abs() < 0.01, "{low} {high}");
    }

    /// Chances rise by 0.05 a system: against 5/18 they are even at 17 systems with 6 frames and at 25 with 4, which no
    /// played bid has.
    #[test]
    fn fair_bids_lie_within_those_played() {
        let bids = [(5, 16), (5, 18), (6, 16), (6, 18), (4, 14), (4, 16)];
        let built = bids.map(|(frames, systems)| Built { frames, systems, companies: Vec::new() });
        let even = |frames: u8| [(5, 18.0), (6, 17.0), (4, 25.0)].iter().find(|known| known.0 == frames).unwrap().1;
        let chance = |own: usize, _: usize| {
            let share = 0.5 + 0.05 * (f64::from(bids[own].1) - even(bids[own].0));
            Some(Shares { repeats: [-0.01, 0.0, 0.01].map(|more| share + more).to_vec(), observations: 1000 })
        };
        let all = fair(&BidChances { bids: &built, even: 0.5, share: Box::new(chance) }, 1);
        let found = |frames: u8| all.iter().find(|fair| fair.frames == frames).and_then(|fair| fair.systems);
        assert!((found(6).unwrap() - 17.0).abs() < 1e-9, "{all:?}");
        assert_eq!(found(4), None);
        // One other bid with 5 frames is too few for a line.
        assert_eq!(found(5), None);
    }

    #[test]
    fn a_slope_that_may_be_nothing_bounds_nothing() {
        let flat = rows(&[(16.0, [0.5, 0.52, 0.48]), (17.0, [0.51, 0.5, 0.5]), (18.0, [0.5, 0.49, 0.53])]);
        assert_eq!(Line::through(&flat).unwrap().crossing(0.5).1, None);
        assert!(Line::through(&rows(&[(16.0, [0.5; 3]), (16.0, [0.4; 3])])).is_none());
    }
}
