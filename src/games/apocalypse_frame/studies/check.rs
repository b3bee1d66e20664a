//! The studies of a scenario, checked one by one against the rules.

use super::super::ace::Ace;
use super::super::catalogue::catalogue;
use super::super::catalogue::tag::{Tag, Tags};
use super::super::encounter::{self, MAX_ACES, MAX_BATTLES, MissionPlan, PlannedBattle, RawBattle, RawMission};
use super::super::odds::single::Target;
use super::super::players::spec::{PolicySpec, Side, built_in};
use super::super::ruleset::Ruleset;
use super::super::squad::{self, RawAce};
use super::batch::{Batch, Cell};
use super::ground::{Found, Grounds};
use super::raw::*;
use super::{
    Against, ApocalypseFrameStudy, ArmamentsStudy, Common, FramesStudy, ItemsStudy, Question, Show, TagsStudy,
    campaign, difficulty, ladder, marginal, missions, squads,
};
use crate::input::rules::RulesText;
use crate::input::{At, FileText, InputError, at_most, read, some_of, within};
use crate::study::{Checked, Heading, MAX_GAMES, Request, Study, Written};
use std::collections::BTreeMap;
use std::sync::Arc;
use toml::Spanned;
use toml::de::DeTable;

/// Kinds of studies by name.
const KINDS: &[&str] =
    &["armaments", "tags", "items", "frames", "missions", "squads", "difficulty", "marginal", "ladder", "campaign"];
/// Missions where a study names no number.
const DEFAULT_GAMES: u64 = 1_000;
/// Tension of a round where a study names none.
const DEFAULT_TENSION: u8 = 3;
/// Most Armor, Shields and Vigor of a target.
const MOST: u8 = 30;
/// Most rows of a batch: all teams of three out of nine frames are 84.
pub(super) const MAX_CELLS: usize = 400;

/// Most Aces of a study that lists them one by one, and most frames that teams are formed of.
const MAX_LISTED: usize = 100;
/// Most targets of armaments, and most tags in force.
const MAX_TARGETS: usize = 100;

/// Rules, policies and studies of a scenario.
///
/// # Errors
/// The first mistake, with its place.
pub fn check(mut request: Request<'_>) -> Result<Checked, InputError> {
    let rules: Ruleset = request.take_rules()?;
    let none = BTreeMap::new();
    // A policy is one of the Aces' or one of the game master's.
    let of = |side, written: &toml::Value| PolicySpec::resolve(side, written, &none).map(drop);
    let policies = request.take_policies(|written| of(Side::Gm, written).or_else(|_| of(Side::Aces, written)))?;
    let mut kept = BTreeMap::new();
    for files in request.overrides.kept.values() {
        let files: Vec<(String, String)> = serde_json::from_value(files.clone()).map_err(InputError::plain)?;
        kept.extend(files);
    }
    let common = Arc::new(Common { rules, policies });
    let file = request.file;
    let checker = Checker { file, common: &common, grounds: Grounds { file, kept } };
    let studies = request.take_studies(KINDS, |study| checker.study(study))?;
    Ok(Checked { rules: RulesText::of(&common.rules), studies })
}

/// What all studies are checked against.
pub(super) struct Checker<'a> {
    pub file: &'a FileText,
    pub common: &'a Arc<Common>,
    pub grounds: Grounds<'a>,
}

/// What all studies of missions have.
pub(super) struct Shared {
    pub plan: Arc<MissionPlan>,
    pub policies: [PolicySpec; 2],
    pub games: u64,
    pub kept: Vec<(String, String)>,
}

