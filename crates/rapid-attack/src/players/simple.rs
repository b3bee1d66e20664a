//! Simple players that others are measured against: the random player and the greedy player.
//!
//! To the random player every candidate is equally likely. The greedy player takes the highest expected damage now, by
//! the exact tables, without plans except for the best start.

use crate::battle::candidates::{self, FRACTIONS};
use crate::battle::legal::{
    attack_dice, can_attack, claims, dice, may_place_frame, may_place_station, point_position, point_position_count,
    ranges_and_rockets, waiting, worth_giving,
};
use crate::battle::measure::{DIRECTIONS, cover_of_plan, covers};
use crate::battle::objective::{nearest, places};
use crate::battle::odds::{Defense, Situation};
use crate::battle::state::{Colour, CoverBy, Die, FieldingStep, Phase, Target, Turn};
use crate::battle::{Action, Battle, BattleDice, Decision, Path, State};
use crate::loadout::{Range, SystemKind};
use crate::{battlefield::Anchors, ids::UnitId};
use hitchart_dice::KeyedDice;
use hitchart_mobile_frame::{PlayerId, geometry::Point};
use hitchart_play::policy;
use hitchart_play::{Game, Policy, Unwatched};

// The random player.

/// Plays a candidate drawn with equal chances.
#[derive(Clone, Debug, Default)]
pub struct Random {
    draws: policy::Random<Action>,
    /// Storage for paths around corners; boxed for its size.
    storage: Box<Option<Anchors>>,
}

/// Random draws that are tried before all candidates are listed.
const TRIES: usize = 64;

impl Random {
    /// Creates a random player; [`Policy::begin`] sets its stream.
    #[inline]
    pub fn new() -> Random {
        Random::default()
    }

    /// Draws places from the whole lattice until one is legal: all legal places are equally likely, and most places are
    /// legal.
    fn station<D: BattleDice>(&mut self, battle: &Battle<D>, state: &State, player: PlayerId) -> Option<Action> {
        let spots = battle.field(state).spots();
        let claims = claims(battle, state);
        let all = spots.len() + claims.clone().count();
        (0..TRIES).find_map(|_| {
            let nth = self.draws.below(all);
            let at = spots.get(nth).map(|spot| spot.at).or_else(|| Some(claims.clone().nth(nth - spots.len())?.1))?;
            may_place_station(battle, state, player, at).then_some(Action::PlaceStation(at))
        })
    }

    fn frame<D: BattleDice>(&mut self, battle: &Battle<D>, state: &State, player: PlayerId) -> Option<Action> {
        let Phase::Fielding(step) = state.phase else { return None };
        let count = waiting(state, player).count();
        let unit = waiting(state, player).nth(self.draws.below(count))?;
        let spots = battle.field(state).spots();
        let positions = if step == FieldingStep::PointFrame { point_position_count(state) } else { 0 };
        (0..TRIES).find_map(|_| {
            let at = match step {
                FieldingStep::PointFrame => point_position(battle, state, self.draws.below(positions))?,
                _ => spots[self.draws.below(spots.len())].at,
            };
            may_place_frame(battle, state, step, player, at).then_some(Action::PlaceFrame { unit, at })
        })
    }

