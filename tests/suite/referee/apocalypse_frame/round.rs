//! Battles and rounds: their beginnings and ends, bombardments and lightning, changes, and drops (A10, A20, A21, A36,
//! A43, A51 to A53, A61).

use super::super::lines::{Line, Ruled};
use super::gear::{Kind, hexes};
use super::harm::{Blow, Cause};
use super::seen::{AceSeen, Life};
use super::{Ace, Field, Flow, GmTurn, Halt, Mission, Turn};
use std::collections::BTreeSet;

impl<'a> Mission<'a> {
    /// Takes a battle, until it ends.
    pub(crate) fn play_battle(&mut self, battle: usize) -> Flow {
        self.close()?;
        self.begin_battle(battle)?;
        loop {
            self.begin_round()?;
            while (0..self.aces.len()).any(|ace| self.is_on_map(ace) && !self.aces[ace].seen.acted) {
                self.check_end(false)?;
                self.play_turn()?;
            }
            self.check_end(false)?;
            self.play_gm_turn()?;
            let line = self.take("round-ended")?;
            line.same("round", line.number("number")?, self.round)?;
            let plan = &self.header.items("battles")[self.battle];
            if plan["rounds"].as_u64() == Some(self.round as u64) {
                let ending = plan["at_limit"].as_str().unwrap_or("").to_owned();
                return self.finish(&ending);
            }
        }
    }

    /// Puts all units on the field: Vigor full, Tension below its maximum, Ammo unchanged (A10).
    fn begin_battle(&mut self, battle: usize) -> Ruled {
        let plan = &self.header.items("battles")[battle];
        let kinds: Option<Vec<Kind>> = plan["kinds"].as_array().into_iter().flatten().map(Kind::read).collect();
        let Some(kinds) = kinds else { return self.header.refuse("a kind of enemy lacks numbers") };
        (self.battle, self.round, self.kinds, self.hexes) = (battle, 0, kinds, hexes(plan));
        (self.enemies, self.parts, self.mortars) = (Vec::new(), Vec::new(), Vec::new());
        (self.turn, self.gm) = (Turn::default(), GmTurn::default());
        let line = self.take("battle-began")?;
        line.same("name of the battle", line.text("name")?, plan["name"].as_str().unwrap_or(""))?;
        for ace in 0..self.aces.len() {
            self.refit(ace, plan["repairs"] == true, plan["cache"] == true);
            if self.is_on_map(ace) {
                // Only the line shows where Aces begin.
                self.aces[ace].seen.at = self.told.aces[ace].at;
                line.rule(self.aces[ace].seen.at.is_some_and(|at| at < self.hexes.len()), || {
                    "it is nowhere".to_owned()
                })?;
            }
        }
        for joined in self.told.joined.clone() {
            self.join(line, joined, None)?;
        }
        // The same holds for everything on the field and across it.
        self.field = Field { fires: BTreeSet::new(), ..self.told.field.clone() };
        Ok(())
    }

    /// Resets everything that only lasts for a battle; an Ace that ejected returns if there is time for repairs.
    fn refit(&mut self, number: usize, repairs: bool, cache: bool) {
        let gear = &self.gear[number];
        let seen = self.aces[number].seen.clone();
        if seen.life == Life::Lost || (seen.life == Life::Ejected && !repairs) {
            return;
        }
        let mut new = Ace::new(gear);
        new.replaced.clone_from(&self.aces[number].replaced);
        new.damage_faces.clone_from(&self.aces[number].damage_faces);
        let full = (self.on("resources", "vigor_refilled") && seen.life != Life::Down) || seen.life == Life::Ejected;
        new.seen = AceSeen {
            life: if seen.life == Life::Ejected { Life::Ready } else { seen.life },
            vigor: if full { seen.max_vigor } else { seen.vigor },
            max_vigor: seen.max_vigor,
            tension: seen.max_tension.saturating_sub(self.int("resources", "tension_start_below")),
            max_tension: seen.max_tension,
            ammo: if cache { seen.ammo.max(gear.ammo) } else { seen.ammo },
            damage: seen.damage,
            superstructure: seen.superstructure,
            legs: seen.legs,
            sensors: seen.sensors,
            damaged_systems: seen.damaged_systems,
            backups: seen.backups,
            // The next round clears it.
            acted: seen.acted,
            ..AceSeen::default()
        };
        self.aces[number] = new;
    }

