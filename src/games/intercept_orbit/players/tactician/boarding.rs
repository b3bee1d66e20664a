//! Companies at a place: ships to board and to hold, high value assets, fuel.

use super::super::super::battle::Dice;
use super::super::super::battle::legal::flight::company_at;
use super::super::super::battle::odds::Aboard;
use super::super::super::battle::state::{Asset, Life, numbers_in};
use super::super::super::ship::System;
use super::super::super::space::{Body, Pose};
use super::super::view::{View, with, without};
use crate::geometry::Point;

/// Number of rounds that stands for the rest of any battle.
const FOREVER: f64 = 100.0;

impl<D: Dice> View<'_, D> {
    /// Returns the value of a company at a point, on a ship or on none, with `fuel` left, from its turn to the end of
    /// the round.
    pub(super) fn berth(&self, company: u8, at: Point, on: Option<u8>, fuel: u8) -> f64 {
        let aboard = on.map_or(0.0, |ship| self.aboard_worth(company, ship, fuel));
        aboard + self.hvas_at(company, at) - self.drifting(at, on, fuel, false)
    }

    /// Returns the value of the high value assets that a company holds or takes at a point (I58).
    pub(in super::super) fn hvas_at(&self, company: u8, at: Point) -> f64 {
        let (space, reach) = (&self.battle.space, self.battle.rules.ranges.dogfight);
        let hvas = numbers_in(self.state.hvas() & self.state.standing());
        let here = company_at(at);
        hvas.filter(|hva| space.within(here, self.state.placed(*hva), reach)).map(|hva| self.beside(company, hva)).sum()
    }

    /// Returns the value of an own asset in holding range of a high value asset. It takes one that no other player
    /// contests, and guards an own one without a guard.
    pub(super) fn beside(&self, asset: u8, hva: u8) -> f64 {
        let side = self.state.asset(hva).side();
        let (others, own) = (self.state.beside(hva) & !(1 << asset), self.state.of(self.me));
        let contested = others & !own != 0;
        if side == self.me {
            // One guard is enough.
            if others & own != 0 {
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
    pub(super) fn holds(&self, asset: u8, hva: (Body, Pose)) -> bool {
        let (asset, ranges) = (self.state.asset(asset), &self.battle.rules.ranges);
        let reach = if asset.is_ship() { ranges.point_defense } else { ranges.dogfight };
        self.battle.space.within(asset.placed(), hva, reach)
    }

    /// Returns the value of a company on a ship at the end of the round.
    pub(super) fn aboard_worth(&self, company: u8, ship: u8, fuel: u8) -> f64 {
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
    fn holding(&self, (host, ship): (&Asset, u8), rest: Aboard, ace: bool, fuel: u8) -> f64 {
        let threat = |held: Aboard| {
            let others = (0..self.state.player_count).filter(|other| *other != self.me);
            let of = |other: u8| {
                let boarders = self.aboard(ship, other);
                let chance = || self.odds.takes(boarders, held, &host.systems);
                if boarders.companies > 0 { chance() * self.swing(other) } else { 0.0 }
            };
            others.map(of).fold(0.0, f64::max)
        };
        let defended = self.tactics.repel * (threat(rest) - threat(with(rest, ace)));
        let alone = host.captor() == Some(self.me) && rest.companies == 0 && self.battle.rules.captured.reverts;
        let kept = || self.tactics.held * self.tactics.board * self.prize((host, host.owner), fuel);
        defended + if alone { kept() } else { 0.0 }
    }

    /// Returns true if the player holds a captured ship only from nearby, without a company aboard (I34).
    pub(super) fn is_left(&self, ship: u8) -> bool {
        self.battle.rules.captured.reverts
            && self.state.asset(ship).captor() == Some(self.me)
            && self.aboard(ship, self.me).companies == 0
    }

    /// Returns the loss if a captured ship without a company aboard ends its move away from all own companies (I34).
    pub(super) fn left_behind(&self, ship: u8, end: Pose) -> f64 {
        if !self.is_left(ship) {
            return 0.0;
        }
        let (host, limit) = (self.state.asset(ship), self.battle.rules.captured.abandoned_at);
        let mut companies = numbers_in(self.state.companies() & self.state.standing() & self.state.of(self.me));
        let near = |company: u8| self.battle.space.within(self.state.placed(company), (host.body, end), limit);
        if companies.any(near) { 0.0 } else { self.swing(host.owner) }
    }

    /// Returns the value of taking a ship from a player with `fuel` left: the points that change hands if it is held to
    /// the end. The value is lower if fuel or the edge of the table ends the hold early.
    pub(super) fn prize(&self, (host, from): (&Asset, u8), fuel: u8) -> f64 {
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
    pub(super) fn aiding(&self, aided: Option<u8>) -> f64 {
        let (ship, all) = (self.state.boarding.ship, self.state.player_count);
        let host = self.state.asset(ship);
        let joined = |player: u8| {
            let own = self.aboard(ship, player);
            match aided {
                Some(_) if player == self.me => Aboard::default(),
                Some(other) if player == other => {
                    let mine = self.aboard(ship, self.me);
                    Aboard { companies: own.companies + mine.companies, ace: own.ace || mine.ace }
                }
                _ => own,
            }
        };
        let chance = |player: u8| {
            let own = joined(player);
            let against = |other: u8| self.odds.takes(own, joined(other), &host.systems);
            (0..all).filter(|other| *other != player).map(against).fold(1.0, f64::min)
        };
        let takers = (0..all).filter(|player| *player != host.side() && joined(*player).companies > 0);
        let lost = if host.side() == self.me { -self.value(self.me) } else { self.value(host.side()) };
        let won = |taker: u8| if taker == self.me { self.value(taker) } else { -self.value(taker) };
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
