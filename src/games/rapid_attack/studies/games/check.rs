//! Check of a `games` study: companies that may meet, a battlefield with room for them, and known policies.

use super::asked::Meeting;
use crate::games::rapid_attack::battle::battlefield_rules;
use crate::games::rapid_attack::battlefield::{self, Battlefield, BattlefieldError, Layout};
use crate::games::rapid_attack::bidding::limits;
use crate::games::rapid_attack::muster::{self, FightingCompany};
use crate::games::rapid_attack::players::PolicySpec;
use crate::games::rapid_attack::studies::checker::Checker;
use crate::games::rapid_attack::studies::raw::RawGames;
use hitchart_config::{At, FileText, InputError, read, read_table, within};
use hitchart_lab::matches::{GamesStudy, Setting, policies_needed};
use hitchart_lab::study::{MAX_GAMES, Study, Written};
use std::ops::Range;
use std::sync::Arc;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Default number of games.
const DEFAULT_GAMES: u64 = 1_000;
/// Most battlefields of a scenario, at about 200 kB each.
const MAX_BATTLEFIELDS: usize = 2_000;
/// Default battlefield.
const DEFAULT_BATTLEFIELD: &str = "dense-town";
/// A battlefield as written, before its terrain is checked.
pub struct Ground {
    /// Name of the battlefield.
    pub name: String,
    pub layout: Layout,
    /// File that contains the layout.
    file: FileText,
    span: Range<usize>,
}

/// Checks the study.
pub fn check(checker: &Checker<'_>, mut written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (ground, name) = (written.take("battlefield"), written.name.clone());
    Ok(Arc::new(checker.games(written.read()?, ground, &name)?))
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
    pub fn ground(&self, written: Option<Spanned<DeValue<'_>>>, study: &str) -> Result<Ground, InputError> {
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
    pub fn fields(&self, ground: &Ground) -> Result<Arc<[Battlefield]>, InputError> {
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
        let fields = battlefield::battlefields(&ground.layout, &battlefield_rules(self.rules), self.seed)
            .map_err(|error| blamed(&ground.file, ground.span.clone(), &error))?;
        let fields: Arc<[Battlefield]> = fields.into();
        drawn.push((ground.layout.clone(), Arc::clone(&fields)));
        Ok(fields)
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

fn blamed(file: &FileText, span: Range<usize>, error: &BattlefieldError) -> InputError {
    InputError::at(file, span, error).with_help(error.help())
}
