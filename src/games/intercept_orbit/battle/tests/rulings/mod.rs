//! One test a ruling, in the words of the rule.

mod attacks;
mod boarding;
mod captured;
mod collisions;
mod companies;
mod order;
mod ships;
