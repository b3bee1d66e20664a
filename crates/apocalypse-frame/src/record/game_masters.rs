//! Tests of game masters by records: attacks per activation, hazards, colossi, and the order of harshness.

use super::{MissionRecord, TurnCount, Whole};
use crate::encounter::{MissionPlan, RawEncounter, check};
use crate::mission::{KeyedDice, Mission};
use crate::players::{PolicySpec, Side};
use crate::{catalogue::book, encounter::ground::built_in, rules_files::standard, squad::stock};
use hitchart_config::{FileText, from_toml};
use hitchart_play::play;

type Table = Mission<KeyedDice>;

const TEAM: [&str; 5] = ["M1", "L1", "H1", "M2", "L2"];

fn team(size: usize, plan: MissionPlan) -> Table {
    let rules = standard();
    let aces = TEAM[..size].iter().map(|frame| stock(book().frame(frame).unwrap(), &rules)).collect();
    Mission::new(rules, aces, plan, KeyedDice)
}

fn against(size: usize, text: &str) -> Table {
    let file = FileText { path: "encounter.toml".into(), text: text.to_owned() };
    let raw: RawEncounter = from_toml(&file.text).unwrap();
    team(size, MissionPlan::single(check(&raw, &file, book()).unwrap()))
}

fn records(mission: &Table, gm: &str, games: u64) -> Vec<MissionRecord> {
    records_of(mission, ["greedy", gm], games)
}

fn records_of(mission: &Table, [aces, gm]: [&str; 2], games: u64) -> Vec<MissionRecord> {
    let player = |side, name| PolicySpec::named_in(side as usize, name).unwrap().build();
    let mut players = [player(Side::Aces, aces), player(Side::Gm, gm)];
    let record = |key| {
        let mut record = MissionRecord::default();
        play(mission, key, &mut players, &mut record);
        record
    };
    (0..games).map(record).collect()
}

fn total(records: &[MissionRecord], of: Whole) -> f64 {
    records.iter().map(|record| f64::from(record.whole(of))).sum()
}

/// Attacks and activations of GM turns with `size` Aces, over fixed seeds.
fn turns(aces: &str, gm: &str, size: usize) -> [f64; 2] {
    let mission = team(size, MissionPlan::single(built_in("siege", book()).unwrap()));
    let records = records_of(&mission, [aces, gm], 250);
    [TurnCount::Attacks, TurnCount::Activations]
        .map(|of| records.iter().map(|record| f64::from(record.turns().of(size, of))).sum())
}

/// The greedy game master attacks at least as often per activation as the one that attacks in turn, for each number of
/// Aces, within 0.01, which is twice the standard error. For five greedy Aces only the sum over all numbers counts:
/// there it takes an Ace out so often that the others are out of reach of the enemies that have not attacked yet.
#[test]
fn greedy_attacks_at_least_as_often_an_activation_as_spread_for_teams_of_one_to_five() {
    for (aces, alike) in [("tactician", 1..=5), ("greedy", 1..=4)] {
        let mut all = [[0.0; 2]; 2];
        for size in 1..=5 {
            let both = ["greedy", "spread"].map(|gm| turns(aces, gm, size));
            let [greedy, spread] = both.map(|[attacks, activations]| attacks / activations);
            let wasted = alike.contains(&size) && greedy + 0.01 < spread;
            assert!(!wasted, "{size} by {aces}: {greedy} of greedy, {spread} of spread");
            assert!(greedy > 0.8, "{size} by {aces}: {greedy}");
            all.iter_mut().zip(both).for_each(|(all, of)| all.iter_mut().zip(of).for_each(|(sum, of)| *sum += of));
        }
        let [greedy, spread] = all.map(|[attacks, activations]| attacks / activations);
        assert!(greedy >= spread, "{aces}: {greedy} of greedy, {spread} of spread");
    }
}

#[test]
fn ruthless_is_the_harshest_by_what_frames_suffer() {
    let mission = team(3, MissionPlan::single(built_in("siege", book()).unwrap()));
    let damage = |gm| total(&records(&mission, gm, 60), Whole::FrameDamage);
    let ruthless = damage("ruthless");
    for other in ["gentle", "greedy", "spread"] {
        assert!(ruthless > damage(other), "{other}");
    }
}

/// Half the field is hazards, with free hexes next to them.
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

/// The parts of a Consul are out of reach at first, so it moves forward.
#[test]
fn a_consul_comes_to_attack() {
    let mission = team(3, MissionPlan::single(built_in("consul", book()).unwrap()));
    for gm in ["greedy", "ruthless", "spread"] {
        let records = records(&mission, gm, 20);
        let (attacks, activations) = (total(&records, Whole::Activated), total(&records, Whole::Activations));
        assert!(attacks > 0.6 * activations, "{gm}: {attacks} attacks in {activations} activations");
    }
}
