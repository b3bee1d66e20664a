//! Checks of battlefields against naive implementations, and of the built-in layouts.

mod layouts;
mod places;
mod routes;

use super::*;
use hitchart_config::from_toml;
use hitchart_mobile_frame::geometry::Point;
use proptest::prelude::*;

/// Returns the battlefield of a built-in layout.
fn field(name: &str, number: usize) -> Battlefield {
    let layout = named(name).expect("a built-in battlefield");
    let drawn = drawn(&layout, &BattlefieldRules::default(), 1, number as u32).expect("a layout");
    Battlefield::new(&drawn, &BattlefieldRules::default()).expect("a battlefield")
}

/// Returns the battlefield of a TOML text.
fn read(text: &str) -> Result<Battlefield, BattlefieldError> {
    let layout: Layout = from_toml(text).expect("a layout");
    battlefields(&layout, &BattlefieldRules::default(), 1).map(|mut fields| fields.remove(0))
}

fn point() -> impl Strategy<Value = Point> {
    (-14.0..14.0, -14.0..14.0).prop_map(|(x, y)| Point::new(x, y))
}

/// Draws two points as far apart as a move or an attack.
fn pair() -> impl Strategy<Value = (Point, Point)> {
    (point(), -8.0..8.0, -8.0..8.0).prop_map(|(from, x, y)| (from, from + Point::new(x, y)))
}
