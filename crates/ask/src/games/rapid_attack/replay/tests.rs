//! Replays of battles between random players, rebuilt after every event.

use super::line::Happening;
use super::rebuild::{Rebuilt, check};
use super::*;
use hitchart_config::Color;
use hitchart_lab::replay::jsonl;
use hitchart_lab::study::ReplayOrigin;
use hitchart_play::{Observer, play};
use hitchart_rapid_attack::battle::{Battle, Dice, Event, KeyedDice, State, battlefield_rules};
use hitchart_rapid_attack::battle_rules::PerUnit;
use hitchart_rapid_attack::battlefield::{battlefields, named};
use hitchart_rapid_attack::bidding::{Size, limits};
use hitchart_rapid_attack::muster::built_in_company;
use hitchart_rapid_attack::players::Random;
use hitchart_rapid_attack::rules_files::rulebook;
use hitchart_rapid_attack::ruleset::Ruleset;
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
        if let Err(difference) = check(state, rebuilt) {
            panic!("after {line:?}: {difference}");
        }
    }
}

fn followed(battle: &Battle<KeyedDice>, key: u64) -> (Header, Vec<Line>) {
    let mut followed = Followed::default();
    let mut policies: Vec<Random> = battle.companies.iter().map(|_| Random::new()).collect();
    play(battle, key, &mut policies, &mut followed);
    let policies = vec!["random".to_owned(); battle.companies.len()];
    let about = ReplayOrigin { program: "hitchart".to_owned(), scenario: "A test".to_owned(), seed: 7, game: key };
    (followed.log.header(about, &policies).unwrap(), followed.log.lines)
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
            let name = |line: &Line| serde_json::to_value(&line.what).unwrap()["event"].as_str().unwrap().to_owned();
            events.extend(lines.iter().map(name));
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
    assert_eq!(serde_json::from_str::<Header>(first).unwrap(), header);
    let read: Vec<Line> = rest.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(read, lines);
    assert!(lines.iter().zip(1..).all(|(line, n)| line.n == n && line.text.ends_with('.')));
    assert!(matches!(lines.last().unwrap().what, Happening::Over { .. }));
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
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["header"]["companies"][0]["name"], "</script><!-- {{script}}");
    assert_eq!(data["lines"].as_array().unwrap().len(), lines.len());
}

#[test]
fn words_are_what_players_say() {
    let (header, _) = followed(&battle(&["suns-fang", "scouts"], "dense-town", Size::Skirmish, rulebook()), 1);
    let names = Names::of(&header);
    let say = |json: &str| words(&names, &serde_json::from_str(json).unwrap());
    for (json, said) in [
        (
            r#"{"event":"rolled","unit":2,"faces":[{"color":"white","sides":6,"face":5},{"color":"red","sides":8,"face":7}]}"#,
            "The Sun's Fang's Soldier 1 rolls W5 R7.",
        ),
        (r#"{"event":"defended","unit":2,"die":"blue","value":5}"#, "The Sun's Fang's Soldier 1 defends with B5."),
        (r#"{"event":"defended","unit":2,"value":0}"#, "The Sun's Fang's Soldier 1 gives no die to its defense."),
        (
            r#"{"event":"attacked","unit":2,"target_unit":5,"range":"direct","die":"red","attack":6,"spot":5,"spotted_by":3,
            "defense":4,"chart":"cover","cover_pieces":[0],"cover_hits":2,"dice":7,"faces":[1,4,4,5,5,6,6],"on_cover":2,
            "on_target":4}"#,
            "The Sun's Fang's Soldier 1 strikes at Scouts' Scout, direct, behind piece 1: R6 + spot 5 against 4, \
             7 damage dice: 1 4 4 5 5 6 6. The cover takes 2, the target 4.",
        ),
        (
            r#"{"event":"declared","unit":2,"target_piece":3,"range":"direct","rockets":1}"#,
            "The Sun's Fang's Soldier 1 targets piece 4 at direct range and fires 1 rocket.",
        ),
        (r#"{"event":"system-lost","unit":5,"system":"Y","left":"RdGG"}"#, "Scouts' Scout gives up its Y."),
        (r#"{"event":"station-taken","station":0,"from":0,"to":1}"#, "Scouts takes The Sun's Fang's station 1."),
        (
            r#"{"event":"over","final_scores":[24,24]}"#,
            "The battle is over. The Sun's Fang and Scouts share the win: The Sun's Fang 24, Scouts 24.",
        ),
    ] {
        assert_eq!(say(json), said);
    }
}
