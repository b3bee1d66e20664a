//! High value assets in set-up: none is placed or left where only another player holds it before the first turn (I58).

use super::super::super::battle::Dice;
use super::super::super::battle::legal::placing::JUST_WITHIN;
use super::super::super::battle::state::{Asset, Life, Phase, SetupStep, numbers_in};
use super::super::super::space::{Body, Pose};
use super::super::view::View;

/// Cost, in set-up, of a high value asset that falls to another player before the first turn; it exceeds the value of
/// any place.
pub(super) const LOST: f64 = 100.0;

impl<D: Dice> View<'_, D> {
    /// Returns a mask of the own high value assets on the table with another player's asset in holding range, and no
    /// own one.
    pub(super) fn exposed(&self) -> u64 {
        let own = self.state.of(self.me);
        let is_exposed = |hva: &u8| {
            let beside = self.state.beside(*hva);
            beside & own == 0 && beside != 0
        };
        let hvas = numbers_in(self.state.hvas() & self.state.standing() & own);
        hvas.filter(is_exposed).fold(0, |mask, hva| mask | 1 << hva)
    }

    /// Returns the cost, as a negative value, of exposed high value assets out of range of an own ship at `there`. For
    /// the defender's first ship, it includes those that the primary attacker may reach.
    pub(super) fn exposing(&self, there: (Body, Pose)) -> f64 {
        let reach = self.battle.rules.ranges.point_defense;
        let kept = |hva: &u8| self.battle.space.within(there, self.state.placed(*hva), reach);
        let left = self.exposed().count_ones() - numbers_in(self.exposed()).filter(kept).count() as u32;
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
        let own = numbers_in(self.state.hvas() & self.state.standing() & self.state.of(self.me));
        own.map(|hva| u32::from(space.gap(first, self.state.placed(hva)) > safe)).sum()
    }

    /// Returns true if a high value asset placed at `there` may fall to another player before the first turn. Then no
    /// own asset is in range or still to be placed, and an enemy is.
    pub(in super::super) fn may_be_taken(&self, there: (Body, Pose)) -> bool {
        let own = self.state.of(self.me);
        let guards = |sides: u64| {
            let tactical = self.state.standing() & !self.state.hvas() & sides;
            self.has_ships_to_place(sides) || numbers_in(tactical).any(|asset| self.holds(asset, there))
        };
        !guards(own) && guards(!own)
    }

    /// Returns true if a ship in the mask `among` is still to be placed.
    fn has_ships_to_place(&self, among: u64) -> bool {
        let waits = |(number, asset): (usize, &Asset)| {
            among >> number & 1 == 1 && asset.is_ship() && asset.life() == Life::Waiting
        };
        self.state.assets().iter().enumerate().any(waits)
    }
}
