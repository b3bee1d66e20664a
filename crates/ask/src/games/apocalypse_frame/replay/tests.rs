//! Tests of replays of missions between random players, rebuilt after every event.

use super::*;
use hitchart_apocalypse_frame::attack::{Outcome, Roll};
use hitchart_apocalypse_frame::encounter::ground::Grounds;
use hitchart_apocalypse_frame::encounter::{
    CoverSort, Ending, FieldPlace, Global, MissionPlan, RawMission, check_mission,
};
use hitchart_apocalypse_frame::ids::{
    AceId, ArmId, ArmSlot, AttackId, Combatant, EnemyId, EnemySet, HexId, HexSet, ItemSlot,
};
use hitchart_apocalypse_frame::mission::action::{Damaged, ItemUse as Used, Protection};
use hitchart_apocalypse_frame::mission::event::{self, DieOf, Drop, Faces, Moving, Reason, RollOf, Source, Stance};
use hitchart_apocalypse_frame::mission::{Event, KeyedDice, Mission, MissionDice, State};
use hitchart_apocalypse_frame::players::Random;
use hitchart_apocalypse_frame::{ace::Ace, catalogue::book};
use hitchart_apocalypse_frame::{rules_files, squad};
use hitchart_config::{FileText, from_toml};
use hitchart_lab::replay::{apply, fields, jsonl};
use hitchart_lab::study::ReplayOrigin;
use hitchart_play::{Game, Observer, Unwatched, play};
use std::collections::{BTreeMap, BTreeSet};

fn ace(frame: &str) -> Ace {
    squad::stock(book().frame(frame).unwrap(), &rules_files::standard())
}

fn plan(text: &str) -> MissionPlan {
    let file = FileText { path: "test".into(), text: text.to_owned() };
    let raw: RawMission = from_toml(text).unwrap();
    let grounds = Grounds { file: &file, catalogue: book(), kept: BTreeMap::new() };
    check_mission(&raw, &grounds).unwrap().0
}

/// Two battles with all field effects, and a change of nearly every kind.
const LONG: &str = r#"
name = "The pass"
[[battles]]
[battles.encounter]
name = "Outpost"
map = { width = 9, height = 7 }
aces = ["0,3"]
reinforce = ["Legionnaire"]
until_last_wave = true
everywhere = ["pitched-firefight"]
hazards = ["0,2"]
rooftops = ["4,2"]
bombardments = ["2,2", "5,0"]
cover = [{ at = ["2,3", "3,3"] }, { at = "4,3", sort = "low" }]
enemies = [
  { kind = "Legionnaire", at = ["2,2", "3,2", "4,2"], infantry = true },
  { kind = "Velite", at = ["3,2", "3,2"] },
  { kind = "Decanus", at = "2,3" },
  { kind = "Centurion", at = "3,3" },
]
[[battles.encounter.changes]]
round = 1
enemies = [{ kind = "Decanus", at = "4,3" }]
begin = ["electrical-storm", "reactive-gas"]
vigor = { by = 1 }
armor = { kind = "Velite", by = 1 }
hazards = ["3,3"]
[[battles.encounter.changes]]
round = 2
cease = ["electrical-storm"]
begin = ["low-oxygen"]
bombardments = ["3,3"]
[[battles]]
cache = true
[battles.encounter]
name = "Gate"
map = { hexagon = 2 }
enemies = [{ kind = "Torch", count = 2 }, { kind = "Slinger" }, { kind = "Legionnaire" }]
"#;

fn mission(teams: &[&str], text: &str) -> Mission<KeyedDice> {
    let aces = teams.iter().map(|frame| ace(frame)).collect();
    Mission::new(rules_files::standard(), aces, plan(text), KeyedDice)
}

/// Records a mission, and rebuilds it line by line.
#[derive(Default)]
struct Followed {
    log: Log,
    rebuilt: Value,
}

impl<D: MissionDice> Observer<Mission<D>> for Followed {
    const WANTS_FACES: bool = true;

