//! A small game that keeps all promises, and copies of it that break one each.

use super::*;
use crate::{Observer, Scores};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Promises that a copy of the game breaks.
#[derive(Clone, Copy, PartialEq)]
enum Fault {
    None,
    NoCandidate,
    CandidateTwice,
    Endless,
    CopiesDiffer,
    GamesDiffer,
    FirstSeatWins,
    Panics,
    ThirdPlayer,
    SixScores,
    OneScore,
    OverAtOnce,
    NobodyWins,
    ClearsCandidates,
    RekeyMoves,
    RekeyDoesNothing,
    Watched,
    EndlessForFirst,
}

/// Two players add 1 or 2 in turn; dice decide who gets the points of a round.
struct Adding {
    fault: Fault,
    /// Number of actions so far: hidden state that a game must not have.
    applied: AtomicU64,
}

#[derive(Clone, Copy)]
struct State {
    key: u64,
    turn: usize,
    points: [i32; 2],
    /// Number of choices of 2.
    twos: usize,
}

impl Adding {
    fn new(fault: Fault) -> Adding {
        Adding { fault, applied: AtomicU64::new(0) }
    }
}

impl Game for Adding {
    type State = State;
    type Action = i32;
    type Event = ();

    fn start<O: Observer<Self>>(&self, key: u64, _watch: &mut O) -> State {
        assert!(self.fault != Fault::Panics || key < 9, "the table breaks");
        let hidden = if self.fault == Fault::GamesDiffer { self.applied.fetch_add(1, Ordering::Relaxed) } else { 0 };
        let turn = if self.fault == Fault::OverAtOnce { 10 } else { 0 };
        State { key: mixed(key, 1 + hidden), turn, points: [0; 2], twos: 0 }
    }

    fn to_decide(&self, state: &State) -> Option<usize> {
        let lasts = match self.fault {
            Fault::Endless => true,
            Fault::EndlessForFirst => state.twos == 0,
            _ => state.turn < 10,
        };
        lasts.then_some(if self.fault == Fault::ThirdPlayer { 2 } else { state.turn % 2 })
    }

    fn candidates(&self, state: &State, into: &mut Vec<i32>) {
        match (self.fault, state.turn) {
            (Fault::NoCandidate, 7) => {}
            (Fault::CandidateTwice, 7) => into.extend([1, 2, 1]),
            (Fault::ClearsCandidates, _) => *into = vec![1, 2],
            _ => into.extend([1, 2]),
        }
    }

    fn apply<O: Observer<Self>>(&self, state: &mut State, action: &i32, _watch: &mut O) {
        state.twos += usize::from(*action == 2);
        if O::WATCHES && self.fault == Fault::Watched {
            state.key += 1;
        }
        let applied = self.applied.fetch_add(1, Ordering::Relaxed);
        let hidden = if self.fault == Fault::CopiesDiffer { applied % 3 } else { 0 };
        let first = self.fault == Fault::FirstSeatWins;
        let player = if first { 0 } else { (mixed(state.key, state.turn as u64 + hidden) % 2) as usize };
        state.points[player] += action + hidden as i32;
        state.turn += 1;
    }

    fn scores(&self, state: &State) -> Scores {
        match self.fault {
            Fault::NobodyWins => Scores::new([0; 2].into_iter()),
            Fault::SixScores => Scores::new([0; 6].into_iter()),
            Fault::OneScore => Scores::new(state.points.into_iter().take(1)),
            _ => Scores::new(state.points.into_iter()),
        }
    }

    fn rekey(&self, state: &mut State, key: u64) {
        match self.fault {
            Fault::RekeyDoesNothing => {}
            Fault::RekeyMoves => state.points[0] += 1,
            _ => state.key = key,
        }
    }
}

/// Takes the first candidate.
#[derive(Default)]
struct First {
    /// Each decision allocates.
    wastes: bool,
    /// Every third decision is another one, counted over all games.
    remembers: bool,
    /// Decisions are no candidates.
    cheats: bool,
    decisions: usize,
    candidates: Vec<i32>,
}

