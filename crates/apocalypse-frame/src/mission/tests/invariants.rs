//! Tests of random missions: what always holds, also under a changed catalogue, and what observers see.

use super::super::event::{DieOf, Event, Reason};
use super::super::{Action, KeyedDice, Mission, State};
use super::super::{engine::MissionDice, state::Life};
use super::table::{A, B, Table, ace, arm, encounter, foe};
use crate::encounter::{MAX_ACES, MissionPlan, PlannedBattle, RawEncounter, check};
use crate::ids::{AceId, Combatant, EnemySet};
use crate::ruleset::{
    Answer, EmptyPool, GuardOrder, HeldEnemies, LastDamage, Movement, Repeated, RollIs, Ruleset, Sharing,
};
use crate::squad::stock;
use crate::{
    ace::Ace, catalogue::book, catalogue::item::ItemTag, catalogue::tag::Tag, players::Random, rules_files::standard,
};
use hitchart_config::rules::written;
use hitchart_config::{FileText, from_toml};
use hitchart_play::{Game, Observer, Policy, Unwatched, play, play_on};
use std::collections::HashSet;
use toml::de::DeTable;

type Change = fn(&mut Ruleset);

/// Every switch of missions in another position, some of them together.
pub(super) const CHANGES: &[(&str, Change)] = &[
    ("as it is", |_| ()),
    ("empty pools fail", |r| r.rolls.empty_pool = EmptyPool::Failure),
    ("any die", |r| r.rolls.roll_is = RollIs::AnyDie),
    ("the removed do not answer", |r| r.gm.removed_may_answer = false),
    ("anybody answers", |r| r.gm.answer = Answer::Any),
    ("one reroll, one extra action", |r| (r.turn.rerolls, r.turn.extra_actions) = (1, 1)),
    ("no refill", |r| (r.resources.vigor_refilled, r.resources.tension_start_below) = (false, 0)),
    ("shields first", |r| (r.harm.order, r.harm.shields_stack) = (GuardOrder::ShieldsFirst, true)),
    ("spin up forgets", |r| (r.armaments.spin_up_lasts, r.armaments.mobile_counts) = (false, Movement::Bands)),
    ("downed Primes near", |r| (r.armaments.downed_primes_near, r.armaments.incendiary_goes) = (true, false)),
    ("traits", |r| {
        (r.traits.parallel_targets_differ, r.traits.suppression) = (false, HeldEnemies::Standard);
        r.traits.plating_covers_itself = true;
    }),
    ("items", |r| {
        (r.items.emp_may_answer, r.items.nets_catch_aces, r.items.recoil_ignores_armor) = (false, true, true);
    }),
    ("downed Aces do not count", |r| (r.gm.downed_aces_count, r.gm.later_moves) = (false, 2)),
    ("turrets walk, parts stay lost", |r| (r.gm.turrets_walk, r.colossi.parts_return) = (true, false)),
    ("efficient backdraft", |r| r.items.backdraft_efficient = true),
    ("last stand", |r| (r.damage.last, r.damage.allowed) = (LastDamage::LastStand, 1)),
    ("rerolled damage", |r| (r.damage.repeated, r.damage.allowed) = (Repeated::Reroll, 5)),
    ("no damage allowed", |r| r.damage.allowed = 0),
    ("choices", |r| {
        (r.damage.last, r.damage.allowed, r.drops.sharing) = (LastDamage::Choice, 0, Sharing::Choice);
    }),
    ("much damage", |r| r.damage.allowed = 5),
    ("drops", |r| {
        (r.drops.from_all, r.drops.sharing, r.drops.build_while_down) = (true, Sharing::MostMissing, true);
    }),
];

