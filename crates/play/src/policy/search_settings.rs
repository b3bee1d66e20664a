//! Settings of a search player: the same parameters in every game, with defaults and bounds of the game.

use super::{Parameter, Settings};
use crate::network::{Network, NetworkFile};
use crate::search::{Lookahead, candidate_features};
use hitchart_config::{FileText, InputError};
use std::sync::{Arc, LazyLock};

/// Evaluation of the ends of playouts.
#[derive(Clone, Debug, PartialEq)]
pub enum Evaluation {
    /// The leads, with weights chosen by hand.
    Leads,
    /// A network learned from play.
    Network(Arc<Network>),
}

/// Settings of a search player, including the settings `T` of its base policy.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchSettings<T> {
    /// The base policy, which also plays on in playouts.
    pub base: T,
    /// Playouts per decision; 0 is the base alone.
    pub budget: u32,
    /// Maximum number of candidates to compare.
    pub shortlist: u32,
    /// Rounds of a playout after the current one.
    pub horizon_rounds: u32,
    /// Turns of a playout after the current one; `None` plays to the end of a round.
    pub horizon_turns: Option<u32>,
    /// Turns after the current one after which a playout is also evaluated; `None` evaluates only its end.
    pub midway_turns: Option<u32>,
    /// Standard errors by which a candidate must be better than the choice of the base.
    pub caution: f64,
    /// Standard errors by which a candidate must be worse than the best to be dropped early; 0 drops none.
    pub resolve: f64,
    /// True if candidates go beyond the proposals of the base's styles.
    pub places: bool,
    /// Playouts per decision during fielding; 0 leaves it to the base.
    pub fielding: u32,
    /// Evaluation of the ends of playouts.
    pub evaluation: Evaluation,
    /// Network that ranks the candidates before the best of them are compared; `None` compares the first of the list.
    pub ranking: Option<Arc<Network>>,
    /// Parameters of the search itself, and the built-in network.
    pub own: &'static SearchParameters,
}

/// The parameters of a search in one game.
#[derive(Debug)]
pub struct SearchParameters {
    /// Parameters of [`look_ahead`] that can be set in this game.
    pub list: &'static [Parameter],
    /// Default values of all parameters of `look_ahead`.
    pub defaults: SearchValues,
    /// Names of the features of the game's networks.
    pub features: &'static [&'static str],
    /// The built-in network.
    pub network: LazyLock<Arc<Network>>,
    /// Names of the kinds of actions, for a network that ranks candidates.
    pub kinds: &'static [&'static str],
    /// The built-in network that ranks candidates, if the game has one.
    pub ranking: Option<LazyLock<Arc<Network>>>,
}

impl PartialEq for SearchParameters {
    fn eq(&self, other: &SearchParameters) -> bool {
        self.list == other.list
    }
}

/// Returns a network as `hitchart learn` wrote it; one that rates every state as even if the file has other features.
pub fn built_in_network(text: &str, features: &[&str]) -> Arc<Network> {
    let file = FileText { path: "network.toml".into(), text: text.to_owned() };
    Arc::new(NetworkFile::read(&file, features).unwrap_or_default())
}

/// [`Lookahead::doubt`] of a search with one evaluation of a playout, and with two: their means differ less. Chosen by
/// games (`docs/methods/search.md`).
const DOUBT: [f64; 2] = [0.04, 0.01];

/// Number of parameters of the search itself.
const OWN: usize = 11;
/// Names of the parameters, in the order of their values.
const NAMES: [&str; OWN] = [
    "budget",
    "shortlist",
    "horizon_rounds",
    "horizon_turns",
    "midway_turns",
    "caution",
    "resolve",
    "candidates",
    "fielding",
    "outlook",
    "ranking",
];
/// Names of the evaluations of playouts; the third is a file.
const EVALUATIONS: &[&str] = &["leads", "learned", "FILE.toml"];
/// Names of the rankings of candidates; the last is a file.
pub const RANKINGS: &[&str] = &["off", "learned", "FILE.toml"];
/// The same for a game without a built-in ranking.
pub const RANKINGS_OF_FILES: &[&str] = &["off", "FILE.toml"];
/// Names of the sources of candidates.
const CANDIDATES: &[&str] = &["styles", "places"];
/// Place of a file among the evaluations.
const FILE: f64 = 2.0;

/// Values of the parameters of a search, as policies write them.
#[derive(Clone, Copy, Debug)]
pub struct SearchValues {
    /// Playouts per decision.
    pub budget: f64,
    /// Maximum number of candidates.
    pub shortlist: f64,
    /// Rounds of a playout.
    pub horizon_rounds: f64,
    /// Turns of a playout; -1 plays to the end of the round.
    pub horizon_turns: f64,
    /// Turns before the first evaluation; -1 evaluates only the end.
    pub midway_turns: f64,
    /// Standard errors to replace the choice of the base.
    pub caution: f64,
    /// Standard errors to drop a candidate early.
    pub resolve: f64,
    /// Index of the source of candidates: styles, places.
    pub candidates: f64,
    /// Playouts per decision during fielding.
    pub fielding: f64,
    /// Index of the evaluation: leads, learned, a file.
    pub outlook: f64,
    /// Index of the ranking among [`SearchDefaults::rankings`].
    pub ranking: f64,
}

