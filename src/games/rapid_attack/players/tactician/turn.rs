//! A frame's turn: what to attack, the defense, attack and movement, the spot on the target.

use super::Scratch;
use super::dice_choice::choices;
use super::ground::plain;
use super::places::Position;
use super::plan::PipWorth;
use super::worth::{Mark, View};
use crate::games::rapid_attack::battle::candidates::{budget, way_to};
use crate::games::rapid_attack::battle::legal::proceed::new_targets;
use crate::games::rapid_attack::battle::odds::{AttackDice, Defense};
use crate::games::rapid_attack::battle::state::{Colour, Die, Stage, Target, Turn, Unit};
use crate::games::rapid_attack::battle::{Action, Dice};
use crate::games::rapid_attack::loadout::Range;
use crate::geometry::Point;

/// A plan under way: its attack comes first, its movement is yet to come.
#[derive(Clone, Copy, Debug)]
pub struct Pending {
    unit: u8,
    round: u8,
    movement: Die,
    /// Where to go; none to stay.
    to: Option<Point>,
}

/// Attack dice that an enemy may bring to bear, by range, and the chance that it gets there.
pub type Reach = [Option<(AttackDice, f64)>; 3];

impl<D: Dice> View<'_, D> {
    /// Names the attack of greatest worth.
    pub fn declare(&self, scratch: &mut Scratch) -> Action {
        let unit = self.state.turn_in_control().map_or(0, |turn| turn.unit);
        match self.best_attack(unit, true, &mut scratch.weapons) {
            Some(attack) => {
                Action::Declare { target: Target::Frame(attack.target), range: attack.range, rockets: attack.rockets }
            }
            None => Action::Declare { target: Target::Nothing, range: Range::HandToHand, rockets: 0 },
        }
    }

    /// The defense that leaves most: against the attack that is on its way and those to come, less what its die would
    /// have done elsewhere.
    pub fn defend(&self, scratch: &mut Scratch) -> Option<Action> {
        let turn = self.state.turn_in_control()?;
        self.glance(turn, &mut scratch.positions);
        let movement = self.tactics.mobility * self.asset(self.me);
        let worth_of = PipWorth { spot: self.spot_slope(turn), movement };
        let unit = self.state.unit(turn.unit);
        self.reaches_of(unit, &mut scratch.reaches);
        let mut best = (f64::NEG_INFINITY, None);
        for (die, value) in choices(turn, Colour::Blue).as_slice().iter().copied() {
            let mut rest = *turn;
            rest.spend(Colour::Blue, die);
            let worth = self.best_plan(&rest, &scratch.positions, &worth_of).worth
                - self.threat_to(unit, &scratch.reaches, value)
                - self.answered(turn, value);
            if worth > best.0 {
                best = (worth, Some(Action::Defend(die)));
            }
        }
        best.1
    }

    /// Worth of what enemies still to act are feared to do to a frame with a defense.
    fn threat_to(&self, unit: &Unit, reaches: &[Reach], defense: u8) -> f64 {
        let mark = Mark { defense: Defense::Known(defense), ..Mark::new(unit) };
        let threats = reaches.iter().map(|reach| {
            let attacks = reach.iter().zip(Range::ALL).filter_map(|(reach, (range, _))| Some(((*reach)?, range)));
            attacks.map(|((dice, chance), range)| chance * self.attack(dice, &mark, plain(range))).fold(0.0, f64::max)
        });
        let most = self.asset(self.me) * (self.tactics.attrition + self.tactics.kill);
        (self.tactics.danger_now * threats.sum::<f64>()).min(most) * self.caution()
    }

    /// What enemies still to act may bring to bear on a frame, but for the one whose attack is answered.
    fn reaches_of(&self, unit: &Unit, reaches: &mut Vec<Reach>) {
        let opener = self.state.turn.map(|turn| turn.unit);
        reaches.clear();
        for number in self.state.enemies(self.me) {
            let enemy = self.state.unit(number);
            if enemy.acted || Some(number) == opener {
                continue;
            }
            let (distance, arms) = (self.battle.between(unit.at, enemy.at), self.arms(enemy));
            reaches.push(Range::ALL.map(|(range, _)| {
                let dice = arms.dice[range as usize]?;
                let chance = self.reach(arms.moves, distance, range);
                (chance > 0.0).then_some((dice, chance))
            }));
        }
    }

    /// Worth of what the attack that a turn answers does against a defense.
    fn answered(&self, turn: &Turn, defense: u8) -> f64 {
        let Some(opener) = turn.opened_by else { return 0.0 };
        let Some(attack) = self.state.turn.filter(|attack| attack.unit == opener) else { return 0.0 };
        let Mark { unit, spot, hit_points, .. } = Mark::new(self.state.unit(turn.unit));
        let situation = self.situation(opener, self.state.unit(opener).at, turn.unit, attack.range);
        let odds = &self.battle.odds;
        let known = Defense::Known(defense);
        let harm = match attack.stage {
            Stage::Proceed | Stage::Defend => {
                let dice = odds.attack(&self.state.unit(opener).loadout, attack.range, attack.rockets);
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

    /// Gives all dice out at once (S11).
    pub fn commit(&self, scratch: &mut Scratch) -> Option<Action> {
        let turn = self.state.turn_in_control()?;
        self.look_around(turn, scratch);
        let plan = self.best_plan(turn, &scratch.positions, &PipWorth { spot: self.spot_slope(turn), movement: 0.0 });
        Some(Action::Commit { movement: plan.movement, attack: plan.attack, spot: plan.spot })
    }

    /// Movement and attack.
    pub fn proceed(&self, scratch: &mut Scratch) -> Option<Action> {
        let turn = self.state.turn_in_control()?;
        if let Some(target) = self.better_target(turn) {
            return Some(Action::Rename(target));
        }
        if let Some(action) = self.as_planned(turn, scratch) {
            return Some(action);
        }
        self.look_around(turn, scratch);
        let plan = self.best_plan(turn, &scratch.positions, &PipWorth { spot: self.spot_slope(turn), movement: 0.0 });
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

    /// What was planned for after the attack, if it still can be done.
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

    /// A target that is worth more than the one that was named, where it may be named anew (R11).
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

    /// Adds the spot where it adds anything.
    pub fn use_spot(&self) -> Action {
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
