//! Consequences and the GM turn (A04, A06, A40, A41), drops (A51 to A53).

use super::*;
use crate::games::apocalypse_frame::ruleset::{Answer, Sharing};

/// The target answers although the attack removes it, or not (A04).
#[test]
fn the_removed_answer() {
    for (may, harms) in [(true, vec![2]), (false, vec![])] {
        let text = "aces = \"0,0\"\nenemies = [{ kind = \"Legionnaire\", at = [\"1,0\", \"4,0\"], vigor = 1 }]";
        let mut table = table(|rules| rules.gm.removed_may_answer = may, vec![ace("M1")], text);
        table.state.aces[0].tension = 0;
        table.attack(1, 0, &[3, 1, 1, 1]);
        assert_eq!(table.may_attack(0, 0, 0), may);
        if may {
            table.enemy_attack(0, 0, 0);
        }
        assert_eq!((table.harms(Who::Ace(A)), table.vigor(0)), (harms, 0));
    }
}

/// The target answers first, or any enemy may answer (A06).
#[test]
fn who_answers() {
    for (answer, other) in [(Answer::TargetFirst, false), (Answer::Any, true)] {
        let mut table = table(|rules| rules.gm.answer = answer, vec![ace("M1")], NEAR);
        table.attack(1, 0, &[1, 1, 1, 1]).act(Action::Keep);
        assert!(table.may_attack(0, 0, 0));
        assert_eq!(table.may_attack(1, 0, 0), other);
    }
}

/// Aces that wait count for activations, or not (A40).
#[test]
fn downed_aces_and_activations() {
    for (count, activations) in [(true, 2), (false, 1)] {
        let team = vec![ace("M1"), ace("L1")];
        let mut table = table(|rules| rules.gm.downed_aces_count = count, team, NEAR);
        table.act(Action::Begin(A));
        (table.state.aces[0].vigor, table.state.aces[0].tension) = (1, 0);
        table.attack(1, 0, &[3, 1, 1, 1]).enemy_attack(0, 0, 0).act(Action::EndTurn);
        assert_eq!(table.state.gm.activations, activations);
    }
}

/// Moves of first and later activations (A41).
#[test]
fn moves_of_activations() {
    for moves in 1..=3 {
        let change = |rules: &mut Ruleset| (rules.gm.first_moves, rules.gm.later_moves) = (moves, moves);
        let mut table = table(change, vec![ace("M1"), ace("L1")], NEAR);
        table.until_gm().activate(0);
        assert_eq!(table.state.gm.moves, moves);
        table.act(Action::Hold).activate(0);
        assert_eq!(table.state.gm.moves, moves);
    }
}

/// Minor enemies leave no drop, or leave one (A51).
#[test]
fn drops_of_small_fry() {
    for (from_all, due) in [(false, 0), (true, 1)] {
        let text = "aces = \"0,0\"\nenemies = [{ kind = \"Swarming Pest\", at = [\"1,0\", \"4,0\"] }]";
        let team = vec![with_item("M1", &item("Missile Battery"), &[])];
        let mut table = table(|rules| rules.drops.from_all = from_all, team, text);
        table.uses(0, 0);
        assert_eq!(table.state.drops_due, due);
    }
}

/// A drop goes to the Ace with the lowest fraction, or with the largest loss (A52).
#[test]
fn sharing() {
    for (sharing, vigor) in [(Sharing::LowestFraction, (5, 4)), (Sharing::MostMissing, (6, 3))] {
        let text = "aces = \"0,0\"\nenemies = [{ kind = \"Velite\", at = [\"1,0\", \"4,0\"] }]";
        let team = vec![with_item("H1", &item("Missile Battery"), &[]), ace("L1")];
        let mut table = table(|rules| rules.drops.sharing = sharing, team, text);
        assert_eq!((table.state.aces[0].max_vigor, table.state.aces[1].max_vigor), (10, 7));
        table.act(Action::Begin(A)).uses(0, 0);
        table.until_gm();
        // 5 of 10 after the build trait, a loss of 5; 3 of 7, a loss of 4.
        (table.state.aces[0].vigor, table.state.aces[1].vigor) = (3, 3);
        table.activate(1).act(Action::Hold);
        table.activate(1).dice(&[6]).act(Action::Hold);
        assert_eq!((table.resources(0).0, table.resources(1).0), vigor);
    }
}

/// The build trait works for an Ace that waits, or not (A53).
#[test]
fn builds_of_the_downed() {
    for (works, tension) in [(false, 1), (true, 3)] {
        let mut table = table(|rules| rules.drops.build_while_down = works, vec![ace("L1"), ace("M1")], NEAR);
        table.until_gm();
        (table.state.aces[0].vigor, table.state.aces[0].tension) = (1, 1);
        table.activate(0).enemy_attack(0, 0, 0).act(Action::Hold);
        table.activate(1).act(Action::Hold);
        assert_eq!(table.resources(0).1, tension);
    }
}

/// Drops by face ("GM Turn").
#[test]
fn faces_of_drops() {
    let text = "aces = \"0,0\"\nenemies = [{ kind = \"Velite\", at = [\"1,0\", \"4,0\"] }]";
    for (to, face, materials) in [(2, 2, 1), (1, 2, 0), (6, 6, 1)] {
        let team = vec![with_item("M1", &item("Missile Battery"), &[])];
        let mut table = table(|rules| (rules.drops.materials_to, rules.drops.tension_to) = (to, 6), team, text);
        table.uses(0, 0);
        table.until_gm().activate(1).dice(&[face]).act(Action::Hold);
        assert_eq!(table.state.materials, materials);
    }
}
