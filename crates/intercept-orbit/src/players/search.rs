//! The search player: a tactician that plays out what may follow its choices before it makes them.
//!
//! Candidates are the tactician's own choice, those of other players and a few by rule. Playouts end with a round, or
//! after a number of turns, and the tactician plays all seats. See [`hitchart_play::search`] and
//! `docs/methods/search.md`.

use super::super::battle::legal::attack::ship_can_attack;
use super::super::battle::state::{Life, Turn};
use super::super::battle::{Action, Battle, BattleDice, Decision, KeyedDice, PendingDecision, State};
use super::tactician::{NO_TARGET, Tactician, Tactics};
use super::{Greedy, view::View};
use hitchart_mobile_frame::PlayerId;
use hitchart_mobile_frame::search::{Horizon, PlayedOut, searcher, squashed};
use hitchart_play::policy::{
    Evaluation, Parameter, RANKINGS_OF_FILES, SearchBase, SearchDefaults, SearchParameters, SearchValues,
    built_in_network, look_ahead,
};
use hitchart_play::search::{Advisor, RankedAdvisor, Searcher};
use hitchart_play::{EvaluatedCandidate, Featured, Game, Policy};
use std::sync::LazyLock;

// The search player.

/// Settings of a search player.
pub type SearchSettings = hitchart_play::policy::SearchSettings<Tactics>;

/// A tactician that looks ahead.
#[derive(Clone, Debug)]
pub struct Search {
    searcher: Searcher<Action, RankedAdvisor<Panel>, Tactician, Horizon>,
}

impl Search {
    /// Creates a search player with these settings.
    pub fn new(settings: &SearchSettings) -> Search {
        let panel = Panel::new(settings.base, settings.places);
        Search { searcher: searcher(settings, panel, || Tactician::new(settings.base)) }
    }
}

/// Decisions to look ahead from: those with an effect that shows within a round.
const SEARCHED: [Decision; 11] = [
    Decision::Act,
    Decision::Declare,
    Decision::Defend,
    Decision::Repair,
    Decision::Proceed,
    Decision::Ram,
    Decision::Launch,
    Decision::PlaceCompany,
    Decision::Spot,
    Decision::Lose,
    Decision::Tick,
];

impl Policy<Battle<KeyedDice>> for Search {
    fn begin(&mut self, key: u64) {
        self.searcher.begin::<Battle<KeyedDice>>(key);
    }

    fn decide(&mut self, battle: &Battle<KeyedDice>, state: &State) -> Action {
        match state.asked.map(|asked| asked.what) {
            Some(what) if SEARCHED.contains(&what) => self.searcher.choose(battle, state),
            _ => self.searcher.follow(battle, state),
        }
    }

    fn evaluate_candidates(
        &mut self,
        battle: &Battle<KeyedDice>,
        state: &State,
        playouts: u32,
        into: &mut Vec<EvaluatedCandidate>,
    ) -> Option<Action> {
        let is_searched = state.asked.is_some_and(|asked| SEARCHED.contains(&asked.what));
        is_searched.then(|| self.searcher.evaluate_candidates(battle, state, playouts, into)).flatten()
    }

    fn predicted(&self) -> Option<f64> {
        self.searcher.predicted()
    }
}

// Settings of the search player of this game.

const LOOKING: SearchDefaults = SearchDefaults {
    defaults: SearchValues {
        budget: 64.0,
        shortlist: 10.0,
        horizon_rounds: 0.0,
        horizon_turns: 10.0,
        midway_turns: -1.0,
        caution: 0.7,
        resolve: 1.5,
        candidates: 1.0,
        fielding: 0.0,
        outlook: 1.0,
        ranking: 0.0,
    },
    most_rounds: 40.0,
    rounds: "Rounds of a playout after the present one; 40 reaches the end of any battle.",
    rankings: RANKINGS_OF_FILES,
};

/// All parameters of a search.
const ALL: [Parameter; 11] = look_ahead(LOOKING);

/// Parameters in this game: without `fielding`, because the tactician does the set-up.
const LIST: [Parameter; 10] = [ALL[0], ALL[1], ALL[2], ALL[3], ALL[4], ALL[5], ALL[6], ALL[7], ALL[9], ALL[10]];

