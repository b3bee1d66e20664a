//! The state of a battle: flat, without pointers, so a copy is a copy of bytes.

pub use super::open_turn::{Commitment, CoverBy, Die, Hand, Stage, Target, Turn};
use crate::ids::{StationId, StationSet, UnitId, UnitSet};
use hitchart_mobile_frame::PlayerId;
pub use hitchart_mobile_frame::dice::{Colour, SpotDie};
pub use hitchart_mobile_frame::masks::numbers_in;

use super::action::PendingDecision;
use crate::loadout::{Loadout, SystemKind};
use hitchart_mobile_frame::geometry::Point;
use hitchart_play::MAX_PLAYERS;

/// Most frames of a battle: five companies of eight.
pub const MAX_UNITS: usize = MAX_PLAYERS * 8;
/// Most stations of a battle: five companies of three, and the special objective.
pub const MAX_STATIONS: usize = MAX_PLAYERS * 3 + 1;
/// Most pieces of terrain: the bits of a 64-bit mask.
pub const MAX_PIECES: usize = 64;

/// Stages in the life of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Life {
    /// Not fielded yet.
    Waiting,
    /// On the table.
    Standing,
    /// Destroyed; it neither covers nor blocks (R35).
    Destroyed,
    /// A spare that the company did not field, or a frame given up in a tie for defense (S22).
    Withdrawn,
}

/// A frame on the table.
#[derive(Clone, Copy, Debug)]
pub struct Unit {
    /// Centre, in ruler units from the centre of the table.
    pub at: Point,
    /// Mask of the pieces of terrain within reach of the frame's edge, standing or not; updated with `at`.
    pub near: u64,
    /// Remaining systems and rockets.
    pub loadout: Loadout,
    /// White dice left.
    pub whites: u8,
    /// The player who owns the frame.
    pub owner: PlayerId,
    life: Life,
    /// True if the frame has begun its turn this round, or is destroyed.
    pub acted: bool,
    /// Defense for the round, once chosen (R42).
    pub defense: Option<u8>,
    /// The spot on the frame.
    pub spot: Option<SpotDie<UnitId>>,
    /// Height of the frame's footing, in bricks.
    pub elevation: u8,
    /// Dice of per-unit turn order, twenty-sided by default; 0 means no die (S35).
    pub order: [u8; 2],
    /// True if the frame was built with fewer systems than a frame may have, which earns a second die of turn order
    /// (S35).
    pub underfitted: bool,
    /// True if the frame did not move, attack or spot in its last turn.
    pub stood_still: bool,
}

impl Unit {
    /// Creates a frame that is not on the table.
    pub(super) fn new(owner: PlayerId, loadout: Loadout, whites: u8, underfitted: bool) -> Unit {
        Unit {
            at: Point::default(),
            near: 0,
            loadout,
            whites,
            owner,
            life: Life::Withdrawn,
            acted: false,
            defense: None,
            spot: None,
            elevation: 0,
            order: [0; 2],
            underfitted,
            stood_still: false,
        }
    }

    /// Returns the stage of the frame's life.
    #[inline]
    pub fn life(&self) -> Life {
        self.life
    }

    /// Returns true if the frame is on the table.
    #[inline]
    pub fn stands(&self) -> bool {
        self.life == Life::Standing
    }

    /// Returns the number of hits that destroys the frame.
    #[inline]
    pub fn hit_points(&self) -> u8 {
        self.loadout.systems() as u8 + self.whites
    }

    /// Returns true if the frame has any weapon for direct fire or artillery.
    #[inline]
    pub fn has_ranged_weapons(&self) -> bool {
        self.loadout.is_ranged()
    }

    /// Returns true if the count of per-unit turn order matches a die of the frame, and the frame has not acted (S35).
    #[inline]
    pub fn is_due(&self, count: u8) -> bool {
        self.stands() && !self.acted && self.order.contains(&count)
    }

    /// Returns the number of movement systems left.
    #[inline]
    pub fn greens(&self) -> u8 {
        self.loadout.count(SystemKind::Movement)
    }
}

