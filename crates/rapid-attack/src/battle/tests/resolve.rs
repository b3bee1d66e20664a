//! Tests of damage dice: dice counted by kind against dice spent one by one, for every roll of up to five.

use super::RULESETS;
use crate::{rules_files::load, ruleset::ChartName};
use hitchart_dice::kernel::spend_one_by_one;
use hitchart_dice::plan::{Cover, CoverOrder, FaceCounts, HitChart};
use std::collections::HashSet;

const MOST_DICE: u32 = 5;

/// Spends hits on the cover and on the target, die by die as the rules are worded: the naive twin of the kernel.
pub(super) fn one_by_one(faces: &[u8], chart: &HitChart, cover: Cover) -> (u8, u8) {
    let faces: Vec<u16> = faces.iter().map(|face| u16::from(*face)).collect();
    let (spent, damage) = spend_one_by_one(&faces, chart, cover);
    (spent as u8, damage as u8)
}

/// Returns every chart of the built-in rulesets, in every order of spending.
fn charts() -> HashSet<HitChart> {
    let rules: Vec<_> = RULESETS.iter().map(|name| load(name).unwrap()).collect();
    let all = rules.iter().flat_map(|rules| ChartName::ALL.map(|(name, _)| rules.charts.chart(name)));
    let orders = [CoverOrder::LowFirst, CoverOrder::HighFirst, CoverOrder::Static];
    all.flat_map(|chart| orders.map(|order| HitChart { order, ..chart })).collect()
}

#[test]
fn counted_dice_do_what_dice_spent_one_by_one_do() {
    let covers: Vec<Cover> = [Cover::None, Cover::Immune].into_iter().chain((0..=6).map(Cover::Hits)).collect();
    let charts = charts();
    for dice in 0..=MOST_DICE {
        for roll in 0..6u32.pow(dice) {
            let faces: Vec<u8> = (0..dice).map(|i| (roll / 6u32.pow(i) % 6) as u8 + 1).collect();
            for chart in &charts {
                let mut counts = FaceCounts::default();
                faces.iter().for_each(|face| counts.add(*face, chart));
                for cover in &covers {
                    let naive = one_by_one(&faces, chart, *cover);
                    assert_eq!(counts.resolve(chart, *cover), naive, "{faces:?} on {chart:?} against {cover:?}");
                }
            }
        }
    }
}
