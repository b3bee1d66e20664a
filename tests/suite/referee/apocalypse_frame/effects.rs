//! Effects of systems on enemies and Aces ("Modular System Stock Models", "Integral Systems", "System Tags"; A28, A33
//! to A37).

use super::super::lines::Ruled;
use super::Mission;
use super::gear::Item;
use super::harm::{Blow, Cause};
use super::items::Use;
use super::turn::Due;

impl<'a> Mission<'a> {
    pub(crate) fn take_effect(&mut self, usage: &Use<'a>, due: &mut Due) -> Ruled {
        let Use { ace, enemy, to, .. } = *usage;
        let item = &usage.item;
        let one: Vec<usize> = enemy.into_iter().collect();
        match item.does() {
            "strike" => {
                let steps = enemy.map_or(0, |enemy| self.range(self.at(ace), self.enemies[enemy].at));
                let seen = &self.aces[ace].seen;
                let wounded = 2 * seen.vigor <= seen.max_vigor;
                let harm = item.number(["close", "near", "far"][steps.min(2)]);
                self.fire(usage, harm + if wounded { item.number("wounded") } else { 0 }, &one, due)
            }
            "volley" => self.volley(usage, due),
            "around" => self.fire(usage, item.number("harm"), &self.enemies_at(self.at(ace)), due),
            "discharge" => self.discharge(usage, due),
            "blast" => {
                let there = to.map_or_else(Vec::new, |to| self.enemies_at(to));
                self.fire(usage, item.number("harm"), &there, due)
            }
            "mortar" => self.fire_mortar(usage),
            "paint" => {
                self.fire(usage, item.number("harm"), &one, due)?;
                self.close()?;
                one.into_iter().for_each(|enemy| self.enemies[enemy].painted |= self.enemies[enemy].up);
                Ok(())
            }
            "repulse" => self.repulse(usage, &one, due),
            "enter" => {
                self.move_ace(ace, "system")?;
                self.fire(usage, item.number("harm"), &one, due)?;
                self.support(usage, vec![ace], false, due)
            }
            "exit" => {
                self.fire(usage, item.number("harm"), &one, due)?;
                due.exit = Some(usage.number);
                self.support(usage, vec![ace], false, due)
            }
            _ => self.help(usage, due),
        }
    }

    fn enemies_at(&self, at: usize) -> Vec<usize> {
        self.ups().into_iter().filter(|enemy| self.enemies[*enemy].at == at).collect()
    }

    /// Checks a volley. Its Harm lines show its targets: up to its number, each once, all in reach, and together if the
    /// system requires it.
    fn volley(&mut self, usage: &Use<'a>, due: &mut Due) -> Ruled {
        let item = &usage.item;
        let other_way = usage.line.get("way") == "other";
        let (most, harm) = match other_way {
            true => (item.number("or_targets"), item.number("or_harm")),
            false => (item.number("targets"), item.number("harm")),
        };
        let mut picked: Vec<usize> = Vec::new();
        for line in (0..).map_while(|by| self.lines.ahead(by)) {
            let source = line.get("source");
            let its = source["cause"] == "system" && source["with"] == item.name.as_str() && line.event() == "harmed";
            match line.event() {
                "harmed" if its => picked.extend(line.opt("enemy").filter(|enemy| *enemy < self.enemies.len())),
                "die-rolled" | "taken-out" | "cover-gone" => {}
                _ => break,
            }
        }
        picked.truncate(most);
        let line = usage.line;
        line.rule(usage.enemy.is_some_and(|first| picked.contains(&first)) || harm == 0, || {
            "the first target is not harmed".to_owned()
        })?;
        let reached = |enemy: &usize| self.enemies[*enemy].up && self.reaches(usage.ace, &item.bands(), *enemy);
        line.rule(picked.iter().all(reached), || "A58: a target is out of reach".to_owned())?;
        let apart = |a: usize, b: usize| self.hexes_between(self.enemies[a].at, self.enemies[b].at) > 1;
        let scattered = picked.iter().any(|a| picked.iter().any(|b| apart(*a, *b)));
        line.rule(!item.is("together") || !scattered, || "the targets are not together".to_owned())?;
        let emp = item.is("emp");
        self.fire(usage, harm, &picked, due)?;
        if emp {
            self.close()?;
            picked.into_iter().for_each(|enemy| self.enemies[enemy].emp |= self.enemies[enemy].up);
        }
        Ok(())
    }

