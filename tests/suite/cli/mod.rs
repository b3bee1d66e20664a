//! The command line as a user types it.

mod af;
mod answers;
mod builds;
mod built_in;
mod catalogue;
mod compare;
mod exploit;
mod fleets;
mod formats;
mod gate;
mod help;
mod io;
mod learn;
mod list;
mod meta;
mod new;
mod numbers;
mod parts;
mod play;
mod ra_ppa;
mod reports;
mod rules;
mod settings;
mod sweep;
mod tournament;
mod tune;
