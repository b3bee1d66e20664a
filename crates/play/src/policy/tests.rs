//! Policies as files write them, in a game with two roles.

#![allow(unreachable_pub, reason = "the macro writes public items")]

use super::*;
use crate::network::{Layer, Network, UNIT_BITS, rounded_file};
use hitchart_config::{FileText, InputError, read_table};
use std::sync::{Arc, LazyLock};

parameters! {
    /// Weights of a test.
    Weights {
        /// Boldness.
        bold: 0.5, 0.0..=2.0;
        /// Patience.
        patience: 0.1, 0.0..=1.0;
    }
}

type TestKind = PolicyKind<u8, Weights>;

const SEARCH: SearchDefaults = SearchDefaults {
    defaults: SearchValues {
        budget: 32.0,
        shortlist: 6.0,
        horizon_rounds: 0.0,
        horizon_turns: -1.0,
        midway_turns: -1.0,
        caution: 0.5,
        resolve: 0.0,
        candidates: 0.0,
        fielding: 0.0,
        outlook: 1.0,
        ranking: 0.0,
    },
    most_rounds: 9.0,
    rounds: "Rounds.",
    rankings: RANKINGS_OF_FILES,
};
static OWN: SearchParameters = SearchParameters {
    list: &look_ahead(SEARCH),
    defaults: SEARCH.defaults,
    features: &["lead"],
    network: LazyLock::new(Arc::default),
    kinds: &[],
    ranking: None,
};

const DISTANCES: &str =
    "[[policy]]\nname = 'random'\nresponse = 'search'\nshare = 0.9\ninterval = [0.8, 0.95]\ngames = 100\n";

static ROLES: [Role<TestKind>; 2] = [
    Role { what: "policy of the first", default: "tactician", built_in: first, distances: DISTANCES },
    Role { what: "policy of the second", default: "greedy", built_in: second, distances: "" },
];

fn first() -> Vec<BuiltIn<TestKind>> {
    let search = SearchSettings::of(Weights::default(), &OWN);
    vec![
        BuiltIn { name: "random", meaning: "", kind: PolicyKind::Plain(0) },
        BuiltIn { name: "tactician", meaning: "", kind: PolicyKind::Tactician(Weights::default()) },
        BuiltIn { name: "search", meaning: "", kind: PolicyKind::Search(search) },
    ]
}

fn second() -> Vec<BuiltIn<TestKind>> {
    vec![
        BuiltIn { name: "random", meaning: "", kind: PolicyKind::Plain(0) },
        BuiltIn { name: "greedy", meaning: "", kind: PolicyKind::Plain(1) },
        BuiltIn { name: "ruthless", meaning: "", kind: PolicyKind::Plain(2) },
    ]
}

fn book(policies: &str) -> Result<Book<TestKind>, InputError> {
    let file = FileText { path: "t.toml".into(), text: policies.to_owned() };
    let written = read_table(&file)?.into_inner().remove("policies");
    Book::read(&ROLES, &file, written)
}

fn refused(policies: &str) -> String {
    let error = book(policies).unwrap_err();
    assert!(error.place.is_some(), "{error:?}");
    format!("{} {}", error.problem, error.help.unwrap_or_default())
}

#[test]
fn a_policy_is_resolved_once_for_every_role_that_may_play_by_it() {
    let book =
        book("[policies.bold]\nbold = 2\n[policies.chance]\nbase = 'random'\n[policies.mean]\nbase = 'ruthless'")
            .unwrap();
    assert_eq!(
        book.named(0, "bold").unwrap(),
        Spec::new("bold", PolicyKind::Tactician(Weights { bold: 2.0, patience: 0.1 }))
    );
    assert_eq!(book.named(0, "chance").unwrap(), book.named(1, "chance").unwrap());
    assert_eq!(book.named(1, "mean").unwrap().kind(), &PolicyKind::Plain(2));
    let error = book.named(1, "bold").unwrap_err().problem;
    assert_eq!(error, "`bold` is a policy of the first, not a policy of the second");
    let error = book.named(0, "bolt").unwrap_err();
    assert_eq!(error.help.as_deref(), Some("did you mean `bold`?"));
    assert!(!error.problem.contains("mean"), "{}", error.problem);
    assert_eq!((book.default(0).unwrap().name(), book.default(1).unwrap().name()), ("tactician", "greedy"));
}

/// The error of a typo is that of the intended role: the one that knows the base, or the one with parameters.
#[test]
fn a_distance_is_that_of_its_policy() {
    let [first, second] = &ROLES;
    let distance = first.distance("random").unwrap();
    assert_eq!((distance.response.as_str(), distance.share, distance.games), ("search", 0.9, 100));
    assert_eq!(distance.interval, [0.8, 0.95]);
    assert!(first.distance("tactician").is_none() && second.distance("random").is_none());
}

#[test]
fn a_typo_is_reported_for_the_intended_role() {
    let message = refused("[policies.mean]\nbase = 'ruthles'");
    assert!(message.contains("unknown policy `ruthles`") && message.contains("did you mean `ruthless`?"), "{message}");
    assert!(!message.contains("of the first"), "{message}");
    let message = refused("[policies.mean]\nbase = 'ruthless'\nbold = 1");
    assert!(message.contains("policy `ruthless` has no parameters, but `bold` is given"), "{message}");
    let message = refused("[policies.x]\nbolt = 1");
    assert!(message.contains("policy `tactician` has no parameter `bolt` (did you mean `bold`?)"), "{message}");
    assert!(refused("[policies.x]\nbase = 3").contains("`base` must be the name of a policy, not `3`"));
    assert!(refused("policies = 3").contains("[policies.NAME]"));
    assert!(refused("[policies]\nx = 3").contains("policy `x` must be a table of settings"));
}

