//! Attacks and rolls of Aces: dice, result, Harm, tags and traits ("Attribute/Attack Rolls", "Armament Tags"; A02 to
//! A05, A08, A18, A22 to A29, A45, A48).

use super::super::lines::{Line, Ruled};
use super::Mission;
use super::gear::Arm;
use super::harm::{Blow, Cause};
use super::seen::Life;
use super::turn::{Due, Provoked};
use std::collections::BTreeSet;

/// Most dice of a pool.
const MAX_POOL: i64 = 12;

/// A roll: the face that counts, and all faces shown.
#[derive(Clone, Debug)]
struct Roll {
    result: usize,
    shown: Vec<usize>,
}

/// An attack before its roll.
#[derive(Clone, Debug)]
struct Shot {
    dice: i64,
    harm: usize,
}

impl<'a> Mission<'a> {
    /// Lists the armaments in use as (slot, number): those of the frame, or their backups.
    fn in_use(&self, ace: usize) -> Vec<(usize, usize)> {
        let (slots, backups) = (self.gear[ace].slots(), &self.aces[ace].seen.backups);
        (0..slots).map(|slot| (slot, if backups.contains(&slot) { slot + slots } else { slot })).collect()
    }

    /// Returns true if the next attack is the second one of Parallel Processors: another armament, another target
    /// (A29). With actions left, an attack that could be either is the second, which costs nothing.
    pub(crate) fn is_second(&self, ace: usize, (first, target): (usize, usize)) -> bool {
        let Some(line) = self.lines.peek() else { return false };
        let named = |number: usize| Some(self.gear[ace].arms[number].name.as_str()) == line.get("with").as_str();
        let another = self.in_use(ace).into_iter().any(|(slot, number)| slot != first && named(number));
        let differs = !self.on("traits", "parallel_targets_differ") || line.opt("enemy") != Some(target);
        // A second attack does not change the actions of the turn.
        let told = line.get("change")["turn"]["actions"].as_u64();
        let costs = told.is_some_and(|left| left as usize + 1 == self.turn.actions);
        another && differs && !costs
    }

    /// Takes an attack: roll, rerolls, Harm. `first` is the slot and target of the previous attack, if this is a second
    /// one.
    pub(crate) fn attack(&mut self, ace: usize, first: Option<(usize, usize)>) -> Ruled<Due> {
        let Some(line) = self.lines.peek() else { return Ok(Due::default()) };
        let target = self.enemy_of(line, "enemy")?;
        let name = line.text("with")?;
        if first.is_none() {
            // The two attacks of Parallel Processors count as one for Spin Up.
            let frame = &mut self.aces[ace];
            frame.fired_before = frame.last_fired.clone();
        }
        let (slot, number) = self.armament_of(line, ace, target, first)?;
        let arm = self.gear[ace].arms[number].clone();
        let shot = self.shot(ace, number, target);
        self.close()?;
        let frame = &mut self.aces[ace];
        (frame.seen.encouraged, frame.seen.distracted) = (false, false);
        let parallel = self.gear[ace].own_trait == "parallel-processors" && !frame.paralleled;
        frame.paralleled = true;
        frame.fired.insert(number);
        if first.is_none() {
            line.rule(self.turn.actions > 0, || "A08: no action is left".to_owned())?;
            self.turn.actions -= 1;
            frame.last_fired.clear();
        }
        frame.last_fired.insert(number);
        self.turn.attacked = true;
        let mut due = Due::default();
        let roll = self.roll_attack(ace, (name, target), &shot, &mut due)?;
        let success = roll.result >= self.int("rolls", "success_from");
        if success {
            self.hit(ace, (number, &arm), target, (&shot, &roll), &mut due)?;
        }
        if self.field.everywhere.contains("reactive-gas") && arm.has("energy") {
            let harm = self.int("fields", "gas_harm");
            self.harm_ace(ace, Blow::pure(harm), (None, 0), &Cause::of("reactive-gas"))?;
        }
        self.provoke(ace, &roll, Some(target), &mut due);
        if first.is_none() && parallel {
            due.second = Some((slot, target));
        }
        Ok(due)
    }

