//! Tests of field effects, changes of the situation, drops, and missions of several battles.

use super::super::Decision;
use super::super::action::{Action, ItemUse};
use super::super::event::{DieOf, Event, Source};
use super::super::state::{Life, Phase};
use super::table::{A, Table, ace, armed, attack, encounter, foe, item, rules, with_item};
use crate::encounter::{Ending, MissionPlan, PlannedBattle};
use crate::ids::{Combatant, EnemySet, HexSet, ItemSlot};
use crate::{ace::Ace, catalogue::tag::Tag, rules_files::standard};

const FIELD: &str = r#"
aces = "-4,0"
enemies = [{ kind = "Legionnaire", at = "4,0", vigor = 30 }]

[[changes]]
round = 2
begin = ["low-oxygen"]

[[changes]]
faces = [1, 2]
hazards = "0,0"

[[changes]]
faces = [3]
from = 3
begin = ["electrical-storm"]

[[changes]]
faces = [4]
again = true
enemies = [{ kind = "Velite", at = "3,0" }]
"#;

/// Ends the round; the game master does nothing.
fn round(table: &mut Table, dice: &[u8]) {
    table.until_gm();
    let before = table.state.round;
    while table.state.round == before {
        match table.may(Action::Hold) {
            true => table.dice(dice).act(Action::Hold),
            false => table.act(Action::Activate(foe(0))),
        };
    }
}

#[test]
fn a_die_picks_what_changes_where_the_round_has_no_change_of_its_own() {
    let mut table = Table::new(vec![ace("M1")], FIELD);
    let situations =
        |table: &Table| table.count(|event| matches!(event, Event::DieRolled { of: DieOf::Situation, .. }));
    round(&mut table, &[2]);
    let fire = table.hex(0, 0);
    assert!(table.state.fields.hazards.has(fire));
    round(&mut table, &[]);
    assert!(table.state.everywhere.low_oxygen, "the change of round 2, without a die");
    assert_eq!(situations(&table), 1);
    // The hazard change already happened, so the next possible change follows: that of face 3, allowed from this round
    // on.
    round(&mut table, &[1]);
    assert!(table.state.everywhere.electrical_storm);
}

#[test]
fn a_change_that_came_gives_way_and_no_face_is_no_change() {
    let mut table = Table::new(vec![ace("M1")], FIELD);
    round(&mut table, &[6]);
    assert_eq!((table.state.marks.up.len(), table.state.situations), (1, 0), "nothing has a 6");
    round(&mut table, &[]);
    round(&mut table, &[4]);
    round(&mut table, &[4]);
    assert_eq!(table.state.marks.up.len(), 3, "it comes again");
}

const CONSUL: &str = r#"
aces = "-4,0"
colossi = [{ name = "Consul", at = ["1,0", "2,0"] }]

[[changes]]
round = 1
parts = [{ colossus = "Consul", kind = "Railguns", count = 3, at = "3,0" }]
"#;

/// Removes `gone` Railguns, which are parts 6 to 11.
fn without_railguns(table: &mut Table, gone: u8) {
    for part in 6..6 + gone {
        table.state.marks.up.remove(foe(part));
        table.state.parts[0].0 -= 1;
    }
}

#[test]
fn parts_come_back_to_a_colossus_that_lacks_them() {
    let railguns = |table: &Table| {
        let is = |enemy| table.mission.enemy_name(&table.state, enemy) == "Railguns";
        table.state.marks.up.iter().filter(|enemy| is(*enemy)).count()
    };
    for (gone, left) in [(0, 6), (2, 6), (5, 4)] {
        let mut table = Table::new(vec![ace("M1")], CONSUL);
        without_railguns(&mut table, gone);
        round(&mut table, &[]);
        assert_eq!(railguns(&table), left, "{gone} were gone and up to 3 come");
        assert_eq!(usize::from(table.state.parts[0].0), table.state.marks.up.len());
    }
    let mut table = Table::under(rules(|rules| rules.colossi.parts_return = false), vec![ace("M1")], encounter(CONSUL));
    without_railguns(&mut table, 2);
    round(&mut table, &[]);
    assert_eq!(railguns(&table), 4, "not under the other reading");
}

