//! Commands for a single question: the JSON that other programs rely on.

use crate::common::{Desk, at, number, numbers};
use hitchart_ask::Link;
use serde_json::Value;

const MEASURES: [&str; 7] = ["Rh", "Rd", "Ra", "Y", "B", "G", "D"];

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

fn mean(pmf: &[f64]) -> f64 {
    pmf.iter().enumerate().map(|(k, p)| k as f64 * p).sum()
}

/// Returns the distribution at a key; checks that it sums to 1 and that its mean is the `mean` of the same key.
fn distribution(json: &Value, key: &str) -> Vec<f64> {
    let pmf = numbers(json, &format!("{key}.pmf"));
    assert!(close(pmf.iter().sum(), 1.0), "{key}");
    assert!(close(mean(&pmf), number(json, &format!("{key}.mean"))), "{key}");
    pmf
}

#[test]
fn frame_graph() {
    let json = Desk::new().json("ra frame RdYBG");
    for graph in ["graph", "handbook"] {
        for measure in MEASURES {
            for column in ["sys", "plus_1w", "plus_2w"] {
                let value = at(&json, &format!("{graph}.{measure}.{column}"));
                assert_eq!(value.is_null(), measure == "Ra", "{graph}.{measure}.{column}");
            }
        }
    }
    assert!(close(number(&json, "graph.Y.plus_2w"), 119.0 / 24.0));
    assert_eq!(number(&json, "handbook.Y.plus_2w"), 4.96);
    assert_eq!(number(&json, "handbook.D.sys"), 3.63);
    assert_eq!(number(&json, "graph.Rh.sys"), 0.0);
}

#[test]
fn frame_by_archetype_and_in_any_order_and_case() {
    let desk = Desk::new();
    let plain = desk.ok("ra frame RdYBG --format json");
    for other in ["gbyrd", "Soldier", "soldier", "'G B Y Rd'"] {
        assert_eq!(desk.ok(&format!("ra frame {other} --format json")), plain, "{other}");
    }
}

#[test]
fn company_graph() {
    let json = Desk::new().json("ra company RdYBG Tank 'Close Assault'");
    assert_eq!(json["rows"].as_array().unwrap().len(), MEASURES.len());
    for (row, measure) in MEASURES.iter().enumerate() {
        assert_eq!(at(&json, &format!("rows.{row}.measure")), measure);
        assert!(number(&json, &format!("rows.{row}.plus_w")) >= number(&json, &format!("rows.{row}.sys")));
    }
}

#[test]
fn attack_by_dice() {
    let json = Desk::new().json("ra attack --attack 3d6+1d8 --spot 1d6 --defense 2d6 --chart cover --cover-hits 2");
    let (damage, cover, dice) =
        (distribution(&json, "damage"), distribution(&json, "cover"), distribution(&json, "damage_dice"));
    assert_eq!((damage.len(), cover.len(), dice.len()), (14, 3, 14));
    assert!(json.get("simulated").is_none());
}

#[test]
fn attack_by_loadouts_is_the_attack_of_their_dice() {
    let desk = Desk::new();
    let named = desk
        .json("ra attack RdRdYB --range direct --whites 1 --target YYBG --target-whites 1 --spot-by YY --cover-hits 2");
    let dice = desk.json("ra attack --attack 3d6+1d8 --spot 2d6 --defense 2d6 --chart cover --cover-hits 2");
    for key in ["damage", "cover", "damage_dice", "attack", "spot", "defense", "chart"] {
        assert_eq!(named[key], dice[key], "{key}");
    }
    assert_eq!(named["target"]["hit_points"], 6);
}

#[test]
fn attack_charts() {
    let desk = Desk::new();
    let damage = |chart: &str| number(&desk.json(&format!("ra attack --attack 2d6 --chart {chart}")), "damage.mean");
    let [hand, open, terrain] = ["hand-to-hand", "open", "terrain"].map(damage);
    assert!(close(hand, terrain) && close(2.0 * hand, 3.0 * open));
    assert!(damage("'cover' --cover-hits 40") < open && damage("frame-cover --cover-hits 6") < open);
    assert!(close(damage("frame-cover --cover-hits 0"), open));
}

#[test]
fn attack_on_a_covered_frame() {
    let desk = Desk::new();
    let attack = "ra attack RdRd --range direct --target Soldier";
    let wounded = desk.json(&format!("{attack} --covered-by Soldier"));
    assert_eq!((wounded["chart"].as_str(), wounded["cover_hits"].as_u64()), (Some("frame-cover"), Some(6)));
    assert!(number(&wounded, "cover.mean") > 0.0);
    let immune = desk.json(&format!("{attack} --covered-by BB"));
    let unharmed = numbers(&immune, "cover.pmf");
    assert!(unharmed.len() == 1 && close(unharmed[0], 1.0));
}

#[test]
fn simulated_attack() {
    let json = Desk::new().json("ra attack --attack 4d6+1d8 --spot 1d6 --defense 2d6 --simulate 50000 --seed 2");
    let pmf = numbers(&json, "simulated.damage.pmf");
    assert_eq!(pmf.len(), numbers(&json, "damage.pmf").len());
    assert!(close(pmf.iter().sum(), 1.0));
    for prefix in ["simulated", "simulated.damage"] {
        let (mean, interval) =
            (number(&json, &format!("{prefix}.mean")), numbers(&json, &format!("{prefix}.interval")));
        assert!(interval[0] < mean && mean < interval[1]);
    }
    assert_eq!(number(&json, "simulated.samples"), 50_000.0);
    assert!(number(&json, "simulated.attacks_per_second") > 0.0);
    assert!((0.0..=1.0).contains(&number(&json, "simulated.p_value")));
}

