//! Costs that would make alternatives equal. Builds that differ in one thing only all play the same number of games on
//! common random numbers.

use super::held;
use super::phase::{Phase, by_points};
use super::tables::{rows_by, share};
use super::trial::against_field;
use super::workshop::Changes;
use crate::racing::{Margins, Race};
use crate::runner::Wanted;
use crate::study::{Answer, Asked, Counted, Estimates, Grouped, Run};
use hitchart_config::InputError;
use hitchart_report::table::{Table, counted as number_of, rounded_up, signed_within};
use hitchart_report::{KeyNumber, Warning};
use hitchart_stats::Estimate;
use serde_json::Value;
use std::sync::Arc;

/// Largest useful half-width of the interval of a cost, in points of score.
const USEFUL: f64 = 0.5;

/// Alternatives in an otherwise equal build.
#[derive(Clone, Debug)]
pub struct Costs<W: Changes> {
    pub setting: W,
    /// Names of an alternative: name of a column, its heading, and the plural.
    pub what: [&'static str; 3],
    pub alternatives: Vec<(String, W::Build)>,
    pub field: Arc<W::Field>,
    /// Pairs of games of each alternative.
    pub pairs: u64,
}

/// An alternative with its cost and its share of points.
type Row<'a> = (&'a str, Estimate, Estimate);

impl<W: Changes> Costs<W> {
    fn phase(&self, name: &str) -> Phase<'_, W> {
        let many = self.alternatives.len();
        Phase {
            setting: &self.setting,
            field: &self.field,
            name: format!("{name}/variants"),
            builds: self.alternatives.iter().map(|(_, build)| build.clone()).collect(),
            pairs: many as u64 * self.pairs,
            left: many,
            beside: None,
        }
    }

    /// Returns the cost of each alternative, the dearest first: its worth over the mean of all, in points of score.
    fn rows(&self, race: &Race) -> Vec<Row<'_>> {
        let games: Vec<&Margins> = race.standings.iter().map(|standing| &standing.margins).collect();
        let told = |standing: &crate::racing::Standing| {
            let margins = &standing.margins;
            (self.alternatives[standing.arm].0.as_str(), margins.worth_among(&games), margins.points())
        };
        let mut rows: Vec<Row<'_>> = race.standings.iter().map(told).collect();
        rows.sort_by(|a, b| b.1.point.total_cmp(&a.1.point));
        rows
    }

    fn table(&self, name: &str, rows: &[Row<'_>]) -> Table {
        let [column, heading, _] = self.what;
        let note = format!(
            "The worth of each {column} in points of score, over the mean of all of them, in an otherwise equal {}. If a player pays \
             this cost from the starting score, all are equal on average. All play on common random numbers; one observation is a pair of \
             games. {}.",
            W::WORDS.build[0],
            self.setting.against(&self.field)
        );
        Table::new(format!("{name}-costs"), "Costs that would make all equal", note)
            .text(column, heading, rows.iter().map(|(label, ..)| *label))
            .estimates(["cost", "cost_interval"], "Cost in points of score", 2, rows.iter().map(|(_, cost, _)| *cost))
            .estimates(["points_share", "points_share_interval"], "Share of points", 4, rows.iter().map(|(.., p)| *p))
            .count("n", "Games", rows.iter().map(|(.., points)| points.n))
    }

    /// Fills in the summary and the numbers of an answer.
    fn summarise(&self, answer: &mut Answer, rows: &[Row<'_>]) {
        const TOP: usize = 3;
        let (Some(dearest), Some(cheapest)) = (rows.first(), rows.last()) else { return };
        let cost = |(_, cost, _): &Row<'_>| signed_within(cost.point, cost.interval);
        let [one, _, several] = self.what;
        answer.said.push(format!(
            "The most valuable of {} {several} is {}, worth {} points of score more than the average one. The least valuable is {} ({}).",
            rows.len(),
            dearest.0,
            cost(dearest),
            cheapest.0,
            cost(cheapest)
        ));
        answer.said.push(format!(
            "If each player pays these costs from the starting score, every {one} is equally good. Each played {}.",
            number_of(dearest.2.n, "games")
        ));
        let equal = rows.iter().filter(|(_, cost, _)| cost.interval.0 <= 0.0 && cost.interval.1 >= 0.0).count();
        if equal > 0 {
            answer.undecided = format!(
                "Undecided: {} of {} do not clearly differ from the average in these games.",
                equal,
                rows.len()
            );
        }
        let number = |row: &Row<'_>| KeyNumber::new(format!("Cost of {}, points of score", row.0), cost(row));
        let last = rows.len() - 1;
        answer.numbers = rows.iter().take(TOP.min(last)).chain([cheapest]).map(number).collect();
        answer.numbers.push(KeyNumber::new(format!("Share of points with {}", dearest.0), share(&dearest.2)));
    }
}

/// Returns a warning if the widest interval is too wide, with a sufficient number of games.
fn vague(name: &str, rows: &[Row<'_>]) -> Option<Warning> {
    let half = |cost: &Estimate| (cost.interval.1 - cost.interval.0) / 2.0;
    let widest = rows.iter().map(|(_, cost, _)| *cost).max_by(|a, b| half(a).total_cmp(&half(b)));
    widest.filter(|cost| half(cost) > USEFUL).map(|cost| Warning::FewSamples {
        what: format!("costs of {name}, in points of score"),
        samples: cost.n,
        half_width: half(&cost),
        better: rounded_up((cost.n as f64 * (half(&cost) / USEFUL).powi(2)).ceil() as u64),
    })
}

impl<W: Changes> Asked for Costs<W> {
    fn kind(&self) -> &'static str {
        "costs"
    }

    fn held(&self) -> u64 {
        held(self.alternatives.len(), self.pairs.saturating_mul(self.alternatives.len() as u64))
    }

    fn compared(&self) -> Option<Result<Grouped, InputError>> {
        let what = self.what[0];
        let builds = self.alternatives.iter().map(|(label, build)| (format!("{what} {label}"), build.clone()));
        Some(Ok(against_field(&self.setting, builds.collect(), &self.field)))
    }

    fn games_keys(&self) -> &'static [&'static str] {
        &["games"]
    }

    fn wants(&self, run: &Run<'_>, counted: &Counted) -> Vec<Wanted> {
        let phase = self.phase(run.name);
        phase.wants(&phase.run(counted, by_points), run.seed)
    }

    fn kept(&self) -> Option<Value> {
        self.setting.kept()
    }

    fn answer(&self, name: &str, counted: &Counted) -> Answer {
        let race = self.phase(name).run(counted, by_points).race;
        if race.next.is_some() {
            return Answer::default();
        }
        let rows = self.rows(&race);
        let table = self.table(name, &rows);
        let figure =
            rows_by(format!("{name}-costs"), &table, (self.what[0], "cost"), "Cost in points of score, 95% intervals");
        let mut answer = Answer {
            tables: vec![table.clone()],
            figures: vec![(figure, table)],
            warnings: vague(name, &rows).into_iter().collect(),
            ..Answer::default()
        };
        self.summarise(&mut answer, &rows);
        answer
    }
}
