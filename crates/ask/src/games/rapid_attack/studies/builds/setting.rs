//! Settings of searches for companies: the venue, the opponents, the search space, and restrictions of one side.

use super::matchup::{Field, Sitting};
use super::raw::{CompanyKeys, Constraints};
use crate::games::rapid_attack::design::{Build, Change, ChangedCompany, CompanySpace, pairs_of};
use crate::games::rapid_attack::studies::Checker;
use crate::games::rapid_attack::studies::tournament::{Entrant, Venue};
use hitchart_config::{At, InputError, named, some_of};
use hitchart_lab::builds::{
    BIDS_ANEW, BuildSetting, Changes, CostWords, DescribedSetting, EntrantSetting, OpponentKind, RestrictedSetting,
    SearchSetting, SpaceSetting, Words,
};
use hitchart_lab::study::{MeetingTable, PlayedBy};
use hitchart_play::{RestrictedPolicy, Restriction};
use hitchart_rapid_attack::battle::{Action, Barred, Battle, BattleDice, State};
use hitchart_rapid_attack::bidding::{Size, limits};
use hitchart_rapid_attack::loadout::{Loadout, Range, SystemKind};
use hitchart_rapid_attack::muster::{self, FightingCompany, RawEntry};
use hitchart_rapid_attack::players::{Kind, Player, PolicySpec};
use hitchart_rapid_attack::{battle::open_turn::Target, battlefield::Layout, ruleset::DesignRules};
use serde_json::Value;
use std::sync::Arc;
use toml::{Spanned, de::DeValue};

/// Venue, search space and policies of a search for companies.
#[derive(Clone, Debug)]
pub(crate) struct CompanySetting {
    pub venue: Arc<Venue>,
    pub layout: Layout,
    /// Name of the battlefield.
    pub battlefield: String,
    pub space: CompanySpace,
    /// Policy that plays the companies of the search.
    pub policy: PolicySpec,
}

/// Loadout of the frame that may join to break a tie for defense.
const SPARE: &str = "RdYBG";
/// Most companies of a field.
const MAX_FIELD: usize = 40;

impl CompanySetting {
    /// Returns an entrant for a company without names.
    pub(crate) fn entrant(&self, build: &Build) -> Entrant {
        <CompanySetting as EntrantSetting>::entrant(&build.key(), build, &self.policy)
    }

    /// Returns the games of a company without names against a field.
    pub(crate) fn sitting(&self, build: &Build, field: &Arc<Field>) -> Sitting {
        Sitting::new(Arc::clone(&self.venue), self.entrant(build), Arc::clone(field))
    }
}

impl BuildSetting for CompanySetting {
    type Build = Build;
    type Field = Field;

    fn key(build: &Build) -> String {
        build.key()
    }

    fn table(&self, build: &Build, field: &Arc<Field>) -> MeetingTable {
        self.sitting(build, field).in_pairs()
    }

    fn effort(&self, field: &Field) -> f64 {
        field.effort(&self.policy)
    }

    fn players(&self) -> Vec<PlayedBy> {
        PlayedBy::all(0, [self.policy.name()])
    }
}

impl DescribedSetting for CompanySetting {
    fn describe(&self) -> String {
        format!("A {} on {}, played by {}", self.space.size.name(), self.battlefield, self.policy.name())
    }

    fn names(field: &Field) -> Vec<&str> {
        field.entrants.iter().map(|entrant| entrant.name.as_str()).collect()
    }

    fn kept(&self) -> Option<Value> {
        serde_json::to_value(&self.layout).ok()
    }
}

impl Changes for CompanySetting {
    type Change = Change;

    const WORDS: Words = Words {
        build: ["company", "Company"],
        builds: "companies",
        parts: ["loadouts", "Loadouts"],
        part: ["loadout", "Loadout", "loadouts"],
        place: "in frame",
        bid: ["build_bid", "Bid"],
        bid_form: "frames / systems",
        games: Self::GAMES,
        met: OpponentKind::Opponents,
        cost: CostWords::OF_SCORE,
    };

    fn opponent(field: &Field, pair: u64) -> Option<usize> {
        field.opponent(pair)
    }

