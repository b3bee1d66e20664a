//! The changing part of a campaign.

use super::Team;
use crate::catalogue::entries::Division;
use crate::sheet::{Piece, Sheet};
use serde::Serialize;
use serde_json::{Value, json};

/// Clocks of a Division, and its stored favors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DivisionState {
    /// Full segments of the favor clock.
    pub favor: u8,
    /// Full segments of the crisis clock.
    pub crisis: u8,
    /// Stored favors.
    pub favors: u8,
}

/// A state of a campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// Number of the mission, from 1; 0 before the first.
    pub mission: u8,
    /// Materials of the team.
    pub materials: u32,
    /// Sheets of the Aces.
    pub sheets: Vec<Sheet>,
    /// Gear that no Ace carries.
    pub hangar: Vec<Piece>,
    /// Clocks and favors by Division.
    pub divisions: [DivisionState; 3],
    /// Full segments of the moonshot clock.
    pub moonshot: u8,
    /// True if the next mission is a Moonshot Mission.
    pub moonshot_ready: bool,
    /// Division of a Crisis Mission that is due.
    pub crisis: Option<Division>,
    /// The other Strike Teams.
    pub teams: Vec<Team>,
    /// Number of wishes of the list that are bought or skipped.
    pub wishes: usize,
}

impl State {
    /// Returns the state before the first mission.
    pub fn start(squad: &[Sheet]) -> State {
        State {
            mission: 0,
            materials: 0,
            sheets: squad.to_vec(),
            hangar: Vec::new(),
            divisions: [DivisionState::default(); 3],
            moonshot: 0,
            moonshot_ready: false,
            crisis: None,
            teams: Vec::new(),
            wishes: 0,
        }
    }

    /// Returns the state as JSON, for the lines of a ledger.
    pub fn json(&self) -> Value {
        let divisions = Division::ALL.map(|division| (division.name(), self.divisions[division as usize]));
        let hangar: Vec<String> = self.hangar.iter().map(Piece::to_string).collect();
        json!({
            "mission": self.mission,
            "materials": self.materials,
            "aces": self.sheets.iter().map(Sheet::json).collect::<Vec<_>>(),
            "hangar": hangar.join(", "),
            "divisions": divisions.iter().map(|(name, of)| ((*name).to_owned(), json!(of)))
                .collect::<serde_json::Map<_, _>>(),
            "moonshot": self.moonshot,
            "moonshot_ready": self.moonshot_ready,
            "crisis": self.crisis,
            "teams": self.teams,
        })
    }
}
