//! Several battles, limits, scripted changes (A10, A43).

use super::super::action::Action;
use super::super::event::Event;
use super::super::state::{Life, Phase};
use super::table::{A, Table, ace, encounter, item, with_item};
use crate::games::apocalypse_frame::encounter::{Ending, MissionPlan, PlannedBattle};
use crate::games::apocalypse_frame::ids::HexSet;
use crate::games::apocalypse_frame::rules_files::standard;

const PEST: &str = "aces = \"0,0\"\nenemies = [{ kind = \"Swarming Pest\", at = \"1,0\" }]";

fn plan(cache: bool, repairs: bool) -> MissionPlan {
    let battle = |cache, repairs| PlannedBattle { encounter: encounter(PEST), cache, repairs };
    MissionPlan { name: "two".into(), battles: vec![battle(false, true), battle(cache, repairs)] }
}

fn missiles() -> Vec<crate::games::apocalypse_frame::ace::Ace> {
    vec![with_item("M1", &item("Missile Battery"), &[]), ace("L1")]
}

#[test]
fn vigor_is_refilled_ammo_is_carried_and_damage_stays() {
    for (cache, ammo) in [(false, 4), (true, 5)] {
        let mut table = Table::planned(standard(), missiles(), plan(cache, true));
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
        let mut table = Table::planned(standard(), missiles(), plan(false, repairs));
        table.act(Action::Begin(A));
        (table.state.aces[1].life, table.state.aces[1].at) = (Life::Ejected, None);
        table.uses(0, 0);
        assert_eq!(table.state.aces[1].life, life);
    }
}

#[test]
fn the_last_battle_decides() {
    let mut table = Table::planned(standard(), missiles(), plan(false, true));
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
    let mut table = Table::new(vec![missiles().remove(0)], &format!("{PEST}\n{wave}"));
    table.uses(0, 0);
    assert_eq!(table.state.ending, Some(Ending::Victory));
    let mut table = Table::new(vec![missiles().remove(0)], &format!("until_last_wave = true\n{PEST}\n{wave}"));
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
