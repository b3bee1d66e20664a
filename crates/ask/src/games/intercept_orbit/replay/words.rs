//! Descriptions of events in the language of players.

use super::{AssetKind, Header, parts as words_of};
use hitchart_config::words::{capitalised, counted};
use hitchart_intercept_orbit::attack::Band;
use hitchart_intercept_orbit::battle::state::{Colour, CoverBy, DEBRIS, Die, Loss, Target};
use hitchart_intercept_orbit::battle::{BoardingRoll, Event, Face, GivenWhites, Hue, Strike};
use hitchart_intercept_orbit::space::Maneuver;
use hitchart_lab::replay::words::{list, possessive};

/// Names of fleets and assets.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    fleets: Vec<String>,
    assets: Vec<String>,
    /// True for assets that take damage; high value assets take none.
    takes_damage: Vec<bool>,
}

impl Names {
    /// Returns the names of a battle.
    pub(crate) fn of(header: &Header) -> Names {
        let fleet = |fleet: u8| possessive(&header.fleets[usize::from(fleet)].name);
        Names {
            fleets: header.fleets.iter().map(|fleet| fleet.name.clone()).collect(),
            assets: header.assets.iter().map(|asset| format!("{} {}", fleet(asset.fleet), asset.name)).collect(),
            takes_damage: header.assets.iter().map(|asset| asset.kind != AssetKind::Hva).collect(),
        }
    }

    fn fleet(&self, fleet: u8) -> &str {
        &self.fleets[usize::from(fleet)]
    }

    fn asset(&self, asset: u8) -> &str {
        &self.assets[usize::from(asset)]
    }

    /// Describes the hits of collision dice on an asset or on debris (I53).
    fn damage(&self, target: Target, hits: u8) -> String {
        match target.asset().is_some_and(|asset| self.takes_damage[usize::from(asset)]) {
            true => counted(hits.into(), "hits"),
            false => "no damage".to_owned(),
        }
    }

    fn target(&self, target: Target) -> String {
        match target {
            Target::Asset(asset) => self.asset(asset).to_owned(),
            Target::Debris(piece) => debris(piece),
            Target::Nothing => "nothing".to_owned(),
        }
    }

    fn cover(&self, cover: CoverBy) -> String {
        match cover {
            CoverBy::Debris(piece) => debris(piece),
            CoverBy::Asset(asset) => self.asset(asset).to_owned(),
            CoverBy::Nothing | CoverBy::Screen => "cover".to_owned(),
        }
    }

    fn order(&self, fleets: &[u8]) -> String {
        let names: Vec<&str> = fleets.iter().take(self.fleets.len()).map(|fleet| self.fleet(*fleet)).collect();
        names.join(", then ")
    }
}

fn debris(piece: u8) -> String {
    format!("debris {}", piece + 1)
}

