//! Commands about Intercept Orbit.

use crate::common::{Desk, at, number, numbers};
use serde_json::{Value, json};

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
}

#[test]
fn an_attack_has_its_distributions() {
    let desk = Desk::new();
    let line = "io attack --attack 2d6+1d8 --spot 1d6 --defense 2d6 --band assault --target ship";
    let (covered, open) = (desk.json(&format!("{line} --cover")), desk.json(line));
    let (damage, absorbed) = (number(&covered, "damage.mean"), number(&covered, "absorbed.mean"));
    close(damage + absorbed, number(&open, "damage.mean"));
    close(damage, 2.0 * absorbed);
    assert_eq!(numbers(&covered, "absorbed.pmf").len(), numbers(&covered, "damage_dice.pmf").len());
    assert_eq!(at(&open, "absorbed"), &Value::Null);
    let debris = desk.json(&format!("{line} --cover-hits 1"));
    assert_eq!(numbers(&debris, "absorbed.pmf").len(), 2);
    // The die of a yellow ace is added to the spot: 3.5 pips and 4.5 (I62).
    let spotted = |spot| {
        number(&desk.json(&format!("io attack --attack 2d6 --band assault --target ship {spot}")), "damage_dice.mean")
    };
    close(spotted("--spot 1d6 --ace-spot 1d8") - spotted(""), 8.0);
    let ace = desk.json("io attack --attack 2d6+1d8 --band assault --target company --red-ace");
    close(number(&ace, "damage.mean"), number(&ace, "damage_dice.mean") / 2.0);
}

#[test]
fn the_simulation_agrees() {
    let desk = Desk::new();
    let line = "io attack --attack 3d6 --defense 1d6 --band support --target ship --cover --simulate 100000 --seed 3";
    let json = desk.json(line);
    assert!(number(&json, "simulated.p_value") > 0.001);
    assert!(desk.ok(line).contains("agreement with the exact odds"));
}

#[test]
fn attacks_that_there_are_not() {
    let desk = Desk::new();
    for (line, parts) in [
        ("--attack 2d6 --band support --target company", ["support band", "allowed: dogfight, point-defense"]),
        ("--attack 2d6 --band support --target ship --red-ace", ["red ace", "dogfight, point-defense, assault"]),
        ("--attack 2x6 --band assault --target ship", ["--attack", "`2x6` is not dice"]),
        ("--attack '' --band assault --target ship", ["--attack", "at least one die"]),
        ("--attack 999d6 --band assault --target ship", ["--attack", "at most 100"]),
        ("--attack 2d6 --defense 1d99 --band assault --target ship", ["--defense", "2 to 20"]),
        ("--attack 2d6 --band asault --target ship", ["asault", "assault"]),
        ("--attack 2d6 --band assault --target shp", ["shp", "ship"]),
        ("--attack 2d6 --band assault --target ship --cover --cover-hits 1", ["--cover", "--cover-hits"]),
        ("--attack 2d6 --band assault --target ship --cover-hits 99", ["--cover-hits", "0 to 40"]),
        ("--attack 2d6 --band assault --target ship --rules intercept", ["intercept", "intercept-orbit"]),
    ] {
        desk.refuses(&format!("io attack {line}"), &parts);
    }
}

