//! Fielding: the order, places and times of placing frames and stations (S24 to S30, S42, R24).

use super::super::lines::{Line, Place, Ruled};
use super::super::plane::{BLUR, distance, to_square};
use super::stations::Seizer;
use super::{Battle, Life};

/// Steps of fielding in which frames are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    FirstDefenders,
    Point,
    Attackers,
    Late,
    Demo,
}

/// Frames that the defender fields at first.
const FIRST_DEFENDERS: usize = 2;

impl Battle<'_> {
    /// Fields all frames and stations of the companies.
    pub(crate) fn field_all(&mut self) -> Ruled {
        if self.is_demo() {
            self.field_demo()?;
        } else {
            self.field_defenders()?;
            if self.comes("blocked") {
                self.clear_for_anew()?;
                self.field_defenders()?;
            }
            self.field_attackers()?;
        }
        self.close()?;
        self.note_guards();
        Ok(())
    }

    fn field_defenders(&mut self) -> Ruled {
        let defender = self.seats[0];
        while self.waiting_station(defender).is_some() {
            self.place_station(defender)?;
        }
        for _ in 0..FIRST_DEFENDERS.min(self.waiting(defender)) {
            self.place_frame(defender, Step::FirstDefenders)?;
        }
        Ok(())
    }

    /// Removes the defender's placed frames and stations from the table, because the attackers had no room (S28).
    fn clear_for_anew(&mut self) -> Ruled {
        let line = self.take("blocked")?;
        line.same("S28: frames left on the table", self.told.placed("units"), 0)?;
        line.same("S28: stations left on the table", self.told.placed("stations"), 0)?;
        for unit in self.units.iter_mut().filter(|unit| unit.stands()) {
            unit.life = Life::Waiting;
        }
        self.stations.iter_mut().for_each(|station| station.at = None);
        self.pieces.iter_mut().for_each(|piece| piece.standing |= piece.station.is_some());
        Ok(())
    }

    fn field_attackers(&mut self) -> Ruled {
        let (defender, point) = (self.seats[0], self.seats[self.players() - 1]);
        self.place_frame(point, Step::Point)?;
        let frames = self.attackers(true);
        // The player on point had the first turn, at any place in the order.
        let mut next = (frames.iter().position(|player| *player == point).unwrap_or(0) + 1) % frames.len();
        while let Some(place) = nth_from(&frames, next, |player| self.waiting(player) > 0) {
            self.place_frame(frames[place], Step::Attackers)?;
            next = (place + 1) % frames.len();
        }
        let stations = self.attackers(self.choice("fielding", "stations_first") == "point");
        let mut next = 0;
        while let Some(place) = nth_from(&stations, next, |player| self.waiting_station(player).is_some()) {
            self.place_station(stations[place])?;
            let together = self.on("fielding", "stations_together");
            next = if together && self.waiting_station(stations[place]).is_some() { place } else { place + 1 };
            next %= stations.len();
        }
        while self.waiting(defender) > 0 {
            self.place_frame(defender, Step::Late)?;
        }
        Ok(())
    }

    /// Returns the attackers in the order in which they place things: the player on point first, or by score (S24,
    /// S25).
    fn attackers(&self, point_first: bool) -> Vec<usize> {
        let mut attackers = self.seats[1..].to_vec();
        if point_first {
            attackers.rotate_right(1);
        }
        attackers
    }

    /// Checks the fixed fielding of a demo: a station in the middle, two frames each, at least five units from it
    /// (S42).
    fn field_demo(&mut self) -> Ruled {
        let line = self.take("station-placed")?;
        self.stations[0].at = Some(line.place("at")?);
        for unit in 0..self.units.len() {
            if self.units[unit].life == Life::Waiting {
                self.place_frame(self.units[unit].company, Step::Demo)?;
            }
        }
        Ok(())
    }

    fn waiting(&self, company: usize) -> usize {
        self.units.iter().filter(|unit| unit.company == company && unit.life == Life::Waiting).count()
    }

    fn waiting_station(&self, company: usize) -> Option<usize> {
        self.stations.iter().position(|station| station.fielder == Some(company) && station.at.is_none())
    }

    fn place_station(&mut self, company: usize) -> Ruled {
        let line = self.take("station-placed")?;
        let (at, due) = (line.place("at")?, self.waiting_station(company));
        line.same("S25: station to be placed", line.opt("station"), due)?;
        let Some(station) = due else { return line.refuse("S25: no station is left") };
        if let Some(number) = line.opt("claims") {
            let claimed = self.pieces.get_mut(number).filter(|piece| piece.standing);
            let fits =
                claimed.as_ref().and_then(|piece| piece.station).is_some_and(|place| distance(place, at) <= BLUR);
            line.rule(fits, || "no such piece may be claimed there".to_owned())?;
            claimed.into_iter().for_each(|piece| piece.standing = false);
        }
        if let Some(fault) = self.station_fault(company, at, BLUR) {
            let better = self.lattice().into_iter().any(|at| self.station_fault(company, at, -BLUR).is_none());
            line.rule(!better, || fault.to_owned())?;
        }
        self.stations[station].at = Some(at);
        self.seize_in_fielding()
    }

    /// Returns the fault of a station at a place, with slack in units; `None` if it is legal (S26, S29).
    fn station_fault(&self, company: usize, at: Place, slack: f64) -> Option<&'static str> {
        let side = self.real("stations", "side");
        if !self.is_on_table(at, side / 2.0, slack) {
            return Some("S26: the station is off the table");
        }
        let overlaps = |other: Place| to_square(at, other, side) < side / 2.0 - slack;
        if self.stations.iter().filter_map(|station| station.at).any(overlaps) {
            return Some("S26: the station overlaps another");
        }
        if self.on_terrain(at, slack) || self.standing().any(|(_, unit)| self.station_gap(unit.at, at) < -slack) {
            return Some("S26: the station stands on terrain or a frame");
        }
        let ruler = self.real("ranges", "direct") + slack;
        let mut own = self.stations.iter().filter(|other| other.fielder == Some(company)).filter_map(|other| other.at);
        let is_chained = own.clone().next().is_none() || own.any(|other| to_square(at, other, 2.0 * side) <= ruler);
        (company == self.seats[0] && !is_chained).then_some("S29: the station is out of the chain")
    }

    fn place_frame(&mut self, company: usize, step: Step) -> Ruled {
        let line = self.take("frame-placed")?;
        let (unit, at) = (self.unit_of(line, "unit")?, line.place("at")?);
        line.same("S24: company to field a frame", self.units[unit].company, company)?;
        line.same("state of the frame", self.units[unit].life, Life::Waiting)?;
        self.judge_place(line, step, company, at)?;
        self.units[unit].at = at;
        self.units[unit].life = Life::Standing;
        let elevations = self.elevations(at);
        self.set_elevation(line, unit, elevations)?;
        if step == Step::Demo { Ok(()) } else { self.seize_in_fielding() }
    }

    /// Refuses a place against the rules of a step, unless the step leaves no legal place.
    fn judge_place(&self, line: Line, step: Step, company: usize, at: Place) -> Ruled {
        line.rule(self.is_on_table(at, self.radius(), BLUR), || "R41: off the table".to_owned())?;
        line.rule(!self.on_terrain(at, BLUR) && !self.on_frame(None, at, BLUR), || {
            "R35, R41: there is no room for a frame".to_owned()
        })?;
        let Some(fault) = self.frame_fault(step, company, at, BLUR) else { return Ok(()) };
        let is_open = |at: Place| {
            self.is_on_table(at, self.radius(), -BLUR) && !self.on_terrain(at, -BLUR) && !self.on_frame(None, at, -BLUR)
        };
        let places = if step == Step::Point { self.ring() } else { self.lattice() };
        let better = places.into_iter().any(|at| is_open(at) && self.frame_fault(step, company, at, -BLUR).is_none());
        line.rule(!better, || fault.to_owned())
    }

    /// Returns the fault of a frame at a place in a step, with slack in units. Places of a ring are a ruler away by
    /// construction.
    fn frame_fault(&self, step: Step, company: usize, at: Place, slack: f64) -> Option<&'static str> {
        let (ruler, defender) = (self.real("ranges", "direct"), self.seats[0]);
        let own = self.stations.iter().filter(|station| station.fielder == Some(defender));
        let gap = own.filter_map(|station| station.at).map(|station| self.station_gap(at, station));
        let gap = gap.fold(f64::INFINITY, f64::min);
        let (inside, outside) = (gap <= ruler + slack, gap > ruler - slack);
        let defenders = || self.standing().filter(|(_, unit)| unit.company == defender);
        match step {
            Step::FirstDefenders => (!inside).then_some("S29: outside the perimeter"),
            Step::Attackers if !outside => Some("S30: inside the perimeter"),
            Step::Attackers => {
                let is_near = defenders().any(|(_, unit)| self.between(at, unit.at) <= ruler - slack);
                is_near.then_some("S30: within a ruler of a defender's frame")
            }
            Step::Point if !outside => Some("S30: inside the perimeter"),
            Step::Point => {
                let fits = defenders().any(|(number, unit)| {
                    (self.between(at, unit.at) - ruler).abs() <= BLUR && self.is_open_against(number, at, slack)
                });
                (!fits).then_some("S30: no defender's frame is exactly a ruler away, and it in the open against it")
            }
            Step::Late if inside || !self.on("fielding", "late_frames_in_cover") => None,
            Step::Late => (!self.is_late_covered(company, at, slack)).then_some("S27: neither inside nor in cover"),
            Step::Demo => {
                let gap = self.stations[0].at.map_or(0.0, |station| self.station_gap(at, station));
                (gap < 5.0 - slack).then_some("S42: within five units of the station")
            }
        }
    }

    /// Returns true if a place is in the open against a frame: possibly, for slack above 0, otherwise certainly.
    fn is_open_against(&self, from: usize, at: Place, slack: f64) -> bool {
        match self.covered(at, from) {
            Some(covered) => !covered,
            None => slack > 0.0,
        }
    }

    /// Returns true if a place is in cover against the nearest frame of another company (S27).
    fn is_late_covered(&self, company: usize, at: Place, slack: f64) -> bool {
        let rivals = || self.standing().filter(|(_, unit)| unit.company != company);
        let least = rivals().map(|(_, unit)| distance(unit.at, at)).fold(f64::INFINITY, f64::min);
        let mut nearest = rivals().filter(|(_, unit)| distance(unit.at, at) <= least + BLUR);
        nearest.any(|(number, _)| self.covered(at, number).unwrap_or(slack > 0.0))
    }

    /// Returns places at exactly a ruler from the defender's frames, in all directions.
    fn ring(&self) -> Vec<Place> {
        const WAYS: u32 = 32;
        let away = self.real("ranges", "direct") + 2.0 * self.radius();
        let defenders = self.standing().filter(|(_, unit)| unit.company == self.seats[0]);
        let ways = || (0..WAYS).map(|way| f64::from(way) * std::f64::consts::TAU / f64::from(WAYS));
        let place = |from: Place, way: f64| [from[0] + way.cos() * away, from[1] + way.sin() * away];
        defenders.flat_map(|(_, unit)| ways().map(|way| place(unit.at, way))).collect()
    }

    /// Returns a lattice of one unit around the middle of the table.
    fn lattice(&self) -> Vec<Place> {
        let half = self.header.get("table")["half"].as_f64().unwrap_or(0.0);
        let count = half.ceil() as i32;
        let rows = -count..count;
        let place = |i: i32| f64::from(i) + 0.5;
        let all = rows.clone().flat_map(|y| rows.clone().map(move |x| [place(x), place(y)]));
        all.filter(|at| self.is_on_table(*at, self.radius(), -BLUR) && !self.on_terrain(*at, -BLUR)).collect()
    }

    fn seize_in_fielding(&mut self) -> Ruled {
        match self.on("stations", "in_fielding") {
            true => self.look_everywhere(Seizer::Anyone),
            false => Ok(()),
        }
    }
}

/// Returns the index of the first player, going round the order from a place on, that meets a condition.
fn nth_from(order: &[usize], from: usize, is_so: impl Fn(usize) -> bool) -> Option<usize> {
    (0..order.len()).map(|i| (from + i) % order.len()).find(|place| is_so(order[*place]))
}
