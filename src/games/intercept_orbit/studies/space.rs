//! Constraints on the fleets that a study searches, checked.

use super::checker::Checker;
use super::raw::Constraints;
use crate::games::intercept_orbit::design::Space;
use crate::games::intercept_orbit::fleet::Ace;
use crate::games::intercept_orbit::ship::{Class, System};
use hitchart_config::{At, InputError, each_once};

/// Maximum length of a list of constraints.
const MAX_LISTED: usize = 100;
/// Classes by the names that users type.
const CLASSES: [(Class, &str); 2] = [(Class::Capital, "capital"), (Class::Frigate, "frigate")];

impl Checker<'_> {
    /// Narrows a space to the constraints of a study.
    pub(super) fn constrain(&self, space: &mut Space, constraints: Constraints<'_>) -> Result<(), InputError> {
        let Constraints { assets, ships, companies, systems, classes, aces, banned, required, split } = constraints;
        space.assets = space.assets.narrowed(self.file, assets, "assets")?;
        space.ships = space.ships.narrowed(self.file, ships, "ships")?;
        space.companies = space.companies.narrowed(self.file, companies, "companies")?;
        space.systems = space.systems.narrowed(self.file, systems, "systems")?;
        if let Some(classes) = classes {
            space.classes = self.listed(classes, "class", &CLASSES)?;
        }
        if let Some(aces) = aces {
            space.aces = self.aces(aces)?;
        }
        if let Some(banned) = banned {
            let banned = self.listed(banned, "system", &System::ALL)?;
            space.kinds.retain(|kind| !banned.contains(kind));
        }
        if let Some(required) = required {
            space.required = self.listed(required, "system", &System::ALL)?;
        }
        space.kinds.retain(|kind| split || !kind.is_split());
        Ok(())
    }

    /// Returns aces by name, each once.
    pub(super) fn aces(&self, aces: &At<Vec<At<String>>>) -> Result<Vec<Ace>, InputError> {
        self.listed(aces, "ace", &Ace::ALL)
    }

    /// Returns things by name, each once.
    fn listed<T: Copy + PartialEq>(
        &self,
        list: &At<Vec<At<String>>>,
        what: &str,
        known: &[(T, &'static str)],
    ) -> Result<Vec<T>, InputError> {
        each_once(self.file, list, what, MAX_LISTED, |text: &At<String>| {
            let found = known.iter().find(|(_, name)| name.eq_ignore_ascii_case(text.value.trim()));
            found.map(|(thing, _)| *thing).ok_or_else(|| {
                let names = known.iter().map(|(_, name)| *name);
                InputError::unknown(what, text.value.trim(), names).or_at(self.file, text.span.clone())
            })
        })
    }
}
