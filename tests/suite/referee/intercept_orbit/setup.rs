//! Set-up, rounds and turns: points per asset, acting assets, hands, defenses, spots, the clock (I09, I10, I23, I37,
//! I62, I65).

use super::super::lines::{Line, Ruled};
use super::super::plane::BLUR;
use super::dice::Hand;
use super::state::{Field, Life, Piece};
use super::{Judge, Turn};
use serde_json::Value;

impl Judge<'_> {
    /// Takes the points per asset from the comparison of fleets, and the seats by score (I09 to I11).
    pub(crate) fn setup(&mut self, line: Line) -> Ruled {
        for fleet in 0..self.field.fleets() {
            line.rule(self.companies_without(fleet) == 0, || format!("I11: fleet {fleet} has too few catapults"))?;
        }
        let points = self.compare();
        let told: Vec<i64> = line.items("points_per_asset").iter().filter_map(Value::as_i64).collect();
        line.same("I09, I10: points per asset", told, points.clone())?;
        self.points = Some(points);
        self.order.seats = self.by_score(line)?;
        line.same("seats", line.numbers("seats"), self.order.seats.clone())
    }

    /// Returns the number of companies of a fleet for which no catapult is left, once a carrier stays behind.
    fn companies_without(&self, fleet: usize) -> usize {
        let there = self.field.assets.iter().enumerate();
        let own = there.filter(|(number, asset)| asset.owner == fleet && !self.dropped.contains(number));
        let (mut companies, mut catapults) = (0, 0);
        for (_, asset) in own {
            companies += usize::from(asset.is_company());
            catapults += if asset.is_ship() { asset.count("K") } else { 0 };
        }
        companies.saturating_sub(catapults)
    }

    /// Computes the points per asset by the comparison of fleets (I09, I10).
    fn compare(&self) -> Vec<i64> {
        let fleets = self.field.fleets();
        let count = |fleet: usize, what: &dyn Fn(&super::state::Asset) -> usize| -> i64 {
            let own = self
                .field
                .assets
                .iter()
                .enumerate()
                .filter(|(number, asset)| asset.owner == fleet && !self.dropped.contains(number));
            own.map(|(_, asset)| what(asset) as i64).sum()
        };
        let tactical: Vec<i64> = (0..fleets).map(|fleet| count(fleet, &|asset| usize::from(!asset.is_hva()))).collect();
        let systems: Vec<i64> = (0..fleets)
            .map(|fleet| count(fleet, &|asset| if asset.is_ship() { asset.built.len() } else { 0 }))
            .collect();
        let number = |field: &str| self.field.number("bidding", field) as i64;
        let step = |of: &[i64], fleet: usize| {
            i64::from(of.iter().min() == Some(&of[fleet])) - i64::from(of.iter().max() == Some(&of[fleet]))
        };
        let points = |fleet| {
            let (by_assets, by_systems) = (step(&tactical, fleet), step(&systems, fleet));
            number("base") + number("step_assets") * by_assets + number("step_systems") * by_systems
        };
        (0..fleets).map(points).collect()
    }

    /// Takes the placement of a ship or high value asset, which overlaps nothing.
    pub(crate) fn place(&mut self, line: Line) -> Ruled {
        let asset = self.field.asset_of(line, "asset")?;
        let (at, heading) = (line.place("at")?, line.number("heading")?);
        line.rule(!self.field.assets[asset].is_company(), || "companies are docked".to_owned())?;
        self.check_step(line, asset)?;
        let own = &mut self.field.assets[asset];
        (own.at, own.heading, own.life) = (at, heading, Life::Standing);
        self.field.check_room_of(line, asset)
    }

    /// Takes the docking of a company: it waits in contact with a carrier of its fleet, one for each catapult.
    pub(crate) fn dock(&mut self, line: Line) -> Ruled {
        let (asset, ship) = (self.field.asset_of(line, "asset")?, self.field.asset_of(line, "ship")?);
        let at = line.place("at")?;
        line.rule(self.field.assets[asset].is_company(), || "only companies are docked".to_owned())?;
        self.check_step(line, asset)?;
        let own = &mut self.field.assets[asset];
        (own.at, own.on, own.life) = (at, Some(ship), Life::Docked);
        let docked = self.field.assets.iter().filter(|other| other.on == Some(ship)).count();
        line.rule(docked <= self.field.assets[ship].count("K"), || "more companies than catapults".to_owned())?;
        line.same("whose carrier", self.field.assets[asset].owner, self.field.assets[ship].owner)?;
        self.check_on(line, asset)
    }

    /// Takes debris, far enough from other debris and from others' ships (I65).
    pub(crate) fn place_debris(&mut self, line: Line) -> Ruled {
        line.same("number of the piece", line.number("piece")?, self.field.pieces.len())?;
        self.check_debris(line)?;
        self.field.pieces.push(Piece { at: line.place("at")?, hits: 0, there: true });
        Ok(())
    }

    /// Takes a tactical asset left behind by a player who is level for the first place, and companies that have no
    /// catapult without it (I11).
    pub(crate) fn leave_behind(&mut self, line: Line) -> Ruled {
        let asset = self.field.asset_of(line, "asset")?;
        let own = &self.field.assets[asset];
        line.rule(self.points.is_none(), || "I11: after the seats".to_owned())?;
        line.rule(!own.is_hva(), || "I11: a high value asset stays behind".to_owned())?;
        if !self.dropped.is_empty() {
            line.rule(own.is_company() && self.companies_without(own.owner) > 0, || "I11: one asset".to_owned())?;
            let others = self.field.assets.iter().enumerate();
            let mut spare = others.filter(|(number, other)| other.owner == own.owner && !self.dropped.contains(number));
            let is_last = own.ace.is_none() || !spare.any(|(_, other)| other.is_company() && other.ace.is_none());
            line.rule(is_last, || "I11: an ace stays behind before another company".to_owned())?;
            self.dropped.insert(asset);
            return Ok(());
        }
        match self.field.rule("bidding", "tie_drops").as_str() {
            Some("none") => line.refuse("I11: nobody leaves anything behind")?,
            Some("spare") if own.ace.is_some() || own.count("K") > 0 => {
                line.refuse("I11: carriers and aces come along")?;
            }
            _ => {}
        }
        self.points = Some(self.compare());
        let scores = self.score();
        self.points = None;
        let (best, own) = (scores.iter().max(), scores[own.owner]);
        let tied = Some(&own) == best && scores.iter().filter(|score| Some(*score) == best).count() > 1;
        line.rule(tied, || "I11: it is not level for the first place".to_owned())?;
        self.dropped.insert(asset);
        Ok(())
    }

    pub(crate) fn begin_round(&mut self, line: Line) -> Ruled {
        self.end_fight(line)?;
        self.all_taken(line)?;
        line.same("clock", line.number("clock")?, self.clock)?;
        self.begin_order(line)?;
        if self.round == 0 {
            self.check_all_placed(line)?;
        }
        line.rule(self.clock > 0, || "doomsday has come".to_owned())?;
        self.round += 1;
        self.ending = false;
        self.burned.clear();
        self.field.assets.iter_mut().for_each(|asset| asset.acted = false);
        Ok(())
    }

    /// Ends a round: all standing assets have acted; defenses and spots are removed.
    pub(crate) fn end_round(&mut self, line: Line) -> Ruled {
        let ends = self.turns.is_empty() && !std::mem::replace(&mut self.ending, true);
        line.rule(ends, || "a turn is open, or the round has ended".to_owned())?;
        self.no_roll(line)?;
        for (number, asset) in self.field.assets.iter_mut().enumerate() {
            line.rule(asset.life != Life::Standing || asset.acted, || format!("asset {number} has not acted"))?;
            (asset.defense, asset.spots) = (None, [0; 2]);
        }
        self.check_hvas(line)
    }

    /// Takes a turn, one a round; or an answer if the attacked asset has no defense (I45).
    pub(crate) fn begin_turn(&mut self, line: Line) -> Ruled {
        let asset = self.field.asset_of(line, "asset")?;
        match line.opt("attacked_by") {
            None => {
                self.all_taken(line)?;
                self.act(line, asset)?;
            }
            // An earlier check covers which asset must answer (I45).
            Some(_) => line.same("defense of who answers", self.field.assets[asset].defense, None)?,
        }
        let own = &mut self.field.assets[asset];
        line.rule(own.life == Life::Standing, || "it does not act".to_owned())?;
        line.rule(!std::mem::replace(&mut own.acted, true), || "a second turn in the round".to_owned())?;
        let (hand, attack, band) = (Hand::default(), (String::new(), 0), String::new());
        let (rolled, attacked, moved) = (false, false, false);
        let (part, defended, pending) = (0, false, false);
        self.turns.push(Turn {
            asset,
            hand,
            target: (None, None),
            band,
            attack,
            rolled,
            attacked,
            moved,
            launches: 0,
            part,
            defended,
            pending,
        });
        self.collided = false;
        Ok(())
    }

    /// Takes a declaration: a ship names a target and a band for which it has a weapon.
    pub(crate) fn declare(&mut self, line: Line) -> Ruled {
        let asset = self.field.asset_of(line, "asset")?;
        let band = line.text("band")?.to_owned();
        let target = (line.opt("target_asset"), line.opt("target_piece"));
        let own = &self.field.assets[asset];
        let armed = band == "dogfight" || !self.field.reds(own, &band).is_empty();
        line.rule(own.is_ship(), || "companies declare nothing".to_owned())?;
        line.rule(target == (None, None) || armed, || format!("I44: no weapon for {band}"))?;
        let turn = self.turn_of(line, asset)?;
        line.rule(turn.band.is_empty() && !turn.rolled, || "one declaration a turn, before the roll".to_owned())?;
        (turn.target, turn.band) = (target, band);
        Ok(())
    }

    pub(crate) fn roll(&mut self, line: Line) -> Ruled {
        let asset = self.field.asset_of(line, "asset")?;
        let is_ship = self.field.assets[asset].is_ship();
        let turn = self.turn_of(line, asset)?;
        line.rule(!is_ship || !turn.band.is_empty(), || "a ship declares before its roll".to_owned())?;
        line.rule(!std::mem::replace(&mut turn.rolled, true), || "a second roll".to_owned())?;
        turn.hand = Hand::read(line);
        let band = (turn.target != (None, None)).then(|| turn.band.clone());
        self.field.check_hand(line, asset, band.as_deref())
    }

    pub(crate) fn defend(&mut self, line: Line) -> Ruled {
        let asset = self.field.asset_of(line, "asset")?;
        self.give_die(line, asset, "blue")?;
        let own = &mut self.field.assets[asset];
        line.same("a defense of before", own.defense, None)?;
        own.defense = Some(line.number("value")?);
        Ok(())
    }

    /// Takes the whites of a captured ship, which its first owner gives (I33).
    pub(crate) fn give(&mut self, line: Line) -> Ruled {
        let asset = self.field.asset_of(line, "asset")?;
        let own = &self.field.assets[asset];
        line.same("I33: the first owner gives", line.number("fleet")?, own.owner)?;
        line.rule(own.holder != own.owner, || "I33: the ship is not captured".to_owned())
    }

    /// Takes a spot, which replaces a lower one (I62).
    pub(crate) fn spot(&mut self, line: Line) -> Ruled {
        let (asset, target) = (self.field.asset_of(line, "asset")?, self.field.asset_of(line, "target")?);
        let (value, ace) = (line.number("value")?, line.is("ace"));
        let slot = usize::from(ace);
        let there = self.field.assets[target].spots[slot];
        line.same("I62: the spot that was there", line.opt("replaced").unwrap_or(0), there)?;
        line.rule(value > there, || "I62: no higher than the spot that was there".to_owned())?;
        line.rule(!self.field.assets[target].is_hva(), || "I46: a high value asset is spotted".to_owned())?;
        self.field.assets[target].spots[slot] = value;
        if ace {
            let own = self.turn_of(line, asset)?.hand.ace_spot();
            return line.same("I62: the ace's die", value, own);
        }
        self.give_die(line, asset, "yellow")
    }

    pub(crate) fn end_turn(&mut self, line: Line) -> Ruled {
        self.all_taken(line)?;
        let asset = self.field.asset_of(line, "asset")?;
        let Some(place) = self.turns.iter().position(|turn| turn.asset == asset) else {
            return line.refuse("it has no turn");
        };
        let turn = self.turns.remove(place);
        self.check_done(line, &turn)?;
        line.same("whites left", line.number("unused_whites")?, turn.hand.left("white"))?;
        line.same("blacks left", line.number("unused_blacks")?, turn.hand.left("black"))?;
        line.same("colours left", line.number("unused_colors")?, turn.hand.colours_left())?;
        self.check_hvas(line)
    }

    /// Takes a step of the clock, for the round or by a player (I37).
    pub(crate) fn tick(&mut self, line: Line) -> Ruled {
        line.rule(self.ending, || "the clock counts down at the end of a round".to_owned())?;
        self.clock = match line.opt("fleet") {
            None => self.clock.saturating_sub(self.field.number("clock", "step")),
            Some(_) => {
                self.vote(line)?;
                self.clock.saturating_sub(1)
            }
        };
        line.same("clock", line.number("clock")?, self.clock)
    }

    pub(crate) fn over(&mut self, line: Line) -> Ruled {
        self.end_fight(line)?;
        self.all_taken(line)?;
        line.same("clock at the end", self.clock, 0)?;
        let told: Vec<i64> = line.items("final_scores").iter().filter_map(Value::as_i64).collect();
        line.same("final scores", told, self.score())
    }

    /// Takes a drifting asset that is picked up by a passing asset (I59).
    pub(crate) fn pick_up(&mut self, line: Line, asset: usize) -> Ruled {
        let by = self.field.asset_of(line, "by")?;
        let on = if self.field.assets[by].is_ship() { Some(by) } else { self.field.assets[by].on };
        let own = &mut self.field.assets[asset];
        line.rule(own.life == Life::Adrift, || "I59: it does not drift".to_owned())?;
        (own.at, own.on, own.carried) = (line.place("to")?, on, Some(by));
        Ok(())
    }
}

