//! Whole games between companies: their setting, and the check of a `games` study.

use super::raw::RawGames;
use super::{Checker, Common};
use crate::games::rapid_attack::{design::Build, replay::Log, replay::PAGE};
use hitchart_config::{At, FileText, InputError, read, read_key, read_table, within};
use hitchart_dice::exact::expected_damage_by_dice;
use hitchart_lab::matches::{GamesStudy, Match, OBSERVATIONS, ReplayedGame, Setting, Tally, Words, policies_needed};
use hitchart_lab::positions::POSITION;
use hitchart_lab::replay::{jsonl, lines_sha256};
use hitchart_lab::study::{Dealt, MAX_GAMES, MetricUnit, Replay, ReplayOrigin, Study, Written, count};
use hitchart_play::policy::Book;
use hitchart_rapid_attack::battle::{Battle, Event, KeyedDice, State, battlefield_rules};
use hitchart_rapid_attack::battlefield::{self, Battlefield, BattlefieldError, Layout};
use hitchart_rapid_attack::bidding::{Limits, Size, clock_of_size, limits};
use hitchart_rapid_attack::muster::{self, FightingCompany};
use hitchart_rapid_attack::players::search::{self, SearchSettings};
use hitchart_rapid_attack::players::{Kind, Plain, PolicySpec};
use hitchart_rapid_attack::record::{Record, SHARES, STRIKES};
use hitchart_rapid_attack::ruleset::{ChartName, Ruleset};
use hitchart_rapid_attack::{battle::measure::cover_of_plan, loadout::Range};
use hitchart_report::table::Table;
use hitchart_stats::Estimate;
use serde_json::{Value, json};
use std::{sync::Arc, sync::atomic::AtomicBool};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

// The battle that a study of games plays.

/// Setting of a battle between companies.
#[derive(Clone, Debug)]
pub(crate) struct Meeting {
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
const HEADLINES: &str = "rounds turns attacks damage cover_hits cover_destroyed frames_lost spots_placed spots_used \
                         captures ticks lead_changes margin unused_whites";

impl Setting for Meeting {
    type Game = Battle<KeyedDice>;
    type Record = Record;
    type Plain = Plain;

    const WORDS: Words = Words {
        side: ["company", "Company", "companies"],
        lost: ["frames_lost", "Frames lost", "frames"],
        fielding: "fielding",
        headlines: HEADLINES,
        shares: SHARES,
        matters: &[("win", 0.03)],
    };

    fn names(&self) -> Vec<&str> {
        self.companies.iter().map(|company| company.name.as_str()).collect()
    }

    fn has_equal_sides(&self) -> bool {
        self.companies.windows(2).all(|pair| Build::of(&pair[0]) == Build::of(&pair[1]))
    }

    fn game(&self) -> Battle<KeyedDice> {
        let (setup, companies) = ((self.size, self.limits), self.companies.clone());
        let (rules, fields) = (self.common.rules.as_ref().clone(), Arc::clone(&self.fields));
        Battle::with_odds(rules, setup, companies, fields, KeyedDice, self.common.odds())
    }

