//! The search player, which compares its choices by simulated playouts.
//!
//! The Aces' candidates are the tactician's highest-ranked choices. Playouts go to the end of the round or beyond; the
//! tactician plays the Aces, and game masters of all tempers take turns. The game master's candidates are the choices
//! of three tempers; its playouts use Aces of several kinds. See [`hitchart_play::search`].

use super::super::mission::{ACES, Action, Decision, KeyedDice, Mission, MissionDice, State};
use super::super::{encounter::Ending, ids::EnemyId, mission::state::AceState};
use super::gm::{GameMaster, Temper};
use super::tactician::Tactician;
use super::{Plain, Player, Tactics, sight};
use hitchart_play::policy::{
    Evaluation, Parameter, RANKINGS_OF_FILES, SearchBase, SearchDefaults, SearchParameters, SearchValues,
    built_in_network, look_ahead,
};
use hitchart_play::search::{Advisor, Evaluator, RankedAdvisor, Searcher};
use hitchart_play::{EvaluatedCandidate, Featured, Policy};
use std::sync::LazyLock;

/// Settings of a search player.
pub type SearchSettings = hitchart_play::policy::SearchSettings<Tactics>;

type Side = Searcher<Action, RankedAdvisor<Panel>, Mixture, Rounds>;

/// A search player, in either seat.
#[derive(Clone, Debug)]
pub struct Search {
    aces: Side,
    gm: Side,
}

impl Search {
    /// Returns a search player with these settings. The player does not know its opponent's policy.
    pub fn new(settings: &SearchSettings) -> Search {
        let base = || Tactician::new(settings.base);
        let side = |panel, players: [Mixture; 2], midway| {
            let evaluation = settings.evaluation.clone();
            let rounds = Rounds { ahead: settings.horizon_rounds, midway, evaluation };
            let panel = RankedAdvisor::new(panel, settings.ranking.clone());
            Searcher::new(settings.lookahead(), panel, players.into_iter().collect(), rounds)
        };
        let tactician = Mixture::one(Player::Tactician(Box::new(base())));
        let master = Mixture::one(Player::Plain(Plain::GreedyMaster.player()));
        Search {
            aces: side(Panel::Aces(Box::new(base())), [tactician, Mixture::of_game_masters()], false),
            gm: side(Panel::of_game_masters(), [Mixture::of_aces(settings.base), master], true),
        }
    }
}

/// Returns true for decisions made by search; the base player makes the others.
const fn is_searched(asked: Decision) -> bool {
    use Decision::{Act, Activate, Answer, EnemyMove, LastDamage, NextAce, Restored, Roll, Second, Share, Step};
    matches!(
        asked,
        NextAce
            | Act
            | Roll
            | Second
            | Step { .. }
            | LastDamage { .. }
            | Share { .. }
            | Activate
            | EnemyMove
            | Restored
            | Answer
    )
}

impl Policy<Mission<KeyedDice>> for Search {
    fn begin(&mut self, key: u64) {
        self.aces.begin::<Mission<KeyedDice>>(key);
        self.gm.begin::<Mission<KeyedDice>>(key);
    }

    fn decide(&mut self, mission: &Mission<KeyedDice>, state: &State) -> Action {
        let asked = state.asked.expect("a decision is due");
        let side = if asked.player() == ACES { &mut self.aces } else { &mut self.gm };
        if is_searched(asked) { side.choose(mission, state) } else { side.follow(mission, state) }
    }

    fn evaluate_candidates(
        &mut self,
        mission: &Mission<KeyedDice>,
        state: &State,
        playouts: u32,
        into: &mut Vec<EvaluatedCandidate>,
    ) -> Option<Action> {
        let asked = state.asked.filter(|asked| is_searched(*asked))?;
        let side = if asked.player() == ACES { &mut self.aces } else { &mut self.gm };
        side.evaluate_candidates(mission, state, playouts, into)
    }

    fn predicted(&self) -> Option<f64> {
        self.aces.predicted()
    }
}

// Parameters of this game's search player.

const LOOKING: SearchDefaults = SearchDefaults {
    defaults: SearchValues {
        budget: 64.0,
        shortlist: 6.0,
        horizon_rounds: 1.0,
        horizon_turns: -1.0,
        midway_turns: -1.0,
        caution: 1.0,
        resolve: 0.0,
        candidates: 0.0,
        fielding: 0.0,
        outlook: 0.0,
        ranking: 0.0,
    },
    most_rounds: 250.0,
    rounds: "Rounds of a playout after the present one; 250 reaches the end of any battle.",
    rankings: RANKINGS_OF_FILES,
};

/// All parameters of a search.
const ALL: [Parameter; 11] = look_ahead(LOOKING);

/// Parameters for this game, in which playouts are measured in rounds.
const LIST: [Parameter; 7] = [ALL[0], ALL[1], ALL[2], ALL[5], ALL[6], ALL[9], ALL[10]];

