//! The worth of each change of a build: the same games with and without it.

use super::changes::{Changing, Told};
use super::phase::{Phase, by_distance};
use super::tables::{changes_table, gain, ranking, share, undecided};
use super::trial::against_field;
use super::workshop::{Built, Changes, Workshop};
use super::{held, opponents};
use crate::racing::Margins;
use crate::runner::Wanted;
use crate::study::{Answer, Asked, Counted, Grouped, Run};
use hitchart_config::InputError;
use hitchart_report::KeyNumber;
use hitchart_report::table::{Table, capitalised, counted as number_of, grouped};
use hitchart_stats::benjamini_hochberg;
use serde_json::Value;

/// Number of changes that are played to the end.
const LEFT: usize = 12;

/// A study of the worth of each change of a build.
#[derive(Clone, Debug)]
pub struct Marginal<W: Changes> {
    pub changing: Changing<W>,
    /// Pairs of games of all changes together.
    pub pairs: u64,
}

impl<W: Changes> Marginal<W> {
    fn phase(&self, name: &str) -> Phase<'_, W> {
        let changing = &self.changing;
        Phase {
            setting: &changing.setting,
            field: &changing.field,
            name: format!("{name}/change"),
            builds: changing.singles.iter().map(|single| single.build.clone()).collect(),
            pairs: self.pairs,
            left: LEFT,
            beside: Some(changing.own.clone()),
        }
    }
}

impl<W: Changes> Asked for Marginal<W> {
    fn kind(&self) -> &'static str {
        "marginal"
    }

    fn held(&self) -> u64 {
        held(self.changing.singles.len(), self.pairs)
    }

    fn compared(&self) -> Option<Result<Grouped, InputError>> {
        let Changing { setting, name, own, singles, field } = &self.changing;
        let changed = singles.iter().map(|single| (format!("{name}, {}", single.label), single.build.clone()));
        let builds = [(format!("{name}, no change"), own.clone())].into_iter().chain(changed);
        Some(Ok(against_field(setting, builds.collect(), field)))
    }

    fn games_keys(&self) -> &'static [&'static str] {
        &["games"]
    }

    fn wants(&self, run: &Run<'_>, counted: &Counted) -> Vec<Wanted> {
        let phase = self.phase(run.name);
        phase.wants(&phase.run(counted, by_distance), run.seed)
    }

    fn kept(&self) -> Option<Value> {
        self.changing.setting.kept()
    }

    fn answer(&self, name: &str, counted: &Counted) -> Answer {
        let run = self.phase(name).run(counted, by_distance);
        let played = run.race.standings.iter().filter(|standing| standing.margins.pairs() > 1);
        let told: Vec<Told<W::Build>> = played
            .map(|standing| Told::of::<W>(&self.changing.singles[standing.arm], &standing.margins, &run.beside))
            .collect();
        if told.is_empty() {
            return Answer::default();
        }
        answer(name, &self.changing, told, &run.beside)
    }
}

/// Returns the answer, with the changes sorted by gain, largest first.
fn answer<W: Changes>(name: &str, changing: &Changing<W>, told: Vec<Told<W::Build>>, as_it_is: &Margins) -> Answer {
    let p: Vec<f64> = told.iter().map(|told| told.gain.p_value).collect();
    let mut rows: Vec<Row<'_, W>> = told.iter().zip(benjamini_hochberg(&p)).collect();
    rows.sort_by(|a, b| b.0.gain.points.point.total_cmp(&a.0.gain.points.point));
    let note = format!(
        "Each change against the unchanged {}, on common random numbers: the difference in the share of points. One observation is a pair of \
         games with swapped seats. Changes with little effect were dropped early, half of them at a time, so the number of \
         games differs. The gains of the last changes are slightly too far from 0. Adjusted p: false discovery rate among all changes.",
        W::WORDS.build[0]
    );
    let table = changes_table(Table::new(format!("{name}-changes"), "Changes, the greatest gain first", note), &rows);
    let figure = ranking(name, &table, "Changes");
    let met = opponents::opponents::<W>(&changing.field, as_it_is);
    let mut answer = Answer { figures: vec![figure], ..Answer::default() };
    summarise(&mut answer, changing, &rows, as_it_is);
    answer.said.extend(Some(opponents::sentence(&changing.name, &met)).filter(|said| !said.is_empty()));
    answer.tables = vec![baseline(name, changing, as_it_is), table];
    answer.tables.extend(opponents::table(name, &changing.name, &met));
    answer
}

/// Returns the table of the unchanged build.
pub fn baseline<W: Changes>(name: &str, changing: &Changing<W>, as_it_is: &Margins) -> Table {
    let points = as_it_is.points();
    let against = format!("{}.", changing.setting.against(&changing.field));
    Table::new(format!("{name}-baseline"), "Unchanged", against)
        .text(W::WORDS.build[0], W::WORDS.build[1], [changing.name.as_str()])
        .text(W::WORDS.parts[0], W::WORDS.parts[1], [changing.own.told()])
        .text("build_bid", "Bid", [changing.own.bid()])
        .number("points_share", "Share of points", 4, [points.point])
        .interval("points_share_interval", "95% interval", 4, [points.interval])
        .count("n", "Games", [points.n])
}

/// A change with its p-value after correction.
type Row<'a, W> = (&'a Told<<W as Workshop>::Build>, f64);

/// Fills in the summary, the line and the numbers of an answer.
fn summarise<W: Changes>(answer: &mut Answer, changing: &Changing<W>, rows: &[Row<'_, W>], as_it_is: &Margins) {
    const SURE: f64 = 0.05;
    const TOP: usize = 2;
    let shown = |row: &Row<'_, W>| row.1 < SURE;
    let point = |(told, _): &Row<'_, W>| told.gain.points.point;
    // Sorts by the bound nearer to 0: changes with few games have the widest intervals.
    let low = |(told, _): &Row<'_, W>| told.gain.points.interval.0;
    let high = |(told, _): &Row<'_, W>| told.gain.points.interval.1;
    let mut gains: Vec<&Row<'_, W>> = rows.iter().filter(|row| point(row) > 0.0).collect();
    let mut losses: Vec<&Row<'_, W>> = rows.iter().filter(|row| point(row) < 0.0).collect();
    gains.sort_by(|a, b| low(b).total_cmp(&low(a)));
    losses.sort_by(|a, b| high(a).total_cmp(&high(b)));
    let said = |(told, _): &Row<'_, W>| format!("{} ({})", told.label, gain(&told.gain.points));
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
        "Of {}, {better} are shown to help and {worse} to hurt. Unchanged, {name} scores {} of the points in {} games.",
        number_of(rows.len() as u64, "changes"),
        share(&as_it_is.points()),
        grouped(as_it_is.games()),
    ));
    let number = |row: &&Row<'_, W>| KeyNumber::new(capitalised(&row.0.label), gain(&row.0.gain.points));
    answer.numbers = vec![KeyNumber::new(format!("{name} unchanged, share of points"), share(&as_it_is.points()))];
    answer.numbers.extend(gains.iter().take(TOP).map(number));
    answer.numbers.extend(losses.iter().take(TOP).map(number));
    answer.undecided = match gains.first().filter(|row| !shown(row)) {
        Some((told, _)) => undecided("the most promising change", &told.gain.points),
        None => String::new(),
    };
}
