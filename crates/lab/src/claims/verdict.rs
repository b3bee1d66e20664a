//! Verdicts of predictions and of claims.

use super::predict::{self, Direction, Prediction, PredictionEffect};
use super::reading::{self, AnswerSource, AnswerTables};
use super::{Claim, ClaimPart, ClaimsStudy, Fact};
use crate::compare::{Arms, Cell, Known};
use hitchart_config::named;
use hitchart_stats::benjamini_hochberg;
use std::collections::BTreeSet;

/// Ratios that differ by less than the inverse of this are equal.
const EQUAL: f64 = 1e9;

/// Direction of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EffectDirection {
    Up,
    Down,
    /// The interval lies within the margin on both sides.
    Small,
    /// The number starts so near its bound that it cannot change as claimed by more than the margin.
    NoRoom,
    /// Neither is shown yet.
    Open,
}

hitchart_config::named! {
    /// Outcome of a prediction on a rung or on all rungs, or of a fact, with its name on some rungs.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum PredictionOutcome {
        /// The effect is as claimed.
        Supported = "supported",
        /// The effect goes the other way.
        Opposite = "opposite",
        /// The effect is shown to be smaller than the margin.
        Smaller = "smaller than matters",
        /// Anything else: a change although none was claimed, or more than the claimed number.
        Differs = "differs",
        /// Rungs, or changes on a rung, have different outcomes.
        Split = "one way and the other by the change",
        /// These games cannot support the claim for any effect of the change.
        NoRoom = "no room",
        /// Not decided yet.
        Open = "undecided",
    }
}

impl PredictionOutcome {
    /// Returns the outcome of a prediction on one rung, from the directions of the effects of all changes.
    pub fn on_rung(direction: Direction, ways: &[EffectDirection]) -> PredictionOutcome {
        let any = |way: EffectDirection| ways.contains(&way);
        let (up, down) = (any(EffectDirection::Up), any(EffectDirection::Down));
        let small = !ways.is_empty() && ways.iter().all(|way| *way == EffectDirection::Small);
        let (claimed, other) = match direction {
            Direction::Rises | Direction::Leads | Direction::AtLeast => (up, down),
            Direction::Falls | Direction::Trails | Direction::AtMost => (down, up),
            Direction::Changes => (up || down, false),
            Direction::Stays => (false, false),
        };
        match (claimed, other) {
            _ if direction == Direction::Stays && (up || down) => PredictionOutcome::Differs,
            (true, true) => PredictionOutcome::Split,
            (true, false) => PredictionOutcome::Supported,
            (false, true) => PredictionOutcome::Opposite,
            _ if small && direction == Direction::Stays => PredictionOutcome::Supported,
            _ if small => PredictionOutcome::Smaller,
            _ if any(EffectDirection::NoRoom) => PredictionOutcome::NoRoom,
            _ => PredictionOutcome::Open,
        }
    }

    /// Returns the outcome over all rungs: the one that all of them share.
    pub fn of_rungs(rungs: &[PredictionOutcome]) -> PredictionOutcome {
        let mut decided =
            rungs.iter().filter(|outcome| !matches!(outcome, PredictionOutcome::Open | PredictionOutcome::NoRoom));
        let first = decided.next();
        let unlike = first.is_some_and(|first| decided.any(|other| other != first));
        match first {
            _ if unlike => PredictionOutcome::Split,
            Some(PredictionOutcome::Split) => PredictionOutcome::Split,
            _ if rungs.contains(&PredictionOutcome::NoRoom) => PredictionOutcome::NoRoom,
            Some(one) if !rungs.contains(&PredictionOutcome::Open) => *one,
            _ => PredictionOutcome::Open,
        }
    }

    /// Returns the outcome of a fact from its ratio and the smallest and largest claimed ratio. A range on one side of
    /// 1 claims a difference, and the other side is the opposite.
    pub fn of_ratio(ratio: f64, (least, most): (f64, f64)) -> PredictionOutcome {
        // Equal numbers may differ in their last digits.
        let ratio = (ratio * EQUAL).round() / EQUAL;
        let more_is_claimed = least >= 1.0;
        match () {
            () if (least..=most).contains(&ratio) => PredictionOutcome::Supported,
            () if more_is_claimed && ratio < 1.0 || most <= 1.0 && ratio > 1.0 => PredictionOutcome::Opposite,
            () if more_is_claimed && ratio < least || most <= 1.0 && ratio > most => PredictionOutcome::Smaller,
            () => PredictionOutcome::Differs,
        }
    }

