//! The search space of companies: the allowed frames and systems, single changes, random draws, and crossover.
//!
//! A [`Build`] is a company without names. Two builds with the same frames in any order are the same company.

mod conflict;
mod drawn;
#[cfg(test)]
mod tests;

pub(crate) use conflict::why_none;

use hitchart_config::{Color, named};
use hitchart_lab::builds::{self, BuildSpace, Limit};
use hitchart_play::Built;
use hitchart_rapid_attack::bidding::{Limits, Size};
use hitchart_rapid_attack::loadout::{Loadout, SystemKind};
use hitchart_rapid_attack::loadouts::{Archetype, Extras, all, archetypes, named_loadout};
use hitchart_rapid_attack::muster::{FightingCompany, FightingFrame, check_each};
use hitchart_rapid_attack::ruleset::Ruleset;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

// Companies without names.

/// Frames of a company, with their rockets, and the spare that may join to break a tie for defense (S22).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Build {
    pub frames: Vec<Loadout>,
    pub spare: Option<Loadout>,
}

impl Build {
    /// Returns the build of a company.
    pub(crate) fn of(company: &FightingCompany) -> Build {
        let frames = company.frames.iter().map(|frame| frame.loadout).collect();
        Build { frames, spare: company.spare.as_ref().map(|frame| frame.loadout) }
    }

    /// Returns the number of systems of all frames; rockets do not count (R02).
    pub(crate) fn systems(&self) -> u16 {
        self.frames.iter().map(|frame| frame.systems() as u16).sum()
    }

    /// Returns the frames as text in a fixed order: equal for equal companies.
    pub(crate) fn key(&self) -> String {
        let (frames, spare) = self.sorted();
        let written: Vec<String> = frames.iter().map(Loadout::to_string).collect();
        match spare {
            None => written.join(" "),
            Some(spare) => format!("{} ({spare})", written.join(" ")),
        }
    }

    /// Returns the frames in a fixed order and the spare: equal for equal companies, like `key`, but cheaper.
    pub(crate) fn sorted(&self) -> (Vec<Loadout>, Option<Loadout>) {
        let mut frames = self.frames.clone();
        frames.sort_unstable();
        (frames, self.spare)
    }

    /// Returns a company of these frames, with numbered names.
    pub(crate) fn company(&self, name: &str) -> FightingCompany {
        let numbered = |(number, loadout): (usize, &Loadout)| FightingFrame {
            name: format!("{} {number}", loadout.with_rockets(0)),
            loadout: *loadout,
        };
        let spare =
            self.spare.map(|loadout| FightingFrame { name: format!("Spare {}", loadout.with_rockets(0)), loadout });
        let frames = (1..).zip(&self.frames).map(numbered).collect();
        FightingCompany { name: name.to_owned(), frames, spare, color: Color::free(&[]), policy: None }
    }

    /// Returns a company of these frames without names, for checks of the rules.
    pub(crate) fn nameless(&self) -> FightingCompany {
        let frame = |loadout: &Loadout| FightingFrame { name: String::new(), loadout: *loadout };
        FightingCompany {
            name: String::new(),
            frames: self.frames.iter().map(frame).collect(),
            spare: self.spare.as_ref().map(frame),
            color: Color::free(&[]),
            policy: None,
        }
    }

    /// Returns the company without one frame; the others take over its rockets. `None` if there is no such frame.
    pub(crate) fn without(&self, frame: usize, rules: &Ruleset) -> Option<Build> {
        self.nameless().without(frame, rules).map(|company| Build::of(&company))
    }

    /// Returns the same frames with the rockets distributed by rule: direct weapons first (R49).
    pub(crate) fn rearmed(&self, rules: &Ruleset) -> Build {
        let bare = Build { frames: self.frames.iter().map(|frame| frame.with_rockets(0)).collect(), spare: self.spare };
        let mut company = bare.nameless();
        company.share_out(rules.rockets.per_company, rules);
        Build::of(&company)
    }
}

impl Built for Build {
    /// Lists archetypes by name and other frames by loadout, with their rockets.
    fn describe(&self) -> String {
        self.frames.iter().map(loadout_text).collect::<Vec<_>>().join(", ")
    }

    /// Returns frames and systems: `5/20`.
    fn bid(&self) -> String {
        format!("{}/{}", self.frames.len(), self.systems())
    }

