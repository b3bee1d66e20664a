//! Bids and the games between companies built for them, as plain data.

use super::fair::Against;
use crate::builds::{Meetings, Met, answers, share_of};
use crate::games::rapid_attack::bidding::{Bid, Size};
use crate::games::rapid_attack::design::Build;
use crate::games::rapid_attack::loadout::Loadout;
use crate::games::rapid_attack::ruleset::Ruleset;
use crate::stats::Estimate;
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

    /// The chance to win of one bid against another, a tie being half a win; of a bid against itself a half.
    pub fn share(&self, own: usize, other: usize) -> Option<Estimate> {
        share_of(&self.met, own, other)
    }

    /// The answers to a bid, from the best to the worst, by place.
    pub fn answers(&self, against: usize) -> Vec<(usize, Estimate)> {
        answers(&self.met, self.bids.len(), against)
    }

    /// The games alone.
    pub fn meetings(&self) -> Meetings {
        Meetings { labels: self.bids.iter().map(Built::label).collect(), met: self.met.clone() }
    }

    /// The chances of bids against each other.
    pub fn against(&self) -> Against<'_> {
        Against { bids: &self.bids, even: 0.5, share: Box::new(|own, other| self.share(own, other)) }
    }
}
