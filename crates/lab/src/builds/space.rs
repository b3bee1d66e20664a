//! Builds and their search space: what a game implements, changes of a build, and conflicts of constraints.

use crate::matches::EntrantSpec;
use crate::racing::{Difference, Margins};
use crate::study::{MeetingTable, PlayedBy};
use hitchart_config::{FileText, InputError, words::capitalised};
use hitchart_dice::Throw;
use hitchart_play::Built;
use hitchart_play::policy::{Settings, Spec};
use hitchart_report::Warning;
use hitchart_stats::{DrawBelow, Estimate, LEVEL, order::smallest_first};
use serde_json::Value;
use std::{collections::BTreeSet, fmt::Debug, ops::Range, sync::Arc};

/// Setting in which builds race: the games of a build against a field.
pub trait BuildSetting: Clone + Debug + Send + Sync + 'static {
    /// A roster that a player fields, such as a company or a fleet.
    type Build: Clone + Debug + Send + Sync + 'static;
    /// Opponents of the builds.
    type Field: Clone + Debug + Send + Sync + 'static;

    /// Returns the name of a build's games: equal for builds that differ only in order.
    fn key(build: &Self::Build) -> String;
    /// Returns the table of a build and its field.
    fn table(&self, build: &Self::Build, field: &Arc<Self::Field>) -> MeetingTable;
    /// Estimates the nanoseconds of a game against a field, for the remaining time of a run.
    fn effort(&self, field: &Self::Field) -> f64;

    /// Returns the policies that play the builds, each once.
    fn players(&self) -> Vec<PlayedBy> {
        Vec::new()
    }
}

/// A setting that is described in answers.
pub trait DescribedSetting: BuildSetting {
    /// Word for the games, in the plural.
    const GAMES: &'static str = "games";

    /// Describes the setting and the policies that play the builds.
    fn describe(&self) -> String;
    /// Returns the names of the opponents.
    fn names(field: &Self::Field) -> Vec<&str>;
    /// Describes the setting, the policies that play the builds, and the opponents.
    fn against(&self, field: &Self::Field) -> String {
        format!("{}; against {}", self.describe(), Self::names(field).join(", "))
    }
    /// Returns the snapshot of other files that a saved report needs to be rendered again.
    fn kept(&self) -> Option<Value> {
        None
    }
    /// Returns warnings about the field for the answer of a study with this name.
    fn warnings(&self, _name: &str, _field: &Self::Field) -> Vec<Warning> {
        Vec::new()
    }
}

/// A setting in which builds are changed.
pub trait Changes: DescribedSetting<Build: Built> {
    /// One change of a build, such as another system in one place.
    type Change: Clone + Debug + Send + Sync + 'static;

    /// Names for tables and sentences.
    const WORDS: Words;

    /// Returns the opponent of a pair of games, by its index in the field. `None` if a table has several, or they are
    /// drawn.
    fn opponent(field: &Self::Field, pair: u64) -> Option<usize>;
    /// Returns a sentence on the games that are half a point; empty if there are none.
    fn half_point(&self) -> &'static str {
        "A tie is half a point."
    }
    /// Returns the kind of a change, in words.
    fn sort(change: &Self::Change) -> &'static str;
    /// Returns the builds that two of these changes make together, without duplicates and without builds of one change.
    fn together(
        &self,
        build: &Self::Build,
        singles: &[ChangedBuild<Self::Build, Self::Change>],
    ) -> Vec<ChangedBuild<Self::Build, Self::Change>>;
}

