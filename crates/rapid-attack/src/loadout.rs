//! Loadouts in the Handbook's notation, such as `RdYBG`, `RaRaYY+SSR2` or `Rh/dYBG`.

use super::{battle_rules::RangeRules, ruleset::Ruleset};
use hitchart_config::{named, words::counted};
use std::fmt;

named! {
    /// Kinds of systems, in the order in which a loadout is written.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum SystemKind as token in pairs {
        /// A hand-to-hand weapon, `Rh`.
        HandToHand = "Rh",
        /// A direct-fire weapon, `Rd`.
        Direct = "Rd",
        /// An artillery weapon, `Ra`; only for rules with at least three ranges.
        Artillery = "Ra",
        /// A split weapon, `Rh/d`: half hand-to-hand, half direct fire (S34).
        HandToHandDirect = "Rh/d",
        /// A split weapon, `Rh/a`: half hand-to-hand, half artillery (S34).
        HandToHandArtillery = "Rh/a",
        /// A split weapon, `Rd/a`: half direct fire, half artillery (S34).
        DirectArtillery = "Rd/a",
        /// A comms system, `Y`, which adds yellow dice for spots.
        Comms = "Y",
        /// A defensive system, `B`, which adds blue dice for the defense.
        Defense = "B",
        /// A movement system, `G`, which adds green dice and lets the frame cross cover.
        Movement = "G",
        /// An environmental system, `E`, for hostile terrain (S41).
        Environment = "E",
        /// An environmental system for another kind of hostile terrain, `Et`, such as tangleweed.
        EnvironmentTangle = "Et",
        /// An environmental system for a third kind, `Ev`, such as a vacuum.
        EnvironmentVacuum = "Ev",
        /// A weapon of extreme range, `Re`; only for rules with four ranges.
        Extreme = "Re",
    }
}

impl SystemKind {
    /// Returns the kind of a token, in any case.
    #[inline]
    pub fn of_token(token: &str) -> Option<SystemKind> {
        SystemKind::ALL.iter().find(|(_, known)| known.eq_ignore_ascii_case(token)).map(|(kind, _)| *kind)
    }

    /// Returns true if rules with these ranges have this kind: extreme weapons need four ranges, artillery at least
    /// three.
    #[inline]
    pub fn is_of(self, ranges: &RangeRules) -> bool {
        match self {
            SystemKind::Extreme => ranges.bands >= 4,
            SystemKind::Artillery | SystemKind::HandToHandArtillery | SystemKind::DirectArtillery => ranges.bands >= 3,
            _ => true,
        }
    }

    /// Returns the kind that a system counts as without artillery: its weapons are direct ones.
    fn without_artillery(self) -> SystemKind {
        match self {
            SystemKind::Artillery | SystemKind::DirectArtillery => SystemKind::Direct,
            SystemKind::HandToHandArtillery => SystemKind::HandToHandDirect,
            kind => kind,
        }
    }

    /// Returns true for a weapon beyond hand-to-hand, even if only by a half.
    #[inline]
    pub fn is_ranged(self) -> bool {
        self.halves().any(|(range, halves)| range != Range::HandToHand && halves > 0)
    }

    /// Returns the half-systems that the kind adds to each range: two for a whole weapon, one to each range for a split
    /// weapon (S34).
    fn halves(self) -> impl Iterator<Item = (Range, u8)> {
        let of = move |range: Range| u8::from(range.weapon() == self) * 2 + u8::from(range.halves().contains(&self));
        Range::ALL.into_iter().map(move |(range, _)| (range, of(range)))
    }

    /// Returns true for an environmental system of any kind.
    #[inline]
    pub fn is_environment(self) -> bool {
        ENVIRONMENTS.contains(&self)
    }

    /// Returns true for a split weapon.
    #[inline]
    pub fn is_split(self) -> bool {
        matches!(self, SystemKind::HandToHandDirect | SystemKind::HandToHandArtillery | SystemKind::DirectArtillery)
    }
}

/// The environmental systems, one for each kind of hostile terrain.
pub const ENVIRONMENTS: [SystemKind; 3] =
    [SystemKind::Environment, SystemKind::EnvironmentTangle, SystemKind::EnvironmentVacuum];

