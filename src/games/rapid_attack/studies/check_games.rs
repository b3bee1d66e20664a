//! `games`, checked: companies that may meet, on a battlefield with room for them, played by known policies.

use super::super::battle::battlefield_rules;
use super::super::battlefield::{self, Battlefield, BattlefieldError, Layout};
use super::super::bidding::limits;
use super::super::muster::{self, FightingCompany};
use super::super::players::PolicySpec;
use super::check::Checker;
use super::policies::policy;
use super::raw::RawGames;
use super::{GamesStudy, Question};
use crate::input::{At, FileText, InputError, read, read_table, within};
use crate::study::{Heading, MAX_GAMES, Study};
use crate::table::counted;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Games where a study names no number.
const DEFAULT_GAMES: u64 = 1_000;
/// Most battlefields of a scenario, at some 200 kB each.
const MAX_BATTLEFIELDS: usize = 2_000;
/// Battlefield where a study names none.
const DEFAULT_BATTLEFIELD: &str = "dense-town";
/// Policy of companies that name none.
const DEFAULT_POLICY: &str = "tactician";

/// A battlefield as written, before its terrain is checked.
struct Ground {
    /// What it is called.
    name: String,
    layout: Layout,
    /// Where it is written.
    file: FileText,
    span: Range<usize>,
}

impl Checker<'_> {
    pub(super) fn games(&self, mut table: Spanned<DeTable<'_>>, number: usize) -> Result<Study, InputError> {
        let written = table.get_mut().remove("battlefield");
        let raw: RawGames = read(self.file, table)?;
        let companies = muster::resolve(self.file, &raw.companies, raw.size, self.rules)?;
        let players = companies.len();
        let limits =
            limits(players, raw.size).map_err(|error| InputError::at(self.file, raw.companies.span.clone(), error))?;
        let policies = self.policies_of(&raw.policies, &companies)?;
        let games =
            raw.games.as_ref().map_or(Ok(DEFAULT_GAMES), |games| within(self.file, games, "games", 1, MAX_GAMES))?;
        let ground = self.ground(written, &raw, number)?;
        let fields = self.fields(&ground)?;
        let study = GamesStudy {
            size: raw.size,
            limits,
            companies,
            battlefield: ground.name,
            layout: ground.layout,
            fields,
            policies,
            games,
            swap_seats: raw.swap_seats,
        };
        let heading = Heading { name: raw.name, title: raw.title, text: raw.text };
        self.named(heading, "Games", number, Question::Games(study))
    }

    /// The policies that the study names, else those of the companies.
    fn policies_of(
        &self,
        written: &Option<At<Vec<At<toml::Value>>>>,
        companies: &[FightingCompany],
    ) -> Result<Vec<PolicySpec>, InputError> {
        let Some(written) = written else {
            let default = At { value: toml::Value::String(DEFAULT_POLICY.to_owned()), span: 0..0 };
            let own = companies.iter().map(|company| company.policy.as_ref().unwrap_or(&default));
            return own.map(|own| policy(self.file, own, &self.common.policies)).collect();
        };
        if written.value.len() != companies.len() {
            let problem = policies_needed(written.value.len(), companies.len());
            return Err(InputError::at(self.file, written.span.clone(), problem));
        }
        written.value.iter().map(|written| policy(self.file, written, &self.common.policies)).collect()
    }

    /// The layout of a name, a file or a table; a saved one stands in for all of them.
    fn ground(
        &self,
        written: Option<Spanned<DeValue<'_>>>,
        raw: &RawGames,
        number: usize,
    ) -> Result<Ground, InputError> {
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
        let study = raw.name.as_ref().map_or_else(|| format!("games-{number}"), |name| name.value.clone());
        if let Some(saved) = self.battlefields.get(&study) {
            return Ok(here(&name, saved.clone()));
        }
        match written {
            DeValue::Table(table) if !table.contains_key("file") => {
                Ok(here(&name, read(self.file, Spanned::new(span.clone(), table))?))
            }
            _ if name.ends_with(".toml") => self.in_a_file(&name).map_err(|error| error.or_at(self.file, span)),
            _ => battlefield::named(&name).map(|layout| here(&name, layout)).map_err(|error| {
                blamed(self.file, span.clone(), &error)
                    .with_help(Some("a battlefield of your own is a table, or a file ending in .toml"))
            }),
        }
    }

    /// The battlefields of a layout, those of an earlier study where it has the same.
    fn fields(&self, ground: &Ground) -> Result<Arc<[Battlefield]>, InputError> {
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

    /// The layout of a file beside the scenario.
    fn in_a_file(&self, name: &str) -> Result<Ground, InputError> {
        let folder = self.file.path.parent().unwrap_or(Path::new(""));
        let file = FileText::read(&folder.join(name))?;
        let table = read_table(&file)?;
        let span = table.span();
        let layout = read(&file, table)?;
        Ok(Ground { name: name.to_owned(), layout, file, span })
    }
}

/// Says how many policies are needed.
pub fn policies_needed(found: usize, players: usize) -> String {
    let (policies, companies) = (counted(found as u64, "policies"), counted(players as u64, "companies"));
    format!("{policies} for {companies}; name one for each, in their order")
}

fn blamed(file: &FileText, span: Range<usize>, error: &BattlefieldError) -> InputError {
    InputError::at(file, span, error).with_help(error.help())
}