    /// Returns the contribution of the outcome to the verdict of a claim.
    pub fn verdict(self) -> ClaimVerdict {
        match self {
            PredictionOutcome::Supported => ClaimVerdict::Supported,
            PredictionOutcome::Opposite => ClaimVerdict::Opposite,
            PredictionOutcome::Smaller => ClaimVerdict::Smaller,
            PredictionOutcome::Differs => ClaimVerdict::Differs,
            PredictionOutcome::Split | PredictionOutcome::NoRoom | PredictionOutcome::Open => ClaimVerdict::Undecided,
        }
    }
}

named! {
    /// The verdict of a claim.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum ClaimVerdict {
        /// All predictions and facts are as claimed.
        Supported = "supported",
        /// At least one prediction or fact goes the other way.
        Opposite = "opposite",
        /// At least one prediction or fact has another outcome than claimed; none is opposite.
        Differs = "differs",
        /// At least one effect is smaller than the margin, or a ratio than claimed; none is opposite or differs.
        Smaller = "smaller",
        /// No part failed, and at least one is open, split or without room; also if no part was judged.
        Undecided = "undecided",
        /// Not testable with these players, or not with games at all.
        NotTestable = "not testable",
    }
}

impl ClaimVerdict {
    /// Returns the verdict of a claim, which asserts all of its parts at once. It is supported if all parts are
    /// supported, else the verdict of the worst part. A failed part decides even while others are undecided.
    pub fn of_parts(parts: &[PredictionOutcome]) -> ClaimVerdict {
        let verdicts: Vec<ClaimVerdict> = parts.iter().map(|outcome| outcome.verdict()).collect();
        let worst = [ClaimVerdict::Opposite, ClaimVerdict::Differs, ClaimVerdict::Smaller, ClaimVerdict::Undecided];
        match worst.into_iter().find(|worst| verdicts.contains(worst)) {
            Some(worst) => worst,
            None if verdicts.is_empty() => ClaimVerdict::Undecided,
            None => ClaimVerdict::Supported,
        }
    }
}

/// A prediction with the effects for and against it.
#[derive(Clone, Debug)]
pub struct TestedPrediction<'a> {
    pub part: &'a ClaimPart,
    pub prediction: &'a Prediction,
    pub held: Vec<PredictionEffect>,
    pub outcome: PredictionOutcome,
    /// Outcome of each rung that was played.
    pub rungs: Vec<(String, PredictionOutcome)>,
}

/// A claim with its results so far.
#[derive(Clone, Debug)]
pub struct ClaimResult<'a> {
    /// Study of the claim.
    pub study: &'a ClaimsStudy,
    /// The judged claim.
    pub claim: &'a Claim,
    /// Verdict over all predictions and facts; not testable if the claim has a reason in `untested`.
    pub verdict: ClaimVerdict,
    /// Predictions of all parts with their effects, in the order of the claim.
    pub tested: Vec<TestedPrediction<'a>>,
    /// Ratio and outcome of each fact.
    pub facts: Vec<(f64, PredictionOutcome)>,
}

impl ClaimResult<'_> {
    /// Returns true if more games of a cell could still change the outcome of a prediction.
    pub fn needs(&self, cell: &Cell) -> bool {
        let is_open = |tested: &TestedPrediction<'_>| {
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
    pub fn decisive(&self) -> Option<&TestedPrediction<'_>> {
        self.tested.iter().find(|tested| tested.outcome.verdict() == self.verdict).or(self.tested.first())
    }

    /// Returns the most certain effect of the decisive prediction.
    pub fn surest(&self) -> Option<&PredictionEffect> {
        self.decisive()?.surest()
    }

    /// Returns the outcomes of the predictions and facts.
    pub fn outcomes(&self) -> Vec<PredictionOutcome> {
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
        sharing < all && self.verdict != ClaimVerdict::NotTestable
    }

    /// Returns the verdict, marked if only some of the parts have it.
    pub fn label(&self) -> String {
        let in_part = if self.is_in_part() { " in part" } else { "" };
        format!("{}{in_part}", self.verdict.name())
    }
}