static ALLOCATED: AtomicU64 = AtomicU64::new(0);

impl Policy<Adding> for First {
    fn begin(&mut self, _key: u64) {}

    fn decide(&mut self, game: &Adding, state: &State) -> i32 {
        if self.wastes {
            ALLOCATED.fetch_add(1, Ordering::Relaxed);
        }
        self.candidates.clear();
        game.candidates(state, &mut self.candidates);
        self.decisions += 1;
        match self {
            First { cheats: true, .. } => 3,
            First { remembers: true, decisions, .. } if decisions.is_multiple_of(3) => 2,
            First { candidates, .. } => candidates.first().copied().unwrap_or(1),
        }
    }
}

fn first(wastes: bool) -> Vec<First> {
    (0..2).map(|_| First { wastes, ..First::default() }).collect()
}

fn promises() -> Promises<'static, Adding> {
    Promises {
        seats_are_alike: true,
        rolls_dice: true,
        is_legal: Some(&|_, _, action| (1..=2).contains(action)),
        ..Promises::new(0..300, 20)
    }
}

fn broken(fault: Fault) -> Vec<Check> {
    check(&Adding::new(fault), || first(false), &promises()).iter().map(|breach| breach.check).collect()
}

#[test]
fn a_game_that_keeps_its_promises_has_no_breach() {
    assert_eq!(check(&Adding::new(Fault::None), || first(false), &promises()), []);
}

#[test]
fn each_fault_breaks_the_check_of_its_name() {
    for (fault, expected) in [
        (Fault::NoCandidate, Check::CandidateExists),
        (Fault::CandidateTwice, Check::CandidatesDiffer),
        (Fault::ClearsCandidates, Check::CandidatesAppended),
        (Fault::Endless, Check::GamesEnd),
        (Fault::EndlessForFirst, Check::GamesEnd),
        (Fault::CopiesDiffer, Check::CopiesAlike),
        (Fault::RekeyMoves, Check::RekeyKeepsState),
        (Fault::RekeyDoesNothing, Check::RekeyChangesDice),
        (Fault::GamesDiffer, Check::GamesIndependent),
        (Fault::FirstSeatWins, Check::SeatsAlike),
        (Fault::NobodyWins, Check::SeatsAlike),
        (Fault::Panics, Check::NoPanic),
        (Fault::ThirdPlayer, Check::SeatsExist),
        (Fault::OneScore, Check::SeatsExist),
        (Fault::SixScores, Check::SeatsFit),
        (Fault::OverAtOnce, Check::DecisionsExist),
        (Fault::Watched, Check::ObserversChangeNothing),
    ] {
        assert!(broken(fault).contains(&expected), "{expected}: {:?}", broken(fault));
    }
}

/// The message of a panic names its game.
#[test]
fn a_panic_can_be_played_again() {
    let breaches = check(&Adding::new(Fault::Panics), || first(false), &promises());
    assert_eq!(breaches[0].to_string(), "games do not panic: game 9: the table breaks");
}

#[test]
fn faults_of_policies_are_found() {
    let of = |player: fn() -> First| {
        let breaches = check(&Adding::new(Fault::None), || vec![player(), player()], &promises());
        breaches.iter().map(|breach| breach.check).collect::<Vec<_>>()
    };
    assert_eq!(of(|| First { cheats: true, ..First::default() }), [Check::ChoicesAreCandidates]);
    assert_eq!(of(|| First { remembers: true, ..First::default() }), [Check::PoliciesForget]);
    // A breach of one check does not hide one of another.
    let remembering = || (0..2).map(|_| First { remembers: true, ..First::default() }).collect();
    let breaches = check(&Adding::new(Fault::FirstSeatWins), remembering, &promises());
    let has = |check| breaches.iter().any(|breach| breach.check == check);
    assert!(has(Check::PoliciesForget) && has(Check::SeatsAlike), "{breaches:?}");
}

