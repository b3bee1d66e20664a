//! Replays of battles between random players, rebuilt after every event.

use super::log::{Rebuilt, check};
use super::*;
use hitchart_config::Color;
use hitchart_dice::Throw;
use hitchart_intercept_orbit::battle::{Action, Battle, Dice, Event, KeyedDice, State, candidates};
use hitchart_intercept_orbit::battle_rules::{HitDebris, Spared, TableShape};
use hitchart_intercept_orbit::fleet::{Ace, Fleet};
use hitchart_intercept_orbit::ruleset::{Ruleset, load, standard};
use hitchart_lab::replay::jsonl;
use hitchart_lab::study::ReplayOrigin;
use hitchart_play::{Observer, Policy, play};
use std::collections::BTreeSet;

/// Fleets of five assets, legal in any battle, with an ace of each colour.
pub(crate) const FLEETS: [&str; 4] = [
    "C:RpRaBK F:RaBK F:RpYY; ace=red",
    "C:RaRaKK C:RpRpBB F:YYRs; ace=blue",
    "F:RpKB C:RaRp/aYK F:RsRsY; ace=green",
    "C:KKRpY F:RaBB F:Rp/sYY; ace=yellow",
];

/// A policy that draws every candidate with the same chance.
pub(crate) struct Random(Throw);

impl Default for Random {
    fn default() -> Random {
        Random(Throw::new(0))
    }
}

impl<D: Dice> Policy<Battle<D>> for Random {
    fn begin(&mut self, key: u64) {
        self.0 = Throw::new(key);
    }

    fn decide(&mut self, battle: &Battle<D>, state: &State) -> Action {
        candidates::any(battle, state, |below| self.0.below(below)).expect("a decision has a candidate")
    }
}

/// Creates a battle between some of these fleets.
pub(crate) fn battle(fleets: &[usize], rules: Ruleset) -> Battle<KeyedDice> {
    let fleets = fleets.iter().map(|fleet| Fleet::parse(FLEETS[*fleet], &rules).unwrap()).collect();
    Battle::new(rules, fleets, false, KeyedDice).unwrap()
}

/// A log with the state that is rebuilt from it line by line.
#[derive(Default)]
struct Followed {
    log: Log,
    rebuilt: Option<Rebuilt>,
}

impl<D: Dice> Observer<Battle<D>> for Followed {
    const WANTS_FACES: bool = true;

    fn see(&mut self, battle: &Battle<D>, state: &State, event: &Event) {
        self.log.see(battle, state, event);
        let header = self.log.header(ReplayOrigin::default(), &[]).unwrap();
        let rebuilt = self.rebuilt.get_or_insert_with(|| Rebuilt::start(&header));
        let line = self.log.lines.last().unwrap();
        rebuilt.take(line);
        // A yellow ace places two dice at once, in two events.
        let half_told =
            matches!(event, Event::Spotted { ace: false, asset, .. } if state.asset(*asset).ace == Some(Ace::Yellow));
        if half_told {
            return;
        }
        if let Err(difference) = check(state, rebuilt) {
            panic!("after {line:?}: {difference}");
        }
        // Events have the places of ships and high value assets; only companies are carried along.
        let carried =
            line.changed.iter().all(|change| header.assets[usize::from(change.asset)].kind == AssetKind::Company);
        assert!(carried, "{line:?}");
    }
}

fn followed(battle: &Battle<KeyedDice>, key: u64) -> (Header, Vec<Line>) {
    let called = ["The Sun's Fang", "Hannover", "Suns of Ares", "Pike"].map(|name| FleetNames {
        name: name.to_owned(),
        color: Color::FIRST,
        ships: Vec::new(),
    });
    let mut followed = Followed { log: Log::named(called.to_vec()), rebuilt: None };
    let mut policies: Vec<Random> = battle.fleets.iter().map(|_| Random::default()).collect();
    play(battle, key, &mut policies, &mut followed);
    let policies = vec!["random".to_owned(); battle.fleets.len()];
    let about = ReplayOrigin { program: "hitchart".to_owned(), scenario: "A test".to_owned(), seed: 7, game: key };
    (followed.log.header(about, &policies).unwrap(), followed.log.lines)
}

