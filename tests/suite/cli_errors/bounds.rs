//! Limits: lists, numbers and work that are too large are refused at once, and messages stay short.

use crate::common::{Desk, SMALL, resealed};
use hitchart::scenario::check;
use hitchart_config::FileText;
use hitchart_lab::study::Overrides;
use std::time::{Duration, Instant};

const RA: &str = "title = \"T\"\nsystem = \"rapid-attack\"\n";
const AF: &str = "title = \"T\"\nsystem = \"apocalypse-frame\"\n";

fn refused(text: &str) -> String {
    let file = FileText { path: "bad.toml".into(), text: text.to_owned() };
    let started = Instant::now();
    let error = match check(file, &Overrides::default()) {
        Ok(_) => panic!("accepted:\n{}", text.chars().take(400).collect::<String>()),
        Err(error) => error.render(false),
    };
    assert!(started.elapsed() < Duration::from_secs(2), "{:?} before\n{error}", started.elapsed());
    assert!(error.len() < 4_096, "{} bytes", error.len());
    error
}

fn refuses(text: &str, parts: &[&str]) {
    let message = refused(text);
    parts.iter().for_each(|part| assert!(message.contains(part), "no `{part}` in\n{message}"));
}

fn many(entry: &str, times: usize) -> String {
    vec![entry; times].join(",")
}

#[test]
fn lists_are_bounded_before_work_is_done() {
    let games = |n| format!("{RA}[[study]]\nkind = 'games'\ncompanies = [{}]\n", many("'mirror-four'", n));
    refuses(&games(4_000), &["`companies` has 4000 entries; allowed: 1000", "bad.toml:5:13"]);
    refuses(&games(900), &["900 companies; a battle has 2 to 5 players", "bad.toml:5:13"]);
    let frames = many("'Soldier'", 25);
    let company =
        format!("{RA}[[study]]\nkind = 'games'\ncompanies = ['mirror-four', {{ name = 'A', frames = [{frames}] }}]\n");
    refuses(&company, &["`frames` has 25 entries; allowed: at most 24"]);
    let loadouts = format!("{RA}[[study]]\nkind = 'loadouts'\n");
    refuses(&format!("{loadouts}scatter = [{}]\n", many("['direct', 'defense']", 1_000)), &["1000", "at most 42"]);
    refuses(&format!("{loadouts}where = [{}]\n", many("'direct > 1'", 65)), &["`where` has 65 entries", "at most 64"]);
    let companies = format!("{{ name = 'A', frames = [{}] }}", many("'Soldier'", 600));
    let two = format!("{RA}[[study]]\nkind = 'companies'\ncompanies = [{companies}, {companies}]\n");
    refuses(&two, &["the companies have 1200 frames; allowed: at most 1000"]);
    let studies = "[[study]]\nkind = 'loadouts'\n".repeat(1_001);
    refuses(&format!("{RA}{studies}"), &["`study` has 1001 entries; allowed: 1000"]);
}

#[test]
fn lists_of_missions_are_bounded_too() {
    let frames = |n| format!("{AF}[[study]]\nkind = 'frames'\naces = [{}]\n", many("'M1-SOLDIER'", n));
    refuses(&frames(3_000), &["`aces` has 3000 entries; allowed: 1000"]);
    refuses(&frames(101), &["101 entries; allowed: 1 to 100"]);
    let squads = format!("{AF}[[study]]\nkind = 'squads'\nsizes = [3]\nframes = [{}]\n", many("'M1-SOLDIER'", 100));
    refuses(&squads, &["161700 rows; allowed: 1 to 400"]);
    let difficulty = "kind = 'difficulty'\naces = ['M1-SOLDIER']\nkinds = ['Velite']\n";
    let numbers = many("1", 401);
    refuses(&format!("{AF}[[study]]\n{difficulty}numbers = [{numbers}]\n"), &["401 entries; allowed: 1 to 400"]);
    let places = many("'1,0'", 300);
    let encounter = format!("encounter = {{ enemies = [{{ kind = 'Velite', at = [{places}] }}] }}");
    let missions = format!("{AF}[[study]]\nkind = 'missions'\naces = ['M1-SOLDIER']\n{encounter}\n");
    refuses(&missions, &["300 hexes of enemies; allowed: at most 64"]);
    let targets = many("{ armor = 1 }", 101);
    refuses(&format!("{AF}[[study]]\nkind = 'armaments'\ntargets = [{targets}]\n"), &["101", "at most 100"]);
}

