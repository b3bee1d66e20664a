//! The best single and double changes of a build, with their summary.
//!
//! The study races all single changes, and then the pairs of the best. The best of each race are tested on fresh seeds.

use super::field::{Run as Raced, by_points};
use super::marginal::baseline;
use super::space::{BuildSetting, ChangeResult, ChangeSet, ChangedBuild, Changes};
use super::tables::{changes_table, numbers as opponent_numbers, raced_text, ranking, undecided};
use super::{held, tables};
use crate::study::{Answer, Opponent, PlayedBy, Run, RunCounts, Study, changes_may_be, estimate_json};
use crate::{racing::Margins, runner::Job};
use hitchart_config::words::grouped;
use hitchart_play::Built;
use hitchart_report::KeyNumber;
use hitchart_report::table::{Table, p_value};
use hitchart_stats::{Estimate, LEVEL, benjamini_hochberg, holm, order::largest_first};
use serde_json::{Value, json};

// The study.

/// A change of a build.
type Single<W> = ChangedBuild<<W as BuildSetting>::Build, <W as Changes>::Change>;
/// Results of a change.
type Gain<W> = ChangeResult<<W as BuildSetting>::Build>;

/// Number of single changes that are paired with each other.
const PAIRED: usize = 10;
/// Number of single changes, and of double changes, that are tested on fresh seeds.
const TESTED: usize = 3;

/// The best changes of a build.
#[derive(Clone, Debug)]
pub struct Improve<W: Changes> {
    /// The build, its single changes, and the field of opponents.
    pub changing: ChangeSet<W>,
    /// Pairs of games of the race of single changes, in total.
    pub pairs: u64,
    /// Pairs of games of each tested change.
    pub test_pairs: u64,
}

/// Progress of the search.
struct Course<W: Changes> {
    singles: Raced,
    doubles: Option<(Vec<Single<W>>, Raced)>,
    /// The best of both races, best first, with their results in the race.
    finalists: Vec<(Single<W>, Gain<W>)>,
    /// Games of the finalists and of the unchanged build on fresh seeds.
    tested: Option<Raced>,
    next: Vec<Job>,
}

impl<W: Changes> Improve<W> {
    fn course(&self, name: &str, seed: u64, counted: &RunCounts) -> Course<W> {
        let changing = &self.changing;
        let phase = changing.phase(format!("{name}/single"), &changing.singles, (self.pairs, TESTED));
        let singles = phase.run(counted, by_points);
        let next = phase.next_jobs(&singles, seed);
        let mut course = Course { singles, doubles: None, finalists: Vec::new(), tested: None, next };
        if !course.next.is_empty() {
            return course;
        }
        let best = |raced: &Raced, many| raced.race.standings.iter().take(many).map(|s| s.arm).collect::<Vec<_>>();
        let some: Vec<Single<W>> =
            best(&course.singles, PAIRED).into_iter().map(|arm| changing.singles[arm].clone()).collect();
        let doubles = changing.setting.together(&changing.own, &some);
        let with_results = |changes: &[Single<W>], raced: &Raced| -> Vec<(Single<W>, Gain<W>)> {
            let tested = raced.race.standings.iter().take(TESTED);
            tested
                .map(|standing| {
                    let changed = changes[standing.arm].clone();
                    let result = ChangeResult::of::<W>(&changed, &standing.margins, &raced.beside);
                    (changed, result)
                })
                .collect()
        };
        course.finalists = with_results(&changing.singles, &course.singles);
        if !doubles.is_empty() {
            let phase = changing.phase(format!("{name}/double"), &doubles, (self.pairs / 2, TESTED));
            let raced = phase.run(counted, by_points);
            course.next = phase.next_jobs(&raced, seed);
            course.finalists.extend(with_results(&doubles, &raced));
            course.doubles = Some((doubles, raced));
            if !course.next.is_empty() {
                return course;
            }
        }
        let finalists: Vec<Single<W>> = course.finalists.iter().map(|(changed, _)| changed.clone()).collect();
        let many = finalists.len();
        let phase = changing.phase(format!("{name}/test"), &finalists, (many as u64 * self.test_pairs, many));
        let tested = phase.run(counted, by_points);
        course.next = phase.next_jobs(&tested, seed);
        course.tested = Some(tested);
        course
    }
}

