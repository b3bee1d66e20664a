//! Tests that the Aces' players do not waste Tension, attacks and actions, over fixed seeds.

use super::chances::{Chances, met, plain};
use super::tests::{ARROW, HARD, SHIELD, SWORD, Table, mission, mission_under, player, watch};
use super::*;
use crate::ids::{AceId, ArmSlot, EnemyId};
use crate::{attack::Guard, mission::Decision, mission::state::Life, rules_files::standard, ruleset::LastDamage};
use std::collections::BTreeSet;

/// Armor, Shields and Primes; all enemies are out of reach at first.
const ARMORED: &str = "map = { hexagon = 4 }\naces = ['-2,0', '-2,1', '-1,-1']\n\
    enemies = [{ kind = 'Decanus', at = ['2,0', '2,-1', '1,1'] }, { kind = 'Centurion', at = '3,-1' }, \
    { kind = 'Velite', at = ['3,-2', '4,-2'] }]\ncover = [{ at = ['0,0', '1,0'] }]";
/// Primes that return, with one other enemy.
const PRIMES: &str = "map = { hexagon = 4 }\naces = ['-3,0', '-3,1', '-2,-1']\n\
    enemies = [{ kind = 'Apex', at = ['3,-1', '2,0'] }, { kind = 'Torch', at = '3,0' }]";

const POLICIES: [&str; 2] = ["tactician", "greedy"];

fn players(aces: &str) -> [Player; 2] {
    [player(Side::Aces, aces), player(Side::Gm, "greedy")]
}

/// Little Tension is left after a last stand that ends with enemies on the field.
#[test]
fn all_is_spent_in_a_last_stand() {
    for (policy, bound) in [("tactician", 0.2), ("greedy", 0.5)] {
        let (mut stands, mut tension) = (BTreeSet::new(), 0);
        for team in [SWORD, ARROW, SHIELD] {
            let mut rules = standard();
            rules.damage.last = LastDamage::LastStand;
            let mission = mission_under(rules, &team[..1], HARD);
            for key in 0..60 {
                watch(&mission, key, &mut players(policy), |state, action| {
                    let stands_last = |ace: &AceId| state.ace(*ace).life == Life::LastStand;
                    let Some(ace) = state.turn.ace.filter(stands_last) else { return };
                    stands.insert((team[0], key, ace.number()));
                    if action == Action::EndTurn && !state.marks.up.is_empty() {
                        tension += u32::from(state.ace(ace).tension);
                    }
                });
            }
        }
        assert!(stands.len() > 30, "{policy}: {} last stands", stands.len());
        assert!(f64::from(tension) <= bound * stands.len() as f64, "{policy}: {tension} left of {}", stands.len());
    }
}

/// Returns the chances of an attack, and the Harm of a success and of a 6 past cover and guard.
fn through(mission: &Table, state: &State, armament: ArmSlot, target: EnemyId) -> (Chances, [u8; 2]) {
    let ace = state.turn.acting();
    let (shot, Guard { less, .. }) = mission.shot(state, ace, armament, target);
    let guard = Guard { less, ..mission.enemy_guard(state, target) };
    let of = |harm: u8| met(plain(&shot, harm), guard, mission.rules.harm.order).0;
    let chances = Chances::of(shot.dice, mission.best_face(state, ace), &mission.rules);
    (chances, [of(shot.harm), of(shot.harm + shot.six_bonus)])
}

/// Returns true if an enemy could answer the acting Ace with an attack.
fn in_reach(mission: &Table, state: &State) -> bool {
    let at = state.ace(state.turn.acting()).hex();
    state.marks.up.iter().any(|enemy| {
        let steps = mission.range(state, state.enemy(enemy).at, at);
        let attacks = &mission.kind(state, enemy).attacks;
        state.enemy(enemy).attacks.iter().any(|attack| attacks[attack.index()].with_step.reaches(steps))
    })
}

