//! The search player: a tactician that simulates the consequences of its choices before it decides.
//!
//! Candidates are the tactician's own choice, the choices of other styles, and a few by rule. Playouts go to the end of
//! a round, with the tactician in all seats. Choices that another choice beats at no cost are not compared, because a
//! few playouts cannot distinguish them from equals. See [`hitchart_play::search`] and `docs/methods/search.md`.

mod places;
#[cfg(test)]
mod tests;

use super::simple;
use super::tactician::{DefensePlans, STYLES, Tactician, Tactics};
use crate::battle::legal::{attack_dice, can_attack, can_spot, defenses, must_act, ranges_and_rockets, ready};
use crate::battle::state::{Die, Target, Turn, Unit};
use crate::battle::{Action, Battle, BattleDice, Decision, KeyedDice, State};
use crate::{battle_rules::PerUnit, ids::UnitId, loadout::Range};
use hitchart_mobile_frame::PlayerId;
use hitchart_mobile_frame::search::{Horizon, PlayedOut, searcher};
use hitchart_play::network::link;
use hitchart_play::policy::{
    Evaluation, Parameter, RANKINGS, SearchBase, SearchDefaults, SearchParameters, SearchValues, built_in_network,
    look_ahead,
};
use hitchart_play::search::{Advisor, RankedAdvisor, Searcher, candidate_features};
use hitchart_play::{EvaluatedCandidate, Featured, Game, Policy};
use places::Places;
use std::sync::LazyLock;

/// Settings of a search player.
pub type SearchSettings = hitchart_play::policy::SearchSettings<Tactics>;

/// A tactician that looks ahead.
#[derive(Clone, Debug)]
pub struct Search {
    /// Playouts of a decision while companies are fielded.
    fielding: u32,
    /// True if decisions that the styles leave to the tactician are searched too.
    places: bool,
    searcher: Searcher<Action, RankedAdvisor<Panel>, Tactician, Horizon>,
}

impl Search {
    /// Creates a search player with these settings.
    pub fn new(settings: &SearchSettings) -> Search {
        let base = || Tactician::new(settings.base);
        let searcher = searcher(settings, Panel::new(base(), settings.places), base);
        Search { fielding: settings.fielding, places: settings.places, searcher }
    }

    /// Returns true for a decision that is searched with the budget of a turn.
    fn is_searched(&self, what: Decision) -> bool {
        SEARCHED.contains(&what) || self.places && OF_PLACES.contains(&what)
    }
}

/// Decisions that are searched: those of a turn and of the clock, which show their value within a round.
const SEARCHED: [Decision; 7] = [
    Decision::Act,
    Decision::Declare,
    Decision::Defend,
    Decision::Proceed,
    Decision::Spot,
    Decision::Lose,
    Decision::Tick,
];
/// Decisions without any other proposal from the tactician's styles. The use of a spot is left out: search found no
/// gain over the tactician's choice.
const OF_PLACES: [Decision; 2] = [Decision::Commit, Decision::ChooseCover];
/// Decisions of fielding.
const OF_FIELDING: [Decision; 3] = [Decision::BreakTie, Decision::PlaceStation, Decision::PlaceFrame];

impl Policy<Battle<KeyedDice>> for Search {
    fn begin(&mut self, key: u64) {
        self.searcher.begin::<Battle<KeyedDice>>(key);
    }

