//! A frame's turn, with its plan.
//!
//! The turn has a declaration, a defense, an attack and movement, and the spot on the target. The plan gives dice to
//! actions: it is the best of all ways to use the rest of the turn.

use super::order::{NO_CHOICE, choices, is_twice};
use super::places::{MOST_POSITIONS, Position};
use super::worth::{Mark, View};
use super::{Scratch, attacks::Attack, ground::plain};
use crate::battle::candidates::{budget, way_to};
use crate::battle::legal::{defenses, new_targets};
use crate::battle::odds::{AttackDice, Defense, Situation};
use crate::battle::range_band::CLOSE;
use crate::battle::state::{Colour, Die, Hand, Stage, Target, Turn, Unit};
use crate::battle::{Action, BattleDice, State};
use crate::ids::{UnitId, UnitSet};
use crate::loadout::{RANGES, Range};
use hitchart_mobile_frame::geometry::Point;

// The decisions of a turn.

/// A plan in progress: its attack comes first, its movement is still due.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    unit: UnitId,
    round: u8,
    movement: Die,
    /// The destination; `None` to stay.
    to: Option<Point>,
}

/// Everything that the found places depend on. Places found for the choice of the defense serve the movement and the
/// attack that follow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PlacesKey {
    key: u64,
    round: u8,
    unit: UnitId,
    hand: Hand,
    /// A checksum of the places of all frames.
    places: f64,
    on_table: UnitSet,
    standing: u64,
    /// Scales of the plans: value of a pip of the spot, and the remaining share of this round's danger.
    scales: Scales,
}

/// The declaration without a target.
const NOTHING: Action = Action::Declare { target: Target::Nothing, range: Range::HandToHand, rockets: 0 };

/// Attack dice that an enemy may bring to bear, by range, and the probability that it gets there.
pub(super) type Reach = [Option<(AttackDice, f64)>; RANGES];

