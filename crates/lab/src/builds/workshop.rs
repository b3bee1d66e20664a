//! What a game tells of what it builds.

use super::changes::Changed;
use hitchart_stats::Below;
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
    /// What it is made of, one by one, as it is written.
    fn parts(&self) -> Vec<String>;
    /// What stands in one of its places, as people read it.
    fn standing(&self, place: usize) -> String;
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
    /// The place in the field of the opponent of a pair of games; `None` if a table has several, or they are drawn.
    fn opponent(field: &Self::Field, pair: u64) -> Option<usize>;
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

/// A workshop whose builds enter a field, each with a policy, and meet each other there.
pub trait Enters: Changes + Breeds {
    /// Plays a build.
    type Policy: Clone + Debug + Send + Sync + 'static;
    /// A build by a name, with its policy.
    type Entrant: Clone + Debug + Send + Sync + 'static;

    /// What may be built.
    fn space(&self) -> &Self::Space;
    /// Sentences on what every build of the space must have, because its constraints leave nothing else.
    fn implied(&self) -> Vec<String> {
        Vec::new()
    }
    /// The same where another policy plays the builds that are looked for.
    fn played_by(&self, policy: &Self::Policy) -> Self;
    /// What a policy is called.
    fn policy_name(policy: &Self::Policy) -> &str;
    /// A build that enters by this name.
    fn entrant(name: &str, build: &Self::Build, policy: &Self::Policy) -> Self::Entrant;
    /// The build of an entrant, and who plays it.
    fn entered(entrant: &Self::Entrant) -> (Self::Build, Self::Policy);
    /// Those who are met.
    fn entrants(field: &Self::Field) -> &[Self::Entrant];
    /// Entrants who are met by shares which make 1 together.
    fn mixed(entrants: Vec<Self::Entrant>, shares: &[f64]) -> Self::Field;
    /// The table of two entrants, and some nanoseconds that a game there takes.
    fn meeting(&self, entrants: [&Self::Entrant; 2]) -> (MeetingTable, f64);
}

/// A workshop whose builds may go without something that is no part of them.
pub trait Bars: Changes {
    /// What a side goes without.
    type Bar: Copy + Debug + Send + Sync + 'static;

    /// What is played where parts of a build are taken away, in a sentence.
    const LEFT: &'static str;

    /// What it goes without, as people read it: `without placing spots`.
    fn without(bar: Self::Bar) -> &'static str;
    /// What people call a thing of this sort.
    fn sort_of(bar: Self::Bar) -> &'static str;
    /// The table of a build that goes without something, or without nothing.
    fn table_without(&self, build: &Self::Build, bar: Option<Self::Bar>, field: &Arc<Self::Field>) -> MeetingTable;
}

/// What things are called.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// What is built: name of a column, and its heading.
    pub build: [&'static str; 2],
    /// Several of them.
    pub builds: &'static str,
    /// What it is made of: name of a column, and its heading.
    pub parts: [&'static str; 2],
    /// What stands in one of its places: name of a column, its heading, and several of them.
    pub part: [&'static str; 3],
    /// What comes before the number of a place: `in frame`.
    pub place: &'static str,
}
