//! Cover of a frame, and the hits that it takes.

use super::super::attack::Shelter;
use super::super::frame::Frame;
use super::super::loadout::Range;
use super::Battle;
use super::state::{CoverBy, State, numbers_in};
use super::whites::whites_to_lose;
use crate::geometry::Point;
use hitchart_dice::plan::Cover;

/// Returns the cover of a frame against an attacker: terrain (or height), and a frame.
pub fn covers<D>(battle: &Battle<D>, state: &State, attacker: u8, target: u8, range: Range) -> (CoverBy, CoverBy) {
    if range == Range::HandToHand {
        return (CoverBy::Nothing, CoverBy::Nothing);
    }
    let (from, at) = (state.unit(attacker), state.unit(target));
    let terrain = terrain_cover(battle, state, (at.at, at.near, at.elevation), (from.at, from.elevation));
    let below = from.elevation > at.elevation;
    let below = below && battle.rules.options.height_covers;
    let frame = if below { None } else { battle.frame_covering(state, target, attacker, from.at) };
    (terrain, frame.map_or(CoverBy::Nothing, CoverBy::Frame))
}

/// Returns true if anything covers a frame against an attacker. Skips the search for the nearest piece.
pub fn is_covered<D>(battle: &Battle<D>, state: &State, attacker: u8, target: u8, range: Range) -> bool {
    let (from, at) = (state.unit(attacker), state.unit(target));
    if range == Range::HandToHand {
        return false;
    }
    let by_height = battle.rules.options.height_covers && from.elevation != at.elevation;
    match by_height {
        true => at.elevation > from.elevation || battle.roofs_over(state, at.at) != 0,
        false => {
            battle.pieces_covering(state, at.at, at.near, from.at) != 0
                || battle.frame_covering(state, target, attacker, from.at).is_some()
        }
    }
}

/// Returns the terrain or height that covers a place against another; places are position and elevation (R47, R48).
pub fn terrain_cover<D>(
    battle: &Battle<D>,
    state: &State,
    (at, near, elevation): (Point, u64, u8),
    (from, from_elevation): (Point, u8),
) -> CoverBy {
    match elevation.cmp(&from_elevation) {
        std::cmp::Ordering::Greater if battle.rules.options.height_covers => CoverBy::Height,
        std::cmp::Ordering::Less if battle.rules.options.height_covers => match battle.roofs_over(state, at) {
            0 => CoverBy::Nothing,
            roofs if battle.rules.shelter.pieces_in_turn => CoverBy::Pieces(roofs),
            roofs => CoverBy::Pieces(battle.field(state).nearest(at, roofs).map_or(roofs, |roof| 1 << roof)),
        },
        _ => match battle.pieces_covering(state, at, near, from) {
            0 => CoverBy::Nothing,
            mask if battle.rules.shelter.pieces_in_turn => CoverBy::Pieces(mask),
            mask => CoverBy::Pieces(battle.field(state).nearest(at, mask).map_or(mask, |piece| 1 << piece)),
        },
    }
}

/// Returns the hits that a piece can still take before it stops being cover, for example for lack of height (R33).
pub fn piece_hits_left<D>(battle: &Battle<D>, state: &State, piece: u8) -> u8 {
    let (field, taken) = (battle.field(state), state.piece_hits[usize::from(piece)]);
    let left = field.pieces()[usize::from(piece)].hits.saturating_sub(taken);
    let is_cover = |more: &u8| field.is_cover(piece.into(), taken + more);
    (0..left).take_while(is_cover).count() as u8
}

/// Converts cover to the form that the plan of an attack uses.
pub fn cover_of_plan<D>(battle: &Battle<D>, state: &State, cover: CoverBy) -> Cover {
    match cover {
        CoverBy::Nothing => Cover::None,
        CoverBy::Height => Cover::Immune,
        CoverBy::Pieces(mask) => {
            let hits =
                numbers_in(mask).fold(0u8, |sum, piece| sum.saturating_add(piece_hits_left(battle, state, piece)));
            Cover::Hits(hits)
        }
        CoverBy::Frame(unit) => {
            let whites = whites_to_lose(battle, state, unit);
            let unit = state.unit(unit);
            // Checked at the moment of damage (R37).
            let frame = Frame { loadout: unit.loadout, whites: unit.whites };
            match Shelter::behind(&frame, &battle.rules) {
                Shelter::ImmuneFrame => Cover::Immune,
                _ => Cover::Hits(whites + unit.loadout.systems() as u8),
            }
        }
    }
}
