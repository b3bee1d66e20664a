//! Choices outside a turn: the frame that acts, passes, the clock, and ties for defense; and the dice worth giving to
//! an action.
//!
//! A tie for defense is broken by one more frame, one less, or the choice of another player, by the likely end of the
//! battle. The consequences of a change are known: frames, points per asset and starting scores of all players. The end
//! is estimated from these. Frames destroy frames, first those of many points and of the leader, and stations go to
//! players with frames left. The three numbers of the estimate came nearest to the shares of wins of 44 matchups of 2
//! to 4 players, 300 games each between tacticians.

use super::{Scratch, worth::View};
use crate::battle::legal::{due_units, frame_changes, may_wait, must_act, ready, worth_giving};
use crate::battle::state::{Colour, Die, Life, Phase, State, Turn};
use crate::battle::{Action, BattleDice};
use crate::{battle_rules::PerUnit, ids::UnitId, loadout::SystemKind};
use hitchart_mobile_frame::PlayerId;
use hitchart_play::{Game, MAX_PLAYERS, Unwatched};

// Choice of the frame that acts, passes, and the clock.

/// Share of `patience` below which a frame waits for its other die.
const NOTHING_YET: f64 = 0.1;
/// Share of a spot's value to friends still to act that counts in the choice of the first frame. Some friends could
/// attack without the spot.
const SPOT_FIRST: f64 = 0.5;

impl<D: BattleDice> View<'_, D> {
    /// Returns the frame with the most valuable turn now, or a pass if no turn is worth taking yet.
    pub(super) fn act(&self, scratch: &mut Scratch) -> Action {
        if self.battle.rules.order.per_unit != PerUnit::Off {
            return self.act_when_due(scratch);
        }
        let mut waiting = ready(self.state, self.me);
        if let (Some(only), None, true) = (waiting.next(), waiting.next(), must_act(self.battle, self.state)) {
            return Action::Activate(only);
        }
        self.promise_spots(ready(self.state, self.me), scratch);
        let mut best = (f64::NEG_INFINITY, None);
        for unit in ready(self.state, self.me) {
            let worth = self.turn_worth(unit, scratch);
            if worth > best.0 {
                best = (worth, Some(unit));
            }
        }
        let waits = best.0 < self.tactics.patience * self.asset(self.me) && !must_act(self.battle, self.state);
        match best.1 {
            Some(unit) if !waits => Action::Activate(unit),
            _ => Action::Pass,
        }
    }

    /// Returns the due frame with the most valuable turn. A frame with another die waits for it while its turn is worth
    /// little (S35).
    fn act_when_due(&self, scratch: &mut Scratch) -> Action {
        let due = || due_units(self.state, self.me);
        let waits = due().all(|unit| may_wait(self.state, unit));
        self.promise_spots(due(), scratch);
        let mut best = (f64::NEG_INFINITY, Action::Pass);
        for unit in due() {
            let worth = self.turn_worth(unit, scratch);
            if worth > best.0 {
                best = (worth, Action::Activate(unit));
            }
        }
        if waits && best.0 < NOTHING_YET * self.tactics.patience * self.asset(self.me) { Action::Pass } else { best.1 }
    }

    /// Returns the value of a frame's turn now. It includes the attack, a station within its way if the attack does not
    /// need the way, and the spot for friends who act later.
    fn turn_worth(&self, number: UnitId, scratch: &mut Scratch) -> f64 {
        let movement = self.worth_of_movement(number);
        let attack = self.best_attack(number, movement, &mut scratch.weapons);
        let spots = self.state.unit(number).loadout.count(SystemKind::Comms) > 0;
        let gains = scratch.gains.iter().filter(|(friend, _)| spots && *friend != number).map(|(_, gain)| *gain);
        let promise = SPOT_FIRST * (self.tactics.spot * gains.fold(0.0, f64::max));
        promise + movement + attack.map_or(0.0, |attack| attack.worth)
    }

    /// Collects what spots add to the attacks of friends still to act, if one of some frames may spot.
    fn promise_spots(&self, mut frames: impl Iterator<Item = UnitId>, scratch: &mut Scratch) {
        scratch.gains.clear();
        if frames.any(|unit| self.state.unit(unit).loadout.count(SystemKind::Comms) > 0) {
            scratch.gains.extend(self.usual_gains());
        }
    }

    /// Returns the value of a frame's movement without its attack: a station within its way.
    pub(super) fn worth_of_movement(&self, number: UnitId) -> f64 {
        let unit = self.state.unit(number);
        let mover = self.mover(unit);
        let stations = self.state.stations().iter().filter(|station| station.placed && station.owner != Some(self.me));
        let seizing = stations.map(|station| {
            let need = self.battle.from_station(unit.at, station) - self.battle.rules.stations.reach;
            let chance = self.chance_to_move(mover, need.max(0.0));
            if chance <= 0.0 || self.is_contested(station) { 0.0 } else { chance * self.seizing(station) }
        });
        seizing.fold(0.0, f64::max)
    }

    /// Counts the clock down if the lead is at least `tick`.
    #[inline]
    pub(super) fn tick(&self) -> Action {
        if self.lead >= self.tactics.tick { Action::Tick } else { Action::Hold }
    }
}

