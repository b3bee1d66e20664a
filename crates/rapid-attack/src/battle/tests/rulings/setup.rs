//! Before fielding: ties for defense and offense, points per asset, demo games.

use crate::battle::state::{Phase, State};
use crate::battle::{Action, Battle, Decision, KeyedDice, battlefield_rules};
use crate::battlefield::{battlefields, named};
use crate::bidding::{Limits, Size, limits};
use crate::muster::{FightingCompany, FightingFrame, built_in_company};
use crate::{battle_rules::TieForDefense, loadout::Loadout, rules_files::rulebook, ruleset::Ruleset};
use hitchart_mobile_frame::PlayerId;
use hitchart_play::{Game, Unwatched};

fn with(change: impl Fn(&mut Ruleset)) -> Ruleset {
    let mut rules = rulebook();
    change(&mut rules);
    rules
}

/// Creates a battle between companies of these loadouts, each with a spare soldier if `spare` is true.
fn battle(rules: Ruleset, companies: &[&[&str]], spare: bool, (size, limits): (Size, Limits)) -> Battle<KeyedDice> {
    let frame = |text: &str| FightingFrame { name: text.to_owned(), loadout: Loadout::parse(text, &rules).unwrap() };
    let template = built_in_company("mirror-four", &rules).unwrap();
    let companies = companies.iter().map(|frames| FightingCompany {
        frames: frames.iter().map(|text| frame(text)).collect(),
        spare: spare.then(|| frame("RdYBG")),
        ..template.clone()
    });
    let companies = companies.collect();
    let fields = battlefields(&named("open-plain").unwrap(), &battlefield_rules(&rules), 1).unwrap();
    Battle::new(rules, (size, limits), companies, fields, KeyedDice)
}

fn skirmish(players: usize) -> (Size, Limits) {
    (Size::Skirmish, limits(players, Size::Skirmish, &rulebook().sizes).unwrap())
}

fn choices(battle: &Battle<KeyedDice>, state: &State) -> Vec<Action> {
    let mut choices = Vec::new();
    battle.candidates(state, &mut choices);
    choices
}

const FIVE: &[&str] = &["RdYBG", "RdYBG", "RdYBG", "RdYBG", "RdYBG"];
const FOUR: &[&str] = &["RdYBG", "RdYBG", "RdYBG", "RdYBG+SSR3"];

#[test]
fn s22_r03_the_winner_of_the_roll_adds_removes_or_defers() {
    let battle = battle(rulebook(), &[FIVE, FIVE], true, skirmish(2));
    let state = battle.start(3, &mut Unwatched);
    let asked = state.asked.unwrap();
    assert_eq!(asked.what, Decision::BreakTie);
    let offered = choices(&battle, &state);
    assert!(offered.contains(&Action::AddFrame) && offered.contains(&Action::Defer));
    assert_eq!(offered.iter().filter(|choice| matches!(choice, Action::RemoveFrame(_))).count(), 5);
    // Points are compared once more: one more frame costs the adding player on both counts.
    let mut added = state;
    battle.apply(&mut added, &Action::AddFrame, &mut Unwatched);
    let points = |player: PlayerId| added.players[player.index()].points_per_asset;
    assert_eq!((points(asked.player), points(PlayerId::new(1 - asked.player.number()))), (3, 7));
    assert_eq!(added.seats[0], PlayerId::new(1 - asked.player.number()));
    // The player who was passed the choice must make it.
    let mut deferred = state;
    battle.apply(&mut deferred, &Action::Defer, &mut Unwatched);
    assert_eq!(deferred.asked.unwrap().player, PlayerId::new(1 - asked.player.number()));
    assert!(!choices(&battle, &deferred).contains(&Action::Defer));
}

#[test]
fn s22_or_the_roll_alone_decides() {
    let rules = with(|rules| rules.bidding.tie_for_defense = TieForDefense::RollOff);
    let battle = battle(rules, &[FIVE, FIVE], true, skirmish(2));
    let state = battle.start(3, &mut Unwatched);
    assert_eq!(state.asked.unwrap().what, Decision::PlaceStation);
}

