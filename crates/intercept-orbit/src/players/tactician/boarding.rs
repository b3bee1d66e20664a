//! Companies aboard ships, high value assets, and choices from short lists.

use super::super::super::battle::legal::places::{JUST_WITHIN, company_at};
use super::super::super::battle::state::{Asset, Life, MAX_FLEETS, Phase, SetupStep, Target};
use super::super::super::battle::{Action, BattleDice, Decision};
use super::super::super::space::{Body, Pose};
use super::super::view::{View, with, without};
use super::super::{super::battle::odds::CompaniesAboard, super::ship::System};
use crate::ids::{AssetId, AssetSet};
use hitchart_mobile_frame::{PlayerId, geometry::Point};

// Companies at a place: ships to board and to hold, high value assets, fuel.

/// Number of rounds that stands for the rest of any battle.
const FOREVER: f64 = 100.0;

impl<D: BattleDice> View<'_, D> {
    /// Returns the value of a company at a point, on a ship or on none, with `fuel` left, from its turn to the end of
    /// the round.
    pub(super) fn berth(&self, company: AssetId, at: Point, on: Option<AssetId>, fuel: u8) -> f64 {
        let aboard = on.map_or(0.0, |ship| self.aboard_worth(company, ship, fuel));
        aboard + self.hvas_at(company, at) - self.drifting(at, on, fuel, false)
    }

    /// Returns the value of the high value assets that a company holds or takes at a point (I58).
    pub(in super::super) fn hvas_at(&self, company: AssetId, at: Point) -> f64 {
        let (space, reach) = (&self.battle.space, self.battle.rules.ranges.dogfight);
        let hvas = (self.state.hvas() & self.state.standing()).iter();
        let here = company_at(at);
        hvas.filter(|hva| space.within(here, self.state.placed(*hva), reach)).map(|hva| self.beside(company, hva)).sum()
    }

    /// Returns the value of an own asset in holding range of a high value asset. It takes one that no other player
    /// contests, and guards an own one without a guard.
    pub(super) fn beside(&self, asset: AssetId, hva: AssetId) -> f64 {
        let side = self.state.asset(hva).side();
        let (others, own) = (self.state.beside(hva) - AssetSet::of(asset), self.state.of(self.me));
        let contested = !(others - own).is_empty();
        if side == self.me {
            // One guard is enough.
            if others.meets(own) {
                return 0.0;
            }
            // An enemy in range takes it as soon as it has no guard.
            let lost = if contested { self.tactics.hva * 2.0 } else { self.tactics.guard };
            return lost * self.value(self.me);
        }
        if contested {
            return 0.0;
        }
        self.tactics.hva * self.swing(side) * (1.0 - self.tactics.hva_back * (self.rounds - 1.0)).max(0.2)
    }

    /// Returns true if an asset is near enough to a high value asset at a pose to hold it (I58).
    pub(super) fn holds(&self, asset: AssetId, hva: (Body, Pose)) -> bool {
        let (asset, ranges) = (self.state.asset(asset), &self.battle.rules.ranges);
        let reach = if asset.is_ship() { ranges.point_defense } else { ranges.dogfight };
        self.battle.space.within(asset.placed(), hva, reach)
    }

    /// Returns the value of a company on a ship at the end of the round.
    pub(super) fn aboard_worth(&self, company: AssetId, ship: AssetId, fuel: u8) -> f64 {
        let (own, host) = (self.state.asset(company), self.state.asset(ship));
        let ace = own.ace.is_some();
        let fights = own.on == Some(ship) && own.life() != Life::Drifting;
        let there = self.aboard(ship, self.me);
        let rest = if fights { without(there, ace) } else { there };
        if host.side() == self.me {
            return self.holding((host, ship), rest, ace, fuel);
        }
        let before = if rest.companies > 0 { self.chance_to_take(ship, rest) } else { 0.0 };
        let chance = self.chance_to_take(ship, with(rest, ace)) - before;
        let further = (self.lasting(fuel).min(self.rounds) - 1.0).clamp(0.0, 2.0);
        let hope = (chance * (1.0 + self.tactics.again * further * (1.0 - chance))).min(1.0);
        let holders = self.aboard(ship, host.side());
        let hits = self.odds.boarding_harm(holders) + self.odds.reds_harm(&host.systems);
        self.tactics.board * hope * self.prize((host, host.side()), fuel) - self.own_harm(own, (hits, 0.0))
    }

    /// Returns the value of another defender of an own ship, and of the only company that holds a captured ship (I34).
    fn holding(&self, (host, ship): (&Asset, AssetId), rest: CompaniesAboard, ace: bool, fuel: u8) -> f64 {
        let others = self.state.player_ids().filter(|other| *other != self.me);
        let boarders = others.map(|other| (other, self.aboard(ship, other)));
        let (mut before, mut after) = (0.0f64, 0.0f64);
        for (other, boarders) in boarders.filter(|(_, boarders)| boarders.companies > 0) {
            let threat = |held| self.odds.takes(boarders, held, &host.systems) * self.swing(other);
            (before, after) = (before.max(threat(rest)), after.max(threat(with(rest, ace))));
        }
        let defended = self.tactics.repel * (before - after);
        let alone = host.captor() == Some(self.me) && rest.companies == 0 && self.battle.rules.captured.reverts;
        let kept = || self.tactics.held * self.tactics.board * self.prize((host, host.owner), fuel);
        defended + if alone { kept() } else { 0.0 }
    }

    /// Returns true if the player holds a captured ship only from nearby, without a company aboard (I34).
    pub(super) fn is_left(&self, ship: AssetId) -> bool {
        self.battle.rules.captured.reverts
            && self.state.asset(ship).captor() == Some(self.me)
            && self.aboard(ship, self.me).companies == 0
    }

    /// Returns the loss if a captured ship without a company aboard ends its move away from all own companies (I34).
    pub(super) fn left_behind(&self, ship: AssetId, end: Pose) -> f64 {
        if !self.is_left(ship) {
            return 0.0;
        }
        let (host, limit) = (self.state.asset(ship), self.battle.rules.captured.abandoned_at);
        let mut companies = (self.state.companies() & self.state.standing() & self.state.of(self.me)).iter();
        let near = |company: AssetId| self.battle.space.within(self.state.placed(company), (host.body, end), limit);
        if companies.any(near) { 0.0 } else { self.swing(host.owner) }
    }

    /// Returns the value of taking a ship from a player with `fuel` left: the points that change hands if it is held to
    /// the end. The value is lower if fuel or the edge of the table ends the hold early.
    pub(super) fn prize(&self, (host, from): (&Asset, PlayerId), fuel: u8) -> f64 {
        let refuels = host.systems.count(System::Catapult) > 0;
        let lasts = self.lasts(fuel) || (refuels && fuel > 1);
        let stays = self.stays(host);
        let (own, theirs) = (self.value(self.me), self.value(from));
        let tempo = self.tactics.tempo;
        // Beyond the edge, both its captor and its first owner lose it.
        let keeps = if lasts && stays >= self.rounds { 1.0 } else { 0.0 };
        let denies = if lasts || self.lasting(fuel) > stays { 1.0 } else { 0.0 };
        let part = |kept: f64| kept + (1.0 - kept) * tempo;
        own * part(keeps) + theirs * part(denies)
    }

    /// Returns the value of a boarding action if the player gives its dice to `aided`, or keeps them if that is `None`
    /// (I32). Points that change hands are weighted by each player's chance against the strongest opponent.
    pub(super) fn aiding(&self, aided: Option<PlayerId>) -> f64 {
        let (ship, all) = (self.state.boarding.ship, self.state.player_count);
        let host = self.state.asset(ship);
        let joined = |player: PlayerId| {
            let own = self.aboard(ship, player);
            match aided {
                Some(_) if player == self.me => CompaniesAboard::default(),
                Some(other) if player == other => {
                    let mine = self.aboard(ship, self.me);
                    CompaniesAboard { companies: own.companies + mine.companies, ace: own.ace || mine.ace }
                }
                _ => own,
            }
        };
        let chance = |player: PlayerId| {
            let own = joined(player);
            let against = |other: PlayerId| self.odds.takes(own, joined(other), &host.systems);
            PlayerId::first(all.into()).filter(|other| *other != player).map(against).fold(1.0, f64::min)
        };
        let takers =
            PlayerId::first(all.into()).filter(|player| *player != host.side() && joined(*player).companies > 0);
        let lost = if host.side() == self.me { -self.value(self.me) } else { self.value(host.side()) };
        let won = |taker: PlayerId| if taker == self.me { self.value(taker) } else { -self.value(taker) };
        takers.map(|taker| chance(taker) * (lost + won(taker))).sum()
    }

    /// Returns the number of rounds that a ship stays on the table unsteered: frigates steer themselves (I33).
    fn stays(&self, host: &Asset) -> f64 {
        if host.body == Body::Frigate {
            return FOREVER;
        }
        let speed = f64::from(self.battle.rules.movement.speed.max(1));
        (self.room_ahead(host.pose) / speed).floor()
    }
}

