//! Tests of single decisions of game masters.

use super::*;
use crate::encounter::{MissionPlan, RawEncounter, check};
use crate::{catalogue::book, mission::KeyedDice, rules_files::standard, squad::stock};
use hitchart_config::{FileText, from_toml};

type Table = Mission<KeyedDice>;

fn against(size: usize, text: &str) -> Table {
    let file = FileText { path: "encounter.toml".into(), text: text.to_owned() };
    let raw: RawEncounter = from_toml(&file.text).unwrap();
    let plan = MissionPlan::single(check(&raw, &file, book()).unwrap());
    let rules = standard();
    let aces = ["M1", "L1"][..size].iter().map(|frame| stock(book().frame(frame).unwrap(), &rules)).collect();
    Mission::new(rules, aces, plan, KeyedDice)
}

/// A Legionnaire reaches Near, so a Sprint of two hexes lets it attack.
#[test]
fn a_fresh_enemy_that_comes_into_reach_by_a_sprint_is_worth_more_than_one_that_has_attacked() {
    let text = "map = { hexagon = 4 }\naces = \"-4,0\"\n\
                enemies = [{ kind = \"Velite\", at = \"-2,0\" }, { kind = \"Legionnaire\", at = \"-1,0\" }]";
    let mission = against(2, text);
    let mut state = mission.start(1, &mut hitchart_play::Unwatched);
    let mut gm = GameMaster::new(Temper::Greedy);
    let mut attacked = Vec::new();
    while state.round == 1 {
        let action = match mission.to_decide(&state) {
            Some(1) => gm.decide(&mission, &state),
            _ => {
                let mut all = Vec::new();
                mission.candidates(&state, &mut all);
                let ends = all.iter().find(|action| **action == Action::EndTurn);
                *ends.unwrap_or(&all[0])
            }
        };
        if let Action::EnemyAttack { enemy, .. } = action {
            attacked.push(enemy);
        }
        mission.apply(&mut state, &action, &mut hitchart_play::Unwatched);
    }
    assert_eq!(attacked.len(), 2, "{attacked:?}");
    assert_ne!(attacked[0], attacked[1]);
}
