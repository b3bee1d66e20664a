//! Campaigns: missions in a row, with clocks and advancement between them, for one or more policies of spending.
//!
//! The state machine is [`hitchart_apocalypse_frame::campaign`]; here the missions are played, counted and compared.

mod answer;
mod course;
mod ledger;
#[cfg(test)]
mod tests;

use super::checker::{Checker, Common, Shared};
use super::{batch::CANNOT_SWAP, kinds::RawCampaign};
use answer::answer;
use course::{CampaignTally, Runs};
use hitchart_apocalypse_frame::campaign::{self, Choices, Course, Event, Goods, Spending, State, Teams, Wish};
use hitchart_apocalypse_frame::catalogue::entries::{Attributes, Division};
use hitchart_apocalypse_frame::{
    campaign::market::Market, catalogue::advancement::Upgrade, encounter::MissionPlan,
    encounter::ground::EncounterAndFile, players::PolicySpec, sheet::Sheet,
};
use hitchart_config::{At, InputError, each_once, some_of, within};
use hitchart_lab::runner::{Job, Streams};
use hitchart_lab::study::{
    Answer, Changes, Contest, Games, Outcome, PlayedBy, PositionOf, Positions, Replay, ReplayOrigin, Run, RunCounts,
    Study, Tunable, Written,
};
use hitchart_report::table::tables_json;
use hitchart_stats::Estimate;
use serde::Deserialize;
use serde_json::Value;
use std::{sync::Arc, sync::atomic::AtomicBool};

/// Most missions of a campaign.
const LONGEST: u8 = 20;
/// Most purchases in a list.
const MAX_PURCHASES: usize = 100;
/// Most encounters in a list.
const MAX_ENCOUNTERS: usize = 40;

/// A way to play the campaign: a policy of spending, and perhaps the loss of a frame.
#[derive(Clone, Debug)]
pub(crate) struct Arm {
    pub label: String,
    pub campaign: campaign::Campaign,
}

/// Campaigns of one team.
#[derive(Clone, Debug)]
pub(crate) struct Campaign {
    pub common: Arc<Common>,
    pub games: u64,
    pub policies: [PolicySpec; 2],
    pub kept: Vec<(String, String)>,
    /// Names of the Aces.
    names: Vec<String>,
    /// Plans by number of the encounter.
    plans: Vec<Arc<MissionPlan>>,
    /// Ways to play, at least one; the others are compared with the first.
    arms: Vec<Arm>,
    wishes: Vec<String>,
}

impl Campaign {
    /// Returns the number of missions.
    fn length(&self) -> usize {
        usize::from(self.arms[0].campaign.length)
    }

    /// Returns true if the campaign has clocks.
    fn has_clocks(&self) -> bool {
        matches!(self.arms[0].campaign.course, Course::Clocks { .. })
    }

    /// Returns the number of the arm with a lost frame, and the mission after which it is lost.
    fn loss(&self) -> Option<(usize, usize)> {
        let of = |(arm, of): (usize, &Arm)| of.campaign.loss.map(|mission| (arm, usize::from(mission)));
        self.arms.iter().enumerate().find_map(of)
    }
}

