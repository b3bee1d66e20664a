//! Bids: points per asset, starting scores, seats and ties (rulebook, "Comparing Companies"; R01 to R04, S22, S23), and
//! the sizes of battles.

#[cfg(test)]
mod tests;

use super::battle_rules::{BiddingRules, ClockRules, TieForDefense};
use super::ruleset::{Ruleset, SizeRules, SizeTable};
use hitchart_config::{named, words::counted};
use hitchart_mobile_frame::order::{by_seat, seated, step};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

// Bids and points per asset.

/// The numbers by which a company is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bid {
    /// Number of frames that the company fields.
    pub frames: u8,
    /// Systems of all frames; a split weapon is one (S34). Rockets count only if the ruleset counts them (R02).
    pub systems: u16,
    /// Number of stations that the company fields.
    pub stations: u8,
}

impl Bid {
    /// Returns the number of frames and stations.
    pub fn assets(&self) -> u16 {
        u16::from(self.frames) + u16::from(self.stations)
    }

    /// Returns the bid with one frame of `systems` systems more or less.
    pub fn changed(self, change: FrameChange, systems: u16) -> Bid {
        match change {
            FrameChange::Add => {
                let (frames, systems) = (self.frames.saturating_add(1), self.systems.saturating_add(systems));
                Bid { frames, systems, ..self }
            }
            FrameChange::Remove => {
                let (frames, systems) = (self.frames.saturating_sub(1), self.systems.saturating_sub(systems));
                Bid { frames, systems, ..self }
            }
        }
    }
}

/// Bids that no companies can make.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BidError {
    /// A number of players that has no battle.
    #[error(transparent)]
    Players(#[from] PlayersError),
    /// A company without frames.
    #[error("company {company} has no frames; a company has at least 1")]
    NoFrames {
        /// Number of the company, from 1.
        company: usize,
    },
    /// More systems than the frames carry.
    #[error(
        "company {company} has {} on {}; at most {most} fit under `{rules}`",
        counted((*found).into(), "systems"),
        counted((*frames).into(), "frames")
    )]
    Systems {
        /// Number of the company, from 1.
        company: usize,
        /// Number of systems in the bid.
        found: u16,
        /// Number of frames in the bid.
        frames: u8,
        /// Most systems that these frames carry, with the company's rockets if the ruleset counts them (R02).
        most: u16,
        /// Name of the ruleset.
        rules: String,
    },
}

/// Checks that companies of some kind can make these bids, even if no size of battle allows them.
///
/// # Errors
/// Fails for fewer than 2 or more than 5 bids, for a bid without frames, and for more systems than the frames carry.
/// Companies are counted from 1.
pub fn check_bids(bids: &[Bid], rules: &Ruleset) -> Result<(), BidError> {
    limits(bids.len(), Size::Battle, &rules.sizes)?;
    let rockets = if rules.bidding.count_rockets { rules.rockets.per_company } else { 0 };
    for (company, bid) in (1..).zip(bids) {
        if bid.frames == 0 {
            return Err(BidError::NoFrames { company });
        }
        let most = u16::from(bid.frames) * u16::from(rules.frame.max_systems) + u16::from(rockets);
        if bid.systems > most {
            let (found, frames, rules) = (bid.systems, bid.frames, rules.name.clone());
            return Err(BidError::Systems { company, found, frames, most, rules });
        }
    }
    Ok(())
}

/// Computes points per asset, in the order of the bids. They are the base, a step less for the most frames and a step
/// more for the fewest, and the same for systems. All bids tied for an extreme adjust, so nothing changes if all are
/// equal (R01). With `ties_adjust` off, bids tied for the fewest gain nothing.
pub fn ppa(bids: &[Bid], rules: &BiddingRules) -> Vec<i8> {
    bids.iter().map(|bid| compared(bid, bids, rules)).collect()
}

/// Start of the clock in a demo game (S42).
const DEMO_CLOCK: u8 = 5;

/// Returns the start of the clock in a battle of a size.
pub fn clock_of_size(size: Size, rules: &ClockRules) -> u8 {
    if size == Size::Demo { DEMO_CLOCK } else { rules.start }
}

