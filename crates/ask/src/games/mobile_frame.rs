//! Parts of the questions about both Mobile Frame games.

use crate::games::entry::ListedMetric;
use hitchart_lab::replay::fields;
use hitchart_mobile_frame::duel::Workers;
use hitchart_play::record::{Metric, Shared};
use rayon::prelude::*;
use serde::Serialize;
use serde_json::{Map, Value};

/// All threads of the computer, which solve exact duels.
pub(crate) struct AllThreads;

impl Workers for AllThreads {
    fn run(&self, count: usize, work: &(dyn Fn(usize) + Send + Sync)) {
        (0..count).into_par_iter().for_each(work);
    }
}

/// Returns the metrics of a game, its ratios, and the metrics of each side, `side`, in it.
pub(crate) fn listed(
    (whole, shares): (&'static [Metric], &'static [Shared]),
    (side, of_side): (&'static str, &'static [Metric]),
) -> Vec<ListedMetric> {
    let of = |side, metrics: &'static [_]| metrics.iter().map(move |metric| ListedMetric { side, metric });
    let shares = shares.iter().map(|share| ListedMetric { side: "game", metric: &share.metric });
    of("game", whole).chain(shares).chain(of(side, of_side)).collect()
}

/// Returns the first free letter of a name without its `The`, else the first free letter of the alphabet.
pub(crate) fn initial(name: &str, taken: &str) -> char {
    let bare = name.strip_prefix("The ").unwrap_or(name);
    let mut letters = bare.chars().flat_map(char::to_uppercase).chain('A'..='Z');
    letters.find(|letter| letter.is_alphanumeric() && !taken.contains(*letter)).unwrap_or('?')
}

/// Returns a problem and a help for a space in which no build was drawn: the constraints that contradict each other, if
/// they do. `names` are one build and several in words.
pub(crate) fn nothing_drawn(why_none: Option<String>, [one, several]: [&str; 2]) -> (String, String) {
    let few = || {
        let help = format!("there are such {several}, but few: change a constraint, or name a {one} as `start`");
        (format!("no {one} was found in several hundred draws"), help)
    };
    why_none.map_or_else(few, |why| (why, "change one of these constraints".to_owned()))
}

/// Returns the fields of an event of a battle, for a line of a replay. Lists by player end with the last player.
pub(crate) fn fields_of(event: &impl Serialize, players: usize) -> Map<String, Value> {
    let mut fields = fields(event);
    for key in ["points_per_asset", "seats", "order", "final_scores"] {
        if let Some(Value::Array(list)) = fields.get_mut(key) {
            list.truncate(players);
        }
    }
    fields
}
