//! Whole missions of random players under every switch, checked after every event.

use super::super::{Action, KeyedDice, Mission, State};
use super::table::{ace, encounter};
use super::watcher::Watcher;
use crate::games::apocalypse_frame::ace::Ace;
use crate::games::apocalypse_frame::catalogue::book;
use crate::games::apocalypse_frame::catalogue::item::ItemTag;
use crate::games::apocalypse_frame::catalogue::tag::Tag;
use crate::games::apocalypse_frame::encounter::{MissionPlan, PlannedBattle};
use crate::games::apocalypse_frame::players::Random;
use crate::games::apocalypse_frame::rules_files::standard;
use crate::games::apocalypse_frame::ruleset::{
    Answer, EmptyPool, GuardOrder, Held, LastDamage, Movement, Repeated, RollIs, Ruleset, Sharing,
};
use hitchart_play::{Game, Policy, Unwatched, play, play_on};
use std::collections::HashSet;

type Change = fn(&mut Ruleset);

/// Every switch in its non-default position.
pub const CHANGES: &[(&str, Change)] = &[
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
        (r.traits.parallel_targets_differ, r.traits.suppression) = (false, Held::Standard);
        r.traits.plating_covers_itself = true;
    }),
    ("items", |r| {
        (r.items.emp_may_answer, r.items.nets_catch_aces, r.items.recoil_ignores_armor) = (false, true, true);
    }),
    ("downed Aces do not count", |r| (r.gm.downed_aces_count, r.gm.later_moves) = (false, 2)),
    ("last stand", |r| (r.damage.last, r.damage.allowed) = (LastDamage::LastStand, 1)),
    ("rerolled damage", |r| (r.damage.repeated, r.damage.allowed) = (Repeated::Reroll, 5)),
    ("no damage allowed", |r| r.damage.allowed = 0),
    ("much damage", |r| r.damage.allowed = 5),
    ("drops", |r| {
        (r.drops.from_all, r.drops.sharing, r.drops.build_while_down) = (true, Sharing::MostMissing, true);
    }),
];

/// A battle with everything: cover, hazards, rooftops, gas, a storm, changes.
pub const EVERYTHING: &str = r#"
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
        rules.check().unwrap();
        for mission in missions(&rules) {
            for key in 0..4 {
                let mut watcher = Watcher::default();
                let state = play(&mission, key, &mut careful(), &mut watcher);
                assert!(state.ending.is_some() && mission.to_decide(&state).is_none(), "{name}");
                let winner = mission.scores(&state).winner();
                let won = state.ending == Some(crate::games::apocalypse_frame::encounter::Ending::Victory);
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