/// "When every part on the Colossus has been taken out, it's been taken out as a whole and can't have Parts restored".
#[test]
fn none_comes_back_to_a_colossus_that_is_gone() {
    let text = format!("enemies = [{{ kind = \"Legionnaire\", at = \"4,0\" }}]\n{CONSUL}");
    let mut table = Table::new(vec![ace("M1")], &text);
    let legionnaire = foe(0);
    table.state.marks.up = EnemySet::of(legionnaire);
    table.state.parts[0].0 = 0;
    round(&mut table, &[]);
    assert_eq!(table.state.marks.up, EnemySet::of(legionnaire));
}

#[test]
fn a_battle_holds_sixty_four_enemies_and_no_more() {
    let text = "aces = \"0,0\"\nenemies = [{ kind = \"Legionnaire\", count = 63, at = [\"0,0\", \"1,0\", \"2,0\"] }]\n\
                [[changes]]\nround = 1\nenemies = [{ kind = \"Velite\", count = 2 }]";
    let mut table = Table::new(vec![ace("M1")], text);
    // An Assault Rifle reaches Near, where every third enemy is.
    assert!(table.may(attack(0, 61)) && !table.may(attack(0, 62)));
    let ranges = table.mission.ranges(&table.state, A);
    assert_eq!([0, 1, 2].map(|band: usize| ranges.by[band].len()), [21, 21, 21]);
    round(&mut table, &[]);
    assert_eq!(table.state.marks.up.len(), 64, "the second Velite stays away");
}

#[test]
fn cover_takes_harm_from_far_and_wears() {
    let text = "aces = \"0,0\"\ncover = [{ at = [\"2,0\", \"1,0\"] }]\nenemies = [{ kind = \"Legionnaire\", at = [\"2,0\", \"1,0\"], vigor = 20 }]";
    let mut table = Table::new(vec![armed("M1", "Scout Rifle", &[])], text);
    // Three dice, then the cover's.
    table.attack(0, 0, &[6, 1, 1, 3]);
    assert_eq!(table.vigor(0), 19);
    table.attack(0, 1, &[6, 1, 1]).act(Action::Extra).attack(0, 0, &[6, 1, 1, 2]);
    assert_eq!((table.vigor(0), table.vigor(1)), (18, 18));
    assert_eq!(table.state.fields.cover, HexSet::of(table.hex(1, 0)));
}

#[test]
fn infantry_is_covered_at_all_ranges_and_low_cover_is_for_it_alone() {
    for (sort, infantry, harm) in [("low", false, 2), ("low", true, 1), ("normal", true, 1), ("normal", false, 2)] {
        let text = format!(
            "aces = \"0,0\"\ncover = [{{ at = \"1,0\", sort = \"{sort}\" }}]\nenemies = [{{ kind = \"Legionnaire\", at = \"1,0\", vigor = 20, infantry = {infantry} }}]"
        );
        let mut table = Table::new(vec![armed("M1", "Scout Rifle", &[])], &text);
        let faces: &[u8] = if harm == 1 { &[6, 1, 1, 3] } else { &[6, 1, 1] };
        table.attack(0, 0, faces);
        assert_eq!(20 - table.vigor(0), harm, "{sort} {infantry}");
    }
}

#[test]
fn cover_protects_aces_too() {
    let text = "aces = \"0,0\"\ncover = [{ at = \"0,0\" }]\nenemies = [{ kind = \"Velite\", at = \"2,0\" }]";
    let mut table = Table::new(vec![ace("M1")], text);
    table.until_gm().activate(0).dice(&[6]).enemy_attack(0, 0, 0);
    assert_eq!(table.harms(Combatant::Ace(A)), [2]);
}

#[test]
fn hazards_harm_at_the_end_of_a_turn_past_all_guards() {
    let text = "aces = \"0,0\"\nhazards = [\"0,0\", \"2,0\"]\nenemies = [{ kind = \"Torch\", at = \"2,0\" }, { kind = \"Torch\", at = \"3,0\" }]";
    let mut table = Table::new(vec![ace("M1")], text);
    table.state.aces[0].shields = 5;
    table.act(Action::EndTurn).activate(1).act(Action::Hold);
    assert_eq!((table.harms(Combatant::Ace(A)), table.vigor(0), table.vigor(1)), (vec![1], 1, 2));
}

