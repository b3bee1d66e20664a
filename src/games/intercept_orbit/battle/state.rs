//! The state of a battle: flat, without pointers, so that a copy is a copy of bytes.

use super::super::space::{Body, Maneuver, Pose};
use super::action::Asked;
pub use super::open_turn::{Blow, Colour, CoverBy, Die, Given, Hand, Loss, Stage, Target, Turn, Wound};
pub use super::pieces::{Asset, Debris, Life, Part, Parts, SpotDie};

/// Most fleets of a battle.
pub const MAX_FLEETS: usize = 4;
/// Most assets: four fleets of ten tactical assets and four high value assets each.
pub const MAX_ASSETS: usize = MAX_FLEETS * 14;
/// Most high value assets.
pub const MAX_HVAS: usize = MAX_FLEETS * 4;
/// Most pieces of debris.
pub const MAX_DEBRIS: usize = 8;
/// Where pieces of debris begin in masks that name assets and debris together.
pub const DEBRIS: u8 = MAX_ASSETS as u8;

/// A player's standing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Player {
    /// Points per asset, fixed for the battle.
    pub points_per_asset: i8,
    /// Assets that score beyond those held; not 0 only where the end of captured ships costs their first owner (I36).
    pub extra: i8,
}

/// Who takes damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Victim {
    /// A ship or a company.
    Asset(u8),
    /// A player's companies on a ship, as the player likes (I30).
    Aboard { ship: u8, player: u8 },
}

/// Most wounds that wait at a time: the companies of four players aboard a ship, a target, its cover, a chain of
/// collisions.
pub const MAX_WOUNDS: usize = 12;

/// How far a collision has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CollisionStage {
    /// The dice are to be rolled.
    Roll,
    /// The rammer's player turns the target.
    TurnTarget,
    /// The target's player turns the rammer.
    TurnRammer,
    Done,
}

/// Two that have run into each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Collision {
    pub rammer: u8,
    pub target: u8,
    pub dice: u8,
    /// Whether a player had one ram the other that it could have passed (I52).
    pub chosen: bool,
    pub stage: CollisionStage,
    /// Hits rolled on each: so many clicks it may be turned by.
    pub on_rammer: u8,
    pub on_target: u8,
}

/// Most collisions that are open at a time: one, and those that follow from one another (I54).
pub const MAX_CHAIN: usize = 11;

/// A ship or high value asset under way.
#[derive(Clone, Copy, Debug)]
pub struct Sail {
    pub asset: u8,
    pub from: Pose,
    pub maneuver: Maneuver,
    /// Pips left, for debris (I55).
    pub pips: u8,
    /// What it was let pass, assets and debris, as a mask; see [`DEBRIS`].
    pub passed: u64,
    /// What it has met and is decided about.
    pub meets: u8,
    /// How far along its course it meets it.
    pub meets_at: f64,
    /// Whether one of the two players has let it pass already.
    pub asked: bool,
}

/// A boarding action under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Boarding {
    pub ship: u8,
    pub stage: BoardingStage,
    /// Place of the next player who may aid another.
    pub place: u8,
    /// Who gives dice, and to whom (I32).
    pub helper: Option<u8>,
    pub aided: Option<u8>,
    /// Dice that damage, by roller and damage: whom they hit is to be decided.
    pub dice: [[u8; 7]; MAX_FLEETS],
    /// Damage by victim.
    pub damage: [u8; MAX_FLEETS],
    /// Who takes the ship.
    pub winner: Option<u8>,
}

/// How far a boarding action has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardingStage {
    /// The next ship is to be found.
    #[default]
    Look,
    Aid,
    Roll,
    /// Whom dice hit is to be decided.
    Hit,
    Done,
}

/// Where the battle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A tie for the first place: the winner of the roll may drop a tactical asset (I11).
    Tie {
        chooser: u8,
    },
    Setup(SetupStep),
    /// Turns are taken.
    Round,
    /// The round ends.
    Ending(EndStep),
    Over,
}

/// Steps of set-up, in order ("Placing Assets Into the Battlespace").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupStep {
    FirstHva,
    DefenderHvas,
    FirstShip,
    PrimaryShip,
    SecondaryShips,
    AttackerShips,
    AttackerCompanies,
    AttackerHvas,
    DefenderShips,
    DefenderCompanies,
    Debris,
}

/// Steps of the end of a round; their order is the ruleset's (I24).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndStep {
    Boarding,
    Clock,
    /// Players are asked about the clock (I37).
    Ticks {
        place: u8,
    },
    Fuel,
    Done,
}

