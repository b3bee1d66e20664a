//! Descriptions of events in the language of players.

use super::Header;
use hitchart_config::words::{capitalised, counted, possessive};
use hitchart_lab::replay::words::{list, over};
use hitchart_lab::sentences;
use hitchart_mobile_frame::words::{seating, standings};
use hitchart_mobile_frame::{PlayerId, dice::ActionDie};
use hitchart_rapid_attack::battle::state::{Colour, CoverBy, Die, Target, numbers_in};
use hitchart_rapid_attack::battle::{Event, Face, Strike};
use hitchart_rapid_attack::ids::{StationId, UnitId};
use hitchart_rapid_attack::ruleset::ChartName;

/// Names of frames, pieces, stations and companies.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    companies: Vec<String>,
    units: Vec<String>,
    pieces: Vec<String>,
    stations: Vec<String>,
}

impl Names {
    /// Returns the names of a battle.
    pub(crate) fn of(header: &Header) -> Names {
        let company = |company: PlayerId| possessive(&header.companies[company.index()].name);
        let units = header.units.iter().map(|unit| format!("{} {}", company(unit.company), unit.name)).collect();
        let stations = header.stations.iter().map(|station| match station.company {
            Some(owner) => format!("{} station {}", company(owner), station.number),
            None if station.objective => "the objective".to_owned(),
            None => format!("station {}", station.number),
        });
        Names {
            companies: header.companies.iter().map(|company| company.name.clone()).collect(),
            units,
            pieces: pieces(header),
            stations: stations.collect(),
        }
    }

    fn company(&self, company: &PlayerId) -> &str {
        &self.companies[company.index()]
    }

    fn unit(&self, unit: &UnitId) -> &str {
        &self.units[unit.index()]
    }

    fn piece(&self, piece: &u8) -> &str {
        &self.pieces[usize::from(*piece)]
    }

    fn station(&self, station: &StationId) -> &str {
        &self.stations[station.index()]
    }

    fn target(&self, target: Target) -> &str {
        match target {
            Target::Frame(unit) => self.unit(&unit),
            Target::Piece(piece) => self.piece(&piece),
            Target::Nothing => "nothing",
        }
    }

    fn order(&self, companies: &[PlayerId]) -> String {
        let names: Vec<&str> =
            companies.iter().take(self.companies.len()).map(|company| self.company(company)).collect();
        names.join(", then ")
    }
}

/// Names the pieces: numbered if several have the same name, with an article if there is no number.
fn pieces(header: &Header) -> Vec<String> {
    let names = header.pieces.iter().enumerate().map(|(place, piece)| {
        let name = &piece.name;
        let twin = header.pieces.iter().filter(|other| other.name == *name).count() > 1;
        let stands_alone = name.ends_with(|end: char| end.is_ascii_digit()) || name.to_lowercase().starts_with("the ");
        match (twin, stands_alone) {
            (true, _) => format!("{name} {}", place + 1),
            (false, true) => name.clone(),
            (false, false) => format!("the {name}"),
        }
    });
    names.collect()
}

sentences! {
    /// Describes an event in a complete sentence.
    pub(crate) words(names: &Names, event: &Event) of Event event;
    Setup { points_per_asset, seats, .. } => "{}", seating(&names.companies, points_per_asset, seats, "is on point");
    RolledOff { order } => "A roll settles the order: {}.", names.order(order);
    FrameAdded { unit } => "{} joins to break the tie.", names.unit(unit);
    FrameWithdrawn { unit } => "{} stays at home to break the tie.", names.unit(unit);
    Blocked {} => "The attackers have no room. The defender sets up again.";
    StationPlaced { station, claims: Some(piece), .. } => "{} is claimed as {}.",
        capitalised(names.piece(piece)), names.station(station);
    StationPlaced { station, .. } => "{} is placed.", capitalised(names.station(station));
    FramePlaced { unit, .. } => "{} is fielded.", names.unit(unit);
    RoundBegan { clock, .. } => "A round begins. The clock shows {clock}.";
    OrderRolled { unit, dice } => "{} acts on {}.", names.unit(unit), order_dice(dice);
    Passed { player } => "{} passes.", names.company(player);
    TurnBegan { unit, attacked_by: None } => "{} acts.", names.unit(unit);
    TurnBegan { unit, attacked_by: Some(by) } => "{} must answer the attack of {}.", names.unit(unit), names.unit(by);
    Jettisoned { unit, kind } => "{} jettisons its {}.", names.unit(unit), kind.token();
    Declared { unit, target: Target::Nothing, rockets: 0, .. } => "{} fires nothing.", names.unit(unit);
    Declared { unit, target: Target::Nothing, rockets, .. } => "{} has no target{}.", names.unit(unit), fired(*rockets);
    Declared { unit, target, range, rockets } => "{} targets {} at {} range{}.",
        names.unit(unit), names.target(*target), range.name(), fired(*rockets);
    Renamed { unit, target } => "{} now targets {}.", names.unit(unit), names.target(*target);
    Rolled { unit, faces } => "{} rolls {}.", names.unit(unit), hand(faces);
    Defended { unit, die: Die::None, .. } => "{} gives no die to its defense.", names.unit(unit);
    Defended { unit, die, value } => "{} defends with {}.", names.unit(unit), die.describe(Colour::Blue, *value);
    Committed { unit, movement, attack, spot } => "{} sets aside {movement} to move, {attack} to attack, {spot} to spot.",
        names.unit(unit);
    Moved { unit, die, value, path, .. } => "{} {}.", names.unit(unit), moved(die.describe(Colour::Green, *value), path.length);
    AttackForgone { unit } => "{} does not attack.", names.unit(unit);
    AttackDeclared { unit, target, die, value } => "{} attacks {} with {}.",
        names.unit(unit), names.target(*target), die.describe(Colour::Red, *value);
    Attacked(strike) => "{}", attacked(names, strike);
    CoverHit { piece, hits, left } => "{} takes {}; {left} left.",
        capitalised(names.piece(piece)), counted((*hits).into(), "hits");
    CoverDestroyed { piece } => "{} is cover no more.", capitalised(names.piece(piece));
    Repaired { unit, kind } => "{} restores its {}.", names.unit(unit), kind.token();
    SystemLost { unit, kind } => "{} gives up its {}.", names.unit(unit), kind.token();
    WhiteLost { unit, left: 0 } => "{} loses a white; none left.", names.unit(unit);
    WhiteLost { unit, left } => "{} loses a white; {left} left.", names.unit(unit);
    Dodged { unit, .. } => "{} leaves the station to dodge a hit.", names.unit(unit);
    Fell { unit, bricks, faces, hits, .. } => "{} falls {}{}: {}.", names.unit(unit), counted((*bricks).into(), "bricks"),
        if faces.is_empty() { String::new() } else { format!(" and rolls {}", list(faces, " ")) },
        counted((*hits).into(), "hits");
    Destroyed { unit, by: None } => "{} is destroyed.", names.unit(unit);
    Destroyed { unit, by: Some(by) } => "{} is destroyed by {}.", names.unit(unit), names.unit(by);
    StationTaken { station, to: Some(to), .. } => "{} takes {}.", names.company(to), names.station(station);
    StationTaken { station, to: None, .. } => "{} is nobody's now.", capitalised(names.station(station));
    ObjectiveMoved { by: None, .. } => "The objective follows the frame that holds it.";
    ObjectiveMoved { by: Some(by), pips: 0, .. } => "{} moves the objective.", names.company(by);
    ObjectiveMoved { by: Some(by), pips, .. } => "{} moves the objective by {pips}.", names.company(by);
    Spotted { unit, target, die, value, replaced } => "{} spots {} with {}{}.",
        names.unit(unit), names.target(*target), die.describe(Colour::Yellow, *value), over(*replaced);
    TurnEnded { unit, .. } => "{} ends its turn.", names.unit(unit);
    RoundEnded { .. } => "The round is over.";
    Ticked { by: None, clock } => "The clock counts down to {clock}.";
    Ticked { by: Some(by), clock } => "{} counts the clock down to {clock}.", names.company(by);
    Held { player } => "{} lets the clock stand.", names.company(player);
    Over { scores } => "The battle is over. {}.", standings(&names.companies, scores);
}