// The dice of a turn that are worth giving to an action.

/// Most dice that an action chooses from: the die of its colour, four whites, no die.
pub(super) const MOST_DICE: usize = 6;

/// A few dice, including no die.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choices {
    dice: [(Die, u8); MOST_DICE],
    count: usize,
}

impl Choices {
    /// Returns the dice with their pips; no die, of 0 pips, comes last.
    #[inline]
    pub(super) fn as_slice(&self) -> &[(Die, u8)] {
        &self.dice[..self.count]
    }

    /// Returns the most pips of any die.
    #[inline]
    pub(super) fn most(&self) -> u8 {
        self.as_slice().iter().map(|(_, pips)| *pips).max().unwrap_or(0)
    }

    /// Returns the same dice by pips, fewest first.
    #[inline]
    pub(super) fn by_pips(mut self) -> Choices {
        let dice = &mut self.dice[..self.count];
        for i in 1..dice.len() {
            let place = dice[..i].partition_point(|(_, pips)| *pips <= dice[i].1);
            dice[place..=i].rotate_right(1);
        }
        self
    }
}

/// Returns the dice worth giving to the action of a colour: the die of the colour, whites of more pips, and no die.
pub(super) fn choices(turn: &Turn, colour: Colour) -> Choices {
    let mut choices = Choices { dice: [(Die::None, 0); MOST_DICE], count: 0 };
    for die in worth_giving(turn, colour).take(MOST_DICE - 1) {
        choices.dice[choices.count] = (die, turn.hand().value(colour, die));
        choices.count += 1;
    }
    choices.count += 1;
    choices
}

/// The choice of no die.
pub(super) const NO_CHOICE: Choices = Choices { dice: [(Die::None, 0); MOST_DICE], count: 1 };

/// Returns true if two actions would take the same white.
#[inline]
pub(super) fn is_twice(one: Die, other: Die) -> bool {
    matches!(one, Die::White(_)) && one == other
}

// Ties for defense.

/// Full frames that a full frame destroys in a battle.
const DESTROYS: f64 = 0.5;
/// Share of the stations that depends on the frames left; the rest stays with the players who fielded them.
const SEIZED: f64 = 0.7;
/// Value of defending, and of going last, in own assets.
const SEATS: (f64, f64) = (0.5, 1.0);

/// A company as it will fight.
#[derive(Clone, Copy, Debug, Default)]
struct Side {
    /// Points per asset.
    points: f64,
    frames: f64,
    /// Hit points, in full frames.
    strength: f64,
    start: i32,
}

