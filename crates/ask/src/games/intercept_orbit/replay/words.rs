//! Descriptions of events in the language of players.

use super::{AssetKind, Header, parts as words_of};
use hitchart_config::words::{capitalised, counted, possessive};
use hitchart_intercept_orbit::battle::state::{Colour, CoverBy, Die, Loss, Target};
use hitchart_intercept_orbit::battle::{BoardingRoll, Event, Face, GivenWhites, Hue, Strike};
use hitchart_intercept_orbit::{ids::AssetId, space::Maneuver};
use hitchart_lab::replay::words::{list, over};
use hitchart_lab::sentences;
use hitchart_mobile_frame::words::{seating, standings};
use hitchart_mobile_frame::{PlayerId, dice::ActionDie};

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
        let fleet = |fleet: PlayerId| possessive(&header.fleets[fleet.index()].name);
        Names {
            fleets: header.fleets.iter().map(|fleet| fleet.name.clone()).collect(),
            assets: header.assets.iter().map(|asset| format!("{} {}", fleet(asset.fleet), asset.name)).collect(),
            takes_damage: header.assets.iter().map(|asset| asset.kind != AssetKind::Hva).collect(),
        }
    }

    fn fleet(&self, fleet: &PlayerId) -> &str {
        &self.fleets[fleet.index()]
    }

    fn asset(&self, asset: &AssetId) -> &str {
        &self.assets[asset.index()]
    }

    /// Describes the hits of collision dice on an asset or on debris (I53).
    fn damage(&self, target: Target, hits: u8) -> String {
        match target.asset().is_some_and(|asset| self.takes_damage[asset.index()]) {
            true => hits_of(hits),
            false => "no damage".to_owned(),
        }
    }

    fn target(&self, target: Target) -> String {
        match target {
            Target::Asset(asset) => self.asset(&asset).to_owned(),
            Target::Debris(piece) => debris(piece),
            Target::Nothing => "nothing".to_owned(),
        }
    }

    fn cover(&self, cover: CoverBy) -> String {
        match cover {
            CoverBy::Debris(piece) => debris(piece),
            CoverBy::Asset(asset) => self.asset(&asset).to_owned(),
            CoverBy::Nothing | CoverBy::Screen => "cover".to_owned(),
        }
    }

    fn order(&self, fleets: &[PlayerId]) -> String {
        let names: Vec<&str> = fleets.iter().take(self.fleets.len()).map(|fleet| self.fleet(fleet)).collect();
        names.join(", then ")
    }
}

fn debris(piece: u8) -> String {
    format!("debris {}", piece + 1)
}