impl<D: BattleDice> View<'_, D> {
    /// Declares the attack of greatest value, or drops a system first if the turn is worth more without it (S37).
    pub(super) fn declare(&self, scratch: &mut Scratch) -> Action {
        let Some(turn) = self.state.turn_in_control() else { return NOTHING };
        let otherwise = self.worth_of_movement(turn.unit);
        let attack = self.attack_to_declare(turn, otherwise, scratch);
        let worth = attack.map_or(0.0, |attack| attack.worth);
        if let Some(kind) = self.system_to_drop(turn.unit, otherwise + worth, scratch) {
            return Action::Jettison(kind);
        }
        if let Some((piece, range, _)) = self.best_ruin(turn.unit, worth) {
            return Action::Declare { target: Target::Piece(piece), range, rockets: 0 };
        }
        attack.map_or(NOTHING, |Attack { target, range, rockets, .. }| Action::Declare {
            target: Target::Frame(target),
            range,
            rockets,
        })
    }

    /// Chooses the defense of greatest value: against the present attack and later ones, minus the value of its die in
    /// other actions.
    pub(super) fn defend(&self, scratch: &mut Scratch) -> Option<Action> {
        let turn = self.state.turn_in_control()?;
        self.look_around(turn, scratch);
        let spot = self.spot_slope(turn);
        let unit = self.state.unit(turn.unit);
        self.reaches_of(unit, &mut scratch.reaches);
        let usual = self.threat_to(&self.mark(unit), &scratch.reaches);
        let mut best = (f64::NEG_INFINITY, Die::None, Scales { spot, exposure: 1.0 });
        for die in defenses(turn) {
            let value = turn.hand().value(Colour::Blue, die);
            let mut rest = *turn;
            rest.spend(Colour::Blue, die);
            let known = Mark { defense: Defense::Known(value), ..self.mark(unit) };
            let exposure = if usual > 0.0 { self.threat_to(&known, &scratch.reaches) / usual } else { 1.0 };
            let scales = Scales { spot, exposure };
            let worth = self.best_plan(&rest, &scratch.positions, &scales).worth - self.answered(turn, value);
            if worth > best.0 {
                best = (worth, die, scales);
            }
        }
        scratch.places_key = Some(self.places_key(turn, best.2));
        Some(Action::Defend(best.1))
    }

    /// Returns the key of the places found for a turn.
    fn places_key(&self, turn: &Turn, scales: Scales) -> PlacesKey {
        let State { key, round, standing, .. } = *self.state;
        let places = self.state.standing_units().map(|unit| {
            let at = self.state.unit(unit).at;
            // A product, so that two frames that exchange places change the sum.
            (at.x + f64::from(unit.number())) * (at.y - f64::from(unit.number()))
        });
        let on_table = self.state.on_table();
        PlacesKey { key, round, unit: turn.unit, hand: *turn.hand(), places: places.sum(), on_table, standing, scales }
    }

    /// Finds places for the rest of a turn, and returns the scales of plans. Earlier results are used if nothing has
    /// changed.
    fn places(&self, turn: &Turn, scratch: &mut Scratch) -> Scales {
        if let Some(known) = scratch.places_key.take()
            && !turn.moved
            && !turn.attacked
            && self.places_key(turn, known.scales) == known
        {
            return known.scales;
        }
        self.look_around(turn, scratch);
        Scales { spot: self.spot_slope(turn), exposure: 1.0 }
    }

    /// Returns the value of the harm that enemies still to act may do to a frame.
    fn threat_to(&self, mark: &Mark, reaches: &[Reach]) -> f64 {
        let threats = reaches.iter().map(|reach| {
            let attacks = reach.iter().zip(Range::ALL).filter_map(|(reach, (range, _))| Some(((*reach)?, range)));
            attacks.map(|((dice, chance), range)| chance * self.attack(dice, mark, plain(range))).fold(0.0, f64::max)
        });
        threats.sum()
    }

    /// Collects the attacks that enemies still to act may bring to bear on a frame, except the enemy that the frame
    /// answers.
    fn reaches_of(&self, unit: &Unit, reaches: &mut Vec<Reach>) {
        /// Weight of an attack that is out of reach at the frame's present place, because the frame may move.
        const FROM_AFAR: f64 = 0.05;
        let opener = self.state.turn.map(|turn| turn.unit);
        reaches.clear();
        for number in self.state.enemies(self.me) {
            let enemy = self.state.unit(number);
            if enemy.acted || Some(number) == opener {
                continue;
            }
            let (distance, arms) = (self.battle.between(unit.at, enemy.at), self.arms(enemy, 1));
            reaches.push(Range::ALL.map(|(range, _)| {
                let dice = arms.dice[range as usize]?;
                Some((dice, self.reach(arms.moves, distance, range).max(FROM_AFAR)))
            }));
        }
    }

    /// Returns the value of the harm by the attack that a turn answers, against a defense.
    fn answered(&self, turn: &Turn, defense: u8) -> f64 {
        let Some(opener) = turn.opened_by else { return 0.0 };
        let Some(attack) = self.state.turn.filter(|attack| attack.unit == opener) else { return 0.0 };
        let Mark { unit, spot, hit_points, .. } = self.mark(self.state.unit(turn.unit));
        let situation = self.situation(opener, self.state.unit(opener).at, turn.unit, attack.range);
        let odds = &self.battle.odds;
        let known = Defense::Known(defense);
        let harm = match attack.stage {
            Stage::Proceed | Stage::Defend => {
                let dice = self.battle.attack_dice(self.state, self.state.unit(opener), attack.range, attack.rockets);
                odds.harm(dice, spot, known, situation, hit_points)
            }
            _ => odds.harm_of_pips(
                attack.hand().value(Colour::Red, attack.attack_die),
                spot,
                known,
                situation,
                unit.hit_points(),
            ),
        };
        self.harm(unit, harm)
    }

    /// Assigns all dice at once (S11).
    #[inline]
    pub(super) fn commit(&self, scratch: &mut Scratch) -> Option<Action> {
        let turn = self.state.turn_in_control()?;
        let scales = self.places(turn, scratch);
        let plan = self.best_plan(turn, &scratch.positions, &scales);
        Some(Action::Commit { movement: plan.movement, attack: plan.attack, spot: plan.spot })
    }

    /// Chooses the next action of movement and attack.
    pub(super) fn proceed(&self, scratch: &mut Scratch) -> Option<Action> {
        let turn = self.state.turn_in_control()?;
        if let Some(target) = self.better_target(turn) {
            return Some(Action::Rename(target));
        }
        if let Some(action) = self.as_planned(turn, scratch) {
            return Some(action);
        }
        let scales = self.places(turn, scratch);
        let plan = self.best_plan(turn, &scratch.positions, &scales);
        let attacks = plan.attack != Die::None;
        let attacks_here = attacks && scratch.positions.first().is_some_and(Position::can_attack);
        let path = scratch.positions.get(plan.place).and_then(|position| position.path);
        Some(match path {
            Some(path) if !(attacks_here && plan.attack_first) => Action::Move { die: plan.movement, path },
            _ if attacks_here => {
                scratch.pending = Some(Pending {
                    unit: turn.unit,
                    round: self.state.round,
                    movement: plan.movement,
                    to: path.map(|path| path.to),
                });
                Action::Attack(plan.attack)
            }
            _ => Action::Finish,
        })
    }

    /// Returns the movement that was planned after the attack, if it is still possible.
    fn as_planned(&self, turn: &Turn, scratch: &mut Scratch) -> Option<Action> {
        let Pending { unit, round, movement, to } = scratch.pending.take()?;
        if (unit, round) != (turn.unit, self.state.round) || !turn.attacked || turn.moved {
            return None;
        }
        let Some(to) = to else { return Some(Action::Finish) };
        let limit = budget(self.battle, turn, movement);
        let path = way_to(self.battle, self.state, turn, to, limit, &mut scratch.anchors)?;
        Some(Action::Move { die: movement, path })
    }

    /// Returns a target that is worth more than the declared one, if the frame may name a new target (R11).
    fn better_target(&self, turn: &Turn) -> Option<Target> {
        let mut others = new_targets(self.battle, self.state, turn).peekable();
        others.peek()?;
        let pips = choices(turn, Colour::Red).most();
        let worth = |target: Target| match target {
            Target::Frame(number) => {
                let unit = self.state.unit(number);
                self.strike(pips, unit, self.situation(turn.unit, self.state.unit(turn.unit).at, number, turn.range))
            }
            _ => 0.0,
        };
        let here = self.battle.can_attack_from(self.state, turn, self.state.unit(turn.unit).at);
        let named = if here { worth(turn.target) } else { 0.0 };
        let best = others
            .map(|target| (worth(target), target))
            .fold((named, None), |best, (worth, target)| if worth > best.0 { (worth, Some(target)) } else { best });
        best.1
    }

    /// Adds the spot if it increases the value of the attack.
    pub(super) fn use_spot(&self) -> Action {
        let Some(turn) = self.state.turn_in_control() else { return Action::UseSpot(true) };
        let Target::Frame(number) = turn.target else { return Action::UseSpot(true) };
        let mut without = *self.state.unit(number);
        let situation = self.situation(turn.unit, self.state.unit(turn.unit).at, number, turn.range);
        let pips = turn.hand().value(Colour::Red, turn.attack_die);
        let with = self.strike(pips, &without, situation);
        without.spot = None;
        Action::UseSpot(with > self.strike(pips, &without, situation))
    }
}