#[test]
fn rooftops_are_climbed_flown_to_and_farther_from_the_ground() {
    let text = "aces = \"0,0\"\nrooftops = \"1,0\"\nenemies = [{ kind = \"Legionnaire\", at = [\"1,0\", \"0,1\"], vigor = 20 }]";
    let team = || vec![with_item("M1", &item("Entry Thrusters"), &[])];
    let mut table = Table::new(team(), text);
    let roof = table.hex(1, 0);
    assert!(!table.may(Action::Move(roof)) && table.may(Action::Climb(roof)));
    assert!(table.may(attack(0, 1)));
    assert!(!table.may(attack(0, 0)), "Near is Far from the ground");
    table.dice(&[2, 1]).act(Action::Climb(roof));
    assert_eq!((table.state.aces[0].hex(), table.state.asked), (table.hex(0, 0), Some(Decision::Answer)));
    let answer = table.candidates()[0];
    table.act(answer).dice(&[6, 1]).act(Action::Climb(roof));
    assert_eq!(table.state.aces[0].hex(), roof);
    let enter = Action::Use {
        item: ItemSlot::new(0),
        way: ItemUse::Main,
        target: Some(Combatant::Enemy(foe(0))),
        to: Some(roof),
    };
    assert!(Table::new(team(), text).may(enter));
    // Enemies stay on the ground.
    let mut table = Table::new(team(), text);
    table.until_gm().activate(1);
    assert!(!table.may(Action::EnemyMove { enemy: foe(1), to: roof }));
}

#[test]
fn bombardments_fall_once_on_their_place_or_beside_it() {
    let text =
        "aces = \"0,0\"\nbombardments = \"1,0\"\nenemies = [{ kind = \"Decanus\", at = [\"1,0\", \"2,0\", \"4,0\"] }]";
    let mut table = Table::new(vec![ace("M1")], text);
    table.until_gm().activate(2).dice(&[3]).act(Action::Hold);
    assert_eq!([0, 1].map(|enemy| table.vigor(enemy)), [2, 4], "Armor works, Shields do not");
    table.hold_gm();
    assert_eq!(table.count(|event| matches!(event, Event::BombardmentFell { .. })), 1);
    let mut table = Table::new(vec![ace("M1")], text);
    table.until_gm().activate(2).dice(&[2, 1]).act(Action::Hold);
    assert_eq!([0, 1].map(|enemy| table.vigor(enemy)), [4, 2], "astray to the east");
}

#[test]
fn reactive_gas_feeds_energy_and_burns_its_users() {
    let text =
        "aces = \"0,0\"\neverywhere = [\"reactive-gas\"]\nenemies = [{ kind = \"Torch\", at = \"1,0\", vigor = 20 }]";
    let mut table = Table::new(vec![armed("M1", "Scout Rifle", &[Tag::Energy, Tag::Piercing])], text);
    table.attack(0, 0, &[6, 1, 1, 1]);
    assert_eq!((table.vigor(0), table.harms(Combatant::Ace(A))), (18, vec![1]));
    table.until_gm().activate(0).enemy_attack(0, 0, 0);
    assert_eq!((table.harms(Combatant::Ace(A)), table.vigor(0)), (vec![1, 2], 17));
}

#[test]
fn lightning_strikes_the_tallest() {
    let text = "aces = \"0,0\"\neverywhere = [\"electrical-storm\"]\nenemies = [{ kind = \"Centurion\", at = \"4,0\" }, { kind = \"Legionnaire\", at = \"4,0\" }]";
    let mut table = Table::new(vec![ace("H1"), ace("L1")], text);
    table.act(Action::Begin(A)).act(Action::EndTurn).dice(&[2]).act(Action::EndTurn);
    assert_eq!(table.vigor(0), 6, "of the heavy frame and the Prime, the second");
    let mut table = Table::new(vec![ace("M1")], &text.replace("Centurion", "Velite"));
    table.dice(&[1]).act(Action::EndTurn);
    assert_eq!(table.harms(Combatant::Ace(A)), [2], "nobody is tall: all are");
    assert_eq!(table.count(|event| matches!(event, Event::Harmed { source: Source::Lightning, .. })), 1);
}

#[test]
fn low_oxygen_leaves_no_odd_drops() {
    let text = "aces = \"0,0\"\neverywhere = [\"low-oxygen\"]\nenemies = [{ kind = \"Velite\", at = [\"1,0\", \"1,0\", \"4,0\"] }]";
    let mut table = Table::new(vec![with_item("M1", &item("Missile Battery"), &[])], text);
    table.uses(0, 0).act(Action::Pick(foe(1)));
    table.until_gm().activate(2).dice(&[1, 2]).act(Action::Hold);
    assert_eq!(table.state.materials, 1);
}

