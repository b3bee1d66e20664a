//! Tournaments: the check of a `tournament` study, and the entrants of games.
//!
//! A tournament compares companies, policies, or loadouts in an otherwise equal company.

use super::{Checker, Common, NamedFrame, durability};
use super::{builds::matchup::Sitting, games::Meeting, raw::RawTournament};
use hitchart_config::words::counted;
use hitchart_config::{At, InputError, some_of, within};
use hitchart_lab::matches::{EntrantSpec, with_policies};
use hitchart_lab::study::{Arena, Study, With, Written};
use hitchart_lab::tournament::{MAX_ENTRANTS, Plan, RawPlan, Tournament};
use hitchart_rapid_attack::bidding::{Limits, Size, limits};
use hitchart_rapid_attack::muster::{FightingCompany, FightingFrame, RawEntry, check_each, resolve_each, share_out};
use hitchart_rapid_attack::{battlefield::Battlefield, players::Kind, ruleset::Ruleset};
use std::sync::Arc;

// The check.

/// A company and its name as an entrant.
type Named = (String, FightingCompany);

/// Checks the study.
pub(crate) fn check(checker: &Checker<'_>, mut written: Written<'_>) -> Result<Arc<dyn Study>, InputError> {
    let (ground, name, kind) = (written.take("battlefield"), written.name.clone(), written.kind.clone());
    let With(plan, raw): With<RawPlan, RawTournament> = written.read()?;
    let file = checker.file;
    if let Some(range) = &raw.exact {
        return durability::check_outlast(checker, &plan, &raw, range);
    }
    if let Some(cover) = &raw.cover {
        let problem = "`cover` is that of `exact` duels; games have their battlefield";
        return Err(InputError::at(file, cover.span.clone(), problem));
    }
    let (listed, span) = checker.entering(&raw, &kind)?;
    let mut entrants = checker.played(listed, raw.policies.as_ref())?;
    let judged = At { value: Entrant::names(&entrants), span };
    let field = raw.field.as_ref().map(|field| checker.field(field, raw.size)).transpose()?;
    let field_names = field.as_ref().zip(raw.field.as_ref());
    let field_names =
        field_names.map(|(entrants, written)| At { value: Entrant::names(entrants), span: written.span.clone() });
    let plan = Plan::read(&plan, file, (&judged, field_names.as_ref()), checker.games)?;
    entrants.extend(field.into_iter().flatten());
    let ground = checker.ground(ground, &name)?;
    let venue = Venue {
        common: Arc::clone(checker.common),
        size: raw.size,
        limits: limits(2, raw.size, &checker.rules.sizes).map_err(|error| InputError::at(file, kind, error))?,
        fields: checker.fields(&ground)?,
    };
    let setting = format!("A {} on {}, {}.", raw.size.name(), ground.name, Entrant::played_by(&entrants));
    let kept = serde_json::to_value(&ground.layout).ok();
    Ok(Arc::new(Tournament {
        players: Entrant::players(&entrants),
        arena: arena(venue, entrants),
        plan,
        setting,
        kept,
    }))
}

/// Creates an arena in which entrants meet in pairs.
fn arena(venue: Venue, entrants: Vec<Entrant>) -> Arena {
    let (effort, names) = (Entrant::effort(&entrants), Entrant::names(&entrants));
    let venue = Arc::new(venue);
    let two = move |places: [usize; 2]| Sitting::of_two(&venue, places.map(|place| &entrants[place]));
    Arena::new(names, effort, move |places| two(places).in_pairs())
}

