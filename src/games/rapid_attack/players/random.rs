//! The random player: every candidate is equally likely.

use super::super::battle::candidates::{self, FRACTIONS};
use super::super::battle::directions::DIRECTIONS;
use super::super::battle::legal::dice::{attack_dice, worth_giving};
use super::super::battle::legal::fielding::{
    may_place_frame, may_place_station, point_position, point_position_count, waiting,
};
use super::super::battle::legal::proceed::can_attack;
use super::super::battle::state::{Colour, Die, FieldingStep, Phase, Turn};
use super::super::battle::{Action, Battle, Decision, Dice, Path, State};
use super::super::battlefield::Anchors;
use hitchart_dice::Throw;
use hitchart_play::Policy;

/// Plays a candidate drawn with equal chances.
#[derive(Clone, Debug)]
pub struct Random {
    throw: Throw,
    buffer: Vec<Action>,
    /// Storage for paths around corners; boxed for its size.
    storage: Box<Option<Anchors>>,
}

/// Random draws that are tried before all candidates are listed.
const TRIES: usize = 64;

impl Random {
    /// Creates a random player; [`Policy::begin`] sets its stream.
    pub fn new() -> Random {
        Random { throw: Throw::new(0), buffer: Vec::with_capacity(256), storage: Box::default() }
    }

    fn listed<D: Dice>(&mut self, battle: &Battle<D>, state: &State) -> Action {
        self.buffer.clear();
        candidates::all(battle, state, &mut self.buffer);
        self.buffer[self.throw.below(self.buffer.len())]
    }

    /// Draws places from the whole lattice until one is legal: all legal places are equally likely, and most places are
    /// legal.
    fn station<D: Dice>(&mut self, battle: &Battle<D>, state: &State, player: u8) -> Option<Action> {
        let spots = battle.field(state).spots();
        (0..TRIES).find_map(|_| {
            let at = spots[self.throw.below(spots.len())].at;
            may_place_station(battle, state, player, at).then_some(Action::PlaceStation(at))
        })
    }

    fn frame<D: Dice>(&mut self, battle: &Battle<D>, state: &State, player: u8) -> Option<Action> {
        let Phase::Fielding(step) = state.phase else { return None };
        let count = waiting(state, player).count();
        let unit = waiting(state, player).nth(self.throw.below(count))?;
        let spots = battle.field(state).spots();
        let positions = if step == FieldingStep::PointFrame { point_position_count(state) } else { 0 };
        (0..TRIES).find_map(|_| {
            let at = match step {
                FieldingStep::PointFrame => point_position(battle, state, self.throw.below(positions))?,
                _ => spots[self.throw.below(spots.len())].at,
            };
            may_place_frame(battle, state, step, player, at).then_some(Action::PlaceFrame { unit, at })
        })
    }

    /// Chooses a movement or attack without listing every move. Draws from all conceivable moves, and draws again if
    /// the move is not possible, so all possible moves are equally likely.
    fn proceed<D: Dice>(&mut self, battle: &Battle<D>, state: &State, turn: &Turn) -> Option<Action> {
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
            let draw = self.throw.below(1 + attacks + dice * nominal);
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

fn straight_move<D: Dice>(battle: &Battle<D>, state: &State, turn: &Turn, die: Die, place: usize) -> Option<Path> {
    let budget = candidates::budget(battle, turn, die);
    let way = DIRECTIONS[place / FRACTIONS.len()];
    let to = state.unit(turn.unit).at + way * (budget * FRACTIONS[place % FRACTIONS.len()]);
    battle.straight_way(state, turn, to, budget)
}

fn walk<D: Dice>(
    battle: &Battle<D>,
    state: &State,
    turn: &Turn,
    die: Die,
    goal: usize,
    storage: &mut Option<Anchors>,
) -> Option<Path> {
    let to = candidates::goals(battle, state, turn).nth(goal)?;
    candidates::way_to(battle, state, turn, to, candidates::budget(battle, turn, die), storage)
}

impl Default for Random {
    fn default() -> Random {
        Random::new()
    }
}

impl<D: Dice> Policy<Battle<D>> for Random {
    fn begin(&mut self, key: u64) {
        self.throw = Throw::new(key);
    }

    fn decide(&mut self, battle: &Battle<D>, state: &State) -> Action {
        let asked = state.asked.expect("a decision is due");
        let drawn = match asked.what {
            Decision::PlaceStation => self.station(battle, state, asked.player),
            Decision::PlaceFrame => self.frame(battle, state, asked.player),
            Decision::Proceed => match state.turn_in_control() {
                Some(turn) => self.proceed(battle, state, turn),
                None => None,
            },
            _ => candidates::nth(battle, state, |count| self.throw.below(count)),
        };
        drawn.unwrap_or_else(|| self.listed(battle, state))
    }
}
