//! Companies in motion, and boarding at the end of the round.

use super::super::super::space::{Body, Course, Pose};
use super::super::dice::{BattleDice, Purpose, throw};
use super::super::event::{BoardingRoll, Event};
use super::super::legal::attack::{fighters, fighters_of, is_led_by};
use super::super::legal::places::{beside_ship, company_at, nudgers, ship_at, within_touch};
use super::super::state::{Boarding, BoardingStage, Colour, Die, Life, MAX_FLEETS, Sail, Stage, State, Victim, Wound};
use super::super::{super::attack::Band, super::fleet::Ace, Battle, action::Decision, candidates::is_choice};
use super::{Play, damage::carried};
use crate::ids::{AssetId, AssetSet};
use hitchart_dice::Throw;
use hitchart_mobile_frame::PlayerId;
use hitchart_mobile_frame::geometry::{Point, Segment};
use hitchart_play::Observer;

// Flights, rides on ships, rescues, and green aces (I59, I63).

/// Gap between a ship and a company in its way that does not cling, in ruler units.
const OUT_OF_TOUCH: f64 = 0.05;

/// Returns the company of a set with the highest score of its player; of equal scores the lowest number ("in tactical
/// order").
pub(crate) fn next_of(state: &State, among: AssetSet) -> Option<AssetId> {
    let score = |company: AssetId| state.score(state.asset(company).side());
    among.iter().reduce(|a, b| if score(b) > score(a) { b } else { a })
}

/// Returns the place that a company on a ship had before the ship sailed.
pub(crate) fn place_before<D>(battle: &Battle<D>, state: &State, company: AssetId) -> Point {
    let at = state.asset(company).pose.at;
    state.sail.map_or(at, |sail| carried(&battle.space, state.asset(sail.asset).pose, sail.from, at))
}

