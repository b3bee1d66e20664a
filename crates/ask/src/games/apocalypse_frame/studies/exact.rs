//! Tables of exact answers, and the simulation of every armament that checks them.

use super::odds::{ArmamentsStudy, OddsTarget, target_name};
use hitchart_apocalypse_frame::catalogue::tag::{Band, Tags};
use hitchart_apocalypse_frame::odds::items::{self, ItemConditions, ItemOdds};
use hitchart_apocalypse_frame::odds::rankings::{self, ArmamentRank, FrameRank, TagGain};
use hitchart_apocalypse_frame::odds::roll::{Circumstance, plan};
use hitchart_apocalypse_frame::odds::roll::{MOST, RollTally, tally};
use hitchart_apocalypse_frame::odds::round::{RerollRule, RoundOdds, removes_each};
use hitchart_apocalypse_frame::odds::single::{ArmamentOdds, TargetDefenses, armaments};
use hitchart_apocalypse_frame::{
    attack::Shot, catalogue::Catalogue, catalogue::entries::Armament, catalogue::item::Item, ruleset::Ruleset, squad,
};
use hitchart_config::words::counted;
use hitchart_lab::runner::games::key;
use hitchart_lab::runner::{Counts, Job, Simulation};
use hitchart_lab::study::{Run, RunCounts, add_all, corrected};
use hitchart_report::{Warning, table::Table};
use hitchart_stats::{LEVEL, chi_square, mean, order::largest_first};
use std::sync::atomic::{AtomicBool, Ordering};
use std::{ops::Range, sync::Arc};

/// Returns the table of one attack of each armament on each target.
pub(crate) fn odds_table(name: &str, all: &[(&OddsTarget, Vec<ArmamentOdds>)], with: Tags) -> Table {
    let rows = || all.iter().flat_map(|(target, odds)| odds.iter().map(move |odds| (*target, odds)));
    let in_force: Vec<&str> = with.iter().map(|tag| tag.name()).collect();
    let note = match in_force.is_empty() {
        true => "Exact. Tags that depend on a circumstance are off.".to_owned(),
        false => format!("Exact. Tags that depend on a circumstance and are in force: {}.", in_force.join(", ")),
    };
    Table::new(name, "One attack", note)
        .text("armament", "Armament", rows().map(|(_, odds)| odds.name.as_str()))
        .text("target", "Target", rows().map(|(target, _)| target_name(&target.target)))
        .text("range", "Range", rows().map(|(_, odds)| odds.range.as_str()))
        .whole("dice", "Dice", rows().map(|(_, odds)| i64::from(odds.dice)))
        .number("p_failure", "Failure", 3, rows().map(|(_, odds)| odds.p_failure))
        .number("p_mixed", "Mixed", 3, rows().map(|(_, odds)| odds.p_mixed))
        .number("p_full", "Full", 3, rows().map(|(_, odds)| odds.p_full))
        .number("mean", "Harm", 3, rows().map(|(_, odds)| odds.harm.mean))
        .number("sd", "SD", 3, rows().map(|(_, odds)| odds.harm.sd))
        .number("p_consequence", "Consequence", 3, rows().map(|(_, odds)| odds.p_consequence))
        .number("p_splash", "Splash", 3, rows().map(|(_, odds)| odds.p_splash))
        .count("vigor", "Vigor", rows().map(|(target, _)| u64::from(target.vigor)))
        .number("p_removed", "Removed", 3, rows().map(|(target, odds)| odds.harm.at_least(target.vigor)))
        .text("tags", "Tags", rows().map(|(_, odds)| odds.tags.join(", ")))
}

