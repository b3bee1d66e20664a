//! The studies of Rapid Attack: their kinds, their checks, and the data that they share.

pub(crate) mod assignment;
pub(crate) mod attacks;
pub(crate) mod bids;
mod builds;
pub(crate) mod duels;
pub(crate) mod durability;
pub(crate) mod frames;
pub(crate) mod games;
mod raw;
mod series;
pub(crate) mod summary;
pub(crate) mod tournament;

use crate::games::kinds;
use bids::grid::{RawBids, RawMoves};
use builds::raw::{CompanyKeys, Constraints, RawCosts, RawImprove, RawMarginal, RawOptimise, RawOracle, RawRestricted};
use hitchart_config::rules::RulesText;
use hitchart_config::{At, FileText, InputError, each_once, read_node, some_of, within};
use hitchart_dice::Pool;
use hitchart_lab::runner::{Job, Plan, Sampled};
use hitchart_lab::study::{Checked, Request, Run, StudyKind, With, kind};
use hitchart_play::policy::Book;
use hitchart_rapid_attack::battlefield::{Battlefield, Layout};
use hitchart_rapid_attack::loadouts::{archetype, archetypes};
use hitchart_rapid_attack::notation::{frame_of, written};
use hitchart_rapid_attack::players::{Kind as PolicyKind, ROLES};
use hitchart_rapid_attack::ruleset::{ChartName, Ruleset};
use hitchart_rapid_attack::{assignment::MAX_WEIGHT, attack::SituationError, battle::odds::Odds, frame::Frame};
use raw::{
    RawAssignment, RawAttacks, RawCompanies, RawDuels, RawDurability, RawFrames, RawGames, RawLoadouts, RawSeries,
    RawTournament,
};
use std::sync::{Arc, OnceLock};
use std::{cell::RefCell, collections::BTreeMap};

// The kinds of studies, and the check of all studies of a scenario.

/// Returns all kinds of studies.
pub(crate) fn kinds<'a>() -> [StudyKind<Checker<'a>>; 18] {
    [
        kind::<RawFrames, _>("frames", "Frames", "summary graph", frames::check_frames),
        kind::<RawCompanies, _>("companies", "Companies", "companies graph", frames::check_companies),
        kind::<RawAttacks, _>("attacks", "Attacks", "attacks damage map-#", attacks::check),
        kind::<RawLoadouts, _>("loadouts", "Loadouts", "loadouts", frames::check),
        kind::<RawDurability, _>(
            "durability",
            "Durability",
            "durability curves survival",
            durability::check_durability,
        ),
        kind::<RawDuels, _>(
            "duels",
            "Exact duels",
            "ranking duels hand-to-hand direct artillery extreme",
            duels::check,
        ),
        kind::<RawAssignment, _>("assignment", "Best play after the roll", "worth regret", assignment::check),
        kind::<RawGames, _>(
            "games",
            "Games",
            "seats wins metrics players rounds scores numbers margins leaders difference strikes company-margins",
            games::check,
        ),
        kind::<RawSeries, _>("series", "Linked battles", "battles next constraints", series::check),
        kinds::tournament::<RawTournament, _>(tournament::check),
        kinds::marginal::<With<CompanyKeys, RawMarginal>, _>(builds::check_marginal),
        kinds::improve::<With<CompanyKeys, RawImprove>, _>(builds::check_improve),
        kinds::optimise::<With<Constraints, RawOptimise>, _>("The best company", builds::check_optimise),
        kind::<RawBids, _>(
            "bids",
            "What to bid",
            "map advice answers fair points built grid best settled tables entrants whole matrix network equilibrium rating",
            bids::check,
        )
        .with_games_keys(&["games"]),
        kind::<RawMoves, _>("bid-moves", "Bids under other rules", "moves best", bids::check_moves)
            .with_games_keys(&["games"]),
        kinds::double_oracle::<With<Constraints, RawOracle>, _>(builds::check_oracle),
        kinds::costs::<With<CompanyKeys, RawCosts>, _>(builds::check_costs),
        kinds::restricted::<RawRestricted, _>(builds::check_restricted),
    ]
}

/// Reads the rules, policies and studies of a scenario.
///
/// # Errors
/// Returns the first mistake, with its place in the file.
pub(crate) fn check(mut request: Request<'_>) -> Result<Checked, InputError> {
    let rules: Arc<Ruleset> = request.take_rules()?;
    let policies = Book::read(&ROLES, request.file, request.policies.take())?;
    let policies = policies.with_players(&request.overrides.players)?;
    let mut battlefields = BTreeMap::new();
    for (study, kept) in &request.overrides.kept {
        let layout = read_node(kept.clone()).map_err(InputError::plain)?;
        battlefields.insert(study.clone(), layout);
    }
    let common = Arc::new(Common::new(rules, policies));
    let (file, rules, seed) = (request.file, &common.rules, request.seed);
    let games = request.overrides.games;
    let checker = Checker { file, rules, seed, common: &common, battlefields, games, drawn: RefCell::default() };
    let studies = request.take_studies(&kinds(), &checker)?;
    Ok(Checked { rules: RulesText::shared(Arc::clone(rules)), studies })
}

// The file and the rules that studies are checked against, and the parsers that several kinds of studies share.

/// Most rows of one study: the most that a table can show and a browser can open.
const MAX_ROWS: usize = 20_000;
/// Most frames of one list of a study.
const MAX_FRAMES: usize = 1_000;
/// Word that stands for all archetypes.
const ALL_ARCHETYPES: &str = "archetypes";

/// A frame and its name.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NamedFrame {
    /// Name of the archetype, or the loadout as written.
    pub name: String,
    pub frame: Frame,
}

