//! The ranges that numbers of a ruleset keep to.

use super::ruleset::{CoverChart, Ruleset};
use crate::dice::Pool;
use crate::input::rules::RangeError;

impl Ruleset {
    /// Checks every number against its range.
    ///
    /// # Errors
    /// The first field out of range.
    pub fn check(&self) -> Result<(), RangeError> {
        let range = |path: &[&'static str], found: u8, low: u8, high: u8| {
            let allowed = format!("{low} to {high}");
            let error = || RangeError { path: path.to_vec(), found: found.to_string(), allowed };
            (low..=high).contains(&found).then_some(()).ok_or_else(error)
        };
        range(&["frame", "whites"], self.frame.whites, 1, 6)?;
        range(&["frame", "white_sides"], self.frame.white_sides, 2, 20)?;
        range(&["frame", "max_systems"], self.frame.max_systems, 0, 8)?;
        range(&["frame", "max_per_type"], self.frame.max_per_type, 1, 4)?;
        range(&["rockets", "per_company"], self.rockets.per_company, 0, 24)?;
        range(&["rockets", "per_frame"], self.rockets.per_frame, 0, 8)?;
        range(&["cover", "default_hits"], self.cover.default_hits, 0, 40)?;
        range(&["charts", "hand_to_hand", "target"], self.charts.hand_to_hand.target, 1, 7)?;
        range(&["charts", "open", "target"], self.charts.open.target, 1, 7)?;
        range(&["charts", "terrain", "target"], self.charts.terrain.target, 1, 7)?;
        self.charts.cover.check("cover")?;
        self.charts.frame_cover.check("frame_cover")?;
        self.check_pools()?;
        self.check_battle()
    }

    /// A frame's dice stay within a pool: at most 8 halves, 4 whole weapons, 8 rockets and 6 whites meet in one, and
    /// with 4 dice each these are 86 of the 100 that a pool may hold.
    fn check_pools(&self) -> Result<(), RangeError> {
        const MOST_OF_A_SYSTEM: usize = 4;
        const MOST_OF_AN_ATTACK: usize = 20;
        let pools: [(&[&'static str], &Pool, usize); 10] = [
            (&["frame", "sprint"], &self.frame.sprint, MOST_OF_A_SYSTEM),
            (&["dice", "defense"], &self.dice.defense, MOST_OF_A_SYSTEM),
            (&["dice", "movement"], &self.dice.movement, MOST_OF_A_SYSTEM),
            (&["dice", "comms"], &self.dice.comms, MOST_OF_A_SYSTEM),
            (&["weapons", "first"], &self.weapons.first, MOST_OF_A_SYSTEM),
            (&["weapons", "second"], &self.weapons.second, MOST_OF_A_SYSTEM),
            (&["weapons", "half"], &self.weapons.half, MOST_OF_A_SYSTEM),
            (&["rockets", "dice"], &self.rockets.dice, MOST_OF_A_SYSTEM),
            (&["typical_attack", "attack"], &self.typical_attack.attack, MOST_OF_AN_ATTACK),
            (&["typical_attack", "spot"], &self.typical_attack.spot, MOST_OF_AN_ATTACK),
        ];
        match pools.iter().find(|(_, pool, most)| pool.len() > *most) {
            None => Ok(()),
            Some((path, pool, most)) => Err(RangeError {
                path: path.to_vec(),
                found: format!("`{pool}`, {} dice", pool.len()),
                allowed: format!("up to {most} dice"),
            }),
        }
    }

    /// Checks the numbers of whole battles against their ranges.
    fn check_battle(&self) -> Result<(), RangeError> {
        let (ranges, shelter) = (&self.ranges, &self.shelter);
        within(&["ranges", "hand_to_hand"], ranges.hand_to_hand, 0.1, 8.0)?;
        within(&["ranges", "direct_from"], ranges.direct_from, 0.0, 16.0)?;
        within(&["ranges", "direct"], ranges.direct, ranges.hand_to_hand.max(ranges.direct_from).max(1.0), 24.0)?;
        within(&["movement", "frame_radius"], self.movement.frame_radius, 0.1, 1.0)?;
        within(&["movement", "units_per_pip"], self.movement.units_per_pip, 0.25, 4.0)?;
        within(&["shelter", "min_height"], shelter.min_height.into(), 1.0, 12.0)?;
        within(&["shelter", "bricks_per_hit"], shelter.bricks_per_hit.into(), 1.0, 40.0)?;
        within(&["stations", "side"], self.stations.side, 0.0, 2.0)?;
        within(&["stations", "reach"], self.stations.reach, 0.1, 8.0)?;
        within(&["fielding", "open_share"], self.fielding.open_share, 0.0, 0.9)?;
        within(&["bidding", "base"], self.bidding.base.into(), 3.0, 20.0)?;
        within(&["clock", "start"], self.clock.start.into(), 1.0, 30.0)?;
        within(&["options", "bricks_per_unit"], self.options.bricks_per_unit.into(), 1.0, 40.0)?;
        within(&["options", "bricks_per_fall_die"], self.options.bricks_per_fall_die.into(), 1.0, 40.0)?;
        within(&["options", "hostile_whites"], self.options.hostile_whites.into(), 0.0, 6.0)
    }
}

impl CoverChart {
    fn check(&self, name: &'static str) -> Result<(), RangeError> {
        let faces = [("cover", 1, self.cover), ("blow_through", self.cover, self.blow_through)];
        let faces = faces.into_iter().chain([("target", self.blow_through, self.target)]);
        for (field, low, found) in faces {
            if !(low.max(1)..=7).contains(&found) {
                let allowed = format!("{} to 7, with cover <= blow_through <= target", low.clamp(1, 7));
                return Err(RangeError { path: vec!["charts", name, field], found: found.to_string(), allowed });
            }
        }
        Ok(())
    }
}

/// Checks that a number lies in a range.
fn within(path: &[&'static str], found: f64, low: f64, high: f64) -> Result<(), RangeError> {
    let error = || RangeError { path: path.to_vec(), found: found.to_string(), allowed: format!("{low} to {high}") };
    (low..=high).contains(&found).then_some(()).ok_or_else(error)
}
