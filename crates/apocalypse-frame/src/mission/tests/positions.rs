//! Typed positions: places, frame damage and conditions, and a round of a mission typed as it is.

use super::super::position::{AceCondition, EnemyCondition, TypedAce, TypedEnemy, TypedPosition};
use super::super::state::{Life, State};
use super::super::{Decision, KeyedDice, Mission};
use super::invariants::EVERYTHING;
use super::table::{A, B, Table, ace, encounter, foe, rules};
use crate::ids::{AceId, EnemyId};
use crate::{ace::Ace, encounter::MissionPlan, players::Random, rules_files::standard};
use hitchart_play::{Game, Policy, Unwatched};

fn typed_ace(name: &str) -> TypedAce {
    TypedAce { ace: name.to_owned(), ..TypedAce::default() }
}

fn typed_enemy(enemy: usize) -> TypedEnemy {
    TypedEnemy { enemy, ..TypedEnemy::default() }
}

fn position(aces: Vec<TypedAce>, enemies: Vec<TypedEnemy>) -> TypedPosition {
    TypedPosition { round: None, aces, enemies }
}

const PAIR: &str =
    "enemies = [{ kind = \"Legionnaire\", count = 3, at = \"2,0\" }, { kind = \"Centurion\", at = \"3,0\" }]";

fn pair() -> Table {
    Table::new(vec![ace("M1"), ace("L1")], PAIR)
}

#[test]
fn units_stand_where_they_are_typed() {
    let mut table = pair();
    let [soldier, recon] = [A, B].map(|ace| table.mission.ace(ace).name.clone());
    let moved = TypedAce {
        at: Some("-1,2".to_owned()),
        damage: vec![1, 2],
        shields: Some(2),
        conditions: vec![AceCondition::Protected, AceCondition::Distracted],
        ..typed_ace(&soldier)
    };
    let waits = TypedAce { down: true, ..typed_ace(&recon) };
    let near = TypedEnemy {
        at: Some("0,2".to_owned()),
        conditions: vec![EnemyCondition::Held, EnemyCondition::Enduring],
        ..typed_enemy(1)
    };
    let gone = TypedEnemy { vigor: Some(0), ..typed_enemy(2) };
    let prime = TypedEnemy { down: true, ..typed_enemy(4) };
    let before = *table.state.ace(A);
    table.mission.arrange(&mut table.state, &position(vec![moved, waits], vec![near, gone, prime])).unwrap();
    let state = &table.state;
    let own = state.ace(A);
    assert_eq!((own.at, own.damage, own.legs, own.shields), (Some(table.hex(-1, 2)), 2, 1, 2));
    let damage = &table.mission.rules.damage;
    assert_eq!(own.max_vigor, before.max_vigor - damage.superstructure);
    assert_eq!(own.max_tension, before.max_tension + 2 * damage.tension_gained);
    assert_eq!((own.vigor, own.protected, own.distracted_next), (own.max_vigor, true, true));
    assert_eq!((state.ace(B).life, state.ace(B).vigor), (Life::Down, 0));
    assert_eq!(state.enemy(foe(0)).at, table.hex(0, 2));
    assert!(state.marks.held.has(foe(0)) && state.marks.enduring.has(foe(0)) && !state.marks.up.has(foe(1)));
    assert!(state.marks.down.has(foe(3)) && !state.marks.up.has(foe(3)));
    assert_eq!(state.asked, Some(Decision::NextAce));
}

/// Frame damage 4 and 5 hits gear, and the Ace acts at once if it is alone.
#[test]
fn a_single_ace_begins_its_turn_in_the_position() {
    let mut table = Table::new(vec![ace("M1")], PAIR);
    let name = table.mission.ace(A).name.clone();
    let hit = TypedAce { damage: vec![4, 5], at: Some("0,0".to_owned()), ..typed_ace(&name) };
    table.mission.arrange(&mut table.state, &position(vec![hit], vec![])).unwrap();
    let own = table.state.ace(A);
    assert_eq!((own.replaced.iter().count(), own.rolled_items.iter().count()), (1, 1));
    assert_eq!((table.state.asked, table.state.turn.ace), (Some(Decision::Act), Some(A)));
    assert_eq!(own.damage_faces, 1 << 4 | 1 << 5);
}

