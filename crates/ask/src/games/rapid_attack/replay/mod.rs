//! Replays of whole battles: a log of events with all changes of the state, and a page that plays it.
//!
//! [`Log`] observes a game and records a line per event; [`PAGE`] shows the lines. `docs/replays.md` describes them.

mod describe;
#[cfg(test)]
mod tests;

use crate::games::mobile_frame::{fields_of, initial};
use describe::{Names, words};
use hitchart_lab::replay::{Line, Lines, Origin, Page, TABLE, TABLE_STYLE, rounded};
use hitchart_lab::study::ReplayOrigin;
use hitchart_mobile_frame::PlayerId;
use hitchart_mobile_frame::geometry::{Point, Shape};
use hitchart_play::Observer;
use hitchart_rapid_attack::battle::state::{Life, Station, Unit};
use hitchart_rapid_attack::battle::{Battle, BattleDice, Event, State};
use hitchart_rapid_attack::battlefield::{EnvironmentSystem, Piece, PieceKind, TableShape};
use hitchart_rapid_attack::loadout::{Loadout, SystemKind};
use hitchart_rapid_attack::muster::{FightingCompany, FightingFrame};
use hitchart_rapid_attack::ruleset::Ruleset;
use serde::Serialize;
use serde_json::{Value, json};

// The first line of a replay: the origin of the game and its initial state.

/// Kind and version of the lines.
pub(crate) const SCHEMA: &str = "hitchart-replay/2";

/// The first line of a replay.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Header {
    #[serde(flatten)]
    pub origin: Origin,
    /// Every number and switch of the rules that the game was played by.
    pub rules: Ruleset,
    pub size: String,
    /// Value of the clock at the start.
    pub clock: u8,
    /// Least height of cover, in bricks.
    pub min_cover_height: u8,
    pub hand_to_hand: f64,
    pub direct: f64,
    pub frame_radius: f64,
    pub station_side: f64,
    pub table: TableHeader,
    /// True if the ground is hostile terrain everywhere.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hostile: bool,
    /// Environmental system that this terrain needs.
    #[serde(skip_serializing_if = "EnvironmentSystem::is_first")]
    pub needs: EnvironmentSystem,
    pub pieces: Vec<PieceHeader>,
    pub companies: Vec<CompanyHeader>,
    pub units: Vec<UnitHeader>,
    pub stations: Vec<StationHeader>,
}

/// The table, centred at 0, 0; lengths in ruler units.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TableHeader {
    /// Square, sides along the axes, or round.
    pub shape: TableShape,
    /// Half the width.
    pub half: f64,
}

/// An outline: `corners` of a polygon, or `centre` and `radius` of a disc.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Outline {
    Polygon { corners: Vec<Point> },
    Disc { centre: Point, radius: f64 },
}

/// A piece of terrain.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PieceHeader {
    pub name: String,
    /// Effect on frames; cover by default.
    #[serde(skip_serializing_if = "PieceKind::is_cover")]
    pub kind: PieceKind,
    /// True if stairs or a ladder lead onto it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub stairs: bool,
    /// Place of the station that a player may claim it as.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub station: Option<Point>,
    /// Environmental system that it needs, if it is hostile ground.
    #[serde(skip_serializing_if = "EnvironmentSystem::is_first")]
    pub needs: EnvironmentSystem,
    #[serde(flatten)]
    pub outline: Outline,
    /// Number of hits that remove it.
    pub hits: u8,
    /// Height in bricks before any hit, after one hit, and so on until it is gone.
    pub heights: Vec<u8>,
}

/// A company.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct CompanyHeader {
    pub name: String,
    /// Letter that identifies the company; no other company has it.
    pub initial: String,
    /// Colour, such as `#0072b2`.
    pub color: String,
    pub policy: String,
    /// Score of each frame and station.
    pub points_per_asset: i8,
}

/// A frame.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct UnitHeader {
    pub company: PlayerId,
    /// Number in the company, from 1.
    pub number: u8,
    pub name: String,
    /// Loadout in the Handbook's notation, rockets included.
    pub loadout: String,
    /// Tokens of the systems, one entry for each.
    pub systems: Vec<String>,
    pub rockets: u8,
    pub whites: u8,
    /// True if it joins only to break a tie.
    pub spare: bool,
}

