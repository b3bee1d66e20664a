//! The GM turn: restored Primes, activations, its end, and answers to consequences (A04 to A07, A40, A41, A51 to A55,
//! A61).

use super::super::lines::{Line, Ruled};
use super::harm::{Blow, Cause};
use super::seen::Life;
use super::turn::Provoked;
use super::{Flow, GmTurn, Mission};
use std::collections::BTreeSet;

impl<'a> Mission<'a> {
    /// Takes a consequence, and the answer to it if an enemy can answer (A06).
    pub(crate) fn answer(&mut self, ace: usize, provoked: Provoked) -> Ruled {
        let void = self.lines.peek().is_some_and(|line| line.event() == "provoked" && line.is("void"));
        self.provoked(ace, provoked, void)?;
        if void {
            let line = self.told_line();
            let walks = |enemy: &usize| {
                self.may_move(*enemy)
                    && (self.on("items", "emp_may_answer") || !self.is_stunned(*enemy))
                    && self.around(self.enemies[*enemy].at).iter().any(|to| !self.field.rooftops.contains(to))
            };
            return line.rule(!self.ups().iter().any(walks), || "A06: somebody can answer".to_owned());
        }
        let line = self.told_line();
        let reaching = if provoked.harmless { Vec::new() } else { self.reaching(ace, provoked.target) };
        // Steps of Approach and Retreat reach farther than their bands.
        let stepping =
            self.ups().into_iter().chain(provoked.target).any(|enemy| {
                self.kind(enemy).attacks.iter().any(|attack| attack.has("approach") || attack.has("retreat"))
            });
        let (Some(enemy), attacked) = self.enemy_move(Some(ace))? else { return Ok(()) };
        line.rule(!attacked || !provoked.harmless, || "Hairpin Controls: no Harm answers".to_owned())?;
        let awake = self.on("items", "emp_may_answer") || !self.is_stunned(enemy) || provoked.target == Some(enemy);
        line.rule(awake, || "A34: it cannot answer".to_owned())?;
        if self.choice("gm", "answer") != "target-first" || provoked.harmless || stepping {
            return Ok(());
        }
        self.judge_answer(line, (enemy, attacked), provoked.target, &reaching)
    }

    /// Checks that the right enemy answers: the target if it reaches, otherwise one that reaches with the highest Harm,
    /// otherwise any (A06).
    fn judge_answer(
        &self,
        line: Line,
        (enemy, attacked): (usize, bool),
        target: Option<usize>,
        reaching: &[(usize, usize)],
    ) -> Ruled {
        let reaches = |who: usize| reaching.iter().any(|(enemy, _)| *enemy == who);
        let most = reaching.iter().map(|(_, harm)| *harm).max().unwrap_or(0);
        let fits = match target {
            Some(target) if reaches(target) => enemy == target,
            _ if reaching.is_empty() => !attacked,
            _ => reaching.iter().any(|(other, harm)| *other == enemy && *harm == most),
        };
        line.rule(fits, || format!("A06: enemy {enemy} does not answer before others"))
    }

    /// Lists the enemies with attacks that reach an Ace that provoked them, with their highest Harm.
    fn reaching(&self, ace: usize, target: Option<usize>) -> Vec<(usize, usize)> {
        let removed = target.filter(|target| !self.enemies[*target].up && self.on("gm", "removed_may_answer"));
        let awake = |enemy: &usize| self.on("items", "emp_may_answer") || !self.is_stunned(*enemy);
        let who = self.ups().into_iter().chain(removed).filter(awake);
        let harms = who.filter_map(|enemy| {
            let attacks = self.kind(enemy).attacks.iter().enumerate();
            let usable = attacks.filter(|(number, attack)| self.could_answer(enemy, (*number, attack), ace));
            usable
                .map(|(number, attack)| self.enemy_harm(enemy, (number, attack), true))
                .max()
                .map(|harm| (enemy, harm))
        });
        harms.collect()
    }

    /// Takes the line of a consequence.
    pub(crate) fn provoked(&mut self, ace: usize, provoked: Provoked, void: bool) -> Ruled {
        let line = self.take("provoked")?;
        line.same("A04: who provoked whom", (line.number("ace")?, line.opt("enemy")), (ace, provoked.target))?;
        line.same("A04: harmless, void", (line.is("harmless"), line.is("void")), (provoked.harmless, void))
    }

    /// Takes the GM turn.
    pub(crate) fn play_gm_turn(&mut self) -> Flow {
        self.close()?;
        for enemy in &mut self.enemies {
            (enemy.activated, enemy.attacked) = (false, false);
            enemy.enduring = std::mem::take(&mut enemy.enduring_on);
            if !std::mem::take(&mut enemy.granted_on) && (enemy.up || enemy.down) {
                enemy.granted = 0;
            }
        }
        self.restore_primes()?;
        let counts = |life: Life| match life {
            Life::Ready | Life::LastStand => true,
            Life::Down => self.on("gm", "downed_aces_count"),
            _ => false,
        };
        let activations = self.aces.iter().filter(|ace| counts(ace.seen.life)).count();
        let line = self.take("gm-turn-began")?;
        self.enemies.iter_mut().for_each(|enemy| enemy.attacked = false);
        self.gm = GmTurn { active: true, activations, ..GmTurn::default() };
        line.same("A40: activations", line.number("activations")?, activations)?;
        self.lightning()?;
        self.activations()?;
        self.end_gm_turn()
    }