#[test]
fn mistakes_name_their_key() {
    let table = pair();
    let name = table.mission.ace(A).name.clone();
    let own = || typed_ace(&name);
    for (typed, part) in [
        (position(vec![TypedAce { at: Some("9,9".to_owned()), ..own() }], vec![]), "aces[0].at: hex `9,9`"),
        (position(vec![TypedAce { at: Some("a".to_owned()), ..own() }], vec![]), "write `q,r`"),
        (position(vec![TypedAce { damage: vec![7], ..own() }], vec![]), "damage[0] is 7; allowed: 1 to 6"),
        (position(vec![TypedAce { damage: vec![1, 1, 1], ..own() }], vec![]), "damage[2]: the Ace cannot have"),
        (position(vec![TypedAce { damage: vec![1, 1], down: true, ..own() }], vec![]), "aces[0].down"),
        (position(vec![], vec![TypedEnemy { vigor: Some(60), ..typed_enemy(1) }]), "enemies[0].vigor is 60"),
        (position(vec![], vec![TypedEnemy { down: true, ..typed_enemy(1) }]), "only a Prime"),
        (position(vec![], vec![TypedEnemy { at: Some("0".to_owned()), ..typed_enemy(1) }]), "enemies[0].at"),
        (position(vec![], vec![typed_enemy(9)]), "enemies[0].enemy is 9"),
        (
            position(
                [A, B].map(|ace| TypedAce { ejected: true, ..typed_ace(&table.mission.ace(ace).name) }).into(),
                vec![],
            ),
            "is over",
        ),
    ] {
        let problem = table.mission.arrange(&mut table.state.clone(), &typed).unwrap_err().problem;
        assert!(problem.contains(part), "{problem}");
    }
}

/// Choices name gear and enemies as the sheets do, and no number of a slot.
#[test]
fn choices_are_in_words() {
    let mut players = [(); 2].map(|()| Random::new());
    let (mut candidates, mut all) = (Vec::new(), Vec::new());
    let plan = MissionPlan::single(encounter(PAIR));
    let mission = Mission::new(rules(|_| ()), vec![ace("M1"), ace("L1")], plan, KeyedDice);
    for key in 0..8 {
        players.iter_mut().for_each(|player| Policy::<Mission<KeyedDice>>::begin(player, key));
        let mut state = mission.start(key, &mut Unwatched);
        while let Some(player) = mission.to_decide(&state) {
            candidates.clear();
            mission.candidates(&state, &mut candidates);
            all.extend(candidates.iter().map(|action| mission.action_text(&state, action)));
            let action = players[player].decide(&mission, &state);
            mission.apply(&mut state, &action, &mut Unwatched);
        }
    }
    let weapon = &mission.ace(A).armaments[0].name;
    let attacks: Vec<&String> = all.iter().filter(|text| text.starts_with("attack Legionnaire on ")).collect();
    assert!(attacks.iter().any(|text| text.ends_with(&format!(" with {weapon}"))), "{attacks:?}");
    let is_raw =
        |text: &&String| text.contains(['{', '"', '[']) || text.contains("armament") || text.contains("enemy ");
    assert_eq!(all.iter().find(is_raw), None);
}

/// Plays with random players until the first choice of a round; `None` if the mission ends before.
fn round(mission: &Mission<KeyedDice>, key: u64, round: u8) -> Option<State> {
    let mut players = [(); 2].map(|()| Random::new());
    players.iter_mut().for_each(|player| Policy::<Mission<KeyedDice>>::begin(player, key));
    let mut state = mission.start(key, &mut Unwatched);
    while let Some(player) = mission.to_decide(&state) {
        if state.round == round && state.asked == Some(Decision::NextAce) && state.acted.is_empty() {
            return Some(state);
        }
        let action = players[player].decide(mission, &state);
        mission.apply(&mut state, &action, &mut Unwatched);
    }
    None
}