/// Describes an event in a sentence that can stand alone. Long, but one line of one shape for each event.
pub(crate) fn words(names: &Names, event: &Event) -> String {
    let asset = |asset: &u8| names.asset(*asset);
    let fleet = |fleet: &u8| names.fleet(*fleet);
    match event {
        Event::Setup { points_per_asset, seats } => setup(names, points_per_asset, seats),
        Event::RolledOff { order } => format!("A roll settles the order: {}.", names.order(order)),
        Event::Dropped { asset: left } => format!("{} stays at home to break the tie.", asset(left)),
        Event::Placed { asset: placed, .. } => format!("{} takes its place.", asset(placed)),
        Event::Docked { asset: docked, ship, .. } => format!("{} waits aboard {}.", asset(docked), asset(ship)),
        Event::DebrisPlaced { piece, .. } => format!("{} is placed.", capitalised(&debris(*piece))),
        Event::RoundBegan { clock, .. } => format!("A round begins. The clock shows {clock}."),
        Event::Passed { player: passed } => format!("{} passes.", fleet(passed)),
        Event::TurnBegan { asset: acts, attacked_by: None } => format!("{} acts.", asset(acts)),
        Event::TurnBegan { asset: acts, attacked_by: Some(by) } => {
            format!("{} must answer the attack of {}.", asset(acts), asset(by))
        }
        Event::Declared { asset: declares, target: Target::Nothing, .. } => {
            format!("{} fires nothing.", asset(declares))
        }
        Event::Declared { asset: declares, target, band } => {
            format!("{} targets {} at {}.", asset(declares), names.target(*target), range(*band))
        }
        Event::Rolled { asset: rolls, faces } => format!("{} rolls {}.", asset(rolls), hand(faces)),
        Event::Given { asset: ship, player: gives, given: whites } => given(fleet(gives), asset(ship), whites),
        Event::Defended { asset: defends, die: Die::None, .. } => {
            format!("{} gives no die to its defense.", asset(defends))
        }
        Event::Defended { asset: defends, die, value } => {
            format!("{} defends with {}.", asset(defends), die_of(*die, Colour::Blue, *value))
        }
        Event::Repaired { asset: repairs, value, system, .. } => {
            format!("{} restores its {} with W{value}.", asset(repairs), system.token())
        }
        Event::AttackForgone { asset: forgoes } => format!("{} does not attack.", asset(forgoes)),
        Event::AttackDeclared { asset: attacks, target, band, die, value } => {
            let (attacks, at, die) = (asset(attacks), range(*band), die_of(*die, Colour::Red, *value));
            format!("{attacks} attacks {} at {at} with {die}.", names.target(*target))
        }
        Event::Attacked(struck) => attacked(names, struck),
        Event::Spared { asset: spares, cover, hits } => {
            format!("{} spares {} {}.", asset(spares), names.cover(*cover), counted((*hits).into(), "hits"))
        }
        Event::DebrisHit { piece, hits } => {
            format!("{} takes {}.", capitalised(&debris(*piece)), counted((*hits).into(), "hits"))
        }
        Event::DebrisDestroyed { piece } => format!("{} is gone.", capitalised(&debris(*piece))),
        Event::SetOut { asset: sails, die, value, maneuver, pips, .. } => {
            set_out(asset(sails), (*die, *value), maneuver, *pips)
        }
        Event::Passing { asset: passes, other } => format!("{} is to pass {}.", asset(passes), asset(other)),
        Event::Avoided { asset: avoids, piece, pips: 0 } => {
            format!("{}, led by its ace, is to pass {}.", asset(avoids), debris(*piece))
        }
        Event::Avoided { asset: avoids, piece, .. } => {
            format!("{} spends a pip to pass {}.", asset(avoids), debris(*piece))
        }
        Event::Sailed { asset: sailed, distance, .. } => format!("{} stops after {distance:.1} units.", asset(sailed)),
        Event::Collided { rammer, target, chosen, faces, on_rammer, on_target, .. } => {
            let verb = if *chosen { "rams" } else { "runs into" };
            let target = target.checked_sub(DEBRIS).map_or(Target::Asset(*target), Target::Debris);
            let damage = [names.damage(Target::Asset(*rammer), *on_rammer), names.damage(target, *on_target)];
            collided((asset(rammer), verb, &names.target(target)), faces, damage)
        }
        Event::Turned { asset: turned, by, clicks, .. } => {
            format!("{} turns {} by {}.", fleet(by), asset(turned), clicked(*clicks))
        }
        Event::DebrisMoved { piece, .. } => format!("{} is pushed away.", capitalised(&debris(*piece))),
        Event::Left { asset: gone, .. } => format!("{} leaves the table and is lost in space.", asset(gone)),
        Event::LostAboard { asset: gone, ship, .. } => format!("{} is lost with {}.", asset(gone), asset(ship)),
        Event::Headed { asset: turned, player: None, .. } => format!("{} turns away from the edge.", asset(turned)),
        Event::Headed { asset: turned, player: Some(by), .. } => {
            format!("{} turns {} away from the edge.", fleet(by), asset(turned))
        }
        Event::Flew { asset: flies, die, value, from, to, on } => {
            let length = from.distance(*to);
            let onto = on.map_or_else(String::new, |ship| format!(" onto {}", asset(&ship)));
            format!("{} flies {length:.1}{onto} with {}.", asset(flies), die_of(*die, Colour::Green, *value))
        }
        Event::Rode { asset: rides, ship, .. } => format!("{} stays on {}.", asset(rides), asset(ship)),
        Event::LeftBehind { asset: stays, ship, .. } => format!("{} lets {} go.", asset(stays), asset(ship)),
        Event::Clung { asset: clings, ship, .. } => format!("{} clings to {}.", asset(clings), asset(ship)),
        Event::PickedUp { asset: adrift, by, .. } => format!("{} picks up {}.", asset(by), asset(adrift)),
        Event::Nudged { asset: moved, by, .. } => format!("{} nudges {}.", asset(by), asset(moved)),
        Event::Mended { asset: mended, by, die, value, parts, whites } => {
            let (restored, die) = (restored(words_of(*parts), *whites), die_of(*die, Colour::Green, *value));
            format!("{} restores {restored} of {} with {die}.", asset(by), asset(mended))
        }
        Event::Launched { asset: launched, by, die: Die::None, fuel } => {
            format!("{} launches {} with the {fuel} fuel it has left.", asset(by), asset(launched))
        }
        Event::Launched { asset: launched, by, die, fuel } => {
            let die = die_of(*die, Colour::Green, *fuel);
            format!("{} launches {} with {die} as its fuel.", asset(by), asset(launched))
        }
        Event::CompanyPlaced { asset: placed, on: None, .. } => format!("{} is in open space.", asset(placed)),
        Event::CompanyPlaced { asset: placed, on: Some(ship), .. } => {
            format!("{} lands on {}.", asset(placed), asset(ship))
        }
        Event::Spotted { asset: spots, target, die, value, replaced, ace } => {
            let over = replaced.map_or_else(String::new, |old| format!(", over a {old}"));
            let die = if *ace { Die::Own } else { *die };
            format!("{} spots {} with {}{over}.", asset(spots), asset(target), die_of(die, Colour::Yellow, *value))
        }
        Event::Lost { asset: loses, loss, .. } => match loss {
            Loss::Ace => format!("{} loses its ace.", asset(loses)),
            Loss::White => format!("{} loses a white.", asset(loses)),
            Loss::System(_) | Loss::Part(_) => format!("{} gives up its {}.", asset(loses), loss.name()),
        },
        Event::Dodged { asset: dodges, fuel, .. } => {
            format!("{} steps away to dodge a hit; {fuel} fuel left.", asset(dodges))
        }
        Event::Destroyed { asset: gone, by: None } => format!("{} is destroyed.", asset(gone)),
        Event::Destroyed { asset: gone, by: Some(by) } => format!("{} is destroyed by {}.", asset(gone), asset(by)),
        Event::Burned { asset: burns, fuel } => format!("{} has {fuel} fuel left.", asset(burns)),
        Event::Drifted { asset: drifts } => format!("{} is out of fuel and drifts.", asset(drifts)),
        Event::Taken { asset: taken, to, .. } => format!("{} takes {}.", fleet(to), asset(taken)),
        Event::Reverted { asset: taken, to, .. } => format!("{} has {} back.", fleet(to), asset(taken)),
        Event::TurnEnded { asset: ends, .. } => format!("The turn of {} ends.", asset(ends)),
        Event::RoundEnded { .. } => "All have acted.".to_owned(),
        Event::Aided { ship, helper: helps, aided } => {
            format!("{} helps {} aboard {}.", fleet(helps), fleet(aided), asset(ship))
        }
        Event::Boarded { ship, rolls, winner } => boarded(names, *ship, rolls, *winner),
        Event::BoardingHit { ship: _, roller: hits, victim, damage } => {
            let damage = counted((*damage).into(), "hits");
            format!("{} deals {damage} to {} companies.", fleet(hits), possessive(fleet(victim)))
        }
        Event::Ticked { by: None, clock } => format!("The clock counts down to {clock}."),
        Event::Ticked { by: Some(by), clock } => format!("{} counts the clock down to {clock}.", fleet(by)),
        Event::Held { player: holds } => format!("{} lets the clock stand.", fleet(holds)),
        Event::Over { scores } => over(names, &scores[..names.fleets.len()]),
    }
}