#[test]
fn r04_changes_stay_within_the_limits_unless_switched_off() {
    // A skirmish for two needs at least four frames.
    for (within, removable) in [(true, 0), (false, 4)] {
        let rules = with(|rules| rules.bidding.tie_within_limits = within);
        let battle = battle(rules, &[FOUR, FOUR], true, skirmish(2));
        let state = battle.start(3, &mut Unwatched);
        let removals =
            choices(&battle, &state).iter().filter(|choice| matches!(choice, Action::RemoveFrame(_))).count();
        assert_eq!(removals, removable);
    }
    // No player can change anything: the roll decides.
    let battle = battle(rulebook(), &[FOUR, FOUR], false, skirmish(2));
    assert_eq!(battle.start(3, &mut Unwatched).asked.unwrap().what, Decision::PlaceStation);
}

#[test]
fn rockets_of_a_frame_given_up_pass_to_direct_weapons_first() {
    let frames: &[&str] = &["B", "RdYBG", "RdYBG", "RdYBG", "RaYBG+SSR3"];
    let battle = battle(rulebook(), &[frames, frames], false, skirmish(2));
    let mut state = battle.start(3, &mut Unwatched);
    let chooser = state.asked.unwrap().player;
    let carrier =
        state.unit_ids().find(|unit| state.unit(*unit).owner == chooser && state.unit(*unit).loadout.rockets() > 0);
    battle.apply(&mut state, &Action::RemoveFrame(carrier.unwrap()), &mut Unwatched);
    let own = state
        .units()
        .iter()
        .filter(|unit| unit.owner == chooser && unit.life() != crate::battle::state::Life::Withdrawn);
    assert_eq!(own.map(|unit| unit.loadout.rockets()).collect::<Vec<_>>(), [0, 1, 1, 1]);
}

#[test]
fn s23_the_loser_of_a_tie_for_offense_is_on_point_and_last() {
    let small: &[&str] = &["RdYB", "RdYB", "RdYB"];
    let large: &[&str] = &["RdYBG", "RdYBG", "RdYBG", "RdYBG", "RdYBG"];
    let battle = battle(rulebook(), &[small, large, large], false, skirmish(3));
    let mut points = [0; 3];
    for key in 0..32 {
        let state = battle.start(key, &mut Unwatched);
        assert_eq!((state.seats[0], state.tied_last), (PlayerId::new(0), Some(state.seats[2])));
        points[state.seats[2].index()] += 1;
    }
    assert!(points[1] > 4 && points[2] > 4, "{points:?}");
    // All players are tied: that is a tie for defense.
    let battle = super::setup::battle(rulebook(), &[FOUR, FOUR], false, skirmish(2));
    assert_eq!(battle.start(3, &mut Unwatched).tied_last, None);
}

#[test]
fn s42_a_demo_sets_itself_up() {
    let rules = rulebook();
    let demo = (Size::Demo, limits(3, Size::Demo, &rules.sizes).unwrap());
    let pair: &[&str] = &["RdYBG", "RhRhBG"];
    let battle = battle(rules, &[pair, pair, pair], false, demo);
    for key in 0..8 {
        let state = battle.start(key, &mut Unwatched);
        assert_eq!((state.clock, state.phase, state.asked.unwrap().player), (5, Phase::Round, state.seats[0]));
        assert!(
            (0..3).all(|place| state.query[place].number() == (state.seats[0].number() + place as u8) % 3),
            "clockwise"
        );
        assert_eq!((state.station_count, state.stations[0].owner), (1, None));
        for player in PlayerId::first(3) {
            assert_eq!(state.score(player), 10);
            let gaps = state.units().iter().filter(|unit| unit.owner == player);
            let mut gaps: Vec<f64> = gaps.map(|unit| battle.from_station(unit.at, &state.stations[0])).collect();
            gaps.sort_by(f64::total_cmp);
            assert!(gaps[0] >= 5.0 && gaps[0] <= 6.2, "{gaps:?}");
        }
    }
}