/// Describes the dice of a tactical order.
fn order_dice(dice: &[u8]) -> String {
    let dice: Vec<u8> = dice.iter().copied().filter(|die| *die > 0).collect();
    list(&dice, " or ")
}

/// Describes a move by its length. A move that would be shown as 0.0 is described as no move.
fn moved(die: String, length: f64) -> String {
    match length < 0.05 {
        true => format!("does not move, though {die} would let it"),
        false => format!("moves {length:.1} with {die}"),
    }
}

fn fired(rockets: u8) -> String {
    if rockets == 0 { String::new() } else { format!(" and fires {}", counted(rockets.into(), "rockets")) }
}

fn attacked(names: &Names, struck: &Strike) -> String {
    let spot = if struck.spot > 0 { format!(" + spot {}", struck.spot) } else { String::new() };
    let against = struck.target.frame().map_or_else(String::new, |_| format!(" against {}", struck.defense));
    let attack = struck.die.describe(Colour::Red, struck.attack);
    let (unit, target) = (names.unit(&struck.unit), names.target(struck.target));
    let head = format!("{unit} strikes at {target}, {}: {attack}{spot}{against}", situation(names, struck));
    if struck.dice == 0 {
        return format!("{head}, no damage dice.");
    }
    let faces = if struck.faces.is_empty() { String::new() } else { format!(": {}", list(&struck.faces, " ")) };
    format!("{head}, {}{faces}. {}.", counted(struck.dice.into(), "damage dice"), effect(struck))
}

/// Describes the range and the shelter of an attack.
fn situation(names: &Names, struck: &Strike) -> String {
    let range = struck.range.name();
    match (struck.chart, struck.cover) {
        (ChartName::HandToHand | ChartName::Terrain, _) => range.to_owned(),
        (ChartName::Open, _) => format!("{range}, in the open"),
        (_, CoverBy::Height) => format!("{range}, sheltered by its height"),
        (_, CoverBy::Frame(unit)) => format!("{range}, behind {}", names.unit(&unit)),
        (_, CoverBy::Pieces(mask)) => {
            let pieces: Vec<&str> = numbers_in(mask).map(|piece| names.piece(&piece)).collect();
            format!("{range}, behind {}", pieces.join(" and "))
        }
        (_, CoverBy::Nothing) => format!("{range}, behind cover"),
    }
}

fn effect(struck: &Strike) -> String {
    match (struck.on_cover, struck.on_target) {
        (0, 0) => "No harm done".to_owned(),
        (0, hits) => format!("The target takes {hits}"),
        (cover, 0) => format!("The cover takes {cover}"),
        (cover, hits) => format!("The cover takes {cover}, the target {hits}"),
    }
}

/// Formats the dice of a hand, such as `W5 R6`.
fn hand(faces: &[Face]) -> String {
    if faces.is_empty() {
        return "no dice".to_owned();
    }
    let dice: Vec<String> =
        faces.iter().map(|die| format!("{}{}", die.colour.map_or('W', Colour::letter), die.face)).collect();
    dice.join(" ")
}
