//! Players outside the program, in games of all three rule texts.

use hitchart_apocalypse_frame::mission as af;
use hitchart_ask::{Asking, ask};
use hitchart_config::SearchFolder;
use hitchart_intercept_orbit::battle as io;
use hitchart_play::{ExternalDecision, ExternalPlayer, SharedPlayer};
use hitchart_rapid_attack::battle as ra;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

/// A player that answers by a function, and counts its decisions by kind.
struct Outside {
    name: &'static str,
    base: Option<&'static str>,
    kinds: Option<BTreeSet<String>>,
    answer: fn(&ExternalDecision) -> Option<usize>,
    asked: Mutex<BTreeMap<String, usize>>,
}

impl std::fmt::Debug for Outside {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Outside({:?})", self.base)
    }
}

impl ExternalPlayer for Outside {
    fn name(&self) -> &str {
        self.name
    }

    fn base(&self) -> Option<&str> {
        self.base
    }

    fn kinds(&self) -> Option<&BTreeSet<String>> {
        self.kinds.as_ref()
    }

    fn choose(&self, decision: ExternalDecision) -> Option<usize> {
        *self.asked.lock().unwrap().entry(decision.kind.to_owned()).or_default() += 1;
        (self.answer)(&decision)
    }
}

fn outside(base: Option<&'static str>, answer: fn(&ExternalDecision) -> Option<usize>) -> Arc<Outside> {
    Arc::new(Outside { name: "outside", base, kinds: None, answer, asked: Mutex::default() })
}

/// Answers a question that may name a player as a policy.
fn answer(question: &Value, player: &Arc<Outside>) -> Value {
    let stop = AtomicBool::new(false);
    let players = vec![SharedPlayer(player.clone())];
    let asking = Asking { players, folder: SearchFolder::nowhere(), ..Asking::data(&stop) };
    serde_json::from_str(&ask(&question.to_string(), &asking)).unwrap()
}

const MISSIONS: &str = r#"
title = "Missions"
game = "apocalypse-frame"

[[study]]
kind = "missions"
name = "missions"
aces = ["M1-SOLDIER", "L1-RECON"]
encounter = "siege"
games = 12
"#;

/// Returns games with a policy in all seats, for each of the three games.
fn games(policy: &str, games: u64) -> [Value; 3] {
    let two = |scenario: &str| {
        let policies = [policy, policy];
        json!({ "ask": "play", "scenario": scenario, "games": games, "policies": policies, "figures": false })
    };
    [two("mirror-five"), two("io-mirror"), two(MISSIONS)]
}

/// The tactician keeps a plan between its decisions, also those with one candidate.
#[test]
fn a_player_that_leaves_all_decisions_to_its_base_plays_like_the_base() {
    // No game master is called `tactician`, so that its missions are left out.
    for (base, count) in [("greedy", 3), ("tactician", 2)] {
        let player = outside(Some(base), |_| None);
        for (outside, of_base) in games("outside", 12).iter().zip(games(base, 12)).take(count) {
            let (told, by_base) = (answer(outside, &player), answer(&of_base, &player));
            assert_eq!(told["ok"], true, "{told:#}");
            assert_eq!(told["counts"], by_base["counts"], "{base}: {}", outside["scenario"]);
        }
        assert!(player.asked.lock().unwrap().len() > 15, "{:?}", player.asked);
    }
}

/// Chooses by the key, like a random player, and checks the decision.
fn checked(decision: &ExternalDecision) -> Option<usize> {
    let candidates = &decision.candidates;
    assert!(candidates.len() > 1 && !decision.kind.is_empty(), "{decision:?}");
    let different: BTreeSet<String> = candidates.iter().map(Value::to_string).collect();
    assert_eq!(different.len(), candidates.len(), "candidates that look alike: {candidates:?}");
    assert_eq!(decision.features.len(), decision.feature_names.len());
    assert!(decision.features.iter().all(|value| value.is_finite()), "{decision:?}");
    let mixed = (decision.key ^ u64::from(decision.number)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
    Some(mixed as usize % candidates.len())
}

#[test]
fn every_decision_has_different_candidates_and_threads_do_not_matter() {
    for question in games("outside", 8) {
        let counts = [1, 16].map(|threads| {
            let player = outside(None, checked);
            let question = Value::Object(
                question
                    .as_object()
                    .unwrap()
                    .clone()
                    .into_iter()
                    .chain([("threads".to_owned(), threads.into())])
                    .collect(),
            );
            let told = answer(&question, &player);
            assert_eq!(told["ok"], true, "{told:#}");
            told["counts"].clone()
        });
        assert_eq!(counts[0], counts[1], "{}", question["scenario"]);
        assert!(!counts[0].is_null());
    }
}

#[test]
fn a_name_that_is_taken_and_an_unknown_base_are_mistakes() {
    for (name, base, expected) in [("greedy", "tactician", "greedy"), ("mine", "tacticain", "tactician")] {
        let player =
            Arc::new(Outside { name, base: Some(base), kinds: None, answer: |_| None, asked: Mutex::default() });
        let told = answer(&games("greedy", 2)[0], &player);
        assert_eq!(told["ok"], false);
        assert!(told["error"].to_string().contains(expected), "{}", told["error"]);
    }
}

#[test]
fn an_unknown_kind_of_decisions_is_refused_in_every_game() {
    for (game, (wrong, right)) in
        games("tactician", 2).iter().zip([("tock", "tick"), ("dcok", "dock"), ("sept", "step")])
    {
        let kinds = Some(["act".to_owned(), wrong.to_owned()].into());
        let player = Arc::new(Outside { name: "mine", base: None, kinds, answer: |_| None, asked: Mutex::default() });
        let error = answer(game, &player)["error"].to_string();
        for part in ["`mine`", &format!("`{wrong}`"), &format!("did you mean `{right}`")] {
            assert!(error.contains(part), "{error}");
        }
    }
}

#[test]
fn the_page_of_own_policies_lists_all_kinds_of_decisions() {
    let page = std::fs::read_to_string("docs/own-policies.md").unwrap();
    let decisions = [
        ra::Decision::ALL.map(ra::Decision::name).to_vec(),
        io::Decision::ALL.map(io::Decision::name).to_vec(),
        af::Decision::KINDS.to_vec(),
    ];
    let sections = page.split("\n### ").skip(1);
    for (section, decisions) in sections.zip(decisions) {
        let lists = section.split("\n\n").find(|paragraph| paragraph.starts_with("Kinds")).unwrap();
        let listed: BTreeSet<&str> = lists.split('`').skip(1).step_by(2).collect();
        assert_eq!(listed, decisions.into_iter().collect(), "{section:.20}");
    }
}
