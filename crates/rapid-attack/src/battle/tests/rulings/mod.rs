//! Every ruling that play follows, in each position of its switch, on small scenes made by hand.

mod answers;
mod attacks;
mod climbing;
mod clock;
mod cover;
mod damage;
mod dice;
mod fielding;
mod hacks;
mod movement;
mod objective;
mod order;
mod per_unit;
mod ranges;
mod rulesets;
pub(super) mod scene;
mod setup;
mod spotting;
mod stations;
mod terrain;
