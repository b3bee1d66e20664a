//! States and actions of a battle as data, for players outside the program.

use super::super::battle::open_turn::{Hand, Turn};
use super::super::battle::state::Asset;
use super::super::battle::{Battle, BattleDice, State};
use hitchart_play::{Game, Shown, kind_name};
use serde_json::{Value, json};

impl<D: BattleDice> Shown for Battle<D> {
    const NAME: &'static str = "intercept-orbit";

    fn kind_of_decision(&self, state: &State) -> String {
        state.asked.map(|asked| kind_name(&asked.what)).unwrap_or_default()
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