/// A battle.
#[derive(Clone, Copy, Debug)]
pub struct State {
    /// Ships and companies, fleet by fleet, then high value assets.
    pub assets: [Asset; MAX_ASSETS],
    pub asset_count: u8,
    /// Number of the first high value asset.
    pub tactical_count: u8,
    /// Assets on the table, and those among them that stand, as masks; kept with their lives.
    pub(super) on_table: u64,
    pub(super) standing: u64,
    /// Assets that score, as a mask: those not on the table yet, those that stand, companies that are docked.
    pub(super) scoring: u64,
    /// Assets that have begun a turn this round, as a mask.
    pub(super) acted: u64,
    /// Assets by kind, whatever their lives, as masks.
    pub(super) ships: u64,
    pub(super) companies: u64,
    /// Assets by the fleet they set out with, as masks.
    pub(super) fleets: [u64; MAX_FLEETS],
    /// Assets by whose they are, as masks; kept with owners and captors.
    pub(super) sides: [u64; MAX_FLEETS],
    /// Ships in other hands, as a mask.
    pub(super) captured: u64,
    /// Companies that drift, as a mask.
    pub(super) drifting: u64,
    /// Ships and companies near enough to each high value asset to hold it, as masks; kept with where all are.
    pub(super) beside: [u64; MAX_HVAS],
    /// Whether who is beside high value assets, or whose they are, changed since it was last looked who holds them.
    pub(super) unsettled: bool,
    pub debris: [Debris; MAX_DEBRIS],
    /// Pieces on the table, as a mask.
    pub debris_left: u8,
    pub players: [Player; MAX_FLEETS],
    pub player_count: u8,
    pub phase: Phase,
    pub clock: u8,
    /// 0 during set-up, then 1, 2, …
    pub round: u8,
    /// Seats: players from the highest starting score down; the first defends, the last is the primary attacker.
    pub seats: [u8; MAX_FLEETS],
    /// Players in the order in which they are asked, and the place of the one asked.
    pub query: [u8; MAX_FLEETS],
    pub place: u8,
    /// The turn under way, and the one that answers it: at most two are open.
    pub turn: Option<Turn>,
    pub answer: Option<Turn>,
    /// What sails in the turn in control.
    pub sail: Option<Sail>,
    pub collisions: [Collision; MAX_CHAIN],
    pub collision_count: u8,
    /// Collisions since the ship under way set out (I54).
    pub chain: u8,
    pub wounds: [Wound; MAX_WOUNDS],
    pub wound_count: u8,
    pub boarding: Boarding,
    /// Whether the first turn of the battle was begun (I14).
    pub opened: bool,
    /// Key of all dice, and number of rolls so far whose name is their number.
    pub key: u64,
    pub rolls: u16,
    /// The decision that is next.
    pub asked: Option<Asked>,
}

impl State {
    /// All assets of the battle.
    pub fn assets(&self) -> &[Asset] {
        &self.assets[..usize::from(self.asset_count)]
    }

    /// All players.
    pub fn players(&self) -> &[Player] {
        &self.players[..usize::from(self.player_count)]
    }

    /// An asset by its number.
    #[inline]
    pub fn asset(&self, asset: u8) -> &Asset {
        &self.assets[usize::from(asset)]
    }

    /// An asset by its number.
    #[inline]
    pub fn asset_mut(&mut self, asset: u8) -> &mut Asset {
        &mut self.assets[usize::from(asset)]
    }

    /// Body and pose of an asset or of a piece of debris, by its number in masks of both.
    #[inline]
    pub fn placed(&self, thing: u8) -> (Body, Pose) {
        match thing.checked_sub(DEBRIS) {
            Some(piece) => self.debris[usize::from(piece)].placed(),
            None => self.asset(thing).placed(),
        }
    }

    /// High value assets, as a mask, whatever their lives.
    #[inline]
    pub fn hvas(&self) -> u64 {
        (1 << self.asset_count) - (1 << self.tactical_count)
    }

    /// Assets on the table, as a mask.
    #[inline]
    pub fn on_table(&self) -> u64 {
        self.on_table
    }

    /// Assets that stand, as a mask.
    #[inline]
    pub fn standing(&self) -> u64 {
        self.standing
    }

    /// Ships on the table, as a mask.
    #[inline]
    pub fn ships(&self) -> u64 {
        self.ships & self.standing
    }

    /// Companies on the table, as a mask, docked and drifting ones too.
    #[inline]
    pub fn companies(&self) -> u64 {
        self.companies & self.on_table
    }

    /// Assets of a player, as a mask, whatever their lives.
    #[inline]
    pub fn of(&self, player: u8) -> u64 {
        self.sides[usize::from(player)]
    }

    /// What ships and high value assets may run into: ships, high value assets and debris, as a mask of both.
    #[inline]
    pub fn solid(&self) -> u64 {
        self.standing & !self.companies | u64::from(self.debris_left) << DEBRIS
    }

