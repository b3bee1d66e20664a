//! Game masters that act: attacks for each activation, hazards, colossi, and who is the harshest.

use super::*;
use crate::games::apocalypse_frame::catalogue::catalogue;
use crate::games::apocalypse_frame::encounter::{MissionPlan, RawEncounter, check};
use crate::games::apocalypse_frame::mission::KeyedDice;
use crate::games::apocalypse_frame::players::{PolicySpec, Side};
use crate::games::apocalypse_frame::record::{Compared, GmTurns, Per, Record, Tally, Whole};
use crate::games::apocalypse_frame::rules_files::standard;
use crate::games::apocalypse_frame::squad::stock;
use crate::games::apocalypse_frame::studies::ground::built_in;
use crate::input::FileText;
use crate::play::play;

type Table = Mission<KeyedDice>;

const TEAM: [&str; 5] = ["M1", "L1", "H1", "M2", "L2"];

fn team(size: usize, plan: MissionPlan) -> Table {
    let rules = standard();
    let aces = TEAM[..size].iter().map(|frame| stock(catalogue().frame(frame).unwrap(), &rules)).collect();
    Mission::new(rules, aces, plan, KeyedDice)
}

fn against(size: usize, text: &str) -> Table {
    let file = FileText { path: "encounter.toml".into(), text: text.to_owned() };
    let raw: RawEncounter = toml::from_str(&file.text).unwrap();
    team(size, MissionPlan::single(check(&raw, &file, &catalogue().enemies).unwrap()))
}

fn records(mission: &Table, gm: &str, games: u64) -> Vec<Record> {
    let player = |side, name| PolicySpec::named(side, name).unwrap().build();
    let mut players = [player(Side::Aces, "greedy"), player(Side::Gm, gm)];
    let record = |key| {
        let mut record = Record::default();
        play(mission, key, &mut players, &mut record);
        record
    };
    (0..games).map(record).collect()
}

fn total(records: &[Record], of: Whole) -> f64 {
    records.iter().map(|record| f64::from(record.whole(of))).sum()
}

/// An activation is one for each Ace: the game master that wants the most Harm wastes no more of them than one that goes
/// round, over all teams, and none of them by more than chance (level 0.001 each, one-sided).
#[test]
fn greedy_attacks_at_least_as_often_an_activation_as_spread_for_teams_of_one_to_five() {
    let mut all = [[0.0; 2]; 2];
    for size in 1..=5 {
        let mission = team(size, MissionPlan::single(built_in("siege").unwrap()));
        let mut each = |which: usize, gm| {
            let alone = Compared::default();
            let mut tally = Tally::new([size].into_iter(), &alone);
            for (game, record) in records(&mission, gm, 40).iter().enumerate() {
                tally.add(game as u64, &[*record], &alone);
                for (sum, of) in all[which].iter_mut().zip([Per::Attacks, Per::Activations]) {
                    *sum += f64::from(record.turns().of(size, of));
                }
            }
            GmTurns::ratios(&tally.cells[0].turns[size - 1], tally.games).unwrap()[2]
        };
        let (greedy, spread) = (each(0, "greedy"), each(1, "spread"));
        let chance = 3.1 * greedy.standard_error.hypot(spread.standard_error);
        assert!(greedy.point + chance >= spread.point, "{size}: {greedy:?} of greedy, {spread:?} of spread");
        assert!(greedy.point > 0.8, "{size}: {greedy:?}");
    }
    let [greedy, spread] = all.map(|[attacks, activations]| attacks / activations);
    assert!(greedy >= spread, "{greedy} of greedy, {spread} of spread");
}

#[test]
fn ruthless_is_the_harshest_by_what_frames_suffer() {
    let mission = team(3, MissionPlan::single(built_in("siege").unwrap()));
    let damage = |gm| total(&records(&mission, gm, 60), Whole::FrameDamage);
    let ruthless = damage("ruthless");
    for other in ["gentle", "greedy", "spread"] {
        assert!(ruthless > damage(other), "{other}");
    }
}

/// Half the field burns, with room beside it.
const BURNING: &str = "map = { hexagon = 3 }\naces = \"-3,1\"\n\
    hazards = [\"0,0\", \"1,0\", \"0,-1\", \"-1,0\", \"-1,1\", \"1,-2\", \"-2,2\"]\n\
    enemies = [{ kind = \"Legionnaire\", count = 3 }, { kind = \"Berserker\", count = 2 }, { kind = \"Velite\", count = 2 }]";

#[test]
fn enemies_go_round_hazards() {
    let mission = against(2, BURNING);
    for gm in ["greedy", "ruthless", "spread"] {
        let records = records(&mission, gm, 60);
        let (into, moves) = (total(&records, Whole::IntoHazards), total(&records, Whole::EnemyMoves));
        assert!(moves > 100.0 && into < 0.05 * moves, "{gm}: {into} of {moves}");
    }
}

/// A Legionnaire reaches Near; it comes by a Sprint of two hexes and attacks.
#[test]
fn a_fresh_enemy_that_comes_into_reach_by_a_sprint_is_worth_more_than_one_that_has_attacked() {
    let text = "map = { hexagon = 4 }\naces = \"-4,0\"\n\
                enemies = [{ kind = \"Velite\", at = \"-2,0\" }, { kind = \"Legionnaire\", at = \"-1,0\" }]";
    let mission = against(2, text);
    let mut state = mission.start(1, &mut crate::play::Unwatched);
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
        mission.apply(&mut state, &action, &mut crate::play::Unwatched);
    }
    assert_eq!(attacked.len(), 2, "{attacked:?}");
    assert_ne!(attacked[0], attacked[1]);
}

/// Its parts are out of reach at first: it barrels forward.
#[test]
fn a_consul_comes_to_attack() {
    let mission = team(3, MissionPlan::single(built_in("consul").unwrap()));
    for gm in ["greedy", "ruthless", "spread"] {
        let records = records(&mission, gm, 20);
        let (attacks, activations) = (total(&records, Whole::Activated), total(&records, Whole::Activations));
        assert!(attacks > 0.6 * activations, "{gm}: {attacks} attacks in {activations} activations");
    }
}
