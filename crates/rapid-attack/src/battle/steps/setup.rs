//! Setup of a battle: the comparison of companies, and the fielding of frames and stations.

use super::{Play, order::ASK_ANEW};
use crate::battle::action::{Action, Decision};
use crate::battle::dice::{BattleDice, Purpose, numbered_throw, throw};
use crate::battle::legal::{claimed, frame_changes, has_place, is_free, may_place_frame, next_station, waiting};
use crate::battle::state::{
    FieldingStep, Life, MAX_PIECES, MAX_STATIONS, MAX_UNITS, MAX_WOUNDS, Phase, PlayerAssets, State, Station, Unit,
    Wound,
};
use crate::battle_rules::{FieldsFirst, ObjectiveMoves, TieForDefense};
use crate::bidding::{Bid, Size, clock_of_size, ppa_of_size};
use crate::ids::{StationId, UnitId, UnitSet};
use crate::loadout::{Loadout, Range};
use crate::{battle::Battle, battle::event::Event, battle::measure::DIRECTIONS};
use crate::{battlefield::FieldingPlace, muster::FightingFrame};
use hitchart_mobile_frame::{PlayerId, geometry::Point};
use hitchart_play::{MAX_PLAYERS, Observer};

// Preparation: frames and stations of the companies, points per asset, seats, and ties for defense.

/// Creates the state before companies are compared.
pub(crate) fn fresh<D: BattleDice>(battle: &Battle<D>, key: u64) -> State {
    let no_wound = Wound { unit: UnitId::default(), hits: 0, dodgeable: false, by: None };
    let mut state = State {
        units: [Unit::new(PlayerId::default(), Loadout::default(), 0, false); MAX_UNITS],
        unit_count: 0,
        on_table: UnitSet::EMPTY,
        companies: [UnitSet::EMPTY; MAX_PLAYERS],
        stations: [Station::new(None, None); MAX_STATIONS],
        station_count: 0,
        objective: None,
        players: [PlayerAssets::default(); MAX_PLAYERS],
        player_count: battle.companies.len() as u8,
        standing: 0,
        piece_hits: [0; MAX_PIECES],
        piece_spots: [None; MAX_PIECES],
        field: 0,
        phase: Phase::Over,
        clock: clock_of_size(battle.size, &battle.rules.clock),
        round: 0,
        seats: std::array::from_fn(|player| PlayerId::new(player as u8)),
        query: std::array::from_fn(|player| PlayerId::new(player as u8)),
        place: ASK_ANEW,
        last_to_act: PlayerId::default(),
        tied_last: None,
        all_passed: false,
        turn: None,
        answer: None,
        wounds: [no_wound; MAX_WOUNDS],
        wound_count: 0,
        blocked: false,
        count: 0,
        key,
        rolls: 0,
        asked: None,
    };
    state.field = throw(&state, Purpose::Field, UnitId::default()).below(battle.fields.len()) as u16;
    state.standing = battle.field(&state).standing();
    muster(battle, &mut state);
    state
}

/// Puts every frame and station of the companies into the state, unplaced.
fn muster<D>(battle: &Battle<D>, state: &mut State) {
    let add = |state: &mut State, owner: usize, frame: &FightingFrame, life: Life| {
        let underfitted = frame.loadout.systems() < battle.rules.frame.max_systems.into();
        state
            .enlist(Unit::new(PlayerId::new(owner as u8), frame.loadout, battle.rules.frame.whites, underfitted), life);
    };
    for (owner, company) in battle.companies.iter().enumerate() {
        for frame in &company.frames {
            add(state, owner, frame, Life::Waiting);
        }
        if let Some(spare) = &company.spare {
            add(state, owner, spare, Life::Withdrawn);
        }
        for _ in 0..battle.limits.stations {
            state.stations[usize::from(state.station_count)] =
                Station::new(Some(PlayerId::new(owner as u8)), Some(PlayerId::new(owner as u8)));
            state.station_count += 1;
        }
        state.players[owner].frames = company.frames.len() as u8;
        state.players[owner].stations = battle.limits.stations;
    }
    if battle.size == Size::Demo {
        state.station_count = 1;
        state.stations[0].owner = None;
    }
    if battle.rules.objective.moves != ObjectiveMoves::Off {
        // No player fields the objective.
        state.stations[usize::from(state.station_count)] = Station::new(None, None);
        state.objective = Some(StationId::new(state.station_count));
        state.station_count += 1;
    }
}

