//! Replays of battles between random players, rebuilt after every event.

use super::*;
use hitchart_config::Color;
use hitchart_dice::Throw;
use hitchart_intercept_orbit::attack::Band;
use hitchart_intercept_orbit::battle::state::{CoverBy, Die, Loss, Parts, Target};
use hitchart_intercept_orbit::battle::{
    Action, Battle, BattleDice, BoardingRoll, Event, Face, FleetNames, Hue, KeyedDice, State, Strike, candidates,
};
use hitchart_intercept_orbit::battle_rules::{HitDebris, Spared, TableShape};
use hitchart_intercept_orbit::ruleset::{Ruleset, load, standard};
use hitchart_intercept_orbit::{fleet::Fleet, ids::AssetId, ship::System, space::Maneuver};
use hitchart_lab::replay::{apply, fields, jsonl};
use hitchart_lab::study::ReplayOrigin;
use hitchart_mobile_frame::PlayerId;
use hitchart_play::{Game, Observer, Policy, Shown, Unwatched, play};
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

impl<D: BattleDice> Policy<Battle<D>> for Random {
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
    let names = ["The Sun's Fang", "Hannover", "Suns of Ares", "Pike"];
    let names = names.map(|name| FleetNames { name: name.to_owned(), ships: Vec::new() });
    Battle::new(rules, fleets, false, KeyedDice).unwrap().called(names.to_vec())
}

/// A log with the state that is rebuilt from it line by line.
#[derive(Default)]
struct Followed {
    log: Log,
    rebuilt: Value,
}

impl<D: BattleDice> Observer<Battle<D>> for Followed {
    const WANTS_FACES: bool = true;

    fn see(&mut self, battle: &Battle<D>, state: &State, event: &Event) {
        self.log.see(battle, state, event);
        let line = self.log.lines().last().unwrap();
        line.change.iter().for_each(|change| apply(&mut self.rebuilt, change));
        let now = state_now(state, self.log.pieces);
        assert_eq!(Value::Object(fields(&self.rebuilt)), Value::Object(fields(&now)), "after {line:?}");
    }
}

fn followed(battle: &Battle<KeyedDice>, key: u64) -> (Header, Vec<Line>) {
    let mut followed = Followed { log: Log::colored(vec![Color::FIRST; 4]), rebuilt: Value::Null };
    let mut policies: Vec<Random> = battle.fleets.iter().map(|_| Random::default()).collect();
    play(battle, key, &mut policies, &mut followed);
    let policies = vec!["random".to_owned(); battle.fleets.len()];
    let (program, scenario) = ("hitchart".to_owned(), "A test".to_owned());
    let about = ReplayOrigin { program, scenario, seed: 7, game: key, resume: None };
    (followed.log.header(about, &policies).unwrap(), followed.log.lines().to_vec())
}

/// Plays battles of two, three and four players under a ruleset. Returns the names of all events that occurred.
fn rebuild_all(rules: &Ruleset, games: u64) -> BTreeSet<String> {
    let mut events = BTreeSet::new();
    for fleets in [&[0, 1][..], &[2, 3], &[1, 2, 3], &[0, 1, 2, 3]] {
        let battle = battle(fleets, rules.clone());
        for key in 0..games {
            let (_, lines) = followed(&battle, key);
            events.extend(lines.iter().map(|line| line.name().to_owned()));
        }
    }
    events
}

