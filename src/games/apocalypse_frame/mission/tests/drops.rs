//! Drops and their distribution ("GM Turn", A51, A52).

use super::super::action::Action;
use super::table::{A, Table, ace, foe, item, with_item};
use crate::games::apocalypse_frame::ace::Ace;

const FIELD: &str = "aces = \"0,0\"\nenemies = [{ kind = \"Velite\", at = [\"1,0\", \"1,0\", \"4,0\"] }, { kind = \"Swarming Pest\", at = \"1,0\" }]";

/// Returns a table on which missiles remove two Velites; each rolls a drop.
fn fallen(team: Vec<Ace>, set: impl Fn(&mut Table), faces: &[u8]) -> Table {
    let count = team.len();
    let mut table = Table::new(team, FIELD);
    if count > 1 {
        table.act(Action::Begin(A));
    }
    table.uses(0, 0).act(Action::Pick(foe(1))).act(Action::Fire);
    table.until_gm();
    set(&mut table);
    for _ in 1..count {
        table.activate(2).act(Action::Hold);
    }
    table.activate(2).dice(faces).act(Action::Hold);
    table
}

fn missiles() -> Ace {
    with_item("M1", &item("Missile Battery"), &[])
}

#[test]
fn drops_restore_up_to_the_maximum() {
    let table =
        fallen(vec![missiles()], |table| (table.state.aces[0].vigor, table.state.aces[0].tension) = (8, 6), &[4, 6]);
    // The build trait first: 9 and 6, then a Vigor; no Ace needs the Tension.
    assert_eq!((table.resources(0).0, table.resources(0).1), (10, 6));
}

#[test]
fn a_drop_goes_where_least_is_left() {
    let lower = |table: &mut Table| (table.state.aces[0].vigor, table.state.aces[1].vigor) = (5, 2);
    let table = fallen(vec![missiles(), ace("L1")], lower, &[5, 5]);
    // M1 regains 1 by its build: 6 of 10; L1 has 2 of 7 and gets both.
    assert_eq!((table.resources(0).0, table.resources(1).0), (6, 4));
}

#[test]
fn perseverance_rolls_a_useless_drop_again() {
    let keen = Ace { rerolls_a_drop: true, ..missiles() };
    let table = fallen(vec![keen], |table| table.state.aces[0].vigor = 2, &[1, 6, 2]);
    assert_eq!((table.resources(0).0, table.state.materials), (4, 1));
}

#[test]
fn small_fry_leaves_none() {
    let mut table = Table::new(vec![missiles()], FIELD);
    table.uses(0, 3);
    assert_eq!((table.vigor(3), table.state.drops_due), (0, 0));
}
