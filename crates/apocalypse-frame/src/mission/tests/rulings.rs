//! Each switch of the ruleset in each of its positions.

use super::super::action::{Action, Damaged};
use super::super::event::{Event, Resource};
use super::super::state::Life;
use super::super::{Decision, KeyedDice, Mission};
use super::table::{A, B, Table, ace, arm, armed, encounter, foe, item, plain, rules, with_item};
use crate::encounter::{MissionPlan, PlannedBattle};
use crate::ids::{Combatant, EnemySet};
use crate::ruleset::{
    Answer, EmptyPool, GuardOrder, HeldEnemies, LastDamage, Movement, Repeated, RollIs, Ruleset, Sharing,
};
use crate::{ace::Ace, catalogue::entries::Trait, catalogue::tag::Tag, players::ROLES, rules_files::standard};

use hitchart_play::policy::Book;
use hitchart_play::{Unwatched, play};

/// Returns a battle of these Aces under changed rules.
fn table(change: impl FnOnce(&mut Ruleset), aces: Vec<Ace>, text: &str) -> Table {
    Table::under(rules(change), aces, encounter(text))
}

/// Legionnaires with much Vigor, Near.
const NEAR: &str = "aces = \"0,0\"\nenemies = [{ kind = \"Legionnaire\", at = [\"1,0\", \"1,0\"], vigor = 30 }]";

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

/// The last damage as a choice does what the rules without the choice do (A50).
#[test]
fn the_last_damage_is_chosen() {
    for (action, life) in [(Action::Eject, Life::Ejected), (Action::LastStand, Life::Down)] {
        let change = |rules: &mut Ruleset| (rules.damage.last, rules.damage.allowed) = (LastDamage::Choice, 0);
        let mut table = table(change, vec![ace("M1"), ace("L1")], NEAR);
        table.until_gm();
        table.state.aces[0].vigor = 1;
        table.activate(0).enemy_attack(0, 0, 0);
        assert_eq!(table.state.asked, Some(Decision::LastDamage { ace: A }));
        assert_eq!(table.candidates(), [Action::Eject, Action::LastStand]);
        assert_eq!(table.count(|event| matches!(event, Event::AceDown { .. })), 0);
        table.act(action);
        assert_eq!(table.state.aces[0].life, life);
        let ejected = life == Life::Ejected;
        assert_eq!(table.count(|event| matches!(event, Event::AceDown { ejected: e, .. } if *e == ejected)), 1);
    }
}

/// Aces who choose as the defaults do have the same missions as under the default rules (A50, A52).
#[test]
fn choices_of_the_defaults_change_nothing() {
    let ended = |change: fn(&mut Ruleset), key: u64| {
        let aces = ["M1", "L1", "H1"].map(|name| Ace { vigor: 3, ..ace(name) }).into();
        let plan = MissionPlan::single(encounter(super::invariants::EVERYTHING));
        let mission = Mission::new(rules(change), aces, plan, KeyedDice);
        let mut players = [0, 1].map(|player| Book::new(&ROLES).named(player, "greedy").unwrap().build());
        let state = play(&mission, key, &mut players, &mut Unwatched);
        (state.ending, state.round, state.aces.map(|ace| (ace.vigor, ace.tension, ace.life)))
    };
    let mut ejected = 0;
    for key in 0..100 {
        let fixed = ended(|rules| rules.damage.allowed = 1, key);
        let chosen = ended(
            |rules| {
                (rules.damage.allowed, rules.damage.last) = (1, LastDamage::Choice);
                rules.drops.sharing = Sharing::Choice;
            },
            key,
        );
        assert_eq!(chosen, fixed, "mission {key}");
        ejected += usize::from(fixed.2.iter().any(|ace| ace.2 == Life::Ejected));
    }
    assert!(ejected > 10, "{ejected}");
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
    assert_eq!(hazard.harms(Combatant::Ace(A)), [4]);
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
    for (suppression, held) in [(HeldEnemies::NonColossus, 0b11), (HeldEnemies::Standard, 0b10)] {
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
        assert_eq!(table.harms(Combatant::Ace(B)), harms);
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
        assert_eq!((table.vigor(0), table.harms(Combatant::Ace(A))), (16, harms));
    }
}

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
        assert_eq!((table.harms(Combatant::Ace(A)), table.vigor(0)), (harms, 0));
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

/// The Aces choose who gets a drop once it is rolled, if several lack it (A52).
#[test]
fn drops_are_shared_by_choice() {
    for (to, vigor) in [(A, (6, 3)), (B, (5, 4))] {
        let text = "aces = \"0,0\"\nenemies = [{ kind = \"Velite\", at = [\"1,0\", \"4,0\"] }]";
        let team = vec![with_item("H1", &item("Missile Battery"), &[]), ace("L1")];
        let mut table = table(|rules| rules.drops.sharing = Sharing::Choice, team, text);
        table.act(Action::Begin(A)).uses(0, 0);
        table.until_gm();
        (table.state.aces[0].vigor, table.state.aces[1].vigor) = (3, 3);
        table.activate(1).act(Action::Hold);
        table.activate(1).dice(&[6]).act(Action::Hold);
        assert_eq!(table.state.asked, Some(Decision::Share { resource: Resource::Vigor }));
        assert_eq!(table.candidates(), [Action::Give(A), Action::Give(B)]);
        table.act(Action::Give(to));
        assert_eq!((table.resources(0).0, table.resources(1).0), vigor);
        assert_eq!(table.state.round, 2);
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