sentences! {
    /// Describes an event in a sentence that can stand alone.
    pub(crate) words(names: &Names, event: &Event) of Event event;
    Setup { points_per_asset, seats } => "{}", seating(&names.fleets, points_per_asset, seats, "is the primary attacker");
    RolledOff { order } => "A roll settles the order: {}.", names.order(order);
    Dropped { asset } => "{} stays at home to break the tie.", names.asset(asset);
    Placed { asset, .. } => "{} takes its place.", names.asset(asset);
    Docked { asset, ship, .. } => "{} waits aboard {}.", names.asset(asset), names.asset(ship);
    DebrisPlaced { piece, .. } => "{} is placed.", capitalised(&debris(*piece));
    RoundBegan { clock, .. } => "A round begins. The clock shows {clock}.";
    Passed { player } => "{} passes.", names.fleet(player);
    TurnBegan { asset, attacked_by: None } => "{} acts.", names.asset(asset);
    TurnBegan { asset, attacked_by: Some(by) } => "{} must answer the attack of {}.", names.asset(asset), names.asset(by);
    Declared { asset, target: Target::Nothing, .. } => "{} fires nothing.", names.asset(asset);
    Declared { asset, target, band } => "{} targets {} at {} range.", names.asset(asset), names.target(*target), band.name();
    Rolled { asset, faces } => "{} rolls {}.", names.asset(asset), hand(faces);
    Given { asset, player, given } => "{} gives {} {}.", names.fleet(player), names.asset(asset), whites(given);
    Defended { asset, die: Die::None, .. } => "{} gives no die to its defense.", names.asset(asset);
    Defended { asset, die, value } => "{} defends with {}.", names.asset(asset), die.describe(Colour::Blue, *value);
    Repaired { asset, value, system, .. } => "{} restores its {} with W{value}.", names.asset(asset), system.token();
    AttackForgone { asset } => "{} does not attack.", names.asset(asset);
    AttackDeclared { asset, target, band, die, value } => "{} attacks {} at {} range with {}.",
        names.asset(asset), names.target(*target), band.name(), die.describe(Colour::Red, *value);
    Attacked(struck) => "{}", attacked(names, struck);
    Spared { asset, cover, hits } => "{} spares {} {}.", names.asset(asset), names.cover(*cover), hits_of(*hits);
    DebrisHit { piece, hits } => "{} takes {}.", capitalised(&debris(*piece)), hits_of(*hits);
    DebrisDestroyed { piece } => "{} is gone.", capitalised(&debris(*piece));
    SetOut { asset, die, value, maneuver, pips, .. } => "{} {}{}.",
        names.asset(asset), way(maneuver), steering(*die, *value, *pips);
    Passing { asset, other } => "{} is to pass {}.", names.asset(asset), names.asset(other);
    Avoided { asset, piece, pips: 0 } => "{}, led by its ace, is to pass {}.", names.asset(asset), debris(*piece);
    Avoided { asset, piece, .. } => "{} spends a pip to pass {}.", names.asset(asset), debris(*piece);
    Sailed { asset, distance, .. } => "{} stops after {distance:.1} units.", names.asset(asset);
    Collided { rammer, target, chosen, faces, on_rammer, on_target, .. } => "{} {} {}: {}. It takes {}, the other {}.",
        names.asset(rammer), if *chosen { "rams" } else { "runs into" }, names.target(thing(*target)), dice(faces),
        names.damage(Target::Asset(*rammer), *on_rammer), names.damage(thing(*target), *on_target);
    Turned { asset, by, clicks, .. } => "{} turns {} by {}.", names.fleet(by), names.asset(asset), clicked(*clicks);
    DebrisMoved { piece, .. } => "{} is pushed away.", capitalised(&debris(*piece));
    Left { asset, .. } => "{} leaves the table and is lost in space.", names.asset(asset);
    LostAboard { asset, ship, .. } => "{} is lost with {}.", names.asset(asset), names.asset(ship);
    Headed { asset, player: None, .. } => "{} turns away from the edge.", names.asset(asset);
    Headed { asset, player: Some(by), .. } => "{} turns {} away from the edge.", names.fleet(by), names.asset(asset);
    Flew { asset, die, value, from, to, on } => "{} flies {:.1}{} with {}.", names.asset(asset), from.distance(*to),
        on.map_or_else(String::new, |ship| format!(" onto {}", names.asset(&ship))), die.describe(Colour::Green, *value);
    Rode { asset, ship, .. } => "{} stays on {}.", names.asset(asset), names.asset(ship);
    LeftBehind { asset, ship, .. } => "{} lets {} go.", names.asset(asset), names.asset(ship);
    Clung { asset, ship, .. } => "{} clings to {}.", names.asset(asset), names.asset(ship);
    PickedUp { asset, by, .. } => "{} picks up {}.", names.asset(by), names.asset(asset);
    Nudged { asset, by, .. } => "{} nudges {}.", names.asset(by), names.asset(asset);
    Mended { asset, by, die, value, parts, whites } => "{} restores {} of {} with {}.", names.asset(by),
        restored(words_of(*parts), *whites), names.asset(asset), die.describe(Colour::Green, *value);
    Launched { asset, by, die: Die::None, fuel } => "{} launches {} with the {fuel} fuel it has left.",
        names.asset(by), names.asset(asset);
    Launched { asset, by, die, fuel } => "{} launches {} with {} as its fuel.",
        names.asset(by), names.asset(asset), die.describe(Colour::Green, *fuel);
    CompanyPlaced { asset, on: None, .. } => "{} is in open space.", names.asset(asset);
    CompanyPlaced { asset, on: Some(ship), .. } => "{} lands on {}.", names.asset(asset), names.asset(ship);
    Spotted { asset, target, die, value, replaced, ace } => "{} spots {} with {}{}.", names.asset(asset), names.asset(target),
        if *ace { Die::Own } else { *die }.describe(Colour::Yellow, *value), over(*replaced);
    Lost { asset, loss: Loss::Ace, .. } => "{} loses its ace.", names.asset(asset);
    Lost { asset, loss: Loss::White, .. } => "{} loses a white.", names.asset(asset);
    Lost { asset, loss, .. } => "{} gives up its {}.", names.asset(asset), loss.name();
    Dodged { asset, fuel, .. } => "{} steps away to dodge a hit; {fuel} fuel left.", names.asset(asset);
    Destroyed { asset, by: None } => "{} is destroyed.", names.asset(asset);
    Destroyed { asset, by: Some(by) } => "{} is destroyed by {}.", names.asset(asset), names.asset(by);
    Burned { asset, fuel } => "{} has {fuel} fuel left.", names.asset(asset);
    Drifted { asset } => "{} is out of fuel and drifts.", names.asset(asset);
    Taken { asset, to, .. } => "{} takes {}.", names.fleet(to), names.asset(asset);
    Reverted { asset, to, .. } => "{} has {} back.", names.fleet(to), names.asset(asset);
    TurnEnded { asset, .. } => "The turn of {} ends.", names.asset(asset);
    RoundEnded { .. } => "All have acted.";
    Aided { ship, helper, aided } => "{} helps {} aboard {}.", names.fleet(helper), names.fleet(aided), names.asset(ship);
    Boarded { ship, rolls, winner } => "{}", boarded(names, ship, rolls, winner.as_ref());
    BoardingHit { roller, victim, damage, .. } => "{} deals {} to {} companies.",
        names.fleet(roller), hits_of(*damage), possessive(names.fleet(victim));
    Ticked { by: None, clock } => "The clock counts down to {clock}.";
    Ticked { by: Some(by), clock } => "{} counts the clock down to {clock}.", names.fleet(by);
    Held { player } => "{} lets the clock stand.", names.fleet(player);
    Over { scores } => "Doomsday. {}.", standings(&names.fleets, scores);
}

