//! The setting of races of squads: missions against encounters, the points of a mission, and the space of gear.
//!
//! Aces and game master cannot swap seats. A pair is two missions of one encounter on different random numbers, and
//! pair number *k* has the same random numbers for every squad.

use super::super::{batched::unsourced, bouts::life, checker::Common};
use super::restricted::Bar;
use crate::games::apocalypse_frame::design::{Change, ChangedSquad, GearSpace, Squad, pairs_of};
use hitchart_apocalypse_frame::encounter::{Ending, MissionPlan};
use hitchart_apocalypse_frame::mission::{Action, KeyedDice, Mission, State};
use hitchart_apocalypse_frame::players::{Player, PolicySpec};
use hitchart_lab::builds::{
    BuildSetting, Changes, CostWords, DescribedSetting, ListedSetting, OpponentKind, RestrictedSetting, SearchSetting,
    SpaceSetting, Words, in_turn, spread,
};
use hitchart_lab::runner::games::{Stoppable, key};
use hitchart_lab::study::{Bouts, MeetingTable, PlayedBy};
use hitchart_play::{RestrictedPolicy, Unwatched, play};
use hitchart_report::Warning;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use std::{sync::Arc, sync::atomic::AtomicBool};

/// Points of a mission.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Measure {
    /// A point for a victory without frame damage, half a point for a victory with frame damage
    #[default]
    Frames,
    /// A point for a victory
    Victory,
}

impl Measure {
    /// Describes the points of a mission.
    fn describe(self) -> &'static str {
        match self {
            Measure::Frames => "a victory without frame damage is a point, a victory with frame damage half a point",
            Measure::Victory => "a victory is a point",
        }
    }

    /// Returns the margin of a mission: positive for a point, 0 for half a point, negative for none.
    fn margin(self, mission: &Mission<KeyedDice>, state: &State) -> i16 {
        let won = state.ending == Some(Ending::Victory);
        match self {
            Measure::Frames if won => i16::from(state.aces.iter().all(|ace| ace.damage == 0)),
            Measure::Frames => -1,
            Measure::Victory => harm_margin(won, mission, state),
        }
    }
}

/// Returns the margin of a mission in Harm, at least 1 in either direction: after a victory the Harm that the Aces can
/// still take, after a defeat minus the Vigor of the enemies on the field.
fn harm_margin(won: bool, mission: &Mission<KeyedDice>, state: &State) -> i16 {
    let margin = match won {
        true => life(mission, state),
        false => state.marks.up.iter().map(|enemy| u32::from(state.enemies[enemy.index()].vigor)).sum(),
    };
    let margin = i16::try_from(margin.max(1)).unwrap_or(i16::MAX);
    if won { margin } else { -margin }
}

/// A mission, and the policy of the game master.
#[derive(Clone, Debug)]
pub(crate) struct Opponent {
    pub name: String,
    pub plan: Arc<MissionPlan>,
    pub gm: PolicySpec,
}

impl Opponent {
    /// Creates an opponent, named by the mission and the game master.
    pub(super) fn new(plan: Arc<MissionPlan>, gm: PolicySpec) -> Opponent {
        Opponent { name: format!("{} ({})", plan.name, gm.name()), plan, gm }
    }
}

/// Missions that pairs meet in turn.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub opponents: Vec<Opponent>,
}

/// The setting of a race of squads.
#[derive(Clone, Debug)]
pub(crate) struct GearSetting {
    pub common: Arc<Common>,
    pub space: GearSpace,
    /// Policy of the Aces.
    pub policy: PolicySpec,
    pub measure: Measure,
    /// Files that were read in addition to the scenario, by name; a saved report stores them.
    pub kept: Vec<(String, String)>,
}

/// A player of a mission for one thread; only the Aces may be restricted.
type Seated<'a> = RestrictedPolicy<Stoppable<'a, Player, Action>, Bar, Action>;

/// Returns the keys of the two missions of a pair.
fn keys(of_pair: u64) -> [u64; 2] {
    [0, 1].map(|mission| key(of_pair, "mission of a pair", mission))
}