    /// Ends the effects of the round before, and takes the fall of mortar rounds (A20, A21, A36).
    fn begin_round(&mut self) -> Ruled {
        self.close()?;
        self.round += 1;
        for enemy in self.enemies.iter_mut().filter(|enemy| enemy.up || enemy.down) {
            enemy.clear_effects();
            (enemy.fired, enemy.flashed_by) = (BTreeSet::new(), BTreeSet::new());
            (enemy.moves, enemy.hexes) = (0, 0);
        }
        let forgets = !self.on("armaments", "spin_up_lasts");
        for ace in &mut self.aces {
            let seen = &mut ace.seen;
            (seen.fleeting, seen.plate, seen.chaff, seen.aim) = (0, 0, 0, 0);
            (seen.protected, seen.encouraged, seen.acted) = (false, false, false);
            (ace.moves, ace.hexes, ace.paralleled) = (0, 0, false);
            for set in [&mut ace.fired, &mut ace.hot, &mut ace.invigorating, &mut ace.used, &mut ace.held_out] {
                set.clear();
            }
            if forgets {
                ace.last_fired.clear();
            }
        }
        if self.on("armaments", "incendiary_goes") {
            self.field.fires.clear();
        }
        let line = self.take("round-began")?;
        line.same("round", line.number("number")?, self.round)?;
        if !self.mortars.is_empty() {
            self.close()?;
            self.mortars_fall()?;
        }
        Ok(())
    }

    /// Ends the battle if one side is gone, unless a consequence of the last attack is due (A04).
    pub(crate) fn check_end(&mut self, pending: bool) -> Flow {
        if !(0..self.aces.len()).any(|ace| self.is_on_map(ace)) {
            return self.finish("defeat");
        }
        let all_gone = self.enemies.iter().all(|enemy| !enemy.up && !enemy.down);
        if !all_gone || pending || self.more_come() {
            return Ok(());
        }
        self.finish("victory")
    }

    /// Returns true if later lines of this battle bring more enemies: the battle then continues without any.
    fn more_come(&self) -> bool {
        let ahead = (0..).map_while(|by| self.lines.ahead(by));
        let mut rest = ahead.take_while(|line| line.event() != "battle-ended");
        rest.any(|line| line.event() == "reinforced")
    }

    fn finish(&mut self, ending: &str) -> Flow {
        if ending == "victory" {
            self.drops()?;
        }
        if let Some(ace) = self.turn.ace {
            self.leave_last_stand(ace)?;
        }
        self.drops_due = 0;
        let line = self.take("battle-ended")?;
        line.same("how the battle ends", line.text("ending")?, ending)?;
        self.close()?;
        (self.turn, self.gm) = (Turn::default(), GmTurn::default());
        Err(Halt::Ended(ending.to_owned()))
    }

    /// Takes a lightning strike on one of the tallest units, or on any unit if there are no tall ones.
    pub(crate) fn lightning(&mut self) -> Ruled {
        if !self.field.everywhere.contains("electrical-storm") {
            return Ok(());
        }
        let on_map: Vec<usize> = (0..self.aces.len()).filter(|ace| self.is_on_map(*ace)).collect();
        let heavy: Vec<usize> = on_map.iter().copied().filter(|ace| self.gear[*ace].build == "heavy").collect();
        let large: Vec<usize> = self.ups().into_iter().filter(|enemy| self.kind(*enemy).rank != "standard").collect();
        let anybody = heavy.is_empty() && large.is_empty();
        let (aces, enemies) = if anybody { (on_map, self.ups()) } else { (heavy, large) };
        let count = aces.len() + enemies.len();
        if count == 0 {
            return Ok(());
        }
        let (_, face) = self.die("lightning", count)?;
        let (blow, cause) = (Blow::pure(self.int("fields", "storm_harm")), Cause::of("lightning"));
        if face <= aces.len() {
            return self.harm_ace(aces[face - 1], blow, (None, 0), &cause).map(|_| ());
        }
        let Some(struck) = self.next_harmed(&enemies) else { return Ok(()) };
        self.harm_enemy(struck, blow, 0, &cause).map(|_| ())
    }

