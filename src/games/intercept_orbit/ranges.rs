//! Allowed ranges of the numbers of a ruleset.

use super::band::Band;
use super::battle_rules::BandChart;
use super::ruleset::Ruleset;
use hitchart_config::rules::RangeError;

/// Angles of a click that divide a full turn evenly, in degrees.
const CLICKS: [f64; 5] = [11.25, 15.0, 22.5, 30.0, 45.0];
/// Most tactical assets of a fleet, also in a major battle.
pub(super) const MOST_ASSETS: u8 = 10;
/// Most high value assets of each player with 2, 3 and 4 players: at most 16 on the table.
pub(super) const HVAS_EACH: [u8; 3] = [8, 5, 4];
/// Most dice in one field of dice.
const MOST_DICE: usize = 4;

impl Ruleset {
    /// Checks every number against its range.
    ///
    /// # Errors
    /// Returns the first field out of range.
    pub fn check(&self) -> Result<(), RangeError> {
        self.check_fleets()?;
        self.check_pools()?;
        self.check_distances()?;
        self.check_charts()?;
        self.check_typical()?;
        self.check_play()
    }

    fn check_fleets(&self) -> Result<(), RangeError> {
        let (fleet, ships, bidding) = (&self.fleet, &self.ships, &self.bidding);
        within(&["fleet", "major"], fleet.major, 0, 4)?;
        for (players, at) in (2..).zip(0..3) {
            let each = |field, found: u8, low, high| {
                let error = |error: RangeError| RangeError { found: format!("{found} for {players} players"), ..error };
                within(&["fleet", field], found, low, high).map_err(error)
            };
            each("min_assets", fleet.min_assets[at], 1, 8)?;
            each("max_assets", fleet.max_assets[at], fleet.min_assets[at], MOST_ASSETS - fleet.major)?;
            each("hvas", fleet.hvas[at], 0, HVAS_EACH[at])?;
        }
        within(&["ships", "whites"], ships.whites, 1, 4)?;
        within(&["ships", "capital_systems"], ships.capital_systems, 1, 6)?;
        within(&["ships", "frigate_systems"], ships.frigate_systems, 1, 6)?;
        within(&["ships", "max_per_type"], ships.max_per_type, 1, 4)?;
        within(&["companies", "whites"], self.companies.whites, 1, 4)?;
        let bases: [(&[&'static str], [u8; 2]); 4] = [
            (&["ships", "capital_base"], ships.capital_base),
            (&["ships", "frigate_base"], ships.frigate_base),
            (&["companies", "base"], self.companies.base),
            (&["hvas", "base"], self.hvas.base),
        ];
        bases.iter().try_for_each(|(path, base)| base.iter().try_for_each(|side| within(path, *side, 1, 24)))?;
        within(&["bidding", "base"], bidding.base, 1, 20)?;
        within(&["bidding", "step_assets"], bidding.step_assets, 0, 9)?;
        within(&["bidding", "step_systems"], bidding.step_systems, 0, 9)?;
        let steps = bidding.step_assets + bidding.step_systems;
        let allowed = || format!("more than {steps}, the sum of both steps");
        (bidding.base > steps)
            .then_some(())
            .ok_or_else(|| error(&["bidding", "base"], bidding.base.to_string(), allowed()))
    }

    fn check_pools(&self) -> Result<(), RangeError> {
        let (weapons, dice, companies) = (&self.weapons, &self.dice, &self.companies);
        let pools: [(&[&'static str], _); 18] = [
            (&["ships", "frigate_green"], self.ships.frigate_green),
            (&["weapons", "first"], weapons.first),
            (&["weapons", "second"], weapons.second),
            (&["weapons", "half"], weapons.half),
            (&["dice", "defense"], dice.defense),
            (&["dice", "comms"], dice.comms),
            (&["dice", "second_comms"], dice.second_comms),
            (&["dice", "catapult"], dice.catapult),
            (&["dice", "catapults"], dice.catapults),
            (&["companies", "weapon"], companies.weapon),
            (&["companies", "defense"], companies.defense),
            (&["companies", "comms"], companies.comms),
            (&["companies", "movement"], companies.movement),
            (&["aces", "dice"], self.aces.dice),
            (&["aces", "boarding"], self.aces.boarding),
            (&["boarding", "company"], self.boarding.company),
            (&["typical_attack", "attack"], self.typical_attack.attack),
            (&["typical_attack", "spot"], self.typical_attack.spot),
        ];
        match pools.iter().find(|(_, pool)| pool.len() > MOST_DICE) {
            None => Ok(()),
            Some((path, pool)) => {
                Err(error(path, format!("`{pool}`, {} dice", pool.len()), format!("up to {MOST_DICE} dice")))
            }
        }
    }

    fn check_distances(&self) -> Result<(), RangeError> {
        let (ranges, table) = (&self.ranges, &self.table);
        between(&["ranges", "dogfight"], ranges.dogfight, 0.5, 8.0)?;
        between(&["ranges", "point_defense"], ranges.point_defense, ranges.dogfight, 12.0)?;
        between(&["ranges", "assault"], ranges.assault, ranges.point_defense, 24.0)?;
        between(&["cover", "reach"], self.cover.reach, 0.0, 12.0)?;
        between(&["launch", "reach"], self.launch.reach, 0.0, 64.0)?;
        between(&["fuel", "rescue"], self.fuel.rescue, 0.0, 12.0)?;
        between(&["captured", "abandoned_at"], self.captured.abandoned_at, 0.0, 8.0)?;
        between(&["table", "across"], table.across, 16.0, 64.0)?;
        between(&["table", "studs"], table.studs, 3.0, 10.0)?;
        let click = self.movement.click;
        let allowed = || CLICKS.map(|click| click.to_string()).join(", ");
        CLICKS.contains(&click).then_some(()).ok_or_else(|| error(&["movement", "click"], click.to_string(), allowed()))
    }

    fn check_typical(&self) -> Result<(), RangeError> {
        let band = self.typical_attack.on_companies;
        let allowed = || "dogfight, point-defense".to_owned();
        let found = || error(&["typical_attack", "on_companies"], band.name().to_owned(), allowed());
        matches!(band, Band::Dogfight | Band::PointDefense).then_some(()).ok_or_else(found)
    }

    fn check_charts(&self) -> Result<(), RangeError> {
        let charts = &self.charts;
        within(&["charts", "dogfight_company"], charts.dogfight_company, 1, 7)?;
        within(&["charts", "dogfight_ship"], charts.dogfight_ship, 1, 7)?;
        let bands: [(&'static str, &BandChart); 3] =
            [("point_defense", &charts.point_defense), ("assault", &charts.assault), ("support", &charts.support)];
        bands.iter().try_for_each(|(band, chart)| {
            within(&["charts", band, "hits"], chart.hits, 1, 7)?;
            within(&["charts", band, "absorbed"], chart.absorbed, 0, 6)
        })
    }

    fn check_play(&self) -> Result<(), RangeError> {
        let (movement, boarding) = (&self.movement, &self.boarding);
        within(&["cover", "debris_hits"], self.cover.debris_hits, 1, 6)?;
        within(&["cover", "screen_from"], self.cover.screen_from, 1, 7)?;
        within(&["repair", "face"], self.repair.face, 1, 7)?;
        within(&["fuel", "per_round"], self.fuel.per_round, 0, 6)?;
        within(&["fuel", "per_dodge"], self.fuel.per_dodge, 0, 6)?;
        within(&["spotting", "anywhere_from"], self.spotting.anywhere_from, 1, 7)?;
        within(&["movement", "most"], movement.most, 1, 12)?;
        within(&["movement", "speed"], movement.speed, 0, movement.most.min(8))?;
        within(&["movement", "capital_clicks"], movement.capital_clicks, 1, 4)?;
        within(&["movement", "frigate_clicks"], movement.frigate_clicks, 1, 4)?;
        within(&["collisions", "rammer"], self.collisions.rammer, 0, 6)?;
        within(&["collisions", "target"], self.collisions.target, 1, 7)?;
        within(&["collisions", "chain"], self.collisions.chain, 0, 10)?;
        within(&["boarding", "threshold"], boarding.threshold, 1, 8)?;
        boarding.damage.iter().try_for_each(|damage| within(&["boarding", "damage"], *damage, 0, 6))?;
        within(&["hvas", "whites"], self.hvas.whites, 0, 1)?;
        within(&["debris", "pieces"], self.debris.pieces, 0, 8)?;
        within(&["debris", "side"], self.debris.side, 1, 16)?;
        within(&["clock", "start"], self.clock.start, 1, 30)?;
        within(&["clock", "step"], self.clock.step, 1, 11)
    }
}

fn error(path: &[&'static str], found: String, allowed: String) -> RangeError {
    RangeError { path: path.to_vec(), found, allowed }
}

fn within(path: &[&'static str], found: u8, low: u8, high: u8) -> Result<(), RangeError> {
    let refuse = || error(path, found.to_string(), format!("{low} to {high}"));
    (low..=high).contains(&found).then_some(()).ok_or_else(refuse)
}

fn between(path: &[&'static str], found: f64, low: f64, high: f64) -> Result<(), RangeError> {
    let refuse = || error(path, found.to_string(), format!("{low} to {high}"));
    (low..=high).contains(&found).then_some(()).ok_or_else(refuse)
}
