//! The allowed companies of a study: the rules of the battle, and the study's constraints.

use super::Build;
use crate::games::rapid_attack::bidding::{Limits, Size};
use crate::games::rapid_attack::loadout::{Kind, Loadout};
use crate::games::rapid_attack::loadouts::{Extras, all};
use crate::games::rapid_attack::muster::check_each;
use crate::games::rapid_attack::ruleset::Ruleset;
use hitchart_lab::builds::Limit;
use std::sync::Arc;

/// The companies that a study allows, a subset of all legal ones.
#[derive(Clone, Debug)]
pub struct Space {
    pub rules: Arc<Ruleset>,
    pub size: Size,
    pub players: usize,
    pub limits: Limits,
    pub frames: Limit,
    pub systems: Limit,
    /// Kinds of systems that a company may have.
    pub kinds: Vec<Kind>,
    /// Systems of which a company needs at least one each; `SSR` is a rocket.
    pub required: Vec<String>,
    /// True if rockets may be moved between frames; else a rule distributes them.
    pub rockets: bool,
}

impl Space {
    /// Returns all companies that may fight in a battle of this size.
    pub fn of(rules: Arc<Ruleset>, size: Size, players: usize, limits: Limits) -> Space {
        let most = u16::from(limits.max_frames) * u16::from(rules.frame.max_systems);
        let known = |kind: &Kind| {
            kind.is_of(&rules.ranges)
                && (!kind.is_split() || rules.weapons.split_allowed)
                && (*kind != Kind::Environment || rules.environment.allowed)
                && !rules.design.banned.iter().any(|token| token == kind.token())
        };
        let kinds = Kind::ALL.map(|(kind, _)| kind).into_iter().filter(known).collect();
        let frames = Limit { least: limits.min_frames.into(), most: limits.max_frames.into() };
        let systems = Limit { least: 0, most };
        Space { rules, size, players, limits, frames, systems, kinds, required: Vec::new(), rockets: true }
    }

    /// Returns the same space for companies with `frames` frames and `systems` systems.
    pub fn of_bid(&self, frames: u16, systems: u16) -> Space {
        Space { frames: Limit::exactly(frames), systems: Limit::exactly(systems), ..self.clone() }
    }

    /// Returns true if a company is in the space.
    pub fn allows(&self, build: &Build) -> bool {
        let kinds = build.frames.iter().flat_map(Loadout::kinds);
        let has = |token: &String| build.frames.iter().any(|frame| frame.has(token));
        self.frames.allows(build.frames.len() as u16)
            && self.systems.allows(build.systems())
            && kinds.into_iter().all(|kind| self.kinds.contains(&kind))
            && self.required.iter().all(has)
            && self.may_fight(build)
    }

    /// Returns true if the rules allow a company in a battle of this size.
    fn may_fight(&self, build: &Build) -> bool {
        check_each(&[build.nameless()], self.players, self.size, &self.rules).is_ok()
    }

    /// Returns all loadouts, without rockets, that a frame of such a company may have.
    pub fn loadouts(&self) -> Vec<Loadout> {
        let split = self.kinds.iter().any(|kind| kind.is_split());
        let extras = Extras { split, environment: self.kinds.contains(&Kind::Environment), rockets: false };
        let allowed = |loadout: &Loadout| {
            loadout.kinds().all(|kind| self.kinds.contains(&kind)) && loadout.check_needs(&self.rules).is_ok()
        };
        all(extras, &self.rules).into_iter().filter(allowed).collect()
    }
}