// High value assets in set-up: none is placed or left where only another player holds it before the first turn (I58).

/// Cost, in set-up, of a high value asset that falls to another player before the first turn; it exceeds the value of
/// any place.
pub(super) const LOST: f64 = 100.0;

impl<D: BattleDice> View<'_, D> {
    /// Returns the own high value assets on the table with another player's asset in holding range, and no
    /// own one.
    pub(super) fn exposed(&self) -> AssetSet {
        let own = self.state.of(self.me);
        let is_exposed = |hva: &AssetId| {
            let beside = self.state.beside(*hva);
            !beside.meets(own) && !beside.is_empty()
        };
        let hvas = (self.state.hvas() & self.state.standing() & own).iter();
        AssetSet::from_iter(hvas.filter(is_exposed))
    }

    /// Returns the cost, as a negative value, of exposed high value assets out of range of an own ship at `there`. For
    /// the defender's first ship, it includes those that the primary attacker may reach.
    pub(super) fn exposing(&self, there: (Body, Pose)) -> f64 {
        let reach = self.battle.rules.ranges.point_defense;
        let kept = |hva: &AssetId| self.battle.space.within(there, self.state.placed(*hva), reach);
        let left = (self.exposed().len() - self.exposed().iter().filter(kept).count()) as u32;
        let open = match self.state.phase {
            Phase::Setup(SetupStep::FirstShip) => self.open_to_the_primary(there),
            _ => 0,
        };
        -LOST * f64::from(left + open)
    }

    /// Counts own high value assets that the primary attacker's first ship may be placed near, if the defender's first
    /// ship is at `first`. Assets well within the distance that the two ships keep are safe.
    fn open_to_the_primary(&self, first: (Body, Pose)) -> u32 {
        let (space, ranges) = (&self.battle.space, &self.battle.rules.ranges);
        let safe = ranges.assault * JUST_WITHIN - ranges.point_defense - 2.0 * space.reach(Body::Hva);
        let own = (self.state.hvas() & self.state.standing() & self.state.of(self.me)).iter();
        own.map(|hva| u32::from(space.gap(first, self.state.placed(hva)) > safe)).sum()
    }

    /// Returns true if a high value asset placed at `there` may fall to another player before the first turn. Then no
    /// own asset is in range or still to be placed, and an enemy is.
    pub(in super::super) fn may_be_taken(&self, there: (Body, Pose)) -> bool {
        let own = self.state.of(self.me);
        let guards = |sides: AssetSet| {
            let tactical = (self.state.standing() - self.state.hvas()) & sides;
            self.has_ships_to_place(sides) || tactical.iter().any(|asset| self.holds(asset, there))
        };
        !guards(own) && guards(AssetSet::of_bits(!own.bits()))
    }

    /// Returns true if a ship in `among` is still to be placed.
    fn has_ships_to_place(&self, among: AssetSet) -> bool {
        let waits = |asset: &Asset| asset.is_ship() && asset.life() == Life::Waiting;
        self.state.asset_ids().any(|asset| among.has(asset) && waits(self.state.asset(asset)))
    }
}