impl SearchValues {
    /// Returns the values in the order of the names.
    fn in_order(self) -> [f64; OWN] {
        [
            self.budget,
            self.shortlist,
            self.horizon_rounds,
            self.horizon_turns,
            self.midway_turns,
            self.caution,
            self.resolve,
            self.candidates,
            self.fielding,
            self.outlook,
            self.ranking,
        ]
    }
}

/// Settings of the parameters that differ between games.
#[derive(Clone, Copy, Debug)]
pub struct SearchDefaults {
    /// Defaults of all parameters.
    pub defaults: SearchValues,
    /// Maximum number of rounds, beyond the end of any play.
    pub most_rounds: f64,
    /// Meaning of the parameter `horizon_rounds`.
    pub rounds: &'static str,
    /// Names of the rankings: [`RANKINGS`] or [`RANKINGS_OF_FILES`].
    pub rankings: &'static [&'static str],
}

/// Returns the parameters of a search, in the order of their values.
pub const fn look_ahead(search: SearchDefaults) -> [Parameter; OWN] {
    const fn whole(name: &'static str, meaning: &'static str, default: f64, low: f64, high: f64) -> Parameter {
        Parameter { name, meaning, default, low, high, whole: true, choices: &[] }
    }
    const fn real(name: &'static str, meaning: &'static str, default: f64) -> Parameter {
        Parameter { whole: false, ..whole(name, meaning, default, 0.0, 10.0) }
    }
    const fn choice(
        name: &'static str,
        meaning: &'static str,
        default: f64,
        choices: &'static [&'static str],
    ) -> Parameter {
        Parameter { choices, ..whole(name, meaning, default, 0.0, choices.len() as f64 - 1.0) }
    }
    let caution = "Standard errors by which a candidate must be better than the tactician's choice to replace it.";
    let resolve =
        "Standard errors by which a candidate must be worse than the best one to be dropped early; 0 drops none.";
    let turns =
        "Turns of a playout after the present one, unless a round ends earlier; -1 plays to the end of the round.";
    let midway = "Turns after which a playout is evaluated a first time; its value is the mean of both. -1 evaluates only its end.";
    let outlook =
        "Evaluation of the ends of playouts: the leads in score and hit points, or a network learned from games.";
    let candidates = "Candidates to compare: the proposals of the styles, or also places chosen by their purpose.";
    let ranking = "Ranking of twice as many candidates, of which the best are compared: none, or a network learned from searches.";
    let defaults = search.defaults;
    [
        whole("budget", "Playouts per decision; 0 is the tactician alone.", defaults.budget, 0.0, 1e6),
        whole("shortlist", "Maximum number of candidates to compare.", defaults.shortlist, 1.0, 32.0),
        whole("horizon_rounds", search.rounds, defaults.horizon_rounds, 0.0, search.most_rounds),
        whole("horizon_turns", turns, defaults.horizon_turns, -1.0, 1000.0),
        whole("midway_turns", midway, defaults.midway_turns, -1.0, 1000.0),
        real("caution", caution, defaults.caution),
        real("resolve", resolve, defaults.resolve),
        choice("candidates", candidates, defaults.candidates, CANDIDATES),
        whole(
            "fielding",
            "Playouts per decision during fielding; 0 is the tactician alone.",
            defaults.fielding,
            0.0,
            1e6,
        ),
        choice("outlook", outlook, defaults.outlook, EVALUATIONS),
        choice("ranking", ranking, defaults.ranking, search.rankings),
    ]
}

impl SearchParameters {
    /// Returns the place of a file among the rankings, the last of the choices.
    fn ranking_of_file(&self) -> f64 {
        self.list.iter().find(|parameter| parameter.name == "ranking").map_or(0.0, |parameter| parameter.high)
    }

    /// Returns the places of the listed parameters among all.
    fn places(&self) -> impl Iterator<Item = usize> {
        self.list.iter().filter_map(|parameter| NAMES.iter().position(|name| *name == parameter.name))
    }
}

impl<T> SearchSettings<T> {
    /// Returns the settings with sixteen times the playouts.
    pub fn deep(self) -> SearchSettings<T> {
        SearchSettings { budget: 16 * self.budget, fielding: 16 * self.fielding, ..self }
    }
}

/// Name of the search with few playouts, which every game has for every role.
pub const QUICK: &str = "quick-search";
/// Name of the search with sixteen times the playouts, which every game has for every role.
pub const DEEP: &str = "deep";
/// Description of this search.
pub const DEEP_MEANING: &str = "search with sixteen times the playouts, to confirm verdicts";

/// Weights of a tactician that a search starts from.
pub trait SearchBase: Settings + Default {
    /// Returns the parameters of the search in this game.
    fn search() -> &'static SearchParameters;
}

