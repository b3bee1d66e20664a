//! The checks in which a policy chooses.

use super::super::game::{self, Game, Observer, Policy, Unwatched};
use super::{Breach, Check, Promises, candidates, guarded, hash_of, mixed};

/// The course of a game that policies played: a hash of all choices and of the scores, and the winner.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Course {
    hash: u64,
    winner: Option<usize>,
}

/// An observer of everything that changes nothing.
struct Watcher;

impl<G: Game> Observer<G> for Watcher {
    const WANTS_FACES: bool = true;

    fn see(&mut self, _: &G, _: &G::State, _: &G::Event) {}
}

/// Returns the breaches of a game that policies play.
pub(super) fn check<G: Game, P: Policy<G>>(
    game: &G,
    players: &(impl Fn() -> Vec<P> + Sync),
    promises: &Promises<'_, G>,
) -> Vec<Breach> {
    let (mut breaches, mut courses, mut reused) = (Vec::new(), Vec::new(), players());
    for key in promises.keys.clone() {
        breaches
            .extend(guarded(Some(key), || of_game(game, players, &mut reused, (key, &mut courses), promises).err()));
        if breaches.iter().any(|breach: &Breach| breach.check.ends_the_suite()) {
            return breaches;
        }
    }
    // Without a course of each game, there is nothing to compare.
    if courses.len() as u64 == promises.keys.end - promises.keys.start {
        breaches.extend(guarded(None, || of_allocations(game, players, promises)));
        breaches.extend(guarded(None, || of_seats(&courses, reused.len(), promises)));
        breaches.extend(guarded(None, || of_threads(game, players, &courses, promises)));
    }
    breaches
}

/// Plays a game of at most `most` decisions to its end. `promises` is `None` on other threads than the first, since its
/// functions stay on that one.
///
/// # Errors
/// A choice that is no candidate, and a game that does not end.
fn course<G: Game, P: Policy<G>, O: Observer<G>>(
    game: &G,
    key: u64,
    players: &mut [P],
    (most, promises): (usize, Option<&Promises<'_, G>>),
    watch: &mut O,
) -> Result<Course, Breach> {
    game::begin(key, players);
    let mut state = game.start(key, watch);
    let mut hash = 0;
    for decision in 0.. {
        let Some(player) = game.to_decide(&state) else { break };
        if decision == most {
            let what = format!("it goes on after {decision} decisions of the policies");
            return Err(Breach { check: Check::GamesEnd, key: Some(key), what });
        }
        let action = players[player].decide(game, &state);
        let is_legal = |promises: &Promises<'_, G>| promises.is_legal.is_some_and(|legal| legal(game, &state, &action));
        let is_refused = |promises| !candidates(game, &state).contains(&action) && !is_legal(promises);
        if promises.is_some_and(is_refused) {
            let what = format!("decision {decision} of player {player} is {action:?}, which is no candidate");
            return Err(Breach { check: Check::ChoicesAreCandidates, key: Some(key), what });
        }
        hash = mixed(hash ^ player as u64, hash_of(&format!("{action:?}")));
        game.apply(&mut state, &action, watch);
    }
    let scores = game.scores(&state);
    Ok(Course { hash: mixed(hash, hash_of(&format!("{scores:?}"))), winner: scores.winner() })
}

/// Checks a game with new policies, with an observer, and with policies that have played other games. Adds the course of
/// the game to `courses`, unless a choice is no candidate.
fn of_game<G: Game, P: Policy<G>>(
    game: &G,
    players: &impl Fn() -> Vec<P>,
    reused: &mut [P],
    (key, courses): (u64, &mut Vec<Course>),
    promises: &Promises<'_, G>,
) -> Result<(), Breach> {
    let checked = (promises.most_decisions, Some(promises));
    let unwatched = course(game, key, &mut players(), checked, &mut Unwatched)?;
    courses.push(unwatched);
    let breach = |check, what: &str| Err(Breach { check, key: Some(key), what: what.to_owned() });
    if course(game, key, &mut players(), checked, &mut Watcher)? != unwatched {
        return breach(Check::ObserversChangeNothing, "it goes another way if it is observed");
    }
    if course(game, key, reused, checked, &mut Unwatched)? != unwatched {
        return breach(Check::PoliciesForget, "policies that played other games before choose differently");
    }
    Ok(())
}

/// A policy that counts the allocations of its decisions.
struct Counting<'a, P> {
    player: P,
    allocations: &'a dyn Fn() -> u64,
    counted: u64,
}