/// Describes the whites that a fleet gives to the actions of a captured ship.
fn whites(given: &GivenWhites) -> String {
    let GivenWhites { defense, attack, movement, spot } = given;
    let whites = [(defense, "defense"), (attack, "attack"), (movement, "movement"), (spot, "spot")];
    let parts: Vec<String> =
        whites.iter().filter_map(|(value, action)| value.map(|value| format!("W{value} to its {action}"))).collect();
    if parts.is_empty() { "none of its whites".to_owned() } else { parts.join(", ") }
}

/// Describes the way of a ship that sets out.
fn way(maneuver: &Maneuver) -> String {
    let (speed, turns) = (maneuver.speed, maneuver.hinges());
    let turn = |(hinge, clicks): (usize, &i8)| format!("{} after {}", clicked(*clicks), hinge + 1);
    let turns: Vec<String> = turns.iter().enumerate().filter(|(_, clicks)| **clicks != 0).map(turn).collect();
    match (speed, turns.is_empty()) {
        (0, _) => "holds its position".to_owned(),
        (_, true) => format!("sets out to sail {speed} straight ahead"),
        _ => format!("sets out to sail {speed}: {}", turns.join(", ")),
    }
}

/// Describes the pips of a die that pay for a way.
fn steering(die: Die, value: u8, pips: u8) -> String {
    match die {
        Die::None => String::new(),
        die => format!(", using {pips} of {}", die.describe(Colour::Green, value)),
    }
}

/// Returns the asset or piece of debris with a number in masks of both.
fn thing(number: AssetId) -> Target {
    number.debris().map_or(Target::Asset(number), Target::Debris)
}

fn dice(faces: &[u8]) -> String {
    if faces.is_empty() { "no dice".to_owned() } else { list(faces, " ") }
}

fn hits_of(hits: u8) -> String {
    counted(hits.into(), "hits")
}

/// Describes clicks with their direction.
fn clicked(clicks: i8) -> String {
    let side = if clicks < 0 { "right" } else { "left" };
    format!("{} {side}", counted(clicks.unsigned_abs().into(), "clicks"))
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
    let attack = struck.die.describe(Colour::Red, struck.attack);
    let (asset, target) = (names.asset(&struck.asset), names.target(struck.target));
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
        (0, hits) => hits_of(hits) + " on the target",
        (absorbed, 0) => format!("The {absorbs} absorbs {absorbed}"),
        (absorbed, hits) => format!("The {absorbs} absorbs {absorbed}, {} on the target", hits_of(hits)),
    }
}

fn boarded(names: &Names, ship: &AssetId, rolls: &[BoardingRoll], winner: Option<&PlayerId>) -> String {
    let dice = |letter: char, faces: &[u8]| faces.iter().map(|face| format!("{letter}{face}")).collect::<Vec<_>>();
    let roll = |roll: &BoardingRoll| {
        let all = [dice('Y', &roll.yellows), dice('R', &roll.reds)].concat();
        let rolled = if all.is_empty() { "nothing".to_owned() } else { all.join(" ") };
        format!("{} rolls {rolled}, {} for the ship", names.fleet(&roll.player), roll.counted)
    };
    let rolls: Vec<String> = rolls.iter().map(roll).collect();
    let result = winner
        .map_or_else(|| "no player has the most".to_owned(), |winner| format!("{} has the most", names.fleet(winner)));
    format!("Fight aboard {}: {}; {result}.", names.asset(ship), rolls.join("; "))
}

/// Describes the dice of a hand, such as `W5 R6`.
fn hand(faces: &[Face]) -> String {
    if faces.is_empty() {
        return "no dice".to_owned();
    }
    let hue = |hue: Hue| match hue {
        Hue::White => 'W',
        Hue::Black => 'K',
        Hue::Of(colour) => colour.letter(),
        Hue::AceSpot => Colour::Yellow.letter(),
    };
    let dice: Vec<String> = faces.iter().map(|die| format!("{}{}", hue(die.colour), die.face)).collect();
    dice.join(" ")
}