    /// Takes bombardments, each once, on its place or an adjacent one.
    pub(crate) fn bombardments(&mut self) -> Ruled {
        let falling: Vec<usize> = self.field.bombardments.iter().copied().collect();
        if !falling.is_empty() {
            self.close()?;
            self.field.bombardments.clear();
        }
        for at in falling {
            let (line, face) = self.die("bombardment", 6)?;
            line.same("where it falls", line.opt("at"), Some(at))?;
            let astray = face < self.int("fields", "bombardment_hits_from");
            if astray {
                self.die("astray", 6)?;
            }
            let line = self.take("bombardment-fell")?;
            let place = line.opt("at");
            let fits = match place {
                Some(place) if astray => place < self.hexes.len() && self.hexes_between(at, place) == 1,
                Some(place) => place == at,
                None => astray && self.around(at).len() < 6,
            };
            line.rule(fits, || "it does not fall there".to_owned())?;
            if let Some(place) = place {
                self.strike_place(place)?;
            }
            let line = self.take("field-changed")?;
            line.same("whose bombardment is over", line.numbers("places"), vec![at])?;
        }
        Ok(())
    }

    fn strike_place(&mut self, place: usize) -> Ruled {
        let blow = Blow { harm: self.int("fields", "bombardment_harm"), past_armor: false, past_shields: true };
        let cause = Cause::of("bombardment");
        for ace in 0..self.aces.len() {
            if self.aces[ace].seen.at == Some(place) {
                self.harm_ace(ace, blow, (None, 0), &cause)?;
            }
        }
        let mut there: Vec<usize> = self.ups().into_iter().filter(|enemy| self.enemies[*enemy].at == place).collect();
        while let Some(enemy) = self.next_harmed(&there) {
            there.retain(|other| *other != enemy);
            self.harm_enemy(enemy, blow, 0, &cause)?;
        }
        Ok(())
    }

    /// Takes changes of the situation, which come from the encounter; only the lines show them (A43).
    pub(crate) fn changes(&mut self) -> Flow {
        loop {
            match self.lines.peek().map(|line| line.event()) {
                Some("reinforced") => self.reinforced(None)?,
                Some("die-rolled") if self.lines.peek().is_some_and(|line| line.get("die") == "situation") => {
                    self.take("die-rolled")?;
                }
                Some("field-changed") => self.field_changes()?,
                Some("everywhere-changed") => {
                    let line = self.take("everywhere-changed")?;
                    let effect = line.text("effect")?.to_owned();
                    if line.is("on") {
                        self.field.everywhere.insert(effect);
                    } else {
                        self.field.everywhere.remove(&effect);
                    }
                }
                Some("enemies-changed") => self.enemies_change()?,
                Some("battle-ended") => {
                    let ending = self.lines.peek().and_then(|line| line.get("ending").as_str()).unwrap_or("");
                    let gone = self.enemies.iter().all(|enemy| !enemy.up && !enemy.down);
                    if gone || !(0..self.aces.len()).any(|ace| self.is_on_map(ace)) {
                        return Ok(());
                    }
                    // The encounter may define an end.
                    let ending = ending.to_owned();
                    return self.finish(&ending);
                }
                _ => return Ok(()),
            }
        }
    }