/// A round of a random mission, typed: places, resources and frame damage are those of that round.
#[test]
fn a_round_that_is_typed_is_that_round() {
    let rules = rules(|rules| rules.damage.allowed = 5);
    let aces = ["M1", "L1", "H1"].map(|name| Ace { vigor: 2, ..ace(name) }).into();
    let mission = Mission::new(rules, aces, MissionPlan::single(encounter(EVERYTHING)), KeyedDice);
    let (mut compared, mut damaged) = (0, 0);
    for key in 0..64 {
        let number = 2 + (key % 8) as u8;
        let Some(state) = round(&mission, key, number) else { continue };
        let map = &mission.encounter(&state).map;
        let mut copy = round(&mission, key + 100, 1).unwrap();
        let faces =
            |ace: AceId| (1..=6).filter(|face| state.ace(ace).damage_faces >> face & 1 == 1).collect::<Vec<u8>>();
        let one = |ace: AceId| {
            let own = state.ace(ace);
            let down = own.life == Life::Down;
            let left = |value: u8| (!down).then_some(value);
            TypedAce {
                at: own.at.map(|hex| map.name(hex)),
                damage: faces(ace),
                down,
                vigor: left(own.vigor),
                tension: Some(own.tension),
                ammo: Some(own.ammo),
                ..typed_ace(&mission.ace(ace).name)
            }
        };
        let known: Vec<EnemyId> = copy.marks.up.iter().collect();
        let enemy = |(nth, id): (usize, &EnemyId)| {
            let own = state.enemy(*id);
            let up = state.marks.up.has(*id) && own.kind == copy.enemy(*id).kind;
            let vigor = if up { own.vigor.min(copy.enemy(*id).max_vigor) } else { 0 };
            TypedEnemy {
                at: Some(map.name(own.at)),
                vigor: Some(vigor),
                shields: Some(own.shields),
                ..typed_enemy(nth + 1)
            }
        };
        let aces: Vec<TypedAce> = mission.ace_ids().map(one).collect();
        let enemies: Vec<TypedEnemy> = known.iter().enumerate().map(enemy).collect();
        // A frame with a result twice is out of reach: a position has each result as a number in a list of its own.
        let stays = |ace: AceId| {
            faces(ace).len() + usize::from(state.ace(ace).life == Life::Down) == usize::from(state.ace(ace).damage)
        };
        // Enemies that came later have no number after the set-up.
        if enemies.iter().all(|enemy| enemy.vigor == Some(0)) || !mission.ace_ids().all(stays) {
            continue;
        }
        let typed = TypedPosition { round: Some(number), aces, enemies };
        mission.arrange(&mut copy, &typed).unwrap();
        compared += 1;
        for ace in mission.ace_ids() {
            let (own, found) = (state.ace(ace), copy.ace(ace));
            damaged += usize::from(own.damage > 0);
            assert_eq!((found.life, found.at, found.vigor, found.damage), (own.life, own.at, own.vigor, own.damage));
            assert_eq!((found.max_vigor, found.max_tension, found.ammo), (own.max_vigor, own.max_tension, own.ammo));
            assert_eq!((found.legs, found.sensors, found.superstructure), (own.legs, own.sensors, own.superstructure));
        }
        for id in known.into_iter().filter(|id| copy.marks.up.has(*id)) {
            assert_eq!((copy.enemy(id).at, copy.enemy(id).vigor), (state.enemy(id).at, state.enemy(id).vigor));
        }
    }
    assert!(compared >= 6 && damaged > 0, "{compared} {damaged}");
    assert_eq!(standard().damage.allowed, 2);
}