#[test]
fn lists_that_lead_nowhere_are_refused() {
    let marginal = format!("{AF}[[study]]\nkind = 'marginal'\naces = ['M1-SOLDIER']\nchanges = []\n");
    refuses(&marginal, &["the list is empty; give at least one", "bad.toml:6:11"]);
    refuses(&format!("{AF}[[study]]\nkind = 'frames'\naces = []\n"), &["the list is empty", "Ace"]);
    refuses(&format!("{AF}[[study]]\nkind = 'squads'\nsquads = []\n"), &["the list is empty", "team"]);
    refuses(&format!("{AF}[[study]]\nkind = 'squads'\nsizes = []\n"), &["the list is empty", "size", "bad.toml:5:9"]);
    let campaign = format!("{AF}[[study]]\nkind = 'campaign'\naces = ['M1-SOLDIER']\nmissions = []\n");
    refuses(&campaign, &["the list is empty", "mission"]);
    let difficulty = format!("{AF}[[study]]\nkind = 'difficulty'\naces = ['M1-SOLDIER']\nkinds = []\n");
    refuses(&difficulty, &["the list is empty", "kind of enemies"]);
}

#[test]
fn weights_are_finite_and_so_are_their_sums() {
    let desk = Desk::new();
    desk.refuses("ra assign RdYBG --range direct --weights damage=1e308", &["`damage=1e308`", "up to 1000000"]);
    desk.refuses("ra durability RdYBG --objective survive=1e300", &["`survive=1e300`", "up to 1000000"]);
    let largest = desk.ok("ra assign RdYBG --range direct --weights damage=1e6,defense=1e6,spot=1e6,move=1e6");
    assert!(!largest.contains("NaN") && !largest.contains("inf"), "{largest}");
    for weight in ["1e308", "inf", "nan", "1_000_001"] {
        let study = "frames = ['Soldier']\nrange = 'direct'\ntarget_defense = 3\n";
        let text = format!("{RA}[[study]]\nkind = 'assignment'\n{study}weights = {{ damage = {weight} }}\n");
        refuses(&text, &["weight `damage`", "up to 1000000", "bad.toml:8:11"]);
    }
}

#[test]
fn work_of_minutes_is_refused_with_its_number() {
    let desk = Desk::new();
    desk.write("wild.toml", "[frame]\nwhites = 6\nwhite_sides = 20\n");
    desk.write("large.toml", "[frame]\nmax_systems = 8\nmax_per_type = 4\n");
    let started = Instant::now();
    desk.refuses(
        "ra assign RdYBG --range direct --rules wild.toml",
        &["229521600 possible rolls; allowed: at most 4000000", "fewer white dice"],
    );
    desk.refuses(
        "ra loadouts --rules large.toml --split --environment --rockets",
        &["states of damage", "allowed: at most 200000", "fewer systems"],
    );
    assert!(started.elapsed() < Duration::from_secs(4), "{:?}", started.elapsed());
    let assignment = "kind = 'assignment'\nframes = ['Soldier']\nrange = 'direct'\ntarget_defense = 3\n";
    refuses(
        &format!("{RA}rules = {{ frame = {{ whites = 6, white_sides = 20 }} }}\n[[study]]\n{assignment}"),
        &["rolls"],
    );
    let loadouts = "kind = 'loadouts'\nsplit = true\nenvironment = true\nrockets = true\n";
    let rules = "rules = { frame = { max_systems = 8, max_per_type = 4 } }\n";
    refuses(&format!("{RA}{rules}[[study]]\n{loadouts}"), &["states of damage; allowed: at most 4000000"]);
}

/// Studies with one layout share it, and studies with the same rules share their tables of odds. Without sharing, 400
/// studies would need more: 1,040 MB and 31 s with 16 separate battlefields each, and 660 MB with separate tables.
#[test]
#[cfg(target_os = "linux")]
fn studies_share_their_battlefields_and_odds() {
    let study =
        |i| format!("[[study]]\nkind = \"games\"\nname = \"g{i}\"\ncompanies = [\"mirror-four\", \"mirror-five\"]\n");
    let desk = Desk::new();
    desk.write("many.toml", &format!("{RA}{}", (0..400).map(study).collect::<String>()));
    for line in ["play many.toml --study g3 --games 1 --threads 1", "work --units many.toml"] {
        let limited = format!("ulimit -v 600000; exec \"$0\" {line}");
        let mut shell = std::process::Command::new("sh");
        let ended = shell.args(["-c", &limited, env!("CARGO_BIN_EXE_hitchart")]).current_dir(desk.path("")).output();
        let ended = ended.unwrap();
        assert!(ended.status.success(), "{line}: {}", String::from_utf8_lossy(&ended.stderr));
    }
}