#[test]
fn loadouts() {
    let desk = Desk::new();
    let all = desk.json("ra loadouts");
    assert_eq!(all["rows"].as_array().unwrap().len(), 168);
    for loadout in all["rows"].as_array().unwrap() {
        assert!(loadout["loadout"].is_string() && loadout["systems"].is_u64());
        let measures = ["hand_to_hand", "direct", "artillery", "defense", "movement", "spotting", "durability"];
        measures.iter().for_each(|measure| assert!(loadout[*measure].is_number(), "{measure} of {loadout}"));
    }
    let top = desk.json("ra loadouts --where 'systems <= 3' --where 'direct >= 1.4' --sort durability --top 10");
    let durability: Vec<f64> = (0..10).map(|i| number(&top, &format!("rows.{i}.durability"))).collect();
    assert!(durability.is_sorted_by(|a, b| a >= b));
    assert!((0..10).all(|i| number(&top, &format!("rows.{i}.systems")) <= 3.0));
    let front = desk.json("ra loadouts --pareto --whites 1");
    assert!((2..168).contains(&front["rows"].as_array().unwrap().len()));
    // The first line counts all loadouts that meet the conditions, not only the listed ones.
    let line = desk.ok("ra loadouts --sort durability --top 5 --format line");
    assert!(line.contains("of 168 loadouts"), "{line}");
    let with = |flag: &str| desk.json(&format!("ra loadouts {flag}"))["rows"].as_array().unwrap().len();
    assert_eq!(with("--rockets"), 4 * 168);
    assert!(with("--split") > 168 && with("--environment") > 168);
}

#[test]
fn durability() {
    let json = Desk::new().json("ra durability RdYBG --whites 1 --cover-hits 2");
    for way in ["fixed", "attrition"] {
        assert!(numbers(&json, &format!("{way}.alive_after")).is_sorted_by(|a, b| a >= b));
        assert!(number(&json, &format!("{way}.mean_attacks")) > 1.0);
    }
    assert_eq!(json["best_order"]["order"], "G, Y, Rd, B, W, W");
}

const ASSIGN: &str = "ra assign RdYBG --range direct --chart open --target-defense 3 \
    --weights damage=1,defense=1,spot=0.3333333333333333,move=0";

#[test]
fn assignment_over_all_rolls() {
    let json = Desk::new().json(ASSIGN);
    let best = number(&json, "expected.best");
    assert!((best - 0.865_552_144_9).abs() < 1e-10);
    let rules = json["expected"]["rules"].as_object().unwrap();
    assert!(!rules.is_empty() && rules.keys().eq(json["regret"].as_object().unwrap().keys()));
    for (rule, value) in rules {
        let regret = number(&json, &format!("regret.{rule}"));
        assert!(regret >= 0.0 && close(best - value.as_f64().unwrap(), regret), "{rule}");
    }
    assert!(json.get("best").is_none());
}

#[test]
fn assignment_of_one_roll() {
    let json = Desk::new().json(&format!("{ASSIGN} --roll 'W5 W3 R2 R6 Y4 B1 G3'"));
    let dice = ["defense", "attack", "move", "spot"].map(|action| number(&json, &format!("best.{action}")));
    assert_eq!(dice, [5.0, 6.0, 3.0, 4.0]);
    // Three damage dice in the open, plus a third of a spot of 4, minus the typical attack on a defense of 5.
    let worth = 1.0 + 4.0 / 3.0 - typical_damage(5);
    assert!(close(number(&json, "best.value"), worth));
}

/// Computes the expected damage of the highest of 3d6 plus a spot of 1d6 in the open against a defense, roll by roll.
fn typical_damage(defense: u32) -> f64 {
    let dice = |roll: u32| [roll % 6, roll / 6 % 6, roll / 36 % 6, roll / 216].map(|face| face + 1);
    let damage_dice = |roll: u32| {
        let [a, b, c, spot] = dice(roll);
        (a.max(b).max(c) + spot).saturating_sub(defense)
    };
    f64::from((0..1296).map(damage_dice).sum::<u32>()) / 1296.0 / 3.0
}

/// A link has the answer in words and its counts; both must be those of the question.
#[test]
fn an_answer_that_is_not_that_of_its_counts_is_reported() {
    let desk = Desk::new();
    desk.write("q.json", r#"{ "ask": "play", "scenario": "mirror-five", "games": 20 }"#);
    let link = desk.ok("link q.json");
    let same = desk.ok(&format!("open {}", link.trim()));
    assert!(same.contains("agree bit for bit") && !same.contains("not theirs"), "{same}");
    let mut changed = Link::read(&link).unwrap();
    changed.answer.as_mut().unwrap().line = "Five wins always".to_owned();
    let other = desk.ok(&format!("open x#{}", changed.text()));
    assert!(other.contains("the answer is not theirs"), "{other}");
}
