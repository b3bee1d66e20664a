//! Conversion of a battle's events to those of a replay: plain numbers, rounded, with names for codes.

use super::super::battle::state::{Colour, CoverBy, DEBRIS, Die, Given, Loss, Parts, State, Target, Turn};
use super::super::battle::{Battle, BoardingRoll, Event, Face, Hue, Strike};
use super::super::space::Pose;
use super::assets::parts as words_of;
use super::line::{Aim, DieColor, DieFace, Happening, Rolled, Shelter, Struck};
use super::places::place;

/// Converts an event for a replay; `state` is the state right after it. Long, but one line of one shape for each event.
pub fn told<D>(battle: &Battle<D>, state: &State, event: &Event) -> Happening {
    use Happening as To;
    match event {
        Event::Setup { points_per_asset, seats } => {
            let points = points_per_asset[..state.players().len()].to_vec();
            To::Setup { points_per_asset: points, seats: of_players(state, seats) }
        }
        Event::RolledOff { order } => To::RolledOff { order: of_players(state, order) },
        Event::Dropped { asset } => To::Dropped { asset: *asset },
        Event::Placed { asset, pose } => To::Placed { asset: *asset, at: place(pose.at), heading: pose.heading },
        Event::Docked { asset, ship, at } => To::Docked { asset: *asset, ship: *ship, at: place(*at) },
        Event::DebrisPlaced { piece, at } => To::DebrisPlaced { piece: *piece, at: place(*at) },
        Event::RoundBegan { round: _, clock } => To::RoundBegan { clock: *clock },
        Event::Passed { player } => To::Passed { fleet: *player },
        Event::TurnBegan { asset, attacked_by } => To::TurnBegan { asset: *asset, attacked_by: *attacked_by },
        Event::Declared { asset, target, band } => To::Declared { asset: *asset, target: aim(*target), band: *band },
        Event::Rolled { asset, faces } => To::Rolled { asset: *asset, faces: faces.iter().map(face).collect() },
        Event::Given { asset, player, given } => self::given(state, *asset, *player, given),
        Event::Defended { asset, die, value } => {
            To::Defended { asset: *asset, die: color(Colour::Blue, *die), value: *value }
        }
        Event::Repaired { asset, white, system } => {
            let value = turn_of(state, *asset).map_or(0, |turn| turn.hand().whites[usize::from(*white)]);
            To::Repaired { asset: *asset, value, system: system.token().to_owned() }
        }
        Event::AttackForgone { asset } => To::AttackForgone { asset: *asset },
        Event::AttackDeclared { asset, target, band, die, value } => To::AttackDeclared {
            asset: *asset,
            target: aim(*target),
            band: *band,
            die: color(Colour::Red, *die),
            value: *value,
        },
        Event::Attacked(strike) => To::Attacked(struck(state, strike)),
        Event::Spared { asset, cover, hits } => {
            let (_, cover_piece, cover_asset) = sheltered(*cover);
            To::Spared { asset: *asset, cover_piece, cover_asset, hits: *hits }
        }
        Event::DebrisHit { piece, hits } => To::DebrisHit { piece: *piece, hits: *hits },
        Event::DebrisDestroyed { piece } => To::DebrisDestroyed { piece: *piece },
        Event::SetOut { asset, die, value, from, maneuver, pips } => To::SetOut {
            asset: *asset,
            die: color(Colour::Green, *die),
            value: *value,
            from: place(from.at),
            heading: from.heading,
            speed: maneuver.speed,
            turns: maneuver.hinges().to_vec(),
            pips: *pips,
        },
        Event::Passing { asset, other } => To::Passing { asset: *asset, other: *other },
        Event::Avoided { asset, piece, pips } => To::Avoided { asset: *asset, piece: *piece, pips: *pips },
        Event::Sailed { asset, distance, to } => To::Sailed {
            asset: *asset,
            path: path(battle, state, *distance, to),
            to: place(to.at),
            heading: to.heading,
        },
        Event::Collided { rammer, target, chosen, dice, faces, on_rammer, on_target } => To::Collided {
            rammer: *rammer,
            target: run_into(*target),
            chosen: *chosen,
            dice: *dice,
            faces: sorted(faces),
            on_rammer: *on_rammer,
            on_target: *on_target,
        },
        Event::Turned { asset, by, clicks, to } => {
            To::Turned { asset: *asset, fleet: *by, clicks: *clicks, to: place(to.at), heading: to.heading }
        }
        Event::DebrisMoved { piece, to } => To::DebrisMoved { piece: *piece, to: place(*to) },
        Event::LostAboard { asset, ship, at } => To::LostAboard { asset: *asset, ship: *ship, at: place(at.at) },
        Event::Left { asset, at } => To::Left { asset: *asset, at: place(at.at) },
        Event::Headed { asset, player, to } => To::Headed { asset: *asset, fleet: *player, heading: to.heading },
        Event::Flew { asset, die, value, from, to, on } => To::Flew {
            asset: *asset,
            die: color(Colour::Green, *die),
            value: *value,
            from: place(*from),
            to: place(*to),
            on: *on,
        },
        Event::Rode { asset, ship, to } => To::Rode { asset: *asset, ship: *ship, to: place(*to) },
        Event::LeftBehind { asset, ship } => {
            To::LeftBehind { asset: *asset, ship: *ship, to: place(state.asset(*asset).pose.at) }
        }
        Event::Clung { asset, ship, to } => To::Clung { asset: *asset, ship: *ship, to: place(*to) },
        Event::PickedUp { asset, by, to } => To::PickedUp { asset: *asset, by: *by, to: place(*to) },
        Event::Nudged { asset, by, to } => To::Nudged { asset: *asset, by: *by, to: place(to.at), heading: to.heading },
        Event::Mended { asset, by, die, value, parts, whites } => To::Mended {
            asset: *asset,
            by: *by,
            die: color(Colour::Green, *die),
            value: *value,
            systems: words_of(*parts),
            whites: *whites,
        },
        Event::Launched { asset, by, die, fuel } => {
            To::Launched { asset: *asset, by: *by, die: color(Colour::Green, *die), fuel: *fuel }
        }
        Event::CompanyPlaced { asset, at, on } => To::CompanyPlaced { asset: *asset, at: place(*at), on: *on },
        Event::Spotted { asset, target, die, value, replaced, ace } => To::Spotted {
            asset: *asset,
            target: *target,
            die: if *ace { Some(DieColor::Yellow) } else { color(Colour::Yellow, *die) },
            value: *value,
            replaced: *replaced,
            ace: *ace,
        },
        Event::Lost { asset, loss, by } => To::Lost { asset: *asset, loss: lost(*loss).to_owned(), by: *by },
        Event::Dodged { asset, from, to, fuel } => {
            To::Dodged { asset: *asset, from: place(*from), to: place(*to), fuel: *fuel }
        }
        Event::Destroyed { asset, by } => To::Destroyed { asset: *asset, by: *by },
        Event::Burned { asset, fuel } => To::Burned { asset: *asset, fuel: *fuel },
        Event::Drifted { asset } => To::Drifted { asset: *asset },
        Event::Taken { asset, from, to } => To::Taken { asset: *asset, from: *from, to: *to },
        Event::Reverted { asset, from, to } => To::Reverted { asset: *asset, from: *from, to: *to },
        Event::TurnEnded { asset, unused } => To::TurnEnded {
            asset: *asset,
            unused_whites: unused.whites,
            unused_blacks: unused.blacks,
            unused_colors: unused.colours,
        },
        Event::RoundEnded { round: _ } => To::RoundEnded,
        Event::Aided { ship, helper, aided } => To::Aided { ship: *ship, fleet: *helper, aided: *aided },
        Event::Boarded { ship, rolls, winner } => {
            To::Boarded { ship: *ship, rolls: rolls.iter().map(rolled).collect(), winner: *winner }
        }
        Event::BoardingHit { ship, roller, victim, damage } => {
            To::BoardingHit { ship: *ship, fleet: *roller, victim: *victim, damage: *damage }
        }
        Event::Ticked { by, clock } => To::Ticked { fleet: *by, clock: *clock },
        Event::Held { player } => To::Held { fleet: *player },
        Event::Over { scores } => To::Over { final_scores: scores[..state.players().len()].to_vec() },
    }
}

