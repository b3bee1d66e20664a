//! Exact answers as one sentence and on one screen.

use crate::common::Desk;

/// Every exact command, with facts of its sentence.
const LINES: [(&str, &[&str]); 35] = [
    ("ra frame RdYBG", &["RdYBG", "direct", "durability", "exact [rulebook]"]),
    ("ra company Soldier Tank", &["Soldier Tank", "damage at direct range", "exact [rulebook]"]),
    (
        "ra attack RdRdYB --range direct --whites 1 --target YYBG --target-whites 1 --spot-by YY --cover-hits 2",
        &["RdRdYB +1W direct", "YYBG +1W in cover 2", "damage", "hit", "exact [rulebook]"],
    ),
    ("ra loadouts --sort durability", &["First of 168 loadouts by durability", "exact [rulebook]"]),
    ("ra loadouts", &["168 loadouts", "BBGG (4.35, like 14 others)", "exact [rulebook]"]),
    ("ra durability RdYBG --whites 1", &["RdYBG +1W", "on average", "in the order", "exact [rulebook]"]),
    (
        "ra durability RdYBG --whites 1 --cover-hits 8",
        &["cover of 8 hits", "not after 7 attacks", "in the open it falls to number 4.83", "exact [rulebook]"],
    ),
    ("ra duel Rd Rd --range hand-to-hand", &["Rd (a) against Rd (b)", "Rd (b) may act first", "exact [rulebook]"]),
    ("ra assign RdYBG --range direct --target-defense 3", &["RdYBG", "rule of thumb", "exact [rulebook]"]),
    ("ra ppa --frames 5,5,5 --systems 20,20,20 --stations 2", &["a roll-off decides", "exact [rulebook]"]),
    ("io durability C:RpRaBY", &["3d6 with spot 1d6 at assault band", "3.82 without repair"]),
    ("ra assign RdYBG --range direct --weights move=0", &["worth 0;", "own-dice-only (like 5 others)", "loses 0"]),
    ("ra assign RdYBG --range direct --gap 4", &["after a move of 4 units", "exact [rulebook]"]),
    (
        "ra attacks Soldier RdY --range direct --target WRdB --cover-hits 2",
        &["Attacks of Soldier, RdY", "vs WRdB in cover 2", "damage", "destroyed", "exact [rulebook]"],
    ),
    (
        "ra duel Rd Rh --rule greedy",
        &["Rd against Rh from direct range", "may act first", "rounds", "exact [rulebook]"],
    ),
    ("af duel H1", &["against Pack Leader, the hardest enemy", "is broken in 100%"]),
    (
        "af duel L3 Drone",
        &[
            "L3-GLADIATOR against Drone from far range",
            "is broken in",
            "Harm in",
            "a draw counts half",
            "left out, exact [v0.3]",
        ],
    ),
    (
        "io duel F:RaBY F:RpRpB --band assault --rounds 3",
        &["F:RaBY against F:RpRpB from assault band", "may act first", "exact [intercept-orbit]"],
    ),
    ("ra move RdYBG", &["moves 3.5 units", "without white dice", "exact [rulebook]"]),
    (
        "ra move RdYBG --distance 16 --enemy RaYB --whites 1",
        &["from 16 units", "direct range in", "shots on the way", "exact [rulebook]"],
    ),
    ("af roll 0 3", &["0 dice succeed in", "3 dice succeed in", "exact [v0.3]"]),
    (
        "ra ppa --frames 5,4 --systems 20,16",
        &["Company 1 (5 frames, 20 systems)", "points per asset", "exact [rulebook]"],
    ),
    ("af armaments", &["Of 21 armaments", "Armor 0, Shields 0", "the most Harm", "exact [v0.3]"]),
    ("af round 'Plasma Blade' --tension 3", &["Plasma Blade with 3 Tension", "Harm in a round", "exact [v0.3]"]),
    ("af frames --vigor 5", &["frames against Armor 0", "the most Harm in a round", "exact [v0.3]"]),
    ("af tags --best", &["Buy ", " first (4 Materials", "Harm in a round", "before the first attack", "exact [v0.3]"]),
    ("af systems", &["buy ", " first", "Harm per Ammo", "exact [v0.3]"]),
    (
        "io attack --attack 2d6+1d8 --spot 1d6 --defense 2d6 --band assault --target ship --cover",
        &["2d6+1d8 at assault band", "vs ship with 2d6", "damage", "exact [intercept-orbit]"],
    ),
    (
        "io board --companies 2 --ace --owner-companies 1 --reds 2d6",
        &["The owner keeps the ship", "2 companies and an ace", "exact [intercept-orbit]"],
    ),
    ("io durability C:RpRaBY", &["to destroy C:RpRaBY", "without repair", "exact [intercept-orbit]"]),
    ("io fleet 'C:RpRaBY C:RsRsKK F:RaBK; ace=red' --hvas 3", &["3 ships", "legal with", "exact [intercept-orbit]"]),
    ("io fuel", &["rounds without dodges", "exact [intercept-orbit]"]),
    (
        "io ppa --ships 4,3 --companies 2,3 --systems 15,10 --hvas 3,3",
        &["Fleet 1 (4 ships, 15 systems)", "points per asset", "exact [intercept-orbit]"],
    ),
    ("io ram --speed 5", &["at speed 5", "on the rammer", "exact [intercept-orbit]"]),
    ("io ships --class frigate --sort durability", &["First by durability", "frigates", "exact [intercept-orbit]"]),
];

