//! What each change of a company is worth: the same games with and without it.

use super::changes::{Changing, Told};
use super::phase::{Phase, by_distance};
use super::raw::{RawMarginal, RawSort};
use super::setting::Constraints;
use super::tables::{changes_table, ranking, share, signed};
use crate::games::rapid_attack::design::{Build, Changed, Sort, all_single};
use crate::games::rapid_attack::studies::checker::Checker;
use crate::input::{InputError, some_of};
use crate::racing::Margins;
use crate::runner::Wanted;
use crate::stats::benjamini_hochberg;
use crate::study::{Answer, Asked, Counted, Run, Written};
use crate::table::{Table, counted as number_of, grouped};
use serde_json::Value;
use std::sync::Arc;

/// Games of all changes together where a study names none.
const GAMES: u64 = 100_000;
/// Changes that are played to the end.
const LEFT: usize = 12;

/// What each change of a company is worth.
#[derive(Clone, Debug)]
pub struct MarginalStudy {
    changing: Changing,
    pairs: u64,
}

/// Checks the study.
pub fn check(checker: &Checker<'_>, mut written: Written<'_>) -> Result<Arc<dyn Asked>, InputError> {
    let (ground, name) = (written.take("battlefield"), written.name.clone());
    let raw: RawMarginal = written.read()?;
    let mut setting = checker.setting(raw.size, ground, &name, raw.policy.as_ref())?;
    let field = checker.opponents(&raw.field, &setting)?;
    let own = checker.own(&raw.company, &mut setting)?;
    let (none, environment) = (None, raw.environment);
    let constraints = Constraints { banned: &none, required: &none, split: true, environment, rockets: true };
    checker.constrain(&mut setting.space, constraints)?;
    let build = Build::of(&own);
    // A company may have what changes may not bring.
    setting.space.kinds.extend(new_kinds(&build, &setting.space.kinds));
    let mut singles = all_single(&build, &setting.space);
    if let Some(sorts) = &raw.changes {
        let sorts = some_of(checker.file, sorts, "sort of change", ALL.len())?;
        singles.retain(|single| sorts.iter().any(|sort| is_of(single, sort.value)));
    }
    if singles.is_empty() {
        let span = raw.changes.as_ref().map_or(raw.company.span.clone(), |changes| changes.span.clone());
        return Err(InputError::at(checker.file, span, format!("nothing of {} can be changed so", own.name)));
    }
    let changing = Changing { setting, name: own.name, own: build, singles, field: Arc::new(field) };
    Ok(Arc::new(MarginalStudy { changing, pairs: checker.pairs(&raw.games, "games", GAMES)? }))
}

/// Kinds of systems of a company that are not known.
pub fn new_kinds(
    build: &Build,
    known: &[crate::games::rapid_attack::loadout::Kind],
) -> Vec<crate::games::rapid_attack::loadout::Kind> {
    let mut new: Vec<_> =
        build.frames.iter().flat_map(|frame| frame.kinds()).filter(|kind| !known.contains(kind)).collect();
    new.sort_unstable();
    new.dedup();
    new
}

/// All sorts.
const ALL: [RawSort; 5] = [RawSort::Systems, RawSort::Splits, RawSort::Counts, RawSort::Rockets, RawSort::Frames];

fn is_of(single: &Changed, sort: RawSort) -> bool {
    match single.sort() {
        Some(Sort::System) => sort == RawSort::Systems,
        Some(Sort::Split) => sort == RawSort::Splits,
        Some(Sort::SystemDropped | Sort::SystemAdded | Sort::SystemMoved) => sort == RawSort::Counts,
        Some(Sort::Rocket) => sort == RawSort::Rockets,
        Some(Sort::FrameDropped | Sort::FrameAdded) => sort == RawSort::Frames,
        None => false,
    }
}

impl MarginalStudy {
    fn phase(&self, name: &str) -> Phase<'_> {
        let changing = &self.changing;
        Phase {
            setting: &changing.setting,
            field: &changing.field,
            name: format!("{name}/change"),
            builds: changing.singles.iter().map(|single| single.build.clone()).collect(),
            bars: Vec::new(),
            pairs: self.pairs,
            left: LEFT,
            beside: Some(changing.own.clone()),
        }
    }
}

impl Asked for MarginalStudy {
    fn kind(&self) -> &'static str {
        "marginal"
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
        let told: Vec<Told> = played
            .map(|standing| Told::of(&self.changing.singles[standing.arm], &standing.margins, &run.beside))
            .collect();
        if told.is_empty() {
            return Answer::default();
        }
        answer(name, &self.changing, told, &run.beside)
    }
}

/// Changes from the greatest gain down.
fn answer(name: &str, changing: &Changing, told: Vec<Told>, as_it_is: &Margins) -> Answer {
    let p: Vec<f64> = told.iter().map(|told| told.gain.p_value).collect();
    let mut rows: Vec<(&Told, f64)> = told.iter().zip(benjamini_hochberg(&p)).collect();
    rows.sort_by(|a, b| b.0.gain.points.point.total_cmp(&a.0.gain.points.point));
    let note = "Each change against the company as it is, on common dice: difference in share of points, a pair of games with \
                swapped seats being one observation. Changes that seemed to make no difference were dropped early, half of \
                them at a time, so that N differs; what is told of the last to stay is a little too far from 0. Adjusted p: \
                for the false discovery rate among all changes.";
    let table = changes_table(Table::new(format!("{name}-changes"), "Changes, the greatest gain first", note), &rows);
    let figure = ranking(name, &table, "Changes");
    Answer {
        said: vec![said(changing, &rows, as_it_is)],
        tables: vec![baseline(name, changing, as_it_is), table],
        figures: vec![figure],
        ..Answer::default()
    }
}

/// The company without a change.
pub fn baseline(name: &str, changing: &Changing, as_it_is: &Margins) -> Table {
    let points = as_it_is.points();
    Table::new(format!("{name}-baseline"), "Without a change", format!("{}.", changing.told()))
        .text("company", "Company", [changing.name.as_str()])
        .text("loadouts", "Loadouts", [changing.own.told()])
        .text("build_bid", "Bid", [changing.own.bid()])
        .number("points_share", "Share of points", 4, [points.point])
        .interval("points_share_interval", "95% interval", 4, [points.interval])
        .count("n", "N", [points.n])
}

fn said(changing: &Changing, rows: &[(&Told, f64)], as_it_is: &Margins) -> String {
    const SURE: f64 = 0.05;
    let better = rows.iter().filter(|(told, p)| *p < SURE && told.gain.points.point > 0.0).count();
    let worse = rows.iter().filter(|(told, p)| *p < SURE && told.gain.points.point < 0.0).count();
    let low = |told: &Told| told.gain.points.interval.0;
    let high = |told: &Told| told.gain.points.interval.1;
    // By the bound nearer to nothing: few games make the widest claims.
    let best = rows.iter().map(|(told, _)| *told).max_by(|a, b| low(a).total_cmp(&low(b)));
    let worst = rows.iter().map(|(told, _)| *told).min_by(|a, b| high(a).total_cmp(&high(b)));
    let told =
        |told: Option<&Told>| told.map_or_else(String::new, |t| format!("{}: {}", t.label, signed(&t.gain.points)));
    format!(
        "Of {} of {}, which takes {} of the points over {} games, {better} are shown to make it better and {worse} worse. \
         The surest gain is {}; the surest loss {}.",
        number_of(rows.len() as u64, "changes"),
        changing.name,
        share(&as_it_is.points()),
        grouped(as_it_is.games()),
        told(best),
        told(worst),
    )
}
