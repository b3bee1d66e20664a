//! Tests of the search player against the tactician that it starts from.

use super::{Dominated, Horizon, Panel, SEARCHED, Search, SearchSettings, leads};
use crate::battle::state::{Colour, Die};
use crate::battle::{Action, Battle, Decision, KeyedDice, State, battlefield_rules};
use crate::battlefield::{battlefields, named};
use crate::bidding::{Size, limits};
use crate::players::tactician::{Tactician, Tactics};
use crate::{muster::built_in_company, rules_files::rulebook};
use hitchart_play::network::{Layer, Network, UNIT_BITS};
use hitchart_play::search::{Advisor, Evaluator, RankedAdvisor, candidate_features};
use hitchart_play::{Featured, Game, Policy, Unwatched};
use std::{collections::BTreeSet, sync::Arc};

fn battle() -> Battle<KeyedDice> {
    let rules = rulebook();
    let companies = ["artillery-park", "close-assault"].map(|name| built_in_company(name, &rules).unwrap()).to_vec();
    let fields = battlefields(&named("dense-town").unwrap(), &battlefield_rules(&rules), 1).unwrap();
    let limits = limits(2, Size::Skirmish, &rules.sizes).unwrap();
    Battle::new(rules, (Size::Skirmish, limits), companies, fields, KeyedDice)
}

/// Plays a battle in which `choose` makes every decision of both players. Returns the actions.
fn play(battle: &Battle<KeyedDice>, key: u64, mut choose: impl FnMut(&State) -> Action) -> Vec<Action> {
    let (mut state, mut actions) = (battle.start(key, &mut Unwatched), Vec::new());
    while battle.to_decide(&state).is_some() {
        let action = choose(&state);
        battle.apply(&mut state, &action, &mut Unwatched);
        actions.push(action);
    }
    actions
}

fn of_policy<P: Policy<Battle<KeyedDice>>>(battle: &Battle<KeyedDice>, key: u64, mut policy: P) -> Vec<Action> {
    policy.begin(key);
    play(battle, key, |state| policy.decide(battle, state))
}

#[test]
fn without_a_budget_it_plays_as_the_tactician() {
    let battle = battle();
    for key in 0..3 {
        let search = Search::new(&SearchSettings { budget: 0, ..leads() });
        assert_eq!(of_policy(&battle, key, search), of_policy(&battle, key, Tactician::new(Tactics::default())));
    }
}

#[test]
fn equal_keys_give_equal_battles_whatever_it_played_before() {
    let battle = battle();
    let settings = SearchSettings { budget: 4, fielding: 4, ..SearchSettings::default() };
    let mut used = Search::new(&settings);
    Policy::<Battle<KeyedDice>>::begin(&mut used, 9);
    play(&battle, 9, |state| used.decide(&battle, state));
    assert_eq!(of_policy(&battle, 4, used), of_policy(&battle, 4, Search::new(&settings)));
}

/// Checks that the choice at every decision of a battle does not depend on future dice.
#[test]
fn no_die_to_come_is_seen() {
    sees_no_die(SearchSettings { budget: 4, fielding: 4, ..SearchSettings::default() });
}

/// The same with a ranking, which carries candidates out.
#[test]
fn a_ranking_sees_no_die_to_come() {
    let ranking = Some(rating(&[("own life in danger now", -1.0), ("rival hit points", -1.0)]));
    sees_no_die(SearchSettings { budget: 4, shortlist: 3, fielding: 4, ranking, ..SearchSettings::default() });
}

fn sees_no_die(settings: SearchSettings) {
    let battle = battle();
    let (mut one, mut other) = (Search::new(&settings), Search::new(&settings));
    for policy in [&mut one, &mut other] {
        Policy::<Battle<KeyedDice>>::begin(policy, 5);
    }
    play(&battle, 5, |state| {
        let mut renamed = *state;
        battle.rekey(&mut renamed, !state.key);
        let action = one.decide(&battle, state);
        assert_eq!(other.decide(&battle, &renamed), action);
        action
    });
}

/// Checks shortlists: the first candidate is the base's choice or dominates it. No candidate occurs twice, the list is
/// not too long, and all candidates are legal.
#[test]
fn shortlists_are_legal() {
    let compared = shortlists(false, 6);
    assert!(compared.len() >= 6, "{compared:?}");
}

/// The same with a search for places: also in fielding, and no blue die is wasted.
#[test]
fn places_are_legal_and_no_blue_is_thrown_away() {
    let compared = shortlists(true, 12);
    assert!(compared.contains(&Decision::PlaceFrame) && compared.contains(&Decision::PlaceStation), "{compared:?}");
    assert!(compared.len() >= 8, "{compared:?}");
}