/// A line has the facts in one sentence. The screen begins with it, and the whole answer is at least as long as the screen.
#[test]
fn every_exact_answer_is_one_sentence_one_screen_and_whole_with_full() {
    let desk = Desk::new();
    for (command, facts) in LINES {
        let line = desk.ok(&format!("{command} --format line"));
        assert_eq!(line.lines().count(), 1, "{command}: {line}");
        for fact in facts {
            assert!(line.contains(fact), "{command}: no `{fact}` in {line}");
        }
        assert!(line.bytes().any(|byte| byte.is_ascii_digit()), "{command}: {line}");
        let short = desk.ok(command);
        assert!(short.lines().count() <= 25, "{command}:\n{short}");
        assert!(short.starts_with(line.trim_end()), "{command}:\n{short}");
        let full = desk.ok(&format!("{command} --full"));
        assert!(full.lines().count() >= short.lines().filter(|line| !line.contains("--full")).count(), "{command}");
        assert!(!full.contains("more with --full"), "{command}");
    }
}

#[test]
fn long_tables_are_whole_with_full_and_may_be_empty() {
    let desk = Desk::new();
    assert!(desk.ok("ra loadouts").contains("rows more with --full"));
    assert!(desk.ok("ra loadouts --full").lines().count() > 168);
    let none = desk.ok("ra loadouts --where 'direct >= 100' --format line");
    assert!(none.contains("No loadout meets the conditions"), "{none}");
}

/// Question 10: the first sentence says what to do with a roll.
#[test]
fn a_roll_is_answered_by_what_to_do() {
    let text = Desk::new().ok("ra assign RdYBG --range direct --target-defense 3 --roll 'W5 W3 R2 R6 Y4 B1 G3'");
    let first = text.lines().next().unwrap();
    assert!(first.starts_with("Attack with the ") && first.contains("defend with the white 5"), "{first}");
    assert!(first.contains("worth") && first.contains("exact [rulebook]"), "{first}");
}

/// Question 6: an armament without dice rolls two and uses the lower one (A02), which is legal and counted.
#[test]
fn an_armament_may_have_no_dice() {
    let desk = Desk::new();
    let fewer = "extends = \"v0.3\"\n[catalogue.armaments.\"Sniper Rifle\"]\ndice = 0\n";
    desk.write("snipers.toml", fewer);
    let rifle = |rules: &str| {
        let all = desk.json(&format!("af armaments --rules {rules}"));
        let found = all["rows"].as_array().unwrap().iter().find(|row| row["name"] == "Sniper Rifle").cloned();
        found.unwrap()
    };
    let (before, after) = (rifle("v0.3"), rifle("snipers.toml"));
    assert_eq!((before["dice"].as_i64(), after["dice"].as_i64()), (Some(2), Some(0)));
    // The lower of two dice is at most 2 unless both are at least 3.
    let failure = after["p_failure"].as_f64().unwrap();
    assert!((failure - (1.0 - 4.0 / 9.0)).abs() < 1e-12, "{failure}");
    assert!(after["harm"]["mean"].as_f64() < before["harm"]["mean"].as_f64());
}

/// The Handbook's roll of `WWRdBG` (seed 004), with a target that only a white 5 reaches: it defends with the blue 4,
/// moves with the white 5, attacks with the red 5 and may spot with the white 3.
#[test]
fn the_handbooks_roll_is_assigned_as_in_its_example() {
    let roll = "--roll 'W3 W5 R3 R5 B4 G2'";
    let json = Desk::new().json(&format!("ra assign WWRdBG --rules handbook --range direct --gap 5 {roll}"));
    let best = ["defense", "move", "attack", "spot"].map(|action| json["best"][action].as_u64());
    assert_eq!(best, [4, 5, 5, 3].map(Some), "{json:#}");
}

/// Most frames move at most 6 units, and a frame with the sprint die 7 or 8 "a quarter of the time" (rulebook, "House
/// rules": range of direct fire).
#[test]
fn a_sprinting_frame_moves_seven_or_eight_a_quarter_of_the_time() {
    let desk = Desk::new();
    let at_least = |loadout: &str, units: usize| {
        let json = desk.json(&format!("ra move {loadout}"));
        let movement = json["movement"]["pmf"].as_array().unwrap_or_else(|| panic!("{json:#}"));
        movement.iter().skip(units).map(|p| p.as_f64().unwrap()).sum::<f64>()
    };
    for loadout in ["RhB", "RhYBG", "RhGG"] {
        assert!((at_least(loadout, 7) - 0.25).abs() < 1e-12, "{loadout}");
    }
    assert_eq!([at_least("RdG", 7), at_least("RdGG", 7)], [0.0, 0.0]);
}

