//! Studies of games, and their games group by group.

use super::play::{Match, among_several, answer as answering, learnable, swapping, tuned};
use super::tables::{breakdown_table, difference, metrics_table, seats_table};
use super::tally::{Fact, Tally};
use super::{GamesStudy, Player, Policies, ReplayedGame, Setting, Tactics, policies_needed};
use super::{summary, tables};
use crate::study::{
    Answer, Changes, Contest, Games, GroupPlayer, Grouped, Learnable, Metric, Outcome, PlayedBy, PositionOf, Positions,
    Quantity, Replay, ReplayOrigin, Responder, Run, RunCounts, Study, Tunable, USEFUL_SHARE, WIN, Winner, too_few,
};
use crate::{runner::Job, runner::games::Stoppable};
use hitchart_config::{InputError, words::counted};
use hitchart_play::policy::Spec;
use hitchart_play::record::{POSITIONS, Recorded};
use hitchart_play::{Game, Unwatched, play};
use hitchart_report::{Warning, table::object};
use hitchart_stats::Estimate;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::{sync::Arc, sync::atomic::AtomicBool};

impl<S: Setting> Study for GamesStudy<S> {
    fn next_jobs(&self, run: &Run<'_>, _: &RunCounts) -> Vec<Job> {
        vec![Match::new(self).job(run.name, run.seed)]
    }

    fn games(&self) -> Option<&dyn Games> {
        Some(self)
    }

    fn answer(&self, name: &str, counted: &RunCounts) -> Answer {
        counted.of(name).map_or_else(Answer::default, |tally| answer(name, self, &tally))
    }
}

/// Returns a warning if the games are too few for useful win rates.
fn few(name: &str, tally: &Tally) -> Option<Warning> {
    let policies = (0..tally.policies.len()).map(Fact::Policy);
    let sides = (0..tally.sides.len()).map(Fact::Side);
    let won = policies.chain(sides).map(|fact| tally.fact(fact, 1).share);
    too_few(format!("win rates of {name}"), won, USEFUL_SHARE)
}

/// Builds the answer: tables, figures, summary and warnings.
fn answer<S: Setting>(name: &str, asked: &GamesStudy<S>, tally: &Tally) -> Answer {
    let mut answer = Answer {
        tables: vec![seats_table(name, asked, tally), breakdown_table(name, asked, tally)],
        figures: summary::all(name, asked, tally),
        warnings: few(name, tally).into_iter().collect(),
        ..Answer::default()
    };
    summary::summarise(&mut answer, asked, tally);
    // A policy against itself is even in every pair.
    let differing = difference(tally).filter(|_| !asked.has_one_policy());
    answer.tables.extend(differing.map(|difference| tables::table(name, asked, &difference)));
    answer.tables.extend([
        metrics_table(name, asked, tally, |_| true),
        tables::sides_table(name, asked, tally),
        S::strikes(name, tally),
        tables::rounds_table::<S>(name, tally),
        tables::scores_table(name, asked, tally),
        tables::margins_table(name, tally),
    ]);
    answer
}

impl<S: Setting> Games for GamesStudy<S> {
    fn count(&self) -> u64 {
        self.games
    }

    fn seats(&self) -> usize {
        self.policies.len()
    }

    fn players(&self) -> Vec<PlayedBy> {
        PlayedBy::all(0, self.policies.iter().map(Spec::name))
    }

    fn changed(&self, changes: &Changes<'_>) -> Result<Arc<dyn Study>, InputError> {
        if changes.row.is_some() {
            return Err(InputError::plain("--row: a study of kind `games` has no rows"));
        }
        let mut study = self.clone();
        study.games = changes.games.unwrap_or(study.games);
        study.swap_seats |= changes.swap_seats;
        if let Some(names) = changes.policies {
            if names.len() != study.policies.len() {
                let problem = policies_needed(names.len(), study.policies.len(), &S::WORDS);
                return Err(InputError::plain(format!("--policies: {problem}")));
            }
            study.policies =
                names.iter().map(|name| self.setting.book().named(0, name.trim())).collect::<Result<_, _>>()?;
        }
        Ok(Arc::new(study))
    }

    fn kept(&self) -> Option<Value> {
        self.setting.kept()
    }

