//! A frame's turn, from its declaration to its spot (rulebook, "A Mobile Frame's Turn"; S10 to S17, R09 to R14).

use super::super::lines::{Line, Ruled};
use super::super::plane::BLUR;
use super::hand::{BLUE, Hand, YELLOW};
use super::stations::Seizer;
use super::{Battle, Life};

/// Target of an attack or a spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Nothing,
    Unit(usize),
    Piece(usize),
}

impl Target {
    pub(crate) fn of(line: Line) -> Target {
        match (line.opt("target_unit"), line.opt("target_piece")) {
            (Some(unit), _) => Target::Unit(unit),
            (None, Some(piece)) => Target::Piece(piece),
            _ => Target::Nothing,
        }
    }
}

/// An open turn.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    pub unit: usize,
    pub answers: bool,
    pub target: Target,
    pub range: String,
    pub rockets: usize,
    pub hand: Hand,
    /// Dice set aside for movement, attack and spot (S11).
    pub committed: Option<[usize; 3]>,
    pub moved: bool,
    pub attacked: bool,
    pub renamed: bool,
    /// Systems that count for the turn (S15).
    pub greens: usize,
    pub comms: usize,
    pub crosses: bool,
}

impl<'a> Battle<'a> {
    /// Plays a turn that its owner chose, and every answer that it provokes (R09): the attacker ends its turn before
    /// the answer goes on.
    pub(crate) fn play_turn(&mut self, unit: usize) -> Ruled {
        self.open_turn(unit, None)?;
        while !self.turns.is_empty() {
            self.go_on()?;
            let turn = self.turns.remove(0);
            let line = self.take("turn-ended")?;
            line.same("R09: frame whose turn ends", line.number("unit")?, turn.unit)?;
            let unused = (line.number("unused_whites")?, line.number("unused_colors")?);
            line.same("dice left over", unused, turn.hand.unused())?;
            if self.choice("stations", "seized") == "end-of-turn" {
                self.look_everywhere(Seizer::Near(turn.unit))?;
            }
        }
        Ok(())
    }

    /// Takes the beginning of a turn up to its defense. `by` is the attacker that it answers.
    fn open_turn(&mut self, unit: usize, by: Option<usize>) -> Ruled {
        let line = self.take("turn-began")?;
        line.same("frame whose turn begins", line.number("unit")?, unit)?;
        line.same("R09: whose attack it answers", line.opt("attacked_by"), by)?;
        line.rule(self.units[unit].stands() && !self.units[unit].acted, || "a frame acts once a round".to_owned())?;
        self.units[unit].acted = true;
        if by.is_none() {
            self.last_to_act = self.units[unit].company;
        }
        while self.comes("jettisoned") {
            let line = self.take("jettisoned")?;
            line.rule(self.on("options", "jettison"), || "S37: nothing is jettisoned".to_owned())?;
            self.drop_system(line, unit)?;
        }
        let mut turn = self.declaration(unit, by.is_some())?;
        let attack = (turn.target != Target::Nothing).then_some((turn.range.as_str(), turn.rockets));
        turn.hand = self.roll(unit, attack)?;
        let frame = &self.units[unit];
        (turn.greens, turn.comms, turn.crosses) = (frame.count("G"), frame.count("Y"), self.crosses(frame));
        let line = self.take_of("defended", unit)?;
        turn.hand.spend(line, BLUE)?;
        self.units[unit].defense = Some(line.number("value")?);
        if !self.on("turn", "rockets_spent_on_attack") {
            self.units[unit].rockets -= turn.rockets;
        }
        if self.on("turn", "commit_all_first") {
            let line = self.take_of("committed", unit)?;
            let values = [line.number("movement")?, line.number("attack")?, line.number("spot")?];
            line.rule(turn.hand.can_commit(values), || format!("S11: {values:?} cannot be set aside at once"))?;
            turn.committed = Some(values);
        }
        self.turns.push(turn);
        Ok(())
    }

