//! The edge of the table (I56, I57).

use super::super::super::battle_rules::TurnedHvas;
use super::super::super::space::{Course, Pose};
use super::super::Battle;
use super::super::action::Decision;
use super::super::dice::Dice;
use super::super::event::Event;
use super::super::state::{Life, Sail, Stage, numbers_in};
use super::play::Play;
use hitchart_play::Observer;

impl<D: Dice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Handles the edge of the table: a ship is lost, a high value asset stops and is turned away from the edge.
    pub fn reach_edge(&mut self, sail: &Sail, course: &Course, at: f64) {
        let pose = self.battle.space.pose_on(course, at);
        if self.state.asset(sail.asset).is_ship() {
            self.state.turn_mut().stage = Stage::Done;
            return self.lose_ship(sail.asset, pose);
        }
        let (at, _) = self.stopped(sail, course, at);
        self.come_to_rest(course, at);
        let pose = self.state.asset(sail.asset).pose;
        let side = self.state.asset(sail.asset).side();
        let opponents = (0..self.state.player_count).filter(|player| *player != side);
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
    pub fn lose_ship(&mut self, ship: u8, at: Pose) {
        if self.rules().edge.with_companies {
            for company in numbers_in(self.state.companies()) {
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
    pub fn head(&mut self, player: u8, heading: u8) {
        if let Some(sail) = self.state.sail {
            self.turn_hva(sail.asset, Some(player), heading);
        }
    }

    /// Turns a high value asset if there is room; otherwise it keeps its heading.
    fn turn_hva(&mut self, hva: u8, player: Option<u8>, heading: u8) {
        let asset = self.state.asset(hva);
        let (body, to) = (asset.body, Pose { heading, ..asset.pose });
        let others = self.state.solid() & !(1 << hva);
        if numbers_in(others).any(|thing| self.battle.space.overlaps((body, to), self.state.placed(thing))) {
            return;
        }
        self.put(hva, to);
        self.tell(|| Event::Headed { asset: hva, player, to });
        self.look_at_hvas();
    }
}