/// Checks the shortlists of a battle, and returns the decisions that had a choice.
fn shortlists(places: bool, most: usize) -> BTreeSet<Decision> {
    let battle = battle();
    let tactician = || Tactician::new(Tactics::default());
    let (mut panel, mut base, mut judge) = (Panel::new(tactician(), places), tactician(), tactician());
    Policy::<Battle<KeyedDice>>::begin(&mut panel, 1);
    Policy::<Battle<KeyedDice>>::begin(&mut base, 1);
    let (mut list, mut legal, mut compared) = (Vec::new(), Vec::new(), BTreeSet::new());
    play(&battle, 1, |state| {
        let what = state.asked.unwrap().what;
        let action = base.decide(&battle, state);
        list.clear();
        if !places && !SEARCHED.contains(&what) {
            return panel.decide(&battle, state);
        }
        panel.shortlist(&battle, state, most, &mut list);
        let blue = what == Decision::Defend
            && state.turn_in_control().is_some_and(|turn| turn.is_free(Colour::Blue, Die::Own));
        assert!(!blue || !list.contains(&Action::Defend(Die::None)), "{list:?}");
        let dominated = if places { Dominated::of(&battle, state, what, &mut judge) } else { Dominated::Nothing };
        assert_eq!(list[0], dominated.improved(&battle, state, action));
        assert!(!list.iter().any(|candidate| dominated.contains(&battle, state, candidate)), "{list:?}");
        assert!(list.len() <= most && (1..list.len()).all(|i| !list[..i].contains(&list[i])), "{list:?}");
        if what != Decision::Proceed {
            legal.clear();
            battle.candidates(state, &mut legal);
            assert!(list.iter().all(|candidate| legal.contains(candidate)), "{list:?} of {legal:?}");
        }
        if list.len() > 1 {
            compared.insert(what);
        }
        action
    });
    compared
}

/// In fielding, too, the value of a quiet state is a probability, and a playout of a number of turns ends at a quiet
/// state.
#[test]
fn playouts_of_turns_end_between_turns() {
    let battle = battle();
    let settings = SearchSettings::default();
    let ahead =
        |turns| Horizon { rounds: 40, turns: Some(turns), midway: None, evaluation: settings.evaluation.clone() };
    let mut base = Tactician::new(Tactics::default());
    Policy::<Battle<KeyedDice>>::begin(&mut base, 1);
    let mut from: Option<State> = None;
    let mut ended = [0; 5];
    play(&battle, 1, |state| {
        let began = *from.get_or_insert(*state);
        for turns in 0..5 {
            if ahead(turns).is_far_enough(&battle, &began, state) {
                assert!(state.turn.is_none() && state.wound_count == 0);
                assert!((0.0..=1.0).contains(&ahead(turns).worth(&battle, state, 0)));
                ended[turns as usize] += 1;
            }
        }
        base.decide(&battle, state)
    });
    assert!(ended[0] > ended[1] && ended[1] > ended[4] && ended[4] > 10, "{ended:?}");
}

/// Checks that playouts end when the next round begins, however many turns are allowed.
#[test]
fn playouts_end_with_the_round_at_the_latest() {
    let battle = battle();
    let ahead =
        Horizon { rounds: 0, turns: Some(1000), midway: None, evaluation: SearchSettings::default().evaluation };
    let mut base = Tactician::new(Tactics::default());
    Policy::<Battle<KeyedDice>>::begin(&mut base, 1);
    let mut from: Option<State> = None;
    let mut ended = 0;
    play(&battle, 1, |state| {
        if state.round > 0 {
            let began = *from.get_or_insert(*state);
            assert_eq!(ahead.is_far_enough(&battle, &began, state), state.round > began.round);
            ended += usize::from(state.round > began.round);
        }
        base.decide(&battle, state)
    });
    assert!(ended > 10, "{ended}");
}

/// Returns a network that rates candidates by a few weights on their features, by name.
fn rating(weights: &[(&str, f64)]) -> Arc<Network> {
    let names = candidate_features(<Battle<KeyedDice> as Featured>::KINDS, <Battle<KeyedDice> as Featured>::FEATURES);
    let of = |name: &&str| weights.iter().find(|(known, _)| known == name).map_or(0.0, |(_, weight)| *weight);
    let layer = Layer::nearest(&[names.iter().map(of).collect()], &[0.0], UNIT_BITS);
    Arc::new(Network::new(names.iter().map(|name| (*name).to_owned()).collect(), vec![layer]).unwrap())
}