/// The file and the rules that all studies are checked against, and the data that studies of games need in addition.
pub(crate) struct Checker<'a> {
    pub file: &'a FileText,
    pub rules: &'a Ruleset,
    /// Seed of drawn battlefields.
    pub seed: u64,
    pub common: &'a Arc<Common>,
    /// Layouts that replace those of the file, by name of the study.
    pub battlefields: BTreeMap<String, Layout>,
    /// Number of games of each study, instead of that in the file.
    pub games: Option<u64>,
    /// Layouts drawn so far, with their battlefields: studies of one layout share them.
    pub drawn: RefCell<Vec<(Layout, Arc<[Battlefield]>)>>,
}

impl Checker<'_> {
    /// Returns the rules, for use in a study.
    fn rules(&self) -> Arc<Ruleset> {
        Arc::clone(&self.common.rules)
    }

    fn frame(&self, text: &At<String>) -> Result<NamedFrame, InputError> {
        let at = |error: InputError| error.or_at(self.file, text.span.clone());
        let frame = frame_of(&text.value, self.rules).map_err(at)?;
        let name =
            archetype(&text.value).map_or_else(|| written(&frame, self.rules), |archetype| archetype.name.clone());
        Ok(NamedFrame { name, frame })
    }

    /// Parses a list of loadouts and archetypes, or all archetypes.
    fn frames(&self, texts: &At<Vec<At<String>>>) -> Result<Vec<NamedFrame>, InputError> {
        let mut frames = Vec::new();
        for text in some_of(self.file, texts, "frame", MAX_FRAMES)? {
            if text.value.trim() == ALL_ARCHETYPES {
                for archetype in archetypes() {
                    frames.push(self.frame(&At { value: archetype.name.clone(), span: text.span.clone() })?);
                }
            } else {
                frames.push(self.frame(text)?);
            }
        }
        Ok(frames)
    }

    /// Like [`Checker::frames`], without duplicates, so that a study computes each result once.
    fn distinct_frames(&self, texts: &At<Vec<At<String>>>) -> Result<Vec<NamedFrame>, InputError> {
        Ok(distinct(self.frames(texts)?))
    }

    /// Checks the entries of a list and removes duplicates; returns `default` if there is no list.
    fn list<T, U: PartialEq>(
        &self,
        list: &Option<At<Vec<T>>>,
        what: &str,
        default: Vec<U>,
        check: impl Fn(&T) -> Result<U, InputError>,
    ) -> Result<Vec<U>, InputError> {
        let Some(list) = list else { return Ok(default) };
        each_once(self.file, list, what, MAX_FRAMES, check)
    }

    fn whites(&self, whites: &At<u8>) -> Result<u8, InputError> {
        within(self.file, whites, "whites", 0, self.rules.frame.whites)
    }

    fn pool(&self, text: &At<String>) -> Result<Pool, InputError> {
        text.value.parse().map_err(|error| InputError::at(self.file, text.span.clone(), error))
    }

    fn optional(&self, found: &Option<At<u8>>, what: &str, default: u8, high: u8) -> Result<u8, InputError> {
        found.as_ref().map_or(Ok(default.min(high)), |found| within(self.file, found, what, 0, high))
    }

    /// Reports a mistake in the combination of chart and cover, at the one that is written.
    fn situation(&self, chart: &Option<At<ChartName>>, hits: &Option<At<u8>>, error: SituationError) -> InputError {
        let span = chart.as_ref().map(|chart| chart.span.clone()).or(hits.as_ref().map(|hits| hits.span.clone()));
        InputError::at(self.file, span.unwrap_or(0..0), error)
    }

    fn not_negative<T>(&self, table: &At<T>, weights: &[(&str, f64)]) -> Result<(), InputError> {
        match weights.iter().find(|(_, weight)| !(0.0..=MAX_WEIGHT).contains(weight)) {
            None => Ok(()),
            Some((name, weight)) => {
                let problem = format!("weight `{name}` is {weight}; allowed: 0 or more, up to {MAX_WEIGHT}");
                Err(InputError::at(self.file, table.span.clone(), problem))
            }
        }
    }
}

/// Returns a job for each plan of an attack, which samples the plan by name.
fn sampled(run: &Run<'_>, plans: Vec<(String, Plan)>) -> Vec<Job> {
    let sampled = |(name, plan): (String, Plan)| {
        let count = Sampled::new(plan, run.samples, run.seed, &name);
        Job::whole(name, Arc::new(count))
    };
    plans.into_iter().map(sampled).collect()
}

/// Removes duplicates from a list; the first occurrence stays.
fn distinct<T: PartialEq>(list: Vec<T>) -> Vec<T> {
    list.into_iter().fold(Vec::new(), |mut kept, entry| {
        if !kept.contains(&entry) {
            kept.push(entry);
        }
        kept
    })
}

// Data shared by all studies of a scenario.

/// Rules and policies of a scenario.
#[derive(Clone, Debug)]
pub(crate) struct Common {
    pub rules: Arc<Ruleset>,
    /// Policies that the studies may name.
    pub policies: Book<PolicyKind>,
    /// Odds of all battles under these rules, computed when first needed.
    odds: OnceLock<Arc<Odds>>,
}

impl Common {
    /// Wraps rules and policies for sharing.
    pub(crate) fn new(rules: Arc<Ruleset>, policies: Book<PolicyKind>) -> Common {
        Common { rules, policies, odds: OnceLock::new() }
    }

    /// Returns the odds of all battles under the rules.
    pub(crate) fn odds(&self) -> Arc<Odds> {
        Arc::clone(self.odds.get_or_init(|| Arc::new(Odds::new(&self.rules))))
    }
}