/// A battle with everything: cover, hazards, rooftops, gas, a storm, changes.
pub(super) const EVERYTHING: &str = r#"
map = { hexagon = 3 }
aces = ["-1,0", "0,0", "0,1"]
everywhere = ["reactive-gas", "electrical-storm", "low-oxygen", "pitched-firefight"]
hazards = ["1,-1"]
rooftops = ["0,-1", "2,0"]
bombardments = ["0,0", "1,1"]
cover = [{ at = ["-1,0", "1,0"] }, { at = "2,-1", sort = "low" }]
reinforce = ["Swarming Pest"]
rounds = 12
enemies = [
  { kind = "Apex", at = "1,0" },
  { kind = "Slinger", count = 2, at = ["1,0", "2,-1"], attack = "Stone Launcher" },
  { kind = "Pack Hunter", at = "0,1" },
  { kind = "Avian Scavenger", at = "1,1" },
  { kind = "Irregular", at = "2,-1", infantry = true },
  { kind = "Velite", at = "2,0" },
]
[[changes]]
round = 2
enemies = [{ kind = "Torch", at = "0,0" }]
hazards = "0,0"
cease = ["low-oxygen"]
vigor = { by = 1 }
[[changes]]
round = 3
bombardments = "0,0"
clear = ["0,0", "0,-1"]
armor = { kind = "Velite", by = 1 }
attacks = { kind = "Slinger", attack = "Spear Launcher" }
"#;

const SMALL: &str = r#"
map = { hexagon = 2 }
enemies = [{ kind = "Legionnaire", count = 3 }, { kind = "Velite", count = 2 }, { kind = "Decanus" }]
"#;

const CONSUL: &str = r#"
map = { hexagon = 2 }
rounds = 10
colossi = [{ name = "Consul", at = ["0,0", "1,0", "0,1", "1,-1"] }]
enemies = [{ kind = "Centurion", at = "0,0" }]
"#;

/// Plays at random and checks the candidates: at least one, no duplicates.
struct Careful {
    player: Random,
    list: Vec<Action>,
}

impl Policy<Mission<KeyedDice>> for Careful {
    fn begin(&mut self, key: u64) {
        Policy::<Mission<KeyedDice>>::begin(&mut self.player, key);
    }

    fn decide(&mut self, mission: &Mission<KeyedDice>, state: &State) -> Action {
        self.list.clear();
        mission.candidates(state, &mut self.list);
        assert!(!self.list.is_empty(), "no candidates for {:?}", state.asked);
        for (i, action) in self.list.iter().enumerate() {
            assert!(!self.list[..i].contains(action), "{action:?} twice for {:?}", state.asked);
        }
        self.player.decide(mission, state)
    }
}

fn careful() -> [Careful; 2] {
    [(); 2].map(|()| Careful { player: Random::new(), list: Vec::new() })
}

/// Returns Aces with gear that carries every tag, in turn.
fn tagged() -> Vec<Ace> {
    let mut aces: Vec<Ace> = book().frames.iter().map(|model| ace(&model.name)).collect();
    let mut next = 0;
    for ace in &mut aces {
        for armament in &mut ace.armaments {
            *armament = armament.plus(Tag::OF_ARMAMENTS[next % Tag::OF_ARMAMENTS.len()]);
            next += 1;
        }
        for item in ace.modular.iter_mut().chain(&mut ace.integral) {
            let fits = |tag: &ItemTag| tag.class().is_none_or(|class| class == item.class);
            let tags: Vec<ItemTag> = ItemTag::ALL.into_iter().filter(fits).collect();
            item.tags = item.tags.with(tags[next % tags.len()]);
            next += 1;
        }
        (ace.reroll_dice, ace.rerolls_a_drop) = (1, true);
    }
    aces
}

fn plan(battles: &[&str]) -> MissionPlan {
    let battle = |text: &&str| PlannedBattle { encounter: encounter(text), cache: true, repairs: true };
    MissionPlan { name: "test".into(), battles: battles.iter().map(battle).collect() }
}

/// Returns all missions for a ruleset: stock and tagged teams against all encounters.
fn missions(rules: &Ruleset) -> Vec<Mission<KeyedDice>> {
    let stock: Vec<Ace> = book().frames.iter().map(|model| ace(&model.name)).collect();
    let tagged = tagged();
    let mut missions = Vec::new();
    for (all, battles) in [
        (&stock, &[SMALL, EVERYTHING][..]),
        (&tagged, &[EVERYTHING, SMALL]),
        (&tagged, &[CONSUL]),
        (&stock, &[EVERYTHING, CONSUL]),
    ] {
        for first in [0, 3, 6] {
            let team = all[first..first + 3].to_vec();
            missions.push(Mission::new(rules.clone(), team, plan(battles), KeyedDice));
        }
    }
    missions
}

