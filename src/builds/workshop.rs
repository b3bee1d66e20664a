//! What a game tells of what it builds.

use super::changes::Changed;
use crate::stats::Below;
use crate::study::MeetingTable;
use serde_json::{Map, Value};
use std::fmt::Debug;
use std::sync::Arc;

/// Where builds race: how the games of one against a field are played.
pub trait Workshop: Clone + Debug + Send + Sync + 'static {
    type Build: Clone + Debug + Send + Sync + 'static;
    /// Whom builds meet.
    type Field: Clone + Debug + Send + Sync + 'static;

    /// Names the games of a build: equal for what differs in order alone.
    fn key(build: &Self::Build) -> String;
    /// The table that a build and its field meet at.
    fn table(&self, build: &Self::Build, field: &Arc<Self::Field>) -> MeetingTable;
    /// Some nanoseconds that a game there takes, for the time left of a run.
    fn effort(&self, build: &Self::Build, field: &Self::Field) -> f64;
}

/// Something that is built, without names: a company, a fleet.
pub trait Built {
    /// What it is made of, as people read it.
    fn told(&self) -> String;
    /// What it brings to the comparison of bids.
    fn bid(&self) -> String;
    /// What it is made of for programs, by names.
    fn written(&self) -> Map<String, Value>;
    /// The same with what else is said of it.
    fn written_with(&self, more: Value) -> Value {
        let mut all = self.written();
        if let Value::Object(more) = more {
            all.extend(more);
        }
        Value::Object(all)
    }
}

/// A workshop in which builds are changed.
pub trait Changes: Workshop<Build: Built> {
    type Change: Clone + Debug + Send + Sync + 'static;

    /// What things are called.
    const WORDS: Words;

    /// Where and by whom builds are played, in words.
    fn told(&self) -> String;
    /// What those are called who are met.
    fn names(field: &Self::Field) -> Vec<&str>;
    /// Where and by whom builds are played, and whom they meet, in words.
    fn against(&self, field: &Self::Field) -> String {
        format!("{}; against {}", self.told(), Self::names(field).join(", "))
    }
    /// What of other files a saved report must keep to be rendered again.
    fn kept(&self) -> Option<Value> {
        None
    }
    /// What people call changes of this sort.
    fn sort(change: &Self::Change) -> &'static str;
    /// What two of these changes make together, each once, and nothing that is one change away.
    fn together(
        &self,
        build: &Self::Build,
        singles: &[Changed<Self::Build, Self::Change>],
    ) -> Vec<Changed<Self::Build, Self::Change>>;
}

/// A workshop in which builds are looked for: they can be drawn, changed and crossed by chance.
pub trait Breeds: Workshop {
    /// What may be built.
    type Space: Clone + Debug + Send + Sync + 'static;

    /// Builds that are met equally often.
    fn field(&self, builds: &[Self::Build]) -> Self::Field;
    /// Whether a build is of a space.
    fn allows(space: &Self::Space, build: &Self::Build) -> bool;
    /// A build of the space by chance; none where none was found.
    fn drawn(&self, space: &Self::Space, below: Below<'_>) -> Option<Self::Build>;
    /// One of the space that is one change away; none where there is none.
    fn mutated(&self, build: &Self::Build, space: &Self::Space, below: Below<'_>) -> Option<Self::Build>;
    /// One made of parts of two others; none where they do not make one of the space.
    fn crossed(&self, parents: [&Self::Build; 2], space: &Self::Space, below: Below<'_>) -> Option<Self::Build>;
}

/// What things are called.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// What is built: name of a column, and its heading.
    pub build: [&'static str; 2],
    /// What it is made of: name of a column, and its heading.
    pub parts: [&'static str; 2],
}
