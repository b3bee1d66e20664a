//! JSON of an analysis.

use super::analysis::{Analysis, ELO, Quantity};
use super::domination::{Domination, Verdict};
use hitchart_stats::LEVEL;
use serde_json::{Map, Value, json};

/// Returns the whole analysis under the names of the documentation; entrants are in the order of their ratings.
pub fn json(analysis: &Analysis) -> Value {
    let named = |name: &str, quantity: &Quantity, scale: f64, key: &str| {
        let mut object = Map::new();
        object.insert("name".to_owned(), json!(name));
        object.insert(key.to_owned(), json!(quantity.point * scale));
        object.insert("interval".to_owned(), interval(quantity, scale));
        object
    };
    let of = |quantities: &[Quantity], scale: f64, key: &str| -> Vec<Map<String, Value>> {
        analysis.names.iter().zip(quantities).map(|(name, quantity)| named(name, quantity, scale, key)).collect()
    };
    let mut ratings = of(&analysis.ratings, ELO, "point");
    for (rating, quantity) in ratings.iter_mut().zip(&analysis.ratings) {
        rating.insert("logit".to_owned(), json!(quantity.point));
    }
    let cyclic = &analysis.cyclic;
    let dominations = || analysis.names.iter().zip(&analysis.domination);
    json!({
        "entrants": analysis.names.len(),
        "games": analysis.games,
        "observations": analysis.observations,
        "pairs_unmet": analysis.unmet,
        "level": LEVEL,
        "seed": analysis.seed,
        "resamples": analysis.resamples,
        "ratings": ratings,
        "rating_unit": "Elo points, of mean 0",
        "draw": analysis.draw,
        "ratings_lean_on_a_given_game": analysis.leaning,
        "nash": of(&analysis.equilibrium, 1.0, "share"),
        "effective_choices": {
            "point": analysis.effective.point,
            "interval": interval(&analysis.effective, 1.0),
            "as_measured": analysis.as_measured,
            "as_measured_of_equals": analysis.equals,
        },
        "all_alike_not_excluded": analysis.even,
        "cyclic_share": {
            "point": cyclic.share.point,
            "interval": interval(&cyclic.share, 1.0),
            "of_equals": cyclic.by_chance,
            "p": cyclic.p,
            "closed": cyclic.closed,
            "circle": cyclic.circle.map(|circle| circle.map(|entrant| analysis.names[entrant].as_str())),
        },
        "regret": of(&analysis.regret, 1.0, "point"),
        "dominated": dominations()
            .filter(|(_, domination)| domination.verdict == Verdict::Yes)
            .map(|(name, domination)| dominated(analysis, name, domination))
            .collect::<Vec<Value>>(),
        "domination": dominations()
            .map(|(name, domination)| json!({ "name": name, "verdict": domination.verdict.name() }))
            .collect::<Vec<Value>>(),
        "matrix": matrix(analysis),
    })
}

fn interval(quantity: &Quantity, scale: f64) -> Value {
    json!([quantity.interval.0 * scale, quantity.interval.1 * scale])
}

fn dominated(analysis: &Analysis, name: &str, domination: &Domination) -> Value {
    let by = domination.by.iter().map(|(by, share)| json!({ "name": analysis.names[*by], "share": share }));
    json!({
        "name": name,
        "by": by.collect::<Vec<Value>>(),
        "lead": domination.lead,
        "weakly": domination.weakly,
        "verdict": domination.verdict.name(),
    })
}

/// Returns every pair that met, from both sides.
fn matrix(analysis: &Analysis) -> Vec<Value> {
    let n = analysis.names.len();
    let pairs = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
    let told = |(i, j): (usize, usize)| {
        let share = analysis.shares[i][j]?;
        let [wins, ties, losses] = analysis.tallies[i][j];
        Some(json!({
            "a": analysis.names[i], "b": analysis.names[j], "wins": wins, "ties": ties, "losses": losses,
            "points": share.point, "interval": [share.interval.0, share.interval.1],
            "n": share.n, "observations": share.observations,
        }))
    };
    pairs.filter_map(told).collect()
}

impl Verdict {
    /// Returns the name in tables and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Yes => "dominated",
            Verdict::No => "not dominated",
            Verdict::Undecided => "undecided",
        }
    }
}