    /// Takes the Harm of a system to its targets; Superhot does one more Harm to one of them.
    fn fire(&mut self, usage: &Use<'a>, harm: usize, targets: &[usize], due: &mut Due) -> Ruled {
        let Use { ace, item, .. } = usage;
        let (ace, before) = (*ace, self.ups());
        let cause = Cause::of_ace("system", ace, &item.name);
        let mut hot = item.has("superhot") && !targets.is_empty();
        let mut left = targets.to_vec();
        let mut fell = Vec::new();
        while let Some(enemy) = self.next_harmed(&left) {
            left.retain(|other| *other != enemy);
            let steps = self.range(self.at(ace), self.enemies[enemy].at);
            let painted = item.does() != "paint" && self.enemies[enemy].painted;
            let harm = (harm + usize::from(painted)).saturating_sub(usize::from(steps > 2));
            let cover = self.cover_of_enemy(steps, enemy);
            let at = self.enemies[enemy].at;
            let less = self.wear_cover(cover, harm, 0, at)?;
            // The line shows which of several targets was chosen; if none was chosen before, the last one is.
            let told = (0..3).filter_map(|by| self.lines.ahead(by)).find(|line| line.event() == "harmed");
            let more = hot && (left.is_empty() || told.and_then(|line| line.opt("harm")) == Some(harm + 1));
            hot &= !more;
            let blow = Blow::tagged(harm + usize::from(more), &item.tags);
            if self.harm_enemy(enemy, blow, less, &cause)? > 0 {
                fell.push(enemy);
                self.mark(ace, item, enemy)?;
            }
        }
        if item.is("pull") {
            self.pull(ace, &fell)?;
            if self.on("items", "nets_catch_aces") {
                self.catch_aces(usage)?;
            }
        }
        let taken: Vec<usize> = before.into_iter().filter(|enemy| !self.enemies[*enemy].up).collect();
        due.drive |= self.drives(ace, &taken);
        Ok(())
    }

    /// Applies offensive tags to an enemy that was harmed.
    fn mark(&mut self, ace: usize, item: &Item, enemy: usize) -> Ruled {
        self.close()?;
        let standard = self.kind(enemy).rank == "standard";
        let this = &mut self.enemies[enemy];
        this.distracted |= item.has("distracting");
        this.held |= item.has("suppressive") && standard;
        if item.has("flashy") {
            this.flashed_by.insert(ace);
        }
        Ok(())
    }

    /// Takes the moves of enemies that nets pull: those with reduced Vigor, except parts of colossi (A35).
    fn pull(&mut self, ace: usize, fell: &[usize]) -> Ruled {
        let to = self.at(ace);
        let mut pulled: Vec<usize> =
            fell.iter().copied().filter(|enemy| self.enemies[*enemy].up && self.kind(*enemy).rank != "part").collect();
        while !pulled.is_empty() {
            let next = self.lines.peek().and_then(|line| line.opt("enemy"));
            let enemy = next.filter(|enemy| pulled.contains(enemy)).unwrap_or(pulled[0]);
            pulled.retain(|other| *other != enemy);
            self.push_enemy(enemy, to)?;
        }
        Ok(())
    }

