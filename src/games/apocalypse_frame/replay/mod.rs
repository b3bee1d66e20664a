//! Replays of whole missions: a log that holds every state, and a page that plays it on the hex map.
//!
//! [`Log`] observes a mission and records a [`Line`] per event with all changes of the state, [`PAGE`] shows them,
//! [`Now`] folds them.

mod gear;
mod header;
mod kinds;
mod line;
mod log;
mod names;
mod now;
mod numbered;
mod page;
mod snapshot;
#[cfg(test)]
mod tests;
mod told;
mod words;

pub use header::{AceHeader, ArmamentHeader, AttackHeader, BattleHeader, Header, ItemHeader, KindHeader, SCHEMA};
pub use kinds::{Attempt, CauseKind, DieKind, Dropping, Manner, Place, Resource, StanceKind, Verdict, Way, Why};
pub use line::{Cause, Happening, Line, Whom};
pub use log::Log;
pub use now::{
    AceMark, AceNow, EnemyMark, EnemyNow, FieldNow, Joined, LifeNow, MortarNow, Now, PhaseNow, TurnNow, Update,
};
pub use page::PAGE;