#[test]
fn invariants_hold_under_every_switch() {
    let mut seen = HashSet::new();
    let mut events = 0;
    for (name, change) in CHANGES {
        let mut rules = standard();
        change(&mut rules);
        hitchart_config::rules::check(&rules).unwrap();
        for mission in missions(&rules) {
            for key in 0..4 {
                let mut watcher = Watcher::default();
                let state = play(&mission, key, &mut careful(), &mut watcher);
                assert!(state.ending.is_some() && mission.to_decide(&state).is_none(), "{name}");
                let winner = mission.scores(&state).winner();
                let won = state.ending == Some(crate::encounter::Ending::Victory);
                assert_eq!(winner, Some(usize::from(!won)), "{name}");
                events += watcher.events;
                seen.extend(watcher.seen);
            }
        }
    }
    assert!(events > 50_000, "{events} events");
    for rare in [
        "a shield held",
        "frame damage",
        "an ejection",
        "a lost Ace",
        "a Prime restored",
        "cover gone",
        "a fire",
        "a mortar",
        "a harmless consequence",
        "a push",
        "a bombardment",
        "reinforcements",
        "a backup",
    ] {
        assert!(seen.contains(rare), "{rare} never came up");
    }
}

#[test]
fn the_same_key_plays_the_same_mission_watched_or_not() {
    for mission in missions(&standard()) {
        let watched = play(&mission, 5, &mut [Random::new(), Random::new()], &mut Watcher::default());
        let unwatched = play(&mission, 5, &mut [Random::new(), Random::new()], &mut Unwatched);
        let text = |state: &State| format!("{state:?}");
        assert_eq!(text(&watched), text(&unwatched));
        let other = play(&mission, 6, &mut [Random::new(), Random::new()], &mut Unwatched);
        assert_ne!(text(&watched), text(&other));
    }
}

#[test]
fn a_copy_plays_on_as_the_original_and_a_renamed_one_does_not() {
    let mission = &missions(&standard())[0];
    let mut differ = 0;
    for key in 0..10 {
        let start = mission.start(key, &mut Unwatched);
        let mut ends = [start; 3];
        mission.rekey(&mut ends[2], key + 1000);
        let ends = ends.map(|mut state| {
            let mut policies = [Random::new(), Random::new()];
            policies.iter_mut().for_each(|policy| Policy::<Mission<KeyedDice>>::begin(policy, 3));
            play_on(mission, &mut state, &mut policies, &mut Unwatched);
            state.key = 0;
            format!("{state:?}")
        });
        assert_eq!(ends[0], ends[1]);
        differ += usize::from(ends[0] != ends[2]);
    }
    assert_eq!(differ, 10);
}

/// Returns a table with stock frames against enemies, by the rules with changes of the catalogue.
fn table(changes: &str, frames: &[&str], enemies: &str) -> Table {
    let file = FileText { path: "house.toml".into(), text: format!("[rules.catalogue]\n{changes}") };
    let mut house = DeTable::parse(&file.text).unwrap().into_inner();
    let rules: Ruleset = written(&file, house.remove("rules")).unwrap_or_else(|error| panic!("{error}"));
    let text = format!("map = {{ hexagon = 4 }}\naces = \"0,0\"\nenemies = [{enemies}]");
    let file = FileText { path: "test.toml".into(), text };
    let raw: RawEncounter = from_toml(&file.text).unwrap();
    let encounter = check(&raw, &file, &rules.catalogue).unwrap();
    let aces = frames.iter().map(|frame| stock(rules.catalogue.frame(frame).unwrap(), &rules)).collect();
    Table::under(rules, aces, encounter)
}

const FAR: &str = "{ kind = \"Legionnaire\", at = \"4,0\" }";
const NEAR: &str = "{ kind = \"Legionnaire\", at = \"1,0\" }";

#[test]
fn shots_have_the_dice_and_harm_of_the_rules() {
    let changes = "armaments.'Scout Rifle' = { dice = 4, harm = 3, tags = ['stationary', 'loud'] }\n\
                   tags.stationary = { dice = 2, harm = 1 }\ntags.Loud = { does = 'burst', harm = 2 }";
    let table = table(changes, &["L1"], NEAR);
    let shot = table.mission.shot(&table.state, A, arm(1), foe(0)).0;
    assert_eq!((shot.dice, shot.harm, shot.six_bonus), (6, 4, 2));
}

