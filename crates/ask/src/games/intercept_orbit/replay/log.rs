//! The observer that records a battle, and the states that are rebuilt from its lines.

use super::line::{Changed, Happening, Line, Struck};
use super::words::{Names, to_happening, words};
use super::{FleetNames, Header, add, place, systems};
use hitchart_intercept_orbit::battle::state::{Asset, Life, SpotDie};
use hitchart_intercept_orbit::battle::{Battle, Dice, Event, State};
use hitchart_lab::study::ReplayOrigin;
use hitchart_play::Observer;

// The observer.

/// A record of every event of a battle, with the faces of dice.
#[derive(Clone, Debug, Default)]
pub struct Log {
    /// The lines so far.
    pub lines: Vec<Line>,
    fleets: Vec<FleetNames>,
    start: Option<(Header, Names)>,
    rebuilt: Option<Rebuilt>,
    round: u8,
    scores: Vec<i32>,
}

impl Log {
    /// Creates an empty log; fleets are named by letters.
    pub fn new() -> Log {
        Log::default()
    }

    /// Creates an empty log of a battle between fleets with these names.
    pub fn named(fleets: Vec<FleetNames>) -> Log {
        Log { fleets, ..Log::default() }
    }

    /// Returns the first line of the replay; `None` before the battle begins. `policies` are the users' names of
    /// policies, by fleet.
    pub fn header(&self, about: ReplayOrigin, policies: &[String]) -> Option<Header> {
        self.start.as_ref().map(|(header, _)| header.clone().with(about, policies))
    }

    /// Returns the scores if they have changed.
    fn new_scores(&mut self, state: &State) -> Option<Vec<i32>> {
        let scores: Vec<i32> = (0..state.player_count).map(|player| state.score(player)).collect();
        (scores != self.scores).then(|| {
            self.scores.clone_from(&scores);
            scores
        })
    }

    /// Returns the places and holders of companies that the event of the line leaves out.
    fn changed(&mut self, state: &State, line: &Line, header: &Header) -> Vec<Changed> {
        let rebuilt = self.rebuilt.get_or_insert_with(|| Rebuilt::start(header));
        rebuilt.take(line);
        let changed = changes(state, rebuilt);
        changed.iter().for_each(|change| rebuilt.change(change));
        changed
    }
}

impl<D: Dice> Observer<Battle<D>> for Log {
    const WANTS_FACES: bool = true;

    fn see(&mut self, battle: &Battle<D>, state: &State, event: &Event) {
        let (mut header, names) = self.start.take().unwrap_or_else(|| {
            let header = Header::of(battle, state, &self.fleets);
            let names = Names::of(&header);
            (header, names)
        });
        if let Event::Setup { points_per_asset, .. } = event {
            let points = header.fleets.iter_mut().zip(points_per_asset);
            points.for_each(|(fleet, points)| fleet.points_per_asset = *points);
        }
        if let Event::RoundBegan { round, .. } = event {
            self.round = *round;
        }
        let what = to_happening(battle, state, event);
        let text = words(&names, &what);
        let n = self.lines.len() as u32 + 1;
        let scores = self.new_scores(state);
        let mut line = Line { n, round: self.round, what, text, scores, changed: Vec::new() };
        line.changed = self.changed(state, &line, &header);
        self.lines.push(line);
        self.start = Some((header, names));
    }
}

// States of a battle, rebuilt from the lines of its replay.

/// Stage of an asset's life, as known from lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AssetStage {
    /// Not on the table yet, or left behind for a tie
    #[default]
    Waiting,
    /// Ships and high value assets in play, companies with fuel
    Standing,
    /// On its carrier, never launched
    Docked,
    /// Out of fuel
    Adrift,
    /// Destroyed, or off the table
    Gone,
}