/// A station.
#[derive(Clone, Copy, Debug)]
pub struct Station {
    /// Centre.
    pub at: Point,
    /// The company that fielded it; `None` for the special objective (S46).
    pub fielded_by: Option<PlayerId>,
    /// The player who holds the station; `None` in limbo (S14).
    pub owner: Option<PlayerId>,
    /// The frames on the table within reach of the station; updated when either is placed.
    pub(super) beside: UnitSet,
    /// True if the owner had a frame within reach at the last check.
    pub guarded: bool,
    /// True if the station is on the table.
    pub placed: bool,
}

impl Station {
    /// Creates a station that is not on the table.
    #[inline]
    pub(super) fn new(fielded_by: Option<PlayerId>, owner: Option<PlayerId>) -> Station {
        Station { at: Point::default(), fielded_by, owner, beside: UnitSet::EMPTY, guarded: false, placed: false }
    }

    /// Returns the frames on the table within reach of the station.
    #[inline]
    pub fn beside(&self) -> UnitSet {
        self.beside
    }
}

/// The assets and points of a player.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlayerAssets {
    /// Points per asset, fixed for the battle (R03).
    pub points_per_asset: i8,
    /// Frames not destroyed.
    pub frames: u8,
    /// Stations held.
    pub stations: u8,
    /// Frames fielded that have not begun a turn this round.
    pub to_act: u8,
}

impl PlayerAssets {
    /// Returns the score: assets times points per asset.
    #[inline]
    pub fn score(&self) -> i32 {
        i32::from(self.frames + self.stations) * i32::from(self.points_per_asset)
    }
}

/// Damage that waits for the owner's choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Wound {
    /// Number of the damaged frame.
    pub unit: UnitId,
    /// Points of damage still to take.
    pub hits: u8,
    /// True if a station may be abandoned instead of taking a point of the damage (S16).
    pub dodgeable: bool,
    /// The frame that dealt the damage; `None` for a fall.
    pub by: Option<UnitId>,
}

/// Most wounds that wait at the same time: target, covering frame, and frames that fall.
pub const MAX_WOUNDS: usize = 8;

/// Phases of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// A tie for defense is to be broken by a player: the winner of the roll, a player who was passed the choice, or
    /// the other tied player if the winner cannot change frames (S22).
    Tie {
        /// Player who breaks the tie.
        chooser: PlayerId,
        /// True if the winner of the roll did not make the choice; it cannot be passed on again.
        deferred: bool,
    },
    /// Frames and stations are placed on the table.
    Fielding(FieldingStep),
    /// Turns are taken.
    Round,
    /// The players decide about the clock, one after the other.
    Clock {
        /// Index in [`State::query`] of the player who decides next.
        place: u8,
    },
    /// The players move the special objective, one after the other (S46).
    Objective {
        /// Index in [`State::query`] of the player who decides next.
        place: u8,
        /// The die of an objective under orders; 0 for others.
        pips: u8,
    },
    /// The battle is over.
    Over,
}

/// Steps of fielding, in order (flow, step 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FieldingStep {
    /// The defender places all stations (S29).
    DefenderStations,
    /// The defender fields two frames inside the perimeter (S29).
    DefenderFrames,
    /// The player on point fields a frame at exactly a ruler from a frame of the defender (S30).
    PointFrame,
    /// The attackers field their other frames in turn (S24).
    AttackerFrames,
    /// The attackers place their stations in turn (S25).
    AttackerStations,
    /// The defender fields the remaining frames (S27).
    LateFrames,
}

