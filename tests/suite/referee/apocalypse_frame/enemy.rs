//! Moves of enemies: attacks, walking, stances ("Attacks", "Moves"; A19, A41, A44, A45, A54, A57, A59).

use super::super::lines::{Line, Ruled};
use super::gear::EnemyAttack;
use super::harm::{Blow, Cause};
use super::{Enemy, Mission};
use std::collections::BTreeSet;

/// Temporary Shields from the Shield move.
const GRANTED: usize = 2;

impl<'a> Mission<'a> {
    /// Returns true if an enemy can move alone: not if it is held, and not for parts of colossi.
    pub(crate) fn may_move(&self, enemy: usize) -> bool {
        !self.enemies[enemy].held && self.kind(enemy).rank != "part"
    }

    /// Returns true if a part's Move moves its whole colossus.
    fn carries(&self, enemy: usize) -> bool {
        self.kind(enemy).rank == "part" && self.rules["colossi"]["moves"] == "whole"
    }

    /// Returns true if parts of colossi can take a Move.
    fn parts_walk(&self) -> bool {
        self.rules["colossi"]["moves"].as_str().is_some_and(|moves| moves != "never")
    }

    /// Takes the moves of the other parts, by the same step as the part that moved.
    fn carry_along(&mut self, enemy: usize, from: usize) -> Ruled {
        let step = |a: (i64, i64), b: (i64, i64)| (b.0 - a.0, b.1 - a.1);
        let way = step(self.hexes[from], self.hexes[self.enemies[enemy].at]);
        let colossus = self.enemies[enemy].colossus;
        let mut parts = self.ups();
        parts.retain(|part| *part != enemy && colossus.is_some() && self.enemies[*part].colossus == colossus);
        while !parts.is_empty() {
            let line = self.take("moved")?;
            let part = self.enemy_of(line, "enemy")?;
            let (from, to) = (line.number("from")?, line.number("to")?);
            let fits = parts.contains(&part) && line.text("manner")? == "carried" && to < self.hexes.len();
            line.rule(fits && from == self.enemies[part].at, || "all parts move with their colossus".to_owned())?;
            line.same("step of the colossus", step(self.hexes[from], self.hexes[to]), way)?;
            parts.retain(|other| *other != part);
            let hexes = self.hexes_between(from, to);
            let this = &mut self.enemies[part];
            (this.at, this.moves, this.hexes) = (to, this.moves + 1, this.hexes + hexes);
        }
        Ok(())
    }

    /// Returns true if EMP keeps a Standard enemy from being activated (A34).
    pub(crate) fn is_stunned(&self, enemy: usize) -> bool {
        self.enemies[enemy].emp && self.kind(enemy).rank == "standard"
    }

    /// Takes a move of an enemy; `answers` is the Ace that provoked it. Returns the enemy, if the line shows it, and
    /// whether the move was an attack.
    pub(crate) fn enemy_move(&mut self, answers: Option<usize>) -> Ruled<(Option<usize>, bool)> {
        let Some(line) = self.lines.peek() else { return self.lines.refuse("an enemy moves") };
        if line.event() == "reinforced" {
            // No line shows who called for it.
            return self.reinforced(Some(1)).map(|()| (None, false));
        }
        let enemy = self.enemy_of(line, "enemy")?;
        match line.event() {
            "moved" if line.text("manner")? == "step" => {
                let before = self.step(enemy)?;
                self.enemy_attack(enemy, answers, Some(before))?;
                Ok((Some(enemy), true))
            }
            "enemy-attacked" => {
                self.enemy_attack(enemy, answers, None)?;
                Ok((Some(enemy), true))
            }
            "moved" => self.enemy_walks(enemy).map(|()| (Some(enemy), false)),
            "stanced" => self.stance(enemy, answers.is_some()).map(|()| (Some(enemy), false)),
            _ => line.refuse("order of events: a move of an enemy is due"),
        }
    }

    fn enemy_goes(&mut self, enemy: usize) -> Ruled<(Line<'a>, usize, usize)> {
        let line = self.take("moved")?;
        line.same("who moves", line.opt("enemy"), Some(enemy))?;
        let (from, to) = (line.number("from")?, line.number("to")?);
        line.same("where it moves from", from, self.enemies[enemy].at)?;
        line.rule(to < self.hexes.len() && !self.field.rooftops.contains(&to), || "it cannot stand there".to_owned())?;
        let part = self.kind(enemy).rank == "part" && self.parts_walk() && !self.enemies[enemy].held;
        line.rule(part || self.may_move(enemy), || "A31: it cannot move".to_owned())?;
        let hexes = self.hexes_between(from, to);
        let this = &mut self.enemies[enemy];
        (this.at, this.moves, this.hexes) = (to, this.moves + 1, this.hexes + hexes);
        Ok((line, from, hexes))
    }