impl<D: BattleDice> View<'_, D> {
    /// Returns the change that leads to the best end; of frames to give up, the weakest. Leaving the choice to others
    /// has the mean value of the changes that are best for them.
    pub(super) fn break_tie(&self) -> Option<Action> {
        let own = self.best_change(self.me);
        let Phase::Tie { deferred: false, .. } = self.state.phase else { return own.map(|(action, _)| action) };
        let best = self.state.score(self.me);
        let others = self.state.player_ids().filter(|other| *other != self.me);
        let tied = others.filter(|other| self.state.score(*other) == best);
        let theirs = tied.filter_map(|other| self.best_change(other)).map(|(_, ends)| ends[self.me.index()]);
        let (sum, count) = theirs.fold((0.0, 0), |(sum, count), worth| (sum + worth, count + 1));
        match own {
            Some((action, ends)) if count == 0 || ends[self.me.index()] >= sum / f64::from(count) => Some(action),
            own => (count > 0).then_some(Action::Defer).or(own.map(|(action, _)| action)),
        }
    }

    /// Returns the best change of frames for a player, and the expected result of each player.
    fn best_change(&self, chooser: PlayerId) -> Option<(Action, [f64; MAX_PLAYERS])> {
        let mut best: Option<(Action, [f64; MAX_PLAYERS], f64)> = None;
        for action in frame_changes(self.battle, self.state, chooser) {
            let ends = self.ends(&self.after(chooser, action));
            // A frame given up is not lost in battle; of frames that count alike the strongest stay.
            let kept = match action {
                Action::RemoveFrame(unit) => f64::from(self.state.unit(unit).hit_points()) * -1e-6,
                _ => 0.0,
            };
            let worth = ends[chooser.index()] + kept;
            if best.is_none_or(|(_, _, most)| worth > most) {
                best = Some((action, ends, worth));
            }
        }
        best.map(|(action, ends, _)| (action, ends))
    }

    /// Returns the battle after a player's change. Only values that no roll decides are read from it.
    fn after(&self, chooser: PlayerId, action: Action) -> State {
        let mut after = *self.state;
        after.phase = Phase::Tie { chooser, deferred: true };
        self.battle.apply(&mut after, &action, &mut Unwatched);
        after
    }

    /// Returns each player's expected lead over the best of the others, in points of score.
    fn ends(&self, after: &State) -> [f64; MAX_PLAYERS] {
        let sides = self.sides(after);
        let sides = &sides[..after.players().len()];
        let stations = f64::from(self.battle.limits.stations);
        let mut left = [0.0; MAX_PLAYERS];
        for (i, side) in sides.iter().enumerate() {
            let toughness = side.strength / side.frames.max(1.0);
            let lost = self.damage_to(sides, i) / toughness.max(0.1);
            left[i] = (side.frames - lost).max(0.0);
        }
        let all = left.iter().sum::<f64>().max(0.1);
        let mut scores = [0.0; MAX_PLAYERS];
        for (i, side) in sides.iter().enumerate() {
            let seized = stations * sides.len() as f64 * left[i] / all;
            let held = SEIZED * seized + (1.0 - SEIZED) * stations;
            scores[i] = side.points * (left[i] + held + seat(sides, side.start));
        }
        let best_other = |i: usize| {
            let others = (0..sides.len()).filter(|other| *other != i);
            others.map(|other| scores[other]).fold(f64::NEG_INFINITY, f64::max)
        };
        std::array::from_fn(|i| if i < sides.len() { scores[i] - best_other(i) } else { 0.0 })
    }

    fn sides(&self, after: &State) -> [Side; MAX_PLAYERS] {
        let full = f64::from(self.battle.rules.frame.whites + self.battle.rules.frame.max_systems);
        let mut sides = [Side::default(); MAX_PLAYERS];
        for (player, side) in PlayerId::first(after.player_count.into()).zip(&mut sides) {
            let points = f64::from(after.players[player.index()].points_per_asset);
            (side.points, side.start) = (points, after.score(player));
        }
        for unit in after.units().iter().filter(|unit| matches!(unit.life(), Life::Waiting | Life::Standing)) {
            let side = &mut sides[unit.owner.index()];
            side.frames += 1.0;
            side.strength += f64::from(unit.hit_points()) / full;
        }
        sides
    }

    /// Returns the damage that a player takes, in full frames. Each rival splits its damage by the points of its
    /// targets' assets; the leader counts in full, the others less.
    fn damage_to(&self, sides: &[Side], hit: usize) -> f64 {
        let share = |by: usize| {
            let targets = || (0..sides.len()).filter(move |target| *target != by);
            let best = targets().map(|target| sides[target].start).max();
            let weight = |target: usize| {
                let leads = Some(sides[target].start) == best;
                sides[target].points.max(1.0) * if leads { 1.0 } else { self.tactics.rivals }
            };
            weight(hit) / targets().map(weight).sum::<f64>().max(f64::MIN_POSITIVE)
        };
        (0..sides.len()).filter(|by| *by != hit).map(|by| DESTROYS * sides[by].strength * share(by)).sum()
    }
}