impl TestedPrediction<'_> {
    /// Returns the most certain effect.
    pub fn surest(&self) -> Option<&PredictionEffect> {
        self.held.iter().min_by(|a, b| a.p.total_cmp(&b.p))
    }

    /// Returns the effects on a rung.
    fn on<'a>(&'a self, rung: &'a str) -> impl Iterator<Item = &'a PredictionEffect> {
        self.held.iter().filter(move |held| held.rung == rung)
    }

    /// Returns the outcome on a rung; `Open` before its first games.
    pub fn outcome_on(&self, rung: &str) -> PredictionOutcome {
        self.rungs.iter().find(|(known, _)| known == rung).map_or(PredictionOutcome::Open, |(_, outcome)| *outcome)
    }

    /// Returns true if more games would not change the outcome on a rung: the effect of each change is shown to be smaller
    /// or larger than the margin, or has no room. A change in each direction is enough, and so is one where none is claimed.
    fn is_settled(&self, rung: &str) -> bool {
        let beyond = |way| self.on(rung).any(|held| held.is_beyond() && held.way() == way);
        let (up, down) = (beyond(EffectDirection::Up), beyond(EffectDirection::Down));
        let is_settled = |held: &PredictionEffect| match held.way() {
            EffectDirection::Open => false,
            EffectDirection::Small | EffectDirection::NoRoom => true,
            EffectDirection::Up | EffectDirection::Down => held.is_beyond(),
        };
        match self.prediction.direction {
            Direction::Stays if up || down => true,
            Direction::Changes if up || down => true,
            _ => (up && down) || (self.outcome_on(rung) != PredictionOutcome::Open && self.on(rung).all(is_settled)),
        }
    }

    /// Decides the outcome on each rung, then over all rungs.
    fn judge(&mut self) {
        let mut names: Vec<String> = self.held.iter().map(|held| held.rung.clone()).collect();
        names.dedup();
        let on = |rung: String| {
            let ways: Vec<_> = self.on(&rung).map(PredictionEffect::way).collect();
            let outcome = PredictionOutcome::on_rung(self.prediction.direction, &ways);
            (rung, outcome)
        };
        self.rungs = names.into_iter().map(on).collect();
        self.outcome = PredictionOutcome::of_rungs(&self.rungs.iter().map(|(_, outcome)| *outcome).collect::<Vec<_>>());
    }
}

/// Judges all claims by the counts of each cell, and by the answers of the sources. Without answers, predictions about them
/// are open.
pub(super) fn judged<'a>(
    study: &'a ClaimsStudy,
    counted: &[(Option<Arms>, usize)],
    answers: &[(&AnswerSource, &AnswerTables)],
) -> Vec<ClaimResult<'a>> {
    let tested = |claim: &'a Claim| {
        let of_part = |part: &'a ClaimPart| {
            part.predictions.iter().map(move |prediction| TestedPrediction {
                part,
                prediction,
                held: match part.rulesets.is_empty() {
                    true => reading::held(answers, part, prediction, study.matters),
                    false => predict::held(study, counted, part, prediction),
                },
                outcome: PredictionOutcome::Open,
                rungs: Vec::new(),
            })
        };
        ClaimResult {
            study,
            claim,
            verdict: ClaimVerdict::Undecided,
            tested: claim.parts.iter().flat_map(of_part).collect(),
            facts: claim.facts.iter().filter_map(|fact| fact.judged(&study.known[claim.known])).collect(),
        }
    };
    let mut all: Vec<ClaimResult<'a>> = study.claims.iter().map(tested).collect();
    adjust(&mut all, true);
    adjust(&mut all, false);
    for judged in &mut all {
        judged.tested.iter_mut().for_each(TestedPrediction::judge);
        judged.verdict = match judged.claim.untested {
            Some(_) => ClaimVerdict::NotTestable,
            None => ClaimVerdict::of_parts(&judged.outcomes()),
        };
    }
    all
}

