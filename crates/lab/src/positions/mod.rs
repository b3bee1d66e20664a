//! Positions of games: the chances to win from there, the best action, and the audit of a game that was played.
//!
//! A game that was recorded with its choices is played again up to any of its decisions. From there, games are played
//! on with other dice; all arms of a comparison have common random numbers. A game gives its data as a [`RecordedGame`].

mod advice;
mod audit;
mod tables;

pub use advice::{Advice, AdvicePlan, advise};
pub use audit::{Audit, AuditPlan, Costly, Luck, Screening, audit};
pub use tables::{advice_answer, audit_answer, position_answer};

use crate::runner::playouts::{Build, PlayoutArm, Playouts};
use crate::runner::{Job, Streams};
use crate::study::{Dealt, DecisionPoint, PositionOf, Positions};
use hitchart_config::{FileText, InputError, place_named};
use hitchart_play::network::{MAX_WIDTH, Network};
use hitchart_play::{Choices, Decided, Game, Observer, Policy, Shown, Unwatched, Watching, follow};
use serde_json::Value;
use std::{collections::BTreeMap, sync::Arc};

/// Finds the policy of a player by name: its builder, and its approximate time of a game in nanoseconds.
pub type Find<P> = Arc<dyn Fn(usize, &str) -> Result<(Build<P>, f64), InputError> + Send + Sync>;
/// Function that adds an attack to a list if the event is one, or the damage of the last attack.
pub type AttackOf<G> = fn(&G, &<G as Game>::State, &<G as Game>::Event, &mut Vec<Dealt>);

/// Function that changes the state after the set-up to a position, the table [`POSITION`] of a file.
pub type Arrange<G> = fn(&G, &mut <G as Game>::State, &FileText) -> Result<(), InputError>;

/// Name of the table with a position.
pub const POSITION: &str = "position";

/// A game with the functions that positions need.
pub struct RecordedGame<G: Game, P> {
    /// The game.
    pub game: Arc<G>,
    /// Names of the players.
    pub players: Vec<String>,
    /// Policies that play on by default.
    pub policies: Vec<String>,
    /// Builders of the policies that played the game, in order of players.
    pub played: Vec<Build<P>>,
    /// Function that finds a policy.
    pub find: Find<P>,
    /// Returns the round of a state.
    pub round: fn(&G::State) -> u32,
    /// Returns true if a turn has just ended or a round begun.
    pub turn: fn(&G, &G::State) -> bool,
    /// Returns the share of a finished game that a player won.
    pub won: fn(&G, &G::State, usize) -> f64,
    /// Network of the game's search.
    pub network: Arc<Network>,
    /// Returns a player's share of the network's value.
    pub share: fn(f64, usize) -> f64,
    /// The game's word for what attacks do: `damage`.
    pub damage: &'static str,
    /// Function that finds the attacks among the events.
    pub attack: AttackOf<G>,
    /// Function that changes the state after the set-up to a typed position.
    pub arrange: Arrange<G>,
}

/// A game that was played again.
struct Played<G: Game, P> {
    table: RecordedGame<G, P>,
    /// Key of the dice of the game.
    key: u64,
    builds: Vec<Build<P>>,
    effort: f64,
    points: Vec<DecisionPoint>,
    states: Vec<G::State>,
    /// Actions that are not among the candidates, by decision: those of the game and of policies.
    unlisted: BTreeMap<usize, Vec<G::Action>>,
    dealt: Vec<Dealt>,
    result: Option<Vec<f64>>,
}

/// Collects the attacks of a game.
struct Attacks<G: Game> {
    attack: AttackOf<G>,
    seen: Vec<Dealt>,
}

impl<G: Game> Observer<G> for Attacks<G> {
    fn see(&mut self, game: &G, state: &G::State, event: &G::Event) {
        (self.attack)(game, state, event, &mut self.seen);
    }
}

