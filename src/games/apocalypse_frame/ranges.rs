//! The ranges of the numbers of a ruleset.

use super::ruleset::Ruleset;
use hitchart_config::rules::RangeError;

/// A number of a ruleset: its keys from the top, its value, and the lowest and highest allowed.
type Ranged = (&'static [&'static str], u8, u8, u8);

impl Ruleset {
    /// Checks every number against its range.
    ///
    /// # Errors
    /// Returns the first field out of range.
    pub fn check(&self) -> Result<(), RangeError> {
        let ranged = self.of_aces().into_iter().chain(self.of_the_field());
        let mut wrong = ranged.filter(|(_, found, low, high)| !(low..=high).contains(&found));
        wrong.next().map_or(Ok(()), |(path, found, low, high)| {
            let allowed = format!("{low} to {high}");
            Err(RangeError { path: path.to_vec(), found: found.to_string(), allowed })
        })
    }

    fn of_aces(&self) -> [Ranged; 8] {
        let (resources, rolls, turn) = (&self.resources, &self.rolls, &self.turn);
        [
            (&["attributes", "sum"], self.attributes.sum, 3, 9),
            (&["resources", "tension_less"], resources.tension_less, 0, 2),
            (&["resources", "tension_start_below"], resources.tension_start_below, 0, 9),
            (&["rolls", "success_from"], rolls.success_from, 2, 6),
            (&["rolls", "clean_from"], rolls.clean_from, rolls.success_from, 7),
            (&["turn", "actions"], turn.actions, 1, 4),
            (&["turn", "extra_actions"], turn.extra_actions, 0, 20),
            (&["turn", "rerolls"], turn.rerolls, 0, 20),
        ]
    }

    fn of_the_field(&self) -> [Ranged; 21] {
        let (gm, damage, drops, fields) = (&self.gm, &self.damage, &self.drops, &self.fields);
        [
            (&["gm", "first_moves"], gm.first_moves, 1, 3),
            (&["gm", "later_moves"], gm.later_moves, 1, 3),
            (&["damage", "allowed"], damage.allowed, 0, 5),
            (&["damage", "superstructure"], damage.superstructure, 0, 5),
            (&["damage", "tension_gained"], damage.tension_gained, 0, 3),
            (&["damage", "ammo_gained"], damage.ammo_gained, 0, 3),
            (&["damage", "last_stand_extra"], damage.last_stand_extra, 0, 9),
            (&["damage", "replacement"], damage.replacement, 0, 10),
            (&["drops", "materials_to"], drops.materials_to, 0, 6),
            (&["drops", "tension_to"], drops.tension_to, drops.materials_to, 6),
            (&["fields", "hazard_harm"], fields.hazard_harm, 0, 5),
            (&["fields", "cover_less"], fields.cover_less, 0, 5),
            (&["fields", "cover_goes_to"], fields.cover_goes_to, 0, 6),
            (&["fields", "bombardment_harm"], fields.bombardment_harm, 0, 9),
            (&["fields", "bombardment_hits_from"], fields.bombardment_hits_from, 1, 7),
            (&["fields", "rooftop_hexes"], fields.rooftop_hexes, 0, 3),
            (&["fields", "gas_dice"], fields.gas_dice, 0, 3),
            (&["fields", "gas_harm"], fields.gas_harm, 0, 5),
            (&["fields", "storm_harm"], fields.storm_harm, 0, 9),
            (&["fields", "firefight_face"], fields.firefight_face, 1, 6),
            (&["fields", "firefight_harm"], fields.firefight_harm, 0, 5),
        ]
    }
}
