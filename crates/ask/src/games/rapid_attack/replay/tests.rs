//! Replays of battles between random players, rebuilt after every event.

use super::*;
use hitchart_config::Color;
use hitchart_lab::replay::{apply, fields, jsonl};
use hitchart_lab::study::ReplayOrigin;
use hitchart_mobile_frame::PlayerId;
use hitchart_play::{Observer, play};
use hitchart_rapid_attack::battle::state::{Colour, CoverBy, Die, Target};
use hitchart_rapid_attack::battle::{Battle, BattleDice, Event, Face, KeyedDice, State, Strike, battlefield_rules};
use hitchart_rapid_attack::battlefield::{battlefields, named};
use hitchart_rapid_attack::bidding::{Size, limits};
use hitchart_rapid_attack::ids::{StationId, UnitId};
use hitchart_rapid_attack::loadout::{Range, SystemKind};
use hitchart_rapid_attack::ruleset::{ChartName, Ruleset};
use hitchart_rapid_attack::{battle_rules::PerUnit, muster::built_in_company, players::Random, rules_files::rulebook};
use std::collections::BTreeSet;

fn battle(companies: &[&str], field: &str, size: Size, rules: Ruleset) -> Battle<KeyedDice> {
    let limits = limits(companies.len(), size, &rules.sizes).unwrap();
    let mut companies: Vec<_> = companies.iter().map(|name| built_in_company(name, &rules).unwrap()).collect();
    for place in 0..companies.len() {
        let taken: Vec<Color> = companies[..place].iter().map(|company| company.color).collect();
        companies[place].color = Color::free(&taken);
    }
    let fields = battlefields(&named(field).unwrap(), &battlefield_rules(&rules), 1).unwrap();
    Battle::new(rules, (size, limits), companies, fields, KeyedDice)
}

/// Logs a battle, and rebuilds its state after every line.
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
        let now = state_now(state, self.log.start.as_ref().unwrap().0.pieces.len());
        assert_eq!(Value::Object(fields(&self.rebuilt)), Value::Object(fields(&now)), "after {line:?}");
    }
}

fn followed(battle: &Battle<KeyedDice>, key: u64) -> (Header, Vec<Line>) {
    let mut followed = Followed::default();
    let mut policies: Vec<Random> = battle.companies.iter().map(|_| Random::new()).collect();
    play(battle, key, &mut policies, &mut followed);
    let policies = vec!["random".to_owned(); battle.companies.len()];
    let (program, scenario) = ("hitchart".to_owned(), "A test".to_owned());
    let about = ReplayOrigin { program, scenario, seed: 7, game: key, resume: None };
    (followed.log.header(about, &policies).unwrap(), followed.log.lines().to_vec())
}

/// Plays three battles of different shape under a ruleset, ten games each. Returns the names of all events that
/// occurred.
fn rebuild_all(rules: &Ruleset) -> BTreeSet<String> {
    let mut events = BTreeSet::new();
    for (companies, field) in [
        (vec!["suns-fang", "mirror-four"], "dense-town"),
        (vec!["estars-anvil", "suns-fang", "piercing-eye"], "ruins-of-alluel"),
        (vec!["mirror-four", "scouts", "artillery-park", "suns-fang"], "open-plain"),
    ] {
        let battle = battle(&companies, field, Size::Skirmish, rules.clone());
        for key in 0..10 {
            let (_, lines) = followed(&battle, key);
            events.extend(lines.iter().map(|line| line.name().to_owned()));
        }
    }
    events
}

#[test]
fn lines_rebuild_every_state() {
    rebuild_all(&rulebook());
}

#[test]
fn lines_rebuild_every_state_under_other_rules() {
    let mut rules = rulebook();
    (rules.options.climbing, rules.options.jettison, rules.spotting.terrain) = (true, true, true);
    (rules.turn.commit_all_first, rules.turn.responder_renames, rules.turn.rockets_spent_on_attack) =
        (true, true, true);
    (rules.frame.early_white_loss, rules.clock.keep_polling) = (true, true);
    rules.order.per_unit = PerUnit::EveryRound;
    // Dice that always hit destroy frames even if the players are random.
    (rules.charts.open.target, rules.charts.cover.target, rules.charts.hand_to_hand.target) = (1, 3, 1);
    let events = rebuild_all(&rules);
    for event in ["destroyed", "dodged", "white-lost", "system-lost", "jettisoned", "cover-destroyed", "station-taken"]
    {
        assert!(events.contains(event), "no {event} in {events:?}");
    }
    let demo = battle(&["demo-pair", "demo-pair"], "duel", Size::Demo, rulebook());
    (0..10).for_each(|key| drop(followed(&demo, key)));
}

#[test]
fn lines_can_be_read_again() {
    let (header, lines) = followed(&battle(&["suns-fang", "mirror-four"], "dense-town", Size::Skirmish, rulebook()), 3);
    let text = jsonl(&header, &lines);
    let (first, rest) = text.split_once('\n').unwrap();
    assert_eq!(serde_json::from_str::<Value>(first).unwrap(), serde_json::to_value(&header).unwrap());
    let read: Vec<Line> = rest.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(read, lines);
    assert!(lines.iter().zip(1..).all(|(line, n)| line.n == n && line.text.ends_with('.')));
    assert_eq!(lines.last().unwrap().name(), "over");
}

