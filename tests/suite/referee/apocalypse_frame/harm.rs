//! Harm: protection against it, its effects, and units taken out (A15 to A17, A30, A32, A46, A54, A60).

use super::super::lines::{Line, Ruled};
use super::Mission;
use super::seen::Life;
use std::collections::BTreeSet;

/// Harm before protection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blow {
    pub harm: usize,
    /// True for Energy.
    pub past_armor: bool,
    /// True for Piercing.
    pub past_shields: bool,
}

impl Blow {
    pub(crate) fn tagged(harm: usize, tags: &BTreeSet<String>) -> Blow {
        Blow { harm, past_armor: tags.contains("energy"), past_shields: tags.contains("piercing") }
    }

    /// Creates Harm that only reductions lower.
    pub(crate) fn pure(harm: usize) -> Blow {
        Blow { harm, past_armor: true, past_shields: true }
    }
}

/// Cause of Harm, as in `source` of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cause {
    pub kind: &'static str,
    pub ace: Option<usize>,
    pub enemy: Option<usize>,
    pub with: Option<String>,
}

impl Cause {
    pub(crate) fn of_ace(kind: &'static str, ace: usize, with: &str) -> Cause {
        Cause { kind, ace: Some(ace), enemy: None, with: Some(with.to_owned()) }
    }

    pub(crate) fn of_enemy(kind: &'static str, enemy: usize, with: &str) -> Cause {
        Cause { kind, ace: None, enemy: Some(enemy), with: Some(with.to_owned()) }
    }

    pub(crate) fn of(kind: &'static str) -> Cause {
        Cause { kind, ace: None, enemy: None, with: None }
    }

    fn judge(&self, line: Line) -> Ruled {
        let source = line.get("source");
        let number = |key: &str| source[key].as_u64().map(|number| number as usize);
        let told = (source["cause"].as_str(), number("ace"), number("enemy"), source["with"].as_str());
        line.same("cause", told, (Some(self.kind), self.ace, self.enemy, self.with.as_deref()))
    }
}

/// Armor, Shields and reductions.
#[derive(Clone, Copy, Debug, Default)]
struct Guard {
    less: usize,
    armor: usize,
    shields: usize,
}

impl<'a> Mission<'a> {
    /// Takes a single die; returns its line and its face.
    pub(crate) fn die(&mut self, die: &str, most: usize) -> Ruled<(Line<'a>, usize)> {
        let line = self.take("die-rolled")?;
        line.same("what the die is for", line.text("die")?, die)?;
        let face = line.number("face")?;
        line.rule((1..=most).contains(&face), || format!("a die of {most} sides shows {face}"))?;
        Ok((line, face))
    }

    /// Returns the Harm that is left, and true if a Shield took it: reductions, Armor, then Shields (A15, A16).
    fn meet(&mut self, whom: (&str, usize), blow: Blow, guard: Guard) -> Ruled<(usize, bool)> {
        let harm = blow.harm.saturating_sub(guard.less);
        let after = harm.saturating_sub(if blow.past_armor { 0 } else { guard.armor });
        let shields = if blow.past_shields { 0 } else { guard.shields };
        let met = if self.choice("harm", "order") == "armor-first" { after } else { harm };
        if met == 0 || shields == 0 {
            return Ok((after, false));
        }
        let (line, face) = self.die("shield", 6)?;
        line.same("A16: whose Shield", line.opt(whom.0), Some(whom.1))?;
        line.same("A16, A17: Shields", line.number("holds_to")?, shields)?;
        Ok(if face <= shields { (0, true) } else { (after, false) })
    }

