//! Whole battles between random and greedy players, under every option and switch, checked after every event.

use super::watcher::Watcher;
use super::{RULESETS, rulebook};
use crate::battle::state::Phase;
use crate::battle::*;
use crate::battle_rules::{
    AreaBetween, CoverChoice, Dodge, FieldsFirst, Forced, ObjectiveMoves, OrderTies, PerUnit, ResponderRolls, Seized,
    SeizedBy, TieForDefense,
};
use crate::battlefield::{Layout, battlefields, named};
use crate::muster::{FightingCompany, built_in_company};
use crate::players::{Player, PolicySpec};
use crate::{bidding::limits, loadout::Loadout, rules_files::load};
use hitchart_config::from_toml;
use hitchart_play::{Game, Policy, play};
use std::collections::HashSet;

type Change = fn(&mut Ruleset);

/// Every option by agreement, and every switch of battles in another position, some of them together.
const CHANGES: &[(&str, Change)] = &[
    ("as it is", |_| ()),
    ("climbing", |r| r.options.climbing = true),
    ("climbing, height no cover", |r| (r.options.climbing, r.options.height_covers) = (true, false)),
    ("per-unit order, every round", |r| r.order.per_unit = PerUnit::EveryRound),
    ("per-unit order, once", |r| r.order.per_unit = PerUnit::Once),
    ("early white loss", |r| r.frame.early_white_loss = true),
    ("jettison", |r| r.options.jettison = true),
    ("no standing on cover", |r| r.movement.standing_on_cover = false),
    ("standing on frames", |r| r.movement.standing_on_frames = true),
    ("hostile", |r| r.options.hostile_whites = 1),
    ("hostile whites lost", |r| (r.options.hostile_whites, r.options.hostile_whites_lost) = (2, true)),
    ("commit first", |r| r.turn.commit_all_first = true),
    ("renames, commit first", |r| (r.turn.responder_renames, r.turn.commit_all_first) = (true, true)),
    ("renames", |r| r.turn.responder_renames = true),
    ("rolled when named", |r| r.turn.responder_rolls = ResponderRolls::WhenNamed),
    ("rockets spent on attack", |r| r.turn.rockets_spent_on_attack = true),
    ("spot before defense", |r| r.turn.spot_before_defense = true),
    ("the destroyed answer", |r| r.turn.destroyed_responder_acts = true),
    ("capabilities go", |r| r.turn.capabilities_persist = false),
    ("terrain spotted", |r| (r.spotting.terrain, r.spotting.hand_to_hand) = (true, false)),
    ("border both", |r| r.ranges.border_both = true),
    ("short ruler", |r| (r.ranges.direct, r.ranges.direct_from) = (7.0, 3.0)),
    ("corridor", |r| (r.shelter.between, r.shelter.pieces_in_turn) = (AreaBetween::Corridor, false)),
    ("defender chooses cover", |r| r.shelter.prefer = CoverChoice::Defender),
    ("frame covers", |r| (r.shelter.prefer, r.shelter.friends_cover) = (CoverChoice::Frame, false)),
    ("alternate ties", |r| r.order.ties = OrderTies::Alternate),
    ("sticky ties, per-unit", |r| (r.order.ties, r.order.per_unit) = (OrderTies::Sticky, PerUnit::EveryRound)),
    ("lowest forced", |r| r.order.forced = Forced::LowestScore),
    ("seized by the only frame", |r| r.stations.seized_by = SeizedBy::OnlyFrame),
    ("seized at the end", |r| (r.stations.seized, r.stations.in_passing) = (Seized::EndOfTurn, true)),
    ("no limbo, seized in passing", |r| (r.stations.limbo, r.stations.in_passing) = (false, true)),
    ("just outside, every damage", |r| (r.stations.dodge, r.stations.dodge_every_damage) = (Dodge::JustOutside, true)),
    ("no dodging", |r| (r.stations.dodge, r.stations.in_fielding) = (Dodge::Off, false)),
    ("covering frames stay", |r| r.stations.covering_frames_dodge = false),
    ("point stations", |r| (r.stations.side, r.fielding.stations_together) = (0.0, false)),
    ("fielded the other way", |r| r.fielding.stations_first = FieldsFirst::HighestScore),
    ("late frames anywhere", |r| r.fielding.late_frames_in_cover = false),
    ("roll-off, rockets count", |r| {
        (r.bidding.tie_for_defense, r.bidding.count_rockets) = (TieForDefense::RollOff, true);
    }),
    ("ties beyond limits", |r| (r.bidding.tie_within_limits, r.bidding.ties_adjust) = (false, false)),
    ("no votes", |r| (r.clock.votes, r.clock.concede) = (false, true)),
    ("polls all", |r| (r.clock.keep_polling, r.clock.poll_eliminated) = (true, true)),
    ("no split weapons", |r| r.weapons.split_allowed = false),
    ("open direct fire, summed blues", |r| (r.rockets.open_direct_fire, r.defense.sum_blues) = (true, true)),
    ("no rockets", |r| r.rockets.per_company = 0),
    ("eight rockets", |r| r.rockets.per_company = 8),
    ("frames do not block", |r| (r.movement.frames_block, r.movement.sprint_crosses_cover) = (false, false)),
    ("bricks", |r| (r.shelter.bricks_per_hit, r.shelter.min_height) = (3, 4)),
    ("no immune screens", |r| r.cover.two_blues_immune = false),
    ("objective under orders", |r| r.objective.moves = ObjectiveMoves::Orders),
    ("objective that follows", |r| r.objective.moves = ObjectiveMoves::Owner),
    ("objective that is afraid", |r| (r.objective.moves, r.objective.at_round_end) = (ObjectiveMoves::Afraid, true)),
];