/// Returns the table of a round of each armament, by the best policy, for each target.
pub(crate) fn rounds_table(name: &str, all: &[(&OddsTarget, Vec<ArmamentRank>)], tension: u8) -> Table {
    let rows = || all.iter().flat_map(|(target, ranks)| ranks.iter().map(move |rank| (*target, rank)));
    let note = format!(
        "Exact: two actions and {tension} Tension with this armament alone, spent on rerolls and extra actions by the \
         policy that does most Harm. Removed: enemies of the given Vigor, by the policy that removes most."
    );
    Table::new(name, "A round", note)
        .text("armament", "Armament", rows().map(|(_, rank)| rank.armament.as_str()))
        .text("target", "Target", rows().map(|(target, _)| target_name(&target.target)))
        .number("harm", "Harm", 3, rows().map(|(_, rank)| rank.round))
        .number("per_action", "Harm an action", 3, rows().map(|(_, rank)| rank.per_action))
        .number("per_tension", "Harm of the last Tension", 3, rows().map(|(_, rank)| rank.per_tension))
        .number("consequences", "Consequences", 3, rows().map(|(_, rank)| rank.consequences))
        .count("vigor", "Vigor", rows().map(|(target, _)| u64::from(target.vigor)))
        .number("removals", "Removed", 3, rows().map(|(_, rank)| rank.removals))
}

/// An armament, and its chances to remove an enemy of each kind.
pub(crate) type Removal = (String, Vec<(String, f64)>);

/// Returns the chances that a round with each armament alone removes an enemy of each kind, by the best policy for
/// that.
pub(crate) fn round_removals(
    armaments: &[Armament],
    against: &rankings::RankingConditions,
    rules: &Ruleset,
) -> Vec<Removal> {
    let of = |armament: &Armament| {
        let alone = std::slice::from_ref(armament);
        (armament.name.clone(), removes_each(&against.round(alone), &rules.catalogue.enemies, rules))
    };
    armaments.iter().map(of).collect()
}

/// Returns the table of the chances of removal, one row per armament and kind of enemy.
pub(crate) fn removal_table(name: &str, title: &str, removals: &[Removal], catalogue: &Catalogue) -> Table {
    let rows = || removals.iter().flat_map(|(armament, each)| each.iter().map(move |(enemy, p)| (armament, enemy, *p)));
    let unsourced = |enemy: &str| catalogue.enemies.iter().any(|kind| kind.name == *enemy && kind.written.unsourced);
    let note = "Exact: from full Vigor, with the Armor and Shields of the kind; a round is played by the policy that removes \
                most. Unsourced: the rule text has lost this Vigor, so it is a placeholder.";
    Table::new(name, title, note)
        .text("armament", "Armament", rows().map(|(armament, ..)| armament.as_str()))
        .text("enemy", "Enemy", rows().map(|(_, enemy, _)| enemy.as_str()))
        .number("p", "Removed", 4, rows().map(|(.., p)| p))
        .flag("unsourced", "Unsourced", rows().map(|(_, enemy, _)| unsourced(enemy)))
}

/// Returns the table of gains of tags, one row each.
pub(crate) fn gains_table(name: &str, gains: &[TagGain], of: &OddsTarget, (actions, tension): (u8, u8)) -> Table {
    let note = format!(
        "Exact, {}: the expected Harm that the tag adds, with and without its condition in force; a round has {} and \
         {tension} Tension, spent by the best policy. Removed: enemies of {} Vigor. To others: Harm of Splash to each \
         enemy Close. Rows by the gain in a round, then by that in force.",
        target_name(&of.target),
        counted(actions.into(), "actions"),
        of.vigor
    );
    Table::new(name, "A tag more", note)
        .text("armament", "Armament", gains.iter().map(|gain| gain.armament.as_str()))
        .text("tag", "Tag", gains.iter().map(|gain| gain.tag_name.as_str()))
        .number("attack_off", "Attack", 3, gains.iter().map(|gain| gain.attack_off))
        .number("attack_on", "Attack, in force", 3, gains.iter().map(|gain| gain.attack_on))
        .number("round_off", "Round", 3, gains.iter().map(|gain| gain.round_off))
        .number("round_on", "Round, in force", 3, gains.iter().map(|gain| gain.round_on))
        .number("removals_on", "Removed", 3, gains.iter().map(|gain| gain.removals_on))
        .number("to_others", "To others", 3, gains.iter().map(|gain| gain.to_others))
        .flag("reaches_farther", "Reaches farther", gains.iter().map(|gain| gain.reaches_farther))
}

