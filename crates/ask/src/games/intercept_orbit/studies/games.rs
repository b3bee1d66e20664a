//! `games` and `tournament`: whole battles between fleets, and the data and tables that other studies share.

use super::raw::{RawGames, RawTournament};
use super::{Checker, changes::Bar};
use crate::games::intercept_orbit::replay::{Log, PAGE};
use hitchart_config::{At, FileText, InputError, read_key, some_of, within};
use hitchart_dice::exact::expected_damage_by_dice;
use hitchart_intercept_orbit::battle::{Battle, Event, FleetNames, KeyedDice, State};
use hitchart_intercept_orbit::muster::{MeetingFleet, Size, resolve};
use hitchart_intercept_orbit::muster::{RawEntry, resolve_for};
use hitchart_intercept_orbit::players::{Kind, Plain};
use hitchart_intercept_orbit::record::{Record, SHARES, STRIKES, kinds_of_strikes};
use hitchart_intercept_orbit::{
    battle::legal::attack::chart, battle::odds::Odds, battle::state::CoverBy, players::search,
    players::search::SearchSettings, ruleset::Ruleset,
};
use hitchart_lab::matches::{
    EntrantSpec, GamesStudy, Match, OBSERVATIONS, ReplayedGame, Setting, Tally, Words, meeting_of, policies_needed,
    with_policies,
};
use hitchart_lab::positions::POSITION;
use hitchart_lab::replay::{jsonl, lines_sha256};
use hitchart_lab::study::{
    Arena, Dealt, MAX_GAMES, MeetingTable, MetricUnit, Replay, ReplayOrigin, Study, With, Written, count,
};
use hitchart_lab::tournament::{MAX_ENTRANTS, Plan, RawPlan, Tournament};
use hitchart_play::{RestrictedPolicy, policy::Book};
use hitchart_report::table::Table;
use serde_json::{Value, json};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

// `games`: whole battles between fleets, and their table.

/// Default number of games.
const DEFAULT_GAMES: u64 = 1_000;

/// The table of a battle between fleets.
#[derive(Clone, Debug)]
pub(crate) struct Meeting {
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
const HEADLINES: &str = "rounds turns attacks damage launches ships_destroyed companies_destroyed companies_adrift \
                         boardings captures hvas_taken margin";

impl Setting for Meeting {
    type Game = Battle<KeyedDice>;
    type Record = Record;
    type Plain = Plain;

    const WORDS: Words = Words {
        side: ["fleet", "Fleet", "fleets"],
        lost: ["assets_lost", "Tactical assets lost", "assets"],
        fielding: "set-up",
        headlines: HEADLINES,
        shares: SHARES,
        matters: &[("win", 0.03)],
    };

    fn names(&self) -> Vec<&str> {
        self.fleets.iter().map(|fleet| fleet.name.as_str()).collect()
    }

    fn has_equal_sides(&self) -> bool {
        self.fleets.windows(2).all(|pair| pair[0].fleet == pair[1].fleet)
    }

    fn game(&self) -> Battle<KeyedDice> {
        let fleets = self.fleets.iter().map(|fleet| fleet.fleet.clone()).collect();
        let rules = self.common.rules.as_ref().clone();
        let battle = Battle::of_checked(rules, fleets, self.size == Size::Major, KeyedDice);
        let names = |fleet: &MeetingFleet| FleetNames { name: fleet.name.clone(), ships: fleet.ships.clone() };
        battle.sharing(Arc::clone(&self.common.odds)).called(self.fleets.iter().map(names).collect())
    }