    fn written(&self) -> Map<String, Value> {
        let spare = self.spare.map(|spare| spare.to_string());
        Map::from_iter([("frames".to_owned(), json!(self.parts())), ("spare".to_owned(), json!(spare))])
    }

    fn parts(&self) -> Vec<String> {
        self.frames.iter().map(Loadout::to_string).collect()
    }

    fn standing(&self, place: usize) -> String {
        loadout_text(&self.frames[place])
    }
}

/// Returns a loadout for people: `Soldier`, or `RdYG` if no archetype has this loadout, with `+SSR1` for a rocket.
pub(crate) fn loadout_text(loadout: &Loadout) -> String {
    let bare = loadout.with_rockets(0);
    let name = named_loadout(&bare).map_or_else(|| bare.to_string(), |archetype| archetype.name.clone());
    match loadout.rockets() {
        0 => name,
        rockets => format!("{name}+SSR{rockets}"),
    }
}

// The allowed companies of a study: the rules of the battle, and the study's constraints.

/// The companies that a study allows, a subset of all legal ones.
#[derive(Clone, Debug)]
pub(crate) struct CompanySpace {
    pub rules: Arc<Ruleset>,
    pub size: Size,
    pub players: usize,
    pub limits: Limits,
    pub frames: Limit,
    pub systems: Limit,
    /// Kinds of systems that a company may have.
    kinds: Vec<SystemKind>,
    /// Systems of other kinds that the first company has. A company may have them, and not more of them.
    pub owned: Vec<SystemKind>,
    /// Loadouts of these kinds. Searches draw from them thousands of times, so copies of a space share them.
    pool: Arc<OnceLock<Pool>>,
    /// Systems of which a company needs at least one each; `SSR` is a rocket.
    pub required: Vec<String>,
    /// True if rockets may be moved between frames; else a rule distributes them.
    pub rockets: bool,
    /// Frame of drawn companies that may join to break a tie for defense.
    pub spare: Option<Loadout>,
}

/// Loadouts, without rockets, that the frames of a space may have.
#[derive(Debug)]
struct Pool {
    all: Vec<Loadout>,
    /// Those of archetypes, in the Handbook's order.
    named: Vec<Loadout>,
}

impl CompanySpace {
    /// Returns all companies that may fight in a battle of this size.
    pub(crate) fn of(rules: Arc<Ruleset>, size: Size, players: usize, limits: Limits) -> CompanySpace {
        let most = u16::from(limits.max_frames) * u16::from(rules.frame.max_systems);
        let known = |kind: &SystemKind| {
            kind.is_of(&rules.ranges)
                && (!kind.is_split() || rules.weapons.split_allowed)
                && (!kind.is_environment() || (*kind == SystemKind::Environment && rules.environment.allowed))
                && !rules.design.banned.iter().any(|token| token == kind.token())
        };
        let kinds = SystemKind::ALL.map(|(kind, _)| kind).into_iter().filter(known).collect();
        let frames = Limit { least: limits.min_frames.into(), most: limits.max_frames.into() };
        let systems = Limit { least: 0, most };
        let (required, pool) = (Vec::new(), Arc::default());
        let (rockets, spare, owned) = (true, None, Vec::new());
        CompanySpace { rules, size, players, limits, frames, systems, kinds, owned, pool, required, rockets, spare }
    }

    /// Returns the same space for companies with `frames` frames and `systems` systems.
    pub(crate) fn of_bid(&self, frames: u16, systems: u16) -> CompanySpace {
        CompanySpace { frames: Limit::exactly(frames), systems: Limit::exactly(systems), ..self.clone() }
    }

    /// Returns true if the rules allow a company in a battle of this size.
    fn may_fight(&self, build: &Build) -> bool {
        check_each(&[build.nameless()], self.players, self.size, &self.rules).is_ok()
    }

    /// Returns the kinds of systems that a company may have.
    pub(crate) fn kinds(&self) -> &[SystemKind] {
        &self.kinds
    }

    /// Returns the same kinds, to be changed.
    pub(crate) fn kinds_mut(&mut self) -> &mut Vec<SystemKind> {
        self.pool = Arc::default();
        &mut self.kinds
    }

    /// Returns all loadouts, without rockets, that a frame of such a company may have.
    pub(crate) fn loadouts(&self) -> &[Loadout] {
        &self.pool().all
    }