#[test]
fn a_boarding_names_its_players() {
    let desk = Desk::new();
    let alone = desk.json("io board --companies 1");
    close(number(&alone, "p_capture"), 2.0 / 3.0);
    assert_eq!(at(&alone, "damage_to_defenders"), &Value::Null);
    close(number(&alone, "damage_to_boarders.mean"), 0.0);
    close(number(&desk.json("io board --companies 1 --ace"), "p_capture"), 11.0 / 12.0);
    let three = desk.json("io board --companies 2 --ace --owner-companies 1 --owner-ace --reds 2d6 --second 1+ace");
    let holds: f64 = (0..3).map(|player| number(&three, &format!("players.{player}.p_holds"))).sum();
    close(holds, 1.0);
    assert_eq!(at(&three, "players.2.ace"), &json!(true));
    let line = "io board --companies 2 --owner-companies 1 --second 1";
    let aided = desk.json(&format!("{line} --aid second=first"));
    close(number(&aided, "players.2.p_holds"), 0.0);
    assert!(number(&aided, "p_capture") > number(&desk.json(line), "p_capture"));
    let hit = desk.json(&format!("{line} --hit owner=second --hit second=first"));
    assert_eq!((at(&hit, "players.0.hits"), at(&hit, "players.2.hits")), (&json!("second"), &json!("first")));
    desk.write("house.toml", "extends = 'intercept-orbit'\n[boarding]\nthreshold = 6\naid = false\n");
    close(number(&desk.json("io board --companies 1 --rules house.toml"), "p_capture"), 1.0 / 6.0);
    desk.refuses(&format!("{line} --aid second=first --rules house.toml"), &["boarding.aid"]);
}

#[test]
fn boardings_that_there_are_not() {
    let desk = Desk::new();
    for (line, parts) in [
        ("--companies 0", ["--companies", "1 to 8"]),
        ("--companies 9", ["--companies", "1 to 8"]),
        ("--companies 1 --owner-companies 9", ["--owner-companies", "0 to 8"]),
        ("--companies 1 --owner-ace", ["owner has an ace", "no company"]),
        ("--companies 1 --reds 40d6", ["40 red dice", "up to 16"]),
        ("--companies 1 --second 0", ["--second", "1 to 8"]),
        ("--companies 1 --second 1+king", ["--second", "+ace"]),
        ("--companies 1 --third 1", ["--second", "required"]),
        ("--companies 1 --aid second=first", ["no second boarder", "ship"]),
        ("--companies 1 --hit first=first", ["neither aid nor hit itself", "first"]),
        ("--companies 1 --hit frist=owner", ["owner, first, second, third", "--hit"]),
    ] {
        desk.refuses(&format!("io board {line}"), &parts);
    }
}

#[test]
fn a_collision_by_speed() {
    let desk = Desk::new();
    let json = desk.json("io ram --speed 5");
    assert_eq!(numbers(&json, "rammer.pmf").len(), 6);
    close(number(&json, "rammer.mean"), 5.0 / 3.0);
    close(number(&json, "target.mean"), 2.5);
    close(number(&desk.json("io ram --speed 5 --target hva"), "target.mean"), 0.0);
    desk.refuses("io ram --speed 9", &["--speed", "0 to 8"]);
    desk.refuses("io ram --speed 999", &["--speed"]);
    desk.refuses("io ram --speed 5 --target hvas", &["hvas", "hva"]);
}

#[test]
fn points_scores_and_seats() {
    let desk = Desk::new();
    let json = desk.json("io ppa --ships 4,3 --companies 2,3 --systems 15,10 --hvas 3,3");
    assert_eq!(
        (&json["rows"][0]["ppa"], &json["rows"][0]["score"], &json["rows"][0]["seat"]),
        (&json!(4), &json!(36), &json!("primary"))
    );
    assert_eq!(
        (&json["rows"][1]["ppa"], &json["rows"][1]["score"], &json["rows"][1]["seat"]),
        (&json!(6), &json!(54), &json!("defender"))
    );
    let level = "io ppa --ships 3,3,3 --companies 2,2,2 --systems 12,12,12";
    let json = desk.json(level);
    assert_eq!(
        (&json["rows"][0]["hvas"], &json["rows"][1]["seat"], &json["rows"][2]["tie"]),
        (&json!(2), &json!("secondary"), &json!("roll-off"))
    );
    assert!(desk.ok(level).contains("roll off"));
    for (line, parts) in [
        ("--ships 3 --companies 1 --systems 9", ["1 fleet", "2 to 4 players"]),
        ("--ships 3,3,3,3,3 --companies 1,1,1,1,1 --systems 9,9,9,9,9", ["5 fleets", "2 to 4 players"]),
        ("--ships 3,3 --companies 1 --systems 9,9", ["--companies has 1 number", "--ships 2"]),
        ("--ships 3,3 --companies 1,1 --systems 9,9 --hvas 1,2,3", ["--hvas has 3 numbers", "one for all"]),
        ("--ships 3,0 --companies 1,1 --systems 9,9", ["fleet 2 has 0 ships", "1 to 10"]),
        ("--ships 3,3 --companies 1,1 --systems 9,99", ["fleet 2 has 99 systems", "0 to 12"]),
        ("--ships 3,x --companies 1,1 --systems 9,9", ["'x'", "--ships"]),
        ("--ships 3,300 --companies 1,1 --systems 9,9", ["300", "--ships"]),
    ] {
        desk.refuses(&format!("io ppa {line}"), &parts);
    }
}