/// The default settings of a game, with its default tactician as the base.
impl<T: SearchBase> Default for SearchSettings<T> {
    fn default() -> SearchSettings<T> {
        SearchSettings::of(T::default(), T::search())
    }
}

impl<T: Settings> SearchSettings<T> {
    /// Returns the default settings of a game, with a base policy.
    pub fn of(base: T, own: &'static SearchParameters) -> SearchSettings<T> {
        SearchSettings::of_values(base, own, own.defaults.in_order(), (None, None))
    }

    fn of_values(
        base: T,
        own: &'static SearchParameters,
        [budget, shortlist, rounds, turns, midway, caution, resolve, places, fielding, outlook, ranking]: [f64; OWN],
        (loaded, ranked): (Option<&Evaluation>, Option<&Arc<Network>>),
    ) -> SearchSettings<T> {
        let [budget, shortlist, horizon_rounds, fielding] = [budget, shortlist, rounds, fielding].map(|v| v as u32);
        let [horizon_turns, midway_turns] = [turns, midway].map(|turns| (turns >= 0.0).then_some(turns as u32));
        let evaluation = match loaded {
            _ if outlook == 0.0 => Evaluation::Leads,
            Some(Evaluation::Network(network)) if outlook == FILE => Evaluation::Network(Arc::clone(network)),
            _ => Evaluation::Network(Arc::clone(&own.network)),
        };
        let ranking = match ranked {
            _ if ranking == 0.0 => None,
            Some(network) if ranking == own.ranking_of_file() => Some(Arc::clone(network)),
            _ => own.ranking.as_deref().map(Arc::clone),
        };
        let places = places != 0.0;
        SearchSettings {
            base,
            budget,
            shortlist,
            horizon_rounds,
            horizon_turns,
            midway_turns,
            caution,
            resolve,
            places,
            fielding,
            evaluation,
            ranking,
            own,
        }
    }

    /// Returns the settings of the look-ahead.
    pub fn lookahead(&self) -> Lookahead {
        let (caution, resolve) = (self.caution, self.resolve);
        let doubt = DOUBT[usize::from(self.midway_turns.is_some())];
        Lookahead { budget: self.budget, shortlist: self.shortlist as usize, caution, resolve, doubt }
    }

    /// Returns all values, including those that cannot be set in this game.
    fn all_values(&self) -> [f64; OWN] {
        let [budget, shortlist, rounds, fielding] =
            [self.budget, self.shortlist, self.horizon_rounds, self.fielding].map(f64::from);
        let [turns, midway] = [self.horizon_turns, self.midway_turns].map(|turns| turns.map_or(-1.0, f64::from));
        let places = f64::from(u8::from(self.places));
        [
            budget,
            shortlist,
            rounds,
            turns,
            midway,
            self.caution,
            self.resolve,
            places,
            fielding,
            self.evaluation_value(),
            self.ranking_value(),
        ]
    }

    /// Returns the place of the ranking among the names.
    fn ranking_value(&self) -> f64 {
        match &self.ranking {
            None => 0.0,
            Some(network) if self.own.ranking.as_deref().is_some_and(|own| Arc::ptr_eq(network, own)) => 1.0,
            Some(_) => self.own.ranking_of_file(),
        }
    }

    /// Returns the place of the evaluation among the names.
    fn evaluation_value(&self) -> f64 {
        match &self.evaluation {
            Evaluation::Leads => 0.0,
            Evaluation::Network(network) if Arc::ptr_eq(network, &self.own.network) => 1.0,
            Evaluation::Network(_) => FILE,
        }
    }
}

/// Lists the parameters of the search first, then those of the base.
impl<T: Settings> Settings for SearchSettings<T> {
    fn parameters(&self) -> Vec<Parameter> {
        self.own.list.iter().copied().chain(self.base.parameters()).collect()
    }

    fn values(&self) -> Vec<f64> {
        let all = self.all_values();
        self.own.places().map(|place| all[place]).chain(self.base.values()).collect()
    }

    fn with(&self, values: &[f64]) -> SearchSettings<T> {
        let Some((own, base)) = values.split_at_checked(self.own.list.len()) else { return self.clone() };
        let mut all = self.all_values();
        self.own.places().zip(own).for_each(|(place, value)| all[place] = *value);
        SearchSettings::of_values(self.base.with(base), self.own, all, (Some(&self.evaluation), self.ranking.as_ref()))
    }

    fn with_file(&self, parameter: &str, file: &FileText) -> Result<SearchSettings<T>, InputError> {
        match parameter {
            "outlook" => {
                let network = Arc::new(NetworkFile::read(file, self.own.features)?);
                Ok(SearchSettings { evaluation: Evaluation::Network(network), ..self.clone() })
            }
            "ranking" => {
                let features = candidate_features(self.own.kinds, self.own.features);
                let network = Arc::new(NetworkFile::read(file, &features)?);
                Ok(SearchSettings { ranking: Some(network), ..self.clone() })
            }
            _ => Err(InputError::plain(format!("`{parameter}` cannot be read from a file"))),
        }
    }
}
