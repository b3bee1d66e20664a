//! Replays of whole battles: a log from which every state can be rebuilt, and a page that plays it.
//!
//! [`Log`] observes a game and records a [`Line`] per event; [`PAGE`] shows the lines. `docs/replays.md` describes the
//! lines, and tests compute states from them.

mod describe;
mod line;
#[cfg(test)]
pub(crate) mod rebuild;
#[cfg(test)]
mod tests;

pub(crate) use line::{Changed, Line};

use describe::{Names, words};
use hitchart_lab::replay::{Origin, Page, TABLE, TABLE_STYLE};
use hitchart_lab::study::ReplayOrigin;
use hitchart_mobile_frame::geometry::{Point, Shape};
use hitchart_play::Observer;
use hitchart_rapid_attack::battle::{Battle, Dice, Event, State};
use hitchart_rapid_attack::battlefield::{Piece, PieceKind, TableShape};
use hitchart_rapid_attack::loadout::{Loadout, SystemKind};
use hitchart_rapid_attack::muster::{FightingCompany, FightingFrame};
use hitchart_rapid_attack::ruleset::Ruleset;
use line::told;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

// The first line of a replay: the origin of the game and its initial state.

/// Kind and version of the lines.
pub(crate) const SCHEMA: &str = "hitchart-replay/1";

/// The first line of a replay.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
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
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hostile: bool,
    pub pieces: Vec<PieceHeader>,
    pub companies: Vec<CompanyHeader>,
    pub units: Vec<UnitHeader>,
    pub stations: Vec<StationHeader>,
}

/// The table, centred at 0, 0; lengths in ruler units.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct TableHeader {
    /// Square, sides along the axes, or round.
    pub shape: TableShape,
    /// Half the width.
    pub half: f64,
}

/// An outline: `corners` of a polygon, or `centre` and `radius` of a disc.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Outline {
    Polygon { corners: Vec<[f64; 2]> },
    Disc { centre: [f64; 2], radius: f64 },
}

/// A piece of terrain.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct PieceHeader {
    pub name: String,
    /// Effect on frames; cover by default.
    #[serde(default, skip_serializing_if = "PieceKind::is_cover")]
    pub kind: PieceKind,
    /// True if stairs or a ladder lead onto it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stairs: bool,
    #[serde(flatten)]
    pub outline: Outline,
    /// Number of hits that remove it.
    pub hits: u8,
    /// Height in bricks before any hit, after one hit, and so on until it is gone.
    pub heights: Vec<u8>,
}

/// A company.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct UnitHeader {
    pub company: u8,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct StationHeader {
    /// The company that fields it; absent if no company does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub company: Option<u8>,
    /// Number in the company, from 1.
    pub number: u8,
}

impl Outline {
    /// Returns the outline of a shape.
    pub(crate) fn of(shape: &Shape) -> Outline {
        match shape {
            Shape::Polygon(polygon) => {
                Outline::Polygon { corners: polygon.corners().iter().map(|c| place(*c)).collect() }
            }
            Shape::Disc { centre, radius } => Outline::Disc { centre: place(*centre), radius: rounded(*radius) },
        }
    }
}

