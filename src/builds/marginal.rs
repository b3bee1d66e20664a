//! What each change of a build is worth: the same games with and without it.

use super::changes::{Changing, Told};
use super::held;
use super::phase::{Phase, by_distance};
use super::tables::{changes_table, ranking, share, signed};
use super::trial::against_field;
use super::workshop::{Built, Changes};
use crate::input::InputError;
use crate::racing::Margins;
use crate::runner::Wanted;
use crate::stats::benjamini_hochberg;
use crate::study::{Answer, Asked, Counted, Grouped, Run};
use crate::table::{Table, counted as number_of, grouped};
use serde_json::Value;

/// Changes that are played to the end.
const LEFT: usize = 12;

/// What each change of a build is worth.
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

/// Changes from the greatest gain down.
fn answer<W: Changes>(name: &str, changing: &Changing<W>, told: Vec<Told<W::Build>>, as_it_is: &Margins) -> Answer {
    let p: Vec<f64> = told.iter().map(|told| told.gain.p_value).collect();
    let mut rows: Vec<(&Told<W::Build>, f64)> = told.iter().zip(benjamini_hochberg(&p)).collect();
    rows.sort_by(|a, b| b.0.gain.points.point.total_cmp(&a.0.gain.points.point));
    let note = format!(
        "Each change against the {} as it is, on common dice: difference in share of points, a pair of games with \
                swapped seats being one observation. Changes that seemed to make no difference were dropped early, half of \
                them at a time, so that N differs; what is told of the last to stay is a little too far from 0. Adjusted p: \
                for the false discovery rate among all changes.",
        W::WORDS.build[0]
    );
    let table = changes_table(Table::new(format!("{name}-changes"), "Changes, the greatest gain first", note), &rows);
    let figure = ranking(name, &table, "Changes");
    Answer {
        said: vec![said(changing, &rows, as_it_is)],
        tables: vec![baseline(name, changing, as_it_is), table],
        figures: vec![figure],
        ..Answer::default()
    }
}

/// The build without a change.
pub fn baseline<W: Changes>(name: &str, changing: &Changing<W>, as_it_is: &Margins) -> Table {
    let points = as_it_is.points();
    let against = format!("{}.", changing.setting.against(&changing.field));
    Table::new(format!("{name}-baseline"), "Without a change", against)
        .text(W::WORDS.build[0], W::WORDS.build[1], [changing.name.as_str()])
        .text(W::WORDS.parts[0], W::WORDS.parts[1], [changing.own.told()])
        .text("build_bid", "Bid", [changing.own.bid()])
        .number("points_share", "Share of points", 4, [points.point])
        .interval("points_share_interval", "95% interval", 4, [points.interval])
        .count("n", "N", [points.n])
}

fn said<W: Changes>(changing: &Changing<W>, rows: &[(&Told<W::Build>, f64)], as_it_is: &Margins) -> String {
    const SURE: f64 = 0.05;
    let better = rows.iter().filter(|(told, p)| *p < SURE && told.gain.points.point > 0.0).count();
    let worse = rows.iter().filter(|(told, p)| *p < SURE && told.gain.points.point < 0.0).count();
    let low = |told: &Told<W::Build>| told.gain.points.interval.0;
    let high = |told: &Told<W::Build>| told.gain.points.interval.1;
    // By the bound nearer to nothing: few games make the widest claims.
    let best = rows.iter().map(|(told, _)| *told).max_by(|a, b| low(a).total_cmp(&low(b)));
    let worst = rows.iter().map(|(told, _)| *told).min_by(|a, b| high(a).total_cmp(&high(b)));
    let told = |told: &Told<W::Build>| format!("{}: {}", told.label, signed(&told.gain.points));
    let gain = best.filter(|told| told.gain.points.point > 0.0).map(told);
    let loss = worst.filter(|told| told.gain.points.point < 0.0).map(told);
    let surest = match (gain, loss) {
        (Some(gain), Some(loss)) => format!(" The surest gain is {gain}; the surest loss {loss}."),
        (Some(gain), None) => format!(" The surest gain is {gain}."),
        (None, Some(loss)) => format!(" The surest loss is {loss}."),
        (None, None) => String::new(),
    };
    format!(
        "Of {} of {}, whose share is {} of the points over {} games, {better} are shown to make it better and {worse} worse.{surest}",
        number_of(rows.len() as u64, "changes"),
        changing.name,
        share(&as_it_is.points()),
        grouped(as_it_is.games()),
    )
}
