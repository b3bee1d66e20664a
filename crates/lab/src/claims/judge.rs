//! Verdicts of claims, from the effects of changes.

use super::held::{Held, held};
use super::predict::Prediction;
use super::study::{Claim, ClaimsStudy, Fact, Part};
use super::verdict::{Outcome, Verdict};
use crate::compare::{Arms, Cell};
use hitchart_stats::benjamini_hochberg;
use std::collections::BTreeSet;

/// A prediction with the effects for and against it.
#[derive(Clone, Debug)]
pub struct Tested<'a> {
    pub part: &'a Part,
    pub prediction: &'a Prediction,
    pub held: Vec<Held>,
    pub outcome: Outcome,
    /// Outcome of each rung that was played.
    pub rungs: Vec<(String, Outcome)>,
}

/// A claim with its results so far.
#[derive(Clone, Debug)]
pub struct Judged<'a> {
    pub claim: &'a Claim,
    pub verdict: Verdict,
    pub tested: Vec<Tested<'a>>,
    /// Ratio and outcome of each fact.
    pub facts: Vec<(f64, Outcome)>,
}

impl Judged<'_> {
    /// Returns true if more games of a cell could still change the outcome of a prediction.
    pub fn wants(&self, cell: &Cell) -> bool {
        let is_open = |tested: &Tested<'_>| {
            let counts = tested.prediction.is_counted(&cell.arms[0].quantities);
            tested.part.plays(cell) && counts && !tested.is_settled(&cell.rung)
        };
        self.claim.untested.is_none() && self.tested.iter().any(is_open)
    }

    /// Returns the indices of the rulesets in the claim, without duplicates.
    pub fn rulesets(&self) -> BTreeSet<usize> {
        self.claim.parts.iter().flat_map(|part| part.rulesets.iter().copied()).collect()
    }

    /// Returns the decisive prediction: the first with the claim's verdict.
    pub fn decisive(&self) -> Option<&Tested<'_>> {
        self.tested.iter().find(|tested| tested.outcome.verdict() == self.verdict).or(self.tested.first())
    }

    /// Returns the outcomes of the predictions and facts.
    pub fn outcomes(&self) -> Vec<Outcome> {
        let facts = self.facts.iter().map(|(_, outcome)| *outcome);
        self.tested.iter().map(|tested| tested.outcome).chain(facts).collect()
    }

    /// Returns the number of parts with the claim's verdict, and the number of parts.
    pub fn sharing(&self) -> (usize, usize) {
        let all = self.outcomes();
        (all.iter().filter(|outcome| outcome.verdict() == self.verdict).count(), all.len())
    }

    /// Returns true if only some of the parts have the claim's verdict.
    pub fn is_in_part(&self) -> bool {
        let (sharing, all) = self.sharing();
        sharing < all && self.verdict != Verdict::NotTestable
    }

    /// Returns the verdict, marked if only some of the parts have it.
    pub fn label(&self) -> String {
        let in_part = if self.is_in_part() { " in part" } else { "" };
        format!("{}{in_part}", self.verdict.name())
    }
}

impl Tested<'_> {
    /// Returns the most certain effect.
    pub fn surest(&self) -> Option<&Held> {
        self.held.iter().min_by(|a, b| a.p.total_cmp(&b.p))
    }

    /// Returns the effects on a rung.
    fn on<'a>(&'a self, rung: &'a str) -> impl Iterator<Item = &'a Held> {
        self.held.iter().filter(move |held| held.rung == rung)
    }

    /// Returns the outcome on a rung; `Open` before its first games.
    pub fn outcome_on(&self, rung: &str) -> Outcome {
        self.rungs.iter().find(|(known, _)| known == rung).map_or(Outcome::Open, |(_, outcome)| *outcome)
    }

    /// Returns true if more games would not change the outcome on a rung: the effect is shown to be smaller or larger
    /// than the margin, or has no room.
    fn is_settled(&self, rung: &str) -> bool {
        match self.outcome_on(rung) {
            Outcome::Open => false,
            Outcome::Smaller | Outcome::NoRoom => true,
            Outcome::Supported if self.prediction.direction == super::Direction::Stays => true,
            _ => self.on(rung).any(Held::is_beyond),
        }
    }

    /// Decides the outcome on each rung, then over all rungs.
    fn judge(&mut self) {
        let mut names: Vec<String> = self.held.iter().map(|held| held.rung.clone()).collect();
        names.dedup();
        let on = |rung: String| {
            let ways: Vec<_> = self.on(&rung).map(Held::way).collect();
            let outcome = Outcome::on_rung(self.prediction.direction, &ways);
            (rung, outcome)
        };
        self.rungs = names.into_iter().map(on).collect();
        self.outcome = Outcome::of_rungs(&self.rungs.iter().map(|(_, outcome)| *outcome).collect::<Vec<_>>());
    }
}

/// Judges all claims by the counts of each cell.
pub fn judged<'a>(study: &'a ClaimsStudy, counted: &[(Option<Arms>, usize)]) -> Vec<Judged<'a>> {
    let tested = |claim: &'a Claim| {
        let of_part = |part: &'a Part| {
            part.predictions.iter().map(move |prediction| Tested {
                part,
                prediction,
                held: held(study, counted, part, prediction),
                outcome: Outcome::Open,
                rungs: Vec::new(),
            })
        };
        Judged {
            claim,
            verdict: Verdict::Undecided,
            tested: claim.parts.iter().flat_map(of_part).collect(),
            facts: claim.facts.iter().filter_map(|fact| fact.judged(study)).collect(),
        }
    };
    let mut all: Vec<Judged<'a>> = study.claims.iter().map(tested).collect();
    adjust(&mut all);
    for judged in &mut all {
        judged.tested.iter_mut().for_each(Tested::judge);
        judged.verdict = match judged.claim.untested {
            Some(_) => Verdict::NotTestable,
            None => Verdict::of_parts(&judged.outcomes()),
        };
    }
    all
}

impl Fact {
    fn judged(&self, study: &ClaimsStudy) -> Option<(f64, Outcome)> {
        let (own, other) = self.found(&study.known)?;
        let ratio = own / other;
        Some((ratio, Outcome::of_ratio(ratio, self.ratio)))
    }
}

/// Corrects all p-values together.
fn adjust(all: &mut [Judged<'_>]) {
    let mut held: Vec<&mut Held> =
        all.iter_mut().flat_map(|judged| &mut judged.tested).flat_map(|tested| &mut tested.held).collect();
    let p: Vec<f64> = held.iter().map(|held| held.p).collect();
    for (held, adjusted) in held.iter_mut().zip(benjamini_hochberg(&p)) {
        held.p_adjusted = adjusted;
    }
}