impl<W: Changes> Study for Improve<W> {
    fn players(&self) -> Vec<PlayedBy> {
        self.changing.setting.players()
    }

    fn held(&self) -> u64 {
        held(2 * self.changing.singles.len(), self.pairs.saturating_mul(2))
    }

    fn next_jobs(&self, run: &Run<'_>, counted: &RunCounts) -> Vec<Job> {
        self.course(run.name, run.seed, counted).next
    }

    fn kept(&self) -> Option<Value> {
        self.changing.setting.kept()
    }

    fn answer(&self, name: &str, counted: &RunCounts) -> Answer {
        // The seed has no effect here: it only names the dice of games to play.
        let course = self.course(name, 0, counted);
        let mut answer = Answer::default();
        if let Some(best) = course.tested.as_ref().filter(|tested| tested.race.next.is_none()) {
            let tested = self.tested(best, &course.finalists);
            self.tell(name, &mut answer, &tested, &best.beside);
        }
        answer.tables.extend(raced_table::<W>(
            (name, "single"),
            "Single changes",
            &self.changing.singles,
            &course.singles,
        ));
        if let Some((doubles, raced)) = &course.doubles {
            answer.tables.extend(raced_table::<W>((name, "double"), "Double changes", doubles, raced));
        }
        answer
    }
}

/// A finalist: its results in the race, its results in the test, and the p-value of the test after Holm.
struct TestedChange<W: Changes> {
    raced: Gain<W>,
    result: Gain<W>,
    p: f64,
    /// Games of the test.
    margins: Margins,
    /// Labels of the tested changes that are not shown to be worse, if this is the best single change or the best pair.
    rivals: Vec<String>,
}

impl<W: Changes> Improve<W> {
    /// Returns the finalists, the largest tested gain first.
    fn tested(&self, test: &Raced, finalists: &[(Single<W>, Gain<W>)]) -> Vec<TestedChange<W>> {
        let standings = &test.race.standings;
        let results: Vec<Gain<W>> =
            standings.iter().map(|s| ChangeResult::of::<W>(&finalists[s.arm].0, &s.margins, &test.beside)).collect();
        let p = holm(&results.iter().map(|result| result.gain.p_value).collect::<Vec<_>>());
        let of = |((result, p), standing): ((Gain<W>, f64), &crate::racing::ArmGames)| TestedChange {
            raced: finalists[standing.arm].1.clone(),
            result,
            p,
            margins: standing.margins.clone(),
            rivals: Vec::new(),
        };
        let mut tested: Vec<TestedChange<W>> = results.into_iter().zip(p).zip(standings).map(of).collect();
        largest_first(&mut tested, |row| row.result.gain.points.point);
        for is_pair in [false, true] {
            let of_kind: Vec<usize> =
                (0..tested.len()).filter(|one| (tested[*one].result.changes > 1) == is_pair).collect();
            if let [best, others @ ..] = &of_kind[..] {
                let rivals = others.iter().map(|other| &tested[*other]);
                let rivals = rivals.filter(|other| may_be_better(&tested[*best], other));
                tested[*best].rivals = rivals.map(|other| other.result.label.clone()).collect();
                tested[*best].result.gain.points = chosen_gain(&tested[*best], &test.beside);
            }
        }
        tested
    }

    /// Fills in an answer with the tested changes.
    fn tell(&self, name: &str, answer: &mut Answer, tested: &[TestedChange<W>], as_it_is: &Margins) {
        let changing = &self.changing;
        let met = tables::opponents::<W>(&changing.field, as_it_is);
        let best = |is_pair: bool| {
            let best = tested.iter().find(|one| (one.result.changes > 1) == is_pair)?;
            let (result, p, raced) = (&best.result, best.p, best.raced.gain.points.point);
            Some(BestChange { result, p, raced, rivals: &best.rivals })
        };
        summarise(answer, changing, &as_it_is.points(), [best(false), best(true)], &met);
        answer.warnings.extend(changing.setting.warnings(name, &changing.field));
        let table = tested_table::<W>(name, tested);
        answer.json = Some(self.json(tested, &met));
        answer.figures.push(ranking(name, &table, "The tested changes"));
        answer.tables.push(table);
        answer.tables.extend(tables::table(name, changing, &met));
        answer.tables.push(baseline(name, changing, as_it_is));
    }

