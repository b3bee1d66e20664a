//! A battle as a player rates it: values of assets, expected harm of attacks, holders of ships.

use super::super::attack::{Band, TargetKind};
use super::super::battle::legal::attack::{fighters_of, foes, is_led_by, is_screened, reads_dogfight_table};
use super::super::battle::odds::{AttackDice, CompaniesAboard, Defense, Odds, OddsRow, TargetCover};
use super::super::battle::state::{Asset, Life, MAX_FLEETS, Part, State};
use super::super::battle::{Battle, BattleDice};
use super::super::{fleet::Ace, ship::System, space::Pose};
use super::tactician::Tactics;
use crate::ids::{AssetId, AssetSet};
use hitchart_mobile_frame::PlayerId;

/// A player's view of a state, with the odds and weights that rate it.
pub struct View<'a, D> {
    /// Setup of the battle.
    pub battle: &'a Battle<D>,
    /// State that is rated.
    pub state: &'a State,
    /// Exact odds under the rules of the battle.
    pub odds: &'a Odds,
    /// Weights of the tactician.
    pub tactics: &'a Tactics,
    /// Player who rates the state: the index of the player's fleet.
    pub me: PlayerId,
    /// Number of rounds left, including the current one.
    pub rounds: f64,
    /// Lead over the best rival, in own assets.
    pub lead: f64,
    values: [f64; MAX_FLEETS],
}

/// A target as a key into the tables of odds.
#[derive(Clone, Copy, Debug)]
pub struct TargetKey {
    /// Sum of the spots on the target; 0 without spots.
    pub spot: u8,
    /// Defense that is known, or the dice that will be rolled for it.
    pub defense: Defense,
    /// Number of hits that destroy the target.
    pub life: u8,
    /// Ship or company.
    pub kind: TargetKind,
}

impl TargetKey {
    /// Describes an asset. Its defense is the known one, or the one that its dice promise.
    pub fn new(asset: &Asset) -> TargetKey {
        let kind = if asset.is_ship() { TargetKind::Ship } else { TargetKind::Company };
        let rolled = match kind {
            TargetKind::Ship => Defense::Ship { blues: asset.systems.count(System::Defense) },
            TargetKind::Company => {
                Defense::Company { blue: asset.parts.has(Part::Defense), ace: asset.ace == Some(Ace::Blue) }
            }
        };
        // A docked company does not act, so no dice add to its defense.
        let undefended = asset.life() == Life::Docked;
        let defense = match asset.defense {
            Some(value) => Defense::Known(value),
            None if undefended => Defense::Known(0),
            None => rolled,
        };
        TargetKey { spot: asset.spotted(), defense, life: asset.hit_points(), kind }
    }
}