    /// Takes a move of one hex, or of two if no Ace is within two (A59).
    fn enemy_walks(&mut self, enemy: usize) -> Ruled {
        let (line, from, hexes) = self.enemy_goes(enemy)?;
        let sprints = line.text("manner")? == "sprint";
        line.rule(sprints || line.text("manner")? == "move", || "it moves or sprints".to_owned())?;
        line.same("A59: hexes", hexes, if sprints { 2 } else { 1 })?;
        let near =
            (0..self.aces.len()).any(|ace| self.aces[ace].seen.at.is_some_and(|at| self.hexes_between(from, at) <= 2));
        line.rule(!sprints || !near, || "A59: an Ace is within two hexes".to_owned())?;
        if self.carries(enemy) { self.carry_along(enemy, from) } else { Ok(()) }
    }

    /// Takes a step of Approach or Retreat. Returns the place before it (A44).
    fn step(&mut self, enemy: usize) -> Ruled<usize> {
        let (line, from, hexes) = self.enemy_goes(enemy)?;
        line.same("A44: how it moves", line.text("manner")?, "step")?;
        line.same("A44: hexes", hexes, 1)?;
        Ok(from)
    }

    /// Checks that a step went nearer to or farther from an Ace, as the attack's tags allow.
    fn judge_step(&self, line: Line, attack: &EnemyAttack, (from, to): (usize, usize), at: usize) -> Ruled {
        let (before, after) = (self.hexes_between(from, at), self.hexes_between(to, at));
        let fits = (attack.has("approach") && after < before) || (attack.has("retreat") && after > before);
        line.rule(fits, || "A44: the attack allows no such step".to_owned())
    }

    fn enemy_attack(&mut self, enemy: usize, answers: Option<usize>, before: Option<usize>) -> Ruled {
        let line = self.take("enemy-attacked")?;
        line.same("who attacks", line.number("enemy")?, enemy)?;
        let (ace, name) = (self.ace_of(line)?, line.text("attack")?);
        line.same("A07: whether it answers", line.is("answer"), answers.is_some())?;
        line.rule(answers.is_none_or(|provoker| provoker == ace), || {
            "A06: an answer is for who provoked it".to_owned()
        })?;
        line.rule(self.can_be_harmed(ace), || "A46: the Ace is beyond harm".to_owned())?;
        let attacks = &self.kind(enemy).attacks;
        let carried = self.enemies[enemy].attacks.iter().find(|number| attacks[**number].name == name);
        let Some(number) = carried.copied() else { return line.refuse("it carries no such attack") };
        let attack = attacks[number].clone();
        let (here, at) = (self.enemies[enemy].at, self.at(ace));
        if let Some(from) = before {
            self.judge_step(line, &attack, (from, here), at)?;
        }
        let steps = self.range(here, at);
        line.rule(attack.bands.contains(&steps), || "A58: the Ace is out of the attack's bands".to_owned())?;
        line.rule(answers.is_some() || !self.enemies[enemy].attacked, || "A41: it has attacked".to_owned())?;
        line.rule(self.may_choose(enemy, number, ace), || "Flashy, Obfuscating: it must choose another".to_owned())?;
        if attack.has("desperation") {
            line.rule(self.is_desperate(enemy, answers.is_some()), || "A54, A57: it is not desperate".to_owned())?;
        }
        self.land_attack(enemy, (number, &attack), ace, answers.is_some())?;
        let steps_after = self.enemies[enemy].up
            && self.lines.peek().is_some_and(|line| {
                line.event() == "moved" && line.opt("enemy") == Some(enemy) && line.get("manner") == "step"
            });
        if steps_after {
            let from = self.step(enemy)?;
            let line = self.told_line();
            self.judge_step(line, &attack, (from, self.enemies[enemy].at), at)?;
        }
        Ok(())
    }

