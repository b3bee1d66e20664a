//! State of a battle: flat and without pointers, so that a copy is a copy of bytes.

pub use super::open_turn::{
    Asset, AssignedWhites, Blow, CoverBy, Debris, Die, Hand, Life, Loss, Part, Parts, Stage, Target, Turn, Wound,
};
use crate::ids::{AssetId, AssetSet};
use hitchart_mobile_frame::PlayerId;
pub use hitchart_mobile_frame::dice::{Colour, SpotDie};
pub use hitchart_mobile_frame::masks::numbers_in;

use super::super::space::{Body, Maneuver, Pose};
use super::action::PendingDecision;

/// Most fleets of a battle.
pub const MAX_FLEETS: usize = 4;
/// Most assets: four fleets of ten tactical assets and four high value assets each.
pub const MAX_ASSETS: usize = MAX_FLEETS * 14;
/// Most high value assets.
pub const MAX_HVAS: usize = MAX_FLEETS * 4;
/// Most pieces of debris.
pub const MAX_DEBRIS: usize = 8;
/// Number of the first piece of debris in sets of assets and debris.
pub const DEBRIS: u8 = MAX_ASSETS as u8;

/// Points of a player.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlayerPoints {
    /// Points per asset, fixed for the battle.
    pub points_per_asset: i8,
    /// Correction of the number of assets that score. Not 0 only if the end of captured ships costs their first owner
    /// (I36).
    pub extra: i8,
}

/// Receiver of damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Victim {
    /// A ship or a company.
    Asset(AssetId),
    /// Companies of a player on a ship; the player chooses which take the hits (I30).
    Aboard {
        /// Number of the ship.
        ship: AssetId,
        /// Player whose companies are hit.
        player: PlayerId,
    },
}

/// Most wounds that wait at a time: those of the companies of four players aboard a ship, of a target, of its cover,
/// and of a chain of collisions.
pub const MAX_WOUNDS: usize = 12;

/// Stage of a collision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CollisionStage {
    /// The dice are rolled next.
    Roll,
    /// The rammer's player turns the target.
    TurnTarget,
    /// The target's player turns the rammer.
    TurnRammer,
    /// No step is left; the collision is removed next.
    Done,
}

/// Collision of two things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Collision {
    /// Number of the asset that runs into the target.
    pub rammer: AssetId,
    /// Number of the other asset, or [`DEBRIS`] plus the number of the piece.
    pub target: AssetId,
    /// Number of dice: the speed of the mover (I53), or the clicks left in a chain (I54).
    pub dice: u8,
    /// True if a player chose to ram although the two could have passed each other (I52).
    pub chosen: bool,
    /// Stage that is due next.
    pub stage: CollisionStage,
    /// Hits rolled on each side; also the most clicks by which that side may be turned.
    pub on_rammer: u8,
    /// Hits rolled on the target.
    pub on_target: u8,
}

/// Most collisions that are open at a time: the first, and those that follow from it (I54).
pub const MAX_CHAIN: usize = 11;

/// A ship or high value asset under way.
#[derive(Clone, Copy, Debug)]
pub struct Sail {
    /// Number of the asset.
    pub asset: AssetId,
    /// Pose before the move.
    pub from: Pose,
    /// Speed, and clicks at the hinges.
    pub maneuver: Maneuver,
    /// Pips left, to pass debris (I55).
    pub pips: u8,
    /// Assets and debris that it was allowed to pass; see [`DEBRIS`].
    pub passed: AssetSet,
    /// Number of the thing that it has met, for the decision about it.
    pub meets: AssetId,
    /// Distance along the course to that meeting.
    pub meets_at: f64,
    /// True if the first of two deciders has already let the two pass.
    pub asked: bool,
}

/// A boarding action under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Boarding {
    /// Number of the ship; during the search, the lowest number that is still to be checked.
    pub ship: AssetId,
    /// Stage that is due next.
    pub stage: BoardingStage,
    /// Place of the next player who is asked to aid another.
    pub place: u8,
    /// Player who gives dice to the player `aided` (I32).
    pub helper: Option<PlayerId>,
    /// Player who receives the dice; `None` without aid (I32).
    pub aided: Option<PlayerId>,
    /// Numbers of dice that damage, by roller and damage, until it is decided which players they hit.
    pub dice: [[u8; 7]; MAX_FLEETS],
    /// Damage by victim.
    pub damage: [u8; MAX_FLEETS],
    /// Player who takes the ship.
    pub winner: Option<PlayerId>,
}