/// Returns the odds of every system, sorted by Harm per Ammo on one target; of equals the integral ones come first.
pub(crate) fn item_odds(target: &TargetDefenses, rules: &Ruleset) -> Vec<ItemOdds> {
    let all = rules.catalogue.integral.iter().chain(&rules.catalogue.modular);
    let of = |item: &Item| items::of(&squad::under(item, rules), target, &ItemConditions::default(), rules);
    let mut odds: Vec<ItemOdds> = all.map(of).collect();
    let worth = |odds: &ItemOdds| odds.harm_per_ammo.map_or(-1.0, |harm| harm[0]);
    largest_first(&mut odds, worth);
    odds
}

/// Returns the table of systems, one row each.
pub(crate) fn items_table(name: &str, odds: &[ItemOdds], target: &TargetDefenses) -> Table {
    let note = format!(
        "Exact, {}: Harm per Ammo of the first use in a round, with 1 to 4 such targets in reach. Empty for systems that \
         harm nobody.",
        target_name(target)
    );
    let table = Table::new(name, "Harm per Ammo", note)
        .text("system", "System", odds.iter().map(|odds| odds.name.as_str()))
        .text("class", "Class", odds.iter().map(|odds| format!("{:?}", odds.class)))
        .text("tags", "Tags", odds.iter().map(|odds| odds.tags.join(", ")))
        .number("ammo", "Ammo, first use", 2, odds.iter().map(|odds| odds.ammo_first));
    (0..4).fold(table, |table, i| {
        let title = format!("{} {}", i + 1, if i == 0 { "target" } else { "targets" });
        let harm = odds.iter().map(|odds| odds.harm_per_ammo.map(|harm| harm[i]));
        table.number(&format!("harm_{}", i + 1), &title, 3, harm)
    })
}

/// Returns the table of frames, one row each.
pub(crate) fn frames_table(name: &str, ranks: &[FrameRank], of: &OddsTarget) -> Table {
    let [close, near, far] = [0, 1, 2].map(|i| ranks.iter().map(|rank| rank.by_band[i]).collect::<Vec<_>>());
    let best = ranks.iter().map(|rank| rank.best_item.as_ref().map_or("", |best| best.0.as_str()));
    let note = format!(
        "Exact, {}: both armaments over the first round of a battle, Tension spent by the policy that does most Harm. With \
         Ammo: all of it spent on one target as well. Removed: enemies of {} Vigor, by the policy that removes most.",
        target_name(&of.target),
        of.vigor
    );
    Table::new(name, "Frames over a round", note)
        .text("frame", "Frame", ranks.iter().map(|rank| rank.frame.as_str()))
        .count("tension", "Tension", ranks.iter().map(|rank| u64::from(rank.tension)))
        .count("ammo", "Ammo", ranks.iter().map(|rank| u64::from(rank.ammo)))
        .number("harm", "Harm", 3, ranks.iter().map(|rank| rank.round))
        .number("close", "at Close", 3, close)
        .number("near", "at Near", 3, near)
        .number("far", "at Far", 3, far)
        .number("per_tension", "Last Tension", 3, ranks.iter().map(|rank| rank.per_tension))
        .number("with_ammo", "With Ammo", 3, ranks.iter().map(|rank| rank.with_ammo))
        .number("removals", "Removed", 3, ranks.iter().map(|rank| rank.removals))
        .text("best_item", "Best system", best)
}

