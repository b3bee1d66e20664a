//! Changes of a company as what races: each against the company as it is, on the same dice.

use super::setting::Setting;
use super::sitting::Field;
use crate::games::rapid_attack::design::{Build, Changed};
use crate::racing::{Difference, Margins};
use crate::stats::{Estimate, LEVEL};
use std::sync::Arc;

/// A company, its changes and whom all of them meet.
#[derive(Clone, Debug)]
pub struct Changing {
    pub setting: Setting,
    /// What the company is called.
    pub name: String,
    pub own: Build,
    pub singles: Vec<Changed>,
    pub field: Arc<Field>,
}

/// A change as far as it was played.
#[derive(Clone, Debug)]
pub struct Told {
    pub label: String,
    pub sort: &'static str,
    pub build: Build,
    /// What it gives in shares of points.
    pub gain: Difference,
    /// Its own share of points.
    pub points: Estimate,
}

impl Told {
    /// A change by its games and those of the company as it is.
    pub fn of(changed: &Changed, margins: &Margins, as_it_is: &Margins) -> Told {
        Told {
            label: changed.label.clone(),
            sort: match changed.changes.len() {
                1 => changed.changes[0].sort().name(),
                _ => "two changes",
            },
            build: changed.build.clone(),
            gain: margins.more_than(as_it_is, LEVEL),
            points: margins.points(),
        }
    }
}

impl Changing {
    /// Whom and where the company meets, in words.
    pub fn told(&self) -> String {
        let names: Vec<&str> = self.field.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
        format!("{}; against {}", self.setting.told(), names.join(", "))
    }
}