impl<D: BattleDice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Sets points per asset and seats, or starts breaking a tie for defense (flow, steps 2 and 3).
    pub(crate) fn compare_companies(&mut self) {
        self.score_bids();
        let tied = self.tied_for_defense();
        let by_frames = self.rules().bidding.tie_for_defense == TieForDefense::ChangeFrames;
        if tied.count_ones() > 1 && by_frames && self.battle.size != Size::Demo {
            let chooser = self.roll_one_of(tied);
            if self.can_break_tie(chooser) {
                self.state.phase = Phase::Tie { chooser, deferred: false };
                return;
            }
            if let Some(other) = self.other_who_can(tied, chooser) {
                self.state.phase = Phase::Tie { chooser: other, deferred: true };
                return;
            }
        }
        self.take_seats();
    }

    fn score_bids(&mut self) {
        let stations = self.battle.limits.stations;
        let same_as_mustered = self.state.player_ids().all(|player| {
            usize::from(self.state.players[player.index()].frames) == self.battle.companies[player.index()].frames.len()
        });
        if same_as_mustered {
            for (player, points) in self.state.players.iter_mut().zip(&self.battle.points_per_asset) {
                player.points_per_asset = *points;
            }
            return;
        }
        let bids: [Bid; MAX_PLAYERS] =
            std::array::from_fn(|player| self.battle.bid(self.state, PlayerId::new(player as u8)));
        let bids = &bids[..usize::from(self.state.player_count)];
        let points = ppa_of_size(self.battle.size, bids, &self.battle.rules.bidding);
        for (player, points) in self.state.players.iter_mut().zip(points) {
            player.points_per_asset = points;
        }
        debug_assert!(bids.iter().all(|bid| bid.stations == stations));
    }

    /// Returns a mask of the players who share the highest starting score.
    fn tied_for_defense(&self) -> u8 {
        let best = self.state.players().iter().map(PlayerAssets::score).max();
        let shares = |player: &PlayerId| Some(self.state.score(*player)) == best;
        self.state.player_ids().filter(shares).fold(0, |mask, player| mask | 1 << player.number())
    }

    /// Returns one of the players of a mask, by a roll.
    fn roll_one_of(&mut self, mask: u8) -> PlayerId {
        let nth = numbered_throw(self.state, Purpose::Seats).below(mask.count_ones() as usize);
        self.state.player_ids().filter(|player| mask & (1 << player.number()) != 0).nth(nth).unwrap_or_default()
    }

    fn can_break_tie(&self, player: PlayerId) -> bool {
        frame_changes(self.battle, self.state, player).next().is_some()
    }

    /// Returns another tied player who can break the tie, by a roll if several can.
    fn other_who_can(&mut self, tied: u8, chooser: PlayerId) -> Option<PlayerId> {
        let others = self.state.player_ids().filter(|player| tied & (1 << player.number()) != 0 && *player != chooser);
        let able =
            others.filter(|player| self.can_break_tie(*player)).fold(0u8, |mask, player| mask | 1 << player.number());
        match able.count_ones() {
            0 => None,
            1 => Some(PlayerId::new(able.trailing_zeros() as u8)),
            _ => Some(self.roll_one_of(able)),
        }
    }

    /// Adds or gives up a frame, or leaves the choice to another tied player (S22, R04).
    pub(crate) fn break_tie(&mut self, action: Action) {
        let Phase::Tie { chooser, .. } = self.state.phase else { return };
        match action {
            Action::AddFrame => {
                let spare = self.state.unit_ids().find(|unit| {
                    let unit = self.state.unit(*unit);
                    unit.owner == chooser && unit.life() == Life::Withdrawn
                });
                let Some(unit) = spare else { return };
                self.state.set_life(unit, Life::Waiting);
                self.state.players[chooser.index()].frames += 1;
                self.tell(|| Event::FrameAdded { unit });
            }
            Action::RemoveFrame(unit) => {
                self.state.set_life(unit, Life::Withdrawn);
                self.state.players[chooser.index()].frames -= 1;
                self.pass_on_rockets(unit);
                self.tell(|| Event::FrameWithdrawn { unit });
            }
            _ => {
                let tied = self.tied_for_defense();
                if let Some(other) = self.other_who_can(tied, chooser) {
                    self.state.phase = Phase::Tie { chooser: other, deferred: true };
                    return;
                }
            }
        }
        // Companies are compared once more, then frozen (R03); a tie that remains is rolled for.
        self.score_bids();
        self.take_seats();
    }

    /// Gives the rockets of a removed frame to the others, in the same way as a new company does: one by one, direct
    /// weapons first.
    fn pass_on_rockets(&mut self, from: UnitId) {
        let owner = self.state.unit(from).owner;
        let most = self.rules().rockets.per_frame;
        let mut left = self.state.unit(from).loadout.rockets();
        for (armed, carried) in
            [true, false].into_iter().flat_map(|armed| (0..most).map(move |carried| (armed, carried)))
        {
            for unit in self.state.unit_ids() {
                let unit = self.state.unit_mut(unit);
                let rockets = unit.loadout.rockets();
                let is_armed = unit.loadout.halves_at(Range::Direct) > 0;
                let takes =
                    unit.owner == owner && unit.life() == Life::Waiting && is_armed == armed && rockets <= carried;
                if takes && left > 0 {
                    unit.loadout = unit.loadout.with_rockets(rockets + 1);
                    left -= 1;
                }
            }
        }
    }

    /// Assigns seats by score, ties by a roll: the loser of the lowest tie is on point (S23).
    fn take_seats(&mut self) {
        let order = self.players_by_score(Purpose::Seats);
        (self.state.seats, self.state.query) = (order, order);
        // Clockwise orders begin with the first seat.
        let last = (order[0].number() + self.state.player_count - 1) % self.state.player_count;
        self.state.last_to_act = PlayerId::new(last);
        self.state.tied_last = self.loser_of_tie_for_offense();
        let (field, seats) = (self.state.field, order);
        let points_per_asset = self.state.players.map(|player| player.points_per_asset);
        self.tell(|| Event::Setup { field, points_per_asset, seats });
        match self.battle.size {
            Size::Demo => self.set_up_demo(),
            Size::Skirmish | Size::Battle => self.go_to(FieldingStep::DefenderStations),
        }
    }

    /// Returns the player on point if others have the same score. `None` if all players are tied, because that tie was
    /// for defense (S23).
    fn loser_of_tie_for_offense(&self) -> Option<PlayerId> {
        let count = usize::from(self.state.player_count);
        let score = |seat: usize| self.state.score(self.state.seats[seat]);
        let tied = score(count - 1) == score(count - 2) && score(0) > score(count - 1);
        tied.then_some(self.state.seats[count - 1])
    }
}