    fn sort(change: &Change) -> &'static str {
        change.sort().name()
    }

    fn together(&self, build: &Build, singles: &[ChangedCompany]) -> Vec<ChangedCompany> {
        pairs_of(build, singles, &self.space)
    }
}

impl SearchSetting for CompanySetting {
    type Space = CompanySpace;

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
}

impl SpaceSetting for CompanySetting {
    fn space(&self) -> &CompanySpace {
        &self.space
    }
}

impl EntrantSetting for CompanySetting {
    type Side = FightingCompany;
    type Kind = Kind;

    fn played_by(&self, policy: &PolicySpec) -> CompanySetting {
        CompanySetting { policy: policy.clone(), ..self.clone() }
    }

    fn side(name: &str, build: &Build) -> FightingCompany {
        build.company(name)
    }

    fn build_of(side: &FightingCompany) -> Build {
        Build::of(side)
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

impl RestrictedSetting for CompanySetting {
    type Bar = Bar;

    const LEFT: &'static str = "Without a system, the policy plays the rest of the company as well as it can.";
    const SIZE: &'static str = BIDS_ANEW;

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
    pub(crate) fn setting(
        &self,
        size: Size,
        ground: Option<Spanned<DeValue<'_>>>,
        study: &str,
        policy: Option<&At<toml::Value>>,
    ) -> Result<CompanySetting, InputError> {
        self.setting_of(2, (size, ground), study, policy)
    }

    /// Like `setting`, for `players` players at a table.
    pub(crate) fn setting_of(
        &self,
        players: usize,
        (size, ground): (Size, Option<Spanned<DeValue<'_>>>),
        study: &str,
        policy: Option<&At<toml::Value>>,
    ) -> Result<CompanySetting, InputError> {
        let limits = limits(players, size, &self.rules.sizes).map_err(InputError::plain)?;
        let ground = self.ground(ground, study)?;
        let fields = self.fields(&ground)?;
        let venue = Venue { common: Arc::clone(self.common), size, limits, fields };
        let mut space = CompanySpace::of(self.rules(), size, players, limits);
        let policy = self.policy(policy)?;
        space.spare = Loadout::parse(SPARE, self.rules).ok().filter(|spare| spare.check_needs(self.rules).is_ok());
        Ok(CompanySetting { venue: Arc::new(venue), layout: ground.layout, battlefield: ground.name, space, policy })
    }

    /// Reads a policy, or returns the default policy if none is written.
    pub(crate) fn policy(&self, written: Option<&At<toml::Value>>) -> Result<PolicySpec, InputError> {
        self.common.policies.written_or_default(self.file, 0, written)
    }

    /// Reads the companies of a field; those without a policy get the default policy.
    pub(crate) fn opponents(
        &self,
        written: &At<Vec<At<RawEntry>>>,
        setting: &CompanySetting,
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
                Ok(Entrant { name: company.name.clone(), side: company, policy })
            })
            .collect();
        Ok(Field::even(entrants?))
    }

    /// Reads the user's own company. Its policy, if any, plays all companies derived from it.
    pub(crate) fn own(
        &self,
        written: &At<RawEntry>,
        setting: &mut CompanySetting,
    ) -> Result<FightingCompany, InputError> {
        let one = At { value: vec![written.clone()], span: written.span.clone() };
        let mut own = muster::resolve_each(self.file, &one, setting.space.size, self.rules)?;
        let own = own.swap_remove(0);
        if own.policy.is_some() {
            setting.policy = self.policy(own.policy.as_ref())?;
        }
        Ok(own)
    }

    /// Reads the setting and the field of a study of one company, and the company.
    pub(crate) fn changed(
        &self,
        keys: &CompanyKeys,
        ground: Option<Spanned<DeValue<'_>>>,
        study: &str,
    ) -> Result<(CompanySetting, Field, FightingCompany), InputError> {
        let mut setting = self.setting(keys.size, ground, study, keys.policy.as_ref())?;
        let field = self.opponents(&keys.field, &setting)?;
        let own = self.own(&keys.company, &mut setting)?;
        Ok((setting, field, own))
    }

    /// Narrows a space to the constraints of a study; environmental systems may be built in, and rockets may move.
    pub(crate) fn constrain(
        &self,
        space: &mut CompanySpace,
        constraints: &Constraints,
        (environment, rockets): (bool, bool),
    ) -> Result<(), InputError> {
        let Constraints { frames, systems, banned, required, split } = constraints;
        space.frames = space.frames.narrowed(self.file, frames, "frames")?;
        space.systems = space.systems.narrowed(self.file, systems, "systems")?;
        let banned = self.list(banned, "banned system", Vec::new(), |text| match self.token(text)? {
            token if token == DesignRules::ROCKET => {
                let problem = format!("`{token}` is a rocket; `banned` lists systems");
                let help = "rockets are limited by the rules, `rockets.per_company`";
                Err(InputError::at(self.file, text.span.clone(), problem).with_help(Some(help)))
            }
            token => Ok(token),
        })?;
        space.kinds_mut().retain(|kind| {
            (*split || !kind.is_split())
                && (environment || *kind != SystemKind::Environment)
                && !banned.iter().any(|token| token == kind.token())
        });
        space.required = self.list(required, "required system", Vec::new(), |text| self.token(text))?;
        space.rockets = rockets;
        Ok(())
    }

    /// Parses the token of a system as in loadouts, or of a rocket.
    fn token(&self, text: &At<String>) -> Result<String, InputError> {
        let token = text.value.trim();
        match SystemKind::of_token(token) {
            Some(kind) => Ok(kind.token().to_owned()),
            None if token.eq_ignore_ascii_case(DesignRules::ROCKET) => Ok(DesignRules::ROCKET.to_owned()),
            None => {
                let known = SystemKind::ALL.iter().map(|(_, token)| *token).chain([DesignRules::ROCKET]);
                Err(InputError::unknown("system", token, known.collect::<Vec<_>>()).or_at(self.file, text.span.clone()))
            }
        }
    }
}

// Restrictions of one side: actions that its player may not take, and rules that it does not benefit from.

named! {
    /// A restriction of one side, including those of ranges that only some rulesets have.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Bar as label {
        HandToHand = "without attacks hand-to-hand",
        Direct = "without direct fire",
        Artillery = "without artillery",
        Extreme = "without attacks at extreme range",
        /// Places no spots.
        Spots = "without placing spots",
        /// Adds no spots to attacks.
        SpotUse = "without using spots",
        /// Frames without ranged weapons roll no sprint die (S21, R17).
        Sprint = "without the sprint die",
        /// Frames seize no stations (S13, S14).
        Capture = "without capturing stations",
        /// Never counts the clock down by choice.
        Tick = "without counting the clock down",
    }
}

