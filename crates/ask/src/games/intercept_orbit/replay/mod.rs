//! Replays of whole battles: a log of events with all changes of the state, and a page that plays it.
//!
//! [`Log`] watches a battle and records a line for each event after a [`Header`]; [`PAGE`] shows the lines.
//! `docs/intercept-orbit-replays.md` describes them.

#[cfg(test)]
pub(in crate::games::intercept_orbit) mod tests;
mod words;

use crate::games::mobile_frame::{self, initial};
use hitchart_config::Color;
use hitchart_intercept_orbit::battle::state::{Asset, Life, Parts, State};
use hitchart_intercept_orbit::battle::{Battle, BattleDice, Event};
use hitchart_intercept_orbit::ship::{System, Systems};
use hitchart_intercept_orbit::space::{Body, Pose};
use hitchart_intercept_orbit::{battle_rules::TableShape, ids::AssetId, ruleset::Ruleset};
use hitchart_lab::replay::{Line, Lines, Origin, Page, TABLE, TABLE_STYLE, rounded};
use hitchart_lab::study::ReplayOrigin;
use hitchart_mobile_frame::{PlayerId, geometry::Point};
use hitchart_play::Observer;
use serde::Serialize;
use serde_json::{Map, Value, json};
use words::{Names, words};

/// The page of a battle: the table, the dice, and the scores over the battle.
pub const PAGE: Page = Page {
    styles: &[TABLE_STYLE, include_str!("replay.css")],
    // Code for all battles on a table; the table; effects of events; the rest of the page.
    scripts: &[TABLE, include_str!("table.js"), include_str!("effects.js"), include_str!("replay.js")],
    standing: concat!("  <ul id=\"scores\"></ul>\n", include_str!("legend.html")),
    aside: "",
    below: "  <svg id=\"chart\" role=\"img\" aria-label=\"Scores over the battle\"></svg>\n",
    drawing: "The battlespace",
    view: "Follow the action closely",
};

// The first line of a replay: the origin of a battle, and its rules, table, fleets and assets.

/// Kind and version of the lines.
pub const SCHEMA: &str = "hitchart-orbit-replay/3";

/// The first line of a replay.
#[derive(Clone, Debug, Serialize)]
pub struct Header {
    #[serde(flatten)]
    pub origin: Origin,
    /// All numbers and switches of the rules of the battle.
    pub rules: Ruleset,
    /// True for a major battle.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub major: bool,
    /// Clock at the start.
    pub clock: u8,
    /// Farthest distances of the dogfight, point-defense and assault bands, in ruler units.
    pub bands: [f64; 3],
    /// Number of headings in a full turn; a click is one heading.
    pub headings: u8,
    pub table: TableHeader,
    pub bases: BaseHeader,
    pub fleets: Vec<FleetHeader>,
    /// Ships and companies fleet by fleet, then high value assets.
    pub assets: Vec<AssetHeader>,
}

/// The table, with its centre at 0, 0. Lengths are in ruler units.
#[derive(Clone, Debug, Serialize)]
pub struct TableHeader {
    /// A square with sides along the axes, or a circle.
    pub shape: TableShape,
    /// Half the width.
    pub half: f64,
}

/// Sizes of bases: of rectangles across and along the heading, of discs the radius.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct BaseHeader {
    pub capital: [f64; 2],
    pub frigate: [f64; 2],
    pub hva: [f64; 2],
    pub company: f64,
    pub debris: f64,
}

/// A fleet.
#[derive(Clone, Debug, Serialize)]
pub struct FleetHeader {
    pub name: String,
    /// Letter of the fleet, unique in the battle.
    pub initial: String,
    /// Color such as `#0072b2`.
    pub color: String,
    pub policy: String,
    /// The fleet in notation.
    pub fleet: String,
    /// Score of each asset.
    pub points_per_asset: i8,
}

/// Kinds of assets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AssetKind {
    Capital,
    Frigate,
    Company,
    Hva,
}

impl AssetKind {
    /// Returns true for capital ships and frigates.
    pub fn is_ship(self) -> bool {
        matches!(self, AssetKind::Capital | AssetKind::Frigate)
    }
}

/// A ship, a company or a high value asset.
#[derive(Clone, Debug, Serialize)]
pub struct AssetHeader {
    pub fleet: PlayerId,
    pub kind: AssetKind,
    /// Number among the ships, companies or high value assets of the fleet, from 1.
    pub number: u8,
    pub name: String,
    /// Systems one by one: tokens of ships, words of companies.
    pub systems: Vec<String>,
    pub whites: u8,
    /// Colour of the ace that leads the company.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ace: Option<String>,
    /// Speed before the first move.
    pub speed: u8,
}