#[test]
fn a_firefight_dulls_attacks_from_outside_cover() {
    let text = "aces = [\"0,0\", \"0,1\"]\ncover = [{ at = \"0,1\" }]\neverywhere = [\"pitched-firefight\"]\nenemies = [{ kind = \"Legionnaire\", at = \"1,0\", vigor = 20 }]";
    let mut table = Table::new(vec![armed("M1", "Scout Rifle", &[]), armed("L1", "Scout Rifle", &[])], text);
    table.act(Action::Begin(A)).attack(0, 0, &[6, 5, 1]);
    assert_eq!(table.state.asked, Some(Decision::Answer), "a four, which nothing can better");
    table.enemy_attack(0, 0, 0);
    assert_eq!(table.vigor(0), 17, "it fired from the open");
    table.act(Action::EndTurn).attack(0, 0, &[6, 5, 1]);
    assert_eq!(table.state.asked, Some(Decision::Act));
}

const VELITES: &str = "aces = \"0,0\"\nenemies = [{ kind = \"Velite\", at = [\"1,0\", \"1,0\", \"4,0\"] }, { kind = \"Swarming Pest\", at = \"1,0\" }]";

/// Returns a table on which missiles remove two Velites; each rolls a drop.
fn fallen(team: Vec<Ace>, set: impl Fn(&mut Table), faces: &[u8]) -> Table {
    let count = team.len();
    let mut table = Table::new(team, VELITES);
    if count > 1 {
        table.act(Action::Begin(A));
    }
    table.uses(0, 0).act(Action::Pick(foe(1))).act(Action::Fire);
    table.until_gm();
    set(&mut table);
    for _ in 1..count {
        table.activate(2).act(Action::Hold);
    }
    table.activate(2).dice(faces).act(Action::Hold);
    table
}

fn missiles() -> Ace {
    with_item("M1", &item("Missile Battery"), &[])
}

#[test]
fn drops_restore_up_to_the_maximum() {
    let table =
        fallen(vec![missiles()], |table| (table.state.aces[0].vigor, table.state.aces[0].tension) = (8, 6), &[4, 6]);
    // The build trait first: 9 and 6, then a Vigor; no Ace needs the Tension.
    assert_eq!((table.resources(0).0, table.resources(0).1), (10, 6));
}

#[test]
fn a_drop_goes_where_least_is_left() {
    let lower = |table: &mut Table| (table.state.aces[0].vigor, table.state.aces[1].vigor) = (5, 2);
    let table = fallen(vec![missiles(), ace("L1")], lower, &[5, 5]);
    // M1 regains 1 by its build: 6 of 10; L1 has 2 of 7 and gets both.
    assert_eq!((table.resources(0).0, table.resources(1).0), (6, 4));
}

#[test]
fn perseverance_rolls_a_useless_drop_again() {
    let keen = Ace { rerolls_a_drop: true, ..missiles() };
    let table = fallen(vec![keen], |table| table.state.aces[0].vigor = 2, &[1, 6, 2]);
    assert_eq!((table.resources(0).0, table.state.materials), (4, 1));
}

#[test]
fn small_fry_leaves_none() {
    let mut table = Table::new(vec![missiles()], VELITES);
    table.uses(0, 3);
    assert_eq!((table.vigor(3), table.state.drops_due), (0, 0));
}

const PEST: &str = "aces = \"0,0\"\nenemies = [{ kind = \"Swarming Pest\", at = \"1,0\" }]";

fn plan(cache: bool, repairs: bool) -> MissionPlan {
    let battle = |cache, repairs| PlannedBattle { encounter: encounter(PEST), cache, repairs };
    MissionPlan { name: "two".into(), battles: vec![battle(false, true), battle(cache, repairs)] }
}

fn missile_team() -> Vec<Ace> {
    vec![with_item("M1", &item("Missile Battery"), &[]), ace("L1")]
}