    fn pool(&self) -> &Pool {
        self.pool.get_or_init(|| {
            let split = self.kinds.iter().any(|kind| kind.is_split());
            let extras = Extras { split, environment: self.kinds.contains(&SystemKind::Environment), rockets: false };
            let allowed = |loadout: &Loadout| {
                loadout.kinds().all(|kind| self.kinds.contains(&kind)) && loadout.check_needs(&self.rules).is_ok()
            };
            let all: Vec<Loadout> = all(extras, &self.rules).into_iter().filter(allowed).collect();
            let of = |archetype: &Archetype| Loadout::parse(&archetype.loadout, &self.rules).ok();
            let named = archetypes().iter().filter_map(of).map(|loadout| loadout.with_rockets(0));
            let named = named.filter(|loadout| all.contains(loadout)).collect();
            Pool { all, named }
        })
    }
}

// Changes of a company: one system, one rocket or one frame, and two changes together.

/// One change of a company; frames are identified by their place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// Replaces a system by one of another kind.
    Swap {
        frame: usize,
        from: SystemKind,
        to: SystemKind,
    },
    Drop {
        frame: usize,
        kind: SystemKind,
    },
    Add {
        frame: usize,
        kind: SystemKind,
    },
    /// Moves a system from one frame to another.
    Move {
        from: usize,
        to: usize,
        kind: SystemKind,
    },
    /// Moves a rocket from one frame to another.
    Rocket {
        from: usize,
        to: usize,
    },
    /// Removes a frame; the others take over its rockets.
    Without {
        frame: usize,
    },
    /// Adds a frame without rockets.
    With {
        loadout: Loadout,
    },
}

named! {
    /// Category of a change.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub(crate) enum Sort {
        System = "system swapped",
        Split = "split weapon",
        SystemDropped = "system dropped",
        SystemAdded = "system added",
        SystemMoved = "system moved",
        Rocket = "rocket moved",
        FrameDropped = "frame dropped",
        FrameAdded = "frame added",
    }
}

/// A changed company and its changes.
pub(crate) type ChangedCompany = builds::ChangedBuild<Build, Change>;

impl Change {
    /// Returns the category of the change. Every swap that adds or removes a split weapon is `Sort::Split`.
    pub(crate) fn sort(&self) -> Sort {
        match self {
            Change::Swap { from, to, .. } if from.is_split() || to.is_split() => Sort::Split,
            Change::Swap { .. } => Sort::System,
            Change::Drop { .. } => Sort::SystemDropped,
            Change::Add { .. } => Sort::SystemAdded,
            Change::Move { .. } => Sort::SystemMoved,
            Change::Rocket { .. } => Sort::Rocket,
            Change::Without { .. } => Sort::FrameDropped,
            Change::With { .. } => Sort::FrameAdded,
        }
    }

    /// Returns the changed company; `None` if the change is not possible. The rules are not checked.
    pub(crate) fn of(&self, build: &Build, space: &CompanySpace) -> Option<Build> {
        let mut changed = build.clone();
        let frame = |changed: &Build, place: usize| changed.frames.get(place).copied();
        let set = |changed: &mut Build, place: usize, loadout: Loadout| changed.frames[place] = loadout;
        match *self {
            Change::Swap { frame: place, from, to } => {
                let loadout = frame(&changed, place)?.minus(from)?.plus(to);
                set(&mut changed, place, loadout);
            }
            Change::Drop { frame: place, kind } => {
                let loadout = frame(&changed, place)?.minus(kind)?;
                set(&mut changed, place, loadout);
            }
            Change::Add { frame: place, kind } => {
                let loadout = frame(&changed, place)?.plus(kind);
                set(&mut changed, place, loadout);
            }
            Change::Move { from, to, kind } => {
                let (less, more) = (frame(&changed, from)?.minus(kind)?, frame(&changed, to)?.plus(kind));
                set(&mut changed, from, less);
                set(&mut changed, to, more);
            }
            Change::Rocket { from, to } => {
                let (less, more) = (frame(&changed, from)?, frame(&changed, to)?);
                set(&mut changed, from, less.with_rockets(less.rockets().checked_sub(1)?));
                set(&mut changed, to, more.with_rockets(more.rockets() + 1));
            }
            Change::Without { frame: place } => changed = changed.without(place, &space.rules)?,
            Change::With { loadout } => changed.frames.push(loadout.with_rockets(0)),
        }
        if !space.rockets {
            changed = changed.rearmed(&space.rules);
        }
        Some(changed)
    }

