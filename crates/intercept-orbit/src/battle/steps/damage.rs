//! Damage to assets, possession of assets, and the edge of the table.

use super::super::super::space::{Course, Space};
use super::super::legal::attack::{losses, may_dodge, victims};
use super::super::state::{Life, Loss, MAX_WOUNDS, Phase, Sail, Stage, State, Victim, Wound};
use super::super::{
    super::battle_rules::TurnedHvas, Battle, action::Decision, dice::BattleDice, event::Event,
    legal::places::away_from_ship,
};
use super::Play;
use crate::ids::{AssetId, AssetSet};
use crate::space::Pose;
use hitchart_mobile_frame::{PlayerId, geometry::Point};
use hitchart_play::Observer;

// Damage: losses of assets, steps away from hits, and destruction (I06 to I08, I30, I64).

/// Units that a company steps away instead of taking a hit (I64).
const STEP: f64 = 1.0;

impl<D: BattleDice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Adds damage that is to be taken. High value assets take none (I53).
    pub(crate) fn wound(&mut self, wound: Wound) {
        let takes = match wound.victim {
            Victim::Asset(asset) => !self.state.asset(asset).is_hva() && self.state.on_table.has(asset),
            Victim::Aboard { .. } => true,
        };
        if wound.hits > 0 && takes && usize::from(self.state.wound_count) < MAX_WOUNDS {
            self.state.wounds[usize::from(self.state.wound_count)] = wound;
            self.state.wound_count += 1;
        }
    }

    /// Takes the next point of damage, or asks for the loss.
    pub(crate) fn wound_step(&mut self) {
        let wound = self.state.wounds[usize::from(self.state.wound_count) - 1];
        let victims = victims(self.battle, self.state, wound.victim);
        if wound.hits == 0 || victims.is_empty() {
            self.state.wound_count -= 1;
            return;
        }
        let dodges = victims.iter().any(|victim| may_dodge(self.battle, self.state, victim));
        let mut options =
            victims.iter().flat_map(|victim| losses(self.state.asset(victim)).map(move |loss| (victim, loss)));
        let first = options.next();
        let several = options.next().is_some();
        drop(options);
        match first {
            None => self.state.wound_count -= 1,
            Some((asset, loss)) if !several && !dodges => self.lose(asset, loss),
            Some((asset, _)) => self.ask(self.state.asset(asset).side(), Decision::Lose),
        }
    }

    /// Counts one point of damage as taken, and returns the wound.
    fn take_hit(&mut self) -> Wound {
        let wound = &mut self.state.wounds[usize::from(self.state.wound_count) - 1];
        wound.hits -= 1;
        *wound
    }

    /// Takes something from an asset, and destroys the asset if nothing is left.
    pub(crate) fn lose(&mut self, asset: AssetId, loss: Loss) {
        let by = self.take_hit().by;
        let hit = self.state.asset_mut(asset);
        match loss {
            Loss::System(system) => hit.systems = hit.systems.minus(system).unwrap_or(hit.systems),
            Loss::Part(part) => hit.parts = hit.parts.without(part),
            Loss::White => hit.whites = hit.whites.saturating_sub(1),
            Loss::Ace => hit.ace_left = false,
        }
        let is_over = hit.hit_points() == 0;
        self.tell(|| Event::Lost { asset, loss, by });
        if is_over {
            self.destroy(asset, by);
        }
    }

    /// Destroys an asset; scores follow at once.
    fn destroy(&mut self, asset: AssetId, by: Option<AssetId>) {
        self.remove(asset, Life::Destroyed);
        self.tell(|| Event::Destroyed { asset, by });
        self.after_removal();
    }

    /// Moves a company a unit away from its ship, or from a company that it carries, instead of a hit (I64).
    pub(crate) fn dodge(&mut self, company: AssetId) {
        self.take_hit();
        let asset = *self.state.asset(company);
        let from = asset.pose.at;
        if let Some(ship) = asset.on {
            let to = away_from_ship(self.battle, self.state, ship, STEP, from);
            self.state.asset_mut(company).on = None;
            self.put(company, Pose { at: to, heading: 0 });
        } else {
            self.step_off_carried(company);
        }
        let to = self.state.asset(company).pose.at;
        let burnt = self.rules().fuel.per_dodge;
        let fuel = asset.fuel.saturating_sub(burnt);
        self.tell(|| Event::Dodged { asset: company, from, to, fuel });
        self.burn(company, burnt);
        self.look_at_hvas();
    }

    /// Leaves the companies that a company carries behind, and moves the company a unit towards the centre of the
    /// table.
    fn step_off_carried(&mut self, company: AssetId) {
        let at = self.state.asset(company).pose.at;
        self.release_carried(company);
        let (away, space) = (at.unit().map_or(at, |out| at - out * STEP), &self.battle.space);
        let to = if space.on_table(away) { away } else { at };
        self.put(company, Pose { at: to, heading: 0 });
    }
}

