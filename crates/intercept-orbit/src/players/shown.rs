//! States and actions of a battle as data, for players outside the program.

use super::super::battle::open_turn::{Die, Hand, Target, Turn};
use super::super::battle::state::Asset;
use super::super::battle::{Action, Battle, BattleDice, State};
use crate::ids::AssetId;
use crate::space::Maneuver;
use hitchart_mobile_frame::dice::{ActionDie, Colour};
use hitchart_mobile_frame::geometry::Point;
use hitchart_play::{Game, Shown, in_words};
use serde_json::{Value, json};

impl<D: BattleDice> Shown for Battle<D> {
    const NAME: &'static str = "intercept-orbit";

    fn kind_of_decision(&self, state: &State) -> &'static str {
        state.asked.map_or("", |asked| asked.what.name())
    }

    fn state_as_data(&self, state: &State) -> Value {
        let debris = |(number, debris): (usize, &super::super::battle::state::Debris)| {
            let is_left = state.debris_left >> number & 1 == 1;
            json!({ "at": is_left.then_some(debris.at), "hits": debris.hits })
        };
        let players = usize::from(state.player_count);
        json!({
            "round": state.round,
            "clock": state.clock,
            "seats": state.seats[..players],
            "scores": self.scores(state).as_slice(),
            "points_per_asset": state.players().iter().map(|player| player.points_per_asset).collect::<Vec<i8>>(),
            "assets": state.assets().iter().map(asset).collect::<Vec<Value>>(),
            "first_high_value_asset": state.tactical_count,
            "debris": state.debris.iter().enumerate().map(debris).collect::<Vec<Value>>(),
            "turn": state.turn.as_ref().map(turn),
            "answer": state.answer.as_ref().map(turn),
        })
    }

    fn action_in_words(&self, state: &State, action: &Action) -> String {
        let name = |asset: AssetId| self.full_name(state, asset);
        let at = |point: Point| format!("{:.1} {:.1}", point.x, point.y);
        match *action {
            Action::Activate(asset) => format!("act with {}", name(asset)),
            Action::Declare { target: Target::Nothing, .. } => "declare no attack".to_owned(),
            Action::Declare { target, band } => {
                format!("declare {} on {}", in_words(&json!(band)), aimed_at(self, state, target))
            }
            Action::Defend(die) => format!("defend with {}", die_in_words(state, Colour::Blue, die)),
            Action::Attack { die, target } => {
                format!("attack {} with {}", aimed_at(self, state, target), die_in_words(state, Colour::Red, die))
            }
            Action::Spot { die, target } => {
                format!("spot {} with {}", name(target), die_in_words(state, Colour::Yellow, die))
            }
            Action::Sail { die, maneuver } => {
                format!("sail {} with {}", sailed(&maneuver), die_in_words(state, Colour::Green, die))
            }
            Action::Fly { die, to } => format!("fly to {} with {}", at(to), die_in_words(state, Colour::Green, die)),
            Action::Launch { company, die: Die::None } => format!("launch {} with the fuel it has", name(company)),
            Action::Launch { company, die } => {
                format!("launch {} with {}", name(company), die_in_words(state, Colour::Green, die))
            }
            Action::Mend { company, die, .. } => {
                format!("repair {} with {}", name(company), die_in_words(state, Colour::Green, die))
            }
            Action::Repair { white, system } => {
                format!("repair {} with {}", system.token(), die_in_words(state, Colour::Blue, Die::White(white)))
            }
            Action::Lose { asset, loss } => format!("{} loses {}", name(asset), loss.name()),
            Action::Dodge(asset) => format!("dodge with {}", name(asset)),
            Action::PlaceCompany(point) => format!("put the company at {}", at(point)),
            ref other => fixed_words(other).map_or_else(|| in_words(&json!(other)), str::to_owned),
        }
    }
}

/// Returns the words of an action without numbers. `None` for others.
fn fixed_words(action: &Action) -> Option<&'static str> {
    Some(match action {
        Action::NoRepair => "repair nothing more",
        Action::NoLaunch => "launch nothing more",
        Action::NoSpot => "spot nothing",
        Action::NoNudge => "move nothing with the green ace",
        Action::Finish => "end movement and attack",
        Action::UseSpot(true) => "use the spots",
        Action::UseSpot(false) => "keep the spots",
        Action::Spare(true) => "spare the cover",
        Action::Spare(false) => "do not spare the cover",
        Action::Avoid(true) => "pass the debris",
        Action::Avoid(false) => "hit the debris",
        Action::Ram(true) => "ram",
        Action::Ram(false) => "pass without a ram",
        Action::Tick => "move the clock",
        Action::Hold => "leave the clock",
        _ => return None,
    })
}

/// Returns a target in words.
fn aimed_at<D>(battle: &Battle<D>, state: &State, target: Target) -> String {
    match target {
        Target::Nothing => "nothing".to_owned(),
        Target::Asset(asset) => battle.full_name(state, asset),
        Target::Debris(piece) => format!("debris {}", piece + 1),
    }
}

/// Returns a die of the turn in control in words, as it counts for the action of a colour.
fn die_in_words(state: &State, colour: Colour, die: Die) -> String {
    die.in_words(colour, state.turn_in_control().map_or(0, |turn| turn.hand().value(colour, die)))
}

/// Returns a maneuver in words: `3 ahead`, or `3 ahead, clicks 0 1 -1`.
fn sailed(maneuver: &Maneuver) -> String {
    let turns = &maneuver.turns[..usize::from(maneuver.speed)];
    let clicks: Vec<String> = turns.iter().map(ToString::to_string).collect();
    let clicks =
        if turns.iter().any(|turn| *turn != 0) { format!(", clicks {}", clicks.join(" ")) } else { String::new() };
    format!("{} ahead{clicks}", maneuver.speed)
}

fn asset(asset: &Asset) -> Value {
    json!({
        "fleet": asset.owner,
        "player": asset.side(),
        "kind": asset.body,
        "life": asset.life(),
        "at": asset.pose,
        "systems": asset.systems.to_string(),
        "company_systems": asset.parts,
        "whites": asset.whites,
        "ace": asset.ace.map(|ace| ace.name()),
        "defense": asset.defense,
        "spot": asset.spot,
        "fuel": asset.fuel,
        "on": asset.on,
        "speed": asset.speed,
    })
}

fn turn(turn: &Turn) -> Value {
    json!({
        "asset": turn.asset,
        "target": turn.target,
        "band": turn.band,
        "moved": turn.moved,
        "attacked": turn.attacked,
        "dice": dice(turn.hand()),
    })
}

/// Returns the rolled dice: all whites and blacks, and the best die of each other colour; 0 is no die.
fn dice(hand: &Hand) -> Value {
    let [blue, green, red, yellow] = hand.best;
    let whites = &hand.whites[..usize::from(hand.white_count)];
    let blacks = &hand.blacks[..usize::from(hand.black_count)];
    json!({ "white": whites, "black": blacks, "blue": blue, "green": green, "red": red, "yellow": yellow })
}
