//! The command line as a user types it.

mod af;
mod answers;
mod builds;
mod catalogue;
mod compare;
mod enemies;
mod exact;
mod exploit;
mod fleets;
mod formats;
mod gate;
mod help;
mod io;
mod learn;
mod list;
mod meta;
mod parts;
mod play;
mod precision;
mod ra_ppa;
mod reports;
mod rules;
mod sweep;
mod tournament;
mod tune;
