//! Movement: its length, obstacles, and legal end places (R41, S20, S38, R35, R47).

use super::super::lines::{Line, Place, Ruled};
use super::super::plane::{BLUR, distance, to_segment};
use super::Battle;
use super::hand::GREEN;

impl Battle<'_> {
    /// Takes a frame's move.
    pub(crate) fn move_frame(&mut self) -> Ruled {
        let unit = self.turns[0].unit;
        let line = self.take_of("moved", unit)?;
        line.rule(!self.turns[0].moved && self.units[unit].stands(), || "a frame moves once a turn".to_owned())?;
        self.give_die(line, GREEN, 0)?;
        self.turns[0].moved = true;
        let (from, to) = (line.place("from")?, line.place("to")?);
        line.same("where it moves from", from, self.units[unit].at)?;
        let corners: Option<Vec<Place>> = line.items("corners").iter().map(super::super::lines::place).collect();
        let Some(corners) = corners else { return line.refuse("a corner is no place") };
        let path: Vec<Place> = [from].into_iter().chain(corners).chain([to]).collect();
        let (crosses, greens) = (self.turns[0].crosses, self.turns[0].greens);
        self.judge_length(line, unit, &path, greens)?;
        self.room(line, unit, to, (crosses, greens))?;
        if !crosses {
            self.judge_way(line, unit, &path)?;
        }
        let holds = self.reaches_objective(unit);
        self.units[unit].at = to;
        let climbs = greens > 0 || self.pieces.iter().any(|piece| piece.stairs);
        let elevations = if climbs { self.elevations(to) } else { [0; 2] };
        self.set_elevation(line, unit, elevations)?;
        self.carry_objective(unit, &path, holds)?;
        if self.on("stations", "in_passing") {
            self.look_in_passing(unit, &path)?;
        }
        self.look_near(&[from, to])
    }

    /// Checks that the path is no longer than the die, including climbing.
    fn judge_length(&self, line: Line, unit: usize, path: &[Place], greens: usize) -> Ruled {
        let walked: f64 = path.windows(2).map(|leg| distance(leg[0], leg[1])).sum();
        let climbs = greens > 0 || self.pieces.iter().any(|piece| piece.stairs);
        let reached = if climbs { self.told.elevation(unit) } else { 0 };
        let climbed = match self.on("options", "climbing") {
            true => self.units[unit].elevation.abs_diff(reached) as f64 / self.real("options", "bricks_per_unit"),
            false => 0.0,
        };
        let slack = BLUR * path.len() as f64;
        let told = line.real("length")?;
        line.rule((told - walked - climbed).abs() <= slack, || {
            format!("R41, R47: the path is {:.4} long, the line says {told}", walked + climbed)
        })?;
        let budget = line.number("value")? as f64 * self.real("movement", "units_per_pip");
        line.rule(told <= budget + slack, || format!("R41: {told} exceeds the allowance of the die, {budget}"))
    }

    /// Checks that the path goes around cover and frames, except those that the frame overlaps at the start.
    fn judge_way(&self, line: Line, mover: usize, path: &[Place]) -> Ruled {
        let (radius, start) = (self.radius(), path[0]);
        let end = path[path.len() - 1];
        for (number, piece) in self.pieces.iter().enumerate().filter(|(_, piece)| self.is_in_the_way(piece)) {
            let gap = path.windows(2).map(|leg| piece.shape.to_way(leg[0], leg[1])).fold(f64::INFINITY, f64::min);
            let is_free = gap >= radius - BLUR || piece.shape.to_point(start) < radius + BLUR;
            // Stairs lead up, not through.
            let is_free = is_free || (self.has_stairs(piece) && piece.shape.to_point(end) < radius + BLUR);
            line.rule(is_free, || format!("S20, R41: the way leads through piece {number}"))?;
        }
        if !self.on("movement", "frames_block") {
            return Ok(());
        }
        for (number, other) in self.standing().filter(|(number, _)| *number != mover) {
            let gap = path.windows(2).map(|leg| to_segment(other.at, leg[0], leg[1])).fold(f64::INFINITY, f64::min);
            let is_free = gap >= 2.0 * radius - BLUR || distance(other.at, start) < 2.0 * radius + BLUR;
            line.rule(is_free, || format!("R41: the way leads through frame {number}"))?;
        }
        Ok(())
    }
}
