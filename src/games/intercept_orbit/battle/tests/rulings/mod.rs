//! One test for each ruling, with the words of the rule.

mod attacks;
mod boarding;
mod captured;
mod collisions;
mod companies;
mod order;
mod ships;
