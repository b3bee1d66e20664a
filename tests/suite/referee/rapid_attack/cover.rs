//! Cover of a frame: terrain or another frame that is close to it and between it and the attacker, or height (R30 to
//! R35, R47, R48, S45).

use super::super::lines::{Line, Place, Ruled};
use super::super::plane::{BLUR, Tri, along, any, both, distance, to_segment, way, within};
use super::{Battle, Ground};

/// Cover in the line of an attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cover {
    None,
    Height,
    Pieces(Vec<usize>),
    Frame(usize),
}

impl Cover {
    pub(crate) fn told(line: Line) -> Ruled<Cover> {
        let pieces = line.numbers("cover_pieces");
        let told = [!pieces.is_empty(), line.opt("cover_unit").is_some(), line.is("cover_height")];
        line.rule(told.iter().filter(|told| **told).count() <= 1, || "R31: one thing covers a target".to_owned())?;
        Ok(match line.opt("cover_unit") {
            Some(unit) => Cover::Frame(unit),
            None if line.is("cover_height") => Cover::Height,
            None if pieces.is_empty() => Cover::None,
            None => Cover::Pieces(pieces),
        })
    }
}

impl Battle<'_> {
    /// Returns the segment between the closest points of two frames; `None` if they touch.
    fn line_of_attack(&self, target: Place, attacker: Place) -> Option<(Place, Place)> {
        let inset = self.radius();
        let way = way(target, attacker)?;
        (distance(target, attacker) > 2.0 * inset + BLUR)
            .then(|| (along(target, way, inset), along(attacker, way, -inset)))
    }

    fn is_corridor(&self) -> bool {
        self.choice("shelter", "between") == "corridor"
    }

    /// Returns whether a piece covers a place against another place.
    fn piece_covers(&self, piece: usize, target: Place, attacker: Place) -> Tri {
        let piece = &self.pieces[piece];
        if !piece.is_structure() {
            return Some(false);
        }
        let reach = self.radius() + self.real("ranges", "hand_to_hand");
        let near = within(piece.shape.to_point(target), reach);
        if near == Some(false) {
            return near;
        }
        let between = match self.line_of_attack(target, attacker) {
            _ if self.is_corridor() => within(piece.shape.to_way(target, attacker), self.radius()),
            Some((a, b)) => piece.shape.met(a, b),
            None => None,
        };
        both(near, between)
    }

    /// Returns for each other frame whether it covers a place against a frame. Excludes the target.
    fn frames_covering(&self, target: Option<usize>, at: Place, attacker: usize) -> Vec<(usize, Tri)> {
        let (from, radius) = (self.units[attacker].at, self.radius());
        let reach = self.real("ranges", "hand_to_hand") + 2.0 * radius;
        let width = if self.is_corridor() { 2.0 * radius } else { radius };
        let friends = self.on("shelter", "friends_cover");
        let Some((a, b)) = self.line_of_attack(at, from) else { return Vec::new() };
        let others = self.standing().filter(|(number, unit)| {
            let own = unit.company == self.units[attacker].company;
            Some(*number) != target && *number != attacker && (friends || !own)
        });
        let covers = others.map(|(number, unit)| {
            (number, both(within(distance(unit.at, at), reach), within(to_segment(unit.at, a, b), width)))
        });
        covers.filter(|(_, covers)| *covers != Some(false)).collect()
    }

    /// Returns whether anything covers a place against a frame.
    pub(crate) fn covered(&self, at: Place, attacker: usize) -> Tri {
        self.covered_of(None, at, attacker)
    }

    /// Returns whether anything covers a target, or a place, against a frame.
    pub(crate) fn covered_of(&self, target: Option<usize>, at: Place, attacker: usize) -> Tri {
        let from = self.units[attacker].at;
        let pieces = (0..self.pieces.len()).map(|piece| self.piece_covers(piece, at, from));
        let frames = self.frames_covering(target, at, attacker).into_iter().map(|(_, covers)| covers);
        any(pieces.chain(frames))
    }

    /// Refuses the cover in a line if it does not cover the target of the attack.
    pub(crate) fn judge_cover(&self, line: Line, attacker: usize, target: usize, told: &Cover) -> Ruled {
        if line.text("range")? == "hand-to-hand" {
            return line.rule(*told == Cover::None, || "R30: nothing covers hand-to-hand".to_owned());
        }
        let (from, at) = (&self.units[attacker], &self.units[target]);
        let height_counts = self.on("options", "height_covers") && from.elevation != at.elevation;
        let below = height_counts && at.elevation < from.elevation;
        let height = height_counts && !below;
        let pieces: Vec<Tri> = (0..self.pieces.len())
            .map(|piece| match height_counts {
                true if below => self.is_under_roof(piece, at.at),
                true => Some(false),
                false => self.piece_covers(piece, at.at, from.at),
            })
            .collect();
        let frames = if below { Vec::new() } else { self.frames_covering(Some(target), at.at, attacker) };
        let terrain_sure = height || pieces.contains(&Some(true));
        let frame_sure = frames.iter().any(|(_, covers)| *covers == Some(true));
        let prefer = self.choice("shelter", "prefer");
        match told {
            Cover::None => line.rule(!terrain_sure && !frame_sure, || "R30: the target is in cover".to_owned()),
            Cover::Height => line.rule(height && (prefer != "frame" || !frame_sure), || {
                "R48: height does not cover the target".to_owned()
            }),
            Cover::Pieces(told) => {
                line.rule(prefer != "frame" || !frame_sure, || "R31: the frame covers".to_owned())?;
                self.judge_pieces(line, target, told, &pieces)
            }
            Cover::Frame(unit) => {
                line.rule(prefer != "terrain" || !terrain_sure, || "R31: the terrain covers".to_owned())?;
                self.judge_covering_frame(line, target, *unit, &frames)
            }
        }
    }

    /// Checks that the line has all pieces that cover, or without `pieces_in_turn` the nearest of them (R32).
    fn judge_pieces(&self, line: Line, target: usize, told: &[usize], covers: &[Tri]) -> Ruled {
        let gap = |piece: usize| self.pieces[piece].shape.to_point(self.units[target].at);
        for piece in told {
            let covers = covers.get(*piece).copied().unwrap_or(Some(false));
            line.rule(covers != Some(false), || format!("R30: piece {piece} does not cover the target"))?;
        }
        if self.on("shelter", "pieces_in_turn") {
            let forgotten = (0..covers.len()).find(|piece| covers[*piece] == Some(true) && !told.contains(piece));
            return line.rule(forgotten.is_none(), || format!("R32: piece {forgotten:?} covers the target too"));
        }
        line.same("R32: pieces that cover", told.len(), 1)?;
        let nearer = (0..covers.len()).any(|piece| covers[piece] == Some(true) && gap(piece) < gap(told[0]) - BLUR);
        line.rule(!nearer, || "R32: another piece is nearer to the target".to_owned())
    }

    /// Checks that the line has the nearest of the frames that cover (R30, R34, R35).
    fn judge_covering_frame(&self, line: Line, target: usize, told: usize, covers: &[(usize, Tri)]) -> Ruled {
        let gap = |unit: usize| distance(self.units[unit].at, self.units[target].at);
        line.rule(covers.iter().any(|(unit, _)| *unit == told), || {
            format!("R30, R34: frame {told} of the line does not cover the target")
        })?;
        let nearer = covers.iter().any(|(unit, is)| *is == Some(true) && gap(*unit) < gap(told) - BLUR);
        line.rule(!nearer, || "R30: another frame is nearer to the target".to_owned())
    }

    /// Returns whether a frame at a place is under a standing roof, its cover against higher frames (R48).
    pub(crate) fn is_under_roof(&self, piece: usize, at: Place) -> Tri {
        let piece = &self.pieces[piece];
        let roofs = piece.standing && piece.kind == Ground::Roof;
        if roofs { within(piece.shape.to_point(at), self.radius()) } else { Some(false) }
    }

    /// Returns the hits that a piece takes until it stops being cover, including by its height (R33).
    pub(crate) fn piece_takes(&self, piece: usize) -> usize {
        let (least, piece) = (self.int("shelter", "min_height"), &self.pieces[piece]);
        (piece.taken..piece.hits).take_while(|taken| piece.height(*taken) >= least).count()
    }
}