#[test]
fn ships_go_by_the_names_that_their_fleet_gives_them() {
    let called = FleetNames { name: "Gate".to_owned(), ships: vec!["Pehlivan".to_owned()] };
    let battle = battle(&[0, 1], standard()).called(vec![called]);
    let mut log = Log::colored(vec![Color::FIRST]);
    let state = play(&battle, 1, &mut [Random::default(), Random::default()], &mut log);
    let header = log.header(ReplayOrigin::default(), &[]).unwrap();
    let named: Vec<(u8, &str)> =
        header.assets.iter().take(4).map(|asset| (asset.fleet.number(), asset.name.as_str())).collect();
    assert_eq!(named[..2], [(0, "Pehlivan"), (0, "Frigate 2")]);
    assert_eq!([&header.fleets[0].name, &header.fleets[1].name], ["Gate", "Fleet B"]);
    assert_ne!(header.fleets[0].color, header.fleets[1].color);
    assert!(log.lines().iter().any(|line| line.text.contains("Gate's Pehlivan")));
    // Audits and positions use the same names.
    let acts = |asset: u8| battle.action_in_words(&state, &Action::Activate(AssetId::new(asset)));
    assert_eq!([acts(0), acts(1)], ["act with Gate's Pehlivan", "act with Gate's Frigate 2"]);
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
fn check_path(header: &Header, set_out: &Value, sailed: &Value) {
    let place = |value: &Value| [0, 1].map(|axis: usize| value[axis].as_f64().unwrap());
    let apart = |a: [f64; 2], b: [f64; 2]| (a[0] - b[0]).hypot(a[1] - b[1]);
    let from = place(&set_out["from"]);
    let (mut at, mut heading, mut units) = (from, set_out["heading"].as_f64().unwrap(), vec![from]);
    for clicks in set_out["turns"].as_array().unwrap() {
        let angle = heading * std::f64::consts::TAU / f64::from(header.headings);
        at = [at[0] + libm::cos(angle), at[1] + libm::sin(angle)];
        heading += clicks.as_f64().unwrap();
        units.push(at);
    }
    let path: Vec<[f64; 2]> = sailed["path"].as_array().unwrap().iter().map(place).collect();
    let (last, hinges) = path.split_last().unwrap();
    assert_eq!(*last, place(&sailed["to"]), "{set_out:?} {sailed:?}");
    assert!(hinges.iter().zip(&units).all(|(hinge, unit)| apart(*hinge, *unit) < 1e-3), "{set_out:?} {sailed:?}");
    let Some(hinge) = hinges.last() else { return assert!(apart(*last, from) < 1e-3, "{set_out:?} {sailed:?}") };
    let next = units.get(hinges.len()).unwrap_or_else(|| panic!("beyond its course: {set_out:?} {sailed:?}"));
    let leg = [apart(*hinge, *last), apart(*last, *next)];
    assert!(leg[0] > 0.0 && (leg[0] + leg[1] - 1.0).abs() < 1e-3, "{set_out:?} {sailed:?}");
}

/// Checks the paths and collisions of a battle. Returns the numbers of ships that stopped short and of collisions with
/// something that takes no damage.
fn check_sailing(header: &Header, lines: &[Line]) -> [u32; 2] {
    let (mut set_out, mut short, mut unharmed) = (Value::Null, 0, 0);
    for line in lines {
        let event = json!(line.event);
        match line.name() {
            "set-out" => set_out = event,
            "sailed" => {
                check_path(header, &set_out, &event);
                let [path, turns] = [&event["path"], &set_out["turns"]].map(|list| list.as_array().unwrap().len());
                short += u32::from(path <= turns);
            }
            "collided" => {
                let hva = |asset: u64| header.assets[asset as usize].kind == AssetKind::Hva;
                let takes_none = event["target_asset"].as_u64().is_none_or(hva);
                unharmed += u32::from(takes_none);
                assert_eq!(line.text.ends_with("the other no damage."), takes_none, "{}", line.text);
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
    assert_eq!(serde_json::from_str::<Value>(first).unwrap(), serde_json::to_value(&header).unwrap());
    let read: Vec<Line> = rest.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(read, lines);
    assert!(lines.iter().zip(1..).all(|(line, n)| line.n == n && line.text.ends_with('.')));
    assert_eq!(lines.last().unwrap().name(), "over");
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
    let data: Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["header"]["fleets"][0]["name"], "</script><!-- {{script}}");
    assert_eq!(data["lines"].as_array().unwrap().len(), lines.len());
}

/// Returns events with the sentence and the line of each.
fn told() -> Vec<(Event, &'static str, Value)> {
    let face = |colour, face| Face { colour, sides: 6, face };
    let steady = Maneuver::straight(4);
    let strike = Strike {
        asset: AssetId::new(0),
        target: Target::Asset(AssetId::new(5)),
        band: Band::Assault,
        dogfight: false,
        die: Die::Own,
        attack: 6,
        spot: 5,
        spotted_by: [AssetId::new(1), AssetId::new(0)],
        defense: 4,
        dice: 7,
        cover: CoverBy::Debris(1),
        spared: false,
        faces: vec![1, 4, 4, 5, 5, 6, 6],
        on_cover: 1,
        on_target: 5,
    };
    let roll = |player, yellows: &[u8], reds: &[u8], counted| BoardingRoll {
        player: PlayerId::new(player),
        yellows: yellows.to_vec(),
        reds: reds.to_vec(),
        counted,
    };
    let collided = |target, chosen, faces: &[u8], hits| Event::Collided {
        rammer: AssetId::new(1),
        target,
        chosen,
        dice: faces.len() as u8,
        faces: faces.to_vec(),
        on_rammer: hits,
        on_target: hits,
    };
    vec![
        (
            Event::Setup { points_per_asset: [6, 4, 0, 0], seats: [1, 0, 0, 0].map(PlayerId::new) },
            "Hannover defends at 4 points an asset; The Sun's Fang is the primary attacker at 6 points an asset.",
            json!({ "event": "setup", "points_per_asset": [6, 4], "seats": [1, 0] }),
        ),
        (
            Event::Rolled {
                asset: AssetId::new(0),
                faces: vec![face(Hue::White, 5), face(Hue::Black, 2), face(Hue::AceSpot, 3)],
            },
            "The Sun's Fang's Capital Ship 1 rolls W5 K2 Y3.",
            json!({ "event": "rolled", "asset": 0, "faces": [
                { "color": "white", "sides": 6, "face": 5 },
                { "color": "black", "sides": 6, "face": 2 },
                { "color": "yellow", "sides": 6, "face": 3, "ace": true },
            ] }),
        ),
        (
            Event::Attacked(strike),
            "The Sun's Fang's Capital Ship 1 strikes at Hannover's Capital Ship 1, assault, behind debris 2: R6 + spot 5 \
             against 4, 7 damage dice: 1 4 4 5 5 6 6. The cover absorbs 1, 5 hits on the target.",
            json!({ "event": "attacked", "asset": 0, "target_asset": 5, "band": "assault", "dogfight": false, "die": "red",
                "attack": 6, "spot": 5, "defense": 4, "shelter": "cover", "cover_piece": 1, "spared": false, "dice": 7,
                "faces": [1, 4, 4, 5, 5, 6, 6], "on_cover": 1, "on_target": 5 }),
        ),
        (
            Event::SetOut {
                asset: AssetId::new(1),
                die: Die::Own,
                value: 3,
                from: Pose { at: Point::ORIGIN, heading: 4 },
                maneuver: Maneuver::straight(3).with_turn(0, -2).with_turn(2, 1),
                pips: 3,
            },
            "The Sun's Fang's Frigate 2 sets out to sail 3: 2 clicks right after 1, 1 click left after 3, using 3 of G3.",
            json!({ "event": "set-out", "asset": 1, "die": "green", "value": 3, "from": [0.0, 0.0], "heading": 4,
                "speed": 3, "turns": [-2, 0, 1], "pips": 3 }),
        ),
        (
            Event::SetOut {
                asset: AssetId::new(1),
                die: Die::None,
                value: 0,
                from: Pose::default(),
                maneuver: steady,
                pips: 0,
            },
            "The Sun's Fang's Frigate 2 sets out to sail 4 straight ahead.",
            json!({ "event": "set-out", "asset": 1, "value": 0, "from": [0.0, 0.0], "heading": 0, "speed": 4,
                "turns": [0, 0, 0, 0], "pips": 0 }),
        ),
        (
            Event::Mended {
                asset: AssetId::new(3),
                by: AssetId::new(0),
                die: Die::Black(0),
                value: 5,
                parts: Parts(0b0100),
                whites: 1,
            },
            "The Sun's Fang's Capital Ship 1 restores comms, 1 white of The Sun's Fang's Red Ace with K5.",
            json!({ "event": "mended", "asset": 3, "by": 0, "die": "black", "value": 5, "systems": ["comms"],
                "whites": 1 }),
        ),
        (
            Event::Boarded {
                ship: AssetId::new(5),
                rolls: vec![roll(0, &[4, 7], &[], 2), roll(1, &[], &[2, 6], 0)],
                winner: Some(PlayerId::new(0)),
            },
            "Fight aboard Hannover's Capital Ship 1: The Sun's Fang rolls Y4 Y7, 2 for the ship; Hannover rolls R2 R6, \
             0 for the ship; The Sun's Fang has the most.",
            json!({ "event": "boarded", "ship": 5, "winner": 0, "rolls": [
                { "fleet": 0, "yellows": [4, 7], "reds": [], "counted": 2 },
                { "fleet": 1, "yellows": [], "reds": [2, 6], "counted": 0 },
            ] }),
        ),
        (
            collided(AssetId::new(5), true, &[1, 5], 1),
            "The Sun's Fang's Frigate 2 rams Hannover's Capital Ship 1: 1 5. It takes 1 hit, the other 1 hit.",
            json!({ "event": "collided", "rammer": 1, "target_asset": 5, "chosen": true, "dice": 2, "faces": [1, 5],
                "on_rammer": 1, "on_target": 1 }),
        ),
        (
            collided(AssetId::of_debris(0), false, &[3], 0),
            "The Sun's Fang's Frigate 2 runs into debris 1: 3. It takes 0 hits, the other no damage.",
            json!({ "event": "collided", "rammer": 1, "target_piece": 0, "chosen": false, "dice": 1, "faces": [3],
                "on_rammer": 0, "on_target": 0 }),
        ),
        (
            Event::Spared { asset: AssetId::new(0), cover: CoverBy::Asset(AssetId::new(1)), hits: 2 },
            "The Sun's Fang's Capital Ship 1 spares The Sun's Fang's Frigate 2 2 hits.",
            json!({ "event": "spared", "asset": 0, "shelter": "cover", "cover_asset": 1, "hits": 2 }),
        ),
        (
            Event::LostAboard {
                asset: AssetId::new(3),
                ship: AssetId::new(0),
                at: Pose { at: Point::new(16.0, 0.0), heading: 2 },
            },
            "The Sun's Fang's Red Ace is lost with The Sun's Fang's Capital Ship 1.",
            json!({ "event": "lost-aboard", "asset": 3, "ship": 0, "at": [16.0, 0.0] }),
        ),
        (
            Event::Taken { asset: AssetId::new(5), from: PlayerId::new(1), to: PlayerId::new(0) },
            "The Sun's Fang takes Hannover's Capital Ship 1.",
            json!({ "event": "taken", "asset": 5, "from": 1, "to": 0 }),
        ),
        (
            Event::Drifted { asset: AssetId::new(3) },
            "The Sun's Fang's Red Ace is out of fuel and drifts.",
            json!({ "event": "drifted", "asset": 3 }),
        ),
        (
            Event::Lost { asset: AssetId::new(5), loss: Loss::System(System::ALL[1].0), by: Some(AssetId::new(0)) },
            "Hannover's Capital Ship 1 gives up its Ra.",
            json!({ "event": "lost", "asset": 5, "loss": "Ra", "by": 0 }),
        ),
        (
            Event::Spotted {
                asset: AssetId::new(0),
                target: AssetId::new(5),
                die: Die::None,
                value: 4,
                replaced: None,
                ace: true,
            },
            "The Sun's Fang's Capital Ship 1 spots Hannover's Capital Ship 1 with Y4.",
            json!({ "event": "spotted", "asset": 0, "target": 5, "die": "yellow", "value": 4, "ace": true }),
        ),
        (
            Event::Over { scores: [24, 30, 0, 0] },
            "Doomsday. Hannover wins: The Sun's Fang 24, Hannover 30.",
            json!({ "event": "over", "final_scores": [24, 30] }),
        ),
        (
            Event::Defended { asset: AssetId::new(0), die: Die::White(1), value: 2 },
            "The Sun's Fang's Capital Ship 1 defends with W2.",
            json!({ "event": "defended", "asset": 0, "die": "white", "value": 2 }),
        ),
    ]
}

#[test]
fn events_are_words_and_plain_fields() {
    let battle = battle(&[0, 1], standard());
    let (header, _) = followed(&battle, 1);
    let names = Names::of(&header);
    let state = battle.start(1, &mut Unwatched);
    for (event, said, line) in told() {
        assert_eq!(words(&names, &event), said);
        assert_eq!(Value::Object(fields_of(&battle, &state, &event)), line);
    }
}
