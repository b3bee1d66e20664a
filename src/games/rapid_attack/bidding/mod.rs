//! Bids: points per asset, starting scores, seats and ties (rulebook, "Comparing Companies"; R01 to R04, S22, S23).

mod limits;
mod seats;

pub use limits::{Limits, PLAYERS, PlayersError, Size, limits, sizes_allowing};
pub use seats::{Seat, Standing, Tie, standings, standings_by_roll};

use super::battle_rules::{BiddingRules, TieForDefense};
use super::ruleset::Ruleset;
use crate::games::bids::step;
use hitchart_report::table::counted;

/// What a company brings to the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bid {
    pub frames: u8,
    /// Systems of all frames; a split weapon is one (S34), rockets are none unless the ruleset counts them (R02).
    pub systems: u16,
    pub stations: u8,
}

impl Bid {
    /// Frames and stations.
    pub fn assets(&self) -> u16 {
        u16::from(self.frames) + u16::from(self.stations)
    }

    /// The same with one more frame of so many systems, or with one less.
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
    /// A number of players for which there is no battle.
    #[error(transparent)]
    Players(#[from] PlayersError),
    /// A company without frames.
    #[error("company {company} has no frames; a company has at least 1")]
    NoFrames { company: usize },
    /// More systems than frames carry.
    #[error(
        "company {company} has {} on {}; at most {most} fit under `{rules}`",
        counted((*found).into(), "systems"),
        counted((*frames).into(), "frames")
    )]
    Systems { company: usize, found: u16, frames: u8, most: u16, rules: String },
}

/// Checks that companies of some kind can make these bids; they need not be legal in any size of battle.
///
/// # Errors
/// Fewer than 2 or more than 5 bids; no frames; more systems than the frames carry. Companies are counted from 1.
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

/// Points per asset, in the order of the bids: the base, a step less for the most frames and one more for the fewest, and
/// the same for systems. All who tie for an extreme adjust, so that where everybody is level nothing changes (R01); with
/// `ties_adjust` off, those tied for the fewest gain nothing.
pub fn ppa(bids: &[Bid], rules: &BiddingRules) -> Vec<i8> {
    bids.iter().map(|bid| compared(bid, bids, rules)).collect()
}

/// Points per asset in a battle of a size, in the order of the bids: compared, or in a demo the base for all (S42).
pub fn ppa_of_size<'a>(size: Size, bids: &'a [Bid], rules: &'a BiddingRules) -> impl Iterator<Item = i8> + 'a {
    bids.iter().map(move |bid| match size {
        Size::Skirmish | Size::Battle => compared(bid, bids, rules),
        Size::Demo => base(rules),
    })
}

/// Points per asset of one of the bids, compared with all.
fn compared(bid: &Bid, bids: &[Bid], rules: &BiddingRules) -> i8 {
    let by_frames = step(bid.frames.into(), bids.iter().map(|bid| bid.frames.into()), rules.ties_adjust);
    let by_systems = step(bid.systems, bids.iter().map(|bid| bid.systems), rules.ties_adjust);
    let points = |steps: i8, step: u8| steps * i8::try_from(step).unwrap_or(i8::MAX);
    base(rules) + points(by_frames, rules.step_frames) + points(by_systems, rules.step_systems)
}

/// A checked ruleset has a base of 3 to 20.
fn base(rules: &BiddingRules) -> i8 {
    i8::try_from(rules.base).unwrap_or(i8::MAX - 2)
}

/// What breaks a tie for defense (S22).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FrameChange {
    /// The spare frame joins.
    Add,
    /// A frame stays behind.
    Remove,
}

/// The changes that leave a company within its limits (R04); where there is none, the choice passes on, and where
/// nobody has one the roll alone decides. `spare` tells whether there is a frame to add.
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

/// The bids and points per asset after a player has added or removed a frame of so many systems. They are compared
/// anew once and then stand for the battle (R03).
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

#[cfg(test)]
mod tests;