    fn see(&mut self, mission: &Mission<D>, state: &State, event: &Event) {
        self.log.see(mission, state, event);
        let line = self.log.lines().last().unwrap();
        line.change.iter().for_each(|change| apply(&mut self.rebuilt, change));
        let now = state_now(mission, state, &self.log.start.as_ref().unwrap().1);
        assert_eq!(Value::Object(fields(&self.rebuilt)), Value::Object(fields(&now)), "after {line:?}");
        compare(mission, state, &self.rebuilt);
    }
}

/// Compares the enemies of a rebuilt state with the mission's by their values, since slots and numbers differ.
fn compare<D>(mission: &Mission<D>, state: &State, now: &Value) {
    let there = |mask: EnemySet| {
        let all = mask.iter().map(|slot| {
            let (enemy, guard) = (state.enemy(slot), mission.enemy_guard(state, slot));
            let numbers = [enemy.at.number(), enemy.vigor, enemy.restorations, guard.armor, guard.shields];
            (mission.enemy_name(state, slot).to_owned(), numbers.map(u64::from))
        });
        let mut all: Vec<_> = all.collect();
        all.sort_unstable();
        all
    };
    let kinds = &mission.encounter(state).kinds;
    let seen = |down: bool| {
        let enemies = now["enemies"].as_array().unwrap().iter().filter(|enemy| enemy["at"].is_u64());
        let all = enemies.filter(|enemy| enemy["marks"].as_array().unwrap().contains(&json!("down")) == down);
        let keys = ["at", "vigor", "restorations", "armor", "shields"];
        let one = |enemy: &Value| {
            let kind = &kinds[enemy["kind"].as_u64().unwrap() as usize];
            (kind.name.clone(), keys.map(|key| enemy[key].as_u64().unwrap()))
        };
        let mut all: Vec<_> = all.map(one).collect();
        all.sort_unstable();
        all
    };
    assert_eq!((there(state.marks.up), there(state.marks.down)), (seen(false), seen(true)));
}

fn followed(mission: &Mission<KeyedDice>, key: u64) -> (Header, Vec<Line>) {
    let mut followed = Followed::default();
    play(mission, key, &mut [Random::new(), Random::new()], &mut followed);
    let policies = ["random".to_owned(), "random".to_owned()];
    let (program, scenario) = ("hitchart".to_owned(), "A test".to_owned());
    let about = ReplayOrigin { program, scenario, seed: 7, game: key, resume: None };
    (followed.log.header(about, &policies).unwrap(), followed.log.lines().to_vec())
}

#[test]
fn lines_rebuild_every_state() {
    let mut events = BTreeSet::new();
    for team in [&["M1-SOLDIER", "H1-VANGUARD", "L1-RECON"][..], &["M2-ARCHER", "H2-LANCER"], &["H3-ANGLER"]] {
        let mission = mission(team, LONG);
        for key in 0..25 {
            events.extend(followed(&mission, key).1.iter().map(|line| line.name().to_owned()));
        }
    }
    for event in ["harmed", "taken-out", "ace-down", "restored", "reinforced", "provoked", "bombardment-fell", "used"] {
        assert!(events.contains(event), "no {event} in {events:?}");
    }
}

#[test]
fn lines_can_be_read_again() {
    let (header, lines) = followed(&mission(&["M1-SOLDIER", "M3-SENTINEL", "L2-BRAWLER"], LONG), 3);
    let text = jsonl(&header, &lines);
    let (first, rest) = text.split_once('\n').unwrap();
    assert_eq!(serde_json::from_str::<Value>(first).unwrap(), serde_json::to_value(&header).unwrap());
    let read: Vec<Line> = rest.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(read, lines);
    assert!(lines.iter().zip(1..).all(|(line, n)| line.n == n && line.text.ends_with('.')));
    assert_eq!(lines.last().unwrap().name(), "mission-ended");
}

