//! The full table of attacks: every loadout at every range with every number of whites, against every defense, in the
//! open and in cover. Its 27,216 rows share 100 distributions under the rulebook, so each distribution is computed
//! once.

use super::attack::{Shelter, plan};
use super::frame::Frame;
use super::loadout::{Kind, Loadout, Range};
use super::loadouts::{Extras, all};
use super::ruleset::Ruleset;
use hitchart_dice::Pool;
use hitchart_dice::exact::{AttackOdds, attack};
use hitchart_dice::plan::{AttackPlan, DefenseDice};
use std::collections::HashMap;

/// One row: an attack, and the index of its distribution in the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    pub loadout: Loadout,
    pub range: Range,
    /// Whites given to the attack.
    pub whites: u8,
    /// Blue dice of the target, and white dice given to its defense.
    pub defense: (u8, u8),
    pub shelter: Shelter,
    /// Index into [`AttackTable::odds`]; `None` if the loadout cannot attack at that range.
    pub odds: Option<usize>,
}

/// All rows, and the distributions that they share.
#[derive(Clone, Debug, PartialEq)]
pub struct AttackTable {
    pub rows: Vec<Row>,
    pub odds: Vec<AttackOdds>,
}

/// Computes the table of all loadouts; `cover_hits` is the number of hits that the cover absorbs.
pub fn attack_table(cover_hits: u8, rules: &Ruleset) -> AttackTable {
    let loadouts = all(Extras::default(), rules);
    let defenses = defenses(rules);
    let mut table = AttackTable { rows: Vec::with_capacity(loadouts.len() * 3 * 3 * defenses.len() * 2), odds: vec![] };
    let mut answers: HashMap<(Pool, Range), Vec<usize>> = HashMap::new();
    let mut known = HashMap::new();
    for loadout in loadouts {
        let frame = Frame::new(loadout, rules);
        for range in Range::of(&rules.ranges) {
            for whites in 0..=rules.frame.whites {
                let dice = frame.attack_dice(range, whites, 0, rules);
                let answers = dice.map(|dice| {
                    answers.entry((dice, range)).or_insert_with(|| {
                        answer(dice, range, cover_hits, &defenses, rules, &mut known, &mut table.odds)
                    })
                });
                let cells =
                    defenses.iter().flat_map(|(defense, _)| SHELTERS.map(|shelter| (*defense, shelter(cover_hits))));
                let rows = cells.enumerate().map(|(i, (defense, shelter))| Row {
                    loadout,
                    range,
                    whites,
                    defense,
                    shelter,
                    odds: answers.as_ref().map(|odds| odds[i]),
                });
                table.rows.extend(rows);
            }
        }
    }
    table
}

/// Shelters of the table: in the open, and in cover that absorbs a number of hits.
const SHELTERS: [fn(u8) -> Shelter; 2] = [|_| Shelter::Open, Shelter::Terrain];

/// Returns the numbers of blue and white dice of each possible target, with the dice of its defense.
fn defenses(rules: &Ruleset) -> Vec<((u8, u8), DefenseDice)> {
    let dice = |blues: u8, whites: u8| {
        let loadout = (0..blues).fold(Loadout::default(), |loadout, _| loadout.plus(Kind::Defense));
        Frame::new(loadout, rules).defense_dice(whites, rules)
    };
    let blues = 0..=rules.frame.max_per_type.min(rules.frame.max_systems);
    blues.flat_map(|b| (0..=rules.frame.whites).map(move |w| ((b, w), dice(b, w)))).collect()
}

/// Returns the distributions of one attack against each defense, in the open and in cover; equal plans share one.
fn answer(
    dice: Pool,
    range: Range,
    cover_hits: u8,
    defenses: &[((u8, u8), DefenseDice)],
    rules: &Ruleset,
    known: &mut HashMap<AttackPlan, usize>,
    odds: &mut Vec<AttackOdds>,
) -> Vec<usize> {
    let plans = defenses.iter().flat_map(|(_, defense)| {
        SHELTERS.map(|shelter| {
            let shelter = shelter(cover_hits);
            plan(dice, Pool::EMPTY, *defense, shelter.chart(range), shelter, rules)
        })
    });
    let mut find = |plan: AttackPlan| {
        *known.entry(plan).or_insert_with(|| {
            odds.push(attack(&plan));
            odds.len() - 1
        })
    };
    plans.map(&mut find).collect()
}

#[cfg(test)]
mod tests {
    use super::super::rules_files::rulebook;
    use super::*;

    #[test]
    fn every_row_equals_its_own_attack() {
        let rules = rulebook();
        let table = attack_table(2, &rules);
        assert_eq!(table.rows.len(), 27_216);
        assert_eq!(table.odds.len(), 100);
        for row in table.rows.iter().step_by(37) {
            let frame = Frame::new(row.loadout, &rules);
            let target = (0..row.defense.0).fold(Loadout::default(), |l, _| l.plus(Kind::Defense));
            let defense = Frame::new(target, &rules).defense_dice(row.defense.1, &rules);
            let own = frame.attack_dice(row.range, row.whites, 0, &rules).map(|dice| {
                attack(&plan(dice, Pool::EMPTY, defense, row.shelter.chart(row.range), row.shelter, &rules))
            });
            assert_eq!(row.odds.map(|i| &table.odds[i]), own.as_ref());
        }
    }
}
