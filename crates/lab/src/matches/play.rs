//! Games that are played and counted: those of a study, their states, and pairs of games of two entrants or policies.

use super::tally::Tally;
use super::{GamesStudy, Player, Policies, Setting, Tactics};
use crate::runner::games::{Stoppable, key};
use crate::runner::{Counts, GroupCounter, Job, Matchup, SampledGames, Streams, TrainingRows};
use crate::study::{Bouts, Learnable, MeetingTable, PairTable, PlayedBy, PositionOf, Positions, Response};
use crate::{positions::RecordedGame, runner::playouts::Build};
use hitchart_config::{At, FileText, InputError, some_of};
use hitchart_play::network::{MAX_WIDTH, parts};
use hitchart_play::policy::{Book, Players, PolicyKind, Settings, Spec};
use hitchart_play::{AnyObserver, Choices, Featured, Game, Policy, Recording, Unwatched, Watching, play};
use std::sync::atomic::{AtomicBool, Ordering};
use std::{cell::RefCell, collections::BTreeSet, ops::Range, sync::Arc};

impl Counts for Tally {
    fn add(&mut self, other: &Tally) {
        self.merge(other);
    }
}

/// The games of a study, ready to be played.
pub struct Match<S: Setting> {
    study: GamesStudy<S>,
    game: S::Game,
    /// Number of games on common random numbers: one for each way to seat the policies.
    group: u64,
}

/// The policies of one thread, in order of players.
type Seated<'a, S> = Vec<Stoppable<'a, Player<S>, <<S as Setting>::Game as Game>::Action>>;

impl<S: Setting> Match<S> {
    /// Returns the games of a study.
    pub fn new(asked: &GamesStudy<S>) -> Match<S> {
        let group = if asked.swap_seats { asked.policies.len() as u64 } else { 1 };
        Match { study: asked.clone(), game: asked.setting.game(), group }
    }

    /// Returns the job of all games; `name` and `seed` select the random streams.
    pub(super) fn job(self, name: &str, seed: u64) -> Job {
        let groups = 0..self.study.games.div_ceil(self.group);
        Streams { name: name.to_owned(), seed, groups }.job(name.to_owned(), self)
    }

    /// Builds the policies in the order of the first game of a group.
    fn seated<'s>(&self, stop: &'s AtomicBool) -> Seated<'s, S> {
        self.study.policies.iter().map(|policy| Stoppable::new(policy.build(), stop)).collect()
    }

    /// Plays one game again, shows it to the observer `watch`, and returns its end and its choices; `None` if it was stopped.
    /// `name` and `seed` select the random streams. The number may lie beyond those of the study.
    pub fn replay(
        &self,
        (name, seed, game): (&str, u64, u64),
        watch: &mut dyn AnyObserver<S::Game>,
        stop: &AtomicBool,
    ) -> Option<(<S::Game as Game>::State, Choices)> {
        let (mut policies, choices) = (self.seated(stop), RefCell::default());
        policies.rotate_left((game % self.group) as usize);
        let mut policies: Vec<_> = policies.into_iter().map(|policy| Recording::new(policy, &choices)).collect();
        let state =
            play(&self.game, key(seed, name, game / self.group), &mut policies, &mut Watching::<_, true>(watch));
        (!stop.load(Ordering::Relaxed)).then(|| (state, choices.take()))
    }

    /// Returns the positions of a game. The default policy plays on.
    pub(super) fn positions(
        self,
        (name, seed, game): (&str, u64, u64),
        of: PositionOf<'_>,
    ) -> Result<Box<dyn Positions>, InputError> {
        let (mut study, key) = (self.study, key(seed, name, game / self.group));
        study.policies.rotate_left((game % self.group) as usize);
        let played = study.policies.iter().cloned().map(|policy| Arc::new(move || policy.build()) as Build<Player<S>>);
        let played = played.collect();
        let players = super::study::labels(&study);
        let policies = vec![study.setting.book().default(0)?.name().to_owned(); players.len()];
        let find = move |_: usize, name: &str| -> Result<(Build<Player<S>>, f64), InputError> {
            let own = study.policies.iter().find(|policy| policy.name() == name).cloned();
            let policy = own.map_or_else(|| study.setting.book().named(0, name), Ok)?;
            let effort = policy.effort();
            Ok((Arc::new(move || policy.build()), effort))
        };
        let table = RecordedGame {
            game: Arc::new(self.game),
            players,
            policies,
            played,
            find: Arc::new(find),
            round: S::round,
            turn: |game, state| game.is_quiet(state),
            won: |game, state, player| game.outcome(state, player),
            network: Arc::clone(&S::quick().own.network),
            share: |worth, _| worth,
            damage: "damage",
            attack: |game, state, event, dealt| dealt.extend(S::attack(game, state, event)),
            arrange: S::arrange,
        };
        table.of(key, of)
    }

    /// Returns the names of the policies in a game, in order of players.
    pub fn names(&self, game: u64) -> Vec<&str> {
        let mut names: Vec<&str> = self.study.policies.iter().map(Spec::name).collect();
        names.rotate_left((game % self.group) as usize);
        names
    }

    /// Returns for each policy the index of the first policy of the same name.
    fn namesakes(&self) -> Vec<usize> {
        let names = || self.study.policies.iter().map(Spec::name);
        names().map(|name| names().position(|other| other == name).unwrap_or(0)).collect()
    }
}