/// Stage of a boarding action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardingStage {
    /// The next ship is searched for.
    #[default]
    Look,
    /// Players are asked to give their dice to another player (I32).
    Aid,
    /// All dice are rolled next.
    Roll,
    /// Players choose the victims of their dice.
    Hit,
    /// Ship and damage are assigned; the search for the next ship follows.
    Done,
}

/// Phase of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A tie for the first place: the winner of the roll may leave a tactical asset behind (I11).
    Tie {
        /// Player who won the roll.
        chooser: PlayerId,
    },
    /// Players place their assets and debris.
    Setup(SetupStep),
    /// Assets take their turns.
    Round,
    /// The round ends.
    Ending(EndStep),
    /// The battle is over, and no decision is due.
    Over,
}

/// Steps of set-up, in order ("Placing Assets Into the Battlespace").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupStep {
    /// The defender places a high value asset anywhere.
    FirstHva,
    /// The defender places the other high value assets within assault range of the first.
    DefenderHvas,
    /// The defender places a ship within assault range of the first high value asset.
    FirstShip,
    /// The primary attacker places a ship just within assault range of the defender's ship.
    PrimaryShip,
    /// Each secondary attacker places a ship beyond assault range of the defender's assets.
    SecondaryShips,
    /// All attackers in turn place their other ships beyond assault range of the defender's assets.
    AttackerShips,
    /// Companies of the attackers are docked on their carriers.
    AttackerCompanies,
    /// All attackers in turn place their high value assets anywhere.
    AttackerHvas,
    /// The defender places the other ships anywhere.
    DefenderShips,
    /// Companies of the defender are docked on their carriers.
    DefenderCompanies,
    /// All players in turn place debris, from the highest score down (I65).
    Debris,
}

/// Steps of the end of a round; the ruleset sets their order (I24).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndStep {
    /// Boarding actions, ship by ship (I26 to I32).
    Boarding,
    /// Count of the clock by the step of the rules.
    Clock,
    /// Players decide about an extra step of the clock (I37).
    Ticks {
        /// Place in `query` of the next player who is asked.
        place: u8,
    },
    /// Fuel of all companies is counted down; those without fuel drift (I23).
    Fuel,
    /// The next round begins, or the battle ends if the clock is at 0.
    Done,
}

/// State of a battle.
#[derive(Clone, Copy, Debug)]
pub struct State {
    /// Ships and companies, fleet by fleet, then high value assets.
    pub assets: [Asset; MAX_ASSETS],
    /// Number of assets that started in the fleets, including removed ones.
    pub asset_count: u8,
    /// Number of the first high value asset.
    pub tactical_count: u8,
    /// The assets on the table, and those that stand; updated with each change of an asset's life.
    pub(super) on_table: AssetSet,
    pub(super) standing: AssetSet,
    /// Assets that score: those not on the table yet, those that stand, and docked companies.
    pub(super) scoring: AssetSet,
    /// Assets that have begun a turn this round.
    pub(super) acted: AssetSet,
    /// Assets by kind, in any stage of life.
    pub(super) ships: AssetSet,
    pub(super) companies: AssetSet,
    /// Assets by the fleet in which they started.
    pub(super) fleets: [AssetSet; MAX_FLEETS],
    /// Assets by the player who controls them; updated with each change of a captor.
    pub(super) sides: [AssetSet; MAX_FLEETS],
    /// Captured ships.
    pub(super) captured: AssetSet,
    /// Companies that drift.
    pub(super) drifting: AssetSet,
    /// Ships and companies near enough to each high value asset to hold it; updated with each move.
    pub(super) beside: [AssetSet; MAX_HVAS],
    /// True if the assets near high value assets, or their controllers, changed since the last check of possession.
    pub(super) unsettled: bool,
    /// Pieces of debris by number; those on the table are in `debris_left`.
    pub debris: [Debris; MAX_DEBRIS],
    /// Pieces of debris on the table, as a mask.
    pub debris_left: u8,
    /// Points per asset and correction of each player, by the number of the player.
    pub players: [PlayerPoints; MAX_FLEETS],
    /// Number of players, 2 to 4.
    pub player_count: u8,
    /// Phase that is under way.
    pub phase: Phase,
    /// Steps left on the clock; the battle ends after the round in which the clock reaches 0.
    pub clock: u8,
    /// 0 during set-up, then 1, 2, …
    pub round: u8,
    /// Seats: players from the highest starting score down; the first defends, the last is the primary attacker.
    pub seats: [PlayerId; MAX_FLEETS],
    /// Players in the order in which they are asked; `place` is the place of the player asked now.
    pub query: [PlayerId; MAX_FLEETS],
    /// Place in `query` of the player who is asked now; 255 to ask all again. In set-up, a counter for the step.
    pub place: u8,
    /// The turn under way.
    pub turn: Option<Turn>,
    /// The turn that answers it, of an attacked asset that had not acted; at most two are open. Its declaration and defense
    /// precede the attack (I45).
    pub answer: Option<Turn>,
    /// Ship or high value asset that sails in the turn in control.
    pub sail: Option<Sail>,
    /// Open collisions, the latest last; entries from `collision_count` on are unused.
    pub collisions: [Collision; MAX_CHAIN],
    /// Number of open collisions.
    pub collision_count: u8,
    /// Collisions in the chain since the moving ship set out (I54).
    pub chain: u8,
    /// Damage that is not taken yet, the latest last; entries from `wound_count` on are unused.
    pub wounds: [Wound; MAX_WOUNDS],
    /// Number of wounds with damage that is not taken yet.
    pub wound_count: u8,
    /// Boarding action at the end of a round.
    pub boarding: Boarding,
    /// True once the first turn of the battle has begun (I14).
    pub opened: bool,
    /// Key of all dice.
    pub key: u64,
    /// Number of rolls that were named by their number.
    pub rolls: u16,
    /// The decision that is due.
    pub asked: Option<PendingDecision>,
}