fn setup(names: &Names, points: &[i8], seats: &[u8]) -> String {
    let seats = &seats[..names.fleets.len()];
    let part = |(place, fleet): (usize, &u8)| {
        let role = match place {
            0 => "defends",
            last if last + 1 == seats.len() => "is the primary attacker",
            _ => "attacks",
        };
        format!("{} {role} at {} points an asset", names.fleet(*fleet), points[usize::from(*fleet)])
    };
    let parts: Vec<String> = seats.iter().enumerate().map(part).collect();
    format!("{}.", parts.join("; "))
}

fn given(fleet: &str, ship: &str, given: &GivenWhites) -> String {
    let GivenWhites { defense, attack, movement, spot } = given;
    let whites = [(defense, "defense"), (attack, "attack"), (movement, "movement"), (spot, "spot")];
    let parts: Vec<String> =
        whites.iter().filter_map(|(value, action)| value.map(|value| format!("W{value} to its {action}"))).collect();
    match parts.is_empty() {
        true => format!("{fleet} gives {ship} none of its whites."),
        false => format!("{fleet} gives {ship} {}.", parts.join(", ")),
    }
}

fn set_out(ship: &str, (die, value): (Die, u8), maneuver: &Maneuver, pips: u8) -> String {
    let (speed, turns) = (maneuver.speed, maneuver.hinges());
    let turn = |(hinge, clicks): (usize, &i8)| format!("{} after {}", clicked(*clicks), hinge + 1);
    let turns: Vec<String> = turns.iter().enumerate().filter(|(_, clicks)| **clicks != 0).map(turn).collect();
    let steers = match die {
        Die::None => String::new(),
        die => format!(", using {pips} of {}", die_of(die, Colour::Green, value)),
    };
    let way = match (speed, turns.is_empty()) {
        (0, _) => "holds its position".to_owned(),
        (_, true) => format!("sets out to sail {speed} straight ahead"),
        _ => format!("sets out to sail {speed}: {}", turns.join(", ")),
    };
    format!("{ship} {way}{steers}.")
}