    fn catch_aces(&mut self, usage: &Use<'a>) -> Ruled {
        let to = self.at(usage.ace);
        let cause = Cause::of_ace("system", usage.ace, &usage.item.name);
        let there: Vec<usize> = (0..self.aces.len())
            .filter(|other| *other != usage.ace && self.aces[*other].seen.at == usage.to && self.acts(*other))
            .collect();
        for other in there {
            let blow = Blow { harm: usage.item.number("harm"), past_armor: false, past_shields: false };
            if self.harm_ace(other, blow, (None, 0), &cause)? > 0 && self.acts(other) {
                let went = self.move_ace(other, "forced")?;
                self.told_line().same("A35: where it is pulled", went, to)?;
            }
        }
        Ok(())
    }

    /// Takes the forced move of an enemy.
    fn push_enemy(&mut self, enemy: usize, to: usize) -> Ruled {
        let line = self.take("moved")?;
        line.same("who is moved", (line.opt("enemy"), line.text("manner")?), (Some(enemy), "forced"))?;
        line.same("where", (line.number("from")?, line.number("to")?), (self.enemies[enemy].at, to))?;
        self.enemies[enemy].at = to;
        Ok(())
    }

    /// Takes the push of an enemy to an adjacent place by a Repulsor Shield, if there is one.
    pub(crate) fn shove(&mut self, enemy: usize) -> Ruled {
        let Some(line) = self.lines.peek() else { return Ok(()) };
        if line.event() != "moved" || line.opt("enemy") != Some(enemy) || line.get("manner") != "forced" {
            return Ok(());
        }
        let to = line.number("to")?;
        let beside = to < self.hexes.len() && self.hexes_between(self.enemies[enemy].at, to) == 1;
        line.rule(beside, || "it is pushed to a Near place".to_owned())?;
        self.push_enemy(enemy, to)
    }

    fn repulse(&mut self, usage: &Use<'a>, one: &[usize], due: &mut Due) -> Ruled {
        let Some(enemy) = usage.enemy else { return Ok(()) };
        if self.aces[usage.ace].seen.at != Some(self.enemies[enemy].at) {
            let went = self.move_ace(usage.ace, "system")?;
            self.told_line().same("where it rams", went, self.enemies[enemy].at)?;
        }
        self.fire(usage, usage.item.number("harm"), one, due)?;
        due.shove = (self.enemies[enemy].up && self.kind(enemy).rank != "part").then_some(enemy);
        Ok(())
    }

    /// Takes the move of Exit Thrusters to a Near place, if there is any.
    pub(crate) fn exit_step(&mut self, ace: usize, item: usize) -> Ruled {
        let from = self.at(ace);
        if self.around(from).is_empty() {
            return Ok(());
        }
        let to = self.move_ace(ace, "system")?;
        let line = self.told_line();
        line.same("by which system", line.get("with").as_str(), Some(self.gear[ace].items[item].name.as_str()))?;
        line.same("hexes", self.hexes_between(from, to), 1)
    }

    /// Takes Harm equal to the hexes moved this turn, then that number less some to the user (A37).
    fn discharge(&mut self, usage: &Use<'a>, due: &mut Due) -> Ruled {
        let (ace, hexes) = (usage.ace, self.turn.hexes);
        let there = self.enemies_at(self.at(ace));
        self.fire(usage, hexes, &there, due)?;
        let past = self.on("items", "recoil_ignores_armor");
        let harm = hexes.saturating_sub(usage.item.number("spare"));
        let cause = Cause::of_ace("system", ace, &usage.item.name);
        let blow = Blow { harm, past_armor: past, past_shields: past };
        self.harm_ace(ace, blow, (None, 0), &cause).map(|_| ())
    }

    fn fire_mortar(&mut self, usage: &Use<'a>) -> Ruled {
        let line = self.take("mortar-fired")?;
        line.same("who fires, and where", (line.number("ace")?, line.opt("at")), (usage.ace, usage.to))?;
        let at = usage.to.unwrap_or(0);
        let extended = self.range(self.at(usage.ace), at) > 2;
        self.mortars.push(super::Mortar { ace: usage.ace, item: usage.number, at, extended });
        Ok(())
    }

