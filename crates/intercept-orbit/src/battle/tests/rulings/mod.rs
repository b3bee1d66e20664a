//! One test for each ruling, with the words of the rule.

mod attacks;
mod companies;
mod ships;