#[test]
fn a_fleet_is_told_whole() {
    let desk = Desk::new();
    let line = "io fleet 'C:RpRaBY C:RsRsKK F:RaBK; ace=red' --hvas 3";
    let json = desk.json(line);
    for (path, expected) in [
        ("ships", json!(3)),
        ("companies", json!(3)),
        ("systems", json!(11)),
        ("tactical", json!(6)),
        ("assets", json!(9)),
        ("base.score", json!(45)),
        ("sizes.0.legal", json!(true)),
        ("sizes.2.legal", json!(false)),
        ("dice.1.red.support", json!("2d6+1d8")),
        ("dice.1.black", json!("3d6")),
        ("dice.3.asset", json!("company+red")),
        ("dice.3.red.assault", json!("2d6+1d8")),
        ("dice.3.hit_points", json!(7)),
        ("dice.2.green", json!("1d6")),
        ("dice.0.graph.support.sys", Value::Null),
        // An armed ship does not attack at dogfight band.
        ("dice.0.graph.dogfight.plus_w", Value::Null),
        ("compared", Value::Null),
    ] {
        assert_eq!(at(&json, path), &expected, "{path}");
    }
    close(number(&json, "graph.defense.sys"), 5.0 * 3.5);
    let full = desk.ok("io fleet 'C:RaRaRsRs' --full");
    assert!(full.contains("1 ship with 4 systems, 0 companies"), "{full}");
    let against = desk.json(&format!("{line} --against 'C:RaRaBB C:RpRpYK F:RaBK F:BYK; ace=blue'"));
    assert_eq!((at(&against, "compared.0.ppa"), at(&against, "compared.1.ppa")), (&json!(7), &json!(3)));
    assert_eq!(at(&against, "compared.0.seat"), &json!("defender"));
    for (line, parts) in [
        ("''", ["at least one ship", "C:RpRaBY"]),
        ("'C:RpRaBY F:RaBK'", ["needs an ace", "`red`, `blue`"]),
        ("'C:RpRaBY F:RaBK; ace=gren'", ["gren", "did you mean green?"]),
        ("'C:RpRaBQ'", ["unknown system `Q`", "Rp, Ra"]),
        ("'F:RaBY' --against 'C:RpRaB'", ["3 systems", "has 4"]),
        ("'F:RaBY' --hvas 99", ["--hvas", "0 to 16"]),
    ] {
        desk.refuses(&format!("io fleet {line}"), &parts);
    }
    desk.refuses(
        "io fleet 'F:RaBY' --against F:RaBY --against F:RaBY --against F:RaBY --against F:RaBY",
        &["5 fleets"],
    );
}

#[test]
fn assets_stand_longer_with_repair() {
    let desk = Desk::new();
    let ship = desk.json("io durability C:RpRaBY");
    assert!(number(&ship, "durability.1.mean_attacks") > number(&ship, "durability.0.mean_attacks"));
    assert_eq!(numbers(&ship, "durability.0.alive_after").len(), 13);
    let company = desk.json("io durability company+blue");
    assert_eq!(at(&company, "hit_points"), &json!(7));
    assert!(number(&company, "durability.2.mean_attacks") > number(&company, "durability.1.mean_attacks"));
    for (line, parts) in [
        ("company --band support", ["support band", "dogfight, point-defense"]),
        ("company+purple", ["purple", "`red`, `blue`"]),
        ("frigate", ["frigate", "company"]),
        ("C:RpRaBY --attack 0d6", ["--attack", "no dice"]),
        ("C:RpRaBY --attacks 999", ["--attacks", "1 to 100"]),
    ] {
        desk.refuses(&format!("io durability {line}"), &parts);
    }
}

