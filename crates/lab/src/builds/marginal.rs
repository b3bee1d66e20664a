//! The worth of each change of a build, and the costs that would make alternatives equal.
//!
//! For costs, builds that differ in one thing only all play the same number of games on common random numbers.

use super::field::{Phase, against_field, by_distance, by_points};
use super::space::{ChangeResult, ChangeSet, Changes, CostWords};
use super::tables::{changes_table, ranking, rows_by, undecided};
use super::{changed_pairs, held, tables};
use crate::racing::{ArmGames, Margins, Race};
use crate::runner::Job;
use crate::study::{self, Answer, Grouped, PlayedBy, Run, RunCounts, Study, few, rivals};
use hitchart_config::InputError;
use hitchart_config::words::{capitalised, counted as number_of, grouped, verb};
use hitchart_play::Built;
use hitchart_report::table::{Table, p_value, rounded_up};
use hitchart_report::{KeyNumber, Warning};
use hitchart_stats::{
    Estimate, LEVEL, benjamini_hochberg, level_of_findings,
    order::{largest_first, smallest_first},
};
use serde_json::Value;
use std::sync::Arc;

// The worth of each change.

/// Number of changes that are played to the end.
const LEFT: usize = 12;

/// A study of the worth of each change of a build.
#[derive(Clone, Debug)]
pub struct Marginal<W: Changes> {
    /// The build, its single changes, and the field of opponents.
    pub changing: ChangeSet<W>,
    /// Pairs of games of all changes together.
    pub pairs: u64,
}

impl<W: Changes> Marginal<W> {
    fn phase(&self, name: &str) -> Phase<'_, W> {
        self.changing.phase(format!("{name}/change"), &self.changing.singles, (self.pairs, LEFT))
    }
}

impl<W: Changes> Study for Marginal<W> {
    fn players(&self) -> Vec<PlayedBy> {
        self.changing.setting.players()
    }

    fn changed(&self, changes: &study::Changes<'_>) -> Result<Option<Arc<dyn Study>>, InputError> {
        Ok(changed_pairs(changes).map(|pairs| Arc::new(Self { pairs, ..self.clone() }) as Arc<dyn Study>))
    }

    fn takes_games(&self) -> bool {
        true
    }

    fn held(&self) -> u64 {
        held(self.changing.singles.len(), self.pairs)
    }

    fn compared(&self) -> Option<Result<Grouped, InputError>> {
        let ChangeSet { setting, name, own, singles, field } = &self.changing;
        let changed = singles.iter().map(|single| (format!("{name}, {}", single.label), single.build.clone()));
        let builds = [(format!("{name}, no change"), own.clone())].into_iter().chain(changed);
        Some(Ok(against_field(setting, builds.collect(), field)))
    }

    fn next_jobs(&self, run: &Run<'_>, counted: &RunCounts) -> Vec<Job> {
        let phase = self.phase(run.name);
        phase.next_jobs(&phase.run(counted, by_distance), run.seed)
    }

    fn kept(&self) -> Option<Value> {
        self.changing.setting.kept()
    }

    fn answer(&self, name: &str, counted: &RunCounts) -> Answer {
        let run = self.phase(name).run(counted, by_distance);
        let played = run.race.standings.iter().filter(|standing| standing.margins.pairs() > 1);
        let of = |standing: &'_ ArmGames| {
            ChangeResult::of::<W>(&self.changing.singles[standing.arm], &standing.margins, &run.beside)
        };
        let (results, games): (Vec<ChangeResult<W::Build>>, Vec<&Margins>) =
            played.map(|standing| (of(standing), &standing.margins)).unzip();
        if results.is_empty() {
            return Answer::default();
        }
        answer(name, &self.changing, &rows(&results, &games, &run.beside), &run.beside)
    }
}

/// A change as one of all that were tried.
struct ChangeRow<'a, B> {
    change: &'a ChangeResult<B>,
    /// p-value after the correction of Benjamini and Hochberg.
    p: f64,
    /// Gain with the interval of [`level_of_findings`]: it excludes 0 exactly if the change is shown to help or to hurt.
    gain: Estimate,
}

/// Largest adjusted p-value of a change that is shown to help or to hurt.
const SURE: f64 = 1.0 - LEVEL;

/// Returns the changes sorted by gain, largest first. `games` are those of each change.
fn rows<'a, B>(results: &'a [ChangeResult<B>], games: &[&Margins], as_it_is: &Margins) -> Vec<ChangeRow<'a, B>> {
    let adjusted = benjamini_hochberg(&results.iter().map(|change| change.gain.p_value).collect::<Vec<f64>>());
    let level = level_of_findings(&adjusted, SURE);
    let row = |((change, p), games): ((&'a ChangeResult<B>, f64), &&Margins)| ChangeRow {
        change,
        p,
        gain: games.more_than(as_it_is, level).points,
    };
    let mut rows: Vec<ChangeRow<'_, B>> = results.iter().zip(adjusted).zip(games).map(row).collect();
    largest_first(&mut rows, |row| row.change.gain.points.point);
    rows
}