    fn book(&self) -> &Book<Kind> {
        &self.common.policies
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

    fn most_rounds(&self) -> u8 {
        let clock = &self.common.rules.clock;
        clock_of_size(self.size, clock).div_ceil(clock.step.max(1))
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

    fn round(state: &State) -> u32 {
        state.round.into()
    }

    fn attack(game: &Battle<KeyedDice>, state: &State, event: &Event) -> Option<Dealt> {
        let Event::Attacked(strike) = event else { return None };
        let (chart, cover) = (game.rules.charts.chart(strike.chart), cover_of_plan(game, state, strike.cover));
        let expected = expected_damage_by_dice(strike.dice.into(), &chart, cover);
        let on_frame = strike.target.frame().is_some();
        on_frame.then(|| Dealt {
            player: state.unit(strike.unit).owner.index(),
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
        let mut log = Log::default();
        let (state, choices) = games.replay((name, about.seed, about.game), &mut log, stop)?;
        let header = log.header(about.played(choices, lines_sha256(log.lines())), &policies)?;
        let scores: Vec<i32> = state.player_ids().map(|player| state.score(player)).collect();
        let (said, json) = ReplayedGame { policies, scores, rounds: state.round }.ended(study);
        Some(Replay { html: PAGE.html(&header, log.lines()), jsonl: jsonl(&header, log.lines()), said, json })
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
                count(&tally.strikes, i, MetricUnit::Several("attacks"), tally.observations()),
                count(&tally.strikes, STRIKES + i, MetricUnit::Several("hits"), tally.observations()),
            )
        })
        .collect();
    let note = "Means a game: attacks that struck or missed, and hits on frames that were their target.";
    Table::new(format!("{name}-strikes"), "Damage by range and chart", note)
        .text("range", "Range", rows.iter().map(|(range, ..)| *range))
        .text("chart", "Chart", rows.iter().map(|(_, chart, ..)| *chart))
        .estimate("attacks", "Attacks", 3, rows.iter().map(|(_, _, attacks, _)| *attacks))
        .estimate("damage", "Damage", 3, rows.iter().map(|(.., damage)| *damage))
        .count("n", "N", rows.iter().map(|(.., damage)| damage.n))
        .count("observations", OBSERVATIONS, rows.iter().map(|(.., damage)| damage.observations))
}

// The check: companies that may meet, a battlefield with room for them, and known policies.

/// Default number of games.
const DEFAULT_GAMES: u64 = 1_000;
/// Most battlefields of a scenario, at about 200 kB each.
const MAX_BATTLEFIELDS: usize = 2_000;
/// Default battlefield.
pub(crate) const DEFAULT_BATTLEFIELD: &str = "dense-town";
/// A battlefield as written, before its terrain is checked.
pub(crate) struct Ground {
    /// Name of the battlefield.
    pub name: String,
    pub layout: Layout,
    /// File that contains the layout.
    file: FileText,
    span: std::ops::Range<usize>,
}

/// Checks the study.
pub(crate) fn check(checker: &Checker<'_>, mut written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (ground, name) = (written.take("battlefield"), written.name.clone());
    Ok(Arc::new(checker.games(written.read()?, ground, &name)?))
}

impl Ground {
    /// Returns the battlefield with another layout.
    pub(crate) fn with_layout(&self, layout: Layout) -> Ground {
        Ground { name: self.name.clone(), layout, file: self.file.clone(), span: self.span.clone() }
    }
}

impl Checker<'_> {
    fn games(
        &self,
        raw: RawGames,
        ground: Option<Spanned<DeValue<'_>>>,
        name: &str,
    ) -> Result<GamesStudy<Meeting>, InputError> {
        let companies = muster::resolve(self.file, &raw.companies, raw.size, self.rules)?;
        let players = companies.len();
        let limits = limits(players, raw.size, &self.rules.sizes)
            .map_err(|error| InputError::at(self.file, raw.companies.span.clone(), error))?;
        let policies = self.policies_of(&raw.policies, &companies)?;
        let games =
            raw.games.as_ref().map_or(Ok(DEFAULT_GAMES), |games| within(self.file, games, "games", 1, MAX_GAMES))?;
        let ground = self.ground(ground, name)?;
        let fields = self.fields(&ground)?;
        let setting = Meeting {
            common: Arc::clone(self.common),
            size: raw.size,
            limits,
            companies,
            battlefield: ground.name,
            layout: Some(ground.layout),
            fields,
        };
        Ok(GamesStudy { setting, policies, games, swap_seats: raw.swap_seats })
    }

    /// Returns the policies of the study, or those of the companies if the study names none.
    fn policies_of(
        &self,
        written: &Option<At<Vec<At<toml::Value>>>>,
        companies: &[FightingCompany],
    ) -> Result<Vec<PolicySpec>, InputError> {
        let own = companies.iter().map(|company| company.policy.as_ref());
        self.common
            .policies
            .seated(self.file, written.as_ref(), own, |found| policies_needed(found, companies.len(), &Meeting::WORDS))
    }

    /// Reads the layout of a name, a file or a table. The layout of a saved report replaces any of these.
    pub(crate) fn ground(&self, written: Option<Spanned<DeValue<'_>>>, study: &str) -> Result<Ground, InputError> {
        let span = written.as_ref().map_or(0..0, Spanned::span);
        let here =
            |name: &str, layout| Ground { name: name.to_owned(), layout, file: self.file.clone(), span: span.clone() };
        let written = written.map_or(DeValue::String(DEFAULT_BATTLEFIELD.into()), Spanned::into_inner);
        let name = match &written {
            DeValue::String(name) => name.to_string(),
            DeValue::Table(table) => match table.get("file") {
                Some(name) => self.file_name(table, name)?,
                None => "its own battlefield".to_owned(),
            },
            _ => {
                let problem = "`battlefield` is the name of one, a file, or a table with its layout";
                return Err(InputError::at(self.file, span, problem));
            }
        };
        if let Some(saved) = self.battlefields.get(study) {
            return Ok(here(&name, saved.clone()));
        }
        match written {
            DeValue::Table(table) if !table.contains_key("file") => {
                Ok(here(&name, read(self.file, Spanned::new(span.clone(), table))?))
            }
            _ if name.ends_with(".toml") => self.in_a_file(&name).map_err(|error| error.or_at(self.file, span)),
            _ => battlefield::named(&name).map(|layout| here(&name, layout)).map_err(|error| {
                blamed(self.file, span.clone(), &error)
                    .with_help(Some("write another battlefield as a table, or name a file ending in .toml"))
            }),
        }
    }

    /// Returns the battlefields of a layout; an earlier study with the same layout shares them.
    pub(crate) fn fields(&self, ground: &Ground) -> Result<Arc<[Battlefield]>, InputError> {
        let mut drawn = self.drawn.borrow_mut();
        if let Some((_, fields)) = drawn.iter().find(|(layout, _)| *layout == ground.layout) {
            return Ok(Arc::clone(fields));
        }
        let before: usize = drawn.iter().map(|(_, fields)| fields.len()).sum();
        let all = before + ground.layout.generator.as_ref().map_or(1, |generator| generator.layouts as usize);
        if before > 0 && all > MAX_BATTLEFIELDS {
            let problem = format!("the studies draw {all} battlefields; allowed: at most {MAX_BATTLEFIELDS}");
            return Err(InputError::at(&ground.file, ground.span.clone(), problem)
                .with_help(Some("studies of one layout share theirs; ask for fewer `layouts`")));
        }
        let fields = self.drawn_under(ground, self.rules)?;
        drawn.push((ground.layout.clone(), Arc::clone(&fields)));
        Ok(fields)
    }

    /// Returns the battlefields of a layout under other rules.
    pub(crate) fn fields_under(&self, ground: &Ground, rules: &Ruleset) -> Result<Arc<[Battlefield]>, InputError> {
        if battlefield_rules(rules) == battlefield_rules(self.rules) {
            return self.fields(ground);
        }
        self.drawn_under(ground, rules)
    }

    fn drawn_under(&self, ground: &Ground, rules: &Ruleset) -> Result<Arc<[Battlefield]>, InputError> {
        let fields = battlefield::battlefields(&ground.layout, &battlefield_rules(rules), self.seed);
        let fields = fields.map_err(|error| blamed(&ground.file, ground.span.clone(), &error))?;
        Ok(fields.into())
    }

    fn file_name(&self, table: &DeTable<'_>, name: &Spanned<DeValue<'_>>) -> Result<String, InputError> {
        if let Some((other, _)) = table.iter().find(|(key, _)| key.get_ref() != "file") {
            let problem = format!("`{}` goes into the file; `file` stands alone", other.get_ref());
            return Err(InputError::at(self.file, other.span(), problem));
        }
        match name.get_ref().as_str() {
            Some(text) if text.ends_with(".toml") => Ok(text.to_owned()),
            _ => Err(InputError::at(self.file, name.span(), "`file` is a file ending in .toml")),
        }
    }

    /// Reads the layout of a file in the folder of the scenario.
    fn in_a_file(&self, name: &str) -> Result<Ground, InputError> {
        let file = self.file.beside().read(name)?;
        let table = read_table(&file)?;
        let span = table.span();
        let layout = read(&file, table)?;
        Ok(Ground { name: name.to_owned(), layout, file, span })
    }
}

fn blamed(file: &FileText, span: std::ops::Range<usize>, error: &BattlefieldError) -> InputError {
    InputError::at(file, span, error).with_help(error.help())
}
