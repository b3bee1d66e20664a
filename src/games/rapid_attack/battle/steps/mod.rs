//! The steps of a battle, which carry out decisions and find the next. Each file depends on the files named after it:
//! setup on fielding, fielding on the order; strikes on turns and damage; damage and turns on stations.

mod damage;
mod fielding;
mod order;
mod play;
mod setup;
mod stations;
mod strike;
mod turn;

pub use play::Play;
pub use setup::fresh;
