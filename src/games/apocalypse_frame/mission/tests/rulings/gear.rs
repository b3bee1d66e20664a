//! Armaments, traits and systems (A23, A25, A27, A29, A31, A32, A34, A35, A37, A61).

use super::*;
use crate::games::apocalypse_frame::catalogue::frame::Trait;
use crate::games::apocalypse_frame::catalogue::tag::Tag;
use crate::games::apocalypse_frame::ruleset::{Held, Movement};

/// Spin Up remembers the round before, or not (A23).
#[test]
fn spin_up_across_rounds() {
    for (lasts, harm) in [(true, 3), (false, 2)] {
        let scout = armed("M1", "Scout Rifle", &[Tag::SpinUp]);
        let mut table = table(|rules| rules.armaments.spin_up_lasts = lasts, vec![scout], NEAR);
        table.attack(0, 0, &[6, 1, 1]).act(Action::EndTurn).hold_gm();
        assert_eq!(table.mission.shot(&table.state, A, arm(0), foe(0)).0.harm, harm);
    }
}

/// Mobile counts movements, or hexes (A25).
#[test]
fn what_mobile_counts() {
    let far = "aces = \"-2,0\"\nenemies = [{ kind = \"Legionnaire\", at = \"1,0\" }]";
    for (counts, harm) in [(Movement::Events, 2), (Movement::Bands, 3)] {
        let scout = armed("M1", "Scout Rifle", &[Tag::Mobile]);
        let mut table = table(|rules| rules.armaments.mobile_counts = counts, vec![scout], far);
        let to = table.hex(0, 0);
        table.act(Action::Sprint(to));
        assert_eq!(table.mission.shot(&table.state, A, arm(0), foe(0)).0.harm, harm);
    }
}

/// Primes that are down count for Scoped, or not (A27).
#[test]
fn downed_primes_near() {
    let text =
        "aces = \"0,0\"\nenemies = [{ kind = \"Centurion\", at = \"1,0\" }, { kind = \"Legionnaire\", at = \"2,0\" }]";
    for (near, dice) in [(false, 4), (true, 3)] {
        let scoped = armed("M1", "Scout Rifle", &[Tag::Scoped]);
        let mut table = table(|rules| rules.armaments.downed_primes_near = near, vec![scoped], text);
        (table.state.marks.up, table.state.marks.down) = (EnemySet::of(foe(1)), EnemySet::of(foe(0)));
        assert_eq!(table.mission.shot(&table.state, A, arm(0), foe(1)).0.dice, dice);
    }
}

/// Incendiary hazards end with the round, or stay (A61).
#[test]
fn fires_go_or_stay() {
    for (goes, burns) in [(true, 0), (false, 1)] {
        let scout = armed("M1", "Scout Rifle", &[Tag::Incendiary]);
        let mut table = table(|rules| rules.armaments.incendiary_goes = goes, vec![scout], NEAR);
        table.attack(0, 0, &[6, 1, 1]).act(Action::EndTurn).hold_gm();
        assert_eq!(table.state.fires.len(), burns);
    }
}

/// The two attacks of Parallel Processors need two targets, or not (A29).
#[test]
fn parallel_targets() {
    for (differ, targets) in [(true, 1), (false, 2)] {
        let mut table = table(|rules| rules.traits.parallel_targets_differ = differ, vec![ace("H2")], NEAR);
        let dice = table.mission.shot(&table.state, A, arm(0), foe(0)).0.dice;
        table.attack(0, 0, &vec![6; dice as usize]);
        let attacks = table.candidates().iter().filter(|action| matches!(action, Action::Attack { .. })).count();
        assert_eq!(attacks, targets);
    }
}

/// Suppression Targeting holds Primes too, or only Standard enemies (A31).
#[test]
fn whom_suppression_holds() {
    let text =
        "aces = \"0,0\"\nenemies = [{ kind = \"Apex\", at = \"1,0\" }, { kind = \"Legionnaire\", at = \"1,0\" }]";
    for (suppression, held) in [(Held::NonColossus, 0b11), (Held::Standard, 0b10)] {
        let angler = Ace {
            integral_trait: Some(Trait::SuppressionTargeting.into()),
            ..armed("H3", "Scout Rifle", &[Tag::Piercing])
        };
        let mut table = table(|rules| rules.traits.suppression = suppression, vec![angler], text);
        table.attack(0, 0, &[6, 1, 1]).attack(0, 1, &[6, 1, 1]);
        assert_eq!(table.state.marks.held.bits(), held);
    }
}

/// Flared Plating covers the frame that has it, or not (A32).
#[test]
fn plating_of_its_own() {
    for (itself, armor) in [(false, 0), (true, 1)] {
        let table = table(|rules| rules.traits.plating_covers_itself = itself, vec![ace("H1")], NEAR);
        assert_eq!(table.mission.ace_guard(&table.state, A, None).armor, armor);
    }
}

/// Enemies under EMP answer consequences, or not (A34).
#[test]
fn emp_and_answers() {
    for (may, asked) in [(true, true), (false, false)] {
        let text = "aces = \"0,0\"\nenemies = [{ kind = \"Decanus\", at = \"1,0\", vigor = 20 }]";
        let sentinel = with_item("M1", &item("EMP Blaster"), &[]);
        let mut table = table(|rules| rules.items.emp_may_answer = may, vec![sentinel], text);
        table.uses(0, 0).attack(1, 0, &[1, 1, 1, 1]).act(Action::Keep);
        assert_eq!(table.state.asked == Some(Decision::Answer), asked);
    }
}

/// Nets catch only enemies, or Aces too (A35).
#[test]
fn nets_and_aces() {
    for (catch, harms) in [(false, vec![]), (true, vec![1])] {
        let text = "aces = [\"0,0\", \"1,0\"]\nenemies = [{ kind = \"Legionnaire\", at = \"1,0\" }]";
        let team = vec![with_item("H3", &item("Net Launcher"), &[]), ace("L1")];
        let mut table = table(|rules| rules.items.nets_catch_aces = catch, team, text);
        let (place, here) = (table.hex(1, 0), table.hex(0, 0));
        table.act(Action::Begin(A)).uses_at(0, place);
        assert_eq!(table.harms(Who::Ace(B)), harms);
        assert_eq!(table.state.aces[1].hex(), if catch { here } else { place });
    }
}

/// Armor reduces the recoil of Kinetic Discharge, or not (A37).
#[test]
fn recoil_and_armor() {
    for (ignores, harms) in [(false, vec![0]), (true, vec![1])] {
        let text = "aces = \"0,0\"\nenemies = [{ kind = \"Legionnaire\", at = \"0,0\", vigor = 20 }]";
        let brawler = with_item("M1", &item("Kinetic Discharge"), &[]);
        let mut table = table(|rules| rules.items.recoil_ignores_armor = ignores, vec![brawler], text);
        (table.state.turn.hexes, table.state.aces[0].plate) = (4, 1);
        table.uses_plainly(0);
        assert_eq!((table.vigor(0), table.harms(Who::Ace(A))), (16, harms));
    }
}