#[test]
fn the_same_mission_gives_the_same_bytes() {
    let mission = mission(&["H3-ANGLER", "L3-GLADIATOR"], LONG);
    let ((header, lines), (again, same)) = (followed(&mission, 5), followed(&mission, 5));
    assert_eq!(PAGE.html(&header, &lines), PAGE.html(&again, &same));
    assert_eq!(jsonl(&header, &lines), jsonl(&again, &same));
}

#[test]
fn a_page_needs_nothing_and_survives_any_name() {
    let (mut header, lines) = followed(&mission(&["M1-SOLDIER"], LONG), 1);
    header.aces[0].name = "</script><!-- {{script}}".to_owned();
    let page = PAGE.html(&header, &lines);
    assert_eq!(page.matches("</script>").count(), 2, "the data ends no script");
    assert!(!page.contains("<!--") && !page.contains("http:") && !page.contains("https:"));
    assert!(!page.contains(" src=") && !page.contains("@import") && !page.contains("url("));
    let data = page.split_once("id=\"replay\">").unwrap().1.split_once("</script>").unwrap().0;
    let data: Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["lines"].as_array().unwrap().len(), lines.len());
}

/// Aces of one model, enemies of one kind, and reinforcements: all names differ.
#[test]
fn names_are_distinct() {
    let mission = mission(&["M1-SOLDIER", "M1-SOLDIER", "L1-RECON"], LONG);
    for key in 0..10 {
        let (header, lines) = followed(&mission, key);
        let aces: Vec<&str> = header.aces.iter().map(|ace| ace.name.as_str()).collect();
        assert_eq!(aces, ["M1-SOLDIER 1", "M1-SOLDIER 2", "L1-RECON"]);
        let (mut battles, mut state) = (BTreeMap::<u64, Vec<String>>::new(), Value::Null);
        for line in &lines {
            line.change.iter().for_each(|change| apply(&mut state, change));
            let names =
                state["enemies"].as_array().unwrap().iter().map(|enemy| enemy["name"].as_str().unwrap().to_owned());
            battles.insert(state["battle"].as_u64().unwrap(), names.collect());
        }
        for names in battles.values() {
            let distinct: BTreeSet<&str> = names.iter().map(String::as_str).chain(aces.iter().copied()).collect();
            assert_eq!(distinct.len(), names.len() + aces.len(), "{names:?}");
        }
        let first = &battles[&0];
        assert_eq!(first[..4], ["Legionnaire 1", "Legionnaire 2", "Legionnaire 3", "Velite 1"]);
        assert_eq!(first[5], "Decanus");
        assert!(first.contains(&"Decanus 2".to_owned()) && !first.contains(&"Legionnaire".to_owned()), "{first:?}");
    }
}