    /// Returns the slot and number of an attack's armament, which must be in use and reach its target.
    fn armament_of(
        &self,
        line: Line,
        ace: usize,
        target: usize,
        first: Option<(usize, usize)>,
    ) -> Ruled<(usize, usize)> {
        let name = line.text("with")?;
        let fits = |slot: usize, number: usize| {
            self.gear[ace].arms[number].name == name && first.is_none_or(|(other, _)| other != slot)
        };
        let mut named = self.in_use(ace);
        named.retain(|(slot, number)| fits(*slot, *number));
        line.rule(self.enemies[target].up, || "the target is not on the field".to_owned())?;
        let Some((slot, number)) = self.fitting(ace, target, line.items("faces").len(), &named) else {
            return line.refuse(format!("it carries no {name}"));
        };
        let reached = self.reaches(ace, &self.gear[ace].arms[number].bands, target);
        line.rule(reached, || "A58: the target is out of the armament's bands".to_owned())?;
        Ok((slot, number))
    }

    /// Returns, among armaments of one name, the first that has this number of dice, otherwise the first.
    fn fitting(&self, ace: usize, target: usize, dice: usize, named: &[(usize, usize)]) -> Option<(usize, usize)> {
        let fits = |(_, number): &&(usize, usize)| self.pool(self.shot(ace, *number, target).dice) == dice;
        named.iter().find(fits).or(named.first()).copied()
    }

    /// Returns the number of dice thrown for a pool.
    fn pool(&self, dice: i64) -> usize {
        match self.choice("rolls", "empty_pool") {
            _ if dice > 0 => dice.min(MAX_POOL) as usize,
            "failure" => 0,
            _ => 2,
        }
    }

    /// Returns true if an enemy is in these bands of an Ace; Long-Range Optics reach one hex further than Far (A28).
    pub(crate) fn reaches(&self, ace: usize, bands: &BTreeSet<usize>, enemy: usize) -> bool {
        let steps = self.range(self.at(ace), self.enemies[enemy].at);
        bands.contains(&steps) || (steps == 3 && bands.contains(&2) && self.sees_far(ace))
    }

    pub(crate) fn sees_far(&self, ace: usize) -> bool {
        self.gear[ace].own_trait == "long-range-optics" && !self.present(ace).iter().any(|steps| *steps <= 1)
    }

    /// Returns the hexes to all enemies that count for conditions of tags and traits (A27).
    fn present(&self, ace: usize) -> Vec<usize> {
        let (at, downed) = (self.at(ace), self.on("armaments", "downed_primes_near"));
        let counts = |enemy: &&super::Enemy| enemy.up || (enemy.down && downed);
        self.enemies.iter().filter(counts).map(|enemy| self.hexes_between(at, enemy.at)).collect()
    }

    /// Computes the dice and Harm of an attack in the current state.
    fn shot(&self, ace: usize, number: usize, target: usize) -> Shot {
        let (arm, frame, seen) = (&self.gear[ace].arms[number], &self.aces[ace], &self.aces[ace].seen);
        let steps = self.range(self.at(ace), self.enemies[target].at);
        let present = self.present(ace);
        let moved = if self.choice("armaments", "mobile_counts") == "events" { frame.moves } else { frame.hexes };
        let scoped = arm.own_bands.contains(&2) && steps >= 2 && !present.iter().any(|steps| *steps <= 1);
        let sighted = arm.own_bands.contains(&0) && steps == 0 && !present.iter().any(|steps| (1..=2).contains(steps));
        let holds = |tag: &str| match tag {
            "charge" => !frame.fired.contains(&number),
            "stationary" => frame.moves == 0,
            "scoped" => scoped,
            "sighted" => sighted,
            "critical" => 2 * seen.vigor <= seen.max_vigor,
            "focused" => 2 * seen.tension > seen.max_tension,
            "impulsive" => seen.tension <= 1,
            "polished" => seen.vigor >= seen.max_vigor,
            "mobile" => moved >= 2,
            _ => frame.fired_before.contains(&number),
        };
        let count = |tags: &[&str]| tags.iter().filter(|tag| arm.has(tag) && holds(tag)).count();
        let energy = arm.has("energy");
        let gas =
            if energy && self.field.everywhere.contains("reactive-gas") { self.int("fields", "gas_dice") } else { 0 };
        let painted = usize::from(self.enemies[target].painted);
        let more = arm.dice + count(&["charge", "stationary", "scoped", "sighted"]) + painted + seen.aim + gas;
        let less = seen.sensors + usize::from(seen.distracted) + usize::from(steps > 2);
        let fed = self.gear[ace].own_trait == "tripled-feed-motors"
            && !energy
            && ["burst", "spin-up", "splash"].iter().any(|tag| arm.has(tag));
        let by_tags = count(&["critical", "focused", "impulsive", "polished", "mobile", "spin-up", "sighted"]);
        let harm = arm.harm + by_tags + usize::from(fed) + usize::from(seen.encouraged);
        Shot { dice: more as i64 - less as i64, harm }
    }