    /// Takes the Harm to an enemy. Returns the Harm that came through.
    pub(crate) fn harm_enemy(&mut self, enemy: usize, blow: Blow, less: usize, cause: &Cause) -> Ruled<usize> {
        if !self.enemies[enemy].up || blow.harm == 0 {
            return Ok(0);
        }
        let (armor, shields) = self.enemies[enemy].guard(self.on("harm", "shields_stack"));
        let (through, shielded) = self.meet(("enemy", enemy), blow, Guard { less, armor, shields })?;
        let line = self.take("harmed")?;
        line.same("who is harmed", line.opt("enemy"), Some(enemy))?;
        cause.judge(line)?;
        let this = &mut self.enemies[enemy];
        if shielded {
            let worn = if this.granted >= this.shields { &mut this.granted } else { &mut this.shields };
            *worn = worn.saturating_sub(1);
        }
        this.vigor = this.vigor.saturating_sub(through);
        let left = this.vigor;
        judge_harm(line, blow.harm, (through, shielded), left)?;
        if through > 0 && cause.ace.is_some_and(|ace| self.suppresses(ace, enemy)) {
            self.close()?;
            self.enemies[enemy].held = true;
        }
        if left == 0 {
            self.take_out(enemy, cause)?;
        }
        Ok(through)
    }

    /// Returns true if Suppression Targeting holds this enemy when harmed (A31).
    fn suppresses(&self, ace: usize, enemy: usize) -> bool {
        let rank = self.kind(enemy).rank.as_str();
        self.gear[ace].own_trait == "suppression-targeting"
            && if self.choice("traits", "suppression") == "standard" { rank == "standard" } else { rank != "part" }
    }

    /// Takes out an enemy: for good, or a Prime until the next GM turn (A54).
    fn take_out(&mut self, enemy: usize, cause: &Cause) -> Ruled {
        let for_good = self.enemies[enemy].restorations == 0;
        let drops = self.on("drops", "from_all") || self.kind(enemy).drops;
        let line = self.take("taken-out")?;
        line.same("who is taken out", line.number("enemy")?, enemy)?;
        line.same("A54: for good", line.is("for_good"), for_good)?;
        cause.judge(line)?;
        let this = &mut self.enemies[enemy];
        (this.up, this.down) = (false, !for_good);
        if for_good {
            self.drops_due += usize::from(drops);
            if let Some(colossus) = self.enemies[enemy].colossus {
                self.parts[colossus].0 = self.parts[colossus].0.saturating_sub(1);
            }
        }
        Ok(())
    }

    /// Returns the Armor, Shields and reductions of an Ace against an attacker `steps` hexes away; `None` means no
    /// attacker.
    fn ace_guard(&self, ace: usize, steps: Option<usize>) -> Guard {
        let frame = &self.aces[ace].seen;
        let apart = steps.is_some_and(|steps| steps >= 1);
        let riot = apart && self.gear[ace].own_trait == "riot-shield";
        let itself = self.on("traits", "plating_covers_itself");
        let plated = (0..self.aces.len()).any(|other| {
            self.gear[other].own_trait == "flared-plating"
                && (other != ace || itself)
                && self.aces[other].seen.at == frame.at
                && self.is_on_map(other)
        });
        let armor = frame.plate + usize::from(riot);
        let stack = self.on("harm", "shields_stack");
        Guard {
            less: usize::from(frame.protected) + if apart { frame.chaff } else { 0 },
            armor: armor.max(usize::from(plated)),
            shields: if stack { frame.shields + frame.fleeting } else { frame.shields.max(frame.fleeting) },
        }
    }

    /// Takes the Harm to an Ace. `from` has the hexes to its attacker, and the reduction by cover and distraction.
    /// Returns the Harm that came through.
    pub(crate) fn harm_ace(
        &mut self,
        ace: usize,
        blow: Blow,
        from: (Option<usize>, usize),
        cause: &Cause,
    ) -> Ruled<usize> {
        if !self.can_be_harmed(ace) || blow.harm == 0 {
            return Ok(0);
        }
        let (steps, less) = from;
        let mut guard = self.ace_guard(ace, steps);
        guard.less += less;
        let (through, shielded) = self.meet(("ace", ace), blow, guard)?;
        let line = self.take("harmed")?;
        line.same("who is harmed", line.opt("ace"), Some(ace))?;
        cause.judge(line)?;
        let frame = &mut self.aces[ace].seen;
        frame.protected = false;
        if shielded {
            let worn = if frame.fleeting >= frame.shields { &mut frame.fleeting } else { &mut frame.shields };
            *worn = worn.saturating_sub(1);
        }
        frame.vigor = frame.vigor.saturating_sub(through);
        let left = frame.vigor;
        judge_harm(line, blow.harm, (through, shielded), left)?;
        if left == 0 {
            self.goes_down(ace, cause)?;
        }
        Ok(through)
    }

