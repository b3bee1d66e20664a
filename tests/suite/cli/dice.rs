//! `hitchart dice` and `hitchart chain`.

use crate::common::{Desk, number};
use serde_json::Value;

#[test]
fn distributions_of_expressions() {
    let desk = Desk::new();
    let json = desk.json("dice 4d6kh3 'max(2d6, d12)' '6d6cs>=5' '3d6 > d20' --at-least 12");
    let results = json["results"].as_array().unwrap();
    assert_eq!(results.len(), 4);
    assert_eq!(results[0]["expression"], "4d6kh3");
    assert!((number(&json, "results.0.pmf.18") - 21.0 / 1296.0).abs() < 1e-12);
    assert!((number(&json, "results.0.mean") - 12.244_598_765_432_1).abs() < 1e-12);
    assert!((number(&json, "results.2.sd") - (6.0f64 * 2.0 / 9.0).sqrt()).abs() < 1e-12);
    assert!(number(&json, "results.0.at_least.chance") > 0.5);
    for result in results {
        assert!(result["interval"].is_null() && result["cut"] == false, "{result}");
        let total: f64 = result["pmf"].as_object().unwrap().values().filter_map(Value::as_f64).sum();
        assert!((total - 1.0).abs() < 1e-12, "{result}");
    }
}

#[test]
fn a_table_a_line_and_a_plot() {
    let desk = Desk::new();
    let out = desk.ok("dice 100d100 --plot plot.svg");
    assert!(out.lines().count() <= 25 && out.contains("5050") && out.contains('█'), "{out}");
    assert!(desk.read("plot.svg").starts_with("<svg"));
    desk.ok("dice 3d6 --plot plot.PNG");
    assert!(std::fs::read(desk.path("plot.PNG")).unwrap().starts_with(b"\x89PNG"));
    assert!(desk.refused("dice 3d6 --plot plot.jpg").contains("`.png`"));
    assert_eq!(desk.ok("dice 0d6 '6d6cs>=7' 'd6>7' --format line").matches("mean 0,").count(), 2);
    assert!(desk.ok("dice 3d6 --full").lines().count() > 18);
    assert_eq!(desk.ok("dice 3d6 2d6 --format csv").lines().count(), 1 + 16 + 11);
    let line = desk.ok("dice 'd20 >= 11' d6! --format line");
    assert!(line.contains("50%") && line.contains("cut") && line.lines().count() == 1, "{line}");
    let tuple = desk.ok("dice 'let x = d6, y = d6 in (x + y, max(x, y))' --full");
    assert!(tuple.contains("12, 6"), "{tuple}");
}

/// More than two expressions have a short first line and one whole table; the plots are printed on request.
#[test]
fn many_expressions_are_one_table() {
    let desk = Desk::new();
    let list = include_str!("../../../crates/dice/benches/expressions.txt").lines();
    let list: Vec<&str> =
        list.filter(|line| !line.starts_with('#')).filter_map(|line| line.split(" | ").next()).collect();
    let words: Vec<String> = list[..25].iter().map(|text| format!("'{text}'")).collect();
    let out = desk.ok(&format!("dice {} 'sorted(2d6)'", words.join(" ")));
    let first = out.lines().next().unwrap();
    assert!(first.starts_with("26 expressions, means from") && first.chars().count() < 100, "{out}");
    assert!(list[..25].iter().all(|text| out.contains(&format!(" {text} "))) && !out.contains('█'), "{out}");
    assert!(!out.contains("more with --full") && out.contains("also of 1 tuple"), "{out}");
    assert!(desk.ok("dice '(1,2)' --format line").contains("means 1, 2, 1 outcome, exact"));
    let few = "dice 3d6 2d6 d6";
    assert_eq!(desk.ok(&format!("{few} --format line")).lines().count(), 3);
    let full = desk.ok(&format!("{few} --full"));
    assert!(full.lines().count() > 16 + 11 + 6 && full.contains('█'), "{full}");
    assert_eq!(desk.json(few)["summary"].as_array().unwrap().len(), 1);
}