/// Returns the whites that the first owner of a captured ship gave, in pips.
fn given(state: &State, asset: u8, fleet: u8, given: &Given) -> Happening {
    let hand = turn_of(state, asset).map(|turn| *turn.hand());
    let pips = |colour: Colour| {
        let hand = hand.filter(|_| given.to(colour) != Die::None)?;
        Some(hand.value(colour, given.to(colour)))
    };
    Happening::Given {
        asset,
        fleet,
        defense: pips(Colour::Blue),
        attack: pips(Colour::Red),
        movement: pips(Colour::Green),
        spot: pips(Colour::Yellow),
    }
}

/// Returns the shelter of a target, with the piece of debris or the asset that covers it.
fn sheltered(cover: CoverBy) -> (Shelter, Option<u8>, Option<u8>) {
    match cover {
        CoverBy::Nothing => (Shelter::Open, None, None),
        CoverBy::Debris(piece) => (Shelter::Cover, Some(piece), None),
        CoverBy::Asset(asset) => (Shelter::Cover, None, Some(asset)),
        CoverBy::Screen => (Shelter::Screen, None, None),
    }
}

fn struck(state: &State, strike: &Strike) -> Struck {
    let (shelter, cover_piece, cover_asset) = sheltered(strike.cover);
    Struck {
        asset: strike.asset,
        target: aim(strike.target),
        band: strike.band,
        dogfight: strike.dogfight,
        die: turn_of(state, strike.asset).and_then(|turn| color(Colour::Red, turn.attack_die)),
        attack: strike.attack,
        spot: strike.spot,
        defense: strike.defense,
        shelter,
        cover_piece,
        cover_asset,
        spared: strike.spared,
        dice: strike.dice,
        faces: sorted(&strike.faces),
        on_cover: strike.on_cover,
        on_target: strike.on_target,
    }
}