/// Computes points per asset in a battle of a size, in the order of the bids: compared, or the base for all in a demo
/// (S42).
pub fn ppa_of_size<'a>(size: Size, bids: &'a [Bid], rules: &'a BiddingRules) -> impl Iterator<Item = i8> + 'a {
    bids.iter().map(move |bid| match size {
        Size::Skirmish | Size::Battle => compared(bid, bids, rules),
        Size::Demo => base(rules),
    })
}

/// Computes points per asset of one of the bids, compared with all.
fn compared(bid: &Bid, bids: &[Bid], rules: &BiddingRules) -> i8 {
    let by_frames = step(bid.frames.into(), bids.iter().map(|bid| bid.frames.into()), rules.ties_adjust);
    let by_systems = step(bid.systems, bids.iter().map(|bid| bid.systems), rules.ties_adjust);
    let points = |steps: i8, step: u8| steps * i8::try_from(step).unwrap_or(i8::MAX);
    base(rules) + points(by_frames, rules.step_frames) + points(by_systems, rules.step_systems)
}

/// Returns the base, which is 3 to 20 in a checked ruleset.
fn base(rules: &BiddingRules) -> i8 {
    i8::try_from(rules.base).unwrap_or(i8::MAX - 2)
}

/// Changes of frames that break a tie for defense (S22).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FrameChange {
    /// The spare frame joins.
    Add,
    /// A frame stays behind.
    Remove,
}

/// Returns the changes that leave a company within its limits (R04). Without any, the choice passes on; if no player
/// has any, only the roll decides. `spare` is true if there is a frame to add.
pub fn legal_changes(bid: &Bid, limits: &Limits, spare: bool, rules: &BiddingRules) -> Vec<FrameChange> {
    if rules.tie_for_defense == TieForDefense::RollOff {
        return Vec::new();
    }
    let allowed = |change: &FrameChange| {
        let frames = bid.changed(*change, 0).frames;
        frames > 0 && (!rules.tie_within_limits || limits.allow(frames.into()))
    };
    let known = [FrameChange::Add, FrameChange::Remove];
    known.into_iter().filter(|change| (spare || *change != FrameChange::Add) && allowed(change)).collect()
}

/// Returns the bids and points per asset after a player has added or removed a frame of `systems` systems. The bids are
/// compared once more and are then fixed for the battle (R03).
pub fn after_change(
    bids: &[Bid],
    player: usize,
    change: FrameChange,
    systems: u16,
    rules: &BiddingRules,
) -> (Vec<Bid>, Vec<i8>) {
    let mut bids = bids.to_vec();
    if let Some(bid) = bids.get_mut(player) {
        *bid = bid.changed(change, systems);
    }
    let points = ppa(&bids, rules);
    (bids, points)
}

// Sizes of battles, and the limits of a company in each.

/// Fewest and most players of a battle.
pub const PLAYERS: (usize, usize) = (2, 5);

named! {
    /// Size of a battle (rulebook, "Company Size"; Handbook, the free game).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum Size in pairs {
        /// The smaller companies
        Skirmish = "skirmish",
        /// The larger companies
        Battle = "battle",
        /// Two frames each, one neutral station, equal points per asset (S42)
        Demo = "demo",
    }
}

/// Limits of a company, by number of players and size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// Exact number of stations of each player.
    pub stations: u8,
    /// Fewest frames of a company.
    pub min_frames: u8,
    /// Most frames of a company.
    pub max_frames: u8,
}

impl Limits {
    /// Returns true if a company may have this number of frames.
    pub fn allow(&self, frames: usize) -> bool {
        (usize::from(self.min_frames)..=usize::from(self.max_frames)).contains(&frames)
    }
}

/// The allowed numbers of frames: `4 to 6`, or one number if there is no choice.
impl std::fmt::Display for Limits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.min_frames == self.max_frames {
            true => write!(f, "{}", self.min_frames),
            false => write!(f, "{} to {}", self.min_frames, self.max_frames),
        }
    }
}

/// A number of players that the rules have no battle for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}; a battle has {} to {} players", counted(*found as u64, "companies"), PLAYERS.0, PLAYERS.1)]
pub struct PlayersError {
    /// Number of companies in the input.
    pub found: usize,
}

