//! Dice of a battle: their random streams, the hand of a turn, white dice, and extra dice.

use crate::ids::UnitId;
pub use hitchart_dice::KeyedDice;
use hitchart_mobile_frame::PlayerId;

use super::odds::{AttackDice, Defense, MovementDice};
use super::state::{Colour, Hand, State, Unit};
use super::{Battle, event::Face};
use crate::loadout::{Loadout, Range, SystemKind};
use crate::ruleset::{Circumstance, Ruleset};
use hitchart_dice::Throw;
use hitchart_mobile_frame::dice::{self as mobile_frame, Sides};
use hitchart_play::Engine;

/// Dice that a battle is played with.
pub trait BattleDice: hitchart_dice::Dice + Engine<Battle<Self>> {}

impl<D: hitchart_dice::Dice + Engine<Battle<D>>> BattleDice for D {}

// Random streams, and the hand of a turn.

/// Purposes of dice. The number is part of the stream's name, so it never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The layout of a game.
    Field = 1,
    /// The order of players with equal starting scores, and the player who breaks a tie for defense (S22, S23).
    Seats = 2,
    /// The dice of a frame's turn.
    Hand = 3,
    /// The damage dice of an attack.
    Damage = 4,
    /// The damage dice of a fall (R47).
    Fall = 5,
    /// The order of players with equal scores during the battle (R05).
    RollOff = 6,
    /// The dice of per-unit turn order (S35).
    UnitOrder = 7,
    /// The die that an objective under orders moves by (S46).
    Objective = 8,
}

/// Returns the dice of a purpose for a unit in a round. Common random numbers depend on the name of this stream.
#[inline]
pub fn throw(state: &State, purpose: Purpose, unit: UnitId) -> Throw {
    mobile_frame::throw_in_round(state.key, purpose as u64, state.round, unit.number())
}

/// Returns the dice of a purpose that may occur any number of times in a round.
#[inline]
pub fn numbered_throw(state: &mut State, purpose: Purpose) -> Throw {
    mobile_frame::numbered_throw(state.key, purpose as u64, &mut state.rolls)
}

/// The dice that systems add, as sides.
#[derive(Clone, Copy, Debug)]
pub struct SystemSides {
    white: u8,
    defense: Sides,
    movement: Sides,
    sprint: Sides,
    comms: Sides,
    first: Sides,
    second: Sides,
    half: Sides,
    rocket: Sides,
    /// Red dice of a comms system.
    helped: Sides,
    /// Extra dice by circumstance: blue, green, red and yellow, in the order of [`Colour`].
    extra: [Sides; 4],
    /// Pips by circumstance, in the same order.
    extra_pips: [i8; 4],
    /// Rules that a hand needs: bonuses, colours closed to whites, and the sum of blues.
    bonus: [i8; 4],
    barred: u8,
    sums_blues: bool,
}

impl SystemSides {
    /// Returns the dice of a ruleset.
    pub fn new(rules: &Ruleset) -> SystemSides {
        SystemSides {
            white: rules.frame.white_sides,
            defense: Sides::of(&rules.dice.defense),
            movement: Sides::of(&rules.dice.movement),
            sprint: Sides::of(&rules.frame.sprint),
            comms: Sides::of(&rules.dice.comms),
            first: Sides::of(&rules.weapons.first),
            second: Sides::of(&rules.weapons.second),
            half: Sides::of(&rules.weapons.half),
            rocket: Sides::of(&rules.rockets.dice),
            helped: Sides::of(&rules.weapons.comms),
            extra: [&rules.extra.defense, &rules.extra.movement, &rules.extra.attack, &rules.extra.comms]
                .map(Sides::of),
            extra_pips: extra_pips(rules),
            bonus: [rules.modifiers.defense, rules.modifiers.movement, rules.modifiers.attack, rules.modifiers.spot]
                .map(|pips| pips as i8),
            barred: u8::from(!rules.defense.whites) << Colour::Blue as u8
                | u8::from(!rules.spotting.whites) << Colour::Yellow as u8,
            sums_blues: rules.defense.sum_blues,
        }
    }