impl Header {
    /// Returns the header of a battle in its first state; [`Header::with`] completes it. `colors` are those of the fleets
    /// that have one.
    pub fn of<D>(battle: &Battle<D>, state: &State, colors: &[Color]) -> Header {
        let (rules, space) = (&battle.rules, &battle.space);
        let size = |body: Body| {
            let (across, along) = space.half_sizes(body);
            [rounded(2.0 * across), rounded(2.0 * along)]
        };
        Header {
            origin: Origin::new(SCHEMA, state.key, &rules.name),
            rules: rules.clone(),
            major: battle.major,
            clock: state.clock,
            bands: [rules.ranges.dogfight, rules.ranges.point_defense, rules.ranges.assault],
            headings: space.headings(),
            table: TableHeader { shape: rules.table.shape, half: rounded(space.half()) },
            bases: BaseHeader {
                capital: size(Body::Capital),
                frigate: size(Body::Frigate),
                hva: size(Body::Hva),
                company: rounded(space.half_sizes(Body::Company).0),
                debris: rounded(space.half_sizes(Body::Debris).0),
            },
            fleets: fleets(battle, state, colors),
            assets: headers(battle, state),
        }
    }

    /// Adds the origin of the battle and the names of the fleets' policies.
    pub fn with(mut self, about: ReplayOrigin, policies: &[String]) -> Header {
        for (fleet, policy) in self.fleets.iter_mut().zip(policies) {
            fleet.policy.clone_from(policy);
        }
        self.origin.about = about;
        self
    }
}

fn fleets<D>(battle: &Battle<D>, state: &State, colors: &[Color]) -> Vec<FleetHeader> {
    let (mut taken, mut colors) = (String::new(), colors.to_vec());
    let fleets = battle.fleets.iter().zip(state.players()).enumerate().map(|(place, (fleet, player))| {
        let name = battle.fleet_name(PlayerId::new(place as u8));
        let letter = char::from(b'A' + place as u8);
        let initial = if place < battle.names.len() { initial(&name, &taken) } else { letter };
        if colors.len() <= place {
            colors.push(Color::free(&colors));
        }
        taken.push(initial);
        FleetHeader {
            name,
            initial: initial.to_string(),
            color: colors[place].to_string(),
            policy: String::new(),
            fleet: fleet.to_string(),
            points_per_asset: player.points_per_asset,
        }
    });
    fleets.collect()
}

// Assets in replays: names and systems.

/// Returns the headers of all assets of a battle.
pub(crate) fn headers<D>(battle: &Battle<D>, state: &State) -> Vec<AssetHeader> {
    let header = state.asset_ids().map(|id| {
        let asset = state.asset(id);
        AssetHeader {
            fleet: asset.owner,
            kind: kind(asset),
            number: state.number_in_fleet(id),
            name: battle.asset_name(state, id),
            systems: systems(asset),
            whites: asset.whites,
            ace: asset.ace.map(|ace| ace.name().to_owned()),
            speed: asset.speed,
        }
    });
    header.collect()
}

fn kind(asset: &Asset) -> AssetKind {
    match asset.body {
        Body::Capital => AssetKind::Capital,
        Body::Frigate => AssetKind::Frigate,
        Body::Hva => AssetKind::Hva,
        Body::Company | Body::Debris => AssetKind::Company,
    }
}

/// Returns the systems that an asset has left: tokens of ships, words of companies.
pub(crate) fn systems(asset: &Asset) -> Vec<String> {
    match asset.is_ship() {
        true => tokens(&asset.systems),
        false => parts(asset.parts),
    }
}

/// Returns shipboard systems one by one, in the order of notation.
fn tokens(systems: &Systems) -> Vec<String> {
    let one_by_one = |system: System| std::iter::repeat_n(system.token().to_owned(), systems.count(system).into());
    systems.kinds().flat_map(one_by_one).collect()
}

/// Returns the systems of a company in words.
pub(crate) fn parts(parts: Parts) -> Vec<String> {
    Parts::NAMES.iter().filter(|(part, _)| parts.has(*part)).map(|(_, name)| (*name).to_owned()).collect()
}

// The state of a battle, as the page and other readers of lines rebuild it.

