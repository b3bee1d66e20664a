//! What a game tells of what it builds.

use super::changes::Changed;
use crate::stats::Below;
use crate::study::MeetingTable;
use serde_json::{Map, Value};
use std::fmt::Debug;
use std::sync::Arc;

/// Where two entrants meet.
pub trait Venue: Debug + Send + Sync + 'static {
    /// Who meets: what was built, and the policy that plays it.
    type Entrant: Clone + Debug + Send + Sync + 'static;

    /// The table of two entrants; in the second game of a pair they change places.
    fn table(&self, entrants: [&Self::Entrant; 2]) -> MeetingTable;
    /// What an entrant is called.
    fn name(entrant: &Self::Entrant) -> &str;
    /// Some nanoseconds that a game of the entrant takes, for the time left of a run.
    fn effort(entrant: &Self::Entrant) -> f64;
}

/// Something that is built, without names: a company, a fleet.
pub trait Built: Clone + Debug + PartialEq + Send + Sync + 'static {
    /// Equal for what differs in order alone.
    fn key(&self) -> String;
    /// What it is made of, as people read it.
    fn told(&self) -> String;
    /// What it brings to the comparison of bids.
    fn bid(&self) -> String;
    /// The same for programs, by names.
    fn written(&self) -> Map<String, Value>;
}

/// What may be built, how it is changed, who plays it, and where.
pub trait Workshop: Clone + Debug + Send + Sync + 'static {
    type Venue: Venue;
    type Build: Built;
    type Change: Clone + Debug + Send + Sync + 'static;

    /// What things are called.
    const WORDS: Words;

    fn venue(&self) -> &Arc<Self::Venue>;
    /// A build with names, and the policy that plays it.
    fn entrant(&self, build: &Self::Build) -> Entrant<Self>;
    /// Where and by whom it is played, in words.
    fn told(&self) -> String;
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

    /// Whether a build is of a space.
    fn allows(space: &Self::Space, build: &Self::Build) -> bool;
    /// A build of the space by chance; none where none was found.
    fn drawn(space: &Self::Space, below: Below<'_>) -> Option<Self::Build>;
    /// One of the space that is one change away; none where there is none.
    fn mutated(build: &Self::Build, space: &Self::Space, below: Below<'_>) -> Option<Self::Build>;
    /// One made of parts of two others; none where they do not make one of the space.
    fn crossed(one: &Self::Build, other: &Self::Build, space: &Self::Space, below: Below<'_>) -> Option<Self::Build>;
}

/// Who meets in a workshop.
pub type Entrant<W> = <<W as Workshop>::Venue as Venue>::Entrant;

/// What things are called.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// What is built: name of a column, and its heading.
    pub build: [&'static str; 2],
    /// What it is made of: name of a column, and its heading.
    pub parts: [&'static str; 2],
}
