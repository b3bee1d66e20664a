//! Frame damage: an Ace that returns with a result, and the last stand (A46, A47, A50).

use super::super::lines::Ruled;
use super::Mission;
use super::seen::Life;
use std::collections::BTreeSet;

impl<'a> Mission<'a> {
    /// Lets an Ace that was down act again, or begin its last stand.
    pub(crate) fn recover(&mut self, ace: usize) -> Ruled {
        let last_stand = self.aces[ace].seen.damage > self.int("damage", "allowed");
        let line = self.take("recovered")?;
        line.same("who recovers", line.number("ace")?, ace)?;
        line.same("A50: last stand", line.is("last_stand"), last_stand)?;
        self.close()?;
        if last_stand {
            self.begin_last_stand(ace);
            return Ok(());
        }
        let gained = self.int("damage", "tension_gained");
        let ammo = self.int("damage", "ammo_gained");
        self.aces[ace].seen.life = Life::Ready;
        self.aces[ace].seen.max_tension += gained;
        self.regain(ace, "vigor", usize::MAX, "frame-damage")?;
        self.regain(ace, "ammo", ammo, "frame-damage")?;
        self.regain(ace, "tension", usize::MAX, "frame-damage")?;
        self.roll_damage(ace)
    }

    fn begin_last_stand(&mut self, ace: usize) {
        let extra = self.int("damage", "last_stand_extra");
        let gear = &self.gear[ace];
        let replaced = std::mem::take(&mut self.aces[ace].replaced);
        self.aces[ace].damage_faces.clear();
        let frame = &mut self.aces[ace].seen;
        frame.life = Life::LastStand;
        (frame.superstructure, frame.legs, frame.sensors) = (0, 0, 0);
        frame.damaged_systems.clear();
        frame.backups.retain(|armament| !replaced.contains(armament));
        (frame.max_vigor, frame.vigor) = (gear.vigor, gear.vigor);
        (frame.tension, frame.ammo) = (frame.max_tension + extra, gear.ammo + extra);
    }

    /// Returns the armaments that frame damage can replace.
    fn replaceable(&self, ace: usize) -> BTreeSet<usize> {
        (0..self.gear[ace].slots()).filter(|slot| !self.aces[ace].seen.backups.contains(slot)).collect()
    }

    /// Returns the systems without frame damage, integral or modular.
    fn whole(&self, ace: usize, integral: bool) -> BTreeSet<usize> {
        let hit = &self.aces[ace].seen.damaged_systems;
        let items = self.gear[ace].items.iter().enumerate();
        items
            .filter(|(place, item)| item.integral == integral && !hit.contains(place))
            .map(|(place, _)| place)
            .collect()
    }

    /// Rolls until a result is possible. Repeated results add up, hit something that is left, or are rolled again
    /// (A47).
    fn roll_damage(&mut self, ace: usize) -> Ruled {
        let mut possible: BTreeSet<usize> = [1, 2, 3].into();
        possible.extend((!self.replaceable(ace).is_empty()).then_some(4));
        possible.extend((!self.whole(ace, false).is_empty()).then_some(5));
        possible.extend((!self.whole(ace, true).is_empty()).then_some(6));
        if self.choice("damage", "repeated") == "reroll" {
            possible.retain(|face| !self.aces[ace].damage_faces.contains(face));
        }
        if possible.is_empty() {
            return Ok(());
        }
        loop {
            let (line, face) = self.die("frame-damage", 6)?;
            line.same("whose frame", line.opt("ace"), Some(ace))?;
            if possible.contains(&face) {
                return self.take_hold(ace, face);
            }
        }
    }

    fn take_hold(&mut self, ace: usize, face: usize) -> Ruled {
        let line = self.take("frame-damaged")?;
        line.same("A47: frame damage", (line.number("ace")?, line.number("face")?), (ace, face))?;
        let of = line.get("of").as_str();
        let less = self.int("damage", "superstructure");
        let (replaceable, modular) = (self.replaceable(ace), self.whole(ace, false));
        let integral = self.whole(ace, true);
        self.aces[ace].damage_faces.insert(face);
        let gear = &self.gear[ace];
        let frame = &mut self.aces[ace].seen;
        let named =
            |names: Vec<(usize, &str)>| names.into_iter().find(|(_, name)| Some(*name) == of).map(|(place, _)| place);
        match face {
            1 => {
                frame.superstructure += 1;
                frame.max_vigor = frame.max_vigor.saturating_sub(less).max(1);
                frame.vigor = frame.vigor.min(frame.max_vigor);
            }
            2 => frame.legs += 1,
            3 => frame.sensors += 1,
            4 => {
                let slot = named(replaceable.iter().map(|slot| (*slot, gear.arms[*slot].name.as_str())).collect());
                let Some(slot) = slot else { return line.refuse("A47: no such armament is left") };
                frame.backups.insert(slot);
                self.aces[ace].replaced.insert(slot);
            }
            _ => {
                let of_face = if face == 5 { modular } else { integral };
                let item = named(of_face.iter().map(|item| (*item, gear.items[*item].name.as_str())).collect());
                let Some(item) = item else { return line.refuse("A47: no such system is whole") };
                frame.damaged_systems.insert(item);
            }
        }
        Ok(())
    }
}
