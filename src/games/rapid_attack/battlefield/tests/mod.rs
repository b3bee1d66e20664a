//! Battlefields against naive twins, and what the built-in ones are like.

mod layouts;
mod places;
mod routes;

use super::*;
use crate::geometry::Point;
use hitchart_config::from_toml;
use proptest::prelude::*;

/// A battlefield of a built-in layout.
fn field(name: &str, number: usize) -> Battlefield {
    let layout = named(name).expect("a built-in battlefield");
    let drawn = drawn(&layout, &BattlefieldRules::default(), 1, number as u32).expect("a layout");
    Battlefield::new(&drawn, &BattlefieldRules::default()).expect("a battlefield")
}

/// A battlefield from TOML.
fn read(text: &str) -> Result<Battlefield, BattlefieldError> {
    let layout: Layout = from_toml(text).expect("a layout");
    battlefields(&layout, &BattlefieldRules::default(), 1).map(|mut fields| fields.remove(0))
}

fn point() -> impl Strategy<Value = Point> {
    (-14.0..14.0, -14.0..14.0).prop_map(|(x, y)| Point::new(x, y))
}

/// Two points a move or an attack apart.
fn pair() -> impl Strategy<Value = (Point, Point)> {
    (point(), -8.0..8.0, -8.0..8.0).prop_map(|(from, x, y)| (from, from + Point::new(x, y)))
}