impl<D: BattleDice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Finds the companies that something met on its way or passed near enough to pick up, and those that ride on it.
    pub(crate) fn find_companies_met(&mut self, sail: &Sail, course: &Course, after: f64) {
        let (space, rescue) = (&self.battle.space, self.rules().fuel.rescue);
        let mover = self.state.asset(sail.asset);
        let (body, is_ship) = (mover.body, mover.is_ship());
        let (middle, half) = course.about();
        let far = half + space.reach(body) + space.reach(Body::Company) + rescue;
        let (mut met, mut riding) = (AssetSet::EMPTY, AssetSet::EMPTY);
        let end = space.pose_on(course, after);
        for company in self.state.companies().iter() {
            let asset = self.state.asset(company);
            if asset.on == Some(sail.asset) {
                riding |= AssetSet::of_if(company, asset.stands() && course.length() > 0.0);
                continue;
            }
            if asset.pose.at.distance_squared(middle) > far * far || asset.carried_by.is_some() {
                continue;
            }
            let meets = match asset.life() {
                Life::Drifting => space.passes_within(body, course, asset.placed(), rescue),
                Life::Standing if is_ship => {
                    let contact = space.contact(body, course, asset.placed());
                    contact.is_some_and(|at| at <= after) || space.touches((body, end), asset.placed())
                }
                _ => false,
            };
            met |= AssetSet::of_if(company, meets);
        }
        let turn = self.state.turn_mut();
        (turn.to_cling, turn.to_ride) = (met, if is_ship { riding } else { AssetSet::EMPTY });
    }

    /// Asks the next company about riding or clinging, or the player about a rescue; then goes on.
    pub(crate) fn company_step(&mut self) {
        let turn = *self.state.turn_mut();
        if let Some(company) = next_of(self.state, turn.to_ride) {
            return match is_choice(self.battle, self.state, Decision::Ride) {
                true => self.ask(self.state.asset(company).side(), Decision::Ride),
                false => self.ride(Some(self.state.asset(company).pose.at)),
            };
        }
        if let Some(company) = next_of(self.state, turn.to_cling) {
            let asset = self.state.asset(company);
            return match asset.life() {
                Life::Drifting => self.ask_side(Decision::PickUp),
                _ => self.ask(asset.side(), Decision::Cling),
            };
        }
        let asset = self.state.asset(turn.asset);
        let next = if asset.is_company() {
            Stage::Proceed
        } else if asset.is_ship() {
            self.find_nudgers_of_ship(turn.asset);
            Stage::Nudge
        } else {
            Stage::Done
        };
        self.state.turn_mut().stage = next;
    }

    /// Moves a company along to a place on the ship, or leaves it where it was before the ship moved.
    pub(crate) fn ride(&mut self, at: Option<Point>) {
        let turn = *self.state.turn_mut();
        let Some(company) = next_of(self.state, turn.to_ride) else { return };
        self.state.turn_mut().to_ride.remove(company);
        match at {
            Some(to) => {
                self.put(company, Pose { at: to, heading: 0 });
                self.tell(|| Event::Rode { asset: company, ship: turn.asset, to });
            }
            None => {
                let stays = place_before(self.battle, self.state, company);
                self.state.asset_mut(company).on = ship_at(self.battle, self.state, stays);
                self.put(company, Pose { at: stays, heading: 0 });
                self.tell(|| Event::LeftBehind { asset: company, ship: turn.asset, to: stays });
            }
        }
        self.look_at_hvas();
    }

    /// Lets a company cling to the ship that came by, or not. A company that the ship would overlap gives way.
    pub(crate) fn cling(&mut self, clings: bool) {
        let turn = *self.state.turn_mut();
        let Some(company) = next_of(self.state, turn.to_cling) else { return };
        self.state.turn_mut().to_cling.remove(company);
        let (ship, from) = (turn.asset, self.state.asset(company).pose.at);
        if clings {
            let to = beside_ship(self.battle, self.state, ship, 0.0, from);
            self.state.asset_mut(company).on = Some(ship);
            self.put(company, Pose { at: to, heading: 0 });
            self.tell(|| Event::Clung { asset: company, ship, to });
        } else if self.battle.space.touches(company_at(from), self.state.placed(ship)) {
            let to = beside_ship(self.battle, self.state, ship, OUT_OF_TOUCH, from);
            let on = ship_at(self.battle, self.state, to);
            self.state.asset_mut(company).on = on;
            self.put(company, Pose { at: to, heading: 0 });
            self.tell(|| Event::CompanyPlaced { asset: company, at: to, on });
        }
        self.look_at_hvas();
    }

    /// Picks up a company that drifts, or leaves it (I59).
    pub(crate) fn pick_up(&mut self, picks: bool) {
        let turn = *self.state.turn_mut();
        let Some(company) = next_of(self.state, turn.to_cling) else { return };
        self.state.turn_mut().to_cling.remove(company);
        if !picks {
            return;
        }
        let by = turn.asset;
        let carrier = *self.state.asset(by);
        let (to, on) = match carrier.is_ship() {
            true => {
                let from = self.state.asset(company).pose.at;
                (beside_ship(self.battle, self.state, by, 0.0, from), Some(by))
            }
            false => (carrier.pose.at, carrier.on),
        };
        let asset = self.state.asset_mut(company);
        (asset.carried_by, asset.on, asset.pose.at) = (Some(by), on, to);
        self.tell(|| Event::PickedUp { asset: company, by, to });
    }

    /// Flies a company to a place.
    pub(crate) fn fly(&mut self, die: Die, to: Point) {
        let turn = self.state.turn_mut();
        let (company, value) = (turn.asset, turn.hand().value(Colour::Green, die));
        turn.spend(Colour::Green, die);
        (turn.moved, turn.stage) = (true, Stage::Company);
        let from = self.state.asset(company).pose.at;
        let on = ship_at(self.battle, self.state, to);
        self.state.asset_mut(company).on = on;
        self.put(company, Pose { at: to, heading: 0 });
        self.tell(|| Event::Flew { asset: company, die, value, from, to, on });
        self.find_drifting_passed(from, to);
        self.look_at_hvas();
    }

    fn find_drifting_passed(&mut self, from: Point, to: Point) {
        let round = 2.0 * self.battle.space.reach(Body::Company) + self.rules().fuel.rescue;
        let way = Segment::new(from, to);
        let passed = self.state.drifting.iter().filter(|other| {
            let asset = self.state.asset(*other);
            asset.carried_by.is_none() && way.distance(asset.pose.at) <= round
        });
        let passed = AssetSet::from_iter(passed);
        self.state.turn_mut().to_cling = passed;
    }

    /// Finds the green aces that may nudge something after a ship sailed (I63).
    fn find_nudgers_of_ship(&mut self, ship: AssetId) {
        let may = self.rules().aces.green_with_ships;
        let aces = if may { nudgers(self.battle, self.state, ship) } else { AssetSet::EMPTY };
        self.state.turn_mut().to_nudge = aces;
    }

    /// Finds out if a company's green ace may nudge anything.
    pub(crate) fn find_nudger_of_own(&mut self, company: AssetId) {
        let leads = is_led_by(self.state.asset(company), Ace::Green);
        let may = leads && !within_touch(self.battle, self.state, company).is_empty();
        self.state.turn_mut().to_nudge = AssetSet::of_if(company, may);
    }

    /// Asks the next green ace for a nudge; then goes on.
    pub(crate) fn nudge_step(&mut self) {
        let turn = *self.state.turn_mut();
        // A company that was left behind, or that touched an asset now off the table, may touch nothing any more.
        let touches = |ace: &AssetId| !within_touch(self.battle, self.state, *ace).is_empty();
        let still = next_of(self.state, turn.to_nudge).filter(touches);
        if let Some(ace) = still {
            return self.ask(self.state.asset(ace).side(), Decision::Nudge);
        }
        let is_company = self.state.asset(turn.asset).is_company();
        self.state.turn_mut().stage = if is_company { Stage::Spot } else { Stage::Proceed };
    }

    /// Carries out the nudge of a green ace, or none (I63). A ship that is moved off the table is lost.
    pub(crate) fn nudge(&mut self, nudge: Option<(AssetId, Pose)>) {
        let turn = *self.state.turn_mut();
        let Some(ace) = next_of(self.state, turn.to_nudge) else { return };
        self.state.turn_mut().to_nudge.remove(ace);
        let Some((asset, to)) = nudge else { return };
        if self.state.asset(asset).is_company() {
            let on = ship_at(self.battle, self.state, to.at);
            self.state.asset_mut(asset).on = on;
            self.put(asset, to);
            self.tell(|| Event::Nudged { asset, by: ace, to });
            self.tell(|| Event::CompanyPlaced { asset, at: to.at, on });
        } else {
            self.move_ship(asset, to);
            self.tell(|| Event::Nudged { asset, by: ace, to });
            if self.battle.space.is_off((self.state.asset(asset).body, to)) {
                self.lose_ship(asset, to);
            }
        }
        self.look_at_hvas();
    }
}

