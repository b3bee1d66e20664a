//! Order of play, and changes of the owners of stations.
//!
//! The order has rounds, tactical order with passing, per-unit order, and the clock with its votes.

use super::Play;
use crate::battle::dice::{BattleDice, Purpose, numbered_throw, throw};
use crate::battle::legal::{due_units, may_wait};
use crate::battle::state::{Phase, Turn};
use crate::battle::{Battle, Path};
use crate::battle_rules::{OrderTies, PerUnit, Seized, SeizedBy};
use crate::ids::{StationId, StationSet, UnitId, UnitSet};
use crate::{battle::action::Decision, battle::event::Event, bidding::Size};
use hitchart_mobile_frame::order::{rolled_order, sort_by_score};
use hitchart_mobile_frame::{PlayerId, geometry::Point};
use hitchart_play::{MAX_PLAYERS, Observer};

// Order of play.

/// The value of `place` that restarts the query of all players (R06).
pub(super) const ASK_ANEW: u8 = u8::MAX;

impl<D: BattleDice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Begins the next round: every standing frame may act once.
    pub(crate) fn start_round(&mut self) {
        self.state.round += 1;
        self.state.phase = Phase::Round;
        (self.state.count, self.state.all_passed) = (1, false);
        for player in &mut self.state.players {
            player.to_act = player.frames;
        }
        for unit in &mut self.state.units {
            unit.acted = false;
        }
        self.ask_anew();
        let (round, clock) = (self.state.round, self.state.clock);
        self.tell(|| Event::RoundBegan { round, clock });
        self.roll_unit_order();
        if !self.rules().objective.at_round_end {
            self.begin_to_move_objective();
        }
    }

    fn roll_unit_order(&mut self) {
        let per_unit = self.rules().order.per_unit;
        // If rolled once for the battle, the dice of round 1 serve every round, without those declined.
        if per_unit == PerUnit::Off || (per_unit == PerUnit::Once && self.state.round > 1) {
            return;
        }
        for unit in self.state.unit_ids() {
            if !self.state.unit(unit).stands() {
                continue;
            }
            let mut throw = throw(self.state, Purpose::UnitOrder, unit);
            let dice = &self.battle.dice;
            let sides = self.rules().order.per_unit_sides;
            let first = dice.die(&mut throw, sides);
            let second = self.rules().order.per_unit_second && self.state.unit(unit).underfitted;
            let second = if second { dice.die(&mut throw, sides) } else { 0 };
            self.state.unit_mut(unit).order = [first, second];
            self.tell(|| Event::OrderRolled { unit, dice: [first, second] });
        }
    }

    /// Asks all players again, from the highest score (R06).
    #[inline]
    pub(crate) fn ask_anew(&mut self) {
        self.state.place = ASK_ANEW;
    }

    /// Finds the player who acts next, or ends the round.
    pub(crate) fn order_step(&mut self) {
        if self.state.players().iter().all(|player| player.to_act == 0) {
            return self.end_round();
        }
        if self.rules().order.per_unit != PerUnit::Off {
            return self.per_unit_step();
        }
        if self.state.place == ASK_ANEW {
            self.state.query = self.playing_order();
            self.state.place = 0;
        }
        while self.state.place < self.state.player_count {
            let player = self.state.query[usize::from(self.state.place)];
            if self.state.players[player.index()].to_act > 0 {
                return self.ask(player, Decision::Act);
            }
            self.state.place += 1;
        }
        self.state.all_passed = true;
        self.ask_anew();
    }

    /// Passes the choice to the next player.
    #[inline]
    pub(crate) fn pass(&mut self) {
        if self.rules().order.per_unit != PerUnit::Off {
            return self.decline();
        }
        let player = self.state.query[usize::from(self.state.place)];
        self.state.place += 1;
        self.tell(|| Event::Passed { player });
    }

    /// Returns the players by descending score, tied players in the order of a roll.
    pub(crate) fn players_by_score(&mut self, purpose: Purpose) -> [PlayerId; MAX_PLAYERS] {
        let mut scores = [0; MAX_PLAYERS];
        scores.iter_mut().zip(self.state.players()).for_each(|(score, player)| *score = player.score());
        let scores = &scores[..usize::from(self.state.player_count)];
        let (order, rolled) = rolled_order(scores, || numbered_throw(self.state, purpose));
        if rolled {
            self.tell(|| Event::RolledOff { order });
        }
        order
    }

    /// Returns the players in the order in which they are asked to act: by score, or clockwise in a demo game (S42).
    fn playing_order(&mut self) -> [PlayerId; MAX_PLAYERS] {
        match self.battle.size {
            Size::Demo => self.clockwise(),
            Size::Skirmish | Size::Battle => self.tactical_order(),
        }
    }

    /// Returns the players clockwise, beginning after the player who acted last.
    fn clockwise(&self) -> [PlayerId; MAX_PLAYERS] {
        let (count, first) = (self.state.player_count, self.state.last_to_act.number() + 1);
        std::array::from_fn(|i| PlayerId::new((first + i as u8) % count))
    }

    /// Returns the players by descending score. The rules set the order of tied players (R05), but the loser of a tie
    /// for offense goes last until that tie is broken (S23).
    pub(super) fn tactical_order(&mut self) -> [PlayerId; MAX_PLAYERS] {
        let mut order = match (self.battle.size, self.rules().order.ties) {
            (Size::Demo, _) | (_, OrderTies::Alternate) => self.by_score_from(self.clockwise()),
            (_, OrderTies::Roll) => self.players_by_score(Purpose::RollOff),
            (_, OrderTies::Sticky) => self.by_score_from(self.state.query),
        };
        let Some(loser) = self.state.tied_last else { return order };
        let count = usize::from(self.state.player_count);
        let is_level = |player: &PlayerId| *player != loser && self.state.score(*player) == self.state.score(loser);
        if !order[..count].iter().any(is_level) {
            self.state.tied_last = None;
            return order;
        }
        let place = order.iter().position(|player| *player == loser).unwrap_or(0);
        let after = order[place + 1..count].iter().take_while(|player| is_level(player)).count();
        order[place..=place + after].rotate_left(1);
        order
    }

    /// Returns the players by descending score, tied players in the sequence of `order`.
    fn by_score_from(&self, mut order: [PlayerId; MAX_PLAYERS]) -> [PlayerId; MAX_PLAYERS] {
        let players = &mut order[..usize::from(self.state.player_count)];
        sort_by_score(players, |player| self.state.score(player));
        order
    }

    /// Gives the turn to the frame with the number that comes up; a frame with two dice may wait for the other (S35).
    fn per_unit_step(&mut self) {
        while self.state.count <= self.rules().order.per_unit_sides {
            let is_due = |player: &PlayerId| due_units(self.state, *player).next().is_some();
            let due = self.state.player_ids().filter(is_due).count();
            // Tactical order decides between players with numbers that come up together.
            match due {
                0 => self.state.count += 1,
                1 => return self.ask_due(self.state.query),
                _ => {
                    let order = self.playing_order();
                    return self.ask_due(order);
                }
            }
        }
    }

    /// Begins the turn of the first due frame in an order of players, or asks the owner if there is a choice.
    fn ask_due(&mut self, order: [PlayerId; MAX_PLAYERS]) {
        self.state.query = order;
        for (place, player) in (0..self.state.player_count).zip(order) {
            let mut due = due_units(self.state, player);
            let Some(unit) = due.next() else { continue };
            if due.next().is_none() && !may_wait(self.state, unit) {
                drop(due);
                return self.begin_turn(unit, None);
            }
            drop(due);
            self.state.place = place;
            return self.ask(player, Decision::Act);
        }
    }

    /// Lets a player's due frames wait for their second die.
    fn decline(&mut self) {
        let player = self.state.query[usize::from(self.state.place)];
        let count = self.state.count;
        for unit in self.state.unit_ids() {
            if self.state.unit(unit).owner == player && self.state.unit(unit).is_due(count) {
                let dice = self.state.unit(unit).order;
                self.state.unit_mut(unit).order = dice.map(|die| if die == count { 0 } else { die });
            }
        }
        self.tell(|| Event::Passed { player });
    }

    /// Keeps only the die that a frame acts on, if its dice serve the whole battle (S35).
    fn keep_die(&mut self, unit: UnitId) {
        if self.rules().order.per_unit == PerUnit::Once {
            self.state.unit_mut(unit).order = [self.state.count, 0];
        }
    }

    /// Begins a frame's turn, by its owner's choice or because the frame was attacked.
    pub(crate) fn begin_turn(&mut self, unit: UnitId, attacked_by: Option<UnitId>) {
        let owner = self.state.unit(unit).owner;
        self.state.unit_mut(unit).acted = true;
        self.state.all_passed = false;
        self.state.players[owner.index()].to_act -= 1;
        let turn = Some(Turn::new(unit, attacked_by));
        match attacked_by {
            None => {
                self.state.turn = turn;
                self.state.last_to_act = owner;
                self.keep_die(unit);
            }
            Some(_) => self.state.answer = turn,
        }
        self.tell(|| Event::TurnBegan { unit, attacked_by });
    }

    /// Ends the round, after the special objective has moved if it moves then (S46).
    fn end_round(&mut self) {
        if self.rules().objective.at_round_end && self.begin_to_move_objective() {
            return;
        }
        self.close_round();
    }

    /// Takes dice and spots off the table, and counts the clock down. Players are asked about the clock by score, also
    /// in a demo game (R43, R44).
    pub(super) fn close_round(&mut self) {
        for unit in &mut self.state.units {
            (unit.defense, unit.spot) = (None, None);
        }
        self.state.piece_spots.fill(None);
        let round = self.state.round;
        self.tell(|| Event::RoundEnded { round });
        self.state.clock = self.state.clock.saturating_sub(self.rules().clock.step);
        let clock = self.state.clock;
        self.tell(|| Event::Ticked { by: None, clock });
        self.state.query = self.tactical_order();
        self.state.phase = Phase::Clock { place: 0 };
    }

    /// Asks the next player about the clock, or goes on to the next round or the end (R43 to R46).
    pub(crate) fn clock_step(&mut self, place: u8) {
        let rules = &self.rules().clock;
        let polls = rules.votes && (self.state.clock > 0 || rules.keep_polling);
        if !polls || place >= self.state.player_count {
            return self.after_clock();
        }
        self.state.phase = Phase::Clock { place: place + 1 };
        let player = self.state.query[usize::from(place)];
        let standing = self.state.players[player.index()];
        if standing.frames + standing.stations > 0 || rules.poll_eliminated {
            self.ask(player, Decision::Tick);
        }
    }

    /// Counts the clock down for a player.
    #[inline]
    pub(crate) fn tick(&mut self, player: PlayerId) {
        self.state.clock = self.state.clock.saturating_sub(self.rules().clock.vote);
        let clock = self.state.clock;
        self.tell(|| Event::Ticked { by: Some(player), clock });
    }

    /// Lets the clock stand for a player.
    #[inline]
    pub(crate) fn hold(&mut self, player: PlayerId) {
        self.tell(|| Event::Held { player });
    }

    fn after_clock(&mut self) {
        let fighting = self.state.players().iter().filter(|player| player.frames > 0).count();
        let conceded = self.rules().clock.concede && fighting <= 1;
        if self.state.clock > 0 && !conceded {
            return self.start_round();
        }
        self.state.phase = Phase::Over;
        let scores = self.state.players.map(|player| player.score());
        self.tell(|| Event::Over { scores });
    }
}

