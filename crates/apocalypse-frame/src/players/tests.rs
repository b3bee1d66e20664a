//! Tests of players: legal choices, determinism by key, and the order of strength.

use super::super::ids::AceSet;
use super::*;
use crate::encounter::{Ending, MissionPlan, RawEncounter, check};
use crate::{mission::KeyedDice, rules_files::standard, ruleset::Ruleset, squad::stock};
use hitchart_config::{FileText, from_toml};
use hitchart_play::{Game, Unwatched, play};
use hitchart_stats::proportion;

pub(super) type Table = Mission<KeyedDice>;

/// Returns a mission of a team in an encounter given as TOML.
pub(super) fn mission(team: &[&str], encounter: &str) -> Table {
    mission_under(standard(), team, encounter)
}

/// Returns such a mission under other rules.
pub(super) fn mission_under(rules: Ruleset, team: &[&str], encounter: &str) -> Table {
    let file = FileText { path: "encounter.toml".into(), text: encounter.to_owned() };
    let raw: RawEncounter = from_toml(&file.text).unwrap();
    let encounter = check(&raw, &file, &rules.catalogue).unwrap();
    let aces = team.iter().map(|frame| stock(rules.catalogue.frame(frame).unwrap(), &rules)).collect();
    Mission::new(rules, aces, MissionPlan::single(encounter), KeyedDice)
}

pub(super) const SWORD: [&str; 3] = ["M1", "L1", "H1"];
pub(super) const ARROW: [&str; 3] = ["M2", "L2", "H2"];
pub(super) const SHIELD: [&str; 3] = ["M3", "L3", "H3"];

/// Eighteen of the Republic, far more than a battle usually has.
pub(super) const HARD: &str = "enemies = [{ kind = 'Legionnaire', count = 8 }, { kind = 'Velite', count = 4 }, \
                    { kind = 'Decanus', count = 4 }, { kind = 'Centurion', count = 2 }]";

pub(super) fn player(side: Side, name: &str) -> Player {
    PolicySpec::named_in(side as usize, name).unwrap().build()
}

/// Plays a battle; calls `show` before each action.
pub(super) fn watch(
    mission: &Table,
    key: u64,
    players: &mut [Player; 2],
    mut show: impl FnMut(&State, Action),
) -> State {
    for player in players.iter_mut() {
        Policy::<Table>::begin(player, key);
    }
    let mut state = mission.start(key, &mut Unwatched);
    while let Some(seat) = mission.to_decide(&state) {
        let action = players[seat].decide(mission, &state);
        show(&state, action);
        mission.apply(&mut state, &action, &mut Unwatched);
    }
    state
}

/// Encounters with every kind of field, with Primes, parts, and attacks that step.
const CROWDED: [&str; 3] = [
    "enemies = [{ kind = 'Apex' }, { kind = 'Slinger', count = 2 }, { kind = 'Avian Scavenger', count = 3 }]\n\
     everywhere = ['reactive-gas', 'pitched-firefight']\nhazards = ['0,0', '1,0']\nrooftops = '0,-1'\nrounds = 8",
    "enemies = [{ kind = 'Centurion' }, { kind = 'Pack Hunter', count = 4 }, { kind = 'Torch', count = 2 }]\n\
     reinforce = ['Legionnaire']\nbombardments = ['0,1', '0,2']\ncover = [{ at = '0,0' }]\nrounds = 8",
    "enemies = [{ kind = 'Legionnaire', count = 2 }, { kind = 'Velite' }]\ncolossi = [{ name = 'Consul' }]\nrounds = 5",
];

/// Players that search, and so are too slow here.
const SEARCHES: [&str; 3] = [QUICK, "search", "deep"];

#[test]
fn every_choice_is_a_candidate() {
    let aces = built_in(Side::Aces).map(|(name, _)| name).filter(|name| !SEARCHES.contains(name));
    let gms: Vec<&str> = built_in(Side::Gm).map(|(name, _)| name).filter(|name| !SEARCHES.contains(name)).collect();
    let mut legal = Vec::new();
    for (a, ace) in aces.enumerate() {
        for (g, gm) in gms.iter().enumerate() {
            for (n, encounter) in CROWDED.iter().enumerate() {
                let mission = mission([&SWORD, &ARROW, &SHIELD][(a + g + n) % 3], encounter);
                let mut players = [player(Side::Aces, ace), player(Side::Gm, gm)];
                for key in 0..4 {
                    watch(&mission, key, &mut players, |state, action| {
                        legal.clear();
                        mission.candidates(state, &mut legal);
                        assert!(legal.contains(&action), "{ace} against {gm}: {action:?} at {:?}", state.asked);
                    });
                }
            }
        }
    }
}

