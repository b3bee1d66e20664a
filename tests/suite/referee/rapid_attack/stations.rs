//! Stations: their owners, and changes of owner (S13, S14, R23 to R26).

use super::super::lines::{Place, Ruled};
use super::super::plane::{Tri, to_segment, within};
use super::Battle;

/// Companies that may seize a station.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seizer {
    Anyone,
    /// Only this company, and only if this frame is near (S13).
    Near(usize),
}

/// Result for a station: no change, a new owner, or no owner.
type Outcome = Option<Option<usize>>;

impl Battle<'_> {
    /// Returns whether a frame at a place is within reach of a station (S43).
    pub(crate) fn reaches(&self, at: Place, station: usize) -> Tri {
        let Some(place) = self.stations[station].at else { return Some(false) };
        within(self.station_gap(at, place), self.real("stations", "reach"))
    }

    /// Returns for each company whether it has a frame within reach.
    fn there(&self, station: usize) -> Vec<Tri> {
        let mut there = vec![Some(false); self.players()];
        for (_, unit) in self.standing() {
            let slot = &mut there[unit.company];
            *slot = match (*slot, self.reaches(unit.at, station)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (None, _) | (_, None) => None,
                _ => Some(false),
            };
        }
        there
    }

    /// Returns the possible results for a station, for each combination of unclear distances.
    fn outcomes(&self, station: usize, seizer: Seizer) -> Vec<Outcome> {
        let (there, held) = (self.there(station), &self.stations[station]);
        let unsure: Vec<usize> = (0..there.len()).filter(|company| there[*company].is_none()).collect();
        let mut outcomes = Vec::new();
        let alone = match self.rules["stations"]["seized_by"] == "only-frame" {
            true => self.is_single(station),
            false => Some(true),
        };
        for way in 0..1u32 << unsure.len() {
            let is_here = |company: usize| match unsure.iter().position(|other| *other == company) {
                Some(bit) => way & 1 << bit != 0,
                None => there[company] == Some(true),
            };
            let here: Vec<usize> = (0..there.len()).filter(|company| is_here(*company)).collect();
            for guarded in [true, false].into_iter().filter(|guarded| held.guarded.is_none_or(|was| was == *guarded)) {
                for alone in [true, false].into_iter().filter(|way| alone.is_none_or(|is| is == *way)) {
                    outcomes.push(self.outcome(station, &here, (guarded, alone), seizer));
                }
            }
        }
        outcomes.sort_unstable();
        outcomes.dedup();
        outcomes
    }

    /// Returns the result for a station: the only company there takes it; a station that its owner left to several
    /// rivals goes to none.
    fn outcome(&self, station: usize, here: &[usize], (guarded, alone): (bool, bool), seizer: Seizer) -> Outcome {
        let owner = self.stations[station].owner;
        if owner.is_some_and(|owner| here.contains(&owner)) {
            return None;
        }
        match here {
            [] => None,
            [only] => {
                let may = match seizer {
                    Seizer::Anyone => true,
                    Seizer::Near(unit) => {
                        self.units[unit].company == *only
                            && self.units[unit].stands()
                            && self.reaches(self.units[unit].at, station) != Some(false)
                    }
                };
                (may && alone).then_some(Some(*only))
            }
            _ => (owner.is_some() && guarded && self.on("stations", "limbo")).then_some(None),
        }
    }

    /// Returns whether at most one frame is within reach of a station: in the draft a friend blocks it too (S13).
    fn is_single(&self, station: usize) -> Tri {
        let count = |what: Tri| self.standing().filter(|(_, unit)| self.reaches(unit.at, station) == what).count();
        match (count(Some(true)), count(None)) {
            (2.., _) => Some(false),
            (near, unsure) if near + unsure <= 1 => Some(true),
            _ => None,
        }
    }

    /// Checks a station, and takes the line with its new owner, if any.
    pub(crate) fn settle(&mut self, station: usize, seizer: Seizer, may_be_skipped: bool) -> Ruled {
        let mut outcomes = self.outcomes(station, seizer);
        if may_be_skipped {
            outcomes.push(None);
        }
        self.hand_over(station, &outcomes)?;
        let owner = self.stations[station].owner;
        self.stations[station].guarded = owner.map_or(Some(false), |owner| self.there(station)[owner]);
        Ok(())
    }

    fn hand_over(&mut self, station: usize, outcomes: &[Outcome]) -> Ruled {
        let told =
            self.lines.peek().filter(|line| line.event() == "station-taken" && line.opt("station") == Some(station));
        let stays = outcomes.contains(&None);
        match told {
            Some(line) if outcomes.contains(&Some(line.opt("to"))) => {}
            _ if stays => return Ok(()),
            Some(line) => return line.refuse(format!("S13, S14: station {station} falls to one of {outcomes:?}")),
            None => return self.lines.refuse(format!("S13: station {station} is due to change hands, {outcomes:?}")),
        }
        let line = self.take("station-taken")?;
        line.same("S13: who held the station", line.opt("from"), self.stations[station].owner)?;
        self.stations[station].owner = line.opt("to");
        Ok(())
    }

    /// Checks the stations that a frame came to, left or stayed at, if the rules require it at once (R23).
    pub(crate) fn look_near(&mut self, places: &[Place]) -> Ruled {
        if self.choice("stations", "seized") != "at-once" {
            return Ok(());
        }
        for station in 0..self.stations.len() {
            let near: Vec<Tri> = places.iter().map(|at| self.reaches(*at, station)).collect();
            if near.iter().any(|near| *near != Some(false)) {
                self.settle(station, Seizer::Anyone, !near.contains(&Some(true)))?;
            }
        }
        Ok(())
    }

    /// Checks all stations on the table.
    pub(crate) fn look_everywhere(&mut self, seizer: Seizer) -> Ruled {
        for station in 0..self.stations.len() {
            if self.stations[station].at.is_some() || seizer != Seizer::Anyone {
                self.settle(station, seizer, false)?;
            }
        }
        Ok(())
    }

    /// Records which stations are guarded.
    pub(crate) fn note_guards(&mut self) {
        for station in 0..self.stations.len() {
            let owner = self.stations[station].owner;
            self.stations[station].guarded = owner.map_or(Some(false), |owner| self.there(station)[owner]);
        }
    }

    /// Checks the stations that a frame takes on its way, if the rules allow it (R23).
    pub(crate) fn look_in_passing(&mut self, unit: usize, path: &[Place]) -> Ruled {
        /// Largest overlap that may be missed, because the engine checks a path in steps.
        const GRAZE: f64 = 0.02;
        let owner = self.units[unit].company;
        for station in 0..self.stations.len() {
            let Some(at) = self.stations[station].at else { continue };
            let (side, reach) = (self.real("stations", "side"), self.real("stations", "reach") + self.radius());
            let gap = path.windows(2).map(|leg| gap_to_square(leg[0], leg[1], at, side)).fold(f64::INFINITY, f64::min);
            let rivals = (0..self.players()).filter(|company| *company != owner);
            let there = self.there(station);
            let rival = rivals.map(|company| there[company]).max_by_key(|there| there.map_or(1, |is| 2 * u8::from(is)));
            if gap > reach + GRAZE || rival == Some(Some(true)) || self.stations[station].owner == Some(owner) {
                continue;
            }
            // In the draft a nearby friend also blocks it: either result is allowed.
            let by_frame = self.rules["stations"]["seized_by"] == "only-frame";
            let sure = gap < reach - GRAZE && rival != Some(None) && !by_frame;
            let outcomes = if sure { vec![Some(Some(owner))] } else { vec![Some(Some(owner)), None] };
            self.hand_over(station, &outcomes)?;
        }
        Ok(())
    }
}

/// Returns the distance of a segment from an axis-parallel square.
fn gap_to_square(a: Place, b: Place, centre: Place, side: f64) -> f64 {
    if side == 0.0 {
        return to_segment(centre, a, b);
    }
    let half = side / 2.0;
    let corner = |x: f64, y: f64| [centre[0] + x * half, centre[1] + y * half];
    let corners = vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
    super::super::plane::Shape::Polygon(corners).to_way(a, b)
}
