//! Boarding at the end of the round ("Capturing and Defending Ships"; I24 to I32).

use super::super::super::band::Band;
use super::super::Battle;
use super::super::action::Decision;
use super::super::dice::{Dice, Purpose, throw};
use super::super::event::{BoardingRoll, Event};
use super::super::legal::losses::fighters;
use super::super::state::{Boarding, BoardingStage, MAX_FLEETS, State, Victim, Wound, numbers_in};
use super::play::Play;
use hitchart_dice::Throw;
use hitchart_play::Observer;

/// Returns the players with companies in a boarding action, as a mask.
pub fn parties<D>(battle: &Battle<D>, state: &State, ship: u8) -> u8 {
    let fighters = fighters(battle, state, ship);
    (0..state.player_count)
        .filter(|player| fighters & state.of(*player) != 0)
        .fold(0, |mask, player| mask | 1 << player)
}

/// Returns the players whose companies a roller's dice may hit, as a mask: all that take part, except for the roller
/// and the player who gave it dice.
pub fn enemies<D>(battle: &Battle<D>, state: &State, roller: u8) -> u8 {
    let boarding = &state.boarding;
    let friend = match boarding.aided == Some(roller) {
        true => boarding.helper.map_or(0, |helper| 1 << helper),
        false => 0,
    };
    parties(battle, state, boarding.ship) & !(1 << roller) & !friend
}

/// Returns the players that another player may aid, as a mask: those with companies there, and the holder of the ship
/// (I32).
pub fn may_be_aided<D>(battle: &Battle<D>, state: &State, helper: u8) -> u8 {
    let ship = state.boarding.ship;
    (parties(battle, state, ship) | 1 << state.asset(ship).side()) & !(1 << helper)
}