/// Random play reaches positions that the policy itself never reaches.
#[test]
fn the_tactician_knows_what_to_do_wherever_chance_leads() {
    let mut legal = Vec::new();
    for (team, encounter) in [SWORD, ARROW, SHIELD].iter().zip(CROWDED) {
        let mission = mission(team, encounter);
        let mut asked = [player(Side::Aces, "tactician"), player(Side::Gm, "ruthless")];
        let mut players = [player(Side::Aces, "random"), player(Side::Gm, "random")];
        for key in 0..12 {
            watch(&mission, key, &mut players, |state, _| {
                legal.clear();
                mission.candidates(state, &mut legal);
                let action = asked[mission.to_decide(state).unwrap()].decide(&mission, state);
                assert!(legal.contains(&action), "{action:?} at {:?} of {legal:?}", state.asked);
            });
        }
    }
}

#[test]
fn the_same_key_plays_the_same_battle() {
    let mission = mission(&SWORD, HARD);
    for (ace, gm) in [("random", "random"), ("greedy", "spread"), ("tactician", "greedy")] {
        let record = |key| {
            let mut actions = Vec::new();
            let mut players = [player(Side::Aces, ace), player(Side::Gm, gm)];
            watch(&mission, key, &mut players, |_, action| actions.push(action));
            actions
        };
        assert_eq!(record(3), record(3));
        assert_ne!(record(3), record(4));
        let mut used = [player(Side::Aces, ace), player(Side::Gm, gm)];
        play(&mission, 9, &mut used, &mut Unwatched);
        let mut again = Vec::new();
        watch(&mission, 3, &mut used, |_, action| again.push(action));
        assert_eq!(again, record(3), "{ace} and {gm} remember a battle that is over");
    }
}

/// Result of a battle for the Aces: victory first, then their Vigor until all are out.
fn result(mission: &Table, state: &State) -> u32 {
    let allowed = mission.rules.damage.allowed;
    let on_map = state.aces.iter().filter(|frame| frame.is_on_map());
    let whole = |damage: u8| u32::from(allowed.saturating_sub(damage));
    let life = on_map.map(|frame| u32::from(frame.vigor) + whole(frame.damage) * u32::from(frame.max_vigor));
    let won = state.ending == Some(Ending::Victory);
    u32::from(won) * 10_000 + life.sum::<u32>()
}

fn results(mission: &Table, ace: &str, gm: &str, games: u64) -> Vec<u32> {
    let mut players = [player(Side::Aces, ace), player(Side::Gm, gm)];
    (0..games).map(|key| result(mission, &play(mission, key, &mut players, &mut Unwatched))).collect()
}

/// Returns true if the first results are higher than the second, by a paired sign test at level 0.001.
fn are_higher(first: &[u32], second: &[u32]) -> bool {
    let pairs = || first.iter().zip(second).filter(|(a, b)| a != b);
    let higher = pairs().filter(|(a, b)| a > b).count() as u64;
    proportion(higher, pairs().count() as u64, 0.998).interval.0 > 0.5
}

#[test]
fn each_policy_beats_the_one_below() {
    for (team, encounter) in [(SWORD, HARD), (ARROW, HARD)] {
        let mission = mission(&team, encounter);
        let of = |name| results(&mission, name, "greedy", 150);
        let (random, greedy, tactician) = (of("random"), of("greedy"), of("tactician"));
        assert!(are_higher(&greedy, &random), "{team:?}");
        assert!(are_higher(&tactician, &greedy), "{team:?}");
    }
}

/// A small encounter for fast missions.
const SMALL: &str = "enemies = [{ kind = 'Legionnaire', count = 3 }, { kind = 'Decanus', count = 2 }]";

fn searching(budget: u32, shortlist: u32) -> PolicySpec {
    let settings = SearchSettings { budget, shortlist, ..SearchSettings::default() };
    PolicySpec::new("search", Kind::Search(settings))
}