// Plans.

/// Factor on the value of a declared attack, so that small differences do not change the plan.
const KEPT: f64 = 1.25;

/// A use of a turn's dice, and its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub movement: Die,
    pub attack: Die,
    pub spot: Die,
    /// The destination, as an index of the positions.
    pub place: usize,
    /// True if the attack comes before the movement.
    pub attack_first: bool,
    pub worth: f64,
}

impl Plan {
    /// The plan to do nothing.
    const NOTHING: Plan = Plan {
        movement: Die::None,
        attack: Die::None,
        spot: Die::None,
        place: 0,
        attack_first: false,
        worth: f64::NEG_INFINITY,
    };
}

/// Factors in the value of a plan: of a pip of the spot, and of the defense.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scales {
    pub spot: f64,
    /// Danger of this round relative to the danger that was subtracted from a place's value.
    pub exposure: f64,
}

impl<D: BattleDice> View<'_, D> {
    /// Returns the best use of the remaining dice, for the given positions.
    pub(super) fn best_plan(&self, turn: &Turn, positions: &[Position], scales: &Scales) -> Plan {
        let exposure = scales.exposure;
        let left = |done: bool, colour| if done { NO_CHOICE } else { choices(turn, colour) };
        let (attacks, moves) = (left(turn.attacked, Colour::Red), left(turn.moved, Colour::Green));
        let spots = choices(turn, Colour::Yellow).by_pips();
        let (mut lengths, mut strikes, mut worths) =
            ([0.0; MOST_POSITIONS], [0.0; MOST_POSITIONS], [0.0; MOST_POSITIONS]);
        lengths_of(positions, &mut lengths);
        let mut best = Plan::NOTHING;
        for (attack, pips) in attacks.as_slice().iter().copied() {
            self.strikes_from(turn, pips, positions, &mut strikes);
            let here = worths_of(positions, &strikes, exposure, &mut worths);
            for (movement, way) in moves.as_slice().iter().copied().filter(|(die, _)| !is_twice(*die, attack)) {
                let limit = if way == 0 { -1.0 } else { budget(self.battle, turn, movement) };
                let (place, worth) = best_place(&lengths[..positions.len()], &worths, limit);
                let is_left = |(die, _): &&(Die, u8)| !is_twice(*die, movement) && !is_twice(*die, attack);
                let (spot, value) = spots.as_slice().iter().rev().find(is_left).copied().unwrap_or((Die::None, 0));
                let worth = worth + scales.spot * f64::from(value);
                if worth > best.worth {
                    let attack_first = here >= strikes[place];
                    best = Plan { movement, attack, spot, place, attack_first, worth };
                }
            }
        }
        best
    }

    /// Computes the value of the attack with a die from each position.
    fn strikes_from(&self, turn: &Turn, pips: u8, positions: &[Position], strikes: &mut [f64]) {
        strikes[..positions.len()].fill(0.0);
        if let (Target::Piece(piece), 1..) = (turn.target, pips) {
            let worth = self.strike_at(turn, piece, pips);
            let within = strikes.iter_mut().zip(positions).filter(|(_, position)| position.can_attack());
            return within.for_each(|(strike, _)| *strike = worth);
        }
        let Some((_, target)) = self.target_of(turn).filter(|_| pips > 0) else { return };
        // Most positions share a situation.
        let mut last: Option<(Situation, f64)> = None;
        for (strike, position) in strikes.iter_mut().zip(positions) {
            let Some(situation) = position.attack else { continue };
            let worth = match last {
                Some((same, worth)) if same == situation => worth,
                _ => self.strike(pips, target, situation),
            };
            last = Some((situation, worth));
            *strike = worth * KEPT;
        }
    }
}