static OWN: SearchParameters = SearchParameters {
    list: &LIST,
    defaults: LOOKING.defaults,
    features: <Mission<KeyedDice> as Featured>::FEATURES,
    network: LazyLock::new(|| built_in_network(NETWORK, <Mission<KeyedDice> as Featured>::FEATURES)),
    kinds: <Mission<KeyedDice> as Featured>::KINDS,
    ranking: None,
};

/// The built-in network, written by `hitchart learn`.
const NETWORK: &str = include_str!("network.toml");

impl SearchBase for Tactics {
    fn search() -> &'static SearchParameters {
        &OWN
    }
}

// Candidates of a search: the rankings of a tactician for the Aces, and of game masters for the other side.

/// Players that propose their highest-ranked choices.
#[derive(Clone, Debug)]
enum Panel {
    Aces(Box<Tactician>),
    /// The first is the base player.
    GameMasters(Box<[GameMaster; 3]>),
}

impl Panel {
    /// Returns game masters of every temper that attacks.
    fn of_game_masters() -> Panel {
        Panel::GameMasters(Box::new([Temper::Greedy, Temper::Ruthless, Temper::Spread].map(GameMaster::new)))
    }
}

impl Policy<Mission<KeyedDice>> for Panel {
    fn begin(&mut self, key: u64) {
        match self {
            Panel::Aces(base) => Policy::<Mission<KeyedDice>>::begin(base.as_mut(), key),
            Panel::GameMasters(all) => {
                all.iter_mut().for_each(|master| Policy::<Mission<KeyedDice>>::begin(master, key));
            }
        }
    }

    fn decide(&mut self, mission: &Mission<KeyedDice>, state: &State) -> Action {
        match self {
            Panel::Aces(base) => base.decide(mission, state),
            Panel::GameMasters(all) => all[0].decide(mission, state),
        }
    }
}

impl Advisor<Mission<KeyedDice>> for Panel {
    fn shortlist(&mut self, mission: &Mission<KeyedDice>, state: &State, most: usize, into: &mut Vec<Action>) {
        match self {
            Panel::Aces(base) => base.shortlist(mission, state, most, into),
            Panel::GameMasters(all) => {
                for master in all.iter_mut() {
                    let action = master.decide(mission, state);
                    if into.len() < most && !into.contains(&action) {
                        into.push(action);
                    }
                }
                all[0].rank(mission, state, most, into);
            }
        }
    }

    fn overrule(&mut self) {}
}

// Opponents in playouts: the opponent is unknown, so playouts use different players.

/// A set of players; each playout uses one.
#[derive(Clone, Debug)]
struct Mixture {
    all: Vec<Player>,
    now: usize,
}

impl Mixture {
    /// Returns game masters of every temper that attacks, and a random one.
    fn of_game_masters() -> Mixture {
        let (greedy, spread, ruthless) = (Plain::GreedyMaster, Plain::SpreadMaster, Plain::RuthlessMaster);
        let masters = [greedy, spread, ruthless, greedy, Plain::Random];
        Mixture::of(masters.iter().map(|master| Player::Plain(master.player())).collect())
    }

    /// Returns tacticians, a greedy and a random player of Aces.
    fn of_aces(tactics: Tactics) -> Mixture {
        let tactician = || Player::Tactician(Box::new(Tactician::new(tactics)));
        let plain = |plain: Plain| Player::Plain(plain.player());
        Mixture::of(vec![tactician(), plain(Plain::Greedy), tactician(), plain(Plain::Random)])
    }

    /// Returns a set of a single player.
    fn one(player: Player) -> Mixture {
        Mixture::of(vec![player])
    }

    fn of(all: Vec<Player>) -> Mixture {
        Mixture { all, now: 0 }
    }
}

impl Policy<Mission<KeyedDice>> for Mixture {
    fn begin(&mut self, key: u64) {
        self.now = (key % self.all.len() as u64) as usize;
        Policy::<Mission<KeyedDice>>::begin(&mut self.all[self.now], key);
    }

    fn decide(&mut self, mission: &Mission<KeyedDice>, state: &State) -> Action {
        self.all[self.now].decide(mission, state)
    }
}

// The length of playouts, and the value of their final states.

/// Plays out to the end of a round, or of the battle if that comes first.
#[derive(Clone, Debug)]
struct Rounds {
    /// Rounds after the current round.
    pub ahead: u32,
    /// True if a playout over several rounds is also evaluated at the end of the present one. Without this, a game
    /// master delays attacks from round to round: a later attack looks as good as one now.
    pub midway: bool,
    pub evaluation: Evaluation,
}

/// Share of the value that depends on the victory.
const VICTORY: f64 = 0.4;
/// Worth of a point of Tension and of Ammo, in Vigor.
const TENSION: f64 = 0.3;
const AMMO: f64 = 0.3;
/// Cost for the Aces of taking a point of an enemy's Vigor, in Vigor, as the Aces and as the game master see it. With
/// less weight on its own enemies, a game master does more Harm (docs/apocalypse-frame.md).
const TO_COME: [f64; 2] = [0.8, 0.3];

/// Cost of each hex to an enemy, in Vigor, and the relative increase up to the last round.
const HEX: f64 = 0.08;
const HURRY: f64 = 4.0;