    fn outcome(&self, name: &str, saved: &Value) -> Option<Outcome> {
        let tally = Tally::deserialize(saved).ok()?;
        let headlines =
            metrics_table(name, self, &tally, |metric| S::WORDS.headlines.split(' ').any(|name| name == metric.name));
        Some(Outcome {
            games: tally.games,
            tables: vec![seats_table(name, self, &tally), breakdown_table(name, self, &tally), headlines],
            all: tables::everything(name, self, &tally),
            json: tables::outcome(self, &tally),
            warnings: few(name, &tally).into_iter().collect(),
        })
    }

    fn win_rates(&self, tally: &Value, level: f64) -> Vec<Estimate> {
        Tally::deserialize(tally).map(|tally| tally.win_rates(level)).unwrap_or_default()
    }

    fn replay(&self, name: &str, about: &ReplayOrigin, stop: &AtomicBool) -> Result<Option<Replay>, InputError> {
        Ok(S::tell(self, name, about, stop))
    }

    fn tunable(&self, start: Option<&str>) -> Result<Tunable, InputError> {
        self.between_two()?;
        let policy = self.setting.book().named(0, start.unwrap_or("untuned"))?;
        let (tactics, game) = (policy.tactician()?.clone(), Arc::new(self.setting.game()));
        Ok(Tunable::new(policy.name(), &tactics, move |values, _| {
            swapping::<S>(&game, values.map(|values| tuned::<S>(&values)))
        }))
    }

    fn contest(&self, policy: &str, side: Option<&str>) -> Result<Contest, InputError> {
        self.between_two()?;
        self.training(policy, side)
    }

    fn training(&self, policy: &str, side: Option<&str>) -> Result<Contest, InputError> {
        if side.is_some() {
            return Err(InputError::plain("--side: this game has no sides"));
        }
        let policy: Policies<S> = self.setting.book().named(0, policy)?;
        let (all, game) = (Arc::new(self.setting.book().all(0)), Arc::new(self.setting.game()));
        let responders = all.iter().map(|spec| Responder::new(spec, spec.tactician().ok())).collect();
        let (name, study, same, known) = (policy.name().to_owned(), self.clone(), policy.clone(), Arc::clone(&all));
        let players = self.policies.len();
        let contest = Contest::new(&name, responders, Some(&Tactics::<S>::default()), move |response, _| {
            let pair = [answering::<S>(&all, response), policy.clone()];
            if players == 2 { swapping::<S>(&game, pair) } else { among_several::<S>(&game, players, pair) }
        });
        Ok(contest.with_swapped_seats().with_learning(move |response| {
            let mut policies = vec![same.clone(); players];
            policies[0] = answering::<S>(&known, response);
            learnable(&GamesStudy { policies, swap_seats: true, ..study.clone() })
        }))
    }

    fn grouped(&self) -> Result<Grouped, InputError> {
        Ok(grouped(self).played_by(Games::players(self)))
    }

    fn positions(&self, game: (&str, u64, u64), of: PositionOf<'_>) -> Result<Box<dyn Positions>, InputError> {
        Match::new(self).positions(game, of)
    }

    fn learnable(&self) -> Result<Learnable, InputError> {
        Ok(learnable(self))
    }
}

impl<S: Setting> GamesStudy<S> {
    /// Returns an error unless the study has exactly two policies.
    fn between_two(&self) -> Result<(), InputError> {
        if self.policies.len() == 2 {
            return Ok(());
        }
        let sides = counted(self.policies.len() as u64, S::WORDS.side[2]);
        Err(InputError::plain(format!("it has {sides}, and two are played against each other")))
    }
}

