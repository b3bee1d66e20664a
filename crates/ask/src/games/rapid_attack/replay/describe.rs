//! Descriptions of events in the language of players.

use super::Header;
use super::line::{Aim, DieColor, DieFace, Happening, Struck};
use hitchart_config::words::{capitalised, counted};
use hitchart_lab::replay::words::{list, possessive};
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
        let company = |company: u8| possessive(&header.companies[usize::from(company)].name);
        let units = header.units.iter().map(|unit| format!("{} {}", company(unit.company), unit.name)).collect();
        let stations = header.stations.iter().map(|station| match station.company {
            Some(owner) => format!("{} station {}", company(owner), station.number),
            None => format!("station {}", station.number),
        });
        Names {
            companies: header.companies.iter().map(|company| company.name.clone()).collect(),
            units,
            pieces: pieces(header),
            stations: stations.collect(),
        }
    }

    fn company(&self, company: u8) -> &str {
        &self.companies[usize::from(company)]
    }

    fn unit(&self, unit: u8) -> &str {
        &self.units[usize::from(unit)]
    }

    fn piece(&self, piece: u8) -> &str {
        &self.pieces[usize::from(piece)]
    }

    fn station(&self, station: u8) -> &str {
        &self.stations[usize::from(station)]
    }

    fn aim(&self, aim: Aim) -> &str {
        match (aim.target_unit, aim.target_piece) {
            (Some(unit), _) => self.unit(unit),
            (None, Some(piece)) => self.piece(piece),
            (None, None) => "nothing",
        }
    }

    fn order(&self, companies: &[u8]) -> String {
        let names: Vec<&str> = companies.iter().map(|company| self.company(*company)).collect();
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

/// Describes an event in a complete sentence. Long, but one line of the same shape per event.
pub(crate) fn words(names: &Names, what: &Happening) -> String {
    use Happening as To;
    let unit = |unit: &u8| names.unit(*unit);
    let company = |company: &u8| names.company(*company);
    match what {
        To::Setup { points_per_asset, seats, .. } => setup(names, points_per_asset, seats),
        To::RolledOff { order } => format!("A roll settles the order: {}.", names.order(order)),
        To::FrameAdded { unit: added } => format!("{} joins to break the tie.", unit(added)),
        To::FrameWithdrawn { unit: left } => format!("{} stays at home to break the tie.", unit(left)),
        To::Blocked { .. } => "The attackers have no room. The defender sets up again.".to_owned(),
        To::StationPlaced { station, .. } => format!("{} is placed.", capitalised(names.station(*station))),
        To::FramePlaced { unit: placed, .. } => format!("{} is fielded.", unit(placed)),
        To::RoundBegan { clock } => format!("A round begins. The clock shows {clock}."),
        To::OrderRolled { unit: rolled, dice } => format!("{} acts on {}.", unit(rolled), list(dice, " or ")),
        To::Passed { company: passed } => format!("{} passes.", company(passed)),
        To::TurnBegan { unit: acts, attacked_by: None } => format!("{} acts.", unit(acts)),
        To::TurnBegan { unit: acts, attacked_by: Some(by) } => {
            format!("{} must answer the attack of {}.", unit(acts), unit(by))
        }
        To::Jettisoned { unit: drops, system, .. } => format!("{} jettisons its {system}.", unit(drops)),
        To::Declared { unit: names_target, target, range, rockets } => {
            declared(names, *names_target, *target, range.name(), *rockets)
        }
        To::Renamed { unit: renames, target } => format!("{} now targets {}.", unit(renames), names.aim(*target)),
        To::Rolled { unit: rolls, faces } => format!("{} rolls {}.", unit(rolls), hand(faces)),
        To::Defended { unit: defends, die: None, .. } => format!("{} gives no die to its defense.", unit(defends)),
        To::Defended { unit: defends, die, value } => {
            format!("{} defends with {}.", unit(defends), die_of(*die, *value))
        }
        To::Committed { unit: commits, movement, attack, spot } => {
            format!("{} sets aside {movement} to move, {attack} to attack, {spot} to spot.", unit(commits))
        }
        To::Moved { unit: moves, die, value, length, .. } => {
            let die = die_of(*die, *value);
            // A move that would be shown as 0.0 is described as no move.
            match *length < 0.05 {
                true => format!("{} does not move, though {die} would let it.", unit(moves)),
                false => format!("{} moves {length:.1} with {die}.", unit(moves)),
            }
        }
        To::AttackForgone { unit: forgoes } => format!("{} does not attack.", unit(forgoes)),
        To::AttackDeclared { unit: attacks, target, die, value } => {
            format!("{} attacks {} with {}.", unit(attacks), names.aim(*target), die_of(*die, *value))
        }
        To::Attacked(struck) => attacked(names, struck),
        To::CoverHit { piece, hits, left } => {
            format!("{} takes {}; {left} left.", capitalised(names.piece(*piece)), counted((*hits).into(), "hits"))
        }
        To::CoverDestroyed { piece } => format!("{} is cover no more.", capitalised(names.piece(*piece))),
        To::Repaired { unit: repairs, system, .. } => format!("{} restores its {system}.", unit(repairs)),
        To::SystemLost { unit: loses, system, .. } => format!("{} gives up its {system}.", unit(loses)),
        To::WhiteLost { unit: loses, left } => {
            format!(
                "{} loses a white; {} left.",
                unit(loses),
                if *left == 0 { "none".to_owned() } else { left.to_string() }
            )
        }
        To::Dodged { unit: dodges, .. } => format!("{} leaves the station to dodge a hit.", unit(dodges)),
        To::Fell { unit: falls, bricks, faces, hits, .. } => fell(unit(falls), *bricks, faces, *hits),
        To::Destroyed { unit: gone, by: None } => format!("{} is destroyed.", unit(gone)),
        To::Destroyed { unit: gone, by: Some(by) } => format!("{} is destroyed by {}.", unit(gone), unit(by)),
        To::StationTaken { station, to: Some(to), .. } => format!("{} takes {}.", company(to), names.station(*station)),
        To::StationTaken { station, to: None, .. } => {
            format!("{} is nobody's now.", capitalised(names.station(*station)))
        }
        To::Spotted { unit: spots, target, die, value, replaced } => {
            let over = replaced.map_or_else(String::new, |old| format!(", over a {old}"));
            format!("{} spots {} with {}{over}.", unit(spots), names.aim(*target), die_of(*die, *value))
        }
        To::TurnEnded { unit: ends, .. } => format!("{} ends its turn.", unit(ends)),
        To::RoundEnded => "The round is over.".to_owned(),
        To::Ticked { company: None, clock } => format!("The clock counts down to {clock}."),
        To::Ticked { company: Some(by), clock } => format!("{} counts the clock down to {clock}.", company(by)),
        To::Held { company: holds } => format!("{} lets the clock stand.", company(holds)),
        To::Over { final_scores } => over(names, final_scores),
    }
}

fn setup(names: &Names, points: &[i8], seats: &[u8]) -> String {
    let mut parts = Vec::new();
    for (place, company) in seats.iter().enumerate() {
        let role = match place {
            0 => "defends",
            last if last + 1 == seats.len() => "is on point",
            _ => "attacks",
        };
        parts.push(format!("{} {role} at {} points an asset", names.company(*company), points[usize::from(*company)]));
    }
    format!("{}.", parts.join("; "))
}

fn declared(names: &Names, unit: u8, target: Aim, range: &str, rockets: u8) -> String {
    let rockets = match rockets {
        0 => String::new(),
        more => format!(" and fires {}", counted(more.into(), "rockets")),
    };
    if target == Aim::default() {
        let nothing = if rockets.is_empty() { "fires nothing" } else { "has no target" };
        return format!("{} {nothing}{rockets}.", names.unit(unit));
    }
    format!("{} targets {} at {range} range{rockets}.", names.unit(unit), names.aim(target))
}

fn attacked(names: &Names, struck: &Struck) -> String {
    let spot = if struck.spot > 0 { format!(" + spot {}", struck.spot) } else { String::new() };
    let against =
        if struck.target.target_unit.is_some() { format!(" against {}", struck.defense) } else { String::new() };
    let attack = die_of(struck.die.or(Some(DieColor::Red)), struck.attack);
    let (unit, target) = (names.unit(struck.unit), names.aim(struck.target));
    let head = format!("{unit} strikes at {target}, {}: {attack}{spot}{against}", situation(names, struck));
    if struck.dice == 0 {
        return format!("{head}, no damage dice.");
    }
    let faces = if struck.faces.is_empty() { String::new() } else { format!(": {}", list(&struck.faces, " ")) };
    format!("{head}, {}{faces}. {}.", counted(struck.dice.into(), "damage dice"), effect(struck))
}

/// Describes the range and the shelter of an attack.
fn situation(names: &Names, struck: &Struck) -> String {
    let range = struck.range.name();
    match struck.chart {
        ChartName::HandToHand | ChartName::Terrain => range.to_owned(),
        ChartName::Open => format!("{range}, in the open"),
        ChartName::Cover if struck.cover_height => format!("{range}, sheltered by its height"),
        ChartName::Cover => {
            let pieces: Vec<&str> = struck.cover_pieces.iter().map(|piece| names.piece(*piece)).collect();
            format!("{range}, behind {}", if pieces.is_empty() { "cover".to_owned() } else { pieces.join(" and ") })
        }
        ChartName::FrameCover => format!("{range}, behind {}", struck.cover_unit.map_or("a frame", |u| names.unit(u))),
    }
}

fn effect(struck: &Struck) -> String {
    match (struck.on_cover, struck.on_target) {
        (0, 0) => "No harm done".to_owned(),
        (0, hits) => format!("The target takes {hits}"),
        (cover, 0) => format!("The cover takes {cover}"),
        (cover, hits) => format!("The cover takes {cover}, the target {hits}"),
    }
}

fn fell(unit: &str, bricks: u8, faces: &[u8], hits: u8) -> String {
    let dice = if faces.is_empty() { String::new() } else { format!(" and rolls {}", list(faces, " ")) };
    format!("{unit} falls {}{dice}: {}.", counted(bricks.into(), "bricks"), counted(hits.into(), "hits"))
}

fn over(names: &Names, scores: &[i32]) -> String {
    let best = scores.iter().max();
    let leaders: Vec<&str> = (0..)
        .zip(scores)
        .filter(|(_, score)| Some(*score) == best)
        .map(|(company, _)| names.company(company))
        .collect();
    let each: Vec<String> =
        (0..).zip(scores).map(|(company, score)| format!("{} {score}", names.company(company))).collect();
    let verdict = match leaders.as_slice() {
        [winner] => format!("{winner} wins"),
        _ => format!("{} share the win", leaders.join(" and ")),
    };
    format!("The battle is over. {verdict}: {}.", each.join(", "))
}

/// Formats the dice of a hand, such as `W5 R6`.
fn hand(faces: &[DieFace]) -> String {
    if faces.is_empty() {
        return "no dice".to_owned();
    }
    let dice: Vec<String> = faces.iter().map(|die| format!("{}{}", die.color.letter(), die.face)).collect();
    dice.join(" ")
}

/// Formats a die, such as `B5`.
fn die_of(die: Option<DieColor>, value: u8) -> String {
    die.map_or_else(|| "no die".to_owned(), |color| format!("{}{value}", color.letter()))
}
