//! States of a battle rebuilt from the lines of its replay.

use super::line::{Aim, Happening, Line, Struck};
use super::{Header, place, systems};
use hitchart_rapid_attack::battle::state::{Life, SpotDie, State, Unit};

/// State of a frame, with the properties that lines contain.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct UnitNow {
    /// Place, while the frame is on the table.
    pub at: Option<[f64; 2]>,
    pub systems: Vec<String>,
    pub whites: u8,
    pub rockets: u8,
    pub acted: bool,
    /// Defense, once the frame has one this round.
    pub defense: Option<u8>,
    /// Pips of the spot on the frame, and the frame that placed the spot.
    pub spot: Option<(u8, u8)>,
    pub elevation: u8,
    pub destroyed: bool,
}

/// State of a station, with the properties that lines contain.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct StationNow {
    /// Place, once the station is on the table.
    pub at: Option<[f64; 2]>,
    pub owner: Option<u8>,
}

/// State of a piece of terrain, with the properties that lines contain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PieceNow {
    /// Hits taken.
    pub hits: u8,
    /// True if the piece is no longer cover.
    pub ruined: bool,
    /// Pips of the spot on the piece, and the frame that placed the spot.
    pub spot: Option<(u8, u8)>,
}

/// State of a battle, with the properties that lines contain.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rebuilt {
    pub units: Vec<UnitNow>,
    pub stations: Vec<StationNow>,
    pub pieces: Vec<PieceNow>,
    pub round: u8,
    pub clock: u8,
    pub scores: Vec<i32>,
}

impl Rebuilt {
    /// Returns the state before the first line.
    pub(crate) fn start(header: &Header) -> Rebuilt {
        let units = header.units.iter().map(|unit| UnitNow {
            at: None,
            systems: unit.systems.clone(),
            whites: unit.whites,
            rockets: unit.rockets,
            acted: false,
            defense: None,
            spot: None,
            elevation: 0,
            destroyed: false,
        });
        Rebuilt {
            units: units.collect(),
            stations: vec![StationNow::default(); header.stations.len()],
            pieces: vec![PieceNow::default(); header.pieces.len()],
            round: 0,
            clock: header.clock,
            scores: vec![0; header.companies.len()],
        }
    }

    /// Applies the next line to the state.
    pub(crate) fn take(&mut self, line: &Line) {
        self.round = line.round;
        self.happen(&line.what);
        if let Some(scores) = &line.scores {
            self.scores.clone_from(scores);
        }
        for changed in &line.changed {
            let unit = self.unit(changed.unit);
            (unit.rockets, unit.elevation) = (changed.rockets, changed.elevation);
        }
    }

    fn happen(&mut self, what: &Happening) {
        match what {
            Happening::Blocked { units, stations } => self.lift_all_but(units, stations),
            Happening::StationPlaced { station, at, owner } => {
                self.stations[usize::from(*station)] = StationNow { at: Some(*at), owner: *owner };
            }
            Happening::FramePlaced { unit, at } => self.unit(*unit).at = Some(*at),
            Happening::RoundBegan { clock } => self.begin_round(*clock),
            Happening::RoundEnded => self.clear_dice(),
            Happening::TurnBegan { unit, .. } => self.unit(*unit).acted = true,
            Happening::Jettisoned { unit, system, .. } | Happening::SystemLost { unit, system, .. } => {
                self.lose_system(*unit, system);
            }
            Happening::Repaired { unit, system, .. } => self.unit(*unit).systems.push(system.clone()),
            Happening::Defended { unit, value, .. } => self.unit(*unit).defense = Some(*value),
            Happening::Moved { unit, to, .. } | Happening::Dodged { unit, to, .. } => self.unit(*unit).at = Some(*to),
            Happening::Attacked(struck) => self.use_spot(struck),
            Happening::CoverHit { piece, hits, .. } => self.pieces[usize::from(*piece)].hits += hits,
            Happening::CoverDestroyed { piece } => self.pieces[usize::from(*piece)].ruined = true,
            Happening::WhiteLost { unit, left } => self.unit(*unit).whites = *left,
            Happening::Destroyed { unit, .. } => {
                let unit = self.unit(*unit);
                (unit.at, unit.destroyed) = (None, true);
            }
            Happening::StationTaken { station, to, .. } => self.stations[usize::from(*station)].owner = *to,
            Happening::Spotted { unit, target, value, .. } => self.put_spot(*target, Some((*value, *unit))),
            Happening::Ticked { clock, .. } => self.clock = *clock,
            // The effects of these events are in the line's scores or in events that follow.
            Happening::Setup { .. }
            | Happening::RolledOff { .. }
            | Happening::FrameAdded { .. }
            | Happening::FrameWithdrawn { .. }
            | Happening::OrderRolled { .. }
            | Happening::Passed { .. }
            | Happening::Declared { .. }
            | Happening::Renamed { .. }
            | Happening::Rolled { .. }
            | Happening::Committed { .. }
            | Happening::AttackForgone { .. }
            | Happening::AttackDeclared { .. }
            | Happening::Fell { .. }
            | Happening::TurnEnded { .. }
            | Happening::Held { .. }
            | Happening::Over { .. } => {}
        }
    }

