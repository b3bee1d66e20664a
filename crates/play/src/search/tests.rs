//! A race of dice in which looking ahead pays, through the public traits.

use super::*;
use crate::{MAX_PLAYERS, Observer, Scores, play, play_on};
use hitchart_dice::Throw;

/// Two players add up faces; a sum above `LIMIT` counts 0. A player who stops keeps the sum, and the higher sum wins.
/// The second player knows the sum to beat.
struct Race;

const LIMIT: i32 = 11;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Sums {
    sums: [i32; 2],
    turn: usize,
    throws: u64,
    key: u64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Choice {
    Stop,
    Throw,
}

impl Game for Race {
    type State = Sums;
    type Action = Choice;
    type Event = ();

    fn start<O: Observer<Self>>(&self, key: u64, _: &mut O) -> Sums {
        Sums { sums: [0; 2], turn: 0, throws: 0, key }
    }

    fn to_decide(&self, state: &Sums) -> Option<usize> {
        (state.turn < 2).then_some(state.turn)
    }

    fn candidates(&self, _: &Sums, into: &mut Vec<Choice>) {
        into.extend([Choice::Stop, Choice::Throw]);
    }

    fn apply<O: Observer<Self>>(&self, state: &mut Sums, action: &Choice, _: &mut O) {
        if *action == Choice::Throw {
            state.throws += 1;
            let stream = Stream { seed: state.key, job: 1, stream: state.throws };
            state.sums[state.turn] += i32::from(Throw::new(stream.key()).die(6));
            if state.sums[state.turn] <= LIMIT {
                return;
            }
            state.sums[state.turn] = 0;
        }
        state.turn += 1;
    }

    fn scores(&self, state: &Sums) -> Scores {
        Scores::new(state.sums.into_iter())
    }

    fn rekey(&self, state: &mut Sums, key: u64) {
        state.key = key;
    }
}

/// A policy that throws up to a sum, regardless of the other player.
#[derive(Clone, Copy, Debug)]
struct UpTo(i32);

impl Policy<Race> for UpTo {
    fn begin(&mut self, _: u64) {}

    fn decide(&mut self, _: &Race, state: &Sums) -> Choice {
        if state.sums[state.turn] < self.0 { Choice::Throw } else { Choice::Stop }
    }
}

impl Advisor<Race> for UpTo {
    fn shortlist(&mut self, race: &Race, state: &Sums, most: usize, into: &mut Vec<Choice>) {
        let first = self.decide(race, state);
        let second = if first == Choice::Stop { Choice::Throw } else { Choice::Stop };
        into.extend([first, second].into_iter().take(most));
    }

    fn overrule(&mut self) {}
}

/// An evaluator that plays to the end: won, drawn or lost.
#[derive(Clone, Copy, Debug)]
struct ToTheEnd;

impl Evaluator<Race> for ToTheEnd {
    fn is_far_enough(&self, _: &Race, _: &Sums, _: &Sums) -> bool {
        false
    }

    fn worth(&self, race: &Race, state: &Sums, player: usize) -> f64 {
        f64::from(race.scores(state).margin(player).signum() + 1) / 2.0
    }

    fn predicts(&self, player: usize) -> bool {
        player == 1
    }
}

/// An evaluator that knows the player at the turn, evaluated midway once the first throw is made.
#[derive(Clone, Copy, Debug)]
struct Midway(bool);

impl Evaluator<Race> for Midway {
    fn is_far_enough(&self, _: &Race, _: &Sums, state: &Sums) -> bool {
        state.turn == 1
    }

    fn is_midway(&self, _: &Race, _: &Sums, state: &Sums) -> bool {
        self.0 && state.throws > 0
    }

    fn worth(&self, _: &Race, state: &Sums, _: usize) -> f64 {
        if state.turn == 1 { 1.0 } else { f64::from(state.sums[0]) / 100.0 }
    }
}

/// The value of a playout is that of its end, or the mean with the first state midway: here the first throw.
#[test]
fn playouts_are_evaluated_midway_once() {
    let state = Race.start(1, &mut Unwatched);
    let worth = |evaluator: Midway, action: Choice| {
        let table = Table { game: &Race, state: &state, player: 0, evaluator: &evaluator, key: 5, decision: 1 };
        table.play_out(&mut [UpTo(LIMIT), UpTo(LIMIT)], &action, 0)
    };
    assert_eq!(worth(Midway(false), Choice::Throw), 1.0);
    assert_eq!(worth(Midway(true), Choice::Stop), 1.0);
    let key = Stream { seed: 5, job: 1, stream: 0 }.key();
    let first = i32::from(Throw::new(Stream { seed: key, job: 1, stream: 1 }.key()).die(6));
    assert_eq!(worth(Midway(true), Choice::Throw), (f64::from(first) / 100.0 + 1.0) / 2.0);
}

type RaceSearcher = Searcher<Choice, UpTo, UpTo, ToTheEnd>;

/// Creates a searcher that stops at 5 unless looking ahead favours another choice. Its playouts stop at 5.
fn looking(budget: u32) -> RaceSearcher {
    let lookahead = Lookahead { budget, shortlist: 2, caution: 2.0, resolve: 0.0, doubt: 0.04 };
    Searcher::new(lookahead, UpTo(5), vec![UpTo(5); MAX_PLAYERS], ToTheEnd)
}

impl Policy<Race> for RaceSearcher {
    fn begin(&mut self, key: u64) {
        Searcher::begin::<Race>(self, key);
    }

    fn decide(&mut self, race: &Race, state: &Sums) -> Choice {
        self.choose(race, state)
    }
}

enum Seat {
    Looks(Box<RaceSearcher>),
    Stops(UpTo),
}

impl Policy<Race> for Seat {
    fn begin(&mut self, key: u64) {
        match self {
            Seat::Looks(policy) => Policy::begin(policy.as_mut(), key),
            Seat::Stops(policy) => policy.begin(key),
        }
    }

    fn decide(&mut self, race: &Race, state: &Sums) -> Choice {
        match self {
            Seat::Looks(policy) => policy.decide(race, state),
            Seat::Stops(policy) => policy.decide(race, state),
        }
    }
}

/// Returns the points of a searcher with this budget against the plain policy. Seats are swapped, and all budgets use
/// common random numbers.
fn points(budget: u32, pairs: u64) -> u64 {
    let mut points = 0;
    for game in 0..pairs * 2 {
        let mut seats = [Seat::Looks(Box::new(looking(budget))), Seat::Stops(UpTo(5))];
        let me = (game % 2) as usize;
        if me == 1 {
            seats.reverse();
        }
        let state = play(&Race, Stream { seed: 7, job: 1, stream: game / 2 }.key(), &mut seats, &mut Unwatched);
        points += match Race.scores(&state).winner() {
            None => 1,
            Some(winner) => 2 * u64::from(winner == me),
        };
    }
    points
}

/// A decision predicts the outcome by the playouts of the choice, for players whose values are outcomes, until the next
/// decision without playouts.
#[test]
fn a_decision_predicts_the_outcome() {
    let mut policy = looking(64);
    let state = Sums { sums: [5, 6], turn: 1, throws: 0, key: 1 };
    assert_eq!((policy.choose(&Race, &state), policy.predicted()), (Choice::Stop, Some(1.0)));
    policy.follow(&Race, &state);
    assert_eq!(policy.predicted(), None);
    policy.choose(&Race, &Sums { turn: 0, ..state });
    assert_eq!(policy.predicted(), None);
}

#[test]
fn known_best_answers_are_found() {
    let mut policy = looking(400);
    let mut answer =
        |mine: i32, other: i32| policy.choose(&Race, &Sums { sums: [other, mine], turn: 1, throws: 0, key: 1 });
    // Ahead: stop. Behind: there is nothing to lose. Equal at 5: a throw cannot go wrong.
    assert_eq!(answer(6, 5), Choice::Stop);
    assert_eq!(answer(8, 10), Choice::Throw);
    assert_eq!(answer(5, 11), Choice::Throw);
    assert_eq!(answer(5, 5), Choice::Throw);
    // Equal at 10: five of six faces lose.
    assert_eq!(answer(10, 10), Choice::Stop);
}

/// Returns the mean value of a choice over every face of every die to come, if the plain policy plays on.
fn exact(state: &Sums, choice: Choice, player: usize) -> f64 {
    let after = |state: &Sums| match Race.to_decide(state) {
        None => ToTheEnd.worth(&Race, state, player),
        Some(_) => exact(state, UpTo(5).decide(&Race, state), player),
    };
    let passed = |sum: i32| {
        let mut state = *state;
        (state.sums[state.turn], state.turn) = (sum, state.turn + 1);
        after(&state)
    };
    if choice == Choice::Stop {
        return passed(state.sums[state.turn]);
    }
    let faces = (1..=6).map(|face| {
        let mut state = *state;
        state.sums[state.turn] += face;
        if state.sums[state.turn] > LIMIT { passed(0) } else { after(&state) }
    });
    faces.sum::<f64>() / 6.0
}

/// For every sum of either player: if one choice is clearly better over all dice, a large budget finds it.
#[test]
fn choices_are_those_of_looking_at_every_face() {
    let mut policy = looking(1200);
    Policy::begin(&mut policy, 2);
    let (mut clear, mut against_the_first) = (0, 0);
    for (turn, other, mine) in (0..=LIMIT).flat_map(|other| (0..=LIMIT).map(move |mine| (1, other, mine))) {
        let mut state = Sums { sums: [other, mine], turn, throws: 0, key: 1 };
        if other == 0 {
            // A state of the first player: the opponent has not thrown yet.
            state = Sums { sums: [mine, 0], turn: 0, throws: 0, key: 1 };
        }
        let [stop, throw] = [Choice::Stop, Choice::Throw].map(|choice| exact(&state, choice, state.turn));
        if (stop - throw).abs() < 0.08 {
            continue;
        }
        let best = if stop > throw { Choice::Stop } else { Choice::Throw };
        assert_eq!(policy.choose(&Race, &state), best, "{state:?}: {stop} or {throw}");
        clear += 1;
        against_the_first += u32::from(best != UpTo(5).decide(&Race, &state));
    }
    assert!(clear > 80 && against_the_first > 20, "{clear} clear, {against_the_first} against the first");
}

#[test]
fn a_larger_budget_is_no_worse() {
    let pairs = 1500;
    let found: Vec<u64> = [0, 16, 128, 512].map(|budget| points(budget, pairs)).to_vec();
    // Without playouts, the plain policy meets itself; points grow with every budget. All use common random numbers, so
    // that a slack of one in a hundred is far more than chance.
    assert_eq!(found[0], pairs * 2);
    assert!(found[1] + pairs / 25 >= found[0] && found[2] > found[1] && found[3] + pairs / 25 >= found[2], "{found:?}");
    assert!(found[3] as f64 > pairs as f64 * 2.0 * 1.1, "{found:?}");
}

#[test]
fn the_same_key_gives_the_same_choices_and_no_die_to_come_is_seen() {
    let state = Sums { sums: [8, 6], turn: 1, throws: 3, key: 1 };
    let choices = |key: u64, dice: u64| {
        let mut policy = looking(24);
        Policy::begin(&mut policy, key);
        (0..40).map(|_| policy.choose(&Race, &Sums { key: dice, ..state })).collect::<Vec<_>>()
    };
    assert_eq!(choices(5, 1), choices(5, 1));
    assert_eq!(choices(5, 1), choices(5, 2), "other dice to come must change nothing");
}

#[test]
fn a_state_in_the_middle_of_a_game_is_played_on() {
    let mut state = Sums { sums: [4, 0], turn: 0, throws: 1, key: 3 };
    let mut seats = [Seat::Looks(Box::new(looking(64))), Seat::Looks(Box::new(looking(64)))];
    play_on(&Race, &mut state, &mut seats, &mut Unwatched);
    assert_eq!(state.turn, 2);
}

#[test]
fn the_budget_is_kept_and_shared() {
    for (budget, shortlist) in [(0, 4), (3, 4), (64, 2), (64, 3), (100, 5), (1000, 8)] {
        let lookahead = Lookahead { budget, shortlist, caution: 1.0, resolve: 0.0, doubt: 0.04 };
        let mut played = vec![0u32; shortlist];
        let last = shortlist - 1;
        let (chosen, value) = halve(&lookahead, shortlist, &mut Vec::new(), |candidate, playout| {
            assert_eq!(playout, played[candidate], "playouts of a candidate are numbered without gaps");
            played[candidate] += 1;
            if candidate == last { 0.9 } else { 0.5 }
        });
        let sum: u32 = played.iter().sum();
        assert!(sum <= budget && (budget < 50 || sum * 10 >= budget * 8), "{played:?} of {budget}");
        assert_eq!(chosen, if budget < 50 { 0 } else { last }, "{played:?}");
        let mean = if chosen == last { 0.9 } else { 0.5 };
        assert!(value.map_or(budget < 4, |value| (value - mean).abs() < 1e-12), "{value:?} of {budget}");
        assert_eq!(played.iter().max(), Some(&played[0]), "the first is compared to the end");
    }
}

/// Clear decisions use little of the budget; in unclear ones, all candidates are tried.
#[test]
fn what_is_decided_costs_little() {
    let looked = |worth: &dyn Fn(usize, u32) -> f64| {
        let lookahead = Lookahead { budget: 96, shortlist: 12, caution: 0.5, resolve: 2.0, doubt: 0.04 };
        let mut played = vec![0u32; 12];
        let (chosen, _) = halve(&lookahead, 12, &mut Vec::new(), |candidate, playout| {
            assert_eq!(playout, played[candidate], "playouts of a candidate are numbered without gaps");
            played[candidate] += 1;
            worth(candidate, playout)
        });
        (chosen, played)
    };
    let (chosen, played) = looked(&|candidate, _| if candidate == 0 { 0.95 } else { 0.05 });
    assert!(chosen == 0 && played.iter().sum::<u32>() <= 60, "{played:?}");
    let (_, played) = looked(&|candidate, playout| f64::from(playout * 7 + candidate as u32 * 5 + playout % 3).sin());
    assert!(played.iter().all(|count| *count >= 2) && played.iter().sum::<u32>() <= 96, "{played:?}");
    assert!(played.iter().sum::<u32>() >= 72, "{played:?}");
}

#[test]
fn caution_keeps_to_the_first_where_nothing_is_clear() {
    let mut other = 0;
    for key in 0..500 {
        let lookahead = Lookahead { budget: 128, shortlist: 4, caution: 2.5, resolve: 0.0, doubt: 0.04 };
        let (chosen, _) = halve(&lookahead, 4, &mut Vec::new(), |candidate, playout| {
            let stream = Stream { seed: key, job: candidate as u64, stream: playout.into() };
            f64::from(Throw::new(stream.key()).die(2) - 1)
        });
        other += u32::from(chosen != 0);
    }
    // Each of the three other candidates exceeds 2.5 standard errors in 6 of 1000 cases.
    assert!(other < 20, "{other} of 500");
}

/// Half a shortlist has half of the budget, and more than a shortlist has no more than all. Without `resolve`, any
/// number has all.
#[test]
fn the_budget_goes_by_how_open_a_choice_is() {
    let lookahead = Lookahead { budget: 48, shortlist: 8, caution: 1.0, resolve: 1.5, doubt: 0.04 };
    let budgets = [2, 4, 8, 9].map(|candidates| lookahead.with_budget_for(candidates).budget);
    assert_eq!(budgets, [12, 24, 48, 48]);
    assert_eq!(Lookahead { resolve: 0.0, ..lookahead }.with_budget_for(2).budget, 48);
}

impl Featured for Race {
    const FEATURES: &'static [&'static str] = &["own sum", "rival sum", "rest sum"];
    const KINDS: &'static [&'static str] = &["stop", "throw"];

    fn kind(action: &Choice) -> usize {
        usize::from(*action == Choice::Throw)
    }

    fn is_quiet(&self, _: &Sums) -> bool {
        true
    }

    fn write_features(&self, state: &Sums, player: usize, into: &mut [f64]) {
        into.copy_from_slice(&[f64::from(state.sums[player]), f64::from(state.sums[1 - player]), 9.0]);
    }
}