/// A pool of no dice: two are rolled, and the lower counts (A02).
#[test]
fn armaments_of_no_dice_throw_two() {
    for (faces, vigor) in [([6, 3], 2), ([3, 6], 2), ([6, 2], 3), ([5, 5], 2)] {
        let mut table = table("armaments.'Scout Rifle' = { dice = 0, harm = 1, tags = [] }", &["L1"], NEAR);
        table.attack(1, 0, &faces).act(Action::Keep);
        assert_eq!(table.vigor(0), vigor, "{faces:?}");
    }
}

#[test]
fn enemies_have_the_boxes_and_harm_of_the_rules() {
    let changes =
        "enemies.Velite = { vigor = 5, armor = 2, attacks.'Light Sniper'.harm = 2 }\ntags.deliberate.harm = 2";
    let mut table = table(changes, &["M1"], "{ kind = \"Velite\", at = \"2,0\" }");
    assert_eq!((table.vigor(0), table.mission.enemy_guard(&table.state, foe(0)).armor), (5, 2));
    // 2 for the attack, 2 for Deliberate in the GM turn, 1 for a die of Stationary (A45).
    table.until_gm().activate(0).enemy_attack(0, 0, 0);
    assert_eq!(table.harms(Combatant::Ace(A)), [5]);
}

#[test]
fn traits_and_builds_give_what_the_rules_say() {
    let mut drones = table("traits.support-drones.vigor = 2", &["M3", "L1"], FAR);
    drones.state.aces.iter_mut().for_each(|ace| ace.vigor = 2);
    drones.act(Action::Begin(A)).act(Action::EndTurn);
    assert_eq!([0u8, 1].map(|ace| drones.resources(ace).0), [4, 4]);
    let plates = table("traits.flared-plating.armor = 3\ntraits.riot-shield.armor = 2", &["H1", "L3"], NEAR);
    assert_eq!(plates.mission.ace_guard(&plates.state, B, Some(1)).armor, 3);
    assert_eq!(plates.mission.ace_guard(&plates.state, A, Some(1)).armor, 0);
    let shield = table("traits.riot-shield.armor = 2", &["L3"], NEAR);
    assert_eq!(shield.mission.ace_guard(&shield.state, A, Some(1)).armor, 2);
    let mut heavy = table("builds.heavy.vigor = 3", &["H1"], FAR);
    heavy.state.aces[0].vigor = 3;
    heavy.hold_gm();
    assert_eq!(heavy.resources(0).0, 6);
}

#[test]
fn what_is_taken_away_does_nothing() {
    let mut drones = table("traits.support-drones.remove = true", &["M3"], FAR);
    drones.state.aces[0].vigor = 2;
    drones.act(Action::EndTurn);
    assert_eq!(drones.resources(0).0, 2);
    let rifle = table("tags.Stationary.remove = true", &["M2"], NEAR);
    let bears = rifle.mission.aces[0].armaments.iter().any(|armament| armament.tag_names().contains(&"Stationary"));
    assert!(!bears);
}

/// Observations of a game.
#[derive(Default)]
pub(super) struct Watcher {
    pub events: usize,
    /// Names of rare events that happened.
    pub seen: HashSet<&'static str>,
    /// Enemies that attacked in this GM turn, after the free moves of Primes.
    attacked: EnemySet,
    gm_turn: bool,
    /// Once-per-round effects that happened: Ace, effect, and the gear's number.
    once: HashSet<(AceId, &'static str, u8)>,
    standing: [bool; MAX_ACES],
}

impl Watcher {
    fn once_a_round(&mut self, ace: AceId, what: &'static str, of: u8) {
        if !self.standing[ace.index()] {
            assert!(self.once.insert((ace, what, of)), "{what} {of} of {ace:?} twice in a round");
        }
    }