    fn json(&self, tested: &[TestedChange<W>], opponents: &[Opponent]) -> Value {
        let entry = |tested: &TestedChange<W>| {
            let gain = &tested.result.gain.points;
            tested.result.build.written_with(json!({
                "change": tested.result.label,
                "pair": tested.result.changes > 1,
                "gain": { "point": gain.point, "interval": [gain.interval.0, gain.interval.1], "n": gain.n, "p": tested.p },
                "raw_gain": tested.raced.gain.points.point,
                "optimism": tested.raced.gain.points.point - gain.point,
            }))
        };
        let against = |other: &Opponent| json!({ "opponent": other.name, "points": estimate_json(&other.points) });
        json!({
            W::WORDS.build[0]: self.changing.name,
            "changes": tested.iter().map(entry).collect::<Vec<_>>(),
            "opponents": opponents.iter().map(against).collect::<Vec<_>>(),
        })
    }
}

/// Returns true if a change is not shown to be worse than the best, on the dice of both.
fn may_be_better<W: Changes>(best: &TestedChange<W>, other: &TestedChange<W>) -> bool {
    best.margins.more_than(&other.margins, LEVEL).points.interval.0 <= 0.0
}

/// Returns the gain of the best of several changes. The games that chose it overestimate it, so the lower end of the
/// interval holds jointly for all that may be the best (Bonferroni's inequality).
fn chosen_gain<W: Changes>(best: &TestedChange<W>, as_it_is: &Margins) -> Estimate {
    let together = 1.0 - (1.0 - LEVEL) / (1 + best.rivals.len()) as f64;
    let low = best.margins.more_than(as_it_is, together).points.interval.0;
    let gain = best.result.gain.points;
    Estimate { interval: (low.min(gain.interval.0), gain.interval.1), ..gain }
}

fn tested_table<W: Changes>(name: &str, tested: &[TestedChange<W>]) -> Table {
    let note = format!(
        "The best changes of both races, measured again on new dice against the unchanged {} with the same dice. \
         Gain in the race: the best of many changes is partly lucky, so this gain is mostly too high; the column Overstated shows by how much. \
         The interval of the best single change, and of the best pair, allows for the choice among those tested. \
         Adjusted p: corrected for the number of tested changes (Holm).",
        W::WORDS.build[0]
    );
    let rows: Vec<(&Gain<W>, f64)> = tested.iter().map(|tested| (&tested.result, tested.p)).collect();
    let table = changes_table::<W>(Table::new(format!("{name}-tested"), "The best changes, tested", note), &rows);
    let raw = |tested: &TestedChange<W>| tested.raced.gain.points.point;
    table
        .number("raw_gain", "Gain in the race", 4, tested.iter().map(raw))
        .number("optimism", "Overstated", 4, tested.iter().map(|t| raw(t) - t.result.gain.points.point))
        .text(W::WORDS.parts[0], W::WORDS.parts[1], tested.iter().map(|tested| tested.result.build.describe()))
}

/// Returns the table of the changes of a race that were played so far.
fn raced_table<W: Changes>(
    (name, what): (&str, &str),
    title: &str,
    changes: &[Single<W>],
    raced: &Raced,
) -> Option<Table> {
    let played = raced.race.standings.iter().filter(|standing| standing.margins.pairs() > 1);
    let results: Vec<Gain<W>> =
        played.map(|s| ChangeResult::of::<W>(&changes[s.arm], &s.margins, &raced.beside)).collect();
    let p = benjamini_hochberg(&results.iter().map(|result| result.gain.p_value).collect::<Vec<_>>());
    let rows: Vec<(&Gain<W>, f64)> = results.iter().zip(p).collect();
    let note = "All changes of the race, the longest in the race first. The better half of each heat went on to the next. The gains \
                at the top are too high, because they are the best of many.";
    (!rows.is_empty()).then(|| changes_table::<W>(Table::new(format!("{name}-{what}"), title, note), &rows))
}

// Summary of the best changes.

/// Level below which a p-value shows a gain.
const SURE: f64 = 0.05;

/// The best of the changes that were tested on fresh seeds.
struct BestChange<'a, B> {
    result: &'a ChangeResult<B>,
    /// p-value of the test after Holm.
    p: f64,
    /// Gain in the race.
    raced: f64,
    /// Tested changes that are not shown to be worse.
    rivals: &'a [String],
}