/// The gain of a candidate is near its exact value over every face, less that of the first; its features are its place,
/// its kind and the change of the sums, without those of third players.
#[test]
fn candidates_are_evaluated_as_by_every_face() {
    let mut policy = looking(0);
    Policy::begin(&mut policy, 3);
    let mut found = Vec::new();
    for (other, mine) in (1..=LIMIT).flat_map(|other| (0..=LIMIT).map(move |mine| (other, mine))) {
        let state = Sums { sums: [other, mine], turn: 1, throws: 0, key: 1 };
        found.clear();
        let chosen = policy.evaluate_candidates(&Race, &state, 4000, &mut found).unwrap();
        let first = UpTo(5).decide(&Race, &state);
        let second = if first == Choice::Stop { Choice::Throw } else { Choice::Stop };
        let gain = exact(&state, second, 1) - exact(&state, first, 1);
        // Six standard errors of 4000 differences of at most 1.
        assert!(found[0].gain == 0.0 && (found[1].gain - gain).abs() < 0.1, "{state:?}: {found:?}, {gain}");
        assert!(gain.abs() < 0.1 || chosen == if gain > 0.0 { second } else { first }, "{state:?}");
        let stop = usize::from(first != Choice::Stop);
        assert_eq!(found[stop].features, [if stop == 0 { 1.0 } else { 0.0 }, stop as f64 / 8.0, 1.0, 0.0, 0.0, 0.0]);
        let throw = &found[1 - stop].features;
        assert_eq!(throw[2..4], [0.0, 1.0]);
        let sum = f64::from(mine) + throw[4];
        assert!(sum == 0.0 || (1.0..=6.0).contains(&throw[4]) && sum <= f64::from(LIMIT), "{throw:?}");
        assert_eq!((throw[5], throw.len()), (0.0, 6));
    }
}
