//! The ranges of the numbers of a ruleset.

use super::battle::state::MAX_STATIONS;
use super::loadout::SystemKind;
use super::ruleset::{CoverChart, DesignRules, RepairRules, Ruleset, SizeRules};
use hitchart_config::rules::RangeError;
use hitchart_config::{listed, nearest};
use hitchart_dice::Pool;

/// Largest possible sum of blue dice.
const MOST_DEFENSE: usize = 200;

impl Ruleset {
    /// Checks every number against its range.
    ///
    /// # Errors
    /// Returns the first field that is out of range.
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
        range(&["modifiers", "attack"], self.modifiers.attack, 0, 6)?;
        range(&["modifiers", "defense"], self.modifiers.defense, 0, 6)?;
        range(&["modifiers", "movement"], self.modifiers.movement, 0, 6)?;
        range(&["modifiers", "spot"], self.modifiers.spot, 0, 6)?;
        range(&["extra", "clock"], self.extra.clock, 0, 30)?;
        range(&["repair", "face"], self.repair.face, 1, RepairRules::NEVER)?;
        range(&["repair", "most"], self.repair.most, 1, 4)?;
        self.check_pools()?;
        self.check_battle()?;
        self.sizes.check()?;
        self.design.check(self)?;
        self.check_contradictions()
    }

    /// Checks that a frame's dice fit into a pool. At most 8 halves, 4 whole weapons and 8 rockets, with 4 dice each,
    /// occur together with 6 whites: 86 of the 100 dice that a pool may hold. 4 comms systems and a circumstance add 10
    /// more.
    fn check_pools(&self) -> Result<(), RangeError> {
        const MOST_OF_A_SYSTEM: usize = 4;
        const MOST_OF_AN_ATTACK: usize = 20;
        const MOST_OF_AN_EXTRA: usize = 2;
        let pools: [(&[&'static str], &Pool, usize); 15] = [
            (&["frame", "sprint"], &self.frame.sprint, MOST_OF_A_SYSTEM),
            (&["dice", "defense"], &self.dice.defense, MOST_OF_A_SYSTEM),
            (&["dice", "movement"], &self.dice.movement, MOST_OF_A_SYSTEM),
            (&["dice", "comms"], &self.dice.comms, MOST_OF_A_SYSTEM),
            (&["weapons", "first"], &self.weapons.first, MOST_OF_A_SYSTEM),
            (&["weapons", "second"], &self.weapons.second, MOST_OF_A_SYSTEM),
            (&["weapons", "half"], &self.weapons.half, MOST_OF_A_SYSTEM),
            (&["weapons", "comms"], &self.weapons.comms, MOST_OF_AN_EXTRA),
            (&["extra", "attack"], &self.extra.attack, MOST_OF_AN_EXTRA),
            (&["extra", "defense"], &self.extra.defense, MOST_OF_AN_EXTRA),
            (&["extra", "movement"], &self.extra.movement, MOST_OF_AN_EXTRA),
            (&["extra", "comms"], &self.extra.comms, MOST_OF_AN_EXTRA),
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
        within(&["bidding", "step_frames"], self.bidding.step_frames.into(), 0.0, 5.0)?;
        within(&["bidding", "step_systems"], self.bidding.step_systems.into(), 0.0, 5.0)?;
        within(&["clock", "start"], self.clock.start.into(), 1.0, 30.0)?;
        within(&["clock", "step"], self.clock.step.into(), 1.0, 10.0)?;
        within(&["clock", "vote"], self.clock.vote.into(), 1.0, 10.0)?;
        within(&["order", "per_unit_sides"], self.order.per_unit_sides.into(), 2.0, 100.0)?;
        within(&["spotting", "none", "targets"], self.spotting.none.targets.into(), 1.0, 4.0)?;
        within(&["spotting", "one", "targets"], self.spotting.one.targets.into(), 1.0, 4.0)?;
        within(&["spotting", "two", "targets"], self.spotting.two.targets.into(), 1.0, 4.0)?;
        within(&["ranges", "bands"], ranges.bands.into(), 2.0, 4.0)?;
        within(&["ranges", "artillery"], ranges.artillery, 1.0, 60.0)?;
        within(&["table", "unit"], self.table.unit, 3.0, 10.0)?;
        within(&["table", "least"], self.table.least, 16.0, 96.0)?;
        within(&["table", "most"], self.table.most, self.table.least, 96.0)?;
        within(&["options", "bricks_per_unit"], self.options.bricks_per_unit.into(), 1.0, 40.0)?;
        within(&["options", "bricks_per_fall_die"], self.options.bricks_per_fall_die.into(), 1.0, 40.0)?;
        within(&["options", "hostile_whites"], self.options.hostile_whites.into(), 0.0, 6.0)
    }
}

impl Ruleset {
    /// Checks for fields that contradict each other.
    fn check_contradictions(&self) -> Result<(), RangeError> {
        let refuse = |path: &[&'static str], found: String, allowed: &str| {
            Err(RangeError { path: path.to_vec(), found, allowed: allowed.to_owned() })
        };
        let bidding = &self.bidding;
        if bidding.step_frames + bidding.step_systems >= bidding.base {
            let allowed = format!("less than {} together with `bidding.step_frames`, the base", bidding.base);
            return refuse(&["bidding", "step_systems"], bidding.step_systems.to_string(), &allowed);
        }
        if self.ranges.bands == 4 && self.ranges.artillery <= self.ranges.direct {
            let allowed = format!("more than {}, which is `ranges.direct`", self.ranges.direct);
            return refuse(&["ranges", "artillery"], self.ranges.artillery.to_string(), &allowed);
        }
        let most = self.dice.defense.max_sum() * usize::from(self.frame.max_per_type) + self.extra.defense.max_sum();
        if self.defense.sum_blues && most > MOST_DEFENSE {
            let allowed = format!("false where blues add up to {most}; the sum may be up to {MOST_DEFENSE}");
            return refuse(&["defense", "sum_blues"], "true".to_owned(), &allowed);
        }
        let spotting = &self.spotting;
        for (name, by) in [("none", &spotting.none), ("one", &spotting.one), ("two", &spotting.two)] {
            if by.targets > 1 && self.turn.commit_all_first {
                let allowed = "1 where `turn.commit_all_first` sets one die aside for the spot";
                return refuse(&["spotting", name, "targets"], by.targets.to_string(), allowed);
            }
        }
        Ok(())
    }
}

impl SizeRules {
    /// Checks that a battle can hold the numbers of frames and stations.
    fn check(&self) -> Result<(), RangeError> {
        for (size, table) in [("skirmish", &self.skirmish), ("battle", &self.battle)] {
            for (players, i) in (2u8..).zip(0..4) {
                let refuse = |field, found: u8, allowed: String| {
                    let found = format!("{found} for {players} players");
                    Err(RangeError { path: vec!["sizes", size, field], found, allowed })
                };
                let most = 4.min(MAX_STATIONS as u8 / players);
                if !(1..=most).contains(&table.stations[i]) {
                    return refuse("stations", table.stations[i], format!("1 to {most}"));
                }
                if !(1..=8).contains(&table.min_frames[i]) {
                    return refuse("min_frames", table.min_frames[i], "1 to 8".to_owned());
                }
                if !(table.min_frames[i]..=8).contains(&table.max_frames[i]) {
                    return refuse("max_frames", table.max_frames[i], format!("{} to 8", table.min_frames[i]));
                }
            }
        }
        Ok(())
    }
}

impl DesignRules {
    /// Checks that the named systems exist, and that frames and companies can have them.
    fn check(&self, rules: &Ruleset) -> Result<(), RangeError> {
        let lists =
            [("company_needs", &self.company_needs), ("frame_needs", &self.frame_needs), ("banned", &self.banned)];
        for (field, tokens) in lists {
            for token in tokens {
                let known = || SystemKind::ALL.iter().map(|(_, token)| *token).chain([DesignRules::ROCKET]);
                let is_there =
                    SystemKind::of_token(token).map_or(token == DesignRules::ROCKET, |kind| kind.is_of(&rules.ranges));
                if !is_there {
                    let hint = nearest(token, known()).map(|near| format!("; did you mean `{near}`?"));
                    let allowed = format!("{}{}", listed(known()), hint.unwrap_or_default());
                    return Err(RangeError { path: vec!["design", field], found: format!("`{token}`"), allowed });
                }
                if field != "banned" && self.banned.contains(token) {
                    let allowed = "a system that `design.banned` does not have".to_owned();
                    return Err(RangeError { path: vec!["design", field], found: format!("`{token}`"), allowed });
                }
            }
        }
        within(&["design", "max_ranged"], self.max_ranged.into(), 0.0, 64.0)?;
        let fewest = self.frame_needs.iter().filter(|token| *token != DesignRules::ROCKET).count() as f64;
        within(&["design", "max_average"], self.max_average, fewest, 8.0)
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
