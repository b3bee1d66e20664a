//! `af enemies`: the number of enemies that a team beats.

use crate::common::Desk;

#[test]
fn the_number_is_found_and_named_with_what_it_depends_on() {
    let desk = Desk::new();
    let command = "af enemies Legionnaire --team M1,L1 --victory 70% --games 24 --battles 1 --threads 2";
    let text = desk.ok(command);
    assert!(text.lines().count() <= 25, "{text}");
    let first = text.lines().take(5).collect::<Vec<_>>().join(" ");
    for fact in ["Legionnaire", "70%", "game master greedy", "1 battle", "rounds"] {
        assert!(first.contains(fact), "no {fact} in {text}");
    }
    assert!(text.contains("other game masters"), "{text}");
    let line = desk.ok(&format!("{command} --format line"));
    assert!(
        line.contains("tactician") && line.contains("24 missions each") && line.ends_with("[v0.3, seed 1]\n"),
        "{line}"
    );
    // The answer is the same on any number of threads, and different with another bound.
    assert_eq!(desk.ok(&command.replace("--threads 2", "--threads 1")), text);
    let json = desk.json(command);
    let rows = json["enemies-bounds"].as_array().unwrap();
    assert!(rows.len() > 1, "{json}");
    let (most, fails) = (rows[0]["enemies"].as_u64().unwrap(), rows[0]["fails"].as_u64());
    assert!(fails.is_none_or(|fails| fails > most), "{json}");
    let harder = desk.json(&command.replace("70%", "0.99"));
    assert!(harder["enemies-bounds"][0]["enemies"].as_u64().unwrap() <= most, "{harder}");
}

#[test]
fn mistakes_name_what_is_nearest() {
    let desk = Desk::new();
    desk.refuses("af enemies Legionaire --team M1", &["Legionaire", "did you mean `Legionnaire`?"]);
    desk.refuses("af enemies Legionnaire --team M1,SOLDER", &["SOLDER", "SOLDIER"]);
    desk.refuses("af enemies Legionnaire --team M1 --master greedi", &["greedi", "greedy"]);
    desk.refuses("af enemies Legionnaire --team M1 --encounter patroll", &["patroll", "patrol"]);
    desk.refuses("af enemies Legionnaire --team M1 --victory 170%", &["1% to 99%"]);
    desk.refuses("af enemies Legionnaire --team M1 --victory 70", &["1% to 99%; write 70% or 0.7"]);
    desk.refuses("af enemies Legionnaire --team M1 --battles 7", &["allowed: 1 to 6"]);
}