/// No attack is made that cannot do Harm, nor an attack out of the enemies' reach that lets them regain more Vigor in
/// answer (Reinvigorate) than it takes.
#[test]
fn nothing_is_fired_in_vain() {
    for policy in POLICIES {
        let (mut attacks, mut vain, mut regained) = (0, 0, 0);
        for (team, encounter) in [(SWORD, ARMORED), (ARROW, ARMORED), (SHIELD, PRIMES), (SWORD, PRIMES)] {
            let mission = mission(&team, encounter);
            for key in 0..40 {
                watch(&mission, key, &mut players(policy), |state, action| {
                    let Action::Attack { armament, target } = action else { return };
                    let (chances, [hit, six]) = through(&mission, state, armament, target);
                    let this = state.enemy(target);
                    let harm = |harm: u8| f64::from(harm.min(this.vigor));
                    let success = chances.mixed + chances.full - chances.six;
                    let expected = success * harm(hit) + chances.six * harm(six);
                    attacks += 1;
                    // A splash may hit others.
                    let splashes = mission.shot(state, state.turn.acting(), armament, target).0.splash > 0;
                    vain += u32::from(six == 0 && !splashes);
                    let wounded = this.vigor < this.max_vigor;
                    let back = chances.mixed * f64::from(u8::from(hit < this.vigor && (hit > 0 || wounded)))
                        + chances.failure * f64::from(u8::from(wounded));
                    regained += u32::from(!in_reach(&mission, state) && expected < back - 1e-9);
                });
            }
        }
        assert!(attacks > 1_000, "{attacks}");
        assert_eq!((vain, regained), (0, 0), "{policy}: of {attacks} attacks");
    }
}

/// No action is left unused while an attack in reach is sure to pay: its expected Harm is over 1, and no enemy reaches
/// the Ace. Few actions are left unused while enemies are on the field.
#[test]
fn actions_are_not_left_unused() {
    for (policy, bound) in [("tactician", 0.35), ("greedy", 0.05)] {
        let (mut turns, mut unused, mut in_vain) = (0, 0, 0);
        for (team, encounter) in [(SWORD, ARMORED), (ARROW, HARD), (SHIELD, PRIMES)] {
            let mission = mission(&team, encounter);
            for key in 0..40 {
                watch(&mission, key, &mut players(policy), |state, action| {
                    if state.asked != Some(Decision::Act) || action != Action::EndTurn || state.marks.up.is_empty() {
                        return;
                    }
                    let ace = state.turn.acting();
                    turns += 1;
                    unused += u32::from(state.turn.actions);
                    let ranges = mission.ranges(state, ace);
                    let pays = |armament: ArmSlot| {
                        mission.attackable(state, ace, armament, &ranges).iter().any(|target| {
                            let (chances, [hit, _]) = through(&mission, state, armament, target);
                            f64::from(hit) * (chances.mixed + chances.full) > 1.0
                        })
                    };
                    let safe = !in_reach(&mission, state);
                    in_vain += u32::from(state.turn.actions > 0 && safe && mission.kit(ace).slots().any(pays));
                });
            }
        }
        assert!(turns > 200, "{turns}");
        assert_eq!(in_vain, 0, "{policy}: of {turns} turns");
        assert!(f64::from(unused) <= bound * f64::from(turns), "{policy}: {unused} actions unused in {turns} turns");
    }
}

/// The tactician prepares for the return of a Prime: few returns begin with an attack of the free Move (A54), and few
/// turns before are idle.
#[test]
fn the_return_of_a_prime_is_prepared_for() {
    let mission = mission(&SWORD, PRIMES);
    let (mut returns, mut attacks, mut idle, mut turns) = (0, 0, 0, 0);
    for key in 0..60 {
        watch(&mission, key, &mut players("tactician"), |state, action| {
            if state.asked == Some(Decision::Restored) {
                returns += 1;
                attacks += u32::from(matches!(action, Action::EnemyAttack { .. }));
            }
            let waits = state.marks.up.is_empty() && !state.marks.down.is_empty();
            if waits && state.asked == Some(Decision::Act) && action == Action::EndTurn {
                turns += 1;
                idle += u32::from(state.turn.actions == mission.rules.turn.actions);
            }
        });
    }
    assert!(returns > 60 && turns > 60, "{returns} returns, {turns} turns");
    assert!(attacks * 3 <= returns, "{attacks} of {returns} returns begin with an attack");
    assert!(idle * 2 <= turns, "{idle} of {turns} turns idle");
}