/// An asset, as known from lines.
#[derive(Clone, Debug, PartialEq)]
pub struct AssetNow {
    pub stand: AssetStage,
    pub at: [f64; 2],
    pub heading: u8,
    /// The player who holds it.
    pub fleet: u8,
    pub systems: Vec<String>,
    pub whites: u8,
    /// True if its ace still counts as a point of life.
    pub ace: bool,
    pub acted: bool,
    /// Defense; `None` until it has one this round.
    pub defense: Option<u8>,
    /// Pips of the spot on it, with the asset that placed it; the second is the spot of a yellow ace.
    pub spot: Option<(u8, u8)>,
    pub ace_spot: Option<(u8, u8)>,
    pub fuel: u8,
    /// The ship that a company is on.
    pub on: Option<u8>,
    pub carried_by: Option<u8>,
    pub speed: u8,
}

/// A piece of debris, as known from lines.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PieceNow {
    pub at: [f64; 2],
    /// Hits taken.
    pub hits: u8,
    /// True if it is off the table.
    pub gone: bool,
}

/// A state of a battle, as known from lines.
#[derive(Clone, Debug, PartialEq)]
pub struct Rebuilt {
    pub assets: Vec<AssetNow>,
    pub pieces: Vec<PieceNow>,
    pub round: u8,
    pub clock: u8,
    pub scores: Vec<i32>,
    /// Numbers of the assets that are ships.
    ships: Vec<u8>,
}

impl Rebuilt {
    /// Returns the state before the first line.
    pub fn start(header: &Header) -> Rebuilt {
        let assets = header.assets.iter().map(|asset| AssetNow {
            stand: AssetStage::Waiting,
            at: [0.0; 2],
            heading: 0,
            fleet: asset.fleet,
            systems: asset.systems.clone(),
            whites: asset.whites,
            ace: asset.ace.is_some() && header.rules.aces.has_life,
            acted: false,
            defense: None,
            spot: None,
            ace_spot: None,
            fuel: 0,
            on: None,
            carried_by: None,
            speed: asset.speed,
        });
        Rebuilt {
            assets: assets.collect(),
            pieces: Vec::new(),
            round: 0,
            clock: header.clock,
            scores: vec![0; header.fleets.len()],
            ships: (0..)
                .zip(&header.assets)
                .filter(|(_, asset)| asset.kind.is_ship())
                .map(|(number, _)| number)
                .collect(),
        }
    }

    /// Advances to the state after the next line.
    pub fn take(&mut self, line: &Line) {
        self.round = line.round;
        self.happen(&line.what);
        if let Some(scores) = &line.scores {
            self.scores.clone_from(scores);
        }
        line.changed.iter().for_each(|change| self.change(change));
    }

    /// Applies a change that a line lists in addition to its event.
    pub fn change(&mut self, change: &Changed) {
        let asset = self.asset(change.asset);
        (asset.at, asset.on, asset.carried_by, asset.fleet) = (change.at, change.on, change.carried_by, change.fleet);
    }