/// The state of a battle.
#[derive(Clone, Copy, Debug)]
pub struct State {
    /// Frames by number; only the first `unit_count` exist.
    pub units: [Unit; MAX_UNITS],
    /// Number of frames, including destroyed frames and spares.
    pub unit_count: u8,
    /// The frames on the table, updated with their lives; most queries are about these frames.
    pub(super) on_table: UnitSet,
    /// Each player's frames, including destroyed frames and spares.
    pub(super) companies: [UnitSet; MAX_PLAYERS],
    /// Stations by number; only the first `station_count` exist.
    pub stations: [Station; MAX_STATIONS],
    /// Number of stations, on the table or not.
    pub station_count: u8,
    /// The station that is the special objective; `None` if there is none (S46).
    pub objective: Option<StationId>,
    /// Assets and points by player; only the first `player_count` exist.
    pub players: [PlayerAssets; MAX_PLAYERS],
    /// Number of players, 2 to 5.
    pub player_count: u8,
    /// Mask of the pieces that are still cover.
    pub standing: u64,
    /// Hits that each piece has taken.
    pub piece_hits: [u8; MAX_PIECES],
    /// Spots on terrain (S07).
    pub piece_spots: [Option<SpotDie<UnitId>>; MAX_PIECES],
    /// Number of the layout that is played on.
    pub field: u16,
    /// Present phase of the battle.
    pub phase: Phase,
    /// The doomsday clock; the battle ends if it is 0 after a round.
    pub clock: u8,
    /// 0 while companies are fielded, then 1, 2, …
    pub round: u8,
    /// Seats: players by descending starting score. The first defends, the last is on point.
    pub seats: [PlayerId; MAX_PLAYERS],
    /// Players in the order in which they decide, and the position of the current player.
    pub query: [PlayerId; MAX_PLAYERS],
    /// Index in `query`, 255 to restart the query (R06); while attackers field, the position of the next one.
    pub place: u8,
    /// The player who last took a turn of its own, not in answer to an attack; before the first, the player before the
    /// first seat. Clockwise order and alternating ties continue from there.
    pub last_to_act: PlayerId,
    /// The player on point who lost a tie for that seat, and goes after the tied players as long as the tie lasts
    /// (S23).
    pub tied_last: Option<PlayerId>,
    /// True if all players have passed since a frame acted (S31).
    pub all_passed: bool,
    /// The turn of the frame that acts.
    pub turn: Option<Turn>,
    /// The turn that answers it, which becomes the current turn once that one ends: at most two are open (R09).
    pub answer: Option<Turn>,
    /// Damage that waits for choices; of the first `wound_count` entries, the last is taken first.
    pub wounds: [Wound; MAX_WOUNDS],
    /// Number of entries of `wounds` in use.
    pub wound_count: u8,
    /// True if the defender was asked to place stations again (S28).
    pub blocked: bool,
    /// Count of per-unit turn order, from 1 to the sides of its dice (S35).
    pub count: u8,
    /// Key of all dice.
    pub key: u64,
    /// Number of throws so far that are named by a running number; it makes their streams differ.
    pub rolls: u16,
    /// The decision that is due.
    pub asked: Option<PendingDecision>,
}

impl State {
    /// Returns all frames of the battle.
    #[inline]
    pub fn units(&self) -> &[Unit] {
        &self.units[..usize::from(self.unit_count)]
    }

    /// Returns all stations.
    #[inline]
    pub fn stations(&self) -> &[Station] {
        &self.stations[..usize::from(self.station_count)]
    }

    /// Returns the ids of all players.
    #[inline]
    pub fn player_ids(&self) -> impl Iterator<Item = PlayerId> + Clone + use<> {
        PlayerId::first(self.player_count.into())
    }

    /// Returns all players.
    #[inline]
    pub fn players(&self) -> &[PlayerAssets] {
        &self.players[..usize::from(self.player_count)]
    }

    /// Returns the ids of all frames.
    #[inline]
    pub fn unit_ids(&self) -> impl Iterator<Item = UnitId> + Clone + use<> {
        UnitId::first(self.unit_count.into())
    }

    /// Returns the ids of all stations.
    #[inline]
    pub fn station_ids(&self) -> impl Iterator<Item = StationId> + Clone + use<> {
        StationId::first(self.station_count.into())
    }

    /// Returns a station by number.
    #[inline]
    pub fn station(&self, station: StationId) -> &Station {
        &self.stations[station.index()]
    }

