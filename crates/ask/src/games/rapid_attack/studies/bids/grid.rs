//! Grids of bids: their keys in a scenario, the games between companies built for them, and their points.

use super::replies::{BidChances, Shares};
use crate::games::rapid_attack::design::Build;
use crate::games::rapid_attack::studies::raw::{RawBattlefield, on_ground, skirmish};
use hitchart_config::At;
use hitchart_lab::builds::{MatchupCounts, Meetings, yes};
use hitchart_play::policy::RawPolicy;
use hitchart_rapid_attack::bidding::{
    Bid, FrameChange, Limits, Size, Tie, after_change, legal_changes, ppa_of_size, standings,
};
use hitchart_rapid_attack::{loadout::Loadout, ruleset::Ruleset};
use schemars::JsonSchema;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

// The TOML of studies of bids, before any check.

on_ground! {
    /// Bids of frames and systems against each other.
    RawBids {
        /// Policy of every company; `tactician` by default.
        #[schemars(with = "Option<RawPolicy>")]
        pub policy: Option<At<toml::Value>>,
        /// Players at a table, 2 to 5; 2 by default.
        pub players: Option<At<u64>>,
        /// Bids as frames and systems, such as `5/20`; by default every number of frames that the size allows, with
        /// four systems per frame, and with a total of 1, 2 and 4 fewer systems (1 and 4 fewer with more than two
        /// players).
        pub bids: Option<At<Vec<At<String>>>>,
        /// A bid to answer, with 3 players or more: only the tables at which all others make this bid are played. By default
        /// every possible table is played.
        pub against: Option<At<String>>,
        /// True if companies may have split weapons; true by default.
        #[serde(default = "yes")]
        pub split: bool,
        /// Companies to optimise independently for each bid, 3 to 20; 6 by default.
        pub companies: Option<At<u64>>,
        /// Total games to optimise the companies of each bid with; 12,000 by default.
        pub build_games: Option<At<u64>>,
        /// Games of each pair of bids, 600 by default; with more than two players games of every possible table, 120 by
        /// default.
        pub games: Option<At<u64>>,
        /// With more than two players: games of each bid against the equilibrium, on new random seeds; 2,000 by
        /// default.
        pub test_games: Option<At<u64>>,
    }
}

on_ground! {
    /// Effects of rockets, stations and size on the best bids.
    RawMoves {
        /// Policy of every company; `tactician` by default.
        #[schemars(with = "Option<RawPolicy>")]
        pub policy: Option<At<toml::Value>>,
        /// Numbers of rockets of each company to try, 0 to 12, in addition to that of the rules; 0 and 6 by default.
        pub rockets: Option<At<Vec<At<u8>>>>,
        /// Numbers of stations of each player to try, 1 to 4, in addition to that of the rules; 1, 2 and 4 by default.
        pub stations: Option<At<Vec<At<u8>>>>,
        /// Sizes to try in addition to `size`; skirmish and battle by default.
        pub sizes: Option<Vec<Size>>,
        /// True if companies may have split weapons; true by default.
        #[serde(default = "yes")]
        pub split: bool,
        /// Companies to optimise independently for each bid, 3 to 20; 6 by default.
        pub companies: Option<At<u64>>,
        /// Total games to optimise the companies of each bid with; 12,000 by default.
        pub build_games: Option<At<u64>>,
        /// Games of each pair of bids; 600 by default.
        pub games: Option<At<u64>>,
    }
}

// Bids and the games between companies built for them, as plain data.

/// A company without names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Company {
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
pub(crate) struct Built {
    /// Frames of a company, 1 to 8.
    pub frames: u8,
    /// Systems of all frames.
    pub systems: u16,
    /// One company of each repetition of the search.
    pub companies: Vec<Company>,
}

impl Built {
    /// Converts the companies of one bid, by repetition; `None` without a company.
    pub(crate) fn of<'a>(builds: impl Iterator<Item = &'a Build> + Clone) -> Option<Built> {
        let first = builds.clone().next()?;
        let (frames, systems) = (first.frames.len() as u8, first.systems());
        Some(Built { frames, systems, companies: builds.map(Company::of).collect() })
    }

    /// Converts the companies of all bids, from the builds of each repetition.
    pub(crate) fn all(repeats: &[Vec<Build>]) -> Vec<Built> {
        let bids = repeats.first().map_or(0, Vec::len);
        (0..bids).filter_map(|bid| Built::of(repeats.iter().map(move |builds| &builds[bid]))).collect()
    }

    /// Returns true if some company has a frame that may join.
    pub(crate) fn has_spare(&self) -> bool {
        self.companies.iter().any(|company| company.spare.is_some())
    }

    /// Returns frames and systems as written: `5/20`.
    pub(crate) fn label(&self) -> String {
        format!("{}/{}", self.frames, self.systems)
    }

    /// Returns the bid with a number of stations.
    pub(crate) fn bid(&self, stations: u8) -> Bid {
        Bid { frames: self.frames, systems: self.systems, stations }
    }
}

/// Bids, the companies built for them, and all games between these companies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Grid {
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
pub(crate) struct Typed {
    pub frames: u8,
    pub systems: u16,
}