    fn decide(&mut self, battle: &Battle<KeyedDice>, state: &State) -> Action {
        match state.asked.map(|asked| asked.what) {
            Some(what) if self.is_searched(what) => self.searcher.choose(battle, state),
            Some(what) if self.fielding > 0 && OF_FIELDING.contains(&what) => {
                self.searcher.choose_within(battle, state, self.fielding)
            }
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
        let is_searched = state.asked.is_some_and(|asked| self.is_searched(asked.what));
        is_searched.then(|| self.searcher.evaluate_candidates(battle, state, playouts, into)).flatten()
    }

    fn predicted(&self) -> Option<f64> {
        self.searcher.predicted()
    }
}

// Settings of this game's search player.

const LOOKING: SearchDefaults = SearchDefaults {
    defaults: SearchValues {
        budget: 54.0,
        shortlist: 6.0,
        horizon_rounds: 0.0,
        horizon_turns: 3.0,
        midway_turns: 1.0,
        caution: 1.0,
        resolve: 1.0,
        candidates: 1.0,
        fielding: 32.0,
        outlook: 1.0,
        ranking: 0.0,
    },
    most_rounds: 40.0,
    rounds: "Rounds of a playout after the present one; 40 reaches the end of any battle.",
    rankings: RANKINGS,
};

static OWN: SearchParameters = SearchParameters {
    list: PARAMETERS,
    defaults: LOOKING.defaults,
    features: <Battle<KeyedDice> as Featured>::FEATURES,
    network: LazyLock::new(|| built_in_network(NETWORK, <Battle<KeyedDice> as Featured>::FEATURES)),
    kinds: <Battle<KeyedDice> as Featured>::KINDS,
    ranking: Some(LazyLock::new(|| {
        let features =
            candidate_features(<Battle<KeyedDice> as Featured>::KINDS, <Battle<KeyedDice> as Featured>::FEATURES);
        built_in_network(RANKING, &features)
    })),
};

/// The built-in network, as written by `hitchart learn`.
const NETWORK: &str = include_str!("network.toml");

/// The built-in ranking of candidates, as written by `hitchart learn --candidates`.
const RANKING: &str = include_str!("ranking.toml");

/// Parameters of the search, without those of the tactician that it starts from.
const PARAMETERS: &[Parameter] = &look_ahead(LOOKING);

/// Returns the settings of the first version: candidates of the styles, playouts to the end of the round, and
/// evaluation by leads.
pub fn leads() -> SearchSettings {
    SearchSettings {
        budget: 32,
        shortlist: 8,
        horizon_turns: None,
        midway_turns: None,
        caution: 0.5,
        resolve: 0.0,
        places: false,
        fielding: 0,
        evaluation: Evaluation::Leads,
        ..SearchSettings::default()
    }
}

/// Returns the settings before playouts were evaluated twice.
pub fn ends() -> SearchSettings {
    SearchSettings {
        budget: 44,
        shortlist: 8,
        horizon_turns: Some(6),
        midway_turns: None,
        resolve: 1.5,
        fielding: 64,
        ..SearchSettings::default()
    }
}

/// Returns settings with sixteen times the playouts, of more candidates and further ahead.
pub fn deep() -> SearchSettings {
    let settings = SearchSettings::default();
    SearchSettings { shortlist: 10, horizon_turns: Some(6), midway_turns: Some(3), ..settings }.deep()
}

/// Returns settings with few playouts of few candidates, for studies of many games.
pub fn quick() -> SearchSettings {
    SearchSettings { budget: 16, shortlist: 5, caution: 0.7, fielding: 16, ..SearchSettings::default() }
}

impl SearchBase for Tactics {
    fn search() -> &'static SearchParameters {
        &OWN
    }
}

// The horizon of playouts, and the evaluation of the states that they end in.

/// Log-odds of winning for each asset of five points ahead, by the remaining clock. Fitted by logistic regression to
/// the states at the beginning of rounds in games of tacticians (`docs/methods/search.md`).
const OF_ASSETS: [f64; 12] = [0.8, 0.77, 0.65, 0.55, 0.46, 0.39, 0.33, 0.28, 0.23, 0.20, 0.17, 0.15];
/// Log-odds of winning for the hit points of each whole frame ahead, fitted in the same way.
const OF_HIT_POINTS: [f64; 12] = [0.6, 0.75, 0.85, 1.0, 1.12, 1.28, 1.4, 1.5, 1.55, 1.5, 1.4, 1.35];
/// Points of score that count as an asset.
const ASSET: f64 = 5.0;