/// Checks the study.
pub(super) fn check(checker: &Checker<'_>, written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let kind = written.kind.clone();
    let (ground, raw): (EncounterAndFile, RawCampaign) = checker.on_ground(written)?;
    let shared = checker.shared(ground, raw.policies.as_ref(), raw.games.as_ref())?;
    let (names, squad) = checker.sheets(&raw.aces)?;
    let length = raw.length.as_ref().map_or(Ok(5), |length| within(checker.file, length, "length", 1, LONGEST))?;
    let mut grounds = Grounds { plans: vec![Arc::clone(&shared.plan)], kept: shared.kept.clone() };
    let course = if raw.clocks { checker.clocks(&raw, &mut grounds)? } else { checker.row(&raw, &mut grounds)? };
    let rules = &checker.common.rules;
    let choices = checker.choices(&raw, &squad)?;
    let campaign = campaign::Campaign { rules: Arc::clone(rules), squad, length, course, choices, loss: None };
    let spending = match &raw.spending {
        None => vec![Spending::Purchases],
        Some(written) => {
            each_once(checker.file, written, "policy of spending", Spending::ALL.len(), |one| Ok(one.value))?
        }
    };
    if let Some(place) = spending.iter().position(|spending| *spending == Spending::Favors).filter(|_| !raw.clocks) {
        let span = raw.spending.as_ref().map_or(kind, |written| written.value[place].span.clone());
        return Err(InputError::at(checker.file, span, "`favors` needs `clocks = true`"));
    }
    let arm = |spending: &Spending| {
        let mut campaign = campaign.clone();
        campaign.choices.spending = *spending;
        Arm { label: spending.name().to_owned(), campaign }
    };
    let mut arms: Vec<Arm> = spending.iter().map(arm).collect();
    if let Some(after) = &raw.lose_frame_after {
        // After the last mission nothing is left that the loss could change.
        if length < 2 {
            let problem = "`lose_frame_after` needs a campaign of two missions or more";
            return Err(InputError::at(checker.file, after.span.clone(), problem));
        }
        let after = within(checker.file, after, "lose_frame_after", 1, length - 1)?;
        let mut lost = arms[0].clone();
        lost.campaign.loss = Some(after);
        lost.label = format!("{}, a frame lost after mission {after}", lost.label);
        arms.push(lost);
    }
    let wishes = raw.purchases.iter().flat_map(|purchases| &purchases.value).map(|wish| wish.value.clone()).collect();
    let Shared { policies, games, .. } = shared;
    let (common, Grounds { plans, kept }) = (Arc::clone(checker.common), grounds);
    Ok(Arc::new(Campaign { common, games, policies, kept, names, plans, arms, wishes }))
}

/// Plans of a study by number, and the files that they were read from.
struct Grounds {
    plans: Vec<Arc<MissionPlan>>,
    kept: Vec<(String, String)>,
}

impl Grounds {
    /// Adds an encounter, and returns its number.
    fn add(&mut self, (encounter, file): EncounterAndFile) -> usize {
        if let Some(known) = self.plans.iter().position(|plan| plan.battles[0].encounter == encounter) {
            return known;
        }
        self.kept.extend(file.filter(|file| !self.kept.contains(file)));
        self.plans.push(Arc::new(MissionPlan::single(encounter)));
        self.plans.len() - 1
    }
}

/// A list of encounters, as written.
type Names = Option<At<Vec<At<String>>>>;

