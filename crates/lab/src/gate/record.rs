//! Games of a baseline: played once, and recorded group by group.

use super::file::{Column, MOST, Number, RecordedStudy};
use super::followed::Followed;
use super::packed::Packed;
use crate::runner::games::{block_size, key};
use crate::runner::{Counting, Counts, Wanted};
use crate::study::{Answer, Asked, Counted, Observations, Run, Sums, bounded, count, step_of_share};
use hitchart_config::InputError;
use hitchart_report::table::rounded;
use hitchart_stats::{Estimate, LEVEL, Moments};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The games of a baseline, by name of the study.
#[derive(Debug)]
pub struct RecordStudy {
    pub studies: Vec<(String, Followed)>,
    /// Games of each study.
    pub games: u64,
}

/// Results of groups of games, by number: the mark, and the tracked quantities.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
struct Rows(BTreeMap<u64, Vec<i64>>);

impl Counts for Rows {
    fn add(&mut self, other: &Rows) {
        self.0.extend(other.0.iter().map(|(group, row)| (*group, row.clone())));
    }
}

/// Groups to be recorded.
struct Recording {
    followed: Followed,
    groups: u64,
    dice: String,
    seed: u64,
}

impl Counting for Recording {
    type Counts = Rows;

    fn size(&self) -> u64 {
        self.groups
    }

    fn block_size(&self) -> u64 {
        block_size(self.groups, 1)
    }

    fn count(&self, _: u64, groups: Range<u64>, stop: &AtomicBool) -> Option<Rows> {
        let mut player = self.followed.player(stop);
        let mut rows = Rows::default();
        for group in groups {
            let mut row = vec![0; 1 + self.followed.quantities.len()];
            row[0] = player(key(self.seed, &self.dice, group), &mut row[1..])?;
            rows.0.insert(group, row);
        }
        Some(rows)
    }

    fn fits(&self, rows: &Rows, groups: u64) -> bool {
        let width = 1 + self.followed.quantities.len();
        // Products of two, over all groups, fit 64 bits.
        let small = |value: &i64| value.unsigned_abs() <= 1 << 22;
        let fits =
            |(group, row): (&u64, &Vec<i64>)| *group < self.groups && row.len() == width && row[1..].iter().all(small);
        rows.0.len() as u64 == groups && rows.0.iter().all(fits)
    }

    fn effort(&self) -> f64 {
        self.followed.games.effort * self.followed.games.size as f64
    }
}

impl Asked for RecordStudy {
    fn kind(&self) -> &'static str {
        "baseline"
    }

    fn wants(&self, run: &Run<'_>, _: &Counted) -> Vec<Wanted> {
        let wanted = |(study, followed): &(String, Followed)| {
            let groups = self.games.div_ceil(followed.games.size);
            // The dice depend only on the study, as if it were played alone.
            let recording = Recording { followed: followed.clone(), groups, dice: study.clone(), seed: run.seed };
            Wanted::whole(study.clone(), Arc::new(recording))
        };
        self.studies.iter().map(wanted).collect()
    }

    fn answer(&self, _: &str, _: &Counted) -> Answer {
        Answer::default()
    }
}

/// Returns the counts in the form of a baseline.
///
/// # Errors
/// Numbers of a group beyond `MOST`.
pub fn recorded(study: &RecordStudy, counted: &Counted) -> Result<Vec<RecordedStudy>, InputError> {
    let one = |(name, followed): &(String, Followed)| {
        let rows: Rows = counted.of(name)?;
        Some(write_down(name, followed, &rows))
    };
    study.studies.iter().filter_map(one).collect()
}

