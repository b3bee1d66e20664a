//! Frame damage and fields (A47, A50, A60, A61).

use super::*;
use crate::games::apocalypse_frame::mission::state::Life;
use crate::games::apocalypse_frame::ruleset::{LastDamage, Repeated};

/// Takes the Ace down in the GM turn; the dice are those of its recovery.
fn down(table: &mut Table, faces: &[u8]) {
    table.until_gm();
    table.state.aces[0].vigor = 1;
    table.activate(0).enemy_attack(0, 0, 0).dice(faces).act(Action::Hold);
}

/// Repeated results stack, or are rerolled (A47).
#[test]
fn repeated_damage() {
    for (repeated, faces, sensors) in [(Repeated::Stack, &[3][..], 2), (Repeated::Reroll, &[3, 2], 1)] {
        let change = |rules: &mut Ruleset| rules.damage.repeated = repeated;
        let mut table = table(change, vec![ace("M1")], NEAR);
        down(&mut table, &[3]);
        down(&mut table, faces);
        assert_eq!(table.state.aces[0].sensors, sensors);
    }
}

/// Exhausted results are rerolled, and results 4 and 5 move on to gear that is left (A47).
#[test]
fn exhausted_results() {
    let mut table = table(|rules| rules.damage.allowed = 5, vec![ace("M1")], NEAR);
    down(&mut table, &[6]);
    down(&mut table, &[6, 4]);
    table.act(Action::Damage(Damaged::Armament(arm(0))));
    down(&mut table, &[4]);
    assert_eq!(table.state.aces[0].backups.bits(), 0b11);
    down(&mut table, &[4, 6, 2]);
    assert_eq!((table.state.aces[0].legs, table.state.aces[0].damage), (1, 4));
}

/// The last damage ejects, or allows a last stand (A50).
#[test]
fn the_last_damage() {
    for (last, life) in [(LastDamage::Eject, Life::Ejected), (LastDamage::LastStand, Life::Down)] {
        let change = |rules: &mut Ruleset| (rules.damage.last, rules.damage.allowed) = (last, 0);
        let mut table = table(change, vec![ace("M1"), ace("L1")], NEAR);
        table.until_gm();
        table.state.aces[0].vigor = 1;
        table.activate(0).enemy_attack(0, 0, 0);
        assert_eq!(table.state.aces[0].life, life);
        assert_eq!(table.count(|event| matches!(event, Event::AceDown { .. })), 1);
    }
}

/// Numbers of frame damage: superstructure, and regained Tension and Ammo.
#[test]
fn numbers_of_frame_damage() {
    let change = |rules: &mut Ruleset| {
        (rules.damage.superstructure, rules.damage.tension_gained, rules.damage.ammo_gained) = (3, 2, 0);
    };
    let mut table = table(change, vec![ace("M1")], NEAR);
    table.state.aces[0].ammo = 1;
    down(&mut table, &[1]);
    assert_eq!(table.resources(0), (7, 8, 1));
}

/// Numbers of fields.
#[test]
fn numbers_of_fields() {
    let text = "aces = \"0,0\"\nhazards = \"0,0\"\nenemies = [{ kind = \"Legionnaire\", at = \"4,0\" }]";
    let mut hazard = table(|rules| rules.fields.hazard_harm = 4, vec![ace("M1")], text);
    hazard.act(Action::EndTurn);
    assert_eq!(hazard.harms(Who::Ace(A)), [4]);
    let text =
        "aces = \"0,0\"\ncover = [{ at = \"2,0\" }]\nenemies = [{ kind = \"Legionnaire\", at = \"2,0\", vigor = 9 }]";
    let change = |rules: &mut Ruleset| (rules.fields.cover_less, rules.fields.cover_goes_to) = (2, 6);
    let mut cover = table(change, vec![armed("M1", "Scout Rifle", &[])], text);
    cover.attack(0, 0, &[6, 1, 1, 6]);
    assert_eq!((cover.vigor(0), cover.state.fields.cover.is_empty()), (9, true));
    let text = "aces = \"0,0\"\nbombardments = \"4,0\"\nenemies = [{ kind = \"Legionnaire\", at = [\"4,0\", \"3,0\"], vigor = 20 }]";
    let change = |rules: &mut Ruleset| {
        (rules.fields.bombardment_harm, rules.fields.bombardment_hits_from) = (5, 6);
    };
    let mut shells = table(change, vec![ace("M1")], text);
    shells.until_gm().activate(0).dice(&[5, 4]).act(Action::Hold);
    assert_eq!((shells.vigor(0), shells.vigor(1)), (20, 15));
}
