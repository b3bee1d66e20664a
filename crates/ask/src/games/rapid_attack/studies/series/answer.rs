//! The answer of a series: the wins of each company, the next battle after a win and after holding the objective, and the
//! value of each constraint.

use super::Series;
use hitchart_config::words::counted;
use hitchart_lab::study::{Answer, Grouped, rivals};
use hitchart_lab::sweep::{Batches, PointTally};
use hitchart_report::{KeyNumber, table::Table};
use hitchart_stats::{Estimate, LEVEL, order::largest_first};

/// Shares of wins with something and without it, and their difference.
struct Contrast<'a> {
    name: &'a str,
    after: &'static str,
    with: Option<Estimate>,
    without: Option<Estimate>,
    difference: Option<Estimate>,
}

/// Returns the tables and the summary.
pub(super) fn answer(name: &str, series: &Series, tally: &PointTally) -> Answer {
    let (games, batches, numbers) = (series.grouped(), Batches::of(series.games), series.numbers());
    let contrast = |name, after, with: usize, without: usize| Contrast {
        name,
        after,
        with: tally.estimate(&games, with, LEVEL),
        without: tally.estimate(&games, without, LEVEL),
        difference: tally.difference(&games, &batches, [without, with]),
    };
    let companies = || series.companies.iter().map(String::as_str).enumerate();
    let next: Vec<Contrast<'_>> = [("a win", 0), ("holding the objective", 2)]
        .into_iter()
        .flat_map(|(after, what)| {
            let numbers = &numbers;
            companies()
                .map(move |(i, name)| (name, after, numbers.of_company(i, what), numbers.of_company(i, what + 1)))
        })
        .map(|(name, after, with, without)| contrast(name, after, with, without))
        .collect();
    let constraints: Vec<Contrast<'_>> = (series.constraints.iter().enumerate())
        .map(|(i, name)| contrast(name, "its choice", numbers.of_constraint(i, 0), numbers.of_constraint(i, 1)))
        .collect();
    let wins: Vec<Option<Estimate>> = companies().map(|(i, _)| tally.estimate(&games, i, LEVEL)).collect();
    let battles = Table::new(format!("{name}-battles"), "All battles", note(series))
        .text("company", "Company", companies().map(|(_, name)| name))
        .estimates(["share", "interval"], "Wins", 4, wins.iter().copied())
        .count("n", "N", wins.iter().map(|_| tally.groups * series.length));
    let mut tables = vec![battles, contrasts(format!("{name}-next"), "The next battle", "company", &next)];
    if constraints.iter().any(|constraint| constraint.with.is_some()) {
        tables.push(contrasts(format!("{name}-constraints"), "Worth of each constraint", "constraint", &constraints));
    }
    let mut answer = Answer { tables, games: tally.groups * series.length, ..Answer::default() };
    summarise(&mut answer, series, (&games, tally), &constraints);
    answer
}

/// Describes the sides and the link between battles.
fn note(series: &Series) -> String {
    let policies: Vec<&str> = series.policies.iter().map(|policy| policy.name()).collect();
    format!(
        "Policies: {}. Holders choose {}. A series of {} is one observation.",
        policies.join(", "),
        series.chosen(),
        counted(series.length, "battles")
    )
}

fn contrasts(name: String, title: &str, key: &str, rows: &[Contrast<'_>]) -> Table {
    let heading = if key == "company" { "Company" } else { "Constraint" };
    let note = match key {
        "company" => "Share of next battles won by the company, after the event and after battles without it.",
        _ => "Share of next battles won by the holder who chose the constraint, and by holders who chose others.",
    };
    Table::new(name, title, note)
        .text(key, heading, rows.iter().map(|row| row.name))
        .text("after_what", "After", rows.iter().map(|row| row.after))
        .estimate("won_with", "Won", 4, rows.iter().map(|row| row.with))
        .estimate("won_without", "Won otherwise", 4, rows.iter().map(|row| row.without))
        .estimate("won_more", "Difference", 4, rows.iter().map(|row| row.difference))
        .count("n", "N", rows.iter().map(|row| row.difference.map_or(0, |difference| difference.n)))
}

/// Fills in the summary, the line and the numbers.
fn summarise(
    answer: &mut Answer,
    series: &Series,
    (games, tally): (&Grouped, &PointTally),
    constraints: &[Contrast<'_>],
) {
    let of_all = |what: usize| tally.estimate(games, series.numbers().of_all(what), LEVEL);
    let played = format!("{} of {}", counted(tally.groups, "series"), counted(series.length, "battles"));
    let share =
        |estimate: Option<Estimate>| estimate.map_or_else(|| "no share".to_owned(), |estimate| estimate.percent());
    let (winner, holder) = (share(of_all(0)), share(of_all(1)));
    answer.said = vec![format!(
        "The winner of a battle wins the next in {winner}, the holder of the objective in {holder} ({played})."
    )];
    let worth = |row: &Contrast<'_>| Some((row.name.to_owned(), row.difference?));
    let mut worths: Vec<(String, Estimate)> = constraints.iter().filter_map(worth).collect();
    largest_first(&mut worths, |row| row.1.point);
    if let Some((name, most)) = worths.first() {
        let worth = most.in_points();
        answer.said.push(match most.interval.0 > 0.0 {
            true => {
                let near = rivals(most, worths[1..].iter().map(|(name, worth)| (name.as_str(), *worth)), "valuable");
                format!("Of the constraints, {name} is worth most to its holder: {worth} of the next battle{near}.")
            }
            false => format!("No constraint is shown to help its holder; the most may be {name}: {worth}."),
        });
    }
    answer.line =
        format!("the winner of a battle wins the next in {winner}, the holder of the objective in {holder} ({played})");
    answer.numbers = vec![
        KeyNumber::new("Next battle won by the winner", winner),
        KeyNumber::new("Next battle won by the holder of the objective", holder),
    ];
    answer
        .numbers
        .extend(worths.into_iter().map(|(name, worth)| KeyNumber::new(format!("Worth of {name}"), worth.in_points())));
}

impl Series {
    /// Names the choice of the holder.
    fn chosen(&self) -> String {
        match &self.choice {
            super::Choice::Random => "two constraints of different kinds at random".to_owned(),
            super::Choice::Nothing => "nothing".to_owned(),
            super::Choice::Pair(pair) => self.pairs[*pair].map(|i| self.constraints[i].as_str()).join(" and "),
        }
    }
}