impl PieceHeader {
    fn of(piece: &Piece) -> PieceHeader {
        PieceHeader {
            name: piece.name.clone(),
            kind: piece.kind,
            stairs: piece.stairs,
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
            hostile: field.is_hostile(),
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

/// Returns the first letter of a name, without its article, that no other company has; else the first free letter of
/// the alphabet.
fn initial(name: &str, taken: &str) -> char {
    let bare = name.strip_prefix("The ").unwrap_or(name);
    let mut letters = bare.chars().flat_map(char::to_uppercase).chain('A'..='Z');
    letters.find(|letter| letter.is_alphanumeric() && !taken.contains(*letter)).unwrap_or('?')
}

fn units(companies: &[FightingCompany], state: &State) -> Vec<UnitHeader> {
    let mut seen = vec![0_u8; companies.len()];
    let header = state.units().iter().map(|unit| {
        let company = &companies[usize::from(unit.owner)];
        let number = &mut seen[usize::from(unit.owner)];
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
    let header = stations.iter().enumerate().map(|(place, station)| {
        let before = stations[..place].iter().filter(|other| other.owner == station.owner).count();
        StationHeader { company: station.owner, number: before as u8 + 1 }
    });
    header.collect()
}

/// Returns the tokens of the systems of a loadout one by one, in the order of its notation.
fn systems(loadout: &Loadout) -> Vec<String> {
    let systems =
        SystemKind::ALL.iter().flat_map(|(kind, token)| std::iter::repeat_n(*token, loadout.count(*kind).into()));
    systems.map(str::to_owned).collect()
}

// Places on the table, as written in lines.

/// Rounds a number to four decimals, never minus zero: the precision of places in a replay.
pub(crate) fn rounded(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0 + 0.0
}

/// Returns a place on the table as written in lines.
pub(crate) fn place(point: Point) -> [f64; 2] {
    [rounded(point.x), rounded(point.y)]
}

// The observer that records a battle.

/// Records every event of a battle, faces of dice included.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    /// The lines so far.
    pub lines: Vec<Line>,
    start: Option<(Header, Names)>,
    round: u8,
    scores: Vec<i32>,
    known: Vec<Changed>,
}

impl Log {
    /// Returns an empty log.
    pub(crate) fn new() -> Log {
        Log::default()
    }

    /// Returns the first line of the replay; `None` before the battle has begun. `policies` are names by company.
    pub(crate) fn header(&self, about: ReplayOrigin, policies: &[String]) -> Option<Header> {
        self.start.as_ref().map(|(header, _)| header.clone().with(about, policies))
    }

    /// Returns the rockets and heights that have changed since the last event.
    fn changed(&mut self, state: &State) -> Vec<Changed> {
        let now = state.units().iter().zip(0..).map(|(unit, number)| Changed {
            unit: number,
            rockets: unit.loadout.rockets(),
            elevation: unit.elevation,
        });
        let now: Vec<Changed> = now.collect();
        let changed = now.iter().filter(|unit| self.known.get(usize::from(unit.unit)).is_some_and(|old| old != *unit));
        let changed = changed.copied().collect();
        self.known = now;
        changed
    }

    /// Returns the scores if they have changed since the last event.
    fn new_scores(&mut self, state: &State) -> Option<Vec<i32>> {
        let scores: Vec<i32> = (0..state.player_count).map(|player| state.score(player)).collect();
        (scores != self.scores).then(|| {
            self.scores.clone_from(&scores);
            scores
        })
    }
}

impl<D: Dice> Observer<Battle<D>> for Log {
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
        if let Event::RoundBegan { round, .. } = event {
            self.round = *round;
        }
        let what = told(state, event);
        let text = words(names, &what);
        let n = self.lines.len() as u32 + 1;
        let (scores, changed) = (self.new_scores(state), self.changed(state));
        self.lines.push(Line { n, round: self.round, what, text, scores, changed });
    }
}

/// The page of a battle: the table, the dice, and the scores over time.
pub(crate) const PAGE: Page = Page {
    styles: &[TABLE_STYLE, include_str!("replay.css")],
    // The code shared by all battles on a table; states from lines; the table; the rest of the page.
    scripts: &[TABLE, include_str!("states.js"), include_str!("table.js"), include_str!("replay.js")],
    standing: concat!("  <ul id=\"scores\"></ul>\n", include_str!("legend.html")),
    aside: "",
    below: "  <svg id=\"chart\" role=\"img\" aria-label=\"Scores over the battle\"></svg>\n",
    drawing: "The table",
    view: (
        "Follow the action closely",
        "M10 3a7 7 0 1 0 4.2 12.600l5.1 5.1 1.4-1.4-5.1-5.100A7 7 0 0 0 10 3zm0 2a5 5 0 1 1 0 10 5 5 0 0 1 0-10zm-1 \
         2v2H7v2h2v2h2v-2h2V9h-2V7z",
    ),
};