impl<G, P> RecordedGame<G, P>
where
    G: Shown + Send + Sync + 'static,
    G::State: Sync,
    G::Action: Send + Sync,
    P: Policy<G> + 'static,
{
    /// Returns the positions of a game with the dice of `key`: of its replay, of a typed position, or of its start.
    ///
    /// # Errors
    /// Choices that are not those of this game, and positions that this game cannot have.
    pub fn of(self, key: u64, of: PositionOf<'_>) -> Result<Box<dyn Positions>, InputError> {
        let choices = match of {
            PositionOf::Replay(resume) => Choices { places: resume.choices.clone(), unlisted: resume.unlisted.clone() },
            PositionOf::Start => {
                let start = self.game.start(key, &mut Unwatched);
                return self.at(key, vec![(start, None)], (Vec::new(), None));
            }
            PositionOf::Typed(typed) => {
                let mut state = self.set_up(key)?;
                let placed = |error: InputError| {
                    let span = place_named(&typed.text, &error.problem);
                    error.or_at(typed, span.or_else(|| place_named(&typed.text, POSITION)).unwrap_or(0..0))
                };
                (self.arrange)(&self.game, &mut state, typed).map_err(placed)?;
                return self.at(key, vec![(state, None)], (Vec::new(), None));
            }
        };
        let mut attacks = Attacks { attack: self.attack, seen: Vec::new() };
        let mut policies: Vec<P> = self.played.iter().map(|build| build()).collect();
        let followed = follow(self.game.as_ref(), key, &choices, &mut policies, &mut Watching::<_, true>(&mut attacks));
        let (decisions, end) = followed.map_err(|number| {
            InputError::plain(format!("choice {number} of the replay is not a choice of this game")).with_help(Some(
                "another version of the program or the rules played the game, or the file was changed; write it again",
            ))
        })?;
        let result = (0..self.players.len()).map(|player| (self.won)(&self.game, &end, player)).collect();
        let decisions =
            decisions.into_iter().map(|Decided { state, action, place, .. }| (state, Some((action, place))));
        self.at(key, decisions.collect(), (attacks.seen, Some(result)))
    }

    /// Plays up to the first state between two turns.
    fn set_up(&self, key: u64) -> Result<G::State, InputError> {
        let found = self.policies.iter().enumerate().map(|(player, name)| Ok((self.find)(player, name)?.0()));
        let mut policies: Vec<P> = found.collect::<Result<_, InputError>>()?;
        policies.iter_mut().for_each(|policy| policy.begin(key));
        let mut state = self.game.start(key, &mut Unwatched);
        while let Some(player) = self.game.to_decide(&state).filter(|_| !(self.turn)(&self.game, &state)) {
            let action = policies[player].decide(&self.game, &state);
            self.game.apply(&mut state, &action, &mut Unwatched);
        }
        Ok(state)
    }

    #[allow(clippy::type_complexity, reason = "states with their choices, used once")]
    fn at(
        self,
        key: u64,
        states: Vec<(G::State, Option<(G::Action, Option<usize>)>)>,
        (dealt, result): (Vec<Dealt>, Option<Vec<f64>>),
    ) -> Result<Box<dyn Positions>, InputError> {
        let (game, mut candidates) = (Arc::clone(&self.game), Vec::new());
        let mut point = |(state, chosen): &(G::State, Option<(G::Action, Option<usize>)>)| {
            candidates.clear();
            game.candidates(state, &mut candidates);
            DecisionPoint {
                round: (self.round)(state),
                player: game.to_decide(state).unwrap_or(0),
                kind: game.kind_of_decision(state),
                words: game.decision_in_words(state),
                quiet: game.is_quiet(state),
                turn: (self.turn)(&game, state),
                // An action that is not listed is one more candidate.
                candidates: candidates.len() + usize::from(matches!(chosen, Some((_, None)))),
                chosen: chosen.map(|(_, place)| place.unwrap_or(candidates.len())),
            }
        };
        let points = states.iter().map(&mut point).collect();
        let mut unlisted: BTreeMap<usize, Vec<G::Action>> = BTreeMap::new();
        for (at, (_, chosen)) in states.iter().enumerate() {
            if let Some((action, None)) = chosen {
                unlisted.entry(at).or_default().push(*action);
            }
        }
        let states = states.into_iter().map(|(state, _)| state).collect();
        let names = self.policies.clone();
        let mut played =
            Played { table: self, key, builds: Vec::new(), effort: 0.0, points, states, unlisted, dealt, result };
        played.play_by(&names)?;
        Ok(Box::new(played))
    }
}

impl<G, P> Played<G, P>
where
    G: Shown,
{
    /// Returns the candidates of a decision, then the actions that are not among them.
    fn listed(&self, at: usize) -> Vec<G::Action> {
        let mut candidates = Vec::new();
        self.table.game.candidates(&self.states[at], &mut candidates);
        candidates.extend(self.unlisted.get(&at).into_iter().flatten());
        candidates
    }
}