impl<D: BattleDice> PlayedOut for Battle<D> {
    const HALFWAY: f64 = 40.0;

    fn round(state: &State) -> u32 {
        state.round.into()
    }

    /// Does not count the turns of rounds in between.
    fn turns_since(from: &State, state: &State) -> u32 {
        let begun = |state: &State| state.units().iter().filter(|unit| unit.acted).count() as u32;
        if state.round == from.round {
            return begun(state).saturating_sub(begun(from));
        }
        let left: u32 = from.players().iter().map(|player| u32::from(player.to_act)).sum();
        if from.round == 0 { begun(state) } else { left + begun(state) }
    }

    /// Returns the strength of a player on the table, in log-odds.
    fn standing(&self, state: &State, player: usize) -> f64 {
        let frame = &self.rules.frame;
        let full = f64::from(frame.max_systems) + f64::from(frame.whites);
        let own = |unit: &&Unit| unit.stands() && unit.owner.index() == player;
        let hit_points: u32 = state.units().iter().filter(own).map(|unit| u32::from(unit.hit_points())).sum();
        let clock = usize::from(state.clock).min(OF_ASSETS.len() - 1);
        OF_ASSETS[clock] * f64::from(state.score(PlayerId::new(player as u8))) / ASSET
            + OF_HIT_POINTS[clock] * f64::from(hit_points) / full.max(1.0)
    }

    fn value_of_lead(lead: f64) -> f64 {
        // Halved, the lead has the slope of the logistic function at 0.
        link(lead / 2.0)
    }
}

// Choices that another choice beats at no cost.

/// Dominated choices of a decision.
#[derive(Clone, Copy, Debug)]
pub enum Dominated {
    /// No choice is known to be dominated.
    Nothing,
    /// A defense is dominated by a higher one that leaves an equally good plan for the rest of the turn.
    Defenses(DefensePlans),
    /// An attack with the red die costs nothing: it dominates all choices that give this attack up.
    Attack(Die),
    /// An attack with the red die makes its target take its turn in answer. Giving the attack up is seldom better, and
    /// a few playouts cannot show when: only the tactician gives it up.
    Answered,
    /// A spot can be given and helps no rival: it dominates giving none.
    Spot,
}

impl Dominated {
    /// Finds the dominated choices of the decision that is due.
    pub fn of<D: BattleDice>(battle: &Battle<D>, state: &State, what: Decision, base: &mut Tactician) -> Dominated {
        let Some(turn) = state.turn_in_control() else { return Dominated::Nothing };
        match what {
            Decision::Defend => Dominated::Defenses(base.defense_plans(battle, state, turn)),
            Decision::Proceed => attack(battle, state, turn),
            // A spot serves the next attacker of its target: with three players, maybe a rival.
            Decision::Spot if state.player_count == 2 && can_spot(battle, state, turn) => Dominated::Spot,
            _ => Dominated::Nothing,
        }
    }

    /// Returns the choice itself, or one that dominates it if that is known.
    pub fn improved<D: BattleDice>(&self, battle: &Battle<D>, state: &State, action: Action) -> Action {
        match (self, action) {
            (Dominated::Defenses(plans), Action::Defend(die)) => Action::Defend(plans.better_than(die).unwrap_or(die)),
            (Dominated::Attack(die), _) if self.contains(battle, state, &action) => Action::Attack(*die),
            _ => action,
        }
    }

    /// Returns true for a choice that another choice dominates.
    pub fn contains<D: BattleDice>(&self, battle: &Battle<D>, state: &State, action: &Action) -> bool {
        let leaves_range = |turn: &Turn, to| !battle.can_attack_from(state, turn, to);
        match (self, action) {
            (Dominated::Defenses(plans), Action::Defend(die)) => plans.better_than(*die).is_some(),
            (Dominated::Attack(_) | Dominated::Answered, Action::Finish) | (Dominated::Spot, Action::NoSpot) => true,
            (Dominated::Attack(_) | Dominated::Answered, Action::Move { path, .. }) => {
                state.turn_in_control().is_some_and(|turn| leaves_range(turn, path.to))
            }
            _ => false,
        }
    }
}

