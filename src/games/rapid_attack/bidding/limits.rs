//! Sizes of battles, and the limits of a company in each.

use crate::games::rapid_attack::design_rules::{SizeRules, SizeTable};
use hitchart_report::table::counted;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Fewest and most players of a battle.
pub const PLAYERS: (usize, usize) = (2, 5);

/// Size of a battle (rulebook, "Company Size"; Handbook, the free game).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Size {
    /// The smaller companies
    Skirmish,
    /// The larger companies
    Battle,
    /// Two frames each, one neutral station, equal points per asset (S42)
    Demo,
}

impl Size {
    /// All sizes with the names that people type.
    pub const ALL: [(Size, &'static str); 3] =
        [(Size::Skirmish, "skirmish"), (Size::Battle, "battle"), (Size::Demo, "demo")];

    /// Returns the name that people type.
    pub fn name(self) -> &'static str {
        Size::ALL[self as usize].1
    }
}

/// Limits of a company, by number of players and size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// Exact number of stations of each player.
    pub stations: u8,
    pub min_frames: u8,
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