/// Returns the table of a round: one row per measure. `is_chance` is true if one enemy at most is removed.
pub(crate) fn round_table(name: &str, odds: &RoundOdds, of: &OddsTarget, is_chance: bool) -> Table {
    let mut rows = vec![
        ("harm", "Harm", odds.harm),
        ("removals", if is_chance { "Chance to remove one enemy" } else { "Enemies removed" }, odds.removals),
        ("consequences", "Consequences provoked", odds.consequences),
        ("tension", "Tension spent", odds.tension_spent),
        ("actions", "Actions used", odds.actions),
    ];
    rows.extend(odds.harm_per_action.map(|harm| ("per_action", "Harm an action", harm)));
    rows.extend(odds.per_tension.last().map(|worth| ("per_tension", "Worth of the last Tension", *worth)));
    let note = format!(
        "Exact, {}, by the best policy for the aim. Removed: enemies of {} Vigor.",
        target_name(&of.target),
        of.vigor
    );
    Table::new(name, "A round", note)
        .text("measure", "Measure", rows.iter().map(|(measure, ..)| *measure))
        .text("title", "What it is", rows.iter().map(|(_, title, _)| *title))
        .number("value", "Expected", 4, rows.iter().map(|(.., value)| *value))
}

/// Returns the table of rerolls of the best policy of a round; situations without rerolls are left out.
pub(crate) fn rerolls_table(name: &str, odds: &RoundOdds) -> Table {
    let rules: Vec<&RerollRule> =
        odds.reroll_rules.iter().filter(|rule| !(rule.always.is_empty() && rule.sometimes.is_empty())).collect();
    let results = |results: &[u8]| results.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    let note = "Results that the policy rerolls for 1 Tension in the situations it meets; it keeps all others.";
    Table::new(name, "When to reroll", note)
        .text("armament", "Armament", rules.iter().map(|rule| rule.armament.as_str()))
        .count("actions_left", "Actions left", rules.iter().map(|rule| u64::from(rule.actions_left)))
        .count("tension_left", "Tension left", rules.iter().map(|rule| u64::from(rule.tension_left)))
        .text("always", "Always", rules.iter().map(|rule| results(&rule.always)))
        .text("sometimes", "Sometimes", rules.iter().map(|rule| results(&rule.sometimes)))
}

/// Attacks per block: some milliseconds.
const BLOCK: u64 = 1 << 17;

/// Attacks of one armament.
struct Thrown {
    shot: Shot,
    target: TargetDefenses,
    /// True if cover counts.
    at_far: bool,
    rules: Arc<Ruleset>,
    samples: u64,
    name: String,
    seed: u64,
}

/// Counts of rolled attacks, as the runner adds them.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
struct ThrownCounts(RollTally);

impl Counts for ThrownCounts {
    fn add(&mut self, ThrownCounts(other): &ThrownCounts) {
        let ThrownCounts(own) = self;
        add_all(&mut own.outcomes, &other.outcomes);
        add_all(&mut own.harm, &other.harm);
        own.splashes += other.splashes;
        own.shielded += other.shielded;
    }
}

impl Simulation for Thrown {
    type Counts = ThrownCounts;

    fn size(&self) -> u64 {
        self.samples
    }

    fn block_size(&self) -> u64 {
        BLOCK
    }

    fn count(&self, block: u64, range: Range<u64>, stop: &AtomicBool) -> Option<ThrownCounts> {
        let key = key(self.seed, &self.name, block);
        let samples = range.end - range.start;
        let tally = tally(self.shot, &self.target, self.at_far, &self.rules, samples, key);
        (!stop.load(Ordering::Relaxed)).then_some(ThrownCounts(tally))
    }

    fn fits(&self, ThrownCounts(tally): &ThrownCounts, samples: u64) -> bool {
        let is_all = |counts: &[u64]| counts.iter().try_fold(0u64, |sum, n| sum.checked_add(*n)) == Some(samples);
        is_all(&tally.outcomes)
            && is_all(&tally.harm)
            && tally.harm.len() == MOST + 1
            && tally.splashes.max(tally.shielded) <= samples
    }