#[test]
fn vigor_is_refilled_ammo_is_carried_and_damage_stays() {
    for (cache, ammo) in [(false, 4), (true, 5)] {
        let mut table = Table::planned(standard(), missile_team(), plan(cache, true));
        table.act(Action::Begin(A));
        let ace = &mut table.state.aces[0];
        (ace.vigor, ace.tension, ace.sensors, ace.damage, ace.shields) = (3, 0, 1, 1, 2);
        table.uses(0, 0);
        assert_eq!((table.state.battle, table.state.round), (1, 1));
        assert_eq!(table.resources(0), (10, 3, ammo));
        let ace = table.state.aces[0];
        assert_eq!((ace.sensors, ace.damage, ace.shields), (1, 1, 0));
    }
}

#[test]
fn the_ejected_are_back_after_repairs() {
    for (repairs, life) in [(true, Life::Ready), (false, Life::Ejected)] {
        let mut table = Table::planned(standard(), missile_team(), plan(false, repairs));
        table.act(Action::Begin(A));
        (table.state.aces[1].life, table.state.aces[1].at) = (Life::Ejected, None);
        table.uses(0, 0);
        assert_eq!(table.state.aces[1].life, life);
    }
}

#[test]
fn the_last_battle_decides() {
    let mut table = Table::planned(standard(), missile_team(), plan(false, true));
    table.act(Action::Begin(A)).uses(0, 0).act(Action::Begin(A)).uses(0, 0);
    assert_eq!((table.state.phase, table.state.ending), (Phase::Over, Some(Ending::Victory)));
    assert!(table.state.asked.is_none());
}

#[test]
fn a_battle_ends_at_its_limit() {
    for (at_limit, ending) in [("defeat", Ending::Defeat), ("victory", Ending::Victory)] {
        let text = format!("rounds = 2\nat_limit = \"{at_limit}\"\n{PEST}");
        let mut table = Table::new(vec![ace("M1")], &text);
        table.hold_gm().hold_gm();
        assert_eq!(table.state.ending, Some(ending));
    }
}

#[test]
fn a_battle_may_wait_for_the_last_wave() {
    let wave = "[[changes]]\nround = 1\nenemies = [{ kind = \"Swarming Pest\", at = \"1,0\" }]";
    let mut table = Table::new(vec![missile_team().remove(0)], &format!("{PEST}\n{wave}"));
    table.uses(0, 0);
    assert_eq!(table.state.ending, Some(Ending::Victory));
    let mut table = Table::new(vec![missile_team().remove(0)], &format!("until_last_wave = true\n{PEST}\n{wave}"));
    table.uses(0, 0).act(Action::EndTurn);
    assert_eq!((table.state.round, table.state.marks.up.bits()), (2, 1));
    table.uses(0, 0);
    assert_eq!(table.state.ending, Some(Ending::Victory));
}

#[test]
fn changes_come_at_the_end_of_their_gm_turn() {
    let changes = r#"
[[changes]]
round = 1
cover = [{ at = "0,1" }]
hazards = "0,2"
rooftops = "0,-1"
bombardments = "1,0"
begin = ["electrical-storm"]
vigor = { by = 2 }
armor = { kind = "Swarming Pest", by = 1 }
[[changes]]
round = 3
clear = ["0,1", "0,2", "0,-1"]
cease = ["electrical-storm"]
[[changes]]
round = 4
end = "victory"
"#;
    let text = format!("aces = \"0,0\"\nenemies = [{{ kind = \"Swarming Pest\", at = \"4,0\", vigor = 3 }}]{changes}");
    let mut table = Table::new(vec![ace("M1")], &text);
    table.state.enemies[0].vigor = 2;
    table.hold_gm();
    let hex = |q, r| HexSet::of(table.hex(q, r));
    assert_eq!((table.vigor(0), table.state.enemies[0].armor), (3, 1));
    let fields = table.state.fields;
    assert_eq!((fields.cover, fields.hazards, fields.rooftops), (hex(0, 1), hex(0, 2), hex(0, -1)));
    assert!(table.state.everywhere.electrical_storm && fields.bombardments == hex(1, 0));
    // The storm strikes, then the bombardment falls.
    table.dice(&[1]).act(Action::EndTurn).activate(0).dice(&[6]).act(Action::Hold);
    table.dice(&[1]).act(Action::EndTurn).activate(0).act(Action::Hold);
    let fields = table.state.fields;
    assert!((fields.cover | fields.hazards | fields.rooftops).is_empty());
    assert!(!table.state.everywhere.electrical_storm);
    table.hold_gm();
    assert_eq!(table.state.ending, Some(Ending::Victory));
    assert_eq!(table.count(|event| matches!(event, Event::BombardmentFell { .. })), 1);
}