    /// Takes the effects of an attack.
    fn land_attack(
        &mut self,
        enemy: usize,
        (number, attack): (usize, &EnemyAttack),
        ace: usize,
        answer: bool,
    ) -> Ruled {
        let (from, at) = (self.enemies[enemy].at, self.at(ace));
        let steps = self.range(from, at);
        let harm = self.enemy_harm(enemy, (number, attack), answer);
        self.close()?;
        let this = &mut self.enemies[enemy];
        let distracted = usize::from(std::mem::take(&mut this.distracted));
        this.fired.insert(number);
        this.attacked |= !answer;
        let beside: Vec<usize> =
            (0..self.aces.len()).filter(|other| *other != ace && self.aces[*other].seen.at == Some(at)).collect();
        let cover = self.cover_of_ace(steps, ace);
        let less = distracted + self.wear_cover(cover, harm, distracted, at)?;
        let blow = Blow::tagged(harm, &attack.tags);
        self.harm_ace(ace, blow, (Some(steps), less), &Cause::of_enemy("attack", enemy, &attack.name))?;
        if attack.has("distracting") {
            self.close()?;
            self.aces[ace].seen.distracted_next = true;
        }
        if attack.has("splash") && !answer {
            for other in beside {
                let cause = Cause::of_enemy("splash", enemy, &attack.name);
                self.harm_ace(other, Blow { harm: 1, ..blow }, (Some(steps), cover), &cause)?;
            }
        }
        self.field_harms(enemy, attack.has("energy"))
    }

    /// Computes the Harm of an attack, including its tags (A45).
    pub(crate) fn enemy_harm(&self, enemy: usize, (number, attack): (usize, &EnemyAttack), answer: bool) -> usize {
        let this = &self.enemies[enemy];
        let moved = if self.choice("armaments", "mobile_counts") == "events" { this.moves } else { this.hexes };
        let holding = [
            ("burst", answer),
            ("deliberate", !answer),
            ("stationary", this.moves == 0),
            ("mobile", moved >= 2),
            ("charge", !this.fired.contains(&number)),
            ("critical", 2 * this.vigor <= this.max_vigor),
            ("polished", this.vigor >= this.max_vigor),
        ];
        let more = holding.iter().filter(|(tag, holds)| *holds && attack.has(tag)).count();
        let gas = attack.has("energy") && self.field.everywhere.contains("reactive-gas");
        attack.harm + more + if gas { self.int("fields", "gas_dice") } else { 0 }
    }

    /// Takes the Harm to an enemy that attacks in gas, or in a firefight outside cover.
    fn field_harms(&mut self, enemy: usize, energy: bool) -> Ruled {
        if energy && self.field.everywhere.contains("reactive-gas") {
            let harm = self.int("fields", "gas_harm");
            self.harm_enemy(enemy, Blow::pure(harm), 0, &Cause::of("reactive-gas"))?;
        }
        let this = &self.enemies[enemy];
        let low = this.infantry && self.field.low_cover.contains(&this.at);
        let covered = low || self.field.cover.contains(&this.at);
        if self.field.everywhere.contains("pitched-firefight") && !covered {
            let harm = self.int("fields", "firefight_harm");
            self.harm_enemy(enemy, Blow::pure(harm), 0, &Cause::of("pitched-firefight"))?;
        }
        Ok(())
    }

    /// Returns true if an enemy may choose an Ace: an Ace that dazzled it must be chosen, and an obfuscated Ace is
    /// chosen last.
    fn may_choose(&self, enemy: usize, number: usize, ace: usize) -> bool {
        let (this, attacks) = (&self.enemies[enemy], &self.kind(enemy).attacks);
        let reaches =
            |attack: usize, other: usize| attacks[attack].bands.contains(&self.range(this.at, self.at(other)));
        let others = || (0..self.aces.len()).filter(|other| *other != ace && self.can_be_harmed(*other));
        if !this.flashed_by.is_empty() && !this.flashed_by.contains(&ace) {
            let any = |other: usize| this.attacks.iter().any(|attack| reaches(*attack, other));
            return !others().any(|other| this.flashed_by.contains(&other) && any(other));
        }
        !self.aces[ace].seen.obfuscated
            || !others().any(|other| !self.aces[other].seen.obfuscated && reaches(number, other))
    }

    /// Returns true for a Prime without restorations in the GM turn, and for a part of a colossus with at most half its
    /// parts left (A54, A57).
    fn is_desperate(&self, enemy: usize, answer: bool) -> bool {
        let this = &self.enemies[enemy];
        match self.kind(enemy).rank.as_str() {
            "prime" => this.restorations == 0 && !answer,
            "part" => {
                let (left, had) = this.colossus.map_or((1, 0), |colossus| self.parts[colossus]);
                had > 0 && 2 * left <= had
            }
            _ => false,
        }
    }

