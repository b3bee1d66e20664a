//! The observer that records a battle.

use super::super::battle::{Battle, Dice, Event, State};
use super::header::{Called, Header};
use super::line::{Changed, Line};
use super::rebuild::{Rebuilt, changes};
use super::told::told;
use super::words::{Names, words};
use hitchart_lab::study::About;
use hitchart_play::Observer;

/// A record of every event of a battle, with the faces of dice.
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
    /// Creates an empty log; fleets are named by letters.
    pub fn new() -> Log {
        Log::default()
    }

    /// Creates an empty log of a battle between fleets with these names.
    pub fn named(fleets: Vec<Called>) -> Log {
        Log { fleets, ..Log::default() }
    }

    /// Returns the first line of the replay; `None` before the battle begins. `policies` are the users' names of
    /// policies, by fleet.
    pub fn header(&self, about: About, policies: &[String]) -> Option<Header> {
        self.start.as_ref().map(|(header, _)| header.clone().with(about, policies))
    }

    /// Returns the scores if they have changed.
    fn new_scores(&mut self, state: &State) -> Option<Vec<i32>> {
        let scores: Vec<i32> = (0..state.player_count).map(|player| state.score(player)).collect();
        (scores != self.scores).then(|| {
            self.scores.clone_from(&scores);
            scores
        })
    }

    /// Returns the places and holders of companies that the event of the line leaves out.
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
