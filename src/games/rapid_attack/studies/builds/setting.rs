//! Common parts of searches for companies: the venue, the opponents, and the search space.

use super::bars::Bar;
use super::sitting::{Field, Sitting};
use crate::games::rapid_attack::battlefield::Layout;
use crate::games::rapid_attack::bidding::{Size, limits};
use crate::games::rapid_attack::design::{Build, Change, Changed, Space, crossed, drawn, mutated, pairs_of};
use crate::games::rapid_attack::design_rules::DesignRules;
use crate::games::rapid_attack::loadout::{Kind, Loadout};
use crate::games::rapid_attack::muster::{self, FightingCompany, RawEntry};
use crate::games::rapid_attack::players::PolicySpec;
use crate::games::rapid_attack::studies::arena::{Entrant, Venue};
use crate::games::rapid_attack::studies::checker::Checker;
use hitchart_config::{At, InputError, some_of};
use hitchart_lab::builds::{BuildSetting, Changes, EntrantSetting, RestrictedSetting, SearchSetting, Words};
use hitchart_lab::study::MeetingTable;
use hitchart_stats::DrawBelow;
use serde_json::Value;
use std::sync::Arc;
use toml::Spanned;
use toml::de::DeValue;

/// Venue, search space and policies of a search for companies.
#[derive(Clone, Debug)]
pub struct Setting {
    pub venue: Arc<Venue>,
    pub layout: Layout,
    /// Name of the battlefield.
    pub battlefield: String,
    pub space: Space,
    /// Policy that plays the companies of the search.
    pub policy: PolicySpec,
    /// Frame of drawn companies that may join to break a tie for defense.
    pub spare: Option<Loadout>,
}

/// Constraints on companies, as written.
#[derive(Clone, Copy, Debug)]
pub struct Constraints<'a> {
    pub frames: &'a Option<At<[u16; 2]>>,
    pub systems: &'a Option<At<[u16; 2]>>,
    pub banned: &'a Option<At<Vec<At<String>>>>,
    pub required: &'a Option<At<Vec<At<String>>>>,
    pub split: bool,
    pub environment: bool,
    pub rockets: bool,
}

impl Default for Constraints<'_> {
    fn default() -> Self {
        let (frames, systems, banned, required) = (&None, &None, &None, &None);
        Constraints { frames, systems, banned, required, split: true, environment: false, rockets: true }
    }
}

/// Loadout of the frame that may join to break a tie for defense.
const SPARE: &str = "RdYBG";
/// Most companies of a field.
const MAX_FIELD: usize = 40;

impl Setting {
    /// Returns an entrant for a company without names.
    pub fn entrant(&self, build: &Build) -> Entrant {
        <Setting as EntrantSetting>::entrant(&build.key(), build, &self.policy)
    }

    /// Returns the games of a company without names against a field.
    pub fn sitting(&self, build: &Build, field: &Arc<Field>) -> Sitting {
        Sitting::new(Arc::clone(&self.venue), self.entrant(build), Arc::clone(field))
    }
}

impl BuildSetting for Setting {
    type Build = Build;
    type Field = Field;

    fn key(build: &Build) -> String {
        build.key()
    }

    fn table(&self, build: &Build, field: &Arc<Field>) -> MeetingTable {
        self.sitting(build, field).in_pairs()
    }

    fn effort(&self, _: &Build, field: &Field) -> f64 {
        field.effort(&self.policy)
    }
}

impl Changes for Setting {
    type Change = Change;

    const WORDS: Words = Words {
        build: ["company", "Company"],
        builds: "companies",
        parts: ["loadouts", "Loadouts"],
        part: ["loadout", "Loadout", "loadouts"],
        place: "in frame",
    };

    fn describe(&self) -> String {
        format!("A {} on {}, played by {}", self.space.size.name(), self.battlefield, self.policy.name())
    }

    fn names(field: &Field) -> Vec<&str> {
        field.entrants.iter().map(|entrant| entrant.name.as_str()).collect()
    }