    /// Chooses a movement or attack without listing every move. Draws from all conceivable moves, and draws again if
    /// the move is not possible, so all possible moves are equally likely.
    fn proceed<D: BattleDice>(&mut self, battle: &Battle<D>, state: &State, turn: &Turn) -> Option<Action> {
        let may_move = !turn.moved && state.unit(turn.unit).stands();
        let renames = battle.rules.turn.responder_renames && turn.opened_by.is_some();
        if renames {
            return None;
        }
        let reds = can_attack(battle, state, turn).then(|| attack_dice(battle, state, turn));
        let greens = worth_giving(turn, Colour::Green);
        let attacks = reds.map_or(0, |reds| reds.len());
        let dice = if may_move { greens.len() } else { 0 };
        let straight = DIRECTIONS.len() * FRACTIONS.len();
        let nominal = straight + candidates::goal_count(battle, state, turn);
        for _ in 0..TRIES {
            let draw = self.draws.below(1 + attacks + dice * nominal);
            if draw == 0 {
                return Some(Action::Finish);
            }
            if draw <= attacks {
                return reds.and_then(|mut reds| reds.nth(draw - 1)).map(Action::Attack);
            }
            let (nth, place) = ((draw - 1 - attacks) / nominal, (draw - 1 - attacks) % nominal);
            let die = { greens }.nth(nth)?;
            let path = match place.checked_sub(straight) {
                None => straight_move(battle, state, turn, die, place),
                Some(goal) => walk(battle, state, turn, die, goal, &mut self.storage),
            };
            if let Some(path) = path {
                return Some(Action::Move { die, path });
            }
        }
        None
    }
}

fn straight_move<D: BattleDice>(
    battle: &Battle<D>,
    state: &State,
    turn: &Turn,
    die: Die,
    place: usize,
) -> Option<Path> {
    let budget = candidates::budget(battle, turn, die);
    let way = DIRECTIONS[place / FRACTIONS.len()];
    let to = state.unit(turn.unit).at + way * (budget * FRACTIONS[place % FRACTIONS.len()]);
    battle.straight_way(state, turn, to, budget)
}

fn walk<D: BattleDice>(
    battle: &Battle<D>,
    state: &State,
    turn: &Turn,
    die: Die,
    goal: usize,
    storage: &mut Option<Anchors>,
) -> Option<Path> {
    let to = candidates::goals(battle, state, turn).nth(goal)?;
    let budget = candidates::budget(battle, turn, die);
    let path = candidates::way_to(battle, state, turn, to, budget, storage)?;
    candidates::is_new(battle, state, turn, (goal, &path), budget).then_some(path)
}

impl Policy<Battle<KeyedDice>> for Random {
    fn begin(&mut self, key: u64) {
        self.draws.begin(key);
    }

    fn decide(&mut self, battle: &Battle<KeyedDice>, state: &State) -> Action {
        let asked = state.asked.expect("a decision is due");
        let drawn = match asked.what {
            Decision::PlaceStation => self.station(battle, state, asked.player),
            Decision::PlaceFrame => self.frame(battle, state, asked.player),
            Decision::Proceed => match state.turn_in_control() {
                Some(turn) => self.proceed(battle, state, turn),
                None => None,
            },
            _ => candidates::nth(battle, state, |count| self.draws.below(count)),
        };
        drawn.unwrap_or_else(|| self.draws.listed(battle, state))
    }
}

// The greedy player.

/// Plays for the highest expected damage now, and leaves most decisions without damage to chance.
#[derive(Clone, Debug, Default)]
pub struct Greedy {
    chance: Random,
    buffer: Vec<Action>,
}

impl Greedy {
    /// Creates a greedy player; [`Policy::begin`] sets the stream of its random choices.
    #[inline]
    pub fn new() -> Greedy {
        Greedy { chance: Random::new(), buffer: Vec::with_capacity(256) }
    }

