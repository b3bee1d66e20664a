//! Bids and the games between companies built for them, as plain data.

use super::fair::Against;
use crate::games::rapid_attack::bidding::{Bid, Size};
use crate::games::rapid_attack::design::Build;
use crate::games::rapid_attack::loadout::Loadout;
use crate::games::rapid_attack::ruleset::Ruleset;
use crate::meta::{Cell, Results};
use crate::stats::Estimate;
use crate::study::Duel;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A bid and the company built for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Built {
    /// Frames of the company, 1 to 8.
    pub frames: u8,
    /// Systems of all frames.
    pub systems: u16,
    /// Loadouts of the frames, with their rockets.
    pub loadouts: Vec<String>,
    /// Of the frame that joins where a tie for defense is broken so.
    pub spare: Option<String>,
}

impl Built {
    /// A company as data.
    pub fn of(build: &Build) -> Built {
        Built {
            frames: build.frames.len() as u8,
            systems: build.systems(),
            loadouts: build.frames.iter().map(Loadout::to_string).collect(),
            spare: build.spare.map(|spare| spare.to_string()),
        }
    }

    /// Frames and systems as they are written: `5/20`.
    pub fn label(&self) -> String {
        format!("{}/{}", self.frames, self.systems)
    }

    /// The bid, with so many stations.
    pub fn bid(&self, stations: u8) -> Bid {
        Bid { frames: self.frames, systems: self.systems, stations }
    }
}

/// Games of two bids for the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Met {
    /// Places of the bids.
    pub first: usize,
    pub second: usize,
    pub duel: Duel,
}

/// Bids, the companies built for them, and all games between these.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grid {
    pub size: Size,
    pub battlefield: String,
    pub policy: String,
    /// Stations of each player.
    pub stations: u8,
    pub bids: Vec<Built>,
    pub met: Vec<Met>,
}

/// A bid as people type it: frames and systems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
pub struct Typed {
    pub frames: u8,
    pub systems: u16,
}

impl Typed {
    /// A bid such as `5/20`, of companies that can be built under a ruleset.
    ///
    /// # Errors
    /// What is not of this form, and more systems than the frames carry, in words.
    pub fn parse(text: &str, rules: &Ruleset) -> Result<Typed, String> {
        let form = || format!("`{}` is no bid; write frames and systems, such as 5/20", text.trim());
        let (frames, systems) = text.trim().split_once('/').ok_or_else(form)?;
        let (Ok(frames), Ok(systems)) = (frames.trim().parse::<u8>(), systems.trim().parse::<u16>()) else {
            return Err(form());
        };
        let most = u16::from(frames) * u16::from(rules.frame.max_systems);
        match frames {
            0 => Err("a company has at least 1 frame".to_owned()),
            _ if systems > most => Err(format!("{frames} frames carry at most {most} systems, not {systems}")),
            _ => Ok(Typed { frames, systems }),
        }
    }
}

impl Grid {
    /// The place of a bid, if it is one of these.
    pub fn place(&self, frames: u8, systems: u16) -> Option<usize> {
        self.bids.iter().position(|built| (built.frames, built.systems) == (frames, systems))
    }

    /// Whether the games are of these bids, each two of them once.
    pub fn is_whole(&self) -> bool {
        let pairs = self.bids.len() * self.bids.len().saturating_sub(1) / 2;
        let known =
            |met: &Met| met.first < met.second && met.second < self.bids.len() && met.duel.fits(met.duel.games());
        self.met.len() == pairs && self.met.iter().all(known)
    }

    /// Games of one bid against another, seen from the first; none where they did not meet, as of a bid and itself.
    pub fn duel(&self, own: usize, other: usize) -> Option<Duel> {
        let met = |first: usize, second: usize| {
            self.met.iter().find(|met| (met.first, met.second) == (first, second)).map(|met| met.duel)
        };
        met(own, other).or_else(|| met(other, own).map(|duel| duel.turned()))
    }

    /// The chance to win of one bid against another, a tie being half a win; of a bid against itself a half.
    pub fn share(&self, own: usize, other: usize) -> Option<Estimate> {
        if own == other {
            return Some(Estimate { point: 0.5, standard_error: 0.0, interval: (0.5, 0.5), n: 0, observations: 0 });
        }
        let duel = self.duel(own, other)?;
        Some(duel.points())
    }

    /// The answers to a bid, from the best to the worst, by place.
    pub fn answers(&self, against: usize) -> Vec<(usize, Estimate)> {
        let all = (0..self.bids.len()).filter_map(|own| Some((own, self.share(own, against)?)));
        let mut answers: Vec<(usize, Estimate)> = all.collect();
        answers.sort_by(|a, b| b.1.point.total_cmp(&a.1.point).then(a.0.cmp(&b.0)));
        answers
    }

    /// The games as results of entrants that bids are.
    pub fn results(&self) -> Results {
        let mut results = Results::new(self.bids.iter().map(Built::label).collect());
        self.met.iter().for_each(|met| results.add(met.first, met.second, &Cell::from(&met.duel)));
        results
    }

    /// The chances of bids against each other.
    pub fn against(&self) -> Against<'_> {
        Against { bids: &self.bids, even: 0.5, share: Box::new(|own, other| self.share(own, other)) }
    }

    /// Games in all.
    pub fn games(&self) -> u64 {
        self.met.iter().map(|met| met.duel.games()).sum()
    }
}