/// Describes clicks with their direction.
fn clicked(clicks: i8) -> String {
    let side = if clicks < 0 { "right" } else { "left" };
    format!("{} {side}", counted(clicks.unsigned_abs().into(), "clicks"))
}

fn collided((rammer, verb, target): (&str, &str, &str), faces: &[u8], [own, other]: [String; 2]) -> String {
    let faces = if faces.is_empty() { "no dice".to_owned() } else { list(faces, " ") };
    format!("{rammer} {verb} {target}: {faces}. It takes {own}, the other {other}.")
}

fn restored(mut parts: Vec<String>, whites: u8) -> String {
    if whites > 0 {
        parts.push(counted(whites.into(), "whites"));
    }
    if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
}

fn attacked(names: &Names, struck: &Strike) -> String {
    let spot = if struck.spot > 0 { format!(" + spot {}", struck.spot) } else { String::new() };
    let against = struck.target.asset().map_or_else(String::new, |_| format!(" against {}", struck.defense));
    let attack = die_of(struck.die, Colour::Red, struck.attack);
    let (asset, target) = (names.asset(struck.asset), names.target(struck.target));
    let head = format!("{asset} strikes at {target}, {}: {attack}{spot}{against}", situation(names, struck));
    if struck.dice == 0 {
        return format!("{head}, no damage dice.");
    }
    let faces = if struck.faces.is_empty() { String::new() } else { format!(": {}", list(&struck.faces, " ")) };
    format!("{head}, {}{faces}. {}.", counted(struck.dice.into(), "damage dice"), effect(struck))
}