/// Returns the path of an asset that came to rest: its start, the hinges within `distance` units, and its end.
fn path<D>(battle: &Battle<D>, state: &State, distance: f64, to: &Pose) -> Vec<[f64; 2]> {
    let Some(sail) = state.sail else { return vec![place(to.at)] };
    let course = battle.space.course(sail.from, &sail.maneuver);
    let hinges = (0..).zip(course.poses()).take_while(|(units, _)| f64::from(*units) < distance);
    let mut way: Vec<[f64; 2]> = hinges.map(|(_, pose)| place(pose.at)).collect();
    way.push(place(to.at));
    way.dedup();
    way
}

/// Returns the open turn of an asset.
fn turn_of(state: &State, asset: u8) -> Option<&Turn> {
    [&state.turn, &state.answer].into_iter().flatten().find(|turn| turn.asset == asset)
}

/// Returns the players in an order, without unused places.
fn of_players(state: &State, order: &[u8]) -> Vec<u8> {
    order[..state.players().len()].to_vec()
}

fn aim(target: Target) -> Aim {
    match target {
        Target::Nothing => Aim::default(),
        Target::Asset(asset) => Aim { target_asset: Some(asset), target_piece: None },
        Target::Debris(piece) => Aim { target_asset: None, target_piece: Some(piece) },
    }
}

/// Returns an asset or a piece of debris by its number in masks of both.
fn run_into(thing: u8) -> Aim {
    aim(thing.checked_sub(DEBRIS).map_or(Target::Asset(thing), Target::Debris))
}

fn lost(loss: Loss) -> &'static str {
    match loss {
        Loss::System(system) => system.token(),
        Loss::Part(part) => Parts::NAMES[part as usize].1,
        Loss::White => "white",
        Loss::Ace => "ace",
    }
}

fn rolled(roll: &BoardingRoll) -> Rolled {
    Rolled { fleet: roll.player, yellows: roll.yellows.clone(), reds: roll.reds.clone(), counted: roll.counted }
}

/// Returns the colour of a die that was given to the action of a colour; `None` if no die was given.
fn color(action: Colour, die: Die) -> Option<DieColor> {
    match die {
        Die::None => None,
        Die::Own => Some(own(action)),
        Die::White(_) => Some(DieColor::White),
        Die::Black(_) => Some(DieColor::Black),
    }
}

fn own(colour: Colour) -> DieColor {
    match colour {
        Colour::Blue => DieColor::Blue,
        Colour::Green => DieColor::Green,
        Colour::Red => DieColor::Red,
        Colour::Yellow => DieColor::Yellow,
    }
}

fn face(face: &Face) -> DieFace {
    let color = match face.colour {
        Hue::White => DieColor::White,
        Hue::Black => DieColor::Black,
        Hue::Of(colour) => own(colour),
        Hue::AceSpot => DieColor::Yellow,
    };
    DieFace { color, sides: face.sides, face: face.face, ace: face.colour == Hue::AceSpot }
}

fn sorted(faces: &[u8]) -> Vec<u8> {
    let mut faces = faces.to_vec();
    faces.sort_unstable();
    faces
}