    /// Takes a line that must name this frame.
    pub(crate) fn take_of(&mut self, event: &str, unit: usize) -> Ruled<Line<'a>> {
        self.take(event).and_then(|line| line.same("frame", line.number("unit")?, unit).map(|()| line))
    }

    /// Takes the target, range and rockets (S10, S18, S39, R16 to R18).
    fn declaration(&mut self, unit: usize, answers: bool) -> Ruled<Turn> {
        let line = self.take_of("declared", unit)?;
        let (target, range, rockets) = (Target::of(line), line.text("range")?.to_owned(), line.number("rockets")?);
        let frame = &self.units[unit];
        self.judge_target(line, unit, target)?;
        let direct = range == "direct";
        line.rule(rockets <= frame.rockets && (direct || rockets == 0), || {
            "R16: it has fewer rockets, or fires them at another range".to_owned()
        })?;
        let letter = range.chars().next().unwrap_or(' ');
        let armed = range == "hand-to-hand" || frame.weapons(letter) != (0, 0);
        let by_rocket = direct && rockets > 0 && self.on("rockets", "open_direct_fire");
        line.rule(armed || by_rocket, || format!("R18, S18: it has nothing for {range}"))?;
        let hand = Hand::default();
        let (committed, moved, attacked, renamed) = (None, false, false, false);
        let (greens, comms, crosses) = (0, 0, false);
        Ok(Turn {
            unit,
            answers,
            target,
            range,
            rockets,
            hand,
            committed,
            moved,
            attacked,
            renamed,
            greens,
            comms,
            crosses,
        })
    }

    pub(crate) fn judge_target(&self, line: Line, unit: usize, target: Target) -> Ruled {
        match target {
            Target::Nothing => Ok(()),
            Target::Unit(other) => {
                let known = self.units.get(other);
                let fits = known.is_some_and(|other| other.stands() && other.company != self.units[unit].company);
                line.rule(fits, || "S39: the target is no enemy on the table".to_owned())
            }
            Target::Piece(piece) => {
                let stands = self.pieces.get(piece).is_some_and(|piece| piece.standing);
                line.rule(stands, || "R33: the piece does not stand".to_owned())
            }
        }
    }

    /// Takes movement and attack in any order, then the spot, as long as the frame stands (S17, R10).
    fn go_on(&mut self) -> Ruled {
        if self.choice("turn", "responder_rolls") == "when-named" && self.units[self.turns[0].unit].stands() {
            self.call_up()?;
        }
        while !self.is_gone() {
            match self.lines.peek().map(|line| line.event()) {
                Some("moved") => self.move_frame()?,
                Some("renamed") => self.rename()?,
                Some("attack-declared") => self.attack()?,
                _ => break,
            }
        }
        if self.is_gone() {
            return Ok(());
        }
        let (unit, target, attacked) = (self.turns[0].unit, self.turns[0].target, self.turns[0].attacked);
        if target != Target::Nothing && !attacked {
            self.take_of("attack-forgone", unit)?;
        }
        if self.comes("spotted") { self.spot() } else { Ok(()) }
    }

    /// Returns true if the current turn is over because its frame is destroyed.
    fn is_gone(&self) -> bool {
        let turn = &self.turns[0];
        let acts_on = turn.answers && self.on("turn", "destroyed_responder_acts");
        self.units[turn.unit].life == Life::Destroyed && !acts_on
    }

    /// Lets a target without a defense take its turn up to its defense first (R09, R12, R13).
    pub(crate) fn call_up(&mut self) -> Ruled {
        let Target::Unit(target) = self.turns[0].target else { return Ok(()) };
        let unit = &self.units[target];
        if !unit.stands() || unit.defense.is_some() || unit.acted {
            return Ok(());
        }
        if let (true, Some(line)) = (self.turns.len() > 1, self.lines.peek()) {
            self.keeps(line, "R09", false, || "two turns are open at most".to_owned())?;
            self.turns.truncate(1);
        }
        let attacker = self.turns[0].unit;
        self.open_turn(target, Some(attacker))
    }

    /// Takes an answer that names another target within its range (R11).
    fn rename(&mut self) -> Ruled {
        let unit = self.turns[0].unit;
        let line = self.take_of("renamed", unit)?;
        let target = Target::of(line);
        let turn = &self.turns[0];
        let may = self.on("turn", "responder_renames") && turn.answers && !turn.attacked && !turn.renamed;
        line.rule(may && turn.target != Target::Nothing, || {
            "R11: the target is in the state that was named".to_owned()
        })?;
        self.judge_target(line, unit, target)?;
        line.rule(target != turn.target && self.in_range(target) != Some(false), || {
            "R11: the new target is out of the range that was named".to_owned()
        })?;
        let turn = &mut self.turns[0];
        (turn.target, turn.renamed) = (target, true);
        Ok(())
    }

    /// Takes a spot, the last action of a turn (S06 to S08).
    fn spot(&mut self) -> Ruled {
        let unit = self.turns[0].unit;
        let line = self.take_of("spotted", unit)?;
        let (target, value) = (Target::of(line), line.number("value")?);
        self.give_die(line, YELLOW, 2)?;
        self.judge_target(line, unit, target)?;
        line.rule(self.sees(target), || "S06: the spot does not reach its target".to_owned())?;
        let before = match target {
            Target::Unit(unit) => self.units[unit].spot.replace((value, self.turns[0].unit)),
            Target::Piece(piece) => {
                line.rule(self.on("spotting", "terrain"), || "S07: terrain is not spotted".to_owned())?;
                self.pieces[piece].spot.replace((value, self.turns[0].unit))
            }
            Target::Nothing => return line.refuse("nothing is spotted"),
        };
        let before = before.map(|(value, _)| value);
        line.same("S08: the spot that was there", line.opt("replaced"), before)?;
        line.rule(value > before.unwrap_or(0), || "S08: only a higher spot replaces another".to_owned())
    }

    /// Gives a die to an action; if all were set aside first, the die set aside (S11).
    pub(crate) fn give_die(&mut self, line: Line, color: usize, action: usize) -> Ruled {
        let value = line.number("value")?;
        line.rule(value > 0, || "R19: an action needs a die".to_owned())?;
        if let Some(committed) = self.turns[0].committed {
            line.same("S11: the die set aside", value, committed[action])?;
        }
        self.turns[0].hand.spend(line, color)
    }

    /// Returns true if a spot reaches its target: anywhere with two comms systems, within a ruler with one, within a
    /// ruler and in the open with none (S06).
    fn sees(&self, target: Target) -> bool {
        let turn = &self.turns[0];
        if turn.comms >= 2 {
            return true;
        }
        let gap = self.gap_to(turn.unit, target);
        let near = self.on("spotting", "hand_to_hand") && gap <= self.real("ranges", "direct") + BLUR;
        let in_reach = near || self.in_band("direct", gap) != Some(false);
        let open = match target {
            Target::Unit(other) if turn.comms == 0 => self.seen_in_open(turn.unit, other),
            _ => true,
        };
        in_reach && open
    }

    fn seen_in_open(&self, unit: usize, target: usize) -> bool {
        let (from, at) = (&self.units[unit], &self.units[target]);
        match self.on("options", "height_covers") && from.elevation != at.elevation {
            true => {
                let roofed = (0..self.pieces.len()).any(|piece| self.is_under_roof(piece, at.at) == Some(true));
                from.elevation > at.elevation && !roofed
            }
            false => self.covered_of(Some(target), at.at, unit) != Some(true),
        }
    }
}