/// A station.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct StationHeader {
    /// The company that fields it; absent if no company does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company: Option<PlayerId>,
    /// Number in the company, from 1.
    pub number: u8,
    /// True for the special objective.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub objective: bool,
}

impl Outline {
    /// Returns the outline of a shape.
    pub(crate) fn of(shape: &Shape) -> Outline {
        match shape {
            Shape::Polygon(polygon) => Outline::Polygon { corners: polygon.corners().to_vec() },
            Shape::Disc { centre, radius } => Outline::Disc { centre: *centre, radius: rounded(*radius) },
        }
    }
}

impl PieceHeader {
    fn of(piece: &Piece) -> PieceHeader {
        PieceHeader {
            name: piece.name.clone(),
            kind: piece.kind,
            stairs: piece.stairs,
            station: piece.station.then(|| piece.shape.centre()),
            needs: piece.needs,
            outline: Outline::of(&piece.shape),
            hits: piece.hits,
            heights: (0..=piece.hits).map(|lost| piece.height(lost)).collect(),
        }
    }
}

impl Header {
    /// Returns the header of a game in its first state; [`Header::with`] completes it.
    pub(crate) fn of<D>(battle: &Battle<D>, state: &State) -> Header {
        let rules = &battle.rules;
        let field = &battle.fields[usize::from(state.field)];
        Header {
            origin: Origin::new(SCHEMA, state.key, &rules.name),
            rules: rules.clone(),
            size: battle.size.name().to_owned(),
            clock: state.clock,
            min_cover_height: rules.shelter.min_height,
            hand_to_hand: rules.ranges.hand_to_hand,
            direct: rules.ranges.direct,
            frame_radius: rules.movement.frame_radius,
            station_side: rules.stations.side,
            table: TableHeader { shape: field.table().shape(), half: rounded(field.table().half()) },
            hostile: field.hostile().is_some(),
            needs: field.hostile().unwrap_or_default(),
            pieces: field.pieces().iter().map(PieceHeader::of).collect(),
            companies: companies(&battle.companies, state),
            units: units(&battle.companies, state),
            stations: stations(state),
        }
    }

    /// Adds the origin of the game and the names of the companies' policies.
    pub(crate) fn with(mut self, about: ReplayOrigin, policies: &[String]) -> Header {
        for (company, policy) in self.companies.iter_mut().zip(policies) {
            company.policy.clone_from(policy);
        }
        self.origin.about = about;
        self
    }
}

fn companies(companies: &[FightingCompany], state: &State) -> Vec<CompanyHeader> {
    let mut taken = String::new();
    let with_points = companies.iter().zip(state.players());
    let header = with_points.map(|(company, player)| {
        let initial = initial(&company.name, &taken);
        taken.push(initial);
        CompanyHeader {
            name: company.name.clone(),
            initial: initial.to_string(),
            color: company.color.to_string(),
            policy: String::new(),
            points_per_asset: player.points_per_asset,
        }
    });
    header.collect()
}

fn units(companies: &[FightingCompany], state: &State) -> Vec<UnitHeader> {
    let mut seen = vec![0_u8; companies.len()];
    let header = state.units().iter().map(|unit| {
        let company = &companies[unit.owner.index()];
        let number = &mut seen[unit.owner.index()];
        let (frame, spare) = frame(company, usize::from(*number));
        *number += 1;
        UnitHeader {
            company: unit.owner,
            number: *number,
            name: frame.map_or_else(|| format!("Frame {number}"), |frame| frame.name.clone()),
            loadout: unit.loadout.to_string(),
            systems: systems(&unit.loadout),
            rockets: unit.loadout.rockets(),
            whites: unit.whites,
            spare,
        }
    });
    header.collect()
}

/// Returns a company's frame by number, and true if the frame is the spare, which comes last.
fn frame(company: &FightingCompany, number: usize) -> (Option<&FightingFrame>, bool) {
    match company.frames.get(number) {
        Some(frame) => (Some(frame), false),
        None => (company.spare.as_ref(), true),
    }
}

