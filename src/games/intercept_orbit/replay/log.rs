//! The observer that keeps a battle.

use super::super::battle::{Battle, Dice, Event, State};
use super::header::{Called, Header};
use super::line::{Changed, Line};
use super::rebuild::{Rebuilt, changes};
use super::told::told;
use super::words::{Names, words};
use hitchart_play::Observer;
use hitchart_lab::study::About;

/// Keeps every event of a battle, faces of dice included.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// The lines so far.
    pub lines: Vec<Line>,
    fleets: Vec<Called>,
    start: Option<(Header, Names)>,
    rebuilt: Option<Rebuilt>,
    round: u8,
    scores: Vec<i32>,
}

impl Log {
    /// A log without lines; fleets go by letters.
    pub fn new() -> Log {
        Log::default()
    }

    /// A log of a battle between fleets that are called so.
    pub fn named(fleets: Vec<Called>) -> Log {
        Log { fleets, ..Log::default() }
    }

    /// The first line of the replay, once the battle has begun; policies are by fleet, as users name them.
    pub fn header(&self, about: About, policies: &[String]) -> Option<Header> {
        self.start.as_ref().map(|(header, _)| header.clone().with(about, policies))
    }

    /// Scores, if they are not as they were last.
    fn new_scores(&mut self, state: &State) -> Option<Vec<i32>> {
        let scores: Vec<i32> = (0..state.player_count).map(|player| state.score(player)).collect();
        (scores != self.scores).then(|| {
            self.scores.clone_from(&scores);
            scores
        })
    }

    /// What the line that is told leaves out of where companies are and whose they are.
    fn changed(&mut self, state: &State, line: &Line, header: &Header) -> Vec<Changed> {
        let rebuilt = self.rebuilt.get_or_insert_with(|| Rebuilt::start(header));
        rebuilt.take(line);
        let changed = changes(state, rebuilt);
        changed.iter().for_each(|change| rebuilt.change(change));
        changed
    }
}

impl<D: Dice> Observer<Battle<D>> for Log {
    const WANTS_FACES: bool = true;

    fn see(&mut self, battle: &Battle<D>, state: &State, event: &Event) {
        let (mut header, names) = self.start.take().unwrap_or_else(|| {
            let header = Header::of(battle, state, &self.fleets);
            let names = Names::of(&header);
            (header, names)
        });
        if let Event::Setup { points_per_asset, .. } = event {
            let points = header.fleets.iter_mut().zip(points_per_asset);
            points.for_each(|(fleet, points)| fleet.points_per_asset = *points);
        }
        if let Event::RoundBegan { round, .. } = event {
            self.round = *round;
        }
        let what = told(battle, state, event);
        let text = words(&names, &what);
        let n = self.lines.len() as u32 + 1;
        let scores = self.new_scores(state);
        let mut line = Line { n, round: self.round, what, text, scores, changed: Vec::new() };
        line.changed = self.changed(state, &line, &header);
        self.lines.push(line);
        self.start = Some((header, names));
    }
}