/// Returns the shortlists of a battle, by an advisor with a ranking and by the panel alone with twice as many.
fn ranked(network: Arc<Network>, most: usize) -> Vec<[Vec<Action>; 2]> {
    let battle = battle();
    let panel = || Panel::new(Tactician::new(Tactics::default()), true);
    let (mut all, mut kept) = (panel(), RankedAdvisor::new(panel(), Some(network)));
    Policy::<Battle<KeyedDice>>::begin(&mut all, 1);
    Policy::<Battle<KeyedDice>>::begin(&mut kept, 1);
    let mut lists = Vec::new();
    play(&battle, 1, |state| {
        let mut pair = [Vec::new(), Vec::new()];
        kept.shortlist(&battle, state, most, &mut pair[0]);
        all.shortlist(&battle, state, 2 * most, &mut pair[1]);
        let action = pair[1][0];
        lists.push(pair);
        action
    });
    lists
}

/// A ranking keeps the first candidate and the best rated of the others, in their order; shorter lists do not change.
#[test]
fn a_ranking_keeps_the_first_and_the_best() {
    // Later places are rated higher, so the last candidates stay.
    let lists = ranked(rating(&[("place in the list", 1.0)]), 3);
    let cut: Vec<_> = lists.iter().filter(|[_, all]| all.len() > 3).collect();
    assert!(cut.len() > 20, "{}", cut.len());
    for [kept, all] in cut {
        assert_eq!(kept[0], all[0]);
        assert_eq!(kept[1..], all[all.len() - 2..]);
    }
    assert!(lists.iter().filter(|[_, all]| all.len() <= 3).all(|[kept, all]| kept == all));
}

/// The kinds of candidates are features: a ranking that loves moves keeps moves.
#[test]
fn a_ranking_knows_kinds() {
    let is_move = |action: &Action| matches!(action, Action::Move { .. });
    for [kept, all] in ranked(rating(&[("move", 1.0)]), 3) {
        let moves = all[1..].iter().filter(|action| is_move(action)).count();
        assert_eq!(kept[1..].iter().filter(|action| is_move(action)).count(), moves.min(kept.len() - 1), "{all:?}");
    }
}

/// Candidates are collected for training as if there were no ranking, twice as many as a search compares.
#[test]
fn a_ranking_hides_no_candidate_from_training() {
    let battle = battle();
    let panel = || Panel::new(Tactician::new(Tactics::default()), true);
    let network = rating(&[("place in the list", 1.0)]);
    let mut advisors = [Some(network), None].map(|network| RankedAdvisor::new(panel(), network));
    advisors.iter_mut().for_each(|advisor| Policy::<Battle<KeyedDice>>::begin(advisor, 1));
    let mut longest = 0;
    play(&battle, 1, |state| {
        let [ranked, plain] = advisors.each_mut().map(|advisor| {
            let mut list = Vec::new();
            advisor.collect(&battle, state, 3, &mut list);
            list
        });
        assert_eq!(ranked, plain);
        longest = longest.max(plain.len());
        plain[0]
    });
    assert_eq!(longest, 6);
}

/// Evaluated candidates have the features of the game, the first has no gain, and the choice is a
/// legal one.
#[test]
fn evaluated_candidates_have_features_and_gains() {
    let battle = battle();
    let mut search = Search::new(&SearchSettings::default());
    Policy::<Battle<KeyedDice>>::begin(&mut search, 2);
    let width = candidate_features(<Battle<KeyedDice> as Featured>::KINDS, <Battle<KeyedDice> as Featured>::FEATURES);
    let (mut evaluated, mut count) = (Vec::new(), 0);
    play(&battle, 2, |state| {
        evaluated.clear();
        let chosen = search.evaluate_candidates(&battle, state, 4, &mut evaluated);
        let Some(action) = chosen else {
            assert!(evaluated.is_empty());
            return search.decide(&battle, state);
        };
        assert!(evaluated.len() <= 12 && evaluated[0].gain == 0.0 && evaluated[0].features[0] == 1.0);
        for (place, candidate) in evaluated.iter().enumerate() {
            assert_eq!(candidate.features.len(), width.len());
            assert!((-1.0..=1.0).contains(&candidate.gain) && (candidate.features[0] == 1.0) == (place == 0));
        }
        count += usize::from(evaluated.len() > 2);
        action
    });
    assert!(count > 20, "{count}");
}