#[test]
fn every_parameter_can_be_set_within_its_bounds() {
    let numbers = OWN.list.iter().filter(|parameter| parameter.choices.is_empty());
    for parameter in numbers.chain(Weights::PARAMETERS) {
        let Parameter { name, low, high, default, .. } = *parameter;
        assert!((low..=high).contains(&default) && !parameter.meaning.is_empty());
        for value in [low, high] {
            book(&format!("[policies.x]\nbase = 'search'\n{name} = {value:?}")).unwrap();
        }
        let message = refused(&format!("[policies.x]\nbase = 'search'\n{name} = {:?}", high + 1.0));
        assert!(message.contains(&format!("{low} to {high}")), "{message}");
        assert!(refused(&format!("[policies.x]\nbase = 'search'\n{name} = 'much'")).contains("must be a number"));
    }
    assert!(refused("[policies.x]\nbase = 'search'\nbudget = 2.5").contains("whole numbers from 0 to 1000000"));
}

#[test]
fn a_choice_is_set_by_its_name() {
    let settings = |text: &str| match book(&format!("[policies.x]\nbase = 'search'\n{text}")) {
        Ok(book) => match book.named(0, "x").unwrap().kind() {
            PolicyKind::Search(settings) => settings.clone(),
            other => panic!("{other:?}"),
        },
        Err(error) => panic!("{error:?}"),
    };
    assert_eq!(settings("outlook = 'leads'").evaluation, Evaluation::Leads);
    assert!(matches!(settings("outlook = 'learned'").evaluation, Evaluation::Network(_)));
    assert!(settings("candidates = 'places'").places && !settings("candidates = 'styles'").places);
    assert_eq!(settings("horizon_turns = 4").horizon_turns, Some(4));
    let message = refused("[policies.x]\nbase = 'search'\noutlook = 'lead'");
    assert!(message.contains("unknown `outlook` `lead`") && message.contains("did you mean `leads`?"), "{message}");
    let message = refused("[policies.x]\nbase = 'search'\noutlook = 1");
    assert!(
        message.contains("`outlook` must be one of") && message.contains("learned") && message.contains("not `1`"),
        "{message}"
    );
    assert!(refused("[policies.x]\nbase = 'search'\ncandidates = 'much.toml'").contains("unknown `candidates`"));
}

/// A network is read from a file in the scenario's folder, and kept when other values change.
#[test]
fn an_outlook_is_read_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let layer = Layer::nearest(&[vec![0.5]], &[0.1], UNIT_BITS);
    let own = Network::new(vec!["lead".to_owned()], vec![layer]).unwrap();
    std::fs::write(folder.path().join("own.toml"), rounded_file(&own, "")).unwrap();
    let read = |name: &str| {
        let text = format!("[policies.x]\nbase = 'search'\noutlook = '{name}'");
        let file = FileText { path: folder.path().join("t.toml").into(), text };
        let written = read_table(&file)?.into_inner().remove("policies");
        Book::read(&ROLES, &file, written)
    };
    let book = read("own.toml").unwrap();
    let PolicyKind::Search(settings) = book.named(0, "x").unwrap().kind().clone() else { panic!("a search") };
    assert_eq!(settings.evaluation, Evaluation::Network(Arc::new(own)));
    assert_eq!(settings.with(&settings.values()), settings);
    assert!(read("none.toml").unwrap_err().problem.contains("none.toml"));
    std::fs::write(folder.path().join("other.toml"), "features = ['leads']\nlayers = []").unwrap();
    let error = read("other.toml").unwrap_err();
    assert!(error.problem.contains("`leads`") && error.place.is_some(), "{error:?}");
}

#[test]
fn a_search_has_parameters_of_its_own_and_those_of_its_base() {
    let book = book("[policies.x]\nbase = 'search'\nbudget = 64\ncaution = 1.5\npatience = 0.5").unwrap();
    let base = Weights { patience: 0.5, ..Weights::default() };
    let settings = SearchSettings { budget: 64, caution: 1.5, ..SearchSettings::of(base, &OWN) };
    assert_eq!(book.named(0, "x").unwrap().kind(), &PolicyKind::Search(settings.clone()));
    assert_eq!(settings.with(&settings.values()), settings);
    assert!(book.named(0, "x").unwrap().tactician().is_err());
    assert_eq!(book.named(0, "tactician").unwrap().tactician().unwrap(), &Weights::default());
}

#[test]
fn shares_and_back_and_three_digits() {
    let (list, start) = (Weights::PARAMETERS, Weights::start().values());
    assert_eq!(shares(list, &start), [0.25, 0.1]);
    assert_eq!(of_shares(list, &shares(list, &start)), start);
    assert_eq!(rounded(list, &[1.239_9, 0.012_345]), [1.24, 0.0123]);
}

#[test]
fn a_tuned_file_gives_values_and_says_where_they_are_from() {
    let file = "base = 'tactician'\npatience = 0.7\nprovenance.seed = 1";
    assert_eq!(tuned(file, Weights::PARAMETERS), [0.5, 0.7]);
    let book = book(&format!("[policies.x]\n{file}")).unwrap();
    assert_eq!(
        book.named(0, "x").unwrap().kind(),
        &PolicyKind::Tactician(Weights { patience: 0.7, ..Weights::start() })
    );
}
