//! Descriptions of events in the language of players.

use super::Header;
use hitchart_config::words::{capitalised, counted};
use hitchart_lab::replay::words::{list, possessive};
use hitchart_rapid_attack::battle::state::{Colour, CoverBy, Die, Target, numbers_in};
use hitchart_rapid_attack::battle::{Event, Face, Strike};
use hitchart_rapid_attack::loadout::Range;
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

    fn target(&self, target: Target) -> &str {
        match target {
            Target::Frame(unit) => self.unit(unit),
            Target::Piece(piece) => self.piece(piece),
            Target::Nothing => "nothing",
        }
    }

    fn order(&self, companies: &[u8]) -> String {
        let names: Vec<&str> =
            companies.iter().take(self.companies.len()).map(|company| self.company(*company)).collect();
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
pub(crate) fn words(names: &Names, event: &Event) -> String {
    let unit = |unit: &u8| names.unit(*unit);
    let company = |company: &u8| names.company(*company);
    match event {
        Event::Setup { points_per_asset, seats, .. } => setup(names, points_per_asset, seats),
        Event::RolledOff { order } => format!("A roll settles the order: {}.", names.order(order)),
        Event::FrameAdded { unit: added } => format!("{} joins to break the tie.", unit(added)),
        Event::FrameWithdrawn { unit: left } => format!("{} stays at home to break the tie.", unit(left)),
        Event::Blocked => "The attackers have no room. The defender sets up again.".to_owned(),
        Event::StationPlaced { station, claims: Some(piece), .. } => {
            format!("{} is claimed as {}.", capitalised(names.piece(*piece)), names.station(*station))
        }
        Event::StationPlaced { station, .. } => format!("{} is placed.", capitalised(names.station(*station))),
        Event::FramePlaced { unit: placed, .. } => format!("{} is fielded.", unit(placed)),
        Event::RoundBegan { clock, .. } => format!("A round begins. The clock shows {clock}."),
        Event::OrderRolled { unit: rolled, dice } => {
            let dice: Vec<u8> = dice.iter().copied().filter(|die| *die > 0).collect();
            format!("{} acts on {}.", unit(rolled), list(&dice, " or "))
        }
        Event::Passed { player: passed } => format!("{} passes.", company(passed)),
        Event::TurnBegan { unit: acts, attacked_by: None } => format!("{} acts.", unit(acts)),
        Event::TurnBegan { unit: acts, attacked_by: Some(by) } => {
            format!("{} must answer the attack of {}.", unit(acts), unit(by))
        }
        Event::Jettisoned { unit: drops, kind } => format!("{} jettisons its {}.", unit(drops), kind.token()),
        Event::Declared { unit: names_target, target, range, rockets } => {
            declared(names, *names_target, *target, *range, *rockets)
        }
        Event::Renamed { unit: renames, target } => format!("{} now targets {}.", unit(renames), names.target(*target)),
        Event::Rolled { unit: rolls, faces } => format!("{} rolls {}.", unit(rolls), hand(faces)),
        Event::Defended { unit: defends, die: Die::None, .. } => {
            format!("{} gives no die to its defense.", unit(defends))
        }
        Event::Defended { unit: defends, die, value } => {
            format!("{} defends with {}.", unit(defends), die_of(*die, Colour::Blue, *value))
        }
        Event::Committed { unit: commits, movement, attack, spot } => {
            format!("{} sets aside {movement} to move, {attack} to attack, {spot} to spot.", unit(commits))
        }
        Event::Moved { unit: moves, die, value, path, .. } => {
            let (die, length) = (die_of(*die, Colour::Green, *value), path.length);
            // A move that would be shown as 0.0 is described as no move.
            match length < 0.05 {
                true => format!("{} does not move, though {die} would let it.", unit(moves)),
                false => format!("{} moves {length:.1} with {die}.", unit(moves)),
            }
        }
        Event::AttackForgone { unit: forgoes } => format!("{} does not attack.", unit(forgoes)),
        Event::AttackDeclared { unit: attacks, target, die, value } => {
            let die = die_of(*die, Colour::Red, *value);
            format!("{} attacks {} with {die}.", unit(attacks), names.target(*target))
        }
        Event::Attacked(strike) => attacked(names, strike),
        Event::CoverHit { piece, hits, left } => {
            format!("{} takes {}; {left} left.", capitalised(names.piece(*piece)), counted((*hits).into(), "hits"))
        }
        Event::CoverDestroyed { piece } => format!("{} is cover no more.", capitalised(names.piece(*piece))),
        Event::Repaired { unit: repairs, kind } => format!("{} restores its {}.", unit(repairs), kind.token()),
        Event::SystemLost { unit: loses, kind } => format!("{} gives up its {}.", unit(loses), kind.token()),
        Event::WhiteLost { unit: loses, left } => {
            format!(
                "{} loses a white; {} left.",
                unit(loses),
                if *left == 0 { "none".to_owned() } else { left.to_string() }
            )
        }
        Event::Dodged { unit: dodges, .. } => format!("{} leaves the station to dodge a hit.", unit(dodges)),
        Event::Fell { unit: falls, bricks, faces, hits, .. } => fell(unit(falls), *bricks, faces, *hits),
        Event::Destroyed { unit: gone, by: None } => format!("{} is destroyed.", unit(gone)),
        Event::Destroyed { unit: gone, by: Some(by) } => format!("{} is destroyed by {}.", unit(gone), unit(by)),
        Event::StationTaken { station, to: Some(to), .. } => {
            format!("{} takes {}.", company(to), names.station(*station))
        }
        Event::StationTaken { station, to: None, .. } => {
            format!("{} is nobody's now.", capitalised(names.station(*station)))
        }
        Event::Spotted { unit: spots, target, die, value, replaced } => {
            let over = replaced.map_or_else(String::new, |old| format!(", over a {old}"));
            format!(
                "{} spots {} with {}{over}.",
                unit(spots),
                names.target(*target),
                die_of(*die, Colour::Yellow, *value)
            )
        }
        Event::TurnEnded { unit: ends, .. } => format!("{} ends its turn.", unit(ends)),
        Event::RoundEnded { .. } => "The round is over.".to_owned(),
        Event::Ticked { by: None, clock } => format!("The clock counts down to {clock}."),
        Event::Ticked { by: Some(by), clock } => format!("{} counts the clock down to {clock}.", company(by)),
        Event::Held { player: holds } => format!("{} lets the clock stand.", company(holds)),
        Event::Over { scores } => over(names, &scores[..names.companies.len()]),
    }
}

fn setup(names: &Names, points: &[i8], seats: &[u8]) -> String {
    let (mut parts, seats) = (Vec::new(), &seats[..names.companies.len()]);
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

fn declared(names: &Names, unit: u8, target: Target, range: Range, rockets: u8) -> String {
    let rockets = match rockets {
        0 => String::new(),
        more => format!(" and fires {}", counted(more.into(), "rockets")),
    };
    if target == Target::Nothing {
        let nothing = if rockets.is_empty() { "fires nothing" } else { "has no target" };
        return format!("{} {nothing}{rockets}.", names.unit(unit));
    }
    format!("{} targets {} at {} range{rockets}.", names.unit(unit), names.target(target), range.name())
}

fn attacked(names: &Names, struck: &Strike) -> String {
    let spot = if struck.spot > 0 { format!(" + spot {}", struck.spot) } else { String::new() };
    let against = struck.target.frame().map_or_else(String::new, |_| format!(" against {}", struck.defense));
    let attack = die_of(struck.die, Colour::Red, struck.attack);
    let (unit, target) = (names.unit(struck.unit), names.target(struck.target));
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
        (_, CoverBy::Frame(unit)) => format!("{range}, behind {}", names.unit(unit)),
        (_, CoverBy::Pieces(mask)) => {
            let pieces: Vec<&str> = numbers_in(mask).map(|piece| names.piece(piece)).collect();
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
fn hand(faces: &[Face]) -> String {
    if faces.is_empty() {
        return "no dice".to_owned();
    }
    let dice: Vec<String> = faces.iter().map(|die| format!("{}{}", die.colour.map_or('W', letter), die.face)).collect();
    dice.join(" ")
}

/// Formats a die that was given to the action of the colour `own`, such as `B5`.
fn die_of(die: Die, own: Colour, value: u8) -> String {
    match die {
        Die::None => "no die".to_owned(),
        Die::Own => format!("{}{value}", letter(own)),
        Die::White(_) => format!("W{value}"),
    }
}

/// Returns the letter that loadouts and players use for a colour.
fn letter(colour: Colour) -> char {
    match colour {
        Colour::Blue => 'B',
        Colour::Green => 'G',
        Colour::Red => 'R',
        Colour::Yellow => 'Y',
    }
}