// Possession: places of assets, changes of hands, and removal from the battle.

/// Returns true if a ship or a company is near enough to a high value asset to hold it ("Capturing HVAs"; I58).
fn is_beside<D>(battle: &Battle<D>, state: &State, asset: AssetId, hva: AssetId) -> bool {
    let (by, ranges) = (state.asset(asset), &battle.rules.ranges);
    let reach = if by.is_ship() { ranges.point_defense } else { ranges.dogfight };
    by.stands() && !by.is_hva() && battle.space.within(by.placed(), state.placed(hva), reach)
}

/// Returns all ships and companies that are near enough to hold a high value asset.
fn all_beside<D>(battle: &Battle<D>, state: &State, hva: AssetId) -> AssetSet {
    let tactical = state.standing() - state.hvas();
    AssetSet::from_iter(tactical.iter().filter(|asset| is_beside(battle, state, *asset, hva)))
}

/// Returns the new place of a point that moves along with something from one pose to another.
pub(super) fn carried(space: &Space, from: Pose, to: Pose, at: Point) -> Point {
    let (old, new) = (space.direction(from.heading), space.direction(to.heading));
    let offset = at - from.at;
    to.at + new * old.dot(offset) + new.left() * old.cross(offset)
}

impl<D: BattleDice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Moves an asset to a pose, and updates the assets near high value assets. Companies that it carries come along;
    /// those that a ship carries are moved by `move_ship`.
    pub(crate) fn put(&mut self, asset: AssetId, pose: Pose) {
        self.state.asset_mut(asset).pose = pose;
        self.look_beside(asset);
        for other in self.state.drifting.iter() {
            if self.state.asset(other).carried_by == Some(asset) && !self.state.asset(asset).is_ship() {
                let on = self.state.asset(asset).on;
                let carried = self.state.asset_mut(other);
                (carried.pose.at, carried.on) = (pose.at, on);
            }
        }
    }

    /// Updates the assets near high value assets after an asset moved or came into play.
    pub(crate) fn look_beside(&mut self, asset: AssetId) {
        if asset.number() >= self.state.tactical_count {
            return self.keep_beside(asset, all_beside(self.battle, self.state, asset));
        }
        // An asset that does not stand is in no set of assets near high value assets.
        if !self.state.standing().has(asset) {
            return;
        }
        for hva in (self.state.hvas() & self.state.standing()).iter() {
            let here = AssetSet::of_if(asset, is_beside(self.battle, self.state, asset, hva));
            self.keep_beside(hva, (self.state.beside(hva) - AssetSet::of(asset)) | here);
        }
    }

    /// Stores the assets near a high value asset, and notes a change.
    fn keep_beside(&mut self, hva: AssetId, beside: AssetSet) {
        let kept = &mut self.state.beside[hva.index() - usize::from(self.state.tactical_count)];
        self.state.unsettled |= *kept != beside;
        *kept = beside;
    }

    /// Gives each high value asset to the player who alone has assets near it (I58), if anything has changed.
    pub(crate) fn look_at_hvas(&mut self) {
        if !self.state.unsettled || matches!(self.state.phase, Phase::Setup(_) | Phase::Tie { .. }) {
            return;
        }
        self.state.unsettled = false;
        for hva in (self.state.hvas() & self.state.standing()).iter() {
            let beside = self.state.beside(hva);
            if beside.is_empty() {
                continue;
            }
            let alone = self.state.player_ids().find(|player| (beside - self.state.of(*player)).is_empty());
            if let Some(player) = alone {
                self.take_asset(hva, player);
            }
        }
    }

    /// Gives an asset, and its points at once, to a player.
    pub(crate) fn take_asset(&mut self, asset: AssetId, to: PlayerId) {
        let from = self.state.asset(asset).side();
        if from == to {
            return;
        }
        self.state.change(asset, |asset| asset.captor = (asset.owner != to).then_some(to));
        self.tell(|| Event::Taken { asset, from, to });
        self.take_docked(asset, to);
        self.look_at_hvas();
    }

    /// Gives the companies docked on a ship to its new holder, if the rules say so (I35).
    fn take_docked(&mut self, ship: AssetId, to: PlayerId) {
        if self.rules().captured.companies_stay || !self.state.asset(ship).is_ship() {
            return;
        }
        for company in self.state.companies().iter() {
            let asset = self.state.asset(company);
            if asset.life() == Life::Docked && asset.on == Some(ship) {
                self.state.change(company, |asset| asset.captor = (asset.owner != to).then_some(to));
            }
        }
    }

    /// Returns captured ships to their first owners once the captor's last company has left them (I34).
    pub(crate) fn look_at_captured(&mut self) {
        if !self.rules().captured.reverts {
            return;
        }
        for ship in self.state.captured.iter() {
            let side = self.state.asset(ship).side();
            let limit = self.rules().captured.abandoned_at;
            let holds = |company: AssetId| {
                let asset = self.state.asset(company);
                let here = (asset.placed(), self.state.placed(ship));
                asset.on == Some(ship)
                    || (self.battle.space.within(here.0, here.1, limit)
                        && self.battle.space.gap(here.0, here.1) < limit)
            };
            let companies = self.state.companies() & self.state.standing() & self.state.of(side);
            if !companies.iter().any(holds) {
                let to = self.state.asset(ship).owner;
                self.state.change(ship, |asset| asset.captor = None);
                self.tell(|| Event::Reverted { asset: ship, from: side, to });
                self.take_docked(ship, to);
                self.look_at_hvas();
            }
        }
    }

    /// Sets a company adrift that is out of fuel; its points are lost (I23).
    pub(crate) fn drift(&mut self, company: AssetId) {
        self.state.set_life(company, Life::Drifting);
        let asset = self.state.asset_mut(company);
        (asset.fuel, asset.spot, asset.ace_spot, asset.defense) = (0, None, None, None);
        self.tell(|| Event::Drifted { asset: company });
        self.release_carried(company);
        self.look_at_hvas();
    }

    /// Leaves companies that an asset carries in their present place.
    pub(crate) fn release_carried(&mut self, by: AssetId) {
        for company in self.state.drifting.iter() {
            let carried = self.state.asset_mut(company);
            if carried.carried_by == Some(by) {
                carried.carried_by = None;
            }
        }
    }

    /// Removes an asset from the battle; scores follow at once (I36).
    pub(crate) fn remove(&mut self, asset: AssetId, life: Life) {
        let gone = *self.state.asset(asset);
        self.state.set_life(asset, life);
        let left = self.state.asset_mut(asset);
        (left.spot, left.ace_spot, left.on, left.carried_by) = (None, None, None, None);
        self.release_carried(asset);
        for company in self.state.companies().iter() {
            let held = self.state.asset_mut(company);
            held.on = held.on.filter(|ship| *ship != asset);
        }
        if let Some(captor) = gone.captor.filter(|_| gone.is_ship() && !self.rules().captured.end_costs_captor) {
            self.state.players[captor.index()].extra += 1;
            self.state.players[gone.owner.index()].extra -= 1;
        }
    }

    /// Updates the battle after a removal: companies that were docked on the asset have no fuel and drift, and high
    /// value assets may change hands.
    pub(crate) fn after_removal(&mut self) {
        for company in self.state.companies().iter() {
            let asset = self.state.asset(company);
            if asset.life() == Life::Docked && asset.on.is_none() {
                self.drift(company);
            }
        }
        self.look_at_hvas();
    }

    /// Moves a ship, and the companies on it with it.
    pub(crate) fn move_ship(&mut self, ship: AssetId, to: Pose) {
        let from = self.state.asset(ship).pose;
        for company in self.state.companies().iter() {
            let asset = self.state.asset(company);
            // A company that another company carries goes with that company.
            if asset.on == Some(ship) && asset.carried_by.is_none_or(|by| by == ship) {
                let at = carried(&self.battle.space, from, to, self.state.asset(company).pose.at);
                self.put(company, Pose { at, heading: 0 });
            }
        }
        self.put(ship, to);
    }
}