    fn opponent(field: &Field, pair: u64) -> Option<usize> {
        field.opponent(pair)
    }

    fn kept(&self) -> Option<Value> {
        serde_json::to_value(&self.layout).ok()
    }

    fn sort(change: &Change) -> &'static str {
        change.sort().name()
    }

    fn together(&self, build: &Build, singles: &[Changed]) -> Vec<Changed> {
        pairs_of(build, singles, &self.space)
    }
}

impl SearchSetting for Setting {
    type Space = Space;

    /// Returns a field of these companies. With two players each is met alone; at larger tables every game draws as
    /// many opponents as there are other seats.
    fn field(&self, builds: &[Build]) -> Field {
        let entrants: Vec<_> = builds.iter().map(|build| self.entrant(build)).collect();
        match self.space.players {
            2 => Field::even(entrants),
            players => {
                let even = vec![1.0 / entrants.len() as f64; entrants.len()];
                Field::drawn(entrants, &even, players - 1)
            }
        }
    }

    fn allows(space: &Space, build: &Build) -> bool {
        space.allows(build)
    }

    fn drawn(&self, space: &Space, below: DrawBelow<'_>) -> Option<Build> {
        drawn(space, self.spare, below)
    }

    fn mutated(&self, build: &Build, space: &Space, below: DrawBelow<'_>) -> Option<Build> {
        mutated(build, space, below)
    }

    fn crossed(&self, [one, other]: [&Build; 2], space: &Space, below: DrawBelow<'_>) -> Option<Build> {
        crossed(one, other, space, below)
    }
}

impl EntrantSetting for Setting {
    type Policy = PolicySpec;
    type Entrant = Entrant;

    fn space(&self) -> &Space {
        &self.space
    }

    fn played_by(&self, policy: &PolicySpec) -> Setting {
        Setting { policy: policy.clone(), ..self.clone() }
    }

    fn policy_name(policy: &PolicySpec) -> &str {
        policy.name()
    }

    fn entrant(name: &str, build: &Build, policy: &PolicySpec) -> Entrant {
        Entrant { name: name.to_owned(), company: build.company(name), policy: policy.clone() }
    }

    fn entered(entrant: &Entrant) -> (Build, PolicySpec) {
        (Build::of(&entrant.company), entrant.policy.clone())
    }

    fn entrants(field: &Field) -> &[Entrant] {
        &field.entrants
    }

    fn mixed(entrants: Vec<Entrant>, shares: &[f64]) -> Field {
        Field::mixed(entrants, shares)
    }

    fn meeting(&self, entrants: [&Entrant; 2]) -> (MeetingTable, f64) {
        let sitting = Sitting::of_two(&self.venue, entrants);
        let effort = sitting.effort();
        (sitting.in_pairs(), effort)
    }
}

impl RestrictedSetting for Setting {
    type Bar = Bar;

    const LEFT: &'static str = "Without a system, the policy plays the rest of the company as well as it can.";

    fn without(bar: Bar) -> &'static str {
        bar.label()
    }

    fn sort_of(bar: Bar) -> &'static str {
        if bar.is_rule() { "rule" } else { "action" }
    }

    fn table_without(&self, build: &Build, bar: Option<Bar>, field: &Arc<Field>) -> MeetingTable {
        self.sitting(build, field).without(bar).in_pairs()
    }
}

