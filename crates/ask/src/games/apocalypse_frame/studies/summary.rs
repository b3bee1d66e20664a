//! The summary of exact answers: the best and the worst of armaments, tags, systems and frames, with their numbers.

use super::odds::{OddsTarget, target_name};
use hitchart_apocalypse_frame::odds::rankings::{ArmamentRank, FrameRank, TagGain};
use hitchart_apocalypse_frame::{
    catalogue::Catalogue,
    odds::items::ItemOdds,
    odds::round::{RerollRule, RoundOdds},
    odds::single::ArmamentOdds,
    odds::single::TargetDefenses,
};
use hitchart_config::words::{ROUNDING, counted, ties};
use hitchart_lab::study::Answer;
use hitchart_report::table::{number, percent, with_noun};
use hitchart_report::{Extreme, KeyNumber, highest, key_numbers, lowest};
use hitchart_stats::order::largest_first;

/// Returns rows by name and number.
fn rows<T>(of: &[T], row: impl Fn(&T) -> (&str, f64)) -> Vec<(String, f64)> {
    of.iter().map(row).map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Formats a gain with its sign, such as `+1.2`.
fn gain(value: f64) -> String {
    if value < 0.0 { number(value) } else { format!("+{}", number(value)) }
}

/// Describes the armaments with the most and the least Harm in one attack, without a full stop.
pub(crate) fn best_armament(odds: &[ArmamentOdds], of: &OddsTarget) -> String {
    let harm = rows(odds, |odds| (&odds.name, odds.harm.mean));
    let (Some(best), Some(worst)) = (highest(&harm), lowest(&harm)) else { return "No armament is listed".to_owned() };
    let harm = &odds[best.row].harm;
    format!(
        "Of {} against {}, {} does the most Harm in one attack: {} ({} no Harm, removes {} Vigor {}); {} does the least: {}",
        counted(odds.len() as u64, "armaments"),
        target_name(&of.target),
        best.first,
        best.tied(),
        percent(harm.pmf.first().copied().unwrap_or(0.0)),
        of.vigor,
        percent(harm.at_least(of.vigor)),
        worst.first,
        worst.tied()
    )
}

/// Fills in the summary of armaments: one attack, and a round, against the first target.
pub(crate) fn armaments(
    answer: &mut Answer,
    odds: &[ArmamentOdds],
    ranks: &[ArmamentRank],
    (of, actions, tension): (&OddsTarget, u8, u8),
) {
    answer.said = vec![best_armament(odds, of) + "."];
    answer.line = best_armament(odds, of) + ", exact";
    let rounds = rows(ranks, |rank| (&rank.armament, rank.round));
    if let (Some(best), Some(worst)) = (highest(&rounds), lowest(&rounds)) {
        answer.said.push(format!(
            "In a round of {} and {tension} Tension, {} does the most Harm: {}; {} does the least: {}.",
            counted(actions.into(), "actions"),
            best.first,
            best.tied(),
            worst.first,
            worst.tied()
        ));
        answer.numbers.push(KeyNumber::new(format!("Harm of {} in a round", best.name()), number(best.value)));
    }
    if let Some(killer) = highest(&rows(ranks, |rank| (&rank.armament, rank.removals))) {
        answer.said.push(removes_most(&killer, of));
        let label = format!("Enemies of {} Vigor removed by {} in a round", of.vigor, killer.name());
        answer.numbers.push(KeyNumber::new(label, number(killer.value)));
    }
    let harm = rows(odds, |odds| (&odds.name, odds.harm.mean));
    for one in highest(&harm).into_iter().chain(lowest(&harm)) {
        let label = format!("Harm of {} in one attack", one.name());
        answer.numbers.push(KeyNumber::new(label, number(one.value)));
    }
}

/// Names the row that removes most enemies in a round.
fn removes_most(killer: &Extreme<'_>, of: &OddsTarget) -> String {
    format!("{} removes most enemies of {} Vigor in a round: {}.", killer.first, of.vigor, killer.tied())
}

/// Describes the tag that adds the most Harm to a round without its condition, the next best, and the tag that adds the
/// most while its condition holds, without a full stop. `gains` are all tags, the best without their conditions first.
pub(crate) fn best_tag(gains: &[TagGain], of: &OddsTarget, (tension, cost): (u8, u16)) -> String {
    let Some(best) = gains.first() else { return "No tag can be added".to_owned() };
    let of_round = |row: &TagGain| match row.round_off < row.round_on - ROUNDING {
        true => format!(
            "{} Harm in a round while its condition holds, {} otherwise",
            gain(row.round_on),
            gain(row.round_off)
        ),
        false => format!("{} Harm in a round", gain(row.round_on)),
    };
    let like = |of: &TagGain| {
        let all = gains.iter().map(|row| row.round_off);
        ties(all, of.round_off).map_or_else(String::new, |like| format!(", {like}"))
    };
    // The next best tag on another armament, or on the same one if only one is listed.
    let next = gains.iter().skip(1).find(|gain| gain.armament != best.armament).or(gains.get(1));
    let next = next
        .filter(|next| next.round_off < best.round_off - ROUNDING && next.round_off > 0.0)
        .map_or_else(String::new, |next| {
            format!("; next {} on {}{} ({})", next.tag_name, next.armament, like(next), of_round(next))
        });
    let like = like(best);
    let on = rows(gains, |row| (&row.tag_name, row.round_on));
    let conditional = highest(&on).map(|most| &gains[most.row]);
    let most = conditional.filter(|row| row.round_on > best.round_on + ROUNDING).map_or_else(String::new, |row| {
        format!("; the most under a condition: {} on {} ({})", row.tag_name, row.armament, of_round(row))
    });
    // The best round of a tag such as Impulsive may begin with all Tension spent.
    let spent = if tension > 0 { ", all of which may buy actions before the first attack," } else { "" };
    format!(
        "Buy {} for {} first ({}{like}): {}{next}{most}, with {tension} Tension{spent} against {}",
        best.tag_name,
        best.armament,
        counted(cost.into(), "Materials"),
        of_round(best),
        target_name(&of.target)
    )
}

/// Fills in the summary of tags: the best tag, the tag that is most often the best, and the armament that gains least.
pub(crate) fn tags(answer: &mut Answer, best: &[TagGain], said: String) {
    answer.said = vec![format!("{said}.")];
    answer.line = format!("{said}, exact");
    let mut names: Vec<(String, f64)> = Vec::new();
    for gain in best {
        match names.iter_mut().find(|(name, _)| *name == gain.tag_name) {
            Some((_, count)) => *count += 1.0,
            None => names.push((gain.tag_name.clone(), 1.0)),
        }
    }
    if let Some(most) = highest(&names) {
        let of = counted(best.len() as u64, "armaments");
        answer.said.push(format!("{} is the best tag of {} of {of}.", most.name(), most.value));
    }
    if let Some(least) = lowest(&rows(best, |row| (&row.armament, row.round_off))) {
        answer.said.push(format!(
            "{} gains the least from a tag: {} Harm in a round from its best, {}.",
            least.name(),
            gain(least.value),
            best[least.row].tag_name
        ));
    }
    let mut ranked: Vec<&TagGain> = best.iter().collect();
    largest_first(&mut ranked, |row| row.round_off);
    let number = |row: &&TagGain| {
        KeyNumber::new(format!("{} on {}, Harm in a round", row.tag_name, row.armament), gain(row.round_off))
    };
    answer.numbers = ranked.iter().take(5).map(number).collect();
}

/// Returns the systems that do Harm, with their Harm per Ammo on one to four targets.
fn harmful(odds: &[ItemOdds]) -> Vec<(&str, [f64; 4])> {
    let all = odds.iter().filter_map(|odds| Some((odds.name.as_str(), odds.harm_per_ammo?)));
    all.filter(|(_, harm)| harm.iter().any(|harm| *harm > 0.0)).collect()
}

/// Describes the modular systems with the most Harm per Ammo, and integral systems that do more, without a full stop.
/// Integral systems belong to a frame, so they cannot be bought.
pub(crate) fn best_item(odds: &[ItemOdds], target: &TargetDefenses, catalogue: &Catalogue) -> String {
    let (modular, integral): (Vec<_>, Vec<_>) =
        harmful(odds).into_iter().partition(|row| catalogue.modular.iter().any(|item| item.name == row.0));
    let [[one, many], [own_one, own_many]] =
        [modular, integral].map(|all| [0, 3].map(|targets| rows(&all, |row| (row.0, row.1[targets]))));
    let (Some(one), Some(many)) = (highest(&one), highest(&many)) else {
        return "No system that can be bought harms anybody".to_owned();
    };
    let more = [(highest(&own_one), &one, "one target"), (highest(&own_many), &many, "four targets")];
    let more = more.into_iter().filter_map(|(own, bought, targets)| {
        let own = own.filter(|own| own.value > bought.value + ROUNDING)?;
        Some(format!("{} {} on {targets}", own.first, number(own.value)))
    });
    let more = more.collect::<Vec<_>>().join(" and ");
    let more =
        if more.is_empty() { more } else { format!("; integral systems, which belong to a frame, do more: {more}") };
    format!(
        "For Harm, buy {} first: {} Harm per Ammo on one target{}; with four targets in reach buy {}: {} per \
         Ammo{}{more}, against {}",
        one.first,
        number(one.value),
        one.like(),
        many.first,
        number(many.value),
        many.like(),
        target_name(target)
    )
}

/// Fills in the summary of systems.
pub(crate) fn items(answer: &mut Answer, odds: &[ItemOdds], target: &TargetDefenses, catalogue: &Catalogue) {
    let best = best_item(odds, target, catalogue);
    answer.said = vec![format!("{best}.")];
    answer.line = format!("{best}, exact");
    let harmful = harmful(odds);
    if let Some(worst) = lowest(&rows(&harmful, |row| (row.0, row.1[0]))) {
        answer.said.push(format!(
            "The weakest system that harms is {}: {} Harm per Ammo on one target.",
            worst.name(),
            number(worst.value)
        ));
    }
    let all = counted(odds.len() as u64, "systems");
    answer.said.push(format!("{} of {all} harm nobody.", odds.len() - harmful.len()));
    let label = |row: &(&str, [f64; 4])| (format!("{}, Harm per Ammo", row.0), row.1[0]);
    answer.numbers = key_numbers(harmful.iter().map(label).collect());
}

/// Describes the frames with the most and the least Harm in a round, without a full stop.
pub(crate) fn best_frame(ranks: &[FrameRank], of: &OddsTarget) -> String {
    let rounds = rows(ranks, |rank| (&rank.frame, rank.round));
    let (Some(best), Some(worst)) = (highest(&rounds), lowest(&rounds)) else { return "No frame is listed".to_owned() };
    format!(
        "Of {} against {}, {} does the most Harm in a round: {} ({} with all its Ammo); {} does the least: {}",
        counted(ranks.len() as u64, "frames"),
        target_name(&of.target),
        best.first,
        best.tied(),
        number(ranks[best.row].with_ammo),
        worst.first,
        worst.tied()
    )
}

/// Fills in the summary of frames over a round.
pub(crate) fn frames(answer: &mut Answer, ranks: &[FrameRank], of: &OddsTarget) {
    answer.said = vec![best_frame(ranks, of) + "."];
    answer.line = best_frame(ranks, of) + ", exact";
    let of_all = |value: fn(&FrameRank) -> f64| rows(ranks, |rank| (&rank.frame, value(rank)));
    let all = [of_all(|rank| rank.round), of_all(|rank| rank.with_ammo), of_all(|rank| rank.removals)];
    let [Some(first), Some(with_ammo), Some(killer)] = all.each_ref().map(|rows| highest(rows)) else { return };
    answer.said.push(match with_ammo.row == first.row {
        true => format!("It stays first with all Ammo spent on one target: {}.", with_ammo.tied()),
        false => format!("With all Ammo spent on one target, {} overtakes it: {}.", with_ammo.first, with_ammo.tied()),
    });
    answer.said.push(removes_most(&killer, of));
    let label = |rank: &FrameRank| (format!("Harm of {} in a round", rank.frame), rank.round);
    answer.numbers = key_numbers(ranks.iter().map(label).collect());
}

/// Describes the answer for a round with some armaments, without a full stop. `is_chance` is true if one enemy at most
/// is removed.
pub(crate) fn round(
    armaments: &[String],
    odds: &RoundOdds,
    of: &OddsTarget,
    (tension, is_chance): (u8, bool),
) -> String {
    let removed = match is_chance {
        true => format!("chance to remove one enemy of {} Vigor: {}", of.vigor, percent(odds.removals)),
        false => format!("{} of {} Vigor removed", with_noun(odds.removals, "enemies"), of.vigor),
    };
    format!(
        "{} with {tension} Tension against {}: {} Harm in a round, {removed}, {}{}",
        armaments.join(" and "),
        target_name(&of.target),
        number(odds.harm),
        with_noun(odds.consequences, "consequences"),
        rerolls(&odds.reroll_rules, armaments.len() > 1)
    )
}

/// Describes the first results to reroll in all cases, with all Tension at which the same are rerolled. Empty without
/// such results.
fn rerolls(rules: &[RerollRule], names_armament: bool) -> String {
    let Some(first) = rules.iter().find(|rule| !rule.always.is_empty()) else { return String::new() };
    let of = |rule: &RerollRule| (rule.armament.clone(), rule.actions_left, rule.always.clone());
    let (same, others): (Vec<_>, Vec<_>) = rules.iter().partition(|rule| of(rule) == of(first));
    let text = |numbers: Vec<u8>, and: &str| numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(and);
    let is_more = others.iter().any(|rule| !(rule.always.is_empty() && rule.sometimes.is_empty()));
    format!(
        "; with {}{} and {} Tension left, reroll {}{}",
        if names_armament { format!("{}, ", first.armament) } else { String::new() },
        counted(first.actions_left.into(), "actions"),
        text(same.iter().map(|rule| rule.tension_left).collect(), " or "),
        text(first.always.clone(), ", "),
        if is_more { " (the table has other rerolls)" } else { "" }
    )
}
