//! Tracked quantities of a study's games: those with a margin, and those that they are shares of.

use super::file::{MARK_BITS, RecordedStudy};
use crate::study::{Grouped, Quantity};
use hitchart_config::InputError;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Games of a study, and their tracked quantities.
#[derive(Clone, Debug)]
pub struct Followed {
    pub games: Arc<Grouped>,
    /// Indices of the tracked quantities among all quantities of the games.
    places: Vec<usize>,
    /// Tracked quantities; a share refers to another of these.
    pub quantities: Vec<Quantity>,
    /// Margin of each. `None` for a quantity that is tracked only as the denominator of a share.
    pub margins: Vec<Option<f64>>,
}

impl Followed {
    /// Tracks the quantities of the metrics in `margins`.
    pub fn by_margins(games: Arc<Grouped>, margins: &BTreeMap<String, f64>) -> Followed {
        let margin = |quantity: &Quantity| margins.get(&quantity.metric).copied();
        let wanted = games.quantities.iter().enumerate().filter_map(|(i, quantity)| Some((i, margin(quantity)?)));
        let wanted: BTreeMap<usize, f64> = wanted.collect();
        Followed::of(games, &wanted)
    }

    /// Tracks the numbers of a baseline.
    ///
    /// # Errors
    /// Games with other groups, and numbers that the games no longer have.
    pub fn as_recorded(games: Arc<Grouped>, recorded: &RecordedStudy) -> Result<Followed, InputError> {
        let study = &recorded.study;
        if games.size != recorded.size {
            let problem =
                format!("study `{study}` has groups of {} games, {} in the baseline", games.size, recorded.size);
            return Err(InputError::plain(problem));
        }
        let mut wanted = BTreeMap::new();
        for number in &recorded.numbers {
            let is_it = |quantity: &Quantity| quantity.metric == number.metric && quantity.of == number.of;
            let Some(place) = games.quantities.iter().position(is_it) else {
                let known = games.quantities.iter().map(|quantity| quantity.metric.as_str());
                let whose = if number.of.is_empty() { String::new() } else { format!(" of {}", number.of) };
                let problem = format!("study `{study}` has no `{}`{whose}, which the baseline holds", number.metric);
                let help = hitchart_config::nearest(&number.metric, known).map(|near| format!("there is `{near}`"));
                return Err(InputError::plain(problem).with_help(help));
            };
            wanted.insert(place, number.margin);
        }
        let followed = Followed::of(games, &wanted);
        match followed.quantities.iter().find(|quantity| recorded.column(&quantity.metric, &quantity.of).is_none()) {
            None => Ok(followed),
            Some(lacks) => {
                let problem =
                    format!("study `{study}`: the baseline lacks `{}`, which others are shares of", lacks.metric);
                Err(InputError::plain(problem))
            }
        }
    }

    fn of(games: Arc<Grouped>, wanted: &BTreeMap<usize, f64>) -> Followed {
        let mut places: Vec<usize> = wanted.keys().copied().collect();
        places.extend(wanted.keys().filter_map(|place| games.quantities[*place].under));
        places.sort_unstable();
        places.dedup();
        let quantity = |place: &usize| {
            let all = &games.quantities[*place];
            let under = all.under.and_then(|under| places.iter().position(|place| *place == under));
            Quantity { under, winner: None, ..all.clone() }
        };
        let quantities = places.iter().map(quantity).collect();
        let margins = places.iter().map(|place| wanted.get(place).copied()).collect();
        Followed { games, places, quantities, margins }
    }

    /// Returns a player that plays the group of a key, writes the tracked numbers and returns the mark. `None` if
    /// stopped.
    pub fn player<'s>(&self, stop: &'s AtomicBool) -> impl FnMut(u64, &mut [i64]) -> Option<i64> + use<'s> {
        let mut player = self.games.player(stop);
        let mut all = vec![0; self.games.quantities.len()];
        let places = self.places.clone();
        move |key, numbers| {
            all.fill(0);
            if !player(key, &mut all) {
                return None;
            }
            numbers.iter_mut().zip(&places).for_each(|(number, place)| *number = all[*place]);
            Some(mark(&all))
        }
    }
}

/// Returns a few bits that any change of the numbers is likely to change.
fn mark(numbers: &[i64]) -> i64 {
    let hash = numbers.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, number| {
        let spread = (hash ^ *number as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        spread ^ (spread >> 29)
    });
    (hash >> (u64::BITS - MARK_BITS)) as i64
}