named! {
    /// Weapon ranges (rulebook, "Ranges").
    #[derive(
        Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
    )]
    #[serde(rename_all = "kebab-case")]
    pub enum Range in pairs {
        /// Closest range, up to 1 unit in the rulebook (S05).
        HandToHand = "hand-to-hand",
        /// Beyond hand-to-hand, up to a ruler of 8 units in the rulebook (S04).
        Direct = "direct",
        /// Beyond direct fire; limited only if the rules have four ranges.
        Artillery = "artillery",
        /// Beyond artillery, if the rules have four ranges
        Extreme = "extreme",
    }
}

/// Number of ranges, over all rules.
pub const RANGES: usize = Range::ALL.len();

impl Range {
    /// Returns the ranges that rules have, nearest first.
    pub fn of(ranges: &RangeRules) -> impl Iterator<Item = Range> + Clone + use<> {
        Range::ALL.into_iter().map(|(range, _)| range).take(ranges.bands.into())
    }

    /// Returns the whole weapon of this range.
    #[inline]
    pub fn weapon(self) -> SystemKind {
        [SystemKind::HandToHand, SystemKind::Direct, SystemKind::Artillery, SystemKind::Extreme][self as usize]
    }

    /// Returns the split weapons with one half at this range.
    #[inline]
    pub fn halves(self) -> &'static [SystemKind] {
        match self {
            Range::HandToHand => &[SystemKind::HandToHandDirect, SystemKind::HandToHandArtillery],
            Range::Direct => &[SystemKind::HandToHandDirect, SystemKind::DirectArtillery],
            Range::Artillery => &[SystemKind::HandToHandArtillery, SystemKind::DirectArtillery],
            Range::Extreme => &[],
        }
    }
}

/// The systems and rockets of a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Loadout {
    counts: [u8; SystemKind::ALL.len()],
    rockets: u8,
    /// Sum of the counts, and half-systems by range: stored, because whole games ask for little else.
    systems: u8,
    halves: [u8; Range::ALL.len()],
}

/// A text that is no loadout, or a loadout that is not legal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("loadout `{loadout}`: {fault}")]
pub struct LoadoutError {
    /// The text that the user wrote.
    pub loadout: String,
    /// The first reason why the text is not accepted.
    pub fault: Fault,
}

/// Reasons why a text is no loadout, or a loadout is not legal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A token that is no system.
    #[error(
        "unknown system `{token}`; allowed: Rh, Rd, Ra, Rh/d, Rh/a, Rd/a, Y, B, G, E, Et, Ev, and rockets such as +SSR2{}",
        hint(.near)
    )]
    Unknown {
        /// The token, with its first letter in upper case.
        token: String,
        /// The most similar known token; `None` if none is similar, or for a token of one letter.
        near: Option<&'static str>,
    },
    /// More systems than a frame carries.
    #[error("{}; a frame carries at most {max}", counted(*found as u64, "systems"))]
    TooMany {
        /// Number of systems of the loadout.
        found: usize,
        /// Most systems of a frame.
        max: u8,
    },
    /// More of one type than allowed.
    #[error("{found} {kind} systems; at most {max} of a type are allowed")]
    TooManyOfType {
        /// Token of the type.
        kind: &'static str,
        /// Number of systems of the type.
        found: u8,
        /// Most systems of a type.
        max: u8,
    },
    /// Split weapons that push a type over its limit.
    #[error(
        "with its split weapons it has {found} {kind} systems, counting halves; at most {max} of a type are allowed"
    )]
    SplitOverCap {
        /// Token of the whole weapon of the type.
        kind: &'static str,
        /// Number of systems of the type, with halves, such as `2.5`.
        found: String,
        /// Most systems of a type.
        max: u8,
    },
    /// More rockets than a frame carries.
    #[error("{}{}; a frame carries at most {max}", counted((*found).into(), "rockets"), if *found < u8::MAX { "" } else { " or more" })]
    TooManyRockets {
        /// Number of rockets of the loadout.
        found: u8,
        /// Most rockets of a frame.
        max: u8,
    },
    /// A weapon of a range that the ruleset does not have.
    #[error("ruleset `{rules}` has no {kind}, because it has {bands} ranges (`ranges.bands`)")]
    NoSuchRange {
        /// Token of the weapon.
        kind: &'static str,
        /// Name of the ruleset.
        rules: String,
        /// Number of ranges of the ruleset.
        bands: u8,
    },
    /// A system that the ruleset bans.
    #[error("{kind} is banned by ruleset `{rules}` (`design.banned`)")]
    Banned {
        /// Token of the system, or `SSR` for rockets, as the ruleset writes it.
        kind: String,
        /// Name of the ruleset.
        rules: String,
    },
    /// A system that every frame must have.
    #[error("it has no {kind}; ruleset `{rules}` requires it of every frame (`design.frame_needs`)")]
    Needed {
        /// Token of the system, or `SSR` for rockets, as the ruleset writes it.
        kind: String,
        /// Name of the ruleset.
        rules: String,
    },
    /// An option that the ruleset switches off.
    #[error("{what} are not allowed by ruleset `{rules}` (`{switch} = false`)")]
    NotAllowed {
        /// The option in words, such as `split weapons`.
        what: &'static str,
        /// Name of the ruleset.
        rules: String,
        /// The field of the ruleset, such as `weapons.split_allowed`.
        switch: &'static str,
    },
}

