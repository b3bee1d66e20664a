//! A study of changes as a study of games: all rows have the same number of missions.

use super::{MarginalStudy, race};
use hitchart_config::InputError;
use hitchart_lab::study::{About, Changes, Contest, Games, Grouped, Learnable, Outcome, Replay, Study, Tunable};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

impl Games for MarginalStudy {
    fn count(&self) -> u64 {
        race::missions(self.batch())
    }

    fn seats(&self) -> usize {
        self.0.seats()
    }

    fn changed(&self, changes: &Changes<'_>) -> Result<Arc<dyn Study>, InputError> {
        Games::changed(&self.0, changes)
    }

    fn kept(&self) -> Option<Value> {
        Games::kept(&self.0)
    }

    /// Returns `None`: missions are counted heat by heat.
    fn outcome(&self, _: &str, _: &Value) -> Option<Outcome> {
        None
    }

    fn replay(&self, name: &str, about: &About, stop: &AtomicBool) -> Result<Option<Replay>, InputError> {
        self.0.replay(name, about, stop)
    }

    fn tunable(&self, start: Option<&str>) -> Result<Tunable, InputError> {
        self.0.tunable(start)
    }

    fn contest(&self, policy: &str, side: Option<&str>) -> Result<Contest, InputError> {
        self.0.contest(policy, side)
    }

    fn learnable(&self) -> Result<Learnable, InputError> {
        self.0.learnable()
    }

    fn grouped(&self) -> Result<Grouped, InputError> {
        self.0.grouped()
    }
}