/// Finds the choices that an attack with the red die dominates, if it can be made from the frame's place. No frame of the
/// attacker may cover the target (R34). The attack is free if the target does not have to take its turn in answer (R13).
fn attack<D: BattleDice>(battle: &Battle<D>, state: &State, turn: &Turn) -> Dominated {
    let Target::Frame(target) = turn.target else { return Dominated::Nothing };
    let unit = state.unit(target);
    let Some(red) = attack_dice(battle, state, turn).find(|die| *die == Die::Own) else { return Dominated::Nothing };
    if !can_attack(battle, state, turn) || !unit.stands() {
        return Dominated::Nothing;
    }
    let attacker = state.unit(turn.unit);
    let covering = || battle.frame_covering(state, target, turn.unit, attacker.at);
    let covers_friend = |number: UnitId| state.unit(number).owner == attacker.owner;
    if turn.range != Range::HandToHand && covering().is_some_and(covers_friend) {
        return Dominated::Nothing;
    }
    let answers = unit.defense.is_none() && !unit.acted;
    if answers { Dominated::Answered } else { Dominated::Attack(red) }
}

// Candidates: of a tactician, of tacticians of other styles, then by the rules if they leave few choices.

/// A tactician, and tacticians of other styles as advisers.
#[derive(Clone, Debug)]
pub struct Panel {
    base: Tactician,
    others: Vec<Tactician>,
    key: u64,
    legal: Vec<Action>,
    attacks: Vec<Ranked>,
    /// Finds places beyond those that the styles propose.
    places: Option<Box<Places>>,
    /// Number of choices overruled since the game began.
    overruled: u64,
}

/// An attack that may be declared: its value, its index in the list of all, and the action.
type Ranked = (f64, usize, Action);

/// Most attacks that are added to those of the tacticians.
const ATTACKS: usize = 8;
/// Expected damage that a rocket must add.
const ROCKET: f64 = 0.2;

impl Panel {
    /// Creates a panel around a tactician.
    pub fn new(base: Tactician, places: bool) -> Panel {
        let others = STYLES.iter().map(|style| Tactician::new(style.tactics())).collect();
        let (legal, attacks) = (Vec::with_capacity(256), Vec::with_capacity(256));
        let places = places.then(|| Box::new(Places::new()));
        Panel { base, others, key: 0, legal, attacks, places, overruled: 0 }
    }

    /// Adds the choices of the other styles.
    fn by_style(&mut self, battle: &Battle<KeyedDice>, state: &State, mut add: impl FnMut(Action)) {
        for other in &mut self.others {
            // The style may have planned for events that did not happen.
            Policy::<Battle<KeyedDice>>::begin(other, self.key);
            add(other.decide(battle, state));
        }
    }

    /// Adds choices by rule if they are few: all of them, or the most promising.
    fn by_rule<D: BattleDice>(
        &mut self,
        battle: &Battle<D>,
        state: &State,
        what: Decision,
        mut add: impl FnMut(Action),
    ) {
        match (what, state.turn_in_control()) {
            (Decision::Defend, Some(turn)) => {
                defenses(turn).map(Action::Defend).for_each(add);
            }
            (Decision::Declare, Some(turn)) => {
                self.rank_attacks(battle, state, turn);
                self.attacks.iter().take(ATTACKS).for_each(|attack| add(attack.2));
                add(Action::Declare { target: Target::Nothing, range: Range::HandToHand, rockets: 0 });
            }
            (Decision::Proceed, _) => add(Action::Finish),
            (Decision::Spot | Decision::Lose | Decision::Tick | Decision::UseSpot | Decision::ChooseCover, _)
            | (Decision::BreakTie, _) => {
                self.legal.clear();
                battle.candidates(state, &mut self.legal);
                self.legal.iter().copied().for_each(add);
            }
            _ => {}
        }
    }