/// Returns the answer.
fn answer<W: Changes>(
    name: &str,
    changing: &ChangeSet<W>,
    rows: &[ChangeRow<'_, W::Build>],
    as_it_is: &Margins,
) -> Answer {
    let note = format!(
        "Each change against the unchanged {}, on common random numbers: the difference in the share of points. One observation is a pair of \
         games with swapped seats. Changes with little effect were dropped early, half of them at a time, so the number of \
         games differs. The largest gains and losses are mostly too far from 0, the more so the fewer games: `improve` measures \
         the best changes again. Each interval is for its change alone. Adjusted p: false discovery rate among all changes.",
        W::WORDS.build[0]
    );
    let table = Table::new(format!("{name}-changes"), "Changes, the greatest gain first", note);
    let table = changes_table::<W>(table, &rows.iter().map(|row| (row.change, row.p)).collect::<Vec<_>>());
    let figure = ranking(name, &table, "Changes");
    let met = tables::opponents::<W>(&changing.field, as_it_is);
    let warnings = changing.setting.warnings(name, &changing.field);
    let mut answer = Answer { figures: vec![figure], warnings, ..Answer::default() };
    summarise(&mut answer, changing, rows, as_it_is);
    answer.said.extend(Some(tables::describe_met(changing, &met)).filter(|said| !said.is_empty()));
    answer.tables = vec![baseline(name, changing, as_it_is), table];
    answer.tables.extend(tables::table(name, changing, &met));
    answer
}

/// Returns the table of the unchanged build.
pub(super) fn baseline<W: Changes>(name: &str, changing: &ChangeSet<W>, as_it_is: &Margins) -> Table {
    let points = as_it_is.points();
    let against = format!("{}.", changing.setting.against(&changing.field));
    Table::new(format!("{name}-baseline"), "Unchanged", against)
        .text(W::WORDS.build[0], W::WORDS.build[1], [changing.name.as_str()])
        .text(W::WORDS.parts[0], W::WORDS.parts[1], [changing.own.describe()])
        .text(W::WORDS.bid[0], W::WORDS.bid[1], [changing.own.bid()])
        .number("points_share", "Share of points", 4, [points.point])
        .interval("points_share_interval", "95% interval", 4, [points.interval])
        .count("n", &W::WORDS.games_heading(), [points.n])
}

/// Fills in the summary, the line and the numbers of an answer.
fn summarise<W: Changes>(
    answer: &mut Answer,
    changing: &ChangeSet<W>,
    rows: &[ChangeRow<'_, W::Build>],
    as_it_is: &Margins,
) {
    let shown = |row: &ChangeRow<'_, W::Build>| row.p < SURE;
    let mut gains: Vec<&ChangeRow<'_, W::Build>> = rows.iter().filter(|row| row.gain.point > 0.0).collect();
    let mut losses: Vec<&ChangeRow<'_, W::Build>> = rows.iter().filter(|row| row.gain.point < 0.0).collect();
    // Sorts by the bound nearer to 0: changes with few games have the widest intervals.
    largest_first(&mut gains, |row| row.gain.interval.0);
    smallest_first(&mut losses, |row| row.gain.interval.1);
    let said =
        |row: &ChangeRow<'_, W::Build>| format!("{}, {} ({})", row.change.label, row.gain.in_points(), p_value(row.p));
    let name = &changing.name;
    let best = gains.first().map(|row| match shown(row) {
        true => format!("The surest gain for {name}: {}.", said(row)),
        false => format!("No change is shown to help {name}. The most promising: {}.", said(row)),
    });
    answer.said.extend(best);
    answer.said.extend(losses.first().filter(|row| shown(row)).map(|row| format!("The surest loss: {}.", said(row))));
    let (better, worse) =
        (gains.iter().filter(|row| shown(row)).count(), losses.iter().filter(|row| shown(row)).count());
    answer.said.push(format!(
        "Of {}, {better} {} shown to help and {worse} to hurt, by intervals that allow for the choice. The largest effects of \
         many are mostly too large; `improve` measures the best changes again. Unchanged, {name} scores {} of the points in \
         {} {}.",
        number_of(rows.len() as u64, "changes"),
        verb(better as u64, "is"),
        as_it_is.points().percent(),
        grouped(as_it_is.games()),
        W::WORDS.games,
    ));
    fill_numbers::<W>(answer, name, as_it_is, &gains, &losses);
}

/// Fills in the numbers of an answer, and the sentence on the surest gain if none is shown. Gains and losses begin with the
/// surest.
fn fill_numbers<W: Changes>(
    answer: &mut Answer,
    name: &str,
    as_it_is: &Margins,
    gains: &[&ChangeRow<'_, W::Build>],
    losses: &[&ChangeRow<'_, W::Build>],
) {
    const TOP: usize = 2;
    let number = |row: &&ChangeRow<'_, W::Build>| KeyNumber::new(capitalised(&row.change.label), row.gain.in_points());
    answer.numbers = vec![KeyNumber::new(format!("{name} unchanged, share of points"), as_it_is.points().percent())];
    answer.numbers.extend(gains.iter().take(TOP).map(number));
    answer.numbers.extend(losses.iter().take(TOP).map(number));
    answer.undecided = match gains.first().filter(|row| row.p >= SURE) {
        Some(row) => undecided("the most promising change", &row.gain, W::WORDS.games),
        None => String::new(),
    };
}

// Costs of alternatives.

/// Largest useful half-width of the interval of a cost, in points of score.
const USEFUL: f64 = 0.5;

/// Alternatives in an otherwise equal build.
#[derive(Clone, Debug)]
pub struct Costs<W: Changes> {
    /// Setting in which the alternatives play.
    pub setting: W,
    /// Names of an alternative: name of a column, its heading, and the plural.
    pub what: [&'static str; 3],
    /// Name of each alternative, and the build with it.
    pub alternatives: Vec<(String, W::Build)>,
    /// Opponents of the alternatives.
    pub field: Arc<W::Field>,
    /// Pairs of games of each alternative.
    pub pairs: u64,
}

/// An alternative with its cost and its share of points.
type CostRow<'a> = (&'a str, Estimate, Estimate);

impl<W: Changes> Costs<W> {
    fn phase(&self, name: &str) -> Phase<'_, W> {
        let builds: Vec<W::Build> = self.alternatives.iter().map(|(_, build)| build.clone()).collect();
        let many = builds.len();
        let of = (&self.setting, &self.field);
        Phase::new(of, format!("{name}/variants"), builds, (many as u64 * self.pairs, many))
    }

    /// Returns the cost of each alternative, the dearest first: its worth over the mean of all, in points of score.
    fn rows(&self, race: &Race) -> Vec<CostRow<'_>> {
        let games: Vec<&Margins> = race.standings.iter().map(|standing| &standing.margins).collect();
        let told = |standing: &ArmGames| {
            let margins = &standing.margins;
            (self.alternatives[standing.arm].0.as_str(), margins.worth_among(&games), margins.points())
        };
        let mut rows: Vec<CostRow<'_>> = race.standings.iter().map(told).collect();
        largest_first(&mut rows, |row| row.1.point);
        rows
    }

    /// Returns the sentence on what changes with the size of a build, if the bids of the alternatives differ; else an empty
    /// one.
    fn size(&self) -> &'static str {
        let mut bids = self.alternatives.iter().map(|(_, build)| build.bid());
        let first = bids.next();
        if bids.any(|bid| Some(bid) != first) { W::WORDS.cost.size } else { "" }
    }

    fn table(&self, name: &str, rows: &[CostRow<'_>]) -> Table {
        let ([column, heading, _], cost) = (self.what, W::WORDS.cost);
        let note = format!(
            "The worth of each {column} in {}, over the mean of all of them, in an otherwise equal {}. If {}, all are equal on \
             average. All play on common random numbers; one observation is a pair of {}. {}. {}",
            cost.unit,
            W::WORDS.build[0],
            cost.one,
            W::WORDS.games,
            self.setting.against(&self.field),
            self.size()
        );
        Table::new(format!("{name}-costs"), "Costs that would make all equal", note.trim_end())
            .text(column, heading, rows.iter().map(|(label, ..)| *label))
            .estimate("cost", &format!("Cost in {}", cost.unit), 2, rows.iter().map(|(_, cost, _)| *cost))
            .estimate("points_share", "Share of points", 4, rows.iter().map(|(.., p)| *p))
            .count("n", &W::WORDS.games_heading(), rows.iter().map(|(.., points)| points.n))
    }

    /// Fills in the summary and the numbers of an answer.
    fn summarise(&self, answer: &mut Answer, rows: &[CostRow<'_>]) {
        const TOP: usize = 3;
        let (Some(dearest), Some(cheapest)) = (rows.first(), rows.last()) else { return };
        let cost = |(_, cost, _): &CostRow<'_>| cost.signed();
        let ([one, _, several], CostWords { unit, all, .. }) = (self.what, W::WORDS.cost);
        let (many, games) = (rows.len(), W::WORDS.games);
        let is_first = rows[1..].iter().all(|(_, other, _)| dearest.1.interval.0 > other.interval.1);
        answer.said.push(match (dearest.1.point == cheapest.1.point, is_first) {
            (true, _) => format!("All {many} {several} were worth the same in these {games}: {} {unit}.", cost(dearest)),
            (false, true) => format!(
                "The most valuable of {many} {several} is {}, worth {} {unit} more than the average one.",
                dearest.0,
                cost(dearest)
            ),
            (false, false) => format!(
                "Of {many} {several}, {} was worth most in these {games}, {} {unit} more than the average one; another may be \
                 worth more.",
                dearest.0,
                cost(dearest)
            ),
        });
        if dearest.1.point > cheapest.1.point {
            let others = rows[..rows.len() - 1].iter().map(|(label, cost, _)| (*label, *cost));
            let near = rivals(&cheapest.1, others, "cheap");
            answer.said.push(format!("{} was worth least ({}){near}.", capitalised(cheapest.0), cost(cheapest)));
        }
        answer.said.push(format!(
            "If {all}, every {one} would be equally good, as far as these {games} show. Each played {}.",
            number_of(dearest.2.n, games)
        ));
        answer.said.extend(Some(self.size().to_owned()).filter(|size| !size.is_empty()));
        let equal = rows.iter().filter(|(_, cost, _)| cost.interval.0 <= 0.0 && cost.interval.1 >= 0.0).count();
        if equal > 0 {
            answer.undecided = format!(
                "Undecided: {} of {} do not clearly differ from the average in these {}.",
                equal,
                rows.len(),
                W::WORDS.games
            );
        }
        let number = |row: &CostRow<'_>| KeyNumber::new(format!("Cost of {}, {unit}", row.0), cost(row));
        let last = rows.len() - 1;
        answer.numbers = rows.iter().take(TOP.min(last)).chain([cheapest]).map(number).collect();
        answer.numbers.push(KeyNumber::new(format!("Share of points with {}", dearest.0), dearest.2.percent()));
    }
}

/// Returns a warning if the widest interval is too wide, with a sufficient number of games.
fn vague(name: &str, rows: &[CostRow<'_>], unit: &str) -> Option<Warning> {
    // A single observation has no bounds.
    let bounded = rows.iter().map(|(_, cost, _)| *cost).filter(|cost| cost.margin().is_finite());
    let widest = bounded.max_by(|a, b| a.margin().total_cmp(&b.margin())).filter(|cost| cost.margin() > USEFUL)?;
    let better = (widest.n as f64 * widest.times_to_reach(LEVEL, widest.margin(), USEFUL)).ceil() as u64;
    Some(few(format!("costs of {name}, in {unit}"), &widest, rounded_up(better)))
}

impl<W: Changes> Study for Costs<W> {
    fn players(&self) -> Vec<PlayedBy> {
        self.setting.players()
    }

    fn changed(&self, changes: &study::Changes<'_>) -> Result<Option<Arc<dyn Study>>, InputError> {
        Ok(changed_pairs(changes).map(|pairs| Arc::new(Self { pairs, ..self.clone() }) as Arc<dyn Study>))
    }

    fn takes_games(&self) -> bool {
        true
    }

    fn held(&self) -> u64 {
        held(self.alternatives.len(), self.pairs.saturating_mul(self.alternatives.len() as u64))
    }

    fn compared(&self) -> Option<Result<Grouped, InputError>> {
        let what = self.what[0];
        let builds = self.alternatives.iter().map(|(label, build)| (format!("{what} {label}"), build.clone()));
        Some(Ok(against_field(&self.setting, builds.collect(), &self.field)))
    }

    fn next_jobs(&self, run: &Run<'_>, counted: &RunCounts) -> Vec<Job> {
        let phase = self.phase(run.name);
        phase.next_jobs(&phase.run(counted, by_points), run.seed)
    }

    fn kept(&self) -> Option<Value> {
        self.setting.kept()
    }

    fn answer(&self, name: &str, counted: &RunCounts) -> Answer {
        let race = self.phase(name).run(counted, by_points).race;
        if race.next.is_some() {
            return Answer::default();
        }
        let rows = self.rows(&race);
        let table = self.table(name, &rows);
        let title = format!("Cost in {}, 95% intervals", W::WORDS.cost.unit);
        let figure = rows_by(format!("{name}-costs"), &table, (self.what[0], "cost"), &title);
        let mut answer = Answer {
            tables: vec![table.clone()],
            figures: vec![(figure, table)],
            warnings: vague(name, &rows, W::WORDS.cost.unit).into_iter().collect(),
            ..Answer::default()
        };
        self.summarise(&mut answer, &rows);
        answer.warnings.extend(self.setting.warnings(name, &self.field));
        answer
    }
}