impl State {
    /// Returns all assets of the battle.
    #[inline]
    pub fn assets(&self) -> &[Asset] {
        &self.assets[..usize::from(self.asset_count)]
    }

    /// Returns the ids of all assets.
    #[inline]
    pub fn asset_ids(&self) -> impl Iterator<Item = AssetId> + Clone + use<> {
        AssetId::first(self.asset_count.into())
    }

    /// Returns the ids of all players.
    #[inline]
    pub fn player_ids(&self) -> impl Iterator<Item = PlayerId> + Clone + use<> {
        PlayerId::first(self.player_count.into())
    }

    /// Returns all players.
    #[inline]
    pub fn players(&self) -> &[PlayerPoints] {
        &self.players[..usize::from(self.player_count)]
    }

    /// Returns an asset by its number.
    #[inline]
    pub fn asset(&self, asset: AssetId) -> &Asset {
        &self.assets[asset.index()]
    }

    /// Returns an asset by its number, for changes.
    #[inline]
    pub fn asset_mut(&mut self, asset: AssetId) -> &mut Asset {
        &mut self.assets[asset.index()]
    }

    /// Returns body and pose of an asset or a piece of debris, by its id.
    #[inline]
    pub fn placed(&self, thing: AssetId) -> (Body, Pose) {
        match thing.debris() {
            Some(piece) => self.debris[usize::from(piece)].placed(),
            None => self.asset(thing).placed(),
        }
    }

    /// Returns the high value assets, in any stage of life.
    #[inline]
    pub fn hvas(&self) -> AssetSet {
        AssetSet::of_bits((1 << self.asset_count) - (1 << self.tactical_count))
    }

    /// Returns the assets on the table.
    #[inline]
    pub fn on_table(&self) -> AssetSet {
        self.on_table
    }

    /// Returns the assets that stand.
    #[inline]
    pub fn standing(&self) -> AssetSet {
        self.standing
    }

    /// Returns the ships on the table.
    #[inline]
    pub fn ships(&self) -> AssetSet {
        self.ships & self.standing
    }

    /// Returns the companies on the table, including docked and drifting ones.
    #[inline]
    pub fn companies(&self) -> AssetSet {
        self.companies & self.on_table
    }

    /// Returns the assets that a player controls, in any stage of life.
    #[inline]
    pub fn of(&self, player: PlayerId) -> AssetSet {
        self.sides[player.index()]
    }

    /// Returns everything that ships and high value assets can run into: ships, high value assets and debris.
    #[inline]
    pub fn solid(&self) -> AssetSet {
        (self.standing - self.companies) | self.debris_set()
    }

    /// Returns the pieces of debris on the table as a set of things.
    #[inline]
    pub fn debris_set(&self) -> AssetSet {
        AssetSet::of_bits(u64::from(self.debris_left) << DEBRIS)
    }