/// Rolls with fixed seeds; each test is at a level of 0.001, and their number is the same on any threads.
#[test]
fn rolls_beside_exact_chances() {
    let desk = Desk::new();
    let line = "dice 3d6 '4d6kh3 given >= 10' 'sorted(2d6)' --simulate 100_000 --seed 3";
    let json = desk.json(&format!("{line} --threads 1"));
    assert_eq!(json, desk.json(&format!("{line} --threads 3")));
    for (place, faces) in [(0, 16), (1, 9), (2, 21)] {
        let of = |key: &str| number(&json, &format!("results.{place}.simulated.{key}"));
        assert!(of("p_value") > 0.001 && of("samples") == 100_000.0 && of("seed") == 3.0);
        assert!(json["results"][place]["simulated"]["counts"].as_object().unwrap().len() <= faces);
    }
    let (low, high) =
        (number(&json, "results.0.simulated.interval.0"), number(&json, "results.0.simulated.interval.1"));
    assert!(low < 10.5 && 10.5 < high && high - low < 0.05, "{low} {high}");
    let text = desk.ok("dice 3d6 --simulate 20_000");
    assert!(text.contains("Simulated: 20,000 rolls, seed 1") && text.contains("95% interval"), "{text}");
    assert_eq!(number(&desk.json("dice d6 --simulate"), "results.0.simulated.samples"), 1e6);
    let chain =
        "chain --attacks 2d6 --hit '3+ extra 1 on 6' --save 5+ --damage d3 --against 3/3/3 --spill --simulate 50_000";
    let json = desk.json(chain);
    for key in ["damage", "lost", "removed"] {
        let (mean, exact) = (number(&json, &format!("simulated.{key}.mean")), number(&json, &format!("{key}.mean")));
        assert!((mean - exact).abs() < 0.1 && number(&json, &format!("simulated.{key}.p_value")) > 0.001, "{key}");
    }
    assert!(desk.ok(chain).contains("Simulated"));
    desk.refuses("dice '20d6 given >= 119' --simulate", &["100000 rolls of dice"]);
    desk.refuses("dice 3d6 --simulate none", &["--simulate"]);
    desk.refuses("dice 3d6 --seed 2", &["--simulate"]);
}

#[test]
fn an_expression_may_begin_with_a_minus_sign() {
    let desk = Desk::new();
    let json = desk.json("dice -d6 '-(2d6)+1' 3d6 --at-least -3");
    assert_eq!((number(&json, "results.0.min"), number(&json, "results.1.max")), (-6.0, -1.0));
    assert!((number(&json, "results.0.at_least.chance") - 0.5).abs() < 1e-12);
}

/// A chance between 0 and 1 is neither "0%" nor "100%".
#[test]
fn chances_near_the_ends_are_not_certain() {
    let desk = Desk::new();
    for (line, part) in [
        ("dice '20d6 >= 21'", "20d6 >= 21: over 99.999999%"),
        ("dice '20d6 = 20'", "20d6 = 20: under 0.000001%"),
        ("dice 'd6 >= 1'", "d6 >= 1: 100%"),
        ("dice 'd6 >= 7'", "d6 >= 7: 0%"),
        ("dice 20d6 --at-most 20", "at most 20 under 0.000001%"),
    ] {
        assert!(desk.ok(line).contains(part), "{line}");
    }
}

#[test]
fn mistakes_in_expressions() {
    let desk = Desk::new();
    for (line, parts) in [
        ("dice 4d6kx3", &["`4d6kx3`", "column 4", "kh"][..]),
        ("dice 3d6 'maxx(2d6, 3)'", &["did you mean `max`?"]),
        ("dice 3d6/2", &["floor(3d6 / 2)"]),
        ("dice 3000d3000kh1500", &["steps"]),
        ("dice 3d6 'sorted(3d6)' --at-least 3", &["`sorted(3d6)`", "tuples", "at least 3"]),
        ("dice", &["EXPRESSIONS"]),
        ("chain --attacks 20 --hit 4", &["--hit", "`4`", "4+"]),
        ("chain --attacks d6-9 --hit 4+", &["--attacks", "0 to 10000"]),
        ("chain --attacks 3x --hit 4+", &["--attacks", "column 2"]),
        ("chain --attacks 3 --hit 4+ --against 3//3", &["--against", "10x1"]),
        ("chain --attacks 3 --step 5+", &["--step", "a name and a step"]),
        ("chain --attacks 3 --save '5+ auto on 6'", &["--save", "no next step"]),
        ("chain --attacks 3 --hit 4+ --chance 120%", &["--chance", "less than 100%"]),
    ] {
        desk.refuses(line, parts);
    }
}

#[test]
fn a_chain_of_attacks() {
    let desk = Desk::new();
    let line = "chain --attacks 20 --hit 4+ --wound '4+ reroll 1' --save 5+ --damage d3 --against 3/3/3";
    let json = desk.json(line);
    // 20 attacks: 1/2 hit, 7/12 wound, 2/3 are not saved, 2 damage each.
    assert!((number(&json, "damage.mean") - 20.0 / 2.0 * 7.0 / 12.0 * 2.0 / 3.0 * 2.0).abs() < 1e-10);
    assert!(number(&json, "removed.mean") < 3.0 && number(&json, "p_wiped_out") > 0.3);
    assert!((number(&json, "removed.pmf.3") - number(&json, "p_wiped_out")).abs() < 1e-12);
    let needed = number(&json, "needed.attacks") as u64;
    let with = |attacks: u64| number(&desk.json(&line.replace("20", &attacks.to_string())), "p_wiped_out");
    assert!(with(needed) >= 0.9 && with(needed - 1) < 0.9, "{needed}");
    let spilled = desk.json(&format!("{line} --spill"));
    assert!(number(&spilled, "removed.mean") > number(&json, "removed.mean"));
    assert!(desk.ok(line).contains("models removed"));
    assert!(desk.json("chain --attacks 2d6 --hit 4+ --step 'pierce 5+'")["removed"].is_null());
}