    /// Describes the change as an instruction, such as `drop B from the Soldier`.
    fn label(&self, build: &Build) -> String {
        let the = |place: usize| match build.frames.iter().filter(|frame| **frame == build.frames[place]).count() {
            1 => format!("the {}", loadout_text(&build.frames[place])),
            _ => format!("one {}", loadout_text(&build.frames[place])),
        };
        match *self {
            Change::Swap { frame, from, to } => {
                format!("replace {} with {} in {}", from.token(), to.token(), the(frame))
            }
            Change::Drop { frame, kind } => format!("drop {} from {}", kind.token(), the(frame)),
            Change::Add { frame, kind } => format!("add {} to {}", kind.token(), the(frame)),
            Change::Move { from, to, kind } => format!("move {} from {} to {}", kind.token(), the(from), the(to)),
            Change::Rocket { from, to } => format!("move a rocket from {} to {}", the(from), the(to)),
            Change::Without { frame } => format!("drop {}", the(frame)),
            Change::With { loadout } => format!("add {}", with_article(&loadout.with_rockets(0))),
        }
    }

    /// Returns true if other frames change their places.
    fn moves_frames(&self) -> bool {
        matches!(self, Change::Without { .. })
    }
}

/// Returns a frame with its article: `a Soldier frame`, `an RdYBG frame`.
fn with_article(loadout: &Loadout) -> String {
    let name = loadout_text(loadout);
    // A notation is spelt out when it is read aloud, with R as "ar".
    let is_notation = named_loadout(loadout).is_none();
    let vowels: &[char] = if is_notation { &['A', 'E', 'R'] } else { &['A', 'E', 'I', 'O', 'U'] };
    format!("{} {name} frame", if name.starts_with(vowels) { "an" } else { "a" })
}

/// Returns every company of a space that is one change away from a company, each once, in the order of its frames.
pub(crate) fn all_single(build: &Build, space: &CompanySpace) -> Vec<ChangedCompany> {
    let named = |(change, changed): (Change, Build)| ChangedCompany {
        changes: vec![change],
        label: change.label(build),
        build: changed,
    };
    near(build, space).into_iter().map(named).collect()
}

/// Like `all_single`, but without labels.
pub(crate) fn near(build: &Build, space: &CompanySpace) -> Vec<(Change, Build)> {
    let mut known = BTreeSet::from([build.sorted()]);
    let changed = |change: Change| Some((change, change.of(build, space)?));
    let mut all: Vec<(Change, Build)> = candidates(build, space).into_iter().filter_map(changed).collect();
    all.retain(|(_, changed)| space.allows(changed) && known.insert(changed.sorted()));
    all
}

/// Lists all changes, legal or not.
fn candidates(build: &Build, space: &CompanySpace) -> Vec<Change> {
    let places = || 0..build.frames.len();
    let had = |frame: usize| build.frames[frame].kinds();
    let others = |frame: usize| places().filter(move |other| *other != frame);
    let kinds = || space.kinds.iter().copied();
    let mut all: Vec<Change> = Vec::new();
    for frame in places() {
        all.extend(
            had(frame)
                .flat_map(|from| kinds().filter(move |to| *to != from).map(move |to| Change::Swap { frame, from, to })),
        );
        all.extend(had(frame).map(|kind| Change::Drop { frame, kind }));
        all.extend(kinds().map(|kind| Change::Add { frame, kind }));
        all.extend(had(frame).flat_map(|kind| others(frame).map(move |to| Change::Move { from: frame, to, kind })));
        if space.rockets && build.frames[frame].rockets() > 0 {
            all.extend(others(frame).map(|to| Change::Rocket { from: frame, to }));
        }
        all.push(Change::Without { frame });
    }
    let more = build.frames.iter().chain(&build.spare);
    all.extend(more.map(|loadout| Change::With { loadout: loadout.with_rockets(0) }));
    all
}

/// Returns the companies that two of these changes produce together, each once, without those that one change produces.
/// A frame is removed last, so that the others keep their places.
pub(crate) fn pairs_of(build: &Build, singles: &[ChangedCompany], space: &CompanySpace) -> Vec<ChangedCompany> {
    let apply = |change: &Change, build: &Build| change.of(build, space);
    builds::pairs_of(build, singles, apply, |build| space.allows(build), Build::sorted, Change::moves_frames)
}
