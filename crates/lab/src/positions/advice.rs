//! The best action of a position: candidates race on common random numbers, and the best are tested on fresh seeds.

use crate::racing::{Halving, race_in_heats};
use crate::runner::playouts::{PlayoutArm, PlayoutRows};
use crate::runner::{Counts, Job, Streams};
use crate::study::Positions;
use hitchart_stats::{Estimate, LEVEL};
use serde::{Deserialize, Serialize};

/// Settings of advice.
#[derive(Clone, Debug)]
pub struct AdvicePlan {
    /// Games of each candidate of the test.
    pub games: u64,
    /// Seed of all random streams.
    pub seed: u64,
    /// Policies of which the choice is shown.
    pub policies: Vec<String>,
}

/// A candidate with its chance to win.
#[derive(Clone, Debug)]
pub struct Advised {
    /// The candidate in words.
    pub action: String,
    /// Place among the candidates.
    pub place: usize,
    /// Share of games won by the player who decides.
    pub share: Estimate,
    /// Loss against the best candidate, in shares of games won; `None` for the best itself.
    pub loss: Option<Estimate>,
    /// Policies that choose the candidate.
    pub chosen_by: Vec<String>,
}

/// The best actions of a position.
#[derive(Clone, Debug)]
pub struct Advice {
    /// The candidates of the test: the best of the race first, the others in the order of the race.
    pub tested: Vec<Advised>,
    /// Number of all candidates.
    pub candidates: usize,
    /// Games of the race, of all candidates together.
    pub raced: u64,
}

/// Candidates of the test that the race selects.
const TESTED: usize = 5;
/// Share of the games of the test that the race plays for each of [`TESTED`] candidates.
const RACE: u64 = 2;

/// Name of the game itself among those that choose a candidate.
const PLAYED: &str = "this game";

/// Results of an arm in a race.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Raced {
    games: u64,
    won: f64,
}

impl Counts for Raced {
    fn add(&mut self, other: &Raced) {
        self.games += other.games;
        self.won += other.won;
    }
}

/// Finds the best action of a decision. `count` plays a job; it returns `None` if the work was stopped.
pub fn advise(
    positions: &mut dyn Positions,
    at: usize,
    plan: &AdvicePlan,
    count: &dyn Fn(&Job) -> Option<PlayoutRows>,
) -> Option<Advice> {
    let point = positions.points()[at].clone();
    let players = positions.players().len();
    let choices: Vec<(usize, &String)> =
        plan.policies.iter().filter_map(|name| Some((positions.choice(at, name, plan.seed)?, name))).collect();
    let positions = &*positions;
    let halving = Halving { arms: point.candidates, pairs: plan.games * TESTED as u64 / RACE, left: TESTED };
    let arm = |place: usize| PlayoutArm { at, action: Some(place) };
    let streams = |name: &str, groups| Streams { name: name.to_owned(), seed: plan.seed, groups };
    let heat = |next: &crate::racing::Next| {
        let arms: Vec<PlayoutArm> = next.arms.iter().map(|place| arm(*place)).collect();
        let rows = count(&positions.job(&arms, streams("advice/race", next.pairs.clone())))?;
        let games = next.pairs.end - next.pairs.start;
        let raced = |nth: usize| Raced { games, won: rows.mean(nth * players + point.player) * games as f64 };
        Some((0..arms.len()).map(raced).collect())
    };
    let race = race_in_heats(&halving, heat, |raced: &Raced| raced.won / raced.games.max(1) as f64);
    if race.next.is_some() {
        return None;
    }
    let mut places: Vec<usize> = race.standings.iter().take(TESTED).map(|standing| standing.arm).collect();
    for place in choices.iter().map(|(place, _)| *place).chain(point.chosen) {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    let arms: Vec<PlayoutArm> = places.iter().map(|place| arm(*place)).collect();
    let rows = count(&positions.job(&arms, streams("advice/test", 0..plan.games)))?;
    let words = positions.candidates(at);
    let tested = places.iter().enumerate().map(|(nth, place)| Advised {
        action: words[*place].clone(),
        place: *place,
        share: rows.share(nth * players + point.player),
        loss: (nth > 0).then(|| rows.lead(point.player, nth * players + point.player, LEVEL)),
        chosen_by: (choices.iter().filter(|(chosen, _)| chosen == place).map(|(_, name)| (*name).clone()))
            .chain((point.chosen == Some(*place)).then(|| PLAYED.to_owned()))
            .collect(),
    });
    let raced = race.standings.iter().map(|standing| standing.margins.games).sum();
    Some(Advice { tested: tested.collect(), candidates: point.candidates, raced })
}