fn hint(near: &Option<&'static str>) -> String {
    near.map(|near| format!(" (did you mean {near}?)")).unwrap_or_default()
}

impl Loadout {
    /// Returns the number of systems of a kind.
    #[inline]
    pub fn count(&self, kind: SystemKind) -> u8 {
        self.counts[kind as usize]
    }

    /// Returns the kinds of the systems, each once, in the order in which they are written.
    #[inline]
    pub fn kinds(&self) -> impl Iterator<Item = SystemKind> {
        SystemKind::ALL.iter().map(|(kind, _)| *kind).filter(|kind| self.count(*kind) > 0)
    }

    /// Returns the number of systems; a split weapon is one (S34).
    #[inline]
    pub fn systems(&self) -> usize {
        usize::from(self.systems)
    }

    /// Returns the number of rockets, which are no systems (R02).
    #[inline]
    pub fn rockets(&self) -> u8 {
        self.rockets
    }

    /// Returns the loadout with one more system of a kind.
    #[inline]
    pub fn plus(mut self, kind: SystemKind) -> Loadout {
        self.counts[kind as usize] += 1;
        self.systems += 1;
        for (range, halves) in kind.halves() {
            self.halves[range as usize] += halves;
        }
        self
    }

    /// Returns the loadout with one system of a kind less; `None` if there is none.
    #[inline]
    pub fn minus(mut self, kind: SystemKind) -> Option<Loadout> {
        self.counts[kind as usize] = self.count(kind).checked_sub(1)?;
        self.systems -= 1;
        for (range, halves) in kind.halves() {
            self.halves[range as usize] -= halves;
        }
        Some(self)
    }

    /// Returns the same systems with this many rockets.
    #[inline]
    pub fn with_rockets(self, rockets: u8) -> Loadout {
        Loadout { rockets, ..self }
    }

    /// Returns the half-systems at a range: two for a whole weapon, one for each split weapon (S34).
    #[inline]
    pub fn halves_at(&self, range: Range) -> u8 {
        self.halves[range as usize]
    }

    /// Parses a loadout in any order and case, and checks it. An empty text and `-` are the loadout without systems.
    ///
    /// # Errors
    /// Fails on unknown tokens, and on anything that the ruleset does not allow.
    #[inline]
    pub fn parse(text: &str, rules: &Ruleset) -> Result<Loadout, LoadoutError> {
        let read = tokens::read(text).map(|loadout| loadout.as_read(rules));
        let read = read.and_then(|loadout| loadout.check(rules).map(|()| loadout));
        read.map_err(|fault| LoadoutError { loadout: text.to_owned(), fault })
    }

