//! Context of checking studies, the values that all studies of a scenario share, and parts that several kinds read.

use super::batch::{Batch, Cell};
use super::{kinds::RawTarget, odds::OddsTarget};
use hitchart_apocalypse_frame::ace::Ace;
use hitchart_apocalypse_frame::encounter::ground::{EncounterAndFile, Grounds};
use hitchart_apocalypse_frame::encounter::{self, MAX_ACES, MAX_BATTLES, MissionPlan, RawBattle, RawMission};
use hitchart_apocalypse_frame::players::{Kind, PolicySpec, Side, built_in};
use hitchart_apocalypse_frame::squad::{self, RawAce};
use hitchart_apocalypse_frame::{odds::single::TargetDefenses, ruleset::Ruleset};
use hitchart_config::words::counted;
use hitchart_config::{At, FileText, InputError, some_of, within};
use hitchart_lab::study::{MAX_GAMES, StudyKeys, Written};
use hitchart_play::policy::{Book, DEEP};
use std::sync::Arc;

/// Default number of missions of a study.
const DEFAULT_GAMES: u64 = 1_000;
/// Default Tension of a round.
const DEFAULT_TENSION: u8 = 3;
/// Most Armor, Shields and Vigor of a target.
const MOST: u8 = 30;
/// Most rows of a batch: all teams of three out of nine frames are 84.
pub(super) const MAX_CELLS: usize = 400;
/// Most Aces of a study that lists them individually, and most frames to form teams from.
const MAX_LISTED: usize = 100;
/// Most targets of armaments, and most tags in force.
pub(super) const MAX_TARGETS: usize = 100;

/// Context of checking all studies.
pub(crate) struct Checker<'a> {
    pub file: &'a FileText,
    pub common: &'a Arc<Common>,
    pub grounds: Grounds<'a>,
    /// Seed of the scenario, for the draws of searches.
    pub seed: u64,
    /// Number of games of each study, instead of the numbers in the file.
    pub games: Option<u64>,
}

/// Common values of all studies of missions.
pub(super) struct Shared {
    pub plan: Arc<MissionPlan>,
    pub policies: [PolicySpec; 2],
    pub games: u64,
    pub kept: Vec<(String, String)>,
}

