//! Turns of assets, and the end of a round.

use super::super::dice::{BattleDice, Purpose, throw};
use super::super::event::{Event, GivenWhites, Unused};
use super::super::legal::attack::{
    company_may_attack, declared_bands, may_stay_undefended, ship_can_attack, worth_giving,
};
use super::super::legal::places::can_spot;
use super::super::state::{
    AssignedWhites, Boarding, Colour, Die, EndStep, MAX_FLEETS, Phase, SpotDie, Stage, Target, Turn,
};
use super::super::{
    super::attack::Band, super::ship::System, Battle, action::Decision, candidates::is_choice,
    candidates::moves::only_sail,
};
use super::{Play, setup::ASK_ANEW};
use crate::ids::AssetId;
use hitchart_mobile_frame::PlayerId;
use hitchart_play::Observer;

// The end of a round: clock, fuel, and their order with boarding ("Ending the Round"; I23 to I25, I37).

impl<D: BattleDice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Begins the first step of the end of a round.
    pub(crate) fn begin_ending(&mut self) {
        self.state.boarding = Boarding::default();
        self.state.phase = Phase::Ending(if self.rules().boarding.first { EndStep::Boarding } else { EndStep::Clock });
    }

    /// Continues after boarding.
    pub(crate) fn after_boarding(&mut self) {
        self.state.phase = Phase::Ending(if self.rules().boarding.first { EndStep::Clock } else { EndStep::Done });
    }

    /// Counts the clock down.
    pub(crate) fn clock_step(&mut self) {
        self.state.clock = self.state.clock.saturating_sub(self.rules().clock.step);
        let clock = self.state.clock;
        self.tell(|| Event::Ticked { by: None, clock });
        self.state.phase = Phase::Ending(EndStep::Fuel);
        if self.rules().clock.everyone_ticks && clock > 0 {
            self.state.query = self.players_by_score(Purpose::RollOff);
            self.state.phase = Phase::Ending(EndStep::Ticks { place: 0 });
        }
    }

    /// Asks the next player about an extra step of the clock (I37).
    pub(crate) fn ticks_step(&mut self, place: u8) {
        if place >= self.state.player_count || self.state.clock == 0 {
            self.state.phase = Phase::Ending(EndStep::Fuel);
            return;
        }
        self.state.phase = Phase::Ending(EndStep::Ticks { place: place + 1 });
        self.ask(self.state.query[usize::from(place)], Decision::Tick);
    }

    /// Counts the clock down by one for a player.
    pub(crate) fn tick(&mut self, player: PlayerId) {
        self.state.clock = self.state.clock.saturating_sub(1);
        let clock = self.state.clock;
        self.tell(|| Event::Ticked { by: Some(player), clock });
    }

    /// Counts down the fuel of all companies; those without fuel drift (I23).
    pub(crate) fn fuel_step(&mut self) {
        let per_round = self.rules().fuel.per_round;
        for company in (self.state.companies() & self.state.standing()).iter() {
            self.burn(company, per_round);
        }
        self.state.phase = Phase::Ending(if self.rules().boarding.first { EndStep::Done } else { EndStep::Boarding });
    }

    /// Takes fuel from a company.
    pub(crate) fn burn(&mut self, company: AssetId, by: u8) {
        let asset = self.state.asset_mut(company);
        asset.fuel = asset.fuel.saturating_sub(by);
        let fuel = asset.fuel;
        if by > 0 {
            self.tell(|| Event::Burned { asset: company, fuel });
        }
        if fuel == 0 {
            self.drift(company);
        }
    }

    /// Begins the next round, or ends the battle.
    pub(crate) fn after_round(&mut self) {
        if self.state.clock > 0 {
            return self.start_round();
        }
        self.state.phase = Phase::Over;
        let mut scores = [0; MAX_FLEETS];
        for (score, player) in scores.iter_mut().zip(self.state.player_ids()) {
            *score = self.state.score(player);
        }
        self.tell(|| Event::Over { scores });
    }
}

// Turns of ships, companies and high value assets, from the declaration to the spot (flow, "A ship's turn").