impl Typed {
    /// Parses a bid such as `5/20`, for companies that can be built under a ruleset.
    ///
    /// # Errors
    /// Describes a text of another form, a company without frames, or more systems than the frames carry.
    pub(crate) fn parse(text: &str, rules: &Ruleset) -> Result<Typed, String> {
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
    pub(crate) fn place(&self, frames: u8, systems: u16) -> Option<usize> {
        self.bids.iter().position(|built| (built.frames, built.systems) == (frames, systems))
    }

    /// Returns the number of independent repetitions of the search for companies and of the games.
    pub(crate) fn repeats(&self) -> usize {
        self.bids.first().map_or(0, |built| built.companies.len())
    }

    /// Returns true if the games are complete: each pair of these bids once in each repetition.
    pub(crate) fn is_whole(&self) -> bool {
        let pairs = self.bids.len() * self.bids.len().saturating_sub(1) / 2;
        let repeats = self.repeats();
        let known =
            |met: &MatchupCounts| met.first < met.second && met.second < self.bids.len() && met.is_whole(repeats);
        self.met.len() == pairs
            && self.met.iter().all(known)
            && self.bids.iter().all(|built| built.companies.len() == repeats)
    }

    /// Returns the games without the companies.
    pub(crate) fn meetings(&self) -> Meetings {
        Meetings { labels: self.bids.iter().map(Built::label).collect(), met: self.met.clone() }
    }

    /// Returns the company of a bid that took most of the points against all others.
    pub(crate) fn best_company(&self, met: &Meetings, bid: usize) -> Option<&Company> {
        let means = met.means(bid)?;
        let best = (0..means.len()).max_by(|a, b| means[*a].total_cmp(&means[*b]).then(b.cmp(a)))?;
        self.bids[bid].companies.get(best)
    }

    /// Returns the chances of bids against each other.
    pub(crate) fn against(&self) -> BidChances<'_> {
        let met = self.meetings();
        let share = move |own: usize, other: usize| {
            let observations = met.share_by_dice(own, other)?.observations;
            Some(Shares { repeats: met.shares(own, other)?, observations })
        };
        BidChances { bids: &self.bids, even: 0.5, share: Box::new(share) }
    }
}

// Exact comparison of bids by points: starting scores, seats, and the effect of breaking the tie for defense.

/// One bid against another before the first die is thrown.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ByPoints {
    /// Starting score minus the other's.
    pub lead: i64,
    /// Seat, or a note that the roll decides.
    pub seat: &'static str,
    /// Lead after a tie for defense is broken by a frame more, and by one less; `None` without such a tie or if not
    /// allowed (S22, R04).
    pub added: Option<i64>,
    pub removed: Option<i64>,
}

/// Returns the assumed systems of a frame that joins or is given up: those of a full frame.
pub(crate) fn full_frame(rules: &Ruleset) -> u16 {
    rules.frame.max_systems.into()
}

/// Compares one bid with another.
pub(crate) fn by_points(grid: &Grid, (own, other): (usize, usize), limits: &Limits, rules: &Ruleset) -> ByPoints {
    let bids = [own, other].map(|place| grid.bids[place].bid(grid.stations));
    let ppa: Vec<i8> = ppa_of_size(grid.size, &bids, &rules.bidding).collect();
    let standings = standings(&bids, &ppa);
    let lead = i64::from(standings[0].score) - i64::from(standings[1].score);
    let tied = standings[0].tie == Some(Tie::Defense);
    let changed = |change: FrameChange| {
        let legal = legal_changes(&bids[0], limits, grid.bids[own].has_spare(), &rules.bidding);
        (tied && legal.contains(&change)).then(|| lead_after(&bids, change, rules))
    };
    ByPoints {
        lead,
        seat: if tied { "rolled for" } else { standings[0].seat.name() },
        added: changed(FrameChange::Add),
        removed: changed(FrameChange::Remove),
    }
}

/// Returns the lead after the tie is broken (R03).
fn lead_after(bids: &[Bid; 2], change: FrameChange, rules: &Ruleset) -> i64 {
    let (bids, ppa) = after_change(bids, 0, change, full_frame(rules), &rules.bidding);
    let score = |player: usize| i64::from(bids[player].assets()) * i64::from(ppa[player]);
    score(0) - score(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::rapid_attack::studies::bids::Saved;
    use hitchart_rapid_attack::bidding::{Size, limits};
    use hitchart_rapid_attack::rules_files::rulebook;

    /// The company with the fewest frames gains a point per asset and the one with the most loses one, and the same for
    /// systems (rulebook, "Comparing Companies"). A tie changes nothing (R01).
    #[test]
    fn a_system_less_is_worth_two_points_an_asset() {
        let (rules, grid) = (rulebook(), Saved::built_in().unwrap().grid);
        let limits = limits(2, Size::Skirmish, &rules.sizes).unwrap();
        let place = |frames, systems| grid.place(frames, systems).unwrap();
        let lead = |own, other| by_points(&grid, (own, other), &limits, &rules).lead;
        let (assets, base) = (5 + 3, i64::from(rules.bidding.base));
        assert_eq!(lead(place(5, 19), place(5, 20)), assets * (base + 1) - assets * (base - 1));
        assert_eq!(lead(place(4, 16), place(5, 20)), 7 * (base + 2) - 8 * (base - 2));
        // Equal bids tie, and either player may break the tie by a frame more or less (S22).
        let same = by_points(&grid, (place(5, 20), place(5, 20)), &limits, &rules);
        assert_eq!((same.lead, same.seat), (0, "rolled for"));
        assert_eq!(same.added, Some(9 * (base - 2) - 8 * (base + 2)));
        assert_eq!(same.removed, Some(7 * (base + 2) - 8 * (base - 2)));
    }
}