impl Checker<'_> {
    fn study(&self, study: Written<'_>) -> Result<Study, InputError> {
        let Written { kind, mut table, number } = study;
        let file = self.file;
        match kind.value.as_str() {
            "armaments" => self.armaments(read(file, table)?, number),
            "tags" => self.tags(read(file, table)?, number),
            "items" => self.items(read(file, table)?, number),
            "frames" => self.frames(read(file, table)?, number),
            "missions" => {
                let ground = self.ground(&mut table)?;
                missions::check(self, read(file, table)?, ground, number)
            }
            "squads" => {
                let ground = self.ground(&mut table)?;
                squads::check(self, read(file, table)?, ground, number)
            }
            "difficulty" => {
                let ground = self.ground(&mut table)?;
                difficulty::check(self, read(file, table)?, ground, number)
            }
            "marginal" => {
                let ground = self.ground(&mut table)?;
                marginal::check(self, read(file, table)?, ground, number)
            }
            "ladder" => {
                let ground = self.ground(&mut table)?;
                ladder::check(self, read(file, table)?, ground, number)
            }
            _ => {
                let ground = self.ground(&mut table)?;
                campaign::check(self, read(file, table)?, ground, number)
            }
        }
    }

    fn ground(&self, table: &mut Spanned<DeTable<'_>>) -> Result<Found, InputError> {
        self.grounds.written(table.get_mut().remove("encounter"))
    }

    /// A study with its name and title.
    pub fn named(
        &self,
        heading: Heading,
        default: &str,
        number: usize,
        question: Question,
    ) -> Result<Study, InputError> {
        Ok(Study {
            name: heading.name(self.file, question.name(), number)?,
            title: heading.title(default),
            text: heading.text.unwrap_or_default(),
            asked: Arc::new(ApocalypseFrameStudy { question, common: Arc::clone(self.common) }),
        })
    }

    /// Encounter, policies and number of missions.
    pub fn shared(
        &self,
        (encounter, read): Found,
        policies: Option<&At<Vec<At<toml::Value>>>>,
        games: Option<&At<u64>>,
    ) -> Result<Shared, InputError> {
        let games = games.map_or(Ok(DEFAULT_GAMES), |games| within(self.file, games, "games", 1, MAX_GAMES))?;
        let policies = self.common.both(self.file, policies)?;
        Ok(Shared { plan: Arc::new(MissionPlan::single(encounter)), policies, games, kept: read.into_iter().collect() })
    }

    /// A batch, if it is neither empty nor too large; cells of one name are told apart by numbers.
    pub fn batch(
        &self,
        show: Show,
        mut cells: Vec<Cell>,
        games: u64,
        kept: Vec<(String, String)>,
        span: std::ops::Range<usize>,
    ) -> Result<Question, InputError> {
        self.rows(cells.len(), &span)?;
        for i in 1..cells.len() {
            let same = cells[..i].iter().filter(|cell| cell.label == cells[i].label).count();
            if same > 0 {
                cells[i].label = format!("{} ({})", cells[i].label, same + 1);
            }
        }
        Ok(Question::Batch(Batch { show, cells, games, kept }))
    }

    /// Whether a batch may have so many rows.
    pub fn rows(&self, rows: usize, span: &std::ops::Range<usize>) -> Result<(), InputError> {
        if (1..=MAX_CELLS).contains(&rows) {
            return Ok(());
        }
        let problem = format!("the study has {rows} rows; allowed: 1 to {MAX_CELLS}");
        Err(InputError::at(self.file, span.clone(), problem))
    }

    /// Aces as written, 1 to 5; those of one name are told apart by numbers.
    pub fn aces(&self, written: &At<Vec<At<RawAce>>>) -> Result<Vec<Ace>, InputError> {
        if written.value.is_empty() || written.value.len() > MAX_ACES {
            let problem = format!("{} Aces; a team has 1 to {MAX_ACES}", written.value.len());
            return Err(InputError::at(self.file, written.span.clone(), problem));
        }
        self.resolved(written)
    }

    /// Aces as written, as many as a study lists.
    pub fn resolved(&self, written: &At<Vec<At<RawAce>>>) -> Result<Vec<Ace>, InputError> {
        let aces = some_of(self.file, written, "Ace", MAX_LISTED)?
            .iter()
            .map(|ace| squad::resolve(self.file, ace, &self.common.rules));
        Ok(told_apart(aces.collect::<Result<_, _>>()?))
    }

    /// Further battles of a mission.
    pub fn battles(&self, written: &At<Vec<At<RawBattle>>>, before: usize) -> Result<Vec<PlannedBattle>, InputError> {
        if before + written.value.len() > MAX_BATTLES {
            let problem = format!("{} battles; a mission has 1 to {MAX_BATTLES}", before + written.value.len());
            return Err(InputError::at(self.file, written.span.clone(), problem));
        }
        let raw = RawMission { name: None, battles: written.value.clone() };
        Ok(encounter::check_mission(&raw, self.file, &catalogue().enemies)?.battles)
    }

    /// All stock frames.
    pub fn stock(&self) -> Vec<Ace> {
        catalogue().frames.iter().map(|model| squad::stock(model, &self.common.rules)).collect()
    }

    /// The policies of a side as written, or all there are.
    pub fn policies(
        &self,
        side: Side,
        written: Option<&At<Vec<At<toml::Value>>>>,
    ) -> Result<Vec<PolicySpec>, InputError> {
        match written {
            None => built_in(side).map(|(name, _)| self.common.policy(side, name)).collect(),
            Some(written) => {
                let written = some_of(self.file, written, "policy", MAX_CELLS)?;
                written.iter().map(|one| self.common.written(self.file, side, one)).collect()
            }
        }
    }

    fn optional(&self, found: &Option<At<u8>>, what: &str, default: u8, high: u8) -> Result<u8, InputError> {
        found.as_ref().map_or(Ok(default), |found| within(self.file, found, what, 0, high))
    }

    fn against(&self, target: &RawTarget) -> Result<Against, InputError> {
        let vigor = target.vigor.as_ref().map_or(Ok(3), |vigor| within(self.file, vigor, "vigor", 1, MOST))?;
        let target = Target {
            armor: self.optional(&target.armor, "armor", 0, MOST)?,
            shields: self.optional(&target.shields, "shields", 0, MOST)?,
            cover: target.cover,
            ..Target::default()
        };
        Ok(Against { target, vigor })
    }

    fn target(&self, target: &Option<At<RawTarget>>) -> Result<Against, InputError> {
        self.against(target.as_ref().map_or(&RawTarget::default(), |target| &target.value))
    }

    fn tension(&self, tension: &Option<At<u8>>) -> Result<u8, InputError> {
        self.optional(tension, "tension", DEFAULT_TENSION, 12)
    }

    fn armaments(&self, raw: RawArmaments, number: usize) -> Result<Study, InputError> {
        let last = raw.targets.last().map_or(0..0, |target| target.span.clone());
        at_most(raw.targets.len(), "targets", MAX_TARGETS).map_err(|error| error.or_at(self.file, last))?;
        let last = raw.with.last().map_or(0..0, |tag| tag.span.clone());
        at_most(raw.with.len(), "with", MAX_TARGETS).map_err(|error| error.or_at(self.file, last))?;
        let targets: Result<Vec<Against>, InputError> =
            raw.targets.iter().map(|target| self.against(&target.value)).collect();
        let mut targets = targets?;
        if targets.is_empty() {
            targets.push(self.target(&None)?);
        }
        let with: Result<Tags, InputError> = raw
            .with
            .iter()
            .map(|tag| Tag::of_armament(&tag.value).map_err(|error| error.or_at(self.file, tag.span.clone())))
            .collect();
        let study = ArmamentsStudy {
            gear: raw.gear.unwrap_or(self.common.rules.armaments.gear),
            targets,
            with: with?,
            tension: self.tension(&raw.tension)?,
            simulate: raw.simulate,
        };
        let heading = Heading { name: raw.name, title: raw.title, text: raw.text };
        self.named(heading, "Armaments", number, Question::Armaments(study))
    }

    fn tags(&self, raw: RawTags, number: usize) -> Result<Study, InputError> {
        let study = TagsStudy {
            gear: raw.gear.unwrap_or(self.common.rules.armaments.gear),
            against: self.target(&raw.target)?,
            tension: self.tension(&raw.tension)?,
        };
        let heading = Heading { name: raw.name, title: raw.title, text: raw.text };
        self.named(heading, "A tag more", number, Question::Tags(study))
    }

    fn items(&self, raw: RawItems, number: usize) -> Result<Study, InputError> {
        let study = ItemsStudy { against: self.target(&raw.target)? };
        let heading = Heading { name: raw.name, title: raw.title, text: raw.text };
        self.named(heading, "Systems", number, Question::Items(study))
    }

    fn frames(&self, raw: RawFrames, number: usize) -> Result<Study, InputError> {
        let aces = raw.aces.as_ref().map_or_else(|| Ok(self.stock()), |aces| self.resolved(aces))?;
        let study = FramesStudy { aces, against: self.target(&raw.target)? };
        let heading = Heading { name: raw.name, title: raw.title, text: raw.text };
        self.named(heading, "Frames over a round", number, Question::Frames(study))
    }
}

/// Aces whose names differ: the second of a name is called `NAME 2`.
pub(super) fn told_apart(mut aces: Vec<Ace>) -> Vec<Ace> {
    for i in 1..aces.len() {
        let base = aces[i].name.clone();
        let mut number = 2;
        while aces[..i].iter().any(|other| other.name == aces[i].name) {
            aces[i].name = format!("{base} {number}");
            number += 1;
        }
    }
    aces
}