    fn effort(&self) -> f64 {
        20.0
    }
}

/// Returns the jobs for the attacks of every armament.
pub(super) fn simulation_jobs(run: &Run<'_>, asked: &ArmamentsStudy) -> Vec<Job> {
    let circumstance = Circumstance { in_force: asked.with, ..Circumstance::default() };
    let of = |odds: &ArmamentOdds| {
        let name = name(run.name, odds);
        let thrown = Thrown {
            shot: plan(armament(asked, odds)?, &circumstance),
            target: asked.targets[0].target,
            at_far: odds.at == Band::Far,
            rules: Arc::clone(&asked.rules),
            samples: run.samples,
            name: name.clone(),
            seed: run.seed,
        };
        Some(Job::whole(name, Arc::new(thrown)))
    };
    exact(asked).iter().filter_map(of).collect()
}

fn exact(asked: &ArmamentsStudy) -> Vec<ArmamentOdds> {
    armaments(asked.gear, &asked.targets[0].target, asked.with, &asked.rules)
}

fn name(study: &str, odds: &ArmamentOdds) -> String {
    format!("{study}/{}", odds.name)
}

/// Returns the armament of some odds, from the same lists.
fn armament<'a>(asked: &'a ArmamentsStudy, odds: &ArmamentOdds) -> Option<&'a Armament> {
    let catalogue = &asked.rules.catalogue;
    let list = catalogue.armaments(asked.gear).iter().chain(&catalogue.backups);
    list.into_iter().find(|armament| armament.name == odds.name)
}

/// Returns the simulated results next to the exact ones, and warnings; `None` if nothing was simulated.
pub(super) fn simulated_table(
    study: &str,
    asked: &ArmamentsStudy,
    counted: &RunCounts,
) -> Option<(Table, Vec<Warning>)> {
    let exact = exact(asked);
    let of = |odds| counted.of(&name(study, odds)).map(|ThrownCounts(tally)| tally);
    let tallies: Vec<RollTally> = exact.iter().map(of).collect::<Option<_>>()?;
    let names: Vec<String> = exact.iter().map(|odds| name(study, odds)).collect();
    let p = exact.iter().zip(&tallies).map(|(odds, tally)| p_value(odds, tally));
    let (adjusted, warnings) = corrected(names.iter().map(String::as_str).zip(p));
    let means: Vec<_> = exact.iter().zip(&tallies).map(|(odds, tally)| mean(&counts(odds, tally), LEVEL)).collect();
    let target = &asked.targets[0].target;
    let table = Table::new(
        format!("{study}-simulated"),
        "Simulated beside exact",
        format!("{}; chi-square p-values after Holm.", target_name(target)),
    )
    .text("armament", "Armament", exact.iter().map(|odds| odds.name.as_str()))
    .number("exact", "Exact", 4, exact.iter().map(|odds| odds.harm.mean))
    .estimates(["simulated", "interval"], "Simulated", 4, means.iter().copied())
    .number("p_value", "Adjusted p", 3, adjusted.iter().copied())
    .count("n", "N", means.iter().map(|mean| mean.n));
    Some((table, warnings))
}

/// Returns the attacks by Harm, up to the most that is possible or occurred.
fn counts(odds: &ArmamentOdds, tally: &RollTally) -> Vec<u64> {
    let mut counts = tally.harm().to_vec();
    counts.resize(odds.harm.pmf.len().max(counts.len()), 0);
    counts
}

/// Returns the chi-square p-value of the simulated Harm against the exact distribution.
fn p_value(odds: &ArmamentOdds, tally: &RollTally) -> f64 {
    let (counts, mut pmf) = (counts(odds, tally), odds.harm.pmf.clone());
    pmf.resize(counts.len(), 0.0);
    chi_square(&counts, &pmf).p_value
}