// The edge of the table (I56, I57).

impl<D: BattleDice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Handles the edge of the table: a ship is lost, a high value asset stops and is turned away from the edge.
    pub(crate) fn reach_edge(&mut self, sail: &Sail, course: &Course, at: f64) {
        let pose = self.battle.space.pose_on(course, at);
        if self.state.asset(sail.asset).is_ship() {
            self.state.turn_mut().stage = Stage::Done;
            return self.lose_ship(sail.asset, pose);
        }
        let (at, _) = self.stopped(sail, course, at);
        self.come_to_rest(course, at);
        let pose = self.state.asset(sail.asset).pose;
        let side = self.state.asset(sail.asset).side();
        let opponents = self.state.player_ids().filter(|player| *player != side);
        // The opponent with the highest score; of equal scores the lowest number.
        let leader = opponents.reduce(|a, b| if self.state.score(b) > self.state.score(a) { b } else { a });
        match (self.rules().edge.hvas, leader) {
            (TurnedHvas::Opponent, Some(leader)) => self.ask(leader, Decision::Head),
            _ => {
                let heading = self.battle.space.heading_to(-pose.at);
                self.turn_hva(sail.asset, None, heading);
            }
        }
    }

    /// Removes a ship from the battle, and if the rules say so the companies on it that have no fuel (I56).
    pub(crate) fn lose_ship(&mut self, ship: AssetId, at: Pose) {
        if self.rules().edge.with_companies {
            for company in self.state.companies().iter() {
                let asset = self.state.asset(company);
                // Companies with fuel are left behind.
                if asset.on == Some(ship) && asset.life() != Life::Standing {
                    self.remove(company, Life::Lost);
                    self.tell(|| Event::LostAboard { asset: company, ship, at });
                }
            }
        }
        self.remove(ship, Life::Lost);
        self.tell(|| Event::Left { asset: ship, at });
        self.after_removal();
    }

    /// Turns a high value asset as the leading opponent chooses.
    pub(crate) fn head(&mut self, player: PlayerId, heading: u8) {
        if let Some(sail) = self.state.sail {
            self.turn_hva(sail.asset, Some(player), heading);
        }
    }

    /// Turns a high value asset if there is room; otherwise it keeps its heading.
    fn turn_hva(&mut self, hva: AssetId, player: Option<PlayerId>, heading: u8) {
        let asset = self.state.asset(hva);
        let (body, to) = (asset.body, Pose { heading, ..asset.pose });
        let others = self.state.solid() - AssetSet::of(hva);
        if others.iter().any(|thing| self.battle.space.overlaps((body, to), self.state.placed(thing))) {
            return;
        }
        self.put(hva, to);
        self.tell(|| Event::Headed { asset: hva, player, to });
        self.look_at_hvas();
    }
}