    fn count<D: MissionDice>(&mut self, mission: &Mission<D>, state: &State, event: &Event) {
        match *event {
            Event::RoundBegan { .. } => {
                self.once.clear();
                (self.attacked, self.gm_turn) = (EnemySet::EMPTY, false);
            }
            Event::GmTurnBegan { .. } => self.gm_turn = true,
            Event::EnemyAttacked { enemy, answer: false, .. } if self.gm_turn => {
                assert!(!self.attacked.has(enemy), "{enemy:?} attacks twice in a GM turn (A41)");
                self.attacked.insert(enemy);
            }
            Event::Reinforced { enemy, .. } => self.attacked.remove(enemy),
            Event::Used { ace, item, .. } => {
                let tags = mission.kit(ace).items[item.index()].tags;
                if tags.has(ItemTag::Limited) {
                    self.once_a_round(ace, "limited", item.number());
                }
            }
            Event::DieRolled { of: DieOf::Efficient { ace, item }, .. } => {
                self.once_a_round(ace, "efficient", item.number());
            }
            Event::Changed { ace, why: Reason::Hot, .. } => {
                let attack = state.turn.attack.expect("an attack causes Hot");
                let number = mission.arm_in_use(state, ace, attack.armament);
                self.once_a_round(ace, "hot", number.number());
            }
            Event::Recovered { ace, last_stand } => self.standing[ace.index()] = last_stand,
            _ => {}
        }
    }

    /// Records the names of rare events.
    fn note(&mut self, event: &Event) {
        let name = match event {
            Event::Harmed { shielded: true, .. } => "a shield held",
            Event::AceDown { ejected: false, .. } => "frame damage",
            Event::AceDown { ejected: true, .. } => "an ejection",
            Event::AceLost { .. } => "a lost Ace",
            Event::Restored { .. } => "a Prime restored",
            Event::CoverGone { .. } => "cover gone",
            Event::FireSet { .. } => "a fire",
            Event::MortarFired { .. } => "a mortar",
            Event::Provoked { harmless: true, .. } => "a harmless consequence",
            Event::Provoked { void: true, .. } => "a void consequence",
            Event::Moved { who: Combatant::Enemy(_), how: super::super::event::Moving::Forced, .. } => "a push",
            Event::BombardmentFell { .. } => "a bombardment",
            Event::Reinforced { .. } => "reinforcements",
            Event::Swapped { .. } => "a backup",
            _ => return,
        };
        self.seen.insert(name);
    }
}

/// Checks that resources are within bounds (A09), that sets agree with Vigor, and that places are on the map.
fn check_state<D: MissionDice>(mission: &Mission<D>, state: &State) {
    let hexes = mission.encounter(state).map.len();
    for (number, ace) in state.numbered().take(mission.aces.len()) {
        let of = mission.ace(number);
        let extra = if ace.life == Life::LastStand { mission.rules.damage.last_stand_extra } else { 0 };
        assert!(ace.vigor <= ace.max_vigor && ace.max_vigor <= of.vigor, "Vigor of {number:?}");
        assert!(ace.tension <= ace.max_tension + extra, "Tension of {number:?}");
        assert!(ace.ammo <= of.ammo + extra, "Ammo of {number:?}");
        assert_eq!(ace.at.is_some_and(|at| at.index() < hexes), ace.is_on_map(), "place of {number:?}");
        assert_eq!(state.on_map.has(number), ace.is_on_map(), "set of Aces on the map");
        let upright = matches!(ace.life, Life::Ready | Life::LastStand);
        assert!(!upright || ace.vigor > 0 || state.turn.ace.is_none(), "{number:?} without Vigor");
        assert!(ace.damage <= mission.rules.damage.allowed + 1);
    }
    let marks = &state.marks;
    assert!((marks.up & marks.down).is_empty());
    for enemy in marks.up.iter() {
        let this = state.enemy(enemy);
        assert!(this.vigor <= this.max_vigor && this.at.index() < hexes, "{enemy:?}");
    }
    for enemy in marks.down.iter() {
        assert!(state.enemy(enemy).vigor == 0 && state.enemy(enemy).restorations > 0, "Prime {enemy:?}");
    }
    assert!(state.gm.desperate * 2 <= state.gm.taken + state.gm.moves + state.gm.activations * 3 + 1);
}

impl<D: MissionDice> Observer<Mission<D>> for Watcher {
    fn see(&mut self, mission: &Mission<D>, state: &State, event: &Event) {
        self.events += 1;
        self.count(mission, state, event);
        self.note(event);
        // Between Harm and its results, Vigor is briefly 0.
        if !matches!(
            event,
            Event::Harmed { .. } | Event::TakenOut { .. } | Event::AceDown { .. } | Event::DieRolled { .. }
        ) {
            check_state(mission, state);
        }
    }
}