/// Returns the state of a battle in which some pieces of debris were placed.
fn state_now(state: &State, pieces: u32) -> Value {
    let piece = |number: usize| {
        let piece = &state.debris[number];
        json!({ "at": piece.at, "hits": piece.hits, "gone": state.debris_left >> number & 1 == 0 })
    };
    let turns = [&state.turn, &state.answer].into_iter().flatten();
    json!({
        "round": state.round,
        "clock": state.clock,
        "scores": state.player_ids().map(|player| state.score(player)).collect::<Vec<i32>>(),
        "turns": turns.map(|turn| turn.asset).collect::<Vec<_>>(),
        "assets": state.asset_ids().map(|id| asset_now(state, id)).collect::<Vec<Value>>(),
        "pieces": (0..pieces as usize).map(piece).collect::<Vec<Value>>(),
    })
}

fn asset_now(state: &State, id: AssetId) -> Value {
    let asset = state.asset(id);
    let life = match asset.life() {
        Life::Waiting | Life::Dropped => "waiting",
        Life::Standing => "standing",
        Life::Docked => "docked",
        Life::Drifting => "adrift",
        Life::Destroyed | Life::Lost => "gone",
    };
    json!({
        "life": life,
        "at": (life != "waiting").then_some(asset.pose.at),
        "heading": asset.pose.heading,
        "fleet": asset.side(),
        "systems": systems(asset),
        "whites": asset.whites,
        "ace": asset.ace_left,
        "acted": state.has_acted(id),
        "defense": asset.defense,
        "spot": asset.spot,
        "ace_spot": asset.ace_spot,
        "fuel": asset.fuel,
        "on": asset.on,
        "carried_by": asset.carried_by,
        "speed": asset.speed,
    })
}

/// Returns the fields of an event. Lists by player end with the last player.
fn fields_of<D>(battle: &Battle<D>, state: &State, event: &Event) -> Map<String, Value> {
    let mut fields = mobile_frame::fields_of(event, battle.fleets.len());
    match event {
        Event::Sailed { distance, to, .. } => {
            fields.insert("path".to_owned(), json!(path(battle, state, *distance, to)));
        }
        Event::Spotted { ace: true, .. } => {
            fields.insert("die".to_owned(), json!("yellow"));
        }
        _ => {}
    }
    fields
}

/// Returns the path of an asset that came to rest: its start, the hinges within `distance` units, and its end.
fn path<D>(battle: &Battle<D>, state: &State, distance: f64, to: &Pose) -> Vec<Point> {
    let Some(sail) = state.sail else { return vec![to.at] };
    let course = battle.space.course(sail.from, &sail.maneuver);
    let hinges = (0..).zip(course.poses()).take_while(|(units, _)| f64::from(*units) < distance);
    let mut way: Vec<Point> = hinges.map(|(_, pose)| pose.at).collect();
    way.push(to.at);
    way.dedup_by_key(|at| [at.x, at.y].map(rounded));
    way
}

// The observer.

/// A record of every event of a battle, with the faces of dice.
#[derive(Clone, Debug, Default)]
pub struct Log {
    lines: Lines,
    /// Colors of the fleets on maps; fleets beyond the list get a free color.
    colors: Vec<Color>,
    start: Option<(Header, Names)>,
    /// Number of pieces of debris that were placed.
    pieces: u32,
}

impl Log {
    /// Creates an empty log of a battle between fleets with these colors on maps.
    pub fn colored(colors: Vec<Color>) -> Log {
        Log { colors, ..Log::default() }
    }

    /// Returns the lines so far.
    pub fn lines(&self) -> &[Line] {
        &self.lines.lines
    }

    /// Returns the first line of the replay; `None` before the battle begins. `policies` are the users' names of
    /// policies, by fleet.
    pub fn header(&self, about: ReplayOrigin, policies: &[String]) -> Option<Header> {
        self.start.as_ref().map(|(header, _)| header.clone().with(about, policies))
    }
}

impl<D: BattleDice> Observer<Battle<D>> for Log {
    const WANTS_FACES: bool = true;

    fn see(&mut self, battle: &Battle<D>, state: &State, event: &Event) {
        let (header, names) = self.start.get_or_insert_with(|| {
            let header = Header::of(battle, state, &self.colors);
            let names = Names::of(&header);
            (header, names)
        });
        if let Event::Setup { points_per_asset, .. } = event {
            let points = header.fleets.iter_mut().zip(points_per_asset);
            points.for_each(|(fleet, points)| fleet.points_per_asset = *points);
        }
        self.pieces = self.pieces.max(u8::BITS - state.debris_left.leading_zeros());
        let now = state_now(state, self.pieces);
        self.lines.add(state.round, fields_of(battle, state, event), words(names, event), now);
    }
}