impl<S: Setting> Matchup for Match<S> {
    type Counts = Tally;

    fn size(&self) -> u64 {
        self.group
    }

    fn games(&self, _: u64) -> u64 {
        self.study.games
    }

    fn effort(&self) -> f64 {
        self.study.effort()
    }

    fn empty(&self) -> Tally {
        Tally::new::<S::Record>(&self.namesakes(), self.group > 1)
    }

    fn seat<'s>(&'s self, stop: &'s AtomicBool) -> Option<GroupCounter<'s, Tally>> {
        let mut policies = self.seated(stop);
        Some(Box::new(move |group, tally| {
            for game in group.games.clone() {
                let mut record = S::Record::default();
                play(&self.game, group.key, &mut policies, &mut record);
                tally.add(game, &record);
                if self.group > 1 {
                    policies.rotate_left(1);
                }
            }
            tally.finish();
        }))
    }

    fn fits(&self, tally: &Tally, games: u64, _: &Range<u64>) -> bool {
        tally.fits::<S::Record>(games, &self.namesakes(), self.group > 1)
    }
}

/// Returns the learnable games of a study. The policies take every seat in turn if the study swaps seats.
pub(super) fn learnable<S: Setting>(study: &GamesStudy<S>) -> Learnable {
    const { assert!(<S::Game as Featured>::FEATURES.len() <= MAX_WIDTH) };
    let players = study.policies.iter().map(|policy| Spec::name(policy).to_owned()).collect();
    let (study, games) = (study.clone(), study.games);
    let has_search = study.policies.iter().any(|policy| policy.search().is_some());
    Learnable::new::<S::Game>((players, games), has_search, move |streams, most, rows| job(&study, streams, most, rows))
}

fn job<S: Setting>(study: &GamesStudy<S>, streams: Streams, most: usize, rows: TrainingRows) -> Job {
    let (policies, swaps) = (study.policies.clone(), study.swap_seats);
    let build = move |game: u64| -> Vec<Player<S>> {
        let mut seated: Vec<Player<S>> = policies.iter().map(Spec::build).collect();
        if swaps {
            let count = seated.len() as u64;
            seated.rotate_left((game % count) as usize);
        }
        seated
    };
    let (game, effort) = (study.setting.game(), study.effort());
    let name = streams.name.clone();
    streams.job(name, SampledGames { game, build, parts, rows, most, effort })
}

/// Returns the table of two entrants who play its two sides in order. In the second game of a group they change places:
/// on common random numbers each gets the rolls, the side of the table and the precedence in ties that the other had.
pub fn meeting<S: Setting>(setting: &S, policies: [&Policies<S>; 2]) -> MeetingTable {
    let policies = policies.map(Policies::<S>::clone);
    meeting_of(setting, move || policies.each_ref().map(Spec::build))
}