    /// Ranks the attacks that a frame may be able to make, by expected damage.
    fn rank_attacks<D: BattleDice>(&mut self, battle: &Battle<D>, state: &State, turn: &Turn) {
        self.attacks.clear();
        for target in state.enemies(state.unit(turn.unit).owner) {
            for (range, rockets) in ranges_and_rockets(battle, state, turn.unit) {
                let damage = simple::declared(battle, state, turn.unit, target, range, rockets);
                let action = Action::Declare { target: Target::Frame(target), range, rockets };
                if damage > 0.0 {
                    self.attacks.push((damage - ROCKET * f64::from(rockets), self.attacks.len(), action));
                }
            }
        }
        self.attacks.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    }
}

/// Adds every frame that may act, and a pass if it is allowed.
fn activations<D: BattleDice>(battle: &Battle<D>, state: &State, player: PlayerId, add: impl FnMut(Action)) {
    let pass = (!must_act(battle, state)).then_some(Action::Pass);
    ready(state, player).map(Action::Activate).chain(pass).for_each(add);
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
        let own = self.base.decide(battle, state);
        let Some(asked) = state.asked else { return into.push(own) };
        let dominated = match self.places {
            Some(_) => Dominated::of(battle, state, asked.what, &mut self.base),
            None => Dominated::Nothing,
        };
        let first = dominated.improved(battle, state, own);
        into.push(first);
        let mut add = |action: Action| {
            if into.len() < most && !into.contains(&action) && !dominated.contains(battle, state, &action) {
                into.push(action);
            }
        };
        if asked.what == Decision::Act {
            // With dice for the order of frames, the player has almost no choice.
            if battle.rules.order.per_unit == PerUnit::Off {
                activations(battle, state, asked.player, add);
            }
            return;
        }
        match (&mut self.places, asked.what) {
            (Some(places), Decision::PlaceStation) => places.for_station(battle, state, asked.player, add),
            (Some(places), Decision::PlaceFrame) => places.for_frame(battle, state, (asked.player, first), add),
            (Some(places), Decision::Proceed) => {
                let turn = state.turn_in_control();
                turn.into_iter().for_each(|turn| places.for_turn(battle, state, turn, &mut add));
                self.by_style(battle, state, &mut add);
                self.by_rule(battle, state, asked.what, add);
            }
            _ => {
                self.by_style(battle, state, &mut add);
                self.by_rule(battle, state, asked.what, add);
            }
        }
    }

    fn overrule(&mut self) {
        // With separate draws each time: places that were drawn before are not drawn again.
        self.overruled += 1;
        Policy::<Battle<KeyedDice>>::begin(&mut self.base, self.key ^ self.overruled << 32);
    }
}

#[cfg(test)]
mod settings_tests {
    use super::*;
    use hitchart_config::FileText;
    use hitchart_play::network::NetworkFile;

    #[test]
    fn the_built_in_network_is_of_the_features_of_the_game() {
        let file = FileText { path: "network.toml".into(), text: NETWORK.to_owned() };
        NetworkFile::read(&file, OWN.features).unwrap();
        assert!(NETWORK.len() < 100_000, "{}", NETWORK.len());
    }

    #[test]
    fn the_built_in_ranking_is_of_the_candidates_of_the_game() {
        let file = FileText { path: "ranking.toml".into(), text: RANKING.to_owned() };
        let network = NetworkFile::read(&file, &candidate_features(OWN.kinds, OWN.features)).unwrap();
        assert_eq!(OWN.ranking.as_deref().map(|ranking| (**ranking).clone()), Some(network));
    }
}