    fn field_changes(&mut self) -> Ruled {
        let line = self.take("field-changed")?;
        let set = match line.text("sort")? {
            "cover" => &mut self.field.cover,
            "low-cover" => &mut self.field.low_cover,
            "hazard" => &mut self.field.hazards,
            "rooftop" => &mut self.field.rooftops,
            _ => &mut self.field.bombardments,
        };
        for place in line.numbers("places") {
            if line.is("added") {
                set.insert(place);
            } else {
                set.remove(&place);
            }
        }
        Ok(())
    }

    /// Takes changes of enemies' Vigor, Armor or attacks by the encounter; only the line shows the new values.
    fn enemies_change(&mut self) -> Ruled {
        let line = self.take("enemies-changed")?;
        for (enemy, told) in self.enemies.iter_mut().zip(&self.told.enemies).filter(|(enemy, _)| enemy.up) {
            line.rule((1..=enemy.max_vigor).contains(&told.vigor), || "Vigor beyond its bounds".to_owned())?;
            enemy.vigor = told.vigor;
            enemy.attacks.clone_from(&told.attacks);
            if !enemy.emp {
                enemy.armor = told.armor - usize::from(enemy.enduring).min(told.armor);
            }
        }
        Ok(())
    }

    /// Takes the drops of removed enemies: rolled, possibly rerolled, and shared (A51, A52).
    pub(crate) fn drops(&mut self) -> Ruled {
        let again = (0..self.aces.len()).filter(|ace| self.gear[*ace].rerolls_a_drop && self.is_on_map(*ace));
        let mut again = again.count();
        for _ in 0..std::mem::take(&mut self.drops_due) {
            let (line, mut face) = self.die("drop", 6)?;
            line.same("A51: a first roll", line.is("again"), false)?;
            let nothing = self.field.everywhere.contains("low-oxygen") && face % 2 == 1;
            let helpless = nothing || face <= self.int("drops", "materials_to");
            if again > 0 && helpless && (self.taker("vigor").is_some() || self.taker("tension").is_some()) {
                again -= 1;
                let (line, second) = self.die("drop", 6)?;
                line.same("A51: rolled again", line.is("again"), true)?;
                face = second;
            }
            self.give_drop(face)?;
        }
        Ok(())
    }

    fn give_drop(&mut self, face: usize) -> Ruled {
        let nothing = self.field.everywhere.contains("low-oxygen") && face % 2 == 1;
        let (drop, to) = match face {
            _ if nothing => ("nothing", None),
            _ if face <= self.int("drops", "materials_to") => ("materials", None),
            _ if face <= self.int("drops", "tension_to") => ("tension", self.taker("tension")),
            _ => ("vigor", self.taker("vigor")),
        };
        let line: Line = self.take("dropped")?;
        line.same("A51, A52: the drop", (line.text("drop")?, line.opt("to"), line.number("face")?), (drop, to, face))?;
        self.materials += usize::from(drop == "materials");
        if let Some(ace) = to {
            let seen = &mut self.aces[ace].seen;
            if drop == "tension" { seen.tension += 1 } else { seen.vigor += 1 }
        }
        Ok(())
    }

    /// Returns the Ace that gets a point of a resource: among those lacking some, the one with the lowest share, or the
    /// one that lacks most (A52).
    fn taker(&self, resource: &str) -> Option<usize> {
        let level = |ace: usize| match (&self.aces[ace].seen, resource) {
            (seen, "vigor") => (seen.vigor, seen.max_vigor),
            (seen, _) => (seen.tension, seen.max_tension),
        };
        let lacking = (0..self.aces.len())
            .filter(|ace| self.aces[*ace].seen.life == Life::Ready && level(*ace).0 < level(*ace).1);
        match self.choice("drops", "sharing") {
            "most-missing" => lacking.min_by_key(|ace| level(*ace).0 as i64 - level(*ace).1 as i64),
            _ => lacking.min_by(|a, b| {
                let ((a, of_a), (b, of_b)) = (level(*a), level(*b));
                (a * of_b).cmp(&(b * of_a))
            }),
        }
    }
}