impl Checker<'_> {
    /// Returns the encounter of a study, and the other keys of its kind.
    pub(crate) fn on_ground<K: StudyKeys>(
        &self,
        mut written: Written<'_>,
    ) -> Result<(EncounterAndFile, K), InputError> {
        let found = self.grounds.written(written.take("encounter"))?;
        Ok((found, written.read()?))
    }

    /// Returns the encounter, policies and number of missions.
    pub(super) fn shared(
        &self,
        (encounter, read): EncounterAndFile,
        policies: Option<&At<Vec<At<toml::Value>>>>,
        games: Option<&At<u64>>,
    ) -> Result<Shared, InputError> {
        let games = games.map_or(Ok(DEFAULT_GAMES), |games| within(self.file, games, "games", 1, MAX_GAMES))?;
        let policies = self.common.both(self.file, policies)?;
        Ok(Shared { plan: Arc::new(MissionPlan::single(encounter)), policies, games, kept: read.into_iter().collect() })
    }

    /// Returns a batch, if it is neither empty nor too large; cells with the same name get numbers.
    pub(crate) fn batch(
        &self,
        mut cells: Vec<Cell>,
        games: u64,
        kept: Vec<(String, String)>,
        span: std::ops::Range<usize>,
    ) -> Result<Batch, InputError> {
        self.rows(cells.len(), &span)?;
        for i in 1..cells.len() {
            let same = cells[..i].iter().filter(|cell| cell.label == cells[i].label).count();
            if same > 0 {
                cells[i].label = format!("{} ({})", cells[i].label, same + 1);
            }
        }
        Ok(Batch { common: Arc::clone(self.common), cells, games, kept })
    }

    /// Returns an error unless a batch may have this number of rows.
    pub(crate) fn rows(&self, rows: usize, span: &std::ops::Range<usize>) -> Result<(), InputError> {
        if (1..=MAX_CELLS).contains(&rows) {
            return Ok(());
        }
        let problem = format!("the study has {rows} rows; allowed: 1 to {MAX_CELLS}");
        Err(InputError::at(self.file, span.clone(), problem))
    }

    /// Returns the Aces of a team, 1 to 5; Aces with the same name get numbers.
    pub(crate) fn aces(&self, written: &At<Vec<At<RawAce>>>) -> Result<Vec<Ace>, InputError> {
        if written.value.is_empty() || written.value.len() > MAX_ACES {
            let problem = format!("{} Aces; a team has 1 to {MAX_ACES}", written.value.len());
            return Err(InputError::at(self.file, written.span.clone(), problem));
        }
        self.resolved(written)
    }

    /// Returns the Aces of a study's list.
    pub(crate) fn resolved(&self, written: &At<Vec<At<RawAce>>>) -> Result<Vec<Ace>, InputError> {
        let aces = some_of(self.file, written, "Ace", MAX_LISTED)?
            .iter()
            .map(|ace| squad::resolve(self.file, ace, &self.common.rules));
        Ok(with_distinct_names(aces.collect::<Result<_, _>>()?))
    }

    /// Returns a mission of the further battles, and the files that they were read from.
    pub(crate) fn battles(
        &self,
        written: &At<Vec<At<RawBattle>>>,
        before: usize,
    ) -> Result<(MissionPlan, Vec<(String, String)>), InputError> {
        if before + written.value.len() > MAX_BATTLES {
            let problem = format!("{} battles; a mission has 1 to {MAX_BATTLES}", before + written.value.len());
            return Err(InputError::at(self.file, written.span.clone(), problem));
        }
        let raw = RawMission { name: None, battles: written.value.clone() };
        encounter::check_mission(&raw, &self.grounds)
    }

    /// Returns all stock frames.
    pub(crate) fn stock(&self) -> Vec<Ace> {
        let rules = &self.common.rules;
        rules.catalogue.frames.iter().map(|model| squad::stock(model, rules)).collect()
    }

    /// Returns the policies of a side in the file, or all policies of the side.
    pub(crate) fn policies(
        &self,
        side: Side,
        written: Option<&At<Vec<At<toml::Value>>>>,
    ) -> Result<Vec<PolicySpec>, InputError> {
        match written {
            // The deep search takes sixteen times as long as `search`, so it plays only on request.
            None => built_in(side)
                .filter(|(name, _)| *name != DEEP)
                .map(|(name, _)| self.common.policies.named(side as usize, name))
                .collect(),
            Some(written) => {
                let written = some_of(self.file, written, "policy", MAX_CELLS)?;
                written.iter().map(|one| self.common.policies.written(self.file, side as usize, one)).collect()
            }
        }
    }

    /// Returns the numbers of a list, each from 1 to `high`, or the usual ones; `what` names an entry, `key` the list.
    pub(crate) fn numbers(
        &self,
        written: Option<&At<Vec<At<u8>>>>,
        (what, key): (&str, &str),
        high: u8,
        usual: Vec<u8>,
    ) -> Result<Vec<u8>, InputError> {
        let Some(written) = written else { return Ok(usual) };
        let all = some_of(self.file, written, what, MAX_CELLS)?;
        all.iter().map(|number| within(self.file, number, key, 1, high)).collect()
    }

    pub(crate) fn optional(&self, found: &Option<At<u8>>, what: &str, default: u8, high: u8) -> Result<u8, InputError> {
        found.as_ref().map_or(Ok(default), |found| within(self.file, found, what, 0, high))
    }

    pub(crate) fn against(&self, target: &RawTarget) -> Result<OddsTarget, InputError> {
        let vigor = target.vigor.as_ref().map_or(Ok(3), |vigor| within(self.file, vigor, "vigor", 1, MOST))?;
        let target = TargetDefenses {
            armor: self.optional(&target.armor, "armor", 0, MOST)?,
            shields: self.optional(&target.shields, "shields", 0, MOST)?,
            cover: target.cover,
            ..TargetDefenses::default()
        };
        Ok(OddsTarget { target, vigor })
    }

    pub(crate) fn target(&self, target: &Option<At<RawTarget>>) -> Result<OddsTarget, InputError> {
        self.against(target.as_ref().map_or(&RawTarget::default(), |target| &target.value))
    }

    pub(crate) fn tension(&self, tension: &Option<At<u8>>) -> Result<u8, InputError> {
        self.optional(tension, "tension", DEFAULT_TENSION, 12)
    }
}

/// Makes the names of Aces distinct: the second Ace of a name is called `NAME 2`.
pub(super) fn with_distinct_names(mut aces: Vec<Ace>) -> Vec<Ace> {
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

/// Number of policies of a study of missions.
const SIDES: usize = 2;

/// Rules and policies of a scenario.
#[derive(Clone, Debug)]
pub(crate) struct Common {
    pub rules: Arc<Ruleset>,
    /// Policies that studies may name.
    pub policies: Book<Kind>,
}

impl Common {
    /// Returns the policies of both sides from a study's list.
    pub(super) fn both(
        &self,
        file: &FileText,
        written: Option<&At<Vec<At<toml::Value>>>>,
    ) -> Result<[PolicySpec; 2], InputError> {
        let (book, [aces, gm]) = (&self.policies, [Side::Aces, Side::Gm].map(|side| side as usize));
        let Some(written) = written else { return Ok([book.default(aces)?, book.default(gm)?]) };
        match &written.value[..] {
            [of_aces, of_gm] => Ok([book.written(file, aces, of_aces)?, book.written(file, gm, of_gm)?]),
            other => Err(InputError::at(file, written.span.clone(), needed(other.len()))),
        }
    }

    /// Returns the policies of both sides by name.
    pub(super) fn both_named(&self, names: &[String]) -> Result<[PolicySpec; 2], InputError> {
        match names {
            [aces, gm] => Ok([
                self.policies.named(Side::Aces as usize, aces.trim())?,
                self.policies.named(Side::Gm as usize, gm.trim())?,
            ]),
            _ => Err(InputError::plain(format!("--policies: {}", needed(names.len())))),
        }
    }
}

/// Returns an error text on the number of policies that are needed.
fn needed(found: usize) -> String {
    format!("{}; name {SIDES}: that of the Aces, then that of the game master", counted(found as u64, "policies"))
}
