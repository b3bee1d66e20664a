//! Maneuvers of ships and their cost ("Move and Maneuver your ship"; I47 to I51).

use super::super::super::space::{Body, Maneuver};
use super::super::Battle;
use super::super::state::{Asset, State};

/// Returns the units that a ship moves without steering.
#[inline]
pub fn base_speed<D>(battle: &Battle<D>, asset: &Asset) -> u8 {
    let movement = &battle.rules.movement;
    if movement.carries_speed { asset.speed } else { movement.speed }
}

/// Returns the most clicks of one hinge.
#[inline]
pub fn most_clicks<D>(battle: &Battle<D>, body: Body) -> u8 {
    let movement = &battle.rules.movement;
    if body == Body::Frigate { movement.frigate_clicks } else { movement.capital_clicks }
}

/// Returns the pips that `clicks` clicks of a hinge cost.
#[inline]
pub fn pips_of_clicks<D>(battle: &Battle<D>, clicks: u8) -> u8 {
    if battle.rules.movement.clicks_share_a_pip { clicks.min(1) } else { clicks }
}

/// Returns the pips that a maneuver costs a ship; `None` if the maneuver is illegal.
pub fn pips<D>(battle: &Battle<D>, asset: &Asset, maneuver: &Maneuver) -> Option<u8> {
    let most = most_clicks(battle, asset.body);
    let mut pips = base_speed(battle, asset).abs_diff(maneuver.speed);
    let mut legal = maneuver.speed <= battle.rules.movement.most;
    for (hinge, clicks) in maneuver.turns.iter().enumerate().filter(|(_, clicks)| **clicks != 0) {
        legal &= hinge < usize::from(maneuver.speed) && clicks.unsigned_abs() <= most;
        pips += pips_of_clicks(battle, clicks.unsigned_abs());
    }
    legal.then_some(pips)
}

/// Returns true if debris lies so near a ship that the ship may meet it on its way.
pub fn is_near_debris<D>(battle: &Battle<D>, state: &State, asset: &Asset, speed: u8) -> bool {
    let far = f64::from(speed) + battle.space.reach(asset.body) + battle.space.reach(Body::Debris);
    let near = |piece: u8| state.debris[usize::from(piece)].at.distance_squared(asset.pose.at) <= far * far;
    state.pieces().any(near)
}