static OWN: SearchParameters = SearchParameters {
    list: &LIST,
    defaults: LOOKING.defaults,
    features: <Battle<KeyedDice> as Featured>::FEATURES,
    network: LazyLock::new(|| built_in_network(NETWORK, <Battle<KeyedDice> as Featured>::FEATURES)),
    kinds: <Battle<KeyedDice> as Featured>::KINDS,
    ranking: None,
};

/// The built-in network, as `hitchart learn` wrote it.
const NETWORK: &str = include_str!("search/network.toml");

/// Returns the search of the first version: candidates of the players only, playouts to the end of the round, and
/// evaluation by leads.
pub fn leads() -> SearchSettings {
    SearchSettings {
        budget: 32,
        shortlist: 8,
        horizon_turns: None,
        midway_turns: None,
        places: false,
        evaluation: Evaluation::Leads,
        ..SearchSettings::default()
    }
}

/// Returns a search with a quarter of the playouts, each a little shorter, for studies of many games.
pub fn quick() -> SearchSettings {
    SearchSettings { budget: 16, shortlist: 5, horizon_turns: Some(8), ..SearchSettings::default() }
}

impl SearchBase for Tactics {
    fn search() -> &'static SearchParameters {
        &OWN
    }
}

// The horizon of the playouts of a battle, and the value of their ends.

/// Value of a whole ship's hit points relative to its points of score, if many rounds remain. The weight is set by
/// hand; it was not fitted to games.
const OF_LIFE: f64 = 0.5;
/// Number of rounds left from which on hit points count in full.
const FAR: f64 = 4.0;
/// Lead, in points, that is halfway to certainty.
const HALFWAY: f64 = 10.0;

impl<D: BattleDice> PlayedOut for Battle<D> {
    const HALFWAY: f64 = HALFWAY;

    fn round(state: &State) -> u32 {
        state.round.into()
    }

    /// Counts only the turns of the latest round, if that is a later one.
    fn turns_since(from: &State, state: &State) -> u32 {
        let begun = |state: &State| state.asset_ids().filter(|asset| state.has_acted(*asset)).count() as u32;
        if state.round == from.round { begun(state).saturating_sub(begun(from)) } else { begun(state) }
    }

    /// Returns the score of a player plus the value of its assets' hit points.
    fn standing(&self, state: &State, player: usize) -> f64 {
        let (rules, number) = (&self.rules, PlayerId::new(player as u8));
        let full = f64::from((rules.ships.capital_systems + rules.ships.whites).max(1));
        let own = (state.of(number) & (state.on_table() - state.hvas())).iter().map(|number| state.asset(number));
        let life: u32 =
            own.filter(|asset| asset.life() != Life::Drifting).map(|asset| u32::from(asset.hit_points())).sum();
        let future = (f64::from(state.clock) / f64::from(rules.clock.step.max(1)) / FAR).min(1.0);
        let points = f64::from(state.players[player].points_per_asset.max(1));
        f64::from(state.score(number)) + OF_LIFE * future * points * f64::from(life) / full
    }

    fn value_of_lead(lead: f64) -> f64 {
        squashed(lead, HALFWAY)
    }
}

// Candidates of the search: first the tactician's, then those of an untuned tactician and the greedy player, then all
// legal ones if there are few.

/// A tactician and other players that propose candidates.
#[derive(Clone, Debug)]
pub struct Panel {
    base: Tactician,
    tactics: Tactics,
    /// True if the tactician's next best choices are candidates too.
    places: bool,
    other: Tactician,
    greedy: Greedy,
    key: u64,
    legal: Vec<Action>,
    /// Number of choices overruled since the game began.
    overruled: u64,
}

/// Decisions with so short a list of candidates that all can be compared.
const BY_RULE: [Decision; 7] =
    [Decision::Act, Decision::Defend, Decision::Repair, Decision::Ram, Decision::Spot, Decision::Lose, Decision::Tick];

/// Number of targets, and of maneuvers or flights, that the tactician proposes.
const TARGETS: usize = 5;
const MOVES: usize = 4;

