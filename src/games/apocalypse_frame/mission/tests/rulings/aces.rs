//! Rolls, turns, resources, Harm (A02, A03, A08, A10, A15, A17).

use super::*;
use crate::games::apocalypse_frame::catalogue::tag::Tag;
use crate::games::apocalypse_frame::encounter::{MissionPlan, PlannedBattle};
use crate::games::apocalypse_frame::rules_files::standard;
use crate::games::apocalypse_frame::ruleset::{EmptyPool, GuardOrder, RollIs};

/// A pool of no dice: sensors are hit as often as the armament has dice (A02).
#[test]
fn empty_pools() {
    let blind = |pool| {
        let change = move |rules: &mut Ruleset| rules.rolls.empty_pool = pool;
        let mut table = table(change, vec![armed("M1", "Scout Rifle", &[])], NEAR);
        table.state.aces[0].sensors = 3;
        table
    };
    let mut low = blind(EmptyPool::TwoKeepLow);
    low.attack(0, 0, &[6, 3]).act(Action::Keep);
    assert_eq!(low.vigor(0), 28);
    let mut failure = blind(EmptyPool::Failure);
    failure.attack(0, 0, &[]);
    assert_eq!((failure.vigor(0), failure.state.asked), (30, Some(Decision::Answer)));
}

/// A 4 counts as the result, or on any die (A03), for Hairpin Controls.
#[test]
fn what_a_four_is() {
    for (roll_is, harmless) in [(RollIs::Result, 0), (RollIs::AnyDie, 1)] {
        let mut recon = ace("L1");
        recon.armaments = armed("L1", "Scout Rifle", &[]).armaments;
        let mut table = table(|rules| rules.rolls.roll_is = roll_is, vec![recon], NEAR);
        // A five provokes no consequence, but a four on any die uses up the controls.
        table.attack(0, 0, &[5, 4, 1]).act(Action::Keep);
        table.state.aces[0].tension = 0;
        table.attack(0, 0, &[4, 1, 1]);
        assert_eq!(table.state.asked, Some(Decision::Answer));
        assert_eq!(usize::from(table.may_attack(0, 0, 0)), harmless);
    }
}

/// Rerolls and extra actions, limited by Tension or by the rules (A08).
#[test]
fn caps_of_tension() {
    let change = |most: u8| move |rules: &mut Ruleset| (rules.turn.rerolls, rules.turn.extra_actions) = (most, most);
    let mut free = table(change(20), vec![ace("M1")], NEAR);
    free.attack(1, 0, &[1, 1, 1, 1]).dice(&[1, 1, 1, 1]).act(Action::Reroll);
    assert_eq!(free.state.asked, Some(Decision::Roll));
    let mut capped = table(change(1), vec![ace("M1")], NEAR);
    capped.attack(1, 0, &[1, 1, 1, 1]).dice(&[6, 1, 1, 1]).act(Action::Reroll);
    capped.attack(1, 0, &[1, 1, 1, 1]).dice(&[1, 1, 1, 1]).act(Action::Reroll);
    assert_eq!(capped.state.asked, Some(Decision::Answer));
    capped.enemy_attack(0, 0, 0).act(Action::Extra).attack(1, 0, &[6, 1, 1, 1]);
    assert!(!capped.may(Action::Extra));
}

/// Vigor and Tension at the start of a battle (A10).
#[test]
fn refilled_or_not() {
    for (refilled, below, vigor, tension) in [(true, 3, 10, 3), (false, 0, 4, 6)] {
        let pest = "aces = \"0,0\"\nenemies = [{ kind = \"Swarming Pest\", at = \"1,0\" }]";
        let battle = || PlannedBattle { encounter: encounter(pest), cache: false, repairs: true };
        let plan = MissionPlan { name: "two".into(), battles: vec![battle(), battle()] };
        let mut rules = standard();
        (rules.resources.vigor_refilled, rules.resources.tension_start_below) = (refilled, below);
        let mut table = Table::planned(rules, vec![with_item("M1", &item("Missile Battery"), &[])], plan);
        table.state.aces[0].vigor = 4;
        table.uses(0, 0);
        assert_eq!((table.resources(0).0, table.resources(0).1), (vigor, tension));
    }
}

/// Armor before Shields, or after (A15): 1 Harm at 1 Armor never reaches a Shield.
#[test]
fn armor_or_shields_first() {
    let text = "aces = \"0,0\"\nenemies = [{ kind = \"Torch\", at = \"1,0\", vigor = 30 }]";
    for (order, faces) in [(GuardOrder::ArmorFirst, &[6, 1, 1][..]), (GuardOrder::ShieldsFirst, &[6, 1, 1, 1])] {
        let mut table = table(|rules| rules.harm.order = order, vec![armed("M1", "Scout Rifle", &[])], text);
        table.state.enemies[0].armor = 2;
        table.attack(0, 0, faces);
        assert_eq!(table.vigor(0), 30);
        assert_eq!(table.state.enemies[0].shields, u8::from(order == GuardOrder::ArmorFirst));
    }
}

/// Shields stack, or not (A17).
#[test]
fn stacked_shields() {
    for (stack, shields) in [(false, 2), (true, 4)] {
        let generator = with_item("M1", &item("Shield Generator"), &[]);
        let mut table = table(|rules| rules.harm.shields_stack = stack, vec![generator], NEAR);
        table.uses_plainly(0);
        assert_eq!(table.may(plain(0)), stack);
        if stack {
            table.uses_plainly(0);
        }
        assert_eq!(table.state.aces[0].shields, shields);
    }
}

/// A tag that needs a six, by either reading (A03).
#[test]
fn what_a_six_is_for_burst() {
    // A pool that shows a six has the result six: both readings agree.
    for roll_is in [RollIs::Result, RollIs::AnyDie] {
        let change = |rules: &mut Ruleset| rules.rolls.roll_is = roll_is;
        let mut table = table(change, vec![armed("M1", "Scout Rifle", &[Tag::Burst])], NEAR);
        table.attack(0, 0, &[6, 1, 1]);
        assert_eq!(table.vigor(0), 27);
    }
}
