//! `games`: whole battles between fleets, and their table.

use super::checker::Checker;
use super::common::Common;
use super::raw::RawGames;
use crate::games::intercept_orbit::battle::{Battle, KeyedDice, State};
use crate::games::intercept_orbit::muster::{MeetingFleet, Size, resolve};
use crate::games::intercept_orbit::players::search::{self, SearchSettings};
use crate::games::intercept_orbit::players::spec::{Kind, Plain};
use crate::games::intercept_orbit::players::tactician::Tactics;
use crate::games::intercept_orbit::players::{Player, PolicySpec};
use crate::games::intercept_orbit::record::{Record, SHARES, STRIKES, kinds_of_strikes};
use crate::games::intercept_orbit::replay::{Called, Log, PAGE};
use hitchart_config::{InputError, within};
use hitchart_lab::matches::{GamesStudy, Match, OBSERVATIONS, ReplayedGame, Setting, Tally, Words, policies_needed};
use hitchart_lab::replay::jsonl;
use hitchart_lab::study::{About, Estimates, MAX_GAMES, Replay, Study, Unit, Written, count};
use hitchart_play::policy::Book;
use hitchart_report::table::Table;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Default number of games.
const DEFAULT_GAMES: u64 = 1_000;

/// The table of a battle between fleets.
#[derive(Clone, Debug)]
pub struct Meeting {
    pub common: Arc<Common>,
    pub size: Size,
    /// 2 to 4 fleets, checked for a battle of that many players.
    pub fleets: Vec<MeetingFleet>,
}

/// Checks the study.
pub(super) fn check(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (raw, file, common): (RawGames, _, _) = (written.read()?, checker.file, checker.common);
    let fleets = resolve(file, &raw.fleets, raw.size, &common.rules)?;
    let own = fleets.iter().map(|fleet| fleet.policy.as_ref());
    let misfit = |found| policies_needed(found, fleets.len(), &Meeting::WORDS);
    let policies = common.policies.seated(file, raw.policies.as_ref(), own, misfit)?;
    let games = raw.games.as_ref().map_or(Ok(DEFAULT_GAMES), |games| within(file, games, "games", 1, MAX_GAMES))?;
    let setting = Meeting { common: Arc::clone(common), size: raw.size, fleets };
    Ok(Arc::new(GamesStudy { setting, policies, games, swap_seats: raw.swap_seats }))
}

/// Metrics of a short answer.
const HEADLINES: [&str; 12] = [
    "rounds",
    "turns",
    "attacks",
    "damage",
    "launches",
    "ships_destroyed",
    "companies_destroyed",
    "companies_adrift",
    "boardings",
    "captures",
    "hvas_taken",
    "margin",
];

impl Setting for Meeting {
    type Game = Battle<KeyedDice>;
    type Record = Record;
    type Plain = Plain;
    type Tactics = Tactics;
    type Player = Player;

    const WORDS: Words = Words {
        side: ["fleet", "Fleet", "fleets"],
        lost: ["assets_lost", "Tactical assets lost", "assets"],
        fielding: "set-up",
        headlines: &HEADLINES,
        shares: SHARES,
        matters: &[("win", 0.03)],
    };

    fn names(&self) -> Vec<&str> {
        self.fleets.iter().map(|fleet| fleet.name.as_str()).collect()
    }

    fn game(&self) -> Battle<KeyedDice> {
        let fleets = self.fleets.iter().map(|fleet| fleet.fleet.clone()).collect();
        let rules = self.common.rules.as_ref().clone();
        let battle = Battle::of_checked(rules, fleets, self.size == Size::Major, KeyedDice);
        battle.sharing(Arc::clone(&self.common.odds))
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
        meeting.fleets.rotate_left(seats);
        meeting
    }

    fn ground(&self) -> String {
        self.size.name().to_owned()
    }

    fn described(&self) -> Vec<(&'static str, Value)> {
        vec![("size", json!(self.size.name()))]
    }

    fn strikes(name: &str, tally: &Tally) -> Table {
        let rows: Vec<_> = kinds_of_strikes().enumerate().filter(|(i, _)| tally.strikes.total[*i] > 0).collect();
        let counted = |from: usize, unit: Unit| {
            rows.iter().map(|(i, _)| count(&tally.strikes, from + i, unit, tally.observations())).collect::<Vec<_>>()
        };
        let (attacks, damage) = (counted(0, Unit::Several("attacks")), counted(STRIKES, Unit::Several("hits")));
        let note = "Means a game: attacks that struck or missed, and hits on their targets.";
        Table::new(format!("{name}-strikes"), "Damage by band, target and cover", note)
            .text("band", "Band", rows.iter().map(|(_, [band, ..])| *band))
            .text("target", "Target", rows.iter().map(|(_, [_, target, _])| *target))
            .text("shelter", "Shelter", rows.iter().map(|(_, [.., shelter])| *shelter))
            .estimates(["attacks", "attacks_interval"], "Attacks", 3, attacks)
            .estimates(["damage", "damage_interval"], "Damage", 3, damage.iter().copied())
            .count("n", "N", damage.iter().map(|damage| damage.n))
            .count("observations", OBSERVATIONS, damage.iter().map(|damage| damage.observations))
    }

    fn points(state: &State, player: usize) -> i32 {
        state.players()[player].points_per_asset.into()
    }

    fn tell(study: &GamesStudy<Meeting>, name: &str, about: &About, stop: &AtomicBool) -> Option<Replay> {
        let games = Match::new(name, study, about.seed);
        let policies: Vec<String> = games.names(about.game).into_iter().map(str::to_owned).collect();
        let called = study.setting.fleets.iter().map(|fleet| Called {
            name: fleet.name.clone(),
            color: fleet.color,
            ships: fleet.ships.clone(),
        });
        let mut log = Log::named(called.collect());
        let state = games.replay(about.game, &mut log, stop)?;
        let header = log.header(about.clone(), &policies)?;
        let scores: Vec<i32> = (0..state.player_count).map(|player| state.score(player)).collect();
        let (said, json) = ReplayedGame { policies, scores, rounds: state.round }.ended(study);
        Some(Replay { html: PAGE.html(&header, &log.lines), jsonl: jsonl(&header, &log.lines), said, json })
    }
}