impl GearSetting {
    /// Returns the table of a squad against one opponent.
    fn against_one(&self, squad: &Squad, bar: Option<Bar>, opponent: &Opponent) -> MeetingTable {
        let rules = self.common.rules.as_ref();
        // A squad of a race is legal: the space checks every sheet.
        let aces = squad.aces(rules).unwrap_or_default();
        let mission = Arc::new(Mission::new(rules.clone(), aces, opponent.plan.as_ref().clone(), KeyedDice));
        let (policies, measure) = ([self.policy.clone(), opponent.gm.clone()], self.measure);
        Box::new(move |stop: &AtomicBool| -> Bouts<'_> {
            let mission = Arc::clone(&mission);
            let [aces, gm] = policies.each_ref().map(|policy| Stoppable::new(policy.build(), stop));
            let mut players: [Seated<'_>; 2] = [RestrictedPolicy::new(aces, bar), RestrictedPolicy::new(gm, None)];
            Box::new(move |key, _| {
                keys(key)
                    .map(|key| measure.margin(&mission, &play(mission.as_ref(), key, &mut players, &mut Unwatched)))
            })
        })
    }
}

impl BuildSetting for GearSetting {
    type Build = Squad;
    type Field = Field;

    fn key(build: &Squad) -> String {
        build.key()
    }

    fn table(&self, build: &Squad, field: &Arc<Field>) -> MeetingTable {
        self.table_without(build, None, field)
    }

    fn effort(&self, field: &Field) -> f64 {
        let masters: f64 = field.opponents.iter().map(|opponent| opponent.gm.effort()).sum();
        self.policy.effort() + masters / field.opponents.len().max(1) as f64
    }

    fn players(&self) -> Vec<PlayedBy> {
        PlayedBy::all(0, [self.policy.name()])
    }
}

impl DescribedSetting for GearSetting {
    const GAMES: &'static str = "missions";

    fn describe(&self) -> String {
        format!("Missions played by {}: {}", self.policy.name(), self.measure.describe())
    }

    fn names(field: &Field) -> Vec<&str> {
        field.opponents.iter().map(|opponent| opponent.name.as_str()).collect()
    }

    fn kept(&self) -> Option<Value> {
        serde_json::to_value(&self.kept).ok()
    }

    fn warnings(&self, name: &str, field: &Field) -> Vec<Warning> {
        unsourced(name, field.opponents.iter().map(|opponent| opponent.plan.as_ref())).into_iter().collect()
    }
}

impl Changes for GearSetting {
    type Change = Change;

    const WORDS: Words = Words {
        build: ["squad", "Squad"],
        builds: "squads",
        parts: ["sheets", "Sheets"],
        part: ["sheet", "Sheet", "sheets"],
        place: "as Ace",
        bid: ["build_price", "Price"],
        bid_form: "",
        games: Self::GAMES,
        met: OpponentKind::Encounters,
        cost: CostWords {
            unit: "Harm",
            one: "each mission counts this cost as Harm taken",
            all: "each mission counts these costs as Harm taken",
            size: "",
        },
    };

    fn opponent(field: &Field, pair: u64) -> Option<usize> {
        Some((pair % field.opponents.len().max(1) as u64) as usize)
    }

    fn half_point(&self) -> &'static str {
        match self.measure {
            Measure::Frames => "A victory with frame damage is half a point.",
            Measure::Victory => "",
        }
    }

    fn sort(change: &Change) -> &'static str {
        change.sort().name()
    }

    fn together(&self, build: &Squad, singles: &[ChangedSquad]) -> Vec<ChangedSquad> {
        pairs_of(build, singles, &self.space)
    }
}

impl SearchSetting for GearSetting {
    type Space = GearSpace;

    /// Returns a field without opponents: squads meet encounters, not each other.
    fn field(&self, _: &[Squad]) -> Field {
        Field { opponents: Vec::new() }
    }
}

impl SpaceSetting for GearSetting {
    fn space(&self) -> &GearSpace {
        &self.space
    }
}

impl ListedSetting for GearSetting {
    fn listed(field: &Field, shares: &[f64]) -> Field {
        Field { opponents: spread(shares).into_iter().map(|place| field.opponents[place].clone()).collect() }
    }
}

impl RestrictedSetting for GearSetting {
    type Bar = Bar;

    const LEFT: &'static str = "Without a part, the policy plays the rest of the squad as well as it can.";

    fn without(bar: Bar) -> &'static str {
        bar.label()
    }

    fn sort_of(_: Bar) -> &'static str {
        "action"
    }

    fn table_without(&self, build: &Squad, bar: Option<Bar>, field: &Arc<Field>) -> MeetingTable {
        let (setting, build, field) = (self.clone(), build.clone(), Arc::clone(field));
        let turns = (0..field.opponents.len()).collect();
        in_turn(turns, move |place| setting.against_one(&build, bar, &field.opponents[place]))
    }
}
