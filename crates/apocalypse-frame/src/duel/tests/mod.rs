mod missions;
mod play;

use super::*;
use crate::catalogue::entries::{Armament, EnemyKind};
use crate::{catalogue::book, catalogue::tag::Band, ids::AttackSet, rules_files::standard, squad::stock};
use missions::Missions;
use play::play;

/// Returns a stock frame with these armaments, and nothing else.
fn armed(frame: &str, armaments: &[&str]) -> Ace {
    let rules = standard();
    let gear = rules.armaments.gear;
    let armaments: Vec<Armament> = armaments.iter().map(|name| book().armament(name, gear).unwrap().clone()).collect();
    let ace = stock(book().frame(frame).unwrap(), &rules);
    Ace { armaments, backups: Vec::new(), integral: None, modular: Vec::new(), ..ace }
}

/// Returns an Ace with less Vigor and Tension, for duels of few states.
fn weak(ace: Ace, vigor: u8, tension: u8) -> Ace {
    Ace { vigor, tension, ..ace }
}

fn enemy(name: &str) -> EnemyKind {
    book().enemy(name).unwrap().clone()
}

fn opponent(kind: &EnemyKind) -> Opponent<'_> {
    Opponent::all(kind).swap_remove(0)
}

/// A round that the engine of missions plays on a map of hexes, with every face of every die, gives the solved values.
#[test]
fn solved_values_repeat_in_a_round_of_a_mission_played_face_by_face() {
    for (ace, kind) in [
        (weak(armed("L3", &["Kinetic Cannon"]), 3, 4), enemy("Avian Scavenger")),
        (weak(armed("L1", &["Plasma Blade", "Rocket Launcher"]), 3, 4), enemy("Drone")),
        (weak(armed("M3", &["Sniper Rifle"]), 3, 3), enemy("Velite")),
        (weak(armed("H3", &["Carbine"]), 3, 3), enemy("Herd Animal")),
        (weak(armed("M1", &["Gatling"]), 3, 3), enemy("Railguns")),
    ] {
        check_by_missions(&ace, &kind, &standard());
    }
}

/// House rules change a duel as they change a mission.
#[test]
fn house_rules_of_a_duel_are_those_of_a_mission() {
    let mut rules = standard();
    (rules.turn.actions, rules.turn.rerolls, rules.turn.extra_actions) = (1, 1, 1);
    (rules.gm.first_moves, rules.gm.removed_may_answer) = (1, false);
    (rules.rolls.success_from, rules.rolls.clean_from) = (2, 4);
    rules.harm.shields_stack = true;
    let ace = weak(armed("L3", &["Kinetic Cannon"]), 2, 5);
    check_by_missions(&ace, &enemy("Torch"), &rules);
}

/// A Prime is restored, moves for free and becomes desperate.
#[test]
fn primes_of_a_duel_are_those_of_a_mission() {
    let mut apex = enemy("Apex");
    (apex.written.vigor, apex.written.shields) = (2, 1);
    let mut last = apex.clone();
    last.written.restorations = 0;
    for kind in [apex, last] {
        check_by_missions(&weak(armed("H3", &["Plasma Blade"]), 3, 3), &kind, &standard());
    }
}

fn check_by_missions(ace: &Ace, kind: &EnemyKind, rules: &Ruleset) {
    let [duel, rest] = [3, 2].map(|rounds| solve(ace, &opponent(kind), Some(rounds), rules).unwrap());
    assert!(duel.solved.largest_gap() < 1e-12);
    let missions = Missions::new(ace, kind, rules, &rest);
    for band in Band::ALL {
        let start = duel.solved.game().start(band);
        let (exact, played) = (duel.solved.worth(&start).unwrap().value, missions.value_from(band));
        assert!((exact - played).abs() < 1e-9, "{} in {band:?}: {exact}, by faces {played}", kind.name);
    }
}