impl<'a, D: BattleDice> View<'a, D> {
    /// Creates the view of a player.
    pub fn new(
        battle: &'a Battle<D>,
        state: &'a State,
        odds: &'a Odds,
        tactics: &'a Tactics,
        me: PlayerId,
    ) -> View<'a, D> {
        let others = state.player_ids().filter(|other| *other != me);
        let best = others.map(|other| state.score(other)).max().unwrap_or(0);
        let mut values = [0.0; MAX_FLEETS];
        for (player, value) in state.player_ids().zip(&mut values) {
            let points = f64::from(state.players[player.index()].points_per_asset.max(1));
            let counts = player == me || state.score(player) == best;
            *value = if counts { points } else { points * tactics.rivals };
        }
        // If every player may count down the clock, half of them are assumed to do so.
        let clock = &battle.rules.clock;
        let ticks = if clock.everyone_ticks { f64::from(state.player_count) / 2.0 } else { 0.0 };
        let step = f64::from(clock.step.max(1)) + ticks;
        let rounds = (f64::from(state.clock) / step).ceil().max(1.0);
        let lead = f64::from(state.score(me) - best) / values[me.index()];
        View { battle, state, odds, tactics, me, rounds, lead, values }
    }

    /// Returns the value of an asset of a player: its points, times a weight for rivals who do not lead.
    #[inline]
    pub fn value(&self, player: PlayerId) -> f64 {
        self.values[player.index()]
    }

    /// Returns the value of taking an asset from a player.
    pub fn swing(&self, from: PlayerId) -> f64 {
        if from == self.me { 0.0 } else { self.value(self.me) + self.value(from) }
    }

    /// Returns the numbers in a set in an order that is alike for all players, so that ties are broken alike.
    pub fn each(&self, mask: AssetSet) -> impl Iterator<Item = AssetId> + use<D> {
        self.state.numbers_for(self.me, mask)
    }

    /// Returns the enemies that can be attacked.
    pub fn foes(&self) -> AssetSet {
        foes(self.state, self.me)
    }

    /// Returns the number of rounds that fuel lasts.
    pub fn lasting(&self, fuel: u8) -> f64 {
        let burn = self.battle.rules.fuel.per_round;
        if burn == 0 { 100.0 } else { f64::from(fuel.div_ceil(burn)) }
    }

    /// Returns true if fuel lasts beyond the end of the battle.
    pub fn lasts(&self, fuel: u8) -> bool {
        self.lasting(fuel) > self.rounds
    }

    /// Returns the attack dice of an asset at a band; `None` if it has none there.
    pub fn arms(&self, asset: &Asset, band: Band) -> Option<AttackDice> {
        if asset.is_company() {
            let red = is_led_by(asset, Ace::Red);
            let far = red && self.battle.rules.aces.red_reaches && band != Band::Support;
            return (band == Band::Dogfight || far).then(|| self.odds.company(asset.parts.has(Part::Weapon), red));
        }
        let armed = asset.is_ship() && band != Band::Dogfight && asset.systems.is_armed(band);
        armed.then(|| self.odds.ship(&asset.systems, band))
    }

    /// Returns the value of an expected number of hits on a target (`mean`) and of the chance to destroy it (`kill`).
    pub fn harm(&self, target: AssetId, (mean, kill): (f64, f64)) -> f64 {
        let asset = self.state.asset(target);
        let life = f64::from(asset.hit_points().max(1));
        let share = self.tactics.attrition * (mean / life).min(1.0) + self.tactics.kill * kill;
        let value = self.value(asset.side());
        if asset.is_ship() {
            // An own ship in enemy hands may come back, unless this is the last round.
            if asset.owner == self.me {
                let back = if self.rounds > 1.0 { self.tactics.comes_back * self.swing(asset.side()) } else { 0.0 };
                return (value - back) * share;
            }
            // A ship that is likely to be captured is better kept whole.
            let boarders = self.aboard(target, self.me);
            let spared = if boarders.companies > 0 { self.chance_to_take(target, boarders) } else { 0.0 };
            return value * share * (1.0 - spared);
        }
        let Some(host) = asset.on else { return value * share };
        let ship = self.state.asset(host);
        if ship.side() == self.me {
            // An enemy aboard an own ship threatens it.
            return value * share + self.tactics.repel * share * self.threat_to_hold(host);
        }
        if ship.owner == self.me && ship.side() == asset.side() && self.battle.rules.captured.reverts {
            // An own ship comes back once the last of its holders is gone (I34).
            let holders = f64::from(self.aboard(host, asset.side()).companies.max(1));
            return value * share + self.swing(ship.side()) * kill / holders;
        }
        value * share
    }

    /// Returns the cost of an expected number of hits on an own asset and of the chance of its destruction.
    pub fn own_harm(&self, asset: &Asset, (mean, kill): (f64, f64)) -> f64 {
        let life = f64::from(asset.hit_points().max(1));
        self.value(self.me) * (self.tactics.attrition * (mean / life).min(1.0) + self.tactics.kill * kill)
    }

    /// Returns the shelter of a target from an attacker at a pose.
    pub fn situation(&self, by: AssetId, at: Pose, target: AssetId, band: Band) -> OddsRow {
        let attacker = self.state.asset(by);
        let to = self.state.asset(target);
        let kind = if to.is_ship() { TargetKind::Ship } else { TargetKind::Company };
        if reads_dogfight_table(self.battle, attacker, band) {
            return OddsRow::dogfight(kind);
        }
        if is_screened(self.battle, self.state, target) {
            return OddsRow::of(band, kind, TargetCover::Lasting);
        }
        let from = (attacker.body, at);
        let covers = |piece: AssetId| self.battle.space.covers(from, to.placed(), self.state.placed(piece));
        if self.state.pieces().any(|piece| covers(AssetId::of_debris(piece))) {
            return OddsRow::of(band, kind, TargetCover::Debris);
        }
        let ships = self.state.ships() - AssetSet::of(by) - AssetSet::of(target);
        let behind = if ships.iter().any(covers) { TargetCover::Lasting } else { TargetCover::Nothing };
        OddsRow::of(band, kind, behind)
    }

    /// Returns a player's companies on a ship that take part in boarding.
    pub fn aboard(&self, ship: AssetId, player: PlayerId) -> CompaniesAboard {
        let own = fighters_of(self.battle, self.state, ship, player);
        let ace = own.iter().any(|company| self.state.asset(company).ace.is_some());
        CompaniesAboard { companies: own.len() as u8, ace }
    }

    /// Returns the chance that boarders take a ship from its holder at the end of the round.
    pub fn chance_to_take(&self, ship: AssetId, boarders: CompaniesAboard) -> f64 {
        let host = self.state.asset(ship);
        self.odds.takes(boarders, self.aboard(ship, host.side()), &host.systems)
    }

    /// Returns the greatest risk of losing a ship: another player's chance to take it, times the points that change
    /// hands.
    pub fn threat_to_hold(&self, ship: AssetId) -> f64 {
        let side = self.state.asset(ship).side();
        let threat = |other: PlayerId| {
            let boarders = self.aboard(ship, other);
            let chance = if boarders.companies > 0 { self.chance_to_take(ship, boarders) } else { 0.0 };
            chance * (self.value(side) + self.value(other))
        };
        self.state.player_ids().filter(|other| *other != side).map(threat).fold(0.0, f64::max)
    }
}

/// Returns these companies and one more, with an ace or without.
pub fn with(aboard: CompaniesAboard, ace: bool) -> CompaniesAboard {
    CompaniesAboard { companies: aboard.companies + 1, ace: aboard.ace || ace }
}

/// Returns these companies without one, with an ace or without.
pub fn without(aboard: CompaniesAboard, ace: bool) -> CompaniesAboard {
    CompaniesAboard { companies: aboard.companies.saturating_sub(1), ace: aboard.ace && !ace }
}
