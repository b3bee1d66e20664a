//! Tables of exact answers: armaments, tags added to them, systems, and frames over a round.

use super::super::catalogue::Catalogue;
use super::super::catalogue::armament::Armament;
use super::super::catalogue::item::Item;
use super::super::catalogue::tag::Tags;
use super::super::odds::armaments::ArmamentOdds;
use super::super::odds::items::{self, ItemOdds, Situation};
use super::super::odds::rankings::{self, ArmamentRank, FrameRank, TagGain};
use super::super::odds::round::{RerollRule, RoundOdds, removes_each};
use super::super::odds::single::Target;
use super::super::ruleset::Ruleset;
use super::super::squad;
use super::against::{Against, told};
use hitchart_report::table::Table;

/// Returns the table of one attack of each armament on each target.
pub fn odds_table(name: &str, all: &[(&Against, Vec<ArmamentOdds>)], with: Tags) -> Table {
    let rows = || all.iter().flat_map(|(target, odds)| odds.iter().map(move |odds| (*target, odds)));
    let in_force: Vec<&str> = with.iter().map(|tag| tag.name()).collect();
    let note = match in_force.is_empty() {
        true => "Exact. Tags that depend on a circumstance are off.".to_owned(),
        false => format!("Exact. Tags that depend on a circumstance and are in force: {}.", in_force.join(", ")),
    };
    Table::new(name, "One attack", note)
        .text("armament", "Armament", rows().map(|(_, odds)| odds.name.as_str()))
        .text("target", "Target", rows().map(|(target, _)| told(&target.target)))
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
pub fn rounds_table(name: &str, all: &[(&Against, Vec<ArmamentRank>)], tension: u8) -> Table {
    let rows = || all.iter().flat_map(|(target, ranks)| ranks.iter().map(move |rank| (*target, rank)));
    let note = format!(
        "Exact: two actions and {tension} Tension with this armament alone, spent on rerolls and extra actions by the \
         policy that does most Harm. Removed: enemies of the given Vigor, by the policy that removes most."
    );
    Table::new(name, "A round", note)
        .text("armament", "Armament", rows().map(|(_, rank)| rank.armament.as_str()))
        .text("target", "Target", rows().map(|(target, _)| told(&target.target)))
        .number("harm", "Harm", 3, rows().map(|(_, rank)| rank.round))
        .number("per_action", "Harm an action", 3, rows().map(|(_, rank)| rank.per_action))
        .number("per_tension", "Harm of the last Tension", 3, rows().map(|(_, rank)| rank.per_tension))
        .number("consequences", "Consequences", 3, rows().map(|(_, rank)| rank.consequences))
        .count("vigor", "Vigor", rows().map(|(target, _)| u64::from(target.vigor)))
        .number("removals", "Removed", 3, rows().map(|(_, rank)| rank.removals))
}

/// An armament, and its chances to remove an enemy of each kind.
pub type Removal = (String, Vec<(String, f64)>);

/// Returns the chances that a round with each armament alone removes an enemy of each kind, by the best policy for
/// that.
pub fn round_removals(armaments: &[Armament], against: &rankings::Against, rules: &Ruleset) -> Vec<Removal> {
    let of = |armament: &Armament| {
        let alone = std::slice::from_ref(armament);
        (armament.name.clone(), removes_each(&against.round(alone), &rules.catalogue.enemies, rules))
    };
    armaments.iter().map(of).collect()
}

/// Returns the table of the chances of removal, one row per armament and kind of enemy.
pub fn removal_table(name: &str, title: &str, removals: &[Removal], catalogue: &Catalogue) -> Table {
    let rows = || removals.iter().flat_map(|(armament, each)| each.iter().map(move |(enemy, p)| (armament, enemy, *p)));
    let unsourced = |enemy: &str| catalogue.enemies.iter().any(|kind| kind.name == *enemy && kind.unsourced);
    let note = "Exact: from full Vigor, with the Armor and Shields of the kind; a round is played by the policy that removes \
                most. Unsourced: the rule text has lost this Vigor, so it is a placeholder.";
    Table::new(name, title, note)
        .text("armament", "Armament", rows().map(|(armament, ..)| armament.as_str()))
        .text("enemy", "Enemy", rows().map(|(_, enemy, _)| enemy.as_str()))
        .number("p", "Removed", 4, rows().map(|(.., p)| p))
        .flag("unsourced", "Unsourced", rows().map(|(_, enemy, _)| unsourced(enemy)))
}

/// Returns the table of gains of tags, one row each.
pub fn gains_table(name: &str, gains: &[TagGain], of: &Against, tension: u8) -> Table {
    let note = format!(
        "Exact, {}: the expected Harm that the tag adds, with and without its condition in force; a round has two actions \
         and {tension} Tension, spent by the best policy. Removed: enemies of {} Vigor. To others: Harm of Splash to each \
         enemy Close.",
        told(&of.target),
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
pub fn item_odds(target: &Target, rules: &Ruleset) -> Vec<ItemOdds> {
    let all = rules.catalogue.integral.iter().chain(&rules.catalogue.modular);
    let of = |item: &Item| items::of(&squad::under(item, rules), target, &Situation::default(), rules);
    let mut odds: Vec<ItemOdds> = all.map(of).collect();
    let worth = |odds: &ItemOdds| odds.harm_per_ammo.map_or(-1.0, |harm| harm[0]);
    odds.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
    odds
}

/// Returns the table of systems, one row each.
pub fn items_table(name: &str, odds: &[ItemOdds], target: &Target) -> Table {
    let note = format!(
        "Exact, {}: Harm per Ammo of the first use in a round, with 1 to 4 such targets in reach. Empty for systems that \
         harm nobody.",
        told(target)
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
pub fn frames_table(name: &str, ranks: &[FrameRank], of: &Against) -> Table {
    let [close, near, far] = [0, 1, 2].map(|i| ranks.iter().map(|rank| rank.by_band[i]).collect::<Vec<_>>());
    let best = ranks.iter().map(|rank| rank.best_item.as_ref().map_or("", |best| best.0.as_str()));
    let note = format!(
        "Exact, {}: both armaments over the first round of a battle, Tension spent by the policy that does most Harm. With \
         Ammo: all of it spent on one target as well. Removed: enemies of {} Vigor, by the policy that removes most.",
        told(&of.target),
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

/// Returns the table of a round: one row per measure.
pub fn round_table(name: &str, odds: &RoundOdds, of: &Against) -> Table {
    let mut rows = vec![
        ("harm", "Harm", odds.harm),
        ("removals", "Enemies removed", odds.removals),
        ("consequences", "Consequences provoked", odds.consequences),
        ("tension", "Tension spent", odds.tension_spent),
        ("actions", "Actions used", odds.actions),
    ];
    rows.extend(odds.harm_per_action.map(|harm| ("per_action", "Harm an action", harm)));
    rows.extend(odds.per_tension.last().map(|worth| ("per_tension", "Worth of the last Tension", *worth)));
    let note = format!(
        "Exact, {}, by the best policy for the aim. Removed: enemies of {} Vigor; with the aim Harm, one enemy at most.",
        told(&of.target),
        of.vigor
    );
    Table::new(name, "A round", note)
        .text("measure", "Measure", rows.iter().map(|(measure, ..)| *measure))
        .text("title", "What it is", rows.iter().map(|(_, title, _)| *title))
        .number("value", "Expected", 4, rows.iter().map(|(.., value)| *value))
}

/// Returns the table of rerolls of the best policy of a round; situations without rerolls are left out.
pub fn rerolls_table(name: &str, odds: &RoundOdds) -> Table {
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