/// Returns a company with everything: split weapons, an environmental system, a frame of few systems.
fn explorers(rules: &Ruleset) -> FightingCompany {
    let mut company = built_in_company("mirror-four", rules).unwrap();
    let frames = if rules.weapons.split_allowed { ["Rd/aYBE", "Rh/dRd/aG"] } else { ["RdYBE", "RhRdG"] };
    for (frame, text) in company.frames.iter_mut().zip(frames) {
        frame.loadout = Loadout::parse(text, rules).unwrap().with_rockets(frame.loadout.rockets());
    }
    company
}

fn company(name: &str, size: Size, rules: &Ruleset) -> FightingCompany {
    let mut company = if name == "explorers" { explorers(rules) } else { built_in_company(name, rules).unwrap() };
    if size == Size::Demo {
        company.frames.truncate(2);
    }
    company
}

/// Creates a battle on a built-in field, hostile or not; with climbing, its pieces are towers that can get lower.
fn battle(names: &[&str], field: &str, size: Size, hostile: bool, rules: &Ruleset) -> Battle<KeyedDice> {
    let mut layout = named(field).unwrap();
    layout.hostile = hostile;
    if rules.options.climbing {
        layout.pieces.iter_mut().for_each(|piece| (piece.height, piece.height_after_hits) = (12, vec![7]));
        if let Some(generator) = &mut layout.generator {
            generator.height = Some([6, 14]);
        }
    }
    battle_on(names, &layout, size, rules)
}

/// Creates a battle on a layout.
fn battle_on(names: &[&str], layout: &Layout, size: Size, rules: &Ruleset) -> Battle<KeyedDice> {
    let limits = limits(names.len(), size, &rules.sizes).unwrap();
    let companies = names.iter().map(|name| company(name, size, rules)).collect();
    let fields = battlefields(layout, &battlefield_rules(rules), 1).unwrap();
    Battle::new(rules.clone(), (size, limits), companies, fields, KeyedDice)
}

/// A policy that checks every second action: it must be among the candidates.
struct Listed {
    player: Player,
    list: Vec<Action>,
    decisions: usize,
}

impl Listed {
    fn new(policy: &str) -> Listed {
        Listed { player: PolicySpec::named(policy).unwrap().build(), list: Vec::new(), decisions: 0 }
    }
}

impl Policy<Battle<KeyedDice>> for Listed {
    fn begin(&mut self, key: u64) {
        Policy::<Battle<KeyedDice>>::begin(&mut self.player, key);
    }

    fn decide(&mut self, battle: &Battle<KeyedDice>, state: &State) -> Action {
        let action = self.player.decide(battle, state);
        self.decisions += 1;
        if self.decisions.is_multiple_of(2) {
            self.list.clear();
            battle.candidates(state, &mut self.list);
            assert!(self.list.contains(&action), "{action:?} of {:?}", state.asked);
        }
        action
    }
}

/// Numbers of events and rounds of games, and names of things that happened.
#[derive(Default)]
struct Seen {
    events: usize,
    rounds: usize,
    names: HashSet<&'static str>,
}

/// Plays games; in every second game all but the first player are greedy, so that frames are hit and fall.
fn watch(battle: &Battle<KeyedDice>, games: u64, seen: &mut Seen) {
    for key in 0..games {
        let mut watcher = Watcher::default();
        let greedy = |player: usize| player > 0 && key % 2 == 1;
        let policy = |player| Listed::new(if greedy(player) { "greedy" } else { "random" });
        let mut policies: Vec<Listed> = (0..battle.companies.len()).map(policy).collect();
        let state = play(battle, key, &mut policies, &mut watcher);
        assert_eq!(state.phase, Phase::Over);
        seen.events += watcher.events;
        seen.rounds += usize::from(state.round);
        seen.names.extend(watcher.seen);
    }
}