    /// Returns a frame by number.
    #[inline]
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }

    /// Returns a frame by number, to be changed.
    #[inline]
    pub fn unit_mut(&mut self, unit: UnitId) -> &mut Unit {
        &mut self.units[unit.index()]
    }

    /// Adds a frame to its owner's company.
    #[inline]
    pub(super) fn enlist(&mut self, unit: Unit, life: Life) {
        let number = UnitId::new(self.unit_count);
        *self.unit_mut(number) = unit;
        self.unit_count += 1;
        self.companies[unit.owner.index()].insert(number);
        self.set_life(number, life);
    }

    /// Sets the stage of a frame's life. A frame off the table is within reach of no station.
    pub(super) fn set_life(&mut self, unit: UnitId, life: Life) {
        self.unit_mut(unit).life = life;
        match life {
            Life::Standing => self.on_table.insert(unit),
            Life::Waiting | Life::Destroyed | Life::Withdrawn => {
                self.on_table.remove(unit);
                self.stations.iter_mut().for_each(|station| station.beside.remove(unit));
            }
        }
    }

    /// Returns the stations within reach of a frame.
    #[inline]
    pub fn stations_beside(&self, unit: UnitId) -> StationSet {
        let beside = self.station_ids().map(|id| StationSet::of_if(id, self.station(id).beside.has(unit)));
        beside.fold(StationSet::EMPTY, |all, one| all | one)
    }

    /// Returns a mask of the players with a frame within reach of a station.
    #[inline]
    pub fn occupants(&self, station: StationId) -> u8 {
        let beside = self.station(station).beside;
        let here = |player: &PlayerId| self.friends_set(*player).meets(beside);
        PlayerId::first(self.player_count.into()).filter(here).fold(0, |mask, player| mask | 1 << player.number())
    }

    /// Returns the value of the spot on a target; 0 without a spot.
    #[inline]
    pub fn spot_on(&self, target: Target) -> u8 {
        let spot = match target {
            Target::Nothing => None,
            Target::Frame(unit) => self.unit(unit).spot,
            Target::Piece(piece) => self.piece_spots[usize::from(piece)],
        };
        spot.map_or(0, |spot| spot.value)
    }

    /// Returns the ids of the frames on the table.
    pub fn standing_units(&self) -> impl Iterator<Item = UnitId> + use<> {
        self.on_table.iter()
    }

    /// Returns the frames on the table.
    #[inline]
    pub fn on_table(&self) -> UnitSet {
        self.on_table
    }

    /// Returns a player's frames on the table as a set.
    #[inline]
    pub fn friends_set(&self, player: PlayerId) -> UnitSet {
        self.on_table & self.companies[player.index()]
    }

    /// Returns the other players' frames on the table as a set.
    #[inline]
    pub fn enemies_set(&self, player: PlayerId) -> UnitSet {
        self.on_table - self.companies[player.index()]
    }

    /// Returns the ids of a player's frames on the table.
    pub fn friends(&self, player: PlayerId) -> impl Iterator<Item = UnitId> + use<> {
        self.friends_set(player).iter()
    }

    /// Returns the ids of the other players' frames on the table.
    pub fn enemies(&self, player: PlayerId) -> impl Iterator<Item = UnitId> + use<> {
        self.enemies_set(player).iter()
    }

    /// Returns the turn in control: the answering turn, unless it waits for the attacker.
    #[inline]
    pub fn turn_in_control(&self) -> Option<&Turn> {
        match &self.answer {
            Some(answer) if answer.stage != Stage::Waiting => Some(answer),
            _ => self.turn.as_ref(),
        }
    }

    /// Returns the turn in control, to be changed.
    #[inline]
    pub(super) fn turn_mut(&mut self) -> &mut Turn {
        let answering = self.answer.as_ref().is_some_and(|answer| answer.stage != Stage::Waiting);
        let turn = if answering { &mut self.answer } else { &mut self.turn };
        turn.as_mut().expect("steps of a turn run only while one is open")
    }

    /// Returns a player's score.
    #[inline]
    pub fn score(&self, player: PlayerId) -> i32 {
        self.players[player.index()].score()
    }
}
