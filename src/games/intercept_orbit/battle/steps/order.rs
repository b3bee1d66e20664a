//! Order of play: rounds, and tactical order with passing (I12, I14).

use super::super::Battle;
use super::super::action::Decision;
use super::super::dice::{Dice, Purpose, numbered_throw};
use super::super::event::Event;
use super::super::legal::order::must_act;
use super::super::state::{MAX_FLEETS, Phase, Turn, numbers_in};
use super::play::Play;
use hitchart_play::Observer;

/// Value of `place` after which all players are asked again.
pub const ASK_ANEW: u8 = u8::MAX;

impl<D: Dice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Begins the next round: every asset that stands may act once.
    pub fn start_round(&mut self) {
        self.state.round += 1;
        self.state.phase = Phase::Round;
        self.state.acted = 0;
        self.state.place = ASK_ANEW;
        let (round, clock) = (self.state.round, self.state.clock);
        self.tell(|| Event::RoundBegan { round, clock });
        self.look_at_hvas();
    }

    /// Finds the player who acts next, or ends the round.
    pub fn order_step(&mut self) {
        if (self.state.standing & !self.state.acted) == 0 {
            return self.end_round();
        }
        if self.state.place == ASK_ANEW {
            self.state.query = match self.state.opened {
                true => self.players_by_score(Purpose::RollOff),
                // The defender opens the battle (I14).
                false => self.state.seats,
            };
            self.state.place = 0;
        }
        while self.state.place < self.state.player_count {
            let player = self.state.query[usize::from(self.state.place)];
            let ready = self.state.ready(player);
            if ready != 0 {
                // A player who must act and has one asset left is not asked.
                return match ready.count_ones() == 1 && must_act(self.battle, self.state) {
                    true => self.begin_turn(ready.trailing_zeros() as u8, None),
                    false => self.ask(player, Decision::Act),
                };
            }
            self.state.place += 1;
        }
        self.state.place = ASK_ANEW;
    }

    /// Passes the choice on to the next player.
    pub fn pass(&mut self, player: u8) {
        self.state.place += 1;
        self.tell(|| Event::Passed { player });
    }

    /// Returns the players from the highest score down; players with equal scores roll for their order (I11).
    pub fn players_by_score(&mut self, purpose: Purpose) -> [u8; MAX_FLEETS] {
        let count = usize::from(self.state.player_count);
        let mut order = [0, 1, 2, 3];
        let mut scores = [0; MAX_FLEETS];
        for (score, player) in scores.iter_mut().zip(0..self.state.player_count) {
            *score = self.state.score(player);
        }
        let level = (1..count).any(|a| scores[..a].contains(&scores[a]));
        if level {
            let mut throw = numbered_throw(self.state, purpose);
            for last in (1..count).rev() {
                order.swap(last, throw.below(last + 1));
            }
        }
        // Insertion sort keeps the rolled order of equal scores.
        for i in 1..count {
            let mut j = i;
            while j > 0 && scores[usize::from(order[j])] > scores[usize::from(order[j - 1])] {
                order.swap(j, j - 1);
                j -= 1;
            }
        }
        if level {
            self.tell(|| Event::RolledOff { order });
        }
        order
    }

    /// Begins an asset's turn: on its player's choice, or because it was attacked.
    pub fn begin_turn(&mut self, asset: u8, attacked_by: Option<u8>) {
        self.state.acted |= 1 << asset;
        self.state.opened = true;
        let turn = Some(Turn::new(asset, attacked_by));
        match attacked_by {
            None => self.state.turn = turn,
            Some(_) => self.state.answer = turn,
        }
        self.tell(|| Event::TurnBegan { asset, attacked_by });
        self.start_turn(asset);
    }

    /// Removes defense and spot dice; the rest of the end of the round follows in its order (I24).
    fn end_round(&mut self) {
        for asset in numbers_in(self.state.on_table & !self.state.hvas()) {
            let asset = self.state.asset_mut(asset);
            (asset.defense, asset.spot, asset.ace_spot) = (None, None, None);
        }
        let round = self.state.round;
        self.tell(|| Event::RoundEnded { round });
        self.begin_ending();
    }
}
