//! A tournament without games: exact duels of every loadout with every other, and the same analysis of a matrix without
//! noise.

use super::checker::{Checker, NamedFrame};
use super::raw::RawTournament;
use crate::games::rapid_attack::attack::Shelter;
use crate::games::rapid_attack::loadout::Range;
use crate::games::rapid_attack::outlast::outlast;
use crate::games::rapid_attack::ruleset::Ruleset;
use hitchart_config::{At, InputError};
use hitchart_lab::metagame::{Square, analyse_exact, answer};
use hitchart_lab::study::{Answer, RunCounts, Study};
use hitchart_lab::tournament::MAX_ENTRANTS;
use std::sync::Arc;

/// Most hits of cover.
const MAX_COVER: u8 = 20;

/// Exact duels.
#[derive(Clone, Debug)]
pub struct OutlastStudy {
    frames: Vec<NamedFrame>,
    range: Range,
    shelter: Shelter,
    rules: Arc<Ruleset>,
}

/// Checks the study.
pub fn check(checker: &Checker<'_>, raw: &RawTournament, range: &At<Range>) -> Result<Arc<dyn Study>, InputError> {
    let at = |span: &std::ops::Range<usize>, problem: &str| Err(InputError::at(checker.file, span.clone(), problem));
    let Some(loadouts) = &raw.loadouts else {
        return at(&range.span, "exact duels are between `loadouts`; name them");
    };
    let of_games = [
        raw.games.as_ref().map(|games| (&games.span, "games")),
        raw.companies.as_ref().map(|companies| (&companies.span, "companies")),
        raw.template.as_ref().map(|template| (&template.span, "template")),
        raw.replaces.as_ref().map(|replaces| (&replaces.span, "replaces")),
        raw.policies.as_ref().map(|policies| (&policies.span, "policies")),
        raw.field.as_ref().map(|field| (&field.span, "field")),
        raw.format.as_ref().map(|format| (&format.span, "format")),
        raw.aim.as_ref().map(|aim| (&aim.span, "aim")),
        raw.rounds.as_ref().map(|rounds| (&rounds.span, "rounds")),
        raw.margin.as_ref().map(|margin| (&margin.span, "margin")),
    ];
    if let Some((span, key)) = of_games.into_iter().flatten().next() {
        return at(span, &format!("`{key}` is of games; `exact` duels are computed"));
    }
    let frames = checker.distinct_frames(loadouts)?;
    if !(2..=MAX_ENTRANTS).contains(&frames.len()) {
        return at(&loadouts.span, &format!("{} loadouts; allowed: 2 to {MAX_ENTRANTS}", frames.len()));
    }
    let shelter = match checker.optional(&raw.cover, "cover", 0, MAX_COVER)? {
        0 => Shelter::Open,
        hits => Shelter::Terrain(hits),
    };
    Ok(Arc::new(OutlastStudy { frames, range: range.value, shelter, rules: checker.rules() }))
}

impl Study for OutlastStudy {
    fn kind(&self) -> &'static str {
        "tournament"
    }

    fn answer(&self, name: &str, _: &RunCounts) -> Answer {
        let frames: Vec<_> = self.frames.iter().map(|named| named.frame).collect();
        let chances = outlast(&frames, self.range, self.shelter, &self.rules);
        let names = self.frames.iter().map(|named| named.name.clone()).collect();
        let shares = Square::from_fn(frames.len(), |row, column| chances[row][column]);
        let mut answer = answer(&analyse_exact(names, &shares), name);
        let place = match self.shelter {
            Shelter::Open => "in the open".to_owned(),
            shelter => format!("in cover ({})", shelter.label()),
        };
        answer.said.push(format!(
            "Exact: chances to outlast one another in duels at {} range {place}, in turns and without moving; nothing was \
             sampled.",
            self.range.name()
        ));
        answer
    }
}
