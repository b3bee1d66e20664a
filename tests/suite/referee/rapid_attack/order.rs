//! Rounds: the order of players, passing, and the clock (S23, S31, S35, S40, S42, R05 to R08, R43 to R46).

use super::super::lines::Ruled;
use super::Battle;

/// Sides of the dice of per-unit order (S35).
const ORDER_SIDES: usize = 20;

impl Battle<'_> {
    /// Takes a round and the clock after it. Returns true if another round follows.
    pub(crate) fn play_round(&mut self) -> Ruled<bool> {
        let line = self.take("round-began")?;
        line.same("R43: clock", line.number("clock")?, self.clock)?;
        self.round += 1;
        self.units.iter_mut().for_each(|unit| unit.acted = false);
        let per_unit = self.choice("order", "per_unit");
        if per_unit == "every-round" || (per_unit == "once" && self.round == 1) {
            self.roll_unit_order()?;
        }
        self.move_objective(false)?;
        if per_unit == "off" {
            self.play_tactical()?;
        } else {
            self.play_per_unit()?;
        }
        self.move_objective(true)?;
        self.take("round-ended")?;
        for unit in &mut self.units {
            (unit.defense, unit.spot) = (None, None);
        }
        self.pieces.iter_mut().for_each(|piece| piece.spot = None);
        self.count_down()?;
        let fighting = (0..self.players()).filter(|company| self.standing_of(*company) > 0).count();
        Ok(self.clock > 0 && !(self.on("clock", "concede") && fighting <= 1))
    }

    fn standing_of(&self, company: usize) -> usize {
        self.standing().filter(|(_, unit)| unit.company == company).count()
    }

    /// Counts the frames of a company that have not begun a turn this round.
    fn to_act(&self, company: usize) -> usize {
        self.standing().filter(|(_, unit)| unit.company == company && !unit.acted).count()
    }

    fn anyone_to_act(&self) -> bool {
        (0..self.players()).any(|company| self.to_act(company) > 0)
    }

    /// Checks that players act or pass from the highest score down, and choose again after every turn (R06).
    fn play_tactical(&mut self) -> Ruled {
        let mut all_passed = false;
        while self.anyone_to_act() {
            self.close()?;
            self.query = self.playing_order()?;
            let mut acted = false;
            for place in 0..self.players() {
                let player = self.query[place];
                if self.to_act(player) == 0 {
                    continue;
                }
                if !self.comes("passed") {
                    self.begin_own_turn(player)?;
                    acted = true;
                    break;
                }
                let line = self.take("passed")?;
                line.same("R06: who passes", line.number("company")?, player)?;
                let is_last = !self.query[place + 1..].iter().any(|after| self.to_act(*after) > 0);
                let must = match self.choice("order", "forced") {
                    "nobody-after" => is_last,
                    _ => place + 1 == self.players() || (all_passed && is_last),
                };
                line.rule(!must, || "S31, R08: it must act".to_owned())?;
            }
            all_passed = !acted;
        }
        Ok(())
    }

    fn begin_own_turn(&mut self, player: usize) -> Ruled {
        let Some(unit) = self.lines.peek().and_then(|line| line.opt("unit")).filter(|unit| *unit < self.units.len())
        else {
            return self.lines.refuse("R06: somebody acts or passes");
        };
        if self.units[unit].company != player {
            return self.lines.refuse(format!("R06: it is player {player} who acts"));
        }
        self.play_turn(unit)
    }

    /// Returns the players in the order in which they choose: by score, in a demo game clockwise (S42).
    fn playing_order(&mut self) -> Ruled<Vec<usize>> {
        if self.is_demo() { Ok(self.clockwise()) } else { self.tactical_order() }
    }

    /// Returns the players clockwise from the one who acted last.
    fn clockwise(&self) -> Vec<usize> {
        (1..=self.players()).map(|i| (self.last_to_act + i) % self.players()).collect()
    }

    /// Returns the players by score; equal players are in the order of a roll, alternate or keep their order (R05). The
    /// loser of a tie for offense is last among its equals until the tie is broken (S23).
    pub(crate) fn tactical_order(&mut self) -> Ruled<Vec<usize>> {
        let mut order = match self.choice("order", "ties") {
            _ if self.is_demo() => self.by_score(self.clockwise()),
            "alternate" => self.by_score(self.clockwise()),
            "sticky" => self.by_score(self.query.clone()),
            _ => self.seated_by_score()?,
        };
        let Some(loser) = self.tied_last else { return Ok(order) };
        let level: Vec<usize> =
            order.iter().copied().filter(|player| self.score(*player) == self.score(loser)).collect();
        if level.len() < 2 {
            self.tied_last = None;
            return Ok(order);
        }
        let after_level = order.iter().rposition(|player| level.contains(player)).unwrap_or(0);
        order.insert(after_level + 1, loser);
        let first = order.iter().position(|player| *player == loser).unwrap_or(0);
        order.remove(first);
        Ok(order)
    }

    fn by_score(&self, mut order: Vec<usize>) -> Vec<usize> {
        order.sort_by_key(|player| -self.score(*player));
        order
    }

    /// Checks the roll of a d20 for each frame, two for a frame built with fewer than the most systems (S35).
    fn roll_unit_order(&mut self) -> Ruled {
        for unit in 0..self.units.len() {
            if !self.units[unit].stands() {
                continue;
            }
            let line = self.take_of("order-rolled", unit)?;
            let dice = line.numbers("dice");
            let count = 1 + usize::from(self.units[unit].built < self.int("frame", "max_systems"));
            line.same("S35: dice of the order", dice.len(), count)?;
            line.rule(dice.iter().all(|die| (1..=ORDER_SIDES).contains(die)), || "S35: dice of 20 sides".to_owned())?;
            self.units[unit].order = dice;
        }
        Ok(())
    }

    fn due(&self, company: usize, count: usize) -> Vec<usize> {
        let is_due = |unit: &super::Unit| unit.company == company && !unit.acted && unit.order.contains(&count);
        self.standing().filter(|(_, unit)| is_due(unit)).map(|(number, _)| number).collect()
    }

    /// Checks that frames act in the order of their numbers, from 1; a frame with two dice may wait for the other die
    /// (S35).
    fn play_per_unit(&mut self) -> Ruled {
        let mut count = 1;
        while self.anyone_to_act() {
            let players: Vec<usize> =
                (0..self.players()).filter(|player| !self.due(*player, count).is_empty()).collect();
            if players.is_empty() {
                count += 1;
                if count > ORDER_SIDES {
                    return self.lines.refuse("S35: a frame has no number left");
                }
                continue;
            }
            self.close()?;
            if players.len() > 1 {
                self.query = self.playing_order()?;
            }
            let Some(player) = self.query.iter().copied().find(|player| players.contains(player)) else {
                return self.lines.refuse("S35: nobody is due");
            };
            let due = self.due(player, count);
            if self.comes("passed") {
                self.wait(player, &due, count)?;
                continue;
            }
            let unit = self.lines.peek().and_then(|line| line.opt("unit"));
            let Some(unit) = unit.filter(|unit| due.contains(unit)) else {
                return self.lines.refuse(format!("S35: one of {due:?} is due"));
            };
            if self.choice("order", "per_unit") == "once" {
                self.units[unit].order = vec![count];
            }
            self.play_turn(unit)?;
        }
        Ok(())
    }

    fn wait(&mut self, player: usize, due: &[usize], count: usize) -> Ruled {
        let line = self.take("passed")?;
        line.same("S35: who waits", line.number("company")?, player)?;
        for unit in due {
            let order = &mut self.units[*unit].order;
            order.retain(|die| *die != count);
            let may = order.iter().any(|die| *die > count);
            line.rule(may, || format!("S35: frame {unit} has no later number"))?;
        }
        Ok(())
    }

    /// Checks the clock: one tick, then one for each player who wants it, from the highest score (R43 to R45).
    fn count_down(&mut self) -> Ruled {
        self.clock = self.clock.saturating_sub(1);
        let line = self.take("ticked")?;
        line.same("R43: it ticks by itself", line.opt("company"), None)?;
        line.same("R43: clock", line.number("clock")?, self.clock)?;
        self.close()?;
        self.query = self.tactical_order()?;
        for place in 0..self.players() {
            let player = self.query[place];
            if !self.on("clock", "votes") || (self.clock == 0 && !self.on("clock", "keep_polling")) {
                return Ok(());
            }
            let is_there = self.frames(player) + self.held(player) > 0;
            if !is_there && !self.on("clock", "poll_eliminated") {
                continue;
            }
            let ticks = self.comes("ticked");
            let line = self.take(if ticks { "ticked" } else { "held" })?;
            line.same("R44: who is asked about the clock", line.opt("company"), Some(player))?;
            if ticks {
                self.clock = self.clock.saturating_sub(1);
                line.same("R43: clock", line.number("clock")?, self.clock)?;
            }
        }
        Ok(())
    }
}
