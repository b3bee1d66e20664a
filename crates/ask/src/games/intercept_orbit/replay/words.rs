//! Events of a battle for its replay: as data, and in words.

use super::line::{Aim, DieColor, DieFace, Happening, Rolled, Struck, TargetShelter};
use super::{AssetKind, Header, parts as words_of, place};
use hitchart_config::words::{capitalised, counted};
use hitchart_intercept_orbit::attack::Band;
use hitchart_intercept_orbit::battle::state::{
    AssignedWhites, Colour, CoverBy, DEBRIS, Die, Loss, Parts, State, Target, Turn,
};
use hitchart_intercept_orbit::battle::{Battle, BoardingRoll, Event, Face, Hue, Strike};
use hitchart_intercept_orbit::space::Pose;
use hitchart_lab::replay::words::{list, possessive};

// Events as data: plain numbers, rounded, with names for codes.

/// Converts an event for a replay; `state` is the state right after it. Long, but one line of one shape for each event.
pub(crate) fn to_happening<D>(battle: &Battle<D>, state: &State, event: &Event) -> Happening {
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
        Event::Given { asset, player, given } => dice_given(state, *asset, *player, given),
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
fn dice_given(state: &State, asset: u8, fleet: u8, given: &AssignedWhites) -> Happening {
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
fn sheltered(cover: CoverBy) -> (TargetShelter, Option<u8>, Option<u8>) {
    match cover {
        CoverBy::Nothing => (TargetShelter::Open, None, None),
        CoverBy::Debris(piece) => (TargetShelter::Cover, Some(piece), None),
        CoverBy::Asset(asset) => (TargetShelter::Cover, None, Some(asset)),
        CoverBy::Screen => (TargetShelter::Screen, None, None),
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

// Events in words, as a player would describe them.

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
    fn damage(&self, aim: Aim, hits: u8) -> String {
        match aim.target_asset.is_some_and(|asset| self.takes_damage[usize::from(asset)]) {
            true => counted(hits.into(), "hits"),
            false => "no damage".to_owned(),
        }
    }

    fn aim(&self, aim: Aim) -> String {
        match (aim.target_asset, aim.target_piece) {
            (Some(asset), _) => self.asset(asset).to_owned(),
            (None, Some(piece)) => debris(piece),
            (None, None) => "nothing".to_owned(),
        }
    }

    fn order(&self, fleets: &[u8]) -> String {
        let names: Vec<&str> = fleets.iter().map(|fleet| self.fleet(*fleet)).collect();
        names.join(", then ")
    }
}

fn debris(piece: u8) -> String {
    format!("debris {}", piece + 1)
}

/// Describes an event in a sentence that can stand alone. Long, but one line of one shape for each event.
pub(crate) fn words(names: &Names, what: &Happening) -> String {
    use Happening as To;
    let asset = |asset: &u8| names.asset(*asset);
    let fleet = |fleet: &u8| names.fleet(*fleet);
    match what {
        To::Setup { points_per_asset, seats } => setup(names, points_per_asset, seats),
        To::RolledOff { order } => format!("A roll settles the order: {}.", names.order(order)),
        To::Dropped { asset: left } => format!("{} stays at home to break the tie.", asset(left)),
        To::Placed { asset: placed, .. } => format!("{} takes its place.", asset(placed)),
        To::Docked { asset: docked, ship, .. } => format!("{} waits aboard {}.", asset(docked), asset(ship)),
        To::DebrisPlaced { piece, .. } => format!("{} is placed.", capitalised(&debris(*piece))),
        To::RoundBegan { clock } => format!("A round begins. The clock shows {clock}."),
        To::Passed { fleet: passed } => format!("{} passes.", fleet(passed)),
        To::TurnBegan { asset: acts, attacked_by: None } => format!("{} acts.", asset(acts)),
        To::TurnBegan { asset: acts, attacked_by: Some(by) } => {
            format!("{} must answer the attack of {}.", asset(acts), asset(by))
        }
        To::Declared { asset: declares, target, .. } if *target == Aim::default() => {
            format!("{} fires nothing.", asset(declares))
        }
        To::Declared { asset: declares, target, band } => {
            format!("{} targets {} at {}.", asset(declares), names.aim(*target), range(*band))
        }
        To::Rolled { asset: rolls, faces } => format!("{} rolls {}.", asset(rolls), hand(faces)),
        To::Given { asset: ship, fleet: gives, defense, attack, movement, spot } => {
            let whites = [(defense, "defense"), (attack, "attack"), (movement, "movement"), (spot, "spot")];
            given(fleet(gives), asset(ship), whites)
        }
        To::Defended { asset: defends, die: None, .. } => format!("{} gives no die to its defense.", asset(defends)),
        To::Defended { asset: defends, die, value } => {
            format!("{} defends with {}.", asset(defends), die_of(*die, *value))
        }
        To::Repaired { asset: repairs, value, system } => {
            format!("{} restores its {system} with W{value}.", asset(repairs))
        }
        To::AttackForgone { asset: forgoes } => format!("{} does not attack.", asset(forgoes)),
        To::AttackDeclared { asset: attacks, target, band, die, value } => {
            let (attacks, at) = (asset(attacks), range(*band));
            format!("{attacks} attacks {} at {at} with {}.", names.aim(*target), die_of(*die, *value))
        }
        To::Attacked(struck) => attacked(names, struck),
        To::Spared { asset: spares, cover_piece, cover_asset, hits } => {
            let cover = names.aim(Aim { target_asset: *cover_asset, target_piece: *cover_piece });
            format!("{} spares {cover} {}.", asset(spares), counted((*hits).into(), "hits"))
        }
        To::DebrisHit { piece, hits } => {
            format!("{} takes {}.", capitalised(&debris(*piece)), counted((*hits).into(), "hits"))
        }
        To::DebrisDestroyed { piece } => format!("{} is gone.", capitalised(&debris(*piece))),
        To::SetOut { asset: sails, die, value, speed, turns, pips, .. } => {
            set_out(asset(sails), (*die, *value), *speed, turns, *pips)
        }
        To::Passing { asset: passes, other } => format!("{} is to pass {}.", asset(passes), asset(other)),
        To::Avoided { asset: avoids, piece, pips: 0 } => {
            format!("{}, led by its ace, is to pass {}.", asset(avoids), debris(*piece))
        }
        To::Avoided { asset: avoids, piece, .. } => {
            format!("{} spends a pip to pass {}.", asset(avoids), debris(*piece))
        }
        To::Sailed { asset: sailed, path, .. } => format!("{} stops after {:.1} units.", asset(sailed), length(path)),
        To::Collided { rammer, target, chosen, faces, on_rammer, on_target, .. } => {
            let verb = if *chosen { "rams" } else { "runs into" };
            let by = Aim { target_asset: Some(*rammer), target_piece: None };
            let damage = [names.damage(by, *on_rammer), names.damage(*target, *on_target)];
            collided((asset(rammer), verb, &names.aim(*target)), faces, damage)
        }
        To::Turned { asset: turned, fleet: by, clicks, .. } => {
            format!("{} turns {} by {}.", fleet(by), asset(turned), clicked(*clicks))
        }
        To::DebrisMoved { piece, .. } => format!("{} is pushed away.", capitalised(&debris(*piece))),
        To::Left { asset: gone, .. } => format!("{} leaves the table and is lost in space.", asset(gone)),
        To::LostAboard { asset: gone, ship, .. } => format!("{} is lost with {}.", asset(gone), asset(ship)),
        To::Headed { asset: turned, fleet: None, .. } => format!("{} turns away from the edge.", asset(turned)),
        To::Headed { asset: turned, fleet: Some(by), .. } => {
            format!("{} turns {} away from the edge.", fleet(by), asset(turned))
        }
        To::Flew { asset: flies, die, value, from, to, on } => {
            let length = (to[0] - from[0]).hypot(to[1] - from[1]);
            let onto = on.map_or_else(String::new, |ship| format!(" onto {}", asset(&ship)));
            format!("{} flies {length:.1}{onto} with {}.", asset(flies), die_of(*die, *value))
        }
        To::Rode { asset: rides, ship, .. } => format!("{} stays on {}.", asset(rides), asset(ship)),
        To::LeftBehind { asset: stays, ship, .. } => format!("{} lets {} go.", asset(stays), asset(ship)),
        To::Clung { asset: clings, ship, .. } => format!("{} clings to {}.", asset(clings), asset(ship)),
        To::PickedUp { asset: adrift, by, .. } => format!("{} picks up {}.", asset(by), asset(adrift)),
        To::Nudged { asset: moved, by, .. } => format!("{} nudges {}.", asset(by), asset(moved)),
        To::Mended { asset: mended, by, die, value, systems, whites } => {
            let restored = restored(systems, *whites);
            format!("{} restores {restored} of {} with {}.", asset(by), asset(mended), die_of(*die, *value))
        }
        To::Launched { asset: launched, by, die: None, fuel } => {
            format!("{} launches {} with the {fuel} fuel it has left.", asset(by), asset(launched))
        }
        To::Launched { asset: launched, by, die, fuel } => {
            format!("{} launches {} with {} as its fuel.", asset(by), asset(launched), die_of(*die, *fuel))
        }
        To::CompanyPlaced { asset: placed, on: None, .. } => format!("{} is in open space.", asset(placed)),
        To::CompanyPlaced { asset: placed, on: Some(ship), .. } => {
            format!("{} lands on {}.", asset(placed), asset(ship))
        }
        To::Spotted { asset: spots, target, die, value, replaced, .. } => {
            let over = replaced.map_or_else(String::new, |old| format!(", over a {old}"));
            format!("{} spots {} with {}{over}.", asset(spots), asset(target), die_of(*die, *value))
        }
        To::Lost { asset: loses, loss, .. } => match loss.as_str() {
            "ace" => format!("{} loses its ace.", asset(loses)),
            "white" => format!("{} loses a white.", asset(loses)),
            system => format!("{} gives up its {system}.", asset(loses)),
        },
        To::Dodged { asset: dodges, fuel, .. } => {
            format!("{} steps away to dodge a hit; {fuel} fuel left.", asset(dodges))
        }
        To::Destroyed { asset: gone, by: None } => format!("{} is destroyed.", asset(gone)),
        To::Destroyed { asset: gone, by: Some(by) } => format!("{} is destroyed by {}.", asset(gone), asset(by)),
        To::Burned { asset: burns, fuel } => format!("{} has {fuel} fuel left.", asset(burns)),
        To::Drifted { asset: drifts } => format!("{} is out of fuel and drifts.", asset(drifts)),
        To::Taken { asset: taken, to, .. } => format!("{} takes {}.", fleet(to), asset(taken)),
        To::Reverted { asset: taken, to, .. } => format!("{} has {} back.", fleet(to), asset(taken)),
        To::TurnEnded { asset: ends, .. } => format!("The turn of {} ends.", asset(ends)),
        To::RoundEnded => "All have acted.".to_owned(),
        To::Aided { ship, fleet: helps, aided } => {
            format!("{} helps {} aboard {}.", fleet(helps), fleet(aided), asset(ship))
        }
        To::Boarded { ship, rolls, winner } => boarded(names, *ship, rolls, *winner),
        To::BoardingHit { ship: _, fleet: hits, victim, damage } => {
            let damage = counted((*damage).into(), "hits");
            format!("{} deals {damage} to {} companies.", fleet(hits), possessive(fleet(victim)))
        }
        To::Ticked { fleet: None, clock } => format!("The clock counts down to {clock}."),
        To::Ticked { fleet: Some(by), clock } => format!("{} counts the clock down to {clock}.", fleet(by)),
        To::Held { fleet: holds } => format!("{} lets the clock stand.", fleet(holds)),
        To::Over { final_scores } => over(names, final_scores),
    }
}

fn setup(names: &Names, points: &[i8], seats: &[u8]) -> String {
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

fn given(fleet: &str, ship: &str, whites: [(&Option<u8>, &str); 4]) -> String {
    let parts: Vec<String> =
        whites.iter().filter_map(|(value, action)| value.map(|value| format!("W{value} to its {action}"))).collect();
    match parts.is_empty() {
        true => format!("{fleet} gives {ship} none of its whites."),
        false => format!("{fleet} gives {ship} {}.", parts.join(", ")),
    }
}

/// Returns the length of a path.
fn length(path: &[[f64; 2]]) -> f64 {
    path.windows(2).map(|leg| (leg[1][0] - leg[0][0]).hypot(leg[1][1] - leg[0][1])).sum()
}

fn set_out(ship: &str, (die, value): (Option<DieColor>, u8), speed: u8, turns: &[i8], pips: u8) -> String {
    let turn = |(hinge, clicks): (usize, &i8)| format!("{} after {}", clicked(*clicks), hinge + 1);
    let turns: Vec<String> = turns.iter().enumerate().filter(|(_, clicks)| **clicks != 0).map(turn).collect();
    let steers = match (die, pips) {
        (None, _) => String::new(),
        (die, pips) => format!(", using {pips} of {}", die_of(die, value)),
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

fn restored(systems: &[String], whites: u8) -> String {
    let mut parts = systems.to_vec();
    if whites > 0 {
        parts.push(counted(whites.into(), "whites"));
    }
    if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
}

fn attacked(names: &Names, struck: &Struck) -> String {
    let spot = if struck.spot > 0 { format!(" + spot {}", struck.spot) } else { String::new() };
    let against =
        if struck.target.target_asset.is_some() { format!(" against {}", struck.defense) } else { String::new() };
    let attack = die_of(struck.die.or(Some(DieColor::Red)), struck.attack);
    let (asset, target) = (names.asset(struck.asset), names.aim(struck.target));
    let head = format!("{asset} strikes at {target}, {}: {attack}{spot}{against}", situation(names, struck));
    if struck.dice == 0 {
        return format!("{head}, no damage dice.");
    }
    let faces = if struck.faces.is_empty() { String::new() } else { format!(": {}", list(&struck.faces, " ")) };
    format!("{head}, {}{faces}. {}.", counted(struck.dice.into(), "damage dice"), effect(struck))
}

/// Describes the band and the shelter of an attack.
fn situation(names: &Names, struck: &Struck) -> String {
    let band = struck.band.name();
    let behind = match (struck.cover_piece, struck.cover_asset) {
        (Some(piece), _) => debris(piece),
        (None, Some(asset)) => names.asset(asset).to_owned(),
        (None, None) => "cover".to_owned(),
    };
    match struck.shelter {
        TargetShelter::Open => band.to_owned(),
        TargetShelter::Screen => format!("{band}, screened"),
        TargetShelter::Cover => {
            format!("{band}, behind {behind}{}", if struck.spared { ", which is spared" } else { "" })
        }
    }
}

fn effect(struck: &Struck) -> String {
    let absorbs = if struck.shelter == TargetShelter::Screen { "screen" } else { "cover" };
    match (struck.on_cover, struck.on_target) {
        (0, 0) => "No harm done".to_owned(),
        (0, hits) => counted(hits.into(), "hits") + " on the target",
        (absorbed, 0) => format!("The {absorbs} absorbs {absorbed}"),
        (absorbed, hits) => format!("The {absorbs} absorbs {absorbed}, {} on the target", counted(hits.into(), "hits")),
    }
}

fn boarded(names: &Names, ship: u8, rolls: &[Rolled], winner: Option<u8>) -> String {
    let dice = |letter: char, faces: &[u8]| faces.iter().map(|face| format!("{letter}{face}")).collect::<Vec<_>>();
    let roll = |roll: &Rolled| {
        let all = [dice('Y', &roll.yellows), dice('R', &roll.reds)].concat();
        let rolled = if all.is_empty() { "nothing".to_owned() } else { all.join(" ") };
        format!("{} rolls {rolled}, {} for the ship", names.fleet(roll.fleet), roll.counted)
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
fn hand(faces: &[DieFace]) -> String {
    if faces.is_empty() {
        return "no dice".to_owned();
    }
    let dice: Vec<String> = faces.iter().map(|die| format!("{}{}", die.color.letter(), die.face)).collect();
    dice.join(" ")
}

/// Describes a die, such as `B5`.
fn die_of(die: Option<DieColor>, value: u8) -> String {
    die.map_or_else(|| "no die".to_owned(), |color| format!("{}{value}", color.letter()))
}