    /// Returns the loadout as a ruleset reads it: with two ranges, artillery weapons are direct ones.
    #[inline]
    pub fn as_read(&self, rules: &Ruleset) -> Loadout {
        if rules.ranges.bands > 2 {
            return *self;
        }
        let each = SystemKind::ALL.iter().flat_map(|(kind, _)| std::iter::repeat_n(*kind, self.count(*kind).into()));
        each.fold(Loadout::default(), |read, kind| read.plus(kind.without_artillery())).with_rockets(self.rockets)
    }

    /// Returns true if the loadout has a system or rocket of a token.
    #[inline]
    pub fn has(&self, token: &str) -> bool {
        SystemKind::of_token(token).map_or(self.rockets > 0, |kind| self.count(kind) > 0)
    }

    /// Returns true if the loadout has any weapon beyond hand-to-hand.
    #[inline]
    pub fn is_ranged(&self) -> bool {
        self.halves[Range::Direct as usize..].iter().sum::<u8>() > 0
    }

    /// Checks the loadout against a ruleset.
    ///
    /// # Errors
    /// Returns the first fault under the ruleset.
    pub fn check(&self, rules: &Ruleset) -> Result<(), Fault> {
        let max = rules.frame.max_per_type;
        for (kind, token) in SystemKind::ALL.iter().filter(|(kind, _)| !kind.is_split()) {
            let found = self.count(*kind);
            if found > max {
                return Err(Fault::TooManyOfType { kind: token, found, max });
            }
        }
        let (found, max) = (self.systems(), rules.frame.max_systems);
        if found > max.into() {
            return Err(Fault::TooMany { found, max });
        }
        let (found, max) = (self.rockets, rules.rockets.per_frame);
        if found > max {
            return Err(Fault::TooManyRockets { found, max });
        }
        self.check_split(rules)?;
        self.check_options(rules)
    }

    fn check_split(&self, rules: &Ruleset) -> Result<(), Fault> {
        let max = rules.frame.max_per_type;
        for (range, _) in Range::ALL {
            let halves = self.halves_at(range);
            if halves > 2 * max {
                let found = (f64::from(halves) / 2.0).to_string();
                return Err(Fault::SplitOverCap { kind: range.weapon().token(), found, max });
            }
        }
        Ok(())
    }

    fn check_options(&self, rules: &Ruleset) -> Result<(), Fault> {
        let refuse = |what, switch| Err(Fault::NotAllowed { what, rules: rules.name.clone(), switch });
        let split = SystemKind::ALL.iter().any(|(kind, _)| kind.is_split() && self.count(*kind) > 0);
        if split && !rules.weapons.split_allowed {
            return refuse("split weapons", "weapons.split_allowed");
        }
        if ENVIRONMENTS.iter().any(|kind| self.count(*kind) > 0) && !rules.environment.allowed {
            return refuse("environmental systems", "environment.allowed");
        }
        if let Some(kind) = self.kinds().find(|kind| !kind.is_of(&rules.ranges)) {
            let (kind, rules, bands) = (kind.token(), rules.name.clone(), rules.ranges.bands);
            return Err(Fault::NoSuchRange { kind, rules, bands });
        }
        match rules.design.banned.iter().find(|token| self.has(token)) {
            Some(kind) => Err(Fault::Banned { kind: kind.clone(), rules: rules.name.clone() }),
            None => Ok(()),
        }
    }

    /// Checks that a new frame of a company has the systems that the ruleset requires of every frame. A damaged frame
    /// may lack them.
    ///
    /// # Errors
    /// Returns the first system that is missing.
    #[inline]
    pub fn check_needs(&self, rules: &Ruleset) -> Result<(), Fault> {
        let missing = rules.design.frame_needs.iter().find(|token| !self.has(token));
        missing.map_or(Ok(()), |kind| Err(Fault::Needed { kind: kind.clone(), rules: rules.name.clone() }))
    }
}

/// The name of a loadout without systems.
const EMPTY: &str = "-";

impl fmt::Display for Loadout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text: String =
            SystemKind::ALL.iter().map(|(kind, token)| token.repeat(self.count(*kind).into())).collect();
        if text.is_empty() {
            text.push_str(EMPTY);
        }
        if self.rockets > 0 {
            text.push_str(&format!("+SSR{}", self.rockets));
        }
        f.pad(&text)
    }
}

mod tokens;

#[cfg(test)]
mod tests;