#[test]
fn messages_stay_short_whatever_they_quote() {
    let desk = Desk::new();
    let long = "é".repeat(50_000);
    for line in [
        format!("ra loadouts --where '{long}'"),
        format!("ra frame '{long}'"),
        format!("ra attack --attack '{long}'"),
        format!("ra {long}"),
        format!("ra assign RdYBG --range '{long}'"),
        format!("run '{long}'"),
    ] {
        let said = desk.say(&line);
        assert!(said.code == Some(2) && said.err.len() < 4_096, "{:?}, {} bytes", said.code, said.err.len());
    }
    refuses(&format!("{RA}foo = '{long}'\n"), &["unknown key `foo`", "bad.toml:3:1"]);
    refuses(&format!("{RA}seed = {{ a = '{long}', a = 3 }}\n"), &["bad.toml:3:50018"]);
    refuses(&format!("{RA}'{long}' = 3\n"), &["unknown key", "bad.toml:3:1"]);
    refuses(&format!("{RA}[[study]]\nkind = '{long}'\n"), &["unknown kind", "allowed: `frames`"]);
    let raw = refused(&format!("{RA}[[study]]\nkind = \"\\u001b[31m\\u0000\"\n"));
    assert!(!raw.contains('\u{1b}') && !raw.contains('\0'), "{raw:?}");
}

#[test]
fn what_a_map_may_be_is_said() {
    let map = |map| format!("{AF}[[study]]\nkind = 'missions'\naces = ['M1-SOLDIER']\nencounter = {{ map = {map} }}\n");
    for (written, parts) in [
        ("{ hexagon = 3, width = 4 }", ["a map is `{ hexagon = 3 }`", "bad.toml:6:21"]),
        ("{ hexagno = 3 }", ["`hexagno`", "did you mean `hexagon`?"]),
        ("{ hexagon = 'a' }", ["allowed: a whole number from 0 to 255", "bad.toml:6:33"]),
        ("[3]", ["a table is needed", "bad.toml:6:21"]),
        ("3", ["a table with `hexagon`", "bad.toml:6:21"]),
    ] {
        refuses(&map(written), &parts);
        assert!(!refused(&map(written)).contains("untagged"));
    }
}

#[test]
fn saved_rules_are_checked_like_others() {
    let desk = Desk::new();
    desk.write("small.toml", SMALL);
    desk.ok("run small.toml --out rep --quiet");
    let counts = desk.read("rep/counts.json");
    assert!(counts.contains("whites = 2"), "{counts}");
    desk.write("rep/counts.json", &resealed(&counts.replace("whites = 2", "whites = 200")));
    desk.refuses("report rep --quiet", &["`frame.whites` is 200; allowed: 1 to 6"]);
}

#[test]
fn a_file_without_end_is_none() {
    if std::path::Path::new("/dev/zero").exists() {
        Desk::new().refuses("run /dev/zero", &["/dev/zero", "not a regular file"]);
    }
}

/// The memory that the studies of a scenario hold at once is estimated, reported, and limited.
#[test]
fn what_is_held_at_once_is_bounded() {
    let study = |games: u64| {
        format!(
            "[[study]]\nkind = 'marginal'\ncompany = 'mirror-four'\nfield = ['scouts']\nchanges = ['rockets']\ngames = {games}\n"
        )
    };
    let two = |games| format!("{RA}{}{}", study(games), study(games));
    let checked = |text| check(FileText { path: "held.toml".into(), text }, &Overrides::default());
    let message = checked(two(20_000_000)).unwrap_err().render(false);
    for part in ["first 2 studies", "4800 MB", "allowed: 4000 MB", "held.toml:10:8"] {
        assert!(message.contains(part), "no `{part}` in\n{message}");
    }
    let message = checked(format!("{RA}{}", study(1_000_000_000))).unwrap_err().render(false);
    assert!(message.contains("first 1 study") && message.contains("held.toml:4:8"), "{message}");
    assert_eq!(checked(two(10_000_000)).unwrap().studies.len(), 2);
}

/// A value of another type has the bounds of its field, and not those of its type.
#[test]
fn values_of_other_types_have_the_bounds_of_the_field() {
    let rules = |change: &str| format!("{RA}rules = {{ {change} }}\n");
    refuses(&rules("frame = { whites = 'x' }"), &["`frame.whites`", "a whole number from 1 to 6", "bad.toml:3:"]);
    refuses(&rules("ranges = { direct = 'far' }"), &["`ranges.direct`", "a number from "]);
    refuses(&rules("frame = { sprint = 3 }"), &["`frame.sprint`", "dice as a text"]);
}