impl Field<'_> {
    /// Checks that an asset overlaps no other ship, high value asset or debris in play.
    pub(crate) fn check_room_of(&self, line: Line, asset: usize) -> Ruled {
        let own = &self.assets[asset];
        if own.life != Life::Standing || own.is_company() {
            return Ok(());
        }
        let base = |asset: usize| self.base_at(asset, self.assets[asset].at, self.assets[asset].heading, BLUR);
        for (other, there) in self.assets.iter().enumerate() {
            let solid = other != asset && there.life == Life::Standing && !there.is_company();
            line.rule(!solid || super::state::between(&base(asset), &base(other)) > 0.0, || {
                format!("assets {asset} and {other} lie in each other")
            })?;
        }
        for piece in (0..self.pieces.len()).filter(|piece| self.pieces[*piece].there) {
            let gap = super::state::between(&base(asset), &self.rock(piece));
            line.rule(gap > 0.0, || format!("asset {asset} lies in debris {piece}"))?;
        }
        Ok(())
    }

    /// Checks that a company touches the ship that the line puts it on.
    pub(crate) fn check_company(&self, line: Line, asset: usize) -> Ruled {
        let Some(ship) = self.assets[asset].on else { return Ok(()) };
        let gap = self.gap(asset, ship);
        line.rule(gap <= 4.0 * BLUR, || format!("company {asset} is on ship {ship}, {gap} away"))
    }
}
