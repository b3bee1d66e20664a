//! The observer that records a battle.

use super::super::battle::{Battle, Dice, Event, State};
use super::header::Header;
use super::line::{Changed, Line};
use super::told::told;
use super::words::{Names, words};
use hitchart_lab::study::About;
use hitchart_play::Observer;

/// Records every event of a battle, faces of dice included.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// The lines so far.
    pub lines: Vec<Line>,
    start: Option<(Header, Names)>,
    round: u8,
    scores: Vec<i32>,
    known: Vec<Changed>,
}

impl Log {
    /// Returns an empty log.
    pub fn new() -> Log {
        Log::default()
    }

    /// Returns the first line of the replay; `None` before the battle has begun. `policies` are names by company.
    pub fn header(&self, about: About, policies: &[String]) -> Option<Header> {
        self.start.as_ref().map(|(header, _)| header.clone().with(about, policies))
    }

    /// Returns the rockets and heights that have changed since the last event.
    fn changed(&mut self, state: &State) -> Vec<Changed> {
        let now = state.units().iter().zip(0..).map(|(unit, number)| Changed {
            unit: number,
            rockets: unit.loadout.rockets(),
            elevation: unit.elevation,
        });
        let now: Vec<Changed> = now.collect();
        let changed = now.iter().filter(|unit| self.known.get(usize::from(unit.unit)).is_some_and(|old| old != *unit));
        let changed = changed.copied().collect();
        self.known = now;
        changed
    }

    /// Returns the scores if they have changed since the last event.
    fn new_scores(&mut self, state: &State) -> Option<Vec<i32>> {
        let scores: Vec<i32> = (0..state.player_count).map(|player| state.score(player)).collect();
        (scores != self.scores).then(|| {
            self.scores.clone_from(&scores);
            scores
        })
    }
}

impl<D: Dice> Observer<Battle<D>> for Log {
    const WANTS_FACES: bool = true;

    fn see(&mut self, battle: &Battle<D>, state: &State, event: &Event) {
        let (header, names) = self.start.get_or_insert_with(|| {
            let header = Header::of(battle, state);
            let names = Names::of(&header);
            (header, names)
        });
        if let Event::Setup { points_per_asset, .. } = event {
            let points = header.companies.iter_mut().zip(points_per_asset);
            points.for_each(|(company, points)| company.points_per_asset = *points);
        }
        if let Event::RoundBegan { round, .. } = event {
            self.round = *round;
        }
        let what = told(state, event);
        let text = words(names, &what);
        let n = self.lines.len() as u32 + 1;
        let (scores, changed) = (self.new_scores(state), self.changed(state));
        self.lines.push(Line { n, round: self.round, what, text, scores, changed });
    }
}
