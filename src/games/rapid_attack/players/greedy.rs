//! The greedy player: the highest expected damage now, by the exact tables, without plans except for the best start.

use super::super::battle::cover::{cover_of_plan, covers};
use super::super::battle::legal::declare::ranges_and_rockets;
use super::super::battle::legal::dice::dice;
use super::super::battle::odds::{Defense, Situation};
use super::super::battle::state::{Colour, CoverBy, Die, Target, Turn};
use super::super::battle::{Action, Battle, Decision, Dice, State};
use super::super::loadout::{Kind, Range};
use super::random::Random;
use crate::geometry::Point;
use hitchart_play::{Game, Policy, Unwatched};

/// Plays for the highest expected damage now, and leaves most decisions without damage to chance.
#[derive(Clone, Debug, Default)]
pub struct Greedy {
    chance: Random,
    buffer: Vec<Action>,
}

impl Greedy {
    /// Creates a greedy player; [`Policy::begin`] sets the stream of its random choices.
    pub fn new() -> Greedy {
        Greedy { chance: Random::new(), buffer: Vec::with_capacity(256) }
    }

    /// Returns the candidate of the highest value, the first of equals.
    fn best<D: Dice>(&mut self, battle: &Battle<D>, state: &State, worth: impl Fn(&Action) -> f64) -> Action {
        self.buffer.clear();
        battle.candidates(state, &mut self.buffer);
        let first = (f64::NEG_INFINITY, self.buffer[0]);
        let best = self.buffer.iter().fold(first, |best, action| {
            let worth = worth(action);
            if worth > best.0 { (worth, *action) } else { best }
        });
        best.1
    }
}

/// Returns the expected defense of a frame: its known value, or the roll of its dice.
fn defense(state: &State, unit: u8) -> Defense {
    let unit = state.unit(unit);
    unit.defense.map_or(Defense::Rolled { blues: unit.loadout.count(Kind::Defense) }, Defense::Known)
}

/// Returns the situation of a target from the place of the attacker.
fn situation<D: Dice>(battle: &Battle<D>, state: &State, attacker: u8, target: u8, range: Range) -> Situation {
    let (terrain, frame) = covers(battle, state, attacker, target, range);
    let cover = if terrain == CoverBy::Nothing { frame } else { terrain };
    Situation::of(range, cover, cover_of_plan(battle, state, cover))
}

/// Returns the expected damage of an attack before its roll, minus a little for the distance that is missing to the
/// range.
pub(super) fn declared<D: Dice>(
    battle: &Battle<D>,
    state: &State,
    unit: u8,
    target: u8,
    range: Range,
    rockets: u8,
) -> f64 {
    let (from, to) = (state.unit(unit), state.unit(target));
    let distance = battle.between(from.at, to.at);
    let need = battle.band(range).gap(distance);
    let pips = need / battle.rules.movement.units_per_pip;
    let chance = battle.odds.moves(battle.odds.mover(&from.loadout, !from.has_ranged_weapons()), pips);
    let dice = battle.odds.attack(&from.loadout, range, rockets);
    let spot = to.spot.map_or(0, |spot| spot.value);
    let place = situation(battle, state, unit, target, range);
    chance * battle.odds.strike(dice, spot, defense(state, target), place, 1).0 - 1e-6 * need.max(0.0)
}

/// Returns the best expected damage that a frame may declare.
fn promise<D: Dice>(battle: &Battle<D>, state: &State, unit: u8) -> f64 {
    let owner = state.unit(unit).owner;
    let ranges = || ranges_and_rockets(battle, state, unit);
    let all = state.enemies(owner).flat_map(|target| ranges().map(move |(range, rockets)| (target, range, rockets)));
    all.map(|(target, range, rockets)| declared(battle, state, unit, target, range, rockets)).fold(0.0, f64::max)
}

