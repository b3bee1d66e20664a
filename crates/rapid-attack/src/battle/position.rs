//! Positions as people type them: what differs from the state after the set-up.

use super::state::{Life, Phase, State};
use super::{Battle, dice::BattleDice, steps::Play};
use crate::ids::{StationId, UnitId};
use crate::{frame::Frame, loadout::SystemKind, notation::frame_of};
use hitchart_config::{InputError, first_entry, same_name, value_within};
use hitchart_mobile_frame::{PlayerId, geometry::Point};
use hitchart_play::Unwatched;
use serde::Deserialize;

/// A position between two turns. Keys that are left out keep the state after the set-up.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypedPosition {
    /// The doomsday clock, 1 to 99.
    pub clock: Option<u8>,
    /// The round, 1 to 99.
    pub round: Option<u8>,
    /// Frames that differ.
    #[serde(default)]
    pub frames: Vec<TypedFrame>,
    /// Stations that differ.
    #[serde(default)]
    pub stations: Vec<TypedStation>,
}

/// A frame that differs.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypedFrame {
    /// Name of the company.
    pub company: String,
    /// Number of the frame in its company, from 1.
    pub frame: usize,
    /// Remaining systems, in the notation of damaged frames: `WRdB`.
    pub left: Option<String>,
    /// True if it is destroyed.
    #[serde(default)]
    pub destroyed: bool,
    /// Its centre, in ruler units from the centre of the table.
    pub at: Option<[f64; 2]>,
    /// True if it has acted this round.
    #[serde(default)]
    pub acted: bool,
}

/// A station that differs.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypedStation {
    /// Name of the company that fielded it.
    pub company: String,
    /// Number of the station in its company, from 1.
    pub station: usize,
    /// Name of the company that holds it; empty for a station without an owner.
    pub holder: Option<String>,
    /// Its centre, in ruler units from the centre of the table.
    pub at: Option<[f64; 2]>,
}

/// Largest clock and round of a position.
const MOST: u8 = 99;

impl<D: BattleDice> Battle<D> {
    /// Changes the state after the set-up to a position, and plays up to its next decision.
    ///
    /// # Errors
    /// Names and numbers of no frame or station, systems that a frame was not built with, places without room, numbers
    /// out of range, and positions in which the battle is over.
    pub fn arrange(&self, state: &mut State, typed: &TypedPosition) -> Result<(), InputError> {
        for (key, value) in [("clock", typed.clock), ("round", typed.round)] {
            value_within(&format!("position.{key}"), value.unwrap_or(1), 1, MOST)?;
        }
        if state.phase != Phase::Round {
            return Err(InputError::plain("the set-up has not reached a first round"));
        }
        (state.clock, state.round) = (typed.clock.unwrap_or(state.clock), typed.round.unwrap_or(state.round));
        // Numbers count the frames and stations as they were built.
        let mut numbers = Vec::new();
        for (nth, frame) in typed.frames.iter().enumerate() {
            first_entry(&mut numbers, self.frame_numbered(state, nth, frame)?, &format!("position.frames[{nth}]"))?;
        }
        for ((nth, frame), unit) in typed.frames.iter().enumerate().zip(&numbers) {
            self.arrange_frame(state, nth, *unit, frame)?;
        }
        let mut seen = Vec::new();
        for (nth, typed) in typed.stations.iter().enumerate() {
            let station = self.station_numbered(state, nth, typed)?;
            first_entry(&mut seen, station, &format!("position.stations[{nth}]"))?;
            self.arrange_station(state, nth, station, typed)?;
        }
        for (nth, (unit, frame)) in numbers.iter().zip(&typed.frames).enumerate() {
            let standing = state.unit(*unit);
            let crosses = self.crosses_cover(standing);
            let (key, table) = (format!("position.frames[{nth}].at"), self.field(state).table());
            if frame.at.is_some() && !table.contains(standing.at, self.rules.movement.frame_radius) {
                return Err(InputError::plain(format!(
                    "{key}: the frame is not wholly on the table, which is {table}"
                )));
            }
            if frame.at.is_some() && !self.is_room(state, Some(*unit), standing.at, crosses, standing.greens()) {
                return Err(InputError::plain(format!(
                    "{key}: there is no room for a frame, because something is there"
                )));
            }
        }
        self.resume(state)
    }