    /// Applies an event. Long, but one line of one shape for each event.
    fn happen(&mut self, what: &Happening) {
        use Happening as To;
        match what {
            To::Placed { asset, at, heading } => {
                let asset = self.asset(*asset);
                (asset.stand, asset.at, asset.heading) = (AssetStage::Standing, *at, *heading);
            }
            To::Docked { asset, ship, at } => {
                let asset = self.asset(*asset);
                (asset.stand, asset.at, asset.on) = (AssetStage::Docked, *at, Some(*ship));
            }
            To::DebrisPlaced { at, .. } => self.pieces.push(PieceNow { at: *at, ..PieceNow::default() }),
            To::RoundBegan { clock } => {
                self.clock = *clock;
                self.assets.iter_mut().for_each(|asset| asset.acted = false);
            }
            To::RoundEnded => {
                for asset in &mut self.assets {
                    (asset.defense, asset.spot, asset.ace_spot) = (None, None, None);
                }
            }
            To::TurnBegan { asset, .. } => self.asset(*asset).acted = true,
            To::Defended { asset, value, .. } => self.asset(*asset).defense = Some(*value),
            To::Repaired { asset, system, .. } => add(&mut self.asset(*asset).systems, system),
            To::Attacked(struck) => self.use_spots(struck),
            To::DebrisHit { piece, hits } => self.pieces[usize::from(*piece)].hits += hits,
            To::DebrisDestroyed { piece } => self.pieces[usize::from(*piece)].gone = true,
            To::DebrisMoved { piece, to } => self.pieces[usize::from(*piece)].at = *to,
            To::SetOut { asset, speed, .. } => self.asset(*asset).speed = *speed,
            To::Sailed { asset, to, heading, .. }
            | To::Turned { asset, to, heading, .. }
            | To::Nudged { asset, to, heading, .. } => {
                let asset = self.asset(*asset);
                (asset.at, asset.heading) = (*to, *heading);
            }
            To::Headed { asset, heading, .. } => self.asset(*asset).heading = *heading,
            To::Flew { asset, to, on, .. } => self.put(*asset, *to, *on),
            To::CompanyPlaced { asset, at, on } => self.put(*asset, *at, *on),
            To::Rode { asset, ship, to } | To::Clung { asset, ship, to } => self.put(*asset, *to, Some(*ship)),
            To::LeftBehind { asset, to, .. } => self.put(*asset, *to, None),
            To::PickedUp { asset, by, to } => {
                let on = self.ships.contains(by).then_some(*by).or(self.asset(*by).on);
                self.put(*asset, *to, on);
                self.asset(*asset).carried_by = Some(*by);
            }
            To::Mended { asset, systems, whites, .. } => {
                let asset = self.asset(*asset);
                systems.iter().for_each(|system| add(&mut asset.systems, system));
                asset.whites += whites;
            }
            To::Launched { asset, fuel, .. } => {
                let asset = self.asset(*asset);
                (asset.stand, asset.fuel, asset.carried_by) = (AssetStage::Standing, *fuel, None);
            }
            To::Spotted { asset, target, value, ace, .. } => {
                let target = self.asset(*target);
                let slot = if *ace { &mut target.ace_spot } else { &mut target.spot };
                *slot = Some((*value, *asset));
            }
            To::Lost { asset, loss, .. } => self.lose(*asset, loss),
            To::Dodged { asset, to, .. } => self.put(*asset, *to, None),
            To::Burned { asset, fuel } => self.asset(*asset).fuel = *fuel,
            To::Drifted { asset } => {
                let asset = self.asset(*asset);
                (asset.stand, asset.fuel) = (AssetStage::Adrift, 0);
                (asset.defense, asset.spot, asset.ace_spot) = (None, None, None);
            }
            To::Destroyed { asset, .. } | To::Left { asset, .. } | To::LostAboard { asset, .. } => {
                self.asset(*asset).stand = AssetStage::Gone;
            }
            To::Taken { asset, to, .. } | To::Reverted { asset, to, .. } => self.asset(*asset).fleet = *to,
            To::Ticked { clock, .. } => self.clock = *clock,
            // Their effects are in the scores of the line and in other events.
            To::Setup { .. }
            | To::RolledOff { .. }
            | To::Dropped { .. }
            | To::Passed { .. }
            | To::Declared { .. }
            | To::Rolled { .. }
            | To::Given { .. }
            | To::AttackForgone { .. }
            | To::AttackDeclared { .. }
            | To::Spared { .. }
            | To::Passing { .. }
            | To::Avoided { .. }
            | To::Collided { .. }
            | To::TurnEnded { .. }
            | To::Aided { .. }
            | To::Boarded { .. }
            | To::BoardingHit { .. }
            | To::Held { .. }
            | To::Over { .. } => {}
        }
    }

    fn asset(&mut self, asset: u8) -> &mut AssetNow {
        &mut self.assets[usize::from(asset)]
    }

    fn put(&mut self, asset: u8, at: [f64; 2], on: Option<u8>) {
        let asset = self.asset(asset);
        (asset.at, asset.on) = (at, on);
    }

    fn use_spots(&mut self, struck: &Struck) {
        if let Some(target) = struck.target.target_asset.filter(|_| struck.spot > 0) {
            let target = self.asset(target);
            (target.spot, target.ace_spot) = (None, None);
        }
    }