/// Duels with rolled dice end as often as computed: interval at level 0.999.
#[test]
fn played_duels_end_as_computed() {
    const GAMES: u64 = 4_000;
    let rules = standard();
    let mut apex = enemy("Apex");
    apex.written.vigor = 4;
    for (ace, kind) in [
        (weak(armed("M1", &["Rocket Launcher", "Carbine"]), 4, 3), enemy("Decanus")),
        (weak(armed("L3", &["Gatling"]), 4, 3), apex),
    ] {
        let duel = solve(&ace, &opponent(&kind), None, &rules).unwrap();
        let ends: Vec<play::Ended> = (0..GAMES).map(|game| play(&duel, Band::Far, game)).collect();
        let start = duel.start(Band::Far);
        for (exact, count) in [(start.wins, 0), (start.broken, 1)] {
            let count = ends.iter().filter(|end| end.counts[count] == 1).count() as u64;
            let found = hitchart_stats::proportion(count, GAMES, 0.999).interval;
            assert!(found.0 <= exact && exact <= found.1, "{}: {exact}, played {found:?}", kind.name);
        }
        let taken: Vec<f64> = ends.iter().map(|end| f64::from(end.taken)).collect();
        let mean = taken.iter().sum::<f64>() / GAMES as f64;
        let error = (taken.iter().map(|harm| (harm - mean).powi(2)).sum::<f64>()).sqrt() / GAMES as f64;
        assert!((mean - start.taken).abs() < 3.3 * error + 1e-6, "{}: {}, played {mean}", kind.name, start.taken);
    }
}

#[test]
fn chances_and_harm_are_consistent() {
    let rules = standard();
    let ace = weak(armed("M1", &["Carbine"]), 4, 4);
    let duel = solve(&ace, &opponent(&enemy("Legionnaire")), None, &rules).unwrap();
    for start in Band::ALL.map(|band| duel.start(band)) {
        assert!((start.wins + start.broken + start.draws - 1.0).abs() < 1e-8, "{start:?}");
        assert!(start.wins > 0.5 && start.dealt > 2.5 && start.rounds.is_some(), "{start:?}");
    }
    let [close, far] = [Band::Close, Band::Far].map(|band| duel.start(band));
    assert_eq!(far.action, "move to Near");
    assert!(close.taken < far.taken, "a Carbine does not reach Far");
}

#[test]
fn more_vigor_never_hurts_and_a_limit_comes_to_the_duel_without_one() {
    let rules = standard();
    let value = |vigor, rounds| {
        let ace = weak(armed("L3", &["Kinetic Cannon"]), vigor, 4);
        let duel = solve(&ace, &opponent(&enemy("Decanus")), rounds, &rules).unwrap();
        duel.solved.worth(&duel.solved.game().start(Band::Far)).unwrap().value
    };
    let by_vigor = [2, 3, 4, 5].map(|vigor| value(vigor, None));
    assert!(by_vigor.is_sorted() && by_vigor[3] > by_vigor[0] + 0.05, "{by_vigor:?}");
    let gaps = [1, 4, 60].map(|rounds| (value(3, Some(rounds)) - by_vigor[1]).abs());
    assert!(gaps[0] > 0.01 && gaps[2] < 1e-6, "{gaps:?}");
}

#[test]
fn an_enemy_that_picks_an_attack_is_one_opponent_for_each() {
    let kind = enemy("Irregular");
    let names: Vec<String> = Opponent::all(&kind).iter().map(Opponent::name).collect();
    assert_eq!(names.len(), 3);
    assert_eq!(names[1], "Irregular (Salvaged Turret)");
    assert_eq!(Opponent::all(&enemy("Decanus"))[0].attacks, AttackSet::of_bits(3));
}

#[test]
fn rules_without_a_model_are_refused_by_name() {
    let mut rules = standard();
    rules.traits.parallel_targets_differ = false;
    let kind = enemy("Drone");
    let refused = |frame| solve(&armed(frame, &["Shotgun"]), &opponent(&kind), None, &rules).err();
    let error = refused("H2").map(|error| error.to_string()).unwrap();
    assert!(error.contains("`traits.parallel_targets_differ = false`"), "{error}");
    assert_eq!(refused("M1"), None);
}