    /// Takes the fall of mortar rounds at the start of a round; Superhot burns the enemy with the most Vigor (A36).
    pub(crate) fn mortars_fall(&mut self) -> Ruled {
        for mortar in std::mem::take(&mut self.mortars) {
            let item = self.gear[mortar.ace].items[mortar.item].clone();
            let there = self.enemies_at(mortar.at);
            let most = there.iter().map(|enemy| self.enemies[*enemy].vigor).max();
            let mut hot = item.has("superhot");
            let cause = Cause::of_ace("mortar", mortar.ace, &item.name);
            let mut left = there;
            while let Some(enemy) = self.next_harmed(&left) {
                left.retain(|other| *other != enemy);
                let told = (0..3).filter_map(|by| self.lines.ahead(by)).find(|line| line.event() == "harmed");
                let base = item.number("harm").saturating_sub(usize::from(mortar.extended));
                let hottest = hot && Some(self.enemies[enemy].vigor) == most;
                let others = left.iter().any(|other| Some(self.enemies[*other].vigor) == most);
                let more = hottest && (!others || told.and_then(|line| line.opt("harm")) != Some(base));
                hot &= !more;
                let harm = (item.number("harm") + usize::from(more)).saturating_sub(usize::from(mortar.extended));
                if self.harm_enemy(enemy, Blow::tagged(harm, &item.tags), 0, &cause)? > 0 {
                    self.mark(mortar.ace, &item, enemy)?;
                }
            }
        }
        Ok(())
    }

    /// Applies effects on Aces alone.
    fn help(&mut self, usage: &Use<'a>, due: &mut Due) -> Ruled {
        let (ace, item) = (usage.ace, &usage.item);
        let enveloping = usize::from(item.has("enveloping"));
        let other = usage.other.unwrap_or(ace);
        let whom = if usage.line.get("way") == "projected" { other } else { ace };
        let (mut affected, mut shielded) = (vec![whom], false);
        match item.does() {
            "dash" => {
                let went = self.move_ace(whom, "system")?;
                self.told_line().same("where it dashes", Some(went), usage.to)?;
            }
            "shield" => {
                self.give_shields(whom, item.number("shields") + enveloping, item.is("fleeting"))?;
                shielded = true;
            }
            "cover" => {
                affected = vec![other];
                self.give_shields(other, item.number("shields") + enveloping, false)?;
                shielded = true;
            }
            "plate" => {
                self.close()?;
                let frame = &mut self.aces[whom].seen;
                frame.plate = frame.plate.max(item.number("armor"));
            }
            "chaff" => {
                self.close()?;
                let here = self.aces[ace].seen.at;
                affected =
                    (0..self.aces.len()).filter(|ace| self.aces[*ace].seen.at == here && self.acts(*ace)).collect();
                for other in &affected {
                    let frame = &mut self.aces[*other].seen;
                    frame.chaff = frame.chaff.max(item.number("less"));
                }
            }
            "aim" => {
                self.close()?;
                self.aces[whom].seen.aim = item.number("dice");
            }
            _ => return usage.line.refuse("a system without an effect"),
        }
        self.support(usage, affected, shielded, due)
    }

    /// Applies support tags to the affected Aces.
    fn support(&mut self, usage: &Use<'a>, affected: Vec<usize>, shielded: bool, due: &mut Due) -> Ruled {
        let item = &usage.item;
        self.close()?;
        for ace in &affected {
            let frame = &mut self.aces[*ace].seen;
            frame.encouraged |= item.has("encouraging");
            frame.protected |= item.has("protective");
            frame.obfuscated |= item.has("obfuscating");
        }
        if item.has("enveloping") && !shielded {
            let told = self.lines.peek().and_then(|line| line.opt("ace")).filter(|ace| affected.contains(ace));
            self.give_shields(told.unwrap_or(affected[0]), 1, false)?;
        }
        if item.has("motivating") {
            due.motivated = affected;
        }
        Ok(())
    }
}