impl Checker<'_> {
    /// Returns the companies that enter, and the span in the file that lists them.
    fn entering(
        &self,
        raw: &RawTournament,
        kind: &std::ops::Range<usize>,
    ) -> Result<(Vec<Named>, std::ops::Range<usize>), InputError> {
        let at = |span: &std::ops::Range<usize>, problem: &str| Err(InputError::at(self.file, span.clone(), problem));
        match (&raw.companies, &raw.loadouts, &raw.template) {
            (Some(companies), None, None) => {
                if let Some(replaces) = &raw.replaces {
                    return at(&replaces.span, "`replaces` goes with a `template`, not with `companies`");
                }
                some_of(self.file, companies, "company", MAX_ENTRANTS)?;
                let companies = resolve_each(self.file, companies, raw.size, self.rules)?;
                let named = companies.into_iter().map(|company| (company.name.clone(), company));
                Ok((named.collect(), raw.companies.as_ref().map_or(0..0, |list| list.span.clone())))
            }
            (None, Some(loadouts), Some(template)) => {
                Ok((self.in_template(loadouts, template, raw)?, loadouts.span.clone()))
            }
            (Some(_), _, Some(template)) => {
                at(&template.span, "a `template` goes with `loadouts`, not with `companies`")
            }
            (Some(_), Some(loadouts), _) => at(&loadouts.span, "`companies` or `loadouts` enter, not both"),
            (None, Some(loadouts), None) => {
                at(&loadouts.span, "loadouts need a `template`, the company that they enter in")
            }
            (None, None, _) => at(kind, "there are no entrants; name `companies`, or `loadouts` and a `template`"),
        }
    }

    /// Returns the template once with each loadout.
    fn in_template(
        &self,
        loadouts: &At<Vec<At<String>>>,
        template: &At<RawEntry>,
        raw: &RawTournament,
    ) -> Result<Vec<Named>, InputError> {
        let alone = At { value: vec![template.clone()], span: template.span.clone() };
        let base = resolve_each(self.file, &alone, raw.size, self.rules)?.remove(0);
        let places: Vec<usize> = match &raw.replaces {
            None => vec![0],
            Some(numbers) => some_of(self.file, numbers, "frame", base.frames.len())?
                .iter()
                .map(|number| Ok(within(self.file, number, "replaces", 1, base.frames.len())? - 1))
                .collect::<Result<_, InputError>>()?,
        };
        let frames = self.distinct_frames(loadouts)?;
        let carried = |frame: &NamedFrame| u16::from(frame.frame.loadout.rockets());
        if let Some(frame) = frames.iter().find(|frame| carried(frame) > base.rockets()) {
            let (needed, has) = (counted(carried(frame).into(), "rockets"), base.rockets());
            let problem = format!("{} carries {needed}, and {} has {has}", frame.name, base.name);
            return Err(InputError::at(self.file, loadouts.span.clone(), problem));
        }
        let companies: Vec<FightingCompany> =
            frames.iter().map(|frame| with(&base, &places, frame, self.rules)).collect();
        check_each(&companies, 2, raw.size, self.rules)
            .map_err(|error| InputError::at(self.file, loadouts.span.clone(), &error).with_help(error.help()))?;
        Ok(frames.into_iter().map(|frame| frame.name).zip(companies).collect())
    }

    /// Combines each company with every policy, or with its own policy.
    fn played(
        &self,
        listed: Vec<Named>,
        policies: Option<&At<Vec<At<toml::Value>>>>,
    ) -> Result<Vec<Entrant>, InputError> {
        let known = (&self.common.policies, self.file, MAX_ENTRANTS);
        with_policies(listed, policies, |company| company.policy.as_ref(), known)
    }

    /// Reads the field of a gauntlet.
    fn field(&self, written: &At<Vec<At<RawEntry>>>, size: Size) -> Result<Vec<Entrant>, InputError> {
        some_of(self.file, written, "company", MAX_ENTRANTS)?;
        let companies = resolve_each(self.file, written, size, self.rules)?;
        self.played(companies.into_iter().map(|company| (company.name.clone(), company)).collect(), None)
    }
}

/// Returns a company with a loadout in some places. Without rockets of its notation, the loadout carries those of the
/// frame it replaces. With rockets, it carries that number while the company has rockets left, and all frames share the
/// remaining ones.
fn with(base: &FightingCompany, places: &[usize], frame: &NamedFrame, rules: &Ruleset) -> FightingCompany {
    let mut company = base.clone();
    frame.name.clone_into(&mut company.name);
    let taken: Vec<String> = base.frames.iter().map(|frame| frame.name.clone()).collect();
    let own = frame.frame.loadout.rockets();
    let mut left = u8::try_from(base.rockets()).unwrap_or(u8::MAX);
    if own > 0 {
        company.frames.iter_mut().for_each(|frame| frame.loadout = frame.loadout.with_rockets(0));
    }
    for (number, place) in places.iter().enumerate() {
        let rockets = if own > 0 { own.min(left) } else { company.frames[*place].loadout.rockets() };
        left = left.saturating_sub(rockets);
        let plain = places.len() == 1 && !taken.contains(&frame.name);
        let name = if plain { frame.name.clone() } else { format!("{} entrant {}", frame.name, number + 1) };
        company.frames[*place] = FightingFrame { name, loadout: frame.frame.loadout.with_rockets(rockets) };
    }
    if own > 0 {
        share_out(&mut company.frames, left, rules);
    }
    company
}

// Entrants, and the venue of their games.

/// An entrant: a company, checked for a battle of two, and the policy that plays it. The company determines the bid.
pub(crate) type Entrant = EntrantSpec<FightingCompany, Kind>;

/// Rules, size and battlefields that all games of a study share.
#[derive(Clone, Debug)]
pub(crate) struct Venue {
    pub common: Arc<Common>,
    pub size: Size,
    /// Limits of a battle with as many players as sit at a table.
    pub limits: Limits,
    /// Battlefields; the dice of a group of games select one.
    pub fields: Arc<[Battlefield]>,
}

impl Venue {
    /// Returns the battle of these companies at the venue.
    pub(crate) fn meeting(&self, companies: &[&FightingCompany]) -> Meeting {
        Meeting {
            common: Arc::clone(&self.common),
            size: self.size,
            limits: self.limits,
            companies: companies.iter().map(|company| (*company).clone()).collect(),
            battlefield: String::new(),
            layout: None,
            fields: Arc::clone(&self.fields),
        }
    }
}