    /// Takes the roll of an attack, and rerolls paid for with Tension (A08).
    fn roll_attack(&mut self, ace: usize, (name, target): (&str, usize), shot: &Shot, due: &mut Due) -> Ruled<Roll> {
        let firefight =
            self.field.everywhere.contains("pitched-firefight") && !self.field.cover.contains(&self.at(ace));
        let best = if firefight { self.int("fields", "firefight_face") } else { 6 };
        let mut roll = self.roll(ace, ("attack", Some(name), Some(target)), shot.dice, best, false)?;
        let mut rerolls = 0;
        loop {
            // Systems may be used at any moment, also between a roll and its Harm; their consequences follow at once.
            if self.uses_next(ace) {
                due.add(self.use_item(ace)?);
                while self.step_due(ace, due)? {}
                continue;
            }
            let again = |line: Line| line.event() == "resource-changed" && line.get("why") == "reroll";
            if !self.lines.peek().is_some_and(again) {
                break;
            }
            if rerolls >= self.int("turn", "rerolls") || roll.result >= best {
                return self.lines.refuse("A08: this roll is not paid for again");
            }
            self.pay(ace, "tension", 1, "reroll")?;
            rerolls += 1;
            let dice = shot.dice + self.gear[ace].reroll_dice;
            roll = self.roll(ace, ("attack", Some(name), Some(target)), dice, best, true)?;
        }
        Ok(roll)
    }

    /// Takes a roll of a pool; faces above `best` count as `best` (A02, A03).
    fn roll(
        &mut self,
        ace: usize,
        what: (&str, Option<&str>, Option<usize>),
        dice: i64,
        best: usize,
        again: bool,
    ) -> Ruled<Roll> {
        let line = self.take("rolled")?;
        let told = (line.text("attempt")?, line.get("with").as_str(), line.opt("enemy"));
        line.same("who rolls", line.number("ace")?, ace)?;
        line.same("what is rolled for", told, what)?;
        line.same("A08: rolled again", line.is("again"), again)?;
        let faces = line.numbers("faces");
        line.same("A02: dice", faces.len(), self.pool(dice))?;
        line.rule(faces.iter().all(|face| (1..=6).contains(face)), || "dice show 1 to 6".to_owned())?;
        let shown: Vec<usize> = faces.iter().map(|face| (*face).min(best)).collect();
        let counts = if dice > 0 { shown.iter().max() } else { shown.iter().min() };
        let result = counts.copied().unwrap_or(0);
        line.same("A02, A03: the face that counts", line.number("counts")?, result)?;
        let outcome = match result {
            result if result < self.int("rolls", "success_from") => "failure",
            result if result < self.int("rolls", "clean_from") => "mixed",
            _ => "full",
        };
        line.same("outcome", line.text("outcome")?, outcome)?;
        Ok(Roll { result, shown })
    }

    /// Returns true if a roll is a 4 or a 6 in the sense of tags and traits (A03).
    fn is(&self, roll: &Roll, face: usize) -> bool {
        if self.choice("rolls", "roll_is") == "result" { roll.result == face } else { roll.shown.contains(&face) }
    }

