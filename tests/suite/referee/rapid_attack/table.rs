//! The table: places where a frame may stand, and their heights.

use super::super::lines::{Line, Place, Ruled};
use super::super::plane::{BLUR, Tri, distance, to_square, within};
use super::{Battle, Ground, Piece, Unit};

impl Battle<'_> {
    /// Returns the distance between the closest points of two frames.
    pub(crate) fn between(&self, a: Place, b: Place) -> f64 {
        (distance(a, b) - 2.0 * self.radius()).max(0.0)
    }

    /// Returns the distance between a frame and a station at their places.
    pub(crate) fn station_gap(&self, at: Place, station: Place) -> f64 {
        (to_square(at, station, self.real("stations", "side")) - self.radius()).max(0.0)
    }

    /// Returns true if a disc is on the table, with slack in units.
    pub(crate) fn is_on_table(&self, at: Place, radius: f64, slack: f64) -> bool {
        let table = self.header.get("table");
        let room = table["half"].as_f64().unwrap_or(0.0) - radius + slack;
        match table["shape"] == "round" {
            true => at[0].hypot(at[1]) <= room,
            false => at[0].abs() <= room && at[1].abs() <= room,
        }
    }

    /// Iterates over the standing frames.
    pub(crate) fn standing(&self) -> impl Iterator<Item = (usize, &Unit)> {
        self.units.iter().enumerate().filter(|(_, unit)| unit.stands())
    }

    /// Returns true if a frame at a place overlaps terrain that is cover, with slack in units.
    pub(crate) fn on_terrain(&self, at: Place, slack: f64) -> bool {
        let limit = self.radius() - slack;
        self.pieces.iter().any(|piece| piece.is_structure() && piece.shape.to_point(at) < limit)
    }

    /// Returns true if a frame at a place overlaps another frame, with slack in units.
    pub(crate) fn on_frame(&self, mover: Option<usize>, at: Place, slack: f64) -> bool {
        let limit = 2.0 * self.radius() - slack;
        self.standing().any(|(number, unit)| Some(number) != mover && distance(unit.at, at) < limit)
    }

    /// Refuses a place where a frame cannot end: off the table, on cover without a movement system (S38), on another
    /// frame (R35).
    pub(crate) fn room(&self, line: Line, mover: usize, at: Place, (crosses, greens): (bool, usize)) -> Ruled {
        line.rule(self.is_on_table(at, self.radius(), BLUR), || "R41: it ends off the table".to_owned())?;
        let climbs = self.on("movement", "standing_on_cover") || self.on("options", "climbing");
        let under = |piece: &Piece| piece.shape.to_point(at) < self.radius() - BLUR;
        let mut structures = self.pieces.iter().filter(|piece| piece.is_structure() && under(piece));
        let may_stand = (greens > 0 && climbs) || structures.all(|piece| self.has_stairs(piece));
        line.rule(may_stand, || "S38: it ends on cover".to_owned())?;
        let difficult = self.pieces.iter().any(|piece| piece.kind == Ground::Difficult && under(piece));
        line.rule(crosses || !difficult, || "it ends on difficult ground".to_owned())?;
        let on_frames = self.on("movement", "standing_on_frames") && crosses;
        line.rule(on_frames || !self.on_frame(Some(mover), at, BLUR), || "R35: it ends on a frame".to_owned())
    }

    /// Returns true if a frame moves through cover and other frames: with a movement system, or by the sprint die
    /// (S20).
    pub(crate) fn crosses(&self, unit: &Unit) -> bool {
        let sprints = !unit.is_ranged() && !super::hand::sides(&self.rules["frame"]["sprint"]).is_empty();
        unit.count("G") > 0 || (sprints && self.on("movement", "sprint_crosses_cover"))
    }

    /// Returns true if frames without a movement system can climb the piece too (R47).
    pub(crate) fn has_stairs(&self, piece: &Piece) -> bool {
        piece.stairs && piece.is_structure() && self.on("options", "climbing")
    }

    /// Returns true if a piece stops frames that may not cross cover.
    pub(crate) fn is_in_the_way(&self, piece: &Piece) -> bool {
        piece.is_structure() || piece.kind == Ground::Difficult
    }

    /// Returns the highest footing under a frame in bricks: the least and the most that rounded places allow.
    pub(crate) fn footing(&self, at: Place, with_ruins: bool) -> (usize, usize) {
        let mut footing = (0, 0);
        // Five studs are a unit of length.
        let least = self.int("options", "climb_area") as f64 / 25.0;
        let structures = self.pieces.iter().filter(|piece| piece.kind == Ground::Structure);
        for piece in structures.filter(|piece| piece.standing || with_ruins) {
            let under: Tri = within(piece.shape.to_point(at), self.radius());
            let height = if piece.shape.area() >= least { piece.height(piece.taken) } else { 0 };
            footing.1 = if under == Some(false) { footing.1 } else { height.max(footing.1) };
            footing.0 = if under == Some(true) { height.max(footing.0) } else { footing.0 };
        }
        footing
    }

    /// Returns the possible elevations of a frame at a place in bricks: 0 without climbing; steps that are too low do
    /// not count (R47).
    pub(crate) fn elevations(&self, at: Place) -> [usize; 2] {
        let (low, high) = self.footing(at, false);
        let step = self.int("options", "bricks_per_unit");
        let counts = |bricks: usize| if self.on("options", "climbing") && bricks >= step { bricks } else { 0 };
        [counts(low), counts(high)]
    }

    /// Sets a frame's elevation to the value in the line, if it is allowed.
    pub(crate) fn set_elevation(&mut self, line: Line, unit: usize, allowed: [usize; 2]) -> Ruled {
        let told = self.told.elevation(unit);
        line.rule(allowed.contains(&told), || {
            format!("R47: frame {unit} stands at {told} bricks, allowed is {allowed:?}")
        })?;
        self.units[unit].elevation = told;
        Ok(())
    }
}
