//! Tests of every kind of study from a scenario to its tables, and of the guarantees of batches.

use crate::games::apocalypse_frame::tally::Tally;
use crate::scenario::{Scenario, check};
use hitchart_apocalypse_frame::catalogue::book;
use hitchart_apocalypse_frame::encounter::ground::{BUILT_IN, built_in};
use hitchart_config::FileText;
use hitchart_lab::runner::Progress;
use hitchart_lab::study::{Overrides, RunCounts, Simulated, games_of};
use hitchart_report::Warning;
use std::sync::atomic::AtomicBool;

pub(super) fn scenario(studies: &str) -> Scenario {
    let text = format!("title = \"T\"\ngame = \"apocalypse-frame\"\n{studies}");
    let file = FileText { path: "t.toml".into(), text };
    check(file, &Overrides::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// Plays the games of a study on a number of threads.
pub(super) fn counted(scenario: &Scenario, threads: usize) -> RunCounts {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let all = Simulated { studies: &scenario.studies, seed: scenario.seed, samples: scenario.samples };
    let (progress, stop) = (Progress::hidden(), AtomicBool::new(false));
    let ended = pool.install(|| all.count(Vec::new(), &|_, _| Ok(()), &progress, &stop)).unwrap();
    let counted = ended.finished().unwrap();
    assert!(all.check(&counted).is_ok());
    // Games of a race are counted heat by heat, under other names.
    for (name, games) in games_of(&scenario.studies) {
        if let Some(tally) = counted.0.get(name) {
            assert_eq!(games.outcome(name, tally).unwrap().games, games.count(), "{name}");
        }
    }
    counted
}

const ALL: &str = r#"
[[study]]
kind = "armaments"
targets = [{ armor = 0 }, { armor = 1, shields = 2 }]
with = ["Charge", "scoped"]
simulate = true

[[study]]
kind = "tags"

[[study]]
kind = "items"
target = { shields = 2 }

[[study]]
kind = "frames"

[[study]]
kind = "missions"
aces = ["M1", "L1", "H1"]
policies = ["random", "random"]
games = 20
battles = [{ encounter = { enemies = [{ kind = "Drone", count = 3 }] }, cache = true }]

[[study]]
kind = "squads"
frames = ["M1", "L1", "H1"]
sizes = [1, 2, 3]
policies = ["random", "gentle"]
games = 6

[[study]]
kind = "difficulty"
aces = ["M1", "L1"]
teams = [1, 2]
kinds = ["Legionnaire", "Irregular"]
numbers = [1, 3]
policies = ["greedy", "greedy"]
games = 6

[[study]]
kind = "marginal"
aces = ["M1", "L1"]
ace = 2
policies = ["random", "random"]
games = 3

[[study]]
kind = "ladder"
aces = ["M1", "L1"]
ace_policies = ["random", "greedy"]
gm_policies = ["random", "gentle", "greedy", "ruthless", "spread"]
games = 4

[[study]]
kind = "campaign"
aces = ["M1", "L1", "H1"]
length = 3
missions = ["patrol", "centurion"]
purchases = ["Machinegun + Hot", "Machinegun + Focused", "Chaingun + Efficient"]
policies = ["greedy", "gentle"]
games = 10
"#;

#[test]
fn every_kind_answers() {
    let scenario = scenario(ALL);
    let counted = counted(&scenario, 2);
    assert_eq!(scenario.studies.len(), 10);
    for study in &scenario.studies {
        let answer = study.method.answer(&study.name, &counted);
        assert!(!answer.tables.is_empty(), "{}", study.name);
        for table in &answer.tables {
            assert!(table.rows() > 0, "{}", table.name);
        }
        for (figure, table) in &answer.figures {
            hitchart_report::plot::draw(figure, table, "").unwrap_or_else(|error| panic!("{}: {error}", figure.name));
        }
    }
}

#[test]
fn a_tag_goes_to_the_next_gear_of_the_name_once_the_first_has_it() {
    let study = |purchases: &str| {
        let head =
            "title = \"t\"\ngame = \"apocalypse-frame\"\n[[study]]\nkind = \"campaign\"\naces = [\"M1\", \"M1\"]\n";
        let text = format!("{head}purchases = [{purchases}]\n");
        check(FileText { path: "t.toml".into(), text }, &Overrides::default()).map(|_| ())
    };
    let hot = "\"Machinegun + Hot\"";
    assert!(study(&format!("{hot}, {hot}")).is_ok());
    assert!(study(&format!("{hot}, {hot}, {hot}")).is_err(), "both machine guns are hot");
}

/// Each table of missions has the number of missions and an interval for every mean.
#[test]
fn every_estimate_has_its_interval_and_n() {
    use hitchart_report::table::Values;
    let scenario = scenario(ALL);
    let counted = counted(&scenario, 1);
    for study in scenario.studies.iter().filter(|study| study.method.games().is_some()) {
        for table in study.method.answer(&study.name, &counted).tables {
            assert!(table.column("n").is_some(), "{}", table.name);
            let numbers = table
                .columns
                .iter()
                .filter(|column| matches!(column.values, Values::Number { .. }) && column.name != "adjusted_p");
            for column in numbers {
                let names = [format!("{}_interval", column.name), "interval".to_owned()];
                let interval = table.columns.iter().any(|other| names.contains(&other.name));
                assert!(interval, "{}.{} has no interval", table.name, column.name);
            }
        }
    }
}

#[test]
fn missions_are_the_same_on_any_number_of_threads() {
    let scenario = scenario(ALL);
    let one = counted(&scenario, 1);
    for threads in [2, 7] {
        assert_eq!(counted(&scenario, threads), one, "{threads} threads");
    }
}

/// Nine missions of random policies do not decide between seven teams; the answer says how many may win as often.
#[test]
fn the_best_team_is_named_with_those_that_may_be_as_good() {
    let legionnaires = ["{ kind = \"Legionnaire\" }"; 6].join(", ");
    let text = format!(
        "[[study]]\nkind = \"squads\"\nname = \"s\"\nframes = [\"M1\", \"L1\", \"H1\"]\nsizes = [1, 2, 3]\n\
         policies = [\"random\", \"random\"]\ngames = 9\nthen = []\nencounter = {{ enemies = [{legionnaires}] }}"
    );
    let scenario = scenario(&text);
    let answer = scenario.studies[0].method.answer("s", &counted(&scenario, 1));
    assert!(answer.undecided.starts_with("Undecided"), "{}", answer.undecided);
    for said in [&answer.said[0], &answer.line] {
        assert!(said.contains("7 teams") && said.contains("others may win as often"), "{said}");
    }
}

/// Common random numbers do not couple the cells: a cell played alone has the same counts.
#[test]
fn a_cell_does_not_depend_on_its_neighbours() {
    let squads = |frames: &str| {
        let text = format!(
            "[[study]]\nkind = \"squads\"\nname = \"s\"\nframes = [{frames}]\npolicies = [\"random\", \"random\"]\ngames = 9"
        );
        let scenario = scenario(&text);
        counted(&scenario, 1).of::<Tally>("s").unwrap()
    };
    let (both, alone) = (squads("\"M1\", \"H1\""), squads("\"H1\""));
    assert_eq!(both.cells[1].metrics, alone.cells[0].metrics);
    assert_eq!(both.cells[1].signature, alone.cells[0].signature);
}

#[test]
fn built_in_encounters_load() {
    for (name, _) in BUILT_IN {
        let encounter = built_in(name, book()).unwrap_or_else(|error| panic!("{error}"));
        assert!(!encounter.enemies.is_empty() && !encounter.starts.is_empty(), "{name}");
    }
}

/// Placeholders are marked wherever they matter (A56).
#[test]
fn unsourced_values_are_marked() {
    let text = "[[study]]\nkind = \"missions\"\nname = \"m\"\naces = [\"M1\"]\ngames = 2\n\
        policies = [\"random\", \"random\"]\nencounter = { enemies = [{ kind = \"Spider\" }, { kind = \"Velite\" }] }";
    let scenario = scenario(text);
    let answer = scenario.studies[0].method.answer("m", &counted(&scenario, 1));
    let marked = |warning: &Warning| matches!(warning, Warning::Unsourced { what, .. } if what == "Vigor of Spider");
    assert!(answer.warnings.iter().any(marked), "{:?}", answer.warnings);
}

/// A change after the end of every battle has no effect, and a warning reports it.
#[test]
fn changes_that_no_mission_lasts_to_are_told() {
    let told = |round: u8| {
        let text = format!(
            "[[study]]\nkind = \"missions\"\nname = \"m\"\naces = [\"M1\", \"L1\"]\ngames = 4\npolicies = [\"greedy\", \"greedy\"]\n\
             encounter = {{ name = \"E\", enemies = [{{ kind = \"Decanus\", vigor = 12 }}], changes = [{{ round = {round}, hazards = \"0,0\" }}] }}"
        );
        let scenario = scenario(&text);
        let answer = scenario.studies[0].method.answer("m", &counted(&scenario, 1));
        let told = |warning: &Warning| matches!(warning, Warning::NeverCame { what, .. } if what == "E, round 19");
        answer.warnings.iter().any(told)
    };
    assert!(told(19) && !told(1));
}

/// `squads` and `difficulty` play missions of several battles by default.
#[test]
fn teams_and_numbers_are_compared_over_missions_of_several_battles() {
    let battles = |study: &str| {
        let text = format!("[[study]]\nname = \"s\"\ngames = 3\npolicies = [\"greedy\", \"random\"]\n{study}");
        let scenario = scenario(&text);
        let tally = counted(&scenario, 1).of::<Tally>("s").unwrap();
        tally.cells[0].metrics.total[hitchart_apocalypse_frame::record::Whole::Battles as usize]
    };
    let squads = "kind = \"squads\"\nsquads = [{ aces = [\"M1\", \"L1\", \"H1\"] }]";
    let difficulty = "kind = \"difficulty\"\naces = [\"M1\", \"L1\"]\nkinds = [\"Velite\"]\nnumbers = [2]";
    assert_eq!((battles(squads), battles(difficulty)), (9, 6));
    assert_eq!(battles(&format!("{squads}\nthen = []")), 3);
    assert_eq!(battles(&format!("{difficulty}\nbattles = 1")), 3);
}

/// A ladder with one policy, or with policies that win equally often, names no best and no worst one.
#[test]
fn a_ladder_names_a_best_policy_only_if_one_wins_more() {
    let told = |policies: &str| {
        let text = format!(
            "[[study]]\nkind = \"ladder\"\nname = \"l\"\naces = [\"M1\", \"L1\", \"H1\"]\nencounter = \"patrol\"\n\
             ace_policies = {policies}\ngm_policies = [\"gentle\"]\ngames = 4"
        );
        let scenario = scenario(&text);
        scenario.studies[0].method.answer("l", &counted(&scenario, 1)).said.join(" ")
    };
    let alone = told("[\"tactician\"]");
    assert!(alone.contains("tactician wins") && !alone.contains("most"), "{alone}");
    let equal = told("[\"tactician\", \"greedy\"]");
    assert!(equal.contains("All policies") && !equal.contains("least"), "{equal}");
}

/// Teams that win equally often have no best and no worst one; Harm orders them.
#[test]
fn teams_that_win_equally_often_are_ordered_by_harm() {
    let text = "[[study]]\nkind = \"squads\"\nname = \"s\"\ngames = 4\npolicies = [\"greedy\", \"gentle\"]\nthen = []\n\
        encounter = { enemies = [{ kind = \"Velite\" }, { kind = \"Velite\" }, { kind = \"Velite\" }] }\n\
        squads = [{ aces = [\"M1\", \"L1\", \"H1\"] }, { aces = [\"L1\", \"M1\"] }]";
    let scenario = scenario(text);
    let answer = scenario.studies[0].method.answer("s", &counted(&scenario, 1));
    let said = answer.said.join(" ");
    assert!(said.contains("win equally often") && said.contains("Harm orders them"), "{said}");
    assert!(!said.contains("The best") && !said.contains("The worst"), "{said}");
    assert!(answer.line.contains("takes the least Harm") && !answer.line.contains("as often"), "{}", answer.line);
}

/// In a ladder every game master is compared with the default one, against each policy of the Aces; without the default
/// one, with the first.
#[test]
fn game_masters_are_compared_with_the_default_one() {
    let compared = |masters: &str| {
        let text = format!(
            "[[study]]\nkind = \"ladder\"\nname = \"l\"\naces = [\"M1\"]\nace_policies = [\"random\", \"greedy\"]\n\
             gm_policies = {masters}\ngames = 4"
        );
        let scenario = scenario(&text);
        let answer = scenario.studies[0].method.answer("l", &counted(&scenario, 1));
        let table = answer.tables.into_iter().find(|table| table.name == "l-masters")?;
        let texts = |name: &str| match &table.column(name).unwrap().values {
            hitchart_report::table::Values::Text(texts) => texts.join(" "),
            _ => String::new(),
        };
        Some(["gm", "below", "aces_policy"].map(texts))
    };
    let told = compared("[\"spread\", \"greedy\", \"gentle\"]").unwrap();
    assert_eq!(told, ["spread gentle spread gentle", "greedy greedy greedy greedy", "random random greedy greedy"]);
    let told = compared("[\"spread\", \"gentle\"]").unwrap();
    assert_eq!(told, ["gentle gentle", "spread spread", "random greedy"]);
    assert_eq!(compared("[\"spread\"]"), None);
}