impl<G: Game, P: Policy<G>> Policy<G> for Counting<'_, P> {
    fn begin(&mut self, key: u64) {
        self.player.begin(key);
    }

    fn decide(&mut self, game: &G, state: &G::State) -> G::Action {
        let before = (self.allocations)();
        let action = self.player.decide(game, state);
        self.counted += (self.allocations)() - before;
        action
    }
}

/// Checks that the decisions of a policy allocate nothing.
fn of_allocations<G: Game, P: Policy<G>>(
    game: &G,
    players: &impl Fn() -> Vec<P>,
    promises: &Promises<'_, G>,
) -> Option<Breach> {
    let allocations = promises.allocations?;
    let counting = |player| Counting { player, allocations, counted: 0 };
    let mut players: Vec<Counting<'_, P>> = players().into_iter().map(counting).collect();
    let mut counted = || {
        let before: u64 = players.iter().map(|player| player.counted).sum();
        let checked = (promises.most_decisions, Some(promises));
        for key in promises.keys.clone() {
            course(game, key, &mut players, checked, &mut Unwatched)?;
        }
        Ok(players.iter().map(|player| player.counted).sum::<u64>() - before)
    };
    // Buffers grow in the first games.
    let count = match counted().and_then(|_| counted()) {
        Ok(count) => count,
        Err(breach) => return Some(breach),
    };
    let what = format!("{count} allocations in games that were played before");
    (count > 0).then_some(Breach { check: Check::DecisionsAllocateNothing, key: None, what })
}

/// Checks that no seat wins more often than chance allows. A game with alike seats fails once in 10,000 checks, for each
/// seat.
fn of_seats<G: Game>(courses: &[Course], seats: usize, promises: &Promises<'_, G>) -> Option<Breach> {
    /// Quantile of the normal distribution for 1 in 10,000, on both sides.
    const DEVIATIONS: f64 = 3.89;
    if !promises.seats_are_alike {
        return None;
    }
    let mut wins = vec![0u32; seats];
    courses.iter().filter_map(|course| course.winner).for_each(|winner| wins[winner] += 1);
    let games = f64::from(wins.iter().sum::<u32>());
    let breach = |what| Some(Breach { check: Check::SeatsAlike, key: None, what });
    if games == 0.0 {
        return breach("no game has a winner, so games do not show it".to_owned());
    }
    let share = 1.0 / seats as f64;
    let allowed = DEVIATIONS * (games * share * (1.0 - share)).sqrt();
    let seat = wins.iter().position(|won| (f64::from(*won) - games * share).abs() > allowed)?;
    breach(format!("seat {seat} wins {} of {games} games, and {:.0} are due to it", wins[seat], games * share))
}

/// Checks that games on several threads end as games on one do.
fn of_threads<G: Game, P: Policy<G>>(
    game: &G,
    players: &(impl Fn() -> Vec<P> + Sync),
    courses: &[Course],
    promises: &Promises<'_, G>,
) -> Option<Breach> {
    let spread = promises.spread?;
    // A game that goes on on another thread ends there too, and differs.
    let most = promises.most_decisions;
    let end =
        |key: u64| course(game, key, &mut players(), (most, None), &mut Unwatched).map_or(0, |course| course.hash);
    let many = spread(promises.keys.clone(), &end);
    let (key, _) =
        promises.keys.clone().zip(courses.iter().zip(&many)).find(|(_, (one, other))| one.hash != **other)?;
    let what = "it ends in another way on several threads".to_owned();
    Some(Breach { check: Check::ThreadsDoNotMatter, key: Some(key), what })
}