#[test]
fn a_study_of_duels_has_the_numbers_of_the_duels() {
    let desk = Desk::new();
    let study = "[[study]]\nkind = \"duels\"\nname = \"two\"\nframes = [\"Rd\", \"RhG\"]\nrule = \"greedy\"\n";
    desk.write("duels.toml", &format!("title = \"Duels\"\ngame = \"rapid-attack\"\n{study}"));
    desk.ok("run duels.toml --out report");
    let duel = desk.json("ra duel Rd RhG --range direct --rule greedy");
    let csv = desk.read("report/tables/two-duels.csv");
    let mut lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let (heads, row) = (lines.next().unwrap(), lines.next().unwrap());
    let cell = |name: &str| row[heads.iter().position(|head| *head == name).unwrap()].parse::<f64>().unwrap();
    for (start, name) in duel["starts"].as_array().unwrap().iter().zip(["direct_first", "direct_second"]) {
        assert!((start["wins"][0].as_f64().unwrap() - cell(name)).abs() < 1e-6, "{name}\n{csv}");
        assert!(start["loses"][0].as_f64().unwrap() > 0.0 && start["rounds"].as_f64().unwrap() > 1.0);
    }
    assert!(cell("rule_loses") > 0.0 && csv.lines().count() == 2, "{csv}");
    assert!(desk.path("report/plots/two-direct.svg").exists());
}

/// The loss by a rule does not depend on the order of the frames: each of two frames plays by it once.
#[test]
fn the_loss_by_a_rule_is_that_of_both_frames() {
    let desk = Desk::new();
    let said = |frames: &str| {
        let study = format!("[[study]]\nkind = \"duels\"\nname = \"two\"\nframes = [{frames}]\nrule = \"greedy\"\n");
        desk.write("duels.toml", &format!("title = \"Duels\"\ngame = \"rapid-attack\"\n{study}"));
        let said = desk.ok("run duels.toml --out report --quiet") + &desk.read("report/report.md");
        said.split("plays by the rule greedy wins ").nth(1).unwrap_or_else(|| panic!("{said}"))[..4].to_owned()
    };
    assert_eq!(said("\"Rd\", \"RhG\""), said("\"RhG\", \"Rd\""));
}

#[test]
fn frames_that_meet_each_other_are_ranked_by_their_duels() {
    let desk = Desk::new();
    let study = "[[study]]\nkind = \"duels\"\nname = \"three\"\nframes = [\"Rd\", \"RhB\", \"B\"]\n";
    desk.write("duels.toml", &format!("title = \"Duels\"\ngame = \"rapid-attack\"\n{study}"));
    desk.ok("run duels.toml --out report");
    let csv = desk.read("report/tables/three-ranking.csv");
    let rows: Vec<Vec<&str>> = csv.lines().skip(1).map(|line| line.split(',').collect()).collect();
    let means: f64 = rows.iter().map(|row| row[1].parse::<f64>().unwrap()).sum();
    assert!((means - 1.5).abs() < 1e-6 && rows.len() == 3, "{csv}");
    assert_eq!((rows[0][0], rows[0][2], rows[1][3]), ("RhB", "2", "RhB"), "{csv}");
}

/// Pips of a house rule also count for a defense of plain dice, as for a frame with these dice.
#[test]
fn pips_of_the_rules_are_added_to_plain_dice_of_defense() {
    let desk = Desk::new();
    desk.write("pips.toml", "extends = 'rulebook'\nname = 'pips'\n[modifiers]\ndefense = 2\n");
    let mean =
        |line: &str| desk.json(&format!("ra attack {line} --rules pips.toml"))["damage"]["mean"].as_f64().unwrap();
    let dice = mean("--attack 2d6 --spot 1d6 --defense 1d6 --chart open");
    let frames = mean("Rd --range direct --spot-by Y --target B");
    assert!((dice - frames).abs() < 1e-12, "{dice} and {frames}");
}

/// Rules with repair of frames: the durability without it says so.
#[test]
fn durability_without_repair_says_so() {
    let desk = Desk::new();
    desk.write("repair.toml", "extends = 'rulebook'\nname = 'repair'\n[repair]\nface = 5\n");
    let said = desk.ok("ra durability RdB --rules repair.toml --format line");
    assert!(said.contains("without repair"), "{said}");
    assert!(!desk.ok("ra durability RdB --format line").contains("repair"));
}

#[test]
fn boarding_among_allies_and_without_targets_is_refused() {
    let desk = Desk::new();
    desk.refuses("io board --companies 1 --owner-companies 1 --aid first=owner", &["no enemy"]);
    desk.refuses(
        "io board --companies 2 --second 1 --third 1 --owner-companies 1 --aid second=first --hit second=first",
        &["do not hit each other"],
    );
    desk.refuses(
        "io board --companies 1 --owner-companies 0 --second 1 --hit first=owner",
        &["owner has no companies"],
    );
}

#[test]
fn only_a_replay_is_audited() {
    let desk = Desk::new();
    desk.write("x.jsonl", "{\"x\":1}\n");
    desk.refuses("ra audit x.jsonl", &["x.jsonl", "no replay", "--replay"]);
}
