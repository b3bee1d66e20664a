//! Systems: costs and targets of their uses ("Systems"; A28, A38, A39, A49).

use super::super::lines::{Line, Ruled};
use super::Mission;
use super::gear::Item;
use super::seen::Life;
use super::turn::Due;

/// Lowest face on which the first use of an Efficient system in a round spends no Ammo (A39).
const SPARED_FROM: usize = 4;

/// A use of a system, from its line.
pub(crate) struct Use<'a> {
    pub ace: usize,
    pub number: usize,
    pub item: Item,
    pub line: Line<'a>,
    pub enemy: Option<usize>,
    pub other: Option<usize>,
    pub to: Option<usize>,
}

impl<'a> Mission<'a> {
    /// Takes a use of a system.
    pub(crate) fn use_item(&mut self, ace: usize) -> Ruled<Due> {
        let line = self.take("used")?;
        let name = line.text("with")?;
        let payable = |number: &usize| self.gear[ace].items[*number].name == name && self.may_pay(ace, *number);
        let found = (0..self.gear[ace].items.len()).find(payable);
        let Some(number) = found else { return line.refuse(format!("A38: it has no {name}, or may not use it now")) };
        let item = self.gear[ace].items[number].clone();
        let enemy = line.opt("enemy").map(|_| self.enemy_of(line, "enemy")).transpose()?;
        let other = line.opt("other").filter(|other| *other < self.aces.len());
        let to = line.opt("to").filter(|to| *to < self.hexes.len());
        let usage = Use { ace, number, item, line, enemy, other, to };
        self.judge_reach(&usage)?;
        self.pay_for(&usage)?;
        let mut due = Due::default();
        if self.aces[ace].seen.damaged_systems.contains(&number) {
            let (gear, seen) = (&self.gear[ace], &self.aces[ace].seen);
            let dice = match usage.item.integral {
                true => gear.attributes[0] - seen.superstructure as i64,
                false => gear.attributes[2] - seen.sensors as i64,
            };
            if !self.attribute_roll(ace, "system", dice, Some(name), enemy, &mut due)? {
                return Ok(due);
            }
        }
        self.take_effect(&usage, &mut due)?;
        Ok(due)
    }

    /// Returns true if a use is allowed: Limited systems once a round, those paid for with Tension not again, without
    /// Ammo only Holdout systems (A38).
    fn may_pay(&self, ace: usize, number: usize) -> bool {
        let (frame, item) = (&self.aces[ace], &self.gear[ace].items[number]);
        let unlimited = frame.seen.life == Life::LastStand;
        let (used, held_out) =
            (!unlimited && frame.used.contains(&number), !unlimited && frame.held_out.contains(&number));
        let ready = !(held_out || (used && item.has("limited")));
        match frame.seen.ammo {
            0 => ready && item.has("holdout") && frame.seen.tension > 0 && !used,
            _ => ready,
        }
    }

    fn pay_for(&mut self, usage: &Use<'a>) -> Ruled {
        let Use { ace, number, .. } = *usage;
        let first = self.aces[ace].used.insert(number);
        let has_ammo = self.aces[ace].seen.ammo > 0;
        if !has_ammo {
            self.aces[ace].held_out.insert(number);
        }
        if usage.line.get("way") == "projected" {
            self.pay(ace, "tension", 1, "system")?;
        }
        if !has_ammo {
            return self.pay(ace, "tension", 1, "system");
        }
        if usage.item.has("efficient") && first {
            let (line, face) = self.die("efficient", 6)?;
            line.same("A39: whose system", line.opt("ace"), Some(ace))?;
            if face >= SPARED_FROM {
                return Ok(());
            }
        }
        self.pay(ace, "ammo", 1, "system")
    }

    /// Refuses a use beyond its reach.
    fn judge_reach(&self, usage: &Use) -> Ruled {
        let Use { ace, line, enemy, to, .. } = *usage;
        let (item, at) = (&usage.item, self.at(ace));
        let reached = match (item.does(), enemy, to) {
            ("strike" | "paint" | "repulse" | "volley" | "exit", Some(enemy), _) => {
                self.enemies[enemy].up && self.reaches(ace, &item.bands(), enemy)
            }
            ("strike" | "paint" | "repulse" | "volley", None, _) => false,
            ("blast" | "mortar", _, Some(to)) => {
                let steps = if item.does() == "blast" { self.range(at, to) } else { self.hexes_between(at, to) };
                item.bands().contains(&steps) || (steps == 3 && item.bands().contains(&2) && self.sees_far(ace))
            }
            ("enter", enemy, Some(to)) => {
                let there = enemy.is_none_or(|enemy| self.enemies[enemy].up && self.enemies[enemy].at == to);
                there && self.hexes_between(at, to) == 1
            }
            ("dash", _, Some(to)) => {
                let from = usage.other.map_or(at, |other| self.at(other));
                self.hexes_between(from, to) == item.number("hexes")
            }
            ("blast" | "mortar" | "enter" | "dash", ..) => false,
            _ => true,
        };
        line.rule(reached, || "A58: out of the system's reach".to_owned())?;
        let apart = usage.other.map(|other| self.hexes_between(at, self.at(other)));
        let projected = line.get("way") == "projected";
        line.rule(!projected || item.has("projecting"), || "it is not Projecting".to_owned())?;
        let most = usize::from(projected);
        line.rule(apart.is_none_or(|apart| apart <= most), || "the ally is too far away".to_owned())
    }
}