#[test]
fn invariants_hold_under_every_option_and_ruleset() {
    let mut all = HashSet::new();
    for (name, change) in CHANGES {
        let mut seen = Seen::default();
        for ruleset in RULESETS {
            let mut rules = load(ruleset).unwrap();
            change(&mut rules);
            hitchart_config::rules::check(&rules).unwrap();
            let hostile = name.starts_with("hostile");
            let two = battle(&["mirror-five", "explorers"], "dense-town", Size::Skirmish, hostile, &rules);
            watch(&two, 6, &mut seen);
            let three = ["estars-anvil", "suns-fang", "explorers"];
            watch(&battle(&three, "ruins-of-alluel", Size::Skirmish, hostile, &rules), 4, &mut seen);
        }
        for came_up in expected(name) {
            assert!(seen.names.contains(came_up), "{name}: {came_up} never came up");
        }
        all.extend(seen.names);
    }
    for came_up in ["a station left", "an environmental loss"] {
        assert!(all.contains(came_up), "{came_up} never came up");
    }
}

/// Returns what must happen in the games of an option, so that they really test the option.
fn expected(name: &str) -> &'static [&'static str] {
    match name {
        "as it is" => &["rockets", "a split weapon"],
        "climbing" => &["a fall", "a climb"],
        "per-unit order, every round" | "per-unit order, once" => &["two dice of order"],
        "early white loss" => &["a white lost early"],
        "jettison" => &["a system dropped"],
        "renames" => &["a target named anew"],
        "eight rockets" => &["rockets"],
        _ => &[],
    }
}

/// A village with everything: towers with stairs, roofs, a swamp, rubble.
const VILLAGE: &str = r#"
pieces = [
  { shape = "box", at = [3, 3], size = [2.4, 2.4], height = 12, bricks = 12, height_after_hits = [7], stairs = true },
  { shape = "box", at = [-3, -3], size = [2.4, 2.4], height = 9, stairs = true },
  { shape = "box", at = [-4, 4], size = [2.4, 2.4], height = 12 },
  { kind = "roof", shape = "box", at = [5, -2], size = [3, 3], height = 6, bricks = 6 },
  { kind = "roof", shape = "box", at = [-5, 0], size = [3, 3], height = 6, bricks = 6 },
  { kind = "hostile", shape = "disc", at = [0, 7], radius = 3 },
  { kind = "hostile", shape = "disc", at = [0, -7], radius = 3 },
  { kind = "difficult", shape = "box", at = [0, 0], size = [3, 1], turn = 45 },
  { kind = "difficult", shape = "box", at = [7, 6], size = [2, 3] },
]"#;

#[test]
fn invariants_hold_among_all_kinds_of_terrain() {
    let layout: Layout = from_toml(VILLAGE).unwrap();
    for climbing in [true, false] {
        let mut seen = Seen::default();
        for ruleset in RULESETS {
            let mut rules = load(ruleset).unwrap();
            rules.options.climbing = climbing;
            watch(&battle_on(&["mirror-five", "explorers"], &layout, Size::Skirmish, &rules), 20, &mut seen);
        }
        for came_up in ["a climb", "a climb by stairs"] {
            assert_eq!(seen.names.contains(came_up), climbing, "{came_up}");
        }
    }
}

#[test]
fn invariants_hold_in_demo_games() {
    let mut seen = Seen::default();
    for (name, change) in CHANGES {
        let mut rules = rulebook();
        change(&mut rules);
        let three = ["mirror-four", "explorers", "piercing-eye"];
        watch(&battle(&three, "dense-town", Size::Demo, name.starts_with("hostile"), &rules), 4, &mut seen);
    }
}

#[test]
fn invariants_hold_for_two_to_five_players_of_every_size() {
    let four = "mirror-four";
    for (companies, sizes) in [
        (vec!["mirror-five"; 2], &[Size::Skirmish, Size::Battle, Size::Demo][..]),
        (vec!["balanced-seven"; 2], &[Size::Battle]),
        (vec![four, "suns-fang", "piercing-eye"], &[Size::Skirmish, Size::Battle, Size::Demo]),
        (vec![four, "explorers", four, "scouts"], &[Size::Skirmish, Size::Battle, Size::Demo]),
        (vec![four, "explorers", four, "suns-fang", four], &[Size::Skirmish, Size::Battle, Size::Demo]),
    ] {
        for size in sizes {
            for field in ["dense-town", "open-plain"] {
                let mut seen = Seen::default();
                watch(&battle(&companies, field, *size, false, &rulebook()), 15, &mut seen);
                let Seen { events, rounds, names } = seen;
                assert!(
                    (1..=11).contains(&(rounds / 15)) && events / rounds > 20,
                    "{events} events in {rounds} rounds"
                );
                assert!(*size == Size::Demo || names.contains("rockets"));
                let level = companies.len() == 2 && *size != Size::Demo;
                assert!(!level || names.contains("a tie for defense"));
            }
        }
    }
}