    fn unit(&mut self, unit: u8) -> &mut UnitNow {
        &mut self.units[usize::from(unit)]
    }

    fn lift_all_but(&mut self, units: &[u8], stations: &[u8]) {
        let lifted = self.units.iter_mut().zip(0..).filter(|(_, unit)| !units.contains(unit));
        lifted.for_each(|(unit, _)| unit.at = None);
        let lifted = self.stations.iter_mut().zip(0..).filter(|(_, station)| !stations.contains(station));
        lifted.for_each(|(station, _)| *station = StationNow::default());
    }

    fn begin_round(&mut self, clock: u8) {
        self.clock = clock;
        self.units.iter_mut().for_each(|unit| unit.acted = false);
    }

    fn clear_dice(&mut self) {
        for unit in &mut self.units {
            (unit.defense, unit.spot) = (None, None);
        }
        self.pieces.iter_mut().for_each(|piece| piece.spot = None);
    }

    fn lose_system(&mut self, unit: u8, system: &str) {
        let systems = &mut self.unit(unit).systems;
        if let Some(place) = systems.iter().position(|known| known == system) {
            systems.remove(place);
        }
    }

    fn use_spot(&mut self, struck: &Struck) {
        if struck.spot > 0 {
            self.put_spot(struck.target, None);
        }
    }

    fn put_spot(&mut self, target: Aim, spot: Option<(u8, u8)>) {
        if let Some(unit) = target.target_unit {
            self.unit(unit).spot = spot;
        } else if let Some(piece) = target.target_piece {
            self.pieces[usize::from(piece)].spot = spot;
        }
    }
}

/// Compares a rebuilt state with the state of the battle; places to four decimals.
///
/// # Errors
/// Describes the first difference.
pub(crate) fn check(state: &State, rebuilt: &Rebuilt) -> Result<(), String> {
    same("round", &state.round, &rebuilt.round)?;
    same("clock", &state.clock, &rebuilt.clock)?;
    let scores: Vec<i32> = (0..state.player_count).map(|player| state.score(player)).collect();
    same("scores", &scores, &rebuilt.scores)?;
    for (number, (unit, now)) in state.units().iter().zip(&rebuilt.units).enumerate() {
        check_unit(unit, now).map_err(|difference| format!("unit {number}: {difference}"))?;
    }
    for (number, (station, now)) in state.stations().iter().zip(&rebuilt.stations).enumerate() {
        let at = station.placed.then(|| place(station.at));
        same(&format!("station {number}: place"), &at, &now.at)?;
        same(&format!("station {number}: owner"), &station.owner.filter(|_| station.placed), &now.owner)?;
    }
    for (number, now) in rebuilt.pieces.iter().enumerate() {
        same(&format!("piece {number}: hits"), &state.piece_hits[number], &now.hits)?;
        same(&format!("piece {number}: spot"), &state.piece_spots[number].map(spot), &now.spot)?;
        if now.ruined && state.standing & (1 << number) != 0 {
            return Err(format!("piece {number}: ruined in the replay, standing in the battle"));
        }
    }
    Ok(())
}

fn check_unit(unit: &Unit, now: &UnitNow) -> Result<(), String> {
    same("place", &unit.stands().then(|| place(unit.at)), &now.at)?;
    same("destroyed", &(unit.life() == Life::Destroyed), &now.destroyed)?;
    same("systems", &systems(&unit.loadout), &now.systems)?;
    same("whites", &unit.whites, &now.whites)?;
    same("rockets", &unit.loadout.rockets(), &now.rockets)?;
    if unit.stands() {
        same("acted", &unit.acted, &now.acted)?;
        same("defense", &unit.defense, &now.defense)?;
        same("spot", &unit.spot.map(spot), &now.spot)?;
        same("elevation", &unit.elevation, &now.elevation)?;
    }
    Ok(())
}

fn spot(die: SpotDie) -> (u8, u8) {
    (die.value, die.by)
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, battle: &T, replay: &T) -> Result<(), String> {
    (battle == replay)
        .then_some(())
        .ok_or_else(|| format!("{what}: {battle:?} in the battle, {replay:?} in the replay"))
}
