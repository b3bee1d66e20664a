//! An Ace's turn: actions, movement, and the consequences of each choice ("Ace Turn"; A08, A09, A14, A25, A59, A61).

use super::super::lines::{Line, Ruled};
use super::seen::Life;
use super::{Flow, Mission, Turn};

/// A consequence that is due.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Provoked {
    pub target: Option<usize>,
    pub harmless: bool,
}

/// Events that follow a choice, in their order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Due {
    /// An enemy that may be pushed.
    pub shove: Option<usize>,
    /// A step by Exit Thrusters, by the system with this number.
    pub exit: Option<usize>,
    pub motivated: Vec<usize>,
    pub drive: bool,
    /// Consequences in the order in which they were provoked: systems used meanwhile may add more.
    pub answers: Vec<Provoked>,
    /// Slot and target of the first attack of Parallel Processors.
    pub second: Option<(usize, usize)>,
}

impl Due {
    /// Adds the consequences of a system that is used meanwhile.
    pub(crate) fn add(&mut self, more: Due) {
        self.shove = self.shove.or(more.shove);
        self.exit = self.exit.or(more.exit);
        self.motivated.extend(more.motivated);
        self.drive |= more.drive;
        self.answers.extend(more.answers);
    }

    /// Removes and returns the next consequence.
    fn next_answer(&mut self) -> Option<Provoked> {
        (!self.answers.is_empty()).then(|| self.answers.remove(0))
    }
}

impl<'a> Mission<'a> {
    /// Takes the turn of an Ace.
    pub(crate) fn play_turn(&mut self) -> Flow {
        let next = self.lines.peek().and_then(|line| line.opt("ace")).filter(|ace| *ace < self.aces.len());
        let waits = next.is_some_and(|ace| self.is_on_map(ace) && !self.aces[ace].seen.acted);
        let Some(ace) = next.filter(|_| waits && self.comes("turn-began")) else {
            return self.lines.refuse("A20: an Ace that has not acted takes its turn").map_err(Into::into);
        };
        let line = self.take("turn-began")?;
        line.same("whose turn begins", line.number("ace")?, ace)?;
        self.turn = Turn { ace: Some(ace), actions: self.int("turn", "actions"), ..Turn::default() };
        let frame = &mut self.aces[ace].seen;
        (frame.acted, frame.obfuscated) = (true, false);
        (frame.distracted, frame.distracted_next) = (frame.distracted_next, false);
        if frame.life == Life::Down {
            self.recover(ace)?;
        }
        loop {
            self.check_end(false)?;
            if !self.acts(ace) {
                return Ok(self.close_turn(ace)?);
            }
            let Some(line) = self.lines.peek() else { return Ok(self.close_turn(ace)?) };
            let due = match (line.event(), line.opt("ace") == Some(ace)) {
                ("moved", true) => self.walk(ace, line.text("manner")? == "sprint")?,
                ("rolled", true) => match line.text("attempt")? {
                    "attack" => self.attack(ace, None)?,
                    "legs" => self.walk(ace, false)?,
                    "climb" => self.climb(ace)?,
                    _ => return Ok(line.refuse("A49: no system is used")?),
                },
                ("used", true) => self.use_item(ace)?,
                ("swapped", true) => self.swap(ace)?,
                ("resource-changed", true) if line.text("why")? == "extra-action" => self.buy_action(ace)?,
                _ => return Ok(self.end_turn(ace)?),
            };
            self.follow_up(ace, due)?;
        }
    }