/// Plays battles of two, three and four players under a ruleset. Returns the names of all events that occurred.
fn rebuild_all(rules: &Ruleset, games: u64) -> BTreeSet<String> {
    let mut events = BTreeSet::new();
    for fleets in [&[0, 1][..], &[2, 3], &[1, 2, 3], &[0, 1, 2, 3]] {
        let battle = battle(fleets, rules.clone());
        for key in 0..games {
            let (_, lines) = followed(&battle, key);
            let name = |line: &Line| serde_json::to_value(&line.what).unwrap()["event"].as_str().unwrap().to_owned();
            events.extend(lines.iter().map(name));
        }
    }
    events
}

#[test]
fn ships_go_by_the_names_that_their_fleet_gives_them() {
    let battle = battle(&[0, 1], standard());
    let called = FleetNames { name: "Gate".to_owned(), color: Color::FIRST, ships: vec!["Pehlivan".to_owned()] };
    let mut log = Log::named(vec![called]);
    play(&battle, 1, &mut [Random::default(), Random::default()], &mut log);
    let header = log.header(ReplayOrigin::default(), &[]).unwrap();
    let named: Vec<(u8, &str)> = header.assets.iter().take(4).map(|asset| (asset.fleet, asset.name.as_str())).collect();
    assert_eq!(named[..2], [(0, "Pehlivan"), (0, "Frigate 2")]);
    assert_eq!([&header.fleets[0].name, &header.fleets[1].name], ["Gate", "Fleet B"]);
    assert_ne!(header.fleets[0].color, header.fleets[1].color);
    assert!(log.lines.iter().any(|line| line.text.contains("Gate's Pehlivan")));
}

#[test]
fn lines_rebuild_every_state() {
    let mut events = rebuild_all(&standard(), 10);
    events.extend(rebuild_all(&load("community-2014").unwrap(), 5));
    for event in
        ["rode", "left-behind", "launched", "mended", "spotted", "boarded", "taken", "collided", "turned", "lost"]
    {
        assert!(events.contains(event), "no {event} in {events:?}");
    }
}

#[test]
fn lines_rebuild_every_state_under_other_rules() {
    let mut rules = standard();
    (rules.launch.docked_board, rules.captured.companies_stay, rules.captured.reverts) = (false, false, false);
    (rules.cover.companies_cover, rules.cover.spared, rules.cover.debris_hits) = (true, Spared::BeforeRoll, 3);
    (rules.collisions.debris, rules.hvas.whites) = (HitDebris::Chosen, 1);
    (rules.boarding.first, rules.boarding.reds_hold, rules.clock.everyone_ticks) = (false, true, true);
    (rules.table.across, rules.table.shape, rules.movement.carries_speed) = (24.0, TableShape::Circle, true);
    // Dice that nearly always hit destroy ships even if players play at random.
    (rules.charts.assault.hits, rules.charts.support.hits, rules.charts.dogfight_ship) = (1, 1, 1);
    hitchart_config::rules::check(&rules).unwrap();
    let events = rebuild_all(&rules, 15);
    for event in ["destroyed", "left", "headed", "debris-moved", "held", "ticked"] {
        assert!(events.contains(event), "no {event} in {events:?}");
    }
}

/// Checks the path of a `sailed` line: it leads along the course, unit by unit, to the place where the asset stops. No
/// point is beyond the course or twice in the path.
fn check_path(header: &Header, set_out: &Happening, sailed: &Happening) {
    let Happening::SetOut { from, heading, turns, .. } = set_out else { panic!("{set_out:?}") };
    let Happening::Sailed { path, to, .. } = sailed else { panic!("{sailed:?}") };
    let apart = |a: [f64; 2], b: [f64; 2]| (a[0] - b[0]).hypot(a[1] - b[1]);
    let (mut at, mut heading, mut units) = (*from, f64::from(*heading), vec![*from]);
    for clicks in turns {
        let angle = heading * std::f64::consts::TAU / f64::from(header.headings);
        at = [at[0] + libm::cos(angle), at[1] + libm::sin(angle)];
        heading += f64::from(*clicks);
        units.push(at);
    }
    let (last, hinges) = path.split_last().unwrap();
    assert_eq!(last, to, "{set_out:?} {sailed:?}");
    assert!(hinges.iter().zip(&units).all(|(hinge, unit)| apart(*hinge, *unit) < 1e-3), "{set_out:?} {sailed:?}");
    let Some(hinge) = hinges.last() else { return assert!(apart(*last, *from) < 1e-3, "{set_out:?} {sailed:?}") };
    let next = units.get(hinges.len()).unwrap_or_else(|| panic!("beyond its course: {set_out:?} {sailed:?}"));
    let leg = [apart(*hinge, *last), apart(*last, *next)];
    assert!(leg[0] > 0.0 && (leg[0] + leg[1] - 1.0).abs() < 1e-3, "{set_out:?} {sailed:?}");
}

