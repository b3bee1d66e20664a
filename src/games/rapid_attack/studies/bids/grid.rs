//! Bids and the games between companies built for them, as plain data.

use super::fair::{Against, Shares};
use crate::games::rapid_attack::bidding::{Bid, Size};
use crate::games::rapid_attack::design::Build;
use crate::games::rapid_attack::loadout::Loadout;
use crate::games::rapid_attack::ruleset::Ruleset;
use hitchart_lab::builds::{MatchupCounts, Meetings};
use hitchart_stats::Estimate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A company without names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Company {
    /// Loadouts of the frames, with their rockets.
    pub loadouts: Vec<String>,
    /// Loadout of the frame that may join to break a tie for defense.
    pub spare: Option<String>,
}

impl Company {
    fn of(build: &Build) -> Company {
        Company {
            loadouts: build.frames.iter().map(Loadout::to_string).collect(),
            spare: build.spare.map(|spare| spare.to_string()),
        }
    }
}

/// A bid and the companies built for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Built {
    /// Frames of a company, 1 to 8.
    pub frames: u8,
    /// Systems of all frames.
    pub systems: u16,
    /// One company of each repetition of the search.
    pub companies: Vec<Company>,
}

impl Built {
    /// Converts the companies of one bid, by repetition; `None` without a company.
    pub fn of<'a>(builds: impl Iterator<Item = &'a Build> + Clone) -> Option<Built> {
        let first = builds.clone().next()?;
        let (frames, systems) = (first.frames.len() as u8, first.systems());
        Some(Built { frames, systems, companies: builds.map(Company::of).collect() })
    }

    /// Converts the companies of all bids, from the builds of each repetition.
    pub fn all(repeats: &[Vec<Build>]) -> Vec<Built> {
        let bids = repeats.first().map_or(0, Vec::len);
        (0..bids).filter_map(|bid| Built::of(repeats.iter().map(move |builds| &builds[bid]))).collect()
    }

    /// Returns true if some company has a frame that may join.
    pub fn has_spare(&self) -> bool {
        self.companies.iter().any(|company| company.spare.is_some())
    }

    /// Returns frames and systems as written: `5/20`.
    pub fn label(&self) -> String {
        format!("{}/{}", self.frames, self.systems)
    }

    /// Returns the bid with a number of stations.
    pub fn bid(&self, stations: u8) -> Bid {
        Bid { frames: self.frames, systems: self.systems, stations }
    }
}

/// Bids, the companies built for them, and all games between these companies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grid {
    pub size: Size,
    pub battlefield: String,
    pub policy: String,
    /// Number of stations of each player.
    pub stations: u8,
    pub bids: Vec<Built>,
    pub met: Vec<MatchupCounts>,
}

/// A bid as typed by a user: frames and systems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
pub struct Typed {
    pub frames: u8,
    pub systems: u16,
}

impl Typed {
    /// Parses a bid such as `5/20`, for companies that can be built under a ruleset.
    ///
    /// # Errors
    /// Describes a text of another form, a company without frames, or more systems than the frames carry.
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
    /// Returns the place of a bid; `None` if it is not in the grid.
    pub fn place(&self, frames: u8, systems: u16) -> Option<usize> {
        self.bids.iter().position(|built| (built.frames, built.systems) == (frames, systems))
    }

    /// Returns the number of independent repetitions of the search for companies and of the games.
    pub fn repeats(&self) -> usize {
        self.bids.first().map_or(0, |built| built.companies.len())
    }

    /// Returns true if the games are complete: each pair of these bids once in each repetition.
    pub fn is_whole(&self) -> bool {
        let pairs = self.bids.len() * self.bids.len().saturating_sub(1) / 2;
        let repeats = self.repeats();
        let known =
            |met: &MatchupCounts| met.first < met.second && met.second < self.bids.len() && met.is_whole(repeats);
        self.met.len() == pairs
            && self.met.iter().all(known)
            && self.bids.iter().all(|built| built.companies.len() == repeats)
    }

    /// Estimates the chance that one bid beats another, with a tie as half a win; one half for a bid against itself.
    pub fn share(&self, own: usize, other: usize) -> Option<Estimate> {
        self.meetings().share(own, other)
    }

    /// Returns the games without the companies.
    pub fn meetings(&self) -> Meetings {
        Meetings { labels: self.bids.iter().map(Built::label).collect(), met: self.met.clone() }
    }

    /// Returns the company of a bid that took most of the points against all others.
    pub fn best_company(&self, met: &Meetings, bid: usize) -> Option<&Company> {
        let means = met.means(bid)?;
        let best = (0..means.len()).max_by(|a, b| means[*a].total_cmp(&means[*b]).then(b.cmp(a)))?;
        self.bids[bid].companies.get(best)
    }

    /// Returns the chances of bids against each other.
    pub fn against(&self) -> Against<'_> {
        let met = self.meetings();
        let share = move |own: usize, other: usize| {
            let observations = met.share_by_dice(own, other)?.observations;
            Some(Shares { repeats: met.shares(own, other)?, observations })
        };
        Against { bids: &self.bids, even: 0.5, share: Box::new(share) }
    }
}