/// Vigor of an Ace until it is out, with the worth of its Tension and Ammo.
fn life<D>(mission: &Mission<D>, frame: &AceState, over: bool) -> f64 {
    if !frame.is_on_map() {
        return 0.0;
    }
    let allowed = mission.rules.damage.allowed;
    let whole = f64::from(allowed.saturating_sub(frame.damage)) * f64::from(frame.max_vigor);
    let tension = if over { 0.0 } else { TENSION * f64::from(frame.tension) };
    f64::from(frame.vigor) + whole + tension + AMMO * f64::from(frame.ammo)
}

/// Cost of the way to the enemies, in Vigor, by hexes between each enemy and the nearest Ace. The cost grows with the
/// rounds if the limit of rounds is a defeat. It makes Aces move towards enemies that do not approach.
fn way<D: MissionDice>(mission: &Mission<D>, state: &State) -> f64 {
    let encounter = mission.encounter(state);
    let gone = f64::from(state.round) / f64::from(encounter.rounds.max(1));
    let hurry = if encounter.at_limit == Ending::Defeat { 1.0 + HURRY * gone } else { 1.0 };
    let to_nearest = |enemy: EnemyId| {
        let at = state.enemy(enemy).at;
        let hexes = state.numbered().filter_map(|(_, ace)| ace.at).map(|ace| encounter.map.distance(ace, at));
        f64::from(hexes.min().unwrap_or(0).saturating_sub(1))
    };
    HEX * hurry * state.marks.up.iter().map(to_nearest).sum::<f64>()
}

impl<D: MissionDice> Evaluator<Mission<D>> for Rounds {
    fn is_far_enough(&self, _: &Mission<D>, from: &State, state: &State) -> bool {
        state.battle > from.battle || u32::from(state.round) > u32::from(from.round) + self.ahead
    }

    fn is_midway(&self, _: &Mission<D>, from: &State, state: &State) -> bool {
        self.midway && self.ahead > 0 && state.round > from.round
    }

    fn worth(&self, mission: &Mission<D>, state: &State, player: usize) -> f64 {
        let share = match &self.evaluation {
            Evaluation::Leads => leads(mission, state, TO_COME[player]),
            Evaluation::Network(_) if state.ending.is_some() => sight::ended(mission, state),
            Evaluation::Network(network) => {
                let mut features = [0.0; <Mission<KeyedDice> as Featured>::FEATURES.len()];
                mission.write_features(state, player, &mut features);
                network.worth(&features)
            }
        };
        if player == ACES { share } else { 1.0 - share }
    }

    /// The outcome of a mission is that of the Aces.
    fn predicts(&self, player: usize) -> bool {
        player == ACES && matches!(self.evaluation, Evaluation::Network(_))
    }
}

/// Value of a state for the Aces by the Vigor of both sides, with a cost of each point of Vigor of the enemies.
fn leads<D: MissionDice>(mission: &Mission<D>, state: &State, to_come: f64) -> f64 {
    let aces = state.aces.iter().take(mission.aces.len());
    let over = state.ending.is_some();
    let left: f64 = aces.map(|frame| life(mission, frame, over)).sum();
    let allowed = f64::from(mission.rules.damage.allowed) + 1.0;
    let most: f64 = mission.aces.iter().map(|ace| f64::from(ace.vigor) * allowed + f64::from(ace.ammo)).sum();
    let strength = |enemy: EnemyId| {
        let this = state.enemy(enemy);
        f64::from(this.vigor + this.armor) + f64::from(this.restorations) * f64::from(this.max_vigor)
    };
    let enemies: f64 = (state.marks.up | state.marks.down).iter().map(strength).sum();
    let share = match state.ending {
        Some(Ending::Victory) => VICTORY + (1.0 - VICTORY) * left / most,
        Some(Ending::Defeat) => 0.0,
        None => {
            let way = way(mission, state);
            let after = (left - to_come * enemies - way) / most;
            // If the enemies are stronger than the Aces, the value is low but not 0.
            (VICTORY + (1.0 - VICTORY) * after).max(0.3 * left / (left + enemies + way).max(1.0) * VICTORY)
        }
    };
    share.clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mission::KeyedDice;
    use hitchart_config::FileText;
    use hitchart_play::network::NetworkFile;

    #[test]
    fn the_built_in_network_is_of_the_features_of_the_game() {
        let file = FileText { path: "network.toml".into(), text: NETWORK.to_owned() };
        NetworkFile::read(&file, OWN.features).unwrap();
        assert!(NETWORK.len() < 100_000, "{}", NETWORK.len());
    }

    /// Keys of playouts spread evenly over the players: of 1,000 each of five gets at least 150. The expectation is
    /// 200, the standard deviation 13.
    #[test]
    fn everybody_has_a_turn() {
        let mut masters = Mixture::of_game_masters();
        let mut met = vec![0; masters.all.len()];
        for key in 0..1000 {
            Policy::<Mission<KeyedDice>>::begin(&mut masters, key);
            met[masters.now] += 1;
        }
        assert!(met.len() == 5 && met.iter().all(|count| *count >= 150), "{met:?}");
    }
}