impl Bar {
    /// Returns the restrictions of a side that may have systems of these kinds. Attacks hand-to-hand need no system.
    pub(crate) fn all(kinds: &[SystemKind]) -> impl Iterator<Item = Bar> {
        let has = |range: Range| range == Range::HandToHand || kinds.contains(&range.weapon());
        Bar::ALL.into_iter().filter(move |bar| bar.range().is_none_or(has))
    }

    /// Returns the range at which the side makes no attacks; `None` if attacks are not restricted.
    fn range(self) -> Option<Range> {
        match self {
            Bar::HandToHand => Some(Range::HandToHand),
            Bar::Direct => Some(Range::Direct),
            Bar::Artillery => Some(Range::Artillery),
            Bar::Extreme => Some(Range::Extreme),
            _ => None,
        }
    }

    /// Returns the rules that a battle disables for a player; none if the restriction is an action, which the player
    /// itself avoids.
    pub(crate) fn of_battle(self, player: usize) -> Barred {
        let only = |this: bool| u8::from(this) << player;
        Barred { sprint: only(self == Bar::Sprint), capture: only(self == Bar::Capture) }
    }

    /// Returns true if the restriction is a rule rather than an action.
    pub(crate) fn is_rule(self) -> bool {
        matches!(self, Bar::Sprint | Bar::Capture)
    }

    /// Returns true if the restriction permits an action.
    fn lets(self, action: &Action) -> bool {
        match (self, action) {
            (Bar::Spots, Action::Spot { .. }) | (Bar::SpotUse, Action::UseSpot(true)) | (Bar::Tick, Action::Tick) => {
                false
            }
            (_, Action::Declare { target, range, .. }) => self.range() != Some(*range) || *target == Target::Nothing,
            _ => true,
        }
    }
}