    fn book(&self) -> &Book<Kind> {
        &self.common.policies
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

    fn most_rounds(&self) -> u8 {
        self.common.rules.clock.start.div_ceil(self.common.rules.clock.step.max(1))
    }

    fn described(&self) -> Vec<(&'static str, Value)> {
        vec![("size", json!(self.size.name()))]
    }

    fn strikes(name: &str, tally: &Tally) -> Table {
        let rows: Vec<_> = kinds_of_strikes().enumerate().filter(|(i, _)| tally.strikes.total[*i] > 0).collect();
        let counted = |from: usize, unit: MetricUnit| {
            rows.iter().map(|(i, _)| count(&tally.strikes, from + i, unit, tally.observations())).collect::<Vec<_>>()
        };
        let (attacks, damage) =
            (counted(0, MetricUnit::Several("attacks")), counted(STRIKES, MetricUnit::Several("hits")));
        let note = "Means a game: attacks that struck or missed, and hits on their targets.";
        Table::new(format!("{name}-strikes"), "Damage by band, target and cover", note)
            .text("band", "Band", rows.iter().map(|(_, [band, ..])| *band))
            .text("target", "Target", rows.iter().map(|(_, [_, target, _])| *target))
            .text("shelter", "Shelter", rows.iter().map(|(_, [.., shelter])| *shelter))
            .estimate("attacks", "Attacks", 3, attacks)
            .estimate("damage", "Damage", 3, damage.iter().copied())
            .count("n", "N", damage.iter().map(|damage| damage.n))
            .count("observations", OBSERVATIONS, damage.iter().map(|damage| damage.observations))
    }

    fn points(state: &State, player: usize) -> i32 {
        state.players()[player].points_per_asset.into()
    }

    fn round(state: &State) -> u32 {
        state.round.into()
    }

    fn attack(game: &Battle<KeyedDice>, state: &State, event: &Event) -> Option<Dealt> {
        let Event::Attacked(strike) = event else { return None };
        let (attacker, target) = (state.asset(strike.asset), state.asset(strike.target.asset()?));
        let covered = strike.cover != CoverBy::Nothing;
        let chart = chart(game, (attacker, strike.band), target.is_company(), covered);
        let cover = game.cover_of_plan(state, strike.cover);
        let expected = expected_damage_by_dice(strike.dice.into(), &chart, cover);
        Some(Dealt {
            player: attacker.side().index(),
            damage: strike.on_target.into(),
            expected: expected[usize::from(strike.dice)],
        })
    }

    fn arrange(game: &Battle<KeyedDice>, state: &mut State, typed: &FileText) -> Result<(), InputError> {
        game.arrange(state, &read_key(typed, POSITION)?)
    }

    fn tell(study: &GamesStudy<Meeting>, name: &str, about: &ReplayOrigin, stop: &AtomicBool) -> Option<Replay> {
        let games = Match::new(study);
        let policies: Vec<String> = games.names(about.game).into_iter().map(str::to_owned).collect();
        let mut log = Log::colored(study.setting.fleets.iter().map(|fleet| fleet.color).collect());
        let (state, choices) = games.replay((name, about.seed, about.game), &mut log, stop)?;
        let header = log.header(about.played(choices, lines_sha256(log.lines())), &policies)?;
        let scores: Vec<i32> = state.player_ids().map(|player| state.score(player)).collect();
        let (said, json) = ReplayedGame { policies, scores, rounds: state.round }.ended(study);
        Some(Replay { html: PAGE.html(&header, log.lines()), jsonl: jsonl(&header, log.lines()), said, json })
    }
}

// Data that all studies of a scenario share.

/// Rules and policies of a scenario.
#[derive(Clone, Debug)]
pub(crate) struct Common {
    pub rules: Arc<Ruleset>,
    /// Policies that the studies may name.
    pub policies: Book<Kind>,
    /// Odds of all battles under these rules, computed on first use.
    pub odds: Arc<OnceLock<Odds>>,
}

// The table of two fleets, in tournaments and in races of fleets.

/// A fleet with its policy, and the name of both as an entrant.
pub(crate) type Entrant = EntrantSpec<MeetingFleet, Kind>;

/// The setting of games between two fleets.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    pub common: Arc<Common>,
    pub size: Size,
}

impl Ground {
    /// Returns the table of two entrants, who swap places in the second game of a pair.
    pub(crate) fn table(&self, entrants: [&Entrant; 2]) -> MeetingTable {
        self.table_without(entrants, None)
    }

    /// Returns the same table with a restriction of the first entrant.
    pub(crate) fn table_without(&self, entrants: [&Entrant; 2], bar: Option<Bar>) -> MeetingTable {
        let fleets = entrants.iter().map(|entrant| entrant.side.clone()).collect();
        let setting = Meeting { common: Arc::clone(&self.common), size: self.size, fleets };
        let policies = entrants.map(|entrant| entrant.policy.clone());
        meeting_of(&setting, move || {
            let [own, other] = policies.each_ref().map(|policy| policy.build());
            [RestrictedPolicy::new(own, bar), RestrictedPolicy::new(other, None)]
        })
    }
}

// The check of `tournament`: fleets and policies that meet in pairs.

/// Checks the study.
pub(super) fn check_tournament(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let With(plan, raw): With<RawPlan, RawTournament> = written.read()?;
    let file = checker.file;
    let mut entrants = checker.entering(&raw.fleets, raw.policies.as_ref(), raw.size)?;
    let judged = At { value: Entrant::names(&entrants), span: raw.fleets.span.clone() };
    let field = raw.field.as_ref().map(|field| checker.entering(field, None, raw.size)).transpose()?;
    let field_names = field.as_ref().zip(raw.field.as_ref());
    let field_names =
        field_names.map(|(entrants, written)| At { value: Entrant::names(entrants), span: written.span.clone() });
    let plan = Plan::read(&plan, file, (&judged, field_names.as_ref()), checker.games)?;
    entrants.extend(field.into_iter().flatten());
    let setting = format!("A {}, {}.", raw.size.name(), Entrant::played_by(&entrants));
    Ok(Arc::new(Tournament {
        players: Entrant::players(&entrants),
        arena: checker.arena(entrants, raw.size),
        plan,
        setting,
        kept: None,
    }))
}

impl Checker<'_> {
    /// Returns the fleets as entrants, each with all the policies of the study, or with its policy if the study names
    /// none.
    fn entering(
        &self,
        fleets: &At<Vec<At<RawEntry>>>,
        policies: Option<&At<Vec<At<toml::Value>>>>,
        size: Size,
    ) -> Result<Vec<Entrant>, InputError> {
        some_of(self.file, fleets, "fleet", MAX_ENTRANTS)?;
        let fleets = resolve_for(self.file, fleets, 2, size, &self.common.rules)?;
        let listed = fleets.into_iter().map(|fleet| (fleet.name.clone(), fleet)).collect();
        let known = (&self.common.policies, self.file, MAX_ENTRANTS);
        with_policies(listed, policies, |fleet| fleet.policy.as_ref(), known)
    }

    /// Creates the arena in which entrants meet in pairs.
    fn arena(&self, entrants: Vec<Entrant>, size: Size) -> Arena {
        let (effort, names) = (Entrant::effort(&entrants), Entrant::names(&entrants));
        let ground = Ground { common: Arc::clone(self.common), size };
        Arena::new(names, effort, move |places| ground.table(places.map(|place| &entrants[place])))
    }
}