    /// Takes the fall of an Ace without Vigor: it waits for its next turn, or ejects (A46, A50).
    fn goes_down(&mut self, ace: usize, cause: &Cause) -> Ruled {
        let allowed = self.int("damage", "allowed");
        let ejects = self.aces[ace].seen.damage + 1 > allowed && self.choice("damage", "last") == "eject";
        let line = self.take("ace-down")?;
        line.same("who goes down", line.number("ace")?, ace)?;
        line.same("A50: whether it ejects", line.is("ejected"), ejects)?;
        cause.judge(line)?;
        let frame = &mut self.aces[ace].seen;
        frame.damage += 1;
        frame.life = Life::Down;
        if ejects {
            (frame.damage, frame.life, frame.at) = (allowed, Life::Ejected, None);
        }
        line.same("frame damage so far", line.number("damage")?, frame.damage)
    }

    /// Returns the Harm that cover absorbs for an enemy attacked from `steps` hexes away (A60).
    pub(crate) fn cover_of_enemy(&self, steps: usize, enemy: usize) -> usize {
        let this = &self.enemies[enemy];
        let (cover, low) = (self.field.cover.contains(&this.at), self.field.low_cover.contains(&this.at));
        let covers = if this.infantry { cover || low } else { steps >= 2 && cover };
        if covers { self.int("fields", "cover_less") } else { 0 }
    }

    /// Returns the same for an Ace.
    pub(crate) fn cover_of_ace(&self, steps: usize, ace: usize) -> usize {
        let at = self.aces[ace].seen.at;
        let covers = steps >= 2 && at.is_some_and(|at| self.field.cover.contains(&at));
        if covers { self.int("fields", "cover_less") } else { 0 }
    }

    /// Returns the Harm that cover absorbs; cover that absorbed any may be lost (A60).
    pub(crate) fn wear_cover(&mut self, cover: usize, harm: usize, taken_before: usize, at: usize) -> Ruled<usize> {
        let less = cover.min(harm.saturating_sub(taken_before));
        if less == 0 {
            return Ok(0);
        }
        let goes_to = self.int("fields", "cover_goes_to");
        let (line, face) = self.die("cover", 6)?;
        line.same("A60: whose cover", line.opt("at"), Some(at))?;
        if face <= goes_to {
            let line = self.take("cover-gone")?;
            line.same("A60: whose cover goes", line.number("at")?, at)?;
            self.field.cover.remove(&at);
            self.field.low_cover.remove(&at);
        }
        Ok(less)
    }

    /// Gives Shields to an Ace: the higher number stays, unless they add up (A17).
    pub(crate) fn give_shields(&mut self, ace: usize, shields: usize, fleeting: bool) -> Ruled {
        let stack = self.on("harm", "shields_stack");
        let line = self.take("shielded")?;
        line.same("who is shielded", (line.number("ace")?, line.is("fleeting")), (ace, fleeting))?;
        let frame = &mut self.aces[ace].seen;
        let own = if fleeting { &mut frame.fleeting } else { &mut frame.shields };
        *own = if stack { *own + shields } else { (*own).max(shields) };
        line.same("A17: Shields", line.number("shields")?, *own)
    }

    /// Returns the next of some enemies that a line names as harmed: effects on several enemies may come in any order.
    pub(crate) fn next_harmed(&self, of: &[usize]) -> Option<usize> {
        let named = (0..4).filter_map(|by| self.lines.ahead(by)).find(|line| line.event() == "harmed");
        named.and_then(|line| line.opt("enemy")).filter(|enemy| of.contains(enemy)).or(of.first().copied())
    }
}

fn judge_harm(line: Line, harm: usize, (through, shielded): (usize, bool), left: usize) -> Ruled {
    line.same("Harm that comes", line.number("harm")?, harm)?;
    line.same("A15, A16: Harm that comes through", line.number("through")?, through)?;
    line.same("A16: whether a Shield took it", line.is("shielded"), shielded)?;
    line.same("Vigor left", line.number("left")?, left)
}
