//! Companies under constraints, and the numbers of a series against a simple recount.

use super::assembly::assembled;
use crate::scenario::check;
use hitchart_config::FileText;
use hitchart_lab::study::{NamedStudy, Overrides};
use hitchart_rapid_attack::bidding::{Size, limits};
use hitchart_rapid_attack::muster::{self, COMPANIES, built_in_company};
use hitchart_rapid_attack::rules_files::rulebook;

const SERIES: &str = r#"
title = "Series"
game = "rapid-attack"
rules = { objective = { moves = "owner" } }
[[study]]
kind = "series"
name = "s"
battlefield = "duel"
companies = ["mirror-four", "scouts"]
policies = ["greedy", "random"]
length = 3
constraints = [
  { name = "swamp", kind = "environment", hostile = true },
  { name = "no blues", kind = "design", rules = { design = { banned = ["B"] } } },
  { name = "no reds", kind = "design", rules = { design = { banned = ["Rd"] } } },
  { name = "battle", kind = "scale", size = "battle" },
]
"#;

fn study(text: &str) -> Result<NamedStudy, String> {
    let scenario =
        check(FileText::carried("s.toml", text), &Overrides::default()).map_err(|error| error.to_string())?;
    Ok(scenario.studies[0].clone())
}

/// Every built-in company fits every constraint of the text, at both scales.
#[test]
fn assembled_companies_are_legal() {
    for banned in ["", "Y", "B", "G", "Rd", "Ra", "Rh"] {
        for average in [8.0, 3.0, 2.0] {
            for (size, rockets) in [(Size::Skirmish, 0), (Size::Battle, 6)] {
                let mut rules = rulebook();
                rules.design.banned = if banned.is_empty() { Vec::new() } else { vec![banned.to_owned()] };
                (rules.design.max_average, rules.rockets.per_company) = (average, rockets);
                for known in COMPANIES.all() {
                    let Ok(company) = built_in_company(&known.id, &rulebook()) else { continue };
                    let limits = limits(2, size, &rules.sizes).unwrap();
                    let own = assembled(&company, (size, limits), &rules);
                    let fault = muster::check_each(&[own], 2, size, &rules).err();
                    assert!(fault.is_none(), "{} without {banned}: {fault:?}", known.id);
                }
            }
        }
    }
    let (rules, company) = (rulebook(), built_in_company("mirror-five", &rulebook()).unwrap());
    let limits = limits(2, Size::Skirmish, &rules.sizes).unwrap();
    assert_eq!(assembled(&company, (Size::Skirmish, limits), &rules).systems(&rules), company.systems(&rules));
}

/// The parts of a series add up: every battle but the first follows a win or no win of each company, and choices are
/// made by holders alone.
#[test]
fn numbers_of_a_series_add_up() {
    let games = study(SERIES).unwrap().method.compared().unwrap().unwrap();
    let place = |metric: &str, of: &str| {
        games.quantities.iter().position(|known| known.metric == metric && known.of == of).unwrap()
    };
    let stop = std::sync::atomic::AtomicBool::new(false);
    let (mut player, mut all) = (games.player(&stop), vec![0; games.quantities.len()]);
    const SERIES_PLAYED: u64 = 40;
    (0..SERIES_PLAYED).for_each(|key| player(key, &mut all));
    let links = 2 * SERIES_PLAYED as i64;
    for company in ["company Mirror Four", "company Scouts"] {
        let Some(_) = games.quantities.iter().find(|known| known.of == company) else { panic!("{company}") };
        for [with, without] in [["after_win", "after_no_win"], ["after_holding", "after_not_holding"]] {
            assert_eq!(all[place(with, company)] + all[place(without, company)], links);
            let wins = ["win_after_win", "win_after_no_win"].map(|metric| all[place(metric, company)]);
            assert!(wins.iter().sum::<i64>() <= all[place("win", company)]);
        }
    }
    let held = all[place("after_holding", "")];
    assert!(held > 0 && held <= links);
    let chosen = |name: &str| all[place("after_choice", &format!("constraint {name}"))];
    let others = |name: &str| all[place("after_other_choice", &format!("constraint {name}"))];
    for name in ["swamp", "no blues", "no reds", "battle"] {
        assert!(chosen(name) > 0);
        assert_eq!(chosen(name) + others(name), held);
    }
    // Each holder chooses two.
    assert_eq!(["swamp", "no blues", "no reds", "battle"].map(chosen).iter().sum::<i64>(), 2 * held);
}

#[test]
fn mistakes_of_a_series_are_named() {
    let says = |from: &str, to: &str, parts: &[&str]| {
        let message = study(&SERIES.replacen(from, to, 1)).unwrap_err();
        parts.iter().for_each(|part| assert!(message.contains(part), "{part} missing in {message}"));
    };
    says("moves = \"owner\"", "moves = \"off\"", &["no special objective", "objective = {"]);
    says("length = 3", "length = 1", &["length", "2 to 20"]);
    says("length = 3", "choice = \"randm\"", &["randm", "did you mean `random`?"]);
    says("length = 3", "choice = [\"swamp\", \"no bleus\"]", &["no bleus", "did you mean `no blues`?"]);
    says("length = 3", "choice = [\"no reds\", \"no blues\"]", &["different kinds"]);
    says("kind = \"scale\"", "kind = \"scal\"", &["scal"]);
    says("banned = [\"B\"]", "banned = [\"Q\"]", &["design.banned"]);
    assert!(study(&SERIES.replacen("length = 3", "choice = [\"swamp\", \"battle\"]", 1)).is_ok());
}