impl ReplayedGame {
    /// Describes how the game ended, in a sentence and as JSON.
    pub fn ended<S: Setting>(&self, study: &GamesStudy<S>) -> (String, Map<String, Value>) {
        let (names, ReplayedGame { policies, scores, rounds }) = (study.setting.names(), self);
        let best = scores.iter().max().copied().unwrap_or(0);
        let leaders: Vec<usize> = (0..scores.len()).filter(|player| scores[*player] == best).collect();
        let winner = if let [winner] = leaders[..] { Some(names[winner]) } else { None };
        let side = S::WORDS.side[0];
        let seats = (0..names.len())
            .map(|i| json!({ side: names[i], "policy": policies[i], "score": scores[i] }))
            .collect::<Vec<_>>();
        let json = [("winner", json!(winner)), ("rounds", json!(rounds)), ("seats", json!(seats))];
        let each = (0..names.len()).map(|i| format!("{} ({}) {}", names[i], policies[i], scores[i]));
        let ended = winner.map_or_else(|| "A tie".to_owned(), |winner| format!("A victory of {winner}"));
        let rounds = counted((*rounds).into(), "rounds");
        let said = format!("{ended} after {rounds}. {}.", each.collect::<Vec<_>>().join(", "));
        (said, object(json))
    }
}

/// Returns the games of a study, group by group. With swapped seats, policies change sides between the games of a
/// group. If one policy plays all sides, that would repeat the same game, so sides change seats instead: each side then
/// gets the same dice that the others had.
pub(super) fn grouped<S: Setting>(study: &GamesStudy<S>) -> Grouped {
    let size = if study.swap_seats { study.policies.len() } else { 1 };
    let effort = study.effort();
    let (policies, mixed) = (study.policies.clone(), are_mixed::<S>(&study.policies));
    let counted = Counted { mixed, points: unequal_points(study) };
    let seatings = if mixed { 1 } else { size };
    let games: Arc<Vec<S::Game>> = Arc::new((0..seatings).map(|seats| study.setting.rotated(seats).game()).collect());
    Grouped::new(quantities(study, counted), (size as u64, effort), move |stop: &AtomicBool| -> GroupPlayer<'_> {
        let games = Arc::clone(&games);
        let mut seated: Vec<Stoppable<'_, Player<S>, <S::Game as Game>::Action>> =
            policies.iter().map(|policy| Stoppable::new(policy.build(), stop)).collect();
        Box::new(move |key, sums| {
            for rotation in 0..size {
                let mut record = S::Record::default();
                let state = play(&games[rotation % seatings], key, &mut seated, &mut record);
                add::<S>((&record, &state), (rotation, counted), sums);
                seated.rotate_left(if size > 1 { 1 } else { 0 });
            }
        })
    })
    .that_matters(S::WORDS.matters)
}

/// Groups of quantities that not all studies have.
#[derive(Clone, Copy)]
struct Counted {
    /// Wins of each policy: at least two different ones play.
    mixed: bool,
    /// Wins of the player with the most points an asset, and of that with the fewest.
    points: [bool; 2],
}

/// Returns true for the most and for the fewest points an asset if one player alone has them. In most games of two fleets
/// both have equal points, so that there is no such player.
fn unequal_points<S: Setting>(study: &GamesStudy<S>) -> [bool; 2] {
    let state = study.setting.game().start(0, &mut Unwatched);
    by_points::<S>(&state, study.policies.len()).map(|player| player.is_some())
}

/// Returns the quantities that are counted, in the order of [`add`].
fn quantities<S: Setting>(study: &GamesStudy<S>, counted: Counted) -> Vec<Quantity> {
    let [side, ..] = S::WORDS.side;
    let names = || labels(study);
    let whole = S::Record::WHOLE.iter().map(|known| Quantity::of(known, String::new()));
    let shares = S::WORDS
        .shares
        .iter()
        .map(|share| Quantity { under: Some(share.under), ..Quantity::of(&share.metric, String::new()) });
    let won = |of: String| Quantity::of(&WIN, of);
    let side_wins = |(label, name): (String, &str)| Quantity {
        winner: Some(Winner::Side(format!("{side} {name}"))),
        ..won(format!("{side} {label}"))
    };
    let by_side = names().into_iter().zip(study.setting.names()).map(side_wins);
    let by_position = positions(study.policies.len()).map(|place| won(S::Record::POSITIONS[place].to_owned()));
    let policies = if counted.mixed { study.policies.as_slice() } else { &[] };
    let policy_wins = |(n, policy): (usize, &Policies<S>)| Quantity {
        winner: study.swap_seats.then(|| Winner::Policy(policy.name().to_owned())),
        ..won(format!("policy {} {}", n + 1, policy.name()))
    };
    let by_policy = policies.iter().enumerate().map(policy_wins);
    let by_points = ["most points an asset", "fewest points an asset"].into_iter().zip(counted.points);
    let by_points = by_points.filter(|(_, is_counted)| *is_counted).map(|(of, _)| won(of.to_owned()));
    let by_turn = [won("first turn".to_owned()), won("last turn".to_owned())];
    let sides = names().into_iter().flat_map(|name| {
        let of = move |known: &Metric| Quantity::of(known, format!("{side} {name}"));
        S::Record::SIDE.iter().map(of).collect::<Vec<Quantity>>()
    });
    let mut all: Vec<Quantity> = whole.chain(shares).chain(by_side).chain(by_position).collect();
    all.extend(by_policy.chain(by_points).chain(by_turn).chain(sides));
    all
}