// Boarding at the end of the round ("Capturing and Defending Ships"; I24 to I32).

/// Returns the players with companies in a boarding action, as a mask.
pub(super) fn parties<D>(battle: &Battle<D>, state: &State, ship: AssetId) -> u8 {
    let fighters = fighters(battle, state, ship);
    state
        .player_ids()
        .filter(|player| fighters.meets(state.of(*player)))
        .fold(0, |mask, player| mask | 1 << player.number())
}

/// Returns the players whose companies a roller's dice may hit, as a mask: all that take part, except for the roller
/// and the player who gave it dice.
pub(crate) fn enemies<D>(battle: &Battle<D>, state: &State, roller: PlayerId) -> u8 {
    let boarding = &state.boarding;
    let friend = match boarding.aided == Some(roller) {
        true => boarding.helper.map_or(0, |helper| 1 << helper.number()),
        false => 0,
    };
    parties(battle, state, boarding.ship) & !(1 << roller.number()) & !friend
}

/// Returns the players that another player may aid, as a mask: those with companies there, and the holder of the ship
/// (I32).
pub(crate) fn may_be_aided<D>(battle: &Battle<D>, state: &State, helper: PlayerId) -> u8 {
    let ship = state.boarding.ship;
    (parties(battle, state, ship) | 1 << state.asset(ship).side().number()) & !(1 << helper.number())
}