fn stations(state: &State) -> Vec<StationHeader> {
    let stations = state.stations();
    let header = state.station_ids().zip(stations).map(|(id, station)| {
        let before = stations[..id.index()].iter().filter(|other| other.owner == station.owner).count();
        let objective = state.objective == Some(id);
        StationHeader { company: station.owner, number: before as u8 + 1, objective }
    });
    header.collect()
}

/// Returns the tokens of the systems of a loadout one by one, in the order of its notation.
fn systems(loadout: &Loadout) -> Vec<String> {
    let systems =
        SystemKind::ALL.iter().flat_map(|(kind, token)| std::iter::repeat_n(*token, loadout.count(*kind).into()));
    systems.map(str::to_owned).collect()
}

// The state of a battle, as the page and other readers of lines rebuild it.

/// Returns the state of a battle with some pieces of terrain.
fn state_now(state: &State, pieces: usize) -> Value {
    let piece = |number: usize| {
        let stands = state.standing >> number & 1 == 1;
        json!({ "hits": state.piece_hits[number], "stands": stands, "spot": state.piece_spots[number] })
    };
    let turns = [&state.turn, &state.answer].into_iter().flatten();
    json!({
        "round": state.round,
        "clock": state.clock,
        "scores": state.player_ids().map(|player| state.score(player)).collect::<Vec<i32>>(),
        "turns": turns.map(|turn| turn.unit).collect::<Vec<_>>(),
        "units": state.units().iter().map(unit_now).collect::<Vec<Value>>(),
        "stations": state.stations().iter().map(station_now).collect::<Vec<Value>>(),
        "pieces": (0..pieces).map(piece).collect::<Vec<Value>>(),
    })
}

fn unit_now(unit: &Unit) -> Value {
    json!({
        "life": unit.life(),
        "at": matches!(unit.life(), Life::Standing | Life::Destroyed).then_some(unit.at),
        "systems": systems(&unit.loadout),
        "whites": unit.whites,
        "rockets": unit.loadout.rockets(),
        "acted": unit.acted,
        "defense": unit.defense,
        "spot": unit.spot,
        "elevation": unit.elevation,
    })
}

fn station_now(station: &Station) -> Value {
    json!({ "at": station.placed.then_some(station.at), "owner": station.owner.filter(|_| station.placed) })
}

// The observer that records a battle.

/// Records every event of a battle, faces of dice included.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    lines: Lines,
    start: Option<(Header, Names)>,
}

impl Log {
    /// Returns the lines so far.
    pub(crate) fn lines(&self) -> &[Line] {
        &self.lines.lines
    }

    /// Returns the first line of the replay; `None` before the battle has begun. `policies` are names by company.
    pub(crate) fn header(&self, about: ReplayOrigin, policies: &[String]) -> Option<Header> {
        self.start.as_ref().map(|(header, _)| header.clone().with(about, policies))
    }
}

impl<D: BattleDice> Observer<Battle<D>> for Log {
    const WANTS_FACES: bool = true;

    fn see(&mut self, battle: &Battle<D>, state: &State, event: &Event) {
        let (header, names) = self.start.get_or_insert_with(|| {
            let header = Header::of(battle, state);
            let names = Names::of(&header);
            (header, names)
        });
        if let Event::Setup { points_per_asset, .. } = event {
            let points = header.companies.iter_mut().zip(points_per_asset);
            points.for_each(|(company, points)| company.points_per_asset = *points);
        }
        let now = state_now(state, header.pieces.len());
        self.lines.add(state.round, fields_of(event, header.companies.len()), words(names, event), now);
    }
}

/// The page of a battle: the table, the dice, and the scores over time.
pub(crate) const PAGE: Page = Page {
    styles: &[TABLE_STYLE, include_str!("replay.css")],
    // The code shared by all battles on a table; the table; the rest of the page.
    scripts: &[TABLE, include_str!("table.js"), include_str!("replay.js")],
    standing: concat!("  <ul id=\"scores\"></ul>\n", include_str!("legend.html")),
    aside: "",
    below: "  <svg id=\"chart\" role=\"img\" aria-label=\"Scores over the battle\"></svg>\n",
    drawing: "The table",
    view: "Follow the action closely",
};
