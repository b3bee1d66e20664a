//! Rules of cover (I39 to I43).

use super::super::super::band::Band;
use super::super::super::fleet::Ace;
use super::super::super::ship::System;
use super::super::super::space::{Body, Pose};
use super::super::Battle;
use super::super::state::{CoverBy, DEBRIS, State, Target, numbers_in};
use super::attack::{is_led_by, reads_dogfight_table};

/// Returns the cover of the target of an attack from the present places. A screen comes before debris, and debris
/// before ships; of each the lowest number.
pub fn cover_of<D>(battle: &Battle<D>, state: &State, attacker: u8, target: Target, band: Band) -> CoverBy {
    let Target::Asset(number) = target else { return CoverBy::Nothing };
    let by = state.asset(attacker);
    let absorbs = battle.rules.charts.of(band).is_some_and(|chart| chart.absorbed >= chart.hits);
    if !absorbs || reads_dogfight_table(battle, by, band) {
        return CoverBy::Nothing;
    }
    if is_screened(battle, state, number) {
        return CoverBy::Screen;
    }
    pieces(battle, state, (by.body, by.pose), number).find(|piece| *piece != attacker).map_or(
        CoverBy::Nothing,
        |piece| match piece.checked_sub(DEBRIS) {
            Some(debris) => CoverBy::Debris(debris),
            None => CoverBy::Asset(piece),
        },
    )
}

/// Returns true if a target is out of cover from a place, not counting screens ("out of cover" for spots; I43).
pub fn is_open<D>(battle: &Battle<D>, state: &State, from: (Body, Pose), by: u8, target: u8) -> bool {
    pieces(battle, state, from, target).all(|piece| piece == by)
}

/// Lists the debris, then the assets, that cover a target from an attacker.
fn pieces<'a, D>(
    battle: &'a Battle<D>,
    state: &'a State,
    from: (Body, Pose),
    target: u8,
) -> impl Iterator<Item = u8> + 'a {
    let to = state.asset(target).placed();
    let debris = state.pieces().map(|piece| piece + DEBRIS);
    let covering = covering_assets(battle, state) & !(1 << target);
    debris.chain(numbers_in(covering)).filter(move |piece| battle.space.covers(from, to, state.placed(*piece)))
}

/// Returns the assets that may cover others, as a mask: ships, and other assets if the rules say so (I43).
pub fn covering_assets<D>(battle: &Battle<D>, state: &State) -> u64 {
    if battle.rules.cover.companies_cover { state.standing() } else { state.ships() }
}

/// Returns true if defences or a blue ace let a target take hits as though in cover (I42).
pub fn is_screened<D>(battle: &Battle<D>, state: &State, target: u8) -> bool {
    let (rules, asset) = (&battle.rules, state.asset(target));
    if is_led_by(asset, Ace::Blue) {
        return true;
    }
    let screens = |number: u8| {
        let other = state.asset(number);
        let is_ship = other.is_ship() && other.systems.count(System::Defense) >= rules.cover.screen_from;
        // A ship screens ships; an ace screens any tactical asset.
        let by_ship = is_ship && asset.is_ship() && (rules.cover.screen_self || number != target);
        let by_ace = rules.aces.blue_covers_others && is_led_by(other, Ace::Blue);
        by_ship || by_ace
    };
    let friends = state.standing() & !state.hvas() & state.of(asset.side());
    numbers_in(friends).any(|friend| {
        screens(friend)
            && (friend == target
                || battle.space.within(state.asset(friend).placed(), asset.placed(), rules.ranges.point_defense))
    })
}