/// Returns the table of the two players that `sit` builds, as `meeting` does for policies.
pub fn meeting_of<S: Setting, P: Policy<S::Game> + 'static>(
    setting: &S,
    sit: impl Fn() -> [P; 2] + Send + Sync + 'static,
) -> MeetingTable {
    table_of([setting.game(), setting.rotated(1).game()].map(Arc::new), sit)
}

/// Returns the table of two players who swap seats, with the first and the second game of a pair.
fn table_of<G: Game + Send + Sync + 'static, P: Policy<G> + 'static>(
    games: [Arc<G>; 2],
    sit: impl Fn() -> [P; 2] + Send + Sync + 'static,
) -> MeetingTable {
    Box::new(move |stop: &AtomicBool| -> Bouts<'_> {
        let games = games.clone();
        let mut seated: [Stoppable<'_, P, G::Action>; 2] = sit().map(|player| Stoppable::new(player, stop));
        Box::new(move |key, _| {
            [0, 1].map(|first| {
                let state = play(games[first].as_ref(), key, &mut seated, &mut Unwatched);
                seated.rotate_left(1);
                let margin = games[first].scores(&state).margin(first);
                margin.clamp(i16::MIN.into(), i16::MAX.into()) as i16
            })
        })
    })
}

/// An entrant of a tournament.
#[derive(Clone, Debug)]
pub struct EntrantSpec<C, K> {
    /// Name, which no other entrant has.
    pub name: String,
    /// Side that the entrant fields.
    pub side: C,
    /// Policy that plays the side.
    pub policy: Spec<K>,
}

impl<C, P: Players> EntrantSpec<C, PolicyKind<P, P::Tactics>> {
    /// Returns the approximate duration of a game of entrants, in nanoseconds, by the slowest of them.
    pub fn effort<'a>(entrants: impl IntoIterator<Item = &'a Self>) -> f64
    where
        C: 'a,
    {
        entrants.into_iter().map(|entrant| entrant.policy.effort()).fold(0.0, f64::max)
    }

    /// Returns the names of entrants, in order.
    pub fn names(entrants: &[Self]) -> Vec<String> {
        entrants.iter().map(|entrant| entrant.name.clone()).collect()
    }

    /// Returns the policies of entrants, each once.
    pub fn players(entrants: &[Self]) -> Vec<PlayedBy> {
        PlayedBy::all(0, entrants.iter().map(|entrant| entrant.policy.name()))
    }

    /// Describes the policies of entrants, each once.
    pub fn played_by(entrants: &[Self]) -> String {
        let policies: BTreeSet<&str> = entrants.iter().map(|entrant| entrant.policy.name()).collect();
        format!("played by {}", policies.into_iter().collect::<Vec<_>>().join(", "))
    }
}

/// Combines every side with every policy that a tournament lists. If the tournament lists none, each side plays its own
/// policy.
///
/// # Errors
/// Returns an error, with its place in the file, for an unknown policy or setting, and for more than `most` policies.
pub fn with_policies<C: Clone, K: Settings>(
    listed: Vec<(String, C)>,
    written: Option<&At<Vec<At<toml::Value>>>>,
    own: impl Fn(&C) -> Option<&At<toml::Value>>,
    (book, file, most): (&Book<K>, &FileText, usize),
) -> Result<Vec<EntrantSpec<C, K>>, InputError> {
    let Some(written) = written else {
        let alone = |(name, side): (String, C)| {
            let policy = book.written_or_default(file, 0, own(&side))?;
            Ok(EntrantSpec { name, side, policy })
        };
        return listed.into_iter().map(alone).collect();
    };
    let policies = some_of(file, written, "policy", most)?
        .iter()
        .map(|policy| book.written(file, 0, policy))
        .collect::<Result<Vec<Spec<K>>, InputError>>()?;
    let (sides, many) = (listed.len(), policies.len());
    let named = |name: &str, policy: &str| match (sides, many) {
        (_, 1) => name.to_owned(),
        (1, _) => policy.to_owned(),
        _ => format!("{name}, {policy}"),
    };
    let entrant = |(name, side): &(String, C), policy: &Spec<K>| EntrantSpec {
        name: named(name, policy.name()),
        side: side.clone(),
        policy: policy.clone(),
    };
    Ok(listed.iter().flat_map(|side| policies.iter().map(move |policy| entrant(side, policy))).collect())
}

