//! Replays of whole missions: a log that holds every state, and a page that plays it on the hex map.
//!
//! [`Log`] watches a mission and keeps a [`Line`] an event with all that is new in the state; [`jsonl`] and [`html`]
//! write them down, [`Now`] folds them.

mod gear;
mod header;
mod kinds;
mod line;
mod log;
mod names;
mod now;
mod page;
mod snapshot;
#[cfg(test)]
mod tests;
mod told;
mod words;

pub use header::{AceHeader, ArmamentHeader, AttackHeader, BattleHeader, Header, ItemHeader, KindHeader};
pub use kinds::{Attempt, CauseKind, DieKind, Dropping, Manner, Place, Resource, StanceKind, Verdict, Way, Why};
pub use line::{Cause, Happening, Line, Whom};
pub use log::Log;
pub use now::{
    AceMark, AceNow, EnemyMark, EnemyNow, FieldNow, Joined, LifeNow, MortarNow, Now, PhaseNow, TurnNow, Update,
};
pub use page::html;

/// Version of the lines. It changes whenever a reader of the old lines could be misled.
pub const SCHEMA: &str = "hitchart-mission-replay/1";

/// A replay as text: the header, then a line an event, each a JSON object that ends with a line feed.
pub fn jsonl(header: &Header, lines: &[Line]) -> String {
    let mut text = json(header);
    text.push('\n');
    for line in lines {
        text.push_str(&json(line));
        text.push('\n');
    }
    text
}

/// JSON without spaces. The types of a replay hold nothing that JSON cannot.
fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("replays have plain keys and finite numbers")
}

/// Whether a field may be left out of a line.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
