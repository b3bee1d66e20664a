//! Positions as people type them: what differs from the state after the set-up.

use super::super::ship;
use super::Battle;
use super::dice::Dice;
use super::state::{Life, Phase, State};
use super::steps::{ASK_ANEW, Play};
use crate::ids::AssetId;
use hitchart_config::{InputError, value_within};
use hitchart_mobile_frame::PlayerId;
use hitchart_play::Unwatched;
use serde::Deserialize;

/// A position between two turns. Keys that are left out keep the state after the set-up.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypedPosition {
    /// The clock, 1 to 99.
    pub clock: Option<u8>,
    /// The round, 1 to 99.
    pub round: Option<u8>,
    /// Assets that differ.
    #[serde(default)]
    pub assets: Vec<TypedAsset>,
}

/// An asset that differs: a ship, a company or a high value asset.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypedAsset {
    /// Number of the fleet, from 1.
    pub fleet: usize,
    /// Number among the ships of the fleet, from 1.
    pub ship: Option<usize>,
    /// Number among the companies of the fleet, from 1.
    pub company: Option<usize>,
    /// Number among the high value assets of the fleet, from 1.
    pub hva: Option<usize>,
    /// What is left of a ship, in the notation of ships.
    pub left: Option<String>,
    /// White dice that are left.
    pub whites: Option<u8>,
    /// True if it is destroyed.
    #[serde(default)]
    pub destroyed: bool,
    /// True if it has acted this round.
    #[serde(default)]
    pub acted: bool,
    /// Number of the fleet that holds it, from 1.
    pub holder: Option<usize>,
}

/// Largest clock and round of a position.
const MOST: u8 = 99;

impl<D: Dice> Battle<D> {
    /// Changes the state after the set-up to a position, and plays up to its next decision.
    ///
    /// # Errors
    /// Numbers of no fleet or asset, systems that a ship was not built with, numbers out of range, and positions in
    /// which the battle is over.
    pub fn arrange(&self, state: &mut State, typed: &TypedPosition) -> Result<(), InputError> {
        for (key, value) in [("clock", typed.clock), ("round", typed.round)] {
            value_within(&format!("position.{key}"), value.unwrap_or(1), 1, MOST)?;
        }
        if state.phase != Phase::Round {
            return Err(InputError::plain("the set-up has not reached a first round"));
        }
        (state.clock, state.round) = (typed.clock.unwrap_or(state.clock), typed.round.unwrap_or(state.round));
        // Numbers count the assets of the fleets as they were built.
        let numbers: Vec<AssetId> = (typed.assets.iter().enumerate())
            .map(|(nth, asset)| self.numbered(state, &format!("position.assets[{nth}]"), asset))
            .collect::<Result<_, _>>()?;
        state.asked = None;
        for (nth, (number, asset)) in numbers.iter().zip(&typed.assets).enumerate() {
            self.arrange_asset(state, &format!("position.assets[{nth}]"), *number, asset)?;
        }
        let mut play = Play { battle: self, state, watch: &mut Unwatched };
        play.after_removal();
        // The defender opens the battle only (I14).
        play.state.opened |= play.state.round > 1;
        play.state.place = ASK_ANEW;
        play.advance();
        let over =
            || InputError::plain("the battle of the position is over").with_help(Some("let two fleets have assets"));
        state.asked.map(|_| ()).ok_or_else(over)
    }

    /// Returns the number of a typed asset.
    fn numbered(&self, state: &State, key: &str, typed: &TypedAsset) -> Result<AssetId, InputError> {
        let fleet = value_within(&format!("{key}.fleet"), typed.fleet, 1, self.fleets.len())? - 1;
        let kinds = [
            ("ship", typed.ship, state.ships()),
            ("company", typed.company, state.companies()),
            ("hva", typed.hva, state.hvas()),
        ];
        let mut named = kinds.into_iter().filter_map(|(name, number, mask)| Some((name, number?, mask)));
        let (Some((name, number, mask)), None) = (named.next(), named.next()) else {
            return Err(InputError::plain(format!("{key} needs one of `ship`, `company` and `hva`")));
        };
        let own: Vec<AssetId> = mask.iter().filter(|asset| state.asset(*asset).owner.index() == fleet).collect();
        Ok(own[value_within(&format!("{key}.{name}"), number, 1, own.len())? - 1])
    }

    fn arrange_asset(
        &self,
        state: &mut State,
        key: &str,
        number: AssetId,
        typed: &TypedAsset,
    ) -> Result<(), InputError> {
        let asset = *state.asset(number);
        if let Some(left) = &typed.left {
            let read = ship::read(left).map_err(|fault| InputError::plain(format!("{key}.left: {fault}")))?;
            let built = self.built(number);
            if !asset.is_ship() || read.systems.kinds().any(|kind| read.systems.count(kind) > built.count(kind)) {
                let problem = format!("{key}.left is {left}, but only a ship has systems, and this one had {built}");
                return Err(InputError::plain(problem));
            }
            state.asset_mut(number).systems = read.systems;
        }
        if let Some(whites) = typed.whites {
            if whites > asset.whites {
                return Err(InputError::plain(format!("{key}.whites is {whites}; allowed: 0 to {}", asset.whites)));
            }
            state.asset_mut(number).whites = whites;
        }
        if typed.acted {
            state.acted.insert(number);
        }
        let mut play = Play { battle: self, state, watch: &mut Unwatched };
        if let Some(holder) = typed.holder {
            let holder = value_within(&format!("{key}.holder"), holder, 1, self.fleets.len())? - 1;
            play.take_asset(number, PlayerId::new(holder as u8));
        }
        if typed.destroyed || play.state.asset(number).hit_points() == 0 && !asset.is_hva() {
            play.remove(number, Life::Destroyed);
        }
        Ok(())
    }
}