    /// Counts the assets of a changed state, and plays up to its next decision.
    fn resume(&self, state: &mut State) -> Result<(), InputError> {
        for player in state.player_ids() {
            let own = state.units().iter().filter(|unit| unit.owner == player && unit.stands());
            let (frames, to_act) = own.fold((0, 0), |(all, due), unit| (all + 1, due + u8::from(!unit.acted)));
            let held = state.stations().iter().filter(|station| station.owner == Some(player)).count() as u8;
            let assets = &mut state.players[player.index()];
            (assets.frames, assets.to_act, assets.stations) = (frames, to_act, held);
        }
        state.asked = None;
        let mut play = Play { battle: self, state, watch: &mut Unwatched };
        play.look_at_guards();
        play.ask_anew();
        play.advance();
        let over = || {
            InputError::plain("the battle of the position is over").with_help(Some("let two companies have a frame"))
        };
        state.asked.map(|_| ()).ok_or_else(over)
    }

    fn frame_numbered(&self, state: &State, nth: usize, typed: &TypedFrame) -> Result<UnitId, InputError> {
        let key = |name: &str| format!("position.frames[{nth}].{name}");
        let owner = self.company_named(&typed.company).map_err(|error| error.of_key(&key("company")))?;
        let own = state.unit_ids().filter(|unit| state.unit(*unit).owner == owner && state.unit(*unit).stands());
        let own: Vec<UnitId> = own.collect();
        Ok(own[value_within(&key("frame"), typed.frame, 1, own.len())? - 1])
    }

    fn arrange_frame(&self, state: &mut State, nth: usize, unit: UnitId, typed: &TypedFrame) -> Result<(), InputError> {
        let key = |name: &str| format!("position.frames[{nth}].{name}");
        if typed.destroyed && typed.left.is_some() {
            let problem = "the frame is destroyed, so nothing is left of it; remove `left` or `destroyed`";
            return Err(InputError::plain(problem).of_key(&key("left")));
        }
        if let Some(left) = &typed.left {
            let Frame { loadout, whites } = frame_of(left, &self.rules).map_err(|error| error.of_key(&key("left")))?;
            let built = self.built(state, unit);
            let more = SystemKind::ALL.iter().find(|(kind, _)| loadout.count(*kind) > built.count(*kind));
            if more.is_some() || loadout.rockets() > built.rockets() {
                let problem = format!("{} is {left}, but the frame was built as {built}", key("left"));
                return Err(InputError::plain(problem));
            }
            let changed = state.unit_mut(unit);
            (changed.loadout, changed.whites) = (loadout, whites);
        }
        if let Some([x, y]) = typed.at {
            self.put_frame(state, unit, Point::new(x, y));
        }
        state.unit_mut(unit).acted = typed.acted || typed.destroyed;
        if typed.destroyed {
            state.set_life(unit, Life::Destroyed);
        }
        Ok(())
    }

    fn station_numbered(&self, state: &State, nth: usize, typed: &TypedStation) -> Result<StationId, InputError> {
        let key = |name: &str| format!("position.stations[{nth}].{name}");
        let company = self.company_named(&typed.company).map_err(|error| error.of_key(&key("company")))?;
        let own = state.station_ids().filter(|station| state.station(*station).fielded_by == Some(company));
        let own: Vec<StationId> = own.collect();
        Ok(own[value_within(&key("station"), typed.station, 1, own.len())? - 1])
    }

    fn arrange_station(
        &self,
        state: &mut State,
        nth: usize,
        station: StationId,
        typed: &TypedStation,
    ) -> Result<(), InputError> {
        let key = |name: &str| format!("position.stations[{nth}].{name}");
        if let Some([x, y]) = typed.at {
            let at = Point::new(x, y);
            if !self.field(state).contains(at, self.rules.stations.side / 2.0) {
                return Err(InputError::plain(format!("{}: the station is not on the table", key("at"))));
            }
            self.put_station(state, station, at);
        }
        if let Some(holder) = &typed.holder {
            let named = || self.company_named(holder).map_err(|error| error.of_key(&key("holder")));
            state.stations[station.index()].owner = if holder.is_empty() { None } else { Some(named()?) };
        }
        Ok(())
    }

    fn company_named(&self, name: &str) -> Result<PlayerId, InputError> {
        let names = self.companies.iter().map(|company| company.name.as_str());
        let found = self.companies.iter().position(|company| same_name(&company.name, name));
        found.map(|place| PlayerId::new(place as u8)).ok_or_else(|| InputError::unknown("company", name, names))
    }
}