/// Checks the paths and collisions of a battle. Returns the numbers of ships that stopped short and of collisions with
/// something that takes no damage.
fn check_sailing(header: &Header, lines: &[Line]) -> [u32; 2] {
    let (mut set_out, mut short, mut unharmed) = (None, 0, 0);
    for Line { what, text, .. } in lines {
        match what {
            Happening::SetOut { .. } => set_out = Some(what),
            Happening::Sailed { path, .. } => {
                let Some(course @ Happening::SetOut { turns, .. }) = set_out else { panic!("{text}") };
                check_path(header, course, what);
                short += u32::from(path.len() <= turns.len());
            }
            Happening::Collided { target, .. } => {
                let hva = |asset: u8| header.assets[usize::from(asset)].kind == AssetKind::Hva;
                let takes_none = target.target_asset.is_none_or(hva);
                unharmed += u32::from(takes_none);
                assert_eq!(text.ends_with("the other no damage."), takes_none, "{text}");
            }
            _ => {}
        }
    }
    [short, unharmed]
}

#[test]
fn paths_end_where_ships_stop_and_collisions_harm_only_what_takes_damage() {
    let mut rules = standard();
    rules.table.across = 24.0;
    let mut counts = [0, 0];
    for fleets in [[0, 1], [2, 3]] {
        let battle = battle(&fleets, rules.clone());
        for key in 0..40 {
            let (header, lines) = followed(&battle, key);
            let more = check_sailing(&header, &lines);
            counts = [counts[0] + more[0], counts[1] + more[1]];
        }
    }
    assert!(counts.iter().all(|count| *count > 50), "{counts:?}");
}

#[test]
fn lines_can_be_read_again() {
    let (header, lines) = followed(&battle(&[0, 1, 3], standard()), 3);
    let text = jsonl(&header, &lines);
    let (first, rest) = text.split_once('\n').unwrap();
    assert_eq!(serde_json::from_str::<Header>(first).unwrap(), header);
    let read: Vec<Line> = rest.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(read, lines);
    assert!(lines.iter().zip(1..).all(|(line, n)| line.n == n && line.text.ends_with('.')));
    assert!(matches!(lines.last().unwrap().what, Happening::Over { .. }));
}

#[test]
fn the_same_battle_gives_the_same_bytes() {
    let game = || followed(&battle(&[0, 1], standard()), 5);
    let ((header, lines), (again, same)) = (game(), game());
    assert_eq!(PAGE.html(&header, &lines), PAGE.html(&again, &same));
    assert_eq!(jsonl(&header, &lines), jsonl(&again, &same));
}

#[test]
fn a_page_needs_nothing_and_survives_any_name() {
    let (mut header, lines) = followed(&battle(&[0, 1], standard()), 1);
    header.fleets[0].name = "</script><!-- {{script}}".to_owned();
    let page = PAGE.html(&header, &lines);
    assert_eq!(page.matches("</script>").count(), 2, "the data ends no script");
    assert!(!page.contains("<!--") && !page.contains("http://") && !page.contains("https://"));
    assert!(!page.contains(" src=") && !page.contains("@import") && !page.contains("url("));
    let data = page.split_once("id=\"replay\">").unwrap().1.split_once("</script>").unwrap().0;
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["header"]["fleets"][0]["name"], "</script><!-- {{script}}");
    assert_eq!(data["lines"].as_array().unwrap().len(), lines.len());
}