// Small choices: the best of a short list.

impl<D: BattleDice> View<'_, D> {
    /// Returns the candidate of the greatest value, the first of equals.
    pub(super) fn best_of(&self, what: Decision, actions: &[Action]) -> Action {
        let best = actions.iter().fold((f64::NEG_INFINITY, actions[0]), |best, action| {
            let worth = self.worth(what, action);
            if worth > best.0 { (worth, *action) } else { best }
        });
        best.1
    }

    fn worth(&self, what: Decision, action: &Action) -> f64 {
        match *action {
            Action::Repair { white, system } => self.repairing(white, system),
            Action::Attack { target: Target::Debris(_), .. } => -1.0,
            Action::UseSpot(uses) => f64::from(u8::from(uses)),
            Action::Spare(spared) => self.sparing(spared),
            Action::Avoid(avoided) => f64::from(u8::from(avoided)),
            Action::Ram(true) => self.ramming(),
            Action::Ram(false) => 0.0,
            Action::Turn(clicks) => self.turning(clicks),
            Action::Ride(to) => self.riding(to.is_some()),
            Action::Cling(clings) => self.clinging(clings),
            Action::PickUp(picks) => f64::from(u8::from(picks)),
            Action::Nudge { asset, to } => self.nudging(asset, to),
            Action::NoNudge => 1e-9,
            Action::Head(heading) => self.heading(heading),
            Action::Lose { asset, loss } => -self.losing(asset, loss),
            Action::Dodge(asset) => -self.dodging(asset),
            Action::Give(given) => self.giving(&given),
            // Of equal scores, the next player in order.
            Action::Hit(player) => {
                let after = (player.number() + MAX_FLEETS as u8 - self.me.number()) % MAX_FLEETS as u8;
                f64::from(self.state.score(player)) - 0.1 * f64::from(after)
            }
            Action::Tick => self.lead - self.tactics.tick,
            Action::Dock { ship, .. } => f64::from(self.state.asset(ship).hit_points()),
            Action::GoOn => 1e-9,
            Action::Aid(aided) => self.aiding(aided),
            Action::Place { .. } | Action::PlaceDebris(_) if what == Decision::Place => 0.0,
            _ => 0.0,
        }
    }

    /// Returns 1 for sparing an own asset that covers a target and for hitting any other cover, else 0.
    fn sparing(&self, spared: bool) -> f64 {
        use super::super::super::battle::state::CoverBy;
        let Some(turn) = self.state.turn_in_control() else { return 0.0 };
        let own = match turn.blow.cover {
            CoverBy::Asset(asset) => self.state.asset(asset).side() == self.me,
            _ => false,
        };
        f64::from(u8::from(spared == own))
    }

    /// Returns 1 if a company comes along with its ship, else 0.
    fn riding(&self, rides: bool) -> f64 {
        f64::from(u8::from(rides))
    }

    /// Returns the value of a company that clings to a passing ship, or that stays where it is.
    fn clinging(&self, clings: bool) -> f64 {
        let Some(turn) = self.state.turn_in_control() else { return 0.0 };
        let Some(company) = self.each(turn.to_cling & self.state.of(self.me)).next() else { return 0.0 };
        let asset = self.state.asset(company);
        let on = if clings { Some(turn.asset) } else { asset.on };
        self.berth(company, asset.pose.at, on, asset.fuel) + if clings { 1e-9 } else { 0.0 }
    }

    /// Returns the value of a heading away from the edge for another player's high value asset: toward the nearest own
    /// ship.
    fn heading(&self, heading: u8) -> f64 {
        let Some(sail) = self.state.sail else { return 0.0 };
        let at = self.state.asset(sail.asset).pose.at;
        let way = self.battle.space.direction(heading);
        let own = self.each(self.state.ships() & self.state.of(self.me));
        let nearest =
            own.map(|ship| self.state.asset(ship).pose.at - at).min_by(|a, b| a.dot(*a).total_cmp(&b.dot(*b)));
        nearest.map_or(0.0, |to| to.unit().map_or(0.0, |to| to.dot(way)))
    }

    /// Returns the value of clicks that turn the other asset in a collision: an enemy toward the edge, a friend away
    /// from it.
    fn turning(&self, clicks: i8) -> f64 {
        let Some(collision) = (self.state.collision_count > 0)
            .then(|| self.state.collisions[usize::from(self.state.collision_count) - 1])
        else {
            return 0.0;
        };
        // The asked player turns the asset that it does not hold.
        let (a, b) = (collision.rammer, collision.target);
        let turned = if self.state.asset(a).side() == self.me { b } else { a };
        let Some(asset) = self.state.assets().get(turned.index()) else { return 0.0 };
        let pose = self.battle.space.turned(asset.pose, clicks);
        let sign = if asset.side() == self.me { 1.0 } else { -1.0 };
        sign * self.room_ahead(pose) - 1e-3 * f64::from(clicks.abs())
    }
}