impl<G, P> Positions for Played<G, P>
where
    G: Shown + Send + Sync + 'static,
    G::State: Sync,
    G::Action: Send + Sync,
    P: Policy<G> + 'static,
{
    fn points(&self) -> &[DecisionPoint] {
        &self.points
    }

    fn players(&self) -> &[String] {
        &self.table.players
    }

    fn policies(&self) -> Vec<&str> {
        self.table.policies.iter().map(String::as_str).collect()
    }

    fn play_by(&mut self, names: &[String]) -> Result<(), InputError> {
        let players = self.table.players.len();
        if names.len() != 1 && names.len() != players {
            let problem =
                format!("--policy: {} policies for {players} players; name one, or one for each", names.len());
            return Err(InputError::plain(problem));
        }
        let names: Vec<String> = (0..players).map(|player| names[player % names.len()].clone()).collect();
        let found = names.iter().enumerate().map(|(player, name)| (self.table.find)(player, name));
        let found: Vec<(Build<P>, f64)> = found.collect::<Result<_, _>>()?;
        self.effort = found.iter().map(|(_, effort)| effort).sum::<f64>() / 2.0;
        self.builds = found.into_iter().map(|(build, _)| build).collect();
        self.table.policies = names;
        Ok(())
    }

    fn job(&self, arms: &[PlayoutArm], streams: Streams) -> Job {
        // Arms of one decision follow each other, so that its candidates are listed once.
        let mut listed = (usize::MAX, Vec::new());
        let mut start = |arm: &PlayoutArm| {
            if listed.0 != arm.at {
                listed = (arm.at, self.listed(arm.at));
            }
            (self.states[arm.at], arm.action.map(|place| listed.1[place]))
        };
        let starts = arms.iter().map(&mut start).collect();
        let (game, builds, won) = (Arc::clone(&self.table.game), self.builds.clone(), self.table.won);
        let name = streams.name.clone();
        // Each game has its dice, so that the luck of many audits with one seed averages out.
        streams
            .of_game(self.key)
            .job(name, Playouts { game, starts, builds, won, effort: self.effort * arms.len() as f64 })
    }

    fn candidates(&self, at: usize) -> Vec<String> {
        let (game, state) = (&self.table.game, &self.states[at]);
        self.listed(at).iter().map(|action| game.action_in_words(state, action)).collect()
    }

    fn choice(&mut self, at: usize, policy: &str, key: u64) -> Option<usize> {
        let (build, _) = (self.table.find)(self.points[at].player, policy).ok()?;
        let mut policy = build();
        policy.begin(key);
        let action = policy.decide(&self.table.game, &self.states[at]);
        let listed = self.listed(at);
        let place = listed.iter().position(|candidate| *candidate == action);
        if place.is_none() {
            self.unlisted.entry(at).or_default().push(action);
        }
        Some(place.unwrap_or(listed.len()))
    }

    fn network(&self, at: usize) -> Option<Vec<f64>> {
        if !self.points[at].quiet {
            return None;
        }
        let RecordedGame { network, share, .. } = &self.table;
        let worth = |player: usize| {
            let mut features = [0.0; MAX_WIDTH];
            let features = &mut features[..G::FEATURES.len()];
            self.table.game.write_features(&self.states[at], player, features);
            share(network.worth(features), player)
        };
        let worths: Vec<f64> = (0..self.table.players.len()).map(worth).collect();
        // The network looks at the state once for each player; its chances are those of one game if they add up to 1.
        let sum: f64 = worths.iter().sum();
        Some(if sum > 0.0 { worths.iter().map(|worth| worth / sum).collect() } else { worths })
    }

    fn state(&self, at: usize) -> Value {
        self.table.game.state_as_data(&self.states[at])
    }

    fn damage(&self) -> &'static str {
        self.table.damage
    }

    fn dealt(&self) -> &[Dealt] {
        &self.dealt
    }

    fn result(&self) -> Option<Vec<f64>> {
        self.result.clone()
    }
}

/// Returns the index of the first decision of a round, or the number of a decision from 1.
///
/// # Errors
/// Rounds and decisions that the game has not, with those that it has.
pub fn place_of(points: &[DecisionPoint], round: Option<u32>, decision: Option<usize>) -> Result<usize, InputError> {
    if let Some(number) = decision {
        let problem = || format!("--decision: {number}; allowed: 1 to {}", points.len());
        return number.checked_sub(1).filter(|at| *at < points.len()).ok_or_else(|| InputError::plain(problem()));
    }
    let last = points.last().map_or(0, |point| point.round);
    if points.len() == 1 && round.is_none() {
        return Ok(0);
    }
    let wanted = round.unwrap_or(last.min(1));
    let found = points.iter().position(|point| point.round == wanted);
    found.ok_or_else(|| {
        InputError::plain(match points {
            [only] => format!("--round: {wanted}; the position is of round {}", only.round),
            _ => format!("--round: {wanted}; the game has the rounds 0 to {last}"),
        })
    })
}