/// Returns an event of every kind, with every kind of its fields.
fn every_event() -> Vec<Event> {
    let (ace, enemy) = (AceId::new(0), EnemyId::new(0));
    let (here, there) = (HexId::new(0), HexId::new(1));
    let (armament, item, attack) = (ArmId::new(0), ItemSlot::new(0), AttackId::new(0));
    let roll = Roll { result: 5, shown: 1 << 5 };
    let rolled = |of| Event::Rolled { ace, of, again: false, faces: Faces::default(), roll, outcome: Outcome::Mixed };
    let die = |of| Event::DieRolled { of, face: 4 };
    let moved = |who, how| Event::Moved { who, from: here, to: there, how };
    let changed = |resource, why| Event::Changed { ace, resource, by: -1, why };
    let harmed = |source| Event::Harmed { who: Combatant::Enemy(enemy), source, harm: 3, through: 2, shielded: false };
    let stanced = |stance| Event::Stanced { enemy, stance };
    let field = |spot, added| Event::FieldChanged { hexes: HexSet::from_iter([here, there]), spot, added };
    let dropped = |drop| Event::Dropped { drop, face: 5 };
    let everywhere = |effect| Event::EverywhereChanged { effect, on: true };
    vec![
        Event::BattleBegan { battle: 0 },
        Event::RoundBegan { round: 1 },
        Event::TurnBegan { ace },
        Event::Recovered { ace, last_stand: false },
        Event::Recovered { ace, last_stand: true },
        Event::FrameDamaged { ace, face: 1, of: None },
        Event::FrameDamaged { ace, face: 4, of: Some(Damaged::Armament(ArmSlot::new(1))) },
        Event::FrameDamaged { ace, face: 5, of: Some(Damaged::Item(ItemSlot::new(7))) },
        Event::TurnEnded { ace },
        rolled(RollOf::Attack { armament, target: enemy }),
        rolled(RollOf::Legs),
        rolled(RollOf::Climb),
        rolled(RollOf::Item { item: ItemSlot::new(1) }),
        Event::Rolled {
            ace,
            of: RollOf::Legs,
            again: true,
            faces: Faces::default(),
            roll: Roll { result: 0, shown: 0 },
            outcome: Outcome::Failure,
        },
        die(DieOf::Shield { who: Combatant::Ace(ace), holds_to: 2 }),
        die(DieOf::Cover { at: here }),
        die(DieOf::Efficient { ace, item }),
        die(DieOf::FrameDamage { ace }),
        die(DieOf::Bombardment { at: here }),
        die(DieOf::Astray { at: here }),
        die(DieOf::Lightning),
        die(DieOf::Situation),
        die(DieOf::Drop { again: false }),
        die(DieOf::Drop { again: true }),
        moved(Combatant::Ace(ace), Moving::Move),
        moved(Combatant::Ace(ace), Moving::Sprint),
        moved(Combatant::Ace(ace), Moving::Climb),
        moved(Combatant::Ace(ace), Moving::Item { item }),
        moved(Combatant::Ace(ace), Moving::Drive),
        moved(Combatant::Ace(ace), Moving::Motivated),
        moved(Combatant::Enemy(enemy), Moving::Step),
        moved(Combatant::Enemy(enemy), Moving::Carried),
        moved(Combatant::Enemy(enemy), Moving::Forced),
        Event::Swapped { ace, armament: ArmSlot::new(0) },
        Event::Used { ace, item, way: Used::Main, target: Some(Combatant::Enemy(enemy)), to: None },
        Event::Used { ace, item: ItemSlot::new(1), way: Used::Projected, target: None, to: Some(HexId::new(3)) },
        changed(event::Resource::Vigor, Reason::Build),
        changed(event::Resource::Tension, Reason::Reroll),
        changed(event::Resource::Ammo, Reason::Item { item }),
        changed(event::Resource::Tension, Reason::ExtraAction),
        changed(event::Resource::Tension, Reason::Hot),
        changed(event::Resource::Vigor, Reason::Invigorating),
        changed(event::Resource::Vigor, Reason::SupportDrones),
        changed(event::Resource::Vigor, Reason::FrameDamage),
        harmed(Source::Armament { ace, armament }),
        harmed(Source::Splash { ace, armament: ArmId::new(3) }),
        harmed(Source::Item { ace, item }),
        harmed(Source::Mortar { ace, item }),
        harmed(Source::EnemyAttack { enemy, attack }),
        harmed(Source::EnemySplash { enemy, attack }),
        harmed(Source::Hazard),
        harmed(Source::Bombardment),
        harmed(Source::Lightning),
        harmed(Source::ReactiveGas),
        harmed(Source::PitchedFirefight),
        Event::Harmed { who: Combatant::Ace(ace), source: Source::Hazard, harm: 1, through: 0, shielded: true },
        Event::TakenOut { enemy, source: Source::Hazard, for_good: true },
        Event::TakenOut { enemy, source: Source::Hazard, for_good: false },
        Event::AceDown { ace, source: Source::EnemyAttack { enemy, attack }, damage: 1, ejected: false },
        Event::AceDown { ace, source: Source::Lightning, damage: 3, ejected: true },
        Event::AceLost { ace },
        Event::Shielded { ace, shields: 1, fleeting: false },
        Event::CoverGone { at: here },
        Event::FireSet { at: here },
        Event::MortarFired { ace, at: here },
        Event::Provoked { ace, target: Some(enemy), harmless: true, void: false },
        Event::Provoked { ace, target: None, harmless: false, void: true },
        Event::GmTurnBegan { activations: 1 },
        Event::Restored { enemy, left: 0 },
        Event::Activated { enemy, moves: 2 },
        Event::EnemyAttacked { enemy, attack, ace, answer: true },
        stanced(Stance::Reinvigorate),
        stanced(Stance::Endure),
        stanced(Stance::Shield),
        stanced(Stance::Protect { other: EnemyId::new(1), with: Protection::Armor }),
        stanced(Stance::Protect { other: EnemyId::new(1), with: Protection::Shields }),
        stanced(Stance::Purge),
        Event::Reinforced { enemy, kind: 0, at: here },
        Event::Held { enemy: Some(enemy) },
        Event::Held { enemy: None },
        field(FieldPlace::Cover(CoverSort::Normal), true),
        field(FieldPlace::Cover(CoverSort::Low), true),
        field(FieldPlace::Hazard, false),
        field(FieldPlace::Rooftop, true),
        field(FieldPlace::Bombardment, false),
        everywhere(Global::ReactiveGas),
        everywhere(Global::ElectricalStorm),
        everywhere(Global::LowOxygen),
        everywhere(Global::PitchedFirefight),
        Event::EnemiesChanged { kind: Some(0) },
        Event::EnemiesChanged { kind: None },
        Event::BombardmentFell { at: Some(here) },
        Event::BombardmentFell { at: None },
        dropped(Drop::None),
        dropped(Drop::Materials),
        dropped(Drop::Tension { to: Some(ace) }),
        dropped(Drop::Vigor { to: None }),
        Event::RoundEnded { round: 1 },
        Event::BattleEnded { battle: 0, ending: Ending::Victory },
        Event::MissionEnded { ending: Ending::Defeat },
    ]
}