#[test]
fn words_are_what_players_say() {
    let (header, _) = followed(&battle(&[0, 1], standard()), 1);
    let names = words::Names::of(&header);
    let say = |json: &str| words::words(&names, &serde_json::from_str(json).unwrap());
    for (json, said) in [
        (
            r#"{"event":"setup","points_per_asset":[6,4],"seats":[1,0]}"#,
            "Hannover defends at 4 points an asset; The Sun's Fang is the primary attacker at 6 points an asset.",
        ),
        (
            r#"{"event":"rolled","asset":0,"faces":[{"color":"white","sides":6,"face":5},{"color":"black","sides":6,"face":2}]}"#,
            "The Sun's Fang's Capital Ship 1 rolls W5 K2.",
        ),
        (
            r#"{"event":"attacked","asset":0,"target_asset":5,"band":"assault","die":"red","attack":6,"spot":5,"defense":4,
            "shelter":"cover","cover_piece":1,"dice":7,"faces":[1,4,4,5,5,6,6],"on_cover":1,"on_target":5}"#,
            "The Sun's Fang's Capital Ship 1 strikes at Hannover's Capital Ship 1, assault, behind debris 2: R6 + spot 5 \
             against 4, 7 damage dice: 1 4 4 5 5 6 6. The cover absorbs 1, 5 hits on the target.",
        ),
        (
            r#"{"event":"set-out","asset":1,"die":"green","value":3,"from":[0,0],"heading":4,"speed":3,"turns":[-2,0,1],"pips":3}"#,
            "The Sun's Fang's Frigate 2 sets out to sail 3: 2 clicks right after 1, 1 click left after 3, using 3 of G3.",
        ),
        (
            r#"{"event":"set-out","asset":1,"value":0,"from":[0,0],"heading":4,"speed":4,"turns":[0,0,0,0],"pips":0}"#,
            "The Sun's Fang's Frigate 2 sets out to sail 4 straight ahead.",
        ),
        (
            r#"{"event":"mended","asset":3,"by":0,"die":"black","value":5,"systems":["comms"],"whites":1}"#,
            "The Sun's Fang's Capital Ship 1 restores comms, 1 white of The Sun's Fang's Red Ace with K5.",
        ),
        (
            r#"{"event":"boarded","ship":5,"rolls":[{"fleet":0,"yellows":[4,7],"counted":2},
            {"fleet":1,"yellows":[],"reds":[2,6],"counted":0}],"winner":0}"#,
            "Fight aboard Hannover's Capital Ship 1: The Sun's Fang rolls Y4 Y7, 2 for the ship; Hannover rolls R2 R6, \
             0 for the ship; The Sun's Fang has the most.",
        ),
        (
            r#"{"event":"collided","rammer":1,"target_asset":5,"chosen":true,"dice":2,"faces":[1,5],"on_rammer":1,"on_target":1}"#,
            "The Sun's Fang's Frigate 2 rams Hannover's Capital Ship 1: 1 5. It takes 1 hit, the other 1 hit.",
        ),
        (
            r#"{"event":"collided","rammer":1,"target_piece":0,"dice":1,"faces":[3],"on_rammer":0,"on_target":0}"#,
            "The Sun's Fang's Frigate 2 runs into debris 1: 3. It takes 0 hits, the other no damage.",
        ),
        (
            r#"{"event":"sailed","asset":1,"path":[[0,0],[3,0],[3,1.25]],"to":[3,1.25],"heading":4}"#,
            "The Sun's Fang's Frigate 2 stops after 4.2 units.",
        ),
        (
            r#"{"event":"spared","asset":0,"cover_asset":1,"hits":2}"#,
            "The Sun's Fang's Capital Ship 1 spares The Sun's Fang's Frigate 2 2 hits.",
        ),
        (
            r#"{"event":"lost-aboard","asset":3,"ship":0,"at":[16,0]}"#,
            "The Sun's Fang's Red Ace is lost with The Sun's Fang's Capital Ship 1.",
        ),
        (r#"{"event":"taken","asset":5,"from":1,"to":0}"#, "The Sun's Fang takes Hannover's Capital Ship 1."),
        (r#"{"event":"drifted","asset":3}"#, "The Sun's Fang's Red Ace is out of fuel and drifts."),
        (r#"{"event":"lost","asset":5,"loss":"Ra","by":0}"#, "Hannover's Capital Ship 1 gives up its Ra."),
        (r#"{"event":"over","final_scores":[24,30]}"#, "Doomsday. Hannover wins: The Sun's Fang 24, Hannover 30."),
    ] {
        assert_eq!(say(json), said);
    }
}
