//! Games of everything that was built against everything else: shares of points, the best answers, and both as tables.

use crate::meta::{Cell, Results};
use crate::plot::{Figure, Kind};
use crate::stats::{Estimate, pooled};
use crate::study::{Duel, Estimates};
use crate::table::{Table, grouped};
use serde::{Deserialize, Serialize};

/// Games of two for the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Met {
    /// Their places.
    pub first: usize,
    pub second: usize,
    pub duel: Duel,
}

/// Games of each two of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Meetings {
    /// What they are called, each unlike the others.
    pub labels: Vec<String>,
    pub met: Vec<Met>,
}

/// Games of one against another, seen from the first; none where they did not meet, as of one and itself.
fn duel(all: &[Met], own: usize, other: usize) -> Option<Duel> {
    let met = |first: usize, second: usize| {
        all.iter().find(|met| (met.first, met.second) == (first, second)).map(|met| met.duel)
    };
    met(own, other).or_else(|| met(other, own).map(|duel| duel.turned()))
}

/// The share of points of one against another, a tie being half a point; against itself a half.
pub fn share(all: &[Met], own: usize, other: usize) -> Option<Estimate> {
    if own == other {
        return Some(Estimate { point: 0.5, standard_error: 0.0, interval: (0.5, 0.5), n: 0, observations: 0 });
    }
    Some(duel(all, own, other)?.points())
}

/// The answers of so many to one of them, from the best to the worst, by place.
pub fn answers(all: &[Met], many: usize, against: usize) -> Vec<(usize, Estimate)> {
    let shares = (0..many).filter_map(|own| Some((own, share(all, own, against)?)));
    let mut answers: Vec<(usize, Estimate)> = shares.collect();
    answers.sort_by(|a, b| b.1.point.total_cmp(&a.1.point).then(a.0.cmp(&b.0)));
    answers
}

impl Meetings {
    /// The share of points of one against another, a tie being half a point; against itself a half.
    pub fn share(&self, own: usize, other: usize) -> Option<Estimate> {
        share(&self.met, own, other)
    }

    /// The answers to one, from the best to the worst, by place.
    pub fn answers(&self, against: usize) -> Vec<(usize, Estimate)> {
        answers(&self.met, self.labels.len(), against)
    }

    /// The mean share of one against all others, whose games have their dice in common; none where it met nobody.
    pub fn mean(&self, own: usize) -> Option<Estimate> {
        let others = (0..self.labels.len()).filter(|other| *other != own);
        let shares: Vec<Estimate> = others.filter_map(|other| self.share(own, other)).collect();
        pooled(&shares)
    }

    /// Who does best against all others, and who worst, in words; nothing where nobody met.
    pub fn said(&self, what: &str) -> Option<String> {
        let mut ranked: Vec<(&str, Estimate)> =
            (0..).zip(&self.labels).filter_map(|(own, label)| Some((label.as_str(), self.mean(own)?))).collect();
        ranked.sort_by(|a, b| b.1.point.total_cmp(&a.1.point));
        let told = |(label, mean): &(&str, Estimate)| {
            let (low, high) = mean.interval;
            format!(
                "{label}: {:.3} of the points (95% interval {low:.3} to {high:.3}, N {})",
                mean.point,
                grouped(mean.n)
            )
        };
        let (best, worst) = (ranked.first()?, ranked.last()?);
        Some(format!(
            "Of {} {what}, the best against all others is {}; the worst {}. They are the best and the worst of several, and \
             so a little too good and too bad. {} games.",
            ranked.len(),
            told(best),
            told(worst),
            grouped(self.games())
        ))
    }

    /// The games as results of entrants.
    pub fn results(&self) -> Results {
        let mut results = Results::new(self.labels.clone());
        self.met.iter().for_each(|met| results.add(met.first, met.second, &Cell::from(&met.duel)));
        results
    }

    /// Games in all.
    pub fn games(&self) -> u64 {
        self.met.iter().map(|met| met.duel.games()).sum()
    }

