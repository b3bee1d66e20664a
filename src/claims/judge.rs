//! From the effects of changes to what a claim is worth.

use super::predict::{Direction, Prediction};
use super::study::{Claim, ClaimsStudy, Fact, Part};
use crate::compare::{ALPHA, Arms, Cell, Change, change_of};
use crate::stats::{Bounds, Estimate, Moments, benjamini_hochberg};
use crate::study::{Looks, Unit};

/// The least change of a share of games that matters.
pub const SHARE: f64 = 0.03;

/// What a claim, or a prediction, comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Supported,
    Contradicted,
    Undecided,
    /// Not by these players, or not by games at all.
    NotTestable,
}

impl Verdict {
    /// As it is told.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Supported => "supported",
            Verdict::Contradicted => "contradicted",
            Verdict::Undecided => "undecided",
            Verdict::NotTestable => "not testable",
        }
    }
}

/// The effect of one change on a number that a prediction speaks of, by one rung: the mean over the studies that count it.
#[derive(Clone, Debug)]
pub struct Held {
    pub ruleset: usize,
    pub rung: String,
    /// By the first ruleset and by the change.
    pub means: [f64; 2],
    pub estimate: Estimate,
    /// Of no effect, corrected for the number of all effects that are predicted (Benjamini and Hochberg).
    pub p_adjusted: f64,
    p: f64,
    /// Whether it lies within what does not matter, on both sides.
    within: bool,
}

impl Held {
    /// The way it goes: 1 up, -1 down, 0 nowhere that matters; none while that is open.
    fn way(&self) -> Option<i8> {
        match (self.within, self.p_adjusted <= ALPHA) {
            (true, _) => Some(0),
            (false, true) => Some(if self.estimate.point > 0.0 { 1 } else { -1 }),
            (false, false) => None,
        }
    }
}

/// A prediction with the effects that speak for and against it.
#[derive(Clone, Debug)]
pub struct Tested<'a> {
    pub prediction: &'a Prediction,
    pub held: Vec<Held>,
    pub verdict: Verdict,
    /// Rungs that bear it out, and rungs that do not.
    pub rungs: [Vec<String>; 2],
}

/// A claim as far as it is tested.
#[derive(Clone, Debug)]
pub struct Judged<'a> {
    pub claim: &'a Claim,
    pub verdict: Verdict,
    pub tested: Vec<Tested<'a>>,
    /// For each fact the ratio that was found, and whether it bears the claim out.
    pub facts: Vec<(f64, bool)>,
}

impl Judged<'_> {
    /// Whether games can still decide it: not where rungs disagree.
    pub fn is_open(&self) -> bool {
        let open = |tested: &Tested<'_>| tested.verdict == Verdict::Undecided && !tested.rungs_disagree();
        self.verdict == Verdict::Undecided
            && (self.tested.iter().any(open) || !self.tested.iter().any(Tested::rungs_disagree))
    }

    /// Places of the rulesets that it speaks of.
    pub fn rulesets(&self) -> Vec<usize> {
        self.claim.parts.iter().flat_map(|part| part.rulesets.iter().copied()).collect()
    }

    /// The prediction that decides: the first of those that share the claim's verdict.
    pub fn decisive(&self) -> Option<&Tested<'_>> {
        self.tested.iter().find(|tested| tested.verdict == self.verdict).or(self.tested.first())
    }
}

impl Tested<'_> {
    /// Whether it holds with some players and fails with others.
    pub fn rungs_disagree(&self) -> bool {
        self.rungs.iter().all(|rungs| !rungs.is_empty())
    }

    /// The effect that is told first: the surest.
    pub fn surest(&self) -> Option<&Held> {
        self.held.iter().min_by(|a, b| a.p.total_cmp(&b.p))
    }
}

/// All claims, judged by what has been counted of each cell.
pub fn judged<'a>(study: &'a ClaimsStudy, counted: &[(Option<Arms>, usize)]) -> Vec<Judged<'a>> {
    let tested = |claim: &'a Claim| {
        let of_part = |part: &'a Part| {
            part.predictions.iter().map(move |prediction| Tested {
                prediction,
                held: held(study, counted, part, prediction),
                verdict: Verdict::Undecided,
                rungs: [Vec::new(), Vec::new()],
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
        judged.verdict = judged.whole();
    }
    all
}

impl Fact {
    fn judged(&self, study: &ClaimsStudy) -> Option<(f64, bool)> {
        let (own, other) = self.found(&study.known)?;
        let ratio = own / other;
        Some((ratio, (self.ratio.0..=self.ratio.1).contains(&ratio)))
    }
}

/// The effects of changes on what a prediction speaks of, rung by rung.
fn held(study: &ClaimsStudy, counted: &[(Option<Arms>, usize)], of: &Part, prediction: &Prediction) -> Vec<Held> {
    let mut all = Vec::new();
    for rung in &of.rungs {
        for ruleset in &of.rulesets {
            let is_of = |cell: &Cell| of.plays(cell) && cell.changed == *ruleset && cell.rung == *rung;
            let cells = study.cells.iter().zip(counted).filter(|(cell, _)| is_of(cell));
            let pieces =
                cells.filter_map(|(cell, (arms, taken))| piece(study, cell, (arms.as_ref()?, *taken), prediction));
            let pieces: Vec<Piece> = pieces.collect();
            all.extend(pooled(study, &pieces, *ruleset, rung));
        }
    }
    all
}