/// Search is not worse than its base tactician against any game master (sign test at level 0.001), and better over all
/// of them.
#[test]
fn looking_ahead_is_worth_it_whoever_the_game_master_is() {
    let mission = mission(&["M1", "L1"], SMALL);
    let search = searching(12, 4);
    let (mut all, mut of_the_base) = (Vec::new(), Vec::new());
    for gm in ["random", "gentle", "greedy", "ruthless", "spread"] {
        let mut players = [search.build(), player(Side::Gm, gm)];
        let searched: Vec<u32> =
            (0..12).map(|key| result(&mission, &play(&mission, key, &mut players, &mut Unwatched))).collect();
        let base = results(&mission, "tactician", gm, 12);
        assert!(!are_higher(&base, &searched), "{gm}: {searched:?} against {base:?}");
        all.extend(searched);
        of_the_base.extend(base);
    }
    let sum = |all: &[u32]| all.iter().sum::<u32>();
    assert!(sum(&all) >= sum(&of_the_base), "{} against {}", sum(&all), sum(&of_the_base));
}

/// The remaining Vigor of greedy Aces falls from gentle to greedy to ruthless game masters.
#[test]
fn game_masters_are_as_hard_as_they_say() {
    let mission = mission(&SWORD, HARD);
    let of = |gm| results(&mission, "greedy", gm, 400);
    let (gentle, greedy, ruthless) = (of("gentle"), of("greedy"), of("ruthless"));
    assert!(are_higher(&gentle, &greedy));
    assert!(are_higher(&greedy, &ruthless));
}

/// A game master that looks ahead is harder for tacticians than `greedy`, and does not idle: it attacks about as often
/// with its activations.
#[test]
fn a_game_master_that_looks_ahead_is_harder_and_does_not_idle() {
    let mission = mission(&SWORD, HARD);
    let against = |gm: &str| {
        let mut players = [player(Side::Aces, "tactician"), player(Side::Gm, gm)];
        let (mut activations, mut attacks) = (0, 0);
        let results: Vec<u32> = (0..60)
            .map(|key| {
                let end = watch(&mission, key, &mut players, |state, action| {
                    activations += u32::from(matches!(action, Action::Activate(_)));
                    let is_attack = matches!(action, Action::EnemyAttack { .. }) && state.turn.ace.is_none();
                    attacks += u32::from(is_attack);
                });
                result(&mission, &end)
            })
            .collect();
        (results, f64::from(attacks) / f64::from(activations))
    };
    let ((greedy, usual), (searched, attacks)) = (against("greedy"), against(QUICK));
    assert!(are_higher(&greedy, &searched), "{searched:?} against {greedy:?}");
    assert!(attacks > usual - 0.1, "{attacks} attacks an activation, {usual} of greedy");
}

/// The `spread` game master attacks more Aces per GM turn than the `ruthless` one.
#[test]
fn spread_attacks_more_aces_than_ruthless() {
    let mission = mission(&SWORD, HARD);
    let attacked = |gm: &str| {
        let mut turns = std::collections::BTreeMap::new();
        let mut players = [player(Side::Aces, "greedy"), player(Side::Gm, gm)];
        for key in 0..30 {
            watch(&mission, key, &mut players, |state, action| {
                if let (Action::EnemyAttack { ace, .. }, None) = (action, state.turn.ace) {
                    turns.entry((key, state.round)).or_insert(AceSet::EMPTY).insert(ace);
                }
            });
        }
        turns.values().map(|aces| aces.len() as f64).sum::<f64>() / turns.len() as f64
    };
    assert!(attacked("spread") > attacked("ruthless") + 0.3);
}

#[test]
fn playouts_do_not_see_the_dice_to_come() {
    let mission = mission(&["M1", "L1"], "enemies = [{ kind = 'Legionnaire', count = 2 }]\nrounds = 3");
    let spec = searching(8, 3);
    // Players of both sides choose the same if the future dice of the state are replaced.
    let mut players = [spec.build(), spec.build()];
    let mut others = [spec.build(), spec.build()];
    others.iter_mut().for_each(|other| Policy::<Table>::begin(other, 5));
    let mut legal = Vec::new();
    watch(&mission, 5, &mut players, |state, action| {
        let mut renamed = *state;
        mission.rekey(&mut renamed, !state.key);
        let asked = mission.to_decide(state).unwrap();
        assert_eq!(others[asked].decide(&mission, &renamed), action);
        legal.clear();
        mission.candidates(state, &mut legal);
        assert!(legal.contains(&action), "{action:?} at {:?}", state.asked);
    });
}