/// Rapid Attack's damage dice are those of an expression: the highest attack die minus the highest defense die.
#[test]
fn an_attack_of_rapid_attack_as_an_expression() {
    let desk = Desk::new();
    let attack = desk.json("ra attack --attack 4d6 --defense 2d6");
    let dice = desk.json("dice 'max(0, 4d6kh1 - 2d6kh1)'");
    for (damage, p) in attack["damage_dice"]["pmf"].as_array().unwrap().iter().enumerate() {
        let found = number(&dice, &format!("results.0.pmf.{damage}"));
        assert!((found - p.as_f64().unwrap()).abs() < 1e-12, "{damage}");
    }
    // By the rulebook a damage die hits a target in the open with 5 or more.
    let damage = desk.json("dice '(max(0, 4d6kh1 - 2d6kh1))d6cs>=5'");
    assert!((number(&damage, "results.0.mean") - number(&attack, "damage.mean")).abs() < 1e-12);
}

#[test]
fn studies_of_dice_and_chains() {
    let desk = Desk::new();
    let out = desk.ok("run dice");
    assert!(out.contains("3d6 has a mean of 10.5") && out.contains("removes"), "{out}");
    let table = desk.read("reports/dice/tables/weapons-chains.csv");
    assert_eq!(table.lines().count(), 1 + 9);
    let rifles: Vec<&str> = table.lines().find(|line| line.starts_with("Rifles,Crowd")).unwrap().split(',').collect();
    let exact = desk.json("chain --attacks 20 --hit 4+ --wound 4+ --save 6+ --against 20x1");
    assert!((rifles[2].parse::<f64>().unwrap() - number(&exact, "damage.mean")).abs() < 1e-9);
    desk.write("dice.toml", &desk_scenario("expressions = ['4d6kx3']"));
    desk.refuses("run dice.toml", &["column 4", "dice.toml:7"]);
}

#[test]
fn studies_are_rolled_if_they_say_so() {
    let desk = Desk::new();
    let chain = "[[study]]\nkind = 'chain'\nname = 'who'\nsimulate = true\nattackers = [{ name = 'A', attacks = '5', hit = '4+' }]\n\
                 targets = [{ name = 'B', unit = '3x1', save = '6+' }, { name = 'C', unit = '4' }]\n";
    let dice = desk_scenario("expressions = ['3d6', '2d6!', '3d6']\nsimulate = true");
    desk.write("dice.toml", &format!("{dice}{chain}"));
    desk.ok("run dice.toml --out one --quiet --samples 40_000 --threads 1");
    desk.ok("run dice.toml --out two --quiet --samples 40_000 --threads 2");
    assert_eq!(desk.read("one/report.md"), desk.read("two/report.md"));
    for (table, rows) in [("stats-dice", 3), ("who-chains", 2)] {
        let text = desk.read(&format!("one/tables/{table}.csv"));
        let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let head = lines.next().unwrap();
        let column = |name: &str| head.iter().position(|known| *known == name).unwrap_or_else(|| panic!("{text}"));
        let (n, p) = (column("n"), column("p_value"));
        let all: Vec<Vec<&str>> = lines.collect();
        assert!(all.len() == rows && all.iter().all(|row| row[n] == "40000"), "{text}");
        assert!(all.iter().all(|row| row[p].parse::<f64>().unwrap() > 0.001), "{text}");
    }
    // Units of work have the same counts.
    assert!(desk.ok("work --units dice.toml").contains("stats/3d6"));
    desk.write("same.toml", &format!("{dice}{}", chain.replace("'C'", "'B'")));
    desk.refuses("run same.toml", &["another target is named `B`", "same.toml:"]);
    desk.write("long.toml", &desk_scenario("expressions = ['20d6 given >= 119']\nsimulate = true"));
    desk.refuses("run long.toml", &["cannot be simulated", "long.toml:7"]);
}

/// Attacks of Rapid Attack in cover and in the open, as a chain: each damage die hits on its face or more.
#[test]
fn an_attack_of_rapid_attack_as_a_chain() {
    let desk = Desk::new();
    for (attack, defense, spot, hit) in [("4d6", "2d6", "", 5), ("3d6+1d8", "1d6", "1d6", 5)] {
        let spotted = if spot.is_empty() { String::new() } else { format!(" --spot {spot}") };
        let odds = desk.json(&format!("ra attack --attack {attack} --defense {defense}{spotted}"));
        let dice = format!("max(0, ({attack})kh1 - {defense}kh1{})", if spot.is_empty() { "" } else { " + 1d6" });
        let chain = desk.json(&format!("chain --attacks '{dice}' --hit {hit}+"));
        for (damage, p) in odds["damage"]["pmf"].as_array().unwrap().iter().enumerate() {
            let found = chain["damage"]["pmf"][damage.to_string()].as_f64().unwrap_or(0.0);
            assert!((found - p.as_f64().unwrap()).abs() < 1e-12, "{attack}: {damage}");
        }
    }
}

fn desk_scenario(keys: &str) -> String {
    format!("title = 'Dice'\ngame = 'rapid-attack'\n\n[[study]]\nkind = 'dice'\nname = 'stats'\n{keys}\n")
}
