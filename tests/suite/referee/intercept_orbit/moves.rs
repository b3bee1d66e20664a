//! Moves of ships and companies: pips, courses, room, collisions, the hangar (I16 to I22, I47 to I55, I64).

use super::super::lines::{Line, Ruled, place};
use super::super::plane::{BLUR, distance, within};
use super::Judge;
use super::state::{Life, between};

impl Judge<'_> {
    /// Takes the start of a maneuver: its die pays for it, and it starts at the asset's place (I47 to I50).
    pub(crate) fn set_out(&mut self, line: Line) -> Ruled {
        let asset = self.field.asset_of(line, "asset")?;
        let own = &self.field.assets[asset];
        line.rule(distance(line.place("from")?, own.at) <= BLUR, || "it sets out from elsewhere".to_owned())?;
        line.same("heading", line.number("heading")?, own.heading)?;
        let speed = line.number("speed")?;
        line.rule(speed <= self.field.number("movement", "most"), || format!("I48: a speed of {speed}"))?;
        let turns: Vec<i64> = line.items("turns").iter().filter_map(|turn| turn.as_i64()).collect();
        line.same("hinges", turns.len(), speed)?;
        let key = if own.kind == "frigate" { "frigate_clicks" } else { "capital_clicks" };
        let most = self.field.number("movement", key) as u64;
        line.rule(turns.iter().all(|turn| turn.unsigned_abs() <= most), || {
            "I50: too many clicks of a hinge".to_owned()
        })?;
        let shares = self.field.on("movement", "clicks_share_a_pip");
        let clicks: u64 =
            turns.iter().map(|turn| if shares { turn.unsigned_abs().min(1) } else { turn.unsigned_abs() }).sum();
        let base =
            if self.field.on("movement", "carries_speed") { own.speed } else { self.field.number("movement", "speed") };
        let pips = base.abs_diff(speed) + clicks as usize;
        line.same("I47, I49: pips", line.number("pips")?, pips)?;
        line.rule(pips <= line.number("value")?, || "more pips than the die has".to_owned())?;
        self.field.assets[asset].speed = speed;
        self.pips = line.number("value")? - pips;
        self.collided = false;
        self.under_way = true;
        self.course = Some((asset, line.place("from")?, line.number("heading")?, turns));
        self.give_die(line, asset, "green")?;
        let turn = self.turn_of(line, asset)?;
        line.rule(!std::mem::replace(&mut turn.moved, true), || "one move a turn".to_owned())
    }

    /// Takes the end of a maneuver: the asset rests on its course, with nothing in the way (I51, I53).
    pub(crate) fn sail(&mut self, line: Line) -> Ruled {
        let asset = self.field.asset_of(line, "asset")?;
        let Some((_, mut at, mut heading, turns)) = self.course.clone().filter(|course| course.0 == asset) else {
            return line.refuse("it sails without setting out");
        };
        line.rule(std::mem::take(&mut self.under_way), || "it stops twice".to_owned())?;
        let (to, end) = (line.place("to")?, line.number("heading")?);
        let mut on_course = turns.is_empty() && distance(to, at) <= BLUR && end == heading;
        for clicks in &turns {
            let next = super::super::plane::along(at, self.field.ahead(heading), 1.0);
            on_course |= end == heading && super::super::plane::to_segment(to, at, next) <= BLUR;
            let headings = self.field.headings() as i64;
            (at, heading) = (next, (heading as i64 + clicks).rem_euclid(headings) as usize);
        }
        on_course |= distance(to, at) <= BLUR && end == heading;
        line.rule(on_course, || "I51: it stopped off its course".to_owned())?;
        let path: Vec<_> = line.items("path").iter().filter_map(place).collect();
        line.rule(path.last().is_some_and(|last| distance(*last, to) <= BLUR), || {
            "the path ends elsewhere".to_owned()
        })?;
        (self.field.assets[asset].at, self.field.assets[asset].heading) = (to, end);
        Ok(())
    }

    /// Takes passed debris: paid with a pip that is left, or chosen by a green ace on the ship (I52, I55).
    pub(crate) fn avoid(&mut self, line: Line) -> Ruled {
        let asset = self.field.asset_of(line, "asset")?;
        let pips = line.number("pips")?;
        line.rule(self.under_way && self.course.as_ref().is_some_and(|course| course.0 == asset), || {
            "debris is passed by what does not sail".to_owned()
        })?;
        let led = self
            .field
            .assets
            .iter()
            .any(|own| own.on == Some(asset) && own.life == Life::Standing && own.ace.as_deref() == Some("green"));
        line.same("I52: pips for passing debris", pips, usize::from(!led || !self.field.assets[asset].is_ship()))?;
        line.rule(pips <= self.pips, || "I55: no pip is left for debris".to_owned())?;
        self.pips -= pips;
        Ok(())
    }

    /// Checks a chosen collision: a ship or high value asset under way meets something it could pass. It is not allowed
    /// in a chain, with debris, or if the move ends in contact anyway (I52).
    fn check_chosen(&self, line: Line, first: bool) -> Ruled {
        if !line.is("chosen") {
            return Ok(());
        }
        let (Some(target), Some((mover, from, heading, turns))) = (line.opt("target_asset"), &self.course) else {
            return line.refuse("I52: debris is not rammed");
        };
        let (mut at, mut heading) = (*from, *heading);
        for clicks in turns {
            at = super::super::plane::along(at, self.field.ahead(heading), 1.0);
            heading = (heading as i64 + clicks).rem_euclid(self.field.headings() as i64) as usize;
        }
        let rammer = line.number("rammer")?;
        let other = if rammer == *mover { target } else { rammer };
        line.rule(first && (rammer == *mover || target == *mover), || "I54: no player chooses a chain".to_owned())?;
        let gap = between(&self.field.base_at(*mover, at, heading, BLUR), &self.field.base(other));
        line.rule(gap > 0.0, || "I53: its move ends there in any case".to_owned())
    }

    /// Takes the flight of a company; its die is one of the hand.
    pub(crate) fn fly(&mut self, line: Line) -> Ruled {
        let asset = self.field.asset_of(line, "asset")?;
        let own = &self.field.assets[asset];
        line.rule(own.is_company() && own.life == Life::Standing, || "it cannot fly".to_owned())?;
        line.rule(distance(line.place("from")?, own.at) <= BLUR, || "it flies from elsewhere".to_owned())?;
        let far = distance(line.place("from")?, line.place("to")?);
        line.rule(within(far, line.number("value")? as f64) != Some(false), || format!("it flies {far}"))?;
        self.field.assets[asset].at = line.place("to")?;
        self.field.assets[asset].on = line.opt("on");
        self.check_on(line, asset)?;
        self.give_die(line, asset, "green")?;
        let turn = self.turn_of(line, asset)?;
        line.rule(!std::mem::replace(&mut turn.moved, true), || "one move a turn".to_owned())
    }

    /// Checks that a company touches the ship that the line puts it on.
    pub(crate) fn check_on(&self, line: Line, asset: usize) -> Ruled {
        self.field.check_company(line, asset)
    }

    /// Takes collision dice: as many as the speed. Each hits the rammer, the target or neither (I53).
    pub(crate) fn collide(&mut self, line: Line) -> Ruled {
        let rammer = self.field.asset_of(line, "rammer")?;
        let faces = line.numbers("faces");
        line.same("dice of the collision", faces.len(), line.number("dice")?)?;
        let first = !std::mem::replace(&mut self.collided, true);
        self.check_chosen(line, first)?;
        if first && let Some((_, _, _, turns)) = &self.course {
            line.same("I53: dice are the speed", faces.len(), turns.len())?;
        }
        let rules = (self.field.number("collisions", "rammer"), self.field.number("collisions", "target"));
        let on_rammer = faces.iter().filter(|face| **face <= rules.0).count();
        let on_target = faces.iter().filter(|face| **face >= rules.1).count();
        line.same("I53: hits on the rammer", line.number("on_rammer")?, on_rammer)?;
        line.same("I53: hits on the target", line.number("on_target")?, on_target)?;
        let target = line.opt("target_asset");
        let gap = match (target, line.opt("target_piece")) {
            (Some(target), _) => self.field.gap(rammer, target),
            (None, Some(piece)) => between(&self.field.base(rammer), &self.field.rock(piece)),
            (None, None) => return line.refuse("nothing was run into"),
        };
        line.rule(gap <= 2.0 * BLUR + CLICKED, || format!("I52: the two are {gap} apart"))?;
        self.wound(rammer, on_rammer);
        if let Some(target) = target {
            self.wound(target, on_target);
        }
        Ok(())
    }

    /// Takes a repair: a white of 5 or 6 restores a system that the ship was built with (I22).
    pub(crate) fn repair(&mut self, line: Line) -> Ruled {
        let asset = self.field.asset_of(line, "asset")?;
        let (value, system) = (line.number("value")?, line.text("system")?);
        line.rule(value >= self.field.number("repair", "face"), || format!("I22: a white of {value} repairs"))?;
        let ship = &mut self.field.assets[asset];
        let built = ship.built.iter().filter(|own| *own == system).count();
        line.rule(ship.count(system) < built, || format!("I22: {system} is not missing"))?;
        ship.systems.push(system.to_owned());
        self.turn_of(line, asset)?.hand.spend(line, "white", value)
    }

    /// Takes a repair of a company: a carrier's die restores at most that many of its dice (I21).
    pub(crate) fn mend(&mut self, line: Line) -> Ruled {
        let (asset, by) = (self.field.asset_of(line, "asset")?, self.field.asset_of(line, "by")?);
        let value = line.number("value")?;
        let (counts, most) = (self.field.on("repair", "whites_count"), self.field.number("companies", "whites"));
        let company = &mut self.field.assets[asset];
        for system in line.items("systems").iter().filter_map(|system| system.as_str()) {
            line.rule(company.count(system) == 0, || format!("I21: {system} is not missing"))?;
            company.systems.push(system.to_owned());
        }
        company.whites += line.number("whites")?;
        line.rule(company.whites <= most, || "I21: more whites than a company has".to_owned())?;
        let dice = company.systems.len() + if counts { company.whites } else { 0 };
        line.rule(dice <= value, || format!("I21: {dice} dice by a die of {value}"))?;
        self.check_carrier(line, asset, by)?;
        self.give_die(line, by, "")
    }

    /// Takes a launch: a company gets a die of its carrier as fuel, one for each working catapult (I19).
    pub(crate) fn launch(&mut self, line: Line) -> Ruled {
        let (asset, by) = (self.field.asset_of(line, "asset")?, self.field.asset_of(line, "by")?);
        self.check_carrier(line, asset, by)?;
        self.launcher = Some(by);
        let fuel = line.number("fuel")?;
        let catapults = self.field.assets[by].count("K");
        let company = &mut self.field.assets[asset];
        match line.get("die").as_str() {
            Some(_) => company.fuel = fuel,
            None => line.same("fuel that it has left", fuel, company.fuel)?,
        }
        line.rule(fuel > 0, || "I23: launched without fuel".to_owned())?;
        (company.life, company.carried) = (Life::Standing, None);
        if let Some(colour) = line.get("die").as_str() {
            self.turn_of(line, by)?.hand.spend(line, colour, fuel)?;
        }
        let turn = self.turn_of(line, by)?;
        turn.launches += 1;
        line.rule(turn.launches <= catapults, || "I19: more launches than catapults".to_owned())
    }

    fn check_carrier(&self, line: Line, asset: usize, by: usize) -> Ruled {
        let (company, carrier) = (&self.field.assets[asset], &self.field.assets[by]);
        line.rule(carrier.count("K") > 0, || "a ship without a catapult".to_owned())?;
        line.rule(company.is_company() && company.holder == carrier.holder, || "another's company".to_owned())?;
        let held = company.carried.is_some_and(|other| other == by || self.field.assets[other].on == Some(by));
        line.rule(company.on == Some(by) || held, || "the company is not on the carrier".to_owned())
    }

    /// Takes the place of a launched company, out of the carrier's cover (I16, I17), or of one that gives way to a
    /// ship.
    pub(crate) fn place_company(&mut self, line: Line) -> Ruled {
        let asset = self.field.asset_of(line, "asset")?;
        (self.field.assets[asset].at, self.field.assets[asset].on) = (line.place("at")?, line.opt("on"));
        self.check_on(line, asset)?;
        let reach = self.field.real("launch", "reach");
        if let Some(by) = self.launcher.filter(|_| self.last == "launched" && reach > 0.0) {
            line.rule(self.field.near(asset, by, reach) != Some(false), || "I16: placed too far off".to_owned())?;
        }
        Ok(())
    }

    /// Removes the die that a line names from the hand of an asset; `own` is the colour of the action.
    pub(crate) fn give_die(&mut self, line: Line, asset: usize, own: &str) -> Ruled {
        let value = line.number("value")?;
        let Some(colour) = line.get("die").as_str() else { return line.same("pips without a die", value, 0) };
        let fits = colour == "white" || colour == own || (own.is_empty() && colour == "black");
        line.rule(fits, || format!("a {colour} die for this"))?;
        self.turn_of(line, asset)?.hand.spend(line, colour, value)
    }
}

/// Largest distance that a turning ship may have moved before it runs into another.
const CLICKED: f64 = 1.0;
