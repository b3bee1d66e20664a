//! Attacks: range, spot, defense, cover, damage dice and their effects (rulebook, "Resolving Attacks"; S01 to S05, S45,
//! R19 to R22, R29 to R34).

use super::super::lines::{Line, Ruled};
use super::super::plane::{BLUR, Tri};
use super::Battle;
use super::cover::Cover;
use super::damage::Wound;
use super::hand::RED;
use super::turn::Target;

impl Battle<'_> {
    /// Returns the distance between the closest points of a frame and a target; infinite without a target.
    pub(crate) fn gap_to(&self, unit: usize, target: Target) -> f64 {
        let at = self.units[unit].at;
        match target {
            Target::Nothing => f64::INFINITY,
            Target::Unit(other) => self.between(at, self.units[other].at),
            Target::Piece(piece) => (self.pieces[piece].shape.to_point(at) - self.radius()).max(0.0),
        }
    }

    /// Returns whether a distance lies in a range (S04, S05).
    pub(crate) fn in_band(&self, range: &str, gap: f64) -> Tri {
        let limit = |key: &str| self.real("ranges", key);
        let (least, most) = match range {
            "hand-to-hand" => (f64::NEG_INFINITY, limit("hand_to_hand")),
            "direct" => (limit("direct_from").max(limit("hand_to_hand")), limit("direct")),
            _ => (limit("direct"), f64::INFINITY),
        };
        let is_close = (gap - least).abs() <= BLUR || (gap - most).abs() <= BLUR;
        if is_close { None } else { Some(gap > least && gap < most) }
    }

    /// Returns whether a target is in the range of the current turn.
    pub(crate) fn in_range(&self, target: Target) -> Tri {
        self.in_band(&self.turns[0].range, self.gap_to(self.turns[0].unit, target))
    }

    /// Takes an attack: its die, the answer, and its effects.
    pub(crate) fn attack(&mut self) -> Ruled {
        let (unit, target) = (self.turns[0].unit, self.turns[0].target);
        let line = self.take_of("attack-declared", unit)?;
        line.rule(!self.turns[0].attacked, || "R15: one attack a turn".to_owned())?;
        line.rule(Target::of(line) == target && target != Target::Nothing, || {
            "R11: another target was named".to_owned()
        })?;
        self.judge_target(line, unit, target)?;
        line.rule(self.in_range(target) != Some(false), || "S04: out of the range that was named".to_owned())?;
        self.give_die(line, RED, 1)?;
        self.turns[0].attacked = true;
        if self.on("turn", "rockets_spent_on_attack") {
            self.units[unit].rockets -= self.turns[0].rockets;
        }
        let die = (line.get("die").clone(), line.number("value")?);
        self.call_up()?;
        self.strike(target, die)
    }

    fn strike(&mut self, target: Target, (die, value): (serde_json::Value, usize)) -> Ruled {
        let unit = self.turns[0].unit;
        let line = self.take_of("attacked", unit)?;
        line.same("die of the attack", (line.get("die"), line.number("attack")?), (&die, value))?;
        line.same("range of the attack", line.text("range")?, &self.turns[0].range)?;
        line.rule(Target::of(line) == target, || "R11: another target was attacked".to_owned())?;
        let spot = self.use_spot(line, target)?;
        let defense = match target {
            Target::Unit(target) => self.units[target].defense.unwrap_or(0),
            _ => 0,
        };
        line.same("R42: defense", line.number("defense")?, defense)?;
        let dice = (value + spot).saturating_sub(defense);
        line.same("R21: damage dice", line.number("dice")?, dice)?;
        let faces = line.numbers("faces");
        line.same("faces of the damage dice", faces.len(), dice)?;
        line.rule(faces.iter().all(|face| (1..=6).contains(face)) && faces.is_sorted(), || {
            "damage dice show 1 to 6, in rising order".to_owned()
        })?;
        let cover = Cover::told(line)?;
        match target {
            Target::Unit(target) => self.judge_cover(line, unit, target, &cover)?,
            _ => line.same("cover of terrain", &cover, &Cover::None)?,
        }
        let (on_cover, on_target) = self.hits(line, target, &cover, &faces)?;
        line.same("S01, S02: hits on cover", line.number("on_cover")?, on_cover)?;
        line.same("S01, S02, S03: hits on the target", line.number("on_target")?, on_target)?;
        self.land(unit, target, cover, on_cover, on_target)
    }

    /// Takes the spot that is added: none, or the spot on the target, which is then removed (S09, R20, R22).
    fn use_spot(&mut self, line: Line, target: Target) -> Ruled<usize> {
        let told = line.number("spot")?;
        if told == 0 {
            line.same("S09: whose spot", line.opt("spotted_by"), None)?;
            return Ok(0);
        }
        let slot = match target {
            Target::Unit(unit) => &mut self.units[unit].spot,
            Target::Piece(piece) => &mut self.pieces[piece].spot,
            Target::Nothing => return line.refuse("R20: nothing has no spot"),
        };
        let there = slot.take();
        line.same("S09, R22: the spot on the target", Some((told, line.number("spotted_by")?)), there)?;
        Ok(told)
    }

    /// Computes the hits on cover and on the target, by the chart (S01 to S03, S45).
    fn hits(&self, line: Line, target: Target, cover: &Cover, faces: &[usize]) -> Ruled<(usize, usize)> {
        let chart = match (target, self.turns[0].range.as_str(), cover) {
            (Target::Piece(_), ..) => "terrain",
            (_, "hand-to-hand", _) => "hand-to-hand",
            (.., Cover::None) => "open",
            (.., Cover::Frame(_)) => "frame-cover",
            (.., Cover::Pieces(_) | Cover::Height) => "cover",
        };
        line.same("chart", line.text("chart")?, chart)?;
        let rules = &self.rules["charts"][chart.replace('-', "_")];
        let from = |key: &str| rules[key].as_u64().unwrap_or(7) as usize;
        let count = |least: usize, most: usize| faces.iter().filter(|face| (least..most).contains(face)).count();
        let sixes = count(from("target"), usize::MAX);
        if !matches!(chart, "cover" | "frame-cover") {
            line.same("hits that the cover can take", line.number("cover_hits")?, 0)?;
            return Ok((0, sixes));
        }
        let fives = count(from("blow_through"), from("target"));
        let fours = count(from("cover"), from("blow_through"));
        let Some(takes) = self.cover_takes(cover) else {
            line.same("S45, R48: hits that the cover can take", line.number("cover_hits")?, 0)?;
            return Ok((0, sixes));
        };
        line.same("R33: hits that the cover can take", line.number("cover_hits")?, takes)?;
        let spent = (fours + fives).min(takes);
        let through = match self.choice("charts", "cover_order") {
            // The 4s hit the cover first; 5s beyond its remaining hits go through.
            "low-first" => (fours + fives - spent).min(fives),
            "high-first" => fives.saturating_sub(takes),
            _ => 0,
        };
        Ok((spent, sixes + through))
    }

    /// Returns the hits that cover takes; `None` for cover that is never damaged (S45, R37, R48).
    fn cover_takes(&self, cover: &Cover) -> Option<usize> {
        match cover {
            Cover::None => Some(0),
            Cover::Height => None,
            Cover::Pieces(pieces) => Some(pieces.iter().map(|piece| self.piece_takes(*piece)).sum()),
            Cover::Frame(unit) => {
                let unit = &self.units[*unit];
                let immune = self.on("cover", "two_blues_immune") && unit.count("B") >= 2;
                (!immune).then(|| unit.systems.len() + self.whites_to_lose(unit))
            }
        }
    }

    /// Applies hits: terrain takes them at once, the nearest piece first. Frames choose their losses in this order:
    /// fallen frames, the covering frame, the target.
    fn land(&mut self, by: usize, target: Target, cover: Cover, on_cover: usize, on_target: usize) -> Ruled {
        let mut wounds = Vec::new();
        let mut wound =
            |unit: usize, hits: usize, dodges: bool| wounds.push(Wound { unit, hits, dodges, by: Some(by) });
        let covering_dodge = self.on("stations", "covering_frames_dodge");
        if let Target::Unit(unit) = target {
            wound(unit, on_target, true);
        }
        if let Cover::Frame(unit) = cover {
            wound(unit, on_cover, covering_dodge);
        }
        if let Target::Piece(piece) = target {
            self.damage_piece(piece, on_target, &mut wounds)?;
        }
        if let (Cover::Pieces(pieces), Target::Unit(unit)) = (&cover, target) {
            self.damage_pieces(pieces, unit, on_cover, &mut wounds)?;
        }
        while let Some(wound) = wounds.pop() {
            self.suffer(wound)?;
        }
        Ok(())
    }

    /// Spends hits on the pieces that cover a frame, the nearest first (R32).
    fn damage_pieces(&mut self, pieces: &[usize], target: usize, hits: usize, wounds: &mut Vec<Wound>) -> Ruled {
        let at = self.units[target].at;
        let mut left: Vec<usize> = pieces.to_vec();
        let mut hits = hits;
        while hits > 0 {
            let gap = |piece: &usize| self.pieces[*piece].shape.to_point(at);
            let least = left.iter().map(gap).fold(f64::INFINITY, f64::min);
            // Of equally near pieces, the line names the first.
            let told = self.lines.peek().and_then(|line| line.opt("piece"));
            let nearest = |piece: &&usize| gap(piece) <= least + BLUR;
            let next = left.iter().filter(nearest).find(|piece| Some(**piece) == told).or(left.iter().find(nearest));
            let Some(piece) = next.copied() else { return self.lines.refuse("R32: no cover is left to be hit") };
            let taken = hits.min(self.piece_takes(piece));
            self.damage_piece(piece, taken, wounds)?;
            left.retain(|other| *other != piece);
            hits -= taken;
        }
        Ok(())
    }
}