// Stations: their owners, and changes of owner (S13, S14, R23 to R26).

/// A mask of all players.
const ANYONE: u8 = u8::MAX;

impl<D: BattleDice, O: Observer<Battle<D>>> Play<'_, D, O> {
    /// Updates the stations that a frame entered or left by a move, a dodge or its destruction.
    #[inline]
    pub(crate) fn look_at_stations(&mut self, stations: StationSet) {
        if self.rules().stations.seized == Seized::AtOnce {
            stations.iter().for_each(|station| self.settle(station, ANYONE));
        }
    }

    /// Updates all stations on the table.
    #[inline]
    pub(crate) fn look_at_all_stations(&mut self) {
        for station in self.state.station_ids() {
            if self.state.station(station).placed {
                self.settle(station, ANYONE);
            }
        }
    }

    /// Updates the guards of all stations, and changes no owner.
    #[inline]
    pub(crate) fn look_at_guards(&mut self) {
        for station in self.state.station_ids() {
            self.note_guard(station, self.state.occupants(station));
        }
    }

    /// Updates the stations at the end of a frame's own turn: only this frame may seize the stations within its reach
    /// (S13).
    #[inline]
    pub(crate) fn look_after_turn(&mut self, unit: UnitId) {
        let (owner, beside) = (self.state.unit(unit).owner, self.state.stations_beside(unit));
        for station in self.state.station_ids() {
            let near = beside.has(station);
            self.settle(station, if near { 1 << owner.number() } else { 0 });
        }
    }

    /// Seizes the stations that a frame passes on its path (R23).
    pub(crate) fn look_at_stations_passed(&mut self, unit: UnitId, from: Point, path: &Path) {
        let owner = self.state.unit(unit).owner;
        for station in self.state.station_ids() {
            let places = || path.bends().iter().copied().chain([path.to]);
            let mut legs = [from].into_iter().chain(places()).zip(places());
            let passed = legs.any(|(a, b)| self.comes_near(station, a, b));
            let others = self.state.station(station).beside - UnitSet::of(unit);
            let friends = match self.rules().stations.seized_by {
                SeizedBy::OnlyPlayer => self.state.friends_set(owner),
                SeizedBy::OnlyFrame => UnitSet::EMPTY,
            };
            if passed && (others - friends).is_empty() {
                self.hand_over(station, Some(owner));
            }
        }
    }

    fn comes_near(&self, station: StationId, from: Point, to: Point) -> bool {
        // A step of a tenth of a unit misses less than a hundredth of the reach.
        let steps = (from.distance(to) / 0.1).ceil().max(1.0);
        let station = self.state.station(station);
        (0..=steps as u32).any(|i| self.battle.reaches_station(from.lerp(to, f64::from(i) / steps), station))
    }

    /// Gives a station to the only player there, if `may_seize` contains the player, and if a single frame is there
    /// where the rules require that. A station that its owner leaves to several rivals has no owner (S14).
    fn settle(&mut self, station: StationId, may_seize: u8) {
        let here = self.state.occupants(station);
        let held = *self.state.station(station);
        let owner_here = held.owner.is_some_and(|owner| here & (1 << owner.number()) != 0);
        let alone = match self.rules().stations.seized_by {
            SeizedBy::OnlyPlayer => true,
            SeizedBy::OnlyFrame => held.beside.len() == 1,
        };
        match here.count_ones() {
            1 if !owner_here && alone && here & may_seize != 0 => {
                self.hand_over(station, Some(PlayerId::new(here.trailing_zeros() as u8)));
            }
            0 | 1 => {}
            _ if held.owner.is_some() && !owner_here && held.guarded && self.rules().stations.limbo => {
                self.hand_over(station, None);
            }
            _ => {}
        }
        self.note_guard(station, here);
    }

    fn note_guard(&mut self, station: StationId, here: u8) {
        let station = &mut self.state.stations[station.index()];
        station.guarded = station.owner.is_some_and(|owner| here & (1 << owner.number()) != 0);
    }

    /// Changes the owner of a station; scores follow at once.
    fn hand_over(&mut self, station: StationId, to: Option<PlayerId>) {
        let from = self.state.station(station).owner;
        let barred = to.is_some_and(|to| self.battle.barred.capture & (1 << to.number()) != 0);
        if from == to || barred {
            return;
        }
        if let Some(from) = from {
            self.state.players[from.index()].stations -= 1;
        }
        if let Some(to) = to {
            self.state.players[to.index()].stations += 1;
        }
        self.state.stations[station.index()].owner = to;
        self.tell(|| Event::StationTaken { station, from, to });
    }
}