impl<B> BestChange<'_, B> {
    fn points(&self) -> &Estimate {
        &self.result.gain.points
    }

    /// Names the tested changes that may be as good.
    fn rivals(&self) -> String {
        changes_may_be(&self.rivals.iter().map(String::as_str).collect::<Vec<_>>(), "good")
    }

    /// Returns true if the test shows that the change helps.
    fn helps(&self) -> bool {
        self.p < SURE && self.points().point > 0.0
    }
}

/// Summarises the best single change and the best pair of a build.
fn summarise<W: Changes>(
    answer: &mut Answer,
    changing: &ChangeSet<W>,
    as_it_is: &Estimate,
    best: [Option<BestChange<'_, W::Build>>; 2],
    opponents: &[Opponent],
) {
    let (name, games) = (&changing.name, W::WORDS.games);
    let [single, pair] = best.each_ref().map(Option::as_ref);
    answer.said.extend(single.map(|best| single_sentence(name, best)));
    answer.said.extend(Some(tables::describe_met(changing, opponents)).filter(|said| !said.is_empty()));
    answer.said.extend(pair.map(|best| pair_sentence(best, single)));
    answer.said.extend(single.or(pair).map(|best| method(best, games)));
    answer.line = single.or(pair).map_or_else(String::new, |best| {
        let (found, gains) = match (best.helps(), best.points().point > 0.0) {
            (true, _) => ("", " gains"),
            (false, true) => ("no change is shown to help; the most promising is ", ","),
            (false, false) => ("no change gained; the least loss is ", ","),
        };
        format!(
            "{name}: {found}{}{gains} {} in share of points ({} {games})",
            best.result.label,
            best.points().in_points(),
            grouped(best.points().n)
        )
    });
    let counted = |what: &str, of: &Estimate| format!("{what} ({} {games})", grouped(of.n));
    let gain = |what: &str, best: &BestChange<'_, W::Build>| {
        KeyNumber::new(counted(&format!("Gain of the best {what}"), best.points()), best.points().in_points())
    };
    let unchanged = counted(&format!("{name} unchanged, share of points"), as_it_is);
    answer.numbers = vec![KeyNumber::new(unchanged, as_it_is.percent())];
    answer.numbers.extend(single.map(|best| gain("single change", best)));
    answer.numbers.extend(pair.map(|best| gain("pair of changes", best)));
    answer.numbers.extend(opponent_numbers(opponents, W::WORDS.met));
    answer.undecided =
        single.map_or_else(String::new, |best| undecided("the effect of the best single change", best.points(), games));
}

fn single_sentence<B>(name: &str, best: &BestChange<'_, B>) -> String {
    let (label, gain, p, rivals) = (&best.result.label, best.points().in_points(), p_value(best.p), best.rivals());
    let found = match (best.helps(), best.points().point > 0.0) {
        (true, _) => format!("The best single change of {name} that was found"),
        (false, true) => format!("No single change of {name} is shown to help. The most promising"),
        (false, false) => format!("No single change of {name} gained in the test. The least loss"),
    };
    format!("{found}: {label}. It changes the share of the points by {gain} ({p}){rivals}.")
}

fn pair_sentence<B>(best: &BestChange<'_, B>, single: Option<&BestChange<'_, B>>) -> String {
    let more = single.is_none_or(|single| best.points().point > single.points().point);
    let beside = if more { "" } else { ", no more than the best single change" };
    let found = match (best.helps(), best.points().point > 0.0) {
        (true, _) => "The best pair of changes that was found",
        (false, true) => "No pair of changes is shown to help. The most promising",
        (false, false) => "No pair of changes gained in the test. The least loss",
    };
    format!(
        "{found}: {}. It changes the share by {} ({}){beside}{}.",
        best.result.label,
        best.points().in_points(),
        p_value(best.p),
        best.rivals()
    )
}

/// Describes the measurement of the gains.
fn method<B>(best: &BestChange<'_, B>, games: &str) -> String {
    format!(
        "Gains are measured again on new dice, over {} {games} of each change, against the same {games} without it; in the race, the \
         gain of the first change named was {}. A change that the race dropped may be better. The p-values hold for all tested changes together.",
        grouped(best.points().n),
        raced_text(best.raced - best.points().point)
    )
}