    /// Every two bids, also of a bid and itself.
    pub fn matrix(&self, name: &str, what: &str) -> Table {
        let places = 0..self.labels.len();
        let cells: Vec<(usize, usize, Estimate)> = places
            .clone()
            .flat_map(|own| places.clone().map(move |other| (own, other)))
            .filter_map(|(own, other)| Some((own, other, self.share(own, other)?)))
            .collect();
        let note = format!(
            "Share of points of the {what} built for the bid in the row against that in the column: a tie is half a point, a \
             pair of games with swapped seats one observation. A bid against itself is even."
        );
        Table::new(format!("{name}-grid"), "Each bid against each other", note)
            .text("own_bid", "Bid", cells.iter().map(|(own, ..)| self.labels[*own].as_str()))
            .text("other_bid", "Against", cells.iter().map(|(_, other, _)| self.labels[*other].as_str()))
            .estimates(
                ["points_share", "points_share_interval"],
                "Share of points",
                3,
                cells.iter().map(|(.., share)| *share),
            )
            .count("n", "N", cells.iter().map(|(own, other, share)| (own != other).then_some(share.n)))
    }

    /// That table as a map.
    pub fn map(&self, name: &str, matrix: &Table) -> Figure {
        Figure {
            name: format!("{name}-map"),
            title: "Chance to win by bid".to_owned(),
            alt: format!(
                "Share of points of each bid, in rows, against each other, in columns. The numbers are in {}.",
                matrix.name
            ),
            kind: Kind::HeatMap {
                row: "own_bid".to_owned(),
                column: "other_bid".to_owned(),
                value: "points_share".to_owned(),
                value_title: "Share of points of the bid in the row".to_owned(),
            },
        }
    }

    /// The best answer to each.
    pub fn best(&self, name: &str) -> Table {
        let rows: Vec<(usize, usize, Estimate)> = (0..self.labels.len())
            .filter_map(|against| self.answers(against).first().map(|(own, share)| (against, *own, *share)))
            .collect();
        let note = "The bid with the greatest share of points against each. It is the best of several, and so a little too good.";
        Table::new(format!("{name}-best"), "The best answer to each bid", note)
            .text("other_bid", "Against", rows.iter().map(|(against, ..)| self.labels[*against].as_str()))
            .text("own_bid", "Best answer", rows.iter().map(|(_, own, _)| self.labels[*own].as_str()))
            .estimates(
                ["points_share", "points_share_interval"],
                "Share of points",
                3,
                rows.iter().map(|(.., share)| *share),
            )
            .count("n", "N", rows.iter().map(|(.., share)| share.n))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_ranked_and_turned() {
        let duel = |pairs: &[[i8; 2]]| {
            let mut duel = Duel::default();
            pairs.iter().for_each(|pair| duel.add_pair(*pair));
            duel
        };
        let met = |first, second, duel| Met { first, second, duel };
        let labels = ["a", "b", "c"].map(str::to_owned).to_vec();
        let wins = duel(&[[1, 1], [1, -1]]);
        let all = Meetings { labels, met: vec![met(0, 1, wins), met(0, 2, wins.turned()), met(1, 2, wins)] };
        assert_eq!(all.games(), 12);
        assert_eq!(all.share(1, 0).unwrap().point, 0.25);
        assert_eq!(all.answers(0).iter().map(|(own, _)| *own).collect::<Vec<_>>(), [2, 0, 1]);
        assert_eq!([0, 1, 2].map(|own| all.mean(own).unwrap().point), [0.5; 3]);
        let said = all.said("bids").unwrap();
        assert!(said.contains("the best against all others is a: 0.500 of the points (95% interval 0."), "{said}");
        assert_eq!(Meetings { labels: vec!["a".to_owned()], met: Vec::new() }.said("bids"), None);
        assert_eq!(all.best("x").texts("own_bid"), ["c", "a", "b"]);
    }
}