    /// Takes a push or a free step that is due; returns true if there was one.
    pub(crate) fn step_due(&mut self, ace: usize, due: &mut Due) -> Ruled<bool> {
        if let Some(enemy) = due.shove.take() {
            self.shove(enemy)?;
        } else if let Some(item) = due.exit.take() {
            self.exit_step(ace, item)?;
        } else if !due.motivated.is_empty() {
            let other = due.motivated.remove(0);
            self.free_step(other, "motivated", true)?;
        } else if std::mem::take(&mut due.drive) {
            self.free_step(ace, "drive", false)?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// Returns true if the next line has the Ace use a system.
    pub(crate) fn uses_next(&self, ace: usize) -> bool {
        self.lines.peek().is_some_and(|line| line.event() == "used" && line.opt("ace") == Some(ace))
    }

    /// Takes the steps, consequences and second attacks that follow a choice.
    fn follow_up(&mut self, ace: usize, mut due: Due) -> Flow {
        loop {
            self.check_end(!due.answers.is_empty() || due.shove.is_some())?;
            if !self.acts(ace) {
                // If the Ace is out of action in its own turn, consequences against it are void (A46).
                for provoked in due.answers {
                    self.provoked(ace, provoked, true)?;
                }
                return Ok(());
            }
            if self.step_due(ace, &mut due)? {
                continue;
            }
            if (!due.answers.is_empty() || due.second.is_some()) && self.uses_next(ace) {
                // Systems may be used at any moment: before an answer, or between the attacks of Parallel Processors.
                due.add(self.use_item(ace)?);
            } else if let Some(provoked) = due.next_answer() {
                self.answer(ace, provoked)?;
            } else if let Some(first) = due.second.take() {
                let is_second = self.lines.peek().is_some_and(|line| {
                    line.event() == "rolled" && line.opt("ace") == Some(ace) && line.get("attempt") == "attack"
                });
                // With actions left it may be another attack; a second attack needs no action.
                if is_second && self.is_second(ace, first) {
                    due = self.attack(ace, Some(first))?;
                }
            } else {
                return Ok(());
            }
        }
    }

    /// Ends the turn: drones, then hazards (A61).
    fn end_turn(&mut self, ace: usize) -> Ruled {
        if self.gear[ace].own_trait == "support-drones" {
            let at = self.aces[ace].seen.at;
            for other in 0..self.aces.len() {
                if self.aces[other].seen.at == at && self.acts(other) {
                    self.regain(other, "vigor", 1, "support-drones")?;
                }
            }
        }
        let at = self.at(ace);
        if self.field.hazards.contains(&at) || self.field.fires.contains(&at) {
            let harm = self.int("fields", "hazard_harm");
            self.harm_ace(ace, super::harm::Blow::pure(harm), (None, 0), &super::harm::Cause::of("hazard"))?;
        }
        self.close_turn(ace)
    }

    fn close_turn(&mut self, ace: usize) -> Ruled {
        self.leave_last_stand(ace)?;
        let line = self.take("turn-ended")?;
        line.same("whose turn ends", line.number("ace")?, ace)?;
        let frame = &mut self.aces[ace].seen;
        (frame.aim, frame.distracted) = (0, false);
        self.turn.ace = None;
        Ok(())
    }

    /// Takes the loss of an Ace after its last stand (A50).
    pub(crate) fn leave_last_stand(&mut self, ace: usize) -> Ruled {
        if self.aces[ace].seen.life != Life::LastStand {
            return Ok(());
        }
        let line = self.take("ace-lost")?;
        line.same("who is lost", line.number("ace")?, ace)?;
        let frame = &mut self.aces[ace].seen;
        (frame.life, frame.at) = (Life::Lost, None);
        (frame.vigor, frame.tension, frame.ammo) = (0, 0, 0);
        Ok(())
    }

    /// Returns the line that was taken last.
    pub(crate) fn told_line(&self) -> Line<'a> {
        self.told.last(&self.header)
    }

    fn spend_action(&mut self, line: Line) -> Ruled {
        line.rule(self.turn.actions > 0, || "A08: no action is left".to_owned())?;
        self.close()?;
        self.turn.actions -= 1;
        Ok(())
    }

    fn buy_action(&mut self, ace: usize) -> Ruled<Due> {
        let Some(line) = self.lines.peek() else { return Ok(Due::default()) };
        line.rule(self.turn.bought < self.int("turn", "extra_actions"), || "A08: no more is bought".to_owned())?;
        self.pay(ace, "tension", 1, "extra-action")?;
        self.close()?;
        self.turn.actions += 1;
        self.turn.bought += 1;
        Ok(Due::default())
    }

    /// Takes a Move of one hex, or a Sprint of two with no enemy near; damaged legs need a roll (A59, A47).
    fn walk(&mut self, ace: usize, sprint: bool) -> Ruled<Due> {
        let Some(line) = self.lines.peek() else { return Ok(Due::default()) };
        self.spend_action(line)?;
        let mut due = Due::default();
        let mut sprint = sprint;
        let legs = self.aces[ace].seen.legs as i64;
        if legs > 0 {
            let dice = self.gear[ace].attributes[1] - (legs - 1);
            let success = self.attribute_roll(ace, "legs", dice, None, None, &mut due)?;
            if !success {
                return Ok(due);
            }
            sprint = self.lines.peek().is_some_and(|line| line.get("manner") == "sprint");
        }
        let from = self.at(ace);
        let manner = if sprint { "sprint" } else { "move" };
        let to = self.move_ace(ace, manner)?;
        let line = self.told_line();
        let hexes = self.hexes_between(from, to);
        line.same("A59: hexes", hexes, if sprint { 2 } else { 1 })?;
        line.rule(!self.field.rooftops.contains(&to), || "a rooftop is climbed".to_owned())?;
        let downed = self.on("armaments", "downed_primes_near");
        let near =
            |enemy: &super::Enemy| (enemy.up || (enemy.down && downed)) && self.hexes_between(from, enemy.at) <= 2;
        line.rule(!sprint || !self.enemies.iter().any(near), || "A59: an enemy is within two hexes".to_owned())?;
        Ok(due)
    }

    /// Takes a climb up a rooftop with a Speed roll.
    fn climb(&mut self, ace: usize) -> Ruled<Due> {
        let Some(line) = self.lines.peek() else { return Ok(Due::default()) };
        self.spend_action(line)?;
        let mut due = Due::default();
        let dice = self.gear[ace].attributes[1] - self.aces[ace].seen.legs as i64;
        if self.attribute_roll(ace, "climb", dice, None, None, &mut due)? {
            let from = self.at(ace);
            let to = self.move_ace(ace, "climb")?;
            let is_roof = self.field.rooftops.contains(&to) && self.hexes_between(from, to) == 1;
            self.told_line().rule(is_roof, || "it climbs an adjacent rooftop".to_owned())?;
        }
        Ok(due)
    }

    /// Takes a voluntary move of an Ace (A25). Returns its destination.
    pub(crate) fn move_ace(&mut self, ace: usize, manner: &str) -> Ruled<usize> {
        let line = self.take("moved")?;
        line.same("who moves, and how", (line.opt("ace"), line.text("manner")?), (Some(ace), manner))?;
        let (from, to) = (line.number("from")?, line.number("to")?);
        line.same("where it moves from", Some(from), self.aces[ace].seen.at)?;
        line.rule(to < self.hexes.len(), || "there is no such hex".to_owned())?;
        self.aces[ace].seen.at = Some(to);
        if manner != "forced" {
            let hexes = self.hexes_between(from, to);
            self.aces[ace].moves += 1;
            self.aces[ace].hexes += hexes;
            if self.turn.ace == Some(ace) {
                self.turn.hexes += hexes;
            }
        }
        Ok(to)
    }

    /// Takes an optional step from an effect; motors do not climb.
    fn free_step(&mut self, ace: usize, manner: &str, climbs: bool) -> Ruled {
        let comes = self.lines.peek().is_some_and(|line| {
            line.event() == "moved" && line.opt("ace") == Some(ace) && line.get("manner") == manner
        });
        if !comes {
            return Ok(());
        }
        let from = self.at(ace);
        let to = self.move_ace(ace, manner)?;
        let fits = self.hexes_between(from, to) == 1 && (climbs || !self.field.rooftops.contains(&to));
        self.told_line().rule(fits, || "a free step goes to an adjacent hex".to_owned())
    }

    /// Takes a swap of an armament for its backup, in an action or after an attack (A14).
    fn swap(&mut self, ace: usize) -> Ruled<Due> {
        let line = self.take("swapped")?;
        let (armament, backup) = (line.text("armament")?, line.text("backup")?);
        line.rule(self.turn.actions > 0 || self.turn.attacked, || "A14: there is no attack to swap for".to_owned())?;
        let (gear, backups) = (&self.gear[ace], &self.aces[ace].seen.backups);
        let slots = gear.slots();
        let named = |slot: &usize| gear.arms[*slot].name == armament && gear.arms[slot + slots].name == backup;
        let slot = (0..slots).find(|slot| named(slot) && !backups.contains(slot));
        let Some(slot) = slot else { return line.refuse("A14: it has no such armament and backup") };
        self.aces[ace].seen.backups.insert(slot);
        Ok(Due::default())
    }

    /// Takes the line of a spent resource.
    pub(crate) fn pay(&mut self, ace: usize, resource: &str, by: usize, why: &str) -> Ruled {
        self.resource_changes(ace, resource, -(by as i64), why)
    }

    /// Gives a resource to an Ace, up to its maximum (A09).
    pub(crate) fn regain(&mut self, ace: usize, resource: &str, by: usize, why: &str) -> Ruled {
        let (gear, frame) = (&self.gear[ace], &self.aces[ace].seen);
        let (left, most) = match resource {
            "vigor" => (frame.vigor, frame.max_vigor),
            "tension" => (frame.tension, frame.max_tension),
            _ => (frame.ammo, gear.ammo),
        };
        let gained = by.min(most.saturating_sub(left));
        if gained > 0 { self.resource_changes(ace, resource, gained as i64, why) } else { Ok(()) }
    }

    fn resource_changes(&mut self, ace: usize, resource: &str, by: i64, why: &str) -> Ruled {
        let line = self.take("resource-changed")?;
        let told = (line.number("ace")?, line.text("resource")?, line.get("by").as_i64(), line.text("why")?);
        line.same("A08, A09: resource", told, (ace, resource, Some(by), why))?;
        let frame = &mut self.aces[ace].seen;
        let left = match resource {
            "vigor" => &mut frame.vigor,
            "tension" => &mut frame.tension,
            _ => &mut frame.ammo,
        };
        line.rule(by > 0 || *left as i64 >= -by, || format!("A08: {left} {resource} are left"))?;
        *left = (*left as i64 + by) as usize;
        Ok(())
    }
}