impl<D: Dice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Continues boarding, ship by ship.
    pub fn boarding_step(&mut self) {
        match self.state.boarding.stage {
            BoardingStage::Look => self.find_boarded(),
            BoardingStage::Aid => self.aid_step(),
            BoardingStage::Roll => self.roll_boarding(),
            BoardingStage::Hit => self.hit_step(),
            BoardingStage::Done => {
                let ship = self.state.boarding.ship + 1;
                self.state.boarding = Boarding { ship, ..Boarding::default() };
            }
        }
    }

    /// Finds the next ship with hostile companies on it.
    fn find_boarded(&mut self) {
        let from = self.state.boarding.ship;
        let ships = self.state.ships() & !((1 << from) - 1);
        let hostile = |ship: &u8| {
            let side = self.state.asset(*ship).side();
            fighters(self.battle, self.state, *ship) & !self.state.of(side) != 0
        };
        match numbers_in(ships).find(hostile) {
            None => self.after_boarding(),
            Some(ship) => {
                let all = parties(self.battle, self.state, ship) | 1 << self.state.asset(ship).side();
                // Two parties could only aid each other.
                let aid = self.rules().boarding.aid && all.count_ones() > 2;
                let stage = if aid { BoardingStage::Aid } else { BoardingStage::Roll };
                self.state.boarding = Boarding { ship, stage, ..Boarding::default() };
                if aid {
                    self.state.query = self.players_by_score(Purpose::RollOff);
                }
            }
        }
    }

    /// Asks the players with companies there, in tactical order, about giving their dice to another; only one may
    /// (I32).
    fn aid_step(&mut self) {
        let parties = parties(self.battle, self.state, self.state.boarding.ship);
        while self.state.boarding.place < self.state.player_count {
            let player = self.state.query[usize::from(self.state.boarding.place)];
            self.state.boarding.place += 1;
            if parties >> player & 1 == 1 {
                return self.ask(player, Decision::Aid);
            }
        }
        self.state.boarding.stage = BoardingStage::Roll;
    }

    /// Gives the dice of a player to another, or keeps them.
    pub fn aid(&mut self, helper: u8, aided: Option<u8>) {
        let Some(aided) = aided else { return };
        let boarding = &mut self.state.boarding;
        (boarding.helper, boarding.aided, boarding.stage) = (Some(helper), Some(aided), BoardingStage::Roll);
        let ship = boarding.ship;
        self.tell(|| Event::Aided { ship, helper, aided });
    }

    /// Rolls all dice of a boarding action.
    fn roll_boarding(&mut self) {
        let ship = self.state.boarding.ship;
        let mut throw = throw(self.state, Purpose::Boarding, ship);
        let mut counted = [0u8; MAX_FLEETS];
        let mut rolls = Vec::new();
        for player in 0..self.state.player_count {
            let mut roll = BoardingRoll { player, yellows: Vec::new(), reds: Vec::new(), counted: 0 };
            self.roll_of(player, &mut throw, &mut counted, &mut roll);
            if O::WANTS_FACES && (!roll.yellows.is_empty() || !roll.reds.is_empty()) {
                rolls.push(roll);
            }
        }
        for roll in &mut rolls {
            roll.counted = counted[usize::from(roll.player)];
        }
        let most = counted.iter().copied().max().unwrap_or(0);
        let mut leaders = (0..self.state.player_count).filter(|player| counted[usize::from(*player)] == most);
        let winner = leaders.next().filter(|_| most > 0);
        let winner = if leaders.next().is_some() { None } else { winner };
        (self.state.boarding.winner, self.state.boarding.stage) = (winner, BoardingStage::Hit);
        self.tell(|| Event::Boarded { ship, rolls, winner });
    }

    /// Rolls the dice of a player: a yellow for each company, the ace's, and the reds of the ship's point defense. The
    /// dice of a helper count for the aided player (I32).
    fn roll_of(&mut self, player: u8, throw: &mut Throw, counted: &mut [u8; MAX_FLEETS], roll: &mut BoardingRoll) {
        let (battle, rules) = (self.battle, &self.battle.rules.boarding);
        let boarding = &mut self.state.boarding;
        let (ship, helped) = (boarding.ship, boarding.helper == Some(player));
        let holder = if helped { boarding.aided.unwrap_or(player) } else { player };
        let mut dice = boarding.dice;
        let mut count = |sides: u8, counts: bool, faces: &mut Vec<u8>| {
            let face = battle.dice.die(throw, sides);
            if O::WANTS_FACES {
                faces.push(face);
            }
            counted[usize::from(holder)] += u8::from(counts && face >= rules.threshold);
            let damage = rules.damage[usize::from(face.clamp(1, 8)) - 1];
            dice[usize::from(holder)][usize::from(damage)] += 1;
        };
        for company in numbers_in(fighters(battle, self.state, ship) & self.state.of(player)) {
            battle.sides.boarding.as_slice().iter().for_each(|of| count(*of, true, &mut roll.yellows));
            if self.state.asset(company).ace.is_some() {
                battle.sides.boarding_ace.as_slice().iter().for_each(|of| count(*of, true, &mut roll.yellows));
            }
        }
        let host = self.state.asset(ship);
        if host.side() == player {
            battle.sides.reds(&host.systems, Band::PointDefense, |of| count(of, rules.reds_hold, &mut roll.reds));
        }
        self.state.boarding.dice = dice;
    }

    /// Assigns the dice that damage; the roller chooses the enemy of each die if there are several (I30).
    fn hit_step(&mut self) {
        for roller in 0..self.state.player_count {
            let enemies = enemies(self.battle, self.state, roller);
            for damage in (1..7u8).rev() {
                let left = self.state.boarding.dice[usize::from(roller)][usize::from(damage)];
                match (left, enemies.count_ones()) {
                    (0, _) => {}
                    (_, 0) => self.state.boarding.dice[usize::from(roller)][usize::from(damage)] = 0,
                    (_, 1) => {
                        for _ in 0..left {
                            self.hit(roller, enemies.trailing_zeros() as u8);
                        }
                    }
                    _ => return self.ask(roller, Decision::Hit),
                }
            }
        }
        self.board();
    }

    /// Assigns the roller's die of most damage to the companies of a player.
    pub fn hit(&mut self, roller: u8, victim: u8) {
        let boarding = &mut self.state.boarding;
        let dice = &mut boarding.dice[usize::from(roller)];
        let Some(damage) = (1..7).rev().find(|damage| dice[*damage] > 0) else { return };
        dice[damage] -= 1;
        let damage = damage as u8;
        let taken = &mut boarding.damage[usize::from(victim)];
        *taken = taken.saturating_add(damage);
        let ship = boarding.ship;
        self.tell(|| Event::BoardingHit { ship, roller, victim, damage });
    }

    /// Transfers the ship to the winner, if there is one, and adds the damage.
    fn board(&mut self) {
        let Boarding { ship, damage, winner, .. } = self.state.boarding;
        self.state.boarding.stage = BoardingStage::Done;
        if let Some(winner) = winner {
            self.take_asset(ship, winner);
        }
        for player in 0..self.state.player_count {
            let hits = damage[usize::from(player)];
            self.wound(Wound { victim: Victim::Aboard { ship, player }, hits, by: None });
        }
    }
}