impl Fact {
    fn judged(&self, known: &Known) -> Option<(f64, PredictionOutcome)> {
        let (own, other) = self.found(known)?;
        let ratio = own / other;
        Some((ratio, PredictionOutcome::of_ratio(ratio, self.ratio)))
    }
}

/// Corrects the p-values of all predictions about answers, or of all others, together.
fn adjust(all: &mut [ClaimResult<'_>], of_answers: bool) {
    let tested = all.iter_mut().flat_map(|judged| &mut judged.tested);
    let tested = tested.filter(|tested| tested.part.rulesets.is_empty() == of_answers);
    let mut held: Vec<&mut PredictionEffect> = tested.flat_map(|tested| &mut tested.held).collect();
    let p: Vec<f64> = held.iter().map(|held| held.p).collect();
    for (held, adjusted) in held.iter_mut().zip(benjamini_hochberg(&p)) {
        held.p_adjusted = adjusted;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTCOMES: [PredictionOutcome; 7] = [
        PredictionOutcome::Supported,
        PredictionOutcome::Opposite,
        PredictionOutcome::Smaller,
        PredictionOutcome::Differs,
        PredictionOutcome::Split,
        PredictionOutcome::NoRoom,
        PredictionOutcome::Open,
    ];

    /// One change: every direction of claim and effect.
    #[test]
    fn a_change_alone() {
        use PredictionOutcome::{Differs, NoRoom, Open, Opposite, Smaller, Supported};
        let ways = [
            EffectDirection::Up,
            EffectDirection::Down,
            EffectDirection::Small,
            EffectDirection::NoRoom,
            EffectDirection::Open,
        ];
        for (direction, expected) in [
            (Direction::Rises, [Supported, Opposite, Smaller, NoRoom, Open]),
            (Direction::Leads, [Supported, Opposite, Smaller, NoRoom, Open]),
            (Direction::Falls, [Opposite, Supported, Smaller, NoRoom, Open]),
            (Direction::Trails, [Opposite, Supported, Smaller, NoRoom, Open]),
            (Direction::AtLeast, [Supported, Opposite, Smaller, NoRoom, Open]),
            (Direction::AtMost, [Opposite, Supported, Smaller, NoRoom, Open]),
            (Direction::Changes, [Supported, Supported, Smaller, NoRoom, Open]),
            (Direction::Stays, [Differs, Differs, Supported, NoRoom, Open]),
        ] {
            let found = ways.map(|way| PredictionOutcome::on_rung(direction, &[way]));
            assert_eq!(found, expected, "{direction:?}");
            assert_eq!(PredictionOutcome::on_rung(direction, &[]), Open, "{direction:?}");
        }
    }

    /// Two changes on one rung, in either order.
    #[test]
    fn two_changes() {
        for (ways, expected) in [
            ([EffectDirection::Up, EffectDirection::Up], PredictionOutcome::Supported),
            ([EffectDirection::Up, EffectDirection::Down], PredictionOutcome::Split),
            ([EffectDirection::Up, EffectDirection::Small], PredictionOutcome::Supported),
            ([EffectDirection::Up, EffectDirection::Open], PredictionOutcome::Supported),
            ([EffectDirection::Down, EffectDirection::Small], PredictionOutcome::Opposite),
            ([EffectDirection::Down, EffectDirection::Open], PredictionOutcome::Opposite),
            ([EffectDirection::Small, EffectDirection::Small], PredictionOutcome::Smaller),
            ([EffectDirection::Small, EffectDirection::Open], PredictionOutcome::Open),
            ([EffectDirection::NoRoom, EffectDirection::Down], PredictionOutcome::Opposite),
            ([EffectDirection::NoRoom, EffectDirection::Small], PredictionOutcome::NoRoom),
            ([EffectDirection::NoRoom, EffectDirection::Open], PredictionOutcome::NoRoom),
        ] {
            let [first, second] = ways;
            assert_eq!(PredictionOutcome::on_rung(Direction::Rises, &ways), expected, "{ways:?}");
            assert_eq!(PredictionOutcome::on_rung(Direction::Rises, &[second, first]), expected, "{ways:?}");
        }
    }

    /// Every pair of rungs: the shared outcome, or else a split or an open one.
    #[test]
    fn rungs_must_agree() {
        use PredictionOutcome::{NoRoom, Open, Split};
        for one in OUTCOMES {
            assert_eq!(PredictionOutcome::of_rungs(&[one]), one);
            for other in OUTCOMES {
                let expected = match (one, other) {
                    _ if one == other => one,
                    (Split, _) | (_, Split) => Split,
                    (NoRoom, _) | (_, NoRoom) => NoRoom,
                    (Open, _) | (_, Open) => Open,
                    _ => Split,
                };
                assert_eq!(PredictionOutcome::of_rungs(&[one, other]), expected, "{one:?} {other:?}");
            }
        }
        assert_eq!(PredictionOutcome::of_rungs(&[]), Open);
        assert_eq!(
            PredictionOutcome::of_rungs(&[PredictionOutcome::Supported, Open, PredictionOutcome::Smaller]),
            Split
        );
        assert_eq!(
            PredictionOutcome::of_rungs(&[PredictionOutcome::Supported, PredictionOutcome::Supported, Open]),
            Open
        );
    }

    /// Every pair of parts: never "opposite" unless one went the other way, and "supported" only if both are.
    #[test]
    fn a_claim_is_as_good_as_its_worst_part() {
        let rank = |verdict: ClaimVerdict| {
            [
                ClaimVerdict::Opposite,
                ClaimVerdict::Differs,
                ClaimVerdict::Smaller,
                ClaimVerdict::Undecided,
                ClaimVerdict::Supported,
            ]
            .iter()
            .position(|known| *known == verdict)
            .unwrap()
        };
        for one in OUTCOMES {
            assert_eq!(ClaimVerdict::of_parts(&[one]), one.verdict());
            for other in OUTCOMES {
                let verdict = ClaimVerdict::of_parts(&[one, other]);
                assert_eq!(rank(verdict), rank(one.verdict()).min(rank(other.verdict())), "{one:?} {other:?}");
                let both = |wanted: PredictionOutcome| (one == wanted, other == wanted);
                assert_eq!(verdict == ClaimVerdict::Opposite, both(PredictionOutcome::Opposite) != (false, false));
                assert_eq!(verdict == ClaimVerdict::Supported, both(PredictionOutcome::Supported) == (true, true));
                assert_eq!(verdict, ClaimVerdict::of_parts(&[other, one]));
            }
        }
        assert_eq!(ClaimVerdict::of_parts(&[]), ClaimVerdict::Undecided);
    }

    /// The Assault lasts 0.842 times as long as the Soldier, and 0.7 to 0.8 was claimed: less, but not by a quarter.
    #[test]
    fn numbers_that_are_known() {
        let end = f64::INFINITY;
        for (ratio, range, expected) in [
            (0.75, (0.7, 0.8), PredictionOutcome::Supported),
            (0.8, (0.7, 0.8), PredictionOutcome::Supported),
            (0.842, (0.7, 0.8), PredictionOutcome::Smaller),
            (1.0, (0.7, 0.8), PredictionOutcome::Smaller),
            (1.1, (0.7, 0.8), PredictionOutcome::Opposite),
            (0.5, (0.7, 0.8), PredictionOutcome::Differs),
            (1.0, (1.0, end), PredictionOutcome::Supported),
            (1.0 - 1e-15, (1.0, end), PredictionOutcome::Supported),
            (0.99, (1.0, end), PredictionOutcome::Opposite),
            (1.2, (1.5, 2.0), PredictionOutcome::Smaller),
            (0.9, (1.5, 2.0), PredictionOutcome::Opposite),
            (2.5, (1.5, 2.0), PredictionOutcome::Differs),
            (1.2, (0.9, 1.1), PredictionOutcome::Differs),
            (0.8, (0.9, 1.1), PredictionOutcome::Differs),
        ] {
            assert_eq!(PredictionOutcome::of_ratio(ratio, range), expected, "{ratio} of {range:?}");
        }
    }

    #[test]
    fn names_are_unlike_and_none_is_contradicted() {
        let names = ClaimVerdict::ALL.map(ClaimVerdict::name);
        assert!((0..names.len()).all(|i| !names[..i].contains(&names[i]) && names[i] != "contradicted"));
    }
}
