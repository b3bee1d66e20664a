//! The special objective: its place, its ways of moving, and its owner (S46).

use super::super::lines::{Line, Place, Ruled};
use super::super::plane::{BLUR, Tri, distance, to_segment, to_square};
use super::Battle;
use super::stations::Seizer;

impl Battle<'_> {
    /// Returns the index of the objective: the last station, if the rules have one.
    fn objective(&self) -> Option<usize> {
        (self.choice("objective", "moves") != "off").then(|| self.stations.len() - 1)
    }

    /// Takes the placing of the objective: where there is room, out of reach of all frames, and by the agreed rule.
    pub(crate) fn place_objective(&mut self) -> Ruled {
        let Some(objective) = self.objective() else { return Ok(()) };
        let line = self.take("station-placed")?;
        line.same("S46: the objective is placed last", line.opt("station"), Some(objective))?;
        let at = line.place("at")?;
        self.objective_room(line, at)?;
        let (told, slack) = (self.unfairness(at), 4.0 * BLUR);
        let better = |place: &Place| {
            let fairer = self.unfairness(*place);
            self.has_objective_room(*place, -BLUR) && (fairer.0, fairer.1 + slack) < (told.0, told.1)
        };
        let better = self.lattice().into_iter().find(better);
        line.rule(better.is_none(), || format!("S46: {better:?} is an easier place to agree on"))?;
        self.stations[objective].at = Some(at);
        Ok(())
    }

    /// Returns whether a frame is within reach of a place, and how unfair or far from the middle the place is.
    fn unfairness(&self, at: Place) -> (bool, f64) {
        let reached = self.standing().any(|(_, unit)| self.station_gap(unit.at, at) <= self.real("stations", "reach"));
        if self.choice("objective", "place") == "middle" {
            return (reached, at[0].hypot(at[1]));
        }
        let nearest = |company: usize| {
            let own = self.standing().filter(|(_, unit)| unit.company == company);
            own.map(|(_, unit)| distance(unit.at, at)).fold(f64::INFINITY, f64::min)
        };
        let gaps: Vec<f64> = (0..self.players()).map(nearest).collect();
        (reached, gaps.iter().copied().fold(0.0, f64::max) - gaps.iter().copied().fold(f64::INFINITY, f64::min))
    }

    fn has_objective_room(&self, at: Place, slack: f64) -> bool {
        let side = self.real("stations", "side");
        let objective = self.objective();
        let mut others = self.stations.iter().enumerate().filter(|(number, _)| Some(*number) != objective);
        self.is_on_table(at, (side / 2.0).max(0.1), slack)
            && !self.on_terrain(at, slack)
            && !self.standing().any(|(_, unit)| to_square(unit.at, at, side) < self.radius() - slack)
            && !others.any(|(_, other)| other.at.is_some_and(|other| to_square(at, other, side) < side / 2.0 - slack))
    }

    fn objective_room(&self, line: Line, at: Place) -> Ruled {
        line.rule(self.has_objective_room(at, BLUR), || format!("S46: there is no room for the objective at {at:?}"))
    }

    /// Takes the moves of the objective by players, if it moves at this time of the round.
    pub(crate) fn move_objective(&mut self, at_round_end: bool) -> Ruled {
        let Some(objective) = self.objective().filter(|_| self.on("objective", "at_round_end") == at_round_end) else {
            return Ok(());
        };
        let orders = self.choice("objective", "moves") == "orders";
        let commander = self.stations[objective].owner;
        if !(orders && commander.is_some()) && self.choice("objective", "moves") != "afraid" {
            return Ok(());
        }
        self.close()?;
        self.query = self.tactical_order()?;
        for player in self.query.clone() {
            let owns = self.stations[objective].owner == Some(player);
            let may = if orders { commander == Some(player) } else { !owns && self.frames(player) > 0 };
            let moves = self.lines.peek().filter(|line| line.event() == "objective-moved");
            if !may || moves.and_then(|line| line.opt("company")) != Some(player) {
                continue;
            }
            let line = self.take("objective-moved")?;
            let (pips, sides) = (line.number("pips")?, self.int("objective", "sides"));
            let shown = if orders { 1..=sides } else { 0..=0 };
            line.rule(shown.contains(&pips), || format!("S46: a die of {sides} sides moves it"))?;
            let reach = match orders {
                true => pips as f64 * self.real("movement", "units_per_pip"),
                false => self.real("objective", "step"),
            };
            let (from, to) = (self.put_objective(line, objective)?, line.place("to")?);
            line.rule(distance(from, to) <= reach + BLUR, || format!("S46: it may move {reach} units"))?;
            if self.choice("stations", "seized") == "at-once" {
                self.settle(objective, Seizer::Anyone, false)?;
            }
        }
        Ok(())
    }

    /// Moves the objective to the place in the line. Returns the place where it was.
    fn put_objective(&mut self, line: Line, objective: usize) -> Ruled<Place> {
        let (from, to) = (line.place("from")?, line.place("to")?);
        let was = self.stations[objective].at;
        line.rule(was.is_some_and(|was| distance(was, from) <= BLUR), || format!("S46: it was at {was:?}"))?;
        self.objective_room(line, to)?;
        self.stations[objective].at = Some(to);
        Ok(from)
    }

    /// Takes the move of an objective that follows the frame that holds it, which moved along a path.
    pub(crate) fn carry_objective(&mut self, unit: usize, path: &[Place], held: Tri) -> Ruled {
        let Some(objective) = self.objective() else { return Ok(()) };
        let (Some(at), true) = (self.stations[objective].at, self.choice("objective", "moves") == "owner") else {
            return Ok(());
        };
        let owns = self.stations[objective].owner == Some(self.units[unit].company);
        let held = if owns { held } else { Some(false) };
        let way: Vec<Place> = path.iter().map(|place| shifted(at, path[0], *place)).collect();
        let end = way[way.len() - 1];
        if self.comes("objective-moved") {
            let line = self.take("objective-moved")?;
            line.rule(held != Some(false), || "S46: the frame does not hold the objective".to_owned())?;
            line.same("S46: nobody else moves it", (line.opt("company"), line.number("pips")?), (None, 0))?;
            line.rule(self.is_clear(unit, &way, BLUR), || "S46: something is in its way".to_owned())?;
            self.put_objective(line, objective)?;
            let to = line.place("to")?;
            return line.rule(distance(to, end) <= 4.0 * BLUR, || format!("S46: it follows to {end:?}"));
        }
        let must = held == Some(true) && self.is_clear(unit, &way, -BLUR) && self.has_objective_room(end, -BLUR);
        if must && distance(at, end) > BLUR {
            self.lines.refuse("S46: the objective follows its holder")
        } else {
            Ok(())
        }
    }

    fn is_clear(&self, mover: usize, way: &[Place], slack: f64) -> bool {
        let radius = self.radius() - slack;
        let mut legs = way.windows(2);
        legs.all(|leg| {
            let mut pieces = self.pieces.iter().filter(|piece| piece.is_structure());
            let mut others = self.standing().filter(|(number, _)| *number != mover);
            pieces.all(|piece| piece.shape.to_way(leg[0], leg[1]) >= radius)
                && others.all(|(_, other)| to_segment(other.at, leg[0], leg[1]) >= radius)
        })
    }

    /// Returns whether a frame is within reach of the objective.
    pub(crate) fn reaches_objective(&self, unit: usize) -> Tri {
        self.objective().map_or(Some(false), |objective| self.reaches(self.units[unit].at, objective))
    }
}

/// Returns a place shifted by a way from one place to another.
fn shifted(place: Place, from: Place, to: Place) -> Place {
    [place[0] + to[0] - from[0], place[1] + to[1] - from[1]]
}