    /// Takes the return of Primes that were down, with a free Move (A54, A55).
    fn restore_primes(&mut self) -> Flow {
        let mut down: Vec<usize> = (0..self.enemies.len()).filter(|enemy| self.enemies[*enemy].down).collect();
        let mut waiting = down.clone();
        while !down.is_empty() {
            let line = self.take("restored")?;
            let enemy = self.enemy_of(line, "enemy")?;
            line.rule(down.contains(&enemy), || "A54: it was not down".to_owned())?;
            down.retain(|other| *other != enemy);
            let kind = self.kind(enemy).clone();
            let prime = &mut self.enemies[enemy];
            (prime.up, prime.down, prime.vigor) = (true, false, prime.max_vigor);
            prime.clear_effects();
            prime.armor = prime.armor.max(kind.armor);
            (prime.shields, prime.flashed_by) = (kind.shields, BTreeSet::new());
            prime.restorations -= 1;
            line.same("A54: restorations left", line.number("left")?, prime.restorations)?;
            let forgotten = down.iter().any(|other| !self.told.enemies[*other].marks[0]);
            self.keeps(line, "A54", !forgotten, "another waiting Prime is removed")?;
        }
        loop {
            self.check_end(false)?;
            waiting.retain(|enemy| self.enemies[*enemy].up);
            if waiting.is_empty() {
                return Ok(());
            }
            self.close()?;
            let who = if self.comes("held") { Some(self.hold()?) } else { self.enemy_move(None)?.0 };
            let enemy = who.unwrap_or(waiting[0]);
            let is_due = waiting.contains(&enemy);
            if !is_due {
                return self.lines.refuse("A54: a Prime that came back moves").map_err(Into::into);
            }
            waiting.retain(|other| *other != enemy);
        }
    }

    fn hold(&mut self) -> Ruled<usize> {
        let line = self.take("held")?;
        self.enemy_of(line, "enemy")
    }

    /// Takes the activations in order: two Moves in an enemy's first, one in each later activation (A41).
    fn activations(&mut self) -> Flow {
        loop {
            self.check_end(false)?;
            let ready = self.ups().into_iter().any(|enemy| !self.is_stunned(enemy));
            if self.gm.activations == 0 || !ready {
                return Ok(());
            }
            let line = self.take("activated")?;
            let enemy = self.enemy_of(line, "enemy")?;
            let may = self.enemies[enemy].up && !self.is_stunned(enemy);
            line.rule(may, || "A34: it cannot be activated".to_owned())?;
            let key = if self.enemies[enemy].activated { "later_moves" } else { "first_moves" };
            self.enemies[enemy].activated = true;
            self.gm.activations -= 1;
            (self.gm.enemy, self.gm.moves) = (Some(enemy), self.int("gm", key));
            line.same("A41: moves", line.number("moves")?, self.gm.moves)?;
            while self.gm.moves > 0 && self.enemies[enemy].up {
                self.one_move(enemy)?;
                self.check_end(false)?;
            }
        }
    }

    fn one_move(&mut self, enemy: usize) -> Ruled {
        self.close()?;
        if self.comes("held") {
            self.gm.moves = 0;
            let who = self.hold()?;
            return self.told_line().same("who holds", who, enemy);
        }
        // A step belongs to the attack after it (A44); every other movement is a separate move.
        let steps = |line: &Line<'_>| line.event() == "moved" && line.get("manner") == "step";
        let by = usize::from(self.lines.peek().as_ref().is_some_and(steps));
        let attack = self.lines.ahead(by).filter(|line| line.event() == "enemy-attacked");
        let name = attack.and_then(|line| line.get("attack").as_str());
        let kind = self.kind(enemy);
        let named = kind.attacks.iter().find(|attack| Some(attack.name.as_str()) == name);
        let desperate = kind.rank == "part" && named.is_some_and(|attack| attack.has("desperation"));
        let Some(line) = self.lines.peek() else { return self.lines.refuse("an enemy moves") };
        if desperate {
            // The state before this move counts.
            let fits = self.desperation_fits();
            line.rule(fits, || "A57: more than half would be Desperation Moves".to_owned())?;
        }
        self.gm.moves -= 1;
        self.gm.taken += 1;
        let (who, _) = self.enemy_move(None)?;
        self.gm.desperate += usize::from(desperate);
        line.rule(who.is_none_or(|who| who == enemy), || "A41: another enemy is active".to_owned())
    }

    /// Takes hazards on enemies, bombardments, changes, build traits and drops.
    fn end_gm_turn(&mut self) -> Flow {
        self.close()?;
        self.gm.active = false;
        let harm = self.int("fields", "hazard_harm");
        let burns = |at: usize| self.field.hazards.contains(&at) || self.field.fires.contains(&at);
        let mut burning: Vec<usize> = self.ups().into_iter().filter(|enemy| burns(self.enemies[*enemy].at)).collect();
        while let Some(enemy) = self.next_harmed(&burning) {
            burning.retain(|other| *other != enemy);
            self.harm_enemy(enemy, Blow::pure(harm), 0, &Cause::of("hazard"))?;
        }
        self.bombardments()?;
        self.changes()?;
        self.check_end(false)?;
        for ace in 0..self.aces.len() {
            let works = match self.aces[ace].seen.life {
                Life::Ready | Life::LastStand => true,
                Life::Down => self.on("drops", "build_while_down"),
                _ => false,
            };
            if works {
                let (vigor, tension) = self.gear[ace].regained();
                self.regain(ace, "vigor", vigor, "build")?;
                self.regain(ace, "tension", tension, "build")?;
            }
        }
        Ok(self.drops()?)
    }
}