    /// Returns true if another Desperation Move of a part is allowed: at most half the moves of a GM turn, counting
    /// those taken and those certain to come (A57).
    pub(crate) fn desperation_fits(&self) -> bool {
        let sure = self.gm.taken + self.gm.moves + self.gm.activations * self.int("gm", "later_moves");
        2 * (self.gm.desperate + 1) <= sure
    }

    /// Returns true if an attack could answer an Ace from the enemy's place.
    pub(crate) fn could_answer(&self, enemy: usize, (number, attack): (usize, &EnemyAttack), ace: usize) -> bool {
        self.enemies[enemy].attacks.contains(&number)
            && attack.bands.contains(&self.range(self.enemies[enemy].at, self.at(ace)))
            && self.can_be_harmed(ace)
            && self.may_choose(enemy, number, ace)
            && (!attack.has("desperation") || self.is_desperate(enemy, true))
    }

    fn stance(&mut self, enemy: usize, answers: bool) -> Ruled {
        let line = self.take("stanced")?;
        let (stance, other) = (line.text("stance")?, line.opt("other"));
        let protects = stance == "protect";
        // A protected enemy gains as much as from its own stance.
        let stance = match line.get("with").as_str() {
            Some("armor") if protects => "endure",
            Some("shields") if protects => "shield",
            _ => stance,
        };
        let whom = if protects { self.enemy_of(line, "other")? } else { enemy };
        line.same("who is protected", other.is_some(), protects)?;
        let beside = whom != enemy && self.enemies[whom].up && self.enemies[whom].at == self.enemies[enemy].at;
        line.rule(!protects || beside, || "it protects one that is Close".to_owned())?;
        let (rank, own) = (self.kind(whom).rank.clone(), self.kind(whom).shields);
        let this = &mut self.enemies[whom];
        let useful = match stance {
            "reinvigorate" => this.vigor < this.max_vigor,
            "endure" => !this.enduring && this.armor < 1 + usize::from(rank == "prime"),
            "shield" if own >= GRANTED => this.shields < own,
            "shield" => this.shields.max(this.granted) < GRANTED,
            "purge" => {
                let marked = this.held || this.emp || this.painted || this.distracted;
                rank == "prime" && (marked || !this.flashed_by.is_empty())
            }
            _ => return line.refuse("there is no such stance"),
        };
        line.rule(useful, || format!("{stance} would do nothing"))?;
        match stance {
            "reinvigorate" => this.vigor += 1,
            "endure" => (this.enduring, this.enduring_on) = (true, this.enduring_on || answers),
            "purge" => {
                this.clear_effects();
                this.flashed_by = BTreeSet::new();
            }
            _ if own >= GRANTED => this.shields = own,
            _ => (this.granted, this.granted_on) = (GRANTED, this.granted_on || answers),
        }
        Ok(())
    }

    /// Takes the line of an enemy that joins, with a given Vigor or with the Vigor in the line.
    pub(crate) fn reinforced(&mut self, vigor: Option<usize>) -> Ruled {
        let line = self.take("reinforced")?;
        let Some(joined) = self.told.joined.first().copied() else { return line.refuse("nobody joins") };
        line.same("who joins", (line.number("enemy")?, line.number("kind")?), (joined.enemy, joined.kind))?;
        let at = line.number("at")?;
        line.rule(at < self.hexes.len(), || "there is no such hex".to_owned())?;
        if let Some(vigor) = vigor {
            line.same("Vigor of a reinforcement", joined.max_vigor, vigor)?;
        }
        self.join(line, joined, Some(at))
    }

    /// Adds an enemy of its kind; only the line shows its place and its attacks.
    pub(crate) fn join(&mut self, line: Line, joined: super::seen::Joined, at: Option<usize>) -> Ruled {
        let Some(kind) = self.kinds.get(joined.kind) else { return line.refuse("there is no such kind") };
        let told = &self.told.enemies[joined.enemy];
        let mut enemy = Enemy::new(joined.kind, kind, joined.max_vigor, at.or(told.at).unwrap_or(0));
        enemy.attacks = told.attacks.clone();
        enemy.infantry = told.marks[1];
        line.rule(enemy.attacks.iter().all(|attack| *attack < kind.attacks.len()), || "no such attack".to_owned())?;
        enemy.colossus = joined.colossus;
        if let Some(colossus) = joined.colossus {
            if self.parts.len() <= colossus {
                self.parts.resize(colossus + 1, (0, 0));
            }
            self.parts[colossus].0 += 1;
            self.parts[colossus].1 += usize::from(self.round == 0);
        }
        self.enemies.push(enemy);
        Ok(())
    }
}
