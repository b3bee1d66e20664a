//! Damage: lost systems and whites, leaving a station instead of a hit, destruction, terrain that fails, and falls
//! (S15, S16, S36, R27, R28, R33, R36, R38, R47).

use super::super::lines::{Line, Place, Ruled};
use super::super::plane::{BLUR, distance, to_segment};
use super::{Battle, Life};

/// Damage to be applied to a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wound {
    pub unit: usize,
    pub hits: usize,
    /// True if the frame may still leave a station instead of a hit.
    pub dodges: bool,
    pub by: Option<usize>,
}

impl Battle<'_> {
    /// Takes the lines of a frame's losses, hit by hit.
    pub(crate) fn suffer(&mut self, mut wound: Wound) -> Ruled {
        while wound.hits > 0 && self.units[wound.unit].stands() {
            wound.hits -= 1;
            let may_dodge = wound.dodges;
            wound.dodges &= self.on("stations", "dodge_every_damage");
            match self.lines.peek().map(|line| line.event()) {
                Some("dodged") => self.dodge(wound.unit, may_dodge)?,
                Some("white-lost") => self.lose_white(wound)?,
                _ => self.lose_system(wound)?,
            }
        }
        Ok(())
    }

    /// Removes a system from a frame (R38).
    pub(crate) fn drop_system(&mut self, line: Line, unit: usize) -> Ruled {
        line.same("frame that loses a system", line.number("unit")?, unit)?;
        let system = line.text("system")?;
        let frame = &mut self.units[unit];
        let Some(place) = frame.systems.iter().position(|own| own == system) else {
            return line.refuse(format!("R38: it has no {system}"));
        };
        frame.systems.remove(place);
        Ok(())
    }

    fn lose_system(&mut self, wound: Wound) -> Ruled {
        let line = self.take("system-lost")?;
        self.drop_system(line, wound.unit)?;
        self.after_loss(wound)
    }

    /// Checks a lost white: whites go once the systems are gone, or if the rules allow an early loss, but never the
    /// last (S36).
    fn lose_white(&mut self, wound: Wound) -> Ruled {
        let line = self.take_of("white-lost", wound.unit)?;
        let frame = &self.units[wound.unit];
        let early = self.on("frame", "early_white_loss") && self.whites_to_lose(frame) > 1;
        line.rule(frame.systems.is_empty() || early, || "S36: systems go before whites".to_owned())?;
        line.rule(frame.whites > 0, || "S36: no white is left".to_owned())?;
        line.same("whites left", line.number("left")?, frame.whites - 1)?;
        self.units[wound.unit].whites -= 1;
        self.after_loss(wound)
    }

    /// Destroys a frame without whites. Capabilities last for the turn if the rules say so (S15).
    fn after_loss(&mut self, wound: Wound) -> Ruled {
        if self.whites_to_lose(&self.units[wound.unit]) == 0 {
            return self.destroy(wound);
        }
        if !self.on("turn", "capabilities_persist") {
            let frame = &self.units[wound.unit];
            let (greens, comms, crosses) = (frame.count("G"), frame.count("Y"), self.crosses(frame));
            for turn in self.turns.iter_mut().filter(|turn| turn.unit == wound.unit) {
                (turn.greens, turn.comms) = (turn.greens.min(greens), turn.comms.min(comms));
                turn.crosses &= crosses;
            }
        }
        Ok(())
    }

    fn destroy(&mut self, wound: Wound) -> Ruled {
        let line = self.take_of("destroyed", wound.unit)?;
        line.same("who destroyed it", line.opt("by"), wound.by)?;
        let frame = &mut self.units[wound.unit];
        let at = frame.at;
        (frame.life, frame.spot, frame.acted) = (Life::Destroyed, None, true);
        self.look_near(&[at])
    }

    /// Checks a frame that leaves a station instead of a hit. It moves one unit further away, between the closest
    /// points of frame and station, or just beyond its reach. It may do so once an attack, before it loses anything
    /// (S16, R27, R28).
    fn dodge(&mut self, unit: usize, may: bool) -> Ruled {
        let line = self.take_of("dodged", unit)?;
        line.rule(may, || "R27, R28: it may not leave a station for this hit".to_owned())?;
        let (from, to) = (line.place("from")?, line.place("to")?);
        line.same("where it was", from, self.units[unit].at)?;
        let frame = &self.units[unit];
        let mut can = (self.crosses(frame), frame.count("G"));
        for turn in self.turns.iter().filter(|turn| turn.unit == unit) {
            can = (can.0 || turn.crosses, can.1.max(turn.greens));
        }
        self.room(line, unit, to, can)?;
        if !can.0 {
            self.judge_step(line, unit, from, to)?;
        }
        let kept = self.leaves_a_station(from, to);
        self.keeps(line, "S16", kept, || {
            "it does not get the full distance from a station that it gives up".to_owned()
        })?;
        self.units[unit].at = to;
        let elevations = self.elevations(to);
        self.set_elevation(line, unit, elevations)?;
        self.look_near(&[from, to])
    }

    fn leaves_a_station(&self, from: Place, to: Place) -> bool {
        let within = (0..self.stations.len()).filter(|station| self.reaches(from, *station) != Some(false));
        let gaps = within
            .filter_map(|station| self.stations[station].at)
            .map(|station| (self.station_gap(from, station), self.station_gap(to, station)));
        let rule = self.choice("stations", "dodge");
        let reach = self.real("stations", "reach");
        let mut gaps = gaps;
        gaps.any(|(before, after)| match rule {
            "one-unit" => after >= before + 1.0 - BLUR,
            "just-outside" => after > reach - BLUR && after <= reach + 0.05,
            _ => false,
        })
    }

    fn judge_step(&self, line: Line, mover: usize, from: Place, to: Place) -> Ruled {
        let radius = self.radius();
        let blocked =
            self.pieces.iter().filter(|piece| self.is_in_the_way(piece)).any(|piece| {
                piece.shape.to_way(from, to) < radius - BLUR && piece.shape.to_point(from) >= radius + BLUR
            });
        line.rule(!blocked, || "R27: it cannot step through cover".to_owned())?;
        let blocked = self.on("movement", "frames_block")
            && self.standing().filter(|(number, _)| *number != mover).any(|(_, other)| {
                to_segment(other.at, from, to) < 2.0 * radius - BLUR && distance(other.at, from) >= 2.0 * radius + BLUR
            });
        line.rule(!blocked, || "R27: it cannot step through a frame".to_owned())
    }

    /// Takes the hits of a piece of terrain, and the falls of the frames that stand on it (R33, R47).
    pub(crate) fn damage_piece(&mut self, piece: usize, hits: usize, wounds: &mut Vec<Wound>) -> Ruled {
        if hits == 0 || !self.pieces[piece].standing {
            return Ok(());
        }
        let line = self.take("cover-hit")?;
        line.same("R32: piece that is hit", line.number("piece")?, piece)?;
        line.same("R33: hits", line.number("hits")?, hits)?;
        let least = self.int("shelter", "min_height");
        let hit = &mut self.pieces[piece];
        hit.taken += hits;
        line.same("R33: hits that it still takes", line.number("left")?, hit.hits.saturating_sub(hit.taken))?;
        if hit.height(hit.taken) < least {
            hit.standing = false;
            let line = self.take("cover-destroyed")?;
            line.same("R33: piece that is gone", line.number("piece")?, piece)?;
        }
        if self.on("options", "climbing") { self.falls(wounds) } else { Ok(()) }
    }

    /// Checks falls of frames with lower footing: a die for a number of bricks, on the hand-to-hand chart, without
    /// defense (R47).
    fn falls(&mut self, wounds: &mut Vec<Wound>) -> Ruled {
        for unit in 0..self.units.len() {
            let (at, was) = (self.units[unit].at, self.units[unit].elevation);
            let [low, high] = self.elevations(at);
            let comes = self.lines.peek().is_some_and(|line| line.event() == "fell" && line.opt("unit") == Some(unit));
            if !self.units[unit].stands() || low >= was || (high >= was && !comes) {
                continue;
            }
            let line = self.take_of("fell", unit)?;
            self.set_elevation(line, unit, [low, high])?;
            let footing = self.footing(at, true);
            let bricks = line.number("bricks")?;
            let allowed = [was.saturating_sub(footing.0), was.saturating_sub(footing.1)];
            line.rule(allowed.contains(&bricks), || format!("R47: it falls {allowed:?} bricks"))?;
            let (dice, faces) = (bricks / self.int("options", "bricks_per_fall_die"), line.numbers("faces"));
            line.same("R47: dice of the fall", (line.number("dice")?, faces.len()), (dice, dice))?;
            let from = self.rules["charts"]["hand_to_hand"]["target"].as_u64().unwrap_or(7) as usize;
            line.rule(faces.iter().all(|face| (1..=6).contains(face)), || "dice show 1 to 6".to_owned())?;
            let hits = faces.iter().filter(|face| **face >= from).count();
            line.same("R47: hits of the fall", line.number("hits")?, hits)?;
            wounds.push(Wound { unit, hits, dodges: false, by: None });
        }
        Ok(())
    }
}