/// Returns the tactical positions that occur with `players` players: two players have no middle position.
fn positions(players: usize) -> impl Iterator<Item = usize> {
    (0..POSITIONS).filter(move |position| players > 2 || *position != BETWEEN)
}

/// Index of the position between first and last.
const BETWEEN: usize = 1;

/// Returns true if at least two different policies play; per-policy results are skipped otherwise.
fn are_mixed<S: Setting>(policies: &[Policies<S>]) -> bool {
    policies.iter().any(|policy| policy.name() != policies[0].name())
}

/// Returns the names of sides; equal names get a number.
pub(super) fn labels<S: Setting>(study: &GamesStudy<S>) -> Vec<String> {
    let names = study.setting.names();
    let alike = |name: &str| names.iter().filter(|other| **other == name).count() > 1;
    let named = names.iter().enumerate();
    named.map(|(n, name)| if alike(name) { format!("{name} {}", n + 1) } else { (*name).to_owned() }).collect()
}

/// Adds the results of one game to the sums of its group. `rotation` is the index of the game in the group.
fn add<S: Setting>(
    (record, state): (&S::Record, &<S::Game as Game>::State),
    (rotation, Counted { mixed, points }): (usize, Counted),
    sums: &mut [i64],
) {
    let players = record.players();
    let won = |player: Option<usize>| i64::from(player.is_some() && record.winner() == player);
    // If one policy plays all sides, the sides have moved on by `rotation` seats.
    let seat = |side: usize| if mixed { side } else { (side + players - rotation) % players };
    let mut sums = sums.iter_mut();
    let mut put = |value: i64| sums.next().into_iter().for_each(|sum| *sum += value);
    record.wholes().iter().for_each(|value| put(i64::from(*value)));
    S::WORDS.shares.iter().for_each(|share| put(record.whole_at(share.over).into()));
    (0..players).for_each(|side| put(won(Some(seat(side)))));
    let at = |position: usize| (0..players).filter(move |player| record.position(*player) == position);
    positions(players).for_each(|position| put(at(position).map(|player| won(Some(player))).sum()));
    let policy_of = |side: usize| (side + rotation) % players;
    let policies = if mixed { players } else { 0 };
    (0..policies).for_each(|policy| put((0..players).filter(|c| policy_of(*c) == policy).map(|c| won(Some(c))).sum()));
    let by_points = by_points::<S>(state, players).into_iter().zip(points);
    by_points.filter(|(_, is_counted)| *is_counted).for_each(|(player, _)| put(won(player)));
    [record.first(), record.last()].into_iter().for_each(|player| put(won(player)));
    for side in 0..players {
        record.side(seat(side)).iter().for_each(|value| put(i64::from(*value)));
    }
}

/// Returns the player with the most points an asset, and that with the fewest; `None` if several have them.
fn by_points<S: Setting>(state: &<S::Game as Game>::State, players: usize) -> [Option<usize>; 2] {
    let points = |player: &usize| S::points(state, *player);
    [(0..players).max_by_key(points), (0..players).min_by_key(points)].map(|player| alone(player, players, points))
}

/// Returns `player` if no other player has the same number of points per asset.
fn alone(player: Option<usize>, players: usize, points: impl Fn(&usize) -> i32) -> Option<usize> {
    player.filter(|player| (0..players).filter(|other| points(other) == points(player)).count() == 1)
}