#[test]
fn the_same_game_gives_the_same_bytes() {
    let game = || followed(&battle(&["suns-fang", "mirror-four"], "duel", Size::Skirmish, rulebook()), 5);
    let ((header, lines), (again, same)) = (game(), game());
    assert_eq!(PAGE.html(&header, &lines), PAGE.html(&again, &same));
    assert_eq!(jsonl(&header, &lines), jsonl(&again, &same));
}

#[test]
fn a_page_needs_nothing_and_survives_any_name() {
    let (mut header, lines) = followed(&battle(&["suns-fang", "mirror-four"], "duel", Size::Skirmish, rulebook()), 1);
    header.companies[0].name = "</script><!-- {{script}}".to_owned();
    let page = PAGE.html(&header, &lines);
    assert_eq!(page.matches("</script>").count(), 2, "the data ends no script");
    assert!(!page.contains("<!--") && !page.contains("http://") && !page.contains("https://"));
    assert!(!page.contains(" src=") && !page.contains("@import") && !page.contains("url("));
    let data = page.split_once("id=\"replay\">").unwrap().1.split_once("</script>").unwrap().0;
    let data: Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["header"]["companies"][0]["name"], "</script><!-- {{script}}");
    assert_eq!(data["lines"].as_array().unwrap().len(), lines.len());
}

#[test]
fn words_are_what_players_say() {
    let (header, _) = followed(&battle(&["suns-fang", "scouts"], "dense-town", Size::Skirmish, rulebook()), 1);
    let names = Names::of(&header);
    let face = |colour, sides, face| Face { colour, sides, face };
    let strike = Strike {
        unit: UnitId::new(2),
        target: Target::Frame(UnitId::new(5)),
        range: Range::Direct,
        die: Die::Own,
        attack: 6,
        spot: 5,
        spotted_by: Some(UnitId::new(3)),
        defense: 4,
        dice: 7,
        chart: ChartName::Cover,
        cover: CoverBy::Pieces(1),
        cover_hits: 2,
        faces: vec![1, 4, 4, 5, 5, 6, 6],
        on_cover: 2,
        on_target: 4,
    };
    for (event, said) in [
        (
            Event::Rolled { unit: UnitId::new(2), faces: vec![face(None, 6, 5), face(Some(Colour::Red), 8, 7)] },
            "The Sun's Fang's Soldier 1 rolls W5 R7.",
        ),
        (
            Event::Defended { unit: UnitId::new(2), die: Die::Own, value: 5 },
            "The Sun's Fang's Soldier 1 defends with B5.",
        ),
        (
            Event::Defended { unit: UnitId::new(2), die: Die::None, value: 0 },
            "The Sun's Fang's Soldier 1 gives no die to its defense.",
        ),
        (
            Event::Attacked(strike),
            "The Sun's Fang's Soldier 1 strikes at Scouts' Scout, direct, behind piece 1: R6 + spot 5 against 4, \
             7 damage dice: 1 4 4 5 5 6 6. The cover takes 2, the target 4.",
        ),
        (
            Event::Declared { unit: UnitId::new(2), target: Target::Piece(3), range: Range::Direct, rockets: 1 },
            "The Sun's Fang's Soldier 1 targets piece 4 at direct range and fires 1 rocket.",
        ),
        (Event::SystemLost { unit: UnitId::new(5), kind: SystemKind::Comms }, "Scouts' Scout gives up its Y."),
        (
            Event::StationTaken {
                station: StationId::new(0),
                from: Some(PlayerId::new(0)),
                to: Some(PlayerId::new(1)),
            },
            "Scouts takes The Sun's Fang's station 1.",
        ),
        (
            Event::Over { scores: [24, 24, 0, 0, 0] },
            "The battle is over. The Sun's Fang and Scouts share the win: The Sun's Fang 24, Scouts 24.",
        ),
    ] {
        assert_eq!(words(&names, &event), said);
    }
}

#[test]
fn events_are_lines_of_plain_fields() {
    for (event, line) in [
        (
            Event::Spotted {
                unit: UnitId::new(1),
                target: Target::Frame(UnitId::new(4)),
                die: Die::White(2),
                value: 3,
                replaced: None,
            },
            json!({ "event": "spotted", "unit": 1, "target_unit": 4, "die": "white", "value": 3 }),
        ),
        (
            Event::AttackDeclared { unit: UnitId::new(1), target: Target::Piece(0), die: Die::Own, value: 6 },
            json!({ "event": "attack-declared", "unit": 1, "target_piece": 0, "die": "red", "value": 6 }),
        ),
        (
            Event::Setup { field: 0, points_per_asset: [6, 7, 0, 0, 0], seats: [1, 0, 0, 0, 0].map(PlayerId::new) },
            json!({ "event": "setup", "field": 0, "points_per_asset": [6, 7], "seats": [1, 0] }),
        ),
        (
            Event::Jettisoned { unit: UnitId::new(0), kind: SystemKind::Direct },
            json!({ "event": "jettisoned", "unit": 0, "system": "Rd" }),
        ),
        (Event::RoundBegan { round: 2, clock: 9 }, json!({ "event": "round-began", "clock": 9 })),
        (
            Event::OrderRolled { unit: UnitId::new(3), dice: [11, 0] },
            json!({ "event": "order-rolled", "unit": 3, "dice": [11] }),
        ),
    ] {
        assert_eq!(Value::Object(fields_of(&event, 2)), line);
    }
}