    /// The numbers in a mask of assets and debris as a player counts them: what set out with its own fleet, then that of
    /// the players after it, then debris.
    #[inline]
    pub fn numbers_for(&self, player: u8, mask: u64) -> impl Iterator<Item = u8> + use<> {
        let mut masks = [mask & !((1 << DEBRIS) - 1); MAX_FLEETS + 1];
        for (place, of) in masks[..MAX_FLEETS].iter_mut().enumerate() {
            *of = mask & self.fleets[(usize::from(player) + place) % MAX_FLEETS];
        }
        masks.into_iter().flat_map(numbers_in)
    }

    /// Companies that can be targets, and ships: all on the table that do not drift (I45), as a mask.
    #[inline]
    pub fn targets(&self) -> u64 {
        self.on_table & !self.hvas() & !self.drifting
    }

    /// Companies that are on a ship and not adrift, as a mask.
    pub fn aboard(&self, ship: u8) -> u64 {
        let aboard = |company: &u8| {
            let company = self.asset(*company);
            company.on == Some(ship) && company.life != Life::Drifting
        };
        mask_of(numbers_in(self.companies()).filter(aboard))
    }

    /// The turn in control: the one that answers, until it waits for the attacker.
    #[inline]
    pub fn turn_in_control(&self) -> Option<&Turn> {
        match &self.answer {
            Some(answer) if answer.stage != Stage::Waiting => Some(answer),
            _ => self.turn.as_ref(),
        }
    }

    /// The turn in control.
    #[inline]
    pub(super) fn turn_mut(&mut self) -> &mut Turn {
        let answering = self.answer.as_ref().is_some_and(|answer| answer.stage != Stage::Waiting);
        let turn = if answering { &mut self.answer } else { &mut self.turn };
        turn.as_mut().expect("steps of a turn run only while one is open")
    }

    /// A player's score: assets times points per asset.
    #[inline]
    pub fn score(&self, player: u8) -> i32 {
        let standing = &self.players[usize::from(player)];
        let assets = (self.of(player) & self.scoring).count_ones() as i32 + i32::from(standing.extra);
        assets * i32::from(standing.points_per_asset)
    }

    /// Ships and companies near enough to a high value asset to hold it, as a mask.
    #[inline]
    pub fn beside(&self, hva: u8) -> u64 {
        self.beside[usize::from(hva - self.tactical_count)]
    }

    /// Assets of a player that may act and have not begun a turn this round, as a mask.
    #[inline]
    pub fn ready(&self, player: u8) -> u64 {
        self.of(player) & self.standing & !self.acted
    }

    /// Whether an asset has begun a turn this round.
    #[inline]
    pub fn has_acted(&self, asset: u8) -> bool {
        self.acted >> asset & 1 == 1
    }

    /// Changes an asset's life or who holds it; all masks follow.
    pub(super) fn change(&mut self, number: u8, change: impl FnOnce(&mut Asset)) {
        let bit = 1 << number;
        let asset = &mut self.assets[usize::from(number)];
        let before = asset.side();
        change(asset);
        let (life, side, captor, is_ship) = (asset.life, asset.side(), asset.captor, asset.is_ship());
        let set = |mask: &mut u64, on: bool| *mask = if on { *mask | bit } else { *mask & !bit };
        set(&mut self.on_table, matches!(life, Life::Standing | Life::Docked | Life::Drifting));
        set(&mut self.standing, life == Life::Standing);
        set(&mut self.scoring, matches!(life, Life::Waiting | Life::Standing | Life::Docked));
        set(&mut self.drifting, life == Life::Drifting);
        set(&mut self.captured, is_ship && captor.is_some() && life == Life::Standing);
        self.sides[usize::from(before)] &= !bit;
        self.sides[usize::from(side)] |= bit;
        self.unsettled = true;
        if life != Life::Standing {
            self.beside.iter_mut().for_each(|beside| *beside &= !bit);
        }
    }

    /// An asset's life goes on.
    pub(super) fn set_life(&mut self, asset: u8, life: Life) {
        self.change(asset, |asset| asset.life = life);
    }

    /// Pieces of debris on the table, by number.
    pub fn pieces(&self) -> impl Iterator<Item = u8> + use<> {
        numbers_in(self.debris_left.into())
    }
}

/// The numbers in a mask, lowest first.
#[inline]
pub fn numbers_in(mut mask: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = (mask != 0).then(|| mask.trailing_zeros() as u8)?;
        mask &= mask - 1;
        Some(lowest)
    })
}

/// The mask of some numbers.
#[inline]
pub fn mask_of(numbers: impl Iterator<Item = u8>) -> u64 {
    numbers.fold(0, |mask, number| mask | 1 << number)
}
