//! Summary of the best changes of a build: opponents that beat it, the best single change and the best pair of changes.

use super::changes::Told;
use super::opponents::{Opponent, numbers as opponent_numbers, sentence};
use super::tables::{gain, share, undecided};
use crate::study::Answer;
use hitchart_report::KeyNumber;
use hitchart_report::table::{grouped, p_value};
use hitchart_stats::Estimate;

/// Level below which a p-value shows a gain.
const SURE: f64 = 0.05;

/// A change that was tested on fresh seeds.
pub struct Tested<'a, B> {
    pub told: &'a Told<B>,
    /// p-value of the test after Holm.
    pub p: f64,
    /// Gain in the race that chose the change.
    pub raced: f64,
}

impl<B> Tested<'_, B> {
    fn points(&self) -> &Estimate {
        &self.told.gain.points
    }

    /// Returns true if the test shows that the change helps.
    fn helps(&self) -> bool {
        self.p < SURE && self.points().point > 0.0
    }
}

/// Summarises the best changes of a build; `tested` is sorted by gain, largest first.
pub fn summarise<B>(
    answer: &mut Answer,
    name: &str,
    as_it_is: &Estimate,
    tested: &[Tested<'_, B>],
    opponents: &[Opponent],
) {
    let best = |pair: bool| tested.iter().find(|one| (one.told.changes > 1) == pair);
    let (single, pair) = (best(false), best(true));
    answer.said.extend(single.map(|best| single_sentence(name, best)));
    answer.said.extend(Some(sentence(name, opponents)).filter(|said| !said.is_empty()));
    answer.said.extend(pair.map(|best| pair_sentence(best, single)));
    answer.said.extend(single.or(pair).map(|best| method(best)));
    answer.line = single.or(pair).map_or_else(String::new, |best| {
        format!(
            "{name}: {} gains {} of share of points ({} games)",
            best.told.label,
            gain(best.points()),
            grouped(best.points().n)
        )
    });
    answer.numbers = vec![KeyNumber::new(format!("{name} unchanged, share of points"), share(as_it_is))];
    answer.numbers.extend(single.map(|best| KeyNumber::new("Gain of the best single change", gain(best.points()))));
    answer.numbers.extend(pair.map(|best| KeyNumber::new("Gain of the best pair of changes", gain(best.points()))));
    answer.numbers.extend(opponent_numbers(opponents));
    answer.undecided =
        single.map_or_else(String::new, |best| undecided("the gain of the best single change", best.points()));
}

fn single_sentence<B>(name: &str, best: &Tested<'_, B>) -> String {
    let (label, gain, p) = (&best.told.label, gain(best.points()), p_value(best.p));
    match best.helps() {
        true => format!("The best single change of {name}: {label}. It adds {gain} to its share of the points ({p})."),
        false => format!(
            "No single change of {name} is shown to help. The most promising: {label}. It adds {gain} to its share of the points ({p})."
        ),
    }
}

fn pair_sentence<B>(best: &Tested<'_, B>, single: Option<&Tested<'_, B>>) -> String {
    let more = single.is_none_or(|single| best.points().point > single.points().point);
    let beside = if more { "" } else { ", no more than the best single change" };
    format!(
        "The best pair of changes: {}. It adds {} ({}){beside}.",
        best.told.label,
        gain(best.points()),
        p_value(best.p)
    )
}

/// Describes the measurement of the gains.
fn method<B>(best: &Tested<'_, B>) -> String {
    format!(
        "Gains are measured again on new dice, over {} games of each change, against the same games without it. The race that chose the best \
         change overstated its gain by {:.1} points. The p-values hold for all tested changes together.",
        grouped(best.points().n),
        (best.raced - best.points().point) * 100.0
    )
}
