//! Bids: points per asset, starting scores, seats and ties (rulebook, "Comparing Companies"; R01 to R04, S22, S23).

mod limits;
mod seats;

pub use limits::{Limits, PLAYERS, PlayersError, Size, limits, sizes_allowing};
pub use seats::{Seat, Standing, Tie, standings, standings_by_roll};

use super::battle_rules::{BiddingRules, TieForDefense};
use super::ruleset::Ruleset;
use crate::games::bids::step;
use hitchart_report::table::counted;

/// The numbers by which a company is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bid {
    pub frames: u8,
    /// Systems of all frames; a split weapon is one (S34). Rockets count only if the ruleset counts them (R02).
    pub systems: u16,
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
    NoFrames { company: usize },
    /// More systems than the frames carry.
    #[error(
        "company {company} has {} on {}; at most {most} fit under `{rules}`",
        counted((*found).into(), "systems"),
        counted((*frames).into(), "frames")
    )]
    Systems { company: usize, found: u16, frames: u8, most: u16, rules: String },
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

#[cfg(test)]
mod tests;