impl Checker<'_> {
    /// Returns the course of a row of missions.
    fn row(&self, raw: &RawCampaign, grounds: &mut Grounds) -> Result<Course, InputError> {
        let keys = [("standard", &raw.standard), ("crises", &raw.crises), ("moonshots", &raw.moonshots)];
        let spans = keys.iter().filter_map(|(key, list)| Some((*key, list.as_ref()?.span.clone())));
        let others = [
            ("teams", raw.teams.as_ref().map(|teams| &teams.span)),
            ("choice", raw.choice.as_ref().map(|choice| &choice.span)),
            ("favors", raw.favors.as_ref().map(|favors| &favors.span)),
            ("crisis", raw.crisis.as_ref().map(|crisis| &crisis.span)),
        ];
        let others = others.into_iter().filter_map(|(key, span)| Some((key, span?.clone())));
        if let Some((key, span)) = spans.chain(others).next() {
            return Err(InputError::at(self.file, span, format!("`{key}` needs `clocks = true`")));
        }
        if let Some(missions) = &raw.missions {
            let found = self.encounters_named(missions, usize::from(LONGEST))?;
            grounds.plans =
                found.iter().map(|(encounter, _)| Arc::new(MissionPlan::single(encounter.clone()))).collect();
            grounds.kept.extend(found.into_iter().filter_map(|(_, file)| file));
        }
        Ok(Course::Row(grounds.plans.len()))
    }

    /// Returns the course of missions of the Divisions.
    fn clocks(&self, raw: &RawCampaign, grounds: &mut Grounds) -> Result<Course, InputError> {
        if let Some(missions) = &raw.missions {
            let problem = "`missions` is for campaigns without clocks; write `standard`, `crises` or `moonshots`";
            return Err(InputError::at(self.file, missions.span.clone(), problem));
        }
        let teams = match &raw.teams {
            None => Teams::Drawn(3),
            Some(teams) if (2..=4).contains(&teams.value.len()) => Teams::Fixed(teams.value.clone()),
            Some(teams) => {
                let problem = format!("{} other teams; allowed: 2 to 4", teams.value.len());
                return Err(InputError::at(self.file, teams.span.clone(), problem));
            }
        };
        let missions = &self.common.rules.catalogue.advancement.missions;
        let mut all = |names: &[&String], written: &Names| self.numbered(names, written, grounds);
        let of = Division::ALL.map(|division| missions.of(division));
        let (mut standard, mut crisis) = ([const { Vec::new() }; 3], [const { Vec::new() }; 3]);
        for (place, division) in of.into_iter().enumerate() {
            let names: Vec<&String> = division.standard.iter().map(|mission| &mission.encounter).collect();
            let encounters = all(&names, &raw.standard)?;
            standard[place] = division.standard.iter().map(|mission| mission.sort).zip(encounters).collect();
            crisis[place] = all(&division.crisis.iter().collect::<Vec<_>>(), &raw.crises)?;
        }
        let moonshot = all(&missions.moonshot().iter().collect::<Vec<_>>(), &raw.moonshots)?;
        Ok(Course::Clocks { standard, crisis, moonshot, teams })
    }

    /// Returns the numbers of encounters: those of a list in turn, or those of the game.
    fn numbered(&self, names: &[&String], written: &Names, grounds: &mut Grounds) -> Result<Vec<usize>, InputError> {
        let found = match written {
            Some(written) => self.encounters_named(written, MAX_ENCOUNTERS)?,
            None => names.iter().map(|name| self.grounds.named(name)).collect::<Result<_, _>>()?,
        };
        let numbers: Vec<usize> = found.into_iter().map(|found| grounds.add(found)).collect();
        Ok(numbers.iter().copied().cycle().take(names.len().max(numbers.len())).collect())
    }

    /// Returns the choices of the Aces and of the game master.
    fn choices(&self, raw: &RawCampaign, squad: &[Sheet]) -> Result<Choices, InputError> {
        let catalogue = &self.common.rules.catalogue;
        let upgrades = match &raw.upgrades {
            None => Upgrade::ALL.to_vec(),
            Some(written) => each_once(self.file, written, "upgrade", Upgrade::ALL.len(), |name: &At<String>| {
                catalogue.upgrade(&name.value).map_err(|error| error.or_at(self.file, name.span.clone()))
            })?,
        };
        Ok(Choices {
            spending: Spending::Purchases,
            wishes: self.wishes(raw, squad)?,
            mission: raw.choice.as_ref().map(|choice| choice.value).unwrap_or_default(),
            favors: raw.favors.as_ref().map(|favors| favors.value).unwrap_or_default(),
            crisis: raw.crisis.as_ref().map(|crisis| crisis.value).unwrap_or_default(),
            reward: raw.reward,
            upgrades,
            attributes: self.targets(raw, squad)?,
        })
    }

    /// Returns the purchases of the list. Each must be possible after those before it.
    fn wishes(&self, raw: &RawCampaign, squad: &[Sheet]) -> Result<Vec<Wish>, InputError> {
        let Some(written) = raw.purchases.as_ref().filter(|purchases| !purchases.value.is_empty()) else {
            return Ok(Vec::new());
        };
        let (rules, mut state) = (&self.common.rules, State::start(squad));
        let mut one = |text: &At<String>| {
            let wish = Wish::read(&text.value, rules)?;
            let goods = wish.goods(&state, rules)?;
            let clocks = !matches!(goods, Goods::FavorStep { .. }) || raw.clocks;
            let needed = || InputError::plain("a step of a favor clock needs `clocks = true`");
            clocks.then_some(()).ok_or_else(needed)?;
            goods.take(&mut state, rules);
            Ok(wish)
        };
        let texts = some_of(self.file, written, "purchase", MAX_PURCHASES)?;
        texts
            .iter()
            .map(|text| one(text).map_err(|error: InputError| error.or_at(self.file, text.span.clone())))
            .collect()
    }

    /// Returns the attributes that the Aces change to.
    fn targets(&self, raw: &RawCampaign, squad: &[Sheet]) -> Result<Vec<Option<Attributes>>, InputError> {
        let Some(written) = &raw.attributes else { return Ok(vec![None; squad.len()]) };
        if written.value.len() != squad.len() {
            let problem = format!("{} attributes for {} Aces", written.value.len(), squad.len());
            return Err(InputError::at(self.file, written.span.clone(), problem));
        }
        let legal = |(sheet, attributes): (&Sheet, &Attributes)| {
            let changed = Sheet { attributes: *attributes, ..sheet.clone() };
            changed
                .ace(&self.common.rules)
                .map_err(|error| InputError::at(self.file, written.span.clone(), error.problem))?;
            Ok(Some(*attributes))
        };
        squad.iter().zip(&written.value).map(legal).collect()
    }
}