/// Builds that a search may find: they can be drawn, mutated and crossed at random.
pub trait BuildSpace: Clone + Debug + Send + Sync + 'static {
    /// A build of the space.
    type Build;

    /// Returns true if a build belongs to the space.
    fn allows(&self, build: &Self::Build) -> bool;
    /// Draws a random build of the space. `None` if none is found.
    fn drawn(&self, below: DrawBelow<'_>) -> Option<Self::Build>;
    /// Returns a build of the space that is one random change away. `None` if there is none.
    fn mutated(&self, build: &Self::Build, below: DrawBelow<'_>) -> Option<Self::Build>;
    /// Returns a build of parts of two others. `None` if they make none of the space.
    fn crossed(&self, parents: [&Self::Build; 2], below: DrawBelow<'_>) -> Option<Self::Build>;
    /// Returns a problem and a help for a space in which no build was drawn.
    fn nothing_drawn(&self) -> (String, String);
}

/// Checks that a build can be drawn from the space of a study, whose kind is written at `kind`.
///
/// # Errors
/// No build was drawn.
pub fn some_build(
    space: &impl BuildSpace,
    seed: u64,
    (file, kind): (&FileText, Range<usize>),
) -> Result<(), InputError> {
    let mut throw = Throw::new(seed);
    if space.drawn(&mut |below| throw.below(below)).is_some() {
        return Ok(());
    }
    let (problem, help) = space.nothing_drawn();
    Err(InputError::at(file, kind, problem).with_help(Some(help.as_str())))
}

/// A setting in which builds are searched for.
pub trait SearchSetting: BuildSetting {
    /// Search space.
    type Space: BuildSpace<Build = Self::Build>;

    /// Returns a field in which builds are met equally often.
    fn field(&self, builds: &[Self::Build]) -> Self::Field;
}

/// A setting that has a search space.
pub trait SpaceSetting: Changes + SearchSetting {
    /// Returns the search space.
    fn space(&self) -> &Self::Space;
    /// Describes what every build of the space must have, because its constraints leave nothing else.
    fn implied(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A setting whose builds enter a field, each with a policy, and meet each other there.
pub trait EntrantSetting: SpaceSetting {
    /// A side that plays a build.
    type Side: Clone + Debug + Send + Sync + 'static;
    /// Kinds of policies.
    type Kind: Settings + Debug + Send + Sync + 'static;

    /// Returns the setting with another policy for the builds of the search.
    fn played_by(&self, policy: &Spec<Self::Kind>) -> Self;
    /// Returns a build as a side with a name.
    fn side(name: &str, build: &Self::Build) -> Self::Side;
    /// Returns the build of a side.
    fn build_of(side: &Self::Side) -> Self::Build;
    /// Returns the opponents of a field.
    fn entrants(field: &Self::Field) -> &[Entrant<Self>];
    /// Returns a field in which entrants are met by shares that sum to 1.
    fn mixed(entrants: Vec<Entrant<Self>>, shares: &[f64]) -> Self::Field;
    /// Returns the table of two entrants, and the estimated nanoseconds of a game there.
    fn meeting(&self, entrants: [&Entrant<Self>; 2]) -> (MeetingTable, f64);

    /// Creates an entrant with a name.
    fn entrant(name: &str, build: &Self::Build, policy: &Spec<Self::Kind>) -> Entrant<Self> {
        EntrantSpec { name: name.to_owned(), side: Self::side(name, build), policy: policy.clone() }
    }
}

/// A named build with its policy.
pub(super) type Entrant<W> = EntrantSpec<<W as EntrantSetting>::Side, <W as EntrantSetting>::Kind>;

/// A setting whose opponents are a list that another player chooses from.
pub trait ListedSetting: SpaceSetting {
    /// Returns a field in which the opponents of a list are met by shares that sum to 1.
    fn listed(field: &Self::Field, shares: &[f64]) -> Self::Field;
}

/// A setting whose builds can be restricted in things that are not parts of them.
pub trait RestrictedSetting: DescribedSetting {
    /// Restriction of a side.
    type Bar: Copy + Debug + Send + Sync + 'static;

    /// Sentence on what is played if parts of a build are taken away.
    const LEFT: &'static str;
    /// Sentence on what else changes with the size of a build; empty if nothing does.
    const SIZE: &'static str = "";
    /// Sentence on the play of a side with a restriction.
    const BARRED: &'static str = "For barred actions the policy plans normally and then plays the closest legal action, so \
                                  the loss is an upper bound for a policy that plans around the restriction.";

    /// Describes a restriction: `without placing spots`.
    fn without(bar: Self::Bar) -> &'static str;
    /// Returns the kind of the restricted thing, in words.
    fn sort_of(bar: Self::Bar) -> &'static str;
    /// Returns the table of a build with a restriction, or with none.
    fn table_without(&self, build: &Self::Build, bar: Option<Self::Bar>, field: &Arc<Self::Field>) -> MeetingTable;
}

/// Names for tables and sentences.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// A build: name of a column, and its heading.
    pub build: [&'static str; 2],
    /// Several builds.
    pub builds: &'static str,
    /// The parts of a build: name of a column, and its heading.
    pub parts: [&'static str; 2],
    /// The part in one of the places: name of a column, its heading, and the plural.
    pub part: [&'static str; 3],
    /// Words before the number of a place: `in frame`.
    pub place: &'static str,
    /// Bid or price of a build: name of a column, and its heading.
    pub bid: [&'static str; 2],
    /// Meaning of the numbers of a bid: `frames / systems`. Empty if a bid is one number.
    pub bid_form: &'static str,
    /// Word for what builds play, in the plural: `games`.
    pub games: &'static str,
    /// Kind of the opponents.
    pub met: OpponentKind,
    /// Unit and use of costs.
    pub cost: CostWords,
}

/// Kind of the opponents that builds meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpponentKind {
    /// Opponents that can beat a build.
    Opponents,
    /// Encounters, which earn no points and so beat no build.
    Encounters,
}

impl OpponentKind {
    /// Returns the name of one: `opponent`.
    pub(super) fn name(self) -> &'static str {
        match self {
            OpponentKind::Opponents => "opponent",
            OpponentKind::Encounters => "encounter",
        }
    }
}

/// Sentence on builds that change their bid with their size. It holds for all rules of bids.
pub const BIDS_ANEW: &str = "Where the rules of bids count systems, points per asset and the starting score change with the size, \
                             and are part of these numbers.";

/// Words for the costs of alternatives.
#[derive(Clone, Copy, Debug)]
pub struct CostWords {
    /// Unit of a cost: `points of score`.
    pub unit: &'static str,
    /// Condition of one cost under which all alternatives are equal, after `If`.
    pub one: &'static str,
    /// The same condition of all costs.
    pub all: &'static str,
    /// Sentence on what else changes with the size of a build; empty if nothing does.
    pub size: &'static str,
}

impl CostWords {
    /// Costs that players pay from the starting score.
    pub const OF_SCORE: CostWords = CostWords {
        unit: "points of score",
        one: "a player pays this cost from the starting score",
        all: "each player pays these costs from the starting score",
        size: BIDS_ANEW,
    };
}

impl Words {
    /// Returns the name of what builds play as a heading: `Games`.
    pub(super) fn games_heading(&self) -> String {
        capitalised(self.games)
    }

    /// Returns the name of the bid or price in JSON: `bid`.
    pub(super) fn bid_key(&self) -> String {
        self.bid[1].to_lowercase()
    }

    /// Returns a bid with the meaning of its numbers, `bid 4/14, frames / systems`, or a price: `price 30`.
    pub(super) fn bid_in_words(&self, bid: &str) -> String {
        let form = if self.bid_form.is_empty() { String::new() } else { format!(", {}", self.bid_form) };
        format!("{} {bid}{form}", self.bid_key())
    }
}

/// A changed build, and its changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedBuild<B, C> {
    /// The single changes, in the order in which they are applied.
    pub changes: Vec<C>,
    /// Description of the changes, for tables and sentences.
    pub label: String,
    /// The build after the changes.
    pub build: B,
}

/// Returns the builds that two of these changes make together, without duplicates and without builds of a single
/// change. `apply` changes a build if that is possible and allowed. `identity` is equal for equal builds. Changes that
/// are `late` are applied after the others.
pub fn pairs_of<B: Clone, C: Copy, K: Ord>(
    build: &B,
    singles: &[ChangedBuild<B, C>],
    apply: impl Fn(&C, &B) -> Option<B>,
    allows: impl Fn(&B) -> bool,
    identity: impl Fn(&B) -> K,
    late: impl Fn(&C) -> bool,
) -> Vec<ChangedBuild<B, C>> {
    let mut known: BTreeSet<K> = singles.iter().map(|single| identity(&single.build)).collect();
    known.insert(identity(build));
    let mut all = Vec::new();
    for (i, first) in singles.iter().enumerate() {
        for second in &singles[i + 1..] {
            let mut changes: Vec<C> = first.changes.iter().chain(&second.changes).copied().collect();
            smallest_first(&mut changes, |change| f64::from(late(change)));
            let together = changes.iter().try_fold(build.clone(), |build, change| apply(change, &build));
            let Some(together) = together else { continue };
            if allows(&together) && known.insert(identity(&together)) {
                let label = format!("{} and {}", first.label, second.label);
                all.push(ChangedBuild { changes, label, build: together });
            }
        }
    }
    all
}

/// A build, its changes, and their field of opponents.
#[derive(Clone, Debug)]
pub struct ChangeSet<W: Changes> {
    /// Setting in which the builds play.
    pub setting: W,
    /// Name of the build.
    pub name: String,
    /// The unchanged build.
    pub own: W::Build,
    /// Builds with one change each.
    pub singles: Vec<ChangedBuild<W::Build, W::Change>>,
    /// Opponents of the builds.
    pub field: Arc<W::Field>,
}

/// Results of a change so far.
#[derive(Clone, Debug)]
pub(super) struct ChangeResult<B> {
    pub label: String,
    pub sort: &'static str,
    /// Number of single changes that it consists of.
    pub changes: usize,
    pub build: B,
    /// Gain in shares of points.
    pub gain: Difference,
    /// Share of points of the changed build.
    pub points: Estimate,
}

impl<B: Clone> ChangeResult<B> {
    /// Creates the results of a change from its games and those of the unchanged build.
    pub(super) fn of<W: Changes<Build = B>>(
        changed: &ChangedBuild<B, W::Change>,
        margins: &Margins,
        as_it_is: &Margins,
    ) -> ChangeResult<B> {
        ChangeResult {
            label: changed.label.clone(),
            sort: match &changed.changes[..] {
                [change] => W::sort(change),
                _ => "two changes",
            },
            changes: changed.changes.len(),
            build: changed.build.clone(),
            gain: margins.more_than(as_it_is, LEVEL),
            points: margins.points(),
        }
    }
}

/// Returns the constraints that cannot hold together, each of them necessary: without any one the others can hold.
/// `feasible` returns true if something satisfies some constraints. Empty if all can hold.
pub fn conflict<C: Clone>(all: &[C], mut feasible: impl FnMut(&[C]) -> bool) -> Vec<C> {
    if feasible(all) {
        return Vec::new();
    }
    let (mut kept, mut place) = (all.to_vec(), 0);
    while place < kept.len() {
        let one = kept.remove(place);
        if feasible(&kept) {
            kept.insert(place, one);
            place += 1;
        }
    }
    kept
}

/// Lists things in a sentence: `a, b and c`.
pub fn enumerated(things: &[String]) -> String {
    match things {
        [] => String::new(),
        [only] => only.clone(),
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conflict_names_all_that_it_needs_and_nothing_else() {
        // Below 5, above 7, even, above 2: the first two cannot hold together.
        let checks: [fn(u32) -> bool; 4] = [|x| x < 5, |x| x > 7, |x| x % 2 == 0, |x| x > 2];
        let feasible = |active: &[usize]| (0..20).any(|x| active.iter().all(|place| checks[*place](x)));
        assert_eq!(conflict(&[0, 1, 2, 3], feasible), [0, 1]);
        assert_eq!(conflict(&[0; 0], |_| true), [0; 0]);
        let things = ["a", "b", "c"].map(str::to_owned);
        assert_eq!([enumerated(&things[..1]), enumerated(&things)], ["a", "a, b and c"]);
    }
}