#[test]
fn companies_fly_as_long_as_their_fuel() {
    let desk = Desk::new();
    let json = desk.json("io fuel");
    close(number(&json, "flights.0.mean_rounds"), 3.5);
    close(number(&json, "flights.1.mean_rounds"), 2.0);
    close(number(&json, "flights.3.mean_rounds"), 1071.0 / 216.0);
    desk.refuses("io fuel --chance 2", &["--chance", "0 to 1"]);
    desk.refuses("io fuel --dice ''", &["--dice", "at least one die"]);
    desk.refuses("io fuel --dodges 7", &["--dodges", "0 to 6"]);
}

#[test]
fn ships_are_counted_filtered_and_ranked() {
    let desk = Desk::new();
    let json = desk.json("io ships");
    assert_eq!(at(&json, "legal"), &json!(140));
    let frigates = desk.ok("io ships --class frigate --top 3");
    assert!(frigates.contains("50 frigates") && !frigates.contains("capital ships are"), "{frigates}");
    let best = desk.json("io ships --where 'B = 2' --where 'frigate = 0' --sort durability --top 2");
    let ships = at(&best, "ships").as_array().unwrap();
    assert!(ships.len() == 2 && ships.iter().all(|ship| ship["ship"].as_str().unwrap().contains("BB")));
    // The headline names the first of equals, as the table does.
    let durable = desk.json("io ships --where 'durability > 5' --top 10");
    let (line, first) = (at(&durable, "line").as_str().unwrap(), at(&durable, "ships.0.ship").as_str().unwrap());
    assert!(line.contains(&format!(": {first} (like")), "{line}");
    let front = desk.json("io ships --class capital --pareto");
    assert!(at(&front, "ships").as_array().unwrap().len() < 90);
    desk.refuses("io ships --where 'asault > 1'", &["did you mean `assault`?"]);
    desk.refuses("io ships --whites 3", &["--whites is 3", "2 white dice"]);
    desk.refuses("io ships --sort size", &["size"]);
}

#[test]
fn a_duel_of_equal_ships_is_even_over_both_first_turns() {
    let desk = Desk::new();
    let duel = desk.json("io duel F:RaRaY --rounds 4 --rule greedy");
    let starts = at(&duel, "starts").as_array().unwrap();
    assert_eq!(starts.len(), 8, "four bands and two first turns: {duel:#}");
    for pair in starts.chunks(2) {
        close(number(&pair[0], "wins.0") + number(&pair[1], "wins.0"), 1.0);
        assert_eq!(pair[0]["band"], pair[1]["band"]);
        assert!(number(&pair[0], "loses.0") > -1e-8, "{duel:#}");
    }
    let longer = desk.json("io duel F:RaRaY F:RaRaY --rounds 5 --band assault --first a");
    assert_eq!(at(&longer, "starts").as_array().unwrap().len(), 1);
}

#[test]
fn every_question_in_every_format() {
    let desk = Desk::new();
    for line in [
        "io attack --attack 2d6 --band assault --target ship",
        "io board --companies 1",
        "io ram --speed 5",
        "io ppa --ships 4,3 --companies 2,3 --systems 15,10",
        "io fleet C:RpRaBY",
        "io durability F:RaBY",
        "io fuel",
        "io duel F:RaBY --rounds 2",
        "io ships --top 3",
    ] {
        let markdown = desk.ok(&format!("{line} --format markdown"));
        assert!(markdown.lines().filter(|line| line.starts_with('|')).count() > 2, "{line}");
        assert!(desk.ok(&format!("{line} --format csv")).lines().count() > 1, "{line}");
        assert!(!desk.ok(&format!("{line} --format text")).is_empty(), "{line}");
        assert!(desk.json(&format!("{line} --rules community-2014")) != Value::Null, "{line}");
    }
}
