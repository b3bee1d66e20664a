//! Losses of assets, and boarding (I06 to I08, I23, I26 to I36, I58, I64).

use super::super::lines::{Line, Ruled};
use super::super::plane::{Tri, any};
use super::dice::pool;
use super::state::Life;
use super::{Judge, Victim, Wound};

/// State of a boarding action.
#[derive(Clone, Debug)]
pub(crate) struct Fight {
    pub ship: usize,
    /// Player who wins the ship and has not taken it yet.
    pub taker: Option<usize>,
    /// Damage of dice that have not hit yet, by fleet.
    pub dice: Vec<Vec<usize>>,
    pub helper: Option<(usize, usize)>,
}

impl Judge<'_> {
    /// Adds damage to an asset.
    pub(crate) fn wound(&mut self, asset: usize, hits: usize) {
        if hits > 0 && !self.field.assets[asset].is_hva() && self.field.assets[asset].is_there() {
            self.wounds.push(Wound { victim: Victim::Asset(asset), hits });
        }
    }

    /// Assigns one point of waiting damage to an asset.
    fn take_hit(&mut self, line: Line, asset: usize) -> Ruled {
        let own = &self.field.assets[asset];
        let fits = |wound: &Wound| match wound.victim {
            Victim::Asset(other) => other == asset,
            Victim::Aboard { ship, fleet } => own.is_company() && own.on == Some(ship) && own.holder == fleet,
        };
        let Some(place) = self.wounds.iter().position(|wound| wound.hits > 0 && fits(wound)) else {
            return line.refuse("damage without a source");
        };
        self.wounds[place].hits -= 1;
        Ok(())
    }

    /// Checks that all damage was taken, except damage that no asset is left to take. Clears it.
    pub(crate) fn all_taken(&mut self, line: Line) -> Ruled {
        for wound in std::mem::take(&mut self.wounds).into_iter().filter(|wound| wound.hits > 0) {
            let left = match wound.victim {
                Victim::Asset(asset) => {
                    self.field.assets[asset].is_there() && self.field.assets[asset].hit_points() > 0
                }
                Victim::Aboard { ship, fleet } => !self.fighters(ship, fleet).is_empty(),
            };
            line.rule(!left, || format!("{wound:?} was not taken"))?;
        }
        Ok(())
    }

    /// Takes a loss by a hit: a system; without systems a white; the ace last (I06 to I08).
    pub(crate) fn lose(&mut self, line: Line) -> Ruled {
        let asset = self.field.asset_of(line, "asset")?;
        self.take_hit(line, asset)?;
        let own = &mut self.field.assets[asset];
        match line.text("loss")? {
            "white" => {
                line.rule(own.systems.is_empty() && own.whites > 0, || "I07: systems before whites".to_owned())?;
                own.whites -= 1;
            }
            "ace" => {
                let last = own.systems.is_empty() && own.whites == 0 && own.ace_left;
                line.rule(last, || "I08: the ace is lost last".to_owned())?;
                own.ace_left = false;
            }
            system => {
                let Some(place) = own.systems.iter().position(|known| known == system) else {
                    return line.refuse(format!("I07: there is no {system} to lose"));
                };
                own.systems.remove(place);
            }
        }
        Ok(())
    }

    /// Takes a dodge: a company with fuel and its movement system steps away instead of taking a hit (I64).
    pub(crate) fn dodge(&mut self, line: Line) -> Ruled {
        let asset = self.field.asset_of(line, "asset")?;
        self.take_hit(line, asset)?;
        let cost = self.field.number("fuel", "per_dodge");
        let needs_green = self.field.on("fuel", "dodge_needs_green");
        let own = &mut self.field.assets[asset];
        line.rule(own.is_company() && own.life == Life::Standing, || "I64: it cannot dodge".to_owned())?;
        line.rule(!needs_green || own.count("movement") > 0, || "I64: it has no green".to_owned())?;
        line.rule(own.fuel >= cost, || "I64: it has no fuel to dodge".to_owned())?;
        line.same("I64: fuel after a dodge", line.number("fuel")?, own.fuel - cost)?;
        (own.at, own.on) = (line.place("to")?, None);
        Ok(())
    }

    /// Removes an asset from the battle; a captured ship's end costs its captor, or its first owner (I36).
    pub(crate) fn end(&mut self, asset: usize) {
        let costs_captor = self.field.on("captured", "end_costs_captor");
        let own = &mut self.field.assets[asset];
        own.life = Life::Gone;
        if own.is_ship() && own.holder != own.owner && !costs_captor {
            self.extra[own.holder] += 1;
            self.extra[own.owner] -= 1;
        }
    }

    /// Takes a decrease of fuel by one step, of the round or of a dodge (I23, I64).
    pub(crate) fn burn(&mut self, line: Line) -> Ruled {
        let asset = self.field.asset_of(line, "asset")?;
        let key = if self.last == "dodged" { "per_dodge" } else { "per_round" };
        let cost = self.field.number("fuel", key);
        let own = &mut self.field.assets[asset];
        line.rule(own.life == Life::Standing, || "fuel of what does not fly".to_owned())?;
        line.same("I23: fuel", line.number("fuel")?, own.fuel.saturating_sub(cost))?;
        own.fuel = own.fuel.saturating_sub(cost);
        line.rule(key == "per_dodge" || (self.ending && self.burned.insert(asset)), || {
            "I23: fuel counts down once a round".to_owned()
        })
    }

    /// Returns the companies of a fleet that fight on a ship (I15).
    fn fighters(&self, ship: usize, fleet: usize) -> Vec<usize> {
        let docked = self.field.on("launch", "docked_board");
        let fights = |asset: &usize| {
            let own = &self.field.assets[*asset];
            let able = own.life == Life::Standing || (docked && own.life == Life::Docked);
            own.is_company() && own.on == Some(ship) && own.holder == fleet && able
        };
        (0..self.field.assets.len()).filter(fights).collect()
    }

    /// Takes a boarding action: its dice, the fleet with the highest total, and the damage (I26 to I32).
    pub(crate) fn board(&mut self, line: Line) -> Ruled {
        let ship = self.field.asset_of(line, "ship")?;
        self.end_fight(line)?;
        let holder = self.field.assets[ship].holder;
        let fleets = self.field.fleets();
        let helper = self.aided.take().filter(|(on, ..)| *on == ship).map(|(_, helper, aided)| (helper, aided));
        let hostile = (0..fleets).any(|fleet| fleet != holder && !self.fighters(ship, fleet).is_empty());
        line.rule(hostile && self.ending, || "no company boards the ship".to_owned())?;
        let parties = (0..fleets).filter(|fleet| *fleet == holder || !self.fighters(ship, *fleet).is_empty()).count();
        // Players choose in tactical order whether to aid. If one aids, its line has already taken the roll.
        match parties > 2 && self.field.on("boarding", "aid") {
            true if helper.is_none() => drop(self.by_score(line)?),
            _ => self.no_roll(line)?,
        }
        let (mut counted, mut dice) = (vec![0; fleets], vec![Vec::new(); fleets]);
        for fleet in 0..fleets {
            let told = line.items("rolls").iter().find(|roll| roll["fleet"] == fleet);
            let faces = |key: &str| -> Vec<usize> {
                let faces = told.and_then(|roll| roll[key].as_array()).into_iter().flatten();
                faces.filter_map(|face| face.as_u64()).map(|face| face as usize).collect()
            };
            let goes_to = helper.filter(|(helper, _)| *helper == fleet).map_or(fleet, |(_, aided)| aided);
            let yellows = faces("yellows");
            self.check_faces(line, "I27, I29: yellow dice", &yellows, &self.yellow_sides(ship, fleet))?;
            let reds = faces("reds");
            let red_sides =
                if fleet == holder { self.field.reds(&self.field.assets[ship], "point-defense") } else { Vec::new() };
            self.check_faces(line, "I26: red dice", &reds, &red_sides)?;
            let threshold = self.field.number("boarding", "threshold");
            let counts = |faces: &[usize]| faces.iter().filter(|face| **face >= threshold).count();
            let held = if self.field.on("boarding", "reds_hold") { counts(&reds) } else { 0 };
            counted[goes_to] += counts(&yellows) + held;
            let table = self.field.rule("boarding", "damage");
            let damage =
                yellows.iter().chain(&reds).map(|face| table[(*face).clamp(1, 8) - 1].as_u64().unwrap_or(0) as usize);
            dice[goes_to].extend(damage.filter(|damage| *damage > 0));
        }
        for roll in line.items("rolls") {
            let fleet = roll["fleet"].as_u64().unwrap_or(0) as usize;
            line.same("I26: dice that count", roll["counted"].as_u64(), Some(counted[fleet] as u64))?;
        }
        let most = counted.iter().copied().max().unwrap_or(0);
        let leaders: Vec<usize> = (0..fleets).filter(|fleet| counted[*fleet] == most && most > 0).collect();
        let winner = if let [winner] = leaders.as_slice() { Some(*winner) } else { None };
        line.same("I28, I29: who has the most", line.opt("winner"), winner)?;
        self.fight = Some(Fight { ship, taker: winner.filter(|winner| *winner != holder), dice, helper });
        Ok(())
    }

    /// Returns the sides of a fleet's yellow dice: one die for each company, and its ace's (I29).
    fn yellow_sides(&self, ship: usize, fleet: usize) -> Vec<usize> {
        let of_company = self.field.rule("boarding", "company").as_str().unwrap_or("1d6");
        let of_ace = self.field.rule("aces", "boarding").as_str().unwrap_or("");
        let each = self.fighters(ship, fleet).into_iter().flat_map(|company| {
            let ace = self.field.assets[company].ace.is_some();
            pool(of_company).into_iter().chain(if ace { pool(of_ace) } else { Vec::new() })
        });
        each.collect()
    }

    fn check_faces(&self, line: Line, what: &str, faces: &[usize], sides: &[usize]) -> Ruled {
        line.same(what, faces.len(), sides.len())?;
        let fair = faces.iter().zip(sides).all(|(face, sides)| (1..=*sides).contains(face));
        line.rule(fair, || format!("{what}: a face beyond its die"))
    }

    /// Takes a hit of a boarding die on the companies of another player (I30).
    pub(crate) fn boarding_hit(&mut self, line: Line) -> Ruled {
        let (fleet, victim, damage) = (line.number("fleet")?, line.number("victim")?, line.number("damage")?);
        let Some(fight) = self.fight.clone().filter(|fight| Some(fight.ship) == line.opt("ship")) else {
            return line.refuse("no boarding action on that ship");
        };
        let Some(place) = fight.dice.get(fleet).and_then(|dice| dice.iter().position(|die| *die == damage)) else {
            return line.refuse(format!("I30: no die of {damage} damage is left"));
        };
        let friends = victim == fleet || fight.helper == Some((victim, fleet));
        line.rule(!friends, || "I30: a die hits a friend".to_owned())?;
        line.rule(!self.fighters(fight.ship, victim).is_empty(), || "I30: no asset is there to be hit".to_owned())?;
        if let Some(fight) = &mut self.fight {
            fight.dice[fleet].remove(place);
        }
        self.wounds.push(Wound { victim: Victim::Aboard { ship: fight.ship, fleet: victim }, hits: damage });
        Ok(())
    }

    /// Ends a boarding action: its winner must have taken the ship.
    pub(crate) fn end_fight(&mut self, line: Line) -> Ruled {
        let Some(fight) = self.fight.take() else { return Ok(()) };
        line.rule(fight.taker.is_none(), || "I26: who has the most takes the ship".to_owned())
    }

    /// Takes a change of holder: a ship by boarding, a high value asset by the only fleet near it (I26, I58).
    pub(crate) fn take(&mut self, line: Line) -> Ruled {
        let asset = self.field.asset_of(line, "asset")?;
        let (from, to) = (line.number("from")?, line.number("to")?);
        line.same("who held it", from, self.field.assets[asset].holder)?;
        if self.field.assets[asset].is_hva() {
            let near = self.near_hva(asset);
            line.rule(near[to] != Some(false), || "I58: the captor is not near".to_owned())?;
            let others = (0..near.len()).filter(|fleet| *fleet != to).any(|fleet| near[fleet] == Some(true));
            line.rule(!others, || "I58: another is near as well".to_owned())?;
        } else {
            let taker = self.fight.as_mut().filter(|fight| fight.ship == asset).and_then(|fight| fight.taker.take());
            line.same("I26: who takes the ship", Some(to), taker)?;
        }
        self.field.assets[asset].holder = to;
        Ok(())
    }

    /// Returns for each fleet whether one of its assets is near enough to hold a high value asset (I58).
    fn near_hva(&self, hva: usize) -> Vec<Tri> {
        let of_fleet = |fleet: usize| {
            let near = self.field.assets.iter().enumerate().map(|(asset, own)| {
                let can = own.holder == fleet && own.life == Life::Standing && !own.is_hva();
                let reach = if own.is_ship() { "point_defense" } else { "dogfight" };
                if can { self.field.near(asset, hva, self.field.real("ranges", reach)) } else { Some(false) }
            });
            any(near)
        };
        (0..self.field.fleets()).map(of_fleet).collect()
    }

    /// Checks that each high value asset with only one fleet near it is held by this fleet.
    pub(crate) fn check_hvas(&self, line: Line) -> Ruled {
        for hva in (0..self.field.assets.len()).filter(|asset| self.field.assets[*asset].is_hva()) {
            let near = self.near_hva(hva);
            let sole: Vec<usize> = (0..near.len()).filter(|fleet| near[*fleet] != Some(false)).collect();
            if let [fleet] = sole.as_slice()
                && near[*fleet] == Some(true)
            {
                let holder = self.field.assets[hva].holder;
                line.same(&format!("I58: holder of asset {hva}"), holder, *fleet)?;
            }
        }
        Ok(())
    }

    /// Takes the return of a captured ship to its first owner once no company of the captor is on it or near (I34).
    pub(crate) fn revert(&mut self, line: Line) -> Ruled {
        let ship = self.field.asset_of(line, "asset")?;
        let (from, to) = (line.number("from")?, line.number("to")?);
        line.same("who held it", from, self.field.assets[ship].holder)?;
        line.same("I34: its first owner", to, self.field.assets[ship].owner)?;
        line.rule(self.field.on("captured", "reverts"), || "ships do not revert".to_owned())?;
        let on_it =
            self.field.assets.iter().any(|own| {
                own.is_company() && own.life == Life::Standing && own.holder == from && own.on == Some(ship)
            });
        line.rule(!on_it, || "I34: a company of the captor is on it".to_owned())?;
        self.field.assets[ship].holder = to;
        Ok(())
    }
}
