//! Whole battles of Rapid Attack: the state machine of the rules, from the comparison of companies to doomsday.
//!
//! Follows the flow page; rulings are cited by id. [`Battle`] is the setup, [`State`] everything that changes,
//! [`Action`] a player's choice and [`Event`] what observers see.

pub mod action;
pub mod candidates;
pub mod dice;
mod engine;
pub mod event;
mod event_fields;
pub mod legal;
pub mod measure;
pub mod objective;
pub mod odds;
pub mod open_turn;
pub mod position;
pub mod range_band;
pub mod state;
mod steps;
#[cfg(test)]
mod tests;

use crate::ids::UnitId;
pub use action::{Action, Decision, Path, PendingDecision};
pub use dice::{BattleDice, KeyedDice};
pub use event::{Event, Face, Strike, Unused};
use hitchart_mobile_frame::PlayerId;
pub use state::State;

use super::battlefield::{Battlefield, BattlefieldRules};
use super::bidding::{Bid, Limits, Size, limits, ppa_of_size};
use super::loadout::{Loadout, RANGES, Range};
use super::muster::{FightingCompany, FightingFrame, MusterError, check};
use super::ruleset::Ruleset;
use dice::SystemSides;
use odds::Odds;
use range_band::RangeBand;
use state::Life;
use std::sync::Arc;

/// A battle's setup: everything that play does not change. Players are the companies, in their order.
#[derive(Debug)]
pub struct Battle<D> {
    /// The ruleset, with the sizes of frames and stations converted to ruler units.
    pub rules: Ruleset,
    /// Size of the battle; a demo has its own setup (S42).
    pub size: Size,
    /// Limits of each company at this size and number of players.
    pub limits: Limits,
    /// 2 to 5 companies.
    pub companies: Vec<FightingCompany>,
    /// Layouts that games are played on, at least one; the key of a game selects its layout.
    pub fields: Arc<[Battlefield]>,
    /// The source of die faces.
    pub dice: D,
    /// Dice of the systems, made from the rules.
    sides: SystemSides,
    /// The bands of the ranges, made from the rules.
    bands: [RangeBand; RANGES],
    /// Exact odds of attacks, for players.
    pub odds: Arc<Odds>,
    /// Points per asset of the companies before ties change them.
    points_per_asset: Vec<i8>,
    /// Rules that are withheld from some players, to measure their value; none in a battle by the book.
    pub barred: Barred,
}

/// Rules that are withheld from some players, each as a mask of players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Barred {
    /// Frames without ranged weapons roll no sprint die.
    pub sprint: u8,
    /// Frames seize no stations.
    pub capture: u8,
}

/// Returns the parts of a ruleset that a battlefield needs.
pub fn battlefield_rules(rules: &Ruleset) -> BattlefieldRules {
    // The longest move is the best face of the dice that move a frame.
    let pips = [&rules.dice.movement, &rules.frame.sprint, &rules.extra.movement].map(|pool| pool.max_face());
    let pips = pips.into_iter().fold(rules.frame.white_sides, u8::max)
        + rules.modifiers.movement
        + rules.extra.movement_pips.max(0) as u8;
    BattlefieldRules {
        ruler: rules.ranges.direct,
        scale: rules.table.scale(),
        least: rules.table.least,
        most: rules.table.most,
        radius: rules.movement.frame_radius * rules.table.scale(),
        reach: rules.ranges.hand_to_hand,
        pieces_per_hit: rules.shelter.bricks_per_hit,
        min_cover_height: rules.shelter.min_height,
        longest_move: f64::from(pips) * rules.movement.units_per_pip,
    }
}

/// Reasons why a battle cannot be set up.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SetupError {
    /// Companies that may not meet.
    #[error(transparent)]
    Companies(#[from] MusterError),
    /// No layout to play on.
    #[error("the battle has 0 layouts; allowed: 1 or more")]
    NoLayout,
}

