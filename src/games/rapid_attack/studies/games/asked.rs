//! The battle that a study of games plays.

use crate::games::rapid_attack::battle::{Battle, KeyedDice, State};
use crate::games::rapid_attack::battlefield::{Battlefield, Layout};
use crate::games::rapid_attack::bidding::{Limits, Size};
use crate::games::rapid_attack::loadout::Range;
use crate::games::rapid_attack::muster::FightingCompany;
use crate::games::rapid_attack::players::search::{self, SearchSettings};
use crate::games::rapid_attack::players::spec::{Kind, Plain};
use crate::games::rapid_attack::players::tactician::Tactics;
use crate::games::rapid_attack::players::{Player, PolicySpec};
use crate::games::rapid_attack::record::{Record, SHARES, STRIKES};
use crate::games::rapid_attack::replay::{Log, PAGE};
use crate::games::rapid_attack::ruleset::ChartName;
use crate::games::rapid_attack::studies::common::Common;
use hitchart_lab::matches::{GamesStudy, Match, OBSERVATIONS, ReplayedGame, Setting, Tally, Words};
use hitchart_lab::replay::jsonl;
use hitchart_lab::study::{About, Estimates, Replay, Unit, count};
use hitchart_play::policy::Book;
use hitchart_report::table::Table;
use hitchart_stats::Estimate;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Setting of a battle between companies.
#[derive(Clone, Debug)]
pub struct Meeting {
    pub common: Arc<Common>,
    pub size: Size,
    pub limits: Limits,
    /// The companies, 2 to 5.
    pub companies: Vec<FightingCompany>,
    /// Name of the battlefield.
    pub battlefield: String,
    /// Layout of the battlefield, to be stored in a saved report.
    pub layout: Option<Layout>,
    /// Battlefields of the layout: one, or as many as are drawn from the scenario's seed. Studies of one layout share
    /// them.
    pub fields: Arc<[Battlefield]>,
}

/// Metrics shown in a short answer.
const HEADLINES: [&str; 14] = [
    "rounds",
    "turns",
    "attacks",
    "damage",
    "cover_hits",
    "cover_destroyed",
    "frames_lost",
    "spots_placed",
    "spots_used",
    "captures",
    "ticks",
    "lead_changes",
    "margin",
    "unused_whites",
];

impl Setting for Meeting {
    type Game = Battle<KeyedDice>;
    type Record = Record;
    type Plain = Plain;
    type Tactics = Tactics;
    type Player = Player;

    const WORDS: Words = Words {
        side: ["company", "Company", "companies"],
        lost: ["frames_lost", "Frames lost", "frames"],
        fielding: "fielding",
        headlines: &HEADLINES,
        shares: SHARES,
        matters: &[("win", 0.03)],
    };

    fn names(&self) -> Vec<&str> {
        self.companies.iter().map(|company| company.name.as_str()).collect()
    }

    fn game(&self) -> Battle<KeyedDice> {
        let (setup, companies) = ((self.size, self.limits), self.companies.clone());
        let (rules, fields) = (self.common.rules.as_ref().clone(), Arc::clone(&self.fields));
        Battle::with_odds(rules, setup, companies, fields, KeyedDice, self.common.odds())
    }

    fn book(&self) -> &Book<Kind> {
        &self.common.policies
    }

    fn build(policy: &PolicySpec) -> Player {
        policy.build()
    }

    fn effort(policy: &PolicySpec) -> f64 {
        policy.effort()
    }

    fn quick() -> SearchSettings {
        search::quick()
    }

    fn rotated(&self, seats: usize) -> Meeting {
        let mut meeting = self.clone();
        meeting.companies.rotate_left(seats);
        meeting
    }

    fn ground(&self) -> String {
        format!("{} on {}", self.size.name(), self.battlefield)
    }

    fn described(&self) -> Vec<(&'static str, Value)> {
        vec![("battlefield", json!(self.battlefield)), ("size", json!(self.size.name()))]
    }

    fn kept(&self) -> Option<Value> {
        serde_json::to_value(self.layout.as_ref()?).ok()
    }

    fn strikes(name: &str, tally: &Tally) -> Table {
        strikes(name, tally)
    }

    fn points(state: &State, player: usize) -> i32 {
        state.players()[player].points_per_asset.into()
    }

    fn tell(study: &GamesStudy<Meeting>, name: &str, about: &About, stop: &AtomicBool) -> Option<Replay> {
        let games = Match::new(name, study, about.seed);
        let policies: Vec<String> = games.names(about.game).into_iter().map(str::to_owned).collect();
        let mut log = Log::new();
        let state = games.replay(about.game, &mut log, stop)?;
        let header = log.header(about.clone(), &policies)?;
        let scores: Vec<i32> = (0..state.player_count).map(|player| state.score(player)).collect();
        let (said, json) = ReplayedGame { policies, scores, rounds: state.round }.ended(study);
        Some(Replay { html: PAGE.html(&header, &log.lines), jsonl: jsonl(&header, &log.lines), said, json })
    }
}

/// Returns a table of attacks and damage by range and chart, for the combinations that occurred.
fn strikes(name: &str, tally: &Tally) -> Table {
    let places = Range::ALL.iter().flat_map(|(_, range)| ChartName::ALL.iter().map(move |(_, chart)| (*range, *chart)));
    let rows: Vec<(&str, &str, Estimate, Estimate)> = places
        .enumerate()
        .filter(|(i, _)| tally.strikes.total[*i] > 0)
        .map(|(i, (range, chart))| {
            (
                range,
                chart,
                count(&tally.strikes, i, Unit::Several("attacks"), tally.observations()),
                count(&tally.strikes, STRIKES + i, Unit::Several("hits"), tally.observations()),
            )
        })
        .collect();
    let note = "Means a game: attacks that struck or missed, and hits on frames that were their target.";
    Table::new(format!("{name}-strikes"), "Damage by range and chart", note)
        .text("range", "Range", rows.iter().map(|(range, ..)| *range))
        .text("chart", "Chart", rows.iter().map(|(_, chart, ..)| *chart))
        .estimates(["attacks", "attacks_interval"], "Attacks", 3, rows.iter().map(|(_, _, attacks, _)| *attacks))
        .estimates(["damage", "damage_interval"], "Damage", 3, rows.iter().map(|(.., damage)| *damage))
        .count("n", "N", rows.iter().map(|(.., damage)| damage.n))
        .count("observations", OBSERVATIONS, rows.iter().map(|(.., damage)| damage.observations))
}