impl Panel {
    /// Creates a panel around a tactician with these weights.
    pub fn new(tactics: Tactics, places: bool) -> Panel {
        let (base, other) = (Tactician::new(tactics), Tactician::new(Tactics::start()));
        let (greedy, legal) = (Greedy::new(), Vec::with_capacity(512));
        Panel { base, tactics, places, other, greedy, key: 0, legal, overruled: 0 }
    }

    /// Passes the tactician's best few choices to `add`.
    fn next_best<D: BattleDice>(
        &self,
        battle: &Battle<D>,
        state: &State,
        asked: PendingDecision,
        mut add: impl FnMut(Action),
    ) {
        let view = View::new(battle, state, battle.odds(), &self.tactics, asked.player);
        match (asked.what, state.turn_in_control()) {
            (Decision::Declare, Some(_)) => {
                view.declarations::<TARGETS>().actions().for_each(&mut add);
                add(NO_TARGET);
            }
            (Decision::Proceed, Some(turn)) if state.asset(turn.asset).is_company() => {
                if !turn.moved {
                    view.flights::<MOVES>(turn).actions().for_each(&mut add);
                }
                if !turn.attacked {
                    view.best_attack(turn).into_iter().for_each(|(_, attack)| add(attack));
                }
                add(Action::Finish);
            }
            (Decision::Proceed, Some(turn)) => {
                if !turn.moved {
                    // The first of these is the tactician's own choice.
                    view.before_steering(turn).into_iter().for_each(&mut add);
                    view.steer::<MOVES>(turn).actions().for_each(&mut add);
                }
                if ship_can_attack(battle, state, turn) {
                    let best = view.best_die(turn);
                    best.into_iter().for_each(|(_, die)| add(Action::Attack { die, target: turn.target }));
                }
            }
            _ => {}
        }
    }
}

/// Returns true if a ship is asked for its move. The first of the next best choices is then the tactician's own, so it
/// is computed once.
fn steers(state: &State, asked: PendingDecision) -> bool {
    let ship = |turn: &Turn| !turn.moved && !state.asset(turn.asset).is_company();
    asked.what == Decision::Proceed && state.turn_in_control().is_some_and(ship)
}

impl Policy<Battle<KeyedDice>> for Panel {
    fn begin(&mut self, key: u64) {
        (self.key, self.overruled) = (key, 0);
        Policy::<Battle<KeyedDice>>::begin(&mut self.base, key);
    }

    fn decide(&mut self, battle: &Battle<KeyedDice>, state: &State) -> Action {
        self.base.decide(battle, state)
    }
}

impl Advisor<Battle<KeyedDice>> for Panel {
    fn shortlist(&mut self, battle: &Battle<KeyedDice>, state: &State, most: usize, into: &mut Vec<Action>) {
        let Some(asked) = state.asked else { return };
        if !(self.places && steers(state, asked)) {
            into.push(self.base.decide(battle, state));
        }
        let mut add = |action: Action| {
            if into.len() < most && !into.contains(&action) {
                into.push(action);
            }
        };
        if self.places {
            self.next_best(battle, state, asked, &mut add);
        }
        // They may hold plans for a future that did not happen.
        Policy::<Battle<KeyedDice>>::begin(&mut self.other, self.key);
        Policy::<Battle<KeyedDice>>::begin(&mut self.greedy, self.key);
        add(self.other.decide(battle, state));
        add(self.greedy.decide(battle, state));
        if BY_RULE.contains(&asked.what) {
            self.legal.clear();
            battle.candidates(state, &mut self.legal);
            self.legal.iter().copied().for_each(add);
        }
    }

    fn overrule(&mut self) {
        self.overruled += 1;
        Policy::<Battle<KeyedDice>>::begin(&mut self.base, self.key ^ self.overruled << 32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hitchart_config::FileText;
    use hitchart_play::network::NetworkFile;

    #[test]
    fn the_built_in_network_is_of_the_features_of_the_game() {
        let file = FileText { path: "network.toml".into(), text: NETWORK.to_owned() };
        NetworkFile::read(&file, OWN.features).unwrap();
        assert!(NETWORK.len() < 100_000, "{}", NETWORK.len());
    }
}