/// What one cell says of a prediction.
struct Piece {
    means: [f64; 2],
    moments: Moments,
    /// Its looks, and the last of them that was taken.
    looks: (Looks, usize),
    /// Whether it is a share of games.
    of_games: bool,
    /// What the change can be.
    bounds: Bounds,
    games: u64,
}

fn piece(study: &ClaimsStudy, cell: &Cell, (arms, taken): (&Arms, usize), prediction: &Prediction) -> Option<Piece> {
    let games = &cell.arms[0];
    let place = games.quantities.iter().position(|quantity| prediction.is_of(quantity))?;
    let Change { means, moments, bounds } = change_of(&games.quantities, games.size, arms, place)?;
    let looks = (Looks::at(study.games, games.size), taken.checked_sub(1)?);
    let quantity = &games.quantities[place];
    let of_games = quantity.unit == Unit::Share && quantity.under.is_none();
    Some(Piece { means, moments, looks, of_games, bounds, games: arms.groups * games.size })
}

/// The mean over studies, each with dice of its own.
fn pooled(study: &ClaimsStudy, pieces: &[Piece], ruleset: usize, rung: &str) -> Option<Held> {
    let Piece { of_games, bounds, .. } = *pieces.first()?;
    let count = pieces.len() as f64;
    let mean = |value: fn(&Piece) -> f64| pieces.iter().map(value).sum::<f64>() / count;
    let means = [mean(|piece| piece.means[0]), mean(|piece| piece.means[1])];
    let bounds = pieces.iter().fold(bounds, |bounds, piece| bounds.stepping(piece.bounds.step));
    let moments = if let [only] = pieces {
        only.moments
    } else {
        Moments::pooled(&pieces.iter().map(|piece| piece.moments).collect::<Vec<_>>())
    };
    // Studies whose looks differ are held to the strictest.
    let (looks, look) = pieces
        .iter()
        .map(|piece| (&piece.looks.0, piece.looks.1))
        .max_by(|(one, at), (other, there)| one.level(*at, ALPHA).total_cmp(&other.level(*there, ALPHA)))?;
    let relative = study.matters * means[0].abs();
    let margin = if of_games { relative.max(SHARE) } else { relative };
    let (low, high) = moments.interval(&bounds, looks.level(look, 2.0 * ALPHA));
    let games = pieces.iter().map(|piece| piece.games).sum();
    Some(Held {
        ruleset,
        rung: rung.to_owned(),
        means,
        estimate: Estimate { n: games, ..Estimate::of(&moments, &bounds, looks.level(look, ALPHA)) },
        p_adjusted: 1.0,
        p: looks.p_value(look, moments.p_value(&bounds, 0.0)),
        within: -margin < low && high < margin,
    })
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

impl Tested<'_> {
    /// On a rung it holds if one of the changes goes the way that was said and none the other; it fails if one goes the other
    /// way, or all stay where they were. It is decided where all rungs agree.
    fn judge(&mut self) {
        let mut names: Vec<String> = self.held.iter().map(|held| held.rung.clone()).collect();
        names.dedup();
        let verdicts: Vec<(String, Option<bool>)> =
            names.into_iter().map(|rung| (rung.clone(), self.on(&rung))).collect();
        let of = |wanted: bool| verdicts.iter().filter(move |(_, holds)| *holds == Some(wanted));
        self.rungs = [true, false].map(|wanted| of(wanted).map(|(rung, _)| rung.clone()).collect());
        self.verdict = match () {
            () if verdicts.is_empty() => Verdict::Undecided,
            () if of(true).count() == verdicts.len() => Verdict::Supported,
            () if of(false).count() == verdicts.len() => Verdict::Contradicted,
            () => Verdict::Undecided,
        };
    }

    /// Whether it holds on a rung; none where that is open.
    fn on(&self, rung: &str) -> Option<bool> {
        let ways: Vec<Option<i8>> = self.held.iter().filter(|held| held.rung == rung).map(Held::way).collect();
        let any = |way: i8| ways.contains(&Some(way));
        let still = ways.iter().all(|way| *way == Some(0));
        match self.prediction.direction {
            Direction::Rises if any(-1) || still => Some(false),
            Direction::Rises => any(1).then_some(true),
            Direction::Falls if any(1) || still => Some(false),
            Direction::Falls => any(-1).then_some(true),
            Direction::Changes if any(1) || any(-1) => Some(true),
            Direction::Changes => still.then_some(false),
            Direction::Stays if any(1) || any(-1) => Some(false),
            Direction::Stays => still.then_some(true),
        }
    }
}

impl Judged<'_> {
    /// Contradicted by any of its predictions and facts, supported by all of them.
    fn whole(&self) -> Verdict {
        if self.claim.untested.is_some() {
            return Verdict::NotTestable;
        }
        let told = self.tested.iter().map(|tested| tested.verdict);
        let facts = self.facts.iter().map(|(_, holds)| if *holds { Verdict::Supported } else { Verdict::Contradicted });
        let all: Vec<Verdict> = told.chain(facts).collect();
        match () {
            () if all.contains(&Verdict::Contradicted) => Verdict::Contradicted,
            () if all.iter().all(|verdict| *verdict == Verdict::Supported) && !all.is_empty() => Verdict::Supported,
            () => Verdict::Undecided,
        }
    }
}
