//! Tests of the study of campaigns: threads, tables, arms on common random numbers, ledgers, and places of mistakes.

use super::super::tests::{counted, scenario};
use super::course::{CampaignTally, Total};
use crate::scenario::check;
use hitchart_config::FileText;
use hitchart_lab::study::{Answer, Changes, Overrides, ReplayOrigin};
use std::sync::atomic::AtomicBool;

const HEAD: &str = "[[study]]\nkind = \"campaign\"\nname = \"c\"\npolicies = [\"greedy\", \"greedy\"]\n";
const CLOCKS: &str = "aces = [\"M1\", \"L2\"]\nlength = 8\nclocks = true\nstandard = [\"patrol\"]\n\
                      crises = [\"pack\"]\nmoonshots = [\"ambush\"]\ngames = 12\nlose_frame_after = 2\n\
                      purchases = [\"Assault Rifle + random\", \"favor sword\"]\n\
                      spending = [\"purchases\", \"tags\", \"random-tags\", \"nothing\"]\n";

fn run(keys: &str, threads: usize) -> (Answer, CampaignTally) {
    let scenario = scenario(&format!("{HEAD}{keys}"));
    let counts = counted(&scenario, threads);
    (scenario.studies[0].method.answer("c", &counts), counts.of("c").unwrap())
}

#[test]
fn threads_do_not_matter_and_tables_are_filled() {
    let (answer, tally) = run(CLOCKS, 1);
    assert_eq!(tally, run(CLOCKS, 4).1);
    let names: Vec<&str> = answer.tables.iter().map(|table| table.name.as_str()).collect();
    assert_eq!(names, ["c-missions", "c-won", "c-spending", "c-clocks", "c-echo"]);
    assert!(answer.tables.iter().all(|table| table.rows() > 0));
    let [rows, echo] = [2, 4].map(|table| answer.tables[table].rows());
    assert_eq!((rows, echo), (5, 6), "four policies and the loss; the missions after it");
    assert!(answer.said.iter().any(|said| said.contains("within 8 missions (median mission: ")), "{:?}", answer.said);
    let crises: i64 = tally.arms.iter().map(|arm| arm.totals.total[Total::Crises as usize]).sum();
    assert!(crises > 0, "no crisis in {} campaigns", tally.games);
    // The first arm does not differ from itself, and the loss replaces one frame more.
    assert!(tally.arms[0].differences.squares.iter().all(|squares| *squares == 0));
    assert!(tally.arms[4].differences.total[Total::Replaced as usize] > 0);
    assert!(tally.arms[3].totals.total[Total::Spent as usize] <= tally.arms[2].totals.total[Total::Spent as usize]);
}

/// Until its first purchase a policy of spending changes nothing: the first mission is the same in all arms.
#[test]
fn the_first_mission_is_the_same_for_every_policy() {
    let (_, tally) = run(CLOCKS, 2);
    assert!(tally.arms.iter().all(|arm| arm.legs[0].total[..4] == tally.arms[0].legs[0].total[..4]));
    assert!(tally.arms.iter().all(|arm| arm.victories.squares[0] == 0));
}

/// A policy that can buy an armament far better than all others wins more: the difference has an interval above 0.
#[test]
fn a_planted_armament_is_worth_its_price() {
    let keys = "aces = [\"M1\"]\nlength = 5\nencounter = \"siege\"\ngames = 60\nspending = [\"nothing\", \"gear\"]\n";
    let scenario = scenario(&format!("[rules.catalogue.armaments.'Scout Rifle']\ndice = 4\nharm = 9\n{HEAD}{keys}"));
    let answer = scenario.studies[0].method.answer("c", &counted(&scenario, 2));
    let table = answer.tables.iter().find(|table| table.name == "c-spending").unwrap();
    let interval = table.intervals("gained_interval")[1].unwrap();
    assert!(interval.0 > 0.0, "{interval:?}");
    assert!(answer.said.iter().any(|said| said.contains("Spending by gear")), "{:?}", answer.said);
}

/// `--row` selects a policy, and the ledger has one line for each event with running numbers.
#[test]
fn a_row_has_a_ledger() {
    let scenario = scenario(&format!("{HEAD}{CLOCKS}"));
    let games = scenario.studies[0].method.games().unwrap();
    let row = |row: &str| games.changed(&Changes { row: Some(row), ..Changes::default() });
    assert!(row("tag").unwrap_err().to_string().contains("did you mean `tags`?"));
    let asked = row("tags").unwrap();
    let about = ReplayOrigin { seed: 1, game: 3, ..ReplayOrigin::default() };
    let replay = asked.games().unwrap().replay("c", &about, &AtomicBool::new(false)).unwrap().unwrap();
    let lines: Vec<serde_json::Value> = replay.jsonl.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&lines[0]["spending"], &lines[1]["event"]), (&"tags".into(), &"began".into()));
    assert!(lines.iter().skip(1).enumerate().all(|(place, line)| line["n"] == place + 1));
    assert!(replay.html.matches("<tr>").count() == lines.len() && replay.said.contains("of 8 missions won"));
}

#[test]
fn mistakes_have_places() {
    let refuses = |keys: &str, place: &str, part: &str| {
        let text = format!("title = \"T\"\ngame = \"apocalypse-frame\"\n{HEAD}aces = [\"M1\"]\n{keys}\n");
        let message = check(FileText { path: "t.toml".into(), text }, &Overrides::default()).unwrap_err().to_string();
        assert!(message.contains(place) && message.contains(part), "{keys}: {message}");
    };
    refuses("spending = [\"tag\"]", "t.toml:8:13", "tags");
    refuses("spending = [\"favors\"]", "t.toml:8:13", "clocks = true");
    refuses("teams = [{ prefers = \"assault\", weakness = \"hunting\" }]", "t.toml:8:9", "clocks = true");
    refuses("clocks = true\nteams = [{ prefers = \"assault\", weakness = \"hunting\" }]", "t.toml:9:9", "2 to 4");
    refuses("clocks = true\nmissions = [\"patrol\"]", "t.toml:9:12", "without clocks");
    refuses("clocks = true\ncrises = [\"patroll\"]", "t.toml:9:11", "did you mean `patrol`?");
    refuses("choice = \"crises\"", "t.toml:8:10", "clocks = true");
    refuses("favors = \"save\"", "t.toml:8:10", "clocks = true");
    refuses("crisis = \"current\"", "t.toml:8:10", "clocks = true");
    refuses("lose_frame_after = 5", "t.toml:8:20", "1 to 4");
    refuses("lose_frame_after = 6", "t.toml:8:20", "1 to 4");
    refuses("purchases = [\"favor sword\"]", "t.toml:8:14", "clocks = true");
    refuses("purchases = [\"Shotgun for Railgun\"]", "t.toml:8:14", "Railgun");
    refuses("purchases = [\"Chaingun + Hot\"]", "t.toml:8:14", "Hot");
    refuses("attributes = [{ drive = 3, speed = 3, control = 1 }]", "t.toml:8:14", "3/3/1");
    refuses("attributes = []", "t.toml:8:14", "0 attributes for 1 Aces");
    refuses("upgrades = [\"spirits\"]", "t.toml:8:13", "did you mean `spirit`?");
}