    /// Takes a roll on an attribute; returns true if it succeeds. Adds the consequences to `due`.
    pub(crate) fn attribute_roll(
        &mut self,
        ace: usize,
        attempt: &str,
        dice: i64,
        with: Option<&str>,
        target: Option<usize>,
        due: &mut Due,
    ) -> Ruled<bool> {
        self.close()?;
        let distracted = std::mem::take(&mut self.aces[ace].seen.distracted);
        let roll = self.roll(ace, (attempt, with, None), dice - i64::from(distracted), 6, false)?;
        self.provoke(ace, &roll, target, due);
        Ok(roll.result >= self.int("rolls", "success_from"))
    }

    /// Adds a consequence to `due` (A04, A05); Hairpin Controls make the first 4 of a turn harmless.
    fn provoke(&mut self, ace: usize, roll: &Roll, target: Option<usize>, due: &mut Due) {
        let hairpin = self.gear[ace].own_trait == "hairpin-controls" && self.is(roll, 4) && !self.turn.hairpin;
        self.turn.hairpin |= hairpin;
        if roll.result < self.int("rolls", "clean_from") {
            due.answers.push(Provoked { target, harmless: hairpin });
        }
    }

    /// Takes the Harm to the target and, by Splash, to the enemies next to it (A18).
    fn hit(
        &mut self,
        ace: usize,
        (number, arm): (usize, &Arm),
        target: usize,
        (shot, roll): (&Shot, &Roll),
        due: &mut Due,
    ) -> Ruled {
        let at = self.enemies[target].at;
        let before = self.ups();
        let six = self.is(roll, 6);
        let beside: Vec<usize> = match six && arm.has("splash") {
            true => before.iter().copied().filter(|enemy| *enemy != target && self.enemies[*enemy].at == at).collect(),
            false => Vec::new(),
        };
        let steps = self.range(self.at(ace), at);
        let covers: Vec<usize> = (0..self.enemies.len()).map(|enemy| self.cover_of_enemy(steps, enemy)).collect();
        let harm = shot.harm + usize::from(six && arm.has("burst"));
        let less = self.wear_cover(covers[target], harm, 0, at)?;
        let cause = Cause::of_ace("armament", ace, &arm.name);
        let blow = Blow::tagged(harm, &arm.tags);
        if self.harm_enemy(target, blow, less, &cause)? > 0 && arm.has("distracting") {
            self.close()?;
            self.enemies[target].distracted = true;
        }
        let cause = Cause::of_ace("splash", ace, &arm.name);
        let mut left = beside;
        while let Some(enemy) = self.next_harmed(&left) {
            left.retain(|other| *other != enemy);
            self.harm_enemy(enemy, Blow { harm: 1, ..blow }, covers[enemy], &cause)?;
        }
        if arm.has("incendiary") {
            let line = self.take("fire-set")?;
            line.same("where it burns", line.number("at")?, at)?;
            self.field.fires.insert(at);
        }
        let taken: Vec<usize> = before.into_iter().filter(|enemy| !self.enemies[*enemy].up).collect();
        if !taken.is_empty() {
            self.reward(ace, number, arm)?;
            due.drive |= self.drives(ace, &taken);
        }
        Ok(())
    }

    /// Returns true if Kinetic Drive Motor gives a free move: an enemy Close by was taken out.
    pub(crate) fn drives(&self, ace: usize, taken: &[usize]) -> bool {
        let here = self.aces[ace].seen.at;
        self.gear[ace].own_trait == "kinetic-drive-motor"
            && taken.iter().any(|enemy| Some(self.enemies[*enemy].at) == here)
    }

    /// Applies Hot and Invigorating: once a round for each armament, in a last stand every time.
    fn reward(&mut self, ace: usize, number: usize, arm: &Arm) -> Ruled {
        let unlimited = self.aces[ace].seen.life == Life::LastStand;
        if arm.has("hot") && (self.aces[ace].hot.insert(number) || unlimited) {
            self.regain(ace, "tension", 1, "hot")?;
        }
        if arm.has("invigorating") && (self.aces[ace].invigorating.insert(number) || unlimited) {
            self.regain(ace, "vigor", 1, "invigorating")?;
        }
        Ok(())
    }
}