impl Checker<'_> {
    /// Reads the setting of a study of two players, on the battlefield that the study names.
    pub(in crate::games::rapid_attack::studies) fn setting(
        &self,
        size: Size,
        ground: Option<Spanned<DeValue<'_>>>,
        study: &str,
        policy: Option<&At<toml::Value>>,
    ) -> Result<Setting, InputError> {
        self.setting_of(2, (size, ground), study, policy)
    }

    /// Like `setting`, for `players` players at a table.
    pub(in crate::games::rapid_attack::studies) fn setting_of(
        &self,
        players: usize,
        (size, ground): (Size, Option<Spanned<DeValue<'_>>>),
        study: &str,
        policy: Option<&At<toml::Value>>,
    ) -> Result<Setting, InputError> {
        let limits = limits(players, size, &self.rules.sizes).map_err(InputError::plain)?;
        let ground = self.ground(ground, study)?;
        let fields = self.fields(&ground)?;
        let venue = Venue { common: Arc::clone(self.common), size, limits, fields };
        let space = Space::of(self.rules(), size, players, limits);
        let policy = self.policy(policy)?;
        let spare = Loadout::parse(SPARE, self.rules).ok().filter(|spare| spare.check_needs(self.rules).is_ok());
        Ok(Setting { venue: Arc::new(venue), layout: ground.layout, battlefield: ground.name, space, policy, spare })
    }

    /// Reads a policy, or returns the default policy if none is written.
    pub(in crate::games::rapid_attack::studies) fn policy(
        &self,
        written: Option<&At<toml::Value>>,
    ) -> Result<PolicySpec, InputError> {
        let book = &self.common.policies;
        written.map_or_else(|| book.default(0), |written| book.written(self.file, 0, written))
    }

    /// Reads the companies of a field; those without a policy get the default policy.
    pub(in crate::games::rapid_attack::studies) fn opponents(
        &self,
        written: &At<Vec<At<RawEntry>>>,
        setting: &Setting,
    ) -> Result<Field, InputError> {
        some_of(self.file, written, "company of the field", MAX_FIELD)?;
        let companies = muster::resolve_each(self.file, written, setting.space.size, self.rules)?;
        let entrants: Result<Vec<Entrant>, InputError> = companies
            .into_iter()
            .map(|company| {
                let policy = match &company.policy {
                    None => setting.policy.clone(),
                    own => self.policy(own.as_ref())?,
                };
                Ok(Entrant { name: company.name.clone(), company, policy })
            })
            .collect();
        Ok(Field::even(entrants?))
    }

    /// Reads the user's own company. Its policy, if any, plays all companies derived from it.
    pub(in crate::games::rapid_attack::studies) fn own(
        &self,
        written: &At<RawEntry>,
        setting: &mut Setting,
    ) -> Result<FightingCompany, InputError> {
        let one = At { value: vec![written.clone()], span: written.span.clone() };
        let mut own = muster::resolve_each(self.file, &one, setting.space.size, self.rules)?;
        let own = own.swap_remove(0);
        if own.policy.is_some() {
            setting.policy = self.policy(own.policy.as_ref())?;
        }
        Ok(own)
    }

    /// Narrows a space to the constraints of a study.
    pub(in crate::games::rapid_attack::studies) fn constrain(
        &self,
        space: &mut Space,
        constraints: Constraints<'_>,
    ) -> Result<(), InputError> {
        let Constraints { frames, systems, banned, required, split, environment, rockets } = constraints;
        space.frames = space.frames.narrowed(self.file, frames, "frames")?;
        space.systems = space.systems.narrowed(self.file, systems, "systems")?;
        let banned = self.list(banned, "banned system", Vec::new(), |text| self.token(text))?;
        space.kinds.retain(|kind| {
            (split || !kind.is_split())
                && (environment || *kind != Kind::Environment)
                && !banned.iter().any(|token| token == kind.token())
        });
        space.required = self.list(required, "required system", Vec::new(), |text| self.token(text))?;
        space.rockets = rockets;
        Ok(())
    }

    /// Parses the token of a system as in loadouts, or of a rocket.
    fn token(&self, text: &At<String>) -> Result<String, InputError> {
        let token = text.value.trim();
        match Kind::of_token(token) {
            Some(kind) => Ok(kind.token().to_owned()),
            None if token.eq_ignore_ascii_case(DesignRules::ROCKET) => Ok(DesignRules::ROCKET.to_owned()),
            None => {
                let known = Kind::ALL.iter().map(|(_, token)| *token).chain([DesignRules::ROCKET]);
                Err(InputError::unknown("system", token, known.collect::<Vec<_>>()).or_at(self.file, text.span.clone()))
            }
        }
    }
}