    fn lose(&mut self, asset: u8, loss: &str) {
        let asset = self.asset(asset);
        match loss {
            "white" => asset.whites = asset.whites.saturating_sub(1),
            "ace" => asset.ace = false,
            system => {
                if let Some(place) = asset.systems.iter().position(|known| known == system) {
                    asset.systems.remove(place);
                }
            }
        }
    }
}

/// Returns the assets in play with a place, ship, carrier or holder that the lines so far leave out.
pub fn changes(state: &State, rebuilt: &Rebuilt) -> Vec<Changed> {
    let changed = state.assets().iter().zip(&rebuilt.assets).zip(0..).filter_map(|((asset, now), number)| {
        let there = Changed {
            asset: number,
            at: place(asset.pose.at),
            on: asset.on,
            carried_by: asset.carried_by,
            fleet: asset.side(),
        };
        let is_told =
            (now.at, now.on, now.carried_by, now.fleet) == (there.at, there.on, there.carried_by, there.fleet);
        let is_there = !matches!(stand(asset), AssetStage::Waiting | AssetStage::Gone);
        (is_there && !is_told).then_some(there)
    });
    changed.collect()
}

fn stand(asset: &Asset) -> AssetStage {
    match asset.life() {
        Life::Waiting | Life::Dropped => AssetStage::Waiting,
        Life::Standing => AssetStage::Standing,
        Life::Docked => AssetStage::Docked,
        Life::Drifting => AssetStage::Adrift,
        Life::Destroyed | Life::Lost => AssetStage::Gone,
    }
}

/// Compares a rebuilt state with the battle's state; places to four decimals.
///
/// # Errors
/// The first difference, in words.
pub fn check(state: &State, rebuilt: &Rebuilt) -> Result<(), String> {
    same("round", &state.round, &rebuilt.round)?;
    same("clock", &state.clock, &rebuilt.clock)?;
    let scores: Vec<i32> = (0..state.player_count).map(|player| state.score(player)).collect();
    same("scores", &scores, &rebuilt.scores)?;
    for (number, now) in rebuilt.assets.iter().enumerate() {
        check_asset(state, number as u8, now).map_err(|difference| format!("asset {number}: {difference}"))?;
    }
    for (number, now) in rebuilt.pieces.iter().enumerate() {
        let piece = &state.debris[number];
        let there = (place(piece.at), piece.hits, state.debris_left >> number & 1 == 0);
        same(&format!("piece {number}"), &there, &(now.at, now.hits, now.gone))?;
    }
    Ok(())
}

fn check_asset(state: &State, number: u8, now: &AssetNow) -> Result<(), String> {
    let asset = state.asset(number);
    same("stand", &stand(asset), &now.stand)?;
    if matches!(now.stand, AssetStage::Waiting | AssetStage::Gone) {
        return Ok(());
    }
    same("place", &place(asset.pose.at), &now.at)?;
    same("heading", &asset.pose.heading, &now.heading)?;
    same("holder", &asset.side(), &now.fleet)?;
    same("systems", &systems(asset), &now.systems)?;
    same("whites", &asset.whites, &now.whites)?;
    same("ace", &asset.ace_left, &now.ace)?;
    same("acted", &state.has_acted(number), &now.acted)?;
    same("defense", &asset.defense, &now.defense)?;
    same("spots", &[asset.spot, asset.ace_spot].map(|spot| spot.map(die)), &[now.spot, now.ace_spot])?;
    same("fuel", &asset.fuel, &now.fuel)?;
    same("on", &asset.on, &now.on)?;
    same("carried by", &asset.carried_by, &now.carried_by)?;
    same("speed", &asset.speed, &now.speed)
}

fn die(spot: SpotDie) -> (u8, u8) {
    (spot.value, spot.by)
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, battle: &T, replay: &T) -> Result<(), String> {
    (battle == replay)
        .then_some(())
        .ok_or_else(|| format!("{what}: {battle:?} in the battle, {replay:?} in the replay"))
}