/// Returns the table of two policies that swap seats in one game.
pub(super) fn swapping<S: Setting>(game: &Arc<S::Game>, policies: [Policies<S>; 2]) -> PairTable {
    let (game, effort) = (Arc::clone(game), policies.iter().map(Spec::effort).fold(0.0, f64::max));
    PairTable::new(effort, move || {
        let policies = policies.clone();
        table_of([Arc::clone(&game), Arc::clone(&game)], move || policies.each_ref().map(Spec::build))
    })
}

/// Returns the table of two policies in a game of three and more players. In the first game of a pair the first policy has
/// one seat, in the second another; the second policy has all other seats. The margin compares the players of these two
/// seats: 1 or -1 if one of them wins, 0 if neither does. So equal policies score half of the points.
pub(super) fn among_several<S: Setting>(game: &Arc<S::Game>, players: usize, policies: [Policies<S>; 2]) -> PairTable {
    let game = Arc::clone(game);
    let effort = policies.iter().map(Spec::effort).fold(0.0, f64::max) * players as f64 / 2.0;
    PairTable::new(effort, move || {
        let (game, policies) = (Arc::clone(&game), policies.clone());
        Box::new(move |stop: &AtomicBool| -> Bouts<'_> {
            let (game, [first, second]) = (Arc::clone(&game), policies.each_ref());
            let specs = std::iter::once(first).chain(std::iter::repeat_n(second, players - 1));
            let mut seated: Seated<'_, S> = specs.map(|policy| Stoppable::new(policy.build(), stop)).collect();
            Box::new(move |key, number| {
                let [one, two] = compared_seats(players, number);
                [[one, two], [two, one]].map(|[own, other]| {
                    seated.swap(0, own);
                    let winner = game.scores(&play(game.as_ref(), key, &mut seated, &mut Unwatched)).winner();
                    seated.swap(0, own);
                    i16::from(winner == Some(own)) - i16::from(winner == Some(other))
                })
            })
        })
    })
}

/// Returns the seats that a pair of games compares. Every two seats have as many pairs, and each seat is first as often.
fn compared_seats(players: usize, pair: u64) -> [usize; 2] {
    let players = players as u64;
    let first = pair % players;
    let second = (first + 1 + pair / players % (players - 1)) % players;
    [first as usize, second as usize]
}

/// Returns the policy of a response: a named one, tuned values, or a learned evaluation.
pub(super) fn answer<S: Setting>(all: &[Policies<S>], response: Response) -> Policies<S> {
    match response {
        Response::Named(place) => all[place].clone(),
        Response::Of(values) => tuned::<S>(&values),
        Response::Learned(learned) => Spec::new("learned", PolicyKind::Search(learned.settings(S::quick()))),
    }
}

/// Returns a tactician with these values.
pub(super) fn tuned<S: Setting>(values: &[f64]) -> Policies<S> {
    Spec::new("tuned", PolicyKind::Tactician(Tactics::<S>::default().with(values)))
}

#[cfg(test)]
mod tests {
    use super::compared_seats;
    use std::collections::BTreeMap;

    #[test]
    fn every_two_seats_are_compared_as_often() {
        for players in [3, 4, 5] {
            let mut counts: BTreeMap<[usize; 2], usize> = BTreeMap::new();
            let pairs = (players * (players - 1)) as u64;
            (0..2 * pairs).for_each(|pair| *counts.entry(compared_seats(players, pair)).or_default() += 1);
            assert!(counts.len() as u64 == pairs && counts.values().all(|count| *count == 2), "{counts:?}");
            assert!(counts.keys().all(|[one, two]| one != two && one.max(two) < &players));
        }
    }
}
