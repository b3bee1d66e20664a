//! Placing and moving the special objective (S46).

use super::Play;
use crate::battle::action::{Decision, Path};
use crate::battle::dice::{BattleDice, Purpose, numbered_throw};
use crate::battle::objective::{agreed_place, has_room};
use crate::battle::state::{Phase, State, Station};
use crate::ids::{StationSet, UnitId};
use crate::{battle::Battle, battle::event::Event, battle_rules::ObjectiveMoves};
use hitchart_mobile_frame::PlayerId;
use hitchart_mobile_frame::geometry::{Point, Segment};
use hitchart_play::Observer;

impl<D: BattleDice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Places the objective once all frames are fielded.
    pub(super) fn place_objective(&mut self) {
        let Some(station) = self.state.objective else { return };
        let at = agreed_place(self.battle, self.state);
        self.battle.put_station(self.state, station, at);
        self.tell(|| Event::StationPlaced { station, at, claims: None });
    }

    /// Starts to ask the players who may move the objective, and rolls the die of one under orders. Returns false if
    /// no player may.
    pub(super) fn begin_to_move_objective(&mut self) -> bool {
        let Some(station) = objective(self.state) else { return false };
        let rules = self.rules();
        let pips = match (rules.objective.moves, station.owner) {
            (ObjectiveMoves::Orders, Some(_)) => {
                let mut throw = numbered_throw(self.state, Purpose::Objective);
                self.battle.dice.die(&mut throw, rules.objective.sides)
            }
            (ObjectiveMoves::Afraid, _) => 0,
            _ => return false,
        };
        self.state.query = self.tactical_order();
        self.state.phase = Phase::Objective { place: 0, pips };
        true
    }

    /// Asks the next player who may move the objective, or goes on with the round.
    pub(crate) fn objective_step(&mut self, place: u8, pips: u8) {
        let owner = objective(self.state).and_then(|station| station.owner);
        let moves_it = |player: PlayerId| match self.rules().objective.moves {
            ObjectiveMoves::Orders => owner == Some(player),
            _ => owner != Some(player) && self.state.players[player.index()].frames > 0,
        };
        let next = (place..self.state.player_count).find(|place| moves_it(self.state.query[usize::from(*place)]));
        if let Some(place) = next {
            // Orders are given once, even if the objective changes hands.
            let after = if self.rules().objective.moves == ObjectiveMoves::Orders { u8::MAX } else { place + 1 };
            self.state.phase = Phase::Objective { place: after, pips };
            return self.ask(self.state.query[usize::from(place)], Decision::MoveObjective);
        }
        match self.rules().objective.at_round_end {
            true => self.close_round(),
            false => {
                self.state.phase = Phase::Round;
                self.ask_anew();
            }
        }
    }

    /// Moves the objective for a player.
    pub(crate) fn move_objective(&mut self, by: Option<PlayerId>, to: Point) {
        let pips = if let Phase::Objective { pips, .. } = self.state.phase { pips } else { 0 };
        let looked_at = self.put_objective(by, to, pips);
        self.look_at_stations(looked_at);
    }

    /// Returns true if a frame holds an objective that follows its holder.
    pub(super) fn carries_objective(&self, unit: UnitId) -> bool {
        let follows = self.rules().objective.moves == ObjectiveMoves::Owner;
        let holds =
            |station: &Station| station.owner == Some(self.state.unit(unit).owner) && station.beside().has(unit);
        follows && objective(self.state).is_some_and(holds)
    }

    /// Moves the objective along with a frame, unless cover or another frame is in its way. Returns the stations to
    /// look at.
    pub(super) fn carry_objective(&mut self, unit: UnitId, from: Point, path: &Path) -> StationSet {
        let Some(station) = objective(self.state) else { return StationSet::EMPTY };
        let offset = station.at - from;
        let places = || path.bends().iter().copied().chain([path.to]);
        let (field, standing) = (self.battle.field(self.state), self.state.standing);
        let others = || self.state.standing_units().filter(|other| *other != unit);
        let is_clear = |(a, b): (Point, Point)| {
            let (a, b) = (a + offset, b + offset);
            let way = Segment::new(a, b);
            let is_in_way =
                |other: UnitId| way.distance(self.state.unit(other).at) < self.rules().movement.frame_radius;
            !others().any(is_in_way) && field.clear(a, b, standing)
        };
        let to = path.to + offset;
        let clear = std::iter::once(from).chain(places()).zip(places()).all(is_clear);
        if !clear || !has_room(self.battle, self.state, to) {
            return StationSet::EMPTY;
        }
        self.put_objective(None, to, 0)
    }

    /// Puts the objective at a place. Returns the stations to look at; none if it stays where it is.
    fn put_objective(&mut self, by: Option<PlayerId>, to: Point, pips: u8) -> StationSet {
        let Some(number) = self.state.objective else { return StationSet::EMPTY };
        let from = self.state.station(number).at;
        if from == to {
            return StationSet::EMPTY;
        }
        self.battle.put_station(self.state, number, to);
        self.tell(|| Event::ObjectiveMoved { by, from, to, pips });
        StationSet::of(number)
    }
}

/// Returns the objective if it is on the table.
fn objective(state: &State) -> Option<&Station> {
    state.objective.map(|number| state.station(number)).filter(|station| station.placed)
}