/// Collects the lengths of the ways to positions; staying needs no length at all.
fn lengths_of(positions: &[Position], lengths: &mut [f64]) {
    for (length, position) in lengths.iter_mut().zip(positions) {
        *length = if position.path.is_none() { f64::NEG_INFINITY } else { position.length };
    }
}

/// Computes the value of each position, with an attack before or after the movement. Returns the value of the attack
/// before it.
fn worths_of(positions: &[Position], strikes: &[f64], exposure: f64, worths: &mut [f64]) -> f64 {
    let staying = positions.iter().zip(strikes).filter(|(position, _)| position.path.is_none());
    let here = staying.map(|(_, strike)| *strike).fold(0.0, f64::max);
    for (worth, (position, there)) in worths.iter_mut().zip(positions.iter().zip(strikes)) {
        *worth = position.worth + position.danger_now * (1.0 - exposure) + here.max(*there);
    }
    here
}

/// Returns the best place within a length, the first of equals, and its value.
fn best_place(lengths: &[f64], worths: &[f64], limit: f64) -> (usize, f64) {
    let mut best = (0, f64::NEG_INFINITY);
    for (i, (length, worth)) in lengths.iter().zip(worths).enumerate() {
        if *length <= limit + CLOSE && *worth > best.1 {
            best = (i, *worth);
        }
    }
    best
}