impl<D: BattleDice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Continues boarding, ship by ship.
    pub(crate) fn boarding_step(&mut self) {
        match self.state.boarding.stage {
            BoardingStage::Look => self.find_boarded(),
            BoardingStage::Aid => self.aid_step(),
            BoardingStage::Roll => self.roll_boarding(),
            BoardingStage::Hit => self.hit_step(),
            BoardingStage::Done => {
                let ship = AssetId::new(self.state.boarding.ship.number() + 1);
                self.state.boarding = Boarding { ship, ..Boarding::default() };
            }
        }
    }

    /// Finds the next ship with hostile companies on it.
    fn find_boarded(&mut self) {
        let from = self.state.boarding.ship;
        let ships = self.state.ships() - AssetSet::of_bits((1 << from.number()) - 1);
        let hostile = |ship: &AssetId| {
            let side = self.state.asset(*ship).side();
            !(fighters(self.battle, self.state, *ship) - self.state.of(side)).is_empty()
        };
        match ships.iter().find(hostile) {
            None => self.after_boarding(),
            Some(ship) => {
                let all = parties(self.battle, self.state, ship) | 1 << self.state.asset(ship).side().number();
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
            if parties >> player.number() & 1 == 1 {
                return self.ask(player, Decision::Aid);
            }
        }
        self.state.boarding.stage = BoardingStage::Roll;
    }

    /// Gives the dice of a player to another, or keeps them.
    pub(crate) fn aid(&mut self, helper: PlayerId, aided: Option<PlayerId>) {
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
        for player in self.state.player_ids() {
            let mut roll = BoardingRoll { player, yellows: Vec::new(), reds: Vec::new(), counted: 0 };
            self.roll_of(player, &mut throw, &mut counted, &mut roll);
            if O::WANTS_FACES && (!roll.yellows.is_empty() || !roll.reds.is_empty()) {
                rolls.push(roll);
            }
        }
        for roll in &mut rolls {
            roll.counted = counted[roll.player.index()];
        }
        let most = counted.iter().copied().max().unwrap_or(0);
        let mut leaders = self.state.player_ids().filter(|player| counted[player.index()] == most);
        let winner = leaders.next().filter(|_| most > 0);
        let winner = if leaders.next().is_some() { None } else { winner };
        (self.state.boarding.winner, self.state.boarding.stage) = (winner, BoardingStage::Hit);
        self.tell(|| Event::Boarded { ship, rolls, winner });
    }

    /// Rolls the dice of a player: a yellow for each company, the ace's, and the reds of the ship's point defense. The
    /// dice of a helper count for the aided player (I32).
    fn roll_of(
        &mut self,
        player: PlayerId,
        throw: &mut Throw,
        counted: &mut [u8; MAX_FLEETS],
        roll: &mut BoardingRoll,
    ) {
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
            counted[holder.index()] += u8::from(counts && face >= rules.threshold);
            let damage = rules.damage[usize::from(face.clamp(1, 8)) - 1];
            dice[holder.index()][usize::from(damage)] += 1;
        };
        for company in fighters_of(battle, self.state, ship, player).iter() {
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
        for roller in self.state.player_ids() {
            let enemies = enemies(self.battle, self.state, roller);
            for damage in (1..7u8).rev() {
                let left = self.state.boarding.dice[roller.index()][usize::from(damage)];
                match (left, enemies.count_ones()) {
                    (0, _) => {}
                    (_, 0) => self.state.boarding.dice[roller.index()][usize::from(damage)] = 0,
                    (_, 1) => {
                        for _ in 0..left {
                            self.hit(roller, PlayerId::new(enemies.trailing_zeros() as u8));
                        }
                    }
                    _ => return self.ask(roller, Decision::Hit),
                }
            }
        }
        self.board();
    }

    /// Assigns the roller's die of most damage to the companies of a player.
    pub(crate) fn hit(&mut self, roller: PlayerId, victim: PlayerId) {
        let boarding = &mut self.state.boarding;
        let dice = &mut boarding.dice[roller.index()];
        let Some(damage) = (1..7).rev().find(|damage| dice[*damage] > 0) else { return };
        dice[damage] -= 1;
        let damage = damage as u8;
        let taken = &mut boarding.damage[victim.index()];
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
        for player in self.state.player_ids() {
            let hits = damage[player.index()];
            self.wound(Wound { victim: Victim::Aboard { ship, player }, hits, by: None });
        }
    }
}