/// Distances between the wanted and the played action: another range on the same target, the same decision declined,
/// and anything else.
const SAME_TARGET: f64 = 0.0;
const DECLINED: f64 = 1.0;
const OTHER: f64 = 2.0;

impl<D: BattleDice> Restriction<Battle<D>> for Bar {
    fn allows(self, _: &Battle<D>, _: &State, action: &Action) -> bool {
        self.lets(action)
    }

    fn apart(self, _: &Battle<D>, wanted: &Action, other: &Action) -> f64 {
        let aimed_at = |action: &Action| match action {
            Action::Declare { target, .. } => Some(*target),
            _ => None,
        };
        match other {
            Action::Declare { target, .. } if Some(*target) == aimed_at(wanted) => SAME_TARGET,
            Action::NoSpot | Action::UseSpot(false) | Action::Hold => DECLINED,
            Action::Declare { target: Target::Nothing, .. } => DECLINED,
            _ => OTHER,
        }
    }
}

/// A player under a restriction, if any.
pub(crate) type Restricted = RestrictedPolicy<Player, Bar, Action>;

#[cfg(test)]
mod tests {
    use super::*;
    use hitchart_mobile_frame::PlayerId;
    use hitchart_play::{Observer, play};
    use hitchart_rapid_attack::battle::{Event, KeyedDice, battlefield_rules};
    use hitchart_rapid_attack::battlefield::{battlefields, named};
    use hitchart_rapid_attack::bidding::{Size, limits};
    use hitchart_rapid_attack::ids::UnitId;
    use hitchart_rapid_attack::muster::built_in_company;
    use hitchart_rapid_attack::players::PolicySpec;
    use hitchart_rapid_attack::rules_files::rulebook;

    /// Counts events of the first player that restrictions can prevent.
    #[derive(Default)]
    struct Deeds {
        spots: u32,
        captures: u32,
        hand_to_hand: u32,
    }

    impl Observer<Battle<KeyedDice>> for Deeds {
        fn see(&mut self, _: &Battle<KeyedDice>, state: &State, event: &Event) {
            let own = |unit: &UnitId| u32::from(state.unit(*unit).owner == PlayerId::new(0));
            match event {
                Event::StationTaken { to: Some(to), .. } if *to == PlayerId::new(0) => self.captures += 1,
                Event::Spotted { unit, .. } => self.spots += own(unit),
                Event::Declared { unit, target, range: Range::HandToHand, .. } if *target != Target::Nothing => {
                    self.hand_to_hand += own(unit);
                }
                _ => {}
            }
        }
    }

    /// Plays six battles of tacticians: restricted players never do the barred thing, and unrestricted ones do.
    #[test]
    fn what_is_barred_is_not_done() {
        let rules = rulebook();
        let limits = limits(2, Size::Skirmish, &rules.sizes).unwrap();
        let fields = battlefields(&named("avenues").unwrap(), &battlefield_rules(&rules), 1).unwrap();
        let companies: Vec<_> =
            ["mirror-six", "close-assault"].iter().map(|name| built_in_company(name, &rules).unwrap()).collect();
        let mut battle = Battle::new(rules, (Size::Skirmish, limits), companies, fields, KeyedDice);
        let mut deeds = |bar: Option<Bar>| {
            battle.barred = bar.map_or_else(Barred::default, |bar| bar.of_battle(0));
            let player = |bar| Restricted::new(PolicySpec::named("tactician").unwrap().build(), bar);
            let (mut players, mut deeds) = ([player(bar), player(None)], Deeds::default());
            (0..6).for_each(|key| {
                play(&battle, key, &mut players, &mut deeds);
            });
            deeds
        };
        let free = deeds(None);
        assert!(free.spots > 0 && free.captures > 0 && free.hand_to_hand > 0);
        assert_eq!(deeds(Some(Bar::Spots)).spots, 0);
        assert_eq!(deeds(Some(Bar::Capture)).captures, 0);
        assert_eq!(deeds(Some(Bar::HandToHand)).hand_to_hand, 0);
    }
}