/// Returns the limits of a company (rulebook, "Company Size"; S42 for the demo).
///
/// # Errors
/// Fails for fewer than 2 players, or more than 5.
pub fn limits(players: usize, size: Size, rules: &SizeRules) -> Result<Limits, PlayersError> {
    let row = players.checked_sub(PLAYERS.0).filter(|_| players <= PLAYERS.1);
    let row = row.ok_or(PlayersError { found: players })?;
    let of = |table: &SizeTable| Limits {
        stations: table.stations[row],
        min_frames: table.min_frames[row],
        max_frames: table.max_frames[row],
    };
    Ok(match size {
        Size::Skirmish => of(&rules.skirmish),
        Size::Battle => of(&rules.battle),
        Size::Demo => Limits { stations: 0, min_frames: 2, max_frames: 2 },
    })
}

/// Returns the sizes that allow all of these numbers of frames at once, without the demo.
pub fn sizes_allowing(frames: &[u8], rules: &SizeRules) -> Vec<Size> {
    let allows = |size: &Size| {
        let limits = limits(frames.len(), *size, rules);
        limits.is_ok_and(|limits| frames.iter().all(|found| limits.allow((*found).into())))
    };
    [Size::Skirmish, Size::Battle].into_iter().filter(allows).collect()
}

// Starting scores, seats and ties.

named! {
    /// Tactical position (rulebook, "Tactical Position").
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Seat {
        /// Highest starting score.
        Defender = "defender",
        /// Any seat between the defender and the player on point.
        Attacker = "attacker",
        /// Lowest starting score.
        Point = "point",
    }
}

named! {
    /// Seats that players can tie for.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Tie {
        /// The highest score (S22).
        Defense = "defense",
        /// The lowest score, unless it is the highest too (S23).
        Offense = "offense",
    }
}

/// Starting position of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BidStanding {
    /// Points per asset; fixed for the battle once ties are broken (R03).
    pub ppa: i8,
    /// Frames and stations.
    pub assets: u16,
    /// Starting score: assets times points per asset.
    pub score: i32,
    /// Tactical position; the roll decides between tied players.
    pub seat: Seat,
    /// Set for all players who share a score that decides on a seat.
    pub tie: Option<Tie>,
}

/// Computes scores and seats by points per asset, in the order of the bids. Tied players are seated in the order of the
/// bids, as if the earlier player had won the roll.
pub fn standings(bids: &[Bid], ppa: &[i8]) -> Vec<BidStanding> {
    let order: Vec<usize> = (0..bids.len()).collect();
    standings_by_roll(bids, ppa, &order)
}

/// Computes the same as [`standings`], with `rolled` from the winner of the rolls to the loser: a winner defends, and a
/// loser has the point (S22, S23).
pub fn standings_by_roll(bids: &[Bid], ppa: &[i8], rolled: &[usize]) -> Vec<BidStanding> {
    let score = |player: usize| i32::from(bids[player].assets()) * i32::from(ppa[player]);
    let scores: Vec<i32> = (0..bids.len()).map(score).collect();
    let ties = ties(&scores);
    let seated = seated(&scores, rolled);
    let standing = |player: usize| BidStanding {
        ppa: ppa[player],
        assets: bids[player].assets(),
        score: scores[player],
        seat: by_seat(&seated, player, [Seat::Defender, Seat::Attacker, Seat::Point]),
        tie: ties[player],
    };
    (0..bids.len()).map(standing).collect()
}

/// Returns the tie of each player. A tie of all players is a tie for defense, which is settled first.
fn ties(scores: &[i32]) -> Vec<Option<Tie>> {
    let (highest, lowest) = (scores.iter().max(), scores.iter().min());
    let shared = |score: &i32| scores.iter().filter(|other| *other == score).count() > 1;
    let tie = |score: &i32| match Some(score) {
        _ if !shared(score) => None,
        score if score == highest => Some(Tie::Defense),
        score if score == lowest => Some(Tie::Offense),
        _ => None,
    };
    scores.iter().map(tie).collect()
}