#[test]
fn a_range_without_keys_is_a_mistake() {
    let none = Promises { keys: 5..5, ..promises() };
    let breaches = check(&Adding::new(Fault::None), || first(false), &none);
    assert_eq!(breaches.len(), 1);
    assert!(breaches[0].what.contains("5..5; allowed: at least one key"), "{}", breaches[0]);
}

#[test]
fn promises_can_be_copied_and_shown() {
    let copy = promises().clone();
    assert_eq!((copy.keys.clone(), copy.is_legal.is_some()), (0..300, true));
    let shown = format!("{copy:?}");
    assert!(shown.contains("most_decisions: 20") && shown.contains("spread: false"), "{shown}");
}

#[test]
fn more_seats_than_a_game_can_have_are_refused() {
    let many = || (0..6).map(|_| First::default()).collect::<Vec<_>>();
    let breaches = check(&Adding::new(Fault::None), many, &promises());
    assert_eq!(breaches[0].check, Check::SeatsFit);
    assert!(breaches[0].what.contains("at most 5"), "{}", breaches[0]);
}

#[test]
fn an_illegal_candidate_is_found() {
    let only_one = Promises { is_legal: Some(&|_, _, action| *action == 1), ..promises() };
    let breaches = check(&Adding::new(Fault::None), || first(false), &only_one);
    assert_eq!(breaches.iter().map(|breach| breach.check).collect::<Vec<_>>(), [Check::CandidatesLegal]);
    assert!(breaches[0].to_string().contains("has 2"), "{}", breaches[0]);
}

#[test]
fn a_decision_that_allocates_is_found() {
    let allocations = || ALLOCATED.load(Ordering::Relaxed);
    let counted = Promises { allocations: Some(&allocations), ..promises() };
    assert_eq!(check(&Adding::new(Fault::None), || first(false), &counted), []);
    let breaches = check(&Adding::new(Fault::None), || first(true), &counted);
    assert_eq!(breaches.iter().map(|breach| breach.check).collect::<Vec<_>>(), [Check::DecisionsAllocateNothing]);
}

/// True while games are spread.
static IS_SPREAD: AtomicBool = AtomicBool::new(false);

/// A policy with which no game ends while games are spread.
struct Spreading;

impl Policy<Adding> for Spreading {
    fn begin(&mut self, _key: u64) {}

    fn decide(&mut self, _game: &Adding, _state: &State) -> i32 {
        if IS_SPREAD.load(Ordering::Relaxed) { 1 } else { 2 }
    }
}

#[test]
fn a_game_that_does_not_end_if_it_is_spread_is_found() {
    let spread = |keys: Range<u64>, end: &(dyn Fn(u64) -> u64 + Sync)| {
        IS_SPREAD.store(true, Ordering::Relaxed);
        let all = keys.map(end).collect::<Vec<u64>>();
        IS_SPREAD.store(false, Ordering::Relaxed);
        all
    };
    let kept = Promises { seats_are_alike: false, spread: Some(&spread), ..promises() };
    let breaches = check(&Adding::new(Fault::EndlessForFirst), || vec![Spreading, Spreading], &kept);
    assert_eq!(breaches.iter().map(|breach| breach.check).collect::<Vec<_>>(), [Check::ThreadsDoNotMatter]);
}

#[test]
fn results_that_depend_on_threads_are_found() {
    let same = |keys: Range<u64>, end: &(dyn Fn(u64) -> u64 + Sync)| keys.map(end).collect::<Vec<u64>>();
    let other = |keys: Range<u64>, end: &(dyn Fn(u64) -> u64 + Sync)| keys.map(|key| end(key) + key / 7).collect();
    let promised = |spread| Promises { spread: Some(spread), ..promises() };
    assert_eq!(check(&Adding::new(Fault::None), || first(false), &promised(&same)), []);
    let breaches = check(&Adding::new(Fault::None), || first(false), &promised(&other));
    assert_eq!((breaches[0].check, breaches[0].key), (Check::ThreadsDoNotMatter, Some(7)));
}