/// Describes the band and the shelter of an attack.
fn situation(names: &Names, struck: &Strike) -> String {
    let band = struck.band.name();
    match struck.cover {
        CoverBy::Nothing => band.to_owned(),
        CoverBy::Screen => format!("{band}, screened"),
        cover => {
            let spared = if struck.spared { ", which is spared" } else { "" };
            format!("{band}, behind {}{spared}", names.cover(cover))
        }
    }
}

fn effect(struck: &Strike) -> String {
    let absorbs = if struck.cover == CoverBy::Screen { "screen" } else { "cover" };
    match (struck.on_cover, struck.on_target) {
        (0, 0) => "No harm done".to_owned(),
        (0, hits) => counted(hits.into(), "hits") + " on the target",
        (absorbed, 0) => format!("The {absorbs} absorbs {absorbed}"),
        (absorbed, hits) => format!("The {absorbs} absorbs {absorbed}, {} on the target", counted(hits.into(), "hits")),
    }
}

fn boarded(names: &Names, ship: u8, rolls: &[BoardingRoll], winner: Option<u8>) -> String {
    let dice = |letter: char, faces: &[u8]| faces.iter().map(|face| format!("{letter}{face}")).collect::<Vec<_>>();
    let roll = |roll: &BoardingRoll| {
        let all = [dice('Y', &roll.yellows), dice('R', &roll.reds)].concat();
        let rolled = if all.is_empty() { "nothing".to_owned() } else { all.join(" ") };
        format!("{} rolls {rolled}, {} for the ship", names.fleet(roll.player), roll.counted)
    };
    let rolls: Vec<String> = rolls.iter().map(roll).collect();
    let result = winner
        .map_or_else(|| "no player has the most".to_owned(), |winner| format!("{} has the most", names.fleet(winner)));
    format!("Fight aboard {}: {}; {result}.", names.asset(ship), rolls.join("; "))
}

fn over(names: &Names, scores: &[i32]) -> String {
    let best = scores.iter().max();
    let leaders: Vec<&str> =
        (0..).zip(scores).filter(|(_, score)| Some(*score) == best).map(|(fleet, _)| names.fleet(fleet)).collect();
    let each: Vec<String> = (0..).zip(scores).map(|(fleet, score)| format!("{} {score}", names.fleet(fleet))).collect();
    let verdict = match leaders.as_slice() {
        [winner] => format!("{winner} wins"),
        _ => format!("{} share the win", leaders.join(" and ")),
    };
    format!("Doomsday. {verdict}: {}.", each.join(", "))
}

fn range(band: Band) -> String {
    format!("{} range", band.name())
}

/// Describes the dice of a hand, such as `W5 R6`.
fn hand(faces: &[Face]) -> String {
    if faces.is_empty() {
        return "no dice".to_owned();
    }
    let hue = |hue: Hue| match hue {
        Hue::White => 'W',
        Hue::Black => 'K',
        Hue::Of(colour) => letter(colour),
        Hue::AceSpot => letter(Colour::Yellow),
    };
    let dice: Vec<String> = faces.iter().map(|die| format!("{}{}", hue(die.colour), die.face)).collect();
    dice.join(" ")
}

/// Describes a die that was given to the action of the colour `own`, such as `B5`.
fn die_of(die: Die, own: Colour, value: u8) -> String {
    match die {
        Die::None => "no die".to_owned(),
        Die::Own => format!("{}{value}", letter(own)),
        Die::White(_) => format!("W{value}"),
        Die::Black(_) => format!("K{value}"),
    }
}

/// Returns the letter that fleets and players use for a colour.
fn letter(colour: Colour) -> char {
    match colour {
        Colour::Blue => 'B',
        Colour::Green => 'G',
        Colour::Red => 'R',
        Colour::Yellow => 'Y',
    }
}