impl Study for Campaign {
    fn next_jobs(&self, run: &Run<'_>, _: &RunCounts) -> Vec<Job> {
        let streams = Streams { name: run.name.to_owned(), seed: run.seed, groups: 0..self.games };
        vec![streams.job(run.name.to_owned(), Runs { campaign: self.clone() })]
    }

    fn games(&self) -> Option<&dyn Games> {
        Some(self)
    }

    fn answer(&self, name: &str, counted: &RunCounts) -> Answer {
        counted.of(name).map_or_else(Answer::default, |tally| answer(name, self, &tally))
    }
}

impl Games for Campaign {
    fn positions(&self, _: (&str, u64, u64), _: PositionOf<'_>) -> Result<Box<dyn Positions>, InputError> {
        Err(InputError::plain(
            "the ledger of a campaign has no positions, only its missions have; play one of them as a study",
        ))
    }

    fn count(&self) -> u64 {
        self.games
    }

    fn seats(&self) -> usize {
        2
    }

    fn players(&self) -> Vec<PlayedBy> {
        super::batched::played_by(std::iter::once(&self.policies))
    }

    fn changed(&self, changes: &Changes<'_>) -> Result<Arc<dyn Study>, InputError> {
        if changes.swap_seats {
            return Err(InputError::plain(CANNOT_SWAP));
        }
        let mut campaign = self.clone();
        campaign.games = changes.games.unwrap_or(campaign.games);
        if let Some(names) = changes.policies {
            campaign.policies = self.common.both_named(names)?;
        }
        if let Some(row) = changes.row {
            let labels: Vec<&str> = self.arms.iter().map(|arm| arm.label.as_str()).collect();
            campaign.arms = vec![self.arms[super::batch::row_named(row, &labels)?].clone()];
        }
        Ok(Arc::new(campaign))
    }

    fn kept(&self) -> Option<Value> {
        serde_json::to_value(&self.kept).ok()
    }

    fn outcome(&self, name: &str, saved: &Value) -> Option<Outcome> {
        let tally = CampaignTally::deserialize(saved).ok()?;
        let (games, Answer { tables, warnings, .. }) = (tally.games, answer(name, self, &tally));
        Some(Outcome { games, all: tables.first()?.clone(), json: tables_json(&tables), tables, warnings })
    }

    fn win_rates(&self, tally: &Value, level: f64) -> Vec<Estimate> {
        CampaignTally::deserialize(tally).map_or_else(|_| Vec::new(), |tally| answer::victories(&tally, level))
    }

    fn replay(&self, name: &str, about: &ReplayOrigin, stop: &AtomicBool) -> Result<Option<Replay>, InputError> {
        Ok(ledger::replay(self, name, about, stop))
    }

    fn tunable(&self, _: Option<&str>) -> Result<Tunable, InputError> {
        Err(InputError::plain("a study of kind `campaign` tunes nothing"))
    }

    fn contest(&self, _: &str, _: Option<&str>) -> Result<Contest, InputError> {
        Err(InputError::plain("a study of kind `campaign` has no answers to a policy"))
    }
}