impl<D> Battle<D> {
    /// Checks the companies, and creates a battle between them on layouts that
    /// [`battlefields`](crate::battlefield::battlefields) has checked.
    ///
    /// # Errors
    /// Companies that may not meet in a battle of this size ([`muster::check`](crate::muster::check)), and no layout.
    pub fn of_companies(
        rules: &Ruleset,
        size: Size,
        companies: Vec<FightingCompany>,
        fields: impl Into<Arc<[Battlefield]>>,
        dice: D,
    ) -> Result<Battle<D>, SetupError> {
        check(&companies, size, rules)?;
        let limits = limits(companies.len(), size, &rules.sizes).map_err(MusterError::from)?;
        let fields = fields.into();
        if fields.is_empty() {
            return Err(SetupError::NoLayout);
        }
        Ok(Battle::new(rules.clone(), (size, limits), companies, fields, dice))
    }

    /// Creates a battle between companies that [`muster::check`](crate::muster::check) has checked for this size and these
    /// rules, on at least one layout of [`battlefields`](crate::battlefield::battlefields). [`Battle::of_companies`] checks
    /// them itself.
    ///
    /// # Panics
    /// The start of a game panics without a layout, and with unchecked companies: fewer than 2 or more than 5 of them, or
    /// more frames than a battle allows.
    pub fn new(
        rules: Ruleset,
        (size, limits): (Size, Limits),
        companies: Vec<FightingCompany>,
        fields: impl Into<Arc<[Battlefield]>>,
        dice: D,
    ) -> Battle<D> {
        let odds = Arc::new(Odds::new(&rules));
        Battle::with_odds(rules, (size, limits), companies, fields, dice, odds)
    }

    /// Creates a battle that shares its odds (about 1.6 MB) with other battles by the same rules.
    ///
    /// # Panics
    /// As [`Battle::new`].
    pub fn with_odds(
        mut rules: Ruleset,
        (size, limits): (Size, Limits),
        companies: Vec<FightingCompany>,
        fields: impl Into<Arc<[Battlefield]>>,
        dice: D,
        odds: Arc<Odds>,
    ) -> Battle<D> {
        rules.measure_in_units();
        let bids: Vec<Bid> = companies.iter().map(|company| company.bid(limits.stations, &rules)).collect();
        let points_per_asset = ppa_of_size(size, &bids, &rules.bidding).collect();
        let sides = SystemSides::new(&rules);
        let bands = Range::ALL.map(|(range, _)| RangeBand::new(range, &rules));
        let fields = fields.into();
        let barred = Barred::default();
        Battle { rules, size, limits, companies, fields, dice, sides, bands, odds, points_per_asset, barred }
    }

    /// Returns the layout that a game is played on.
    pub fn field(&self, state: &State) -> &Battlefield {
        &self.fields[usize::from(state.field)]
    }

    /// Returns a player's bid for the comparison, after ties have changed companies (R03).
    fn bid(&self, state: &State, player: PlayerId) -> Bid {
        let own = state.units().iter().filter(|unit| unit.owner == player && unit.life() != Life::Withdrawn);
        let count_rockets = self.rules.bidding.count_rockets;
        let systems = own.clone().map(|unit| {
            let rockets = if count_rockets { u16::from(unit.loadout.rockets()) } else { 0 };
            unit.loadout.systems() as u16 + rockets
        });
        Bid { frames: own.clone().count() as u8, systems: systems.sum(), stations: self.limits.stations }
    }

    /// Returns a frame as its company defines it.
    fn written(&self, state: &State, unit: UnitId) -> Option<&FightingFrame> {
        let owner = state.unit(unit).owner;
        let first =
            (0..unit.number()).rev().map(UnitId::new).take_while(|other| state.unit(*other).owner == owner).count();
        let company = &self.companies[owner.index()];
        company.frames.get(first).or(company.spare.as_ref())
    }

    /// Returns the name that a frame's company gives it.
    pub fn frame_name(&self, state: &State, unit: UnitId) -> &str {
        self.written(state, unit).map_or("", |frame| frame.name.as_str())
    }

    /// Returns the loadout that a frame was built with.
    pub fn built(&self, state: &State, unit: UnitId) -> Loadout {
        self.written(state, unit).map_or(state.unit(unit).loadout, |frame| frame.loadout)
    }
}