/// Returns the value of a move. Places from which the attack can be made are best, above all with the target in the
/// open. Other places are better the nearer they are to the range.
fn place_worth<D: Dice>(battle: &Battle<D>, state: &State, turn: &Turn, to: Point) -> f64 {
    let Target::Frame(target) = turn.target else { return 0.0 };
    let distance = battle.to_target(state, to, turn.target);
    if battle.can_attack_from(state, turn, to) {
        let enemy = state.unit(target);
        let covered = turn.range != Range::HandToHand && battle.pieces_covering(state, enemy.at, enemy.near, to) != 0;
        return if covered { 1.0 } else { 2.0 };
    }
    match turn.range {
        Range::Artillery | Range::Extreme => distance * 1e-3,
        _ => -distance * 1e-3,
    }
}

impl<D: Dice> Policy<Battle<D>> for Greedy {
    fn begin(&mut self, key: u64) {
        Policy::<Battle<D>>::begin(&mut self.chance, key);
    }

    fn decide(&mut self, battle: &Battle<D>, state: &State) -> Action {
        let asked = state.asked.expect("a decision is due");
        let turn = state.turn_in_control().copied();
        match (asked.what, turn) {
            (Decision::Act, _) => self.best(battle, state, |action| match action {
                Action::Activate(unit) => promise(battle, state, *unit),
                _ => -1.0,
            }),
            (Decision::Declare, Some(turn)) => self.best(battle, state, |action| match action {
                Action::Declare { target: Target::Frame(target), range, rockets } => {
                    declared(battle, state, turn.unit, *target, *range, *rockets)
                }
                _ => -1.0,
            }),
            // The dice of the attack come first: a white is used for defense only if the attack keeps a die as good.
            (Decision::Defend, Some(turn)) => self.best(battle, state, |action| match action {
                Action::Defend(die) => {
                    let mut rest = turn;
                    rest.spend(Colour::Blue, *die);
                    let attack = dice(&rest, Colour::Red).map(|die| rest.hand().value(Colour::Red, die));
                    let defense = turn.hand().value(Colour::Blue, *die);
                    f64::from(attack.max().unwrap_or(0)) * 100.0 + f64::from(defense)
                }
                _ => 0.0,
            }),
            (Decision::Proceed, Some(turn)) => self.best(battle, state, |action| match action {
                Action::Attack(die) => 10.0 + f64::from(turn.hand().value(Colour::Red, *die)),
                Action::Move { path, die } => {
                    // Of two dice that are enough, prefers the one that leaves the better attack.
                    let white = if matches!(die, Die::White(_)) { 0.5e-3 } else { 0.0 };
                    place_worth(battle, state, &turn, path.to) - white
                }
                _ => -0.05,
            }),
            (Decision::UseSpot, _) => Action::UseSpot(true),
            (Decision::Spot, Some(turn)) => self.best(battle, state, |action| match action {
                Action::Spot { die, .. } => f64::from(turn.hand().value(Colour::Yellow, *die)),
                _ => 0.0,
            }),
            (Decision::Lose, _) => self.best(battle, state, |action| match action {
                Action::LoseSystem(Kind::Comms) => 4.0,
                Action::LoseSystem(Kind::Movement) => 3.0,
                Action::LoseSystem(Kind::Defense) => 2.0,
                Action::LoseSystem(_) => 1.0,
                _ => 0.0,
            }),
            (Decision::Tick, _) => match battle.scores(state).winner() == Some(usize::from(asked.player)) {
                true => Action::Tick,
                false => Action::Hold,
            },
            (Decision::BreakTie, _) => {
                self.best(battle, state, |action| starting_lead(battle, state, asked.player, action))
            }
            _ => self.chance.decide(battle, state),
        }
    }
}

/// Returns the lead over the best other player in starting score after a tie for defense is broken. The choice is never
/// passed on.
fn starting_lead<D: Dice>(battle: &Battle<D>, state: &State, player: u8, action: &Action) -> f64 {
    if *action == Action::Defer {
        return f64::NEG_INFINITY;
    }
    let mut after = *state;
    battle.apply(&mut after, action, &mut Unwatched);
    f64::from(battle.scores(&after).margin(player.into()))
}
