//! The observer that records a mission.

use super::super::mission::{Dice, Event, Mission, State};
use super::header::Header;
use super::line::Line;
use super::names::Names;
use super::now::{Joined, Now};
use super::snapshot::Slots;
use super::told::told;
use super::words::words;
use hitchart_lab::study::About;
use hitchart_play::Observer;

/// Records every event of a mission with all changes of the state.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// The lines so far.
    pub lines: Vec<Line>,
    header: Option<Header>,
    /// Names, and the enemies of the current battle.
    seen: (Names, Vec<Joined>),
    slots: Slots,
    now: Now,
}

impl Log {
    /// Returns a log without lines.
    pub fn new() -> Log {
        Log::default()
    }

    /// Returns the first line of the replay, once the mission has begun; `policies` are the names of the policies of
    /// the Aces and of the game master.
    pub fn header(&self, about: About, policies: &[String]) -> Option<Header> {
        self.header.as_ref().map(|header| header.clone().with(about, policies))
    }

    /// Returns the state after the last line.
    pub fn now(&self) -> &Now {
        &self.now
    }
}

impl<D: Dice> Observer<Mission<D>> for Log {
    const WANTS_FACES: bool = true;

    fn see(&mut self, mission: &Mission<D>, state: &State, event: &Event) {
        if self.header.is_none() {
            let header = Header::of(mission, state);
            self.seen.0 = Names::of(&header);
            self.header = Some(header);
        }
        self.slots.follow(mission, state, event, &mut self.seen);
        let (names, joined) = &self.seen;
        let next = self.slots.now(mission, state, joined, &self.now);
        let what = told(mission, state, event, &self.slots);
        let text = words(names, &what);
        let n = self.lines.len() as u32 + 1;
        self.lines.push(Line { n, battle: next.battle, round: next.round, what, text, now: self.now.update(&next) });
        self.now = next;
    }
}