    /// Returns the candidate of the highest value, the first of equals.
    pub(super) fn best<D: BattleDice>(
        &mut self,
        battle: &Battle<D>,
        state: &State,
        worth: impl Fn(&Action) -> f64,
    ) -> Action {
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
fn defense<D>(battle: &Battle<D>, state: &State, unit: UnitId) -> Defense {
    battle.defense_of(state, state.unit(unit))
}

/// Returns the situation of a target from the place of the attacker.
fn situation<D: BattleDice>(
    battle: &Battle<D>,
    state: &State,
    attacker: UnitId,
    target: UnitId,
    range: Range,
) -> Situation {
    let (terrain, frame) = covers(battle, state, attacker, target, range);
    let cover = if terrain == CoverBy::Nothing { frame } else { terrain };
    Situation::of(range, cover, cover_of_plan(battle, state, cover))
}

/// Returns the expected damage of an attack before its roll, minus a little for the distance that is missing to the
/// range.
pub(super) fn declared<D: BattleDice>(
    battle: &Battle<D>,
    state: &State,
    unit: UnitId,
    target: UnitId,
    range: Range,
    rockets: u8,
) -> f64 {
    let (from, to) = (state.unit(unit), state.unit(target));
    let distance = battle.between(from.at, to.at);
    let need = battle.band(range).gap(distance);
    let pips = need / battle.rules.movement.units_per_pip;
    let chance = battle.odds.moves(battle.mover(state, from), pips);
    let dice = battle.attack_dice(state, from, range, rockets);
    let spot = to.spot.map_or(0, |spot| spot.value);
    let place = situation(battle, state, unit, target, range);
    chance * battle.odds.strike(dice, spot, defense(battle, state, target), place, 1).0 - 1e-6 * need.max(0.0)
}

/// Returns the best expected damage that a frame may declare.
fn promise<D: BattleDice>(battle: &Battle<D>, state: &State, unit: UnitId) -> f64 {
    let owner = state.unit(unit).owner;
    let ranges = || ranges_and_rockets(battle, state, unit);
    let all = state.enemies(owner).flat_map(|target| ranges().map(move |(range, rockets)| (target, range, rockets)));
    all.map(|(target, range, rockets)| declared(battle, state, unit, target, range, rockets)).fold(0.0, f64::max)
}

/// Returns the value of a move. Places from which the attack can be made are best, above all with the target in the
/// open. Other places are better the nearer they are to the range.
fn place_worth<D: BattleDice>(battle: &Battle<D>, state: &State, turn: &Turn, to: Point) -> f64 {
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

impl Policy<Battle<KeyedDice>> for Greedy {
    fn begin(&mut self, key: u64) {
        Policy::<Battle<KeyedDice>>::begin(&mut self.chance, key);
    }

    fn decide(&mut self, battle: &Battle<KeyedDice>, state: &State) -> Action {
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
                Action::LoseSystem(SystemKind::Comms) => 4.0,
                Action::LoseSystem(SystemKind::Movement) => 3.0,
                Action::LoseSystem(SystemKind::Defense) => 2.0,
                Action::LoseSystem(_) => 1.0,
                _ => 0.0,
            }),
            (Decision::Tick, _) => match battle.scores(state).winner() == Some(asked.player.index()) {
                true => Action::Tick,
                false => Action::Hold,
            },
            (Decision::MoveObjective, _) => {
                objective(battle, state, asked.player).unwrap_or_else(|| self.chance.decide(battle, state))
            }
            (Decision::BreakTie, _) => {
                self.best(battle, state, |action| starting_lead(battle, state, asked.player, action))
            }
            _ => self.chance.decide(battle, state),
        }
    }
}

/// Returns the move of the special objective after which the nearest own frame is nearest in comparison with the nearest
/// frame of others. The first of equal places is where the objective is.
pub(super) fn objective<D>(battle: &Battle<D>, state: &State, player: PlayerId) -> Option<Action> {
    let lead = |at| nearest(state, at, state.friends(player)) - nearest(state, at, state.enemies(player));
    let rated = places(battle, state).map(|at| (if lead(at).is_nan() { 0.0 } else { lead(at) }, at));
    let best = rated.reduce(|best, next| if next.0 < best.0 - 1e-9 { next } else { best });
    best.map(|(_, at)| Action::MoveObjective(at))
}

/// Returns the lead over the best other player in starting score after a tie for defense is broken. The choice is never
/// passed on.
fn starting_lead<D: BattleDice>(battle: &Battle<D>, state: &State, player: PlayerId, action: &Action) -> f64 {
    if *action == Action::Defer {
        return f64::NEG_INFINITY;
    }
    let mut after = *state;
    battle.apply(&mut after, action, &mut Unwatched);
    f64::from(battle.scores(&after).margin(player.index()))
}