impl<D: BattleDice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Starts a turn: ships declare, all others roll at once.
    pub(crate) fn start_turn(&mut self, asset: AssetId) {
        let asset = self.state.asset(asset);
        if asset.is_ship() {
            self.state.turn_mut().stage = Stage::Declare;
        } else if asset.is_company() {
            self.roll_hand();
            self.state.turn_mut().stage = Stage::Defend;
        } else {
            if self.battle.sides.rolls(asset.body) {
                self.roll_hand();
            }
            self.state.turn_mut().stage = Stage::Proceed;
        }
    }

    /// Returns true if the turn in control is over because its asset no longer acts.
    pub(crate) fn turn_has_ended_early(&mut self) -> bool {
        let asset = self.state.turn_mut().asset;
        !self.state.asset(asset).stands()
    }

    /// Asks for target and band if the ship may declare any.
    pub(crate) fn declare_step(&mut self) {
        let ship = self.state.turn_mut().asset;
        let any = declared_bands(self.battle, self.state.asset(ship)).next().is_some();
        if any && is_choice(self.battle, self.state, Decision::Declare) {
            self.ask_side(Decision::Declare);
        } else {
            self.declare(Target::Nothing, Band::Dogfight);
        }
    }

    /// Declares target and band, and rolls the dice.
    pub(crate) fn declare(&mut self, target: Target, band: Band) {
        let turn = self.state.turn_mut();
        (turn.target, turn.band) = (target, band);
        let asset = turn.asset;
        self.tell(|| Event::Declared { asset, target, band });
        self.roll_hand();
        self.state.turn_mut().stage = Stage::Give;
    }

    fn roll_hand(&mut self) {
        let turn = *self.state.turn_mut();
        let asset = *self.state.asset(turn.asset);
        let mut throw = throw(self.state, Purpose::Hand, turn.asset);
        let attack = (turn.target != Target::Nothing).then_some(turn.band);
        let mut faces = Vec::new();
        let hand = self.battle.sides.roll(
            |sides| self.battle.dice.die(&mut throw, sides),
            &asset,
            attack,
            |face| {
                if O::WANTS_FACES {
                    faces.push(face);
                }
            },
        );
        self.state.turn_mut().take(hand);
        self.tell(|| Event::Rolled { asset: turn.asset, faces });
    }

    /// Asks the first owner of a captured ship to assign its whites (I33).
    pub(crate) fn give_step(&mut self) {
        let turn = self.state.turn_mut();
        turn.stage = Stage::Defend;
        let (asset, whites) = (turn.asset, turn.whites());
        let ship = self.state.asset(asset);
        if ship.captor().is_some() && self.rules().captured.owner_gives_whites {
            let owner = ship.owner;
            match whites {
                0 => self.state.turn_mut().given = Some(AssignedWhites::NONE),
                _ => self.ask(owner, Decision::Give),
            }
        }
    }

    /// Assigns the whites of a captured ship to its actions.
    pub(crate) fn give(&mut self, player: PlayerId, given: AssignedWhites) {
        let turn = self.state.turn_mut();
        turn.given = Some(given);
        let (asset, hand) = (turn.asset, *turn.hand());
        let pips = |action: Colour| {
            let die = given.to(action);
            (die != Die::None).then(|| hand.value(action, die))
        };
        self.tell(|| Event::Given {
            asset,
            player,
            given: GivenWhites {
                defense: pips(Colour::Blue),
                attack: pips(Colour::Red),
                movement: pips(Colour::Green),
                spot: pips(Colour::Yellow),
            },
        });
    }

    /// Asks for the defense if there is a choice.
    pub(crate) fn defend_step(&mut self) {
        let turn = self.state.turn_mut();
        let (mut dice, may_stay) = (worth_giving(turn, Colour::Blue), may_stay_undefended(turn));
        match (dice.next(), dice.next()) {
            (None, _) => self.defend(Die::None),
            (Some(die), None) if !may_stay => self.defend(die),
            _ => self.ask_side(Decision::Defend),
        }
    }

    /// Gives a die to the defense for the whole round. The turn of an asset that answers an attack then waits.
    pub(crate) fn defend(&mut self, die: Die) {
        let turn = self.state.turn_mut();
        let (asset, value) = (turn.asset, turn.hand().value(Colour::Blue, die));
        turn.spend(Colour::Blue, die);
        turn.stage = if turn.opened_by.is_some() { Stage::Waiting } else { Stage::Repair };
        self.state.asset_mut(asset).defense = Some(value);
        self.tell(|| Event::Defended { asset, die, value });
    }

    /// Asks for a repair of the ship with whites, if any can repair (I22).
    pub(crate) fn repair_step(&mut self) {
        let asset = self.state.turn_mut().asset;
        let intact = self.state.asset(asset).systems == self.battle.built(asset);
        if intact || !is_choice(self.battle, self.state, Decision::Repair) {
            self.state.turn_mut().stage = Stage::Proceed;
            return;
        }
        // On a captured ship the first owner decides about the whites that are left (I33).
        match self.state.turn_mut().given {
            Some(_) => self.ask(self.state.asset(asset).owner, Decision::Repair),
            None => self.ask_side(Decision::Repair),
        }
    }

    /// Restores a system with a white; its dice are rolled from the next turn on (I22).
    pub(crate) fn repair(&mut self, white: u8, system: System) {
        let turn = self.state.turn_mut();
        turn.spend(Colour::Green, Die::White(white));
        let (asset, value) = (turn.asset, turn.hand().whites[usize::from(white)]);
        let ship = self.state.asset_mut(asset);
        ship.systems = ship.systems.plus(system);
        self.tell(|| Event::Repaired { asset, white, value, system });
    }

    /// Asks for the next step, attack or move, as long as anything is left to do. Ships and high value assets always
    /// move.
    pub(crate) fn proceed_step(&mut self) {
        let turn = *self.state.turn_mut();
        if self.state.asset(turn.asset).is_company() {
            let may = company_may_attack(&turn) || (!turn.moved && !worth_giving(&turn, Colour::Green).is_none());
            return match may && is_choice(self.battle, self.state, Decision::Proceed) {
                true => self.ask_side(Decision::Proceed),
                false => self.finish(),
            };
        }
        if turn.moved {
            return match ship_can_attack(self.battle, self.state, &turn) {
                true => self.ask_side(Decision::Proceed),
                false => self.finish(),
            };
        }
        match only_sail(self.battle, self.state, &turn) {
            Some(maneuver) => self.set_out(Die::None, maneuver),
            None => self.ask_side(Decision::Proceed),
        }
    }

    /// Forgoes the rest of attack and movement.
    pub(crate) fn finish(&mut self) {
        let turn = *self.state.turn_mut();
        let asset = self.state.asset(turn.asset);
        let stage = if asset.is_ship() {
            Stage::Launch
        } else if asset.is_company() {
            Stage::Nudge
        } else {
            Stage::Done
        };
        if stage == Stage::Nudge {
            self.find_nudger_of_own(turn.asset);
        }
        self.state.turn_mut().stage = stage;
        if !turn.attacked && turn.target != Target::Nothing {
            self.tell(|| Event::AttackForgone { asset: turn.asset });
        }
    }

    /// Asks for the spot if one is possible.
    pub(crate) fn spot_step(&mut self) {
        let turn = *self.state.turn_mut();
        if can_spot(self.battle, self.state, &turn) {
            self.ask_side(Decision::Spot);
        } else {
            self.state.turn_mut().stage = Stage::Done;
        }
    }

    /// Places the spot, and the yellow ace's spot if it is higher than the one on the target (I62).
    pub(crate) fn spot(&mut self, die: Die, target: AssetId) {
        let turn = self.state.turn_mut();
        let (asset, value, by_ace) = (turn.asset, turn.hand().value(Colour::Yellow, die), turn.hand().ace_spot);
        turn.spend(Colour::Yellow, die);
        turn.stage = Stage::Done;
        let to = self.state.asset_mut(target);
        let put_if_higher = |slot: &mut Option<SpotDie<AssetId>>, value: u8| {
            let there = slot.map_or(0, |spot| spot.value);
            (value > there).then(|| slot.replace(SpotDie { value, by: asset }).map(|lower| lower.value))
        };
        let (own, ace) = (put_if_higher(&mut to.spot, value), put_if_higher(&mut to.ace_spot, by_ace));
        if let Some(replaced) = own {
            self.tell(|| Event::Spotted { asset, target, die, value, replaced, ace: false });
        }
        if let Some(replaced) = ace {
            self.tell(|| Event::Spotted { asset, target, die: Die::None, value: by_ace, replaced, ace: true });
        }
    }

    /// Ends the turn in control. A waiting turn goes on; otherwise all players are asked again.
    pub(crate) fn end_turn(&mut self) {
        let answers = self.state.answer.is_some_and(|answer| answer.stage != Stage::Waiting);
        // An answer ends in control only if its asset is gone before the answer waits.
        let ended = match answers {
            true => self.state.answer.take(),
            false => {
                let turn = self.state.turn.take();
                self.state.turn = self.state.answer.take();
                turn
            }
        };
        let Some(turn) = ended else { return };
        self.state.sail = None;
        self.tell(|| Event::TurnEnded { asset: turn.asset, unused: unused(&turn) });
        if answers {
            return;
        }
        match &mut self.state.turn {
            Some(turn) => turn.stage = Stage::Repair,
            None => self.state.place = ASK_ANEW,
        }
    }
}

/// Counts the dice that a turn leaves unused.
fn unused(turn: &Turn) -> Unused {
    let colours = [Colour::Blue, Colour::Green, Colour::Red, Colour::Yellow].into_iter();
    Unused {
        whites: turn.whites().count_ones() as u8,
        blacks: turn.blacks().count_ones() as u8,
        colours: colours.filter(|colour| turn.has(*colour)).count() as u8,
    }
}