fn write_down(name: &str, followed: &Followed, Rows(rows): &Rows) -> Result<RecordedStudy, InputError> {
    let column = |place: usize| -> Vec<i64> { rows.values().map(|row| row[place]).collect() };
    let values: Vec<Vec<i64>> = (0..followed.quantities.len()).map(|i| column(1 + i)).collect();
    let signature = Packed::of(&column(0)).unwrap_or_default();
    let (mut numbers, mut kept): (Vec<Number>, Vec<usize>) = (Vec::new(), Vec::new());
    for (i, quantity) in followed.quantities.iter().enumerate() {
        let Some(margin) = followed.margins[i] else {
            kept.push(i);
            continue;
        };
        // If only two sides play, the numbers of one determine those of the other. Identical numbers are tested once.
        let is_same = |number: &&mut Number| {
            let other = followed.quantities.iter().position(|q| q.metric == number.metric && q.of == number.of);
            number.metric == quantity.metric && other.is_some_and(|other| values[other] == values[i])
        };
        if let Some(same) = numbers.iter_mut().find(is_same) {
            same.also.push(quantity.of.clone());
            continue;
        }
        kept.push(i);
        numbers.push(number(followed, i, margin, &values));
    }
    let packed = |i: usize| {
        let quantity = &followed.quantities[i];
        let beyond = values[i].iter().any(|value| value.abs() > MOST);
        let groups = Packed::of(&values[i]).filter(|_| !beyond).ok_or_else(|| {
            InputError::plain(format!("study `{name}`: `{}` of a group is beyond {MOST}", quantity.metric))
        })?;
        Ok(Column { metric: quantity.metric.clone(), of: quantity.of.clone(), groups })
    };
    let columns = kept.into_iter().map(packed).collect::<Result<_, InputError>>()?;
    let (size, groups) = (followed.games.size, rows.len() as u64);
    Ok(RecordedStudy { study: name.to_owned(), size, groups, numbers, signature, columns })
}

/// Returns a number with its mean and interval.
fn number(followed: &Followed, i: usize, margin: f64, values: &[Vec<i64>]) -> Number {
    let quantity = &followed.quantities[i];
    let estimate = estimate(followed, i, values);
    let interval = estimate.as_ref().and_then(bounded);
    Number {
        metric: quantity.metric.clone(),
        of: quantity.of.clone(),
        also: Vec::new(),
        under: quantity.under.map(|under| followed.quantities[under].metric.clone()),
        margin,
        mean: estimate.map(|estimate| rounded(estimate.point)),
        interval: interval.map(|(low, high)| [rounded(low), rounded(high)]),
        n: values[i].len() as u64 * followed.games.size,
    }
}

/// Returns the mean per game, or the share for a share. `None` for a share of nothing.
fn estimate(followed: &Followed, i: usize, values: &[Vec<i64>]) -> Option<Estimate> {
    let (size, groups) = (followed.games.size, values[i].len() as u64);
    let Some(under) = followed.quantities[i].under else {
        let mut sums = Sums::new(1);
        values[i].iter().for_each(|value| {
            sums.add(std::iter::once(*value));
            sums.close(true);
        });
        let of = Observations { games: groups * size, size, whole: groups };
        return Some(count(&sums, 0, followed.quantities[i].unit, of));
    };
    let (over, under) = (&values[i], &values[under]);
    let totals = (over.iter().sum::<i64>(), under.iter().sum::<i64>());
    if totals.1 == 0 {
        return None;
    }
    let product = |unders: u32, factors: u32| {
        let one = |(over, under): (&i64, &i64)| over.pow(factors - unders) as f64 * under.pow(unders) as f64;
        over.iter().zip(under).map(one).sum::<f64>()
    };
    let products = |factors: u32| (0..=factors).map(|unders| product(unders, factors)).collect::<Vec<f64>>();
    let (two, three) = (products(2), products(3));
    let moments = Moments::of_ratio(groups, totals, [&two, &three]);
    let heavy = (two[2] * groups as f64).sqrt() / totals.1 as f64;
    let step = step_of_share(totals.0 as f64 / totals.1 as f64, heavy);
    Some(Estimate::of(&moments, &followed.quantities[i].bounds(step), LEVEL))
}

/// Standard errors between no change and a margin for a check that nearly always decides: 1.93 for the last look's part
/// of the level, plus 1.64.
const SURE: f64 = 3.6;

/// Returns the number of a study that needs the most games, and these games, if they are more than recorded. With
/// fewer, a change that does not matter might stay undecided. The estimate ignores the gain of common random numbers.
pub fn few(study: &RecordedStudy) -> Option<(&Number, u64)> {
    let needed = |number: &Number| {
        let [low, high] = number.interval?;
        // Half an interval is 1.96 standard errors; those of a difference of two are greater by the root of 2.
        let error = (high - low) / (2.0 * 1.96) * f64::sqrt(2.0);
        let times = (SURE * error / number.margin).powi(2);
        (times > 1.0 && times.is_finite()).then(|| (number.n as f64 * times).ceil() as u64)
    };
    let all = study.numbers.iter().filter_map(|number| Some((number, needed(number)?)));
    all.max_by_key(|(_, needed)| *needed)
}