/// Returns the value of the seat of a starting score, in assets; a roll decides between tied players.
fn seat(sides: &[Side], start: i32) -> f64 {
    let level = sides.iter().filter(|side| side.start == start).count() as f64;
    let is = |extreme: Option<i32>| if Some(start) == extreme { 1.0 / level } else { 0.0 };
    let scores = || sides.iter().map(|side| side.start);
    SEATS.0 * is(scores().max()) + SEATS.1 * is(scores().min())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::{Battle, Decision, KeyedDice, battlefield_rules};
    use crate::battlefield::{battlefields, named};
    use crate::bidding::{Size, limits};
    use crate::muster::built_in_company;
    use crate::players::tactician::{Tactician, Tactics};
    use crate::rules_files::rulebook;
    use hitchart_play::Policy;

    /// Plays a battle of companies that tie for defense until a player changes frames. Returns the choices.
    fn choices(companies: &[&str]) -> Vec<Action> {
        let rules = rulebook();
        let fields = battlefields(&named("open-plain").unwrap(), &battlefield_rules(&rules), 1).unwrap();
        let limits = limits(companies.len(), Size::Skirmish, &rules.sizes).unwrap();
        let companies = companies.iter().map(|name| built_in_company(name, &rules).unwrap()).collect();
        let battle = Battle::new(rules, (Size::Skirmish, limits), companies, fields, KeyedDice);
        let mut player = Tactician::new(Tactics::default());
        let mut state = battle.start(1, &mut Unwatched);
        let mut chosen = Vec::new();
        while state.asked.is_some_and(|asked| asked.what == Decision::BreakTie) {
            chosen.push(player.decide(&battle, &state));
            battle.apply(&mut state, chosen.last().unwrap(), &mut Unwatched);
        }
        chosen
    }

    /// Four frames of 7 points against five of 3 win two games of three; six of 3 against five of 7 win one of three.
    #[test]
    fn of_two_level_players_the_winner_gives_up_a_frame() {
        assert!(matches!(choices(&["mirror-five", "mirror-five"])[..], [Action::RemoveFrame(_)]));
        assert!(matches!(choices(&["mirror-six", "mirror-six"])[..], [Action::RemoveFrame(_)]));
    }

    /// With the fewest frames allowed, only the spare is left to add: it is better if the other player adds it.
    #[test]
    fn whoever_could_only_add_leaves_it_to_the_other() {
        assert_eq!(choices(&["mirror-four", "mirror-four"]), [Action::Defer, Action::AddFrame]);
    }

    /// Five frames of 3 points among four of 7 win more than a third, three of 7 among four of 3 less: everybody
    /// attacks the leader.
    #[test]
    fn of_three_level_players_the_winner_adds_a_frame() {
        assert_eq!(choices(&["mirror-four", "mirror-four", "mirror-four"]), [Action::AddFrame]);
    }
}
