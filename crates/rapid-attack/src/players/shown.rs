//! States and actions of a battle as data, for players outside the program.

use super::super::battle::open_turn::{Hand, Turn};
use super::super::battle::state::{Colour, Die, Station, Target, Unit};
use super::super::battle::{Action, Battle, BattleDice, State};
use crate::ids::UnitId;
use hitchart_config::words::possessive;
use hitchart_mobile_frame::dice::ActionDie;
use hitchart_play::{Shown, in_words};
use serde_json::{Value, json};

impl<D: BattleDice> Shown for Battle<D> {
    const NAME: &'static str = "rapid-attack";

    fn kind_of_decision(&self, state: &State) -> &'static str {
        state.asked.map_or("", |asked| asked.what.name())
    }

    fn state_as_data(&self, state: &State) -> Value {
        let company = |(number, player): (usize, &super::super::battle::state::PlayerAssets)| {
            let name = self.companies.get(number).map(|company| company.name.as_str());
            json!({
                "name": name,
                "score": player.score(),
                "points_per_asset": player.points_per_asset,
                "frames": player.frames,
                "stations": player.stations,
                "to_act": player.to_act,
            })
        };
        let field = &self.fields[usize::from(state.field)];
        let piece = |number: usize| {
            let stands = state.standing >> number & 1 == 1;
            json!({ "stands": stands, "hits": state.piece_hits[number], "spot": state.piece_spots[number] })
        };
        json!({
            "round": state.round,
            "clock": state.clock,
            "phase": state.phase,
            "seats": state.seats[..usize::from(state.player_count)],
            "companies": state.players().iter().enumerate().map(company).collect::<Vec<Value>>(),
            "frames": state.units().iter().map(frame).collect::<Vec<Value>>(),
            "stations": state.stations().iter().map(station).collect::<Vec<Value>>(),
            "pieces": (0..field.pieces().len()).map(piece).collect::<Vec<Value>>(),
            "turn": state.turn.as_ref().map(turn),
            "answer": state.answer.as_ref().map(turn),
            "wounds": state.wounds[..usize::from(state.wound_count)],
        })
    }

    fn action_in_words(&self, state: &State, action: &Action) -> String {
        let at = |target| aimed_at(self, state, target);
        match action {
            Action::Activate(unit) => format!("act with {}", named(self, state, *unit)),
            Action::Declare { target: Target::Nothing, .. } => "declare no attack".to_owned(),
            Action::Declare { target, range, rockets } => {
                let rockets = if *rockets > 0 { format!(" with {rockets} rockets") } else { String::new() };
                format!("declare {} on {}{rockets}", in_words(&json!(range)), at(*target))
            }
            Action::Spot { die, target } => {
                format!("spot {} with {}", at(*target), die_in_words(state, Colour::Yellow, *die))
            }
            Action::Defend(die) => format!("defend with {}", die_in_words(state, Colour::Blue, *die)),
            Action::Attack(die) => format!("attack with {}", die_in_words(state, Colour::Red, *die)),
            Action::Move { die, path } => {
                let (to, die) = (path.to, die_in_words(state, Colour::Green, *die));
                format!("move {:.1} units to {:.1} {:.1} with {die}", path.length, to.x, to.y)
            }
            Action::Rename(target) => format!("attack {} instead", at(*target)),
            other => in_words(&json!(other)),
        }
    }
}

/// Returns a target in words.
fn aimed_at<D>(battle: &Battle<D>, state: &State, target: Target) -> String {
    let field = &battle.fields[usize::from(state.field)];
    match target {
        Target::Nothing => "nothing".to_owned(),
        Target::Frame(unit) => named(battle, state, unit),
        Target::Piece(piece) => field.pieces()[usize::from(piece)].name.clone(),
    }
}

/// Returns a die of the turn in control in words, as it counts for the action of a colour.
fn die_in_words(state: &State, colour: Colour, die: Die) -> String {
    die.in_words(colour, state.turn_in_control().map_or(0, |turn| turn.hand().value(colour, die)))
}

/// Returns a frame in words, as in replays: `Gate's Sniper`.
fn named<D>(battle: &Battle<D>, state: &State, unit: UnitId) -> String {
    let company = &battle.companies[state.unit(unit).owner.index()].name;
    format!("{} {}", possessive(company), battle.frame_name(state, unit))
}

fn frame(unit: &Unit) -> Value {
    json!({
        "company": unit.owner,
        "loadout": unit.loadout.to_string(),
        "whites": unit.whites,
        "hit_points": unit.hit_points(),
        "life": unit.life(),
        "at": unit.stands().then_some(unit.at),
        "acted": unit.acted,
        "defense": unit.defense,
        "spot": unit.spot,
        "elevation": unit.elevation,
    })
}

fn station(station: &Station) -> Value {
    json!({ "owner": station.owner, "at": station.placed.then_some(station.at), "guarded": station.guarded })
}

fn turn(turn: &Turn) -> Value {
    json!({
        "frame": turn.unit,
        "target": turn.target,
        "range": turn.range,
        "rockets": turn.rockets,
        "moved": turn.moved,
        "attacked": turn.attacked,
        "dice": dice(turn.hand()),
    })
}

/// Returns the rolled dice: all whites, and the best die of each colour; 0 is no die.
fn dice(hand: &Hand) -> Value {
    let [blue, green, red, yellow] = hand.best;
    let whites = &hand.whites[..usize::from(hand.white_count)];
    json!({ "white": whites, "blue": blue, "green": green, "red": red, "yellow": yellow })
}
