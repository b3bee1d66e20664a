//! Steps of a battle: they carry out decisions and find the next one. Each file depends only on those after it in this
//! list: set-up on placing, order on turns; turns on strikes, sailing, companies and launches; these on damage, and
//! damage on possession.

mod boarding;
mod collision;
mod company;
mod damage;
mod edge;
mod holding;
mod launch;
mod order;
mod placing;
mod play;
mod round;
mod sailing;
mod setup;
mod strike;
mod turn;

pub use boarding::{enemies, may_be_aided};
pub use collision::being_turned;
pub use company::{next_of, place_before};
pub use placing::open_carriers;
pub use play::Play;
pub use setup::{droppable, fresh};