// Fielding: the order of placing stations and frames (flow, step 4; S24, S25, S28, R24).

/// Number of frames that the defender fields first.
const FIRST_DEFENDERS: usize = 2;

impl<D: BattleDice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Asks for the next station or frame, or goes on to the next step.
    pub(crate) fn fielding_step(&mut self, step: FieldingStep) {
        let defender = self.state.seats[0];
        let is_waiting = waiting(self.state, defender).next().is_some();
        match step {
            FieldingStep::DefenderStations => match next_station(self.state, defender) {
                Some(_) => self.ask(defender, Decision::PlaceStation),
                None => self.go_to(FieldingStep::DefenderFrames),
            },
            FieldingStep::DefenderFrames => {
                let fielded = self.state.standing_units().count();
                match is_waiting {
                    true if fielded < FIRST_DEFENDERS => self.ask(defender, Decision::PlaceFrame),
                    _ => self.after_first_defenders(),
                }
            }
            FieldingStep::PointFrame => {
                let point = self.state.seats[usize::from(self.state.player_count) - 1];
                self.state.place = 0;
                self.ask(point, Decision::PlaceFrame);
            }
            FieldingStep::AttackerFrames => match self.next_to_field_frame() {
                Some(player) => self.ask(player, Decision::PlaceFrame),
                None => {
                    self.state.place = 0;
                    self.go_to(FieldingStep::AttackerStations);
                }
            },
            FieldingStep::AttackerStations => match self.next_to_field_station() {
                Some(player) => self.ask(player, Decision::PlaceStation),
                None => self.go_to(FieldingStep::LateFrames),
            },
            FieldingStep::LateFrames if is_waiting => self.ask(defender, Decision::PlaceFrame),
            FieldingStep::LateFrames => self.after_fielding(),
        }
    }

    fn next_to_field_frame(&self) -> Option<PlayerId> {
        self.next_attacker(FieldsFirst::Point, |state, player| waiting(state, player).next())
    }

    fn next_to_field_station(&self) -> Option<PlayerId> {
        self.next_attacker(self.rules().fielding.stations_first, next_station)
    }

    /// Returns the attacker who places something next: by descending score, or the player on point before the others
    /// (S24, S25). `place` is the next player's position in this order.
    fn next_attacker<T>(&self, first: FieldsFirst, left: impl Fn(&State, PlayerId) -> Option<T>) -> Option<PlayerId> {
        let attackers = self.state.player_count - 1;
        (0..attackers)
            .map(|i| {
                let nth = (self.state.place + i) % attackers;
                let seat = match first {
                    FieldsFirst::Point if nth == 0 => attackers,
                    FieldsFirst::Point => nth,
                    FieldsFirst::HighestScore => nth + 1,
                };
                self.state.seats[usize::from(seat)]
            })
            .find(|player| left(self.state, *player).is_some())
    }

    /// Records that a player has placed something.
    fn turn_passes(&mut self, player: PlayerId, first: FieldsFirst) {
        let attackers = self.state.player_count - 1;
        let seat = self.state.seats.iter().position(|seated| *seated == player).unwrap_or(0) as u8;
        let nth = match first {
            FieldsFirst::Point => seat % attackers,
            FieldsFirst::HighestScore => seat.saturating_sub(1),
        };
        self.state.place = (nth + 1) % attackers;
    }

    /// Sends the defender back to leave some room, if the attackers have none (S28).
    fn after_first_defenders(&mut self) {
        let attackers = self.state.units().iter().filter(|unit| unit.life() == Life::Waiting).count();
        let state = &*self.state;
        let is_open = |spot: &&FieldingPlace| {
            may_place_frame(self.battle, state, FieldingStep::AttackerFrames, PlayerId::default(), spot.at)
        };
        // Twice as many spots as frames: the first frames take up room.
        let room = self.battle.field(state).spots().iter().filter(is_open).take(2 * attackers).count();
        let point = has_place(self.battle, state, FieldingStep::PointFrame, PlayerId::default());
        if (room >= 2 * attackers && point) || state.blocked {
            return self.go_to(FieldingStep::PointFrame);
        }
        let defender = self.state.seats[0];
        self.state.blocked = true;
        for unit in self.state.standing_units() {
            self.state.set_life(unit, Life::Waiting);
        }
        for station in &mut self.state.stations {
            station.placed &= station.fielded_by != Some(defender);
        }
        // No piece was hit yet; those that were claimed are cover again.
        self.state.standing = self.battle.field(self.state).standing();
        self.tell(|| Event::Blocked);
        self.go_to(FieldingStep::DefenderStations);
    }

    fn after_fielding(&mut self) {
        self.place_objective();
        self.look_at_guards();
        self.start_round();
    }

    /// Puts a player's station on the table.
    pub(crate) fn place_station(&mut self, at: Point) {
        let player = match self.state.phase {
            Phase::Fielding(FieldingStep::AttackerStations) => self.next_to_field_station(),
            _ => Some(self.state.seats[0]),
        };
        let Some(player) = player else { return };
        let Some(station) = next_station(self.state, player) else { return };
        // A claimed piece is a station and no longer cover.
        let claims = claimed(self.battle, self.state, at);
        self.state.standing &= !claims.map_or(0, |piece| 1 << piece);
        self.battle.put_station(self.state, station, at);
        self.tell(|| Event::StationPlaced { station, at, claims });
        let together = self.rules().fielding.stations_together && next_station(self.state, player).is_some();
        if player != self.state.seats[0] && !together {
            self.turn_passes(player, self.rules().fielding.stations_first);
        }
        self.seize_in_fielding();
    }

    /// Puts a player's frame on the table.
    pub(crate) fn place_frame(&mut self, unit: UnitId, at: Point) {
        self.battle.put_frame(self.state, unit, at);
        self.tell(|| Event::FramePlaced { unit, at });
        let player = self.state.unit(unit).owner;
        match self.state.phase {
            Phase::Fielding(FieldingStep::PointFrame) => {
                self.turn_passes(player, FieldsFirst::Point);
                self.go_to(FieldingStep::AttackerFrames);
            }
            Phase::Fielding(FieldingStep::AttackerFrames) => self.turn_passes(player, FieldsFirst::Point),
            _ => {}
        }
        self.seize_in_fielding();
    }

    /// Lets stations near a frame change hands at once, if the rules allow it (R24).
    fn seize_in_fielding(&mut self) {
        if self.rules().stations.in_fielding {
            self.look_at_all_stations();
        }
    }

    /// Sets up a demo game (S42), with one station in the middle. Each player's two frames are two corners of a
    /// triangle with sides of about a ruler. One of them is 5 to 6 units from the station.
    pub(crate) fn set_up_demo(&mut self) {
        debug_assert_eq!(self.battle.size, Size::Demo);
        let (station, middle) = (StationId::default(), demo_station(self.battle, self.state));
        self.battle.put_station(self.state, station, middle);
        self.tell(|| Event::StationPlaced { station, at: middle, claims: None });
        for unit in self.state.unit_ids() {
            if self.state.unit(unit).life() != Life::Waiting {
                continue;
            }
            let owner = self.state.unit(unit).owner;
            let second = waiting(self.state, owner).count() == 1;
            let at = demo_spot(self.battle, self.state, owner, second, middle);
            self.battle.put_frame(self.state, unit, at);
            self.tell(|| Event::FramePlaced { unit, at });
        }
        self.after_fielding();
    }
}