#[test]
fn every_event_has_a_line_with_words() {
    let mission = mission(&["M1-SOLDIER", "L1-RECON"], LONG);
    let state = mission.start(1, &mut Unwatched);
    let mut log = Log::default();
    for event in every_event() {
        log.see(&mission, &state, &event);
        let line = log.lines().last().unwrap();
        assert!(line.text.ends_with('.') && !line.text.contains("  "), "{:?}", line.text);
        assert!(line.text.starts_with(|letter: char| letter.is_uppercase()), "{:?}", line.text);
        assert_eq!(&serde_json::from_str::<Line>(&serde_json::to_string(line).unwrap()).unwrap(), line);
        assert!(!line.name().is_empty(), "{line:?}");
    }
}

/// The fields of lines: gear and attacks by name, enemies by number.
#[test]
fn events_are_lines_of_plain_fields() {
    let mission = mission(&["M1-SOLDIER", "L1-RECON"], LONG);
    let state = mission.start(1, &mut Unwatched);
    let mut log = Log::default();
    log.see(&mission, &state, &Event::BattleBegan { battle: 0 });
    let (ace, enemy, other) = (AceId::new(0), EnemyId::new(0), EnemyId::new(1));
    let (weapon, system) = (&mission.aces[0].armaments[0].name, &mission.aces[0].items().next().unwrap().name);
    let left = state.enemy(enemy).vigor;
    let armament = ArmId::new(0);
    let shot = Source::Armament { ace, armament };
    for (event, line) in [
        (
            Event::Harmed { who: Combatant::Enemy(enemy), source: shot, harm: 3, through: 2, shielded: false },
            json!({ "event": "harmed", "enemy": 0, "harm": 3, "through": 2, "shielded": false, "left": left,
                "source": { "cause": "armament", "ace": 0, "with": weapon } }),
        ),
        (
            Event::Rolled {
                ace,
                of: RollOf::Attack { armament, target: other },
                again: false,
                faces: Faces::default(),
                roll: Roll { result: 5, shown: 1 << 5 },
                outcome: Outcome::Mixed,
            },
            json!({ "event": "rolled", "ace": 0, "attempt": "attack", "with": weapon, "enemy": 1, "again": false,
                "faces": [], "counts": 5, "outcome": "mixed" }),
        ),
        (
            Event::Moved { who: Combatant::Ace(ace), from: HexId::new(2), to: HexId::new(3), how: Moving::Sprint },
            json!({ "event": "moved", "ace": 0, "from": 2, "to": 3, "manner": "sprint" }),
        ),
        (
            Event::Changed {
                ace,
                resource: event::Resource::Ammo,
                by: -1,
                why: Reason::Item { item: ItemSlot::new(0) },
            },
            json!({ "event": "resource-changed", "ace": 0, "resource": "ammo", "by": -1, "why": "system", "with": system }),
        ),
        (
            Event::Stanced { enemy, stance: Stance::Protect { other, with: Protection::Armor } },
            json!({ "event": "stanced", "enemy": 0, "stance": "protect", "other": 1, "with": "armor" }),
        ),
        (
            Event::DieRolled { of: DieOf::Shield { who: Combatant::Enemy(other), holds_to: 2 }, face: 4 },
            json!({ "event": "die-rolled", "die": "shield", "enemy": 1, "holds_to": 2, "face": 4 }),
        ),
        (
            Event::Dropped { drop: Drop::Vigor { to: Some(ace) }, face: 5 },
            json!({ "event": "dropped", "drop": "vigor", "to": 0, "face": 5 }),
        ),
        (
            Event::FieldChanged {
                hexes: HexSet::of(HexId::new(4)),
                spot: FieldPlace::Cover(CoverSort::Low),
                added: true,
            },
            json!({ "event": "field-changed", "places": [4], "sort": "low-cover", "added": true }),
        ),
    ] {
        log.see(&mission, &state, &event);
        let mut told = log.lines().last().unwrap().event.clone();
        assert_eq!(told.remove("battle"), Some(json!(0)));
        assert_eq!(Value::Object(told), line);
    }
}

