//! Each switch of the ruleset in each of its positions.

mod aces;
mod damage;
mod gear;
mod gm;

use super::super::Decision;
use super::super::action::{Action, Damaged};
use super::super::event::Event;
use super::table::{A, B, Table, ace, arm, armed, encounter, foe, item, plain, rules, with_item};
use crate::games::apocalypse_frame::ace::Ace;
use crate::games::apocalypse_frame::ids::{EnemySet, Who};
use crate::games::apocalypse_frame::ruleset::Ruleset;

/// Returns a battle of these Aces under changed rules.
fn table(change: impl FnOnce(&mut Ruleset), aces: Vec<Ace>, text: &str) -> Table {
    Table::under(rules(change), aces, encounter(text))
}

/// Legionnaires with much Vigor, Near.
const NEAR: &str = "aces = \"0,0\"\nenemies = [{ kind = \"Legionnaire\", at = [\"1,0\", \"1,0\"], vigor = 30 }]";