    /// Lists the numbers in a set of assets and debris from a player's view: first assets that started in the player's
    /// fleet, then those of the players after it, then debris.
    #[inline]
    pub fn numbers_for(&self, player: PlayerId, mask: AssetSet) -> impl Iterator<Item = AssetId> + use<> {
        let mut masks = [mask - AssetSet::of_bits((1 << DEBRIS) - 1); MAX_FLEETS + 1];
        for (place, of) in masks[..MAX_FLEETS].iter_mut().enumerate() {
            *of = mask & self.fleets[(player.index() + place) % MAX_FLEETS];
        }
        masks.into_iter().flat_map(AssetSet::iter)
    }

    /// Returns the possible targets: all ships and companies on the table that do not drift (I45).
    #[inline]
    pub fn targets(&self) -> AssetSet {
        self.on_table - self.hvas() - self.drifting
    }

    /// Returns the companies on a ship that do not drift.
    #[inline]
    pub fn aboard(&self, ship: AssetId) -> AssetSet {
        let aboard = |company: &AssetId| {
            let company = self.asset(*company);
            company.on == Some(ship) && company.life != Life::Drifting
        };
        AssetSet::from_iter(self.companies().iter().filter(aboard))
    }

    /// Returns the turn in control: the answer until it waits for the attacker, else the turn that was begun first.
    #[inline]
    pub fn turn_in_control(&self) -> Option<&Turn> {
        match &self.answer {
            Some(answer) if answer.stage != Stage::Waiting => Some(answer),
            _ => self.turn.as_ref(),
        }
    }

    /// Returns the turn in control, for changes.
    #[inline]
    pub(super) fn turn_mut(&mut self) -> &mut Turn {
        let answering = self.answer.as_ref().is_some_and(|answer| answer.stage != Stage::Waiting);
        let turn = if answering { &mut self.answer } else { &mut self.turn };
        turn.as_mut().expect("steps of a turn run only while one is open")
    }

    /// Returns a player's score: number of assets times points per asset.
    #[inline]
    pub fn score(&self, player: PlayerId) -> i32 {
        let standing = &self.players[player.index()];
        let assets = (self.of(player) & self.scoring).len() as i32 + i32::from(standing.extra);
        assets * i32::from(standing.points_per_asset)
    }

    /// Returns the ships and companies near enough to a high value asset to hold it.
    #[inline]
    pub fn beside(&self, hva: AssetId) -> AssetSet {
        self.beside[hva.index() - usize::from(self.tactical_count)]
    }

    /// Returns the player's assets that may act and have not begun a turn this round.
    #[inline]
    pub fn ready(&self, player: PlayerId) -> AssetSet {
        self.of(player) & (self.standing - self.acted)
    }

    /// Returns true if an asset has begun a turn this round.
    #[inline]
    pub fn has_acted(&self, asset: AssetId) -> bool {
        self.acted.has(asset)
    }

    /// Changes an asset's life or captor, and updates all sets.
    pub(super) fn change(&mut self, number: AssetId, change: impl FnOnce(&mut Asset)) {
        let bit = AssetSet::of(number);
        let asset = &mut self.assets[number.index()];
        let before = asset.side();
        change(asset);
        let (life, side, captor, is_ship) = (asset.life, asset.side(), asset.captor, asset.is_ship());
        let set = |mask: &mut AssetSet, on: bool| *mask = if on { *mask | bit } else { *mask - bit };
        set(&mut self.on_table, matches!(life, Life::Standing | Life::Docked | Life::Drifting));
        set(&mut self.standing, life == Life::Standing);
        set(&mut self.scoring, matches!(life, Life::Waiting | Life::Standing | Life::Docked));
        set(&mut self.drifting, life == Life::Drifting);
        set(&mut self.captured, is_ship && captor.is_some() && life == Life::Standing);
        self.sides[before.index()] -= bit;
        self.sides[side.index()] |= bit;
        self.unsettled = true;
        if life != Life::Standing {
            self.beside.iter_mut().for_each(|beside| *beside -= bit);
        }
    }

    /// Changes an asset's life.
    #[inline]
    pub(super) fn set_life(&mut self, asset: AssetId, life: Life) {
        self.change(asset, |asset| asset.life = life);
    }

    /// Lists the pieces of debris on the table, by number.
    pub fn pieces(&self) -> impl Iterator<Item = u8> + use<> {
        numbers_in(self.debris_left.into())
    }
}