/// The texts of lines, with the state after them.
#[test]
fn words() {
    let mission = mission(&["M1-SOLDIER", "L1-RECON"], LONG);
    let state = mission.start(1, &mut Unwatched);
    let mut log = Log::default();
    log.see(&mission, &state, &Event::BattleBegan { battle: 0 });
    let mut say = |event: Event| {
        log.see(&mission, &state, &event);
        log.lines().last().unwrap().text.clone()
    };
    let from = Source::Armament { ace: AceId::new(0), armament: ArmId::new(0) };
    let weapon = &mission.aces[0].armaments[0].name;
    let enemy = Combatant::Enemy(EnemyId::new(0));
    let left = state.enemy(EnemyId::new(0)).vigor;
    let harmed = say(Event::Harmed { who: enemy, source: from, harm: 3, through: 2, shielded: false });
    assert_eq!(harmed, format!("Legionnaire 1 takes 2 of 3 Harm from M1-SOLDIER's {weapon}, {left} Vigor left."));
    let stopped = say(Event::Harmed { who: enemy, source: Source::Hazard, harm: 1, through: 0, shielded: true });
    assert_eq!(stopped, "A Shield of Legionnaire 1 stops 1 Harm from a hazard.");
    let moved = say(Event::Moved {
        who: Combatant::Ace(AceId::new(1)),
        from: HexId::new(0),
        to: HexId::new(1),
        how: Moving::Sprint,
    });
    assert_eq!(moved, "L1-RECON sprints from 0,0 to 1,0.");
    assert_eq!(say(Event::GmTurnBegan { activations: 2 }), "The GM turn: 2 activations.");
    let answer = say(Event::EnemyAttacked {
        enemy: EnemyId::new(5),
        attack: AttackId::new(0),
        ace: AceId::new(0),
        answer: true,
    });
    assert_eq!(answer, "Decanus answers M1-SOLDIER with Gladius.");
    let drop = say(Event::Dropped { drop: Drop::Vigor { to: Some(AceId::new(1)) }, face: 6 });
    assert_eq!(drop, "Drop 6: 1 Vigor for L1-RECON.");
}