    /// Rolls the hand of a turn: whites, then red, blue, green and yellow. Calls `face` with every die.
    ///
    /// `whites` is the number of white dice, `attack` the declared range and rockets. `extra` adds the extra dice and
    /// pips of the rules, `sprints` the sprint die.
    pub fn roll(
        &self,
        mut die: impl FnMut(u8) -> u8,
        unit: &Unit,
        (whites, extra, sprints): (u8, bool, bool),
        attack: Option<(Range, u8)>,
        mut face: impl FnMut(Face),
    ) -> Hand {
        let mut hand = Hand { white_count: whites, bonus: self.bonus, barred: self.barred, ..Hand::default() };
        if extra {
            hand.bonus.iter_mut().zip(self.extra_pips).for_each(|(bonus, pips)| *bonus += pips);
        }
        for i in 0..usize::from(whites) {
            hand.whites[i] = die(self.white);
            face(Face { colour: None, sides: self.white, face: hand.whites[i] });
        }
        let mut best = |colour: Colour, times: u8, sides: &Sides| {
            for _ in 0..times {
                for of in sides.as_slice() {
                    let shown = die(*of);
                    face(Face { colour: Some(colour), sides: *of, face: shown });
                    match colour {
                        Colour::Yellow => hand.add_yellow(shown),
                        Colour::Blue if self.sums_blues => hand.best[Colour::Blue as usize] += shown,
                        _ => hand.best[colour as usize] = hand.best[colour as usize].max(shown),
                    }
                }
            }
        };
        let loadout = &unit.loadout;
        if let Some((range, rockets)) = attack {
            let (whole, halves) = weapons(loadout, range);
            best(Colour::Red, whole.min(1), &self.first);
            best(Colour::Red, whole.saturating_sub(1), &self.second);
            best(Colour::Red, halves, &self.half);
            best(Colour::Red, rockets, &self.rocket);
            best(Colour::Red, loadout.count(SystemKind::Comms), &self.helped);
        }
        best(Colour::Blue, loadout.count(SystemKind::Defense), &self.defense);
        best(Colour::Green, loadout.count(SystemKind::Movement), &self.movement);
        best(Colour::Green, u8::from(sprints), &self.sprint);
        best(Colour::Yellow, loadout.count(SystemKind::Comms), &self.comms);
        if extra {
            let [blue, green, red, yellow] = &self.extra;
            best(Colour::Red, u8::from(attack.is_some()), red);
            best(Colour::Blue, 1, blue);
            best(Colour::Green, 1, green);
            best(Colour::Yellow, 1, yellow);
        }
        hand
    }
}

/// Returns the numbers of whole weapons and of half weapons at a range.
fn weapons(loadout: &Loadout, range: Range) -> (u8, u8) {
    let whole = loadout.count(range.weapon());
    (whole, loadout.halves_at(range) - 2 * whole)
}

// White dice: those that a frame rolls, and those that it can lose.

/// Returns the number of white dice that a frame rolls: all that are left, or fewer in hostile terrain without the
/// system for it (S41, R36).
pub fn whites_rolled<D>(battle: &Battle<D>, state: &State, unit: UnitId) -> u8 {
    let unit = state.unit(unit);
    let hostile = battle.field(state).hostile_at(unit.at).any(|needs| unit.loadout.count(needs) == 0);
    let aside = if hostile { battle.rules.options.hostile_whites } else { 0 };
    unit.whites.saturating_sub(aside)
}

/// Returns the number of white dice that a frame can lose: all that are left, or only those that it rolls (R36).
pub fn whites_to_lose<D>(battle: &Battle<D>, state: &State, unit: UnitId) -> u8 {
    match battle.rules.options.hostile_whites_lost {
        true => whites_rolled(battle, state, unit),
        false => state.unit(unit).whites,
    }
}

// Extra dice and pips by circumstance.

/// Returns the pips by circumstance, in the order of [`Colour`].
fn extra_pips(rules: &Ruleset) -> [i8; 4] {
    let extra = &rules.extra;
    [extra.defense_pips, extra.movement_pips, extra.attack_pips, extra.spot_pips]
}

/// Returns true if a frame would get the extra dice and pips of the rules if it rolled now.
#[inline]
pub fn has_extra_dice<D>(battle: &Battle<D>, state: &State, unit: &Unit) -> bool {
    // Players ask for every attack that they weigh, and most rulesets have no extras.
    battle.rules.extra.when != Circumstance::Never && is_in_circumstance(battle, state, unit)
}

fn is_in_circumstance<D>(battle: &Battle<D>, state: &State, unit: &Unit) -> bool {
    let beside = |own: bool| {
        let mut here = state.stations().iter().filter(|station| battle.reaches_station(unit.at, station));
        here.any(|station| (station.owner == Some(unit.owner)) == own)
    };
    let frames = |player: PlayerId| state.players[player.index()].frames;
    match battle.rules.extra.when {
        Circumstance::Never => false,
        Circumstance::Always => true,
        Circumstance::AtOwnStation => beside(true),
        Circumstance::AtStationOfOthers => beside(false),
        Circumstance::BesideCover => unit.near & state.standing != 0,
        Circumstance::Late => state.clock <= battle.rules.extra.clock,
        Circumstance::Outnumbered => {
            state.player_ids().all(|player| player == unit.owner || frames(player) > frames(unit.owner))
        }
        Circumstance::StoodStill => unit.stood_still,
    }
}

// Rows of the odds for a frame where it stands, with its extras by circumstance.

impl<D> Battle<D> {
    /// Returns the attack dice of a frame at a range with `rockets` rockets, and a white.
    #[inline]
    pub fn attack_dice(&self, state: &State, unit: &Unit, range: Range, rockets: u8) -> AttackDice {
        self.odds.attack(&unit.loadout, range, rockets, has_extra_dice(self, state, unit))
    }

    /// Returns the movement dice of a frame with a white.
    #[inline]
    pub fn mover(&self, state: &State, unit: &Unit) -> MovementDice {
        self.odds.mover(&unit.loadout, !unit.has_ranged_weapons(), has_extra_dice(self, state, unit))
    }

    /// Returns the defense that players expect of a frame: its known value, or the roll of its dice.
    #[inline]
    pub fn defense_of(&self, state: &State, unit: &Unit) -> Defense {
        let blues = unit.loadout.count(SystemKind::Defense);
        let rolled = || self.odds.rolled(blues, has_extra_dice(self, state, unit));
        unit.defense.map_or_else(rolled, Defense::Known)
    }
}