/// Returns the place of a demo game's station: the spot nearest to the middle.
fn demo_station<D>(battle: &Battle<D>, state: &State) -> Point {
    let spots = battle.field(state).spots().iter().map(|spot| spot.at);
    let gap = |at: &Point| at.dot(*at);
    spots.min_by(|a, b| gap(a).total_cmp(&gap(b))).unwrap_or_default()
}

/// Returns the place of a demo frame: the free spot nearest to the ideal one, at the least distance from the station or
/// more (S42).
fn demo_spot<D>(battle: &Battle<D>, state: &State, owner: PlayerId, second: bool, middle: Point) -> Point {
    const NEAREST: f64 = 5.0;
    const IDEAL: f64 = 5.5;
    const SIDE: f64 = 8.0;
    let out = DIRECTIONS[owner.index() * DIRECTIONS.len() / usize::from(state.player_count)];
    let first = middle + out * (IDEAL + battle.rules.movement.frame_radius + battle.rules.stations.side / 2.0);
    // The second corner lies a ruler away, farther out.
    let ideal = if second { first + (out * 0.866_025_403_784_438_6 + out.left() * 0.5) * SIDE } else { first };
    let spots = battle.field(state).spots().iter().map(|spot| spot.at);
    let legal = |at: &Point| is_free(battle, state, *at) && battle.from_station(*at, &state.stations[0]) >= NEAREST;
    let gap = |at: &Point| at.distance_squared(ideal);
    spots.filter(legal).min_by(|a, b| gap(a).total_cmp(&gap(b))).unwrap_or(ideal)
}
